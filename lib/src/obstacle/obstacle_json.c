// obstacle_json.c - JSON texts to obstacles.
//
//   [{"type":"polygon","points":[[x,y],...]},
//    {"type":"circle","center":[x,y],"radius":r},
//    {"type":"box","min":[x,y],"max":[x,y]},
//    {"type":"oriented_box","center":[x,y],"half":[a,b],"angle":degrees}]
//
// each with "height":[low,high] and "id":"name" if it has them.
//
// A member that its type does not have is refused: one that is misspelt would
// otherwise be lost in silence.  Here the form is checked; what the numbers
// must be is checked by nav_obstacles_add.
#include "obstacle/obstacle_json.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

// The obstacle at hand.
typedef struct reader {
    nav_obstacles *set;
    size_t name; // its number in the text
    nav_obstacle_spec spec;
    nav_error *error;
} reader;

static nav_status fail(const reader *r, const char *message)
{
    return nav_obstacle_fail(r->error, NAV_SYNTAX, r->name, r->spec.id,
                             message);
}

// Text of the input stands between two pieces of the message.
static nav_status fail_about(const reader *r, const char *before,
                             const char *text, const char *after)
{
    char message[160];
    char shown[NAV_SHOWN_MOST + 1];
    nav_shown(text, shown);
    (void)snprintf(message, sizeof message, "%s \"%s\"%s", before, shown,
                   after);
    return fail(r, message);
}

// ---------------------------------------------------------------------------
// Members
// ---------------------------------------------------------------------------

static nav_status read_named_point(const reader *r, const cJSON *value,
                                   const char *name, nav_vec2 *point)
{
    char message[80];
    if (nav_json_pair(value, &point->x, &point->y)) {
        return NAV_OK;
    }
    (void)snprintf(message, sizeof message, "\"%s\" must be a list [x, y]",
                   name);
    return fail(r, message);
}

static nav_status read_number(const reader *r, const cJSON *value,
                              const char *name, double *number)
{
    char message[80];
    if (cJSON_IsNumber(value)) {
        *number = value->valuedouble;
        return NAV_OK;
    }
    (void)snprintf(message, sizeof message, "\"%s\" must be a number", name);
    return fail(r, message);
}

static nav_status read_type(reader *r, const cJSON *value)
{
    (void)r;
    (void)value;
    return NAV_OK; // it was read first
}

static nav_status read_id(reader *r, const cJSON *value)
{
    return cJSON_IsString(value) ? NAV_OK // it was read first
                                 : fail(r, "\"id\" must be a string");
}

static nav_status read_height(reader *r, const cJSON *value)
{
    if (!nav_json_pair(value, &r->spec.low, &r->spec.high)) {
        return fail(r, "\"height\" must be a list [low, high]");
    }
    r->spec.has_heights = true;
    return NAV_OK;
}

static nav_status read_center(reader *r, const cJSON *value)
{
    return read_named_point(r, value, "center", &r->spec.center);
}

static nav_status read_min(reader *r, const cJSON *value)
{
    return read_named_point(r, value, "min", &r->spec.box.min);
}

static nav_status read_max(reader *r, const cJSON *value)
{
    return read_named_point(r, value, "max", &r->spec.box.max);
}

static nav_status read_half(reader *r, const cJSON *value)
{
    return read_named_point(r, value, "half", &r->spec.half);
}

static nav_status read_radius(reader *r, const cJSON *value)
{
    return read_number(r, value, "radius", &r->spec.radius);
}

static nav_status read_angle(reader *r, const cJSON *value)
{
    return read_number(r, value, "angle", &r->spec.angle);
}

// The points are read when everything else has been.
static nav_status read_points(reader *r, const cJSON *value)
{
    return cJSON_IsArray(value)
               ? NAV_OK
               : fail(r, "\"points\" must be a list of points");
}

// ---------------------------------------------------------------------------
// Types
// ---------------------------------------------------------------------------

enum { POLYGON = 1, CIRCLE = 2, BOX = 4, ORIENTED_BOX = 8, ALL = 15 };

typedef struct member_row {
    const char *name;
    unsigned needed;  // types that must have it
    unsigned allowed; // types that may
    nav_status (*read)(reader *r, const cJSON *value);
} member_row;

static const member_row members[] = {
    {"type", ALL, ALL, read_type},
    {"id", 0, ALL, read_id},
    {"height", 0, ALL, read_height},
    {"points", POLYGON, POLYGON, read_points},
    {"center", CIRCLE | ORIENTED_BOX, CIRCLE | ORIENTED_BOX, read_center},
    {"radius", CIRCLE, CIRCLE, read_radius},
    {"min", BOX, BOX, read_min},
    {"max", BOX, BOX, read_max},
    {"half", ORIENTED_BOX, ORIENTED_BOX, read_half},
    {"angle", ORIENTED_BOX, ORIENTED_BOX, read_angle},
};
enum { MEMBERS = sizeof members / sizeof members[0] };

