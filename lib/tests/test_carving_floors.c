// test_carving_floors.c - obstacles laid over floors.
//
// A grid is carved flat and raised; what is cut out, and the paths around it,
// are to be the same.
#include "mesh/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "carving_support.h"
#include "mesh_support.h"
#include "suites.h"

enum { CELLS = 5, UPSTAIRS = 100 };

typedef enum floors {
    HILLS,   // any heights
    SLOPE,   // one plane
    DOUBLED, // hills, and a third of the polygons twice
    STACKED, // hills, and all of them a second time upstairs
    KINDS
} floors;

static double height_at(floors kind, nav_vec2 p, nav_test_random *random)
{
    return kind == SLOPE ? p.x / 4 - p.y / 8 : nav_test_random_below(random, 8);
}

// The polygons of a flat mesh as floors.
static nav_mesh *raise(const nav_mesh *flat, floors kind,
                       nav_test_random *random)
{
    uint32_t vertices = flat->info.vertices;
    uint32_t polygons = flat->info.polygons;
    uint32_t again = kind == DOUBLED   ? polygons / 3
                     : kind == STACKED ? polygons
                                       : 0;
    uint32_t up = kind == STACKED ? vertices : 0;
    nav_vec3 *vertex = malloc(2 * vertices * sizeof *vertex);
    uint32_t *corner = malloc(2 * flat->info.edges * sizeof *corner);
    uint32_t *counts = malloc(2 * polygons * sizeof *counts);
    ck_assert(vertex && corner && counts);
    for (uint32_t v = 0; v < vertices; v++) {
        nav_vec2 p = flat->vertex[v];
        double height = height_at(kind, p, random);
        vertex[v] = (nav_vec3){p.x, p.y, height};
        vertex[vertices + v] = (nav_vec3){p.x, p.y, height + UPSTAIRS};
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < polygons + again; i++) {
        uint32_t p = i % polygons;
        counts[i] = flat->first[p + 1] - flat->first[p];
        for (uint32_t e = flat->first[p]; e < flat->first[p + 1]; e++) {
            corner[used++] = flat->corner[e] + (i < polygons ? 0 : up);
        }
    }
    nav_mesh *made = nav_test_make_floors(vertex, vertices + up, corner, counts,
                                          polygons + again);
    free(vertex);
    free(corner);
    free(counts);
    return made;
}

// The same paths on a floor as on the flat mesh.
static void compare_floor(nav_query *floor, nav_query *flat, floors kind,
                          nav_floor which, nav_test_random *random)
{
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    for (int i = 0; i < ROOM_PAIRS; i++) {
        nav_point a = {.plan = nav_test_blocker_place(random, 2),
                       .floor = which};
        nav_point b = {.plan = nav_test_blocker_place(random, 2),
                       .floor = which};
        a.plan.x += 0.2893;
        a.plan.y += 0.1147;
        b.plan.x += 0.4071;
        b.plan.y += 0.3319;
        nav_path one;
        nav_path two;
        ck_assert_int_eq(nav_query_path_at(floor, a, b, &options, &one, NULL),
                         NAV_OK);
        ck_assert_int_eq(
            nav_query_path(flat, a.plan, b.plan, &options, &two, NULL), NAV_OK);
        bool off = two.status == NAV_PATH_START_OFF_MESH ||
                   two.status == NAV_PATH_END_OFF_MESH;
        if (kind == STACKED && which == NAV_FLOOR_LOWEST && off) {
            continue; // where there is no floor below, the lowest is upstairs
        }
        ck_assert_msg(one.status == two.status,
                      "(%g, %g) to (%g, %g): %s, flat %s", a.plan.x, a.plan.y,
                      b.plan.x, b.plan.y, nav_path_status_name(one.status),
                      nav_path_status_name(two.status));
        ck_assert_msg(nav_test_is_near(one.length, two.length, 1e-9),
                      "(%g, %g) to (%g, %g): %.17g, flat %.17g", a.plan.x,
                      a.plan.y, b.plan.x, b.plan.y, one.length, two.length);
    }
}

