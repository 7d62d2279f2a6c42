// closing.c - polygons of a mesh taken out of use.
//
// A closed polygon stays where it is, so that all numbers keep their meaning,
// but nobody gets in: its edges have no twins, nor have those that led to it,
// and what looks for the polygons that hold a point passes it over.  To every
// search its sides are the boundary of the mesh.
//
// Where several floors meet at an edge, the closed one's edge is taken out of
// the ring, and the others stay joined.
//
// All else that is derived from twins is derived again: islands, which may have
// come apart, portals, the area, and whether the mesh is plain, which it may
// have become and cannot have ceased to be.  Landmarks stay: their distances
// are those of the whole mesh, in which no way is longer than in a part of it,
// so that what they tell is still a lower bound.  A closed polygon is never
// opened again; that takes another copy of the mesh.
#include "mesh/closing.h"

#include "base/error.h"

// Takes an edge out of its ring of twins, and parts the last two.
static void take_out(nav_mesh *mesh, uint32_t edge)
{
    uint32_t next = mesh->twin[edge];
    if (next == NAV_NONE) {
        return;
    }
    uint32_t before = next;
    while (mesh->twin[before] != edge) {
        before = mesh->twin[before];
    }
    mesh->twin[before] = before == next ? NAV_NONE : next;
    mesh->twin[edge] = NAV_NONE;
}

nav_status nav_mesh_make_closable(nav_mesh *mesh, nav_error *error)
{
    if (mesh->closed) {
        return NAV_OK;
    }
    mesh->closed =
        nav_mem_new(&mesh->mem, mesh->room.polygons, sizeof *mesh->closed);
    if (!mesh->closed) {
        return nav_fail_memory(error);
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        mesh->closed[p] = false;
    }
    return NAV_OK;
}

nav_status nav_mesh_close_polygons(nav_mesh *mesh, const bool *close,
                                   nav_error *error)
{
    nav_status status = nav_mesh_make_closable(mesh, error);
    if (status != NAV_OK) {
        return status;
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (!close[p] || mesh->closed[p]) {
            continue;
        }
        mesh->closed[p] = true;
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            take_out(mesh, e);
        }
    }
    nav_mesh_finish(mesh);
    return NAV_OK;
}
