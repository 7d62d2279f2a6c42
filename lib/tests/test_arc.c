// test_arc.c - polygons around arcs keep outside of them, and near.
#include <check.h>
#include <math.h>

#include "exact_distance.h"
#include "geometry/arc.h"
#include "suites.h"
#include "support.h"

static nav_vec2 corner[NAV_ARC_CORNERS_MOST];

static nav_vec2 random_direction(nav_test_random *random)
{
    nav_vec2 v = {nav_test_random_unit(random) - 0.5,
                  nav_test_random_unit(random) - 0.5};
    return nav_arc_direction(v);
}

// One at most half a turn ahead of a.
static nav_vec2 random_direction_ahead(nav_test_random *random, nav_vec2 a)
{
    nav_vec2 b = random_direction(random);
    return nav_vec2_cross(a, b) < 0 ? (nav_vec2){-b.x, -b.y} : b;
}

// A number of any size from 1e-50 to 1e50.
static double random_size(nav_test_random *random)
{
    return ldexp(1 + nav_test_random_unit(random),
                 (int)nav_test_random_below(random, 332) - 166);
}

// The first corner that is too near to the centre or too far from it, or ends
// an edge that is; `count` when there is none.
static size_t first_fault(const nav_arc *arc, double radius, size_t count,
                          bool is_closed)
{
    double far = nav_arc_widened(arc->centre, arc->radius, arc->tolerance) *
                 (1 + arc->tolerance) * (1 + 0x1p-50);
    for (size_t i = 0; i < count; i++) {
        nav_vec2 before = corner[i == 0 ? count - 1 : i - 1];
        if (exact_compare_points(corner[i], arc->centre, radius) < 0 ||
            exact_compare_points(corner[i], arc->centre, far) > 0) {
            return i;
        }
        if ((i > 0 || is_closed) &&
            exact_compare_segment(before, corner[i], arc->centre, radius) < 0) {
            return i;
        }
    }
    return count;
}

// No more corners than the largest angle needs, but where rounding decides.
static void check_count(const nav_arc *arc, nav_vec2 a, nav_vec2 b,
                        size_t count)
{
    double angle = atan2(nav_vec2_cross(a, b), nav_vec2_dot(a, b));
    double needed = angle / (2 * acos(1 / (1 + arc->tolerance)));
    ck_assert_double_ge((double)count, needed - 1e-6);
    ck_assert_double_le((double)count, fmax(needed + 1 + 1e-6, 1));
}

START_TEST(test_random_arcs_are_outside_and_near)
{
    nav_test_random random = {7};
    for (int n = 0; n < 1000; n++) {
        double radius = random_size(&random);
        nav_vec2 centre = {0, 0};
        if (n % 3 > 0) {
            double far = n % 3 == 1 ? 1 : 1e6;
            centre.x = radius * far * (nav_test_random_unit(&random) - 0.5);
            centre.y = radius * far * (nav_test_random_unit(&random) - 0.5);
        }
        double tolerance = pow(10, -4 * nav_test_random_unit(&random));
        nav_arc arc = {centre, nav_arc_widened(centre, radius, tolerance),
                       tolerance};
        nav_vec2 a = random_direction(&random);
        nav_vec2 b = random_direction_ahead(&random, a);
        size_t count = nav_arc_corners(&arc, a, b, corner);
        check_count(&arc, a, b, count);
        ck_assert_msg(first_fault(&arc, radius, count, false) == count,
                      "arc %d", n);
        count = nav_arc_circle(&arc, corner);
        ck_assert_msg(first_fault(&arc, radius, count, true) == count,
                      "circle %d", n);
    }
}
END_TEST

START_TEST(test_first_and_last_edges_touch_the_ends_of_the_arc)
{
    nav_test_random random = {8};
    for (int n = 0; n < 1000; n++) {
        nav_arc arc = {{0, 0}, 1, 0.01};
        nav_vec2 a = random_direction(&random);
        nav_vec2 b = random_direction_ahead(&random, a);
        size_t count = nav_arc_corners(&arc, a, b, corner);
        ck_assert_double_eq_tol(nav_vec2_dot(a, corner[0]), 1, 1e-15);
        ck_assert_double_eq_tol(nav_vec2_dot(b, corner[count - 1]), 1, 1e-15);
        // Counter-clockwise: from a to the corner the arc turns left.
        ck_assert_double_gt(nav_vec2_cross(a, corner[0]), -1e-15);
        ck_assert_double_gt(nav_vec2_cross(corner[count - 1], b), -1e-15);
    }
}
END_TEST

