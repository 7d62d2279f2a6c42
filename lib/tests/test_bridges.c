// test_bridges.c - portals that are the only way between two parts of a mesh.
#include "search/bridges.h"

#include "mesh_support.h"
#include "suites.h"

#include <stdlib.h>

// Marks the polygons that can be reached from one without crossing a portal,
// which is given by one of its two edges; on a mesh without rings.
static void mark_reached(const nav_mesh *mesh, nav_poly_id from,
                         uint32_t closed, bool *reached)
{
    nav_poly_id *open = malloc(mesh->info.polygons * sizeof *open);
    ck_assert_ptr_nonnull(open);
    size_t count = 0;
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        reached[p] = p == from;
    }
    open[count++] = from;
    while (count > 0) {
        nav_poly_id p = open[--count];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            nav_poly_id q = mesh->neighbour[e];
            bool shut = e == closed || mesh->twin[e] == closed;
            if (q != NAV_NONE && !shut && !reached[q]) {
                reached[q] = true;
                open[count++] = q;
            }
        }
    }
    free(open);
}

// Whether a way to polygon `goal` may cross an edge: not out of a part that
// holds it, nor into one that does not.
static bool allows(const nav_bridges *b, uint32_t edge, nav_poly_id goal)
{
    uint32_t which = b->of_edge[edge];
    if (which == 0) {
        return true;
    }
    const nav_bridge *bridge = &b->bridge[which - 1];
    ck_assert(bridge->in == edge || bridge->out == edge);
    return nav_bridges_part(b, which, goal) == (bridge->in == edge);
}

static void check_edge(const nav_bridges *b, const nav_mesh *mesh, uint32_t e,
                       bool *reached)
{
    uint32_t twin = mesh->twin[e];
    if (twin == NAV_NONE) {
        ck_assert_uint_eq(b->of_edge[e], 0);
        return;
    }
    mark_reached(mesh, mesh->edge_polygon[twin], e, reached);
    nav_poly_id here = mesh->edge_polygon[e];
    bool is_bridge = !reached[here];
    ck_assert_msg((b->of_edge[e] != 0) == is_bridge, "edge %u", e);
    for (nav_poly_id goal = 0; goal < mesh->info.polygons; goal++) {
        if (mesh->island[goal] == mesh->island[here]) {
            ck_assert_msg(allows(b, e, goal) == (!is_bridge || reached[goal]),
                          "edge %u, goal %u", e, goal);
        }
    }
}

static void check_order(const nav_bridges *b, const nav_mesh *mesh)
{
    uint32_t polygons = mesh->info.polygons;
    bool *used = calloc(polygons + 1, sizeof *used);
    ck_assert_ptr_nonnull(used);
    for (uint32_t p = 0; p < polygons; p++) {
        ck_assert_uint_lt(b->order[p], polygons);
        ck_assert(!used[b->order[p]]);
        used[b->order[p]] = true;
    }
    for (size_t i = 0; i < b->count; i++) {
        ck_assert_uint_le(b->bridge[i].first, b->bridge[i].last);
        ck_assert_uint_lt(b->bridge[i].last, polygons);
    }
    free(used);
}

// Of the bridges that a polygon is behind, the inner one has the fewest others
// behind it, and from there outwards one comes by all.
static void check_inner(const nav_bridges *b, const nav_mesh *mesh)
{
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        size_t behind = 0;
        for (uint32_t which = 1; which <= b->count; which++) {
            behind += nav_bridges_part(b, which, p);
        }
        uint32_t size = 0;
        uint32_t which = b->inner[p];
        while (which != 0) {
            const nav_bridge *bridge = &b->bridge[which - 1];
            ck_assert(nav_bridges_part(b, which, p));
            ck_assert_uint_gt(bridge->last - bridge->first + 1, size);
            ck_assert_uint_eq(mesh->twin[bridge->in], bridge->out);
            ck_assert(
                nav_bridges_part(b, which, mesh->edge_polygon[bridge->out]));
            size = bridge->last - bridge->first + 1;
            which = bridge->around;
            behind--;
        }
        ck_assert_uint_eq(behind, 0);
    }
}

static void check_mesh(const nav_mesh *mesh)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_bridges b;
    ck_assert_int_eq(nav_bridges_init(&b, mesh, &mem), NAV_OK);
    bool *reached = calloc(mesh->info.polygons + 1, sizeof *reached);
    ck_assert_ptr_nonnull(reached);
    check_order(&b, mesh);
    check_inner(&b, mesh);
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        check_edge(&b, mesh, e, reached);
    }
    free(reached);
    nav_bridges_fini(&b);
}

