// svg_obstacles.c - obstacles in a picture.
//
// They are drawn as they were given: that they grow shows in the boundary.
//
// An obstacle may be much larger than the map, as a wall from -1e9 to 1e9 is.
// Programs draw such a one wrongly, or not at all (librsvg from a thousand
// times the map's longest side on, as it counts 256ths of pixels in 32 bits).
// So what lies farther from the map than eight of its sides is cut off: of
// boxes exactly, of polygons as Sutherland and Hodgman do, with each side of
// the clipping box handing the next one its points, so that it takes no memory.
// A circle that reaches so far becomes a polygon, with short sides where it is
// near.
//
// Source: I. E. Sutherland, G. W. Hodgman, Reentrant Polygon Clipping, 1974.
#include "svg_obstacles.h"

#include <math.h>

// How far beyond the map, in its longest sides.
#define BEYOND 8.0
// How far a side of such a circle may be from it, in the same.
#define SAGITTA 0.0002
// Bits of a double, and some: arcs are halved so often at most.
enum { HALVINGS = 64 };

static const svg_stroke rim = {"#8e5a3c", 1, 0, 0};

// One side of the clipping box, and the polygon that comes to it.
typedef struct clip_side {
    bool upright, greater; // x = limit, not y; inside is what is greater
    double limit;
    bool any;
    nav_vec2 first, last; // points of it so far
} clip_side;

enum { CLIP_SIDES = 4 };

typedef struct picture {
    out *o;
    const svg_view *v;
    nav_box box; // the clipping box, in coordinates of the picture, y not down
    clip_side side[CLIP_SIDES];
    bool any; // point of the polygon was written
} picture;

static picture picture_of(out *o, const svg_view *v)
{
    const svg_frame *f = &v->frame;
    double beyond = BEYOND * f->longest;
    double low = f->down ? f->map.min.y : -f->map.max.y;
    double high = f->down ? f->map.max.y : -f->map.min.y;
    return (picture){.o = o,
                     .v = v,
                     .box = {{f->map.min.x - beyond, low - beyond},
                             {f->map.max.x + beyond, high + beyond}}};
}

// --- Polygons --------------------------------------------------------------

static bool is_inside(const clip_side *s, nav_vec2 at)
{
    double value = s->upright ? at.x : at.y;
    return s->greater ? value >= s->limit : value <= s->limit;
}

// Where a line meets a side that its ends are on two sides of; reckoned from
// the inner end, whose coordinates may be much smaller.
static nav_vec2 crossing(const clip_side *s, nav_vec2 from, nav_vec2 to)
{
    nav_vec2 a = is_inside(s, from) ? from : to;
    nav_vec2 b = is_inside(s, from) ? to : from;
    if (s->upright) {
        double part = (s->limit - a.x) / (b.x - a.x);
        return (nav_vec2){s->limit, a.y + part * (b.y - a.y)};
    }
    double part = (s->limit - a.y) / (b.y - a.y);
    return (nav_vec2){a.x + part * (b.x - a.x), s->limit};
}

static void put_corner(picture *p, nav_vec2 at)
{
    out_text(p->o, p->any ? "L" : "<path d=\"M");
    out_number(p->o, at.x, p->v->precision);
    out_char(p->o, ' ');
    out_number(p->o, at.y, p->v->precision);
    p->any = true;
}

// Hands a point to a side, and what is inside of it to those behind.
static void clip(picture *p, int number, nav_vec2 at)
{
    if (number == CLIP_SIDES) {
        put_corner(p, at);
        return;
    }
    clip_side *s = &p->side[number];
    nav_vec2 last = s->last;
    bool crosses = s->any && is_inside(s, last) != is_inside(s, at);
    if (!s->any) {
        s->first = at;
    }
    s->any = true;
    s->last = at;
    if (crosses) {
        clip(p, number + 1, crossing(s, last, at));
    }
    if (is_inside(s, at)) {
        clip(p, number + 1, at);
    }
}

