// test_crowd_maps.c - crowds on random maps, and on floors.
//
// That agents stay on the mesh is asked of nav_query_locate, and which of them
// have a way of nav_query_path.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "crowd_support.h"
#include "mesh/surface.h"
#include "mesh_support.h"
#include "suites.h"
#include "support.h"

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

static void check_on_mesh(const nav_test_scene *s)
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

static double path_length(const nav_test_scene *s, nav_vec2 from)
{
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    ck_assert_int_eq(
        nav_query_path(s->query, from, s->goal, &options, &path, NULL), NAV_OK);
    return path.status == NAV_PATH_OK ? path.length : HUGE_VAL;
}

// Options and agents of all kinds.
static nav_crowd_options draw_options(const nav_test_scene *s, int kind)
{
    nav_crowd_options options = nav_crowd_options_default(s->field);
    options.separation = kind % 3;
    options.no_smooth = kind % 5 == 4;
    options.dt = kind % 4 == 3 ? 0.25 : 1;
    options.arrival = kind % 7 == 6 ? 0 : options.arrival;
    return options;
}

static void draw_agents(nav_test_scene *s, nav_test_random *random, int kind,
                        int count)
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
    nav_test_scene s = nav_test_open_scene(mesh, draw_place(mesh, &random), 1,
                                           NAV_FIELD_EXACT);
    nav_crowd_options options = draw_options(&s, _i);
    nav_test_open_crowd(&s, &options);
    draw_agents(&s, &random, _i, 60);
    for (size_t i = 0; i < nav_crowd_count(s.crowd); i++) {
        nav_agent a = nav_crowd_agent(s.crowd, i);
        bool has_way = path_length(&s, a.position) < HUGE_VAL;
        bool is_there =
            a.status == NAV_AGENT_ARRIVED &&
            nav_vec2_distance(a.position, s.goal) <= options.arrival;
        NAV_TEST_CHECK(is_there
                           ? has_way
                           : a.status == (has_way ? NAV_AGENT_WALKING
                                                  : NAV_AGENT_UNREACHABLE));
    }
    size_t walking = 1;
    for (int i = 0; i < 8000 && walking > 0; i++) {
        nav_test_step(&s, 1);
        check_on_mesh(&s);
        walking = 0;
        for (size_t k = 0; k < nav_crowd_count(s.crowd); k++) {
            walking += nav_crowd_agent(s.crowd, k).status == NAV_AGENT_WALKING;
        }
    }
    ck_assert_msg(walking == 0, "%zu have not arrived", walking);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_alone_an_agent_hardly_takes_longer_than_its_path)
{
    nav_test_random random = {(uint64_t)_i + 2000};
    nav_mesh *mesh = make_map(&random);
    nav_test_scene s = nav_test_open_scene(mesh, draw_place(mesh, &random), 1,
                                           NAV_FIELD_EXACT);
    nav_test_open_crowd(&s, NULL);
    for (int i = 0; i < 40; i++) {
        nav_test_add_agent(&s, draw_place(mesh, &random));
    }
    double steps[40];
    for (size_t i = 0; i < 40; i++) {
        steps[i] = path_length(&s, nav_crowd_agent(s.crowd, i).position);
    }
    for (int now = 1; now < 200; now++) {
        nav_test_step(&s, 1);
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
    nav_test_close_scene(&s);
}
END_TEST

// Steps two crowds of the same agents, one in ranges from the last to the
// first, each with a query of its own.
// In a step it passes its turn by a little, and from there sees no turn but the
// one that it came from.
START_TEST(test_an_agent_does_not_go_to_and_fro_past_a_turn)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[11,9],[6,7],[3,9],[15,13],[2,10],[2,3],"
        "[6,10]],\"holes\":[[[1,7],[12,4],[10,3],[4,10]]]},{\"outer\":[[15,9],"
        "[9,5],[13,0],[0,9],[2,15],[3,4],[2,9],[10,7],[4,8]]}]}";
    nav_bake_options options = nav_bake_options_default();
    options.max_verts = 8;
    nav_shape *shape = nav_test_read_shape(map);
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    nav_test_scene s = nav_test_open_scene(
        mesh, (nav_vec2){12.599999999999996, 12.2}, 1.25, NAV_FIELD_EXACT);
    nav_test_open_crowd(&s, NULL);
    nav_test_add_agent(&s, (nav_vec2){6, 7.6666666666666679});
    nav_test_step(&s, 100);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_ranges_in_any_order_give_the_same_bytes)
{
    nav_test_random random = {(uint64_t)_i + 3000}, again = random;
    nav_mesh *mesh = make_map(&random);
    (void)again;
    nav_test_scene s = nav_test_open_scene(mesh, draw_place(mesh, &random), 1,
                                           NAV_FIELD_EXACT);
    nav_crowd_options options = draw_options(&s, _i);
    options.separation = 2;
    nav_test_open_crowd(&s, &options);
    again = random;
    draw_agents(&s, &random, _i, 60);
    nav_test_scene t = s;
    nav_test_open_crowd(&t, &options);
    draw_agents(&t, &again, _i, 60);
    for (int i = 0; i < 150; i++) {
        nav_test_step(&s, 1);
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
    nav_test_close_scene(&s);
}
END_TEST

// ---------------------------------------------------------------------------
// Floors
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

// Lets agents walk from random places to a goal.
static void check_walks(nav_mesh *mesh, nav_point goal, nav_test_random *random)
{
    nav_test_scene s =
        nav_test_open_scene_on(nav_test_wrap_floors(mesh), goal, 1);
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    for (int i = 0; i < 20; i++) {
        spec.start = point_on(
            mesh, nav_test_random_below(random, mesh->info.polygons),
            nav_test_random_unit(random) / 2, nav_test_random_unit(random) / 2);
        ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    }
    for (int i = 0; i < 400; i++) {
        nav_test_step(&s, 1);
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
    nav_test_close_scene(&s);
}

// To a goal that may be on an edge.
static void check_floors(nav_mesh *mesh, nav_test_random *random)
{
    nav_point goal =
        point_on(mesh, nav_test_random_below(random, mesh->info.polygons),
                 nav_test_random_below(random, 5) / 8.0,
                 nav_test_random_below(random, 4) / 8.0);
    check_walks(mesh, goal, random);
}

// To one inside of a random polygon.
static void check_turned_floors(nav_mesh *mesh, nav_test_random *random)
{
    double u = 0.0625 + nav_test_random_unit(random) / 2;
    double v = 0.0625 + nav_test_random_unit(random) / 4;
    nav_poly_id polygon = nav_test_random_below(random, mesh->info.polygons);
    check_walks(mesh, point_on(mesh, polygon, u, v), random);
}

// Turns a model about the height, by an angle that no coordinate likes: hardly
// a double lies on a turned edge but its ends.
static void turn(nav_vec3 *v, size_t count, nav_test_random *random)
{
    double x = nav_test_random_unit(random) - 0.5;
    double y = nav_test_random_unit(random) - 0.5;
    double length = sqrt(x * x + y * y);
    for (size_t i = 0; i < count; i++) {
        v[i] = nav_vec3_clean((nav_vec3){(v[i].x * x - v[i].y * y) / length,
                                         (v[i].x * y + v[i].y * x) / length,
                                         v[i].z});
    }
}

// Stairs from (0, 0) up to the left, a floor on top that comes back over all,
// the floor under the stairs and the one before them.
static const nav_vec3 hall[12] = {
    {0, 0, 0},  {6, 0, 0},  {6, 4, 0},  {0, 4, 0},  {-6, 0, 0}, {-6, 4, 0},
    {-6, 0, 5}, {-6, 4, 5}, {-9, 0, 5}, {-9, 4, 5}, {-9, 9, 5}, {6, 9, 5}};

static nav_mesh *make_hall(const nav_vec3 v[12])
{
    const uint32_t corners[] = {0, 1, 2, 3, 4, 0, 3,  5, 6, 0,
                                3, 7, 8, 6, 7, 9, 10, 9, 7, 11};
    return nav_test_make_floors(v, 12, corners, (uint32_t[]){4, 4, 4, 4, 4}, 5);
}

START_TEST(test_agents_climb_stairs_and_go_under_them)
{
    nav_test_random random = {(uint64_t)_i + 400};
    check_floors(make_hall(hall), &random);
}
END_TEST

START_TEST(test_agents_climb_stairs_that_are_turned)
{
    nav_test_random random = {(uint64_t)_i + 600};
    nav_vec3 v[12];
    memcpy(v, hall, sizeof v);
    turn(v, 12, &random);
    check_turned_floors(make_hall(v), &random);
}
END_TEST

START_TEST(test_agents_turn_back_at_a_fold_that_is_turned)
{
    nav_test_random random = {(uint64_t)_i + 700};
    nav_vec3 v[4] = {{0, 0, 0},
                     {4 + 4 * nav_test_random_unit(&random), 0, 0},
                     {5 * nav_test_random_unit(&random), 4, 0},
                     {5 * nav_test_random_unit(&random), 5, 3}};
    turn(v, 4, &random);
    check_turned_floors(nav_test_make_floors(v, 4,
                                             (uint32_t[]){0, 1, 2, 0, 1, 3},
                                             (uint32_t[]){3, 3}, 2),
                        &random);
}
END_TEST

START_TEST(test_agents_climb_a_step_that_is_turned)
{
    nav_test_random random = {(uint64_t)_i + 800};
    nav_vec3 v[8] = {{-3, -2, 0},   {0, -2, 0},   {0, 3, 0},   {-3, 3, 0},
                     {0, -2, 0.25}, {4, -2, 0.5}, {4, 3, 0.5}, {0, 3, 0.25}};
    turn(v, 8, &random);
    nav_mesh *mesh = nav_test_make_floors(
        v, 8, (uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7}, (uint32_t[]){4, 4}, 2);
    mesh->twin[1] = 7;
    mesh->twin[7] = 1;
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_mesh_finish(mesh);
    check_turned_floors(mesh, &random);
}
END_TEST

// Stairs up to the left from (0, 0), the floor in front of them, and that below
// them, on which the goal is.
static nav_test_scene open_fold(void)
{
    const nav_vec3 v[8] = {{0, 0, 0},  {6, 0, 0},  {6, 4, 0},  {0, 4, 0},
                           {-6, 0, 0}, {-6, 4, 0}, {-6, 0, 5}, {-6, 4, 5}};
    nav_mesh *mesh = nav_test_make_floors(
        v, 8, (uint32_t[]){0, 1, 2, 3, 4, 0, 3, 5, 6, 0, 3, 7},
        (uint32_t[]){4, 4, 4}, 3);
    return nav_test_open_scene_on(nav_test_wrap_floors(mesh),
                                  nav_test_at(-3, 2, 0), 1);
}

START_TEST(test_a_goal_straight_below_is_walked_to_around_the_fold)
{
    nav_test_scene s = open_fold();
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{-3, 2}, NAV_FLOOR_NEAREST, 2.5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_test_step(&s, 5);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status, NAV_AGENT_WALKING);
    // Three steps to the foot of the stairs, three back, some for the turn.
    nav_test_step(&s, 6);
    nav_agent a = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(a.status, NAV_AGENT_ARRIVED);
    ck_assert_double_eq(a.height, 0);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_a_goal_counts_on_its_own_floor_where_the_cells_centre_is_off_it)
{
    // A balcony over a hall.  The centre of the goal's cell, (2.5, 1.5), is
    // over the hall alone.
    const nav_vec3 v[8] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0},   {0, 4, 0},
                           {0, 0, 5}, {4, 0, 5}, {4, 1.3, 5}, {0, 1.3, 5}};
    nav_mesh *mesh = nav_test_make_floors(
        v, 8, (uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7}, (uint32_t[]){4, 4}, 2);
    nav_test_scene s = nav_test_open_scene_on(nav_test_wrap_floors(mesh),
                                              nav_test_at(2.25, 1.25, 5), 1);
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{0.5, 0.5}, NAV_FLOOR_NEAREST, 5};
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    spec.start.height = 0;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    nav_test_step(&s, 20);
    nav_agent above = nav_crowd_agent(s.crowd, 0);
    ck_assert_int_eq(above.status, NAV_AGENT_ARRIVED);
    ck_assert_double_eq(above.height, 5);
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 1).status, NAV_AGENT_UNREACHABLE);
    nav_test_close_scene(&s);
}
END_TEST

