// test_field_rules.c - what fields refuse, what they block, and that they are
// the same again.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "field_support.h"
#include "suites.h"

// A square with a square hole, and a square apart.
static const char two_squares[] =
    "{\"polygons\":[{\"outer\":[[0,0],[12,0],[12,12],[0,12]],\"holes\":[[[4,4],"
    "[8,4],[8,8],[4,8]]]},{\"outer\":[[14,0],[20,0],[20,6],[14,6]]}]}";

typedef struct refusal {
    double cell;
    nav_vec2 goal;
    size_t count; // of goals, of which the last one is bad
    double snap;
    nav_status status;
} refusal;

static const refusal refusals[] = {
    {0, {1, 1}, 2, 0, NAV_RANGE},
    {-1, {1, 1}, 2, 0, NAV_RANGE},
    {(double)NAN, {1, 1}, 2, 0, NAV_RANGE},
    {(double)INFINITY, {1, 1}, 2, 0, NAV_RANGE},
    {1e-101, {1, 1}, 2, 0, NAV_RANGE},
    {1e101, {1, 1}, 2, 0, NAV_RANGE},
    {1, {(double)NAN, 1}, 2, 0, NAV_RANGE},
    {1, {1, -(double)INFINITY}, 2, 0, NAV_RANGE},
    {1, {1, 1e101}, 2, 0, NAV_RANGE},
    {1, {6, 6}, 2, 0, NAV_GEOMETRY},
    {1, {6, 6}, 2, 1.875, NAV_GEOMETRY},
    {1, {-1, 4}, 2, 0, NAV_GEOMETRY},
    {1e-4, {1, 1}, 2, 0, NAV_LIMIT}, // 200,000 by 120,000
    {1e-9, {1, 1}, 2, 0, NAV_LIMIT},
    {1e-100, {1, 1}, 2, 0, NAV_LIMIT},
    {1, {1, 1}, 0, 0, NAV_RANGE},
    {1, {1, 1}, 2, -1, NAV_RANGE},
    {1, {1, 1}, 2, (double)NAN, NAV_RANGE},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

START_TEST(test_a_bad_option_is_refused_with_a_reason)
{
    const refusal *r = &refusals[_i / 2];
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(two_squares));
    nav_field_options options = {.cell = r->cell,
                                 .method =
                                     _i % 2 ? NAV_FIELD_GRID4 : NAV_FIELD_EXACT,
                                 .snap = r->snap};
    const nav_point goals[] = {
        nav_test_on_plane(2, 2),
        nav_test_on_plane(r->goal.x, r->goal.y),
    };
    nav_field *field = (nav_field *)&bed;
    nav_error error = {0};
    nav_status status =
        nav_field_new(bed.query, goals, r->count, &options, &field, &error);
    ck_assert_int_eq(status, r->status);
    ck_assert_int_eq(error.status, r->status);
    ck_assert_int_ne(error.message[0], '\0');
    ck_assert_ptr_eq(field, (nav_field *)&bed);
    // And without a place to say why.
    status = nav_field_new(bed.query, goals, r->count, &options, &field, NULL);
    ck_assert_int_eq(status, r->status);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_no_goal_and_too_many_are_told_apart)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(two_squares));
    const nav_field_options options = nav_test_exact(1);
    const nav_point goal = nav_test_on_plane(2, 2);
    nav_field *field = NULL;
    nav_error error = {0};
    ck_assert_int_eq(
        nav_field_new(bed.query, &goal, 0, &options, &field, &error),
        NAV_RANGE);
    ck_assert_str_eq(error.message, "there must be a goal");
    // Refused before any but the first would be read.
    ck_assert_int_eq(nav_field_new(bed.query, &goal, (size_t)INT32_MAX + 1,
                                   &options, &field, &error),
                     NAV_RANGE);
    ck_assert_str_eq(error.message, "there are more than 2147483647 goals");
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_a_goal_off_the_mesh_moves_as_far_as_it_may)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(two_squares));
    nav_field_options options = nav_test_exact(1);
    options.snap = 1.5;
    const nav_point goals[] = {nav_test_on_plane(6, 4.5),
                               nav_test_on_plane(12.5, 3)};
    nav_test_bed_make(&bed, goals, 2, options);
    ck_assert(nav_field_goal(bed.field, 0).x == 6);
    ck_assert(nav_field_goal(bed.field, 0).y == 4);
    ck_assert(nav_field_goal(bed.field, 1).x == 12);
    ck_assert(nav_field_goal(bed.field, 1).y == 3);
    const nav_point moved[] = {nav_test_on_plane(6, 4),
                               nav_test_on_plane(12, 3)};
    nav_test_random random = {2};
    ck_assert_uint_gt(
        nav_test_check_places(&bed, moved, SIZE_MAX, true, &random), 100);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_every_status_has_its_name)
{
    ck_assert_str_eq(nav_place_status_name(NAV_PLACE_OK), "ok");
    ck_assert_str_eq(nav_place_status_name(NAV_PLACE_GOAL), "goal");
    ck_assert_str_eq(nav_place_status_name(NAV_PLACE_BLOCKED), "blocked");
    ck_assert_str_eq(nav_place_status_name(NAV_PLACE_UNREACHABLE),
                     "unreachable");
    ck_assert_str_eq(nav_place_status_name((nav_place_status)99), "unknown");
}
END_TEST

