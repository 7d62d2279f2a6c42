// test_merge.c - triangles to fewer convex polygons, looked at in finished
// meshes.
//
// The maps have integer corners and rings that do not meet, so no vertex is
// computed and every oracle can be exact in 64-bit integers.
#include "input/shape.h"
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "mesh_support.h"
#include "suites.h"

// ---------------------------------------------------------------------------
// Random maps
// ---------------------------------------------------------------------------

enum { CELL = 40, STAR_MOST = 16 };

// A map in the making: a square of cells, most of which hold a ring.
typedef struct map {
    nav_shape *shape;
    nav_test_random random;
    int64_t area2; // twice the area that must come out
} map;

// Which half of the plane a direction is in: angles below 180 degrees first.
static int half_of(nav_vec2 d)
{
    return d.y < 0 || (d.y == 0 && d.x < 0);
}

static int compare_angles(const void *a, const void *b)
{
    const nav_vec2 *p = a, *q = b;
    if (half_of(*p) != half_of(*q)) {
        return half_of(*p) - half_of(*q);
    }
    return -nav_test_orient((nav_vec2){0, 0}, *p, *q);
}

static double offset(map *m, uint32_t range)
{
    return 1 + (double)nav_test_random_below(&m->random, range);
}

// A star around `centre`, within 17 of it.  Gives its points and count.
static size_t make_star(map *m, nav_vec2 centre, nav_vec2 *star)
{
    // With a point on each axis no angle between neighbours reaches 180
    // degrees, so the ring is simple.
    size_t count = 4;
    star[0] = (nav_vec2){offset(m, 17), 0};
    star[1] = (nav_vec2){0, offset(m, 17)};
    star[2] = (nav_vec2){-offset(m, 17), 0};
    star[3] = (nav_vec2){0, -offset(m, 17)};
    uint32_t more = nav_test_random_below(&m->random, STAR_MOST - 3);
    for (; more > 0; more--) {
        star[count] = (nav_vec2){offset(m, 35) - 18, offset(m, 35) - 18};
        // The centre has no angle.
        count += star[count].x != 0 || star[count].y != 0;
    }
    qsort(star, count, sizeof *star, compare_angles);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++) {
        if (compare_angles(&star[kept - 1], &star[i]) != 0) {
            star[kept++] = star[i];
        }
    }
    for (size_t i = 0; i < kept; i++) {
        star[i].x += centre.x;
        star[i].y += centre.y;
    }
    return kept;
}

static int64_t ring_area2(const nav_vec2 *ring, size_t count)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        nav_vec2 a = ring[i], b = ring[(i + 1) % count];
        sum += (int64_t)a.x * (int64_t)b.y - (int64_t)a.y * (int64_t)b.x;
    }
    return sum;
}

static void add_ring(map *m, const nav_vec2 *ring, size_t count)
{
    ck_assert_int_eq(nav_shape_add_ring(m->shape, ring, count, NULL), NAV_OK);
}

static nav_vec2 centre_of(uint32_t column, uint32_t row)
{
    return (nav_vec2){(double)column * CELL + CELL / 2.0,
                      (double)row * CELL + CELL / 2.0};
}

// Adds a polygon that changes nothing in the walkable cell around `centre`.
static void add_leftovers(map *m, nav_vec2 centre, uint32_t kind)
{
    nav_vec2 star[STAR_MOST + 4];
    size_t count = make_star(m, centre, star);
    ck_assert_int_eq(nav_shape_begin_polygon(m->shape, NULL), NAV_OK);
    if (kind < 5) {
        // The star, or one of its edges: a ring without an area.
        add_ring(m, star, kind == 3 ? count : 2);
        return;
    }
    // A rectangle, whose sides often lie on a line with those in other cells.
    double x = 5 * offset(m, 3), y = 5 * offset(m, 3);
    const nav_vec2 box[] = {{centre.x - x, centre.y - y},
                            {centre.x + x, centre.y - y},
                            {centre.x + x, centre.y + y},
                            {centre.x - x, centre.y + y}};
    add_ring(m, box, 4);
}

