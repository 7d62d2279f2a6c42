// num_write.c - numbers as text: the shortest one, and fixed digits.
//
// Problem.  As for reading (num_read.c): the very doubles, whatever the locale
// and the C library, in no noticeable time.
//
// The shortest text.  Schubfach: of the reals that read back to the double
// v = c 2^q, an interval R around v, the grid 10^(k+1) Z holds at most one and
// the grid 10^k Z at least one.  So v and the ends of R, divided by 10^k with
// 126 bits of 10^-k and rounded to odd (which keeps every comparison right),
// select among four candidates: the neighbours of v on either grid.
//
// Fixed digits.  Integers: v 10^digits, rounded by its exact remainder.
//
// Rejected: printf (locale, and no shortest text); a cache of powers of ten to
// 64 bits (Grisu), which leaves one number in 200 to a slow path; Ryu, whose
// tables are larger.
//
// Constant time.
//
// Reference: Raffaello Giulietti, "The Schubfach way to render doubles", 2020,
// sections 8 and 9.
#include "base/num.h"

#include <assert.h>
#include <math.h>

#include "base/bigint.h"
#include "base/pow10_table.h"
#include "navmesh.h"

static const uint64_t word_pow10[NAV_WORD_DIGITS + 1] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000)};

static inline uint64_t to_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline int floor_log10_pow2(int q)
{
    return nav_floor_shift(INT64_C(1262611) * q, 22);
}

// floor(log10(3/4 2^q))
static inline int floor_log10_pow2_three_quarters(int q)
{
    return nav_floor_shift(INT64_C(1262611) * q - 524031, 22);
}

static int digit_count(uint64_t d)
{
    // 1233 / 4096 is a little more than log10(2): exact or one too small.
    int guess = (64 - nav_leading_zeros(d | 1)) * 1233 >> 12;
    return guess + (d >= word_pow10[guess]) + (d == 0);
}

// Writes two digits of d < 100.
static inline void put_pair(uint32_t d, char *text)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    memcpy(text, pairs + 2 * d, 2);
}

// Writes `count` digits of d, from the right, 0 to the left of its own.
static void put_digits(uint64_t d, int count, char *text)
{
    // By eights, whose pairs do not wait for each other.
    for (; count >= 8; count -= 8) {
        uint32_t eight = (uint32_t)(d % 100000000);
        d /= 100000000;
        uint32_t high = eight / 10000, low = eight % 10000;
        char *p = text + count - 8;
        put_pair(high / 100, p);
        put_pair(high % 100, p + 2);
        put_pair(low / 100, p + 4);
        put_pair(low % 100, p + 6);
    }
    uint32_t rest = (uint32_t)d;
    for (; count >= 2; count -= 2) {
        put_pair(rest % 100, text + count - 2);
        rest /= 100;
    }
    if (count > 0) {
        text[0] = (char)('0' + rest % 10);
    }
}

// A decimal number digits 10^exponent.
typedef struct scientific {
    uint64_t digits;
    int exponent;
} scientific;

static inline scientific strip(scientific n, uint32_t power, int zeros)
{
    while (n.digits % power == 0) {
        n.digits /= power;
        n.exponent += zeros;
    }
    return n;
}

static scientific strip_zeros(scientific n)
{
    n = strip(n, 100000000, 8);
    n = strip(n, 10000, 4);
    n = strip(n, 100, 2);
    return strip(n, 10, 1);
}

// Giulietti's rop: g cp / 2^127 rounded to odd, g = g1 2^63 + g0.
static inline uint64_t round_to_odd(uint64_t g1, uint64_t g0, uint64_t cp)
{
    static const uint64_t mask = UINT64_MAX >> 1;
    nav_wide x = nav_wide_multiply(g0, cp), y = nav_wide_multiply(g1, cp);
    uint64_t z = (y.lo >> 1) + x.hi;
    return (y.hi + (z >> 63)) | ((z & mask) != 0);
}

