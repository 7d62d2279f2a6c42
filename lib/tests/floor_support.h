// floor_support.h - small meshes of floors over each other, with a query.
#ifndef NAV_TEST_FLOOR_SUPPORT_H
#define NAV_TEST_FLOOR_SUPPORT_H

#include "mesh_support.h"

typedef struct nav_test_floors {
    nav_mesh *mesh;
    nav_query *query;
} nav_test_floors;

// Takes the mesh.
nav_test_floors nav_test_wrap_floors(nav_mesh *mesh);
void nav_test_close_floors(nav_test_floors f);

// Stairs that one can walk under: a floor in front (0), the stairs (1) and the
// floor below them (2) share the edge x = 0.
nav_test_floors nav_test_open_stairs(void);

// Two level floors joined by a step 0.5 high at x = 1.
nav_test_floors nav_test_open_step(void);

// On the floor nearest to the height.
nav_point nav_test_at(double x, double y, double height);

nav_path nav_test_find_path(nav_test_floors f, nav_point a, nav_point b,
                            nav_path_options options);

// In plan and in space.
void nav_test_check_lengths(const nav_path *path, double length,
                            double length3d);

#endif
