// test_raycast.c - the straight walk, against a walk in exact fractions.
//
// The oracle cuts the segment at all places where it meets the line of a
// polygon edge, as fractions of integers.  Between two cuts the segment lies in
// the same polygons all along; which ones, is seen at the middle.  From piece
// to piece the walker may change into any polygon that is connected with his
// through polygons that hold the point between the two.
#include "search/raycast.h"

#include <check.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

enum { MOST_POLYGONS = 256, MOST_CUTS = 2048 };

// num / den, den > 0.
typedef struct fraction {
    int64_t num, den;
} fraction;

typedef struct oracle {
    const nav_mesh *mesh;
    nav_vec2 start, end;
    fraction cut[MOST_CUTS];
    size_t cuts;
} oracle;

static int compare_fractions(const void *a, const void *b)
{
    const fraction *f = a, *g = b;
    int64_t left = f->num * g->den, right = g->num * f->den;
    return (left > right) - (left < right);
}

static int64_t area(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    return (int64_t)((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

// Does the polygon hold the point at t?
static bool holds_at(const oracle *o, nav_poly_id p, fraction t)
{
    const nav_mesh *mesh = o->mesh;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        nav_vec2 a = nav_mesh_edge_start(mesh, e);
        nav_vec2 b = nav_mesh_edge_end(mesh, e);
        // The signed area is linear in t.
        int64_t at_start = area(a, b, o->start), at_end = area(a, b, o->end);
        if (at_start * (t.den - t.num) + at_end * t.num < 0) {
            return false;
        }
    }
    return true;
}

static void cut_segment(oracle *o)
{
    o->cut[o->cuts++] = (fraction){0, 1};
    o->cut[o->cuts++] = (fraction){1, 1};
    for (uint32_t e = 0; e < o->mesh->info.edges; e++) {
        nav_vec2 a = nav_mesh_edge_start(o->mesh, e);
        nav_vec2 b = nav_mesh_edge_end(o->mesh, e);
        int64_t num = area(a, b, o->start), den = num - area(a, b, o->end);
        if (den < 0) {
            num = -num;
            den = -den;
        }
        if (num > 0 && num < den) {
            ck_assert_uint_lt(o->cuts, MOST_CUTS);
            o->cut[o->cuts++] = (fraction){num, den};
        }
    }
    qsort(o->cut, o->cuts, sizeof *o->cut, compare_fractions);
}

// Adds to `in` whatever is connected with it through polygons that hold t.
static void spread(const oracle *o, bool in[MOST_POLYGONS], fraction t)
{
    const nav_mesh *mesh = o->mesh;
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t e = 0; e < mesh->info.edges; e++) {
            nav_poly_id p = mesh->edge_polygon[e], q = mesh->neighbour[e];
            if (q != NAV_NONE && in[p] && !in[q] && holds_at(o, q, t)) {
                in[q] = true;
                again = true;
            }
        }
    }
}

// Where the walk is stopped, 1 when it is not.
static fraction walk_in_fractions(const oracle *o)
{
    bool in[MOST_POLYGONS] = {false};
    for (nav_poly_id p = 0; p < o->mesh->info.polygons; p++) {
        in[p] = holds_at(o, p, o->cut[0]);
    }
    for (size_t i = 1; i < o->cuts; i++) {
        fraction a = o->cut[i - 1], b = o->cut[i];
        if (compare_fractions(&a, &b) == 0) {
            continue;
        }
        fraction middle = {a.num * b.den + b.num * a.den, 2 * a.den * b.den};
        spread(o, in, a);
        bool any = false;
        for (nav_poly_id p = 0; p < o->mesh->info.polygons; p++) {
            in[p] = in[p] && holds_at(o, p, middle);
            any = any || in[p];
        }
        if (!any) {
            return a;
        }
    }
    return (fraction){1, 1};
}

// All polygons that hold a point, by a scan.
static size_t list_holders(const nav_mesh *mesh, nav_vec2 p,
                           nav_poly_id list[MOST_POLYGONS])
{
    size_t count = 0;
    for (nav_poly_id i = 0; i < mesh->info.polygons; i++) {
        if (nav_test_holds(mesh, i, p)) {
            list[count++] = i;
        }
    }
    return count;
}

static nav_raycast_result cast(const nav_mesh *mesh, nav_vec2 start,
                               nav_vec2 end)
{
    nav_poly_id list[MOST_POLYGONS];
    size_t count = list_holders(mesh, start, list);
    ck_assert_uint_gt(count, 0);
    return nav_raycast_run(mesh, start, end, list, count);
}

static void check_ray(const nav_mesh *mesh, nav_vec2 start, nav_vec2 end)
{
    oracle o = {.mesh = mesh, .start = start, .end = end};
    cut_segment(&o);
    fraction t = walk_in_fractions(&o);
    nav_raycast_result r = cast(mesh, start, end);
    ck_assert_int_eq(r.clear, t.num == t.den);
    double part = (double)t.num / (double)t.den;
    ck_assert_double_eq_tol(r.hit.x, start.x + (end.x - start.x) * part, 1e-11);
    ck_assert_double_eq_tol(r.hit.y, start.y + (end.y - start.y) * part, 1e-11);
    ck_assert(nav_test_holds(mesh, r.start_polygon, start));
    ck_assert(!r.clear || nav_test_holds(mesh, r.end_polygon, end));
}

