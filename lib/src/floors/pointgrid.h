// pointgrid.h - points in cells, to find those along a segment.
#ifndef NAV_POINTGRID_H
#define NAV_POINTGRID_H

#include "base/mem.h"
#include "base/vec.h"

// Cuts one axis into cells that hold about equally many points.
typedef struct nav_axis_cuts {
    double *cut;     // [cells] ascending: where each cell begins
    uint32_t *below; // [cells + 1] cuts before each bucket of a table
    uint32_t cells;
    double low, scale; // of the table
} nav_axis_cuts;

typedef struct nav_pointgrid {
    nav_allocator mem;
    const nav_vec2 *point; // lent
    size_t count;
    nav_axis_cuts column, row;
    uint32_t *start;  // [cells + 1] first item of each cell, row by row
    uint32_t *vertex; // [count] items
} nav_pointgrid;

// Puts `count` of the points into cells.  O(count).
NAV_MUST_CHECK nav_status nav_pointgrid_build(nav_pointgrid *grid,
                                              const nav_allocator *mem,
                                              const nav_vec2 *point,
                                              const uint32_t *vertices,
                                              size_t count);
void nav_pointgrid_fini(nav_pointgrid *grid);

// The cell of any place.  O(1) as a rule.
typedef struct nav_pointgrid_cell {
    uint16_t column, row;
} nav_pointgrid_cell;

nav_pointgrid_cell nav_pointgrid_find(const nav_pointgrid *grid, nav_vec2 p);

// Whether there is no point in the cells of a box with two as its corners.
bool nav_pointgrid_is_box_empty(const nav_pointgrid *grid, nav_pointgrid_cell a,
                                nav_pointgrid_cell b);

// Whether there is no point in the cells between those of two places.  O(rows
// between).
static inline bool nav_pointgrid_is_empty(const nav_pointgrid *grid,
                                          nav_pointgrid_cell a,
                                          nav_pointgrid_cell b)
{
    if (grid->count == 0) {
        return true;
    }
    if (a.row != b.row || a.column != b.column) {
        return nav_pointgrid_is_box_empty(grid, a, b);
    }
    // Nearly always: edges are short.
    const uint32_t *start =
        grid->start + (size_t)a.row * grid->column.cells + a.column;
    return start[0] == start[1];
}

// A walk along a segment.
typedef struct nav_pointgrid_walk {
    const nav_pointgrid *grid;
    nav_vec2 a, b;
    double margin;
    uint32_t row, last_row, first_column, last_column;
    uint32_t at, end; // items of the present row
} nav_pointgrid_walk;

// Begins a walk that gives every point within `margin` of the segment, each
// once, and others near it.
nav_pointgrid_walk nav_pointgrid_along(const nav_pointgrid *grid, nav_vec2 a,
                                       nav_vec2 b, double margin);

// The next point, NAV_NONE after the last.
uint32_t nav_pointgrid_next(nav_pointgrid_walk *walk);

#endif
