// carving_support.h - obstacles to lay over a mesh.
#ifndef NAV_TEST_CARVING_SUPPORT_H
#define NAV_TEST_CARVING_SUPPORT_H

#include "support.h"

// The room that obstacles are drawn for, and how many pairs of its places are
// compared.
enum { ROOM_SIZE = 60, ROOM_PAIRS = 25, BLOCKER_POINTS_MOST = 8 };

// An obstacle that both ways know: a ring of integer points.
typedef struct nav_test_blocker {
    nav_vec2 point[BLOCKER_POINTS_MOST];
    uint32_t count;
    bool removed;
} nav_test_blocker;

// Integers from -reach to the size of the room + reach - 1.
nav_vec2 nav_test_blocker_place(nav_test_random *random, double reach);

// Small or large, a box or any ring, which may cross itself.
nav_test_blocker nav_test_draw_blocker(nav_test_random *random);

// Whether two numbers differ by no more than `relative`, or so many times the
// first one.
bool nav_test_is_near(double a, double b, double relative);

#endif
