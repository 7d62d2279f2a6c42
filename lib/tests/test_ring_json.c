// test_ring_json.c - JSON texts to shapes.
#include "input/shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support.h"

// Reads `size` bytes of text from a block of just that size, so that a tool
// which watches memory sees a read past their end.
static nav_status read_bytes(nav_shape *shape, const char *text, size_t size,
                             nav_error *error)
{
    char *copy = malloc(size ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    nav_status status = nav_shape_read_json(shape, copy, size, error);
    free(copy);
    return status;
}

static nav_shape *new_shape(void)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    return shape;
}

// Writes all rings as "polygon.ring:x,y x,y;", and "polygons=n ignored=n".
static void describe(const nav_shape *shape, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t r = 0; r < shape->ring_count; r++) {
        const nav_ring *ring = &shape->rings[r];
        used += (size_t)snprintf(text + used, room - used,
                                 "%u.%u:", ring->polygon, ring->number);
        for (size_t i = 0; i < ring->count; i++) {
            nav_vec2 p = shape->points[ring->first + i];
            used += (size_t)snprintf(text + used, room - used, "%s%g,%g",
                                     i ? " " : "", p.x, p.y);
        }
        used += (size_t)snprintf(text + used, room - used, "; ");
    }
    nav_shape_info info = nav_shape_get_info(shape);
    (void)snprintf(text + used, room - used, "polygons=%zu ignored=%zu",
                   info.polygons, info.ignored);
}

typedef struct good_text {
    const char *json, *shape;
} good_text;

static const good_text good[] = {
    // A list of rings.
    {"[[[0,0],[4,0],[4,4]],[[1,1],[2,1],[2,2]]]",
     "0.0:0,0 4,0 4,4; 0.1:1,1 2,1 2,2; polygons=1 ignored=0"},
    {" [ [ [ 0 , 0 ] , [ 4.5e0 , -0.25 ] ,\r\n\t[ 1E+2 , 1e-2 ] ] ] \n",
     "0.0:0,0 4.5,-0.25 100,0.01; polygons=1 ignored=0"},
    {"[[[0,0],[4,0]]]", "0.0:0,0 4,0; polygons=1 ignored=0"},
    {"[[]]", "0.0:; polygons=1 ignored=0"},
    {"[]", "polygons=1 ignored=0"},
    {"[[[0,0,7],[4,0,7.5],[4,4,-1,9]]]",
     "0.0:0,0 4,0 4,4; polygons=1 ignored=0"},
    {"[[[-0,-0.0],[0.0,-0e5]]]", "0.0:0,0 0,0; polygons=1 ignored=0"},
    {"[[[1e100,-1e100],[1e-100,-1e-100]]]",
     "0.0:1e+100,-1e+100 1e-100,-1e-100; polygons=1 ignored=0"},
    {"\xef\xbb\xbf[[[0,0],[4,0],[4,4]]]",
     "0.0:0,0 4,0 4,4; polygons=1 ignored=0"},
    // An object with "polygons".
    {"{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4]],"
     "\"holes\":[[[1,1],[2,1]],[[3,3]]]},{\"outer\":[[9,9]]}]}",
     "0.0:0,0 4,0 4,4; 0.1:1,1 2,1; 0.2:3,3; 1.0:9,9; polygons=2 ignored=0"},
    {"{\"polygons\":[{\"holes\":[],\"outer\":[[0,0],[4,0],[4,4]],"
     "\"area\":\"road\"}],\"links\":[],\"obstacles\":[],\"note\":{\"a\":1}}",
     "0.0:0,0 4,0 4,4; polygons=1 ignored=0"},
    {"{\"polygons\":[],\"links\":null,\"obstacles\":{}}",
     "polygons=0 ignored=0"},
    {"{\"polygons\":[]}", "polygons=0 ignored=0"},
    // GeoJSON.
    {"{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[4,0],[4,4],[0,0]],"
     "[[1,1],[2,1],[2,2],[1,1]]]}",
     "0.0:0,0 4,0 4,4 0,0; 0.1:1,1 2,1 2,2 1,1; polygons=1 ignored=0"},
    {"{\"coordinates\":[[[[0,0]]],[[[5,5]],[[6,6]]]],"
     "\"type\":\"MultiPolygon\"}",
     "0.0:0,0; 1.0:5,5; 1.1:6,6; polygons=2 ignored=0"},
    {"{\"type\":\"Feature\",\"properties\":{\"area\":\"road\"},"
     "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[3,4,100]]]}}",
     "0.0:3,4; polygons=1 ignored=0"},
    {"{\"type\":\"Feature\",\"geometry\":null}", "polygons=0 ignored=0"},
    {"{\"type\":\"Feature\"}", "polygons=0 ignored=0"},
    {"{\"type\":\"FeatureCollection\",\"features\":["
     "{\"type\":\"Feature\",\"geometry\":"
     "{\"type\":\"Polygon\",\"coordinates\":[[[1,2]]]}},"
     "{\"type\":\"Feature\",\"geometry\":"
     "{\"type\":\"Point\",\"coordinates\":[1,2]}},"
     "{\"type\":\"Feature\",\"geometry\":{\"type\":\"GeometryCollection\","
     "\"geometries\":[{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]},"
     "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[3,4]]]]}]}}]}",
     "0.0:1,2; 1.0:3,4; polygons=2 ignored=2"},
    {"{\"type\":\"GeometryCollection\",\"geometries\":["
     "{\"type\":\"MultiPoint\",\"coordinates\":[[1,2]]},"
     "{\"type\":\"MultiLineString\",\"coordinates\":[[[1,2],[3,4]]]}]}",
     "polygons=0 ignored=2"},
};