// Holes, and rings that change nothing but leave vertices in the middle of the
// walkable area: polygons inside of the square, and rings without an area.
static map make_map(uint64_t seed)
{
    map m = {.random = {seed}};
    ck_assert_int_eq(nav_shape_new(NULL, &m.shape), NAV_OK);
    uint32_t cells = 1 + nav_test_random_below(&m.random, 4);
    double size = (double)cells * CELL;
    const nav_vec2 outer[] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    add_ring(&m, outer, 4);
    m.area2 = ring_area2(outer, 4);
    uint32_t kind[16];
    nav_vec2 star[STAR_MOST + 4];
    for (uint32_t i = 0; i < cells * cells; i++) {
        kind[i] = nav_test_random_below(&m.random, 6);
        if (kind[i] < 3) {
            nav_vec2 centre = centre_of(i % cells, i / cells);
            size_t count = make_star(&m, centre, star);
            add_ring(&m, star, count);
            m.area2 -= ring_area2(star, count);
        }
    }
    for (uint32_t i = 0; i < cells * cells; i++) {
        if (kind[i] >= 3) {
            add_leftovers(&m, centre_of(i % cells, i / cells), kind[i]);
        }
    }
    return m;
}

static nav_mesh *bake_with(const nav_shape *shape,
                           const nav_bake_options *options,
                           nav_bake_report *report)
{
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    if (nav_bake(shape, options, NULL, &mesh, report, &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    return mesh;
}

static nav_mesh *bake(const nav_shape *shape, uint32_t max_verts,
                      nav_merge_order order)
{
    nav_bake_options options = nav_bake_options_default();
    options.max_verts = max_verts;
    options.order = order;
    return bake_with(shape, &options, NULL);
}

// ---------------------------------------------------------------------------
// Oracles
// ---------------------------------------------------------------------------

static uint32_t corner_count(const nav_mesh *mesh, uint32_t p)
{
    return mesh->first[p + 1] - mesh->first[p];
}

static bool is_convex_ring(const nav_vec2 *ring, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (nav_test_orient(ring[i], ring[(i + 1) % count],
                            ring[(i + 2) % count]) < 0) {
            return false;
        }
    }
    return true;
}

static int64_t mesh_area2(const nav_mesh *mesh)
{
    static nav_vec2 ring[NAV_MAX_VERTS_MOST];
    int64_t sum = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        uint32_t count = corner_count(mesh, p);
        for (uint32_t i = 0; i < count; i++) {
            ring[i] = nav_mesh_edge_start(mesh, mesh->first[p] + i);
        }
        if (!is_convex_ring(ring, count)) {
            ck_abort_msg("polygon %u is reflex", p);
        }
        sum += ring_area2(ring, count);
    }
    return sum;
}

// Edges that run the opposite way are twins; no edge comes twice; no vertex
// lies inside of an edge.
static void check_edges_match(const nav_mesh *mesh)
{
    uint32_t edges = mesh->info.edges;
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t a = mesh->corner[e];
        uint32_t b = mesh->corner[nav_mesh_next(mesh, e)];
        uint32_t twin = NAV_NONE;
        for (uint32_t f = 0; f < edges; f++) {
            uint32_t c = mesh->corner[f];
            uint32_t d = mesh->corner[nav_mesh_next(mesh, f)];
            if (f != e && c == a && d == b) {
                ck_abort_msg("edges %u and %u are the same", e, f);
            }
            twin = c == b && d == a ? f : twin;
        }
        if (mesh->twin[e] != twin) {
            ck_abort_msg("edge %u has the twin %u, not %u", e, mesh->twin[e],
                         twin);
        }
    }
}

static void check_no_t_junction(const nav_mesh *mesh)
{
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        nav_vec2 a = nav_mesh_edge_start(mesh, e);
        nav_vec2 b = nav_mesh_edge_end(mesh, e);
        for (uint32_t v = 0; v < mesh->info.vertices; v++) {
            nav_vec2 p = mesh->vertex[v];
            // Before b as seen from a, and behind a.
            double along =
                (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
            double length =
                (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
            if (along > 0 && along < length && nav_test_orient(a, b, p) == 0) {
                ck_abort_msg("vertex %u lies on edge %u", v, e);
            }
        }
    }
}

// The ring of the union of two polygons that share one straight border, of
// which e is an edge.  Gives the number of its corners.
static size_t join(const nav_mesh *mesh, uint32_t e, nav_vec2 *ring)
{
    uint32_t p = mesh->edge_polygon[e], q = mesh->neighbour[e];
    // The first edge of p behind the border, and the first of q.
    uint32_t of_p = e, of_q = mesh->twin[e];
    while (mesh->neighbour[of_p] == q) {
        of_p = nav_mesh_next(mesh, of_p);
    }
    while (mesh->neighbour[of_q] == p) {
        of_q = nav_mesh_next(mesh, of_q);
    }
    size_t count = 0;
    for (; mesh->neighbour[of_p] != q; of_p = nav_mesh_next(mesh, of_p)) {
        ring[count++] = nav_mesh_edge_start(mesh, of_p);
    }
    for (; mesh->neighbour[of_q] != p; of_q = nav_mesh_next(mesh, of_q)) {
        ring[count++] = nav_mesh_edge_start(mesh, of_q);
    }
    return count;
}

// No two polygons could be one more polygon within the limit.
static void check_maximal(const nav_mesh *mesh, uint32_t max_verts)
{
    static nav_vec2 ring[2 * NAV_MAX_VERTS_MOST];
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        if (mesh->neighbour[e] == NAV_NONE) {
            continue;
        }
        size_t count = join(mesh, e, ring);
        if (count <= max_verts && is_convex_ring(ring, count)) {
            ck_abort_msg("polygons %u and %u could be one of %zu corners",
                         mesh->edge_polygon[e], mesh->neighbour[e], count);
        }
    }
}

