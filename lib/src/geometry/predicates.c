// predicates.c - exact arithmetic behind the orientation and in-circle tests.
//
// Problem.  Both predicates are signs of small determinants of coordinate
// differences,
//
//     orient     (ax - cx)(by - cy) - (ay - cy)(bx - cx)
//     in-circle  |A|^2 B x C + |B|^2 C x A + |C|^2 A x B,   A = a - d, ...
//
// and a rounded determinant may have the wrong sign when it is close to zero.
// Triangulation and search built on wrong signs loop, crash or leave gaps, so
// the sign returned here is that of the exact determinant.
//
// Method (Shewchuk 1997).  Each stage computes the determinant more exactly and
// stops when its size exceeds a proven bound on what was left out:
//
//   A  plain double arithmetic, inline in predicates.h; nearly all calls end
//      there;
//   B  the differences rounded to double, all that follows exact; when the
//      differences were exact, so is the result.  Maps with corners on a grid
//      (collinear, cocircular) end here; orientation even before it, where the
//      products of differences are exact as they stand;
//   C  B plus the terms of first order in the rounding errors of the
//      differences, themselves rounded;
//   D  everything exact.
//
// Numbers between the stages are expansions: unevaluated sums of doubles that
// do not overlap, smallest first, without zeros; none at all means zero.  The
// last component dominates the rest, so its sign is that of the sum.  They are
// made of three operations that return a rounded result and its error, both
// doubles: two_sum (Knuth 1969), fast_two_sum and two_product (Dekker 1971).
// expansion_sum wants its operands strongly nonoverlapping, and all operations
// here keep that property under round-to-even (Shewchuk, theorems 13 and 19).
// B and D are one function: B sees tails of zero.
//
// Range.  All this is exact as long as nothing over- or underflows.  A legal
// coordinate is 0 or from 1e-100 to 1e100 in size, hence a multiple of 2^-385
// (1e-100 > 2^-333, and 53 bits start there) and below 2^333.
//
// - Orientation: differences, and their tails, are multiples of 2^-385; every
//   product, component and rounding error is a multiple of (2^-385)^2 = 2^-770,
//   far above the least double, 2^-1074.  Sums stay below 4 (2^334)^2 = 2^670,
//   far below 2^1024.  So orientation needs no special case.
// - In-circle has degree four.  With coordinates of size 2^-178 at least, and
//   so multiples of 2^-230, all terms are multiples of 2^-920, and even the
//   bound of stage C, 44 * 2^-106 times one of them, is a normal number.  With
//   coordinates below 2^241 differences are below 2^242, the determinant and
//   every partial sum below 2^(4 * 242 + 4) = 2^972, and splitting a factor
//   costs 2^28 at most.  Points outside of that window are scaled by a power of
//   two, which is exact and does not change the sign.  When even that fails,
//   coordinates differ by a factor of 2^418 or more, and the determinant is
//   computed in integers.
//
// Integers.  In units of 2^-385 coordinates, those of a frame included, are
// integers below 2^720 and differences below 2^721; a cross product or squared
// length is below 2^1443, a product of two of them below 2^2886, and the sum of
// three below 2^2888.
// 91 limbs of 32 bits hold 2912 bits, in two's complement: arithmetic modulo
// 2^2912, whose intermediate wraps do no harm because the result fits.  Some
// tens of microseconds, for input nobody has.
//
// Distances.  That of a point from a line is (cross product / length), so its
// square times that of the length is compared: degree four as well, the same
// window, and the same integers outside of it.  Distances from ends, and signs
// of dot products that tell whether an end is nearest, have degree two, and are
// as safe as orientation.
//
// Rejected: long double and fused multiply-add (not the same everywhere),
// static bounds from the largest coordinate (fail on offset maps), an epsilon
// (fails always), integers throughout (hundreds of times slower).
//
// References
// - J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast
//   robust geometric predicates", Discrete & Computational Geometry 18, 1997,
//   sections 2 (expansions) and 4 (predicates and bounds).
// - T. J. Dekker, "A floating-point technique for extending the available
//   precision", Numerische Mathematik 18, 1971.
// - D. E. Knuth, "The Art of Computer Programming", volume 2, 1969, 4.2.2.
// - T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM
//   Journal on Scientific Computing 26, 2005 (the sum in nav_orient_area2).
// - L. Kettner et al., "Classroom examples of robustness problems in geometric
//   computations", Computational Geometry 40, 2008 (why all this).
#include "geometry/predicates.h"

