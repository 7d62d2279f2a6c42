// test_astar.c - heap and search, against plain methods on the same graphs.
#include "search/astar.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

// ---------------------------------------------------------------------------
// Heap
// ---------------------------------------------------------------------------

enum { HEAP_IDS = 64 };

// Which id must come out next: the least key, of equal ones the least id.
static uint32_t least_id(const double keys[HEAP_IDS], const bool in[HEAP_IDS])
{
    uint32_t best = NAV_NONE;
    for (uint32_t id = 0; id < HEAP_IDS; id++) {
        if (in[id] && (best == NAV_NONE || keys[id] < keys[best])) {
            best = id;
        }
    }
    return best;
}

START_TEST(test_heap_gives_the_least_key_and_of_equals_the_least_id)
{
    nav_test_random random = {(uint64_t)_i};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_heap heap;
    nav_heap_init(&heap, &mem);
    ck_assert_int_eq(nav_heap_reserve(&heap, HEAP_IDS), NAV_OK);
    double keys[HEAP_IDS] = {0};
    bool in[HEAP_IDS] = {false};
    for (int step = 0; step < 3000; step++) {
        uint32_t id = nav_test_random_below(&random, HEAP_IDS);
        double key = nav_test_random_below(&random, 40);
        uint32_t what = nav_test_random_below(&random, 5);
        if (what < 3) {
            ck_assert_int_eq(nav_heap_push(&heap, id, key), NAV_OK);
            keys[id] = in[id] ? fmin(keys[id], key) : key;
            in[id] = true;
        } else if (heap.count > 0) {
            nav_heap_item item = nav_heap_pop(&heap);
            ck_assert_uint_eq(item.id, least_id(keys, in));
            ck_assert_double_eq(item.key, keys[item.id]);
            in[item.id] = false;
        }
    }
    nav_heap_fini(&heap);
}
END_TEST

START_TEST(test_cleared_heap_has_forgotten_its_items)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_heap heap;
    nav_heap_init(&heap, &mem);
    ck_assert_int_eq(nav_heap_reserve(&heap, 3), NAV_OK);
    ck_assert_int_eq(nav_heap_push(&heap, 0, 1), NAV_OK);
    ck_assert_int_eq(nav_heap_push(&heap, 2, 1), NAV_OK);
    nav_heap_clear(&heap);
    ck_assert_uint_eq(heap.count, 0);
    ck_assert_int_eq(nav_heap_push(&heap, 2, 7), NAV_OK);
    nav_heap_item item = nav_heap_pop(&heap);
    ck_assert_uint_eq(item.id, 2);
    ck_assert_double_eq(item.key, 7);
    nav_heap_fini(&heap);
}
END_TEST

// ---------------------------------------------------------------------------
// Search
// ---------------------------------------------------------------------------

enum { MOST_POLYGONS = 512, MOST_NODES = 2048 };

// A query and the polygons that hold its ends.
typedef struct ends {
    nav_vec2 start, goal;
    nav_poly_id starts[MOST_POLYGONS], goals[MOST_POLYGONS];
    size_t start_count, goal_count;
} ends;

static size_t list_holders(const nav_mesh *mesh, nav_vec2 p, nav_poly_id *list)
{
    size_t count = 0;
    for (nav_poly_id i = 0; i < mesh->info.polygons; i++) {
        if (nav_test_holds(mesh, i, p)) {
            list[count++] = i;
        }
    }
    return count;
}

static ends draw_ends(const nav_mesh *mesh, nav_test_random *random,
                      double size)
{
    ends q = {.start = nav_test_random_point(mesh, random, size),
              .goal = nav_test_random_point(mesh, random, size)};
    q.start_count = list_holders(mesh, q.start, q.starts);
    q.goal_count = list_holders(mesh, q.goal, q.goals);
    return q;
}

static bool is_in(const nav_poly_id *list, size_t count, nav_poly_id p)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i] == p) {
            return true;
        }
    }
    return false;
}

// True when the two share an island and no polygon.
static bool needs_search(const nav_mesh *mesh, const ends *q)
{
    bool island = false;
    for (size_t i = 0; i < q->start_count; i++) {
        if (is_in(q->goals, q->goal_count, q->starts[i])) {
            return false;
        }
        for (size_t k = 0; k < q->goal_count; k++) {
            island = island ||
                     mesh->island[q->starts[i]] == mesh->island[q->goals[k]];
        }
    }
    return island;
}

