// legs.h - a path on foot from one place of a mesh to another: search + funnel.
#ifndef NAV_LEGS_H
#define NAV_LEGS_H

#include "search/astar.h"
#include "search/funnel.h"
#include "search/polyanya.h"
#include "search/trail.h"
#include "search/weave.h"
#include "search/weighted.h"

// Everything that finding one path after another needs.
typedef struct nav_legs {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_astar astar;
    nav_polyanya polyanya;
    bool has_polyanya;         // made by the first exact search
    const nav_crossing *links; // the chain that the search has found
    size_t link_count;
    nav_funnel funnel;
    nav_funnel turns;          // the string of the exact search, behind folds
    const nav_funnel *string;  // the one that counts
    nav_trail trail;           // with heights
    nav_chain_end start, goal; // lent
    bool measuring;            // only the cost is wanted
    nav_chain chain;           // the portals of the links
    double *level;             // heights of waypoints, on a level mesh
    size_t level_capacity;
    double *rate; // [areas] costs of areas; NULL: all 1
    nav_weighted_costs costs;
    bool costs_known; // whether `costs` is what `rate` says
    nav_weighted weighted;
    bool has_weighted; // made by the first search with costs
    nav_weave weave;
} nav_legs;

// The mesh must outlive it.  After a failure there is nothing to free.
NAV_MUST_CHECK nav_status nav_legs_init(nav_legs *legs, const nav_mesh *mesh,
                                        const nav_allocator *mem);
void nav_legs_fini(nav_legs *legs);

// Follows what has changed of the mesh, whose version is another.
NAV_MUST_CHECK nav_status nav_legs_catch_up(nav_legs *legs);

// As nav_query_set_cost.
NAV_MUST_CHECK nav_status nav_legs_set_cost(nav_legs *legs, uint32_t area,
                                            double cost, nav_error *error);

// Finds the least and the greatest cost of polygons that are open, for
// `costs`, before paths are asked for.  O(polygons) after a change.
void nav_legs_know_costs(nav_legs *legs);

// What is asked for.
typedef struct nav_leg {
    nav_chain_end start, goal; // whose polygons are lent during the search
    bool measuring;            // waypoints need no heights
} nav_leg;

// Finds a path on foot, cheapest as far as navmesh.h promises.  `path` holds
// its ends, and polygons of them, beforehand, and zeros; what it lends is valid
// until the next one is found.
NAV_MUST_CHECK nav_status nav_legs_find(nav_legs *legs, const nav_leg *leg,
                                        const nav_path_options *options,
                                        nav_path *path);

#endif
