// test_locate.c - point location, against a scan of all polygons.
#include "mesh/locate.h"

#include <check.h>
#include <math.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

static nav_locate make_index(const nav_mesh *mesh)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_locate locate;
    ck_assert_int_eq(nav_locate_init(&locate, mesh, &mem), NAV_OK);
    return locate;
}

// The list must be what a scan in integers finds.
static void check_list(const nav_mesh *mesh, const nav_poly_list *list,
                       nav_vec2 p)
{
    size_t found = 0;
    for (nav_poly_id i = 0; i < mesh->info.polygons; i++) {
        if (nav_test_holds(mesh, i, p)) {
            ck_assert_uint_lt(found, list->count);
            ck_assert_uint_eq(list->item[found], i);
            found++;
        }
    }
    ck_assert_uint_eq(list->count, found);
}

START_TEST(test_location_equals_a_scan_of_all_polygons)
{
    nav_test_random random = {(uint64_t)_i + 11};
    uint32_t width = 1 + nav_test_random_below(&random, 14);
    uint32_t height = 1 + nav_test_random_below(&random, 14);
    nav_mesh *mesh =
        nav_test_make_grid(&random, width, height, (uint32_t)_i % 2);
    nav_locate locate = make_index(mesh);
    nav_poly_list list = {0};
    for (int round = 0; round < 300; round++) {
        nav_vec2 p =
            nav_test_random_point(mesh, &random, nav_test_grid_size(width));
        ck_assert_int_eq(nav_locate_all(&locate, p, &list), NAV_OK);
        check_list(mesh, &list, p);
        ck_assert_uint_eq(nav_locate_first(&locate, p),
                          list.count > 0 ? list.item[0] : NAV_NONE);
    }
    nav_locate_free_list(&locate, &list);
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_corner_may_be_in_very_many_polygons)
{
    enum { RIM = 4000 };
    static nav_vec2 v[RIM + 1];
    static uint32_t corners[3 * (RIM - 1)], counts[RIM - 1];
    for (uint32_t i = 0; i < RIM; i++) {
        // A parabola, seen from far above.
        double x = (double)i - RIM / 2;
        v[i + 1] = (nav_vec2){x, x * x};
    }
    v[0] = (nav_vec2){0, 1e9};
    for (uint32_t i = 0; i + 1 < RIM; i++) {
        counts[i] = 3;
        corners[3 * i] = 0;
        corners[3 * i + 1] = i + 1;
        corners[3 * i + 2] = i + 2;
    }
    nav_mesh *mesh = nav_test_make_mesh(v, RIM + 1, corners, counts, RIM - 1);
    nav_locate locate = make_index(mesh);
    nav_poly_list list = {0};
    ck_assert_int_eq(nav_locate_all(&locate, v[0], &list), NAV_OK);
    ck_assert_uint_eq(list.count, RIM - 1);
    nav_locate_free_list(&locate, &list);
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

// Distance of p from the segment a, b.
static double segment_distance(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 d = nav_vec2_sub(b, a), q = nav_vec2_sub(p, a);
    double t = nav_vec2_dot(q, d) / nav_vec2_dot(d, d);
    if (t <= 0) {
        return nav_vec2_distance(p, a);
    }
    if (t >= 1) {
        return nav_vec2_distance(p, b);
    }
    return fabs(nav_vec2_cross(d, q)) / sqrt(nav_vec2_dot(d, d));
}

static double brute_distance(const nav_mesh *mesh, nav_vec2 p)
{
    double best = HUGE_VAL;
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        best = fmin(best, segment_distance(nav_mesh_edge_start(mesh, e),
                                           nav_mesh_edge_end(mesh, e), p));
    }
    return best;
}

// Moves and turns a mesh so that its corners are no round numbers.
static void roughen(nav_mesh *mesh, nav_vec2 shift, double scale)
{
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        nav_vec2 p = mesh->vertex[v];
        mesh->vertex[v].x = (p.x * 0.8 - p.y * 0.6) * scale + shift.x;
        mesh->vertex[v].y = (p.x * 0.6 + p.y * 0.8) * scale + shift.y;
    }
}

