// test_link.c - floors joined by steps, and rings of twins.
#include "floors/link.h"

#include <stdlib.h>
#include <string.h>

#include "floors/twins.h"
#include "mesh/mesh.h"
#include "model_support.h"
#include "suites.h"

Suite *nav_test_link(void);

// The floors of a model with their links and twins.
typedef struct linked {
    nav_slabs slabs;
    nav_edges edges;
    nav_links links;
    uint32_t *twin;
} linked;

// Makes the floors of a model with their links and twins.
static nav_status try_model(const char *obj, double step, linked *l,
                            nav_error *error)
{
    nav_model *model = nav_test_read_model(obj);
    nav_model_options options = nav_model_options_default();
    nav_model_report report;
    nav_test_make_slabs(model, &options, &l->slabs, &report);
    nav_links_init(&l->links, &l->slabs.mem);
    ck_assert_int_eq(nav_edges_build(&l->edges, &l->slabs), NAV_OK);
    nav_status status =
        nav_link_steps(&l->slabs, &l->edges, step, &l->links, error);
    l->twin = NULL;
    if (status == NAV_OK) {
        ck_assert_uint_eq(l->edges.count, l->slabs.corners);
        nav_test_check_slabs(&l->slabs);
        l->twin = malloc(l->slabs.corners * sizeof *l->twin);
        ck_assert_ptr_nonnull(l->twin);
        status =
            nav_twins_find(&l->slabs, &l->edges, &l->links, l->twin, error);
    }
    nav_model_free(model);
    return status;
}

static void link_model(const char *obj, double step, linked *l)
{
    ck_assert_int_eq(try_model(obj, step, l, NULL), NAV_OK);
}

static void unlink_model(linked *l)
{
    free(l->twin);
    nav_links_fini(&l->links);
    nav_edges_fini(&l->edges);
    nav_slabs_fini(&l->slabs);
}

// Whether edges e and f have the same two ends.
static bool has_ends_of(const linked *l, uint32_t e, uint32_t f)
{
    const nav_slabs *slabs = &l->slabs;
    uint32_t e_next = nav_slabs_next(slabs, nav_slabs_polygon(slabs, e), e);
    uint32_t f_next = nav_slabs_next(slabs, nav_slabs_polygon(slabs, f), f);
    const uint32_t one[] = {slabs->corner[e], slabs->corner[e_next]};
    const uint32_t other[] = {slabs->corner[f], slabs->corner[f_next]};
    return (one[0] == other[0] && one[1] == other[1]) ||
           (one[0] == other[1] && one[1] == other[0]);
}

// Length in plan of the edges that have a twin, each side counted.
static double twin_length(const linked *l)
{
    const nav_slabs *slabs = &l->slabs;
    double length = 0;
    for (uint32_t p = 0; p < slabs->count; p++) {
        for (uint32_t e = slabs->first[p]; e < slabs->first[p + 1]; e++) {
            uint32_t next = nav_slabs_next(slabs, p, e);
            if (l->twin[e] != NAV_NONE) {
                length += nav_vec2_distance(slabs->point[slabs->corner[e]],
                                            slabs->point[slabs->corner[next]]);
            }
        }
    }
    return length;
}

// Two treads; the upper one lies from z to z + 4 on the back of the lower.
#define TREADS(z0, z1, y)                                                      \
    "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"                          \
    "v 4 " y " " z0 "\nv 8 " y " " z0 "\nv 8 " y " " z1 "\nv 4 " y " " z1      \
    "\nf 5 6 7 8\n"

typedef struct step_case {
    const char *obj;
    double step;
    size_t links;
    double length; // of linked edges, both sides
    size_t corners;
} step_case;

static const step_case cases[] = {
    {TREADS("0", "4", "1"), 1, 1, 8, 8},
    {TREADS("0", "4", "1"), 0.999, 0, 0, 8},
    {TREADS("0", "4", "-1"), 1, 1, 8, 8},
    {TREADS("1", "5", "1"), 1, 1, 6, 10},
    {TREADS("1", "2", "1"), 1, 1, 2, 10},
    {TREADS("-3", "9", "1"), 1, 1, 8, 10},
    // They touch in a point, or not at all.
    {TREADS("4", "8", "1"), 1, 0, 0, 8},
    {TREADS("5", "8", "1"), 1, 0, 0, 8},
    // Crossing edges and parallel ones near each other do not overlap.
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nf 1 2 3\nv 5 0 1\nv 3 0 1\nv 4 0 -2\n"
     "f 4 5 6\n",
     1, 0, 0, 6},
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nf 1 2 3\nv 4.001 0 0\nv 4.001 0 4\nv 8 0 2\n"
     "f 4 5 6\n",
     1, 0, 0, 6},
    // A ramp beside a floor: within a step only if it is at both ends.
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"
     "v 4 0 0\nv 4 2 4\nv 8 0 0\nf 5 6 7\n",
     1, 0, 0, 7},
    {"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"
     "v 4 0 0\nv 4 2 4\nv 8 0 0\nf 5 6 7\n",
     2, 1, 8, 7},
    // One long edge, two short ones on it with a gap: three pieces, two links.
    {"v 0 0 0\nv 9 0 0\nv 4 0 -3\nf 1 2 3\nv 0 1 0\nv 3 1 0\nv 0 1 3\n"
     "f 4 5 6\nv 5 1 0\nv 9 1 0\nv 9 1 3\nf 7 8 9\n",
     1, 2, 14, 3 + 2 + 6},
    // Three floors in turn: the middle one is cut where the others end.
    {"v 0 0 0\nv 4 0 0\nv 2 0 -3\nf 1 2 3\nv 0 1 0\nv 4 1 0\nv 2 1 3\n"
     "f 4 5 6\nv 1 2 0\nv 5 2 0\nv 3 2 -3\nf 7 8 9\n",
     1, 3, 11, 3 + 1 + 3 + 1 + 3 + 1},
};

