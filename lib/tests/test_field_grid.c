// test_field_grid.c - NAV_FIELD_GRID4 against grids worked out by hand, and
// against a plain grid that knows nothing of meshes.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field/cells.h"
#include "field_support.h"
#include "mesh_support.h"
#include "plain_grid.h"
#include "suites.h"

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

// The mesh of a picture, its cells `cell` wide from `origin` on, and its goals.
static nav_mesh *build_hand_map(const hand_case *c, nav_vec2 origin,
                                double cell, nav_point *goals, size_t *count)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    plain_add_box(shape, origin.x, origin.y, origin.x + SIDE * cell,
                  origin.y + SIDE * cell);
    *count = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            char letter = c->map[SIDE - 1 - y][x];
            double left = origin.x + x * cell, low = origin.y + y * cell;
            if (letter == '#') {
                plain_add_box(shape, left, low, left + cell, low + cell);
            } else if (letter == 'G') {
                goals[(*count)++] =
                    nav_test_on_plane(left + cell / 2, low + cell / 2);
            }
        }
    }
    return plain_bake(shape);
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
                plain_options(cell, full ? NAV_CELL_FULL : NAV_CELL_CENTRE));
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
enum { HALVES = PLAIN_MOST / 2 };

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
    plain_add_box(shape, 0.5 * r.x0, 0.5 * r.y0, 0.5 * r.x1, 0.5 * r.y1);
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

