// stitch.h - vertices on the edges of other floors become corners there.
#ifndef NAV_STITCH_H
#define NAV_STITCH_H

#include "floors/edges.h"

// Splits every edge on which a vertex of another floor lies in space, exactly;
// with a distance greater than 0 also edges that no other floor shares, by
// vertices of such edges within that distance.  `stitched` counts the places.
// `edges` are those of the floors, and built anew when anything was split.
// O(edges + vertices along them) on any usual model; O(N^2) where N floors over
// each other have vertices over the inside of each other's edges.
NAV_MUST_CHECK nav_status nav_stitch(nav_slabs *slabs, nav_edges *edges,
                                     double distance, size_t *stitched);

#endif
