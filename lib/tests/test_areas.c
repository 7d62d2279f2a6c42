// test_areas.c - names of areas from inputs into meshes, files and back.
#include "mesh/areas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format_support.h"
#include "input/model.h"
#include "mesh/locate.h"
#include "mesh_support.h"
#include "suites.h"

// The name of an area, ended by a NUL; "" for none.
static const char *name_of(const nav_mesh *mesh, uint32_t area)
{
    static char text[NAV_AREA_NAME_MOST + 1];
    size_t size = 0;
    if (area != NAV_NONE) {
        const char *name = nav_mesh_area_name(mesh, area, &size);
        memcpy(text, name, size);
    }
    text[size] = '\0';
    return text;
}

// All names of a mesh, with commas between them.
static void expect_names(const nav_mesh *mesh, const char *names)
{
    char got[2000] = "";
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s",
                       i > 0 ? "," : "", name_of(mesh, i));
    }
    ck_assert_str_eq(got, names);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
}

// ---------------------------------------------------------------------------
// Names
// ---------------------------------------------------------------------------

START_TEST(test_names_are_utf8_without_control_characters)
{
    static const char *const good[] = {"a",
                                       "mud",
                                       "a b/c",
                                       "\xc3\xa4",
                                       "\xe2\x82\xac",
                                       "\xf0\x9f\x8c\x8a",
                                       "\xef\xbf\xbf",
                                       "\xed\x9f\xbf"};
    static const char *const bad[] = {"",
                                      "\n",
                                      "a\x7f",
                                      "\x80",
                                      "\xc3",
                                      "\xc3(",
                                      "\xe2\x82(",
                                      "\xc0\xaf",
                                      "\xc2\x85",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_msg(nav_areas_may_be(good[i], strlen(good[i])), "%zu", i);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(!nav_areas_may_be(bad[i], strlen(bad[i])), "%zu", i);
    }
    char text[NAV_AREA_NAME_MOST + 1];
    memset(text, 'a', sizeof text);
    ck_assert(nav_areas_may_be(text, NAV_AREA_NAME_MOST));
    ck_assert(!nav_areas_may_be(text, NAV_AREA_NAME_MOST + 1));
}
END_TEST

START_TEST(test_ranks_are_those_of_a_plain_search)
{
    enum { COUNT = 200 };
    nav_test_random random = {(uint64_t)_i};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_areas areas;
    char name[COUNT][4];
    nav_areas_init(&areas, &mem);
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t size = nav_test_random_below(&random, 4);
        for (uint32_t k = 0; k < size; k++) {
            name[i][k] = (char)('a' + nav_test_random_below(&random, 3));
        }
        name[i][size] = '\0';
        ck_assert_int_eq(nav_areas_add(&areas, name[i], size), NAV_OK);
    }
    nav_area_ranks ranks;
    ck_assert_int_eq(nav_area_ranks_init(&ranks, &areas, &mem), NAV_OK);
    for (size_t i = 0; i < COUNT; i++) {
        bool before[COUNT] = {false};
        uint32_t want = 0;
        for (size_t k = 0; k < COUNT; k++) {
            bool is_first =
                strcmp(name[k], "") != 0 && strcmp(name[k], name[i]) < 0;
            for (size_t m = 0; m < k && is_first; m++) {
                is_first = strcmp(name[m], name[k]) != 0;
            }
            before[k] = is_first;
            want += before[k];
        }
        ck_assert_uint_eq(ranks.rank[i],
                          strcmp(name[i], "") == 0 ? NAV_NONE : want);
    }
    nav_area_ranks_fini(&ranks);
    nav_areas_fini(&areas);
}
END_TEST

