// test_trail.c - paths and rays on floors that lie over each other.
//
// Through the public header, on meshes made by hand; which modules take part is
// surface, storey, chain and trail.  The oracle for floors that are folded over
// each other is the mirror: the way over a fold is as long as the straight line
// to the mirrored goal, or bends at an end of the fold's edge.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "floor_support.h"
#include "mesh/surface.h"
#include "mesh_support.h"
#include "suites.h"

static const nav_path_options plain = {.snap = 0};

// Checks one waypoint.
static void check_waypoint(const nav_path *path, size_t i, double x, double y,
                           double height)
{
    ck_assert_uint_lt(i, path->waypoint_count);
    ck_assert_double_eq_tol(path->waypoints[i].x, x, 1e-12);
    ck_assert_double_eq_tol(path->waypoints[i].y, y, 1e-12);
    ck_assert_double_eq_tol(path->heights[i], height, 1e-12);
}

// A level floor, a slope and a level floor again.
static nav_test_floors open_crease(void)
{
    static const nav_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {2, 0, 1}, {2, 1, 1}, {3, 0, 1}, {3, 1, 1}};
    static const uint32_t corners[] = {0, 1, 2, 3, 1, 4, 5, 2, 4, 6, 7, 5};
    static const uint32_t counts[] = {4, 4, 4};
    return nav_test_wrap_floors(nav_test_make_floors(v, 8, corners, counts, 3));
}

