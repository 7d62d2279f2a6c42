// test_funnel.c - the taut string, against a visibility graph in the corridor.
#include "search/funnel.h"

#include <check.h>
#include <stdlib.h>

#include "geometry/predicates.h"
#include "mesh_support.h"
#include "suites.h"

static nav_funnel make_funnel(void)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_funnel funnel;
    nav_funnel_init(&funnel, &mem);
    return funnel;
}

static nav_portal gate(double left_x, double left_y, double right_x,
                       double right_y)
{
    return (nav_portal){.left = {left_x, left_y}, .right = {right_x, right_y}};
}

// Pulls the string and compares the waypoints with `want`.
static void check_string(nav_vec2 start, nav_vec2 goal,
                         const nav_portal *portals, size_t count,
                         const nav_vec2 *want, size_t want_count)
{
    nav_funnel funnel = make_funnel();
    ck_assert_int_eq(nav_funnel_run(&funnel, start, goal, portals, count),
                     NAV_OK);
    ck_assert_uint_eq(funnel.waypoint_count, want_count);
    for (size_t i = 0; i < want_count; i++) {
        ck_assert_double_eq(funnel.waypoint[i].x, want[i].x);
        ck_assert_double_eq(funnel.waypoint[i].y, want[i].y);
    }
    nav_funnel_fini(&funnel);
}

#define CHECK_STRING(start, goal, portals, want)                               \
    check_string(start, goal, portals, sizeof(portals) / sizeof *(portals),    \
                 want, sizeof(want) / sizeof *(want))

// ---------------------------------------------------------------------------
// The documents' cases.  The walker goes up; the first portal spans -2 .. 2.
// ---------------------------------------------------------------------------

static const nav_vec2 origin = {0, 0};

START_TEST(test_portal_wholly_left_turns_at_the_left_end)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(-20, 6, -8, 6)};
    nav_vec2 goal = {-14, 8};
    nav_vec2 want[] = {{0, 0}, {-2, 4}, {-14, 8}};
    CHECK_STRING(origin, goal, portals, want);
}
END_TEST

START_TEST(test_portal_wholly_right_turns_at_the_right_end)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(8, 6, 20, 6)};
    nav_vec2 goal = {14, 8};
    nav_vec2 want[] = {{0, 0}, {2, 4}, {14, 8}};
    CHECK_STRING(origin, goal, portals, want);
}
END_TEST

START_TEST(test_portal_narrowing_on_the_left_moves_the_left_side_only)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(0, 6, 8, 6)};
    nav_vec2 left_goal = {-4, 10}, right_goal = {12, 10};
    nav_vec2 at_left[] = {{0, 0}, {0, 6}, {-4, 10}};
    nav_vec2 at_right[] = {{0, 0}, {2, 4}, {12, 10}};
    CHECK_STRING(origin, left_goal, portals, at_left);
    CHECK_STRING(origin, right_goal, portals, at_right);
}
END_TEST

START_TEST(test_portal_narrowing_on_the_right_moves_the_right_side_only)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(-8, 6, 0, 6)};
    nav_vec2 left_goal = {-12, 10}, right_goal = {4, 10};
    nav_vec2 at_left[] = {{0, 0}, {-2, 4}, {-12, 10}};
    nav_vec2 at_right[] = {{0, 0}, {0, 6}, {4, 10}};
    CHECK_STRING(origin, left_goal, portals, at_left);
    CHECK_STRING(origin, right_goal, portals, at_right);
}
END_TEST

START_TEST(test_portal_narrowing_on_both_sides_replaces_both)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(-1, 6, 1, 6)};
    nav_vec2 left_goal = {-9, 8}, right_goal = {9, 8}, ahead = {0, 8};
    nav_vec2 at_left[] = {{0, 0}, {-1, 6}, {-9, 8}};
    nav_vec2 at_right[] = {{0, 0}, {1, 6}, {9, 8}};
    nav_vec2 straight[] = {{0, 0}, {0, 8}};
    CHECK_STRING(origin, left_goal, portals, at_left);
    CHECK_STRING(origin, right_goal, portals, at_right);
    CHECK_STRING(origin, ahead, portals, straight);
}
END_TEST

