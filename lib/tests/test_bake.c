// test_bake.c - any ring soup becomes a sound mesh of the right area.
//
// Most of it are properties of seeded random soups on tiny integer grids, where
// corners, edges and whole rings coincide all the time: the area and the
// islands are those of the oracle, the mesh has no fault that a pairwise look
// can find, and changes that do not change the region change nothing but
// numbering.  The named cases are what a reader would try first.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "soup.h"
#include "suites.h"

enum { WARNINGS_MOST = 128 };

typedef struct baked {
    nav_status status;
    nav_mesh *mesh; // NULL unless status is NAV_OK
    nav_mesh_info info;
    nav_bake_report report;
    nav_warning warning[WARNINGS_MOST];
    size_t warnings;
} baked;

static void record(void *context, const nav_warning *warning)
{
    baked *b = context;
    if (b->warnings < WARNINGS_MOST) {
        b->warning[b->warnings] = *warning;
    }
    b->warnings++;
}

// Bakes and frees a shape.
static void bake_with(nav_shape *shape, nav_bake_options options, baked *b)
{
    *b = (baked){0};
    options.warn = record;
    options.warn_context = b;
    b->status = nav_bake(shape, &options, NULL, &b->mesh, &b->report, NULL);
    if (b->status == NAV_OK) {
        b->info = nav_mesh_get_info(b->mesh);
    }
    nav_shape_free(shape);
}

static void bake(nav_shape *shape, baked *b)
{
    bake_with(shape, nav_bake_options_default(), b);
}

static void bake_json(const char *json, baked *b)
{
    nav_shape *shape = nav_test_read_shape(json);
    bake(shape, b);
}

static void fail_with(const char *what, const soup *s, uint64_t seed)
{
    char json[SOUP_JSON_SIZE];
    soup_write_json(s, json);
    ck_abort_msg("%s, seed %llu: %s", what, (unsigned long long)seed, json);
}

static bool is_near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

// Warnings come in the order of the rings, each kind once a ring, as reported.
static const char *fault_of_warnings(const baked *b)
{
    size_t counts[NAV_WARNING_KINDS] = {0};
    for (size_t i = 0; i < b->warnings; i++) {
        const nav_warning *w = &b->warning[i];
        counts[w->kind]++;
        if (i > 0) {
            const nav_warning *v = w - 1;
            bool is_after = v->polygon != w->polygon ? v->polygon < w->polygon
                            : v->ring != w->ring     ? v->ring < w->ring
                                                     : v->kind < w->kind;
            if (!is_after) {
                return "warnings out of order";
            }
        }
    }
    bool is_same = b->status != NAV_OK ||
                   memcmp(counts, b->report.warnings, sizeof counts) == 0;
    return is_same ? NULL : "warnings and report differ";
}

static const char *fault_of_bake(const baked *b, const soup *s,
                                 uint32_t max_verts)
{
    oracle_answer truth = area_oracle(s);
    if (truth.area == 0) {
        return b->status == NAV_GEOMETRY ? fault_of_warnings(b)
                                         : "not told that nothing is walkable";
    }
    if (b->status != NAV_OK) {
        return "not baked";
    }
    if (nav_mesh_validate(b->mesh, NULL) != NAV_OK) {
        return "not valid";
    }
    if (!is_near(b->info.area, truth.area, truth.exact ? 1e-12 : 1e-11)) {
        return "wrong area";
    }
    if (b->info.islands != truth.islands) {
        return "wrong islands";
    }
    const char *fault = soup_fault_of_mesh(b->mesh, max_verts);
    return fault ? fault : fault_of_warnings(b);
}

// ---------------------------------------------------------------------------
// Properties
// ---------------------------------------------------------------------------

static const uint32_t grid_size[] = {2, 3, 4, 5, 6, 8, 12, 30, 1000};
enum { GRIDS = sizeof grid_size / sizeof *grid_size };