// 20 x 12 cells: the hole, the gap, and the room above the small square are
// blocked; the small square cannot be reached.
START_TEST(test_places_are_counted_by_status)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(two_squares));
    nav_point goal = nav_test_on_plane(0.25, 0.5);
    for (int how = 0; how < 4; how++) {
        nav_field_options options = nav_test_exact(1);
        options.method = how % 2 ? NAV_FIELD_GRID4 : NAV_FIELD_EXACT;
        options.test = how / 2 ? NAV_CELL_FULL : NAV_CELL_CENTRE;
        nav_test_bed_make(&bed, &goal, 1, options);
        ck_assert_uint_eq(bed.info.columns, 20);
        ck_assert_uint_eq(bed.info.rows, 12);
        ck_assert_uint_eq(bed.info.floors, 1);
        ck_assert_uint_eq(bed.info.places, 240);
        ck_assert_uint_eq(bed.info.blocked, 16 + 24 + 36);
        ck_assert_uint_eq(bed.info.unreachable, 36);
        ck_assert_int_eq(nav_field_place(bed.field, 0).status, NAV_PLACE_GOAL);
        ck_assert_int_eq(nav_field_place(bed.field, 1).status, NAV_PLACE_OK);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// A corner of a cell suffices to block it when all of it must be free.
START_TEST(test_a_cell_may_have_to_be_free_as_a_whole)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(
        "[[[0,0],[8,0],[8,8],[0,8]],[[2.9,2.9],[4.1,3.9],[3.9,4.1]]]"));
    nav_point goal = nav_test_on_plane(1, 1);
    nav_field_options options = nav_test_exact(1);
    nav_test_bed_make(&bed, &goal, 1, options);
    nav_place p = nav_field_place(bed.field, 3 * 8 + 3);
    ck_assert_int_eq(p.status, NAV_PLACE_BLOCKED);
    ck_assert_uint_eq(bed.info.blocked, 1);
    options.test = NAV_CELL_FULL;
    nav_test_bed_make(&bed, &goal, 1, options);
    // The triangle reaches into its cell and into five of its neighbours.
    static const int blocked[][2] = {{2, 2}, {3, 2}, {2, 3},
                                     {3, 3}, {4, 3}, {3, 4}};
    ck_assert_uint_eq(bed.info.blocked, 6);
    for (int i = 0; i < 6; i++) {
        size_t number = (size_t)(blocked[i][1] * 8 + blocked[i][0]);
        ck_assert_int_eq(nav_field_place(bed.field, number).status,
                         NAV_PLACE_BLOCKED);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// Cells 0.75 wide lie on the ramp wholly or have their centres in its hole; of
// those 0.6 wide, eight more reach into it, one reaches over the lower end of
// the ramp and one over the upper.
// Sides of closed polygons are no walls of what is left, beyond those that it
// has of its own.
START_TEST(test_closed_polygons_block_no_cells_beside_them)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]],\"area\":\"a\"},"
        "{\"outer\":[[4,0],[8,0],[8,4],[4,4]],\"area\":\"b\"}]}");
    ck_assert_int_eq(nav_mesh_forbid(mesh, (bool[]){false, true}, NULL),
                     NAV_OK);
    nav_test_bed bed = nav_test_bed_new(mesh);
    const nav_point goal = nav_test_on_plane(1.5, 1.5);
    nav_test_bed_make(&bed, &goal, 1,
                      (nav_field_options){.cell = 1, .test = NAV_CELL_FULL});
    ck_assert_uint_eq(bed.info.places, 32);
    ck_assert_uint_eq(bed.info.blocked, 16);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_a_floor_may_have_to_be_free_under_the_whole_cell)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_make_ramp());
    nav_point goal = nav_test_ramp_point(9);
    nav_field_options options = nav_test_exact(1);
    options.test = NAV_CELL_FULL;
    nav_test_bed_make(&bed, &goal, 1, options);
    ck_assert_uint_eq(bed.info.blocked, 1);
    options.cell = 0.75;
    nav_test_bed_make(&bed, &goal, 1, options);
    ck_assert_uint_eq(bed.info.columns, 4);
    // The centres of four are in the hole.
    ck_assert_uint_eq(bed.info.blocked, 4);
    options.cell = 0.6;
    nav_test_bed_make(&bed, &goal, 1, options);
    ck_assert_uint_eq(bed.info.columns, 5);
    // The nine in the middle have 3, 3, 3, 2, 1, 2, 2, 2 and 2.
    ck_assert_uint_eq(bed.info.blocked, 20 + 2);
    size_t count;
    size_t first = nav_field_cell(bed.field, 0, 1, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert_int_eq(nav_field_place(bed.field, first).status,
                     NAV_PLACE_BLOCKED);
    ck_assert_int_eq(nav_field_place(bed.field, first + 1).status,
                     NAV_PLACE_OK);
    first = nav_field_cell(bed.field, 4, 1, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert_int_eq(nav_field_place(bed.field, first + 1).status,
                     NAV_PLACE_OK);
    ck_assert_int_eq(nav_field_place(bed.field, first + 2).status,
                     NAV_PLACE_BLOCKED);
    nav_test_bed_free(&bed);
}
END_TEST

// Distances are true ones whichever cells are blocked.
START_TEST(test_ways_do_not_depend_on_which_cells_are_blocked)
{
    nav_test_random random = {1300 + (uint64_t)_i};
    nav_test_bed bed = nav_test_bed_new(
        _i % 2 ? nav_test_make_ramp() : nav_test_bake_linked(&random, 5));
    nav_point goals[] = {nav_test_draw_point(&bed, &random),
                         nav_test_draw_point(&bed, &random)};
    nav_field_options options = nav_test_exact(_i % 2 ? 0.22 : 2.5);
    nav_test_bed_make(&bed, goals, 2, options);
    nav_field *centres = bed.field;
    size_t blocked = bed.info.blocked;
    bed.field = NULL;
    options.test = NAV_CELL_FULL;
    nav_test_bed_make(&bed, goals, 2, options);
    ck_assert_uint_gt(bed.info.blocked, blocked);
    for (size_t i = 0; i < bed.info.places; i++) {
        nav_place p = nav_field_place(centres, i);
        nav_place q = nav_field_place(bed.field, i);
        NAV_TEST_CHECK(q.status == p.status || q.status == NAV_PLACE_BLOCKED);
        NAV_TEST_CHECK(q.status == NAV_PLACE_BLOCKED ||
                       (q.distance == p.distance && q.turn.x == p.turn.x &&
                        q.turn.y == p.turn.y && q.height == p.height));
    }
    nav_field_free(centres);
    nav_test_bed_free(&bed);
}
END_TEST

// Again with the same query, and with others that know more or less.
START_TEST(test_a_field_depends_on_nothing_else)
{
    nav_test_random random = {1100 + (uint64_t)_i};
    nav_test_bed bed = nav_test_bed_new(
        _i % 2 ? nav_test_make_ramp() : nav_test_bake_linked(&random, 10));
    nav_field_options options = nav_test_exact(_i % 2 ? 0.3 : 2.5);
    options.method = _i / 2 ? NAV_FIELD_GRID4 : NAV_FIELD_EXACT;
    nav_point goals[] = {nav_test_draw_point(&bed, &random),
                         nav_test_draw_point(&bed, &random)};
    nav_test_bed_make(&bed, goals, 2, options);
    nav_field *first = bed.field;
    bed.field = NULL;
    nav_test_check_drawn(&bed, 0.7, 1, false, &random);
    nav_test_bed_make(&bed, goals, 2, options);
    nav_test_check_same_fields(first, bed.field);
    nav_query *fresh = NULL;
    nav_field *again = NULL;
    ck_assert_int_eq(nav_query_new(bed.mesh, NULL, &fresh), NAV_OK);
    ck_assert_int_eq(nav_field_new(fresh, goals, 2, &options, &again, NULL),
                     NAV_OK);
    nav_query_free(fresh);
    nav_test_check_same_fields(first, again);
    nav_field_free(first);
    nav_field_free(again);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_a_field_outlives_query_and_mesh)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(two_squares));
    nav_point goal = nav_test_on_plane(2, 6);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    nav_test_bed other = nav_test_bed_new(nav_test_bake_json(two_squares));
    nav_test_bed_make(&other, &goal, 1, nav_test_exact(1));
    nav_query_free(bed.query);
    nav_mesh_free(bed.mesh);
    nav_test_check_same_fields(bed.field, other.field);
    nav_field_free(bed.field);
    nav_test_bed_free(&other);
}
END_TEST

