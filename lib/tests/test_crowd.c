// test_crowd.c - agents that walk through a flow field.
//
// What a step does is computed by hand for small rooms; that agents stay on the
// mesh is asked of nav_query_locate, and which of them have a way of
// nav_query_path.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_support.h"
#include "steering.h"
#include "suites.h"
#include "support.h"
#include "surface.h"
#include "vec.h"

// A mesh, the field of one goal on it, and a crowd.
typedef struct scene {
    nav_mesh *mesh;
    nav_query *query;
    nav_field *field;
    nav_crowd *crowd;
    nav_vec2 goal;
} scene;

static scene open_scene(nav_mesh *mesh, nav_vec2 goal, double cell,
                        nav_field_method method)
{
    scene s = {.mesh = mesh, .goal = goal};
    const nav_point at = {.plan = goal};
    const nav_field_options options = {.cell = cell, .method = method};
    nav_error error;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &s.query), NAV_OK);
    ck_assert_msg(nav_field_new(s.query, &at, 1, &options, &s.field, &error) ==
                      NAV_OK,
                  "%s", error.message);
    return s;
}

static void open_crowd(scene *s, const nav_crowd_options *options)
{
    nav_error error;
    ck_assert_msg(nav_crowd_new(s->mesh, s->field, options, NULL, &s->crowd,
                                &error) == NAV_OK,
                  "%s", error.message);
}

static void close_scene(scene *s)
{
    nav_crowd_free(s->crowd);
    nav_field_free(s->field);
    nav_query_free(s->query);
    nav_mesh_free(s->mesh);
}

static void add(scene *s, nav_vec2 at)
{
    nav_agent_spec spec = nav_agent_default(s->field);
    spec.start.plan = at;
    ck_assert_int_eq(nav_crowd_add(s->crowd, &spec, NULL), NAV_OK);
}

static void step(scene *s, int steps)
{
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(nav_crowd_step(s->crowd, NULL), NAV_OK);
    }
}

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

static nav_steering_view look(const scene *s, nav_vec2 point)
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
    scene s = open_scene(nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
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
    close_scene(&s);
}
END_TEST

