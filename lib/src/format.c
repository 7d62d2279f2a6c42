// format.c - meshes to bytes and back; man/navmesh.5 describes the format.
//
// A file is a header, a table of sections, and the sections, all little-endian
// and aligned to eight bytes.  Written are only the four arrays that make a
// mesh, and its heights and links; everything else follows from them (mesh.c),
// so two files of one mesh cannot differ and a file cannot contradict itself.
//
// The reader trusts nothing: the size is the one in the header, the checksum
// fits, every section lies inside the file, and every count fits its section,
// before a byte of it is used.  Memory is asked for only after the counts are
// known to be backed by bytes, about twice as many as the file has.  What
// remains is then checked as any mesh is.
#include "crc64.h"
#include "error.h"
#include "mesh.h"
#include "surface.h"

#include <string.h>

// The layout, in bytes; see navmesh(5).
enum {
    VERSION = 1,
    HEADER_SIZE = 32,
    VERSION_AT = 8,
    COUNT_AT = 12,
    SIZE_AT = 16,
    CHECKSUM_AT = 24,
    ENTRY_SIZE = 24,
    ENTRY_FLAGS_AT = 4,
    ENTRY_OFFSET_AT = 8,
    ENTRY_SIZE_AT = 16,
    META_SIZE = 16,
    AGNT_SIZE = 8,
    SECTIONS_MOST = 64,
    AREA_HEAD_SIZE = 8,
    AREA_RUN_SIZE = 8
};

// A section with this flag may not be skipped by readers that do not know it.
enum { SECTION_REQUIRED = 1 };

// Not text: the first byte is no ASCII, and the line ends show whether somebody
// has converted them.
static const uint8_t MAGIC[8] = {0x89, 'N', 'A', 'V', '\r', '\n', 0x1a, '\n'};

typedef enum section {
    META,
    VERT,
    POLY,
    CORN,
    TWIN,
    HGHT,
    LAND,
    AGNT,
    AREA,
    LINK,
    SECTIONS
} section;

static const char TAG[SECTIONS][5] = {"META", "VERT", "POLY", "CORN", "TWIN",
                                      "HGHT", "LAND", "AGNT", "AREA", "LINK"};

// Flags in META.
enum { FLAG_HEIGHTS = 1, FLAG_UP_Z = 2 };

// Section LINK: a head with the number of links and the size of the text, the
// links, the text of their kinds.
enum {
    LINK_HEAD_SIZE = 8,
    LINK_SIZE = 56,
    LINK_COST_AT = 32,
    LINK_POLYGONS_AT = 40,
    LINK_KIND_AT = 48,
    LINK_FLAGS_AT = 52
};

// Flags of a link.
enum { LINK_ONEWAY = 1 };

// ---------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static void put_u64(uint8_t *at, uint64_t value)
{
    put_u32(at, (uint32_t)value);
    put_u32(at + 4, (uint32_t)(value >> 32));
}

static void put_double(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(at, bits);
}

// The one NaN that is written, whatever the processor made.
static void put_float(uint8_t *at, float value)
{
    uint32_t bits = 0x7fc00000;
    if (value == value) {
        memcpy(&bits, &value, sizeof bits);
    }
    put_u32(at, bits);
}

static uint32_t get_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
           (uint32_t)at[3] << 24;
}

static uint64_t get_u64(const uint8_t *at)
{
    return get_u32(at) | (uint64_t)get_u32(at + 4) << 32;
}

static double get_double(const uint8_t *at)
{
    uint64_t bits = get_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float get_float(const uint8_t *at)
{
    uint32_t bits = get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void put_u32_array(uint8_t *at, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_u32(at + 4 * i, values[i]);
    }
}

static void get_u32_array(const uint8_t *at, uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = get_u32(at + 4 * i);
    }
}

// The checksum of a file, its own eight bytes taken as zero.
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    static const uint8_t zero[8] = {0};
    uint64_t crc = nav_crc64(0, bytes, CHECKSUM_AT);
    crc = nav_crc64(crc, zero, sizeof zero);
    return nav_crc64(crc, bytes + HEADER_SIZE, size - HEADER_SIZE);
}

// ---------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------

