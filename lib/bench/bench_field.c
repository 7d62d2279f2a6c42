// bench_field.c - what flow fields cost, as CSV on stdout.
//
// The map is a square with random rectangles taken out, a fifth of its area;
// "lattice" draws their sides on multiples of the cell, so that walls are in
// line with each other and with the sides of cells.  For each method and number
// of cells, at the best and the median of its runs: milliseconds of
// nav_field_new, all of it, and of reading every place after that; and millions
// of cells a second, both by the best.
#include <stdio.h>

#include "dice.h"
#include "measure.h"

enum { RECTANGLES = 147, RUNS = 7, LARGEST = 2048 };

// Cells of 1 of the map as it is measured most; finer ones are parts of it.
static const double side = 512;

static nav_dice dice = {1};

static double draw(void)
{
    return nav_dice_unit(&dice);
}

static void add_box(nav_shape *shape, double x, double y, double w, double h)
{
    const nav_vec2 box[] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    bench_check(nav_shape_add_ring(shape, box, 4, NULL));
}

static double draw_length(double most, bool on_lattice)
{
    double length = most * draw();
    return on_lattice ? (double)(int)length : length;
}

// Sides of 6 to 34 cover a fifth.
static nav_mesh *bake_map(bool on_lattice)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_bake_options options = nav_bake_options_default();
    bench_check(nav_shape_new(NULL, &shape));
    add_box(shape, 0, 0, side, side);
    for (int i = 0; i < RECTANGLES; i++) {
        double x = draw_length(side, on_lattice) - 10;
        double y = draw_length(side, on_lattice) - 10;
        double w = 6 + draw_length(28, on_lattice);
        double h = 6 + draw_length(28, on_lattice);
        add_box(shape, x, y, w, h);
    }
    bench_check(nav_bake(shape, &options, NULL, &mesh, NULL, NULL));
    nav_shape_free(shape);
    return mesh;
}

// Reads every place; what is added up keeps the compiler from leaving it out.
static double read_all(const nav_field *field)
{
    size_t places = nav_field_get_info(field).places;
    double sum = 0;
    for (size_t i = 0; i < places; i++) {
        nav_place p = nav_field_place(field, i);
        sum += p.direction.x + (double)p.status;
    }
    return sum;
}

static void run(nav_query *query, const char *map, nav_field_method method,
                int columns)
{
    static volatile double sink;
    const nav_field_options options = {
        .cell = side / columns, .method = method, .snap = side};
    const nav_point goal = {{0.3 * side, 0.4 * side}, NAV_FLOOR_ONLY, 0};
    double make[RUNS], read[RUNS];
    nav_field_info info = {.places = 0};
    for (int i = 0; i < RUNS; i++) {
        nav_field *field = NULL;
        double begun = bench_now();
        bench_check(nav_field_new(query, &goal, 1, &options, &field, NULL));
        make[i] = bench_now() - begun;
        begun = bench_now();
        sink = read_all(field);
        read[i] = bench_now() - begun;
        info = nav_field_get_info(field);
        nav_field_free(field);
    }
    (void)sink;
    bench_sort(make, RUNS);
    bench_sort(read, RUNS);
    double cells = (double)info.places;
    (void)printf("%s,%s,%u,%zu,%.1f,%.3f,%.3f,%.1f,%.3f,%.3f,%.1f\n", map,
                 method == NAV_FIELD_EXACT ? "exact" : "grid4", info.columns,
                 info.places, 100.0 * (double)info.blocked / cells,
                 1e3 * make[0], 1e3 * make[RUNS / 2], 1e-6 * cells / make[0],
                 1e3 * read[0], 1e3 * read[RUNS / 2], 1e-6 * cells / read[0]);
    (void)fflush(stdout);
}

int main(void)
{
    (void)printf("map,method,columns,cells,blocked_percent,make_ms_min,"
                 "make_ms_median,make_mcells_s,read_ms_min,read_ms_median,"
                 "read_mcells_s\n");
    for (int kind = 0; kind < 2; kind++) {
        const char *map = kind == 0 ? "any" : "lattice";
        nav_mesh *mesh = bake_map(kind == 1);
        nav_query *query = NULL;
        bench_check(nav_query_new(mesh, NULL, &query));
        for (int columns = 128; columns <= LARGEST; columns *= 2) {
            run(query, map, NAV_FIELD_EXACT, columns);
            run(query, map, NAV_FIELD_GRID4, columns);
        }
        nav_query_free(query);
        nav_mesh_free(mesh);
    }
    return 0;
}
