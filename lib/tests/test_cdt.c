// test_cdt.c - the triangulation is what its name says, ring by ring.
//
// Checked by looking at all of it: triangles counter-clockwise, twins mutual,
// every edge that is not fixed Delaunay (all by the exact predicates, which
// have tests of their own), every ring edge a chain of fixed edges that carry
// the ring's label, and, around every vertex, each ring on an even number of
// edges, as must be for closed curves.
#include "bake/cdt.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/predicates.h"
#include "soup.h"
#include "suites.h"

// ---------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------

static const char *fault_of_half(const nav_delaunay *d, nav_half h)
{
    nav_half twin = d->tri[h >> 2].twin[h & 3];
    if (twin == NAV_NO_HALF) {
        return NULL;
    }
    nav_half g = twin & ~NAV_FIXED;
    if ((g & 3) == 3 || g >> 2 >= d->triangles) {
        return "twin out of range";
    }
    if (d->tri[g >> 2].twin[g & 3] != (h | (twin & NAV_FIXED))) {
        return "twins are not mutual";
    }
    if (nav_half_start(d, g) != nav_half_end(d, h) ||
        nav_half_end(d, g) != nav_half_start(d, h)) {
        return "twins have different ends";
    }
    if (twin & NAV_FIXED) {
        return d->label && d->label[h] != d->label[g] ? "labels differ" : NULL;
    }
    const uint32_t *v = d->tri[h >> 2].v;
    nav_vec2 far = d->point[nav_half_start(d, nav_half_prev(g))];
    return nav_in_circle(d->point[v[0]], d->point[v[1]], d->point[v[2]], far) >
                   0
               ? "edge is not Delaunay"
               : NULL;
}

// Twice the area, by the shoelace of the frame and of all triangles, would need
// exact sums; counting does as well: a triangulation of a convex polygon with 4
// corners and i inner vertices has 2 + 2 i triangles.
static const char *fault_of_triangulation(const nav_delaunay *d, size_t inner)
{
    if (d->triangles != 2 + 2 * inner) {
        return "wrong number of triangles";
    }
    for (uint32_t t = 0; t < d->triangles; t++) {
        const uint32_t *v = d->tri[t].v;
        if (nav_orient(d->point[v[0]], d->point[v[1]], d->point[v[2]]) !=
            NAV_LEFT) {
            return "triangle is not counter-clockwise";
        }
        for (uint32_t i = 0; i < 3; i++) {
            const char *fault = fault_of_half(d, 4 * t + i);
            if (fault) {
                return fault;
            }
            nav_half star = d->star ? d->star[v[i]] : 4 * t + i;
            if (nav_half_start(d, star) != v[i]) {
                return "star is elsewhere";
            }
        }
    }
    return NULL;
}

static uint32_t times_in_label(const nav_cdt *cdt, nav_half h, uint32_t ring)
{
    uint32_t times = 0;
    if (nav_half_is_fixed(&cdt->d, h)) {
        uint32_t label = nav_labels_rings(&cdt->labels, cdt->d.label[h]);
        while (label != 0) {
            times += nav_labels_pop(&cdt->labels, &label) == ring;
        }
    }
    return times;
}

// The half-edge from u that a ring follows straight towards w.
static nav_half step_towards(const nav_cdt *cdt, uint32_t u, uint32_t w,
                             uint32_t ring)
{
    const nav_delaunay *d = &cdt->d;
    nav_vec2 a = d->point[u];
    nav_vec2 b = d->point[w];
    nav_half begin = d->star[u];
    nav_half h = begin;
    do {
        nav_vec2 c = d->point[nav_half_end(d, h)];
        bool is_ahead =
            nav_vec2_dot(nav_vec2_sub(b, a), nav_vec2_sub(c, a)) > 0;
        if (is_ahead && nav_orient(a, b, c) == NAV_ON &&
            times_in_label(cdt, h, ring) > 0) {
            return h;
        }
        h = nav_half_around(d, h);
    } while (h != begin);
    return NAV_NO_HALF;
}

