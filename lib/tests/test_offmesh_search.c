// test_offmesh_search.c - cheapest and partial paths over links in random
// worlds, against a visibility graph with links.
#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh/overlay.h"
#include "mesh_support.h"
#include "suites.h"
#include "visibility_oracle.h"

// Relative difference of costs that rounding may make.
#define COST_TOLERANCE 1e-9

// ---------------------------------------------------------------------------
// Cheapest ways by other means
// ---------------------------------------------------------------------------

enum { LINKS_FEW = 12, LINKS_MOST = 24, ENDS_MOST = 2 * LINKS_MOST + 2 };

typedef struct test_link {
    vis_point from, to; // in halves
    double cost;        // in the mesh's unit
    bool has_cost, oneway;
} test_link;

// A map with links.  Lengths of the map times `scale` are those of the mesh.
typedef struct world {
    vis_map map;
    vis_oracle *oracle;
    nav_vec2 factor;
    double scale;
    test_link link[LINKS_MOST];
    uint32_t links;
    double leg[ENDS_MOST]
              [ENDS_MOST]; // lengths between ends: links', start, goal
    nav_mesh *mesh;
    nav_query *query;
} world;

static vis_point end_of(const world *w, uint32_t end)
{
    return end % 2 == 0 ? w->link[end / 2].from : w->link[end / 2].to;
}

// Lengths from a place to all ends of links.
static void leg_lengths(const world *w, vis_point from, double *length)
{
    vis_point to[2 * LINKS_MOST];
    for (uint32_t e = 0; e < 2 * w->links; e++) {
        to[e] = end_of(w, e);
    }
    vis_oracle_lengths(w->oracle, from, to, 2 * w->links, length);
    for (uint32_t e = 0; e < 2 * w->links; e++) {
        ck_assert_double_ge(length[e], 0);
        length[e] *= w->scale;
    }
}

static void measure_legs(world *w)
{
    for (uint32_t a = 0; a < 2 * w->links; a++) {
        leg_lengths(w, end_of(w, a), w->leg[a]);
    }
}

// The least cost from one place to another: Bellman and Ford's method over
// links, each in the directions in which it may be taken, until none helps.
static double least_cost(const world *w, vis_point start, vis_point goal)
{
    double at[2 * LINKS_MOST]; // cost to stand at an end, having taken its link
    double first[2 * LINKS_MOST], last[2 * LINKS_MOST];
    uint32_t ends = 2 * w->links;
    double least = vis_oracle_length(w->oracle, start, goal) * w->scale;
    ck_assert_double_ge(least, 0);
    leg_lengths(w, start, first);
    leg_lengths(w, goal, last);
    for (uint32_t e = 0; e < ends; e++) {
        at[e] = HUGE_VAL;
    }
    for (bool helped = true; helped;) {
        helped = false;
        for (uint32_t in = 0; in < ends; in++) {
            const test_link *link = &w->link[in / 2];
            if (link->oneway && in % 2 == 1) {
                continue;
            }
            double by = first[in];
            for (uint32_t e = 0; e < ends; e++) {
                by = fmin(by, at[e] + w->leg[e][in]);
            }
            helped = helped || by + link->cost < at[in ^ 1];
            at[in ^ 1] = fmin(at[in ^ 1], by + link->cost);
        }
    }
    for (uint32_t e = 0; e < ends; e++) {
        least = fmin(least, at[e] + last[e]);
    }
    return least;
}

// ---------------------------------------------------------------------------
// Worlds
// ---------------------------------------------------------------------------

static vis_point draw_place(const world *w, nav_test_random *random)
{
    for (;;) {
        vis_point p = vis_map_place(&w->map, random);
        if (vis_oracle_parts(w->oracle, p) > 0) {
            return p;
        }
    }
}

