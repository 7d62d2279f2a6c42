// obstacle.c - one obstacle and its outlines.
//
// An obstacle is kept as it was given, and as rings: what is inside any of them
// is blocked.  Not grown, the one ring has the corners that were given, bit for
// bit, whatever it does; what is inside is decided where rings are triangulated
// (cdt.c), as for the rings of a map.
//
// Growing by the radius of an agent.  The outline of a convex obstacle stays
// one ring: its edges move out along their normals, and at each corner the arc
// between two normals is replaced by a polygon outside of it (arc.c).  Around
// any other one lies its boundary, whatever it does, and what is nearer to it
// than the radius is nearer than that to one of its edges: so the ring itself
// and one capsule, again a convex outline, for every edge have the sum of all
// for their union.  The union is made where it is triangulated; offsetting a
// ring that crosses itself would need the same, and more.
//
// Rounding.  Arcs are of a radius that is larger by what rounding takes away
// (arc.c), so that the computed outlines hold the exact ones.  An edge along an
// axis needs only one sum, which is exact or made larger; the corners at both
// of its ends are moved to it.  That takes from the arc beside it half of what
// it had in reserve, which is more than twice what was needed.  So obstacles of
// whole numbers close passages between walls that are exactly as wide as the
// agent, and no others.
//
// Whether an outline is convex is decided by exact signs, and so is whether it
// has an area as long as its points are on one line.  (One that runs back along
// itself all the way, around corners, is taken to have one; the triangulation
// finds that it has none.)
//
// Rejected: to approximate a circle from inside (the agent would touch it), or
// by a polygon of equal area (it would be both).
//
// References: Tomas Lozano-Perez, "Spatial Planning: A Configuration Space
// Approach", 1983, for growing obstacles by what moves between them; Mark de
// Berg et al., "Computational Geometry: Algorithms and Applications", 2008,
// section 13.3, for sums of convex polygons.
#include "obstacle/obstacle.h"

#include "base/error.h"
#include "geometry/angle.h"
#include "geometry/arc.h"
#include "geometry/expansion.h"
#include "geometry/predicates.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------
// Failing
// ---------------------------------------------------------------------------

nav_status nav_obstacle_fail(nav_error *error, nav_status status, size_t name,
                             const char *id, const char *message)
{
    char shown[NAV_SHOWN_MOST + 1];
    if (!id) {
        return nav_fail(error, status, "obstacle %zu: %s", name, message);
    }
    nav_shown(id, shown);
    return nav_fail(error, status, "obstacle %zu (\"%s\"): %s", name, shown,
                    message);
}

// What is being added, for messages.
typedef struct maker {
    const nav_allocator *mem;
    const nav_obstacle_options *options;
    nav_obstacle *made;
    size_t name;
    nav_error *error;
} maker;

static nav_status fail(const maker *m, nav_status status, const char *message)
{
    return nav_obstacle_fail(m->error, status, m->name, m->made->spec.id,
                             message);
}

// ---------------------------------------------------------------------------
// Checking
// ---------------------------------------------------------------------------

static nav_status check_coordinates(const maker *m, nav_vec2 p,
                                    const char *what)
{
    char message[120];
    if (nav_vec2_is_legal(p)) {
        return NAV_OK;
    }
    (void)snprintf(message, sizeof message,
                   "%s: coordinate is not finite or not within 1e-100 .. 1e100 "
                   "in size",
                   what);
    return fail(m, NAV_RANGE, message);
}

static nav_status check_points(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    for (size_t i = 0; i < spec->point_count; i++) {
        char what[40];
        if (!nav_vec2_is_legal(spec->points[i])) {
            (void)snprintf(what, sizeof what, "point %zu", i);
            return check_coordinates(m, spec->points[i], what);
        }
    }
    return NAV_OK;
}

static nav_status check_size(const maker *m, double size, const char *what)
{
    char message[120];
    if (size >= 0 && nav_coord_is_legal(size)) {
        return NAV_OK;
    }
    (void)snprintf(message, sizeof message, "%s %s", what,
                   size < 0
                       ? "is negative"
                       : "is not finite or not within 1e-100 .. 1e100 in size");
    return fail(m, NAV_RANGE, message);
}

