// test_field_errors.c - nav_field_compare: by how much ways of a grid are too
// long.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "mesh_support.h"
#include "plain_grid.h"
#include "suites.h"

// Along the ways of the grid from centre to centre, and from the last one on
// the mesh on to the nearest goal; no shorter than the true way anywhere.
static double follow(const nav_field *grid, const nav_field *exact, size_t at)
{
    double cell = nav_field_get_info(grid).cell;
    nav_place p = nav_field_place(grid, at);
    double right = nav_field_place(exact, at).distance;
    bool is_known = isfinite(right);
    if (p.status == NAV_PLACE_GOAL) {
        return is_known ? right : 0;
    }
    ck_assert_int_eq(p.status, NAV_PLACE_OK);
    size_t count;
    size_t next =
        nav_field_cell(grid, (uint32_t)((double)p.column + p.direction.x),
                       (uint32_t)((double)p.row + p.direction.y), &count);
    if (nav_field_place(exact, next).status == NAV_PLACE_BLOCKED) {
        return is_known ? right : 0;
    }
    double length =
        cell * hypot(p.direction.x, p.direction.y) + follow(grid, exact, next);
    return is_known ? fmax(length, right) : length;
}

static nav_field_errors sum_up(const nav_field *grid, const nav_field *exact)
{
    nav_field_errors e = {0};
    size_t places = nav_field_get_info(grid).places;
    for (size_t i = 0; i < places; i++) {
        nav_place p = nav_field_place(grid, i);
        nav_place q = nav_field_place(exact, i);
        if (p.status == NAV_PLACE_OK && isfinite(q.distance)) {
            double distance = p.distance / q.distance - 1;
            double path = follow(grid, exact, i) / q.distance - 1;
            e.compared++;
            e.distance_mean += distance;
            e.distance_most = fmax(e.distance_most, distance);
            e.path_mean += path;
            e.path_most = fmax(e.path_most, path);
        }
    }
    e.distance_mean /= fmax(1, (double)e.compared);
    e.path_mean /= fmax(1, (double)e.compared);
    return e;
}

static void compare_errors(const nav_field *grid, const nav_field *exact)
{
    nav_error error = {0};
    nav_field_errors is;
    ck_assert_int_eq(nav_field_compare(grid, exact, &is, &error), NAV_OK);
    nav_field_errors want = sum_up(grid, exact);
    ck_assert_uint_eq(is.compared, want.compared);
    ck_assert_double_eq_tol(is.distance_mean, want.distance_mean, 1e-12);
    ck_assert_double_eq_tol(is.distance_most, want.distance_most, 1e-12);
    ck_assert_double_eq_tol(is.path_mean, want.path_mean, 1e-12);
    ck_assert_double_eq_tol(is.path_most, want.path_most, 1e-12);
}

// Walls fill whole cells, so that ways in them are straight.
START_TEST(test_errors_of_a_grid_are_summed_up)
{
    nav_test_random random = {(uint64_t)_i + 500};
    plain_grid *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    nav_test_bed bed = nav_test_bed_new(plain_build_walls(g));
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    nav_point goals[PLAIN_GOALS];
    plain_find_cells(&bed, plain_options(PLAIN_SIDE, NAV_CELL_CENTRE));
    size_t count = plain_draw_goals(&random, &bed.info, g, goals,
                                    1 + (size_t)_i % PLAIN_GOALS);
    // Not in the middles, so that there is a rest to go in the goals' cells.
    for (size_t i = 0; i < count; i++) {
        goals[i].plan.x += 5;
        goals[i].plan.y -= 6;
    }
    nav_test_bed_make(&bed, goals, count,
                      plain_options(PLAIN_SIDE, NAV_CELL_CENTRE));
    nav_test_bed_make(&other, goals, count,
                      (nav_field_options){.cell = PLAIN_SIDE});
    compare_errors(bed.field, other.field);
    nav_field_free(other.field);
    free(g);
    nav_test_bed_free(&bed);
}
END_TEST

// Walls that are thinner than a cell, and goals anywhere: steps lead through
// walls, and to cells whose centres are off the mesh.
START_TEST(test_no_path_is_shorter_than_the_true_one)
{
    nav_test_random random = {(uint64_t)_i + 600};
    nav_shape *shape =
        nav_test_draw_rectangles(&random, (nav_vec2){1, 0}, (nav_vec2){0, 0});
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_shape(shape, 6));
    nav_shape_free(shape);
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    double cell = _i % 2 ? 8 : 13;
    for (int round = 0; round < 6; round++) {
        nav_point goal = nav_test_draw_point(&bed, &random);
        nav_test_bed_make(&bed, &goal, 1, plain_options(cell, NAV_CELL_CENTRE));
        nav_test_bed_make(&other, &goal, 1, nav_test_exact(cell));
        compare_errors(bed.field, other.field);
        nav_field_errors e;
        ck_assert_int_eq(nav_field_compare(bed.field, other.field, &e, NULL),
                         NAV_OK);
        ck_assert_double_ge(e.path_mean, 0);
    }
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

