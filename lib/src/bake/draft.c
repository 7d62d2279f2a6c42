// draft.c - polygons that are to take the place of others.
//
// New vertices are found again by their coordinates, so that sheets which share
// a side share the vertices on it.
#include "bake/draft.h"

#include "bake/cluster.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

void nav_draft_init(nav_draft *draft, const nav_allocator *mem)
{
    *draft = (nav_draft){.mem = *mem};
}

void nav_draft_fini(nav_draft *draft)
{
    const nav_allocator *mem = &draft->mem;
    nav_mem_free(mem, draft->first, draft->first_capacity,
                 sizeof *draft->first);
    nav_mem_free(mem, draft->edge, draft->edge_capacity, sizeof *draft->edge);
    nav_mem_free(mem, draft->origin, draft->origin_capacity,
                 sizeof *draft->origin);
    nav_mem_free(mem, draft->vertex, draft->vertex_capacity,
                 sizeof *draft->vertex);
    nav_mem_free(mem, draft->cut, draft->cut_capacity, sizeof *draft->cut);
    nav_mem_free(mem, draft->wanted, draft->want_capacity,
                 sizeof *draft->wanted);
    nav_mem_free(mem, draft->slot, draft->slots, sizeof *draft->slot);
    *draft = (nav_draft){.mem = *mem};
}

// ---------------------------------------------------------------------------
// Vertices
// ---------------------------------------------------------------------------

static uint32_t *find_slot(const nav_draft *draft, nav_vec3 at)
{
    size_t mask = draft->slots - 1;
    size_t i = nav_cluster_hash(at) & mask;
    while (draft->slot[i] != 0 &&
           !nav_vec3_equal(draft->vertex[draft->slot[i] - 1], at)) {
        i = (i + 1) & mask;
    }
    return &draft->slot[i];
}

// Makes a hash table of which half stays free with so many vertices.
static nav_status make_table(nav_draft *draft, size_t vertices)
{
    if (2 * vertices <= draft->slots) {
        return NAV_OK;
    }
    const nav_allocator *mem = &draft->mem;
    size_t slots = nav_cluster_mask(2 * vertices) + 1;
    uint32_t *slot = nav_mem_new(mem, slots, sizeof *slot);
    if (!slot) {
        return NAV_NOMEM;
    }
    memset(slot, 0, slots * sizeof *slot);
    nav_mem_free(mem, draft->slot, draft->slots, sizeof *draft->slot);
    draft->slot = slot;
    draft->slots = slots;
    for (size_t v = 0; v < draft->vertices; v++) {
        *find_slot(draft, draft->vertex[v]) = (uint32_t)v + 1;
    }
    return NAV_OK;
}

nav_status nav_draft_vertex(nav_draft *draft, nav_vec3 at, uint32_t *number)
{
    nav_status status = make_table(draft, draft->vertices + 1);
    if (status != NAV_OK) {
        return status;
    }
    uint32_t *slot = find_slot(draft, at);
    if (*slot == 0) {
        status =
            nav_mem_grow(&draft->mem, &draft->vertex, &draft->vertex_capacity,
                         draft->vertices + 1, sizeof *draft->vertex);
        if (status != NAV_OK) {
            return status;
        }
        draft->vertex[draft->vertices++] = at;
        *slot = (uint32_t)draft->vertices;
    }
    *number = *slot - 1;
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Lists
// ---------------------------------------------------------------------------

nav_status nav_draft_note(nav_draft *draft, nav_poly_id **list, size_t *count,
                          size_t *capacity, nav_poly_id polygon)
{
    nav_status status =
        nav_mem_grow(&draft->mem, list, capacity, *count + 1, sizeof **list);
    if (status == NAV_OK) {
        (*list)[(*count)++] = polygon;
    }
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *one = a;
    const uint32_t *two = b;
    return (*one > *two) - (*one < *two);
}

void nav_draft_unite(nav_poly_id *list, size_t *count)
{
    if (*count == 0) {
        return;
    }
    qsort(list, *count, sizeof *list, compare_numbers);
    size_t kept = 1;
    for (size_t i = 1; i < *count; i++) {
        if (list[i] != list[kept - 1]) {
            list[kept++] = list[i];
        }
    }
    *count = kept;
}

// ---------------------------------------------------------------------------
// Polygons
// ---------------------------------------------------------------------------

typedef struct drafter {
    nav_draft *draft;
    const nav_sheet *sheet;
    uint32_t *number;      // [halves] of each edge in the draft, NAV_NONE
    nav_sort_entry *order; // [2 * polygons] item: a half-edge of it
    size_t polygons, capacity;
} drafter;

// Marks the edges of the polygon of half-edge h, and gives its box.
static nav_box survey(drafter *d, uint32_t h)
{
    const nav_polymesh *mesh = &d->sheet->polymesh;
    nav_box box = nav_box_empty();
    uint32_t e = h;
    do {
        d->number[e] = 0;
        box = nav_box_add(box, nav_polymesh_point(mesh, e));
        e = mesh->next[e];
    } while (e != h);
    return box;
}

static nav_status find_polygons(drafter *d, nav_box bounds)
{
    const nav_polymesh *mesh = &d->sheet->polymesh;
    const nav_allocator *mem = &d->draft->mem;
    for (uint32_t h = 0; h < mesh->halves; h++) {
        d->number[h] = NAV_NONE;
    }
    nav_status status = NAV_OK;
    for (uint32_t h = 0; h < mesh->halves && status == NAV_OK; h++) {
        if (mesh->vertex[h] == NAV_NONE || d->number[h] != NAV_NONE) {
            continue;
        }
        nav_box box = survey(d, h);
        nav_vec2 centre = nav_vec2_midpoint(box.min, box.max);
        status = nav_mem_grow(mem, &d->order, &d->capacity, d->polygons + 1,
                              sizeof *d->order);
        if (status == NAV_OK) {
            d->order[d->polygons++] =
                (nav_sort_entry){nav_sort_hilbert(bounds, centre), h};
        }
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &d->order, &d->capacity, 2 * d->polygons,
                              sizeof *d->order);
    }
    // An obstacle may leave nothing of what it reaches, and no list then.
    if (status == NAV_OK && d->polygons > 0) {
        nav_sort(d->order, d->order + d->polygons, d->polygons);
    }
    return status;
}

