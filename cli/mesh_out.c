// mesh_out.c - a mesh described in words, and as Wavefront OBJ.
//
// In OBJ y is up and the plan lies in x and z, seen from above with z pointing
// down the page: a polygon that is counter-clockwise in the plan is clockwise
// there.  Faces therefore list their corners backwards, so that their front is
// their upper side.
//
// Obstacles close polygons, and put others behind all that there are.  What is
// closed is no part of what is walkable, and is not told of.
#include "mesh_out.h"

#include "memory.h"

static void put_count(out *o, const char *name, uint64_t count)
{
    out_text(o, name);
    out_text(o, ": ");
    out_count(o, count);
    out_char(o, '\n');
}

static void put_area_name(out *o, const nav_mesh *mesh, uint32_t area)
{
    size_t size = 0;
    const char *name =
        area == NAV_NONE ? "" : nav_mesh_area_name(mesh, area, &size);
    out_bytes(o, name, size);
}

static void put_point(out *o, nav_vec2 point, int precision)
{
    out_number(o, point.x, precision);
    out_char(o, ',');
    out_number(o, point.y, precision);
}

// The number of each vertex among those that polygons have which are not
// closed, NAV_NONE for others; NULL without memory.
static nav_vert_id *number_vertices(const nav_mesh *mesh,
                                    const nav_mesh_info *info)
{
    nav_vert_id *number = memory_array(info->vertices, sizeof *number);
    nav_vert_id used = 0;
    if (number == NULL) {
        return NULL;
    }
    for (nav_vert_id i = 0; i < info->vertices; i++) {
        number[i] = info->closed > 0 ? NAV_NONE : 0;
    }
    for (nav_poly_id id = 0; id < info->polygons && info->closed > 0; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        for (uint32_t i = 0; i < polygon.count; i++) {
            if (polygon.island != NAV_NONE) {
                number[polygon.corners[i]] = 0;
            }
        }
    }
    for (nav_vert_id i = 0; i < info->vertices; i++) {
        number[i] = number[i] == 0 ? used++ : NAV_NONE;
    }
    return number;
}

static void grow(nav_box *box, nav_vec2 p)
{
    box->min.x = p.x < box->min.x ? p.x : box->min.x;
    box->min.y = p.y < box->min.y ? p.y : box->min.y;
    box->max.x = p.x > box->max.x ? p.x : box->max.x;
    box->max.y = p.y > box->max.y ? p.y : box->max.y;
}

// Counts polygons, edges and corners again, without those that are closed.
static void count_open_polygons(const nav_mesh *mesh, nav_mesh_info *info)
{
    uint32_t polygons = info->polygons;
    info->polygons -= info->closed;
    info->edges = 0;
    info->most_corners = 0;
    for (nav_poly_id id = 0; id < polygons; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        if (polygon.island != NAV_NONE) {
            info->edges += polygon.count;
            info->most_corners = polygon.count > info->most_corners
                                     ? polygon.count
                                     : info->most_corners;
        }
    }
}

// Counts and measures vertices again, of which those without a number are left
// out.
static void count_vertices(const nav_mesh *mesh, const nav_vert_id *number,
                           nav_mesh_info *info)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    uint32_t count = 0;
    for (nav_vert_id i = 0; i < info->vertices; i++) {
        if (number[i] == NAV_NONE) {
            continue;
        }
        double h = height != NULL ? height[i] : 0;
        if (count++ == 0) {
            info->bounds = (nav_box){vertex[i], vertex[i]};
            info->lowest = h;
            info->highest = h;
        }
        grow(&info->bounds, vertex[i]);
        info->lowest = h < info->lowest ? h : info->lowest;
        info->highest = h > info->highest ? h : info->highest;
    }
    info->vertices = count;
}

exit_code mesh_out_count_islands(const nav_mesh *mesh, uint32_t *islands)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    size_t room = (size_t)info.islands + 1;
    bool *seen = memory_array(room, sizeof *seen);
    if (seen == NULL) {
        return diag_memory();
    }
    *islands = 0;
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        uint32_t island = nav_mesh_polygon(mesh, id).island;
        if (island != NAV_NONE && !seen[island]) {
            seen[island] = true;
            ++*islands;
        }
    }
    memory_array_free(seen, room, sizeof *seen);
    return EXIT_DONE;
}

exit_code mesh_out_measure(const nav_mesh *mesh, nav_mesh_info *info)
{
    *info = nav_mesh_get_info(mesh);
    if (info->closed == 0) {
        return EXIT_DONE;
    }
    nav_vert_id *number = number_vertices(mesh, info);
    if (number == NULL) {
        return diag_memory();
    }
    size_t numbers = info->vertices;
    exit_code code = mesh_out_count_islands(mesh, &info->islands);
    count_open_polygons(mesh, info);
    count_vertices(mesh, number, info);
    memory_array_free(number, numbers, sizeof *number);
    return code;
}

