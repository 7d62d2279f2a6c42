// merge.h - fewer, larger convex polygons.
#ifndef NAV_MERGE_H
#define NAV_MERGE_H

#include "input/polymesh.h"

typedef struct nav_merge_options {
    uint32_t max_verts; // most corners of a polygon
    nav_merge_order order;
    double planar_tolerance; // see nav_model_options; on a mesh with heights
} nav_merge_options;

// Takes away edges between two polygons, in the given order, while the polygons
// stay convex, in one plane, of one area, and have at most so many corners.
// O(half-edges).
NAV_MUST_CHECK nav_status nav_merge(nav_polymesh *mesh,
                                    const nav_merge_options *options);

#endif
