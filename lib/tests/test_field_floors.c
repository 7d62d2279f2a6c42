// test_field_floors.c - NAV_FIELD_EXACT where floors lie over each other.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field_support.h"
#include "mesh_support.h"
#include "suites.h"

static double distance(nav_vec2 a, nav_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

// From the middle of square k of the ramp down to that of square 0: straight to
// the first inner corner, one unit for each side of the hole, and straight on.
static double ramp_length(int k)
{
    double last = sqrt(2.5);
    switch (k) {
    case 0:
    case 1:
    case 2:
        return k;
    default:
        return k % 2 == 0 ? last + (k / 2.0 - 2) + last
                          : sqrt(0.5) + ((k - 1) / 2.0 - 1) + last;
    }
}

START_TEST(test_ways_on_a_ramp_that_winds_over_itself_are_known)
{
    nav_test_random random = {1};
    nav_test_bed bed = nav_test_bed_new(nav_test_make_ramp());
    nav_point goal = nav_test_ramp_point(0);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    ck_assert_uint_eq(bed.info.places, NAV_TEST_RAMP + 1);
    ck_assert_uint_eq(bed.info.floors, 3);
    ck_assert_uint_eq(bed.info.blocked, 1);
    for (int k = 0; k < NAV_TEST_RAMP; k++) {
        nav_place p = nav_test_ramp_place(&bed, k);
        NAV_TEST_CHECK_MSG(nav_test_is_close(p.distance, ramp_length(k), 1e-14),
                           "square %d: %.17g, not %.17g", k, p.distance,
                           ramp_length(k));
        // The turn is at the corner cell before.
        nav_vec2 turn =
            k < 3 ? goal.plan : nav_test_ramp_inner(k % 2 == 0 ? k - 2 : k - 1);
        NAV_TEST_CHECK_MSG(p.turn.x == turn.x && p.turn.y == turn.y,
                           "square %d: (%g, %g)", k, p.turn.x, p.turn.y);
    }
    nav_test_check_places(&bed, &goal, NAV_TEST_ASKED, true, &random);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_every_goal_on_a_ramp_is_that_of_point_queries)
{
    nav_test_random random = {700};
    nav_test_bed bed = nav_test_bed_new(nav_test_make_ramp());
    for (int i = 0; i < 40; i++) {
        nav_test_check_drawn(&bed, i % 2 ? 0.25 : 1,
                             1 + (size_t)i % NAV_TEST_GOALS, true, &random);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// A floor with a hole, a bridge over it with a ramp at each end, and a room
// upstairs that nothing leads to.
static const char bridge[] = "v 0 0 0\nv 12 0 0\nv 12 0 3\nv 0 0 3\n"
                             "v 12 0 9\nv 0 0 9\nv 12 0 12\nv 0 0 12\n"
                             "v 0 0 5\nv 5 0 5\nv 5 0 9\nv 12 0 5\n"
                             "f 1 2 3 4\nf 4 3 12 9\nf 9 10 11 6\nf 6 5 7 8\n"
                             "v 16 0 0\nv 16 0 3\nf 2 13 14 3\n"
                             "v 16 4 4.5\nv 12 4 4.5\nf 3 14 15 16\n"
                             "v 2 4 3\nv 2 4 4.5\nv 12 4 3\n"
                             "v 14 4 6\nv 12 4 6\nf 16 15 20 21\n"
                             "v -2 4 4.5\nv -2 4 6\nf 22 16 21 23\n"
                             "v -2 0 12\nv -4 4 4.5\nv -4 4 6\nv -4 0 12\n"
                             "f 22 23 26 25\nf 23 24 27 26\nf 8 6 24\n"
                             "v 3 9 3\nv 9 9 3\nv 9 9 9\nv 3 9 9\n"
                             "f 28 29 30 31\n";

static nav_mesh *bake_obj(const char *obj)
{
    nav_model *model = NULL;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    const nav_obj_options reading = {0};
    nav_model_options floors = nav_model_options_default();
    nav_bake_options options = nav_bake_options_default();
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    nav_status status =
        nav_model_read_obj(model, obj, strlen(obj), &reading, &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    status = nav_bake_model(model, &floors, &options, NULL, &mesh, NULL, NULL,
                            &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    nav_model_free(model);
    return mesh;
}

// How many places a cell has is what is asked from below and from above.
static void check_floors(nav_test_bed *bed)
{
    for (size_t i = 0; i < bed->info.places;) {
        nav_place p = nav_field_place(bed->field, i);
        size_t count;
        size_t first = nav_field_cell(bed->field, p.column, p.row, &count);
        NAV_TEST_CHECK(first == i);
        nav_place last = nav_field_place(bed->field, i + count - 1);
        nav_location low, high;
        const nav_point below = {p.centre, NAV_FLOOR_LOWEST, 0};
        const nav_point above = {p.centre, NAV_FLOOR_HIGHEST, 0};
        ck_assert_int_eq(nav_query_locate_at(bed->query, below, &low, NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_query_locate_at(bed->query, above, &high, NULL),
                         NAV_OK);
        if (p.status != NAV_PLACE_BLOCKED) {
            NAV_TEST_CHECK_MSG(
                low.height == p.height && high.height == last.height,
                "(%g, %g): %g to %g, not %g to %g", p.centre.x, p.centre.y,
                p.height, last.height, low.height, high.height);
        }
        i += count;
    }
}

START_TEST(test_a_field_under_and_over_a_bridge_is_that_of_point_queries)
{
    nav_test_random random = {800 + (uint64_t)_i};
    nav_test_bed bed = nav_test_bed_new(bake_obj(bridge));
    nav_test_check_drawn(&bed, _i % 2 ? 0.5 : 1,
                         1 + (size_t)_i % NAV_TEST_GOALS, true, &random);
    ck_assert_uint_eq(bed.info.floors, 3);
    check_floors(&bed);
    nav_test_bed_free(&bed);
}
END_TEST

// Two rooms side by side that an opening joins; the wall between them has no
// thickness, and the floor of the right one rises along it.  A way that comes
// along the wall turns back around its end.
START_TEST(test_ways_turn_at_the_end_of_a_slit)
{
    static const nav_vec3 vertex[] = {
        {0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {0, 3, 0}, {4, 3, 0},
        {8, 3, 0}, {0, 6, 0}, {4, 6, 0}, {4, 6, 4}, {8, 6, 4}};
    static const uint32_t corner[] = {0, 1, 4, 3, 3, 4, 7, 6,
                                      1, 2, 5, 4, 4, 5, 9, 8};
    static const uint32_t counts[] = {4, 4, 4, 4};
    static const nav_vec2 end = {4, 3};
    nav_test_bed bed =
        nav_test_bed_new(nav_test_make_floors(vertex, 10, corner, counts, 4));
    for (int side = 0; side < 2; side++) {
        // On the wall itself, as high as the floor of one of the rooms.
        nav_point goal = {
            {4, 5}, side ? NAV_FLOOR_HIGHEST : NAV_FLOOR_LOWEST, 0};
        nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
        ck_assert_uint_eq(bed.info.unreachable, 0);
        for (size_t i = 0; i < bed.info.places; i++) {
            nav_place p = nav_field_place(bed.field, i);
            bool turns = (p.centre.x < 4) == (side == 1);
            double want = turns ? 2 + distance(p.centre, end)
                                : distance(p.centre, goal.plan);
            NAV_TEST_CHECK_MSG(nav_test_is_close(p.distance, want, 1e-14),
                               "(%g, %g): %.17g, not %.17g", p.centre.x,
                               p.centre.y, p.distance, want);
            nav_vec2 turn = turns ? end : goal.plan;
            NAV_TEST_CHECK(p.turn.x == turn.x && p.turn.y == turn.y);
        }
    }
    nav_test_bed_free(&bed);
}
END_TEST

// A floor, stairs that begin in the middle of it, and the floor below them: at
// the edge of three one can go both ways.
START_TEST(test_ways_at_an_edge_of_three_floors_are_known)
{
    static const char stairs[] = "v -2 0 0\nv -2 0 2\nv 0 0 2\nv 0 0 0\n"
                                 "f 1 2 3 4\nv 4 3 2\nv 4 3 0\nf 4 3 5 6\n"
                                 "v 4 0 2\nv 4 0 0\nf 4 3 7 8\n";
    nav_test_bed bed = nav_test_bed_new(bake_obj(stairs));
    nav_point goal = nav_test_on_plane(-1.5, 0.5);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    ck_assert_uint_eq(bed.info.places, 20);
    check_floors(&bed);
    for (size_t i = 0; i < bed.info.places; i++) {
        nav_place p = nav_field_place(bed.field, i);
        NAV_TEST_CHECK(nav_test_is_close(p.distance,
                                         distance(p.centre, goal.plan), 1e-15));
        NAV_TEST_CHECK(p.turn.x == goal.plan.x && p.turn.y == goal.plan.y);
    }
    // From upstairs to below one goes back to the foot of the stairs.
    goal = (nav_point){{3.5, 0.5}, NAV_FLOOR_LOWEST, 0};
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    for (size_t i = 0; i < bed.info.places; i++) {
        nav_place p = nav_field_place(bed.field, i);
        bool upstairs = p.centre.x > 0 && p.height > 0;
        nav_vec2 at = {upstairs ? -p.centre.x : p.centre.x, p.centre.y};
        NAV_TEST_CHECK_MSG(
            nav_test_is_close(p.distance, distance(at, goal.plan), 1e-14),
            "(%g, %g) height %g: %.17g", p.centre.x, p.centre.y, p.height,
            p.distance);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// The polygons of a flat mesh of which every line of the grid is straight, or
// some of them, `copies` times; folded like paper at multiples of `width`.
static nav_mesh *fold(const nav_mesh *flat, double width, uint32_t copies,
                      nav_test_random *random)
{
    nav_mesh_info info = nav_mesh_get_info(flat);
    nav_vec3 *at = malloc(info.vertices * sizeof *at);
    uint32_t *corners = malloc(copies * info.edges * sizeof *corners);
    uint32_t *counts = malloc(copies * info.polygons * sizeof *counts);
    ck_assert(at && corners && counts);
    for (uint32_t v = 0; v < info.vertices; v++) {
        nav_vec2 p = nav_mesh_vertices(flat)[v];
        double rest = fmod(p.x, 2 * width);
        at[v] = (nav_vec3){rest > width ? 2 * width - rest : rest, p.y,
                           p.x + 0.137 * p.y};
    }
    uint32_t used = 0, polygons = 0;
    for (uint32_t i = 0; i < copies * info.polygons; i++) {
        nav_polygon p = nav_mesh_polygon(flat, i % info.polygons);
        if (i >= info.polygons && nav_test_random_below(random, 2)) {
            continue;
        }
        double left = HUGE_VAL;
        for (uint32_t k = 0; k < p.count; k++) {
            left = fmin(left, nav_mesh_vertices(flat)[p.corners[k]].x);
        }
        bool turned = fmod(left, 2 * width) >= width;
        for (uint32_t k = 0; k < p.count; k++) {
            corners[used++] = p.corners[turned ? p.count - 1 - k : k];
        }
        counts[polygons++] = p.count;
    }
    nav_mesh *mesh =
        nav_test_make_floors(at, info.vertices, corners, counts, polygons);
    free(at);
    free(corners);
    free(counts);
    return mesh;
}

// Over folds the plan of a way is no chain of turns at corners, so that only
// distances are compared.
START_TEST(test_a_field_on_folded_and_doubled_floors_is_that_of_point_queries)
{
    nav_test_random random = {900 + (uint64_t)_i};
    nav_mesh *flat = nav_test_make_grid(&random, 6, 5, 0);
    double width = _i % 3 == 0 ? 1200 : 12 * (_i % 3);
    nav_mesh *mesh = fold(flat, width, 1 + (uint32_t)_i / 3 % 2, &random);
    nav_mesh_free(flat);
    nav_test_bed bed = nav_test_bed_new(mesh);
    nav_test_check_drawn(&bed, 2.5, 1 + (size_t)_i % NAV_TEST_GOALS, false,
                         &random);
    nav_test_check_drawn(&bed, 4, 1, false, &random);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_a_field_on_bumpy_floors_is_that_of_the_flat_mesh)
{
    nav_test_random random = {1000 + (uint64_t)_i};
    nav_mesh *flat = nav_test_make_grid(&random, 8, 8, 1);
    nav_test_bed bumpy = nav_test_bed_new(nav_test_lift(flat, &random));
    nav_test_bed even = nav_test_bed_new(flat);
    nav_point goal = nav_test_draw_point(&even, &random);
    nav_test_bed_make(&even, &goal, 1, nav_test_exact(2.3));
    goal.floor = NAV_FLOOR_ONLY;
    nav_test_bed_make(&bumpy, &goal, 1, nav_test_exact(2.3));
    ck_assert_uint_eq(bumpy.info.places, even.info.places);
    for (size_t i = 0; i < even.info.places; i++) {
        nav_place p = nav_field_place(bumpy.field, i);
        nav_place q = nav_field_place(even.field, i);
        NAV_TEST_CHECK_MSG(p.status == q.status, "(%g, %g) is %s, not %s",
                           p.centre.x, p.centre.y,
                           nav_place_status_name(p.status),
                           nav_place_status_name(q.status));
        NAV_TEST_CHECK(nav_test_is_close(p.distance, q.distance, 1e-12));
    }
    nav_test_check_places(&bumpy, &goal, NAV_TEST_ASKED, true, &random);
    nav_test_bed_free(&bumpy);
    nav_test_bed_free(&even);
}
END_TEST

START_TEST(test_a_goal_on_one_of_several_floors_must_be_told)
{
    nav_test_bed bed = nav_test_bed_new(bake_obj(bridge));
    nav_field_options options = nav_test_exact(1);
    nav_point goal = nav_test_on_plane(6, 5.5);
    nav_field *field = NULL;
    nav_error error = {0};
    ck_assert_int_eq(
        nav_field_new(bed.query, &goal, 1, &options, &field, &error),
        NAV_GEOMETRY);
    ck_assert_int_ne(error.message[0], '\0');
    ck_assert_ptr_null(field);
    nav_test_bed_free(&bed);
}
END_TEST

Suite *nav_test_field_floors(void)
{
    Suite *suite = suite_create("field_floors");
    TCase *floors = tcase_create("floors");
    tcase_add_test(floors,
                   test_ways_on_a_ramp_that_winds_over_itself_are_known);
    tcase_add_test(floors, test_every_goal_on_a_ramp_is_that_of_point_queries);
    tcase_add_loop_test(
        floors, test_a_field_under_and_over_a_bridge_is_that_of_point_queries,
        0, 6);
    tcase_add_test(floors, test_ways_turn_at_the_end_of_a_slit);
    tcase_add_test(floors, test_ways_at_an_edge_of_three_floors_are_known);
    tcase_add_loop_test(
        floors,
        test_a_field_on_folded_and_doubled_floors_is_that_of_point_queries, 0,
        12);
    tcase_add_loop_test(
        floors, test_a_field_on_bumpy_floors_is_that_of_the_flat_mesh, 0, 6);
    tcase_add_test(floors, test_a_goal_on_one_of_several_floors_must_be_told);
    suite_add_tcase(suite, floors);
    return suite;
}
