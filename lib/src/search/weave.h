// weave.h - the string through a chain of polygons of different costs.
#ifndef NAV_WEAVE_H
#define NAV_WEAVE_H

#include "search/funnel.h"
#include "search/refract.h"
#include "search/trail.h"

// A link where the cost changes.
typedef struct nav_gate {
    size_t link;
    double t;        // where it is crossed, see refract.h
    double kept;     // the same of the best string so far
    size_t waypoint; // its place in the string
    double rate[2];  // costs before and behind it
} nav_gate;

typedef struct nav_weave {
    nav_allocator mem;
    nav_funnel funnel;
    nav_trail trail;
    nav_chain chain; // of a run
    nav_gate *gate;
    size_t gates, gate_capacity;
    nav_vec2 *waypoint; // the answer
    double *height;     // of the waypoints; 0 on a flat mesh
    size_t count, waypoint_capacity, height_capacity;
    double length, length3d, cost;
} nav_weave;

void nav_weave_init(nav_weave *w, const nav_allocator *mem);
void nav_weave_fini(nav_weave *w);

// What is woven; all lent.
typedef struct nav_weave_chain {
    nav_refract_chain chain;
    const double *t; // [links] where about they are crossed
    bool crossings;  // see nav_path_options
} nav_weave_chain;

// Pulls the string taut in each run of links between polygons of one cost,
// moves the places between runs to where that costs least, and leaves the
// waypoints in w.  O(links) for each of a few sweeps.
NAV_MUST_CHECK nav_status nav_weave_run(nav_weave *w,
                                        const nav_weave_chain *how);

#endif
