// pointgrid.c - points in cells, to find those along a segment.
//
// Levels are uneven: a hall with a thousand bolts in one corner, and a stray
// triangle a mile away.  Cells of equal size would put everything into one.  So
// each axis is cut at quantiles of a sample of the coordinates: a column, and
// likewise a row, holds about equally many points, and a cell hardly ever more
// than the square root of all, unless they are at one place.
//
// The cell of a coordinate is the last whose cut is not above it, found by
// bisection between bounds from a table: the bucket of a coordinate is computed
// and rounded, but it never falls as the coordinate grows, so that comparing
// buckets is safe where they differ.
//
// A segment is walked row by row.  In a row it meets a run of columns, whose
// items follow each other in memory.  The run is computed with a margin for
// rounding, as stated there; that a point is given which is not on the segment
// does no harm, since the caller decides.
//
// Complexity: building O(n); a walk takes O(rows met + points met).
//
// Reference: Jon Bentley and Jerome Friedman, "Data Structures for Range
// Searching", 1979, section on cells.
#include "floors/pointgrid.h"

#include "base/order.h"
#include "base/sort.h"

enum { CELLS_MOST = 1024, CELLS_PER_POINT = 2, SAMPLE_PER_CELL = 8 };

// ---------------------------------------------------------------------------
// Axes
// ---------------------------------------------------------------------------

static uint32_t bucket_of(const nav_axis_cuts *axis, double c)
{
    double place = (c - axis->low) * axis->scale;
    if (!(place > 0)) {
        return 0;
    }
    return place < axis->cells ? (uint32_t)place : axis->cells - 1;
}

