// test_num.c - numbers as text, against the C library and exact constructions.
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bigint.h"
#include "navmesh.h"
#include "suites.h"
#include "support.h"

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t to_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double random_finite(nav_test_random *random)
{
    double value;
    do {
        value = from_bits(nav_test_random_bits(random));
    } while (!isfinite(value));
    return value;
}

// A number such as maps have: up to 6 digits either side of the point.
static double random_coordinate(nav_test_random *random)
{
    static const double scale[] = {1, 10, 100, 1000, 1e4, 1e5, 1e6};
    double whole = nav_test_random_below(random, 2000000);
    return (whole - 1e6) / scale[nav_test_random_below(random, 7)];
}

// The text must be read whole, to the double that strtod gives.  This and the
// other helpers of long loops call Check only to fail: each passed assertion
// costs a write to a pipe.
static void check_reads_as_strtod(const char *text)
{
    double value = 77;
    size_t size = strlen(text);
    double expected = strtod(text, NULL);
    if (expected == 0) {
        expected = 0; // without its sign
    }
    if (nav_number_read(text, size, &value) != size ||
        to_bits(value) != to_bits(expected)) {
        ck_abort_msg("%s: %.17g, not %.17g", text, value, expected);
    }
}

static void check_reads(const char *text, size_t length, double expected)
{
    double value = 77;
    ck_assert_msg(nav_number_read(text, strlen(text), &value) == length, "%s",
                  text);
    ck_assert_msg(to_bits(value) == to_bits(expected), "%s: %.17g", text,
                  value);
}