START_TEST(test_stairs_lead_up_below_and_back)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_path_options options = {.search = (nav_search)_i};
    nav_path path = nav_test_find_path(f, nav_test_at(-1, 1, 0),
                                       nav_test_at(3, 1, 0), options);
    nav_test_check_lengths(&path, 4, 4);
    ck_assert(path.optimal);
    path = nav_test_find_path(f, nav_test_at(-1, 1, 0), nav_test_at(2, 1, 1.5),
                              options);
    nav_test_check_lengths(&path, 3, 3.5);
    path = nav_test_find_path(f, nav_test_at(3, 1, 2.25),
                              nav_test_at(-1.5, 1, 0), options);
    nav_test_check_lengths(&path, 4.5, 5.25);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_way_under_the_stairs_touches_their_first_edge)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_path_options options = {.search = (nav_search)_i};
    nav_path path = nav_test_find_path(f, nav_test_at(2, 0.5, 1.5),
                                       nav_test_at(2, 1.5, 0), options);
    nav_test_check_lengths(&path, 4.123105625617661, 4.611062569605222);
    ck_assert_int_eq(path.optimal, options.search == NAV_SEARCH_OPTIMAL);
    ck_assert_uint_eq(path.portal_count, 1);
    ck_assert_uint_eq(path.portals[0].from, 1);
    ck_assert_uint_eq(path.portals[0].to, 2);
    ck_assert_uint_eq(path.waypoint_count, 3);
    check_waypoint(&path, 0, 2, 0.5, 1.5);
    check_waypoint(&path, 1, 0, 1, 0);
    check_waypoint(&path, 2, 2, 1.5, 0);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_way_along_a_fold_does_not_turn)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_path path = nav_test_find_path(f, nav_test_at(0, 0.5, 0),
                                       nav_test_at(0, 1.5, 0), plain);
    nav_test_check_lengths(&path, 1, 1);
    ck_assert_uint_eq(path.waypoint_count, 2);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_same_place_on_two_floors_is_a_way_there_and_back)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_path path = nav_test_find_path(f, nav_test_at(4, 1, 3),
                                       nav_test_at(4, 1, 0), plain);
    nav_test_check_lengths(&path, 8, 9);
    ck_assert_uint_eq(path.waypoint_count, 3);
    check_waypoint(&path, 1, 0, 1, 0);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_creases_add_to_the_length_and_are_told_on_demand)
{
    nav_test_floors f = open_crease();
    nav_path path = nav_test_find_path(f, nav_test_at(0.5, 0.5, 0),
                                       nav_test_at(2.5, 0.5, 1), plain);
    nav_test_check_lengths(&path, 2, 2.414213562373095);
    ck_assert_uint_eq(path.waypoint_count, 2);
    ck_assert(path.optimal);
    path = nav_test_find_path(f, nav_test_at(0.5, 0.5, 0),
                              nav_test_at(2.5, 0.5, 1),
                              (nav_path_options){.crossings = true});
    nav_test_check_lengths(&path, 2, 2.414213562373095);
    ck_assert(path.optimal);
    ck_assert_uint_eq(path.waypoint_count, 4);
    check_waypoint(&path, 1, 1, 0.5, 0);
    check_waypoint(&path, 2, 2, 0.5, 1);
    check_waypoint(&path, 3, 2.5, 0.5, 1);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_portals_of_one_plane_are_no_crossings)
{
    static const nav_vec3 v[] = {{0, 0, 0}, {1, 0, 1}, {1, 1, 1},
                                 {0, 1, 0}, {2, 0, 2}, {2, 1, 2}};
    static const uint32_t corners[] = {0, 1, 2, 3, 1, 4, 5, 2};
    static const uint32_t counts[] = {4, 4};
    nav_test_floors f =
        nav_test_wrap_floors(nav_test_make_floors(v, 6, corners, counts, 2));
    nav_path path =
        nav_test_find_path(f, nav_test_at(0, 0.5, 0), nav_test_at(2, 0.5, 2),
                           (nav_path_options){.crossings = true});
    ck_assert_uint_eq(path.portal_count, 1);
    ck_assert_uint_eq(path.waypoint_count, 2);
    nav_test_check_lengths(&path, 2, 2 * sqrt(2));
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_bent_polygon_has_the_heights_of_its_fan)
{
    // One quadrangle that is bent along its diagonal from (0, 0) to (2, 2).
    static const nav_vec3 v[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 2}};
    static const uint32_t corners[] = {0, 1, 2, 3};
    static const uint32_t counts[] = {4};
    nav_test_floors f =
        nav_test_wrap_floors(nav_test_make_floors(v, 4, corners, counts, 1));
    ck_assert_double_eq(nav_surface_height(f.mesh, 0, (nav_vec2){1, 1}), 0);
    ck_assert_double_eq(nav_surface_height(f.mesh, 0, (nav_vec2){1.5, 1}), 0);
    ck_assert_double_eq(nav_surface_height(f.mesh, 0, (nav_vec2){0.5, 1}), 0.5);
    ck_assert_double_eq(nav_surface_height(f.mesh, 0, (nav_vec2){0, 2}), 2);
    nav_path path = nav_test_find_path(f, nav_test_at(2, 0, 0),
                                       nav_test_at(0, 2, 2), plain);
    nav_test_check_lengths(&path, sqrt(8), sqrt(2) + sqrt(6));
    ck_assert_uint_eq(path.waypoint_count, 2);
    path = nav_test_find_path(f, nav_test_at(2, 0, 0), nav_test_at(0, 2, 2),
                              (nav_path_options){.crossings = true});
    ck_assert_uint_eq(path.waypoint_count, 3);
    check_waypoint(&path, 1, 1, 1, 0);
    nav_test_close_floors(f);
}
END_TEST

// The cross product of the sides is 2^-60, and 0 when it is computed.
START_TEST(test_sliver_without_computed_area_is_level)
{
    double more = 1 + 0x1p-30, less = 1 - 0x1p-30;
    const nav_vec3 v[] = {{0, 0, 3}, {1, less, 5}, {more, 1, 9}};
    static const uint32_t corners[] = {0, 1, 2};
    static const uint32_t counts[] = {3};
    nav_mesh *mesh = nav_test_make_floors(v, 3, corners, counts, 1);
    nav_vec2 inside = {(1 + more) / 4, (1 + less) / 4};
    ck_assert_double_eq(nav_surface_height(mesh, 0, inside), 3);
    ck_assert_double_eq(nav_surface_rise(mesh, 0, (nav_vec2){1, 0}), 0);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_step_adds_its_rise)
{
    nav_test_floors f = nav_test_open_step();
    nav_path path = nav_test_find_path(f, nav_test_at(0, 0.5, 0),
                                       nav_test_at(2, 0.5, 0.5), plain);
    nav_test_check_lengths(&path, 2, 2.5);
    ck_assert_uint_eq(path.waypoint_count, 2);
    path =
        nav_test_find_path(f, nav_test_at(0, 0.5, 0), nav_test_at(2, 0.5, 0.5),
                           (nav_path_options){.crossings = true});
    nav_test_check_lengths(&path, 2, 2.5);
    ck_assert_uint_eq(path.waypoint_count, 4);
    check_waypoint(&path, 1, 1, 0.5, 0);
    check_waypoint(&path, 2, 1, 0.5, 0.5);
    nav_test_close_floors(f);
}
END_TEST