static nav_status check_box(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    nav_status status = check_coordinates(m, spec->box.min, "\"min\"");
    if (status == NAV_OK) {
        status = check_coordinates(m, spec->box.max, "\"max\"");
    }
    if (status == NAV_OK && (spec->box.min.x > spec->box.max.x ||
                             spec->box.min.y > spec->box.max.y)) {
        return fail(m, NAV_RANGE, "\"min\" is above \"max\"");
    }
    return status;
}

static nav_status check_oriented_box(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    nav_status status = check_coordinates(m, spec->center, "\"center\"");
    if (status == NAV_OK) {
        status = check_size(m, spec->half.x, "\"half\"");
    }
    if (status == NAV_OK) {
        status = check_size(m, spec->half.y, "\"half\"");
    }
    if (status == NAV_OK && !nav_coord_is_legal(spec->angle)) {
        return fail(m, NAV_RANGE,
                    "\"angle\" is not finite or not within 1e-100 .. 1e100 in "
                    "size");
    }
    return status;
}

static nav_status check_circle(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    nav_status status = check_coordinates(m, spec->center, "\"center\"");
    return status == NAV_OK ? check_size(m, spec->radius, "\"radius\"")
                            : status;
}

static nav_status check_heights(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    if (!spec->has_heights) {
        return NAV_OK;
    }
    nav_status status =
        check_coordinates(m, (nav_vec2){spec->low, spec->high}, "\"height\"");
    if (status == NAV_OK && spec->low > spec->high) {
        return fail(m, NAV_RANGE, "\"height\": the first is above the second");
    }
    return status;
}

static nav_status check(const maker *m)
{
    nav_status status = NAV_OK;
    switch (m->made->spec.kind) {
    case NAV_OBSTACLE_POLYGON:
        status = check_points(m);
        break;
    case NAV_OBSTACLE_CIRCLE:
        status = check_circle(m);
        break;
    case NAV_OBSTACLE_BOX:
        status = check_box(m);
        break;
    case NAV_OBSTACLE_ORIENTED_BOX:
        status = check_oriented_box(m);
        break;
    }
    return status == NAV_OK ? check_heights(m) : status;
}

// ---------------------------------------------------------------------------
// Outlines
// ---------------------------------------------------------------------------

nav_status nav_obstacle_begin_ring(const nav_allocator *mem,
                                   nav_obstacle *obstacle)
{
    nav_status status =
        nav_mem_grow(mem, &obstacle->rings, &obstacle->ring_capacity,
                     obstacle->ring_count + 1, sizeof *obstacle->rings);
    if (status == NAV_OK) {
        obstacle->rings[obstacle->ring_count++] =
            (nav_outline_ring){(uint32_t)obstacle->point_count, 0};
    }
    return status;
}

nav_status nav_obstacle_add_points(const nav_allocator *mem,
                                   nav_obstacle *obstacle,
                                   const nav_vec2 *points, size_t count)
{
    if (count > UINT32_MAX - obstacle->point_count) {
        return NAV_LIMIT;
    }
    nav_status status =
        nav_mem_grow(mem, &obstacle->points, &obstacle->point_capacity,
                     obstacle->point_count + count, sizeof *obstacle->points);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_vec2 p = nav_vec2_clean((nav_vec2){nav_coord_flushed(points[i].x),
                                               nav_coord_flushed(points[i].y)});
        obstacle->points[obstacle->point_count++] = p;
        obstacle->rings[obstacle->ring_count - 1].count++;
        status = nav_vec2_is_legal(p) ? NAV_OK : NAV_RANGE;
    }
    return status;
}

// Fails with the words for a status of outlining.
static nav_status fail_outline(const maker *m, nav_status status)
{
    if (status == NAV_NOMEM) {
        return nav_fail_memory(m->error);
    }
    return fail(m, status,
                status == NAV_RANGE ? "its outline goes beyond 1e100"
                                    : "too many points");
}

