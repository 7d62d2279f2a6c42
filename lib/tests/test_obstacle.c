// test_obstacle.c - obstacles, their outlines, and their JSON.
#include "exact_distance.h"
#include "geometry/angle.h"
#include "geometry/predicates.h"
#include "obstacle/obstacles.h"
#include "suites.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static nav_obstacles *new_set(double radius)
{
    nav_obstacle_options options = nav_obstacle_options_default();
    options.radius = radius;
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, &options, &set, NULL), NAV_OK);
    return set;
}

static nav_obstacles *read_set(double radius, const char *json)
{
    nav_obstacles *set = new_set(radius);
    nav_error error = {0};
    if (nav_obstacles_read_json(set, json, strlen(json), &error) != NAV_OK) {
        ck_abort_msg("%s: %s", json, error.message);
    }
    return set;
}

static void check_ring(const nav_obstacle *o, const nav_vec2 *corner,
                       size_t count)
{
    ck_assert_uint_eq(o->ring_count, 1);
    ck_assert_uint_eq(o->rings[0].count, count);
    ck_assert_mem_eq(o->points + o->rings[0].first, corner,
                     count * sizeof *corner);
}

// ---------------------------------------------------------------------------
// Outlines
// ---------------------------------------------------------------------------

START_TEST(test_a_box_has_its_four_corners)
{
    nav_obstacles *set =
        read_set(0, "[{\"type\":\"box\",\"min\":[0.1,-0.2],\"max\":[45,7]}]");
    static const nav_vec2 corner[] = {
        {0.1, -0.2}, {45, -0.2}, {45, 7}, {0.1, 7}};
    const nav_obstacle *o = nav_obstacles_at(set, 0);
    check_ring(o, corner, 4);
    ck_assert(!o->is_empty && o->low == -HUGE_VAL && o->high == HUGE_VAL);
    ck_assert(o->box.min.x == 0.1 && o->box.min.y == -0.2 &&
              o->box.max.x == 45 && o->box.max.y == 7);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_a_box_turned_by_right_angles_is_exact)
{
    static const nav_vec2 corner[4][4] = {
        {{7, 18}, {13, 18}, {13, 22}, {7, 22}},
        {{12, 17}, {12, 23}, {8, 23}, {8, 17}},
        {{13, 22}, {7, 22}, {7, 18}, {13, 18}},
        {{8, 23}, {8, 17}, {12, 17}, {12, 23}},
    };
    nav_obstacles *set = new_set(0);
    for (size_t k = 0; k < 4; k++) {
        nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_ORIENTED_BOX,
                                  .center = {10, 20},
                                  .half = {3, 2},
                                  .angle = 90.0 * (double)k - 720};
        ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, NULL), NAV_OK);
        check_ring(nav_obstacles_at(set, k), corner[k], 4);
    }
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_a_polygon_keeps_its_points)
{
    static const nav_vec2 bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}, {0, 0}};
    nav_obstacles *set =
        read_set(0, "{\"type\":\"polygon\",\"points\":"
                    "[[-0.0,0],[2,2],[2,0],[0,2],[0,0]],\"height\":[-1,2.5]}");
    const nav_obstacle *o = nav_obstacles_at(set, 0);
    check_ring(o, bow, 5);
    ck_assert(o->low == -1 && o->high == 2.5);
    nav_obstacles_free(set);
}
END_TEST

// ---------------------------------------------------------------------------
// Growing
// ---------------------------------------------------------------------------

enum { CORNERS_MOST = 12 };

