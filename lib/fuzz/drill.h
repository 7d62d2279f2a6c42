// drill.h - asks everything of a mesh that can be asked.
#ifndef NAV_DRILL_H
#define NAV_DRILL_H

#include "navmesh.h"

// Memory that is given out up to a limit and counted.
typedef struct nav_ration {
    size_t out, most; // bytes, now and at the worst
    size_t limit;
    bool is_exceeded; // more was asked for, and refused
} nav_ration;

// The allocator of a ration.  With `ration` zero but for the limit it begins.
nav_allocator nav_ration_allocator(nav_ration *ration);

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

#endif
