// turn.h - which way a closed polygon turns.
//
// It is convex when no corner turns the other way, and winds once when its
// edges change only twice between running upwards and downwards in
// lexicographic order of their ends: a pentagram turns left at every corner,
// and changes four times.  Exact.
#ifndef NAV_TURN_H
#define NAV_TURN_H

#include "geometry/predicates.h"

// Corners a, b, and those before them.
typedef struct nav_turn {
    nav_vec2 a, b;
    nav_side side; // of the corners so far; NAV_ON: all straight
    uint32_t changes;
} nav_turn;

// Begins with the last two corners of the polygon; all of them are to follow.
static inline nav_turn nav_turn_begin(nav_vec2 a, nav_vec2 b)
{
    return (nav_turn){.a = a, .b = b, .side = NAV_ON};
}

// Goes on to the next corner.  False when it repeats the last one, or the
// polygon turns the other way there.
static inline bool nav_turn_add(nav_turn *turn, nav_vec2 c)
{
    nav_side side = nav_orient(turn->a, turn->b, c);
    if (nav_vec2_equal(turn->b, c) || (int)side * (int)turn->side < 0) {
        return false;
    }
    turn->side = side != NAV_ON ? side : turn->side;
    turn->changes +=
        nav_vec2_before(turn->a, turn->b) != nav_vec2_before(turn->b, c);
    turn->a = turn->b;
    turn->b = c;
    return true;
}

// NAV_LEFT or NAV_RIGHT when the polygon is convex and winds once, else NAV_ON.
static inline nav_side nav_turn_side(const nav_turn *turn)
{
    return turn->changes == 2 ? turn->side : NAV_ON;
}

#endif
