// test_field_grid.c - NAV_FIELD_GRID4 against grids worked out by hand, and
// against a plain grid that knows nothing of meshes.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field_support.h"
#include "mesh_support.h"
#include "suites.h"

static nav_field_options grid_options(double cell, nav_cell_test test)
{
    return (nav_field_options){
        .cell = cell, .method = NAV_FIELD_GRID4, .test = test};
}

// ---------------------------------------------------------------------------
// By hand
// ---------------------------------------------------------------------------

enum { SIDE = 5 };

// A map of unit cells as it looks from above: the last line is row 0.  '#' is a
// hole, 'G' a goal in the middle of its cell.  Under `steps` stands how many
// steps a cell is from the goal.  Under `ways` a digit tells where it points
// to, as the keys of a number pad lie: 9 is up to the right; 0 is nowhere.
typedef struct hand_case {
    const char *map[SIDE], *steps[SIDE], *ways[SIDE];
} hand_case;

// On ties the first in the order of scanning is taken: x offset -1, 0, 1, and
// for each y offset -1, 0, 1; that is 1 4 7 2 8 3 6 9.
static const hand_case hand_table[] = {
    // Open: whoever is in line goes straight, the others diagonally.
    {{".....", //
      ".....", //
      "..G..", //
      ".....", //
      "....."},
     {"43234", //
      "32123", //
      "21012", //
      "32123", //
      "43234"},
     {"33211", //
      "33211", //
      "66044", //
      "99877", //
      "99877"}},
    // A goal in a corner.
    {{".....", //
      ".....", //
      ".....", //
      ".....", //
      "G...."},
     {"45678", //
      "34567", //
      "23456", //
      "12345", //
      "01234"},
     {"21111", //
      "21111", //
      "21111", //
      "21111", //
      "04444"}},
    // A wall with the way around its upper end; nothing cuts its corner.
    {{".....", //
      "..#..", //
      "..#..", //
      "..#..", //
      "G.#.."},
     {"45678", //
      "34#89", //
      "23#9a", //
      "12#ab", //
      "01#bc"},
     {"21444", //
      "21#87", //
      "21#87", //
      "21#87", //
      "04#87"}},
    // Two walls that meet in a corner: one does not slip through between them,
    // and around the gap one walks at right angles.
    {{".....", //
      ".....", //
      "..#..", //
      ".#...", //
      "G...."},
     {"45678", //
      "34567", //
      "23#56", //
      "1#345", //
      "01234"},
     {"21111", //
      "21441", //
      "24#21", //
      "2#211", //
      "04444"}},
    // A pocket that touches the rest in a corner cannot be reached.
    {{"..#..", //
      "..#..", //
      "##...", //
      ".....", //
      "....G"},
     {"??#54", //
      "??#43", //
      "##432", //
      "54321", //
      "43210"},
     {"00#32", //
      "00#32", //
      "##332", //
      "33332", //
      "66660"}},
    // Two goals; the middle column is as far from both.
    {{".....", //
      ".....", //
      "G...G", //
      ".....", //
      "....."},
     {"23432", //
      "12321", //
      "01210", //
      "12321", //
      "23432"},
     {"21132", //
      "21132", //
      "04460", //
      "87798", //
      "87798"}},
    // Pillars: beside one the diagonal is barred on both sides.
    {{".....", //
      ".#.#.", //
      "..G..", //
      ".#.#.", //
      "....."},
     {"43234", //
      "3#1#3", //
      "21012", //
      "3#1#3", //
      "43234"},
     {"26244", //
      "2#2#2", //
      "66044", //
      "8#8#8", //
      "86844"}},
};

// A heat in one letter: 0 to 9, then a for 10 and so on.
static double steps_of(char letter)
{
    return letter <= '9' ? letter - '0' : letter - 'a' + 10;
}

