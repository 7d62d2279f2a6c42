// test_stitch.c - vertices on the edges of other floors become corners there.
#include "floors/stitch.h"

#include <stdlib.h>

#include "floors/pointgrid.h"
#include "geometry/predicates.h"
#include "model_support.h"
#include "suites.h"

Suite *nav_test_stitch(void);

// Makes the floors of a model and stitches them; gives the count of places.
static size_t stitch(const char *obj, double weld, nav_slabs *slabs)
{
    nav_model *model = nav_test_read_model(obj);
    nav_model_options options = nav_model_options_default();
    options.weld = weld;
    nav_model_report report;
    nav_test_make_slabs(model, &options, slabs, &report);
    nav_edges edges;
    size_t stitched = 0;
    ck_assert_int_eq(nav_edges_build(&edges, slabs), NAV_OK);
    ck_assert_int_eq(nav_stitch(slabs, &edges, weld, &stitched), NAV_OK);
    ck_assert_uint_eq(edges.count, slabs->corners);
    nav_test_check_slabs(slabs);
    nav_edges_fini(&edges);
    nav_model_free(model);
    return stitched;
}

// One long edge against two short ones, on a slope, the middle off by `offset`.
#define T_JUNCTION(x, y)                                                       \
    "v 0 0 0\nv 4 2 0\nv 4 4 4\nv 0 2 4\nv 8 4 0\nv 8 6 4\nv " x " " y         \
    " 2\nf 1 2 3 4\nf 2 5 7\nf 5 6 3 7\n"

START_TEST(test_a_vertex_on_an_edge_splits_it)
{
    nav_slabs slabs;
    ck_assert_uint_eq(stitch(T_JUNCTION("4", "3"), 0, &slabs), 1);
    ck_assert_uint_eq(slabs.first[1], 5);
    ck_assert_double_eq(nav_test_boundary(&slabs), 8 + 4 + 8 + 4);
    nav_slabs_fini(&slabs);
}
END_TEST

START_TEST(test_a_vertex_over_an_edge_does_not_split_it)
{
    nav_slabs slabs;
    ck_assert_uint_eq(stitch(T_JUNCTION("4", "3.001"), 0, &slabs), 0);
    ck_assert_double_eq(nav_test_boundary(&slabs), 8 + 4 + 8 + 4 + 4 + 4);
    nav_slabs_fini(&slabs);
}
END_TEST

START_TEST(test_a_distance_stitches_what_is_within_it_in_space)
{
    // Over the edge, beyond it, and short of it: the last dents the square,
    // which is cut into triangles then.
    static const char *const objs[] = {T_JUNCTION("4", "3.001"),
                                       T_JUNCTION("4.001", "3.001"),
                                       T_JUNCTION("3.999", "3")};
    nav_slabs slabs;
    ck_assert_uint_eq(stitch(objs[_i], 0.0001, &slabs), 0);
    nav_slabs_fini(&slabs);
    ck_assert_uint_eq(stitch(objs[_i], 0.01, &slabs), 1);
    ck_assert_uint_eq(slabs.count, _i == 2 ? 5 : 3);
    ck_assert_double_eq(nav_test_boundary(&slabs), 8 + 4 + 8 + 4);
    nav_slabs_fini(&slabs);
}
END_TEST

// T-junctions over each other, and a stack of floors that share no vertex.
START_TEST(test_floors_over_each_other_are_stitched_each_for_itself)
{
    enum { FLOORS = 9, HIGH = 3000 };
    nav_test_text text = {0};
    for (int i = 0; i < FLOORS; i++) {
        int y = 10 * i;
        nav_test_print(&text, "v 0 %d 0\nv 4 %d 0\nv 4 %d 4\nv 0 %d 4\n", y,
                       2 + y, 4 + y, 2 + y);
        nav_test_print(&text, "v 8 %d 0\nv 8 %d 4\nv 4 %d 2\n", 4 + y, 6 + y,
                       3 + y);
        nav_test_print(&text, "f -7 -6 -5 -4\nf -6 -3 -1\nf -3 -2 -5 -1\n");
    }
    for (int i = 0; i < HIGH; i++) {
        nav_test_print(&text, "v 4 %d 0\nv 8 %d 0\nv 8 %d 4\nf -3 -2 -1\n",
                       1000 + i, 1000 + i, 1000 + i);
    }
    nav_slabs slabs;
    ck_assert_uint_eq(stitch(text.text, _i ? 0.01 : 0, &slabs), FLOORS);
    for (uint32_t i = 0; i < FLOORS; i++) {
        ck_assert_uint_eq(slabs.first[3 * i + 1] - slabs.first[3 * i], 5);
    }
    nav_slabs_fini(&slabs);
    free(text.text);
}
END_TEST

