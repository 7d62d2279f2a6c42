// test_format_sections.c - the sections of a file: their table, what they
// promise, and forged ones, the allocations watched.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format_support.h"
#include "suites.h"

enum { FILE_ROOM = 1 << 16 };

// ---------------------------------------------------------------------------
// Sections
// ---------------------------------------------------------------------------

// Writes into a table entry of a small file and checks that it is refused.
static void check_entry_refused(size_t number, size_t at, uint64_t value,
                                const char *message)
{
    nav_test_file f = file_small();
    file_put(f.bytes + FILE_HEADER + number * FILE_ENTRY + at, value, 8);
    file_seal(f);
    file_check_refused(f, message);
    free(f.bytes);
}

START_TEST(test_sections_put_together_are_a_file)
{
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN];
    file_take_apart(f, parts);
    nav_test_file same = file_put_together(parts, FILE_KNOWN);
    nav_test_check_same(f, same);
    // In another order they are the same mesh.
    file_part first = parts[0];
    memmove(parts, parts + 1, (FILE_KNOWN - 1) * sizeof *parts);
    parts[FILE_KNOWN - 1] = first;
    nav_test_file turned = file_put_together(parts, FILE_KNOWN);
    nav_test_file again = file_read_and_write(turned);
    nav_test_check_same(f, again);
    free(f.bytes);
    free(same.bytes);
    free(turned.bytes);
    free(again.bytes);
}
END_TEST

START_TEST(test_an_unknown_section_is_skipped_unless_it_is_required)
{
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN + 1];
    file_take_apart(f, parts);
    parts[FILE_KNOWN] = (file_part){"NEWS", 0, (const uint8_t *)"some news", 9};
    for (size_t place = 0; place <= FILE_KNOWN; place++) {
        file_part mixed[FILE_KNOWN + 1];
        memcpy(mixed, parts, sizeof mixed);
        mixed[place] = parts[FILE_KNOWN];
        memcpy(mixed + place + 1, parts + place,
               (FILE_KNOWN - place) * sizeof *parts);
        // Other flags than the first mean nothing yet.
        mixed[place].flags = place % 2 ? 0 : 0xfffffffe;
        nav_test_file with = file_put_together(mixed, FILE_KNOWN + 1);
        nav_test_file again = file_read_and_write(with);
        nav_test_check_same(f, again);
        free(with.bytes);
        free(again.bytes);
        mixed[place].flags |= 1;
        with = file_put_together(mixed, FILE_KNOWN + 1);
        file_check_refused(with,
                           "the file needs a newer version of this program");
        free(with.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_a_section_missing_or_twice_is_refused)
{
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN], changed[FILE_KNOWN + 1];
    char message[100];
    file_take_apart(f, parts);
    for (size_t s = 0; s < FILE_KNOWN; s++) {
        memcpy(changed, parts, sizeof parts);
        memmove(changed + s, changed + s + 1,
                (FILE_KNOWN - 1 - s) * sizeof *changed);
        nav_test_file less = file_put_together(changed, FILE_KNOWN - 1);
        (void)snprintf(message, sizeof message, "section %.4s is missing",
                       parts[s].tag);
        file_check_refused(less, message);

        memcpy(changed, parts, sizeof parts);
        changed[FILE_KNOWN] = parts[s];
        nav_test_file more = file_put_together(changed, FILE_KNOWN + 1);
        (void)snprintf(message, sizeof message, "section %.4s comes twice",
                       parts[s].tag);
        file_check_refused(more, message);
        free(less.bytes);
        free(more.bytes);
    }
    nav_test_file none = file_put_together(parts, 0);
    file_check_refused(none, "section META is missing");
    free(none.bytes);
    free(f.bytes);
}
END_TEST

