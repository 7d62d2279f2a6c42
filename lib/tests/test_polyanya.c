// test_polyanya.c - exact search against a visibility graph, and against
// itself.
#include "base/vec.h"
#include "mesh_support.h"
#include "search_support.h"
#include "suites.h"
#include "visibility_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Relative difference of lengths that rounding may make.
#define LENGTH_TOLERANCE 1e-9

// The map as it is.
static const nav_vec2 AS_IS = {1, 0};

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

static void check_pairs(nav_test_search *b, const vis_map *map,
                        const pair pairs[PAIRS], nav_vec2 factor, int how)
{
    double size = nav_vec2_distance((nav_vec2){0, 0}, factor);
    for (int i = 0; i < PAIRS; i++) {
        const pair *q = &pairs[i];
        nav_vec2 start = vis_place(q->a, factor);
        nav_vec2 goal = vis_place(q->b, factor);
        double there = nav_test_search_length(b, start, goal);
        double back = nav_test_search_length(b, goal, start);
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
            nav_test_search b;
            nav_test_search_init(
                &b, nav_test_make_variant(map, AS_IS, (nav_test_variant)how,
                                          &random));
            check_pairs(&b, map, pairs, AS_IS, how);
            nav_test_search_fini(&b);
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
            nav_test_search b;
            nav_test_search_init(
                &b, nav_test_make_variant(map, factors[k],
                                          (nav_test_variant)how, &random));
            check_pairs(&b, map, pairs, factors[k], how);
            nav_test_search_fini(&b);
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
        nav_test_search small, large;
        nav_test_search_init(&small, nav_test_bake_map(map, AS_IS, 16));
        nav_test_search_init(&large,
                             nav_test_bake_map(map, (nav_vec2){scale, 0}, 16));
        for (int i = 0; i < 30; i++) {
            vis_point a = vis_map_place(map, &random);
            vis_point b = vis_map_place(map, &random);
            double length = nav_test_search_length(&small, vis_place(a, AS_IS),
                                                   vis_place(b, AS_IS));
            double scaled = nav_test_search_length(
                &large, vis_place(a, (nav_vec2){scale, 0}),
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
        nav_test_search_fini(&small);
        nav_test_search_fini(&large);
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
        nav_test_search b;
        nav_test_search_init(&b, nav_test_bake_map(map, AS_IS, 16));
        for (int i = 0; i < 60; i++) {
            vis_point by = vis_map_place(map, &random);
            nav_vec2 p = vis_place(vis_map_place(map, &random), AS_IS);
            nav_vec2 q = vis_place(vis_map_place(map, &random), AS_IS);
            nav_vec2 m = vis_place(by, AS_IS);
            double whole = nav_test_search_length(&b, p, q);
            double first = nav_test_search_length(&b, p, m);
            double second = nav_test_search_length(&b, m, q);
            // Where parts only touch, one does not pass.
            if (whole >= 0 && vis_oracle_parts(oracle, by) == 1) {
                ck_assert(whole <= (first + second) * (1 + 1e-12));
            }
        }
        nav_test_search_fini(&b);
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
        nav_test_search b;
        nav_test_search_init(&b, mesh);
        check_pairs(&b, map, pairs, (nav_vec2){2, 0}, -1);
        nav_test_search_fini(&b);
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

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
        nav_test_search b;
        nav_test_search_init(&b,
                             nav_test_bake_map(map, factor, i % 2 ? 16 : 3));
        // From 2,22 over the corner 14,10 and on in the same direction.
        nav_vec2 start = vis_place((vis_point){4, 44}, factor);
        for (int32_t k = 1; k <= 18; k++) {
            nav_vec2 goal = vis_place((vis_point){28 + k, 20 - k}, factor);
            double want = nav_vec2_distance(start, goal);
            double is = nav_test_search_length(&b, start, goal);
            // The hole is in the way, but only as far as 10,14 and 14,10 are.
            ck_assert_msg(is >= want * (1 - 1e-12), "%d %d", i, k);
            double back = nav_test_search_length(&b, goal, start);
            ck_assert_msg(nav_test_is_close(is, back, LENGTH_TOLERANCE),
                          "%d %d: %g %g", i, k, is, back);
        }
        nav_test_search_fini(&b);
    }
    free(map);
}
END_TEST

// The tops of a hole and the bottom of the next one are in line, or nearly so
// when turned: the path runs along both.
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
        nav_test_search b;
        nav_test_search_init(&b, nav_test_bake_map(map, factor, 16));
        double there = nav_test_search_length(&b, start, goal);
        double back = nav_test_search_length(&b, goal, start);
        ck_assert_msg(nav_test_is_close(there, want, LENGTH_TOLERANCE),
                      "%d: %g", i, there);
        ck_assert_msg(nav_test_is_close(back, want, LENGTH_TOLERANCE), "%d: %g",
                      i, back);
        nav_test_search_fini(&b);
    }
    free(map);
}
END_TEST

