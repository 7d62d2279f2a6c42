// arc.h - polygons around circular arcs, from square roots alone.
#ifndef NAV_ARC_H
#define NAV_ARC_H

#include "base/vec.h"

// Most corners of a circle; arc.c counts.
enum { NAV_ARC_CORNERS_MOST = 2240 };

typedef struct nav_arc {
    nav_vec2 centre;
    double radius;
    double tolerance; // how much farther than the radius corners may be, in
                      // parts of it: from NAV_ARC_TOLERANCE_LEAST to _MOST
} nav_arc;

// A vector of length 1 in the direction of v, which is not zero; right to a few
// units in the last place.
nav_vec2 nav_arc_direction(nav_vec2 v);

// The radius, and what rounding may take from the distance of centre and
// computed corners: the polygon of an arc of this radius keeps outside of the
// circle of the given one.
double nav_arc_widened(nav_vec2 centre, double radius, double tolerance);

// Gives the corners of a polygonal line outside of the arc from direction a
// counter-clockwise to direction b, as computed points.  Both have length 1,
// and b is at most half a turn ahead; one that rounding has put behind a, or
// more than half a turn ahead, counts as equal or opposite, whichever is
// nearer.  Its first edge, were it drawn to begin at the end of the arc,
// touches the arc there, and so do its last edge and all between; no corner is
// farther from the centre than radius (1 + tolerance), but for rounding.  As
// few corners as that allows, but 1 at least.  O(corners).
size_t nav_arc_corners(const nav_arc *arc, nav_vec2 a, nav_vec2 b,
                       nav_vec2 corner[NAV_ARC_CORNERS_MOST]);

// Gives the corners, counter-clockwise, of a polygon around the whole circle,
// which touches it at the ends of its horizontal and its vertical diameter.
size_t nav_arc_circle(const nav_arc *arc,
                      nav_vec2 corner[NAV_ARC_CORNERS_MOST]);

#endif
