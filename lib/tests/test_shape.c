// test_shape.c - polygons with holes as they were given.
#include "input/shape.h"

#include <math.h>
#include <string.h>

#include "suites.h"
#include "support.h"

static nav_shape *new_shape(void)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_ptr_nonnull(shape);
    return shape;
}

static const nav_vec2 triangle[] = {{0, 0}, {4, 0}, {0, 4}};

static void add_triangle(nav_shape *shape)
{
    ck_assert_int_eq(nav_shape_add_ring(shape, triangle, 3, NULL), NAV_OK);
}

START_TEST(test_a_new_shape_is_empty)
{
    nav_shape *shape = new_shape();
    nav_shape_info info = nav_shape_get_info(shape);
    ck_assert_uint_eq(info.polygons, 0);
    ck_assert_uint_eq(info.rings, 0);
    ck_assert_uint_eq(info.points, 0);
    ck_assert_uint_eq(info.ignored, 0);
    nav_shape_free(shape);
    nav_shape_free(NULL);
}
END_TEST

START_TEST(test_rings_are_numbered_within_their_polygon)
{
    nav_shape *shape = new_shape();
    static const uint32_t rings[] = {3, 0, 1, 2};
    for (size_t p = 0; p < 4; p++) {
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        for (uint32_t r = 0; r < rings[p]; r++) {
            add_triangle(shape);
            const nav_ring *ring = &shape->rings[shape->ring_count - 1];
            ck_assert_uint_eq(ring->polygon, p);
            ck_assert_uint_eq(ring->number, r);
            ck_assert_uint_eq(ring->count, 3);
            ck_assert_uint_eq(ring->first, 3 * (shape->ring_count - 1));
        }
    }
    nav_shape_info info = nav_shape_get_info(shape);
    ck_assert_uint_eq(info.polygons, 4);
    ck_assert_uint_eq(info.rings, 6);
    ck_assert_uint_eq(info.points, 18);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_the_first_ring_begins_a_polygon_by_itself)
{
    nav_shape *shape = new_shape();
    add_triangle(shape);
    add_triangle(shape);
    ck_assert_uint_eq(nav_shape_get_info(shape).polygons, 1);
    ck_assert_uint_eq(shape->rings[0].number, 0);
    ck_assert_uint_eq(shape->rings[1].number, 1);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_points_are_copied_bit_for_bit)
{
    nav_shape *shape = new_shape();
    nav_vec2 points[] = {{0.1, -1e100}, {1e-100, 3}, {1e100, -1e-100}};
    nav_vec2 given[3];
    memcpy(given, points, sizeof given);
    ck_assert_int_eq(nav_shape_add_ring(shape, points, 3, NULL), NAV_OK);
    memset(points, 0, sizeof points);
    ck_assert_mem_eq(shape->points, given, sizeof given);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_negative_zero_becomes_zero)
{
    nav_shape *shape = new_shape();
    const nav_vec2 points[] = {{-0.0, 1}, {1, -0.0}, {-0.0, -0.0}};
    ck_assert_int_eq(nav_shape_add_ring(shape, points, 3, NULL), NAV_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert(!signbit(shape->points[i].x));
        ck_assert(!signbit(shape->points[i].y));
    }
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_rings_of_any_count_are_legal)
{
    nav_shape *shape = new_shape();
    ck_assert_int_eq(nav_shape_add_ring(shape, NULL, 0, NULL), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, triangle, 1, NULL), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, triangle, 2, NULL), NAV_OK);
    nav_shape_info info = nav_shape_get_info(shape);
    ck_assert_uint_eq(info.polygons, 1);
    ck_assert_uint_eq(info.rings, 3);
    ck_assert_uint_eq(info.points, 3);
    nav_shape_free(shape);
}
END_TEST

// Half the cases have the bad coordinate in y.
static double illegal(int number)
{
    switch (number) {
    case 0:
        return (double)NAN;
    case 1:
        return (double)INFINITY;
    case 2:
        return -(double)INFINITY;
    case 3:
        return nextafter(NAV_COORD_MAX, 1e300);
    case 4:
        return -1e150;
    case 5:
        return nextafter(NAV_COORD_MIN, 0);
    case 6:
        return -1e-150;
    default:
        return 4.9406564584124654e-324;
    }
}
enum { ILLEGAL = 8 };

START_TEST(test_an_illegal_coordinate_is_named)
{
    double bad = illegal(_i / 2);
    nav_vec2 points[] = {{1, 2}, {3, 4}, {5, 6}};
    *(_i % 2 ? &points[2].y : &points[2].x) = bad;
    nav_shape *shape = new_shape();
    add_triangle(shape);
    ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
    add_triangle(shape);
    nav_error error = {0};
    ck_assert_int_eq(nav_shape_add_ring(shape, points, 3, &error), NAV_RANGE);
    ck_assert_int_eq(error.status, NAV_RANGE);
    ck_assert_ptr_nonnull(strstr(error.message, "polygon 1 ring 1 point 2:"));
    ck_assert_int_eq(nav_shape_add_ring(shape, points, 3, NULL), NAV_RANGE);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_more_elements_than_the_limit_are_refused)
{
    nav_shape *shape = new_shape();
    add_triangle(shape);
    nav_shape kept = *shape;
    nav_error error = {0};
    // The counts are forged: making that many would take gigabytes.
    shape->polygon_count = (uint32_t)NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_begin_polygon(shape, &error), NAV_LIMIT);
    *shape = kept;
    shape->ring_count = NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_begin_ring(shape, &error), NAV_LIMIT);
    *shape = kept;
    shape->point_count = NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_add_point(shape, triangle[0], &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message, "more than 134217728 points");
    *shape = kept;
    nav_shape_free(shape);
}
END_TEST

static nav_status fill(nav_shape *shape, nav_error *error)
{
    nav_status status = NAV_OK;
    for (int i = 0; i < 20 && status == NAV_OK; i++) {
        status = nav_shape_begin_polygon(shape, error);
        if (status == NAV_OK) {
            status = nav_shape_add_ring(shape, triangle, 3, error);
        }
    }
    return status;
}

static nav_status fill_with(const nav_allocator *mem, const void *unused)
{
    (void)unused;
    nav_shape *shape = NULL;
    nav_error error = {0};
    nav_status status = nav_shape_new(mem, &shape);
    if (status == NAV_OK) {
        status = fill(shape, &error);
        ck_assert_int_eq(error.status, status);
    } else {
        ck_assert_ptr_null(shape);
    }
    nav_shape_free(shape);
    return status;
}

START_TEST(test_a_shape_survives_every_failed_allocation)
{
    ck_assert_uint_ge(nav_test_fail_allocations(fill_with, NULL), 6);
}
END_TEST

Suite *nav_test_shape(void)
{
    Suite *suite = suite_create("shape");
    TCase *tests = tcase_create("shape");
    tcase_add_test(tests, test_a_new_shape_is_empty);
    tcase_add_test(tests, test_rings_are_numbered_within_their_polygon);
    tcase_add_test(tests, test_the_first_ring_begins_a_polygon_by_itself);
    tcase_add_test(tests, test_points_are_copied_bit_for_bit);
    tcase_add_test(tests, test_negative_zero_becomes_zero);
    tcase_add_test(tests, test_rings_of_any_count_are_legal);
    tcase_add_loop_test(tests, test_an_illegal_coordinate_is_named, 0,
                        2 * ILLEGAL);
    tcase_add_test(tests, test_more_elements_than_the_limit_are_refused);
    tcase_add_test(tests, test_a_shape_survives_every_failed_allocation);
    suite_add_tcase(suite, tests);
    return suite;
}
