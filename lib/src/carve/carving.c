// carving.c - obstacles laid over a finished mesh.
//
// What an obstacle reaches is cut and replaced by a patch (patch.c).  Patches
// are always made from the base, so that the result does not depend on what was
// there before.  Obstacles that reach common polygons therefore share a patch:
// where a new one touches polygons that a patch stands in for, that patch is
// taken out, and one is put in for the obstacles of both.
//
// On a flat mesh a polygon is reached when the closed obstacle and the closed
// polygon have a point in common (reach.c, exact), so that no outline comes
// near the sides behind which the mesh stays as it is.
#include "base/error.h"
#include "base/forest.h"
#include "base/sort.h"
#include "carve/carve.h"
#include "carve/patch.h"
#include "mesh/locate.h"
#include "obstacle/obstacles.h"
#include "obstacle/reach.h"

#include <string.h>

// Everything is laid anew when patches have made more polygons than these: a
// multiple of those in use, and some more.
enum { UNUSED_MOST = 4, UNUSED_LEAST = 1024 };

struct nav_carving {
    nav_allocator mem;
    nav_mesh *mesh;
    const nav_obstacles *obstacles;
    nav_locate locate; // over the base
    uint32_t max_verts;
    uint32_t
        *patch_of; // [obstacles] the patch that an obstacle is in, NAV_NONE
    size_t capacity;
    bool *blocks; // [obstacles] whether one takes any area away
    size_t blocks_capacity;
    // Of the change at hand:
    size_t *group; // obstacles that are laid together
    size_t members, member_capacity;
    nav_poly_list reached;     // polygons
    nav_poly_list boxed;       // scratch
    const nav_obstacle **item; // [members]
    size_t item_capacity;
    bool *item_blocks; // [items] as blocks
    size_t item_blocks_capacity;
};

// ---------------------------------------------------------------------------
// Groups
// ---------------------------------------------------------------------------

static nav_status append_member(nav_carving *c, size_t number)
{
    nav_status status = nav_mem_grow(&c->mem, &c->group, &c->member_capacity,
                                     c->members + 1, sizeof *c->group);
    if (status == NAV_OK) {
        c->group[c->members++] = number;
    }
    return status;
}

// Adds an obstacle of a patch, which may be the one at hand.
static nav_status add_member(nav_carving *c, size_t number)
{
    return c->group[0] == number ? NAV_OK : append_member(c, number);
}

static nav_status add_reached(nav_carving *c, nav_poly_id polygon)
{
    nav_poly_list *list = &c->reached;
    nav_status status = nav_mem_grow(&c->mem, &list->item, &list->capacity,
                                     list->count + 1, sizeof *list->item);
    if (status == NAV_OK) {
        list->item[list->count++] = polygon;
    }
    return status;
}

static bool is_base_closed(const nav_mesh *mesh, nav_poly_id p)
{
    return mesh->closed[p] && mesh->overlay->patch_of[p] == NAV_NONE;
}

// Adds the polygons of the base that an obstacle reaches.
static nav_status find_reached(nav_carving *c, size_t number)
{
    const nav_obstacle *obstacle = nav_obstacles_at(c->obstacles, number);
    c->blocks[number] = false;
    if (!obstacle || obstacle->is_empty) {
        return NAV_OK;
    }
    c->boxed.count = 0;
    nav_status status = nav_locate_in_box(&c->locate, obstacle->box, &c->boxed);
    for (size_t i = 0; i < c->boxed.count && status == NAV_OK; i++) {
        nav_poly_id p = c->boxed.item[i];
        if (!is_base_closed(c->mesh, p) &&
            nav_reach_touches(obstacle, c->mesh, p)) {
            status = add_reached(c, p);
        }
    }
    return status;
}

// Takes a patch out; its obstacles join the group.
static nav_status take_out(nav_carving *c, uint32_t number)
{
    const nav_patch *patch = &c->mesh->overlay->patch[number];
    nav_status status = NAV_OK;
    for (size_t i = 0; i < patch->obstacles; i++) {
        if (status == NAV_OK) {
            status = add_member(c, patch->obstacle[i]);
        }
        c->patch_of[patch->obstacle[i]] = NAV_NONE;
    }
    nav_patch_lift(c->mesh, number);
    return status;
}

