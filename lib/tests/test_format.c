// test_format.c - meshes to bytes and back, and bytes that are no mesh.
#include "base/crc64.h"
#include "mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format_support.h"
#include "mesh_support.h"
#include "suites.h"

// Where testdata/ is; the tests run from the project's root.
#ifndef NAV_TESTDATA
#define NAV_TESTDATA "testdata"
#endif

enum { FILE_ROOM = 1 << 16 };

// ---------------------------------------------------------------------------
// The checksum
// ---------------------------------------------------------------------------

START_TEST(test_the_crc_has_its_check_value)
{
    ck_assert_uint_eq(nav_crc64(0, "123456789", 9), 0x995dc9bbdf1939fau);
    ck_assert_uint_eq(nav_crc64(0, "", 0), 0);
}
END_TEST

START_TEST(test_the_crc_equals_that_of_single_bits_in_any_pieces)
{
    nav_test_random random = {8};
    uint8_t bytes[200];
    for (int round = 0; round < 300; round++) {
        size_t size = nav_test_random_below(&random, sizeof bytes + 1);
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (uint8_t)nav_test_random_bits(&random);
        }
        size_t cut = nav_test_random_below(&random, (uint32_t)size + 1);
        uint64_t crc = nav_crc64(0, bytes, cut);
        crc = nav_crc64(crc, bytes + cut, size - cut);
        if (crc != file_crc(bytes, size)) {
            ck_abort_msg("%zu bytes cut at %zu", size, cut);
        }
    }
}
END_TEST

// ---------------------------------------------------------------------------
// There and back
// ---------------------------------------------------------------------------

START_TEST(test_what_is_written_reads_back_to_the_same_bytes)
{
    nav_test_random random = {(uint64_t)_i + 1};
    nav_mesh *mesh = nav_test_make_grid(&random, 1 + (uint32_t)_i, 9, 1);
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_test_file again = file_read_and_write(f);
    nav_test_check_same(f, again);
    nav_mesh *read = NULL;
    ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, NULL, &read, NULL), NAV_OK);
    ck_assert_mem_eq(read->vertex, mesh->vertex,
                     mesh->info.vertices * sizeof *mesh->vertex);
    ck_assert_mem_eq(read->neighbour, mesh->neighbour,
                     mesh->info.edges * sizeof *mesh->neighbour);
    ck_assert_mem_eq(read->island, mesh->island,
                     mesh->info.polygons * sizeof *mesh->island);
    ck_assert_double_eq(read->info.area, mesh->info.area);
    ck_assert_uint_eq(read->info.portals, mesh->info.portals);
    nav_mesh_free(read);
    nav_mesh_free(mesh);
    free(f.bytes);
    free(again.bytes);
}
END_TEST

START_TEST(test_the_header_is_as_documented)
{
    static const uint8_t magic[] = {0x89, 'N',  'A',  'V',
                                    '\r', '\n', 0x1a, '\n'};
    nav_test_file f = file_small();
    ck_assert_mem_eq(f.bytes, magic, sizeof magic);
    ck_assert_uint_eq(file_get(f.bytes + 8, 4), 1);
    ck_assert_uint_eq(file_get(f.bytes + 12, 4), FILE_KNOWN);
    ck_assert_uint_eq(file_get(f.bytes + 16, 8), f.size);
    nav_test_file copy = file_copy(f);
    file_seal(copy);
    nav_test_check_same(f, copy);
    free(f.bytes);
    free(copy.bytes);
}
END_TEST

START_TEST(test_the_example_of_the_manual_is_what_is_written)
{
    nav_mesh *mesh =
        nav_test_bake_json("[[[0,0],[4,0],[4,1],[1,1],[1,3],[0,3]]]");
    nav_test_file f = nav_test_write_mesh(mesh);
    ck_assert_uint_eq(f.size, 344);
    ck_assert_uint_eq(file_get(f.bytes + 24, 8), 0x8e95c377c8bde983u);
    nav_mesh_free(mesh);
    free(f.bytes);
}
END_TEST

static nav_test_file load(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        ck_abort_msg("cannot open %s", path);
    }
    nav_test_file f = file_new(FILE_ROOM);
    f.size = fread(f.bytes, 1, FILE_ROOM, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return f;
}

