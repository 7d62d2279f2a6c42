// polymesh.c - convex polygons as half-edges.
#include "polymesh.h"

// The arrays are one block: vertex, next, prev, twin, face.
enum { ARRAYS = 5 };

nav_status nav_polymesh_init(nav_polymesh *mesh, const nav_allocator *mem,
                             size_t halves)
{
    *mesh = (nav_polymesh){.mem = *mem};
    if (halves >= NAV_NONE) {
        return NAV_LIMIT;
    }
    uint32_t *block = nav_mem_new(mem, halves, ARRAYS * sizeof *block);
    if (!block) {
        return NAV_NOMEM;
    }
    mesh->halves = halves;
    mesh->vertex = block;
    mesh->next = block + halves;
    mesh->prev = block + 2 * halves;
    mesh->twin = block + 3 * halves;
    mesh->face = block + 4 * halves;
    return NAV_OK;
}

void nav_polymesh_fini(nav_polymesh *mesh)
{
    nav_mem_free(&mesh->mem, mesh->vertex, mesh->halves,
                 ARRAYS * sizeof *mesh->vertex);
    *mesh = (nav_polymesh){.mem = mesh->mem};
}
