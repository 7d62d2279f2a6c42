// cell_oracle.c - costs of ways over square cells, by other means.
#include "cell_oracle.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

const double cells_costs[CELLS_KINDS] = {0, 1, 3, 0.5, 7};

enum {
    PLACES = 24, // places on the side of a cell, without its end
    LINES = CELLS_SIDE + 1,
    ROW = CELLS_SIDE * PLACES + 1, // places on a grid line
    GRID = 2 * LINES * ROW,        // places on all of them
    NODES = GRID + CELLS_ASKED
};

cells cells_draw(nav_test_random *random)
{
    cells c;
    for (int y = 0; y < CELLS_SIDE; y++) {
        for (int x = 0; x < CELLS_SIDE; x++) {
            uint32_t k = nav_test_random_below(random, 12);
            c.kind[y][x] = k == 0 ? 0 : 1 + (int)(k % (CELLS_KINDS - 1));
        }
    }
    // No two cells meet in a corner alone, which the oracle would go through.
    for (int y = CELLS_SIDE - 2; y >= 0; y--) {
        for (int x = CELLS_SIDE - 2; x >= 0; x--) {
            int *a = &c.kind[y][x], *b = &c.kind[y][x + 1];
            bool one = *a > 0 && c.kind[y + 1][x + 1] > 0;
            bool other = *b > 0 && c.kind[y + 1][x] > 0;
            if (one != other) {
                *a = *a > 0 ? *a : 1;
                *b = *b > 0 ? *b : 1;
            }
        }
    }
    return c;
}

static double cost_at(const cells *c, int x, int y)
{
    bool in = x >= 0 && y >= 0 && x < CELLS_SIDE && y < CELLS_SIDE &&
              c->kind[y][x] > 0;
    return in ? cells_costs[c->kind[y][x]] : HUGE_VAL;
}

// Cost of a unit of the straight way from a to b, which crosses no grid line:
// on one, that of the cheaper side.
static double rate_between(const cells *c, nav_vec2 a, nav_vec2 b)
{
    double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
    double best = HUGE_VAL;
    for (int k = 0; k < 4; k++) {
        // Computed places lie beside a grid line by a rounding.
        int i = (int)floor(x + (k % 2 ? 1e-7 : -1e-7));
        int j = (int)floor(y + (k / 2 ? 1e-7 : -1e-7));
        best = fmin(best, cost_at(c, i, j));
    }
    return best;
}

// Weighs a straight way: cuts it at the grid lines.
static double weigh(const cells *c, nav_vec2 a, nav_vec2 b)
{
    double t[2 * LINES + 2] = {0, 1};
    int count = 2;
    for (int i = 0; i < LINES; i++) {
        double x = (i - a.x) / (b.x - a.x), y = (i - a.y) / (b.y - a.y);
        if (x > 0 && x < 1) {
            t[count++] = x;
        }
        if (y > 0 && y < 1) {
            t[count++] = y;
        }
    }
    for (int i = 1; i < count; i++) {
        for (int k = i; k > 0 && t[k] < t[k - 1]; k--) {
            double swap = t[k];
            t[k] = t[k - 1];
            t[k - 1] = swap;
        }
    }
    double sum = 0, length = nav_vec2_distance(a, b);
    for (int i = 1; i < count; i++) {
        if (t[i] - t[i - 1] < 1e-12) {
            continue;
        }
        nav_vec2 p = {a.x + (b.x - a.x) * t[i - 1],
                      a.y + (b.y - a.y) * t[i - 1]};
        nav_vec2 q = {a.x + (b.x - a.x) * t[i], a.y + (b.y - a.y) * t[i]};
        sum += rate_between(c, p, q) * (t[i] - t[i - 1]) * length;
    }
    return sum;
}

double cells_weigh_path(const cells *c, const nav_path *path)
{
    double sum = 0;
    for (size_t i = 1; i < path->waypoint_count; i++) {
        sum += weigh(c, path->waypoints[i - 1], path->waypoints[i]);
    }
    return sum;
}

// ---------------------------------------------------------------------------
// The oracle
// ---------------------------------------------------------------------------

// Place k of grid line i: vertical lines first.
static nav_vec2 node_place(int n)
{
    int line = n / ROW, k = n % ROW;
    double along = k / (double)PLACES;
    return line < LINES ? (nav_vec2){line, along}
                        : (nav_vec2){along, line - LINES};
}

// Whether a place is on the rim of cell x, y.
bool cells_is_on(nav_vec2 p, int x, int y)
{
    return p.x >= x && p.x <= x + 1 && p.y >= y && p.y <= y + 1;
}

// Nodes are the places of the grid and, behind them, those that are asked for.
typedef struct oracle {
    const cells *c;
    int nodes;
    nav_vec2 at[NODES];
    double g[NODES];
    int open[NODES]; // reached and not yet expanded
    int open_count;
} oracle;

static void relax(oracle *o, int from, int to, double rate)
{
    double by = o->g[from] + rate * nav_vec2_distance(o->at[from], o->at[to]);
    if (by < o->g[to]) {
        if (o->g[to] == HUGE_VAL) {
            o->open[o->open_count++] = to;
        }
        o->g[to] = by;
    }
}

static void relax_cell(oracle *o, int n, int x, int y)
{
    double rate = cost_at(o->c, x, y);
    if (rate == HUGE_VAL || !cells_is_on(o->at[n], x, y)) {
        return;
    }
    for (int side = 0; side < 4; side++) {
        int line = side < 2 ? x + side : LINES + y + side - 2;
        int first = line * ROW + (side < 2 ? y : x) * PLACES;
        for (int m = first; m <= first + PLACES; m++) {
            relax(o, n, m, rate);
        }
    }
    for (int m = GRID; m < o->nodes; m++) {
        if (cells_is_on(o->at[m], x, y)) {
            relax(o, n, m, rate);
        }
    }
}

// Takes the open node that is the cheapest to reach.
static int take_cheapest(oracle *o)
{
    int best = 0;
    for (int i = 1; i < o->open_count; i++) {
        if (o->g[o->open[i]] < o->g[o->open[best]]) {
            best = i;
        }
    }
    int n = o->open[best];
    o->open[best] = o->open[--o->open_count];
    return n;
}

// Costs of cheap ways from the first of `count` places to all of them, infinite
// where there is none: Dijkstra without a heap.  No way leads over a place that
// is asked for.
void cells_costs_between(const cells *c, const nav_vec2 *place, int count,
                         double *cost)
{
    oracle *o = malloc(sizeof *o);
    ck_assert_ptr_nonnull(o);
    ck_assert_int_le(count, CELLS_ASKED);
    o->c = c;
    o->nodes = GRID + count;
    for (int n = 0; n < o->nodes; n++) {
        o->at[n] = n < GRID ? node_place(n) : place[n - GRID];
        o->g[n] = HUGE_VAL;
    }
    o->g[GRID] = 0;
    o->open[0] = GRID;
    o->open_count = 1;
    while (o->open_count > 0) {
        int n = take_cheapest(o);
        int x = (int)floor(o->at[n].x), y = (int)floor(o->at[n].y);
        for (int k = 0; k < 9 && n <= GRID; k++) {
            relax_cell(o, n, x - 1 + k % 3, y - 1 + k / 3);
        }
    }
    memcpy(cost, o->g + GRID, (size_t)count * sizeof *cost);
    free(o);
}

double cells_cost(const cells *c, nav_vec2 start, nav_vec2 goal)
{
    double cost[2];
    cells_costs_between(c, (nav_vec2[]){start, goal}, 2, cost);
    return cost[1];
}