// Whether p is inside the ring by even-odd, or on it.
static bool ring_holds(const nav_vec2 *ring, size_t count, nav_vec2 p)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        nav_vec2 a = ring[i];
        nav_vec2 b = ring[(i + 1) % count];
        nav_side side = nav_orient(a, b, p);
        nav_box box = nav_box_add(nav_box_add(nav_box_empty(), a), b);
        if (side == NAV_ON && nav_box_holds(box, p)) {
            return true;
        }
        if ((a.y <= p.y) != (b.y <= p.y) && (side == NAV_LEFT) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static bool blocks(const nav_obstacle *o, nav_vec2 p)
{
    for (size_t r = 0; r < o->ring_count; r++) {
        if (ring_holds(o->points + o->rings[r].first, o->rings[r].count, p)) {
            return true;
        }
    }
    return false;
}

// Whether every point of the segments a-b and c-d is at least so far from those
// of the other; they do not cross.
static bool are_apart(nav_vec2 a, nav_vec2 b, nav_vec2 c, nav_vec2 d,
                      double distance)
{
    return exact_compare_segment(a, b, c, distance) >= 0 &&
           exact_compare_segment(a, b, d, distance) >= 0 &&
           exact_compare_segment(c, d, a, distance) >= 0 &&
           exact_compare_segment(c, d, b, distance) >= 0;
}

// Whether the grown ring keeps outside of a distance from a ring, exactly, and
// its corners within one.
static void check_distances(const nav_vec2 *grown, size_t count,
                            const nav_vec2 *ring, size_t corners, double near,
                            double far)
{
    for (size_t i = 0; i < count; i++) {
        bool is_near = false;
        for (size_t k = 0; k < corners; k++) {
            nav_vec2 a = ring[k];
            nav_vec2 b = ring[(k + 1) % corners];
            ck_assert(are_apart(grown[i], grown[(i + 1) % count], a, b, near));
            is_near |= exact_compare_segment(a, b, grown[i], far) <= 0;
        }
        ck_assert(is_near);
    }
}

// Checks the rings of a grown polygon.
static void check_grown(const nav_obstacle *o, const nav_vec2 *ring,
                        size_t count, double radius, double tolerance)
{
    double size = fmax(fmax(fabs(o->box.min.x), fabs(o->box.min.y)),
                       fmax(fabs(o->box.max.x), fabs(o->box.max.y)));
    double far = radius * (1 + tolerance) * (1 + 0x1p-47) + size * 0x1p-49;
    if (o->ring_count == 1) {
        check_distances(o->points, o->point_count, ring, count, radius, far);
        return;
    }
    ck_assert_uint_eq(o->rings[0].count, count);
    ck_assert_uint_eq(o->ring_count, count + 1);
    for (size_t k = 0; k < count; k++) {
        nav_vec2 edge[] = {ring[k], ring[(k + 1) % count]};
        check_distances(o->points + o->rings[k + 1].first,
                        o->rings[k + 1].count, edge, 2, radius, far);
    }
}

// Points hardly nearer than the radius to random places of the ring are
// blocked.
static void check_blocked(const nav_obstacle *o, const nav_vec2 *ring,
                          size_t count, double radius, nav_test_random *random)
{
    for (int n = 0; n < 40; n++) {
        size_t k = nav_test_random_below(random, (uint32_t)count);
        nav_vec2 a = ring[k];
        nav_vec2 b = ring[(k + 1) % count];
        double t = nav_test_random_unit(random);
        nav_vec2 turn = nav_angle_direction(360 * nav_test_random_unit(random));
        double reach =
            radius * (n % 2 ? 1 - 1e-9 : nav_test_random_unit(random));
        nav_vec2 p = {a.x + t * (b.x - a.x) + reach * turn.x,
                      a.y + t * (b.y - a.y) + reach * turn.y};
        ck_assert(blocks(o, p));
        // What is inside of the ring is, too.
        p = (nav_vec2){nav_test_random_unit(random) * 20,
                       nav_test_random_unit(random) * 20};
        ck_assert(!ring_holds(ring, count, p) || blocks(o, p));
    }
}

static void add_polygon(nav_obstacles *set, const nav_vec2 *ring, size_t count)
{
    nav_obstacle_spec spec = {
        .kind = NAV_OBSTACLE_POLYGON, .points = ring, .point_count = count};
    ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, NULL), NAV_OK);
}

