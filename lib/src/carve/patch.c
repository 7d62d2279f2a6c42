// patch.c - putting drafts in the place of polygons, and taking them out again.
//
// Polygons that are cut are closed and stay where they are; the new ones are
// added behind all others.  What is beyond the sides of those that are cut is
// joined to the new edges along them.  So patches next to each other know
// nothing of each other: of each side of the base it is known which edge is in
// its place now, and rings of twins are made of those that are there.
//
// Islands.  A patch mostly leaves what lay around it joined as it was; its
// polygons then get the islands of their neighbours, and a piece that has none
// a number of its own.  Only where a patch parts what was together, or one that
// did is taken out, islands are found anew in the whole mesh.
//
// Taking a patch out can fail nowhere: what it needs was made when the patch
// was put in.
#include "carve/patch.h"

#include "base/error.h"
#include "base/forest.h"
#include "mesh/closing.h"
#include "mesh/locate.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------
// Overlays
// ---------------------------------------------------------------------------

static void free_arrays(nav_overlay *o)
{
    const nav_allocator *mem = &o->mem;
    nav_mem_free(mem, o->twin, o->base.edges, sizeof *o->twin);
    nav_mem_free(mem, o->stand_in, o->base.edges, sizeof *o->stand_in);
    nav_mem_free(mem, o->patch_of, o->base.polygons, sizeof *o->patch_of);
    nav_mem_free(mem, o->origin, o->origin_capacity, sizeof *o->origin);
    nav_mem_free(mem, o->patch, o->patch_capacity, sizeof *o->patch);
    nav_mem_free(mem, o->changed, o->change_capacity, sizeof *o->changed);
    nav_mem_free(mem, o, 1, sizeof *o);
}

nav_status nav_overlay_new(nav_mesh *mesh, const nav_allocator *mem,
                           nav_error *error)
{
    nav_overlay *o = nav_mem_new(mem, 1, sizeof *o);
    if (!o) {
        return nav_fail_memory(error);
    }
    const nav_mesh_info *info = &mesh->info;
    *o = (nav_overlay){.mem = *mem,
                       .base = {info->vertices, info->polygons, info->edges},
                       .islands = info->islands,
                       .forgotten = mesh->version};
    o->twin = nav_mem_new(mem, info->edges, sizeof *o->twin);
    o->stand_in = nav_mem_new(mem, info->edges, sizeof *o->stand_in);
    o->patch_of = nav_mem_new(mem, info->polygons, sizeof *o->patch_of);
    nav_status status = o->twin && o->stand_in && o->patch_of
                            ? nav_mesh_make_closable(mesh, error)
                            : nav_fail_memory(error);
    if (status != NAV_OK) {
        free_arrays(o);
        return status;
    }
    memcpy(o->twin, mesh->twin, info->edges * sizeof *o->twin);
    memset(o->stand_in, 0xff, info->edges * sizeof *o->stand_in);
    memset(o->patch_of, 0xff, info->polygons * sizeof *o->patch_of);
    mesh->overlay = o;
    return NAV_OK;
}

static void free_patch(nav_overlay *o, nav_patch *patch)
{
    const nav_allocator *mem = &o->mem;
    if (patch->tree) {
        nav_locate_fini(patch->tree);
        nav_mem_free(mem, patch->tree, 1, sizeof *patch->tree);
    }
    nav_mem_free(mem, patch->cut, patch->cuts, sizeof *patch->cut);
    nav_mem_free(mem, patch->obstacle, patch->obstacles,
                 sizeof *patch->obstacle);
    *patch = (nav_patch){0};
}

void nav_overlay_free(nav_mesh *mesh)
{
    nav_overlay *o = mesh->overlay;
    if (!o) {
        return;
    }
    for (uint32_t i = 0; i < o->patches; i++) {
        if (o->patch[i].cuts > 0) {
            nav_patch_lift(mesh, i);
        }
    }
    nav_patch_settle(mesh);
    mesh->version = nav_mesh_version(mesh);
    mesh->overlay = NULL;
    free_arrays(o);
}

