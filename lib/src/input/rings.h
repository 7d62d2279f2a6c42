// rings.h - what can be told of rings from the numbers of their vertices.
#ifndef NAV_RINGS_H
#define NAV_RINGS_H

#include "input/notes.h"
#include "input/shape.h"

// Notes rings with fewer than three different vertices, which enclose nothing,
// and rings that repeat an earlier one.  vertex_of[i] is the vertex of point i;
// points are equal when their vertices are.  O(points) as a rule.
NAV_MUST_CHECK nav_status nav_rings_check(const nav_shape *shape,
                                          const uint32_t *vertex_of,
                                          nav_notes *notes);

// Whether nav_rings_check has found a ring to enclose nothing.
static inline bool nav_ring_is_short(const nav_notes *notes, uint32_t ring)
{
    return (notes->told[ring] & (1u << NAV_WARN_SHORT_RING)) != 0;
}

#endif
