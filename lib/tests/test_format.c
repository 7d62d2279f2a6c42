// test_format.c - meshes to bytes and back, and bytes that are no mesh.
//
// The test has its own small notion of the format, from man/navmesh.5: it takes
// a file apart into sections, puts files together, and computes the checksum
// bit by bit.
#include "crc64.h"
#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_support.h"
#include "suites.h"

// Where testdata/ is; the tests run from the project's root.
#ifndef NAV_TESTDATA
#define NAV_TESTDATA "testdata"
#endif

enum { HEADER = 32, ENTRY = 24, KNOWN = 5, ROOM = 1 << 16 };

typedef struct file {
    uint8_t *bytes; // from malloc, just `size` of them
    size_t size;
} file;

// ---------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i > 0; i--) {
        value = value << 8 | at[i - 1];
    }
    return value;
}

static uint64_t crc_by_bits(const uint8_t *bytes, size_t size)
{
    uint64_t crc = UINT64_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xc96c5795d7870f42u : crc >> 1;
        }
    }
    return ~crc;
}

static void repair_checksum(file f)
{
    put(f.bytes + 24, 0, 8);
    put(f.bytes + 24, crc_by_bits(f.bytes, f.size), 8);
}

static file new_file(size_t size)
{
    file f = {malloc(size ? size : 1), size};
    ck_assert_ptr_nonnull(f.bytes);
    memset(f.bytes, 0, size);
    return f;
}

static file copy_file(file f)
{
    file copy = new_file(f.size);
    memcpy(copy.bytes, f.bytes, f.size);
    return copy;
}

static file write_mesh(const nav_mesh *mesh)
{
    void *bytes = NULL;
    size_t size = 0;
    ck_assert_int_eq(nav_mesh_write(mesh, &bytes, &size, NULL), NAV_OK);
    file f = new_file(size);
    memcpy(f.bytes, bytes, size);
    nav_bytes_free(mesh, bytes, size);
    return f;
}

// A square with a hole, and a triangle apart.
static file small_file(void)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[12.5,0],[12,9],[0,10]],"
        "\"holes\":[[[3,2],[2.5,5.25],[6,7],[7,3]]]},"
        "{\"outer\":[[20,0],[24,0],[20,3]]}]}");
    file f = write_mesh(mesh);
    nav_mesh_free(mesh);
    return f;
}

static void check_refused(file f, const char *message)
{
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_mesh_read(f.bytes, f.size, NULL, &mesh, &error);
    if (status != NAV_FORMAT || error.status != NAV_FORMAT || mesh ||
        strcmp(error.message, message) != 0) {
        ck_abort_msg("%s '%s' instead of '%s'", nav_status_name(status),
                     error.message, message);
    }
}

static bool is_refused(file f)
{
    nav_mesh *mesh = NULL;
    nav_status status = nav_mesh_read(f.bytes, f.size, NULL, &mesh, NULL);
    if (status == NAV_OK) {
        nav_mesh_free(mesh);
    }
    return status == NAV_FORMAT && !mesh;
}