// ---------------------------------------------------------------------------
// Folds
// ---------------------------------------------------------------------------

enum { STOREYS = 5, STRIPS = 4, WIDTH = 8, DEPTH = 3 };

// A zigzag of ramps over the same rectangle, each joined to the next at an end,
// cut into strips across at uneven places and rotated by a turn that keeps
// coordinates exact.  Walked along, every storey is a fold of the one before.
static nav_mesh *make_zigzag(nav_test_random *random, double *cut)
{
    nav_vec3 v[STOREYS * (STRIPS + 1) * 2];
    uint32_t corners[STOREYS * STRIPS * 4], counts[STOREYS * STRIPS];
    uint32_t points = 0, used = 0, polygons = 0;
    for (int s = 0; s < STOREYS; s++) {
        for (int i = s == 0 ? 0 : 1; i <= STRIPS; i++) {
            double t = (double)i / STRIPS;
            if (i > 0 && i < STRIPS) {
                t += ((double)nav_test_random_below(random, 9) - 4) / 64;
            }
            double along = s % 2 == 0 ? t * WIDTH : (1 - t) * WIDTH;
            double height = 4 * (s + t * t);
            // (3, 4) / 5 turned: along (3, 4), across (-4, 3).
            v[points++] = (nav_vec3){3 * along, 4 * along, height};
            v[points++] = (nav_vec3){3 * along - 4 * DEPTH,
                                     4 * along + 3 * DEPTH, height};
            *cut++ = s * WIDTH + t * WIDTH;
        }
    }
    for (uint32_t s = 0; s < STOREYS; s++) {
        for (uint32_t i = 0; i < STRIPS; i++) {
            uint32_t a = 2 * (s * STRIPS + i), b = a + 2;
            uint32_t low = s % 2 == 0 ? a : b, high = s % 2 == 0 ? b : a;
            uint32_t quad[4] = {low, high, high + 1, low + 1};
            memcpy(corners + used, quad, sizeof quad);
            used += 4;
            counts[polygons++] = 4;
        }
    }
    return nav_test_make_floors(v, points, corners, counts, polygons);
}

// A place on the zigzag by its way along and across, in fifths of the unit.
static nav_point on_zigzag(const double *cut, double along, double across)
{
    int piece = 0;
    while (piece + 1 < STOREYS * STRIPS && along > cut[piece + 1]) {
        piece++;
    }
    int storey = piece / STRIPS;
    double in = along - storey * WIDTH;
    double x = storey % 2 == 0 ? in : WIDTH - in;
    // Heights are linear between cuts.
    double a = (cut[piece] - storey * WIDTH) / WIDTH;
    double b = (cut[piece + 1] - storey * WIDTH) / WIDTH;
    double part = (along - cut[piece]) / (cut[piece + 1] - cut[piece]);
    double height = 4 * (storey + a * a + part * (b * b - a * a));
    return nav_test_at(3 * x - 4 * across, 4 * x + 3 * across, height);
}

static double rise_between(const double *cut, double from, double to,
                           double slant)
{
    // Length along the ramps when each unit along takes `slant` units in plan.
    double sum = 0;
    for (int i = 0; i < STOREYS * STRIPS; i++) {
        double low = fmax(from, cut[i]), high = fmin(to, cut[i + 1]);
        if (high > low) {
            int storey = i / STRIPS;
            double a = (cut[i] - storey * WIDTH) / WIDTH;
            double b = (cut[i + 1] - storey * WIDTH) / WIDTH;
            double slope = 4 * (b * b - a * a) / (cut[i + 1] - cut[i]);
            double plan = (high - low) * slant, up = (high - low) * slope;
            sum += sqrt(plan * plan + up * up);
        }
    }
    return sum;
}

