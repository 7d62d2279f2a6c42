// narrow.h - passages whose width is that of the agent, but for rounding.
#ifndef NAV_NARROW_H
#define NAV_NARROW_H

#include "bake/classify.h"
#include "bake/offset.h"
#include "bake/winding.h"

typedef struct nav_narrow {
    const nav_cdt *cdt; // of the chains, with winding numbers
    const nav_chains *chains;
    const nav_shape *outline; // that the chains were made of
    const uint32_t *next;     // [points] the point of the outline behind one
    const nav_offset_rule *rule;
} nav_narrow;

// Finds passages that the slack of the chains closes although they are wider
// than twice the radius, by exact sign, and marks the features on both sides in
// `is_slim` [features].  Returns how many it has marked.  O(triangles) as a
// rule.
size_t nav_narrow_find(const nav_narrow *narrow, uint8_t *is_slim);

// Takes NAV_TRIANGLE_WALKABLE from triangles in passages that slim features on
// both sides leave open, although they are not wider than twice the radius.
// Returns how many it has taken it from.
size_t nav_narrow_close(const nav_narrow *narrow, nav_delaunay *d);

#endif