// Version 1 of the format for ever: a reader must take these bytes, and baking
// the map must give them as long as version 1 is written.
START_TEST(test_the_golden_file_of_version_1_is_read_and_written)
{
    nav_test_file golden = load(NAV_TESTDATA "/golden/square-v1.nav");
    nav_test_file again = file_read_and_write(golden);
    nav_test_check_same(again, golden);

    nav_test_file json = load(NAV_TESTDATA "/golden/square-v1.json");
    ck_assert_uint_lt(json.size, FILE_ROOM);
    json.bytes[json.size] = '\0';
    nav_mesh *mesh = nav_test_bake_json((const char *)json.bytes);
    nav_test_file baked = nav_test_write_mesh(mesh);
    nav_test_check_same(baked, golden);
    ck_assert_uint_eq(mesh->info.polygons, 5);
    ck_assert_uint_eq(mesh->info.vertices, 8);
    nav_mesh_free(mesh);
    free(golden.bytes);
    free(again.bytes);
    free(json.bytes);
    free(baked.bytes);
}
END_TEST

START_TEST(test_writing_and_reading_survive_failed_allocations)
{
    nav_test_file f = file_small();
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_test_allocator state = {0};
    nav_allocator mem = nav_test_allocator_hook(&state);
    enum { ALLOCATIONS = 2 }; // the mesh and its arrays
    for (size_t i = 0; i < ALLOCATIONS; i++) {
        state = (nav_test_allocator){.fail_at = i};
        ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, &mem, &mesh, &error),
                         NAV_NOMEM);
        ck_assert_int_eq(error.status, NAV_NOMEM);
        ck_assert_ptr_null(mesh);
        ck_assert_uint_eq(state.bytes_out, 0);
    }

    state = (nav_test_allocator){.fail_at = ALLOCATIONS};
    ck_assert_int_eq(nav_mesh_read(f.bytes, f.size, &mem, &mesh, &error),
                     NAV_OK);
    void *bytes = NULL;
    size_t size = 0;
    ck_assert_int_eq(nav_mesh_write(mesh, &bytes, &size, &error), NAV_NOMEM);
    ck_assert_ptr_null(bytes);
    ck_assert_uint_eq(size, 0);

    state.fail_at = SIZE_MAX;
    ck_assert_int_eq(nav_mesh_write(mesh, &bytes, &size, &error), NAV_OK);
    ck_assert_uint_eq(size, f.size);
    nav_bytes_free(mesh, bytes, size);
    nav_mesh_free(mesh);
    ck_assert_uint_eq(state.bytes_out, 0);
    free(f.bytes);
}
END_TEST

// ---------------------------------------------------------------------------
// Damage
// ---------------------------------------------------------------------------

START_TEST(test_every_changed_byte_is_refused)
{
    nav_test_file f = file_small();
    for (size_t i = 0; i < f.size; i++) {
        // All values in the header; later each single bit, and all of them.
        for (unsigned k = 1; k < (i < FILE_HEADER ? 256 : 10); k++) {
            unsigned change = i < FILE_HEADER ? k
                              : k < 9         ? 1u << (k - 1)
                                              : 0xffu;
            f.bytes[i] ^= (uint8_t)change;
            if (!file_is_refused(f)) {
                ck_abort_msg("byte %zu changed by %x", i, change);
            }
            f.bytes[i] ^= (uint8_t)change;
        }
    }
    ck_assert(!file_is_refused(f));
    free(f.bytes);
}
END_TEST

