// surface.h - the heights of a mesh's faces.
//
// On a mesh without heights all heights are 0 and nothing has a slope.
#ifndef NAV_SURFACE_H
#define NAV_SURFACE_H

#include "mesh/mesh.h"

// The start of an edge, its height as third coordinate.
nav_vec3 nav_surface_corner(const nav_mesh *mesh, uint32_t edge);

// Height of a polygon at a point that it holds; rounded, but exact at corners
// and where the face is level.  Polygons that share an edge give the same bits
// for a point on it.  O(corners).
double nav_surface_height(const nav_mesh *mesh, nav_poly_id polygon,
                          nav_vec2 point);

// Fills in the heights of a link, whose polygons hold its ends.
void nav_surface_place_link(const nav_mesh *mesh, nav_offmesh_link *link);

// Height of an edge at the place of a point that lies on it, or nearly so.
double nav_surface_edge_height(const nav_mesh *mesh, uint32_t edge,
                               nav_vec2 point);

// Rise of an edge's polygon for a step `d` in plan, as seen from the edge; a
// computed value.  The mesh must have heights.
double nav_surface_rise(const nav_mesh *mesh, uint32_t edge, nav_vec2 d);

// Whether going from edge `out` to edge `in` on the same place, the floor bends
// or has a step: exact.  The mesh must have heights.  O(corners of both
// polygons).
bool nav_surface_is_crease(const nav_mesh *mesh, uint32_t out, uint32_t in);

#endif
