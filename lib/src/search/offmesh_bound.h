// offmesh_bound.h - lower bounds of what it costs to the goal over links.
#ifndef NAV_OFFMESH_BOUND_H
#define NAV_OFFMESH_BOUND_H

#include "base/heap.h"
#include "mesh/mesh.h"

// A link in one of its directions that costs less than to walk as far may.
typedef struct nav_offmesh_hub {
    nav_vec2 entry, exit;
    double cost;
    double from_start; // no more than what it costs from the start to the entry
    double at_entry;   // no more than what it costs from there to the goal,
    double at_exit;    // likewise, unless both exceed the limit
} nav_offmesh_hub;

// Node 2 i is link i of the mesh taken forward, 2 i + 1 backward.
typedef struct nav_offmesh_bound {
    nav_allocator mem;
    const nav_mesh *mesh;
    uint32_t nodes;
    double walk;        // what a unit of length costs on foot at least
    double scale;       // no walk and no link but the hubs costs less than this
                        // times the straight distance; `walk` at most
    double least_ratio; // the same with the hubs
    nav_offmesh_hub *hub;
    uint32_t hubs;
    uint32_t *hub_of; // [nodes] NAV_NONE: it is none
    uint32_t *useful; // [hubs] those that make the goal nearer, nearest first
    uint32_t useful_count;
    uint32_t *active; // [hubs] those whose bounds may still fall
    uint32_t active_count;
    nav_heap open; // of hubs
    nav_vec2 goal;
    double limit;
} nav_offmesh_bound;

// Chooses at most `most` hubs; a unit of length on foot costs `walk` at least,
// which is finite and above 0.  The mesh must outlive it; of it only the links
// are read.  Frees what it made when it fails.  O(links).
NAV_MUST_CHECK nav_status nav_offmesh_bound_init(nav_offmesh_bound *b,
                                                 const nav_mesh *mesh,
                                                 double walk,
                                                 const nav_allocator *mem,
                                                 uint32_t most);
void nav_offmesh_bound_fini(nav_offmesh_bound *b);

// Begins a query of which only ways that cost less than `limit` matter; it may
// be infinite.  O(useful hubs * hubs).
NAV_MUST_CHECK nav_status nav_offmesh_bound_begin(nav_offmesh_bound *b,
                                                  nav_vec2 start, nav_vec2 goal,
                                                  double limit);

// A lower bound from a point to the goal; or more than that, if every way from
// the start through that point costs `limit` or more.  Never falls by more from
// point to point than what it costs to get there.  O(useful hubs).
double nav_offmesh_bound_from(const nav_offmesh_bound *b, nav_vec2 point);

// The same from where a node is left.  O(1) for hubs.
double nav_offmesh_bound_at(const nav_offmesh_bound *b, uint32_t node);

#endif
