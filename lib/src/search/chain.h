// chain.h - a chain of edges crossed, as portals in one plane.
#ifndef NAV_CHAIN_H
#define NAV_CHAIN_H

#include "base/vec.h"
#include "mesh/mesh.h"

// Where a chain begins or ends: a point with the polygons that hold it, on its
// floor.
typedef struct nav_chain_end {
    nav_vec2 point;
    const nav_poly_id *polygons;
    size_t count;
} nav_chain_end;

// A step from one polygon into another, over edges on one segment in plan.
typedef struct nav_crossing {
    uint32_t left;    // edge of the polygon left
    uint32_t entered; // edge of the polygon entered
} nav_crossing;

// Whether the polygons of a link lie on the same side of it: the walker touches
// the edge and turns back.
static inline bool nav_crossing_is_fold(const nav_mesh *mesh, nav_crossing link)
{
    return nav_vec2_equal(nav_mesh_edge_start(mesh, link.left),
                          nav_mesh_edge_start(mesh, link.entered));
}

// Makes the portals of `count` links as they lie in plan, left and right as
// seen from above with x to the right and y up.  Returns the number of folds.
size_t nav_chain_portals(const nav_mesh *mesh, const nav_crossing *links,
                         size_t count, nav_portal *portals);

// Makes the portals of a chain with folds as they lie when what is behind each
// fold is turned over on to the other side of its edge; of the portals only
// left and right are written.  `goal` is moved likewise.
void nav_chain_unfold(const nav_mesh *mesh, const nav_crossing *links,
                      size_t count, nav_portal *unfolded, nav_vec2 *goal);

// The portals of a chain, in arrays that are used again for the next one.
typedef struct nav_chain {
    nav_allocator mem;
    nav_portal *portal; // in plan
    size_t count, portal_capacity;
    nav_portal *unfolded; // of a chain with folds; else what is left of others
    size_t unfolded_capacity;
    const nav_portal *straight; // those of the two between which the string is
                                // straight
    nav_vec2 goal;              // in the plane of these
} nav_chain;

void nav_chain_init(nav_chain *chain, const nav_allocator *mem);
void nav_chain_fini(nav_chain *chain);

// Makes the portals of `count` links on the way to `goal`.  NAV_NOMEM leaves
// the chain usable.  O(count).
NAV_MUST_CHECK nav_status nav_chain_lay_out(nav_chain *chain,
                                            const nav_mesh *mesh,
                                            const nav_crossing *links,
                                            size_t count, nav_vec2 goal);

#endif
