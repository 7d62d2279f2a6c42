// weld.h - which vertices of a model are one.
#ifndef NAV_WELD_H
#define NAV_WELD_H

#include "input/model.h"

// Welds the vertices that faces use: those at one place, and with a distance
// greater than 0 those within it in space.  to[v] becomes the least vertex that
// v is one with, NAV_NONE when no face uses it; `welded` the number of vertices
// that became others.
//
// NAV_RANGE when the distance is too small for coordinates of that size.
// O(vertices + corners) on any usual model.
NAV_MUST_CHECK nav_status nav_weld(const nav_model *model,
                                   const nav_allocator *mem, double distance,
                                   uint32_t *to, size_t *welded,
                                   nav_error *error);

#endif
