// query_bench.c - what a path query costs, on a given mesh and given pairs.
//
// usage: query_bench MESH.nav PAIRS.csv [REPEATS]
//
// PAIRS has a header, and id, x0, y0, x1, y1 as its first columns, in plan. For
// every search one line of CSV: microseconds a query (mean, median, 99th
// percentile and least over the pairs, each pair at the best of its repeats,
// point location and waypoints included), nodes expanded on average, bytes that
// the query object holds, and by how much its lengths exceed those of the exact
// search (mean, 99th percentile and worst, in per cent).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { SEARCHES = 3 };

typedef struct pair {
    nav_vec2 start, end;
    double best[SEARCHES], length[SEARCHES];
    size_t expanded[SEARCHES];
} pair;

static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "query_bench: %s: %s\n", what, why);
    exit(3);
}

static char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        fail(name, "cannot be opened");
    }
    size_t capacity = 1 << 16;
    char *bytes = NULL;
    *size = 0;
    do {
        capacity *= 2;
        bytes = realloc(bytes, capacity);
        if (!bytes) {
            fail(name, "out of memory");
        }
        *size += fread(bytes + *size, 1, capacity - 1 - *size, file);
    } while (*size == capacity - 1);
    bytes[*size] = '\0';
    (void)fclose(file);
    return bytes;
}

// Reads four numbers after the first comma of a line.
static const char *read_pair(const char *line, pair *p)
{
    double *into[4] = {&p->start.x, &p->start.y, &p->end.x, &p->end.y};
    const char *end = strchr(line, '\n');
    end = end ? end : line + strlen(line);
    const char *at = line;
    for (int i = 0; i < 4; i++) {
        at = memchr(at, ',', (size_t)(end - at));
        if (!at ||
            nav_number_read(at + 1, (size_t)(end - at - 1), into[i]) == 0) {
            return NULL;
        }
        at++;
    }
    return *end ? end + 1 : end;
}

static pair *read_pairs(const char *name, size_t *count)
{
    size_t size;
    char *text = read_file(name, &size);
    pair *pairs = calloc(size / 8 + 1, sizeof *pairs);
    const char *line = strchr(text, '\n');
    if (!pairs || !line) {
        fail(name, "no pairs");
    }
    *count = 0;
    for (line++; *line; (*count)++) {
        line = read_pair(line, &pairs[*count]);
        if (!line) {
            fail(name, "a line has no pair");
        }
    }
    free(text);
    return pairs;
}

static void ask(nav_query *query, pair *p, int search)
{
    nav_path_options options = {.search = (nav_search)search};
    nav_path path;
    nav_error error;
    double begin = bench_now();
    nav_status status =
        nav_query_path(query, p->start, p->end, &options, &path, &error);
    double took = bench_now() - begin;
    if (status != NAV_OK) {
        fail("query", error.message);
    }
    p->best[search] = took < p->best[search] ? took : p->best[search];
    p->length[search] = path.length;
    p->expanded[search] = path.expanded;
}

static double mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum / (double)count;
}

static void print_row(const pair *pairs, size_t count, int search, size_t bytes)
{
    static const char *const name[SEARCHES] = {"optimal", "midpoint",
                                               "centroid"};
    double *time = malloc(count * sizeof *time);
    double *excess = malloc(count * sizeof *excess);
    if (!time || !excess) {
        fail("results", "out of memory");
    }
    double expanded = 0;
    for (size_t i = 0; i < count; i++) {
        double least = pairs[i].length[NAV_SEARCH_OPTIMAL];
        time[i] = 1e6 * pairs[i].best[search];
        excess[i] = least > 0 ? 100 * (pairs[i].length[search] / least - 1) : 0;
        expanded += (double)pairs[i].expanded[search];
    }
    bench_sort(time, count);
    bench_sort(excess, count);
    size_t high = count * 99 / 100;
    (void)printf("%s,%zu,%.3f,%.3f,%.3f,%.3f,%.1f,%zu,%.4f,%.4f,%.4f\n",
                 name[search], count, mean(time, count), time[count / 2],
                 time[high], time[0], expanded / (double)count, bytes,
                 mean(excess, count), excess[high], excess[count - 1]);
    free(time);
    free(excess);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        (void)fprintf(stderr,
                      "usage: query_bench MESH.nav PAIRS.csv [REPEATS]\n");
        return 2;
    }
    size_t size;
    size_t count;
    char *bytes = read_file(argv[1], &size);
    pair *pairs = read_pairs(argv[2], &count);
    int repeats = argc > 3 ? atoi(argv[3]) : 5;
    nav_mesh *mesh = NULL;
    nav_error error;
    if (nav_mesh_read(bytes, size, NULL, &mesh, &error) != NAV_OK) {
        fail(argv[1], error.message);
    }
    (void)printf("search,pairs,mean_us,median_us,p99_us,least_us,expanded,"
                 "query_bytes,excess_mean,excess_p99,excess_worst\n");
    for (int search = 0; search < SEARCHES && count > 0; search++) {
        bench_memory memory = {0, 0};
        const nav_allocator counted = bench_allocator(&memory);
        nav_query *query = NULL;
        if (nav_query_new(mesh, &counted, &query) != NAV_OK) {
            fail("query", "out of memory");
        }
        for (size_t i = 0; i < count; i++) {
            pairs[i].best[search] = 1e9;
        }
        for (size_t i = 0; i < count * (size_t)repeats; i++) {
            ask(query, &pairs[i % count], search);
        }
        print_row(pairs, count, search, memory.held);
        nav_query_free(query);
    }
    nav_mesh_free(mesh);
    free(pairs);
    free(bytes);
    return 0;
}