START_TEST(test_zigzag_is_as_long_as_its_unfolded_line)
{
    nav_test_random random = {(uint64_t)_i + 40};
    double cut[STOREYS * STRIPS + 1];
    nav_test_floors f = nav_test_wrap_floors(make_zigzag(&random, cut));
    for (int round = 0; round < 60; round++) {
        // Never on a fold or a wall, from which rounding may move a point.
        double a = ((double)nav_test_random_below(&random, 4000) + 0.5) / 100;
        double b = ((double)nav_test_random_below(&random, 4000) + 0.5) / 100;
        double c = (double)(1 + nav_test_random_below(&random, 11)) / 4;
        double d = (double)(1 + nav_test_random_below(&random, 11)) / 4;
        nav_point p = on_zigzag(cut, a, c), q = on_zigzag(cut, b, d);
        nav_path_options options = {.search = (nav_search)(round % 3),
                                    .snap = 1e-9,
                                    .crossings = round % 4 < 2};
        nav_path path = nav_test_find_path(f, p, q, options);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        double want = 5 * sqrt((b - a) * (b - a) + (d - c) * (d - c));
        ck_assert_double_eq_tol(path.length, want, 1e-9);
        if (a == b) {
            continue;
        }
        double slant = want / fabs(b - a);
        ck_assert_double_eq_tol(
            path.length3d, rise_between(cut, fmin(a, b), fmax(a, b), slant),
            1e-9);
        double sum = 0;
        for (size_t i = 1; i < path.waypoint_count; i++) {
            sum += nav_vec2_distance(path.waypoints[i - 1], path.waypoints[i]);
        }
        ck_assert_double_eq_tol(sum, want, 1e-9);
        if (!options.crossings) {
            double low = fmin(a, b), high = fmax(a, b);
            double folds = ceil(high / WIDTH) - 1 - floor(low / WIDTH);
            ck_assert_double_eq((double)path.waypoint_count,
                                2 + fmax(folds, 0));
        }
    }
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_way_around_the_end_of_a_fold_keeps_the_corners_bits)
{
    // Two triangles on one side of the edge from (0.1, 0.3) to (0.1, 0.7), long
    // and narrow beyond it, so that the string bends at its ends.
    static const nav_vec3 v[] = {{0.1, 0.3, 0}, {0.1, 0.7, 0}, {9, 5, 1},
                                 {9, 5.5, 1},   {9, 5, -1},    {9, 5.5, -1}};
    static const uint32_t corners[] = {0, 2, 3, 1, 0, 4, 5, 1};
    static const uint32_t counts[] = {4, 4};
    nav_test_floors f =
        nav_test_wrap_floors(nav_test_make_floors(v, 6, corners, counts, 2));
    nav_path path = nav_test_find_path(f, nav_test_at(9, 5.25, 1),
                                       nav_test_at(9, 5.125, -1), plain);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_uint_eq(path.waypoint_count, 3);
    ck_assert_double_eq(path.waypoints[1].x, 0.1);
    ck_assert_double_eq(path.waypoints[1].y, 0.7);
    ck_assert_double_eq(path.heights[1], 0);
    double want = nav_vec2_distance((nav_vec2){9, 5.25}, (nav_vec2){0.1, 0.7}) +
                  nav_vec2_distance((nav_vec2){0.1, 0.7}, (nav_vec2){9, 5.125});
    ck_assert_double_eq_tol(path.length, want, 1e-12);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_left_and_right_are_the_walkers)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_path path = nav_test_find_path(f, nav_test_at(-1, 1, 0),
                                       nav_test_at(3, 1, 0), plain);
    ck_assert_uint_eq(path.portal_count, 1);
    ck_assert_double_eq(path.portals[0].left.y, 2);
    ck_assert_double_eq(path.portals[0].right.y, 0);
    // With y up the plan is (x, z), which the walker sees in a mirror.
    f.mesh->info.up = NAV_UP_Y;
    path = nav_test_find_path(f, nav_test_at(-1, 1, 0), nav_test_at(3, 1, 0),
                              plain);
    ck_assert_double_eq(path.portals[0].left.y, 0);
    ck_assert_double_eq(path.portals[0].right.y, 2);
    path = nav_test_find_path(f, nav_test_at(3, 1, 2.25), nav_test_at(-1, 1, 0),
                              plain);
    ck_assert_double_eq(path.portals[0].left.y, 2);
    nav_test_close_floors(f);
}
END_TEST

