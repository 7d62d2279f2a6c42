// pow10_table.h - powers of ten to 128 bits.
#ifndef NAV_POW10_TABLE_H
#define NAV_POW10_TABLE_H

#include <stdint.h>

enum { POW10_LEAST = -342, POW10_MOST = 324 };

// Row k - POW10_LEAST holds the leading 128 bits, cut off, of 10^k: high word,
// low word.  The top bit is set; 10^k is exact for 0 <= k <= 55.
extern const uint64_t nav_pow10_table[POW10_MOST - POW10_LEAST + 1][2];

#endif
