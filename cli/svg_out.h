// svg_out.h - the layers of pictures of a mesh.
#ifndef CLI_SVG_OUT_H
#define CLI_SVG_OUT_H

#include "out.h"
#include "svg_frame.h"

// Radius of a dot, as a part of the longest side of the map.
#define SVG_DOT_PART 0.006

// Polygons have the colour of their area or, on a mesh without areas, of their
// island; the colours come again and again.
#define SVG_COLOURS 8u

// Lines, in thousandths of the longest side of the map: not all programs draw
// lines with a width in pixels (vector-effect) in a picture that is scaled.
typedef struct svg_stroke {
    const char *colour;
    double width;
    double dash, gap; // 0 for a whole line
} svg_stroke;
extern const svg_stroke svg_portal, svg_boundary, svg_link, svg_path, svg_agent;

#define SVG_UNITS 1000.0

// Writes the attributes of a line; `unit` is a thousandth of that side.
void svg_out_stroke(out *o, const svg_stroke *stroke, double unit);

#define SVG_OBSTACLE "#8e5a3c"
#define SVG_OBSTACLE_OPACITY "0.35"
#define SVG_LINK_COLOUR "#8e44ad"
#define SVG_START "#1e8449"
#define SVG_GOAL "#c0392b"
#define SVG_ARRIVED "#1e8449"
#define SVG_WALKING "#c0392b"
#define SVG_STOPPED "#566573"
#define SVG_FIELD_GOAL "#0b6fa4"

// A picture is a head, in whose frame coordinates are those of the map, or such
// as svg_frame makes of them, and layers from below: what is walkable, others,
// the outline.

// What is drawn, and how.
typedef struct svg_view {
    const nav_mesh *mesh;
    const nav_obstacles *obstacles; // laid over it; may be NULL
    svg_frame frame;                // of the mesh
    int precision; // of coordinates as they are written, as for out_number
    bool labels;   // the numbers of the polygons as well
} svg_view;

// A view without labels.  Looks at the whole mesh, if obstacles are laid over
// it: once a picture.
svg_view svg_out_view(const nav_mesh *mesh, const nav_obstacles *obstacles,
                      int precision);

// The colour of a number below SVG_COLOURS, or of what has none of them.
const char *svg_out_colour(uint32_t colour);
// The number of a polygon's colour, SVG_COLOURS for none.
uint32_t svg_out_group(const nav_mesh *mesh, nav_poly_id polygon);

// Begins a picture.  It is wider than the map by `right`, and at least `least`
// high, both as parts of the map's longest side.
void svg_out_open(out *o, const svg_view *v, double right, double least);
// Draws all that is walkable with these attributes, as a path.
void svg_out_walkable(out *o, const svg_view *v, const char *attributes);
// Draws the polygons of one colour.
void svg_out_polygons(out *o, const svg_view *v, uint32_t colour);
void svg_out_portals(out *o, const svg_view *v);
// Draws the boundary and links.
void svg_out_outline(out *o, const svg_view *v);
// Writes a place of the map behind a command of a path.
void svg_out_point(out *o, const svg_view *v, char command, nav_vec2 at);
// Writes an attribute that is a coordinate or a length, as it is written.
void svg_out_attribute(out *o, const svg_view *v, const char *name,
                       double value);
// Draws a dot, its radius a part of the longest side of the map.
void svg_out_dot(out *o, const svg_view *v, nav_vec2 at, double part,
                 const char *fill);
// Draws a path.
void svg_out_path(out *o, const svg_view *v, const nav_path *path);

#endif
