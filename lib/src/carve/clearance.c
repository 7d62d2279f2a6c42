// clearance.c - floors less what obstacles and the agent's radius take.
//
// What is too near to an edge of the boundary is a capsule around it
// (obstacle.c), which is cut out of the floors as an obstacle is (carve.c). But
// not of all floors: from the polygon of the edge on, only of those that are
// reached over portals without leaving the capsule.  So a bridge takes nothing
// from the road beneath it, however low it is, and a ramp loses its rim,
// however steep.
//
// Capsules contain what is nearer than the radius, whatever rounding does: a
// passage that is wider than twice the radius by less than rounding may close.
// (For polygons erode.c decides that exactly.)
//
// The cut floors are then a mesh of their own (compact.c).
#include "carve/clearance.h"

#include "bake/compact.h"
#include "base/error.h"
#include "base/sort.h"
#include "carve/carve.h"
#include "carve/patch.h"
#include "mesh/locate.h"

#include <string.h>

typedef struct clearer {
    nav_clearance *how;
    nav_mesh *mesh;
    nav_allocator mem;
    nav_obstacle **capsule;
    size_t capsules, capsule_capacity;
    const nav_obstacle **item; // obstacles, then capsules
    size_t items;
    bool *blocks;         // [items]
    nav_sort_entry *pair; // key: polygon, item: item
    size_t pairs, pair_capacity;
    uint32_t *stamp; // [polygons] capsule that has reached it, + 1
    nav_poly_id *queue;
    size_t queue_capacity;
    nav_poly_id *polygon; // those reached, and wanted
    size_t polygons, polygon_capacity;
    uint32_t *near_first; // [polygons + 1]
    uint32_t *near;       // [pairs]
} clearer;

static nav_status add_pair(clearer *c, nav_poly_id polygon, size_t item)
{
    nav_status status = nav_mem_grow(&c->mem, &c->pair, &c->pair_capacity,
                                     c->pairs + 1, sizeof *c->pair);
    if (status == NAV_OK) {
        c->pair[c->pairs++] = (nav_sort_entry){polygon, (uint32_t)item};
    }
    return status;
}

// ---------------------------------------------------------------------------
// Capsules
// ---------------------------------------------------------------------------

// Whether no floor goes on behind an edge: all that meet there lie on one side.
static bool is_boundary(const nav_mesh *mesh, uint32_t e)
{
    nav_vec2 from = nav_mesh_edge_start(mesh, e);
    for (uint32_t t = mesh->twin[e]; t != NAV_NONE && t != e;
         t = mesh->twin[t]) {
        if (!nav_vec2_equal(nav_mesh_edge_start(mesh, t), from)) {
            return false;
        }
    }
    return true;
}

static nav_status add_capsule(clearer *c, uint32_t edge, nav_error *error)
{
    nav_obstacle_options options = nav_obstacle_options_default();
    options.radius = c->how->radius;
    options.arc_tolerance = c->how->tolerance;
    if (nav_mem_grow(&c->mem, &c->capsule, &c->capsule_capacity,
                     c->capsules + 1, sizeof(nav_obstacle *)) != NAV_OK) {
        return nav_fail_memory(error);
    }
    nav_status status = nav_obstacle_capsule(
        &c->mem, &options, nav_mesh_edge_start(c->mesh, edge),
        nav_mesh_edge_end(c->mesh, edge), &c->capsule[c->capsules], error);
    c->capsules += status == NAV_OK;
    return status;
}

// Adds a polygon to those that a capsule reaches, once.
static nav_status reach(clearer *c, uint32_t capsule, nav_poly_id p,
                        size_t *count)
{
    if (c->stamp[p] == capsule + 1 ||
        !nav_reach_touches(c->capsule[capsule], c->mesh, p)) {
        return NAV_OK;
    }
    c->stamp[p] = capsule + 1;
    nav_status status = nav_mem_grow(&c->mem, &c->queue, &c->queue_capacity,
                                     *count + 1, sizeof *c->queue);
    if (status == NAV_OK) {
        c->queue[(*count)++] = p;
        status =
            add_pair(c, p, nav_obstacles_count(c->how->obstacles) + capsule);
    }
    return status;
}