START_TEST(test_grown_polygons_hold_all_that_is_near_and_little_more)
{
    static const double tolerance[] = {1e-3, 0.01, 0.3, 1};
    size_t one_ring = 0;
    size_t several = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        nav_test_random random = {seed * 4 + (uint64_t)_i};
        nav_obstacle_options options = nav_obstacle_options_default();
        options.radius =
            ldexp(1 + nav_test_random_unit(&random), (int)(seed % 9) - 5);
        options.arc_tolerance = tolerance[_i];
        nav_obstacles *set = NULL;
        ck_assert_int_eq(nav_obstacles_new(NULL, &options, &set, NULL), NAV_OK);
        nav_vec2 ring[CORNERS_MOST];
        size_t count = 3 + seed % 4;
        double grid = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 5 : 1000;
        for (size_t i = 0; i < count; i++) {
            ring[i].x = 20 * nav_test_random_unit(&random);
            ring[i].y = 20 * nav_test_random_unit(&random);
            if (grid > 0) {
                ring[i].x = floor(ring[i].x * grid / 20) * 20 / grid;
                ring[i].y = floor(ring[i].y * grid / 20) * 20 / grid;
            }
        }
        // Repeats of points have no edges of their own.
        size_t left = 0;
        for (size_t i = 0; i < count; i++) {
            if (!nav_vec2_equal(ring[i], ring[(i + 1) % count])) {
                ring[left++] = ring[i];
            }
        }
        add_polygon(set, ring, left);
        const nav_obstacle *o = nav_obstacles_at(set, 0);
        if (!o->is_empty) {
            one_ring += o->ring_count == 1;
            several += o->ring_count > 1;
            check_grown(o, ring, left, options.radius, options.arc_tolerance);
            check_blocked(o, ring, left, options.radius, &random);
        }
        nav_obstacles_free(set);
    }
    ck_assert_uint_gt(one_ring, 30);
    ck_assert_uint_gt(several, 30);
}
END_TEST

START_TEST(test_circles_are_held_and_hardly_more)
{
    nav_test_random random = {(uint64_t)_i};
    for (int n = 0; n < 300; n++) {
        nav_obstacle_options options = nav_obstacle_options_default();
        options.radius = n % 3 == 0 ? 0 : nav_test_random_unit(&random);
        nav_obstacles *set = NULL;
        ck_assert_int_eq(nav_obstacles_new(NULL, &options, &set, NULL), NAV_OK);
        nav_obstacle_spec spec = {
            .kind = NAV_OBSTACLE_CIRCLE,
            .center = {ldexp(nav_test_random_unit(&random), n % 20),
                       -ldexp(nav_test_random_unit(&random), n % 17)},
            .radius = ldexp(1 + nav_test_random_unit(&random), n % 23 - 11)};
        ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, NULL), NAV_OK);
        const nav_obstacle *o = nav_obstacles_at(set, 0);
        double sum = spec.radius + options.radius;
        int exponent = n % 20 > n % 17 ? n % 20 : n % 17; // of the centre
        double far = sum * 1.01 * (1 + 0x1p-40) + ldexp(1, exponent - 48);
        ck_assert_uint_eq(o->ring_count, 1);
        for (size_t i = 0; i < o->point_count; i++) {
            nav_vec2 a = o->points[i];
            nav_vec2 b = o->points[(i + 1) % o->point_count];
            ck_assert_int_ge(exact_compare_segment(a, b, spec.center, sum), 0);
            ck_assert_int_le(exact_compare_points(a, spec.center, far), 0);
        }
        ck_assert(ring_holds(o->points, o->point_count, spec.center));
        nav_obstacles_free(set);
    }
}
END_TEST

