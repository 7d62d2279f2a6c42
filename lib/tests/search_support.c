// search_support.c - exact searches by themselves, and meshes of maps.
#include "search_support.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"

// ---------------------------------------------------------------------------
// A mesh with what a query needs
// ---------------------------------------------------------------------------

void nav_test_search_init(nav_test_search *b, nav_mesh *mesh)
{
    *b = (nav_test_search){.mem = nav_mem_allocator(NULL), .mesh = mesh};
    ck_assert_int_eq(nav_locate_init(&b->locate, mesh, &b->mem), NAV_OK);
    ck_assert_int_eq(nav_polyanya_init(&b->search, mesh, &b->mem), NAV_OK);
    ck_assert_int_eq(nav_flood_init(&b->flood, mesh, &b->mem), NAV_OK);
    nav_funnel_init(&b->funnel, &b->mem);
}

void nav_test_search_fini(nav_test_search *b)
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
static bool have_common(const nav_test_search *b, bool island)
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
static void check_chain(const nav_test_search *b)
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
static void check_waypoints(const nav_test_search *b, double taut)
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

double nav_test_search_length(nav_test_search *b, nav_vec2 start, nav_vec2 goal)
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

nav_mesh *nav_test_bake_map(const vis_map *map, nav_vec2 factor,
                            uint32_t max_verts)
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

nav_mesh *nav_test_make_variant(const vis_map *map, nav_vec2 factor,
                                nav_test_variant how, nav_test_random *random)
{
    static const uint32_t max_verts[VARIANTS] = {16, 0, 3, 4, 8, 32, 5, 6, 0};
    nav_mesh *mesh = nav_test_bake_map(map, factor, max_verts[how]);
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
