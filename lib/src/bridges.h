// bridges.h - portals that are the only way between two parts of a mesh.
#ifndef NAV_BRIDGES_H
#define NAV_BRIDGES_H

#include "mesh.h"

// A bridge leads into a part of the mesh that hangs on nothing else.  Polygons
// are numbered so that the part is one run of numbers.
typedef struct nav_bridge {
    uint32_t first, last; // numbers of the polygons behind it
} nav_bridge;

typedef struct nav_bridges {
    nav_allocator mem;
    size_t polygons, edges;
    uint32_t *order; // [polygons] number of each polygon
    // [edges] what crossing the edge comes to: 0 no bridge; else the number of
    // a bridge, from 1, with NAV_BRIDGE_OUT when it leads out of the part.
    uint32_t *of_edge;
    nav_bridge *bridge;
    size_t count, capacity;
} nav_bridges;

#define NAV_BRIDGE_OUT 0x80000000u

// O(edges).  Frees what it made when it fails.
NAV_MUST_CHECK nav_status nav_bridges_init(nav_bridges *b, const nav_mesh *mesh,
                                           const nav_allocator *mem);
void nav_bridges_fini(nav_bridges *b);

// Whether a way to polygon `goal` may leave over the edge: not when that is a
// bridge and the goal is on this side of it.
static inline bool nav_bridges_allow(const nav_bridges *b, uint32_t edge,
                                     nav_poly_id goal)
{
    uint32_t which = b->of_edge[edge];
    if (which == 0) {
        return true;
    }
    const nav_bridge *bridge = &b->bridge[(which & ~NAV_BRIDGE_OUT) - 1];
    uint32_t number = b->order[goal];
    bool behind = number >= bridge->first && number <= bridge->last;
    return behind != ((which & NAV_BRIDGE_OUT) != 0);
}

#endif
