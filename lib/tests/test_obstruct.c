// test_obstruct.c - obstacles take away what holes with their corners would.
//
// On random soups the area and the islands are those of the oracle, to which
// every obstacle is a hole of every polygon; areas and paths are also those of
// the map with these holes.  Cells are compared with centres looked at one by
// one.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "obstacle/obstacles.h"
#include "soup.h"
#include "suites.h"

typedef struct baked {
    nav_status status;
    nav_mesh *mesh; // NULL unless status is NAV_OK
    nav_bake_report report;
    nav_warning idle; // the last warning of that kind
    nav_error error;
} baked;

static void record(void *context, const nav_warning *warning)
{
    baked *b = context;
    if (warning->kind == NAV_WARN_OBSTACLE_IDLE) {
        ck_assert(warning->of_obstacle);
        b->idle = *warning;
    }
}

// Bakes and frees a shape.
static baked bake(nav_shape *shape, double cells)
{
    baked b = {.status = NAV_OK};
    nav_bake_options options = nav_bake_options_default();
    options.obstacle_cells = cells;
    options.warn = record;
    options.warn_context = &b;
    b.status = nav_bake(shape, &options, NULL, &b.mesh, &b.report, &b.error);
    nav_shape_free(shape);
    return b;
}

static nav_shape *read_map(const char *json)
{
    nav_shape *shape = NULL;
    nav_error error = {0};
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    if (nav_shape_read_json(shape, json, strlen(json), &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    return shape;
}

static double area_of(const baked *b)
{
    ck_assert_int_eq(b->status, NAV_OK);
    return nav_mesh_get_info(b->mesh).area;
}

static double baked_area(const char *json, double cells)
{
    baked b = bake(read_map(json), cells);
    double area = area_of(&b);
    ck_assert_int_eq(nav_mesh_validate(b.mesh, NULL), NAV_OK);
    nav_mesh_free(b.mesh);
    return area;
}

#define SQUARE "{\"polygons\":[{\"outer\":[[0,0],[100,0],[100,100],[0,100]]}],"

// ---------------------------------------------------------------------------
// Known areas
// ---------------------------------------------------------------------------

static const struct {
    const char *obstacles;
    double area;
} known[] = {
    {"{\"type\":\"box\",\"min\":[20,30],\"max\":[65,75]}", 10000 - 2025},
    {"{\"type\":\"oriented_box\",\"center\":[50,50],\"half\":[22.5,22.5],"
     "\"angle\":90}",
     10000 - 2025},
    {"{\"type\":\"polygon\",\"points\":[[20,30],[20,75],[65,75],[65,30],"
     "[20,30]]}",
     10000 - 2025},
    // A star by even-odd: a bow tie takes both of its wings.
    {"{\"type\":\"polygon\",\"points\":[[20,20],[40,40],[40,20],[20,40]]}",
     10000 - 200},
    // Two that overlap do not cancel, nor do copies, nor what lies outside.
    {"{\"type\":\"box\",\"min\":[10,10],\"max\":[30,30]},"
     "{\"type\":\"box\",\"min\":[20,20],\"max\":[40,40]},"
     "{\"type\":\"box\",\"min\":[20,20],\"max\":[40,40]},"
     "{\"type\":\"box\",\"min\":[90,90],\"max\":[110,110]}",
     10000 - 700 - 100},
    // Those without area block nothing.
    {"{\"type\":\"box\",\"min\":[10,10],\"max\":[30,10]},"
     "{\"type\":\"circle\",\"center\":[50,50],\"radius\":0},"
     "{\"type\":\"polygon\",\"points\":[]},"
     "{\"type\":\"polygon\",\"points\":[[1,1],[2,2],[9,9],[2,2]]}",
     10000},
};

START_TEST(test_known_areas_are_exact)
{
    char json[1024];
    (void)snprintf(json, sizeof json, SQUARE "\"obstacles\":[%s]}",
                   known[_i].obstacles);
    ck_assert_double_eq(baked_area(json, 0), known[_i].area);
}
END_TEST

START_TEST(test_a_hundred_obstacles_all_act)
{
    static char json[16384];
    size_t used = (size_t)snprintf(json, sizeof json, SQUARE "\"obstacles\":[");
    for (int i = 0; i < 100; i++) {
        int x = 10 * (i % 10) + 2;
        int y = 10 * (i / 10) + 3;
        used += (size_t)snprintf(
            json + used, sizeof json - used,
            "%s{\"type\":\"box\",\"min\":[%d,%d],\"max\":[%d,%d]}",
            i == 0 ? "" : ",", x, y, x + 4, y + 4);
    }
    (void)snprintf(json + used, sizeof json - used, "]}");
    ck_assert_double_eq(baked_area(json, 0), 10000 - 1600);
}
END_TEST

START_TEST(test_a_corner_of_an_obstacle_keeps_its_bits)
{
    baked b = bake(read_map(SQUARE "\"obstacles\":[{\"type\":\"box\","
                                   "\"min\":[0.1,0.3],\"max\":[99.7,7.1]}]}"),
                   0);
    ck_assert_int_eq(b.status, NAV_OK);
    const nav_vec2 *vertex = nav_mesh_vertices(b.mesh);
    size_t found = 0;
    for (uint32_t i = 0; i < nav_mesh_get_info(b.mesh).vertices; i++) {
        found += (vertex[i].x == 0.1 || vertex[i].x == 99.7) &&
                 (vertex[i].y == 0.3 || vertex[i].y == 7.1);
    }
    ck_assert_uint_eq(found, 4);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_an_obstacle_over_everything_leaves_nothing)
{
    baked b = bake(read_map(SQUARE "\"obstacles\":[{\"type\":\"box\","
                                   "\"min\":[-1,-1],\"max\":[101,101]}]}"),
                   0);
    ck_assert_int_eq(b.status, NAV_GEOMETRY);
}
END_TEST

// ---------------------------------------------------------------------------
// Soups
// ---------------------------------------------------------------------------

// The soup in which every ring of `o` is a hole of every polygon of `s`; false
// when it is too large.
static bool with_holes(const soup *s, const soup *o, soup *t)
{
    *t = (soup){.points = 0};
    for (uint32_t r = 0; r < s->rings; r++) {
        bool is_last = r + 1 == s->rings || !s->ring[r + 1].is_hole;
        uint32_t added = is_last ? o->rings : 0;
        uint32_t more = is_last ? o->points : 0;
        if (t->rings + 1 + added > SOUP_RINGS_MOST ||
            t->points + s->ring[r].count + more > SOUP_POINTS_MOST) {
            return false;
        }
        for (uint32_t q = 0; q < 1 + added; q++) {
            soup_ring ring = q == 0 ? s->ring[r] : o->ring[q - 1];
            const soup_point *from =
                (q == 0 ? s->point : o->point) + ring.first;
            memcpy(t->point + t->points, from, ring.count * sizeof *from);
            ring.first = t->points;
            ring.polygon = s->ring[r].polygon;
            ring.is_hole = q > 0 || s->ring[r].is_hole;
            t->points += ring.count;
            t->ring[t->rings++] = ring;
        }
    }
    t->polygons = s->polygons;
    return true;
}

// The shape of a soup with the rings of another as obstacles.
static nav_shape *shape_with_obstacles(const soup *s, const soup *o)
{
    nav_shape *shape = soup_shape(s, 1);
    for (uint32_t r = 0; r < o->rings; r++) {
        nav_vec2 points[SOUP_POINTS_MOST];
        const soup_ring *ring = &o->ring[r];
        for (uint32_t i = 0; i < ring->count; i++) {
            soup_point p = o->point[ring->first + i];
            points[i] = (nav_vec2){p.x, p.y};
        }
        nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_POLYGON,
                                  .points = points,
                                  .point_count = ring->count};
        ck_assert_int_eq(
            nav_obstacles_add(nav_shape_obstacles(shape), &spec, NULL, NULL),
            NAV_OK);
    }
    return shape;
}

static nav_path find(nav_query *query, nav_vec2 a, nav_vec2 b)
{
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    nav_path path;
    ck_assert_int_eq(nav_query_path(query, a, b, &options, &path, NULL),
                     NAV_OK);
    return path;
}

static void compare_paths(const nav_mesh *m, const nav_mesh *n,
                          nav_test_random *random, double size)
{
    nav_query *p = NULL;
    nav_query *q = NULL;
    ck_assert_int_eq(nav_query_new(m, NULL, &p), NAV_OK);
    ck_assert_int_eq(nav_query_new(n, NULL, &q), NAV_OK);
    for (int i = 0; i < 10; i++) {
        nav_vec2 a = {size * nav_test_random_unit(random),
                      size * nav_test_random_unit(random)};
        nav_vec2 b = {size * nav_test_random_unit(random),
                      size * nav_test_random_unit(random)};
        nav_path one = find(p, a, b);
        nav_path two = find(q, a, b);
        ck_assert_int_eq(one.status, two.status);
        if (one.status == NAV_PATH_OK) {
            ck_assert(fabs(one.length - two.length) <= 1e-9 * two.length);
        }
    }
    nav_query_free(p);
    nav_query_free(q);
}

static const uint32_t grid_size[] = {3, 5, 8, 30, 1000};
enum { GRIDS = sizeof grid_size / sizeof *grid_size };

START_TEST(test_obstacles_are_holes_of_everything)
{
    uint32_t size = grid_size[_i];
    int compared = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        nav_test_random random = {seed * 1000 + size};
        soup s = soup_random(&random, size);
        soup o = soup_random(&random, size);
        soup t;
        if (!with_holes(&s, &o, &t)) {
            continue;
        }
        oracle_answer truth = area_oracle(&t);
        baked b = bake(shape_with_obstacles(&s, &o), 0);
        if (truth.area == 0) {
            ck_assert_int_eq(b.status, NAV_GEOMETRY);
            continue;
        }
        double slack = truth.exact ? 1e-12 : 1e-11;
        if (b.status != NAV_OK || nav_mesh_validate(b.mesh, NULL) != NAV_OK ||
            fabs(area_of(&b) - truth.area) > slack * truth.area ||
            nav_mesh_get_info(b.mesh).islands != truth.islands) {
            char json[SOUP_JSON_SIZE];
            soup_write_json(&t, json);
            ck_abort_msg("seed %llu: %s", (unsigned long long)seed, json);
        }
        baked c = bake(soup_shape(&t, 1), 0);
        ck_assert(fabs(area_of(&b) - area_of(&c)) <= 1e-12 * area_of(&c));
        compare_paths(b.mesh, c.mesh, &random, size);
        compared++;
        nav_mesh_free(b.mesh);
        nav_mesh_free(c.mesh);
    }
    ck_assert_int_gt(compared, 40);
}
END_TEST

