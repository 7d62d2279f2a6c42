// cdt.c - constrained Delaunay triangulation of any ring soup.
//
// The Delaunay triangulation of the points is built first (delaunay.c).  Then the
// edges of the rings are made edges of it one by one.  Three cases:
//
// 1. The edge is there already: it is fixed.
// 2. It passes through a vertex: it is split there.
// 3. It crosses edges.  The crossed triangles leave a cavity with a rim on either
//    side of the new edge.  Each half is a polygon whose base is the new edge; its
//    convex corners are cut off one by one, as in Graham's scan, and its inner
//    edges are then flipped until they are Delaunay (Lawson).
//
// Overlapping rings fall under 1 and 2: an edge carries a label, which says what
// rings run along it and how often.
//
// Crossing rings: when the segment u-w meets a fixed edge c-d, both get a new
// vertex p, the crossing rounded to doubles.  p need not lie on either line, so
// c-d is released, p is inserted as any point is, with exact signs, and the four
// pieces are inserted as any segment is.  No triangle can be turned over, since
// no rounded value ever decides; what rounding does is bend an edge by a unit in
// the last place, and a bent ring is still a closed ring, so what is inside it
// stays well defined.  Rounding happens nowhere else: rings that do not cross
// keep their bits.
//
// Termination: p lies in the bounding boxes of both segments (rounding is
// monotone and the corners are doubles; the computed value is clamped to be
// sure).  If p is an inner point of a segment's box, not one of its ends, both
// pieces have strictly smaller boxes; and p cannot be an end of both segments,
// because then they would share a vertex and not cross.  So every crossing
// replaces one or two segments by pieces with strictly fewer doubles in their
// boxes, a multiset order that is well founded.  In practice a crossing is
// resolved once.
//
// Why cutting convex corners is right.  Every vertex of the rim is a corner of a
// crossed triangle, so it is seen from inner points of the base, and from more
// than one.  Let a, b, c follow each other on the rim with a strict left turn at
// b, and suppose that triangle abc held another vertex of the rim; let v be the
// one nearest to b, measured from line ac.  Then v sees b, and the chord bv
// separates a or c, say a, from the base.  The line on which a is seen from the
// base crosses that chord, so it runs on inside abc and must leave abc through
// its side bc, which is rim: a contradiction.  (The base's own line does not
// enter abc, since the whole rim is on one side of it.)  Cutting abc off takes no
// other vertex's view, because a view through abc would enter and leave by ac.
// So one pass over the rim cuts it all off (Toussaint and Avis 1982).  An edge
// that hangs into the cavity has both its sides on the rim, a slit; its end is no
// left turn, and its two new half-edges are joined to each other.
//
// Cost: O(m) and the flips, few as a rule, for a segment that crosses m triangles;
// a look around a vertex for the edges that are Delaunay anyway, which on natural
// maps is nearly all of them.
//
// Rejected: bridging holes into the outer ring (wrong for touching and crossing
// rings); flipping crossed edges until they are gone (Sloan 1993), which can be
// quadratic; choosing for each base the rim vertex with an empty circle (Anglada
// 1997), which is quadratic on a straight rim; computing all crossings before
// triangulating, which costs a sweep on clean input too.
//
// References: Godfried Toussaint and David Avis, "On a Convex Hull Algorithm for
// Polygons and Its Application to Triangulation Problems", 1982; Charles Lawson,
// "Software for C1 Surface Interpolation", 1977; Marc Anglada, "An Improved
// Incremental Algorithm for Constructing Restricted Delaunay Triangulations",
// 1997; Nachum Dershowitz and Zohar Manna, "Proving Termination with Multiset
// Orderings", 1979.
#include "cdt.h"

#include "error.h"
#include "predicates.h"

// In nav_triangle.flags while a cavity is open.
enum { REMOVED = 1 };

// ---------------------------------------------------------------------------
// Cavities
// ---------------------------------------------------------------------------

