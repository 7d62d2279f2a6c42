// test_mesh.c - the finished mesh: what is derived, and what is refused.
#include "mesh/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_support.h"
#include "suites.h"

// Two quadrangles side by side, and a triangle apart:
//
//     3---4---5           8
//     | 0 | 1 |           |  \           edges 0..3, 4..7, 8..10; edge 1
//     0---1---2           6-----7        and edge 7 are twins
enum { VERTICES = 9, POLYGONS = 3, EDGES = 11 };

static const nav_vec2 vertices[VERTICES] = {
    {0, 0}, {4, 0}, {8, 0}, {0, 4}, {4, 4}, {8, 4}, {20, 0}, {24, 0}, {20, 4}};

static nav_mesh *make_good(void)
{
    static const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 6, 7, 8};
    static const uint32_t counts[] = {4, 4, 3};
    return nav_test_make_mesh(vertices, VERTICES, corners, counts, POLYGONS);
}

START_TEST(test_a_good_mesh_is_valid)
{
    nav_mesh *mesh = make_good();
    nav_error error = {0};
    ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    ck_assert_int_eq(error.status, NAV_OK);
    nav_mesh_free(mesh);
    nav_mesh_free(NULL);
}
END_TEST

START_TEST(test_counts_and_measures_are_derived)
{
    nav_mesh *mesh = make_good();
    nav_mesh_info info = nav_mesh_get_info(mesh);
    ck_assert_uint_eq(info.vertices, VERTICES);
    ck_assert_uint_eq(info.polygons, POLYGONS);
    ck_assert_uint_eq(info.edges, EDGES);
    ck_assert_uint_eq(info.portals, 1);
    ck_assert_uint_eq(info.islands, 2);
    ck_assert_uint_eq(info.most_corners, 4);
    ck_assert_double_eq(info.area, 40);
    ck_assert_double_eq(info.bounds.min.x, 0);
    ck_assert_double_eq(info.bounds.min.y, 0);
    ck_assert_double_eq(info.bounds.max.x, 24);
    ck_assert_double_eq(info.bounds.max.y, 4);
    ck_assert_mem_eq(nav_mesh_vertices(mesh), vertices, sizeof vertices);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_polygons_tell_corners_neighbours_and_island)
{
    static const uint32_t corners[] = {1, 2, 5, 4};
    static const uint32_t neighbours[] = {NAV_NONE, NAV_NONE, NAV_NONE, 0};
    nav_mesh *mesh = make_good();
    nav_polygon p = nav_mesh_polygon(mesh, 1);
    ck_assert_uint_eq(p.count, 4);
    ck_assert_uint_eq(p.island, 0);
    ck_assert_mem_eq(p.corners, corners, sizeof corners);
    ck_assert_mem_eq(p.neighbours, neighbours, sizeof neighbours);
    ck_assert_uint_eq(nav_mesh_polygon(mesh, 0).neighbours[1], 1);
    ck_assert_uint_eq(nav_mesh_polygon(mesh, 2).count, 3);
    ck_assert_uint_eq(nav_mesh_polygon(mesh, 2).island, 1);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_edges_follow_each_other_around_their_polygon)
{
    nav_mesh *mesh = make_good();
    static const uint32_t next[] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 8};
    for (uint32_t e = 0; e < EDGES; e++) {
        ck_assert_uint_eq(nav_mesh_next(mesh, e), next[e]);
        ck_assert_uint_eq(nav_mesh_prev(mesh, next[e]), e);
    }
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// One thing broken
// ---------------------------------------------------------------------------

// What to write, and where.  `place` is one of the arrays of the mesh.
typedef enum array { FIRST, CORNER, TWIN, X, Y, COUNT } array;

typedef struct change {
    array place;
    uint32_t at;
    double value;
} change;

typedef struct damage {
    change changes[3]; // those after the first may have value 0 at 0 of COUNT
    const char *message;
} damage;

#define NO_CHANGE                                                              \
    {                                                                          \
        COUNT, 1, 0                                                            \
    }
#define NONE_AS_DOUBLE 4294967295.0
#define NO_TWIN " has no mutual twin"
#define OTHER_ENDS " and its twin have different ends"
#define NOT_CONVEX " is not convex and counter-clockwise"