// No more points come: each side closes its polygon.
static void clip_end(picture *p)
{
    for (int i = 0; i < CLIP_SIDES; i++) {
        const clip_side *s = &p->side[i];
        if (s->any && is_inside(s, s->last) != is_inside(s, s->first)) {
            clip(p, i + 1, crossing(s, s->last, s->first));
        }
    }
}

static void begin_polygon(picture *p)
{
    p->side[0] = (clip_side){true, true, p->box.min.x, .any = false};
    p->side[1] = (clip_side){true, false, p->box.max.x, .any = false};
    p->side[2] = (clip_side){false, true, p->box.min.y, .any = false};
    p->side[3] = (clip_side){false, false, p->box.max.y, .any = false};
    p->any = false;
}

static bool end_polygon(picture *p)
{
    clip_end(p);
    out_text(p->o, p->any ? "Z\"" : "");
    return p->any;
}

static bool put_polygon(picture *p, const nav_obstacle_spec *spec)
{
    begin_polygon(p);
    for (size_t i = 0; i < spec->point_count; i++) {
        clip(p, 0, svg_frame_place(&p->v->frame, spec->points[i]));
    }
    return end_polygon(p);
}

// --- Circles ---------------------------------------------------------------

typedef struct circle {
    nav_vec2 center;
    double radius;
} circle;

static nav_vec2 point_of(const circle *c, nav_vec2 along)
{
    return (nav_vec2){c->center.x + c->radius * along.x,
                      c->center.y + c->radius * along.y};
}

// Whether the box of two points is apart from the clipping box.
static bool is_beyond(const picture *p, nav_vec2 a, nav_vec2 b)
{
    return fmax(a.x, b.x) < p->box.min.x || fmin(a.x, b.x) > p->box.max.x ||
           fmax(a.y, b.y) < p->box.min.y || fmin(a.y, b.y) > p->box.max.y;
}

// The arc between two directions that are at most a right angle apart, in one
// quarter: it lies in the box of its ends.
static void put_arc(picture *p, const circle *c, nav_vec2 from, nav_vec2 to,
                    int halvings)
{
    nav_vec2 a = point_of(c, from);
    nav_vec2 b = point_of(c, to);
    double x = (b.x - a.x) / c->radius;
    double y = (b.y - a.y) / c->radius;
    double sagitta = (x * x + y * y) / 8 * c->radius;
    if (halvings == 0 || is_beyond(p, a, b) ||
        sagitta < SAGITTA * p->v->frame.longest) {
        clip(p, 0, b);
        return;
    }
    nav_vec2 middle = {from.x + to.x, from.y + to.y};
    double length = sqrt(middle.x * middle.x + middle.y * middle.y);
    middle = (nav_vec2){middle.x / length, middle.y / length};
    put_arc(p, c, from, middle, halvings - 1);
    put_arc(p, c, middle, to, halvings - 1);
}

