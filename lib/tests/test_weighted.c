// test_weighted.c - cheapest paths through areas of different costs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cell_oracle.h"
#include "mesh_support.h"
#include "search/weighted.h"
#include "suites.h"

static const char *const names[] = {NULL, NULL, "b", "c", "d"};
enum { JUMPS = 2, STOPS = 2 * JUMPS + 2 }; // links; their ends, start and goal

// ---------------------------------------------------------------------------
// Meshes
// ---------------------------------------------------------------------------

static nav_mesh *bake_cells(const cells *c, const nav_link_list *links)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_bake_options options = nav_bake_options_default();
    options.links = links;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (int y = 0; y < CELLS_SIDE; y++) {
        for (int x = 0; x < CELLS_SIDE; x++) {
            int kind = c->kind[y][x];
            nav_vec2 ring[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
            if (kind == 0) {
                continue;
            }
            ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
            ck_assert_int_eq(nav_shape_add_ring(shape, ring, 4, NULL), NAV_OK);
            if (names[kind]) {
                ck_assert_int_eq(nav_shape_set_area(shape, names[kind], NULL),
                                 NAV_OK);
            }
        }
    }
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    return mesh;
}

// The same as a model with floors of equal or of rising height.
static nav_mesh *bake_floors(const cells *c, double rise)
{
    char *text = malloc(20000);
    ck_assert_ptr_nonnull(text);
    size_t used = 0;
    for (int y = 0; y <= CELLS_SIDE; y++) {
        for (int x = 0; x <= CELLS_SIDE; x++) {
            used +=
                (size_t)sprintf(text + used, "v %d %g %d\n", x, rise * x, y);
        }
    }
    for (int y = 0; y < CELLS_SIDE; y++) {
        for (int x = 0; x < CELLS_SIDE; x++) {
            int kind = c->kind[y][x], at = y * (CELLS_SIDE + 1) + x + 1;
            if (kind > 0) {
                used += (size_t)sprintf(
                    text + used, "usemtl %s\nf %d %d %d %d\n",
                    names[kind] ? names[kind] : "", at, at + 1,
                    at + 1 + (CELLS_SIDE + 1), at + (CELLS_SIDE + 1));
            }
        }
    }
    nav_model *model = NULL;
    nav_mesh *mesh = NULL;
    nav_model_options how = nav_model_options_default();
    nav_bake_options options = nav_bake_options_default();
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    ck_assert_int_eq(nav_model_read_obj(model, text, used, NULL, NULL), NAV_OK);
    ck_assert_int_eq(
        nav_bake_model(model, &how, &options, NULL, &mesh, NULL, NULL, NULL),
        NAV_OK);
    nav_model_free(model);
    free(text);
    return mesh;
}

static void set_cost(nav_query *query, const nav_mesh *mesh, const char *name,
                     double cost)
{
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        if (nav_mesh_area_is(mesh, i, name)) {
            ck_assert_int_eq(nav_query_set_cost(query, i, cost, NULL), NAV_OK);
        }
    }
}

static nav_query *query_with_costs(const nav_mesh *mesh,
                                   const nav_allocator *mem)
{
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, mem, &query), NAV_OK);
    for (int k = 2; k < CELLS_KINDS; k++) {
        set_cost(query, mesh, names[k], cells_costs[k]);
    }
    return query;
}

static nav_path find(nav_query *query, nav_vec2 a, nav_vec2 b,
                     nav_search search)
{
    nav_path path;
    nav_path_options options = {.search = search};
    ck_assert_int_eq(nav_query_path(query, a, b, &options, &path, NULL),
                     NAV_OK);
    return path;
}

// ---------------------------------------------------------------------------
// Against the oracle
// ---------------------------------------------------------------------------

// What the oracle's places are too coarse by, and what the answer may cost more
// than the cheapest way, which it does not promise to be.
#define TOO_COARSE 5e-3
#define TOO_DEAR 5e-3

