// facets.c - the floors among the faces of a model.
//
// Plan and height.  With z up the plan is (x, y) and the height z.  With y up
// the plan is (x, z) and the height y, and the plan is then seen from below: a
// face that runs counter-clockwise as seen from above runs clockwise in (x, z).
//
// What a face is, decided in this order, each with exact signs:
//
//   degenerate  all corners on a line in space: in all three projections
//   vertical    all corners on a line in plan, not so in space
//   steep       only when asked: looks down, or rises too much
//   crooked     crosses itself in plan, or passes one place at two heights
//   floor       everything else
//
// A ring that encloses nothing without being on a line, as one that runs back
// the way it came, is degenerate too.  The side that a face shows upwards
// follows from the turn at its least corner in plan, which no hole or dent can
// be at.  Its slope is that of its normal by Newell's sum, computed; equal to
// the limit is kept.
//
// Winding.  A navigation mesh in an OBJ file is all floor, and often winds as
// it happens to; so polygons are made counter-clockwise in plan whatever they
// were.
//
// Over each other.  The front of a tread lies over the back of the one below
// only as well as somebody drew it.  So with a weld distance and a step,
// vertices within the distance in plan and the step in height take the place in
// plan of the one of least number, in chains (cluster.c); their heights stay.
// That comes before faces are decided, so whatever it does to one is seen.
//
// Convex faces stay whole, even when they are not quite plane: their heights
// are interpolated.  Others are cut into triangles, exactly, in plan (slabs.c).
//
// References: Ivan Sutherland, Robert Sproull, Robert Schumacker, "A
// Characterization of Ten Hidden-Surface Algorithms", 1974, for Newell's
// normal.
#include "floors/facets.h"

#include "bake/cluster.h"
#include "base/error.h"
#include "geometry/predicates.h"

typedef enum facet_kind {
    FACET_FLOOR,
    FACET_VERTICAL,
    FACET_STEEP,
    FACET_DEGENERATE,
    FACET_CROOKED
} facet_kind;

typedef struct facet_maker {
    nav_slabs *slabs;
    const nav_model *model;
    const nav_model_options *options;
    const uint32_t *to;
    uint32_t *ring; // corners of the present face
    size_t count, capacity;
} facet_maker;

// ---------------------------------------------------------------------------
// One face
// ---------------------------------------------------------------------------

// Gathers the welded corners of a face; one that repeats the one before is left
// out.
static nav_status gather(facet_maker *m, size_t face)
{
    const uint32_t *first = m->model->first;
    const uint32_t *corner = m->model->corner;
    size_t most = first[face + 1] - first[face];
    if (most > m->capacity) {
        nav_status status = nav_mem_grow(&m->slabs->mem, &m->ring, &m->capacity,
                                         most, sizeof *m->ring);
        if (status != NAV_OK) {
            return status;
        }
    }
    uint32_t *ring = m->ring;
    size_t count = 0;
    for (uint32_t i = first[face]; i < first[face + 1]; i++) {
        uint32_t v = m->to[corner[i]];
        if (count == 0 || ring[count - 1] != v) {
            ring[count++] = v;
        }
    }
    while (count > 1 && ring[count - 1] == ring[0]) {
        count--;
    }
    m->count = count;
    return NAV_OK;
}

// A corner in plan and height, as coordinates x, y, z.
static nav_vec3 corner_at(const facet_maker *m, size_t i)
{
    const nav_slabs *slabs = m->slabs;
    uint32_t v = m->ring[i];
    return (nav_vec3){slabs->point[v].x, slabs->point[v].y, slabs->height[v]};
}

// Whether c is on the line through a and b in plan.
static bool is_on_line_in_plan(nav_vec3 a, nav_vec3 b, nav_vec3 c)
{
    return nav_orient((nav_vec2){a.x, a.y}, (nav_vec2){b.x, b.y},
                      (nav_vec2){c.x, c.y}) == NAV_ON;
}

// Whether all corners are on one line in plan.
static bool is_line_in_plan(const facet_maker *m)
{
    nav_vec3 a = corner_at(m, 0);
    nav_vec3 b = a;
    for (size_t i = 1; i < m->count; i++) {
        nav_vec3 c = corner_at(m, i);
        if (a.x == b.x && a.y == b.y) {
            b = c; // still at one place in plan
        } else if (!is_on_line_in_plan(a, b, c)) {
            return false;
        }
    }
    return true;
}

