// cells.h - the grid of a flow field: which cells' centres each polygon holds.
#ifndef NAV_CELLS_H
#define NAV_CELLS_H

#include "mesh/mesh.h"

// Cells in a row whose centres a polygon holds.
typedef struct nav_cells_span {
    uint32_t row;
    uint32_t begin, end; // columns
    size_t held;         // number of the first one among the cells of all spans
} nav_cells_span;

// A place is a centre on one floor (navmesh.h).  On a level mesh places are
// numbered as the cells are, row by row; else those of cell i are first[i] ..
// first[i + 1] - 1, the lowest first, and one for a cell without a floor.
typedef struct nav_cells {
    nav_allocator mem;
    nav_vec2 origin;
    double side, per_side; // and 1 / side, rounded
    uint32_t columns, rows;
    size_t cells;
    double *x; // [columns] of the centres
    size_t places;
    uint32_t floors; // most of one cell
    bool *is_held;   // [places] false: blocked
    size_t *first;   // [cells + 1] NULL on a level mesh
    double *height;  // [places] 0 without a floor, of a goal there its own;
                     // NULL on a level mesh
    double level;    // height of a level mesh
    // What is needed to fill the places in, until nav_cells_drop_spans:
    const nav_mesh *mesh;
    size_t *first_span; // [polygons + 1]
    nav_cells_span *span;
    size_t spans, span_capacity;
    size_t held;   // cells of all spans
    size_t *place; // [held] their places; NULL on a level mesh
} nav_cells;

// Lays a grid of squares over the bounding box of a mesh, which must outlive
// the spans.  NAV_LIMIT when there would be more than 2^31 cells.  Frees what
// it made when it fails.  O(cells + edges + rows that the edges cross).
NAV_MUST_CHECK nav_status nav_cells_init(nav_cells *c, const nav_mesh *mesh,
                                         double side, const nav_allocator *mem);
void nav_cells_fini(nav_cells *c);
void nav_cells_drop_spans(nav_cells *c);

static inline double nav_cells_y(const nav_cells *c, uint32_t row)
{
    return nav_coord_flushed(c->origin.y + (row + 0.5) * c->side);
}

static inline nav_vec2 nav_cells_centre(const nav_cells *c, size_t cell)
{
    return (nav_vec2){c->x[cell % c->columns],
                      nav_cells_y(c, (uint32_t)(cell / c->columns))};
}

// Place of the first cell of a span on a level mesh, where they follow each
// other.
static inline size_t nav_cells_level_place(const nav_cells *c,
                                           const nav_cells_span *s)
{
    return (size_t)s->row * c->columns + s->begin;
}

// The cell of a place.  O(log cells), O(1) on a level mesh.
size_t nav_cells_cell_of(const nav_cells *c, size_t place);

// The cell that holds a point of the box: of two the one above or to the right,
// unless there is none.
size_t nav_cells_find(const nav_cells *c, nav_vec2 point);

// The place of a cell on the floor of a polygon that holds its centre; SIZE_MAX
// when it does not.  O(log rows of the polygon).
size_t nav_cells_place_in(const nav_cells *c, nav_poly_id polygon, size_t cell);

// The place of a cell on the floor nearest to a height, of two the lower one.
// O(floors of the cell).
size_t nav_cells_place_near(const nav_cells *c, size_t cell, double height);

// The place of a cell on the floor of some polygons that meet it, of which the
// polygon that holds the centre may be another one: they lead there within the
// cell.  SIZE_MAX when they do not.  O(polygons + their edges there).
NAV_MUST_CHECK nav_status nav_cells_place_around(nav_cells *c,
                                                 const nav_poly_id *polygons,
                                                 size_t count, size_t cell,
                                                 size_t *place);

// Blocks all places of cells that are not wholly on their floor (cells_full.c).
// O(edges + cells that the boundary crosses).
NAV_MUST_CHECK nav_status nav_cells_block_partial(nav_cells *c);

// A line as rows see it: from its lower point to its upper one.
typedef struct nav_cells_line {
    nav_vec2 low, high;
    double slope; // x by y
    bool is_level;
} nav_cells_line;

nav_cells_line nav_cells_line_through(nav_vec2 a, nav_vec2 b);

// The first of some columns of a row whose centre is to the right of a line, or
// on it if `with_line`; `end` when there is none.  Exact.  The line must not be
// level.
uint32_t nav_cells_cut(const nav_cells *c, const nav_cells_line *line, double y,
                       uint32_t begin, uint32_t end, bool with_line);

#endif
