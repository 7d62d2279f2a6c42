// test_query.c - paths, locations and rays through the public header.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

// A square with a square hole in the middle.
static const char ring_map[] =
    "[[[0,0],[12,0],[12,12],[0,12]],[[4,4],[8,4],[8,8],[4,8]]]";

// Two squares apart, and one that touches the first in the corner (4, 4).
static const char island_map[] =
    "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
    "{\"outer\":[[20,0],[24,0],[24,4],[20,4]]},"
    "{\"outer\":[[4,4],[8,4],[8,8],[4,8]]}]}";

// A mesh with its query.
typedef struct fixture {
    nav_mesh *mesh;
    nav_query *query;
} fixture;

static fixture wrap(nav_mesh *mesh)
{
    fixture f = {mesh, NULL};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &f.query), NAV_OK);
    return f;
}

static fixture open_map(const char *json)
{
    return wrap(nav_test_bake_json(json));
}

static void close_map(fixture f)
{
    nav_query_free(f.query);
    nav_mesh_free(f.mesh);
}

static nav_path find(fixture f, nav_vec2 a, nav_vec2 b,
                     nav_path_options options)
{
    nav_path path;
    ck_assert_int_eq(nav_query_path(f.query, a, b, &options, &path, NULL),
                     NAV_OK);
    return path;
}

static bool is_clear(fixture f, nav_vec2 a, nav_vec2 b)
{
    nav_ray ray;
    ck_assert_int_eq(nav_query_raycast(f.query, a, b, 0, &ray, NULL), NAV_OK);
    return ray.status == NAV_PATH_OK && ray.clear;
}

// ---------------------------------------------------------------------------
// What every path must be
// ---------------------------------------------------------------------------

static void check_portals(fixture f, const nav_path *path)
{
    nav_poly_id at = path->start_polygon;
    for (size_t i = 0; i < path->portal_count; i++) {
        const nav_portal *p = &path->portals[i];
        ck_assert_uint_eq(p->from, at);
        at = p->to;
        bool found = false;
        for (uint32_t e = f.mesh->first[p->from];
             e < f.mesh->first[p->from + 1]; e++) {
            found = found ||
                    (f.mesh->neighbour[e] == p->to &&
                     nav_vec2_equal(nav_mesh_edge_end(f.mesh, e), p->left) &&
                     nav_vec2_equal(nav_mesh_edge_start(f.mesh, e), p->right));
        }
        ck_assert(found);
    }
    ck_assert_uint_eq(path->end_polygon, at);
}

// The arrays are copied, since the rays that are cast use the query again.
static void check_waypoints(fixture f, const nav_path *path)
{
    enum { MOST = 256 };
    nav_vec2 w[MOST];
    size_t count = path->waypoint_count;
    ck_assert_uint_ge(count, 1);
    ck_assert_uint_le(count, MOST);
    memcpy(w, path->waypoints, count * sizeof *w);
    ck_assert(nav_vec2_equal(w[0], path->start));
    ck_assert(nav_vec2_equal(w[count - 1], path->end));
    double length = 0;
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            ck_assert(!nav_vec2_equal(w[k], w[i]));
        }
        ck_assert(is_clear(f, w[i - 1], w[i]));
        ck_assert(is_clear(f, w[i], w[i - 1]));
        length += nav_vec2_distance(w[i - 1], w[i]);
    }
    ck_assert_double_eq(path->length, length);
    ck_assert_double_ge(length * (1 + 1e-12),
                        nav_vec2_distance(path->start, path->end));
    // An exact search proves it of every path, the others of straight ones.
    ck_assert(path->optimal || count > 2);
}

static void check_path(fixture f, const nav_path *path)
{
    if (path->status == NAV_PATH_OK) {
        check_portals(f, path);
        check_waypoints(f, path);
        return;
    }
    ck_assert_uint_eq(path->waypoint_count, 0);
    ck_assert_uint_eq(path->portal_count, 0);
    ck_assert_uint_eq(path->expanded, 0);
    ck_assert_double_eq(path->length, 0);
    ck_assert(!path->optimal);
}

