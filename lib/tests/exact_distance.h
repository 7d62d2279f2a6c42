// exact_distance.h - distances compared without rounding.
//
// By sums of doubles (expansion.h), which test_predicates checks against
// integers; coordinates and distances from 1e-60 to 1e60 in size.
#ifndef NAV_TEST_EXACT_DISTANCE_H
#define NAV_TEST_EXACT_DISTANCE_H

#include "navmesh.h"

// -1, 0 or 1 as the distance of p and q is less than, equal to or greater than
// `distance`.
int exact_compare_points(nav_vec2 p, nav_vec2 q, double distance);

// The same for the distance of p from the line through a and b, which differ.
int exact_compare_line(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance);

// The same for the distance of p from the segment between a and b.
int exact_compare_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance);

#endif
