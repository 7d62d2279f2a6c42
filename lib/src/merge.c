// merge.c - fewer, larger convex polygons.
//
// An edge between two walkable polygons can go when the angles that it leaves at
// its ends are no more than straight and the corners together are not too many.
// Edges are tried in turn, the longest first: a merge only makes angles larger and
// polygons bigger, so what could not go then cannot go later, with one exception
// (below).  Going by length joins the fat triangles of open places first and
// leaves few slivers; on game maps it gives a tenth more polygons than the
// optimum, which takes cubic time, and fewer than the order of the input (`make
// bench` prints it).
//
// The border of two polygons is an edge as a rule.  Where a vertex is left over
// inside the walkable area (a spike's end, say) it may be several edges in a
// straight line; they go together, and the vertex with them.  Such a border comes
// into being when the last other edge at the vertex goes, perhaps after its own
// edges were refused; so it is tried once more after all others.
//
// A polygon is not stored while it grows: an edge that is gone is a flag, and the
// next edge around a polygon is found by turning at the corner past those that
// are gone.  A convex polygon of n corners has at most n - 3 of them, so that is
// cheap.  Which triangles are one polygon is a union-find forest in
// nav_triangle.group, with the number of corners at each root.
//
// Lengths are rounded to the 21 leading bits of their squares, so that sorting
// takes three passes; edges of nearly equal length go in the order of their
// numbers, and the result is the same everywhere.
//
// Two other orders are kept for comparison: any order (Hertel and Mehlhorn) and
// the sharpest angle first.
//
// References: Stefan Hertel and Kurt Mehlhorn, "Fast Triangulation of the Plane
// with Respect to Simple Polygons", 1985; Mark Keil and Jack Snoeyink, "On the
// Time Bound for Convex Decomposition of Simple Polygons", 2002.
#include "merge.h"

#include "classify.h"
#include "predicates.h"
#include "sort.h"

#include <string.h>

// A root's group holds its corners with this flag; other groups, the parent.
#define ROOT 0x80000000u

static bool is_walkable(const nav_delaunay *d, nav_half h)
{
    return (d->tri[h >> 2].flags & NAV_TRIANGLE_WALKABLE) != 0;
}

static uint32_t find_root(nav_delaunay *d, uint32_t t)
{
    nav_triangle *tri = d->tri;
    while (!(tri[t].group & ROOT)) {
        uint32_t parent = tri[t].group;
        if (!(tri[parent].group & ROOT)) {
            tri[t].group = tri[parent].group; // halve the path
        }
        t = parent;
    }
    return t;
}

// Whether the polygon that edge h leaves has at most a straight angle at the
// start of h once h is gone.
static bool is_flat_or_convex_without(const nav_delaunay *d, nav_half h)
{
    nav_half before = nav_merge_prev(d, h);
    nav_half after = nav_merge_next(d, nav_half_twin(d, h));
    return nav_orient(d->point[nav_half_start(d, before)],
                      d->point[nav_half_start(d, h)],
                      d->point[nav_half_end(d, after)]) != NAV_RIGHT;
}

static void set_gone(nav_delaunay *d, nav_half h)
{
    d->tri[h >> 2].flags |= (uint32_t)(NAV_EDGE_GONE << (h & 3));
}

// Extends h backwards along the border between its two polygons: past a vertex
// where nothing else meets, which must lie on a straight line.
static nav_half border_begin(const nav_delaunay *d, nav_half h)
{
    nav_half before = nav_merge_prev(d, h);
    while (nav_half_twin(d, before) ==
           nav_merge_next(d, nav_half_twin(d, h))) {
        h = before;
        before = nav_merge_prev(d, h);
    }
    return h;
}

// Whether only two edges between walkable polygons meet at the end of h, so that
// they have become one border.
static bool is_border_joined(const nav_delaunay *d, nav_half h)
{
    nav_half g = nav_half_twin(d, nav_merge_next(d, h));
    return is_walkable(d, g) && nav_merge_next(d, g) == nav_half_twin(d, h);
}

// Edges to be tried once more.
typedef struct retries {
    nav_half *edge;
    size_t count, capacity;
} retries;

static nav_status retry_if_joined(const nav_delaunay *d, nav_half h,
                                  retries *list)
{
    if (!is_border_joined(d, h)) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&d->mem, &list->edge, &list->capacity,
                                     list->count + 1, sizeof *list->edge);
    if (status == NAV_OK) {
        list->edge[list->count++] = nav_merge_next(d, h);
    }
    return status;
}

// Takes away a border of so many edges.
static void remove_border(nav_delaunay *d, nav_half begin, uint32_t edges)
{
    for (nav_half e = begin; edges > 0; edges--) {
        nav_half next = nav_merge_next(d, e);
        set_gone(d, nav_half_twin(d, e));
        set_gone(d, e);
        e = next;
    }
}