// The goal is past the last centre, and its cell's is off the mesh.
START_TEST(test_a_straight_path_is_not_too_long)
{
    nav_test_bed bed = nav_test_bed_new(
        nav_test_bake_json("[[[0,0],[3.25,0],[3.25,1],[0,1]]]"));
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    nav_point goal = nav_test_on_plane(3.125, 0.5);
    nav_field_errors e;
    nav_test_bed_make(&bed, &goal, 1, plain_options(1, NAV_CELL_CENTRE));
    nav_test_bed_make(&other, &goal, 1, nav_test_exact(1));
    ck_assert_int_eq(nav_field_compare(bed.field, other.field, &e, NULL),
                     NAV_OK);
    ck_assert_uint_eq(e.compared, 3);
    ck_assert_double_eq(e.path_mean, 0);
    ck_assert_double_eq(e.path_most, 0);
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

// The corner that the ways in an open square lead to.
static const nav_point corner = {.plan = {0.5, 0.5}};

// Six cells with a field by steps, and on the same mesh a bed without a field.
static void open_square(nav_test_bed *bed, nav_test_bed *other)
{
    *bed = nav_test_bed_new(nav_test_bake_json("[[[0,0],[3,0],[3,2],[0,2]]]"));
    *other = (nav_test_bed){.mesh = bed->mesh, .query = bed->query};
    nav_test_bed_make(bed, &corner, 1, plain_options(1, NAV_CELL_CENTRE));
}

// In an open square the cell a knight's move away is 3 / sqrt(5) times as far
// by steps, and (1 + sqrt(2)) / sqrt(5) times by the way.
START_TEST(test_errors_in_an_open_square_are_known)
{
    nav_test_bed bed, other;
    open_square(&bed, &other);
    nav_test_bed_make(&other, &corner, 1, (nav_field_options){.cell = 1});
    nav_field_errors e;
    ck_assert_int_eq(nav_field_compare(bed.field, other.field, &e, NULL),
                     NAV_OK);
    // Straight, straight, straight, diagonal, knight.
    ck_assert_uint_eq(e.compared, 5);
    const double diagonal = 2 / sqrt(2) - 1, knight = 3 / sqrt(5) - 1;
    const double path = (1 + sqrt(2)) / sqrt(5) - 1;
    ck_assert_double_eq_tol(e.distance_most, diagonal, 1e-14);
    ck_assert_double_eq_tol(e.distance_mean, (diagonal + knight) / 5, 1e-14);
    ck_assert_double_eq_tol(e.path_most, path, 1e-14);
    ck_assert_double_eq_tol(e.path_mean, path / 5, 1e-14);
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_only_fields_of_the_same_grid_are_compared)
{
    nav_test_bed bed, other;
    open_square(&bed, &other);
    nav_field_errors e = {.compared = 77};
    for (int how = 0; how < 3; how++) {
        nav_error error = {0};
        nav_test_bed_make(&other, &corner, 1,
                          how == 0   ? (nav_field_options){.cell = 0.5}
                          : how == 1 ? plain_options(1, NAV_CELL_CENTRE)
                                     : (nav_field_options){.cell = 1});
        const nav_field *one = how == 2 ? other.field : bed.field;
        const nav_field *two = how == 2 ? bed.field : other.field;
        ck_assert_int_eq(nav_field_compare(one, two, &e, &error), NAV_RANGE);
        ck_assert_int_ne(error.message[0], '\0');
        ck_assert_uint_eq(e.compared, 77);
    }
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

static nav_status compare_all(const nav_allocator *mem, const void *context)
{
    const nav_mesh *mesh = context;
    const nav_point goal = nav_test_on_plane(0.5, 0.5);
    const nav_field_options options[] = {plain_options(1, NAV_CELL_CENTRE),
                                         {.cell = 1}};
    nav_query *query = NULL;
    nav_field *field[2] = {NULL, NULL};
    nav_field_errors e;
    nav_status status = nav_query_new(mesh, mem, &query);
    for (int i = 0; i < 2 && status == NAV_OK; i++) {
        status = nav_field_new(query, &goal, 1, &options[i], &field[i], NULL);
    }
    if (status == NAV_OK) {
        status = nav_field_compare(field[0], field[1], &e, NULL);
    }
    nav_field_free(field[0]);
    nav_field_free(field[1]);
    nav_query_free(query);
    return status;
}

START_TEST(test_comparing_survives_every_failed_allocation)
{
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[3,0],[3,2],[0,2]]]");
    ck_assert_uint_gt(nav_test_fail_allocations(compare_all, mesh), 4);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_field_errors(void)
{
    Suite *suite = suite_create("field_errors");
    TCase *errors = tcase_create("errors");
    tcase_add_test(errors, test_errors_in_an_open_square_are_known);
    tcase_add_loop_test(errors, test_errors_of_a_grid_are_summed_up, 0, 6);
    tcase_add_loop_test(errors, test_no_path_is_shorter_than_the_true_one, 0,
                        12);
    tcase_add_test(errors, test_a_straight_path_is_not_too_long);
    tcase_add_test(errors, test_only_fields_of_the_same_grid_are_compared);
    tcase_add_test(errors, test_comparing_survives_every_failed_allocation);
    suite_add_tcase(suite, errors);
    return suite;
}
