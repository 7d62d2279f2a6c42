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
// Crossing rings: when the segment u-w meets a fixed edge c-d, both are made to
// pass through one vertex v, and their pieces are inserted as any segment is:
//
// - an end of one of them, when the other passes it within a pixel, the spacing
//   of doubles at the largest of their coordinates;
// - else a new vertex at the crossing, rounded to the grid of such pixels.  It
//   need not lie on either line: c-d is released, and the vertex inserted as any
//   point is.
//
// No triangle can be turned over, since every sign is taken of vertices as they
// are, never of a crossing.  What rounding does is bend an edge by a pixel; a
// bent ring is still a closed ring, so what is inside it stays well defined.
// Nothing is rounded where rings do not cross: they keep their bits.
//
// The pixels are square although doubles near an axis are finer, and ends count
// before new vertices, because two edges that differ by less than rounding would
// otherwise cross again and again, each time one double further on: this is the
// part of snap rounding (Hobby 1999) that keeps arrangements small.
//
// Termination: v lies in the bounding boxes of both segments, or is the end of
// one and in the box of the other.  It cannot be an end of both, because then
// they would share a vertex and not cross.  So one or both are replaced by two
// pieces whose boxes hold strictly fewer doubles, a multiset order that is well
// founded.
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
// 1997; John Hobby, "Practical Segment Intersection with Finite Precision
// Output", 1999; Nachum Dershowitz and Zohar Manna, "Proving Termination with
// Multiset Orderings", 1979.
#include "cdt.h"

#include "error.h"
#include "predicates.h"
#include "rings.h"

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

// A fixed edge or segment that crosses another, by vertices and by points.
typedef struct line {
    uint32_t from, to;
    nav_vec2 a, b;
} line;

static line line_between(const nav_delaunay *d, uint32_t from, uint32_t to)
{
    return (line){from, to, d->point[from], d->point[to]};
}

static nav_box box_of(line l)
{
    return nav_box_add(nav_box_add(nav_box_empty(), l.a), l.b);
}

// The spacing of doubles at the largest coordinate of both lines.
static double pixel_of(line l, line m)
{
    nav_box box = nav_box_join(box_of(l), box_of(m));
    double x = fmax(fabs(box.min.x), fabs(box.max.x));
    double y = fmax(fabs(box.min.y), fabs(box.max.y));
    int exponent;
    (void)frexp(fmax(x, y), &exponent);
    return ldexp(1, exponent - 53);
}

// The multiple of the pixel nearest to c, within the range from a to b.
static double snap(double c, double pixel, double low, double high)
{
    double snapped = nearbyint(c / pixel) * pixel;
    if (fabs(snapped) < NAV_COORD_MIN) {
        snapped = 0; // a legal coordinate
    }
    return snapped < low ? low : (snapped > high ? high : snapped);
}

// The point where l and m cross, a computed point: found by dividing exact areas
// and improved by one step of Newton's method with exact residuals, so that it is
// the nearest point of the grid or next to it.
static nav_vec2 crossing_point(line l, line m, double pixel)
{
    double at_m_a = nav_orient_area2(l.a, l.b, m.a);
    double at_m_b = nav_orient_area2(l.a, l.b, m.b);
    double at_l_a = nav_orient_area2(m.a, m.b, l.a);
    double at_l_b = nav_orient_area2(m.a, m.b, l.b);
    nav_vec2 along_m = nav_vec2_sub(m.b, m.a);
    nav_vec2 along_l = nav_vec2_sub(l.b, l.a);
    double t = at_m_a / (at_m_a - at_m_b);
    nav_vec2 p = {m.a.x + t * along_m.x, m.a.y + t * along_m.y};
    // Both boxes hold the crossing, and rounding is monotone.
    nav_box in_l = box_of(l);
    nav_box in_m = box_of(m);
    nav_vec2 low = {fmax(in_l.min.x, in_m.min.x), fmax(in_l.min.y, in_m.min.y)};
    nav_vec2 high = {fmin(in_l.max.x, in_m.max.x),
                     fmin(in_l.max.y, in_m.max.y)};
    p.x = snap(p.x, pixel, low.x, high.x);
    p.y = snap(p.y, pixel, low.y, high.y);
    double by_m = nav_orient_area2(l.a, l.b, p) / (at_m_a - at_m_b);
    double by_l = nav_orient_area2(m.a, m.b, p) / (at_l_a - at_l_b);
    p.x += by_m * along_m.x + by_l * along_l.x;
    p.y += by_m * along_m.y + by_l * along_l.y;
    p.x = snap(p.x, pixel, low.x, high.x);
    p.y = snap(p.y, pixel, low.y, high.y);
    return p;
}

