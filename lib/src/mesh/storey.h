// storey.h - which floor a point means where several lie over each other.
#ifndef NAV_STOREY_H
#define NAV_STOREY_H

#include "mesh/locate.h"

// One of the polygons that hold a point.
typedef struct nav_storey_entry {
    double height; // of the polygon there
    nav_poly_id polygon;
    uint32_t next; // of those still to be looked at: a list
    bool chosen;
} nav_storey_entry;

typedef struct nav_storey {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_storey_entry *entry;
    size_t capacity;
} nav_storey;

// The mesh must outlive it.
void nav_storey_init(nav_storey *storey, const nav_mesh *mesh,
                     const nav_allocator *mem);
void nav_storey_fini(nav_storey *storey);

// Takes out of the list, which holds all polygons that hold point.plan, those
// that are not of the floor that is meant.  `ambiguous` when that cannot be
// told; the list is then empty.  O(corners of the polygons), and more by a
// logarithm where floors meet.
NAV_MUST_CHECK nav_status nav_storey_choose(nav_storey *storey, nav_point point,
                                            nav_poly_list *list,
                                            bool *ambiguous);

// Takes out of the list, which holds all polygons that hold a point, those that
// are not joined to one of them over edges that hold it: other floors, and what
// touches it there without a portal.  Cost as above.
NAV_MUST_CHECK nav_status nav_storey_keep_joined(nav_storey *storey,
                                                 nav_vec2 point,
                                                 nav_poly_id polygon,
                                                 nav_poly_list *list);

#endif
