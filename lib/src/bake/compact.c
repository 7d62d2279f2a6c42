// compact.c - a mesh without its closed polygons.
//
// Twins of a mesh lead from open polygons to open ones alone, so what is left
// is a polymesh as a bake has it before it is numbered.
#include "bake/compact.h"

#include "bake/assemble.h"
#include "base/error.h"

typedef struct compactor {
    const nav_mesh *from;
    nav_polymesh polymesh;
    uint32_t *half; // [edges] of each edge that is kept
    uint32_t *area; // [polygons kept] NULL without areas
    nav_area_ranks ranks;
    uint32_t halves, faces;
} compactor;

static void number_halves(compactor *c)
{
    const nav_mesh *from = c->from;
    for (nav_poly_id p = 0; p < from->info.polygons; p++) {
        bool kept = !nav_mesh_is_closed(from, p);
        for (uint32_t e = from->first[p]; e < from->first[p + 1]; e++) {
            c->half[e] = kept ? c->halves++ : NAV_NONE;
        }
        c->faces += kept;
    }
}

static void fill(compactor *c)
{
    const nav_mesh *from = c->from;
    nav_polymesh *mesh = &c->polymesh;
    mesh->point = from->vertex;
    mesh->height = from->height;
    mesh->points = from->info.vertices;
    mesh->area = c->area;
    mesh->ranks = c->area ? &c->ranks : NULL;
    for (nav_poly_id p = 0; p < from->info.polygons; p++) {
        if (nav_mesh_is_closed(from, p)) {
            continue;
        }
        uint32_t face = (uint32_t)mesh->faces++;
        if (c->area) {
            c->area[face] = from->area[p];
        }
        for (uint32_t e = from->first[p]; e < from->first[p + 1]; e++) {
            uint32_t h = c->half[e];
            mesh->vertex[h] = from->corner[e];
            mesh->next[h] = c->half[nav_mesh_next(from, e)];
            mesh->prev[h] = c->half[nav_mesh_prev(from, e)];
            mesh->twin[h] =
                from->twin[e] == NAV_NONE ? NAV_NONE : c->half[from->twin[e]];
            mesh->face[h] = face;
        }
    }
}

static nav_status run(compactor *c, const nav_merge_options *merging,
                      const nav_allocator *mem, nav_mesh **compact,
                      nav_error *error)
{
    number_halves(c);
    nav_status status = nav_polymesh_init(&c->polymesh, mem, c->halves);
    if (status == NAV_OK && c->from->area) {
        // The names are different and in order: each is its own rank.
        status = nav_area_ranks_init(&c->ranks, &c->from->areas, mem);
        c->area = nav_mem_new(mem, c->faces, sizeof *c->area);
        status = c->area ? status : NAV_NOMEM;
    }
    if (status == NAV_OK) {
        fill(c);
        status = merging ? nav_merge(&c->polymesh, merging) : NAV_OK;
    }
    if (status != NAV_OK) {
        return status == NAV_NOMEM ? nav_fail_memory(error)
                                   : nav_fail(error, status, "too many edges");
    }
    return nav_assemble(&c->polymesh, c->from->info.up, mem, compact, error);
}

nav_status nav_compact(const nav_mesh *mesh, const nav_merge_options *merging,
                       const nav_allocator *mem, nav_mesh **compact,
                       nav_error *error)
{
    compactor c = {.from = mesh};
    c.ranks.mem = *mem;
    size_t edges = mesh->info.edges;
    c.half = nav_mem_new(mem, edges, sizeof *c.half);
    nav_status status =
        c.half ? run(&c, merging, mem, compact, error) : nav_fail_memory(error);
    if (status == NAV_OK) {
        (*compact)->info.agent_radius = mesh->info.agent_radius;
    }
    nav_mem_free(mem, c.half, edges, sizeof *c.half);
    nav_mem_free(mem, c.area, c.faces, sizeof *c.area);
    nav_area_ranks_fini(&c.ranks);
    nav_polymesh_fini(&c.polymesh);
    return status;
}
