// offset.c - closed chains that tell how far the boundary moves in.
//
// Problem.  Of a region W the points are wanted that are at least a distance R
// away from its boundary, exactly as far as doubles can say so.
//
// Method.  What is nearer is covered by cells on the walkable side: for each
// edge of the boundary a rectangle of width R, and at each reflex corner (where
// W has more than half a turn) a sector of the circle between the rectangles
// of its two edges, made a polygon that lies outside of the arc (arc.c).  The
// sum of chains
//
//     boundary of W - boundaries of all cells
//
// winds around a point once if it is in W, less once for each cell that it is
// in.  So it winds once around just the points wanted, and never more often.
// Nothing is said about how cells overlap; that is found out by triangulating
// the chains like any rings (cdt.c) and counting (winding.c).
//
// Most of the sum cancels.  The edge itself is in the boundary of W and, the
// other way, in that of its rectangle; at a reflex corner the sides of
// rectangles and sector are the same.  What is left runs along the boundary at
// the distance R, as one closed ring for each ring of the boundary:
//
//     at a reflex corner   the arc, backwards;
//     at a convex corner   the end of one rectangle, the corner, the beginning
//                          of the other: two spokes;
//     or, where both edges are long, the one point where the offset edges meet:
//     then the cells are cut at the bisector instead of overlapping.
//
// The points where edges touch arcs lie on lines between other points, so they
// are left out.  Arcs are touched at their ends, and where gaps.c has found
// that a passage is narrowest.
//
// Rounding.  No point of the result may be nearer than R, so the cells have to
// hold those of exact arithmetic.  Hence they are wider than R, by `slack`:
//
// - 16 eps of the size of an arc or a normal (eps = 2^-53; arc.c counts);
// - 1 pixel, the spacing of doubles at the largest coordinate, for rounding x
//   and y of each point: half of it in both is 0.71;
// - 3 pixels for each bend that a crossing gives the edges that cross there:
//   crossing.c allows two, measured along the axes, 2.83 in all directions.
//
// Spokes are moved 4 pixels beyond the end of their edge, so that two cells at
// a convex corner overlap however small its angle is, and no crack of rounding
// is between them.
//
// Edges along an axis need none of this.  Their offset is one sum, which is
// exact, or is made larger by a pixel; and a bend cannot move it, since a
// crossing lies in the bounding boxes of both edges (crossing.c).  So a room of
// whole numbers keeps them.  Where such an edge meets an arc or another edge,
// the common point is moved to it, which leaves the other one its distance, but
// less than the full slack for bends near that point.
//
// A corner that is reflex, convex or straight is so by exact sign.
//
// References: the idea to sum chains and to keep what is wound around once is
// that of Xiaorui Chen and Sara McMains, "Polygon Offsetting by Computing
// Winding Numbers", 2005; there offset chains are rings with sharp or rounded
// corners as well.
#include "bake/offset.h"

#include "geometry/crossing.h"
#include "geometry/expansion.h"
#include "geometry/predicates.h"

// Roundings of directions and arcs, in eps; pixels of a point's place and of a
// bend; pixels by which spokes stand over.
enum {
    EPS_OF_SIZE = 16,
    PIXELS_OF_PLACE = 1,
    PIXELS_OF_BEND = 3,
    OVERHANG = 4
};

nav_offset_rule nav_offset_rule_for(nav_box box, double radius,
                                    double tolerance, int bends)
{
    double reach = radius * (1 + tolerance);
    double x = fmax(fabs(box.min.x), fabs(box.max.x));
    double y = fmax(fabs(box.min.y), fabs(box.max.y));
    int exponent;
    (void)frexp(fmax(x, y) + reach, &exponent);
    nav_offset_rule rule = {.radius = radius, .tolerance = tolerance};
    // Computed coordinates below the least legal one become zero, and crossings
    // there are moved as far.
    rule.pixel = fmax(ldexp(1, exponent - 53), NAV_PIXEL_LEAST);
    rule.slack = EPS_OF_SIZE * 0x1p-53 * reach +
                 (PIXELS_OF_PLACE + PIXELS_OF_BEND * bends) * rule.pixel;
    rule.widening = rule.slack;
    rule.wide = radius + rule.widening;
    rule.slim = radius - rule.slack;
    return rule;
}

