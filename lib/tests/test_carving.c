// test_carving.c - obstacles laid over a mesh against the same map baked with
// holes.
#include "mesh/overlay.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "carving_support.h"
#include "input/shape.h"
#include "mesh_support.h"
#include "suites.h"

// A square room with pillars; corners at integers.
static nav_shape *make_room(nav_test_random *random)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    const nav_vec2 outer[] = {
        {0, 0}, {ROOM_SIZE, 0}, {ROOM_SIZE, ROOM_SIZE}, {0, ROOM_SIZE}};
    ck_assert_int_eq(nav_shape_add_ring(shape, outer, 4, NULL), NAV_OK);
    for (uint32_t i = nav_test_random_below(random, 12); i > 0; i--) {
        nav_test_blocker hole = nav_test_draw_blocker(random);
        ck_assert_int_eq(
            nav_shape_add_ring(shape, hole.point, hole.count, NULL), NAV_OK);
    }
    return shape;
}

// A place near 2^52, where doubles are the integers.
static nav_vec2 far_off(nav_vec2 p)
{
    return (nav_vec2){p.x + 0x1p52, p.y + 0x1p52};
}

// Not on a line through integers that is bent where it crosses others: there
// rounding decides what is on the mesh.
static nav_vec3 random_end(nav_test_random *random)
{
    nav_vec2 at = nav_test_blocker_place(random, 0);
    return (nav_vec3){at.x + 0.2893, at.y + 0.1147, 0};
}

// Some links, of which some are one-way, or cost less than they are long.
static nav_link_list *draw_links(nav_test_random *random)
{
    nav_link_list *list = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    for (uint32_t i = nav_test_random_below(random, 7); i > 0; i--) {
        nav_link_input link = {.from = random_end(random),
                               .to = random_end(random),
                               .has_cost =
                                   nav_test_random_below(random, 2) == 0,
                               .cost = nav_test_random_below(random, ROOM_SIZE),
                               .oneway = nav_test_random_below(random, 3) == 0};
        ck_assert_int_eq(nav_link_list_add(list, &link, NULL), NAV_OK);
    }
    return list;
}

// Bakes the room less the blockers; NULL when nothing is left.  Baking drops
// links with an end in a nav_test_blocker.
static nav_mesh *bake(nav_test_random room, const nav_test_blocker *list,
                      size_t count, uint32_t max_verts)
{
    nav_shape *shape = make_room(&room);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].removed) {
            ck_assert_int_eq(
                nav_shape_add_ring(shape, list[i].point, list[i].count, NULL),
                NAV_OK);
        }
    }
    nav_bake_options options = nav_bake_options_default();
    options.max_verts = max_verts;
    nav_link_list *links = draw_links(&room);
    options.links = links;
    nav_mesh *mesh = NULL;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, NULL);
    nav_link_list_free(links);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    nav_shape_free(shape);
    return mesh;
}

