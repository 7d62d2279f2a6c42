// num.h - what reading and writing numbers have in common: a double's parts,
// and products of words.
//
// References: see num_read.c and num_write.c.
#ifndef NAV_NUM_H
#define NAV_NUM_H

#include <float.h>
#include <stdint.h>
#include <string.h>

// Clinger's step rounds once only when doubles stay doubles in registers.
_Static_assert(FLT_EVAL_METHOD == 0, "double operations must round to double");

// A double's bits are 1 sign, 11 exponent, 52 fraction.
enum { NAV_FRACTION_BITS = 52, NAV_LEAST_EXPONENT = -1074 };
#define NAV_HIDDEN_BIT (UINT64_C(1) << NAV_FRACTION_BITS)

// Decimal digits that always fit 64 bits.
enum { NAV_WORD_DIGITS = 19 };

typedef struct nav_wide {
    uint64_t hi, lo;
} nav_wide;

static inline nav_wide nav_wide_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;
    return (nav_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32;
    uint64_t b0 = b & UINT32_MAX, b1 = b >> 32;
    // Neither sum overflows: (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (middle & UINT32_MAX);
    return (nav_wide){a1 * b1 + (middle >> 32) + (carry >> 32), a * b};
#endif
}

// `w` is not 0.
static inline int nav_leading_zeros(uint64_t w)
{
#ifdef __GNUC__
    return __builtin_clzll(w);
#else
    int count = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (w >> (64 - step) == 0) {
            w <<= step;
            count += step;
        }
    }
    return count;
#endif
}

// floor(a / 2^shift) for |a| < 2^32; C does not define >> of negative numbers.
static inline int nav_floor_shift(int64_t a, int shift)
{
    uint64_t raised = (uint64_t)(a + (INT64_C(1) << 32));
    return (int)(raised >> shift) - (1 << (32 - shift));
}

// The integer logarithms are checked over their ranges by gen-pow10.py.
static inline int nav_floor_log2_pow10(int k)
{
    return nav_floor_shift(INT64_C(1741647) * k, 19);
}

// A finite double other than 0, sign aside, is c 2^q.
typedef struct nav_binary {
    uint64_t c;
    int q;
} nav_binary;

static inline nav_binary nav_binary_of(uint64_t bits)
{
    uint64_t fraction = bits & (NAV_HIDDEN_BIT - 1);
    int exponent = (int)(bits >> NAV_FRACTION_BITS & 0x7ff);
    if (exponent == 0) {
        return (nav_binary){fraction, NAV_LEAST_EXPONENT};
    }
    return (nav_binary){fraction | NAV_HIDDEN_BIT,
                        exponent - 1 + NAV_LEAST_EXPONENT};
}

#endif
