// crossing.c - where two edges meet, rounded.
//
// Where edges of rings cross and there is no vertex, one has to be found, in
// doubles, through which both are made to pass (cdt.c says when and why that is
// safe):
//
// - an end of one of them, when the other passes it within two pixels, a pixel
//   being the spacing of doubles at the largest of their coordinates;
// - else the crossing, rounded to the grid of such pixels.
//
// Between 0 and the least legal size there is no coordinate, so next to an axis
// pixels are at least as wide as that gap.  That counts for both: a crossing is
// moved to the axis or to the rim of the gap, and an end there, which may have
// been moved so, is near a line that was bent as much.
//
// Both are taken on the lines as they were given, not on the pieces that bends
// have left of them, so bends do not add up, and three lines through one point
// are found to meet there.  But bent pieces may cross where their lines do not:
// a coordinate of 1e35 has pixels that bend lines of 1e20 by a tenth of their
// length.  Then both are taken on the pieces, since an end that is far from a
// line may be next to its piece.  The result lies in the bounding boxes of both
// pieces, or is the end of one and in the box of the other, on which cdt.c's
// argument for termination rests.
//
// The pixels are square although doubles near an axis are finer, and ends count
// before new vertices, because two edges that differ by less than rounding
// would otherwise cross again and again, each time one double further on: this
// is the part of snap rounding (Hobby 1999) that keeps arrangements small.
// Moving a fine crossing out of the gap afterwards did just that, for 2^52
// doubles.
//
// Reference: John Hobby, "Practical Segment Intersection with Finite Precision
// Output", 1999.
#include "geometry/crossing.h"

#include "geometry/predicates.h"

static nav_box box_of(nav_line l)
{
    return nav_box_add(nav_box_add(nav_box_empty(), l.a), l.b);
}

// The spacing of doubles at the largest coordinate of both lines.
static double pixel_of(nav_line l, nav_line m)
{
    nav_box box = nav_box_join(box_of(l), box_of(m));
    double x = fmax(fabs(box.min.x), fabs(box.max.x));
    double y = fmax(fabs(box.min.y), fabs(box.max.y));
    int exponent;
    (void)frexp(fmax(x, y), &exponent);
    return ldexp(1, exponent - 53);
}

// The width of pixels at coordinate c of an axis.
static double width_at(double c, double pixel)
{
    return fabs(c) <= NAV_PIXEL_LEAST ? fmax(pixel, NAV_PIXEL_LEAST) : pixel;
}

// The multiple of the pixel nearest to c, within the range from low to high;
// low when c is not a number, as for lines that are parallel.
static double snap(double c, double pixel, double low, double high)
{
    double width = width_at(c, pixel);
    double snapped = nearbyint(c / width) * width + 0.0; // no negative zero
    return snapped > low ? (snapped < high ? snapped : high) : low;
}

// The point where l and m cross, a computed point: found by dividing exact
// areas and improved by one step of Newton's method with exact residuals, so
// that it is the nearest point of the grid or next to it.
static nav_vec2 crossing_point(nav_line l, nav_line m, double pixel)
{
    double at_m_a = nav_orient_area2(l.a, l.b, m.a);
    double at_m_b = nav_orient_area2(l.a, l.b, m.b);
    double at_l_a = nav_orient_area2(m.a, m.b, l.a);
    double at_l_b = nav_orient_area2(m.a, m.b, l.b);
    nav_vec2 along_m = nav_vec2_sub(m.b, m.a);
    nav_vec2 along_l = nav_vec2_sub(l.b, l.a);
    double t = at_m_a / (at_m_a - at_m_b);
    nav_vec2 p = {m.a.x + t * along_m.x, m.a.y + t * along_m.y};
    // Both boxes hold the crossing, and rounding is monotone.
    nav_box in_l = box_of(l);
    nav_box in_m = box_of(m);
    nav_vec2 low = {fmax(in_l.min.x, in_m.min.x), fmax(in_l.min.y, in_m.min.y)};
    nav_vec2 high = {fmin(in_l.max.x, in_m.max.x),
                     fmin(in_l.max.y, in_m.max.y)};
    p.x = snap(p.x, pixel, low.x, high.x);
    p.y = snap(p.y, pixel, low.y, high.y);
    double by_m = nav_orient_area2(l.a, l.b, p) / (at_m_a - at_m_b);
    double by_l = nav_orient_area2(m.a, m.b, p) / (at_l_a - at_l_b);
    p.x += by_m * along_m.x + by_l * along_l.x;
    p.y += by_m * along_m.y + by_l * along_l.y;
    p.x = snap(p.x, pixel, low.x, high.x);
    p.y = snap(p.y, pixel, low.y, high.y);
    return p;
}

// Whether a piece may be bent to pass through q: q is in its box, and within
// two pixels, along each axis, of the line that it is taken on.
static bool passes_near(const nav_piece *l, nav_line line, nav_vec2 q,
                        double pixel)
{
    nav_vec2 d = nav_vec2_sub(line.b, line.a);
    double swept = fabs(d.x) * width_at(q.y, pixel) + // by moving q one pixel
                   fabs(d.y) * width_at(q.x, pixel);
    return nav_box_holds(box_of(l->now), q) &&
           fabs(nav_orient_area2(line.a, line.b, q)) <= 2 * swept;
}

uint32_t nav_crossing_meet(const nav_piece *l, const nav_piece *m, nav_vec2 *p)
{
    nav_line on_l = l->origin;
    nav_line on_m = m->origin;
    double pixel = pixel_of(on_l, on_m);
    *p = crossing_point(on_l, on_m, pixel);
    if (!nav_box_holds(box_of(l->now), *p) ||
        !nav_box_holds(box_of(m->now), *p)) {
        on_l = l->now;
        on_m = m->now;
        *p = crossing_point(on_l, on_m, pixel);
    }
    if (passes_near(l, on_l, m->now.a, pixel) || nav_vec2_equal(*p, m->now.a)) {
        return m->from;
    }
    if (passes_near(l, on_l, m->now.b, pixel) || nav_vec2_equal(*p, m->now.b)) {
        return m->to;
    }
    if (passes_near(m, on_m, l->now.a, pixel) || nav_vec2_equal(*p, l->now.a)) {
        return l->from;
    }
    if (passes_near(m, on_m, l->now.b, pixel) || nav_vec2_equal(*p, l->now.b)) {
        return l->to;
    }
    return NAV_NONE;
}