static void add_ring(nav_shape *shape, double x0, double y0, double x1,
                     double y1)
{
    const nav_vec2 box[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    ck_assert_int_eq(nav_shape_add_ring(shape, box, 4, NULL), NAV_OK);
}

// Takes the shape.
static nav_mesh *bake(nav_shape *shape)
{
    nav_mesh *mesh = nav_test_bake_shape(shape, 16);
    nav_shape_free(shape);
    return mesh;
}

// The mesh of a picture, its cells `cell` wide from `origin` on, and its goals.
static nav_mesh *build_hand_map(const hand_case *c, nav_vec2 origin,
                                double cell, nav_point *goals, size_t *count)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    add_ring(shape, origin.x, origin.y, origin.x + SIDE * cell,
             origin.y + SIDE * cell);
    *count = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            char letter = c->map[SIDE - 1 - y][x];
            double left = origin.x + x * cell, low = origin.y + y * cell;
            if (letter == '#') {
                add_ring(shape, left, low, left + cell, low + cell);
            } else if (letter == 'G') {
                goals[(*count)++] =
                    nav_test_on_plane(left + cell / 2, low + cell / 2);
            }
        }
    }
    return bake(shape);
}

static void check_hand_place(const hand_case *c, double cell,
                             const nav_place *p)
{
    char map = c->map[SIDE - 1 - p->row][p->column];
    char steps = c->steps[SIDE - 1 - p->row][p->column];
    char way = c->ways[SIDE - 1 - p->row][p->column];
    nav_place_status want = map == 'G'     ? NAV_PLACE_GOAL
                            : map == '#'   ? NAV_PLACE_BLOCKED
                            : steps == '?' ? NAV_PLACE_UNREACHABLE
                                           : NAV_PLACE_OK;
    NAV_TEST_CHECK_MSG(p->status == want, "%u, %u is %s", p->column, p->row,
                       nav_place_status_name(p->status));
    if (want == NAV_PLACE_OK || want == NAV_PLACE_GOAL) {
        NAV_TEST_CHECK_MSG(p->distance == cell * steps_of(steps),
                           "%u, %u: %.17g", p->column, p->row, p->distance);
        int key = way == '0' ? 5 : way - '0';
        int x = (key - 1) % 3 - 1, y = (key - 1) / 3 - 1;
        NAV_TEST_CHECK_MSG(p->direction.x == x && p->direction.y == y,
                           "%u, %u: to %g %g, not %d %d", p->column, p->row,
                           p->direction.x, p->direction.y, x, y);
    }
}

// The same as a bumpy floor; takes the mesh.
static nav_mesh *lift(nav_mesh *mesh)
{
    nav_test_random random = {17};
    nav_mesh *lifted = nav_test_lift(mesh, &random);
    nav_mesh_free(mesh);
    return lifted;
}

