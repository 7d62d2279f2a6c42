// test_field_queries.c - NAV_FIELD_EXACT against point queries, on the plane.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "field_support.h"
#include "suites.h"

// Turned by angles of the triangles 3 4 5 and 5 12 13, by 45 degrees, moved,
// and of sizes up to the ends of the range.
static const struct {
    nav_vec2 factor, away;
} transforms[] = {
    {{1, 0}, {0, 0}},
    {{1, 0}, {12345.678, -9876.5}},
    {{1, 0}, {1e9, 1e9}},
    {{0.6, 0.8}, {0, 0}},
    {{-5.0 / 13, 12.0 / 13}, {1000, 7}},
    {{1, 1}, {0, 0}},
    {{1e-90, 0}, {0, 0}},
    {{6e-91, 8e-91}, {0, 0}},
    {{1e90, 0}, {0, 0}},
    {{6e89, 8e89}, {-1e92, 1e91}},
};
enum { TRANSFORMS = sizeof transforms / sizeof transforms[0] };

START_TEST(test_a_field_is_that_of_point_queries_moved_turned_and_scaled)
{
    nav_vec2 factor = transforms[_i % TRANSFORMS].factor;
    nav_test_random random = {100 + (uint64_t)_i};
    nav_shape *shape = nav_test_draw_rectangles(
        &random, factor, transforms[_i % TRANSFORMS].away);
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_shape(shape, 16));
    double size = fabs(factor.x) + fabs(factor.y);
    nav_test_check_drawn(&bed, size, 1 + (size_t)_i % NAV_TEST_GOALS, true,
                         &random);
    nav_test_check_drawn(&bed, 7.3 * size, 1, true, &random);
    nav_shape_free(shape);
    nav_test_bed_free(&bed);
}
END_TEST

// Powers of two round nothing, so that nothing may change but the scale.
START_TEST(test_a_field_scales_with_the_map_to_the_bit)
{
    const double scale = _i % 2 ? 0x1p-200 : 0x1p260;
    nav_test_random random = {200 + (uint64_t)_i}, again = random;
    const nav_vec2 none = {0, 0};
    nav_shape *one = nav_test_draw_rectangles(&random, (nav_vec2){1, 0}, none);
    nav_shape *two =
        nav_test_draw_rectangles(&again, (nav_vec2){scale, 0}, none);
    nav_test_bed small = nav_test_bed_new(nav_test_bake_shape(one, 16));
    nav_test_bed large = nav_test_bed_new(nav_test_bake_shape(two, 16));
    nav_point goal = nav_test_draw_point(&small, &random);
    nav_test_bed_make(&small, &goal, 1, nav_test_exact(1.5));
    goal.plan = (nav_vec2){goal.plan.x * scale, goal.plan.y * scale};
    nav_test_bed_make(&large, &goal, 1, nav_test_exact(1.5 * scale));
    ck_assert_uint_eq(small.info.places, large.info.places);
    for (size_t i = 0; i < small.info.places; i++) {
        nav_place p = nav_field_place(small.field, i);
        nav_place q = nav_field_place(large.field, i);
        NAV_TEST_CHECK(p.status == q.status);
        NAV_TEST_CHECK(p.distance * scale == q.distance);
        NAV_TEST_CHECK(p.direction.x == q.direction.x &&
                       p.direction.y == q.direction.y);
        NAV_TEST_CHECK(!isfinite(p.distance) || (p.turn.x * scale == q.turn.x &&
                                                 p.turn.y * scale == q.turn.y));
    }
    nav_shape_free(one);
    nav_shape_free(two);
    nav_test_bed_free(&small);
    nav_test_bed_free(&large);
}
END_TEST

START_TEST(test_a_field_takes_links_where_they_are_cheaper)
{
    nav_test_random random = {300 + (uint64_t)_i};
    nav_test_bed bed =
        nav_test_bed_new(nav_test_bake_linked(&random, 1 + 4 * (uint32_t)_i));
    nav_test_check_drawn(&bed, 3, 1 + (size_t)_i % NAV_TEST_GOALS, true,
                         &random);
    nav_test_bed_free(&bed);
}
END_TEST