// Finds the polygons that the capsule around an edge reaches along the floors.
static nav_status flood(clearer *c, uint32_t capsule, uint32_t edge)
{
    const nav_mesh *mesh = c->mesh;
    size_t count = 0;
    nav_status status = reach(c, capsule, mesh->edge_polygon[edge], &count);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_poly_id p = c->queue[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            for (uint32_t t = mesh->twin[e];
                 t != NAV_NONE && t != e && status == NAV_OK;
                 t = mesh->twin[t]) {
                status = reach(c, capsule, mesh->edge_polygon[t], &count);
            }
        }
    }
    return status;
}

static nav_status add_capsules(clearer *c, nav_error *error)
{
    const nav_mesh *mesh = c->mesh;
    c->stamp = nav_mem_new(&c->mem, mesh->info.polygons, sizeof *c->stamp);
    if (!c->stamp) {
        return nav_fail_memory(error);
    }
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        c->stamp[p] = 0;
    }
    nav_status status = NAV_OK;
    for (uint32_t e = 0; e < mesh->info.edges && status == NAV_OK; e++) {
        if (!is_boundary(mesh, e)) {
            continue;
        }
        status = add_capsule(c, e, error);
        if (status == NAV_OK &&
            flood(c, (uint32_t)c->capsules - 1, e) != NAV_OK) {
            status = nav_fail_memory(error);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Obstacles
// ---------------------------------------------------------------------------

static nav_status add_obstacles(clearer *c)
{
    nav_locate locate;
    nav_poly_list boxed = {0};
    nav_status status = nav_locate_init(&locate, c->mesh, &c->mem);
    if (status != NAV_OK) {
        return status;
    }
    size_t count = nav_obstacles_count(c->how->obstacles);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        const nav_obstacle *o = nav_obstacles_at(c->how->obstacles, i);
        if (!o || o->is_empty) {
            continue;
        }
        boxed.count = 0;
        status = nav_locate_in_box(&locate, o->box, &boxed);
        for (size_t k = 0; k < boxed.count && status == NAV_OK; k++) {
            if (nav_reach_touches(o, c->mesh, boxed.item[k])) {
                status = add_pair(c, boxed.item[k], i);
            }
        }
    }
    nav_locate_free_list(&locate, &boxed);
    nav_locate_fini(&locate);
    return status;
}

// ---------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------

static nav_status list_items(clearer *c)
{
    size_t obstacles = nav_obstacles_count(c->how->obstacles);
    c->items = obstacles + c->capsules;
    c->item = nav_mem_new(&c->mem, c->items, sizeof(const nav_obstacle *));
    c->blocks = nav_mem_new(&c->mem, c->items, sizeof *c->blocks);
    if (!c->item || !c->blocks) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < c->items; i++) {
        c->item[i] = i < obstacles ? nav_obstacles_at(c->how->obstacles, i)
                                   : c->capsule[i - obstacles];
        c->blocks[i] = false;
    }
    return NAV_OK;
}

// Whether an obstacle or a capsule takes all of a polygon.
static bool takes_all(const clearer *c, nav_sort_entry pair)
{
    const nav_obstacle *o = c->item[pair.item];
    return o->low == -HUGE_VAL && o->high == HUGE_VAL &&
           nav_reach_covers(o, c->mesh, (nav_poly_id)pair.key);
}

// Of polygons that something takes wholly, leaves out the other capsules: what
// these would take is gone, and so it is beyond the sides that they cross.  The
// obstacles stay, for whether one of them takes anything is told.
//
// The walls of a room are polygons themselves where nothing rules them out, and
// lie in the capsules around all edges above and below them: hundreds, of which
// each two cross.
static void leave_out_covered(clearer *c)
{
    size_t obstacles = nav_obstacles_count(c->how->obstacles);
    size_t kept = 0;
    for (size_t begin = 0, end = 0; begin < c->pairs; begin = end) {
        size_t cover = SIZE_MAX;
        for (; end < c->pairs && c->pair[end].key == c->pair[begin].key;
             end++) {
            if (cover == SIZE_MAX && takes_all(c, c->pair[end])) {
                cover = end;
            }
        }
        for (size_t i = begin; i < end; i++) {
            if (cover == SIZE_MAX || i == cover ||
                c->pair[i].item < obstacles) {
                c->pair[kept++] = c->pair[i];
            }
        }
    }
    c->pairs = kept;
}

