#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double bench_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_check(nav_status status)
{
    if (status != NAV_OK) {
        (void)fprintf(stderr, "bench: %s\n", nav_status_name(status));
        exit(3);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
}

static void *resize(void *context, void *block, size_t old_size,
                    size_t new_size)
{
    bench_memory *memory = context;
    if (new_size == 0) {
        memory->held -= old_size;
        free(block);
        return NULL;
    }
    void *moved = realloc(block, new_size);
    if (moved) {
        memory->held += new_size - old_size;
        memory->most =
            memory->held > memory->most ? memory->held : memory->most;
    }
    return moved;
}

nav_allocator bench_allocator(bench_memory *memory)
{
    return (nav_allocator){resize, memory};
}
