// plain_grid.h - fields on a grid by plain arrays, which know nothing of
// meshes.
#ifndef PLAIN_GRID_H
#define PLAIN_GRID_H

#include "field_support.h"

enum {
    PLAIN_MOST = 96,    // cells in a row or column
    PLAIN_GOALS = 3,    // at once
    PLAIN_COLUMNS = 58, // of the map with walls
    PLAIN_ROWS = 26,
    PLAIN_SIDE = 24
};

// A grid with steps to the goal, -1 where there is no way.
typedef struct plain_grid {
    int columns, rows;
    bool blocked[PLAIN_MOST][PLAIN_MOST]; // [row][column]
    int heat[PLAIN_MOST][PLAIN_MOST];
} plain_grid;

nav_field_options plain_options(double cell, nav_cell_test test);

// Adds a box to a polygon as a ring.
void plain_add_box(nav_shape *shape, double x0, double y0, double x1,
                   double y1);

// Takes the shape.
nav_mesh *plain_bake(nav_shape *shape);

// Counts steps from the cells whose heat is 0, until nothing changes any more.
void plain_heat_up(plain_grid *g);

// Checks what a field says of a place.
void plain_compare(const plain_grid *g, const nav_place *p, double cell);

// Goals in the middles of cells that are not blocked.  Gives how many.
size_t plain_draw_goals(nav_test_random *random, const nav_field_info *f,
                        plain_grid *g, nav_point *goals, size_t most);

// Makes a field from anywhere, only to learn where its cells are.
void plain_find_cells(nav_test_bed *bed, nav_field_options options);

// A map with walls a cell thick: rooms, passages, walls that cross and meet,
// and a pocket.
nav_mesh *plain_build_walls(plain_grid *g);

#endif
