// test_folds.c - exact search where floors fold back and branch.
//
// Two kinds of meshes whose lengths in plan are those of a flat one.  On a
// doubled mesh some polygons are there twice or three times, on the same
// vertices: laying the copies on each other shortens nothing and lengthens
// nothing.  A pleated mesh is a flat one folded along lines of the grid, as
// paper is, which bends it and leaves all lengths on it.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "geometry/predicates.h"
#include "mesh_support.h"
#include "search/cones.h"
#include "suites.h"

enum { MESHES = 25, PAIRS = 25, CELL = 12, CELLS_MOST = 8 };

// What a search may take: endless ones fail, and leave the machine alone.
enum { EXPANSIONS_AN_EDGE = 60, BYTES_MOST = 64 << 20 };

// Relative difference of lengths that rounding may make.
#define LENGTH_TOLERANCE 1e-9

// Malloc, up to BYTES_MOST.
static void *resize(void *context, void *block, size_t old_size,
                    size_t new_size)
{
    size_t *out = context;
    if (new_size > old_size && *out + (new_size - old_size) > BYTES_MOST) {
        return NULL;
    }
    *out += new_size;
    *out -= old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

// ---------------------------------------------------------------------------
// Meshes
// ---------------------------------------------------------------------------

// How often a polygon is there.
typedef enum doubling {
    ONCE,
    FIRST_THIRD_TWICE,
    SOME_TWICE,
    UP_TO_THREE,
    ALL_TWICE,
    DOUBLINGS
} doubling;

static uint32_t draw_copies(doubling how, const nav_mesh *flat, uint32_t p,
                            nav_test_random *random)
{
    switch (how) {
    case FIRST_THIRD_TWICE:
        return p < flat->info.polygons / 3 ? 2 : 1;
    case SOME_TWICE:
        return nav_test_random_below(random, 4) == 0 ? 2 : 1;
    case UP_TO_THREE:
        return 1 + nav_test_random_below(random, 3);
    case ALL_TWICE:
        return 2;
    case ONCE:
    case DOUBLINGS:
        break;
    }
    return 1;
}

// Whether the first corners of a polygon turn right.
static bool runs_clockwise(const nav_vec3 *at, const uint32_t *corner)
{
    nav_vec2 p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = (nav_vec2){at[corner[i]].x, at[corner[i]].y};
    }
    return nav_orient(p[0], p[1], p[2]) == NAV_RIGHT;
}

// The polygons of a flat mesh as floors on other vertices.
static nav_mesh *make_floors(const nav_mesh *flat, const nav_vec3 *at,
                             doubling how, nav_test_random *random)
{
    uint32_t *corners = malloc(3 * flat->info.edges * sizeof *corners);
    uint32_t *counts = malloc(3 * flat->info.polygons * sizeof *counts);
    ck_assert(corners && counts);
    uint32_t used = 0, polygons = 0;
    for (uint32_t p = 0; p < flat->info.polygons; p++) {
        const uint32_t *corner = &flat->corner[flat->first[p]];
        uint32_t count = flat->first[p + 1] - flat->first[p];
        bool backwards = runs_clockwise(at, corner);
        for (uint32_t n = draw_copies(how, flat, p, random); n > 0; n--) {
            for (uint32_t i = 0; i < count; i++) {
                corners[used++] = corner[backwards ? count - 1 - i : i];
            }
            counts[polygons++] = count;
        }
    }
    nav_mesh *mesh = nav_test_make_floors(at, flat->info.vertices, corners,
                                          counts, polygons);
    free(corners);
    free(counts);
    return mesh;
}

// Folds lie at the multiples of these.
typedef struct pleats {
    double x, y;
} pleats;

static double fold(double at, double width)
{
    double k = floor(at / width);
    double rest = at - k * width;
    return fmod(fabs(k), 2) == 1 ? width - rest : rest;
}

// Where a place of the flat mesh is on the pleated one, at a height that no
// other place has.
static nav_vec3 fold_point(pleats by, nav_vec2 p)
{
    return (nav_vec3){fold(p.x, by.x), fold(p.y, by.y), p.x + 0.137 * p.y};
}