typedef struct count_row {
    nav_vec2 a, b;
    double tolerance;
    size_t count;
} count_row;

// The angle of one corner is at most 2 acos(1 / (1 + tolerance)): 16.1 degrees
// for 0.01, 120 for 1, 0.162 for 1e-6.
static const count_row count_rows[] = {
    {{1, 0}, {1, 0}, 0.01, 1},
    {{1, 0}, {0, 1}, 0.01, 6},
    {{1, 0}, {-1, 0}, 0.01, 12},        // half a turn
    {{1, 0}, {1, -0x1p-53}, 0.01, 1},   // behind by rounding
    {{1, 0}, {-1, -0x1p-53}, 0.01, 12}, // ahead by more than half a turn
    {{1, 0}, {0.6, 0.8}, 0.01, 4},
    {{1, 0}, {0, 1}, 1, 1},
    {{1, 0}, {-1, 0}, 1, 2},
    {{0, 1}, {-1, 0}, 1e-6, 556}};

START_TEST(test_arcs_have_as_few_corners_as_can_be)
{
    const count_row *row = &count_rows[_i];
    nav_arc arc = {{3, 4}, 2, row->tolerance};
    ck_assert_uint_eq(nav_arc_corners(&arc, row->a, row->b, corner),
                      row->count);
}
END_TEST

START_TEST(test_circle_has_the_symmetry_of_a_square)
{
    nav_arc arc = {{0, 0}, 5, 0.01};
    ck_assert_uint_eq(nav_arc_circle(&arc, corner), 24);
    for (size_t i = 0; i < 24; i++) {
        // Turned by a right angle, and in the mirror of the x axis.
        nav_vec2 p = corner[i], q = corner[(i + 6) % 24], r = corner[23 - i];
        ck_assert(p.x == q.y && p.y == -q.x);
        ck_assert(p.x == r.x && p.y == -r.y);
    }
    arc.tolerance = NAV_ARC_TOLERANCE_LEAST;
    ck_assert_uint_eq(nav_arc_circle(&arc, corner), 4 * 556);
    arc.tolerance = NAV_ARC_TOLERANCE_MOST;
    ck_assert_uint_eq(nav_arc_circle(&arc, corner), 4);
}
END_TEST

START_TEST(test_area_of_a_circle_is_that_of_the_polygon_around_it)
{
    nav_arc arc = {{10, -20}, 3, 0.01};
    size_t count = nav_arc_circle(&arc, corner);
    double area = 0;
    for (size_t i = 0; i < count; i++) {
        nav_vec2 p = nav_vec2_sub(corner[i], arc.centre);
        nav_vec2 q = nav_vec2_sub(corner[(i + 1) % count], arc.centre);
        area += nav_vec2_cross(p, q) / 2;
    }
    // In a quarter, four largest angles and two halves of what is left.
    double half = acos(1 / 1.01);
    double rest = (acos(0) - 8 * half) / 4;
    ck_assert_double_eq_tol(area, 9 * 4 * (4 * tan(half) + 2 * tan(rest)),
                            1e-12);
}
END_TEST

Suite *nav_test_arc(void)
{
    Suite *suite = suite_create("arc");
    TCase *tcase = tcase_create("arc");
    tcase_add_test(tcase, test_random_arcs_are_outside_and_near);
    tcase_add_test(tcase, test_first_and_last_edges_touch_the_ends_of_the_arc);
    tcase_add_loop_test(tcase, test_arcs_have_as_few_corners_as_can_be, 0,
                        (int)(sizeof count_rows / sizeof *count_rows));
    tcase_add_test(tcase, test_circle_has_the_symmetry_of_a_square);
    tcase_add_test(tcase,
                   test_area_of_a_circle_is_that_of_the_polygon_around_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