// Takes out the patches that stand in for polygons of the list from `from` on.
static nav_status take_out_reached(nav_carving *c, size_t from)
{
    const nav_overlay *o = c->mesh->overlay;
    nav_status status = NAV_OK;
    for (size_t i = from; i < c->reached.count && status == NAV_OK; i++) {
        uint32_t patch = o->patch_of[c->reached.item[i]];
        if (patch != NAV_NONE) {
            status = take_out(c, patch);
        }
    }
    return status;
}

// Adds all that members from `begin` on reach, and the members that this brings
// in, until no more come.
static nav_status gather(nav_carving *c, size_t begin)
{
    nav_status status = NAV_OK;
    for (size_t i = begin; i < c->members && status == NAV_OK; i++) {
        size_t from = c->reached.count;
        status = find_reached(c, c->group[i]);
        if (status == NAV_OK) {
            status = take_out_reached(c, from);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------

static nav_status list_items(nav_carving *c)
{
    nav_status status =
        nav_mem_grow(&c->mem, &c->item, &c->item_capacity, c->members + 1,
                     sizeof(const nav_obstacle *));
    if (status == NAV_OK) {
        status =
            nav_mem_grow(&c->mem, &c->item_blocks, &c->item_blocks_capacity,
                         c->members + 1, sizeof *c->item_blocks);
    }
    size_t count = 0;
    for (size_t i = 0; i < c->members && status == NAV_OK; i++) {
        const nav_obstacle *item = nav_obstacles_at(c->obstacles, c->group[i]);
        if (item && !item->is_empty) {
            c->item[count] = item;
            c->item_blocks[count] = false;
            c->group[count++] = c->group[i];
        }
    }
    c->members = status == NAV_OK ? count : c->members;
    return status;
}

// Makes a draft of what takes the place of the polygons reached; asks for more
// of them until rounding brings in no other.
static nav_status draft_patch(nav_carving *c, nav_draft *draft)
{
    nav_status status = NAV_OK;
    do {
        nav_allocator mem = draft->mem;
        for (size_t i = 0; i < draft->wants && status == NAV_OK; i++) {
            status = add_reached(c, draft->wanted[i]);
        }
        nav_draft_fini(draft);
        nav_draft_init(draft, &mem);
        size_t known = c->members;
        if (status == NAV_OK) {
            status = take_out_reached(c, 0);
        }
        if (status == NAV_OK) {
            status = gather(c, known);
        }
        if (status == NAV_OK) {
            status = list_items(c);
        }
        if (status != NAV_OK) {
            return status;
        }
        nav_draft_unite(c->reached.item, &c->reached.count);
        nav_patch_trim(c->mesh);
        const nav_carve_job job = {.mesh = c->mesh,
                                   .twin = c->mesh->overlay->twin,
                                   .polygon = c->reached.item,
                                   .polygons = c->reached.count,
                                   .obstacle = c->item,
                                   .obstacles = c->members,
                                   .max_verts = c->max_verts,
                                   .blocks = c->item_blocks};
        status = nav_carve(&job, draft);
    } while (status == NAV_OK && draft->wants > 0);
    for (size_t i = 0; i < c->members && status == NAV_OK; i++) {
        c->blocks[c->group[i]] = c->item_blocks[i];
    }
    return status;
}

// Notes which obstacles a patch has.
static nav_status name_patch(nav_carving *c, uint32_t number)
{
    nav_patch *patch = &c->mesh->overlay->patch[number];
    patch->obstacle = nav_mem_new(&c->mem, c->members, sizeof *patch->obstacle);
    if (!patch->obstacle) {
        nav_patch_lift(c->mesh, number);
        return NAV_NOMEM;
    }
    patch->obstacles = c->members;
    for (size_t i = 0; i < c->members; i++) {
        patch->obstacle[i] = c->group[i];
        c->patch_of[c->group[i]] = number;
    }
    return NAV_OK;
}

// Lays the group over the mesh, on which nothing of it is.
static nav_status lay_group(nav_carving *c, nav_error *error)
{
    if (c->reached.count == 0) {
        return NAV_OK;
    }
    nav_draft draft;
    nav_draft_init(&draft, &c->mem);
    nav_status status = draft_patch(c, &draft);
    if (status == NAV_OK && draft.cuts > 0) {
        uint32_t number = 0;
        status = nav_patch_apply(c->mesh, &draft, &number, error);
        if (status == NAV_OK && name_patch(c, number) != NAV_OK) {
            status = nav_fail_memory(error);
        }
    } else if (status != NAV_OK) {
        status = status == NAV_LIMIT ? nav_fail(error, status, "too many edges")
                                     : nav_fail_memory(error);
    }
    nav_draft_fini(&draft);
    return status;
}

// Lays what the group consists of as it is now.
static nav_status lay(nav_carving *c, nav_error *error)
{
    c->reached.count = 0;
    nav_status status = gather(c, 0);
    return status == NAV_OK ? lay_group(c, error) : nav_fail_memory(error);
}

// ---------------------------------------------------------------------------
// Carvings
// ---------------------------------------------------------------------------

// Knows of all obstacles of the set.
static nav_status fit(nav_carving *c)
{
    size_t known = c->capacity;
    nav_status status =
        nav_mem_grow(&c->mem, &c->patch_of, &c->capacity,
                     nav_obstacles_count(c->obstacles), sizeof *c->patch_of);
    for (size_t i = known; i < c->capacity && status == NAV_OK; i++) {
        c->patch_of[i] = NAV_NONE;
    }
    known = c->blocks_capacity;
    if (status == NAV_OK) {
        status =
            nav_mem_grow(&c->mem, &c->blocks, &c->blocks_capacity,
                         nav_obstacles_count(c->obstacles), sizeof *c->blocks);
    }
    for (size_t i = known; i < c->blocks_capacity && status == NAV_OK; i++) {
        c->blocks[i] = false;
    }
    return status;
}

// Joins obstacles that reach a common polygon; first_of[p] is the first one
// that reaches it, NAV_NONE.
static nav_status join_obstacles(nav_carving *c, uint32_t *forest,
                                 uint32_t *first_of)
{
    size_t count = nav_obstacles_count(c->obstacles);
    memset(first_of, 0xff, c->mesh->overlay->base.polygons * sizeof *first_of);
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < count && status == NAV_OK; i++) {
        forest[i] = i;
        c->reached.count = 0;
        status = find_reached(c, i);
        for (size_t k = 0; k < c->reached.count; k++) {
            uint32_t *first = &first_of[c->reached.item[k]];
            if (*first != NAV_NONE) {
                nav_forest_join(forest, i, *first);
            }
            *first = i;
        }
    }
    return status;
}

// Lays every set of joined obstacles over the mesh at once.
static nav_status lay_sets(nav_carving *c, uint32_t *forest, nav_error *error)
{
    uint32_t count = (uint32_t)nav_obstacles_count(c->obstacles);
    nav_sort_entry *list =
        nav_mem_new(&c->mem, 2 * (size_t)count, sizeof *list);
    if (!list) {
        return nav_fail_memory(error);
    }
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (nav_sort_entry){nav_forest_root(forest, i), i};
    }
    nav_sort(list, list + count, count);
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < count && status == NAV_OK;) {
        c->members = 0;
        uint64_t root = list[i].key;
        for (; i < count && list[i].key == root && status == NAV_OK; i++) {
            status = append_member(c, list[i].item);
        }
        status = status == NAV_OK ? lay(c, error) : nav_fail_memory(error);
    }
    nav_mem_free(&c->mem, list, 2 * (size_t)count, sizeof *list);
    return status;
}

