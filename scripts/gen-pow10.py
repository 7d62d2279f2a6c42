#!/usr/bin/env python3
"""Prints lib/src/base/pow10_table.c: gen-pow10.py > lib/src/base/pow10_table.c

Checks on the way every fact about the table, and about the integer logarithms
of num.h and num_write.c, that reading and writing numbers rely on; stops with
an AssertionError where one fails.
"""

from fractions import Fraction

LEAST, MOST = -342, 324

HEAD = """\
// pow10_table.c - powers of ten to 128 bits; printed by scripts/gen-pow10.py.
#include "pow10_table.h"

_Static_assert(POW10_LEAST == %d && POW10_MOST == %d, "the rows printed");

const uint64_t nav_pow10_table[POW10_MOST - POW10_LEAST + 1][2] = {
"""

TAIL = """\
};
"""


def floor_log(base, x):
    """The greatest e with base^e <= x, for a Fraction x > 0."""
    e = 0
    while Fraction(base) ** (e + 1) <= x:
        e += 1
    while Fraction(base) ** e > x:
        e -= 1
    return e


def floor_log2(x):
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if Fraction(2) ** e <= x else e - 1


def floor_log10(x):
    # A guess from the binary logarithm, made right by floor_log's two loops.
    guess = floor_log2(x) * 30103 // 100000
    return guess + floor_log(10, x / Fraction(10) ** guess)


def entry(k):
    power = Fraction(10) ** k
    e = floor_log2(power)
    exact = power * Fraction(2) ** (127 - e)
    t = exact.numerator // exact.denominator
    assert 1 << 127 <= t < 1 << 128
    # The reader's error bound, and where it takes the product for exact.
    assert (t == exact) == (0 <= k <= 55)
    assert t <= exact < t + 1
    # nav_floor_log2_pow10 of num.h.
    assert k * 1741647 >> 19 == e
    # Schubfach's g (Giulietti, section 9.9): floor(10^k / 2^r) + 1 with 126 bits.
    g = power / Fraction(2) ** (e - 125)
    assert (t >> 2) + 1 == g.numerator // g.denominator + 1
    assert (t >> 2) + 1 < 1 << 126
    return t


def check_logarithms():
    """floor_log10_pow2 and floor_log10_pow2_three_quarters of num_write.c."""
    for q in range(-1074, 972):
        v = Fraction(2) ** q
        regular = q * 1262611 >> 22
        irregular = q * 1262611 - 524031 >> 22
        assert regular == floor_log10(v)
        assert irregular == floor_log10(v * 3 / 4)
        for k in (regular, irregular):
            assert LEAST <= -k <= MOST
            # The shift of the binary significand, and with it that cb << h,
            # below 2^(55 + h), fits 64 bits.
            assert 1 <= q + (-k * 1741647 >> 19) + 2 <= 6


def main():
    check_logarithms()
    print(HEAD % (LEAST, MOST), end="")
    for k in range(LEAST, MOST + 1):
        t = entry(k)
        print("    {0x%016x, 0x%016x}," % (t >> 64, t & (1 << 64) - 1))
    print(TAIL, end="")


main()