// A place on or well off the sides of cells.
static nav_vec2 draw_place(nav_test_random *random)
{
    return (nav_vec2){nav_test_random_below(random, 4 * CELLS_SIDE + 1) / 4.0,
                      nav_test_random_below(random, 4 * CELLS_SIDE + 1) / 4.0};
}

// One that is not in or around holes alone.
static bool is_floor(const cells *c, nav_vec2 p)
{
    for (int y = 0; y < CELLS_SIDE; y++) {
        for (int x = 0; x < CELLS_SIDE; x++) {
            if (c->kind[y][x] > 0 && cells_is_on(p, x, y)) {
                return true;
            }
        }
    }
    return false;
}

static nav_vec2 draw_floor(const cells *c, nav_test_random *random)
{
    for (;;) {
        nav_vec2 p = draw_place(random);
        if (is_floor(c, p)) {
            return p;
        }
    }
}

// There is a path between places on the floor when the oracle has one.
static bool is_found(const nav_path *path, double want)
{
    ck_assert_int_eq(path->status,
                     want < HUGE_VAL ? NAV_PATH_OK : NAV_PATH_UNREACHABLE);
    return want < HUGE_VAL;
}

static void check_waypoints(const nav_path *path)
{
    for (size_t i = 1; i < path->waypoint_count; i++) {
        ck_assert(!nav_vec2_equal(path->waypoints[i - 1], path->waypoints[i]));
    }
    ck_assert(nav_vec2_equal(path->waypoints[0], path->start));
    ck_assert(
        nav_vec2_equal(path->waypoints[path->waypoint_count - 1], path->end));
}

// Each portal leads from the polygon that the one before leads to.
static void check_portals(const nav_path *path)
{
    nav_poly_id at = path->start_polygon;
    for (size_t i = 0; i < path->portal_count; i++) {
        ck_assert_uint_eq(path->portals[i].from, at);
        at = path->portals[i].to;
    }
    ck_assert_uint_eq(at, path->end_polygon);
}

START_TEST(test_cost_and_bound_are_about_the_cheapest_way)
{
    nav_test_random random = {(uint64_t)_i + 77};
    cells c = cells_draw(&random);
    nav_mesh *mesh = bake_cells(&c, NULL);
    nav_query *query = query_with_costs(mesh, NULL);
    nav_query *plain = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &plain), NAV_OK);
    for (int k = 0; k < 6; k++) {
        nav_vec2 a = draw_floor(&c, &random), b = draw_floor(&c, &random);
        nav_path path = find(query, a, b, NAV_SEARCH_OPTIMAL);
        double want = cells_cost(&c, a, b);
        if (!is_found(&path, want)) {
            continue;
        }
        double cost = path.cost;
        check_waypoints(&path);
        check_portals(&path);
        ck_assert(fabs(cells_weigh_path(&c, &path) - cost) <= 1e-6 * cost);
        ck_assert_msg(cost >= want * (1 - TOO_COARSE), "%.17g of %.17g", cost,
                      want);
        ck_assert_msg(cost <= want * (1 + TOO_DEAR), "%.17g of %.17g", cost,
                      want);
        ck_assert_msg(path.bound <= want * (1 + 1e-12), "%.17g of %.17g",
                      path.bound, want);
        ck_assert(path.bound <= cost);
        ck_assert(path.bound >= cost / 2);
        // Other ways cost no less.
        nav_path other = find(plain, a, b, NAV_SEARCH_OPTIMAL);
        ck_assert(cost <= cells_weigh_path(&c, &other) * (1 + 1e-9));
        other = find(plain, a, b, NAV_SEARCH_MIDPOINT);
        ck_assert(cost <= cells_weigh_path(&c, &other) * (1 + 1e-9));
        other = find(query, a, b, NAV_SEARCH_MIDPOINT);
        ck_assert(cost <= other.cost * (1 + 1e-9));
        ck_assert(other.bound <= want * (1 + 1e-12));
        other = find(query, a, b, NAV_SEARCH_CENTROID);
        ck_assert(other.bound <= want * (1 + 1e-12));
        // Its polygons are not always on the cheap side of where it goes.
        ck_assert(cells_weigh_path(&c, &other) <= other.cost * (1 + 1e-6));
    }
    nav_query_free(query);
    nav_query_free(plain);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------

