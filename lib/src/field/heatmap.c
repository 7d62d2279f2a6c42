// heatmap.c - flow fields by unit steps over four neighbours.
//
// The steps to the nearest goal are counted by breadth-first search over the
// four neighbours of each cell (the heat map); every cell points to the one of
// its eight neighbours with fewest steps.  Of equals the first one
// counts, the offset in x being the outer loop and the one in y the inner one,
// both from -1.  A diagonal neighbour does not count when one of the two cells
// beside the diagonal is blocked: an agent would cut its corner.
//
// It is quick and it is wrong: distances are those of a walk along the axes, up
// to 41 in a hundred too long and more around the ends of thin walls, and paths
// turn late.  It is here to be compared with.
//
// On a level mesh the cells have a rim, which is blocked, and neighbours are a
// constant away.  Elsewhere a table has the neighbours of each place; there a
// diagonal neighbour is one that both ways around lead to.
//
// Reference: Elijah Emerson, "Crowd Pathfinding and Steering Using Flow Field
// Tiles", in Game AI Pro, 2013.
#include "field/heatmap.h"

#include <string.h>

enum { LEFT, BELOW, ABOVE, RIGHT, SIDES };

// Entries of the grid with its rim.
static size_t width_of(const nav_cells *c)
{
    return (size_t)c->columns + 2;
}

static size_t entry_of(const nav_heatmap *h, size_t place)
{
    const nav_cells *c = h->cells;
    if (h->neighbour) {
        return place;
    }
    return place + 2 * (place / c->columns) + width_of(c) + 1;
}

static void mark_blocked(nav_heatmap *h)
{
    const nav_cells *c = h->cells;
    if (h->neighbour) {
        for (size_t i = 0; i < c->places; i++) {
            h->heat[i] = c->is_held[i] ? NAV_HEAT_UNKNOWN : NAV_HEAT_BLOCKED;
        }
        return;
    }
    for (size_t i = 0; i < h->entries; i++) {
        h->heat[i] = NAV_HEAT_BLOCKED;
    }
    for (uint32_t row = 0; row < c->rows; row++) {
        const bool *is_held = c->is_held + (size_t)row * c->columns;
        uint32_t *heat = h->heat + (row + 1) * width_of(c) + 1;
        for (uint32_t x = 0; x < c->columns; x++) {
            heat[x] = is_held[x] ? NAV_HEAT_UNKNOWN : NAV_HEAT_BLOCKED;
        }
    }
}

// The queue of the search: entries whose heat is known, coolest first.
typedef struct queue {
    uint32_t *item; // [entries]
    size_t first, end;
} queue;

static inline void reach(nav_heatmap *h, queue *q, size_t entry, uint32_t heat)
{
    // Written in any case, and kept only if it is new: no branch to mispredict.
    bool is_new = h->heat[entry] == NAV_HEAT_UNKNOWN;
    q->item[q->end] = (uint32_t)entry;
    h->heat[entry] = is_new ? heat : h->heat[entry];
    q->end += is_new;
}

static void spread(nav_heatmap *h, queue *q)
{
    size_t width = width_of(h->cells);
    while (q->first < q->end) {
        size_t i = q->item[q->first++];
        uint32_t heat = h->heat[i] + 1;
        if (!h->neighbour) {
            reach(h, q, i - 1, heat);
            reach(h, q, i - width, heat);
            reach(h, q, i + width, heat);
            reach(h, q, i + 1, heat);
            continue;
        }
        for (int side = 0; side < SIDES; side++) {
            size_t next = h->neighbour[SIDES * i + (size_t)side];
            if (next != SIZE_MAX) {
                reach(h, q, next, heat);
            }
        }
    }
}

// Counts steps.  Sources come in order of heat, so that those that have been
// spread do not come behind cooler ones.
static nav_status count_steps(nav_heatmap *h, const nav_heat_source *sources,
                              size_t count)
{
    // One more, for what is written and not kept.
    queue q = {nav_mem_new(&h->mem, h->entries + 1, sizeof *q.item), 0, 0};
    if (!q.item) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        size_t entry = entry_of(h, sources[i].place);
        if (h->heat[entry] >= NAV_HEAT_BLOCKED) {
            h->heat[entry] = sources[i].heat;
            q.item[q.end++] = (uint32_t)entry;
        }
    }
    spread(h, &q);
    nav_mem_free(&h->mem, q.item, h->entries + 1, sizeof *q.item);
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Directions
// ---------------------------------------------------------------------------

// The heat of a cell and its neighbours, [dx + 1][dy + 1].
typedef struct block {
    uint32_t heat[3][3];
} block;

static size_t step(const nav_heatmap *h, size_t place, int side)
{
    return place == SIZE_MAX ? SIZE_MAX
                             : h->neighbour[SIDES * place + (size_t)side];
}

