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

#include "exact_distance.h"
#include "mesh_support.h"
#include "soup.h"
#include "suites.h"
#include "vec.h"

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

static nav_status bake(const nav_shape *shape, double radius, double tolerance,
                       nav_mesh **mesh, nav_bake_report *report)
{
    nav_bake_options options = nav_bake_options_default();
    options.agent_radius = radius;
    options.arc_tolerance = tolerance;
    *mesh = NULL;
    return nav_bake(shape, &options, NULL, mesh, report, NULL);
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
        nav_mesh *given, *left;
        if (bake(shape, 0, 0, &given, NULL) == NAV_OK) {
            nav_bake_report report;
            nav_status status =
                bake(shape, radius * scale, tolerance, &left, &report);
            edge_list edges = boundary_of(given);
            const char *fault =
                status != NAV_OK && status != NAV_GEOMETRY ? "not baked" : NULL;
            if (left && !fault) {
                fault = nav_mesh_validate(left, NULL) != NAV_OK
                            ? "not valid"
                            : soup_fault_of_mesh(left, NAV_MAX_VERTS_DEFAULT);
            }
            if (left && !fault) {
                fault = fault_of_distance(&edges, left, radius * scale);
            }
            if (!fault) {
                fault = fault_of_points(given, &edges, left, radius * scale,
                                        tolerance);
            }
            if (fault) {
                char json[SOUP_JSON_SIZE];
                soup_write_json(&s, json);
                ck_abort_msg("%s, radius %g scale %g seed %d: %s", fault,
                             radius, scale, (int)seed, json);
            }
            free(edges.edge);
            nav_mesh_free(left);
        }
        nav_mesh_free(given);
        nav_shape_free(shape);
    }
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
    suite_add_tcase(suite, tcase);
    return suite;
}