// ---------------------------------------------------------------------------
// Named cases
// ---------------------------------------------------------------------------

static const nav_path_options plain = {.search = NAV_SEARCH_MIDPOINT};

START_TEST(test_ends_in_one_polygon_give_the_straight_segment)
{
    fixture f = open_map("[[[0,0],[12,0],[12,12],[0,12]]]");
    nav_path path = find(f, (nav_vec2){1, 1}, (nav_vec2){11, 9}, plain);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_uint_eq(path.waypoint_count, 2);
    ck_assert_uint_eq(path.portal_count, 0);
    ck_assert_uint_eq(path.expanded, 0);
    ck_assert_uint_eq(path.start_polygon, path.end_polygon);
    ck_assert(path.optimal);
    ck_assert_double_eq(path.length, sqrt(164));
    close_map(f);
}
END_TEST

START_TEST(test_start_equal_to_end_gives_one_waypoint)
{
    fixture f = open_map(ring_map);
    nav_path path = find(f, (nav_vec2){4, 4}, (nav_vec2){4, 4}, plain);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_uint_eq(path.waypoint_count, 1);
    ck_assert_double_eq(path.length, 0);
    ck_assert(path.optimal);
    close_map(f);
}
END_TEST

START_TEST(test_path_around_a_hole_turns_at_its_corner)
{
    fixture f = open_map(ring_map);
    nav_path path = find(f, (nav_vec2){2, 7}, (nav_vec2){7, 2}, plain);
    ck_assert_uint_eq(path.waypoint_count, 3);
    ck_assert_double_eq(path.waypoints[1].x, 4);
    ck_assert_double_eq(path.waypoints[1].y, 4);
    ck_assert_double_eq_tol(path.length, 2 * sqrt(13), 1e-12);
    ck_assert(!path.optimal);
    check_path(f, &path);
    close_map(f);
}
END_TEST

START_TEST(test_ends_on_edges_and_corners_have_paths)
{
    fixture f = open_map(ring_map);
    // Edges and corners of outer ring and hole, and points inside.
    static const nav_vec2 p[] = {{0, 0},  {12, 12}, {6, 0},  {0, 5}, {4, 4},
                                 {8, 4},  {8, 8},   {4, 8},  {6, 4}, {8, 5},
                                 {12, 3}, {2, 2},   {10, 10}};
    size_t count = sizeof p / sizeof *p;
    for (size_t i = 0; i < count * count * 2; i++) {
        nav_path_options options = {.search = (nav_search)(i % 3)};
        nav_path path = find(f, p[i / 2 / count], p[i / 2 % count], options);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        check_path(f, &path);
    }
    close_map(f);
}
END_TEST

START_TEST(test_path_between_corners_of_a_hole_follows_its_edge)
{
    fixture f = open_map(ring_map);
    nav_path path = find(f, (nav_vec2){4, 4}, (nav_vec2){8, 4}, plain);
    ck_assert_double_eq(path.length, 4);
    ck_assert_uint_eq(path.waypoint_count, 2);
    close_map(f);
}
END_TEST

START_TEST(test_different_islands_are_told_without_a_search)
{
    fixture f = open_map(island_map);
    nav_path path = find(f, (nav_vec2){1, 1}, (nav_vec2){21, 1}, plain);
    ck_assert_int_eq(path.status, NAV_PATH_UNREACHABLE);
    ck_assert_uint_ne(path.start_polygon, NAV_NONE);
    ck_assert_uint_ne(path.end_polygon, NAV_NONE);
    check_path(f, &path);
    path = find(f, (nav_vec2){1, 1}, (nav_vec2){7, 7}, plain);
    ck_assert_int_eq(path.status, NAV_PATH_UNREACHABLE);
    close_map(f);
}
END_TEST