// ---------------------------------------------------------------------------
// Warnings
// ---------------------------------------------------------------------------

START_TEST(test_obstacles_that_take_nothing_are_told)
{
    // In a hole; outside; touching along an edge; the last one is in the way.
    nav_shape *shape =
        read_map("{\"polygons\":[{\"outer\":[[0,0],[9,0],[9,9],[0,9]],"
                 "\"holes\":[[[1,1],[5,1],[5,5],[1,5]]]}],\"obstacles\":["
                 "{\"type\":\"box\",\"min\":[2,2],\"max\":[3,3]},"
                 "{\"type\":\"box\",\"min\":[20,2],\"max\":[30,3]},"
                 "{\"type\":\"box\",\"min\":[9,2],\"max\":[30,3]},"
                 "{\"type\":\"box\",\"min\":[4,4],\"max\":[6,6]}]}");
    // What another obstacle has taken away is taken by both.
    nav_obstacle_spec same = {.kind = NAV_OBSTACLE_BOX,
                              .box = {{5, 5}, {6, 6}}};
    ck_assert_int_eq(
        nav_obstacles_add(nav_shape_obstacles(shape), &same, NULL, NULL),
        NAV_OK);
    ck_assert_uint_eq(nav_shape_get_info(shape).obstacles, 5);
    baked b = bake(shape, 0);
    ck_assert_int_eq(b.status, NAV_OK);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_OBSTACLE_IDLE], 3);
    ck_assert_uint_eq(b.idle.ring, 2);
    ck_assert_uint_eq(b.idle.polygon, 0);
    ck_assert(b.idle.at.x == 9 && b.idle.at.y == 2);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_odd_outlines_are_told_by_number)
{
    baked b = bake(
        read_map(SQUARE
                 "\"obstacles\":["
                 "{\"type\":\"polygon\",\"points\":[[0,0],[9,9],[9,0],[0,9]]},"
                 "{\"type\":\"box\",\"min\":[1,50],\"max\":[2,50]},"
                 "{\"type\":\"circle\",\"center\":[1,50],\"radius\":0},"
                 "{\"type\":\"polygon\",\"points\":[]}]}"),
        0);
    ck_assert_int_eq(b.status, NAV_OK);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_SELF_CROSSING], 1);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_SHORT_RING], 3);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_OBSTACLE_IDLE], 0);
    nav_mesh_free(b.mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Cells
// ---------------------------------------------------------------------------

// Whether p is in a ring or on it, for small integers and their halves, on
// which doubles are exact.
static bool ring_holds(const nav_vec2 *ring, size_t count, nav_vec2 p)
{
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        nav_vec2 a = ring[i];
        nav_vec2 b = ring[(i + 1) % count];
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if (side == 0 && fmin(a.x, b.x) <= p.x && p.x <= fmax(a.x, b.x) &&
            fmin(a.y, b.y) <= p.y && p.y <= fmax(a.y, b.y)) {
            return true;
        }
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

START_TEST(test_cells_are_those_whose_centre_is_held)
{
    enum { SIZE = 12, RINGS = 3, CORNERS = 9 };
    for (uint64_t seed = 0; seed < 400; seed++) {
        nav_test_random random = {seed * 5 + (uint64_t)_i};
        nav_shape *shape = read_map("[[[0,0],[12,0],[12,12],[0,12]]]");
        nav_vec2 ring[RINGS][CORNERS];
        for (int r = 0; r < RINGS; r++) {
            for (int i = 0; i < CORNERS; i++) {
                // Halves lie on centres of cells of side 1.
                ring[r][i].x = nav_test_random_below(&random, 33) / 2.0 - 2;
                ring[r][i].y = nav_test_random_below(&random, 33) / 2.0 - 2;
            }
            nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_POLYGON,
                                      .points = ring[r],
                                      .point_count = CORNERS};
            ck_assert_int_eq(nav_obstacles_add(nav_shape_obstacles(shape),
                                               &spec, NULL, NULL),
                             NAV_OK);
        }
        double cell = 1 << _i;
        double blocked = 0;
        for (double x = 0; x < SIZE; x += cell) {
            for (double y = 0; y < SIZE; y += cell) {
                nav_vec2 centre = {x + cell / 2, y + cell / 2};
                bool held = false;
                for (int r = 0; r < RINGS; r++) {
                    held |= ring_holds(ring[r], CORNERS, centre);
                }
                blocked += held ? cell * cell : 0;
            }
        }
        baked b = bake(shape, cell);
        if (blocked == SIZE * SIZE) {
            ck_assert_int_eq(b.status, NAV_GEOMETRY);
        } else {
            ck_assert_double_eq(area_of(&b), SIZE * SIZE - blocked);
        }
        ck_assert_uint_eq(b.report.warnings[NAV_WARN_SELF_CROSSING], 0);
        ck_assert_uint_eq(b.report.warnings[NAV_WARN_SPIKE], 0);
        nav_mesh_free(b.mesh);
    }
}
END_TEST

START_TEST(test_cells_of_a_frame_leave_its_inside)
{
    // A frame, as one ring with a slit: its cells enclose a hole.
    ck_assert_double_eq(
        baked_area(SQUARE "\"obstacles\":[{\"type\":\"polygon\",\"points\":"
                          "[[10,10],[90,10],[90,90],[10,90],[10,10],"
                          "[20,20],[20,80],[80,80],[80,20],[20,20]]}]}",
                   1),
        10000 - 6400 + 3600);
}
END_TEST

START_TEST(test_cells_have_as_few_corners_as_can_be)
{
    // An L of cells; two parts that touch in a point are two rings.
    static const char *const json[] = {
        "{\"type\":\"polygon\",\"points\":[[0,0],[6,0],[6,3],[3,3],[3,6],"
        "[0,6]]}",
        "{\"type\":\"polygon\",\"points\":[[0,0],[3,0],[3,6],[6,6],[6,3],"
        "[0,3]]}"};
    static const nav_vec2 corner[] = {{0, 0}, {6, 0}, {6, 3},
                                      {3, 3}, {3, 6}, {0, 6}};
    nav_obstacle_options options = nav_obstacle_options_default();
    options.cell = 0.5;
    options.bounds.max = (nav_vec2){9, 9};
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, &options, &set, NULL), NAV_OK);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(
            nav_obstacles_read_json(set, json[i], strlen(json[i]), NULL),
            NAV_OK);
    }
    const nav_obstacle *o = nav_obstacles_at(set, 0);
    ck_assert_uint_eq(o->ring_count, 1);
    ck_assert_uint_eq(o->point_count, 6);
    ck_assert_mem_eq(o->points, corner, sizeof corner);
    o = nav_obstacles_at(set, 1);
    ck_assert_uint_eq(o->ring_count, 2);
    ck_assert_uint_eq(o->point_count, 8);
    nav_obstacles_free(set);
}
END_TEST

