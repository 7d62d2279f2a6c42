// offmesh_json.c - JSON lists of off-mesh connections.
//
//   [{"from":[x,y],"to":[x,y],"cost":2.5,"oneway":true,"kind":"jump"}, ...]
//
// A member that is known has the right type or is an error: a cost that is
// dropped would change paths in silence.  Others are read over, as everywhere.
// A known member that is null is as good as missing.
#include "input/offmesh_json.h"

#include "base/error.h"

static nav_status fail(const nav_link_list *list, const char *name,
                       const char *what, nav_error *error)
{
    return nav_fail(error, NAV_SYNTAX, "link %zu: \"%s\" must be %s",
                    list->count, name, what);
}

static const cJSON *given(const cJSON *object, const char *name)
{
    const cJSON *value = nav_json_member(object, name);
    return cJSON_IsNull(value) ? NULL : value;
}

// A list of two numbers, or three in space; in plan, more of them are read
// over, as those of the polygons' points are.
static nav_status read_point(const nav_link_list *list, const cJSON *object,
                             const char *name, bool in_space, nav_vec3 *point,
                             nav_error *error)
{
    const cJSON *value = given(object, name);
    double c[3] = {0, 0, 0};
    int need = in_space ? 3 : 2;
    int count = 0;
    const cJSON *number = cJSON_IsArray(value) ? value->child : NULL;
    for (; cJSON_IsNumber(number); number = number->next) {
        if (count < need) {
            c[count] = number->valuedouble;
        }
        count += count <= need; // one more than needed is enough to know
    }
    if (number || count < need || (in_space && count > need)) {
        return fail(list, name,
                    in_space ? "a point [x, y, z]" : "a point [x, y]", error);
    }
    *point = (nav_vec3){c[0], c[1], c[2]};
    return NAV_OK;
}

static nav_status read_link(nav_link_list *list, const cJSON *object,
                            bool in_space, nav_error *error)
{
    nav_link_input link = {.has_cost = false};
    if (!cJSON_IsObject(object)) {
        return nav_fail(error, NAV_SYNTAX, "link %zu: expected an object",
                        list->count);
    }
    nav_status status =
        read_point(list, object, "from", in_space, &link.from, error);
    if (status == NAV_OK) {
        status = read_point(list, object, "to", in_space, &link.to, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    const cJSON *cost = given(object, "cost");
    const cJSON *oneway = given(object, "oneway");
    const cJSON *kind = given(object, "kind");
    if (cost && !cJSON_IsNumber(cost)) {
        return fail(list, "cost", "a number", error);
    }
    if (oneway && !cJSON_IsBool(oneway)) {
        return fail(list, "oneway", "true or false", error);
    }
    if (kind && !(cJSON_IsString(kind) && kind->valuestring[0])) {
        return fail(list, "kind", "a word", error);
    }
    link.has_cost = cost != NULL;
    link.cost = cost ? cost->valuedouble : 0;
    link.oneway = oneway && cJSON_IsTrue(oneway);
    link.kind = kind ? kind->valuestring : NULL;
    return nav_link_list_add(list, &link, error);
}

nav_status nav_offmesh_read_tree(nav_link_list *list, const cJSON *value,
                                 bool in_space, nav_error *error)
{
    if (!cJSON_IsArray(value)) {
        return nav_fail(error, NAV_SYNTAX, "links must be a list of objects");
    }
    nav_status status = NAV_OK;
    const cJSON *object = value->child;
    for (; object && status == NAV_OK; object = object->next) {
        status = read_link(list, object, in_space, error);
    }
    return status;
}

nav_status nav_link_list_read_json(nav_link_list *list, const char *text,
                                   size_t size, bool in_space, nav_error *error)
{
    cJSON *tree = NULL;
    nav_status status = nav_json_parse(text, size, &list->mem, &tree, error);
    if (status == NAV_OK) {
        status = nav_offmesh_read_tree(list, tree, in_space, error);
        cJSON_Delete(tree);
    }
    return status;
}
