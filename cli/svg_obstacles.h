// svg_obstacles.h - obstacles in a picture.
#ifndef CLI_SVG_OBSTACLES_H
#define CLI_SVG_OBSTACLES_H

#include "svg_out.h"

// Whether any is drawn: not those that are gone, or have no area.
bool svg_obstacles_any(const svg_view *v);

// Draws them, over the mesh.
void svg_obstacles_out(out *o, const svg_view *v);

#endif