START_TEST(test_random_soups_have_the_oracles_area_and_islands)
{
    uint32_t size = grid_size[_i];
    for (uint64_t seed = 1; seed <= 400; seed++) {
        nav_test_random random = {seed * 1000 + size};
        soup s = soup_random(&random, size);
        nav_bake_options options = nav_bake_options_default();
        options.max_verts = 3 + (uint32_t)(seed % 9);
        options.merge = seed % 5 != 0;
        baked b;
        bake_with(soup_shape(&s, 1), options, &b);
        const char *fault =
            fault_of_bake(&b, &s, options.merge ? options.max_verts : 3);
        if (fault) {
            fail_with(fault, &s, seed);
        }
        nav_mesh_free(b.mesh);
    }
}
END_TEST

static const char *difference(const baked *a, const baked *b)
{
    if (a->status != b->status) {
        return "status";
    }
    if (a->status != NAV_OK) {
        return NULL;
    }
    if (a->info.islands != b->info.islands) {
        return "islands";
    }
    if (!is_near(a->info.area, b->info.area, 1e-11)) {
        return "area";
    }
    // Around a piece of boundary as short as rounding nothing is comparable,
    // but the sum of all is.
    return is_near(soup_boundary_length(a->mesh), soup_boundary_length(b->mesh),
                   1e-11)
               ? NULL
               : "boundary";
}

START_TEST(test_changes_of_the_text_do_not_change_the_region)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        nav_test_random random = {seed};
        uint32_t size = grid_size[seed % (GRIDS - 1)];
        soup s = soup_random(&random, size);
        soup_change change = (soup_change)_i;
        soup t = soup_changed(&s, change, &random);
        baked a, b;
        bake(soup_shape(&s, 1), &a);
        bake(soup_shape(&t, 1), &b);
        const char *what = difference(&a, &b);
        if (what) {
            fail_with(what, &s, seed);
        }
        nav_mesh_free(a.mesh);
        nav_mesh_free(b.mesh);
    }
}
END_TEST

static bool is_scaled_copy(const nav_mesh *one, const nav_mesh *two,
                           double scale)
{
    nav_mesh_info info = nav_mesh_get_info(one);
    const nav_vec2 *v = nav_mesh_vertices(one);
    const nav_vec2 *w = nav_mesh_vertices(two);
    for (uint32_t i = 0; i < info.vertices; i++) {
        if (v[i].x * scale != w[i].x || v[i].y * scale != w[i].y) {
            return false;
        }
    }
    for (nav_poly_id p = 0; p < info.polygons; p++) {
        nav_polygon a = nav_mesh_polygon(one, p);
        nav_polygon b = nav_mesh_polygon(two, p);
        if (a.count != b.count ||
            memcmp(a.corners, b.corners, a.count * sizeof *a.corners) != 0) {
            return false;
        }
    }
    return true;
}

START_TEST(test_scaling_by_powers_of_two_scales_the_mesh_exactly)
{
    static const double scale[] = {2, 0x1p-7, 0x1p40, 0x1p-300, 0x1p320};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        nav_test_random random = {seed};
        soup s = soup_random(&random, grid_size[seed % (GRIDS - 1)]);
        baked a, b;
        bake(soup_shape(&s, 1), &a);
        bake(soup_shape(&s, scale[_i]), &b);
        bool is_same = a.status == b.status;
        if (is_same && a.status == NAV_OK) {
            is_same = a.info.vertices == b.info.vertices &&
                      a.info.polygons == b.info.polygons &&
                      a.info.area * scale[_i] * scale[_i] == b.info.area &&
                      is_scaled_copy(a.mesh, b.mesh, scale[_i]);
        }
        if (!is_same) {
            fail_with("scaled mesh differs", &s, seed);
        }
        nav_mesh_free(a.mesh);
        nav_mesh_free(b.mesh);
    }
}
END_TEST