START_TEST(test_a_sliver_does_not_split_its_own_edge)
{
    nav_slabs slabs;
    ck_assert_uint_eq(
        stitch("v 0 0 0\nv 4 0 0\nv 2 0 0.001\nf 1 2 3\n", 0.01, &slabs), 0);
    ck_assert_uint_eq(slabs.corners, 3);
    nav_slabs_fini(&slabs);
}
END_TEST

START_TEST(test_a_vertex_splits_all_floors_that_share_the_edge)
{
    // Two floors fold at the edge of the third; its halves meet in the middle.
    nav_slabs slabs;
    ck_assert_uint_eq(stitch("v 0 0 0\nv 0 0 4\nv 4 0 0\nv 4 3 0\nv 0 0 2\n"
                             "v -4 0 2\nf 1 2 3\nf 1 2 4\nf 1 5 6\nf 5 2 6\n",
                             0, &slabs),
                      1);
    ck_assert_uint_eq(slabs.first[1] - slabs.first[0], 4);
    ck_assert_uint_eq(slabs.first[2] - slabs.first[1], 4);
    nav_slabs_fini(&slabs);
}
END_TEST

START_TEST(test_inner_vertices_split_edges_on_the_boundary)
{
    // Two floors over each other meet along short edges, so that the vertex
    // between these ends no edge on the boundary but its fans' own.
    nav_slabs slabs;
    ck_assert_uint_eq(
        stitch("v 0 0 0\nv 0 0 2\nv 0 0 4\nv 4 0 2\nv 4 3 2\nv -4 0 2\n"
               "f 1 2 4\nf 2 3 4\nf 1 2 5\nf 2 3 5\nf 1 3 6\n",
               0, &slabs),
        1);
    ck_assert_uint_eq(slabs.corners, 4 * 3 + 4);
    nav_slabs_fini(&slabs);
}
END_TEST

START_TEST(test_many_vertices_on_one_edge_come_in_order)
{
    nav_test_text text = {0};
    nav_test_print(&text, "v 0 0 0\nv 1000 500 0\nv 500 0 -9\nf 1 2 3\n");
    for (int i = 0; i <= 1000; i++) {
        // In an order that jumps about.
        int x = i * 617 % 1001;
        nav_test_print(&text, "v %d %g 0\nv %d %g 0\nv %d 0 7\nf -3 -2 -1\n", x,
                       x / 2.0, x + 1, (x + 1) / 2.0, x);
    }
    nav_slabs slabs;
    // 0 and 1000 are its ends; 1001 lies beyond.
    ck_assert_uint_eq(stitch(text.text, 0, &slabs), 999);
    ck_assert_uint_eq(slabs.first[1], 3 + 999);
    nav_slabs_fini(&slabs);
    free(text.text);
}
END_TEST

START_TEST(test_a_patchwork_has_no_boundary_inside)
{
    nav_test_random random = {(uint64_t)_i};
    nav_test_text text = {0};
    uint32_t depth = 2 + (uint32_t)_i % 5;
    nav_test_print_patchwork(&text, &random, depth);
    nav_slabs slabs;
    (void)stitch(text.text, 0, &slabs);
    ck_assert_double_eq(nav_test_boundary(&slabs), 4.0 * (1u << depth));
    nav_slabs_fini(&slabs);
    free(text.text);
}
END_TEST

enum { POINTS = 400 };

// A random point of a lattice, most in one corner of it, some far away.
static nav_vec2 random_point(nav_test_random *random)
{
    static const double sizes[] = {1, 1, 1, 100, 1e9};
    double size = sizes[nav_test_random_below(random, 5)];
    return (nav_vec2){size * nav_test_random_below(random, 30),
                      size * nav_test_random_below(random, 30)};
}

static double distance_to_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 ab = nav_vec2_sub(b, a);
    nav_vec2 ap = nav_vec2_sub(p, a);
    double t = nav_vec2_dot(ap, ab) / nav_vec2_dot(ab, ab);
    t = t > 0 ? t : 0; // also where both ends are one
    t = t < 1 ? t : 1;
    nav_vec2 foot = {a.x + t * ab.x, a.y + t * ab.y};
    return nav_vec2_distance(foot, p);
}

// Whether p is on the segment, exactly.
static bool is_on_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_box box = nav_box_add(nav_box_add(nav_box_empty(), a), b);
    return nav_box_holds(box, p) && nav_orient(a, b, p) == NAV_ON;
}