// A mesh and the flat one whose lengths it has.
typedef struct twin_meshes {
    nav_mesh *flat, *floors;
    pleats by;
    bool pleated;
    double size;
} twin_meshes;

// Turns and moves a mesh, so that its corners are rounded: middles of edges are
// no longer on them, nor are walls in line.
static void turn(nav_mesh *mesh, nav_test_random *random)
{
    double angle = 6 * nav_test_random_unit(random);
    double away = 1 + 1e4 * nav_test_random_below(random, 2);
    nav_vec2 by = {cos(angle), sin(angle)};
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        nav_vec2 p = mesh->vertex[v];
        mesh->vertex[v] = (nav_vec2){p.x * by.x - p.y * by.y + away,
                                     p.x * by.y + p.y * by.x + away};
    }
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
}

static twin_meshes make_doubled(nav_test_random *random, uint32_t cells,
                                doubling how, bool turned)
{
    twin_meshes t = {.size = nav_test_grid_size(cells)};
    t.flat = nav_test_make_grid(random, cells, cells,
                                nav_test_random_below(random, 4) > 0);
    if (turned) {
        turn(t.flat, random);
    }
    nav_vec3 at[(CELLS_MOST + 1) * (CELLS_MOST + 1)];
    for (uint32_t v = 0; v < t.flat->info.vertices; v++) {
        nav_vec2 p = t.flat->vertex[v];
        at[v] = (nav_vec3){p.x, p.y, nav_test_random_below(random, 8)};
    }
    t.floors = make_floors(t.flat, at, how, random);
    return t;
}

// Vertices where the grid is folded are moved back to its line.
static twin_meshes make_pleated(nav_test_random *random, uint32_t cells,
                                doubling how)
{
    twin_meshes t = {.size = nav_test_grid_size(cells), .pleated = true};
    t.by.x = CELL * (1.0 + nav_test_random_below(random, cells));
    t.by.y = CELL * (1.0 + nav_test_random_below(random, 2 * cells));
    t.flat = nav_test_make_grid(random, cells, cells, 1);
    nav_vec3 at[(CELLS_MOST + 1) * (CELLS_MOST + 1)];
    for (uint32_t v = 0; v < t.flat->info.vertices; v++) {
        nav_vec2 *p = &t.flat->vertex[v];
        // Plus zero: not a negative one.
        nav_vec2 on_grid = {CELL * round(p->x / CELL) + 0.0,
                            CELL * round(p->y / CELL) + 0.0};
        p->x = fmod(on_grid.x, t.by.x) == 0 ? on_grid.x : p->x;
        p->y = fmod(on_grid.y, t.by.y) == 0 ? on_grid.y : p->y;
        at[v] = fold_point(t.by, *p);
    }
    nav_error error;
    ck_assert_msg(nav_mesh_validate(t.flat, &error) == NAV_OK, "%s",
                  error.message);
    t.floors = make_floors(t.flat, at, how, random);
    return t;
}

static void free_twins(twin_meshes *t)
{
    nav_mesh_free(t->flat);
    nav_mesh_free(t->floors);
}

// ---------------------------------------------------------------------------
// Lengths
// ---------------------------------------------------------------------------

static nav_point point_on_floors(const twin_meshes *t, nav_vec2 p)
{
    if (!t->pleated) {
        return (nav_point){p, NAV_FLOOR_LOWEST, 0};
    }
    nav_vec3 at = fold_point(t->by, p);
    return (nav_point){{at.x, at.y}, NAV_FLOOR_NEAREST, at.z};
}