// The bits that other factors leave in place differ, so crossings round
// differently; the region must not.
START_TEST(test_any_scale_gives_the_oracles_area)
{
    static const double scale[] = {1e-97, 0.1, 3, 1e98};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        nav_test_random random = {seed};
        soup s = soup_random(&random, grid_size[seed % (GRIDS - 1)]);
        oracle_answer truth = area_oracle(&s);
        if (truth.area == 0) {
            continue;
        }
        baked b;
        bake(soup_shape(&s, scale[_i]), &b);
        double area = truth.area * scale[_i] * scale[_i];
        // The scaled corners are rounded too, so what touched may part or cross
        // by a last bit: islands are not compared.
        if (b.status != NAV_OK || !is_near(b.info.area, area, 1e-9) ||
            nav_mesh_validate(b.mesh, NULL) != NAV_OK) {
            fail_with("wrong at this scale", &s, seed);
        }
        const char *fault = soup_fault_of_mesh(b.mesh, NAV_MAX_VERTS_DEFAULT);
        if (fault) {
            fail_with(fault, &s, seed);
        }
        nav_mesh_free(b.mesh);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Rounding
// ---------------------------------------------------------------------------

// Bakes one ring, which must give a sound mesh within its bounding box.
static void check_ring(const nav_vec2 *point, size_t count, double box_area,
                       uint64_t seed)
{
    nav_shape *shape = NULL;
    if (nav_shape_new(NULL, &shape) != NAV_OK ||
        nav_shape_add_ring(shape, point, count, NULL) != NAV_OK) {
        ck_abort_msg("no shape");
    }
    baked b;
    bake(shape, &b);
    if (b.status != NAV_OK) {
        ck_abort_msg("not baked: %s, seed %llu", nav_status_name(b.status),
                     (unsigned long long)seed);
    }
    const char *fault = soup_fault_of_mesh(b.mesh, NAV_MAX_VERTS_DEFAULT);
    if (nav_mesh_validate(b.mesh, NULL) != NAV_OK) {
        fault = "not valid";
    }
    if (!(b.info.area > 0 && b.info.area <= box_area)) {
        fault = "impossible area";
    }
    if (fault) {
        ck_abort_msg("%s, seed %llu", fault, (unsigned long long)seed);
    }
    nav_mesh_free(b.mesh);
}

START_TEST(test_random_doubles_give_sound_meshes)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        nav_test_random random = {seed};
        nav_vec2 point[24];
        size_t count = 4 + nav_test_random_below(&random, 21);
        for (size_t i = 0; i < count; i++) {
            point[i].x = nav_test_random_unit(&random);
            point[i].y = nav_test_random_unit(&random);
        }
        check_ring(point, count, 1, seed);
    }
}
END_TEST

// A fan of long segments whose ends differ in the last bits.
START_TEST(test_nearly_parallel_crossings_give_sound_meshes)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        nav_test_random random = {seed};
        nav_vec2 point[16];
        double width = ldexp(1, -10 * (int)(seed % 5) - 8);
        for (size_t i = 0; i < 16; i++) {
            double noise = width * nav_test_random_unit(&random);
            point[i] = i % 2 ? (nav_vec2){0.9 + width * noise, 0.7 + noise}
                             : (nav_vec2){0.1 + width * noise, 0.3 + noise};
        }
        check_ring(point, 16, 1, seed);
    }
}
END_TEST

// Segments through nearly one point: each crossing is rounded, and every later
// segment meets the bent pieces of those before.
START_TEST(test_many_crossings_in_nearly_one_point_give_sound_meshes)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        nav_test_random random = {seed};
        nav_vec2 point[48];
        double centre = nav_test_random_unit(&random) + 1;
        for (size_t i = 0; i < 48; i += 2) {
            double x = nav_test_random_unit(&random) - 0.5;
            double y = nav_test_random_unit(&random) - 0.5;
            double length = nav_test_random_unit(&random) + 0.1;
            point[i] = (nav_vec2){centre + x, centre + y};
            point[i + 1] = (nav_vec2){centre - length * x, centre - length * y};
        }
        check_ring(point, 48, 4, seed);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Named cases
// ---------------------------------------------------------------------------

typedef struct named_case {
    const char *name, *json;
    double area; // 0: nothing is walkable
    uint32_t islands;
    unsigned kinds;  // bit mask of the warnings
    unsigned either; // warnings that rounding may bring or not
} named_case;

enum {
    SHORT = 1 << NAV_WARN_SHORT_RING,
    ZERO = 1 << NAV_WARN_ZERO_AREA,
    SPIKE = 1 << NAV_WARN_SPIKE,
    SELF = 1 << NAV_WARN_SELF_CROSSING,
    CROSSING = 1 << NAV_WARN_HOLE_CROSSING,
    OUTSIDE = 1 << NAV_WARN_HOLE_OUTSIDE,
    DUPLICATE = 1 << NAV_WARN_DUPLICATE_RING
};

