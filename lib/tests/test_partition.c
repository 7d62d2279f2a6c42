// test_partition.c - areas of what is left for an agent.
//
// What an area keeps is known by formula, or half of the whole by symmetry; and
// in random soups the area of a place is that of the last polygon around it,
// decided in integers.
#include <math.h>
#include <string.h>

#include "input/shape.h"
#include "mesh/locate.h"
#include "mesh_support.h"
#include "soup.h"
#include "suites.h"

static nav_mesh *bake(const nav_shape *shape, double radius, double tolerance)
{
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    options.agent_radius = radius;
    options.arc_tolerance = tolerance;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, NULL);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    if (mesh) {
        ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    }
    return mesh;
}

static nav_shape *read_map(const char *json)
{
    nav_shape *shape = nav_test_read_shape(json);
    return shape;
}

static nav_mesh *bake_text(const char *json, double radius, double tolerance)
{
    nav_shape *shape = read_map(json);
    nav_mesh *mesh = bake(shape, radius, tolerance);
    ck_assert_ptr_nonnull(mesh);
    nav_shape_free(shape);
    return mesh;
}

// Twice the area of a polygon's corners, by the shoelace formula.
static double twice_area(const nav_mesh *mesh, nav_poly_id p)
{
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, p);
    nav_vec2 o = v[polygon.corners[0]];
    double sum = 0;
    for (uint32_t i = 0; i < polygon.count; i++) {
        nav_vec2 a = v[polygon.corners[i]];
        nav_vec2 b = v[polygon.corners[(i + 1) % polygon.count]];
        sum += (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
    }
    return sum;
}

// What an area with a name of one letter covers; '\0' for no area.
static double area_of(const nav_mesh *mesh, char name)
{
    double sum = 0;
    for (nav_poly_id p = 0; p < nav_mesh_get_info(mesh).polygons; p++) {
        uint32_t area = nav_mesh_polygon_area(mesh, p);
        size_t size = 0;
        char is =
            area == NAV_NONE ? '\0' : *nav_mesh_area_name(mesh, area, &size);
        sum += is == name ? twice_area(mesh, p) : 0;
    }
    return sum / 2;
}

// ---------------------------------------------------------------------------
// Known areas
// ---------------------------------------------------------------------------

#define POLYGON(ring, name) "{\"outer\":[" ring "],\"area\":\"" name "\"}"
#define MAP(polygons) "{\"polygons\":[" polygons "]}"
#define HALL "[0,0],[30,0],[30,20],[0,20]"

START_TEST(test_an_area_keeps_what_the_walls_leave_of_it)
{
    static const struct {
        const char *json;
        double none, a, b;
        uint32_t polygons;
    } cases[] = {
        // Two rooms, with a border and, of one name, without.
        {MAP(POLYGON("[0,0],[10,0],[10,10],[0,10]",
                     "a") "," POLYGON("[10,0],[20,0],[20,10],[10,10]", "b")),
         0, 72, 72, 2},
        {MAP(POLYGON("[0,0],[10,0],[10,10],[0,10]",
                     "a") "," POLYGON("[10,0],[20,0],[20,10],[10,10]", "a")),
         0, 144, 0, 1},
        // Two that do not touch.
        {MAP(POLYGON("[0,0],[10,0],[10,10],[0,10]",
                     "a") "," POLYGON("[11,0],[20,0],[20,10],[11,10]", "b")),
         0, 64, 56, 2},
        // The later one wins.
        {MAP(POLYGON(HALL, "") "," POLYGON(
             "[10,0],[20,0],[20,20],[10,20]",
             "a") "," POLYGON("[15,5],[25,5],[25,15],[15,15]", "b")),
         274, 130, 100, 0},
        {MAP(POLYGON("[10,0],[20,0],[20,20],[10,20]", "a") "," POLYGON(
             "[15,5],[25,5],[25,15],[15,15]", "b") "," POLYGON(HALL, "")),
         504, 0, 0, 1},
        // An area by the wall vanishes, and one that ends where the wall is
        // now.
        {MAP(POLYGON(HALL, "a") "," POLYGON("[5,0],[9,0],[9,0.5],[5,0.5]",
                                            "b")),
         0, 504, 0, 1},
        {MAP(POLYGON(HALL, "a") "," POLYGON("[5,0],[9,0],[9,1],[5,1]", "b")), 0,
         504, 0, 0},
        // One whose border does not reach what is left.
        {MAP(POLYGON(HALL, "a") "," POLYGON("[0,0],[1.5,0],[0,1.5]", "b")), 0,
         504, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nav_mesh *mesh = bake_text(cases[i].json, 1, 0.01);
        ck_assert_double_eq(area_of(mesh, '\0'), cases[i].none);
        ck_assert_double_eq(area_of(mesh, 'a'), cases[i].a);
        ck_assert_double_eq(area_of(mesh, 'b'), cases[i].b);
        if (cases[i].polygons > 0) {
            ck_assert_uint_eq(nav_mesh_get_info(mesh).polygons,
                              cases[i].polygons);
        }
        nav_mesh_free(mesh);
    }
}
END_TEST

#define PILLARED                                                               \
    "{\"outer\":[[0,0],[20,0],[20,20],[0,20]],"                                \
    "\"holes\":[[[8,8],[12,8],[12,12],[8,12]]],\"area\":\"a\"}"

START_TEST(test_borders_cross_arcs_and_corners)
{
    // Half of the map: along the diagonal, through two arcs and two corners of
    // the room; across the pillar; slanted through its middle, past four arcs'
    // ends.
    static const char *const halves[] = {
        MAP(PILLARED "," POLYGON("[0,0],[20,0],[20,20]", "b")),
        MAP(PILLARED "," POLYGON("[0,0],[20,0],[20,10],[0,10]", "b")),
        MAP(PILLARED "," POLYGON("[0,0],[20,0],[20,17],[0,3]", "b"))};
    for (double tolerance = 1; tolerance >= 1e-6; tolerance /= 10) {
        nav_mesh *whole = bake_text(MAP(PILLARED), 2, tolerance);
        double area = nav_mesh_get_info(whole).area;
        for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
            nav_shape *shape = read_map(halves[i]);
            // The half covers the pillar too.
            nav_vec2 hole[] = {{8, 8}, {12, 8}, {12, 12}, {8, 12}};
            ck_assert_int_eq(nav_shape_add_ring(shape, hole, 4, NULL), NAV_OK);
            nav_mesh *mesh = bake(shape, 2, tolerance);
            ck_assert_double_eq_tol(area_of(mesh, 'a'), area / 2, 1e-11);
            ck_assert_double_eq_tol(area_of(mesh, 'b'), area / 2, 1e-11);
            nav_mesh_free(mesh);
            nav_shape_free(shape);
        }
        nav_mesh_free(whole);
    }
}
END_TEST