START_TEST(test_freeing_no_field_does_nothing)
{
    nav_field_free(NULL);
}
END_TEST

typedef struct making {
    const nav_mesh *mesh;
    const nav_point *goals;
    nav_field_options options;
} making;

static nav_status make(const nav_allocator *mem, const void *context)
{
    const making *m = context;
    nav_query *query = NULL;
    nav_field *field = NULL;
    nav_error error = {0};
    nav_status status = nav_query_new(m->mesh, mem, &query);
    if (status == NAV_OK) {
        status = nav_field_new(query, m->goals, 2, &m->options, &field, &error);
        ck_assert(status == NAV_OK || error.status == status);
        ck_assert((status == NAV_OK) == (field != NULL));
    }
    nav_field_free(field);
    nav_query_free(query);
    return status;
}

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_test_random random = {1200};
    nav_test_bed bed =
        nav_test_bed_new(_i % 3 == 0   ? nav_test_make_ramp()
                         : _i % 3 == 1 ? nav_test_bake_linked(&random, 0)
                                       : nav_test_bake_linked(&random, 20));
    nav_point goals[] = {nav_test_draw_point(&bed, &random),
                         nav_test_draw_point(&bed, &random)};
    making m = {bed.mesh, goals, nav_test_exact(_i % 3 == 0 ? 0.5 : 5)};
    m.options.method = _i / 3 % 2 ? NAV_FIELD_GRID4 : NAV_FIELD_EXACT;
    m.options.test = _i / 6 ? NAV_CELL_FULL : NAV_CELL_CENTRE;
    // One for the field at least.
    ck_assert_uint_gt(nav_test_fail_allocations(make, &m), 2);
    nav_test_bed_free(&bed);
}
END_TEST

