// field_support.c - fields with what they are made of, for their tests.
#include "field_support.h"

#include <check.h>
#include <math.h>
#include <string.h>

#include "mesh_support.h"

// Relative difference of distances that rounding may make.
#define DISTANCE_TOLERANCE 1e-9
// The same of directions, absolute.
#define DIRECTION_TOLERANCE 1e-12

nav_point nav_test_on_plane(double x, double y)
{
    return (nav_point){{x, y}, NAV_FLOOR_ONLY, 0};
}

nav_field_options nav_test_exact(double cell)
{
    return (nav_field_options){.cell = cell, .method = NAV_FIELD_EXACT};
}

nav_test_bed nav_test_bed_new(nav_mesh *mesh)
{
    nav_test_bed bed = {.mesh = mesh};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &bed.query), NAV_OK);
    return bed;
}

void nav_test_bed_free(nav_test_bed *bed)
{
    nav_field_free(bed->field);
    nav_query_free(bed->query);
    nav_mesh_free(bed->mesh);
}

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool is_same_point(nav_vec2 a, nav_vec2 b)
{
    return is_same(a.x, b.x) && is_same(a.y, b.y);
}

// ---------------------------------------------------------------------------
// What is true of any field
// ---------------------------------------------------------------------------

static void check_place(const nav_test_bed *bed, const nav_place *p)
{
    const nav_field_info *f = &bed->info;
    double x = f->origin.x + (p->column + 0.5) * f->cell;
    double y = f->origin.y + (p->row + 0.5) * f->cell;
    NAV_TEST_CHECK(is_same_point(p->centre, (nav_vec2){x, y}));
    bool has_way = isfinite(p->distance);
    NAV_TEST_CHECK(p->distance >= 0);
    if (p->status == NAV_PLACE_OK) {
        NAV_TEST_CHECK(has_way);
    }
    if (p->status == NAV_PLACE_BLOCKED) {
        NAV_TEST_CHECK(p->height == 0);
    }
    if (p->status == NAV_PLACE_BLOCKED || p->status == NAV_PLACE_UNREACHABLE) {
        NAV_TEST_CHECK(!has_way);
        NAV_TEST_CHECK(p->direction.x == 0 && p->direction.y == 0);
    }
    NAV_TEST_CHECK(f->has_heights || p->height == 0);
}

// As many rows, or columns, as it takes to cover the box; one more where
// rounding makes that unclear.
static void check_cover(double low, double high, double cell, uint32_t count)
{
    double quotient = (high - low) / cell;
    NAV_TEST_CHECK_MSG(count >= quotient - 1e-9 && count < quotient + 1 + 1e-9,
                       "%u cells of %.17g from %.17g to %.17g", count, cell,
                       low, high);
}

// What the places of a field add up to.
typedef struct tally {
    size_t places, blocked, unreachable, floors;
    double far;
} tally;

// The places of a cell follow those before, the lowest first.  Where a cell
// must be free as a whole, some of its floors may be blocked.
static void check_cell(const nav_test_bed *bed, uint32_t column, uint32_t row,
                       bool full, tally *t)
{
    size_t count = 0;
    size_t first = nav_field_cell(bed->field, column, row, &count);
    NAV_TEST_CHECK(first == t->places && count > 0);
    t->floors = count > t->floors ? count : t->floors;
    double height = -HUGE_VAL;
    for (size_t i = first; i < first + count; i++) {
        nav_place p = nav_field_place(bed->field, i);
        NAV_TEST_CHECK(p.column == column && p.row == row);
        check_place(bed, &p);
        bool is_blocked = p.status == NAV_PLACE_BLOCKED;
        NAV_TEST_CHECK(is_blocked || p.height > height);
        NAV_TEST_CHECK(count == 1 || !is_blocked || full);
        height = is_blocked ? height : p.height;
        t->blocked += is_blocked;
        t->unreachable += p.status == NAV_PLACE_UNREACHABLE;
        t->far = isfinite(p.distance) ? fmax(t->far, p.distance) : t->far;
    }
    t->places += count;
}

static void check_all(const nav_test_bed *bed, bool full)
{
    const nav_field_info *f = &bed->info;
    tally t = {.places = 0};
    for (uint32_t row = 0; row < f->rows; row++) {
        for (uint32_t column = 0; column < f->columns; column++) {
            check_cell(bed, column, row, full, &t);
        }
    }
    ck_assert_uint_eq(t.places, f->places);
    ck_assert_uint_eq(t.blocked, f->blocked);
    ck_assert_uint_eq(t.unreachable, f->unreachable);
    ck_assert_uint_eq(t.floors, f->floors);
    ck_assert(is_same(t.far, f->most));
}

