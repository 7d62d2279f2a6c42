// format_write.c - meshes to the bytes of .nav files (man/navmesh.5).
//
// A file is a header, a table of sections, and the sections, all little-endian
// and aligned to eight bytes.  Written are only the four arrays that make a
// mesh, and its heights, landmarks, areas and links; everything else follows
// from them (mesh.c), so two files of one mesh cannot differ and a file cannot
// contradict itself.
#include "base/error.h"
#include "mesh/format.h"

// Whether a run of polygons of one area ends with p.
static bool ends_run(const nav_mesh *mesh, uint32_t p)
{
    return p + 1 == mesh->info.polygons || mesh->area[p] != mesh->area[p + 1];
}

static uint32_t count_runs(const nav_mesh *mesh)
{
    uint32_t runs = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        runs += ends_run(mesh, p);
    }
    return runs;
}

static uint64_t written_size(const nav_mesh *mesh, nav_section s)
{
    if (s == NAV_LINK) {
        return nav_links_section_size(mesh->info.links, mesh->link_kind_size);
    }
    if (s != NAV_AREA) {
        return nav_section_size(&mesh->info, s);
    }
    return NAV_AREA_HEAD_SIZE + (uint64_t)count_runs(mesh) * NAV_AREA_RUN_SIZE +
           (uint64_t)mesh->info.areas * 4 + mesh->areas.text_size;
}

// Whether a mesh has this section; most are always there.
static bool has_section(const nav_mesh_info *info, nav_section s)
{
    return (s != NAV_HGHT || info->has_heights) &&
           (s != NAV_LAND || info->has_landmarks) &&
           (s != NAV_AGNT || info->agent_radius > 0) &&
           (s != NAV_AREA || info->areas > 0) &&
           (s != NAV_LINK || info->links > 0);
}

static uint64_t align(uint64_t size)
{
    return (size + 7) / 8 * 8;
}

static void put_point(uint8_t *at, nav_vec2 point)
{
    nav_put_double(at, point.x);
    nav_put_double(at + 8, point.y);
}

static void put_links(const nav_mesh *mesh, uint8_t *at)
{
    nav_put_u32(at, mesh->info.links);
    nav_put_u32(at + 4, (uint32_t)mesh->link_kind_size);
    at += NAV_LINK_HEAD_SIZE;
    for (uint32_t i = 0; i < mesh->info.links; i++, at += NAV_LINK_SIZE) {
        const nav_offmesh_link *link = &mesh->link[i];
        put_point(at, link->from);
        put_point(at + 16, link->to);
        nav_put_double(at + NAV_LINK_COST_AT, link->cost);
        nav_put_u32(at + NAV_LINK_POLYGONS_AT, link->from_polygon);
        nav_put_u32(at + NAV_LINK_POLYGONS_AT + 4, link->to_polygon);
        nav_put_u32(at + NAV_LINK_KIND_AT,
                    link->kind ? (uint32_t)(link->kind - mesh->link_kind)
                               : NAV_NONE);
        nav_put_u32(at + NAV_LINK_FLAGS_AT, link->oneway ? NAV_LINK_ONEWAY : 0);
    }
    memcpy(at, mesh->link_kind, mesh->link_kind_size);
}

static void put_areas(const nav_mesh *mesh, uint8_t *at)
{
    const nav_areas *areas = &mesh->areas;
    nav_put_u32(at, (uint32_t)areas->count);
    nav_put_u32(at + 4, count_runs(mesh));
    at += NAV_AREA_HEAD_SIZE;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (ends_run(mesh, p)) {
            nav_put_u32(at, p + 1);
            nav_put_u32(at + 4, mesh->area[p]);
            at += NAV_AREA_RUN_SIZE;
        }
    }
    for (size_t i = 0; i < areas->count; i++, at += 4) {
        nav_put_u32(at, (uint32_t)areas->end[i]);
    }
    memcpy(at, areas->text, areas->text_size);
}

