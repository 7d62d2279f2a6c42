// test_offmesh.c - links: lists, meshes with links, and paths over them whose
// cost is known.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "mesh/closing.h"
#include "mesh_support.h"
#include "suites.h"

// Relative difference of costs that rounding may make.
#define COST_TOLERANCE 1e-9

static const nav_path_options exact = {.search = NAV_SEARCH_OPTIMAL};

// ---------------------------------------------------------------------------
// Named cases
// ---------------------------------------------------------------------------

// Two squares with a gap between them, 4 wide.
#define TWO_SQUARES                                                            \
    "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"                    \
    "{\"outer\":[[8,0],[12,0],[12,4],[8,4]]}]"

typedef struct opened {
    nav_mesh *mesh;
    nav_query *query;
} opened;

static opened open_map(const char *json)
{
    opened o = {nav_test_bake_json(json), NULL};
    ck_assert_int_eq(nav_query_new(o.mesh, NULL, &o.query), NAV_OK);
    return o;
}

static void close_map(opened o)
{
    nav_query_free(o.query);
    nav_mesh_free(o.mesh);
}

static nav_path ask(opened o, nav_vec2 a, nav_vec2 b, nav_path_options options)
{
    nav_path path;
    ck_assert_int_eq(nav_query_path(o.query, a, b, &options, &path, NULL),
                     NAV_OK);
    return path;
}

START_TEST(test_a_link_bridges_a_gap)
{
    opened o = open_map(TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2],"
                                    "\"kind\":\"jump\"}]}");
    nav_path path = ask(o, (nav_vec2){1, 2}, (nav_vec2){11, 2}, exact);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_double_eq(path.length, 10);
    ck_assert_double_eq(path.cost, 10);
    ck_assert(path.optimal);
    // Both ends are waypoints, though the way is straight.
    ck_assert_uint_eq(path.waypoint_count, 4);
    ck_assert_double_eq(path.waypoints[1].x, 4);
    ck_assert_double_eq(path.waypoints[2].x, 8);
    ck_assert_uint_eq(path.portal_count, 1);
    ck_assert_uint_eq(path.link_count, 1);
    ck_assert_uint_eq(path.links[0].link, 0);
    ck_assert(!path.links[0].backward);
    ck_assert_str_eq(nav_mesh_link(o.mesh, 0).kind, "jump");
    ck_assert(nav_mesh_link(o.mesh, 0).cost == 4);
    path = ask(o, (nav_vec2){11, 2}, (nav_vec2){1, 2}, exact);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert(path.links[0].backward);
    close_map(o);
}
END_TEST

START_TEST(test_a_link_one_way_leads_nowhere_back)
{
    opened o = open_map(TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2],"
                                    "\"oneway\":true,\"cost\":7}]}");
    nav_path path = ask(o, (nav_vec2){1, 2}, (nav_vec2){11, 2}, exact);
    ck_assert_double_eq(path.cost, 13);
    path = ask(o, (nav_vec2){11, 2}, (nav_vec2){1, 2}, exact);
    ck_assert_int_eq(path.status, NAV_PATH_UNREACHABLE);
    ck_assert_uint_eq(path.expanded, 0);
    path = ask(o, (nav_vec2){11, 1}, (nav_vec2){1, 2},
               (nav_path_options){.partial = true});
    ck_assert_int_eq(path.status, NAV_PATH_PARTIAL);
    ck_assert_double_eq(path.end.x, 8);
    ck_assert_double_eq(path.end.y, 2);
    ck_assert_double_eq(path.snap_end, 7);
    ck_assert_str_eq(nav_path_status_name(path.status), "partial");
    close_map(o);
}
END_TEST

START_TEST(test_links_in_a_row_are_taken_without_a_step_between)
{
    // From corner to corner of the squares and back to where the first began;
    // at (4, 0) three of them meet.
    opened o = open_map(TWO_SQUARES
                        ",\"links\":[{\"from\":[0,0],\"to\":[4,0],\"cost\":0},"
                        "{\"from\":[4,0],\"to\":[8,4],\"cost\":0.5},"
                        "{\"from\":[8,4],\"to\":[12,0],\"cost\":0}]}");
    nav_path path = ask(o, (nav_vec2){0, 0}, (nav_vec2){12, 0}, exact);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_double_eq(path.cost, 0.5);
    ck_assert_uint_eq(path.link_count, 3);
    ck_assert_uint_eq(path.waypoint_count, 4);
    ck_assert(nav_test_is_close(path.length, 4 + 2 * sqrt(32), COST_TOLERANCE));
    close_map(o);
}
END_TEST