// Forgets all changes; queries that have not followed them begin anew.
static void forget_changes(nav_overlay *o)
{
    o->forgotten += o->changes;
    o->changes = 0;
    o->settled = 0;
}

// Notes that edges of a polygon have changed.
static void note_change(nav_overlay *o, nav_poly_id polygon)
{
    // Once is enough until the mesh is used.
    if (o->changes > o->settled && o->changed[o->changes - 1] == polygon) {
        return;
    }
    if (nav_mem_grow(&o->mem, &o->changed, &o->change_capacity, o->changes + 1,
                     sizeof *o->changed) != NAV_OK) {
        forget_changes(o);
        o->forgotten++; // the one that there is no memory for
        return;
    }
    o->changed[o->changes++] = polygon;
}

// ---------------------------------------------------------------------------
// Rings of twins
// ---------------------------------------------------------------------------

static void set_twin(nav_mesh *mesh, uint32_t edge, uint32_t twin)
{
    mesh->twin[edge] = twin;
    mesh->neighbour[edge] =
        twin == NAV_NONE ? NAV_NONE : mesh->edge_polygon[twin];
}

// Makes edges each the twin of the one before.
static void link_ring(nav_mesh *mesh, const uint32_t *edge, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t next = edge[i + 1 < count ? i + 1 : 0];
        set_twin(mesh, edge[i], count > 1 ? next : NAV_NONE);
        note_change(mesh->overlay, mesh->edge_polygon[edge[i]]);
    }
}

// The least edge of the ring that an edge of the base had.
static uint32_t least_of_ring(const nav_overlay *o, uint32_t edge)
{
    uint32_t least = edge;
    for (uint32_t t = o->twin[edge]; t != NAV_NONE && t != edge;
         t = o->twin[t]) {
        least = t < least ? t : least;
    }
    return least;
}

// The edge that is in the place of one of the base, NAV_NONE when there is
// none.
static uint32_t present_edge(const nav_mesh *mesh, uint32_t edge)
{
    nav_poly_id p = mesh->edge_polygon[edge];
    return mesh->overlay->patch_of[p] == NAV_NONE
               ? edge
               : mesh->overlay->stand_in[edge];
}

// Joins what is now in the places of a ring of the base.
static void relink(nav_mesh *mesh, uint32_t edge)
{
    const nav_overlay *o = mesh->overlay;
    uint32_t member[NAV_RING_MOST];
    size_t count = 0;
    uint32_t begin = least_of_ring(o, edge);
    uint32_t e = begin;
    do {
        uint32_t now = present_edge(mesh, e);
        if (now != NAV_NONE) {
            member[count++] = now;
        }
        e = o->twin[e];
    } while (e != NAV_NONE && e != begin);
    link_ring(mesh, member, count);
}

// A new edge on a side with a twin.
typedef struct piece {
    uint32_t ring; // least edge of the side's ring
    nav_vec2 low, high;
    uint32_t edge;
} piece;

static int compare_points(nav_vec2 a, nav_vec2 b)
{
    return nav_vec2_equal(a, b) ? 0 : (nav_vec2_before(a, b) ? -1 : 1);
}

static int compare_places(const piece *a, const piece *b)
{
    if (a->ring != b->ring) {
        return a->ring < b->ring ? -1 : 1;
    }
    int low = compare_points(a->low, b->low);
    return low != 0 ? low : compare_points(a->high, b->high);
}

static int compare_pieces(const void *a, const void *b)
{
    const piece *one = a;
    const piece *two = b;
    int order = compare_places(one, two);
    return order != 0 ? order
                      : (one->edge > two->edge) - (one->edge < two->edge);
}

// Joins new edges that run along sides of one ring and between the same places.
static void join_pieces(nav_mesh *mesh, piece *list, size_t count)
{
    qsort(list, count, sizeof *list, compare_pieces);
    for (size_t i = 0; i < count;) {
        uint32_t member[NAV_RING_MOST];
        size_t members = 0;
        size_t k = i;
        while (k < count && compare_places(&list[i], &list[k]) == 0) {
            if (members < NAV_RING_MOST) {
                member[members++] = list[k].edge;
            }
            k++;
        }
        link_ring(mesh, member, members);
        i = k;
    }
}

