// cdt.c - constrained Delaunay triangulation of any ring soup.
//
// The Delaunay triangulation of the points is built first (delaunay.c).  Then
// the edges of the rings are made edges of it one by one.  Three cases:
//
// 1. The edge is there already: it is fixed.
// 2. It passes through a vertex: it is split there.
// 3. It crosses edges: the triangles in its way are made anew on either side of
//    it (cavity.c).
//
// Overlapping rings fall under 1 and 2: an edge carries a label, which says
// what rings run along it and how often.
//
// Crossing rings.  Every edge is first cut at the input vertices that lie on
// it, exactly, and the stretches that cross nothing become edges.  Those that
// are left are sorted by their ends, equal ones joined, and inserted.  When
// such a stretch meets a fixed edge, both are made to pass through one vertex
// v, and their pieces are inserted as any segment is.  The vertex is an end of
// one of them that is as near as rounding, or else their crossing, rounded
// (crossing.c).  That need not lie on either line: the fixed edge is released,
// and the new vertex inserted as any point is.
//
// No triangle can be turned over, since every sign is taken of vertices as they
// are, never of a crossing.  What rounding does is bend an edge by two pixels
// at most, those of the largest edge that crosses it; a bent ring is still a
// closed ring, so what is inside it stays well defined.  Nothing is rounded
// where rings do not cross: they keep their bits.
//
// Termination: v lies in the bounding boxes of both pieces, or is the end of
// one and in the box of the other.  It cannot be an end of both, because then
// they would share a vertex and not cross.  So one or both are replaced by two
// pieces whose boxes hold strictly fewer doubles, a multiset order that is well
// founded.
//
// Cost: a look around a vertex for the edges that are Delaunay anyway, which on
// natural maps is nearly all of them.
//
// Rejected: bridging holes into the outer ring (wrong for touching and crossing
// rings); computing all crossings before triangulating, which costs a sweep on
// clean input too.
//
// References: L. Paul Chew, "Constrained Delaunay Triangulations", 1989; Marc
// Anglada, "An Improved Incremental Algorithm for Constructing Restricted
// Delaunay Triangulations", 1997; Nachum Dershowitz and Zohar Manna, "Proving
// Termination with Multiset Orderings", 1979.
#include "bake/cdt.h"

#include "base/sort.h"
#include "geometry/crossing.h"
#include "geometry/predicates.h"
#include "input/rings.h"

#include <string.h>

// Rings of one edge that are looked at for warnings when it crosses another.
enum { NOTED = 64 };

// ---------------------------------------------------------------------------
// Segments
// ---------------------------------------------------------------------------

static nav_status append(const nav_allocator *mem, nav_segment **list,
                         size_t *count, size_t *capacity, nav_segment s)
{
    nav_status status = nav_mem_grow(mem, list, capacity, *count + 1, sizeof s);
    if (status == NAV_OK) {
        (*list)[(*count)++] = s;
    }
    return status;
}

// Leaves the piece of a segment between two vertices to be inserted.
static nav_status push(nav_cdt *cdt, nav_segment s, uint32_t from, uint32_t to)
{
    if (from == to) {
        return NAV_OK;
    }
    s.from = from;
    s.to = to;
    return append(&cdt->d.mem, &cdt->pending, &cdt->pending_count,
                  &cdt->pending_capacity, s);
}

// The label of the edge of segment s, which was fixed before with label `old`,
// 0 when it was not.
static nav_status label_edge(nav_cdt *cdt, nav_segment s, uint32_t old,
                             uint32_t *label)
{
    nav_labels *labels = &cdt->labels;
    const nav_strand *strand = nav_labels_strand(labels, old);
    nav_strand line = {0, s.origin_from, s.origin_to};
    bool is_piece = s.from != s.origin_from || s.to != s.origin_to;
    if (strand) {
        line = *strand;
    }
    nav_status status = nav_labels_join(labels, nav_labels_rings(labels, old),
                                        s.rings, &line.rings);
    *label = line.rings;
    if (status == NAV_OK && (strand || (old == 0 && is_piece))) {
        status = nav_labels_add_strand(labels, line, label);
    }
    return status;
}

