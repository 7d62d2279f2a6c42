// format_read.c - the bytes of .nav files to meshes (man/navmesh.5).
//
// The reader trusts nothing: the size is the one in the header, the checksum
// fits, every section lies inside the file, and every count fits its section,
// before a byte of it is used.  Memory is asked for only after the counts are
// known to be backed by bytes, about twice as many as the file has.  What
// remains is then checked as any mesh is.
#include "base/error.h"
#include "mesh/format.h"
#include "mesh/surface.h"

// Where the sections of a file are; NULL for those that are missing.
typedef struct file_sections {
    const uint8_t *at[NAV_SECTIONS];
    uint64_t size[NAV_SECTIONS];
} file_sections;

nav_status nav_file_read_size(const void *head, size_t size, uint64_t whole,
                              uint64_t *declared, nav_error *error)
{
    const uint8_t *file = head;
    if (size < NAV_HEADER_SIZE ||
        memcmp(file, NAV_MAGIC, sizeof NAV_MAGIC) != 0) {
        return nav_fail(error, NAV_FORMAT,
                        size == 0 ? "the file is empty" : "not a navmesh file");
    }
    uint32_t version = nav_get_u32(file + NAV_VERSION_AT);
    if (version != NAV_FILE_VERSION) {
        return nav_fail(error, NAV_FORMAT, "format version %u is not supported",
                        version);
    }
    uint64_t written = nav_get_u64(file + NAV_SIZE_AT);
    if (whole != NAV_SIZE_UNKNOWN && whole != written) {
        return nav_fail(error, NAV_FORMAT,
                        "the file has %llu bytes where %llu were written",
                        (unsigned long long)whole, (unsigned long long)written);
    }
    *declared = written;
    return NAV_OK;
}

static nav_status check_header(const uint8_t *file, size_t size,
                               nav_error *error)
{
    uint64_t declared;
    nav_status status = nav_file_read_size(file, size, size, &declared, error);
    if (status == NAV_OK &&
        nav_get_u64(file + NAV_CHECKSUM_AT) != nav_file_checksum(file, size)) {
        return nav_fail(error, NAV_FORMAT,
                        "the checksum does not fit: the file is damaged");
    }
    return status;
}

static nav_status read_entry(const uint8_t *file, size_t size,
                             const uint8_t *entry, file_sections *found,
                             nav_error *error)
{
    uint64_t offset = nav_get_u64(entry + NAV_ENTRY_OFFSET_AT);
    uint64_t length = nav_get_u64(entry + NAV_ENTRY_SIZE_AT);
    if (offset % 8 != 0 || offset > size || length > size - offset) {
        return nav_fail(error, NAV_FORMAT,
                        "a section lies outside of the file");
    }
    for (nav_section s = NAV_META; s < NAV_SECTIONS; s++) {
        if (memcmp(entry, NAV_TAG[s], 4) == 0) {
            if (found->at[s]) {
                return nav_fail(error, NAV_FORMAT, "section %s comes twice",
                                NAV_TAG[s]);
            }
            found->at[s] = file + offset;
            found->size[s] = length;
            return NAV_OK;
        }
    }
    if (nav_get_u32(entry + NAV_ENTRY_FLAGS_AT) & NAV_SECTION_REQUIRED) {
        return nav_fail(error, NAV_FORMAT,
                        "the file needs a newer version of this program");
    }
    return NAV_OK;
}

static nav_status read_table(const uint8_t *file, size_t size,
                             file_sections *found, nav_error *error)
{
    uint32_t count = nav_get_u32(file + NAV_COUNT_AT);
    if (count > NAV_SECTIONS_MOST ||
        count > (size - NAV_HEADER_SIZE) / NAV_ENTRY_SIZE) {
        return nav_fail(error, NAV_FORMAT, "the section table is too long");
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *entry =
            file + NAV_HEADER_SIZE + (size_t)i * NAV_ENTRY_SIZE;
        nav_status status = read_entry(file, size, entry, found, error);
        if (status != NAV_OK) {
            return status;
        }
    }
    for (nav_section s = NAV_META; s < NAV_HGHT; s++) {
        if (!found->at[s]) {
            return nav_fail(error, NAV_FORMAT, "section %s is missing",
                            NAV_TAG[s]);
        }
    }
    return NAV_OK;
}