START_TEST(test_hand_worked_grids)
{
    const hand_case *c = &hand_table[_i];
    static const nav_vec2 origins[] = {{0, 0}, {-2.5, -2.5}, {1e6, -300}};
    static const double sizes[] = {1, 24, 0.5};
    for (int how = 0; how < 18; how++) {
        double cell = sizes[how / 3 % 3];
        nav_point goals[SIDE * SIDE];
        size_t count;
        nav_mesh *mesh =
            build_hand_map(c, origins[how % 3], cell, goals, &count);
        nav_test_bed bed = nav_test_bed_new(how < 9 ? mesh : lift(mesh));
        for (int full = 0; full < 2; full++) {
            // Walls fill their cells, so both tests say the same.
            nav_test_bed_make(
                &bed, goals, count,
                grid_options(cell, full ? NAV_CELL_FULL : NAV_CELL_CENTRE));
            ck_assert_uint_eq(bed.info.columns, SIDE);
            ck_assert_uint_eq(bed.info.rows, SIDE);
            for (size_t i = 0; i < bed.info.places; i++) {
                nav_place p = nav_field_place(bed.field, i);
                check_hand_place(c, cell, &p);
            }
        }
        nav_test_bed_free(&bed);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Against a plain grid
// ---------------------------------------------------------------------------

// Maps are unions of rectangles less others, on multiples of a half.  `open`
// are the squares of that size; the region is the union of those closed ones.
enum { HALVES = 48, CELLS_MOST = 2 * HALVES };

typedef struct raster {
    bool open[HALVES][HALVES]; // [y][x]
} raster;

typedef struct rectangle {
    int x0, y0, x1, y1; // in halves
} rectangle;

static rectangle draw_rectangle(nav_test_random *random, uint32_t most)
{
    int x = (int)nav_test_random_below(random, HALVES - 1);
    int y = (int)nav_test_random_below(random, HALVES - 1);
    int width = 1 + (int)nav_test_random_below(random, most);
    int height = 1 + (int)nav_test_random_below(random, most);
    return (rectangle){x, y, x + width < HALVES ? x + width : HALVES,
                       y + height < HALVES ? y + height : HALVES};
}

static void add_rectangle(nav_shape *shape, rectangle r)
{
    add_ring(shape, 0.5 * r.x0, 0.5 * r.y0, 0.5 * r.x1, 0.5 * r.y1);
}

static void fill(bool open[HALVES][HALVES], rectangle r, bool value)
{
    for (int y = r.y0; y < r.y1; y++) {
        for (int x = r.x0; x < r.x1; x++) {
            open[y][x] = value;
        }
    }
}

// One polygon or a few, which may overlap, each with holes of its own.
static nav_shape *draw_map(nav_test_random *random, raster *map)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    memset(map, 0, sizeof *map);
    uint32_t polygons = nav_test_random_below(random, 2)
                            ? 1
                            : 1 + nav_test_random_below(random, 4);
    for (uint32_t i = 0; i < polygons; i++) {
        rectangle outer = polygons == 1 ? (rectangle){0, 0, HALVES, HALVES}
                                        : draw_rectangle(random, HALVES);
        bool open[HALVES][HALVES] = {{false}};
        fill(open, outer, true);
        ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        add_rectangle(shape, outer);
        uint32_t most = 1 + nav_test_random_below(random, 12);
        for (uint32_t k = nav_test_random_below(random, 40); k > 0; k--) {
            rectangle hole = draw_rectangle(random, most);
            fill(open, hole, false);
            add_rectangle(shape, hole);
        }
        for (int k = 0; k < HALVES * HALVES; k++) {
            map->open[k / HALVES][k % HALVES] |= open[k / HALVES][k % HALVES];
        }
    }
    return shape;
}

static bool is_open(const raster *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < HALVES && y < HALVES && map->open[y][x];
}

// Whether a point, in halves, is in the closed region: some square that has it
// in it or on its rim is open.
static bool holds(const raster *map, double x, double y)
{
    int x1 = (int)floor(x), y1 = (int)floor(y);
    int x0 = x1 == x ? x1 - 1 : x1, y0 = y1 == y ? y1 - 1 : y1;
    return is_open(map, x0, y0) || is_open(map, x1, y0) ||
           is_open(map, x0, y1) || is_open(map, x1, y1);
}

// Whether all squares are open of which a part is in the open cell.
static bool holds_cell(const raster *map, double x, double y, double side)
{
    for (int j = (int)floor(y); j < y + side; j++) {
        for (int i = (int)floor(x); i < x + side; i++) {
            if (!is_open(map, i, j)) {
                return false;
            }
        }
    }
    return true;
}

// A grid with steps to the goal, -1 where there is no way.
typedef struct plain {
    int columns, rows;
    bool blocked[CELLS_MOST][CELLS_MOST]; // [row][column]
    int heat[CELLS_MOST][CELLS_MOST];
} plain;

static bool is_in(const plain *g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->columns && y < g->rows;
}

static bool is_blocked(const plain *g, int x, int y)
{
    return is_in(g, x, y) && g->blocked[y][x];
}

// Until nothing changes any more; slow and hard to get wrong.
static void heat_up(plain *g)
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
static void point_on(const plain *g, int x, int y, int way[2])
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

static plain *new_plain(const raster *map, const nav_field_info *f,
                        nav_cell_test test)
{
    plain *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    ck_assert_uint_le(f->columns, CELLS_MOST);
    ck_assert_uint_le(f->rows, CELLS_MOST);
    g->columns = (int)f->columns;
    g->rows = (int)f->rows;
    for (int i = 0; i < g->columns * g->rows; i++) {
        int x = i % g->columns, y = i / g->columns;
        // In halves; no product or sum is rounded.
        double side = 2 * f->cell;
        double left = 2 * f->origin.x + x * side;
        double low = 2 * f->origin.y + y * side;
        g->blocked[y][x] = test == NAV_CELL_FULL
                               ? !holds_cell(map, left, low, side)
                               : !holds(map, left + side / 2, low + side / 2);
        g->heat[y][x] = -1;
    }
    return g;
}

static void compare_place(const plain *g, const nav_place *p, double cell)
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

// Goals in the middles of cells that are not blocked.
static size_t draw_goals(nav_test_random *random, const nav_field_info *f,
                         plain *g, nav_point *goals, size_t most)
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

// A goal anywhere, be its cell blocked; steps are counted from there as well.
static size_t draw_any_goal(nav_test_random *random, const nav_field_info *f,
                            const raster *map, plain *g, nav_point *goal)
{
    for (int tries = 0; tries < 1000; tries++) {
        int x = (int)nav_test_random_below(random, HALVES);
        int y = (int)nav_test_random_below(random, HALVES);
        if (map->open[y][x]) {
            *goal = nav_test_on_plane(0.5 * x + 0.25, 0.5 * y + 0.25);
            int column = (int)floor((goal->plan.x - f->origin.x) / f->cell);
            int row = (int)floor((goal->plan.y - f->origin.y) / f->cell);
            g->heat[row][column] = 0;
            return 1;
        }
    }
    return 0;
}

// Makes a field from anywhere, only to learn where its cells are.
static void find_cells(nav_test_bed *bed, nav_field_options options)
{
    const nav_vec2 *vertex = nav_mesh_vertices(bed->mesh);
    nav_point any = {vertex[nav_mesh_polygon(bed->mesh, 0).corners[0]],
                     NAV_FLOOR_ONLY, 0};
    nav_test_bed_make(bed, &any, 1, options);
}

enum { GOALS_MOST = 3 };

// Cells whose centres lie between the walls' lines, on them, and on both.
static const double plain_cells[] = {0.5, 1, 2, 1.5, 0.625, 3};

START_TEST(test_a_grid_is_that_of_plain_arrays)
{
    nav_test_random random = {(uint64_t)_i};
    for (int round = 0; round < 12; round++) {
        raster map;
        nav_shape *shape = draw_map(&random, &map);
        bool any = false;
        for (int k = 0; k < HALVES * HALVES; k++) {
            any = any || map.open[k / HALVES][k % HALVES];
        }
        if (!any) {
            nav_shape_free(shape);
            continue;
        }
        nav_test_bed bed = nav_test_bed_new(bake(shape));
        double cell = plain_cells[round % 6];
        nav_cell_test test = round / 6 ? NAV_CELL_FULL : NAV_CELL_CENTRE;
        nav_field_options options = grid_options(cell, test);
        find_cells(&bed, options);
        plain *g = new_plain(&map, &bed.info, test);
        nav_point goals[GOALS_MOST];
        size_t count =
            draw_goals(&random, &bed.info, g, goals, (size_t)round % 3);
        count += draw_any_goal(&random, &bed.info, &map, g, goals + count);
        if (count > 0) {
            heat_up(g);
            nav_test_bed_make(&bed, goals, count, options);
            for (size_t i = 0; i < bed.info.places; i++) {
                nav_place p = nav_field_place(bed.field, i);
                compare_place(g, &p, cell);
            }
        }
        free(g);
        nav_test_bed_free(&bed);
    }
}
END_TEST

// ---------------------------------------------------------------------------
// Walls a cell thick
// ---------------------------------------------------------------------------

// A wall from one cell to another in its row or column, both included.
typedef struct wall {
    int x0, y0, x1, y1;
} wall;

enum { WIDE = 58, HIGH = 26, THICK = 24 };

// Rooms, passages, walls that cross and meet, and a pocket in the upper left.
static const wall walls[] = {
    {4, 3, 4, 20},    {4, 20, 22, 20},  {10, 3, 30, 3},   {30, 3, 30, 14},
    {16, 8, 30, 8},   {16, 8, 16, 15},  {22, 12, 22, 23}, {34, 0, 34, 18},
    {34, 18, 48, 18}, {48, 6, 48, 18},  {38, 6, 48, 6},   {38, 6, 38, 14},
    {42, 10, 57, 10}, {26, 20, 52, 20}, {0, 22, 3, 22},   {3, 22, 3, 25},
};
enum { WALLS = sizeof walls / sizeof walls[0] };

static nav_mesh *build_walls(plain *g)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    add_ring(shape, 0, 0, WIDE * THICK, HIGH * THICK);
    g->columns = WIDE;
    g->rows = HIGH;
    for (int i = 0; i < WALLS; i++) {
        wall w = walls[i];
        add_ring(shape, w.x0 * THICK, w.y0 * THICK, (w.x1 + 1) * THICK,
                 (w.y1 + 1) * THICK);
        for (int y = w.y0; y <= w.y1; y++) {
            for (int x = w.x0; x <= w.x1; x++) {
                g->blocked[y][x] = true;
            }
        }
    }
    for (int i = 0; i < WIDE * HIGH; i++) {
        g->heat[i / WIDE][i % WIDE] = -1;
    }
    return bake(shape);
}