START_TEST(test_nearest_point_is_on_the_mesh_and_no_other_is_nearer)
{
    static const struct {
        nav_vec2 shift;
        double scale;
    } variant[] = {
        {{0, 0}, 1},        {{-30.1, -40.7}, 1}, {{1e6, -3e5}, 0.37},
        {{1e-3, 1e9}, 1},   {{0, 0}, 1.7e-30},   {{-7e40, 3}, 1.3e40},
        {{0.1, 0.1}, 1e-7}, {{0, 0}, 1e-90},     {{1e-20, 7e20}, 1e20}};
    nav_test_random random = {(uint64_t)_i + 77};
    size_t kind = (size_t)_i % (sizeof variant / sizeof *variant);
    nav_mesh *mesh = nav_test_make_grid(&random, 7, 7, 1);
    roughen(mesh, variant[kind].shift, variant[kind].scale);
    nav_locate locate = make_index(mesh);
    double unit = variant[kind].scale;
    nav_vec2 shift = variant[kind].shift;
    double size = fabs(shift.x) + fabs(shift.y) + 200 * unit;
    for (int round = 0; round < 300; round++) {
        nav_vec2 p = {(nav_test_random_unit(&random) * 240 - 120) * unit,
                      (nav_test_random_unit(&random) * 240 - 60) * unit};
        p = (nav_vec2){p.x + shift.x, p.y + shift.y};
        if (nav_locate_first(&locate, p) != NAV_NONE) {
            continue;
        }
        nav_vec2 q;
        ck_assert(nav_locate_nearest(&locate, p, &q));
        ck_assert_uint_ne(nav_locate_first(&locate, q), NAV_NONE);
        double distance = nav_vec2_distance(p, q);
        ck_assert_double_le(fabs(distance - brute_distance(mesh, p)),
                            16 * DBL_EPSILON * size);
    }
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_nearest_point_of_a_sliver_is_on_it)
{
    // No double but the ends lies on the long sides.
    nav_vec2 v[] = {{0, 0}, {1, 0.1}, {0.7, nextafter(0.07, 1)}};
    nav_mesh *mesh =
        nav_test_make_mesh(v, 3, (uint32_t[]){0, 1, 2}, (uint32_t[]){3}, 1);
    nav_locate locate = make_index(mesh);
    for (int i = 0; i < 20; i++) {
        nav_vec2 p = {0.05 * i, 1};
        nav_vec2 q;
        ck_assert(nav_locate_nearest(&locate, p, &q));
        ck_assert_uint_eq(nav_locate_first(&locate, q), 0);
    }
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_nearest_point_from_far_away_is_found)
{
    nav_test_random random = {5};
    nav_mesh *mesh = nav_test_make_grid(&random, 5, 5, 1);
    nav_locate locate = make_index(mesh);
    static const nav_vec2 far[] = {
        {1e100, 1e100}, {-1e100, 3}, {1e17, -1e17}, {20, 1e50}};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        nav_vec2 q;
        ck_assert(nav_locate_nearest(&locate, far[i], &q));
        ck_assert_uint_ne(nav_locate_first(&locate, q), NAV_NONE);
    }
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

// Corners of what stands in for the polygons under an obstacle are rounded, and
// may lie beyond the polygon that they lie on the edge of.
START_TEST(test_corners_around_obstacles_are_on_the_mesh)
{
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[7,1],[5.5,6],[0.3,4.7]]]");
    nav_test_random random = {(uint64_t)_i + 3};
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    for (int i = 0; i < 4; i++) {
        nav_vec2 center = {7 * nav_test_random_unit(&random),
                           6 * nav_test_random_unit(&random)};
        nav_obstacle_spec circle = {
            .kind = NAV_OBSTACLE_CIRCLE, .center = center, .radius = 1.1};
        ck_assert_int_eq(nav_obstacles_add(set, &circle, NULL, NULL), NAV_OK);
    }
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    nav_locate locate = make_index(mesh);
    ck_assert_uint_gt(mesh->info.closed, 0);
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        for (uint32_t e = mesh->first[p];
             !nav_mesh_is_closed(mesh, p) && e < mesh->first[p + 1]; e++) {
            nav_vec2 corner = nav_mesh_edge_start(mesh, e);
            NAV_TEST_CHECK(nav_locate_first(&locate, corner) <= p);
        }
    }
    nav_locate_fini(&locate);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_index_survives_every_failed_allocation)
{
    nav_test_random random = {9};
    nav_mesh *mesh = nav_test_make_grid(&random, 4, 4, 0);
    nav_vec2 p = nav_mesh_edge_start(mesh, 0);
    for (size_t fail_at = 0;; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_locate locate;
        nav_poly_list list = {0};
        nav_status status = nav_locate_init(&locate, mesh, &mem);
        if (status == NAV_OK) {
            status = nav_locate_all(&locate, p, &list);
            nav_locate_free_list(&locate, &list);
            nav_locate_fini(&locate);
        }
        ck_assert_uint_eq(state.bytes_out, 0);
        if (status == NAV_OK) {
            ck_assert_uint_ge(fail_at, 2);
            break;
        }
        ck_assert_int_eq(status, NAV_NOMEM);
    }
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_locate(void)
{
    Suite *suite = suite_create("locate");
    TCase *cases = tcase_create("locate");
    tcase_add_loop_test(cases, test_location_equals_a_scan_of_all_polygons, 0,
                        24);
    tcase_add_test(cases, test_a_corner_may_be_in_very_many_polygons);
    tcase_add_loop_test(
        cases, test_nearest_point_is_on_the_mesh_and_no_other_is_nearer, 0, 27);
    tcase_add_test(cases, test_nearest_point_of_a_sliver_is_on_it);
    tcase_add_test(cases, test_nearest_point_from_far_away_is_found);
    tcase_add_loop_test(cases, test_corners_around_obstacles_are_on_the_mesh, 0,
                        20);
    tcase_add_test(cases, test_index_survives_every_failed_allocation);
    suite_add_tcase(suite, cases);
    return suite;
}
