// mesh_memory.c - the arrays of a mesh: one block, with room to grow.
//
// Obstacles laid over a mesh add polygons behind those of the file (patch.c).
// Arrays therefore have room for more than there is, once a mesh has grown; a
// block twice as large takes their place when it is used up.
#include "mesh/mesh.h"

#include "base/error.h"

#include <string.h>

// Bytes of the block for so many elements.
static uint64_t bytes_for(nav_mesh_size size, bool has_heights)
{
    uint64_t words = (uint64_t)size.polygons * 2 + 1 + (uint64_t)size.edges * 4;
    uint64_t point = sizeof(nav_vec2) + (has_heights ? sizeof(double) : 0);
    return size.vertices * point + words * sizeof(uint32_t);
}

// Points the arrays into a block with room for `room`.
static void lay_out(nav_mesh *mesh, void *block, nav_mesh_size room)
{
    mesh->block = block;
    mesh->room = room;
    mesh->vertex = block;
    double *behind_vertices = (double *)(mesh->vertex + room.vertices);
    mesh->height = mesh->info.has_heights ? behind_vertices : NULL;
    void *behind_heights =
        behind_vertices + (mesh->info.has_heights ? room.vertices : 0);
    mesh->first = behind_heights;
    mesh->island = mesh->first + room.polygons + 1;
    mesh->corner = mesh->island + room.polygons;
    mesh->twin = mesh->corner + room.edges;
    mesh->neighbour = mesh->twin + room.edges;
    mesh->edge_polygon = mesh->neighbour + room.edges;
}

static nav_status new_block(nav_mesh *mesh, nav_mesh_size room,
                            nav_error *error)
{
    uint64_t size = bytes_for(room, mesh->info.has_heights);
    void *block =
        size <= SIZE_MAX ? nav_mem_new(&mesh->mem, (size_t)size, 1) : NULL;
    if (!block) {
        return nav_fail_memory(error);
    }
    lay_out(mesh, block, room);
    mesh->block_size = (size_t)size;
    return NAV_OK;
}

nav_status nav_mesh_new(const nav_allocator *mem, const nav_mesh_info *info,
                        nav_mesh **mesh, nav_error *error)
{
    nav_mesh *made = nav_mem_new(mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_mesh){.mem = *mem};
    nav_areas_init(&made->areas, mem);
    made->info.vertices = info->vertices;
    made->info.polygons = info->polygons;
    made->info.edges = info->edges;
    made->info.has_heights = info->has_heights;
    made->info.up = info->up;
    made->info.agent_radius = info->agent_radius;
    nav_mesh_size room = {info->vertices, info->polygons, info->edges};
    nav_status status = new_block(made, room, error);
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    *mesh = made;
    return NAV_OK;
}

// Twice the room, unless more is needed or 32-bit numbers end.
static uint32_t more_room(uint32_t room, uint32_t need)
{
    if (need <= room) {
        return room;
    }
    uint32_t twice = room < NAV_NONE / 2 ? 2 * room : NAV_NONE - 1;
    return need > twice ? need : twice;
}

static void copy_arrays(nav_mesh *to, const nav_mesh *from)
{
    const nav_mesh_info *info = &from->info;
    memcpy(to->vertex, from->vertex, info->vertices * sizeof *to->vertex);
    if (to->height) {
        memcpy(to->height, from->height, info->vertices * sizeof *to->height);
    }
    size_t edges = info->edges * sizeof(uint32_t);
    size_t polygons = info->polygons * sizeof(uint32_t);
    memcpy(to->first, from->first, polygons + sizeof(uint32_t));
    memcpy(to->island, from->island, polygons);
    memcpy(to->corner, from->corner, edges);
    memcpy(to->twin, from->twin, edges);
    memcpy(to->neighbour, from->neighbour, edges);
    memcpy(to->edge_polygon, from->edge_polygon, edges);
}

