// classify.h - which triangles are walkable.
#ifndef NAV_CLASSIFY_H
#define NAV_CLASSIFY_H

#include "bake/cdt.h"

// In nav_triangle.flags afterwards.
enum { NAV_TRIANGLE_WALKABLE = 2 };

// Whether a triangle has it.
static inline bool nav_is_walkable(const nav_delaunay *d, uint32_t triangle)
{
    return (d->tri[triangle].flags & NAV_TRIANGLE_WALKABLE) != 0;
}

// Sets or clears NAV_TRIANGLE_WALKABLE in every triangle and counts those that
// have it.  Uses nav_triangle.group.  `owner` [triangles] gets the last of the
// polygons that make each one walkable; NULL when that does not matter.
// O(triangles + rings along edges), with owners times the logarithm of the
// polygons at one place.
NAV_MUST_CHECK nav_status nav_classify(nav_cdt *cdt, const nav_shape *shape,
                                       size_t *walkable, uint32_t *owner);

#endif
