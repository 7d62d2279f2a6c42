// test_matrix.c - lengths between many points, against paths found one by one.
#include "search/matrix.h"

#include "mesh_support.h"
#include "suites.h"

#include <stdio.h>
#include <stdlib.h>

// Relative difference of lengths that rounding may make.
#define LENGTH_TOLERANCE 1e-9

static const nav_path_options plainly = {.search = NAV_SEARCH_OPTIMAL};

typedef struct bed {
    nav_mesh *mesh;
    nav_query *query, *other; // the other one for paths to compare with
    nav_point *point;
    size_t count;
    nav_path_options options;
    nav_matrix *matrix;
} bed;

// Takes the mesh.
static void bed_init(bed *b, nav_mesh *mesh)
{
    *b = (bed){.mesh = mesh, .options = plainly};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &b->query), NAV_OK);
    ck_assert_int_eq(nav_query_new(mesh, NULL, &b->other), NAV_OK);
}

static void bed_fini(bed *b)
{
    nav_matrix_free(b->matrix);
    nav_query_free(b->query);
    nav_query_free(b->other);
    nav_mesh_free(b->mesh);
    free(b->point);
}

static void make_matrix(bed *b)
{
    ck_assert_int_eq(nav_matrix_new(b->query, b->point, b->count, &b->options,
                                    &b->matrix, NULL),
                     NAV_OK);
}

static void draw_points(bed *b, nav_test_random *random, double size,
                        size_t count)
{
    b->count = count;
    b->point = calloc(count, sizeof *b->point);
    ck_assert_ptr_nonnull(b->point);
    for (size_t i = 0; i < count; i++) {
        b->point[i] =
            (nav_point){.plan = nav_test_random_point(b->mesh, random, size),
                        .floor = NAV_FLOOR_LOWEST};
    }
}

static double path_length(bed *b, size_t from, size_t to)
{
    nav_path path;
    ck_assert_int_eq(nav_query_path_at(b->other, b->point[from], b->point[to],
                                       &b->options, &path, NULL),
                     NAV_OK);
    return path.status == NAV_PATH_OK ? path.length : HUGE_VAL;
}

typedef nav_status row_method(nav_matrix *matrix, size_t row, size_t begin,
                              double *length);

static nav_status any_row(nav_matrix *matrix, size_t row, size_t begin,
                          double *length)
{
    return nav_matrix_row(matrix, row, begin, length, NULL);
}

// Holds every row, from a column on, against paths.  Gives how many lengths
// there were.
static size_t check_rows(bed *b, row_method *method, size_t step)
{
    double *length = calloc(b->count + 1, sizeof *length);
    size_t found = 0;
    ck_assert_ptr_nonnull(length);
    for (size_t row = 0; row < b->count; row++) {
        size_t begin = row * step < b->count ? row * step : b->count - 1;
        ck_assert_int_eq(method(b->matrix, row, begin, length), NAV_OK);
        for (size_t i = begin; i < b->count; i++) {
            double expected = path_length(b, row, i);
            NAV_TEST_CHECK_MSG(nav_test_is_close(length[i - begin], expected,
                                                 LENGTH_TOLERANCE),
                               "from %zu to %zu: %.17g instead of %.17g", row,
                               i, length[i - begin], expected);
            found += expected < HUGE_VAL;
        }
    }
    free(length);
    return found;
}

START_TEST(test_floods_give_the_lengths_of_paths)
{
    nav_test_random random = {.state = 7000 + (uint64_t)_i};
    uint32_t cells = 3 + nav_test_random_below(&random, 6);
    bed b;
    bed_init(&b, nav_test_make_grid(&random, cells, cells, 1));
    draw_points(&b, &random, nav_test_grid_size(cells), 30);
    make_matrix(&b);
    ck_assert(nav_matrix_is_symmetric(b.matrix));
    size_t found = check_rows(&b, nav_matrix_flood_row, 0);
    ck_assert_uint_gt(found, b.count / 2);
    (void)check_rows(&b, nav_matrix_flood_row, 1);
    (void)check_rows(&b, any_row, 1);
    bed_fini(&b);
}
END_TEST

START_TEST(test_floods_give_the_lengths_of_paths_on_floors)
{
    nav_test_random random = {.state = 7500 + (uint64_t)_i};
    nav_mesh *flat = nav_test_make_grid(&random, 6, 6, 1);
    bed b;
    bed_init(&b, nav_test_lift(flat, &random));
    nav_mesh_free(flat);
    draw_points(&b, &random, nav_test_grid_size(6), 24);
    make_matrix(&b);
    ck_assert_uint_gt(check_rows(&b, any_row, 0), 0);
    bed_fini(&b);
}
END_TEST