// Floors on both sides of the edge from (0, 0) to (0, 2): six in one ring.
static nav_test_floors open_book(void)
{
    nav_vec3 v[2 + 6 * 2] = {{0, 0, 0}, {0, 2, 0}};
    uint32_t corners[6 * 4];
    static const uint32_t counts[6] = {4, 4, 4, 4, 4, 4};
    for (uint32_t i = 0; i < 6; i++) {
        double x = i % 2 == 0 ? 4 : -4;
        uint32_t a = 2 + 2 * i;
        v[a] = (nav_vec3){x, 0, i};
        v[a + 1] = (nav_vec3){x, 2, i};
        uint32_t quad[4] = {0, a, a + 1, 1};
        if (i % 2 != 0) {
            quad[1] = 1;
            quad[2] = a + 1;
            quad[3] = a;
        }
        memcpy(corners + (size_t)4 * i, quad, sizeof quad);
    }
    return nav_test_wrap_floors(
        nav_test_make_floors(v, 14, corners, counts, 6));
}

START_TEST(test_every_floor_of_a_ring_leads_to_every_other)
{
    nav_test_floors f = open_book();
    nav_test_random random = {3};
    for (uint32_t i = 0; i < 36; i++) {
        uint32_t from = i / 6, to = i % 6;
        double x = (1 + nav_test_random_below(&random, 39)) / 10.0;
        double u = (1 + nav_test_random_below(&random, 39)) / 10.0;
        double y = nav_test_random_below(&random, 21) / 10.0;
        double w = nav_test_random_below(&random, 21) / 10.0;
        nav_point a = nav_test_at(from % 2 == 0 ? x : -x, y, from * x / 4);
        nav_point b = nav_test_at(to % 2 == 0 ? u : -u, w, to * u / 4);
        nav_path path = nav_test_find_path(
            f, a, b, (nav_path_options){.search = (nav_search)_i});
        ck_assert_uint_eq(path.start_polygon, from);
        ck_assert_uint_eq(path.end_polygon, to);
        ck_assert_uint_eq(path.portal_count, from != to);
        bool fold = from != to && from % 2 == to % 2;
        ck_assert_uint_eq(path.waypoint_count, fold ? 3 : 2);
        double across = from == to ? u - x : u + x;
        double length = sqrt(across * across + (w - y) * (w - y));
        ck_assert_double_eq_tol(path.length, length, 1e-12);
        ck_assert_int_eq(path.optimal, !fold || _i == (int)NAV_SEARCH_OPTIMAL);
    }
    nav_test_close_floors(f);
}
END_TEST

// Length in space from waypoint to waypoint.
static double length_in_space(const nav_path *path)
{
    double sum = 0;
    for (size_t i = 1; i < path->waypoint_count; i++) {
        double plan =
            nav_vec2_distance(path->waypoints[i - 1], path->waypoints[i]);
        double rise = path->heights[i] - path->heights[i - 1];
        sum += sqrt(plan * plan + rise * rise);
    }
    return sum;
}