// The same answers from both, for random pairs.
static void compare_paths(nav_query *carved, nav_query *baked,
                          nav_test_random *random, nav_search search)
{
    for (int i = 0; i < ROOM_PAIRS; i++) {
        nav_path_options options = {.search = search, .partial = i % 2 == 0};
        nav_vec2 a = nav_test_blocker_place(random, 2);
        nav_vec2 b = nav_test_blocker_place(random, 2);
        a.x += 0.2893;
        a.y += 0.1147;
        b.x += 0.4071;
        b.y += 0.3319;
        nav_path one;
        nav_path two;
        ck_assert_int_eq(nav_query_path(carved, a, b, &options, &one, NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_query_path(baked, a, b, &options, &two, NULL),
                         NAV_OK);
        ck_assert_msg(one.status == two.status,
                      "(%g, %g) to (%g, %g): %s, baked %s", a.x, a.y, b.x, b.y,
                      nav_path_status_name(one.status),
                      nav_path_status_name(two.status));
        ck_assert_msg(search != NAV_SEARCH_OPTIMAL ||
                          one.status == NAV_PATH_PARTIAL ||
                          nav_test_is_near(one.cost, two.cost, 1e-9),
                      "(%g, %g) to (%g, %g): %.17g, baked %.17g", a.x, a.y, b.x,
                      b.y, one.cost, two.cost);
        // Of places as near the one or the other may be chosen.
        ck_assert(one.status != NAV_PATH_PARTIAL ||
                  nav_test_is_near(one.snap_end, two.snap_end, 1e-9));
        nav_location here;
        nav_location there;
        ck_assert_int_eq(nav_query_locate(carved, a, &here, NULL), NAV_OK);
        ck_assert_int_eq(nav_query_locate(baked, a, &there, NULL), NAV_OK);
        ck_assert_msg(nav_test_is_near(here.distance, there.distance, 1e-9),
                      "(%g, %g) is off by %.17g, baked %.17g", a.x, a.y,
                      here.distance, there.distance);
    }
}

static void compare(const nav_mesh *carved, nav_query *query,
                    const nav_mesh *baked, nav_test_random *random)
{
    ck_assert_int_eq(nav_mesh_validate(carved, NULL), NAV_OK);
    nav_mesh_info info = nav_mesh_get_info(carved);
    if (!baked) {
        ck_assert_uint_eq(info.closed, info.polygons);
        return;
    }
    ck_assert_msg(nav_test_is_near(info.area, baked->info.area, 1e-12),
                  "area %.17g, baked %.17g", info.area, baked->info.area);
    ck_assert_uint_eq(info.closed < info.polygons, 1);
    nav_query *other = NULL;
    ck_assert_int_eq(nav_query_new(baked, NULL, &other), NAV_OK);
    compare_paths(query, other, random, NAV_SEARCH_OPTIMAL);
    compare_paths(query, other, random, NAV_SEARCH_MIDPOINT);
    nav_query_free(other);
}

static size_t add(nav_obstacles *set, const nav_test_blocker *b)
{
    nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_POLYGON,
                              .points = b->point,
                              .point_count = b->count};
    size_t number = SIZE_MAX;
    ck_assert_int_eq(nav_obstacles_add(set, &spec, &number, NULL), NAV_OK);
    return number;
}

enum { BLOCKERS_MOST = 24 };

// Adds, moves or takes away one.
static size_t change_one(nav_obstacles *set, nav_test_blocker *list,
                         size_t *count, nav_test_random *random)
{
    uint32_t what = nav_test_random_below(random, 3);
    if (*count == 0 || (what == 0 && *count < BLOCKERS_MOST)) {
        list[*count] = nav_test_draw_blocker(random);
        size_t number = add(set, &list[*count]);
        ck_assert_uint_eq(number, *count);
        ++*count;
        return number;
    }
    size_t i = nav_test_random_below(random, (uint32_t)*count);
    if (what == 1 && !list[i].removed) {
        nav_vec2 by = {(double)nav_test_random_below(random, 9) - 4,
                       (double)nav_test_random_below(random, 9) - 4};
        ck_assert_int_eq(nav_obstacles_move(set, i, by, NULL), NAV_OK);
        for (uint32_t k = 0; k < list[i].count; k++) {
            list[i].point[k].x += by.x;
            list[i].point[k].y += by.y;
        }
        return i;
    }
    list[i].removed = true;
    nav_obstacles_remove(set, i);
    return i;
}

