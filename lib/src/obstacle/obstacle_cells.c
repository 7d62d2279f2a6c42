// obstacle_cells.c - obstacles as cells of a grid.
//
// Games often keep obstacles in a grid: a cell is blocked when its centre lies
// in the obstacle.  This does the same, to show by how much that is wrong, and
// gives the union of the cells as outlines, so that all that follows is the
// same as for exact ones.
//
// Marking.  Only the cells within the box of the obstacle are looked at.  Along
// a row of centres the sign of nav_orient against an edge that spans the row
// changes once, so the first centre to the right of the edge is found by
// bisection; from there on the parity of its ring is turned.  Centres that are
// on an edge are marked by themselves: the shape is closed.  The signs are
// exact; the centres are computed points.  A circle is compared by distance,
// which is rounded, and not by the polygon around it.
//
// Outlines.  What is inside one ring by even-odd has no holes that touch
// nothing, so cells around a hole cannot be one simple ring: they are cut apart
// along a line of the grid through the first column of each hole.  Every part,
// cells connected through sides, is then without holes, and its border is one
// ring, walked with the part on the left.  Corners stand only where the border
// turns.  A coordinate is bounds.min + i * cell whichever part has it, so that
// parts share their bits.
//
// Reference: W. Randolph Franklin, "PNPOLY - Point Inclusion in Polygon Test",
// 1994, for counting crossings along a row (half-open edges).
#include "obstacle/obstacle_cells.h"

#include "base/error.h"
#include "geometry/predicates.h"

#include <string.h>

// Most cells that the bounding box of an obstacle may have, within the grid.
enum { CELLS_MOST = 1 << 24 };

// Of a cell.
enum {
    MARKED = 1,  // it is blocked
    ON_EDGE = 2, // its centre is on an edge of the ring at hand
    TURNED = 4,  // the parity turns here, in the ring at hand
    OUTSIDE = 8, // it is not marked, and connected to the margin
    SEEN = 16    // it belongs to a part, or to a hole, that is known
};

typedef struct grid {
    nav_vec2 origin;
    double cell;
    int64_t column, row;  // in the whole grid, of the first cell looked at
    size_t columns, rows; // with a margin of one cell all around
    uint8_t *flags;       // [columns * rows]
    uint32_t *part;       // [columns * rows] number of its part, from 1; 0
    uint32_t *stack;      // [columns * rows] to be filled
    bool *cut;            // [columns] a line is cut behind this column
} grid;

static double line_x(const grid *g, size_t column)
{
    return g->origin.x + (double)(g->column + (int64_t)column) * g->cell;
}

static double line_y(const grid *g, size_t row)
{
    return g->origin.y + (double)(g->row + (int64_t)row) * g->cell;
}

static nav_vec2 centre(const grid *g, size_t column, size_t row)
{
    double i = (double)(g->column + (int64_t)column) + 0.5;
    double k = (double)(g->row + (int64_t)row) + 0.5;
    return (nav_vec2){nav_coord_flushed(g->origin.x + i * g->cell),
                      nav_coord_flushed(g->origin.y + k * g->cell)};
}

// ---------------------------------------------------------------------------
// Marking
// ---------------------------------------------------------------------------

