// maps.c - large maps for the benches.
//
//   star    one spiky ring around the origin, its radius white noise
//   holes   a square with a jittered hole, of four corners, in every cell
//   rooms   a square of rooms: walls with doors, as holes that touch
//   comb    a bar with long thin teeth
//
// Everything comes from one generator of integers and from arithmetic that
// rounds the same everywhere, so no sine: directions are rational points of the
// unit circle.
#include "maps.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "navmesh.h"

static nav_dice dice;

static double uniform(void)
{
    return nav_dice_unit(&dice);
}

static void add_bytes(bench_text *text, const char *bytes, size_t size)
{
    if (text->size + size > text->capacity) {
        text->capacity = 2 * text->capacity + size + 4096;
        text->bytes = realloc(text->bytes, text->capacity);
        if (!text->bytes) {
            (void)fprintf(stderr, "bench: out of memory\n");
            exit(5);
        }
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void add(bench_text *text, const char *string)
{
    add_bytes(text, string, strlen(string));
}

static void add_point(bench_text *text, bool first, double x, double y)
{
    char number[NAV_NUMBER_SIZE];
    add(text, first ? "[" : ",[");
    add_bytes(text, number, nav_number_write(x, number));
    add(text, ",");
    add_bytes(text, number, nav_number_write(y, number));
    add(text, "]");
}

static void add_box(bench_text *text, double x0, double y0, double x1,
                    double y1)
{
    add(text, ",[");
    add_point(text, true, x0, y0);
    add_point(text, false, x1, y0);
    add_point(text, false, x1, y1);
    add_point(text, false, x0, y1);
    add(text, "]");
}

static void add_square(bench_text *text, double side)
{
    add(text, "[");
    add_point(text, true, 0, 0);
    add_point(text, false, side, 0);
    add_point(text, false, side, side);
    add_point(text, false, 0, side);
    add(text, "]");
}

static size_t square_root(size_t n)
{
    size_t root = 0;
    while ((root + 1) * (root + 1) <= n) {
        root++;
    }
    return root;
}

static void star(bench_text *text, size_t points)
{
    size_t quarter = points / 4;
    add(text, "[");
    for (size_t i = 0; i < 4 * quarter; i++) {
        // A quarter of the unit circle by its rational points, turned.
        double t = (double)(i % quarter) / (double)quarter;
        double c = (1 - t * t) / (1 + t * t);
        double s = 2 * t / (1 + t * t);
        double radius = 1e6 * (0.5 + 0.5 * uniform());
        double x[4] = {c, -s, -c, s};
        double y[4] = {s, c, -s, -c};
        size_t q = i / quarter;
        add_point(text, i == 0, radius * x[q], radius * y[q]);
    }
    add(text, "]");
}

static void holes(bench_text *text, size_t points)
{
    size_t grid = square_root(points / 4);
    add_square(text, 100.0 * (double)grid);
    for (size_t i = 0; i < grid * grid; i++) {
        double x = 100.0 * (double)(i % grid) + 25 + 50 * uniform();
        double y = 100.0 * (double)(i / grid) + 25 + 50 * uniform();
        double a = 4 + 12 * uniform();
        double b = 4 + 12 * uniform();
        add(text, ",[");
        add_point(text, true, x - a, y - b);
        add_point(text, false, x + b, y - a);
        add_point(text, false, x + a, y + b);
        add_point(text, false, x - b, y + a);
        add(text, "]");
    }
}

// Walls of rooms of side 10 with a door in the middle of each, as two boxes to
// the left of and below every room; boxes meet in the rooms' corners.
static void rooms(bench_text *text, size_t points)
{
    size_t grid = square_root(points / 16);
    add_square(text, 10.0 * (double)grid);
    for (size_t i = 0; i < grid * grid; i++) {
        double x = 10.0 * (double)(i % grid);
        double y = 10.0 * (double)(i / grid);
        double door = 2 + 4 * uniform();
        add_box(text, x, y, x + door, y + 1);
        add_box(text, x + door + 2, y, x + 10, y + 1);
        add_box(text, x, y + 1, x + 1, y + door);
        add_box(text, x, y + door + 2, x + 1, y + 10);
    }
}

static void comb(bench_text *text, size_t points)
{
    size_t teeth = points / 4;
    add(text, "[");
    add_point(text, true, 0, 0);
    add_point(text, false, 2.0 * (double)teeth - 1, 0);
    for (size_t i = teeth; i-- > 0;) {
        double x = 2.0 * (double)i;
        add_point(text, false, x + 1, 100);
        add_point(text, false, x, 100);
        if (i > 0) {
            add_point(text, false, x, 1);
            add_point(text, false, x - 1, 1);
        }
    }
    add(text, "]");
}

bool bench_map(const char *kind, size_t points, bench_text *text)
{
    *text = (bench_text){NULL, 0, 0};
    dice = (nav_dice){1};
    add(text, "[");
    if (strcmp(kind, "star") == 0) {
        star(text, points);
    } else if (strcmp(kind, "holes") == 0) {
        holes(text, points);
    } else if (strcmp(kind, "rooms") == 0) {
        rooms(text, points);
    } else if (strcmp(kind, "comb") == 0) {
        comb(text, points);
    } else {
        return false;
    }
    add(text, "]");
    return true;
}
