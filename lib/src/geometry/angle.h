// angle.h - sine and cosine of an angle in degrees, the same bits everywhere.
#ifndef NAV_ANGLE_H
#define NAV_ANGLE_H

#include "navmesh.h"

// The unit vector at so many degrees counter-clockwise from the x axis: x is
// the cosine, y the sine.  Exact at multiples of 90, else each within 1 ulp of
// the true value; no zero is negative.  `degrees` must be finite.
nav_vec2 nav_angle_direction(double degrees);

#endif
