// test_closing.c - a mesh with closed polygons against one made without them.
#include "mesh/closing.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

enum { CELLS = 7, PAIRS = 40 };

// What a loop test makes of its number.
typedef enum kind {
    FLAT,
    FLAT_WITH_LANDMARKS,
    LIFTED,
    DOUBLED, // some polygons twice, so that up to four meet at an edge
    KINDS
} kind;

// Corners and counts of those polygons of a mesh that are not closed, and then
// of those among the first `doubled` ones of the mesh for a second time.
// `number` gets their new numbers.
typedef struct extract {
    uint32_t *corners, *counts, *number;
    uint32_t used, polygons;
} extract;

static void add_polygon(extract *x, const nav_mesh *mesh, uint32_t p)
{
    x->counts[x->polygons++] = mesh->first[p + 1] - mesh->first[p];
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        x->corners[x->used++] = mesh->corner[e];
    }
}

static extract extract_open(const nav_mesh *mesh, const bool *closed,
                            uint32_t doubled)
{
    extract x = {malloc(2 * mesh->info.edges * sizeof(uint32_t)),
                 malloc(2 * mesh->info.polygons * sizeof(uint32_t)),
                 malloc(mesh->info.polygons * sizeof(uint32_t)), 0, 0};
    ck_assert(x.corners && x.counts && x.number);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        x.number[p] = NAV_NONE;
        if (!closed[p]) {
            x.number[p] = x.polygons;
            add_polygon(&x, mesh, p);
        }
    }
    for (uint32_t p = 0; p < doubled; p++) {
        add_polygon(&x, mesh, p);
    }
    return x;
}

static void extract_free(extract *x)
{
    free(x->corners);
    free(x->counts);
    free(x->number);
}

static nav_mesh *make_of(const nav_mesh *mesh, const extract *x)
{
    uint32_t count = mesh->info.vertices;
    if (!mesh->height) {
        return nav_test_make_mesh(mesh->vertex, count, x->corners, x->counts,
                                  x->polygons);
    }
    nav_vec3 *vertices = malloc(count * sizeof *vertices);
    ck_assert_ptr_nonnull(vertices);
    for (uint32_t v = 0; v < count; v++) {
        vertices[v] =
            (nav_vec3){mesh->vertex[v].x, mesh->vertex[v].y, mesh->height[v]};
    }
    nav_mesh *made = nav_test_make_floors(vertices, count, x->corners,
                                          x->counts, x->polygons);
    free(vertices);
    return made;
}

static bool *draw_closed(const nav_mesh *mesh, nav_test_random *random)
{
    bool *closed = malloc(mesh->info.polygons * sizeof *closed);
    ck_assert_ptr_nonnull(closed);
    closed[0] = false; // not all
    for (uint32_t p = 1; p < mesh->info.polygons; p++) {
        closed[p] = nav_test_random_below(random, 5) == 0;
    }
    return closed;
}

static nav_mesh *make_kind(kind k, nav_test_random *random)
{
    nav_mesh *mesh = nav_test_make_grid(random, CELLS, CELLS, 1);
    if (k == FLAT_WITH_LANDMARKS) {
        ck_assert_int_eq(nav_mesh_add_landmarks(mesh, NULL), NAV_OK);
    }
    if (k < LIFTED) {
        return mesh;
    }
    nav_mesh *lifted = nav_test_lift(mesh, random);
    nav_mesh_free(mesh);
    if (k == LIFTED) {
        return lifted;
    }
    bool *none = calloc(lifted->info.polygons, sizeof *none);
    ck_assert_ptr_nonnull(none);
    extract x = extract_open(lifted, none, lifted->info.polygons / 3);
    nav_mesh *doubled = make_of(lifted, &x);
    extract_free(&x);
    free(none);
    nav_mesh_free(lifted);
    return doubled;
}

// The same mesh twice: with closed polygons, and without them.
typedef struct twin_meshes {
    nav_mesh *closed, *without;
    extract x;
} twin_meshes;

static twin_meshes make_twins(kind k, nav_test_random *random)
{
    twin_meshes t = {.closed = make_kind(k, random)};
    bool *close = draw_closed(t.closed, random);
    t.x = extract_open(t.closed, close, 0);
    t.without = make_of(t.closed, &t.x);
    ck_assert_int_eq(nav_mesh_close_polygons(t.closed, close, NULL), NAV_OK);
    free(close);
    return t;
}

