// test_clearance.c - floors less what obstacles and the agent's radius take.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "model_support.h"
#include "obstacle/obstacles.h"
#include "obstacle/reach.h"
#include "suites.h"

static nav_bake_options options_for(double radius)
{
    nav_bake_options options = nav_bake_options_default();
    options.agent_radius = radius;
    return options;
}

static nav_mesh *bake_text(const char *obj, const char *obstacles,
                           const nav_bake_options *options,
                           nav_bake_report *report)
{
    nav_model *model = nav_test_read_model(obj);
    if (obstacles) {
        ck_assert_int_eq(nav_obstacles_read_json(nav_model_obstacles(model),
                                                 obstacles, strlen(obstacles),
                                                 NULL),
                         NAV_OK);
    }
    nav_model_options how = nav_model_options_default();
    nav_mesh *mesh = NULL;
    nav_status status =
        nav_bake_model(model, &how, options, NULL, &mesh, NULL, report, NULL);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    nav_model_free(model);
    return mesh;
}

// Ground of 100 x 100 at height 0; a bridge over it, 60 x 10 at height 2; a
// ramp beside the ground of 10 x 20 in plan, which rises by 40.
static const char world[] = "v 0 0 0\nv 100 0 0\nv 100 0 100\nv 0 0 100\n"
                            "v 20 2 40\nv 80 2 40\nv 80 2 50\nv 20 2 50\n"
                            "v 100 0 20\nv 110 40 20\nv 110 40 40\nv 100 0 40\n"
                            "f 1 2 9 12 3 4\nf 5 6 7 8\nf 9 10 11 12\n";

static double area_of(const char *obstacles, double radius,
                      nav_bake_report *report)
{
    nav_bake_options options = options_for(radius);
    nav_mesh *mesh = bake_text(world, obstacles, &options, report);
    ck_assert_ptr_nonnull(mesh);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    double area = mesh->info.area;
    ck_assert(mesh->info.agent_radius == radius);
    nav_mesh_free(mesh);
    return area;
}

START_TEST(test_obstacles_block_the_floors_in_their_range)
{
    nav_bake_report report;
    double whole = 10000 + 600 + 200;
    ck_assert(area_of(NULL, 0, &report) == whole);
    ck_assert(area_of("[{\"type\":\"box\",\"min\":[5,5],\"max\":[50,50]}]", 0,
                      &report) == whole - 2025 - 300);
    ck_assert(area_of("[{\"type\":\"box\",\"min\":[5,5],\"max\":[50,50],"
                      "\"height\":[-1,1]}]",
                      0, &report) == whole - 2025);
    ck_assert(area_of("[{\"type\":\"box\",\"min\":[5,5],\"max\":[50,50],"
                      "\"height\":[2,2]}]",
                      0, &report) == whole - 300);
    ck_assert(area_of("[{\"type\":\"polygon\",\"points\":[[5,5],[9,5]]},"
                      "{\"type\":\"box\",\"min\":[5,5],\"max\":[50,50],"
                      "\"height\":[2,2]}]",
                      0, &report) == whole - 300);
    // The ramp reaches the range higher up, not under the obstacle.
    ck_assert(area_of("[{\"type\":\"box\",\"min\":[100,20],\"max\":[102,40],"
                      "\"height\":[10,40]}]",
                      0, &report) == whole);
    ck_assert_uint_eq(report.warnings[NAV_WARN_OBSTACLE_IDLE], 1);
    ck_assert(area_of("[{\"type\":\"box\",\"min\":[100,20],\"max\":[102,40],"
                      "\"height\":[4,40]}]",
                      0, &report) == whole - 40);
    ck_assert_uint_eq(report.warnings[NAV_WARN_OBSTACLE_IDLE], 0);
}
END_TEST