// A hall with pillars is large enough for floods to be taken.
static nav_mesh *make_hall(void)
{
    static char json[40000];
    size_t at = 0;
    at += (size_t)sprintf(json, "[[[0,0],[200,0],[200,200],[0,200]]");
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < 10; k++) {
            at += (size_t)sprintf(
                json + at, ",[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]", 20 * i + 5,
                20 * k + 5 + i % 3, 20 * i + 14, 20 * k + 4, 20 * i + 15,
                20 * k + 14 - k % 4, 20 * i + 4, 20 * k + 16);
        }
    }
    (void)sprintf(json + at, "]");
    return nav_test_bake_json(json);
}

START_TEST(test_many_points_are_flooded_and_few_are_searched)
{
    nav_test_random random = {.state = 3};
    bed b;
    bed_init(&b, make_hall());
    draw_points(&b, &random, 200, 150);
    make_matrix(&b);
    (void)check_rows(&b, any_row, 0);
    ck_assert_uint_gt(b.matrix->flood_from, 16);
    ck_assert_uint_lt(b.matrix->flood_from, b.count);
    ck_assert(b.matrix->has_flood);
    bed_fini(&b);
}
END_TEST

START_TEST(test_a_row_does_not_depend_on_rows_before)
{
    nav_test_random random = {.state = 4};
    bed b;
    double first[150], again[150];
    bed_init(&b, make_hall());
    draw_points(&b, &random, 200, 150);
    make_matrix(&b);
    ck_assert_int_eq(any_row(b.matrix, 17, 0, first), NAV_OK);
    for (size_t row = 0; row < 30; row++) {
        ck_assert_int_eq(any_row(b.matrix, row, row, again), NAV_OK);
    }
    ck_assert_int_eq(any_row(b.matrix, 17, 0, again), NAV_OK);
    for (size_t i = 0; i < b.count; i++) {
        NAV_TEST_CHECK(first[i] == again[i]);
    }
    bed_fini(&b);
}
END_TEST

START_TEST(test_points_off_the_mesh_have_no_lengths)
{
    bed b;
    double length[3];
    bed_init(&b, nav_test_bake_json("[[[0,0],[4,0],[4,4],[0,4]]]"));
    b.count = 3;
    b.point = calloc(b.count, sizeof *b.point);
    ck_assert_ptr_nonnull(b.point);
    b.point[0].plan = (nav_vec2){1, 1};
    b.point[1].plan = (nav_vec2){6, 1};
    b.point[2].plan = (nav_vec2){4, 5};
    make_matrix(&b);
    ck_assert_int_eq(nav_matrix_status(b.matrix, 0), NAV_PATH_OK);
    ck_assert_int_eq(nav_matrix_status(b.matrix, 1), NAV_PATH_START_OFF_MESH);
    ck_assert_int_eq(any_row(b.matrix, 0, 0, length), NAV_OK);
    ck_assert(length[0] == 0 && length[1] == HUGE_VAL && length[2] == HUGE_VAL);
    ck_assert_int_eq(nav_matrix_flood_row(b.matrix, 1, 0, length), NAV_OK);
    ck_assert(length[0] == HUGE_VAL && length[1] == HUGE_VAL);
    nav_matrix_free(b.matrix);
    b.options.snap = 1; // which reaches the third
    make_matrix(&b);
    ck_assert_int_eq(nav_matrix_status(b.matrix, 2), NAV_PATH_OK);
    ck_assert_int_eq(any_row(b.matrix, 2, 0, length), NAV_OK);
    ck_assert(nav_test_is_close(length[0], 4.2426406871192851, 1e-15));
    bed_fini(&b);
}
END_TEST

// No polygon holds any of them.
START_TEST(test_points_that_are_all_off_the_mesh_have_no_lengths)
{
    bed b;
    double length[2];
    bed_init(&b, nav_test_bake_json("[[[0,0],[4,0],[4,4],[0,4]]]"));
    b.count = 2;
    b.point = calloc(b.count, sizeof *b.point);
    ck_assert_ptr_nonnull(b.point);
    b.point[0].plan = (nav_vec2){6, 1};
    b.point[1].plan = (nav_vec2){4, 5};
    make_matrix(&b);
    for (size_t i = 0; i < b.count; i++) {
        ck_assert_int_eq(nav_matrix_status(b.matrix, i),
                         NAV_PATH_START_OFF_MESH);
        ck_assert_int_eq(nav_matrix_flood_row(b.matrix, i, 0, length), NAV_OK);
        ck_assert(length[0] == HUGE_VAL && length[1] == HUGE_VAL);
    }
    bed_fini(&b);
}
END_TEST