// Whether line l may be bent to pass through q: q is in its box and within a
// pixel of it, by the larger of the two coordinates' distances.
static bool passes_near(line l, nav_vec2 q, double pixel)
{
    double reach = fabs(l.b.x - l.a.x) + fabs(l.b.y - l.a.y);
    return nav_box_holds(box_of(l), q) &&
           fabs(nav_orient_area2(l.a, l.b, q)) <= pixel * reach;
}

// The vertex through which both l and m are to go: an end of one of them that
// the other passes within rounding, else NAV_NONE and the point for a new one.
static uint32_t meeting_vertex(line l, line m, nav_vec2 *p)
{
    double pixel = pixel_of(l, m);
    *p = crossing_point(l, m, pixel);
    if (passes_near(l, m.a, pixel) || nav_vec2_equal(*p, m.a)) {
        return m.from;
    }
    if (passes_near(l, m.b, pixel) || nav_vec2_equal(*p, m.b)) {
        return m.to;
    }
    if (passes_near(m, l.a, pixel) || nav_vec2_equal(*p, l.a)) {
        return l.from;
    }
    if (passes_near(m, l.b, pixel) || nav_vec2_equal(*p, l.b)) {
        return l.to;
    }
    return NAV_NONE;
}

// Notes that ring r crosses ring q when that is odd.
static nav_status note_pair(nav_cdt *cdt, uint32_t r, uint32_t q, nav_vec2 at)
{
    if (r == q) {
        return nav_notes_add(cdt->notes, r, NAV_WARN_SELF_CROSSING, at);
    }
    const nav_ring *one = &cdt->shape->rings[r];
    const nav_ring *two = &cdt->shape->rings[q];
    if (one->polygon != two->polygon || (one->number != 0 && two->number != 0)) {
        return NAV_OK;
    }
    return nav_notes_add(cdt->notes, one->number == 0 ? q : r,
                         NAV_WARN_HOLE_CROSSING, at);
}

// Notes what is odd about rings of one label crossing those of another.  The
// first one is a single ring: that of the segment being inserted, or of a piece
// of an edge, whose labels are rarely long.
static nav_status note_crossing(nav_cdt *cdt, uint32_t a, uint32_t b,
                                nav_vec2 at)
{
    nav_status status = NAV_OK;
    while (a != 0 && status == NAV_OK) {
        uint32_t r = nav_labels_pop(&cdt->labels, &a);
        for (uint32_t rest = b; rest != 0 && status == NAV_OK;) {
            uint32_t q = nav_labels_pop(&cdt->labels, &rest);
            status = note_pair(cdt, r, q, at);
        }
    }
    return status;
}

// Gives the fixed edge and the segment that crosses it a common vertex, and puts
// their pieces back among the pending ones.
static nav_status cross(nav_cdt *cdt, nav_segment s, nav_half edge)
{
    nav_delaunay *d = &cdt->d;
    line l = line_between(d, s.from, s.to);
    line m = line_between(d, nav_half_start(d, edge), nav_half_end(d, edge));
    uint32_t label = d->label[edge];
    nav_vec2 p;
    uint32_t v = meeting_vertex(l, m, &p);
    cdt->crossings++;
    nav_status status = note_crossing(cdt, s.label, label, p);
    if (status == NAV_OK && v != m.from && v != m.to) {
        nav_delaunay_release(d, edge);
        if (v == NAV_NONE) {
            status = nav_delaunay_add(d, p, edge >> 2, &v);
        }
        if (status == NAV_OK) {
            status = push(cdt, m.from, v, label);
        }
        if (status == NAV_OK) {
            status = push(cdt, v, m.to, label);
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

static nav_status insert_ring(nav_cdt *cdt, const nav_ring *ring,
                              uint32_t number)
{
    const uint32_t *vertex = cdt->vertex_of + ring->first;
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
    cdt->shape = shape;
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
    if (status == NAV_OK) {
        status = nav_rings_check(shape, cdt->vertex_of, notes);
    }
    for (uint32_t r = 0; r < shape->ring_count && status == NAV_OK; r++) {
        if (!nav_ring_is_short(notes, r)) {
            status = insert_ring(cdt, &shape->rings[r], r);
        }
    }
    // Releasing crossed edges is the one thing that leaves edges which are not
    // Delaunay.
    if (status == NAV_OK && cdt->crossings > 0) {
        status = nav_delaunay_restore(&cdt->d);
    }
    return status;
}
