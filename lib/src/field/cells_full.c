// cells_full.c - which cells are not wholly walkable.
//
// A cell whose centre is walkable is so as a whole when no edge of the boundary
// meets its open square.  Whether one does is exact: a segment misses an open
// box when they lie apart along x, along y or across the segment (separating
// axes), the corners of the box being doubles as centres are.
//
// Where floors lie over each other an edge blocks those that it bounds within
// the cell: from its polygon one goes from polygon to polygon, through edges
// that meet the square, to those that hold the centre.  So one finds the place
// of any point on its floor, too.
//
// Reference: Stefan Gottschalk, Ming Lin, Dinesh Manocha, "OBBTree: A
// Hierarchical Structure for Rapid Interference Detection", 1996, section 5
// (separating axes).
#include "field/cells.h"

#include <string.h>

#include "geometry/predicates.h"

typedef struct walker {
    nav_cells *c;
    nav_poly_id *floor; // polygons of one floor within a cell
    size_t floor_count, floor_capacity;
    uint32_t *seen; // [polygons] == stamp: it is one of them
    uint32_t stamp;
} walker;

static nav_box square(const nav_cells *c, uint32_t column, uint32_t row)
{
    nav_vec2 o = c->origin;
    return (nav_box){{nav_coord_flushed(o.x + column * c->side),
                      nav_coord_flushed(o.y + row * c->side)},
                     {nav_coord_flushed(o.x + (column + 1.0) * c->side),
                      nav_coord_flushed(o.y + (row + 1.0) * c->side)}};
}

// Whether the open box has a point in common with the segment: exact.
static bool meets_inside(nav_box box, nav_vec2 a, nav_vec2 b)
{
    if (fmax(a.x, b.x) <= box.min.x || fmin(a.x, b.x) >= box.max.x ||
        fmax(a.y, b.y) <= box.min.y || fmin(a.y, b.y) >= box.max.y) {
        return false;
    }
    const nav_vec2 corner[4] = {
        box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    bool left = false, right = false;
    for (int i = 0; i < 4; i++) {
        nav_side side = nav_orient(a, b, corner[i]);
        left |= side == NAV_LEFT;
        right |= side == NAV_RIGHT;
    }
    return left && right;
}

static nav_status open_walker(walker *w, const nav_mesh *mesh)
{
    w->seen = nav_mem_new(&w->c->mem, mesh->info.polygons, sizeof *w->seen);
    if (!w->seen) {
        return NAV_NOMEM;
    }
    memset(w->seen, 0, mesh->info.polygons * sizeof *w->seen);
    return NAV_OK;
}

static void close_walker(walker *w, const nav_mesh *mesh)
{
    const nav_allocator *mem = &w->c->mem;
    nav_mem_free(mem, w->seen, mesh->info.polygons, sizeof *w->seen);
    nav_mem_free(mem, w->floor, w->floor_capacity, sizeof *w->floor);
}

static nav_status push(walker *w, nav_poly_id polygon)
{
    if (w->seen[polygon] == w->stamp) {
        return NAV_OK;
    }
    w->seen[polygon] = w->stamp;
    nav_status status = nav_mem_grow(&w->c->mem, &w->floor, &w->floor_capacity,
                                     w->floor_count + 1, sizeof *w->floor);
    if (status == NAV_OK) {
        w->floor[w->floor_count++] = polygon;
    }
    return status;
}

// Lists the polygons to which some lead within a square, and those themselves.
static nav_status find_floor(walker *w, nav_box box,
                             const nav_poly_id *polygons, size_t count)
{
    const nav_mesh *mesh = w->c->mesh;
    nav_status status = NAV_OK;
    w->stamp++;
    w->floor_count = 0;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        status = push(w, polygons[i]);
    }
    for (size_t i = 0; i < w->floor_count && status == NAV_OK; i++) {
        nav_poly_id p = w->floor[i];
        for (uint32_t e = mesh->first[p];
             e < mesh->first[p + 1] && status == NAV_OK; e++) {
            if (mesh->twin[e] == NAV_NONE ||
                !meets_inside(box, nav_mesh_edge_start(mesh, e),
                              nav_mesh_edge_end(mesh, e))) {
                continue;
            }
            for (uint32_t t = mesh->twin[e]; t != e && status == NAV_OK;
                 t = mesh->twin[t]) {
                status = push(w, mesh->edge_polygon[t]);
            }
        }
    }
    return status;
}

