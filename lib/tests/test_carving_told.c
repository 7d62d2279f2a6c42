// test_carving_told.c - what callers who lay obstacles over a mesh are told.
#include "suites.h"
#include "support.h"

// A room of 10 x 10 with a pillar from (4, 4) to (6, 6).
static const char pillar_room[] =
    "[[[0,0],[10,0],[10,10],[0,10]],[[4,4],[6,4],[6,6],[4,6]]]";

static void add_box(nav_obstacles *set, nav_box box)
{
    nav_obstacle_spec spec = {.kind = NAV_OBSTACLE_BOX, .box = box};
    ck_assert_int_eq(nav_obstacles_add(set, &spec, NULL, NULL), NAV_OK);
}

START_TEST(test_what_takes_nothing_away_is_told)
{
    static const struct {
        nav_box box;
        bool blocks;
    } boxes[] = {
        {{{20, 20}, {21, 21}}, false}, // far away
        {{{10, 3}, {11, 4}}, false},   // touches an edge
        {{{4, 4}, {6, 6}}, false},     // the pillar itself
        {{{5, 5}, {5.5, 5.5}}, false}, // inside of it
        {{{3, 1}, {3, 2}}, false},     // no area
        {{{5, 5}, {6.5, 5.5}}, true},  // out of the pillar
        {{{1, 1}, {2, 2}}, true},      // two that overlap
        {{{1, 1}, {2, 3}}, true},      {{{-1, 9}, {0.0000001, 9.5}}, true},
    };
    enum { BOXES = sizeof boxes / sizeof boxes[0] };
    nav_mesh *mesh = nav_test_bake_json(pillar_room);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    for (size_t i = 0; i < BOXES / 2; i++) {
        add_box(set, boxes[i].box);
    }
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    for (size_t i = BOXES / 2; i < BOXES; i++) {
        add_box(set, boxes[i].box);
        ck_assert_int_eq(nav_carving_update(carving, i, NULL), NAV_OK);
    }
    for (size_t i = 0; i < BOXES; i++) {
        ck_assert_msg(nav_carving_blocks(carving, i) == boxes[i].blocks,
                      "box %zu", i);
    }
    // One of the two that overlap leaves, and later goes.
    ck_assert_int_eq(nav_obstacles_move(set, 6, (nav_vec2){-8, 0}, NULL),
                     NAV_OK);
    ck_assert_int_eq(nav_carving_update(carving, 6, NULL), NAV_OK);
    ck_assert(!nav_carving_blocks(carving, 6) &&
              nav_carving_blocks(carving, 7));
    nav_obstacles_remove(set, 7);
    ck_assert_int_eq(nav_carving_update(carving, 7, NULL), NAV_OK);
    ck_assert(!nav_carving_blocks(carving, 7));
    nav_carving_free(carving);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_mesh_is_carved_once_at_a_time)
{
    nav_mesh *mesh = nav_test_bake_json(pillar_room);
    nav_obstacles *set = NULL;
    ck_assert_int_eq(nav_obstacles_new(NULL, NULL, &set, NULL), NAV_OK);
    nav_carving *carving = NULL, *other = NULL;
    nav_error error = {0};
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &carving, NULL), NAV_OK);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &other, &error),
                     NAV_LIMIT);
    ck_assert_str_eq(error.message, "obstacles are laid over the mesh already");
    ck_assert_ptr_null(other);
    nav_carving_free(carving);
    ck_assert_int_eq(nav_carving_new(mesh, set, NULL, &other, NULL), NAV_OK);
    nav_carving_free(other);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_carving_told(void)
{
    Suite *suite = suite_create("carving_told");
    TCase *told = tcase_create("told");
    tcase_add_test(told, test_what_takes_nothing_away_is_told);
    tcase_add_test(told, test_a_mesh_is_carved_once_at_a_time);
    suite_add_tcase(suite, told);
    return suite;
}
