// raycast.h - straight walk over a mesh.
#ifndef NAV_RAYCAST_H
#define NAV_RAYCAST_H

#include "mesh.h"

typedef struct nav_raycast_result {
    bool clear;    // the whole segment is walkable
    nav_vec2 hit;  // where it leaves the mesh, rounded; else the end
    double height; // of the floor there; 0 on a flat mesh
    nav_poly_id start_polygon, end_polygon;
} nav_raycast_result;

// Walks from `start` to `end`.  `polygons` are all that hold the start, at
// least one, ascending.  O(corners of the polygons crossed).
nav_raycast_result nav_raycast_run(const nav_mesh *mesh, nav_vec2 start,
                                   nav_vec2 end, const nav_poly_id *polygons,
                                   size_t count);

#endif
