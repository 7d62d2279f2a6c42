// offmesh.c - off-mesh connections, as they were given.
//
// A list keeps what the user said.  What can be judged without a mesh is judged
// here, link by link, so that a fault is told with the number of its link;
// whether the ends are on the mesh is seen when there is one
// (offmesh_attach.c).
#include "mesh/offmesh.h"

#include "base/error.h"
#include "base/vec.h"

#include <string.h>

void nav_offmesh_init(nav_link_list *list, const nav_allocator *mem)
{
    *list = (nav_link_list){.mem = *mem};
}

void nav_offmesh_fini(nav_link_list *list)
{
    nav_mem_free(&list->mem, list->item, list->capacity, sizeof *list->item);
    nav_mem_free(&list->mem, list->text, list->text_capacity, 1);
    *list = (nav_link_list){.mem = list->mem};
}

nav_status nav_link_list_new(const nav_allocator *allocator,
                             nav_link_list **list)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_link_list *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    nav_offmesh_init(made, &mem);
    *list = made;
    return NAV_OK;
}

void nav_link_list_free(nav_link_list *list)
{
    if (list) {
        nav_allocator mem = list->mem;
        nav_offmesh_fini(list);
        nav_mem_free(&mem, list, 1, sizeof *list);
    }
}

static bool is_legal(nav_vec3 p)
{
    return nav_coord_is_legal(p.x) && nav_coord_is_legal(p.y) &&
           nav_coord_is_legal(p.z);
}

static nav_status check(const nav_link_list *list, const nav_link_input *link,
                        nav_error *error)
{
    bool from = is_legal(link->from);
    if (!from || !is_legal(link->to)) {
        return nav_fail(error, NAV_RANGE,
                        "link %zu: \"%s\": coordinate is not finite or not "
                        "within 1e-100 .. 1e100 in size",
                        list->count, from ? "to" : "from");
    }
    if (link->has_cost &&
        !(link->cost >= 0 && link->cost <= NAV_LINK_COST_MAX)) {
        return nav_fail(error, NAV_RANGE,
                        "link %zu: \"cost\" must be a number from 0 to 4e100",
                        list->count);
    }
    if (list->count == NAV_NONE - 1) {
        return nav_fail(error, NAV_LIMIT, "more than %zu links", list->count);
    }
    return NAV_OK;
}

nav_status nav_link_list_add(nav_link_list *list, const nav_link_input *link,
                             nav_error *error)
{
    nav_status status = check(list, link, error);
    if (status != NAV_OK) {
        return status;
    }
    size_t size = link->kind && *link->kind ? strlen(link->kind) + 1 : 0;
    if (nav_mem_grow(&list->mem, &list->item, &list->capacity, list->count + 1,
                     sizeof *list->item) != NAV_OK ||
        nav_mem_grow(&list->mem, &list->text, &list->text_capacity,
                     list->text_size + size, 1) != NAV_OK) {
        return nav_fail_memory(error);
    }
    list->item[list->count++] =
        (nav_offmesh_item){.from = nav_vec3_clean(link->from),
                           .to = nav_vec3_clean(link->to),
                           .cost = link->has_cost ? link->cost + 0.0 : 0.0,
                           .has_cost = link->has_cost,
                           .oneway = link->oneway,
                           .has_kind = size > 0,
                           .kind = list->text_size};
    if (size > 0) {
        memcpy(list->text + list->text_size, link->kind, size);
    }
    list->text_size += size;
    return NAV_OK;
}

size_t nav_link_list_count(const nav_link_list *list)
{
    return list->count;
}