START_TEST(test_a_section_outside_of_the_file_is_refused)
{
    nav_test_file f = file_small();
    static const char message[] = "a section lies outside of the file";
    for (size_t s = 0; s < FILE_KNOWN; s++) {
        uint64_t offset =
            file_get(f.bytes + FILE_HEADER + s * FILE_ENTRY + 8, 8);
        uint64_t room = f.size - offset;
        const uint64_t sizes[] = {room + 1,
                                  room + 8,
                                  UINT32_MAX,
                                  UINT64_MAX - offset,
                                  UINT64_MAX - offset + 1,
                                  UINT64_MAX};
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            check_entry_refused(s, 16, sizes[i], message);
        }
        const uint64_t offsets[] = {
            f.size,     f.size + 8,     offset + 1, offset + 4,
            UINT64_MAX, UINT64_MAX - 7, offset - 1, (uint64_t)1 << 63};
        for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
            check_entry_refused(s, 8, offsets[i], message);
        }
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_a_section_of_the_wrong_size_is_refused)
{
    static const int64_t differences[] = {-16, -8, -4, -1, 1, 4, 8, 16};
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN];
    uint8_t bytes[FILE_ROOM] = {0};
    for (size_t s = 0; s < FILE_KNOWN; s++) {
        for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
            file_take_apart(f, parts);
            memcpy(bytes, parts[s].bytes, parts[s].size);
            parts[s].bytes = bytes;
            parts[s].size += (uint64_t)differences[i];
            nav_test_file changed = file_put_together(parts, FILE_KNOWN);
            char message[100];
            (void)snprintf(message, sizeof message,
                           s == 0
                               ? "section %.4s is not understood"
                               : "section %.4s does not have the size of its "
                                 "counts",
                           parts[s].tag);
            file_check_refused(changed, message);
            free(changed.bytes);
        }
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_unknown_flags_of_meta_are_refused)
{
    // 1 promises heights; 2 is their axis, and without them as unknown as 4.
    for (uint8_t flags = 2; flags < 9; flags = (uint8_t)(flags + 2)) {
        nav_test_file f = file_small();
        f.bytes[FILE_HEADER + FILE_KNOWN * FILE_ENTRY + 12] = flags;
        file_seal(f);
        file_check_refused(f, "section META is not understood");
        free(f.bytes);
    }
}
END_TEST

START_TEST(test_heights_that_meta_promises_must_be_there)
{
    nav_test_file f = file_small();
    f.bytes[FILE_HEADER + FILE_KNOWN * FILE_ENTRY + 12] = 1;
    file_seal(f);
    file_check_refused(f, "section HGHT does not agree with META");
    free(f.bytes);
}
END_TEST

START_TEST(test_the_radius_of_the_agent_is_kept)
{
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN + 1];
    file_take_apart(f, parts);
    // 0.5, after IEEE 754.
    uint8_t radius[9] = {0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0};
    parts[FILE_KNOWN] = (file_part){"AGNT", 0, radius, 8};
    nav_test_file with = file_put_together(parts, FILE_KNOWN + 1);
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_mesh_read(with.bytes, with.size, NULL, &mesh, NULL),
                     NAV_OK);
    ck_assert(nav_mesh_get_info(mesh).agent_radius == 0.5);
    nav_mesh_free(mesh);
    nav_test_file again = file_read_and_write(with);
    nav_test_check_same(with, again);
    free(with.bytes);
    free(again.bytes);
    free(f.bytes);
}
END_TEST

