// assemble.c - numbers polygons, edges and vertices of the finished mesh.
//
// Polygons are numbered along a Hilbert curve through the centres of their
// boxes, so that neighbours in the plane are neighbours in memory and in the
// file, and the spatial index of the query side needs no sort.  A polygon begins
// with its corner that comes first in the triangulation's numbering, which is
// itself along a curve; vertices keep that order.  So the numbering depends on
// the geometry alone.
#include "assemble.h"

#include "classify.h"
#include "error.h"
#include "merge.h"
#include "sort.h"

typedef struct assembler {
    nav_delaunay *d;
    nav_sort_entry *polygon; // [2 * polygons] item: its first half-edge
    size_t polygons, capacity;
    uint32_t edges, vertices;
    uint32_t *vertex_number; // [vertices of d]
    uint32_t *edge_number;   // [4 * triangles]
} assembler;

// Goes around the polygon of edge h, marks its edges as seen, and tells the one
// that starts at its least vertex, the number of corners, and their box.
static nav_half survey(assembler *a, nav_half h, uint32_t *count, nav_box *box)
{
    const nav_delaunay *d = a->d;
    nav_half least = h;
    *count = 0;
    *box = nav_box_empty();
    nav_half e = h;
    do {
        a->edge_number[e] = 0;
        uint32_t v = nav_half_start(d, e);
        least = v < nav_half_start(d, least) ? e : least;
        *box = nav_box_add(*box, d->point[v]);
        ++*count;
        e = nav_merge_next(d, e);
    } while (e != h);
    return least;
}

static nav_status add_polygon(assembler *a, nav_half h, nav_box bounds,
                              nav_box box)
{
    nav_status status =
        nav_mem_grow(&a->d->mem, &a->polygon, &a->capacity, a->polygons + 1,
                     sizeof *a->polygon);
    if (status == NAV_OK) {
        nav_vec2 centre = nav_vec2_midpoint(box.min, box.max);
        a->polygon[a->polygons++] =
            (nav_sort_entry){nav_sort_hilbert(bounds, centre), h};
    }
    return status;
}

static nav_box walkable_bounds(const nav_delaunay *d)
{
    nav_box box = nav_box_empty();
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (int i = 0; i < 3 && (d->tri[t].flags & NAV_TRIANGLE_WALKABLE);
             i++) {
            box = nav_box_add(box, d->point[d->tri[t].v[i]]);
        }
    }
    return box;
}

static nav_status find_polygons(assembler *a)
{
    const nav_delaunay *d = a->d;
    nav_box bounds = walkable_bounds(d);
    for (nav_half h = 0; h < 4 * d->triangles; h++) {
        a->edge_number[h] = NAV_NONE;
    }
    for (nav_half h = 0; h < 4 * d->triangles; h++) {
        if ((h & 3) == 3 || a->edge_number[h] != NAV_NONE ||
            !(d->tri[h >> 2].flags & NAV_TRIANGLE_WALKABLE) ||
            nav_edge_is_gone(d, h)) {
            continue;
        }
        uint32_t count;
        nav_box box;
        nav_half least = survey(a, h, &count, &box);
        // Half-edges are fewer than 2^31, so this does not wrap.
        a->edges += count;
        nav_status status = add_polygon(a, least, bounds, box);
        if (status != NAV_OK) {
            return status;
        }
    }
    return NAV_OK;
}

static nav_status sort_polygons(assembler *a)
{
    nav_status status =
        nav_mem_grow(&a->d->mem, &a->polygon, &a->capacity, 2 * a->polygons,
                     sizeof *a->polygon);
    if (status == NAV_OK) {
        nav_sort(a->polygon, a->polygon + a->polygons, a->polygons);
    }
    return status;
}

// Numbers the edges polygon by polygon, and the vertices that they use.
static void number(assembler *a)
{
    const nav_delaunay *d = a->d;
    for (size_t v = 0; v < d->vertices; v++) {
        a->vertex_number[v] = NAV_NONE;
    }
    uint32_t edges = 0;
    for (size_t p = 0; p < a->polygons; p++) {
        nav_half h = a->polygon[p].item;
        nav_half e = h;
        do {
            a->edge_number[e] = edges++;
            a->vertex_number[nav_half_start(d, e)] = 0;
            e = nav_merge_next(d, e);
        } while (e != h);
    }
    for (size_t v = 0; v < d->vertices; v++) {
        if (a->vertex_number[v] != NAV_NONE) {
            a->vertex_number[v] = a->vertices++;
        }
    }
}

static void fill(const assembler *a, nav_mesh *mesh)
{
    const nav_delaunay *d = a->d;
    for (size_t v = 0; v < d->vertices; v++) {
        if (a->vertex_number[v] != NAV_NONE) {
            mesh->vertex[a->vertex_number[v]] = d->point[v];
        }
    }
    uint32_t edge = 0;
    for (size_t p = 0; p < a->polygons; p++) {
        mesh->first[p] = edge;
        nav_half h = a->polygon[p].item;
        nav_half e = h;
        do {
            // Every edge of the boundary is fixed, so the frame is not met here.
            nav_half g = nav_half_twin(d, e);
            bool open = (d->tri[g >> 2].flags & NAV_TRIANGLE_WALKABLE) != 0;
            mesh->corner[edge] = a->vertex_number[nav_half_start(d, e)];
            mesh->twin[edge] = open ? a->edge_number[g] : NAV_NONE;
            edge++;
            e = nav_merge_next(d, e);
        } while (e != h);
    }
    mesh->first[a->polygons] = edge;
}

static nav_status run(assembler *a, const nav_allocator *mem, nav_mesh **mesh,
                      nav_error *error)
{
    nav_status status = find_polygons(a);
    if (status == NAV_OK) {
        status = sort_polygons(a);
    }
    if (status != NAV_OK) {
        return nav_fail_memory(error);
    }
    number(a);
    nav_mesh *made = NULL;
    status = nav_mesh_new(mem, a->vertices, (uint32_t)a->polygons, a->edges,
                          &made, error);
    if (status == NAV_OK) {
        fill(a, made);
        nav_mesh_finish(made);
        *mesh = made;
    }
    return status;
}

nav_status nav_assemble(nav_delaunay *d, const nav_allocator *mem,
                        nav_mesh **mesh, nav_error *error)
{
    assembler a = {.d = d};
    size_t halves = 4 * d->triangles;
    a.vertex_number =
        nav_mem_new(&d->mem, d->vertices, sizeof *a.vertex_number);
    a.edge_number = nav_mem_new(&d->mem, halves, sizeof *a.edge_number);
    nav_status status = a.vertex_number && a.edge_number
                            ? run(&a, mem, mesh, error)
                            : nav_fail_memory(error);
    nav_mem_free(&d->mem, a.polygon, a.capacity, sizeof *a.polygon);
    nav_mem_free(&d->mem, a.vertex_number, d->vertices,
                 sizeof *a.vertex_number);
    nav_mem_free(&d->mem, a.edge_number, halves, sizeof *a.edge_number);
    return status;
}