// A map with links; of its stops, 2 i and 2 i + 1 are the ends of link i.
typedef struct linked_cells {
    cells c;
    nav_mesh *mesh;
    nav_query *query;
    nav_vec2 at[STOPS];
    double walk[2 * JUMPS][2 * JUMPS]; // between ends of links
} linked_cells;

static void measure_ends(linked_cells *w)
{
    for (uint32_t i = 0; i < JUMPS; i++) {
        w->at[2 * i] = nav_mesh_link(w->mesh, i).from;
        w->at[2 * i + 1] = nav_mesh_link(w->mesh, i).to;
    }
    for (int a = 0; a < 2 * JUMPS; a++) {
        double cost[STOPS];
        cells_costs_between(&w->c, w->at + a, 2 * JUMPS - a, cost);
        for (int b = a; b < 2 * JUMPS; b++) {
            w->walk[a][b] = w->walk[b][a] = cost[b - a];
        }
    }
}

// Costs to walk from a place to all stops.
static void walk_from(const linked_cells *w, nav_vec2 from, double cost[STOPS])
{
    nav_vec2 place[STOPS + 1] = {from};
    double found[STOPS + 1];
    memcpy(place + 1, w->at, STOPS * sizeof *place);
    cells_costs_between(&w->c, place, STOPS + 1, found);
    memcpy(cost, found + 1, STOPS * sizeof *cost);
}

// Cost of a cheap way by links.
static double oracle_with_links(linked_cells *w, nav_vec2 start, nav_vec2 goal)
{
    enum { START = 2 * JUMPS, GOAL };
    double cost[STOPS][STOPS];
    w->at[START] = start;
    w->at[GOAL] = goal;
    walk_from(w, start, cost[START]);
    walk_from(w, goal, cost[GOAL]);
    for (int a = 0; a < 2 * JUMPS; a++) {
        memcpy(cost[a], w->walk[a], sizeof w->walk[a]);
        cost[a][START] = cost[START][a];
        cost[a][GOAL] = cost[GOAL][a];
    }
    for (uint32_t i = 0; i < JUMPS; i++) {
        nav_offmesh_link link = nav_mesh_link(w->mesh, i);
        cost[2 * i][2 * i + 1] = fmin(cost[2 * i][2 * i + 1], link.cost);
        if (!link.oneway) {
            cost[2 * i + 1][2 * i] = fmin(cost[2 * i + 1][2 * i], link.cost);
        }
    }
    for (int k = 0; k < STOPS; k++) {
        for (int a = 0; a < STOPS; a++) {
            for (int b = 0; b < STOPS; b++) {
                cost[a][b] = fmin(cost[a][b], cost[a][k] + cost[k][b]);
            }
        }
    }
    return cost[START][GOAL];
}

static void check_with_links(linked_cells *w, nav_test_random *random)
{
    nav_vec2 a = draw_floor(&w->c, random), b = draw_floor(&w->c, random);
    nav_path path = find(w->query, a, b, NAV_SEARCH_OPTIMAL);
    double want = oracle_with_links(w, a, b);
    if (!is_found(&path, want)) {
        return;
    }
    check_waypoints(&path);
    check_portals(&path);
    ck_assert_msg(path.cost >= want * (1 - TOO_COARSE), "%.17g of %.17g",
                  path.cost, want);
    ck_assert_msg(path.cost <= want * (1 + TOO_DEAR), "%.17g of %.17g",
                  path.cost, want);
    ck_assert_msg(path.bound <= want * (1 + 1e-12), "%.17g of %.17g",
                  path.bound, want);
    ck_assert(path.bound <= path.cost);
    ck_assert(!path.optimal);
    path = find(w->query, a, b, NAV_SEARCH_MIDPOINT);
    ck_assert(path.cost >= want * (1 - TOO_COARSE));
    ck_assert(path.bound <= want * (1 + 1e-12));
    ck_assert(!path.optimal);
}

