// test_predicates.c - the predicates against arithmetic of unlimited precision.
//
// The oracle shares nothing with the library: coordinates become integers of
// sign and magnitude, in units of the least bit among them, and
// the determinants are expanded without subtracting a point first.
#include <math.h>
#include <string.h>

#include "big_integer.h"
#include "geometry/predicates.h"
#include "suites.h"
#include "support.h"

// ------------------------------------------------------------------- oracles

// Least exponent of a last bit that is asked for.
enum { UNIT = -385 };

typedef struct big_vec {
    nav_test_big x, y;
} big_vec;

// The least exponent of a last bit among the coordinates: the unit that makes
// all of them integers, and small ones.
static int common_unit(const nav_vec2 *p, int count)
{
    int unit = 1024;
    for (int i = 0; i < 2 * count; i++) {
        double c = i % 2 ? p[i / 2].y : p[i / 2].x;
        int exponent;
        (void)frexp(c, &exponent);
        unit = c != 0 && exponent - 53 < unit ? exponent - 53 : unit;
    }
    NAV_TEST_CHECK(unit >= UNIT);
    return unit == 1024 ? 0 : unit;
}

static void to_big(big_vec *result, const nav_vec2 *p, int count, int unit)
{
    for (int i = 0; i < count; i++) {
        nav_test_big_from_double(&result[i].x, p[i].x, unit);
        nav_test_big_from_double(&result[i].y, p[i].y, unit);
    }
}

static void add_product(nav_test_big *sum, int factor, const nav_test_big *a,
                        const nav_test_big *b)
{
    nav_test_big product;
    nav_test_big_mul(&product, a, b);
    nav_test_big_add(sum, sum, factor, &product);
}

// a x b + b x c + c x a.
static void big_area2(nav_test_big *det, const big_vec *a, const big_vec *b,
                      const big_vec *c)
{
    det->sign = det->used = 0;
    add_product(det, 1, &a->x, &b->y);
    add_product(det, -1, &a->y, &b->x);
    add_product(det, 1, &b->x, &c->y);
    add_product(det, -1, &b->y, &c->x);
    add_product(det, 1, &c->x, &a->y);
    add_product(det, -1, &c->y, &a->x);
}

static int oracle_orient(const nav_vec2 p[3])
{
    big_vec q[3];
    nav_test_big det;
    to_big(q, p, 3, common_unit(p, 3));
    big_area2(&det, &q[0], &q[1], &q[2]);
    return det.sign;
}

// The 4 x 4 determinant of rows (x, y, x^2 + y^2, 1), along its third column.
static int oracle_in_circle(const nav_vec2 p[4])
{
    big_vec q[4];
    nav_test_big det, area, lift;
    det.sign = det.used = 0;
    to_big(q, p, 4, common_unit(p, 4));
    for (int i = 0; i < 4; i++) {
        const big_vec *rest[3];
        for (int k = 0; k < 3; k++) {
            rest[k] = &q[k < i ? k : k + 1];
        }
        big_area2(&area, rest[0], rest[1], rest[2]);
        lift.sign = lift.used = 0;
        add_product(&lift, 1, &q[i].x, &q[i].x);
        add_product(&lift, 1, &q[i].y, &q[i].y);
        add_product(&det, i % 2 ? -1 : 1, &lift, &area);
    }
    return det.sign;
}

// -------------------------------------------------------------------- checks

