// astar.c - portal-chain search over a mesh.
//
// Which portals does a walker go through?  Two graphs, both after Hart, Nilsson
// and Raphael:
//
//   midpoint   a node is a portal crossed, its cost g the length of the way
//              from the start over the midpoints of the portals;
//   centroid   a node is a polygon entered, g the length of the way from the
//              start over the centroids of the polygons.
//
// h, the straight distance to the goal, never exceeds what is left.  The goal
// is one node more; the search ends when it is taken from the heap.  It is
// entered from every polygon that holds the goal, and the search begins in
// every polygon that holds the start: an end on an edge or a corner is in
// several.
//
// A portal's node is a half-edge: crossing it the other way is another node,
// since it leads into the other polygon.  The chain of parents thus is a chain
// of polygons by construction, whatever rounding does to the costs.  The second
// direction is looked at only when it is cheaper than the first: whoever stands
// on the portal has been in the polygon he would enter, and by the triangle
// inequality has nothing to gain there.
//
// Where more than two floors meet, half-edges form a ring, each the twin of the
// one before, and one may go from each polygon of the ring into every other.
// Half-edge n is the node of entering its twin, whichever polygon was left: on
// a ring of two that is the half-edge left.
//
// There is no closed set.  A node that is reached more cheaply after it has
// been taken out goes in again; h being consistent, only rounding can cause
// that. Costs only fall and are bounded from below, so the search ends. Parents
// never form a ring: a node's cost is not below its parent's, and it must fall
// strictly to get a new parent.
//
// Nothing is cleared between queries: what carries the number of an older query
// counts as unknown.
//
// Reference: Peter E. Hart, Nils J. Nilsson and Bertram Raphael, "A Formal
// Basis for the Heuristic Determination of Minimum Cost Paths", 1968.
#include "search/astar.h"

#include "base/vec.h"

// Number of the node that stands for the goal: behind all others, so that at
// equal keys it comes last.
static uint32_t goal_node(const nav_astar *astar)
{
    return astar->mesh->info.edges;
}

nav_vec2 nav_astar_midpoint(const nav_mesh *mesh, uint32_t edge)
{
    uint32_t e = edge;
    for (uint32_t t = mesh->twin[edge]; t != edge; t = mesh->twin[t]) {
        e = t < e ? t : e;
    }
    return nav_vec2_midpoint(nav_mesh_edge_start(mesh, e),
                             nav_mesh_edge_end(mesh, e));
}

nav_vec2 nav_astar_centroid(const nav_mesh *mesh, nav_poly_id polygon)
{
    uint32_t first = mesh->first[polygon], end = mesh->first[polygon + 1];
    nav_vec2 origin = nav_mesh_edge_start(mesh, first);
    double area = 0;
    for (uint32_t e = first + 1; e + 1 < end; e++) {
        nav_vec2 b = nav_vec2_sub(nav_mesh_edge_start(mesh, e), origin);
        nav_vec2 c = nav_vec2_sub(nav_mesh_edge_start(mesh, e + 1), origin);
        area += nav_vec2_cross(b, c);
    }
    // The fan's triangles, each weighed by its share of the area: no product of
    // three coordinates, which could overflow.  A sliver whose area rounds to
    // nothing is as good as its first corner.
    nav_vec2 sum = {0, 0};
    for (uint32_t e = first + 1; area > 0 && e + 1 < end; e++) {
        nav_vec2 b = nav_vec2_sub(nav_mesh_edge_start(mesh, e), origin);
        nav_vec2 c = nav_vec2_sub(nav_mesh_edge_start(mesh, e + 1), origin);
        double share = nav_vec2_cross(b, c) / area;
        sum.x += share * ((b.x + c.x) / 3);
        sum.y += share * ((b.y + c.y) / 3);
    }
    return (nav_vec2){origin.x + sum.x, origin.y + sum.y};
}

// Replaces stamps by more, none of which is that of a query.
static nav_status new_stamps(const nav_allocator *mem, uint32_t **stamp,
                             size_t room, size_t need)
{
    uint32_t *made = nav_mem_new(mem, need, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < need; i++) {
        made[i] = 0;
    }
    nav_mem_free(mem, *stamp, room, sizeof *made);
    *stamp = made;
    return NAV_OK;
}