static void put_section(const nav_mesh *mesh, nav_section s, uint8_t *at)
{
    const nav_mesh_info *info = &mesh->info;
    switch (s) {
    case NAV_META:
        nav_put_u32(at, info->vertices);
        nav_put_u32(at + 4, info->polygons);
        nav_put_u32(at + 8, info->edges);
        nav_put_u32(at + 12, nav_meta_flags(info));
        break;
    case NAV_VERT:
        for (size_t v = 0; v < info->vertices; v++) {
            put_point(at + 16 * v, mesh->vertex[v]);
        }
        break;
    case NAV_POLY:
        nav_put_u32_array(at, mesh->first, (size_t)info->polygons + 1);
        break;
    case NAV_CORN:
        nav_put_u32_array(at, mesh->corner, info->edges);
        break;
    case NAV_TWIN:
        nav_put_u32_array(at, mesh->twin, info->edges);
        break;
    case NAV_HGHT:
        for (size_t v = 0; v < info->vertices; v++) {
            nav_put_double(at + 8 * v, mesh->height[v]);
        }
        break;
    case NAV_LAND:
        for (size_t i = 0; i < (size_t)info->vertices * NAV_LANDMARKS; i++) {
            nav_put_float(at + 4 * i, mesh->landmark[i]);
        }
        break;
    case NAV_AGNT:
        nav_put_double(at, info->agent_radius);
        break;
    case NAV_AREA:
        put_areas(mesh, at);
        break;
    case NAV_LINK:
        put_links(mesh, at);
        break;
    case NAV_SECTIONS: // no section, but how many there are
        break;
    }
}

// Writes the header, but for the checksum, and lays out the sections.
static void put_header(const nav_mesh *mesh, uint32_t count, uint64_t total,
                       uint8_t *file, uint64_t offset[NAV_SECTIONS])
{
    memcpy(file, NAV_MAGIC, sizeof NAV_MAGIC);
    nav_put_u32(file + NAV_VERSION_AT, NAV_FILE_VERSION);
    nav_put_u32(file + NAV_COUNT_AT, count);
    nav_put_u64(file + NAV_SIZE_AT, total);
    uint8_t *entry = file + NAV_HEADER_SIZE;
    uint64_t at = NAV_HEADER_SIZE + (uint64_t)count * NAV_ENTRY_SIZE;
    for (nav_section s = NAV_META; s < NAV_SECTIONS; s++) {
        if (has_section(&mesh->info, s)) {
            uint64_t section_bytes = written_size(mesh, s);
            memcpy(entry, NAV_TAG[s], 4);
            // Landmarks only save time; the radius and areas matter to those
            // who ask.
            bool skippable = s == NAV_LAND || s == NAV_AGNT || s == NAV_AREA;
            nav_put_u32(entry + NAV_ENTRY_FLAGS_AT,
                        skippable ? 0 : NAV_SECTION_REQUIRED);
            nav_put_u64(entry + NAV_ENTRY_OFFSET_AT, at);
            nav_put_u64(entry + NAV_ENTRY_SIZE_AT, section_bytes);
            offset[s] = at;
            at += align(section_bytes);
            entry += NAV_ENTRY_SIZE;
        }
    }
}

nav_status nav_mesh_write(const nav_mesh *mesh, void **bytes, size_t *size,
                          nav_error *error)
{
    const nav_mesh_info *info = &mesh->info;
    if (info->closed > 0) {
        return nav_fail(error, NAV_FORMAT,
                        "a file cannot say that polygons are closed");
    }
    uint32_t count = 0;
    uint64_t total = NAV_HEADER_SIZE;
    for (nav_section s = NAV_META; s < NAV_SECTIONS; s++) {
        if (has_section(info, s)) {
            count++;
            total += NAV_ENTRY_SIZE + align(written_size(mesh, s));
        }
    }
    uint8_t *file =
        total <= SIZE_MAX ? nav_mem_new(&mesh->mem, (size_t)total, 1) : NULL;
    if (!file) {
        return nav_fail_memory(error);
    }
    memset(file, 0, (size_t)total);
    uint64_t offset[NAV_SECTIONS] = {0};
    put_header(mesh, count, total, file, offset);
    for (nav_section s = NAV_META; s < NAV_SECTIONS; s++) {
        if (has_section(info, s)) {
            put_section(mesh, s, file + offset[s]);
        }
    }
    nav_put_u64(file + NAV_CHECKSUM_AT, nav_file_checksum(file, (size_t)total));
    *bytes = file;
    *size = (size_t)total;
    return NAV_OK;
}

void nav_bytes_free(const nav_mesh *mesh, void *bytes, size_t size)
{
    nav_mem_free(&mesh->mem, bytes, size, 1);
}