static nav_status rim_add(nav_cdt *cdt, nav_rim *rim, nav_half h)
{
    nav_delaunay *d = &cdt->d;
    nav_status status =
        nav_mem_grow(&d->mem, &rim->edge, &rim->capacity, rim->count + 1,
                     sizeof *rim->edge);
    if (status != NAV_OK) {
        return status;
    }
    nav_half *twin = &d->tri[h >> 2].twin[h & 3];
    rim->edge[rim->count] = (nav_rim_edge){.start = nav_half_start(d, h),
                                           .outer = *twin,
                                           .label = d->label[h],
                                           .partner = NAV_NONE,
                                           .inner = NAV_NO_HALF};
    // Should the other side turn out to be in the cavity as well, it finds this
    // rim edge here.
    *twin = (nav_half)rim->count++;
    return NAV_OK;
}

static nav_status remove_triangle(nav_cdt *cdt, uint32_t t)
{
    nav_status status = nav_mem_grow(
        &cdt->d.mem, &cdt->removed, &cdt->removed_capacity,
        cdt->removed_count + 1, sizeof *cdt->removed);
    if (status == NAV_OK) {
        cdt->removed[cdt->removed_count++] = t;
        cdt->d.tri[t].flags = REMOVED;
    }
    return status;
}

// Finds the rim edges that are two sides of one edge inside the cavity.
static void match_hanging(const nav_delaunay *d, nav_rim *rim)
{
    for (size_t i = 0; i < rim->count; i++) {
        nav_half outer = rim->edge[i].outer;
        if (outer == NAV_NO_HALF) {
            continue;
        }
        const nav_triangle *beyond = &d->tri[(outer & ~NAV_FIXED) >> 2];
        if (beyond->flags & REMOVED) {
            rim->edge[i].partner = beyond->twin[outer & 3];
        }
    }
}

// The left rim is collected from u to x but runs from x to u.
static void reverse_rim(nav_rim *rim)
{
    uint32_t last = (uint32_t)rim->count - 1;
    for (size_t i = 0; i < rim->count / 2; i++) {
        nav_rim_edge swap = rim->edge[i];
        rim->edge[i] = rim->edge[last - i];
        rim->edge[last - i] = swap;
    }
    for (size_t i = 0; i < rim->count; i++) {
        if (rim->edge[i].partner != NAV_NONE) {
            rim->edge[i].partner = last - rim->edge[i].partner;
        }
    }
}

// Puts the new half-edge in the place of a rim edge.
static void close_rim_edge(nav_delaunay *d, nav_rim *rim, uint32_t index,
                           nav_half inner)
{
    nav_rim_edge *edge = &rim->edge[index];
    edge->inner = inner;
    if (edge->partner == NAV_NONE) {
        nav_half_join(d, inner, edge->outer);
        return;
    }
    nav_half other = rim->edge[edge->partner].inner;
    if (other == NAV_NO_HALF) {
        return; // the other side comes later
    }
    uint32_t fixed = edge->outer & NAV_FIXED;
    d->tri[inner >> 2].twin[inner & 3] = other | fixed;
    d->tri[other >> 2].twin[other & 3] = inner | fixed;
    d->label[inner] = edge->label;
    d->label[other] = edge->label;
}

// Joins a new half-edge to what lies beyond it: an edge of the rim or a triangle
// that was cut off before.  In that case the edge may have to be flipped.
static nav_status attach(nav_cdt *cdt, nav_rim *rim, nav_half inner,
                         const nav_scan_item *item)
{
    if (item->is_rim) {
        close_rim_edge(&cdt->d, rim, item->beyond, inner);
        return NAV_OK;
    }
    nav_half_join(&cdt->d, inner, item->beyond);
    nav_status status =
        nav_mem_grow(&cdt->d.mem, &cdt->suspect, &cdt->suspect_capacity,
                     cdt->suspect_count + 1, sizeof *cdt->suspect);
    if (status == NAV_OK) {
        cdt->suspect[cdt->suspect_count++] = inner;
    }
    return status;
}

