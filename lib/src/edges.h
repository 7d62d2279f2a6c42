// edges.h - which edges of floors are one: those with the same two ends.
#ifndef NAV_EDGES_H
#define NAV_EDGES_H

#include "slabs.h"

// All edges, those with the same two ends side by side, whichever way they run.
typedef struct nav_edges {
    nav_allocator mem;
    size_t count;
    uint32_t *order; // [count] by lesser end, greater end, number
    uint32_t *low;   // [count] lesser end of each edge
    uint32_t *high;  // [count] greater end
} nav_edges;

// O(edges + vertices).
NAV_MUST_CHECK nav_status nav_edges_build(nav_edges *edges,
                                          const nav_slabs *slabs);
void nav_edges_fini(nav_edges *edges);

// Where in `order` the group that begins at `begin` ends.
static inline size_t nav_edges_group_end(const nav_edges *edges, size_t begin)
{
    uint32_t e = edges->order[begin];
    size_t end = begin + 1;
    while (end < edges->count &&
           edges->low[edges->order[end]] == edges->low[e] &&
           edges->high[edges->order[end]] == edges->high[e]) {
        end++;
    }
    return end;
}

// The first edge of the group with these ends, which must exist.  O(log edges).
uint32_t nav_edges_find(const nav_edges *edges, uint32_t a, uint32_t b);

#endif
