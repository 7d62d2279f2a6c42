// shape.c - polygons with holes as they were given.
//
// A shape keeps what the user said, point for point: nothing is cleaned, closed
// or reversed here.  What the rings mean is decided once, by the triangulation
// (cdt.c), so that there is one place that can be wrong about it.  Only two
// things are checked: that a coordinate is one on which the predicates are
// exact, and that 32-bit numbers will do.
#include "input/shape.h"

#include <string.h>

#include "base/error.h"
#include "base/vec.h"

nav_status nav_shape_new(const nav_allocator *allocator, nav_shape **shape)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_shape *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    *made = (nav_shape){.mem = mem};
    nav_areas_init(&made->areas, &mem);
    nav_offmesh_init(&made->links, &mem);
    nav_status status = nav_obstacles_new(&mem, NULL, &made->obstacles, NULL);
    if (status != NAV_OK) {
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    *shape = made;
    return NAV_OK;
}

void nav_shape_free(nav_shape *shape)
{
    if (!shape) {
        return;
    }
    nav_allocator mem = shape->mem;
    nav_obstacles_free(shape->obstacles);
    nav_mem_free(&mem, shape->points, shape->point_capacity,
                 sizeof *shape->points);
    nav_mem_free(&mem, shape->rings, shape->ring_capacity,
                 sizeof *shape->rings);
    nav_mem_free(&mem, shape->area, shape->area_capacity, sizeof *shape->area);
    nav_areas_fini(&shape->areas);
    nav_offmesh_fini(&shape->links);
    nav_mem_free(&mem, shape, 1, sizeof *shape);
}

nav_status nav_shape_begin_polygon(nav_shape *shape, nav_error *error)
{
    if (shape->polygon_count == NAV_SHAPE_POINTS_MOST) {
        return nav_fail(error, NAV_LIMIT, "more than %zu polygons",
                        NAV_SHAPE_POINTS_MOST);
    }
    shape->polygon_count++;
    shape->rings_of_last = 0;
    return NAV_OK;
}

nav_status nav_shape_begin_ring(nav_shape *shape, nav_error *error)
{
    if (shape->polygon_count == 0) {
        shape->polygon_count = 1;
        shape->rings_of_last = 0;
    }
    if (shape->ring_count == NAV_SHAPE_POINTS_MOST) {
        return nav_fail(error, NAV_LIMIT, "more than %zu rings",
                        NAV_SHAPE_POINTS_MOST);
    }
    if (nav_mem_grow(&shape->mem, &shape->rings, &shape->ring_capacity,
                     shape->ring_count + 1, sizeof *shape->rings) != NAV_OK) {
        return nav_fail_memory(error);
    }
    shape->rings[shape->ring_count++] = (nav_ring){
        .first = (uint32_t)shape->point_count,
        .count = 0,
        .polygon = shape->polygon_count - 1,
        .number = shape->rings_of_last++,
    };
    return NAV_OK;
}

nav_status nav_shape_add_point(nav_shape *shape, nav_vec2 point,
                               nav_error *error)
{
    nav_ring *ring = &shape->rings[shape->ring_count - 1];
    if (!nav_vec2_is_legal(point)) {
        return nav_fail(error, NAV_RANGE,
                        "polygon %u ring %u point %u: coordinate is not finite "
                        "or not within 1e-100 .. 1e100 in size",
                        ring->polygon, ring->number, ring->count);
    }
    if (shape->point_count == NAV_SHAPE_POINTS_MOST) {
        return nav_fail(error, NAV_LIMIT, "more than %zu points",
                        NAV_SHAPE_POINTS_MOST);
    }
    if (nav_mem_grow(&shape->mem, &shape->points, &shape->point_capacity,
                     shape->point_count + 1, sizeof *shape->points) != NAV_OK) {
        return nav_fail_memory(error);
    }
    shape->points[shape->point_count++] = nav_vec2_clean(point);
    ring->count++;
    return NAV_OK;
}

nav_status nav_shape_add_ring(nav_shape *shape, const nav_vec2 *points,
                              size_t count, nav_error *error)
{
    nav_status status = nav_shape_begin_ring(shape, error);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        status = nav_shape_add_point(shape, points[i], error);
    }
    return status;
}

// Gives the number of a name, which is new unless it came last.
static nav_status number_name(nav_areas *areas, const char *name, size_t size,
                              uint32_t *number)
{
    if (areas->count > 0) {
        size_t last_size;
        const char *last = nav_areas_name(areas, areas->count - 1, &last_size);
        if (last_size == size && memcmp(last, name, size) == 0) {
            *number = (uint32_t)areas->count - 1;
            return NAV_OK;
        }
    }
    *number = (uint32_t)areas->count;
    return nav_areas_add(areas, name, size);
}

nav_status nav_shape_set_areas(nav_shape *shape, uint32_t first,
                               const char *name, nav_error *error)
{
    size_t size = strlen(name);
    uint32_t count = shape->polygon_count;
    uint32_t number = NAV_NONE;
    if (size > 0 && !nav_areas_may_be(name, size)) {
        return nav_fail(error, NAV_SYNTAX,
                        "polygon %u: the name of its area is not UTF-8 without "
                        "control characters, of at most %d bytes",
                        first, NAV_AREA_NAME_MOST);
    }
    if (nav_mem_grow(&shape->mem, &shape->area, &shape->area_capacity, count,
                     sizeof *shape->area) != NAV_OK ||
        (size > 0 &&
         number_name(&shape->areas, name, size, &number) != NAV_OK)) {
        return nav_fail_memory(error);
    }
    while (shape->area_count < count) {
        shape->area[shape->area_count++] = NAV_NONE;
    }
    for (uint32_t p = first; p < count; p++) {
        shape->area[p] = number;
    }
    return NAV_OK;
}

nav_status nav_shape_set_area(nav_shape *shape, const char *name,
                              nav_error *error)
{
    if (shape->polygon_count == 0) {
        return nav_fail(error, NAV_SYNTAX, "there is no polygon to name");
    }
    return nav_shape_set_areas(shape, shape->polygon_count - 1, name, error);
}

uint32_t nav_shape_area(const nav_shape *shape, uint32_t polygon)
{
    return polygon < shape->area_count ? shape->area[polygon] : NAV_NONE;
}

nav_obstacles *nav_shape_obstacles(nav_shape *shape)
{
    return shape->obstacles;
}

nav_shape_info nav_shape_get_info(const nav_shape *shape)
{
    return (nav_shape_info){.polygons = shape->polygon_count,
                            .rings = shape->ring_count,
                            .points = shape->point_count,
                            .ignored = shape->ignored,
                            .obstacles = nav_obstacles_count(shape->obstacles),
                            .links = shape->links.count};
}
