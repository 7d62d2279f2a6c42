// json_tree.h - JSON texts as trees, for the readers of shapes and obstacles.
#ifndef NAV_JSON_TREE_H
#define NAV_JSON_TREE_H

#include "navmesh.h"

#include <cjson/cJSON.h>

// Parses a text that is one JSON value; the caller frees the tree with
// cJSON_Delete.  NAV_SYNTAX with line and column; cJSON does not tell when it
// is memory that is lacking.  O(size).
NAV_MUST_CHECK nav_status nav_json_parse(const char *text, size_t size,
                                         cJSON **tree, nav_error *error);

// The first member of this name; NULL when there is none, or no object.
const cJSON *nav_json_member(const cJSON *object, const char *name);

// The numbers of a list that begins with `count` of them; false when it does
// not.  `rest` is what follows them.
NAV_MUST_CHECK bool nav_json_numbers(const cJSON *list, size_t count,
                                     double *numbers, const cJSON **rest);

#endif
