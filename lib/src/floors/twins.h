// twins.h - who is across which edge of floors.
#ifndef NAV_TWINS_H
#define NAV_TWINS_H

#include "floors/link.h"

// Joins edges with the same two ends, and those that links name, to rings:
// twin[e] is the next edge of e's ring, NAV_NONE when it is alone.  NAV_LIMIT
// where a ring would be longer than NAV_RING_MOST.  O(edges + links).
NAV_MUST_CHECK nav_status nav_twins_find(const nav_slabs *slabs,
                                         const nav_edges *edges,
                                         const nav_links *links, uint32_t *twin,
                                         nav_error *error);

#endif