#define SQUARE "[[0,0],[10,0],[10,10],[0,10]]"

static const named_case named[] = {
    {"square", "[" SQUARE "]", 100, 1, 0, 0},
    {"bow tie", "[[[0,0],[2,2],[2,0],[0,2]]]", 2, 2, SELF, 0},
    {"hole listed twice",
     "[" SQUARE ",[[2,2],[4,2],[4,4],[2,4]],[[2,4],[4,4],[4,2],[2,2]]]", 96, 1,
     DUPLICATE, 0},
    {"overlapping holes",
     "[" SQUARE ",[[2,2],[5,2],[5,5],[2,5]],[[4,4],[7,4],[7,7],[4,7]]]", 83, 1,
     0, 0},
    {"hole in a hole",
     "[" SQUARE ",[[2,2],[8,2],[8,8],[2,8]],[[4,4],[5,4],[5,5],[4,5]]]", 64, 1,
     0, 0},
    {"hole outside", "[" SQUARE ",[[20,2],[24,2],[24,4]]]", 100, 1, OUTSIDE, 0},
    {"hole outside that shares an edge",
     "[" SQUARE ",[[10,2],[14,2],[14,4],[10,4]]]", 100, 1, OUTSIDE, 0},
    {"hole crossing the outer ring", "[" SQUARE ",[[8,2],[12,2],[12,6],[8,6]]]",
     92, 1, CROSSING, 0},
    {"hole covers the outer ring",
     "[" SQUARE ",[[-1,-1],[11,-1],[11,11],[-1,11]]]", 0, 0, CROSSING, 0},
    {"hole is the outer ring", "[" SQUARE "," SQUARE "]", 0, 0, DUPLICATE, 0},
    {"ring wound twice", "[[[0,0],[4,0],[4,4],[0,4],[0,0],[4,0],[4,4],[0,4]]]",
     0, 0, ZERO | SPIKE, 0},
    {"loop covered twice",
     "[[[0,0],[10,0],[10,10],[0,10],[0,0],[5,0],[5,5],[0,5]]]", 75, 1, SPIKE,
     0},
    {"hole that touches two sides", "[" SQUARE ",[[0,5],[5,2],[10,5],[5,8]]]",
     70, 2, 0, 0},
    {"spike outwards", "[[[0,0],[10,0],[10,5],[15,5],[10,5],[10,10],[0,10]]]",
     100, 1, SPIKE, 0},
    {"spike inwards", "[[[0,0],[10,0],[10,5],[3,5],[10,5],[10,10],[0,10]]]",
     100, 1, SPIKE, 0},
    {"crack of two points", "[" SQUARE ",[[2,2],[8,8]]]", 100, 1, SHORT, 0},
    {"crack from side to side", "[" SQUARE ",[[0,5],[10,5],[4,5]]]", 100, 1,
     ZERO | SPIKE, 0},
    {"two overlapping polygons",
     "{\"polygons\":[{\"outer\":" SQUARE "},"
     "{\"outer\":[[5,5],[15,5],[15,15],[5,15]]}]}",
     175, 1, 0, 0},
    {"hole of one polygon filled by another",
     "{\"polygons\":[{\"outer\":" SQUARE
     ",\"holes\":[[[2,2],[8,2],[8,8],[2,8]]]},"
     "{\"outer\":[[3,3],[5,3],[5,5],[3,5]]}]}",
     68, 2, 0, 0},
    {"two polygons sharing an edge",
     "{\"polygons\":[{\"outer\":" SQUARE "},"
     "{\"outer\":[[10,2],[15,2],[15,12],[10,12]]}]}",
     150, 1, 0, 0},
    {"two polygons sharing a corner",
     "{\"polygons\":[{\"outer\":" SQUARE "},"
     "{\"outer\":[[10,10],[15,10],[15,12],[10,12]]}]}",
     110, 2, 0, 0},
    {"three polygons meeting in a point",
     "{\"polygons\":[{\"outer\":[[0,0],[4,1],[4,3]]},"
     "{\"outer\":[[0,0],[-1,4],[-3,4]]},{\"outer\":[[0,0],[-4,-2],[-2,-4]]}]}",
     14, 3, 0, 0},
    {"offset of 1e15",
     "[[[1e15,1e15],[1000000000000010,1e15],[1000000000000010,"
     "1000000000000010],[1e15,1000000000000010]],"
     "[[1000000000000002,1000000000000002],[1000000000000004,"
     "1000000000000002],[1000000000000004,1000000000000005]]]",
     97, 1, 0, 0},
    {"corner one ulp inside the far side",
     "[" SQUARE ",[[0,5],[5,2],[9.999999999999998,5],[5,8]]]", 70, 1, 0, 0},
    {"corner one ulp beyond the far side",
     "[" SQUARE ",[[0,5],[5,2],[10.000000000000002,5],[5,8]]]", 70, 2, CROSSING,
     SPIKE},
    // Crossings that are no doubles, where nothing may come apart or close up:
    // out and back of a spike,
    {"spike across a slanted side", "[[[1,8],[5,1],[7,5],[0,7],[7,5]]]", 15, 1,
     SPIKE | SELF, 0},
    {"spike of a hole across slanted sides",
     "[[[4,0],[4,4],[0,4]],[[3,2],[2,3],[3,1],[0,1],[4,3],[0,1]]]", 423 / 56.0,
     1, SPIKE | SELF | CROSSING, 0},
    // an edge of two rings,
    {"hole listed twice over a slanted side",
     "[[[0,0],[7,0],[0,10]],[[1,1],[6,5],[2,6]],[[1,1],[6,5],[2,6]]]",
     27.049533799533798, 1, CROSSING | DUPLICATE, 0},
    {"triangle crossed by a hole listed twice",
     "[[[0,0],[4,4],[4,3]],[[3,3],[2,1],[0,2]],[[3,3],[2,1],[0,2]]]", 41 / 30.0,
     2, CROSSING | DUPLICATE, 0},
    {"crossed ring that is its own hole",
     "[[[1,17],[1,3],[21,12],[0,3]],[[14,20],[2,2],[14,26]],"
     "[[1,17],[1,3],[21,12],[0,3]]]",
     0, 0, SELF | CROSSING | DUPLICATE, 0},
    // a corner on an edge that is crossed elsewhere,
    {"hole's corner on a crossed edge",
     "{\"polygons\":[{\"outer\":[[2,1],[3,2],[3,3]]},{\"outer\":"
     "[[0,3],[3,1],[1,3]],\"holes\":[[[0,1],[2,2],[0,0]]]}]}",
     61 / 42.0, 2, CROSSING, 0},
    // three edges in a point that is a double, on an edge crossed elsewhere.
    {"holes that meet where an edge is crossed",
     "[[[0,0],[4,0],[0,4]],[[1,3],[3,0],[3,1],[1,2],[3,2]],"
     "[[2,1],[2,3],[0,3]]]",
     6, 4, SELF | CROSSING, 0},
};
enum { NAMED_CASES = sizeof named / sizeof *named };

