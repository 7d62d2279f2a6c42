// test_weld.c - which vertices of a model are one.
#include "floors/weld.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_support.h"
#include "suites.h"

Suite *nav_test_weld(void);

enum { VERTICES_MOST = 3000 };

// Welds a model; gives the number of welded vertices.
static size_t weld(const nav_model *model, double distance, uint32_t *to)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    size_t welded = 0;
    ck_assert_int_eq(nav_weld(model, &mem, distance, to, &welded, NULL),
                     NAV_OK);
    return welded;
}

START_TEST(test_equal_vertices_become_the_first_of_them)
{
    nav_model *model = nav_test_read_model("v 0 0 0\nv 1 0 0\nv 1 0 1\n"
                                           "v 1 0 0\nv -0 -0.0 0\nv 1 0 1\n"
                                           "f 1 2 3\nf 5 4 6\n");
    uint32_t to[6];
    ck_assert_uint_eq(weld(model, 0, to), 3);
    static const uint32_t expected[] = {0, 1, 2, 1, 0, 2};
    ck_assert_mem_eq(to, expected, sizeof expected);
    nav_model_free(model);
}
END_TEST

START_TEST(test_vertices_that_no_face_uses_take_no_part)
{
    nav_model *model = nav_test_read_model("v 0 0 0\nv 0 0 0\nv 1 0 0\n"
                                           "v 1 0 1\nf 2 3 4\n");
    uint32_t to[4];
    ck_assert_uint_eq(weld(model, 0, to), 0);
    ck_assert_uint_eq(to[1], 1);
    ck_assert_uint_eq(weld(model, 0.5, to), 0);
    ck_assert_uint_eq(to[1], 1);
    nav_model_free(model);
}
END_TEST

START_TEST(test_the_least_difference_keeps_vertices_apart_without_a_distance)
{
    nav_model *model = nav_test_read_model(
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 1.0000000000000002 0 0\nf 1 2 3\n"
        "f 1 4 3\n");
    uint32_t to[4];
    ck_assert_uint_eq(weld(model, 0, to), 0);
    ck_assert_uint_eq(weld(model, 1e-9, to), 1);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_distance_joins_chains)
{
    nav_model *model = nav_test_read_model(
        "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3.5 0 0\nf 1 2 3 4\n");
    uint32_t to[4];
    ck_assert_uint_eq(weld(model, 1, to), 2);
    static const uint32_t expected[] = {0, 0, 0, 3};
    ck_assert_mem_eq(to, expected, sizeof expected);
    nav_model_free(model);
}
END_TEST

static nav_model *new_model(void)
{
    nav_model *model = NULL;
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    return model;
}

// A model of random points with one face that uses them all.
static nav_model *scatter(nav_test_random *random, uint32_t count,
                          double offset)
{
    nav_model *model = new_model();
    for (uint32_t v = 0; v < count; v++) {
        // On a lattice of sixteenths, so that distances of exactly 1 are
        // frequent.
        nav_vec3 p = {offset + nav_test_random_below(random, 160) / 16.0,
                      nav_test_random_below(random, 64) / 16.0 - 2,
                      offset - nav_test_random_below(random, 160) / 16.0};
        ck_assert_int_eq(nav_model_add_vertex(model, p, NULL), NAV_OK);
        ck_assert_int_eq(nav_model_add_corner(model, v, NULL), NAV_OK);
    }
    ck_assert_int_eq(nav_model_close_face(model, 0, 0, NULL), NAV_OK);
    return model;
}

// Joins all pairs within the distance by relabelling, the slow way.
static void weld_slowly(const nav_model *model, double distance, uint32_t *to)
{
    for (uint32_t v = 0; v < model->vertices; v++) {
        to[v] = v;
    }
    for (size_t a = 0; a < model->vertices; a++) {
        for (size_t b = 0; b < a; b++) {
            nav_vec3 p = model->vertex[a];
            nav_vec3 q = model->vertex[b];
            double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
            uint32_t less = to[a] < to[b] ? to[a] : to[b];
            uint32_t more = to[a] < to[b] ? to[b] : to[a];
            if (x * x + y * y + z * z > distance * distance || less == more) {
                continue;
            }
            for (size_t c = 0; c < model->vertices; c++) {
                to[c] = to[c] == more ? less : to[c];
            }
        }
    }
}

START_TEST(test_a_distance_joins_what_comparing_all_pairs_joins)
{
    nav_test_random random = {(uint64_t)_i};
    uint32_t count = 20 + nav_test_random_below(&random, 400);
    static const double offsets[] = {0, 1000, -123456, 1e9};
    static const double distances[] = {1, 0.5, 0.125, 3};
    nav_model *model = scatter(&random, count, offsets[_i % 4]);
    double distance = distances[_i / 4 % 4];
    uint32_t to[VERTICES_MOST];
    uint32_t expected[VERTICES_MOST];
    (void)weld(model, distance, to);
    weld_slowly(model, distance, expected);
    ck_assert_mem_eq(to, expected, count * sizeof *to);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_crowd_within_the_distance_is_one)
{
    nav_test_random random = {1};
    nav_model *model = scatter(&random, VERTICES_MOST, 5);
    uint32_t to[VERTICES_MOST];
    ck_assert_uint_eq(weld(model, 1000, to), VERTICES_MOST - 1);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_distance_near_the_precision_of_coordinates_is_an_error)
{
    nav_model *model =
        nav_test_read_model("v 1e9 0 0\nv 1 0 0\nv 1 0 1\nf 1 2 3\n");
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_error error = {0};
    uint32_t to[3];
    size_t welded = 0;
    ck_assert_int_eq(nav_weld(model, &mem, 1e-5, to, &welded, &error),
                     NAV_RANGE);
    ck_assert_ptr_nonnull(strstr(error.message, "weld distance"));
    ck_assert_int_eq(nav_weld(model, &mem, 1e-2, to, &welded, &error), NAV_OK);
    nav_model_free(model);
}
END_TEST

Suite *nav_test_weld(void)
{
    Suite *suite = suite_create("weld");
    TCase *tests = tcase_create("weld");
    tcase_add_test(tests, test_equal_vertices_become_the_first_of_them);
    tcase_add_test(tests, test_vertices_that_no_face_uses_take_no_part);
    tcase_add_test(
        tests,
        test_the_least_difference_keeps_vertices_apart_without_a_distance);
    tcase_add_test(tests, test_a_distance_joins_chains);
    tcase_add_loop_test(
        tests, test_a_distance_joins_what_comparing_all_pairs_joins, 0, 48);
    tcase_add_test(tests, test_a_crowd_within_the_distance_is_one);
    tcase_add_test(
        tests, test_a_distance_near_the_precision_of_coordinates_is_an_error);
    suite_add_tcase(suite, tests);
    return suite;
}
