// gaps.c - in which directions corners look across passages for the agent.
//
// Problem.  Around a reflex corner the agent keeps its distance along a polygon
// outside of an arc (offset.c), whose corners are up to R (1 + tolerance) away.
// A passage between two corners, or between a corner and an edge, whose width w
// is just above 2 R must not be closed by that: so the polygons have to touch
// their arcs exactly where the passage is narrowest, on the shortest way
// across.
//
// Method.  The narrowest place of a passage has an empty circle, the one whose
// diameter is the shortest way across, with the corner p at one end.  With
// w > 2 R it holds the circle of radius R that touches it from inside in p, so
// that one is empty as well.  From p, the triangulation is searched triangle by
// triangle, each with the range of directions that are seen through the edges
// crossed so far.  A vertex c nearer than 2 R lies in the circle of direction u
// when the angle between u and c - p has a cosine of more than |c - p| / 2 R:
// such directions are taken out of the range, which splits there anyway.  What
// is left is little: a few triangles for each corner that a ball of radius R
// can touch, none for others.
//
// A wrong bit in a direction is a bit in the width kept open, which narrow.c
// sees to; so all is computed with rounding, and to the safe side.
//
// References: Douglas Demyen, "Efficient Triangulation-Based Pathfinding",
// 2006, searches across edges for the width of a corner; Marcelo Kallmann,
// "Dynamic and Robust Local Clearance Triangulations", 2014, for the cases that
// one triangle does not show.
#include "bake/gaps.h"

#include "geometry/arc.h"
#include "geometry/predicates.h"

// Circles are taken smaller by this part, so that rounding does not take out
// the direction that a vertex on the circle belongs to.
#define SAFE 0x1p-20

// An edge to look across, from the triangle of `half`, and the directions that
// are seen through it: counter-clockwise from low to high, less than half a
// turn.
typedef struct view {
    nav_half half;
    nav_vec2 low, high;
} view;

typedef struct searcher {
    nav_gaps *gaps;
    const nav_delaunay *d;
    uint8_t *is_corner; // [vertices] on the boundary
    double least, most; // of widths
    nav_vec2 at;        // the corner that looks
    view *stack;
    size_t count, capacity;
} searcher;

void nav_gaps_init(nav_gaps *gaps, const nav_allocator *mem)
{
    *gaps = (nav_gaps){.mem = *mem};
}

void nav_gaps_fini(nav_gaps *gaps)
{
    nav_mem_free(&gaps->mem, gaps->toward, gaps->capacity,
                 sizeof *gaps->toward);
    nav_mem_free(&gaps->mem, gaps->first, gaps->points + 1,
                 sizeof *gaps->first);
    *gaps = (nav_gaps){.mem = gaps->mem};
}

static bool is_between(nav_vec2 low, nav_vec2 u, nav_vec2 high)
{
    return nav_vec2_cross(low, u) >= 0 && nav_vec2_cross(u, high) >= 0;
}

static bool is_boundary(const nav_delaunay *d, nav_half h)
{
    return !nav_is_walkable(d, nav_half_twin(d, h) >> 2);
}

// v turned by the angle of the given cosine, to the left for side 1.
static nav_vec2 turned(nav_vec2 v, double cosine, double side)
{
    double sine = side * sqrt(1 - cosine * cosine);
    return (nav_vec2){cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

// The end, on the given side, of the directions that a vertex takes out; the
// direction of the vertex when it takes out none.
static nav_vec2 beyond(const searcher *s, uint32_t vertex, double side)
{
    nav_vec2 v = nav_vec2_sub(s->d->point[vertex], s->at);
    double part =
        nav_vec2_distance(s->d->point[vertex], s->at) / (s->least * (1 - SAFE));
    v = nav_arc_direction(v);
    return s->is_corner[vertex] && part < 1 ? turned(v, part, side) : v;
}

// Notes a way across, if its width is one that matters.
static nav_status note(searcher *s, nav_vec2 to)
{
    nav_gaps *gaps = s->gaps;
    double width = nav_vec2_distance(s->at, to);
    if (width < s->least * (1 - SAFE) || width > s->most) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&gaps->mem, &gaps->toward, &gaps->capacity,
                                     gaps->count + 1, sizeof *gaps->toward);
    if (status == NAV_OK) {
        gaps->toward[gaps->count++] =
            nav_arc_direction(nav_vec2_sub(to, s->at));
    }
    return status;
}

// The point of an edge nearest to the corner that looks; *is_end tells whether
// it is an end.
static nav_vec2 foot(const searcher *s, nav_half h, bool *is_end)
{
    nav_vec2 a = s->d->point[nav_half_start(s->d, h)];
    nav_vec2 b = s->d->point[nav_half_end(s->d, h)];
    // In parts of the length, so that nothing overflows.
    double length = nav_vec2_distance(a, b);
    nav_vec2 along = nav_arc_direction(nav_vec2_sub(b, a));
    double t = nav_vec2_dot(nav_vec2_sub(s->at, a), along) / length;
    *is_end = t <= 0 || t >= 1;
    if (*is_end) {
        return t <= 0 ? a : b;
    }
    return (nav_vec2){a.x + t * length * along.x, a.y + t * length * along.y};
}

static nav_status push(searcher *s, view v)
{
    bool is_end;
    nav_vec2 nearest = foot(s, v.half, &is_end);
    if (nav_vec2_cross(v.low, v.high) < 0 ||
        nav_vec2_distance(s->at, nearest) > s->most) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&s->gaps->mem, &s->stack, &s->capacity,
                                     s->count + 1, sizeof v);
    if (status == NAV_OK) {
        s->stack[s->count++] = v;
    }
    return status;
}