// Orders of the arguments: even ones first, then odd ones.
static const int order3[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                 {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

static void check_orient(const nav_vec2 p[3])
{
    int expected = oracle_orient(p);
    for (int i = 0; i < 6; i++) {
        const int *o = order3[i];
        int sign = i < 3 ? expected : -expected;
        NAV_TEST_CHECK(nav_orient(p[o[0]], p[o[1]], p[o[2]]) == sign);
        NAV_TEST_CHECK(nav_orient_exact(p[o[0]], p[o[1]], p[o[2]]) == sign);
    }
}

static void check_in_circle(const nav_vec2 p[4])
{
    int expected = oracle_in_circle(p);
    for (int last = 0; last < 4; last++) {
        nav_vec2 q[4];
        memcpy(q, p, sizeof q);
        q[last] = p[3];
        q[3] = p[last];
        for (int i = 0; i < 6; i++) {
            const int *o = order3[i];
            int sign = (i < 3) == (last == 3) ? expected : -expected;
            NAV_TEST_CHECK(nav_in_circle(q[o[0]], q[o[1]], q[o[2]], q[3]) ==
                           sign);
        }
    }
    NAV_TEST_CHECK(nav_in_circle_exact(p[0], p[1], p[2], p[3]) == expected);
}

// |area2 - exact| 2^53 <= |exact|, to a millionth.
static void check_area2(const nav_vec2 p[3])
{
    int unit = common_unit(p, 3);
    big_vec q[3];
    nav_test_big exact, error, scale, scaled;
    to_big(q, p, 3, unit);
    big_area2(&exact, &q[0], &q[1], &q[2]);
    double area2 = nav_orient_area2(p[0], p[1], p[2]);
    nav_test_big_from_double(&error, area2, 2 * unit);
    NAV_TEST_CHECK(error.sign == exact.sign);
    nav_test_big_add(&error, &error, -1, &exact);
    nav_test_big_from_double(&scale, 0x1p53 - 0x1p33, 0);
    nav_test_big_mul(&scaled, &error, &scale);
    NAV_TEST_CHECK(nav_test_big_compare(&scaled, &exact) <= 0);
}

// -------------------------------------------------------------------- inputs

static double random_between(nav_test_random *random, double low, double high)
{
    return low + (high - low) * nav_test_random_unit(random);
}

static double random_integer(nav_test_random *random, int size)
{
    uint32_t count = 2 * (uint32_t)size + 1;
    return (double)nav_test_random_below(random, count) - size;
}

static double move_by_ulps(double c, int ulps)
{
    for (; ulps > 0; ulps--) {
        c = nextafter(c, HUGE_VAL);
    }
    for (; ulps < 0; ulps++) {
        c = nextafter(c, -HUGE_VAL);
    }
    return c;
}

// Zero stays, since its neighbours are not legal.
static double random_nudge(nav_test_random *random, double c)
{
    int ulps = (int)nav_test_random_below(random, 5) - 2;
    return c == 0 ? c : move_by_ulps(c, ulps);
}

// Zero, or any legal size with equal chance for every power of ten in the given
// range; now and then a size at the very end of it.
static double random_size(nav_test_random *random, int least, int most)
{
    uint32_t kind = nav_test_random_below(random, 8);
    double sign = nav_test_random_below(random, 2) ? 1 : -1;
    if (kind == 0) {
        return 0;
    }
    if (kind == 1) {
        return sign * pow(10, least);
    }
    if (kind == 2) {
        return sign * pow(10, most);
    }
    double log = random_between(random, least, most);
    double c = pow(10, log);
    return sign * fmin(fmax(c, NAV_COORD_MIN), NAV_COORD_MAX);
}

static void random_sizes(nav_test_random *random, int least, int most,
                         nav_vec2 *p, int count)
{
    for (int i = 0; i < count; i++) {
        p[i].x = random_size(random, least, most);
        p[i].y = random_size(random, least, most);
    }
}

// Points on a random line, rounded and moved by some ulps.
static void random_line(nav_test_random *random, double offset, nav_vec2 *p,
                        int count)
{
    double slope = random_between(random, -2, 2);
    double start = random_between(random, -1, 1);
    for (int i = 0; i < count; i++) {
        double x = random_between(random, -10, 10);
        p[i].x = random_nudge(random, offset + x);
        p[i].y = random_nudge(random, offset + (slope * x + start));
    }
}

// Points on a random circle, rounded and moved by some ulps.
static void random_circle(nav_test_random *random, double offset, double radius,
                          nav_vec2 p[4])
{
    double x = offset + random_between(random, -1, 1);
    double y = offset + random_between(random, -1, 1);
    for (int i = 0; i < 4; i++) {
        double angle = random_between(random, 0, 6.283185307179586);
        p[i].x = random_nudge(random, x + radius * cos(angle));
        p[i].y = random_nudge(random, y + radius * sin(angle));
    }
}

static void scale_points(nav_vec2 *p, int count, double factor)
{
    for (int i = 0; i < count; i++) {
        p[i].x *= factor;
        p[i].y *= factor;
    }
}

// --------------------------------------------------------------- orientation

START_TEST(test_orient_left_is_positive_and_counter_clockwise)
{
    nav_vec2 a = {0, 0}, b = {4, 0}, c = {0, 2};
    ck_assert_int_eq(nav_orient(a, b, c), NAV_LEFT);
    ck_assert_int_eq(nav_orient(a, c, b), NAV_RIGHT);
    ck_assert(nav_orient_area2(a, b, c) == 8);
    ck_assert(nav_orient_area2(a, c, b) == -8);
}
END_TEST

START_TEST(test_orient_is_zero_for_collinear_points)
{
    nav_test_random random = {1};
    for (int i = 0; i < 5000; i++) {
        nav_vec2 a = {random_integer(&random, 1000),
                      random_integer(&random, 1000)};
        nav_vec2 d = {random_integer(&random, 1000),
                      random_integer(&random, 1000)};
        double m = random_integer(&random, 1000);
        double n = random_integer(&random, 1000);
        nav_vec2 p[3] = {
            a, {a.x + m * d.x, a.y + m * d.y}, {a.x + n * d.x, a.y + n * d.y}};
        scale_points(p, 3, ldexp(1, (int)random_integer(&random, 100)));
        NAV_TEST_CHECK(nav_orient(p[0], p[1], p[2]) == NAV_ON);
        NAV_TEST_CHECK(nav_orient_area2(p[0], p[1], p[2]) == 0);
    }
}
END_TEST

START_TEST(test_orient_is_zero_when_two_points_are_the_same)
{
    nav_test_random random = {13};
    for (int i = 0; i < 1000; i++) {
        nav_vec2 p[2];
        random_sizes(&random, -100, 100, p, 2);
        NAV_TEST_CHECK(nav_orient(p[0], p[0], p[1]) == NAV_ON);
        NAV_TEST_CHECK(nav_orient(p[0], p[1], p[0]) == NAV_ON);
        NAV_TEST_CHECK(nav_orient(p[1], p[0], p[0]) == NAV_ON);
    }
}
END_TEST

START_TEST(test_orient_agrees_with_oracle_on_small_integers)
{
    nav_test_random random = {2};
    for (int i = 0; i < 5000; i++) {
        nav_vec2 p[3];
        for (int k = 0; k < 3; k++) {
            p[k].x = random_integer(&random, 4);
            p[k].y = random_integer(&random, 4);
        }
        check_orient(p);
        check_area2(p);
    }
}
END_TEST

START_TEST(test_orient_agrees_with_oracle_near_a_line)
{
    static const double offset[] = {0, 0.5, 12, 1e6, 1e15, -1e15};
    nav_test_random random = {3};
    for (int i = 0; i < 12000; i++) {
        nav_vec2 p[3];
        random_line(&random, offset[i % 6], p, 3);
        check_orient(p);
        check_area2(p);
    }
}
END_TEST

// The picture of Kettner et al. 2008: a point walks in ulps over the start of a
// line through (12, 12) and (24, 24).
START_TEST(test_orient_agrees_with_oracle_on_a_grid_of_ulps)
{
    for (int i = 0; i < 64 * 64; i++) {
        nav_vec2 p[3] = {{0.5 + i % 64 * 0x1p-53, 0.5 + i / 64 * 0x1p-53},
                         {12, 12},
                         {24, 24}};
        check_orient(p);
        int above = (i / 64 > i % 64) - (i / 64 < i % 64);
        NAV_TEST_CHECK(nav_orient(p[1], p[2], p[0]) == above);
    }
}
END_TEST

START_TEST(test_orient_agrees_with_oracle_in_the_whole_range)
{
    nav_test_random random = {4};
    for (int i = 0; i < 5000; i++) {
        nav_vec2 p[3];
        random_sizes(&random, -100, 100, p, 3);
        check_orient(p);
        check_area2(p);
    }
}
END_TEST

START_TEST(test_orient_agrees_with_oracle_near_a_line_of_any_size)
{
    static const double factor[] = {1e-98, 1e-60, 1e60, 9e97};
    nav_test_random random = {5};
    for (int i = 0; i < 4000; i++) {
        nav_vec2 p[3];
        random_line(&random, 20, p, 3);
        scale_points(p, 3, factor[i % 4]);
        if (nav_test_random_below(&random, 4) == 0) {
            // A size that only the exact arithmetic can see.
            p[2] = (nav_vec2){1e-100, random_size(&random, -100, -90)};
        }
        check_orient(p);
        check_area2(p);
    }
}
END_TEST

START_TEST(test_orient_sees_the_smallest_beside_the_largest)
{
    nav_vec2 a = {-1e100, -1e100}, b = {1e100, 1e100};
    ck_assert_int_eq(nav_orient(a, b, (nav_vec2){0, 1e-100}), NAV_LEFT);
    ck_assert_int_eq(nav_orient(a, b, (nav_vec2){1e-100, 0}), NAV_RIGHT);
    ck_assert_int_eq(nav_orient(a, b, (nav_vec2){1e-100, 1e-100}), NAV_ON);
}
END_TEST

START_TEST(test_area2_of_a_tiny_triangle_far_away_is_exact)
{
    double x = 1e15, y = -1e15;
    nav_vec2 a = {x, y}, b = {x + 0.125, y}, c = {x, y + 0.125};
    ck_assert(nav_orient_area2(a, b, c) == 0.015625);
}
END_TEST

// ----------------------------------------------------------------- in-circle

START_TEST(test_in_circle_is_positive_inside)
{
    nav_vec2 a = {1, 0}, b = {0, 1}, c = {-1, 0};
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){0, -0.5}), 1);
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){0, -1}), 0);
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){0, -2}), -1);
    ck_assert_int_eq(nav_in_circle(a, b, c, a), 0);
}
END_TEST

