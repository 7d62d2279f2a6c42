// merge.c - fewer, larger convex polygons.
//
// An edge between two walkable polygons can go when the angles that it leaves at
// its ends are no more than straight and the corners together are not too many.
// Edges are looked at once, the longest first: a merge only makes angles larger
// and polygons bigger, so what could not go then cannot go later.  Going by
// length joins the fat triangles of open places first and leaves few slivers; on
// game maps it gives a tenth more polygons than the optimum, which takes cubic
// time, and fewer than the order of the input (`make bench` prints it).
//
// The border of two polygons is an edge as a rule.  Where a vertex is left over
// inside the walkable area (a spike's end, say) it may be several edges in a
// straight line; they go together, and the vertex with them.
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

static void try_edge(nav_delaunay *d, nav_half h, uint32_t max_verts)
{
    uint32_t a = find_root(d, h >> 2);
    uint32_t b = find_root(d, nav_half_twin(d, h) >> 2);
    if (a == b) {
        return; // it went with another edge of the same border
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
        return;
    }
    for (nav_half e = begin; edges > 0; edges--) {
        nav_half next = nav_merge_next(d, e);
        set_gone(d, nav_half_twin(d, e));
        set_gone(d, e);
        e = next;
    }
    d->tri[b].group = a;
    d->tri[a].group = corners | ROOT;
}

// The key of an edge: longer edges have smaller ones.
static uint64_t length_key(const nav_delaunay *d, nav_half h)
{
    double squared = nav_vec2_distance2(d->point[nav_half_start(d, h)],
                                        d->point[nav_half_end(d, h)]);
    uint64_t bits;
    memcpy(&bits, &squared, sizeof bits);
    return UINT32_MAX - (bits >> 31);
}

nav_status nav_merge(nav_delaunay *d, uint32_t max_verts)
{
    size_t edges = 0;
    for (uint32_t t = 0; t < d->triangles; t++) {
        d->tri[t].group = 3 | ROOT;
        for (uint32_t i = 0; i < 3 && is_walkable(d, 4 * t); i++) {
            nav_half g = d->tri[t].twin[i] & ~NAV_FIXED;
            edges += 4 * t + i < g && is_walkable(d, g);
        }
    }
    nav_sort_entry *order = nav_mem_new(&d->mem, 2 * edges, sizeof *order);
    if (!order) {
        return NAV_NOMEM;
    }
    size_t count = 0;
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (uint32_t i = 0; i < 3 && is_walkable(d, 4 * t); i++) {
            nav_half h = 4 * t + i;
            nav_half g = nav_half_twin(d, h);
            if (h < g && is_walkable(d, g)) {
                order[count++] = (nav_sort_entry){length_key(d, h), h};
            }
        }
    }
    nav_sort(order, order + edges, edges);
    for (size_t i = 0; i < edges; i++) {
        try_edge(d, order[i].item, max_verts);
    }
    nav_mem_free(&d->mem, order, 2 * edges, sizeof *order);
    return NAV_OK;
}