// Fixes the edge of a half-edge for segment s, whose ends are the edge's.
static nav_status fix(nav_cdt *cdt, nav_half h, nav_segment s)
{
    nav_delaunay *d = &cdt->d;
    nav_half g = nav_half_twin(d, h);
    uint32_t old = nav_half_is_fixed(d, h) ? d->label[h] : 0;
    uint32_t label = 0;
    nav_status status = label_edge(cdt, s, old, &label);
    if (status != NAV_OK) {
        return status;
    }
    d->tri[h >> 2].twin[h & 3] = g | NAV_FIXED;
    d->tri[g >> 2].twin[g & 3] = h | NAV_FIXED;
    d->label[h] = label;
    d->label[g] = label;
    return NAV_OK;
}

// How a segment leaves its first vertex.
typedef struct departure {
    bool along;    // along `half`, which starts there; else across it
    nav_half half; // opposite the vertex when it is crossed
} departure;

// Whether a, on the line from u through w, is on w's side of u.
static bool is_ahead(nav_vec2 u, nav_vec2 w, nav_vec2 a)
{
    return u.x != w.x ? (a.x > u.x) == (w.x > u.x) : (a.y > u.y) == (w.y > u.y);
}

static departure depart(const nav_delaunay *d, uint32_t from, uint32_t to)
{
    nav_half begin = d->star[from];
    nav_half h = begin;
    do {
        if (nav_half_end(d, h) == to) {
            return (departure){true, h};
        }
        h = nav_half_around(d, h);
    } while (h != begin);
    nav_vec2 u = d->point[from];
    nav_vec2 w = d->point[to];
    nav_side side = nav_orient(u, w, d->point[nav_half_end(d, h)]);
    for (;;) {
        nav_vec2 a = d->point[nav_half_end(d, h)];
        if (side == NAV_ON && is_ahead(u, w, a)) {
            return (departure){true, h};
        }
        nav_half opposite = nav_half_next(h);
        nav_vec2 b = d->point[nav_half_end(d, opposite)];
        nav_side next = nav_orient(u, w, b);
        if (side == NAV_RIGHT && next == NAV_LEFT) {
            return (departure){false, opposite};
        }
        side = next;
        h = nav_half_around(d, h);
    }
}

// What a segment meets.
typedef struct encounter {
    uint32_t vertex; // the first one that it passes through
    nav_half fixed;  // the first fixed edge across its way, NAV_NO_HALF
} encounter;

// Follows the segment u-w across edges, from the one opposite u on, to the
// first vertex on it; stops at the first fixed edge unless `through`.  Changes
// nothing.
static encounter scout(const nav_delaunay *d, nav_vec2 u, nav_vec2 w,
                       nav_half crossed, bool through)
{
    encounter met = {NAV_NONE, NAV_NO_HALF};
    for (;;) {
        if (met.fixed == NAV_NO_HALF && nav_half_is_fixed(d, crossed)) {
            met.fixed = crossed;
            if (!through) {
                return met;
            }
        }
        nav_half g = nav_half_twin(d, crossed);
        nav_half onward = nav_half_next(g);
        uint32_t apex = nav_half_end(d, onward);
        nav_side side = nav_orient(u, w, d->point[apex]);
        if (side == NAV_ON) {
            met.vertex = apex;
            return met;
        }
        crossed = side == NAV_LEFT ? onward : nav_half_prev(g);
    }
}

// ---------------------------------------------------------------------------
// Crossings
// ---------------------------------------------------------------------------