static void check_writes(double value, const char *expected)
{
    char text[NAV_NUMBER_SIZE];
    size_t length = nav_number_write(value, text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(length, strlen(expected));
}

static void check_writes_fixed(double value, int digits, const char *expected)
{
    char text[NAV_NUMBER_FIXED_SIZE];
    size_t length = nav_number_write_fixed(value, digits, text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(length, strlen(expected));
}

// ---------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------

START_TEST(test_read_takes_the_documented_grammar_and_stops_behind_it)
{
    check_reads("1.", 2, 1);
    check_reads(".5", 2, 0.5);
    check_reads("1e5", 3, 1e5);
    check_reads("1E+05", 5, 1e5);
    check_reads("1.e-2", 5, 0.01);
    check_reads("+3", 2, 3);
    check_reads("-3.25,7", 5, -3.25);
    check_reads("1e", 1, 1);
    check_reads("1e+", 1, 1);
    check_reads("1e-x", 1, 1);
    check_reads("1.5.5", 3, 1.5);
    check_reads("0x10", 1, 0);
    check_reads("1,5", 1, 1);
    check_reads("007", 3, 7);
    check_reads("12 ", 2, 12);
}
END_TEST

START_TEST(test_read_finds_no_number_and_leaves_the_value_alone)
{
    static const char *const texts[] = {
        "",         "e5",  ".",    "-",   "+",    "-.",  ".e5",
        " 1",       "nan", "inf",  "-e1", "--1",  "+-1", "\t2",
        "Infinity", "x",   "\xff", "-x",  "\xb2", ",1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_reads(texts[i], 0, 77);
    }
}
END_TEST

START_TEST(test_read_never_looks_beyond_the_size)
{
    static const char text[] = "-12.5e+17";
    static const double expected[] = {77,    77,    -1,    -12,  -12,
                                      -12.5, -12.5, -12.5, -125, -125e16};
    static const size_t length[] = {0, 0, 2, 3, 4, 5, 5, 5, 8, 9};
    for (size_t size = 0; size < sizeof length / sizeof length[0]; size++) {
        // A block of exactly this size, for the address sanitizer.
        char *part = malloc(size + (size == 0));
        ck_assert_ptr_nonnull(part);
        memcpy(part, text, size);
        double value = 77;
        ck_assert_uint_eq(nav_number_read(part, size, &value), length[size]);
        ck_assert_double_eq(value, expected[size]);
        free(part);
    }
}
END_TEST

START_TEST(test_read_gives_zero_without_sign)
{
    check_reads("-0", 2, 0);
    check_reads("-0.000e99", 9, 0);
    check_reads("-1e-400", 7, 0);
    check_reads("0e99999999999999999999", 22, 0);
    check_reads("-00000000000000000000000.000e400", 32, 0);
}
END_TEST

START_TEST(test_read_goes_to_infinity_and_to_zero_at_the_ends_of_the_range)
{
    check_reads("1e309", 5, HUGE_VAL);
    check_reads("-1e309", 6, -HUGE_VAL);
    check_reads("1e999999999999999999999999", 26, HUGE_VAL);
    check_reads("1e-999999999999999999999999", 27, 0);
    check_reads_as_strtod("1.7976931348623157e308");
    // Halfway between DBL_MAX and what would be the next: to even, infinity.
    check_reads_as_strtod("1.7976931348623158e308");
    check_reads_as_strtod("1.7976931348623159e308");
    check_reads_as_strtod(
        "17976931348623158079372897140530341507993413271003782"
        "6936173778980444968292764750946649017977587207096330"
        "2864166928879109465555478519404026306574886715058206"
        "8190890200070838367627385484581771153176447573027006"
        "9855571366959622842914819860834936475292719074168444"
        "365510704342711559699508093042880");
    check_reads_as_strtod("2.4703282292062327e-324");
    check_reads_as_strtod("2.4703282292062328e-324");
    check_reads_as_strtod("4.9406564584124654e-324");
    check_reads_as_strtod("2.2250738585072011e-308");
    check_reads_as_strtod("2.2250738585072012e-308");
    check_reads_as_strtod("2.2250738585072014e-308");
}
END_TEST

START_TEST(test_read_is_nearest_for_random_doubles)
{
    nav_test_random random = {1};
    for (int i = 0; i < 200000; i++) {
        double value = random_finite(&random), back = 0;
        char text[64];
        int digits = 15 + (int)nav_test_random_below(&random, 3);
        int size = snprintf(text, sizeof text, "%.*g", digits, value);
        size_t length = nav_number_read(text, (size_t)size, &back);
        double expected = digits == 17 ? value : strtod(text, NULL);
        if (length != (size_t)size || back != expected) {
            ck_abort_msg("%s: %.17g, not %.17g", text, back, expected);
        }
    }
}
END_TEST

// Writes up to 40 random digits with a point somewhere and an exponent.
static void random_text(nav_test_random *random, char *text)
{
    uint32_t digits = 1 + nav_test_random_below(random, 40);
    uint32_t point = nav_test_random_below(random, digits + 2);
    char *p = text;
    for (uint32_t i = 0; i < digits; i++) {
        if (i == point) {
            *p++ = '.';
        }
        *p++ = (char)('0' + nav_test_random_below(random, 10));
    }
    int exponent = (int)nav_test_random_below(random, 730) - 370;
    if (nav_test_random_below(random, 2) == 0) {
        exponent = (int)nav_test_random_below(random, 50) - 25;
    }
    snprintf(p, 16, "e%d", exponent);
}

START_TEST(test_read_agrees_with_strtod_on_random_texts)
{
    nav_test_random random = {2};
    for (int i = 0; i < 100000; i++) {
        char text[64];
        random_text(&random, text);
        check_reads_as_strtod(text);
    }
}
END_TEST

START_TEST(test_read_agrees_with_strtod_on_every_power_of_ten)
{
    for (int q = -345; q <= 310; q++) {
        char text[32];
        static const char *const digits[] = {
            "1", "9",     "18446744073709551615", "9007199254740993",
            "5", "123456"};
        for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
            snprintf(text, sizeof text, "%se%d", digits[i], q);
            check_reads_as_strtod(text);
        }
    }
}
END_TEST

// A whole number of any size, 9 digits a limb, the least limb first.
enum { LIMBS = 100, LIMB = 1000000000, LONG_TEXT = 9 * LIMBS + 64 };

typedef struct whole {
    uint32_t limb[LIMBS];
} whole;

static void multiply(whole *n, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    if (carry != 0) {
        ck_abort_msg("LIMBS is too small");
    }
}

// Prints n, the digits `tail` and the power of ten.
static void print_whole(const whole *n, const char *tail, int exponent,
                        char text[LONG_TEXT])
{
    char *p = text;
    for (int i = LIMBS - 1; i >= 0; i--) {
        p += snprintf(p, 10, "%09u", (unsigned)n->limb[i]);
    }
    snprintf(p, 64, "%se%d", tail, exponent);
}

// Gives n and e with n 10^e halfway between the double c 2^q = `low`, not
// negative, and the next one: (2 c + 1) 2^(q - 1).
static whole halfway_above(double low, int *exponent)
{
    uint64_t bits = to_bits(low);
    uint64_t c = bits & ((UINT64_C(1) << 52) - 1);
    int q = -1074;
    if (bits >> 52 != 0) {
        c |= UINT64_C(1) << 52;
        q += (int)(bits >> 52) - 1;
    }
    c = 2 * c + 1;
    q--;
    whole n = {{(uint32_t)(c % LIMB), (uint32_t)(c / LIMB)}};
    for (int i = abs(q); i > 0; i -= 8) {
        static const uint32_t pow2[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
        static const uint32_t pow5[] = {1,    5,     25,    125,   625,
                                        3125, 15625, 78125, 390625};
        multiply(&n, (q < 0 ? pow5 : pow2)[i < 8 ? i : 8]);
    }
    *exponent = q < 0 ? q : 0;
    return n;
}

// Reads the number halfway to the next double, and those that differ from it in
// the 26th digit behind its last.
static void check_about_halfway(double low)
{
    char text[LONG_TEXT];
    int exponent;
    whole n = halfway_above(low, &exponent);
    print_whole(&n, "", exponent, text);
    check_reads_as_strtod(text);
    print_whole(&n, ".00000000000000000000000001", exponent, text);
    check_reads_as_strtod(text);
    int i = 0;
    while (n.limb[i] == 0) {
        n.limb[i++] = LIMB - 1;
    }
    n.limb[i]--;
    print_whole(&n, ".99999999999999999999999999", exponent, text);
    check_reads_as_strtod(text);
}

START_TEST(test_read_is_exact_at_and_about_halfway_numbers)
{
    nav_test_random random = {3};
    for (int i = 0; i < 500; i++) {
        check_about_halfway(fabs(random_finite(&random)));
        check_about_halfway(
            nav_test_random_below(&random, UINT32_MAX) * 0x1p21 + 1);
        check_about_halfway(nav_test_random_below(&random, UINT32_MAX) *
                            0x1p-20);
        uint64_t bits = nav_test_random_bits(&random) >> 12;
        check_about_halfway(from_bits(bits >> bits % 50));
    }
    check_about_halfway(0);
    check_about_halfway(DBL_MAX);
    check_about_halfway(DBL_MIN);
    check_about_halfway(nextafter(DBL_MIN, 0));
}
END_TEST

START_TEST(test_read_rounds_ties_to_even)
{
    check_reads("9007199254740993", 16, 9007199254740992.0);
    check_reads("9007199254740995", 16, 9007199254740996.0);
    check_reads("9007199254740993.0", 18, 9007199254740992.0);
    check_reads("9007199254740992999e-3", 22, 9007199254740992.0);
    check_reads("9007199254740993001e-3", 22, 9007199254740994.0);
    check_reads("9007199254740993.00000000000000000000000000000000001", 52,
                9007199254740994.0);
    check_reads("4503599627370496.5", 18, 4503599627370496.0);
    check_reads("4503599627370497.5", 18, 4503599627370498.0);
    check_reads("1125899906842624125e-3", 22, 1125899906842624.0);
    check_reads("1125899906842624375e-3", 22, 1125899906842624.5);
}
END_TEST

START_TEST(test_read_takes_thousands_of_digits)
{
    enum { DIGITS = 9000 };
    char *text = malloc(DIGITS + 64);
    ck_assert_ptr_nonnull(text);
    double value = 0;
    // 1 + 2^-53 to the last digit, then zeros, then one that breaks the tie.
    memset(text, '0', DIGITS);
    memcpy(text, "1.00000000000000011102230246251565404236316680908203125", 55);
    ck_assert_uint_eq(nav_number_read(text, DIGITS, &value), DIGITS);
    ck_assert(value == 1);
    text[DIGITS - 1] = '1';
    ck_assert_uint_eq(nav_number_read(text, DIGITS, &value), DIGITS);
    ck_assert(value == 1 + 0x1p-52);
    // A long row of zeros, undone by the exponent.
    memset(text, '0', DIGITS);
    text[1] = '.';
    snprintf(text + DIGITS - 1, 32, "125e%d", DIGITS - 1);
    check_reads(text, strlen(text), 12.5);
    memset(text, '0', DIGITS);
    text[0] = '1';
    snprintf(text + DIGITS, 32, "e-%d", DIGITS);
    check_reads(text, strlen(text), 0.1);
    free(text);
}
END_TEST

START_TEST(test_large_integers_of_any_length_are_compared)
{
    static const uint64_t value[] = {
        0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX - 1, UINT64_MAX};
    enum { COUNT = sizeof value / sizeof value[0] };
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            nav_bigint a, b;
            nav_bigint_set(&a, value[i]);
            nav_bigint_set(&b, value[k]);
            ck_assert_int_eq(nav_bigint_compare(&a, &b), (i > k) - (i < k));
        }
    }
}
END_TEST

