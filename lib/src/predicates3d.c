// predicates3d.c - placeholder until the exact one lands.
#include "predicates3d.h"
int nav_orient3d_sign(nav_vec3 a, nav_vec3 b, nav_vec3 c, nav_vec3 d)
{
    (void)a; (void)b; (void)c; (void)d;
    return 1;
}
