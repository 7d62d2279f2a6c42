// json_tree.h - JSON texts to cJSON's trees: the only file that includes cJSON.
//
// The tree of a text lives no longer than the call that reads it.
#ifndef NAV_JSON_TREE_H
#define NAV_JSON_TREE_H

#include "navmesh.h"

#include <cjson/cJSON.h>

// Parses a text that holds one value and nothing else; the caller frees the
// tree with cJSON_Delete.  NAV_SYNTAX gives line and column (in bytes).  cJSON
// does not tell a lack of memory from malformed JSON.  It limits the nesting to
// 1,000.
NAV_MUST_CHECK nav_status nav_json_parse(const char *text, size_t size,
                                         cJSON **tree, nav_error *error);

// A member of an object; NULL when there is none, or no object.
static inline const cJSON *nav_json_member(const cJSON *object,
                                           const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// Takes two numbers from a list of just these; false, with both as they were,
// when it is anything else.
bool nav_json_pair(const cJSON *list, double *first, double *second);

#endif