// Links cost what they cost, and legs what their areas do.  A query that is
// told other costs forgets what it has measured.
START_TEST(test_links_are_taken_where_they_save_cost)
{
    static const double factors[] = {0, 0.3, 0.6, 1, 2};
    nav_test_random random = {(uint64_t)_i + 333};
    linked_cells w = {.c = cells_draw(&random)};
    w.c.kind[0][0] = 2; // so that costs differ
    w.c.kind[0][1] = 3;
    nav_link_list *list = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    for (int i = 0; i < JUMPS; i++) {
        nav_vec2 p = draw_floor(&w.c, &random), q = draw_floor(&w.c, &random);
        nav_link_input link = {
            .from = {p.x, p.y, 0},
            .to = {q.x, q.y, 0},
            .has_cost = true,
            .cost = factors[nav_test_random_below(&random, 5)] *
                    nav_vec2_distance(p, q),
            .oneway = nav_test_random_below(&random, 3) == 0};
        ck_assert_int_eq(nav_link_list_add(list, &link, NULL), NAV_OK);
    }
    w.mesh = bake_cells(&w.c, list);
    nav_link_list_free(list);
    ck_assert_uint_eq(nav_mesh_link_count(w.mesh), JUMPS);
    measure_ends(&w);
    ck_assert_int_eq(nav_query_new(w.mesh, NULL, &w.query), NAV_OK);
    (void)find(w.query, draw_place(&random), draw_place(&random),
               NAV_SEARCH_OPTIMAL);
    for (int k = 2; k < CELLS_KINDS; k++) {
        set_cost(w.query, w.mesh, names[k], cells_costs[k]);
    }
    for (int k = 0; k < 3; k++) {
        check_with_links(&w, &random);
    }
    nav_query_free(w.query);
    nav_mesh_free(w.mesh);
}
END_TEST

START_TEST(test_floors_cost_what_their_plan_does)
{
    nav_test_random random = {(uint64_t)_i + 500};
    cells c = cells_draw(&random);
    nav_mesh *mesh = bake_floors(&c, _i % 2);
    nav_query *query = query_with_costs(mesh, NULL);
    for (int k = 0; k < 4; k++) {
        nav_vec2 a = draw_floor(&c, &random), b = draw_floor(&c, &random);
        nav_path path = find(query, a, b, NAV_SEARCH_OPTIMAL);
        double want = cells_cost(&c, a, b);
        if (!is_found(&path, want)) {
            continue;
        }
        check_waypoints(&path);
        check_portals(&path);
        ck_assert(fabs(cells_weigh_path(&c, &path) - path.cost) <=
                  1e-6 * path.cost);
        ck_assert(path.cost >= want * (1 - TOO_COARSE));
        ck_assert(path.cost <= want * (1 + TOO_DEAR));
        ck_assert(path.bound <= want * (1 + 1e-12));
        double length3d = 0;
        for (size_t i = 0; i < path.waypoint_count; i++) {
            double height = _i % 2 ? path.waypoints[i].x : 0;
            ck_assert(fabs(path.heights[i] - height) <= 1e-9);
            if (i > 0) {
                nav_vec2 d =
                    nav_vec2_sub(path.waypoints[i], path.waypoints[i - 1]);
                double up = _i % 2 ? d.x : 0;
                length3d += sqrt(d.x * d.x + d.y * d.y + up * up);
            }
        }
        ck_assert(fabs(path.length3d - length3d) <= 1e-9 * length3d);
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Known answers
// ---------------------------------------------------------------------------

static nav_mesh *two_halves(void)
{
    return nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,20],[0,20]],\"area\":"
        "\"b\"},{\"outer\":[[10,0],[20,0],[20,20],[10,20]],\"area\":\"d\"}]}");
}