// Cuts off the corner between the last three vertices of the scan.
static nav_status cut_corner(nav_cdt *cdt, nav_rim *rim, nav_scan_item *c)
{
    nav_scan_item *b = c - 1;
    uint32_t t = cdt->removed[--cdt->removed_count];
    nav_triangle_set(&cdt->d, t, c[-2].vertex, b->vertex, c->vertex);
    nav_status status = attach(cdt, rim, 4 * t, b);
    if (status == NAV_OK) {
        status = attach(cdt, rim, 4 * t + 1, c);
    }
    *b = (nav_scan_item){c->vertex, false, 4 * t + 2};
    return status;
}

// Triangulates the polygon of a rim and its base, taking triangles off the list
// of removed ones; *base becomes the half-edge along the base.  The rim's last
// entry only holds the vertex where it ends.
static nav_status fill_cavity(nav_cdt *cdt, nav_rim *rim, nav_half *base)
{
    nav_delaunay *d = &cdt->d;
    nav_status status =
        nav_mem_grow(&d->mem, &cdt->scan, &cdt->scan_capacity, rim->count,
                     sizeof *cdt->scan);
    nav_scan_item *scan = cdt->scan;
    size_t count = 0;
    for (uint32_t i = 0; i < rim->count && status == NAV_OK; i++) {
        // The edge before the first vertex is the base; nobody asks beyond it.
        scan[count++] = (nav_scan_item){rim->edge[i].start, true, i - 1};
        while (count >= 3 && status == NAV_OK &&
               nav_orient(d->point[scan[count - 3].vertex],
                          d->point[scan[count - 2].vertex],
                          d->point[scan[count - 1].vertex]) == NAV_LEFT) {
            status = cut_corner(cdt, rim, &scan[count - 1]);
            count--;
        }
    }
    if (status != NAV_OK) {
        return status;
    }
    if (NAV_NEVER(count != 2)) {
        return NAV_LIMIT;
    }
    *base = scan[1].beyond;
    return NAV_OK;
}

// Closes a rim with the vertex where it ends.
static nav_status end_rim(nav_cdt *cdt, nav_rim *rim, uint32_t vertex)
{
    nav_status status =
        nav_mem_grow(&cdt->d.mem, &rim->edge, &rim->capacity, rim->count + 1,
                     sizeof *rim->edge);
    if (status == NAV_OK) {
        rim->edge[rim->count++] =
            (nav_rim_edge){.start = vertex, .partner = NAV_NONE};
    }
    return status;
}

// Triangulates both halves of the cavity between u and x; *edge becomes the
// half-edge from u to x.
static nav_status retriangulate(nav_cdt *cdt, uint32_t u, uint32_t x,
                                nav_half *edge)
{
    nav_delaunay *d = &cdt->d;
    match_hanging(d, &cdt->left);
    match_hanging(d, &cdt->right);
    reverse_rim(&cdt->left);
    nav_status status = end_rim(cdt, &cdt->left, u);
    if (status == NAV_OK) {
        status = end_rim(cdt, &cdt->right, x);
    }
    nav_half forth = NAV_NO_HALF;
    nav_half back = NAV_NO_HALF;
    if (status == NAV_OK) {
        status = fill_cavity(cdt, &cdt->left, &forth);
    }
    if (status == NAV_OK) {
        status = fill_cavity(cdt, &cdt->right, &back);
    }
    if (status == NAV_OK) {
        nav_half_join(d, forth, back);
        *edge = forth;
    }
    return status;
}

// ---------------------------------------------------------------------------
// Segments
// ---------------------------------------------------------------------------

static nav_status push(nav_cdt *cdt, uint32_t from, uint32_t to, uint32_t label)
{
    if (from == to) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(
        &cdt->d.mem, &cdt->pending, &cdt->pending_capacity,
        cdt->pending_count + 1, sizeof *cdt->pending);
    if (status == NAV_OK) {
        cdt->pending[cdt->pending_count++] = (nav_segment){from, to, label};
    }
    return status;
}

