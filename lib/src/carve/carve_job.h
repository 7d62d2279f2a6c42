// carve_job.h - which polygons are to be cut, and by what.
#ifndef NAV_CARVE_JOB_H
#define NAV_CARVE_JOB_H

#include "bake/draft.h"
#include "obstacle/reach.h"

// What is to be cut.
typedef struct nav_carve_job {
    const nav_mesh *mesh;
    const uint32_t *twin;       // [edges] of the mesh before any cut
    const nav_poly_id *polygon; // ascending; no two are the same
    size_t polygons;
    const nav_obstacle *const *obstacle; // those that may reach them
    size_t obstacles;
    // On a mesh with heights: the obstacles that are asked of polygon[i], which
    // are near[near_first[i]] .. near[near_first[i + 1] - 1]; NULL: all.
    const uint32_t *near_first, *near;
    uint32_t max_verts; // most corners of a new polygon
    bool *blocks; // [obstacles] result: whether one takes any area away; the
                  // caller clears it
} nav_carve_job;

#endif
