// cluster.h - points near each other, joined in chains.
#ifndef NAV_CLUSTER_H
#define NAV_CLUSTER_H

#include "base/mem.h"
#include "base/vec.h"

// What is near.
typedef struct nav_cluster_reach {
    double distance; // greater than 0
    double step; // negative: the distance is one in space; else it is one in
                 // x and y, and z may differ by as much as this, not 0
} nav_cluster_reach;

// Joins points that are near each other, and what is near those.  to[i] is i,
// or NAV_NONE for points that take no part; it becomes the least point of i's
// chain. NAV_RANGE when a reach is too small for coordinates of that size.
// O(count) on any usual input.
NAV_MUST_CHECK nav_status nav_cluster(const nav_allocator *mem,
                                      const nav_vec3 *point, size_t count,
                                      nav_cluster_reach reach, uint32_t *to,
                                      nav_error *error);

// A hash of three doubles that are not negative zeros.
uint64_t nav_cluster_hash(nav_vec3 p);

// Mask of a hash table for so many: its slots are a power of two, and half of
// them stay free.
static inline size_t nav_cluster_mask(size_t count)
{
    size_t mask = 1;
    while (mask < 2 * count) {
        mask = 2 * mask + 1;
    }
    return mask;
}

static inline bool nav_vec3_equal(nav_vec3 a, nav_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

#endif
