// test_crowd.c - agents that walk through a flow field.
//
// What a step does is computed by hand for small rooms.
#include <check.h>
#include <math.h>

#include "base/vec.h"
#include "crowd/steering.h"
#include "crowd_support.h"
#include "floor_support.h"
#include "suites.h"
#include "support.h"

static void check_vec(nav_vec2 got, double x, double y)
{
    ck_assert_double_eq_tol(got.x, x, 1e-12);
    ck_assert_double_eq_tol(got.y, y, 1e-12);
}

// ---------------------------------------------------------------------------
// The blend, by hand
// ---------------------------------------------------------------------------

// A room of 5 x 5 cells of side 2, the goal in the middle of the right side's
// cell; a pillar covers the centre of the cell 2 2 alone.
static const char *const empty_room = "[[[0,0],[10,0],[10,10],[0,10]]]";
static const char *const pillar_room =
    "[[[0,0],[10,0],[10,10],[0,10]],[[4.5,4.5],[5.5,4.5],[5.5,5.5],[4.5,5.5]]]";

static nav_steering_view look(const nav_test_scene *s, nav_vec2 point)
{
    nav_steering steering = {s->mesh, s->field, nav_field_get_info(s->field)};
    return nav_steering_look(&steering, point, 0);
}

static nav_vec2 unit(double x, double y)
{
    double length = sqrt(x * x + y * y);
    return (nav_vec2){x / length, y / length};
}