START_TEST(test_numbers_do_not_depend_on_the_locale)
{
    // Where none of these is installed the test holds trivially.
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) {
        setlocale(LC_ALL, "de_DE");
    }
    check_reads("1.5", 3, 1.5);
    check_writes(1234567.25, "1234567.25");
    check_writes_fixed(1234567.25, 1, "1234567.2");
    setlocale(LC_ALL, "C");
}
END_TEST

// ---------------------------------------------------------------------------
// Shortest
// ---------------------------------------------------------------------------

START_TEST(test_write_gives_known_shortest_texts)
{
    check_writes(0, "0");
    check_writes(-0.0, "0");
    check_writes(1, "1");
    check_writes(-10, "-10");
    check_writes(0.1, "0.1");
    check_writes(0.3, "0.3");
    check_writes(0.1 + 0.2, "0.30000000000000004");
    check_writes(-12.5, "-12.5");
    check_writes(123456.789, "123456.789");
    check_writes(1.0 / 3, "0.3333333333333333");
    check_writes(5e-324, "5e-324");
    check_writes(1.5e-323, "1.5e-323");
    check_writes(2.2250738585072011e-308, "2.225073858507201e-308");
    check_writes(DBL_MIN, "2.2250738585072014e-308");
    check_writes(DBL_MAX, "1.7976931348623157e308");
    check_writes(-DBL_MAX, "-1.7976931348623157e308");
    check_writes(1e23, "1e23");
    check_writes(9.5e-3, "0.0095");
    check_writes(9007199254740991.0, "9007199254740991");
    check_writes(9007199254740992.0, "9007199254740992");
    check_writes(9007199254740994.0, "9007199254740994");
    check_writes(2e-44, "2e-44");
    check_writes(1.5e300, "1.5e300");
    check_writes(0x1p-1074 * 3, "1.5e-323");
    check_writes(9.109e-31, "9.109e-31");
    check_writes(4.35, "4.35");
    check_writes(4503599627370495.5, "4503599627370495.5");
}
END_TEST