START_TEST(test_copies_keep_numbers_and_ids)
{
    nav_shape *shape = read_map(
        SQUARE "\"obstacles\":[{\"type\":\"box\",\"min\":[1,1],"
               "\"max\":[9,9]},{\"type\":\"circle\",\"center\":[50,50],"
               "\"radius\":30,\"id\":\"pond\",\"height\":[1,2]}]}");
    nav_obstacle_options options = nav_obstacle_options_default();
    options.radius = 2;
    nav_obstacles *copy = NULL;
    nav_obstacles_remove(nav_shape_obstacles(shape), 0);
    ck_assert_int_eq(nav_obstacles_copy(nav_shape_obstacles(shape), NULL,
                                        &options, &copy, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    ck_assert_uint_eq(nav_obstacles_count(copy), 2);
    ck_assert(nav_obstacles_get(copy, 0).is_removed);
    ck_assert_uint_eq(nav_obstacles_find(copy, "pond"), 1);
    nav_obstacle_info info = nav_obstacles_get(copy, 1);
    ck_assert(info.spec.has_heights && info.spec.low == 1 &&
              info.spec.high == 2);
    ck_assert(info.box.min.x == 18 && info.box.max.y == 82);
    nav_obstacles_free(copy);
}
END_TEST

START_TEST(test_a_circle_in_cells_is_the_circle)
{
    int cells = 0;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 100; k++) {
            double x = i + 0.5 - 50;
            double y = k + 0.5 - 50;
            cells += x * x + y * y <= 900;
        }
    }
    ck_assert_double_eq(baked_area(SQUARE "\"obstacles\":[{\"type\":\"circle\","
                                          "\"center\":[50,50],\"radius\":30}]}",
                                   1),
                        10000 - cells);
}
END_TEST

