// test_erode.c - what is left for an agent keeps its distance, and all of it is
// left.
//
// The distance is compared exactly, edge by edge, with the boundary of the mesh
// that is baked without a radius.  That nothing is missing is seen by random
// points, and by areas that are known by formula.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "exact_distance.h"
#include "input/shape.h"
#include "mesh_support.h"
#include "soup.h"
#include "suites.h"

typedef struct edge_list {
    nav_vec2 (*edge)[2];
    size_t count;
} edge_list;

static edge_list boundary_of(const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    edge_list list = {calloc(info.edges + 1, sizeof *list.edge), 0};
    if (!list.edge) {
        ck_abort_msg("no memory");
    }
    for (nav_poly_id p = 0; p < info.polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, p);
        for (uint32_t i = 0; i < polygon.count; i++) {
            if (polygon.neighbours[i] == NAV_NONE) {
                uint32_t next = (i + 1) % polygon.count;
                list.edge[list.count][0] = vertex[polygon.corners[i]];
                list.edge[list.count++][1] = vertex[polygon.corners[next]];
            }
        }
    }
    return list;
}

static double distance_to(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 along = nav_vec2_sub(b, a);
    double t =
        nav_vec2_dot(nav_vec2_sub(p, a), along) / nav_vec2_dot(along, along);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    nav_vec2 foot = {a.x + t * along.x, a.y + t * along.y};
    return nav_vec2_distance(p, foot);
}

// Whether the edges come nearer to each other than the radius, computed first,
// and exactly where that is close.
static bool too_near(nav_vec2 e[2], nav_vec2 f[2], double radius)
{
    for (int i = 0; i < 2; i++) {
        if ((distance_to(e[0], e[1], f[i]) < radius * (1 + 1e-6) &&
             exact_compare_segment(e[0], e[1], f[i], radius) < 0) ||
            (distance_to(f[0], f[1], e[i]) < radius * (1 + 1e-6) &&
             exact_compare_segment(f[0], f[1], e[i], radius) < 0)) {
            return true;
        }
    }
    return false;
}

static const char *fault_of_distance(const edge_list *given,
                                     const nav_mesh *left, double radius)
{
    edge_list list = boundary_of(left);
    const char *fault = NULL;
    for (size_t i = 0; i < list.count; i++) {
        for (size_t k = 0; k < given->count && !fault; k++) {
            if (too_near(list.edge[i], given->edge[k], radius)) {
                fault = "nearer than the radius";
            }
        }
    }
    free(list.edge);
    return fault;
}

static bool is_on(nav_query *query, nav_vec2 p)
{
    nav_location at;
    return query && nav_query_locate(query, p, &at, NULL) == NAV_OK &&
           at.distance == 0;
}

static nav_query *query_of(const nav_mesh *mesh)
{
    nav_query *query = NULL;
    if (mesh && nav_query_new(mesh, NULL, &query) != NAV_OK) {
        ck_abort_msg("no memory");
    }
    return query;
}

// Random points of the given region: those nearer than the radius are not on
// what is left, those farther than radius (1 + tolerance) are.
static const char *fault_of_points(const nav_mesh *given,
                                   const edge_list *edges, const nav_mesh *left,
                                   double radius, double tolerance)
{
    nav_box box = nav_mesh_get_info(given).bounds;
    nav_query *on_given = query_of(given);
    nav_query *on_left = query_of(left);
    nav_test_random random = {99};
    const char *fault = NULL;
    for (int n = 0; n < 60 && !fault; n++) {
        nav_vec2 p = {box.min.x + nav_test_random_unit(&random) *
                                      (box.max.x - box.min.x),
                      box.min.y + nav_test_random_unit(&random) *
                                      (box.max.y - box.min.y)};
        if (!is_on(on_given, p)) {
            continue;
        }
        double distance = HUGE_VAL;
        for (size_t k = 0; k < edges->count; k++) {
            nav_vec2 *e = edges->edge[k];
            distance = fmin(distance, distance_to(e[0], e[1], p));
        }
        bool is_left = is_on(on_left, p);
        if (is_left && distance < radius * (1 - 1e-9)) {
            fault = "a point is left that is too near";
        }
        if (!is_left && distance > radius * (1 + tolerance) * (1 + 1e-9)) {
            fault = "a point is missing";
        }
    }
    nav_query_free(on_given);
    nav_query_free(on_left);
    return fault;
}