START_TEST(test_write_changes_to_exponents_where_documented)
{
    check_writes(1e-5, "0.00001");
    check_writes(1.25e-5, "0.0000125");
    check_writes(-1.2345678901234568e-5, "-0.000012345678901234568");
    check_writes(nextafter(1e-5, 0), "9.999999999999999e-6");
    check_writes(1e-7, "1e-7");
    check_writes(1e16, "10000000000000000");
    check_writes(nextafter(1e17, 0), "99999999999999980");
    check_writes(1e17, "1e17");
    check_writes(nextafter(1e17, HUGE_VAL), "1.0000000000000002e17");
    check_writes(1.2e-10, "1.2e-10");
}
END_TEST

// Copies the significant digits of a text; returns how many there are.
static int significant_digits(const char *text, char digits[32])
{
    int count = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '0') {
            zeros += count > 0;
        } else if (*text >= '1' && *text <= '9') {
            for (; zeros > 0; zeros--) {
                digits[count++] = '0';
            }
            digits[count++] = *text;
        }
    }
    digits[count] = '\0';
    return count;
}

// Of the decimal numbers with one digit less the nearest to `value` does not
// read back, so none does; of those with as many digits none is nearer.
static void check_is_shortest(double value, const char *text)
{
    char other[40], digits[32], other_digits[32];
    int count = significant_digits(text, digits);
    if (count > 1) {
        snprintf(other, sizeof other, "%.*e", count - 2, value);
        if (strtod(other, NULL) == value) {
            ck_abort_msg("%s: %s is shorter", text, other);
        }
    }
    // Below a power of two the nearest may not read back, but a further one.
    snprintf(other, sizeof other, "%.*e", count - 1, value);
    significant_digits(other, other_digits);
    if (strtod(other, NULL) == value && strcmp(digits, other_digits) != 0) {
        ck_abort_msg("%s: %s is nearer", text, other);
    }
}

