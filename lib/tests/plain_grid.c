// plain_grid.c - fields on a grid by plain arrays, which know nothing of
// meshes.
#include "plain_grid.h"

#include <check.h>

nav_field_options plain_options(double cell, nav_cell_test test)
{
    return (nav_field_options){
        .cell = cell, .method = NAV_FIELD_GRID4, .test = test};
}

void plain_add_box(nav_shape *shape, double x0, double y0, double x1, double y1)
{
    const nav_vec2 box[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    ck_assert_int_eq(nav_shape_add_ring(shape, box, 4, NULL), NAV_OK);
}

nav_mesh *plain_bake(nav_shape *shape)
{
    nav_mesh *mesh = nav_test_bake_shape(shape, 16);
    nav_shape_free(shape);
    return mesh;
}

static bool is_in(const plain_grid *g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->columns && y < g->rows;
}

static bool is_blocked(const plain_grid *g, int x, int y)
{
    return is_in(g, x, y) && g->blocked[y][x];
}

// Slow, and hard to get wrong.
void plain_heat_up(plain_grid *g)
{
    static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < 4 * g->columns * g->rows; i++) {
            int x = i / 4 % g->columns, y = i / 4 / g->columns;
            int u = x + step[i % 4][0], v = y + step[i % 4][1];
            if (!is_in(g, u, v) || g->blocked[y][x] || g->heat[v][u] < 0) {
                continue;
            }
            int heat = g->heat[v][u] + 1;
            if (g->heat[y][x] < 0 || g->heat[y][x] > heat) {
                g->heat[y][x] = heat;
                changed = true;
            }
        }
    }
}

// The neighbour with least heat, the first of them in the order of scanning.
static void point_on(const plain_grid *g, int x, int y, int way[2])
{
    int least = -1;
    way[0] = 0;
    way[1] = 0;
    if (g->heat[y][x] <= 0) {
        return;
    }
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            int u = x + dx, v = y + dy;
            bool cuts = dx != 0 && dy != 0 &&
                        (is_blocked(g, u, y) || is_blocked(g, x, v));
            if ((dx == 0 && dy == 0) || !is_in(g, u, v) || cuts ||
                g->heat[v][u] < 0) {
                continue;
            }
            if (least < 0 || g->heat[v][u] < least) {
                least = g->heat[v][u];
                way[0] = dx;
                way[1] = dy;
            }
        }
    }
}

void plain_compare(const plain_grid *g, const nav_place *p, double cell)
{
    int x = (int)p->column, y = (int)p->row, heat = g->heat[y][x];
    nav_place_status want = heat == 0          ? NAV_PLACE_GOAL
                            : g->blocked[y][x] ? NAV_PLACE_BLOCKED
                            : heat < 0         ? NAV_PLACE_UNREACHABLE
                                               : NAV_PLACE_OK;
    NAV_TEST_CHECK_MSG(p->status == want, "(%g, %g) is %s, not %s", p->centre.x,
                       p->centre.y, nav_place_status_name(p->status),
                       nav_place_status_name(want));
    if (heat >= 0) {
        int way[2];
        point_on(g, x, y, way);
        NAV_TEST_CHECK_MSG(p->distance == heat * cell,
                           "(%g, %g): %.17g, not %d steps", p->centre.x,
                           p->centre.y, p->distance, heat);
        NAV_TEST_CHECK_MSG(p->direction.x == way[0] && p->direction.y == way[1],
                           "(%g, %g): to %g %g, not %d %d", p->centre.x,
                           p->centre.y, p->direction.x, p->direction.y, way[0],
                           way[1]);
    }
}

size_t plain_draw_goals(nav_test_random *random, const nav_field_info *f,
                        plain_grid *g, nav_point *goals, size_t most)
{
    size_t count = 0;
    for (int tries = 0; tries < 200 && count < most; tries++) {
        int x = (int)nav_test_random_below(random, f->columns);
        int y = (int)nav_test_random_below(random, f->rows);
        if (!g->blocked[y][x]) {
            goals[count++] =
                nav_test_on_plane(f->origin.x + (x + 0.5) * f->cell,
                                  f->origin.y + (y + 0.5) * f->cell);
            g->heat[y][x] = 0;
        }
    }
    return count;
}

void plain_find_cells(nav_test_bed *bed, nav_field_options options)
{
    const nav_vec2 *vertex = nav_mesh_vertices(bed->mesh);
    nav_point any = {vertex[nav_mesh_polygon(bed->mesh, 0).corners[0]],
                     NAV_FLOOR_ONLY, 0};
    nav_test_bed_make(bed, &any, 1, options);
}

// A wall from one cell to another in its row or column, both included.
typedef struct wall {
    int x0, y0, x1, y1;
} wall;

// Rooms, passages, walls that cross and meet, and a pocket in the upper left.
static const wall walls[] = {
    {4, 3, 4, 20},    {4, 20, 22, 20},  {10, 3, 30, 3},   {30, 3, 30, 14},
    {16, 8, 30, 8},   {16, 8, 16, 15},  {22, 12, 22, 23}, {34, 0, 34, 18},
    {34, 18, 48, 18}, {48, 6, 48, 18},  {38, 6, 48, 6},   {38, 6, 38, 14},
    {42, 10, 57, 10}, {26, 20, 52, 20}, {0, 22, 3, 22},   {3, 22, 3, 25},
};
enum { WALLS = sizeof walls / sizeof walls[0] };

nav_mesh *plain_build_walls(plain_grid *g)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    plain_add_box(shape, 0, 0, PLAIN_COLUMNS * PLAIN_SIDE,
                  PLAIN_ROWS * PLAIN_SIDE);
    g->columns = PLAIN_COLUMNS;
    g->rows = PLAIN_ROWS;
    for (int i = 0; i < WALLS; i++) {
        wall w = walls[i];
        plain_add_box(shape, w.x0 * PLAIN_SIDE, w.y0 * PLAIN_SIDE,
                      (w.x1 + 1) * PLAIN_SIDE, (w.y1 + 1) * PLAIN_SIDE);
        for (int y = w.y0; y <= w.y1; y++) {
            for (int x = w.x0; x <= w.x1; x++) {
                g->blocked[y][x] = true;
            }
        }
    }
    for (int i = 0; i < PLAIN_COLUMNS * PLAIN_ROWS; i++) {
        g->heat[i / PLAIN_COLUMNS][i % PLAIN_COLUMNS] = -1;
    }
    return plain_bake(shape);
}