static nav_status add_ring(const maker *m, const nav_vec2 *points, size_t count)
{
    nav_status status = nav_obstacle_begin_ring(m->mem, m->made);
    return status == NAV_OK
               ? nav_obstacle_add_points(m->mem, m->made, points, count)
               : status;
}

// a + b, or the next double in the direction of b when the sum is short of it.
static double sum_beyond(double a, double b)
{
    pair sum = two_sum(a, b);
    bool is_short = b < 0 ? sum.tail < 0 : sum.tail > 0;
    return is_short ? nextafter(sum.head, b < 0 ? -HUGE_VAL : HUGE_VAL)
                    : sum.head;
}

// Moves a corner to the edge at a distance from p whose normal is an axis.
static void snap(nav_vec2 *corner, nav_vec2 p, nav_vec2 normal, double distance)
{
    if (normal.y == 0) {
        corner->x = sum_beyond(p.x, normal.x < 0 ? -distance : distance);
    } else if (normal.x == 0) {
        corner->y = sum_beyond(p.y, normal.y < 0 ? -distance : distance);
    }
}

static nav_status add_circle(const maker *m)
{
    static const nav_vec2 axis[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const nav_obstacle_spec *spec = &m->made->spec;
    double tolerance = m->options->arc_tolerance;
    double radius = sum_beyond(spec->radius, m->options->radius);
    nav_vec2 corner[NAV_ARC_CORNERS_MOST];
    nav_arc arc = {spec->center,
                   nav_arc_widened(spec->center, radius, tolerance), tolerance};
    size_t count = nav_arc_circle(&arc, corner);
    for (size_t i = 0; i < 4; i++) {
        size_t after = i * (count / 4);
        snap(&corner[after], spec->center, axis[i], radius);
        snap(&corner[(after + count - 1) % count], spec->center, axis[i],
             radius);
    }
    return add_ring(m, corner, count);
}

// The outward normal of an edge of a counter-clockwise ring.
static nav_vec2 normal(nav_vec2 from, nav_vec2 to)
{
    nav_vec2 along = nav_arc_direction(nav_vec2_sub(to, from));
    return (nav_vec2){along.y, -along.x};
}

// Grows a convex ring: counter-clockwise, of two points or more, of which none
// follows its equal.
static nav_status add_grown(const maker *m, const nav_vec2 *points,
                            size_t count)
{
    double radius = m->options->radius;
    double tolerance = m->options->arc_tolerance;
    nav_vec2 corner[NAV_ARC_CORNERS_MOST];
    nav_status status = nav_obstacle_begin_ring(m->mem, m->made);
    nav_vec2 before = normal(points[count - 1], points[0]);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_vec2 after = normal(points[i], points[i + 1 < count ? i + 1 : 0]);
        double widened = nav_arc_widened(points[i], radius, tolerance);
        nav_arc arc = {points[i], widened, tolerance};
        size_t corners = nav_arc_corners(&arc, before, after, corner);
        snap(&corner[0], points[i], before, radius);
        snap(&corner[corners - 1], points[i], after, radius);
        status = nav_obstacle_add_points(m->mem, m->made, corner, corners);
        before = after;
    }
    return status;
}

// The ring itself, and what is nearer than the radius to an edge.
static nav_status add_capsules(const maker *m, const nav_vec2 *points,
                               size_t count)
{
    nav_status status = add_ring(m, points, count);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_vec2 ends[] = {points[i], points[i + 1 < count ? i + 1 : 0]};
        status = add_grown(m, ends, 2);
    }
    return status;
}

// Copies a ring without points that equal the one before them; returns how many
// are left.
static size_t without_repeats(const nav_vec2 *points, size_t count,
                              nav_vec2 *kept)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (left == 0 || !nav_vec2_equal(points[i], kept[left - 1])) {
            kept[left++] = points[i];
        }
    }
    while (left > 1 && nav_vec2_equal(kept[left - 1], kept[0])) {
        left--;
    }
    return left;
}

