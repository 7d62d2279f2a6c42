// test_scenario.c - events that add, move and remove obstacles.
#include "obstacle/obstacles.h"
#include "suites.h"
#include "support.h"

#include <string.h>

static nav_obstacles *new_set(void)
{
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    return set;
}

static nav_event do_event(nav_obstacles *set, const char *json)
{
    nav_event event;
    nav_error error = {0};
    if (nav_obstacles_read_event(set, json, strlen(json), &event, &error) !=
        NAV_OK) {
        ck_abort_msg("%s: %s", json, error.message);
    }
    return event;
}

START_TEST(test_events_do_what_the_functions_do)
{
    nav_obstacles *set = new_set();
    nav_event event = do_event(
        set, "{\"add\":{\"type\":\"box\",\"min\":[0.1,-0.2],\"max\":[1,7],"
             "\"id\":\"door\"}}");
    ck_assert_int_eq(event.kind, NAV_EVENT_ADD);
    ck_assert_uint_eq(event.obstacle, 0);
    ck_assert(!event.query);
    for (int i = 0; i < 10; i++) {
        event = do_event(set, "{\"move\":{\"id\":\"door\",\"by\":[0.1,1e17]}}");
    }
    ck_assert_int_eq(event.kind, NAV_EVENT_MOVE);
    ck_assert_uint_eq(event.obstacle, 0);
    // Sums are rounded one by one.
    double x = 0.1;
    double y = -0.2;
    for (int i = 0; i < 10; i++) {
        x += 0.1;
        y += 1e17;
    }
    nav_obstacle_spec spec = nav_obstacles_get(set, 0).spec;
    ck_assert(spec.box.min.x == x && spec.box.min.y == y);
    event = do_event(set, "{\"remove\":\"door\"}");
    ck_assert_int_eq(event.kind, NAV_EVENT_REMOVE);
    ck_assert_uint_eq(event.obstacle, 0);
    ck_assert(nav_obstacles_get(set, 0).is_removed);
    ck_assert_uint_eq(nav_obstacles_find(set, "door"), SIZE_MAX);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_numbers_keep_every_bit)
{
    nav_obstacles *set = new_set();
    do_event(set,
             "{\"add\":{\"type\":\"circle\",\"center\":[0.1000000000000000055,"
             "123456789.12345678],\"radius\":2.2250738585072014e-90,"
             "\"id\":\"a\"}}");
    nav_obstacle_spec spec = nav_obstacles_get(set, 0).spec;
    ck_assert(spec.center.x == 0.1 && spec.center.y == 123456789.12345678 &&
              spec.radius == 2.2250738585072014e-90);
    nav_obstacles_free(set);
}
END_TEST

static const struct {
    const char *text, *query;
} queries[] = {
    {"{\"query\":{\"id\":\"a\"}}", "{\"id\":\"a\"}"},
    {" {\n\"query\" :\t[ 1, {} ] \n} \n", "[ 1, {} ]"},
    {"{\"\\u0071uery\":\"}\\\":{\"}", "\"}\\\":{\""},
    {"{\"query\":7}", "7"},
};
enum { QUERIES = sizeof queries / sizeof queries[0] };

START_TEST(test_the_text_of_a_query_is_handed_on)
{
    nav_obstacles *set = new_set();
    nav_event event = do_event(set, queries[_i].text);
    ck_assert_int_eq(event.kind, NAV_EVENT_QUERY);
    ck_assert_uint_eq(event.obstacle, SIZE_MAX);
    ck_assert_uint_eq(event.query_size, strlen(queries[_i].query));
    ck_assert_mem_eq(event.query, queries[_i].query, event.query_size);
    nav_obstacles_free(set);
}
END_TEST

