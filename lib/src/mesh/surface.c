// surface.c - the heights of a mesh's faces.
//
// A polygon's corners have heights; what is between them is a matter of
// definition where there are more than three, since they need not lie in one
// plane: edges are straight, and the inside is the fan of triangles from the
// first corner.
//
// Two polygons that share an edge must agree on the heights along it to the
// bit, for equal heights are what tells one floor from another.  So a point
// exactly on an edge is interpolated between the ends of that edge alone,
// always from the same end: the one that comes first in lexicographic order.
// Heights are clamped to those they lie between; a level face gives its height
// exactly.
//
// Whether two faces lie in one plane is decided exactly, by all their corners.
//
// Reference: Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic
// and Fast Robust Geometric Predicates", 1997, for the signs.
#include "mesh/surface.h"

#include <assert.h>

#include "geometry/predicates.h"
#include "geometry/predicates3d.h"

static double height_of(const nav_mesh *mesh, uint32_t edge)
{
    return mesh->height ? mesh->height[mesh->corner[edge]] : 0;
}

nav_vec3 nav_surface_corner(const nav_mesh *mesh, uint32_t edge)
{
    nav_vec2 p = nav_mesh_edge_start(mesh, edge);
    return (nav_vec3){p.x, p.y, height_of(mesh, edge)};
}

// A height computed from those of corners, a the lowest and b the highest or
// the other way round.  It may be asked with, and so is one that is legal.
static double between(double c, double a, double b)
{
    return nav_coord_flushed(fmax(fmin(a, b), fmin(fmax(a, b), c)));
}

// Height at p of the segment from a to b.
static double segment_height(nav_vec3 a, nav_vec3 b, nav_vec2 p)
{
    if (nav_vec2_before((nav_vec2){b.x, b.y}, (nav_vec2){a.x, a.y})) {
        nav_vec3 swap = a;
        a = b;
        b = swap;
    }
    double width = fabs(b.x - a.x), depth = fabs(b.y - a.y);
    double t =
        width >= depth ? (p.x - a.x) / (b.x - a.x) : (p.y - a.y) / (b.y - a.y);
    // Both ends exactly: the sum need not give b's.
    return t >= 1 ? b.z : between(a.z + (b.z - a.z) * t, a.z, b.z);
}

double nav_surface_edge_height(const nav_mesh *mesh, uint32_t edge,
                               nav_vec2 point)
{
    if (!mesh->height) {
        return 0;
    }
    return segment_height(nav_surface_corner(mesh, edge),
                          nav_surface_corner(mesh, nav_mesh_next(mesh, edge)),
                          point);
}

// Whether p, on the line of an edge, lies between its ends.
static bool is_between(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    return p.x >= fmin(a.x, b.x) && p.x <= fmax(a.x, b.x) &&
           p.y >= fmin(a.y, b.y) && p.y <= fmax(a.y, b.y);
}

// Height at p of the triangle a, b, c, which has an area in plan.
static double triangle_height(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec2 p)
{
    nav_vec2 u = {b.x - a.x, b.y - a.y}, v = {c.x - a.x, c.y - a.y};
    nav_vec2 w = {p.x - a.x, p.y - a.y};
    double area = nav_vec2_cross(u, v);
    double s = nav_vec2_cross(w, v) / area, t = nav_vec2_cross(u, w) / area;
    if (!(area > 0)) { // a sliver whose area rounds to nothing
        return a.z;
    }
    double height = a.z + s * (b.z - a.z) + t * (c.z - a.z);
    return between(height, fmin(fmin(a.z, b.z), c.z),
                   fmax(fmax(a.z, b.z), c.z));
}

double nav_surface_height(const nav_mesh *mesh, nav_poly_id polygon,
                          nav_vec2 point)
{
    if (mesh->level) {
        return mesh->info.lowest;
    }
    uint32_t first = mesh->first[polygon], last = mesh->first[polygon + 1] - 1;
    for (uint32_t e = first; e <= last; e++) {
        nav_vec2 a = nav_mesh_edge_start(mesh, e);
        nav_vec2 b = nav_mesh_edge_end(mesh, e);
        if (nav_orient(a, b, point) == NAV_ON && is_between(a, b, point)) {
            return nav_surface_edge_height(mesh, e, point);
        }
    }
    nav_vec2 hub = nav_mesh_edge_start(mesh, first);
    uint32_t e = first + 1;
    while (e + 1 < last && nav_orient(hub, nav_mesh_edge_start(mesh, e + 1),
                                      point) == NAV_LEFT) {
        e++;
    }
    return triangle_height(nav_surface_corner(mesh, first),
                           nav_surface_corner(mesh, e),
                           nav_surface_corner(mesh, e + 1), point);
}

// An edge of the same polygon whose start is off the line of `edge` in plan.
static uint32_t off_line(const nav_mesh *mesh, uint32_t edge)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, edge);
    nav_vec2 b = nav_mesh_edge_end(mesh, edge);
    uint32_t e = nav_mesh_prev(mesh, edge);
    while (e != edge &&
           nav_orient(a, b, nav_mesh_edge_start(mesh, e)) == NAV_ON) {
        e = nav_mesh_prev(mesh, e);
    }
    return e;
}

double nav_surface_rise(const nav_mesh *mesh, uint32_t edge, nav_vec2 d)
{
    assert(mesh->height);
    nav_vec3 a = nav_surface_corner(mesh, edge);
    nav_vec3 b = nav_surface_corner(mesh, nav_mesh_next(mesh, edge));
    nav_vec3 c = nav_surface_corner(mesh, off_line(mesh, edge));
    nav_vec2 u = {b.x - a.x, b.y - a.y}, v = {c.x - a.x, c.y - a.y};
    double area = nav_vec2_cross(u, v);
    if (area == 0) {
        return 0;
    }
    return nav_vec2_cross(d, v) / area * (b.z - a.z) +
           nav_vec2_cross(u, d) / area * (c.z - a.z);
}

void nav_surface_place_link(const nav_mesh *mesh, nav_offmesh_link *link)
{
    link->from_height =
        nav_surface_height(mesh, link->from_polygon, link->from);
    link->to_height = nav_surface_height(mesh, link->to_polygon, link->to);
}

bool nav_surface_is_crease(const nav_mesh *mesh, uint32_t out, uint32_t in)
{
    assert(mesh->height);
    nav_vec3 a = nav_surface_corner(mesh, out);
    nav_vec3 b = nav_surface_corner(mesh, nav_mesh_next(mesh, out));
    nav_vec3 c = nav_surface_corner(mesh, off_line(mesh, out));
    const uint32_t sides[] = {out, in};
    for (int i = 0; i < 2; i++) {
        nav_poly_id p = mesh->edge_polygon[sides[i]];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            if (!nav_coplanar(a, b, c, nav_surface_corner(mesh, e))) {
                return true;
            }
        }
    }
    return false;
}