// Lays all obstacles over the mesh, where none is.
static nav_status lay_all(nav_carving *c, nav_error *error)
{
    size_t count = nav_obstacles_count(c->obstacles);
    size_t polygons = c->mesh->overlay->base.polygons;
    uint32_t *forest = nav_mem_new(&c->mem, count, sizeof *forest);
    uint32_t *first_of = nav_mem_new(&c->mem, polygons, sizeof *first_of);
    nav_status status = NAV_NOMEM;
    if (forest && first_of && count < NAV_NONE) {
        status = join_obstacles(c, forest, first_of);
    }
    status =
        status == NAV_OK ? lay_sets(c, forest, error) : nav_fail_memory(error);
    nav_mem_free(&c->mem, forest, count, sizeof *forest);
    nav_mem_free(&c->mem, first_of, polygons, sizeof *first_of);
    nav_patch_settle(c->mesh);
    return status;
}

nav_status nav_carving_new(nav_mesh *mesh, const nav_obstacles *obstacles,
                           const nav_allocator *allocator,
                           nav_carving **carving, nav_error *error)
{
    if (mesh->overlay) {
        return nav_fail(error, NAV_LIMIT,
                        "obstacles are laid over the mesh already");
    }
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_carving *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_carving){.mem = mem,
                          .mesh = mesh,
                          .obstacles = obstacles,
                          .max_verts = mesh->info.most_corners};
    nav_status status = nav_overlay_new(mesh, &mem, error);
    if (status == NAV_OK &&
        (nav_locate_init(&made->locate, mesh, &mem) != NAV_OK ||
         fit(made) != NAV_OK)) {
        status = nav_fail_memory(error);
    }
    if (status == NAV_OK) {
        status = lay_all(made, error);
    }
    if (status != NAV_OK) {
        nav_carving_free(made);
        return status;
    }
    *carving = made;
    return NAV_OK;
}

