// offset.h - closed chains that tell how far the boundary moves in.
#ifndef NAV_OFFSET_H
#define NAV_OFFSET_H

#include "bake/gaps.h"
#include "geometry/arc.h"
#include "input/shape.h"

// What a piece of a chain keeps its distance from: edge i of the outline, which
// starts at its point i, is 2 i, and corner i is 2 i + 1.
typedef uint32_t nav_feature;

// How far from the outline, and how far more for rounding; offset.c says what
// for.
typedef struct nav_offset_rule {
    double radius;
    double tolerance;       // of arcs, in parts of the radius
    double pixel;           // spacing of doubles at the largest coordinate
    double slack;           // what rounding may take from a distance
    double widening;        // what is added for that: slack, or more of it
    double wide;            // radius and widening
    double slim;            // radius less slack, for the features in `is_slim`
    const uint8_t *is_slim; // [features]
    const nav_gaps *gaps;   // directions in which arcs must be touched
} nav_offset_rule;

// The rule for an outline within `box`.  `bends` is how many roundings of
// crossings lie between the given boundary and the result: 1, one more when the
// outline itself has crossings, and one more when borders of areas are drawn.
nav_offset_rule nav_offset_rule_for(nav_box box, double radius,
                                    double tolerance, int bends);

// Gives features with `is_slim` less than the radius, and all others so much
// that two of both kinds still overlap where they are twice the radius apart.
void nav_offset_rule_slim(nav_offset_rule *rule, const uint8_t *is_slim);

// Chains whose winding number is 1 where a point of the region is at least the
// radius away from the outline, and less than that elsewhere.
typedef struct nav_chains {
    nav_shape *shape;     // rings that repeat their first point at the end
    nav_feature *feature; // [points] of the edge that starts there, NAV_NONE
                          // for spokes, which bound nothing
    size_t capacity;
} nav_chains;

void nav_chains_init(nav_chains *chains);
void nav_chains_fini(nav_chains *chains);

// Makes the chains of an outline, whose rings have the region on their left and
// turn at every point.  The points are computed ones.  O(points).
NAV_MUST_CHECK nav_status nav_offset_chains(nav_chains *chains,
                                            const nav_shape *outline,
                                            const nav_offset_rule *rule);

#endif