// The path turns at two corners that are a few doubles apart, so that the ray
// through them has no direction but where they are.
START_TEST(test_corners_next_to_each_other_are_turned_around)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[11,0],[10,0],"
        "[1.333333333333334,1.333333333333334],"
        "[1.3333333333333335,10.666666666666671]]},"
        "{\"outer\":[[1.3333333333333335,0.3333333333333333],[0,0],[14,3],"
        "[1.333333333333334,10.666666666666671]]},"
        "{\"outer\":[[1.3333333333333333,2.3333333333333335],[5,3],[3,12],"
        "[3,0],[2,9],[0,13],[0,0],[0,0]]}]}";
    const nav_vec2 start = {0, 0};
    const nav_vec2 goal = {3.5, 3.5};
    const nav_vec2 corner = {1.333333333333334, 2.333333333333334};
    double want =
        nav_vec2_distance(start, corner) + nav_vec2_distance(corner, goal);
    nav_shape *shape = nav_test_read_shape(map);
    nav_bake_options options = nav_bake_options_default();
    options.merge = false;
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    nav_test_search b;
    nav_test_search_init(&b, mesh);
    double there = nav_test_search_length(&b, start, goal);
    double back = nav_test_search_length(&b, goal, start);
    ck_assert_msg(nav_test_is_close(there, want, 1e-15), "%.17g", there);
    ck_assert_msg(nav_test_is_close(back, want, 1e-15), "%.17g", back);
    nav_test_search_fini(&b);
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
        nav_test_search b;
        nav_test_search_init(&b, mesh);
        double there = nav_test_search_length(&b, c->start, c->goal);
        double back = nav_test_search_length(&b, c->goal, c->start);
        ck_assert_msg(nav_test_is_close(there, c->length, 1e-15), "%.17g",
                      there);
        ck_assert_msg(nav_test_is_close(back, c->length, 1e-15), "%.17g", back);
        nav_test_search_fini(&b);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Floods
// ---------------------------------------------------------------------------

// Runs a flood from a few vertices, and compares it with searches.
static void check_flood(nav_test_search *b, nav_test_random *random)
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
            double d = nav_test_search_length(b, b->mesh->vertex[source[i]],
                                              b->mesh->vertex[v]);
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
    nav_test_search b;
    vis_map *map = draw_map(&random, 0);
    nav_test_search_init(&b, nav_test_bake_map(map, AS_IS, 16));
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
    nav_test_search_fini(&b);
    free(map);
}
END_TEST

START_TEST(test_flood_gives_what_searches_to_all_vertices_give)
{
    nav_test_random random = {(uint64_t)_i + 5000};
    for (uint32_t round = 0; round < MAPS_A_TEST; round++) {
        vis_map *map = draw_map(&random, round);
        int how = (int)nav_test_random_below(&random, VARIANTS);
        nav_test_search b;
        nav_test_search_init(
            &b,
            nav_test_make_variant(map, AS_IS, (nav_test_variant)how, &random));
        check_flood(&b, &random);
        nav_test_search_fini(&b);
        free(map);
        uint32_t width = 2 + nav_test_random_below(&random, 6);
        nav_mesh *grid = nav_test_make_grid(&random, width, width, round % 2);
        nav_test_search_init(&b, grid);
        check_flood(&b, &random);
        nav_test_search_fini(&b);
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
    nav_mesh *mesh = nav_test_bake_map(map, AS_IS, 16);
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_test_search b;
    nav_test_search_init(&b, mesh);
    nav_polyanya_fini(&b.search);
    nav_allocator mem = nav_test_allocator_hook(&state);
    ck_assert_int_eq(nav_polyanya_init(&b.search, mesh, &mem), NAV_OK);
    size_t calls = 0;
    for (int round = 0; round < 2; round++) {
        ck_assert(round == 0 || state.calls == calls);
        for (uint32_t v = 0; v < mesh->info.vertices; v++) {
            for (uint32_t w = 0; w < mesh->info.vertices; w++) {
                nav_test_search_length(&b, mesh->vertex[v], mesh->vertex[w]);
            }
        }
        calls = round == 0 ? state.calls : calls;
    }
    ck_assert_uint_eq(state.calls, calls);
    nav_test_search_fini(&b);
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
    nav_test_search b;
    nav_test_search_init(&b, nav_test_bake_map(map, AS_IS, 16));
    check_pairs(&b, map, pairs, AS_IS, 0);
    b.search.cones.stamp = UINT32_MAX - 5;
    check_pairs(&b, map, pairs, AS_IS, 0);
    ck_assert_uint_lt(b.search.cones.stamp, 100);
    nav_test_search_fini(&b);
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
    tcase_add_test(lengths, test_corners_next_to_each_other_are_turned_around);
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
