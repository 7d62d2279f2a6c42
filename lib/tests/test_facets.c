// test_facets.c - the floors among the faces of a model.
#include "floors/facets.h"

#include <stdlib.h>

#include "geometry/predicates.h"
#include "model_support.h"
#include "suites.h"

Suite *nav_test_facets(void);

// One face, what it is by default, and as how many polygons.
typedef struct facet_case {
    const char *obj;
    size_t usable, vertical, degenerate, crooked;
    size_t polygons;
} facet_case;

static const facet_case cases[] = {
    // Triangles of either winding.
    {"v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n", 1, 0, 0, 0, 1},
    {"v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n", 1, 0, 0, 0, 1},
    // Corners on a line in space; repeated corners; two corners; back and
    // forth.
    {"v 0 0 0\nv 1 2 3\nv 2 4 6\nf 1 2 3\n", 0, 0, 1, 0, 0},
    {"v 0 0 0\nv 1 0 0\nv 0 0 0\nv 1 0 0\nf 1 2 3 4\n", 0, 0, 1, 0, 0},
    {"v 0 0 0\nv 0 5 0\nv 0 9 0\nf 1 2 3\n", 0, 0, 1, 0, 0},
    {"v 0 0 0\nv 1 0 0\nf 1 2 1\n", 0, 0, 1, 0, 0},
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nf 1 2 3 2\n", 0, 0, 1, 0, 0},
    // A wall, straight or with a corner in the middle of its foot.
    {"v 0 0 0\nv 4 0 2\nv 4 3 2\nv 0 3 0\nf 1 2 3 4\n", 0, 1, 0, 0, 0},
    {"v 0 0 0\nv 2 0 1\nv 4 0 2\nv 4 3 2\nf 1 2 3 4\n", 0, 1, 0, 0, 0},
    {"v 0 0 0\nv 0 5 0\nv 1 5 0\nf 1 2 3\n", 0, 1, 0, 0, 0},
    // A quad, one with a straight corner, one with a repeated corner.
    {"v 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nf 1 2 3 4\n", 1, 0, 0, 0, 1},
    {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 0 2\nf 1 2 3 4\n", 1, 0, 0, 0, 1},
    {"v 0 0 0\nv 2 0 0\nv 2 0 2\nv 2 0 2\nf 1 2 3 4 1\n", 1, 0, 0, 0, 1},
    // Convex in plan but not plane.
    {"v 0 0 0\nv 2 1 0\nv 2 0 2\nv 0 1 2\nf 1 2 3 4\n", 1, 0, 0, 0, 1},
    // A dart, and an L.
    {"v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 1 2 3 4\n", 1, 0, 0, 0, 2},
    {"v 0 0 0\nv 4 0 0\nv 4 0 1\nv 1 0 1\nv 1 0 4\nv 0 0 4\n"
     "f 1 2 3 4 5 6\n",
     1, 0, 0, 0, 4},
    // A square with a square hole that a bridge leads to: its 8 corners give 8
    // triangles around the hole.
    {"v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nv 3 0 3\nv 3 0 6\nv 6 0 6\n"
     "v 6 0 3\nf 1 2 3 4 1 5 6 7 8 5\n",
     1, 0, 0, 0, 8},
    // Crosses itself; a pentagram; a spiral that passes a place at two heights.
    {"v 0 0 0\nv 4 0 4\nv 4 0 0\nv 0 0 4\nf 1 2 3 4\n", 0, 0, 0, 1, 0},
    {"v 0 0 10\nv 6 0 -8\nv -9 0 3\nv 9 0 3\nv -6 0 -8\nf 1 2 3 4 5\n", 0, 0, 0,
     1, 0},
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 0 3 0\nf 1 2 3 4 5\n", 0, 0, 0, 1,
     0},
    // Two triangles that touch in a corner.
    {"v 0 0 0\nv 4 0 0\nv 2 0 2\nv 4 0 4\nv 0 0 4\nf 1 2 3 4 5 3\n", 1, 0, 0, 0,
     2},
};

