// funnel.h - the taut string in a chain of portals.
//
// Knows portals, not meshes: of a nav_portal only left and right are read.
#ifndef NAV_FUNNEL_H
#define NAV_FUNNEL_H

#include "base/mem.h"

// A point of the string, and the portal whose end it is.
typedef struct nav_funnel_corner {
    nav_vec2 at;
    uint32_t source; // 2 i: left end of portal i, 2 i + 1: its right end;
                     // NAV_NONE: start or goal
} nav_funnel_corner;

typedef struct nav_funnel {
    nav_allocator mem;
    nav_funnel_corner *chain; // the two sides of the funnel, see funnel.c
    size_t chain_capacity;
    nav_vec2 *waypoint; // the answer
    uint32_t *source;   // of each waypoint; they ascend
    size_t waypoint_count, waypoint_capacity, source_capacity;
} nav_funnel;

void nav_funnel_init(nav_funnel *funnel, const nav_allocator *mem);
void nav_funnel_fini(nav_funnel *funnel);

// Makes room for a string through `count` portals: it takes at most two ends of
// each, start and goal.
NAV_MUST_CHECK nav_status nav_funnel_reserve(nav_funnel *funnel, size_t count);

// Pulls the string from start to goal through `count` portals taut and leaves
// it in funnel->waypoint: start, the corners where it turns, goal; one point
// when start and goal are the same and no corner comes between.  The portals
// are those of convex polygons walked in order: each polygon holds both portals
// next to it, the first one the start, the last one the goal.  NAV_NOMEM leaves
// the funnel usable.  O(count).
NAV_MUST_CHECK nav_status nav_funnel_run(nav_funnel *funnel, nav_vec2 start,
                                         nav_vec2 goal,
                                         const nav_portal *portals,
                                         size_t count);

#endif
