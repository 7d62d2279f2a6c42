// route.h - where an agent goes next on its shortest path.
#ifndef NAV_ROUTE_H
#define NAV_ROUTE_H

#include "crowd/mover.h"
#include "crowd/steering.h"
#include "search/chain.h"

// The first piece of a path.
typedef struct nav_route {
    nav_steering_turn turn; // its end; with an infinite rest there is no path
    nav_poly_id polygon;    // in which it begins, and which holds the start
    nav_crossing gate;      // to be stepped over there; NAV_NONE: none
} nav_route;

// That there is no path from where somebody stands.
nav_route nav_route_none(const nav_mover *at);

// The first piece of the shortest path from where somebody stands to a goal: as
// far as the first turn, or the first edge behind which a straight walk does
// not tell the floor to go on with.
NAV_MUST_CHECK nav_status nav_route_ask(nav_query *query, const nav_mover *at,
                                        nav_point goal, nav_route *route,
                                        nav_error *error);

// Steps over a gate from a place next to it, in the polygon before it, to one
// in the polygon behind.
nav_mover nav_route_step_over(const nav_mesh *mesh, nav_crossing gate,
                              nav_vec2 from);

#endif
