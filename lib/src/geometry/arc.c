// arc.c - polygons around circular arcs, from square roots alone.
//
// Problem.  Where something must keep a distance from a point, a circle is
// replaced by a polygon, and the polygon has to lie outside of it: chords, as
// clipping libraries use them, come nearer than the radius.
//
// Method.  Tangents to the circle at two directions u, v meet in
//
//     centre + radius (u + v) / (1 + u.v),
//
// at the distance radius / cos(t / 2) for the angle t between them.  Those
// points are the corners, and every edge is a piece of a tangent.  With the
// tolerance T the largest angle has cos(t / 2) = 1 / (1 + T).  Steps of that
// angle are made from both ends of the arc towards its middle, until one step
// or two are left there; so there are as few corners as can be, and the arc of
// a mirror image is the mirror image of the arc.
//
// A step is a rotation by the largest angle, whose sine and cosine follow from
// T by a square root.  The direction half way between u and v is that of u + v,
// or, when the angle is more than a right one, that of u - v turned by a right
// angle, which does not cancel.  So sums, quotients and square roots are all
// that is needed, and they give the same bits everywhere; sine and cosine of C
// libraries do not.
//
// Rounding.  Where a direction points to does not matter, only that it has
// length 1, since an edge is a tangent there, of whatever direction; errors of
// rotations may add up.  Normalising leaves 3 eps (eps = 2^-53) of length, and
// a corner's offset takes another four: the sum, 1 + u.v (whose error is small
// against it, since t is at most a third of a turn), the quotient, the product.
// The direction at an end of the arc is off by up to 6 eps from what the caller
// means.  Sixteen eps of the corner's distance cover all that.  Adding the
// centre rounds to half the spacing of doubles in x and in y: eps of each
// coordinate.  Hence nav_arc_widened.
//
// Corners.  The least tolerance, 1e-6, asks for angles of at most 2.828e-3: a
// quarter of a turn has 556 of them, one more if rounding wills.
//
// Rejected: halving again and again (up to twice as many corners); equal angles
// from sine and cosine (differ in the last place from one C library to
// another).
//
// Reference: Archimedes, "Measurement of a Circle", proposition 3, bounds the
// circle from outside by a polygon around it.
#include "geometry/arc.h"

#include <assert.h>

// Half of the corners of half a turn, at the least tolerance.
enum { STEPS_MOST = 560 };

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

// The largest angle between directions: its cosine and sine, and the cosine of
// its double.
typedef struct step {
    double cosine, sine, cosine_of_two;
} step;

static step largest_step(double tolerance)
{
    // Of half the angle, in a form that does not cancel.
    double cosine = 1 / (1 + tolerance);
    double sine = sqrt(tolerance * (2 + tolerance)) * cosine;
    step s = {.cosine = 1 - 2 * sine * sine, .sine = 2 * sine * cosine};
    s.cosine_of_two = 1 - 2 * s.sine * s.sine;
    return s;
}

// u turned by a step; to the left for side 1, to the right for -1.
static nav_vec2 turned(step s, nav_vec2 u, double side)
{
    return nav_arc_direction((nav_vec2){s.cosine * u.x - side * s.sine * u.y,
                                        side * s.sine * u.x + s.cosine * u.y});
}

// Whether more than two steps lie between a and b, at most half a turn apart.
static bool is_far(step s, nav_vec2 a, nav_vec2 b)
{
    return s.cosine > 0 && nav_vec2_dot(a, b) < s.cosine_of_two;
}

// How many steps are made from either end.
static size_t count_steps(step s, nav_vec2 a, nav_vec2 b)
{
    size_t steps = 0;
    for (; steps < STEPS_MOST && is_far(s, a, b); steps++) {
        a = turned(s, a, 1);
        b = turned(s, b, -1);
    }
    return steps;
}

size_t nav_arc_corners(const nav_arc *arc, nav_vec2 a, nav_vec2 b,
                       nav_vec2 corner[NAV_ARC_CORNERS_MOST])
{
    assert(arc->tolerance >= NAV_ARC_TOLERANCE_LEAST);
    step s = largest_step(arc->tolerance);
    size_t steps = count_steps(s, a, b);
    nav_vec2 *back = corner + 2 * steps;
    for (size_t i = 0; i < steps; i++) {
        nav_vec2 next = turned(s, a, 1);
        corner[i] = corner_between(arc, a, next);
        a = next;
    }
    nav_vec2 end = b;
    for (size_t i = 0; i < steps; i++) {
        end = turned(s, end, -1);
    }
    bool is_one = nav_vec2_dot(a, end) >= s.cosine;
    if (is_one) {
        corner[steps] = corner_between(arc, a, end);
    } else {
        nav_vec2 middle = half_way(a, end);
        corner[steps] = corner_between(arc, a, middle);
        corner[steps + 1] = corner_between(arc, middle, end);
        back++;
    }
    for (size_t i = 0; i < steps; i++) {
        nav_vec2 next = turned(s, b, -1);
        *back-- = corner_between(arc, next, b);
        b = next;
    }
    return 2 * steps + (is_one ? 1 : 2);
}

size_t nav_arc_circle(const nav_arc *arc, nav_vec2 corner[NAV_ARC_CORNERS_MOST])
{
    assert(arc->tolerance >= NAV_ARC_TOLERANCE_LEAST);
    static const nav_vec2 axis[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    size_t count = 0;
    for (int i = 0; i < 4; i++) {
        count += nav_arc_corners(arc, axis[i], axis[i + 1], corner + count);
    }
    return count;
}
