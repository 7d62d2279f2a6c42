// test_offmesh.c - links: lists, meshes with links, and cheapest paths over
// them against a visibility graph.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "closing.h"
#include "mesh_support.h"
#include "offmesh_bound.h"
#include "suites.h"
#include "vec.h"
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

static bool is_near(double a, double b)
{
    return fabs(a - b) <= COST_TOLERANCE * fmax(fabs(a), fabs(b));
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
    NAV_TEST_CHECK(is_near(length, path->length));
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
        ck_assert_msg(is_near(path.cost, want) || want < 1e-12,
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
            ck_assert(!path.optimal || is_near(path.cost, want));
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
        ck_assert_msg(is_near(back.cost, cost), "%.17g and %.17g", cost,
                      back.cost);
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
        ck_assert(is_near(path.cost, cost));
    }
    free_world(w);
}
END_TEST

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
    ck_assert(is_near(path.length, 4 + 2 * sqrt(32)));
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
    ck_assert(is_near(path.cost, walk + 9));
    ck_assert(is_near(path.length, walk + 2));
    ck_assert(is_near(path.length3d, climb));
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
    ck_assert(is_near(path.snap_end, sqrt(4 + 9)));
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
// Lower bounds
// ---------------------------------------------------------------------------

enum { BOUND_LINKS_MOST = 24 };

static nav_vec2 draw_point(nav_test_random *random)
{
    return (nav_vec2){nav_test_random_below(random, 60),
                      nav_test_random_below(random, 60)};
}

// The least cost in a world without walls.
static double cost_without_walls(const nav_mesh *mesh, double walk,
                                 nav_vec2 from, nav_vec2 to)
{
    double at[2 * BOUND_LINKS_MOST]; // standing where the node is left
    double least = walk * nav_vec2_distance(from, to);
    uint32_t nodes = 2 * mesh->info.links;
    for (uint32_t n = 0; n < nodes; n++) {
        at[n] = HUGE_VAL;
    }
    for (bool helped = true; helped;) {
        helped = false;
        for (uint32_t n = 0; n < nodes; n++) {
            const nav_offmesh_link *link = &mesh->link[n / 2];
            nav_vec2 entry = n % 2 == 0 ? link->from : link->to;
            double by = walk * nav_vec2_distance(from, entry);
            for (uint32_t k = 0; k < nodes; k++) {
                const nav_offmesh_link *l = &mesh->link[k / 2];
                by = fmin(by, at[k] + walk * nav_vec2_distance(
                                                 k % 2 == 0 ? l->to : l->from,
                                                 entry));
            }
            if ((n % 2 == 0 || !link->oneway) && by + link->cost < at[n]) {
                at[n] = by + link->cost;
                helped = true;
            }
        }
    }
    for (uint32_t n = 0; n < nodes; n++) {
        const nav_offmesh_link *l = &mesh->link[n / 2];
        least = fmin(
            least,
            at[n] + walk * nav_vec2_distance(n % 2 == 0 ? l->to : l->from, to));
    }
    return least;
}

static uint32_t draw_links(nav_offmesh_link *link, nav_test_random *random)
{
    static const double factors[] = {0, 0.2, 0.5, 0.7, 0.8, 0.9, 1, 2};
    uint32_t count = nav_test_random_below(random, BOUND_LINKS_MOST + 1);
    for (uint32_t i = 0; i < count; i++) {
        link[i] =
            (nav_offmesh_link){.from = draw_point(random),
                               .to = draw_point(random),
                               .oneway = nav_test_random_below(random, 2) == 0};
        link[i].cost = factors[nav_test_random_below(random, 8)] *
                       nav_vec2_distance(link[i].from, link[i].to);
    }
    return count;
}

// Never more than the least cost without walls, but where every way through the
// point costs the limit; that cost itself when all hubs are looked at; and from
// point to point it falls by no more than the way between them.
static void check_bound(const nav_offmesh_bound *b, nav_vec2 start,
                        nav_test_random *random)
{
    for (int k = 0; k < 12; k++) {
        nav_vec2 p = draw_point(random), q = draw_point(random);
        double h = nav_offmesh_bound_from(b, p);
        double least = cost_without_walls(b->mesh, b->walk, p, b->goal);
        double through = least + cost_without_walls(b->mesh, b->walk, start, p);
        bool outside = through >= b->limit * (1 - 1e-12);
        NAV_TEST_CHECK_MSG(h <= least * (1 + 1e-12) || outside,
                           "%.17g and %.17g", h, least);
        NAV_TEST_CHECK(b->scale < b->walk || h >= least * (1 - 1e-12));
        NAV_TEST_CHECK(h <= (b->walk * nav_vec2_distance(p, q) +
                             nav_offmesh_bound_from(b, q)) *
                                (1 + 1e-12));
    }
    for (uint32_t n = 0; n < b->nodes; n++) {
        const nav_offmesh_link *link = &b->mesh->link[n / 2];
        double h = nav_offmesh_bound_at(b, n);
        nav_vec2 exit = n % 2 == 0 ? link->to : link->from;
        double at = nav_offmesh_bound_from(b, exit);
        NAV_TEST_CHECK(fabs(h - at) <= 1e-12 * at || fmin(h, at) >= b->limit);
    }
}