START_TEST(test_on_a_centre_its_place_alone_counts)
{
    scene s = open_scene(nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
    nav_vec2 want = unit(6, 4);
    check_vec(look(&s, (nav_vec2){3, 1}).blend, want.x, want.y);
    close_scene(&s);
}
END_TEST

START_TEST(test_a_place_outside_of_the_grid_pushes_away)
{
    scene s = open_scene(nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
    // Half a unit from the wall: one quarter of the weight is that of the
    // cells -1 1 and -1 2, whose centres are (-1, 3) and (-1, 5).
    nav_steering_view view = look(&s, (nav_vec2){0.5, 4});
    nav_vec2 a = unit(8, 2), low = unit(1.5, 1), high = unit(1.5, -1);
    nav_vec2 want =
        unit(3 * a.x + low.x + 3 + high.x, 3 * a.y + low.y + high.y);
    ck_assert(!view.agreed);
    check_vec(view.blend, want.x, want.y);
    close_scene(&s);
}
END_TEST

START_TEST(test_a_blocked_place_pushes_away)
{
    scene s = open_scene(nav_test_bake_json(pillar_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
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
    close_scene(&s);
}
END_TEST

START_TEST(test_of_the_turns_seen_that_of_the_shortest_way_is_chosen)
{
    scene s = open_scene(nav_test_bake_json(pillar_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
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
    close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// A step, by hand
// ---------------------------------------------------------------------------

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
    scene s =
        open_scene(nav_test_bake_json("[[[0,0],[100,0],[100,10],[0,10]]]"),
                   (nav_vec2){95, 5}, 2, NAV_FIELD_EXACT);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.dt = n->dt;
    options.no_smooth = n->no_smooth;
    open_crowd(&s, &options);
    nav_agent_spec spec = nav_agent_default(s.field);
    // On the line of centres that leads to the goal.
    spec.start.plan = (nav_vec2){5, 5};
    spec.mass = n->mass;
    spec.max_speed = n->max_speed;
    spec.max_force = n->max_force;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    double x = 5;
    for (int i = 0; i < 3; i++) {
        step(&s, 1);
        nav_agent a = nav_crowd_agent(s.crowd, 0);
        x += n->speeds[i] * n->dt;
        ck_assert_msg(fabs(a.velocity.x - n->speeds[i]) < 1e-12 &&
                          fabs(a.velocity.y) < 1e-12,
                      "%s: step %d: velocity %g %g", n->what, i + 1,
                      a.velocity.x, a.velocity.y);
        ck_assert_double_eq_tol(a.position.x, x, 1e-12);
    }
    close_scene(&s);
}
END_TEST

START_TEST(test_pushes_are_a_part_of_what_is_wanted)
{
    scene s =
        open_scene(nav_test_bake_json("[[[0,0],[100,0],[100,10],[0,10]]]"),
                   (nav_vec2){95, 5}, 2, NAV_FIELD_EXACT);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.separation = 4;
    open_crowd(&s, &options);
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
    step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 0).velocity, 1.5, 0);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2, 0); // cut
    check_vec(nav_crowd_agent(s.crowd, 2).velocity, 1, 0);
    check_vec(nav_crowd_agent(s.crowd, 3).velocity, 2, 0);
    close_scene(&s);
}
END_TEST

START_TEST(test_an_agent_arrives_where_it_comes_nearest_and_stays)
{
    scene s =
        open_scene(nav_test_bake_json("[[[0,0],[100,0],[100,10],[0,10]]]"),
                   (nav_vec2){51, 5}, 2, NAV_FIELD_EXACT);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.separation = 4;
    open_crowd(&s, &options);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.max_speed = 30;
    spec.max_force = 30;
    spec.start.plan = (nav_vec2){5, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    step(&s, 1);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    step(&s, 1);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
    check_vec(a.position, 51, 5);
    check_vec(a.velocity, 0, 0);
    // Who has arrived pushes nobody, and is not pushed.
    add(&s, (nav_vec2){47, 5});
    step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2, 0);
    check_vec(nav_crowd_agent(s.crowd, 0).position, 51, 5);
    close_scene(&s);
}
END_TEST

START_TEST(test_a_goal_behind_a_wall_is_not_reached_through_it)
{
    // A wall thinner than the arrival distance between two halls.
    scene s =
        open_scene(nav_test_bake_json("[[[0,0],[40,0],[40,40],[0,40]],"
                                      "[[0,20],[36,20],[36,20.25],[0,20.25]]]"),
                   (nav_vec2){3, 20.5}, 2, NAV_FIELD_EXACT);
    open_crowd(&s, NULL);
    add(&s, (nav_vec2){3, 19.75});
    step(&s, 30);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    step(&s, 30);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    close_scene(&s);
}
END_TEST

START_TEST(test_starts_get_the_status_that_they_have)
{
    // Two islands.
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
        "{\"outer\":[[20,0],[30,0],[30,10],[20,10]]}]}");
    scene s = open_scene(mesh, (nav_vec2){5, 5}, 1, NAV_FIELD_EXACT);
    nav_crowd_options options = nav_crowd_options_default(s.field);
    options.snap = 1;
    open_crowd(&s, &options);
    add(&s, (nav_vec2){1, 1});
    add(&s, (nav_vec2){25, 5});
    add(&s, (nav_vec2){15, 5});
    add(&s, (nav_vec2){-0.5, 5});
    add(&s, (nav_vec2){5, 5});
    step(&s, 20);
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
    close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// Random maps
// ---------------------------------------------------------------------------

// A square 60 wide with random rectangles, a fifth of it; some are turned.
static nav_mesh *make_map(nav_test_random *random)
{
    char json[4096] = "[[[0,0],[60,0],[60,60],[0,60]]";
    size_t size = strlen(json);
    for (int i = 0; i < 14; i++) {
        double x = nav_test_random_unit(random) * 52;
        double y = nav_test_random_unit(random) * 52;
        double w = 1 + nav_test_random_unit(random) * 12;
        double h = 1 + nav_test_random_unit(random) * 12;
        double t = i % 2 * nav_test_random_unit(random) * 4;
        size += (size_t)snprintf(
            json + size, sizeof json - size,
            ",[[%.9f,%.9f],[%.9f,%.9f],[%.9f,%.9f],[%.9f,%.9f]]", x + t, y,
            x + w, y + t, x + w - t, y + h, x, y + h - t);
    }
    json[size] = ']';
    json[size + 1] = '\0';
    return nav_test_bake_json(json);
}

// Somewhere on the mesh.
static nav_vec2 draw_place(const nav_mesh *mesh, nav_test_random *random)
{
    nav_vec2 p;
    bool held = false;
    do {
        p = (nav_vec2){nav_test_random_unit(random) * 60,
                       nav_test_random_unit(random) * 60};
        for (nav_poly_id i = 0; i < mesh->info.polygons && !held; i++) {
            held = nav_mesh_holds(mesh, i, p);
        }
    } while (!held);
    return p;
}

static void check_on_mesh(const scene *s)
{
    for (size_t i = 0; i < nav_crowd_count(s->crowd); i++) {
        nav_agent a = nav_crowd_agent(s->crowd, i);
        nav_location at;
        NAV_TEST_CHECK(nav_query_locate(s->query, a.position, &at, NULL) ==
                       NAV_OK);
        NAV_TEST_CHECK(at.distance == 0);
        NAV_TEST_CHECK(nav_mesh_holds(s->mesh, a.polygon, a.position));
    }
}

static double path_length(const scene *s, nav_vec2 from)
{
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    ck_assert_int_eq(
        nav_query_path(s->query, from, s->goal, &options, &path, NULL), NAV_OK);
    return path.status == NAV_PATH_OK ? path.length : HUGE_VAL;
}

// Options and agents of all kinds.
static nav_crowd_options draw_options(const scene *s, int kind)
{
    nav_crowd_options options = nav_crowd_options_default(s->field);
    options.separation = kind % 3;
    options.no_smooth = kind % 5 == 4;
    options.dt = kind % 4 == 3 ? 0.25 : 1;
    options.arrival = kind % 7 == 6 ? 0 : options.arrival;
    return options;
}

static void draw_agents(scene *s, nav_test_random *random, int kind, int count)
{
    nav_agent_spec spec = nav_agent_default(s->field);
    for (int i = 0; i < count; i++) {
        spec.start.plan = draw_place(s->mesh, random);
        spec.max_speed = 0.25 * (1 + nav_test_random_below(random, 12));
        spec.max_force =
            kind % 2 == 0
                ? spec.max_speed
                : spec.max_speed * (0.02 + nav_test_random_unit(random));
        spec.mass = kind % 2 == 0 ? 1 : 0.5 + nav_test_random_unit(random) * 3;
        ck_assert_int_eq(nav_crowd_add(s->crowd, &spec, NULL), NAV_OK);
    }
}

START_TEST(test_every_agent_that_has_a_way_arrives_and_none_leaves_the_mesh)
{
    nav_test_random random = {(uint64_t)_i + 1000};
    nav_mesh *mesh = make_map(&random);
    scene s = open_scene(mesh, draw_place(mesh, &random), 1, NAV_FIELD_EXACT);
    nav_crowd_options options = draw_options(&s, _i);
    open_crowd(&s, &options);
    draw_agents(&s, &random, _i, 60);
    for (size_t i = 0; i < nav_crowd_count(s.crowd); i++) {
        nav_agent a = nav_crowd_agent(s.crowd, i);
        bool has_way = path_length(&s, a.position) < HUGE_VAL;
        NAV_TEST_CHECK(a.status ==
                       (has_way ? NAV_AGENT_WALKING : NAV_AGENT_UNREACHABLE));
    }
    size_t walking = 1;
    for (int i = 0; i < 8000 && walking > 0; i++) {
        step(&s, 1);
        check_on_mesh(&s);
        walking = 0;
        for (size_t k = 0; k < nav_crowd_count(s.crowd); k++) {
            walking += nav_crowd_agent(s.crowd, k).status == NAV_AGENT_WALKING;
        }
    }
    ck_assert_msg(walking == 0, "%zu have not arrived", walking);
    close_scene(&s);
}
END_TEST

START_TEST(test_alone_an_agent_hardly_takes_longer_than_its_path)
{
    nav_test_random random = {(uint64_t)_i + 2000};
    nav_mesh *mesh = make_map(&random);
    scene s = open_scene(mesh, draw_place(mesh, &random), 1, NAV_FIELD_EXACT);
    open_crowd(&s, NULL);
    for (int i = 0; i < 40; i++) {
        add(&s, draw_place(mesh, &random));
    }
    double steps[40];
    for (size_t i = 0; i < 40; i++) {
        steps[i] = path_length(&s, nav_crowd_agent(s.crowd, i).position);
    }
    for (int now = 1; now < 200; now++) {
        step(&s, 1);
        for (size_t i = 0; i < 40; i++) {
            // A cell a step; some more for turns, some for the passages between
            // rectangles that are narrower than a step.
            NAV_TEST_CHECK_MSG(
                nav_crowd_agent(s.crowd, i).status != NAV_AGENT_WALKING ||
                    now < steps[i] * 1.1 + 12,
                "agent %zu is not there after %d steps, its path is %g long", i,
                now, steps[i]);
        }
    }
    close_scene(&s);
}
END_TEST

// Steps two crowds of the same agents, one in ranges from the last to the
// first, each with a query of its own.
START_TEST(test_ranges_in_any_order_give_the_same_bytes)
{
    nav_test_random random = {(uint64_t)_i + 3000}, again = random;
    nav_mesh *mesh = make_map(&random);
    (void)again;
    scene s = open_scene(mesh, draw_place(mesh, &random), 1, NAV_FIELD_EXACT);
    nav_crowd_options options = draw_options(&s, _i);
    options.separation = 2;
    open_crowd(&s, &options);
    again = random;
    draw_agents(&s, &random, _i, 60);
    scene t = s;
    open_crowd(&t, &options);
    draw_agents(&t, &again, _i, 60);
    for (int i = 0; i < 150; i++) {
        step(&s, 1);
        ck_assert_int_eq(nav_crowd_begin_step(t.crowd, NULL), NAV_OK);
        for (size_t end = 60; end > 0; end -= 20) {
            ck_assert_int_eq(
                nav_crowd_step_range(t.crowd, t.query, end - 20, end, NULL),
                NAV_OK);
        }
        for (size_t k = 0; k < 60; k++) {
            nav_agent a = nav_crowd_agent(s.crowd, k);
            nav_agent b = nav_crowd_agent(t.crowd, k);
            NAV_TEST_CHECK(nav_vec2_equal(a.position, b.position) &&
                           nav_vec2_equal(a.velocity, b.velocity) &&
                           a.status == b.status && a.queries == b.queries);
        }
    }
    nav_crowd_free(t.crowd);
    close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// Floors, and the other method
// ---------------------------------------------------------------------------

static nav_point point_on(const nav_mesh *mesh, nav_poly_id polygon, double u,
                          double v)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, mesh->first[polygon]);
    nav_vec2 b = nav_mesh_edge_end(mesh, mesh->first[polygon]);
    nav_vec2 c = nav_mesh_edge_end(mesh, mesh->first[polygon] + 1);
    nav_vec2 p = {a.x + (b.x - a.x) * u + (c.x - a.x) * v,
                  a.y + (b.y - a.y) * u + (c.y - a.y) * v};
    return (nav_point){p, NAV_FLOOR_NEAREST,
                       nav_surface_height(mesh, polygon, p)};
}

// Lets agents walk from random places to one.
static void check_floors(nav_mesh *mesh, nav_test_random *random)
{
    scene s = {.mesh = mesh};
    const nav_field_options options = {.cell = 1};
    nav_point goal =
        point_on(mesh, nav_test_random_below(random, mesh->info.polygons),
                 nav_test_random_below(random, 5) / 8.0,
                 nav_test_random_below(random, 4) / 8.0);
    ck_assert_int_eq(nav_query_new(mesh, NULL, &s.query), NAV_OK);
    ck_assert_int_eq(nav_field_new(s.query, &goal, 1, &options, &s.field, NULL),
                     NAV_OK);
    open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    for (int i = 0; i < 20; i++) {
        spec.start = point_on(
            mesh, nav_test_random_below(random, mesh->info.polygons),
            nav_test_random_unit(random) / 2, nav_test_random_unit(random) / 2);
        ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    }
    for (int i = 0; i < 400; i++) {
        step(&s, 1);
        for (size_t k = 0; k < 20; k++) {
            nav_agent a = nav_crowd_agent(s.crowd, k);
            NAV_TEST_CHECK(nav_mesh_holds(mesh, a.polygon, a.position));
        }
    }
    for (size_t k = 0; k < 20; k++) {
        nav_agent a = nav_crowd_agent(s.crowd, k);
        NAV_TEST_CHECK_MSG(a.status != NAV_AGENT_WALKING,
                           "agent %zu is at %g %g, height %g", k, a.position.x,
                           a.position.y, a.height);
        NAV_TEST_CHECK(a.status == NAV_AGENT_UNREACHABLE ||
                       (nav_vec2_distance(a.position, goal.plan) <= 0.5 &&
                        fabs(a.height - goal.height) < 1.5));
    }
    close_scene(&s);
}

START_TEST(test_agents_climb_stairs_and_go_under_them)
{
    // Stairs from (0, 0) up to the left, a floor on top that comes back over
    // all, the floor under the stairs and the one before them.
    const nav_vec3 v[12] = {{0, 0, 0},  {6, 0, 0},  {6, 4, 0},  {0, 4, 0},
                            {-6, 0, 0}, {-6, 4, 0}, {-6, 0, 5}, {-6, 4, 5},
                            {-9, 0, 5}, {-9, 4, 5}, {-9, 9, 5}, {6, 9, 5}};
    const uint32_t corners[] = {0, 1, 2, 3, 4, 0, 3,  5, 6, 0,
                                3, 7, 8, 6, 7, 9, 10, 9, 7, 11};
    nav_test_random random = {(uint64_t)_i + 400};
    nav_mesh *mesh =
        nav_test_make_floors(v, 12, corners, (uint32_t[]){4, 4, 4, 4, 4}, 5);
    check_floors(mesh, &random);
}
END_TEST

START_TEST(test_a_goal_straight_below_is_walked_to_around_the_fold)
{
    const nav_vec3 v[8] = {{0, 0, 0},  {6, 0, 0},  {6, 4, 0},  {0, 4, 0},
                           {-6, 0, 0}, {-6, 4, 0}, {-6, 0, 5}, {-6, 4, 5}};
    nav_mesh *mesh = nav_test_make_floors(
        v, 8, (uint32_t[]){0, 1, 2, 3, 4, 0, 3, 5, 6, 0, 3, 7},
        (uint32_t[]){4, 4, 4}, 3);
    scene s = {.mesh = mesh};
    const nav_field_options options = {.cell = 1};
    const nav_point goal = {{-3, 2}, NAV_FLOOR_NEAREST, 0};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &s.query), NAV_OK);
    ck_assert_int_eq(nav_field_new(s.query, &goal, 1, &options, &s.field, NULL),
                     NAV_OK);
    open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{-3, 2}, NAV_FLOOR_NEAREST, 2.5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    step(&s, 5);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    // Three steps to the foot of the stairs, three back, some for the turn.
    step(&s, 6);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
    ck_assert_double_eq(a.height, 0);
    close_scene(&s);
}
END_TEST

