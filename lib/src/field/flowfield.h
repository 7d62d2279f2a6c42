// flowfield.h - exact flow fields: the true distance and the first turn of
// every place.
#ifndef NAV_FLOWFIELD_H
#define NAV_FLOWFIELD_H

#include "field/cells.h"
#include "search/chain.h"

// What distances are measured from, and the ends of links.
typedef struct nav_flow_input {
    const nav_mesh *mesh;
    const nav_cells *cells;    // with spans
    const nav_chain_end *goal; // [goals + ends]
    uint32_t goals;
    // The ends of link i are 2 i and 2 i + 1 behind the goals.  Whoever is at
    // the other end of the link is hop[i] further from the goals than who is at
    // end i; infinite: he is not helped.
    uint32_t ends;
    const double *hop; // [ends]
} nav_flow_input;

// Where ways turn: corners of the mesh, then goals, then ends of links.
typedef struct nav_turn_point {
    nav_vec2 at;
    uint32_t next; // where the way from there turns next, NAV_NONE
} nav_turn_point;

typedef struct nav_flowfield {
    nav_allocator mem;
    size_t places;
    double *distance;      // [places] infinite where there is no way
    uint32_t *turn;        // [places] number of the first turn, NAV_NONE
    nav_vec2 *towards;     // [places] what the place sees that turn at; NULL
                           // on a plain mesh, where it is the turn itself
    nav_turn_point *point; // [points]
    size_t points;
} nav_flowfield;

// Cost: see flowfield.c.  Frees what it made when it fails.
NAV_MUST_CHECK nav_status nav_flowfield_init(nav_flowfield *f,
                                             const nav_flow_input *input,
                                             const nav_allocator *mem);
void nav_flowfield_fini(nav_flowfield *f);

// The first turn of the way from a place, whose centre is given, without those
// that it only passes.  NAV_NONE when there is no way.
uint32_t nav_flowfield_turn(const nav_flowfield *f, size_t place,
                            nav_vec2 centre);

#endif
