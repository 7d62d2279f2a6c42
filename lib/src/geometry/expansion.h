// expansion.h - sums of doubles that stand for exact numbers.
//
// An expansion is an unevaluated sum of doubles that do not overlap, smallest
// first, without zeros; none at all means zero.  predicates.c says how they are
// used, what keeps them exact, and where they come from (Shewchuk 1997).  Names
// are those of the paper, without prefix: few files include this.
#ifndef NAV_EXPANSION_H
#define NAV_EXPANSION_H

#include "base/vec.h"

enum {
    CROSS_MAX = 16, // components of a cross product: two products of two pairs
    FACTOR_MAX = 64 // most components that expansion_times takes
};

// A rounded result and its rounding error: together the exact result.
typedef struct pair {
    double head, tail;
} pair;

// A vector between two points, exactly.
typedef struct pair_vec {
    pair x, y;
} pair_vec;

static inline pair two_sum(double a, double b)
{
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    return (pair){sum, (a - a_part) + (b - b_part)};
}

static inline pair two_diff(double a, double b)
{
    return two_sum(a, -b);
}

// two_sum for |a| >= |b|; also when either is zero.
static inline pair fast_two_sum(double a, double b)
{
    double sum = a + b;
    return (pair){sum, b - (sum - a)};
}

// Cuts a double into two of 26 bits, whose products are exact.
static inline pair split(double a)
{
    double c = 0x1.0000002p27 * a; // 2^27 + 1
    double head = c - (c - a);
    return (pair){head, a - head};
}

static inline pair two_product(double a, double b)
{
    double product = a * b;
    pair u = split(a);
    pair v = split(b);
    double rest = product - u.head * v.head;
    rest -= u.tail * v.head;
    rest -= u.head * v.tail;
    return (pair){product, u.tail * v.tail - rest};
}

// h = e + f, m + n components at most; returns how many.  The components are
// merged by size and summed up from the smallest (fast expansion sum).
static inline int expansion_sum(int m, const double *e, int n, const double *f,
                                double *h)
{
    int i = 0, j = 0, count = 0;
    double sum = 0;
    while (i < m || j < n) {
        bool take_e = j == n || (i < m && fabs(e[i]) < fabs(f[j]));
        pair s = two_sum(sum, take_e ? e[i++] : f[j++]);
        sum = s.head;
        if (s.tail != 0) {
            h[count++] = s.tail;
        }
    }
    if (sum != 0) {
        h[count++] = sum;
    }
    return count;
}

// h = e b, 2 n components at most; returns how many.
static inline int expansion_scale(int n, const double *e, double b, double *h)
{
    int count = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        pair product = two_product(e[i], b);
        pair low = two_sum(sum, product.tail);
        pair high = fast_two_sum(product.head, low.head);
        if (low.tail != 0) {
            h[count++] = low.tail;
        }
        if (high.tail != 0) {
            h[count++] = high.tail;
        }
        sum = high.head;
    }
    if (sum != 0) {
        h[count++] = sum;
    }
    return count;
}

// h = e b for a pair b and n up to FACTOR_MAX, 4 n components at most; returns
// how many.
static inline int expansion_times(int n, const double *e, pair b, double *h)
{
    double by_head[2 * FACTOR_MAX], by_tail[2 * FACTOR_MAX];
    if (b.tail == 0) {
        return expansion_scale(n, e, b.head, h);
    }
    int heads = expansion_scale(n, e, b.head, by_head);
    int tails = expansion_scale(n, e, b.tail, by_tail);
    return expansion_sum(heads, by_head, tails, by_tail, h);
}

static inline int expansion_sign(int n, const double *e)
{
    return n == 0 ? 0 : (e[n - 1] > 0) - (e[n - 1] < 0);
}

// The value rounded: relative error at most RESULT_BOUND.
static inline double expansion_estimate(int n, const double *e)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += e[i];
    }
    return sum;
}

// The value to an error of hardly more than half an ulp: the rounding errors of
// the plain sum are summed beside it.
static inline double expansion_value(int n, const double *e)
{
    double sum = 0, errors = 0;
    for (int i = 0; i < n; i++) {
        pair s = two_sum(sum, e[i]);
        sum = s.head;
        errors += s.tail;
    }
    return sum + errors;
}

static inline pair_vec exact_sub(nav_vec2 a, nav_vec2 b)
{
    return (pair_vec){two_diff(a.x, b.x), two_diff(a.y, b.y)};
}

// h = a x b = ax by - ay bx.
static inline int expansion_cross(pair_vec a, pair_vec b, double h[CROSS_MAX])
{
    const double ax[2] = {a.x.tail, a.x.head};
    const double minus_ay[2] = {-a.y.tail, -a.y.head};
    double left[CROSS_MAX / 2], right[CROSS_MAX / 2];
    // Zeros are skipped, as an expansion has none.
    int skip_x = a.x.tail == 0, skip_y = a.y.tail == 0;
    int lefts = expansion_times(2 - skip_x, ax + skip_x, b.y, left);
    int rights = expansion_times(2 - skip_y, minus_ay + skip_y, b.x, right);
    return expansion_sum(lefts, left, rights, right, h);
}

#endif
