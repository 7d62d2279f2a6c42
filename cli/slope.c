// slope.c - angles of slopes.
//
// Which faces are kept must not depend on the C library, whose tangents differ
// in the last place.  So the tangent is computed here, by operations that are
// rounded the same way everywhere.
//
// Up to 45 degrees the angle x is at most pi / 4, and the Taylor series of sine
// and cosine, added from the smallest term up, are cut where the next term is
// below 2^-60 of the sum: x^21 / 21! < 2^-72.  Each is right to about two units
// of the last place, their quotient to five.  Beyond 45 degrees the tangent is
// one over that of the rest to 90, which is exact to compute.  That is far
// finer than an angle in degrees says anything about a face; only 45 degrees,
// the one angle whose slope is a number that models really have, is given
// exactly.
#include "slope.h"

#include <math.h>

#include "options.h"

static const double radians = 0x1.1df46a2529d39p-6; // pi / 180

// 1 - x^2 / (a (a + 1)) (1 - x^2 / ((a + 2) (a + 3)) (...)): cosine for a = 1,
// the sine over x for a = 2.
static double series(double x, int a)
{
    double sum = 1;
    for (int i = a + 18; i >= a; i -= 2) {
        sum = 1 - x * x / (i * (i + 1.0)) * sum;
    }
    return sum;
}

// Tangent of 0 to 45 degrees.
static double tangent(double degrees)
{
    double x = degrees * radians;
    return x * series(x, 2) / series(x, 1);
}

bool slope_rise(const char *text, double *rise)
{
    double degrees;
    if (!options_distance(text, &degrees) || degrees > 90) {
        return false;
    }
    if (degrees == 45) {
        *rise = 1;
    } else if (degrees < 45) {
        *rise = tangent(degrees);
    } else {
        *rise = degrees == 90 ? HUGE_VAL : 1 / tangent(90 - degrees);
    }
    return true;
}
