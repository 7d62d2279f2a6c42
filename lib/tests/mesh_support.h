// mesh_support.h - small meshes made without the baker, for the query tests.
#ifndef NAV_TEST_MESH_SUPPORT_H
#define NAV_TEST_MESH_SUPPORT_H

#include "mesh/mesh.h"
#include "support.h"

// A mesh from polygons given by their corners, one after the other; `counts`
// are the numbers of corners.  Edges between the same corners become portals.
nav_mesh *nav_test_make_mesh(const nav_vec2 *vertices, uint32_t vertex_count,
                             const uint32_t *corners, const uint32_t *counts,
                             uint32_t polygon_count);

// The same with heights, the third coordinates; z points up.  Edges between the
// same corners, any number of them, become a ring.
nav_mesh *nav_test_make_floors(const nav_vec3 *vertices, uint32_t vertex_count,
                               const uint32_t *corners, const uint32_t *counts,
                               uint32_t polygon_count);

// A grid of cells 12 wide; with jitter 1 each corner is moved by -2, 0 or 2 on
// each axis, with 0 not.  Even integers all.  A cell is a quadrangle or two
// triangles; three in ten are missing.  Has pinch points and, as a rule,
// several islands.
nav_mesh *nav_test_make_grid(nav_test_random *random, uint32_t width,
                             uint32_t height, uint32_t jitter);

// A copy of a mesh whose vertices have random heights from 0 to 7.
nav_mesh *nav_test_lift(const nav_mesh *mesh, nav_test_random *random);

// The size of the grid's range in x, to draw random points from.
double nav_test_grid_size(uint32_t cells);

// A random point of the range of a grid with integer coordinates; often a
// corner of the mesh or the middle of an edge.
nav_vec2 nav_test_random_point(const nav_mesh *mesh, nav_test_random *random,
                               double size);

// Like nav_orient, from integers; coordinates must be integers below 2^24.
int nav_test_orient(nav_vec2 a, nav_vec2 b, nav_vec2 c);

// Is the point in the closed polygon?  Integers only, as above.
bool nav_test_holds(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 point);

#endif