// Copies what only some meshes have.
static nav_status copy_others(nav_mesh *to, const nav_mesh *from)
{
    size_t row = NAV_LANDMARKS * sizeof *to->landmark;
    if (from->landmark) {
        to->landmark = nav_mem_new(&to->mem, to->room.vertices, row);
    }
    if (from->closed) {
        to->closed =
            nav_mem_new(&to->mem, to->room.polygons, sizeof *to->closed);
    }
    if (from->area) {
        to->area = nav_mem_new(&to->mem, to->room.polygons, sizeof *to->area);
    }
    if ((from->landmark && !to->landmark) || (from->closed && !to->closed) ||
        (from->area && !to->area)) {
        return NAV_NOMEM;
    }
    if (to->area) {
        memcpy(to->area, from->area, from->info.polygons * sizeof *to->area);
    }
    if (to->landmark) {
        memcpy(to->landmark, from->landmark, from->info.vertices * row);
    }
    if (to->closed) {
        memcpy(to->closed, from->closed,
               from->info.polygons * sizeof *to->closed);
    }
    return NAV_OK;
}

static void free_blocks(nav_mesh *mesh)
{
    nav_mem_free(&mesh->mem, mesh->landmark, mesh->room.vertices,
                 NAV_LANDMARKS * sizeof *mesh->landmark);
    nav_mem_free(&mesh->mem, mesh->closed, mesh->room.polygons,
                 sizeof *mesh->closed);
    nav_mem_free(&mesh->mem, mesh->area, mesh->room.polygons,
                 sizeof *mesh->area);
    nav_mem_free(&mesh->mem, mesh->block, mesh->block_size, 1);
}

nav_status nav_mesh_grow(nav_mesh *mesh, nav_mesh_size size, nav_error *error)
{
    nav_mesh_size room = {more_room(mesh->room.vertices, size.vertices),
                          more_room(mesh->room.polygons, size.polygons),
                          more_room(mesh->room.edges, size.edges)};
    if (room.vertices == mesh->room.vertices &&
        room.polygons == mesh->room.polygons &&
        room.edges == mesh->room.edges) {
        return NAV_OK;
    }
    nav_mesh grown = *mesh;
    grown.landmark = NULL;
    grown.closed = NULL;
    grown.area = NULL;
    nav_status status = new_block(&grown, room, error);
    if (status != NAV_OK) {
        return status;
    }
    if (copy_others(&grown, mesh) != NAV_OK) {
        free_blocks(&grown);
        return nav_fail_memory(error);
    }
    copy_arrays(&grown, mesh);
    free_blocks(mesh);
    *mesh = grown;
    return NAV_OK;
}

nav_status nav_mesh_new_landmarks(nav_mesh *mesh, nav_error *error)
{
    float *made = nav_mem_new(&mesh->mem, mesh->room.vertices,
                              NAV_LANDMARKS * sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    mesh->landmark = made;
    mesh->info.has_landmarks = true;
    return NAV_OK;
}

nav_status nav_mesh_new_links(nav_mesh *mesh, uint32_t count, size_t kind_size,
                              nav_error *error)
{
    nav_offmesh_link *link = nav_mem_new(&mesh->mem, count, sizeof *link);
    char *kind = nav_mem_new(&mesh->mem, kind_size, 1);
    if (!link || !kind) {
        nav_mem_free(&mesh->mem, link, count, sizeof *link);
        nav_mem_free(&mesh->mem, kind, kind_size, 1);
        return nav_fail_memory(error);
    }
    mesh->link = link;
    mesh->link_kind = kind;
    mesh->link_kind_size = kind_size;
    mesh->info.links = count;
    return NAV_OK;
}

nav_status nav_mesh_new_areas(nav_mesh *mesh, nav_error *error)
{
    mesh->area =
        nav_mem_new(&mesh->mem, mesh->room.polygons, sizeof *mesh->area);
    return mesh->area ? NAV_OK : nav_fail_memory(error);
}

void nav_mesh_free(nav_mesh *mesh)
{
    if (mesh) {
        nav_allocator mem = mesh->mem;
        nav_mem_free(&mem, mesh->link, mesh->info.links, sizeof *mesh->link);
        nav_mem_free(&mem, mesh->link_kind, mesh->link_kind_size, 1);
        free_blocks(mesh);
        nav_areas_fini(&mesh->areas);
        nav_mem_free(&mem, mesh, 1, sizeof *mesh);
    }
}