// Just what is needed the first time, twice as much later.
static size_t more_room(size_t room, size_t need)
{
    return need > 2 * room ? need : 2 * room;
}

static nav_status fit_polygons(nav_astar *astar, size_t need)
{
    uint32_t *stamps = NULL; // for goals, and behind them for starts
    nav_status status = new_stamps(&astar->mem, &stamps, 0, 2 * need);
    if (status == NAV_OK) {
        nav_mem_free(&astar->mem, astar->goal_stamp, 2 * astar->polygons,
                     sizeof *stamps);
        astar->goal_stamp = stamps;
        astar->start_stamp = stamps + need;
        astar->polygons = need;
    }
    return status;
}

nav_status nav_astar_fit(nav_astar *astar)
{
    const nav_allocator *mem = &astar->mem;
    const nav_mesh_info *info = &astar->mesh->info;
    // Polygons may have changed, and with them their centroids.
    nav_mem_free(mem, astar->centroid, astar->polygons,
                 sizeof *astar->centroid);
    astar->centroid = NULL;
    nav_status status = NAV_OK;
    if (info->polygons > astar->polygons) {
        status =
            fit_polygons(astar, more_room(astar->polygons, info->polygons));
    }
    if (info->islands > astar->islands && status == NAV_OK) {
        size_t need = more_room(astar->islands, info->islands);
        status = new_stamps(mem, &astar->island_stamp, astar->islands, need);
        astar->islands = status == NAV_OK ? need : astar->islands;
    }
    return status;
}

nav_status nav_astar_init(nav_astar *astar, const nav_mesh *mesh,
                          const nav_allocator *mem)
{
    *astar = (nav_astar){.mem = *mem, .mesh = mesh, .least = 1};
    nav_heap_init(&astar->open, mem);
    nav_status status = nav_astar_fit(astar);
    if (status != NAV_OK) {
        nav_astar_fini(astar);
    }
    return status;
}

void nav_astar_fini(nav_astar *astar)
{
    const nav_allocator *mem = &astar->mem;
    nav_heap_fini(&astar->open);
    nav_mem_free(mem, astar->node, astar->nodes, sizeof *astar->node);
    nav_mem_free(mem, astar->centroid, astar->polygons,
                 sizeof *astar->centroid);
    nav_mem_free(mem, astar->goal_stamp, 2 * astar->polygons, sizeof(uint32_t));
    nav_mem_free(mem, astar->island_stamp, astar->islands, sizeof(uint32_t));
    nav_mem_free(mem, astar->chain, astar->chain_capacity,
                 sizeof *astar->chain);
}

// Gives the query a number that nothing carries yet.
static void next_stamp(nav_astar *astar)
{
    if (++astar->stamp != 0) {
        return;
    }
    for (size_t p = 0; p < astar->polygons; p++) {
        astar->goal_stamp[p] = 0;
        astar->start_stamp[p] = 0;
    }
    for (size_t i = 0; i < astar->islands; i++) {
        astar->island_stamp[i] = 0;
    }
    for (size_t n = 0; n < astar->nodes; n++) {
        astar->node[n].stamp = 0;
    }
    astar->stamp = 1;
}

void nav_astar_set_goals(nav_astar *astar, nav_vec2 goal,
                         const nav_poly_id *polygons, size_t count)
{
    next_stamp(astar);
    astar->goal = goal;
    astar->chain_count = 0;
    astar->expanded = 0;
    for (size_t i = 0; i < count; i++) {
        astar->goal_stamp[polygons[i]] = astar->stamp;
        astar->island_stamp[astar->mesh->island[polygons[i]]] = astar->stamp;
    }
}

bool nav_astar_is_goal(const nav_astar *astar, nav_poly_id polygon)
{
    return astar->goal_stamp[polygon] == astar->stamp;
}