// In a world of many links all are shortcuts, more than the search looks at one
// by one.
static void draw_link(world *w, nav_test_random *random, bool many)
{
    static const double few_factors[] = {0, 0, 0.25, 0.5, 0.9, 1, 1.5, 4};
    static const double many_factors[] = {0.95, 0.9, 0.8, 0.8,
                                          0.7,  0.7, 0.6, 0.3};
    const double *factors = many ? many_factors : few_factors;
    test_link *link = &w->link[w->links];
    *link = (test_link){.from = draw_place(w, random),
                        .to = draw_place(w, random),
                        .oneway = nav_test_random_below(random, 3) == 0};
    if (w->links > 0 && nav_test_random_below(random, 3) == 0) {
        link->from = end_of(w, nav_test_random_below(random, 2 * w->links));
    }
    if (nav_test_random_below(random, 12) == 0) {
        link->to = link->from;
    }
    double length = nav_vec2_distance(vis_place(link->from, w->factor),
                                      vis_place(link->to, w->factor));
    link->has_cost = many || nav_test_random_below(random, 4) > 0;
    link->cost = length;
    if (link->has_cost) {
        link->cost *= factors[nav_test_random_below(random, 8)];
        link->cost += !many && nav_test_random_below(random, 4) == 0 ? 3 : 0;
    }
    w->links++;
}

static nav_link_list *list_links(const world *w)
{
    nav_link_list *list = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    for (uint32_t i = 0; i < w->links; i++) {
        const test_link *link = &w->link[i];
        nav_vec2 from = vis_place(link->from, w->factor);
        nav_vec2 to = vis_place(link->to, w->factor);
        nav_link_input input = {.from = {from.x, from.y, 0},
                                .to = {to.x, to.y, 0},
                                .has_cost = link->has_cost,
                                .cost = link->cost,
                                .oneway = link->oneway,
                                .kind = i % 3 == 0 ? "jump" : NULL};
        ck_assert_int_eq(nav_link_list_add(list, &input, NULL), NAV_OK);
    }
    return list;
}

