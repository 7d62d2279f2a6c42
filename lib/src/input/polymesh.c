// polymesh.c - convex polygons as half-edges.
#include "input/polymesh.h"

void nav_polymesh_fini(nav_polymesh *mesh)
{
    nav_allocator mem = mesh->mem;
    nav_mem_free(&mem, mesh->vertex, mesh->halves, sizeof *mesh->vertex);
    nav_mem_free(&mem, mesh->next, mesh->halves, sizeof *mesh->next);
    nav_mem_free(&mem, mesh->prev, mesh->halves, sizeof *mesh->prev);
    nav_mem_free(&mem, mesh->twin, mesh->halves, sizeof *mesh->twin);
    nav_mem_free(&mem, mesh->face, mesh->halves, sizeof *mesh->face);
    *mesh = (nav_polymesh){.mem = mem};
}

nav_status nav_polymesh_init(nav_polymesh *mesh, const nav_allocator *mem,
                             size_t halves)
{
    *mesh = (nav_polymesh){.mem = *mem};
    if (halves >= NAV_NONE) {
        return NAV_LIMIT;
    }
    // Not one block: each fits where an array of the stages before it was.
    mesh->halves = halves;
    mesh->vertex = nav_mem_new(mem, halves, sizeof *mesh->vertex);
    mesh->next = nav_mem_new(mem, halves, sizeof *mesh->next);
    mesh->prev = nav_mem_new(mem, halves, sizeof *mesh->prev);
    mesh->twin = nav_mem_new(mem, halves, sizeof *mesh->twin);
    mesh->face = nav_mem_new(mem, halves, sizeof *mesh->face);
    if (!mesh->vertex || !mesh->next || !mesh->prev || !mesh->twin ||
        !mesh->face) {
        nav_polymesh_fini(mesh);
        return NAV_NOMEM;
    }
    return NAV_OK;
}
