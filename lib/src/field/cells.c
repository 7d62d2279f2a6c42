// cells.c - the grid of a flow field: which cells' centres each polygon holds.
//
// Convex polygons are filled row by row, as by a scan converter: edges that go
// up bound a row on the right, those that go down on the left.  Where an edge
// cuts a row is computed, and rounded; then the two centres next to that place
// are asked on which side they are, with exact sign, and if the guess was wrong
// the right one is found by bisection.  So a centre belongs to a closed polygon
// exactly when it lies in it, at the price of two orientations a row and edge.
//
// Centres themselves are doubles, origin + (i + 1/2) side, and never go back.
// Where the side of a cell is lost in rounding several are the same.
//
// Floors.  Polygons that hold a centre are one floor when they have the same
// height there, or are joined by an edge on which it lies, as everywhere
// (storey.c).
#include "field/cells.h"

#include <string.h>

#include "base/forest.h"
#include "base/sort.h"
#include "geometry/predicates.h"
#include "mesh/surface.h"

enum { CELLS_MOST = INT32_MAX };

// ---------------------------------------------------------------------------
// Rows and lines
// ---------------------------------------------------------------------------

nav_cells_line nav_cells_line_through(nav_vec2 a, nav_vec2 b)
{
    bool up = a.y < b.y;
    nav_cells_line line = {.low = up ? a : b, .high = up ? b : a};
    line.is_level = a.y == b.y;
    line.slope = line.is_level
                     ? 0
                     : (line.high.x - line.low.x) / (line.high.y - line.low.y);
    return line;
}

static bool is_past(const nav_cells *c, const nav_cells_line *line, double y,
                    uint32_t column, bool with_line)
{
    nav_side side =
        nav_orient(line->low, line->high, (nav_vec2){c->x[column], y});
    return side == NAV_RIGHT || (with_line && side == NAV_ON);
}

uint32_t nav_cells_cut(const nav_cells *c, const nav_cells_line *line, double y,
                       uint32_t begin, uint32_t end, bool with_line)
{
    double x = line->low.x + (y - line->low.y) * line->slope;
    double at = (x - c->origin.x) * c->per_side - 0.5;
    uint32_t guess = begin;
    if (at > begin) {
        guess = at < end ? (uint32_t)at + 1 : end;
        guess = guess < end ? guess : end;
    }
    bool low = guess == begin || !is_past(c, line, y, guess - 1, with_line);
    bool high = guess == end || is_past(c, line, y, guess, with_line);
    if (low && high) {
        return guess;
    }
    // The first one that is past lies in [from, to].
    uint32_t from = low ? guess + 1 : begin;
    uint32_t to = low ? end : guess - 1;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (is_past(c, line, y, middle, with_line)) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    return from;
}

// Number, from 0, of the cell in which an offset from the origin lies.
static uint32_t cell_at(const nav_cells *c, double offset, uint32_t count)
{
    double at = offset * c->per_side;
    uint32_t i = at > 0 ? (at < count ? (uint32_t)at : count - 1) : 0;
    while (i > 0 && i * c->side > offset) {
        i--;
    }
    while (i + 1 < count && (i + 1) * c->side <= offset) {
        i++;
    }
    return i;
}

size_t nav_cells_find(const nav_cells *c, nav_vec2 point)
{
    uint32_t column = cell_at(c, point.x - c->origin.x, c->columns);
    uint32_t row = cell_at(c, point.y - c->origin.y, c->rows);
    return (size_t)row * c->columns + column;
}

// The first row whose centres are at y or above it.
static uint32_t row_from(const nav_cells *c, double y)
{
    uint32_t row = cell_at(c, y - c->origin.y, c->rows);
    while (row > 0 && nav_cells_y(c, row - 1) >= y) {
        // No test gets here: rounding has to lose half a cell, in a grid so far
        // from the origin that its cells are a few units in the last place.
        row--;
    }
    while (row < c->rows && nav_cells_y(c, row) < y) {
        row++;
    }
    return row;
}

