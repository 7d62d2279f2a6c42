// classify.c - inside or outside, by parity of each ring.
//
// A triangle is inside a ring when a way from the frame to it crosses the ring
// an odd number of times; it is walkable when for some polygon it is inside the
// outer ring and inside none of the holes.  Even-odd over all rings at once
// would be wrong: a hole that is listed twice, or two that overlap, would turn
// solid again.
//
// The triangles are visited depth first, along edges.  Whenever an edge is
// crossed the rings in its label are toggled, and toggled back on the way home,
// so one state serves all triangles: for each ring whether it contains the
// present triangle, for each polygon how many of its holes do, and the number
// of polygons that make it walkable.  A step costs the rings along one edge,
// however deeply rings are nested; a set of rings per triangle would not.
//
// The way home needs no stack: a triangle remembers the half-edge by which it
// was entered.
//
// On the way, every hole learns whether it has a part inside and a part outside
// of its outer ring, for the warnings.  When the outer ring is crossed, all holes
// that contain that place have both; they are taken off the list, so that each
// hole is looked at once.
#include "classify.h"

enum { VISITED = 4 };

// Of a ring.
enum {
    CONTAINS = 1,    // the present triangle is inside
    EVER = 2,        // some triangle is
    MET_INSIDE = 4,  // a hole: some triangle inside both it and the outer ring
    MET_OUTSIDE = 8, // a hole: some triangle inside it but not the outer ring
    LISTED = 16      // a hole: in the list of its polygon
};

typedef struct polygon_state {
    bool in_outer;
    uint32_t in_holes;
    uint32_t open_hole; // first of the holes that contain the present triangle
                        // and lack MET_INSIDE or MET_OUTSIDE; NAV_NONE
} polygon_state;

typedef struct ring_state {
    uint8_t flags;
    uint32_t next, previous; // in the list of open holes
} ring_state;

typedef struct classifier {
    nav_cdt *cdt;
    const nav_shape *shape;
    polygon_state *polygon;
    ring_state *ring;
    uint32_t solid; // polygons that make the present triangle walkable
} classifier;

static bool is_solid(const polygon_state *polygon)
{
    return polygon->in_outer && polygon->in_holes == 0;
}

static void list_hole(classifier *c, uint32_t r, polygon_state *polygon)
{
    ring_state *ring = &c->ring[r];
    ring->flags |= LISTED;
    ring->previous = NAV_NONE;
    ring->next = polygon->open_hole;
    if (ring->next != NAV_NONE) {
        c->ring[ring->next].previous = r;
    }
    polygon->open_hole = r;
}

static void unlist_hole(classifier *c, uint32_t r, polygon_state *polygon)
{
    ring_state *ring = &c->ring[r];
    ring->flags &= (uint8_t)~LISTED;
    if (ring->previous != NAV_NONE) {
        c->ring[ring->previous].next = ring->next;
    } else {
        polygon->open_hole = ring->next;
    }
    if (ring->next != NAV_NONE) {
        c->ring[ring->next].previous = ring->previous;
    }
}

// A hole now contains a triangle; `at` is a vertex where that is seen.
static nav_status meet(classifier *c, uint32_t r, bool in_outer, nav_vec2 at)
{
    ring_state *ring = &c->ring[r];
    ring->flags |= in_outer ? MET_INSIDE : MET_OUTSIDE;
    if ((ring->flags & MET_INSIDE) && (ring->flags & MET_OUTSIDE)) {
        return nav_notes_add(c->cdt->notes, r, NAV_WARN_HOLE_CROSSING, at);
    }
    return NAV_OK;
}

static nav_status toggle_outer(classifier *c, polygon_state *polygon,
                               nav_vec2 at)
{
    polygon->in_outer = !polygon->in_outer;
    nav_status status = NAV_OK;
    while (polygon->open_hole != NAV_NONE && status == NAV_OK) {
        uint32_t r = polygon->open_hole;
        status = meet(c, r, polygon->in_outer, at);
        if (status == NAV_OK) {
            status = meet(c, r, !polygon->in_outer, at);
        }
        unlist_hole(c, r, polygon);
    }
    return status;
}

static nav_status toggle_hole(classifier *c, uint32_t r, polygon_state *polygon,
                              nav_vec2 at)
{
    ring_state *ring = &c->ring[r];
    if (!(ring->flags & CONTAINS)) {
        polygon->in_holes--;
        if (ring->flags & LISTED) {
            unlist_hole(c, r, polygon);
        }
        return NAV_OK;
    }
    polygon->in_holes++;
    nav_status status = meet(c, r, polygon->in_outer, at);
    if (!(ring->flags & MET_INSIDE) || !(ring->flags & MET_OUTSIDE)) {
        list_hole(c, r, polygon);
    }
    return status;
}

