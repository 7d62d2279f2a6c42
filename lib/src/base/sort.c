// sort.c - radix sort, merge sort and the Hilbert curve.
//
// Triangulation and merging sort everything they touch: points along a Hilbert
// curve, edges by length.  Keys are integers, so a least-significant-digit
// radix sort does it in linear time, is stable, and so breaks every tie by the
// order in which the items came; a comparison sort of a million points would
// cost as much as triangulating them.
//
// What has no such key, as names, goes through a merge sort from the bottom up:
// stable as well, and O(n log n) comparisons whatever the input.
//
// The Hilbert curve visits the cells of a grid so that neighbours along the
// curve are neighbours in the plane.  The key of a cell is found by descending
// the quadrants from the coarsest, carrying the orientation of the curve as one
// of four states; a table gives place and next state of each quadrant.
//
// References: Donald Knuth, "The Art of Computer Programming, vol. 3", 1998,
// sections 5.2.4 and 5.2.5; David Hilbert, "Ueber die stetige Abbildung einer
// Linie auf ein Flaechenstueck", 1891.
#include "base/sort.h"

#include <string.h>

enum { DIGIT_BITS = 11, BUCKETS = 1 << DIGIT_BITS };
enum { PASSES = 6, PACKED_PASSES = 3 }; // of 64 bits, and of 32
enum { HILBERT_ORDER = 16 };

static uint32_t digit(uint64_t key, int pass)
{
    return (uint32_t)(key >> (pass * DIGIT_BITS)) & (BUCKETS - 1);
}

// Turns the counts of a digit's values into the places where each begins.
static void begin_buckets(size_t start[BUCKETS])
{
    size_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        size_t here = start[b];
        start[b] = sum;
        sum += here;
    }
}

void nav_sort(nav_sort_entry *entries, nav_sort_entry *scratch, size_t count)
{
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++) {
        differing |= entries[i].key ^ entries[0].key;
    }
    nav_sort_entry *from = entries;
    nav_sort_entry *to = scratch;
    for (int pass = 0; pass < PASSES; pass++) {
        if (digit(differing, pass) == 0) {
            continue; // every key has the same digit here
        }
        size_t start[BUCKETS] = {0};
        for (size_t i = 0; i < count; i++) {
            start[digit(from[i].key, pass)]++;
        }
        begin_buckets(start);
        for (size_t i = 0; i < count; i++) {
            to[start[digit(from[i].key, pass)]++] = from[i];
        }
        nav_sort_entry *swap = from;
        from = to;
        to = swap;
    }
    if (from != entries && count > 0) {
        memcpy(entries, from, count * sizeof *entries);
    }
}

void nav_sort_packed(uint64_t *numbers, uint64_t *scratch, size_t count)
{
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++) {
        differing |= (numbers[i] ^ numbers[0]) >> 32;
    }
    uint64_t *from = numbers;
    uint64_t *to = scratch;
    for (int pass = 0; pass < PACKED_PASSES; pass++) {
        if (digit(differing, pass) == 0) {
            continue;
        }
        size_t start[BUCKETS] = {0};
        for (size_t i = 0; i < count; i++) {
            start[digit(from[i] >> 32, pass)]++;
        }
        begin_buckets(start);
        for (size_t i = 0; i < count; i++) {
            to[start[digit(from[i] >> 32, pass)]++] = from[i];
        }
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != numbers && count > 0) {
        memcpy(numbers, from, count * sizeof *numbers);
    }
}

void nav_sort_by(nav_sort_compare *compare, const void *context,
                 uint32_t *items, uint32_t *scratch, size_t count)
{
    uint32_t *from = items;
    uint32_t *to = scratch;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            size_t middle = count - begin < run ? count : begin + run;
            size_t end = count - middle < run ? count : middle + run;
            size_t i = begin, k = middle;
            for (size_t out = begin; out < end; out++) {
                bool second =
                    i == middle ||
                    (k < end && compare(context, from[k], from[i]) < 0);
                to[out] = second ? from[k++] : from[i++];
            }
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != items && count > 0) {
        memcpy(items, from, count * sizeof *items);
    }
}

// Cell of c along one axis; points outside are clamped to the nearest cell.
static uint32_t cell_of(double c, double low, double high)
{
    double cells = 1 << HILBERT_ORDER;
    double place = high > low ? (c - low) / (high - low) * cells : 0;
    if (!(place > 0)) {
        return 0;
    }
    return place < cells - 1 ? (uint32_t)place : (uint32_t)cells - 1;
}

uint32_t nav_sort_hilbert(nav_box box, nav_vec2 point)
{
    // Row: state of the curve; column: quadrant as (x bit, y bit).
    static const uint8_t place[4][4] = {
        {0, 1, 3, 2}, {0, 3, 1, 2}, {2, 1, 3, 0}, {2, 3, 1, 0}};
    static const uint8_t next[4][4] = {
        {1, 0, 2, 0}, {0, 3, 1, 1}, {2, 2, 0, 3}, {3, 1, 3, 2}};
    uint32_t x = cell_of(point.x, box.min.x, box.max.x);
    uint32_t y = cell_of(point.y, box.min.y, box.max.y);
    uint32_t key = 0;
    uint32_t state = 0;
    for (int bit = HILBERT_ORDER - 1; bit >= 0; bit--) {
        uint32_t quadrant = ((x >> bit) & 1) << 1 | ((y >> bit) & 1);
        key = key << 2 | place[state][quadrant];
        state = next[state][quadrant];
    }
    return key;
}
