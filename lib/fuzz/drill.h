// drill.h - asks everything of a mesh that can be asked.
#ifndef NAV_DRILL_H
#define NAV_DRILL_H

#include "navmesh.h"

// What a drill came to.
typedef struct nav_drill_tally {
    size_t paths;    // that were found
    size_t expanded; // most nodes of one search
    size_t places;   // of fields
    size_t carved;   // meshes that obstacles were laid over
} nav_drill_tally;

// Looks at everything of a valid mesh, asks for paths of every kind, rays,
// places, costs and fields, writes it, lays obstacles over it and asks again,
// and in the end closes areas.  Aborts at an answer that is none.  Counts are
// added to `tally`.
void nav_drill(nav_mesh *mesh, const nav_allocator *mem,
               nav_drill_tally *tally);

// Reads any bytes as a mesh, with no more memory than a mesh of that size may
// cost, and drills it.  False when they are refused, with a reason.  Aborts
// when memory is not given back or not enough.  Gives the most that was held.
bool nav_drill_file(const uint8_t *file, size_t size, nav_drill_tally *tally,
                    size_t *memory_most);

#endif
