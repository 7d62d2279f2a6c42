// carve.h - new polygons in place of some of a mesh, around outlines.
#ifndef NAV_CARVE_H
#define NAV_CARVE_H

#include "draft.h"
#include "reach.h"

// What is to be cut.
typedef struct nav_carve_job {
    const nav_mesh *mesh;
    const uint32_t *twin;       // [edges] of the mesh before any cut
    const nav_poly_id *polygon; // ascending; no two are the same
    size_t polygons;
    const nav_obstacle *const *obstacle; // those that may reach them
    size_t obstacles;
    uint32_t max_verts; // most corners of a new polygon
    bool *blocks; // [obstacles] result: whether one takes any area away; the
                  // caller clears it
} nav_carve_job;

// Cuts the obstacles out of the polygons.  If `wanted` is not empty nothing
// else counts: the job has to be done again with these polygons in it.  On a
// mesh with heights polygons that no obstacle cuts are not replaced.  O(n log
// n) for the n sides of the polygons and points of the outlines, on a mesh with
// heights for each polygon and the points near it.
NAV_MUST_CHECK nav_status nav_carve(const nav_carve_job *job, nav_draft *draft);

#endif