START_TEST(test_pinch_point_reaches_both_islands)
{
    fixture f = open_map(island_map);
    nav_vec2 pinch = {4, 4}, ends[] = {{1, 1}, {7, 7}};
    for (int i = 0; i < 2; i++) {
        nav_path path = find(f, pinch, ends[i], plain);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        check_path(f, &path);
        path = find(f, ends[i], pinch, plain);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        check_path(f, &path);
    }
    close_map(f);
}
END_TEST

START_TEST(test_left_and_right_are_those_of_the_walker)
{
    // Two squares side by side; the walker goes to the right.
    nav_vec2 v[] = {{0, 0}, {4, 0}, {8, 0}, {0, 4}, {4, 4}, {8, 4}};
    fixture f = wrap(nav_test_make_mesh(
        v, 6, (uint32_t[]){0, 1, 4, 3, 1, 2, 5, 4}, (uint32_t[]){4, 4}, 2));
    nav_path path = find(f, (nav_vec2){1, 1}, (nav_vec2){7, 3}, plain);
    ck_assert_uint_eq(path.portal_count, 1);
    ck_assert_uint_eq(path.portals[0].from, 0);
    ck_assert_uint_eq(path.portals[0].to, 1);
    ck_assert_double_eq(path.portals[0].left.y, 4);
    ck_assert_double_eq(path.portals[0].right.y, 0);
    ck_assert(path.optimal);
    close_map(f);
}
END_TEST

START_TEST(test_end_off_the_mesh_is_an_answer)
{
    fixture f = open_map(ring_map);
    nav_vec2 on = {1, 1}, off = {6, 6};
    nav_path path = find(f, off, on, plain);
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    ck_assert_uint_eq(path.start_polygon, NAV_NONE);
    check_path(f, &path);
    path = find(f, on, off, plain);
    ck_assert_int_eq(path.status, NAV_PATH_END_OFF_MESH);
    ck_assert_uint_eq(path.end_polygon, NAV_NONE);
    ck_assert_uint_ne(path.start_polygon, NAV_NONE);
    check_path(f, &path);
    path = find(f, off, off, plain);
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    close_map(f);
}
END_TEST

START_TEST(test_snap_moves_an_end_to_the_nearest_walkable_point)
{
    fixture f = open_map(ring_map);
    nav_vec2 on = {1, 1}, off = {5, 6};
    nav_path_options too_short = {.snap = 0.99};
    nav_path_options enough = {.snap = 1};
    nav_path path = find(f, off, on, too_short);
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    path = find(f, off, on, enough);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_double_eq(path.snap_start, 1);
    ck_assert_double_eq(path.start.x, 4);
    ck_assert_double_eq(path.start.y, 6);
    ck_assert_double_eq(path.snap_end, 0);
    check_path(f, &path);
    nav_path_options any = {.snap = HUGE_VAL};
    path = find(f, on, (nav_vec2){1e100, 1e100}, any);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    check_path(f, &path);
    close_map(f);
}
END_TEST

START_TEST(test_illegal_coordinates_are_refused_and_results_left_alone)
{
    fixture f = open_map(ring_map);
    static const double bad[] = {1e101, -1e300, 1e-101, -5e-324};
    for (size_t i = 0; i < sizeof bad / sizeof *bad + 2; i++) {
        double x = i < 4 ? bad[i] : i == 4 ? HUGE_VAL : nan("");
        nav_vec2 p = {x, 1}, q = {1, 1};
        nav_path path = {.length = 42};
        nav_location location = {.distance = 42};
        nav_ray ray = {.distance = 42};
        nav_error error = {0};
        ck_assert_int_eq(nav_query_path(f.query, q, p, &plain, &path, &error),
                         NAV_RANGE);
        ck_assert_int_eq(error.status, NAV_RANGE);
        ck_assert_int_eq(nav_query_path(f.query, p, q, &plain, &path, NULL),
                         NAV_RANGE);
        ck_assert_int_eq(nav_query_locate(f.query, p, &location, &error),
                         NAV_RANGE);
        ck_assert_int_eq(nav_query_raycast(f.query, p, q, 0, &ray, &error),
                         NAV_RANGE);
        ck_assert_int_eq(nav_query_raycast(f.query, q, p, 0, &ray, &error),
                         NAV_RANGE);
        const nav_point at = {q, NAV_FLOOR_NEAREST, 0};
        const nav_point high = {q, NAV_FLOOR_NEAREST, x};
        ck_assert_int_eq(
            nav_query_path_at(f.query, at, high, &plain, &path, &error),
            NAV_RANGE);
        ck_assert_int_eq(nav_query_raycast_at(f.query, high, q, 0, &ray, NULL),
                         NAV_RANGE);
        ck_assert_double_eq(path.length, 42);
        ck_assert_double_eq(location.distance, 42);
        ck_assert_double_eq(ray.distance, 42);
    }
    close_map(f);
}
END_TEST

