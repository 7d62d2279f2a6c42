// test_bake_model.c - models to meshes.
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh.h"
#include "model_support.h"
#include "suites.h"

Suite *nav_test_bake_model(void);

// What a bake came to, with its mesh if there is one.
typedef struct baked {
    nav_mesh *mesh;
    nav_mesh_info info;
    nav_model_report found;
    nav_bake_report report;
    nav_error error;
} baked;

static nav_status bake(const char *obj, const nav_model_options *options,
                       const nav_bake_options *how, baked *b)
{
    nav_model *model = nav_test_read_model(obj);
    *b = (baked){0};
    nav_status status = nav_bake_model(model, options, how, NULL, &b->mesh,
                                       &b->found, &b->report, &b->error);
    nav_model_free(model);
    if (status == NAV_OK) {
        b->info = nav_mesh_get_info(b->mesh);
        if (nav_mesh_validate(b->mesh, &b->error) != NAV_OK) {
            ck_abort_msg("%s", b->error.message);
        }
    }
    return status;
}

static baked bake_plainly(const char *obj)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    baked b;
    ck_assert_int_eq(bake(obj, &options, &how, &b), NAV_OK);
    return b;
}

// The floor in front of stairs, the stairs, and the floor under them.
static const char stairs[] =
    "v -2 0 0\nv -2 0 2\nv 0 0 2\nv 0 0 0\nv 4 3 2\nv 4 3 0\nv 4 0 2\n"
    "v 4 0 0\nf 1 2 3 4\nf 4 3 5 6\nf 4 3 7 8\n";

START_TEST(test_stairs_over_a_floor_are_one_island)
{
    baked b = bake_plainly(stairs);
    ck_assert_uint_eq(b.found.usable, 3);
    ck_assert_uint_eq(b.info.polygons, 3);
    ck_assert_uint_eq(b.info.islands, 1);
    ck_assert_uint_eq(b.info.nonmanifold_edges, 1);
    ck_assert_uint_eq(b.found.nonmanifold_edges, 1);
    ck_assert(b.info.has_heights);
    ck_assert_int_eq(b.info.up, NAV_UP_Y);
    ck_assert_double_eq(b.info.area, 4 + 8 + 8);
    ck_assert_double_eq(b.info.highest, 3);
    ck_assert_uint_eq(b.report.triangles, 6);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_floors_of_one_plane_merge_unless_told_not_to)
{
    const char *obj = "v 0 0 0\nv 1 1 0\nv 1 1 1\nv 0 0 1\nv 2 2 0\nv 2 2 1\n"
                      "f 1 2 3 4\nf 3 6 5 2\n";
    baked b = bake_plainly(obj);
    ck_assert_uint_eq(b.info.polygons, 1);
    ck_assert_uint_eq(b.found.usable, 2);
    nav_mesh_free(b.mesh);
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    how.merge = false;
    ck_assert_int_eq(bake(obj, &options, &how, &b), NAV_OK);
    ck_assert_uint_eq(b.info.polygons, 2);
    ck_assert_uint_eq(b.info.portals, 1);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_floors_of_different_planes_or_areas_stay_apart)
{
    baked b = bake_plainly("v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 1 0\n"
                           "v 2 1 1\nf 1 2 3 4\nf 3 6 5 2\n");
    ck_assert_uint_eq(b.info.polygons, 2);
    nav_mesh_free(b.mesh);
    b = bake_plainly(
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\n"
        "v 2 0 1\nusemtl mud\nf 1 2 3 4\nusemtl road\nf 3 6 5 2\n");
    ck_assert_uint_eq(b.info.polygons, 2);
    ck_assert_uint_eq(b.info.islands, 1);
    nav_mesh_free(b.mesh);
}
END_TEST

// A square and a ramp beside it, `off` higher at its end than the plane of the
// square; so far from that plane.  Far corners of the square are nearer to the
// plane of the ramp as long as the ramp is the longer one.
static void print_ramp(nav_test_text *text, double size, double off)
{
    double s = size;
    nav_test_print(text, "v 0 0 0\nv %.17g 0 0\nv %.17g 0 %.17g\nv 0 0 %.17g\n",
                   s, s, s, s);
    nav_test_print(text, "v %.17g %.17g 0\nv %.17g %.17g %.17g\n", 3 * s, off,
                   3 * s, off, s);
    nav_test_print(text, "f 1 2 3 4\nf 3 6 5 2\n");
}