START_TEST(test_a_goal_counts_on_its_own_floor_where_the_cells_centre_is_off_it)
{
    // A balcony over a hall.  The centre of the goal's cell, (2.5, 1.5), is
    // over the hall alone.
    const nav_vec3 v[8] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0},   {0, 4, 0},
                           {0, 0, 5}, {4, 0, 5}, {4, 1.3, 5}, {0, 1.3, 5}};
    const nav_point goal = {{2.25, 1.25}, NAV_FLOOR_NEAREST, 5};
    const nav_field_options options = {.cell = 1};
    scene s = {
        .mesh = nav_test_make_floors(v, 8, (uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7},
                                     (uint32_t[]){4, 4}, 2)};
    ck_assert_int_eq(nav_query_new(s.mesh, NULL, &s.query), NAV_OK);
    ck_assert_int_eq(nav_field_new(s.query, &goal, 1, &options, &s.field, NULL),
                     NAV_OK);
    open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{0.5, 0.5}, NAV_FLOOR_NEAREST, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    spec.start.height = 0;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    step(&s, 20);
    nav_agent above = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(above.status, NAV_AGENT_ARRIVED);
    ck_assert_double_eq(above.height, 5);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 1).status, NAV_AGENT_UNREACHABLE);
    close_scene(&s);
}
END_TEST