size_t nav_cells_cell_of(const nav_cells *c, size_t place)
{
    if (!c->first) {
        return place;
    }
    size_t low = 0, high = c->cells; // first[low] <= place < first[high]
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->first[middle] <= place) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// ---------------------------------------------------------------------------
// Spans
// ---------------------------------------------------------------------------

// Columns of a row that edges have left to a polygon.
typedef struct bounds {
    uint32_t begin, end;
} bounds;

// Takes off the rows what lies outside of an edge of a polygon.
static void cut_rows(const nav_cells *c, uint32_t e, bounds *row)
{
    nav_vec2 a = nav_mesh_edge_start(c->mesh, e);
    nav_vec2 b = nav_mesh_edge_end(c->mesh, e);
    nav_cells_line line = nav_cells_line_through(a, b);
    for (uint32_t r = row_from(c, line.low.y); r < c->rows; r++) {
        double y = nav_cells_y(c, r);
        if (y > line.high.y || line.is_level) {
            return;
        }
        bounds *at = &row[r];
        if (a.y < b.y) {
            at->end = nav_cells_cut(c, &line, y, at->begin, at->end, false);
        } else {
            at->begin = nav_cells_cut(c, &line, y, at->begin, at->end, true);
        }
    }
}

// Finds the spans of a polygon.  What `row` says of rows is overwritten.
static nav_status add_spans(nav_cells *c, nav_poly_id polygon, bounds *row)
{
    const nav_mesh *mesh = c->mesh;
    nav_box box = nav_mesh_polygon_box(mesh, polygon);
    uint32_t first = row_from(c, box.min.y);
    uint32_t end = first;
    while (end < c->rows && nav_cells_y(c, end) <= box.max.y) {
        row[end++] = (bounds){0, c->columns};
    }
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        cut_rows(c, e, row);
    }
    nav_status status = nav_mem_grow(&c->mem, &c->span, &c->span_capacity,
                                     c->spans + (end - first), sizeof *c->span);
    if (status != NAV_OK) {
        return status;
    }
    for (uint32_t r = first; r < end; r++) {
        if (row[r].begin < row[r].end) {
            c->span[c->spans++] =
                (nav_cells_span){r, row[r].begin, row[r].end, c->held};
            c->held += row[r].end - row[r].begin;
        }
    }
    return NAV_OK;
}

static nav_status find_spans(nav_cells *c)
{
    const nav_mesh *mesh = c->mesh;
    uint32_t polygons = mesh->info.polygons;
    bounds *row = nav_mem_new(&c->mem, c->rows, sizeof *row);
    c->first_span =
        nav_mem_new(&c->mem, (size_t)polygons + 1, sizeof *c->first_span);
    nav_status status = row && c->first_span ? NAV_OK : NAV_NOMEM;
    for (nav_poly_id p = 0; p < polygons && status == NAV_OK; p++) {
        c->first_span[p] = c->spans;
        if (!nav_mesh_is_closed(mesh, p)) {
            status = add_spans(c, p, row);
        }
    }
    if (status == NAV_OK) {
        c->first_span[polygons] = c->spans;
    }
    nav_mem_free(&c->mem, row, c->rows, sizeof *row);
    return status;
}

// ---------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------

// A centre in a polygon that holds it.
typedef struct holder {
    double height; // there
    size_t cell;
    nav_poly_id polygon;
    uint32_t floor; // of the root of a set: its number in the cell, NAV_NONE
} holder;

// All of them: those of a cell in a row, ascending in height.
typedef struct holders {
    holder *item;     // [held] in the order of the spans
    uint32_t *order;  // [held] item numbers, by cells
    size_t *first;    // [cells + 2] where the numbers of each cell begin
    uint32_t *forest; // [held] sets of holders on one floor
} holders;

