// big_integer.h - large integers, for what is to be exact in tests: they share
// nothing with the library's.
#ifndef NAV_TEST_BIG_INTEGER_H
#define NAV_TEST_BIG_INTEGER_H

#include <stdint.h>

enum { NAV_TEST_LIMBS = 100 };

// sign * sum of limb[i] 2^(32 i), the highest of the `used` limbs not zero.
typedef struct nav_test_big {
    int sign, used;
    uint32_t limb[NAV_TEST_LIMBS];
} nav_test_big;

// c in units of 2^unit, of which it must be a multiple.
void nav_test_big_from_double(nav_test_big *a, double c, int unit);

// -1, 0 or 1 as the magnitude of a is less than that of b, the same, or more.
int nav_test_big_compare(const nav_test_big *a, const nav_test_big *b);

// result = a + factor b, where factor is 1 or -1; result may be a or b.
void nav_test_big_add(nav_test_big *result, const nav_test_big *a, int factor,
                      const nav_test_big *b);

// result = a b; result must be neither.
void nav_test_big_mul(nav_test_big *result, const nav_test_big *a,
                      const nav_test_big *b);

#endif
