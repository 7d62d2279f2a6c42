// cone_doors.c - the part of the mesh that a search has to do with.
//
// Most polygons are dead ends: behind a bridge (bridges.h) that leads only to
// them.  Between a start and a goal few bridges have to be crossed; all others
// are closed, as if they were walls.  A cone then sees walls for the most part,
// and which one of them it sees does not matter.  So the edges of a polygon are
// linked past corners between two closed edges.  What is left is convex as
// well, and the cones need not know: they look at two or three corners instead
// of ten.
//
// Where floors wind around a corner a point may lie in many polygons, at the
// start as at the goal, each far from the others.  So bridges are not looked
// for from pair to pair: they are followed outwards from each polygon, until
// one has all polygons of the other end behind it or has been opened before.
// None is opened twice.
//
// Bridges that are opened bring their corners back, which are taken out again
// in the opposite order.
//
// Reference: Hiroshi Hitotumatu, Kohei Noshita, "A Technique for Implementing
// Backtrack Algorithms and its Application", 1979 (links that are put back).
#include "search/cones.h"

// Whether an edge is a bridge that can be closed: on both sides.  One side of a
// bridge may have been cut away by an obstacle; what stands in for it is none,
// and leads to the other side through an edge that must be there.
static bool is_bridge(const nav_cones *c, uint32_t e)
{
    const uint32_t *of_edge = c->bridges.of_edge;
    uint32_t twin = c->mesh->twin[e];
    return of_edge[e] != 0 && twin != NAV_NONE && of_edge[twin] != 0;
}

// Links the edges of a polygon that are kept.
static void link_ring(nav_cones *c, nav_poly_id polygon)
{
    uint32_t first = c->mesh->first[polygon];
    uint32_t end = c->mesh->first[polygon + 1];
    uint32_t before = NAV_NONE; // the last one of the ring
    for (uint32_t e = first; e < end; e++) {
        before = c->edge[e].is_kept ? e : before;
    }
    for (uint32_t e = first; e < end; e++) {
        if (c->edge[e].is_kept) {
            c->edge[before].next = e;
            c->edge[e].prev = before;
            before = e;
        }
    }
}

// Opens all edges or closes the bridges, without regard to which are open.
static void set_all(nav_cones *c, bool closed)
{
    const nav_mesh *mesh = c->mesh;
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        bool shut = closed && is_bridge(c, e);
        c->edge[e].twin = shut ? NAV_NONE : mesh->twin[e];
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        c->edge[e].is_kept = !closed || !nav_cones_is_closed(c, e) ||
                             !nav_cones_is_closed(c, nav_mesh_prev(mesh, e));
    }
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        link_ring(c, p);
    }
    c->closed = closed;
}

void nav_cones_close_bridges_of(nav_cones *c, nav_poly_id polygon)
{
    const nav_mesh *mesh = c->mesh;
    uint32_t end = mesh->first[polygon + 1];
    for (uint32_t e = mesh->first[polygon]; c->closed && e < end; e++) {
        if (is_bridge(c, e)) {
            c->edge[e].twin = NAV_NONE;
        }
    }
    for (uint32_t e = mesh->first[polygon]; c->closed && e < end; e++) {
        c->edge[e].is_kept = !nav_cones_is_closed(c, e) ||
                             !nav_cones_is_closed(c, nav_mesh_prev(mesh, e));
    }
    if (c->closed) {
        link_ring(c, polygon);
    }
}

void nav_cones_open_all(nav_cones *c)
{
    if (c->closed) {
        set_all(c, false);
    }
}

// Brings an edge back into the ring of its polygon.
static void keep(nav_cones *c, uint32_t e)
{
    nav_cone_edge *edge = c->edge;
    if (edge[e].is_kept) {
        return;
    }
    edge[e].next = edge[e].prev = e; // nothing is kept yet
    uint32_t before = nav_mesh_prev(c->mesh, e);
    while (before != e && !edge[before].is_kept) {
        before = nav_mesh_prev(c->mesh, before);
    }
    uint32_t after = edge[before].next;
    edge[e].prev = before;
    edge[e].next = after;
    edge[before].next = e;
    edge[after].prev = e;
    edge[e].is_kept = 1;
    c->added[c->added_count++] = e;
}

static void open_bridge(nav_cones *c, uint32_t e)
{
    if (!nav_cones_is_closed(c, e)) {
        return;
    }
    uint32_t twin = c->mesh->twin[e];
    if (twin == NAV_NONE) {
        return; // cut away by an obstacle; what stands in for it is no bridge
    }
    c->edge[e].twin = twin;
    c->opened[c->opened_count++] = e;
    keep(c, e);
    keep(c, nav_mesh_next(c->mesh, e));
    keep(c, twin);
    keep(c, nav_mesh_next(c->mesh, twin));
}

// A run of numbers of polygons.
typedef struct run {
    uint32_t first, last;
} run;

// The least run that has the polygons of a list that are on an island; one that
// ends before it begins if none is.
static run run_of(const nav_cones *c, nav_cone_polygons list, uint32_t island)
{
    run r = {NAV_NONE, 0};
    for (size_t i = 0; i < list.count; i++) {
        if (c->mesh->island[list.item[i]] == island) {
            uint32_t number = c->bridges.order[list.item[i]];
            r.first = number < r.first ? number : r.first;
            r.last = number > r.last ? number : r.last;
        }
    }
    return r;
}

// Opens the bridges around a polygon, to the inside or to the outside, up to
// the first one with all of the others behind it.  Those around a bridge that
// another polygon has opened are open.
static void open_around(nav_cones *c, nav_poly_id polygon, run others,
                        bool inwards)
{
    const nav_bridges *b = &c->bridges;
    uint32_t which = b->inner[polygon];
    while (which != 0) {
        const nav_bridge *bridge = &b->bridge[which - 1];
        uint32_t e = inwards ? bridge->in : bridge->out;
        bool all_behind =
            bridge->first <= others.first && others.last <= bridge->last;
        if (all_behind || (is_bridge(c, e) && !nav_cones_is_closed(c, e))) {
            return;
        }
        open_bridge(c, e);
        which = bridge->around;
    }
}

// Opens the bridges around every polygon of a list up to those with all the
// others on its island behind them.
static void open_around_all(nav_cones *c, nav_cone_polygons list,
                            nav_cone_polygons others, bool inwards)
{
    uint32_t island = NAV_NONE;
    run behind = {NAV_NONE, 0};
    for (size_t i = 0; i < list.count; i++) {
        if (c->bridges.inner[list.item[i]] == 0) {
            continue;
        }
        // All on one island as a rule.
        if (c->mesh->island[list.item[i]] != island) {
            island = c->mesh->island[list.item[i]];
            behind = run_of(c, others, island);
        }
        if (behind.first <= behind.last) {
            open_around(c, list.item[i], behind, inwards);
        }
    }
}

void nav_cones_open_ways(nav_cones *c, nav_cone_polygons from,
                         nav_cone_polygons to)
{
    if (!c->closed) {
        set_all(c, true);
    }
    open_around_all(c, from, to, false);
    open_around_all(c, to, from, true);
}

void nav_cones_close_ways(nav_cones *c)
{
    nav_cone_edge *edge = c->edge;
    while (c->added_count > 0) {
        uint32_t e = c->added[--c->added_count];
        edge[edge[e].prev].next = edge[e].next;
        edge[edge[e].next].prev = edge[e].prev;
        edge[e].is_kept = 0;
    }
    while (c->opened_count > 0) {
        edge[c->opened[--c->opened_count]].twin = NAV_NONE;
    }
}