// For input without crossings: every ring edge is there, straight.
// Rings of fewer than three different points are left out.
static const char *fault_of_rings(const nav_cdt *cdt, const nav_shape *shape)
{
    for (uint32_t r = 0; r < shape->ring_count; r++) {
        const nav_ring *ring = &shape->rings[r];
        bool is_short = cdt->notes->told[r] & 1u << NAV_WARN_SHORT_RING;
        for (uint32_t i = 0; i < ring->count && !is_short; i++) {
            uint32_t u = cdt->vertex_of[ring->first + i];
            uint32_t w = cdt->vertex_of[ring->first + (i + 1) % ring->count];
            while (u != w) {
                nav_half h = step_towards(cdt, u, w, r);
                if (h == NAV_NO_HALF) {
                    return "ring edge is missing";
                }
                u = nav_half_end(&cdt->d, h);
            }
        }
    }
    return NULL;
}

// Whether every ring is on an even number of the edges at the start of `begin`.
static bool is_closed_at(const nav_cdt *cdt, nav_half begin, uint32_t rings)
{
    for (uint32_t r = 0; r < rings; r++) {
        uint32_t times = 0;
        nav_half h = begin;
        do {
            times += times_in_label(cdt, h, r);
            h = nav_half_around(&cdt->d, h);
        } while (h != begin);
        if (times % 2 != 0) {
            return false;
        }
    }
    return true;
}