START_TEST(test_sides_along_an_axis_grow_exactly)
{
    nav_obstacles *set = read_set(
        0.25, "[{\"type\":\"box\",\"min\":[1,2],\"max\":[3,5]},"
              "{\"type\":\"circle\",\"center\":[2,7],\"radius\":1.5},"
              "{\"type\":\"polygon\",\"points\":[[1,1],[7,1],[7,4]]},"
              "{\"type\":\"box\",\"min\":[0.1,0.1],\"max\":[0.7,0.7]}]");
    static const nav_box box[] = {{{0.75, 1.75}, {3.25, 5.25}},
                                  {{0.25, 5.25}, {3.75, 8.75}}};
    for (size_t i = 0; i < 2; i++) {
        nav_box got = nav_obstacles_get(set, i).box;
        ck_assert_mem_eq(&got, &box[i], sizeof got);
    }
    // Its left end is round; two of its sides are along axes.
    nav_box got = nav_obstacles_get(set, 2).box;
    ck_assert(got.min.y == 0.75 && got.max.x == 7.25);
    // 0.7 + 0.25 is no double: the next one beyond is taken.
    got = nav_obstacles_get(set, 3).box;
    nav_vec2 origin = {0.7, 0};
    nav_vec2 end = {got.max.x, 0};
    nav_vec2 before = {nextafter(got.max.x, 0), 0};
    ck_assert_int_ge(exact_compare_points(origin, end, 0.25), 0);
    ck_assert_int_lt(exact_compare_points(origin, before, 0.25), 0);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_what_has_no_area_does_not_grow)
{
    nav_obstacles *set = read_set(
        1, "[{\"type\":\"box\",\"min\":[1,2],\"max\":[1,5]},"
           "{\"type\":\"circle\",\"center\":[2,7],\"radius\":0},"
           "{\"type\":\"polygon\",\"points\":[[1,1],[2,2],[7,7],[1,1]]},"
           "{\"type\":\"polygon\",\"points\":[]},"
           "{\"type\":\"oriented_box\",\"center\":[1,1],\"half\":[0,1],"
           "\"angle\":7}]");
    for (size_t i = 0; i < nav_obstacles_count(set); i++) {
        nav_obstacle_info info = nav_obstacles_get(set, i);
        ck_assert(info.is_empty && info.box.min.x > info.box.max.x);
        ck_assert_uint_eq(nav_obstacles_at(set, i)->ring_count, 0);
    }
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_convex_is_what_turns_once)
{
    // Not convex: a star that turns to one side twice around, a notch, a spike;
    // convex: corners on straight sides, either winding.
    static const nav_vec2 star[] = {
        {0, 10}, {6, -8}, {-9, 3}, {9, 3}, {-6, -8}};
    static const nav_vec2 notch[] = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
    static const nav_vec2 spike[] = {{0, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 4}};
    static const nav_vec2 square[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const nav_vec2 turned[] = {{0, 4}, {4, 4}, {4, 0}, {2, 0}, {0, 0}};
    nav_obstacles *set = new_set(1);
    add_polygon(set, star, 5);
    add_polygon(set, notch, 5);
    add_polygon(set, spike, 5);
    add_polygon(set, square, 5);
    add_polygon(set, turned, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_uint_eq(nav_obstacles_at(set, i)->ring_count, i < 3 ? 6 : 1);
    }
    nav_obstacles_free(set);
}
END_TEST

// ---------------------------------------------------------------------------
// Sets
// ---------------------------------------------------------------------------

START_TEST(test_ids_are_found_until_they_are_removed)
{
    enum { COUNT = 1000 };
    nav_obstacles *set = new_set(0);
    char id[16];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            (void)snprintf(id, sizeof id, "box %zu", i);
            nav_obstacle_spec spec = {
                .kind = NAV_OBSTACLE_BOX, .box = {{0, 0}, {1, 1}}, .id = id};
            size_t number = 0;
            ck_assert_int_eq(nav_obstacles_add(set, &spec, &number, NULL),
                             NAV_OK);
            ck_assert_uint_eq(number, COUNT * (size_t)round + i);
            ck_assert_int_eq(nav_obstacles_add(set, &spec, &number, NULL),
                             NAV_SYNTAX);
            ck_assert_uint_eq(nav_obstacles_find(set, id), number);
        }
        for (size_t i = 0; i < COUNT; i++) {
            (void)snprintf(id, sizeof id, "box %zu", (i * 7) % COUNT);
            nav_obstacles_remove(set, nav_obstacles_find(set, id));
            ck_assert_uint_eq(nav_obstacles_find(set, id), SIZE_MAX);
        }
    }
    ck_assert_uint_eq(nav_obstacles_count(set), 3 * COUNT);
    ck_assert(nav_obstacles_get(set, 7).is_removed);
    nav_obstacles_remove(set, 7);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_an_obstacle_moves_as_if_given_elsewhere)
{
    nav_obstacles *set = read_set(
        0.5, "[{\"type\":\"box\",\"min\":[0,0],\"max\":[2,1],\"id\":\"a\"},"
             "{\"type\":\"polygon\",\"points\":[[0,0],[4,0],[1,1]]},"
             "{\"type\":\"circle\",\"center\":[1,2],\"radius\":3}]");
    nav_obstacles *elsewhere = read_set(
        0.5, "[{\"type\":\"box\",\"min\":[10,-3],\"max\":[12,-2],\"id\":\"a\"},"
             "{\"type\":\"polygon\",\"points\":[[10,-3],[14,-3],[11,-2]]},"
             "{\"type\":\"circle\",\"center\":[11,-1],\"radius\":3}]");
    for (size_t i = 0; i < 3; i++) {
        nav_error error = {0};
        ck_assert_int_eq(nav_obstacles_move(set, i, (nav_vec2){10, -3}, NULL),
                         NAV_OK);
        const nav_obstacle *o = nav_obstacles_at(elsewhere, i);
        check_ring(nav_obstacles_at(set, i), o->points, o->point_count);
        ck_assert_int_eq(
            nav_obstacles_move(set, i, (nav_vec2){0, 1e101}, &error),
            NAV_RANGE);
        ck_assert(strstr(error.message, "obstacle "));
        check_ring(nav_obstacles_at(set, i), o->points, o->point_count);
    }
    ck_assert_uint_eq(nav_obstacles_find(set, "a"), 0);
    nav_error error = {0};
    nav_obstacles_remove(set, 1);
    ck_assert_int_eq(nav_obstacles_move(set, 1, (nav_vec2){1, 1}, &error),
                     NAV_RANGE);
    ck_assert_str_eq(error.message, "obstacle 1: it has been removed");
    ck_assert(nav_obstacles_get(set, 1).is_removed);
    nav_obstacles_free(set);
    nav_obstacles_free(elsewhere);
}
END_TEST

