// merge.h - walkable triangles to fewer convex polygons.
#ifndef NAV_MERGE_H
#define NAV_MERGE_H

#include "delaunay.h"

// In nav_triangle.flags: edge i of the triangle is gone, both its sides being one
// polygon.
enum { NAV_EDGE_GONE = 8 }; // << i, i = 0 .. 2

static inline bool nav_edge_is_gone(const nav_delaunay *d, nav_half h)
{
    return (d->tri[h >> 2].flags & (uint32_t)(NAV_EDGE_GONE << (h & 3))) != 0;
}

// The half-edge that follows h around its polygon.  O(edges that are gone at the
// corner between them).
static inline nav_half nav_merge_next(const nav_delaunay *d, nav_half h)
{
    nav_half next = nav_half_next(h);
    while (nav_edge_is_gone(d, next)) {
        next = nav_half_next(nav_half_twin(d, next));
    }
    return next;
}

// The half-edge before h around its polygon.
static inline nav_half nav_merge_prev(const nav_delaunay *d, nav_half h)
{
    nav_half prev = nav_half_prev(h);
    while (nav_edge_is_gone(d, prev)) {
        prev = nav_half_prev(nav_half_twin(d, prev));
    }
    return prev;
}

// Takes away edges between walkable triangles, in the given order, while the
// polygons stay convex and have at most max_verts corners.  Uses
// nav_triangle.group.  O(triangles).
NAV_MUST_CHECK nav_status nav_merge(nav_delaunay *d, uint32_t max_verts,
                                    nav_merge_order order);

#endif
