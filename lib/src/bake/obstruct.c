// obstruct.c - a shape together with the outlines of its obstacles.
//
// Obstacles go into the same triangulation as the rings of the map, so that
// there is one place that decides what is inside, and an obstacle takes away
// exactly what a hole of the same corners does.  The shape itself stays as it
// is: a bake leaves it untouched.
#include "bake/obstruct.h"

#include "base/error.h"
#include "base/vec.h"

#include <string.h>

nav_box nav_obstruct_bounds(const nav_shape *shape)
{
    nav_box box = nav_box_empty();
    for (size_t r = 0; r < shape->ring_count; r++) {
        const nav_ring *ring = &shape->rings[r];
        if (ring->number == 0 && ring->count > 0) {
            box = nav_box_join(
                box, nav_box_around(shape->points + ring->first, ring->count));
        }
    }
    return box;
}

static void count(const nav_obstacles *obstacles, size_t *rings, size_t *points)
{
    for (size_t i = 0; i < obstacles->count; i++) {
        const nav_obstacle *o = nav_obstacles_at(obstacles, i);
        *rings += o ? o->ring_count : 0;
        *points += o ? o->point_count : 0;
    }
}

static void append(nav_shape *shape, const nav_obstacle *o, size_t number)
{
    for (size_t r = 0; r < o->ring_count; r++) {
        const nav_outline_ring *ring = &o->rings[r];
        shape->rings[shape->ring_count++] =
            (nav_ring){.first = (uint32_t)(shape->point_count + ring->first),
                       .count = ring->count,
                       .polygon = NAV_NONE,
                       .number = (uint32_t)number};
    }
    if (o->point_count > 0) {
        memcpy(shape->points + shape->point_count, o->points,
               o->point_count * sizeof *o->points);
    }
    shape->point_count += o->point_count;
}

nav_status nav_obstruct(const nav_shape *shape, const nav_obstacles *obstacles,
                        const nav_allocator *mem, nav_shape *obstructed,
                        nav_error *error)
{
    size_t rings = shape->ring_count;
    size_t points = shape->point_count;
    count(obstacles, &rings, &points);
    if (rings > NAV_SHAPE_POINTS_MOST || points > NAV_SHAPE_POINTS_MOST ||
        obstacles->count > NAV_SHAPE_POINTS_MOST) {
        return nav_fail(error, NAV_LIMIT,
                        "more than %zu points with those of obstacles",
                        NAV_SHAPE_POINTS_MOST);
    }
    nav_shape made = *shape;
    made.mem = *mem;
    made.ring_capacity = rings;
    made.point_capacity = points;
    made.rings = nav_mem_new(mem, rings, sizeof *made.rings);
    made.points = nav_mem_new(mem, points, sizeof *made.points);
    if (!made.rings || !made.points) {
        nav_obstruct_end(&made);
        return nav_fail_memory(error);
    }
    // memcpy takes no NULL, which an empty shape has.
    if (shape->ring_count > 0) {
        memcpy(made.rings, shape->rings,
               shape->ring_count * sizeof *made.rings);
    }
    if (shape->point_count > 0) {
        memcpy(made.points, shape->points,
               shape->point_count * sizeof *made.points);
    }
    for (size_t i = 0; i < obstacles->count; i++) {
        const nav_obstacle *o = nav_obstacles_at(obstacles, i);
        if (o && o->ring_count > 0) {
            append(&made, o, i);
        }
    }
    *obstructed = made;
    return NAV_OK;
}

void nav_obstruct_end(nav_shape *obstructed)
{
    nav_mem_free(&obstructed->mem, obstructed->rings, obstructed->ring_capacity,
                 sizeof *obstructed->rings);
    nav_mem_free(&obstructed->mem, obstructed->points,
                 obstructed->point_capacity, sizeof *obstructed->points);
}
