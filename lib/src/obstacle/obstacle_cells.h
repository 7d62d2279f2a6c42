// obstacle_cells.h - obstacles as cells of a grid, for comparison.
#ifndef NAV_OBSTACLE_CELLS_H
#define NAV_OBSTACLE_CELLS_H

#include "obstacle/obstacle.h"

// Replaces the outlines of an obstacle, which messages call number `name`, by
// those of the cells (options->cell, options->bounds) whose centre is inside of
// them or on them.  The rings do not overlap, and run counter-clockwise along
// borders of cells; without a cell there is none, and the obstacle is empty.
// O(cells in its box + edges * (rows they span + log columns)).
NAV_MUST_CHECK nav_status nav_obstacle_mark_cells(
    const nav_allocator *mem, const nav_obstacle_options *options,
    nav_obstacle *obstacle, size_t name, nav_error *error);

#endif
