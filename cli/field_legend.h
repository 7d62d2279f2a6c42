// field_legend.h - the colours of a picture of a flow field, and what they
// mean.
#ifndef CLI_FIELD_LEGEND_H
#define CLI_FIELD_LEGEND_H

#include "field_out.h"
#include "svg_out.h"

// Steps of the colours, from goal to the farthest place, and those that are
// drawn apart.
enum { SHADES = 32, SHADE_UNREACHABLE = SHADES, SHADE_BLOCKED };

#define COLOUR_WALKABLE "#dfe4e8"
#define COLOUR_UNREACHABLE "#9aa7b2"
#define COLOUR_GOAL SVG_FIELD_GOAL

// Room that the legend takes to the right of the map and down the page, in
// parts of the map's longest side.
#define FIELD_LEGEND_WIDTH 0.29
#define FIELD_LEGEND_HEIGHT 0.46

// Writes the colour of a shade below SHADES, or that of SHADE_UNREACHABLE.
void field_put_shade(out *o, int shade);

// Writes the legend, on the page beside the frame.
void field_legend_out(out *o, const field_view *v, const svg_frame *frame);

#endif