// Many changes in turn; after each the mesh is as if baked anew, links
// included, and after the last it is what it was.
START_TEST(test_a_carved_mesh_is_like_one_baked_with_holes)
{
    nav_test_random random = {.state = 7000 + (uint64_t)_i};
    nav_test_random room = {.state = nav_test_random_bits(&random)};
    uint32_t max_verts = 3 + nav_test_random_below(&random, 14);
    nav_mesh *mesh = bake(room, NULL, 0, max_verts);
    if (!mesh) {
        return;
    }
    if (_i % 2 == 1) {
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    }
    nav_test_file before = nav_test_write_mesh(mesh);
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    nav_test_blocker list[BLOCKERS_MOST];
    size_t count = nav_test_random_below(&random, 6);
    for (size_t i = 0; i < count; i++) {
        list[i] = nav_test_draw_blocker(&random);
        (void)add(set, &list[i]);
    }
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    for (int round = 0; round < 12; round++) {
        nav_mesh *baked = bake(room, list, count, max_verts);
        compare(mesh, query, baked, &random);
        nav_mesh_free(baked);
        size_t number = change_one(set, list, &count, &random);
        ck_assert_int_eq(nav_carving_update(carving, number, NULL), NAV_OK);
    }
    nav_carving_free(carving);
    nav_test_file after = nav_test_write_mesh(mesh);
    nav_test_check_same(before, after);
    nav_mesh *baked = bake(room, NULL, 0, max_verts);
    compare(mesh, query, baked, &random);
    nav_mesh_free(baked);
    free(before.bytes);
    free(after.bytes);
    nav_query_free(query);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Areas
// ---------------------------------------------------------------------------

// A room with areas that are boxes, less the blockers.
static nav_mesh *bake_areas(nav_test_random room, const nav_test_blocker *list,
                            size_t count)
{
    static const char *const names[] = {"", "a", "b", "c"};
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    nav_obstacles *set = nav_shape_obstacles(shape);
    for (uint32_t i = 0; i < 9; i++) {
        nav_vec2 p = nav_test_blocker_place(&room, 0);
        nav_vec2 q = {p.x + 5 + nav_test_random_below(&room, 30),
                      p.y + 5 + nav_test_random_below(&room, 30)};
        p = i == 0 ? (nav_vec2){0, 0} : p;
        q = i == 0 ? (nav_vec2){ROOM_SIZE, ROOM_SIZE} : q;
        const nav_vec2 ring[] = {p, {q.x, p.y}, q, {p.x, q.y}};
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_add_ring(shape, ring, 4, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_set_area(shape, names[i % 4], NULL), NAV_OK);
    }
    for (size_t i = 0; i < count; i++) {
        (void)add(set, &list[i]);
    }
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, NULL);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    nav_shape_free(shape);
    return mesh;
}

static nav_query *query_with_costs(const nav_mesh *mesh)
{
    static const struct {
        const char *name;
        double cost;
    } costs[] = {{"a", 3}, {"b", 0.25}};
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        for (size_t k = 0; k < 2; k++) {
            if (nav_mesh_area_is(mesh, i, costs[k].name)) {
                ck_assert_int_eq(
                    nav_query_set_cost(query, i, costs[k].cost, NULL), NAV_OK);
            }
        }
    }
    return query;
}

static bool is_of_area(const nav_mesh *mesh, nav_poly_id polygon,
                       const char *name)
{
    uint32_t area = nav_mesh_polygon_area(mesh, polygon);
    return area != NAV_NONE && nav_mesh_area_is(mesh, area, name);
}

