// test_predicates3d.c - orientation in space against integers of any length.
//
// The oracle shares nothing with the library: coordinates become integers in
// units of the least bit among them, in two's complement of enough limbs, and
// the determinant is expanded without subtracting a point first.
#include "geometry/predicates3d.h"

#include <math.h>

#include "suites.h"
#include "support.h"

// In the loops below instead of ck_assert, which writes to a file each time it
// passes and so would take most of the time.
#define EXPECT(cond)                                                           \
    do {                                                                       \
        if (!(cond)) {                                                         \
            ck_abort_msg("not so: %s", #cond);                                 \
        }                                                                      \
    } while (0)

// -------------------------------------------------------------------- oracle

enum { LIMBS = 80 };

// An integer modulo 2^(32 limbs), least limb first.
typedef struct integer {
    uint32_t limb[LIMBS];
} integer;

// sum += a b if sign is 1, sum -= a b if it is -1.
static void add_product(integer *sum, int sign, const integer *a,
                        const integer *b, int limbs)
{
    integer product = {{0}};
    for (int i = 0; i < limbs; i++) {
        uint64_t carry = 0;
        for (int k = 0; i + k < limbs; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + product.limb[i + k];
            product.limb[i + k] = (uint32_t)(carry & UINT32_MAX);
            carry >>= 32;
        }
    }
    uint64_t carry = sign < 0;
    for (int i = 0; i < limbs; i++) {
        uint32_t term = sign < 0 ? ~product.limb[i] : product.limb[i];
        carry += (uint64_t)sum->limb[i] + term;
        sum->limb[i] = (uint32_t)(carry & UINT32_MAX);
        carry >>= 32;
    }
}

// c in units of 2^unit, of which it must be a multiple.
static integer to_integer(double c, int unit, int limbs)
{
    int exponent;
    uint64_t bits = (uint64_t)ldexp(frexp(fabs(c), &exponent), 53);
    integer size = {{0}}, result = {{0}};
    const integer one = {{1}};
    if (c == 0) {
        return size;
    }
    for (int i = 0; i < 53; i++) {
        int place = exponent - 53 - unit + i;
        if (bits >> i & 1) {
            EXPECT(place >= 0 && place < 32 * limbs);
            size.limb[place / 32] |= (uint32_t)1 << place % 32;
        }
    }
    add_product(&result, c < 0 ? -1 : 1, &size, &one, limbs);
    return result;
}

// sum += sign p.(q x r), for the coordinates of p, q, r in a row.
static void add_triple(integer *sum, int sign, const integer *const p[3],
                       int limbs)
{
    static const int order[6][4] = {{0, 1, 2, 1},  {1, 2, 0, 1},
                                    {2, 0, 1, 1},  {0, 2, 1, -1},
                                    {2, 1, 0, -1}, {1, 0, 2, -1}};
    for (int i = 0; i < 6; i++) {
        const int *o = order[i];
        integer two = {{0}};
        add_product(&two, 1, &p[0][o[0]], &p[1][o[1]], limbs);
        add_product(sum, sign * o[3], &two, &p[2][o[2]], limbs);
    }
}

static int oracle(const nav_vec3 p[4])
{
    int least = 1024, most = -1024;
    for (int i = 0; i < 12; i++) {
        const double c[3] = {p[i / 3].x, p[i / 3].y, p[i / 3].z};
        int exponent;
        (void)frexp(c[i % 3], &exponent);
        if (c[i % 3] != 0) {
            least = exponent - 53 < least ? exponent - 53 : least;
            most = exponent > most ? exponent : most;
        }
    }
    // 24 products of three, and a sign.
    int limbs = most < least ? 1 : (3 * (most - least) + 6) / 32 + 1;
    EXPECT(limbs <= LIMBS);
    integer q[4][3];
    for (int i = 0; i < 4; i++) {
        q[i][0] = to_integer(p[i].x, least, limbs);
        q[i][1] = to_integer(p[i].y, least, limbs);
        q[i][2] = to_integer(p[i].z, least, limbs);
    }
    // det(b - a, c - a, d - a) = bcd - acd + abd - abc.
    integer det = {{0}};
    for (int left_out = 0; left_out < 4; left_out++) {
        const integer *rest[3];
        for (int i = 0; i < 3; i++) {
            rest[i] = q[i < left_out ? i : i + 1];
        }
        add_triple(&det, left_out % 2 ? -1 : 1, rest, limbs);
    }
    if (det.limb[limbs - 1] >> 31) {
        return -1;
    }
    for (int i = 0; i < limbs; i++) {
        if (det.limb[i] != 0) {
            return 1;
        }
    }
    return 0;
}

// Every order of the points; an odd one turns the sign.
static void check(const nav_vec3 p[4])
{
    int expected = oracle(p);
    for (int i = 0; i < 256; i++) {
        int o[4] = {i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6};
        int sign = expected;
        bool permutation = true;
        for (int k = 0; k < 4; k++) {
            for (int m = 0; m < k; m++) {
                permutation = permutation && o[m] != o[k];
                sign = o[m] > o[k] ? -sign : sign;
            }
        }
        if (permutation) {
            nav_vec3 a = p[o[0]], b = p[o[1]], c = p[o[2]], d = p[o[3]];
            EXPECT(nav_orient3d_sign(a, b, c, d) == sign);
            EXPECT(nav_orient3d_exact(a, b, c, d) == sign);
            EXPECT(nav_coplanar(a, b, c, d) == (sign == 0));
        }
    }
}

// -------------------------------------------------------------------- inputs

static double random_between(nav_test_random *random, double low, double high)
{
    return low + (high - low) * nav_test_random_unit(random);
}

static double random_integer(nav_test_random *random, int size)
{
    uint32_t count = 2 * (uint32_t)size + 1;
    return (double)nav_test_random_below(random, count) - size;
}

// Moved by up to two ulps; zero stays, since its neighbours are not legal.
static double random_nudge(nav_test_random *random, double c)
{
    int ulps = (int)nav_test_random_below(random, 5) - 2;
    for (int i = 0; c != 0 && i < (ulps < 0 ? -ulps : ulps); i++) {
        c = nextafter(c, ulps < 0 ? -HUGE_VAL : HUGE_VAL);
    }
    return c;
}

// Points of a random plane, rounded and moved by some ulps.
static void random_plane(nav_test_random *random, double offset, double scale,
                         nav_vec3 p[4])
{
    double slope_x = random_between(random, -2, 2);
    double slope_z = random_between(random, -2, 2);
    for (int i = 0; i < 4; i++) {
        double x = random_between(random, -10, 10);
        double z = random_between(random, -10, 10);
        double y = slope_x * x + slope_z * z + 1;
        p[i].x = random_nudge(random, scale * (offset + x));
        p[i].y = random_nudge(random, scale * (offset + y));
        p[i].z = random_nudge(random, scale * (offset + z));
    }
}

// Points all of whose coordinates are picked from a few.
static void pick_points(nav_test_random *random, const double *from,
                        uint32_t count, nav_vec3 p[4])
{
    for (int i = 0; i < 4; i++) {
        p[i].x = from[nav_test_random_below(random, count)];
        p[i].y = from[nav_test_random_below(random, count)];
        p[i].z = from[nav_test_random_below(random, count)];
    }
}

static double random_size(nav_test_random *random, double least, double most)
{
    double sign = nav_test_random_below(random, 2) ? 1 : -1;
    double c = pow(10, random_between(random, least, most));
    return sign * fmin(fmax(c, NAV_COORD_MIN), NAV_COORD_MAX);
}

// --------------------------------------------------------------------- tests

START_TEST(test_orient3d_is_positive_where_the_cross_product_points)
{
    nav_vec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0};
    ck_assert_int_eq(nav_orient3d_sign(a, b, c, (nav_vec3){5, 5, 1}), 1);
    ck_assert_int_eq(nav_orient3d_sign(a, b, c, (nav_vec3){5, 5, -1}), -1);
    ck_assert_int_eq(nav_orient3d_sign(a, b, c, (nav_vec3){5, 5, 0}), 0);
    ck_assert(nav_coplanar(a, b, c, (nav_vec3){-3, 7, 0}));
    ck_assert(!nav_coplanar(a, b, c, (nav_vec3){0, 0, 1e-100}));
}
END_TEST