START_TEST(test_bounds_never_lie)
{
    static const uint32_t mosts[] = {1000, 0, 1, 3, 8};
    static const double walks[] = {1, 1, 0.3, 2.5};
    double walk = walks[_i % 4];
    nav_test_random random = {(uint64_t)_i + 5};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_offmesh_link link[BOUND_LINKS_MOST];
    nav_mesh mesh = {.link = link};
    mesh.info.links = draw_links(link, &random);
    nav_offmesh_bound b;
    ck_assert_int_eq(
        nav_offmesh_bound_init(&b, &mesh, walk, &mem, mosts[_i % 5]), NAV_OK);
    for (int k = 0; k < 6; k++) {
        nav_vec2 start = draw_point(&random), goal = draw_point(&random);
        double limit = HUGE_VAL;
        if (k % 2 == 1) {
            limit = walk * nav_vec2_distance(start, goal) *
                    (0.3 + nav_test_random_unit(&random));
        }
        ck_assert_int_eq(nav_offmesh_bound_begin(&b, start, goal, limit),
                         NAV_OK);
        check_bound(&b, start, &random);
    }
    nav_offmesh_bound_fini(&b);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

// Reads, bakes and asks with an allocator that fails; true when nothing did.
static bool survives(const nav_allocator *mem)
{
    static const char json[] = TWO_SQUARES
        ",\"links\":[{\"from\":[4,2],\"to\":[8,2],\"kind\":\"jump\"},"
        "{\"from\":[4,1],\"to\":[8,4],\"kind\":\"fly\",\"oneway\":true},"
        "{\"from\":[8,4],\"to\":[12,4],\"cost\":1}]}";
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_query *query = NULL;
    nav_path path;
    nav_bake_options options = nav_bake_options_default();
    nav_path_options partial = {.partial = true};
    bool done =
        nav_shape_new(mem, &shape) == NAV_OK &&
        nav_shape_read_json(shape, json, sizeof json - 1, NULL) == NAV_OK &&
        nav_bake(shape, &options, mem, &mesh, NULL, NULL) == NAV_OK &&
        nav_query_new(mesh, mem, &query) == NAV_OK &&
        nav_query_path(query, (nav_vec2){0, 1}, (nav_vec2){12, 3}, &partial,
                       &path, NULL) == NAV_OK &&
        nav_query_path(query, (nav_vec2){12, 3}, (nav_vec2){0, 1}, &partial,
                       &path, NULL) == NAV_OK;
    nav_query_free(query);
    nav_mesh_free(mesh);
    nav_shape_free(shape);
    return done;
}

// The same for a path that ends where it can.
static bool survives_partial(const nav_allocator *mem)
{
    opened o = open_map(TWO_SQUARES ",\"links\":[{\"from\":[4,2],\"to\":[8,2],"
                                    "\"oneway\":true}]}");
    nav_query *query = NULL;
    nav_path path;
    nav_path_options partial = {.partial = true};
    bool done = nav_query_new(o.mesh, mem, &query) == NAV_OK &&
                nav_query_path(query, (nav_vec2){12, 3}, (nav_vec2){0, 1},
                               &partial, &path, NULL) == NAV_OK;
    nav_query_free(query);
    close_map(o);
    return done;
}

START_TEST(test_every_failed_allocation_is_survived)
{
    bool (*run)(const nav_allocator *) = _i ? survives_partial : survives;
    size_t fail_at = 0;
    bool done = false;
    for (; !done; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        done = run(&mem);
        ck_assert_msg(state.bytes_out == 0, "%zu bytes at %zu", state.bytes_out,
                      fail_at);
    }
    ck_assert_uint_gt(fail_at, 20);
}
END_TEST

Suite *nav_test_offmesh(void)
{
    Suite *suite = suite_create("offmesh");
    TCase *tc = tcase_create("paths");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(
        tc, test_costs_are_those_of_a_visibility_graph_with_links, 0, WORLDS);
    tcase_add_loop_test(
        tc, test_there_and_back_cost_the_same_with_links_both_ways, 0, 40);
    tcase_add_loop_test(tc, test_what_is_remembered_shows_in_no_answer, 0, 20);
    tcase_add_loop_test(
        tc, test_a_partial_path_leads_to_the_nearest_place_that_can_be_reached,
        0, 60);
    suite_add_tcase(suite, tc);
    tc = tcase_create("cases");
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
    tcase_add_loop_test(tc, test_bounds_never_lie, 0, 100);
    tcase_add_loop_test(tc, test_every_failed_allocation_is_survived, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}