START_TEST(test_what_is_plane_does_not_depend_on_the_size_of_coordinates)
{
    static const double sizes[] = {1,    1e30,  1e60,  1e76,  1e79,  1e90,
                                   3e99, 1e-40, 1e-75, 1e-84, 1e-90, 1e-98};
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    double size = sizes[_i];
    for (int i = 0; i < 2; i++) {
        options.planar_tolerance = size * (i ? 0.21 : 0.19);
        nav_test_text text = {0};
        print_ramp(&text, size, size * 0.2);
        baked b;
        ck_assert_int_eq(bake(text.text, &options, &how, &b), NAV_OK);
        ck_assert_uint_eq(b.info.polygons, i ? 1 : 2);
        nav_mesh_free(b.mesh);
        free(text.text);
    }
}
END_TEST

START_TEST(test_faces_of_too_many_corners_are_cut)
{
    // An octagon with straight corners.
    const char *obj =
        "v 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 1\nv 4 0 2\nv 4 0 3\nv 3 0 4\n"
        "v 2 0 4\nv 1 0 4\nv 0 0 3\nv 0 0 2\nv 0 0 1\n"
        "f 1 2 3 4 5 6 7 8 9 10 11 12\n";
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    how.max_verts = 3 + (uint32_t)_i;
    baked b;
    ck_assert_int_eq(bake(obj, &options, &how, &b), NAV_OK);
    ck_assert_uint_le(b.info.most_corners, how.max_verts);
    ck_assert_uint_eq(b.info.polygons == 1, how.max_verts >= 12);
    ck_assert_double_eq(b.info.area, 14);
    ck_assert_uint_eq(b.info.islands, 1);
    nav_mesh_free(b.mesh);
    how.merge = false;
    ck_assert_int_eq(bake(obj, &options, &how, &b), NAV_OK);
    ck_assert_uint_eq(b.info.polygons, 1);
    nav_mesh_free(b.mesh);
}
END_TEST

// Two rooms over each other, a third beside the lower one a step higher.
static const char rooms[] =
    "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"
    "v 0 9 0\nv 4 9 0\nv 4 9 4\nv 0 9 4\nf 5 6 7 8\n"
    "v 4 1 1\nv 8 1 1\nv 8 1 3\nv 4 1 3\nf 9 10 11 12\n";

START_TEST(test_seeds_keep_what_can_be_reached)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    nav_vec3 seeds[] = {{1, 0.2, 1}, {2, 7, 2}};
    options.seeds = seeds;
    options.step = 1;
    // Islands and floors left out, by the number of seeds.
    static const size_t islands[] = {2, 1, 2};
    static const size_t dropped[] = {0, 1, 0};
    options.seed_count = (size_t)_i;
    baked b;
    ck_assert_int_eq(bake(rooms, &options, &how, &b), NAV_OK);
    ck_assert_uint_eq(b.info.islands, islands[_i]);
    ck_assert_uint_eq(b.found.unreachable, dropped[_i]);
    ck_assert_uint_eq(b.found.usable, 3);
    ck_assert_uint_eq(b.found.step_links, 1);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_a_seed_stands_on_the_nearest_floor)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    nav_vec3 seed = {2, _i ? 4.6 : 4.4, 2};
    options.seeds = &seed;
    options.seed_count = 1;
    baked b;
    ck_assert_int_eq(bake(rooms, &options, &how, &b), NAV_OK);
    ck_assert_uint_eq(b.found.unreachable, 2);
    ck_assert_double_eq(b.info.highest, _i ? 9 : 0);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_a_seed_on_no_floor_is_an_error_that_names_it)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    nav_vec3 seeds[] = {{1, 0, 1}, {-1, 0.5, 1}, {1, 1e300, 1}};
    options.seeds = seeds;
    options.seed_count = 2;
    baked b;
    ck_assert_int_eq(bake(rooms, &options, &how, &b), NAV_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(b.error.message, "seed 2 (-1, 0.5, 1)"));
    options.seeds = seeds + 2;
    options.seed_count = 1;
    ck_assert_int_eq(bake(rooms, &options, &how, &b), NAV_RANGE);
}
END_TEST

START_TEST(test_a_model_without_floor_is_an_error_that_says_what_it_has)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    baked b;
    ck_assert_int_eq(bake("v 0 0 0\n", &options, &how, &b), NAV_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(b.error.message, "no face"));
    ck_assert_int_eq(bake("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 2 0 0\n"
                          "f 1 2 3\nf 1 2 4\n",
                          &options, &how, &b),
                     NAV_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(b.error.message, "2 faces"));
    ck_assert_ptr_nonnull(strstr(b.error.message, "1 vertical"));
    ck_assert_ptr_nonnull(strstr(b.error.message, "1 degenerate"));
}
END_TEST