START_TEST(test_walls_a_cell_thick_are_those_of_the_grid)
{
    static const int goal[][2] = {{32, 18}, {0, 0}, {1, 24}, {45, 8}};
    plain *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    static const int goals = sizeof goal / sizeof goal[0];
    nav_mesh *mesh = build_walls(g);
    nav_test_bed bed = nav_test_bed_new(_i < goals ? mesh : lift(mesh));
    const int *at_cell = goal[_i % goals];
    g->heat[at_cell[1]][at_cell[0]] = 0;
    heat_up(g);
    nav_point at = nav_test_on_plane((at_cell[0] + 0.375) * THICK,
                                     (at_cell[1] + 0.5) * THICK);
    nav_test_bed_make(&bed, &at, 1, grid_options(THICK, NAV_CELL_CENTRE));
    ck_assert_uint_eq(bed.info.columns, WIDE);
    ck_assert_uint_eq(bed.info.rows, HIGH);
    for (size_t i = 0; i < bed.info.places; i++) {
        nav_place p = nav_field_place(bed.field, i);
        compare_place(g, &p, THICK);
    }
    ck_assert(nav_field_goal(bed.field, 0).x == at.plan.x);
    ck_assert(nav_field_goal(bed.field, 0).y == at.plan.y);
    free(g);
    nav_test_bed_free(&bed);
}
END_TEST

