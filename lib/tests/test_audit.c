// test_audit.c - each thing that an audit checks, broken.
#include "mesh/closing.h"
#include "mesh_support.h"
#include "suites.h"

#include <stdlib.h>

// Two squares with a common edge, and a triangle apart.
static const nav_vec2 vertices[] = {{0, 0}, {4, 0}, {8, 0},  {8, 4}, {4, 4},
                                    {0, 4}, {9, 9}, {12, 9}, {9, 12}};
static const uint32_t corners[] = {0, 1, 4, 5, 1, 2, 3, 4, 6, 7, 8};
static const uint32_t counts[] = {4, 4, 3};

static nav_mesh *make_sound(void)
{
    return nav_test_make_mesh(vertices, 9, corners, counts, 3);
}

static void check_says(nav_mesh *mesh, const char *expected)
{
    nav_error error = {.status = NAV_OK};
    ck_assert_int_eq(nav_mesh_audit(mesh, &error), NAV_FORMAT);
    ck_assert_str_eq(error.message, expected);
    nav_mesh_free(mesh);
}

START_TEST(test_a_sound_mesh_passes)
{
    nav_mesh *mesh = make_sound();
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_what_is_derived_is_checked)
{
    nav_mesh *mesh = make_sound();
    mesh->info.agent_radius = -1;
    check_says(mesh, "the radius of the agent is not legal");
    mesh = make_sound();
    mesh->info.agent_radius = NAV_COORD_MAX * 2;
    check_says(mesh, "the radius of the agent is not legal");
    mesh = make_sound();
    mesh->info.agent_radius = NAV_COORD_MAX;
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    mesh->edge_polygon[5] = 0;
    check_says(mesh, "edge 1 of polygon 1 is said to be of another");
    mesh = make_sound();
    mesh->neighbour[1] = 2;
    check_says(mesh, "the neighbour of polygon 0 over edge 1 is not that of "
                     "its twin");
    mesh = make_sound();
    mesh->island[2] = 0;
    check_says(mesh, "the island of polygon 2 is not number 1");
    mesh = make_sound();
    mesh->island[1] = 1;
    check_says(mesh, "the island of polygon 0 is not number 0");
    mesh = make_sound();
    mesh->info.islands = 3;
    check_says(mesh, "there are 2 islands, not 3");
}
END_TEST

// A mesh of two triangles and their vertices.
static nav_mesh *make_two(const nav_vec2 *v, uint32_t count,
                          const uint32_t *three_and_three)
{
    static const uint32_t threes[] = {3, 3};
    return nav_test_make_mesh(v, count, three_and_three, threes, 2);
}

START_TEST(test_vertices_are_checked)
{
    static const nav_vec2 unused[] = {{0, 0},  {4, 0},  {0, 4}, {9, 9},
                                      {12, 9}, {9, 12}, {1, 1}};
    static const uint32_t apart[] = {0, 1, 2, 3, 4, 5};
    check_says(make_two(unused, 7, apart),
               "vertex 6 is no corner of any polygon");
    static const nav_vec2 twice[] = {{0, 0}, {4, 0}, {0, 4},
                                     {4, 0}, {9, 0}, {9, 4}};
    check_says(make_two(twice, 6, apart),
               "vertices 1 and 3 are the same point");
}
END_TEST

START_TEST(test_polygons_share_the_plane)
{
    static const uint32_t apart[] = {0, 1, 2, 3, 4, 5};
    // Crossing, one in the other, and a corner that reaches in.
    static const nav_vec2 over[][6] = {
        {{0, 0}, {4, 0}, {0, 4}, {1, 1}, {5, 1}, {1, 5}},
        {{0, 0}, {9, 0}, {0, 9}, {1, 1}, {2, 1}, {1, 2}},
        {{0, 0}, {4, 0}, {4, 4}, {3, 1}, {8, 0}, {8, 4}}};
    for (int i = 0; i < 3; i++) {
        check_says(make_two(over[i], 6, apart), "polygons 0 and 1 overlap");
    }
    // A corner on an edge, from either side.
    static const nav_vec2 touching[] = {{0, 0}, {4, 0}, {4, 4},
                                        {4, 1}, {8, 0}, {8, 4}};
    check_says(make_two(touching, 6, apart),
               "corner 0 of polygon 1 lies within edge 1 of polygon 0");
    static const nav_vec2 touched[] = {{4, 1}, {8, 0}, {8, 4},
                                       {0, 0}, {4, 0}, {4, 4}};
    check_says(make_two(touched, 6, apart),
               "corner 0 of polygon 0 lies within edge 1 of polygon 1");
    // A common edge that is no portal.
    static const nav_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const uint32_t halves[] = {0, 1, 2, 0, 2, 3};
    nav_mesh *mesh = make_two(square, 4, halves);
    mesh->twin[2] = mesh->twin[3] = NAV_NONE;
    nav_mesh_finish(mesh);
    check_says(mesh, "edge 2 of polygon 0 and edge 0 of polygon 1 are one, but "
                     "no twins");
}
END_TEST

