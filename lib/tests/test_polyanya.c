// test_polyanya.c - exact search against a visibility graph, and against
// itself.
#include "flood.h"
#include "polyanya.h"

#include "funnel.h"
#include "locate.h"
#include "mesh_support.h"
#include "suites.h"
#include "vec.h"
#include "visibility_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Relative difference of lengths that rounding may make.
#define LENGTH_TOLERANCE 1e-9

// No search expands more nodes than this for each edge of the mesh.
enum { EXPANSIONS_AN_EDGE = 50 };

// The map as it is.
static const nav_vec2 AS_IS = {1, 0};

// ---------------------------------------------------------------------------
// A mesh with what a query needs
// ---------------------------------------------------------------------------

typedef struct bed {
    nav_allocator mem;
    nav_mesh *mesh;
    nav_locate locate;
    nav_polyanya search;
    nav_flood flood;
    nav_funnel funnel;
    nav_poly_list starts, goals;
    nav_portal *portals; // [edges]
} bed;

// Takes the mesh.
static void bed_init(bed *b, nav_mesh *mesh)
{
    *b = (bed){.mem = nav_mem_allocator(NULL), .mesh = mesh};
    ck_assert_int_eq(nav_locate_init(&b->locate, mesh, &b->mem), NAV_OK);
    ck_assert_int_eq(nav_polyanya_init(&b->search, mesh, &b->mem), NAV_OK);
    ck_assert_int_eq(nav_flood_init(&b->flood, mesh, &b->mem), NAV_OK);
    nav_funnel_init(&b->funnel, &b->mem);
}

static void bed_fini(bed *b)
{
    free(b->portals);
    nav_funnel_fini(&b->funnel);
    nav_polyanya_fini(&b->search);
    nav_flood_fini(&b->flood);
    nav_locate_free_list(&b->locate, &b->starts);
    nav_locate_free_list(&b->locate, &b->goals);
    nav_locate_fini(&b->locate);
    nav_mesh_free(b->mesh);
}

static bool is_in(const nav_poly_list *list, nav_poly_id polygon)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->item[i] == polygon) {
            return true;
        }
    }
    return false;
}

// Whether start and goal have a polygon, or an island, in common.
static bool have_common(const bed *b, bool island)
{
    for (size_t i = 0; i < b->starts.count; i++) {
        for (size_t k = 0; k < b->goals.count; k++) {
            nav_poly_id s = b->starts.item[i], g = b->goals.item[k];
            if (island ? b->mesh->island[s] == b->mesh->island[g] : s == g) {
                return true;
            }
        }
    }
    return false;
}

// The chain leads from a start polygon to a goal polygon.
static void check_chain(const bed *b)
{
    const nav_polyanya *p = &b->search;
    NAV_TEST_CHECK(p->chain_count > 0);
    nav_poly_id at = b->mesh->edge_polygon[p->chain[0].left];
    NAV_TEST_CHECK(is_in(&b->starts, at));
    for (size_t i = 0; i < p->chain_count; i++) {
        NAV_TEST_CHECK(b->mesh->edge_polygon[p->chain[i].left] == at);
        NAV_TEST_CHECK(b->mesh->twin[p->chain[i].left] == p->chain[i].entered);
        at = b->mesh->edge_polygon[p->chain[i].entered];
    }
    NAV_TEST_CHECK(is_in(&b->goals, at));
}

static double waypoints_length(const nav_vec2 *waypoint, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++) {
        length += nav_vec2_distance(waypoint[i - 1], waypoint[i]);
    }
    return length;
}

// The search's own waypoints are the taut string in its chain.
static void check_waypoints(const bed *b, double taut)
{
    const nav_polyanya *p = &b->search;
    double own = waypoints_length(p->waypoint, p->waypoint_count);
    NAV_TEST_CHECK_MSG(fabs(own - taut) <= 1e-9 * taut,
                       "%zu waypoints of %.17g, "
                       "%zu in the chain of %.17g",
                       p->waypoint_count, own, b->funnel.waypoint_count, taut);
    for (size_t i = 1; i < p->waypoint_count; i++) {
        NAV_TEST_CHECK(!nav_vec2_equal(p->waypoint[i - 1], p->waypoint[i]));
    }
}