START_TEST(test_with_care_nobody_is_faster_than_he_can)
{
    // Around the fold at (0, 0), with a force that could do it in one step.
    const nav_vec3 v[8] = {{0, 0, 0},  {6, 0, 0},  {6, 4, 0},  {0, 4, 0},
                           {-6, 0, 0}, {-6, 4, 0}, {-6, 0, 5}, {-6, 4, 5}};
    static const double speeds[] = {0, 0.25};
    scene s = {.mesh = nav_test_make_floors(
                   v, 8, (uint32_t[]){0, 1, 2, 3, 4, 0, 3, 5, 6, 0, 3, 7},
                   (uint32_t[]){4, 4, 4}, 3)};
    const nav_field_options options = {.cell = 1};
    const nav_point goal = {{-3, 2}, NAV_FLOOR_NEAREST, 0};
    ck_assert_int_eq(nav_query_new(s.mesh, NULL, &s.query), NAV_OK);
    ck_assert_int_eq(nav_field_new(s.query, &goal, 1, &options, &s.field, NULL),
                     NAV_OK);
    open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{-3, 2}, NAV_FLOOR_NEAREST, 2.5};
    spec.max_speed = speeds[_i];
    spec.max_force = 1000;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    for (int i = 0; i < 40; i++) {
        step(&s, 1);
        nav_vec2 velocity = nav_crowd_agent(s.crowd, 0).velocity;
        double speed = nav_vec2_distance(velocity, (nav_vec2){0, 0});
        NAV_TEST_CHECK_MSG(speed <= speeds[_i] * (1 + 1e-15),
                           "step %d: speed %.17g", i, speed);
    }
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status,
                     _i == 0 ? NAV_AGENT_WALKING : NAV_AGENT_ARRIVED);
    close_scene(&s);
}
END_TEST

