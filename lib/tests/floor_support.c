// floor_support.c - small meshes of floors over each other, with a query.
#include "floor_support.h"

nav_test_floors nav_test_wrap_floors(nav_mesh *mesh)
{
    nav_test_floors f = {mesh, NULL};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &f.query), NAV_OK);
    return f;
}

void nav_test_close_floors(nav_test_floors f)
{
    nav_query_free(f.query);
    nav_mesh_free(f.mesh);
}

nav_point nav_test_at(double x, double y, double height)
{
    return (nav_point){{x, y}, NAV_FLOOR_NEAREST, height};
}

nav_path nav_test_find_path(nav_test_floors f, nav_point a, nav_point b,
                            nav_path_options options)
{
    nav_path path;
    ck_assert_int_eq(nav_query_path_at(f.query, a, b, &options, &path, NULL),
                     NAV_OK);
    return path;
}

void nav_test_check_lengths(const nav_path *path, double length,
                            double length3d)
{
    ck_assert_int_eq(path->status, NAV_PATH_OK);
    ck_assert_double_eq_tol(path->length, length, 1e-12);
    ck_assert_double_eq_tol(path->length3d, length3d, 1e-12);
}

nav_test_floors nav_test_open_stairs(void)
{
    static const nav_vec3 v[] = {{-2, 0, 0}, {0, 0, 0}, {0, 2, 0}, {-2, 2, 0},
                                 {4, 0, 3},  {4, 2, 3}, {4, 0, 0}, {4, 2, 0}};
    static const uint32_t corners[] = {0, 1, 2, 3, 1, 4, 5, 2, 1, 6, 7, 2};
    static const uint32_t counts[] = {4, 4, 4};
    return nav_test_wrap_floors(nav_test_make_floors(v, 8, corners, counts, 3));
}

nav_test_floors nav_test_open_step(void)
{
    static const nav_vec3 v[] = {{0, 0, 0},   {1, 0, 0},   {1, 1, 0},
                                 {0, 1, 0},   {1, 0, 0.5}, {2, 0, 0.5},
                                 {2, 1, 0.5}, {1, 1, 0.5}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t counts[] = {4, 4};
    nav_mesh *mesh = nav_test_make_floors(v, 8, corners, counts, 2);
    mesh->twin[1] = 7;
    mesh->twin[7] = 1;
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_mesh_finish(mesh);
    return nav_test_wrap_floors(mesh);
}
