// predicates3d.h - exact signs in space.
#ifndef NAV_PREDICATES3D_H
#define NAV_PREDICATES3D_H

#include "vec.h"

int nav_orient3d_sign(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d);

static inline bool nav_coplanar(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d)
{
    return nav_orient3d_sign(a, b, c, d) == 0;
}

#endif