START_TEST(test_a_dear_link_is_left_and_a_cheap_one_taken)
{
    static const char *const costs[] = {"3.9", "4", "4.1"};
    char json[400];
    (void)snprintf(json, sizeof json,
                   "{\"polygons\":[{\"outer\":[[0,0],[9,0],[9,9],[0,9]]}],"
                   "\"links\":[{\"from\":[2,1],\"to\":[6,1],\"cost\":%s}]}",
                   costs[_i]);
    opened o = open_map(json);
    nav_path path = ask(o, (nav_vec2){1, 1}, (nav_vec2){8, 1}, exact);
    // Of equals the one with fewer links.
    ck_assert_uint_eq(path.link_count, _i == 0 ? 1 : 0);
    ck_assert_double_eq(path.cost, _i == 0 ? 1 + 3.9 + 2 : 7);
    ck_assert_double_eq(path.length, 7);
    close_map(o);
}
END_TEST

START_TEST(test_links_with_an_end_off_the_mesh_are_dropped_and_told)
{
    opened o =
        open_map(TWO_SQUARES ",\"links\":[{\"from\":[5,2],\"to\":[8,2]},"
                             "{\"from\":[1,1],\"to\":[9,3],\"kind\":\"b\"},"
                             "{\"from\":[1,1],\"to\":[4.5,2],\"kind\":\"a\"},"
                             "{\"from\":[1,1],\"to\":[9,2],\"kind\":\"b\"}]}");
    ck_assert_uint_eq(nav_mesh_link_count(o.mesh), 2);
    ck_assert_double_eq(nav_mesh_link(o.mesh, 0).to.y, 3);
    ck_assert_str_eq(nav_mesh_link(o.mesh, 1).kind, "b");
    ck_assert_ptr_eq(nav_mesh_link(o.mesh, 0).kind,
                     nav_mesh_link(o.mesh, 1).kind);
    close_map(o);
}
END_TEST

START_TEST(test_links_stay_when_the_mesh_grows)
{
    opened o = open_map(TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2],"
                                    "\"kind\":\"jump\"}]}");
    nav_query_free(o.query);
    nav_mesh_size size = {100, 200, 300};
    ck_assert_int_eq(nav_mesh_grow(o.mesh, size, NULL), NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(o.mesh, NULL), NAV_OK);
    ck_assert_int_eq(nav_query_new(o.mesh, NULL, &o.query), NAV_OK);
    nav_path path = ask(o, (nav_vec2){1, 2}, (nav_vec2){11, 2}, exact);
    ck_assert_uint_eq(path.link_count, 1);
    ck_assert_str_eq(nav_mesh_link(o.mesh, 0).kind, "jump");
    close_map(o);
}
END_TEST

START_TEST(test_a_link_to_a_closed_polygon_leads_nowhere)
{
    opened o = open_map(TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2]},"
                                    "{\"from\":[0,0],\"to\":[0,1]}]}");
    nav_query_free(o.query);
    bool close[2] = {false, false};
    close[nav_mesh_link(o.mesh, 0).to_polygon] = true;
    ck_assert_int_eq(nav_mesh_close_polygons(o.mesh, close, NULL), NAV_OK);
    ck_assert_int_eq(nav_query_new(o.mesh, NULL, &o.query), NAV_OK);
    nav_path path = ask(o, (nav_vec2){1, 2}, (nav_vec2){11, 2}, exact);
    ck_assert_int_eq(path.status, NAV_PATH_END_OFF_MESH);
    path = ask(o, (nav_vec2){1, 2}, (nav_vec2){3, 2},
               (nav_path_options){.partial = true});
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_double_eq(path.cost, 2);
    close_map(o);
}
END_TEST

typedef struct told {
    size_t count;
    nav_link_warning last;
} told;

static void tell(void *context, const nav_link_warning *warning)
{
    told *t = context;
    t->count++;
    t->last = *warning;
}

