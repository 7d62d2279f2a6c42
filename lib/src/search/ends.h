// ends.h - which of some ends of ways each polygon holds.
#ifndef NAV_ENDS_H
#define NAV_ENDS_H

#include "search/chain.h"

typedef struct nav_ends {
    nav_allocator mem;
    uint32_t *first; // [polygons + 2] the ends in polygon p are the items
                     // first[p] .. first[p + 1] - 1
    uint32_t *item;  // [count] numbers of ends, ascending in each polygon
    size_t polygons, count;
} nav_ends;

// Lists `count` ends, below 2^32, by the polygons that hold them.  After a
// failure nav_ends_fini is to be called as well.  O(polygons + their holders).
NAV_MUST_CHECK nav_status nav_ends_init(nav_ends *ends, const nav_mesh *mesh,
                                        const nav_chain_end *end, size_t count,
                                        const nav_allocator *mem);
void nav_ends_fini(nav_ends *ends);

#endif