// Places are of the same areas, and the bound of each mesh holds for the ways
// of the other.
static void compare_areas(const nav_mesh *carved, nav_query *query,
                          const nav_mesh *baked, nav_test_random *random)
{
    nav_query *other = query_with_costs(baked);
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    for (int i = 0; i < 6; i++) {
        nav_vec3 a = random_end(random), b = random_end(random);
        nav_vec2 from = {a.x, a.y}, to = {b.x + 0.1178, b.y + 0.2172};
        nav_path one, two;
        ck_assert_int_eq(nav_query_path(query, from, to, &options, &one, NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_query_path(other, from, to, &options, &two, NULL),
                         NAV_OK);
        ck_assert_int_eq(one.status, two.status);
        if (one.status != NAV_PATH_OK) {
            continue;
        }
        ck_assert(one.bound <= two.cost * (1 + 1e-9));
        ck_assert(two.bound <= one.cost * (1 + 1e-9));
        static const char *const names[] = {"a", "b", "c"};
        for (int k = 0; k < 3; k++) {
            const char *name = names[k];
            ck_assert(is_of_area(carved, one.start_polygon, name) ==
                      is_of_area(baked, two.start_polygon, name));
            ck_assert(is_of_area(carved, one.end_polygon, name) ==
                      is_of_area(baked, two.end_polygon, name));
        }
    }
    nav_query_free(other);
}

START_TEST(test_areas_stay_while_a_mesh_is_carved)
{
    nav_test_random random = {.state = 5000 + (uint64_t)_i};
    nav_test_random room = {.state = nav_test_random_bits(&random)};
    nav_mesh *mesh = bake_areas(room, NULL, 0);
    nav_test_file before = nav_test_write_mesh(mesh);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    nav_query *query = query_with_costs(mesh), *plain = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &plain), NAV_OK);
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    nav_test_blocker list[4];
    for (size_t count = 0; count < 4; count++) {
        list[count] = nav_test_draw_blocker(&random);
        size_t number = add(set, &list[count]);
        ck_assert_int_eq(nav_carving_update(carving, number, NULL), NAV_OK);
        ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
        nav_mesh *baked = bake_areas(room, list, count + 1);
        if (baked) {
            compare_areas(mesh, query, baked, &random);
            compare(mesh, plain, baked, &random);
        }
        nav_mesh_free(baked);
    }
    nav_carving_free(carving);
    nav_test_file after = nav_test_write_mesh(mesh);
    nav_test_check_same(before, after);
    free(before.bytes);
    free(after.bytes);
    nav_query_free(query);
    nav_query_free(plain);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Long scenarios
// ---------------------------------------------------------------------------

enum { MOVES = 6000, WALKERS = 6 };

// Obstacles that move in turn for long leave polygons out of use between those
// in use: neither these nor what queries have to follow add up.
START_TEST(test_a_long_scenario_takes_no_more_memory)
{
    nav_test_random random = {.state = 77};
    nav_test_random room = {.state = 78};
    nav_mesh *mesh = bake(room, NULL, 0, 6);
    ck_assert_ptr_nonnull(mesh);
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    nav_test_blocker list[WALKERS];
    for (size_t i = 0; i < WALKERS; i++) {
        list[i] = (nav_test_blocker){.count = 3};
        nav_vec2 at = nav_test_blocker_place(&random, 0);
        list[i].point[0] = at;
        list[i].point[1] = (nav_vec2){at.x + 3, at.y};
        list[i].point[2] = (nav_vec2){at.x, at.y + 2};
        (void)add(set, &list[i]);
    }
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    uint32_t most = 0;
    for (uint32_t n = 0; n < MOVES; n++) {
        nav_test_blocker *b = &list[n % WALKERS];
        nav_vec2 by = {b->point[0].x < ROOM_SIZE / 2 ? 1 : -1,
                       b->point[0].y < ROOM_SIZE / 2 ? 2 : -2};
        ck_assert_int_eq(nav_obstacles_move(set, n % WALKERS, by, NULL),
                         NAV_OK);
        for (uint32_t k = 0; k < b->count; k++) {
            b->point[k].x += by.x;
            b->point[k].y += by.y;
        }
        ck_assert_int_eq(nav_carving_update(carving, n % WALKERS, NULL),
                         NAV_OK);
        most = mesh->info.polygons > most ? mesh->info.polygons : most;
        ck_assert_uint_le(mesh->overlay->changes, mesh->info.polygons);
        if (n % 500 == 499) {
            nav_mesh *baked = bake(room, list, WALKERS, 6);
            compare(mesh, query, baked, &random);
            nav_mesh_free(baked);
        }
    }
    // As many as carving.c lets pile up, at most.
    ck_assert_uint_le(most, mesh->overlay->base.polygons + 1024 + 5 * 200);
    nav_query_free(query);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

enum { TEETH = 1500, WIDTH = 20 };

// A comb along the lower side of the room: no two of its gaps are one polygon.
static size_t add_comb(nav_obstacles *set)
{
    static nav_vec2 point[2 * TEETH + 2];
    size_t count = 0;
    double width = (double)WIDTH / (2 * TEETH + 1);
    for (int i = 0; i < 2 * TEETH; i++) {
        point[count++] = (nav_vec2){i * width, i % 2 ? 1 : 2 - i % 3 * 0.25};
    }
    point[count++] = (nav_vec2){WIDTH, -1};
    point[count++] = (nav_vec2){0, -1};
    nav_obstacle_spec spec = {
        .kind = NAV_OBSTACLE_POLYGON, .points = point, .point_count = count};
    size_t number = SIZE_MAX;
    ck_assert_int_eq(nav_obstacles_add(set, &spec, &number, NULL), NAV_OK);
    return number;
}

// One with many corners comes and goes; the polygons that it leaves behind lie
// before those of a small one, which stays.
START_TEST(test_what_a_large_obstacle_leaves_is_cleared_away)
{
    nav_test_random random = {.state = 5};
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[20,0],[20,20],[0,20]],"
                                        "[[8,9],[12,9],[12,10],[8,10]]]");
    nav_mesh *baked = nav_test_bake_json("[[[0,0],[20,0],[20,20],[0,20]],"
                                         "[[8,9],[12,9],[12,10],[8,10]],"
                                         "[[9,15],[11,15],[10,17]]]");
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    size_t comb = add_comb(set);
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_uint_gt(mesh->info.polygons, 1100);
    const nav_test_blocker small = {.point = {{9, 15}, {11, 15}, {10, 17}},
                                    .count = 3};
    size_t number = add(set, &small);
    ck_assert_int_eq(nav_carving_update(carving, number, NULL), NAV_OK);
    nav_obstacles_remove(set, comb);
    ck_assert_int_eq(nav_carving_update(carving, comb, NULL), NAV_OK);
    ck_assert_uint_lt(mesh->info.polygons, 64);
    compare(mesh, query, baked, &random);
    nav_query_free(query);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(baked);
    nav_mesh_free(mesh);
}
END_TEST

