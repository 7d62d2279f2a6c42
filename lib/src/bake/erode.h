// erode.h - what of a walkable region an agent with a radius can use.
#ifndef NAV_ERODE_H
#define NAV_ERODE_H

#include "bake/cdt.h"

typedef struct nav_erosion {
    double radius;    // of the agent, above 0
    double tolerance; // of arcs, in parts of the radius
    size_t islands;   // before; out
    size_t vanished;  // of them, now without area; out
    size_t split;     // of them, now several; out
    size_t triangles; // that are walkable afterwards; out
    double rounding;  // what it may change of a distance kept; out
    uint32_t *area;   // [areas] of the walkable triangles, NULL when there are
                      // none: any number, those of other triangles are not
                      // looked at.  Allocated by cdt->d.mem; replaced by that
                      // of the new triangles, unless nothing is left
    size_t areas;
} nav_erosion;

// Takes a classified triangulation, and replaces it by one in which only what
// is at least the radius away from the boundary is NAV_TRIANGLE_WALKABLE.
// No walkable triangle is in two areas.  O(n log n) as a rule; overlaps of what
// is too near add a vertex for each crossing.
NAV_MUST_CHECK nav_status nav_erode(nav_cdt *cdt, nav_erosion *erosion);

#endif