// Sorts the pairs by polygon, and lists the polygons.
static nav_status list_polygons(clearer *c)
{
    if (c->pairs == 0) {
        return NAV_OK; // there is no array then, to point into
    }
    nav_status status = nav_mem_grow(&c->mem, &c->pair, &c->pair_capacity,
                                     2 * c->pairs, sizeof *c->pair);
    if (status != NAV_OK) {
        return status;
    }
    nav_sort(c->pair, c->pair + c->pairs, c->pairs);
    leave_out_covered(c);
    for (size_t i = 0; i < c->pairs && status == NAV_OK; i++) {
        if (i > 0 && c->pair[i].key == c->pair[i - 1].key) {
            continue;
        }
        status = nav_mem_grow(&c->mem, &c->polygon, &c->polygon_capacity,
                              c->polygons + 1, sizeof *c->polygon);
        if (status == NAV_OK) {
            c->polygon[c->polygons++] = (nav_poly_id)c->pair[i].key;
        }
    }
    return status;
}

// Lists for every polygon what may reach it.
static nav_status list_near(clearer *c)
{
    c->near_first =
        nav_mem_new(&c->mem, c->polygons + 1, sizeof *c->near_first);
    c->near = nav_mem_new(&c->mem, c->pairs, sizeof *c->near);
    if (!c->near_first || !c->near) {
        return NAV_NOMEM;
    }
    size_t next = 0;
    for (size_t i = 0; i < c->polygons; i++) {
        c->near_first[i] = (uint32_t)next;
        while (next < c->pairs && c->pair[next].key == c->polygon[i]) {
            c->near[next] = c->pair[next].item;
            next++;
        }
    }
    c->near_first[c->polygons] = (uint32_t)next;
    return NAV_OK;
}

static void free_near(clearer *c)
{
    nav_mem_free(&c->mem, c->near_first, c->polygons + 1,
                 sizeof *c->near_first);
    nav_mem_free(&c->mem, c->near, c->pairs, sizeof *c->near);
    c->near_first = NULL;
    c->near = NULL;
}

// Takes the polygons in that a draft asks for.  No test gets here: obstacles
// that are laid over a flat mesh do ask, but none of the floors tried has had a
// crossing rounded across a side.
static nav_status add_wanted(clearer *c, const nav_draft *draft)
{
    nav_status status =
        nav_mem_grow(&c->mem, &c->polygon, &c->polygon_capacity,
                     c->polygons + draft->wants, sizeof *c->polygon);
    for (size_t i = 0; i < draft->wants && status == NAV_OK; i++) {
        c->polygon[c->polygons++] = draft->wanted[i];
    }
    if (status == NAV_OK) {
        nav_draft_unite(c->polygon, &c->polygons);
    }
    return status;
}

// Makes a draft; again with more polygons while their sides are split.
static nav_status make_draft(clearer *c, nav_draft *draft)
{
    nav_status status = NAV_OK;
    bool again = true;
    while (again && status == NAV_OK) {
        nav_draft_fini(draft);
        status = list_near(c);
        if (status == NAV_OK) {
            const nav_carve_job job = {.mesh = c->mesh,
                                       .twin = c->mesh->twin,
                                       .polygon = c->polygon,
                                       .polygons = c->polygons,
                                       .obstacle = c->item,
                                       .obstacles = c->items,
                                       .near_first = c->near_first,
                                       .near = c->near,
                                       .max_verts = c->how->max_verts,
                                       .blocks = c->blocks};
            status = nav_carve(&job, draft);
        }
        free_near(c);
        again = draft->wants > 0;
        if (again && status == NAV_OK) {
            status = add_wanted(c, draft);
        }
    }
    return status;
}

// Counts what became of the islands, of which `before` tells for each polygon
// of the base.
static nav_status compare_islands(clearer *c, const uint32_t *before,
                                  size_t islands)
{
    const nav_mesh *mesh = c->mesh;
    const nav_overlay *o = mesh->overlay;
    size_t after = mesh->info.islands;
    uint32_t *parts = nav_mem_new(&c->mem, islands + after, sizeof *parts);
    if (!parts) {
        return NAV_NOMEM;
    }
    uint32_t *is_counted = parts + islands;
    memset(parts, 0, (islands + after) * sizeof *parts);
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        if (nav_mesh_is_closed(mesh, p) || is_counted[mesh->island[p]]) {
            continue;
        }
        is_counted[mesh->island[p]] = 1;
        nav_poly_id origin =
            p < o->base.polygons ? p : o->origin[p - o->base.polygons];
        parts[before[origin]]++;
    }
    for (size_t i = 0; i < islands; i++) {
        c->how->vanished += parts[i] == 0;
        c->how->split += parts[i] > 1;
    }
    nav_mem_free(&c->mem, parts, islands + after, sizeof *parts);
    return NAV_OK;
}