static void compare_pair(const twin_meshes *t, nav_query *floors,
                         nav_query *flat, nav_vec2 a, nav_vec2 b)
{
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path is, want;
    ck_assert_int_eq(nav_query_path(flat, a, b, &options, &want, NULL), NAV_OK);
    if (want.status == NAV_PATH_START_OFF_MESH ||
        want.status == NAV_PATH_END_OFF_MESH) {
        return; // there may be another floor below
    }
    ck_assert_int_eq(nav_query_path_at(floors, point_on_floors(t, a),
                                       point_on_floors(t, b), &options, &is,
                                       NULL),
                     NAV_OK);
    NAV_TEST_CHECK_MSG(
        is.status == want.status &&
            fabs(is.length - want.length) <= LENGTH_TOLERANCE * want.length,
        "(%g, %g) to (%g, %g): %s, %.17g, flat %s, %.17g", a.x, a.y, b.x, b.y,
        nav_path_status_name(is.status), is.length,
        nav_path_status_name(want.status), want.length);
    NAV_TEST_CHECK(is.expanded <=
                   EXPANSIONS_AN_EDGE * (size_t)t->floors->info.edges);
}

// Corners of the mesh, middles of edges, and points that are on no edge.
static void compare(const twin_meshes *t, nav_test_random *random)
{
    size_t bytes = 0;
    nav_allocator mem = {resize, &bytes};
    nav_query *floors = NULL, *flat = NULL;
    ck_assert_int_eq(nav_query_new(t->floors, &mem, &floors), NAV_OK);
    ck_assert_int_eq(nav_query_new(t->flat, NULL, &flat), NAV_OK);
    for (int i = 0; i < PAIRS; i++) {
        nav_vec2 a = nav_test_random_point(t->flat, random, t->size);
        nav_vec2 b = nav_test_random_point(t->flat, random, t->size);
        if (i % 2 == 1) {
            a = (nav_vec2){a.x + 0.2893, a.y + 0.1147};
            b = (nav_vec2){b.x + 0.4071, b.y + 0.3319};
        }
        compare_pair(t, floors, flat, a, b);
    }
    nav_query_free(floors);
    nav_query_free(flat);
    ck_assert_uint_eq(bytes, 0);
}

static uint32_t draw_cells(nav_test_random *random)
{
    return 3 + nav_test_random_below(random, CELLS_MOST - 2);
}

START_TEST(test_length_on_doubled_floors_is_that_in_the_plan)
{
    nav_test_random random = {(uint64_t)_i};
    for (int i = 0; i < MESHES; i++) {
        uint32_t cells = draw_cells(&random);
        twin_meshes t =
            make_doubled(&random, cells, (doubling)(i % DOUBLINGS), false);
        compare(&t, &random);
        free_twins(&t);
    }
}
END_TEST

// The ends are often corners, or within rounding of an edge.
START_TEST(test_length_on_doubled_floors_is_that_in_the_plan_when_turned)
{
    nav_test_random random = {(uint64_t)_i + 2000};
    for (int i = 0; i < MESHES; i++) {
        uint32_t cells = draw_cells(&random);
        twin_meshes t =
            make_doubled(&random, cells, (doubling)(i % DOUBLINGS), true);
        compare(&t, &random);
        free_twins(&t);
    }
}
END_TEST

