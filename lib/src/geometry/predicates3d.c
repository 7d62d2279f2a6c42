// predicates3d.c - exact arithmetic behind orientation in space.
//
// Problem.  Whether four points lie in one plane, and else on which side of the
// plane of three the fourth one lies, is the sign of
//
//     det(u, v, w) = wx (u x v)x + wy (u x v)y + wz (u x v)z,
//     u = b - a,  v = c - a,  w = d - a.
//
// Floors are flat and ramps are grids, so that exact zeros are the usual case
// here, not the odd one.
//
// Method.  The filter of predicates3d.h, which is stage A of Shewchuk 1997, and
// then everything exactly, in expansions (expansion.h).  The stages between
// have been left out: where the differences are exact, as on a grid, expansions
// are short, and zeros are decided only by the last stage anyway.
//
// Range.  Legal coordinates are multiples of 2^-385 and below 2^333
// (predicates.c says why).  The 2 x 2 minors are multiples of 2^-770 and below
// 2^670: exact.  The determinant is a multiple of 2^-1155 and may reach 2^1005,
// which no double, and no sum of doubles, spans.  So products of a minor's
// component m and a difference's part w are kept in two sums:
//
// - large: |m w| >= 2^-900.  Such a product is a multiple of 2^-106 times its
//   size (each factor has 53 bits), hence of 2^-1006: exact;
// - small: the others, computed as m (2^200 w): multiples of 2^-955, and below
//   2^-700: exact.  There are at most 3 * 2 * 16 of them, so that what they add
//   to the determinant is below 2^-893.
//
// The sum of an expansion, strongly nonoverlapping as they are here, is more
// than a quarter of its greatest component.  When that of the large sum is
// 2^-890 or more its sign decides; when not, the large sum can be scaled by
// 2^200 as well, and the two be added.  Nothing is small unless coordinates, or
// differences of them, are below 1e-90: the second sum costs nothing else.
//
// A selection of components of an expansion is an expansion, strongly
// nonoverlapping if that was.
//
// Rejected: scaling the points by a power of two (does not fit when 1e-100 and
// 1e100 are mixed), integers of 2,200 bits (as long, and slow).
//
// References
// - J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast
//   robust geometric predicates", Discrete & Computational Geometry 18, 1997,
//   section 4.3 (ORIENT3D).
#include "geometry/predicates3d.h"

#include "geometry/expansion.h"

enum {
    SCALED_MAX = 2 * CROSS_MAX,  // a cross product times a double
    DET_MAX = 3 * 2 * SCALED_MAX // three of them times a pair
};

// A product below this goes to the small sum, which is scaled.
static const double small_limit = 0x1p-900;
static const double small_scale = 0x1p200;
// A large sum of this size outweighs all that is small.
static const double decisive = 0x1p-890;

// The value is that of large + small / small_scale.
typedef struct split_sum {
    int larges, smalls;
    double large[DET_MAX], small[DET_MAX];
} split_sum;

// sum += e b; returns the new number of components.
static int add_scaled(int n, double sum[DET_MAX], int m, const double *e,
                      double b)
{
    double product[SCALED_MAX], old[DET_MAX];
    if (m == 0) {
        return n;
    }
    int products = expansion_scale(m, e, b, product);
    for (int i = 0; i < n; i++) {
        old[i] = sum[i];
    }
    return expansion_sum(n, old, products, product, sum);
}

// sum += e b, the components of e divided by the size of their products.
static void add_product(split_sum *sum, int m, const double *e, double b)
{
    int smalls = 0;
    if (b == 0) {
        return;
    }
    while (smalls < m && fabs(e[smalls] * b) < small_limit) {
        smalls++;
    }
    sum->smalls =
        add_scaled(sum->smalls, sum->small, smalls, e, b * small_scale);
    sum->larges =
        add_scaled(sum->larges, sum->large, m - smalls, e + smalls, b);
}

// sum += (u x v) w for two coordinates of u and v and the third of w.
static void add_minor(split_sum *sum, pair_vec u, pair_vec v, pair w)
{
    double minor[CROSS_MAX];
    int n = expansion_cross(u, v, minor);
    add_product(sum, n, minor, w.tail);
    add_product(sum, n, minor, w.head);
}

static int split_sum_sign(const split_sum *sum)
{
    int n = sum->larges;
    if (sum->smalls == 0 || (n > 0 && fabs(sum->large[n - 1]) >= decisive)) {
        return expansion_sign(n, sum->large);
    }
    double scaled[DET_MAX], total[2 * DET_MAX];
    for (int i = 0; i < n; i++) {
        scaled[i] = sum->large[i] * small_scale;
    }
    n = expansion_sum(n, scaled, sum->smalls, sum->small, total);
    return expansion_sign(n, total);
}

int nav_orient3d_exact(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d)
{
    pair ux = two_diff(b.x, a.x), uy = two_diff(b.y, a.y);
    pair uz = two_diff(b.z, a.z);
    pair vx = two_diff(c.x, a.x), vy = two_diff(c.y, a.y);
    pair vz = two_diff(c.z, a.z);
    split_sum sum;
    sum.larges = sum.smalls = 0;
    add_minor(&sum, (pair_vec){uy, uz}, (pair_vec){vy, vz}, two_diff(d.x, a.x));
    add_minor(&sum, (pair_vec){uz, ux}, (pair_vec){vz, vx}, two_diff(d.y, a.y));
    add_minor(&sum, (pair_vec){ux, uy}, (pair_vec){vx, vy}, two_diff(d.z, a.z));
    return split_sum_sign(&sum);
}
