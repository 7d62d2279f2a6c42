// html_out.c - a mesh and paths on it as a page to look at, in one file.
//
// A page is the text of cli/page, and data between its two parts, each in a
// script element that browsers do not run:
//
//     facts    JSON: names, counts, the options that paths were found with
//     mesh     base 64: the arrays that are drawn, in the order of put_arrays
//     answers  JSON: what navquery -f json would have printed
//     module   base 64: the library as WebAssembly, where it was built
//     file     base 64: the .nav file, which the module reads; with a module
//
// The mesh is there twice when there is a module.  What is drawn is the mesh as
// it is in this run, with areas closed and obstacles cut out, of which a .nav
// file cannot tell (nav_mesh_write); the module reads the file, and does to it
// what this run did.  A page that is only looked at needs no module.
//
// Nothing that comes from an input ends a script element: base 64 has no '<',
// and in JSON it is written as an escape, within strings, where alone it can
// stand.  The page's own script puts such strings into the document as text.
#include "html_out.h"

#include <math.h>
#include <string.h>

#include "base64.h"
#include "json_out.h"
#include "page_parts.h"

static void put_part(out *o, const page_part *part)
{
    // Written in pieces of any size, as bytes.
    out_bytes(o, (const char *)part->bytes, part->size);
}

static void begin_data(out *o, const char *id, const char *type)
{
    out_text(o, "<script type=\"");
    out_text(o, type);
    out_text(o, "\" id=\"");
    out_text(o, id);
    out_text(o, "\">");
}

static void end_data(out *o)
{
    out_text(o, "</script>\n");
}

// The last component of the name of a file: where it lies on the machine that
// made the page is of no interest on others.
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