// ---------------------------------------------------------------------------
// Floors
// ---------------------------------------------------------------------------

// Two floors one over the other, 3 apart, and a third beside the upper one.
static const char floors[] = "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\n"
                             "v 0 3 0\nv 4 3 0\nv 4 3 4\nv 0 3 4\n"
                             "v 6 3 0\nv 9 4 0\nv 9 4 4\nv 6 3 4\n"
                             "f 1 2 3 4\nf 5 6 7 8\nf 9 10 11 12\n";

static opened open_floors(const char *links, told *told_links,
                          nav_bake_report *report)
{
    nav_model *model = NULL;
    nav_link_list *list = NULL;
    nav_bake_options options = nav_bake_options_default();
    nav_model_options how = nav_model_options_default();
    opened o = {NULL, NULL};
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    ck_assert_int_eq(
        nav_model_read_obj(model, floors, strlen(floors), NULL, NULL), NAV_OK);
    ck_assert_int_eq(
        nav_link_list_read_json(list, links, strlen(links), true, NULL),
        NAV_OK);
    options.links = list;
    options.warn_link = tell;
    options.warn_context = told_links;
    ck_assert_int_eq(nav_bake_model(model, &how, &options, NULL, &o.mesh, NULL,
                                    report, NULL),
                     NAV_OK);
    nav_link_list_free(list);
    nav_model_free(model);
    ck_assert_int_eq(nav_query_new(o.mesh, NULL, &o.query), NAV_OK);
    return o;
}

static nav_path ask_in_space(opened o, nav_vec3 a, nav_vec3 b,
                             nav_path_options options)
{
    nav_path path;
    nav_point from = {{a.x, a.z}, NAV_FLOOR_NEAREST, a.y};
    nav_point to = {{b.x, b.z}, NAV_FLOOR_NEAREST, b.y};
    ck_assert_int_eq(
        nav_query_path_at(o.query, from, to, &options, &path, NULL), NAV_OK);
    return path;
}

START_TEST(test_a_lift_leads_to_the_floor_above)
{
    told t = {0};
    nav_bake_report report;
    opened o = open_floors("[{\"from\":[1,0,1],\"to\":[1,2.5,1]},"
                           "{\"from\":[4,3,2],\"to\":[6,3,2],\"cost\":9},"
                           "{\"from\":[1,0,1],\"to\":[5,3,2]}]",
                           &t, &report);
    ck_assert_uint_eq(report.links_given, 3);
    ck_assert_uint_eq(report.links_dropped, 1);
    ck_assert_uint_eq(t.count, 1);
    ck_assert_uint_eq(t.last.link, 2);
    ck_assert(!t.last.at_start);
    ck_assert_double_eq(t.last.at.x, 5);
    ck_assert_double_eq(nav_mesh_link(o.mesh, 0).to_height, 3);
    ck_assert_double_eq(nav_mesh_link(o.mesh, 0).cost, 0);
    nav_path path = ask_in_space(o, (nav_vec3){1, 0, 2}, (nav_vec3){9, 4, 2},
                                 (nav_path_options){.crossings = true});
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    // The two ends of the lift are one place in plan, but not in space.
    ck_assert_uint_eq(path.waypoint_count, 6);
    ck_assert_uint_eq(path.link_count, 2);
    ck_assert_uint_eq(path.links[0].waypoint, 1);
    ck_assert_double_eq(path.heights[1], 0);
    ck_assert_double_eq(path.heights[2], 3);
    ck_assert_double_eq(path.portals[1].left_height, 3);
    double walk = 1 + sqrt(10) + 3, climb = 1 + 3 + sqrt(10) + 2 + sqrt(10);
    ck_assert(nav_test_is_close(path.cost, walk + 9, COST_TOLERANCE));
    ck_assert(nav_test_is_close(path.length, walk + 2, COST_TOLERANCE));
    ck_assert(nav_test_is_close(path.length3d, climb, COST_TOLERANCE));
    close_map(o);
}
END_TEST