bool nav_astar_can_reach(const nav_astar *astar, nav_poly_id polygon)
{
    return astar->island_stamp[astar->mesh->island[polygon]] == astar->stamp;
}

// Makes the tables that a search of this kind needs, once.
static nav_status prepare(nav_astar *astar, nav_search kind)
{
    const nav_mesh *mesh = astar->mesh;
    size_t nodes = (size_t)mesh->info.edges + 1;
    nav_status status = nav_heap_reserve(&astar->open, nodes);
    if (status != NAV_OK) {
        return status;
    }
    size_t known = astar->nodes;
    status = nav_mem_grow(&astar->mem, &astar->node, &astar->nodes, nodes,
                          sizeof *astar->node);
    if (status != NAV_OK) {
        return status;
    }
    for (size_t n = known; n < astar->nodes; n++) {
        astar->node[n].stamp = 0;
    }
    if (kind == NAV_SEARCH_CENTROID && !astar->centroid) {
        astar->centroid =
            nav_mem_new(&astar->mem, astar->polygons, sizeof *astar->centroid);
        if (!astar->centroid) {
            return NAV_NOMEM;
        }
        for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
            astar->centroid[p] = nav_astar_centroid(mesh, p);
        }
    }
    return NAV_OK;
}

static bool is_known(const nav_astar *astar, uint32_t n)
{
    return astar->node[n].stamp == astar->stamp;
}

static bool is_start(const nav_astar *astar, nav_poly_id polygon)
{
    return astar->start_stamp[polygon] == astar->stamp;
}

// The place that stands for a node; a start polygon's is the start itself.
static nav_vec2 place_of(const nav_astar *astar, uint32_t n)
{
    if (n == goal_node(astar)) {
        return astar->goal;
    }
    if (astar->kind == NAV_SEARCH_MIDPOINT) {
        return nav_astar_midpoint(astar->mesh, n);
    }
    return is_start(astar, n) ? astar->start : astar->centroid[n];
}

// The node before a step, as relax needs it.
typedef struct origin {
    nav_vec2 place;
    double g;
    uint32_t node; // NAV_NONE: the start
    double rate;   // cost of the polygon that is left
} origin;

static double rate_of(const nav_astar *astar, nav_poly_id polygon)
{
    return nav_mesh_cost(astar->mesh, astar->rate, polygon);
}

// Cost of a unit of length on the way to node n: between centroids half of it
// is in either polygon, about.
static double rate_to(const nav_astar *astar, const origin *from, uint32_t n)
{
    if (!astar->rate || astar->kind == NAV_SEARCH_MIDPOINT ||
        n == goal_node(astar)) {
        return from->rate;
    }
    return (from->rate + rate_of(astar, n)) / 2;
}

// Whether half-edge `in` was left at no higher cost than g by somebody who
// stands on it now, in another polygon of its ring.
static bool was_left(const nav_astar *astar, uint32_t in, double g)
{
    const uint32_t *twin = astar->mesh->twin;
    uint32_t n = in;
    do {
        if (is_known(astar, n) && astar->node[n].g <= g &&
            astar->node[n].out == in) {
            return true;
        }
        n = twin[n];
    } while (n != in);
    return false;
}

// Offers a way to node n over a link.
static nav_status relax(nav_astar *astar, origin from, uint32_t n,
                        nav_crossing link)
{
    nav_vec2 place = place_of(astar, n);
    double g = from.g +
               rate_to(astar, &from, n) * nav_vec2_distance(from.place, place);
    if (is_known(astar, n) && astar->node[n].g <= g) {
        return NAV_OK;
    }
    if (astar->kind == NAV_SEARCH_MIDPOINT && n != goal_node(astar) &&
        was_left(astar, link.entered, g)) {
        return NAV_OK;
    }
    astar->node[n] =
        (nav_astar_node){g, from.node, link.left, link.entered, astar->stamp};
    double h = astar->least * nav_vec2_distance(place, astar->goal);
    return nav_heap_push(&astar->open, n, g + h);
}

