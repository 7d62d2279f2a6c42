// bigint.h - large integers on the stack, for the exact cases of num_*.c.
#ifndef NAV_BIGINT_H
#define NAV_BIGINT_H

#include <stdbool.h>
#include <stdint.h>

// Room for 4096 bits; num_read.c says why none is longer there.
enum { NAV_BIGINT_LIMBS = 128 };

// limb[0] is the least; limb[count - 1] is not 0; zero has count 0.
typedef struct nav_bigint {
    int count;
    uint32_t limb[NAV_BIGINT_LIMBS];
} nav_bigint;

void nav_bigint_set(nav_bigint *a, uint64_t value);

// a = a factor + add; `factor` is not 0.
void nav_bigint_multiply_add(nav_bigint *a, uint32_t factor, uint32_t add);

// a = a 5^power
void nav_bigint_multiply_pow5(nav_bigint *a, int power);

// a = a 2^bits, of an a that is not zero.
void nav_bigint_shift_left(nav_bigint *a, int bits);

// Divides by 2^bits, `bits` > 0, and rounds to the nearest, ties to even.
void nav_bigint_shift_right_round(nav_bigint *a, int bits);

// Divides by `divisor`, returns the remainder.
uint32_t nav_bigint_divide(nav_bigint *a, uint32_t divisor);

// -1, 0 or 1 as a is less than, equal to or greater than b.
int nav_bigint_compare(const nav_bigint *a, const nav_bigint *b);

#endif