START_TEST(test_with_care_nobody_is_faster_than_he_can)
{
    // Around the fold at (0, 0), with a force that could do it in one step.
    static const double speeds[] = {0, 0.25};
    nav_test_scene s = open_fold();
    nav_test_open_crowd(&s, NULL);
    nav_agent_spec spec = nav_agent_default(s.field);
    spec.start = (nav_point){{-3, 2}, NAV_FLOOR_NEAREST, 2.5};
    spec.max_speed = speeds[_i];
    spec.max_force = 1000;
    ck_assert_int_eq(nav_crowd_add(s.crowd, &spec, NULL), NAV_OK);
    for (int i = 0; i < 40; i++) {
        nav_test_step(&s, 1);
        nav_vec2 velocity = nav_crowd_agent(s.crowd, 0).velocity;
        double speed = nav_vec2_distance(velocity, (nav_vec2){0, 0});
        NAV_TEST_CHECK_MSG(speed <= speeds[_i] * (1 + 1e-15),
                           "step %d: speed %.17g", i, speed);
    }
    ck_assert_int_eq(nav_crowd_agent(s.crowd, 0).status,
                     _i == 0 ? NAV_AGENT_WALKING : NAV_AGENT_ARRIVED);
    nav_test_close_scene(&s);
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

Suite *nav_test_crowd_maps(void)
{
    Suite *suite = suite_create("crowd_maps");
    TCase *maps = tcase_create("maps");
    tcase_set_timeout(maps, 60);
    tcase_add_loop_test(
        maps, test_every_agent_that_has_a_way_arrives_and_none_leaves_the_mesh,
        0, 30);
    tcase_add_loop_test(
        maps, test_alone_an_agent_hardly_takes_longer_than_its_path, 0, 20);
    tcase_add_test(maps, test_an_agent_does_not_go_to_and_fro_past_a_turn);
    tcase_add_loop_test(maps, test_ranges_in_any_order_give_the_same_bytes, 0,
                        6);
    suite_add_tcase(suite, maps);

    TCase *floors = tcase_create("floors");
    tcase_add_loop_test(floors, test_agents_climb_stairs_and_go_under_them, 0,
                        20);
    tcase_add_loop_test(floors, test_agents_climb_stairs_that_are_turned, 0,
                        20);
    tcase_add_loop_test(floors, test_agents_turn_back_at_a_fold_that_is_turned,
                        0, 20);
    tcase_add_loop_test(floors, test_agents_climb_a_step_that_is_turned, 0, 20);
    tcase_add_test(floors,
                   test_a_goal_straight_below_is_walked_to_around_the_fold);
    tcase_add_test(
        floors,
        test_a_goal_counts_on_its_own_floor_where_the_cells_centre_is_off_it);
    tcase_add_loop_test(floors, test_with_care_nobody_is_faster_than_he_can, 0,
                        2);
    tcase_add_loop_test(floors, test_agents_arrive_on_uneven_ground, 0, 20);
    suite_add_tcase(suite, floors);
    return suite;
}
