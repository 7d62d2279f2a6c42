// field_legend.c - the colours of a picture of a flow field, and what they
// mean.
//
// Colours go in even steps of lightness from goal to the farthest place, so
// that the order of distances is seen in print without colours, and by those
// who do not tell them apart.  There are few enough of them to see lines of
// equal distance where they change.
#include "field_legend.h"

#include <math.h>
#include <stdio.h>

#define COLOUR_TEXT "#22313f"

// The legend, in thousandths of the longest side of the map: a picture of which
// that is the whole width has as many pixels.
#define UNITS 1000
enum {
    LEGEND_GAP = 40, // from the map
    FONT_SIZE = 20,
    LINE_HEIGHT = 34,
    BAR_TOP = 40,
    BAR_WIDTH = 30,
    SHADE_HEIGHT = 9,
    BAR_HEIGHT = SHADES * SHADE_HEIGHT,
    TEXT_LEFT = BAR_WIDTH + 12
};
// Most steps of its scale.
enum { TICKS = 6 };

typedef struct rgb {
    int red, green, blue;
} rgb;

// Lightness (L* of CIE 1976) 95, 84, 71, 56, 41, 27, 14.
static const rgb stops[] = {{253, 242, 200}, {248, 204, 124}, {238, 154, 90},
                            {210, 101, 95},  {156, 63, 115},  {95, 42, 109},
                            {44, 26, 74}};
enum { STOPS = sizeof stops / sizeof stops[0] };

static int between(int a, int b, int part, int whole)
{
    return (a * (whole - part) + b * part + whole / 2) / whole;
}

void field_put_shade(out *o, int shade)
{
    static const char digits[] = "0123456789abcdef";
    if (shade == SHADE_UNREACHABLE) {
        out_text(o, COLOUR_UNREACHABLE);
        return;
    }
    int place = shade * (STOPS - 1);
    int stop = place / (SHADES - 1);
    int part = place % (SHADES - 1);
    rgb a = stops[stop];
    rgb b = stops[stop + 1 < STOPS ? stop + 1 : stop];
    int parts[] = {between(a.red, b.red, part, SHADES - 1),
                   between(a.green, b.green, part, SHADES - 1),
                   between(a.blue, b.blue, part, SHADES - 1)};
    out_char(o, '#');
    for (int i = 0; i < 3; i++) {
        out_char(o, digits[parts[i] / 16]);
        out_char(o, digits[parts[i] % 16]);
    }
}

// To a tenth of a pixel.
static void put_attribute(out *o, const char *name, double value)
{
    out_char(o, ' ');
    out_text(o, name);
    out_text(o, "=\"");
    out_number(o, floor(value * 10 + 0.5) / 10, OUT_SHORTEST);
    out_char(o, '"');
}

static void begin_box(out *o, double y, double height)
{
    out_text(o, "<rect x=\"0\"");
    put_attribute(o, "y", y);
    put_attribute(o, "width", BAR_WIDTH);
    put_attribute(o, "height", height);
    out_text(o, " fill=\"");
}

// Begins a line of text, whose middle is at y.
static void begin_text(out *o, double x, double y)
{
    out_text(o, "<text");
    put_attribute(o, "x", x);
    put_attribute(o, "y", y + 0.35 * FONT_SIZE);
    out_char(o, '>');
}

static void put_text(out *o, double x, double y, const char *text)
{
    begin_text(o, x, y);
    out_text(o, text);
    out_text(o, "</text>\n");
}

// The double nearest to digits times ten to the exponent.
static double decimal(int digits, int exponent)
{
    char text[32];
    double value = 0;
    int size = snprintf(text, sizeof text, "%de%d", digits, exponent);
    (void)nav_number_read(text, (size_t)size, &value);
    return value;
}

// Distances at round steps: 1, 2 or 5 times a power of ten.
static void put_ticks(out *o, double most)
{
    static const int steps[] = {1, 2, 5, 10};
    int exponent = 0;
    int step = 0;
    while (decimal(10 * TICKS, exponent) < most) {
        exponent++;
    }
    while (decimal(TICKS, exponent) >= most) {
        exponent--;
    }
    while (decimal(steps[step] * TICKS, exponent) < most) {
        step++;
    }
    for (int i = 0; i <= TICKS; i++) {
        double value = decimal(i * steps[step], exponent);
        if (value > most) {
            break;
        }
        begin_text(o, TEXT_LEFT, BAR_TOP + value / most * BAR_HEIGHT);
        out_number(o, value, OUT_SHORTEST);
        out_text(o, "</text>\n");
    }
}

static void put_scale(out *o, double most)
{
    for (int i = 0; i < SHADES; i++) {
        // A little too high, so that no gap shows: the next one covers that.
        begin_box(o, BAR_TOP + i * SHADE_HEIGHT,
                  SHADE_HEIGHT + (i + 1 < SHADES ? 1 : 0));
        field_put_shade(o, i);
        out_text(o, "\"/>\n");
    }
    if (most > 0) {
        put_ticks(o, most);
    } else {
        put_text(o, TEXT_LEFT, BAR_TOP, "0");
    }
}

static void put_swatch(out *o, double y, const char *fill, const char *text)
{
    begin_box(o, y - 0.35 * LINE_HEIGHT, 0.7 * LINE_HEIGHT);
    out_text(o, fill);
    out_text(o, "\"/>\n");
    put_text(o, TEXT_LEFT, y, text);
}

static void put_goal(out *o, double y, const char *text)
{
    out_text(o, "<circle");
    put_attribute(o, "cx", BAR_WIDTH / 2.0);
    put_attribute(o, "cy", y);
    put_attribute(o, "r", SVG_DOT_PART * UNITS);
    out_text(o, " fill=\"" COLOUR_GOAL "\"/>\n");
    put_text(o, TEXT_LEFT, y, text);
}

void field_legend_out(out *o, const field_view *v, const svg_frame *frame)
{
    double unit = frame->longest / UNITS;
    double y = BAR_TOP + BAR_HEIGHT + LINE_HEIGHT;
    bool exact = v->info.method == NAV_FIELD_EXACT;
    out_text(o, "<g transform=\"translate(");
    out_number(o, frame->map.max.x + LEGEND_GAP * unit, OUT_SHORTEST);
    out_char(o, ' ');
    out_number(o, frame->map.min.y, OUT_SHORTEST);
    out_text(o, ") scale(");
    out_number(o, unit, OUT_SHORTEST);
    out_text(o, ")\" font-family=\"sans-serif\" fill=\"" COLOUR_TEXT "\"");
    put_attribute(o, "font-size", FONT_SIZE);
    out_text(o, ">\n");
    put_text(o, 0, FONT_SIZE / 2.0, exact ? "distance" : "distance (grid4)");
    put_scale(o, v->info.most);
    put_goal(o, y, v->info.goals > 1 ? "goals" : "goal");
    if (v->info.unreachable > 0) {
        y += LINE_HEIGHT;
        put_swatch(o, y, COLOUR_UNREACHABLE, "unreachable");
    }
    if (v->info.blocked > 0) {
        y += LINE_HEIGHT;
        put_swatch(o, y, COLOUR_WALKABLE, "part of a blocked cell");
    }
    out_text(o, "</g>\n");
}