START_TEST(test_portal_wider_than_the_funnel_changes_nothing)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(-20, 6, 20, 6)};
    nav_vec2 left_goal = {-9, 8}, right_goal = {9, 8}, ahead = {3, 8};
    nav_vec2 at_left[] = {{0, 0}, {-2, 4}, {-9, 8}};
    nav_vec2 at_right[] = {{0, 0}, {2, 4}, {9, 8}};
    nav_vec2 straight[] = {{0, 0}, {3, 8}};
    CHECK_STRING(origin, left_goal, portals, at_left);
    CHECK_STRING(origin, right_goal, portals, at_right);
    CHECK_STRING(origin, ahead, portals, straight);
}
END_TEST

// ---------------------------------------------------------------------------
// Degenerate cases
// ---------------------------------------------------------------------------

START_TEST(test_no_portal_gives_the_straight_segment)
{
    nav_vec2 goal = {3, 4};
    nav_vec2 want[] = {{0, 0}, {3, 4}};
    check_string(origin, goal, NULL, 0, want, 2);
}
END_TEST

START_TEST(test_start_equal_to_goal_gives_one_point)
{
    nav_vec2 want[] = {{0, 0}};
    check_string(origin, origin, NULL, 0, want, 1);
    nav_portal through[] = {gate(-1, 0, 1, 0)};
    CHECK_STRING(origin, origin, through, want);
    nav_portal at_end[] = {gate(0, 0, 1, 0), gate(0, 0, 2, 1)};
    CHECK_STRING(origin, origin, at_end, want);
}
END_TEST

START_TEST(test_start_on_a_portal_end_is_not_repeated)
{
    nav_vec2 goal = {-6, 2};
    nav_vec2 straight[] = {{0, 0}, {-6, 2}};
    nav_portal left_end[] = {gate(0, 0, 4, 0), gate(-4, 4, 4, 4)};
    nav_vec2 up = {-4, 8};
    nav_vec2 over[] = {{0, 0}, {-4, 8}};
    CHECK_STRING(origin, up, left_end, over);
    nav_portal fan[] = {gate(0, 0, 4, 0), gate(0, 0, 4, 4), gate(0, 0, -4, 4)};
    CHECK_STRING(origin, goal, fan, straight);
}
END_TEST

START_TEST(test_goal_on_a_portal_is_reached_straight)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(-4, 6, 4, 6)};
    nav_vec2 inside = {1, 6}, left = {-4, 6}, right = {4, 6};
    nav_vec2 to_inside[] = {{0, 0}, {1, 6}};
    nav_vec2 to_left[] = {{0, 0}, {-2, 4}, {-4, 6}};
    nav_vec2 to_right[] = {{0, 0}, {2, 4}, {4, 6}};
    CHECK_STRING(origin, inside, portals, to_inside);
    CHECK_STRING(origin, left, portals, to_left);
    CHECK_STRING(origin, right, portals, to_right);
}
END_TEST

START_TEST(test_portal_without_length_is_passed_through)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(5, 6, 5, 6),
                            gate(0, 8, 4, 8)};
    nav_vec2 goal = {2, 10};
    nav_vec2 want[] = {{0, 0}, {2, 4}, {5, 6}, {2, 10}};
    CHECK_STRING(origin, goal, portals, want);
    nav_portal ahead[] = {gate(0, 4, 0, 4)};
    nav_vec2 straight[] = {{0, 0}, {0, 9}};
    CHECK_STRING(origin, straight[1], ahead, straight);
}
END_TEST

START_TEST(test_corners_passed_straight_are_no_waypoints)
{
    nav_portal portals[] = {gate(-4, 2, 0, 2), gate(0, 4, 4, 4),
                            gate(-4, 6, 0, 6)};
    nav_vec2 want[] = {{0, 0}, {0, 8}};
    CHECK_STRING(origin, want[1], portals, want);
}
END_TEST