START_TEST(test_a_way_is_refracted_by_the_law_of_sines)
{
    static const double ratio[] = {1.1, 3, 40, 0.25};
    nav_mesh *mesh = two_halves();
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    set_cost(query, mesh, "b", 2);
    set_cost(query, mesh, "d", 2 * ratio[_i]);
    nav_path path =
        find(query, (nav_vec2){2, 2}, (nav_vec2){18, 18}, NAV_SEARCH_OPTIMAL);
    ck_assert_uint_eq(path.waypoint_count, 3);
    nav_vec2 p = path.waypoints[1];
    ck_assert_double_eq(p.x, 10);
    double sine_before = (p.y - 2) / nav_vec2_distance(path.start, p);
    double sine_behind = (18 - p.y) / nav_vec2_distance(p, path.end);
    ck_assert(fabs(sine_before - ratio[_i] * sine_behind) <= 1e-12);
    ck_assert(!path.optimal);
    ck_assert(path.bound <= path.cost && path.bound >= path.cost * 0.98);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_way_goes_along_the_edge_of_a_cheap_area_and_back)
{
    nav_mesh *mesh = two_halves();
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    set_cost(query, mesh, "d", 3);
    nav_path path =
        find(query, (nav_vec2){12, 2}, (nav_vec2){12, 18}, NAV_SEARCH_OPTIMAL);
    // In and out at the critical angle, whose sine is 1 / 3.
    double tangent = 1 / sqrt(8), cosine = sqrt(8) / 3;
    ck_assert_uint_eq(path.waypoint_count, 4);
    ck_assert(fabs(path.waypoints[1].y - (2 + 2 * tangent)) <= 1e-12);
    ck_assert(fabs(path.waypoints[2].y - (18 - 2 * tangent)) <= 1e-12);
    double want = 3 * 2 * 2 / cosine + (16 - 4 * tangent);
    ck_assert(fabs(path.cost - want) <= 1e-12 * want);
    ck_assert(path.bound <= want && path.bound >= want * 0.98);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_one_cost_for_all_scales_the_shortest_path)
{
    nav_mesh *mesh = two_halves();
    nav_query *query = NULL, *plain = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_query_new(mesh, NULL, &plain), NAV_OK);
    set_cost(query, mesh, "b", 4);
    set_cost(query, mesh, "d", 4);
    nav_vec2 a = {1, 2}, b = {17, 5};
    nav_path want = find(plain, a, b, NAV_SEARCH_OPTIMAL);
    nav_path path = find(query, a, b, NAV_SEARCH_OPTIMAL);
    ck_assert(path.optimal);
    ck_assert_double_eq(path.length, want.length);
    ck_assert_double_eq(path.cost, 4 * want.length);
    ck_assert_double_eq(path.bound, path.cost);
    ck_assert_double_eq(want.cost, want.length);
    // And 1 again is as if nothing had been said.
    set_cost(query, mesh, "b", 1);
    set_cost(query, mesh, "d", 1);
    path = find(query, a, b, NAV_SEARCH_OPTIMAL);
    ck_assert(path.optimal);
    ck_assert_double_eq(path.cost, want.length);
    nav_query_free(query);
    nav_query_free(plain);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_costs_out_of_range_are_refused)
{
    static const double bad[] = {0,           -1,    (double)INFINITY,
                                 (double)NAN, 1e101, 1e-101};
    nav_mesh *mesh = two_halves();
    nav_query *query = NULL;
    nav_error error;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(nav_query_set_cost(query, 0, bad[i], &error),
                         NAV_RANGE);
    }
    ck_assert_int_eq(nav_query_set_cost(query, 2, 1, &error), NAV_RANGE);
    ck_assert_int_eq(nav_query_set_cost(query, NAV_NONE, 1, &error), NAV_RANGE);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

static nav_status ask_with_costs(const nav_allocator *mem, const void *context)
{
    const nav_mesh *mesh = context;
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL, .snap = 9};
    nav_query *query = NULL;
    nav_path path;
    nav_status status = nav_query_new(mesh, mem, &query);
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh) && status == NAV_OK;
         i++) {
        status = nav_query_set_cost(query, i, 2 + i, NULL);
    }
    if (status == NAV_OK) {
        status = nav_query_path(query, (nav_vec2){0.5, 0.5},
                                (nav_vec2){5.5, 5.5}, &options, &path, NULL);
    }
    nav_query_free(query);
    return status;
}