static plain_grid *new_plain(const raster *map, const nav_field_info *f,
                             nav_cell_test test)
{
    plain_grid *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    ck_assert_uint_le(f->columns, PLAIN_MOST);
    ck_assert_uint_le(f->rows, PLAIN_MOST);
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

// A goal anywhere, be its cell blocked; steps are counted from there as well.
static size_t draw_any_goal(nav_test_random *random, const nav_field_info *f,
                            const raster *map, plain_grid *g, nav_point *goal)
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
        nav_test_bed bed = nav_test_bed_new(plain_bake(shape));
        double cell = plain_cells[round % 6];
        nav_cell_test test = round / 6 ? NAV_CELL_FULL : NAV_CELL_CENTRE;
        nav_field_options options = plain_options(cell, test);
        plain_find_cells(&bed, options);
        plain_grid *g = new_plain(&map, &bed.info, test);
        nav_point goals[PLAIN_GOALS];
        size_t count =
            plain_draw_goals(&random, &bed.info, g, goals, (size_t)round % 3);
        count += draw_any_goal(&random, &bed.info, &map, g, goals + count);
        if (count > 0) {
            plain_heat_up(g);
            nav_test_bed_make(&bed, goals, count, options);
            for (size_t i = 0; i < bed.info.places; i++) {
                nav_place p = nav_field_place(bed.field, i);
                plain_compare(g, &p, cell);
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

START_TEST(test_walls_a_cell_thick_are_those_of_the_grid)
{
    static const int goal[][2] = {{32, 18}, {0, 0}, {1, 24}, {45, 8}};
    plain_grid *g = calloc(1, sizeof *g);
    ck_assert_ptr_nonnull(g);
    static const int goals = sizeof goal / sizeof goal[0];
    nav_mesh *mesh = plain_build_walls(g);
    nav_test_bed bed = nav_test_bed_new(_i < goals ? mesh : lift(mesh));
    const int *at_cell = goal[_i % goals];
    g->heat[at_cell[1]][at_cell[0]] = 0;
    plain_heat_up(g);
    nav_point at = nav_test_on_plane((at_cell[0] + 0.375) * PLAIN_SIDE,
                                     (at_cell[1] + 0.5) * PLAIN_SIDE);
    nav_test_bed_make(&bed, &at, 1, plain_options(PLAIN_SIDE, NAV_CELL_CENTRE));
    ck_assert_uint_eq(bed.info.columns, PLAIN_COLUMNS);
    ck_assert_uint_eq(bed.info.rows, PLAIN_ROWS);
    for (size_t i = 0; i < bed.info.places; i++) {
        nav_place p = nav_field_place(bed.field, i);
        plain_compare(g, &p, PLAIN_SIDE);
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

// Quotients are rounded: 0.3 / 0.1 is 3, and yet 3 * 0.1 is greater than 0.3.
START_TEST(test_a_point_is_in_the_cell_whose_lines_are_around_it)
{
    nav_mesh *mesh = nav_test_bake_json("[[[0,0],[10,0],[10,10],[0,10]]]");
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_cells cells;
    size_t corrected = 0;
    ck_assert_int_eq(nav_cells_init(&cells, mesh, 0.1, &mem), NAV_OK);
    for (int i = 0; i < 100; i++) {
        double at = i / 10.0;
        size_t column = nav_cells_find(&cells, (nav_vec2){at, 0});
        size_t row = nav_cells_find(&cells, (nav_vec2){0, at}) / cells.columns;
        ck_assert_uint_eq(row, column);
        ck_assert_double_le((double)column * 0.1, at);
        ck_assert_double_gt((double)(column + 1) * 0.1, at);
        corrected += column < (size_t)(at * (1 / 0.1));
    }
    ck_assert_uint_gt(corrected, 0);
    nav_cells_fini(&cells);
    nav_mesh_free(mesh);
}
END_TEST

START_TEST(test_steps_lead_along_a_ramp_that_winds_over_itself)
{
    nav_test_bed bed = nav_test_bed_new(nav_test_make_ramp());
    for (int goal = 0; goal < NAV_TEST_RAMP; goal++) {
        nav_point at = nav_test_ramp_point(goal);
        nav_test_bed_make(&bed, &at, 1, plain_options(1, NAV_CELL_CENTRE));
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
    nav_test_bed_make(&bed, &goal, 1, plain_options(1, NAV_CELL_CENTRE));
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
    // The second time below zero.
    double low_at = _i ? -7 : 0, high_at = low_at + 5;
    const nav_vec3 vertex[] = {{0, 0, low_at},      {4, 0, low_at},
                               {4, 3, low_at},      {0, 3, low_at},
                               {0, 0, high_at},     {4, 0, high_at},
                               {4, 3, high_at},     {0, 3, high_at},
                               {6, 0, high_at + 1}, {6, 3, high_at + 1}};
    static const uint32_t corner[] = {0, 1, 2, 3, 4, 5, 6, 7, 5, 8, 9, 6};
    static const uint32_t counts[] = {4, 4, 4};
    nav_test_bed bed =
        nav_test_bed_new(nav_test_make_floors(vertex, 10, corner, counts, 3));
    const nav_point upstairs = {{5.5, 0.5}, NAV_FLOOR_ONLY, 0};
    const nav_point downstairs = {{0.5, 0.5}, NAV_FLOOR_LOWEST, 0};
    for (int low = 0; low < 2; low++) {
        nav_test_bed_make(&bed, low ? &downstairs : &upstairs, 1,
                          plain_options(1, NAV_CELL_CENTRE));
        ck_assert_uint_eq(bed.info.columns, 6);
        ck_assert_uint_eq(bed.info.rows, 3);
        ck_assert_uint_eq(bed.info.floors, 2);
        ck_assert_uint_eq(bed.info.places, 30);
        size_t two;
        size_t first = nav_field_cell(bed.field, 0, 0, &two);
        ck_assert_uint_eq(two, 2);
        ck_assert_double_eq(nav_field_place(bed.field, first).height, low_at);
        for (size_t i = 0; i < bed.info.places; i++) {
            nav_place p = nav_field_place(bed.field, i);
            double steps = low ? p.column + p.row : 5 - p.column + p.row;
            bool apart = (p.height < low_at + 1) != (low == 1);
            NAV_TEST_CHECK_MSG(p.distance == (apart ? HUGE_VAL : steps),
                               "(%g, %g) height %g: %g", p.centre.x, p.centre.y,
                               p.height, p.distance);
        }
    }
    nav_test_bed_free(&bed);
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
    tcase_add_test(arrays,
                   test_a_point_is_in_the_cell_whose_lines_are_around_it);
    suite_add_tcase(suite, arrays);

    TCase *floors = tcase_create("floors");
    tcase_add_test(floors, test_steps_lead_along_a_ramp_that_winds_over_itself);
    tcase_add_test(floors,
                   test_floors_that_wind_about_a_point_have_no_diagonals);
    tcase_add_loop_test(floors, test_floors_that_nothing_joins_are_apart, 0, 2);
    suite_add_tcase(suite, floors);

    return suite;
}
