// measure.h - what all benches need to measure: a clock, the order of times,
// counted memory, and an end when a step fails.
#ifndef NAV_BENCH_MEASURE_H
#define NAV_BENCH_MEASURE_H

#include "navmesh.h"

// Seconds of a clock that only goes on.
double bench_now(void);

// Ends the bench with status 3, and says so, unless `status` is NAV_OK.
void bench_check(nav_status status);

// Puts values into ascending order.
void bench_sort(double *values, size_t count);

// Bytes that an allocator has given out, now and at the worst.
typedef struct bench_memory {
    size_t held, most;
} bench_memory;

// The allocator that counts into `memory`.
nav_allocator bench_allocator(bench_memory *memory);

#endif
