// svg_out.h - pictures of a mesh and of paths on it, or of something else.
#ifndef CLI_SVG_OUT_H
#define CLI_SVG_OUT_H

#include "out.h"

// Radius of a dot, as a part of the longest side of the map.
#define SVG_DOT_PART 0.006

// Writes the picture of a mesh, and of the obstacles that are laid over it
// unless these are NULL, up to where paths may follow.
void svg_out_begin(out *o, const nav_mesh *mesh, const nav_obstacles *obstacles,
                   int precision);

// Adds a path that was found.
void svg_out_path(out *o, const nav_mesh *mesh, const nav_path *path,
                  int precision);

void svg_out_end(out *o);

// For pictures with other layers, from below: a head, in whose frame
// coordinates are those of the map; what is walkable; others; and the outline.

// Where such a picture lies, y down the page, margins not included.
typedef struct svg_frame {
    nav_box map;    // the mesh
    double longest; // side of the map
} svg_frame;

// Begins a picture.  It is wider than the map by `right`, and at least `least`
// high, both as parts of the map's longest side.
svg_frame svg_out_open(out *o, const nav_mesh *mesh, double right,
                       double least);
// Draws all that is walkable with these attributes, as a path.
void svg_out_walkable(out *o, const nav_mesh *mesh, const char *attributes,
                      int precision);
// Draws the boundary, links, and obstacles unless they are NULL.
void svg_out_outline(out *o, const nav_mesh *mesh,
                     const nav_obstacles *obstacles, int precision);
void svg_out_dot(out *o, const nav_mesh *mesh, nav_vec2 at, const char *fill,
                 int precision);

#endif