static const struct {
    const char *text;
    nav_event_kind kind;
    const char *message;
} bad[] = {
    {"{\"add\":{\"type\":\"box\",\"min\":[0,0],\"max\":[1,1]}}", NAV_EVENT_ADD,
     "the obstacle to add has no \"id\""},
    {"{\"add\":{\"type\":\"box\",\"min\":[0,0],\"max\":[1,1],\"id\":7}}",
     NAV_EVENT_ADD, "obstacle 0: \"id\" must be a string"},
    {"{\"add\":{\"type\":\"box\",\"min\":[0,0],\"max\":[1,1],\"id\":\"door\"}}",
     NAV_EVENT_ADD, "obstacle 0 (\"door\"): its id is that of an earlier one"},
    {"{\"add\":{\"type\":\"sphere\",\"id\":\"ball\"}}", NAV_EVENT_ADD,
     "obstacle 0 (\"ball\"): unknown type \"sphere\""},
    {"{\"add\":[]}", NAV_EVENT_ADD, "\"add\" must be an obstacle"},
    {"{\"move\":\"door\"}", NAV_EVENT_MOVE,
     "\"move\" must be an object with \"id\" and \"by\""},
    {"{\"move\":{\"id\":\"door\"}}", NAV_EVENT_MOVE,
     "\"move\": member \"by\" is missing"},
    {"{\"move\":{\"by\":[1,2]}}", NAV_EVENT_MOVE,
     "\"move\": member \"id\" is missing"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1,2],\"to\":1}}", NAV_EVENT_MOVE,
     "\"move\": unknown member \"to\""},
    {"{\"move\":{\"id\":\"door\",\"by\":[1,2],\"by\":[1,2]}}", NAV_EVENT_MOVE,
     "member \"by\" is given twice"},
    {"{\"move\":{\"id\":0,\"by\":[1,2]}}", NAV_EVENT_MOVE,
     "\"id\" must be a string"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1]}}", NAV_EVENT_MOVE,
     "\"by\" must be a list [dx, dy]"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1,2,3]}}", NAV_EVENT_MOVE,
     "\"by\" must be a list [dx, dy]"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1,\"2\"]}}", NAV_EVENT_MOVE,
     "\"by\" must be a list [dx, dy]"},
    {"{\"move\":{\"id\":\"door\",\"by\":{\"x\":1,\"y\":2}}}", NAV_EVENT_MOVE,
     "\"by\" must be a list [dx, dy]"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1,-1e999]}}", NAV_EVENT_MOVE,
     "\"by\" is not finite or not within 1e-100 .. 1e100 in size"},
    {"{\"move\":{\"id\":\"door\",\"by\":[1e100,0]}}", NAV_EVENT_MOVE, NULL},
    {"{\"move\":{\"id\":\"gate\",\"by\":[1,2]}}", NAV_EVENT_MOVE,
     "there is no obstacle \"gate\""},
    {"{\"remove\":\"gate\"}", NAV_EVENT_REMOVE,
     "there is no obstacle \"gate\""},
    {"{\"remove\":\"ga\\nte\"}", NAV_EVENT_REMOVE,
     "there is no obstacle \"ga?te\""},
    {"{\"remove\":\"door\\u0000\"}", NAV_EVENT_REMOVE,
     "there is a NUL character"},
    {"{\"remove\":{\"id\":\"door\"}}", NAV_EVENT_REMOVE,
     "\"remove\" must be the id of an obstacle"},
    {"{\"open\":\"door\"}", NAV_EVENT_UNKNOWN, "unknown event \"open\""},
    {"{\"remove\":\"door\",\"open\":1}", NAV_EVENT_REMOVE,
     "unknown event \"open\""},
    {"{\"remove\":\"door\",\"query\":{}}", NAV_EVENT_QUERY,
     "an event has one of \"add\", \"move\", \"remove\" and \"query\", not "
     "several"},
    {"{\"query\":{},\"remove\":\"door\"}", NAV_EVENT_QUERY,
     "an event has one of \"add\", \"move\", \"remove\" and \"query\", not "
     "several"},
    {"{}", NAV_EVENT_UNKNOWN,
     "an event has one of \"add\", \"move\", \"remove\" and \"query\", not "
     "none"},
    {"[{\"remove\":\"door\"}]", NAV_EVENT_UNKNOWN,
     "an event must be an object"},
    {"{\"remove\":\"door\"", NAV_EVENT_UNKNOWN, "malformed JSON"},
    {"{\"move\":{\"id\":\"door\",\"by\":[NaN,0]}}", NAV_EVENT_UNKNOWN,
     "malformed JSON"},
    {"{\"remove\":\"door\"} 1", NAV_EVENT_UNKNOWN,
     "unexpected text after the JSON value"},
};
enum { BAD = sizeof bad / sizeof bad[0] };

