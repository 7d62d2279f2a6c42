// assemble.c - numbers polygons, edges and vertices of the finished mesh.
//
// Polygons are numbered along a Hilbert curve through the centres of their
// boxes, so that neighbours in the plane are neighbours in memory and in the
// file, and the spatial index of the query side needs no sort.  A polygon
// begins with its corner of least number; vertices keep their order, which is
// along a curve as well.  So the numbering depends on the geometry alone.
#include "assemble.h"

#include "error.h"
#include "sort.h"

typedef struct assembler {
    const nav_polymesh *from;
    nav_sort_entry *polygon; // [2 * polygons] item: its first half-edge
    size_t polygons, capacity;
    uint32_t edges, vertices;
    uint32_t *vertex_number; // [points]
    uint32_t *edge_number;   // [halves]
} assembler;

// Goes around the polygon of half-edge h, marks its edges as seen, and tells
// the one that starts at its least vertex, and the box.
static uint32_t survey(assembler *a, uint32_t h, nav_box *box)
{
    const nav_polymesh *from = a->from;
    uint32_t least = h;
    *box = nav_box_empty();
    uint32_t e = h;
    do {
        a->edge_number[e] = 0;
        a->edges++;
        least = from->vertex[e] < from->vertex[least] ? e : least;
        *box = nav_box_add(*box, nav_polymesh_point(from, e));
        e = from->next[e];
    } while (e != h);
    return least;
}

static nav_box bounds_of(const nav_polymesh *from)
{
    nav_box box = nav_box_empty();
    for (uint32_t h = 0; h < from->halves; h++) {
        if (from->vertex[h] != NAV_NONE) {
            box = nav_box_add(box, nav_polymesh_point(from, h));
        }
    }
    return box;
}

static nav_status find_polygons(assembler *a)
{
    const nav_polymesh *from = a->from;
    nav_box bounds = bounds_of(from);
    for (uint32_t h = 0; h < from->halves; h++) {
        a->edge_number[h] = NAV_NONE;
    }
    for (uint32_t h = 0; h < from->halves; h++) {
        if (from->vertex[h] == NAV_NONE || a->edge_number[h] != NAV_NONE) {
            continue;
        }
        nav_box box;
        uint32_t least = survey(a, h, &box);
        nav_status status = nav_mem_grow(&from->mem, &a->polygon, &a->capacity,
                                         a->polygons + 1, sizeof *a->polygon);
        if (status != NAV_OK) {
            return status;
        }
        nav_vec2 centre = nav_vec2_midpoint(box.min, box.max);
        a->polygon[a->polygons++] =
            (nav_sort_entry){nav_sort_hilbert(bounds, centre), least};
    }
    return NAV_OK;
}

static nav_status sort_polygons(assembler *a)
{
    nav_status status = nav_mem_grow(&a->from->mem, &a->polygon, &a->capacity,
                                     2 * a->polygons, sizeof *a->polygon);
    if (status == NAV_OK) {
        nav_sort(a->polygon, a->polygon + a->polygons, a->polygons);
    }
    return status;
}

// Numbers the edges polygon by polygon, and the vertices that they use.
static void number(assembler *a)
{
    const nav_polymesh *from = a->from;
    for (size_t v = 0; v < from->points; v++) {
        a->vertex_number[v] = NAV_NONE;
    }
    uint32_t edges = 0;
    for (size_t p = 0; p < a->polygons; p++) {
        uint32_t h = a->polygon[p].item;
        uint32_t e = h;
        do {
            a->edge_number[e] = edges++;
            a->vertex_number[from->vertex[e]] = 0;
            e = from->next[e];
        } while (e != h);
    }
    for (size_t v = 0; v < from->points; v++) {
        if (a->vertex_number[v] != NAV_NONE) {
            a->vertex_number[v] = a->vertices++;
        }
    }
}

static void fill(const assembler *a, nav_mesh *mesh)
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
    uint32_t edge = 0;
    for (size_t p = 0; p < a->polygons; p++) {
        mesh->first[p] = edge;
        uint32_t h = a->polygon[p].item;
        uint32_t e = h;
        do {
            uint32_t twin = from->twin[e];
            mesh->corner[edge] = a->vertex_number[from->vertex[e]];
            mesh->twin[edge] =
                twin == NAV_NONE ? NAV_NONE : a->edge_number[twin];
            edge++;
            e = from->next[e];
        } while (e != h);
    }
    mesh->first[a->polygons] = edge;
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
    number(a);
    nav_mesh_info info = {.vertices = a->vertices,
                          .polygons = (uint32_t)a->polygons,
                          .edges = a->edges,
                          .has_heights = a->from->height != NULL,
                          .up = up};
    nav_mesh *made = NULL;
    status = nav_mesh_new(mem, &info, &made, error);
    if (status == NAV_OK) {
        fill(a, made);
        nav_mesh_finish(made);
        *mesh = made;
    }
    return status;
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
    nav_mem_free(&polymesh->mem, a.polygon, a.capacity, sizeof *a.polygon);
    nav_mem_free(&polymesh->mem, a.vertex_number, points,
                 sizeof *a.vertex_number);
    nav_mem_free(&polymesh->mem, a.edge_number, halves, sizeof *a.edge_number);
    return status;
}