// Far from the origin numbers are a unit apart, and crossings are rounded
// across the sides of polygons that no obstacle reaches: these have to be cut
// as well.
START_TEST(test_crossings_may_be_rounded_across_a_side)
{
    enum { BLOCKERS = 8 };
    nav_test_random random = {.state = (uint64_t)_i};
    nav_shape *shape = make_room(&random);
    for (size_t i = 0; i < shape->point_count; i++) {
        shape->points[i] = far_off(shape->points[i]);
    }
    nav_bake_options options = nav_bake_options_default();
    options.merge = false;
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_test_file before = nav_test_write_mesh(mesh);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    for (int i = 0; i < BLOCKERS; i++) {
        nav_test_blocker b = nav_test_draw_blocker(&random);
        for (uint32_t k = 0; k < b.count; k++) {
            b.point[k] = far_off(b.point[k]);
        }
        ck_assert_int_eq(nav_carving_update(carving, add(set, &b), NULL),
                         NAV_OK);
        ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    }
    nav_carving_free(carving);
    nav_test_file after = nav_test_write_mesh(mesh);
    nav_test_check_same(before, after);
    free(before.bytes);
    free(after.bytes);
    nav_obstacles_free(set);
    nav_shape_free(shape);
    nav_mesh_free(mesh);
}
END_TEST