// ---------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------

typedef struct bad_text {
    const char *json;
    nav_status status;
    size_t line, column;
    const char *message;
} bad_text;

#define BOX "{\"type\":\"box\",\"min\":[0,0],\"max\":[1,1]"
#define FORM NAV_SYNTAX, 0, 0
#define VALUE NAV_RANGE, 0, 0
#define NOT_LEGAL                                                              \
    "coordinate is not finite or not within 1e-100 .. 1e100 in size"

static const bad_text bad[] = {
    {"", NAV_SYNTAX, 1, 1, "the file is empty"},
    {"[\n {\"type\":\"box\" \"min\":[0,0]}]", NAV_SYNTAX, 2, 16,
     "malformed JSON"},
    {"[] x", NAV_SYNTAX, 1, 4, "unexpected text after the JSON value"},
    {"[{\"type\":\"circle\",\"center\":[0,0],\"radius\":NaN}]", NAV_SYNTAX, 1,
     43, "malformed JSON"},
    {"7", FORM, "expected a list of obstacles, or one obstacle"},
    {"[" BOX "},[]]", FORM, "obstacle 1: expected an object"},
    {"[{}]", FORM, "obstacle 0: member \"type\" is missing"},
    {"{\"id\":\"door\"}", FORM,
     "obstacle 0 (\"door\"): member \"type\" is missing"},
    {"[{\"type\":7}]", FORM, "obstacle 0: \"type\" must be a string"},
    {"[{\"type\":\"sphere\",\"id\":\"a\\nb\"}]", FORM,
     "obstacle 0 (\"a?b\"): unknown type \"sphere\""},
    {"[{\"type\":\"sp\\nere\"}]", FORM, "obstacle 0: unknown type \"sp?ere\""},
    // Cut in front of a character of two bytes.
    {"[{\"type\":\"abcdefghijklmnopqrstuvwxyzabcdefghijklm\xc3\xa4\"}]", FORM,
     "obstacle 0: unknown type \"abcdefghijklmnopqrstuvwxyzabcdefghijklm\""},
    {"[" BOX ",\"id\":7}]", FORM, "obstacle 0: \"id\" must be a string"},
    {"[" BOX ",\"id\":\"a\"}," BOX ",\"id\":\"a\"}]", FORM,
     "obstacle 1 (\"a\"): its id is that of an earlier one"},
    {"[" BOX ",\"heigth\":[0,1]}]", FORM,
     "obstacle 0: unknown member \"heigth\""},
    {"[" BOX ",\"radius\":1}]", FORM, "obstacle 0: unknown member \"radius\""},
    {"[" BOX ",\"min\":[0,0]}]", NAV_SYNTAX, 1, 40,
     "member \"min\" is given twice"},
    {"[" BOX ",\"height\":1}]", FORM,
     "obstacle 0: \"height\" must be a list [low, high]"},
    {"[" BOX ",\"height\":[1]}]", FORM,
     "obstacle 0: \"height\" must be a list [low, high]"},
    {"[" BOX ",\"height\":[1,0]}]", VALUE,
     "obstacle 0: \"height\": the first is above the second"},
    {"[" BOX ",\"height\":[1,1e999]}]", VALUE,
     "obstacle 0: \"height\": " NOT_LEGAL},
    {"[{\"type\":\"box\",\"min\":[0,0]}]", FORM,
     "obstacle 0: member \"max\" is missing"},
    {"[{\"type\":\"box\",\"min\":[0,0],\"max\":[1,2,3]}]", FORM,
     "obstacle 0: \"max\" must be a list [x, y]"},
    {"[{\"type\":\"box\",\"min\":[0,2],\"max\":[1,1]}]", VALUE,
     "obstacle 0: \"min\" is above \"max\""},
    {"[{\"type\":\"box\",\"min\":[0,2e100],\"max\":[1,1]}]", VALUE,
     "obstacle 0: \"min\": " NOT_LEGAL},
    {"[{\"type\":\"box\",\"min\":[0,0],\"max\":[1e-101,1]}]", VALUE,
     "obstacle 0: \"max\": " NOT_LEGAL},
    {"[{\"type\":\"circle\",\"center\":[0,0],\"radius\":-1}]", VALUE,
     "obstacle 0: \"radius\" is negative"},
    {"[{\"type\":\"circle\",\"center\":[0,0],\"radius\":\"1\"}]", FORM,
     "obstacle 0: \"radius\" must be a number"},
    {"[{\"type\":\"circle\",\"center\":[0,0],\"radius\":1e999}]", VALUE,
     "obstacle 0: \"radius\" is not finite or not within"},
    {"[{\"type\":\"circle\",\"center\":[0,1e999],\"radius\":1}]", VALUE,
     "obstacle 0: \"center\": " NOT_LEGAL},
    {"[{\"type\":\"circle\",\"center\":[1e100,0],\"radius\":1e100}]", VALUE,
     "obstacle 0: its outline goes beyond 1e100"},
    {"[{\"type\":\"circle\",\"radius\":1}]", FORM,
     "obstacle 0: member \"center\" is missing"},
    {"[{\"type\":\"oriented_box\",\"center\":[0,0],\"half\":[1,-1],"
     "\"angle\":0}]",
     VALUE, "obstacle 0: \"half\" is negative"},
    {"[{\"type\":\"oriented_box\",\"center\":[0,0],\"half\":1,\"angle\":0}]",
     FORM, "obstacle 0: \"half\" must be a list [x, y]"},
    {"[{\"type\":\"oriented_box\",\"center\":[0,0],\"half\":[1,1]}]", FORM,
     "obstacle 0: member \"angle\" is missing"},
    {"[{\"type\":\"oriented_box\",\"center\":[0,0],\"half\":[1,1],"
     "\"angle\":1e999}]",
     VALUE, "obstacle 0: \"angle\" is not finite or not within"},
    {"[{\"type\":\"polygon\"}]", FORM,
     "obstacle 0: member \"points\" is missing"},
    {"[{\"type\":\"polygon\",\"points\":7}]", FORM,
     "obstacle 0: \"points\" must be a list of points"},
    {"[{\"type\":\"polygon\",\"points\":[[0,0],[1]]}]", FORM,
     "obstacle 0: point 1: expected a point [x, y]"},
    {"[{\"type\":\"polygon\",\"points\":[[0,0],[1,2,3]]}]", FORM,
     "obstacle 0: point 1: expected a point [x, y]"},
    {"[{\"type\":\"polygon\",\"points\":[[0,0],[1,1e101]]}]", VALUE,
     "obstacle 0: point 1: " NOT_LEGAL},
};