START_TEST(test_options_that_are_no_lengths_are_errors)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    double *const fields[] = {&options.weld, &options.planar_tolerance,
                              &options.step, &options.max_rise};
    *fields[_i] = (double)NAN;
    baked b;
    ck_assert_int_eq(bake(stairs, &options, &how, &b), NAV_RANGE);
    *fields[_i] = -1;
    ck_assert_int_eq(bake(stairs, &options, &how, &b),
                     _i < 2 ? NAV_RANGE : NAV_OK);
    nav_mesh_free(b.mesh);
}
END_TEST

START_TEST(test_treads_that_miss_each_other_are_linked_by_weld_and_step)
{
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    options.step = 1;
    options.weld = _i ? 0.02 : 0;
    baked b;
    ck_assert_int_eq(bake("v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"
                          "v 4.01 1 0\nv 8 1 0\nv 8 1 4\nv 4 1 4.01\n"
                          "f 5 6 7 8\n",
                          &options, &how, &b),
                     NAV_OK);
    ck_assert_uint_eq(b.info.islands, _i ? 1 : 2);
    nav_mesh_free(b.mesh);
}
END_TEST

// Prints the faces of a model in another order, turned and wound otherwise; the
// vertices as well, when asked.
static void print_shuffled(nav_test_text *text, const nav_model *model,
                           nav_test_random *random)
{
    size_t faces = model->faces;
    uint32_t *order = malloc(faces * sizeof *order);
    ck_assert_ptr_nonnull(order);
    for (uint32_t f = 0; f < faces; f++) {
        uint32_t other = nav_test_random_below(random, f + 1);
        order[f] = order[other];
        order[other] = f;
    }
    for (size_t v = model->vertices; v-- > 0;) {
        nav_vec3 p = model->vertex[v];
        nav_test_print(text, "v %.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (size_t i = 0; i < faces; i++) {
        uint32_t first = model->first[order[i]];
        uint32_t count = model->first[order[i] + 1] - first;
        uint32_t start = nav_test_random_below(random, count);
        uint32_t step = nav_test_random_below(random, 2) ? 1 : count - 1;
        nav_test_print(text, "f");
        for (uint32_t k = 0; k < count; k++) {
            uint32_t v = model->corner[first + (start + k * step) % count];
            nav_test_print(text, " %zu", model->vertices - v);
        }
        nav_test_print(text, "\n");
    }
    free(order);
}

// Patchworks at random heights and places, with steps, holes and walls between.
static void print_building(nav_test_text *text, nav_test_random *random)
{
    for (int i = 0; i < 12; i++) {
        uint32_t x = nav_test_random_below(random, 4) * 2;
        uint32_t z = nav_test_random_below(random, 4) * 2;
        uint32_t wide = 1 + nav_test_random_below(random, 4);
        uint32_t deep = 1 + nav_test_random_below(random, 4);
        uint32_t low = nav_test_random_below(random, 3);
        uint32_t high = low + nav_test_random_below(random, 2) * wide;
        nav_test_print(text, "v %u %u %u\nv %u %u %u\nv %u %u %u\n", x, low, z,
                       x + wide, high, z, x + wide, high, z + deep);
        nav_test_print(text, "v %u %u %u\nf -4 -3 -2 -1\n", x, low, z + deep);
    }
}

START_TEST(test_islands_do_not_depend_on_order_or_winding)
{
    nav_test_random random = {(uint64_t)_i};
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    options.step = _i % 3 - 1;
    options.weld = _i % 2 ? 0.25 : 0;
    nav_test_text text = {0};
    print_building(&text, &random);
    baked b;
    ck_assert_int_eq(bake(text.text, &options, &how, &b), NAV_OK);
    nav_model *model = nav_test_read_model(text.text);
    for (int i = 0; i < 4; i++) {
        nav_test_text other = {0};
        print_shuffled(&other, model, &random);
        baked c;
        ck_assert_int_eq(bake(other.text, &options, &how, &c), NAV_OK);
        ck_assert_uint_eq(c.info.islands, b.info.islands);
        ck_assert_uint_eq(c.found.usable, b.found.usable);
        ck_assert_uint_eq(c.found.stitched, b.found.stitched);
        ck_assert_uint_eq(c.found.step_links, b.found.step_links);
        ck_assert_uint_eq(c.found.nonmanifold_edges, b.found.nonmanifold_edges);
        ck_assert_double_eq(c.info.area, b.info.area);
        nav_mesh_free(c.mesh);
        free(other.text);
    }
    nav_mesh_free(b.mesh);
    nav_model_free(model);
    free(text.text);
}
END_TEST

START_TEST(test_a_patchwork_is_one_island)
{
    nav_test_random random = {(uint64_t)_i};
    nav_test_text text = {0};
    uint32_t depth = 3 + (uint32_t)_i % 3;
    nav_test_print_patchwork(&text, &random, depth);
    baked b = bake_plainly(text.text);
    ck_assert_uint_eq(b.info.islands, 1);
    ck_assert_uint_eq(b.info.nonmanifold_edges, 0);
    ck_assert_double_eq(b.info.area, (double)(1u << 2 * depth));
    nav_mesh_free(b.mesh);
    free(text.text);
}
END_TEST

typedef struct baking {
    const nav_model *model;
    const nav_model_options *options;
    const nav_bake_options *how;
} baking;

static nav_status bake_with(const nav_allocator *mem, const void *context)
{
    const baking *b = context;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_bake_model(b->model, b->options, b->how, mem, &mesh,
                                       NULL, NULL, &error);
    return nav_test_end_making(status, &error, mesh);
}

START_TEST(test_more_floors_at_an_edge_than_a_ring_holds_are_refused)
{
    enum { MOST = NAV_RING_MOST };
    for (int more = 0; more < 2; more++) {
        nav_test_text text = {0};
        nav_test_print(&text, "v 0 0 0\nv 4 0 0\n");
        for (int i = 0; i < MOST + more; i++) {
            nav_test_print(&text, "v 2 %d 4\nf 1 2 %d\n", i, i + 3);
        }
        nav_model_options options = nav_model_options_default();
        nav_bake_options how = nav_bake_options_default();
        baked b;
        ck_assert_int_eq(bake(text.text, &options, &how, &b),
                         more ? NAV_LIMIT : NAV_OK);
        if (more) {
            ck_assert_str_eq(b.error.message,
                             "more than 255 floors meet at an edge from plan "
                             "(0, 0)");
        }
        nav_mesh_free(b.mesh);
        free(text.text);
    }
}
END_TEST

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    // Everything at once: T-junctions, steps, a concave face, seeds, cutting.
    nav_test_text text = {0};
    nav_test_random random = {7};
    nav_test_print_patchwork(&text, &random, 2);
    nav_test_print(&text, "%s",
                   "v -2 0 0\nv 0 0 0\nv 0 0 9\nv -2 0 9\nv -1 0 4\n"
                   "f -5 -4 -3 -2 -1\n");
    nav_model *model = nav_test_read_model(text.text);
    nav_model_options options = nav_model_options_default();
    nav_bake_options how = nav_bake_options_default();
    nav_vec3 seed = {1, 1, 1};
    options.seeds = &seed;
    options.seed_count = 1;
    options.step = 4;
    options.weld = _i ? 0.01 : 0;
    how.max_verts = 3;
    const baking b = {model, &options, &how};
    ck_assert_uint_gt(nav_test_fail_allocations(bake_with, &b), 20);
    nav_model_free(model);
    free(text.text);
}
END_TEST