START_TEST(test_agents_arrive_on_uneven_ground)
{
    nav_test_random random = {(uint64_t)_i + 500};
    nav_mesh *flat = nav_test_make_grid(&random, 4, 4, (uint32_t)_i % 2);
    nav_mesh *mesh = nav_test_lift(flat, &random);
    nav_mesh_free(flat);
    check_floors(mesh, &random);
}
END_TEST

START_TEST(test_with_the_grid_an_agent_arrives_in_the_goals_cell)
{
    scene s = open_scene(nav_test_bake_json(empty_room), (nav_vec2){8.25, 5}, 2,
                         NAV_FIELD_GRID4);
    open_crowd(&s, NULL);
    add(&s, (nav_vec2){1, 5});
    add(&s, (nav_vec2){3, 1});
    // The blend of (1, 1), (1, 0) ... by hand: on a centre its place alone.
    step(&s, 1);
    check_vec(nav_crowd_agent(s.crowd, 0).velocity, 2, 0);
    nav_vec2 diagonal = unit(1, 1);
    check_vec(nav_crowd_agent(s.crowd, 1).velocity, 2 * diagonal.x,
              2 * diagonal.y);
    step(&s, 3);
    for (size_t i = 0; i < 2; i++) {
        nav_agent a = nav_crowd_agent(s.crowd, i);
        ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
        ck_assert_uint_eq(a.queries, 0);
        ck_assert_double_ge(a.position.x, 7.25);
    }
    close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------

START_TEST(test_what_is_not_legal_is_refused)
{
    scene s = open_scene(nav_test_bake_json(empty_room), (nav_vec2){9, 5}, 2,
                         NAV_FIELD_EXACT);
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
    open_crowd(&s, NULL);
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
    close_scene(&s);
}
END_TEST

START_TEST(test_a_mesh_with_links_is_refused)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
        "{\"outer\":[[20,0],[30,0],[30,10],[20,10]]}],"
        "\"links\":[{\"from\":[9,5],\"to\":[21,5]}]}");
    scene s = open_scene(mesh, (nav_vec2){5, 5}, 1, NAV_FIELD_EXACT);
    nav_error error;
    ck_assert_int_eq(
        nav_crowd_new(s.mesh, s.field, NULL, NULL, &s.crowd, &error),
        NAV_GEOMETRY);
    ck_assert_str_eq(error.message,
                     "the mesh has links, which agents do not take");
    close_scene(&s);
}
END_TEST

