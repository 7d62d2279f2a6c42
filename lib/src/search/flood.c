// flood.c - distances from some points to everywhere: the search without a
// goal.
//
// Cones of view (cones.c) spread from the sources, the nearest one first, until
// nothing is left.  Each is handed to the caller, who makes of what it sees
// what he wants: distances of corners (survey.c), or of the cells of a field
// (flowfield.c).  So it is continuous Dijkstra, but for the intervals of an
// edge, which are allowed to overlap: the least distance counts.
//
// A search for one goal looks at little of what is far.  A flood looks at
// everything, and among many small holes every corner sees many others; what
// keeps that small is to end a cone as soon as all that it sees of an edge is
// nearer by an end of the edge.  Let L and R be the ends and g(L), g(R) lengths
// of ways to them.  On the edge a place x is min(g(L) + |Lx|, g(R) + |Rx|) away
// at most, which is largest at
//
//      x = (|LR| + g(R) - g(L)) / 2        from L.
//
// A cone with root r and g has g + |rx| to there.  Going from x towards L, |Lx|
// falls as fast as one walks, and |rx| no faster; so a cone that is longer at x
// is longer on all of the edge between L and x, and likewise towards R.  One
// comparison at x, or at the end of the cone's interval next to it, is the
// whole test.  It is done with room for rounding (nav_cones_is_less): to keep a
// cone too long costs time, never the answer.  Corners are noted when they are
// seen, before any way turns there, so that they end cones early.
//
// Where floors fold back, cones that go to and fro end by the same test
// (cone_folds.c).
//
// References: Joseph Mitchell, David Mount, Christos Papadimitriou, "The
// Discrete Geodesic Problem", 1987 (continuous Dijkstra); Shi-Qing Xin, Guo-Jin
// Wang, "Improving Chen and Han's Algorithm on the Discrete Geodesic Problem",
// 2009 (windows that an end of the edge makes useless).
#include "search/flood.h"

#include "search/cone_sight.h"

// Room for rounding of the ends of what a cone sees of an edge, in parts of the
// largest coordinate.  A ray meets the line of the edge at a slope of 1e-6 or
// more, else all of the edge is taken for seen (nav_cone_meet), so a few
// roundings of 2^-53 may grow a million times.
static const double sight_slack = 0x1p-30;

nav_status nav_flood_init(nav_flood *f, const nav_mesh *mesh,
                          const nav_allocator *mem)
{
    *f = (nav_flood){.mem = *mem, .given = NAV_NONE};
    nav_status status = nav_cones_init(&f->cones, mesh, mem);
    if (status != NAV_OK) {
        return status;
    }
    nav_cones *c = &f->cones;
    nav_cones_open_all(c);
    f->corners = c->corners;
    nav_cone_folds_allow_rounding(c);
    nav_cones_reset(c);
    return NAV_OK;
}

void nav_flood_fini(nav_flood *f)
{
    nav_cone_heap_fini(&f->heap, &f->mem);
    nav_cones_fini(&f->cones);
}

void nav_flood_reset(nav_flood *f)
{
    nav_cones_reset(&f->cones);
    f->cones.corners = f->corners;
    f->heap.count = 0;
    f->given = NAV_NONE;
    f->expanded = 0;
}

nav_status nav_flood_new_source(nav_flood *f, uint32_t *corner)
{
    nav_cones *c = &f->cones;
    if (c->corners >= INT32_MAX) {
        return NAV_LIMIT;
    }
    nav_status status = nav_mem_grow(&f->mem, &c->corner, &c->corner_room,
                                     c->corners + 1, sizeof *c->corner);
    if (status == NAV_OK) {
        c->corner[c->corners] = (nav_cone_corner){
            .g = HUGE_VAL, .stamp = c->stamp, .vertex = NAV_NONE};
        *corner = (uint32_t)c->corners++;
    }
    return status;
}

// Whether all that a cone sees of the edge that it entered is nearer by one of
// the edge's ends.
static bool is_shadowed(const nav_flood *f, const nav_cone *n,
                        const nav_cone_sight *s)
{
    const nav_cones *c = &f->cones;
    const nav_cone_edge *edge = &c->edge[n->edge];
    double left = nav_flood_distance(f, edge->corner);
    double right = nav_flood_distance(f, c->edge[edge->next].corner);
    if (left == HUGE_VAL && right == HUGE_VAL) {
        return false;
    }
    double room = sight_slack * c->folds.size;
    double at = nav_between(s->from - room, 0.5 * (edge->size + right - left),
                            s->to + room);
    double by_left = left + at;
    double by_right = right + (edge->size - at);
    double straight = n->g + nav_hypotenuse(at - s->root.x, s->root.y);
    return nav_cones_is_less(c, by_left < by_right ? by_left : by_right,
                             straight);
}