void nav_test_bed_make(nav_test_bed *bed, const nav_point *goals, size_t count,
                       nav_field_options options)
{
    nav_error error = {0};
    nav_field *field = NULL;
    nav_status status =
        nav_field_new(bed->query, goals, count, &options, &field, &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    nav_field_free(bed->field);
    bed->field = field;
    bed->info = nav_field_get_info(field);
    nav_mesh_info mesh = nav_mesh_get_info(bed->mesh);
    ck_assert_int_eq(bed->info.method, options.method);
    ck_assert(is_same(bed->info.cell, options.cell));
    ck_assert_uint_eq(bed->info.goals, count);
    ck_assert_int_eq(bed->info.has_heights, mesh.has_heights);
    ck_assert(is_same_point(bed->info.origin, mesh.bounds.min));
    check_cover(mesh.bounds.min.x, mesh.bounds.max.x, options.cell,
                bed->info.columns);
    check_cover(mesh.bounds.min.y, mesh.bounds.max.y, options.cell,
                bed->info.rows);
    check_all(bed, options.test == NAV_CELL_FULL);
}

void nav_test_check_same_fields(const nav_field *a, const nav_field *b)
{
    nav_field_info f = nav_field_get_info(a), g = nav_field_get_info(b);
    ck_assert_uint_eq(f.places, g.places);
    ck_assert_uint_eq(f.columns, g.columns);
    ck_assert_uint_eq(f.rows, g.rows);
    for (size_t i = 0; i < f.places; i++) {
        nav_place p = nav_field_place(a, i), q = nav_field_place(b, i);
        NAV_TEST_CHECK_MSG(
            p.status == q.status && p.column == q.column && p.row == q.row &&
                is_same_point(p.centre, q.centre) &&
                is_same(p.height, q.height) &&
                is_same(p.distance, q.distance) &&
                is_same_point(p.direction, q.direction) &&
                is_same_point(p.turn, q.turn),
            "place %zu: %.17g and %.17g", i, p.distance, q.distance);
    }
}

// ---------------------------------------------------------------------------
// Against point queries
// ---------------------------------------------------------------------------

static nav_path find(nav_test_bed *bed, nav_point from, nav_point to)
{
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    ck_assert_int_eq(
        nav_query_path_at(bed->query, from, to, &options, &path, NULL), NAV_OK);
    return path;
}

// The least cost from a point to a goal, infinite without a way and negative
// off the mesh.
static double ask(nav_test_bed *bed, nav_point from, const nav_point *goals,
                  size_t count)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        nav_path path = find(bed, from, goals[i]);
        if (path.status == NAV_PATH_START_OFF_MESH) {
            return -1;
        }
        ck_assert(path.status == NAV_PATH_OK ||
                  path.status == NAV_PATH_UNREACHABLE);
        least = path.status == NAV_PATH_OK ? fmin(least, path.cost) : least;
    }
    return least;
}

static nav_point point_of(const nav_place *p)
{
    return (nav_point){p->centre, NAV_FLOOR_NEAREST, p->height};
}

