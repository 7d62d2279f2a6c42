// test_obstacle.c - obstacles, their outlines, and their JSON.
#include "obstacles.h"
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
    {"[" BOX ",\"id\":7}]", FORM, "obstacle 0: \"id\" must be a string"},
    {"[" BOX ",\"id\":\"a\"}," BOX ",\"id\":\"a\"}]", FORM,
     "obstacle 1 (\"a\"): its id is that of an earlier one"},
    {"[" BOX ",\"heigth\":[0,1]}]", FORM,
     "obstacle 0: unknown member \"heigth\""},
    {"[" BOX ",\"radius\":1}]", FORM, "obstacle 0: unknown member \"radius\""},
    {"[" BOX ",\"min\":[0,0]}]", FORM,
     "obstacle 0: member \"min\" is given twice"},
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

START_TEST(test_options_out_of_range_are_refused)
{
    static const nav_box unit = {{0, 0}, {1, 1}};
    static const nav_box reversed = {{0, 1}, {1, 0}};
    const nav_obstacle_options bad_options[] = {
        {-1, 0.01, 0, unit},          {1e101, 0.01, 0, unit},
        {(double)NAN, 0.01, 0, unit}, {1, 0, 0, unit},
        {1, 1e-7, 0, unit},           {1, 1.5, 0, unit},
        {1, (double)NAN, 0, unit},    {0, 0.01, -1, unit},
        {0, 0.01, (double)NAN, unit}, {0, 0.01, 1, reversed},
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

    TCase *sets = tcase_create("sets");
    tcase_add_test(sets, test_ids_are_found_until_they_are_removed);
    tcase_add_test(sets, test_an_obstacle_moves_as_if_given_elsewhere);
    tcase_add_loop_test(sets, test_every_allocation_may_fail, 0, 2);
    suite_add_tcase(suite, sets);

    TCase *refusing = tcase_create("refusing");
    tcase_add_loop_test(refusing, test_what_is_wrong_is_named, 0, BAD);
    tcase_add_test(refusing, test_long_ids_are_cut_between_characters);
    tcase_add_test(refusing, test_options_out_of_range_are_refused);
    suite_add_tcase(suite, refusing);
    return suite;
}
