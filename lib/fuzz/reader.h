// reader.h - the bytes of a fuzzer as a program, from front to back.
#ifndef NAV_READER_H
#define NAV_READER_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nav_reader {
    const uint8_t *data;
    size_t size; // what is left
} nav_reader;

// The next byte; zeros behind the last.
static inline uint8_t nav_reader_take(nav_reader *r)
{
    if (r->size == 0) {
        return 0;
    }
    r->size--;
    return *r->data++;
}

// A third of one of the numbers least .. least + mask, or one of the three
// doubles above it: what coincides but for rounding.  `mask` is a power of two
// less 1.
static inline double nav_reader_near_third(nav_reader *r, uint8_t least,
                                           uint8_t mask)
{
    double value = (double)(least + (nav_reader_take(r) & mask)) / 3;
    for (int steps = nav_reader_take(r) & 3; steps > 0; steps--) {
        value = nextafter(value, 100);
    }
    return value;
}

#endif