START_TEST(test_bridges_are_the_portals_whose_loss_parts_an_island)
{
    nav_test_random random = {(uint64_t)_i};
    for (uint32_t round = 0; round < 10; round++) {
        uint32_t width = 1 + nav_test_random_below(&random, 9);
        uint32_t height = 1 + nav_test_random_below(&random, 9);
        nav_mesh *mesh = nav_test_make_grid(&random, width, height, round % 2);
        check_mesh(mesh);
        nav_mesh_free(mesh);
    }
}
END_TEST

// Two polygons may have two portals in common; neither is a bridge.
START_TEST(test_portals_side_by_side_are_no_bridges)
{
    const nav_vec2 v[] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {1, -1}};
    nav_mesh *mesh = nav_test_make_mesh(
        v, 5, (uint32_t[]){0, 1, 2, 3, 2, 1, 0, 4}, (uint32_t[]){4, 4}, 2);
    ck_assert_uint_eq(mesh->info.portals, 2);
    check_mesh(mesh);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_bridges b;
    ck_assert_int_eq(nav_bridges_init(&b, mesh, &mem), NAV_OK);
    ck_assert_uint_eq(b.count, 0);
    nav_bridges_fini(&b);
    nav_mesh_free(mesh);
}
END_TEST

// Three floors at one edge, and one more beyond the third.
START_TEST(test_edge_of_three_floors_is_no_bridge_and_the_next_one_is)
{
    const nav_vec3 v[] = {{0, 0, 0}, {0, 2, 0}, {2, 0, 0},  {2, 2, 0},
                          {2, 0, 2}, {2, 2, 2}, {-2, 0, 0}, {-2, 2, 0},
                          {4, 0, 0}, {4, 2, 0}};
    const uint32_t corners[] = {0, 2, 3, 1, 0, 4, 5, 1, 6, 0, 1, 7, 2, 8, 9, 3};
    nav_mesh *mesh =
        nav_test_make_floors(v, 10, corners, (uint32_t[]){4, 4, 4, 4}, 4);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_bridges b;
    ck_assert_int_eq(nav_bridges_init(&b, mesh, &mem), NAV_OK);
    ck_assert_uint_eq(b.count, 1);
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        bool plain =
            mesh->twin[e] != NAV_NONE && mesh->twin[mesh->twin[e]] == e;
        ck_assert_int_eq(b.of_edge[e] != 0, plain);
    }
    nav_bridges_fini(&b);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_bridges_of_a_long_row_need_no_deep_stack)
{
    enum { LENGTH = 200000 };
    nav_vec2 *v = malloc((2 * LENGTH + 2) * sizeof *v);
    uint32_t *corners = malloc(4 * LENGTH * sizeof *corners);
    uint32_t *counts = malloc(LENGTH * sizeof *counts);
    ck_assert(v && corners && counts);
    for (uint32_t i = 0; i <= LENGTH; i++) {
        v[2 * i] = (nav_vec2){i, 0};
        v[2 * i + 1] = (nav_vec2){i, 1};
    }
    for (uint32_t i = 0; i < LENGTH; i++) {
        counts[i] = 4;
        corners[4 * i] = 2 * i;
        corners[4 * i + 1] = 2 * i + 2;
        corners[4 * i + 2] = 2 * i + 3;
        corners[4 * i + 3] = 2 * i + 1;
    }
    nav_mesh *mesh =
        nav_test_make_mesh(v, 2 * LENGTH + 2, corners, counts, LENGTH);
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_bridges b;
    ck_assert_int_eq(nav_bridges_init(&b, mesh, &mem), NAV_OK);
    ck_assert_uint_eq(b.count, LENGTH - 1);
    nav_bridges_fini(&b);
    nav_mesh_free(mesh);
    free(v);
    free(corners);
    free(counts);
}
END_TEST

static nav_status find_bridges(const nav_allocator *mem, const void *mesh)
{
    nav_bridges b;
    nav_status status = nav_bridges_init(&b, mesh, mem);
    if (status == NAV_OK) {
        nav_bridges_fini(&b);
    }
    return status;
}

START_TEST(test_every_failed_allocation_is_told_and_leaks_nothing)
{
    nav_test_random random = {77};
    nav_mesh *mesh = nav_test_make_grid(&random, 14, 14, 0);
    ck_assert_uint_gt(nav_test_fail_allocations(find_bridges, mesh), 3);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_bridges(void)
{
    Suite *suite = suite_create("bridges");
    TCase *cases = tcase_create("bridges");
    tcase_add_loop_test(
        cases, test_bridges_are_the_portals_whose_loss_parts_an_island, 0, 12);
    tcase_add_test(cases, test_portals_side_by_side_are_no_bridges);
    tcase_add_test(cases,
                   test_edge_of_three_floors_is_no_bridge_and_the_next_one_is);
    tcase_add_test(cases, test_bridges_of_a_long_row_need_no_deep_stack);
    tcase_add_test(cases,
                   test_every_failed_allocation_is_told_and_leaks_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}