START_TEST(test_a_name_means_areas_that_have_it_as_a_part)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[1,0],[1,1],[0,1]],"
        "\"area\":\"floor/deep mud/wet\"}]}");
    expect_names(mesh, "floor/deep mud/wet");
    static const char *const means[] = {"floor/deep mud/wet", "floor",
                                        "deep mud", "wet"};
    static const char *const does_not[] = {"mud", "floor/deep mud", "",
                                           "we",  "wett",           "/"};
    for (size_t i = 0; i < sizeof means / sizeof means[0]; i++) {
        ck_assert_msg(nav_mesh_area_is(mesh, 0, means[i]), "%s", means[i]);
    }
    for (size_t i = 0; i < sizeof does_not / sizeof does_not[0]; i++) {
        ck_assert_msg(!nav_mesh_area_is(mesh, 0, does_not[i]), "%s",
                      does_not[i]);
    }
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Polygons
// ---------------------------------------------------------------------------

enum { RINGS = 9, CORNERS = 6, SIDE = 40 };

// A random polygon with integer corners, and its number as its area's name.
typedef struct ring {
    int32_t x[CORNERS], y[CORNERS];
    int name; // one of a few, 0 for none
} ring;

// Even-odd; the place is given in halves of the unit, odd ones, so that no edge
// but a slanted one can pass it, which sets `on`.
static bool holds(const ring *r, int32_t x2, int32_t y2, bool *on)
{
    bool in = false;
    for (int i = 0, k = CORNERS - 1; i < CORNERS; k = i++) {
        int64_t ax = 2 * r->x[k], ay = 2 * r->y[k];
        int64_t bx = 2 * r->x[i], by = 2 * r->y[i];
        int64_t side = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax);
        if ((ay > y2) != (by > y2)) {
            *on = *on || side == 0;
            in = in != ((side > 0) == (by > ay));
        }
    }
    return in;
}

static nav_mesh *bake_rings(const ring *rings, uint32_t count, bool merge)
{
    nav_shape *shape = NULL;
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    options.merge = merge;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (uint32_t r = 0; r < count; r++) {
        nav_vec2 points[CORNERS];
        char name[2] = {(char)(rings[r].name > 0 ? 'a' + rings[r].name : 0)};
        for (int i = 0; i < CORNERS; i++) {
            points[i] = (nav_vec2){rings[r].x[i], rings[r].y[i]};
        }
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_add_ring(shape, points, CORNERS, NULL),
                         NAV_OK);
        if (rings[r].name >= 0) {
            ck_assert_int_eq(nav_shape_set_area(shape, name, NULL), NAV_OK);
        }
    }
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_shape_free(shape);
    return mesh;
}

START_TEST(test_the_last_polygon_that_holds_a_place_gives_its_area)
{
    nav_test_random random = {(uint64_t)_i + 300};
    ring rings[RINGS];
    for (int r = 0; r < RINGS; r++) {
        rings[r].name = (int)nav_test_random_below(&random, 5) - 1;
        for (int i = 0; i < CORNERS; i++) {
            rings[r].x[i] = (int32_t)nav_test_random_below(&random, SIDE);
            rings[r].y[i] = (int32_t)nav_test_random_below(&random, SIDE);
        }
    }
    nav_mesh *mesh = bake_rings(rings, RINGS, _i % 2 == 0);
    nav_locate locate;
    nav_allocator mem = nav_mem_allocator(NULL);
    ck_assert_int_eq(nav_locate_init(&locate, mesh, &mem), NAV_OK);
    for (int32_t y2 = 1; y2 < 2 * SIDE; y2 += 2) {
        for (int32_t x2 = 1; x2 < 2 * SIDE; x2 += 2) {
            int last = -1;
            bool on = false;
            for (int r = 0; r < RINGS; r++) {
                last = holds(&rings[r], x2, y2, &on) ? r : last;
            }
            nav_poly_id p =
                nav_locate_first(&locate, (nav_vec2){x2 / 2.0, y2 / 2.0});
            if (on || (p == NAV_NONE && last < 0)) {
                continue;
            }
            ck_assert(p != NAV_NONE && last >= 0);
            char want[2] = {
                (char)(rings[last].name > 0 ? 'a' + rings[last].name : 0)};
            ck_assert_str_eq(name_of(mesh, nav_mesh_polygon_area(mesh, p)),
                             want);
        }
    }
    nav_locate_fini(&locate);
    nav_mesh_free(mesh);
}
END_TEST