#include "geometry/expansion.h"

// Half an ulp of 1, and the bounds of stages B and C: section 4 of the paper,
// with its letters.  RESULT is for the rounded sum of an expansion.
#define EPS 0x1p-53
#define RESULT_BOUND ((3 + 8 * EPS) * EPS)
#define ORIENT_BOUND_B ((2 + 12 * EPS) * EPS)
#define ORIENT_BOUND_C ((9 + 64 * EPS) * EPS * EPS)
#define IN_CIRCLE_BOUND_B ((4 + 48 * EPS) * EPS)
#define IN_CIRCLE_BOUND_C ((44 + 576 * EPS) * EPS * EPS)

// The most components of the expansions below.
enum {
    LIFTED_MAX = 2 * 16 * 4 * 4, // a cross product times x^2, and times y^2
    SQUARE_MAX = 2 * CROSS_MAX * CROSS_MAX, // of a cross product
    IN_CIRCLE_MAX = 3 * LIFTED_MAX
};

// ------------------------------------------------------- vectors of two tails

static pair_vec rounded(pair_vec a)
{
    return (pair_vec){{a.x.head, 0}, {a.y.head, 0}};
}

static bool is_double(pair_vec a)
{
    return a.x.tail == 0 && a.y.tail == 0;
}

// Whether the products of components of two vectors are exact: factors of 26
// bits each, as between corners on a grid.
static bool are_products_exact(pair_vec a, pair_vec b)
{
    return is_double(a) && is_double(b) && split(a.x.head).tail == 0 &&
           split(a.y.head).tail == 0 && split(b.x.head).tail == 0 &&
           split(b.y.head).tail == 0;
}

// a x b to first order in the tails, without the term of the heads.
static double cross_correction(pair_vec a, pair_vec b)
{
    return (a.x.head * b.y.tail + b.y.head * a.x.tail) -
           (a.y.head * b.x.tail + b.x.head * a.y.tail);
}

// --------------------------------------------------------------- orientation

nav_side nav_orient_exact(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    pair_vec u = exact_sub(a, c);
    pair_vec v = exact_sub(b, c);
    double size = fabs(u.x.head * v.y.head) + fabs(u.y.head * v.x.head);
    if (size == 0) {
        // A rounded difference or product here is zero only when it is exact:
        // points in a row along an axis, or two that are the same.
        return NAV_ON;
    }
    if (are_products_exact(u, v)) {
        double left = u.x.head * v.y.head;
        double right = u.y.head * v.x.head;
        return (nav_side)((left > right) - (left < right));
    }
    double det[CROSS_MAX];
    int n = expansion_cross(rounded(u), rounded(v), det);
    if (is_double(u) && is_double(v)) {
        return (nav_side)expansion_sign(n, det);
    }
    double value = expansion_estimate(n, det);
    if (fabs(value) < ORIENT_BOUND_B * size) {
        double bound = ORIENT_BOUND_C * size + RESULT_BOUND * fabs(value);
        value += cross_correction(u, v);
        if (fabs(value) < bound) {
            n = expansion_cross(u, v, det);
            return (nav_side)expansion_sign(n, det);
        }
    }
    return (nav_side)((value > 0) - (value < 0));
}

double nav_orient_area2(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    pair_vec u = exact_sub(a, c);
    pair_vec v = exact_sub(b, c);
    if (are_products_exact(u, v)) {
        pair area = two_diff(u.x.head * v.y.head, u.y.head * v.x.head);
        if (area.tail == 0) {
            return area.head;
        }
    }
    double det[CROSS_MAX];
    int n = expansion_cross(u, v, det);
    return expansion_value(n, det);
}

// ------------------------------------------------- in-circle, by expansions