START_TEST(test_a_walk_gives_every_point_within_its_margin_once)
{
    nav_test_random random = {(uint64_t)_i};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_vec2 points[POINTS];
    uint32_t vertices[POINTS];
    uint32_t count = nav_test_random_below(&random, POINTS + 1);
    for (uint32_t v = 0; v < count; v++) {
        points[v] = random_point(&random);
        vertices[v] = v;
    }
    nav_pointgrid grid;
    ck_assert_int_eq(nav_pointgrid_build(&grid, &mem, points, vertices, count),
                     NAV_OK);
    for (int i = 0; i < 40; i++) {
        nav_vec2 a = random_point(&random);
        nav_vec2 b = random_point(&random);
        double margin = nav_test_random_below(&random, 4);
        int seen[POINTS] = {0};
        nav_pointgrid_walk walk = nav_pointgrid_along(&grid, a, b, margin);
        for (uint32_t v = nav_pointgrid_next(&walk); v != NAV_NONE;
             v = nav_pointgrid_next(&walk)) {
            seen[v]++;
        }
        for (uint32_t v = 0; v < count; v++) {
            ck_assert_int_le(seen[v], 1);
            bool is_met = is_on_segment(a, b, points[v]) ||
                          distance_to_segment(a, b, points[v]) < margin * 0.999;
            ck_assert(seen[v] == 1 || !is_met);
        }
    }
    nav_pointgrid_fini(&grid);
}
END_TEST

// A hub at which short and long lists of edges begin: the spokes of a fan
// around it, all of them shared, given with every other face first.
START_TEST(test_edges_of_a_hub_are_grouped_however_many_they_are)
{
    static const int counts[] = {4, 16, 17, 200};
    int count = counts[_i];
    nav_test_text text = {NULL, 0};
    nav_test_print(&text, "v 0 0 0\n");
    for (int i = 0; i < count; i++) { // along a square, each place once
        int side = i * 4 / count;
        double t = i * 4.0 / count - side;
        double x[] = {1 - 2 * t, -1, 2 * t - 1, 1};
        double z[] = {1, 1 - 2 * t, -1, 2 * t - 1};
        nav_test_print(&text, "v %.17g 0 %.17g\n", x[side], z[side]);
    }
    for (int odd = 0; odd < 2; odd++) {
        for (int i = odd; i < count; i += 2) {
            nav_test_print(&text, "f 1 %d %d\n", i + 2, (i + 1) % count + 2);
        }
    }
    nav_slabs slabs;
    ck_assert_uint_eq(stitch(text.text, 0, &slabs), 0);
    nav_edges edges;
    ck_assert_int_eq(nav_edges_build(&edges, &slabs), NAV_OK);
    int pairs = 0;
    uint32_t before = 0;
    for (nav_edge_group g = {0}; nav_edges_next(&edges, &g);) {
        size_t size = g.end - g.begin;
        ck_assert_uint_eq(size, g.low == 0 ? 2 : 1);
        ck_assert(g.low > 0 || g.high > before);
        before = g.high;
        pairs += size == 2;
        uint32_t first = edges.list[g.begin].edge;
        ck_assert(size == 1 || first < edges.list[g.begin + 1].edge);
        ck_assert_uint_eq(nav_edges_find(&edges, g.high, g.low), first);
    }
    ck_assert_int_eq(pairs, count);
    nav_edges_fini(&edges);
    nav_slabs_fini(&slabs);
    free(text.text);
}
END_TEST

Suite *nav_test_stitch(void)
{
    Suite *suite = suite_create("stitch");
    TCase *tests = tcase_create("stitch");
    tcase_add_loop_test(
        tests, test_edges_of_a_hub_are_grouped_however_many_they_are, 0, 4);
    tcase_add_test(tests, test_a_vertex_on_an_edge_splits_it);
    tcase_add_test(tests, test_a_vertex_over_an_edge_does_not_split_it);
    tcase_add_loop_test(
        tests, test_a_distance_stitches_what_is_within_it_in_space, 0, 3);
    tcase_add_loop_test(
        tests, test_floors_over_each_other_are_stitched_each_for_itself, 0, 2);
    tcase_add_test(tests, test_a_sliver_does_not_split_its_own_edge);
    tcase_add_test(tests, test_a_vertex_splits_all_floors_that_share_the_edge);
    tcase_add_test(tests, test_inner_vertices_split_edges_on_the_boundary);
    tcase_add_test(tests, test_many_vertices_on_one_edge_come_in_order);
    tcase_add_loop_test(
        tests, test_a_walk_gives_every_point_within_its_margin_once, 0, 60);
    tcase_add_loop_test(tests, test_a_patchwork_has_no_boundary_inside, 0, 40);
    suite_add_tcase(suite, tests);
    return suite;
}
