// mover.h - a point that walks over a mesh and never leaves it.
#ifndef NAV_MOVER_H
#define NAV_MOVER_H

#include "mesh/mesh.h"

// Where somebody stands; the polygon holds the point exactly.
typedef struct nav_mover {
    nav_vec2 point;
    nav_poly_id polygon;
} nav_mover;

// Walks straight by a displacement; where a wall is in the way, up to it, and
// along it with what is left.  On a mesh with heights it stays on its floor, as
// nav_raycast_run does.
//
// A walk that no wall stops ends at the rounded sum, to the bit.  Else the end
// is computed, and moved on to the mesh; where that cannot be done it stays
// where it was.  `velocity` loses what of it leads into the wall along which
// the walk ends; at one that it has passed it loses nothing.
//
// Returns whether a wall was in the way.  O(corners of the polygons crossed).
bool nav_mover_walk(const nav_mesh *mesh, nav_mover *mover, nav_vec2 by,
                    nav_vec2 *velocity);

#endif
