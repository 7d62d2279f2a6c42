// maps.h - large maps for the benches, the same on every machine.
#ifndef NAV_BENCH_MAPS_H
#define NAV_BENCH_MAPS_H

#include <stdbool.h>
#include <stddef.h>

// A text that grows.
typedef struct bench_text {
    char *bytes;
    size_t size, capacity;
} bench_text;

// Writes the ring list of a map of about `points` points as JSON; false for an
// unknown kind: star, holes, rooms, comb.  Free `text->bytes` with free().
bool bench_map(const char *kind, size_t points, bench_text *text);

#endif