START_TEST(test_cells_that_are_too_small_are_refused)
{
    baked b = bake(read_map(SQUARE "\"obstacles\":[{\"type\":\"box\",\"id\":"
                                   "\"a\",\"min\":[1,1],\"max\":[90,90]}]}"),
                   1e-5);
    ck_assert_int_eq(b.status, NAV_LIMIT);
    ck_assert(strstr(b.error.message, "obstacle 0 (\"a\"): more than"));
    b = bake(read_map(SQUARE "\"obstacles\":[{\"type\":\"box\","
                             "\"min\":[1,1],\"max\":[90,90]}]}"),
             -1);
    ck_assert_int_eq(b.status, NAV_RANGE);
    // One that holds the centre of no cell is told.
    b = bake(read_map(SQUARE "\"obstacles\":[{\"type\":\"box\","
                             "\"min\":[1,1],\"max\":[4,4]}]}"),
             10);
    ck_assert_double_eq(area_of(&b), 10000);
    ck_assert_uint_eq(b.report.warnings[NAV_WARN_OBSTACLE_IDLE], 1);
    ck_assert(b.idle.at.x == 1 && b.idle.at.y == 1);
    nav_mesh_free(b.mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------

static nav_status bake_obstacles(const nav_allocator *mem, const void *cells)
{
    static const char json[] =
        SQUARE "\"obstacles\":[{\"type\":\"box\",\"min\":[5,5],\"max\":[6,6]},"
               "{\"type\":\"box\",\"min\":[1,1],\"max\":[9,9]},"
               "{\"type\":\"circle\",\"center\":[50,50],\"radius\":30}]}";
    nav_bake_options options = nav_bake_options_default();
    options.obstacle_cells = *(const int *)cells;
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_shape_new(mem, &shape);
    if (status == NAV_OK) {
        status = nav_shape_read_json(shape, json, sizeof json - 1, &error);
    }
    if (status == NAV_OK) {
        nav_obstacles_remove(nav_shape_obstacles(shape), 0);
        status = nav_bake(shape, &options, mem, &mesh, NULL, &error);
    }
    nav_mesh_free(mesh);
    nav_shape_free(shape);
    return status;
}

START_TEST(test_every_allocation_may_fail)
{
    int cells = _i * 5;
    ck_assert_uint_gt(nav_test_fail_allocations(bake_obstacles, &cells), 20);
}
END_TEST

Suite *nav_test_obstruct(void)
{
    enum { KNOWN = sizeof known / sizeof known[0] };
    Suite *suite = suite_create("obstruct");
    TCase *exact = tcase_create("exact");
    tcase_add_loop_test(exact, test_known_areas_are_exact, 0, KNOWN);
    tcase_add_test(exact, test_a_hundred_obstacles_all_act);
    tcase_add_test(exact, test_a_corner_of_an_obstacle_keeps_its_bits);
    tcase_add_test(exact, test_an_obstacle_over_everything_leaves_nothing);
    tcase_add_loop_test(exact, test_obstacles_are_holes_of_everything, 0,
                        GRIDS);
    tcase_add_test(exact, test_obstacles_that_take_nothing_are_told);
    tcase_add_test(exact, test_odd_outlines_are_told_by_number);
    tcase_add_loop_test(exact, test_every_allocation_may_fail, 0, 2);
    suite_add_tcase(suite, exact);

    TCase *cells = tcase_create("cells");
    tcase_add_loop_test(cells, test_cells_are_those_whose_centre_is_held, 0, 3);
    tcase_add_test(cells, test_cells_of_a_frame_leave_its_inside);
    tcase_add_test(cells, test_cells_have_as_few_corners_as_can_be);
    tcase_add_test(cells, test_copies_keep_numbers_and_ids);
    tcase_add_test(cells, test_a_circle_in_cells_is_the_circle);
    tcase_add_test(cells, test_cells_that_are_too_small_are_refused);
    suite_add_tcase(suite, cells);
    return suite;
}
