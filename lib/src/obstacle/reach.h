// reach.h - which polygons of a mesh an obstacle reaches.
#ifndef NAV_REACH_H
#define NAV_REACH_H

#include "mesh/mesh.h"
#include "obstacle/obstacle.h"

// Whether a ring of an obstacle, with what it encloses, and a closed polygon of
// a mesh have a point in common: exact.  O(points) and O(points near the
// polygon x corners).
bool nav_reach_touches(const nav_obstacle *obstacle, const nav_mesh *mesh,
                       nav_poly_id polygon);

// Whether a ring of an obstacle encloses a closed polygon of a mesh, and the
// lines along its sides miss the polygon as well: exact.  Of convex rings,
// which an agent's capsules are, that is all that enclose it; of others some.
// O(points x corners), and less where the answer is no.
bool nav_reach_covers(const nav_obstacle *obstacle, const nav_mesh *mesh,
                      nav_poly_id polygon);

// Takes points off a ring so that it encloses the same points of a box; gives
// how many are left.  `kept` has room for all of the ring.  What is left stays
// clear of the box where it was.  O(points).
size_t nav_reach_clip(const nav_obstacle *obstacle, size_t ring, nav_box box,
                      nav_vec2 *kept);

#endif
