// plane.c - whether neighbouring polygons lie in one plane.
//
// A polygon of more than three corners need not be plane itself: faces come
// from files.  So all corners of both polygons are looked at, against the plane
// through the shared edge and a corner of one of them that is off its line.
#include "bake/plane.h"

#include "geometry/predicates.h"
#include "geometry/predicates3d.h"

// A corner with its height as third coordinate.
static nav_vec3 corner(const nav_polymesh *mesh, uint32_t h)
{
    nav_vec2 p = nav_polymesh_point(mesh, h);
    return (nav_vec3){p.x, p.y, mesh->height[mesh->vertex[h]]};
}

// A half-edge of h's polygon whose start is off the line of h in plan. Polygons
// have an area in plan, so there is one.
static uint32_t off_line(const nav_polymesh *mesh, uint32_t h)
{
    nav_vec2 a = nav_polymesh_point(mesh, h);
    nav_vec2 b = mesh->point[nav_polymesh_end(mesh, h)];
    uint32_t e = mesh->prev[h];
    while (e != h && nav_orient(a, b, nav_polymesh_point(mesh, e)) == NAV_ON) {
        e = mesh->prev[e];
    }
    return e;
}

// Distance of p from the plane through a, b, c, which are not on one line in
// plan; a computed value.
//
// Differences of legal coordinates are 0 or 1e-116 .. 2e100 in size, so that
// products of two, and of a reduced normal with one, are in range; a square of
// the products would not be.
static double distance_to_plane(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 p)
{
    nav_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z};
    nav_vec3 v = {c.x - a.x, c.y - a.y, c.z - a.z};
    nav_vec3 n = nav_vec3_reduced((nav_vec3){
        u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x});
    double size = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    double over = n.x * (p.x - a.x) + n.y * (p.y - a.y) + n.z * (p.z - a.z);
    return fabs(over) / size;
}

// Whether all corners of h's polygon are in the plane through the starts of
// three half-edges, which are in it without asking.
static bool is_in_plane(const nav_polymesh *mesh, uint32_t h,
                        const uint32_t plane[3], double tolerance)
{
    const nav_vec3 a = corner(mesh, plane[0]);
    const nav_vec3 b = corner(mesh, plane[1]);
    const nav_vec3 c = corner(mesh, plane[2]);
    bool is_level = a.z == b.z && a.z == c.z;
    uint32_t e = h;
    do {
        uint32_t v = mesh->vertex[e];
        nav_vec3 p = corner(mesh, e);
        bool in = v == mesh->vertex[plane[0]] || v == mesh->vertex[plane[1]] ||
                  v == mesh->vertex[plane[2]] || (is_level && p.z == a.z);
        if (!in) {
            in = tolerance > 0 ? distance_to_plane(a, b, c, p) <= tolerance
                               : nav_coplanar(a, b, c, p);
        }
        if (!in) {
            return false;
        }
        e = mesh->next[e];
    } while (e != h);
    return true;
}

bool nav_plane_is_shared(const nav_polymesh *mesh, uint32_t h, double tolerance)
{
    uint32_t g = mesh->twin[h];
    const uint32_t near[3] = {h, mesh->next[h], off_line(mesh, h)};
    if (!is_in_plane(mesh, h, near, tolerance) ||
        !is_in_plane(mesh, g, near, tolerance)) {
        return false;
    }
    const uint32_t far[3] = {h, mesh->next[h], off_line(mesh, g)};
    return !(tolerance > 0) || is_in_plane(mesh, h, far, tolerance);
}