static void bake_world(world *w, uint32_t max_verts)
{
    nav_shape *shape = vis_map_shape(&w->map, w->factor);
    nav_link_list *list = list_links(w);
    nav_bake_options options = nav_bake_options_default();
    nav_bake_report report;
    nav_error error = {0};
    options.merge = max_verts > 3;
    options.max_verts = max_verts;
    options.links = list;
    nav_status status =
        nav_bake(shape, &options, NULL, &w->mesh, &report, &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    ck_assert_uint_eq(report.links_given, w->links);
    ck_assert_uint_eq(report.links_dropped, 0);
    ck_assert_uint_eq(nav_mesh_link_count(w->mesh), w->links);
    ck_assert_int_eq(nav_mesh_validate(w->mesh, NULL), NAV_OK);
    ck_assert_int_eq(nav_query_new(w->mesh, NULL, &w->query), NAV_OK);
    nav_link_list_free(list);
    nav_shape_free(shape);
}

static world *new_world(nav_test_random *random, uint32_t kind, uint32_t links)
{
    static const nav_vec2 factors[] = {{2, 0}, {2, 4}, {-6, 2}};
    world *w = calloc(1, sizeof *w);
    ck_assert_ptr_nonnull(w);
    w->factor = factors[kind % 3];
    w->scale = nav_vec2_distance((nav_vec2){0, 0}, w->factor);
    vis_map_draw(&w->map, random, kind);
    w->oracle = vis_oracle_new(&w->map);
    while (w->links < links) {
        draw_link(w, random, links > LINKS_FEW);
    }
    measure_legs(w);
    return w;
}

static void free_world(world *w)
{
    nav_query_free(w->query);
    nav_mesh_free(w->mesh);
    vis_oracle_free(w->oracle);
    free(w);
}

static nav_path find(const world *w, vis_point a, vis_point b,
                     nav_path_options options)
{
    nav_path path;
    ck_assert_int_eq(nav_query_path(w->query, vis_place(a, w->factor),
                                    vis_place(b, w->factor), &options, &path,
                                    NULL),
                     NAV_OK);
    return path;
}

// ---------------------------------------------------------------------------
// What every path over links must be
// ---------------------------------------------------------------------------

// The links taken lie at their places, in their directions; what they and the
// legs between them cost is what the path costs.
static void check_links(const world *w, const nav_path *path)
{
    double cost = path->length;
    size_t waypoint = 0, portal = 0;
    for (size_t i = 0; i < path->link_count; i++) {
        const nav_path_link *use = &path->links[i];
        nav_offmesh_link link = nav_mesh_link(w->mesh, use->link);
        nav_vec2 in = use->backward ? link.to : link.from;
        nav_vec2 out = use->backward ? link.from : link.to;
        NAV_TEST_CHECK(!use->backward || !link.oneway);
        NAV_TEST_CHECK(use->waypoint >= waypoint);
        NAV_TEST_CHECK(use->portal >= portal);
        const nav_portal *p = &path->portals[use->portal];
        NAV_TEST_CHECK(nav_vec2_equal(p->left, in) &&
                       nav_vec2_equal(p->right, in));
        NAV_TEST_CHECK(nav_test_holds(w->mesh, p->from, in));
        NAV_TEST_CHECK(nav_test_holds(w->mesh, p->to, out));
        size_t next = use->waypoint + (nav_vec2_equal(in, out) ? 0 : 1);
        NAV_TEST_CHECK(next < path->waypoint_count);
        NAV_TEST_CHECK(nav_vec2_equal(path->waypoints[use->waypoint], in));
        NAV_TEST_CHECK(nav_vec2_equal(path->waypoints[next], out));
        cost += link.cost - nav_vec2_distance(in, out);
        waypoint = next;
        portal = use->portal + 1;
    }
    NAV_TEST_CHECK_MSG(fabs(cost - path->cost) <= 1e-9 * (1 + path->length),
                       "%.17g and %.17g", cost, path->cost);
}

static bool is_link_portal(const nav_path *path, size_t portal)
{
    for (size_t i = 0; i < path->link_count; i++) {
        if (path->links[i].portal == portal) {
            return true;
        }
    }
    return false;
}

static void check_chain(const world *w, const nav_path *path)
{
    nav_poly_id at = path->start_polygon;
    for (size_t i = 0; i < path->portal_count; i++) {
        const nav_portal *p = &path->portals[i];
        NAV_TEST_CHECK(p->from == at);
        at = p->to;
        bool found = is_link_portal(path, i);
        nav_polygon polygon = nav_mesh_polygon(w->mesh, p->from);
        for (uint32_t k = 0; k < polygon.count; k++) {
            found = found || polygon.neighbours[k] == p->to;
        }
        NAV_TEST_CHECK(found);
    }
    NAV_TEST_CHECK(path->end_polygon == at);
}

static void check_path(const world *w, const nav_path *path)
{
    double length = 0;
    NAV_TEST_CHECK(path->waypoint_count >= 1);
    NAV_TEST_CHECK(nav_vec2_equal(path->waypoints[0], path->start));
    NAV_TEST_CHECK(
        nav_vec2_equal(path->waypoints[path->waypoint_count - 1], path->end));
    for (size_t i = 1; i < path->waypoint_count; i++) {
        NAV_TEST_CHECK(
            !nav_vec2_equal(path->waypoints[i - 1], path->waypoints[i]));
        length += nav_vec2_distance(path->waypoints[i - 1], path->waypoints[i]);
    }
    NAV_TEST_CHECK(nav_test_is_close(length, path->length, COST_TOLERANCE));
    NAV_TEST_CHECK(path->length3d == path->length);
    check_links(w, path);
    check_chain(w, path);
}

static const nav_path_options exact = {.search = NAV_SEARCH_OPTIMAL};

static void check_pair(const world *w, vis_point a, vis_point b)
{
    double want = least_cost(w, a, b);
    nav_path path = find(w, a, b, exact);
    if (want == HUGE_VAL) {
        ck_assert_int_eq(path.status, NAV_PATH_UNREACHABLE);
        ck_assert_uint_eq(path.expanded, 0);
    } else {
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        ck_assert(path.optimal);
        ck_assert_msg(nav_test_is_close(path.cost, want, COST_TOLERANCE) ||
                          want < 1e-12,
                      "(%d, %d) to (%d, %d): %.17g, not %.17g", a.x, a.y, b.x,
                      b.y, path.cost, want);
        check_path(w, &path);
    }
    for (int search = NAV_SEARCH_MIDPOINT; search <= NAV_SEARCH_CENTROID;
         search++) {
        path = find(w, a, b, (nav_path_options){.search = (nav_search)search});
        ck_assert_int_eq(path.status,
                         want == HUGE_VAL ? NAV_PATH_UNREACHABLE : NAV_PATH_OK);
        if (want < HUGE_VAL) {
            ck_assert_double_ge(path.cost * (1 + COST_TOLERANCE), want);
            ck_assert(!path.optimal ||
                      nav_test_is_close(path.cost, want, COST_TOLERANCE));
            check_path(w, &path);
        }
    }
}

enum { WORLDS = 180, PAIRS = 12 };

START_TEST(test_costs_are_those_of_a_visibility_graph_with_links)
{
    nav_test_random random = {(uint64_t)_i + 700};
    uint32_t links = _i % 4 == 1
                         ? LINKS_MOST
                         : 1 + nav_test_random_below(&random, LINKS_FEW);
    world *w = new_world(&random, (uint32_t)_i, links);
    bake_world(w, _i % 4 == 0 ? 3 : 16);
    for (int k = 0; k < PAIRS; k++) {
        vis_point a = draw_place(w, &random), b = draw_place(w, &random);
        if (nav_test_random_below(&random, 5) == 0) {
            a = end_of(w, nav_test_random_below(&random, 2 * links));
        }
        check_pair(w, a, b);
    }
    free_world(w);
}
END_TEST

START_TEST(test_there_and_back_cost_the_same_with_links_both_ways)
{
    nav_test_random random = {(uint64_t)_i + 9000};
    world *w = new_world(&random, (uint32_t)_i, 6);
    for (uint32_t i = 0; i < w->links; i++) {
        w->link[i].oneway = false;
    }
    bake_world(w, 16);
    for (int k = 0; k < 40; k++) {
        vis_point a = draw_place(w, &random), b = draw_place(w, &random);
        nav_path there = find(w, a, b, exact);
        double cost = there.cost;
        nav_path_status status = there.status;
        nav_path back = find(w, b, a, exact);
        ck_assert_int_eq(back.status, status);
        ck_assert_msg(nav_test_is_close(back.cost, cost, COST_TOLERANCE),
                      "%.17g and %.17g", cost, back.cost);
    }
    free_world(w);
}
END_TEST

// The same query gives the same answer to the bit whatever was asked before,
// the number of nodes expanded included.
START_TEST(test_what_is_remembered_shows_in_no_answer)
{
    nav_test_random random = {(uint64_t)_i + 77};
    world *w = new_world(&random, (uint32_t)_i, 9);
    bake_world(w, 16);
    for (int k = 0; k < 20; k++) {
        vis_point a = draw_place(w, &random), b = draw_place(w, &random);
        nav_search search = (nav_search)nav_test_random_below(&random, 3);
        nav_path used = find(w, a, b, (nav_path_options){.search = search});
        nav_query *own = w->query;
        ck_assert_int_eq(nav_query_new(w->mesh, NULL, &w->query), NAV_OK);
        nav_path fresh = find(w, a, b, (nav_path_options){.search = search});
        ck_assert_int_eq(fresh.status, used.status);
        ck_assert_double_eq(fresh.cost, used.cost);
        ck_assert_uint_eq(fresh.expanded, used.expanded);
        ck_assert_uint_eq(fresh.waypoint_count, used.waypoint_count);
        for (size_t i = 0; i < used.waypoint_count; i++) {
            ck_assert(nav_vec2_equal(fresh.waypoints[i], used.waypoints[i]));
        }
        nav_query_free(w->query);
        w->query = own;
    }
    free_world(w);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

enum { SQUARE = 1000 };

// A square with links of cost 0 all over it, which tell so little about the
// goal that a search settles nearly all of them.
static nav_mesh *bake_square(uint32_t links)
{
    nav_test_random random = {links};
    const nav_vec2 corners[] = {
        {0, 0}, {SQUARE, 0}, {SQUARE, SQUARE}, {0, SQUARE}};
    nav_bake_options options = nav_bake_options_default();
    nav_link_list *list = NULL;
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    for (uint32_t i = 0; i < links; i++) {
        double place[4];
        for (int k = 0; k < 4; k++) {
            place[k] = nav_test_random_below(&random, SQUARE + 1);
        }
        const nav_link_input input = {.from = {place[0], place[1], 0},
                                      .to = {place[2], place[3], 0},
                                      .has_cost = true};
        ck_assert_int_eq(nav_link_list_add(list, &input, NULL), NAV_OK);
    }
    options.links = list;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, corners, 4, NULL), NAV_OK);
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_link_list_free(list);
    nav_shape_free(shape);
    return mesh;
}

