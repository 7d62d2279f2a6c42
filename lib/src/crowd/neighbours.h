// neighbours.h - who is near whom in a crowd.
#ifndef NAV_NEIGHBOURS_H
#define NAV_NEIGHBOURS_H

#include "base/mem.h"
#include "base/vec.h"

// Somebody who is seen.
typedef struct nav_neighbour {
    nav_vec2 point;
    double height;
    uint32_t number;
} nav_neighbour;

typedef struct nav_neighbours {
    nav_allocator mem;
    nav_vec2 origin;
    double side; // of a bucket, not less than the radius
    uint32_t columns, rows;
    nav_neighbour *given; // in the order of numbers
    nav_neighbour *item;  // by buckets, in each by number
    size_t count, given_capacity, item_capacity;
    uint32_t *first; // [columns * rows + 1] first item of each bucket
    size_t first_capacity;
} nav_neighbours;

void nav_neighbours_init(nav_neighbours *n, const nav_allocator *mem);
void nav_neighbours_fini(nav_neighbours *n);

// Begins anew, with room for so many.
NAV_MUST_CHECK nav_status nav_neighbours_begin(nav_neighbours *n, size_t most);

// Adds one of them; numbers ascend.
void nav_neighbours_add(nav_neighbours *n, nav_neighbour one);

// Sorts those added into buckets for questions about `radius`, above 0.
// O(count).
NAV_MUST_CHECK nav_status nav_neighbours_sort(nav_neighbours *n, double radius);

// The push that all who are nearer than the radius, in space, give to one of
// them: away from each in plan, of length 1 at no distance and 0 at the radius,
// summed up.  Of two in one place the lower number is pushed towards -x, the
// other towards +x.  O(those in nine buckets).
nav_vec2 nav_neighbours_push(const nav_neighbours *n, const nav_neighbour *one,
                             double radius);

#endif