START_TEST(test_edges_are_linked_where_they_overlap_within_a_step)
{
    const step_case *c = &cases[_i];
    linked l;
    link_model(c->obj, c->step, &l);
    ck_assert_uint_eq(l.links.count, c->links);
    ck_assert_double_eq(twin_length(&l), c->length);
    ck_assert_uint_eq(l.slabs.corners, c->corners);
    unlink_model(&l);
}
END_TEST

START_TEST(test_a_new_vertex_has_the_place_of_the_other_and_its_own_height)
{
    linked l;
    link_model("v 0 0 0\nv 3 3 1\nv 3 0 -3\nf 1 2 3\n"
               "v 1.5 1 0.5\nv 6 1 2\nv 1 1 4\nf 4 5 6\n",
               2, &l);
    ck_assert_uint_eq(l.links.count, 1);
    ck_assert_uint_eq(l.slabs.points, 8);
    bool found = false;
    for (size_t v = 6; v < 8; v++) {
        nav_vec2 p = l.slabs.point[v];
        found = found || (p.x == 1.5 && p.y == 0.5 && l.slabs.height[v] == 1.5);
    }
    ck_assert(found);
    unlink_model(&l);
}
END_TEST

// Rows of treads along z, each cut at random integers, each row a step higher.
START_TEST(test_rows_of_treads_are_linked_along_their_whole_length)
{
    enum { ROWS = 6, LENGTH = 40 };
    nav_test_random random = {(uint64_t)_i};
    nav_test_text text = {0};
    for (int row = 0; row < ROWS; row++) {
        uint32_t at = 0;
        while (at < LENGTH) {
            uint32_t end = at + 1 + nav_test_random_below(&random, 9);
            end = end < LENGTH ? end : LENGTH;
            nav_test_print(&text, "v %d %d %u\nv %d %d %u\n", row, row, at,
                           row + 1, row, at);
            nav_test_print(&text, "v %d %d %u\nv %d %d %u\nf -4 -3 -2 -1\n",
                           row + 1, row, end, row, row, end);
            at = end;
        }
    }
    linked l;
    link_model(text.text, 1, &l);
    double whole = 2 * LENGTH * (ROWS - 1);
    double inside = 0; // between treads of a row, which share vertices
    for (uint32_t e = 0; e < l.slabs.corners; e++) {
        inside += l.twin[e] != NAV_NONE && has_ends_of(&l, e, l.twin[e]);
    }
    ck_assert_double_eq(twin_length(&l), whole + inside);
    unlink_model(&l);
    free(text.text);
}
END_TEST

// `count` triangles on one edge, all to the same side.
static nav_status twins_of_fan(uint32_t count, nav_error *error)
{
    nav_test_text text = {0};
    nav_test_print(&text, "v 0 0 0\nv 0 0 1\n");
    for (uint32_t i = 0; i < count; i++) {
        nav_test_print(&text, "v 1 %u 0\nf 1 2 -1\n", i);
    }
    nav_model *model = nav_test_read_model(text.text);
    nav_model_options options = nav_model_options_default();
    nav_model_report report;
    nav_slabs slabs;
    nav_test_make_slabs(model, &options, &slabs, &report);
    nav_edges edges;
    ck_assert_int_eq(nav_edges_build(&edges, &slabs), NAV_OK);
    nav_links links;
    nav_links_init(&links, &slabs.mem);
    uint32_t *twin = malloc(slabs.corners * sizeof *twin);
    ck_assert_ptr_nonnull(twin);
    nav_status status = nav_twins_find(&slabs, &edges, &links, twin, error);
    free(twin);
    nav_edges_fini(&edges);
    nav_slabs_fini(&slabs);
    nav_model_free(model);
    free(text.text);
    return status;
}

START_TEST(test_too_many_floors_at_an_edge_are_a_limit)
{
    nav_error error = {0};
    ck_assert_int_eq(twins_of_fan(NAV_RING_MOST, &error), NAV_OK);
    ck_assert_int_eq(twins_of_fan(NAV_RING_MOST + 1, &error), NAV_LIMIT);
    ck_assert_int_eq(error.status, NAV_LIMIT);
}
END_TEST

