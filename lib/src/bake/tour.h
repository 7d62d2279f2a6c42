// tour.h - a walk through all triangles of a triangulation, over its edges.
//
// Depth first, from a triangle at the frame.  Every edge that is crossed on the
// way out is crossed again on the way home, so that a state which each crossing
// changes, such as the rings that contain the present triangle, serves all
// triangles: a step costs what its edge costs, however deeply rings are nested.
//
// The way home needs no stack: a triangle remembers the half-edge by which it
// was entered, in `group`.
#ifndef NAV_TOUR_H
#define NAV_TOUR_H

#include "bake/delaunay.h"

// In nav_triangle.flags of the triangles that have been visited.
enum { NAV_TRIANGLE_VISITED = 4 };

typedef struct nav_tour {
    nav_delaunay *d;
    nav_half root;  // plays the edge by which the first triangle was entered
    nav_half entry; // of the present triangle
    nav_half last;  // half-edge of it that was looked across last
} nav_tour;

// A step over one edge.
typedef struct nav_tour_step {
    nav_half edge;     // crossed: the half-edge on the far side from the frame
    uint32_t triangle; // where the tour is now
    bool is_new;       // for the first time
} nav_tour_step;

// Begins in the first triangle, which is outside of everything and no step
// tells of.  Clears all flags; `group` belongs to the tour until it ends.
nav_tour nav_tour_begin(nav_delaunay *d);

// Goes on by one edge.  False when the tour is over.  O(1) amortized.
bool nav_tour_next(nav_tour *tour, nav_tour_step *step);

#endif