START_TEST(test_length_on_pleated_floors_is_that_of_the_flat_sheet)
{
    nav_test_random random = {(uint64_t)_i + 1000};
    for (int i = 0; i < MESHES; i++) {
        uint32_t cells = draw_cells(&random);
        twin_meshes t = make_pleated(&random, cells, (doubling)(i % DOUBLINGS));
        compare(&t, &random);
        free_twins(&t);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Corners in line
// ---------------------------------------------------------------------------

// Where (a, b) is when T is the origin, and a runs in the direction (p, q).
static nav_vec3 place(double p, double q, double a, double b, double height)
{
    return (nav_vec3){a * p - b * q, a * q + b * p, height};
}

// The way from S in the floor above comes down over TL, goes along the wall TA
// and turns around A; T, A and B are in line.  Both floors lie to the right of
// TL, so that in the unfolded plane A and B are computed, and may be off the
// line by rounding: in a quarter of the directions, and the funnel alone would
// go by B there.
//
//                  Z
//                .   .               above: T L K, with S
//              . G     .
//     T-------A---------B
//    /                  |
//   L-------------------C
START_TEST(test_behind_a_fold_the_nearer_of_two_corners_in_line_is_taken)
{
    enum { T, L, C, B, A, K, Z };
    static const uint32_t corners[] = {T, L, C, B, A, T, L, K, A, B, Z};
    const int row = _i / 10;
    const double p = 1 + _i % 10, q = 1 + row;
    const nav_vec3 at[] = {
        [T] = place(p, q, 0, 0, 0),  [L] = place(p, q, -2, -2, 0),
        [C] = place(p, q, 5, -2, 0), [B] = place(p, q, 5, 0, 0),
        [A] = place(p, q, 3, 0, 0),  [K] = place(p, q, 6, -2, 8),
        [Z] = place(p, q, 4, 3, 0)};
    nav_mesh *mesh =
        nav_test_make_floors(at, 7, corners, (uint32_t[]){5, 3, 3}, 3);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    const nav_vec3 s = place(p, q, 1, -1, 0), g = place(p, q, 4, 1, 0);
    const nav_point start = {{s.x, s.y}, NAV_FLOOR_HIGHEST, 0};
    const nav_point goal = {{g.x, g.y}, NAV_FLOOR_LOWEST, 0};
    // From S to T, from T to A, from A to G.
    const double length = sqrt(p * p + q * q) * (3 + 2 * sqrt(2));
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    for (int back = 0; back < 2; back++) {
        ck_assert_int_eq(nav_query_path_at(query, back ? goal : start,
                                           back ? start : goal, &options, &path,
                                           NULL),
                         NAV_OK);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        ck_assert_double_eq_tol(path.length, length, LENGTH_TOLERANCE * length);
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

START_TEST(test_nothing_is_known_after_the_stamps_wrap_around)
{
    nav_test_random random = {7};
    twin_meshes t = make_doubled(&random, 4, UP_TO_THREE, false);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_cones cones;
    ck_assert_int_eq(nav_cones_init(&cones, t.floors, &mem), NAV_OK);
    ck_assert_ptr_nonnull(cones.fan);
    cones.stamp = UINT32_MAX;
    for (size_t i = 0; i < 2 * (size_t)t.floors->info.edges; i++) {
        cones.fan[i].stamp = 1; // of the first search, long ago
    }
    nav_cones_reset(&cones);
    ck_assert_uint_eq(cones.stamp, 1);
    for (size_t i = 0; i < 2 * (size_t)t.floors->info.edges; i++) {
        ck_assert_uint_ne(cones.fan[i].stamp, cones.stamp);
    }
    nav_cones_fini(&cones);
    free_twins(&t);
}
END_TEST

static nav_status search_all(const nav_allocator *mem, const void *floors)
{
    const nav_mesh *mesh = floors;
    nav_query *query = NULL;
    nav_status status = nav_query_new(mesh, mem, &query);
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    for (uint32_t v = 0; v < mesh->info.vertices && status == NAV_OK; v++) {
        nav_point a = {mesh->vertex[v], NAV_FLOOR_LOWEST, 0};
        nav_point b = {mesh->vertex[0], NAV_FLOOR_LOWEST, 0};
        status = nav_query_path_at(query, a, b, &options, &path, NULL);
    }
    nav_query_free(query);
    return status;
}

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_test_random random = {7};
    twin_meshes t = make_doubled(&random, 4, UP_TO_THREE, false);
    ck_assert_uint_gt(nav_test_fail_allocations(search_all, t.floors), 20);
    free_twins(&t);
}
END_TEST

Suite *nav_test_folds(void)
{
    Suite *suite = suite_create("folds");
    TCase *lengths = tcase_create("lengths");
    tcase_add_loop_test(
        lengths, test_length_on_doubled_floors_is_that_in_the_plan, 0, 100);
    tcase_add_loop_test(lengths,
                        test_length_on_pleated_floors_is_that_of_the_flat_sheet,
                        0, 40);
    tcase_add_loop_test(
        lengths, test_length_on_doubled_floors_is_that_in_the_plan_when_turned,
        0, 100);
    tcase_add_loop_test(
        lengths, test_behind_a_fold_the_nearer_of_two_corners_in_line_is_taken,
        0, 100);
    suite_add_tcase(suite, lengths);
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    tcase_add_test(memory, test_nothing_is_known_after_the_stamps_wrap_around);
    suite_add_tcase(suite, memory);
    return suite;
}