#define LEFT "\"outer\":[[0,0],[2,0],[2,2],[0,2]]"
#define RIGHT "\"outer\":[[2,0],[4,0],[4,2],[2,2]]"

START_TEST(test_polygons_of_one_area_merge_and_others_do_not)
{
    static const struct {
        const char *left, *right;
        uint32_t polygons;
        const char *names;
    } cases[] = {
        {"\"a\"", "\"a\"", 1, "a"},   {"\"b\"", "\"a\"", 2, "a,b"},
        {"\"a\"", "null", 2, "a"},    {"null", "null", 1, ""},
        {"\"\"", "null", 1, ""},      {"\"a\"", "\"\"", 2, "a"},
        {"\"a\"", "\"A\"", 2, "A,a"}, {"\"x/y\"", "\"x\"", 2, "x,x/y"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        (void)snprintf(text, sizeof text,
                       "{\"polygons\":[{" LEFT ",\"area\":%s},{" RIGHT
                       ",\"area\":%s}]}",
                       cases[i].left, cases[i].right);
        nav_mesh *mesh = nav_test_bake_json(text);
        ck_assert_uint_eq(mesh->info.polygons, cases[i].polygons);
        expect_names(mesh, cases[i].names);
        nav_mesh_free(mesh);
    }
}
END_TEST

START_TEST(test_an_area_that_is_covered_has_no_name)
{
    nav_mesh *mesh =
        nav_test_bake_json("{\"polygons\":[{" LEFT ",\"area\":\"lost\"},{" LEFT
                           ",\"area\":\"found\"}]}");
    expect_names(mesh, "found");
    nav_mesh_free(mesh);
    mesh = nav_test_bake_json("{\"polygons\":[{" LEFT
                              ",\"area\":\"lost\"},{" LEFT "}]}");
    expect_names(mesh, "");
    ck_assert_ptr_null(mesh->area);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_geojson_names_the_polygons_of_a_feature)
{
#define GEO(x) "[[[" x ",0],[" x ",3],[" x "1,1],[" x ",0]]]"
    nav_mesh *mesh = nav_test_bake_json(
        "{\"type\":\"FeatureCollection\",\"features\":["
        "{\"type\":\"Feature\",\"properties\":{\"area\":\"b\"},\"geometry\":"
        "{\"type\":\"GeometryCollection\",\"geometries\":["
        "{\"type\":\"Polygon\",\"coordinates\":" GEO(
            "1") "},"
                 "{\"type\":\"MultiPolygon\",\"coordinates\":[" GEO(
                     "2") "]}]}},"
                          "{\"type\":\"Feature\",\"properties\":{\"area\":17.5}"
                          ",\"geometry\":"
                          "{\"type\":\"Polygon\",\"coordinates\":" GEO(
                              "3") "}},"
                                   "{\"type\":\"Feature\",\"properties\":{"
                                   "\"area\":\"a\"},\"geometry\":"
                                   "{\"type\":\"Polygon\",\"coordinates\":" GEO(
                                       "4") "}}]}");
    expect_names(mesh, "a,b");
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_json_that_names_no_area_is_refused)
{
    static const struct {
        const char *value, *message;
    } areas[] = {{"1", "polygon 0"},        {"[]", "polygon 0"},
                 {"true", "polygon 0"},     {"\"\\n\"", "polygon 0"},
                 {"\"\xff\"", "not UTF-8"}, {"\"a\\u0000b\"", "NUL character"}};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) {
        char text[200];
        nav_shape *shape = NULL;
        nav_error error = {0};
        (void)snprintf(text, sizeof text,
                       "{\"polygons\":[{" LEFT ",\"area\":%s}]}",
                       areas[i].value);
        ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
        ck_assert_int_eq(nav_shape_read_json(shape, text, strlen(text), &error),
                         NAV_SYNTAX);
        ck_assert_ptr_nonnull(strstr(error.message, areas[i].message));
        nav_shape_free(shape);
    }
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_int_eq(nav_shape_set_area(shape, "a", NULL), NAV_SYNTAX);
    nav_shape_free(shape);
}
END_TEST

// ---------------------------------------------------------------------------
// Models
// ---------------------------------------------------------------------------

