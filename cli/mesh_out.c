// mesh_out.c - a mesh described in words, and as Wavefront OBJ.
//
// In OBJ y is up and the plan lies in x and z, seen from above with z pointing
// down the page: a polygon that is counter-clockwise in the plan is clockwise
// there.  Faces therefore list their corners backwards, so that their front is
// their upper side.
#include "mesh_out.h"

static void put_count(out *o, const char *name, uint64_t count)
{
    out_text(o, name);
    out_text(o, ": ");
    out_count(o, count);
    out_char(o, '\n');
}

static void put_point(out *o, nav_vec2 point, int precision)
{
    out_number(o, point.x, precision);
    out_char(o, ',');
    out_number(o, point.y, precision);
}

void mesh_out_info(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    put_count(o, "vertices", info.vertices);
    put_count(o, "polygons", info.polygons);
    put_count(o, "edges", info.edges);
    put_count(o, "portals", info.portals);
    put_count(o, "islands", info.islands);
    put_count(o, "most_corners", info.most_corners);
    out_text(o, "bounds: ");
    put_point(o, info.bounds.min, precision);
    out_char(o, ' ');
    put_point(o, info.bounds.max, precision);
    out_text(o, "\narea: ");
    out_number(o, info.area, precision);
    out_char(o, '\n');
    if (info.links > 0) {
        put_count(o, "links", info.links);
    }
    if (info.has_heights) {
        out_text(o, "heights: ");
        out_number(o, info.lowest, precision);
        out_char(o, ' ');
        out_number(o, info.highest, precision);
        out_text(o, info.up == NAV_UP_Y ? "\nup: y\n" : "\nup: z\n");
        put_count(o, "nonmanifold_edges", info.nonmanifold_edges);
    }
}

void mesh_out_obj(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    for (nav_vert_id i = 0; i < info.vertices; i++) {
        out_text(o, "v ");
        out_number(o, vertex[i].x, precision);
        out_char(o, ' ');
        out_number(o, height != NULL ? height[i] : 0,
                   height != NULL ? precision : OUT_SHORTEST);
        out_char(o, ' ');
        out_number(o, vertex[i].y, precision);
        out_char(o, '\n');
    }
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        out_char(o, 'f');
        for (uint32_t i = polygon.count; i > 0; i--) {
            out_char(o, ' ');
            out_count(o, (uint64_t)polygon.corners[i - 1] + 1);
        }
        out_char(o, '\n');
    }
}