static const damage damages[] = {
    // The counts.
    {{{COUNT, 0, 0}, NO_CHANGE, NO_CHANGE}, "the mesh has no polygon"},
    {{{FIRST, 0, 1}, NO_CHANGE, NO_CHANGE},
     "the polygons do not share out all edges"},
    {{{FIRST, 3, 10}, NO_CHANGE, NO_CHANGE},
     "the polygons do not share out all edges"},
    {{{FIRST, 3, 12}, NO_CHANGE, NO_CHANGE},
     "the polygons do not share out all edges"},
    {{{FIRST, 1, 2}, NO_CHANGE, NO_CHANGE},
     "polygon 0 has fewer than three corners"},
    {{{FIRST, 1, 0}, NO_CHANGE, NO_CHANGE},
     "polygon 0 has fewer than three corners"},
    {{{FIRST, 1, 9}, NO_CHANGE, NO_CHANGE},
     "polygon 1 has fewer than three corners"},
    {{{FIRST, 2, 9}, NO_CHANGE, NO_CHANGE},
     "polygon 2 has fewer than three corners"},
    {{{FIRST, 1, NONE_AS_DOUBLE}, NO_CHANGE, NO_CHANGE},
     "polygon 0 has fewer than three corners"},
    // The corners.
    {{{CORNER, 5, 9}, NO_CHANGE, NO_CHANGE}, "edge 5 starts at vertex 9 of 9"},
    {{{CORNER, 10, NONE_AS_DOUBLE}, NO_CHANGE, NO_CHANGE},
     "edge 10 starts at vertex 4294967295 of 9"},
    // The twins.
    {{{TWIN, 1, 11}, NO_CHANGE, NO_CHANGE}, "edge 1 of polygon 0" NO_TWIN},
    {{{TWIN, 10, NONE_AS_DOUBLE - 1}, NO_CHANGE, NO_CHANGE},
     "edge 2 of polygon 2" NO_TWIN},
    {{{TWIN, 6, 6}, NO_CHANGE, NO_CHANGE}, "edge 2 of polygon 1" NO_TWIN},
    {{{TWIN, 0, 7}, NO_CHANGE, NO_CHANGE}, "edge 0 of polygon 0" NO_TWIN},
    {{{TWIN, 7, NONE_AS_DOUBLE}, NO_CHANGE, NO_CHANGE},
     "edge 1 of polygon 0" NO_TWIN},
    {{{TWIN, 1, NONE_AS_DOUBLE}, NO_CHANGE, NO_CHANGE},
     "edge 3 of polygon 1" NO_TWIN},
    {{{TWIN, 0, 8}, {TWIN, 8, 0}, NO_CHANGE}, "edge 0 of polygon 0" OTHER_ENDS},
    // These two share one end.
    {{{TWIN, 0, 4}, {TWIN, 4, 0}, NO_CHANGE}, "edge 0 of polygon 1" OTHER_ENDS},
    // Twins that run the same way.
    {{{CORNER, 8, 0}, {CORNER, 9, 1}, {TWIN, 8, 0}},
     "edge 0 of polygon 2" NO_TWIN},
    // The vertices.
    {{{X, 8, (double)NAN}, NO_CHANGE, NO_CHANGE},
     "vertex 8 is not a legal point"},
    {{{Y, 0, (double)INFINITY}, NO_CHANGE, NO_CHANGE},
     "vertex 0 is not a legal point"},
    {{{Y, 8, 1e101}, NO_CHANGE, NO_CHANGE}, "vertex 8 is not a legal point"},
    {{{X, 6, -1e-101}, NO_CHANGE, NO_CHANGE}, "vertex 6 is not a legal point"},
    {{{X, 0, -0.0}, NO_CHANGE, NO_CHANGE}, "vertex 0 is not a legal point"},
    {{{Y, 7, -0.0}, NO_CHANGE, NO_CHANGE}, "vertex 7 is not a legal point"},
    // The polygons: reflex, clockwise, flat.
    {{{X, 3, 3}, {Y, 3, 2}, NO_CHANGE}, "polygon 0" NOT_CONVEX},
    {{{X, 4, 7}, {Y, 4, 2}, NO_CHANGE}, "polygon 1" NOT_CONVEX},
    {{{X, 7, 16}, NO_CHANGE, NO_CHANGE}, "polygon 2" NOT_CONVEX},
    {{{Y, 8, 0}, {X, 8, 28}, NO_CHANGE}, "polygon 2" NOT_CONVEX},
    {{{X, 8, 22}, {Y, 8, 0}, NO_CHANGE}, "polygon 2" NOT_CONVEX},
    // A corner twice, by its number and by its place.
    {{{CORNER, 10, 7}, NO_CHANGE, NO_CHANGE}, "polygon 2" NOT_CONVEX},
    {{{CORNER, 8, 8}, NO_CHANGE, NO_CHANGE}, "polygon 2" NOT_CONVEX},
    {{{X, 3, 0}, {Y, 3, 0}, NO_CHANGE}, "polygon 0" NOT_CONVEX},
};