static void check_round_trip(double value, bool shortest)
{
    char text[NAV_NUMBER_SIZE];
    double back = 77;
    size_t length = nav_number_write(value, text);
    if (length >= NAV_NUMBER_SIZE || length != strlen(text) ||
        nav_number_read(text, length, &back) != length || back != value ||
        strtod(text, NULL) != value) {
        ck_abort_msg("%s: %.17g, not %.17g", text, back, value);
    }
    if (shortest && value != 0) {
        check_is_shortest(value, text);
    }
}

START_TEST(test_write_reads_back_and_none_is_shorter)
{
    nav_test_random random = {4};
    for (int i = 0; i < 200000; i++) {
        check_round_trip(random_finite(&random), i % 8 == 0);
    }
    for (int i = 0; i < 50000; i++) {
        check_round_trip(random_coordinate(&random), i % 2 == 0);
    }
}
END_TEST

START_TEST(test_write_is_shortest_about_powers_of_two_and_ten)
{
    for (int q = -1074; q <= 1023; q++) {
        double power = ldexp(1, q);
        check_round_trip(power, true);
        check_round_trip(nextafter(power, HUGE_VAL), true);
        check_round_trip(-nextafter(power, 0), true);
    }
    for (int k = -323; k <= 308; k++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", k);
        double power = strtod(text, NULL);
        check_round_trip(power, true);
        check_round_trip(nextafter(power, DBL_MAX), true);
        check_round_trip(nextafter(power, 0), true);
    }
}
END_TEST