START_TEST(test_every_form_is_read)
{
    nav_shape *shape = new_shape();
    nav_error error = {0};
    char text[512];
    const char *json = good[_i].json;
    nav_status status = read_bytes(shape, json, strlen(json), &error);
    if (status != NAV_OK) {
        ck_abort_msg("%s: %s", error.message, json);
    }
    describe(shape, text, sizeof text);
    ck_assert_str_eq(text, good[_i].shape);
    for (size_t i = 0; i < shape->point_count; i++) {
        nav_vec2 p = shape->points[i];
        ck_assert(!(p.x == 0 && signbit(p.x)) && !(p.y == 0 && signbit(p.y)));
    }
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_texts_are_read_one_after_the_other)
{
    nav_shape *shape = new_shape();
    const char *json = "[[[0,0],[4,0],[4,4]]]";
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(read_bytes(shape, json, strlen(json), NULL), NAV_OK);
    }
    ck_assert_uint_eq(nav_shape_get_info(shape).polygons, 3);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_numbers_are_read_to_the_nearest_double)
{
    nav_shape *shape = new_shape();
    const char *json = "[[[0.1,0.30000000000000004],"
                       "[123456789.123456789,-9007199254740993],"
                       "[2.2250738585072011e-99,1.7976931348623157e99]]]";
    static const nav_vec2 points[] = {
        {0.1, 0.30000000000000004},
        {123456789.123456789, -9007199254740992.0},
        {2.2250738585072011e-99, 1.7976931348623157e99}};
    ck_assert_int_eq(read_bytes(shape, json, strlen(json), NULL), NAV_OK);
    ck_assert_uint_eq(shape->point_count, 3);
    ck_assert_mem_eq(shape->points, points, sizeof points);
    nav_shape_free(shape);
}
END_TEST

typedef struct bad_text {
    const char *json;
    nav_status status;
    size_t line, column; // 0: none is given
    const char *message; // a part of it
} bad_text;

