// test_winding.c - floors that wind around a corner by more than a full turn.
//
// Triangles around a pole, as many as one likes, each an orientation in the
// plane can tell nothing about beyond half a turn.  The oracle is the angle
// walked around the pole: less than half a turn apart two places see each
// other, since the rim is convex; else the way leads over the pole.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

// The rim: lattice points of the circle with radius 5.
enum { SIDES = 12, MOST = 5 * SIDES };
static const nav_vec2 rim[SIDES] = {{5, 0},   {4, 3},  {3, 4},  {0, 5},
                                    {-3, 4},  {-4, 3}, {-5, 0}, {-4, -3},
                                    {-3, -4}, {0, -5}, {3, -4}, {4, -3}};

static const double turn = 6.283185307179586;

// Triangles around a pole at the origin, whose height is 0.
typedef struct pole {
    uint32_t triangles;
    bool closed; // the last is next to the first
    double height[MOST + 1];
    nav_mesh *mesh;
} pole;

static void pole_init(pole *p, uint32_t triangles, bool closed)
{
    nav_vec3 v[MOST + 2] = {{0, 0, 0}};
    uint32_t corner[3 * MOST], count[MOST];
    uint32_t spokes = closed ? triangles : triangles + 1;
    p->triangles = triangles;
    p->closed = closed;
    for (uint32_t i = 0; i <= triangles; i++) {
        uint32_t spoke = i % spokes;
        p->height[i] = 1 + spoke;
        v[1 + spoke] =
            (nav_vec3){rim[i % SIDES].x, rim[i % SIDES].y, p->height[i]};
    }
    for (uint32_t i = 0; i < triangles; i++) {
        corner[3 * i] = 0;
        corner[3 * i + 1] = 1 + i;
        corner[3 * i + 2] = 1 + (i + 1) % spokes;
        count[i] = 3;
    }
    p->mesh = nav_test_make_floors(v, 1 + spokes, corner, count, triangles);
}

// A place: on triangle `in`, whose spokes have the weights s and t.
typedef struct place {
    nav_point at;
    double angle; // from the first spoke
} place;

static place draw_place(const pole *p, nav_test_random *random)
{
    uint32_t in;
    do {
        in = (uint32_t)nav_test_random_below(random, p->triangles);
        // Down again in the last triangle, through all floors.
    } while (p->closed && in % SIDES == SIDES - 1);
    double s = (double)(1 + nav_test_random_below(random, 30)) / 64;
    double t = (double)(1 + nav_test_random_below(random, 30)) / 64;
    nav_vec2 a = rim[in % SIDES], b = rim[(in + 1) % SIDES];
    nav_vec2 plan = {s * a.x + t * b.x, s * a.y + t * b.y};
    double begun = atan2(a.y, a.x);
    double angle = atan2(plan.y, plan.x) - begun;
    begun += begun < 0 ? turn : 0;
    return (place){.at = {plan, NAV_FLOOR_NEAREST,
                          s * p->height[in] + t * p->height[in + 1]},
                   .angle = in / SIDES * turn + begun + angle +
                            (angle < 0 ? turn : 0)};
}

static double length_between(const pole *p, place a, place b)
{
    double between = fabs(a.angle - b.angle);
    if (p->closed) {
        between = fmin(between, p->triangles / SIDES * turn - between);
    }
    if (between < turn / 2) {
        return nav_vec2_distance(a.at.plan, b.at.plan);
    }
    return hypot(a.at.plan.x, a.at.plan.y) + hypot(b.at.plan.x, b.at.plan.y);
}

static void check_pairs(const pole *p, uint64_t seed)
{
    nav_test_random random = {seed};
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(p->mesh, NULL, &query), NAV_OK);
    for (int round = 0; round < 400; round++) {
        place a = draw_place(p, &random), b = draw_place(p, &random);
        double length = length_between(p, a, b);
        for (int search = 0; search < 3; search++) {
            nav_path path;
            nav_path_options options = {.search = (nav_search)search};
            ck_assert_int_eq(
                nav_query_path_at(query, a.at, b.at, &options, &path, NULL),
                NAV_OK);
            ck_assert_int_eq(path.status, NAV_PATH_OK);
            if (search == NAV_SEARCH_OPTIMAL) {
                ck_assert_double_eq_tol(path.length, length, 1e-12);
            } else {
                ck_assert_double_ge(path.length, length - 1e-12);
            }
        }
    }
    nav_query_free(query);
}

// Half a turn, one turn but for a triangle, all of it with both walls in line,
// a little more, and three turns; with and without landmarks.
START_TEST(test_way_on_a_spiral_is_straight_or_over_its_pole)
{
    static const uint32_t triangles[] = {6, 11, 12, 13, 19, 36, 60};
    pole p;
    pole_init(&p, triangles[_i / 2], false);
    if (_i % 2 == 1) {
        ck_assert_int_eq(nav_mesh_add_landmarks(p.mesh, NULL), NAV_OK);
        ck_assert(nav_mesh_get_info(p.mesh).has_landmarks);
    }
    check_pairs(&p, (uint64_t)_i + 1);
    nav_mesh_free(p.mesh);
}
END_TEST