START_TEST(test_the_blend_is_bilinear_in_the_four_places_around)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    // A quarter of a cell right of the centre of 0 1, three quarters up: the
    // weights of (1, 3), (3, 3), (1, 5), (3, 5) are 3, 1, 9 and 3 sixteenths.
    nav_steering_view view = look(&s, (nav_vec2){1.5, 4.5});
    nav_vec2 a = unit(8, 2), b = unit(6, 2);
    nav_vec2 want = unit(3 * a.x + b.x + 9 + 3, 3 * a.y + b.y);
    ck_assert(view.agreed);
    ck_assert_int_eq(view.count, 1);
    ck_assert(nav_vec2_equal(view.turns[0].point, s.goal));
    ck_assert_double_eq_tol(view.turns[0].rest, 0, 1e-12);
    check_vec(view.blend, want.x, want.y);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_on_a_centre_its_place_alone_counts)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    nav_vec2 want = unit(6, 4);
    check_vec(look(&s, (nav_vec2){3, 1}).blend, want.x, want.y);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_place_outside_of_the_grid_pushes_away)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    // Half a unit from the wall: one quarter of the weight is that of the
    // cells -1 1 and -1 2, whose centres are (-1, 3) and (-1, 5).
    nav_steering_view view = look(&s, (nav_vec2){0.5, 4});
    nav_vec2 a = unit(8, 2), low = unit(1.5, 1), high = unit(1.5, -1);
    nav_vec2 want =
        unit(3 * a.x + low.x + 3 + high.x, 3 * a.y + low.y + high.y);
    ck_assert(!view.agreed);
    check_vec(view.blend, want.x, want.y);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_blocked_place_pushes_away)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(pillar_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    // Weights of (3, 3), (5, 3), (3, 5) and the blocked (5, 5) at (4.25, 4):
    // 3, 5, 3 and 5 sixteenths.
    nav_vec2 point = {4.25, 4};
    nav_steering_view view = look(&s, point);
    // (3, 3) and (5, 3) see the goal; from (3, 5) the ways above and below the
    // pillar are equally long.
    nav_vec2 a = unit(6, 2), b = unit(4, 2), c = unit(1.5, -0.5);
    nav_place place = nav_field_place(s.field, 2 * 5 + 1);
    ck_assert(!view.agreed);
    c = place.turn.y > 5 ? unit(1.5, 0.5) : c;
    nav_vec2 away = unit(point.x - 5, point.y - 5);
    nav_vec2 want = unit(3 * a.x + 5 * b.x + 3 * c.x + 5 * away.x,
                         3 * a.y + 5 * b.y + 3 * c.y + 5 * away.y);
    check_vec(view.blend, want.x, want.y);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_of_the_turns_seen_that_of_the_shortest_way_is_chosen)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(pillar_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    nav_steering steering = {s.mesh, s.field, nav_field_get_info(s.field)};
    nav_location at;
    ck_assert_int_eq(nav_query_locate(s.query, (nav_vec2){2, 4.9}, &at, NULL),
                     NAV_OK);
    nav_mover stand = {at.point, at.polygon};
    // The goal is not seen; the way over the corner below is the shorter one.
    nav_steering_view view = {
        .count = 3,
        .turns = {{{9, 5}, 0},
                  {{4.5, 5.5}, 1 + sqrt(3.5 * 3.5 + 0.25)},
                  {{4.5, 4.5}, 1 + sqrt(3.5 * 3.5 + 0.25)}}};
    nav_steering_turn none = {{0, 0}, HUGE_VAL}, chosen;
    ck_assert(nav_steering_choose(&steering, &stand, &view, &none, &chosen));
    check_vec(chosen.point, 4.5, 4.5);
    // Who stands on a turn is looking for another one.
    stand.point = (nav_vec2){4.5, 4.5};
    ck_assert_int_eq(nav_query_locate(s.query, stand.point, &at, NULL), NAV_OK);
    stand.polygon = at.polygon;
    view.count = 1;
    view.turns[0] = chosen;
    ck_assert(!nav_steering_choose(&steering, &stand, &view, &none, &chosen));
    nav_test_close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// A step, by hand
// ---------------------------------------------------------------------------

// A corridor from 0 to 100, with the goal in its middle line and no crowd yet.
static nav_test_scene open_corridor(double goal)
{
    return nav_test_open_scene(
        nav_test_bake_json("[[[0,0],[100,0],[100,10],[0,10]]]"),
        (nav_vec2){goal, 5}, 2, NAV_FIELD_EXACT);
}

// Likewise with a crowd whose agents push who is nearer than 4.
static nav_test_scene open_pushing(double goal)
{
    nav_test_scene s = open_corridor(goal);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.separation = 4;
    nav_test_open_crowd(&s, &options);
    return s;
}

static const struct named_step {
    const char *what;
    double dt, mass, max_speed, max_force;
    bool no_smooth;
    double speeds[3]; // after each of three steps, towards the goal
} named_steps[] = {
    {"at once", 1, 1, 2, 9, false, {2, 2, 2}},
    {"force cut", 1, 1, 2, 0.5, false, {0.5, 1, 1.5}},
    {"force cut, then what is left", 1, 1, 2, 0.75, false, {0.75, 1.5, 2}},
    {"mass", 1, 4, 2, 9, false, {0.5, 0.875, 1.15625}},
    {"mass and force", 1, 4, 2, 0.5, false, {0.125, 0.25, 0.375}},
    {"half steps", 0.5, 1, 2, 9, false, {1, 1.5, 1.75}},
    {"a step longer than the mass", 4, 1, 0.5, 9, false, {0.5, 0.5, 0.5}},
    {"not smooth, speed cut", 1, 1, 2, 9, true, {2, 2, 2}},
    {"not smooth, force cut", 1, 1, 2, 0.5, true, {0.5, 1, 1.5}},
    {"not smooth, mass", 1, 4, 2, 9, true, {0.5, 1, 1.5}},
    {"no force", 1, 1, 2, 0, false, {0, 0, 0}},
    {"no speed", 1, 1, 0, 9, false, {0, 0, 0}},
};

START_TEST(test_velocity_follows_mass_force_and_speed)
{
    const struct named_step *n = &named_steps[_i];
    nav_test_scene s = open_corridor(95);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.dt = n->dt;
    options.no_smooth = n->no_smooth;
    nav_test_open_crowd(&s, &options);
    nav_agent_spec spec = nav_agent_default(s.field);
    // On the line of centres that leads to the goal.
    spec.start.plan = (nav_vec2){5, 5};
    spec.mass = n->mass;
    spec.max_speed = n->max_speed;
    spec.max_force = n->max_force;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    double x = 5;
    for (int i = 0; i < 3; i++) {
        nav_test_step(&s, 1);
        nav_agent a = nav_crowd_agent(s.crowd, 0);
        x += n->speeds[i] * n->dt;
        ck_assert_msg(fabs(a.velocity.x - n->speeds[i]) < 1e-12 &&
                          fabs(a.velocity.y) < 1e-12,
                      "%s: step %d: velocity %g %g", n->what, i + 1,
                      a.velocity.x, a.velocity.y);
        ck_assert_double_eq_tol(a.position.x, x, 1e-12);
    }
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_pushes_are_a_part_of_what_is_wanted)
{
    nav_test_scene s = open_pushing(95);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.max_force = 100;
    // One behind the other at a distance of 3: a push of 1/4 of 2.
    spec.start.plan = (nav_vec2){5, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    spec.start.plan = (nav_vec2){8, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    // Two in one place, far away: half of the speed at most.
    spec.start.plan = (nav_vec2){51, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_test_step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 0).velocity, 1.5, 0);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2, 0); // cut
    check_vec(nav_crowd_agent(s.crowd, 2).velocity, 1, 0);
    check_vec(nav_crowd_agent(s.crowd, 3).velocity, 2, 0);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_an_agent_arrives_where_it_comes_nearest_and_stays)
{
    nav_test_scene s = open_pushing(51);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.max_speed = 30;
    spec.max_force = 30;
    spec.start.plan = (nav_vec2){5, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_test_step(&s, 1);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    nav_test_step(&s, 1);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
    check_vec(a.position, 51, 5);
    check_vec(a.velocity, 0, 0);
    // Who has arrived pushes nobody, and is not pushed.
    nav_test_add_agent(&s, (nav_vec2){47, 5});
    nav_test_step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2, 0);
    check_vec(nav_crowd_agent(s.crowd, 0).position, 51, 5);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_an_agent_that_begins_at_a_goal_has_arrived)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    nav_test_open_crowd(&s, NULL); // which arrives one unit away
    nav_test_add_agent(&s, (nav_vec2){9, 5});
    nav_test_add_agent(&s, (nav_vec2){8, 5});
    nav_test_add_agent(&s, (nav_vec2){7.9375, 5});
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 1).status, NAV_AGENT_ARRIVED);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 2).status, NAV_AGENT_WALKING);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_an_agent_where_regions_touch_begins_in_the_one_with_a_way)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json("{\"polygons\":["
                           "{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
                           "{\"outer\":[[4,4],[8,4],[8,8],[4,8]]}]}"),
        _i == 0 ? (nav_vec2){1, 1} : (nav_vec2){7, 7}, 1, NAV_FIELD_EXACT);
    nav_test_open_crowd(&s, NULL);
    nav_test_add_agent(&s, (nav_vec2){4, 4});
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    nav_test_step(&s, 20);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_goal_behind_a_wall_is_not_reached_through_it)
{
    // A wall thinner than the arrival distance between two halls.
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json("[[[0,0],[40,0],[40,40],[0,40]],"
                           "[[0,20],[36,20],[36,20.25],[0,20.25]]]"),
        (nav_vec2){3, 20.5}, 2, NAV_FIELD_EXACT);
    nav_test_open_crowd(&s, NULL);
    nav_test_add_agent(&s, (nav_vec2){3, 19.75});
    nav_test_step(&s, 30);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    nav_test_step(&s, 30);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_starts_get_the_status_that_they_have)
{
    // Two islands.
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
        "{\"outer\":[[20,0],[30,0],[30,10],[20,10]]}]}");
    nav_test_scene s =
        nav_test_open_scene(mesh, (nav_vec2){5, 5}, 1, NAV_FIELD_EXACT);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.snap = 1;
    nav_test_open_crowd(&s, &options);
    nav_test_add_agent(&s, (nav_vec2){1, 1});
    nav_test_add_agent(&s, (nav_vec2){25, 5});
    nav_test_add_agent(&s, (nav_vec2){15, 5});
    nav_test_add_agent(&s, (nav_vec2){-0.5, 5});
    nav_test_add_agent(&s, (nav_vec2){5, 5});
    nav_test_step(&s, 20);
    static const struct {
        nav_agent_status status;
        nav_vec2 position;
    } want[] = {{NAV_AGENT_ARRIVED, {5, 5}},
                {NAV_AGENT_UNREACHABLE, {25, 5}},
                {NAV_AGENT_OFF_MESH, {15, 5}},
                {NAV_AGENT_ARRIVED, {5, 5}},
                {NAV_AGENT_ARRIVED, {5, 5}}};
    for (size_t i = 0; i < nav_crowd_count(s.crowd); i++) {
        nav_agent a = nav_crowd_agent(s.crowd, i);
        ck_assert_int_eq(a.status, want[i].status);
        ck_assert_double_le(nav_vec2_distance(a.position, want[i].position),
                            options.arrival);
        ck_assert_int_eq(a.polygon == NAV_NONE, i == 2);
    }
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_with_the_grid_an_agent_arrives_in_the_goals_cell)
{
    nav_test_scene s =
        nav_test_open_scene(nav_test_bake_json(empty_room), (nav_vec2){8.25, 5},
                            2, NAV_FIELD_GRID4);
    nav_test_open_crowd(&s, NULL);
    nav_test_add_agent(&s, (nav_vec2){1, 5});
    nav_test_add_agent(&s, (nav_vec2){3, 1});
    // The blend of (1, 1), (1, 0) ... by hand: on a centre its place alone.
    nav_test_step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 0).velocity, 2, 0);
    nav_vec2 diagonal = unit(1, 1);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2 * diagonal.x,
              2 * diagonal.y);
    nav_test_step(&s, 3);
    for (size_t i = 0; i < 2; i++) {
        nav_agent a = nav_crowd_agent(s.crowd, i);
        ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
        ck_assert_uint_eq(a.queries, 0);
        ck_assert_double_ge(a.position.x, 7.25);
    }
    nav_test_close_scene(&s);
}
END_TEST