// The neighbour of a place by its offsets, where a table has them.
static size_t neighbour_at(const nav_heatmap *h, size_t place, int dx, int dy)
{
    int across = dx < 0 ? LEFT : RIGHT;
    int along = dy < 0 ? BELOW : ABOVE;
    if (dx == 0 || dy == 0) {
        return dx != 0   ? step(h, place, across)
               : dy != 0 ? step(h, place, along)
                         : place;
    }
    size_t one = step(h, step(h, place, across), along);
    size_t other = step(h, step(h, place, along), across);
    return one == other ? one : SIZE_MAX;
}

static block block_around(const nav_heatmap *h, size_t entry)
{
    block b;
    size_t width = width_of(h->cells);
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            size_t at = SIZE_MAX;
            if (h->neighbour) {
                at = neighbour_at(h, entry, dx, dy);
            } else {
                at = entry + (size_t)dx + (size_t)dy * width;
            }
            b.heat[dx + 1][dy + 1] =
                at == SIZE_MAX ? NAV_HEAT_BLOCKED : h->heat[at];
        }
    }
    return b;
}

// The direction to the coolest neighbour that is cooler than the cell itself.
static uint8_t coolest(const block *b)
{
    uint32_t least = b->heat[1][1];
    uint8_t direction = NAV_HEAT_NOWHERE;
    for (uint8_t x = 0; x < 3; x++) {
        for (uint8_t y = 0; y < 3; y++) {
            bool cuts_corner = x != 1 && y != 1 &&
                               (b->heat[x][1] == NAV_HEAT_BLOCKED ||
                                b->heat[1][y] == NAV_HEAT_BLOCKED);
            bool is_self = x == 1 && y == 1;
            if (!is_self && !cuts_corner && b->heat[x][y] < least) {
                least = b->heat[x][y];
                direction = (uint8_t)(3 * x + y);
            }
        }
    }
    return direction;
}

// Where an entry points.  Nowhere as well where no neighbour is cooler, which
// happens on floors over each other: a walk there need not lead back, and none
// leads to a goal in a blocked cell.  So each step leads to fewer steps.
//
// Not kept: it is asked for seldom, and found in less time than a cache miss
// takes.
static uint8_t direction_at(const nav_heatmap *h, size_t entry)
{
    uint32_t heat = h->heat[entry];
    if (heat == 0 || heat >= NAV_HEAT_BLOCKED) {
        return NAV_HEAT_NOWHERE;
    }
    block b = block_around(h, entry);
    return coolest(&b);
}

// ---------------------------------------------------------------------------
// The map
// ---------------------------------------------------------------------------

nav_status nav_heatmap_init(nav_heatmap *h, const nav_cells *cells,
                            const nav_heat_source *sources, size_t count,
                            size_t *neighbour)
{
    size_t entries =
        neighbour ? cells->places : width_of(cells) * ((size_t)cells->rows + 2);
    *h = (nav_heatmap){.mem = cells->mem,
                       .cells = cells,
                       .entries = entries,
                       .neighbour = neighbour};
    if (entries >= NAV_HEAT_BLOCKED) {
        return NAV_LIMIT;
    }
    h->heat = nav_mem_new(&h->mem, entries, sizeof *h->heat);
    nav_status status = h->heat ? NAV_OK : NAV_NOMEM;
    if (status == NAV_OK) {
        mark_blocked(h);
        status = count_steps(h, sources, count);
    }
    if (status != NAV_OK) {
        h->neighbour = NULL;
        nav_heatmap_fini(h);
    }
    return status;
}

void nav_heatmap_fini(nav_heatmap *h)
{
    nav_mem_free(&h->mem, h->heat, h->entries, sizeof *h->heat);
    if (h->cells && h->neighbour) {
        nav_mem_free(&h->mem, h->neighbour, SIDES * h->cells->places,
                     sizeof *h->neighbour);
    }
    *h = (nav_heatmap){.mem = h->mem};
}

uint32_t nav_heatmap_steps(const nav_heatmap *h, size_t place)
{
    return h->heat[entry_of(h, place)];
}

nav_heat_census nav_heatmap_count(const nav_heatmap *h)
{
    nav_heat_census census = {0, 0};
    for (size_t i = 0; i < h->entries; i++) {
        uint32_t heat = h->heat[i];
        census.unknown += heat == NAV_HEAT_UNKNOWN;
        bool more = heat < NAV_HEAT_BLOCKED && heat > census.most;
        census.most = more ? heat : census.most;
    }
    return census;
}

static int dx_of(uint8_t direction)
{
    return direction / 3 - 1;
}

static int dy_of(uint8_t direction)
{
    return direction % 3 - 1;
}

nav_vec2 nav_heatmap_direction(const nav_heatmap *h, size_t place)
{
    uint8_t direction = direction_at(h, entry_of(h, place));
    return (nav_vec2){dx_of(direction), dy_of(direction)};
}

size_t nav_heatmap_next(const nav_heatmap *h, size_t place)
{
    uint8_t direction = direction_at(h, entry_of(h, place));
    if (h->neighbour) {
        return neighbour_at(h, place, dx_of(direction), dy_of(direction));
    }
    return place + (size_t)dx_of(direction) +
           (size_t)dy_of(direction) * h->cells->columns;
}
