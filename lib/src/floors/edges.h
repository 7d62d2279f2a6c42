// edges.h - which edges of floors are one: those with the same two ends.
#ifndef NAV_EDGES_H
#define NAV_EDGES_H

#include "floors/slabs.h"

// An edge where it is listed, at its lesser end.
typedef struct nav_edge_entry {
    uint32_t high; // its greater end
    uint32_t edge;
} nav_edge_entry;

// All edges, those with the same two ends side by side, whichever way they run.
typedef struct nav_edges {
    nav_allocator mem;
    size_t count, points;
    uint32_t *first;      // [points + 1] first entry of each lesser end
    nav_edge_entry *list; // [count] by lesser end, greater end, number
} nav_edges;

// O(edges + vertices).
NAV_MUST_CHECK nav_status nav_edges_build(nav_edges *edges,
                                          const nav_slabs *slabs);
void nav_edges_fini(nav_edges *edges);

// The edges list[begin] .. list[end - 1], which are one, and its ends.
typedef struct nav_edge_group {
    size_t begin, end;
    uint32_t low, high;
} nav_edge_group;

// Goes on to the next group, from one of zeros to the first.  False when there
// is none.
static inline bool nav_edges_next(const nav_edges *edges, nav_edge_group *group)
{
    size_t begin = group->end;
    if (begin == edges->count) {
        return false;
    }
    while (begin == edges->first[group->low + 1]) {
        group->low++;
    }
    size_t stop = edges->first[group->low + 1];
    size_t end = begin + 1;
    group->high = edges->list[begin].high;
    while (end < stop && edges->list[end].high == group->high) {
        end++;
    }
    group->begin = begin;
    group->end = end;
    return true;
}

// The first edge of the group with these ends, which must exist.  O(log edges).
uint32_t nav_edges_find(const nav_edges *edges, uint32_t a, uint32_t b);

#endif