// Length of the path from start to goal, whose waypoints are then in the
// funnel; infinite when there is none, negative when an end is off the mesh.
static double bed_length(bed *b, nav_vec2 start, nav_vec2 goal)
{
    ck_assert_int_eq(nav_locate_all(&b->locate, start, &b->starts), NAV_OK);
    ck_assert_int_eq(nav_locate_all(&b->locate, goal, &b->goals), NAV_OK);
    if (b->starts.count == 0 || b->goals.count == 0) {
        return -1;
    }
    nav_polyanya *p = &b->search;
    p->chain_count = 0;
    if (!have_common(b, false)) {
        if (!have_common(b, true)) {
            return HUGE_VAL;
        }
        nav_chain_end from = {start, b->starts.item, b->starts.count};
        nav_chain_end to = {goal, b->goals.item, b->goals.count};
        bool found = false;
        ck_assert_int_eq(nav_polyanya_run(p, from, to, &found), NAV_OK);
        NAV_TEST_CHECK(p->expanded <=
                       EXPANSIONS_AN_EDGE * (size_t)b->mesh->info.edges);
        NAV_TEST_CHECK(found);
        check_chain(b);
    }
    b->portals = realloc(b->portals, (p->chain_count + 1) * sizeof *b->portals);
    ck_assert_ptr_nonnull(b->portals);
    nav_chain_portals(b->mesh, p->chain, p->chain_count, b->portals);
    ck_assert_int_eq(
        nav_funnel_run(&b->funnel, start, goal, b->portals, p->chain_count),
        NAV_OK);
    double length =
        waypoints_length(b->funnel.waypoint, b->funnel.waypoint_count);
    if (p->chain_count > 0 && p->waypoint_count > 0) {
        check_waypoints(b, length);
    }
    return length;
}

// ---------------------------------------------------------------------------
// Meshes of a map
// ---------------------------------------------------------------------------

static nav_mesh *bake(const vis_map *map, nav_vec2 factor, uint32_t max_verts)
{
    nav_shape *shape = vis_map_shape(map, factor);
    nav_bake_options options = nav_bake_options_default();
    options.merge = max_verts > 0; // 0: bare triangles
    options.max_verts = max_verts > 0 ? max_verts : 3;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    nav_shape_free(shape);
    return mesh;
}

