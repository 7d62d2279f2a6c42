// offmesh_json.h - JSON lists of off-mesh connections.
#ifndef NAV_OFFMESH_JSON_H
#define NAV_OFFMESH_JSON_H

#include "base/json_tree.h"
#include "mesh/offmesh.h"

// Adds the links of a list of objects, as nav_link_list_read_json does.
NAV_MUST_CHECK nav_status nav_offmesh_read_tree(nav_link_list *list,
                                                const cJSON *value,
                                                bool in_space,
                                                nav_error *error);

#endif