START_TEST(test_a_bad_event_is_named_and_does_nothing)
{
    nav_obstacles *set = new_set();
    do_event(set, "{\"add\":{\"type\":\"box\",\"min\":[0,0],\"max\":[1e100,1],"
                  "\"id\":\"door\"}}");
    nav_event event;
    nav_error error = {0};
    ck_assert_int_ne(nav_obstacles_read_event(set, bad[_i].text,
                                              strlen(bad[_i].text), &event,
                                              &error),
                     NAV_OK);
    ck_assert_int_eq(event.kind, bad[_i].kind);
    ck_assert_uint_eq(event.obstacle, SIZE_MAX);
    ck_assert(!event.query);
    if (bad[_i].message) {
        ck_assert_str_eq(error.message, bad[_i].message);
    }
    ck_assert(error.message[0] != '\0');
    ck_assert_uint_eq(nav_obstacles_count(set), 1);
    ck_assert_uint_eq(nav_obstacles_find(set, "door"), 0);
    nav_obstacle_spec spec = nav_obstacles_get(set, 0).spec;
    ck_assert(spec.box.min.x == 0 && spec.box.max.x == 1e100);
    nav_obstacles_free(set);
}
END_TEST

// A NUL may end a string inside of the text, where cJSON would not see it.
START_TEST(test_a_byte_of_nul_is_refused)
{
    static const char text[] = "{\"remove\":\"door\0s\"}";
    nav_obstacles *set = new_set();
    nav_event event;
    nav_error error = {0};
    ck_assert_int_eq(
        nav_obstacles_read_event(set, text, sizeof text - 1, &event, &error),
        NAV_SYNTAX);
    ck_assert_uint_eq(event.obstacle, SIZE_MAX);
    nav_obstacles_free(set);
}
END_TEST

static nav_status read_events(const nav_allocator *mem, const void *unused)
{
    static const char triangle[] =
        "{\"add\":{\"type\":\"polygon\",\"points\":[[0,0],[1,1],[0,1]],"
        "\"id\":\"a\"}}";
    static const char *const events[] = {
        triangle, "{\"move\":{\"id\":\"a\",\"by\":[1,2]}}",
        "{\"remove\":\"a\"}"};
    (void)unused;
    nav_obstacles *set = NULL;
    nav_event event;
    nav_status status = nav_obstacles_new(mem, NULL, &set, NULL);
    for (size_t i = 0; i < 3 && status == NAV_OK; i++) {
        status = nav_obstacles_read_event(set, events[i], strlen(events[i]),
                                          &event, NULL);
    }
    nav_obstacles_free(set);
    return status;
}

START_TEST(test_every_allocation_may_fail)
{
    ck_assert_uint_ge(nav_test_fail_allocations(read_events, NULL), 4);
}
END_TEST

Suite *nav_test_scenario(void)
{
    Suite *suite = suite_create("scenario");
    TCase *events = tcase_create("events");
    tcase_add_test(events, test_events_do_what_the_functions_do);
    tcase_add_test(events, test_numbers_keep_every_bit);
    tcase_add_loop_test(events, test_the_text_of_a_query_is_handed_on, 0,
                        QUERIES);
    tcase_add_loop_test(events, test_a_bad_event_is_named_and_does_nothing, 0,
                        BAD);
    tcase_add_test(events, test_a_byte_of_nul_is_refused);
    tcase_add_test(events, test_every_allocation_may_fail);
    suite_add_tcase(suite, events);
    return suite;
}