// The number of links, if there are any, whose section has just the bytes for
// them and the text of their kinds.
static nav_status read_link_head(const file_sections *found,
                                 nav_mesh_info *info, nav_error *error)
{
    if (!found->at[NAV_LINK]) {
        return NAV_OK;
    }
    bool has_head = found->size[NAV_LINK] >= NAV_LINK_HEAD_SIZE;
    info->links = has_head ? nav_get_u32(found->at[NAV_LINK]) : 0;
    // Without links there is no section.
    if (info->links == 0) {
        return nav_fail(error, NAV_FORMAT, "section LINK is not understood");
    }
    if (found->size[NAV_LINK] !=
        nav_links_section_size(info->links,
                               nav_get_u32(found->at[NAV_LINK] + 4))) {
        return nav_fail(error, NAV_FORMAT,
                        "section LINK does not have the size of its counts");
    }
    return NAV_OK;
}

// Reads the counts, and checks that the sections have just the bytes for them.
static nav_status read_meta(const file_sections *found, nav_mesh_info *info,
                            nav_error *error)
{
    uint32_t flags = found->size[NAV_META] == NAV_META_SIZE
                         ? nav_get_u32(found->at[NAV_META] + 12)
                         : ~0u;
    info->has_heights = (flags & NAV_FLAG_HEIGHTS) != 0;
    info->up = flags & NAV_FLAG_UP_Z ? NAV_UP_Z : NAV_UP_Y;
    if (flags != nav_meta_flags(info)) {
        return nav_fail(error, NAV_FORMAT, "section META is not understood");
    }
    if (info->has_heights != (found->at[NAV_HGHT] != NULL)) {
        return nav_fail(error, NAV_FORMAT,
                        "section HGHT does not agree with META");
    }
    info->vertices = nav_get_u32(found->at[NAV_META]);
    info->polygons = nav_get_u32(found->at[NAV_META] + 4);
    info->edges = nav_get_u32(found->at[NAV_META] + 8);
    info->has_landmarks = found->at[NAV_LAND] != NULL;
    if (found->at[NAV_AGNT]) {
        double radius = found->size[NAV_AGNT] == NAV_AGNT_SIZE
                            ? nav_get_double(found->at[NAV_AGNT])
                            : 0;
        if (!(radius >= NAV_COORD_MIN && radius <= NAV_COORD_MAX)) {
            return nav_fail(error, NAV_FORMAT,
                            "section AGNT is not one legal radius");
        }
        info->agent_radius = radius;
    }
    for (nav_section s = NAV_VERT; s < NAV_AREA; s++) {
        if (found->size[s] != nav_section_size(info, s)) {
            return nav_fail(error, NAV_FORMAT,
                            "section %s does not have the size of its counts",
                            NAV_TAG[s]);
        }
    }
    return read_link_head(found, info, error);
}

static void read_arrays(const file_sections *found, nav_mesh *mesh)
{
    for (size_t v = 0; v < mesh->info.vertices; v++) {
        const uint8_t *at = found->at[NAV_VERT] + 16 * v;
        mesh->vertex[v] =
            (nav_vec2){nav_get_double(at), nav_get_double(at + 8)};
    }
    for (size_t v = 0; mesh->height && v < mesh->info.vertices; v++) {
        mesh->height[v] = nav_get_double(found->at[NAV_HGHT] + 8 * v);
    }
    for (size_t i = 0;
         mesh->landmark && i < (size_t)mesh->info.vertices * NAV_LANDMARKS;
         i++) {
        mesh->landmark[i] = nav_get_float(found->at[NAV_LAND] + 4 * i);
    }
    nav_get_u32_array(found->at[NAV_POLY], mesh->first,
                      (size_t)mesh->info.polygons + 1);
    nav_get_u32_array(found->at[NAV_CORN], mesh->corner, mesh->info.edges);
    nav_get_u32_array(found->at[NAV_TWIN], mesh->twin, mesh->info.edges);
}

// Whether the text of kinds is made of words, each ended by a NUL, in the order
// of the first link of each: so that two files of one mesh cannot differ.
static bool are_kinds_in_order(const uint8_t *links, uint32_t count,
                               const uint8_t *text, size_t size)
{
    size_t seen = 0; // bytes of the words met so far
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind =
            nav_get_u32(links + (size_t)i * NAV_LINK_SIZE + NAV_LINK_KIND_AT);
        if (kind == NAV_NONE) {
            continue;
        }
        if (kind > seen || kind >= size || (kind > 0 && text[kind - 1])) {
            return false;
        }
        if (kind == seen) {
            const uint8_t *end = memchr(text + seen, 0, size - seen);
            if (!end || end == text + seen) {
                return false;
            }
            seen = (size_t)(end - text) + 1;
        }
    }
    return seen == size;
}

