// test_threads.c - one mesh, and one field, asked by many threads at once.
//
// Each thread has a query of its own.  All must find what one alone finds, to
// the bit; that nothing is written meanwhile is for `make MODE=thread` to see.
#include <check.h>
#include <pthread.h>
#include <stdlib.h>

#include "suites.h"
#include "support.h"

enum { THREADS = 8, ROUNDS = 60 };

static const char map[] =
    "{\"polygons\":[{\"outer\":[[0,0],[30,0],[30,20],[0,20]],\"holes\":[[[12,8]"
    ","
    "[18,8],[18,12],[12,12]],[[4,4],[6,3],[7,8]]]},{\"outer\":[[20,2],[26,2],"
    "[26,9]],\"area\":\"mud\"},{\"outer\":[[40,0],[48,0],[48,8],[40,8]]}],"
    "\"links\":[{\"from\":[28,4],\"to\":[41,4],\"cost\":2},{\"from\":[44,6],"
    "\"to\":[2,18],\"kind\":\"rope\",\"oneway\":true}]}";

typedef struct asker {
    pthread_t thread;
    const nav_mesh *mesh;
    const nav_field *field;
    uint64_t answers; // a hash of them
    nav_status status;
} asker;

static void mix(asker *a, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    // FNV-1a, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
    for (size_t i = 0; i < size; i++) {
        a->answers = (a->answers ^ byte[i]) * 0x100000001b3u;
    }
}

static void ask_for_path(asker *a, nav_query *query, uint32_t round)
{
    nav_path_options options = {.search = (nav_search)(round % 3),
                                .snap = 5,
                                .partial = round % 2 == 0};
    nav_test_random random = {round};
    nav_vec2 p = {48 * nav_test_random_unit(&random),
                  20 * nav_test_random_unit(&random)};
    nav_vec2 q = {48 * nav_test_random_unit(&random),
                  20 * nav_test_random_unit(&random)};
    nav_path path;
    nav_ray ray;
    nav_location location;
    a->status = nav_query_path(query, p, q, &options, &path, NULL);
    if (a->status == NAV_OK) {
        mix(a, &path.length, sizeof path.length);
        mix(a, path.waypoints, path.waypoint_count * sizeof *path.waypoints);
        a->status = nav_query_raycast(query, p, q, 5, &ray, NULL);
    }
    if (a->status == NAV_OK) {
        mix(a, &ray.hit, sizeof ray.hit);
        a->status = nav_query_locate(query, q, &location, NULL);
    }
    if (a->status == NAV_OK) {
        mix(a, &location.point, sizeof location.point);
    }
}

static void *ask(void *context)
{
    asker *a = context;
    nav_query *query = NULL;
    a->answers = 0xcbf29ce484222325u;
    a->status = nav_query_new(a->mesh, NULL, &query);
    for (uint32_t area = 0;
         area < nav_mesh_area_count(a->mesh) && a->status == NAV_OK; area++) {
        a->status = nav_query_set_cost(query, area, 3, NULL);
    }
    for (uint32_t i = 0; i < ROUNDS && a->status == NAV_OK; i++) {
        ask_for_path(a, query, i);
    }
    size_t places = nav_field_get_info(a->field).places;
    for (size_t i = 0; i < places && a->status == NAV_OK; i++) {
        nav_place place = nav_field_place(a->field, i);
        mix(a, &place.distance, sizeof place.distance);
        mix(a, &place.turn, sizeof place.turn);
    }
    nav_query_free(query);
    return NULL;
}

static nav_field *make_field(const nav_mesh *mesh)
{
    nav_query *query = NULL;
    nav_field *field = NULL;
    const nav_point goal = {{1, 1}, NAV_FLOOR_ONLY, 0};
    nav_field_options options = {.cell = 1.5, .method = NAV_FIELD_EXACT};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_field_new(query, &goal, 1, &options, &field, NULL),
                     NAV_OK);
    nav_query_free(query);
    return field;
}

static void lay_obstacle(nav_mesh *mesh, nav_obstacles **set,
                         nav_carving **carving)
{
    const nav_obstacle_spec circle = {
        .kind = NAV_OBSTACLE_CIRCLE, .center = {14, 5}, .radius = 2};
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, set, NULL), NAV_OK);
    ck_assert_int_eq(nav_obstacles_add(*set, &circle, NULL, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, *set, NULL, carving, NULL), NAV_OK);
}

// 1: with landmarks; 2: with an obstacle.
START_TEST(test_threads_share_a_mesh_and_a_field)
{
    asker askers[THREADS + 1];
    nav_mesh *mesh = nav_test_bake_json(map);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    if (_i % 2 == 1) {
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    }
    if (_i >= 2) {
        lay_obstacle(mesh, &set, &carving);
    }
    nav_field *field = make_field(mesh);
    for (int i = 0; i <= THREADS; i++) {
        askers[i] = (asker){.mesh = mesh, .field = field};
    }
    (void)ask(&askers[THREADS]);
    ck_assert_int_eq(askers[THREADS].status, NAV_OK);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(
            pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(askers[i].thread, NULL), 0);
        ck_assert_int_eq(askers[i].status, NAV_OK);
        ck_assert_uint_eq(askers[i].answers, askers[THREADS].answers);
    }
    nav_field_free(field);
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_threads(void)
{
    Suite *suite = suite_create("threads");
    TCase *cases = tcase_create("threads");
    tcase_add_loop_test(cases, test_threads_share_a_mesh_and_a_field, 0, 4);
    suite_add_tcase(suite, cases);
    return suite;
}