// The first column of a row whose centre is to the right of the edge, or on it
// as well (`on`); the edge leads upwards.  Column 0 and the last are margin.
static size_t first_right(const grid *g, size_t row, const nav_vec2 edge[2],
                          bool on)
{
    size_t low = 1;
    size_t high = g->columns - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        nav_side side = nav_orient(edge[0], edge[1], centre(g, middle, row));
        if (side == NAV_RIGHT || (on && side == NAV_ON)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// The first row whose centre is at or above y.
static size_t first_row(const grid *g, double y)
{
    size_t low = 1;
    size_t high = g->rows - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (centre(g, 1, middle).y >= y) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static void mark_level_edge(const grid *g, size_t row, nav_vec2 a, nav_vec2 b)
{
    double low = a.x < b.x ? a.x : b.x;
    double high = a.x < b.x ? b.x : a.x;
    for (size_t i = 1; i + 1 < g->columns; i++) {
        double x = centre(g, i, row).x;
        if (x >= low && x <= high) {
            g->flags[row * g->columns + i] |= ON_EDGE;
        }
    }
}

static void mark_edge(const grid *g, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 edge[2] = {a, b};
    if (a.y > b.y) {
        edge[0] = b;
        edge[1] = a;
    }
    for (size_t row = first_row(g, edge[0].y); row + 1 < g->rows; row++) {
        uint8_t *flags = g->flags + row * g->columns;
        double y = centre(g, 1, row).y;
        if (y > edge[1].y) {
            break;
        }
        if (edge[0].y == edge[1].y) {
            mark_level_edge(g, row, a, b);
            continue;
        }
        size_t right = first_right(g, row, edge, false);
        for (size_t i = first_right(g, row, edge, true); i < right; i++) {
            flags[i] |= ON_EDGE;
        }
        if (y < edge[1].y) {
            flags[right] ^= TURNED;
        }
    }
}

static void mark_ring(const grid *g, const nav_vec2 *points, size_t count)
{
    nav_box box = nav_box_around(points, count);
    for (size_t i = 0; i < count; i++) {
        mark_edge(g, points[i], points[i + 1 < count ? i + 1 : 0]);
    }
    size_t row = first_row(g, box.min.y);
    for (; row + 1 < g->rows && centre(g, 1, row).y <= box.max.y; row++) {
        bool inside = false;
        for (size_t i = 1; i < g->columns; i++) {
            uint8_t *flags = &g->flags[row * g->columns + i];
            inside ^= (*flags & TURNED) != 0;
            bool mark = (inside && i + 1 < g->columns) || (*flags & ON_EDGE);
            *flags &= (uint8_t) ~(TURNED | ON_EDGE);
            *flags |= mark ? MARKED : 0;
        }
    }
}

static void mark_circle(const grid *g, nav_vec2 middle, double radius)
{
    for (size_t row = 1; row + 1 < g->rows; row++) {
        for (size_t i = 1; i + 1 < g->columns; i++) {
            if (nav_vec2_distance(centre(g, i, row), middle) <= radius) {
                g->flags[row * g->columns + i] |= MARKED;
            }
        }
    }
}

static void mark(const grid *g, const nav_obstacle_options *options,
                 const nav_obstacle *o)
{
    if (o->spec.kind == NAV_OBSTACLE_CIRCLE) {
        mark_circle(g, o->spec.center, o->spec.radius + options->radius);
        return;
    }
    for (size_t r = 0; r < o->ring_count; r++) {
        mark_ring(g, o->points + o->rings[r].first, o->rings[r].count);
    }
}

// ---------------------------------------------------------------------------
// Parts
// ---------------------------------------------------------------------------

// The neighbour of a cell on one of its four sides; the cell itself behind the
// rim of the grid, or a cut when these count.
static size_t neighbour(const grid *g, size_t at, int side, bool cuts)
{
    size_t column = at % g->columns;
    size_t row = at / g->columns;
    switch (side) {
    case 0:
        return column + 1 < g->columns && !(cuts && g->cut[column]) ? at + 1
                                                                    : at;
    case 1:
        return row + 1 < g->rows ? at + g->columns : at;
    case 2:
        return column > 0 && !(cuts && g->cut[column - 1]) ? at - 1 : at;
    default:
        return row > 0 ? at - g->columns : at;
    }
}

// Gives `set` to all cells connected to one whose flags are as its own.
// Returns the least column among them.
static size_t flood(const grid *g, size_t from, uint8_t set, uint32_t part)
{
    uint8_t like = g->flags[from];
    size_t least = from % g->columns;
    size_t count = 0;
    g->stack[count++] = (uint32_t)from;
    g->flags[from] |= set;
    g->part[from] = part;
    while (count > 0) {
        size_t at = g->stack[--count];
        least = at % g->columns < least ? at % g->columns : least;
        for (int side = 0; side < 4; side++) {
            size_t next = neighbour(g, at, side, part != 0);
            if (g->flags[next] == like) {
                g->flags[next] |= set;
                g->part[next] = part;
                g->stack[count++] = (uint32_t)next;
            }
        }
    }
    return least;
}

// Cuts the grid behind the first column of every hole.
static void cut_holes(const grid *g)
{
    size_t cells = g->columns * g->rows;
    (void)flood(g, 0, OUTSIDE, 0);
    for (size_t i = 0; i < cells; i++) {
        if (g->flags[i] == 0) {
            g->cut[flood(g, i, SEEN, 0)] = true;
        }
    }
}

// ---------------------------------------------------------------------------
// Outlines
// ---------------------------------------------------------------------------

// Walks around the part whose first cell, row by row, is `from`, beginning at
// its lower left corner.  Node i, k is the lower left corner of cell i, k.
static nav_status walk(const grid *g, size_t from, const nav_allocator *mem,
                       nav_obstacle *o)
{
    static const int step_x[] = {1, 0, -1, 0};
    static const int step_y[] = {0, 1, 0, -1};
    // Offsets from a node to the cells ahead of it, on the left and the right.
    static const int left_x[] = {0, -1, -1, 0};
    static const int left_y[] = {0, 0, -1, -1};
    uint32_t part = g->part[from];
    size_t start_x = from % g->columns;
    size_t start_y = from / g->columns;
    size_t x = start_x;
    size_t y = start_y;
    int direction = 0; // east, with the first cell on the left
    int before = 3;    // it came down along that cell's left side
    nav_status status = nav_obstacle_begin_ring(mem, o);
    do {
        if (direction != before && status == NAV_OK) {
            nav_vec2 corner = {line_x(g, x), line_y(g, y)};
            status = nav_obstacle_add_points(mem, o, &corner, 1);
        }
        before = direction;
        x += (size_t)step_x[direction];
        y += (size_t)step_y[direction];
        int right = (direction + 3) % 4;
        size_t ahead_left = (y + (size_t)left_y[direction]) * g->columns + x +
                            (size_t)left_x[direction];
        size_t ahead_right = (y + (size_t)left_y[right]) * g->columns + x +
                             (size_t)left_x[right];
        if (g->part[ahead_left] != part) {
            direction = (direction + 1) % 4;
        } else if (g->part[ahead_right] == part) {
            direction = right;
        }
    } while ((x != start_x || y != start_y || direction != 0) &&
             status == NAV_OK);
    return status;
}

static nav_status trace(const grid *g, const nav_allocator *mem,
                        nav_obstacle *o)
{
    uint32_t part = 0;
    nav_status status = NAV_OK;
    for (size_t i = 0; i < g->columns * g->rows && status == NAV_OK; i++) {
        if (g->flags[i] == MARKED) {
            (void)flood(g, i, SEEN, ++part);
            status = walk(g, i, mem, o);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// The grid
// ---------------------------------------------------------------------------

// The cells of one axis that an obstacle from `low` to `high` may meet, among
// those from `origin` to `end`; false when there are none.
static bool range(double low, double high, double origin, double end,
                  double cell, double found[2])
{
    // One cell more on both sides for the rounding of quotients.
    double first = floor((low - origin) / cell) - 1;
    double last = floor((high - origin) / cell) + 1;
    double count = ceil((end - origin) / cell);
    found[0] = first > 0 ? first : 0;
    found[1] = last < count - 1 ? last : count - 1;
    return found[0] <= found[1];
}

// Makes a grid around the obstacle; `flags` is NULL when it meets none.
static nav_status make_grid(const nav_allocator *mem,
                            const nav_obstacle_options *options,
                            const nav_obstacle *o, grid *g)
{
    double x[2], y[2];
    nav_box bounds = options->bounds;
    if (o->is_empty ||
        !range(o->box.min.x, o->box.max.x, bounds.min.x, bounds.max.x,
               options->cell, x) ||
        !range(o->box.min.y, o->box.max.y, bounds.min.y, bounds.max.y,
               options->cell, y)) {
        return NAV_OK;
    }
    // Beyond 2^52 there are no halves to stand for centres.
    if (x[1] > 0x1p51 || y[1] > 0x1p51 ||
        (x[1] - x[0] + 3) * (y[1] - y[0] + 3) > CELLS_MOST) {
        return NAV_LIMIT;
    }
    g->origin = bounds.min;
    g->cell = options->cell;
    g->column = (int64_t)x[0] - 1;
    g->row = (int64_t)y[0] - 1;
    g->columns = (size_t)(x[1] - x[0]) + 3;
    g->rows = (size_t)(y[1] - y[0]) + 3;
    size_t cells = g->columns * g->rows;
    g->flags = nav_mem_new(mem, cells, sizeof *g->flags);
    g->part = nav_mem_new(mem, cells, sizeof *g->part);
    g->stack = nav_mem_new(mem, cells, sizeof *g->stack);
    g->cut = nav_mem_new(mem, g->columns, sizeof *g->cut);
    if (!g->flags || !g->part || !g->stack || !g->cut) {
        return NAV_NOMEM;
    }
    memset(g->flags, 0, cells * sizeof *g->flags);
    memset(g->part, 0, cells * sizeof *g->part);
    memset(g->cut, 0, g->columns * sizeof *g->cut);
    return NAV_OK;
}

static void free_grid(const nav_allocator *mem, grid *g)
{
    size_t cells = g->columns * g->rows;
    nav_mem_free(mem, g->flags, cells, sizeof *g->flags);
    nav_mem_free(mem, g->part, cells, sizeof *g->part);
    nav_mem_free(mem, g->stack, cells, sizeof *g->stack);
    nav_mem_free(mem, g->cut, g->columns, sizeof *g->cut);
}

nav_status nav_obstacle_mark_cells(const nav_allocator *mem,
                                   const nav_obstacle_options *options,
                                   nav_obstacle *obstacle, size_t name,
                                   nav_error *error)
{
    grid g = {.cell = 0};
    nav_status status = make_grid(mem, options, obstacle, &g);
    if (status == NAV_OK && g.flags) {
        mark(&g, options, obstacle);
        cut_holes(&g);
    }
    if (status == NAV_OK) {
        obstacle->ring_count = 0;
        obstacle->point_count = 0;
    }
    if (status == NAV_OK && g.flags) {
        status = trace(&g, mem, obstacle);
    }
    obstacle->is_empty = obstacle->ring_count == 0;
    obstacle->box = nav_box_around(obstacle->points, obstacle->point_count);
    free_grid(mem, &g);
    if (status == NAV_OK || status == NAV_NOMEM) {
        return status == NAV_OK ? status : nav_fail_memory(error);
    }
    return nav_obstacle_fail(error, status, name, obstacle->spec.id,
                             status == NAV_LIMIT
                                 ? "more than 16777216 cells lie in its box: "
                                   "take larger ones"
                                 : "its cells go beyond 1e100");
}