// Notes that ring r crosses ring q when that is odd.
static nav_status note_pair(nav_cdt *cdt, uint32_t r, uint32_t q, nav_vec2 at)
{
    if (r == q) {
        return nav_notes_add(cdt->notes, r, NAV_WARN_SELF_CROSSING, at);
    }
    const nav_ring *one = &cdt->shape->rings[r];
    const nav_ring *two = &cdt->shape->rings[q];
    if (one->polygon != two->polygon || one->polygon == NAV_NONE ||
        (one->number != 0 && two->number != 0)) {
        return NAV_OK;
    }
    return nav_notes_add(cdt->notes, one->number == 0 ? q : r,
                         NAV_WARN_HOLE_CROSSING, at);
}

// Notes what is odd about rings of one label crossing those of another.  No
// more than NOTED of each are looked at: many copies of many rings that cross
// are no more odd for it.
static nav_status note_crossing(nav_cdt *cdt, uint32_t a, uint32_t b,
                                nav_vec2 at)
{
    nav_status status = NAV_OK;
    for (int i = 0; cdt->notes && i < NOTED && a != 0; i++) {
        uint32_t r = nav_labels_pop(&cdt->labels, &a);
        uint32_t rest = b;
        for (int k = 0; k < NOTED && rest != 0 && status == NAV_OK; k++) {
            uint32_t q = nav_labels_pop(&cdt->labels, &rest);
            status = note_pair(cdt, r, q, at);
        }
    }
    return status;
}

// The segment that a fixed edge stands for.
static nav_segment segment_of_edge(const nav_cdt *cdt, nav_half edge)
{
    const nav_delaunay *d = &cdt->d;
    uint32_t label = d->label[edge];
    const nav_strand *strand = nav_labels_strand(&cdt->labels, label);
    nav_segment s = {.from = nav_half_start(d, edge),
                     .to = nav_half_end(d, edge),
                     .rings = nav_labels_rings(&cdt->labels, label)};
    s.origin_from = strand ? strand->from : s.from;
    s.origin_to = strand ? strand->to : s.to;
    return s;
}

static nav_piece piece_of(const nav_delaunay *d, nav_segment s)
{
    return (nav_piece){
        .from = s.from,
        .to = s.to,
        .now = {d->point[s.from], d->point[s.to]},
        .origin = {d->point[s.origin_from], d->point[s.origin_to]}};
}

// Gives the fixed edge and the segment that crosses it a common vertex, and
// puts their pieces back among the pending ones.
static nav_status cross(nav_cdt *cdt, nav_segment s, nav_half edge)
{
    nav_delaunay *d = &cdt->d;
    nav_segment other = segment_of_edge(cdt, edge);
    nav_piece l = piece_of(d, s);
    nav_piece m = piece_of(d, other);
    nav_vec2 p;
    uint32_t v = nav_crossing_meet(&l, &m, &p);
    cdt->crossings++;
    nav_status status = note_crossing(cdt, s.rings, other.rings, p);
    if (status == NAV_OK && v != m.from && v != m.to) {
        nav_delaunay_release(d, edge);
        if (v == NAV_NONE) {
            status = nav_delaunay_add(d, p, edge >> 2, &v);
        }
        if (status == NAV_OK) {
            status = push(cdt, other, m.from, v);
        }
        if (status == NAV_OK) {
            status = push(cdt, other, v, m.to);
        }
    }
    if (status == NAV_OK) {
        status = push(cdt, s, s.from, v);
    }
    if (status == NAV_OK) {
        status = push(cdt, s, v, s.to);
    }
    return status;
}

// ---------------------------------------------------------------------------
// Rings
// ---------------------------------------------------------------------------