static void free_holders(const nav_cells *c, holders *h)
{
    nav_mem_free(&c->mem, h->item, c->held, sizeof *h->item);
    nav_mem_free(&c->mem, h->order, c->held, sizeof *h->order);
    nav_mem_free(&c->mem, h->first, c->cells + 2, sizeof *h->first);
    nav_mem_free(&c->mem, h->forest, c->held, sizeof *h->forest);
}

static nav_status new_holders(const nav_cells *c, holders *h)
{
    if (c->held > UINT32_MAX) {
        return NAV_LIMIT; // not tested: so many take more than 100 gigabytes
    }
    h->item = nav_mem_new(&c->mem, c->held, sizeof *h->item);
    h->order = nav_mem_new(&c->mem, c->held, sizeof *h->order);
    h->first = nav_mem_new(&c->mem, c->cells + 2, sizeof *h->first);
    h->forest = nav_mem_new(&c->mem, c->held, sizeof *h->forest);
    return h->item && h->order && h->first && h->forest ? NAV_OK : NAV_NOMEM;
}

static void list_holders(const nav_cells *c, holders *h)
{
    const nav_mesh *mesh = c->mesh;
    uint32_t i = 0;
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        for (size_t k = c->first_span[p]; k < c->first_span[p + 1]; k++) {
            const nav_cells_span *s = &c->span[k];
            size_t cell = nav_cells_level_place(c, s);
            for (uint32_t x = s->begin; x < s->end; x++, cell++, i++) {
                double height =
                    nav_surface_height(mesh, p, nav_cells_centre(c, cell));
                h->item[i] = (holder){height, cell, p, NAV_NONE};
                h->forest[i] = i;
            }
        }
    }
}

// A number that ascends as doubles do.
static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

// Sorts the holders by height, then hands them out to their cells in that
// order.
static nav_status sort_holders(const nav_cells *c, holders *h)
{
    nav_sort_entry *entry = nav_mem_new(&c->mem, c->held, 2 * sizeof *entry);
    if (!entry) {
        return NAV_NOMEM;
    }
    for (uint32_t i = 0; i < c->held; i++) {
        entry[i] = (nav_sort_entry){key_of(h->item[i].height), i};
    }
    nav_sort(entry, entry + c->held, c->held);
    memset(h->first, 0, (c->cells + 2) * sizeof *h->first);
    for (uint32_t i = 0; i < c->held; i++) {
        h->first[h->item[i].cell + 2]++;
    }
    for (size_t i = 2; i < c->cells + 2; i++) {
        h->first[i] += h->first[i - 1];
    }
    // Entry i + 1 begins where the numbers of cell i do, and ends up where they
    // end.
    for (uint32_t i = 0; i < c->held; i++) {
        size_t cell = h->item[entry[i].item].cell;
        h->order[h->first[cell + 1]++] = entry[i].item;
    }
    nav_mem_free(&c->mem, entry, c->held, 2 * sizeof *entry);
    return NAV_OK;
}

// Whether a polygon is one of those behind an edge.
static bool is_behind(const nav_mesh *mesh, uint32_t e, nav_poly_id polygon)
{
    for (uint32_t t = mesh->twin[e]; t != e; t = mesh->twin[t]) {
        if (mesh->edge_polygon[t] == polygon) {
            return true;
        }
    }
    return false;
}

// Joins a holder with those behind the edges on which the centre lies.
static void join_over_edges(const nav_cells *c, holders *h, uint32_t i)
{
    const nav_mesh *mesh = c->mesh;
    size_t cell = h->item[i].cell;
    nav_poly_id p = h->item[i].polygon;
    nav_vec2 centre = nav_cells_centre(c, cell);
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (mesh->twin[e] == NAV_NONE ||
            nav_orient(nav_mesh_edge_start(mesh, e), nav_mesh_edge_end(mesh, e),
                       centre) != NAV_ON) {
            continue;
        }
        for (size_t k = h->first[cell]; k < h->first[cell + 1]; k++) {
            uint32_t other = h->order[k];
            if (is_behind(mesh, e, h->item[other].polygon)) {
                nav_forest_join(h->forest, i, other);
            }
        }
    }
}