START_TEST(test_polygons_may_touch_in_a_corner)
{
    static const nav_vec2 pinch[] = {{0, 0}, {4, 0}, {4, 4}, {8, 4}, {8, 8}};
    static const uint32_t both[] = {0, 1, 2, 2, 3, 4};
    nav_mesh *mesh = make_two(pinch, 5, both);
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_floors_may_lie_over_each_other)
{
    static const nav_vec3 floors[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0},
                                      {0, 0, 3}, {4, 0, 3}, {0, 4, 3}};
    static const uint32_t each[] = {0, 1, 2, 3, 4, 5};
    static const uint32_t threes[] = {3, 3};
    nav_mesh *mesh = nav_test_make_floors(floors, 6, each, threes, 2);
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_ends_of_links_name_the_least_polygon)
{
    static const char map[] =
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]],\"area\":\"a\"},"
        "{\"outer\":[[4,0],[8,0],[8,4],[4,4]],\"area\":\"b\"}],"
        "\"links\":[{\"from\":[4,2],\"to\":[1,1]}]}";
    nav_mesh *mesh = nav_test_bake_json(map);
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    ck_assert_uint_eq(mesh->link[0].from_polygon, 0);
    mesh->link[0].from_polygon = 1;
    check_says(mesh, "an end of link 0 lies on a polygon of lesser number too");
}
END_TEST

// What an audit compares holds of a mesh as it was baked.
START_TEST(test_closed_polygons_are_only_validated)
{
    nav_mesh *mesh = make_sound();
    ck_assert_int_eq(
        nav_mesh_close_polygons(mesh, (bool[]){true, false, false}, NULL),
        NAV_OK);
    ck_assert_int_eq(nav_mesh_audit(mesh, NULL), NAV_OK);
    mesh->corner[0] = 99;
    check_says(mesh, "edge 0 starts at vertex 99 of 9");
}
END_TEST

static nav_status audit_with(const nav_allocator *mem, const void *context)
{
    // The mesh's own allocator is what an audit uses.
    nav_mesh copy = *(const nav_mesh *)context;
    copy.mem = *mem;
    return nav_mesh_audit(&copy, NULL);
}

START_TEST(test_failed_allocations_are_survived)
{
    nav_mesh *mesh = make_sound();
    ck_assert_uint_gt(nav_test_fail_allocations(audit_with, mesh), 5);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_sections_of_a_file_are_told)
{
    nav_mesh *mesh = make_sound();
    nav_test_file file = nav_test_write_mesh(mesh);
    nav_file_info info;
    nav_error error;
    uint64_t sum = 0;
    ck_assert_int_eq(nav_file_get_info(file.bytes, file.size, &info, NULL),
                     NAV_OK);
    ck_assert_uint_eq(info.version, 1);
    ck_assert_uint_eq(info.size, file.size);
    ck_assert_uint_eq(info.sections, 5);
    for (uint32_t i = 0; i < info.sections; i++) {
        nav_file_section s = nav_file_get_section(file.bytes, i);
        ck_assert(s.required && s.known && s.offset + s.size <= file.size);
        sum += s.size;
    }
    ck_assert_str_eq(nav_file_get_section(file.bytes, 1).tag, "VERT");
    ck_assert_uint_eq(nav_file_get_section(file.bytes, 1).size, 9 * 16);
    ck_assert_uint_le(sum + 32 + 5 * 24, file.size);
    file.bytes[40] ^= 1;
    ck_assert_int_eq(nav_file_get_info(file.bytes, file.size, &info, &error),
                     NAV_FORMAT);
    ck_assert_str_eq(error.message,
                     "the checksum does not fit: the file is damaged");
    free(file.bytes);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_audit(void)
{
    Suite *suite = suite_create("audit");
    TCase *t = tcase_create("checks");
    tcase_add_test(t, test_a_sound_mesh_passes);
    tcase_add_test(t, test_what_is_derived_is_checked);
    tcase_add_test(t, test_vertices_are_checked);
    tcase_add_test(t, test_polygons_share_the_plane);
    tcase_add_test(t, test_polygons_may_touch_in_a_corner);
    tcase_add_test(t, test_floors_may_lie_over_each_other);
    tcase_add_test(t, test_ends_of_links_name_the_least_polygon);
    tcase_add_test(t, test_closed_polygons_are_only_validated);
    tcase_add_test(t, test_failed_allocations_are_survived);
    tcase_add_test(t, test_sections_of_a_file_are_told);
    suite_add_tcase(suite, t);
    return suite;
}