static uint64_t section_size(const nav_mesh_info *info, section s)
{
    switch (s) {
    case META:
        return META_SIZE;
    case VERT:
        return (uint64_t)info->vertices * 16;
    case POLY:
        return ((uint64_t)info->polygons + 1) * 4;
    case CORN:
    case TWIN:
        return (uint64_t)info->edges * 4;
    case HGHT:
        return info->has_heights ? (uint64_t)info->vertices * 8 : 0;
    case LAND:
        return info->has_landmarks
                   ? (uint64_t)info->vertices * 4 * NAV_LANDMARKS
                   : 0;
    case AGNT:
        return info->agent_radius > 0 ? AGNT_SIZE : 0;
    case AREA: // these two have their counts in themselves
    case LINK:
    case SECTIONS:
        break;
    }
    return 0;
}

// Of section LINK, with so many bytes of kinds.
static uint64_t links_size(uint32_t links, uint64_t kinds)
{
    return LINK_HEAD_SIZE + (uint64_t)links * LINK_SIZE + kinds;
}

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

static uint64_t written_size(const nav_mesh *mesh, section s)
{
    if (s == LINK) {
        return links_size(mesh->info.links, mesh->link_kind_size);
    }
    if (s != AREA) {
        return section_size(&mesh->info, s);
    }
    return AREA_HEAD_SIZE + (uint64_t)count_runs(mesh) * AREA_RUN_SIZE +
           (uint64_t)mesh->info.areas * 4 + mesh->areas.text_size;
}

// Whether a mesh has this section; most are always there.
static bool has_section(const nav_mesh_info *info, section s)
{
    return (s != HGHT || info->has_heights) &&
           (s != LAND || info->has_landmarks) &&
           (s != AGNT || info->agent_radius > 0) &&
           (s != AREA || info->areas > 0) && (s != LINK || info->links > 0);
}

// Only a mesh with heights has an axis that points up.
static uint32_t flags_of(const nav_mesh_info *info)
{
    if (!info->has_heights) {
        return 0;
    }
    return FLAG_HEIGHTS | (info->up == NAV_UP_Z ? FLAG_UP_Z : 0u);
}

static uint64_t align(uint64_t size)
{
    return (size + 7) / 8 * 8;
}

static void put_point(uint8_t *at, nav_vec2 point)
{
    put_double(at, point.x);
    put_double(at + 8, point.y);
}

static void put_links(const nav_mesh *mesh, uint8_t *at)
{
    put_u32(at, mesh->info.links);
    put_u32(at + 4, (uint32_t)mesh->link_kind_size);
    at += LINK_HEAD_SIZE;
    for (uint32_t i = 0; i < mesh->info.links; i++, at += LINK_SIZE) {
        const nav_offmesh_link *link = &mesh->link[i];
        put_point(at, link->from);
        put_point(at + 16, link->to);
        put_double(at + LINK_COST_AT, link->cost);
        put_u32(at + LINK_POLYGONS_AT, link->from_polygon);
        put_u32(at + LINK_POLYGONS_AT + 4, link->to_polygon);
        put_u32(at + LINK_KIND_AT,
                link->kind ? (uint32_t)(link->kind - mesh->link_kind)
                           : NAV_NONE);
        put_u32(at + LINK_FLAGS_AT, link->oneway ? LINK_ONEWAY : 0);
    }
    memcpy(at, mesh->link_kind, mesh->link_kind_size);
}

static void put_areas(const nav_mesh *mesh, uint8_t *at)
{
    const nav_areas *areas = &mesh->areas;
    put_u32(at, (uint32_t)areas->count);
    put_u32(at + 4, count_runs(mesh));
    at += AREA_HEAD_SIZE;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (ends_run(mesh, p)) {
            put_u32(at, p + 1);
            put_u32(at + 4, mesh->area[p]);
            at += AREA_RUN_SIZE;
        }
    }
    for (size_t i = 0; i < areas->count; i++, at += 4) {
        put_u32(at, (uint32_t)areas->end[i]);
    }
    memcpy(at, areas->text, areas->text_size);
}

