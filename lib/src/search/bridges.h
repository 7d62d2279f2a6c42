// bridges.h - portals that are the only way between two parts of a mesh.
#ifndef NAV_BRIDGES_H
#define NAV_BRIDGES_H

#include "mesh/mesh.h"

// A bridge leads into a part of the mesh that hangs on nothing else.  Polygons
// are numbered so that the part is one run of numbers.
// Bridges count from 1; 0 is none.
typedef struct nav_bridge {
    uint32_t first, last; // numbers of the polygons behind it
    uint32_t in, out;     // the edge that leads into the part, its twin
    uint32_t around;      // the innermost bridge whose part holds this one
} nav_bridge;

typedef struct nav_bridges {
    nav_allocator mem;
    size_t polygons, edges; // that there is room for
    uint32_t *order;        // [polygons] number of each polygon
    uint32_t *inner;        // the innermost bridge that each is behind
    size_t inner_room;
    uint32_t *of_edge;  // [edges] the bridge that the edge is
    nav_bridge *bridge; // number 1 comes first
    size_t count, capacity;
} nav_bridges;

// O(edges).  Frees what it made when it fails.
NAV_MUST_CHECK nav_status nav_bridges_init(nav_bridges *b, const nav_mesh *mesh,
                                           const nav_allocator *mem);
void nav_bridges_fini(nav_bridges *b);

// Makes room for polygons that now stand in for others.
NAV_MUST_CHECK nav_status nav_bridges_fit(nav_bridges *b, const nav_mesh *mesh);

// Tells of one of them; there must be room.
void nav_bridges_add(nav_bridges *b, const nav_mesh *mesh, nav_poly_id polygon);

// Whether a polygon is behind a bridge.
static inline bool nav_bridges_part(const nav_bridges *b, uint32_t which,
                                    nav_poly_id polygon)
{
    const nav_bridge *bridge = &b->bridge[which - 1];
    uint32_t number = b->order[polygon];
    return number >= bridge->first && number <= bridge->last;
}

#endif
