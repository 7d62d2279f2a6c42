// test_limits.c - counts at their limits: what does not fit into 32 bits is
// refused, and does not wrap around.
//
// The counts are put there, not reached: the arithmetic is what is tested.  The
// allocator gives nothing, so whatever passes the check of a count ends as want
// of memory, and never as a write beyond it.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake.h"
#include "bake/delaunay.h"
#include "bake/labels.h"
#include "bake/obstruct.h"
#include "carve/patch.h"
#include "field/heatmap.h"
#include "floors/slabs.h"
#include "input/model.h"
#include "input/polymesh.h"
#include "input/shape.h"
#include "mesh/mesh.h"
#include "mesh/offmesh.h"
#include "mesh/overlay.h"
#include "obstacle/obstacle.h"
#include "search/cones.h"
#include "search/flood.h"
#include "search/weighted.h"
#include "suites.h"

static void *give_nothing(void *context, void *block, size_t old_size,
                          size_t new_size)
{
    (void)block;
    (void)old_size;
    size_t *asked = context;
    *asked = new_size > *asked ? new_size : *asked;
    return NULL;
}

// Counts that must be refused, and such as are too many bytes, or too many only
// when they are multiplied in 32 bits.
static const uint64_t counts[] = {0x40000000, 0x7fffffff, 0x80000000,
                                  0x80000001, 0xfffffffe, 0xffffffff};
enum { COUNTS = sizeof counts / sizeof *counts };

START_TEST(test_shapes_of_too_many_are_refused)
{
    size_t asked = 0;
    nav_error error = {.status = NAV_OK};
    nav_shape shape = {.mem = {give_nothing, &asked}};
    shape.polygon_count = NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_begin_polygon(&shape, &error), NAV_LIMIT);
    ck_assert_str_eq(error.message, "more than 134217728 polygons");
    shape.polygon_count = 1;
    shape.ring_count = NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_begin_ring(&shape, &error), NAV_LIMIT);
    nav_ring ring = {.first = 0};
    shape.rings = &ring;
    shape.ring_count = 1;
    shape.point_count = NAV_SHAPE_POINTS_MOST;
    ck_assert_int_eq(nav_shape_add_point(&shape, (nav_vec2){1, 1}, &error),
                     NAV_LIMIT);
    ck_assert_uint_eq(asked, 0);
    // One less is asked for, in one piece and in bytes that are not wrapped.
    shape.point_count--;
    ck_assert_int_eq(nav_shape_add_point(&shape, (nav_vec2){1, 1}, &error),
                     NAV_NOMEM);
    ck_assert_uint_ge(asked, NAV_SHAPE_POINTS_MOST * sizeof(nav_vec2));
}
END_TEST