static void free_twins(twin_meshes *t)
{
    nav_mesh_free(t->closed);
    nav_mesh_free(t->without);
    extract_free(&t->x);
}

static uint32_t renumber(const twin_meshes *t, uint32_t polygon)
{
    return polygon == NAV_NONE ? NAV_NONE : t->x.number[polygon];
}

START_TEST(test_what_is_derived_is_that_of_a_mesh_without_closed_polygons)
{
    nav_test_random random = {(uint64_t)_i};
    twin_meshes t = make_twins((kind)(_i % KINDS), &random);
    const nav_mesh *mesh = t.closed;
    nav_mesh_info want = t.without->info;
    nav_error error;
    ck_assert_msg(nav_mesh_validate(mesh, &error) == NAV_OK, "%s",
                  error.message);
    ck_assert_uint_eq(mesh->info.polygons - mesh->info.closed, want.polygons);
    ck_assert_uint_gt(mesh->info.closed, 0);
    ck_assert_uint_eq(mesh->info.islands, want.islands);
    ck_assert_uint_eq(mesh->info.portals, want.portals);
    ck_assert_uint_eq(mesh->info.nonmanifold_edges, want.nonmanifold_edges);
    ck_assert_double_eq(mesh->info.area, want.area);
    ck_assert(mesh->plain == t.without->plain);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        nav_polygon is = nav_mesh_polygon(mesh, p);
        uint32_t number = t.x.number[p];
        for (uint32_t i = 0; i < is.count; i++) {
            uint32_t neighbour =
                number == NAV_NONE
                    ? NAV_NONE
                    : nav_mesh_polygon(t.without, number).neighbours[i];
            ck_assert_uint_eq(renumber(&t, is.neighbours[i]), neighbour);
        }
        ck_assert_uint_eq(is.island,
                          number == NAV_NONE
                              ? NAV_NONE
                              : nav_mesh_polygon(t.without, number).island);
    }
    free_twins(&t);
}
END_TEST

static void compare_paths(const twin_meshes *t, const nav_path *is,
                          const nav_path *want)
{
    ck_assert_int_eq(is->status, want->status);
    ck_assert(nav_vec2_equal(is->start, want->start));
    ck_assert(nav_vec2_equal(is->end, want->end));
    ck_assert_uint_eq(renumber(t, is->start_polygon), want->start_polygon);
    ck_assert(fabs(is->length - want->length) <= 1e-9 * want->length);
    ck_assert(is->optimal == want->optimal);
}

static void compare_pair(const twin_meshes *t, nav_query *closed,
                         nav_query *without, nav_test_random *random)
{
    double size = nav_test_grid_size(CELLS);
    nav_point a = {nav_test_random_point(t->closed, random, size),
                   NAV_FLOOR_LOWEST, 0};
    nav_point b = {nav_test_random_point(t->closed, random, size),
                   NAV_FLOOR_NEAREST, 3};
    nav_path_options options = {
        .search = (nav_search)nav_test_random_below(random, 3), .snap = 8};
    nav_path is, want;
    ck_assert_int_eq(nav_query_path_at(closed, a, b, &options, &is, NULL),
                     NAV_OK);
    ck_assert_int_eq(nav_query_path_at(without, a, b, &options, &want, NULL),
                     NAV_OK);
    compare_paths(t, &is, &want);
    nav_location place, want_place;
    ck_assert_int_eq(nav_query_locate_at(closed, b, &place, NULL), NAV_OK);
    ck_assert_int_eq(nav_query_locate_at(without, b, &want_place, NULL),
                     NAV_OK);
    ck_assert_uint_eq(renumber(t, place.polygon), want_place.polygon);
    ck_assert_double_eq(place.distance, want_place.distance);
    nav_ray ray, want_ray;
    ck_assert_int_eq(nav_query_raycast_at(closed, a, b.plan, 8, &ray, NULL),
                     NAV_OK);
    ck_assert_int_eq(
        nav_query_raycast_at(without, a, b.plan, 8, &want_ray, NULL), NAV_OK);
    ck_assert_int_eq(ray.status, want_ray.status);
    ck_assert(nav_vec2_equal(ray.hit, want_ray.hit));
    ck_assert_uint_eq(renumber(t, ray.end_polygon), want_ray.end_polygon);
}