START_TEST(test_lifted_grid_answers_as_the_flat_one)
{
    nav_test_random random = {(uint64_t)_i + 70};
    nav_mesh *grid = nav_test_make_grid(&random, 9, 9, 1);
    nav_test_floors high = nav_test_wrap_floors(nav_test_lift(grid, &random)),
                    flat = nav_test_wrap_floors(grid);
    double size = nav_test_grid_size(9);
    for (int round = 0; round < 300; round++) {
        nav_vec2 a = nav_test_random_point(grid, &random, size);
        nav_vec2 b = nav_test_random_point(grid, &random, size);
        nav_path_options options = {.search = (nav_search)(round % 3),
                                    .snap = round % 4};
        nav_path p, q;
        ck_assert_int_eq(nav_query_path(flat.query, a, b, &options, &p, NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_query_path(high.query, a, b, &options, &q, NULL),
                         NAV_OK);
        ck_assert_int_eq(p.status, q.status);
        ck_assert_double_eq(p.length, q.length);
        ck_assert_uint_eq(p.waypoint_count, q.waypoint_count);
        for (size_t i = 0; i < p.waypoint_count; i++) {
            ck_assert(nav_vec2_equal(p.waypoints[i], q.waypoints[i]));
        }
        double length3d = q.length3d;
        options.crossings = true;
        ck_assert_int_eq(nav_query_path(high.query, a, b, &options, &q, NULL),
                         NAV_OK);
        ck_assert_double_eq(q.length, p.length);
        ck_assert_double_eq(q.length3d, length3d);
        ck_assert_double_eq_tol(length_in_space(&q), length3d,
                                1e-9 * (1 + length3d));
        nav_ray r, s;
        ck_assert_int_eq(nav_query_raycast(flat.query, a, b, 0, &r, NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_query_raycast(high.query, a, b, 0, &s, NULL),
                         NAV_OK);
        ck_assert_int_eq(r.status, s.status);
        ck_assert_int_eq(r.clear, s.clear);
        ck_assert_uint_eq(r.end_polygon, s.end_polygon);
        ck_assert_double_eq(r.distance, s.distance);
    }
    nav_test_close_floors(high);
    nav_test_close_floors(flat);
}
END_TEST

static nav_status ask_all(nav_query *query)
{
    nav_path_options options = {.snap = 2, .crossings = true};
    nav_path path;
    nav_location location;
    nav_ray ray;
    nav_status status =
        nav_query_path_at(query, nav_test_at(2, 0.5, 1.5),
                          nav_test_at(2, 1.5, 0), &options, &path, NULL);
    if (status == NAV_OK) {
        status =
            nav_query_locate_at(query, nav_test_at(2, 9, 1), &location, NULL);
    }
    return status == NAV_OK
               ? nav_query_raycast_at(query, nav_test_at(2, 1, 3),
                                      (nav_vec2){9, 1}, 0, &ray, NULL)
               : status;
}

START_TEST(test_query_on_floors_survives_every_failed_allocation)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_status status = NAV_NOMEM;
    for (size_t fail_at = 0; status != NAV_OK; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_query *query = NULL;
        status = nav_query_new(f.mesh, &mem, &query);
        if (status == NAV_OK) {
            status = ask_all(query);
            state.fail_at = SIZE_MAX;
            ck_assert_int_eq(ask_all(query), NAV_OK);
            // Warm, it asks for nothing more.
            state.fail_at = 0;
            ck_assert_int_eq(ask_all(query), NAV_OK);
        }
        nav_query_free(query);
        ck_assert_uint_eq(state.bytes_out, 0);
        ck_assert(status == NAV_OK || status == NAV_NOMEM);
    }
    nav_test_close_floors(f);
}
END_TEST

static nav_status cross_a_level(const nav_allocator *mem, const void *mesh)
{
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_query *query = NULL;
    nav_path path;
    nav_status status = nav_query_new(mesh, mem, &query);
    if (status == NAV_OK) {
        status = nav_query_path_at(query, nav_test_at(1, 1, 5),
                                   nav_test_at(7, 1, 5), &options, &path, NULL);
    }
    if (status == NAV_OK) {
        ck_assert_uint_eq(path.waypoint_count, 2);
        ck_assert(path.heights[0] == 5 && path.heights[1] == 5);
        ck_assert(path.start_height == 5 && path.end_height == 5);
        ck_assert_double_eq(path.length3d, 6);
    }
    nav_query_free(query);
    return status;
}

START_TEST(test_level_floors_survive_failed_allocations)
{
    static const nav_vec3 v[] = {{0, 0, 5}, {4, 0, 5}, {4, 4, 5},
                                 {0, 4, 5}, {8, 0, 5}, {8, 4, 5}};
    static const uint32_t corners[] = {0, 1, 2, 3, 1, 4, 5, 2};
    static const uint32_t counts[] = {4, 4};
    nav_mesh *mesh = nav_test_make_floors(v, 6, corners, counts, 2);
    ck_assert_double_eq(nav_mesh_heights(mesh)[5], 5);
    ck_assert_uint_gt(nav_test_fail_allocations(cross_a_level, mesh), 5);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Rays
// ---------------------------------------------------------------------------

START_TEST(test_ray_goes_on_as_steeply_as_before)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_ray ray;
    nav_point front = nav_test_at(-1, 1, 0), stairs = nav_test_at(3, 1, 2.25);
    ck_assert_int_eq(
        nav_query_raycast_at(f.query, front, (nav_vec2){3, 1}, 0, &ray, NULL),
        NAV_OK);
    ck_assert(ray.clear);
    ck_assert_uint_eq(ray.end_polygon, 2);
    ck_assert_double_eq(ray.hit_height, 0);
    // Down the stairs and on; never back on to the floor below them.
    ck_assert_int_eq(
        nav_query_raycast_at(f.query, stairs, (nav_vec2){-9, 1}, 0, &ray, NULL),
        NAV_OK);
    ck_assert(!ray.clear);
    ck_assert_uint_eq(ray.start_polygon, 1);
    ck_assert_uint_eq(ray.end_polygon, 0);
    ck_assert_double_eq(ray.hit.x, -2);
    ck_assert_double_eq(ray.distance, 5);
    ck_assert_int_eq(nav_query_raycast(f.query, (nav_vec2){2, 1},
                                       (nav_vec2){3, 1}, 0, &ray, NULL),
                     NAV_OK);
    ck_assert_int_eq(ray.status, NAV_PATH_AMBIGUOUS_FLOOR);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_ray_ends_at_a_fold)
{
    nav_test_random random = {7};
    double cut[STOREYS * STRIPS + 1];
    nav_test_floors f = nav_test_wrap_floors(make_zigzag(&random, cut));
    nav_ray ray;
    nav_point p = on_zigzag(cut, 12, 1);
    nav_vec2 beyond = on_zigzag(cut, 7, 1).plan;
    // Storey 1 runs back from the end of storey 0, over it.
    ck_assert_int_eq(nav_query_raycast_at(f.query, p, beyond, 0, &ray, NULL),
                     NAV_OK);
    ck_assert(ray.clear);
    ck_assert_int_eq(
        nav_query_raycast_at(f.query, p, (nav_vec2){100, 137}, 0, &ray, NULL),
        NAV_OK);
    ck_assert(!ray.clear);
    ck_assert_double_eq_tol(ray.hit_height, 4, 1e-9);
    nav_test_close_floors(f);
}
END_TEST

Suite *nav_test_trail(void)
{
    Suite *suite = suite_create("trail");
    TCase *paths = tcase_create("paths");
    tcase_add_loop_test(paths, test_stairs_lead_up_below_and_back, 0, 3);
    tcase_add_loop_test(
        paths, test_way_under_the_stairs_touches_their_first_edge, 0, 3);
    tcase_add_test(paths, test_way_along_a_fold_does_not_turn);
    tcase_add_test(paths,
                   test_same_place_on_two_floors_is_a_way_there_and_back);
    tcase_add_test(paths,
                   test_creases_add_to_the_length_and_are_told_on_demand);
    tcase_add_test(paths, test_portals_of_one_plane_are_no_crossings);
    tcase_add_test(paths, test_bent_polygon_has_the_heights_of_its_fan);
    tcase_add_test(paths, test_sliver_without_computed_area_is_level);
    tcase_add_test(paths, test_step_adds_its_rise);
    tcase_add_test(paths, test_left_and_right_are_the_walkers);
    suite_add_tcase(suite, paths);
    TCase *folds = tcase_create("folds");
    tcase_add_loop_test(folds, test_zigzag_is_as_long_as_its_unfolded_line, 0,
                        10);
    tcase_add_test(folds,
                   test_way_around_the_end_of_a_fold_keeps_the_corners_bits);
    suite_add_tcase(suite, folds);
    tcase_add_loop_test(folds, test_every_floor_of_a_ring_leads_to_every_other,
                        0, 2);
    tcase_add_loop_test(folds, test_lifted_grid_answers_as_the_flat_one, 0, 8);
    tcase_add_test(folds,
                   test_query_on_floors_survives_every_failed_allocation);
    tcase_add_test(folds, test_level_floors_survive_failed_allocations);
    TCase *rays = tcase_create("rays");
    tcase_add_test(rays, test_ray_goes_on_as_steeply_as_before);
    tcase_add_test(rays, test_ray_ends_at_a_fold);
    suite_add_tcase(suite, rays);
    return suite;
}
