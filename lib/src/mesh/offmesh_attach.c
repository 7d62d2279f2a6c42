// offmesh_attach.c - off-mesh connections on to a finished mesh.
//
// An end has to lie on the mesh exactly: nothing is moved, so that a link ends
// where its author has put it.  Of several floors one over the other it means
// the one nearest in height.  Its polygon is the one of least number that holds
// it on that floor; searches begin in all of them (offmesh_search.c).
//
// A link of which an end is off the mesh is left out and told.  This is seen
// here and not when the link is read, because holes, slopes and seeds decide
// what the mesh is.
//
// Kinds become one text without repetitions, in the order of the first link
// that is kept of each.  They are told apart by a hash table with open
// addressing, which leaves no trace in the result.
#include "mesh/offmesh_attach.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/vec.h"
#include "mesh/storey.h"
#include "mesh/surface.h"

#include <string.h>

typedef struct attacher {
    nav_mesh *mesh;
    const nav_offmesh_input *input;
    const nav_allocator *mem;
    nav_locate locate;
    nav_storey storey;
    nav_poly_list holders; // of the end looked at
    nav_offmesh_link *kept;
    size_t count, given;
    size_t *slot; // [slots] 1 + where a kind begins in text, 0: free
    size_t slots;
    char *text; // of the kinds
    size_t text_size, text_capacity;
} attacher;

// The plan and the height of a point that was given.
static nav_point point_of(const attacher *a, nav_vec3 p)
{
    bool y_up = a->input->in_space && a->mesh->info.up == NAV_UP_Y;
    return (nav_point){.plan = {p.x, y_up ? p.z : p.y},
                       .floor = NAV_FLOOR_NEAREST,
                       .height = y_up ? p.y : p.z};
}

// The polygon of an end, NAV_NONE when it is off the mesh.
static nav_status place(attacher *a, nav_point point, nav_poly_id *polygon)
{
    bool ambiguous = false;
    nav_status status = nav_locate_all(&a->locate, point.plan, &a->holders);
    if (status == NAV_OK) {
        status = nav_storey_choose(&a->storey, point, &a->holders, &ambiguous);
    }
    if (status == NAV_OK) {
        *polygon = a->holders.count > 0 ? a->holders.item[0] : NAV_NONE;
    }
    return status;
}

// Finds a kind in the text, or adds it; `place` is where it begins.
static nav_status number_kind(attacher *a, const char *kind, size_t *place)
{
    size_t i = nav_hash_text(kind) & (a->slots - 1);
    while (a->slot[i] && strcmp(a->text + a->slot[i] - 1, kind) != 0) {
        i = (i + 1) & (a->slots - 1);
    }
    if (!a->slot[i]) {
        size_t size = strlen(kind) + 1;
        nav_status status = nav_mem_grow(a->mem, &a->text, &a->text_capacity,
                                         a->text_size + size, 1);
        if (status != NAV_OK) {
            return status;
        }
        memcpy(a->text + a->text_size, kind, size);
        a->slot[i] = a->text_size + 1;
        a->text_size += size;
    }
    *place = a->slot[i] - 1;
    return NAV_OK;
}

static void warn(const attacher *a, size_t number, bool at_start, nav_vec3 at)
{
    const nav_bake_options *options = a->input->options;
    nav_link_warning warning = {number, at_start, at};
    if (options->warn_link) {
        options->warn_link(options->warn_context, &warning);
    }
}

