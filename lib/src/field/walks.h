// walks.h - which places of a grid are neighbours where floors have heights.
#ifndef NAV_WALKS_H
#define NAV_WALKS_H

#include "field/cells.h"
#include "search/query.h"

// The four sides of a cell; opposite ones add up to NAV_RIGHT_SIDE.
enum {
    NAV_LEFT_SIDE,
    NAV_LOWER_SIDE,
    NAV_UPPER_SIDE,
    NAV_RIGHT_SIDE,
    NAV_SIDES
};

// A neighbour, and on which side it is.
typedef struct nav_walk {
    uint32_t to;
    uint32_t side;
} nav_walk;

// Nodes are the places, and behind them a goal each whose floor has no place in
// its cell.  Whoever is a neighbour has the other as one; on a side there may
// be several, on floors over each other.
typedef struct nav_walks {
    nav_allocator mem;
    size_t nodes;
    size_t *first;  // [nodes + 2] those of node i: first[i] .. first[i + 1] - 1
    nav_walk *walk; // [walks]
    size_t walks;
} nav_walks;

// Where steps are counted from.
typedef struct nav_walk_goal {
    const nav_chain_end *end; // where it lies
    size_t node;              // a place, or one behind them
} nav_walk_goal;

// The place of a cell to which one can go straight from a point; SIZE_MAX when
// there is none that is not blocked.  Cells with spans, as below.
size_t nav_walk_to(const nav_cells *c, const nav_chain_end *from, size_t cell);

// Finds the neighbours of all nodes.  A place that is not blocked has those at
// whose centres the straight walk from its own ends, and those from which it is
// reached so; a goal whose node is none, likewise from where it lies.
// NAV_LIMIT when nodes have no number; frees what it made when it fails.
// O(places log places).
NAV_MUST_CHECK nav_status nav_walks_init(nav_walks *w, const nav_cells *cells,
                                         nav_query *query,
                                         const nav_walk_goal *goals,
                                         size_t count, nav_error *error);
void nav_walks_fini(nav_walks *w);

#endif