void nav_carving_free(nav_carving *carving)
{
    if (!carving) {
        return;
    }
    nav_allocator mem = carving->mem;
    nav_overlay_free(carving->mesh);
    nav_locate_fini(&carving->locate);
    nav_mem_free(&mem, carving->patch_of, carving->capacity,
                 sizeof *carving->patch_of);
    nav_mem_free(&mem, carving->blocks, carving->blocks_capacity,
                 sizeof *carving->blocks);
    nav_mem_free(&mem, carving->item_blocks, carving->item_blocks_capacity,
                 sizeof *carving->item_blocks);
    nav_mem_free(&mem, carving->group, carving->member_capacity,
                 sizeof *carving->group);
    nav_mem_free(&mem, carving->reached.item, carving->reached.capacity,
                 sizeof *carving->reached.item);
    nav_mem_free(&mem, carving->boxed.item, carving->boxed.capacity,
                 sizeof *carving->boxed.item);
    nav_mem_free(&mem, carving->item, carving->item_capacity,
                 sizeof(const nav_obstacle *));
    nav_mem_free(&mem, carving, 1, sizeof *carving);
}

// Polygons of patches that are out lie unused among those in use.  When there
// are many everything is laid anew, which the changes that have left them pay
// for.
static nav_status tidy(nav_carving *c, nav_error *error)
{
    nav_mesh *mesh = c->mesh;
    nav_overlay *o = mesh->overlay;
    size_t made = mesh->info.polygons - o->base.polygons;
    size_t used = 0;
    for (size_t i = 0; i < o->patches; i++) {
        used += o->patch[i].end - o->patch[i].first;
    }
    if (made <= UNUSED_MOST * used + UNUSED_LEAST) {
        return NAV_OK;
    }
    for (uint32_t i = 0; i < o->patches; i++) {
        if (o->patch[i].cuts > 0) {
            nav_patch_lift(mesh, i);
        }
    }
    for (size_t i = 0; i < c->capacity; i++) {
        c->patch_of[i] = NAV_NONE;
    }
    return lay_all(c, error);
}

nav_status nav_carving_update(nav_carving *carving, size_t number,
                              nav_error *error)
{
    if (fit(carving) != NAV_OK) {
        return nav_fail_memory(error);
    }
    carving->members = 0;
    nav_status status = append_member(carving, number);
    if (status == NAV_OK && carving->patch_of[number] != NAV_NONE) {
        status = take_out(carving, carving->patch_of[number]);
    }
    status = status == NAV_OK ? lay(carving, error) : nav_fail_memory(error);
    nav_patch_settle(carving->mesh);
    return status == NAV_OK ? tidy(carving, error) : status;
}

bool nav_carving_blocks(const nav_carving *carving, size_t number)
{
    return carving->blocks[number];
}