// A crowd on its way to two goals, the second in the cell of the corner (10,
// 6), with the grid: an agent that walks along y = 5, a unit a step.
static nav_test_scene open_two_goals(const char *room)
{
    nav_test_scene s = {.mesh = nav_test_bake_json(room)};
    const nav_point goals[] = {{.plan = {1, 9}}, {.plan = {9.5, 4.25}}};
    const nav_field_options how = {.cell = 2, .method = NAV_FIELD_GRID4};
    ck_assert_int_eq(nav_query_new(s.mesh, NULL, &s.query), NAV_OK);
    ck_assert_int_eq(nav_field_new(s.query, goals, 2, &how, &s.field, NULL),
                     NAV_OK);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.dt = 1;
    options.arrival = 0.125;
    nav_test_open_crowd(&s, &options);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start.plan = (nav_vec2){5, 5};
    spec.max_speed = 1;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    return s;
}

START_TEST(test_in_the_cell_of_a_goal_there_is_nothing_more_to_follow)
{
    nav_test_scene s = open_two_goals(empty_room);
    nav_test_step(&s, 2);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    nav_test_step(&s, 3);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
    ck_assert(nav_vec2_equal(a.velocity, (nav_vec2){0, 0}));
    // Its side is crossed, and the goal is not near yet.
    ck_assert(a.position.x >= 8 && a.position.x < 9);
    ck_assert_double_gt(nav_vec2_distance(a.position, (nav_vec2){9.5, 4.25}),
                        0.5);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_goal_that_is_not_seen_in_its_cell_is_not_reached)
{
    // A wall between the goal and the middle of its cell.
    nav_test_scene s = open_two_goals("[[[0,0],[10,0],[10,10],[0,10]],[[8,4.5],"
                                      "[10,4.5],[10,4.75],[8,4.75]]]");
    nav_test_step(&s, 4);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_WALKING);
    ck_assert_double_gt(a.position.x, 8);
    ck_assert_double_gt(a.position.y, 4.75);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_an_agent_must_know_its_floor_where_there_are_two)
{
    nav_test_scene s = nav_test_open_scene_on(nav_test_open_stairs(),
                                              nav_test_at(-1, 1, 0), 0.5);
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{2, 1}, NAV_FLOOR_ONLY, 0};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    spec.start.floor = NAV_FLOOR_LOWEST;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_AMBIGUOUS_FLOOR);
    ck_assert_uint_eq(a.polygon, NAV_NONE);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 1).status, NAV_AGENT_WALKING);
    nav_test_close_scene(&s);
}
END_TEST

