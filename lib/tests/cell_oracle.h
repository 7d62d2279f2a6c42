// cell_oracle.h - costs of ways over square cells, by other means.
//
// The oracle knows the map as a table of square cells, and nothing of meshes:
// it weighs a way cell by cell, and finds cheap ways in a graph of many places
// on the cells' sides, which converges to the cheapest from above.
#ifndef NAV_CELL_ORACLE_H
#define NAV_CELL_ORACLE_H

#include "support.h"

enum {
    CELLS_SIDE = 6,  // cells in a row
    CELLS_KINDS = 5, // of cells, the first of which is a hole
    CELLS_ASKED = 7  // places asked for at once, at most
};

typedef struct cells {
    int kind[CELLS_SIDE][CELLS_SIDE]; // [y][x] of cells_costs
} cells;

// Costs of the kinds, 0 for a hole.
extern const double cells_costs[CELLS_KINDS];

// Random cells, no two of which meet in a corner alone.
cells cells_draw(nav_test_random *random);

// Whether a place is on the rim of cell x, y, or in it.
bool cells_is_on(nav_vec2 p, int x, int y);

// What it costs to go along the waypoints of a path.
double cells_weigh_path(const cells *c, const nav_path *path);

// Costs of cheap ways from the first of `count` places to all of them, infinite
// where there is none.  No way leads over a place that is asked for.
void cells_costs_between(const cells *c, const nav_vec2 *place, int count,
                         double *cost);
double cells_cost(const cells *c, nav_vec2 start, nav_vec2 goal);

#endif
