// joined.h - legs on the mesh and the links between them as one path.
#ifndef NAV_JOINED_H
#define NAV_JOINED_H

#include "mesh/mesh.h"

typedef struct nav_joined {
    nav_allocator mem;
    nav_vec2 *waypoint;
    double *height; // of the waypoints
    size_t count, waypoint_capacity, height_capacity;
    nav_portal *portal;
    size_t portal_count, portal_capacity;
    nav_path_link *link;
    size_t link_count, link_capacity;
    double length, length3d, cost;
    nav_poly_id start_polygon, end_polygon; // so far
} nav_joined;

void nav_joined_init(nav_joined *joined, const nav_allocator *mem);
void nav_joined_fini(nav_joined *joined);

// Begins a path.
void nav_joined_begin(nav_joined *joined);

// Adds a leg, whose arrays are copied.  Before every leg but the first the link
// is named that leads to it, and whether it is taken backward.  NAV_NOMEM
// leaves it usable for another path.  O(size of the leg).
NAV_MUST_CHECK nav_status nav_joined_add(nav_joined *joined,
                                         const nav_mesh *mesh,
                                         const nav_path *leg, uint32_t link,
                                         bool backward);

// Writes the path: all about lengths, polygons, waypoints, portals and links.
// What is lent is valid until the next path begins.
void nav_joined_give(const nav_joined *joined, const nav_mesh *mesh,
                     nav_path *path);

#endif