// A side with an end far off passes numbers many units apart, and may be bent
// across another one, so that a polygon comes to lie behind a side that nothing
// splits.
START_TEST(test_a_side_may_be_bent_across_another_one)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[0,-2],[-3,0],[0,0]]},"
        "{\"outer\":[[4,0],[-3e17,-4e17],[0,1e17]]}]}";
    static const char obstacle[] =
        "{\"type\":\"polygon\",\"points\":[[-4e17,0],[0,-2e17],[-2,0]]}";
    nav_mesh *mesh = nav_test_bake_json(map);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(
        nav_obstacles_read_json(set, obstacle, sizeof obstacle - 1, NULL),
        NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

// Whatever allocation fails, the mesh is what it was once the carving is freed,
// and nothing leaks.
START_TEST(test_every_failed_allocation_is_survived)
{
    nav_test_random random = {.state = 4};
    nav_test_random room = {.state = 5};
    nav_mesh *mesh = bake(room, NULL, 0, 6);
    ck_assert_ptr_nonnull(mesh);
    nav_test_file before = nav_test_write_mesh(mesh);
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    nav_test_blocker list[4];
    for (size_t i = 0; i < 4; i++) {
        list[i] = nav_test_draw_blocker(&random);
        if (i < 3) {
            (void)add(set, &list[i]);
        }
    }
    nav_status status = NAV_NOMEM;
    for (size_t n = 0; status != NAV_OK; n++) {
        nav_test_allocator state = {.fail_at = n};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_carving *carving = NULL;
        status = nav_carving_new(mesh, set, &mem, &carving, NULL);
        ck_assert(status == NAV_OK || status == NAV_NOMEM);
        if (status == NAV_OK) {
            // One that the carving has no room for as yet.
            size_t number = add(set, &list[3]);
            status = nav_carving_update(carving, number, NULL);
            nav_obstacles_remove(set, number);
            ck_assert(status == NAV_OK || status == NAV_NOMEM);
            ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
            nav_carving_free(carving);
        }
        ck_assert_uint_eq(state.bytes_out, 0);
        nav_test_file after = nav_test_write_mesh(mesh);
        nav_test_check_same(before, after);
        free(after.bytes);
    }
    free(before.bytes);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

// A query that asks for a path after each of some obstacles that are laid.
static nav_status ask_while_carving(const nav_allocator *mem,
                                    const void *context)
{
    nav_test_random random = {.state = 4};
    nav_mesh *mesh = bake((nav_test_random){.state = 5}, NULL, 0, 6);
    nav_query *query = NULL;
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    const nav_path_options shortest = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    nav_status status = nav_query_new(mesh, mem, &query);
    for (int i = 0; i < *(const int *)context && status == NAV_OK; i++) {
        for (int k = 0; k < 4 && status == NAV_OK; k++) {
            nav_vec2 from = nav_test_blocker_place(&random, 0);
            nav_vec2 to = nav_test_blocker_place(&random, 0);
            status = nav_query_path(query, from, to, &shortest, &path, NULL);
        }
        nav_test_blocker blocker = nav_test_draw_blocker(&random);
        ck_assert_int_eq(nav_carving_update(carving, add(set, &blocker), NULL),
                         NAV_OK);
    }
    nav_query_free(query);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
    return status;
}

START_TEST(test_a_query_survives_failed_allocations_while_it_catches_up)
{
    const int laid = 12;
    ck_assert_uint_gt(nav_test_fail_allocations(ask_while_carving, &laid), 20);
}
END_TEST

Suite *nav_test_carving(void)
{
    Suite *suite = suite_create("carving");
    TCase *flat = tcase_create("flat");
    tcase_add_loop_test(flat, test_a_carved_mesh_is_like_one_baked_with_holes,
                        0, 200);
    tcase_add_loop_test(flat, test_crossings_may_be_rounded_across_a_side, 0,
                        100);
    tcase_add_test(flat, test_a_side_may_be_bent_across_another_one);
    tcase_add_test(flat, test_every_failed_allocation_is_survived);
    tcase_add_test(
        flat, test_a_query_survives_failed_allocations_while_it_catches_up);
    tcase_add_test(flat, test_a_long_scenario_takes_no_more_memory);
    tcase_add_test(flat, test_what_a_large_obstacle_leaves_is_cleared_away);
    tcase_add_loop_test(flat, test_areas_stay_while_a_mesh_is_carved, 0, 20);
    suite_add_tcase(suite, flat);
    return suite;
}
