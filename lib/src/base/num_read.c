// num_read.c - numbers from text: the nearest double.
//
// Problem.  A file is written with the very doubles it was read with, whatever
// the locale and the C library, and a batch of a million queries spends no
// noticeable time on it.
//
// The text is a whole number w times 10^q.
//   1. Where w and 10^|q| are doubles themselves, one multiplication or
//      division rounds once and is right (Clinger).
//   2. Else w, shifted to 64 bits, is multiplied by the leading 128 bits of
//      10^q from a table (Eisel, Lemire).  The table cuts off, so the true
//      product lies at or above the computed one, by less than 2 units of its
//      128th bit.  When no tie lies in that gap, the computed product rounds as
//      the true one does.
//   3. Else the text is compared with the tie, the number halfway between two
//      doubles, in integers.  Few texts get here that are not made for it.
// More than 19 digits do not fit w: the first 19 are read as w and as w + 1,
// and when both give the same double that is the answer; else step 3.
//
// Large integers have room for 4096 bits.  The longest are those of step 3.  A
// tie has at most 768 significant digits (the largest subnormal ones), so
// EXACT_DIGITS of the text and one that says whether others follow decide.  The
// text then is an integer times 10^e, e > -342 - EXACT_DIGITS, and neither side
// of the comparison is longer than 54 bits times 5^-e and a small power of two:
// less than 2800 bits.
//
// Rejected: strtod (locale).
//
// A text of up to 19 digits is read in constant time but for step 3, a longer
// one in linear time.
//
// References:
//   William Clinger, "How to Read Floating Point Numbers Accurately", 1990.
//   Daniel Lemire, "Number Parsing at a Gigabyte per Second", 2021.
#include "base/num.h"

#include "base/bigint.h"
#include "base/pow10_table.h"
#include "navmesh.h"

static const uint64_t INFINITY_BITS = UINT64_C(0x7ff) << NAV_FRACTION_BITS;

// Digits that decide the nearest double.
enum { EXACT_DIGITS = 780 };

static inline double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// A number's text, taken apart: w 10^q, or a little more when `cut`.
typedef struct decimal {
    const char *begin, *end; // its digits, with the point among them
    int64_t last;            // the last digit counts 10^last
    int64_t q;
    uint64_t w; // the first NAV_WORD_DIGITS significant digits
    bool cut;   // other digits than 0 follow those of w
    bool negative;
} decimal;

static inline const char *scan_digits(const char *p, const char *end,
                                      uint64_t *w)
{
    uint64_t sum = *w;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(unsigned char)*p - '0';
        if (digit > 9) {
            break;
        }
        sum = sum * 10 + digit;
    }
    *w = sum;
    return p;
}

// Reads e [+-] digits; returns where they end, `p` when they are not there.
static const char *scan_exponent(const char *p, const char *end,
                                 int64_t *exponent)
{
    // Far beyond any count of digits in memory, far from overflow.
    static const int64_t most = INT64_C(1) << 60;
    *exponent = 0;
    if (p == end || (*p != 'e' && *p != 'E')) {
        return p;
    }
    const char *digits = p + 1;
    bool negative = digits < end && *digits == '-';
    if (digits < end && (*digits == '-' || *digits == '+')) {
        digits++;
    }
    const char *q = digits;
    int64_t sum = 0;
    for (; q < end && *q >= '0' && *q <= '9'; q++) {
        sum = sum < most / 10 ? sum * 10 + (*q - '0') : most;
    }
    *exponent = negative ? -sum : sum;
    return q == digits ? p : q;
}

// Fills in w, q and cut anew from more digits than may fit w.
static void shorten(decimal *d)
{
    int taken = 0;
    d->w = 0;
    d->q = d->last;
    for (const char *p = d->begin; p < d->end; p++) {
        if (*p == '.') {
            continue;
        }
        if (taken < NAV_WORD_DIGITS) {
            d->w = d->w * 10 + (uint64_t)(*p - '0');
            taken += d->w != 0;
        } else {
            d->cut = d->cut || *p != '0';
            d->q++;
        }
    }
}

// Takes the text apart; returns the bytes it has, 0 when it is no number.
static size_t scan(const char *text, size_t size, decimal *d)
{
    const char *p = text, *end = text + size;
    d->negative = size > 0 && *p == '-';
    if (size > 0 && (*p == '-' || *p == '+')) {
        p++;
    }
    d->begin = p;
    d->w = 0;
    p = scan_digits(p, end, &d->w);
    ptrdiff_t count = p - d->begin, fraction = 0;
    if (p < end && *p == '.') {
        const char *point = p++;
        p = scan_digits(p, end, &d->w);
        fraction = p - point - 1;
        count += fraction;
    }
    if (count == 0) {
        return 0;
    }
    d->end = p;
    int64_t exponent;
    p = scan_exponent(p, end, &exponent);
    d->last = exponent - fraction;
    d->q = d->last;
    d->cut = false;
    if (count > NAV_WORD_DIGITS) {
        shorten(d);
    }
    return (size_t)(p - text);
}

