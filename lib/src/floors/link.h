// link.h - floors joined by steps.
#ifndef NAV_LINK_H
#define NAV_LINK_H

#include "floors/edges.h"

// Two edges of different polygons at one place in plan, by their ends.
typedef struct nav_link {
    uint32_t one[2], other[2];
} nav_link;

typedef struct nav_links {
    nav_allocator mem;
    nav_link *link;
    size_t count, capacity;
} nav_links;

void nav_links_init(nav_links *links, const nav_allocator *mem);
void nav_links_fini(nav_links *links);

// Finds the edges on the boundary of the floors that overlap in plan, over a
// length, and there differ in height by at most `step`.  They are split at the
// ends of the overlap, and links name the pieces.  `edges` are those of the
// floors, and built anew when anything was split.  NAV_LIMIT where
// nav_twins_find would refuse an edge for certain, before there are too many
// links to hold. O(edges + overlaps) as a rule, in memory never more than
// O(edges * NAV_RING_MOST) before places are split; in time a stack of N floors
// costs O(N^2) when few of them are within a step.
NAV_MUST_CHECK nav_status nav_link_steps(nav_slabs *slabs, nav_edges *edges,
                                         double step, nav_links *links,
                                         nav_error *error);

// Refuses an edge at which more than NAV_RING_MOST floors meet; NAV_LIMIT.
nav_status nav_link_fail_crowded(const nav_slabs *slabs, uint32_t edge,
                                 nav_error *error);

#endif