START_TEST(test_negative_zero_is_read_as_zero)
{
    fixture f = open_map(ring_map);
    nav_path path = find(f, (nav_vec2){-0.0, 1}, (nav_vec2){1, -0.0}, plain);
    ck_assert(!signbit(path.waypoints[0].x));
    ck_assert(!signbit(path.waypoints[1].y));
    close_map(f);
}
END_TEST

START_TEST(test_locate_gives_polygon_nearest_point_and_distance)
{
    fixture f = open_map(ring_map);
    nav_location at;
    ck_assert_int_eq(nav_query_locate(f.query, (nav_vec2){4, 4}, &at, NULL),
                     NAV_OK);
    ck_assert_double_eq(at.distance, 0);
    ck_assert_uint_ne(at.polygon, NAV_NONE);
    ck_assert_int_eq(nav_query_locate(f.query, (nav_vec2){15, 16}, &at, NULL),
                     NAV_OK);
    ck_assert_double_eq(at.distance, 5);
    ck_assert_double_eq(at.point.x, 12);
    ck_assert_double_eq(at.point.y, 12);
    close_map(f);
}
END_TEST

START_TEST(test_ray_tells_where_it_is_stopped)
{
    fixture f = open_map(ring_map);
    nav_ray ray;
    nav_vec2 a = {1, 6}, b = {11, 6}, off = {5, 6};
    ck_assert_int_eq(nav_query_raycast(f.query, a, b, 0, &ray, NULL), NAV_OK);
    ck_assert_int_eq(ray.status, NAV_PATH_OK);
    ck_assert(!ray.clear);
    ck_assert_double_eq(ray.hit.x, 4);
    ck_assert_double_eq(ray.distance, 3);
    ck_assert_int_eq(nav_query_raycast(f.query, off, b, 0, &ray, NULL), NAV_OK);
    ck_assert_int_eq(ray.status, NAV_PATH_START_OFF_MESH);
    ck_assert(!ray.clear);
    ck_assert_int_eq(nav_query_raycast(f.query, off, a, 1, &ray, NULL), NAV_OK);
    ck_assert_int_eq(ray.status, NAV_PATH_OK);
    ck_assert(ray.clear);
    ck_assert_double_eq(ray.distance, 3);
    close_map(f);
}
END_TEST

START_TEST(test_every_status_has_its_name)
{
    ck_assert_str_eq(nav_path_status_name(NAV_PATH_OK), "ok");
    ck_assert_str_eq(nav_path_status_name(NAV_PATH_UNREACHABLE), "unreachable");
    ck_assert_str_eq(nav_path_status_name(NAV_PATH_START_OFF_MESH),
                     "start_off_mesh");
    ck_assert_str_eq(nav_path_status_name(NAV_PATH_END_OFF_MESH),
                     "end_off_mesh");
    ck_assert_str_eq(nav_path_status_name((nav_path_status)99), "unknown");
}
END_TEST

// ---------------------------------------------------------------------------
// Properties
// ---------------------------------------------------------------------------

