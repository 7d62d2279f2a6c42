// offmesh_search.h - the cheapest way by legs on the mesh and links.
#ifndef NAV_OFFMESH_SEARCH_H
#define NAV_OFFMESH_SEARCH_H

#include "mesh/locate.h"
#include "mesh/storey.h"
#include "search/chain.h"
#include "search/offmesh_bound.h"
#include "search/offmesh_open.h"

// What a path on foot between two ends came to.
typedef struct nav_offmesh_leg {
    double cost;
    double bound; // no path on foot between them costs less
    size_t expanded;
} nav_offmesh_leg;

// Measures the leg from end `a` to end `b`, which have an island in common.
typedef nav_status (*nav_offmesh_measure)(void *context, uint32_t a, uint32_t b,
                                          nav_offmesh_leg *leg);

// A link taken in one of its directions, or start or goal.
typedef struct nav_offmesh_node {
    uint64_t stamp; // the search that wrote this
    uint64_t flood; // the flood of islands that took the link from here
    double g;       // cost of the cheapest way found to where it is left
    double h;       // no more than what the way from there to the goal costs
    uint32_t parent;
    bool settled;
} nav_offmesh_node;

// A leg between links that has been measured; both ends 0: none.
typedef struct nav_offmesh_memory {
    uint32_t from, to;
    nav_offmesh_leg leg;
} nav_offmesh_memory;

// Ends 2 i and 2 i + 1 are those of link i, `from` and `to`; then come the
// start and the goal.  Node 2 i is link i taken forward, 2 i + 1 backward: node
// n is entered at end n and left at end n ^ 1.
typedef struct nav_offmesh_search {
    nav_allocator mem;
    const nav_mesh *mesh;
    double least;           // what a unit of length costs on foot at least
    uint32_t ends;          // of links
    nav_poly_list polygons; // that hold the ends, those of an end in a row
    size_t *first;          // [ends + 1] where they begin
    nav_poly_list islands;  // of the ends, those of an end in a row
    size_t *first_island;   // [ends + 1] where they begin
    uint32_t *touching;     // ends on an island, those of an island in a row
    size_t *first_touching; // [mesh islands + 1] where they begin
    size_t all_islands;     // of the mesh
    uint32_t *queue;        // [mesh islands] to be looked at
    uint64_t *reach;        // [mesh islands] == stamp: leads to the goal
    uint64_t *seen;         // [mesh islands] == pass: looked at
    uint64_t stamp, pass;   // numbers of the search and of the expansion
    uint64_t floods;        // number of the flood of islands
    nav_chain_end start, goal;
    nav_offmesh_node *node;     // [ends + 2]
    nav_offmesh_branch *branch; // of nodes as they were left
    size_t branches, branch_capacity;
    nav_offmesh_open open;
    nav_offmesh_memory *memory; // [memories] a table by hash; made when needed
    size_t memories;
    nav_search kind; // of the search that has measured them
    nav_offmesh_bound bound;
    nav_offmesh_measure measure;
    void *context;
    double upper;    // the cheapest whole way measured so far
    double on_foot;  // no way without links costs less
    uint32_t *taken; // the answer: nodes in order
    size_t taken_count, taken_capacity;
    double cost;
    size_t measured; // legs that this search has measured or remembered
    size_t expanded; // legs measured and nodes settled, and those of the legs
} nav_offmesh_search;

// A unit of length on foot costs `least` at least.  The mesh must outlive it,
// and neither it nor costs may change.  Frees what it made when it fails.
// O(links log polygons + islands).
NAV_MUST_CHECK nav_status nav_offmesh_search_init(nav_offmesh_search *s,
                                                  const nav_locate *locate,
                                                  nav_storey *storey,
                                                  double least);
void nav_offmesh_search_fini(nav_offmesh_search *s);

// An end by its number.
nav_chain_end nav_offmesh_search_end(const nav_offmesh_search *s,
                                     uint32_t number);

// Begins a query: names its ends, whose polygons are lent until the next one.
// Tells whether walking and links lead from one to the other.  O(islands +
// links).
bool nav_offmesh_search_begin(nav_offmesh_search *s, nav_chain_end start,
                              nav_chain_end goal);

// Sets `reached`, one value for each island of the mesh, for those that walking
// and links lead to from the start.
void nav_offmesh_search_reach(nav_offmesh_search *s, bool *reached);

// Finds the cheapest way of the query begun, which must lead to the goal, with
// legs of the given kind.  No two queries may measure differently.  Takes
// memory for the ends, not for the pairs of them.
NAV_MUST_CHECK nav_status nav_offmesh_search_run(nav_offmesh_search *s,
                                                 nav_search kind,
                                                 nav_offmesh_measure measure,
                                                 void *context);

// After a search, what no way from the start to the goal costs less than,
// unless that is more than the way found.  O(links * useful hubs).
double nav_offmesh_search_bound(const nav_offmesh_search *s);

#endif