void nav_offset_rule_slim(nav_offset_rule *rule, const uint8_t *is_slim)
{
    // Slack once for what slim features lack, and for the rounding of both.
    rule->widening = 3 * rule->slack;
    rule->wide = rule->radius + rule->widening;
    rule->is_slim = is_slim;
}

void nav_chains_init(nav_chains *chains)
{
    *chains = (nav_chains){0};
}

void nav_chains_fini(nav_chains *chains)
{
    if (chains->shape) {
        nav_mem_free(&chains->shape->mem, chains->feature, chains->capacity,
                     sizeof *chains->feature);
    }
    nav_shape_free(chains->shape);
    *chains = (nav_chains){0};
}

// An edge of the outline.
typedef struct wall {
    nav_vec2 along, normal; // length 1; the normal into the region
    double length;
    double radius; // wide or slim
    nav_feature feature;
} wall;

typedef struct tracer {
    nav_chains *chains;
    const nav_shape *outline;
    const nav_offset_rule *rule;
    nav_vec2 arc[NAV_ARC_CORNERS_MOST];
} tracer;

static double radius_of(const tracer *t, nav_feature feature)
{
    return t->rule->is_slim && t->rule->is_slim[feature] ? t->rule->slim
                                                         : t->rule->wide;
}

static wall wall_between(const tracer *t, uint32_t from, uint32_t to)
{
    nav_vec2 a = t->outline->points[from];
    nav_vec2 b = t->outline->points[to];
    wall w = {.along = nav_arc_direction(nav_vec2_sub(b, a)),
              .length = nav_vec2_distance(a, b),
              .feature = 2 * from};
    w.normal = (nav_vec2){-w.along.y, w.along.x};
    w.radius = radius_of(t, w.feature);
    return w;
}

static nav_status emit(tracer *t, nav_vec2 p, nav_feature feature)
{
    nav_chains *chains = t->chains;
    nav_shape *shape = chains->shape;
    nav_status status =
        nav_mem_grow(&shape->mem, &chains->feature, &chains->capacity,
                     shape->point_count + 1, sizeof *chains->feature);
    if (status == NAV_OK) {
        chains->feature[shape->point_count] = feature;
        p = (nav_vec2){nav_coord_flushed(p.x), nav_coord_flushed(p.y)};
        status = nav_shape_add_point(shape, p, NULL);
    }
    return status;
}

// A coordinate moved by the radius: exactly, or by more.
static double moved(const nav_offset_rule *rule, double c, double side)
{
    pair sum = two_sum(c, side * rule->radius);
    return sum.tail == 0 ? sum.head : sum.head + side * rule->pixel;
}

// Puts p, the offset of v or near it, on the offset of a wall through v that
// runs along an axis.
static nav_vec2 aligned(const tracer *t, const wall *w, nav_vec2 v, nav_vec2 p)
{
    if (w->radius != t->rule->slim && w->along.x == 0) {
        p.x = moved(t->rule, v.x, w->normal.x);
    }
    if (w->radius != t->rule->slim && w->along.y == 0) {
        p.y = moved(t->rule, v.y, w->normal.y);
    }
    return p;
}

// The end of the offset of a wall at its end v, moved along by `beyond`.
static nav_vec2 offset_end(const tracer *t, const wall *w, nav_vec2 v,
                           double beyond)
{
    nav_vec2 p = {v.x + (w->radius * w->normal.x + beyond * w->along.x),
                  v.y + (w->radius * w->normal.y + beyond * w->along.y)};
    return aligned(t, w, v, p);
}

// Gives the corners around an arc at corner v, clockwise from the normal of
// `in` to that of `out`; the first and the last one are on the offsets of walls
// with the same radius.
static nav_status round_arc(tracer *t, const nav_arc *arc, const wall *in,
                            const wall *out)
{
    nav_feature corner = out->feature + 1;
    const nav_gaps *gaps = t->rule->gaps;
    size_t first = gaps->first[corner / 2];
    size_t last = gaps->first[corner / 2 + 1];
    nav_vec2 from = in->normal;
    nav_status status = NAV_OK;
    for (size_t g = last + 1; g > first && status == NAV_OK; g--) {
        bool is_last = g == first + 1;
        nav_vec2 to = is_last ? out->normal : gaps->toward[g - 2];
        size_t count = nav_arc_corners(arc, to, from, t->arc);
        if (g == last + 1 && in->radius == arc->radius) {
            t->arc[count - 1] = aligned(t, in, arc->centre, t->arc[count - 1]);
        }
        if (is_last && out->radius == arc->radius) {
            t->arc[0] = aligned(t, out, arc->centre, t->arc[0]);
        }
        for (size_t i = count; i > 0 && status == NAV_OK; i--) {
            bool is_end = is_last && i == 1 && out->radius == arc->radius;
            status = emit(t, t->arc[i - 1], is_end ? out->feature : corner);
        }
        from = to;
    }
    return status;
}