START_TEST(test_what_is_wrong_is_named)
{
    const bad_text *b = &bad[_i];
    nav_obstacles *set = new_set(0);
    nav_error error = {0};
    nav_status status =
        nav_obstacles_read_json(set, b->json, strlen(b->json), &error);
    if (status != b->status || error.status != status ||
        error.line != b->line || error.column != b->column ||
        !strstr(error.message, b->message)) {
        ck_abort_msg("%s: %s, line %zu, column %zu: %s", b->json,
                     nav_status_name(status), error.line, error.column,
                     error.message);
    }
    nav_obstacles_free(set);
    set = new_set(0);
    ck_assert_int_eq(
        nav_obstacles_read_json(set, b->json, strlen(b->json), NULL),
        b->status);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_long_ids_are_cut_between_characters)
{
    // 39 letters and then a character of two bytes, which would be cut.
    nav_obstacles *set = new_set(0);
    nav_obstacle_spec spec = {
        .kind = NAV_OBSTACLE_CIRCLE,
        .radius = -1,
        .id = "abcdefghijklmnopqrstuvwxyzabcdefghijklm\xc3\xa4zz"};
    nav_error error = {0};
    ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, &error), NAV_RANGE);
    ck_assert_str_eq(error.message,
                     "obstacle 0 (\"abcdefghijklmnopqrstuvwxyzabcdefghijklm\"):"
                     " \"radius\" is negative");
    spec.radius = (double)NAN;
    ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, &error), NAV_RANGE);
    ck_assert(strstr(error.message, "is not finite"));
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_cells_beyond_legal_coordinates_are_refused)
{
    // The centre of the only column, 9e99, is in the box; its right side is at
    // 1.4e100.
    nav_obstacle_options options = nav_obstacle_options_default();
    options.cell = 1e100;
    options.bounds = (nav_box){{4e99, 0}, {1e100, 1e100}};
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, &options, &set, NULL), NAV_OK);
    const nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_BOX,
                                    .box = options.bounds};
    nav_error error = {0};
    ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, &error), NAV_RANGE);
    ck_assert_str_eq(error.message, "obstacle 0: its cells go beyond 1e100");
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_options_out_of_range_are_refused)
{
    static const nav_box unit = {{0, 0}, {1, 1}};
    static const nav_box reversed = {{0, 1}, {1, 0}};
    static const nav_box leftward = {{1, 0}, {0, 1}};
    static const nav_box too_low = {{-1e101, 0}, {1, 1}};
    static const nav_box too_high = {{0, 0}, {1, 1e101}};
    const nav_obstacle_options bad_options[] = {
        {-1, 0.01, 0, unit},          {1e101, 0.01, 0, unit},
        {(double)NAN, 0.01, 0, unit}, {1, 0, 0, unit},
        {1, 1e-7, 0, unit},           {1, 1.5, 0, unit},
        {1, (double)NAN, 0, unit},    {0, 0.01, -1, unit},
        {0, 0.01, (double)NAN, unit}, {0, 0.01, 1, reversed},
        {0, 0.01, 1, leftward},       {0, 0.01, 1, too_low},
        {0, 0.01, 1, too_high},       {0, 0.01, 1e101, unit},
    };
    for (size_t i = 0; i < sizeof bad_options / sizeof bad_options[0]; i++) {
        nav_obstacles *set = NULL;
        nav_error error = {0};
        ck_assert_int_eq(nav_obstacles_new(NULL, &bad_options[i], &set, &error),
                         NAV_RANGE);
        ck_assert(error.message[0] != '\0');
    }
}
END_TEST

