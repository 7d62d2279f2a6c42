// vec.h - arithmetic on points and boxes.  Rounded results: no decision about
// input or mesh vertices is taken here, that is what predicates.h is for.
#ifndef NAV_VEC_H
#define NAV_VEC_H

#include <float.h>
#include <math.h>

#include "navmesh.h"

#if defined(__FAST_MATH__)
#error "exact predicates need IEEE arithmetic: do not compile with -ffast-math"
#endif
// The exact arithmetic of predicates.c holds when every operation rounds once,
// to double; x87 registers and the like do not.
_Static_assert(FLT_EVAL_METHOD == 0, "double operations must round to double");

static inline nav_vec2 nav_vec2_sub(nav_vec2 a, nav_vec2 b)
{
    return (nav_vec2){a.x - b.x, a.y - b.y};
}

static inline bool nav_vec2_equal(nav_vec2 a, nav_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether a comes before b in lexicographic order.
static inline bool nav_vec2_before(nav_vec2 a, nav_vec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static inline double nav_vec2_dot(nav_vec2 a, nav_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double nav_vec2_cross(nav_vec2 a, nav_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

// Distance without hypot, whose last bit differs between C libraries.  Scaled
// by the larger leg, so that nothing over- or underflows in the legal range.
static inline double nav_vec2_distance(nav_vec2 a, nav_vec2 b)
{
    double x = fabs(a.x - b.x);
    double y = fabs(a.y - b.y);
    double large = x > y ? x : y;
    double small = x > y ? y : x;
    if (large == 0) {
        return 0;
    }
    // Squares are safe in the middle of the range: the usual case.
    if (large < 1e150 && small > 1e-140) {
        return sqrt(x * x + y * y);
    }
    double ratio = small / large;
    return large * sqrt(1 + ratio * ratio);
}

// Length of a string of points, summed up from the first one on.
static inline double nav_vec2_string_length(const nav_vec2 *points,
                                            size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++) {
        length += nav_vec2_distance(points[i - 1], points[i]);
    }
    return length;
}

// Distance in space of two points given in plan whose heights differ by `rise`.
static inline double nav_vec2_slant_distance(nav_vec2 a, nav_vec2 b,
                                             double rise)
{
    nav_vec2 legs = {nav_vec2_distance(a, b), rise};
    return nav_vec2_distance((nav_vec2){0, 0}, legs);
}

static inline double nav_vec2_distance2(nav_vec2 a, nav_vec2 b)
{
    nav_vec2 d = nav_vec2_sub(a, b);
    return nav_vec2_dot(d, d);
}

// The direction from one point to another, of length 1; (0, 0) when there is
// none.
static inline nav_vec2 nav_vec2_towards(nav_vec2 from, nav_vec2 to)
{
    double distance = nav_vec2_distance(from, to);
    nav_vec2 d = nav_vec2_sub(to, from);
    return distance > 0 ? (nav_vec2){d.x / distance, d.y / distance} : d;
}

static inline nav_vec2 nav_vec2_midpoint(nav_vec2 a, nav_vec2 b)
{
    return (nav_vec2){a.x + (b.x - a.x) * 0.5, a.y + (b.y - a.y) * 0.5};
}

// The point of the segment a, b nearest to p, rounded.
static inline nav_vec2 nav_vec2_nearest(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double along = nav_vec2_dot(nav_vec2_sub(p, a), d);
    double length2 = nav_vec2_dot(d, d);
    if (along <= 0) {
        return a;
    }
    if (along >= length2) {
        return b;
    }
    double t = along / length2;
    return (nav_vec2){a.x + d.x * t, a.y + d.y * t};
}

// A vector in parts of its largest component, so that no square over- or
// underflows; the zero vector stays what it is.
static inline nav_vec3 nav_vec3_reduced(nav_vec3 v)
{
    double size = fabs(v.x) > fabs(v.y) ? fabs(v.x) : fabs(v.y);
    size = size > fabs(v.z) ? size : fabs(v.z);
    return size > 0 ? (nav_vec3){v.x / size, v.y / size, v.z / size} : v;
}

static inline bool nav_coord_is_legal(double c)
{
    double size = fabs(c);
    return size == 0 || (size >= NAV_COORD_MIN && size <= NAV_COORD_MAX);
}

static inline bool nav_vec2_is_legal(nav_vec2 p)
{
    return nav_coord_is_legal(p.x) && nav_coord_is_legal(p.y);
}

// A computed coordinate, made one that may be asked with: those too small to be
// legal are 0, and so is negative zero.
static inline double nav_coord_flushed(double c)
{
    return fabs(c) < NAV_COORD_MIN ? 0 : c;
}

// Adding zero turns a negative zero into a positive one.
static inline nav_vec2 nav_vec2_clean(nav_vec2 p)
{
    return (nav_vec2){p.x + 0.0, p.y + 0.0};
}

static inline nav_vec3 nav_vec3_clean(nav_vec3 p)
{
    return (nav_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0};
}

static inline nav_box nav_box_empty(void)
{
    return (nav_box){{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
}

static inline nav_box nav_box_add(nav_box box, nav_vec2 p)
{
    box.min.x = p.x < box.min.x ? p.x : box.min.x;
    box.min.y = p.y < box.min.y ? p.y : box.min.y;
    box.max.x = p.x > box.max.x ? p.x : box.max.x;
    box.max.y = p.y > box.max.y ? p.y : box.max.y;
    return box;
}

static inline nav_box nav_box_join(nav_box a, nav_box b)
{
    return nav_box_add(nav_box_add(a, b.min), b.max);
}

// The box of some points; empty without any.
static inline nav_box nav_box_around(const nav_vec2 *points, size_t count)
{
    nav_box box = nav_box_empty();
    for (size_t i = 0; i < count; i++) {
        box = nav_box_add(box, points[i]);
    }
    return box;
}

static inline bool nav_box_holds(nav_box box, nav_vec2 p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y &&
           p.y <= box.max.y;
}

// Whether two boxes have a point in common.
static inline bool nav_box_meets(nav_box a, nav_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y &&
           b.min.y <= a.max.y;
}

#endif
