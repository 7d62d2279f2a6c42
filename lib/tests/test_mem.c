// test_mem.c - allocation: growth, overflow, arenas.
#include "base/mem.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support.h"

// An allocator that never refuses by itself.
static nav_test_allocator generous(void)
{
    return (nav_test_allocator){.fail_at = SIZE_MAX};
}

START_TEST(test_a_count_of_zero_gives_room_for_one_item)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    void *block = nav_mem_new(&mem, 0, 24);
    ck_assert_ptr_nonnull(block);
    ck_assert_uint_eq(state.bytes_out, 24);
    nav_mem_free(&mem, block, 0, 24);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_freeing_null_does_nothing)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_mem_free(&mem, NULL, 7, 8);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

typedef struct product {
    size_t count, size;
} product;

static const product too_large[] = {
    {SIZE_MAX, 2},
    {2, SIZE_MAX},
    {SIZE_MAX, SIZE_MAX},
    {SIZE_MAX / 8 + 1, 8},
    {SIZE_MAX / 2 + 1, 2},
    {(size_t)1 << (4 * sizeof(size_t)), (size_t)1 << (4 * sizeof(size_t))},
};

START_TEST(test_an_overflowing_product_never_reaches_the_allocator)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    product p = too_large[_i];
    ck_assert_ptr_null(nav_mem_new(&mem, p.count, p.size));

    int *array = NULL;
    size_t capacity = 0;
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, p.count, p.size),
                     NAV_NOMEM);
    ck_assert_ptr_null(array);
    ck_assert_uint_eq(capacity, 0);

    nav_arena arena;
    nav_arena_init(&arena, &mem);
    ck_assert_ptr_null(nav_arena_new(&arena, p.count, p.size));
    nav_arena_fini(&arena);
    ck_assert_uint_eq(state.calls, 0);
}
END_TEST

START_TEST(test_an_arena_block_too_large_to_round_up_is_refused)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_arena arena;
    nav_arena_init(&arena, &mem);
    for (size_t less = 0; less < 4 * alignof(max_align_t); less++) {
        // The last ones are asked for, if at all, of an allocator that has
        // none.
        state.fail_at = 0;
        ck_assert_ptr_null(nav_arena_new(&arena, SIZE_MAX - less, 1));
    }
    nav_arena_fini(&arena);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_growth_keeps_contents_and_at_least_doubles)
{
    enum { ITEMS = 5000 };
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    uint32_t *array = NULL;
    size_t capacity = 0;
    for (uint32_t i = 0; i < ITEMS; i++) {
        size_t before = capacity, calls = state.calls;
        if (nav_mem_grow(&mem, &array, &capacity, i + 1, sizeof *array) !=
                NAV_OK ||
            capacity < i + 1 || (capacity != before && capacity < 2 * before) ||
            (capacity == before) != (state.calls == calls)) {
            ck_abort_msg("item %u: capacity %zu after %zu", i, capacity,
                         before);
        }
        array[i] = i * 7;
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        if (array[i] != i * 7) {
            ck_abort_msg("item %u is lost", i);
        }
    }
    ck_assert_uint_le(state.calls, 14);
    ck_assert_uint_eq(state.bytes_out, capacity * sizeof *array);
    nav_mem_free(&mem, array, capacity, sizeof *array);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_growth_to_what_is_there_asks_for_nothing)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    char *array = NULL;
    size_t capacity = 0;
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, 0, 1), NAV_OK);
    ck_assert_uint_eq(state.calls, 0);
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, 100, 1), NAV_OK);
    ck_assert_uint_ge(capacity, 100);
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, capacity, 1),
                     NAV_OK);
    ck_assert_uint_eq(state.calls, 1);
    nav_mem_free(&mem, array, capacity, 1);
}
END_TEST

START_TEST(test_failed_growth_changes_nothing)
{
    nav_test_allocator state = {.fail_at = 1};
    nav_allocator mem = nav_test_allocator_hook(&state);
    uint16_t *array = NULL;
    size_t capacity = 0;
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, 3, sizeof *array),
                     NAV_OK);
    uint16_t *before = array;
    size_t room = capacity;
    array[2] = 4711;
    ck_assert_int_eq(
        nav_mem_grow(&mem, &array, &capacity, room + 1, sizeof *array),
        NAV_NOMEM);
    ck_assert_ptr_eq(array, before);
    ck_assert_uint_eq(capacity, room);
    ck_assert_uint_eq(array[2], 4711);
    nav_mem_free(&mem, array, capacity, sizeof *array);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_growth_past_half_of_the_address_space_does_not_wrap)
{
    nav_test_allocator state = {.fail_at = 0};
    nav_allocator mem = nav_test_allocator_hook(&state);
    char *array = NULL;
    size_t capacity = SIZE_MAX / 2 + 1;
    ck_assert_int_eq(nav_mem_grow(&mem, &array, &capacity, SIZE_MAX / 2 + 2, 1),
                     NAV_NOMEM);
    ck_assert_uint_eq(capacity, SIZE_MAX / 2 + 1);
    ck_assert_uint_eq(state.calls, 1);
}
END_TEST

START_TEST(test_without_an_allocator_memory_comes_from_malloc)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    uint32_t *array = NULL;
    size_t capacity = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        ck_assert_int_eq(
            nav_mem_grow(&mem, &array, &capacity, i + 1, sizeof *array),
            NAV_OK);
        array[i] = i;
    }
    ck_assert_uint_eq(array[999], 999);
    nav_mem_free(&mem, array, capacity, sizeof *array);
}
END_TEST

