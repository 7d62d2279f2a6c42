// svg_legend.c - what is in a picture of a mesh.
//
// A scale; the areas, or the islands; and a line for each kind of thing that
// there is.
#include "svg_legend.h"

#include "legend.h"
#include "svg_obstacles.h"

enum {
    // Most areas or islands that are listed; colours come again after eight.
    LISTED_MOST = 12,
    // Most characters of a name, and the room for it up to the edge of the
    // picture, in hundredths of the size of the font: whole, or less three
    // dots, but for the blank behind them.
    NAME_MOST = 18,
    NAME_ROOM = 1140,
    NAME_ROOM_CUT = NAME_ROOM - 90,
    // Most length of the scale, in units of the legend.
    SCALE_MOST = 125,
    // Lines of the scale, portals and the boundary, and most of what is drawn
    // on top of the mesh.
    OTHERS = 3 + 5
};

typedef struct list {
    out *o;
    double y; // the middle of the next one
} list;

static void put_text(list *r, const char *text)
{
    legend_text(r->o, LEGEND_TEXT_LEFT, r->y, text);
    r->y += LEGEND_LINE_HEIGHT;
}

static void put_box(list *r, const char *fill, const char *text)
{
    legend_box(r->o, r->y, fill, NULL);
    put_text(r, text);
}

static void put_line(list *r, const svg_stroke *stroke, const char *text)
{
    legend_line(r->o, r->y, LEGEND_SAMPLE_WIDTH, stroke);
    put_text(r, text);
}

static void put_dot(list *r, const char *fill, const char *text)
{
    legend_dot(r->o, r->y, fill);
    put_text(r, text);
}

static double round_length(int exponent, int which)
{
    static const int digits[] = {1, 2, 5};
    return svg_decimal(digits[which], exponent);
}

// A line of a round length: 1, 2 or 5 times a power of ten, in the units of the
// map, whose longest side is given in them.
static void put_scale(list *r, double side)
{
    static const svg_stroke scale = {"#22313f", 4, 0, 0};
    double most = side * SCALE_MOST / LEGEND_UNITS;
    int exponent = 0;
    int which = 2;
    while (round_length(exponent + 1, 0) <= most) {
        exponent++;
    }
    while (round_length(exponent, 0) > most) {
        exponent--;
    }
    while (round_length(exponent, which) > most) {
        which--;
    }
    double length = round_length(exponent, which);
    double right = length / side * LEGEND_UNITS;
    legend_line(r->o, r->y, right, &scale);
    legend_begin_text(r->o, right + 12, r->y);
    out_number(r->o, length, OUT_SHORTEST);
    legend_end_text(r->o);
    r->y += LEGEND_LINE_HEIGHT;
}

// How many bytes a character has.
static size_t size_of(const char *at, size_t left)
{
    size_t size = 1;
    while (size < left && ((unsigned char)at[size] & 0xc0) == 0x80) {
        size++;
    }
    return size;
}

// The width of a character, in hundredths of the size of the font.  Which font
// it will be is not known: this is DejaVu Sans, none of the usual ones is much
// wider.  Of other letters than these it is a generous mean.
static unsigned width_of(const char *at, size_t bytes)
{
    static const unsigned char ascii[] = {
        32,  40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34,
        64,  64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53,
        100, 68, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79,
        60,  79, 70, 64, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50,
        50,  61, 64, 55, 64, 62, 35, 64, 63, 28, 28, 58, 28, 97, 63, 61,
        64,  64, 41, 52, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84, 0};
    unsigned char first = (unsigned char)at[0];
    if (first < 0x80) {
        return first >= ' ' ? ascii[first - ' '] : 0;
    }
    if (first == 0xc3 && bytes == 2 && (unsigned char)at[1] >= 0x9f) {
        return 64; // the small ones of Latin-1
    }
    return first < 0xe0 ? 78 : first < 0xf0 ? 100 : 130;
}

// How much of a name is written: all, or what leaves room for dots.
static size_t size_that_fits(const char *name, size_t size)
{
    size_t fits = 0;
    size_t i = 0;
    unsigned width = 0;
    for (int n = 0; n < NAME_MOST && i < size && width <= NAME_ROOM; n++) {
        size_t bytes = size_of(name + i, size - i);
        width += width_of(name + i, bytes);
        i += bytes;
        fits = width <= NAME_ROOM_CUT ? i : fits;
    }
    return i == size && width <= NAME_ROOM ? size : fits;
}

// The beginning of a name, as XML.
static void put_name(out *o, const char *name, size_t size)
{
    size_t fits = size_that_fits(name, size);
    for (size_t i = 0; i < fits; i++) {
        switch (name[i]) {
        case '<':
            out_text(o, "&lt;");
            break;
        case '>':
            out_text(o, "&gt;");
            break;
        case '&':
            out_text(o, "&amp;");
            break;
        default:
            out_char(o, name[i]);
            break;
        }
    }
    out_text(o, fits < size ? "\xe2\x80\xa6" : "");
}

