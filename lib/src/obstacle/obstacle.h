// obstacle.h - one obstacle and its outlines.
#ifndef NAV_OBSTACLE_H
#define NAV_OBSTACLE_H

#include "base/mem.h"
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

// Makes an obstacle, which messages call number `name`.
NAV_MUST_CHECK nav_status nav_obstacle_make(const nav_allocator *mem,
                                            const nav_obstacle_options *options,
                                            const nav_obstacle_spec *spec,
                                            size_t name, nav_obstacle **item,
                                            nav_error *error);
// Makes what is nearer to a segment than the radius of the options, above 0, as
// an obstacle, or a little more: at any height, without a spec.  The ends must
// not be equal.
NAV_MUST_CHECK nav_status nav_obstacle_capsule(
    const nav_allocator *mem, const nav_obstacle_options *options, nav_vec2 a,
    nav_vec2 b, nav_obstacle **item, nav_error *error);

// Begins a ring of the obstacle behind the others.
NAV_MUST_CHECK nav_status nav_obstacle_begin_ring(const nav_allocator *mem,
                                                  nav_obstacle *obstacle);

// Adds computed points to the ring begun last; NAV_RANGE when one of them is
// beyond 1e100, NAV_LIMIT when numbers of 32 bits do not suffice.
NAV_MUST_CHECK nav_status nav_obstacle_add_points(const nav_allocator *mem,
                                                  nav_obstacle *obstacle,
                                                  const nav_vec2 *points,
                                                  size_t count);

void nav_obstacle_free(const nav_allocator *mem, nav_obstacle *item);

// Fails for obstacle `name`, as `obstacle 3 ("door"): message`; `id` may be
// NULL.
nav_status nav_obstacle_fail(nav_error *error, nav_status status, size_t name,
                             const char *id, const char *message);

#endif