static const double soup_radius[] = {
    0.5, 0.25, 0.3, 1, 1.5, 0.01, 1e-9, 2.5, 0.7071067811865476};

// Gives each polygon one of a few areas or none, so that borders of areas cross
// the new boundary.
static void name_areas(nav_shape *shape, nav_test_random *random)
{
    static const char *const names[] = {"", "a", "b", "c"};
    for (uint32_t p = 0; p < shape->polygon_count; p++) {
        const char *name = names[nav_test_random_below(random, 4)];
        ck_assert_int_eq(nav_shape_set_areas(shape, p, name, NULL), NAV_OK);
    }
}

static const char *fault_of_shape(const nav_shape *shape, const nav_mesh *given,
                                  double radius, double tolerance)
{
    nav_mesh *left;
    nav_bake_report report;
    nav_status status =
        nav_test_bake_for(shape, radius, tolerance, &left, &report);
    edge_list edges = boundary_of(given);
    const char *fault =
        status != NAV_OK && status != NAV_GEOMETRY ? "not baked" : NULL;
    if (left && !fault) {
        fault = nav_mesh_validate(left, NULL) != NAV_OK
                    ? "not valid"
                    : soup_fault_of_mesh(left, NAV_MAX_VERTS_DEFAULT);
    }
    if (left && !fault) {
        fault = fault_of_distance(&edges, left, radius);
    }
    if (!fault) {
        fault = fault_of_points(given, &edges, left, radius, tolerance);
    }
    free(edges.edge);
    nav_mesh_free(left);
    return fault;
}

START_TEST(test_random_soups_keep_the_distance_and_all_that_has_it)
{
    double radius = soup_radius[_i];
    static const uint32_t sizes[] = {3, 5, 8, 12, 30};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        nav_test_random random = {seed * 77};
        soup s = soup_random(&random, sizes[seed % 5]);
        double tolerance = seed % 3 == 0 ? 0.3 : 0.01;
        double scale = seed % 4 == 0 ? 0x1p-3 : seed % 4 == 1 ? 0x1p200 : 1;
        nav_shape *shape = soup_shape(&s, scale);
        nav_mesh *given;
        if (nav_test_bake_for(shape, 0, 0, &given, NULL) == NAV_OK) {
            const char *fault =
                fault_of_shape(shape, given, radius * scale, tolerance);
            if (!fault) {
                name_areas(shape, &random);
                fault = fault_of_shape(shape, given, radius * scale, tolerance);
            }
            if (fault) {
                char json[SOUP_JSON_SIZE];
                soup_write_json(&s, json);
                ck_abort_msg("%s, radius %g scale %g seed %d: %s", fault,
                             radius, scale, (int)seed, json);
            }
        }
        nav_mesh_free(given);
        nav_shape_free(shape);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Areas and islands that are known
// ---------------------------------------------------------------------------

static nav_mesh *bake_text(const char *json, double radius, double tolerance,
                           nav_bake_report *report)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    if (nav_shape_new(NULL, &shape) != NAV_OK ||
        nav_shape_read_json(shape, json, strlen(json), NULL) != NAV_OK ||
        nav_test_bake_for(shape, radius, tolerance, &mesh, report) != NAV_OK) {
        ck_abort_msg("not baked: %s", json);
    }
    nav_shape_free(shape);
    return mesh;
}

static double area_left(const char *json, double radius, double tolerance)
{
    nav_mesh *mesh = bake_text(json, radius, tolerance, NULL);
    nav_mesh_info info = nav_mesh_get_info(mesh);
    ck_assert(info.agent_radius == radius);
    nav_mesh_free(mesh);
    return info.area;
}

START_TEST(test_a_square_loses_the_radius_at_each_side_exactly)
{
    const char *square = "[[[0,0],[100,0],[100,100],[0,100]]]";
    ck_assert(area_left(square, 5, 0.01) == 90 * 90);
    ck_assert(area_left(square, 0.25, 0.01) == 99.5 * 99.5);
    ck_assert(area_left(square, 49.75, 0.01) == 0.5 * 0.5);
}
END_TEST