Suite *nav_test_field_rules(void)
{
    Suite *suite = suite_create("field_rules");
    TCase *others = tcase_create("refusals, and the rest");
    tcase_add_loop_test(others, test_a_bad_option_is_refused_with_a_reason, 0,
                        2 * REFUSALS);
    tcase_add_test(others, test_no_goal_and_too_many_are_told_apart);
    tcase_add_test(others, test_a_goal_off_the_mesh_moves_as_far_as_it_may);
    tcase_add_test(others, test_every_status_has_its_name);
    tcase_add_test(others, test_places_are_counted_by_status);
    tcase_add_test(others, test_a_cell_may_have_to_be_free_as_a_whole);
    tcase_add_test(others, test_closed_polygons_block_no_cells_beside_them);
    tcase_add_test(others,
                   test_a_floor_may_have_to_be_free_under_the_whole_cell);
    tcase_add_loop_test(
        others, test_ways_do_not_depend_on_which_cells_are_blocked, 0, 4);
    tcase_add_loop_test(others, test_a_field_depends_on_nothing_else, 0, 4);
    tcase_add_test(others, test_a_field_outlives_query_and_mesh);
    tcase_add_test(others, test_freeing_no_field_does_nothing);
    tcase_add_loop_test(
        others, test_every_failed_allocation_is_told_and_leaks_nothing, 0, 12);
    suite_add_tcase(suite, others);
    return suite;
}
