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

#include "maps.h"
#include "measure.h"

enum { RUNS = 3, SEARCHES = 200 };

static bench_memory memory;
static nav_allocator counted;

static double clock_of_bake(void *context)
{
    (void)context;
    return bench_now();
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
    bench_check(nav_query_new(mesh, &counted, &query));
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    uint32_t count = nav_mesh_get_info(mesh).vertices;
    nav_path_options options = {.search = NAV_SEARCH_MIDPOINT};
    size_t expanded = 0;
    for (uint32_t i = 0; i < SEARCHES; i++) {
        uint32_t a = (uint32_t)((uint64_t)i * 2654435761u % count);
        uint32_t b = (uint32_t)((uint64_t)(i + 77) * 2246822519u % count);
        nav_path path;
        bench_check(
            nav_query_path(query, vertex[a], vertex[b], &options, &path, NULL));
        expanded += path.expanded;
    }
    nav_query_free(query);
    return expanded / SEARCHES;
}

static void run_once(const bench_text *text, const nav_bake_options *options,
                     bool search, row *r)
{
    double begin = bench_now();
    cJSON_Delete(cJSON_ParseWithLength(text->bytes, text->size));
    r->parse = least(r->parse, bench_now() - begin);
    nav_shape *shape = NULL;
    begin = bench_now();
    bench_check(nav_shape_new(&counted, &shape));
    bench_check(nav_shape_read_json(shape, text->bytes, text->size, NULL));
    r->read = least(r->read, bench_now() - begin);
    r->points = nav_shape_get_info(shape).points;
    nav_mesh *mesh = NULL;
    nav_bake_report report;
    bench_check(nav_bake(shape, options, &counted, &mesh, &report, NULL));
    r->triangulate = least(r->triangulate, report.seconds_triangulate);
    r->merge = least(r->merge, report.seconds_merge);
    r->triangles = report.triangles;
    r->polygons = nav_mesh_get_info(mesh).polygons;
    void *bytes = NULL;
    begin = bench_now();
    bench_check(nav_mesh_write(mesh, &bytes, &r->bytes, NULL));
    r->write = least(r->write, bench_now() - begin);
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
    options.clock = clock_of_bake;
    row r = {1e9, 1e9, 1e9, 1e9, 1e9, 0, 0, 0, 0, 0};
    memory = (bench_memory){0, 0};
    counted = bench_allocator(&memory);
    for (int i = 0; i < RUNS; i++) {
        run_once(&text, &options, search, &r);
    }
    (void)printf("%s,%zu,%s,%u,%.6f,%.6f,%.6f,%.6f,%.6f,%zu,%zu,%zu,%zu,", kind,
                 r.points, name[order], max_verts, r.parse, r.read,
                 r.triangulate, r.merge, r.write, memory.most, r.triangles,
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