START_TEST(test_every_path_on_a_grid_stays_on_the_mesh)
{
    nav_test_random random = {(uint64_t)_i + 500};
    uint32_t width = 2 + nav_test_random_below(&random, 12);
    fixture f =
        wrap(nav_test_make_grid(&random, width, width, (uint32_t)_i % 2));
    double size = nav_test_grid_size(width);
    for (int round = 0; round < 200; round++) {
        nav_vec2 a = nav_test_random_point(f.mesh, &random, size);
        nav_vec2 b = nav_test_random_point(f.mesh, &random, size);
        nav_path_options options = {.search = (nav_search)(round % 3),
                                    .snap = 3};
        nav_path path = find(f, a, b, options);
        check_path(f, &path);
        nav_path_status status = path.status;
        path = find(f, b, a, options);
        ck_assert_int_eq(status == NAV_PATH_OK, path.status == NAV_PATH_OK);
    }
    close_map(f);
}
END_TEST

// A square with triangular holes anywhere, which may overlap each other.
static void write_random_map(char *json, size_t size, nav_test_random *random)
{
    size_t used =
        (size_t)snprintf(json, size, "[[[0,0],[1000,0],[1000,1000],[0,1000]]");
    int holes = 5 + (int)nav_test_random_below(random, 25);
    for (int i = 0; i < holes; i++) {
        unsigned x = nav_test_random_below(random, 900);
        unsigned y = nav_test_random_below(random, 900);
        unsigned c[6];
        for (int k = 0; k < 6; k++) {
            c[k] = (k % 2 ? y : x) + nav_test_random_below(random, 200);
        }
        used += (size_t)snprintf(json + used, size - used,
                                 ",[[%u,%u],[%u,%u],[%u,%u]]", c[0], c[1], c[2],
                                 c[3], c[4], c[5]);
    }
    (void)snprintf(json + used, size - used, "]");
}

START_TEST(test_every_path_on_a_baked_map_stays_on_the_mesh)
{
    nav_test_random random = {(uint64_t)_i + 900};
    char json[4096];
    write_random_map(json, sizeof json, &random);
    fixture f = open_map(json);
    for (int round = 0; round < 100; round++) {
        nav_vec2 a = nav_test_random_point(f.mesh, &random, 1000);
        nav_vec2 b = nav_test_random_point(f.mesh, &random, 1000);
        nav_path_options options = {.search = (nav_search)(round % 3),
                                    .snap = round % 4 < 2 ? HUGE_VAL : 10};
        nav_path path = find(f, a, b, options);
        check_path(f, &path);
        nav_location at;
        ck_assert_int_eq(nav_query_locate(f.query, a, &at, NULL), NAV_OK);
        ck_assert_int_eq(nav_query_locate(f.query, at.point, &at, NULL),
                         NAV_OK);
        ck_assert_double_eq(at.distance, 0);
    }
    close_map(f);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

// One query of each kind; the first failure ends it.
static nav_status ask_everything(nav_query *query)
{
    nav_path path;
    nav_ray ray;
    nav_location location;
    nav_vec2 a = {2, 7}, b = {10, 5}, off = {5, 6};
    nav_status status = NAV_OK;
    for (int i = 0; i < 3 && status == NAV_OK; i++) {
        nav_path_options options = {.search = (nav_search)i, .snap = 2};
        status = nav_query_path(query, a, b, &options, &path, NULL);
        if (status == NAV_OK) {
            ck_assert_int_eq(path.status, NAV_PATH_OK);
            ck_assert_uint_gt(path.portal_count, 0);
        }
    }
    if (status == NAV_OK) {
        status = nav_query_raycast(query, off, b, 1, &ray, NULL);
    }
    return status == NAV_OK ? nav_query_locate(query, off, &location, NULL)
                            : status;
}

START_TEST(test_query_survives_every_failed_allocation)
{
    nav_mesh *mesh = nav_test_bake_json(ring_map);
    for (size_t fail_at = 0;; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_query *query = NULL;
        nav_status status = nav_query_new(mesh, &mem, &query);
        if (status == NAV_OK) {
            status = ask_everything(query);
            // A query that has failed once works when there is memory again.
            state.fail_at = SIZE_MAX;
            ck_assert_int_eq(ask_everything(query), NAV_OK);
        } else {
            ck_assert_ptr_null(query);
        }
        nav_query_free(query);
        ck_assert_uint_eq(state.bytes_out, 0);
        if (status == NAV_OK) {
            ck_assert_uint_gt(fail_at, 8);
            break;
        }
        ck_assert_int_eq(status, NAV_NOMEM);
    }
    nav_mesh_free(mesh);
}
END_TEST

static nav_status cast_a_ray(const nav_allocator *mem, const void *mesh)
{
    nav_query *query = NULL;
    nav_ray ray;
    nav_status status = nav_query_new(mesh, mem, &query);
    if (status == NAV_OK) {
        status = nav_query_raycast(query, (nav_vec2){5, 6}, (nav_vec2){10, 5},
                                   1, &ray, NULL);
    }
    nav_query_free(query);
    return status;
}

START_TEST(test_a_ray_before_all_else_survives_failed_allocations)
{
    nav_mesh *mesh = nav_test_bake_json(ring_map);
    ck_assert_uint_gt(nav_test_fail_allocations(cast_a_ray, mesh), 3);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_warm_query_allocates_nothing)
{
    nav_mesh *mesh = nav_test_bake_json(ring_map);
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, &mem, &query), NAV_OK);
    ck_assert_int_eq(ask_everything(query), NAV_OK);
    state.fail_at = 0;
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(ask_everything(query), NAV_OK);
    }
    nav_query_free(query);
    nav_query_free(NULL);
    ck_assert_uint_eq(state.bytes_out, 0);
    nav_mesh_free(mesh);
}
END_TEST

