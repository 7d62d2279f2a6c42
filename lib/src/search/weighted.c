// weighted.c - cheapest ways through areas of different costs.
//
// Problem.  The cost of a way is the sum of its lengths in each polygon times
// the cost of the polygon's area: the weighted region problem.  No exact method
// is known that is both general and quick (the answer is not even an algebraic
// number of the input's kind); what is found here is a cheap way and a proof of
// how cheap any way can be.
//
// The way.  A* over samples: five places on each portal, its ends, quarters and
// middle, each joined with all others of the same polygon.  h is the straight
// distance times the least cost in force, which no way undercuts.  The samples
// choose the chain of polygons; where it is crossed is then found to the last
// digits (refract.c).  Other chains compete: the one of the shortest way, and
// those that the search for the bound brings up.
//
// The proof, a lower bound, is found over pieces of portals
// (weighted_pieces.c).
//
// References: Joseph Mitchell and Christos Papadimitriou, "The Weighted Region
// Problem", 1991; Mark Lanthier, Anil Maheshwari and Joerg-Ruediger Sack,
// "Approximating Shortest Paths on Weighted Polyhedral Surfaces", 2001 (samples
// on edges); P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic
// Determination of Minimum Cost Paths", 1968.
#include "search/weighted.h"

enum { PLACES = 5 }; // samples of a portal

// Numbers the portals, in the order of their least edges.  (The mesh does not
// keep their number while obstacles are laid over it.)
static uint32_t number_portals(nav_weighted *w)
{
    const nav_mesh *mesh = w->mesh;
    uint32_t count = 0;
    for (size_t e = 0; e < w->edges; e++) {
        w->portal[e] = NAV_NONE;
    }
    for (uint32_t e = 0; e < w->edges; e++) {
        if (mesh->twin[e] == NAV_NONE || w->portal[e] != NAV_NONE) {
            continue;
        }
        for (uint32_t t = e; w->portal[t] == NAV_NONE; t = mesh->twin[t]) {
            w->portal[t] = count;
        }
        count++;
    }
    return count;
}

nav_status nav_weighted_init(nav_weighted *w, const nav_mesh *mesh,
                             const nav_allocator *mem)
{
    *w = (nav_weighted){.mem = *mem, .mesh = mesh, .edges = mesh->info.edges};
    // A portal has two edges at least, and the goal is a sample as well.
    if (w->edges / 2 > (NAV_NONE - 2) / PLACES) {
        return NAV_LIMIT;
    }
    nav_heap_init(&w->open, mem);
    nav_refract_init(&w->refract, mem);
    w->portal = nav_mem_new(mem, w->edges, sizeof *w->portal);
    if (!w->portal) {
        return NAV_NOMEM;
    }
    size_t portals = number_portals(w);
    w->portals = portals;
    w->samples = portals * PLACES + 1;
    w->portal_edge = nav_mem_new(mem, portals, sizeof *w->portal_edge);
    w->pieces_of = nav_mem_new(mem, portals, sizeof *w->pieces_of);
    w->stamp_of = nav_mem_new(mem, portals, sizeof *w->stamp_of);
    w->sample = nav_mem_new(mem, w->samples, sizeof *w->sample);
    if (!w->portal_edge || !w->pieces_of || !w->stamp_of || !w->sample) {
        nav_weighted_fini(w);
        return NAV_NOMEM;
    }
    uint32_t count = 0;
    for (uint32_t e = 0; e < w->edges; e++) {
        if (w->portal[e] == count) {
            w->stamp_of[count] = 0;
            w->portal_edge[count++] = e;
        }
    }
    for (size_t i = 0; i < w->samples; i++) {
        w->sample[i].stamp = 0;
    }
    return NAV_OK;
}

