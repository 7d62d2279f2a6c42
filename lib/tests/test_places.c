// test_places.c - which of the floors over each other a point is on.
//
// Through the public header, on meshes made by hand.
#include <check.h>
#include <math.h>

#include "base/vec.h"
#include "floor_support.h"
#include "mesh/surface.h"
#include "mesh_support.h"
#include "suites.h"

static const nav_path_options plain = {.snap = 0};

START_TEST(test_point_on_a_step_is_on_one_floor)
{
    nav_test_floors f = nav_test_open_step();
    nav_location l;
    ck_assert_int_eq(nav_query_locate(f.query, (nav_vec2){1, 0.5}, &l, NULL),
                     NAV_OK);
    ck_assert(!l.ambiguous);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_point_without_height_on_two_floors_is_ambiguous)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_point p = {.plan = {2, 1}};
    nav_point q = nav_test_at(-1, 1, 0);
    nav_path path = nav_test_find_path(f, p, q, plain);
    ck_assert_int_eq(path.status, NAV_PATH_AMBIGUOUS_FLOOR);
    ck_assert_str_eq(nav_path_status_name(path.status), "ambiguous_floor");
    ck_assert_uint_eq(path.waypoint_count, 0);
    path = nav_test_find_path(f, q, p, plain);
    ck_assert_int_eq(path.status, NAV_PATH_AMBIGUOUS_FLOOR);
    ck_assert_uint_eq(path.start_polygon, 0);
    p.floor = NAV_FLOOR_LOWEST;
    path = nav_test_find_path(f, p, q, plain);
    nav_test_check_lengths(&path, 3, 3);
    p.floor = NAV_FLOOR_HIGHEST;
    path = nav_test_find_path(f, p, q, plain);
    nav_test_check_lengths(&path, 3, 3.5);
    nav_location l;
    p.floor = NAV_FLOOR_ONLY;
    ck_assert_int_eq(nav_query_locate_at(f.query, p, &l, NULL), NAV_OK);
    ck_assert(l.ambiguous);
    ck_assert_uint_eq(l.polygon, NAV_NONE);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_place_where_floors_meet_is_not_ambiguous)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_location l;
    ck_assert_int_eq(nav_query_locate(f.query, (nav_vec2){0, 1}, &l, NULL),
                     NAV_OK);
    ck_assert(!l.ambiguous);
    ck_assert_uint_eq(l.polygon, 0);
    ck_assert_double_eq(l.height, 0);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_height_chooses_the_nearest_floor)
{
    nav_test_floors f = nav_test_open_stairs();
    static const struct {
        double height;
        nav_poly_id polygon;
    } row[] = {{0, 2},   {0.7, 2}, {0.75, 2}, {0.8, 1},
               {1.5, 1}, {99, 1},  {-9, 2}};
    nav_location l;
    ck_assert_int_eq(nav_query_locate_at(
                         f.query, nav_test_at(2, 1, row[_i].height), &l, NULL),
                     NAV_OK);
    ck_assert_uint_eq(l.polygon, row[_i].polygon);
    ck_assert_double_eq(l.height, row[_i].polygon == 1 ? 1.5 : 0);
    // Above or below a floor is on the mesh, however far.
    ck_assert_double_eq(l.distance, 0);
    nav_test_close_floors(f);
}
END_TEST

// Three quarters of the least coordinate are none.
START_TEST(test_a_height_that_is_told_may_be_asked_with)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_point p = {.plan = {NAV_COORD_MIN, 1}, .floor = NAV_FLOOR_HIGHEST};
    nav_location l;
    ck_assert_int_eq(nav_query_locate_at(f.query, p, &l, NULL), NAV_OK);
    ck_assert_uint_eq(l.polygon, 1);
    p = nav_test_at(NAV_COORD_MIN, 1, l.height);
    ck_assert_int_eq(nav_query_locate_at(f.query, p, &l, NULL), NAV_OK);
    ck_assert_double_eq(l.height, 0);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_snap_with_a_height_is_in_space)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_location l;
    // Beside the upper end of the stairs.
    ck_assert_int_eq(
        nav_query_locate_at(f.query, nav_test_at(5, 1, 3), &l, NULL), NAV_OK);
    ck_assert_uint_eq(l.polygon, 1);
    ck_assert_double_eq(l.distance, 1);
    ck_assert_double_eq(l.height, 3);
    ck_assert_int_eq(
        nav_query_locate_at(f.query, nav_test_at(5, 1, 1), &l, NULL), NAV_OK);
    ck_assert_uint_eq(l.polygon, 2);
    ck_assert_double_eq_tol(l.distance, sqrt(2), 1e-15);
    // Above it the foot of the plumb line lies inside of the slope.
    ck_assert_int_eq(
        nav_query_locate_at(f.query, nav_test_at(4.5, 1, 5), &l, NULL), NAV_OK);
    ck_assert_uint_eq(l.polygon, 1);
    ck_assert_double_eq_tol(l.point.x, 4, 1e-12);
    nav_path path =
        nav_test_find_path(f, nav_test_at(5, 1, 3), nav_test_at(-1, 1, 0),
                           (nav_path_options){.snap = 1});
    nav_test_check_lengths(&path, 5, 6);
    ck_assert_double_eq(path.snap_start, 1);
    path = nav_test_find_path(f, nav_test_at(5, 1, 1), nav_test_at(-1, 1, 0),
                              (nav_path_options){.snap = 1});
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    nav_test_close_floors(f);
}
END_TEST