// Numbers the edges polygon by polygon; gives how many there are then.
static size_t number_edges(drafter *d)
{
    const nav_polymesh *mesh = &d->sheet->polymesh;
    size_t edges = d->draft->edges;
    for (size_t p = 0; p < d->polygons; p++) {
        uint32_t h = d->order[p].item;
        uint32_t e = h;
        do {
            d->number[e] = (uint32_t)edges++;
            e = mesh->next[e];
        } while (e != h);
    }
    return edges;
}

static nav_status make_room(nav_draft *draft, size_t polygons, size_t edges)
{
    const nav_allocator *mem = &draft->mem;
    nav_status status = nav_mem_grow(mem, &draft->first, &draft->first_capacity,
                                     polygons + 1, sizeof *draft->first);
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &draft->origin, &draft->origin_capacity,
                              polygons, sizeof *draft->origin);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &draft->edge, &draft->edge_capacity, edges,
                              sizeof *draft->edge);
    }
    return status;
}

static void fill(drafter *d, const uint32_t *vertex_of,
                 const nav_poly_id *origin)
{
    nav_draft *draft = d->draft;
    const nav_sheet *sheet = d->sheet;
    const nav_polymesh *mesh = &sheet->polymesh;
    for (size_t p = 0; p < d->polygons; p++) {
        uint32_t h = d->order[p].item;
        uint32_t part = sheet->part_of[nav_sheet_half(sheet, h) >> 2];
        draft->first[draft->polygons] = (uint32_t)draft->edges;
        draft->origin[draft->polygons++] = origin[part];
        uint32_t e = h;
        do {
            uint32_t twin = mesh->twin[e];
            draft->edge[draft->edges++] = (nav_draft_edge){
                vertex_of[mesh->vertex[e]],
                twin == NAV_NONE ? NAV_NONE : d->number[twin],
                nav_sheet_side(sheet, nav_sheet_half(sheet, e))};
            e = mesh->next[e];
        } while (e != h);
    }
    draft->first[draft->polygons] = (uint32_t)draft->edges;
}

nav_status nav_draft_add(nav_draft *draft, const nav_sheet *sheet,
                         nav_box bounds, const uint32_t *vertex_of,
                         const nav_poly_id *origin)
{
    const nav_allocator *mem = &draft->mem;
    size_t halves = sheet->polymesh.halves;
    drafter d = {.draft = draft, .sheet = sheet};
    d.number = nav_mem_new(mem, halves, sizeof *d.number);
    nav_status status = d.number ? find_polygons(&d, bounds) : NAV_NOMEM;
    if (status == NAV_OK) {
        size_t edges = number_edges(&d);
        status = edges < NAV_NONE
                     ? make_room(draft, draft->polygons + d.polygons, edges)
                     : NAV_LIMIT;
    }
    if (status == NAV_OK) {
        fill(&d, vertex_of, origin);
    }
    nav_mem_free(mem, d.number, halves, sizeof *d.number);
    nav_mem_free(mem, d.order, d.capacity, sizeof *d.order);
    return status;
}