// A spiral without heights, so that a point lies in a triangle of every turn,
// the start as well as the goal.
static nav_mesh *new_flat_spiral(uint32_t turns)
{
    uint32_t triangles = turns * SIDES;
    nav_vec2 *v = calloc(triangles + 2, sizeof *v);
    uint32_t *corner = calloc((size_t)3 * triangles, sizeof *corner);
    uint32_t *count = calloc(triangles, sizeof *count);
    ck_assert(v && corner && count);
    for (uint32_t i = 0; i <= triangles; i++) {
        v[1 + i] = rim[i % SIDES];
    }
    for (uint32_t i = 0; i < triangles; i++) {
        corner[3 * i + 1] = 1 + i;
        corner[3 * i + 2] = 2 + i;
        count[i] = 3;
    }
    nav_mesh *mesh =
        nav_test_make_mesh(v, triangles + 2, corner, count, triangles);
    free(v);
    free(corner);
    free(count);
    return mesh;
}

// From any of the triangles that hold the start to any that hold the goal.
// Were the ways between all pairs of them looked at one by one, this would not
// end within the time that the test has.
START_TEST(test_work_grows_with_the_turns_of_a_spiral_alone)
{
    const uint32_t turns = 4000;
    const nav_vec2 start = {3, 0.5};
    const nav_vec2 goals[] = {{-3, 0.5}, {3, -0.5}, {-1, -3}};
    nav_mesh *mesh = new_flat_spiral(turns);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    for (int i = 0; i < 3; i++) {
        for (int search = 0; search < 3; search++) {
            nav_path path;
            nav_path_options options = {.search = (nav_search)search};
            ck_assert_int_eq(
                nav_query_path(query, start, goals[i], &options, &path, NULL),
                NAV_OK);
            ck_assert_int_eq(path.status, NAV_PATH_OK);
            double length = nav_vec2_distance(start, goals[i]);
            ck_assert(search != NAV_SEARCH_OPTIMAL ||
                      nav_test_is_close(path.length, length, 1e-12));
            ck_assert_uint_le(path.expanded, (size_t)SIDES * turns);
        }
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// A corner inside, with no wall: over two turns it is a place to turn at.
START_TEST(test_way_on_a_closed_winding_is_straight_or_over_its_pole)
{
    pole p;
    pole_init(&p, (uint32_t)(1 + _i / 2) * SIDES, true);
    if (_i % 2 == 1) {
        ck_assert_int_eq(nav_mesh_add_landmarks(p.mesh, NULL), NAV_OK);
    }
    check_pairs(&p, (uint64_t)_i + 100);
    nav_mesh_free(p.mesh);
}
END_TEST

// A ramp that begins beside a floor: in plan one lies along the other, so that
// at (6, 0) floors wind by just a full turn.
//
//       0        2             6     8
//    2  +----------------------+-----+
//       |  floor               |     |
//    0  +--------+-------------+     |
//                |  ramp, up   |     |
//   -2           +-------------+-----+
START_TEST(test_way_along_a_slit_turns_around_its_end)
{
    static const nav_vec3 vertices[] = {{0, 0, 0}, {6, 0, 0},  {6, 2, 0},
                                        {0, 2, 0}, {6, -2, 0}, {8, -2, 0},
                                        {8, 2, 0}, {2, -2, 3}, {2, 0, 3}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 2, 1, 4, 1, 8, 7};
    static const uint32_t counts[] = {4, 5, 4};
    nav_mesh *mesh = nav_test_make_floors(vertices, 9, corners, counts, 3);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    // Along the wall, and farther from it.
    for (int i = 0; i <= 2; i++) {
        nav_vec2 start = {1, 0.5 * i}, goal = {3, -1}, end = {6, 0};
        double expected =
            nav_vec2_distance(start, end) + nav_vec2_distance(end, goal);
        nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
        nav_path path;
        ck_assert_int_eq(
            nav_query_path(query, start, goal, &options, &path, NULL), NAV_OK);
        ck_assert(nav_test_is_close(path.length, expected, 1e-12));
        ck_assert_int_eq(
            nav_query_path(query, goal, start, &options, &path, NULL), NAV_OK);
        ck_assert(nav_test_is_close(path.length, expected, 1e-12));
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_winding(void)
{
    Suite *suite = suite_create("winding");
    TCase *paths = tcase_create("paths");
    tcase_set_timeout(paths, 120);
    tcase_add_loop_test(
        paths, test_way_on_a_spiral_is_straight_or_over_its_pole, 0, 14);
    tcase_add_loop_test(
        paths, test_way_on_a_closed_winding_is_straight_or_over_its_pole, 0, 8);
    tcase_add_test(paths, test_work_grows_with_the_turns_of_a_spiral_alone);
    tcase_add_test(paths, test_way_along_a_slit_turns_around_its_end);
    suite_add_tcase(suite, paths);
    return suite;
}
