// gaps.h - in which directions corners look across passages for the agent.
#ifndef NAV_GAPS_H
#define NAV_GAPS_H

#include "bake/outline.h"

// Directions from point i of the outline, of length 1 and counter-clockwise:
// toward[first[i]] .. toward[first[i + 1] - 1].
typedef struct nav_gaps {
    nav_allocator mem;
    nav_vec2 *toward;
    size_t count, capacity;
    size_t *first;
    size_t points;
} nav_gaps;

void nav_gaps_init(nav_gaps *gaps, const nav_allocator *mem);
void nav_gaps_fini(nav_gaps *gaps);

// For each reflex corner of the outline finds the corners and edges straight
// across of passages that are from 2 radius to 2 radius (1 + tolerance)^2 wide,
// and notes the directions of the shortest ways to them.  (Computed; more
// directions than needed do no harm.)  The outline is that of `d`.  O(triangles
// that touch circles of the radius which touch a corner and hold none).
NAV_MUST_CHECK nav_status nav_gaps_find(nav_gaps *gaps, const nav_delaunay *d,
                                        const nav_outline *outline,
                                        double radius, double tolerance);

#endif