START_TEST(test_in_circle_is_zero_for_corners_of_rectangles)
{
    nav_test_random random = {6};
    for (int i = 0; i < 3000; i++) {
        double x = random_integer(&random, 1000000);
        double y = random_integer(&random, 1000000);
        double u = random_integer(&random, 1000);
        double v = random_integer(&random, 1000);
        double m = random_integer(&random, 1000);
        // Sides (m u, m v) and (-v, u): a rectangle in any direction.
        nav_vec2 p[4] = {{x, y},
                         {x + m * u, y + m * v},
                         {x + m * u - v, y + m * v + u},
                         {x - v, y + u}};
        scale_points(p, 4, ldexp(1, (int)random_integer(&random, 250)));
        NAV_TEST_CHECK(nav_in_circle(p[0], p[1], p[2], p[3]) == 0);
        NAV_TEST_CHECK(nav_in_circle(p[1], p[3], p[0], p[2]) == 0);
    }
}
END_TEST

START_TEST(test_in_circle_agrees_with_oracle_on_small_integers)
{
    nav_test_random random = {7};
    for (int i = 0; i < 3000; i++) {
        nav_vec2 p[4];
        for (int k = 0; k < 4; k++) {
            p[k].x = random_integer(&random, 3);
            p[k].y = random_integer(&random, 3);
        }
        check_in_circle(p);
    }
}
END_TEST