START_TEST(test_every_cut_is_refused)
{
    nav_test_file f = file_small();
    for (size_t size = 0; size < f.size; size++) {
        nav_test_file cut = file_new(size);
        memcpy(cut.bytes, f.bytes, size);
        if (!file_is_refused(cut)) {
            ck_abort_msg("the first %zu of %zu bytes", size, f.size);
        }
        // The reader must see it also where the header fits what is left.
        if (size >= FILE_HEADER) {
            file_put(cut.bytes + 16, size, 8);
            file_seal(cut);
            size_t padding = f.size - size;
            if (padding > 7 && !file_is_refused(cut)) {
                ck_abort_msg("the first %zu of %zu bytes", size, f.size);
            }
        }
        free(cut.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_every_appended_byte_is_refused)
{
    nav_test_file f = file_small();
    nav_test_file longer = file_new(f.size + 1);
    memcpy(longer.bytes, f.bytes, f.size);
    for (unsigned byte = 0; byte < 256; byte++) {
        longer.bytes[f.size] = (uint8_t)byte;
        if (!file_is_refused(longer)) {
            ck_abort_msg("byte %u", byte);
        }
    }
    free(f.bytes);
    free(longer.bytes);
}
END_TEST

START_TEST(test_another_size_than_that_in_the_header_is_named)
{
    // With a checksum that fits, so that nothing else is wrong.
    for (size_t more = 1; more <= 16; more++) {
        nav_test_file f = file_small();
        nav_test_file longer = file_new(f.size + more);
        char message[100];
        memcpy(longer.bytes, f.bytes, f.size);
        file_seal(longer);
        (void)snprintf(message, sizeof message,
                       "the file has %zu bytes where %zu were written",
                       longer.size, f.size);
        file_check_refused(longer, message);
        free(f.bytes);
        free(longer.bytes);
    }
}
END_TEST

START_TEST(test_what_is_no_mesh_file_is_told_so)
{
    uint8_t text[100] = "{\"polygons\":[]}, and some more bytes to fill it up";
    file_check_refused((nav_test_file){text, 0}, "the file is empty");
    file_check_refused((nav_test_file){text, 1}, "not a navmesh file");
    file_check_refused((nav_test_file){text, sizeof text},
                       "not a navmesh file");
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_mesh_read(NULL, 0, NULL, &mesh, NULL), NAV_FORMAT);
}
END_TEST

START_TEST(test_another_version_is_named)
{
    static const uint32_t versions[] = {0, 2, 256, 0x01000000, UINT32_MAX};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        nav_test_file f = file_small();
        char message[100];
        file_put(f.bytes + 8, versions[i], 4);
        file_seal(f);
        (void)snprintf(message, sizeof message,
                       "format version %u is not supported", versions[i]);
        file_check_refused(f, message);
        free(f.bytes);
    }
}
END_TEST

START_TEST(test_the_first_bytes_tell_the_size_of_the_file)
{
    nav_test_file f = file_small();
    nav_error error = {.status = NAV_OK};
    const uint64_t unknown = NAV_SIZE_UNKNOWN;
    uint64_t declared = 0;
    // On the heap, just as many as may be looked at.
    nav_test_file head = file_new(FILE_HEADER);
    memcpy(head.bytes, f.bytes, FILE_HEADER);
    ck_assert_int_eq(
        nav_file_read_size(head.bytes, head.size, unknown, &declared, &error),
        NAV_OK);
    ck_assert_uint_eq(declared, f.size);
    ck_assert_int_eq(
        nav_file_read_size(head.bytes, head.size, f.size, &declared, &error),
        NAV_OK);
    ck_assert_int_eq(
        nav_file_read_size(head.bytes, head.size, 7, &declared, &error),
        NAV_FORMAT);
    ck_assert_ptr_nonnull(strstr(error.message, "the file has 7 bytes where"));
    ck_assert_int_eq(
        nav_file_read_size(head.bytes, 31, unknown, &declared, &error),
        NAV_FORMAT);
    ck_assert_str_eq(error.message, "not a navmesh file");
    file_put(head.bytes + 16, UINT64_MAX, 8);
    ck_assert_int_eq(
        nav_file_read_size(head.bytes, head.size, unknown, &declared, NULL),
        NAV_OK);
    ck_assert_uint_eq(declared, UINT64_MAX);
    free(head.bytes);
    free(f.bytes);
}
END_TEST

Suite *nav_test_format(void)
{
    Suite *suite = suite_create("format");
    TCase *both = tcase_create("there and back");
    tcase_add_test(both, test_the_crc_has_its_check_value);
    tcase_add_test(both, test_the_crc_equals_that_of_single_bits_in_any_pieces);
    tcase_add_loop_test(both, test_what_is_written_reads_back_to_the_same_bytes,
                        0, 20);
    tcase_add_test(both, test_the_header_is_as_documented);
    tcase_add_test(both, test_the_example_of_the_manual_is_what_is_written);
    tcase_add_test(both, test_the_golden_file_of_version_1_is_read_and_written);
    tcase_add_test(both, test_writing_and_reading_survive_failed_allocations);
    suite_add_tcase(suite, both);

    TCase *damage = tcase_create("damage");
    tcase_add_test(damage, test_every_changed_byte_is_refused);
    tcase_add_test(damage, test_every_cut_is_refused);
    tcase_add_test(damage, test_every_appended_byte_is_refused);
    tcase_add_test(damage, test_another_size_than_that_in_the_header_is_named);
    tcase_add_test(damage, test_what_is_no_mesh_file_is_told_so);
    tcase_add_test(damage, test_another_version_is_named);
    tcase_add_test(damage, test_the_first_bytes_tell_the_size_of_the_file);
    suite_add_tcase(suite, damage);
    return suite;
}
