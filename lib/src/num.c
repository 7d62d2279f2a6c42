// num.c - numbers as text: the nearest double, the shortest text, fixed digits.
//
// Problem.  A file is written with the very doubles it was read with, whatever
// the locale and the C library, and a batch of a million queries spends no
// noticeable time on it.
//
// Reading.  The text is a whole number w times 10^q.
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
// Writing the shortest text.  Schubfach: of the reals that read back to the
// double v = c 2^q, an interval R around v, the grid 10^(k+1) Z holds at most
// one and the grid 10^k Z at least one.  So v and the ends of R, divided by
// 10^k with 126 bits of 10^-k and rounded to odd (which keeps every comparison
// right), select among four candidates: the neighbours of v on either grid.
//
// Writing fixed digits.  Integers: v 10^digits, rounded by its exact remainder.
//
// Large integers have room for 4096 bits.  The longest are those of step 3.  A
// tie has at most 768 significant digits (the largest subnormal ones), so
// EXACT_DIGITS of the text and one that says whether others follow decide.  The
// text then is an integer times 10^e, e > -342 - EXACT_DIGITS, and neither side
// of the comparison is longer than 54 bits times 5^-e and a small power of two:
// less than 2800 bits.
//
// Rejected: strtod and printf (locale, and no shortest text); a cache of powers
// of ten to 64 bits (Grisu), which leaves one number in 200 to a slow path;
// Ryu, whose tables are larger.
//
// A text of up to 19 digits is read in constant time but for step 3, a longer
// one in linear time.  Writing takes constant time.
//
// References:
//   William Clinger, "How to Read Floating Point Numbers Accurately", 1990.
//   Daniel Lemire, "Number Parsing at a Gigabyte per Second", 2021.
//   Raffaello Giulietti, "The Schubfach way to render doubles", 2020, sections
//   8 and 9.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "bigint.h"
#include "navmesh.h"
#include "pow10_table.h"

// Clinger's step rounds once only when doubles stay doubles in registers.
_Static_assert(FLT_EVAL_METHOD == 0, "double operations must round to double");

// A double's bits are 1 sign, 11 exponent, 52 fraction.
enum { FRACTION_BITS = 52, LEAST_EXPONENT = -1074 };
static const uint64_t HIDDEN_BIT = UINT64_C(1) << FRACTION_BITS;
static const uint64_t INFINITY_BITS = UINT64_C(0x7ff) << FRACTION_BITS;

// Digits that always fit 64 bits; digits that decide the nearest double.
enum { WORD_DIGITS = 19, EXACT_DIGITS = 780 };

