// test_landmarks.c - lower bounds of distances, how they are measured and kept.
#include "search/landmarks.h"

#include "base/vec.h"
#include "mesh/locate.h"
#include "mesh_support.h"
#include "suites.h"
#include "visibility_oracle.h"

#include <stdlib.h>
#include <string.h>

static nav_mesh *bake_map(const vis_map *map, double scale)
{
    nav_shape *shape = vis_map_shape(map, (nav_vec2){scale, 0});
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_bake(shape, &options, NULL, &mesh, NULL, NULL),
                     NAV_OK);
    nav_shape_free(shape);
    return mesh;
}

static vis_point halves(nav_vec2 p)
{
    return (vis_point){(int32_t)(2 * p.x), (int32_t)(2 * p.y)};
}

// No bound of a vertex is above the true distance.
static void check_bounds(const nav_mesh *mesh, const vis_oracle *oracle,
                         vis_point goal, nav_poly_id polygon)
{
    nav_landmark_goal far =
        nav_landmark_bound(mesh, vis_place(goal, (nav_vec2){1, 0}), polygon);
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        vis_point at = halves(mesh->vertex[v]);
        if (vis_oracle_parts(oracle, at) != 1) {
            continue; // of several parts, one distance is not enough
        }
        double d = vis_oracle_length(oracle, at, goal);
        double least = nav_landmark_least(mesh, v, &far);
        ck_assert_msg(least <= d * (1 + 1e-12),
                      "vertex %u: bound %.17g above %.17g", v, least, d);
    }
}

START_TEST(test_no_bound_is_above_the_distance)
{
    nav_test_random random = {(uint64_t)_i};
    nav_allocator mem = nav_mem_allocator(NULL);
    for (uint32_t round = 0; round < 6; round++) {
        vis_map *map = malloc(sizeof *map);
        ck_assert_ptr_nonnull(map);
        vis_map_draw(map, &random, round);
        vis_oracle *oracle = vis_oracle_new(map);
        nav_mesh *mesh = bake_map(map, 1);
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
        nav_locate locate;
        ck_assert_int_eq(nav_locate_init(&locate, mesh, &mem), NAV_OK);
        for (int i = 0; i < 10; i++) {
            vis_point goal = vis_map_place(map, &random);
            nav_poly_id polygon =
                nav_locate_first(&locate, vis_place(goal, (nav_vec2){1, 0}));
            if (vis_oracle_parts(oracle, goal) == 1) {
                check_bounds(mesh, oracle, goal, polygon);
            }
        }
        nav_locate_fini(&locate);
        nav_mesh_free(mesh);
        vis_oracle_free(oracle);
        free(map);
    }
}
END_TEST

