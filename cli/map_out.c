// map_out.c - a mesh as a JSON map, which navbake reads.
//
// Polygons are written one by one, not as merged outlines.  The map is their
// union, so those with a common edge are joined when it is baked, those that
// have but a corner in common are not, and that is what the mesh says: no
// outline has to be traced through corners where several meet.  Numbers read
// back to the same doubles, so all of this is exact.
#include "map_out.h"

#include "json_out.h"

static void put_polygon(out *o, const nav_mesh *mesh, nav_poly_id id,
                        int precision)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, id);
    uint32_t area = nav_mesh_polygon_area(mesh, id);
    out_text(o, "{\"outer\":");
    for (uint32_t i = 0; i < polygon.count; i++) {
        out_char(o, i == 0 ? '[' : ',');
        json_out_point(o, vertex[polygon.corners[i]], precision);
    }
    out_char(o, ']');
    if (area != NAV_NONE) {
        out_text(o, ",\"area\":");
        json_out_area(o, mesh, area, false);
    }
    out_char(o, '}');
}

static void put_link(out *o, const nav_offmesh_link *link, int precision)
{
    out_text(o, "{\"from\":");
    json_out_point(o, link->from, precision);
    out_text(o, ",\"to\":");
    json_out_point(o, link->to, precision);
    json_out_link(o, link, precision);
    out_char(o, '}');
}

static void put_links(out *o, const nav_mesh *mesh, const bool *usable,
                      int precision)
{
    bool first = true;
    out_text(o, ",\n\"links\":[");
    for (uint32_t i = 0; i < nav_mesh_link_count(mesh); i++) {
        nav_offmesh_link link = nav_mesh_link(mesh, i);
        if (usable[i]) {
            out_text(o, first ? "\n" : ",\n");
            put_link(o, &link, precision);
            first = false;
        }
    }
    out_text(o, "\n]");
}

void map_out_json(out *o, const nav_mesh *mesh, const bool *usable,
                  int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    bool first = true;
    out_text(o, "{\"polygons\":[");
    // A closed pipe or a full disk is reported when the output is closed.
    for (nav_poly_id id = 0; id < info.polygons && o->error == 0; id++) {
        if (nav_mesh_polygon(mesh, id).island != NAV_NONE) {
            out_text(o, first ? "\n" : ",\n");
            put_polygon(o, mesh, id, precision);
            first = false;
        }
    }
    out_text(o, "\n]");
    if (info.links > 0) {
        put_links(o, mesh, usable, precision);
    }
    out_text(o, "}\n");
}