static const char everything[] =
    "[{\"type\":\"polygon\",\"points\":[[0,0],[2,2],[2,0],[0,2],[0,0]],"
    "\"id\":\"bow\"},"
    "{\"type\":\"circle\",\"center\":[5,5],\"radius\":2},"
    "{\"type\":\"box\",\"min\":[-1,-1],\"max\":[1,1],\"id\":\"box\"},"
    "{\"type\":\"oriented_box\",\"center\":[1,2],\"half\":[3,4],\"angle\":30,"
    "\"height\":[0,1]}]";

START_TEST(test_every_allocation_may_fail)
{
    nav_obstacle_options options = nav_obstacle_options_default();
    options.radius = _i;
    nav_status status = NAV_NOMEM;
    size_t rounds = 0;
    for (; status != NAV_OK; rounds++) {
        nav_test_allocator state = {.fail_at = rounds};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_obstacles *set = NULL;
        nav_error error = {0};
        status = nav_obstacles_new(&mem, &options, &set, &error);
        if (status == NAV_OK) {
            status = nav_obstacles_read_json(set, everything,
                                             sizeof everything - 1, &error);
        }
        if (status == NAV_OK) {
            status = nav_obstacles_move(set, 0, (nav_vec2){1, 1}, &error);
        }
        ck_assert(status == NAV_OK || status == NAV_NOMEM);
        ck_assert_int_eq(error.status, status);
        nav_obstacles_free(set);
        ck_assert_uint_eq(state.bytes_out, 0);
    }
    ck_assert_uint_gt(rounds, 20);
}
END_TEST