// Reads the links of a finished mesh, of which the rest has been checked.
static nav_status read_links(const file_sections *found, uint32_t count,
                             nav_mesh *mesh, nav_error *error)
{
    const uint8_t *at = found->at[NAV_LINK] + NAV_LINK_HEAD_SIZE;
    const uint8_t *text = at + (size_t)count * NAV_LINK_SIZE;
    size_t size = nav_get_u32(found->at[NAV_LINK] + 4);
    if (!are_kinds_in_order(at, count, text, size)) {
        return nav_fail(error, NAV_FORMAT,
                        "the kinds of links are not in order");
    }
    nav_status status = nav_mesh_new_links(mesh, count, size, error);
    if (status != NAV_OK) {
        return status;
    }
    memcpy(mesh->link_kind, text, size);
    for (uint32_t i = 0; i < count; i++, at += NAV_LINK_SIZE) {
        uint32_t kind = nav_get_u32(at + NAV_LINK_KIND_AT);
        uint32_t flags = nav_get_u32(at + NAV_LINK_FLAGS_AT);
        mesh->link[i] = (nav_offmesh_link){
            .from = {nav_get_double(at), nav_get_double(at + 8)},
            .to = {nav_get_double(at + 16), nav_get_double(at + 24)},
            .from_polygon = nav_get_u32(at + NAV_LINK_POLYGONS_AT),
            .to_polygon = nav_get_u32(at + NAV_LINK_POLYGONS_AT + 4),
            .cost = nav_get_double(at + NAV_LINK_COST_AT),
            .oneway = flags == NAV_LINK_ONEWAY,
            .kind = kind == NAV_NONE ? NULL : mesh->link_kind + kind};
        if (flags > NAV_LINK_ONEWAY) {
            return nav_fail(error, NAV_FORMAT,
                            "the flags of link %u are not understood", i);
        }
    }
    status = nav_mesh_check_links(mesh, error);
    for (uint32_t i = 0; i < count && status == NAV_OK; i++) {
        nav_surface_place_link(mesh, &mesh->link[i]);
    }
    return status;
}

// Where the parts of section AREA begin.
typedef struct area_parts {
    const uint8_t *runs, *ends, *text;
    uint32_t names, run_count;
    uint64_t text_size;
} area_parts;

static bool find_area_parts(const file_sections *found, area_parts *parts)
{
    uint64_t size = found->size[NAV_AREA];
    if (size < NAV_AREA_HEAD_SIZE) {
        return false;
    }
    parts->names = nav_get_u32(found->at[NAV_AREA]);
    parts->run_count = nav_get_u32(found->at[NAV_AREA] + 4);
    uint64_t runs_size = (uint64_t)parts->run_count * NAV_AREA_RUN_SIZE;
    uint64_t ends_size = (uint64_t)parts->names * 4;
    if (parts->names == 0 ||
        runs_size + ends_size > size - NAV_AREA_HEAD_SIZE) {
        return false;
    }
    parts->runs = found->at[NAV_AREA] + NAV_AREA_HEAD_SIZE;
    parts->ends = parts->runs + runs_size;
    parts->text = parts->ends + ends_size;
    parts->text_size = size - NAV_AREA_HEAD_SIZE - runs_size - ends_size;
    // The ends share out the text: the last one is its size.
    uint32_t before = 0;
    for (uint32_t i = 0; i < parts->names; i++) {
        uint32_t end = nav_get_u32(parts->ends + 4 * (size_t)i);
        if (end < before || end > parts->text_size) {
            return false;
        }
        before = end;
    }
    return before == parts->text_size;
}

// Spreads the runs over the polygons; false when they do not share them out, or
// two that follow each other are of one area.
static bool spread_runs(const area_parts *parts, nav_mesh *mesh)
{
    uint32_t p = 0;
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const uint8_t *run = parts->runs + (size_t)i * NAV_AREA_RUN_SIZE;
        uint32_t end = nav_get_u32(run), area = nav_get_u32(run + 4);
        if (end <= p || end > mesh->info.polygons ||
            (p > 0 && mesh->area[p - 1] == area)) {
            return false;
        }
        while (p < end) {
            mesh->area[p++] = area;
        }
    }
    return p == mesh->info.polygons;
}