#define CORNERS_OF_SQUARE "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"
#define FACE "f 1 2 3 4\n"

static nav_status read_obj(const char *text, size_t size, nav_model **model,
                           nav_error *error)
{
    ck_assert_int_eq(nav_model_new(NULL, model), NAV_OK);
    return nav_model_read_obj(*model, text, size, NULL, error);
}

START_TEST(test_names_of_a_model_are_put_together)
{
    static const struct {
        const char *statements, *name;
    } cases[] = {{"", ""},
                 {"o A b", "A b"},
                 {"g A b", "A/b"},
                 {"usemtl mud", "mud"},
                 {"o hall\ng floor wet\nusemtl mud", "hall/floor/wet/mud"},
                 {"usemtl mud\no mud\ng x mud", "mud/x"},
                 {"o a  \\\n b # c", "a b"},
                 {"g\nusemtl m", "m"},
                 {"o \xfc\x01\xc3\xbc", "%FC%01\xc3\xbc"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        (void)snprintf(text, sizeof text, CORNERS_OF_SQUARE "%s\n" FACE,
                       cases[i].statements);
        nav_model *model = NULL;
        nav_mesh *mesh = NULL;
        nav_model_options how = nav_model_options_default();
        nav_bake_options options = nav_bake_options_default();
        ck_assert_int_eq(read_obj(text, strlen(text), &model, NULL), NAV_OK);
        ck_assert_int_eq(nav_bake_model(model, &how, &options, NULL, &mesh,
                                        NULL, NULL, NULL),
                         NAV_OK);
        expect_names(mesh, cases[i].name);
        nav_mesh_free(mesh);
        nav_model_free(model);
    }
}
END_TEST

START_TEST(test_a_name_too_long_is_refused_with_its_place)
{
    static const size_t sizes[] = {NAV_AREA_NAME_MOST - 4,
                                   NAV_AREA_NAME_MOST - 3};
    for (int i = 0; i < 2; i++) {
        char text[600] = CORNERS_OF_SQUARE "o abc\ng ";
        size_t used = strlen(text);
        memset(text + used, 'x', sizes[i]);
        (void)snprintf(text + used + sizes[i], 100, "\n" FACE);
        nav_model *model = NULL;
        nav_error error = {0};
        nav_status status = read_obj(text, strlen(text), &model, &error);
        ck_assert_int_eq(status, i == 0 ? NAV_OK : NAV_SYNTAX);
        ck_assert_uint_eq(error.line, i == 0 ? 0 : 6);
        ck_assert_uint_eq(error.column, i == 0 ? 0 : 3);
        nav_model_free(model);
    }
}
END_TEST

START_TEST(test_faces_of_one_name_merge_whatever_it_is_made_of)
{
    static const char text[] =
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\nv 2 0 1\n"
        "o a\nf 1 2 3 4\no\nusemtl a\nf 2 5 6 3\n";
    nav_model *model = NULL;
    nav_mesh *mesh = NULL;
    nav_model_options how = nav_model_options_default();
    nav_bake_options options = nav_bake_options_default();
    ck_assert_int_eq(read_obj(text, sizeof text - 1, &model, NULL), NAV_OK);
    ck_assert_int_eq(
        nav_bake_model(model, &how, &options, NULL, &mesh, NULL, NULL, NULL),
        NAV_OK);
    ck_assert_uint_eq(mesh->info.polygons, 1);
    expect_names(mesh, "a");
    nav_mesh_free(mesh);
    nav_model_free(model);
}
END_TEST

// ---------------------------------------------------------------------------
// Forbidding
// ---------------------------------------------------------------------------

START_TEST(test_a_forbidden_area_is_as_if_it_were_not_there)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[9,0],[9,9],[0,9]]},"
        "{\"outer\":[[3,0],[6,0],[6,6],[3,6]],\"area\":\"mud\"}]}");
    bool forbidden[] = {true};
    ck_assert_int_eq(nav_mesh_forbid(mesh, forbidden, NULL), NAV_OK);
    ck_assert_double_eq(nav_mesh_get_info(mesh).area, 81 - 18);
    nav_query *query = NULL;
    nav_path path;
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_query_path(query, (nav_vec2){1, 6}, (nav_vec2){8, 2},
                                    &options, &path, NULL),
                     NAV_OK);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert(path.optimal);
    ck_assert_uint_eq(path.waypoint_count, 3);
    ck_assert(nav_vec2_equal(path.waypoints[1], (nav_vec2){6, 6}));
    ck_assert_int_eq(nav_query_path(query, (nav_vec2){4, 1}, (nav_vec2){8, 2},
                                    &options, &path, NULL),
                     NAV_OK);
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------