// Joins the holders of a cell that are on one floor.
static void join_floors(const nav_cells *c, holders *h, size_t cell)
{
    size_t first = h->first[cell];
    size_t end = h->first[cell + 1];
    for (size_t k = first + 1; k < end; k++) {
        uint32_t before = h->order[k - 1];
        uint32_t here = h->order[k];
        if (h->item[before].height == h->item[here].height) {
            nav_forest_join(h->forest, before, here);
        }
    }
    for (size_t k = first; k < end && end - first > 1; k++) {
        join_over_edges(c, h, h->order[k]);
    }
}

// Makes room for a place for each floor, and for each cell without one.
static nav_status new_places(nav_cells *c, holders *h)
{
    size_t places = 0;
    for (uint32_t i = 0; i < c->held; i++) {
        places += nav_forest_root(h->forest, i) == i;
    }
    for (size_t cell = 0; cell < c->cells; cell++) {
        places += h->first[cell] == h->first[cell + 1];
    }
    c->places = places;
    c->first = nav_mem_new(&c->mem, c->cells + 1, sizeof *c->first);
    c->height = nav_mem_new(&c->mem, places, sizeof *c->height);
    c->is_held = nav_mem_new(&c->mem, places, sizeof *c->is_held);
    c->place = nav_mem_new(&c->mem, c->held, sizeof *c->place);
    return c->first && c->height && c->is_held && c->place ? NAV_OK : NAV_NOMEM;
}

// Gives the floors of a cell the places from `next` on, in the order of their
// lowest holders.  Returns the next place.
static size_t give_places(nav_cells *c, holders *h, size_t cell, size_t next)
{
    size_t first = next;
    c->first[cell] = first;
    for (size_t k = h->first[cell]; k < h->first[cell + 1]; k++) {
        uint32_t i = h->order[k];
        holder *root = &h->item[nav_forest_root(h->forest, i)];
        if (root->floor == NAV_NONE) {
            root->floor = (uint32_t)(next - first);
            c->height[next] = h->item[i].height;
            c->is_held[next++] = true;
        }
        c->place[i] = first + root->floor;
    }
    if (next == first) {
        c->height[next] = 0;
        c->is_held[next++] = false;
    }
    uint32_t floors = (uint32_t)(next - first);
    c->floors = floors > c->floors ? floors : c->floors;
    return next;
}

static nav_status find_floors(nav_cells *c)
{
    holders h = {NULL, NULL, NULL, NULL};
    nav_status status = new_holders(c, &h);
    if (status == NAV_OK) {
        list_holders(c, &h);
        status = sort_holders(c, &h);
    }
    for (size_t cell = 0; cell < c->cells && status == NAV_OK; cell++) {
        join_floors(c, &h, cell);
    }
    if (status == NAV_OK) {
        status = new_places(c, &h);
    }
    size_t next = 0;
    for (size_t cell = 0; cell < c->cells && status == NAV_OK; cell++) {
        next = give_places(c, &h, cell, next);
    }
    if (status == NAV_OK) {
        c->first[c->cells] = next;
    }
    free_holders(c, &h);
    return status;
}

// On a level mesh every cell is a place, whatever floors there are.
static nav_status mark_held(nav_cells *c)
{
    c->places = c->cells;
    c->is_held = nav_mem_new(&c->mem, c->places, sizeof *c->is_held);
    if (!c->is_held) {
        return NAV_NOMEM;
    }
    memset(c->is_held, 0, c->places * sizeof *c->is_held);
    for (size_t i = 0; i < c->spans; i++) {
        const nav_cells_span *s = &c->span[i];
        memset(&c->is_held[nav_cells_level_place(c, s)], 1,
               (s->end - s->begin) * sizeof *c->is_held);
    }
    return NAV_OK;
}