START_TEST(test_orient3d_is_zero_when_points_repeat_or_stand_in_a_row)
{
    nav_test_random random = {1};
    for (int i = 0; i < 500; i++) {
        nav_vec3 a = {random_size(&random, -100, 100),
                      random_size(&random, -100, 100),
                      random_size(&random, -100, 100)};
        nav_vec3 b = {random_size(&random, -100, 100), 0,
                      random_size(&random, -100, 100)};
        nav_vec3 c = {0, random_size(&random, -100, 100), 0};
        EXPECT(nav_coplanar(a, a, b, c) && nav_coplanar(a, b, c, a));
        EXPECT(nav_coplanar(a, b, b, c) && nav_coplanar(a, b, c, c));
        nav_vec3 m = {a.x / 2, a.y / 2, a.z / 2}, o = {0, 0, 0};
        EXPECT(nav_coplanar(o, m, a, b));
    }
}
END_TEST

START_TEST(test_orient3d_is_zero_on_planes_through_grid_points)
{
    nav_test_random random = {2};
    for (int i = 0; i < 3000; i++) {
        double u = random_integer(&random, 1000);
        double v = random_integer(&random, 1000);
        double scale = ldexp(1, (int)random_integer(&random, 300));
        nav_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            double x = random_integer(&random, 100000);
            double z = random_integer(&random, 100000);
            p[k] = (nav_vec3){scale * x, scale * (u * x + v * z), scale * z};
        }
        EXPECT(nav_coplanar(p[0], p[1], p[2], p[3]));
    }
}
END_TEST

