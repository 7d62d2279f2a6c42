// svg_legend.h - what is in a picture of a mesh.
#ifndef CLI_SVG_LEGEND_H
#define CLI_SVG_LEGEND_H

#include "svg_picture.h"

// Room that the legend takes to the right of the map and, at most, down the
// page, in parts of the map's longest side.
#define SVG_LEGEND_WIDTH 0.29
double svg_legend_height(const svg_view *v);

// Writes the legend, on the page.
void svg_legend_out(out *o, const svg_view *v, svg_content content);

#endif