static void put_areas(out *o, const query_options *options,
                      const nav_mesh *mesh)
{
    uint32_t count = nav_mesh_area_count(mesh);
    json_out_key(o, "areas");
    out_char(o, '[');
    for (uint32_t i = 0; i < count; i++) {
        out_text(o, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
        json_out_area(o, mesh, i, true);
        if (options->area_cost != NULL && options->area_cost[i] != 1) {
            json_out_number(o, "cost", options->area_cost[i], OUT_SHORTEST);
        }
        if (area_rules_ban(&options->areas, mesh, i)) {
            out_text(o, ",\"forbidden\":true");
        }
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void put_links(out *o, const nav_mesh *mesh)
{
    uint32_t count = nav_mesh_link_count(mesh);
    json_out_key(o, "links");
    out_char(o, '[');
    for (uint32_t i = 0; i < count; i++) {
        nav_offmesh_link link = nav_mesh_link(mesh, i);
        double ends[] = {link.from.x, link.from.y, link.to.x, link.to.y};
        out_text(o, i > 0 ? ",\n{\"ends\":" : "\n{\"ends\":");
        json_out_list(o, ends, 4, OUT_SHORTEST);
        json_out_number(o, "cost", link.cost, OUT_SHORTEST);
        if (link.kind != NULL) {
            json_out_key(o, "kind");
            json_out_page_string(o, link.kind);
        }
        out_text(o, link.oneway ? ",\"oneway\":true}" : "}");
    }
    out_char(o, ']');
}

// What an obstacle is, as a list of numbers after its kind.
static void put_outline(out *o, const nav_obstacle_spec *spec)
{
    double values[5];
    size_t count = 0;
    switch (spec->kind) {
    case NAV_OBSTACLE_POLYGON:
        out_char(o, '[');
        for (size_t i = 0; i < spec->point_count; i++) {
            if (i > 0) {
                out_char(o, ',');
            }
            out_number(o, spec->points[i].x, OUT_SHORTEST);
            out_char(o, ',');
            out_number(o, spec->points[i].y, OUT_SHORTEST);
        }
        out_char(o, ']');
        return;
    case NAV_OBSTACLE_BOX:
        values[count++] = spec->box.min.x;
        values[count++] = spec->box.min.y;
        values[count++] = spec->box.max.x;
        values[count++] = spec->box.max.y;
        break;
    case NAV_OBSTACLE_CIRCLE:
        values[count++] = spec->center.x;
        values[count++] = spec->center.y;
        values[count++] = spec->radius;
        break;
    case NAV_OBSTACLE_ORIENTED_BOX:
        values[count++] = spec->center.x;
        values[count++] = spec->center.y;
        values[count++] = spec->half.x;
        values[count++] = spec->half.y;
        values[count++] = spec->angle;
        break;
    }
    json_out_list(o, values, count, OUT_SHORTEST);
}

// Not those that are gone, or have no area, as in a picture.
static void put_obstacles(out *o, const nav_obstacles *obstacles, double cells)
{
    bool any = false;
    size_t count = obstacles != NULL ? nav_obstacles_count(obstacles) : 0;
    json_out_number(o, "obstacle_cells", cells, OUT_SHORTEST);
    json_out_key(o, "obstacles");
    out_char(o, '[');
    for (size_t i = 0; i < count; i++) {
        nav_obstacle_info info = nav_obstacles_get(obstacles, i);
        nav_obstacle_spec spec = info.spec;
        double heights[] = {spec.low, spec.high};
        if (info.is_removed || info.is_empty) {
            continue;
        }
        out_text(o, any ? ",\n{\"kind\":" : "\n{\"kind\":");
        any = true;
        out_count(o, (uint64_t)spec.kind);
        json_out_key(o, "values");
        put_outline(o, &spec);
        if (spec.has_heights) {
            json_out_key(o, "heights");
            json_out_list(o, heights, 2, OUT_SHORTEST);
        }
        if (spec.id != NULL) {
            json_out_key(o, "id");
            json_out_page_string(o, spec.id);
        }
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void put_counts(out *o, const nav_mesh_info *info)
{
    double bounds[] = {info->bounds.min.x, info->bounds.min.y,
                       info->bounds.max.x, info->bounds.max.y};
    json_out_count(o, "vertices", info->vertices);
    json_out_count(o, "polygons", info->polygons);
    json_out_count(o, "closed", info->closed);
    json_out_count(o, "portals", info->portals);
    json_out_number(o, "area", info->area, OUT_SHORTEST);
    json_out_key(o, "bounds");
    json_out_list(o, bounds, 4, OUT_SHORTEST);
    json_out_number(o, "agent_radius", info->agent_radius, OUT_SHORTEST);
    json_out_key(o, "up");
    out_text(o, !info->has_heights     ? "null"
                : info->up == NAV_UP_Y ? "\"y\""
                                       : "\"z\"");
}

// What the paths of this run were found with: the module is told the same.
static void put_search(out *o, const query_options *options)
{
    json_out_count(o, "search", (uint64_t)options->path.search);
    json_out_key(o, "snap");
    if (isfinite(options->path.snap)) {
        out_number(o, options->path.snap, OUT_SHORTEST);
    } else {
        out_text(o, "null");
    }
    json_out_count(o, "floor", (uint64_t)options->floor);
    json_out_key(o, "partial");
    out_text(o, options->path.partial ? "true" : "false");
    json_out_key(o, "costs");
    out_text(o, options->style.costs ? "true" : "false");
}

static void put_facts(out *o, const query_options *options, const carved *laid)
{
    nav_mesh_info info = nav_mesh_get_info(laid->mesh);
    begin_data(o, "facts", "application/json");
    out_text(o, "{\"version\":\"" NAV_VERSION "\"");
    json_out_key(o, "name");
    json_out_page_string(o, source_is_stdin(options->mesh)
                                ? "standard input"
                                : short_name(options->mesh));
    put_counts(o, &info);
    put_search(o, options);
    put_areas(o, options, laid->mesh);
    put_links(o, laid->mesh);
    put_obstacles(o, laid->obstacles, options->obstacle_cells);
    out_text(o, "}");
    end_data(o);
}

// The corners of all polygons that are not closed, or what lies across their
// edges.
static void put_corners(base64 *b, const nav_mesh *mesh, bool neighbours)
{
    uint32_t count = nav_mesh_get_info(mesh).polygons;
    for (nav_poly_id id = 0; id < count; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        const uint32_t *number =
            neighbours ? polygon.neighbours : polygon.corners;
        for (uint32_t i = 0; polygon.island != NAV_NONE && i < polygon.count;
             i++) {
            base64_u32(b, number[i]);
        }
    }
}

// The mesh: x and y of each vertex, then, if there are any, all heights; of
// each polygon the number of corners (0: closed), then of each the island, then
// the area; the corners of all polygons, and then their neighbours.
static void put_arrays(out *o, const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    base64 b = {.o = o};
    begin_data(o, "mesh", "text/plain");
    for (nav_vert_id i = 0; i < info.vertices; i++) {
        base64_f64(&b, vertex[i].x);
        base64_f64(&b, vertex[i].y);
    }
    for (nav_vert_id i = 0; height != NULL && i < info.vertices; i++) {
        base64_f64(&b, height[i]);
    }
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        base64_u32(&b, polygon.island == NAV_NONE ? 0 : polygon.count);
    }
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        base64_u32(&b, nav_mesh_polygon(mesh, id).island);
    }
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        base64_u32(&b, nav_mesh_polygon_area(mesh, id));
    }
    put_corners(&b, mesh, false);
    put_corners(&b, mesh, true);
    base64_end(&b);
    end_data(o);
}

static void put_bytes(out *o, const char *id, const void *bytes, size_t size)
{
    base64 b = {.o = o};
    begin_data(o, id, "text/plain");
    base64_bytes(&b, bytes, size);
    base64_end(&b);
    end_data(o);
}

void html_out_begin(out *o, const query_options *options, const carved *laid)
{
    put_part(o, &page_front);
    put_facts(o, options, laid);
    put_arrays(o, laid->mesh);
    begin_data(o, "answers", "application/json");
}

void html_out_end(out *o, const carved *laid)
{
    end_data(o);
    if (page_module.size > 0) {
        put_bytes(o, "module", page_module.bytes, page_module.size);
        put_bytes(o, "file", laid->file->bytes, laid->file->size);
    }
    put_part(o, &page_back);
}
