// plane.h - whether neighbouring polygons lie in one plane.
#ifndef NAV_PLANE_H
#define NAV_PLANE_H

#include "input/polymesh.h"

// Whether the polygons on both sides of plain edge h lie in one plane: exactly
// when the tolerance is 0, else every corner of one within that distance of the
// plane of the other.  The mesh has heights.  O(corners of both).
bool nav_plane_is_shared(const nav_polymesh *mesh, uint32_t h,
                         double tolerance);

#endif
