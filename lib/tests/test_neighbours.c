// test_neighbours.c - who is near whom, against all pairs.
#include "crowd/neighbours.h"

#include <check.h>

#include "suites.h"
#include "support.h"

enum { MOST = 200 };

// The push by its definition.
static nav_vec2 push_by_all(const nav_neighbour *all, uint32_t count,
                            const nav_neighbour *one, double radius)
{
    nav_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        double x = one->point.x - all[i].point.x;
        double y = one->point.y - all[i].point.y;
        double h = one->height - all[i].height;
        double plan = sqrt(x * x + y * y), space = sqrt(plan * plan + h * h);
        if (all[i].number == one->number || space >= radius) {
            continue;
        }
        double strength = 1 - space / radius;
        if (plan > 0) {
            sum.x += x / plan * strength;
            sum.y += y / plan * strength;
        } else {
            sum.x += one->number < all[i].number ? -strength : strength;
        }
    }
    return sum;
}

// Places in a square; every fourth is that of one before.
static uint32_t draw(nav_test_random *random, double size, bool floors,
                     nav_neighbour all[MOST])
{
    uint32_t count = 1 + nav_test_random_below(random, MOST);
    for (uint32_t i = 0; i < count; i++) {
        all[i] =
            (nav_neighbour){{nav_test_random_unit(random) * size - 3,
                             nav_test_random_unit(random) * size},
                            floors ? nav_test_random_below(random, 3) * 2.0 : 0,
                            5 * i};
        if (i > 0 && nav_test_random_below(random, 4) == 0) {
            all[i].point = all[nav_test_random_below(random, i)].point;
        }
    }
    return count;
}

START_TEST(test_a_push_is_that_of_all_who_are_near)
{
    nav_test_random random = {(uint64_t)_i + 11};
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_neighbours n;
    nav_neighbour all[MOST];
    nav_neighbours_init(&n, &mem);
    for (int round = 0; round < 20; round++) {
        // From a radius far below the distances to one beyond them all.
        double radius = 0.01 * (1 << nav_test_random_below(&random, 14));
        uint32_t count = draw(&random, 40, round % 2 == 1, all);
        ck_assert_int_eq(nav_neighbours_begin(&n, count), NAV_OK);
        for (uint32_t i = 0; i < count; i++) {
            nav_neighbours_add(&n, all[i]);
        }
        ck_assert_int_eq(nav_neighbours_sort(&n, radius), NAV_OK);
        for (uint32_t i = 0; i < count; i++) {
            nav_vec2 push = nav_neighbours_push(&n, &all[i], radius);
            nav_vec2 want = push_by_all(all, count, &all[i], radius);
            NAV_TEST_CHECK(fabs(push.x - want.x) < 1e-9);
            NAV_TEST_CHECK(fabs(push.y - want.y) < 1e-9);
        }
    }
    nav_neighbours_fini(&n);
}
END_TEST

START_TEST(test_memory_does_not_grow_with_the_area)
{
    nav_test_allocator state = {.fail_at = SIZE_MAX};
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_neighbours n;
    nav_neighbours_init(&n, &mem);
    ck_assert_int_eq(nav_neighbours_begin(&n, 2), NAV_OK);
    nav_neighbours_add(&n, (nav_neighbour){{-1e100, -1e100}, 0, 0});
    nav_neighbours_add(&n, (nav_neighbour){{1e100, 1e100}, 0, 1});
    ck_assert_int_eq(nav_neighbours_sort(&n, 1e-100), NAV_OK);
    ck_assert_uint_lt(state.bytes_out, 4096);
    nav_neighbours_fini(&n);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_nobody_is_no_fault)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_neighbours n;
    nav_neighbours_init(&n, &mem);
    ck_assert_int_eq(nav_neighbours_begin(&n, 0), NAV_OK);
    ck_assert_int_eq(nav_neighbours_sort(&n, 1), NAV_OK);
    nav_neighbours_fini(&n);
}
END_TEST

Suite *nav_test_neighbours(void)
{
    Suite *suite = suite_create("neighbours");
    TCase *cases = tcase_create("neighbours");
    tcase_add_loop_test(cases, test_a_push_is_that_of_all_who_are_near, 0, 20);
    tcase_add_test(cases, test_memory_does_not_grow_with_the_area);
    tcase_add_test(cases, test_nobody_is_no_fault);
    suite_add_tcase(suite, cases);
    return suite;
}
