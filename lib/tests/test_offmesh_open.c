// test_offmesh_open.c - legs of a branch a few at a time, and the open list,
// against lists of all of them that are sorted.
#include "search/offmesh_open.h"

#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support.h"

enum { LEGS_MOST = 60, NODES = 12, ROUNDS = 200 };

// ---------------------------------------------------------------------------
// Branches
// ---------------------------------------------------------------------------

static int compare_legs(const void *a, const void *b)
{
    const nav_offmesh_next *s = a, *t = b;
    if (s->f != t->f) {
        return s->f < t->f ? -1 : 1;
    }
    return (s->rank > t->rank) - (s->rank < t->rank);
}

// Legs with few different f, or many.
static uint32_t draw_legs(nav_test_random *random, nav_offmesh_next *leg)
{
    uint32_t count = nav_test_random_below(random, LEGS_MOST + 1);
    uint32_t values = 1 + nav_test_random_below(random, 40);
    uint32_t rank = 0;
    for (uint32_t i = 0; i < count; i++) {
        rank += nav_test_random_below(random, 3) + (i > 0);
        leg[i] =
            (nav_offmesh_next){nav_test_random_below(random, values), i, rank};
    }
    return count;
}

// Takes all legs of a branch.  Those that are not wanted are not offered, and
// ever more of them are unwanted; what is taken must be what is left of the
// sorted ones at that time.
static void check_branch(nav_test_random *random)
{
    nav_offmesh_next leg[LEGS_MOST], sorted[LEGS_MOST];
    bool unwanted[LEGS_MOST] = {false};
    uint32_t count = draw_legs(random, leg);
    memcpy(sorted, leg, sizeof leg);
    qsort(sorted, count, sizeof *sorted, compare_legs);
    nav_offmesh_branch b = nav_offmesh_branch_of(3, true);
    uint32_t taken = 0;
    while (!b.is_whole) {
        nav_offmesh_branch_begin(&b);
        for (uint32_t i = 0; i < count; i++) {
            if (!unwanted[i]) {
                nav_offmesh_branch_offer(&b, leg[i]);
            }
        }
        nav_offmesh_branch_end(&b);
        ck_assert_uint_le(b.count, NAV_OFFMESH_NEXT);
        for (; b.at < b.count; b.at++) {
            while (unwanted[sorted[taken].to]) {
                taken++;
            }
            ck_assert_uint_lt(taken, count);
            ck_assert_int_eq(compare_legs(&b.next[b.at], &sorted[taken]), 0);
            ck_assert_uint_eq(b.next[b.at].to, sorted[taken].to);
            taken++;
        }
        for (uint32_t i = 0; i < count / 8; i++) {
            unwanted[nav_test_random_below(random, count)] = true;
        }
    }
    ck_assert_uint_eq(b.node, 3);
    ck_assert(b.meets_goal);
    while (taken < count && unwanted[sorted[taken].to]) {
        taken++;
    }
    ck_assert_uint_eq(taken, count);
}

START_TEST(test_a_branch_gives_its_legs_in_order)
{
    nav_test_random random = {(uint64_t)_i + 1};
    for (int round = 0; round < ROUNDS; round++) {
        check_branch(&random);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// The open list
// ---------------------------------------------------------------------------

static int compare_edges(const nav_offmesh_edge *a, const nav_offmesh_edge *b)
{
    if (a->f != b->f) {
        return a->f < b->f ? -1 : 1;
    }
    if (a->branch != b->branch) {
        return a->branch < b->branch ? -1 : 1;
    }
    return (a->rank > b->rank) - (a->rank < b->rank);
}

typedef struct edge_list {
    nav_offmesh_edge item[ROUNDS];
    size_t count;
} edge_list;

// Index of the measured leg to a node, or of the place after the last one.
static size_t find_measured(const edge_list *list, uint32_t to)
{
    size_t i = 0;
    while (i < list->count &&
           !(list->item[i].measured && list->item[i].to == to)) {
        i++;
    }
    return i;
}

static void push_to_list(edge_list *list, nav_offmesh_edge edge)
{
    size_t i = edge.measured ? find_measured(list, edge.to) : list->count;
    if (i == list->count) {
        list->item[list->count++] = edge;
    } else if (compare_edges(&edge, &list->item[i]) < 0) {
        list->item[i] = edge;
    }
}

static void check_pop(nav_offmesh_open *open, edge_list *list)
{
    size_t first = 0;
    for (size_t i = 1; i < list->count; i++) {
        if (compare_edges(&list->item[i], &list->item[first]) < 0) {
            first = i;
        }
    }
    nav_offmesh_edge edge = nav_offmesh_open_pop(open);
    ck_assert_int_eq(compare_edges(&edge, &list->item[first]), 0);
    ck_assert_uint_eq(edge.to, list->item[first].to);
    ck_assert_int_eq(edge.measured, list->item[first].measured);
    list->item[first] = list->item[--list->count];
}

START_TEST(test_legs_come_out_in_order_and_one_measured_to_a_node)
{
    nav_test_random random = {(uint64_t)_i + 50};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_offmesh_open open;
    ck_assert_int_eq(nav_offmesh_open_init(&open, NODES, &mem), NAV_OK);
    for (int times = 0; times < 10; times++) {
        edge_list list = {.count = 0};
        nav_offmesh_open_clear(&open);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            if (list.count > 0 && nav_test_random_below(&random, 3) == 0) {
                check_pop(&open, &list);
            }
            // No two are the same: each leg is in at most once.
            nav_offmesh_edge edge = {
                .f = nav_test_random_below(&random, 9),
                .branch = nav_test_random_below(&random, 4),
                .rank = round ^ (uint32_t)_i,
                .to = nav_test_random_below(&random, NODES),
                .measured = nav_test_random_below(&random, 2) == 0};
            ck_assert_int_eq(nav_offmesh_open_push(&open, edge), NAV_OK);
            push_to_list(&list, edge);
            ck_assert_uint_eq(open.count, list.count);
        }
        while (times % 2 == 0 && list.count > 0) {
            check_pop(&open, &list);
        }
    }
    nav_offmesh_open_fini(&open);
}
END_TEST

Suite *nav_test_offmesh_open(void)
{
    Suite *suite = suite_create("offmesh_open");
    TCase *cases = tcase_create("order");
    tcase_add_loop_test(cases, test_a_branch_gives_its_legs_in_order, 0, 10);
    tcase_add_loop_test(
        cases, test_legs_come_out_in_order_and_one_measured_to_a_node, 0, 10);
    suite_add_tcase(suite, cases);
    return suite;
}