// Makes the first stretch of a segment an edge, and leaves the rest pending.
static nav_status advance(nav_cdt *cdt, nav_segment s)
{
    nav_delaunay *d = &cdt->d;
    departure start = depart(d, s.from, s.to);
    nav_half edge = start.half;
    uint32_t reached = 0;
    nav_status status = NAV_OK;
    if (start.along) {
        reached = nav_half_end(d, edge);
    } else {
        nav_vec2 u = d->point[s.from];
        encounter met = scout(d, u, d->point[s.to], start.half, false);
        if (met.fixed != NAV_NO_HALF) {
            return cross(cdt, s, met.fixed);
        }
        reached = met.vertex;
        status =
            nav_cavity_bridge(&cdt->cavity, s.from, start.half, reached, &edge);
    }
    nav_segment stretch = s;
    stretch.to = reached;
    if (status == NAV_OK) {
        status = fix(cdt, edge, stretch);
    }
    if (status == NAV_OK) {
        status = nav_cavity_settle(&cdt->cavity);
    }
    return status == NAV_OK ? push(cdt, s, reached, s.to) : status;
}

static nav_status drain(nav_cdt *cdt)
{
    nav_status status = NAV_OK;
    while (status == NAV_OK && cdt->pending_count > 0) {
        status = advance(cdt, cdt->pending[--cdt->pending_count]);
    }
    return status;
}

// Inserts the stretches of an edge of a ring between the vertices on it, but
// for those that cross fixed edges: these are kept for later.
static nav_status insert_edge(nav_cdt *cdt, uint32_t from, uint32_t to,
                              uint32_t rings)
{
    const nav_delaunay *d = &cdt->d;
    nav_status status = NAV_OK;
    while (from != to && status == NAV_OK) {
        departure start = depart(d, from, to);
        encounter met = {nav_half_end(d, start.half), NAV_NO_HALF};
        if (!start.along) {
            met = scout(d, d->point[from], d->point[to], start.half, true);
        }
        nav_segment s = {from, met.vertex, rings, from, met.vertex};
        if (met.fixed == NAV_NO_HALF) {
            status = advance(cdt, s);
        } else {
            status = append(&d->mem, &cdt->late, &cdt->late_count,
                            &cdt->late_capacity, s);
        }
        from = met.vertex;
    }
    return status;
}

// Sorts the late stretches by their ends, the lesser first, so that those with
// the same ones follow each other.
static nav_status sort_late(nav_cdt *cdt)
{
    size_t count = cdt->late_count;
    const nav_allocator *mem = &cdt->d.mem;
    nav_sort_entry *order = nav_mem_new(mem, 2 * count, sizeof *order);
    nav_segment *sorted = nav_mem_new(mem, count, sizeof *sorted);
    if (order && sorted) {
        for (size_t i = 0; i < count; i++) {
            const nav_segment *s = &cdt->late[i];
            uint32_t low = s->from < s->to ? s->from : s->to;
            uint32_t high = s->from < s->to ? s->to : s->from;
            order[i].key = (uint64_t)low << 32 | high;
            order[i].item = (uint32_t)i;
        }
        nav_sort(order, order + count, count);
        for (size_t i = 0; i < count; i++) {
            sorted[i] = cdt->late[order[i].item];
            sorted[i].from = (uint32_t)(order[i].key >> 32);
            sorted[i].to = (uint32_t)order[i].key;
            sorted[i].origin_from = sorted[i].from;
            sorted[i].origin_to = sorted[i].to;
        }
        memcpy(cdt->late, sorted, count * sizeof *sorted);
    }
    nav_status status = order && sorted ? NAV_OK : NAV_NOMEM;
    nav_mem_free(mem, order, 2 * count, sizeof *order);
    nav_mem_free(mem, sorted, count, sizeof *sorted);
    return status;
}

