// test_mover.c - a point that walks over a mesh and never leaves it.
//
// Whether a polygon holds the place is asked of nav_mesh_holds, which has a
// test of its own; how far a clear walk leads, of the ray.
#include "crowd/mover.h"

#include <check.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "search/raycast.h"
#include "suites.h"

static bool is_same(nav_vec2 a, nav_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Somewhere in a random polygon of the mesh, not closer than rounding to its
// boundary as a rule.
static nav_mover random_place(const nav_mesh *mesh, nav_test_random *random)
{
    nav_mover at = {.polygon =
                        nav_test_random_below(random, mesh->info.polygons)};
    uint32_t first = mesh->first[at.polygon];
    uint32_t count = mesh->first[at.polygon + 1] - first;
    do {
        nav_vec2 a = nav_mesh_edge_start(
            mesh, first + nav_test_random_below(random, count));
        nav_vec2 b = nav_mesh_edge_start(
            mesh, first + nav_test_random_below(random, count));
        double t = nav_test_random_unit(random);
        at.point = (nav_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    } while (!nav_mesh_holds(mesh, at.polygon, at.point));
    return at;
}

static double random_step(nav_test_random *random, double size)
{
    double d = (nav_test_random_unit(random) - 0.5) * size;
    return nav_test_random_below(random, 4) == 0 ? 0 : d;
}

// One move: the place is held, on the island it was on, and no farther off than
// the displacement is long.
static void check_move(const nav_mesh *mesh, nav_mover *at, nav_vec2 by)
{
    nav_mover before = *at;
    nav_vec2 velocity = by;
    nav_vec2 sum = {before.point.x + by.x + 0.0, before.point.y + by.y + 0.0};
    bool stopped = nav_mover_walk(mesh, at, by, &velocity);
    NAV_TEST_CHECK(nav_mesh_holds(mesh, at->polygon, at->point));
    NAV_TEST_CHECK(mesh->island[before.polygon] == mesh->island[at->polygon]);
    nav_raycast_result r =
        nav_raycast_from(mesh, before.point, before.polygon, sum);
    NAV_TEST_CHECK(stopped == !r.clear);
    if (r.clear) {
        NAV_TEST_CHECK(is_same(at->point, sum) && is_same(velocity, by));
    }
    nav_vec2 none = {0, 0};
    // It gets at least as far as the ray, be it that it slides on.
    nav_vec2 moved = nav_vec2_sub(at->point, before.point);
    double far = nav_vec2_dot(moved, by) -
                 nav_vec2_dot(nav_vec2_sub(r.hit, before.point), by);
    NAV_TEST_CHECK(far >= -1e-12 * (1 + nav_vec2_dot(by, by)));
    NAV_TEST_CHECK(nav_vec2_distance(before.point, at->point) <=
                   nav_vec2_distance(none, by) + 1e-12);
    NAV_TEST_CHECK(nav_vec2_distance(none, velocity) <=
                   nav_vec2_distance(none, by) * (1 + 1e-12));
}

// Walks past corners of the mesh that are seen, by their lines: a hit as close
// to the tip of a polygon as can be.
static void aim_past_corners(const nav_mesh *mesh, nav_test_random *random,
                             int moves)
{
    for (int i = 0; i < moves; i++) {
        nav_mover at = random_place(mesh, random);
        nav_vec2 corner = nav_mesh_edge_start(
            mesh, nav_test_random_below(random, mesh->info.edges));
        nav_vec2 d = nav_vec2_sub(corner, at.point);
        if (nav_raycast_from(mesh, at.point, at.polygon, corner).clear) {
            check_move(mesh, &at, (nav_vec2){d.x * 1.5, d.y * 1.5});
        }
    }
}

// Walks as agents do: some way in one direction, then in another.
static void wander(const nav_mesh *mesh, nav_test_random *random, int moves)
{
    nav_mover at = random_place(mesh, random);
    nav_vec2 by = {0, 0};
    for (int i = 0; i < moves; i++) {
        if (i % 10 == 0) {
            double size = i % 50 == 0 ? 60 : 3;
            by = (nav_vec2){random_step(random, size),
                            random_step(random, size)};
        }
        check_move(mesh, &at, by);
    }
}

START_TEST(test_a_thousand_moves_never_leave_a_random_mesh)
{
    nav_test_random random = {(uint64_t)_i + 77};
    uint32_t width = 2 + nav_test_random_below(&random, 6);
    nav_mesh *mesh =
        nav_test_make_grid(&random, width, width, (uint32_t)_i % 2);
    for (int i = 0; i < 10; i++) {
        wander(mesh, &random, 100);
    }
    aim_past_corners(mesh, &random, 400);
    nav_mesh *lifted = nav_test_lift(mesh, &random);
    for (int i = 0; i < 10; i++) {
        wander(lifted, &random, 100);
    }
    nav_mesh_free(lifted);
    nav_mesh_free(mesh);
}
END_TEST

// A ring of slanted walls, none of which rounding is kind to.
START_TEST(test_moves_along_slanted_walls_never_leave_a_star)
{
    nav_mesh *mesh = nav_test_bake_json(
        "[[[0.1,0.2],[10.3,-3.7],[13.9,5.1],[23.3,7.7],[14.1,11.9],[9.7,23.1],"
        "[6.1,12.3],[-5.9,9.1]],[[6.1,5.3],[7.9,4.7],[8.3,7.1],[6.7,7.9]]]");
    nav_test_random random = {(uint64_t)_i + 5};
    for (int i = 0; i < 40; i++) {
        wander(mesh, &random, 100);
    }
    aim_past_corners(mesh, &random, 400);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Named cases: a room 10 x 10 with a pillar from (4, 4) to (6, 6)
// ---------------------------------------------------------------------------

static nav_mesh *make_room(void)
{
    return nav_test_bake_json("[[[0,0],[10,0],[10,10],[0,10]],"
                              "[[4,4],[6,4],[6,6],[4,6]]]");
}

static nav_mover stand(const nav_mesh *mesh, nav_vec2 point)
{
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        if (nav_mesh_holds(mesh, p, point)) {
            return (nav_mover){point, p};
        }
    }
    ck_abort_msg("%g %g is off the mesh", point.x, point.y);
    return (nav_mover){point, NAV_NONE};
}

static const struct named_move {
    const char *what;
    nav_vec2 from, by, to, velocity;
    bool stopped;
} named_moves[] = {
    {"clear", {1, 1}, {2, 1}, {3, 2}, {2, 1}, false},
    {"no displacement", {1, 1}, {0, 0}, {1, 1}, {0, 0}, false},
    {"along a wall", {1, 0}, {3, 0}, {4, 0}, {3, 0}, false},
    {"into a wall, askew", {1, 1}, {3, -2}, {4, 0}, {3, 0}, true},
    {"from a wall into it, askew", {1, 0}, {3, -2}, {4, 0}, {3, 0}, true},
    {"into a wall, head on", {3, 1}, {0, -2}, {3, 0}, {0, 0}, true},
    {"into a corner", {1, 1}, {-3, -4}, {0, 0}, {0, 0}, true},
    {"stuck in a corner", {0, 0}, {-3, -4}, {0, 0}, {0, 0}, true},
    {"out of a corner along a wall", {0, 0}, {3, -4}, {3, 0}, {3, 0}, true},
    {"into the pillar", {3, 5}, {2, 0.5}, {4, 5.5}, {0, 0.5}, true},
    {"along the pillar's side, and past its end",
     {3, 4.5},
     {2, 2},
     {4.5, 6.5},
     {2, 2},
     true},
    {"along the pillar and on", {4, 5}, {0, 3}, {4, 8}, {0, 3}, false},
    {"at a corner of the pillar, head on, the left side",
     {3, 3},
     {4, 4},
     {5, 7},
     {4, 4},
     true},
};

START_TEST(test_walls_are_slid_along)
{
    const struct named_move *m = &named_moves[_i];
    nav_mesh *mesh = make_room();
    nav_mover at = stand(mesh, m->from);
    nav_vec2 velocity = m->by;
    bool stopped = nav_mover_walk(mesh, &at, m->by, &velocity);
    ck_assert_msg(stopped == m->stopped, "%s: %s", m->what,
                  stopped ? "stopped" : "clear");
    ck_assert_msg(is_same(at.point, m->to), "%s: led to %.17g %.17g", m->what,
                  at.point.x, at.point.y);
    ck_assert_msg(is_same(velocity, m->velocity), "%s: velocity %g %g", m->what,
                  velocity.x, velocity.y);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_slanted_wall_is_slid_along_by_the_projection)
{
    // The wall runs up along (3, 4) / 5; the move (1, 0) has 0.6 along it.
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[30,40],[0,40]]]");
    nav_mover at = stand(mesh, (nav_vec2){2, 3});
    nav_vec2 velocity = {1, 0};
    for (int i = 0; i < 20; i++) {
        (void)nav_mover_walk(mesh, &at, (nav_vec2){1, 0}, &velocity);
        velocity = (nav_vec2){1, 0};
    }
    // A quarter of the first step leads to the wall, at (2.25, 3).
    double along = 0.6 * 19.75;
    ck_assert_double_eq_tol(at.point.x, 2.25 + 0.6 * along, 1e-12);
    ck_assert_double_eq_tol(at.point.y, 3 + 0.8 * along, 1e-12);
    (void)nav_mover_walk(mesh, &at, (nav_vec2){1, 0}, &velocity);
    ck_assert_double_eq_tol(velocity.x, 0.36, 1e-15);
    ck_assert_double_eq_tol(velocity.y, 0.48, 1e-15);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_bent_wall_is_followed)
{
    // Down into a bowl of five walls, pushed to the right all the time.
    nav_mesh *mesh = nav_test_bake_json(
        "[[[0,0],[2,-2],[4,-3],[6,-3],[8,-2],[10,0],[10,5],[0,5]]]");
    nav_mover at = stand(mesh, (nav_vec2){0.5, 1});
    nav_vec2 velocity = {0, 0};
    (void)nav_mover_walk(mesh, &at, (nav_vec2){0.25, -1.5}, &velocity);
    double before = at.point.x;
    for (int i = 0; i < 60 && at.point.x < 7; i++) {
        (void)nav_mover_walk(mesh, &at, (nav_vec2){0.5, -0.25}, &velocity);
        ck_assert_double_gt(at.point.x, before);
        before = at.point.x;
    }
    ck_assert_double_ge(at.point.x, 7);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_who_stands_where_two_regions_touch_stays_in_his_own)
{
    const nav_vec2 v[7] = {{0, 0}, {4, 0}, {4, 4}, {0, 4},
                           {8, 4}, {8, 8}, {4, 8}};
    nav_mesh *mesh = nav_test_make_mesh(
        v, 7, (uint32_t[]){0, 1, 2, 3, 2, 4, 5, 6}, (uint32_t[]){4, 4}, 2);
    nav_mover at = {{4, 4}, 0};
    nav_vec2 velocity = {1, 1};
    ck_assert(nav_mover_walk(mesh, &at, (nav_vec2){1, 1}, &velocity));
    ck_assert_uint_eq(at.polygon, 0);
    ck_assert(is_same(at.point, (nav_vec2){4, 4}));
    at.polygon = 1;
    ck_assert(!nav_mover_walk(mesh, &at, (nav_vec2){1, 1}, &velocity));
    ck_assert(is_same(at.point, (nav_vec2){5, 5}));
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_walk_stays_on_its_floor)
{
    // A ramp up from (0, 0) to the left, a floor below it, and one that goes on
    // from the ramp's foot: who walks under the ramp stays low.
    const nav_vec3 v[8] = {{0, 0, 0},  {4, 0, 0},  {4, 4, 0},  {0, 4, 0},
                           {-4, 0, 0}, {-4, 4, 0}, {-4, 0, 3}, {-4, 4, 3}};
    nav_mesh *mesh = nav_test_make_floors(
        v, 8, (uint32_t[]){0, 1, 2, 3, 4, 0, 3, 5, 6, 0, 3, 7},
        (uint32_t[]){4, 4, 4}, 3);
    nav_mover at = {{2, 2}, 0};
    nav_vec2 velocity = {0, 0};
    ck_assert(!nav_mover_walk(mesh, &at, (nav_vec2){-4, 0}, &velocity));
    ck_assert_uint_eq(at.polygon, 1);
    at = (nav_mover){{-2, 2}, 2};
    ck_assert(nav_mover_walk(mesh, &at, (nav_vec2){0, 5}, &velocity));
    ck_assert_uint_eq(at.polygon, 2);
    ck_assert(is_same(at.point, (nav_vec2){-2, 4}));
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_moves_out_of_the_range_of_coordinates_are_cut)
{
    nav_mesh *mesh =
        nav_test_bake_json("[[[-1e100,0],[1e100,0],[1e100,1],[-1e100,1]]]");
    nav_mover at = stand(mesh, (nav_vec2){0, 0.5});
    nav_vec2 velocity = {0, 0};
    (void)nav_mover_walk(mesh, &at, (nav_vec2){5e99, 0}, &velocity);
    (void)nav_mover_walk(mesh, &at, (nav_vec2){1e100, 0}, &velocity);
    ck_assert_double_eq(at.point.x, 1e100);
    // Too small a coordinate is zero.
    at = stand(mesh, (nav_vec2){1e-100, 0.5});
    (void)nav_mover_walk(mesh, &at, (nav_vec2){-0.5e-100, 0}, &velocity);
    ck_assert_double_eq(at.point.x, 0);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_mover(void)
{
    Suite *suite = suite_create("mover");
    TCase *cases = tcase_create("mover");
    tcase_add_loop_test(cases, test_a_thousand_moves_never_leave_a_random_mesh,
                        0, 40);
    tcase_add_loop_test(
        cases, test_moves_along_slanted_walls_never_leave_a_star, 0, 6);
    tcase_add_loop_test(cases, test_walls_are_slid_along, 0,
                        sizeof named_moves / sizeof named_moves[0]);
    tcase_add_test(cases, test_a_slanted_wall_is_slid_along_by_the_projection);
    tcase_add_test(cases, test_a_bent_wall_is_followed);
    tcase_add_test(cases,
                   test_who_stands_where_two_regions_touch_stays_in_his_own);
    tcase_add_test(cases, test_a_walk_stays_on_its_floor);
    tcase_add_test(cases, test_moves_out_of_the_range_of_coordinates_are_cut);
    suite_add_tcase(suite, cases);
    return suite;
}