// Lays a box over the floor below alone, where it holds `at`.
static nav_carving *block_below(nav_mesh *mesh, nav_obstacles **set,
                                nav_vec2 at)
{
    nav_carving *carving = NULL;
    nav_obstacle_spec box = {
        .kind = NAV_OBSTACLE_BOX,
        .box = {{at.x - 0.25, at.y - 0.25}, {at.x + 0.25, at.y + 0.25}},
        .has_heights = true,
        .low = -1,
        .high = 1};
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, set, NULL), NAV_OK);
    ck_assert_int_eq(nav_obstacles_add(*set, &box, NULL, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, *set, NULL, &carving, NULL), NAV_OK);
    return carving;
}

// A link from the floor below is not taken for one from that above while its
// end is in an obstacle, and stays itself next to one, in a polygon cut anew.
START_TEST(test_an_obstacle_on_an_end_stops_a_link_on_its_floor)
{
    static const struct {
        nav_vec2 at;
        nav_path_status status;
    } rows[] = {{{1, 1}, NAV_PATH_UNREACHABLE},
                {{1.25, 1}, NAV_PATH_OK}, // the end is on its outline
                {{2, 2}, NAV_PATH_OK}};
    told t = {0};
    opened o =
        open_floors("[{\"from\":[1,0,1],\"to\":[7,4,1],\"cost\":2}]", &t, NULL);
    nav_obstacles *set = NULL;
    const nav_vec3 below = {3, 0, 3}, above = {3, 3, 3}, beside = {8, 4, 3};
    nav_path path = ask_in_space(o, below, beside, exact);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_uint_eq(path.link_count, 1);
    nav_carving *carving = block_below(o.mesh, &set, rows[_i].at);
    ck_assert_int_eq(nav_mesh_validate(o.mesh, NULL), NAV_OK);
    path = ask_in_space(o, below, beside, exact);
    ck_assert_int_eq(path.status, rows[_i].status);
    path = ask_in_space(o, above, beside, exact);
    ck_assert_int_eq(path.status, NAV_PATH_UNREACHABLE);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    path = ask_in_space(o, below, beside, exact);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    close_map(o);
}
END_TEST

START_TEST(test_a_partial_path_ends_nearest_in_space_or_in_plan)
{
    told t = {0};
    nav_bake_report report;
    nav_path_options options = {.partial = true};
    opened o = open_floors("[]", &t, &report);
    // From the lower floor to the one beside the upper one.
    nav_path path =
        ask_in_space(o, (nav_vec3){1, 0, 2}, (nav_vec3){6, 3, 1}, options);
    ck_assert_int_eq(path.status, NAV_PATH_PARTIAL);
    ck_assert_double_eq(path.end.x, 4);
    ck_assert_double_eq(path.end_height, 0);
    ck_assert(nav_test_is_close(path.snap_end, sqrt(4 + 9), COST_TOLERANCE));
    // To the upper floor: straight below the goal; in plan that is no distance.
    path = ask_in_space(o, (nav_vec3){1, 0, 2}, (nav_vec3){3, 3, 1}, options);
    ck_assert_double_eq(path.end.x, 3);
    ck_assert_double_eq(path.end_height, 0);
    ck_assert_double_eq(path.snap_end, 3);
    nav_point from = {{1, 2}, NAV_FLOOR_LOWEST, 0};
    nav_point to = {{3, 1}, NAV_FLOOR_HIGHEST, 0};
    ck_assert_int_eq(
        nav_query_path_at(o.query, from, to, &options, &path, NULL), NAV_OK);
    ck_assert_int_eq(path.status, NAV_PATH_PARTIAL);
    ck_assert_double_eq(path.end_height, 0);
    ck_assert_double_eq(path.snap_end, 0);
    close_map(o);
}
END_TEST

// ---------------------------------------------------------------------------
// Lists
// ---------------------------------------------------------------------------

typedef struct bad_links {
    const char *json;
    nav_status status;
    size_t line, column;
    const char *message;
} bad_links;

