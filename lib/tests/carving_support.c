// carving_support.c - obstacles to lay over a mesh.
#include "carving_support.h"

#include <math.h>

nav_vec2 nav_test_blocker_place(nav_test_random *random, double reach)
{
    uint32_t below = (uint32_t)(ROOM_SIZE + 2 * reach);
    return (nav_vec2){nav_test_random_below(random, below) - reach,
                      nav_test_random_below(random, below) - reach};
}

nav_test_blocker nav_test_draw_blocker(nav_test_random *random)
{
    nav_test_blocker b = {.count = 4};
    nav_vec2 at = nav_test_blocker_place(random, 4);
    uint32_t size = nav_test_random_below(random, 4) == 0 ? 40 : 9;
    if (nav_test_random_below(random, 2) == 0) {
        double x = 1 + nav_test_random_below(random, size);
        double y = 1 + nav_test_random_below(random, size);
        b.point[0] = at;
        b.point[1] = (nav_vec2){at.x + x, at.y};
        b.point[2] = (nav_vec2){at.x + x, at.y + y};
        b.point[3] = (nav_vec2){at.x, at.y + y};
        return b;
    }
    b.count = 3 + nav_test_random_below(random, BLOCKER_POINTS_MOST - 2);
    for (uint32_t i = 0; i < b.count; i++) {
        b.point[i] = (nav_vec2){at.x + nav_test_random_below(random, size),
                                at.y + nav_test_random_below(random, size)};
    }
    return b;
}

bool nav_test_is_near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * (1 + fabs(a));
}