// ---------------------------------------------------------------------------
// Floors
// ---------------------------------------------------------------------------

// Square k points to the one next to it on the way to square `goal`.
static void check_ramp_place(const nav_test_bed *bed, int k, int goal)
{
    nav_place p = nav_test_ramp_place(bed, k);
    NAV_TEST_CHECK_MSG(p.distance == abs(k - goal), "%d to %d: %g", k, goal,
                       p.distance);
    NAV_TEST_CHECK(p.status == (k == goal ? NAV_PLACE_GOAL : NAV_PLACE_OK));
    int next = k + (k < goal) - (k > goal);
    nav_vec2 to = nav_test_ramp_point(next).plan;
    NAV_TEST_CHECK(p.direction.x == to.x - p.centre.x &&
                   p.direction.y == to.y - p.centre.y);
}

START_TEST(test_steps_lead_along_a_ramp_that_winds_over_itself)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_make_ramp());
    for (int goal = 0; goal < NAV_TEST_RAMP; goal++) {
        nav_point at = nav_test_ramp_point(goal);
        nav_test_bed_make(&bed, &at, 1, grid_options(1, NAV_CELL_CENTRE));
        ck_assert_uint_eq(bed.info.places, NAV_TEST_RAMP + 1);
        ck_assert_uint_eq(bed.info.blocked, 1);
        ck_assert_uint_eq(bed.info.unreachable, 0);
        for (int k = 0; k < NAV_TEST_RAMP; k++) {
            check_ramp_place(&bed, k, goal);
        }
    }
    nav_test_bed_free(&bed);
}
END_TEST