START_TEST(test_models_of_too_many_are_refused)
{
    size_t asked = 0;
    nav_error error = {.status = NAV_OK};
    nav_model model = {.mem = {give_nothing, &asked}};
    model.vertices = NAV_MODEL_MOST;
    ck_assert_int_eq(nav_model_add_vertex(&model, (nav_vec3){0}, &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message, "more than 2147483648 vertices");
    model.corners = NAV_MODEL_MOST;
    ck_assert_int_eq(nav_model_add_corner(&model, 0, &error), NAV_LIMIT);
    ck_assert_uint_eq(asked, 0);
    model.corners--;
    ck_assert_int_eq(nav_model_add_corner(&model, 0, &error), NAV_NOMEM);
    ck_assert_uint_ge(asked, NAV_MODEL_MOST * sizeof(uint32_t));
}
END_TEST

START_TEST(test_links_and_obstacles_of_too_many_are_refused)
{
    size_t asked = 0;
    nav_allocator mem = {give_nothing, &asked};
    nav_link_list list = {.mem = mem, .count = NAV_NONE - 1};
    const nav_link_input link = {.from = {0, 0, 0}, .to = {1, 1, 0}};
    ck_assert_int_eq(nav_link_list_add(&list, &link, NULL), NAV_LIMIT);
    nav_obstacle obstacle = {.point_count = 5};
    ck_assert_int_eq(
        nav_obstacle_add_points(&mem, &obstacle, NULL, (size_t)UINT32_MAX - 4),
        NAV_LIMIT);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

START_TEST(test_rings_read_from_json_of_too_many_are_refused)
{
    static const char *const texts[] = {"[[[[0,0],[4,0],[0,4]]]]",
                                        "{\"polygons\":[{\"outer\":[]}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        nav_error error = {.status = NAV_OK};
        nav_shape *shape = NULL;
        ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
        shape->polygon_count = NAV_SHAPE_POINTS_MOST;
        ck_assert_int_eq(
            nav_shape_read_json(shape, texts[i], strlen(texts[i]), &error),
            NAV_LIMIT);
        ck_assert_str_eq(error.message, "more than 134217728 polygons");
        shape->polygon_count = 0;
        shape->ring_count = NAV_SHAPE_POINTS_MOST;
        ck_assert_int_eq(
            nav_shape_read_json(shape, texts[i], strlen(texts[i]), &error),
            NAV_LIMIT);
        ck_assert_str_eq(error.message, "more than 134217728 rings");
        shape->ring_count = 0;
        nav_shape_free(shape);
    }
}
END_TEST

START_TEST(test_outlines_of_too_many_obstacles_are_refused)
{
    size_t asked = 0;
    const nav_allocator mem = {give_nothing, &asked};
    nav_obstacle circle = {.ring_count = 1, .point_count = 20};
    nav_obstacle *item[] = {&circle, &circle};
    const nav_obstacles obstacles = {.item = item, .count = 2};
    nav_error error = {.status = NAV_OK};
    static nav_shape made;
    nav_shape shape = {.point_count = NAV_SHAPE_POINTS_MOST - 39};
    ck_assert_int_eq(nav_obstruct(&shape, &obstacles, &mem, &made, &error),
                     NAV_LIMIT);
    shape = (nav_shape){.ring_count = NAV_SHAPE_POINTS_MOST - 1};
    ck_assert_int_eq(nav_obstruct(&shape, &obstacles, &mem, &made, &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message,
                     "more than 134217728 points with those of obstacles");
    ck_assert_uint_eq(asked, 0);
    shape.ring_count--;
    ck_assert_int_eq(nav_obstruct(&shape, &obstacles, &mem, &made, &error),
                     NAV_NOMEM);
}
END_TEST

START_TEST(test_half_edges_that_have_no_number_are_refused)
{
    for (size_t i = 0; i < COUNTS; i++) {
        size_t asked = 0, count = (size_t)counts[i];
        nav_allocator mem = {give_nothing, &asked};
        nav_polymesh mesh;
        nav_status status = nav_polymesh_init(&mesh, &mem, count);
        ck_assert_int_eq(status, count >= NAV_NONE ? NAV_LIMIT : NAV_NOMEM);
        ck_assert(status == NAV_LIMIT ? asked == 0
                                      : asked >= count * sizeof(uint32_t));
        nav_slabs slabs = {.mem = mem};
        asked = 0;
        status = nav_slabs_reserve(&slabs, count, 1, 1);
        ck_assert_int_eq(status, count >= NAV_NONE ? NAV_LIMIT : NAV_NOMEM);
        ck_assert(status == NAV_LIMIT ? asked == 0
                                      : asked >= count * sizeof(nav_vec2));
    }
}
END_TEST

START_TEST(test_labels_that_have_no_bits_are_refused)
{
    size_t asked = 0;
    nav_labels labels = {.mem = {give_nothing, &asked},
                         .strand_count = NAV_LABEL_STRAND,
                         .count = NAV_LABEL_LIST};
    uint32_t label = 7;
    ck_assert_int_eq(
        nav_labels_add_strand(&labels, (nav_strand){1, 2, 3}, &label),
        NAV_LIMIT);
    ck_assert_int_eq(nav_labels_join(&labels, 1, 2, &label), NAV_LIMIT);
    ck_assert_uint_eq(label, 7);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

START_TEST(test_triangles_that_have_no_number_are_refused)
{
    size_t asked = 0;
    nav_allocator mem = {give_nothing, &asked};
    nav_delaunay d;
    nav_delaunay_init(&d, &mem);
    ck_assert_int_eq(nav_delaunay_build(&d, NULL, NAV_FIXED / 8, NULL),
                     NAV_LIMIT);
    nav_slabs slabs = {.mem = mem};
    uint32_t added = 7;
    ck_assert_int_eq(
        nav_slabs_add_ring(&slabs, NULL, NAV_SHAPE_POINTS_MOST + 1, 0, &added),
        NAV_LIMIT);
    ck_assert_uint_eq(added, 7);
    ck_assert_uint_eq(asked, 0);
    nav_error error = {.status = NAV_OK};
    ck_assert_int_eq(nav_bake_fail(&error, NAV_LIMIT), NAV_LIMIT);
    ck_assert_str_eq(error.message,
                     "too many points and crossings for 32-bit numbers");
}
END_TEST

START_TEST(test_steps_that_have_no_number_are_refused)
{
    size_t asked = 0;
    const nav_cells cells = {.mem = {give_nothing, &asked},
                             .places = NAV_HEAT_BLOCKED};
    const nav_cells more = {.mem = cells.mem, .places = (size_t)UINT32_MAX + 1};
    const nav_walks walks = {.nodes = cells.places};
    nav_heatmap heat;
    nav_walks none;
    ck_assert_int_eq(nav_heatmap_init(&heat, &cells, &walks, NULL, 0),
                     NAV_LIMIT);
    ck_assert_int_eq(nav_walks_init(&none, &more, NULL, NULL, 0, NULL),
                     NAV_LIMIT);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

// A mesh that claims so many edges, and has none.
static nav_mesh claim_edges(uint64_t edges, const nav_allocator *mem)
{
    nav_mesh mesh = {.mem = *mem, .plain = true};
    mesh.info.edges = (uint32_t)edges;
    mesh.info.polygons = (uint32_t)(edges / 3);
    mesh.info.vertices = (uint32_t)edges;
    return mesh;
}

START_TEST(test_searches_of_too_many_edges_are_refused)
{
    for (size_t i = 0; i < COUNTS; i++) {
        size_t asked = 0;
        nav_allocator mem = {give_nothing, &asked};
        nav_mesh mesh = claim_edges(counts[i], &mem);
        if (counts[i] > INT32_MAX) {
            nav_cones cones;
            ck_assert_int_eq(nav_cones_init(&cones, &mesh, &mem), NAV_LIMIT);
            nav_weighted weighted;
            ck_assert_int_eq(nav_weighted_init(&weighted, &mesh, &mem),
                             NAV_LIMIT);
            ck_assert_uint_eq(asked, 0);
        }
    }
}
END_TEST

START_TEST(test_sources_and_points_of_too_many_are_refused)
{
    size_t asked = 0;
    nav_flood flood = {.mem = {give_nothing, &asked}};
    flood.cones.corners = INT32_MAX;
    uint32_t corner = 7;
    ck_assert_int_eq(nav_flood_new_source(&flood, &corner), NAV_LIMIT);
    ck_assert_uint_eq(corner, 7);
    // The count is looked at before anything else, points and query included.
    nav_error error = {.status = NAV_OK};
    nav_matrix *matrix = NULL;
    ck_assert_int_eq(nav_matrix_new(NULL, NULL, (size_t)INT32_MAX + 1, NULL,
                                    &matrix, &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message, "there are too many points");
    ck_assert_ptr_null(matrix);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

START_TEST(test_patches_of_too_many_edges_are_refused)
{
    size_t asked = 0;
    const nav_allocator mem = {give_nothing, &asked};
    nav_overlay overlay = {.mem = nav_mem_allocator(NULL)};
    nav_mesh mesh = claim_edges(INT32_MAX - 2, &mem);
    mesh.overlay = &overlay;
    const nav_draft edges = {.edges = 3}, vertices = {.vertices = 3};
    nav_error error = {.status = NAV_OK};
    uint32_t number = 7;
    ck_assert_int_eq(nav_patch_apply(&mesh, &edges, &number, &error),
                     NAV_LIMIT);
    ck_assert_int_eq(nav_patch_apply(&mesh, &vertices, &number, &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message, "too many edges");
    ck_assert_uint_eq(number, 7);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

// Gives what is small, and nothing else.
static void *give_little(void *context, void *block, size_t old_size,
                         size_t new_size)
{
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return new_size <= 4096 ? realloc(block, new_size)
                            : give_nothing(context, block, old_size, new_size);
}

START_TEST(test_the_bytes_of_a_mesh_are_counted_in_64_bits)
{
    for (size_t i = 0; i < COUNTS; i++) {
        size_t asked = 0;
        nav_allocator mem = {give_little, &asked};
        nav_mesh_info info = {.vertices = (uint32_t)counts[i],
                              .polygons = (uint32_t)counts[i],
                              .edges = (uint32_t)counts[i],
                              .has_heights = i % 2 == 0};
        nav_mesh *mesh = NULL;
        ck_assert_int_eq(nav_mesh_new(&mem, &info, &mesh, NULL), NAV_NOMEM);
        ck_assert_ptr_null(mesh);
        ck_assert_uint_ge(asked, counts[i] * 40);
    }
}
END_TEST

Suite *nav_test_limits(void)
{
    Suite *suite = suite_create("limits");
    TCase *cases = tcase_create("limits");
    tcase_add_test(cases, test_shapes_of_too_many_are_refused);
    tcase_add_test(cases, test_models_of_too_many_are_refused);
    tcase_add_test(cases, test_links_and_obstacles_of_too_many_are_refused);
    tcase_add_test(cases, test_rings_read_from_json_of_too_many_are_refused);
    tcase_add_test(cases, test_outlines_of_too_many_obstacles_are_refused);
    tcase_add_test(cases, test_half_edges_that_have_no_number_are_refused);
    tcase_add_test(cases, test_labels_that_have_no_bits_are_refused);
    tcase_add_test(cases, test_triangles_that_have_no_number_are_refused);
    tcase_add_test(cases, test_steps_that_have_no_number_are_refused);
    tcase_add_test(cases, test_searches_of_too_many_edges_are_refused);
    tcase_add_test(cases, test_sources_and_points_of_too_many_are_refused);
    tcase_add_test(cases, test_patches_of_too_many_edges_are_refused);
    tcase_add_test(cases, test_the_bytes_of_a_mesh_are_counted_in_64_bits);
    suite_add_tcase(suite, cases);
    return suite;
}