// The box of a triangle holds the obstacle, the triangle does not; pieces that
// are left are merged, or not.
START_TEST(test_an_obstacle_beside_a_slanted_side_takes_nothing)
{
    static const char obj[] = "v 0 0 0\nv 100 0 0\nv 0 0 100\nf 1 2 3\n";
    static const char beside[] =
        "[{\"type\":\"box\",\"min\":[60,60],\"max\":[70,70]}]";
    static const char inside[] =
        "[{\"type\":\"box\",\"min\":[10,10],\"max\":[20,20]}]";
    nav_bake_options options = options_for(0);
    nav_bake_report report;
    uint32_t polygons[2];
    for (int merge = 0; merge < 2; merge++) {
        options.merge = merge != 0;
        nav_mesh *mesh = bake_text(obj, beside, &options, &report);
        ck_assert_ptr_nonnull(mesh);
        ck_assert(mesh->info.area == 5000 && mesh->info.polygons == 1);
        ck_assert_uint_eq(report.warnings[NAV_WARN_OBSTACLE_IDLE], 1);
        nav_mesh_free(mesh);
        mesh = bake_text(obj, inside, &options, &report);
        ck_assert_ptr_nonnull(mesh);
        ck_assert_double_eq(mesh->info.area, 4900);
        polygons[merge] = mesh->info.polygons;
        nav_mesh_free(mesh);
    }
    ck_assert_uint_ge(polygons[0], polygons[1]);
}
END_TEST

// Sides with an end far off are bent across others, and new polygons lie on the
// wrong side of edges that they share with floors that nothing cuts.
START_TEST(test_floors_bent_across_their_sides_stay_joined)
{
    static const char obj[] = "v 1e17 0 1\nv 0 1 0\nv 0 0 0\nv 3e17 0 0\n"
                              "v 0 1 2\nf 1 5 4 3\nf 1 5 2 4\n";
    static const char obstacle[] =
        "[{\"type\":\"box\",\"min\":[-3e17,-2],\"max\":[4,3]}]";
    nav_bake_options options = options_for(0);
    nav_mesh *mesh = bake_text(obj, obstacle, &options, NULL);
    ck_assert_ptr_nonnull(mesh);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_bridge_takes_nothing_from_the_road)
{
    nav_bake_report report;
    // Ground and ramp are one floor: the ramp opens a door of 20 in the
    // ground's rim.  Of the strip of 1 before it 18 are left, and beside both
    // corners of the door what lies outside of a quarter of a disc; the ramp is
    // 18 wide and 9 deep.  The ground keeps nothing of the bridge's shadow.
    double quarter = 3.141592653589793 / 4;
    double sides = 98 * 98 + 18 + 2 * (1 - quarter) + 18 * 9;
    double bridge = 58 * 8;
    double area = area_of(NULL, 1, &report);
    ck_assert_double_le(area, sides + bridge + 1e-9);
    ck_assert_double_ge(area, sides + bridge - 2 * quarter * 0.0201);
    ck_assert_uint_eq(report.islands_before, 2);
    ck_assert_uint_eq(report.islands_vanished, 0);
    (void)area_of(NULL, 5.5, &report);
    ck_assert_uint_eq(report.islands_vanished, 1);
}
END_TEST

// The capsule of the far side takes all of a strip, and the others are left
// out. But whether obstacles, which grow by the radius, take anything is told.
START_TEST(test_an_obstacle_where_the_radius_takes_all_is_not_idle)
{
    static const char ground[] =
        "v 0 0 0\nv 100 0 0\nv 100 0 100\nv 0 0 100\nv 100.5 1 0\n"
        "v 100.5 1 100\nf 1 2 3 4\nf 2 5 6 3\n";
    nav_bake_options options = options_for(1);
    nav_bake_report report;
    nav_mesh *mesh =
        bake_text(ground,
                  "[{\"type\":\"box\",\"min\":[101.2,10],\"max\":[101.3,20]},"
                  "{\"type\":\"box\",\"min\":[101.6,10],\"max\":[102,20]}]",
                  &options, &report);
    ck_assert_double_eq_tol(mesh->info.area, 98.5 * 98, 1e-9);
    ck_assert_uint_eq(report.warnings[NAV_WARN_OBSTACLE_IDLE], 1);
    nav_mesh_free(mesh);
}
END_TEST