// Blocks the places of a cell that polygons around one in it lead to.
static nav_status block_floors(walker *w, size_t cell, nav_box box,
                               nav_poly_id polygon)
{
    nav_cells *c = w->c;
    nav_status status = find_floor(w, box, &polygon, 1);
    for (size_t i = 0; i < w->floor_count && status == NAV_OK; i++) {
        size_t place = nav_cells_place_in(c, w->floor[i], cell);
        if (place != SIZE_MAX) {
            c->is_held[place] = false;
        }
    }
    return status;
}

nav_status nav_cells_place_around(nav_cells *c, const nav_poly_id *polygons,
                                  size_t count, size_t cell, size_t *place)
{
    walker w = {.c = c};
    nav_status status = open_walker(&w, c->mesh);
    size_t found = SIZE_MAX;
    if (status == NAV_OK) {
        nav_box box = square(c, (uint32_t)(cell % c->columns),
                             (uint32_t)(cell / c->columns));
        status = find_floor(&w, box, polygons, count);
    }
    for (size_t i = 0; i < w.floor_count && found == SIZE_MAX; i++) {
        found = nav_cells_place_in(c, w.floor[i], cell);
    }
    close_walker(&w, c->mesh);
    if (status == NAV_OK) {
        *place = found;
    }
    return status;
}

// Number of a cell along an axis, one less or more for rounding.
static uint32_t guess(double offset, const nav_cells *c, int more,
                      uint32_t count)
{
    double at = floor(offset * c->per_side) + more;
    return at > 0 ? (at < count ? (uint32_t)at : count - 1) : 0;
}

// Whether it can be computed to a cell where a segment crosses a row: not when
// it is so level that the last bits of y are cells in x.
static bool can_clip(const nav_cells *c, nav_vec2 a, nav_vec2 b)
{
    nav_box box = c->mesh->info.bounds;
    double size = fmax(fabs(box.min.y), fabs(box.max.y));
    return fabs(b.x - a.x) * size * 0x1p-49 < fabs(b.y - a.y) * c->side;
}

// Blocks places that a segment of the boundary crosses in one row.
static nav_status block_row(walker *w, uint32_t e, uint32_t row)
{
    nav_cells *c = w->c;
    nav_vec2 a = nav_mesh_edge_start(c->mesh, e);
    nav_vec2 b = nav_mesh_edge_end(c->mesh, e);
    // Where the segment is in the row, computed: between `from` and `to` of it.
    double low = fmin(a.x, b.x), high = fmax(a.x, b.x);
    if (can_clip(c, a, b)) {
        nav_box box = square(c, 0, row);
        double from = (box.min.y - a.y) / (b.y - a.y);
        double to = (box.max.y - a.y) / (b.y - a.y);
        double one = a.x + (b.x - a.x) * from;
        double other = a.x + (b.x - a.x) * to;
        low = fmax(low, fmin(one, other));
        high = fmin(high, fmax(one, other));
    }
    uint32_t last = guess(high - c->origin.x, c, 1, c->columns);
    nav_status status = NAV_OK;
    for (uint32_t x = guess(low - c->origin.x, c, -1, c->columns);
         x <= last && status == NAV_OK; x++) {
        nav_box box = square(c, x, row);
        size_t cell = (size_t)row * c->columns + x;
        if (!meets_inside(box, a, b)) {
            continue;
        }
        if (c->place) {
            status = block_floors(w, cell, box, c->mesh->edge_polygon[e]);
        } else {
            c->is_held[cell] = false;
        }
    }
    return status;
}

static nav_status block_along(walker *w, uint32_t e)
{
    const nav_cells *c = w->c;
    double a = nav_mesh_edge_start(c->mesh, e).y - c->origin.y;
    double b = nav_mesh_edge_end(c->mesh, e).y - c->origin.y;
    uint32_t last = guess(fmax(a, b), c, 1, c->rows);
    nav_status status = NAV_OK;
    for (uint32_t row = guess(fmin(a, b), c, -1, c->rows);
         row <= last && status == NAV_OK; row++) {
        status = block_row(w, e, row);
    }
    return status;
}

nav_status nav_cells_block_partial(nav_cells *c)
{
    const nav_mesh *mesh = c->mesh;
    walker w = {.c = c};
    nav_status status = open_walker(&w, mesh);
    for (uint32_t e = 0; e < mesh->info.edges && status == NAV_OK; e++) {
        if (mesh->twin[e] == NAV_NONE &&
            !nav_mesh_is_closed(mesh, mesh->edge_polygon[e])) {
            status = block_along(&w, e);
        }
    }
    close_walker(&w, mesh);
    return status;
}