// Its height there, computed, is below the least that is legal.
START_TEST(test_an_agent_walks_from_the_least_of_heights)
{
    nav_test_scene s = nav_test_open_scene_on(
        nav_test_open_stairs(), nav_test_at(NAV_COORD_MIN, 1, 0), 0.5);
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{NAV_COORD_MIN, 1}, NAV_FLOOR_HIGHEST, 0};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    spec.start = nav_test_at(2, 1, 1.5);
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_test_step(&s, 60);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 1).status, NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
}
END_TEST

// At the edge of a step an agent may stand on the floor behind it, and goes on
// in front.
START_TEST(test_an_agent_at_a_step_goes_on_to_the_floor_of_its_way)
{
    nav_test_scene s = nav_test_open_scene_on(nav_test_open_step(),
                                              nav_test_at(1.75, 0.5, 0.5), 0.5);
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = nav_test_at(1, 0.5, 0);
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_uint_eq(a.polygon, 1);
    ck_assert_double_eq(a.height, 0.5);
    nav_test_step(&s, 60);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------

START_TEST(test_what_is_not_legal_is_refused)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2, NAV_FIELD_EXACT);
    nav_crowd *crowd = NULL;
    nav_error error;
    const nav_crowd_options bad[] = {
        {.dt = 0},
        {.dt = -1},
        {.dt = (double)NAN},
        {.dt = 1, .arrival = -1},
        {.dt = 1, .arrival = HUGE_VAL},
        {.dt = 1, .separation = -1},
        {.dt = 1, .separation = (double)NAN},
        {.dt = 1, .snap = -1},
        {.dt = 1, .snap = (double)NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(
            nav_crowd_new(s.mesh, s.field, &bad[i], NULL, &crowd, &error),
            NAV_RANGE);
        ck_assert_ptr_null(crowd);
    }
    nav_test_open_crowd(&s, NULL);
    const nav_agent_spec odd[] = {
        {.mass = 0, .max_speed = 1, .max_force = 1},
        {.mass = -1, .max_speed = 1, .max_force = 1},
        {.mass = 1, .max_speed = -1, .max_force = 1},
        {.mass = 1, .max_speed = 1, .max_force = (double)NAN},
        {.mass = 1, .max_speed = HUGE_VAL, .max_force = 1},
        {.start.plan = {(double)NAN, 0},
         .mass = 1,
         .max_speed = 1,
         .max_force = 1},
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ck_assert_int_eq(nav_crowd_add(s.crowd, &odd[i], &error), NAV_RANGE);
    }
    ck_assert_uint_eq(nav_crowd_count(s.crowd), 0);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_mesh_with_links_is_refused)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
        "{\"outer\":[[20,0],[30,0],[30,10],[20,10]]}],"
        "\"links\":[{\"from\":[9,5],\"to\":[21,5]}]}");
    nav_test_scene s =
        nav_test_open_scene(mesh, (nav_vec2){5, 5}, 1, NAV_FIELD_EXACT);
    nav_error error;
    ck_assert_int_eq(
        nav_crowd_new(s.mesh, s.field, NULL, NULL, &s.crowd, &error),
        NAV_GEOMETRY);
    ck_assert_str_eq(error.message,
                     "the mesh has links, which agents do not take");
    nav_test_close_scene(&s);
}
END_TEST