static void apply(nav_mesh *mesh, const change *c)
{
    switch (c->place) {
    case FIRST:
        mesh->first[c->at] = (uint32_t)c->value;
        break;
    case CORNER:
        mesh->corner[c->at] = (uint32_t)c->value;
        break;
    case TWIN:
        mesh->twin[c->at] = (uint32_t)c->value;
        break;
    case X:
        mesh->vertex[c->at].x = c->value;
        break;
    case Y:
        mesh->vertex[c->at].y = c->value;
        break;
    case COUNT:
        mesh->info.polygons = c->at == 0 ? 0 : mesh->info.polygons;
        break;
    }
}

START_TEST(test_each_broken_invariant_is_named)
{
    const damage *d = &damages[_i];
    nav_mesh *mesh = make_good();
    for (int i = 0; i < 3; i++) {
        apply(mesh, &d->changes[i]);
    }
    nav_error error = {0};
    ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_FORMAT);
    ck_assert_int_eq(error.status, NAV_FORMAT);
    ck_assert_str_eq(error.message, d->message);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_FORMAT);
    nav_mesh_free(mesh);
}
END_TEST

// Three floors at one edge, those of edges 0, 3 and 6, and two at another, of
// edges 1 and 9.
static nav_mesh *make_rings(void)
{
    static const nav_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {2, 4, 0},
                                 {2, 4, 5}, {2, 4, 9}, {6, 4, 0}};
    static const uint32_t three[] = {0, 1, 2, 0, 1, 3, 0, 1, 4, 2, 1, 5};
    static const uint32_t threes[] = {3, 3, 3, 3};
    return nav_test_make_floors(v, 6, three, threes, 4);
}

static void check_twins(const uint32_t twins[10], const char *message)
{
    nav_mesh *mesh = make_rings();
    nav_error error = {0};
    for (uint32_t e = 0; e < 10; e++) {
        mesh->twin[e] = twins[e];
    }
    ck_assert_int_eq(nav_mesh_validate(mesh, &error),
                     message ? NAV_FORMAT : NAV_OK);
    ck_assert_str_eq(error.message, message ? message : "");
    nav_mesh_free(mesh);
}

START_TEST(test_rings_of_twins_must_close_at_one_place)
{
    const uint32_t no = NAV_NONE;
    check_twins((uint32_t[]){3, 9, no, 6, no, no, 0, no, no, 1}, NULL);
    check_twins((uint32_t[]){6, 9, no, 0, no, no, 3, no, no, 1}, NULL);
    // Into a ring that it is not in, to a wall, and past the last edge.
    check_twins((uint32_t[]){3, 9, no, 6, no, no, 3, no, no, 1},
                "edge 0 of polygon 0" NO_TWIN);
    check_twins((uint32_t[]){3, 9, no, 6, no, no, no, no, no, 1},
                "edge 0 of polygon 0" NO_TWIN);
    check_twins((uint32_t[]){3, 9, no, 6, no, no, 12, no, no, 1},
                "edge 0 of polygon 0" NO_TWIN);
    // One ring of two places.
    check_twins((uint32_t[]){3, 6, no, 9, no, no, 0, no, no, 1},
                "edge 1 of polygon 0 and its twin are not one segment in plan");
}
END_TEST