static const uint64_t word_pow10[WORD_DIGITS + 1] = {
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

// ---------------------------------------------------------------------------
// Words
// ---------------------------------------------------------------------------

typedef struct wide {
    uint64_t hi, lo;
} wide;

static inline wide multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;
    return (wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32;
    uint64_t b0 = b & UINT32_MAX, b1 = b >> 32;
    // Neither sum overflows: (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (middle & UINT32_MAX);
    return (wide){a1 * b1 + (middle >> 32) + (carry >> 32), a * b};
#endif
}

// `w` is not 0.
static inline int leading_zeros(uint64_t w)
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

static inline uint64_t to_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// floor(a / 2^shift) for |a| < 2^32; C does not define >> of negative numbers.
static inline int floor_shift(int64_t a, int shift)
{
    uint64_t raised = (uint64_t)(a + (INT64_C(1) << 32));
    return (int)(raised >> shift) - (1 << (32 - shift));
}

// The integer logarithms are checked over their ranges by gen-pow10.py.
static inline int floor_log2_pow10(int k)
{
    return floor_shift(INT64_C(1741647) * k, 19);
}

static inline int floor_log10_pow2(int q)
{
    return floor_shift(INT64_C(1262611) * q, 22);
}

// floor(log10(3/4 2^q))
static inline int floor_log10_pow2_three_quarters(int q)
{
    return floor_shift(INT64_C(1262611) * q - 524031, 22);
}

// A finite double other than 0, sign aside, is c 2^q.
typedef struct binary {
    uint64_t c;
    int q;
} binary;

static inline binary to_binary(uint64_t bits)
{
    uint64_t fraction = bits & (HIDDEN_BIT - 1);
    int exponent = (int)(bits >> FRACTION_BITS & 0x7ff);
    if (exponent == 0) {
        return (binary){fraction, LEAST_EXPONENT};
    }
    return (binary){fraction | HIDDEN_BIT, exponent - 1 + LEAST_EXPONENT};
}

// ---------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------

// A number's text, taken apart: w 10^q, or a little more when `cut`.
typedef struct decimal {
    const char *begin, *end; // its digits, with the point among them
    int64_t last;            // the last digit counts 10^last
    int64_t q;
    uint64_t w; // the first WORD_DIGITS significant digits
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
        if (taken < WORD_DIGITS) {
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
    if (count > WORD_DIGITS) {
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
    int zeros = leading_zeros(w);
    const uint64_t *power = pow10_table[q - POW10_LEAST];
    w <<= zeros;
    wide high = multiply(w, power[0]), low = multiply(w, power[1]);
    uint64_t middle = high.lo + low.hi;
    uint64_t top = high.hi + (middle < low.hi);
    // Now w 10^q is top 2^(floor_log2_pow10(q) + 1 - zeros), top of 63 or 64
    // bits; drop what is beyond the 53 of a double, more of a subnormal.
    int shift = 10 + (int)(top >> 63);
    int exponent = floor_log2_pow10(q) + 1 - zeros + shift;
    if (exponent < LEAST_EXPONENT) {
        shift += LEAST_EXPONENT - exponent;
        exponent = LEAST_EXPONENT;
    }
    if (shift > 64) {
        return (rounding){0, 0, true};
    }
    uint64_t half = UINT64_C(1) << (shift - 1);
    uint64_t rest = top & (half + (half - 1));
    // The hidden bit of the significand adds the 1 that is missing here.
    uint64_t bits = (uint64_t)(exponent - LEAST_EXPONENT) << FRACTION_BITS;
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
        return down;
    }
    binary b = to_binary(down);
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
    if (d.w <= 2 * HIDDEN_BIT && d.q >= -22 && d.q <= 22 && !d.cut) {
        result = (double)d.w;
        result = d.q < 0 ? result / exact[-d.q] : result * exact[d.q];
    } else {
        result = from_bits(round_decimal(&d));
    }
    // Zero has no sign here, not even what underflows to it.
    *value = d.negative && result != 0 ? -result : result;
    return length;
}

// ---------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------

static int digit_count(uint64_t d)
{
    // 1233 / 4096 is a little more than log10(2): exact or one too small.
    int guess = (64 - leading_zeros(d | 1)) * 1233 >> 12;
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
    wide x = multiply(g0, cp), y = multiply(g1, cp);
    uint64_t z = (y.lo >> 1) + x.hi;
    return (y.hi + (z >> 63)) | ((z & mask) != 0);
}

// Schubfach, in the letters of the paper; c > 0.
static scientific shortest(binary b)
{
    uint64_t out = b.c & 1; // the ends of an odd number's interval do not count
    uint64_t cb = b.c << 2, cbr = cb + 2, cbl = cb - 2;
    int k = floor_log10_pow2(b.q);
    if (b.c == HIDDEN_BIT && b.q > LEAST_EXPONENT) {
        // The next double below a power of two is half as far.
        cbl = cb - 1;
        k = floor_log10_pow2_three_quarters(b.q);
    }
    int h = b.q + floor_log2_pow10(-k) + 2;
    // g = floor(table / 4) + 1, as gen-pow10.py checks.
    const uint64_t *power = pow10_table[-k - POW10_LEAST];
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
    if (size < (double)(2 * HIDDEN_BIT) && size == (double)(uint64_t)size) {
        int count = digit_count((uint64_t)size);
        put_digits((uint64_t)size, count, p);
        return finish(text, p + count);
    }
    scientific n;
    if (!short_decimal(size, &n)) {
        n = shortest(to_binary(to_bits(size)));
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
static char *put_exactly(binary b, int digits, char *p)
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
static char *put_words(binary b, int digits, char *p)
{
    uint64_t whole = b.q > -64 ? b.c >> -b.q : 0;
    uint64_t rest = b.c << (64 + b.q);
    wide product = multiply(rest, word_pow10[digits]);
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
    binary b = to_binary(to_bits(fabs(value)));
    if (b.q >= -64 && b.q < 0 && digits <= WORD_DIGITS) {
        p = put_words(b, digits, p);
    } else {
        p = put_exactly(b, digits, p);
    }
    return drop_sign_of_zero(text, finish(text, p));
}