exit_code mesh_out_info(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info;
    exit_code code = mesh_out_measure(mesh, &info);
    if (code != EXIT_DONE) {
        return code;
    }
    put_count(o, "vertices", info.vertices);
    put_count(o, "polygons", info.polygons);
    put_count(o, "edges", info.edges);
    put_count(o, "portals", info.portals);
    put_count(o, "islands", info.islands);
    put_count(o, "most_corners", info.most_corners);
    if (info.polygons > 0) {
        out_text(o, "bounds: ");
        put_point(o, info.bounds.min, precision);
        out_char(o, ' ');
        put_point(o, info.bounds.max, precision);
        out_char(o, '\n');
    }
    out_text(o, "area: ");
    out_number(o, info.area, precision);
    out_char(o, '\n');
    if (info.agent_radius > 0) {
        out_text(o, "agent_radius: ");
        out_number(o, info.agent_radius, precision);
        out_char(o, '\n');
    }
    if (info.links > 0) {
        put_count(o, "links", info.links);
    }
    if (info.has_heights && info.polygons > 0) {
        out_text(o, "heights: ");
        out_number(o, info.lowest, precision);
        out_char(o, ' ');
        out_number(o, info.highest, precision);
        out_char(o, '\n');
    }
    if (info.has_heights) {
        out_text(o, info.up == NAV_UP_Y ? "up: y\n" : "up: z\n");
        put_count(o, "nonmanifold_edges", info.nonmanifold_edges);
    }
    return EXIT_DONE;
}

// Planar area of a polygon, from its first corner for the sake of rounding.
static double polygon_area(const nav_mesh *mesh, nav_poly_id id)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, id);
    nav_vec2 o = vertex[polygon.corners[0]];
    double sum = 0;
    for (uint32_t i = 1; i + 1 < polygon.count; i++) {
        nav_vec2 a = vertex[polygon.corners[i]];
        nav_vec2 b = vertex[polygon.corners[i + 1]];
        sum += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return sum / 2;
}

mesh_out_area *mesh_out_measure_areas(const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    mesh_out_area *areas = memory_array((size_t)info.areas + 1, sizeof *areas);
    for (nav_poly_id id = 0; id < info.polygons && areas != NULL; id++) {
        uint32_t area = nav_mesh_polygon_area(mesh, id);
        if (area != NAV_NONE && nav_mesh_polygon(mesh, id).island != NAV_NONE) {
            areas[area].size += polygon_area(mesh, id);
            areas[area].polygons++;
        }
    }
    return areas;
}

void mesh_out_free_areas(const nav_mesh *mesh, mesh_out_area *areas)
{
    memory_array_free(areas, (size_t)nav_mesh_area_count(mesh) + 1,
                      sizeof *areas);
}

exit_code mesh_out_areas(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    mesh_out_area *area = mesh_out_measure_areas(mesh);
    if (area == NULL) {
        return diag_memory();
    }
    put_count(o, "areas", info.areas);
    for (uint32_t i = 0; i < info.areas; i++) {
        out_text(o, "area of ");
        put_area_name(o, mesh, i);
        out_text(o, ": ");
        out_number(o, area[i].size, precision);
        out_char(o, '\n');
    }
    mesh_out_free_areas(mesh, area);
    return EXIT_DONE;
}

exit_code mesh_out_obj(out *o, const nav_mesh *mesh, int precision)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    nav_vert_id *number = number_vertices(mesh, &info);
    if (number == NULL) {
        return diag_memory();
    }
    for (nav_vert_id i = 0; i < info.vertices; i++) {
        if (number[i] == NAV_NONE) {
            continue;
        }
        out_text(o, "v ");
        out_number(o, vertex[i].x, precision);
        out_char(o, ' ');
        out_number(o, height != NULL ? height[i] : 0,
                   height != NULL ? precision : OUT_SHORTEST);
        out_char(o, ' ');
        out_number(o, vertex[i].y, precision);
        out_char(o, '\n');
    }
    uint32_t named = NAV_NONE;
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        uint32_t area = nav_mesh_polygon_area(mesh, id);
        if (polygon.island == NAV_NONE) {
            continue; // closed
        }
        if (area != named) {
            out_text(o, area == NAV_NONE ? "usemtl" : "usemtl ");
            put_area_name(o, mesh, area);
            out_char(o, '\n');
            named = area;
        }
        out_char(o, 'f');
        for (uint32_t i = polygon.count; i > 0; i--) {
            out_char(o, ' ');
            out_count(o, (uint64_t)number[polygon.corners[i - 1]] + 1);
        }
        out_char(o, '\n');
    }
    memory_array_free(number, info.vertices, sizeof *number);
    return EXIT_DONE;
}