START_TEST(test_in_circle_agrees_with_oracle_near_a_circle)
{
    static const double offset[] = {0, 0.5, 12, 1e6, 1e15};
    static const double radius[] = {1, 1e-3, 5, 1e9};
    nav_test_random random = {8};
    for (int i = 0; i < 3000; i++) {
        nav_vec2 p[4];
        random_circle(&random, offset[i % 5], radius[i / 5 % 4], p);
        check_in_circle(p);
    }
}
END_TEST

START_TEST(test_in_circle_agrees_with_oracle_near_a_line)
{
    static const double offset[] = {0, 1e6, 1e15};
    nav_test_random random = {9};
    for (int i = 0; i < 1500; i++) {
        nav_vec2 p[4];
        random_line(&random, offset[i % 3], p, 4);
        check_in_circle(p);
    }
}
END_TEST

// A circle through integer points; one of them moves in single ulps.
START_TEST(test_in_circle_agrees_with_oracle_one_ulp_off_the_circle)
{
    nav_test_random random = {10};
    for (int i = 0; i < 1500; i++) {
        nav_vec2 p[4] = {{25, 0}, {7, 24}, {-24, 7}, {15, -20}};
        nav_vec2 *moved = &p[i % 4];
        moved->x = random_nudge(&random, moved->x);
        moved->y = random_nudge(&random, moved->y);
        scale_points(p, 4, i % 8 < 4 ? 1 : 0.1);
        check_in_circle(p);
    }
}
END_TEST

