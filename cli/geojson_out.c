// geojson_out.c - answers, and the mesh itself, as GeoJSON (RFC 7946).
//
// A polygon of the mesh is a Polygon, a link and a path a LineString, a place a
// Point; what there is to tell of it stands in the properties, and what has no
// place in the plane has a null geometry.  Rings run counter-clockwise in the
// plan and come back to their first position, as the standard asks for; its
// coordinates are degrees on the Earth, ours are those of the map, whatever
// they are.
//
// A LineString has two positions or more, so a path that is one point has that
// twice.
//
// Reference: H. Butler et al., "The GeoJSON Format", RFC 7946, 2016.
#include "geojson_out.h"

#include <string.h>

#include "json_out.h"

static void put_position(out *o, nav_vec2 plan, const double *height,
                         int precision)
{
    out_char(o, '[');
    out_number(o, plan.x, precision);
    out_char(o, ',');
    out_number(o, plan.y, precision);
    if (height != NULL) {
        out_char(o, ',');
        out_number(o, *height, precision);
    }
    out_char(o, ']');
}

void geojson_out_begin(out *o, const nav_mesh *mesh, int precision)
{
    double radius = nav_mesh_get_info(mesh).agent_radius;
    out_text(o, "{\"type\":\"FeatureCollection\",");
    if (radius > 0) {
        // A member of our own, which the standard allows.
        out_text(o, "\"agent_radius\":");
        out_number(o, radius, precision);
        out_char(o, ',');
    }
    out_text(o, "\"features\":[");
}

void geojson_out_end(out *o)
{
    out_text(o, "\n]}\n");
}

// --- The mesh --------------------------------------------------------------

static void put_ring(out *o, const nav_mesh *mesh, const nav_polygon *polygon,
                     int precision)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    for (uint32_t i = 0; i <= polygon->count; i++) {
        nav_vert_id v = polygon->corners[i < polygon->count ? i : 0];
        if (i > 0) {
            out_char(o, ',');
        }
        put_position(o, vertex[v], height != NULL ? &height[v] : NULL,
                     precision);
    }
}

static void put_polygon(out *o, const nav_mesh *mesh, nav_poly_id id,
                        int precision)
{
    nav_polygon polygon = nav_mesh_polygon(mesh, id);
    uint32_t area = nav_mesh_polygon_area(mesh, id);
    out_text(o, "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\","
                "\"coordinates\":[[");
    put_ring(o, mesh, &polygon, precision);
    out_text(o, "]]},\"properties\":{\"polygon\":");
    out_count(o, id);
    out_text(o, ",\"area\":");
    if (area == NAV_NONE) {
        out_text(o, "null");
    } else {
        json_out_area(o, mesh, area, false);
    }
    out_text(o, ",\"island\":");
    out_count(o, polygon.island);
    out_text(o, "}}");
}

static void put_link(out *o, const nav_mesh *mesh, uint32_t number,
                     int precision)
{
    nav_offmesh_link link = nav_mesh_link(mesh, number);
    bool heights = nav_mesh_heights(mesh) != NULL;
    out_text(o, "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\","
                "\"coordinates\":[");
    put_position(o, link.from, heights ? &link.from_height : NULL, precision);
    out_char(o, ',');
    put_position(o, link.to, heights ? &link.to_height : NULL, precision);
    out_text(o, "]},\"properties\":{\"link\":");
    out_count(o, number);
    json_out_link(o, &link, precision);
    out_text(o, "}}");
}

void geojson_out_mesh(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    bool first = true;
    // A closed pipe or a full disk is reported when the output is closed.
    for (nav_poly_id id = 0; id < info.polygons && o->error == 0; id++) {
        if (nav_mesh_polygon(mesh, id).island != NAV_NONE) {
            out_text(o, first ? "\n" : ",\n");
            put_polygon(o, mesh, id, precision);
            first = false;
        }
    }
    for (uint32_t i = 0; i < info.links; i++) {
        out_text(o, first ? "\n" : ",\n");
        put_link(o, mesh, i, precision);
        first = false;
    }
}

// --- Answers ---------------------------------------------------------------

static void put_path(out *o, const answer_style *style, const nav_path *path)
{
    size_t count = path->waypoint_count;
    out_text(o, "{\"type\":\"LineString\",\"coordinates\":[");
    for (size_t i = 0; i < (count > 1 ? count : 2); i++) {
        size_t at = i < count ? i : 0;
        if (i > 0) {
            out_char(o, ',');
        }
        put_position(o, path->waypoints[at],
                     style->heights ? &path->heights[at] : NULL,
                     style->precision);
    }
    out_text(o, "]}");
}

static void put_place(out *o, const answer_style *style,
                      const nav_location *location)
{
    out_text(o, "{\"type\":\"Point\",\"coordinates\":");
    put_position(o, location->point, style->heights ? &location->height : NULL,
                 style->precision);
    out_char(o, '}');
}

static void put_geometry(out *o, const answer_style *style, const answer *a)
{
    if (style->kind == ANSWER_PATH && a->found) {
        put_path(o, style, &a->path);
    } else if (style->kind == ANSWER_LOCATION && !a->bad &&
               a->location.polygon != NAV_NONE) {
        put_place(o, style, &a->location);
    } else {
        out_text(o, "null");
    }
}

static void put_properties(out *o, const answer_style *style, const answer *a)
{
    out_char(o, '{');
    json_out_names(o, a, false);
    if (style->kind == ANSWER_PATH && a->found) {
        json_out_measures(o, style, a);
    } else if (style->kind == ANSWER_LOCATION && !a->bad &&
               a->location.polygon != NAV_NONE) {
        out_text(o, ",\"polygon\":");
        out_count(o, a->location.polygon);
        out_text(o, ",\"distance\":");
        out_number(o, a->location.distance, style->precision);
    }
    out_char(o, '}');
}

void geojson_out_answer(out *o, const answer_style *style, const answer *a,
                        bool first)
{
    out_text(o, first ? "\n" : ",\n");
    out_text(o, "{\"type\":\"Feature\",\"id\":");
    json_out_id(o, a);
    out_text(o, ",\"geometry\":");
    put_geometry(o, style, a);
    out_text(o, ",\"properties\":");
    put_properties(o, style, a);
    out_char(o, '}');
}
