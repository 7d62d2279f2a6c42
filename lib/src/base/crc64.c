// crc64.c - CRC-64 with the polynomial of ECMA-182, reflected, as xz uses it.
//
// A CRC of 64 bits finds every change within 64 consecutive bits, and misses
// other damage once in 2^64.  It protects from accidents, not from malice: the
// reader checks everything behind it as well.
//
// Sixteen bytes are taken at a time, each through its own table ("slicing"):
// the latter eight do not wait for the sum so far.  The tables are built at
// each call, since a static table filled at first use would need a lock; that
// takes as long as summing a few kilobytes.
//
// References: ECMA-182, 1992, annex B; Michael Kounavis and Frank Berry, "A
// Systematic Approach to Building High Performance Software-Based CRC
// Generators", 2005.
#include "base/crc64.h"

#define POLYNOMIAL 0xc96c5795d7870f42u

enum { WORD = 8, SLICES = 2 * WORD };

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

static uint64_t word_at(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

// A word through eight tables, written out: compilers leave such loops alone.
static uint64_t through(const tables *t, unsigned first, uint64_t word)
{
    return t->of[first + 7][word & 0xff] ^ t->of[first + 6][word >> 8 & 0xff] ^
           t->of[first + 5][word >> 16 & 0xff] ^
           t->of[first + 4][word >> 24 & 0xff] ^
           t->of[first + 3][word >> 32 & 0xff] ^
           t->of[first + 2][word >> 40 & 0xff] ^
           t->of[first + 1][word >> 48 & 0xff] ^ t->of[first][word >> 56];
}

uint64_t nav_crc64(uint64_t before, const void *bytes, size_t size)
{
    tables t;
    build(&t);
    const uint8_t *p = bytes;
    uint64_t crc = ~before;
    for (; size >= SLICES; size -= SLICES, p += SLICES) {
        crc = through(&t, WORD, crc ^ word_at(p)) ^
              through(&t, 0, word_at(p + WORD));
    }
    for (; size > 0; size--, p++) {
        crc = crc >> 8 ^ t.of[0][(crc ^ *p) & 0xff];
    }
    return ~crc;
}