// ---------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------

// Gives every set of joined polygons of a run the island of a neighbour outside
// of it, else a new number.  False when there are several sets with neighbours,
// or no memory: then islands have to be found anew.
static bool inherit_islands(nav_mesh *mesh, nav_poly_id first, nav_poly_id end)
{
    const nav_allocator *mem = &mesh->overlay->mem;
    size_t count = end - first;
    uint32_t *forest = nav_mem_new(mem, count, sizeof *forest);
    uint32_t *island = nav_mem_new(mem, count, sizeof *island);
    bool one = forest && island;
    for (uint32_t i = 0; one && i < count; i++) {
        forest[i] = i;
        island[i] = NAV_NONE;
    }
    for (uint32_t e = mesh->first[first]; one && e < mesh->first[end]; e++) {
        nav_poly_id q = mesh->neighbour[e];
        if (q != NAV_NONE && q >= first && q < end) {
            nav_forest_join(forest, mesh->edge_polygon[e] - first, q - first);
        }
    }
    uint32_t joined = NAV_NONE; // the set that has neighbours
    for (uint32_t e = mesh->first[first]; one && e < mesh->first[end]; e++) {
        nav_poly_id q = mesh->neighbour[e];
        if (q != NAV_NONE && (q < first || q >= end)) {
            uint32_t set =
                nav_forest_root(forest, mesh->edge_polygon[e] - first);
            one = joined == NAV_NONE || joined == set;
            joined = set;
            island[set] = mesh->island[q];
        }
    }
    for (uint32_t i = 0; one && i < count; i++) {
        uint32_t set = nav_forest_root(forest, i);
        if (island[set] == NAV_NONE) {
            island[set] = mesh->info.islands++;
        }
        mesh->island[first + i] = island[set];
    }
    nav_mem_free(mem, forest, count, sizeof *forest);
    nav_mem_free(mem, island, count, sizeof *island);
    return one;
}

// Whether the base joins all polygons that a patch stands in for, among
// themselves.  False without memory to tell.
static bool is_one_in_base(const nav_mesh *mesh, const nav_patch *patch,
                           uint32_t number)
{
    const nav_overlay *o = mesh->overlay;
    uint32_t *forest = nav_mem_new(&o->mem, patch->cuts, sizeof *forest);
    if (!forest) {
        return false;
    }
    for (uint32_t i = 0; i < patch->cuts; i++) {
        forest[i] = i;
    }
    for (uint32_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t twin = o->twin[e];
            nav_poly_id q =
                twin == NAV_NONE ? NAV_NONE : mesh->edge_polygon[twin];
            if (q != NAV_NONE && o->patch_of[q] == number) {
                size_t at = nav_draft_place(patch->cut, patch->cuts, q);
                nav_forest_join(forest, i, (uint32_t)at);
            }
        }
    }
    bool one = true;
    for (uint32_t i = 0; i < patch->cuts; i++) {
        one = one && nav_forest_root(forest, i) == 0;
    }
    nav_mem_free(&o->mem, forest, patch->cuts, sizeof *forest);
    return one;
}

// ---------------------------------------------------------------------------
// Putting in
// ---------------------------------------------------------------------------

static nav_vec2 point_of(const nav_mesh *mesh, uint32_t edge)
{
    return mesh->vertex[mesh->corner[edge]];
}

// Closes a polygon, whose edges are to have no twins.
static void close_polygon(nav_mesh *mesh, nav_poly_id polygon)
{
    mesh->closed[polygon] = true;
    mesh->info.closed++;
    mesh->island[polygon] = NAV_NONE;
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        set_twin(mesh, e, NAV_NONE);
    }
}

