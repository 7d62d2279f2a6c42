// reach.c - which polygons of a mesh an obstacle reaches.
//
// A segment and a convex polygon are apart when all of one lies strictly beyond
// a line along a side of the other (the separating axes of two convex sets);
// with exact signs, touching is told from missing by a bit.
//
// Clipping.  Three points in a row that lie strictly beyond one and the same
// side of a box are as good as two: the chain between them may be pulled
// straight without ever meeting the box, and a chain that is moved without
// passing a point keeps its parity there.  What is left of a long outline are
// its points near the box and a few around it.
//
// Reference: Ivan Sutherland and Gary Hodgman, "Reentrant Polygon Clipping",
// 1974, for the idea of one side at a time.
#include "obstacle/reach.h"

#include "geometry/predicates.h"

// Whether all corners of a polygon lie strictly on one side of the line a-b.
static bool is_beside(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 a,
                      nav_vec2 b)
{
    uint32_t e = mesh->first[polygon];
    nav_side side = nav_orient(a, b, nav_mesh_edge_start(mesh, e));
    while (side != NAV_ON && ++e < mesh->first[polygon + 1]) {
        if (nav_orient(a, b, nav_mesh_edge_start(mesh, e)) != side) {
            return false;
        }
    }
    return side != NAV_ON;
}

// Whether the segment a-b and a closed polygon have a point in common.
static bool meets_segment(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 a,
                          nav_vec2 b)
{
    uint32_t end = mesh->first[polygon + 1];
    nav_vec2 from = nav_mesh_edge_start(mesh, end - 1);
    for (uint32_t e = mesh->first[polygon]; e < end; e++) {
        nav_vec2 to = nav_mesh_edge_start(mesh, e);
        if (nav_orient(from, to, a) == NAV_RIGHT &&
            nav_orient(from, to, b) == NAV_RIGHT) {
            return false;
        }
        from = to;
    }
    return nav_vec2_equal(a, b) || !is_beside(mesh, polygon, a, b);
}

// Whether a ray from p to the right crosses the segment a-b, p being on neither
// side by chance: the lower end counts, the upper one does not.
static bool is_crossed(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    if ((a.y <= p.y) == (b.y <= p.y)) {
        return false;
    }
    nav_side side = nav_orient(a, b, p);
    return b.y > a.y ? side == NAV_LEFT : side == NAV_RIGHT;
}

// Whether a ring encloses the first corner of a polygon, which lies on no side
// of it.
static bool encloses(const nav_vec2 *point, uint32_t count,
                     const nav_mesh *mesh, nav_poly_id polygon)
{
    nav_vec2 corner = nav_mesh_edge_start(mesh, mesh->first[polygon]);
    bool inside = false;
    for (uint32_t i = 0, last = count - 1; i < count; last = i++) {
        inside ^= is_crossed(point[last], point[i], corner);
    }
    return inside;
}

static bool touches(const nav_obstacle *obstacle, const nav_outline_ring *r,
                    const nav_mesh *mesh, nav_poly_id polygon)
{
    nav_box box = nav_mesh_polygon_box(mesh, polygon);
    const nav_vec2 *point = obstacle->points + r->first;
    for (uint32_t i = 0, last = r->count - 1; i < r->count; last = i++) {
        nav_vec2 a = point[last], b = point[i];
        nav_box segment = nav_box_add(nav_box_add(nav_box_empty(), a), b);
        if (nav_box_meets(segment, box) && meets_segment(mesh, polygon, a, b)) {
            return true;
        }
    }
    // No side of the ring meets the polygon: it is all inside or all outside.
    return encloses(point, r->count, mesh, polygon);
}

static bool covers(const nav_obstacle *obstacle, const nav_outline_ring *r,
                   const nav_mesh *mesh, nav_poly_id polygon)
{
    const nav_vec2 *point = obstacle->points + r->first;
    for (uint32_t i = 0, last = r->count - 1; i < r->count; last = i++) {
        if (!is_beside(mesh, polygon, point[last], point[i])) {
            return false;
        }
    }
    return encloses(point, r->count, mesh, polygon);
}

// Whether something holds for a ring of an obstacle, and a polygon.
static bool any_ring(const nav_obstacle *obstacle, const nav_mesh *mesh,
                     nav_poly_id polygon,
                     bool (*holds)(const nav_obstacle *,
                                   const nav_outline_ring *, const nav_mesh *,
                                   nav_poly_id))
{
    for (size_t r = 0; r < obstacle->ring_count; r++) {
        const nav_outline_ring *ring = &obstacle->rings[r];
        if (ring->count > 0 && holds(obstacle, ring, mesh, polygon)) {
            return true;
        }
    }
    return false;
}

bool nav_reach_touches(const nav_obstacle *obstacle, const nav_mesh *mesh,
                       nav_poly_id polygon)
{
    return any_ring(obstacle, mesh, polygon, touches);
}

bool nav_reach_covers(const nav_obstacle *obstacle, const nav_mesh *mesh,
                      nav_poly_id polygon)
{
    nav_box box = nav_mesh_polygon_box(mesh, polygon);
    if (!nav_box_holds(obstacle->box, box.min) ||
        !nav_box_holds(obstacle->box, box.max)) {
        return false;
    }
    return any_ring(obstacle, mesh, polygon, covers);
}

// On which sides of a box a point lies, strictly: one bit each.
static unsigned sides_of(nav_box box, nav_vec2 p)
{
    return (p.x < box.min.x ? 1u : 0) | (p.x > box.max.x ? 2u : 0) |
           (p.y < box.min.y ? 4u : 0) | (p.y > box.max.y ? 8u : 0);
}

size_t nav_reach_clip(const nav_obstacle *obstacle, size_t ring, nav_box box,
                      nav_vec2 *kept)
{
    const nav_outline_ring *r = &obstacle->rings[ring];
    const nav_vec2 *point = obstacle->points + r->first;
    size_t count = 0;
    unsigned before = 0; // the sides of the last point kept
    for (uint32_t i = 0; i < r->count; i++) {
        nav_vec2 p = point[i];
        nav_vec2 next = point[i + 1 < r->count ? i + 1 : 0];
        unsigned here = sides_of(box, p);
        if (count > 0 && (before & here & sides_of(box, next)) != 0) {
            continue;
        }
        before = here;
        kept[count++] = p;
    }
    return count;
}
