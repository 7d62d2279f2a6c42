// scenario_json.c - JSON texts to what happens to obstacles.
//
//   {"add": {"type":"box","min":[0,0],"max":[1,1],"id":"door"}}
//   {"move": {"id":"door","by":[0.5,0]}}
//   {"remove": "door"}
//   {"query": ...}
//
// An event has one of these members and no other.  What it says is done at once
// to a set of obstacles, so that the tree of its text, with every bit of the
// numbers, is all that is ever made of it.  A query says nothing about
// obstacles: its text is handed on as it stands.
#include "base/error.h"
#include "base/vec.h"
#include "obstacle/obstacle_json.h"
#include "obstacle/obstacles.h"

#include <string.h>

static nav_status fail(nav_error *error, const char *message)
{
    return nav_fail(error, NAV_SYNTAX, "%s", message);
}

// Text of the input stands between two pieces of the message.
static nav_status fail_about(nav_error *error, const char *before,
                             const char *text, const char *after)
{
    char shown[NAV_SHOWN_MOST + 1];
    nav_shown(text, shown);
    return nav_fail(error, NAV_SYNTAX, "%s \"%s\"%s", before, shown, after);
}

// ---------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------

static nav_status add(nav_obstacles *set, const cJSON *value, nav_event *event,
                      nav_error *error)
{
    if (!cJSON_IsObject(value)) {
        return fail(error, "\"add\" must be an obstacle");
    }
    if (!nav_json_member(value, "id")) {
        return fail(error, "the obstacle to add has no \"id\"");
    }
    nav_status status = nav_obstacles_read_tree(set, value, error);
    if (status == NAV_OK) {
        event->obstacle = nav_obstacles_count(set) - 1;
    }
    return status;
}

// The obstacle that a string names.
static nav_status find(const nav_obstacles *set, const cJSON *id,
                       size_t *number, nav_error *error)
{
    size_t found = nav_obstacles_find(set, id->valuestring);
    if (found == SIZE_MAX) {
        return fail_about(error, "there is no obstacle", id->valuestring, "");
    }
    *number = found;
    return NAV_OK;
}

// Exactly two numbers that are legal coordinates.
static nav_status read_shift(const cJSON *list, nav_vec2 *by, nav_error *error)
{
    if (!nav_json_pair(list, &by->x, &by->y)) {
        return fail(error, "\"by\" must be a list [dx, dy]");
    }
    return nav_vec2_is_legal(*by)
               ? NAV_OK
               : nav_fail(error, NAV_RANGE,
                          "\"by\" is not finite or not within 1e-100 .. 1e100 "
                          "in size");
}

// The members "id" and "by", each once and no other.
static nav_status read_move(const cJSON *value, const cJSON **id,
                            const cJSON **by, nav_error *error)
{
    if (!cJSON_IsObject(value)) {
        return fail(error, "\"move\" must be an object with \"id\" and \"by\"");
    }
    for (const cJSON *m = value->child; m; m = m->next) {
        bool is_id = strcmp(m->string, "id") == 0;
        const cJSON **place = is_id ? id : by;
        if (!is_id && strcmp(m->string, "by") != 0) {
            return fail_about(error, "\"move\": unknown member", m->string, "");
        }
        *place = m;
    }
    if (!*id || !*by) {
        return fail_about(error, "\"move\": member", *id ? "by" : "id",
                          " is missing");
    }
    return cJSON_IsString(*id) ? NAV_OK
                               : fail(error, "\"id\" must be a string");
}

static nav_status move(nav_obstacles *set, const cJSON *value, nav_event *event,
                       nav_error *error)
{
    const cJSON *id = NULL;
    const cJSON *list = NULL;
    nav_vec2 by = {0, 0};
    size_t number = SIZE_MAX;
    nav_status status = read_move(value, &id, &list, error);
    if (status == NAV_OK) {
        status = read_shift(list, &by, error);
    }
    if (status == NAV_OK) {
        status = find(set, id, &number, error);
    }
    if (status == NAV_OK) {
        status = nav_obstacles_move(set, number, by, error);
    }
    if (status == NAV_OK) {
        event->obstacle = number;
    }
    return status;
}

