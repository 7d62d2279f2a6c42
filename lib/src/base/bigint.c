// bigint.c - large integers on the stack, for the exact cases of num_*.c.
//
// Schoolbook arithmetic by single words: the numbers have at most a hundred
// limbs, and the few operations that these need have a small right operand (a
// 32-bit factor, a power of 5 or of 2).  Nothing is allocated.  O(limbs) each;
// nav_bigint_multiply_pow5 O(limbs power).
//
// Reference:
//   Donald Knuth, "The Art of Computer Programming", volume 2, 1997, section
//   4.3.1.
#include "base/bigint.h"

#include <assert.h>
#include <string.h>

void nav_bigint_multiply_add(nav_bigint *a, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(a->count < NAV_BIGINT_LIMBS);
        a->limb[a->count++] = (uint32_t)carry;
    }
}

void nav_bigint_multiply_pow5(nav_bigint *a, int power)
{
    static const uint32_t pow5_13 = 1220703125;
    for (; power >= 13; power -= 13) {
        nav_bigint_multiply_add(a, pow5_13, 0);
    }
    for (; power > 0; power--) {
        nav_bigint_multiply_add(a, 5, 0);
    }
}

void nav_bigint_shift_left(nav_bigint *a, int bits)
{
    assert(a->count > 0); // zero has no limbs, and would get some here
    int limbs = bits / 32;
    assert(a->count + limbs <= NAV_BIGINT_LIMBS);
    memmove(a->limb + limbs, a->limb, (size_t)a->count * sizeof a->limb[0]);
    memset(a->limb, 0, (size_t)limbs * sizeof a->limb[0]);
    a->count += limbs;
    nav_bigint_multiply_add(a, UINT32_C(1) << bits % 32, 0);
}

void nav_bigint_set(nav_bigint *a, uint64_t value)
{
    a->count = 0;
    for (; value != 0; value >>= 32) {
        a->limb[a->count++] = (uint32_t)value;
    }
}

int nav_bigint_compare(const nav_bigint *a, const nav_bigint *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

uint32_t nav_bigint_divide(nav_bigint *a, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = a->count - 1; i >= 0; i--) {
        rest = rest << 32 | a->limb[i];
        a->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0) {
        a->count--;
    }
    return (uint32_t)rest;
}

// The bits beyond the highest are 0.
static bool bit_at(const nav_bigint *a, int index)
{
    return index / 32 < a->count &&
           (a->limb[index / 32] >> index % 32 & 1) != 0;
}

void nav_bigint_shift_right_round(nav_bigint *a, int bits)
{
    bool half = bit_at(a, bits - 1);
    bool more = false;
    for (int i = 0; i < bits - 1 && !more; i++) {
        more = bit_at(a, i);
    }
    int limbs = bits / 32;
    int left = a->count > limbs ? a->count - limbs : 0;
    for (int i = 0; i < left; i++) {
        uint64_t pair = a->limb[i + limbs];
        if (i + 1 < left) {
            pair |= (uint64_t)a->limb[i + limbs + 1] << 32;
        }
        a->limb[i] = (uint32_t)(pair >> bits % 32);
    }
    a->count = left;
    while (a->count > 0 && a->limb[a->count - 1] == 0) {
        a->count--;
    }
    if (half && (more || bit_at(a, 0))) {
        nav_bigint_multiply_add(a, 1, 1);
    }
}
