// walks.c - which places of a grid are neighbours where floors have heights.
//
// Two places of cells side by side are neighbours when the straight walk from
// the centre of one ends at that of the other.  Where three floors and more
// meet at an edge a walk keeps to one of them (raycast.c), and the walk back
// from another one comes by the same edge: from the floor before stairs one
// walks under them, and down the stairs one walks on to that floor.  The way
// can be gone either way; so whoever is a neighbour has the other as one, and a
// place may have several on one side.
//
// A goal whose cell has no walkable centre on its floor is a node of its own,
// or that of its blocked cell: one walks from where it lies, and to there.
#include "field/walks.h"

#include <string.h>

#include "base/error.h"
#include "search/raycast.h"

// A goal's neighbour.
typedef struct goal_walk {
    size_t node, to;
    uint32_t side;
} goal_walk;

typedef struct builder {
    nav_walks *w;
    const nav_cells *cells;
    nav_query *query;
    nav_error *error;
    size_t *ahead; // [4 places] where the walk to each side ends, or SIZE_MAX
    goal_walk *goal;
    size_t goals, goal_capacity;
} builder;

size_t nav_walk_to(const nav_cells *c, const nav_chain_end *from, size_t cell)
{
    nav_vec2 to = nav_cells_centre(c, cell);
    nav_raycast_result r =
        nav_raycast_run(c->mesh, from->point, to, from->polygons, from->count);
    size_t place =
        r.clear ? nav_cells_place_in(c, r.end_polygon, cell) : SIZE_MAX;
    return place != SIZE_MAX && c->is_held[place] ? place : SIZE_MAX;
}

// The cell beside one, SIZE_MAX beyond the grid.
static size_t cell_beside(const nav_cells *c, size_t cell, uint32_t side)
{
    static const int dx[NAV_SIDES] = {-1, 0, 0, 1};
    static const int dy[NAV_SIDES] = {0, -1, 1, 0};
    int64_t x = (int64_t)(cell % c->columns) + dx[side];
    int64_t y = (int64_t)(cell / c->columns) + dy[side];
    if (x < 0 || y < 0 || x >= c->columns || y >= c->rows) {
        return SIZE_MAX;
    }
    return (size_t)y * c->columns + (size_t)x;
}

// The polygons of a place that is not blocked; lent until the next call.
static nav_status hold(const builder *b, size_t place, size_t cell,
                       nav_chain_end *held)
{
    const nav_cells *c = b->cells;
    nav_query_end end;
    nav_point at = {nav_cells_centre(c, cell), NAV_FLOOR_NEAREST,
                    c->height[place]};
    return nav_query_hold(b->query, at, 0, &end, held, b->error);
}

