// outline.h - the boundary of the walkable triangles as closed rings.
#ifndef NAV_OUTLINE_H
#define NAV_OUTLINE_H

#include "bake/classify.h"

typedef struct nav_outline {
    nav_shape *shape; // rings with the walkable side on their left; corners
                      // with a straight angle are left out
    nav_half *begin;  // [points] the half-edge that starts at a corner
    uint32_t *next;   // [points] the corner behind it in its ring
    size_t capacity, next_capacity;
} nav_outline;

void nav_outline_init(nav_outline *outline);
void nav_outline_fini(nav_outline *outline);

// Traces the boundary of a classified triangulation.  Where parts of the
// walkable region meet in a point only, each has a ring of its own.  Uses
// nav_triangle.flags, and leaves NAV_TRIANGLE_WALKABLE.  O(triangles).
NAV_MUST_CHECK nav_status nav_outline_trace(nav_outline *outline,
                                            nav_delaunay *d);

#endif
