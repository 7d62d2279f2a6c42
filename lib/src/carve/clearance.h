// clearance.h - floors less what obstacles and the agent's radius take.
#ifndef NAV_CLEARANCE_H
#define NAV_CLEARANCE_H

#include "bake/merge.h"
#include "mesh/mesh.h"
#include "obstacle/obstacles.h"

typedef struct nav_clearance {
    const nav_obstacles *obstacles; // outlined for the radius, if there is one
    double radius;                  // of the agent, 0: none
    double tolerance;               // of arcs, in parts of the radius
    uint32_t max_verts;
    const nav_merge_options *merging; // NULL: no merging
    bool *blocks;    // [obstacles] whether one takes any area away; out
    size_t vanished; // islands that have no area left; out
    size_t split;    // islands that are several now; out
} nav_clearance;

// Replaces a mesh with heights by one less the obstacles, where their ranges of
// heights reach the floors, and less what is nearer to the boundary of the
// floors, in plan and along the floors, than the radius.  An edge is boundary
// when no floor goes on behind it.  NAV_GEOMETRY when nothing is left.
// O(n log n) for the n corners and outlines, each with the polygons that it
// reaches.
NAV_MUST_CHECK nav_status nav_clear_floors(nav_mesh **mesh,
                                           nav_clearance *clearance,
                                           nav_error *error);

#endif