void nav_weighted_fini(nav_weighted *w)
{
    const nav_allocator *mem = &w->mem;
    nav_heap_fini(&w->open);
    nav_refract_fini(&w->refract);
    nav_mem_free(mem, w->portal, w->edges, sizeof *w->portal);
    nav_mem_free(mem, w->portal_edge, w->portals, sizeof *w->portal_edge);
    nav_mem_free(mem, w->pieces_of, w->portals, sizeof *w->pieces_of);
    nav_mem_free(mem, w->stamp_of, w->portals, sizeof *w->stamp_of);
    nav_mem_free(mem, w->sample, w->samples, sizeof *w->sample);
    nav_mem_free(mem, w->piece, w->piece_capacity, sizeof *w->piece);
    nav_mem_free(mem, w->links, w->link_capacity, sizeof *w->links);
    nav_mem_free(mem, w->chain, w->chain_capacity, sizeof *w->chain);
    nav_mem_free(mem, w->t, w->t_capacity, sizeof *w->t);
}

// ---------------------------------------------------------------------------
// Chains
// ---------------------------------------------------------------------------

void nav_weighted_begin(nav_weighted *w, const nav_weighted_costs *costs,
                        nav_chain_end start, nav_chain_end goal)
{
    w->rate = costs->rate;
    w->least = costs->least;
    w->most = costs->most;
    w->start = start;
    w->goal = goal;
    w->cost = HUGE_VAL;
    w->bound = 0;
    w->expanded = 0;
    w->looks = 0;
    w->chain_count = 0;
    if (++w->stamp == 0) {
        for (size_t i = 0; i < w->samples; i++) {
            w->sample[i].stamp = 0;
        }
        for (size_t i = 0; i < w->portals; i++) {
            w->stamp_of[i] = 0;
        }
        w->stamp = 1;
    }
}

bool nav_weighted_is_goal(const nav_weighted *w, nav_poly_id polygon)
{
    for (size_t i = 0; i < w->goal.count; i++) {
        if (w->goal.polygons[i] == polygon) {
            return true;
        }
    }
    return false;
}

nav_status nav_weighted_offer(nav_weighted *w, nav_poly_id polygon,
                              const nav_crossing *links, size_t count)
{
    nav_refract_chain chain = {.mesh = w->mesh,
                               .links = links,
                               .count = count,
                               .cost = w->rate,
                               .start = w->start.point,
                               .goal = w->goal.point,
                               .polygon = polygon,
                               .limit = w->cost};
    nav_status status = nav_refract_run(&w->refract, &chain);
    if (status != NAV_OK || w->refract.cost >= w->cost) {
        return status;
    }
    status = nav_mem_grow(&w->mem, &w->chain, &w->chain_capacity, count,
                          sizeof *w->chain);
    if (status == NAV_OK) {
        status =
            nav_mem_grow(&w->mem, &w->t, &w->t_capacity, count, sizeof *w->t);
    }
    if (status != NAV_OK) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        w->chain[i] = links[i];
        w->t[i] = w->refract.t[i];
    }
    w->chain_count = count;
    w->chain_start = polygon;
    w->cost = w->refract.cost;
    return NAV_OK;
}

// The edge by which a polygon has a portal.
static uint32_t edge_in(const nav_weighted *w, uint32_t portal,
                        nav_poly_id polygon)
{
    uint32_t e = w->portal_edge[portal];
    while (w->mesh->edge_polygon[e] != polygon) {
        e = w->mesh->twin[e];
    }
    return e;
}

nav_status nav_weighted_add_link(nav_weighted *w, uint32_t portal,
                                 nav_poly_id from, nav_poly_id to)
{
    if (from == to) {
        // A way that turns back from the portal.  Such a way is never shorter;
        // no test has one that rounding makes as short.
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&w->mem, &w->links, &w->link_capacity,
                                     w->link_count + 1, sizeof *w->links);
    if (status == NAV_OK) {
        w->links[w->link_count++] =
            (nav_crossing){edge_in(w, portal, from), edge_in(w, portal, to)};
    }
    return status;
}

nav_status nav_weighted_offer_links(nav_weighted *w, nav_poly_id polygon)
{
    for (size_t a = 0, b = w->link_count; a + 1 < b; a++) {
        nav_crossing swap = w->links[a];
        w->links[a] = w->links[--b];
        w->links[b] = swap;
    }
    return nav_weighted_offer(w, polygon, w->links, w->link_count);
}

