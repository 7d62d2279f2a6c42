// raycast.h - straight walk over a mesh.
#ifndef NAV_RAYCAST_H
#define NAV_RAYCAST_H

#include "mesh/mesh.h"

typedef struct nav_raycast_result {
    bool clear;    // the whole segment is walkable
    nav_vec2 hit;  // where it leaves the mesh, rounded; else the end
    double height; // of the floor there; 0 on a flat mesh
    nav_poly_id start_polygon, end_polygon;
    uint32_t edge;  // of end_polygon, where the walk is stopped; else NAV_NONE
    bool at_corner; // stopped at the start of that edge, not inside of it
} nav_raycast_result;

// Walks from `start` to `end`.  `polygons` are all that hold the start, at
// least one, ascending.  O(corners of the polygons crossed).
nav_raycast_result nav_raycast_run(const nav_mesh *mesh, nav_vec2 start,
                                   nav_vec2 end, const nav_poly_id *polygons,
                                   size_t count);

// The same from one polygon that holds the start: who stands where two regions
// touch stays in his own.
nav_raycast_result nav_raycast_from(const nav_mesh *mesh, nav_vec2 start,
                                    nav_poly_id polygon, nav_vec2 end);

// The two boundary edges between which the polygons around a corner lie, where
// `edge` starts: the one that starts there, and the one that ends there.  Of
// several floors those that a walk from `start` to `end` would take.  False
// when the corner is not on the boundary.
bool nav_raycast_walls(const nav_mesh *mesh, uint32_t edge, nav_vec2 start,
                       nav_vec2 end, uint32_t walls[2]);

#endif