START_TEST(test_a_convex_polygon_loses_what_the_formula_says)
{
    // Sides 12, 9, 15; what is left of a triangle is similar to it, and the
    // radius of the inscribed circle is 3.
    for (double r = 0.125; r < 3; r += 0.25) {
        double ratio = (3 - r) / 3;
        double area = area_left("[[[0,0],[12,0],[12,9]]]", r, 0.01);
        ck_assert_double_eq_tol(area, 54 * ratio * ratio, 1e-12);
    }
    // Area - perimeter r + r^2 (sum of the tangents of half the turns) for a
    // regular hexagon of side 4: its height is sqrt(12) twice.
    double root = sqrt(12);
    char json[400];
    (void)snprintf(json, sizeof json,
                   "[[[4,0],[2,%.17g],[-2,%.17g],[-4,0],[-2,%.17g],[2,%.17g]]]",
                   root, root, -root, -root);
    double area = area_left(json, 1, 0.01);
    ck_assert_double_eq_tol(area, 12 * root - 24 + 6 * tan(acos(-1) / 6),
                            1e-12);
}
END_TEST

START_TEST(test_a_hole_grows_by_the_radius_and_quarters_of_a_circle)
{
    const char *json = "[[[0,0],[20,0],[20,20],[0,20]],"
                       "[[8,8],[12,8],[12,12],[8,12]]]";
    double pi = acos(-1);
    for (double tolerance = 1; tolerance >= 1e-6; tolerance /= 10) {
        double lost = 16 * 16 - area_left(json, 2, tolerance);
        double least = 16 + 4 * 4 * 2 + pi * 4;
        double far = 2 * (1 + tolerance);
        double most = 16 + 4 * 4 * 2 + pi * far * far;
        ck_assert_double_ge(lost, least);
        ck_assert_double_le(lost, most);
    }
    double exact = 16 * 16 - area_left(json, 2, 1e-6);
    ck_assert_double_eq_tol(exact, 16 + 32 + pi * 4, 1e-5);
}
END_TEST

START_TEST(test_islands_that_split_and_vanish_are_counted)
{
    nav_bake_report report;
    // Two rooms with a door of 1; a room of 2 by 2; a room of 9 by 9.
    nav_mesh *mesh = bake_text("{\"polygons\":[{\"outer\":[[0,0],[5,0],[5,2],["
                               "6,2],[6,0],[11,0],[11,5],"
                               "[6,5],[6,3],[5,3],[5,5],[0,5]]},"
                               "{\"outer\":[[20,0],[22,0],[22,2],[20,2]]},"
                               "{\"outer\":[[30,0],[39,0],[39,9],[30,9]]}]}",
                               1, 0.01, &report);
    ck_assert_uint_eq(nav_mesh_get_info(mesh).islands, 3);
    ck_assert_uint_eq(report.islands_before, 3);
    ck_assert_uint_eq(report.islands_vanished, 1);
    ck_assert_uint_eq(report.islands_split, 1);
    nav_mesh_free(mesh);
}
END_TEST

// The spacing of doubles is 1e18 here.
START_TEST(test_a_radius_below_rounding_adds_nothing)
{
    const char *json = "[[[0,0],[2,6],[0,2],[0,1.3333333333333333],[6,0],[3,1],"
                       "[0,0],[0.33333333333333337,0],[2,1],[2,2],"
                       "[0.3333333333333335,2.333333333333335],"
                       "[1.1682667931703362e+34,0]]]";
    nav_mesh *given = bake_text(json, 0, 0.01, NULL);
    nav_box bounds = nav_mesh_get_info(given).bounds;
    nav_shape *shape = NULL;
    nav_mesh *left;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_int_eq(nav_shape_read_json(shape, json, strlen(json), NULL),
                     NAV_OK);
    nav_status status = nav_test_bake_for(shape, 0.25, 0.01, &left, NULL);
    ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
    if (left) {
        nav_box box = nav_mesh_get_info(left).bounds;
        ck_assert(box.min.y >= bounds.min.y && box.max.y <= bounds.max.y);
    }
    nav_mesh_free(left);
    nav_mesh_free(given);
    nav_shape_free(shape);
}
END_TEST