static TCase *make_path_cases(void)
{
    TCase *cases = tcase_create("paths");
    tcase_add_test(cases, test_ends_in_one_polygon_give_the_straight_segment);
    tcase_add_test(cases, test_start_equal_to_end_gives_one_waypoint);
    tcase_add_test(cases, test_path_around_a_hole_turns_at_its_corner);
    tcase_add_test(cases, test_ends_on_edges_and_corners_have_paths);
    tcase_add_test(cases, test_path_between_corners_of_a_hole_follows_its_edge);
    tcase_add_test(cases, test_different_islands_are_told_without_a_search);
    tcase_add_test(cases, test_pinch_point_reaches_both_islands);
    tcase_add_test(cases, test_left_and_right_are_those_of_the_walker);
    tcase_add_test(cases, test_end_off_the_mesh_is_an_answer);
    tcase_add_test(cases, test_snap_moves_an_end_to_the_nearest_walkable_point);
    return cases;
}

Suite *nav_test_query(void)
{
    Suite *suite = suite_create("query");
    suite_add_tcase(suite, make_path_cases());
    TCase *cases = tcase_create("query");
    tcase_add_test(cases,
                   test_illegal_coordinates_are_refused_and_results_left_alone);
    tcase_add_test(cases, test_negative_zero_is_read_as_zero);
    tcase_add_test(cases, test_locate_gives_polygon_nearest_point_and_distance);
    tcase_add_test(cases, test_ray_tells_where_it_is_stopped);
    tcase_add_test(cases, test_every_status_has_its_name);
    tcase_add_loop_test(cases, test_every_path_on_a_grid_stays_on_the_mesh, 0,
                        24);
    tcase_add_loop_test(cases, test_every_path_on_a_baked_map_stays_on_the_mesh,
                        0, 24);
    tcase_add_test(cases, test_query_survives_every_failed_allocation);
    tcase_add_test(cases,
                   test_a_ray_before_all_else_survives_failed_allocations);
    tcase_add_test(cases, test_warm_query_allocates_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}