START_TEST(test_named_cases_have_their_defined_answer)
{
    const named_case *c = &named[_i];
    baked b;
    bake_json(c->json, &b);
    unsigned kinds = 0;
    for (size_t i = 0; i < b.warnings; i++) {
        kinds |= 1u << b.warning[i].kind;
    }
    ck_assert_msg((kinds & ~c->either) == c->kinds, "%s: warnings %x, not %x",
                  c->name, kinds, c->kinds);
    if (c->islands == 0) {
        ck_assert_msg(b.status == NAV_GEOMETRY, "%s: status %d", c->name,
                      b.status);
        return;
    }
    ck_assert_msg(b.status == NAV_OK, "%s: status %d", c->name, b.status);
    ck_assert_msg(is_near(b.info.area, c->area, 1e-12), "%s: area %.17g",
                  c->name, b.info.area);
    ck_assert_msg(b.info.islands == c->islands, "%s: %u islands", c->name,
                  b.info.islands);
    ck_assert_int_eq(nav_mesh_validate(b.mesh, NULL), NAV_OK);
    const char *fault = soup_fault_of_mesh(b.mesh, NAV_MAX_VERTS_DEFAULT);
    ck_assert_msg(!fault, "%s: %s", c->name, fault ? fault : "");
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_a_warning_names_polygon_ring_and_place)
{
    baked b;
    bake_json("{\"polygons\":[{\"outer\":" SQUARE "},{\"outer\":"
              "[[20,0],[30,0],[30,10],[20,10]],\"holes\":["
              "[[22,2],[23,2],[22,3]],[[40,2],[42,2],[41,7]]]},"
              "{\"outer\":[[0,20],[2,22],[2,20],[0,22]]}]}",
              &b);
    ck_assert_int_eq(b.status, NAV_OK);
    ck_assert_uint_eq(b.warnings, 2);
    ck_assert_int_eq(b.warning[0].kind, NAV_WARN_HOLE_OUTSIDE);
    ck_assert_uint_eq(b.warning[0].polygon, 1);
    ck_assert_uint_eq(b.warning[0].ring, 2);
    ck_assert(b.warning[0].at.x >= 40 && b.warning[0].at.x <= 42);
    ck_assert_int_eq(b.warning[1].kind, NAV_WARN_SELF_CROSSING);
    ck_assert_uint_eq(b.warning[1].polygon, 2);
    ck_assert_uint_eq(b.warning[1].ring, 0);
    ck_assert(b.warning[1].at.x == 1 && b.warning[1].at.y == 21);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_HOLE_OUTSIDE], 1);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_SELF_CROSSING], 1);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_a_ring_that_crosses_itself_often_is_told_once)
{
    baked b;
    bake_json("[[[0,0],[10,0],[10,4],[8,-4],[6,4],[4,-4],[2,4],[0,4]]]", &b);
    ck_assert_int_eq(b.status, NAV_OK);
    ck_assert_uint_eq(b.report.crossings, 4);
    ck_assert_uint_eq(b.warnings, 1);
    ck_assert_int_eq(b.warning[0].kind, NAV_WARN_SELF_CROSSING);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_without_merging_all_polygons_are_triangles)
{
    nav_test_random random = {1};
    soup s = soup_random(&random, 30);
    while (area_oracle(&s).area == 0) {
        s = soup_random(&random, 30);
    }
    nav_bake_options options = nav_bake_options_default();
    options.merge = false;
    baked b;
    bake_with(soup_shape(&s, 1), options, &b);
    ck_assert_int_eq(b.status, NAV_OK);
    ck_assert_uint_eq(b.info.most_corners, 3);
    ck_assert_uint_eq(b.info.polygons, b.report.triangles);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_a_shape_without_rings_has_no_walkable_area)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    baked b;
    bake(shape, &b);
    ck_assert_int_eq(b.status, NAV_GEOMETRY);
}
END_TEST