START_TEST(test_heights_must_be_legal)
{
    const double bad[] = {-0.0, 1e101, 1e-101, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        nav_mesh *mesh = make_rings();
        nav_error error = {0};
        mesh->height[4] = bad[i];
        ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_FORMAT);
        ck_assert_str_eq(error.message, "vertex 4 is not a legal point");
        nav_mesh_free(mesh);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Single polygons
// ---------------------------------------------------------------------------

typedef struct ring {
    bool valid;
    uint32_t count;
    nav_vec2 points[10];
} ring;

static const ring rings[] = {
    // Corners on straight lines, anywhere.
    {true, 5, {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}},
    {true, 4, {{0, 0}, {1, 1}, {2, 2}, {0, 3}}},
    {true, 8, {{2, 0}, {4, 0}, {4, 1}, {4, 4}, {1, 4}, {0, 4}, {0, 2}, {0, 0}}},
    {true, 6, {{4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {0, 0}}},
    {true,
     10,
     {{-1, 0},
      {1, 0},
      {3, 1},
      {4, 3},
      {4, 5},
      {3, 7},
      {1, 8},
      {-1, 8},
      {-4, 5},
      {-4, 3}}},
    {true, 3, {{1e-100, 1e-100}, {2e-100, 1e-100}, {1e-100, 2e-100}}},
    {true, 3, {{-1e100, -1e100}, {1e100, -1e100}, {1e100, 1e100}}},
    // One unit in the last place decides: three points that only nearly lie on
    // a line.
    {true, 3, {{0, 0}, {3, 1}, {6, 0x1.0000000000001p1}}},
    {false, 3, {{0, 0}, {3, 1}, {6, 0x1.fffffffffffffp0}}},
    {false, 3, {{0, 0}, {3, 1}, {6, 2}}},
    // Winds twice, with left turns only: a pentagram; a square; a triangle.
    {false, 5, {{0, 10}, {-6, -8}, {10, 3}, {-10, 3}, {6, -8}}},
    {false,
     8,
     {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}}},
    {false, 6, {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}}},
    {false,
     8,
     {{0, 0}, {9, 1}, {8, 8}, {1, 7}, {1, 1}, {6, 2}, {6, 6}, {2, 5}}},
    // Clockwise; an eight; a dart.
    {false, 4, {{0, 0}, {0, 4}, {4, 4}, {4, 0}}},
    {false, 4, {{0, 0}, {4, 4}, {4, 0}, {0, 4}}},
    {false, 4, {{0, 0}, {4, 0}, {1, 1}, {0, 4}}},
    // Back along itself.
    {false, 4, {{0, 0}, {4, 0}, {6, 0}, {5, 0}}},
    {false, 5, {{0, 0}, {6, 0}, {4, 0}, {4, 4}, {0, 4}}},
    {false, 4, {{0, 0}, {4, 0}, {0, 0}, {4, 0}}},
    {false, 5, {{0, 0}, {4, 0}, {4, 4}, {4, 0}, {0, 4}}},
    // The same place twice in a row.
    {false, 4, {{0, 0}, {4, 0}, {4, 0}, {0, 4}}},
    {false, 4, {{0, 0}, {4, 0}, {0, 4}, {0, 0}}},
    {false, 3, {{1, 1}, {1, 1}, {1, 1}}},
};

