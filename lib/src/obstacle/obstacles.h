// obstacles.h - sets of obstacles.
#ifndef NAV_OBSTACLES_H
#define NAV_OBSTACLES_H

#include "obstacle/obstacle.h"

struct nav_obstacles {
    nav_allocator mem;
    nav_obstacle_options options;
    nav_obstacle **item; // [count] NULL: removed
    size_t count, capacity;
    // Ids are found through a table: their hash says where to begin, the first
    // slot that was never used ends the search.
    size_t *slot; // numbers of obstacles, or FREE_SLOT, USED_SLOT
    size_t slots; // a power of two, or 0
    size_t taken; // slots that are not FREE_SLOT
};

// Obstacle `number`, which is below the count; NULL when it is removed.
const nav_obstacle *nav_obstacles_at(const nav_obstacles *obstacles,
                                     size_t number);

// nav_obstacles_add for an obstacle that messages call number `name`.
NAV_MUST_CHECK nav_status nav_obstacles_add_named(nav_obstacles *obstacles,
                                                  const nav_obstacle_spec *spec,
                                                  size_t name,
                                                  nav_error *error);

#endif