static void check_mesh(const nav_mesh *mesh, uint32_t max_verts, int64_t area2)
{
    nav_error error = {0};
    if (nav_mesh_validate(mesh, &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        if (corner_count(mesh, p) > max_verts) {
            ck_abort_msg("polygon %u has %u corners", p, corner_count(mesh, p));
        }
    }
    ck_assert_int_eq(mesh_area2(mesh), area2);
    ck_assert_double_eq(mesh->info.area, (double)area2 / 2);
    check_edges_match(mesh);
    check_no_t_junction(mesh);
    check_maximal(mesh, max_verts);
}

// ---------------------------------------------------------------------------
// Tests
// ---------------------------------------------------------------------------

static const uint32_t limits[] = {3, 4, 6, 10, 64};
static const nav_merge_order orders[] = {NAV_MERGE_LONGEST, NAV_MERGE_SHARPEST,
                                         NAV_MERGE_ANY};
enum {
    LIMITS = sizeof limits / sizeof limits[0],
    ORDERS = sizeof orders / sizeof orders[0],
    MAPS = 60
};

START_TEST(test_polygons_are_convex_within_the_limit_and_cannot_grow)
{
    map m = make_map((uint64_t)_i);
    for (int i = 0; i < LIMITS; i++) {
        nav_mesh *mesh = bake(m.shape, limits[i], orders[(i + _i) % ORDERS]);
        check_mesh(mesh, limits[i], m.area2);
        nav_mesh_free(mesh);
    }
    nav_shape_free(m.shape);
}
END_TEST

START_TEST(test_three_corners_and_no_merging_keep_the_triangles)
{
    map m = make_map((uint64_t)_i);
    nav_bake_report report = {0};
    nav_bake_options options = nav_bake_options_default();
    options.max_verts = 3;
    nav_mesh *mesh = bake_with(m.shape, &options, &report);
    ck_assert_uint_eq(mesh->info.polygons, report.triangles);
    ck_assert_uint_eq(mesh->info.most_corners, 3);
    nav_mesh_free(mesh);
    options.max_verts = 64;
    options.merge = false;
    mesh = bake_with(m.shape, &options, &report);
    ck_assert_uint_eq(mesh->info.polygons, report.triangles);
    ck_assert_uint_eq(mesh->info.most_corners, 3);
    ck_assert_int_eq(mesh_area2(mesh), m.area2);
    nav_mesh_free(mesh);
    nav_shape_free(m.shape);
}
END_TEST

static nav_shape *read_shape(const char *json)
{
    nav_shape *shape = nav_test_read_shape(json);
    return shape;
}

typedef struct small_map {
    const char *json;
    int64_t area2;
    uint32_t polygons; // of up to 64 corners, longest first; 0: any number
} small_map;

static const small_map small_maps[] = {
    {"[[[0,0],[10,0],[10,10],[0,10]]]", 200, 1},
    // Straight corners.
    {"[[[0,0],[5,0],[10,0],[10,10],[5,10],[0,10],[0,5]]]", 200, 1},
    // Two convex parts.
    {"[[[0,0],[4,0],[4,1],[1,1],[1,3],[0,3]]]", 12, 2},
    // A spike into the polygon, from a corner, from an edge, from a straight
    // corner, and across.
    {"[[[0,0],[10,0],[10,10],[5,10],[5,4],[5,10],[0,10]]]", 200, 0},
    {"[[[0,0],[5,5],[0,0],[10,0],[10,10],[0,10]]]", 200, 0},
    {"[[[0,0],[6,0],[6,10],[6,0],[10,0],[10,10],[0,10]]]", 200, 1},
    {"[[[0,0],[10,0],[10,10],[0,10],[0,0],[10,10],[0,0]]]", 200, 1},
    // The end of the spike lies between two straight corners: the longer edges
    // through it can go only once the shorter one has gone.
    {"[[[0,0],[10,0],[10,5],[10,8],[5,8],[5,5],[5,8],[0,8],[0,5]]]", 160, 1},
    {"[[[0,0],[10,0],[10,5],[10,8],[5,8],[5,7],[5,5],[5,6],[5,8],[0,8],[0,5]]]",
     160, 1},
    // Leftover points inside: polygons and lines in the square.
    {"{\"polygons\":[{\"outer\":[[0,0],[20,0],[20,20],[0,20]]},"
     "{\"outer\":[[5,5],[15,5],[15,15],[5,15]]}]}",
     800, 0},
    {"{\"polygons\":[{\"outer\":[[0,0],[20,0],[20,20],[0,20]]},"
     "{\"outer\":[[0,10],[10,10],[20,10]]}]}",
     800, 1},
    {"{\"polygons\":[{\"outer\":[[0,0],[20,0],[20,20],[0,20]]},"
     "{\"outer\":[[7,9]]}]}",
     800, 0},
    // Two squares side by side.
    {"{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
     "{\"outer\":[[10,0],[20,0],[20,10],[10,10]]}]}",
     400, 1},
    // Two squares with one point in common are never one.
    {"{\"polygons\":[{\"outer\":[[0,0],[10,0],[10,10],[0,10]]},"
     "{\"outer\":[[10,10],[20,10],[20,20],[10,20]]}]}",
     400, 2},
};

START_TEST(test_small_maps_become_the_fewest_polygons)
{
    const small_map *s = &small_maps[_i];
    nav_shape *shape = read_shape(s->json);
    for (int i = 0; i < LIMITS * ORDERS; i++) {
        uint32_t limit = limits[i % LIMITS];
        nav_merge_order order = orders[i / LIMITS];
        nav_mesh *mesh = bake(shape, limit, order);
        check_mesh(mesh, limit, s->area2);
        if (limit == 64 && order == NAV_MERGE_LONGEST && s->polygons != 0) {
            ck_assert_uint_eq(mesh->info.polygons, s->polygons);
        }
        nav_mesh_free(mesh);
    }
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_a_convex_polygon_is_cut_only_by_the_limit)
{
    enum { CORNERS = 20 };
    nav_vec2 ring[CORNERS];
    for (uint32_t i = 0; i < CORNERS; i++) {
        double x = (double)i - CORNERS / 2;
        ring[i] = (nav_vec2){x, x * x};
    }
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, ring, CORNERS, NULL), NAV_OK);
    for (uint32_t most = 3; most <= CORNERS + 1; most++) {
        nav_mesh *mesh = bake(shape, most, NAV_MERGE_LONGEST);
        check_mesh(mesh, most, ring_area2(ring, CORNERS));
        // Each polygon of n corners takes n - 2 of the 18 triangles.
        ck_assert_uint_ge(mesh->info.polygons * (most - 2), CORNERS - 2);
        if (most >= CORNERS) {
            ck_assert_uint_eq(mesh->info.polygons, 1);
        }
        nav_mesh_free(mesh);
    }
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_the_greatest_limit_is_no_limit)
{
    map m = make_map(99);
    nav_mesh *mesh = bake(m.shape, NAV_MAX_VERTS_MOST, NAV_MERGE_LONGEST);
    check_mesh(mesh, NAV_MAX_VERTS_MOST, m.area2);
    nav_mesh_free(mesh);
    nav_shape_free(m.shape);
}
END_TEST

Suite *nav_test_merge(void)
{
    Suite *suite = suite_create("merge");
    TCase *tests = tcase_create("merge");
    tcase_add_loop_test(tests, test_small_maps_become_the_fewest_polygons, 0,
                        sizeof small_maps / sizeof small_maps[0]);
    tcase_add_loop_test(
        tests, test_polygons_are_convex_within_the_limit_and_cannot_grow, 0,
        MAPS);
    tcase_add_loop_test(
        tests, test_three_corners_and_no_merging_keep_the_triangles, 0, MAPS);
    tcase_add_test(tests, test_a_convex_polygon_is_cut_only_by_the_limit);
    tcase_add_test(tests, test_the_greatest_limit_is_no_limit);
    suite_add_tcase(suite, tests);
    return suite;
}