// Length of the way over the places that stand for the chain's nodes.
static double chain_cost(const nav_astar *astar, const ends *q, nav_search kind)
{
    const nav_mesh *mesh = astar->mesh;
    nav_vec2 at = q->start;
    double cost = 0;
    for (size_t i = 0; i < astar->chain_count; i++) {
        uint32_t e = astar->chain[i].left;
        nav_vec2 next =
            kind == NAV_SEARCH_MIDPOINT
                ? nav_astar_midpoint(mesh, e)
                : nav_astar_centroid(
                      mesh, mesh->edge_polygon[astar->chain[i].entered]);
        cost += nav_vec2_distance(at, next);
        at = next;
    }
    return cost + nav_vec2_distance(at, q->goal);
}

// The graph as a list of places; the start is node 0, the goal node 1.
typedef struct graph {
    nav_vec2 place[MOST_NODES];
    nav_poly_id side[MOST_NODES][2]; // the polygons a node belongs to
    size_t nodes;
} graph;

static void add_node(graph *g, nav_vec2 place, nav_poly_id a, nav_poly_id b)
{
    ck_assert_uint_lt(g->nodes, MOST_NODES);
    g->place[g->nodes] = place;
    g->side[g->nodes][0] = a;
    g->side[g->nodes][1] = b;
    g->nodes++;
}

static graph *make_graph(const nav_mesh *mesh, const ends *q, nav_search kind)
{
    graph *g = malloc(sizeof *g);
    ck_assert_ptr_nonnull(g);
    g->nodes = 0;
    add_node(g, q->start, NAV_NONE, NAV_NONE);
    add_node(g, q->goal, NAV_NONE, NAV_NONE);
    for (uint32_t e = 0; kind == NAV_SEARCH_MIDPOINT && e < mesh->info.edges;
         e++) {
        if (mesh->twin[e] != NAV_NONE && e < mesh->twin[e]) {
            add_node(g, nav_astar_midpoint(mesh, e), mesh->edge_polygon[e],
                     mesh->neighbour[e]);
        }
    }
    for (nav_poly_id p = 0;
         kind == NAV_SEARCH_CENTROID && p < mesh->info.polygons; p++) {
        // A start polygon is represented by the start itself.
        bool is_start = is_in(q->starts, q->start_count, p);
        add_node(g, is_start ? q->start : nav_astar_centroid(mesh, p), p, p);
    }
    return g;
}

static bool are_neighbours(const nav_mesh *mesh, nav_poly_id p, nav_poly_id q)
{
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (mesh->neighbour[e] == q) {
            return true;
        }
    }
    return false;
}