// Obstacles alone, in cells: there is no floor to lay cells over.
START_TEST(test_obstacles_in_cells_without_a_floor_leave_nothing)
{
    static const char json[] =
        "{\"polygons\":[],"
        "\"obstacles\":[{\"type\":\"box\",\"min\":[0,0],\"max\":[1,1]}]}";
    nav_bake_options options = nav_bake_options_default();
    options.obstacle_cells = 1;
    baked b;
    bake_with(nav_test_read_shape(json), options, &b);
    ck_assert_int_eq(b.status, NAV_GEOMETRY);
}
END_TEST

START_TEST(test_every_status_and_warning_has_words)
{
    static const char *const status[] = {[NAV_OK] = "ok",
                                         [NAV_NOMEM] = "out of memory",
                                         [NAV_SYNTAX] = "syntax error",
                                         [NAV_RANGE] =
                                             "coordinate out of range",
                                         [NAV_GEOMETRY] = "no walkable area",
                                         [NAV_FORMAT] = "not a valid mesh",
                                         [NAV_LIMIT] = "too many elements"};
    size_t count = sizeof status / sizeof status[0];
    for (size_t i = 0; i < count; i++) {
        ck_assert_str_eq(nav_status_name((nav_status)i), status[i]);
    }
    ck_assert_str_eq(nav_status_name((nav_status)count), "unknown status");
    // No two kinds of warning are told in the same words.
    for (int i = 0; i <= NAV_WARNING_KINDS; i++) {
        const char *text = nav_warning_text((nav_warning_kind)i);
        bool unknown = strcmp(text, "unknown warning") == 0;
        ck_assert_int_eq(unknown, i == NAV_WARNING_KINDS);
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(nav_warning_text((nav_warning_kind)k), text);
        }
    }
}
END_TEST