START_TEST(test_in_circle_agrees_with_oracle_on_circles_of_any_size)
{
    static const double factor[] = {1e-97, 1e-80, 1e-60, 1e70, 1e80, 1e98};
    nav_test_random random = {11};
    for (int i = 0; i < 1200; i++) {
        nav_vec2 p[4];
        random_circle(&random, 5, 2, p);
        scale_points(p, 4, factor[i % 6]);
        check_in_circle(p);
    }
}
END_TEST

// Ranges of powers of ten: those that fit into doubles, those that fit after
// scaling, and those that do not.
START_TEST(test_in_circle_agrees_with_oracle_on_mixed_sizes)
{
    static const int least[] = {-50, -100, -25, -62, -63, -100};
    static const int most[] = {70, 20, 100, 63, 64, 100};
    nav_test_random random = {12};
    for (int i = 0; i < 900; i++) {
        nav_vec2 p[4];
        random_sizes(&random, least[i % 6], most[i % 6], p, 4);
        check_in_circle(p);
    }
}
END_TEST

START_TEST(test_in_circle_sees_the_smallest_beside_the_largest)
{
    nav_vec2 a = {1e100, 0}, b = {0, 1e100}, c = {-1e100, 0};
    nav_vec2 d = {1e-100, -1e100}, e = {0, -1e100};
    ck_assert_int_eq(nav_in_circle(a, b, c, d), -1);
    ck_assert_int_eq(nav_in_circle(a, b, c, e), 0);
    // The corners of a rectangle, in integers.
    nav_vec2 r[4] = {
        {1e100, -1e-100}, {1e100, 1e-100}, {-1e100, 1e-100}, {-1e100, -1e-100}};
    ck_assert_int_eq(nav_in_circle(r[0], r[1], r[2], r[3]), 0);
    nav_vec2 f = {1e-100, 1e-100};
    ck_assert_int_eq(nav_in_circle(a, b, f, (nav_vec2){0, 0}), -1);
    ck_assert_int_eq(nav_in_circle(a, b, (nav_vec2){0, 0}, f), 1);
    // Three points in a row, two of them an ulp apart: the determinant is about
    // 1e100 (1e-100)^3 2^-52, far from 1e100^4.
    double t = nextafter(1e-100, 1);
    nav_vec2 p[4] = {{1e100, 0}, {1e-100, 1e-100}, {t, t}, {0, 0}};
    ck_assert_int_ne(oracle_in_circle(p), 0);
    check_in_circle(p);
}
END_TEST

// ---------------------------------------------------------------------------
// Distances
// ---------------------------------------------------------------------------

typedef struct distance_row {
    nav_vec2 a, b, p;
    double distance;
    int expected; // 1 when the exact distance is greater, by less than half an
                  // ulp; else 0
} distance_row;