static void add_vertices(nav_mesh *mesh, const nav_draft *draft)
{
    for (size_t i = 0; i < draft->vertices; i++) {
        size_t v = mesh->info.vertices++;
        mesh->vertex[v] = (nav_vec2){draft->vertex[i].x, draft->vertex[i].y};
        if (mesh->height) {
            mesh->height[v] = draft->vertex[i].z;
        }
        for (size_t k = 0; mesh->landmark && k < NAV_LANDMARKS; k++) {
            mesh->landmark[v * NAV_LANDMARKS + k] = (float)NAN;
        }
    }
}

// Adds the polygons; their edges are joined where both sides are new.
static void add_polygons(nav_mesh *mesh, const nav_draft *draft)
{
    uint32_t edges = mesh->info.edges;
    for (size_t i = 0; i < draft->polygons; i++) {
        nav_poly_id p = mesh->info.polygons++;
        mesh->closed[p] = false;
        if (mesh->area) {
            mesh->area[p] = mesh->area[draft->origin[i]];
        }
        mesh->overlay->origin[p - mesh->overlay->base.polygons] =
            draft->origin[i];
        for (uint32_t k = draft->first[i]; k < draft->first[i + 1]; k++) {
            mesh->corner[edges + k] = draft->edge[k].vertex;
            mesh->edge_polygon[edges + k] = p;
        }
        mesh->first[p + 1] = edges + draft->first[i + 1];
        note_change(mesh->overlay, p);
    }
    for (uint32_t k = 0; k < draft->edges; k++) {
        uint32_t twin = draft->edge[k].twin;
        set_twin(mesh, edges + k, twin == NAV_NONE ? NAV_NONE : edges + twin);
    }
    mesh->info.edges += (uint32_t)draft->edges;
}

// Whether an edge lies between the ends of a side: as the side runs, or, where
// other sides were bent across it, the other way.
static bool is_whole(const nav_mesh *mesh, uint32_t edge, uint32_t side)
{
    nav_vert_id from = mesh->corner[edge];
    nav_vert_id to = mesh->corner[nav_mesh_next(mesh, edge)];
    nav_vert_id a = mesh->corner[side];
    nav_vert_id b = mesh->corner[nav_mesh_next(mesh, side)];
    return (from == a && to == b) || (from == b && to == a);
}

// Lists the new edges that run along sides with twins, and notes those that
// stand in for whole sides.  If other sides were bent so that a polygon is on
// both sides of one, which no test has come to, one edge stands in, and the
// other stays a wall.
static size_t list_pieces(const nav_mesh *mesh, const nav_draft *draft,
                          piece *list)
{
    const nav_overlay *o = mesh->overlay;
    uint32_t edges = mesh->info.edges - (uint32_t)draft->edges;
    size_t count = 0;
    for (uint32_t k = 0; k < draft->edges; k++) {
        uint32_t side = draft->edge[k].side;
        if (side == NAV_NONE || o->twin[side] == NAV_NONE) {
            continue;
        }
        uint32_t e = edges + k;
        uint32_t next = nav_mesh_next(mesh, e);
        if (is_whole(mesh, e, side)) {
            if (o->stand_in[side] != NAV_NONE) {
                continue;
            }
            o->stand_in[side] = e;
        }
        nav_vec2 a = point_of(mesh, e);
        nav_vec2 b = point_of(mesh, next);
        bool ahead = nav_vec2_before(a, b);
        list[count++] =
            (piece){least_of_ring(o, side), ahead ? a : b, ahead ? b : a, e};
    }
    return count;
}

// Whether part of a side's ring lies outside of a patch.
static bool is_on_rim(const nav_mesh *mesh, uint32_t side, uint32_t number)
{
    const nav_overlay *o = mesh->overlay;
    for (uint32_t t = o->twin[side]; t != NAV_NONE && t != side;
         t = o->twin[t]) {
        if (o->patch_of[mesh->edge_polygon[t]] != number) {
            return true;
        }
    }
    return false;
}