START_TEST(test_queries_answer_as_on_a_mesh_without_closed_polygons)
{
    nav_test_random random = {(uint64_t)_i + 1000};
    twin_meshes t = make_twins((kind)(_i % KINDS), &random);
    nav_query *closed = NULL, *without = NULL;
    ck_assert_int_eq(nav_query_new(t.closed, NULL, &closed), NAV_OK);
    ck_assert_int_eq(nav_query_new(t.without, NULL, &without), NAV_OK);
    for (int i = 0; i < PAIRS; i++) {
        compare_pair(&t, closed, without, &random);
    }
    nav_query_free(closed);
    nav_query_free(without);
    free_twins(&t);
}
END_TEST

START_TEST(test_polygons_stay_closed_when_others_are)
{
    nav_test_random random = {7};
    nav_mesh *once = nav_test_make_grid(&random, CELLS, CELLS, 0);
    random.state = 7;
    nav_mesh *twice = nav_test_make_grid(&random, CELLS, CELLS, 0);
    bool *a = draw_closed(once, &random), *b = draw_closed(once, &random);
    ck_assert_int_eq(nav_mesh_close_polygons(twice, a, NULL), NAV_OK);
    ck_assert_int_eq(nav_mesh_close_polygons(twice, b, NULL), NAV_OK);
    for (uint32_t p = 0; p < once->info.polygons; p++) {
        a[p] = a[p] || b[p];
    }
    ck_assert_int_eq(nav_mesh_close_polygons(once, a, NULL), NAV_OK);
    ck_assert_mem_eq(once->twin, twice->twin,
                     once->info.edges * sizeof *once->twin);
    ck_assert_mem_eq(once->closed, twice->closed,
                     once->info.polygons * sizeof *once->closed);
    free(a);
    free(b);
    nav_mesh_free(once);
    nav_mesh_free(twice);
}
END_TEST

START_TEST(test_where_all_is_closed_nothing_is_near)
{
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[9,0],[9,9],[0,9]]]");
    bool *all = malloc(mesh->info.polygons * sizeof *all);
    ck_assert_ptr_nonnull(all);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        all[p] = true;
    }
    ck_assert_int_eq(nav_mesh_close_polygons(mesh, all, NULL), NAV_OK);
    ck_assert_uint_eq(mesh->info.islands, 0);
    ck_assert_double_eq(mesh->info.area, 0);
    nav_query *query = NULL;
    ck_assert_int_eq(nav_query_new(mesh, NULL, &query), NAV_OK);
    nav_location place;
    ck_assert_int_eq(nav_query_locate(query, (nav_vec2){1, 1}, &place, NULL),
                     NAV_OK);
    ck_assert_uint_eq(place.polygon, NAV_NONE);
    ck_assert(place.distance == HUGE_VAL);
    nav_path_options options = {.snap = HUGE_VAL};
    nav_path path;
    ck_assert_int_eq(nav_query_path(query, (nav_vec2){1, 1}, (nav_vec2){2, 2},
                                    &options, &path, NULL),
                     NAV_OK);
    ck_assert_int_eq(path.status, NAV_PATH_START_OFF_MESH);
    void *bytes = NULL;
    size_t size = 0;
    nav_error error;
    ck_assert_int_eq(nav_mesh_write(mesh, &bytes, &size, &error), NAV_FORMAT);
    free(all);
    nav_query_free(query);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_a_refused_allocation_leaves_all_open)
{
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[9,0],[9,9],[0,9]]]");
    nav_allocator mem = mesh->mem;
    mesh->mem = nav_test_allocator_hook(&state);
    state.fail_at = 0;
    bool all[] = {true, true};
    nav_error error;
    ck_assert_int_eq(nav_mesh_close_polygons(mesh, all, &error), NAV_NOMEM);
    ck_assert_ptr_null(mesh->closed);
    mesh->mem = mem;
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_closing(void)
{
    Suite *suite = suite_create("closing");
    TCase *cases = tcase_create("closing");
    tcase_add_loop_test(
        cases, test_what_is_derived_is_that_of_a_mesh_without_closed_polygons,
        0, 40);
    tcase_add_loop_test(
        cases, test_queries_answer_as_on_a_mesh_without_closed_polygons, 0, 40);
    tcase_add_test(cases, test_polygons_stay_closed_when_others_are);
    tcase_add_test(cases, test_where_all_is_closed_nothing_is_near);
    tcase_add_test(cases, test_a_refused_allocation_leaves_all_open);
    suite_add_tcase(suite, cases);
    return suite;
}