// A random order of 0 .. count - 1.
static uint32_t *draw_order(nav_test_random *random, uint32_t count)
{
    uint32_t *order = malloc((count + 1) * sizeof *order);
    ck_assert_ptr_nonnull(order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = nav_test_random_below(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

// The same mesh with vertices and polygons in another order and polygons that
// begin at other corners.
static nav_mesh *renumbered(const nav_mesh *mesh, nav_test_random *random)
{
    nav_mesh_info info = mesh->info;
    uint32_t *vertex = draw_order(random, info.vertices);
    uint32_t *polygon = draw_order(random, info.polygons);
    nav_vec2 *points = malloc((info.vertices + 1) * sizeof *points);
    uint32_t *corners = malloc((info.edges + 1) * sizeof *corners);
    uint32_t *counts = malloc((info.polygons + 1) * sizeof *counts);
    ck_assert(points && corners && counts);
    for (uint32_t v = 0; v < info.vertices; v++) {
        points[vertex[v]] = mesh->vertex[v];
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < info.polygons; i++) {
        uint32_t first = mesh->first[polygon[i]];
        counts[i] = mesh->first[polygon[i] + 1] - first;
        uint32_t shift = nav_test_random_below(random, counts[i]);
        for (uint32_t k = 0; k < counts[i]; k++) {
            uint32_t e = first + (k + shift) % counts[i];
            corners[used++] = vertex[mesh->corner[e]];
        }
    }
    nav_mesh *made = nav_test_make_mesh(points, info.vertices, corners, counts,
                                        info.polygons);
    free(vertex);
    free(polygon);
    free(points);
    free(corners);
    free(counts);
    return made;
}

// Ways to make a mesh of a map.
typedef enum variant {
    DEFAULT,
    TRIANGLES,
    MOST_3,
    MOST_4,
    MOST_8,
    MOST_32,
    RENUMBERED,
    WITH_LANDMARKS,
    RENUMBERED_WITH_LANDMARKS
} variant;
enum { VARIANTS = 9 };

static nav_mesh *make_variant(const vis_map *map, nav_vec2 factor, variant how,
                              nav_test_random *random)
{
    static const uint32_t max_verts[VARIANTS] = {16, 0, 3, 4, 8, 32, 5, 6, 0};
    nav_mesh *mesh = bake(map, factor, max_verts[how]);
    if (how == RENUMBERED || how == RENUMBERED_WITH_LANDMARKS) {
        nav_mesh *other = renumbered(mesh, random);
        nav_mesh_free(mesh);
        mesh = other;
    }
    if (how == WITH_LANDMARKS || how == RENUMBERED_WITH_LANDMARKS) {
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    }
    return mesh;
}

// ---------------------------------------------------------------------------
// Lengths
// ---------------------------------------------------------------------------

// Reports a pair whose length is wrong, with the map as JSON.
static void fail_pair(const vis_map *map, vis_point a, vis_point b, double is,
                      double want, int how)
{
    size_t size = 64 * (size_t)(map->points + map->rings + 2);
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    size_t at = 0;
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        const char *open = r == 0 ? "[[" : ring->is_hole ? ",[" : "],\n[[";
        for (uint32_t i = 0; i < ring->count; i++) {
            vis_point p = map->point[ring->first + i];
            at += (size_t)snprintf(text + at, size - at, "%s[%d,%d]",
                                   i == 0 ? open : ",", p.x, p.y);
        }
        at += (size_t)snprintf(text + at, size - at, "]");
    }
    ck_abort_msg("from %g,%g to %g,%g: %.17g, not %.17g; mesh %d of [%s]]",
                 0.5 * a.x, 0.5 * a.y, 0.5 * b.x, 0.5 * b.y, is, want, how,
                 text);
}

// A pair of places and the length between them.
typedef struct pair {
    vis_point a, b;
    double want;
} pair;

enum { PAIRS = 14 };

static void draw_pairs(const vis_map *map, const vis_oracle *oracle,
                       nav_test_random *random, pair *pairs, int count)
{
    for (int i = 0; i < count; i++) {
        for (int tries = 0; tries < 20; tries++) {
            vis_point a = vis_map_place(map, random);
            vis_point b = vis_map_place(map, random);
            double want = vis_oracle_length(oracle, a, b);
            pairs[i] = (pair){a, b, want};
            if (want > 0 && want < HUGE_VAL) {
                break;
            }
        }
    }
}

static void check_pairs(bed *b, const vis_map *map, const pair pairs[PAIRS],
                        nav_vec2 factor, int how)
{
    double size = nav_vec2_distance((nav_vec2){0, 0}, factor);
    for (int i = 0; i < PAIRS; i++) {
        const pair *q = &pairs[i];
        nav_vec2 start = vis_place(q->a, factor);
        nav_vec2 goal = vis_place(q->b, factor);
        double there = bed_length(b, start, goal);
        double back = bed_length(b, goal, start);
        double want = q->want < 0 ? q->want : q->want * size;
        if (!nav_test_is_close(there, want, LENGTH_TOLERANCE)) {
            fail_pair(map, q->a, q->b, there, want, how);
        }
        if (!nav_test_is_close(back, want, LENGTH_TOLERANCE)) {
            fail_pair(map, q->b, q->a, back, want, how);
        }
    }
}

// The map and the random numbers that belong to a seed.
static vis_map *draw_map(nav_test_random *random, uint32_t kind)
{
    vis_map *map = malloc(sizeof *map);
    ck_assert_ptr_nonnull(map);
    vis_map_draw(map, random, kind);
    return map;
}

enum { MAPS_A_TEST = 8 };

START_TEST(test_length_is_that_of_the_visibility_graph_on_every_mesh)
{
    nav_test_random random = {(uint64_t)_i};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        vis_map *map = draw_map(&random, round);
        vis_oracle *oracle = vis_oracle_new(map);
        pair pairs[PAIRS];
        draw_pairs(map, oracle, &random, pairs, PAIRS);
        for (int how = 0; how < VARIANTS; how++) {
            bed b;
            bed_init(&b, make_variant(map, AS_IS, (variant)how, &random));
            check_pairs(&b, map, pairs, AS_IS, how);
            bed_fini(&b);
        }
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

// Whether a place stays where it is on the map when coordinates are rounded: a
// point of a ring does, and one that is on no edge.
static bool is_firm(const vis_map *map, vis_point halves)
{
    bool firm = true;
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        uint32_t last = ring->first + ring->count - 1;
        for (uint32_t i = ring->first; i <= last; i++) {
            vis_point p = map->point[i];
            vis_point q = map->point[i == last ? ring->first : i + 1];
            nav_vec2 a = {2 * p.x, 2 * p.y}, b = {2 * q.x, 2 * q.y};
            nav_vec2 at = {halves.x, halves.y};
            if (nav_vec2_equal(a, at)) {
                return true;
            }
            firm = firm && nav_test_orient(a, b, at) != 0;
        }
    }
    return firm;
}

static void draw_firm_pairs(const vis_map *map, const vis_oracle *oracle,
                            nav_test_random *random, pair pairs[PAIRS])
{
    int kept = 0;
    while (kept < PAIRS) {
        draw_pairs(map, oracle, random, pairs + kept, PAIRS - kept);
        for (int i = kept; i < PAIRS; i++) {
            if (is_firm(map, pairs[i].a) && is_firm(map, pairs[i].b)) {
                pairs[kept++] = pairs[i];
            }
        }
    }
}

START_TEST(test_length_scales_with_the_map_and_stays_when_it_is_turned)
{
    // Complex numbers: sizes 1e-3, 1e4, 1 and 330, the last two turned by 0.7
    // and by 45 degrees.
    static const nav_vec2 factors[] = {
        {1e-3, 0},
        {1e4, 0},
        {0.76484218728448842, 0.64421768723769105},
        {233.34523779156069, 233.34523779156069}};
    nav_test_random random = {(uint64_t)_i + 1000};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        // Where rings touch, both have a point, so they still touch when
        // rounded.
        vis_map *map = draw_map(&random, 3 * round);
        vis_oracle *oracle = vis_oracle_new(map);
        pair pairs[PAIRS];
        draw_firm_pairs(map, oracle, &random, pairs);
        for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
            int how = (int)nav_test_random_below(&random, VARIANTS);
            bed b;
            bed_init(&b, make_variant(map, factors[k], (variant)how, &random));
            check_pairs(&b, map, pairs, factors[k], how);
            bed_fini(&b);
        }
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

START_TEST(test_waypoints_are_the_same_when_scaled_by_a_power_of_two)
{
    nav_test_random random = {(uint64_t)_i + 2000};
    const double scale = _i % 2 ? 0x1p-40 : 0x1p60;
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        vis_map *map = draw_map(&random, round);
        bed small, large;
        bed_init(&small, bake(map, AS_IS, 16));
        bed_init(&large, bake(map, (nav_vec2){scale, 0}, 16));
        for (int i = 0; i < 30; i++) {
            vis_point a = vis_map_place(map, &random);
            vis_point b = vis_map_place(map, &random);
            double length =
                bed_length(&small, vis_place(a, AS_IS), vis_place(b, AS_IS));
            double scaled =
                bed_length(&large, vis_place(a, (nav_vec2){scale, 0}),
                           vis_place(b, (nav_vec2){scale, 0}));
            ck_assert(scaled == (length < 0 ? length : length * scale));
            size_t count = small.funnel.waypoint_count;
            ck_assert_uint_eq(large.funnel.waypoint_count, count);
            for (size_t k = 0; k < count; k++) {
                nav_vec2 p = small.funnel.waypoint[k];
                nav_vec2 q = large.funnel.waypoint[k];
                ck_assert(q.x == p.x * scale && q.y == p.y * scale);
            }
        }
        bed_fini(&small);
        bed_fini(&large);
        free(map);
    }
}
END_TEST

START_TEST(test_lengths_obey_the_triangle_inequality)
{
    nav_test_random random = {(uint64_t)_i + 3000};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        vis_map *map = draw_map(&random, round);
        vis_oracle *oracle = vis_oracle_new(map);
        bed b;
        bed_init(&b, bake(map, AS_IS, 16));
        for (int i = 0; i < 60; i++) {
            vis_point by = vis_map_place(map, &random);
            nav_vec2 p = vis_place(vis_map_place(map, &random), AS_IS);
            nav_vec2 q = vis_place(vis_map_place(map, &random), AS_IS);
            nav_vec2 m = vis_place(by, AS_IS);
            double whole = bed_length(&b, p, q);
            double first = bed_length(&b, p, m);
            double second = bed_length(&b, m, q);
            // Where parts only touch, one does not pass.
            if (whole >= 0 && vis_oracle_parts(oracle, by) == 1) {
                ck_assert(whole <= (first + second) * (1 + 1e-12));
            }
        }
        bed_fini(&b);
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

// The map whose polygons are those of a mesh with even integer coordinates,
// halved.
static vis_map *map_of_mesh(const nav_mesh *mesh)
{
    vis_map *map = calloc(1, sizeof *map);
    ck_assert_ptr_nonnull(map);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        vis_point ring[32];
        uint32_t count = mesh->first[p + 1] - mesh->first[p];
        ck_assert_uint_le(count, 32);
        for (uint32_t i = 0; i < count; i++) {
            nav_vec2 v = mesh->vertex[mesh->corner[mesh->first[p] + i]];
            ring[i] = (vis_point){(int32_t)v.x / 2, (int32_t)v.y / 2};
        }
        vis_map_add(map, ring, count, false);
    }
    return map;
}

// These have corners where no wall is, which a baked mesh has not.
START_TEST(test_length_is_right_on_meshes_with_corners_inside)
{
    nav_test_random random = {(uint64_t)_i + 4000};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        uint32_t width = 2 + nav_test_random_below(&random, 8);
        nav_mesh *mesh = nav_test_make_grid(&random, width, width, round % 2);
        if (mesh->info.polygons == 0) {
            nav_mesh_free(mesh);
            continue;
        }
        vis_map *map = map_of_mesh(mesh);
        vis_oracle *oracle = vis_oracle_new(map);
        if (round % 4 > 1) {
            ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
        }
        pair pairs[PAIRS];
        draw_pairs(map, oracle, &random, pairs, PAIRS);
        bed b;
        bed_init(&b, mesh);
        check_pairs(&b, map, pairs, (nav_vec2){2, 0}, -1);
        bed_fini(&b);
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

// The tops of a hole and the bottom of the next one are in line, or nearly so
// when turned: the path runs along both.
// The last stretch of the way is on one line with a corner of the way, as
// nearly as doubles allow: which of two cones the goal is in is a matter of
// rounding.
START_TEST(test_goal_in_line_with_a_corner_is_reached_straight)
{
    static const vis_point rim[] = {{0, 0}, {40, 0}, {40, 30}, {0, 30}};
    static const vis_point hole[] = {{10, 10}, {14, 10}, {14, 14}, {10, 14}};
    static const vis_point low[] = {{20, 4}, {24, 4}, {24, 6}, {20, 6}};
    vis_map *map = calloc(1, sizeof *map);
    ck_assert_ptr_nonnull(map);
    vis_map_add(map, rim, 4, false);
    vis_map_add(map, hole, 4, true);
    vis_map_add(map, low, 4, true);
    for (int i = 0; i < 158; i++) {
        const nav_vec2 factor = {cos(0.01 * i), sin(0.01 * i)};
        bed b;
        bed_init(&b, bake(map, factor, i % 2 ? 16 : 3));
        // From 2,22 over the corner 14,10 and on in the same direction.
        nav_vec2 start = vis_place((vis_point){4, 44}, factor);
        for (int32_t k = 1; k <= 18; k++) {
            nav_vec2 goal = vis_place((vis_point){28 + k, 20 - k}, factor);
            double want = nav_vec2_distance(start, goal);
            double is = bed_length(&b, start, goal);
            // The hole is in the way, but only as far as 10,14 and 14,10 are.
            ck_assert_msg(is >= want * (1 - 1e-12), "%d %d", i, k);
            double back = bed_length(&b, goal, start);
            ck_assert_msg(nav_test_is_close(is, back, LENGTH_TOLERANCE),
                          "%d %d: %g %g", i, k, is, back);
        }
        bed_fini(&b);
    }
    free(map);
}
END_TEST

START_TEST(test_corners_nearly_in_line_are_not_lost)
{
    static const vis_point rim[] = {{0, 0}, {10, 0}, {10, 4}, {0, 4}};
    static const vis_point first[] = {{2, 1}, {3, 1}, {3, 2}, {2, 2}};
    static const vis_point second[] = {{5, 2}, {6, 2}, {6, 3}, {5, 3}};
    static const vis_point third[] = {{4, 3}, {5, 3}, {5, 4}, {4, 4}};
    const double want = 5 + sqrt(3.5 * 3.5 + 1.5 * 1.5);
    vis_map *map = calloc(1, sizeof *map);
    ck_assert_ptr_nonnull(map);
    vis_map_add(map, rim, 4, false);
    vis_map_add(map, first, 4, true);
    vis_map_add(map, second, 4, true);
    vis_map_add(map, third, 4, true);
    for (int i = 0; i < 158; i++) {
        const nav_vec2 factor = {cos(0.01 * i), sin(0.01 * i)};
        nav_vec2 start = vis_place((vis_point){2, 4}, factor);
        nav_vec2 goal = vis_place((vis_point){19, 7}, factor);
        bed b;
        bed_init(&b, bake(map, factor, 16));
        double there = bed_length(&b, start, goal);
        double back = bed_length(&b, goal, start);
        ck_assert_msg(nav_test_is_close(there, want, LENGTH_TOLERANCE),
                      "%d: %g", i, there);
        ck_assert_msg(nav_test_is_close(back, want, LENGTH_TOLERANCE), "%d: %g",
                      i, back);
        bed_fini(&b);
    }
    free(map);
}
END_TEST

// ---------------------------------------------------------------------------
// Where parts only touch
// ---------------------------------------------------------------------------

typedef struct touch_case {
    const char *map;
    nav_vec2 start, goal;
    double length;
} touch_case;

// Two holes that touch at 2,2, and two squares that do.
#define MULTI "{\"type\":\"MultiPolygon\",\"coordinates\":"
#define HOLES                                                                  \
    MULTI "[[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[2,1],[2,2],[1,2]],"             \
          "[[2,2],[3,2],[3,3],[2,3]]]]}"
#define SQUARES                                                                \
    MULTI "[[[[0,0],[2,0],[2,2],[0,2]]],[[[2,2],[4,2],[4,4],[2,4]]]]}"
// A wall from the lower rim up to 9, which leads over a touch at 5,5.
#define WALL                                                                   \
    MULTI "[[[[0,0],[10,0],[10,10],[0,10]],[[4,0],[5,0],[5,5],[4,5]],"         \
          "[[5,5],[6,5],[6,9],[5,9]]]]}"

// The goal 12,2 lies in two parts whose ways from the landmarks differ.
#define BLOCKS                                                                 \
    MULTI "[[[[0,0],[16,0],[16,12],[0,12]],[[12,0],[14,0],[14,2],[12,2]],"     \
          "[[10,2],[12,2],[12,4],[10,4]],[[14,2],[16,2],[16,4],[14,4]],"       \
          "[[2,6],[4,6],[4,8],[2,8]],[[14,6],[16,6],[16,8],[14,8]]]]}"

static const touch_case touch_table[] = {
    {HOLES, {1.5, 2.5}, {2.5, 1.5}, 3.4142135623730951}, // not over 2,2
    {HOLES, {1.5, 2.5}, {2, 2}, 0.70710678118654757},
    {HOLES, {2, 2}, {2.5, 1.5}, 0.70710678118654757},
    {HOLES, {2, 2}, {2, 2}, 0},
    {HOLES, {1, 2}, {2, 1}, 2},
    {HOLES, {1, 2}, {3, 2}, 3.4142135623730951}, // not along the line over 2,2
    {HOLES, {2, 1}, {2, 3}, 3.4142135623730951},
    {HOLES, {0.5, 3.5}, {2, 2}, 2.1213203435596424},
    {SQUARES, {1, 1}, {3, 3}, HUGE_VAL},
    {SQUARES, {1, 1}, {2, 2}, 1.4142135623730951},
    {SQUARES, {2, 2}, {4, 3}, 2.2360679774997898},
    {SQUARES, {0, 2}, {4, 2}, HUGE_VAL},
    {WALL, {1, 5}, {5, 5}, 4},
    {WALL, {9, 5}, {5, 5}, 4},
    {WALL, {9, 1}, {5, 5}, 5.6568542494923806},
    {BLOCKS, {3, 8}, {12, 2}, 11.485281374238571},
    {WALL, {4.5, 7}, {8, 9}, 5.0615528128088303}, // over 5,9
};

START_TEST(test_path_does_not_pass_where_parts_only_touch)
{
    const touch_case *c = &touch_table[_i];
    for (int how = 0; how < 2; how++) {
        nav_mesh *mesh = nav_test_bake_json(c->map);
        if (how == 1) {
            ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
        }
        bed b;
        bed_init(&b, mesh);
        double there = bed_length(&b, c->start, c->goal);
        double back = bed_length(&b, c->goal, c->start);
        ck_assert_msg(nav_test_is_close(there, c->length, 1e-15), "%.17g",
                      there);
        ck_assert_msg(nav_test_is_close(back, c->length, 1e-15), "%.17g", back);
        bed_fini(&b);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Floods
// ---------------------------------------------------------------------------

// Runs a flood from a few vertices, and compares it with searches.
static void check_flood(bed *b, nav_test_random *random)
{
    uint32_t vertices = b->mesh->info.vertices;
    double *distance = malloc(vertices * sizeof *distance);
    ck_assert_ptr_nonnull(distance);
    uint32_t source[3];
    uint32_t sources = 1 + nav_test_random_below(random, 3);
    for (uint32_t v = 0; v < vertices; v++) {
        distance[v] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < sources; i++) {
        source[i] = nav_test_random_below(random, vertices);
        distance[source[i]] = 0;
    }
    ck_assert_int_eq(nav_flood_vertices(&b->flood, SIZE_MAX, distance), NAV_OK);
    NAV_TEST_CHECK(b->flood.expanded <=
                   sources * EXPANSIONS_AN_EDGE * b->mesh->info.edges);
    for (uint32_t v = 0; v < vertices; v++) {
        double want = HUGE_VAL;
        for (uint32_t i = 0; i < sources; i++) {
            double d =
                bed_length(b, b->mesh->vertex[source[i]], b->mesh->vertex[v]);
            // A vertex may be one of no polygon, and is a source all the same.
            d = source[i] == v ? 0 : d;
            want = d >= 0 ? fmin(want, d) : want;
        }
        NAV_TEST_CHECK_MSG(
            nav_test_is_close(distance[v], want, LENGTH_TOLERANCE),
            "vertex %u: %.17g, not %.17g", v, distance[v], want);
    }
    free(distance);
}

START_TEST(test_flood_of_too_many_cones_is_ended)
{
    nav_test_random random = {7};
    bed b;
    vis_map *map = draw_map(&random, 0);
    bed_init(&b, bake(map, AS_IS, 16));
    uint32_t vertices = b.mesh->info.vertices;
    double *distance = malloc(vertices * sizeof *distance);
    ck_assert_ptr_nonnull(distance);
    size_t needed = SIZE_MAX;
    for (int round = 0; round < 3; round++) {
        for (uint32_t v = 0; v < vertices; v++) {
            distance[v] = v == 0 ? 0 : HUGE_VAL;
        }
        size_t most = round == 2 ? needed - 1 : needed;
        ck_assert_int_eq(nav_flood_vertices(&b.flood, most, distance),
                         round == 2 ? NAV_LIMIT : NAV_OK);
        needed = round == 0 ? b.flood.cones.count : needed;
    }
    ck_assert_uint_gt(needed, 8);
    free(distance);
    bed_fini(&b);
    free(map);
}
END_TEST

START_TEST(test_flood_gives_what_searches_to_all_vertices_give)
{
    nav_test_random random = {(uint64_t)_i + 5000};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        vis_map *map = draw_map(&random, round);
        int how = (int)nav_test_random_below(&random, VARIANTS);
        bed b;
        bed_init(&b, make_variant(map, AS_IS, (variant)how, &random));
        check_flood(&b, &random);
        bed_fini(&b);
        free(map);
        uint32_t width = 2 + nav_test_random_below(&random, 6);
        nav_mesh *grid = nav_test_make_grid(&random, width, width, round % 2);
        bed_init(&b, grid);
        check_flood(&b, &random);
        bed_fini(&b);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

// A search over the whole mesh and a flood.
static nav_status work(const nav_allocator *mem, const void *context)
{
    const nav_mesh *mesh = context;
    double *distance = malloc(mesh->info.vertices * sizeof *distance);
    ck_assert_ptr_nonnull(distance);
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        distance[v] = v == 0 ? 0 : HUGE_VAL;
    }
    nav_poly_id first = 0, last = mesh->info.polygons - 1;
    nav_chain_end start = {nav_mesh_edge_start(mesh, mesh->first[first]),
                           &first, 1};
    nav_chain_end goal = {nav_mesh_edge_start(mesh, mesh->first[last]), &last,
                          1};
    nav_polyanya search;
    nav_status status = nav_polyanya_init(&search, mesh, mem);
    if (status == NAV_OK) {
        bool found;
        status = nav_polyanya_run(&search, start, goal, &found);
        nav_polyanya_fini(&search);
    }
    nav_flood flood;
    if (status == NAV_OK) {
        status = nav_flood_init(&flood, mesh, mem);
    }
    if (status == NAV_OK) {
        status = nav_flood_vertices(&flood, SIZE_MAX, distance);
        nav_flood_fini(&flood);
    }
    free(distance);
    return status;
}

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_test_random random = {6000};
    nav_mesh *mesh = nav_test_make_grid(&random, 10, 10, 1);
    ck_assert_uint_gt(nav_test_fail_allocations(work, mesh), 5);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_warm_search_allocates_nothing)
{
    nav_test_random random = {6001};
    vis_map *map = draw_map(&random, 5);
    nav_mesh *mesh = bake(map, AS_IS, 16);
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    bed b;
    bed_init(&b, mesh);
    nav_polyanya_fini(&b.search);
    nav_allocator mem = nav_test_allocator_hook(&state);
    ck_assert_int_eq(nav_polyanya_init(&b.search, mesh, &mem), NAV_OK);
    size_t calls = 0;
    for (int round = 0; round < 2; round++) {
        ck_assert(round == 0 || state.calls == calls);
        for (uint32_t v = 0; v < mesh->info.vertices; v++) {
            for (uint32_t w = 0; w < mesh->info.vertices; w++) {
                bed_length(&b, mesh->vertex[v], mesh->vertex[w]);
            }
        }
        calls = round == 0 ? state.calls : calls;
    }
    ck_assert_uint_eq(state.calls, calls);
    bed_fini(&b);
    ck_assert_uint_eq(state.bytes_out, 0);
    free(map);
}
END_TEST

START_TEST(test_search_gives_the_same_after_the_stamps_wrap_around)
{
    nav_test_random random = {6002};
    vis_map *map = draw_map(&random, 3);
    vis_oracle *oracle = vis_oracle_new(map);
    pair pairs[PAIRS];
    draw_pairs(map, oracle, &random, pairs, PAIRS);
    bed b;
    bed_init(&b, bake(map, AS_IS, 16));
    check_pairs(&b, map, pairs, AS_IS, 0);
    b.search.cones.stamp = UINT32_MAX - 5;
    check_pairs(&b, map, pairs, AS_IS, 0);
    ck_assert_uint_lt(b.search.cones.stamp, 100);
    bed_fini(&b);
    vis_oracle_free(oracle);
    free(map);
}
END_TEST

Suite *nav_test_polyanya(void)
{
    Suite *suite = suite_create("polyanya");
    TCase *lengths = tcase_create("lengths");
    tcase_add_loop_test(
        lengths, test_length_is_that_of_the_visibility_graph_on_every_mesh, 0,
        40);
    tcase_add_loop_test(
        lengths, test_length_scales_with_the_map_and_stays_when_it_is_turned, 0,
        10);
    tcase_add_loop_test(
        lengths, test_waypoints_are_the_same_when_scaled_by_a_power_of_two, 0,
        6);
    tcase_add_loop_test(lengths, test_lengths_obey_the_triangle_inequality, 0,
                        6);
    tcase_add_loop_test(
        lengths, test_length_is_right_on_meshes_with_corners_inside, 0, 10);
    tcase_add_test(lengths, test_corners_nearly_in_line_are_not_lost);
    tcase_add_test(lengths,
                   test_goal_in_line_with_a_corner_is_reached_straight);
    tcase_add_loop_test(lengths, test_path_does_not_pass_where_parts_only_touch,
                        0, (int)(sizeof touch_table / sizeof *touch_table));
    suite_add_tcase(suite, lengths);
    TCase *floods = tcase_create("floods");
    tcase_add_test(floods, test_flood_of_too_many_cones_is_ended);
    tcase_add_loop_test(
        floods, test_flood_gives_what_searches_to_all_vertices_give, 0, 8);
    suite_add_tcase(suite, floods);
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    tcase_add_test(memory, test_warm_search_allocates_nothing);
    tcase_add_test(memory,
                   test_search_gives_the_same_after_the_stamps_wrap_around);
    suite_add_tcase(suite, memory);
    return suite;
}
