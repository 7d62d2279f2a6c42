// field_legend.c - the colours of a picture of a flow field, and what they
// mean.
//
// Colours go in even steps of lightness from goal to the farthest place, so
// that the order of distances is seen in print without colours, and by those
// who do not tell them apart.  There are few enough of them to see lines of
// equal distance where they change.
#include "field_legend.h"

#include "legend.h"

// The bar of colours.
enum { BAR_TOP = 40, SHADE_HEIGHT = 9, BAR_HEIGHT = SHADES * SHADE_HEIGHT };
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

// Distances at round steps: 1, 2 or 5 times a power of ten.
static void put_ticks(out *o, double most)
{
    static const int steps[] = {1, 2, 5, 10};
    int exponent = 0;
    int step = 0;
    while (svg_decimal(10 * TICKS, exponent) < most) {
        exponent++;
    }
    while (svg_decimal(TICKS, exponent) >= most) {
        exponent--;
    }
    while (svg_decimal(steps[step] * TICKS, exponent) < most) {
        step++;
    }
    for (int i = 0; i <= TICKS; i++) {
        double value = svg_decimal(i * steps[step], exponent);
        if (value > most) {
            break;
        }
        legend_begin_text(o, LEGEND_TEXT_LEFT,
                          BAR_TOP + value / most * BAR_HEIGHT);
        out_number(o, value, OUT_SHORTEST);
        legend_end_text(o);
    }
}

static void put_scale(out *o, double most)
{
    for (int i = 0; i < SHADES; i++) {
        // A little too high, so that no gap shows: the next one covers that.
        legend_begin_box(o, BAR_TOP + i * SHADE_HEIGHT,
                         SHADE_HEIGHT + (i + 1 < SHADES ? 1 : 0));
        field_put_shade(o, i);
        out_text(o, "\"/>\n");
    }
    if (most > 0) {
        put_ticks(o, most);
    } else {
        legend_text(o, LEGEND_TEXT_LEFT, BAR_TOP, "0");
    }
}

static void put_swatch(out *o, double y, const char *fill, const char *text)
{
    legend_box(o, y, fill, NULL);
    legend_text(o, LEGEND_TEXT_LEFT, y, text);
}

void field_legend_out(out *o, const field_view *v, const svg_frame *frame)
{
    double y = BAR_TOP + BAR_HEIGHT + LEGEND_LINE_HEIGHT;
    bool exact = v->info.method == NAV_FIELD_EXACT;
    legend_begin(o, frame);
    legend_text(o, 0, LEGEND_FONT_SIZE / 2.0,
                exact ? "distance" : "distance (grid4)");
    put_scale(o, v->info.most);
    legend_dot(o, y, COLOUR_GOAL);
    legend_text(o, LEGEND_TEXT_LEFT, y, v->info.goals > 1 ? "goals" : "goal");
    if (v->info.unreachable > 0) {
        y += LEGEND_LINE_HEIGHT;
        put_swatch(o, y, COLOUR_UNREACHABLE, "unreachable");
    }
    if (v->info.blocked > 0) {
        y += LEGEND_LINE_HEIGHT;
        put_swatch(o, y, COLOUR_WALKABLE, "part of a blocked cell");
    }
    legend_end(o);
}
