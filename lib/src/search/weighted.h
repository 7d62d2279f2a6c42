// weighted.h - cheapest ways through areas of different costs.
#ifndef NAV_WEIGHTED_H
#define NAV_WEIGHTED_H

#include "base/heap.h"
#include "search/polyanya.h"
#include "search/refract.h"

// What is known of a sample, a place on a portal.
typedef struct nav_sample {
    double g;        // cost of the best way found to it
    uint32_t parent; // sample before it on that way, NAV_NONE: the start
    uint32_t via;    // polygon through which it was reached
    uint32_t stamp;  // the search that wrote this
} nav_sample;

// How a piece is reached: over which of the two sides of its portal, and
// whether along the portal itself.
enum { NAV_PIECE_LABELS = 4 };

// What is known of a piece that was reached in one of these ways.
typedef struct nav_piece_label {
    double g;        // no way to any of its points costs less
    uint32_t parent; // label before it, NAV_NONE: the start
    uint32_t via;    // polygon through which it was reached
} nav_piece_label;

// A piece of a portal.
typedef struct nav_piece {
    nav_vec2 a, b;
    double t0, t1; // parts of the portal's edge
    double h;      // no way from any of its points to the goal costs less;
                   // infinite where that is no better than the answer
    uint32_t portal;
    uint32_t next; // piece of the same portal, NAV_NONE
    nav_piece_label label[NAV_PIECE_LABELS];
} nav_piece;

typedef struct nav_weighted {
    nav_allocator mem;
    const nav_mesh *mesh;
    size_t edges;          // of the mesh, which may grow
    uint32_t *portal;      // [edges] number of its portal, NAV_NONE: a wall
    uint32_t *portal_edge; // [portals] least edge of each
    size_t portals;
    nav_heap open;
    nav_sample *sample; // [portals * places + 1] the last one is the goal
    size_t samples;
    uint32_t *pieces_of; // [portals] first piece of each
    uint32_t *stamp_of;  // [portals] the search that wrote it
    uint32_t stamp;
    nav_piece *piece;
    size_t piece_count, piece_capacity;
    nav_refract refract;
    nav_crossing *links; // a chain that is looked at
    size_t link_count, link_capacity;
    nav_crossing *chain; // the answer
    double *t;           // where it is crossed, see refract.h
    size_t chain_count, chain_capacity, t_capacity;
    nav_poly_id chain_start; // the polygon in which it begins
    double cost;             // of the answer; infinite before there is one
    double bound;            // no way costs less
    size_t expanded;
    size_t looks;       // distances between pieces that were computed
    bool backward;      // the search over pieces goes from goal to start
    const double *rate; // [areas] lent
    double least, most; // of the costs in force
    nav_chain_end start, goal;
} nav_weighted;

// The mesh must outlive it.  Frees what it made when it fails; NAV_LIMIT when
// the samples of its portals cannot be numbered.  O(edges).
NAV_MUST_CHECK nav_status nav_weighted_init(nav_weighted *w,
                                            const nav_mesh *mesh,
                                            const nav_allocator *mem);
void nav_weighted_fini(nav_weighted *w);

// Costs in force.
typedef struct nav_weighted_costs {
    const double *rate; // [areas]
    double least, most; // of all polygons that are not closed
} nav_weighted_costs;

// Begins a query between two points that are connected.
void nav_weighted_begin(nav_weighted *w, const nav_weighted_costs *costs,
                        nav_chain_end start, nav_chain_end goal);

// Offers a chain, which begins in `polygon`: the best way through it becomes
// the answer if none was cheaper.
NAV_MUST_CHECK nav_status nav_weighted_offer(nav_weighted *w,
                                             nav_poly_id polygon,
                                             const nav_crossing *links,
                                             size_t count);

// Finds a cheap way, and what no way costs less than.
NAV_MUST_CHECK nav_status nav_weighted_run(nav_weighted *w);

// Whether a polygon holds the goal.  O(polygons that do).
bool nav_weighted_is_goal(const nav_weighted *w, nav_poly_id polygon);

// Adds a step over a portal from a polygon into another in front of w->links,
// which are listed from the goal backwards; none when they are the same.
NAV_MUST_CHECK nav_status nav_weighted_add_link(nav_weighted *w,
                                                uint32_t portal,
                                                nav_poly_id from,
                                                nav_poly_id to);

// Puts w->links in order and offers the chain, which begins in `polygon`.
NAV_MUST_CHECK nav_status nav_weighted_offer_links(nav_weighted *w,
                                                   nav_poly_id polygon);

// Raises w->bound towards the cost of the answer, which must have one, and
// offers the chains that come up on the way (weighted_pieces.c).
NAV_MUST_CHECK nav_status nav_weighted_raise_bound(nav_weighted *w);

#endif