// May one go from node a to node b?
static bool is_linked(const nav_mesh *mesh, const ends *q, const graph *g,
                      nav_search kind, const size_t pair[2])
{
    const nav_poly_id *a = g->side[pair[0]], *b = g->side[pair[1]];
    if (pair[0] == 0 || pair[0] == 1) {
        const nav_poly_id *list = pair[0] == 0 ? q->starts : q->goals;
        size_t count = pair[0] == 0 ? q->start_count : q->goal_count;
        return is_in(list, count, b[0]) || is_in(list, count, b[1]);
    }
    if (pair[1] == 0 || pair[1] == 1) {
        const size_t turned[2] = {pair[1], pair[0]};
        return is_linked(mesh, q, g, kind, turned);
    }
    if (kind == NAV_SEARCH_CENTROID) {
        return are_neighbours(mesh, a[0], b[0]);
    }
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

// Least cost by Dijkstra's method without a heap.
static double least_cost(const nav_mesh *mesh, const ends *q, nav_search kind)
{
    graph *g = make_graph(mesh, q, kind);
    double cost[MOST_NODES];
    bool done[MOST_NODES] = {false};
    for (size_t i = 0; i < g->nodes; i++) {
        cost[i] = i == 0 ? 0 : HUGE_VAL;
    }
    for (;;) {
        size_t u = SIZE_MAX;
        for (size_t i = 0; i < g->nodes; i++) {
            if (!done[i] && (u == SIZE_MAX || cost[i] < cost[u])) {
                u = i;
            }
        }
        if (u == 1) {
            double found = cost[1];
            free(g);
            return found;
        }
        done[u] = true;
        for (size_t v = 0; v < g->nodes; v++) {
            const size_t pair[2] = {u, v};
            if (!done[v] && is_linked(mesh, q, g, kind, pair)) {
                double d = nav_vec2_distance(g->place[u], g->place[v]);
                cost[v] = fmin(cost[v], cost[u] + d);
            }
        }
    }
}

// The chain leads from a start polygon to a goal polygon, each polygon once.
static void check_chain(const nav_astar *astar, const ends *q)
{
    const nav_mesh *mesh = astar->mesh;
    bool seen[MOST_POLYGONS] = {false};
    ck_assert_uint_gt(astar->chain_count, 0);
    nav_poly_id at = mesh->edge_polygon[astar->chain[0].left];
    ck_assert(is_in(q->starts, q->start_count, at));
    for (size_t i = 0; i < astar->chain_count; i++) {
        ck_assert_uint_eq(mesh->edge_polygon[astar->chain[i].left], at);
        ck_assert(!seen[at]);
        seen[at] = true;
        nav_crossing link = astar->chain[i];
        bool joined = false;
        for (uint32_t e = mesh->twin[link.left]; e != link.left;
             e = mesh->twin[e]) {
            joined = joined || e == link.entered;
        }
        ck_assert(joined);
        at = mesh->edge_polygon[link.entered];
    }
    ck_assert(is_in(q->goals, q->goal_count, at));
}

static void check_search(nav_astar *astar, const ends *q, nav_search kind)
{
    nav_astar_set_goals(astar, q->goal, q->goals, q->goal_count);
    ck_assert_int_eq(
        nav_astar_run(astar, kind, q->start, q->starts, q->start_count),
        NAV_OK);
    check_chain(astar, q);
    double want = least_cost(astar->mesh, q, kind);
    ck_assert_uint_le(astar->expanded, 2 * (size_t)astar->mesh->info.edges);
    ck_assert_double_eq_tol(chain_cost(astar, q, kind), want,
                            1e-9 * (1 + want));
}

START_TEST(test_search_costs_what_dijkstra_finds)
{
    nav_test_random random = {(uint64_t)_i + 101};
    uint32_t width = 3 + nav_test_random_below(&random, 9);
    nav_mesh *mesh =
        nav_test_make_grid(&random, width, width, (uint32_t)_i % 2);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_astar astar;
    ck_assert_int_eq(nav_astar_init(&astar, mesh, &mem), NAV_OK);
    for (int round = 0; round < 60; round++) {
        ends q = draw_ends(mesh, &random, nav_test_grid_size(width));
        if (needs_search(mesh, &q)) {
            check_search(&astar, &q, NAV_SEARCH_MIDPOINT);
            check_search(&astar, &q, NAV_SEARCH_CENTROID);
        }
    }
    nav_astar_fini(&astar);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_search_gives_the_same_after_the_stamps_wrap_around)
{
    nav_test_random random = {3};
    nav_mesh *mesh = nav_test_make_grid(&random, 8, 8, 1);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_astar astar;
    ck_assert_int_eq(nav_astar_init(&astar, mesh, &mem), NAV_OK);
    for (int round = 0; round < 40; round++) {
        ends q = draw_ends(mesh, &random, nav_test_grid_size(8));
        if (round == 10) {
            astar.stamp = UINT32_MAX - 5;
        }
        if (needs_search(mesh, &q)) {
            check_search(&astar, &q, NAV_SEARCH_MIDPOINT);
        }
    }
    ck_assert_uint_lt(astar.stamp, 100);
    nav_astar_fini(&astar);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_centroid_of_a_polygon_is_that_of_its_area)
{
    // A house: a square and a triangle on top.
    nav_vec2 v[] = {{0, 0}, {6, 0}, {6, 6}, {3, 9}, {0, 6}};
    nav_mesh *mesh = nav_test_make_mesh(v, 5, (uint32_t[]){0, 1, 2, 3, 4},
                                        (uint32_t[]){5}, 1);
    nav_vec2 c = nav_astar_centroid(mesh, 0);
    ck_assert_double_eq_tol(c.x, 3, 1e-14);
    ck_assert_double_eq_tol(c.y, (36 * 3 + 9 * 7) / 45.0, 1e-14);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_astar(void)
{
    Suite *suite = suite_create("astar");
    TCase *heap = tcase_create("heap");
    tcase_add_loop_test(
        heap, test_heap_gives_the_least_key_and_of_equals_the_least_id, 0, 8);
    tcase_add_test(heap, test_cleared_heap_has_forgotten_its_items);
    suite_add_tcase(suite, heap);
    TCase *cases = tcase_create("search");
    tcase_add_loop_test(cases, test_search_costs_what_dijkstra_finds, 0, 20);
    tcase_add_test(cases,
                   test_search_gives_the_same_after_the_stamps_wrap_around);
    tcase_add_test(cases, test_centroid_of_a_polygon_is_that_of_its_area);
    suite_add_tcase(suite, cases);
    return suite;
}
