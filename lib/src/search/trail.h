// trail.h - the taut string laid back on to the floors of a mesh with heights.
#ifndef NAV_TRAIL_H
#define NAV_TRAIL_H

#include "search/chain.h"

// A waypoint, its height as third coordinate, lies at the same index of both.
typedef struct nav_trail {
    nav_allocator mem;
    nav_vec2 *waypoint;
    double *height;
    size_t count, waypoint_capacity, height_capacity;
    double length3d;
} nav_trail;

// A string through a chain of portals.
typedef struct nav_string {
    const nav_mesh *mesh;
    const nav_crossing *links;
    const nav_portal *portals; // in the plane in which the string is straight
    size_t link_count;
    const nav_vec2 *point;  // the string in that plane
    const uint32_t *source; // see funnel.h
    size_t point_count;
    nav_vec2 start, goal; // in plan
    nav_poly_id start_polygon, goal_polygon;
    bool crossings; // add the points where the slope changes
} nav_string;

void nav_trail_init(nav_trail *trail, const nav_allocator *mem);
void nav_trail_fini(nav_trail *trail);

// Lays the string: start, corners of the mesh, points of touch where it turns
// back, goal, each with its height, and the length along the floors.  NAV_NOMEM
// leaves the trail usable.  O(corners of the polygons of the chain).
NAV_MUST_CHECK nav_status nav_trail_run(nav_trail *trail,
                                        const nav_string *string);

#endif
