// winding.h - how often chains of edges go around a triangle.
#ifndef NAV_WINDING_H
#define NAV_WINDING_H

#include "bake/classify.h"

// The winding number of the chains around a triangle, once it is known.
static inline int32_t nav_winding_of(const nav_triangle *tri)
{
    return (int32_t)tri->group;
}

// Whether edge `edge` of the chains runs along the half-edge h, a piece of it;
// else it runs against it.  The triangulation is that of `chains`.
bool nav_winding_is_along(const nav_cdt *cdt, const nav_shape *chains,
                          uint32_t edge, nav_half h);

// Triangulates the closed chains `chains`, sums of rings, each edge labelled
// with the number of its first point, and puts their winding number around each
// triangle into its `group`; uses its `flags`.  Each ring repeats its first
// point at its end.  `cdt` is as nav_cdt_init leaves it.  O(n log n) as a rule;
// each crossing adds a vertex.
NAV_MUST_CHECK nav_status nav_winding_build(nav_cdt *cdt,
                                            const nav_shape *chains);

// Sets NAV_TRIANGLE_WALKABLE, and no other flag, in the triangles that are
// wound around once; returns how many that are.
size_t nav_winding_flag(nav_delaunay *d);

#endif