// A wall parts the room; a link leads through it from left to right alone.
START_TEST(test_a_link_is_turned_to_and_not_taken_backwards)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
        "{\"outer\":[[6,0],[10,0],[10,4],[6,4]]}],\"links\":[{\"from\":[3,2],"
        "\"to\":[7,2],\"cost\":10,\"oneway\":true}]}";
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(map));
    nav_point goal = nav_test_on_plane(9, 2);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(2));
    // Cell 0 0: sqrt(5) to the link, which costs 10, and 2 from there.
    nav_place p = nav_field_place(bed.field, 0);
    ck_assert_double_eq_tol(p.distance, sqrt(5) + 12, 1e-14);
    ck_assert(p.turn.x == 3 && p.turn.y == 2);
    ck_assert_double_eq_tol(p.direction.x, 2 / sqrt(5), 1e-15);
    ck_assert_double_eq_tol(p.direction.y, 1 / sqrt(5), 1e-15);
    goal = nav_test_on_plane(1, 2);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(2));
    p = nav_field_place(bed.field, 4);
    ck_assert_int_eq(p.status, NAV_PLACE_UNREACHABLE);
    ck_assert_uint_eq(bed.info.unreachable, 4);
    ck_assert_uint_eq(bed.info.blocked, 2);
    nav_test_bed_free(&bed);
}
END_TEST

// The link begins where two rooms touch, so that it leads from one to the other
// when it is taken to and fro.  The cone of the first goal is the last one, and
// useless by the second goal; the link is waiting still.
START_TEST(test_a_link_is_taken_after_the_last_cone)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[5,1],[0,3]]},"
        "{\"outer\":[[10,0],[14,0],[14,3]]},"
        "{\"outer\":[[4,10],[6,10],[6,12]]}],"
        "\"links\":[{\"from\":[10,0],\"to\":[6,10]}]}";
    const nav_point goal[] = {nav_test_on_plane(9, 0),
                              nav_test_on_plane(4, 0.5)};
    nav_test_bed bed = nav_test_bed_new(nav_test_bake_json(map));
    nav_test_bed_make(&bed, goal, 2, nav_test_exact(1));
    size_t count;
    nav_place p =
        nav_field_place(bed.field, nav_field_cell(bed.field, 13, 0, &count));
    ck_assert_int_eq(p.status, NAV_PLACE_OK);
    ck_assert_double_eq_tol(p.distance,
                            1 + 2 * sqrt(116) + sqrt(3.5 * 3.5 + 0.25), 1e-12);
    nav_test_bed_free(&bed);
}
END_TEST

// Boxes and circles come and go on the mesh between the fields.
START_TEST(test_a_field_goes_around_obstacles)
{
    nav_test_random random = {400 + (uint64_t)_i};
    nav_test_bed bed =
        nav_test_bed_new(_i % 2 ? nav_test_bake_linked(&random, 12)
                                : nav_test_bake_linked(&random, 0));
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(bed.mesh, set, NULL, &carving, NULL),
                     NAV_OK);
    for (size_t i = 0; i < 12; i++) {
        nav_vec3 at = nav_test_draw_end(&random);
        nav_obstacle_spec spec = {
            .kind = i % 2 ? NAV_OBSTACLE_CIRCLE : NAV_OBSTACLE_BOX,
            .center = {at.x, at.y},
            .radius = 2 + 10 * nav_test_random_unit(&random),
            .box = {{at.x, at.y}, {at.x + 15, at.y + 10}}};
        ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, NULL), NAV_OK);
        ck_assert_int_eq(nav_carving_update(carving, i, NULL), NAV_OK);
        if (i % 4 == 3) {
            nav_test_check_drawn(&bed, 3, 1, true, &random);
            nav_obstacles_remove(set, i - 2);
            ck_assert_int_eq(nav_carving_update(carving, i - 2, NULL), NAV_OK);
        }
    }
    nav_test_check_drawn(&bed, 3, 2, true, &random);
    nav_carving_free(carving);
    nav_test_check_drawn(&bed, 3, 2, true, &random);
    nav_obstacles_free(set);
    nav_test_bed_free(&bed);
}
END_TEST