// Some steps of some agents that ask for paths and push each other.
static nav_status walk_some(const nav_allocator *mem, const void *context)
{
    const nav_test_scene *s = context;
    nav_crowd_options options = nav_crowd_options_default(s->field);
    nav_agent_spec spec = nav_agent_default(s->field);
    nav_crowd *crowd = NULL;
    options.separation = 2;
    spec.max_speed = 3;
    nav_status status =
        nav_crowd_new(s->mesh, s->field, &options, mem, &crowd, NULL);
    for (int i = 0; i < 10 && status == NAV_OK; i++) {
        spec.start.plan = (nav_vec2){0.25 * i, 9};
        status = nav_crowd_add(crowd, &spec, NULL);
    }
    for (int i = 0; i < 20 && status == NAV_OK; i++) {
        status = nav_crowd_step(crowd, NULL);
    }
    nav_crowd_free(crowd);
    return status;
}

// The same with a query that has not been asked anything before, as threads
// have.
static nav_status step_some(const nav_allocator *mem, const void *context)
{
    const nav_test_scene *s = context;
    nav_agent_spec spec = nav_agent_default(s->field);
    nav_crowd *crowd = NULL;
    nav_query *query = NULL;
    ck_assert_int_eq(nav_crowd_new(s->mesh, s->field, NULL, NULL, &crowd, NULL),
                     NAV_OK);
    for (int i = 0; i < 10; i++) {
        spec.start = nav_test_at(-0.1 * (i + 1), 1, 0);
        ck_assert_int_eq(nav_crowd_add(crowd, &spec, NULL), NAV_OK);
    }
    nav_error error = {.status = NAV_OK};
    nav_status status = nav_query_new(s->mesh, mem, &query);
    error.status = status;
    for (int i = 0; i < 60 && status == NAV_OK; i++) {
        ck_assert_int_eq(nav_crowd_begin_step(crowd, NULL), NAV_OK);
        status = nav_crowd_step_range(crowd, query, 0, 10, &error);
    }
    ck_assert_int_eq(error.status, status);
    size_t asked = 0;
    for (size_t i = 0; i < 10; i++) {
        asked += nav_crowd_agent(crowd, i).queries;
    }
    ck_assert(asked > 0 || status == NAV_NOMEM);
    nav_query_free(query);
    nav_crowd_free(crowd);
    return status;
}

