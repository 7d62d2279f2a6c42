// slabs.h - convex polygons with heights over shared vertices.
//
// What the floors of a model are before they know their neighbours: facets.c
// makes slabs, stitch.c and link.c split their edges.
#ifndef NAV_SLABS_H
#define NAV_SLABS_H

#include "base/mem.h"
#include "geometry/predicates.h"

// Edges are numbered through all polygons, as in mesh.h: edge e starts at
// vertex corner[e]; those of polygon p are first[p] .. first[p + 1] - 1,
// counter- clockwise in plan.
typedef struct nav_slabs {
    nav_allocator mem;
    nav_vec2 *point; // [points] plan
    size_t points, point_capacity;
    double *height; // [points]
    size_t height_capacity;
    uint32_t *first; // [count + 1]; NULL while there is no polygon
    size_t count, first_capacity;
    uint32_t *corner; // [corners]
    size_t corners, corner_capacity;
    uint32_t *face; // [count] face of the model that the polygon is a part of
    size_t face_capacity;
} nav_slabs;

void nav_slabs_init(nav_slabs *slabs, const nav_allocator *mem);
void nav_slabs_fini(nav_slabs *slabs);

// Frees the polygons; the points stay.
void nav_slabs_drop_polygons(nav_slabs *slabs);

// Makes room for so many points, polygons and corners, to save growing.
NAV_MUST_CHECK nav_status nav_slabs_reserve(nav_slabs *slabs, size_t points,
                                            size_t polygons, size_t corners);

NAV_MUST_CHECK nav_status nav_slabs_add_point(nav_slabs *slabs, nav_vec2 point,
                                              double height, uint32_t *vertex);

// Adds a polygon; its corners are copied, and must be convex and counter-
// clockwise in plan.
NAV_MUST_CHECK nav_status nav_slabs_add(nav_slabs *slabs,
                                        const uint32_t *corners, size_t count,
                                        uint32_t face);

// Adds the triangles of a ring, decided in plan by even-odd, over its own
// vertices.  `added` tells how many; NAV_NONE, and nothing is added, when that
// cannot be: the ring crosses itself, or passes one place at two heights.
NAV_MUST_CHECK nav_status nav_slabs_add_ring(nav_slabs *slabs,
                                             const uint32_t *ring, size_t count,
                                             uint32_t face, uint32_t *added);

// Which way a ring of three corners or more turns in plan: NAV_LEFT or
// NAV_RIGHT when it is convex, its corners straight at most, and winds once;
// else NAV_ON.  Exact.
nav_side nav_slabs_turn(const nav_slabs *slabs, const uint32_t *ring,
                        size_t count);

// Number of the polygon of an edge.  O(log polygons).
uint32_t nav_slabs_polygon(const nav_slabs *slabs, uint32_t edge);

// A vertex that is to become a corner on an edge.
typedef struct nav_split {
    uint32_t edge;
    uint32_t vertex;
    double place; // ascending along the edge
} nav_split;

// Puts the vertices on their edges, in the order of their places.  A polygon
// that is not convex then is replaced by triangles, or left as it was where it
// would cross itself.  Edges are numbered anew.  Sorts `splits`.  O(edges).
NAV_MUST_CHECK nav_status nav_slabs_split(nav_slabs *slabs, nav_split *splits,
                                          size_t count);

// Replaces polygons of more than `most` corners by triangles.
NAV_MUST_CHECK nav_status nav_slabs_limit(nav_slabs *slabs, uint32_t most);

// Place of a point along the edge from a to b, for nav_split: its coordinate on
// the axis on which the edge is longer.  Exact and strictly monotone for points
// on the edge.
static inline double nav_slabs_place(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double c = fabs(x) >= fabs(y) ? p.x : p.y;
    return (fabs(x) >= fabs(y) ? x : y) < 0 ? -c : c;
}

static inline uint32_t nav_slabs_next(const nav_slabs *slabs, uint32_t polygon,
                                      uint32_t edge)
{
    return edge + 1 < slabs->first[polygon + 1] ? edge + 1
                                                : slabs->first[polygon];
}

#endif