// Whether a cone gives no shortest way; else how far the nearest place is that
// it sees.
static bool is_useless(const nav_flood *f, const nav_cone *n, double *reach)
{
    if (nav_cone_is_outdone(&f->cones, n)) {
        return true;
    }
    *reach = n->g;
    if (nav_cone_is_at_end(n)) {
        return false;
    }
    nav_cone_sight s = nav_cone_see(n, &f->cones.edge[n->edge]);
    double at = nav_between(s.from, s.root.x, s.to);
    *reach += nav_hypotenuse(at - s.root.x, s.root.y);
    return is_shadowed(f, n, &s);
}

// Puts the cones made since `first` on the heap.
static nav_status sort_in(nav_flood *f, size_t first)
{
    nav_status status = NAV_OK;
    for (size_t i = first; i < f->cones.count && status == NAV_OK; i++) {
        nav_cone_entry entry = {0, (uint32_t)i};
        if (!is_useless(f, &f->cones.cone[i], &entry.f)) {
            status = nav_cone_heap_push(&f->heap, &f->mem, entry);
        }
    }
    return status;
}

nav_status nav_flood_begin(nav_flood *f, const nav_cone_source *source,
                           nav_poly_id polygon)
{
    nav_cones *c = &f->cones;
    size_t first = c->count;
    nav_cone_corner *known = &c->corner[source->corner];
    known->g = source->g < known->g ? source->g : known->g;
    uint32_t e = c->mesh->first[polygon];
    nav_cones_note_seen(c, source->g, source->point, e, nav_cones_prev(c, e));
    nav_status status = nav_cones_begin(c, source, polygon);
    return status == NAV_OK ? sort_in(f, first) : status;
}

nav_status nav_flood_next(nav_flood *f, uint32_t *cone, nav_cone_view *view,
                          double *reach)
{
    nav_cones *c = &f->cones;
    if (f->given != NAV_NONE) {
        size_t first = c->count;
        f->expanded++;
        nav_status status = nav_cones_expand(c, f->given);
        if (status == NAV_OK) {
            status = sort_in(f, first);
        }
        if (status != NAV_OK) {
            return status;
        }
    }
    f->given = NAV_NONE;
    while (f->heap.count > 0 && f->given == NAV_NONE) {
        uint32_t next = nav_cone_heap_pop(&f->heap).cone;
        f->given = is_useless(f, &c->cone[next], reach) ? NAV_NONE : next;
    }
    if (f->given != NAV_NONE) {
        *view = nav_cones_view(c, f->given);
        nav_cones_note_view(c, f->given, view);
    }
    *cone = f->given;
    *reach = f->given != NAV_NONE ? *reach : HUGE_VAL;
    return NAV_OK;
}

double nav_flood_distance(const nav_flood *f, uint32_t corner)
{
    const nav_cone_corner *known = &f->cones.corner[corner];
    return known->stamp == f->cones.stamp ? known->g : HUGE_VAL;
}

// ---------------------------------------------------------------------------
// From vertices to vertices
// ---------------------------------------------------------------------------

// Begins in every polygon around a source.
static nav_status begin_at_vertices(nav_flood *f, const double *distance)
{
    const nav_mesh *mesh = f->cones.mesh;
    nav_cone_source source = {.g = 0};
    nav_status status = nav_flood_new_source(f, &source.corner);
    for (uint32_t e = 0; e < mesh->info.edges && status == NAV_OK; e++) {
        if (distance[mesh->corner[e]] == 0) {
            source.point = nav_mesh_edge_start(mesh, e);
            status = nav_flood_begin(f, &source, mesh->edge_polygon[e]);
        }
    }
    return status;
}

nav_status nav_flood_vertices(nav_flood *f, size_t most, double *distance)
{
    nav_flood_reset(f);
    nav_status status = begin_at_vertices(f, distance);
    uint32_t cone = 0;
    while (status == NAV_OK && cone != NAV_NONE) {
        nav_cone_view view;
        double reach;
        status = f->cones.count > most
                     ? NAV_LIMIT
                     : nav_flood_next(f, &cone, &view, &reach);
    }
    for (size_t i = 0; i < f->corners && status == NAV_OK; i++) {
        double *d = &distance[f->cones.corner[i].vertex];
        *d = fmin(*d, nav_flood_distance(f, (uint32_t)i));
    }
    return status;
}