static const struct {
    const char *name;
    unsigned bit;
    nav_obstacle_kind kind;
} types[] = {
    {"polygon", POLYGON, NAV_OBSTACLE_POLYGON},
    {"circle", CIRCLE, NAV_OBSTACLE_CIRCLE},
    {"box", BOX, NAV_OBSTACLE_BOX},
    {"oriented_box", ORIENTED_BOX, NAV_OBSTACLE_ORIENTED_BOX},
};
enum { TYPES = sizeof types / sizeof types[0] };

// The number in `members` of a member that the type has, else MEMBERS.
static size_t member_number(const char *name, unsigned type)
{
    size_t i = 0;
    while (i < MEMBERS && (!(members[i].allowed & type) ||
                           strcmp(members[i].name, name) != 0)) {
        i++;
    }
    return i;
}

// Reads the members of an obstacle of the type with this bit.
static nav_status read_members(reader *r, const cJSON *object, unsigned type)
{
    unsigned seen = 0;
    for (const cJSON *value = object->child; value; value = value->next) {
        size_t i = member_number(value->string, type);
        if (i == MEMBERS) {
            return fail_about(r, "unknown member", value->string, "");
        }
        seen |= 1u << i;
        nav_status status = members[i].read(r, value);
        if (status != NAV_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < MEMBERS; i++) {
        if ((members[i].needed & type) && !(seen & 1u << i)) {
            return fail_about(r, "member", members[i].name, " is missing");
        }
    }
    return NAV_OK;
}

static nav_status add(const reader *r)
{
    return nav_obstacles_add_named(r->set, &r->spec, r->name, r->error);
}

static nav_status add_polygon(reader *r, const cJSON *list)
{
    const nav_allocator *mem = &r->set->mem;
    size_t count = 0;
    for (const cJSON *p = list->child; p; p = p->next) {
        count++;
    }
    nav_vec2 *points = nav_mem_new(mem, count, sizeof *points);
    if (!points) {
        return nav_fail_memory(r->error);
    }
    nav_status status = NAV_OK;
    const cJSON *value = list->child;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        if (!nav_json_pair(value, &points[i].x, &points[i].y)) {
            char message[80];
            (void)snprintf(message, sizeof message,
                           "point %zu: expected a point [x, y]", i);
            status = fail(r, message);
        }
        value = value->next;
    }
    if (status == NAV_OK) {
        r->spec.points = points;
        r->spec.point_count = count;
        status = add(r);
    }
    nav_mem_free(mem, points, count, sizeof *points);
    return status;
}

static nav_status read_obstacle(nav_obstacles *set, const cJSON *object,
                                size_t name, nav_error *error)
{
    reader r = {.set = set, .name = name, .error = error};
    const cJSON *id = nav_json_member(object, "id");
    const cJSON *type = nav_json_member(object, "type");
    if (cJSON_IsString(id)) {
        r.spec.id = id->valuestring;
    }
    if (!cJSON_IsObject(object)) {
        return fail(&r, "expected an object");
    }
    if (!cJSON_IsString(type)) {
        return fail(&r, type ? "\"type\" must be a string"
                             : "member \"type\" is missing");
    }
    for (size_t i = 0; i < TYPES; i++) {
        if (strcmp(types[i].name, type->valuestring) == 0) {
            r.spec.kind = types[i].kind;
            nav_status status = read_members(&r, object, types[i].bit);
            if (status != NAV_OK) {
                return status;
            }
            return types[i].kind == NAV_OBSTACLE_POLYGON
                       ? add_polygon(&r, nav_json_member(object, "points"))
                       : add(&r);
        }
    }
    return fail_about(&r, "unknown type", type->valuestring, "");
}

nav_status nav_obstacles_read_tree(nav_obstacles *obstacles, const cJSON *tree,
                                   nav_error *error)
{
    if (cJSON_IsObject(tree)) {
        return read_obstacle(obstacles, tree, 0, error);
    }
    if (!cJSON_IsArray(tree)) {
        return nav_fail(error, NAV_SYNTAX,
                        "expected a list of obstacles, or one obstacle");
    }
    size_t name = 0;
    nav_status status = NAV_OK;
    const cJSON *object = tree->child;
    for (; object && status == NAV_OK; object = object->next) {
        status = read_obstacle(obstacles, object, name++, error);
    }
    return status;
}

nav_status nav_obstacles_read_json(nav_obstacles *obstacles, const char *text,
                                   size_t size, nav_error *error)
{
    cJSON *tree = NULL;
    nav_status status =
        nav_json_parse(text, size, &obstacles->mem, &tree, error);
    if (status == NAV_OK) {
        status = nav_obstacles_read_tree(obstacles, tree, error);
        cJSON_Delete(tree);
    }
    return status;
}