// Four squares to a round about one point, rising: the two ways to a diagonal
// neighbour lead to different floors, so that nothing points there.
START_TEST(test_floors_that_wind_about_a_point_have_no_diagonals)
{
    enum { ROUND = 4, SQUARES = 7 };
    static const int cell[ROUND][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const int outer[ROUND][2] = {{0, 1}, {1, 0}, {2, 1}, {1, 2}};
    static const int far[ROUND][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    nav_vec3 vertex[2 * SQUARES + 2] = {{1, 1, 0}};
    uint32_t corner[4 * SQUARES], counts[SQUARES];
    for (uint32_t k = 0; k <= SQUARES; k++) {
        const int *out = outer[k % ROUND], *end = far[k % ROUND];
        vertex[2 * k + 1] = (nav_vec3){out[0], out[1], 2 * k};
        if (k < SQUARES) {
            vertex[2 * k + 2] = (nav_vec3){end[0], end[1], 2 * k + 1};
            counts[k] = 4;
            corner[4 * k] = 0;
            corner[4 * k + 1] = 2 * k + 1;
            corner[4 * k + 2] = 2 * k + 2;
            corner[4 * k + 3] = 2 * k + 3;
        }
    }
    nav_test_bed bed = nav_test_bed_new(
        nav_test_make_floors(vertex, 2 * SQUARES + 2, corner, counts, SQUARES));
    nav_point goal = {{0.5, 1.5}, NAV_FLOOR_LOWEST, 0}; // in square 3
    nav_test_bed_make(&bed, &goal, 1, grid_options(1, NAV_CELL_CENTRE));
    ck_assert_uint_eq(bed.info.places, SQUARES);
    for (int k = 0; k < SQUARES; k++) {
        const int *at = cell[k % ROUND];
        const int *to = cell[(k + (k < 3) + ROUND - (k > 3)) % ROUND];
        size_t count;
        size_t first =
            nav_field_cell(bed.field, (uint32_t)at[0], (uint32_t)at[1], &count);
        nav_place p = nav_field_place(bed.field, first + (size_t)(k / ROUND));
        NAV_TEST_CHECK(p.distance == abs(k - 3));
        NAV_TEST_CHECK_MSG(
            p.direction.x == to[0] - at[0] && p.direction.y == to[1] - at[1],
            "square %d: to %g %g", k, p.direction.x, p.direction.y);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// Two floors, one over the other, that nothing joins, and a third beside the
// upper one.
START_TEST(test_floors_that_nothing_joins_are_apart)
{
    static const nav_vec3 vertex[] = {
        {0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}, {0, 0, 5},
        {4, 0, 5}, {4, 3, 5}, {0, 3, 5}, {6, 0, 6}, {6, 3, 6}};
    static const uint32_t corner[] = {0, 1, 2, 3, 4, 5, 6, 7, 5, 8, 9, 6};
    static const uint32_t counts[] = {4, 4, 4};
    nav_test_bed bed =
        nav_test_bed_new(nav_test_make_floors(vertex, 10, corner, counts, 3));
    const nav_point upstairs = {{5.5, 0.5}, NAV_FLOOR_ONLY, 0};
    const nav_point downstairs = {{0.5, 0.5}, NAV_FLOOR_LOWEST, 0};
    for (int low = 0; low < 2; low++) {
        nav_test_bed_make(&bed, low ? &downstairs : &upstairs, 1,
                          grid_options(1, NAV_CELL_CENTRE));
        ck_assert_uint_eq(bed.info.columns, 6);
        ck_assert_uint_eq(bed.info.rows, 3);
        ck_assert_uint_eq(bed.info.floors, 2);
        ck_assert_uint_eq(bed.info.places, 30);
        for (size_t i = 0; i < bed.info.places; i++) {
            nav_place p = nav_field_place(bed.field, i);
            double steps = low ? p.column + p.row : 5 - p.column + p.row;
            bool apart = (p.height < 1) != (low == 1);
            NAV_TEST_CHECK_MSG(p.distance == (apart ? HUGE_VAL : steps),
                               "(%g, %g) height %g: %g", p.centre.x, p.centre.y,
                               p.height, p.distance);
        }
    }
    nav_test_bed_free(&bed);
}
END_TEST

// ---------------------------------------------------------------------------
// How much too long
// ---------------------------------------------------------------------------

// Along the ways of the grid from centre to centre, and on to the nearest goal.
static double follow(const nav_field *field, nav_place p)
{
    nav_field_info f = nav_field_get_info(field);
    double length = 0;
    while (p.status == NAV_PLACE_OK) {
        size_t count;
        length += f.cell * hypot(p.direction.x, p.direction.y);
        uint32_t x = (uint32_t)((double)p.column + p.direction.x);
        uint32_t y = (uint32_t)((double)p.row + p.direction.y);
        p = nav_field_place(field, nav_field_cell(field, x, y, &count));
    }
    ck_assert_int_eq(p.status, NAV_PLACE_GOAL);
    double least = HUGE_VAL;
    for (size_t i = 0; i < f.goals; i++) {
        nav_vec2 at = nav_field_goal(field, i);
        least = fmin(least, hypot(at.x - p.centre.x, at.y - p.centre.y));
    }
    return length + least;
}

static nav_field_errors sum_up(const nav_field *grid, const nav_field *exact)
{
    nav_field_errors e = {0};
    size_t places = nav_field_get_info(grid).places;
    for (size_t i = 0; i < places; i++) {
        nav_place p = nav_field_place(grid, i);
        nav_place q = nav_field_place(exact, i);
        if (p.status == NAV_PLACE_OK && isfinite(q.distance)) {
            double distance = p.distance / q.distance - 1;
            double path = follow(grid, p) / q.distance - 1;
            e.compared++;
            e.distance_mean += distance;
            e.distance_most = fmax(e.distance_most, distance);
            e.path_mean += path;
            e.path_most = fmax(e.path_most, path);
        }
    }
    e.distance_mean /= fmax(1, (double)e.compared);
    e.path_mean /= fmax(1, (double)e.compared);
    return e;
}

static void compare_errors(const nav_field *grid, const nav_field *exact)
{
    nav_error error = {0};
    nav_field_errors is;
    ck_assert_int_eq(nav_field_compare(grid, exact, &is, &error), NAV_OK);
    nav_field_errors want = sum_up(grid, exact);
    ck_assert_uint_eq(is.compared, want.compared);
    ck_assert_double_eq_tol(is.distance_mean, want.distance_mean, 1e-12);
    ck_assert_double_eq_tol(is.distance_most, want.distance_most, 1e-12);
    ck_assert_double_eq_tol(is.path_mean, want.path_mean, 1e-12);
    ck_assert_double_eq_tol(is.path_most, want.path_most, 1e-12);
}

// Walls fill whole cells, so that ways in them are straight.
START_TEST(test_errors_of_a_grid_are_summed_up)
{
    nav_test_random random = {(uint64_t)_i + 500};
    plain *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    nav_test_bed bed = nav_test_bed_new(build_walls(g));
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    nav_point goals[GOALS_MOST];
    find_cells(&bed, grid_options(THICK, NAV_CELL_CENTRE));
    size_t count =
        draw_goals(&random, &bed.info, g, goals, 1 + (size_t)_i % GOALS_MOST);
    // Not in the middles, so that there is a rest to go in the goals' cells.
    for (size_t i = 0; i < count; i++) {
        goals[i].plan.x += 5;
        goals[i].plan.y -= 6;
    }
    nav_test_bed_make(&bed, goals, count, grid_options(THICK, NAV_CELL_CENTRE));
    nav_test_bed_make(&other, goals, count, (nav_field_options){.cell = THICK});
    compare_errors(bed.field, other.field);
    nav_field_free(other.field);
    free(g);
    nav_test_bed_free(&bed);
}
END_TEST

// In an open square the cell a knight's move away is 3 / sqrt(5) times as far
// by steps, and (1 + sqrt(2)) / sqrt(5) times by the way.
START_TEST(test_errors_in_an_open_square_are_known)
{
    nav_test_bed bed =
        nav_test_bed_new(nav_test_bake_json("[[[0,0],[3,0],[3,2],[0,2]]]"));
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    const nav_point goal = nav_test_on_plane(0.5, 0.5);
    nav_test_bed_make(&bed, &goal, 1, grid_options(1, NAV_CELL_CENTRE));
    nav_test_bed_make(&other, &goal, 1, (nav_field_options){.cell = 1});
    nav_field_errors e;
    ck_assert_int_eq(nav_field_compare(bed.field, other.field, &e, NULL),
                     NAV_OK);
    // Straight, straight, straight, diagonal, knight.
    ck_assert_uint_eq(e.compared, 5);
    const double diagonal = 2 / sqrt(2) - 1, knight = 3 / sqrt(5) - 1;
    const double path = (1 + sqrt(2)) / sqrt(5) - 1;
    ck_assert_double_eq_tol(e.distance_most, diagonal, 1e-14);
    ck_assert_double_eq_tol(e.distance_mean, (diagonal + knight) / 5, 1e-14);
    ck_assert_double_eq_tol(e.path_most, path, 1e-14);
    ck_assert_double_eq_tol(e.path_mean, path / 5, 1e-14);
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

START_TEST(test_only_fields_of_the_same_grid_are_compared)
{
    nav_test_bed bed =
        nav_test_bed_new(nav_test_bake_json("[[[0,0],[3,0],[3,2],[0,2]]]"));
    nav_test_bed other = {.mesh = bed.mesh, .query = bed.query};
    const nav_point goal = nav_test_on_plane(0.5, 0.5);
    nav_field_errors e = {.compared = 77};
    nav_test_bed_make(&bed, &goal, 1, grid_options(1, NAV_CELL_CENTRE));
    for (int how = 0; how < 3; how++) {
        nav_error error = {0};
        nav_test_bed_make(&other, &goal, 1,
                          how == 0   ? (nav_field_options){.cell = 0.5}
                          : how == 1 ? grid_options(1, NAV_CELL_CENTRE)
                                     : (nav_field_options){.cell = 1});
        const nav_field *one = how == 2 ? other.field : bed.field;
        const nav_field *two = how == 2 ? bed.field : other.field;
        ck_assert_int_eq(nav_field_compare(one, two, &e, &error), NAV_RANGE);
        ck_assert_int_ne(error.message[0], '\0');
        ck_assert_uint_eq(e.compared, 77);
    }
    nav_field_free(other.field);
    nav_test_bed_free(&bed);
}
END_TEST

static nav_status compare_all(const nav_allocator *mem, const void *context)
{
    const nav_mesh *mesh = context;
    const nav_point goal = nav_test_on_plane(0.5, 0.5);
    const nav_field_options options[] = {grid_options(1, NAV_CELL_CENTRE),
                                         {.cell = 1}};
    nav_query *query = NULL;
    nav_field *field[2] = {NULL, NULL};
    nav_field_errors e;
    nav_status status = nav_query_new(mesh, mem, &query);
    for (int i = 0; i < 2 && status == NAV_OK; i++) {
        status = nav_field_new(query, &goal, 1, &options[i], &field[i], NULL);
    }
    if (status == NAV_OK) {
        status = nav_field_compare(field[0], field[1], &e, NULL);
    }
    nav_field_free(field[0]);
    nav_field_free(field[1]);
    nav_query_free(query);
    return status;
}

START_TEST(test_comparing_survives_every_failed_allocation)
{
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[3,0],[3,2],[0,2]]]");
    ck_assert_uint_gt(nav_test_fail_allocations(compare_all, mesh), 4);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_field_grid(void)
{
    Suite *suite = suite_create("field_grid");
    TCase *by_hand = tcase_create("by hand");
    tcase_add_loop_test(by_hand, test_hand_worked_grids, 0,
                        sizeof hand_table / sizeof hand_table[0]);
    suite_add_tcase(suite, by_hand);

    TCase *arrays = tcase_create("plain arrays");
    tcase_add_loop_test(arrays, test_a_grid_is_that_of_plain_arrays, 0, 40);
    tcase_add_loop_test(arrays, test_walls_a_cell_thick_are_those_of_the_grid,
                        0, 8);
    suite_add_tcase(suite, arrays);

    TCase *floors = tcase_create("floors");
    tcase_add_test(floors, test_steps_lead_along_a_ramp_that_winds_over_itself);
    tcase_add_test(floors,
                   test_floors_that_wind_about_a_point_have_no_diagonals);
    tcase_add_test(floors, test_floors_that_nothing_joins_are_apart);
    suite_add_tcase(suite, floors);

    TCase *errors = tcase_create("errors");
    tcase_add_test(errors, test_errors_in_an_open_square_are_known);
    tcase_add_loop_test(errors, test_errors_of_a_grid_are_summed_up, 0, 6);
    tcase_add_test(errors, test_only_fields_of_the_same_grid_are_compared);
    tcase_add_test(errors, test_comparing_survives_every_failed_allocation);
    suite_add_tcase(suite, errors);
    return suite;
}