size_t nav_cells_place_in(const nav_cells *c, nav_poly_id polygon, size_t cell)
{
    uint32_t row = (uint32_t)(cell / c->columns);
    uint32_t column = (uint32_t)(cell % c->columns);
    size_t low = c->first_span[polygon], end = c->first_span[polygon + 1];
    size_t high = end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->span[middle].row < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == end) {
        return SIZE_MAX; // there may be no spans at all
    }
    const nav_cells_span *s = &c->span[low];
    if (s->row != row || column < s->begin || column >= s->end) {
        return SIZE_MAX;
    }
    return c->place ? c->place[s->held + (column - s->begin)] : cell;
}

size_t nav_cells_place_near(const nav_cells *c, size_t cell, double height)
{
    if (!c->first) {
        return cell;
    }
    size_t best = c->first[cell];
    for (size_t i = best + 1; i < c->first[cell + 1]; i++) {
        if (fabs(c->height[i] - height) < fabs(c->height[best] - height)) {
            best = i;
        }
    }
    return best;
}

// ---------------------------------------------------------------------------
// The grid
// ---------------------------------------------------------------------------

// How many cells it takes to cover a length; 0 when there are too many.
static uint32_t count_cells(double length, double side)
{
    double count = ceil(length / side);
    if (!(count <= CELLS_MOST)) {
        return 0;
    }
    // The quotient may have been rounded down to a whole number.
    uint32_t n = count < 1 ? 1 : (uint32_t)count;
    return n * side < length ? n + 1 : n;
}

static nav_status lay_grid(nav_cells *c)
{
    nav_box box = c->mesh->info.bounds;
    c->origin = box.min;
    c->columns = count_cells(box.max.x - box.min.x, c->side);
    c->rows = count_cells(box.max.y - box.min.y, c->side);
    c->cells = (size_t)c->columns * c->rows;
    if (c->cells == 0 || c->cells > CELLS_MOST) {
        return NAV_LIMIT;
    }
    c->x = nav_mem_new(&c->mem, c->columns, sizeof *c->x);
    for (uint32_t i = 0; c->x && i < c->columns; i++) {
        c->x[i] = nav_coord_flushed(c->origin.x + (i + 0.5) * c->side);
    }
    return c->x ? NAV_OK : NAV_NOMEM;
}

nav_status nav_cells_init(nav_cells *c, const nav_mesh *mesh, double side,
                          const nav_allocator *mem)
{
    *c = (nav_cells){.mem = *mem,
                     .mesh = mesh,
                     .side = side,
                     .per_side = 1 / side,
                     .floors = 1};
    nav_status status = lay_grid(c);
    if (status == NAV_OK) {
        status = find_spans(c);
    }
    if (status == NAV_OK) {
        c->level =
            mesh->height && mesh->info.vertices > 0 ? mesh->height[0] : 0;
        status = mesh->level ? mark_held(c) : find_floors(c);
    }
    if (status != NAV_OK) {
        nav_cells_fini(c);
    }
    return status;
}

void nav_cells_drop_spans(nav_cells *c)
{
    if (c->mesh) {
        nav_mem_free(&c->mem, c->first_span, (size_t)c->mesh->info.polygons + 1,
                     sizeof *c->first_span);
    }
    nav_mem_free(&c->mem, c->span, c->span_capacity, sizeof *c->span);
    nav_mem_free(&c->mem, c->place, c->held, sizeof *c->place);
    c->first_span = NULL;
    c->span = NULL;
    c->place = NULL;
    c->mesh = NULL;
}

void nav_cells_fini(nav_cells *c)
{
    nav_cells_drop_spans(c);
    nav_mem_free(&c->mem, c->x, c->columns, sizeof *c->x);
    nav_mem_free(&c->mem, c->is_held, c->places, sizeof *c->is_held);
    nav_mem_free(&c->mem, c->height, c->places, sizeof *c->height);
    nav_mem_free(&c->mem, c->first, c->cells + 1, sizeof *c->first);
    *c = (nav_cells){.mem = c->mem};
}
