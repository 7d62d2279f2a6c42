// mesh_areas.c - the areas that the polygons of a mesh belong to.
//
// Each polygon belongs to one area or to none, which is what most meshes have
// for all.  Areas are numbered in the order of the bytes of their names, and
// only those in use have a number: two meshes of one input cannot differ.
#include "mesh/mesh_areas.h"

#include <string.h>

#include "base/error.h"
#include "mesh/closing.h"

// Gives the ranks in use their numbers.
static nav_status number_names(nav_mesh *mesh, const nav_area_ranks *ranks,
                               uint32_t *number)
{
    for (size_t i = 0; i < ranks->count; i++) {
        number[i] = NAV_NONE;
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (mesh->area[p] != NAV_NONE) {
            number[mesh->area[p]] = 0;
        }
    }
    for (size_t i = 0; i < ranks->count; i++) {
        if (number[i] == NAV_NONE) {
            continue;
        }
        size_t size;
        const char *name = nav_areas_name(ranks->names, ranks->first[i], &size);
        number[i] = mesh->info.areas++;
        if (nav_areas_add(&mesh->areas, name, size) != NAV_OK) {
            return NAV_NOMEM;
        }
    }
    return NAV_OK;
}

nav_status nav_mesh_name_areas(nav_mesh *mesh, const nav_area_ranks *ranks,
                               nav_error *error)
{
    uint32_t *number = nav_mem_new(&mesh->mem, ranks->count, sizeof *number);
    if (!number || number_names(mesh, ranks, number) != NAV_OK) {
        nav_mem_free(&mesh->mem, number, ranks->count, sizeof *number);
        return nav_fail_memory(error);
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (mesh->area[p] != NAV_NONE) {
            mesh->area[p] = number[mesh->area[p]];
        }
    }
    nav_mem_free(&mesh->mem, number, ranks->count, sizeof *number);
    if (mesh->info.areas == 0) {
        nav_mem_free(&mesh->mem, mesh->area, mesh->room.polygons,
                     sizeof *mesh->area);
        mesh->area = NULL;
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Looking, and forbidding
// ---------------------------------------------------------------------------

uint32_t nav_mesh_area_count(const nav_mesh *mesh)
{
    return mesh->info.areas;
}

const char *nav_mesh_area_name(const nav_mesh *mesh, uint32_t area,
                               size_t *size)
{
    return nav_areas_name(&mesh->areas, area, size);
}

uint32_t nav_mesh_polygon_area(const nav_mesh *mesh, nav_poly_id polygon)
{
    return mesh->area ? mesh->area[polygon] : NAV_NONE;
}

bool nav_mesh_area_is(const nav_mesh *mesh, uint32_t area, const char *name)
{
    size_t size;
    const char *at = nav_areas_name(&mesh->areas, area, &size);
    const char *end = at + size;
    size_t wanted = strlen(name);
    if (size == wanted && memcmp(at, name, size) == 0) {
        return true;
    }
    while (at <= end) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        const char *part_end = slash ? slash : end;
        size_t part = (size_t)(part_end - at);
        if (part == wanted && part > 0 && memcmp(at, name, part) == 0) {
            return true;
        }
        at = part_end + 1;
    }
    return false;
}

nav_status nav_mesh_forbid(nav_mesh *mesh, const bool *areas, nav_error *error)
{
    size_t polygons = mesh->info.polygons;
    bool *close = nav_mem_new(&mesh->mem, polygons, sizeof *close);
    if (!close) {
        return nav_fail_memory(error);
    }
    for (size_t p = 0; p < polygons; p++) {
        uint32_t area = mesh->area ? mesh->area[p] : NAV_NONE;
        close[p] = area != NAV_NONE && areas[area];
    }
    nav_status status = nav_mesh_close_polygons(mesh, close, error);
    nav_mem_free(&mesh->mem, close, polygons, sizeof *close);
    return status;
}
