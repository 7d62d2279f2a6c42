// angle.c - sine and cosine in degrees, without libm.
//
// The last bits of libm's sin and cos differ from one C library to the next,
// and a corner of a box is written to files.  Degrees make the hard part easy:
// the remainder by 360, and then by 90, is exact in doubles, however large the
// angle is, so no bits of pi are needed before the last step:
//
//   1. r = degrees mod 90, nearest to zero: |r| <= 45, exact; k quarter turns
//   2. x + e = r * pi / 180, a sum of two doubles good to about 2^-100
//   3. sin x and cos x by their Taylor series, |x| <= pi / 4, with the first
//      order term in e: sin(x + e) = sin x + e cos x, and so on
//   4. exchanged and negated after k
//
// The series stop below 2^-60 of the result.  Their leading terms (x, and 1 -
// x^2 / 2) are added last, with the rounding error of the latter carried along,
// so that little more than the rounding of the last addition remains: at most
// 0.72 ulp in 40,000 values, of which 1.5 % are not the nearest doubles.
//
// fmod is one of the few functions of libm that are exact by definition.
//
// Reference: Jean-Michel Muller, "Elementary Functions: Algorithms and
// Implementation", 2016, chapter 11 (additive range reduction).
#include "geometry/angle.h"

#include "geometry/expansion.h"

#include <math.h>

// pi / 180 is their sum, but for 3e-35.
static const double DEGREE_HIGH = 0x1.1df46a2529d39p-6;
static const double DEGREE_LOW = 0x1.5c1d8becdd291p-62;

// (x + e) of x + e radians by Taylor: x - x^3/3! + x^5/5! - ...
static double sine(double x, double e)
{
    double z = x * x;
    double sum = 1 / 355687428096000.0; // 17!
    sum = sum * z - 1 / 1307674368000.0;
    sum = sum * z + 1 / 6227020800.0;
    sum = sum * z - 1 / 39916800.0;
    sum = sum * z + 1 / 362880.0;
    sum = sum * z - 1 / 5040.0;
    sum = sum * z + 1 / 120.0;
    sum = sum * z - 1 / 6.0;
    return x + (x * z * sum + e * (1 - z / 2));
}

// 1 - x^2/2! + x^4/4! - ..., less e sin x.
static double cosine(double x, double e)
{
    pair square = two_product(x, x);
    double z = square.head;
    double sum = 1 / 20922789888000.0; // 16!
    sum = sum * z - 1 / 87178291200.0;
    sum = sum * z + 1 / 479001600.0;
    sum = sum * z - 1 / 3628800.0;
    sum = sum * z + 1 / 40320.0;
    sum = sum * z - 1 / 720.0;
    sum = sum * z + 1 / 24.0;
    pair lead = fast_two_sum(1, -z / 2);
    double rest = lead.tail - square.tail / 2 - e * x;
    return lead.head + (z * z * sum + rest);
}

nav_vec2 nav_angle_direction(double degrees)
{
    double turn = fmod(degrees, 360);
    // Between -4 and 4; the difference is exact, since both are multiples of
    // the last place of `turn`, and it is no larger.
    double quarters = floor(turn / 90 + 0.5);
    double r = turn - 90 * quarters;
    int k = ((int)quarters % 4 + 4) % 4;
    pair x = two_product(r, DEGREE_HIGH);
    x = fast_two_sum(x.head, x.tail + r * DEGREE_LOW);
    double s = sine(x.head, x.tail);
    double c = cosine(x.head, x.tail);
    nav_vec2 turned[] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    return nav_vec2_clean(turned[k]);
}
