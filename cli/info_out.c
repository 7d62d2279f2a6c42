// info_out.c - all that --info tells of a mesh and its file.
//
// The file comes first: its version, its size, and that of each section.  Of
// the mesh, closed polygons and vertices of these alone are left out; those of
// the file itself stay as they are.
#include "info_out.h"

#include "json_out.h"
#include "mesh_out.h"

file_facts file_facts_of(const void *bytes, size_t size)
{
    file_facts facts = {.info = {.version = 0}};
    if (nav_file_get_info(bytes, size, &facts.info, NULL) == NAV_OK) {
        for (uint32_t i = 0; i < facts.info.sections; i++) {
            facts.section[i] = nav_file_get_section(bytes, i);
        }
    }
    return facts;
}

// --- Text ------------------------------------------------------------------

// A tag is bytes of the file, of which those that are no letters are not
// printed.
static void put_tag(out *o, const char *tag)
{
    for (int i = 0; i < 4; i++) {
        bool plain =
            tag[i] > ' ' && tag[i] <= '~' && tag[i] != '"' && tag[i] != '\\';
        out_char(o, plain ? tag[i] : '?');
    }
}

exit_code info_out_text(out *o, const nav_mesh *mesh, const file_facts *file,
                        int precision)
{
    out_text(o, "version: ");
    out_count(o, file->info.version);
    out_text(o, "\nbytes: ");
    out_count(o, file->info.size);
    out_char(o, '\n');
    for (uint32_t i = 0; i < file->info.sections; i++) {
        out_text(o, "section ");
        put_tag(o, file->section[i].tag);
        out_text(o, ": ");
        out_count(o, file->section[i].size);
        out_char(o, '\n');
    }
    exit_code code = mesh_out_info(o, mesh, precision);
    if (code == EXIT_DONE && nav_mesh_area_count(mesh) > 0) {
        code = mesh_out_areas(o, mesh, precision);
    }
    return code;
}

// --- JSON ------------------------------------------------------------------

static void put_pair(out *o, double a, double b, int precision)
{
    json_out_list(o, (const double[]){a, b}, 2, precision);
}

static void put_file(out *o, const file_facts *file)
{
    out_text(o, "{\"version\":");
    out_count(o, file->info.version);
    json_out_count(o, "bytes", file->info.size);
    json_out_key(o, "sections");
    for (uint32_t i = 0; i < file->info.sections; i++) {
        const nav_file_section *s = &file->section[i];
        out_text(o, i == 0 ? "[\n" : ",\n");
        out_text(o, "{\"tag\":\"");
        put_tag(o, s->tag);
        out_text(o, "\",\"bytes\":");
        out_count(o, s->size);
        out_text(o, s->required ? ",\"required\":true" : ",\"required\":false");
        out_text(o, s->known ? ",\"known\":true}" : ",\"known\":false}");
    }
    out_char(o, ']');
}

static void put_mesh(out *o, const nav_mesh_info *info, int precision)
{
    json_out_count(o, "vertices", info->vertices);
    json_out_count(o, "polygons", info->polygons);
    json_out_count(o, "edges", info->edges);
    json_out_count(o, "portals", info->portals);
    json_out_count(o, "islands", info->islands);
    json_out_count(o, "most_corners", info->most_corners);
    if (info->polygons > 0) {
        json_out_key(o, "bounds");
        out_char(o, '[');
        put_pair(o, info->bounds.min.x, info->bounds.min.y, precision);
        out_char(o, ',');
        put_pair(o, info->bounds.max.x, info->bounds.max.y, precision);
        out_char(o, ']');
    }
    json_out_number(o, "area", info->area, precision);
    json_out_number(o, "agent_radius", info->agent_radius, precision);
    json_out_count(o, "links", info->links);
    json_out_key(o, "landmarks");
    out_text(o, info->has_landmarks ? "true" : "false");
    if (info->has_heights && info->polygons > 0) {
        json_out_key(o, "heights");
        put_pair(o, info->lowest, info->highest, precision);
    }
    if (info->has_heights) {
        json_out_key(o, "up");
        out_text(o, info->up == NAV_UP_Y ? "\"y\"" : "\"z\"");
        json_out_count(o, "nonmanifold_edges", info->nonmanifold_edges);
    }
}

static exit_code put_areas(out *o, const nav_mesh *mesh, int precision)
{
    uint32_t count = nav_mesh_area_count(mesh);
    mesh_out_area *areas = mesh_out_measure_areas(mesh);
    if (areas == NULL) {
        return diag_memory();
    }
    json_out_key(o, "areas");
    out_char(o, '[');
    for (uint32_t i = 0; i < count; i++) {
        out_text(o, i == 0 ? "\n{\"name\":" : ",\n{\"name\":");
        json_out_area(o, mesh, i, false);
        out_text(o, ",\"polygons\":");
        out_count(o, areas[i].polygons);
        out_text(o, ",\"area\":");
        out_number(o, areas[i].size, precision);
        out_char(o, '}');
    }
    out_char(o, ']');
    mesh_out_free_areas(mesh, areas);
    return EXIT_DONE;
}

exit_code info_out_json(out *o, const nav_mesh *mesh, const file_facts *file,
                        int precision)
{
    nav_mesh_info info;
    exit_code code = mesh_out_measure(mesh, &info);
    if (code == EXIT_DONE) {
        put_file(o, file);
        put_mesh(o, &info, precision);
        code = put_areas(o, mesh, precision);
        out_text(o, "}\n");
    }
    return code;
}