// Blade i of a fan: a level triangle with its root from z0 to z1 on the line x
// = 0, and no other edge over that of another blade.
static void print_blade(nav_test_text *text, uint32_t i, uint32_t y,
                        const uint32_t z[2])
{
    nav_test_print(text, "v 0 %u %u\nv 0 %u %u\nv 1 %u %u\nf -3 -2 -1\n", y,
                   z[0], y, z[1], y, 100 + i);
}

enum { BLADES_MOST = 800, PLACES = 7 };

typedef struct blade {
    uint32_t y, z[2];
} blade;

// Random blades, each higher than the one before by 1 .. 3.
static uint32_t scatter_blades(nav_test_random *random, blade *blades,
                               nav_test_text *text)
{
    uint32_t count = 200 + nav_test_random_below(random, BLADES_MOST - 200);
    uint32_t y = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = nav_test_random_below(random, PLACES);
        uint32_t b = nav_test_random_below(random, PLACES - 1);
        b += b >= a;
        y += 1 + nav_test_random_below(random, 3);
        blades[i] = (blade){y, {a < b ? a : b, a < b ? b : a}};
        print_blade(text, i, y, blades[i].z);
    }
    return count;
}

// The most blades over one place between which one can climb.
static uint32_t most_in_reach(const blade *blades, uint32_t count, double step)
{
    uint32_t most = 0;
    for (uint32_t z = 0; z + 1 < PLACES; z++) {
        uint32_t run = 0;
        uint32_t last = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (blades[i].z[0] <= z && z < blades[i].z[1]) {
                run = run > 0 && blades[i].y - last <= step ? run + 1 : 1;
                last = blades[i].y;
                most = run > most ? run : most;
            }
        }
    }
    return most;
}

START_TEST(test_floors_are_refused_just_where_too_many_are_in_reach)
{
    static const double steps[] = {10, 12, 15, 25, 400, 2000};
    nav_test_random random = {(uint64_t)_i};
    double step = steps[_i % 6];
    nav_test_text text = {0};
    blade blades[BLADES_MOST];
    uint32_t count = scatter_blades(&random, blades, &text);
    bool is_refused = most_in_reach(blades, count, step) > NAV_RING_MOST;
    linked l;
    ck_assert_int_eq(try_model(text.text, step, &l, NULL),
                     is_refused ? NAV_LIMIT : NAV_OK);
    unlink_model(&l);
    free(text.text);
}
END_TEST

// Blades over one place, or each within the one below.
START_TEST(test_a_high_stack_is_refused_before_its_pairs_are_listed)
{
    enum { HIGH = 4000 };
    nav_test_text text = {0};
    for (uint32_t i = 0; i < HIGH; i++) {
        uint32_t in = _i ? i : 0;
        const uint32_t z[] = {in, 2 * HIGH - in};
        print_blade(&text, i, i, z);
    }
    linked l;
    nav_error error = {0};
    ck_assert_int_eq(try_model(text.text, HIGH, &l, &error), NAV_LIMIT);
    ck_assert_int_eq(error.status, NAV_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "255 floors meet at an edge"));
    ck_assert_ptr_null(l.twin); // refused by nav_link_steps
    unlink_model(&l);
    free(text.text);
}
END_TEST

START_TEST(test_a_stack_just_not_too_high_is_linked)
{
    nav_test_text text = {0};
    const uint32_t z[] = {0, 4};
    uint32_t count = (uint32_t)(NAV_RING_MOST + _i);
    for (uint32_t i = 0; i < count; i++) {
        print_blade(&text, i, i, z);
    }
    linked l;
    ck_assert_int_eq(try_model(text.text, 1000, &l, NULL),
                     _i ? NAV_LIMIT : NAV_OK);
    ck_assert_uint_eq(l.links.count, _i ? 0 : count * (count - 1) / 2);
    unlink_model(&l);
    free(text.text);
}
END_TEST

Suite *nav_test_link(void)
{
    Suite *suite = suite_create("link");
    TCase *tests = tcase_create("link");
    tcase_add_loop_test(tests,
                        test_edges_are_linked_where_they_overlap_within_a_step,
                        0, sizeof cases / sizeof cases[0]);
    tcase_add_test(
        tests, test_a_new_vertex_has_the_place_of_the_other_and_its_own_height);
    tcase_add_loop_test(
        tests, test_rows_of_treads_are_linked_along_their_whole_length, 0, 20);
    tcase_add_test(tests, test_too_many_floors_at_an_edge_are_a_limit);
    tcase_add_loop_test(
        tests, test_floors_are_refused_just_where_too_many_are_in_reach, 0, 60);
    tcase_add_loop_test(
        tests, test_a_high_stack_is_refused_before_its_pairs_are_listed, 0, 2);
    tcase_add_loop_test(tests, test_a_stack_just_not_too_high_is_linked, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
