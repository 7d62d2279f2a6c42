// assemble.c - numbers polygons, edges and vertices of the finished mesh.
//
// Polygons are numbered along a Hilbert curve through the centres of their
// boxes, so that neighbours in the plane are neighbours in memory and in the
// file, and the spatial index of the query side needs no sort.  A polygon
// begins with its corner of least number; vertices keep their order, which is
// along a curve as well.  So the numbering depends on the geometry alone.
#include "bake/assemble.h"

#include "base/error.h"
#include "base/sort.h"
#include "mesh/mesh_areas.h"

#include <string.h>

// A polygon as it was found.
typedef struct found_polygon {
    nav_vec2 centre; // of its box
    uint32_t begin;  // half-edge that starts at its least vertex
} found_polygon;

typedef struct assembler {
    const nav_polymesh *from;
    found_polygon *found; // [polygons]
    size_t polygons, capacity;
    nav_box bounds;
    nav_sort_entry *order; // [2 * polygons] item: half-edge, as above
    uint32_t edges, vertices;
    uint32_t *vertex_number; // [points]; NAV_NONE: not in use
    uint32_t *edge_number;   // [halves]
} assembler;

// Goes around the polygon of half-edge h and marks its edges and vertices as
// seen.
static found_polygon survey(assembler *a, uint32_t h)
{
    const nav_polymesh *from = a->from;
    uint32_t least = h;
    nav_box box = nav_box_empty();
    uint32_t e = h;
    do {
        uint32_t v = from->vertex[e];
        a->edge_number[e] = 0;
        a->vertex_number[v] = 0;
        a->edges++;
        least = v < from->vertex[least] ? e : least;
        box = nav_box_add(box, from->point[v]);
        e = from->next[e];
    } while (e != h);
    a->bounds = nav_box_join(a->bounds, box);
    return (found_polygon){nav_vec2_midpoint(box.min, box.max), least};
}

static nav_status find_polygons(assembler *a)
{
    const nav_polymesh *from = a->from;
    memset(a->edge_number, 0xff, from->halves * sizeof *a->edge_number);
    memset(a->vertex_number, 0xff, from->points * sizeof *a->vertex_number);
    a->bounds = nav_box_empty();
    for (uint32_t h = 0; h < from->halves; h++) {
        if (from->vertex[h] == NAV_NONE || a->edge_number[h] != NAV_NONE) {
            continue;
        }
        nav_status status = nav_mem_grow(&from->mem, &a->found, &a->capacity,
                                         a->polygons + 1, sizeof *a->found);
        if (status != NAV_OK) {
            return status;
        }
        a->found[a->polygons++] = survey(a, h);
    }
    for (size_t v = 0; v < from->points; v++) {
        if (a->vertex_number[v] != NAV_NONE) {
            a->vertex_number[v] = a->vertices++;
        }
    }
    return NAV_OK;
}

static nav_status sort_polygons(assembler *a)
{
    size_t count = a->polygons;
    a->order = nav_mem_new(&a->from->mem, 2 * count, sizeof *a->order);
    if (!a->order) {
        return NAV_NOMEM;
    }
    for (size_t p = 0; p < count; p++) {
        found_polygon found = a->found[p];
        a->order[p] = (nav_sort_entry){
            nav_sort_hilbert(a->bounds, found.centre), found.begin};
    }
    nav_sort(a->order, a->order + count, count);
    return NAV_OK;
}

static void fill_vertices(const assembler *a, nav_mesh *mesh)
{
    const nav_polymesh *from = a->from;
    for (size_t v = 0; v < from->points; v++) {
        uint32_t n = a->vertex_number[v];
        if (n != NAV_NONE) {
            mesh->vertex[n] = from->point[v];
            if (from->height) {
                mesh->height[n] = from->height[v];
            }
        }
    }
}

// Numbers the edges polygon by polygon.  Going around a polygon jumps in memory
// from edge to edge, so it is done but once: twins are half-edges at first, and
// get their numbers when all have one.
static void fill_edges(assembler *a, nav_mesh *mesh)
{
    const nav_polymesh *from = a->from;
    uint32_t edge = 0;
    for (size_t p = 0; p < a->polygons; p++) {
        mesh->first[p] = edge;
        uint32_t h = a->order[p].item;
        if (mesh->area) {
            mesh->area[p] = from->area[from->face[h]];
        }
        uint32_t e = h;
        do {
            a->edge_number[e] = edge;
            mesh->corner[edge] = a->vertex_number[from->vertex[e]];
            mesh->twin[edge] = from->twin[e];
            edge++;
            e = from->next[e];
        } while (e != h);
    }
    mesh->first[a->polygons] = edge;
    for (uint32_t e = 0; e < edge; e++) {
        if (mesh->twin[e] != NAV_NONE) {
            mesh->twin[e] = a->edge_number[mesh->twin[e]];
        }
    }
}

static nav_status run(assembler *a, nav_axis up, const nav_allocator *mem,
                      nav_mesh **mesh, nav_error *error)
{
    nav_status status = find_polygons(a);
    if (status == NAV_OK) {
        status = sort_polygons(a);
    }
    if (status != NAV_OK) {
        return nav_fail_memory(error);
    }
    nav_mesh_info info = {.vertices = a->vertices,
                          .polygons = (uint32_t)a->polygons,
                          .edges = a->edges,
                          .has_heights = a->from->height != NULL,
                          .up = up};
    nav_mesh *made = NULL;
    status = nav_mesh_new(mem, &info, &made, error);
    if (status == NAV_OK && a->from->area) {
        status = nav_mesh_new_areas(made, error);
    }
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    fill_vertices(a, made);
    fill_edges(a, made);
    nav_mesh_finish(made);
    if (made->area) {
        status = nav_mesh_name_areas(made, a->from->ranks, error);
    }
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    *mesh = made;
    return NAV_OK;
}

nav_status nav_assemble(const nav_polymesh *polymesh, nav_axis up,
                        const nav_allocator *mem, nav_mesh **mesh,
                        nav_error *error)
{
    assembler a = {.from = polymesh};
    size_t points = polymesh->points;
    size_t halves = polymesh->halves;
    a.vertex_number =
        nav_mem_new(&polymesh->mem, points, sizeof *a.vertex_number);
    a.edge_number = nav_mem_new(&polymesh->mem, halves, sizeof *a.edge_number);
    nav_status status = a.vertex_number && a.edge_number
                            ? run(&a, up, mem, mesh, error)
                            : nav_fail_memory(error);
    nav_mem_free(&polymesh->mem, a.found, a.capacity, sizeof *a.found);
    nav_mem_free(&polymesh->mem, a.order, 2 * a.polygons, sizeof *a.order);
    nav_mem_free(&polymesh->mem, a.vertex_number, points,
                 sizeof *a.vertex_number);
    nav_mem_free(&polymesh->mem, a.edge_number, halves, sizeof *a.edge_number);
    return status;
}