typedef struct cover_case {
    const char *obstacle;
    bool covers, touches;
} cover_case;

// Of the square from 4,4 to 6,6.
static const cover_case cover_table[] = {
    {"[[0,0],[10,0],[10,10],[0,10]]", true, true},
    {"[[0,0],[0,10],[10,10],[10,0]]", true, true}, // clockwise
    {"[[3.9,3.9],[6.1,3.9],[6.1,6.1],[3.9,6.1]]", true, true},
    {"[[4,4],[6,4],[6,6],[4,6]]", false, true},
    {"[[4,0],[10,0],[10,10],[4,10]]", false, true}, // touches a side
    {"[[5,5],[10,5],[10,10],[5,10]]", false, true},
    {"[[7,0],[10,0],[10,10],[7,10]]", false, false},
    {"[[4.5,4.5],[5.5,4.5],[5.5,5.5],[4.5,5.5]]", false, true},
    // The inside of a star of five is wound around twice, which is outside.
    {"[[5,20],[-5,-10],[20,10],[-10,10],[15,-10]]", false, false},
};

START_TEST(test_what_an_obstacle_covers)
{
    const cover_case *c = &cover_table[_i];
    char text[200];
    int size = snprintf(text, sizeof text,
                        "[{\"type\":\"polygon\",\"points\":%s}]", c->obstacle);
    nav_mesh *mesh = nav_test_bake_json("[[[4,4],[6,4],[6,6],[4,6]]]");
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    ck_assert_int_eq(nav_obstacles_read_json(set, text, (size_t)size, NULL),
                     NAV_OK);
    const nav_obstacle *o = nav_obstacles_at(set, 0);
    ck_assert(nav_reach_covers(o, mesh, 0) == c->covers);
    ck_assert(nav_reach_touches(o, mesh, 0) == c->touches);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

// ---------------------------------------------------------------------------
// Against polygons
// ---------------------------------------------------------------------------

enum { CELLS = 5 };

static nav_mesh *bake_floors(const nav_mesh *flat, const nav_bake_options *how,
                             nav_test_random *random)
{
    nav_test_text text = {NULL, 0};
    for (uint32_t v = 0; v < flat->info.vertices; v++) {
        nav_test_print(&text, "v %.17g %u %.17g\n", flat->vertex[v].x,
                       nav_test_random_below(random, 8), flat->vertex[v].y);
    }
    for (nav_poly_id p = 0; p < flat->info.polygons; p++) {
        nav_test_print(&text, "f");
        for (uint32_t e = flat->first[p]; e < flat->first[p + 1]; e++) {
            nav_test_print(&text, " %u", flat->corner[e] + 1);
        }
        nav_test_print(&text, "\n");
    }
    nav_mesh *mesh = bake_text(text.text, NULL, how, NULL);
    free(text.text);
    return mesh;
}

static nav_mesh *bake_polygons(const nav_mesh *flat,
                               const nav_bake_options *how)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (nav_poly_id p = 0; p < flat->info.polygons; p++) {
        nav_vec2 ring[16];
        uint32_t count = 0;
        for (uint32_t e = flat->first[p]; e < flat->first[p + 1]; e++) {
            ring[count++] = nav_mesh_edge_start(flat, e);
        }
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        ck_assert_int_eq(nav_shape_add_ring(shape, ring, count, NULL), NAV_OK);
    }
    nav_mesh *mesh = NULL;
    nav_status status = nav_bake(shape, how, NULL, &mesh, NULL, NULL);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    nav_shape_free(shape);
    return mesh;
}

static double distance_to_segment(nav_vec2 p, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double t = nav_vec2_dot(nav_vec2_sub(p, a), d) / nav_vec2_dot(d, d);
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    return nav_vec2_distance(p, (nav_vec2){a.x + t * d.x, a.y + t * d.y});
}

