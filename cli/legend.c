// legend.c - what stands beside a picture: samples and what they mean.
//
// The legend has the size that suits the picture, whatever the units of the
// map: one transform makes thousandths of the longest side of them.
#include "legend.h"

#include <math.h>

#define COLOUR_TEXT "#22313f"
// Between the map and the legend.
#define GAP 40

// To a tenth of a pixel.
void legend_attribute(out *o, const char *name, double value)
{
    out_char(o, ' ');
    out_text(o, name);
    out_text(o, "=\"");
    out_number(o, floor(value * 10 + 0.5) / 10, OUT_SHORTEST);
    out_char(o, '"');
}

void legend_begin(out *o, const svg_frame *frame)
{
    double unit = frame->longest / LEGEND_UNITS;
    out_text(o, "<g transform=\"translate(");
    out_number(o, frame->map.max.x + GAP * unit, OUT_SHORTEST);
    out_char(o, ' ');
    out_number(o, frame->map.min.y, OUT_SHORTEST);
    out_text(o, ") scale(");
    out_number(o, unit, OUT_SHORTEST);
    out_text(o, ")\" font-family=\"sans-serif\" fill=\"" COLOUR_TEXT "\"");
    legend_attribute(o, "font-size", LEGEND_FONT_SIZE);
    out_text(o, ">\n");
}

void legend_end(out *o)
{
    out_text(o, "</g>\n");
}

void legend_begin_box(out *o, double y, double height)
{
    out_text(o, "<rect x=\"0\"");
    legend_attribute(o, "y", y);
    legend_attribute(o, "width", LEGEND_SAMPLE_WIDTH);
    legend_attribute(o, "height", height);
    out_text(o, " fill=\"");
}

void legend_begin_text(out *o, double x, double y)
{
    out_text(o, "<text");
    legend_attribute(o, "x", x);
    legend_attribute(o, "y", y + 0.35 * LEGEND_FONT_SIZE);
    out_char(o, '>');
}

void legend_end_text(out *o)
{
    out_text(o, "</text>\n");
}

void legend_text(out *o, double x, double y, const char *text)
{
    legend_begin_text(o, x, y);
    out_text(o, text);
    legend_end_text(o);
}

void legend_box(out *o, double y, const char *fill, const char *opacity)
{
    legend_begin_box(o, y - 0.35 * LEGEND_LINE_HEIGHT,
                     0.7 * LEGEND_LINE_HEIGHT);
    out_text(o, fill);
    if (opacity != NULL) {
        out_text(o, "\" fill-opacity=\"");
        out_text(o, opacity);
    }
    out_text(o, "\"/>\n");
}

void legend_dot(out *o, double y, const char *fill)
{
    out_text(o, "<circle");
    legend_attribute(o, "cx", LEGEND_SAMPLE_WIDTH / 2.0);
    legend_attribute(o, "cy", y);
    legend_attribute(o, "r", SVG_DOT_PART * LEGEND_UNITS);
    out_text(o, " fill=\"");
    out_text(o, fill);
    out_text(o, "\"/>\n");
}

void legend_line(out *o, double y, double right, const svg_stroke *stroke)
{
    out_text(o, "<line x1=\"0\"");
    legend_attribute(o, "y1", y);
    legend_attribute(o, "x2", right);
    legend_attribute(o, "y2", y);
    svg_out_stroke(o, stroke, 1);
    out_text(o, "/>\n");
}