static bool is_on_one_line(const nav_vec2 *points, size_t count)
{
    for (size_t i = 2; i < count; i++) {
        if (nav_orient(points[0], points[1], points[i]) != NAV_ON) {
            return false;
        }
    }
    return true;
}

// Whether to - from points into the upper half of the plane, its right border
// included.
static bool goes_up(nav_vec2 from, nav_vec2 to)
{
    return to.y > from.y || (to.y == from.y && to.x > from.x);
}

// NAV_LEFT for a convex ring that runs counter-clockwise, NAV_RIGHT for one
// that runs clockwise, NAV_ON for all others.  No point may equal the one
// before it.
//
// A ring that never turns to the other side, nor straight back, is convex when
// it goes around once: then its edges go from down to up once.
static nav_side winding(const nav_vec2 *points, size_t count)
{
    nav_side side = NAV_ON;
    size_t ascents = 0;
    for (size_t i = 0; i < count; i++) {
        nav_vec2 a = points[i];
        nav_vec2 b = points[(i + 1) % count];
        nav_vec2 c = points[(i + 2) % count];
        nav_side turn = nav_orient(a, b, c);
        bool up = goes_up(b, c);
        bool was_up = goes_up(a, b);
        if (turn == NAV_ON ? up != was_up : (int)turn == -(int)side) {
            return NAV_ON;
        }
        side = turn != NAV_ON ? turn : side;
        ascents += up && !was_up;
    }
    return ascents == 1 ? side : NAV_ON;
}

static void reverse(nav_vec2 *points, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        nav_vec2 p = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = p;
    }
}

// A polygon, of which `ring` is a copy without repeats.
static nav_status outline_polygon(const maker *m, nav_vec2 *ring, size_t count)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    m->made->is_empty = count < 3 || is_on_one_line(ring, count);
    if (m->options->radius == 0) {
        return add_ring(m, spec->points, spec->point_count);
    }
    if (m->made->is_empty) {
        return NAV_OK;
    }
    nav_side side = winding(ring, count);
    if (side == NAV_ON) {
        return add_capsules(m, ring, count);
    }
    if (side == NAV_RIGHT) {
        reverse(ring, count);
    }
    return add_grown(m, ring, count);
}

static nav_status add_polygon(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    nav_vec2 *ring = nav_mem_new(m->mem, spec->point_count, sizeof *ring);
    if (!ring) {
        return NAV_NOMEM;
    }
    size_t count = without_repeats(spec->points, spec->point_count, ring);
    nav_status status = outline_polygon(m, ring, count);
    nav_mem_free(m->mem, ring, spec->point_count, sizeof *ring);
    return status;
}

// Four corners, counter-clockwise.
static nav_status add_corners(const maker *m, nav_vec2 corner[4])
{
    nav_vec2 ring[4];
    size_t count = without_repeats(corner, 4, ring);
    // Rounding may have folded an oriented box that is very thin.
    m->made->is_empty = count < 3 || winding(ring, count) != NAV_LEFT;
    if (m->options->radius == 0) {
        return add_ring(m, corner, 4);
    }
    return m->made->is_empty ? NAV_OK : add_grown(m, ring, count);
}