// Joins the patch to what is around it.  False when a side by which the base
// was joined to that is gone.
static bool join_rim(nav_mesh *mesh, const nav_patch *patch, uint32_t number)
{
    bool whole = true;
    for (size_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            if (is_on_rim(mesh, e, number)) {
                relink(mesh, e);
                whole = whole && mesh->overlay->stand_in[e] != NAV_NONE;
            }
        }
    }
    return whole;
}

// Makes all that can fail of putting a draft in: room, and the patch.
static nav_status prepare(nav_mesh *mesh, const nav_draft *draft,
                          uint32_t *number, nav_error *error)
{
    nav_overlay *o = mesh->overlay;
    const nav_mesh_info *info = &mesh->info;
    uint64_t edges = (uint64_t)info->edges + draft->edges;
    uint64_t vertices = (uint64_t)info->vertices + draft->vertices;
    if (edges > INT32_MAX || vertices > INT32_MAX) {
        return nav_fail(error, NAV_LIMIT, "too many edges");
    }
    nav_mesh_size size = {(uint32_t)vertices,
                          info->polygons + (uint32_t)draft->polygons,
                          (uint32_t)edges};
    nav_status status = nav_mesh_grow(mesh, size, error);
    if (status != NAV_OK) {
        return status;
    }
    uint32_t free_patch = (uint32_t)o->first_free;
    while (free_patch < o->patches && o->patch[free_patch].cuts > 0) {
        free_patch++;
    }
    o->first_free = free_patch;
    nav_poly_id *cut = nav_mem_new(&o->mem, draft->cuts, sizeof *cut);
    if (!cut ||
        nav_mem_grow(&o->mem, &o->origin, &o->origin_capacity,
                     size.polygons - o->base.polygons,
                     sizeof *o->origin) != NAV_OK ||
        nav_mem_grow(&o->mem, &o->patch, &o->patch_capacity,
                     (size_t)free_patch + 1, sizeof *o->patch) != NAV_OK) {
        nav_mem_free(&o->mem, cut, draft->cuts, sizeof *cut);
        return nav_fail_memory(error);
    }
    memcpy(cut, draft->cut, draft->cuts * sizeof *cut);
    if (free_patch == o->patches) {
        o->patches++;
    }
    o->patch[free_patch] = (nav_patch){.first = info->polygons,
                                       .end = size.polygons,
                                       .behind = size,
                                       .cut = cut,
                                       .cuts = draft->cuts};
    *number = free_patch;
    return NAV_OK;
}

// Makes the index of the patch's polygons, which must be in the mesh.
static nav_status index_patch(nav_mesh *mesh, nav_patch *patch)
{
    if (patch->first == patch->end) {
        return NAV_OK;
    }
    const nav_allocator *mem = &mesh->overlay->mem;
    nav_locate *tree = nav_mem_new(mem, 1, sizeof *tree);
    if (!tree) {
        return NAV_NOMEM;
    }
    nav_status status =
        nav_locate_init_run(tree, mesh, patch->first, patch->end, mem);
    if (status != NAV_OK) {
        nav_mem_free(mem, tree, 1, sizeof *tree);
        return status;
    }
    patch->tree = tree;
    return NAV_OK;
}

// Puts in what has been prepared; nothing can fail any more.
static void put_in(nav_mesh *mesh, const nav_draft *draft, uint32_t number,
                   piece *list)
{
    nav_overlay *o = mesh->overlay;
    nav_patch *patch = &o->patch[number];
    for (size_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        o->patch_of[p] = number;
        close_polygon(mesh, p);
        // Also where nothing is left of it, and no neighbour has changed.
        note_change(o, p);
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            o->stand_in[e] = NAV_NONE;
        }
    }
    join_pieces(mesh, list, list_pieces(mesh, draft, list));
    bool whole = join_rim(mesh, patch, number);
    bool one = patch->first == patch->end ||
               inherit_islands(mesh, patch->first, patch->end);
    patch->holds_together = whole && one && is_one_in_base(mesh, patch, number);
    o->parted = o->parted || !patch->holds_together;
}