START_TEST(test_a_given_allocator_is_copied)
{
    nav_test_allocator state = generous();
    nav_allocator given = nav_test_allocator_hook(&state);
    nav_allocator mem = nav_mem_allocator(&given);
    given = (nav_allocator){NULL, NULL};
    void *block = nav_mem_new(&mem, 1, 1);
    ck_assert_ptr_nonnull(block);
    ck_assert_uint_eq(state.calls, 1);
    nav_mem_free(&mem, block, 1, 1);
}
END_TEST

typedef struct arena_block {
    unsigned char *at;
    size_t size;
    unsigned char fill;
} arena_block;

// Mostly small blocks, some as large as a chunk or larger.
static size_t random_size(nav_test_random *random)
{
    uint32_t kind = nav_test_random_below(random, 40);
    return kind == 0   ? 60000 + nav_test_random_below(random, 12000)
           : kind == 1 ? 200000
                       : nav_test_random_below(random, 300);
}

START_TEST(test_arena_blocks_are_aligned_and_apart)
{
    enum { BLOCKS = 600 };
    static arena_block block[BLOCKS];
    nav_test_random random = {5};
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_arena arena;
    nav_arena_init(&arena, &mem);
    for (size_t i = 0; i < BLOCKS; i++) {
        size_t size = random_size(&random);
        block[i] = (arena_block){nav_arena_new(&arena, size, 1),
                                 size ? size : 1, (unsigned char)(i * 31)};
        if (!block[i].at || (uintptr_t)block[i].at % alignof(max_align_t)) {
            ck_abort_msg("block %zu of %zu bytes is not aligned", i, size);
        }
        memset(block[i].at, block[i].fill, block[i].size);
    }
    for (size_t i = 0; i < BLOCKS; i++) {
        for (size_t k = 0; k < block[i].size; k++) {
            if (block[i].at[k] != block[i].fill) {
                ck_abort_msg("block %zu is overwritten", i);
            }
        }
    }
    ck_assert_uint_gt(state.bytes_out, 0);
    nav_arena_fini(&arena);
    ck_assert_uint_eq(state.bytes_out, 0);
}
END_TEST

START_TEST(test_an_arena_asks_seldom)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_arena arena;
    nav_arena_init(&arena, &mem);
    for (int i = 0; i < 1000; i++) {
        if (!nav_arena_new(&arena, 1, 32)) {
            ck_abort_msg("no memory");
        }
    }
    ck_assert_uint_eq(state.calls, 1);
    nav_arena_fini(&arena);
}
END_TEST

START_TEST(test_an_arena_may_be_used_again_after_fini)
{
    nav_test_allocator state = generous();
    nav_allocator mem = nav_test_allocator_hook(&state);
    nav_arena arena;
    nav_arena_init(&arena, &mem);
    nav_arena_fini(&arena);
    ck_assert_uint_eq(state.calls, 0);
    for (int round = 0; round < 3; round++) {
        char *block = nav_arena_new(&arena, 70000, 1);
        ck_assert_ptr_nonnull(block);
        block[69999] = 1;
        nav_arena_fini(&arena);
        nav_arena_fini(&arena);
        ck_assert_uint_eq(state.bytes_out, 0);
    }
}
END_TEST

// Fills an arena over several chunks; tells whether every block was given.
static bool fill_arena(nav_arena *arena)
{
    for (int i = 0; i < 40; i++) {
        char *block = nav_arena_new(arena, 1000, 16);
        if (!block) {
            return false;
        }
        memset(block, i, 16000);
    }
    return true;
}

START_TEST(test_an_arena_survives_every_failed_allocation)
{
    bool filled = false;
    size_t fail_at = 0;
    for (; !filled; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_arena arena;
        nav_arena_init(&arena, &mem);
        filled = fill_arena(&arena);
        ck_assert_uint_eq(state.calls, filled ? fail_at : fail_at + 1);
        if (!filled) {
            // What it has is still good, and memory may come back.
            state.fail_at = SIZE_MAX;
            ck_assert_ptr_nonnull(nav_arena_new(&arena, 1000, 16));
        }
        nav_arena_fini(&arena);
        ck_assert_uint_eq(state.bytes_out, 0);
    }
    ck_assert_uint_gt(fail_at, 5);
}
END_TEST

Suite *nav_test_mem(void)
{
    Suite *suite = suite_create("mem");
    TCase *arrays = tcase_create("arrays");
    tcase_add_test(arrays, test_a_count_of_zero_gives_room_for_one_item);
    tcase_add_test(arrays, test_freeing_null_does_nothing);
    tcase_add_loop_test(arrays,
                        test_an_overflowing_product_never_reaches_the_allocator,
                        0, sizeof too_large / sizeof too_large[0]);
    tcase_add_test(arrays, test_growth_keeps_contents_and_at_least_doubles);
    tcase_add_test(arrays, test_growth_to_what_is_there_asks_for_nothing);
    tcase_add_test(arrays, test_failed_growth_changes_nothing);
    tcase_add_test(arrays,
                   test_growth_past_half_of_the_address_space_does_not_wrap);
    tcase_add_test(arrays, test_without_an_allocator_memory_comes_from_malloc);
    tcase_add_test(arrays, test_a_given_allocator_is_copied);
    suite_add_tcase(suite, arrays);

    TCase *arenas = tcase_create("arenas");
    tcase_add_test(arenas, test_arena_blocks_are_aligned_and_apart);
    tcase_add_test(arenas, test_an_arena_asks_seldom);
    tcase_add_test(arenas, test_an_arena_may_be_used_again_after_fini);
    tcase_add_test(arenas, test_an_arena_survives_every_failed_allocation);
    tcase_add_test(arenas,
                   test_an_arena_block_too_large_to_round_up_is_refused);
    suite_add_tcase(suite, arenas);
    return suite;
}