// Offers all ways over one half-edge.  From one start polygon into another is
// no way on.
static nav_status cross(nav_astar *astar, origin from, uint32_t out)
{
    const nav_mesh *mesh = astar->mesh;
    nav_status status = NAV_OK;
    uint32_t e = out;
    do {
        nav_crossing link = {out, mesh->twin[e]};
        nav_poly_id q = mesh->neighbour[e];
        if (!is_start(astar, q)) {
            bool by_edge = astar->kind == NAV_SEARCH_MIDPOINT;
            status = relax(astar, from, by_edge ? e : q, link);
        }
        e = link.entered;
    } while (mesh->twin[e] != out && status == NAV_OK);
    return status;
}

// Offers all ways on from a polygon, except back over half-edge `entry`.
static nav_status leave_polygon(nav_astar *astar, origin from, nav_poly_id p,
                                uint32_t entry)
{
    const nav_mesh *mesh = astar->mesh;
    nav_status status = NAV_OK;
    for (uint32_t e = mesh->first[p];
         e < mesh->first[p + 1] && status == NAV_OK; e++) {
        if (mesh->twin[e] != NAV_NONE && e != entry) {
            status = cross(astar, from, e);
        }
    }
    return status;
}

static nav_status begin_in(nav_astar *astar, nav_poly_id p)
{
    if (astar->kind == NAV_SEARCH_MIDPOINT) {
        origin from = {astar->start, 0, NAV_NONE, rate_of(astar, p)};
        return leave_polygon(astar, from, p, NAV_NONE);
    }
    astar->node[p] =
        (nav_astar_node){0, NAV_NONE, NAV_NONE, NAV_NONE, astar->stamp};
    double h = astar->least * nav_vec2_distance(astar->start, astar->goal);
    return nav_heap_push(&astar->open, p, h);
}

static nav_status expand(nav_astar *astar, uint32_t n)
{
    const nav_mesh *mesh = astar->mesh;
    uint32_t entry = astar->node[n].in;
    nav_poly_id p = astar->kind == NAV_SEARCH_MIDPOINT ? mesh->neighbour[n] : n;
    origin from = {place_of(astar, n), astar->node[n].g, n, rate_of(astar, p)};
    if (nav_astar_is_goal(astar, p)) {
        nav_crossing none = {NAV_NONE, NAV_NONE};
        nav_status status = relax(astar, from, goal_node(astar), none);
        if (status != NAV_OK) {
            // No test makes the heap full just before the goal goes into it.
            return status;
        }
    }
    return leave_polygon(astar, from, p, entry);
}

// Writes down the half-edges from the start to the goal's node.
static nav_status trace(nav_astar *astar)
{
    size_t count = 0;
    uint32_t last = astar->node[goal_node(astar)].parent;
    for (uint32_t n = last; n != NAV_NONE; n = astar->node[n].parent) {
        count += astar->node[n].out != NAV_NONE;
    }
    nav_status status =
        nav_mem_grow(&astar->mem, &astar->chain, &astar->chain_capacity, count,
                     sizeof *astar->chain);
    if (status != NAV_OK) {
        return status;
    }
    astar->chain_count = count;
    for (uint32_t n = last; count > 0; n = astar->node[n].parent) {
        const nav_astar_node *node = &astar->node[n];
        astar->chain[--count] = (nav_crossing){node->out, node->in};
    }
    return NAV_OK;
}

nav_status nav_astar_run(nav_astar *astar, nav_search kind, nav_vec2 start,
                         const nav_poly_id *polygons, size_t count)
{
    nav_status status = prepare(astar, kind);
    astar->kind = kind;
    astar->start = start;
    nav_heap_clear(&astar->open);
    for (size_t i = 0; i < count; i++) {
        astar->start_stamp[polygons[i]] = astar->stamp;
    }
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        if (nav_astar_can_reach(astar, polygons[i])) {
            status = begin_in(astar, polygons[i]);
        }
    }
    while (status == NAV_OK && astar->open.count > 0) {
        uint32_t n = nav_heap_pop(&astar->open).id;
        astar->expanded++;
        if (n == goal_node(astar)) {
            return trace(astar);
        }
        status = expand(astar, n);
    }
    return status;
}
