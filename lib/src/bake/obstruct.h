// obstruct.h - a shape together with the outlines of its obstacles.
#ifndef NAV_OBSTRUCT_H
#define NAV_OBSTRUCT_H

#include "input/shape.h"

// Makes a shape with the rings of `shape` and behind them those of obstacles,
// without a polygon: everything else is lent by `shape`.  O(points).
NAV_MUST_CHECK nav_status nav_obstruct(const nav_shape *shape,
                                       const nav_obstacles *obstacles,
                                       const nav_allocator *mem,
                                       nav_shape *obstructed, nav_error *error);

// Frees what nav_obstruct has made; nothing is done for a shape of zeros.
void nav_obstruct_end(nav_shape *obstructed);

// The box of the points of all outer rings; empty when there are none.
nav_box nav_obstruct_bounds(const nav_shape *shape);

#endif