// Whether all corners are on one line in space.  Neighbours differ, so the
// first two give its direction.
static bool is_line(const facet_maker *m)
{
    nav_vec3 a = corner_at(m, 0);
    nav_vec3 b = corner_at(m, 1);
    for (size_t i = 2; i < m->count; i++) {
        nav_vec3 c = corner_at(m, i);
        if (!is_on_line_in_plan(a, b, c) ||
            !is_on_line_in_plan((nav_vec3){a.y, a.z, 0},
                                (nav_vec3){b.y, b.z, 0},
                                (nav_vec3){c.y, c.z, 0}) ||
            !is_on_line_in_plan((nav_vec3){a.z, a.x, 0},
                                (nav_vec3){b.z, b.x, 0},
                                (nav_vec3){c.z, c.x, 0})) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------
// Slope
// ---------------------------------------------------------------------------

// The turn at the least corner in plan: that of the whole ring if it is simple.
static nav_side turn_of_ring(const facet_maker *m)
{
    const nav_vec2 *point = m->slabs->point;
    size_t at = 0;
    for (size_t i = 1; i < m->count; i++) {
        nav_vec2 p = point[m->ring[i]];
        nav_vec2 q = point[m->ring[at]];
        at = nav_vec2_before(p, q) ? i : at;
    }
    return nav_orient(point[m->ring[(at + m->count - 1) % m->count]],
                      point[m->ring[at]], point[m->ring[(at + 1) % m->count]]);
}

// Newell's normal as the sum of a fan from the first corner.
static nav_vec3 normal_of(const facet_maker *m)
{
    nav_vec3 a = corner_at(m, 0);
    nav_vec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < m->count; i++) {
        nav_vec3 b = corner_at(m, i);
        nav_vec3 c = corner_at(m, i + 1);
        nav_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z};
        nav_vec3 v = {c.x - a.x, c.y - a.y, c.z - a.z};
        sum.x += u.y * v.z - u.z * v.y;
        sum.y += u.z * v.x - u.x * v.z;
        sum.z += u.x * v.y - u.y * v.x;
    }
    return sum;
}

// Whether rise over run of the face is more than the limit.
static bool is_too_steep(const facet_maker *m)
{
    nav_vec3 n = nav_vec3_reduced(normal_of(m));
    double vertical = m->options->max_rise * n.z;
    bool is_nothing = n.x == 0 && n.y == 0 && n.z == 0;
    return is_nothing || n.x * n.x + n.y * n.y > vertical * vertical;
}

static bool is_steep(const facet_maker *m)
{
    if (m->options->max_rise < 0) {
        return false;
    }
    nav_side upwards = m->options->up == NAV_UP_Y ? NAV_RIGHT : NAV_LEFT;
    return turn_of_ring(m) != upwards || is_too_steep(m);
}

// ---------------------------------------------------------------------------
// All faces
// ---------------------------------------------------------------------------

static void reverse(uint32_t *ring, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t swap = ring[i];
        ring[i] = ring[count - 1 - i];
        ring[count - 1 - i] = swap;
    }
}

// Decides the face that was gathered, and adds it when it is floor.
static nav_status add_facet(facet_maker *m, uint32_t face, facet_kind *kind)
{
    if (m->count < 3) {
        *kind = FACET_DEGENERATE;
        return NAV_OK;
    }
    nav_side turn = nav_slabs_turn(m->slabs, m->ring, m->count);
    if (turn == NAV_ON && is_line_in_plan(m)) {
        *kind = is_line(m) ? FACET_DEGENERATE : FACET_VERTICAL;
        return NAV_OK;
    }
    if (is_steep(m)) {
        *kind = FACET_STEEP;
        return NAV_OK;
    }
    *kind = FACET_FLOOR;
    if (turn != NAV_ON) {
        if (turn == NAV_RIGHT) {
            reverse(m->ring, m->count);
        }
        return nav_slabs_add(m->slabs, m->ring, m->count, face);
    }
    uint32_t added = 0;
    nav_status status =
        nav_slabs_add_ring(m->slabs, m->ring, m->count, face, &added);
    if (added == NAV_NONE) {
        *kind = FACET_CROOKED;
    } else if (added == 0) {
        *kind = FACET_DEGENERATE;
    }
    return status;
}