START_TEST(test_walk_equals_a_walk_in_exact_fractions)
{
    nav_test_random random = {(uint64_t)_i + 31};
    uint32_t width = 2 + nav_test_random_below(&random, 6);
    nav_mesh *mesh =
        nav_test_make_grid(&random, width, width, (uint32_t)_i % 2);
    double size = nav_test_grid_size(width);
    nav_poly_id list[MOST_POLYGONS];
    for (int round = 0; round < 150; round++) {
        nav_vec2 start = nav_test_random_point(mesh, &random, size);
        nav_vec2 end = nav_test_random_point(mesh, &random, size);
        if (round % 3 == 0) {
            end.y = start.y;
        }
        if (list_holders(mesh, start, list) > 0) {
            check_ray(mesh, start, end);
        }
    }
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Named cases: squares of a board three wide, 4 x 4 each, numbered as given
// ---------------------------------------------------------------------------

static nav_mesh *make_board(const uint32_t *cells, uint32_t count)
{
    nav_vec2 v[16];
    uint32_t corners[36], counts[9];
    for (uint32_t i = 0; i < 16; i++) {
        v[i] = (nav_vec2){4.0 * (i % 4), 4.0 * (i / 4)};
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = cells[i] / 3 * 4 + cells[i] % 3;
        const uint32_t square[4] = {a, a + 1, a + 5, a + 4};
        for (uint32_t k = 0; k < 4; k++) {
            corners[4 * i + k] = square[k];
        }
        counts[i] = 4;
    }
    return nav_test_make_mesh(v, 16, corners, counts, count);
}

static void check_board_ray(const nav_mesh *mesh, nav_vec2 start, nav_vec2 end,
                            bool clear, nav_vec2 hit)
{
    nav_raycast_result r = cast(mesh, start, end);
    ck_assert_int_eq(r.clear, clear);
    ck_assert_double_eq(r.hit.x, hit.x);
    ck_assert_double_eq(r.hit.y, hit.y);
}

START_TEST(test_walk_along_the_boundary_is_clear)
{
    nav_mesh *mesh = make_board((uint32_t[]){0, 1, 2}, 3);
    nav_vec2 a = {0, 4}, b = {12, 4}, beyond = {16, 4};
    check_board_ray(mesh, a, b, true, b);
    check_board_ray(mesh, b, a, true, a);
    check_board_ray(mesh, a, beyond, false, b);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_walk_along_inner_edges_is_clear)
{
    nav_mesh *mesh = make_board((uint32_t[]){0, 1, 3, 4, 6, 7}, 6);
    nav_vec2 a = {4, 0}, b = {4, 12}, beyond = {4, 13};
    check_board_ray(mesh, a, b, true, b);
    check_board_ray(mesh, b, a, true, a);
    check_board_ray(mesh, a, beyond, false, b);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_walk_changes_sides_of_an_edge_where_it_may)
{
    // Along y = 4, below which square 0 ends where square 4 begins above; the
    // two are connected around that corner through square 3.
    nav_mesh *mesh = make_board((uint32_t[]){0, 3, 4}, 3);
    nav_vec2 a = {0, 4}, b = {8, 4};
    check_board_ray(mesh, a, b, true, b);
    check_board_ray(mesh, b, a, true, a);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_walk_past_a_corner_is_clear)
{
    // The middle is missing; the line touches its corner (4, 4).
    nav_mesh *mesh = make_board((uint32_t[]){0, 1, 2, 3, 5, 6, 7, 8}, 8);
    nav_vec2 a = {0, 8}, b = {8, 0};
    check_board_ray(mesh, a, b, true, b);
    check_board_ray(mesh, b, a, true, a);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_walk_through_a_hole_hits_its_edge)
{
    nav_mesh *mesh = make_board((uint32_t[]){0, 1, 2, 3, 5, 6, 7, 8}, 8);
    nav_vec2 a = {0, 6}, b = {12, 6}, hit = {4, 6};
    check_board_ray(mesh, a, b, false, hit);
    nav_vec2 c = {0, 0}, d = {12, 12}, corner = {4, 4};
    check_board_ray(mesh, c, d, false, corner);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_pinch_point_is_not_passed)
{
    nav_mesh *mesh = make_board((uint32_t[]){0, 4, 8}, 3);
    nav_vec2 a = {0, 0}, b = {12, 12}, pinch = {4, 4};
    check_board_ray(mesh, a, b, false, pinch);
    // But who stands there may go either way.
    nav_vec2 c = {8, 8};
    check_board_ray(mesh, pinch, c, true, c);
    check_board_ray(mesh, pinch, a, true, a);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_walk_ends_at_once_when_it_leads_off_the_mesh)
{
    nav_mesh *mesh = make_board((uint32_t[]){0}, 1);
    nav_vec2 corner = {0, 0}, side = {0, 2}, out = {-3, 1};
    check_board_ray(mesh, corner, out, false, corner);
    check_board_ray(mesh, side, out, false, side);
    check_board_ray(mesh, side, side, true, side);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_raycast(void)
{
    Suite *suite = suite_create("raycast");
    TCase *cases = tcase_create("raycast");
    tcase_add_loop_test(cases, test_walk_equals_a_walk_in_exact_fractions, 0,
                        40);
    tcase_add_test(cases, test_walk_along_the_boundary_is_clear);
    tcase_add_test(cases, test_walk_along_inner_edges_is_clear);
    tcase_add_test(cases, test_walk_changes_sides_of_an_edge_where_it_may);
    tcase_add_test(cases, test_walk_past_a_corner_is_clear);
    tcase_add_test(cases, test_walk_through_a_hole_hits_its_edge);
    tcase_add_test(cases, test_pinch_point_is_not_passed);
    tcase_add_test(cases, test_walk_ends_at_once_when_it_leads_off_the_mesh);
    suite_add_tcase(suite, cases);
    return suite;
}