Suite *nav_test_bake_model(void)
{
    Suite *suite = suite_create("bake_model");
    TCase *tests = tcase_create("bake_model");
    tcase_add_test(tests, test_stairs_over_a_floor_are_one_island);
    tcase_add_test(tests, test_floors_of_one_plane_merge_unless_told_not_to);
    tcase_add_test(tests, test_floors_of_different_planes_or_areas_stay_apart);
    tcase_add_loop_test(
        tests, test_what_is_plane_does_not_depend_on_the_size_of_coordinates, 0,
        12);
    tcase_add_loop_test(tests, test_faces_of_too_many_corners_are_cut, 0, 11);
    tcase_add_loop_test(tests, test_seeds_keep_what_can_be_reached, 0, 3);
    tcase_add_loop_test(tests, test_a_seed_stands_on_the_nearest_floor, 0, 2);
    tcase_add_test(tests, test_a_seed_on_no_floor_is_an_error_that_names_it);
    tcase_add_test(
        tests, test_a_model_without_floor_is_an_error_that_says_what_it_has);
    tcase_add_loop_test(tests, test_options_that_are_no_lengths_are_errors, 0,
                        4);
    tcase_add_loop_test(
        tests, test_treads_that_miss_each_other_are_linked_by_weld_and_step, 0,
        2);
    tcase_add_loop_test(tests, test_islands_do_not_depend_on_order_or_winding,
                        0, 60);
    tcase_add_loop_test(tests, test_a_patchwork_is_one_island, 0, 12);
    tcase_add_loop_test(
        tests, test_every_failed_allocation_is_told_and_leaks_nothing, 0, 2);
    tcase_add_test(tests,
                   test_more_floors_at_an_edge_than_a_ring_holds_are_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