START_TEST(test_a_radius_that_is_none_is_refused)
{
    // 0, negative zero, -0.5, infinity, not a number, 2^-1000.
    static const uint64_t bits[] = {0,
                                    0x8000000000000000,
                                    0xbfe0000000000000,
                                    0x7ff0000000000000,
                                    0x7ff8000000000000,
                                    0x0170000000000000};
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN + 1];
    file_take_apart(f, parts);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        uint8_t radius[8];
        file_put(radius, bits[i], 8);
        parts[FILE_KNOWN] = (file_part){"AGNT", 0, radius, 8};
        nav_test_file with = file_put_together(parts, FILE_KNOWN + 1);
        file_check_refused(with, "section AGNT is not one legal radius");
        free(with.bytes);
    }
    static const uint64_t sizes[] = {0, 7, 9, 16};
    static const uint8_t halves[16] = {0, 0, 0, 0, 0, 0, 0xe0, 0x3f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        parts[FILE_KNOWN] = (file_part){"AGNT", 0, halves, sizes[i]};
        nav_test_file with = file_put_together(parts, FILE_KNOWN + 1);
        file_check_refused(with, "section AGNT is not one legal radius");
        free(with.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_areas_without_their_counts_are_refused)
{
    static const uint8_t counts[8] = {0};
    nav_test_file f = file_small();
    file_part parts[FILE_KNOWN + 1];
    file_take_apart(f, parts);
    for (uint64_t size = 0; size < sizeof counts; size++) {
        parts[FILE_KNOWN] = (file_part){"AREA", 0, counts, size};
        nav_test_file with = file_put_together(parts, FILE_KNOWN + 1);
        file_check_refused(with,
                           "section AREA does not have the size of its counts");
        free(with.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_sixty_four_sections_are_the_most)
{
    file_part parts[65];
    nav_test_file small = file_small();
    file_take_apart(small, parts);
    for (size_t i = FILE_KNOWN; i < 65; i++) {
        parts[i] = (file_part){"MORE", 0, small.bytes, 8};
    }
    nav_test_file most = file_put_together(parts, 64);
    ck_assert(!file_is_refused(most));
    nav_test_file too_many = file_put_together(parts, 65);
    file_check_refused(too_many, "the section table is too long");
    free(small.bytes);
    free(most.bytes);
    free(too_many.bytes);
}
END_TEST

START_TEST(test_a_section_table_too_long_is_refused)
{
    static const uint32_t counts[] = {65, 1000, 0x0aaaaaab, 0x80000000,
                                      UINT32_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        nav_test_file f = file_small();
        file_put(f.bytes + 12, counts[i], 4);
        file_seal(f);
        file_check_refused(f, "the section table is too long");
        free(f.bytes);
    }
    // A file that ends within its table.
    nav_test_file f = file_new(FILE_HEADER + 2 * FILE_ENTRY - 1);
    memcpy(f.bytes, "\x89NAV\r\n\x1a\n", 8);
    file_put(f.bytes + 8, 1, 4);
    file_put(f.bytes + 12, 2, 4);
    file_put(f.bytes + 16, f.size, 8);
    file_seal(f);
    file_check_refused(f, "the section table is too long");
    free(f.bytes);
}
END_TEST

// ---------------------------------------------------------------------------
// Counts and random damage, the allocations watched
// ---------------------------------------------------------------------------

START_TEST(test_counts_without_bytes_behind_them_cost_no_memory)
{
    static const uint32_t counts[] = {
        0,          1,          0x01000000, 0x0fffffff, 0x10000000, 0x10000001,
        0x3fffffff, 0x40000000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    enum { COUNTS = sizeof counts / sizeof counts[0] };
    nav_test_file f = file_small();
    nav_test_file forged = file_copy(f);
    uint8_t *meta = forged.bytes + FILE_HEADER + FILE_KNOWN * FILE_ENTRY;
    // Each of the three counts forged or left.
    for (size_t i = 0; i < (COUNTS + 1) * (COUNTS + 1) * (COUNTS + 1); i++) {
        memcpy(forged.bytes, f.bytes, f.size);
        size_t k = i;
        for (int c = 0; c < 3; c++, k /= COUNTS + 1) {
            if (k % (COUNTS + 1) < COUNTS) {
                file_put(meta + (size_t)4 * (size_t)c, counts[k % (COUNTS + 1)],
                         4);
            }
        }
        file_seal(forged);
        file_watched w;
        nav_mesh *mesh = file_read_frugally(forged, &w);
        if ((mesh == NULL) == (memcmp(forged.bytes, f.bytes, f.size) == 0) ||
            (!mesh && w.asked != 0)) {
            ck_abort_msg("forged counts %zu: %zu bytes", i, w.asked);
        }
        nav_mesh_free(mesh);
    }
    free(f.bytes);
    free(forged.bytes);
}
END_TEST

START_TEST(test_a_mesh_without_polygons_is_refused)
{
    static const uint8_t zero[16] = {0};
    const file_part parts[FILE_KNOWN] = {{"META", 1, zero, 16},
                                         {"VERT", 1, zero, 0},
                                         {"POLY", 1, zero, 4},
                                         {"CORN", 1, zero, 0},
                                         {"TWIN", 1, zero, 0}};
    nav_test_file f = file_put_together(parts, FILE_KNOWN);
    file_check_refused(f, "the mesh has no polygon");
    free(f.bytes);
}
END_TEST

START_TEST(test_random_damage_with_a_right_checksum_is_refused_or_valid)
{
    nav_test_file f = file_small();
    file_check_damage(f, f, 2024, false);
    free(f.bytes);
}
END_TEST

Suite *nav_test_format_sections(void)
{
    Suite *suite = suite_create("format_sections");
    TCase *sections = tcase_create("sections");
    tcase_add_test(sections, test_sections_put_together_are_a_file);
    tcase_add_test(sections,
                   test_an_unknown_section_is_skipped_unless_it_is_required);
    tcase_add_test(sections, test_a_section_missing_or_twice_is_refused);
    tcase_add_test(sections, test_a_section_outside_of_the_file_is_refused);
    tcase_add_test(sections, test_a_section_of_the_wrong_size_is_refused);
    tcase_add_test(sections, test_unknown_flags_of_meta_are_refused);
    tcase_add_test(sections, test_heights_that_meta_promises_must_be_there);
    tcase_add_test(sections, test_the_radius_of_the_agent_is_kept);
    tcase_add_test(sections, test_a_radius_that_is_none_is_refused);
    tcase_add_test(sections, test_areas_without_their_counts_are_refused);
    tcase_add_test(sections, test_sixty_four_sections_are_the_most);
    tcase_add_test(sections, test_a_section_table_too_long_is_refused);
    suite_add_tcase(suite, sections);

    TCase *frugal = tcase_create("frugal");
    tcase_add_test(frugal,
                   test_counts_without_bytes_behind_them_cost_no_memory);
    tcase_add_test(frugal, test_a_mesh_without_polygons_is_refused);
    tcase_add_test(
        frugal, test_random_damage_with_a_right_checksum_is_refused_or_valid);
    suite_add_tcase(suite, frugal);
    return suite;
}
