// test_far.c - maps on which lengths are so unlike that sums lose the small
// ones: work must end as soon as on others.
#include <check.h>
#include <math.h>
#include <stdio.h>

#include "suites.h"
#include "support.h"

// How long the map is, in which a few holes of size 2 lie at one end.
static const double far_ends[] = {1e3, 1e12, 1e16, 1e20, 1e50, 5e99};
enum { FAR_ENDS = sizeof far_ends / sizeof *far_ends };

// More than any search of so few corners needs.
enum { EXPANDED_MOST = 2000 };

static nav_mesh *bake_far(double end)
{
    char json[1000];
    int size = snprintf(
        json, sizeof json,
        "[[[0,0],[%.17g,0],[%.17g,40],[0,40]],[[10,10],[12,10],[12,12],[10,12]]"
        ",[[14,10],[16,10],[16,12],[14,12]],[[10,14],[12,14],[12,16],[10,16]],"
        "[[14,14],[16,14],[16,16],[14,16]]]",
        end, end);
    ck_assert_int_lt(size, (int)sizeof json);
    return nav_test_bake_json(json);
}

static nav_mesh *bake_round(int number)
{
    nav_mesh *mesh = bake_far(far_ends[number / 2]);
    if (number % 2 == 1) {
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    }
    return mesh;
}

START_TEST(test_a_search_from_far_away_ends_among_small_holes)
{
    nav_mesh *mesh = bake_round(_i);
    double end = far_ends[_i / 2];
    const nav_vec2 far = {end * 0.75, 1};
    static const nav_vec2 near[] = {{13, 13}, {1, 39}, {11, 13}, {16, 13}};
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    for (int i = 0; i < 4 * 3 * 2; i++) {
        nav_path_options options = {.search = (nav_search)(i / 4 % 3)};
        nav_vec2 a = i / 12 ? near[i % 4] : far;
        nav_vec2 b = i / 12 ? far : near[i % 4];
        nav_path path;
        ck_assert_int_eq(nav_query_path(query, a, b, &options, &path, NULL),
                         NAV_OK);
        ck_assert_int_eq(path.status, NAV_PATH_OK);
        ck_assert_uint_lt(path.expanded, EXPANDED_MOST);
        double straight = hypot(a.x - b.x, a.y - b.y);
        ck_assert(path.length >= straight * (1 - 1e-15));
        ck_assert(path.length <= (straight + 80) * (1 + 1e-15));
    }
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// Without an end to the flood, memory would run out or the test would time out.
START_TEST(test_a_flood_from_far_away_ends_among_small_holes)
{
    nav_mesh *mesh = bake_round(_i);
    double end = far_ends[_i / 2];
    nav_query *query = NULL;
    nav_field *field = NULL;
    const nav_point goal = {{end * 0.75, 1}, NAV_FLOOR_ONLY, 0};
    nav_field_options options = {.cell = end / 12, .method = NAV_FIELD_EXACT};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_field_new(query, &goal, 1, &options, &field, NULL),
                     NAV_OK);
    nav_field_info info = nav_field_get_info(field);
    ck_assert_uint_eq(info.places, 12);
    ck_assert(info.most <= end);
    nav_field_free(field);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

// A floor and the two slopes of a roof on it, which fold back at both its
// sides, as long as that and one wide: more ways to go to and fro than there is
// memory.
START_TEST(test_a_flood_between_folded_floors_ends)
{
    static const char obj[] =
        "v 0 0 0\nv 1e12 0 0\nv 1e12 0 1\nv 0 0 1\nv 0 1 0.5\n"
        "v 1e12 1 0.5\nf 1 2 3 4\nf 1 2 6 5\nf 5 6 3 4\n";
    nav_model *model = NULL;
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    ck_assert_int_eq(nav_model_read_obj(model, obj, sizeof obj - 1, NULL, NULL),
                     NAV_OK);
    nav_model_options how = nav_model_options_default();
    nav_bake_options baking = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(
        nav_bake_model(model, &how, &baking, NULL, &mesh, NULL, NULL, NULL),
        NAV_OK);
    nav_query *query = NULL;
    nav_field *field = NULL;
    nav_error error = {.status = NAV_OK};
    const nav_point goal = {{1, 0.5}, NAV_FLOOR_LOWEST, 0};
    nav_field_options options = {.cell = 1e11, .method = NAV_FIELD_EXACT};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    ck_assert_int_eq(nav_field_new(query, &goal, 1, &options, &field, &error),
                     NAV_LIMIT);
    ck_assert_int_eq(error.status, NAV_LIMIT);
    ck_assert_str_ne(error.message, "");
    nav_query_free(query);
    nav_mesh_free(mesh);
    nav_model_free(model);
}
END_TEST

// A number of a small grid, or one that is up to 2^120 times as large.
static double draw_unlike(nav_test_random *random)
{
    double value = nav_test_random_below(random, 8);
    if (nav_test_random_below(random, 3) == 0) {
        value = ldexp(1 + nav_test_random_unit(random),
                      (int)nav_test_random_below(random, 120));
    }
    return nav_test_random_below(random, 8) == 0 ? -value : value;
}

// Where short edges cross long ones, they bend by more than they are long; and
// pieces that are bent must not cross each other again and again.
START_TEST(test_crossing_edges_of_unlike_lengths_come_to_an_end)
{
    nav_test_random random = {(uint64_t)_i};
    for (int i = 0; i < 100; i++) {
        nav_vec2 ring[14];
        nav_shape *shape = NULL;
        nav_mesh *mesh = NULL;
        nav_bake_options options = nav_bake_options_default();
        nav_bake_report report;
        for (int k = 0; k < 14; k++) {
            ring[k].x = draw_unlike(&random);
            ring[k].y = draw_unlike(&random);
        }
        ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
        ck_assert_int_eq(nav_shape_add_ring(shape, ring, 14, NULL), NAV_OK);
        nav_status status =
            nav_bake(shape, &options, NULL, &mesh, &report, NULL);
        ck_assert(status == NAV_OK || status == NAV_GEOMETRY);
        nav_mesh_free(mesh);
        mesh = NULL;
        // Each two edges once.
        ck_assert_uint_le(report.crossings, 14 * 13 / 2);
        options.agent_radius = i % 2 ? 0.25 : 0x1p40;
        status = nav_bake(shape, &options, NULL, &mesh, &report, NULL);
        ck_assert(status == NAV_OK || status == NAV_GEOMETRY ||
                  status == NAV_RANGE);
        nav_mesh_free(mesh);
        nav_shape_free(shape);
    }
}
END_TEST

Suite *nav_test_far(void)
{
    Suite *suite = suite_create("far");
    TCase *cases = tcase_create("far");
    tcase_add_loop_test(cases,
                        test_a_search_from_far_away_ends_among_small_holes, 0,
                        2 * FAR_ENDS);
    tcase_add_loop_test(cases,
                        test_a_flood_from_far_away_ends_among_small_holes, 0,
                        2 * FAR_ENDS);
    tcase_add_test(cases, test_a_flood_between_folded_floors_ends);
    tcase_add_loop_test(
        cases, test_crossing_edges_of_unlike_lengths_come_to_an_end, 0, 20);
    suite_add_tcase(suite, cases);
    return suite;
}
