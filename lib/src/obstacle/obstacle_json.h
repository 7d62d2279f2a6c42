// obstacle_json.h - trees of JSON to obstacles.
#ifndef NAV_OBSTACLE_JSON_H
#define NAV_OBSTACLE_JSON_H

#include "base/json_tree.h"
#include "obstacle/obstacles.h"

// Adds the obstacles of a list, or the only one of an object.
NAV_MUST_CHECK nav_status nav_obstacles_read_tree(nav_obstacles *obstacles,
                                                  const cJSON *tree,
                                                  nav_error *error);

#endif