// The doubles about w 10^q as bits: the greatest not above what was computed,
// and the nearest.  `sure` unless a tie lies within the error.
typedef struct rounding {
    uint64_t down, nearest;
    bool sure;
} rounding;

// Step 2 of the essay; `w` is not 0.
static rounding scale(uint64_t w, int q)
{
    int zeros = nav_leading_zeros(w);
    const uint64_t *power = nav_pow10_table[q - POW10_LEAST];
    w <<= zeros;
    nav_wide high = nav_wide_multiply(w, power[0]),
             low = nav_wide_multiply(w, power[1]);
    uint64_t middle = high.lo + low.hi;
    uint64_t top = high.hi + (middle < low.hi);
    // Now w 10^q is top 2^(nav_floor_log2_pow10(q) + 1 - zeros), top of 63 or
    // 64 bits; drop what is beyond the 53 of a double, more of a subnormal.
    int shift = 10 + (int)(top >> 63);
    int exponent = nav_floor_log2_pow10(q) + 1 - zeros + shift;
    if (exponent < NAV_LEAST_EXPONENT) {
        shift += NAV_LEAST_EXPONENT - exponent;
        exponent = NAV_LEAST_EXPONENT;
    }
    if (shift > 64) {
        return (rounding){0, 0, true};
    }
    uint64_t half = UINT64_C(1) << (shift - 1);
    uint64_t rest = top & (half + (half - 1));
    // The hidden bit of the significand adds the 1 that is missing here.
    uint64_t bits = (uint64_t)(exponent - NAV_LEAST_EXPONENT)
                    << NAV_FRACTION_BITS;
    bits += shift < 64 ? top >> shift : 0;
    bool exact = q >= 0 && q <= 55;
    bool up = rest > half;
    if (rest == half) {
        bool tie = exact && middle == 0 && low.lo == 0;
        up = !tie || (bits & 1) != 0;
    }
    rounding r = {bits, bits + up, true};
    r.sure = exact || rest != half - 1 || middle < UINT64_MAX - 1;
    if (r.down >= INFINITY_BITS) {
        r.down = INFINITY_BITS;
    }
    if (r.nearest >= INFINITY_BITS) {
        r.nearest = INFINITY_BITS;
    }
    return r;
}

// All digits that matter, as one integer times 10^e; returns e.
static int read_exactly(nav_bigint *a, const decimal *d)
{
    int taken = 0;
    int64_t e = d->last;
    bool more = false;
    a->count = 0;
    for (const char *p = d->begin; p < d->end; p++) {
        if (*p == '.') {
            continue;
        }
        if (taken < EXACT_DIGITS) {
            nav_bigint_multiply_add(a, 10, (uint32_t)(*p - '0'));
            taken += a->count != 0;
        } else {
            more = more || *p != '0';
            e++;
        }
    }
    if (more) {
        nav_bigint_multiply_add(a, 10, 1);
        e--;
    }
    return (int)e;
}

// Step 3: the text lies between the double `down` and one and a half steps
// above it; the number half a step above decides.
static uint64_t round_exactly(const decimal *d, uint64_t down)
{
    if (down == INFINITY_BITS) {
        // No test gets here: the 64 bits behind those of a double that is too
        // large already would have to be those of a tie.
        return down;
    }
    nav_binary b = nav_binary_of(down);
    nav_bigint digits, halfway;
    int e = read_exactly(&digits, d);
    nav_bigint_set(&halfway, 2 * b.c + 1);
    // digits 10^e against halfway 2^(q - 1).
    nav_bigint_multiply_pow5(e < 0 ? &halfway : &digits, e < 0 ? -e : e);
    int shift = e - (b.q - 1);
    nav_bigint_shift_left(shift > 0 ? &digits : &halfway,
                          shift > 0 ? shift : -shift);
    int sign = nav_bigint_compare(&digits, &halfway);
    return down + (sign > 0 || (sign == 0 && (down & 1) != 0));
}

static uint64_t round_decimal(const decimal *d)
{
    // Below, w 10^q < 2^64 10^-343, less than half of the least double.
    if (d->w == 0 || d->q < POW10_LEAST) {
        return 0;
    }
    if (d->q > DBL_MAX_10_EXP) {
        return INFINITY_BITS;
    }
    rounding r = scale(d->w, (int)d->q);
    if (r.sure && d->cut) {
        rounding next = scale(d->w + 1, (int)d->q);
        r.sure = next.sure && next.nearest == r.nearest;
    }
    return r.sure ? r.nearest : round_exactly(d, r.down);
}

size_t nav_number_read(const char *text, size_t size, double *value)
{
    static const double exact[] = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    decimal d;
    size_t length = scan(text, size, &d);
    if (length == 0) {
        return 0;
    }
    double result;
    if (d.w <= 2 * NAV_HIDDEN_BIT && d.q >= -22 && d.q <= 22 && !d.cut) {
        result = (double)d.w;
        result = d.q < 0 ? result / exact[-d.q] : result * exact[d.q];
    } else {
        result = from_bits(round_decimal(&d));
    }
    // Zero has no sign here, not even what underflows to it.
    *value = d.negative && result != 0 ? -result : result;
    return length;
}
