// test_offmesh_bound.c - lower bounds of costs over links, against the least
// cost in a world without walls.
#include "search/offmesh_bound.h"

#include <math.h>

#include "base/vec.h"
#include "mesh_support.h"
#include "suites.h"

enum { BOUND_LINKS_MOST = 24 };

static nav_vec2 draw_point(nav_test_random *random)
{
    return (nav_vec2){nav_test_random_below(random, 60),
                      nav_test_random_below(random, 60)};
}

// The least cost in a world without walls.
static double cost_without_walls(const nav_mesh *mesh, double walk,
                                 nav_vec2 from, nav_vec2 to)
{
    double at[2 * BOUND_LINKS_MOST]; // standing where the node is left
    double least = walk * nav_vec2_distance(from, to);
    uint32_t nodes = 2 * mesh->info.links;
    for (uint32_t n = 0; n < nodes; n++) {
        at[n] = HUGE_VAL;
    }
    for (bool helped = true; helped;) {
        helped = false;
        for (uint32_t n = 0; n < nodes; n++) {
            const nav_offmesh_link *link = &mesh->link[n / 2];
            nav_vec2 entry = n % 2 == 0 ? link->from : link->to;
            double by = walk * nav_vec2_distance(from, entry);
            for (uint32_t k = 0; k < nodes; k++) {
                const nav_offmesh_link *l = &mesh->link[k / 2];
                by = fmin(by, at[k] + walk * nav_vec2_distance(
                                                 k % 2 == 0 ? l->to : l->from,
                                                 entry));
            }
            if ((n % 2 == 0 || !link->oneway) && by + link->cost < at[n]) {
                at[n] = by + link->cost;
                helped = true;
            }
        }
    }
    for (uint32_t n = 0; n < nodes; n++) {
        const nav_offmesh_link *l = &mesh->link[n / 2];
        least = fmin(
            least,
            at[n] + walk * nav_vec2_distance(n % 2 == 0 ? l->to : l->from, to));
    }
    return least;
}

static uint32_t draw_links(nav_offmesh_link *link, nav_test_random *random)
{
    static const double factors[] = {0, 0.2, 0.5, 0.7, 0.8, 0.9, 1, 2};
    uint32_t count = nav_test_random_below(random, BOUND_LINKS_MOST + 1);
    for (uint32_t i = 0; i < count; i++) {
        link[i] =
            (nav_offmesh_link){.from = draw_point(random),
                               .to = draw_point(random),
                               .oneway = nav_test_random_below(random, 2) == 0};
        link[i].cost = factors[nav_test_random_below(random, 8)] *
                       nav_vec2_distance(link[i].from, link[i].to);
    }
    return count;
}

// Never more than the least cost without walls, but where every way through the
// point costs the limit; that cost itself when all hubs are looked at; and from
// point to point it falls by no more than the way between them.
static void check_bound(const nav_offmesh_bound *b, nav_vec2 start,
                        nav_test_random *random)
{
    for (int k = 0; k < 12; k++) {
        nav_vec2 p = draw_point(random), q = draw_point(random);
        double h = nav_offmesh_bound_from(b, p);
        double least = cost_without_walls(b->mesh, b->walk, p, b->goal);
        double through = least + cost_without_walls(b->mesh, b->walk, start, p);
        bool outside = through >= b->limit * (1 - 1e-12);
        NAV_TEST_CHECK_MSG(h <= least * (1 + 1e-12) || outside,
                           "%.17g and %.17g", h, least);
        NAV_TEST_CHECK(b->scale < b->walk || h >= least * (1 - 1e-12));
        NAV_TEST_CHECK(h <= (b->walk * nav_vec2_distance(p, q) +
                             nav_offmesh_bound_from(b, q)) *
                                (1 + 1e-12));
    }
    for (uint32_t n = 0; n < b->nodes; n++) {
        const nav_offmesh_link *link = &b->mesh->link[n / 2];
        double h = nav_offmesh_bound_at(b, n);
        nav_vec2 exit = n % 2 == 0 ? link->to : link->from;
        double at = nav_offmesh_bound_from(b, exit);
        NAV_TEST_CHECK(fabs(h - at) <= 1e-12 * at || fmin(h, at) >= b->limit);
    }
}

START_TEST(test_bounds_never_lie)
{
    static const uint32_t mosts[] = {1000, 0, 1, 3, 8};
    static const double walks[] = {1, 1, 0.3, 2.5};
    double walk = walks[_i % 4];
    nav_test_random random = {(uint64_t)_i + 5};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_offmesh_link link[BOUND_LINKS_MOST];
    nav_mesh mesh = {.link = link};
    mesh.info.links = draw_links(link, &random);
    nav_offmesh_bound b;
    ck_assert_int_eq(
        nav_offmesh_bound_init(&b, &mesh, walk, &mem, mosts[_i % 5]), NAV_OK);
    for (int k = 0; k < 6; k++) {
        nav_vec2 start = draw_point(&random), goal = draw_point(&random);
        double limit = HUGE_VAL;
        if (k % 2 == 1) {
            limit = walk * nav_vec2_distance(start, goal) *
                    (0.3 + nav_test_random_unit(&random));
        }
        ck_assert_int_eq(nav_offmesh_bound_begin(&b, start, goal, limit),
                         NAV_OK);
        check_bound(&b, start, &random);
    }
    nav_offmesh_bound_fini(&b);
}
END_TEST

Suite *nav_test_offmesh_bound(void)
{
    Suite *suite = suite_create("offmesh_bound");
    TCase *tc = tcase_create("bounds");
    tcase_add_loop_test(tc, test_bounds_never_lie, 0, 100);
    suite_add_tcase(suite, tc);
    return suite;
}
