// json_tree.h - JSON texts to cJSON's trees: the only file that includes cJSON.
//
// The tree of a text lives no longer than the call that reads it.
#ifndef NAV_JSON_TREE_H
#define NAV_JSON_TREE_H

#include "navmesh.h"

#include <cjson/cJSON.h>

// Parses a text that nav_json_check accepts; the caller frees the tree with
// cJSON_Delete.  The allocator, which may be NULL, is for that check, cJSON has
// its own.  Of a good text cJSON refuses nothing but, in versions without the
// mending of Debian 12, numbers of more than 63 characters; what else fails
// there is a lack of memory, which cJSON does not tell from that: NAV_SYNTAX.
NAV_MUST_CHECK nav_status nav_json_parse(const char *text, size_t size,
                                         const nav_allocator *allocator,
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