static nav_status add_box(const maker *m)
{
    nav_box box = m->made->spec.box;
    nav_vec2 corner[] = {
        box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    return add_corners(m, corner);
}

static nav_status add_oriented_box(const maker *m)
{
    const nav_obstacle_spec *spec = &m->made->spec;
    nav_vec2 u = nav_angle_direction(spec->angle);
    nav_vec2 v = {-u.y, u.x};
    static const nav_vec2 sign[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    nav_vec2 corner[4];
    for (int i = 0; i < 4; i++) {
        double a = sign[i].x * spec->half.x;
        double b = sign[i].y * spec->half.y;
        corner[i] = (nav_vec2){spec->center.x + (a * u.x + b * v.x),
                               spec->center.y + (a * u.y + b * v.y)};
    }
    return add_corners(m, corner);
}

static nav_status outline(const maker *m)
{
    nav_obstacle *made = m->made;
    const nav_obstacle_spec *spec = &made->spec;
    nav_status status = NAV_OK;
    switch (spec->kind) {
    case NAV_OBSTACLE_POLYGON:
        status = add_polygon(m);
        break;
    case NAV_OBSTACLE_CIRCLE:
        made->is_empty = spec->radius == 0;
        if (!made->is_empty) {
            status = add_circle(m);
        } else if (m->options->radius == 0) {
            status = add_ring(m, &spec->center, 1);
        }
        break;
    case NAV_OBSTACLE_BOX:
        status = add_box(m);
        break;
    case NAV_OBSTACLE_ORIENTED_BOX:
        status = add_oriented_box(m);
        break;
    }
    made->box =
        nav_box_around(made->points, made->is_empty ? 0 : made->point_count);
    return status;
}

// ---------------------------------------------------------------------------
// One obstacle
// ---------------------------------------------------------------------------

void nav_obstacle_free(const nav_allocator *mem, nav_obstacle *item)
{
    if (!item) {
        return;
    }
    nav_mem_free(mem, item->given, item->spec.point_count, sizeof *item->given);
    nav_mem_free(mem, item->id, item->id ? strlen(item->id) + 1 : 0, 1);
    nav_mem_free(mem, item->points, item->point_capacity, sizeof *item->points);
    nav_mem_free(mem, item->rings, item->ring_capacity, sizeof *item->rings);
    nav_mem_free(mem, item, 1, sizeof *item);
}

// Copies what the spec lends.
static nav_status copy_spec(const nav_allocator *mem,
                            const nav_obstacle_spec *spec, nav_obstacle *made)
{
    made->spec = *spec;
    made->spec.id = NULL;
    if (spec->kind != NAV_OBSTACLE_POLYGON) {
        made->spec.point_count = 0;
    }
    size_t count = made->spec.point_count;
    made->given = nav_mem_new(mem, count, sizeof *made->given);
    if (!made->given) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        made->given[i] = nav_vec2_clean(spec->points[i]);
    }
    made->spec.points = made->given;
    if (spec->id) {
        size_t size = strlen(spec->id) + 1;
        made->id = nav_mem_new(mem, size, 1);
        if (!made->id) {
            return NAV_NOMEM;
        }
        memcpy(made->id, spec->id, size);
        made->spec.id = made->id;
    }
    return NAV_OK;
}

nav_status nav_obstacle_capsule(const nav_allocator *mem,
                                const nav_obstacle_options *options, nav_vec2 a,
                                nav_vec2 b, nav_obstacle **item,
                                nav_error *error)
{
    nav_obstacle *made = nav_mem_new(mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_obstacle){.low = -HUGE_VAL, .high = HUGE_VAL};
    maker m = {mem, options, made, 0, error};
    const nav_vec2 ends[] = {a, b};
    nav_status status = add_grown(&m, ends, 2);
    if (status != NAV_OK) {
        (void)fail_outline(&m, status);
        nav_obstacle_free(mem, made);
        return status;
    }
    made->box = nav_box_around(made->points, made->point_count);
    *item = made;
    return NAV_OK;
}

nav_status nav_obstacle_make(const nav_allocator *mem,
                             const nav_obstacle_options *options,
                             const nav_obstacle_spec *spec, size_t name,
                             nav_obstacle **item, nav_error *error)
{
    nav_obstacle *made = nav_mem_new(mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_obstacle){.low = -HUGE_VAL, .high = HUGE_VAL};
    maker m = {mem, options, made, name, error};
    nav_status status = copy_spec(mem, spec, made);
    if (status != NAV_OK) {
        (void)nav_fail_memory(error);
    }
    if (status == NAV_OK) {
        status = check(&m);
    }
    if (status == NAV_OK && spec->has_heights) {
        made->low = spec->low;
        made->high = spec->high;
    }
    if (status == NAV_OK) {
        status = outline(&m);
        if (status != NAV_OK) {
            (void)fail_outline(&m, status);
        }
    }
    if (status != NAV_OK) {
        nav_obstacle_free(mem, made);
        return status;
    }
    *item = made;
    return NAV_OK;
}