static nav_status round_reflex(tracer *t, const wall *in, const wall *out,
                               nav_vec2 v)
{
    const nav_offset_rule *rule = t->rule;
    nav_feature corner = out->feature + 1;
    nav_arc arc = {.centre = v, .radius = radius_of(t, corner)};
    // What the slack takes is no longer there for corners.
    arc.tolerance = fmax(rule->radius * (1 + rule->tolerance) / arc.radius - 1,
                         NAV_ARC_TOLERANCE_LEAST);
    nav_status status = NAV_OK;
    if (in->radius != arc.radius) {
        status = emit(t, offset_end(t, in, v, 0), corner);
    }
    if (status == NAV_OK) {
        status = round_arc(t, &arc, in, out);
    }
    if (status == NAV_OK && out->radius != arc.radius) {
        status = emit(t, offset_end(t, out, v, 0), out->feature);
    }
    return status;
}

// Whether the offsets of two walls that make a convex corner meet over both of
// them, and leave room for the same at the other ends.  (Computed, but all that
// hangs on it is which of two right chains is made.)
static bool meet(const wall *in, const wall *out)
{
    double cosine = nav_vec2_dot(in->normal, out->normal);
    double sine = nav_vec2_cross(in->normal, out->normal);
    double run = in->radius * sine / (1 + cosine);
    return in->radius == out->radius && cosine >= 0 &&
           2 * run <= fmin(in->length, out->length);
}

static nav_status turn_convex(tracer *t, const wall *in, const wall *out,
                              nav_vec2 v)
{
    if (meet(in, out)) {
        nav_vec2 n = {in->normal.x + out->normal.x,
                      in->normal.y + out->normal.y};
        double scale = in->radius / (1 + nav_vec2_dot(in->normal, out->normal));
        nav_vec2 p = {v.x + scale * n.x, v.y + scale * n.y};
        p = aligned(t, in, v, p);
        return emit(t, aligned(t, out, v, p), out->feature);
    }
    double overhang = OVERHANG * t->rule->pixel;
    nav_status status = emit(t, offset_end(t, in, v, overhang), NAV_NONE);
    if (status == NAV_OK) {
        status = emit(t, v, NAV_NONE);
    }
    if (status == NAV_OK) {
        status = emit(t, offset_end(t, out, v, -overhang), out->feature);
    }
    return status;
}

static nav_status trace_ring(tracer *t, const nav_ring *ring)
{
    nav_shape *shape = t->chains->shape;
    nav_status status = nav_shape_begin_ring(shape, NULL);
    size_t begin = shape->point_count;
    uint32_t first = ring->first;
    uint32_t last = ring->first + ring->count - 1;
    wall in = wall_between(t, last, first);
    for (uint32_t i = first; i <= last && status == NAV_OK; i++) {
        uint32_t next = i == last ? first : i + 1;
        uint32_t before = i == first ? last : i - 1;
        wall out = wall_between(t, i, next);
        const nav_vec2 *p = t->outline->points;
        status = nav_orient(p[before], p[i], p[next]) == NAV_LEFT
                     ? turn_convex(t, &in, &out, p[i])
                     : round_reflex(t, &in, &out, p[i]);
        in = out;
    }
    return status == NAV_OK ? emit(t, shape->points[begin], NAV_NONE) : status;
}

nav_status nav_offset_chains(nav_chains *chains, const nav_shape *outline,
                             const nav_offset_rule *rule)
{
    const nav_allocator *mem = &outline->mem;
    tracer *t = nav_mem_new(mem, 1, sizeof *t);
    if (!t) {
        return NAV_NOMEM;
    }
    t->chains = chains;
    t->outline = outline;
    t->rule = rule;
    nav_status status = nav_shape_new(mem, &chains->shape);
    for (size_t r = 0; r < outline->ring_count && status == NAV_OK; r++) {
        status = trace_ring(t, &outline->rings[r]);
    }
    nav_mem_free(mem, t, 1, sizeof *t);
    return status;
}
