// crossing.h - where two edges meet, rounded.
#ifndef NAV_CROSSING_H
#define NAV_CROSSING_H

#include "base/vec.h"

// The least width of pixels next to an axis: a power of two, so that it is a
// multiple of all that are finer, and the least one that is a legal coordinate.
#define NAV_PIXEL_LEAST 0x1p-332

typedef struct nav_line {
    nav_vec2 a, b;
} nav_line;

// A piece of a line, between two vertices, and the line as it was given.
typedef struct nav_piece {
    uint32_t from, to;
    nav_line now, origin;
} nav_piece;

// The vertex through which both l and m, whose pieces cross, are to go: an end
// of one of them that the other passes within rounding; else NAV_NONE, and *p
// is the point for a new one, a computed point.
uint32_t nav_crossing_meet(const nav_piece *l, const nav_piece *m, nav_vec2 *p);

#endif