START_TEST(test_links_and_costs_are_left_to_searches)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
        "{\"outer\":[[6,0],[9,0],[9,4],[6,4]]}],"
        "\"links\":[{\"from\":[4,2],\"to\":[6,2],\"cost\":9,\"oneway\":true}]}";
    bed b;
    double length[2];
    bed_init(&b, nav_test_bake_json(map));
    b.count = 2;
    b.point = calloc(b.count, sizeof *b.point);
    ck_assert_ptr_nonnull(b.point);
    b.point[0].plan = (nav_vec2){1, 2};
    b.point[1].plan = (nav_vec2){8, 2};
    make_matrix(&b);
    ck_assert(!nav_matrix_is_symmetric(b.matrix));
    ck_assert_int_eq(any_row(b.matrix, 0, 0, length), NAV_OK);
    ck_assert(length[0] == 0 && length[1] == 7);
    ck_assert_int_eq(any_row(b.matrix, 1, 0, length), NAV_OK);
    ck_assert(length[0] == HUGE_VAL && length[1] == 0);
    bed_fini(&b);
}
END_TEST

START_TEST(test_points_must_be_legal)
{
    bed b;
    nav_error error = {.status = NAV_OK};
    bed_init(&b, nav_test_bake_json("[[[0,0],[4,0],[4,4],[0,4]]]"));
    nav_point bad = {.plan = {1e200, 0}};
    ck_assert_int_eq(
        nav_matrix_new(b.query, &bad, 1, &plainly, &b.matrix, &error),
        NAV_RANGE);
    ck_assert_int_eq(error.status, NAV_RANGE);
    ck_assert_ptr_null(b.matrix);
    ck_assert_int_eq(
        nav_matrix_new(b.query, NULL, 0, &plainly, &b.matrix, NULL), NAV_OK);
    bed_fini(&b);
}
END_TEST

typedef struct memory_work {
    const nav_mesh *mesh;
    const nav_point *point;
    size_t count;
} memory_work;

static nav_status measure_with(const nav_allocator *mem, const void *context)
{
    const memory_work *w = context;
    nav_query *query = NULL;
    nav_matrix *matrix = NULL;
    double length[64];
    nav_status status = nav_query_new(w->mesh, mem, &query);
    if (status == NAV_OK) {
        status =
            nav_matrix_new(query, w->point, w->count, &plainly, &matrix, NULL);
    }
    if (status == NAV_OK) {
        status = nav_matrix_row(matrix, 0, 0, length, NULL);
    }
    if (status == NAV_OK) {
        status = nav_matrix_flood_row(matrix, 1, 0, length);
    }
    nav_matrix_free(matrix);
    nav_query_free(query);
    return status;
}

START_TEST(test_failed_allocations_are_survived)
{
    nav_test_random random = {.state = 5};
    bed b;
    bed_init(&b, make_hall());
    draw_points(&b, &random, 200, 64);
    const memory_work work = {b.mesh, b.point, b.count};
    ck_assert_uint_gt(nav_test_fail_allocations(measure_with, &work), 15);
    bed_fini(&b);
}
END_TEST

Suite *nav_test_matrix(void)
{
    Suite *suite = suite_create("matrix");
    TCase *t = tcase_create("rows");
    tcase_add_loop_test(t, test_floods_give_the_lengths_of_paths, 0, 60);
    tcase_add_loop_test(t, test_floods_give_the_lengths_of_paths_on_floors, 0,
                        20);
    tcase_add_test(t, test_many_points_are_flooded_and_few_are_searched);
    tcase_add_test(t, test_a_row_does_not_depend_on_rows_before);
    tcase_add_test(t, test_points_off_the_mesh_have_no_lengths);
    tcase_add_test(t, test_points_that_are_all_off_the_mesh_have_no_lengths);
    tcase_add_test(t, test_links_and_costs_are_left_to_searches);
    tcase_add_test(t, test_points_must_be_legal);
    tcase_add_test(t, test_failed_allocations_are_survived);
    suite_add_tcase(suite, t);
    return suite;
}
