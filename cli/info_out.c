// info_out.c - all that --info tells of a mesh and its file.
//
// The file comes first: its version, its size, and that of each section.  Of
// the mesh, closed polygons and vertices of these alone are left out; those of
// the file itself stay as they are.
#include "info_out.h"

#include <stdlib.h>

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

static void put_name(out *o, const char *name)
{
    out_text(o, ",\n\"");
    out_text(o, name);
    out_text(o, "\":");
}

static void put_count(out *o, const char *name, uint64_t count)
{
    put_name(o, name);
    out_count(o, count);
}

static void put_pair(out *o, double a, double b, int precision)
{
    out_char(o, '[');
    out_number(o, a, precision);
    out_char(o, ',');
    out_number(o, b, precision);
    out_char(o, ']');
}

static void put_file(out *o, const file_facts *file)
{
    out_text(o, "{\"version\":");
    out_count(o, file->info.version);
    put_count(o, "bytes", file->info.size);
    put_name(o, "sections");
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
    put_count(o, "vertices", info->vertices);
    put_count(o, "polygons", info->polygons);
    put_count(o, "edges", info->edges);
    put_count(o, "portals", info->portals);
    put_count(o, "islands", info->islands);
    put_count(o, "most_corners", info->most_corners);
    if (info->polygons > 0) {
        put_name(o, "bounds");
        out_char(o, '[');
        put_pair(o, info->bounds.min.x, info->bounds.min.y, precision);
        out_char(o, ',');
        put_pair(o, info->bounds.max.x, info->bounds.max.y, precision);
        out_char(o, ']');
    }
    put_name(o, "area");
    out_number(o, info->area, precision);
    put_name(o, "agent_radius");
    out_number(o, info->agent_radius, precision);
    put_count(o, "links", info->links);
    put_name(o, "landmarks");
    out_text(o, info->has_landmarks ? "true" : "false");
    if (info->has_heights && info->polygons > 0) {
        put_name(o, "heights");
        put_pair(o, info->lowest, info->highest, precision);
    }
    if (info->has_heights) {
        put_name(o, "up");
        out_text(o, info->up == NAV_UP_Y ? "\"y\"" : "\"z\"");
        put_count(o, "nonmanifold_edges", info->nonmanifold_edges);
    }
}

static exit_code put_areas(out *o, const nav_mesh *mesh, int precision)
{
    uint32_t count = nav_mesh_area_count(mesh);
    double *size = calloc((size_t)count + 1, sizeof *size);
    uint32_t *polygons = calloc((size_t)count + 1, sizeof *polygons);
    exit_code code = EXIT_DONE;
    if (size == NULL || polygons == NULL) {
        code = diag_memory();
    } else {
        mesh_out_area_sizes(mesh, size, polygons);
        put_name(o, "areas");
        out_char(o, '[');
        for (uint32_t i = 0; i < count; i++) {
            out_text(o, i == 0 ? "\n{\"name\":" : ",\n{\"name\":");
            json_out_area(o, mesh, i);
            out_text(o, ",\"polygons\":");
            out_count(o, polygons[i]);
            out_text(o, ",\"area\":");
            out_number(o, size[i], precision);
            out_char(o, '}');
        }
        out_char(o, ']');
    }
    free(size);
    free(polygons);
    return code;
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
