// svg_labels.c - the numbers of polygons, in a picture.
//
// A number stands in the middle of its polygon, and is so small that it lies in
// a circle around the centroid that touches the nearest side: polygons do not
// overlap, so neither do numbers, but where floors lie over each other.  What
// is too small to be seen in the picture as it is can be made larger; only
// under a twentieth of a pixel nothing is written.
#include "svg_labels.h"

#include <math.h>

#include "legend.h"

// All in thousandths of the longest side of the map.
#define FONT_MOST 16.0
#define FONT_LEAST 0.05
// Half of a digit's width and of its height with the rim, and the width of the
// rim, as parts of the size of the font.
#define DIGIT_WIDTH 0.33
#define DIGIT_HEIGHT 0.42
#define RIM 0.15

typedef struct labels {
    out *o;
    const svg_view *v;
} labels;

// A corner of a polygon, on the page.
static nav_vec2 corner(const labels *l, const nav_polygon *polygon, uint32_t i)
{
    const svg_frame *f = &l->v->frame;
    nav_vec2 at =
        svg_frame_place(f, nav_mesh_vertices(l->v->mesh)[polygon->corners[i]]);
    double y = f->down ? at.y : -at.y;
    return (nav_vec2){(at.x - f->map.min.x) / f->longest * LEGEND_UNITS,
                      (y - f->map.min.y) / f->longest * LEGEND_UNITS};
}

// The centroid, as that of the triangles of a fan, weighted by area.
static nav_vec2 centroid(const labels *l, const nav_polygon *polygon)
{
    nav_vec2 first = corner(l, polygon, 0);
    nav_vec2 sum = {0, 0};
    double twice_area = 0;
    for (uint32_t i = 1; i + 1 < polygon->count; i++) {
        nav_vec2 a = corner(l, polygon, i);
        nav_vec2 b = corner(l, polygon, i + 1);
        a = (nav_vec2){a.x - first.x, a.y - first.y};
        b = (nav_vec2){b.x - first.x, b.y - first.y};
        double cross = a.x * b.y - a.y * b.x;
        sum.x += cross * (a.x + b.x);
        sum.y += cross * (a.y + b.y);
        twice_area += cross;
    }
    if (twice_area == 0) {
        return first;
    }
    return (nav_vec2){first.x + sum.x / (3 * twice_area),
                      first.y + sum.y / (3 * twice_area)};
}

// The radius of a circle that lies in the polygon.
static double room_at(const labels *l, const nav_polygon *polygon, nav_vec2 at)
{
    double room = LEGEND_UNITS;
    for (uint32_t i = 0; i < polygon->count; i++) {
        nav_vec2 a = corner(l, polygon, i);
        nav_vec2 b = corner(l, polygon, i + 1 < polygon->count ? i + 1 : 0);
        nav_vec2 side = {b.x - a.x, b.y - a.y};
        double length = sqrt(side.x * side.x + side.y * side.y);
        if (length > 0) {
            double cross = side.x * (at.y - a.y) - side.y * (at.x - a.x);
            room = fmin(room, fabs(cross) / length);
        }
    }
    return room;
}

// To the thousandth.
static void put_attribute(out *o, const char *name, double value)
{
    out_text(o, name);
    out_number(o, floor(value * 1000 + 0.5) / 1000, OUT_SHORTEST);
    out_char(o, '"');
}

static void put_label(const labels *l, nav_poly_id id,
                      const nav_polygon *polygon)
{
    char room[TEXT_COUNT_SIZE];
    const char *text = text_of_count(id, room);
    size_t digits = 0;
    while (text[digits] != '\0') {
        digits++;
    }
    nav_vec2 at = centroid(l, polygon);
    double half = DIGIT_WIDTH * (double)digits;
    double size = room_at(l, polygon, at) /
                  sqrt(half * half + DIGIT_HEIGHT * DIGIT_HEIGHT);
    size = fmin(size, FONT_MOST);
    if (!(size >= FONT_LEAST)) {
        return;
    }
    put_attribute(l->o, "<text x=\"", at.x);
    put_attribute(l->o, " y=\"", at.y + 0.35 * size);
    put_attribute(l->o, " font-size=\"", size);
    put_attribute(l->o, " stroke-width=\"", size * RIM);
    out_char(l->o, '>');
    out_text(l->o, text);
    out_text(l->o, "</text>\n");
}

void svg_labels_out(out *o, const svg_view *v)
{
    labels l = {o, v};
    uint32_t count = nav_mesh_get_info(v->mesh).polygons;
    // Twice, first with a rim, which keeps them readable over portals and
    // paths.
    out_text(o, "<g transform=\"translate(");
    out_number(o, v->frame.map.min.x, OUT_SHORTEST);
    out_char(o, ' ');
    out_number(o, v->frame.map.min.y, OUT_SHORTEST);
    out_text(o, ") scale(");
    out_number(o, v->frame.longest / LEGEND_UNITS, OUT_SHORTEST);
    out_text(o, ")\" font-family=\"sans-serif\" text-anchor=\"middle\""
                " fill=\"#22313f\" stroke-linejoin=\"round\">\n"
                "<defs>\n<g id=\"numbers\">\n");
    for (nav_poly_id id = 0; id < count; id++) {
        nav_polygon polygon = nav_mesh_polygon(v->mesh, id);
        if (polygon.island != NAV_NONE) {
            put_label(&l, id, &polygon);
        }
    }
    out_text(o, "</g>\n</defs>\n<use href=\"#numbers\" stroke=\"#fff\"/>\n"
                "<use href=\"#numbers\"/>\n</g>\n");
}
