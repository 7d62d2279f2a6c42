// bench_bake.c - what baking costs, stage by stage, as CSV on stdout.
//
// For each map and size: seconds of cJSON_Parse alone, of reading (which
// contains it), triangulating, merging and writing, each the least of three
// runs; the greatest number of bytes that the library held; triangles,
// polygons, bytes of the file; and the order of merging, whose three kinds are
// compared on the maps of 1e5 points by polygons and by the nodes that A*
// expands on average.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "maps.h"
#include "navmesh.h"

enum { RUNS = 3, SEARCHES = 200 };

static size_t held, held_most;

static void *resize_counted(void *context, void *block, size_t old_size,
                            size_t new_size)
{
    (void)context;
    if (new_size == 0) {
        held -= old_size;
        free(block);
        return NULL;
    }
    void *moved = realloc(block, new_size);
    if (moved) {
        held += new_size - old_size;
        held_most = held > held_most ? held : held_most;
    }
    return moved;
}

static const nav_allocator counted = {resize_counted, NULL};

static double now(void *context)
{
    (void)context;
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(nav_status status, const nav_error *error)
{
    if (status != NAV_OK) {
        (void)fprintf(stderr, "bench: %s: %s\n", nav_status_name(status),
                      error->message);
        exit(3);
    }
}

typedef struct row {
    double parse, read, triangulate, merge, write;
    size_t points, triangles, polygons, bytes, expanded;
} row;

static double least(double a, double b)
{
    return a < b ? a : b;
}

// Nodes that A* expands, on average over pairs of vertices far apart in number.
static size_t search_effort(const nav_mesh *mesh)
{
    nav_query *query = NULL;
    nav_error error = {0};
    check(nav_query_new(mesh, &counted, &query), &error);
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    uint32_t count = nav_mesh_get_info(mesh).vertices;
    nav_path_options options = {.search = NAV_SEARCH_MIDPOINT};
    size_t expanded = 0;
    for (uint32_t i = 0; i < SEARCHES; i++) {
        uint32_t a = (uint32_t)((uint64_t)i * 2654435761u % count);
        uint32_t b = (uint32_t)((uint64_t)(i + 77) * 2246822519u % count);
        nav_path path;
        check(nav_query_path(query, vertex[a], vertex[b], &options, &path,
                             &error),
              &error);
        expanded += path.expanded;
    }
    nav_query_free(query);
    return expanded / SEARCHES;
}

static void run_once(const bench_text *text, const nav_bake_options *options,
                     bool search, row *r)
{
    nav_error error = {0};
    double begin = now(NULL);
    cJSON_Delete(cJSON_ParseWithLength(text->bytes, text->size));
    r->parse = least(r->parse, now(NULL) - begin);
    nav_shape *shape = NULL;
    begin = now(NULL);
    check(nav_shape_new(&counted, &shape), &error);
    check(nav_shape_read_json(shape, text->bytes, text->size, &error), &error);
    r->read = least(r->read, now(NULL) - begin);
    r->points = nav_shape_get_info(shape).points;
    nav_mesh *mesh = NULL;
    nav_bake_report report;
    check(nav_bake(shape, options, &counted, &mesh, &report, &error), &error);
    r->triangulate = least(r->triangulate, report.seconds_triangulate);
    r->merge = least(r->merge, report.seconds_merge);
    r->triangles = report.triangles;
    r->polygons = nav_mesh_get_info(mesh).polygons;
    void *bytes = NULL;
    begin = now(NULL);
    check(nav_mesh_write(mesh, &bytes, &r->bytes, &error), &error);
    r->write = least(r->write, now(NULL) - begin);
    r->expanded = search ? search_effort(mesh) : 0;
    nav_bytes_free(mesh, bytes, r->bytes);
    nav_mesh_free(mesh);
    nav_shape_free(shape);
}

static void bench(const char *kind, size_t size, nav_merge_order order,
                  uint32_t max_verts, bool search)
{
    static const char *const name[] = {"longest", "sharpest", "any"};
    bench_text text;
    if (!bench_map(kind, size, &text)) {
        exit(2);
    }
    nav_bake_options options = nav_bake_options_default();
    options.order = order;
    options.max_verts = max_verts;
    options.clock = now;
    row r = {1e9, 1e9, 1e9, 1e9, 1e9, 0, 0, 0, 0, 0};
    held_most = 0;
    for (int i = 0; i < RUNS; i++) {
        run_once(&text, &options, search, &r);
    }
    (void)printf("%s,%zu,%s,%u,%.6f,%.6f,%.6f,%.6f,%.6f,%zu,%zu,%zu,%zu,", kind,
                 r.points, name[order], max_verts, r.parse, r.read,
                 r.triangulate, r.merge, r.write, held_most, r.triangles,
                 r.polygons, r.bytes);
    if (search) {
        (void)printf("%zu", r.expanded);
    }
    (void)printf("\n");
    (void)fflush(stdout);
    free(text.bytes);
}

int main(void)
{
    static const char *const kind[] = {"star", "holes", "rooms", "comb"};
    static const uint32_t max_verts[] = {3, 4, 6, 8, 10, 16, 32, 64};
    (void)printf("map,points,order,max_verts,seconds_cjson,seconds_read,"
                 "seconds_triangulate,seconds_merge,seconds_write,peak_bytes,"
                 "triangles,polygons,file_bytes,expanded\n");
    for (size_t k = 0; k < 4; k++) {
        for (size_t size = 1000; size <= 1000000; size *= 10) {
            bench(kind[k], size, NAV_MERGE_LONGEST, NAV_MAX_VERTS_DEFAULT,
                  false);
        }
    }
    for (size_t k = 0; k < 4; k++) {
        bench(kind[k], 100000, NAV_MERGE_LONGEST, NAV_MAX_VERTS_DEFAULT, true);
        bench(kind[k], 100000, NAV_MERGE_SHARPEST, NAV_MAX_VERTS_DEFAULT, true);
        bench(kind[k], 100000, NAV_MERGE_ANY, NAV_MAX_VERTS_DEFAULT, true);
    }
    for (size_t k = 0; k < 4; k++) {
        for (size_t m = 0; m < sizeof max_verts / sizeof *max_verts; m++) {
            bench(kind[k], 100000, NAV_MERGE_LONGEST, max_verts[m], true);
        }
    }
    return 0;
}