// Inserts the stretches that cross, equal ones as one.
static nav_status insert_late(nav_cdt *cdt)
{
    if (cdt->late_count == 0) {
        return NAV_OK;
    }
    nav_status status = sort_late(cdt);
    for (size_t i = 0; i < cdt->late_count && status == NAV_OK;) {
        nav_segment s = cdt->late[i++];
        while (i < cdt->late_count && status == NAV_OK &&
               cdt->late[i].from == s.from && cdt->late[i].to == s.to) {
            status = nav_labels_join(&cdt->labels, s.rings,
                                     cdt->late[i++].rings, &s.rings);
        }
        if (status == NAV_OK) {
            status = push(cdt, s, s.from, s.to);
        }
        if (status == NAV_OK) {
            status = drain(cdt);
        }
    }
    return status;
}

static nav_status insert_ring(nav_cdt *cdt, const nav_ring *ring,
                              uint32_t number)
{
    const uint32_t *vertex = cdt->vertex_of + ring->first;
    uint32_t label = nav_label_of_ring(number);
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < ring->count && status == NAV_OK; i++) {
        uint32_t next = i + 1 == ring->count ? 0 : i + 1;
        status = insert_edge(cdt, vertex[i], vertex[next], label);
    }
    return status;
}

void nav_cdt_init(nav_cdt *cdt, const nav_allocator *mem)
{
    *cdt = (nav_cdt){0};
    nav_delaunay_init(&cdt->d, mem);
    nav_labels_init(&cdt->labels, mem);
    nav_cavity_init(&cdt->cavity, &cdt->d);
}

void nav_cdt_fini(nav_cdt *cdt)
{
    nav_allocator mem = cdt->d.mem;
    nav_mem_free(&mem, cdt->vertex_of, cdt->point_count,
                 sizeof *cdt->vertex_of);
    nav_mem_free(&mem, cdt->pending, cdt->pending_capacity,
                 sizeof *cdt->pending);
    nav_mem_free(&mem, cdt->late, cdt->late_capacity, sizeof *cdt->late);
    nav_cavity_fini(&cdt->cavity);
    nav_labels_fini(&cdt->labels);
    nav_delaunay_fini(&cdt->d);
}

void nav_cdt_swap(nav_cdt *a, nav_cdt *b)
{
    nav_cdt c = *a;
    *a = *b;
    *b = c;
    a->cavity.d = &a->d;
    b->cavity.d = &b->d;
}

nav_status nav_cdt_begin(nav_cdt *cdt, const nav_vec2 *points, size_t count)
{
    cdt->point_count = count;
    cdt->vertex_of = nav_mem_new(&cdt->d.mem, count, sizeof *cdt->vertex_of);
    if (!cdt->vertex_of) {
        return NAV_NOMEM;
    }
    nav_status status =
        nav_delaunay_build(&cdt->d, points, count, cdt->vertex_of);
    return status == NAV_OK ? nav_delaunay_index(&cdt->d) : status;
}

nav_status nav_cdt_insert(nav_cdt *cdt, size_t from, size_t to, uint32_t ring)
{
    return insert_edge(cdt, cdt->vertex_of[from], cdt->vertex_of[to],
                       nav_label_of_ring(ring));
}

nav_status nav_cdt_end(nav_cdt *cdt)
{
    nav_status status = insert_late(cdt);
    // Releasing crossed edges is the one thing that leaves edges which are not
    // Delaunay.
    if (status == NAV_OK && cdt->crossings > 0) {
        status = nav_delaunay_restore(&cdt->d);
    }
    return status;
}

nav_status nav_cdt_build(nav_cdt *cdt, const nav_shape *shape, nav_notes *notes)
{
    cdt->shape = shape;
    cdt->notes = notes;
    nav_status status = nav_cdt_begin(cdt, shape->points, shape->point_count);
    if (status == NAV_OK) {
        status = nav_rings_check(shape, cdt->vertex_of, notes);
    }
    for (uint32_t r = 0; r < shape->ring_count && status == NAV_OK; r++) {
        if (!nav_ring_is_short(notes, r)) {
            status = insert_ring(cdt, &shape->rings[r], r);
        }
    }
    return status == NAV_OK ? nav_cdt_end(cdt) : status;
}
