// fuzz_mesh.c - any bytes are a mesh that answers every query, or are refused.
//
// The checksum is repaired first, so that what is behind it is reached.
#include <stdlib.h>
#include <string.h>

#include "crc64.h"
#include "navmesh.h"

enum { CHECKSUM_AT = 24, HEADER_SIZE = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void repair(uint8_t *file, size_t size)
{
    memset(file + CHECKSUM_AT, 0, HEADER_SIZE - CHECKSUM_AT);
    uint64_t crc = nav_crc64(0, file, size);
    for (int i = 0; i < 8; i++) {
        file[CHECKSUM_AT + i] = (uint8_t)(crc >> (8 * i));
    }
}

static void must(int condition)
{
    if (!condition) {
        abort();
    }
}

static nav_vec2 between(const nav_mesh *mesh, uint32_t a, uint32_t b)
{
    uint32_t count = nav_mesh_get_info(mesh).vertices;
    nav_vec2 p = nav_mesh_vertices(mesh)[a % count];
    nav_vec2 q = nav_mesh_vertices(mesh)[b % count];
    return (nav_vec2){p.x / 2 + q.x / 2, p.y / 2 + q.y / 2};
}

// Halves of corners may fall below the least legal size.
static void is_answer(nav_status status)
{
    must(status == NAV_OK || status == NAV_RANGE);
}

static void ask(const nav_mesh *mesh)
{
    static const nav_floor floors[] = {NAV_FLOOR_ONLY, NAV_FLOOR_LOWEST,
                                       NAV_FLOOR_HIGHEST, NAV_FLOOR_NEAREST};
    nav_query *query = NULL;
    must(nav_query_new(mesh, NULL, &query) == NAV_OK);
    for (uint32_t i = 0; i < 12; i++) {
        nav_point a = {between(mesh, i, 3 * i + 1), floors[i % 4], i};
        nav_point b = {between(mesh, 7 * i, 5 * i + 2), floors[i / 4], 0};
        nav_path_options options = {.search = (nav_search)(i % 3),
                                    .snap = i & 2 ? 1 : 0,
                                    .crossings = (i & 4) != 0,
                                    .partial = i > 5};
        nav_path path;
        nav_location location;
        nav_ray ray;
        is_answer(nav_query_path_at(query, a, b, &options, &path, NULL));
        is_answer(
            nav_query_raycast_at(query, a, b.plan, options.snap, &ray, NULL));
        is_answer(nav_query_locate_at(query, a, &location, NULL));
    }
    nav_query_free(query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(size ? size : 1);
    if (!file) {
        return 0;
    }
    memcpy(file, data, size);
    if (size >= HEADER_SIZE) {
        repair(file, size);
    }
    nav_mesh *mesh = NULL;
    nav_error error = {NAV_OK, 0, 0, ""};
    if (nav_mesh_read(file, size, NULL, &mesh, &error) == NAV_OK) {
        must(nav_mesh_validate(mesh, &error) == NAV_OK);
        ask(mesh);
        void *bytes = NULL;
        size_t written = 0;
        must(nav_mesh_write(mesh, &bytes, &written, &error) == NAV_OK);
        nav_bytes_free(mesh, bytes, written);
        nav_mesh_free(mesh);
    } else {
        must(error.status == NAV_FORMAT && error.message[0] != '\0');
    }
    free(file);
    return 0;
}