// No vertex is nearer to the boundary than the radius, but for rounding.
static void check_distances(const nav_mesh *mesh, const nav_mesh *flat,
                            double radius)
{
    for (uint32_t e = 0; e < flat->info.edges; e++) {
        if (flat->twin[e] != NAV_NONE) {
            continue;
        }
        nav_vec2 a = nav_mesh_edge_start(flat, e);
        nav_vec2 b = nav_mesh_edge_end(flat, e);
        for (uint32_t v = 0; v < mesh->info.vertices; v++) {
            double d = distance_to_segment(mesh->vertex[v], a, b);
            NAV_TEST_CHECK_MSG(d >= radius * (1 - 1e-12), "%.17g is nearer", d);
        }
    }
}

// The plan of hills less a radius is that of polygons less a radius: the arcs
// of both are within a millionth.
START_TEST(test_floors_lose_what_polygons_lose)
{
    nav_test_random random = {.state = 500 + (uint64_t)_i};
    nav_mesh *flat = nav_test_make_grid(&random, CELLS, CELLS, 1);
    nav_bake_options how =
        options_for(0.25 + 3.5 * nav_test_random_unit(&random));
    how.arc_tolerance = 1e-4;
    nav_mesh *floors = bake_floors(flat, &how, &random);
    nav_mesh *polygons = bake_polygons(flat, &how);
    double one = floors ? floors->info.area : 0;
    double two = polygons ? polygons->info.area : 0;
    // A corner's arc has 4 R^2 at most, and the grid 4 CELLS^2 corners.
    double most =
        2e-4 * 4 * how.agent_radius * how.agent_radius * 4 * CELLS * CELLS;
    ck_assert_msg(fabs(one - two) < most, "radius %g: area %.17g, not %.17g",
                  how.agent_radius, one, two);
    if (floors) {
        ck_assert_int_eq(nav_mesh_validate(floors, NULL), NAV_OK);
        check_distances(floors, flat, how.agent_radius);
    }
    nav_mesh_free(floors);
    nav_mesh_free(polygons);
    nav_mesh_free(flat);
}
END_TEST

static nav_status bake_world(const nav_allocator *mem, const void *model)
{
    nav_model_options how = nav_model_options_default();
    nav_bake_options options = options_for(1);
    nav_mesh *mesh = NULL;
    nav_status status =
        nav_bake_model(model, &how, &options, mem, &mesh, NULL, NULL, NULL);
    nav_mesh_free(mesh);
    return status;
}

START_TEST(test_every_failed_allocation_is_survived)
{
    nav_model *model = nav_test_read_model(world);
    const char obstacles[] =
        "[{\"type\":\"box\",\"min\":[5,5],\"max\":[50,50]}]";
    ck_assert_int_eq(nav_obstacles_read_json(nav_model_obstacles(model),
                                             obstacles, sizeof obstacles - 1,
                                             NULL),
                     NAV_OK);
    ck_assert_uint_gt(nav_test_fail_allocations(bake_world, model), 20);
    nav_model_free(model);
}
END_TEST

Suite *nav_test_clearance(void)
{
    Suite *suite = suite_create("clearance");
    TCase *known = tcase_create("known");
    tcase_add_test(known, test_obstacles_block_the_floors_in_their_range);
    tcase_add_test(known, test_an_obstacle_beside_a_slanted_side_takes_nothing);
    tcase_add_test(known, test_floors_bent_across_their_sides_stay_joined);
    tcase_add_test(known, test_a_bridge_takes_nothing_from_the_road);
    tcase_add_test(known,
                   test_an_obstacle_where_the_radius_takes_all_is_not_idle);
    tcase_add_loop_test(known, test_what_an_obstacle_covers, 0,
                        (int)(sizeof cover_table / sizeof *cover_table));
    tcase_add_test(known, test_every_failed_allocation_is_survived);
    suite_add_tcase(suite, known);
    TCase *random = tcase_create("random");
    tcase_add_loop_test(random, test_floors_lose_what_polygons_lose, 0, 60);
    suite_add_tcase(suite, random);
    return suite;
}
