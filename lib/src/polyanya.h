// polyanya.h - exact any-angle search.
#ifndef NAV_POLYANYA_H
#define NAV_POLYANYA_H

#include "chain.h"
#include "cones.h"

typedef struct nav_polyanya_entry {
    double f;
    uint32_t cone;
} nav_polyanya_entry;

typedef struct nav_polyanya {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_cones cones;
    nav_polyanya_entry *heap;
    size_t heap_count, heap_capacity;
    nav_crossing *chain; // the answer
    size_t chain_count, chain_capacity;
    nav_vec2 *waypoint; // start, corners where the way turns, goal; none where
                        // rounding decided, and the funnel has to find them
    size_t waypoint_count, waypoint_capacity;
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

// Finds the least distance to every vertex from the sources, which are the
// vertices whose `distance` is 0 beforehand; it must be infinite for the
// others, and stays so where there is no way.  `distance` has one entry a
// vertex.  NAV_LIMIT when it takes more than `most` cones.
NAV_MUST_CHECK nav_status nav_polyanya_flood(nav_polyanya *p, size_t most,
                                             double *distance);

#endif