// Fixes the edge of a half-edge and adds to its label.
static nav_status fix(nav_cdt *cdt, nav_half h, uint32_t label)
{
    nav_delaunay *d = &cdt->d;
    nav_half g = nav_half_twin(d, h);
    uint32_t old = nav_half_is_fixed(d, h) ? d->label[h] : 0;
    nav_status status = nav_labels_join(&cdt->labels, old, label, &label);
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
    return u.x != w.x ? (a.x > u.x) == (w.x > u.x)
                      : (a.y > u.y) == (w.y > u.y);
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

// What stops the walk of a segment across the edges in its way.
typedef struct obstruction {
    bool fixed;      // a fixed edge, `half`; else it reached `vertex`
    nav_half half;
    uint32_t vertex;
} obstruction;

// Follows the segment u-w across edges, from the one opposite u on, until it
// meets a vertex or a fixed edge.  Changes nothing.
static obstruction scout(const nav_delaunay *d, nav_vec2 u, nav_vec2 w,
                         nav_half crossed)
{
    for (;;) {
        if (nav_half_is_fixed(d, crossed)) {
            return (obstruction){.fixed = true, .half = crossed};
        }
        nav_half g = nav_half_twin(d, crossed);
        nav_half onward = nav_half_next(g);
        uint32_t apex = nav_half_end(d, onward);
        nav_side side = nav_orient(u, w, d->point[apex]);
        if (side == NAV_ON) {
            return (obstruction){.vertex = apex};
        }
        crossed = side == NAV_LEFT ? onward : nav_half_prev(g);
    }
}

// Opens the cavity of the triangles between u and vertex x, which is the first
// one on the way; `crossed` is the edge opposite u.
static nav_status open_cavity(nav_cdt *cdt, nav_vec2 u, nav_half crossed,
                              uint32_t x)
{
    nav_delaunay *d = &cdt->d;
    nav_vec2 w = d->point[x];
    cdt->left.count = 0;
    cdt->right.count = 0;
    cdt->removed_count = 0;
    nav_status status = remove_triangle(cdt, crossed >> 2);
    if (status == NAV_OK) {
        status = rim_add(cdt, &cdt->left, nav_half_next(crossed));
    }
    if (status == NAV_OK) {
        status = rim_add(cdt, &cdt->right, nav_half_prev(crossed));
    }
    while (status == NAV_OK) {
        nav_half g = nav_half_twin(d, crossed);
        nav_half right = nav_half_next(g);
        nav_half left = nav_half_prev(g);
        uint32_t apex = nav_half_start(d, left);
        nav_side side =
            apex == x ? NAV_ON : nav_orient(u, w, d->point[apex]);
        status = remove_triangle(cdt, g >> 2);
        if (status == NAV_OK && side != NAV_RIGHT) {
            status = rim_add(cdt, &cdt->left, left);
        }
        if (status == NAV_OK && side != NAV_LEFT) {
            status = rim_add(cdt, &cdt->right, right);
        }
        if (side == NAV_ON) {
            break;
        }
        crossed = side == NAV_LEFT ? right : left;
    }
    return status;
}

// ---------------------------------------------------------------------------
// Crossings
// ---------------------------------------------------------------------------

static double clamp(double c, double a0, double a1, double b0, double b1)
{
    double low_a = a0 < a1 ? a0 : a1;
    double low_b = b0 < b1 ? b0 : b1;
    double high_a = a0 > a1 ? a0 : a1;
    double high_b = b0 > b1 ? b0 : b1;
    double low = low_a > low_b ? low_a : low_b;
    double high = high_a < high_b ? high_a : high_b;
    if (fabs(c) < NAV_COORD_MIN) {
        c = 0; // a legal coordinate; the boxes hold it if they held c
    }
    return c < low ? low : (c > high ? high : c);
}

// The point where u-w and c-d cross, a computed point: found by dividing exact
// areas and improved by one step of Newton's method with exact residuals, so that
// it is the nearest double or next to it, and exact where that is possible.
static nav_vec2 crossing_point(nav_vec2 u, nav_vec2 w, nav_vec2 c, nav_vec2 d)
{
    double f_c = nav_orient_area2(u, w, c);
    double f_d = nav_orient_area2(u, w, d);
    double g_u = nav_orient_area2(c, d, u);
    double g_w = nav_orient_area2(c, d, w);
    nav_vec2 cd = nav_vec2_sub(d, c);
    nav_vec2 uw = nav_vec2_sub(w, u);
    double t = f_c / (f_c - f_d);
    nav_vec2 p = {c.x + t * cd.x, c.y + t * cd.y};
    p.x = clamp(p.x, u.x, w.x, c.x, d.x);
    p.y = clamp(p.y, u.y, w.y, c.y, d.y);
    double along_cd = nav_orient_area2(u, w, p) / (f_c - f_d);
    double along_uw = nav_orient_area2(c, d, p) / (g_u - g_w);
    p.x += along_cd * cd.x + along_uw * uw.x;
    p.y += along_cd * cd.y + along_uw * uw.y;
    p.x = clamp(p.x, u.x, w.x, c.x, d.x);
    p.y = clamp(p.y, u.y, w.y, c.y, d.y);
    return p;
}

// Notes every ring that is in both labels.  The first label is nearly always a
// single ring.
static nav_status note_self_crossing(nav_cdt *cdt, uint32_t a, uint32_t b,
                                     nav_vec2 at)
{
    nav_status status = NAV_OK;
    while (a != 0 && status == NAV_OK) {
        uint32_t ring = nav_labels_pop(&cdt->labels, &a);
        for (uint32_t rest = b; rest != 0 && status == NAV_OK;) {
            if (nav_labels_pop(&cdt->labels, &rest) == ring) {
                status = nav_notes_add(cdt->notes, ring,
                                       NAV_WARN_SELF_CROSSING, at);
            }
        }
    }
    return status;
}

// Gives the fixed edge and the segment that crosses it a common vertex, and puts
// their pieces back among the pending ones.
static nav_status cross(nav_cdt *cdt, nav_segment s, nav_half edge)
{
    nav_delaunay *d = &cdt->d;
    uint32_t c = nav_half_start(d, edge);
    uint32_t e = nav_half_end(d, edge);
    uint32_t label = d->label[edge];
    nav_vec2 p = crossing_point(d->point[s.from], d->point[s.to], d->point[c],
                                d->point[e]);
    cdt->crossings++;
    nav_status status = note_self_crossing(cdt, s.label, label, p);
    uint32_t v = NAV_NONE;
    if (nav_vec2_equal(p, d->point[c])) {
        v = c;
    } else if (nav_vec2_equal(p, d->point[e])) {
        v = e;
    } else {
        nav_delaunay_release(d, edge);
        if (status == NAV_OK) {
            status = nav_delaunay_add(d, p, edge >> 2, &v);
        }
        if (status == NAV_OK) {
            status = push(cdt, c, v, label);
        }
        if (status == NAV_OK) {
            status = push(cdt, v, e, label);
        }
    }
    if (status == NAV_OK) {
        status = push(cdt, s.from, v, s.label);
    }
    if (status == NAV_OK) {
        status = push(cdt, v, s.to, s.label);
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
        obstruction met = scout(d, u, d->point[s.to], start.half);
        if (met.fixed) {
            return cross(cdt, s, met.half);
        }
        reached = met.vertex;
        status = open_cavity(cdt, u, start.half, reached);
        if (status == NAV_OK) {
            status = retriangulate(cdt, s.from, reached, &edge);
        }
    }
    if (status == NAV_OK) {
        status = fix(cdt, edge, s.label);
    }
    while (status == NAV_OK && cdt->suspect_count > 0) {
        nav_half suspect = cdt->suspect[--cdt->suspect_count];
        status = nav_delaunay_restore_edge(d, suspect);
    }
    if (status == NAV_OK) {
        status = push(cdt, reached, s.to, s.label);
    }
    return status;
}

static nav_status insert_segment(nav_cdt *cdt, uint32_t from, uint32_t to,
                                 uint32_t label)
{
    cdt->pending_count = 0;
    nav_status status = push(cdt, from, to, label);
    while (status == NAV_OK && cdt->pending_count > 0) {
        status = advance(cdt, cdt->pending[--cdt->pending_count]);
    }
    return status;
}

// Whether a ring has three different vertices.
static bool has_three(const uint32_t *vertex, uint32_t count)
{
    uint32_t i = 1;
    while (i < count && vertex[i] == vertex[0]) {
        i++;
    }
    for (uint32_t k = i; k < count; k++) {
        if (vertex[k] != vertex[0] && vertex[k] != vertex[i]) {
            return true;
        }
    }
    return false;
}

static nav_status insert_ring(nav_cdt *cdt, const nav_shape *shape,
                              uint32_t number)
{
    const nav_ring *ring = &shape->rings[number];
    const uint32_t *vertex = cdt->vertex_of + ring->first;
    if (!has_three(vertex, ring->count)) {
        nav_vec2 at = ring->count ? shape->points[ring->first]
                                  : (nav_vec2){0, 0};
        return nav_notes_add(cdt->notes, number, NAV_WARN_SHORT_RING, at);
    }
    uint32_t label = nav_label_of_ring(number);
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < ring->count && status == NAV_OK; i++) {
        uint32_t next = i + 1 == ring->count ? 0 : i + 1;
        status = insert_segment(cdt, vertex[i], vertex[next], label);
    }
    return status;
}