// Corners much nearer to each other than the agent is wide: looking out of one
// must come to an end.
START_TEST(test_a_radius_beyond_all_gaps_leaves_nothing)
{
    const char *json =
        "{\"polygons\":[{\"outer\":[[0,0],[5,0],[5,5],[0,5]],\"holes\":["
        "[[0,5],[0,0],[5,4]],[[0,2],[0,0],[5,0]]]},"
        "{\"outer\":[[4,5],[0,4],[0,5],[4,4]]},"
        "{\"outer\":[[3,3],[1,5],[1,3],[3,5]]}]}";
    nav_shape *shape = nav_test_read_shape(json);
    for (double radius = 1.5; radius < 5; radius += 0.125) {
        ck_assert_uint_eq(nav_test_islands_left(shape, radius), 0);
    }
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_holes_by_the_hundred_overlap_when_they_grow)
{
    nav_shape *shape = NULL;
    nav_test_random random = {5};
    nav_vec2 outer[] = {{0, 0}, {60, 0}, {60, 60}, {0, 60}};
    if (nav_shape_new(NULL, &shape) != NAV_OK ||
        nav_shape_add_ring(shape, outer, 4, NULL) != NAV_OK) {
        ck_abort_msg("no shape");
    }
    for (int i = 0; i < 150; i++) {
        double x = 60 * nav_test_random_unit(&random);
        double y = 60 * nav_test_random_unit(&random);
        nav_vec2 hole[] = {{x, y}, {x + 0.4, y}, {x, y + 0.3}};
        if (nav_shape_add_ring(shape, hole, 3, NULL) != NAV_OK) {
            ck_abort_msg("no memory");
        }
    }
    nav_mesh *given, *left;
    ck_assert_int_eq(nav_test_bake_for(shape, 0, 0, &given, NULL), NAV_OK);
    ck_assert_int_eq(nav_test_bake_for(shape, 2.2, 0.01, &left, NULL), NAV_OK);
    edge_list edges = boundary_of(given);
    ck_assert_ptr_null(fault_of_distance(&edges, left, 2.2));
    ck_assert_ptr_null(fault_of_points(given, &edges, left, 2.2, 0.01));
    free(edges.edge);
    nav_mesh_free(given);
    nav_mesh_free(left);
    nav_shape_free(shape);
}
END_TEST

// Waypoints of paths between random points of what is left, and the straight
// ways between them.
START_TEST(test_paths_keep_the_distance)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        nav_test_random random = {seed * 31};
        soup s = soup_random(&random, 12);
        nav_shape *shape = soup_shape(&s, 1);
        nav_mesh *given = NULL, *left = NULL;
        if (nav_test_bake_for(shape, 0, 0, &given, NULL) == NAV_OK &&
            nav_test_bake_for(shape, 0.375, 0.01, &left, NULL) == NAV_OK) {
            edge_list edges = boundary_of(given);
            nav_query *query = query_of(left);
            uint32_t vertices = nav_mesh_get_info(left).vertices;
            for (int n = 0; n < 10; n++) {
                nav_path path = {0};
                nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
                const nav_vec2 *v = nav_mesh_vertices(left);
                nav_vec2 a = v[nav_test_random_below(&random, vertices)];
                nav_vec2 b = v[nav_test_random_below(&random, vertices)];
                ck_assert_int_eq(
                    nav_query_path(query, a, b, &options, &path, NULL), NAV_OK);
                for (size_t i = 1; i < path.waypoint_count; i++) {
                    nav_vec2 way[2] = {path.waypoints[i - 1],
                                       path.waypoints[i]};
                    for (size_t k = 0; k < edges.count; k++) {
                        ck_assert(!too_near(way, edges.edge[k], 0.375));
                    }
                }
            }
            nav_query_free(query);
            free(edges.edge);
        }
        nav_mesh_free(given);
        nav_mesh_free(left);
        nav_shape_free(shape);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Limits
// ---------------------------------------------------------------------------

static nav_status bake_square(double at, double size, double radius)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_vec2 ring[] = {
        {at, at}, {at + size, at}, {at + size, at + size}, {at, at + size}};
    if (nav_shape_new(NULL, &shape) != NAV_OK ||
        nav_shape_add_ring(shape, ring, 4, NULL) != NAV_OK) {
        ck_abort_msg("no shape");
    }
    nav_status status = nav_test_bake_for(shape, radius, 0.01, &mesh, NULL);
    if (mesh) {
        ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    }
    nav_mesh_free(mesh);
    nav_shape_free(shape);
    return status;
}