// h = |a|^2 (b x c).
static int expansion_lifted(pair_vec a, pair_vec b, pair_vec c,
                            double h[LIFTED_MAX])
{
    double cross[CROSS_MAX], once[4 * CROSS_MAX];
    double xx[LIFTED_MAX / 2], yy[LIFTED_MAX / 2];
    int n = expansion_cross(b, c, cross);
    int n_once = expansion_times(n, cross, a.x, once);
    int n_xx = expansion_times(n_once, once, a.x, xx);
    n_once = expansion_times(n, cross, a.y, once);
    int n_yy = expansion_times(n_once, once, a.y, yy);
    return expansion_sum(n_xx, xx, n_yy, yy, h);
}

static int expansion_in_circle(pair_vec a, pair_vec b, pair_vec c,
                               double h[IN_CIRCLE_MAX])
{
    double of_a[LIFTED_MAX], of_b[LIFTED_MAX], of_c[LIFTED_MAX];
    double of_ab[2 * LIFTED_MAX];
    int n_a = expansion_lifted(a, b, c, of_a);
    int n_b = expansion_lifted(b, c, a, of_b);
    int n_c = expansion_lifted(c, a, b, of_c);
    int n_ab = expansion_sum(n_a, of_a, n_b, of_b, of_ab);
    return expansion_sum(n_ab, of_ab, n_c, of_c, h);
}

// The size of the terms of |a|^2 (b x c), by which bounds are scaled.
static double lifted_size(pair_vec a, pair_vec b, pair_vec c)
{
    return (a.x.head * a.x.head + a.y.head * a.y.head) *
           (fabs(b.x.head * c.y.head) + fabs(b.y.head * c.x.head));
}

// |a|^2 (b x c) to first order in the tails, without the term of the heads.
static double lifted_correction(pair_vec a, pair_vec b, pair_vec c)
{
    double lift = a.x.head * a.x.head + a.y.head * a.y.head;
    double cross = b.x.head * c.y.head - b.y.head * c.x.head;
    return lift * cross_correction(b, c) +
           2 * (a.x.head * a.x.tail + a.y.head * a.y.tail) * cross;
}

// The points lie in the window where nothing over- or underflows.
static int in_circle_by_expansions(const nav_vec2 p[4])
{
    pair_vec a = exact_sub(p[0], p[3]);
    pair_vec b = exact_sub(p[1], p[3]);
    pair_vec c = exact_sub(p[2], p[3]);
    double det[IN_CIRCLE_MAX];
    int n = expansion_in_circle(rounded(a), rounded(b), rounded(c), det);
    if (is_double(a) && is_double(b) && is_double(c)) {
        return expansion_sign(n, det);
    }
    double size =
        lifted_size(a, b, c) + lifted_size(b, c, a) + lifted_size(c, a, b);
    double value = expansion_estimate(n, det);
    if (fabs(value) < IN_CIRCLE_BOUND_B * size) {
        double bound = IN_CIRCLE_BOUND_C * size + RESULT_BOUND * fabs(value);
        value += lifted_correction(a, b, c) + lifted_correction(b, c, a) +
                 lifted_correction(c, a, b);
        if (fabs(value) < bound) {
            n = expansion_in_circle(a, b, c, det);
            return expansion_sign(n, det);
        }
    }
    return (value > 0) - (value < 0);
}

// Scales four points by one power of two into the window where expansions are
// exact; false when they do not fit.
static bool scale_into_window(nav_vec2 p[4])
{
    const double least = 0x1p-178, limit = 0x1p241;
    double low = limit, high = least;
    for (int i = 0; i < 4; i++) {
        const double size[2] = {fabs(p[i].x), fabs(p[i].y)};
        for (int k = 0; k < 2; k++) {
            low = size[k] != 0 && size[k] < low ? size[k] : low;
            high = size[k] > high ? size[k] : high;
        }
    }
    if (low >= least && high < limit) {
        return true;
    }
    // All sizes are below 2^exponent, then below the limit.
    int exponent;
    (void)frexp(high, &exponent);
    double factor = ldexp(1, 241 - exponent);
    if (low * factor < least) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        p[i] = (nav_vec2){p[i].x * factor, p[i].y * factor};
    }
    return true;
}