// Goes by the triangles: a number that a repeated point left unused has no
// star.
static const char *fault_of_labels(const nav_cdt *cdt, uint32_t rings)
{
    const nav_delaunay *d = &cdt->d;
    for (nav_half h = 0; h < 4 * d->triangles; h++) {
        if ((h & 3) == 3) {
            continue;
        }
        uint32_t v = nav_half_start(d, h);
        if (v >= NAV_FRAME_VERTICES && d->star[v] == h &&
            !is_closed_at(cdt, h, rings)) {
            return "ring is not closed at a vertex";
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------
// Fixture
// ---------------------------------------------------------------------------

typedef struct fixture {
    nav_allocator mem;
    nav_shape *shape;
    nav_notes notes;
    nav_cdt cdt;
} fixture;

static void setup(fixture *f, nav_shape *shape)
{
    f->mem = nav_mem_allocator(NULL);
    f->shape = shape;
    nav_cdt_init(&f->cdt, &f->mem);
    nav_status status = nav_notes_init(&f->notes, &f->mem, shape->ring_count);
    if (status == NAV_OK) {
        status = nav_cdt_build(&f->cdt, shape, &f->notes);
    }
    if (status != NAV_OK) {
        ck_abort_msg("not triangulated: %s", nav_status_name(status));
    }
}

static void teardown(fixture *f)
{
    nav_cdt_fini(&f->cdt);
    nav_notes_fini(&f->notes);
    nav_shape_free(f->shape);
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Different vertices among those of the points.
static size_t count_different(const uint32_t *vertex, size_t count)
{
    uint32_t *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) {
        ck_abort_msg("no memory");
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = vertex[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    size_t different = 0;
    for (size_t i = 0; i < count; i++) {
        different += i == 0 || sorted[i] != sorted[i - 1];
    }
    free(sorted);
    return different;
}

static const char *fault_of_cdt(const fixture *f)
{
    const nav_cdt *cdt = &f->cdt;
    size_t inner = count_different(cdt->vertex_of, cdt->point_count);
    // New vertices stand behind those of the points.
    size_t given = NAV_FRAME_VERTICES + cdt->point_count;
    inner += cdt->d.vertices - given;
    const char *fault = fault_of_triangulation(&cdt->d, inner);
    if (!fault) {
        fault = fault_of_labels(cdt, (uint32_t)f->shape->ring_count);
    }
    if (!fault && cdt->crossings == 0) {
        fault = fault_of_rings(cdt, f->shape);
    }
    return fault;
}

static nav_shape *new_shape(void)
{
    nav_shape *shape = NULL;
    if (nav_shape_new(NULL, &shape) != NAV_OK) {
        ck_abort_msg("no memory");
    }
    return shape;
}

static void add_ring(nav_shape *shape, const nav_vec2 *points, size_t count)
{
    if (nav_shape_add_ring(shape, points, count, NULL) != NAV_OK) {
        ck_abort_msg("no memory");
    }
}

// Triangulates the shape, which must come out sound, with so many crossings.
static void check_shape(nav_shape *shape, size_t crossings)
{
    fixture f;
    setup(&f, shape);
    const char *fault = fault_of_cdt(&f);
    ck_assert_msg(!fault, "%s", fault ? fault : "");
    ck_assert_uint_eq(f.cdt.crossings, crossings);
    teardown(&f);
}

// ---------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------

// Triangulates points; what is different among them must be a vertex each.
static void check_points(const nav_vec2 *point, size_t count)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_delaunay d;
    nav_delaunay_init(&d, &mem);
    uint32_t *vertex_of = malloc((count + 1) * sizeof *vertex_of);
    if (!vertex_of ||
        nav_delaunay_build(&d, point, count, vertex_of) != NAV_OK) {
        ck_abort_msg("not triangulated");
    }
    size_t different = count_different(vertex_of, count);
    const char *fault = fault_of_triangulation(&d, different);
    for (size_t i = 0; i < count && !fault; i++) {
        if (!nav_vec2_equal(d.point[vertex_of[i]], point[i])) {
            fault = "a point became another one";
        }
    }
    ck_assert_msg(!fault, "%s", fault ? fault : "");
    free(vertex_of);
    nav_delaunay_fini(&d);
}

START_TEST(test_no_point_and_one_point_are_triangulated)
{
    nav_vec2 p = {3, 4};
    check_points(&p, 0);
    check_points(&p, 1);
    nav_vec2 far[] = {{1e100, -1e100}, {-1e100, 1e-100}, {1e-100, 1e100}};
    check_points(far, 3);
}
END_TEST

START_TEST(test_repeated_points_become_one_vertex)
{
    nav_vec2 point[300];
    for (size_t i = 0; i < 300; i++) {
        point[i] = (nav_vec2){(double)(i % 7), (double)(i % 3)};
    }
    check_points(point, 300);
    check_points(point, 1);
    for (size_t i = 0; i < 300; i++) {
        point[i] = point[0];
    }
    check_points(point, 300);
}
END_TEST

START_TEST(test_collinear_points_are_triangulated)
{
    nav_vec2 point[200];
    for (size_t i = 0; i < 200; i++) {
        double c = (double)(i * 37 % 200);
        point[i] = (nav_vec2){c, _i == 0 ? 0 : _i == 1 ? c : 0.1 * c};
        if (_i == 3) {
            point[i] = (nav_vec2){5, c};
        }
    }
    check_points(point, 200);
}
END_TEST

START_TEST(test_random_points_are_delaunay)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        nav_test_random random = {seed};
        nav_vec2 point[400];
        size_t count = nav_test_random_below(&random, 400);
        for (size_t i = 0; i < count; i++) {
            double x = nav_test_random_unit(&random);
            double y = nav_test_random_unit(&random);
            // A third each: general, on a grid, on a circle of the grid.
            point[i] = (nav_vec2){x, y};
            if (seed % 3 == 1) {
                point[i] = (nav_vec2){floor(x * 12), floor(y * 12)};
            } else if (seed % 3 == 2) {
                static const double circle[][2] = {
                    {5, 0}, {4, 3}, {3, 4}, {0, 5}};
                const double *c = circle[(size_t)(x * 4)];
                point[i].x = y < 0.5 ? c[0] : -c[0];
                point[i].y = i % 2 ? c[1] : -c[1];
            }
        }
        check_points(point, count);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Rings
// ---------------------------------------------------------------------------

START_TEST(test_random_soups_are_constrained_delaunay)
{
    static const uint32_t size[] = {2, 3, 4, 6, 8, 30, 1000};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        nav_test_random random = {seed};
        soup s = soup_random(&random, size[_i]);
        fixture f;
        setup(&f, soup_shape(&s, 1));
        const char *fault = fault_of_cdt(&f);
        if (fault) {
            char json[SOUP_JSON_SIZE];
            soup_write_json(&s, json);
            ck_abort_msg("%s, seed %llu: %s", fault, (unsigned long long)seed,
                         json);
        }
        teardown(&f);
    }
}
END_TEST

// Doubles without rings in common: crossings are rounded.
START_TEST(test_random_double_rings_are_constrained_delaunay)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        nav_test_random random = {seed};
        nav_shape *shape = new_shape();
        for (int r = 0; r < 3; r++) {
            nav_vec2 point[10];
            for (size_t i = 0; i < 10; i++) {
                point[i].x = nav_test_random_unit(&random);
                point[i].y = nav_test_random_unit(&random);
            }
            add_ring(shape, point, 10);
        }
        fixture f;
        setup(&f, shape);
        const char *fault = fault_of_cdt(&f);
        if (fault) {
            ck_abort_msg("%s, seed %llu", fault, (unsigned long long)seed);
        }
        teardown(&f);
    }
}
END_TEST

START_TEST(test_an_edge_through_vertices_is_split_there)
{
    nav_shape *shape = new_shape();
    add_ring(shape, (nav_vec2[]){{0, 0}, {8, 0}, {8, 8}, {0, 8}}, 4);
    add_ring(shape, (nav_vec2[]){{2, 0}, {4, 2}, {6, 0}}, 3);
    add_ring(shape, (nav_vec2[]){{1, 0}, {7, 0}, {4, 6}}, 3);
    check_shape(shape, 0);
}
END_TEST

START_TEST(test_a_crossing_on_another_edge_is_one_vertex)
{
    nav_shape *shape = new_shape();
    // Four edges through (4, 4).
    add_ring(shape, (nav_vec2[]){{0, 0}, {8, 8}, {8, 0}, {0, 8}}, 4);
    add_ring(shape, (nav_vec2[]){{0, 4}, {8, 4}, {4, 20}}, 3);
    add_ring(shape, (nav_vec2[]){{4, 0}, {4, 8}, {-20, 4}}, 3);
    fixture f;
    setup(&f, shape);
    const char *fault = fault_of_cdt(&f);
    ck_assert_msg(!fault, "%s", fault ? fault : "");
    size_t found = 0;
    for (size_t v = NAV_FRAME_VERTICES; v < f.cdt.d.vertices; v++) {
        nav_vec2 p = f.cdt.d.point[v];
        found += p.x == 4 && p.y == 4;
    }
    ck_assert_uint_eq(found, 1);
    teardown(&f);
}
END_TEST

// Vertices whose other edges all cross the new segment hang into its cavity
// once those are gone: spikes, fixed before, that end close to it on both
// sides.
START_TEST(test_edges_that_hang_into_a_cavity_stay)
{
    nav_shape *shape = new_shape();
    for (int i = 0; i < 40; i++) {
        double x = 5 + 2.3 * i;
        double end = i % 2 ? 0.01 : -0.01;
        double begin = i % 2 ? 30 + i : -30 - i;
        add_ring(shape,
                 (nav_vec2[]){{x, begin}, {x + 1, end}, {x + 2, begin + end}},
                 3);
        add_ring(shape,
                 (nav_vec2[]){{x, begin}, {x + 0.5, 2 * end}, {x, begin}}, 3);
    }
    add_ring(shape, (nav_vec2[]){{0, 0}, {110, 0}, {50, 200}}, 3);
    fixture f;
    setup(&f, shape);
    const char *fault = fault_of_cdt(&f);
    ck_assert_msg(!fault, "%s", fault ? fault : "");
    teardown(&f);
}
END_TEST

// Teeth on a slightly bent base, closed by one long edge below their gums: its
// cavity has thousands of triangles, and flips follow.
START_TEST(test_a_comb_of_two_thousand_teeth_is_triangulated)
{
    enum { TEETH = 2000, POINTS = 2 * TEETH + 2 };
    nav_vec2 *point = malloc(POINTS * sizeof *point);
    ck_assert_ptr_nonnull(point);
    for (size_t i = 0; i < 2 * TEETH; i++) {
        double x = (double)i;
        point[i] = (nav_vec2){x, i % 2 ? 1000 : 1 + 1e-4 * x};
    }
    point[2 * TEETH] = (nav_vec2){2 * TEETH, 0};
    point[2 * TEETH + 1] = (nav_vec2){-1, 0};
    nav_shape *shape = new_shape();
    add_ring(shape, point, POINTS);
    check_shape(shape, 0);
    free(point);
}
END_TEST

// A long edge passes between two rows of points: every triangle between the
// rows is crossed.  The rows are straight, or bent towards it or away from it.
START_TEST(test_long_cavities_of_any_shape_are_triangulated)
{
    enum { ROW = 600 };
    nav_vec2 point[ROW];
    nav_shape *shape = new_shape();
    for (int side = -1; side <= 1; side += 2) {
        for (size_t i = 0; i < ROW; i++) {
            double x = (double)i - ROW / 2;
            double bend = _i == 0 ? 0 : _i == 1 ? 1e-3 : -1e-3;
            double away = 100 + bend * x * x + (side < 0 ? 0.25 : 0);
            point[i] = (nav_vec2){x + (side < 0 ? 0.5 : 0), side * away};
        }
        // Out and back: the row is a crack.
        add_ring(shape, point, ROW);
    }
    add_ring(shape, (nav_vec2[]){{-400, 0.125}, {400, -0.125}, {0, 2000}}, 3);
    fixture f;
    setup(&f, shape);
    const char *fault = fault_of_cdt(&f);
    ck_assert_msg(!fault, "%s", fault ? fault : "");
    teardown(&f);
}
END_TEST

// All edges of a vertex in the middle cross the segment that passes it by.
START_TEST(test_a_fan_crossed_by_a_segment_is_triangulated)
{
    enum { RAYS = 500 };
    nav_vec2 point[RAYS + 1];
    for (size_t i = 0; i < RAYS; i++) {
        double t = (double)i / RAYS * 2 - 1;
        point[i] = (nav_vec2){100 * t, 100 * (1 - t * t) + 50};
    }
    point[RAYS] = (nav_vec2){0, 0};
    nav_shape *shape = new_shape();
    add_ring(shape, point, RAYS + 1);
    add_ring(shape, (nav_vec2[]){{-90, 1}, {90, 1}, {0, -100}}, 3);
    check_shape(shape, 2);
}
END_TEST

Suite *nav_test_cdt(void)
{
    Suite *suite = suite_create("cdt");
    TCase *c = tcase_create("points");
    tcase_add_test(c, test_no_point_and_one_point_are_triangulated);
    tcase_add_test(c, test_repeated_points_become_one_vertex);
    tcase_add_loop_test(c, test_collinear_points_are_triangulated, 0, 4);
    tcase_add_test(c, test_random_points_are_delaunay);
    suite_add_tcase(suite, c);
    c = tcase_create("rings");
    tcase_add_loop_test(c, test_random_soups_are_constrained_delaunay, 0, 7);
    tcase_add_test(c, test_random_double_rings_are_constrained_delaunay);
    tcase_add_test(c, test_an_edge_through_vertices_is_split_there);
    tcase_add_test(c, test_a_crossing_on_another_edge_is_one_vertex);
    tcase_add_test(c, test_edges_that_hang_into_a_cavity_stay);
    suite_add_tcase(suite, c);
    c = tcase_create("cavities");
    tcase_add_test(c, test_a_comb_of_two_thousand_teeth_is_triangulated);
    tcase_add_loop_test(c, test_long_cavities_of_any_shape_are_triangulated, 0,
                        3);
    tcase_add_test(c, test_a_fan_crossed_by_a_segment_is_triangulated);
    suite_add_tcase(suite, c);
    return suite;
}
