// predicates.h - exact signs of orientation and in-circle tests.
//
// The filters are inline, since they decide nearly every call; the exact
// arithmetic behind them is in predicates.c, with the argument for the bounds.
#ifndef NAV_PREDICATES_H
#define NAV_PREDICATES_H

#include "base/vec.h"

// On which side of the directed line a -> b the point c lies.
typedef enum nav_side { NAV_RIGHT = -1, NAV_ON = 0, NAV_LEFT = 1 } nav_side;

// The corners of a triangulation's frame may exceed legal coordinates: below
// this size, and a multiple of 2^-385, which sums of legal coordinates are,
// signs are still exact.
#define NAV_FRAME_COORD_MAX 0x1p335

// Exact sign, by expansions or integers; the coordinates must be legal.
nav_side nav_orient_exact(nav_vec2 a, nav_vec2 b, nav_vec2 c);
int nav_in_circle_exact(nav_vec2 a, nav_vec2 b, nav_vec2 c, nav_vec2 d);

// Twice the signed area of the triangle a, b, c, positive when the corners run
// counter-clockwise.  Hardly more than half an ulp from the exact value, and of
// the same sign.
double nav_orient_area2(nav_vec2 a, nav_vec2 b, nav_vec2 c);

// Exact: -1, 0 or 1 as the distance of p from the segment between a and b,
// which may be one point, is less than, equal to or greater than `distance`,
// which is as legal as a coordinate and not negative.
int nav_compare_distance(nav_vec2 a, nav_vec2 b, nav_vec2 p, double distance);

// Error of the rounded determinants, relative to the sum of the sizes of their
// products (Shewchuk 1997, section 4, stage A); 2^-53 is half an ulp of 1.
#define NAV_ORIENT_BOUND ((3 + 16 * 0x1p-53) * 0x1p-53)
#define NAV_IN_CIRCLE_BOUND ((10 + 96 * 0x1p-53) * 0x1p-53)

// What underflow may take from the in-circle determinant, generously: products
// of four differences may fall below the normal numbers, each by 2^-1074.
#define NAV_IN_CIRCLE_UNDERFLOW 0x1p-1000

static inline nav_side nav_orient(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    double left = (a.x - c.x) * (b.y - c.y);
    double right = (a.y - c.y) * (b.x - c.x);
    double det = left - right;
    // The size of both products when they have one sign; when they have not,
    // det is a sum of like signs, which is right whatever the bound.
    double bound = NAV_ORIENT_BOUND * fabs(left + right);
    // One branch, nearly always taken; the sign needs none.
    if (fabs(det) > bound) {
        return det > 0 ? NAV_LEFT : NAV_RIGHT;
    }
    return nav_orient_exact(a, b, c);
}

// 1 when d lies strictly inside the circle through a, b, c, which must run
// counter-clockwise; 0 on the circle; -1 outside.  The sign turns with the
// orientation of a, b, c.
static inline int nav_in_circle(nav_vec2 a, nav_vec2 b, nav_vec2 c, nav_vec2 d)
{
    double ax = a.x - d.x, ay = a.y - d.y;
    double bx = b.x - d.x, by = b.y - d.y;
    double cx = c.x - d.x, cy = c.y - d.y;
    double bxcy = bx * cy, cxby = cx * by;
    double cxay = cx * ay, axcy = ax * cy;
    double axby = ax * by, bxay = bx * ay;
    double aa = ax * ax + ay * ay;
    double bb = bx * bx + by * by;
    double cc = cx * cx + cy * cy;
    double det = aa * (bxcy - cxby) + bb * (cxay - axcy) + cc * (axby - bxay);
    double size = aa * (fabs(bxcy) + fabs(cxby)) +
                  bb * (fabs(cxay) + fabs(axcy)) +
                  cc * (fabs(axby) + fabs(bxay));
    // Where anything overflows size is infinite, and no det is greater.
    if (fabs(det) > NAV_IN_CIRCLE_BOUND * size + NAV_IN_CIRCLE_UNDERFLOW) {
        return det > 0 ? 1 : -1;
    }
    return nav_in_circle_exact(a, b, c, d);
}

#endif