nav_status nav_patch_apply(nav_mesh *mesh, const nav_draft *draft,
                           uint32_t *number, nav_error *error)
{
    nav_overlay *o = mesh->overlay;
    nav_mesh_info before = mesh->info;
    piece *list = nav_mem_new(&o->mem, draft->edges, sizeof *list);
    nav_status status =
        list ? prepare(mesh, draft, number, error) : nav_fail_memory(error);
    if (status == NAV_OK) {
        add_vertices(mesh, draft);
        add_polygons(mesh, draft);
        status = index_patch(mesh, &o->patch[*number]);
        if (status != NAV_OK) {
            mesh->info = before;
            free_patch(o, &o->patch[*number]);
            status = nav_fail_memory(error);
        }
    }
    if (status == NAV_OK) {
        put_in(mesh, draft, *number, list);
    }
    nav_mem_free(&o->mem, list, draft->edges, sizeof *list);
    return status;
}

// ---------------------------------------------------------------------------
// Taking out
// ---------------------------------------------------------------------------

// Island of what the polygons of the base, which are one, are joined to; a new
// one when that is nothing.
static uint32_t island_around(nav_mesh *mesh, const nav_patch *patch)
{
    for (size_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            nav_poly_id q = mesh->neighbour[e];
            if (q != NAV_NONE && mesh->island[q] != NAV_NONE) {
                return mesh->island[q];
            }
        }
    }
    return mesh->info.islands++;
}

void nav_patch_lift(nav_mesh *mesh, uint32_t number)
{
    nav_overlay *o = mesh->overlay;
    nav_patch *patch = &o->patch[number];
    for (nav_poly_id p = patch->first; p < patch->end; p++) {
        close_polygon(mesh, p);
    }
    for (size_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        o->patch_of[p] = NAV_NONE;
        mesh->closed[p] = false;
        mesh->info.closed--;
        note_change(o, p);
    }
    for (size_t i = 0; i < patch->cuts; i++) {
        nav_poly_id p = patch->cut[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            o->stand_in[e] = NAV_NONE;
            relink(mesh, e);
        }
    }
    uint32_t island = island_around(mesh, patch);
    for (size_t i = 0; i < patch->cuts; i++) {
        mesh->island[patch->cut[i]] = island;
    }
    o->parted = o->parted || !patch->holds_together;
    o->lifted = true;
    o->first_free = number < o->first_free ? number : o->first_free;
    free_patch(o, patch);
}

void nav_patch_trim(nav_mesh *mesh)
{
    nav_overlay *o = mesh->overlay;
    if (!o->lifted) {
        return;
    }
    nav_mesh_size last = o->base;
    for (size_t i = 0; i < o->patches; i++) {
        const nav_patch *patch = &o->patch[i];
        if (patch->cuts > 0 && patch->behind.polygons >= last.polygons) {
            last = patch->behind;
        }
    }
    for (nav_poly_id p = last.polygons; p < mesh->info.polygons; p++) {
        mesh->info.closed -= mesh->closed[p];
    }
    mesh->info.vertices = last.vertices;
    mesh->info.polygons = last.polygons;
    mesh->info.edges = last.edges;
    while (o->patches > 0 && o->patch[o->patches - 1].cuts == 0) {
        o->patches--;
    }
    o->first_free = o->first_free < o->patches ? o->first_free : o->patches;
    o->lifted = false;
}

void nav_patch_settle(nav_mesh *mesh)
{
    nav_overlay *o = mesh->overlay;
    nav_patch_trim(mesh);
    // Numbers are the base's again if none has been made up on the way.
    bool is_odd = mesh->info.polygons == o->base.polygons &&
                  mesh->info.islands != o->islands;
    // Numbers that are no longer used add up.
    if (o->parted || is_odd || mesh->info.islands / 2 > mesh->info.polygons) {
        nav_mesh_find_islands(mesh);
        o->parted = false;
    }
    // Following more changes than there are polygons is no faster than
    // beginning anew.
    if (o->changes > mesh->info.polygons) {
        forget_changes(o);
    }
    o->settled = o->changes;
}