// Looks at what is behind an edge.
static nav_status look(searcher *s, view v)
{
    const nav_delaunay *d = s->d;
    if (is_boundary(d, v.half)) {
        bool is_end;
        nav_vec2 nearest = foot(s, v.half, &is_end);
        return is_end ||
                       !is_between(v.low, nav_vec2_sub(nearest, s->at), v.high)
                   ? NAV_OK
                   : note(s, nearest);
    }
    nav_half near = nav_half_twin(d, v.half);
    uint32_t c = nav_half_start(d, nav_half_prev(near));
    nav_vec2 to = nav_vec2_sub(d->point[c], s->at);
    nav_status status = NAV_OK;
    if (s->is_corner[c] && is_between(v.low, to, v.high)) {
        status = note(s, d->point[c]);
    }
    // The edge runs from right to left as seen; beyond it, first the side from
    // its right end to c, then that from c to its left end.  That c is on the
    // way there has to be asked first: the ends of what it takes out may be a
    // quarter of a turn from it, and so more than half a turn from low or high.
    nav_vec2 left = beyond(s, c, 1), right = beyond(s, c, -1);
    if (status == NAV_OK && nav_vec2_cross(v.low, to) > 0 &&
        nav_vec2_cross(v.low, right) > 0) {
        bool is_cut = nav_vec2_cross(right, v.high) >= 0;
        status = push(
            s, (view){nav_half_next(near), v.low, is_cut ? right : v.high});
    }
    if (status == NAV_OK && nav_vec2_cross(to, v.high) > 0 &&
        nav_vec2_cross(left, v.high) > 0) {
        bool is_cut = nav_vec2_cross(v.low, left) >= 0;
        status =
            push(s, (view){nav_half_prev(near), is_cut ? left : v.low, v.high});
    }
    return status;
}

// What two ranges of directions have in common; false when that is nothing.
static bool clip(nav_vec2 low, nav_vec2 high, view *v)
{
    bool has_low = is_between(v->low, low, v->high);
    bool has_high = is_between(v->low, high, v->high);
    if ((!has_low && !is_between(low, v->low, high)) ||
        (!has_high && !is_between(low, v->high, high))) {
        return false;
    }
    v->low = has_low ? low : v->low;
    v->high = has_high ? high : v->high;
    return true;
}

// Looks out of a corner through one of its triangles, in directions from low to
// high.
static nav_status look_out(searcher *s, nav_half h, nav_vec2 low, nav_vec2 high)
{
    const nav_delaunay *d = s->d;
    nav_half opposite = nav_half_next(h);
    uint32_t a = nav_half_start(d, opposite), b = nav_half_end(d, opposite);
    view v = {opposite, nav_vec2_sub(d->point[a], s->at),
              nav_vec2_sub(d->point[b], s->at)};
    if (!clip(low, high, &v)) {
        return NAV_OK; // as for most triangles
    }
    v.low = beyond(s, a, 1);
    v.high = beyond(s, b, -1);
    if (nav_vec2_cross(v.low, v.high) < 0 || !clip(low, high, &v)) {
        return NAV_OK;
    }
    s->count = 0;
    nav_status status = push(s, v);
    while (status == NAV_OK && s->count > 0) {
        status = look(s, s->stack[--s->count]);
    }
    return status;
}