// Crosses an edge to the triangle of `entry`, one of its half-edges.
//
// Outer rings are toggled before holes: what a hole meets is decided by the
// triangle entered, not by a state between two triangles.
static nav_status cross_edge(classifier *c, nav_half entry)
{
    const nav_delaunay *d = &c->cdt->d;
    if (!nav_half_is_fixed(d, entry)) {
        return NAV_OK;
    }
    nav_vec2 at = d->point[nav_half_start(d, entry)];
    nav_status status = NAV_OK;
    for (int holes = 0; holes < 2; holes++) {
        uint32_t label = d->label[entry];
        while (label != 0 && status == NAV_OK) {
            uint32_t r = nav_labels_pop(&c->cdt->labels, &label);
            const nav_ring *ring = &c->shape->rings[r];
            if ((ring->number != 0) != (holes != 0)) {
                continue;
            }
            polygon_state *polygon = &c->polygon[ring->polygon];
            c->solid -= is_solid(polygon);
            c->ring[r].flags ^= CONTAINS;
            status = holes ? toggle_hole(c, r, polygon, at)
                           : toggle_outer(c, polygon, at);
            c->solid += is_solid(polygon);
        }
    }
    // After both: an edge that carries a ring twice does not enter it.
    for (uint32_t label = d->label[entry]; label != 0;) {
        ring_state *ring =
            &c->ring[nav_labels_pop(&c->cdt->labels, &label)];
        ring->flags |= (ring->flags & CONTAINS) ? EVER : 0;
    }
    return status;
}

// The next half-edge of the triangle entered by `entry` to look across, after
// `last`; NAV_NO_HALF when all have been.
static nav_half next_exit(nav_half entry, nav_half last)
{
    nav_half next = nav_half_next(last);
    return next == entry ? NAV_NO_HALF : next;
}

// Visits every triangle, beginning with the first, which is outside of all.
static nav_status visit_all(classifier *c, size_t *walkable)
{
    nav_delaunay *d = &c->cdt->d;
    nav_status status = NAV_OK;
    // Clockwise around a corner of the frame to one of its sides, which plays the
    // edge by which the first triangle was entered.
    nav_half root = d->star[0];
    while (d->tri[root >> 2].twin[root & 3] != NAV_NO_HALF) {
        root = nav_half_next(nav_half_twin(d, root));
    }
    d->tri[root >> 2].group = root;
    d->tri[root >> 2].flags |= VISITED;
    nav_half entry = root;
    nav_half last = root;
    while (status == NAV_OK) {
        nav_half exit = next_exit(entry, last);
        if (exit == NAV_NO_HALF) {
            if (entry == root) {
                break;
            }
            status = cross_edge(c, entry);
            last = nav_half_twin(d, entry);
            entry = d->tri[last >> 2].group;
            continue;
        }
        last = exit;
        nav_half into = d->tri[exit >> 2].twin[exit & 3];
        if (into == NAV_NO_HALF) {
            continue;
        }
        into &= ~NAV_FIXED;
        nav_triangle *tri = &d->tri[into >> 2];
        if (tri->flags & VISITED) {
            continue;
        }
        status = cross_edge(c, into);
        tri->group = into;
        tri->flags |= VISITED;
        if (c->solid > 0) {
            tri->flags |= NAV_TRIANGLE_WALKABLE;
            ++*walkable;
        }
        entry = into;
        last = into;
    }
    return status;
}

static nav_status note_rings(const classifier *c)
{
    nav_notes *notes = c->cdt->notes;
    nav_status status = NAV_OK;
    for (uint32_t r = 0; r < c->shape->ring_count && status == NAV_OK; r++) {
        const nav_ring *ring = &c->shape->rings[r];
        uint8_t flags = c->ring[r].flags;
        if (notes->told[r] & (1u << NAV_WARN_SHORT_RING)) {
            continue;
        }
        nav_vec2 at = c->shape->points[ring->first];
        if (!(flags & EVER)) {
            status = nav_notes_add(notes, r, NAV_WARN_ZERO_AREA, at);
        } else if (ring->number != 0 && !(flags & MET_INSIDE)) {
            status = nav_notes_add(notes, r, NAV_WARN_HOLE_OUTSIDE, at);
        }
    }
    return status;
}

static nav_status run(classifier *c, size_t *walkable)
{
    for (size_t p = 0; p < c->shape->polygon_count; p++) {
        c->polygon[p] = (polygon_state){.open_hole = NAV_NONE};
    }
    for (size_t r = 0; r < c->shape->ring_count; r++) {
        c->ring[r] = (ring_state){0};
    }
    for (size_t t = 0; t < c->cdt->d.triangles; t++) {
        c->cdt->d.tri[t].flags = 0;
    }
    nav_status status = visit_all(c, walkable);
    return status == NAV_OK ? note_rings(c) : status;
}

nav_status nav_classify(nav_cdt *cdt, const nav_shape *shape, size_t *walkable)
{
    const nav_allocator *mem = &cdt->d.mem;
    size_t polygons = shape->polygon_count;
    size_t rings = shape->ring_count;
    classifier c = {.cdt = cdt, .shape = shape};
    c.polygon = nav_mem_new(mem, polygons, sizeof *c.polygon);
    c.ring = nav_mem_new(mem, rings, sizeof *c.ring);
    nav_status status = c.polygon && c.ring ? NAV_OK : NAV_NOMEM;
    *walkable = 0;
    if (status == NAV_OK) {
        status = run(&c, walkable);
    }
    nav_mem_free(mem, c.polygon, polygons, sizeof *c.polygon);
    nav_mem_free(mem, c.ring, rings, sizeof *c.ring);
    return status;
}