START_TEST(test_write_is_shortest_for_every_small_subnormal)
{
    nav_test_random random = {5};
    for (uint64_t bits = 1; bits < 2000; bits++) {
        check_round_trip(from_bits(bits), true);
        check_round_trip(from_bits(nav_test_random_bits(&random) >> 12), true);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Fixed
// ---------------------------------------------------------------------------

START_TEST(test_write_fixed_rounds_exact_ties_to_even)
{
    check_writes_fixed(0.5, 0, "0");
    check_writes_fixed(1.5, 0, "2");
    check_writes_fixed(2.5, 0, "2");
    check_writes_fixed(-2.5, 0, "-2");
    check_writes_fixed(0.125, 2, "0.12");
    check_writes_fixed(0.375, 2, "0.38");
    check_writes_fixed(1.005, 2, "1.00"); // below the tie in binary
    check_writes_fixed(9.995, 2, "9.99");
    check_writes_fixed(9.9951, 2, "10.00");
    check_writes_fixed(999.96875, 4, "999.9688");
    check_writes_fixed(4503599627370495.5, 0, "4503599627370496");
    check_writes_fixed(0x1p-25, 24, "0.000000029802322387695312");
    check_writes_fixed(0x3p-25, 24, "0.000000089406967163085938");
}
END_TEST

START_TEST(test_write_fixed_never_writes_a_negative_zero)
{
    check_writes_fixed(-0.0, 0, "0");
    check_writes_fixed(-0.0, 2, "0.00");
    check_writes_fixed(-0.001, 2, "0.00");
    check_writes_fixed(-0.5, 0, "0");
    check_writes_fixed(-1e-300, 3, "0.000");
    check_writes_fixed(-5e-324, 100,
                       "0."
                       "00000000000000000000000000000000000000000000000000"
                       "00000000000000000000000000000000000000000000000000");
    check_writes_fixed(-0.006, 2, "-0.01");
    check_writes_fixed(-10, 0, "-10");
}
END_TEST

static void check_fixed_as_printf(double value, int digits)
{
    char expected[512];
    char text[NAV_NUMBER_FIXED_SIZE];
    snprintf(expected, sizeof expected, "%.*f", digits, value);
    const char *start = expected;
    if (expected[0] == '-' &&
        strspn(expected + 1, "0.") + 1 == strlen(expected)) {
        start++;
    }
    size_t length = nav_number_write_fixed(value, digits, text);
    if (length != strlen(start) || strcmp(text, start) != 0) {
        ck_abort_msg("%s, not %s", text, start);
    }
}

START_TEST(test_write_fixed_agrees_with_printf)
{
    nav_test_random random = {6};
    for (int i = 0; i < 20000; i++) {
        int digits = (int)nav_test_random_below(&random, 101);
        check_fixed_as_printf(random_finite(&random), digits);
        double value = random_coordinate(&random);
        check_fixed_as_printf(value, digits % 25);
        // Ties: an odd multiple of 2^-(digits + 1).
        check_fixed_as_printf(
            ldexp(nav_test_random_below(&random, 100000) + 0.5, -(digits % 30)),
            digits % 30);
    }
    for (int q = -1074; q <= 1023; q++) {
        check_fixed_as_printf(ldexp(1, q), (q + 1074) % 101);
        check_fixed_as_printf(-nextafter(ldexp(1, q), 0), (q + 1074) % 20);
    }
}
END_TEST

START_TEST(test_write_fixed_fits_its_room_at_the_widest)
{
    char text[NAV_NUMBER_FIXED_SIZE];
    size_t length =
        nav_number_write_fixed(-DBL_MAX, NAV_NUMBER_FIXED_MAX, text);
    ck_assert_uint_eq(length, 1 + 309 + 1 + 100);
    check_fixed_as_printf(-DBL_MAX, NAV_NUMBER_FIXED_MAX);
    check_fixed_as_printf(DBL_MAX, 0);
    check_fixed_as_printf(DBL_MIN, NAV_NUMBER_FIXED_MAX);
}
END_TEST

static TCase *reading(void)
{
    TCase *tc = tcase_create("read");
    tcase_add_test(tc,
                   test_read_takes_the_documented_grammar_and_stops_behind_it);
    tcase_add_test(tc, test_read_finds_no_number_and_leaves_the_value_alone);
    tcase_add_test(tc, test_read_never_looks_beyond_the_size);
    tcase_add_test(tc, test_read_gives_zero_without_sign);
    tcase_add_test(
        tc, test_read_goes_to_infinity_and_to_zero_at_the_ends_of_the_range);
    tcase_add_test(tc, test_read_is_nearest_for_random_doubles);
    tcase_add_test(tc, test_read_agrees_with_strtod_on_random_texts);
    tcase_add_test(tc, test_read_agrees_with_strtod_on_every_power_of_ten);
    tcase_add_test(tc, test_read_is_exact_at_and_about_halfway_numbers);
    tcase_add_test(tc, test_read_rounds_ties_to_even);
    tcase_add_test(tc, test_read_takes_thousands_of_digits);
    tcase_add_test(tc, test_large_integers_of_any_length_are_compared);
    tcase_add_test(tc, test_numbers_do_not_depend_on_the_locale);
    return tc;
}

static TCase *writing(void)
{
    TCase *tc = tcase_create("write");
    tcase_add_test(tc, test_write_gives_known_shortest_texts);
    tcase_add_test(tc, test_write_changes_to_exponents_where_documented);
    tcase_add_test(tc, test_write_reads_back_and_none_is_shorter);
    tcase_add_test(tc, test_write_is_shortest_about_powers_of_two_and_ten);
    tcase_add_test(tc, test_write_is_shortest_for_every_small_subnormal);
    tcase_add_test(tc, test_write_fixed_rounds_exact_ties_to_even);
    tcase_add_test(tc, test_write_fixed_never_writes_a_negative_zero);
    tcase_add_test(tc, test_write_fixed_agrees_with_printf);
    tcase_add_test(tc, test_write_fixed_fits_its_room_at_the_widest);
    return tc;
}

Suite *nav_test_num(void)
{
    Suite *suite = suite_create("num");
    suite_add_tcase(suite, reading());
    suite_add_tcase(suite, writing());
    return suite;
}
