// svg_out.h - pictures of a mesh and of paths on it.
#ifndef CLI_SVG_OUT_H
#define CLI_SVG_OUT_H

#include "out.h"

// Writes the picture of a mesh, and of the obstacles that are laid over it
// unless these are NULL, up to where paths may follow.
void svg_out_begin(out *o, const nav_mesh *mesh, const nav_obstacles *obstacles,
                   int precision);

// Adds a path that was found.
void svg_out_path(out *o, const nav_mesh *mesh, const nav_path *path,
                  int precision);

void svg_out_end(out *o);

#endif
