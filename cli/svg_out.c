// svg_out.c - the layers of pictures of a mesh.
//
// Coordinates are those of the map, in units and from an origin that programs
// can draw (svg_frame.c); one transform turns the y axis up, but for the plan
// of a model whose y axis points up: it is seen from above, x to the right and
// z down the page.  Lines and dots have a size in proportion to the map. Closed
// polygons are not drawn.
//
// Everything is written as it is met; a path of any number of points takes no
// memory.
#include "svg_out.h"

#include <math.h>

// Longest side of the picture, in pixels.
#define PICTURE_SIZE 1000.0
// Margin, as a part of the longest side of the map.
#define MARGIN_PART 0.02

// Fills that stay apart from each other and from the lines drawn on them.
static const char *const fills[] = {"#cfe3f2", "#f6dcc0", "#d3ead0", "#ecd3e6",
                                    "#f3efb9", "#d9d6ee", "#f2cfcf", "#cdebe6"};
_Static_assert(sizeof fills / sizeof fills[0] == SVG_COLOURS, "colours");
// What belongs to no area where others do.
#define FILL_OTHER "#e9edf0"

const svg_stroke svg_portal = {"#7f8c99", 0.8, 4, 3};
const svg_stroke svg_boundary = {"#22313f", 2, 0, 0};
const svg_stroke svg_link = {SVG_LINK_COLOUR, 1.5, 6, 3};
const svg_stroke svg_path = {"#c0392b", 2.5, 0, 0};
const svg_stroke svg_agent = {SVG_WALKING, 1, 0, 0};

typedef struct picture {
    out *o;
    const svg_view *v;
} picture;

static void put_number(const picture *p, double value)
{
    out_number(p->o, value, p->v->precision);
}

void svg_out_point(out *o, const svg_view *v, char command, nav_vec2 at)
{
    nav_vec2 place = svg_frame_place(&v->frame, at);
    out_char(o, command);
    out_number(o, place.x, v->precision);
    out_char(o, ' ');
    out_number(o, place.y, v->precision);
}

static void put_point(const picture *p, char command, nav_vec2 at)
{
    svg_out_point(p->o, p->v, command, at);
}

// A side of the picture, never less than one pixel.
static void put_side(out *o, const char *name, double part)
{
    double pixels = PICTURE_SIZE * part;
    out_text(o, name);
    out_number(o, pixels < 1 ? 1 : pixels, 2);
    out_char(o, '"');
}

svg_view svg_out_view(const nav_mesh *mesh, const nav_obstacles *obstacles,
                      int precision)
{
    return (svg_view){.mesh = mesh,
                      .obstacles = obstacles,
                      .frame = svg_frame_of(mesh),
                      .precision = precision};
}

// How coordinates are to be read, for programs.
static void put_origin(out *o, const svg_frame *frame)
{
    if (!svg_frame_is_moved(frame)) {
        return;
    }
    out_text(o, " data-origin=\"");
    out_number(o, frame->origin.x, OUT_SHORTEST);
    out_char(o, ' ');
    out_number(o, frame->origin.y, OUT_SHORTEST);
    out_text(o, "\" data-unit=\"");
    out_number(o, frame->unit, OUT_SHORTEST);
    out_char(o, '"');
}

void svg_out_open(out *o, const svg_view *v, double right, double least)
{
    svg_frame frame = v->frame;
    double side = frame.longest;
    double margin = side * MARGIN_PART;
    double width =
        frame.map.max.x - frame.map.min.x + 2 * margin + side * right;
    double height =
        fmax(frame.map.max.y - frame.map.min.y, side * least) + 2 * margin;
    double longest = width > height ? width : height;
    const double extent[] = {frame.map.min.x - margin, frame.map.min.y - margin,
                             width, height};
    out_text(o, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_side(o, " width=\"", width / longest);
    put_side(o, " height=\"", height / longest);
    // Not by the precision asked for: a small map would lose its frame.
    for (int i = 0; i < 4; i++) {
        out_text(o, i == 0 ? " viewBox=\"" : " ");
        out_number(o, extent[i], OUT_SHORTEST);
    }
    out_char(o, '"');
    put_origin(o, &frame);
    // White, whatever the page around it is.
    out_text(o, ">\n<rect");
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {" x=\"", " y=\"", " width=\"",
                                            " height=\""};
        out_text(o, names[i]);
        out_number(o, extent[i], OUT_SHORTEST);
        out_char(o, '"');
    }
    out_text(o, " fill=\"#fff\"/>\n");
    out_text(o, frame.down ? "<g>\n" : "<g transform=\"scale(1 -1)\">\n");
}