static void count_kind(nav_model_report *report, facet_kind kind)
{
    switch (kind) {
    case FACET_FLOOR:
        report->usable++;
        break;
    case FACET_VERTICAL:
        report->vertical++;
        break;
    case FACET_STEEP:
        report->steep++;
        break;
    case FACET_DEGENERATE:
        report->degenerate++;
        break;
    case FACET_CROOKED:
        report->crooked++;
        break;
    }
}

static nav_status add_points(const facet_maker *m)
{
    const nav_model *model = m->model;
    nav_axis up = m->options->up;
    size_t corners = model->faces > 0 ? model->first[model->faces] : 0;
    nav_slabs *slabs = m->slabs;
    nav_status status =
        nav_slabs_reserve(slabs, model->vertices, model->faces, corners);
    if (status != NAV_OK) {
        return status;
    }
    for (size_t v = 0; v < model->vertices; v++) {
        nav_vec3 p = model->vertex[v];
        slabs->point[v] = nav_facets_plan(up, p);
        slabs->height[v] = nav_facets_height(up, p);
    }
    slabs->points = model->vertices;
    return NAV_OK;
}

// Moves points that are near in plan and height over the least of each chain.
static nav_status align_points(const facet_maker *m, nav_vec3 *point,
                               uint32_t *over, nav_error *error)
{
    nav_slabs *slabs = m->slabs;
    for (uint32_t v = 0; v < slabs->points; v++) {
        point[v] =
            (nav_vec3){slabs->point[v].x, slabs->point[v].y, slabs->height[v]};
        over[v] = m->to[v] == v ? v : NAV_NONE;
    }
    nav_cluster_reach reach = {.distance = m->options->weld,
                               .step = m->options->step};
    nav_status status =
        nav_cluster(&slabs->mem, point, slabs->points, reach, over, error);
    for (size_t v = 0; v < slabs->points && status == NAV_OK; v++) {
        if (over[v] != NAV_NONE) {
            slabs->point[v] = slabs->point[over[v]];
        }
    }
    return status;
}

static nav_status place_points(const facet_maker *m, nav_error *error)
{
    if (add_points(m) != NAV_OK) {
        return nav_fail_memory(error);
    }
    if (!(m->options->weld > 0) || !(m->options->step > 0)) {
        return NAV_OK;
    }
    const nav_allocator *mem = &m->slabs->mem;
    size_t count = m->slabs->points;
    nav_vec3 *point = nav_mem_new(mem, count, sizeof *point);
    uint32_t *over = nav_mem_new(mem, count, sizeof *over);
    nav_status status = point && over ? align_points(m, point, over, error)
                                      : nav_fail_memory(error);
    nav_mem_free(mem, point, count, sizeof *point);
    nav_mem_free(mem, over, count, sizeof *over);
    return status;
}

static nav_status add_facets(facet_maker *m, nav_model_report *report)
{
    nav_status status = NAV_OK;
    for (uint32_t f = 0; f < m->model->faces && status == NAV_OK; f++) {
        facet_kind kind = FACET_FLOOR;
        status = gather(m, f);
        if (status == NAV_OK) {
            status = add_facet(m, f, &kind);
        }
        if (status == NAV_OK) {
            count_kind(report, kind);
        }
    }
    return status;
}

nav_status nav_facets(nav_slabs *slabs, const nav_model *model,
                      const nav_model_options *options, const uint32_t *to,
                      nav_model_report *report, nav_error *error)
{
    facet_maker m = {
        .slabs = slabs, .model = model, .options = options, .to = to};
    nav_status status = place_points(&m, error);
    if (status != NAV_OK) {
        return status;
    }
    status = add_facets(&m, report);
    nav_mem_free(&slabs->mem, m.ring, m.capacity, sizeof *m.ring);
    if (status != NAV_OK) {
        return status == NAV_NOMEM
                   ? nav_fail_memory(error)
                   : nav_fail(error, status,
                              "too many corners for 32-bit numbers");
    }
    return NAV_OK;
}
