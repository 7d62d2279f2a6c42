// crowd_support.h - agents on their way to one goal.
#ifndef NAV_TEST_CROWD_SUPPORT_H
#define NAV_TEST_CROWD_SUPPORT_H

#include "floor_support.h"
#include "support.h"

// A mesh, the field of one goal on it, and a crowd.
typedef struct nav_test_scene {
    nav_mesh *mesh;
    nav_query *query;
    nav_field *field;
    nav_crowd *crowd;
    nav_vec2 goal;
} nav_test_scene;

// A scene without a crowd as yet; it takes the mesh.
nav_test_scene nav_test_open_scene(nav_mesh *mesh, nav_vec2 goal, double cell,
                                   nav_field_method method);
// Likewise on floors, which it takes; of the exact field.
nav_test_scene nav_test_open_scene_on(nav_test_floors f, nav_point goal,
                                      double cell);
// Adds the crowd; NULL means the default options.
void nav_test_open_crowd(nav_test_scene *s, const nav_crowd_options *options);
void nav_test_close_scene(nav_test_scene *s);

// Adds an agent like most of them.
void nav_test_add_agent(nav_test_scene *s, nav_vec2 at);
void nav_test_step(nav_test_scene *s, int steps);

#endif
