// winding.h - how often chains of edges go around a triangle.
#ifndef NAV_WINDING_H
#define NAV_WINDING_H

#include "cdt.h"

// The winding number of the chains around a triangle, once it is known.
static inline int32_t nav_winding_of(const nav_triangle *tri)
{
    return (int32_t)tri->group;
}

// How often the edges in the label of the fixed half-edge h run along it, less
// how often they run against it.  The triangulation is that of `chains`, with
// labels that name edges.
int32_t nav_winding_along(const nav_cdt *cdt, const nav_shape *chains,
                          nav_half h);

// Whether edge `edge` of the chains runs along the half-edge h, a piece of it;
// else it runs against it.
bool nav_winding_is_along(const nav_cdt *cdt, const nav_shape *chains,
                          uint32_t edge, nav_half h);

// Puts the winding number of the closed chains `chains`, sums of rings, around
// each triangle into its `group`; uses its `flags`.  Each ring repeats its
// first point at its end.  O(triangles + edges in labels).
NAV_MUST_CHECK nav_status nav_winding_numbers(nav_cdt *cdt,
                                              const nav_shape *chains);

#endif
