// json_tree.c - JSON texts to cJSON's trees.
#include "base/json_tree.h"

#include "base/error.h"

nav_status nav_json_parse(const char *text, size_t size,
                          const nav_allocator *allocator, cJSON **tree,
                          nav_error *error)
{
    nav_status status = nav_json_check(text, size, allocator, error);
    if (status != NAV_OK) {
        return status;
    }
    cJSON *made = cJSON_ParseWithLength(text, size);
    if (!made) {
        return nav_fail(error, NAV_SYNTAX,
                        "a number has more than 63 characters, or there is no "
                        "memory");
    }
    *tree = made;
    return NAV_OK;
}

bool nav_json_pair(const cJSON *list, double *first, double *second)
{
    const cJSON *a = cJSON_IsArray(list) ? list->child : NULL;
    const cJSON *b = a ? a->next : NULL;
    if (!cJSON_IsNumber(a) || !cJSON_IsNumber(b) || b->next) {
        return false;
    }
    *first = a->valuedouble;
    *second = b->valuedouble;
    return true;
}