void nav_cdt_init(nav_cdt *cdt, const nav_allocator *mem)
{
    *cdt = (nav_cdt){0};
    nav_delaunay_init(&cdt->d, mem);
    nav_labels_init(&cdt->labels, mem);
}

void nav_cdt_fini(nav_cdt *cdt)
{
    nav_allocator mem = cdt->d.mem;
    nav_mem_free(&mem, cdt->vertex_of, cdt->point_count,
                 sizeof *cdt->vertex_of);
    nav_mem_free(&mem, cdt->pending, cdt->pending_capacity,
                 sizeof *cdt->pending);
    nav_mem_free(&mem, cdt->left.edge, cdt->left.capacity,
                 sizeof *cdt->left.edge);
    nav_mem_free(&mem, cdt->right.edge, cdt->right.capacity,
                 sizeof *cdt->right.edge);
    nav_mem_free(&mem, cdt->removed, cdt->removed_capacity,
                 sizeof *cdt->removed);
    nav_mem_free(&mem, cdt->scan, cdt->scan_capacity, sizeof *cdt->scan);
    nav_mem_free(&mem, cdt->suspect, cdt->suspect_capacity,
                 sizeof *cdt->suspect);
    nav_labels_fini(&cdt->labels);
    nav_delaunay_fini(&cdt->d);
}

nav_status nav_cdt_build(nav_cdt *cdt, const nav_shape *shape,
                         nav_notes *notes)
{
    cdt->notes = notes;
    cdt->point_count = shape->point_count;
    cdt->vertex_of =
        nav_mem_new(&cdt->d.mem, shape->point_count, sizeof *cdt->vertex_of);
    if (!cdt->vertex_of) {
        return NAV_NOMEM;
    }
    nav_status status = nav_delaunay_build(
        &cdt->d, shape->points, shape->point_count, cdt->vertex_of);
    if (status == NAV_OK) {
        status = nav_delaunay_index(&cdt->d);
    }
    for (uint32_t r = 0; r < shape->ring_count && status == NAV_OK; r++) {
        status = insert_ring(cdt, shape, r);
    }
    // Releasing crossed edges is the one thing that leaves edges which are not
    // Delaunay.
    if (status == NAV_OK && cdt->crossings > 0) {
        status = nav_delaunay_restore(&cdt->d);
    }
    return status;
}
