// arc.c - polygons around circular arcs, from square roots alone.
//
// Problem.  Where something must keep a distance from a point, a circle is
// replaced by a polygon, and the polygon has to lie outside of it: chords, as
// clipping libraries use them, come nearer than the radius.
//
// Method.  Between the directions at both ends of the arc others are found by
// halving; tangents to the circle at neighbouring directions u, v meet in
//
//     centre + radius (u + v) / (1 + u.v),
//
// at the distance radius / cos(t / 2) for the angle t between them.  Those
// points are the corners, and every edge is a piece of a tangent.  Halves are
// halved until the distance is at most radius (1 + tolerance).
//
// The direction half way between u and v is that of u + v, or, when the angle
// is more than a right one, that of u - v turned by a right angle, which does
// not cancel.  So sums, quotients and square
// roots are all that is needed, and they give the same bits everywhere; sine
// and cosine of C libraries do not.
//
// Rounding.  Normalising gives components to three roundings, 3 eps (eps =
// 2^-53), and the sum of two before it one more; a corner's offset takes
// another four: the sum, 1 + u.v (whose error is small against it, since t is
// at most a third of a turn), the quotient, the product.  A direction is off by
// 6 eps after the last halving, whatever its ancestors were: it is the normal
// of an edge that is a tangent still, of a direction near by.  Sixteen eps of
// the corner's distance cover all that.  Adding the centre rounds to half the
// spacing of doubles in x and in y: eps of each coordinate.  Hence
// nav_arc_widened.
//
// Corners.  The least tolerance, 1e-6, asks for angles of at most 2.828e-3:
// half a turn has 1111 of them, so 2048 after eleven halvings, and a circle,
// made of four arcs, 4096.
//
// Rejected: equal angles from sine and cosine (differ in the last place from
// one C library to another); a fixed rotation, applied again and again (errors
// add up, and the arc is not the mirror image of its mirror image).
//
// Reference: Archimedes, "Measurement of a Circle", proposition 3, bounds the
// circle from outside by a polygon around it whose angles he halves.
#include "arc.h"

#include <assert.h>

// Halvings that bring half a turn below the least angle asked for.
enum { DEPTH_MOST = 11 };

static nav_vec2 turned_left(nav_vec2 v)
{
    return (nav_vec2){-v.y, v.x};
}

nav_vec2 nav_arc_direction(nav_vec2 v)
{
    // By the larger component first, so that no square over- or underflows.
    double size = fmax(fabs(v.x), fabs(v.y));
    nav_vec2 w = {v.x / size, v.y / size};
    double length = sqrt(w.x * w.x + w.y * w.y);
    return (nav_vec2){w.x / length, w.y / length};
}

double nav_arc_widened(nav_vec2 centre, double radius, double tolerance)
{
    const double eps = 0x1p-53;
    double reach = radius * (1 + tolerance);
    double position = fabs(centre.x) + fabs(centre.y) + 2 * reach;
    return radius + eps * (16 * reach + position);
}

// The direction half way from a counter-clockwise to b.
static nav_vec2 half_way(nav_vec2 a, nav_vec2 b)
{
    return nav_vec2_dot(a, b) < 0
               ? nav_arc_direction(turned_left(nav_vec2_sub(a, b)))
               : nav_arc_direction((nav_vec2){a.x + b.x, a.y + b.y});
}

// Where the tangents at the directions u and v meet.
static nav_vec2 corner_between(const nav_arc *arc, nav_vec2 u, nav_vec2 v)
{
    double scale = arc->radius / (1 + nav_vec2_dot(u, v));
    return (nav_vec2){arc->centre.x + scale * (u.x + v.x),
                      arc->centre.y + scale * (u.y + v.y)};
}

// Whether tangents at u and v meet too far out, or never:
// 1 / cos^2(t / 2) = 2 / (1 + u.v).
static bool is_wide(const nav_arc *arc, nav_vec2 u, nav_vec2 v)
{
    double most = 1 + arc->tolerance;
    return (1 + nav_vec2_dot(u, v)) * most * most < 2;
}

// How often the arc from a to b must be halved.
static int halvings(const nav_arc *arc, nav_vec2 a, nav_vec2 b)
{
    int depth = 0;
    while (depth < DEPTH_MOST && is_wide(arc, a, b)) {
        b = half_way(a, b);
        depth++;
    }
    return depth;
}

static nav_vec2 *fill(const nav_arc *arc, nav_vec2 a, nav_vec2 b, int depth,
                      nav_vec2 *corner)
{
    if (depth == 0) {
        *corner = corner_between(arc, a, b);
        return corner + 1;
    }
    nav_vec2 middle = half_way(a, b);
    corner = fill(arc, a, middle, depth - 1, corner);
    return fill(arc, middle, b, depth - 1, corner);
}

size_t nav_arc_corners(const nav_arc *arc, nav_vec2 a, nav_vec2 b,
                       nav_vec2 corner[NAV_ARC_CORNERS_MOST])
{
    assert(arc->tolerance >= NAV_ARC_TOLERANCE_LEAST);
    nav_vec2 *end = fill(arc, a, b, halvings(arc, a, b), corner);
    return (size_t)(end - corner);
}

size_t nav_arc_circle(const nav_arc *arc, nav_vec2 corner[NAV_ARC_CORNERS_MOST])
{
    assert(arc->tolerance >= NAV_ARC_TOLERANCE_LEAST);
    static const nav_vec2 axis[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    int depth = halvings(arc, axis[0], axis[1]);
    nav_vec2 *end = corner;
    for (int i = 0; i < 4; i++) {
        end = fill(arc, axis[i], axis[i + 1], depth, end);
    }
    return (size_t)(end - corner);
}