const char *svg_out_colour(uint32_t colour)
{
    return colour < SVG_COLOURS ? fills[colour] : FILL_OTHER;
}

uint32_t svg_out_group(const nav_mesh *mesh, nav_poly_id polygon)
{
    if (nav_mesh_area_count(mesh) == 0) {
        return nav_mesh_polygon(mesh, polygon).island % SVG_COLOURS;
    }
    uint32_t area = nav_mesh_polygon_area(mesh, polygon);
    return area == NAV_NONE ? SVG_COLOURS : area % SVG_COLOURS;
}

static nav_vec2 corner(const picture *p, const nav_polygon *polygon, uint32_t i)
{
    return nav_mesh_vertices(p->v->mesh)[polygon->corners[i]];
}

static void put_polygon(const picture *p, const nav_polygon *polygon)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        put_point(p, i == 0 ? 'M' : 'L', corner(p, polygon, i));
    }
}

void svg_out_polygons(out *o, const svg_view *v, uint32_t colour)
{
    picture p = {o, v};
    const nav_mesh *mesh = v->mesh;
    uint32_t count = nav_mesh_get_info(mesh).polygons;
    bool any = false;
    for (nav_poly_id id = 0; id < count; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        if (polygon.island == NAV_NONE || svg_out_group(mesh, id) != colour) {
            continue;
        }
        if (!any) {
            out_text(o, "<g fill=\"");
            out_text(o, svg_out_colour(colour));
            out_text(o, "\">\n");
        }
        any = true;
        out_text(o, "<path d=\"");
        put_polygon(&p, &polygon);
        out_text(o, "Z\"/>\n");
    }
    out_text(o, any ? "</g>\n" : "");
}

void svg_out_stroke(out *o, const svg_stroke *stroke, double unit)
{
    out_text(o, " stroke=\"");
    out_text(o, stroke->colour);
    out_text(o, "\" stroke-width=\"");
    out_number(o, stroke->width * unit, OUT_SHORTEST);
    if (stroke->dash > 0) {
        out_text(o, "\" stroke-dasharray=\"");
        out_number(o, stroke->dash * unit, OUT_SHORTEST);
        out_char(o, ' ');
        out_number(o, stroke->gap * unit, OUT_SHORTEST);
    } else {
        out_text(o, "\" stroke-linecap=\"round\" stroke-linejoin=\"round");
    }
    out_char(o, '"');
}

// Not by the precision asked for: the width of a line is none of the map.
static void put_stroke(const picture *p, const svg_stroke *stroke)
{
    svg_out_stroke(p->o, stroke, p->v->frame.longest / SVG_UNITS);
}

// All portals, each once, or all boundary edges, as one path.
static void put_edges(const picture *p, bool portals, const svg_stroke *stroke)
{
    uint32_t count = nav_mesh_get_info(p->v->mesh).polygons;
    out_text(p->o, "<path fill=\"none\"");
    put_stroke(p, stroke);
    out_text(p->o, " d=\"");
    for (nav_poly_id id = 0; id < count; id++) {
        nav_polygon polygon = nav_mesh_polygon(p->v->mesh, id);
        // A closed polygon has no island; its neighbours have their sides.
        for (uint32_t i = 0; polygon.island != NAV_NONE && i < polygon.count;
             i++) {
            nav_poly_id other = polygon.neighbours[i];
            if (portals ? other == NAV_NONE || other < id : other != NAV_NONE) {
                continue;
            }
            uint32_t next = i + 1 < polygon.count ? i + 1 : 0;
            put_point(p, 'M', corner(p, &polygon, i));
            put_point(p, 'L', corner(p, &polygon, next));
            out_char(p->o, '\n');
        }
    }
    out_text(p->o, "\"/>\n");
}