Suite *nav_test_obstacle(void)
{
    enum { BAD = sizeof bad / sizeof bad[0] };
    Suite *suite = suite_create("obstacle");
    TCase *outlines = tcase_create("outlines");
    tcase_add_test(outlines, test_a_box_has_its_four_corners);
    tcase_add_test(outlines, test_a_box_turned_by_right_angles_is_exact);
    tcase_add_test(outlines, test_a_polygon_keeps_its_points);
    suite_add_tcase(suite, outlines);

    TCase *growing = tcase_create("growing");
    tcase_add_loop_test(
        growing, test_grown_polygons_hold_all_that_is_near_and_little_more, 0,
        4);
    tcase_add_loop_test(growing, test_circles_are_held_and_hardly_more, 0, 3);
    tcase_add_test(growing, test_sides_along_an_axis_grow_exactly);
    tcase_add_test(growing, test_what_has_no_area_does_not_grow);
    tcase_add_test(growing, test_convex_is_what_turns_once);
    suite_add_tcase(suite, growing);

    TCase *sets = tcase_create("sets");
    tcase_add_test(sets, test_ids_are_found_until_they_are_removed);
    tcase_add_test(sets, test_an_obstacle_moves_as_if_given_elsewhere);
    tcase_add_loop_test(sets, test_every_allocation_may_fail, 0, 2);
    suite_add_tcase(suite, sets);

    TCase *refusing = tcase_create("refusing");
    tcase_add_loop_test(refusing, test_what_is_wrong_is_named, 0, BAD);
    tcase_add_test(refusing, test_long_ids_are_cut_between_characters);
    tcase_add_test(refusing, test_cells_beyond_legal_coordinates_are_refused);
    tcase_add_test(refusing, test_options_out_of_range_are_refused);
    suite_add_tcase(suite, refusing);
    return suite;
}