// Crossings, a cavity, rings along one edge, warnings: every kind of scratch.
// A small hole in the middle of a circle: its corners are joined to many others
// at once, for which the first memory does not do.
START_TEST(test_failed_allocations_for_a_hub_are_told)
{
    enum { RIM = 600 };
    static const nav_vec2 hole[] = {{-1, -1}, {0, 1}, {1, -1}};
    nav_bake_options options = nav_bake_options_default();
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    nav_vec2 rim[RIM];
    for (int i = 0; i < RIM; i++) {
        // Points of the unit circle by half the tangent of their angle.
        double t = (i % (RIM / 2) + 0.5) / (RIM / 4.0) - 1;
        double side = i < RIM / 2 ? 1000 : -1000;
        rim[i] = (nav_vec2){side * (1 - t * t) / (1 + t * t),
                            side * 2 * t / (1 + t * t)};
    }
    ck_assert_int_eq(nav_shape_add_ring(shape, rim, RIM, NULL), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, hole, 3, NULL), NAV_OK);
    ck_assert_uint_ge(nav_test_fail_baking(shape, &options), 20);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    static const char json[] =
        "[[[0,0],[30,1],[2,9],[30,30],[0,30]],[[0,30],[0,0],[7,11],[7,20]],"
        "[[-3,14],[33,17],[4,17]],[[-3,14],[33,17],[4,17]],"
        "[[0,0],[0,30],[20,29]],[[0,0],[0,30],[20,29],[20,29]],[[1,1]]]";
    nav_shape *shape = nav_test_read_shape(json);
    nav_bake_options options = nav_bake_options_default();
    ck_assert_uint_ge(nav_test_fail_baking(shape, &options), 20);
    nav_shape_free(shape);
}
END_TEST

Suite *nav_test_bake(void)
{
    Suite *suite = suite_create("bake");
    TCase *c = tcase_create("random");
    tcase_add_loop_test(c, test_random_soups_have_the_oracles_area_and_islands,
                        0, GRIDS);
    tcase_add_loop_test(c, test_changes_of_the_text_do_not_change_the_region, 0,
                        SOUP_CHANGES);
    tcase_add_loop_test(
        c, test_scaling_by_powers_of_two_scales_the_mesh_exactly, 0, 5);
    tcase_add_loop_test(c, test_any_scale_gives_the_oracles_area, 0, 4);
    suite_add_tcase(suite, c);
    c = tcase_create("rounding");
    tcase_add_test(c, test_random_doubles_give_sound_meshes);
    tcase_add_test(c, test_nearly_parallel_crossings_give_sound_meshes);
    tcase_add_test(c,
                   test_many_crossings_in_nearly_one_point_give_sound_meshes);
    suite_add_tcase(suite, c);
    c = tcase_create("named");
    tcase_add_loop_test(c, test_named_cases_have_their_defined_answer, 0,
                        NAMED_CASES);
    tcase_add_test(c, test_a_warning_names_polygon_ring_and_place);
    tcase_add_test(c, test_a_ring_that_crosses_itself_often_is_told_once);
    tcase_add_test(c, test_without_merging_all_polygons_are_triangles);
    tcase_add_test(c, test_a_shape_without_rings_has_no_walkable_area);
    tcase_add_test(c, test_obstacles_in_cells_without_a_floor_leave_nothing);
    tcase_add_test(c, test_every_status_and_warning_has_words);
    tcase_add_test(c, test_every_failed_allocation_is_told_and_leaks_nothing);
    tcase_add_test(c, test_failed_allocations_for_a_hub_are_told);
    suite_add_tcase(suite, c);
    return suite;
}