START_TEST(test_radii_and_coordinates_of_any_size)
{
    ck_assert_int_eq(bake_square(0, 1, 1e-9), NAV_OK);
    ck_assert_int_eq(bake_square(0, 1, 1e-100), NAV_OK);
    ck_assert_int_eq(bake_square(0, 1, 0.5), NAV_GEOMETRY);
    ck_assert_int_eq(bake_square(0, 1, 1e100), NAV_GEOMETRY);
    ck_assert_int_eq(bake_square(1e9, 1, 1e-30), NAV_OK);
    ck_assert_int_eq(bake_square(0, 1e100, 1e99), NAV_RANGE);
    ck_assert_int_eq(bake_square(0, 1e99, 1e98), NAV_OK);
    ck_assert_int_eq(bake_square(-1e99, 1e99, 4.9e98), NAV_OK);
    ck_assert_int_eq(bake_square(0, 1e-97, 1e-98), NAV_OK);
    ck_assert_int_eq(bake_square(0, 4e-100, 1e-100), NAV_OK);
    ck_assert_int_eq(bake_square(0, 2e-100, 1e-100), NAV_GEOMETRY);
}
END_TEST

START_TEST(test_illegal_radii_and_tolerances_are_refused)
{
    ck_assert_int_eq(bake_square(0, 1, -0.1), NAV_RANGE);
    ck_assert_int_eq(bake_square(0, 1, (double)NAN), NAV_RANGE);
    ck_assert_int_eq(bake_square(0, 1, HUGE_VAL), NAV_RANGE);
    ck_assert_int_eq(bake_square(0, 1, 1e-101), NAV_RANGE);
    nav_mesh *mesh = NULL;
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    ck_assert_int_eq(nav_test_bake_for(shape, 1, 0, &mesh, NULL), NAV_RANGE);
    ck_assert_int_eq(nav_test_bake_for(shape, 1, 1.5, &mesh, NULL), NAV_RANGE);
    nav_shape_free(shape);
}
END_TEST

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    // Splits, crosses, and has a passage that is decided twice.
    const char *json = "[[[0,0],[9,0],[9,9],[0,9]],[[1,4],[4,4],[4,5],[1,5]],"
                       "[[4.9999,3],[8,3],[8,6]],[[6,2],[7,1],[8,4]]]";
    nav_shape *shape = nav_test_read_shape(json);
    nav_bake_options options = nav_bake_options_default();
    options.agent_radius = 0.49999999999999994;
    ck_assert_uint_ge(nav_test_fail_baking(shape, &options), 60);
    nav_shape_free(shape);
}
END_TEST

Suite *nav_test_erode(void)
{
    Suite *suite = suite_create("erode");
    TCase *tcase = tcase_create("erode");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase,
                        test_random_soups_keep_the_distance_and_all_that_has_it,
                        0, (int)(sizeof soup_radius / sizeof *soup_radius));
    tcase_add_test(tcase, test_holes_by_the_hundred_overlap_when_they_grow);
    tcase_add_test(tcase, test_paths_keep_the_distance);
    suite_add_tcase(suite, tcase);

    TCase *known = tcase_create("known");
    tcase_add_test(known, test_a_square_loses_the_radius_at_each_side_exactly);
    tcase_add_test(known, test_a_convex_polygon_loses_what_the_formula_says);
    tcase_add_test(known,
                   test_a_hole_grows_by_the_radius_and_quarters_of_a_circle);
    tcase_add_test(known, test_a_radius_below_rounding_adds_nothing);
    tcase_add_test(known, test_a_radius_beyond_all_gaps_leaves_nothing);
    tcase_add_test(known, test_islands_that_split_and_vanish_are_counted);
    suite_add_tcase(suite, known);

    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, test_radii_and_coordinates_of_any_size);
    tcase_add_test(limits, test_illegal_radii_and_tolerances_are_refused);
    tcase_add_test(limits,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    suite_add_tcase(suite, limits);
    return suite;
}
