// order.h - doubles as integers of the same order, for nav_sort.
#ifndef NAV_ORDER_H
#define NAV_ORDER_H

#include <stdint.h>
#include <string.h>

// The bits of a positive double grow with it; those of a negative one with its
// size, so they are turned over.  `value` is not NaN; a negative zero sorts as
// zero.
static inline uint64_t nav_order_key(double value)
{
    double clean = value + 0.0;
    uint64_t bits;
    memcpy(&bits, &clean, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

#endif