START_TEST(test_every_allocation_may_fail)
{
    nav_test_scene s = nav_test_open_scene(
        nav_test_bake_json(pillar_room), (nav_vec2){9, 1}, 2, NAV_FIELD_EXACT);
    ck_assert_uint_gt(nav_test_fail_allocations(walk_some, &s), 5);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_every_allocation_of_a_step_may_fail)
{
    nav_test_scene s = nav_test_open_scene_on(nav_test_open_stairs(),
                                              nav_test_at(3, 1, 2.25), 0.5);
    ck_assert_uint_gt(nav_test_fail_allocations(step_some, &s), 5);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_every_status_has_a_name)
{
    ck_assert_str_eq(nav_agent_status_name(NAV_AGENT_WALKING), "walking");
    ck_assert_str_eq(nav_agent_status_name(NAV_AGENT_ARRIVED), "arrived");
    ck_assert_str_eq(nav_agent_status_name(NAV_AGENT_UNREACHABLE),
                     "unreachable");
    ck_assert_str_eq(nav_agent_status_name(NAV_AGENT_OFF_MESH), "off_mesh");
    ck_assert_str_eq(nav_agent_status_name(NAV_AGENT_AMBIGUOUS_FLOOR),
                     "ambiguous_floor");
    ck_assert_str_eq(nav_agent_status_name((nav_agent_status)99), "unknown");
}
END_TEST

Suite *nav_test_crowd(void)
{
    Suite *suite = suite_create("crowd");
    TCase *looks = tcase_create("looks");
    tcase_add_test(looks, test_the_blend_is_bilinear_in_the_four_places_around);
    tcase_add_test(looks, test_on_a_centre_its_place_alone_counts);
    tcase_add_test(looks, test_a_place_outside_of_the_grid_pushes_away);
    tcase_add_test(looks, test_a_blocked_place_pushes_away);
    tcase_add_test(looks,
                   test_of_the_turns_seen_that_of_the_shortest_way_is_chosen);
    suite_add_tcase(suite, looks);

    TCase *steps = tcase_create("steps");
    tcase_add_loop_test(steps, test_velocity_follows_mass_force_and_speed, 0,
                        sizeof named_steps / sizeof named_steps[0]);
    tcase_add_test(steps, test_pushes_are_a_part_of_what_is_wanted);
    tcase_add_test(steps,
                   test_an_agent_arrives_where_it_comes_nearest_and_stays);
    tcase_add_test(steps, test_an_agent_that_begins_at_a_goal_has_arrived);
    tcase_add_loop_test(
        steps, test_an_agent_where_regions_touch_begins_in_the_one_with_a_way,
        0, 2);
    tcase_add_test(steps, test_a_goal_behind_a_wall_is_not_reached_through_it);
    tcase_add_test(steps, test_starts_get_the_status_that_they_have);
    tcase_add_test(steps,
                   test_with_the_grid_an_agent_arrives_in_the_goals_cell);
    tcase_add_test(steps, test_an_agent_walks_from_the_least_of_heights);
    tcase_add_test(steps,
                   test_an_agent_at_a_step_goes_on_to_the_floor_of_its_way);
    tcase_add_test(steps,
                   test_an_agent_must_know_its_floor_where_there_are_two);
    tcase_add_test(steps,
                   test_in_the_cell_of_a_goal_there_is_nothing_more_to_follow);
    tcase_add_test(steps,
                   test_a_goal_that_is_not_seen_in_its_cell_is_not_reached);
    suite_add_tcase(suite, steps);

    TCase *faults = tcase_create("faults");
    tcase_add_test(faults, test_what_is_not_legal_is_refused);
    tcase_add_test(faults, test_a_mesh_with_links_is_refused);
    tcase_add_test(faults, test_every_allocation_may_fail);
    tcase_add_test(faults, test_every_allocation_of_a_step_may_fail);
    tcase_add_test(faults, test_every_status_has_a_name);
    suite_add_tcase(suite, faults);
    return suite;
}
