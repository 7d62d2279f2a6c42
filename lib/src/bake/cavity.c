// cavity.c - makes a segment an edge where triangles are in its way.
//
// The triangles that the segment crosses are taken out.  They leave a cavity
// with a rim on either side of the new edge.  Each half is a polygon whose base
// is the new edge; its convex corners are cut off one by one, as in Graham's
// scan, and its inner edges are then flipped until they are Delaunay (Lawson).
//
// Why cutting convex corners is right.  Every vertex of the rim is a corner of
// a crossed triangle, so it is seen from inner points of the base, and from
// more than one.  Let a, b, c follow each other on the rim with a strict left
// turn at b, and suppose that triangle abc held another vertex of the rim; let
// v be the one nearest to b, measured from line ac.  Then v sees b, and the
// chord bv separates a or c, say a, from the base.  The line on which a is seen
// from the base crosses that chord, so it runs on inside abc and must leave abc
// through its side bc, which is rim: a contradiction.  (The base's own line
// does not enter abc, since the whole rim is on one side of it.)  Cutting abc
// off takes no other vertex's view, because a view through abc would enter and
// leave by ac. So one pass over the rim cuts it all off (Toussaint and Avis
// 1982).  An edge that hangs into the cavity has both its sides on the rim, a
// slit; its end is no left turn, and its two new half-edges are joined to each
// other.
//
// Cost: O(m) and the flips, few as a rule, for a segment that crosses m
// triangles.
//
// Rejected: flipping crossed edges until they are gone (Sloan 1993), which can
// be quadratic; choosing for each base the rim vertex with an empty circle
// (Anglada 1997), which is quadratic on a straight rim.
//
// References: Godfried Toussaint and David Avis, "On a Convex Hull Algorithm
// for Polygons and Its Application to Triangulation Problems", 1982; Charles
// Lawson, "Software for C1 Surface Interpolation", 1977; Marc Anglada, "An
// Improved Incremental Algorithm for Constructing Restricted Delaunay
// Triangulations", 1997; S. W. Sloan, "A Fast Algorithm for Generating
// Constrained Delaunay Triangulations", 1993.
#include "bake/cavity.h"

#include "base/error.h"
#include "geometry/predicates.h"

// In nav_triangle.flags while a cavity is open.
enum { REMOVED = 1 };