static double distance(nav_vec2 a, nav_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void check_direction(const nav_place *p)
{
    double away = distance(p->centre, p->turn);
    if (away == 0) {
        NAV_TEST_CHECK(p->distance == 0);
        NAV_TEST_CHECK(p->direction.x == 0 && p->direction.y == 0);
        return;
    }
    double x = (p->turn.x - p->centre.x) / away;
    double y = (p->turn.y - p->centre.y) / away;
    NAV_TEST_CHECK_MSG(fabs(p->direction.x - x) <= DIRECTION_TOLERANCE &&
                           fabs(p->direction.y - y) <= DIRECTION_TOLERANCE,
                       "(%.17g, %.17g) points to (%.17g, %.17g), not (%.17g, "
                       "%.17g)",
                       p->centre.x, p->centre.y, p->direction.x, p->direction.y,
                       x, y);
}

// The turn is in sight, and from there the way is as much shorter.  Where the
// ray ends on another floor than it should, the second part tells.
static void check_turn(nav_test_bed *bed, const nav_place *p,
                       const nav_point *goals, size_t count)
{
    nav_ray ray;
    ck_assert_int_eq(
        nav_query_raycast_at(bed->query, point_of(p), p->turn, 0, &ray, NULL),
        NAV_OK);
    NAV_TEST_CHECK_MSG(ray.clear, "(%.17g, %.17g) does not see (%.17g, %.17g)",
                       p->centre.x, p->centre.y, p->turn.x, p->turn.y);
    nav_point turn = {p->turn, NAV_FLOOR_NEAREST, ray.hit_height};
    double rest = ask(bed, turn, goals, count);
    double away = distance(p->centre, p->turn);
    // Through a corner where parts only touch there may be a shorter way.
    NAV_TEST_CHECK_MSG(
        rest >= 0 && away + rest <= p->distance * (1 + DISTANCE_TOLERANCE),
        "(%.17g, %.17g): %.17g to the turn (%.17g, %.17g) and %.17g from there,"
        " not %.17g",
        p->centre.x, p->centre.y, away, p->turn.x, p->turn.y, rest,
        p->distance);
}

// Gives whether there is a way.
static bool check_by_query(nav_test_bed *bed, const nav_place *p,
                           const nav_point *goals, bool turns)
{
    nav_location at;
    ck_assert_int_eq(nav_query_locate_at(bed->query, point_of(p), &at, NULL),
                     NAV_OK);
    bool is_on = at.point.x == p->centre.x && at.point.y == p->centre.y;
    NAV_TEST_CHECK_MSG(is_on == (p->status != NAV_PLACE_BLOCKED),
                       "(%.17g, %.17g) is %s", p->centre.x, p->centre.y,
                       nav_place_status_name(p->status));
    if (!is_on) {
        return false;
    }
    NAV_TEST_CHECK(at.height == p->height);
    size_t count = bed->info.goals;
    double want = ask(bed, point_of(p), goals, count);
    NAV_TEST_CHECK_MSG(
        nav_test_is_close(p->distance, want, DISTANCE_TOLERANCE),
        "(%.17g, %.17g) height %.17g: %.17g, the query says %.17g", p->centre.x,
        p->centre.y, p->height, p->distance, want);
    if (!isfinite(want)) {
        return false;
    }
    if (turns) {
        check_direction(p);
        check_turn(bed, p, goals, count);
    }
    return true;
}

size_t nav_test_check_places(nav_test_bed *bed, const nav_point *goals,
                             size_t most, bool turns, nav_test_random *random)
{
    size_t ways = 0, places = bed->info.places;
    bool all = places <= most;
    for (size_t i = 0; i < (all ? places : most); i++) {
        size_t number =
            all ? i : nav_test_random_below(random, (uint32_t)places);
        nav_place p = nav_field_place(bed->field, number);
        ways += check_by_query(bed, &p, goals, turns);
    }
    return ways;
}

// ---------------------------------------------------------------------------
// A ramp
// ---------------------------------------------------------------------------

// A ramp of unit squares that winds around the square (1, 1) to (2, 2), upwards
// and over itself: corners in even cells, straight pieces in odd ones.
enum { RING = 8, RAMP = NAV_TEST_RAMP };

// Cell k of a round, where it is entered: the inner and the outer point.
static const int ramp_cell[RING][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                       {2, 2}, {1, 2}, {0, 2}, {0, 1}};
static const int ramp_inner[RING][2] = {{1, 1}, {1, 1}, {2, 1}, {2, 1},
                                        {2, 2}, {2, 2}, {1, 2}, {1, 2}};
static const int ramp_outer[RING][2] = {{0, 1}, {1, 0}, {2, 0}, {3, 1},
                                        {3, 2}, {2, 3}, {1, 3}, {0, 2}};
static const int ramp_corner[RING][2] = {{0, 0}, {0, 0}, {3, 0}, {0, 0},
                                         {3, 3}, {0, 0}, {0, 3}, {0, 0}};

// Corner cells (even ones) have a corner of the hole, and one outside.
nav_mesh *nav_test_make_ramp(void)
{
    nav_vec3 vertex[3 * RAMP + 3];
    uint32_t corner[4 * RAMP], counts[RAMP], used = 0;
    for (int k = 0; k <= RAMP; k++) {
        // Where a cell turns, both its ends have the same inner point, which is
        // then as high as the middle of the cell.
        const int *in = ramp_inner[k % RING], *out = ramp_outer[k % RING];
        const int *far = ramp_corner[k % RING];
        double middle = k % 2 == 0 ? k + 0.5 : k - 0.5;
        vertex[3 * k] = (nav_vec3){in[0], in[1], middle};
        vertex[3 * k + 1] = (nav_vec3){out[0], out[1], k};
        vertex[3 * k + 2] = (nav_vec3){far[0], far[1], k + 0.5};
    }
    for (uint32_t k = 0; k < RAMP; k++) {
        uint32_t in = k % 2 == 0 ? 3 * k : 3 * (k - 1);
        uint32_t next = k % 2 == 0 ? in : 3 * (k + 1);
        uint32_t at[4] = {in, 3 * k + 1, 3 * k + 4, next};
        if (k % 2 == 0) {
            at[2] = 3 * k + 2;
            at[3] = 3 * k + 4;
        }
        counts[k] = 4;
        memcpy(&corner[used], at, sizeof at);
        used += 4;
    }
    return nav_test_make_floors(vertex, 3 * RAMP + 3, corner, counts, RAMP);
}

nav_point nav_test_ramp_point(int k)
{
    const int *cell = ramp_cell[k % RING];
    return (nav_point){
        {cell[0] + 0.5, cell[1] + 0.5}, NAV_FLOOR_NEAREST, k + 0.25};
}

nav_vec2 nav_test_ramp_inner(int k)
{
    const int *in = ramp_inner[k % RING];
    return (nav_vec2){in[0], in[1]};
}

nav_place nav_test_ramp_place(const nav_test_bed *bed, int k)
{
    const int *cell = ramp_cell[k % RING];
    size_t count;
    size_t first = nav_field_cell(bed->field, (uint32_t)cell[0],
                                  (uint32_t)cell[1], &count);
    ck_assert_uint_lt((size_t)(k / RING), count);
    return nav_field_place(bed->field, first + (size_t)(k / RING));
}

// ---------------------------------------------------------------------------
// Maps
// ---------------------------------------------------------------------------

nav_mesh *nav_test_bake_shape(const nav_shape *shape, uint32_t max_verts)
{
    nav_bake_options options = nav_bake_options_default();
    options.merge = max_verts > 3; // 3: bare triangles
    options.max_verts = max_verts;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, &error);
    ck_assert_msg(status == NAV_OK, "%s", error.message);
    return mesh;
}

