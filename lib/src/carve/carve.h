// carve.h - new polygons in place of some of a mesh, around outlines.
#ifndef NAV_CARVE_H
#define NAV_CARVE_H

#include "bake/draft.h"
#include "carve/carve_job.h"

// Cuts the obstacles out of the polygons.  If `wanted` is not empty nothing
// else counts: the job has to be done again with these polygons in it.  On a
// mesh with heights polygons that no obstacle cuts are not replaced.  O(n log
// n) for the n sides of the polygons and points of the outlines, on a mesh with
// heights for each polygon and the points near it.
NAV_MUST_CHECK nav_status nav_carve(const nav_carve_job *job, nav_draft *draft);

#endif