// Squares of a board in areas, of which the meadow is closed.
static nav_mesh *bake_board(nav_test_random *random)
{
    static const char *const names[] = {"path", "meadow", "", "path"};
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (int i = 0; i < 144; i++) {
        double x = 5 * (i % 12), y = 5 * (i / 12);
        nav_vec2 box[] = {{x, y}, {x + 5, y}, {x + 5, y + 5}, {x, y + 5}};
        const char *name = names[i == 0 ? 0 : nav_test_random_below(random, 4)];
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_add_ring(shape, box, 4, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_set_area(shape, name, NULL), NAV_OK);
    }
    nav_mesh *mesh = nav_test_bake_shape(shape, 16);
    nav_shape_free(shape);
    return mesh;
}

// Cells of 2.5 have centres inside the squares alone, those of 2 also on their
// sides, which are walkable from the squares that are not closed.
START_TEST(test_a_field_keeps_out_of_forbidden_areas)
{
    nav_test_random random = {500 + (uint64_t)_i};
    nav_mesh *mesh = bake_board(&random);
    bool *areas = calloc(nav_mesh_area_count(mesh) + 1, sizeof *areas);
    ck_assert_ptr_nonnull(areas);
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        areas[i] = nav_mesh_area_is(mesh, i, "meadow");
    }
    ck_assert_int_eq(nav_mesh_forbid(mesh, areas, NULL), NAV_OK);
    free(areas);
    nav_test_bed bed = nav_test_bed_new(mesh);
    nav_test_check_drawn(&bed, 2.5, 1, true, &random);
    ck_assert_uint_gt(bed.info.blocked, 50);
    nav_test_check_drawn(&bed, 2, 2, true, &random);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_costs_of_areas_are_not_looked_at)
{
    nav_test_random random = {600};
    nav_test_bed bed = nav_test_bed_new(bake_board(&random));
    nav_test_bed other = nav_test_bed_new(bake_board(&(nav_test_random){600}));
    ck_assert_int_eq(nav_query_set_cost(other.query, 0, 7, NULL), NAV_OK);
    nav_point goal = nav_test_on_plane(2.5, 2.5);
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(2));
    nav_test_bed_make(&other, &goal, 1, nav_test_exact(2));
    nav_test_check_same_fields(bed.field, other.field);
    nav_test_bed_free(&bed);
    nav_test_bed_free(&other);
}
END_TEST

Suite *nav_test_field_queries(void)
{
    Suite *suite = suite_create("field_queries");
    TCase *queries = tcase_create("point queries");
    tcase_add_loop_test(
        queries, test_a_field_is_that_of_point_queries_moved_turned_and_scaled,
        0, 2 * TRANSFORMS);
    tcase_add_loop_test(queries, test_a_field_scales_with_the_map_to_the_bit, 0,
                        4);
    tcase_add_loop_test(queries,
                        test_a_field_takes_links_where_they_are_cheaper, 0, 8);
    tcase_add_test(queries, test_a_link_is_turned_to_and_not_taken_backwards);
    tcase_add_test(queries, test_a_link_is_taken_after_the_last_cone);
    tcase_add_loop_test(queries, test_a_field_goes_around_obstacles, 0, 4);
    tcase_add_loop_test(queries, test_a_field_keeps_out_of_forbidden_areas, 0,
                        6);
    tcase_add_test(queries, test_costs_of_areas_are_not_looked_at);
    suite_add_tcase(suite, queries);
    return suite;
}