// Puts the draft in, and counts what became of the islands.
static nav_status apply(clearer *c, const nav_draft *draft, nav_error *error)
{
    nav_mesh *mesh = c->mesh;
    size_t polygons = mesh->info.polygons;
    size_t islands = mesh->info.islands;
    uint32_t number = 0;
    uint32_t *before = nav_mem_new(&c->mem, polygons, sizeof *before);
    if (!before) {
        return nav_fail_memory(error);
    }
    memcpy(before, mesh->island, polygons * sizeof *before);
    nav_status status = nav_patch_apply(mesh, draft, &number, error);
    if (status == NAV_OK) {
        nav_mesh_find_islands(mesh);
        if (compare_islands(c, before, islands) != NAV_OK) {
            status = nav_fail_memory(error);
        }
    }
    nav_mem_free(&c->mem, before, polygons, sizeof *before);
    return status;
}

// Cuts the mesh, and makes another one of what is left.
static nav_status cut(clearer *c, nav_mesh **made, nav_error *error)
{
    nav_draft draft;
    nav_draft_init(&draft, &c->mem);
    nav_status status = make_draft(c, &draft);
    if (status != NAV_OK) {
        status = status == NAV_NOMEM
                     ? nav_fail_memory(error)
                     : nav_fail(error, status, "too many edges");
    }
    if (status == NAV_OK) {
        status = nav_overlay_new(c->mesh, &c->mem, error);
    }
    if (status == NAV_OK && draft.cuts > 0) {
        status = apply(c, &draft, error);
    }
    nav_draft_fini(&draft);
    if (status == NAV_OK && c->mesh->info.closed == c->mesh->info.polygons) {
        status = nav_fail(error, NAV_GEOMETRY,
                          c->how->radius > 0
                              ? "nothing is left for an agent of that radius"
                              : "the obstacles leave nothing walkable");
    }
    if (status == NAV_OK) {
        status = nav_compact(c->mesh, c->how->merging, &c->mem, made, error);
    }
    nav_overlay_free(c->mesh);
    return status;
}

static nav_status run(clearer *c, nav_mesh **made, nav_error *error)
{
    nav_status status = NAV_OK;
    if (c->how->radius > 0) {
        status = add_capsules(c, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    if (add_obstacles(c) != NAV_OK || list_items(c) != NAV_OK ||
        list_polygons(c) != NAV_OK) {
        return nav_fail_memory(error);
    }
    return cut(c, made, error);
}

nav_status nav_clear_floors(nav_mesh **mesh, nav_clearance *clearance,
                            nav_error *error)
{
    clearer c = {.how = clearance, .mesh = *mesh, .mem = (*mesh)->mem};
    size_t polygons = c.mesh->info.polygons;
    nav_mesh *made = NULL;
    nav_status status = run(&c, &made, error);
    if (status == NAV_OK) {
        made->info.agent_radius = clearance->radius;
        for (size_t i = 0; i < nav_obstacles_count(clearance->obstacles); i++) {
            clearance->blocks[i] = c.blocks[i];
        }
    }
    for (size_t i = 0; i < c.capsules; i++) {
        nav_obstacle_free(&c.mem, c.capsule[i]);
    }
    nav_mem_free(&c.mem, c.capsule, c.capsule_capacity, sizeof(nav_obstacle *));
    nav_mem_free(&c.mem, c.item, c.items, sizeof(const nav_obstacle *));
    nav_mem_free(&c.mem, c.blocks, c.items, sizeof *c.blocks);
    nav_mem_free(&c.mem, c.pair, c.pair_capacity, sizeof *c.pair);
    nav_mem_free(&c.mem, c.stamp, polygons, sizeof *c.stamp);
    nav_mem_free(&c.mem, c.queue, c.queue_capacity, sizeof *c.queue);
    nav_mem_free(&c.mem, c.polygon, c.polygon_capacity, sizeof *c.polygon);
    if (status == NAV_OK) {
        nav_mesh_free(*mesh);
        *mesh = made;
    }
    return status;
}
