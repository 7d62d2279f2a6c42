// astar.h - portal-chain search over a mesh.
#ifndef NAV_ASTAR_H
#define NAV_ASTAR_H

#include "base/heap.h"
#include "search/chain.h"

// What is known of a node of the search graph.
typedef struct nav_astar_node {
    double g;        // cost of the best way found to it
    uint32_t parent; // node before it on that way, NAV_NONE: the start
    uint32_t out;    // half-edge crossed last, in the polygon left; NAV_NONE
    uint32_t in;     // likewise in the polygon entered
    uint32_t stamp;  // the search that wrote this
} nav_astar_node;

typedef struct nav_astar {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_search kind;
    nav_vec2 start, goal;
    const double *rate; // [areas] lent: costs of areas; NULL: all are 1
    double least;       // of the costs in force; 1 without
    nav_heap open;
    nav_astar_node *node; // [nodes] made by the first search
    size_t nodes;
    nav_vec2 *centroid;    // [polygons] made by the first search over centroids
    uint32_t *goal_stamp;  // [polygons] equal to `stamp`: holds the goal
    uint32_t *start_stamp; // [polygons] equal to `stamp`: a start polygon; in
                           // one block with those of goals
    size_t polygons;       // that there is room for; the mesh may have fewer
    uint32_t *island_stamp; // [islands] equal to `stamp`: has such a polygon
    size_t islands;
    uint32_t stamp;      // number of the query
    nav_crossing *chain; // the answer: half-edges crossed
    size_t chain_count, chain_capacity;
    size_t expanded; // nodes taken from the heap
} nav_astar;

// The mesh must outlive the search.  Frees what it made when it fails.
NAV_MUST_CHECK nav_status nav_astar_init(nav_astar *astar, const nav_mesh *mesh,
                                         const nav_allocator *mem);
void nav_astar_fini(nav_astar *astar);

// Makes room for what the mesh has become, where obstacles have been laid over
// it.  O(1) when there is enough.
NAV_MUST_CHECK nav_status nav_astar_fit(nav_astar *astar);

// Begins a query: names all polygons that hold its goal.  O(count).
void nav_astar_set_goals(nav_astar *astar, nav_vec2 goal,
                         const nav_poly_id *polygons, size_t count);

// True when the polygon holds the goal.
bool nav_astar_is_goal(const nav_astar *astar, nav_poly_id polygon);

// True when the polygon's island has a goal polygon.
bool nav_astar_can_reach(const nav_astar *astar, nav_poly_id polygon);

// Searches from `start`, which all `polygons` hold, to the goal of the current
// query, and leaves the edges crossed in astar->chain.  At least one of them
// must reach the goal's island, and none may be a goal polygon.  One search a
// query.  O(n log n) for the n edges of the islands.
NAV_MUST_CHECK nav_status nav_astar_run(nav_astar *astar, nav_search kind,
                                        nav_vec2 start,
                                        const nav_poly_id *polygons,
                                        size_t count);

// Where a portal's midpoint lies, by any of its half-edges: the same bits.
nav_vec2 nav_astar_midpoint(const nav_mesh *mesh, uint32_t edge);

// Centroid of a polygon, rounded.
nav_vec2 nav_astar_centroid(const nav_mesh *mesh, nav_poly_id polygon);

#endif
