// test_format_links.c - the section of links: as documented, forged and
// damaged.
#include <stdlib.h>
#include <string.h>

#include "format_support.h"
#include "suites.h"

enum { LINK_HEAD = 8, LINK = 56, LINKS = 4 };

// Two squares with links of two kinds and without, one of them one way.
static nav_test_file linked_file(void)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
        "{\"outer\":[[8,0],[12,0],[12,4],[8,4]]}],\"links\":["
        "{\"from\":[1,1],\"to\":[9,1],\"kind\":\"jump\"},"
        "{\"from\":[2,2],\"to\":[3,3],\"cost\":0,\"oneway\":true},"
        "{\"from\":[0,0],\"to\":[12,4],\"cost\":2.5,\"kind\":\"fly\"},"
        "{\"from\":[4,2],\"to\":[8,2],\"kind\":\"jump\"}]}");
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh_free(mesh);
    return f;
}

// Where the section LINK begins, which comes last.
static uint8_t *links_of(nav_test_file f)
{
    const uint8_t *entry = f.bytes + FILE_HEADER + FILE_KNOWN * FILE_ENTRY;
    ck_assert_mem_eq(entry, "LINK\1\0\0\0", 8);
    return f.bytes + file_get(entry + 8, 8);
}

static double get_double(const uint8_t *at)
{
    uint64_t bits = file_get(at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

START_TEST(test_links_are_written_as_documented)
{
    static const double places[LINKS][5] = {
        {1, 1, 9, 1, 8}, {2, 2, 3, 3, 0}, {0, 0, 12, 4, 2.5}, {4, 2, 8, 2, 4}};
    static const uint32_t kinds[LINKS] = {0, UINT32_MAX, 5, 0};
    nav_test_file f = linked_file();
    const uint8_t *at = links_of(f);
    ck_assert_uint_eq(
        file_get(f.bytes + FILE_HEADER + FILE_KNOWN * FILE_ENTRY + 16, 8),
        LINK_HEAD + LINKS * LINK + 9);
    ck_assert_uint_eq(file_get(at, 4), LINKS);
    ck_assert_uint_eq(file_get(at + 4, 4), 9);
    at += LINK_HEAD;
    for (int i = 0; i < LINKS; i++, at += LINK) {
        for (int k = 0; k < 5; k++) {
            ck_assert_double_eq(get_double(at + 8 * k), places[i][k]);
        }
        ck_assert_uint_eq(file_get(at + 40, 4), places[i][0] <= 4 ? 0 : 1);
        ck_assert_uint_eq(file_get(at + 44, 4), places[i][2] <= 4 ? 0 : 1);
        ck_assert_uint_eq(file_get(at + 48, 4), kinds[i]);
        ck_assert_uint_eq(file_get(at + 52, 4), i == 1 ? 1 : 0);
    }
    ck_assert_mem_eq(at, "jump\0fly", 9);
    nav_test_file again = file_read_and_write(f);
    nav_test_check_same(f, again);
    free(f.bytes);
    free(again.bytes);
}
END_TEST

// A number put somewhere into the section.
typedef struct forged {
    size_t at;
    uint64_t value;
    int bytes;
    const char *message;
} forged;

#define OF(link, place) (LINK_HEAD + (link)*LINK + (place))
#define TEXT (LINK_HEAD + LINKS * LINK)
#define POINT_MESSAGE(link) "an end of link " #link " is not a legal point"
#define PLACE_MESSAGE(link) "an end of link " #link " is not on its polygon"
#define COST_MESSAGE(link) "the cost of link " #link " is not legal"
#define SIZE_MESSAGE "section LINK does not have the size of its counts"
#define KIND_MESSAGE "the kinds of links are not in order"

static const forged forgeries[] = {
    {0, 0, 4, "section LINK is not understood"},
    {0, 3, 4, SIZE_MESSAGE},
    {0, UINT32_MAX, 4, SIZE_MESSAGE},
    {4, 8, 4, SIZE_MESSAGE},
    {4, UINT32_MAX, 4, SIZE_MESSAGE},
    {OF(0, 0), 0x7ff0000000000000u, 8, POINT_MESSAGE(0)},
    {OF(1, 8), 0x7ff8000000000000u, 8, POINT_MESSAGE(1)},
    {OF(2, 0), 0x8000000000000000u, 8, POINT_MESSAGE(2)},
    {OF(3, 24), 1, 8, POINT_MESSAGE(3)},
    {OF(0, 0), 0x4014000000000000u, 8, PLACE_MESSAGE(0)},  // x = 5
    {OF(3, 16), 0x401fffffffffffffu, 8, PLACE_MESSAGE(3)}, // just below 8
    {OF(0, 40), 1, 4, PLACE_MESSAGE(0)},
    {OF(1, 44), 2, 4, PLACE_MESSAGE(1)},
    {OF(2, 44), UINT32_MAX, 4, PLACE_MESSAGE(2)},
    {OF(2, 32), 0x8000000000000000u, 8, COST_MESSAGE(2)}, // -0
    {OF(2, 32), 0xbff0000000000000u, 8, COST_MESSAGE(2)}, // -1
    {OF(0, 32), 0x7ff0000000000000u, 8, COST_MESSAGE(0)},
    {OF(0, 32), 0x7ff8000000000000u, 8, COST_MESSAGE(0)},
    {OF(3, 32), 0x7fe0000000000000u, 8, COST_MESSAGE(3)}, // too great
    {OF(1, 52), 2, 4, "the flags of link 1 are not understood"},
    {OF(1, 52), 0x80000001u, 4, "the flags of link 1 are not understood"},
    {OF(0, 48), 1, 4, KIND_MESSAGE},
    {OF(0, 48), 5, 4, KIND_MESSAGE},
    {OF(0, 48), UINT32_MAX, 4, KIND_MESSAGE},
    {OF(2, 48), 0, 4, KIND_MESSAGE},
    {OF(2, 48), 4, 4, KIND_MESSAGE},
    {OF(3, 48), 6, 4, KIND_MESSAGE},
    {OF(3, 48), 9, 4, KIND_MESSAGE},
    {OF(3, 48), 1000, 4, KIND_MESSAGE},
    {TEXT, 0, 1, KIND_MESSAGE},
    {TEXT + 2, 0, 1, KIND_MESSAGE},
    {TEXT + 4, 'x', 1, KIND_MESSAGE},
    {TEXT + 8, 'x', 1, KIND_MESSAGE},
};

START_TEST(test_a_forged_link_is_named)
{
    const forged *forgery = &forgeries[_i];
    nav_test_file f = linked_file();
    file_put(links_of(f) + forgery->at, forgery->value, forgery->bytes);
    file_seal(f);
    file_check_refused(f, forgery->message);
    free(f.bytes);
}
END_TEST

START_TEST(test_costs_of_any_size_are_read)
{
    static const double costs[] = {0, 5e-324, 1e-200, 4e100};
    nav_test_file f = linked_file();
    file_put(links_of(f) + OF(2, 32), bits_of(costs[_i]), 8);
    file_seal(f);
    nav_test_file again = file_read_and_write(f);
    nav_test_check_same(f, again);
    free(f.bytes);
    free(again.bytes);
}
END_TEST

START_TEST(test_a_section_of_links_of_the_wrong_size_is_refused)
{
    nav_test_file f = linked_file();
    uint64_t right = LINK_HEAD + LINKS * LINK + 9;
    for (uint64_t size = 0; size <= right; size++) {
        nav_test_file changed = file_copy(f);
        file_put(changed.bytes + FILE_HEADER + FILE_KNOWN * FILE_ENTRY + 16,
                 size, 8);
        file_seal(changed);
        ck_assert(file_is_refused(changed) == (size != right));
        free(changed.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_random_damage_to_links_is_refused_or_valid)
{
    nav_test_file f = linked_file();
    // Not the padding, which nobody reads.
    nav_test_file links = {links_of(f), TEXT + 9};
    file_check_damage(f, links, 2025, true);
    free(f.bytes);
}
END_TEST

START_TEST(test_reading_links_survives_failed_allocations)
{
    nav_test_file f = linked_file();
    ck_assert_uint_ge(nav_test_fail_reading(f), 3);
    free(f.bytes);
}
END_TEST

Suite *nav_test_format_links(void)
{
    Suite *suite = suite_create("format_links");
    TCase *links = tcase_create("links");
    tcase_add_test(links, test_links_are_written_as_documented);
    tcase_add_loop_test(links, test_a_forged_link_is_named, 0,
                        sizeof forgeries / sizeof forgeries[0]);
    tcase_add_loop_test(links, test_costs_of_any_size_are_read, 0, 4);
    tcase_add_test(links, test_a_section_of_links_of_the_wrong_size_is_refused);
    tcase_add_test(links, test_random_damage_to_links_is_refused_or_valid);
    tcase_add_test(links, test_reading_links_survives_failed_allocations);
    suite_add_tcase(suite, links);
    return suite;
}
