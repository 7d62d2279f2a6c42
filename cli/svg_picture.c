// svg_picture.c - pictures of a mesh and of paths on it.
//
// Layers, from below: polygons in the colour of their area or island, portals,
// boundary, links, obstacles, paths, numbers.  Beside the map stands what it
// all means.
#include "svg_picture.h"

#include "svg_labels.h"
#include "svg_legend.h"
#include "svg_obstacles.h"

void svg_picture_begin(out *o, const svg_view *v)
{
    svg_out_open(o, v, SVG_LEGEND_WIDTH, svg_legend_height(v));
    for (uint32_t colour = 0; colour <= SVG_COLOURS; colour++) {
        svg_out_polygons(o, v, colour);
    }
    svg_out_portals(o, v);
    svg_out_outline(o, v);
    svg_obstacles_out(o, v);
}

void svg_picture_end(out *o, const svg_view *v, svg_content content)
{
    out_text(o, "</g>\n");
    if (v->labels) {
        svg_labels_out(o, v);
    }
    svg_legend_out(o, v, content);
    out_text(o, "</svg>\n");
}