// What a query takes that has looked for one path; how many nodes were
// expanded.
static size_t measure_memory(uint32_t links, size_t *expanded)
{
    nav_mesh *mesh = bake_square(links);
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_query *query = NULL;
    nav_path path;
    ck_assert_int_eq(nav_query_new(mesh, &mem, &query), NAV_OK);
    ck_assert_int_eq(nav_query_path(query, (nav_vec2){1, 1},
                                    (nav_vec2){SQUARE - 1, SQUARE - 1}, &exact,
                                    &path, NULL),
                     NAV_OK);
    ck_assert_int_eq(path.status, NAV_PATH_OK);
    ck_assert_uint_gt(path.link_count, 0);
    size_t bytes = state.bytes_out;
    *expanded = path.expanded;
    nav_query_free(query);
    ck_assert_uint_eq(state.bytes_out, 0);
    nav_mesh_free(mesh);
    return bytes;
}

// Though there are four times as many pairs of twice as many links.
START_TEST(test_memory_grows_with_links_and_not_with_their_pairs)
{
    const uint32_t few = 500, many = 4000, bytes_a_link = 1500;
    size_t expanded;
    size_t before = measure_memory(few, &expanded);
    size_t bytes = measure_memory(many, &expanded);
    ck_assert_uint_gt(expanded, many); // so they were looked at
    ck_assert_msg(bytes < before + (size_t)(many - few) * bytes_a_link,
                  "%zu bytes with %u links, %zu with %u", before, few, bytes,
                  many);
}
END_TEST