// The file that is written of the mesh that is read.
static file read_and_write(file f)
{
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    if (nav_mesh_read(f.bytes, f.size, NULL, &mesh, &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    file again = write_mesh(mesh);
    nav_mesh_free(mesh);
    return again;
}

static void check_same(file a, file b)
{
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_mem_eq(a.bytes, b.bytes, a.size);
}

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
        if (crc != crc_by_bits(bytes, size)) {
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
    file f = write_mesh(mesh);
    file again = read_and_write(f);
    check_same(f, again);
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
    file f = small_file();
    ck_assert_mem_eq(f.bytes, magic, sizeof magic);
    ck_assert_uint_eq(get(f.bytes + 8, 4), 1);
    ck_assert_uint_eq(get(f.bytes + 12, 4), KNOWN);
    ck_assert_uint_eq(get(f.bytes + 16, 8), f.size);
    file copy = copy_file(f);
    repair_checksum(copy);
    check_same(f, copy);
    free(f.bytes);
    free(copy.bytes);
}
END_TEST

START_TEST(test_the_example_of_the_manual_is_what_is_written)
{
    nav_mesh *mesh =
        nav_test_bake_json("[[[0,0],[4,0],[4,1],[1,1],[1,3],[0,3]]]");
    file f = write_mesh(mesh);
    ck_assert_uint_eq(f.size, 344);
    ck_assert_uint_eq(get(f.bytes + 24, 8), 0x8e95c377c8bde983u);
    nav_mesh_free(mesh);
    free(f.bytes);
}
END_TEST

static file load(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        ck_abort_msg("cannot open %s", path);
    }
    file f = new_file(ROOM);
    f.size = fread(f.bytes, 1, ROOM, stream);
    ck_assert_int_eq(fclose(stream), 0);
    return f;
}

// Version 1 of the format for ever: a reader must take these bytes, and baking
// the map must give them as long as version 1 is written.
START_TEST(test_the_golden_file_of_version_1_is_read_and_written)
{
    file golden = load(NAV_TESTDATA "/golden/square-v1.nav");
    file again = read_and_write(golden);
    check_same(again, golden);

    file json = load(NAV_TESTDATA "/golden/square-v1.json");
    ck_assert_uint_lt(json.size, ROOM);
    json.bytes[json.size] = '\0';
    nav_mesh *mesh = nav_test_bake_json((const char *)json.bytes);
    file baked = write_mesh(mesh);
    check_same(baked, golden);
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
    file f = small_file();
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
    file f = small_file();
    for (size_t i = 0; i < f.size; i++) {
        // All values in the header; later each single bit, and all of them.
        for (unsigned k = 1; k < (i < HEADER ? 256 : 10); k++) {
            unsigned change = i < HEADER ? k : k < 9 ? 1u << (k - 1) : 0xffu;
            f.bytes[i] ^= (uint8_t)change;
            if (!is_refused(f)) {
                ck_abort_msg("byte %zu changed by %x", i, change);
            }
            f.bytes[i] ^= (uint8_t)change;
        }
    }
    ck_assert(!is_refused(f));
    free(f.bytes);
}
END_TEST

START_TEST(test_every_cut_is_refused)
{
    file f = small_file();
    for (size_t size = 0; size < f.size; size++) {
        file cut = new_file(size);
        memcpy(cut.bytes, f.bytes, size);
        if (!is_refused(cut)) {
            ck_abort_msg("the first %zu of %zu bytes", size, f.size);
        }
        // The reader must see it also where the header fits what is left.
        if (size >= HEADER) {
            put(cut.bytes + 16, size, 8);
            repair_checksum(cut);
            size_t padding = f.size - size;
            if (padding > 7 && !is_refused(cut)) {
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
    file f = small_file();
    file longer = new_file(f.size + 1);
    memcpy(longer.bytes, f.bytes, f.size);
    for (unsigned byte = 0; byte < 256; byte++) {
        longer.bytes[f.size] = (uint8_t)byte;
        if (!is_refused(longer)) {
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
        file f = small_file();
        file longer = new_file(f.size + more);
        char message[100];
        memcpy(longer.bytes, f.bytes, f.size);
        repair_checksum(longer);
        (void)snprintf(message, sizeof message,
                       "the file has %zu bytes where %zu were written",
                       longer.size, f.size);
        check_refused(longer, message);
        free(f.bytes);
        free(longer.bytes);
    }
}
END_TEST

START_TEST(test_what_is_no_mesh_file_is_told_so)
{
    uint8_t text[100] = "{\"polygons\":[]}, and some more bytes to fill it up";
    check_refused((file){text, 0}, "the file is empty");
    check_refused((file){text, 1}, "not a navmesh file");
    check_refused((file){text, sizeof text}, "not a navmesh file");
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_mesh_read(NULL, 0, NULL, &mesh, NULL), NAV_FORMAT);
}
END_TEST

START_TEST(test_another_version_is_named)
{
    static const uint32_t versions[] = {0, 2, 256, 0x01000000, UINT32_MAX};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        file f = small_file();
        char message[100];
        put(f.bytes + 8, versions[i], 4);
        repair_checksum(f);
        (void)snprintf(message, sizeof message,
                       "format version %u is not supported", versions[i]);
        check_refused(f, message);
        free(f.bytes);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Sections
// ---------------------------------------------------------------------------

typedef struct part {
    char tag[5];
    uint32_t flags;
    const uint8_t *bytes;
    uint64_t size;
} part;

// Takes a file of five sections apart; the parts lie in it.
static void take_apart(file f, part *parts)
{
    for (int i = 0; i < KNOWN; i++) {
        const uint8_t *entry = f.bytes + HEADER + i * ENTRY;
        memcpy(parts[i].tag, entry, 4);
        parts[i].tag[4] = '\0';
        parts[i].flags = (uint32_t)get(entry + 4, 4);
        parts[i].bytes = f.bytes + get(entry + 8, 8);
        parts[i].size = get(entry + 16, 8);
    }
}

static file put_together(const part *parts, size_t count)
{
    size_t size = HEADER + count * ENTRY;
    for (size_t i = 0; i < count; i++) {
        size += (parts[i].size + 7) / 8 * 8;
    }
    file f = new_file(size);
    memcpy(f.bytes, "\x89NAV\r\n\x1a\n", 8);
    put(f.bytes + 8, 1, 4);
    put(f.bytes + 12, count, 4);
    put(f.bytes + 16, size, 8);
    size_t offset = HEADER + count * ENTRY;
    for (size_t i = 0; i < count; i++) {
        uint8_t *entry = f.bytes + HEADER + i * ENTRY;
        memcpy(entry, parts[i].tag, 4);
        put(entry + 4, parts[i].flags, 4);
        put(entry + 8, offset, 8);
        put(entry + 16, parts[i].size, 8);
        memcpy(f.bytes + offset, parts[i].bytes, parts[i].size);
        offset += (parts[i].size + 7) / 8 * 8;
    }
    repair_checksum(f);
    return f;
}

// Writes into a table entry of a small file and checks that it is refused.
static void check_entry_refused(size_t number, size_t at, uint64_t value,
                                const char *message)
{
    file f = small_file();
    put(f.bytes + HEADER + number * ENTRY + at, value, 8);
    repair_checksum(f);
    check_refused(f, message);
    free(f.bytes);
}

START_TEST(test_sections_put_together_are_a_file)
{
    file f = small_file();
    part parts[KNOWN];
    take_apart(f, parts);
    file same = put_together(parts, KNOWN);
    check_same(f, same);
    // In another order they are the same mesh.
    part first = parts[0];
    memmove(parts, parts + 1, (KNOWN - 1) * sizeof *parts);
    parts[KNOWN - 1] = first;
    file turned = put_together(parts, KNOWN);
    file again = read_and_write(turned);
    check_same(f, again);
    free(f.bytes);
    free(same.bytes);
    free(turned.bytes);
    free(again.bytes);
}
END_TEST

START_TEST(test_an_unknown_section_is_skipped_unless_it_is_required)
{
    file f = small_file();
    part parts[KNOWN + 1];
    take_apart(f, parts);
    parts[KNOWN] = (part){"NEWS", 0, (const uint8_t *)"some news", 9};
    for (size_t place = 0; place <= KNOWN; place++) {
        part mixed[KNOWN + 1];
        memcpy(mixed, parts, sizeof mixed);
        mixed[place] = parts[KNOWN];
        memcpy(mixed + place + 1, parts + place,
               (KNOWN - place) * sizeof *parts);
        // Other flags than the first mean nothing yet.
        mixed[place].flags = place % 2 ? 0 : 0xfffffffe;
        file with = put_together(mixed, KNOWN + 1);
        file again = read_and_write(with);
        check_same(f, again);
        free(with.bytes);
        free(again.bytes);
        mixed[place].flags |= 1;
        with = put_together(mixed, KNOWN + 1);
        check_refused(with, "the file needs a newer version of this program");
        free(with.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_a_section_missing_or_twice_is_refused)
{
    file f = small_file();
    part parts[KNOWN], changed[KNOWN + 1];
    char message[100];
    take_apart(f, parts);
    for (size_t s = 0; s < KNOWN; s++) {
        memcpy(changed, parts, sizeof parts);
        memmove(changed + s, changed + s + 1,
                (KNOWN - 1 - s) * sizeof *changed);
        file less = put_together(changed, KNOWN - 1);
        (void)snprintf(message, sizeof message, "section %.4s is missing",
                       parts[s].tag);
        check_refused(less, message);

        memcpy(changed, parts, sizeof parts);
        changed[KNOWN] = parts[s];
        file more = put_together(changed, KNOWN + 1);
        (void)snprintf(message, sizeof message, "section %.4s comes twice",
                       parts[s].tag);
        check_refused(more, message);
        free(less.bytes);
        free(more.bytes);
    }
    file none = put_together(parts, 0);
    check_refused(none, "section META is missing");
    free(none.bytes);
    free(f.bytes);
}
END_TEST

START_TEST(test_a_section_outside_of_the_file_is_refused)
{
    file f = small_file();
    static const char message[] = "a section lies outside of the file";
    for (size_t s = 0; s < KNOWN; s++) {
        uint64_t offset = get(f.bytes + HEADER + s * ENTRY + 8, 8);
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
    file f = small_file();
    part parts[KNOWN];
    uint8_t bytes[ROOM] = {0};
    for (size_t s = 0; s < KNOWN; s++) {
        for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
            take_apart(f, parts);
            memcpy(bytes, parts[s].bytes, parts[s].size);
            parts[s].bytes = bytes;
            parts[s].size += (uint64_t)differences[i];
            file changed = put_together(parts, KNOWN);
            char message[100];
            (void)snprintf(message, sizeof message,
                           s == 0
                               ? "section %.4s is not understood"
                               : "section %.4s does not have the size of its "
                                 "counts",
                           parts[s].tag);
            check_refused(changed, message);
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
        file f = small_file();
        f.bytes[HEADER + KNOWN * ENTRY + 12] = flags;
        repair_checksum(f);
        check_refused(f, "section META is not understood");
        free(f.bytes);
    }
}
END_TEST

START_TEST(test_heights_that_meta_promises_must_be_there)
{
    file f = small_file();
    f.bytes[HEADER + KNOWN * ENTRY + 12] = 1;
    repair_checksum(f);
    check_refused(f, "section HGHT does not agree with META");
    free(f.bytes);
}
END_TEST

START_TEST(test_the_radius_of_the_agent_is_kept)
{
    file f = small_file();
    part parts[KNOWN + 1];
    take_apart(f, parts);
    // 0.5, after IEEE 754.
    uint8_t radius[9] = {0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0};
    parts[KNOWN] = (part){"AGNT", 0, radius, 8};
    file with = put_together(parts, KNOWN + 1);
    nav_mesh *mesh = NULL;
    ck_assert_int_eq(nav_mesh_read(with.bytes, with.size, NULL, &mesh, NULL),
                     NAV_OK);
    ck_assert(nav_mesh_get_info(mesh).agent_radius == 0.5);
    nav_mesh_free(mesh);
    file again = read_and_write(with);
    check_same(with, again);
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
    file f = small_file();
    part parts[KNOWN + 1];
    take_apart(f, parts);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        uint8_t radius[8];
        put(radius, bits[i], 8);
        parts[KNOWN] = (part){"AGNT", 0, radius, 8};
        file with = put_together(parts, KNOWN + 1);
        check_refused(with, "section AGNT is not one legal radius");
        free(with.bytes);
    }
    static const uint64_t sizes[] = {0, 7, 9, 16};
    static const uint8_t halves[16] = {0, 0, 0, 0, 0, 0, 0xe0, 0x3f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        parts[KNOWN] = (part){"AGNT", 0, halves, sizes[i]};
        file with = put_together(parts, KNOWN + 1);
        check_refused(with, "section AGNT is not one legal radius");
        free(with.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_sixty_four_sections_are_the_most)
{
    part parts[65];
    file small = small_file();
    take_apart(small, parts);
    for (size_t i = KNOWN; i < 65; i++) {
        parts[i] = (part){"MORE", 0, small.bytes, 8};
    }
    file most = put_together(parts, 64);
    ck_assert(!is_refused(most));
    file too_many = put_together(parts, 65);
    check_refused(too_many, "the section table is too long");
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
        file f = small_file();
        put(f.bytes + 12, counts[i], 4);
        repair_checksum(f);
        check_refused(f, "the section table is too long");
        free(f.bytes);
    }
    // A file that ends within its table.
    file f = new_file(HEADER + 2 * ENTRY - 1);
    memcpy(f.bytes, "\x89NAV\r\n\x1a\n", 8);
    put(f.bytes + 8, 1, 4);
    put(f.bytes + 12, 2, 4);
    put(f.bytes + 16, f.size, 8);
    repair_checksum(f);
    check_refused(f, "the section table is too long");
    free(f.bytes);
}
END_TEST

// ---------------------------------------------------------------------------
// Counts and random damage, the allocations watched
// ---------------------------------------------------------------------------

// Gives what is asked for up to `limit` bytes in all, and keeps the sum.
typedef struct watched {
    size_t asked, limit, out;
} watched;

static void *resize_watched(void *context, void *block, size_t old_size,
                            size_t new_size)
{
    watched *w = context;
    w->out -= old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    w->asked += new_size;
    if (w->asked > w->limit) {
        w->out += old_size;
        return NULL;
    }
    w->out += new_size;
    return realloc(block, new_size);
}

// Reads with memory for a small multiple of the file and no more.  Gives NULL
// where the file is refused; whatever else happens stops the test.
static nav_mesh *read_frugally(file f, watched *w)
{
    *w = (watched){.limit = 4 * f.size + 1024};
    nav_allocator mem = {resize_watched, w};
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_mesh_read(f.bytes, f.size, &mem, &mesh, &error);
    if (w->asked > w->limit) {
        ck_abort_msg("%zu bytes for a file of %zu", w->asked, f.size);
    }
    if (status != error.status ||
        (status == NAV_OK ? nav_mesh_validate(mesh, &error) != NAV_OK
                          : status != NAV_FORMAT || w->out != 0)) {
        ck_abort_msg("%s: %s", nav_status_name(status), error.message);
    }
    return mesh;
}

START_TEST(test_counts_without_bytes_behind_them_cost_no_memory)
{
    static const uint32_t counts[] = {
        0,          1,          0x01000000, 0x0fffffff, 0x10000000, 0x10000001,
        0x3fffffff, 0x40000000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    enum { COUNTS = sizeof counts / sizeof counts[0] };
    file f = small_file();
    file forged = copy_file(f);
    uint8_t *meta = forged.bytes + HEADER + KNOWN * ENTRY;
    // Each of the three counts forged or left.
    for (size_t i = 0; i < (COUNTS + 1) * (COUNTS + 1) * (COUNTS + 1); i++) {
        memcpy(forged.bytes, f.bytes, f.size);
        size_t k = i;
        for (int c = 0; c < 3; c++, k /= COUNTS + 1) {
            if (k % (COUNTS + 1) < COUNTS) {
                put(meta + (size_t)4 * (size_t)c, counts[k % (COUNTS + 1)], 4);
            }
        }
        repair_checksum(forged);
        watched w;
        nav_mesh *mesh = read_frugally(forged, &w);
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
    const part parts[KNOWN] = {{"META", 1, zero, 16},
                               {"VERT", 1, zero, 0},
                               {"POLY", 1, zero, 4},
                               {"CORN", 1, zero, 0},
                               {"TWIN", 1, zero, 0}};
    file f = put_together(parts, KNOWN);
    check_refused(f, "the mesh has no polygon");
    free(f.bytes);
}
END_TEST

// Changes a few places of the file: bits, bytes, or numbers to likely ones.
static void mutate(file f, nav_test_random *random)
{
    uint32_t words = (uint32_t)f.size / 4;
    for (uint32_t n = 1 + nav_test_random_below(random, 3); n > 0; n--) {
        size_t at = nav_test_random_below(random, (uint32_t)f.size);
        uint8_t *word =
            f.bytes + (size_t)4 * nav_test_random_below(random, words);
        switch (nav_test_random_below(random, 5)) {
        case 0:
            f.bytes[at] ^= (uint8_t)(1u << nav_test_random_below(random, 8));
            break;
        case 1:
            f.bytes[at] = (uint8_t)nav_test_random_bits(random);
            break;
        case 2:
            put(word, nav_test_random_below(random, 40), 4);
            break;
        case 3:
            put(word, UINT32_MAX - nav_test_random_below(random, 3), 4);
            break;
        default:
            // One number to the place of another.
            memmove(word,
                    f.bytes + (size_t)4 * nav_test_random_below(random, words),
                    4);
            break;
        }
    }
}

START_TEST(test_random_damage_with_a_right_checksum_is_refused_or_valid)
{
    enum { ROUNDS = 20000 };
    nav_test_random random = {2024};
    file f = small_file();
    file damaged = copy_file(f);
    size_t valid = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(damaged.bytes, f.bytes, f.size);
        mutate(damaged, &random);
        repair_checksum(damaged);
        watched w;
        nav_mesh *mesh = read_frugally(damaged, &w);
        if (mesh) {
            valid++;
            nav_mesh_free(mesh);
        }
    }
    // Both must happen, or the test says nothing.
    ck_assert_uint_gt(valid, 100);
    ck_assert_uint_lt(valid, ROUNDS / 2);
    free(f.bytes);
    free(damaged.bytes);
}
END_TEST

// ---------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------

enum { LINK_HEAD = 8, LINK = 56, LINKS = 4 };

// Two squares with links of two kinds and without, one of them one way.
static file linked_file(void)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[4,0],[4,4],[0,4]]},"
        "{\"outer\":[[8,0],[12,0],[12,4],[8,4]]}],\"links\":["
        "{\"from\":[1,1],\"to\":[9,1],\"kind\":\"jump\"},"
        "{\"from\":[2,2],\"to\":[3,3],\"cost\":0,\"oneway\":true},"
        "{\"from\":[0,0],\"to\":[12,4],\"cost\":2.5,\"kind\":\"fly\"},"
        "{\"from\":[4,2],\"to\":[8,2],\"kind\":\"jump\"}]}");
    file f = write_mesh(mesh);
    nav_mesh_free(mesh);
    return f;
}

// Where the section LINK begins, which comes last.
static uint8_t *links_of(file f)
{
    const uint8_t *entry = f.bytes + HEADER + KNOWN * ENTRY;
    ck_assert_mem_eq(entry, "LINK\1\0\0\0", 8);
    return f.bytes + get(entry + 8, 8);
}

static double get_double(const uint8_t *at)
{
    uint64_t bits = get(at, 8);
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
    file f = linked_file();
    const uint8_t *at = links_of(f);
    ck_assert_uint_eq(get(f.bytes + HEADER + KNOWN * ENTRY + 16, 8),
                      LINK_HEAD + LINKS * LINK + 9);
    ck_assert_uint_eq(get(at, 4), LINKS);
    ck_assert_uint_eq(get(at + 4, 4), 9);
    at += LINK_HEAD;
    for (int i = 0; i < LINKS; i++, at += LINK) {
        for (int k = 0; k < 5; k++) {
            ck_assert_double_eq(get_double(at + 8 * k), places[i][k]);
        }
        ck_assert_uint_eq(get(at + 40, 4), places[i][0] <= 4 ? 0 : 1);
        ck_assert_uint_eq(get(at + 44, 4), places[i][2] <= 4 ? 0 : 1);
        ck_assert_uint_eq(get(at + 48, 4), kinds[i]);
        ck_assert_uint_eq(get(at + 52, 4), i == 1 ? 1 : 0);
    }
    ck_assert_mem_eq(at, "jump\0fly", 9);
    file again = read_and_write(f);
    check_same(f, again);
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
    file f = linked_file();
    put(links_of(f) + forgery->at, forgery->value, forgery->bytes);
    repair_checksum(f);
    check_refused(f, forgery->message);
    free(f.bytes);
}
END_TEST

START_TEST(test_costs_of_any_size_are_read)
{
    static const double costs[] = {0, 5e-324, 1e-200, 4e100};
    file f = linked_file();
    put(links_of(f) + OF(2, 32), bits_of(costs[_i]), 8);
    repair_checksum(f);
    file again = read_and_write(f);
    check_same(f, again);
    free(f.bytes);
    free(again.bytes);
}
END_TEST

START_TEST(test_a_section_of_links_of_the_wrong_size_is_refused)
{
    file f = linked_file();
    uint64_t right = LINK_HEAD + LINKS * LINK + 9;
    for (uint64_t size = 0; size <= right; size++) {
        file changed = copy_file(f);
        put(changed.bytes + HEADER + KNOWN * ENTRY + 16, size, 8);
        repair_checksum(changed);
        ck_assert(is_refused(changed) == (size != right));
        free(changed.bytes);
    }
    free(f.bytes);
}
END_TEST

START_TEST(test_random_damage_to_links_is_refused_or_valid)
{
    enum { ROUNDS = 20000 };
    nav_test_random random = {2025};
    file f = linked_file();
    file damaged = copy_file(f);
    size_t valid = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(damaged.bytes, f.bytes, f.size);
        // Not the padding, which nobody reads.
        mutate((file){links_of(damaged), TEXT + 9}, &random);
        repair_checksum(damaged);
        watched w;
        nav_mesh *mesh = read_frugally(damaged, &w);
        if (mesh) {
            file again = write_mesh(mesh);
            check_same(damaged, again);
            free(again.bytes);
            valid++;
            nav_mesh_free(mesh);
        }
    }
    ck_assert_uint_gt(valid, 100);
    ck_assert_uint_lt(valid, ROUNDS / 2);
    free(f.bytes);
    free(damaged.bytes);
}
END_TEST

START_TEST(test_reading_links_survives_failed_allocations)
{
    file f = linked_file();
    size_t fail_at = 0;
    for (bool done = false; !done; fail_at++) {
        nav_test_allocator state = {.fail_at = fail_at};
        nav_allocator mem = nav_test_allocator_hook(&state);
        nav_mesh *mesh = NULL;
        nav_status status = nav_mesh_read(f.bytes, f.size, &mem, &mesh, NULL);
        ck_assert(status == NAV_NOMEM || status == NAV_OK);
        done = status == NAV_OK;
        nav_mesh_free(mesh);
        ck_assert_uint_eq(state.bytes_out, 0);
    }
    ck_assert_uint_gt(fail_at, 3);
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
    suite_add_tcase(suite, damage);

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