// Schubfach, in the letters of the paper; c > 0.
static scientific shortest(nav_binary b)
{
    uint64_t out = b.c & 1; // the ends of an odd number's interval do not count
    uint64_t cb = b.c << 2, cbr = cb + 2, cbl = cb - 2;
    int k = floor_log10_pow2(b.q);
    if (b.c == NAV_HIDDEN_BIT && b.q > NAV_LEAST_EXPONENT) {
        // The next double below a power of two is half as far.
        cbl = cb - 1;
        k = floor_log10_pow2_three_quarters(b.q);
    }
    int h = b.q + nav_floor_log2_pow10(-k) + 2;
    // g = floor(table / 4) + 1, as gen-pow10.py checks.
    const uint64_t *power = nav_pow10_table[-k - POW10_LEAST];
    uint64_t low = (power[0] << 62 | power[1] >> 2) + 1;
    uint64_t g1 = ((power[0] >> 2) + (low == 0)) << 1 | low >> 63;
    uint64_t g0 = low & UINT64_MAX >> 1;
    uint64_t vb = round_to_odd(g1, g0, cb << h);
    uint64_t vbl = round_to_odd(g1, g0, cbl << h) + out;
    uint64_t vbr = round_to_odd(g1, g0, cbr << h) - out;
    uint64_t s = vb >> 2;
    uint64_t s_ten = s / 10;
    bool under_in = vbl <= 40 * s_ten && s_ten > 0;
    bool over_in = 40 * s_ten + 40 <= vbr && s_ten > 0;
    if (under_in != over_in) {
        return strip_zeros((scientific){s_ten + over_in, k + 1});
    }
    under_in = vbl <= 4 * s;
    over_in = 4 * s + 4 <= vbr;
    if (under_in != over_in) {
        return (scientific){s + over_in, k};
    }
    uint64_t middle = 4 * s + 2;
    bool up = vb > middle || (vb == middle && (s & 1) != 0);
    return (scientific){s + up, k};
}

// Numbers as people write them: a decimal with up to 6 digits after the point
// and DBL_DIG in all that reads back.  Doubles are closer than decimals of that
// many digits, so no other one reads back: it is the shortest.
static inline bool short_decimal(double size, scientific *n)
{
    if (size >= 1e9) {
        return false;
    }
    uint64_t millionths = (uint64_t)(size * 1e6 + 0.5);
    // This rounds once, as the reader does; that above need not be right.
    if (millionths == 0 || (double)millionths / 1e6 != size) {
        return false;
    }
    *n = strip_zeros((scientific){millionths, -6});
    return true;
}

// Writes an exponent without a plus sign or leading zeros; returns the end.
static char *put_exponent(int exponent, char *p)
{
    *p++ = 'e';
    if (exponent < 0) {
        *p++ = '-';
        exponent = -exponent;
    }
    int count = digit_count((uint64_t)exponent);
    put_digits((uint64_t)exponent, count, p);
    return p + count;
}

// Writes n, whose digits are not 0; returns the end.
static char *put_scientific(scientific n, char *p)
{
    int count = digit_count(n.digits);
    int whole = count + n.exponent; // digits before the point
    if (whole > 17 || whole < -4) {
        put_digits(n.digits, count, p + 1);
        p[0] = p[1];
        p[1] = '.';
        return put_exponent(whole - 1, p + (count > 1 ? count + 1 : 1));
    }
    if (n.exponent >= 0) {
        put_digits(n.digits, count, p);
        memset(p + count, '0', (size_t)n.exponent);
        return p + whole;
    }
    if (whole <= 0) {
        memcpy(p, "0.0000", 6);
        put_digits(n.digits, count, p + 2 - whole);
        return p + 2 - whole + count;
    }
    // One place further right, then the whole part moves left off the point.
    put_digits(n.digits, count, p + 1);
    memmove(p, p + 1, (size_t)whole);
    p[whole] = '.';
    return p + count + 1;
}

static size_t finish(const char *text, char *end)
{
    *end = '\0';
    return (size_t)(end - text);
}