START_TEST(test_an_area_ends_within_an_arc)
{
    // The band from 12.5 on: the square ring without the pillar grown by 2, of
    // which two caps of a circle about (12, 8) and (12, 12) reach into it.
    nav_shape *shape = read_map(
        MAP(PILLARED "," POLYGON("[12.5,0],[20,0],[20,20],[12.5,20]", "b")));
    nav_mesh *mesh = bake(shape, 2, 1e-6);
    double h = 0.5, r = 2;
    double half_cap = (r * r * acos(h / r) - h * sqrt(r * r - h * h)) / 2;
    double want = 5.5 * 16 - (1.5 * 4 + 2 * half_cap);
    ck_assert_double_eq_tol(area_of(mesh, 'b'), want, 1e-5);
    nav_mesh_free(mesh);
    nav_shape_free(shape);
}
END_TEST

// ---------------------------------------------------------------------------
// Soups
// ---------------------------------------------------------------------------

// Places are looked at on a grid this many times finer than the soup's.
enum { FINE = 1024 };

// Even-odd, exactly; `on` is set when the place is on the ring.
static bool ring_holds(const soup *s, const soup_ring *ring, int64_t x,
                       int64_t y, bool *on)
{
    bool in = false;
    for (uint32_t i = 0; i < ring->count; i++) {
        soup_point p = s->point[ring->first + i];
        soup_point q = s->point[ring->first + (i + 1) % ring->count];
        int64_t ax = (int64_t)p.x * FINE - x, ay = (int64_t)p.y * FINE - y;
        int64_t bx = (int64_t)q.x * FINE - x, by = (int64_t)q.y * FINE - y;
        int64_t side = ax * by - ay * bx;
        *on |= side == 0 && ax * bx <= 0 && ay * by <= 0;
        if ((ay > 0) != (by > 0)) {
            in = in != ((side > 0) == (by > ay));
        }
    }
    return in;
}

// The last polygon that makes a place walkable, NAV_NONE; `on` as above.
static uint32_t owner_at(const soup *s, int64_t x, int64_t y, bool *on)
{
    uint32_t last = NAV_NONE;
    *on = false;
    for (uint32_t r = 0; r < s->rings; r++) {
        const soup_ring *ring = &s->ring[r];
        if (ring->is_hole || !ring_holds(s, ring, x, y, on)) {
            continue;
        }
        bool in_hole = false;
        for (uint32_t k = 0; k < s->rings; k++) {
            if (s->ring[k].is_hole && s->ring[k].polygon == ring->polygon) {
                in_hole |= ring_holds(s, &s->ring[k], x, y, on);
            }
        }
        last = in_hole ? last : ring->polygon;
    }
    return last;
}

static const char *const names[] = {"", "a", "b", "c"};

typedef struct soup_case {
    soup s;
    uint32_t name[SOUP_RINGS_MOST]; // [polygons] number in `names`
    size_t checked;
} soup_case;

