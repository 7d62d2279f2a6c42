// predicates3d.h - exact signs in space: orientation, and coplanar points.
#ifndef NAV_PREDICATES3D_H
#define NAV_PREDICATES3D_H

#include "geometry/predicates.h"

// Exact sign, by expansions; the coordinates must be legal.
int nav_orient3d_exact(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d);

// Error of the rounded determinant, relative to the sum of the sizes of its
// products (Shewchuk 1997, section 4, stage A of ORIENT3D), and what underflow
// may take from it: three products, each by 2^-1074; generously.
#define NAV_ORIENT3D_BOUND ((7 + 56 * 0x1p-53) * 0x1p-53)
#define NAV_ORIENT3D_UNDERFLOW 0x1p-1000

// Sign of det(b - a, c - a, d - a): 1 when d lies on the side of the plane
// through a, b, c to which (b - a) x (c - a) points, 0 when the four points lie
// in one plane.
static inline int nav_orient3d_sign(nav_vec3 a, nav_vec3 b, nav_vec3 c,
                                    nav_vec3 d)
{
    double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    double vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    double wx = d.x - a.x, wy = d.y - a.y, wz = d.z - a.z;
    double uyvz = uy * vz, uzvy = uz * vy;
    double uzvx = uz * vx, uxvz = ux * vz;
    double uxvy = ux * vy, uyvx = uy * vx;
    double det = wx * (uyvz - uzvy) + wy * (uzvx - uxvz) + wz * (uxvy - uyvx);
    double size = fabs(wx) * (fabs(uyvz) + fabs(uzvy)) +
                  fabs(wy) * (fabs(uzvx) + fabs(uxvz)) +
                  fabs(wz) * (fabs(uxvy) + fabs(uyvx));
    if (fabs(det) > NAV_ORIENT3D_BOUND * size + NAV_ORIENT3D_UNDERFLOW) {
        return det > 0 ? 1 : -1;
    }
    return nav_orient3d_exact(a, b, c, d);
}

static inline bool nav_coplanar(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d)
{
    return nav_orient3d_sign(a, b, c, d) == 0;
}

#endif