// Takes a link; its kind is put in later, when the text has stopped moving, and
// is until then the one that was given.
static nav_status take(attacher *a, const nav_link_list *list,
                       const nav_offmesh_item *item)
{
    nav_point from = point_of(a, item->from), to = point_of(a, item->to);
    nav_poly_id from_polygon = NAV_NONE, to_polygon = NAV_NONE;
    size_t number = a->given++;
    nav_status status = place(a, from, &from_polygon);
    if (status == NAV_OK) {
        status = place(a, to, &to_polygon);
    }
    if (status != NAV_OK) {
        return status;
    }
    if (from_polygon == NAV_NONE || to_polygon == NAV_NONE) {
        bool at_start = from_polygon == NAV_NONE;
        warn(a, number, at_start, at_start ? item->from : item->to);
        return NAV_OK;
    }
    a->kept[a->count++] = (nav_offmesh_link){
        .from = from.plan,
        .to = to.plan,
        .from_polygon = from_polygon,
        .to_polygon = to_polygon,
        .cost =
            item->has_cost ? item->cost : nav_vec2_distance(from.plan, to.plan),
        .oneway = item->oneway,
        .kind = item->has_kind ? list->text + item->kind : NULL};
    return NAV_OK;
}

// Gives the links that are kept to the mesh.
static nav_status hand_over(attacher *a, nav_error *error)
{
    nav_mesh *mesh = a->mesh;
    size_t place = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->kept[i].kind &&
            number_kind(a, a->kept[i].kind, &place) != NAV_OK) {
            return nav_fail_memory(error);
        }
    }
    if (a->text_size >= NAV_NONE || a->count >= NAV_NONE) {
        // Not tested: the links alone would take more than 300 gigabytes.
        return nav_fail(error, NAV_LIMIT, "too many links");
    }
    nav_status status =
        nav_mesh_new_links(mesh, (uint32_t)a->count, a->text_size, error);
    if (status != NAV_OK) {
        return status;
    }
    if (a->text_size > 0) {
        memcpy(mesh->link_kind, a->text, a->text_size);
    }
    for (size_t i = 0; i < a->count; i++) {
        nav_offmesh_link *link = &mesh->link[i];
        *link = a->kept[i];
        nav_surface_place_link(mesh, link);
        // All kinds are known by now: this cannot fail.
        if (link->kind && number_kind(a, link->kind, &place) == NAV_OK) {
            link->kind = mesh->link_kind + place;
        }
    }
    return NAV_OK;
}

static nav_status run(attacher *a, nav_error *error)
{
    for (size_t k = 0; k < 2; k++) {
        const nav_link_list *list = a->input->list[k];
        for (size_t i = 0; list && i < list->count; i++) {
            if (take(a, list, &list->item[i]) != NAV_OK) {
                return nav_fail_memory(error);
            }
        }
    }
    return a->count > 0 ? hand_over(a, error) : NAV_OK;
}

nav_status nav_offmesh_attach(nav_mesh *mesh, const nav_offmesh_input *input,
                              size_t *dropped, nav_error *error)
{
    size_t total = 0;
    for (size_t k = 0; k < 2; k++) {
        total += input->list[k] ? input->list[k]->count : 0;
    }
    *dropped = 0;
    if (total == 0) {
        return NAV_OK;
    }
    attacher a = {.mesh = mesh, .input = input, .mem = &mesh->mem, .slots = 2};
    while (a.slots < 2 * total) {
        a.slots *= 2;
    }
    if (nav_locate_init(&a.locate, mesh, a.mem) != NAV_OK) {
        return nav_fail_memory(error);
    }
    nav_storey_init(&a.storey, mesh, a.mem);
    a.kept = nav_mem_new(a.mem, total, sizeof *a.kept);
    a.slot = nav_mem_new(a.mem, a.slots, sizeof *a.slot);
    for (size_t i = 0; a.slot && i < a.slots; i++) {
        a.slot[i] = 0;
    }
    nav_status status =
        a.kept && a.slot ? run(&a, error) : nav_fail_memory(error);
    *dropped = total - a.count;
    nav_mem_free(a.mem, a.kept, total, sizeof *a.kept);
    nav_mem_free(a.mem, a.slot, a.slots, sizeof *a.slot);
    nav_mem_free(a.mem, a.text, a.text_capacity, 1);
    nav_locate_free_list(&a.locate, &a.holders);
    nav_locate_fini(&a.locate);
    nav_storey_fini(&a.storey);
    return status;
}