START_TEST(test_a_face_is_what_its_corners_make_it)
{
    const facet_case *c = &cases[_i];
    nav_model *model = nav_test_read_model(c->obj);
    nav_model_options options = nav_model_options_default();
    nav_slabs slabs;
    nav_model_report report;
    nav_test_make_slabs(model, &options, &slabs, &report);
    ck_assert_uint_eq(report.usable, c->usable);
    ck_assert_uint_eq(report.vertical, c->vertical);
    ck_assert_uint_eq(report.degenerate, c->degenerate);
    ck_assert_uint_eq(report.crooked, c->crooked);
    ck_assert_uint_eq(report.steep, 0);
    ck_assert_uint_eq(slabs.count, c->polygons);
    nav_test_check_slabs(&slabs);
    nav_slabs_fini(&slabs);
    nav_model_free(model);
}
END_TEST

// One face under a limit of rise over run.
typedef struct slope_case {
    const char *obj;
    nav_axis up;
    double max_rise;
    bool is_steep;
} slope_case;

static const slope_case slopes[] = {
    // Looks up with y up: clockwise in (x, z).
    {"v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n", NAV_UP_Y, 0, false},
    {"v 0 0 0\nv 0 0 1\nv 1 0 0\nf 3 2 1\n", NAV_UP_Y, 0, true},
    // With z up: counter-clockwise in (x, y).
    {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", NAV_UP_Z, 0, false},
    {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 3 2 1\n", NAV_UP_Z, 0, true},
    // Rise 1 over run 1; the limit itself is kept.
    {"v 0 0 0\nv 0 0 1\nv 1 1 0\nf 1 2 3\n", NAV_UP_Y, 1, false},
    {"v 0 0 0\nv 0 0 1\nv 1 1 0\nf 1 2 3\n", NAV_UP_Y, 0.99, true},
    {"v 0 0 0\nv 0 0 1e60\nv 1e60 1e60 0\nf 1 2 3\n", NAV_UP_Y, 1, false},
    {"v 0 0 0\nv 0 0 1e-60\nv 1e-60 1e-60 0\nf 1 2 3\n", NAV_UP_Y, 1, false},
    // Rise 5 over run 13 on the way down.
    {"v 0 0 0\nv 0 0 1\nv 13 -5 0\nf 1 2 3\n", NAV_UP_Y, 0.39, false},
    {"v 0 0 0\nv 0 0 1\nv 13 -5 0\nf 1 2 3\n", NAV_UP_Y, 0.38, true},
    // A concave face that looks up, and one that looks down.
    {"v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 4 3 2 1\n", NAV_UP_Y, 0, false},
    {"v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 1 2 3 4\n", NAV_UP_Y, 0, true},
};

START_TEST(test_steep_is_what_looks_down_or_rises_more_than_the_limit)
{
    const slope_case *c = &slopes[_i];
    nav_model *model = nav_test_read_model(c->obj);
    nav_model_options options = nav_model_options_default();
    options.up = c->up;
    options.max_rise = c->max_rise;
    nav_slabs slabs;
    nav_model_report report;
    nav_test_make_slabs(model, &options, &slabs, &report);
    ck_assert_uint_eq(report.steep, c->is_steep);
    ck_assert_uint_eq(report.usable, !c->is_steep);
    nav_slabs_fini(&slabs);
    nav_model_free(model);
}
END_TEST

START_TEST(test_plan_and_height_follow_the_axis)
{
    nav_vec3 p = {1, 2, -0.0};
    nav_vec2 y_up = nav_facets_plan(NAV_UP_Y, p);
    nav_vec2 z_up = nav_facets_plan(NAV_UP_Z, p);
    ck_assert(y_up.x == 1 && y_up.y == 0 && !signbit(y_up.y));
    ck_assert(z_up.x == 1 && z_up.y == 2);
    ck_assert(nav_facets_height(NAV_UP_Y, p) == 2);
    ck_assert(!signbit(nav_facets_height(NAV_UP_Z, p)));
}
END_TEST

START_TEST(test_a_weld_distance_and_a_step_bring_treads_over_each_other)
{
    // The front of the upper tread misses the back of the lower by a hundredth.
    nav_model *model = nav_test_read_model(
        "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"
        "v 4.01 1 0\nv 8 1 0\nv 8 1 4\nv 4 1 4.01\nf 5 6 7 8\n");
    nav_model_options options = nav_model_options_default();
    options.weld = _i % 2 ? 0.02 : 0.005;
    options.step = _i / 2 ? 1 : 0.9;
    nav_slabs slabs;
    nav_model_report report;
    nav_test_make_slabs(model, &options, &slabs, &report);
    bool are_over = nav_vec2_equal(slabs.point[4], slabs.point[1]) &&
                    nav_vec2_equal(slabs.point[7], slabs.point[2]);
    ck_assert_int_eq(are_over, _i == 3);
    ck_assert(slabs.height[4] == 1);
    ck_assert(slabs.point[1].x == 4 && slabs.point[5].x == 8);
    nav_test_check_slabs(&slabs);
    nav_slabs_fini(&slabs);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_concave_face_keeps_its_area_and_its_boundary)
{
    nav_test_random random = {(uint64_t)_i};
    nav_test_text text = {0};
    // A comb: its teeth are as long as chance has it.
    uint32_t teeth = 2 + nav_test_random_below(&random, 20);
    nav_test_print(&text, "v 0 0 0\n");
    double area = 0;
    double length = 2.0 * teeth - 1;
    double before = 0;
    for (uint32_t i = 0; i < 2 * teeth - 1; i++) {
        uint32_t high = 1 + nav_test_random_below(&random, 9) + i % 2 * 10;
        nav_test_print(&text, "v %u 1 %u\nv %u 1 %u\n", i, high, i + 1, high);
        area += high;
        length += 1 + fabs(high - before);
        before = high;
    }
    length += before;
    nav_test_print(&text, "v %u 0 0\nf", 2 * teeth - 1);
    for (uint32_t i = 1; i <= 4 * teeth; i++) {
        nav_test_print(&text, " %u", i);
    }
    nav_model *model = nav_test_read_model(text.text);
    nav_model_options options = nav_model_options_default();
    nav_slabs slabs;
    nav_model_report report;
    nav_test_make_slabs(model, &options, &slabs, &report);
    ck_assert_uint_eq(report.usable, 1);
    nav_test_check_slabs(&slabs);
    double found = 0;
    for (size_t p = 0; p < slabs.count; p++) {
        const uint32_t *v = slabs.corner + slabs.first[p];
        ck_assert_uint_eq(slabs.first[p + 1] - slabs.first[p], 3);
        found += nav_orient_area2(slabs.point[v[0]], slabs.point[v[1]],
                                  slabs.point[v[2]]) /
                 2;
    }
    ck_assert_double_eq(found, area);
    ck_assert_double_eq(nav_test_boundary(&slabs), length);
    nav_slabs_fini(&slabs);
    nav_model_free(model);
    free(text.text);
}
END_TEST

Suite *nav_test_facets(void)
{
    Suite *suite = suite_create("facets");
    TCase *tests = tcase_create("facets");
    tcase_add_loop_test(tests, test_a_face_is_what_its_corners_make_it, 0,
                        sizeof cases / sizeof cases[0]);
    tcase_add_loop_test(
        tests, test_steep_is_what_looks_down_or_rises_more_than_the_limit, 0,
        sizeof slopes / sizeof slopes[0]);
    tcase_add_test(tests, test_plan_and_height_follow_the_axis);
    tcase_add_loop_test(
        tests, test_a_weld_distance_and_a_step_bring_treads_over_each_other, 0,
        4);
    tcase_add_loop_test(
        tests, test_a_concave_face_keeps_its_area_and_its_boundary, 0, 20);
    suite_add_tcase(suite, tests);
    return suite;
}
