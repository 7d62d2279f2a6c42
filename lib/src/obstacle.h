// obstacle.h - obstacles and their outlines.
#ifndef NAV_OBSTACLE_H
#define NAV_OBSTACLE_H

#include "mem.h"
#include "navmesh.h"

// A closed chain of points; the edge from its last point to its first is meant.
typedef struct nav_outline_ring {
    uint32_t first, count; // its points in nav_obstacle.points
} nav_outline_ring;

// Blocked is what is inside any one of the rings, each by even-odd.  Without
// growth there is one ring: corner for corner what was given, in the order
// given; of a box and a circle counter-clockwise.  It is kept of an obstacle
// without area as well, so that its oddity can be told; grown, that has none.
typedef struct nav_obstacle {
    nav_obstacle_spec spec; // lends the next two
    nav_vec2 *given;        // [spec.point_count]
    char *id;               // NULL: none
    nav_vec2 *points;       // of the rings
    size_t point_count, point_capacity;
    nav_outline_ring *rings;
    size_t ring_count, ring_capacity;
    bool is_empty;    // it has no area
    nav_box box;      // of the rings; min > max when it is empty
    double low, high; // heights of the floors that it blocks, both included;
                      // infinite without heights
} nav_obstacle;

typedef struct nav_obstacle_entry {
    nav_obstacle *item; // NULL: removed
} nav_obstacle_entry;

struct nav_obstacles {
    nav_allocator mem;
    nav_obstacle_options options;
    nav_obstacle_entry *entry;
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

// Fails for obstacle `name`, as `obstacle 3 ("door"): message`; `id` may be
// NULL.
nav_status nav_obstacle_fail(nav_error *error, nav_status status, size_t name,
                             const char *id, const char *message);

#endif