// Whether two directions, right to 6 eps each (eps = 2^-53), are the same.
static bool are_same(nav_vec2 u, nav_vec2 v)
{
    return fabs(nav_vec2_cross(u, v)) <= 16 * 0x1p-53;
}

// Sorts the directions from `first` on, and leaves out those that are there
// already, or are low or high.
static void sort_ways(nav_gaps *gaps, size_t first, nav_vec2 low, nav_vec2 high)
{
    for (size_t i = first + 1; i < gaps->count; i++) {
        nav_vec2 u = gaps->toward[i];
        size_t k = i;
        for (; k > first && nav_vec2_cross(gaps->toward[k - 1], u) < 0; k--) {
            gaps->toward[k] = gaps->toward[k - 1];
        }
        gaps->toward[k] = u;
    }
    size_t kept = first;
    for (size_t i = first; i < gaps->count; i++) {
        nav_vec2 u = gaps->toward[i];
        if (!are_same(u, kept > first ? gaps->toward[kept - 1] : low) &&
            !are_same(u, high)) {
            gaps->toward[kept++] = u;
        }
    }
    gaps->count = kept;
}

// All triangles of a corner, whose outgoing boundary half-edge is `begin`.  The
// corners before and behind it in its ring tell in which directions it is what
// is nearest: between the normals of its edges.
static nav_status search_corner(searcher *s, nav_half begin, nav_vec2 before,
                                nav_vec2 behind)
{
    const nav_delaunay *d = s->d;
    s->at = d->point[nav_half_start(d, begin)];
    nav_vec2 in = nav_arc_direction(nav_vec2_sub(s->at, before));
    nav_vec2 out = nav_arc_direction(nav_vec2_sub(behind, s->at));
    nav_vec2 low = {-out.y, out.x}, high = {-in.y, in.x};
    size_t first = s->gaps->count;
    nav_status status = NAV_OK;
    for (nav_half h = begin;; h = nav_half_around(d, h)) {
        nav_vec2 end = d->point[nav_half_end(d, h)];
        if (s->is_corner[nav_half_end(d, h)] &&
            is_between(low, nav_vec2_sub(end, s->at), high)) {
            status = note(s, end);
        }
        if (status == NAV_OK) {
            status = look_out(s, h, low, high);
        }
        if (status != NAV_OK || is_boundary(d, nav_half_prev(h))) {
            break;
        }
    }
    sort_ways(s->gaps, first, low, high);
    return status;
}

static nav_status search_ring(searcher *s, const nav_outline *outline,
                              const nav_ring *ring)
{
    const nav_vec2 *point = outline->shape->points;
    uint32_t before = ring->first + ring->count - 1;
    nav_status status = NAV_OK;
    for (uint32_t k = 0; k < ring->count && status == NAV_OK; k++) {
        uint32_t i = ring->first + k;
        uint32_t next = outline->next[i];
        s->gaps->first[i] = s->gaps->count;
        if (nav_orient(point[before], point[i], point[next]) == NAV_RIGHT) {
            status =
                search_corner(s, outline->begin[i], point[before], point[next]);
        }
        before = i;
    }
    return status;
}

nav_status nav_gaps_find(nav_gaps *gaps, const nav_delaunay *d,
                         const nav_outline *outline, double radius,
                         double tolerance)
{
    const nav_allocator *mem = &gaps->mem;
    const nav_shape *shape = outline->shape;
    searcher s = {.gaps = gaps, .d = d, .least = 2 * radius};
    s.most = s.least * (1 + tolerance) * (1 + tolerance);
    gaps->points = shape->point_count;
    gaps->first = nav_mem_new(mem, gaps->points + 1, sizeof *gaps->first);
    s.is_corner = nav_mem_new(mem, d->vertices, sizeof *s.is_corner);
    nav_status status = gaps->first && s.is_corner ? NAV_OK : NAV_NOMEM;
    for (size_t v = 0; v < d->vertices && status == NAV_OK; v++) {
        s.is_corner[v] = 0;
    }
    for (size_t i = 0; i < gaps->points && status == NAV_OK; i++) {
        s.is_corner[nav_half_start(d, outline->begin[i])] = 1;
    }
    for (size_t r = 0; r < shape->ring_count && status == NAV_OK; r++) {
        status = search_ring(&s, outline, &shape->rings[r]);
    }
    if (status == NAV_OK) {
        gaps->first[gaps->points] = gaps->count;
    }
    nav_mem_free(mem, s.is_corner, d->vertices, sizeof *s.is_corner);
    nav_mem_free(mem, s.stack, s.capacity, sizeof *s.stack);
    return status;
}
