// seeds.c - which floors can be reached from given points.
//
// A level has roofs, table tops and the floor of the sky box; what counts is
// what a walker gets to from where the game begins.  Parts that are connected
// through twins are found by union-find, and those that hold a seed are kept.
//
// A seed is looked up among all polygons, without an index: there are few
// seeds. That it is inside is decided by exact signs, on the closed polygon;
// which floor is nearest in height, by interpolated heights, which are
// computed.  Of floors equally near the first is taken.
//
// Reference: Robert Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm", 1975.
#include "floors/seeds.h"

#include "base/error.h"
#include "base/forest.h"
#include "floors/facets.h"
#include "geometry/predicates.h"

// Joins polygons that are neighbours.
static void join_neighbours(const nav_slabs *slabs, const uint32_t *twin,
                            uint32_t *polygon, uint32_t *forest)
{
    for (uint32_t p = 0; p < slabs->count; p++) {
        forest[p] = p;
        for (uint32_t e = slabs->first[p]; e < slabs->first[p + 1]; e++) {
            polygon[e] = p;
        }
    }
    for (size_t e = 0; e < slabs->corners; e++) {
        if (twin[e] != NAV_NONE) {
            nav_forest_join(forest, polygon[e], polygon[twin[e]]);
        }
    }
}

static bool holds(const nav_slabs *slabs, uint32_t p, nav_vec2 at)
{
    for (uint32_t e = slabs->first[p]; e < slabs->first[p + 1]; e++) {
        nav_vec2 a = slabs->point[slabs->corner[e]];
        uint32_t next = slabs->corner[nav_slabs_next(slabs, p, e)];
        if (nav_orient(a, slabs->point[next], at) == NAV_RIGHT) {
            return false;
        }
    }
    return true;
}

// Height of polygon p at a point in it: on the triangle of its fan from the
// first corner that holds the point.
static double height_at(const nav_slabs *slabs, uint32_t p, nav_vec2 at)
{
    const uint32_t *corner = slabs->corner + slabs->first[p];
    uint32_t count = slabs->first[p + 1] - slabs->first[p];
    nav_vec2 a = slabs->point[corner[0]];
    uint32_t i = 1;
    // A flat triangle of the fan holds what its neighbours hold.  The last one
    // is not flat when it is reached: the place lies strictly beyond the line
    // to it, or all before are flat.
    while (i + 2 < count &&
           (nav_orient(a, slabs->point[corner[i]],
                       slabs->point[corner[i + 1]]) == NAV_ON ||
            nav_orient(a, slabs->point[corner[i + 1]], at) == NAV_LEFT)) {
        i++;
    }
    nav_vec2 b = slabs->point[corner[i]];
    nav_vec2 c = slabs->point[corner[i + 1]];
    nav_vec2 u = nav_vec2_sub(b, a);
    nav_vec2 v = nav_vec2_sub(c, a);
    nav_vec2 w = nav_vec2_sub(at, a);
    double area = nav_orient_area2(a, b, c);
    double ha = slabs->height[corner[0]];
    double to_b = nav_vec2_cross(w, v) / area;
    double to_c = nav_vec2_cross(u, w) / area;
    return ha + to_b * (slabs->height[corner[i]] - ha) +
           to_c * (slabs->height[corner[i + 1]] - ha);
}

// The floor that a seed stands on, NAV_NONE.
static uint32_t find_floor(const nav_slabs *slabs, nav_vec2 at, double height)
{
    uint32_t best = NAV_NONE;
    double nearest = 0;
    for (uint32_t p = 0; p < slabs->count; p++) {
        if (!holds(slabs, p, at)) {
            continue;
        }
        double off = fabs(height_at(slabs, p, at) - height);
        if (best == NAV_NONE || off < nearest) {
            best = p;
            nearest = off;
        }
    }
    return best;
}

// Marks the roots of the parts that hold a seed.
static nav_status mark_seeds(const nav_slabs *slabs,
                             const nav_model_options *options, uint32_t *forest,
                             bool *keep, nav_error *error)
{
    for (size_t i = 0; i < options->seed_count; i++) {
        nav_vec3 seed = options->seeds[i];
        nav_vec2 at = nav_facets_plan(options->up, seed);
        double height = nav_facets_height(options->up, seed);
        if (!nav_vec2_is_legal(at) || !nav_coord_is_legal(height)) {
            return nav_fail(error, NAV_RANGE,
                            "seed %zu is not finite or not within 1e-100 .. "
                            "1e100 in size",
                            i + 1);
        }
        uint32_t p = find_floor(slabs, at, height);
        if (p == NAV_NONE) {
            return nav_fail(error, NAV_GEOMETRY,
                            "seed %zu (%g, %g, %g) is on no floor", i + 1,
                            seed.x, seed.y, seed.z);
        }
        keep[nav_forest_root(forest, p)] = true;
    }
    return NAV_OK;
}

nav_status nav_seeds_reach(const nav_slabs *slabs, const uint32_t *twin,
                           const nav_model_options *options, bool *keep,
                           nav_error *error)
{
    const nav_allocator *mem = &slabs->mem;
    uint32_t *polygon = nav_mem_new(mem, slabs->corners, sizeof *polygon);
    uint32_t *forest = nav_mem_new(mem, slabs->count, sizeof *forest);
    nav_status status = NAV_OK;
    if (!polygon || !forest) {
        status = nav_fail_memory(error);
    } else {
        for (size_t p = 0; p < slabs->count; p++) {
            keep[p] = false;
        }
        join_neighbours(slabs, twin, polygon, forest);
        status = mark_seeds(slabs, options, forest, keep, error);
        for (uint32_t p = 0; p < slabs->count; p++) {
            keep[p] = keep[nav_forest_root(forest, p)];
        }
    }
    nav_mem_free(mem, polygon, slabs->corners, sizeof *polygon);
    nav_mem_free(mem, forest, slabs->count, sizeof *forest);
    return status;
}