static bool has_others(const nav_mesh *mesh)
{
    uint32_t count = nav_mesh_get_info(mesh).polygons;
    for (nav_poly_id id = 0; id < count; id++) {
        if (nav_mesh_polygon(mesh, id).island != NAV_NONE &&
            svg_out_group(mesh, id) == SVG_COLOURS) {
            return true;
        }
    }
    return false;
}

static void put_areas(list *r, const nav_mesh *mesh)
{
    uint32_t count = nav_mesh_area_count(mesh);
    for (uint32_t i = 0; i < count && i < LISTED_MOST; i++) {
        size_t size = 0;
        const char *name = nav_mesh_area_name(mesh, i, &size);
        legend_box(r->o, r->y, svg_out_colour(i % SVG_COLOURS), NULL);
        legend_begin_text(r->o, LEGEND_TEXT_LEFT, r->y);
        put_name(r->o, name, size);
        legend_end_text(r->o);
        r->y += LEGEND_LINE_HEIGHT;
    }
    if (count > LISTED_MOST) {
        put_text(r, "and more");
    }
    if (has_others(mesh)) {
        put_box(r, svg_out_colour(SVG_COLOURS), "no area");
    }
}

// The least number of an island that is `least` or more, NAV_NONE for none: on
// a mesh with obstacles laid over it numbers are out of use.
static uint32_t next_island(const nav_mesh *mesh, uint32_t least)
{
    uint32_t count = nav_mesh_get_info(mesh).polygons;
    uint32_t next = NAV_NONE;
    for (nav_poly_id id = 0; id < count; id++) {
        uint32_t island = nav_mesh_polygon(mesh, id).island;
        if (island >= least && island < next) {
            next = island;
        }
    }
    return next;
}

static void put_islands(list *r, const nav_mesh *mesh)
{
    uint32_t island = next_island(mesh, 0);
    if (island != NAV_NONE && next_island(mesh, island + 1) == NAV_NONE) {
        put_box(r, svg_out_colour(island % SVG_COLOURS), "walkable");
        return;
    }
    for (uint32_t i = 0; i < LISTED_MOST && island != NAV_NONE; i++) {
        legend_box(r->o, r->y, svg_out_colour(island % SVG_COLOURS), NULL);
        legend_begin_text(r->o, LEGEND_TEXT_LEFT, r->y);
        out_text(r->o, "island ");
        out_count(r->o, island);
        legend_end_text(r->o);
        r->y += LEGEND_LINE_HEIGHT;
        island = next_island(mesh, island + 1);
    }
    if (island != NAV_NONE) {
        put_text(r, "and more");
    }
}

static void put_links(list *r, const nav_mesh *mesh)
{
    uint32_t count = nav_mesh_link_count(mesh);
    if (count > 0) {
        put_line(r, &svg_link, "link");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (nav_mesh_link(mesh, i).oneway) {
            put_dot(r, SVG_LINK_COLOUR, "one-way to here");
            return;
        }
    }
}

static void put_content(list *r, svg_content content)
{
    switch (content) {
    case SVG_CONTENT_NONE:
        break;
    case SVG_CONTENT_PATHS:
        put_line(r, &svg_path, "path");
        put_dot(r, SVG_START, "start");
        put_dot(r, SVG_GOAL, "goal");
        break;
    case SVG_CONTENT_AGENTS:
        put_line(r, &svg_agent, "way of an agent");
        put_dot(r, SVG_ARRIVED, "arrived");
        put_dot(r, SVG_WALKING, "walking");
        put_dot(r, SVG_STOPPED, "without a way");
        put_dot(r, SVG_FIELD_GOAL, "goal");
        break;
    }
}

// What is drawn on top is not known yet, and has its room in any case.
double svg_legend_height(const svg_view *v)
{
    nav_mesh_info info = nav_mesh_get_info(v->mesh);
    uint32_t count = info.areas > 0 ? info.areas + 1 : info.islands;
    uint32_t lines = OTHERS + (count < LISTED_MOST ? count : LISTED_MOST + 2);
    lines += info.links > 0 ? 2 : 0;
    lines += svg_obstacles_any(v) ? 1 : 0;
    return (double)(lines * LEGEND_LINE_HEIGHT) / LEGEND_UNITS;
}

void svg_legend_out(out *o, const svg_view *v, svg_content content)
{
    nav_mesh_info info = nav_mesh_get_info(v->mesh);
    list r = {o, LEGEND_FONT_SIZE / 2.0};
    legend_begin(o, &v->frame);
    put_scale(&r, v->frame.side);
    if (nav_mesh_area_count(v->mesh) > 0) {
        put_areas(&r, v->mesh);
    } else {
        put_islands(&r, v->mesh);
    }
    if (info.portals > 0) {
        put_line(&r, &svg_portal, "portal");
    }
    put_line(&r, &svg_boundary, "boundary");
    put_links(&r, v->mesh);
    if (svg_obstacles_any(v)) {
        legend_box(o, r.y, SVG_OBSTACLE, SVG_OBSTACLE_OPACITY);
        put_text(&r, "obstacle");
    }
    put_content(&r, content);
    legend_end(o);
}