static nav_status rim_add(nav_cavity *c, nav_rim *rim, nav_half h)
{
    nav_delaunay *d = c->d;
    nav_status status = nav_mem_grow(&d->mem, &rim->edge, &rim->capacity,
                                     rim->count + 1, sizeof *rim->edge);
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

static nav_status remove_triangle(nav_cavity *c, uint32_t t)
{
    nav_status status =
        nav_mem_grow(&c->d->mem, &c->removed, &c->removed_capacity,
                     c->removed_count + 1, sizeof *c->removed);
    if (status == NAV_OK) {
        c->removed[c->removed_count++] = t;
        c->d->tri[t].flags = REMOVED;
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

// Joins a new half-edge to what lies beyond it: an edge of the rim or a
// triangle that was cut off before.  In that case the edge may have to be
// flipped.
static nav_status attach(nav_cavity *c, nav_rim *rim, nav_half inner,
                         const nav_scan_item *item)
{
    if (item->is_rim) {
        close_rim_edge(c->d, rim, item->beyond, inner);
        return NAV_OK;
    }
    nav_half_join(c->d, inner, item->beyond);
    nav_status status =
        nav_mem_grow(&c->d->mem, &c->suspect, &c->suspect_capacity,
                     c->suspect_count + 1, sizeof *c->suspect);
    if (status == NAV_OK) {
        c->suspect[c->suspect_count++] = inner;
    }
    return status;
}

// Cuts off the corner between the last three vertices of the scan, the last one
// being `top`.
static nav_status cut_corner(nav_cavity *c, nav_rim *rim, nav_scan_item *top)
{
    nav_scan_item *tip = top - 1;
    uint32_t t = c->removed[--c->removed_count];
    nav_triangle_set(c->d, t, top[-2].vertex, tip->vertex, top->vertex);
    nav_status status = attach(c, rim, 4 * t, tip);
    if (status == NAV_OK) {
        status = attach(c, rim, 4 * t + 1, top);
    }
    *tip = (nav_scan_item){top->vertex, false, 4 * t + 2};
    return status;
}

// Triangulates the polygon of a rim and its base, taking triangles off the list
// of removed ones; *base becomes the half-edge along the base.  The rim's last
// entry only holds the vertex where it ends.
static nav_status fill_cavity(nav_cavity *c, nav_rim *rim, nav_half *base)
{
    nav_delaunay *d = c->d;
    nav_status status = nav_mem_grow(&d->mem, &c->scan, &c->scan_capacity,
                                     rim->count, sizeof *c->scan);
    nav_scan_item *scan = c->scan;
    size_t count = 0;
    for (uint32_t i = 0; i < rim->count && status == NAV_OK; i++) {
        // The edge before the first vertex is the base; nobody asks beyond it.
        scan[count++] = (nav_scan_item){rim->edge[i].start, true, i - 1};
        while (count >= 3 && status == NAV_OK &&
               nav_orient(d->point[scan[count - 3].vertex],
                          d->point[scan[count - 2].vertex],
                          d->point[scan[count - 1].vertex]) == NAV_LEFT) {
            status = cut_corner(c, rim, &scan[count - 1]);
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
static nav_status end_rim(nav_cavity *c, nav_rim *rim, uint32_t vertex)
{
    nav_status status = nav_mem_grow(&c->d->mem, &rim->edge, &rim->capacity,
                                     rim->count + 1, sizeof *rim->edge);
    if (status == NAV_OK) {
        rim->edge[rim->count++] =
            (nav_rim_edge){.start = vertex, .partner = NAV_NONE};
    }
    return status;
}

// Triangulates both halves of the cavity between u and x; *edge becomes the
// half-edge from u to x.
static nav_status retriangulate(nav_cavity *c, uint32_t u, uint32_t x,
                                nav_half *edge)
{
    nav_delaunay *d = c->d;
    match_hanging(d, &c->left);
    match_hanging(d, &c->right);
    reverse_rim(&c->left);
    nav_status status = end_rim(c, &c->left, u);
    if (status == NAV_OK) {
        status = end_rim(c, &c->right, x);
    }
    nav_half forth = NAV_NO_HALF;
    nav_half back = NAV_NO_HALF;
    if (status == NAV_OK) {
        status = fill_cavity(c, &c->left, &forth);
    }
    if (status == NAV_OK) {
        status = fill_cavity(c, &c->right, &back);
    }
    if (status == NAV_OK) {
        nav_half_join(d, forth, back);
        *edge = forth;
    }
    return status;
}

// Opens the cavity of the triangles between u and vertex x, which is the first
// one on the way; `crossed` is the edge opposite u.
static nav_status open_cavity(nav_cavity *c, nav_vec2 u, nav_half crossed,
                              uint32_t x)
{
    nav_delaunay *d = c->d;
    nav_vec2 w = d->point[x];
    c->left.count = 0;
    c->right.count = 0;
    c->removed_count = 0;
    nav_status status = remove_triangle(c, crossed >> 2);
    if (status == NAV_OK) {
        status = rim_add(c, &c->left, nav_half_next(crossed));
    }
    if (status == NAV_OK) {
        status = rim_add(c, &c->right, nav_half_prev(crossed));
    }
    while (status == NAV_OK) {
        nav_half g = nav_half_twin(d, crossed);
        nav_half right = nav_half_next(g);
        nav_half left = nav_half_prev(g);
        uint32_t apex = nav_half_start(d, left);
        nav_side side = apex == x ? NAV_ON : nav_orient(u, w, d->point[apex]);
        status = remove_triangle(c, g >> 2);
        if (status == NAV_OK && side != NAV_RIGHT) {
            status = rim_add(c, &c->left, left);
        }
        if (status == NAV_OK && side != NAV_LEFT) {
            status = rim_add(c, &c->right, right);
        }
        if (side == NAV_ON) {
            break;
        }
        crossed = side == NAV_LEFT ? right : left;
    }
    return status;
}

nav_status nav_cavity_bridge(nav_cavity *c, uint32_t u, nav_half crossed,
                             uint32_t x, nav_half *edge)
{
    nav_status status = open_cavity(c, c->d->point[u], crossed, x);
    return status == NAV_OK ? retriangulate(c, u, x, edge) : status;
}

nav_status nav_cavity_settle(nav_cavity *c)
{
    nav_status status = NAV_OK;
    while (status == NAV_OK && c->suspect_count > 0) {
        nav_half suspect = c->suspect[--c->suspect_count];
        status = nav_delaunay_restore_edge(c->d, suspect);
    }
    return status;
}

void nav_cavity_init(nav_cavity *c, nav_delaunay *d)
{
    *c = (nav_cavity){.d = d};
}

void nav_cavity_fini(nav_cavity *c)
{
    const nav_allocator *mem = &c->d->mem;
    nav_mem_free(mem, c->left.edge, c->left.capacity, sizeof *c->left.edge);
    nav_mem_free(mem, c->right.edge, c->right.capacity, sizeof *c->right.edge);
    nav_mem_free(mem, c->removed, c->removed_capacity, sizeof *c->removed);
    nav_mem_free(mem, c->scan, c->scan_capacity, sizeof *c->scan);
    nav_mem_free(mem, c->suspect, c->suspect_capacity, sizeof *c->suspect);
    *c = (nav_cavity){.d = c->d};
}