static nav_status look_ahead(builder *b, size_t cell)
{
    const nav_cells *c = b->cells;
    nav_status status = NAV_OK;
    for (size_t place = c->first[cell];
         place < c->first[cell + 1] && status == NAV_OK; place++) {
        nav_chain_end held = {.count = 0};
        if (c->is_held[place]) {
            status = hold(b, place, cell, &held);
        }
        for (uint32_t side = 0; side < NAV_SIDES; side++) {
            size_t beside = cell_beside(c, cell, side);
            b->ahead[NAV_SIDES * place + side] =
                held.count > 0 && beside != SIZE_MAX
                    ? nav_walk_to(c, &held, beside)
                    : SIZE_MAX;
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Goals
// ---------------------------------------------------------------------------

static bool ends_at(const nav_cells *c, const nav_chain_end *from,
                    const nav_chain_end *goal)
{
    nav_raycast_result r = nav_raycast_run(c->mesh, from->point, goal->point,
                                           from->polygons, from->count);
    bool found = false;
    for (size_t i = 0; i < goal->count && r.clear; i++) {
        found = found || goal->polygons[i] == r.end_polygon;
    }
    return found;
}

static nav_status add_goal_walk(builder *b, size_t node, size_t to,
                                uint32_t side)
{
    nav_status status = nav_mem_grow(&b->w->mem, &b->goal, &b->goal_capacity,
                                     b->goals + 1, sizeof *b->goal);
    if (status != NAV_OK) {
        return nav_fail_memory(b->error);
    }
    b->goal[b->goals++] = (goal_walk){node, to, side};
    return NAV_OK;
}

// The neighbours of a goal in a cell on one side of its own.
static nav_status look_from_goal(builder *b, const nav_walk_goal *goal,
                                 size_t beside, uint32_t side)
{
    const nav_cells *c = b->cells;
    size_t straight = nav_walk_to(c, goal->end, beside);
    nav_status status = NAV_OK;
    for (size_t place = c->first[beside];
         place < c->first[beside + 1] && status == NAV_OK; place++) {
        bool is_neighbour = place == straight;
        if (!is_neighbour && c->is_held[place]) {
            nav_chain_end held;
            status = hold(b, place, beside, &held);
            is_neighbour = status == NAV_OK && ends_at(c, &held, goal->end);
        }
        if (is_neighbour) {
            status = add_goal_walk(b, goal->node, place, side);
        }
    }
    return status;
}

static nav_status look_around_goal(builder *b, const nav_walk_goal *goal)
{
    const nav_cells *c = b->cells;
    size_t cell = nav_cells_find(c, goal->end->point);
    nav_status status = NAV_OK;
    if (goal->node < c->places && c->is_held[goal->node]) {
        return NAV_OK;
    }
    for (uint32_t side = 0; side < NAV_SIDES && status == NAV_OK; side++) {
        size_t beside = cell_beside(c, cell, side);
        if (beside != SIZE_MAX) {
            status = look_from_goal(b, goal, beside, side);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// The lists
// ---------------------------------------------------------------------------

// Counts a neighbour, or writes it, once there is room: while they are written,
// entry i + 1 is where the next one of node i goes.
static void put(nav_walks *w, size_t node, size_t to, uint32_t side)
{
    if (w->walk) {
        w->walk[w->first[node + 1]++] = (nav_walk){(uint32_t)to, side};
    } else {
        w->first[node + 2]++;
    }
}

static void put_both(nav_walks *w, size_t node, size_t to, uint32_t side)
{
    put(w, node, to, side);
    put(w, to, node, NAV_RIGHT_SIDE - side);
}

static void put_all(const builder *b)
{
    for (size_t place = 0; place < b->cells->places; place++) {
        for (uint32_t side = 0; side < NAV_SIDES; side++) {
            size_t to = b->ahead[NAV_SIDES * place + side];
            uint32_t back = NAV_RIGHT_SIDE - side;
            if (to == SIZE_MAX) {
                continue;
            }
            if (b->ahead[NAV_SIDES * to + back] != place) {
                put_both(b->w, place, to, side);
            } else {
                put(b->w, place, to, side); // the walk back is put as well
            }
        }
    }
    for (size_t i = 0; i < b->goals; i++) {
        put_both(b->w, b->goal[i].node, b->goal[i].to, b->goal[i].side);
    }
}

static nav_status list(builder *b)
{
    nav_walks *w = b->w;
    memset(w->first, 0, (w->nodes + 2) * sizeof *w->first);
    put_all(b);
    for (size_t i = 2; i < w->nodes + 2; i++) {
        w->first[i] += w->first[i - 1];
    }
    w->walks = w->first[w->nodes + 1];
    w->walk = nav_mem_new(&w->mem, w->walks, sizeof *w->walk);
    if (!w->walk) {
        return nav_fail_memory(b->error);
    }
    put_all(b);
    return NAV_OK;
}

static nav_status build(builder *b, const nav_walk_goal *goals, size_t count)
{
    const nav_cells *c = b->cells;
    nav_walks *w = b->w;
    w->first = nav_mem_new(&w->mem, w->nodes + 2, sizeof *w->first);
    b->ahead = nav_mem_new(&w->mem, NAV_SIDES * c->places, sizeof *b->ahead);
    if (!w->first || !b->ahead) {
        return nav_fail_memory(b->error);
    }
    nav_status status = NAV_OK;
    for (size_t cell = 0; cell < c->cells && status == NAV_OK; cell++) {
        status = look_ahead(b, cell);
    }
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        status = look_around_goal(b, &goals[i]);
    }
    return status == NAV_OK ? list(b) : status;
}

nav_status nav_walks_init(nav_walks *w, const nav_cells *cells,
                          nav_query *query, const nav_walk_goal *goals,
                          size_t count, nav_error *error)
{
    size_t nodes = cells->places;
    for (size_t i = 0; i < count; i++) {
        nodes = goals[i].node < nodes ? nodes : goals[i].node + 1;
    }
    *w = (nav_walks){.mem = cells->mem, .nodes = nodes};
    if (nodes > UINT32_MAX) {
        return nav_fail(error, NAV_LIMIT, "there are too many cells");
    }
    builder b = {.w = w, .cells = cells, .query = query, .error = error};
    nav_status status = build(&b, goals, count);
    nav_mem_free(&w->mem, b.ahead, NAV_SIDES * cells->places, sizeof *b.ahead);
    nav_mem_free(&w->mem, b.goal, b.goal_capacity, sizeof *b.goal);
    if (status != NAV_OK) {
        nav_walks_fini(w);
    }
    return status;
}

void nav_walks_fini(nav_walks *w)
{
    nav_mem_free(&w->mem, w->first, w->nodes + 2, sizeof *w->first);
    nav_mem_free(&w->mem, w->walk, w->walks, sizeof *w->walk);
    *w = (nav_walks){.mem = w->mem};
}