static const distance_row distance_rows[] = {
    {{0, 0}, {4, 3}, {-3, 4}, 5, 0},   // the nearest point is an end
    {{0, 0}, {40, 30}, {5, 10}, 5, 0}, // between the ends
    {{40, 30}, {0, 0}, {5, 10}, 5, 0},
    {{0, 0}, {40, 30}, {43, 34}, 5, 0}, // beyond the other end
    {{7, 7}, {7, 7}, {12, 19}, 13, 0},  // a point
    {{1, 1}, {5, 9}, {3, 5}, 0, 0},
    // So different in size that no window of expansions holds them.
    {{-1e100, 0}, {1e100, 0}, {3, 1e-90}, 1e-90, 0},
    {{-1e-100, -7}, {-1e-100, 1e100}, {1e50, 0}, 1e50, 1},
    {{0, 0}, {3e-100, 4e-100}, {0, 0}, 0, 0}};

// Corners of a frame may lie nearer to an axis than a legal point.
START_TEST(test_in_circle_sees_a_corner_of_a_frame_beside_the_largest)
{
    double large = 0x1p330, small = 0x1.00001p-360;
    nav_vec2 a = {-large, 0}, b = {0, -large}, c = {large, 0};
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){0, large}), 0);
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){small, large}), -1);
    ck_assert_int_eq(nav_in_circle(a, b, c, (nav_vec2){-small, large}), -1);
}
END_TEST

START_TEST(test_distances_are_compared_exactly)
{
    const distance_row *row = &distance_rows[_i];
    double d = row->distance;
    ck_assert_int_eq(nav_compare_distance(row->a, row->b, row->p, d),
                     row->expected);
    ck_assert_int_eq(
        nav_compare_distance(row->a, row->b, row->p, d * (1 + 0x1p-52)),
        d == 0 ? 0 : -1);
    ck_assert_int_eq(
        nav_compare_distance(row->a, row->b, row->p, d * (1 - 0x1p-53)),
        d == 0 ? 0 : 1);
}
END_TEST

Suite *nav_test_predicates(void)
{
    Suite *suite = suite_create("predicates");
    TCase *orient = tcase_create("orient");
    TCase *circle = tcase_create("in_circle");
    tcase_add_test(orient, test_orient_left_is_positive_and_counter_clockwise);
    tcase_add_test(orient, test_orient_is_zero_for_collinear_points);
    tcase_add_test(orient, test_orient_is_zero_when_two_points_are_the_same);
    tcase_add_test(orient, test_orient_agrees_with_oracle_on_small_integers);
    tcase_add_test(orient, test_orient_agrees_with_oracle_near_a_line);
    tcase_add_test(orient, test_orient_agrees_with_oracle_on_a_grid_of_ulps);
    tcase_add_test(orient, test_orient_agrees_with_oracle_in_the_whole_range);
    tcase_add_test(orient,
                   test_orient_agrees_with_oracle_near_a_line_of_any_size);
    tcase_add_test(orient, test_orient_sees_the_smallest_beside_the_largest);
    tcase_add_test(orient, test_area2_of_a_tiny_triangle_far_away_is_exact);
    tcase_add_test(circle, test_in_circle_is_positive_inside);
    tcase_add_test(circle, test_in_circle_is_zero_for_corners_of_rectangles);
    tcase_add_test(circle, test_in_circle_agrees_with_oracle_on_small_integers);
    tcase_add_test(circle, test_in_circle_agrees_with_oracle_near_a_circle);
    tcase_add_test(circle, test_in_circle_agrees_with_oracle_near_a_line);
    tcase_add_test(circle,
                   test_in_circle_agrees_with_oracle_one_ulp_off_the_circle);
    tcase_add_test(circle,
                   test_in_circle_agrees_with_oracle_on_circles_of_any_size);
    tcase_add_test(circle, test_in_circle_agrees_with_oracle_on_mixed_sizes);
    tcase_add_test(circle, test_in_circle_sees_the_smallest_beside_the_largest);
    tcase_add_test(circle,
                   test_in_circle_sees_a_corner_of_a_frame_beside_the_largest);
    suite_add_tcase(suite, orient);
    suite_add_tcase(suite, circle);
    TCase *distances = tcase_create("distances");
    tcase_add_loop_test(distances, test_distances_are_compared_exactly, 0,
                        (int)(sizeof distance_rows / sizeof *distance_rows));
    suite_add_tcase(suite, distances);
    return suite;
}
