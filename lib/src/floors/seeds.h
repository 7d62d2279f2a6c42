// seeds.h - which floors can be reached from given points.
#ifndef NAV_SEEDS_H
#define NAV_SEEDS_H

#include "floors/slabs.h"

// Sets keep[p] for the polygons that a path leads to from one of the seeds, and
// clears it for others.  Each seed stands on the floor that holds it in plan
// and is nearest in height.  NAV_GEOMETRY names a seed that is on no floor,
// NAV_RANGE one that is no legal point.  O(edges) for each seed.
NAV_MUST_CHECK nav_status nav_seeds_reach(const nav_slabs *slabs,
                                          const uint32_t *twin,
                                          const nav_model_options *options,
                                          bool *keep, nav_error *error);

#endif