static nav_status take_off(nav_obstacles *set, const cJSON *value,
                           nav_event *event, nav_error *error)
{
    if (!cJSON_IsString(value)) {
        return fail(error, "\"remove\" must be the id of an obstacle");
    }
    nav_status status = find(set, value, &event->obstacle, error);
    if (status == NAV_OK) {
        nav_obstacles_remove(set, event->obstacle);
    }
    return status;
}

static nav_status do_nothing(nav_obstacles *set, const cJSON *value,
                             nav_event *event, nav_error *error)
{
    (void)set;
    (void)value;
    (void)event;
    (void)error;
    return NAV_OK;
}

static const struct {
    const char *name;
    nav_status (*run)(nav_obstacles *set, const cJSON *value, nav_event *event,
                      nav_error *error);
} kinds[] = {
    [NAV_EVENT_UNKNOWN] = {"", do_nothing},
    [NAV_EVENT_ADD] = {"add", add},
    [NAV_EVENT_MOVE] = {"move", move},
    [NAV_EVENT_REMOVE] = {"remove", take_off},
    [NAV_EVENT_QUERY] = {"query", do_nothing},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

// ---------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The text of the value in an object that has one member.
static void find_value(const char *text, size_t size, nav_event *event)
{
    const char *begin = (const char *)memchr(text, '"', size) + 1;
    const char *end = text + size;
    for (; *begin != '"'; begin++) {
        begin += *begin == '\\';
    }
    while (*begin != ':') {
        begin++;
    }
    begin++;
    while (is_blank(*begin)) {
        begin++;
    }
    while (*--end != '}') {
    }
    while (is_blank(end[-1])) {
        end--;
    }
    event->query = begin;
    event->query_size = (size_t)(end - begin);
}

static nav_event_kind kind_of(const char *name)
{
    nav_event_kind kind = NAV_EVENT_ADD;
    while (kind < KINDS && strcmp(kinds[kind].name, name) != 0) {
        kind++;
    }
    return kind < KINDS ? kind : NAV_EVENT_UNKNOWN;
}

// Tells what an event is, if it is one.
static nav_status read_kind(const cJSON *tree, nav_event *event,
                            nav_error *error)
{
    if (!cJSON_IsObject(tree)) {
        return fail(error, "an event must be an object");
    }
    const cJSON *unknown = NULL;
    size_t members = 0;
    for (const cJSON *m = tree->child; m; m = m->next) {
        nav_event_kind kind = kind_of(m->string);
        // What is asked for along with something else is asked for.
        if (event->kind != NAV_EVENT_QUERY && kind != NAV_EVENT_UNKNOWN) {
            event->kind = kind;
        }
        unknown = kind == NAV_EVENT_UNKNOWN && !unknown ? m : unknown;
        members++;
    }
    if (unknown) {
        return fail_about(error, "unknown event", unknown->string, "");
    }
    if (members != 1) {
        return nav_fail(error, NAV_SYNTAX,
                        "an event has one of \"add\", \"move\", \"remove\" and "
                        "\"query\", not %s",
                        members == 0 ? "none" : "several");
    }
    return NAV_OK;
}

// A text that is refused may be a query all the same, which is answered: as far
// as cJSON, which reads more than JSON, can tell.
static void tell_kind_of_bad(const char *text, size_t size, nav_event *event)
{
    const char *end = text;
    cJSON *tree = cJSON_ParseWithLengthOpts(text, size, &end, false);
    while (tree && end < text + size && is_blank(*end)) {
        end++;
    }
    if (tree && end == text + size) {
        (void)read_kind(tree, event, NULL);
    }
    cJSON_Delete(tree);
}

nav_status nav_obstacles_read_event(nav_obstacles *obstacles, const char *text,
                                    size_t size, nav_event *event,
                                    nav_error *error)
{
    cJSON *tree = NULL;
    *event = (nav_event){.kind = NAV_EVENT_UNKNOWN, .obstacle = SIZE_MAX};
    nav_status status =
        nav_json_parse(text, size, &obstacles->mem, &tree, error);
    if (status != NAV_OK) {
        tell_kind_of_bad(text, size, event);
        return status;
    }
    status = read_kind(tree, event, error);
    if (status == NAV_OK) {
        status = kinds[event->kind].run(obstacles, tree->child, event, error);
    }
    if (status == NAV_OK && event->kind == NAV_EVENT_QUERY) {
        find_value(text, size, event);
    }
    cJSON_Delete(tree);
    return status;
}