// A square with rectangles taken out, anywhere; a fifth of it in all.
nav_shape *nav_test_draw_rectangles(nav_test_random *random, nav_vec2 factor,
                                    nav_vec2 away)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (int i = 0; i < 60; i++) {
        double x = i == 0 ? 0 : 100 * nav_test_random_unit(random);
        double y = i == 0 ? 0 : 100 * nav_test_random_unit(random);
        double w = i == 0 ? 100 : 1 + 10 * nav_test_random_unit(random);
        double h = i == 0 ? 100 : 1 + 10 * nav_test_random_unit(random);
        nav_vec2 ring[] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
        for (int k = 0; k < 4; k++) {
            nav_vec2 p = ring[k];
            ring[k] = (nav_vec2){p.x * factor.x - p.y * factor.y + away.x,
                                 p.x * factor.y + p.y * factor.x + away.y};
        }
        ck_assert_int_eq(nav_shape_add_ring(shape, ring, 4, NULL), NAV_OK);
    }
    return shape;
}

nav_vec3 nav_test_draw_end(nav_test_random *random)
{
    return (nav_vec3){100 * nav_test_random_unit(random),
                      100 * nav_test_random_unit(random), 0};
}

// Links of all kinds: long and cheap, dear, one-way; many ends are off the
// mesh, and the baking drops those.
nav_mesh *nav_test_bake_linked(nav_test_random *random, uint32_t count)
{
    nav_link_list *list = NULL;
    ck_assert_int_eq(nav_link_list_new(NULL, &list), NAV_OK);
    for (uint32_t i = 0; i < count; i++) {
        nav_link_input link = {.from = nav_test_draw_end(random),
                               .to = nav_test_draw_end(random),
                               .has_cost = nav_test_random_below(random, 3) > 0,
                               .cost = nav_test_random_below(random, 4) * 15,
                               .oneway = nav_test_random_below(random, 2) == 0};
        ck_assert_int_eq(nav_link_list_add(list, &link, NULL), NAV_OK);
    }
    nav_shape *shape =
        nav_test_draw_rectangles(random, (nav_vec2){1, 0}, (nav_vec2){0, 0});
    nav_bake_options options = nav_bake_options_default();
    options.links = list;
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    nav_link_list_free(list);
    return mesh;
}

// The place of the mesh that is nearest to a random one of its box.
nav_point nav_test_draw_point(nav_test_bed *bed, nav_test_random *random)
{
    nav_box box = nav_mesh_get_info(bed->mesh).bounds;
    nav_vec2 at = {
        box.min.x + nav_test_random_unit(random) * (box.max.x - box.min.x),
        box.min.y + nav_test_random_unit(random) * (box.max.y - box.min.y)};
    nav_location location;
    nav_point p = {at, NAV_FLOOR_HIGHEST, 0};
    ck_assert_int_eq(nav_query_locate_at(bed->query, p, &location, NULL),
                     NAV_OK);
    return (nav_point){location.point, NAV_FLOOR_NEAREST, location.height};
}

// Makes a field of goals drawn at random, and checks it.
void nav_test_check_drawn(nav_test_bed *bed, double cell, size_t count,
                          bool turns, nav_test_random *random)
{
    nav_point goals[NAV_TEST_GOALS];
    for (size_t i = 0; i < count; i++) {
        goals[i] = nav_test_draw_point(bed, random);
    }
    nav_test_bed_make(bed, goals, count, nav_test_exact(cell));
    ck_assert_uint_gt(
        nav_test_check_places(bed, goals, NAV_TEST_ASKED, turns, random), 0);
}