// ---------------------------------------------------------------------------
// Samples
// ---------------------------------------------------------------------------

static uint32_t goal_sample(const nav_weighted *w)
{
    return (uint32_t)w->samples - 1;
}

static nav_vec2 sample_place(const nav_weighted *w, uint32_t n)
{
    uint32_t e = w->portal_edge[n / PLACES];
    return nav_refract_place(w->mesh, (nav_crossing){e, e},
                             (n % PLACES) / (double)(PLACES - 1));
}

static nav_status reach_sample(nav_weighted *w, uint32_t n, nav_sample found,
                               nav_vec2 at)
{
    nav_sample *known = &w->sample[n];
    if (known->stamp == w->stamp && known->g <= found.g) {
        return NAV_OK;
    }
    *known = found;
    return nav_heap_push(
        &w->open, n, found.g + w->least * nav_vec2_distance(at, w->goal.point));
}

// Offers the ways from a place on a polygon to all samples of it.
static nav_status cross_polygon(nav_weighted *w, nav_poly_id p, nav_vec2 from,
                                double g, uint32_t parent)
{
    const nav_mesh *mesh = w->mesh;
    double rate = nav_mesh_cost(mesh, w->rate, p);
    nav_status status = NAV_OK;
    nav_sample found = {.parent = parent, .via = p, .stamp = w->stamp};
    if (nav_weighted_is_goal(w, p)) {
        found.g = g + rate * nav_vec2_distance(from, w->goal.point);
        status = reach_sample(w, goal_sample(w), found, w->goal.point);
    }
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (w->portal[e] == NAV_NONE) {
            continue;
        }
        uint32_t first = w->portal[e] * PLACES;
        for (uint32_t n = first; n < first + PLACES && status == NAV_OK; n++) {
            nav_vec2 at = sample_place(w, n);
            found.g = g + rate * nav_vec2_distance(from, at);
            status = reach_sample(w, n, found, at);
        }
    }
    return status;
}

// Lists the links of the best way to the goal over samples and offers them.
static nav_status offer_samples(nav_weighted *w)
{
    nav_status status = NAV_OK;
    nav_poly_id after = w->sample[goal_sample(w)].via;
    w->link_count = 0;
    for (uint32_t n = w->sample[goal_sample(w)].parent;
         n != NAV_NONE && status == NAV_OK; n = w->sample[n].parent) {
        status = nav_weighted_add_link(w, n / PLACES, w->sample[n].via, after);
        after = w->sample[n].via;
    }
    return status == NAV_OK ? nav_weighted_offer_links(w, after) : status;
}

static nav_status search_samples(nav_weighted *w)
{
    const nav_mesh *mesh = w->mesh;
    nav_status status = nav_heap_reserve(&w->open, w->samples);
    nav_heap_clear(&w->open);
    for (size_t i = 0; i < w->start.count && status == NAV_OK; i++) {
        status =
            cross_polygon(w, w->start.polygons[i], w->start.point, 0, NAV_NONE);
    }
    while (status == NAV_OK && w->open.count > 0) {
        uint32_t n = nav_heap_pop(&w->open).id;
        w->expanded++;
        if (n == goal_sample(w)) {
            return offer_samples(w);
        }
        uint32_t e = w->portal_edge[n / PLACES];
        uint32_t first = e;
        do {
            // The polygon by which it was reached was seen from its parent.
            nav_poly_id p = mesh->edge_polygon[e];
            if (p != w->sample[n].via) {
                status =
                    cross_polygon(w, p, sample_place(w, n), w->sample[n].g, n);
            }
            e = mesh->twin[e];
        } while (e != first && status == NAV_OK);
    }
    return status;
}

nav_status nav_weighted_run(nav_weighted *w)
{
    nav_status status = search_samples(w);
    return status == NAV_OK ? nav_weighted_raise_bound(w) : status;
}