// A corridor that turns back: the straight distance is 1.5, the true one nearly
// 40.
START_TEST(test_bound_knows_of_the_way_around_a_wall)
{
    nav_mesh *mesh = nav_test_bake_json(
        "[[[0,0],[20,0],[20,3],[0,3],[0,2],[19,2],[19,1],[0,1]]]");
    ck_assert_uint_eq(mesh->info.islands, 1);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    nav_poly_id low = NAV_NONE;
    nav_vert_id high = NAV_NONE;
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        nav_vec2 p = mesh->vertex[v];
        high = p.x == 0 && p.y == 2 ? v : high;
    }
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        low = nav_mesh_holds(mesh, p, (nav_vec2){0, 0.5}) ? p : low;
    }
    ck_assert(low != NAV_NONE && high != NAV_NONE);
    nav_landmark_goal far = nav_landmark_bound(mesh, (nav_vec2){0, 0.5}, low);
    ck_assert_double_gt(nav_landmark_least(mesh, high, &far), 30);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_measured_landmarks_are_valid_and_disturbed_ones_are_not)
{
    nav_test_random random = {(uint64_t)_i + 100};
    nav_mesh *mesh = nav_test_make_grid(&random, 9, 9, (uint32_t)_i % 2);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    nav_error error = {0};
    ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_OK);
    for (int i = 0; i < 200; i++) {
        // An edge both of whose ends have a distance.
        uint32_t e = nav_test_random_below(&random, mesh->info.edges);
        size_t k = nav_test_random_below(&random, NAV_LANDMARKS);
        uint32_t next = nav_mesh_next(mesh, e);
        float *at = &mesh->landmark[mesh->corner[e] * NAV_LANDMARKS + k];
        float other = mesh->landmark[mesh->corner[next] * NAV_LANDMARKS + k];
        float kept = *at;
        if (kept != kept || other != other) {
            continue;
        }
        double length = nav_vec2_distance(nav_mesh_edge_start(mesh, e),
                                          nav_mesh_edge_end(mesh, e));
        const float wrong[] = {other + (float)length * 1.001f + 0.01f, -1,
                               HUGE_VALF, -HUGE_VALF, 1e30f};
        *at = wrong[nav_test_random_below(&random, 5)];
        ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_FORMAT);
        *at = kept;
    }
    ck_assert_int_eq(nav_mesh_validate(mesh, &error), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_distance_without_neighbours_must_be_possible_too)
{
    static const float wrong[] = {-1,       HUGE_VALF, -HUGE_VALF,
                                  9.9e-31f, 1e-40f,    1.1e30f};
    nav_test_random random = {300};
    nav_mesh *mesh = nav_test_make_grid(&random, 3, 3, 0);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    for (uint32_t i = 0; i < mesh->info.vertices * NAV_LANDMARKS; i++) {
        mesh->landmark[i] = (float)NAN;
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mesh->landmark[0] = wrong[i];
        ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_FORMAT);
    }
    mesh->landmark[0] = 5;
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_file_keeps_landmarks_to_the_byte)
{
    nav_test_random random = {(uint64_t)_i + 200};
    nav_mesh *mesh = nav_test_make_grid(&random, 8, 8, (uint32_t)_i % 2);
    nav_test_file bare = nav_test_write_mesh(mesh);
    ck_assert(!nav_mesh_get_info(mesh).has_landmarks);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    ck_assert(nav_mesh_get_info(mesh).has_landmarks);
    nav_test_file f = nav_test_write_mesh(mesh);
    size_t count = (size_t)mesh->info.vertices * NAV_LANDMARKS;
    ck_assert_uint_ge(f.size, bare.size + 4 * count);
    nav_mesh *read = NULL;
    nav_error error = {0};
    ck_assert_msg(nav_mesh_read(f.bytes, f.size, NULL, &read, &error) == NAV_OK,
                  "%s", error.message);
    ck_assert(nav_mesh_get_info(read).has_landmarks);
    for (size_t i = 0; i < count; i++) {
        float a = mesh->landmark[i], b = read->landmark[i];
        ck_assert(a == b || (a != a && b != b));
    }
    nav_test_file again = nav_test_write_mesh(read);
    ck_assert_uint_eq(again.size, f.size);
    ck_assert_int_eq(memcmp(again.bytes, f.bytes, f.size), 0);
    free(bare.bytes);
    free(f.bytes);
    free(again.bytes);
    nav_mesh_free(read);
    nav_mesh_free(mesh);
}
END_TEST

// Floats end long before coordinates do.
START_TEST(test_distances_that_are_no_good_floats_are_not_kept)
{
    static const struct {
        double scale;
        bool kept;
    } maps[] = {{1e-98, false}, {1e-42, false}, {1e-38, false}, {1e-28, true},
                {1, true},      {1e26, true},   {1e36, false},  {1e96, false}};
    nav_test_random random = {77};
    vis_map *map = malloc(sizeof *map);
    ck_assert_ptr_nonnull(map);
    vis_map_draw(map, &random, 1);
    nav_mesh *mesh = bake_map(map, maps[_i].scale);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    ck_assert_int_eq(mesh->info.has_landmarks, maps[_i].kept);
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh *read = NULL;
    nav_error error = {0};
    ck_assert_msg(nav_mesh_read(f.bytes, f.size, NULL, &read, &error) == NAV_OK,
                  "scale %g: %s", maps[_i].scale, error.message);
    free(f.bytes);
    free(map);
    nav_mesh_free(read);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_landmarks_are_measured_once_and_the_same_every_time)
{
    nav_test_random random = {300};
    nav_mesh *mesh = nav_test_make_grid(&random, 10, 10, 1);
    nav_test_file bare = nav_test_write_mesh(mesh);
    nav_mesh *other = NULL;
    ck_assert_int_eq(nav_mesh_read(bare.bytes, bare.size, NULL, &other, NULL),
                     NAV_OK);
    free(bare.bytes);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    ck_assert_int_eq(nav_mesh_add_landmarks(other, NULL), NAV_OK);
    const float *block = mesh->landmark;
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    ck_assert_ptr_eq(mesh->landmark, block);
    nav_test_file f = nav_test_write_mesh(mesh), g = nav_test_write_mesh(other);
    ck_assert_uint_eq(f.size, g.size);
    ck_assert_int_eq(memcmp(f.bytes, g.bytes, f.size), 0);
    free(f.bytes);
    free(g.bytes);
    nav_mesh_free(mesh);
    nav_mesh_free(other);
}
END_TEST