// Some steps of some agents that ask for paths and push each other.
static nav_status walk_some(const nav_allocator *mem, const void *context)
{
    const scene *s = context;
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

START_TEST(test_every_allocation_may_fail)
{
    scene s = open_scene(nav_test_bake_json(pillar_room), (nav_vec2){9, 1}, 2,
                         NAV_FIELD_EXACT);
    ck_assert_uint_gt(nav_test_fail_allocations(walk_some, &s), 5);
    close_scene(&s);
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
    tcase_add_test(steps, test_a_goal_behind_a_wall_is_not_reached_through_it);
    tcase_add_test(steps, test_starts_get_the_status_that_they_have);
    suite_add_tcase(suite, steps);

    TCase *maps = tcase_create("maps");
    tcase_set_timeout(maps, 60);
    tcase_add_loop_test(
        maps, test_every_agent_that_has_a_way_arrives_and_none_leaves_the_mesh,
        0, 30);
    tcase_add_loop_test(
        maps, test_alone_an_agent_hardly_takes_longer_than_its_path, 0, 20);
    tcase_add_loop_test(maps, test_ranges_in_any_order_give_the_same_bytes, 0,
                        6);
    suite_add_tcase(suite, maps);

    TCase *floors = tcase_create("floors");
    tcase_add_loop_test(floors, test_agents_climb_stairs_and_go_under_them, 0,
                        20);
    tcase_add_test(floors,
                   test_a_goal_straight_below_is_walked_to_around_the_fold);
    tcase_add_test(
        floors,
        test_a_goal_counts_on_its_own_floor_where_the_cells_centre_is_off_it);
    tcase_add_loop_test(floors, test_with_care_nobody_is_faster_than_he_can, 0,
                        2);
    tcase_add_loop_test(floors, test_agents_arrive_on_uneven_ground, 0, 20);
    tcase_add_test(floors,
                   test_with_the_grid_an_agent_arrives_in_the_goals_cell);
    suite_add_tcase(suite, floors);

    TCase *faults = tcase_create("faults");
    tcase_add_test(faults, test_what_is_not_legal_is_refused);
    tcase_add_test(faults, test_a_mesh_with_links_is_refused);
    tcase_add_test(faults, test_every_allocation_may_fail);
    tcase_add_test(faults, test_every_status_has_a_name);
    suite_add_tcase(suite, faults);
    return suite;
}