// ---------------------------------------------------------------------------
// Partial paths
// ---------------------------------------------------------------------------

// The polygons that can be reached, by walking over the arrays of the mesh.
static bool *list_reached(const world *w, nav_vec2 start)
{
    uint32_t polygons = nav_mesh_get_info(w->mesh).polygons;
    bool *reached = calloc(polygons, sizeof *reached);
    ck_assert_ptr_nonnull(reached);
    for (uint32_t p = 0; p < polygons; p++) {
        reached[p] = nav_test_holds(w->mesh, p, start);
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < 2 * w->links; i++) {
            nav_vec2 in = vis_place(end_of(w, i), w->factor);
            nav_vec2 out = vis_place(end_of(w, i ^ 1), w->factor);
            bool there = false;
            for (uint32_t p = 0; p < polygons; p++) {
                there = there || (reached[p] && nav_test_holds(w->mesh, p, in));
            }
            there = there && !(w->link[i / 2].oneway && i % 2 == 1);
            for (uint32_t p = 0; p < polygons && there; p++) {
                if (!reached[p] && nav_test_holds(w->mesh, p, out)) {
                    reached[p] = more = true;
                }
            }
        }
        for (uint32_t p = 0; p < polygons; p++) {
            nav_polygon polygon = nav_mesh_polygon(w->mesh, p);
            for (uint32_t k = 0; k < polygon.count && reached[p]; k++) {
                nav_poly_id q = polygon.neighbours[k];
                if (q != NAV_NONE && !reached[q]) {
                    reached[q] = more = true;
                }
            }
        }
    }
    return reached;
}

static double distance_to_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double t = nav_vec2_dot(nav_vec2_sub(p, a), d) / nav_vec2_dot(d, d);
    t = fmin(fmax(t, 0), 1);
    return nav_vec2_distance(p, (nav_vec2){a.x + d.x * t, a.y + d.y * t});
}

static double least_distance(const world *w, const bool *reached, nav_vec2 goal)
{
    nav_mesh_info info = nav_mesh_get_info(w->mesh);
    const nav_vec2 *vertex = nav_mesh_vertices(w->mesh);
    double least = HUGE_VAL;
    for (uint32_t p = 0; p < info.polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(w->mesh, p);
        for (uint32_t k = 0; k < polygon.count && reached[p]; k++) {
            nav_vec2 a = vertex[polygon.corners[k]];
            nav_vec2 b = vertex[polygon.corners[(k + 1) % polygon.count]];
            least = fmin(least, distance_to_segment(a, b, goal));
        }
    }
    return least;
}

