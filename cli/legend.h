// legend.h - what stands beside a picture: samples and what they mean.
#ifndef CLI_LEGEND_H
#define CLI_LEGEND_H

#include "svg_out.h"

// Sizes, in thousandths of the longest side of the map: a picture of which that
// is the whole width has as many pixels.
#define LEGEND_UNITS 1000
enum {
    LEGEND_FONT_SIZE = 20,
    LEGEND_LINE_HEIGHT = 34,
    LEGEND_SAMPLE_WIDTH = 30,
    LEGEND_TEXT_LEFT = LEGEND_SAMPLE_WIDTH + 12
};

// Begins the legend, to the right of the map; what follows is in these units,
// from the upper left corner down.
void legend_begin(out *o, const svg_frame *frame);
void legend_end(out *o);

// Writes an attribute that is a length, to the tenth.
void legend_attribute(out *o, const char *name, double value);

// Begins a box at the left, up to its fill.
void legend_begin_box(out *o, double y, double height);

// Begins a line of text, whose middle is at y.
void legend_begin_text(out *o, double x, double y);
void legend_end_text(out *o);
void legend_text(out *o, double x, double y, const char *text);

// A sample: a box in a colour (opacity NULL: whole), a dot, a line from 0 to
// `right`.
void legend_box(out *o, double y, const char *fill, const char *opacity);
void legend_dot(out *o, double y, const char *fill);
void legend_line(out *o, double y, double right, const svg_stroke *stroke);

#endif