// Nine squares in a row of areas a, b, c and none.
static nav_mesh *make_row(nav_test_random *random)
{
    ring rings[RINGS];
    for (int r = 0; r < RINGS; r++) {
        rings[r] = (ring){{r, r + 1, r + 1, r, r, r},
                          {0, 0, 1, 1, 1, 1},
                          (int)nav_test_random_below(random, 4)};
    }
    rings[0].name = 1;
    return bake_rings(rings, RINGS, true);
}

START_TEST(test_areas_come_back_from_a_file)
{
    nav_test_random random = {(uint64_t)_i};
    nav_mesh *mesh = make_row(&random);
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh *read = NULL;
    ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, NULL, &read, NULL), NAV_OK);
    ck_assert_uint_eq(read->info.areas, mesh->info.areas);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        ck_assert_uint_eq(nav_mesh_polygon_area(read, p),
                          nav_mesh_polygon_area(mesh, p));
    }
    for (uint32_t i = 0; i < mesh->info.areas; i++) {
        size_t name_size, read_size;
        const char *name = nav_mesh_area_name(mesh, i, &name_size);
        const char *read_name = nav_mesh_area_name(read, i, &read_size);
        ck_assert_uint_eq(read_size, name_size);
        ck_assert_mem_eq(read_name, name, name_size);
    }
    nav_test_file again = nav_test_write_mesh(read);
    nav_test_check_same(f, again);
    free(f.bytes);
    free(again.bytes);
    nav_mesh_free(read);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_mesh_keeps_its_areas_when_it_grows)
{
    nav_test_random random = {3};
    nav_mesh *mesh = make_row(&random);
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh_size more = {mesh->info.vertices * 5, mesh->info.polygons * 5,
                          mesh->info.edges * 5};
    ck_assert_int_eq(nav_mesh_grow(mesh, more, NULL), NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_test_file grown = nav_test_write_mesh(mesh);
    nav_test_check_same(f, grown);
    free(f.bytes);
    free(grown.bytes);
    nav_mesh_free(mesh);
}
END_TEST

// Offset and size of section AREA.
static size_t find_section(const uint8_t *bytes, size_t *size)
{
    for (size_t at = 32;; at += 24) {
        if (memcmp(bytes + at, "AREA", 4) == 0) {
            *size = bytes[at + 16] + (size_t)bytes[at + 17] * 256;
            return bytes[at + 8] + (size_t)bytes[at + 9] * 256;
        }
    }
}

// Every byte of the section becomes every other value: what is read then is a
// mesh that stands validation and writes the same bytes.
START_TEST(test_any_byte_of_the_section_is_refused_or_a_valid_mesh)
{
    nav_test_random random = {4};
    nav_mesh *mesh = make_row(&random);
    size_t section_size;
    nav_test_file f = nav_test_write_mesh(mesh);
    size_t section = find_section(f.bytes, &section_size);
    size_t read_count = 0, refused = 0;
    for (size_t at = section; at < section + section_size; at++) {
        for (unsigned change = 1; change < 256; change++) {
            f.bytes[at] ^= (uint8_t)change;
            file_seal(f);
            nav_mesh *read = NULL;
            nav_error error = {0};
            if (nav_mesh_read(f.bytes, f.size, NULL, &read, &error) == NAV_OK) {
                ck_assert_int_eq(nav_mesh_validate(read, NULL), NAV_OK);
                nav_test_file again = nav_test_write_mesh(read);
                nav_test_check_same(f, again);
                free(again.bytes);
                read_count++;
            } else {
                ck_assert_int_eq(error.status, NAV_FORMAT);
                refused++;
            }
            nav_mesh_free(read);
            f.bytes[at] ^= (uint8_t)change;
        }
    }
    ck_assert_uint_gt(read_count, 50);
    ck_assert_uint_gt(refused, 5000);
    free(f.bytes);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_areas_survive_failed_allocations)
{
    nav_test_random random = {4};
    nav_mesh *mesh = make_row(&random);
    nav_test_file f = nav_test_write_mesh(mesh);
    ck_assert_uint_gt(nav_test_fail_reading(f), 2);
    free(f.bytes);
    nav_mesh_free(mesh);
}
END_TEST

static nav_status bake_with(const nav_allocator *mem, const void *unused)
{
    (void)unused;
    static const char map[] =
        "{\"polygons\":[{" LEFT ",\"area\":\"a\"},{" RIGHT ",\"area\":\"b\"}]}";
    static const char obj[] = CORNERS_OF_SQUARE "o x\n" FACE;
    nav_bake_options options = nav_bake_options_default();
    nav_model_options how = nav_model_options_default();
    nav_shape *shape = NULL;
    nav_model *model = NULL;
    nav_mesh *mesh = NULL, *floors = NULL;
    nav_status status = nav_shape_new(mem, &shape);
    if (status == NAV_OK) {
        status = nav_shape_read_json(shape, map, sizeof map - 1, NULL);
    }
    if (status == NAV_OK) {
        status = nav_bake(shape, &options, mem, &mesh, NULL, NULL);
    }
    if (status == NAV_OK) {
        status = nav_mesh_forbid(mesh, (bool[]){true, false}, NULL);
    }
    if (status == NAV_OK) {
        status = nav_model_new(mem, &model);
    }
    if (status == NAV_OK) {
        status = nav_model_read_obj(model, obj, sizeof obj - 1, NULL, NULL);
    }
    if (status == NAV_OK) {
        status = nav_bake_model(model, &how, &options, mem, &floors, NULL, NULL,
                                NULL);
    }
    nav_mesh_free(mesh);
    nav_mesh_free(floors);
    nav_shape_free(shape);
    nav_model_free(model);
    return status;
}

START_TEST(test_baking_areas_survives_failed_allocations)
{
    ck_assert_uint_ge(nav_test_fail_allocations(bake_with, NULL), 30);
}
END_TEST

Suite *nav_test_areas(void)
{
    Suite *suite = suite_create("areas");
    TCase *cases = tcase_create("areas");
    tcase_add_test(cases, test_names_are_utf8_without_control_characters);
    tcase_add_loop_test(cases, test_ranks_are_those_of_a_plain_search, 0, 5);
    tcase_add_test(cases, test_a_name_means_areas_that_have_it_as_a_part);
    tcase_add_loop_test(
        cases, test_the_last_polygon_that_holds_a_place_gives_its_area, 0, 20);
    tcase_add_test(cases, test_polygons_of_one_area_merge_and_others_do_not);
    tcase_add_test(cases, test_an_area_that_is_covered_has_no_name);
    tcase_add_test(cases, test_geojson_names_the_polygons_of_a_feature);
    tcase_add_test(cases, test_json_that_names_no_area_is_refused);
    tcase_add_test(cases, test_names_of_a_model_are_put_together);
    tcase_add_test(cases, test_a_name_too_long_is_refused_with_its_place);
    tcase_add_test(cases, test_faces_of_one_name_merge_whatever_it_is_made_of);
    tcase_add_test(cases, test_a_forbidden_area_is_as_if_it_were_not_there);
    tcase_add_loop_test(cases, test_areas_come_back_from_a_file, 0, 10);
    tcase_add_test(cases, test_a_mesh_keeps_its_areas_when_it_grows);
    tcase_add_test(cases,
                   test_any_byte_of_the_section_is_refused_or_a_valid_mesh);
    tcase_add_test(cases, test_areas_survive_failed_allocations);
    tcase_add_test(cases, test_baking_areas_survives_failed_allocations);
    suite_add_tcase(suite, cases);
    return suite;
}