static void put_section(const nav_mesh *mesh, section s, uint8_t *at)
{
    const nav_mesh_info *info = &mesh->info;
    switch (s) {
    case META:
        put_u32(at, info->vertices);
        put_u32(at + 4, info->polygons);
        put_u32(at + 8, info->edges);
        put_u32(at + 12, flags_of(info));
        break;
    case VERT:
        for (size_t v = 0; v < info->vertices; v++) {
            put_point(at + 16 * v, mesh->vertex[v]);
        }
        break;
    case POLY:
        put_u32_array(at, mesh->first, (size_t)info->polygons + 1);
        break;
    case CORN:
        put_u32_array(at, mesh->corner, info->edges);
        break;
    case TWIN:
        put_u32_array(at, mesh->twin, info->edges);
        break;
    case HGHT:
        for (size_t v = 0; v < info->vertices; v++) {
            put_double(at + 8 * v, mesh->height[v]);
        }
        break;
    case LAND:
        for (size_t i = 0; i < (size_t)info->vertices * NAV_LANDMARKS; i++) {
            put_float(at + 4 * i, mesh->landmark[i]);
        }
        break;
    case AGNT:
        put_double(at, info->agent_radius);
        break;
    case AREA:
        put_areas(mesh, at);
        break;
    case LINK:
        put_links(mesh, at);
        break;
    case SECTIONS:
        break;
    }
}

