// storey.c - which floor a point means where several lie over each other.
//
// Of the polygons that hold a point in plan, one is chosen by its height there:
// the lowest, the highest, the one nearest to a given height.  With it come all
// that are the same floor: the search for a path begins in all polygons that
// hold its start, so that the answer does not depend on which one comes first.
//
// The same floor are polygons of equal height there - the heights of neighbours
// agree to the bit on a shared edge (surface.c) - and those joined over an edge
// that holds the point, even if a step makes their heights different.  The
// second rule is followed from polygon to polygon; a list inside the entries
// holds those still to be looked at.
//
// Ties: of floors as near the lower one, then the polygon of least number.
#include "mesh/storey.h"

#include "geometry/predicates.h"
#include "mesh/surface.h"

void nav_storey_init(nav_storey *storey, const nav_mesh *mesh,
                     const nav_allocator *mem)
{
    *storey = (nav_storey){.mem = *mem, .mesh = mesh};
}

void nav_storey_fini(nav_storey *storey)
{
    nav_mem_free(&storey->mem, storey->entry, storey->capacity,
                 sizeof *storey->entry);
}

// Whether entry a is rather what the point means than b.
static bool is_better(nav_point point, const nav_storey_entry *a,
                      const nav_storey_entry *b)
{
    if (point.floor == NAV_FLOOR_NEAREST) {
        double near = fabs(a->height - point.height);
        double far = fabs(b->height - point.height);
        return near < far || (near == far && a->height < b->height);
    }
    return point.floor == NAV_FLOOR_HIGHEST ? a->height > b->height
                                            : a->height < b->height;
}

// Position of a polygon among the entries, which ascend; `count` when it is
// none of them.
static size_t find(const nav_storey *storey, size_t count, nav_poly_id polygon)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (storey->entry[middle].polygon < polygon) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && storey->entry[low].polygon == polygon ? low : count;
}

// Chooses an entry and puts it at the head of the list.
static void choose(nav_storey *storey, size_t i, uint32_t *head)
{
    nav_storey_entry *entry = &storey->entry[i];
    if (!entry->chosen) {
        entry->chosen = true;
        entry->next = *head;
        *head = (uint32_t)i;
    }
}

// Chooses all that are joined to an entry over an edge that holds the point.
static void choose_joined(nav_storey *storey, size_t count, size_t i,
                          nav_vec2 point, uint32_t *head)
{
    const nav_mesh *mesh = storey->mesh;
    nav_poly_id p = storey->entry[i].polygon;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (mesh->twin[e] == NAV_NONE ||
            nav_orient(nav_mesh_edge_start(mesh, e), nav_mesh_edge_end(mesh, e),
                       point) != NAV_ON) {
            continue;
        }
        // Where corners are straight, the edge need not reach the point; then
        // the polygon behind it is none of the entries.
        for (uint32_t t = mesh->twin[e]; t != e; t = mesh->twin[t]) {
            size_t other = find(storey, count, mesh->edge_polygon[t]);
            if (other < count) {
                choose(storey, other, head);
            }
        }
    }
}

// Chooses all that are joined to those at the head of the list, and so on.
// Returns how many there are.
static size_t choose_all_joined(nav_storey *storey, size_t count,
                                nav_vec2 point, uint32_t head)
{
    size_t chosen = 0;
    while (head != NAV_NONE) {
        size_t i = head;
        head = storey->entry[i].next;
        chosen++;
        choose_joined(storey, count, i, point, &head);
    }
    return chosen;
}

// Marks the floor of the entry at `seed`.  Returns how many entries it has.
static size_t mark_floor(nav_storey *storey, size_t count, size_t seed,
                         nav_vec2 point)
{
    uint32_t head = NAV_NONE;
    for (size_t i = 0; i < count; i++) {
        if (storey->entry[i].height == storey->entry[seed].height) {
            choose(storey, i, &head);
        }
    }
    return choose_all_joined(storey, count, point, head);
}

// Leaves in the list what was chosen.
static void keep_chosen(const nav_storey *storey, nav_poly_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (storey->entry[i].chosen) {
            list->item[kept++] = storey->entry[i].polygon;
        }
    }
    list->count = kept;
}

nav_status nav_storey_choose(nav_storey *storey, nav_point point,
                             nav_poly_list *list, bool *ambiguous)
{
    *ambiguous = false;
    if (storey->mesh->level || list->count < 2) {
        return NAV_OK;
    }
    nav_status status =
        nav_mem_grow(&storey->mem, &storey->entry, &storey->capacity,
                     list->count, sizeof *storey->entry);
    if (status != NAV_OK) {
        return status;
    }
    size_t seed = 0;
    for (size_t i = 0; i < list->count; i++) {
        storey->entry[i] =
            (nav_storey_entry){.height = nav_surface_height(
                                   storey->mesh, list->item[i], point.plan),
                               .polygon = list->item[i]};
        if (is_better(point, &storey->entry[i], &storey->entry[seed])) {
            seed = i;
        }
    }
    size_t chosen = mark_floor(storey, list->count, seed, point.plan);
    *ambiguous = point.floor == NAV_FLOOR_ONLY && chosen < list->count;
    if (*ambiguous) {
        list->count = 0;
        return NAV_OK;
    }
    keep_chosen(storey, list);
    return NAV_OK;
}

nav_status nav_storey_keep_joined(nav_storey *storey, nav_vec2 point,
                                  nav_poly_id polygon, nav_poly_list *list)
{
    if (list->count < 2) {
        return NAV_OK;
    }
    nav_status status =
        nav_mem_grow(&storey->mem, &storey->entry, &storey->capacity,
                     list->count, sizeof *storey->entry);
    if (status != NAV_OK) {
        return status;
    }
    uint32_t head = NAV_NONE;
    for (size_t i = 0; i < list->count; i++) {
        storey->entry[i] = (nav_storey_entry){.polygon = list->item[i]};
    }
    choose(storey, find(storey, list->count, polygon), &head);
    (void)choose_all_joined(storey, list->count, point, head);
    keep_chosen(storey, list);
    return NAV_OK;
}