// On a plane, heights are what they were.
static void check_slope(nav_query *query, nav_test_random *random)
{
    for (int i = 0; i < ROOM_PAIRS; i++) {
        nav_vec2 p = nav_test_blocker_place(random, 0);
        nav_location at;
        ck_assert_int_eq(nav_query_locate(query, p, &at, NULL), NAV_OK);
        if (at.polygon == NAV_NONE) {
            return; // nothing is left
        }
        double height = at.point.x / 4 - at.point.y / 8;
        ck_assert_msg(fabs(at.height - height) < 1e-9, "%.17g, not %.17g",
                      at.height, height);
    }
}

typedef struct carved {
    nav_mesh *mesh;
    nav_obstacles *set;
    nav_carving *carving;
    nav_query *query;
} carved;

static carved carve(nav_mesh *mesh, const nav_test_blocker *list, size_t count,
                    bool downstairs)
{
    carved c = {.mesh = mesh};
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &c.set, NULL), NAV_OK);
    for (size_t i = 0; i < count; i++) {
        nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_POLYGON,
                                  .points = list[i].point,
                                  .point_count = list[i].count,
                                  .has_heights = downstairs,
                                  .low = -50,
                                  .high = 50};
        ck_assert_int_eq(nav_obstacles_add(c.set, &spec, NULL, NULL), NAV_OK);
    }
    ck_assert_int_eq(nav_carving_new(mesh, c.set, NULL, &c.carving, NULL),
                     NAV_OK);
    ck_assert_int_eq(nav_query_new(mesh, NULL, &c.query), NAV_OK);
    return c;
}

static void carved_free(carved *c)
{
    nav_query_free(c->query);
    nav_carving_free(c->carving);
    nav_obstacles_free(c->set);
    nav_mesh_free(c->mesh);
}

// What is cut out of floors is what is cut out of the plan; with a range of
// heights only downstairs.
START_TEST(test_floors_are_cut_as_the_plan_is)
{
    nav_test_random random = {.state = 9000 + (uint64_t)_i};
    floors kind = (floors)(_i % KINDS);
    nav_mesh *flat = nav_test_make_grid(&random, CELLS, CELLS, 1);
    nav_mesh *raised = raise(flat, kind, &random);
    nav_test_file before = nav_test_write_mesh(raised);
    double area = raised->info.area;
    nav_test_blocker list[4];
    size_t count = 1 + nav_test_random_below(&random, 4);
    for (size_t i = 0; i < count; i++) {
        list[i] = nav_test_draw_blocker(&random);
    }
    double flat_area = flat->info.area;
    carved one = carve(raised, list, count, kind == STACKED);
    carved two = carve(flat, list, count, false);
    ck_assert_int_eq(nav_mesh_validate(raised, NULL), NAV_OK);
    double removed = area - nav_mesh_get_info(raised).area;
    double expected = flat_area - nav_mesh_get_info(flat).area;
    if (kind != DOUBLED) {
        ck_assert_msg(fabs(removed - expected) < 1e-10, "%.17g, flat %.17g",
                      removed, expected);
    }
    compare_floor(one.query, two.query, kind, NAV_FLOOR_LOWEST, &random);
    if (kind == SLOPE) {
        check_slope(one.query, &random);
    }
    nav_carving_free(two.carving);
    two.carving = NULL;
    if (kind == STACKED) {
        compare_floor(one.query, two.query, kind, NAV_FLOOR_HIGHEST, &random);
    }
    nav_carving_free(one.carving);
    one.carving = NULL;
    nav_test_file after = nav_test_write_mesh(raised);
    nav_test_check_same(before, after);
    compare_floor(one.query, two.query, kind, NAV_FLOOR_LOWEST, &random);
    free(before.bytes);
    free(after.bytes);
    carved_free(&one);
    carved_free(&two);
}
END_TEST

Suite *nav_test_carving_floors(void)
{
    Suite *suite = suite_create("carving_floors");
    TCase *floors_case = tcase_create("floors");
    tcase_add_loop_test(floors_case, test_floors_are_cut_as_the_plan_is, 0,
                        400);
    suite_add_tcase(suite, floors_case);
    return suite;
}