static const bad_links bad[] = {
    {"", NAV_SYNTAX, 1, 1, "the file is empty"},
    {"[\n{]", NAV_SYNTAX, 2, 2, "malformed JSON"},
    {"[] []", NAV_SYNTAX, 1, 4, "unexpected text after the JSON value"},
    {"{}", NAV_SYNTAX, 0, 0, "links must be a list of objects"},
    {"[3]", NAV_SYNTAX, 0, 0, "link 0: expected an object"},
    {"[{\"to\":[1,1]}]", NAV_SYNTAX, 0, 0,
     "link 0: \"from\" must be a point [x, y]"},
    {"[{\"from\":[1,1]}]", NAV_SYNTAX, 0, 0,
     "link 0: \"to\" must be a point [x, y]"},
    {"[{\"from\":[1,1],\"to\":[1]}]", NAV_SYNTAX, 0, 0,
     "link 0: \"to\" must be a point [x, y]"},
    {"[{\"from\":[1,\"1\"],\"to\":[1,1]}]", NAV_SYNTAX, 0, 0,
     "link 0: \"from\" must be a point [x, y]"},
    {"[{\"from\":[1,1,1,\"1\"],\"to\":[1,1]}]", NAV_SYNTAX, 0, 0,
     "link 0: \"from\" must be a point [x, y]"},
    {"[{\"from\":[1,1],\"to\":[1,2]},{\"from\":[1,1],\"to\":[1,1e999]}]",
     NAV_RANGE, 0, 0,
     "link 1: \"to\": coordinate is not finite or not within 1e-100 .. 1e100 "
     "in size"},
    {"[{\"from\":[1e-101,1],\"to\":[1,1]}]", NAV_RANGE, 0, 0,
     "link 0: \"from\": coordinate is not finite or not within 1e-100 .. 1e100 "
     "in size"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"cost\":-1}]", NAV_RANGE, 0, 0,
     "link 0: \"cost\" must be a number from 0 to 4e100"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"cost\":1e999}]", NAV_RANGE, 0, 0,
     "link 0: \"cost\" must be a number from 0 to 4e100"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"cost\":\"1\"}]", NAV_SYNTAX, 0, 0,
     "link 0: \"cost\" must be a number"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"oneway\":1}]", NAV_SYNTAX, 0, 0,
     "link 0: \"oneway\" must be true or false"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"kind\":1}]", NAV_SYNTAX, 0, 0,
     "link 0: \"kind\" must be a word"},
    {"[{\"from\":[1,1],\"to\":[1,2],\"kind\":\"\"}]", NAV_SYNTAX, 0, 0,
     "link 0: \"kind\" must be a word"},
};

START_TEST(test_what_is_wrong_with_a_link_is_named)
{
    const bad_links *b = &bad[_i];
    nav_link_list *list = NULL;
    nav_error error = {0};
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    nav_status status =
        nav_link_list_read_json(list, b->json, strlen(b->json), false, &error);
    ck_assert_msg(status == b->status && error.status == status &&
                      error.line == b->line && error.column == b->column &&
                      strcmp(error.message, b->message) == 0,
                  "%s: %zu:%zu: %s", b->json, error.line, error.column,
                  error.message);
    nav_link_list_free(list);
}
END_TEST

START_TEST(test_in_space_a_point_has_three_numbers)
{
    static const char *const points[] = {"[1,2]", "[1,2,3]", "[1,2,3,4]"};
    char json[200];
    nav_link_list *list = NULL;
    nav_error error = {0};
    (void)snprintf(json, sizeof json, "[{\"from\":[0,0,0],\"to\":%s}]",
                   points[_i]);
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    nav_status status =
        nav_link_list_read_json(list, json, strlen(json), true, &error);
    ck_assert_int_eq(status, _i == 1 ? NAV_OK : NAV_SYNTAX);
    ck_assert_uint_eq(nav_link_list_count(list), _i == 1 ? 1 : 0);
    ck_assert(
        _i == 1 ||
        strcmp(error.message, "link 0: \"to\" must be a point [x, y, z]") == 0);
    nav_link_list_free(list);
}
END_TEST