START_TEST(test_turn_around_one_corner_gives_one_waypoint)
{
    // Three quarters of a circle around the origin, kept on the left.
    nav_portal portals[] = {gate(0, 0, 4, 0),  gate(0, 0, 4, 4),
                            gate(0, 0, 0, 4),  gate(0, 0, -4, 4),
                            gate(0, 0, -4, 0), gate(0, 0, -4, -4)};
    nav_vec2 want[] = {{2, -1}, {0, 0}, {-1, -2}};
    CHECK_STRING(want[0], want[2], portals, want);
}
END_TEST

// ---------------------------------------------------------------------------
// Random corridors
// ---------------------------------------------------------------------------

enum { MOST_PORTALS = 24, MOST_POINTS = MOST_PORTALS + 4 };

// A strip of triangles.  Point i is an end of the portals first .. last; the
// start is the first point, the goal the last.
typedef struct corridor {
    nav_vec2 apex; // of the first triangle
    nav_portal portal[MOST_PORTALS];
    int portals;
    nav_vec2 point[MOST_POINTS];
    int first[MOST_POINTS], last[MOST_POINTS];
    int points;
} corridor;

static nav_vec2 even_point(nav_test_random *random, nav_vec2 near, uint32_t far)
{
    double x = nav_test_random_below(random, 2 * far + 1);
    double y = nav_test_random_below(random, 2 * far + 1);
    return (nav_vec2){near.x + 2 * (x - far), near.y + 2 * (y - far)};
}

static bool is_taken(const corridor *c, nav_vec2 p)
{
    for (int i = 0; i < c->points; i++) {
        if (nav_vec2_equal(c->point[i], p)) {
            return true;
        }
    }
    return false;
}

static int add_point(corridor *c, nav_vec2 p, int first, int last)
{
    c->point[c->points] = p;
    c->first[c->points] = first;
    c->last[c->points] = last;
    return c->points++;
}

// Does an edge of the first triangle keep the second one on its outer side?
static bool is_apart(const nav_vec2 a[3], const nav_vec2 b[3])
{
    for (int i = 0; i < 3; i++) {
        bool all_outside = true;
        for (int j = 0; j < 3; j++) {
            int side = nav_test_orient(a[i], a[(i + 1) % 3], b[j]);
            all_outside = all_outside && side <= 0;
        }
        if (all_outside) {
            return true;
        }
    }
    return false;
}

// Would the triangle of portal k and p overlap one of the corridor?  A corridor
// of a mesh lies in the plane and never overlaps itself.
static bool overlaps(const corridor *c, int k, nav_vec2 p)
{
    const nav_vec2 made[3] = {c->portal[k].left, c->portal[k].right, p};
    for (int i = 0; i <= k; i++) {
        nav_vec2 tip = c->apex;
        if (i > 0) {
            bool same_left =
                nav_vec2_equal(c->portal[i].left, c->portal[i - 1].left);
            tip = same_left ? c->portal[i - 1].right : c->portal[i - 1].left;
        }
        const nav_vec2 old[3] = {c->portal[i].right, c->portal[i].left, tip};
        if (!is_apart(old, made) && !is_apart(made, old)) {
            return true;
        }
    }
    return false;
}

// Finds a new point beyond portal k; gives up where there is hardly any room.
static bool find_point_beyond(const corridor *c, nav_test_random *random, int k,
                              nav_vec2 *found)
{
    for (int tries = 0; tries < 200; tries++) {
        bool at_left = nav_test_random_below(random, 2) == 0;
        nav_vec2 near = at_left ? c->portal[k].left : c->portal[k].right;
        nav_vec2 p = even_point(random, near, 5);
        if (!is_taken(c, p) &&
            nav_test_orient(c->portal[k].right, c->portal[k].left, p) < 0 &&
            !overlaps(c, k, p)) {
            *found = p;
            return true;
        }
    }
    return false;
}

