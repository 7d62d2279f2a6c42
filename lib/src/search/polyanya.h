// polyanya.h - exact any-angle search.
#ifndef NAV_POLYANYA_H
#define NAV_POLYANYA_H

#include "search/chain.h"
#include "search/cone_heap.h"

// A corner where the way turns: an end of the edge that a link crosses, or of
// that of the link before.
typedef struct nav_polyanya_turn {
    uint32_t link;
    nav_vert_id vertex;
} nav_polyanya_turn;

typedef struct nav_polyanya {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_cones cones;
    nav_cone_heap heap;
    nav_crossing *chain; // the answer
    size_t chain_count, chain_capacity;
    nav_vec2 *waypoint; // start, corners where the way turns, goal; none where
                        // rounding decided, and the funnel has to find them
    size_t waypoint_count, waypoint_capacity;
    nav_polyanya_turn *turn; // likewise the corners alone
    size_t turn_count, turn_capacity;
    double length; // of the way, as the search has summed it up
    size_t expanded;
} nav_polyanya;

// Lays the mesh, which must outlive the search, out for it.  Frees what it made
// when it fails.  O(edges).
NAV_MUST_CHECK nav_status nav_polyanya_init(nav_polyanya *p,
                                            const nav_mesh *mesh,
                                            const nav_allocator *mem);
void nav_polyanya_fini(nav_polyanya *p);

// Finds the edges that a shortest path crosses, in order; *found is false when
// there is no path.  No polygon may hold both ends.  Allocates nothing once
// warm.
NAV_MUST_CHECK nav_status nav_polyanya_run(nav_polyanya *p, nav_chain_end start,
                                           nav_chain_end goal, bool *found);

#endif