static const bad_text bad[] = {
    {"", NAV_SYNTAX, 1, 1, "the file is empty"},
    {" \n ", NAV_SYNTAX, 2, 1, "malformed JSON"},
    {"\xef\xbb\xbf", NAV_SYNTAX, 1, 3, "malformed JSON"},
    // Tokens that JSON does not have.
    {"[[[0,0],[NaN,0],[1,1]]]", NAV_SYNTAX, 1, 10, "malformed JSON"},
    {"[[[0,0],[0,Infinity],[1,1]]]", NAV_SYNTAX, 1, 12, "malformed JSON"},
    {"[[[0,0],[0,0x10],[1,1]]]", NAV_SYNTAX, 1, 13, "malformed JSON"},
    {"[[[0,0],\n [1,0],\n [1,x]]]", NAV_SYNTAX, 3, 5, "malformed JSON"},
    {"[[[0,0],\n[1,0]\n[1,1]]]", NAV_SYNTAX, 3, 1, "malformed JSON"},
    {"[[[0,0],[1,0],]]", NAV_SYNTAX, 1, 15, "malformed JSON"},
    {"{\"polygons\" 1}", NAV_SYNTAX, 1, 13, "malformed JSON"},
    {"hello", NAV_SYNTAX, 1, 1, "malformed JSON"},
    // Text behind the value.
    {"[[[0,0],[4,0],[4,4]]]\n\n  x", NAV_SYNTAX, 3, 3, "unexpected text"},
    {"[] []", NAV_SYNTAX, 1, 4, "unexpected text"},
    {"[]]", NAV_SYNTAX, 1, 3, "unexpected text"},
    // What cJSON reads, and is no JSON; test_json.c has all of it.
    {"[[[0,0],[04,0],[4,4]]]", NAV_SYNTAX, 1, 11, "malformed JSON"},
    {"{\"polygons\":[],\n\"polygons\":[]}", NAV_SYNTAX, 2, 1,
     "member \"polygons\" is given twice"},
    // Numbers that are not legal coordinates.
    {"[[[0,0],[1e999,0]]]", NAV_RANGE, 0, 0, "polygon 0 ring 0 point 1:"},
    {"[[[0,0],[0,-1e999]]]", NAV_RANGE, 0, 0, "polygon 0 ring 0 point 1:"},
    {"[[],[[1e150,0]]]", NAV_RANGE, 0, 0, "polygon 0 ring 1 point 0:"},
    {"[[[0,1e-150]]]", NAV_RANGE, 0, 0, "polygon 0 ring 0 point 0:"},
    // Values of the wrong kind.
    {"7", NAV_SYNTAX, 0, 0, "expected a list of rings, an object"},
    {"null", NAV_SYNTAX, 0, 0, "expected a list of rings, an object"},
    {"\"[]\"", NAV_SYNTAX, 0, 0, "expected a list of rings, an object"},
    {"{}", NAV_SYNTAX, 0, 0, "expected a list of rings, an object"},
    {"[7]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a ring, a list of points"},
    {"[[[0,0]],{}]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 1 point 0: expected a ring, a list of points"},
    {"[[0,0],[4,0],[4,4]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a point [x, y]"},
    {"[[[0,0]],[[1,1],[2]]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 1 point 1: expected a point [x, y]"},
    {"[[[0,\"0\"]]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a point [x, y]"},
    {"[[[0,0,null]]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a point [x, y]"},
    {"[[{\"x\":1,\"y\":2}]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a point [x, y]"},
    {"[[[[0,0],[4,0]]]]", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a point [x, y]"},
    {"{\"polygons\":{}}", NAV_SYNTAX, 0, 0, "\"polygons\" must be a list"},
    {"{\"polygons\":[{\"outer\":[]},[]]}", NAV_SYNTAX, 0, 0,
     "polygon 1: expected an object with \"outer\""},
    {"{\"polygons\":[{\"outer\":[],\"holes\":7}]}", NAV_SYNTAX, 0, 0,
     "polygon 0: \"holes\" must be a list of rings"},
    {"{\"polygons\":[{\"outer\":5}]}", NAV_SYNTAX, 0, 0,
     "polygon 0 ring 0 point 0: expected a ring"},
    {"{\"polygons\":[{\"outer\":[],\"holes\":[[[1,1]],[[2,2],3]]}]}",
     NAV_SYNTAX, 0, 0, "polygon 0 ring 2 point 1: expected a point"},
    {"{\"polygons\":[],\"links\":[{}]}", NAV_SYNTAX, 0, 0,
     "link 0: \"from\" must be a point [x, y]"},
    {"{\"polygons\":[],\"obstacles\":[{}]}", NAV_SYNTAX, 0, 0,
     "obstacle 0: member \"type\" is missing"},
    {"{\"polygons\":[],\"links\":\"x\"}", NAV_SYNTAX, 0, 0,
     "links must be a list of objects"},
    {"{\"polygons\":[],\"links\":\"\"}", NAV_SYNTAX, 0, 0,
     "links must be a list of objects"},
    {"{\"polygons\":[],\"links\":false}", NAV_SYNTAX, 0, 0,
     "links must be a list of objects"},
    {"{\"polygons\":[],\"obstacles\":7}", NAV_SYNTAX, 0, 0,
     "\"obstacles\" must be a list"},
    {"{\"polygons\":[],\"obstacles\":{\"a\":1}}", NAV_SYNTAX, 0, 0,
     "\"obstacles\" must be a list"},
    {"{\"type\":\"Polygon\"}", NAV_SYNTAX, 0, 0,
     "polygon 0: expected a list of rings"},
    {"{\"type\":\"MultiPolygon\",\"coordinates\":3}", NAV_SYNTAX, 0, 0,
     "\"coordinates\" must be a list"},
    {"{\"type\":\"MultiPolygon\",\"coordinates\":[[],5]}", NAV_SYNTAX, 0, 0,
     "polygon 1: expected a list of rings"},
    {"{\"type\":\"FeatureCollection\"}", NAV_SYNTAX, 0, 0,
     "\"features\" must be a list"},
    {"{\"type\":\"GeometryCollection\",\"geometries\":{}}", NAV_SYNTAX, 0, 0,
     "\"geometries\" must be a list"},
    {"{\"type\":\"polygon\",\"coordinates\":[]}", NAV_SYNTAX, 0, 0,
     "GeoJSON: unknown type \"polygon\""},
    {"{\"type\":7}", NAV_SYNTAX, 0, 0, "GeoJSON: unknown type"},
    {"{\"type\":\"Feature\",\"geometry\":7}", NAV_SYNTAX, 0, 0,
     "GeoJSON: unknown type"},
};

START_TEST(test_what_is_wrong_is_named)
{
    const bad_text *b = &bad[_i];
    nav_shape *shape = new_shape();
    nav_error error = {0};
    nav_status status = read_bytes(shape, b->json, strlen(b->json), &error);
    if (status != b->status || error.status != status ||
        error.line != b->line || error.column != b->column ||
        !strstr(error.message, b->message)) {
        ck_abort_msg("%s: %s, line %zu, column %zu: %s", b->json,
                     nav_status_name(status), error.line, error.column,
                     error.message);
    }
    ck_assert_int_eq(read_bytes(shape, b->json, strlen(b->json), NULL),
                     b->status);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_nesting_without_end_is_refused)
{
    enum { DEPTH = 2000 };
    char text[2 * DEPTH];
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    nav_shape *shape = new_shape();
    nav_error error = {0};
    ck_assert_int_eq(read_bytes(shape, text, DEPTH, &error), NAV_SYNTAX);
    ck_assert_int_eq(read_bytes(shape, text, sizeof text, &error), NAV_SYNTAX);
    ck_assert_uint_eq(error.line, 1);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_collections_may_nest_deeply)
{
    enum { DEPTH = 400, ROOM = 60 * DEPTH };
    static char text[ROOM];
    size_t used = 0;
    for (int i = 0; i < DEPTH; i++) {
        used += (size_t)snprintf(
            text + used, ROOM - used,
            "{\"type\":\"GeometryCollection\",\"geometries\":[");
    }
    for (int i = 0; i < DEPTH; i++) {
        used += (size_t)snprintf(text + used, ROOM - used, "]}");
    }
    nav_shape *shape = new_shape();
    ck_assert_int_eq(read_bytes(shape, text, used, NULL), NAV_OK);
    ck_assert_uint_eq(nav_shape_get_info(shape).polygons, 0);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_a_text_cut_short_is_refused)
{
    const char *json = good[_i].json;
    size_t size = strlen(json);
    while (size > 0 && json[size - 1] <= ' ') {
        size--;
    }
    for (size_t cut = 0; cut < size; cut++) {
        nav_shape *shape = new_shape();
        nav_error error = {0};
        nav_status status = read_bytes(shape, json, cut, &error);
        if (status != NAV_SYNTAX || error.line < 1 || error.column < 1) {
            ck_abort_msg("the first %zu bytes of %s", cut, json);
        }
        nav_shape_free(shape);
    }
}
END_TEST

START_TEST(test_random_damage_is_survived)
{
    static const char bytes[] = "[]{},:\"\\-+.eE019 \n\x01\x80ntf";
    nav_test_random random = {(uint64_t)_i};
    const char *json = good[_i].json;
    size_t size = strlen(json);
    char text[1024];
    for (int round = 0; round < 400; round++) {
        memcpy(text, json, size);
        for (uint32_t i = nav_test_random_below(&random, 4) + 1; i > 0; i--) {
            text[nav_test_random_below(&random, (uint32_t)size)] =
                bytes[nav_test_random_below(&random, sizeof bytes)];
        }
        nav_shape *shape = new_shape();
        nav_error error = {0};
        nav_status status = read_bytes(shape, text, size, &error);
        if (status != error.status ||
            (status != NAV_OK && status != NAV_SYNTAX && status != NAV_RANGE) ||
            strstr(error.message, "63")) {
            // The last: of what has been checked, cJSON refuses nothing.
            ck_abort_msg("status %d: %.*s", (int)status, (int)size, text);
        }
        nav_shape_free(shape);
    }
}
END_TEST

static nav_status read_with(const nav_allocator *mem, const void *json)
{
    nav_shape *shape = NULL;
    nav_error error = {0};
    nav_status status = nav_shape_new(mem, &shape);
    if (status == NAV_OK) {
        status = read_bytes(shape, json, strlen(json), &error);
        ck_assert_int_eq(error.status, status);
    }
    nav_shape_free(shape);
    return status;
}

START_TEST(test_reading_survives_every_failed_allocation)
{
    ck_assert_uint_gt(nav_test_fail_allocations(read_with, good[_i].json), 0);
}
END_TEST

Suite *nav_test_ring_json(void)
{
    enum {
        GOOD = sizeof good / sizeof good[0],
        BAD = sizeof bad / sizeof bad[0]
    };
    Suite *suite = suite_create("ring_json");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, test_every_form_is_read, 0, GOOD);
    tcase_add_test(reading, test_texts_are_read_one_after_the_other);
    tcase_add_test(reading, test_numbers_are_read_to_the_nearest_double);
    tcase_add_test(reading, test_collections_may_nest_deeply);
    tcase_add_loop_test(reading, test_reading_survives_every_failed_allocation,
                        0, GOOD);
    suite_add_tcase(suite, reading);

    TCase *refusing = tcase_create("refusing");
    tcase_add_loop_test(refusing, test_what_is_wrong_is_named, 0, BAD);
    tcase_add_test(refusing, test_nesting_without_end_is_refused);
    tcase_add_loop_test(refusing, test_a_text_cut_short_is_refused, 0, GOOD);
    tcase_add_loop_test(refusing, test_random_damage_is_survived, 0, GOOD);
    suite_add_tcase(suite, refusing);
    return suite;
}