// The answer may not depend on the corner where the polygon begins.
START_TEST(test_polygons_must_be_convex_and_wind_once)
{
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const ring *r = &rings[_i];
    for (uint32_t turn = 0; turn < r->count; turn++) {
        nav_vec2 points[10];
        for (uint32_t i = 0; i < r->count; i++) {
            points[i] = r->points[(i + turn) % r->count];
        }
        nav_mesh *mesh =
            nav_test_make_mesh(points, r->count, corners, &r->count, 1);
        nav_error error = {0};
        ck_assert_int_eq(nav_mesh_validate(mesh, &error),
                         r->valid ? NAV_OK : NAV_FORMAT);
        ck_assert_str_eq(error.message, r->valid ? "" : "polygon 0" NOT_CONVEX);
        nav_mesh_free(mesh);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Islands and area
// ---------------------------------------------------------------------------

START_TEST(test_islands_are_numbered_by_their_first_polygon)
{
    // Six squares in a row, three and two of which touch: 0-1-2  3  4-5.
    // Polygon i is the square place[i] of the row.
    static const uint32_t place[] = {4, 1, 3, 0, 5, 2};
    static const uint32_t left[] = {0, 2, 4, 8, 12, 14};
    static const uint32_t island[] = {0, 1, 2, 1, 0, 1};
    nav_vec2 points[18 * 2];
    uint32_t corners[24], counts[6];
    for (uint32_t i = 0; i < 18; i++) {
        points[i] = (nav_vec2){i, 0};
        points[18 + i] = (nav_vec2){i, 2};
    }
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t x = left[place[i]];
        const uint32_t square[] = {x, x + 2, x + 20, x + 18};
        memcpy(corners + (size_t)4 * i, square, sizeof square);
        counts[i] = 4;
    }
    nav_mesh *mesh = nav_test_make_mesh(points, 36, corners, counts, 6);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    ck_assert_uint_eq(mesh->info.islands, 3);
    for (uint32_t p = 0; p < 6; p++) {
        ck_assert_uint_eq(nav_mesh_polygon(mesh, p).island, island[p]);
    }
    nav_mesh_free(mesh);
}
END_TEST

// Spreads a number over everything that is reachable from a polygon.
static void flood(const nav_mesh *mesh, uint32_t *number, uint32_t *stack,
                  nav_poly_id from)
{
    uint32_t count = 0;
    stack[count++] = from;
    while (count > 0) {
        nav_polygon p = nav_mesh_polygon(mesh, stack[--count]);
        for (uint32_t i = 0; i < p.count; i++) {
            uint32_t q = p.neighbours[i];
            if (q != NAV_NONE && number[q] == NAV_NONE) {
                number[q] = number[from];
                stack[count++] = q;
            }
        }
    }
}

static uint32_t count_islands(const nav_mesh *mesh, uint32_t *number)
{
    uint32_t polygons = mesh->info.polygons;
    uint32_t *stack = malloc(polygons * sizeof *stack);
    ck_assert_ptr_nonnull(stack);
    memset(number, 0xff, polygons * sizeof *number);
    uint32_t islands = 0;
    for (uint32_t p = 0; p < polygons; p++) {
        if (number[p] == NAV_NONE) {
            number[p] = islands++;
            flood(mesh, number, stack, p);
        }
    }
    free(stack);
    return islands;
}

// Twice the area, by the formula of the shoelace in integers.
static int64_t shoelace(const nav_mesh *mesh)
{
    int64_t sum = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, p);
        for (uint32_t i = 0; i < polygon.count; i++) {
            nav_vec2 a = mesh->vertex[polygon.corners[i]];
            nav_vec2 b = mesh->vertex[polygon.corners[(i + 1) % polygon.count]];
            sum += (int64_t)a.x * (int64_t)b.y - (int64_t)a.y * (int64_t)b.x;
        }
    }
    return sum;
}