// A tent over its floor, from which a flood would go to and fro for ever.
START_TEST(test_folded_floors_have_no_landmarks_and_no_file_gives_them_any)
{
    static const nav_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}};
    static const uint32_t corners[] = {0, 1, 2, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const uint32_t counts[] = {3, 3, 3, 3};
    nav_mesh *mesh = nav_test_make_floors(v, 4, corners, counts, 4);
    ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    ck_assert(!nav_mesh_get_info(mesh).has_landmarks);
    ck_assert_int_eq(nav_mesh_new_landmarks(mesh, NULL), NAV_OK);
    for (size_t i = 0; i < (size_t)4 * NAV_LANDMARKS; i++) {
        mesh->landmark[i] = 0;
    }
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh *read = NULL;
    nav_error error;
    ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, NULL, &read, &error),
                     NAV_FORMAT);
    ck_assert_str_eq(error.message,
                     "there are landmarks, but floors fold back or branch");
    free(f.bytes);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_test_random random = {400};
    nav_mesh *made = nav_test_make_grid(&random, 8, 8, 1);
    nav_test_file f = nav_test_write_mesh(made);
    nav_status status = NAV_NOMEM;
    for (size_t fail_at = 0; status != NAV_OK; fail_at++) {
        ck_assert_uint_lt(fail_at, 1000);
        nav_test_allocator state = {.fail_at = SIZE_MAX};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_mesh *mesh = NULL;
        ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, &mem, &mesh, NULL),
                         NAV_OK);
        size_t before = state.bytes_out;
        state.fail_at = state.calls + fail_at;
        nav_error error = {0};
        status = nav_mesh_add_landmarks(mesh, &error);
        if (status != NAV_OK) {
            ck_assert_int_eq(status, NAV_NOMEM);
            ck_assert_int_eq(error.status, NAV_NOMEM);
            ck_assert_uint_eq(state.bytes_out, before);
            ck_assert(!nav_mesh_get_info(mesh).has_landmarks);
            ck_assert_ptr_null(mesh->landmark);
        }
        nav_mesh_free(mesh);
        ck_assert_uint_eq(state.bytes_out, 0);
        ck_assert(status != NAV_OK || fail_at > 5);
    }
    free(f.bytes);
    nav_mesh_free(made);
}
END_TEST

START_TEST(test_reading_landmarks_fails_cleanly_without_memory)
{
    nav_test_random random = {500};
    nav_mesh *made = nav_test_make_grid(&random, 8, 8, 1);
    ck_assert_int_eq(nav_mesh_add_landmarks(made, NULL), NAV_OK);
    nav_test_file f = nav_test_write_mesh(made);
    ck_assert_uint_gt(nav_test_fail_reading(f), 2);
    free(f.bytes);
    nav_mesh_free(made);
}
END_TEST

Suite *nav_test_landmarks(void)
{
    Suite *suite = suite_create("landmarks");
    TCase *bounds = tcase_create("bounds");
    tcase_add_loop_test(bounds, test_no_bound_is_above_the_distance, 0, 10);
    tcase_add_test(bounds, test_bound_knows_of_the_way_around_a_wall);
    suite_add_tcase(suite, bounds);
    TCase *files = tcase_create("files");
    tcase_add_loop_test(
        files, test_measured_landmarks_are_valid_and_disturbed_ones_are_not, 0,
        6);
    tcase_add_test(files,
                   test_a_distance_without_neighbours_must_be_possible_too);
    tcase_add_loop_test(files, test_file_keeps_landmarks_to_the_byte, 0, 6);
    tcase_add_loop_test(
        files, test_distances_that_are_no_good_floats_are_not_kept, 0, 8);
    tcase_add_test(files,
                   test_landmarks_are_measured_once_and_the_same_every_time);
    suite_add_tcase(suite, files);
    tcase_add_test(
        files, test_folded_floors_have_no_landmarks_and_no_file_gives_them_any);
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    tcase_add_test(memory, test_reading_landmarks_fails_cleanly_without_memory);
    suite_add_tcase(suite, memory);
    return suite;
}