static uint32_t cell_of(const nav_axis_cuts *axis, double c)
{
    uint32_t bucket = bucket_of(axis, c);
    uint32_t low = axis->below[bucket]; // cuts below are not above c
    uint32_t high = axis->below[bucket + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (axis->cut[middle] <= c) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? low - 1 : 0;
}

// Counts the cuts before each bucket.
static void fill_table(nav_axis_cuts *axis)
{
    uint32_t cells = axis->cells;
    double low = axis->cut[0];
    double high = axis->cut[cells - 1];
    axis->low = low;
    axis->scale = high > low ? cells / (high - low) : 0;
    uint32_t bucket = 0;
    for (uint32_t i = 0; i < cells; i++) {
        for (; bucket <= bucket_of(axis, axis->cut[i]); bucket++) {
            axis->below[bucket] = i;
        }
    }
    for (; bucket <= cells; bucket++) {
        axis->below[bucket] = cells;
    }
}

static double coordinate(const nav_vec2 *p, bool is_row)
{
    return is_row ? p->y : p->x;
}

// Cuts an axis at quantiles of evenly picked points.
static nav_status cut_axis(nav_axis_cuts *axis, const nav_pointgrid *grid,
                           const uint32_t *vertices, bool is_row)
{
    size_t sample = (size_t)axis->cells * SAMPLE_PER_CELL;
    sample = sample < grid->count ? sample : grid->count;
    const nav_allocator *mem = &grid->mem;
    axis->cut = nav_mem_new(mem, axis->cells, sizeof *axis->cut);
    axis->below = nav_mem_new(mem, axis->cells + 1, sizeof *axis->below);
    nav_sort_entry *list = nav_mem_new(mem, 2 * sample, sizeof *list);
    nav_status status = NAV_NOMEM;
    if (axis->cut && axis->below && list) {
        for (size_t i = 0; i < sample; i++) {
            uint32_t v = vertices[i * grid->count / sample];
            double c = coordinate(&grid->point[v], is_row);
            list[i] = (nav_sort_entry){nav_order_key(c), v};
        }
        nav_sort(list, list + sample, sample);
        for (size_t i = 0; i < axis->cells; i++) {
            uint32_t v = list[i * sample / axis->cells].item;
            axis->cut[i] = coordinate(&grid->point[v], is_row);
        }
        fill_table(axis);
        status = NAV_OK;
    }
    nav_mem_free(mem, list, 2 * sample, sizeof *list);
    return status;
}

static void free_axis(const nav_allocator *mem, nav_axis_cuts *axis)
{
    nav_mem_free(mem, axis->cut, axis->cells, sizeof *axis->cut);
    nav_mem_free(mem, axis->below, axis->cells + 1, sizeof *axis->below);
}

// ---------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------

static uint32_t cell_of_point(const nav_pointgrid *grid, uint32_t vertex)
{
    nav_vec2 p = grid->point[vertex];
    return cell_of(&grid->row, p.y) * grid->column.cells +
           cell_of(&grid->column, p.x);
}

static size_t cell_count(const nav_pointgrid *grid)
{
    return (size_t)grid->column.cells * grid->row.cells;
}

// Sorts the points by cell.  Filling moves each start to the end of its cell,
// which is the start of the next: so it begins one place further on.
static nav_status fill_cells(nav_pointgrid *grid, const uint32_t *vertices)
{
    size_t cells = cell_count(grid);
    uint32_t *cell = nav_mem_new(&grid->mem, grid->count, sizeof *cell);
    grid->start = nav_mem_new(&grid->mem, cells + 2, sizeof *grid->start);
    grid->vertex = nav_mem_new(&grid->mem, grid->count, sizeof *grid->vertex);
    nav_status status = NAV_NOMEM;
    if (cell && grid->start && grid->vertex) {
        memset(grid->start, 0, (cells + 2) * sizeof *grid->start);
        for (size_t i = 0; i < grid->count; i++) {
            cell[i] = cell_of_point(grid, vertices[i]);
            grid->start[cell[i] + 2]++;
        }
        for (size_t c = 1; c < cells + 2; c++) {
            grid->start[c] += grid->start[c - 1];
        }
        for (size_t i = 0; i < grid->count; i++) {
            grid->vertex[grid->start[cell[i] + 1]++] = vertices[i];
        }
        status = NAV_OK;
    }
    nav_mem_free(&grid->mem, cell, grid->count, sizeof *cell);
    return status;
}

nav_status nav_pointgrid_build(nav_pointgrid *grid, const nav_allocator *mem,
                               const nav_vec2 *point, const uint32_t *vertices,
                               size_t count)
{
    *grid = (nav_pointgrid){.mem = *mem, .point = point, .count = count};
    double side = sqrt((double)count * CELLS_PER_POINT);
    uint32_t cells = side < 1 ? 1 : (uint32_t)side;
    cells = cells < CELLS_MOST ? cells : CELLS_MOST;
    grid->column.cells = cells;
    grid->row.cells = cells;
    nav_status status = NAV_OK;
    if (count > 0) {
        status = cut_axis(&grid->column, grid, vertices, false);
        if (status == NAV_OK) {
            status = cut_axis(&grid->row, grid, vertices, true);
        }
        if (status == NAV_OK) {
            status = fill_cells(grid, vertices);
        }
    }
    if (status != NAV_OK) {
        nav_pointgrid_fini(grid);
    }
    return status;
}

void nav_pointgrid_fini(nav_pointgrid *grid)
{
    nav_allocator mem = grid->mem;
    nav_mem_free(&mem, grid->start, cell_count(grid) + 2, sizeof *grid->start);
    nav_mem_free(&mem, grid->vertex, grid->count, sizeof *grid->vertex);
    free_axis(&mem, &grid->column);
    free_axis(&mem, &grid->row);
    *grid = (nav_pointgrid){.mem = mem};
}

nav_pointgrid_cell nav_pointgrid_find(const nav_pointgrid *grid, nav_vec2 p)
{
    if (grid->count == 0) {
        return (nav_pointgrid_cell){0, 0};
    }
    return (nav_pointgrid_cell){(uint16_t)cell_of(&grid->column, p.x),
                                (uint16_t)cell_of(&grid->row, p.y)};
}

bool nav_pointgrid_is_box_empty(const nav_pointgrid *grid, nav_pointgrid_cell a,
                                nav_pointgrid_cell b)
{
    uint32_t first_column = a.column < b.column ? a.column : b.column;
    uint32_t last_column = a.column < b.column ? b.column : a.column;
    uint32_t first_row = a.row < b.row ? a.row : b.row;
    uint32_t last_row = a.row < b.row ? b.row : a.row;
    const uint32_t *start = grid->start + first_row * grid->column.cells;
    for (uint32_t row = first_row; row <= last_row; row++) {
        if (start[first_column] != start[last_column + 1]) {
            return false;
        }
        start += grid->column.cells;
    }
    return true;
}

// ---------------------------------------------------------------------------
// Walking
// ---------------------------------------------------------------------------

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

// The columns that the segment meets in a row, margin included.
//
// The foot of a point of the row is within the margin of the row, so x of the
// foot lies between those where the segment is at the two ends of that range.
// Computing them takes five roundings of numbers that are no larger than both
// ends together, hence the 32 half ulps.
static void narrow_columns(const nav_pointgrid_walk *walk, uint32_t row,
                           uint32_t *first, uint32_t *last)
{
    const nav_axis_cuts *rows = &walk->grid->row;
    nav_vec2 a = walk->a;
    nav_vec2 b = walk->b;
    double low = least(a.y, b.y);
    double high = greatest(a.y, b.y);
    if (row > 0) {
        low = greatest(low, rows->cut[row] - walk->margin);
    }
    if (row + 1 < rows->cells) {
        high = least(high, rows->cut[row + 1] + walk->margin);
    }
    // Rounding may have carried the range past an end.
    low = least(low, greatest(a.y, b.y));
    high = greatest(high, least(a.y, b.y));
    double per_y = (b.x - a.x) / (b.y - a.y);
    double from = a.x + (low - a.y) * per_y;
    double to = a.x + (high - a.y) * per_y;
    double slack = walk->margin + 32 * 0x1p-53 * (fabs(a.x) + fabs(b.x));
    uint32_t least_column =
        cell_of(&walk->grid->column, least(from, to) - slack);
    uint32_t most_column =
        cell_of(&walk->grid->column, greatest(from, to) + slack);
    *first = least_column > *first ? least_column : *first;
    *last = most_column < *last ? most_column : *last;
}

static void open_row(nav_pointgrid_walk *walk)
{
    const nav_pointgrid *grid = walk->grid;
    uint32_t first = walk->first_column;
    uint32_t last = walk->last_column;
    walk->at = 0;
    walk->end = 0;
    if (first < last && walk->a.y != walk->b.y) {
        narrow_columns(walk, walk->row, &first, &last);
    }
    if (first <= last) {
        size_t begin = (size_t)walk->row * grid->column.cells;
        walk->at = grid->start[begin + first];
        walk->end = grid->start[begin + last + 1];
    }
}

nav_pointgrid_walk nav_pointgrid_along(const nav_pointgrid *grid, nav_vec2 a,
                                       nav_vec2 b, double margin)
{
    nav_pointgrid_walk walk = {.grid = grid, .a = a, .b = b, .margin = margin};
    if (grid->count > 0) {
        walk.first_column = cell_of(&grid->column, least(a.x, b.x) - margin);
        walk.last_column = cell_of(&grid->column, greatest(a.x, b.x) + margin);
        walk.row = cell_of(&grid->row, least(a.y, b.y) - margin);
        walk.last_row = cell_of(&grid->row, greatest(a.y, b.y) + margin);
        open_row(&walk);
    }
    return walk;
}

uint32_t nav_pointgrid_next(nav_pointgrid_walk *walk)
{
    while (walk->at == walk->end) {
        if (walk->row == walk->last_row) {
            return NAV_NONE;
        }
        walk->row++;
        open_row(walk);
    }
    return walk->grid->vertex[walk->at++];
}