// --------------------------------------------------- in-circle, by integers

enum {
    LIMBS = 91,          // 32 bits each, for 2889 bits: see the essay
    UNIT_EXPONENT = -385 // coordinates are multiples of 2^-385
};

// An integer in two's complement, least limb first.
typedef struct wide {
    uint32_t limb[LIMBS];
} wide;

typedef struct wide_vec {
    wide x, y;
} wide_vec;

static wide wide_add(const wide *a, const wide *b)
{
    wide sum;
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a->limb[i] + b->limb[i];
        sum.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return sum;
}

// a + not b + 1.
static wide wide_sub(const wide *a, const wide *b)
{
    wide difference;
    uint64_t carry = 1;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a->limb[i] + (uint32_t)~b->limb[i];
        difference.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return difference;
}

// Modulo 2^(32 LIMBS), where the sign needs no care.
static wide wide_mul(const wide *a, const wide *b)
{
    wide product = {{0}};
    for (int i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (int k = 0; i + k < LIMBS; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + product.limb[i + k];
            product.limb[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

static int wide_sign(const wide *a)
{
    if (a->limb[LIMBS - 1] >> 31) {
        return -1;
    }
    for (int i = 0; i < LIMBS; i++) {
        if (a->limb[i] != 0) {
            return 1;
        }
    }
    return 0;
}

// A coordinate in units of 2^-385; what is too large counts as zero.
static wide wide_from_coord(double coord)
{
    wide size = {{0}};
    if (coord == 0 || !(fabs(coord) < NAV_FRAME_COORD_MAX)) {
        return size;
    }
    int exponent;
    uint64_t mantissa = (uint64_t)(frexp(fabs(coord), &exponent) * 0x1p53);
    int shift = exponent - 53 - UNIT_EXPONENT; // at most 667
    if (shift < 0) {
        // A corner of a frame, a small difference of two coordinates: still a
        // multiple of the unit.
        mantissa = shift > -53 ? mantissa >> -shift : 0;
        shift = 0;
    }
    int word = shift / 32, bit = shift % 32;
    uint64_t low = (mantissa & UINT32_MAX) << bit;
    uint64_t high = ((mantissa >> 32) << bit) + (low >> 32);
    size.limb[word] = (uint32_t)low;
    size.limb[word + 1] = (uint32_t)high;
    size.limb[word + 2] = (uint32_t)(high >> 32);
    const wide zero = {{0}};
    return coord < 0 ? wide_sub(&zero, &size) : size;
}

static wide_vec wide_between(nav_vec2 from, nav_vec2 to)
{
    wide from_x = wide_from_coord(from.x), from_y = wide_from_coord(from.y);
    wide to_x = wide_from_coord(to.x), to_y = wide_from_coord(to.y);
    return (wide_vec){wide_sub(&to_x, &from_x), wide_sub(&to_y, &from_y)};
}

// |a|^2 (b x c).
static wide wide_lifted(const wide_vec *a, const wide_vec *b, const wide_vec *c)
{
    wide xx = wide_mul(&a->x, &a->x), yy = wide_mul(&a->y, &a->y);
    wide lift = wide_add(&xx, &yy);
    wide left = wide_mul(&b->x, &c->y), right = wide_mul(&b->y, &c->x);
    wide cross = wide_sub(&left, &right);
    return wide_mul(&lift, &cross);
}

static int in_circle_by_integers(const nav_vec2 p[4])
{
    wide_vec a = wide_between(p[3], p[0]);
    wide_vec b = wide_between(p[3], p[1]);
    wide_vec c = wide_between(p[3], p[2]);
    wide of_a = wide_lifted(&a, &b, &c);
    wide of_b = wide_lifted(&b, &c, &a);
    wide of_c = wide_lifted(&c, &a, &b);
    wide det = wide_add(&of_a, &of_b);
    det = wide_add(&det, &of_c);
    return wide_sign(&det);
}

int nav_in_circle_exact(nav_vec2 a, nav_vec2 b, nav_vec2 c, nav_vec2 d)
{
    nav_vec2 p[4] = {a, b, c, d};
    return scale_into_window(p) ? in_circle_by_expansions(p)
                                : in_circle_by_integers(p);
}

// ------------------------------------------------------------------ distances

// h = a.b = ax bx + ay by.
static int expansion_dot(pair_vec a, pair_vec b, double h[CROSS_MAX])
{
    // The cross product with b turned to the left by a right angle.
    pair_vec turned = {{-b.y.head, -b.y.tail}, b.x};
    return expansion_cross(a, turned, h);
}

// |p - q| against `distance`.
static int compare_points(nav_vec2 p, nav_vec2 q, double distance)
{
    double square[CROSS_MAX], difference[CROSS_MAX + 2];
    pair_vec between = exact_sub(p, q);
    int n = expansion_dot(between, between, square);
    pair limit = two_product(distance, distance);
    const double minus[2] = {-limit.tail, -limit.head};
    int skip = limit.tail == 0;
    n = expansion_sum(n, square, 2 - skip, minus + skip, difference);
    return expansion_sign(n, difference);
}

// h = e f for two cross products.
static int expansion_multiply(int m, const double *e, int n, const double *f,
                              double h[SQUARE_MAX])
{
    double sum[SQUARE_MAX], scaled[2 * CROSS_MAX];
    int count = 0;
    for (int i = 0; i < n; i++) {
        int more = expansion_scale(m, e, f[i], scaled);
        int sums = expansion_sum(count, h, more, scaled, sum);
        for (count = 0; count < sums; count++) {
            h[count] = sum[count];
        }
    }
    return count;
}

// The distance of p[2] from the line through p[0] and p[1] against p[3].x; the
// points lie in the window where nothing over- or underflows.
static int compare_line_by_expansions(const nav_vec2 p[4])
{
    double cross[CROSS_MAX], length[CROSS_MAX];
    double left[SQUARE_MAX], right[SQUARE_MAX], difference[2 * SQUARE_MAX];
    pair_vec along = exact_sub(p[1], p[0]);
    int n =
        expansion_cross(exact_sub(p[0], p[2]), exact_sub(p[1], p[2]), cross);
    int n_left = expansion_multiply(n, cross, n, cross, left);
    n = expansion_dot(along, along, length);
    pair limit = two_product(p[3].x, p[3].x);
    const double minus[2] = {-limit.tail, -limit.head};
    int skip = limit.tail == 0;
    int n_right = expansion_multiply(n, length, 2 - skip, minus + skip, right);
    n = expansion_sum(n_left, left, n_right, right, difference);
    return expansion_sign(n, difference);
}

static int compare_line_by_integers(const nav_vec2 p[4])
{
    wide_vec along = wide_between(p[0], p[1]);
    wide_vec to = wide_between(p[0], p[2]);
    wide distance = wide_from_coord(p[3].x);
    wide first = wide_mul(&along.x, &to.y), second = wide_mul(&along.y, &to.x);
    wide cross = wide_sub(&first, &second);
    wide xx = wide_mul(&along.x, &along.x), yy = wide_mul(&along.y, &along.y);
    wide length = wide_add(&xx, &yy);
    wide square = wide_mul(&distance, &distance);
    wide left = wide_mul(&cross, &cross);
    wide right = wide_mul(&length, &square);
    wide difference = wide_sub(&left, &right);
    return wide_sign(&difference);
}

int nav_compare_distance(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance)
{
    double dot[CROSS_MAX];
    int n = expansion_dot(exact_sub(b, a), exact_sub(p, a), dot);
    if (expansion_sign(n, dot) <= 0) {
        return compare_points(p, a, distance);
    }
    n = expansion_dot(exact_sub(a, b), exact_sub(p, b), dot);
    if (expansion_sign(n, dot) <= 0) {
        return compare_points(p, b, distance);
    }
    nav_vec2 q[4] = {a, b, p, {distance, 0}};
    return scale_into_window(q) ? compare_line_by_expansions(q)
                                : compare_line_by_integers(q);
}
