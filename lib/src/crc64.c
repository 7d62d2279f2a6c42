// crc64.c - CRC-64 with the polynomial of ECMA-182, reflected, as xz uses it.
//
// A CRC of 64 bits finds every change within 64 consecutive bits, and misses
// other damage once in 2^64.  It protects from accidents, not from malice: the
// reader checks everything behind it as well.
//
// Eight bytes are taken at a time, each through its own table ("slicing").  The
// tables are built at each call, since a static table filled at first use would
// need a lock; that takes as long as summing a few kilobytes.
//
// References: ECMA-182, 1992, annex B; Michael Kounavis and Frank Berry, "A
// Systematic Approach to Building High Performance Software-Based CRC
// Generators", 2005.
#include "crc64.h"

#define POLYNOMIAL 0xc96c5795d7870f42u

enum { SLICES = 8 };

typedef struct tables {
    uint64_t of[SLICES][256];
} tables;

static void build(tables *t)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t crc = byte;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ POLYNOMIAL : crc >> 1;
        }
        t->of[0][byte] = crc;
    }
    for (unsigned slice = 1; slice < SLICES; slice++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint64_t crc = t->of[slice - 1][byte];
            t->of[slice][byte] = crc >> 8 ^ t->of[0][crc & 0xff];
        }
    }
}

uint64_t nav_crc64(uint64_t before, const void *bytes, size_t size)
{
    tables t;
    build(&t);
    const uint8_t *p = bytes;
    uint64_t crc = ~before;
    for (; size >= SLICES; size -= SLICES, p += SLICES) {
        uint64_t next = 0;
        for (unsigned i = 0; i < SLICES; i++) {
            uint8_t byte = (uint8_t)(crc >> (8 * i)) ^ p[i];
            next ^= t.of[SLICES - 1 - i][byte];
        }
        crc = next;
    }
    for (; size > 0; size--, p++) {
        crc = crc >> 8 ^ t.of[0][(crc ^ *p) & 0xff];
    }
    return ~crc;
}
