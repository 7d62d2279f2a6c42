// heatmap.h - flow fields by unit steps over four neighbours.
#ifndef NAV_HEATMAP_H
#define NAV_HEATMAP_H

#include "field/walks.h"

// Of a place that is blocked, and of one that no step leads to.
#define NAV_HEAT_BLOCKED (UINT32_MAX - 1)
#define NAV_HEAT_UNKNOWN UINT32_MAX

// A direction as one byte: 3 (dx + 1) + dy + 1.
enum { NAV_HEAT_NOWHERE = 4 };

// On a level mesh the grid has a rim of blocked cells, so that no neighbour has
// to be looked for; place i of row r is then entry i + 2 r + columns + 3.  Else
// entries are nodes.
typedef struct nav_heatmap {
    nav_allocator mem;
    const nav_cells *cells;
    const nav_walks *walks; // NULL on a level mesh
    size_t entries;
    uint32_t *heat; // [entries] steps to the nearest goal
} nav_heatmap;

// Counts steps from the goals; a blocked one spreads as well.  Cells and walks
// are lent, and must outlive the map.  Frees what it made when it fails.
// O(places + walks).
NAV_MUST_CHECK nav_status nav_heatmap_init(nav_heatmap *h,
                                           const nav_cells *cells,
                                           const nav_walks *walks,
                                           const nav_walk_goal *goals,
                                           size_t count);
void nav_heatmap_fini(nav_heatmap *h);

// Steps from a place, NAV_HEAT_BLOCKED, NAV_HEAT_UNKNOWN.
uint32_t nav_heatmap_steps(const nav_heatmap *h, size_t place);

// How many places no step leads to, and most steps of the others.  O(places).
typedef struct nav_heat_census {
    size_t unknown;
    uint32_t most;
} nav_heat_census;

nav_heat_census nav_heatmap_count(const nav_heatmap *h);

// Where a place points: to one of its eight neighbours, or (0, 0) at a goal and
// where no step leads.
nav_vec2 nav_heatmap_direction(const nav_heatmap *h, size_t place);

// The node that it points to; the place itself for (0, 0).
size_t nav_heatmap_next(const nav_heatmap *h, size_t place);

#endif