START_TEST(test_random_grids_have_the_islands_and_area_of_an_oracle)
{
    nav_test_random random = {(uint64_t)_i + 3};
    uint32_t width = 1 + nav_test_random_below(&random, 20);
    uint32_t height = 1 + nav_test_random_below(&random, 20);
    nav_mesh *mesh =
        nav_test_make_grid(&random, width, height, (uint32_t)_i % 2);
    nav_error error = {0};
    if (nav_mesh_validate(mesh, &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    uint32_t *number = malloc(mesh->info.polygons * sizeof *number);
    ck_assert_ptr_nonnull(number);
    ck_assert_uint_eq(mesh->info.islands, count_islands(mesh, number));
    ck_assert_mem_eq(mesh->island, number,
                     mesh->info.polygons * sizeof *number);
    ck_assert_double_eq(mesh->info.area, (double)shoelace(mesh) / 2);
    free(number);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_area_does_not_suffer_far_from_the_origin)
{
    static const uint32_t corners[] = {0, 1, 2, 3};
    static const uint32_t count = 4;
    double far = 0x1p50;
    const nav_vec2 square[] = {
        {far, far}, {far + 3, far}, {far + 3, far + 1}, {far, far + 1}};
    nav_mesh *mesh = nav_test_make_mesh(square, 4, corners, &count, 1);
    ck_assert_double_eq(mesh->info.area, 3);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_small_areas_are_not_lost_beside_a_large_one)
{
    // 2^54 and 1000 times 1/2: the doubles near 2^54 are 4 apart.
    enum { SMALL = 1000 };
    static nav_vec2 points[3 * (SMALL + 1)];
    static uint32_t corners[3 * (SMALL + 1)], counts[SMALL + 1];
    points[0] = (nav_vec2){0, 0};
    points[1] = (nav_vec2){0x1p28, 0};
    points[2] = (nav_vec2){0, 0x1p27};
    for (uint32_t i = 1; i <= SMALL; i++) {
        double x = -2.0 * i;
        points[3 * i] = (nav_vec2){x, 0};
        points[3 * i + 1] = (nav_vec2){x + 1, 0};
        points[3 * i + 2] = (nav_vec2){x, 1};
    }
    for (uint32_t i = 0; i < 3 * (SMALL + 1); i++) {
        corners[i] = i;
        counts[i / 3] = 3;
    }
    nav_mesh *mesh =
        nav_test_make_mesh(points, 3 * (SMALL + 1), corners, counts, SMALL + 1);
    ck_assert_double_eq(mesh->info.area, 0x1p54 + SMALL / 2);
    nav_mesh_free(mesh);
}
END_TEST

// A sliver whose products all but cancel.
START_TEST(test_the_area_of_a_sliver_is_right)
{
    static const uint32_t corners[] = {0, 1, 2};
    static const uint32_t count = 3;
    // Cross product of (94906267, 94906266) and (94906266, 94906265), which is
    // 94906267 * 94906265 - 94906266^2 = -1.
    const nav_vec2 sliver[] = {
        {0, 0}, {94906266, 94906265}, {94906267, 94906266}};
    nav_mesh *mesh = nav_test_make_mesh(sliver, 3, corners, &count, 1);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    ck_assert_double_eq(mesh->info.area, 0.5);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_no_memory_leaves_the_result_untouched)
{
    nav_test_allocator state = {.fail_at = 0};
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_mesh_info triangle = {.vertices = 3, .polygons = 1, .edges = 3};
    ck_assert_int_eq(nav_mesh_new(&mem, &triangle, &mesh, &error), NAV_NOMEM);
    ck_assert_ptr_null(mesh);
    ck_assert_int_eq(error.status, NAV_NOMEM);
    // The size of these does not fit 32 bits, and must not wrap.
    nav_mesh_info huge = {
        .vertices = UINT32_MAX, .polygons = UINT32_MAX, .edges = UINT32_MAX};
    ck_assert_int_eq(nav_mesh_new(&mem, &huge, &mesh, &error), NAV_NOMEM);
    ck_assert_ptr_null(mesh);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

Suite *nav_test_mesh(void)
{
    Suite *suite = suite_create("mesh");
    TCase *derived = tcase_create("derived");
    tcase_add_test(derived, test_a_good_mesh_is_valid);
    tcase_add_test(derived, test_counts_and_measures_are_derived);
    tcase_add_test(derived, test_polygons_tell_corners_neighbours_and_island);
    tcase_add_test(derived, test_edges_follow_each_other_around_their_polygon);
    tcase_add_test(derived, test_islands_are_numbered_by_their_first_polygon);
    tcase_add_loop_test(
        derived, test_random_grids_have_the_islands_and_area_of_an_oracle, 0,
        60);
    tcase_add_test(derived, test_area_does_not_suffer_far_from_the_origin);
    tcase_add_test(derived, test_small_areas_are_not_lost_beside_a_large_one);
    tcase_add_test(derived, test_the_area_of_a_sliver_is_right);
    tcase_add_test(derived, test_no_memory_leaves_the_result_untouched);
    suite_add_tcase(suite, derived);

    TCase *broken = tcase_create("broken");
    tcase_add_loop_test(broken, test_each_broken_invariant_is_named, 0,
                        sizeof damages / sizeof damages[0]);
    tcase_add_test(broken, test_rings_of_twins_must_close_at_one_place);
    tcase_add_test(broken, test_heights_must_be_legal);
    tcase_add_loop_test(broken, test_polygons_must_be_convex_and_wind_once, 0,
                        sizeof rings / sizeof rings[0]);
    suite_add_tcase(suite, broken);
    return suite;
}