// Whether the area of the polygon at a place, if there is one, is right.
static bool is_right(soup_case *c, const nav_mesh *mesh,
                     const nav_locate *locate, nav_vec2 place)
{
    double x = floor(place.x * FINE), y = floor(place.y * FINE);
    nav_poly_id p = nav_locate_first(locate, (nav_vec2){x / FINE, y / FINE});
    bool on;
    uint32_t owner = owner_at(&c->s, (int64_t)x, (int64_t)y, &on);
    if (p == NAV_NONE || on) {
        return true;
    }
    c->checked++;
    uint32_t area = nav_mesh_polygon_area(mesh, p);
    size_t size = 0;
    const char *name =
        area == NAV_NONE ? "" : nav_mesh_area_name(mesh, area, &size);
    return owner != NAV_NONE && size == strlen(names[c->name[owner]]) &&
           memcmp(name, names[c->name[owner]], size) == 0;
}

// Looks at places near the corners of each polygon and in its middle.
static bool are_right(soup_case *c, const nav_mesh *mesh)
{
    nav_locate locate;
    nav_allocator mem = nav_mem_allocator(NULL);
    bool is_good = true;
    ck_assert_int_eq(nav_locate_init(&locate, mesh, &mem), NAV_OK);
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    for (nav_poly_id p = 0; p < nav_mesh_get_info(mesh).polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, p);
        nav_vec2 middle = {0, 0};
        for (uint32_t i = 0; i < polygon.count; i++) {
            middle.x += v[polygon.corners[i]].x / polygon.count;
            middle.y += v[polygon.corners[i]].y / polygon.count;
        }
        is_good = is_good && is_right(c, mesh, &locate, middle);
        for (uint32_t i = 0; i < polygon.count && is_good; i++) {
            nav_vec2 a = v[polygon.corners[i]];
            nav_vec2 near = {a.x + (middle.x - a.x) / 8,
                             a.y + (middle.y - a.y) / 8};
            is_good = is_right(c, mesh, &locate, near);
        }
    }
    nav_locate_fini(&locate);
    return is_good;
}

static const double soup_radius[] = {0.5, 0.25, 1, 0.3, 0.01, 1e-9, 2};

START_TEST(test_random_soups_keep_the_area_of_every_place)
{
    static const uint32_t sizes[] = {5, 8, 12, 30};
    double radius = soup_radius[_i];
    soup_case c = {.checked = 0};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        nav_test_random random = {seed * 991};
        c.s = soup_random(&random, sizes[seed % 4]);
        nav_shape *shape = soup_shape(&c.s, 1);
        nav_mesh *plain = bake(shape, radius, 0.01);
        for (uint32_t p = 0; p < c.s.polygons; p++) {
            c.name[p] = nav_test_random_below(&random, 4);
            ck_assert_int_eq(
                nav_shape_set_areas(shape, p, names[c.name[p]], NULL), NAV_OK);
        }
        nav_mesh *mesh = bake(shape, radius, 0.01);
        ck_assert_int_eq(!mesh, !plain);
        if (mesh) {
            double area = nav_mesh_get_info(plain).area;
            double sum = area_of(mesh, '\0') + area_of(mesh, 'a') +
                         area_of(mesh, 'b') + area_of(mesh, 'c');
            ck_assert_double_eq_tol(sum, area, 1e-12 * fmax(area, 1));
            ck_assert_uint_eq(nav_mesh_get_info(mesh).islands,
                              nav_mesh_get_info(plain).islands);
            if (!are_right(&c, mesh)) {
                char json[SOUP_JSON_SIZE];
                soup_write_json(&c.s, json);
                ck_abort_msg("radius %g seed %d: %s", radius, (int)seed, json);
            }
        }
        nav_mesh_free(mesh);
        nav_mesh_free(plain);
        nav_shape_free(shape);
    }
    ck_assert_uint_gt(c.checked, 1000);
}
END_TEST

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_shape *shape = read_map(
        MAP(PILLARED "," POLYGON("[0,0],[15,1],[20,17],[14,14]", "b")));
    nav_bake_options options = nav_bake_options_default();
    options.agent_radius = 0.5;
    ck_assert_uint_ge(nav_test_fail_baking(shape, &options), 60);
    nav_shape_free(shape);
}
END_TEST

Suite *nav_test_partition(void)
{
    Suite *suite = suite_create("partition");
    TCase *cases = tcase_create("partition");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, test_an_area_keeps_what_the_walls_leave_of_it);
    tcase_add_test(cases, test_borders_cross_arcs_and_corners);
    tcase_add_test(cases, test_an_area_ends_within_an_arc);
    tcase_add_loop_test(cases, test_random_soups_keep_the_area_of_every_place,
                        0, (int)(sizeof soup_radius / sizeof *soup_radius));
    tcase_add_test(cases,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}
