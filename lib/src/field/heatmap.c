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
// constant away.  Elsewhere the neighbours of each place are listed (walks.c);
// there a diagonal neighbour is one that both ways around lead to.  Whoever is
// a neighbour has the other as one, so that every place to which steps lead has
// a cooler neighbour, and points somewhere.
//
// Reference: Elijah Emerson, "Crowd Pathfinding and Steering Using Flow Field
// Tiles", in Game AI Pro, 2013.
#include "field/heatmap.h"

#include <string.h>

// Entries of the grid with its rim.
static size_t width_of(const nav_cells *c)
{
    return (size_t)c->columns + 2;
}

static size_t entry_of(const nav_heatmap *h, size_t place)
{
    const nav_cells *c = h->cells;
    if (h->walks) {
        return place;
    }
    return place + 2 * (place / c->columns) + width_of(c) + 1;
}

static void mark_blocked(nav_heatmap *h)
{
    const nav_cells *c = h->cells;
    for (size_t i = 0; i < h->entries; i++) {
        h->heat[i] = NAV_HEAT_BLOCKED;
    }
    if (h->walks) {
        for (size_t i = 0; i < c->places; i++) {
            h->heat[i] = c->is_held[i] ? NAV_HEAT_UNKNOWN : NAV_HEAT_BLOCKED;
        }
        return;
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
        if (!h->walks) {
            reach(h, q, i - 1, heat);
            reach(h, q, i - width, heat);
            reach(h, q, i + width, heat);
            reach(h, q, i + 1, heat);
            continue;
        }
        for (size_t k = h->walks->first[i]; k < h->walks->first[i + 1]; k++) {
            reach(h, q, h->walks->walk[k].to, heat);
        }
    }
}

static nav_status count_steps(nav_heatmap *h, const nav_walk_goal *goals,
                              size_t count)
{
    // One more, for what is written and not kept.
    queue q = {nav_mem_new(&h->mem, h->entries + 1, sizeof *q.item), 0, 0};
    if (!q.item) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        size_t entry = entry_of(h, goals[i].node);
        if (h->heat[entry] >= NAV_HEAT_BLOCKED) {
            h->heat[entry] = 0;
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

static block block_around(const nav_heatmap *h, size_t entry)
{
    block b;
    size_t width = width_of(h->cells);
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            size_t at = entry + (size_t)dx + (size_t)dy * width;
            b.heat[dx + 1][dy + 1] = h->heat[at];
        }
    }
    return b;
}

// The coolest of some listed neighbours.
typedef struct coolest_of {
    uint32_t heat; // NAV_HEAT_BLOCKED: there is none
    size_t node;
} coolest_of;

static void consider(const nav_heatmap *h, size_t node, coolest_of *best)
{
    if (h->heat[node] < best->heat) {
        *best = (coolest_of){h->heat[node], node};
    }
}

// Whether one can go from a node to another over a first and a second side.
static bool leads(const nav_walks *w, size_t from, uint32_t first,
                  uint32_t second, size_t to)
{
    for (size_t i = w->first[from]; i < w->first[from + 1]; i++) {
        size_t between = w->walk[i].to;
        for (size_t k = w->first[between];
             w->walk[i].side == first && k < w->first[between + 1]; k++) {
            if (w->walk[k].side == second && w->walk[k].to == to) {
                return true;
            }
        }
    }
    return false;
}

// Of the diagonal neighbours across two sides.
static coolest_of coolest_across(const nav_heatmap *h, size_t node,
                                 uint32_t first, uint32_t second)
{
    const nav_walks *w = h->walks;
    coolest_of best = {NAV_HEAT_BLOCKED, node};
    for (size_t i = w->first[node]; i < w->first[node + 1]; i++) {
        size_t between = w->walk[i].to;
        for (size_t k = w->first[between];
             w->walk[i].side == first && k < w->first[between + 1]; k++) {
            if (w->walk[k].side == second &&
                leads(w, node, second, first, w->walk[k].to)) {
                consider(h, w->walk[k].to, &best);
            }
        }
    }
    return best;
}

// Of the neighbours at an offset, of which one part is not 0.
static coolest_of coolest_at(const nav_heatmap *h, size_t node, int dx, int dy)
{
    const nav_walks *w = h->walks;
    uint32_t across = dx < 0 ? NAV_LEFT_SIDE : NAV_RIGHT_SIDE;
    uint32_t along = dy < 0 ? NAV_LOWER_SIDE : NAV_UPPER_SIDE;
    if (dx != 0 && dy != 0) {
        return coolest_across(h, node, across, along);
    }
    uint32_t side = dx != 0 ? across : along;
    coolest_of best = {NAV_HEAT_BLOCKED, node};
    for (size_t i = w->first[node]; i < w->first[node + 1]; i++) {
        if (w->walk[i].side == side) {
            consider(h, w->walk[i].to, &best);
        }
    }
    return best;
}

static block block_of_walks(const nav_heatmap *h, size_t node)
{
    block b;
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            b.heat[dx + 1][dy + 1] = dx == 0 && dy == 0
                                         ? h->heat[node]
                                         : coolest_at(h, node, dx, dy).heat;
        }
    }
    return b;
}

// The direction to the coolest neighbour that is cooler than the cell itself,
// which there is.
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

// Where an entry points.  Each step leads to fewer steps.
//
// Not kept: it is asked for seldom, and found in less time than a cache miss
// takes.
static uint8_t direction_at(const nav_heatmap *h, size_t entry)
{
    uint32_t heat = h->heat[entry];
    if (heat == 0 || heat >= NAV_HEAT_BLOCKED) {
        return NAV_HEAT_NOWHERE;
    }
    block b = h->walks ? block_of_walks(h, entry) : block_around(h, entry);
    return coolest(&b);
}

// ---------------------------------------------------------------------------
// The map
// ---------------------------------------------------------------------------

nav_status nav_heatmap_init(nav_heatmap *h, const nav_cells *cells,
                            const nav_walks *walks, const nav_walk_goal *goals,
                            size_t count)
{
    size_t entries =
        walks ? walks->nodes : width_of(cells) * ((size_t)cells->rows + 2);
    *h = (nav_heatmap){
        .mem = cells->mem, .cells = cells, .walks = walks, .entries = entries};
    if (entries >= NAV_HEAT_BLOCKED) {
        return NAV_LIMIT;
    }
    h->heat = nav_mem_new(&h->mem, entries, sizeof *h->heat);
    nav_status status = h->heat ? NAV_OK : NAV_NOMEM;
    if (status == NAV_OK) {
        mark_blocked(h);
        status = count_steps(h, goals, count);
    }
    if (status != NAV_OK) {
        nav_heatmap_fini(h);
    }
    return status;
}

void nav_heatmap_fini(nav_heatmap *h)
{
    nav_mem_free(&h->mem, h->heat, h->entries, sizeof *h->heat);
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
    int dx = dx_of(direction), dy = dy_of(direction);
    if (direction == NAV_HEAT_NOWHERE) {
        return place;
    }
    return h->walks ? coolest_at(h, place, dx, dy).node
                    : place + (size_t)dx + (size_t)dy * h->cells->columns;
}
