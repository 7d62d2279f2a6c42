// format_support.c - files of meshes taken apart, put together and damaged.
#include "format_support.h"

#include <stdlib.h>
#include <string.h>

void file_put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

uint64_t file_get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i > 0; i--) {
        value = value << 8 | at[i - 1];
    }
    return value;
}

uint64_t file_crc(const uint8_t *bytes, size_t size)
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

void file_seal(nav_test_file f)
{
    file_put(f.bytes + 24, 0, 8);
    file_put(f.bytes + 24, file_crc(f.bytes, f.size), 8);
}

nav_test_file file_new(size_t size)
{
    nav_test_file f = {malloc(size ? size : 1), size};
    ck_assert_ptr_nonnull(f.bytes);
    memset(f.bytes, 0, size);
    return f;
}

nav_test_file file_copy(nav_test_file f)
{
    nav_test_file copy = file_new(f.size);
    memcpy(copy.bytes, f.bytes, f.size);
    return copy;
}

nav_test_file file_small(void)
{
    nav_mesh *mesh = nav_test_bake_json(
        "{\"polygons\":[{\"outer\":[[0,0],[12.5,0],[12,9],[0,10]],"
        "\"holes\":[[[3,2],[2.5,5.25],[6,7],[7,3]]]},"
        "{\"outer\":[[20,0],[24,0],[20,3]]}]}");
    nav_test_file f = nav_test_write_mesh(mesh);
    nav_mesh_free(mesh);
    return f;
}

void file_check_refused(nav_test_file f, const char *message)
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

bool file_is_refused(nav_test_file f)
{
    nav_mesh *mesh = NULL;
    nav_status status = nav_mesh_read(f.bytes, f.size, NULL, &mesh, NULL);
    if (status == NAV_OK) {
        nav_mesh_free(mesh);
    }
    return status == NAV_FORMAT && !mesh;
}

nav_test_file file_read_and_write(nav_test_file f)
{
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    if (nav_mesh_read(f.bytes, f.size, NULL, &mesh, &error) != NAV_OK) {
        ck_abort_msg("%s", error.message);
    }
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    nav_test_file again = nav_test_write_mesh(mesh);
    nav_mesh_free(mesh);
    return again;
}

void file_take_apart(nav_test_file f, file_part *parts)
{
    for (int i = 0; i < FILE_KNOWN; i++) {
        const uint8_t *entry = f.bytes + FILE_HEADER + i * FILE_ENTRY;
        memcpy(parts[i].tag, entry, 4);
        parts[i].tag[4] = '\0';
        parts[i].flags = (uint32_t)file_get(entry + 4, 4);
        parts[i].bytes = f.bytes + file_get(entry + 8, 8);
        parts[i].size = file_get(entry + 16, 8);
    }
}

nav_test_file file_put_together(const file_part *parts, size_t count)
{
    size_t size = FILE_HEADER + count * FILE_ENTRY;
    for (size_t i = 0; i < count; i++) {
        size += (parts[i].size + 7) / 8 * 8;
    }
    nav_test_file f = file_new(size);
    memcpy(f.bytes, "\x89NAV\r\n\x1a\n", 8);
    file_put(f.bytes + 8, 1, 4);
    file_put(f.bytes + 12, count, 4);
    file_put(f.bytes + 16, size, 8);
    size_t offset = FILE_HEADER + count * FILE_ENTRY;
    for (size_t i = 0; i < count; i++) {
        uint8_t *entry = f.bytes + FILE_HEADER + i * FILE_ENTRY;
        memcpy(entry, parts[i].tag, 4);
        file_put(entry + 4, parts[i].flags, 4);
        file_put(entry + 8, offset, 8);
        file_put(entry + 16, parts[i].size, 8);
        memcpy(f.bytes + offset, parts[i].bytes, parts[i].size);
        offset += (parts[i].size + 7) / 8 * 8;
    }
    file_seal(f);
    return f;
}

static void *resize_watched(void *context, void *block, size_t old_size,
                            size_t new_size)
{
    file_watched *w = context;
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

nav_mesh *file_read_frugally(nav_test_file f, file_watched *w)
{
    *w = (file_watched){.limit = 4 * f.size + 1024};
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

void file_mutate(nav_test_file f, nav_test_random *random)
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
            file_put(word, nav_test_random_below(random, 40), 4);
            break;
        case 3:
            file_put(word, UINT32_MAX - nav_test_random_below(random, 3), 4);
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

void file_check_damage(nav_test_file f, nav_test_file part, uint64_t seed,
                       bool kept)
{
    enum { ROUNDS = 20000 };
    nav_test_random random = {seed};
    nav_test_file damaged = file_copy(f);
    nav_test_file place = {damaged.bytes + (part.bytes - f.bytes), part.size};
    size_t valid = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(damaged.bytes, f.bytes, f.size);
        file_mutate(place, &random);
        file_seal(damaged);
        file_watched w;
        nav_mesh *mesh = file_read_frugally(damaged, &w);
        if (mesh && kept) {
            nav_test_file again = nav_test_write_mesh(mesh);
            nav_test_check_same(damaged, again);
            free(again.bytes);
        }
        valid += mesh != NULL;
        nav_mesh_free(mesh);
    }
    // Both must happen, or the test says nothing.
    ck_assert_uint_gt(valid, 100);
    ck_assert_uint_lt(valid, ROUNDS / 2);
    free(damaged.bytes);
}