START_TEST(test_orient3d_agrees_with_oracle_on_small_integers)
{
    static const double few[] = {-3, -2, -1, 0, 1, 2, 3};
    nav_test_random random = {3};
    for (int i = 0; i < 2000; i++) {
        nav_vec3 p[4];
        pick_points(&random, few, 7, p);
        check(p);
    }
}
END_TEST

START_TEST(test_orient3d_agrees_with_oracle_near_a_plane)
{
    static const double offset[] = {0, 0.5, 12, 1e6, -1e15};
    nav_test_random random = {4};
    for (int i = 0; i < 2500; i++) {
        nav_vec3 p[4];
        random_plane(&random, offset[i % 5], 1, p);
        check(p);
    }
}
END_TEST

// From where products of three underflow up to where they are largest.
START_TEST(test_orient3d_agrees_with_oracle_near_a_plane_of_any_size)
{
    static const double scale[] = {1e-98, 1e-92, 1e-91, 1e-90, 1e-60, 9e97};
    nav_test_random random = {5};
    for (int i = 0; i < 2400; i++) {
        nav_vec3 p[4];
        random_plane(&random, i % 4 ? 20 : 0, scale[i % 6], p);
        for (int k = 0; k < 4; k++) {
            p[k].x = fabs(p[k].x) < NAV_COORD_MIN ? 0 : p[k].x;
            p[k].y = fabs(p[k].y) < NAV_COORD_MIN ? 0 : p[k].y;
            p[k].z = fabs(p[k].z) < NAV_COORD_MIN ? 0 : p[k].z;
        }
        check(p);
    }
}
END_TEST

START_TEST(test_orient3d_agrees_with_oracle_in_the_whole_range)
{
    nav_test_random random = {6};
    for (int i = 0; i < 300; i++) {
        nav_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            p[k].x = random_size(&random, -101, 101);
            p[k].y = random_size(&random, -101, 101);
            p[k].z = random_size(&random, -101, 101);
        }
        check(p);
    }
}
END_TEST

// Where large products cancel and only those that underflow are left, and where
// a sum of both decides.
START_TEST(test_orient3d_agrees_with_oracle_when_all_but_the_least_cancels)
{
    double t = nextafter(1e-100, 1), m = 0x1p-300, n = nextafter(m, 1);
    const double few[] = {0, 1e100, -1e100, 1e-100, -1e-100, t, -t, 1};
    const double middle[] = {0, m, -m, n, m / 2, t, -1e-100, 3 * n};
    nav_test_random random = {7};
    for (int i = 0; i < 1500; i++) {
        nav_vec3 p[4];
        pick_points(&random, i % 2 ? few : middle, 8, p);
        check(p);
    }
}
END_TEST

START_TEST(test_orient3d_sees_the_smallest_beside_the_largest)
{
    double big = 1e100, t = nextafter(1e-100, 1);
    nav_vec3 a = {-big, -big, -big}, b = {big, big, big}, c = {0, big, -big};
    ck_assert(nav_coplanar(a, b, c, (nav_vec3){0, 0, 0}));
    nav_vec3 d = {1e-100, 0, 0};
    ck_assert_int_ne(nav_orient3d_sign(a, b, c, d), 0);
    ck_assert_int_eq(nav_orient3d_sign(a, b, c, d),
                     -nav_orient3d_sign(a, b, c, (nav_vec3){-1e-100, 0, 0}));
    // A determinant of 2^-770 1e-100, made by neighbours of 1e-100: far below
    // the least double.
    nav_vec3 p[4] = {
        {1e-100, 1e-100, 0}, {t, 1e-100, 0}, {1e-100, t, 0}, {0, 0, 1e-100}};
    ck_assert_int_eq(nav_orient3d_sign(p[0], p[1], p[2], p[3]), 1);
    check(p);
}
END_TEST

Suite *nav_test_predicates3d(void)
{
    Suite *suite = suite_create("predicates3d");
    TCase *orient = tcase_create("orient3d");
    tcase_add_test(orient,
                   test_orient3d_is_positive_where_the_cross_product_points);
    tcase_add_test(orient,
                   test_orient3d_is_zero_when_points_repeat_or_stand_in_a_row);
    tcase_add_test(orient, test_orient3d_is_zero_on_planes_through_grid_points);
    tcase_add_test(orient, test_orient3d_agrees_with_oracle_on_small_integers);
    tcase_add_test(orient, test_orient3d_agrees_with_oracle_near_a_plane);
    tcase_add_test(orient,
                   test_orient3d_agrees_with_oracle_near_a_plane_of_any_size);
    tcase_add_test(orient, test_orient3d_agrees_with_oracle_in_the_whole_range);
    tcase_add_test(
        orient,
        test_orient3d_agrees_with_oracle_when_all_but_the_least_cancels);
    tcase_add_test(orient, test_orient3d_sees_the_smallest_beside_the_largest);
    suite_add_tcase(suite, orient);
    return suite;
}