size_t nav_number_write(double value, char text[NAV_NUMBER_SIZE])
{
    assert(isfinite(value));
    char *p = text;
    *p = '-'; // without a branch, since signs are as good as random
    p += value < 0;
    double size = fabs(value);
    if (size < (double)(2 * NAV_HIDDEN_BIT) && size == (double)(uint64_t)size) {
        int count = digit_count((uint64_t)size);
        put_digits((uint64_t)size, count, p);
        return finish(text, p + count);
    }
    scientific n;
    if (!short_decimal(size, &n)) {
        n = shortest(nav_binary_of(to_bits(size)));
    }
    return finish(text, put_scientific(n, p));
}

// Writes whole and fraction, an integer of `digits` digits; returns the end.
static char *put_fixed(uint64_t whole, uint64_t fraction, int digits, char *p)
{
    int count = digit_count(whole);
    put_digits(whole, count, p);
    p += count;
    if (digits > 0) {
        *p++ = '.';
        put_digits(fraction, digits, p);
    }
    return p + digits;
}

// Writes the whole number a with a point before its last `digits` digits, and
// at least one before the point; returns the end.
static char *put_big(nav_bigint *a, int digits, char *p)
{
    char text[NAV_NUMBER_FIXED_SIZE + 9]; // from the right
    char *end = text + sizeof text, *first = end;
    while (a->count > 0) {
        first -= 9;
        put_digits(nav_bigint_divide(a, 1000000000), 9, first);
    }
    while (first < end && *first == '0') {
        first++;
    }
    while (end - first <= digits) {
        *--first = '0';
    }
    size_t whole = (size_t)(end - first) - (size_t)digits;
    memcpy(p, first, whole);
    p += whole;
    if (digits > 0) {
        *p++ = '.';
        memcpy(p, first + whole, (size_t)digits);
    }
    return p + digits;
}

// Any number: c 2^q 10^digits in a large integer.
static char *put_exactly(nav_binary b, int digits, char *p)
{
    nav_bigint a;
    nav_bigint_set(&a, b.c);
    nav_bigint_multiply_pow5(&a, digits);
    int shift = b.q + digits;
    if (shift >= 0) {
        nav_bigint_shift_left(&a, shift);
    } else {
        nav_bigint_shift_right_round(&a, -shift);
    }
    return put_big(&a, digits, p);
}

// The usual number, c 2^q with -64 <= q < 0 and digits <= 19: the fraction, of
// 64 bits, times 10^digits is a product of two words.
static char *put_words(nav_binary b, int digits, char *p)
{
    uint64_t whole = b.q > -64 ? b.c >> -b.q : 0;
    uint64_t rest = b.c << (64 + b.q);
    nav_wide product = nav_wide_multiply(rest, word_pow10[digits]);
    uint64_t half = UINT64_C(1) << 63;
    uint64_t last = digits > 0 ? product.hi : whole;
    bool up = product.lo > half || (product.lo == half && (last & 1) != 0);
    uint64_t fraction = product.hi + up;
    if (fraction == word_pow10[digits]) {
        fraction = 0;
        whole++;
    }
    return put_fixed(whole, fraction, digits, p);
}

// A finished text may be all zeros behind its sign: drop the sign then.
static size_t drop_sign_of_zero(char *text, size_t length)
{
    if (text[0] == '-' && strspn(text + 1, "0.") == length - 1) {
        memmove(text, text + 1, length);
        return length - 1;
    }
    return length;
}

size_t nav_number_write_fixed(double value, int digits,
                              char text[NAV_NUMBER_FIXED_SIZE])
{
    assert(isfinite(value));
    assert(digits >= 0 && digits <= NAV_NUMBER_FIXED_MAX);
    char *p = text;
    *p = '-'; // without a branch, since signs are as good as random
    p += value < 0;
    nav_binary b = nav_binary_of(to_bits(fabs(value)));
    if (b.q >= -64 && b.q < 0 && digits <= NAV_WORD_DIGITS) {
        p = put_words(b, digits, p);
    } else {
        p = put_exactly(b, digits, p);
    }
    return drop_sign_of_zero(text, finish(text, p));
}