// Writes the header, but for the checksum, and lays out the sections.
static void put_header(const nav_mesh *mesh, uint32_t count, uint64_t total,
                       uint8_t *file, uint64_t offset[SECTIONS])
{
    memcpy(file, MAGIC, sizeof MAGIC);
    put_u32(file + VERSION_AT, VERSION);
    put_u32(file + COUNT_AT, count);
    put_u64(file + SIZE_AT, total);
    uint8_t *entry = file + HEADER_SIZE;
    uint64_t at = HEADER_SIZE + (uint64_t)count * ENTRY_SIZE;
    for (section s = META; s < SECTIONS; s++) {
        if (has_section(&mesh->info, s)) {
            uint64_t section_bytes = written_size(mesh, s);
            memcpy(entry, TAG[s], 4);
            // Landmarks only save time; the radius and areas matter to those
            // who ask.
            bool skippable = s == LAND || s == AGNT || s == AREA;
            put_u32(entry + ENTRY_FLAGS_AT, skippable ? 0 : SECTION_REQUIRED);
            put_u64(entry + ENTRY_OFFSET_AT, at);
            put_u64(entry + ENTRY_SIZE_AT, section_bytes);
            offset[s] = at;
            at += align(section_bytes);
            entry += ENTRY_SIZE;
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
    uint64_t total = HEADER_SIZE;
    for (section s = META; s < SECTIONS; s++) {
        if (has_section(info, s)) {
            count++;
            total += ENTRY_SIZE + align(written_size(mesh, s));
        }
    }
    uint8_t *file =
        total <= SIZE_MAX ? nav_mem_new(&mesh->mem, (size_t)total, 1) : NULL;
    if (!file) {
        return nav_fail_memory(error);
    }
    memset(file, 0, (size_t)total);
    uint64_t offset[SECTIONS] = {0};
    put_header(mesh, count, total, file, offset);
    for (section s = META; s < SECTIONS; s++) {
        if (has_section(info, s)) {
            put_section(mesh, s, file + offset[s]);
        }
    }
    put_u64(file + CHECKSUM_AT, checksum(file, (size_t)total));
    *bytes = file;
    *size = (size_t)total;
    return NAV_OK;
}

void nav_bytes_free(const nav_mesh *mesh, void *bytes, size_t size)
{
    nav_mem_free(&mesh->mem, bytes, size, 1);
}

// ---------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------

// Where the sections of a file are; NULL for those that are missing.
typedef struct file_sections {
    const uint8_t *at[SECTIONS];
    uint64_t size[SECTIONS];
} file_sections;

static nav_status check_header(const uint8_t *file, size_t size,
                               nav_error *error)
{
    if (size < HEADER_SIZE || memcmp(file, MAGIC, sizeof MAGIC) != 0) {
        return nav_fail(error, NAV_FORMAT,
                        size == 0 ? "the file is empty" : "not a navmesh file");
    }
    uint32_t version = get_u32(file + VERSION_AT);
    if (version != VERSION) {
        return nav_fail(error, NAV_FORMAT, "format version %u is not supported",
                        version);
    }
    uint64_t declared = get_u64(file + SIZE_AT);
    if (declared != size) {
        return nav_fail(error, NAV_FORMAT,
                        "the file has %zu bytes where %llu were written", size,
                        (unsigned long long)declared);
    }
    if (get_u64(file + CHECKSUM_AT) != checksum(file, size)) {
        return nav_fail(error, NAV_FORMAT,
                        "the checksum does not fit: the file is damaged");
    }
    return NAV_OK;
}

static nav_status read_entry(const uint8_t *file, size_t size,
                             const uint8_t *entry, file_sections *found,
                             nav_error *error)
{
    uint64_t offset = get_u64(entry + ENTRY_OFFSET_AT);
    uint64_t length = get_u64(entry + ENTRY_SIZE_AT);
    if (offset % 8 != 0 || offset > size || length > size - offset) {
        return nav_fail(error, NAV_FORMAT,
                        "a section lies outside of the file");
    }
    for (section s = META; s < SECTIONS; s++) {
        if (memcmp(entry, TAG[s], 4) == 0) {
            if (found->at[s]) {
                return nav_fail(error, NAV_FORMAT, "section %s comes twice",
                                TAG[s]);
            }
            found->at[s] = file + offset;
            found->size[s] = length;
            return NAV_OK;
        }
    }
    if (get_u32(entry + ENTRY_FLAGS_AT) & SECTION_REQUIRED) {
        return nav_fail(error, NAV_FORMAT,
                        "the file needs a newer version of this program");
    }
    return NAV_OK;
}

static nav_status read_table(const uint8_t *file, size_t size,
                             file_sections *found, nav_error *error)
{
    uint32_t count = get_u32(file + COUNT_AT);
    if (count > SECTIONS_MOST || count > (size - HEADER_SIZE) / ENTRY_SIZE) {
        return nav_fail(error, NAV_FORMAT, "the section table is too long");
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *entry = file + HEADER_SIZE + (size_t)i * ENTRY_SIZE;
        nav_status status = read_entry(file, size, entry, found, error);
        if (status != NAV_OK) {
            return status;
        }
    }
    for (section s = META; s < HGHT; s++) {
        if (!found->at[s]) {
            return nav_fail(error, NAV_FORMAT, "section %s is missing", TAG[s]);
        }
    }
    return NAV_OK;
}

// The number of links, if there are any, whose section has just the bytes for
// them and the text of their kinds.
static nav_status read_link_head(const file_sections *found,
                                 nav_mesh_info *info, nav_error *error)
{
    if (!found->at[LINK]) {
        return NAV_OK;
    }
    bool has_head = found->size[LINK] >= LINK_HEAD_SIZE;
    info->links = has_head ? get_u32(found->at[LINK]) : 0;
    // Without links there is no section.
    if (info->links == 0) {
        return nav_fail(error, NAV_FORMAT, "section LINK is not understood");
    }
    if (found->size[LINK] !=
        links_size(info->links, get_u32(found->at[LINK] + 4))) {
        return nav_fail(error, NAV_FORMAT,
                        "section LINK does not have the size of its counts");
    }
    return NAV_OK;
}

// Reads the counts, and checks that the sections have just the bytes for them.
static nav_status read_meta(const file_sections *found, nav_mesh_info *info,
                            nav_error *error)
{
    uint32_t flags =
        found->size[META] == META_SIZE ? get_u32(found->at[META] + 12) : ~0u;
    info->has_heights = (flags & FLAG_HEIGHTS) != 0;
    info->up = flags & FLAG_UP_Z ? NAV_UP_Z : NAV_UP_Y;
    if (flags != flags_of(info)) {
        return nav_fail(error, NAV_FORMAT, "section META is not understood");
    }
    if (info->has_heights != (found->at[HGHT] != NULL)) {
        return nav_fail(error, NAV_FORMAT,
                        "section HGHT does not agree with META");
    }
    info->vertices = get_u32(found->at[META]);
    info->polygons = get_u32(found->at[META] + 4);
    info->edges = get_u32(found->at[META] + 8);
    info->has_landmarks = found->at[LAND] != NULL;
    if (found->at[AGNT]) {
        double radius =
            found->size[AGNT] == AGNT_SIZE ? get_double(found->at[AGNT]) : 0;
        if (!(radius >= NAV_COORD_MIN && radius <= NAV_COORD_MAX)) {
            return nav_fail(error, NAV_FORMAT,
                            "section AGNT is not one legal radius");
        }
        info->agent_radius = radius;
    }
    for (section s = VERT; s < AREA; s++) {
        if (found->size[s] != section_size(info, s)) {
            return nav_fail(error, NAV_FORMAT,
                            "section %s does not have the size of its counts",
                            TAG[s]);
        }
    }
    return read_link_head(found, info, error);
}

static void read_arrays(const file_sections *found, nav_mesh *mesh)
{
    for (size_t v = 0; v < mesh->info.vertices; v++) {
        const uint8_t *at = found->at[VERT] + 16 * v;
        mesh->vertex[v] = (nav_vec2){get_double(at), get_double(at + 8)};
    }
    for (size_t v = 0; mesh->height && v < mesh->info.vertices; v++) {
        mesh->height[v] = get_double(found->at[HGHT] + 8 * v);
    }
    for (size_t i = 0;
         mesh->landmark && i < (size_t)mesh->info.vertices * NAV_LANDMARKS;
         i++) {
        mesh->landmark[i] = get_float(found->at[LAND] + 4 * i);
    }
    get_u32_array(found->at[POLY], mesh->first,
                  (size_t)mesh->info.polygons + 1);
    get_u32_array(found->at[CORN], mesh->corner, mesh->info.edges);
    get_u32_array(found->at[TWIN], mesh->twin, mesh->info.edges);
}

// Whether the text of kinds is made of words, each ended by a NUL, in the order
// of the first link of each: so that two files of one mesh cannot differ.
static bool are_kinds_in_order(const uint8_t *links, uint32_t count,
                               const uint8_t *text, size_t size)
{
    size_t seen = 0; // bytes of the words met so far
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = get_u32(links + (size_t)i * LINK_SIZE + LINK_KIND_AT);
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
    const uint8_t *at = found->at[LINK] + LINK_HEAD_SIZE;
    const uint8_t *text = at + (size_t)count * LINK_SIZE;
    size_t size = get_u32(found->at[LINK] + 4);
    if (!are_kinds_in_order(at, count, text, size)) {
        return nav_fail(error, NAV_FORMAT,
                        "the kinds of links are not in order");
    }
    nav_status status = nav_mesh_new_links(mesh, count, size, error);
    if (status != NAV_OK) {
        return status;
    }
    memcpy(mesh->link_kind, text, size);
    for (uint32_t i = 0; i < count; i++, at += LINK_SIZE) {
        uint32_t kind = get_u32(at + LINK_KIND_AT);
        uint32_t flags = get_u32(at + LINK_FLAGS_AT);
        mesh->link[i] = (nav_offmesh_link){
            .from = {get_double(at), get_double(at + 8)},
            .to = {get_double(at + 16), get_double(at + 24)},
            .from_polygon = get_u32(at + LINK_POLYGONS_AT),
            .to_polygon = get_u32(at + LINK_POLYGONS_AT + 4),
            .cost = get_double(at + LINK_COST_AT),
            .oneway = flags == LINK_ONEWAY,
            .kind = kind == NAV_NONE ? NULL : mesh->link_kind + kind};
        if (flags > LINK_ONEWAY) {
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
    uint64_t size = found->size[AREA];
    if (size < AREA_HEAD_SIZE) {
        return false;
    }
    parts->names = get_u32(found->at[AREA]);
    parts->run_count = get_u32(found->at[AREA] + 4);
    uint64_t runs_size = (uint64_t)parts->run_count * AREA_RUN_SIZE;
    uint64_t ends_size = (uint64_t)parts->names * 4;
    if (parts->names == 0 || runs_size + ends_size > size - AREA_HEAD_SIZE) {
        return false;
    }
    parts->runs = found->at[AREA] + AREA_HEAD_SIZE;
    parts->ends = parts->runs + runs_size;
    parts->text = parts->ends + ends_size;
    parts->text_size = size - AREA_HEAD_SIZE - runs_size - ends_size;
    // The ends share out the text: the last one is its size.
    uint32_t before = 0;
    for (uint32_t i = 0; i < parts->names; i++) {
        uint32_t end = get_u32(parts->ends + 4 * (size_t)i);
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
        const uint8_t *run = parts->runs + (size_t)i * AREA_RUN_SIZE;
        uint32_t end = get_u32(run), area = get_u32(run + 4);
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
    if (!found->at[AREA]) {
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
        uint32_t end = get_u32(parts.ends + 4 * (size_t)i);
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