START_TEST(test_paths_with_costs_survive_failed_allocations)
{
    nav_test_random random = {99};
    cells c = cells_draw(&random);
    nav_mesh *mesh = _i == 0 ? bake_cells(&c, NULL) : bake_floors(&c, 1);
    ck_assert_uint_gt(nav_test_fail_allocations(ask_with_costs, mesh), 10);
    nav_mesh_free(mesh);
}
END_TEST

// Every edge would be numbered, and with five samples of each portal that takes
// more than 32 bits; nothing may be read of a mesh that is not there.
START_TEST(test_a_mesh_of_too_many_edges_is_a_limit)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_mesh mesh = {.info = {.edges = UINT32_MAX - 1}};
    nav_weighted weighted;
    ck_assert_int_eq(nav_weighted_init(&weighted, &mesh, &mem), NAV_LIMIT);
}
END_TEST

START_TEST(test_nothing_is_known_after_the_stamps_wrap_around)
{
    nav_test_random random = {99};
    cells c = cells_draw(&random);
    nav_mesh *mesh = bake_cells(&c, NULL);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_weighted w;
    ck_assert_int_eq(nav_weighted_init(&w, mesh, &mem), NAV_OK);
    ck_assert_uint_gt(w.portals, 0);
    w.stamp = UINT32_MAX - 1;
    const nav_weighted_costs costs = {NULL, 1, 1};
    const nav_chain_end end = {.count = 0};
    for (uint32_t i = 0; i < 2; i++) {
        // As if the queries before had been everywhere.
        nav_weighted_begin(&w, &costs, end, end);
        ck_assert_uint_eq(w.stamp, i == 0 ? UINT32_MAX : 1);
        for (size_t s = 0; s < w.samples; s++) {
            ck_assert_uint_ne(w.sample[s].stamp, w.stamp);
            w.sample[s].stamp = i == 0 ? 1 : 0;
        }
        for (size_t p = 0; p < w.portals; p++) {
            ck_assert_uint_ne(w.stamp_of[p], w.stamp);
            w.stamp_of[p] = i == 0 ? 1 : 0;
        }
    }
    nav_weighted_fini(&w);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_warm_query_allocates_nothing)
{
    nav_test_random random = {99};
    cells c = cells_draw(&random);
    nav_mesh *mesh = bake_cells(&c, NULL);
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_query *query = query_with_costs(mesh, &mem);
    nav_vec2 a = {0.25, 0.5}, b = {5.5, 5.75};
    double cost = find(query, a, b, NAV_SEARCH_OPTIMAL).cost;
    size_t calls = state.calls;
    nav_path path = find(query, a, b, NAV_SEARCH_OPTIMAL);
    ck_assert_uint_eq(state.calls, calls);
    ck_assert_double_eq(path.cost, cost);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_weighted(void)
{
    Suite *suite = suite_create("weighted");
    TCase *cases = tcase_create("weighted");
    tcase_add_loop_test(cases, test_cost_and_bound_are_about_the_cheapest_way,
                        0, 40);
    tcase_add_loop_test(cases, test_links_are_taken_where_they_save_cost, 0,
                        30);
    tcase_add_loop_test(cases, test_floors_cost_what_their_plan_does, 0, 16);
    tcase_add_loop_test(cases, test_a_way_is_refracted_by_the_law_of_sines, 0,
                        4);
    tcase_add_test(cases,
                   test_a_way_goes_along_the_edge_of_a_cheap_area_and_back);
    tcase_add_test(cases, test_one_cost_for_all_scales_the_shortest_path);
    tcase_add_test(cases, test_costs_out_of_range_are_refused);
    tcase_add_loop_test(cases, test_paths_with_costs_survive_failed_allocations,
                        0, 2);
    tcase_add_test(cases, test_a_mesh_of_too_many_edges_is_a_limit);
    tcase_add_test(cases, test_nothing_is_known_after_the_stamps_wrap_around);
    tcase_add_test(cases, test_a_warm_query_allocates_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}