static bool put_large_circle(picture *p, const circle *c)
{
    static const nav_vec2 along[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    begin_polygon(p);
    for (int i = 0; i < 4; i++) {
        put_arc(p, c, along[i], along[i + 1], HALVINGS);
    }
    return end_polygon(p);
}

static bool put_circle(picture *p, const nav_obstacle_spec *spec)
{
    const svg_frame *f = &p->v->frame;
    circle c = {svg_frame_place(f, spec->center),
                svg_frame_length(f, spec->radius)};
    nav_vec2 least = {c.center.x - c.radius, c.center.y - c.radius};
    nav_vec2 most = {c.center.x + c.radius, c.center.y + c.radius};
    if (least.x < p->box.min.x || least.y < p->box.min.y ||
        most.x > p->box.max.x || most.y > p->box.max.y) {
        return put_large_circle(p, &c);
    }
    out_text(p->o, "<circle");
    svg_out_attribute(p->o, p->v, "cx", c.center.x);
    svg_out_attribute(p->o, p->v, "cy", c.center.y);
    svg_out_attribute(p->o, p->v, "r", c.radius);
    return true;
}

// --- Boxes -----------------------------------------------------------------

static void put_rectangle(const picture *p, nav_vec2 least, nav_vec2 most)
{
    out_text(p->o, "<rect");
    svg_out_attribute(p->o, p->v, "x", least.x);
    svg_out_attribute(p->o, p->v, "y", least.y);
    svg_out_attribute(p->o, p->v, "width", most.x - least.x);
    svg_out_attribute(p->o, p->v, "height", most.y - least.y);
}

static bool put_box(const picture *p, nav_box box)
{
    nav_vec2 least = svg_frame_place(&p->v->frame, box.min);
    nav_vec2 most = svg_frame_place(&p->v->frame, box.max);
    least.x = fmax(least.x, p->box.min.x);
    least.y = fmax(least.y, p->box.min.y);
    most.x = fmin(most.x, p->box.max.x);
    most.y = fmin(most.y, p->box.max.y);
    if (least.x > most.x || least.y > most.y) {
        return false;
    }
    put_rectangle(p, least, most);
    return true;
}

// Half of a side, if it ends outside of the clipping box where it is cut off:
// no point of that box is farther from the centre.
static double cut_half(const picture *p, nav_vec2 center, double half)
{
    double x = fmax(center.x - p->box.min.x, p->box.max.x - center.x);
    double y = fmax(center.y - p->box.min.y, p->box.max.y - center.y);
    return fmin(svg_frame_length(&p->v->frame, half), x + y);
}

static void put_turned_box(const picture *p, const nav_obstacle_spec *spec)
{
    nav_vec2 c = svg_frame_place(&p->v->frame, spec->center);
    nav_vec2 half = {cut_half(p, c, spec->half.x),
                     cut_half(p, c, spec->half.y)};
    put_rectangle(p, (nav_vec2){c.x - half.x, c.y - half.y},
                  (nav_vec2){c.x + half.x, c.y + half.y});
    out_text(p->o, " transform=\"rotate(");
    out_number(p->o, spec->angle, p->v->precision);
    svg_out_point(p->o, p->v, ' ', spec->center);
    out_text(p->o, ")\"");
}

// Writes its element but for the end; false if none of it is near the map.
static bool put_obstacle(picture *p, const nav_obstacle_spec *spec)
{
    switch (spec->kind) {
    case NAV_OBSTACLE_POLYGON:
        return put_polygon(p, spec);
    case NAV_OBSTACLE_CIRCLE:
        return put_circle(p, spec);
    case NAV_OBSTACLE_BOX:
        return put_box(p, spec->box);
    case NAV_OBSTACLE_ORIENTED_BOX:
        put_turned_box(p, spec);
        break;
    }
    return true;
}

static bool is_there(const nav_obstacle_info *info)
{
    return !info->is_removed && !info->is_empty;
}

bool svg_obstacles_any(const svg_view *v)
{
    size_t count = v->obstacles != NULL ? nav_obstacles_count(v->obstacles) : 0;
    for (size_t i = 0; i < count; i++) {
        nav_obstacle_info info = nav_obstacles_get(v->obstacles, i);
        if (is_there(&info)) {
            return true;
        }
    }
    return false;
}

void svg_obstacles_out(out *o, const svg_view *v)
{
    picture p = picture_of(o, v);
    if (!svg_obstacles_any(v)) {
        return;
    }
    size_t count = nav_obstacles_count(v->obstacles);
    out_text(o,
             "<g fill=\"" SVG_OBSTACLE "\" fill-opacity=\"" SVG_OBSTACLE_OPACITY
             "\" fill-rule=\"evenodd\"");
    svg_out_stroke(o, &rim, v->frame.longest / SVG_UNITS);
    out_text(o, ">\n");
    for (size_t i = 0; i < count; i++) {
        nav_obstacle_info info = nav_obstacles_get(v->obstacles, i);
        if (is_there(&info) && put_obstacle(&p, &info.spec)) {
            out_text(o, "/>\n");
        }
    }
    out_text(o, "</g>\n");
}