void svg_out_attribute(out *o, const svg_view *v, const char *name,
                       double value)
{
    out_char(o, ' ');
    out_text(o, name);
    out_text(o, "=\"");
    out_number(o, value, v->precision);
    out_char(o, '"');
}

void svg_out_dot(out *o, const svg_view *v, nav_vec2 at, double part,
                 const char *fill)
{
    nav_vec2 place = svg_frame_place(&v->frame, at);
    out_text(o, "<circle");
    svg_out_attribute(o, v, "cx", place.x);
    svg_out_attribute(o, v, "cy", place.y);
    // Not by the precision asked for: a radius rounded to 0 would not show.
    out_text(o, " r=\"");
    out_number(o, v->frame.longest * part, OUT_SHORTEST);
    out_text(o, "\" fill=\"");
    out_text(o, fill);
    out_text(o, "\"/>\n");
}

static void put_dot(const picture *p, nav_vec2 at, const char *fill)
{
    svg_out_dot(p->o, p->v, at, SVG_DOT_PART, fill);
}

// A line for each link, and a dot where one that is one-way leads to.
static void put_links(const picture *p)
{
    uint32_t count = nav_mesh_link_count(p->v->mesh);
    out_text(p->o, "<path fill=\"none\"");
    put_stroke(p, &svg_link);
    out_text(p->o, " d=\"");
    for (uint32_t i = 0; i < count; i++) {
        nav_offmesh_link link = nav_mesh_link(p->v->mesh, i);
        put_point(p, 'M', link.from);
        put_point(p, 'L', link.to);
        out_char(p->o, '\n');
    }
    out_text(p->o, "\"/>\n");
    for (uint32_t i = 0; i < count; i++) {
        nav_offmesh_link link = nav_mesh_link(p->v->mesh, i);
        if (link.oneway) {
            put_dot(p, link.to, SVG_LINK_COLOUR);
        }
    }
}

void svg_out_walkable(out *o, const svg_view *v, const char *attributes)
{
    picture p = {o, v};
    uint32_t count = nav_mesh_get_info(v->mesh).polygons;
    out_text(o, "<path ");
    out_text(o, attributes);
    out_text(o, " d=\"");
    for (nav_poly_id id = 0; id < count; id++) {
        nav_polygon polygon = nav_mesh_polygon(v->mesh, id);
        if (polygon.island != NAV_NONE) {
            put_polygon(&p, &polygon);
            out_text(o, "Z\n");
        }
    }
    out_text(o, "\"/>\n");
}

void svg_out_outline(out *o, const svg_view *v)
{
    picture p = {o, v};
    put_edges(&p, false, &svg_boundary);
    if (nav_mesh_link_count(v->mesh) > 0) {
        put_links(&p);
    }
}

void svg_out_portals(out *o, const svg_view *v)
{
    picture p = {o, v};
    put_edges(&p, true, &svg_portal);
}

void svg_out_path(out *o, const svg_view *v, const nav_path *path)
{
    picture p = {o, v};
    out_text(o, "<polyline fill=\"none\"");
    put_stroke(&p, &svg_path);
    out_text(o, " points=\"");
    for (size_t i = 0; i < path->waypoint_count; i++) {
        nav_vec2 place = svg_frame_place(&v->frame, path->waypoints[i]);
        if (i > 0) {
            out_char(o, ' ');
        }
        put_number(&p, place.x);
        out_char(o, ',');
        put_number(&p, place.y);
    }
    out_text(o, "\"/>\n");
    put_dot(&p, path->start, SVG_START);
    put_dot(&p, path->end, SVG_GOAL);
}
