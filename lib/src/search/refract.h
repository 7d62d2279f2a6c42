// refract.h - where a chain of polygons of different costs is best crossed.
#ifndef NAV_REFRACT_H
#define NAV_REFRACT_H

#include "search/chain.h"

// A way through a chain: part of the edge left where it crosses each link, from
// the edge's start (0) to its end (1).
typedef struct nav_refract {
    nav_allocator mem;
    double *t; // [count] the answer
    size_t count, t_capacity;
    double cost;
    double *sum;   // [count * samples] least cost of a way to each sample
    uint8_t *from; // [count * samples] sample before it on that way
    size_t sum_capacity, from_capacity;
} nav_refract;

void nav_refract_init(nav_refract *r, const nav_allocator *mem);
void nav_refract_fini(nav_refract *r);

// What is to be crossed; all lent.
typedef struct nav_refract_chain {
    const nav_mesh *mesh;
    const nav_crossing *links;
    size_t count;
    const double *cost; // [areas] see nav_mesh_cost
    nav_vec2 start, goal;
    nav_poly_id polygon; // where the chain begins
    double limit;        // given up when it is not likely to cost less
} nav_refract_chain;

// Finds where the links are crossed at least cost, as near as rounding can
// tell for the cost, and leaves it in r->t and r->cost; or gives up, with a
// cost above the limit.  O(count) with a large constant.
NAV_MUST_CHECK nav_status nav_refract_run(nav_refract *r,
                                          const nav_refract_chain *chain);

// The place at part t of the edge of a link, exact at both ends.
static inline nav_vec2 nav_refract_place(const nav_mesh *mesh,
                                         nav_crossing link, double t)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, link.left);
    nav_vec2 b = nav_mesh_edge_end(mesh, link.left);
    if (t <= 0 || t >= 1) {
        return t <= 0 ? a : b;
    }
    return (nav_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

#endif