START_TEST(test_edge_of_a_fold_is_the_nearest_place_in_plan)
{
    // A pillow: two triangles that share all their edges.
    static const nav_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const uint32_t corners[] = {0, 1, 2, 0, 1, 2};
    static const uint32_t counts[] = {3, 3};
    nav_test_floors f =
        nav_test_wrap_floors(nav_test_make_floors(v, 3, corners, counts, 2));
    nav_location l;
    ck_assert_int_eq(nav_query_locate(f.query, (nav_vec2){1, -2}, &l, NULL),
                     NAV_OK);
    ck_assert_double_eq(l.distance, 2);
    ck_assert_uint_eq(l.polygon, 0);
    ck_assert_int_eq(
        nav_query_locate_at(f.query, nav_test_at(-3, 1, 4), &l, NULL), NAV_OK);
    ck_assert_double_eq(l.distance, 5);
    nav_test_close_floors(f);
}
END_TEST

// The least distance in space to random points of the faces, as a bound.
START_TEST(test_nearest_place_in_space_is_no_farther_than_others)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_test_random random = {(uint64_t)_i};
    for (int round = 0; round < 200; round++) {
        double x = (double)nav_test_random_below(&random, 1200) / 100 - 4;
        double y = (double)nav_test_random_below(&random, 2) * 4 - 1;
        double h = (double)nav_test_random_below(&random, 800) / 100 - 2;
        nav_location l;
        ck_assert_int_eq(
            nav_query_locate_at(f.query, nav_test_at(x, y, h), &l, NULL),
            NAV_OK);
        ck_assert(!l.ambiguous);
        double dx = x - l.point.x, dy = y - l.point.y, dh = h - l.height;
        ck_assert_double_eq_tol(l.distance, sqrt(dx * dx + dy * dy + dh * dh),
                                1e-12);
        for (int i = 0; i < 100; i++) {
            nav_poly_id p = nav_test_random_below(&random, 3);
            double u = (double)nav_test_random_below(&random, 101) / 100;
            double v = (double)nav_test_random_below(&random, 101) / 100;
            double fx = p == 0 ? -2 * u : 4 * u, fh = p == 1 ? 3 * u : 0;
            double d = sqrt((x - fx) * (x - fx) + (y - 2 * v) * (y - 2 * v) +
                            (h - fh) * (h - fh));
            ck_assert_double_le(l.distance, d + 1e-12);
        }
    }
    nav_test_close_floors(f);
}
END_TEST

Suite *nav_test_places(void)
{
    Suite *suite = suite_create("places");
    TCase *places = tcase_create("places");
    tcase_add_test(places, test_point_on_a_step_is_on_one_floor);
    tcase_add_test(places,
                   test_point_without_height_on_two_floors_is_ambiguous);
    tcase_add_test(places, test_place_where_floors_meet_is_not_ambiguous);
    tcase_add_loop_test(places, test_height_chooses_the_nearest_floor, 0, 7);
    tcase_add_test(places, test_a_height_that_is_told_may_be_asked_with);
    tcase_add_test(places, test_snap_with_a_height_is_in_space);
    tcase_add_test(places, test_edge_of_a_fold_is_the_nearest_place_in_plan);
    tcase_add_loop_test(
        places, test_nearest_place_in_space_is_no_farther_than_others, 0, 5);
    suite_add_tcase(suite, places);
    return suite;
}