START_TEST(test_a_partial_path_leads_to_the_nearest_place_that_can_be_reached)
{
    nav_test_random random = {(uint64_t)_i + 3100};
    world *w = new_world(&random, (uint32_t)_i, (uint32_t)_i % 4);
    bake_world(w, 16);
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL, .partial = true};
    for (int k = 0; k < 30; k++) {
        vis_point a = draw_place(w, &random), b = draw_place(w, &random);
        nav_path whole = find(w, a, b, exact);
        nav_path_status status = whole.status;
        nav_path path = find(w, a, b, options);
        if (status == NAV_PATH_OK) {
            ck_assert_int_eq(path.status, NAV_PATH_OK);
            continue;
        }
        nav_vec2 goal = vis_place(b, w->factor);
        bool *reached = list_reached(w, vis_place(a, w->factor));
        double least = least_distance(w, reached, goal);
        ck_assert_int_eq(path.status, NAV_PATH_PARTIAL);
        ck_assert(fabs(path.snap_end - least) <= 1e-9 * least);
        ck_assert_double_eq(path.snap_end, nav_vec2_distance(path.end, goal));
        ck_assert(reached[path.end_polygon]);
        check_path(w, &path);
        free(reached);
        // It can be reached: asked for by itself, the path is the same.
        nav_vec2 end = path.end;
        double cost = path.cost;
        ck_assert_int_eq(nav_query_path(w->query, vis_place(a, w->factor), end,
                                        &exact, &path, NULL),
                         NAV_OK);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        ck_assert(nav_test_is_close(path.cost, cost, COST_TOLERANCE));
    }
    free_world(w);
}
END_TEST

// Nothing is left of the island and nothing has changed beside it; a query that
// knew the ends of the link must hear of it all the same.
START_TEST(test_a_query_follows_an_island_that_is_covered)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},{\"outer\":[[8,0]"
        ","
        "[12,0],[12,4],[8,4]]}],\"links\":[{\"from\":[4,2],\"to\":[8,2]}]}");
    const nav_obstacle_spec box = {.kind = NAV_OBSTACLE_BOX,
                                   .box = {{7, -1}, {13, 5}}};
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    nav_query *query = NULL;
    nav_path path;
    uint64_t version = nav_mesh_version(mesh);
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    static const nav_path_status want[3] = {NAV_PATH_OK, NAV_PATH_END_OFF_MESH,
                                            NAV_PATH_OK};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(nav_query_path(query, (nav_vec2){1, 1},
                                        (nav_vec2){11, 1}, &options, &path,
                                        NULL),
                         NAV_OK);
        ck_assert_int_eq(path.status, want[i]);
        // A way along the island that is left asks about the link too.
        ck_assert_int_eq(nav_query_path(query, (nav_vec2){1, 1},
                                        (nav_vec2){3, 3}, &options, &path,
                                        NULL),
                         NAV_OK);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        if (i == 0) {
            ck_assert_int_eq(nav_obstacles_add(set, &box, NULL, NULL), NAV_OK);
            ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL),
                             NAV_OK);
            ck_assert_uint_eq(nav_mesh_get_info(mesh).closed, 1);
            ck_assert_uint_gt(nav_mesh_version(mesh), version);
        } else if (i == 1) {
            nav_carving_free(carving);
        }
    }
    nav_query_free(query);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_offmesh_search(void)
{
    Suite *suite = suite_create("offmesh_search");
    TCase *tc = tcase_create("paths");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(
        tc, test_costs_are_those_of_a_visibility_graph_with_links, 0, WORLDS);
    tcase_add_loop_test(
        tc, test_there_and_back_cost_the_same_with_links_both_ways, 0, 40);
    tcase_add_loop_test(tc, test_what_is_remembered_shows_in_no_answer, 0, 20);
    tcase_add_test(tc, test_memory_grows_with_links_and_not_with_their_pairs);
    tcase_add_loop_test(
        tc, test_a_partial_path_leads_to_the_nearest_place_that_can_be_reached,
        0, 60);
    tcase_add_test(tc, test_a_query_follows_an_island_that_is_covered);
    suite_add_tcase(suite, tc);
    return suite;
}