// A point of the triangle of an apex and a portal: the apex, a portal's end, or
// the middle of a side.
static nav_vec2 point_of_triangle(nav_test_random *random, nav_vec2 apex,
                                  const nav_portal *portal)
{
    nav_vec2 corner[3] = {apex, portal->left, portal->right};
    nav_vec2 a = corner[nav_test_random_below(random, 3)];
    nav_vec2 b = corner[nav_test_random_below(random, 3)];
    return (nav_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// A corridor of up to `wanted` portals.
static corridor make_corridor(nav_test_random *random, int wanted)
{
    corridor c = {.portals = 1};
    nav_vec2 left = c.apex, right = c.apex;
    while (nav_test_orient(c.apex, right, left) <= 0) {
        left = even_point(random, c.apex, 5);
        right = even_point(random, c.apex, 5);
    }
    c.portal[0] = (nav_portal){.left = left, .right = right};
    nav_vec2 start = point_of_triangle(random, c.apex, &c.portal[0]);
    (void)add_point(&c, start, -1, -1);
    int at_left = add_point(&c, left, 0, 0);
    int at_right = add_point(&c, right, 0, 0);
    nav_vec2 p = left;
    while (find_point_beyond(&c, random, c.portals - 1, &p) &&
           c.portals < wanted) {
        int k = c.portals++;
        bool to_left = nav_test_random_below(random, 2) == 0;
        *(to_left ? &at_left : &at_right) = add_point(&c, p, k, k);
        c.last[at_left] = k;
        c.last[at_right] = k;
        c.portal[k] =
            (nav_portal){.left = c.point[at_left], .right = c.point[at_right]};
    }
    // Without room for a last triangle p is the newest end of the last portal.
    p = point_of_triangle(random, p, &c.portal[c.portals - 1]);
    (void)add_point(&c, p, c.portals, c.portals);
    return c;
}

// Is the point p on a portal?
static bool is_on(nav_vec2 p, const nav_portal *portal)
{
    nav_box box = nav_box_add(nav_box_empty(), portal->left);
    box = nav_box_add(box, portal->right);
    return nav_test_orient(portal->left, portal->right, p) == 0 &&
           nav_box_holds(box, p);
}

// May one go straight from point u to point v, through the portals between?
static bool is_visible(const corridor *c, int u, int v)
{
    for (int k = c->last[u] + 1; k < c->first[v]; k++) {
        nav_vec2 a = c->point[u], b = c->point[v];
        if (nav_vec2_equal(a, b) && !is_on(a, &c->portal[k])) {
            return false;
        }
        if (nav_test_orient(a, b, c->portal[k].left) < 0 ||
            nav_test_orient(a, b, c->portal[k].right) > 0) {
            return false;
        }
    }
    return true;
}

// Shortest length by Dijkstra's method in the visibility graph.
static double shortest_length(const corridor *c)
{
    double length[MOST_POINTS];
    bool done[MOST_POINTS] = {false};
    for (int i = 0; i < c->points; i++) {
        length[i] = i == 0 ? 0 : HUGE_VAL;
    }
    for (;;) {
        int u = -1;
        for (int i = 0; i < c->points; i++) {
            if (!done[i] && (u < 0 || length[i] < length[u])) {
                u = i;
            }
        }
        if (u == c->points - 1) {
            return length[u];
        }
        done[u] = true;
        for (int v = 0; v < c->points; v++) {
            if (c->last[v] < c->first[u] || !is_visible(c, u, v)) {
                continue;
            }
            double d = length[u] + nav_vec2_distance(c->point[u], c->point[v]);
            length[v] = d < length[v] ? d : length[v];
        }
    }
}

// Is b a point where the way from a to c does not turn?
static bool is_straight(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    nav_vec2 ab = nav_vec2_sub(b, a), bc = nav_vec2_sub(c, b);
    return nav_test_orient(a, b, c) == 0 && nav_vec2_dot(ab, bc) >= 0;
}

START_TEST(test_string_is_the_shortest_way_in_random_corridors)
{
    nav_test_random random = {(uint64_t)_i * 1000003 + 1};
    nav_funnel funnel = make_funnel();
    for (int round = 0; round < 400; round++) {
        int wanted = 1 + (int)nav_test_random_below(&random, MOST_PORTALS);
        corridor c = make_corridor(&random, wanted);
        ck_assert_int_eq(nav_funnel_run(&funnel, c.point[0],
                                        c.point[c.points - 1], c.portal,
                                        (size_t)c.portals),
                         NAV_OK);
        const nav_vec2 *w = funnel.waypoint;
        double length = 0;
        for (size_t i = 1; i < funnel.waypoint_count; i++) {
            length += nav_vec2_distance(w[i - 1], w[i]);
            ck_assert(!nav_vec2_equal(w[i - 1], w[i]));
            ck_assert(i < 2 || !is_straight(w[i - 2], w[i - 1], w[i]));
        }
        ck_assert_double_eq_tol(length, shortest_length(&c),
                                1e-9 * (1 + length));
    }
    nav_funnel_fini(&funnel);
}
END_TEST

// ---------------------------------------------------------------------------
// Size and memory
// ---------------------------------------------------------------------------

START_TEST(test_long_chains_keep_every_corner_of_a_bend)
{
    // Points of a parabola on the left: every one of them is a corner, and the
    // right end waits far away.  The second half turns back over the right
    // side.
    size_t count = 200000;
    nav_portal *portals = malloc(count * sizeof *portals);
    ck_assert_ptr_nonnull(portals);
    for (size_t i = 0; i < count; i++) {
        double x = (double)i;
        portals[i] = gate(x, x * x, x + 1e9, -1e12);
    }
    nav_funnel funnel = make_funnel();
    nav_vec2 start = {-1, 1};
    nav_vec2 goal = {(double)count, (double)count * (double)count};
    ck_assert_int_eq(nav_funnel_run(&funnel, start, goal, portals, count),
                     NAV_OK);
    ck_assert_uint_eq(funnel.waypoint_count, count + 2);
    nav_funnel_fini(&funnel);
    free(portals);
}
END_TEST

START_TEST(test_funnel_survives_every_failed_allocation)
{
    nav_portal portals[] = {gate(-2, 4, 2, 4), gate(8, 6, 20, 6)};
    nav_vec2 goal = {14, 8};
    for (size_t fail_at = 0;; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_funnel funnel;
        nav_funnel_init(&funnel, &mem);
        nav_status status = nav_funnel_run(&funnel, origin, goal, portals, 2);
        state.fail_at = SIZE_MAX;
        ck_assert_int_eq(nav_funnel_run(&funnel, origin, goal, portals, 2),
                         NAV_OK);
        ck_assert_uint_eq(funnel.waypoint_count, 3);
        nav_funnel_fini(&funnel);
        ck_assert_uint_eq(state.bytes_out, 0);
        if (status == NAV_OK) {
            ck_assert_uint_gt(fail_at, 0);
            break;
        }
        ck_assert_int_eq(status, NAV_NOMEM);
    }
}
END_TEST

static TCase *make_cases(void)
{
    TCase *cases = tcase_create("documents");
    tcase_add_test(cases, test_portal_wholly_left_turns_at_the_left_end);
    tcase_add_test(cases, test_portal_wholly_right_turns_at_the_right_end);
    tcase_add_test(cases,
                   test_portal_narrowing_on_the_left_moves_the_left_side_only);
    tcase_add_test(
        cases, test_portal_narrowing_on_the_right_moves_the_right_side_only);
    tcase_add_test(cases, test_portal_narrowing_on_both_sides_replaces_both);
    tcase_add_test(cases, test_portal_wider_than_the_funnel_changes_nothing);
    return cases;
}

Suite *nav_test_funnel(void)
{
    Suite *suite = suite_create("funnel");
    suite_add_tcase(suite, make_cases());
    TCase *cases = tcase_create("funnel");
    tcase_add_test(cases, test_no_portal_gives_the_straight_segment);
    tcase_add_test(cases, test_start_equal_to_goal_gives_one_point);
    tcase_add_test(cases, test_start_on_a_portal_end_is_not_repeated);
    tcase_add_test(cases, test_goal_on_a_portal_is_reached_straight);
    tcase_add_test(cases, test_portal_without_length_is_passed_through);
    tcase_add_test(cases, test_corners_passed_straight_are_no_waypoints);
    tcase_add_test(cases, test_turn_around_one_corner_gives_one_waypoint);
    tcase_add_loop_test(
        cases, test_string_is_the_shortest_way_in_random_corridors, 0, 20);
    tcase_add_test(cases, test_long_chains_keep_every_corner_of_a_bend);
    tcase_add_test(cases, test_funnel_survives_every_failed_allocation);
    suite_add_tcase(suite, cases);
    return suite;
}
