// cone_sight.h - what a cone sees of the edge that it entered, in numbers.
//
// Computed values, for lower bounds and for the order of a search: nothing is
// decided by them that would have to be exact.
#ifndef NAV_CONE_SIGHT_H
#define NAV_CONE_SIGHT_H

#include "search/cones.h"

// Distances decide nothing but the order of the search, so no care is taken for
// squares that overflow; they only order badly.
static inline double nav_hypotenuse(double x, double y)
{
    return sqrt(x * x + y * y);
}

// A way as the edge that a cone entered has it: how far it leads along the
// edge, and how far to the left of it, which is inside of the polygon entered.
static inline nav_vec2 nav_cone_by_edge(const nav_cone_edge *edge, nav_vec2 way)
{
    return (nav_vec2){nav_vec2_dot(edge->unit, way),
                      nav_vec2_cross(edge->unit, way)};
}

// A point in that way, from the left end of the edge.
static inline nav_vec2 nav_cone_from_edge(const nav_cone_edge *edge, nav_vec2 p)
{
    return nav_cone_by_edge(edge, nav_vec2_sub(p, edge->at));
}

// What a cone sees of the edge, and its root, in that way.
typedef struct nav_cone_sight {
    nav_vec2 root;
    double from, to;
} nav_cone_sight;

// False tests give the bound: what is not a number becomes one.
static inline double nav_between(double from, double at, double to)
{
    at = at > from ? at : from;
    return at < to ? at : to;
}

// Where the line from the root by a way meets the edge, which is seen up to
// there: from 0, or to its end.  If the line hardly leaves that of the edge,
// its place is lost in rounding, and all of the edge is taken for seen.
static inline double nav_cone_meet(nav_vec2 root, nav_vec2 way, double all)
{
    return fabs(way.y) > 1e-6 * fabs(way.x) ? root.x - way.x * (root.y / way.y)
                                            : all;
}

// The way along a ray is taken where the root is, not where the edge is: a
// point on it may be next to the root, and their places by the edge would be
// the same but for rounding.
static inline nav_cone_sight nav_cone_see(const nav_cone *n,
                                          const nav_cone_edge *edge)
{
    nav_cone_sight s = {nav_cone_from_edge(edge, n->root), 0, edge->size};
    if (!(n->flags & NAV_CONE_LEFT_AT_END)) {
        nav_vec2 way = nav_cone_by_edge(edge, nav_vec2_sub(n->left, n->root));
        s.from = nav_between(s.from, nav_cone_meet(s.root, way, s.from), s.to);
    }
    if (!(n->flags & NAV_CONE_RIGHT_AT_END)) {
        nav_vec2 way = nav_cone_by_edge(edge, nav_vec2_sub(n->right, n->root));
        s.to = nav_between(s.from, nav_cone_meet(s.root, way, s.to), s.to);
    }
    return s;
}

#endif