START_TEST(test_members_that_are_null_or_unknown_say_nothing)
{
    static const char json[] =
        "[{\"from\":[1,1,9],\"to\":[1,3],\"cost\":null,\"kind\":null,"
        "\"oneway\":null,\"note\":[1]}]";
    nav_link_list *list = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    ck_assert_int_eq(
        nav_link_list_read_json(list, json, sizeof json - 1, false, NULL),
        NAV_OK);
    ck_assert_uint_eq(nav_link_list_count(list), 1);
    nav_link_list_free(list);
    nav_link_list_free(NULL);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

static const char three_links[] = TWO_SQUARES
    ",\"links\":[{\"from\":[4,2],\"to\":[8,2],\"kind\":\"jump\"},"
    "{\"from\":[4,1],\"to\":[8,4],\"kind\":\"fly\",\"oneway\":true},"
    "{\"from\":[8,4],\"to\":[12,4],\"cost\":1}]}";

// From the one square to the other or back.
static nav_status ask_across(nav_query *query, bool back)
{
    static const nav_vec2 a = {0, 1}, b = {12, 3};
    nav_path path;
    nav_path_options partial = {.partial = true};
    return nav_query_path(query, back ? b : a, back ? a : b, &partial, &path,
                          NULL);
}

// Reads, bakes and asks.
static nav_status use_links(const nav_allocator *mem, const void *json)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_query *query = NULL;
    nav_bake_options options = nav_bake_options_default();
    nav_status status = nav_shape_new(mem, &shape);
    if (status == NAV_OK) {
        status = nav_shape_read_json(shape, json, strlen(json), NULL);
    }
    if (status == NAV_OK) {
        status = nav_bake(shape, &options, mem, &mesh, NULL, NULL);
    }
    if (status == NAV_OK) {
        status = nav_query_new(mesh, mem, &query);
    }
    for (int back = 0; back < 2 && status == NAV_OK; back++) {
        status = ask_across(query, back);
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
    nav_shape_free(shape);
    return status;
}

// Asks for a path that ends where it can.
static nav_status ask_back(const nav_allocator *mem, const void *mesh)
{
    nav_query *query = NULL;
    nav_status status = nav_query_new(mesh, mem, &query);
    if (status == NAV_OK) {
        status = ask_across(query, true);
    }
    nav_query_free(query);
    return status;
}

static nav_status list_links(const nav_allocator *mem, const void *unused)
{
    (void)unused;
    nav_link_list *list = NULL;
    const nav_link_input link = {.from = {0, 0, 0}, .to = {1, 1, 0}};
    nav_status status = nav_link_list_new(mem, &list);
    if (status == NAV_OK) {
        status = nav_link_list_add(list, &link, NULL);
    }
    nav_link_list_free(list);
    return status;
}

START_TEST(test_every_failed_allocation_is_survived)
{
    ck_assert_uint_eq(nav_test_fail_allocations(list_links, NULL), 2);
    ck_assert_uint_ge(nav_test_fail_allocations(use_links, three_links), 20);
    nav_mesh *mesh = nav_test_bake_json(
        TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2],"
                    "\"oneway\":true}]}");
    ck_assert_uint_ge(nav_test_fail_allocations(ask_back, mesh), 20);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_offmesh(void)
{
    Suite *suite = suite_create("offmesh");
    TCase *tc = tcase_create("cases");
    tcase_add_test(tc, test_a_link_bridges_a_gap);
    tcase_add_test(tc, test_a_link_one_way_leads_nowhere_back);
    tcase_add_test(tc, test_links_in_a_row_are_taken_without_a_step_between);
    tcase_add_loop_test(tc, test_a_dear_link_is_left_and_a_cheap_one_taken, 0,
                        3);
    tcase_add_test(tc,
                   test_links_with_an_end_off_the_mesh_are_dropped_and_told);
    tcase_add_test(tc, test_links_stay_when_the_mesh_grows);
    tcase_add_test(tc, test_a_link_to_a_closed_polygon_leads_nowhere);
    tcase_add_test(tc, test_a_lift_leads_to_the_floor_above);
    tcase_add_loop_test(
        tc, test_an_obstacle_on_an_end_stops_a_link_on_its_floor, 0, 3);
    tcase_add_test(tc, test_a_partial_path_ends_nearest_in_space_or_in_plan);
    suite_add_tcase(suite, tc);
    tc = tcase_create("lists");
    tcase_add_loop_test(tc, test_what_is_wrong_with_a_link_is_named, 0,
                        sizeof bad / sizeof bad[0]);
    tcase_add_loop_test(tc, test_in_space_a_point_has_three_numbers, 0, 3);
    tcase_add_test(tc, test_members_that_are_null_or_unknown_say_nothing);
    tcase_add_test(tc, test_every_failed_allocation_is_survived);
    suite_add_tcase(suite, tc);
    return suite;
}
