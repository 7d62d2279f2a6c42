// big_integer.c - integers of sign and magnitude.
#include "big_integer.h"

#include <math.h>
#include <string.h>

#include "support.h"

static void trim(nav_test_big *a)
{
    while (a->used > 0 && a->limb[a->used - 1] == 0) {
        a->used--;
    }
    if (a->used == 0) {
        a->sign = 0;
    }
}

void nav_test_big_from_double(nav_test_big *a, double c, int unit)
{
    int exponent;
    double fraction = frexp(fabs(c), &exponent);
    int shift = exponent - 53 - unit;
    uint64_t bits = (uint64_t)ldexp(fraction, 53);
    memset(a, 0, sizeof *a);
    if (c == 0) {
        return;
    }
    for (; shift < 0; shift++) {
        NAV_TEST_CHECK((bits & 1) == 0);
        bits >>= 1;
    }
    a->sign = c < 0 ? -1 : 1;
    a->used = shift / 32 + 3;
    NAV_TEST_CHECK(a->used <= NAV_TEST_LIMBS);
    for (int i = 0; i < 53; i++) {
        if (bits >> i & 1) {
            a->limb[(shift + i) / 32] |= (uint32_t)1 << (shift + i) % 32;
        }
    }
    trim(a);
}

int nav_test_big_compare(const nav_test_big *a, const nav_test_big *b)
{
    if (a->used != b->used) {
        return a->used < b->used ? -1 : 1;
    }
    for (int i = a->used; i-- > 0;) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

static uint32_t limb_of(const nav_test_big *a, int i)
{
    return i < a->used ? a->limb[i] : 0;
}

void nav_test_big_add(nav_test_big *result, const nav_test_big *a, int factor,
                      const nav_test_big *b)
{
    int sign_b = factor * b->sign;
    const nav_test_big *large = nav_test_big_compare(a, b) >= 0 ? a : b;
    const nav_test_big *small = large == a ? b : a;
    bool same = a->sign * sign_b >= 0;
    int sign = large == a && a->sign != 0 ? a->sign : sign_b;
    int used = large->used;
    int64_t carry = 0;
    for (int i = 0; i < used; i++) {
        int64_t step = limb_of(small, i);
        carry += limb_of(large, i) + (same ? step : -step);
        result->limb[i] = (uint32_t)(carry & UINT32_MAX);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    result->sign = sign;
    result->used = used;
    if (carry > 0) {
        NAV_TEST_CHECK(used < NAV_TEST_LIMBS);
        result->limb[result->used++] = (uint32_t)carry;
    }
    trim(result);
}

void nav_test_big_mul(nav_test_big *result, const nav_test_big *a,
                      const nav_test_big *b)
{
    int used = a->used + b->used;
    NAV_TEST_CHECK(used <= NAV_TEST_LIMBS);
    for (int i = 0; i < used; i++) {
        result->limb[i] = 0;
    }
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < b->used || carry != 0; k++) {
            carry += result->limb[i + k];
            carry += (uint64_t)a->limb[i] * limb_of(b, k);
            result->limb[i + k] = (uint32_t)(carry & UINT32_MAX);
            carry >>= 32;
        }
    }
    result->sign = a->sign * b->sign;
    result->used = used;
    trim(result);
}
