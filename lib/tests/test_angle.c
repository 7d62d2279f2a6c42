// test_angle.c - sine and cosine in degrees.
//
// The table was computed from 60-digit series with Python's decimal module and
// rounded to the nearest double.
#include "geometry/angle.h"
#include "suites.h"
#include "support.h"

#include <math.h>
#include <string.h>

typedef struct angle_row {
    double degrees, cosine, sine;
} angle_row;

static const angle_row table[] = {
    {1.0, 0.9998476951563913, 0.01745240643728351},
    {30.0, 0.8660254037844386, 0.5},
    {45.0, 0.7071067811865476, 0.7071067811865476},
    {60.0, 0.5, 0.8660254037844386},
    {15.0, 0.9659258262890683, 0.25881904510252074},
    {22.5, 0.9238795325112867, 0.3826834323650898},
    {89.0, 0.01745240643728351, 0.9998476951563913},
    {89.99999999999999, 2.4802620430283604e-16, 1.0},
    {90.00000000000001, -2.4802620430283604e-16, 1.0},
    {44.99999999999999, 0.7071067811865476, 0.7071067811865475},
    {45.00000000000001, 0.7071067811865475, 0.7071067811865476},
    {1e-10, 1.0, 1.7453292519943296e-12},
    {1e-100, 1.0, 1.7453292519943296e-102},
    {-1.0, 0.9998476951563913, -0.01745240643728351},
    {-30.0, 0.8660254037844386, -0.5},
    {135.0, -0.7071067811865476, 0.7071067811865476},
    {-135.0, -0.7071067811865476, -0.7071067811865476},
    {179.0, -0.9998476951563913, 0.01745240643728351},
    {181.0, -0.9998476951563913, -0.01745240643728351},
    {225.0, -0.7071067811865476, -0.7071067811865476},
    {269.0, -0.01745240643728351, -0.9998476951563913},
    {271.0, 0.01745240643728351, -0.9998476951563913},
    {315.0, 0.7071067811865476, -0.7071067811865476},
    {359.0, 0.9998476951563913, -0.01745240643728351},
    {361.0, 0.9998476951563913, 0.01745240643728351},
    {-359.999, 0.9999999998476913, 1.7453292518644483e-05},
    {1000000.125, 0.1757962799343545, -0.9844265680898916},
    {1000000000000000.2, 0.17794354547384175, -0.9840406976462909},
    {1e+22, 0.17364817766693036, -0.984807753012208},
    {1e+100, 0.4383711467890774, 0.898794046299167},
    {-1e+100, 0.4383711467890774, -0.898794046299167},
    {0.1, 0.9999984769132877, 0.001745328365898309},
    {57.29577951308232, 0.5403023058681397, 0.8414709848078965},
    {422.40972061679463, 0.46314567801757217, 0.8862821677849799},
    {463.61382094040664, -0.23537656358184564, 0.9719042511052215},
    {-21.550135779438733, 0.930096510629555, -0.36731523370903907},
    {-343.2650645596926, 0.9576471020455303, 0.28794448760793767},
    {-719.3495305654977, 0.9999355572800095, 0.01135258944544967},
    {234.4587305526254, -0.5812892024462141, -0.8136970339871249},
    {-42.83386982719912, 0.7333280913928447, -0.6798749225954194},
    {374.01211454096597, 0.9702445529537141, 0.2421270481867885},
    {-182.6490642136681, -0.9989313577389369, 0.046218421931564446},
    {389.0013637507059, 0.8746081674821571, 0.4848304377547918},
    {-327.31475663236216, 0.8416498939122644, 0.5400235699277153},
    {434.75829575414923, 0.2628915218584178, 0.9648253975383136},
};

// How many doubles lie from a to b, which have one sign.
static double ulps(double a, double b)
{
    int64_t i, k;
    memcpy(&i, &a, sizeof i);
    memcpy(&k, &b, sizeof k);
    return (a < 0) != (b < 0) ? HUGE_VAL : fabs((double)(i - k));
}

START_TEST(test_directions_are_within_an_ulp)
{
    const angle_row *row = &table[_i];
    nav_vec2 d = nav_angle_direction(row->degrees);
    if (ulps(d.x, row->cosine) > 1 || ulps(d.y, row->sine) > 1) {
        ck_abort_msg("%.17g degrees: %.17g %.17g", row->degrees, d.x, d.y);
    }
}
END_TEST

START_TEST(test_nearly_all_directions_are_the_nearest_doubles)
{
    enum { ROWS = sizeof table / sizeof table[0] };
    size_t others = 0;
    for (size_t i = 0; i < ROWS; i++) {
        nav_vec2 d = nav_angle_direction(table[i].degrees);
        others += d.x != table[i].cosine;
        others += d.y != table[i].sine;
    }
    ck_assert_uint_le(others, 1);
}
END_TEST

START_TEST(test_quarter_turns_are_exact)
{
    static const nav_vec2 axis[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int k = -9; k <= 9; k++) {
        nav_vec2 d = nav_angle_direction(90.0 * k);
        nav_vec2 e = axis[(k + 12) % 4];
        ck_assert_mem_eq(&d, &e, sizeof d);
    }
    nav_vec2 d = nav_angle_direction(90.0 * 0x1p60);
    ck_assert_mem_eq(&d, &axis[0], sizeof d);
}
END_TEST

START_TEST(test_directions_are_mirrored_and_turned_with_their_angles)
{
    nav_test_random random = {11};
    for (int i = 0; i < 10000; i++) {
        double a = floor(nav_test_random_unit(&random) * 0x1p30) / 0x1p20;
        nav_vec2 d = nav_angle_direction(a);
        nav_vec2 mirrored = nav_angle_direction(-a);
        nav_vec2 turned = nav_angle_direction(a + 90);
        ck_assert(d.x == mirrored.x && d.y == -mirrored.y);
        ck_assert(turned.x == -d.y && turned.y == d.x);
        ck_assert(fabs(d.x * d.x + d.y * d.y - 1) < 1e-15);
    }
}
END_TEST

Suite *nav_test_angle(void)
{
    enum { ROWS = sizeof table / sizeof table[0] };
    Suite *suite = suite_create("angle");
    TCase *tcase = tcase_create("direction");
    tcase_add_loop_test(tcase, test_directions_are_within_an_ulp, 0, ROWS);
    tcase_add_test(tcase, test_nearly_all_directions_are_the_nearest_doubles);
    tcase_add_test(tcase, test_quarter_turns_are_exact);
    tcase_add_test(tcase,
                   test_directions_are_mirrored_and_turned_with_their_angles);
    suite_add_tcase(suite, tcase);
    return suite;
}
