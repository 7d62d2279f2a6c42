// test_cone_doors.c - bridges opened and closed, and edges linked past walls.
#include "search/cones.h"

#include "mesh_support.h"
#include "suites.h"

#include <stdlib.h>
#include <string.h>

// The edges of every polygon that start or end an open one are linked in their
// order, and no others; or all, where none is closed.
static void check_rings(const nav_cones *c, bool all)
{
    const nav_mesh *mesh = c->mesh;
    const nav_cone_edge *edge = c->edge;
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        uint32_t before = NAV_NONE;
        uint32_t first = NAV_NONE;
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t last = nav_mesh_prev(mesh, e);
            bool open = edge[e].twin != NAV_NONE || edge[last].twin != NAV_NONE;
            NAV_TEST_CHECK(!open || edge[e].is_kept);
            NAV_TEST_CHECK(!all || edge[e].is_kept);
            if (!edge[e].is_kept) {
                continue;
            }
            if (before != NAV_NONE) {
                NAV_TEST_CHECK(edge[before].next == e);
                NAV_TEST_CHECK(edge[e].prev == before);
            }
            first = before == NAV_NONE ? e : first;
            before = e;
        }
        if (before != NAV_NONE) {
            NAV_TEST_CHECK(edge[before].next == first);
            NAV_TEST_CHECK(edge[first].prev == before);
        }
    }
}

// Whether a bridge lies on the way between two polygons, crossed by the edge
// that leads in or out.
static bool parts(const nav_cones *c, uint32_t which, bool in, nav_poly_id from,
                  nav_poly_id to)
{
    const nav_bridges *b = &c->bridges;
    return c->mesh->island[from] == c->mesh->island[to] &&
           nav_bridges_part(b, which, from) != in &&
           nav_bridges_part(b, which, to) == in;
}

// Likewise for any two of the polygons at the ends.
static bool part_any(const nav_cones *c, uint32_t which, bool in,
                     nav_cone_polygons from, nav_cone_polygons to)
{
    for (size_t i = 0; i < from.count; i++) {
        for (size_t k = 0; k < to.count; k++) {
            if (parts(c, which, in, from.item[i], to.item[k])) {
                return true;
            }
        }
    }
    return false;
}

// Of the bridges those are open that part a polygon at the start from one at
// the goal, from the one to the other, and their other sides can be entered.
static void check_open(const nav_cones *c, nav_cone_polygons from,
                       nav_cone_polygons to)
{
    const nav_bridges *b = &c->bridges;
    for (uint32_t e = 0; e < c->mesh->info.edges; e++) {
        uint32_t which = b->of_edge[e];
        uint32_t twin = c->mesh->twin[e];
        if (which == 0) {
            NAV_TEST_CHECK(c->edge[e].twin == twin);
            continue;
        }
        bool in = b->bridge[which - 1].in == e;
        bool open = part_any(c, which, in, from, to);
        NAV_TEST_CHECK(c->edge[e].twin == (open ? twin : NAV_NONE));
        if (open) {
            NAV_TEST_CHECK(c->edge[twin].is_kept);
            NAV_TEST_CHECK(c->edge[nav_mesh_next(c->mesh, twin)].is_kept);
        }
    }
    check_rings(c, false);
}

enum { HOLDERS_MOST = 4 };

// Polygons at one end: one as a rule, or some anywhere, on several islands.
static nav_cone_polygons
draw_polygons(const nav_mesh *mesh, nav_test_random *random, nav_poly_id *item)
{
    size_t count = nav_test_random_below(random, 2) == 0
                       ? 1
                       : 1 + nav_test_random_below(random, HOLDERS_MOST);
    for (size_t i = 0; i < count; i++) {
        item[i] = nav_test_random_below(random, mesh->info.polygons);
    }
    return (nav_cone_polygons){item, count};
}

static void check_ways(nav_cones *c, nav_test_random *random)
{
    const nav_mesh *mesh = c->mesh;
    size_t size = mesh->info.edges * sizeof *c->edge;
    nav_cone_edge *closed = malloc(size);
    nav_cone_edge *open = malloc(size);
    NAV_TEST_CHECK(closed && open);
    memcpy(open, c->edge, size);
    nav_cones_open_ways(c, (nav_cone_polygons){NULL, 0},
                        (nav_cone_polygons){NULL, 0});
    memcpy(closed, c->edge, size);
    for (int i = 0; i < 40; i++) {
        nav_poly_id start[HOLDERS_MOST], goal[HOLDERS_MOST];
        nav_cone_polygons from = draw_polygons(mesh, random, start);
        nav_cone_polygons to = draw_polygons(mesh, random, goal);
        nav_cones_open_ways(c, from, to);
        check_open(c, from, to);
        nav_cones_close_ways(c);
        for (uint32_t e = 0; e < mesh->info.edges; e++) {
            NAV_TEST_CHECK(c->edge[e].twin == closed[e].twin);
            NAV_TEST_CHECK(c->edge[e].is_kept == closed[e].is_kept);
        }
        check_rings(c, false);
    }
    nav_cones_open_all(c);
    NAV_TEST_CHECK(memcmp(open, c->edge, size) == 0);
    free(closed);
    free(open);
}

START_TEST(test_what_is_open_is_the_way_and_all_else_comes_back)
{
    nav_test_random random = {(uint64_t)_i};
    nav_allocator mem = nav_mem_allocator(NULL);
    for (uint32_t round = 0; round < 10; round++) {
        uint32_t width = 1 + nav_test_random_below(&random, 9);
        uint32_t height = 1 + nav_test_random_below(&random, 9);
        nav_mesh *mesh = nav_test_make_grid(&random, width, height, round % 2);
        nav_cones c;
        ck_assert_int_eq(nav_cones_init(&c, mesh, &mem), NAV_OK);
        check_rings(&c, true);
        check_ways(&c, &random);
        check_rings(&c, true);
        nav_cones_fini(&c);
        nav_mesh_free(mesh);
    }
}
END_TEST

Suite *nav_test_cone_doors(void)
{
    Suite *suite = suite_create("cone_doors");
    TCase *cases = tcase_create("cone_doors");
    tcase_add_loop_test(
        cases, test_what_is_open_is_the_way_and_all_else_comes_back, 0, 12);
    suite_add_tcase(suite, cases);
    return suite;
}