// Takes the border of edge h away where that is allowed.
static nav_status try_edge(nav_delaunay *d, nav_half h, uint32_t max_verts,
                           retries *list)
{
    uint32_t a = find_root(d, h >> 2);
    uint32_t b = find_root(d, nav_half_twin(d, h) >> 2);
    if (a == b) {
        return NAV_OK; // it went with another edge of the same border
    }
    nav_half begin = border_begin(d, h);
    nav_half end = nav_half_twin(d, border_begin(d, nav_half_twin(d, h)));
    uint32_t edges = 1;
    for (nav_half e = begin; e != end; e = nav_merge_next(d, e)) {
        edges++;
    }
    uint32_t corners = (d->tri[a].group & ~ROOT) + (d->tri[b].group & ~ROOT) -
                       2 * edges;
    if (corners > max_verts || !is_flat_or_convex_without(d, begin) ||
        !is_flat_or_convex_without(d, nav_half_twin(d, end))) {
        return NAV_OK;
    }
    nav_half before = nav_merge_prev(d, begin);
    nav_half before_end = nav_merge_prev(d, nav_half_twin(d, end));
    remove_border(d, begin, edges);
    d->tri[b].group = a;
    d->tri[a].group = corners | ROOT;
    nav_status status = retry_if_joined(d, before, list);
    return status == NAV_OK ? retry_if_joined(d, before_end, list) : status;
}

// Doubles that are not negative sort as their bits do; 33 of them are enough.
static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31;
}

// 1 plus the cosine of the angle at a in triangle a, b, c: larger is sharper.
static double sharpness(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    nav_vec2 ab = nav_vec2_sub(b, a);
    nav_vec2 ac = nav_vec2_sub(c, a);
    double lengths = nav_vec2_distance(a, b) * nav_vec2_distance(a, c);
    double cosine = nav_vec2_dot(ab, ac) / lengths;
    return 1 + (cosine < -1 ? -1 : cosine);
}

// The sharpest angle between an edge and its neighbours in one triangle.
static double sharpest_at(const nav_delaunay *d, nav_half h)
{
    nav_vec2 a = d->point[nav_half_start(d, h)];
    nav_vec2 b = d->point[nav_half_end(d, h)];
    nav_vec2 c = d->point[nav_half_start(d, nav_half_prev(h))];
    double at_a = sharpness(a, b, c);
    double at_b = sharpness(b, c, a);
    return at_a > at_b ? at_a : at_b;
}

// The key of an edge: those with smaller keys are tried first.  The values are
// rounded; they only order.
static uint64_t edge_key(const nav_delaunay *d, nav_half h,
                         nav_merge_order order)
{
    switch (order) {
    case NAV_MERGE_LONGEST: {
        double squared = nav_vec2_distance2(d->point[nav_half_start(d, h)],
                                            d->point[nav_half_end(d, h)]);
        return UINT64_MAX - key_of(squared);
    }
    case NAV_MERGE_SHARPEST: {
        double one = sharpest_at(d, h);
        double two = sharpest_at(d, nav_half_twin(d, h));
        return UINT64_MAX - key_of(one > two ? one : two);
    }
    case NAV_MERGE_ANY:
        break;
    }
    return 0;
}

// The first half-edge of each edge between two walkable triangles.
static bool is_candidate(const nav_delaunay *d, nav_half h)
{
    if ((h & 3) == 3 || !is_walkable(d, h)) {
        return false;
    }
    // The frame is not walkable, so there is a twin.
    nav_half g = nav_half_twin(d, h);
    return h < g && is_walkable(d, g);
}

nav_status nav_merge(nav_delaunay *d, uint32_t max_verts, nav_merge_order order)
{
    nav_half halves = (nav_half)(4 * d->triangles);
    size_t edges = 0;
    for (nav_half h = 0; h < halves; h++) {
        d->tri[h >> 2].group = 3 | ROOT;
        edges += is_candidate(d, h);
    }
    nav_sort_entry *list = nav_mem_new(&d->mem, 2 * edges, sizeof *list);
    if (!list) {
        return NAV_NOMEM;
    }
    size_t count = 0;
    for (nav_half h = 0; h < halves; h++) {
        if (is_candidate(d, h)) {
            list[count++] = (nav_sort_entry){edge_key(d, h, order), h};
        }
    }
    nav_sort(list, list + edges, edges);
    retries more = {NULL, 0, 0};
    nav_status status = NAV_OK;
    for (size_t i = 0; i < edges && status == NAV_OK; i++) {
        status = try_edge(d, list[i].item, max_verts, &more);
    }
    for (size_t i = 0; i < more.count && status == NAV_OK; i++) {
        status = try_edge(d, more.edge[i], max_verts, &more);
    }
    nav_mem_free(&d->mem, more.edge, more.capacity, sizeof *more.edge);
    nav_mem_free(&d->mem, list, 2 * edges, sizeof *list);
    return status;
}