// Reads section AREA, if there is one, into a mesh that has its counts.
static nav_status read_areas(const file_sections *found, nav_mesh *mesh,
                             nav_error *error)
{
    area_parts parts;
    if (!found->at[NAV_AREA]) {
        return NAV_OK;
    }
    if (!find_area_parts(found, &parts)) {
        return nav_fail(error, NAV_FORMAT,
                        "section AREA does not have the size of its counts");
    }
    nav_status status = nav_mesh_new_areas(mesh, error);
    if (status != NAV_OK) {
        return status;
    }
    if (!spread_runs(&parts, mesh)) {
        return nav_fail(error, NAV_FORMAT,
                        "the runs of section AREA do not share out the "
                        "polygons");
    }
    uint32_t begin = 0;
    for (uint32_t i = 0; i < parts.names; i++) {
        uint32_t end = nav_get_u32(parts.ends + 4 * (size_t)i);
        if (nav_areas_add(&mesh->areas, (const char *)parts.text + begin,
                          end - begin) != NAV_OK) {
            return nav_fail_memory(error);
        }
        begin = end;
    }
    mesh->info.areas = parts.names;
    return nav_mesh_check_areas(mesh, error);
}

nav_status nav_mesh_read(const void *bytes, size_t size,
                         const nav_allocator *allocator, nav_mesh **mesh,
                         nav_error *error)
{
    const uint8_t *file = bytes;
    file_sections found = {{NULL}, {0}};
    nav_mesh_info info = {0};
    nav_status status = check_header(file, size, error);
    if (status == NAV_OK) {
        status = read_table(file, size, &found, error);
    }
    if (status == NAV_OK) {
        status = read_meta(&found, &info, error);
    }
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_mesh *made = NULL;
    if (status == NAV_OK) {
        status = nav_mesh_new(&mem, &info, &made, error);
    }
    if (status == NAV_OK && info.has_landmarks) {
        status = nav_mesh_new_landmarks(made, error);
    }
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    read_arrays(&found, made);
    status = nav_mesh_check_structure(made, error);
    if (status == NAV_OK) {
        status = read_areas(&found, made, error);
    }
    if (status == NAV_OK) {
        status = nav_mesh_check_geometry(made, error);
    }
    if (status == NAV_OK) {
        nav_mesh_finish(made);
        status = nav_mesh_check_landmarks(made, error);
    }
    if (status == NAV_OK && info.links > 0) {
        status = read_links(&found, info.links, made, error);
    }
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    *mesh = made;
    return NAV_OK;
}

nav_status nav_file_get_info(const void *bytes, size_t size,
                             nav_file_info *info, nav_error *error)
{
    const uint8_t *file = bytes;
    file_sections found = {{NULL}, {0}};
    nav_status status = check_header(file, size, error);
    if (status == NAV_OK) {
        status = read_table(file, size, &found, error);
    }
    if (status == NAV_OK) {
        *info =
            (nav_file_info){.version = nav_get_u32(file + NAV_VERSION_AT),
                            .sections = nav_get_u32(file + NAV_COUNT_AT),
                            .size = size,
                            .checksum = nav_get_u64(file + NAV_CHECKSUM_AT)};
    }
    return status;
}

nav_file_section nav_file_get_section(const void *bytes, uint32_t number)
{
    const uint8_t *entry = (const uint8_t *)bytes + NAV_HEADER_SIZE +
                           (size_t)number * NAV_ENTRY_SIZE;
    nav_file_section section = {
        .required = (nav_get_u32(entry + NAV_ENTRY_FLAGS_AT) &
                     NAV_SECTION_REQUIRED) != 0,
        .offset = nav_get_u64(entry + NAV_ENTRY_OFFSET_AT),
        .size = nav_get_u64(entry + NAV_ENTRY_SIZE_AT)};
    memcpy(section.tag, entry, 4);
    for (nav_section s = NAV_META; s < NAV_SECTIONS; s++) {
        section.known = section.known || memcmp(entry, NAV_TAG[s], 4) == 0;
    }
    return section;
}
