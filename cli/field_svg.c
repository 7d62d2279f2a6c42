// field_svg.c - a flow field as a picture.
//
// Layers, from below: the walkable area; the cells in the colour of their
// distance, cut off where the walkable area ends; its outline; arrows; goals.
// Beside the map stands what the colours mean.
//
// A screen shows neither more cells than pixels nor more arrows than can be
// told apart: of fine grids only every second, third, ... cell is drawn.  An
// arrow begins at its centre and ends at the turn at the latest, so that it
// lies on the way that it stands for, and touches no wall; with grid4 it ends
// before a blocked cell.
#include <math.h>

#include "field_legend.h"
#include "field_out.h"
#include "svg_obstacles.h"

// From here on arrows are light.
enum { DARK_SHADE = 17 };
// Most cells and most arrows in a row of the picture.
enum { CELLS_ACROSS = 1000, ARROWS_ACROSS = 60 };

// Arrows: their length as a part of the distance between two; as parts of that
// length the head's own length, half its width and that of the shaft, and the
// shortest one drawn.  They are filled, not stroked: not all programs draw
// lines with a width in pixels in a scaled picture.
#define ARROW_LENGTH 0.68
#define HEAD_LENGTH 0.45
#define HEAD_WIDTH 0.22
#define SHAFT_WIDTH 0.045
#define ARROW_SHORTEST 0.5

typedef struct picture {
    out *o;
    const field_view *v;
    svg_view map;
} picture;

static int shade_of(const field_view *v, const nav_place *p)
{
    switch (p->status) {
    case NAV_PLACE_BLOCKED:
        return SHADE_BLOCKED;
    case NAV_PLACE_UNREACHABLE:
        return SHADE_UNREACHABLE;
    case NAV_PLACE_OK:
    case NAV_PLACE_GOAL:
        break;
    }
    double part = v->info.most > 0 ? p->distance / v->info.most : 0;
    int shade = (int)(part * SHADES);
    return shade < SHADES ? shade : SHADES - 1;
}

static nav_place lowest(const field_view *v, uint32_t column, uint32_t row)
{
    size_t count = 0;
    return nav_field_place(v->field,
                           nav_field_cell(v->field, column, row, &count));
}

// How far apart the cells are that are drawn, for at most so many across.
static uint32_t stride_for(const field_view *v, uint32_t across)
{
    uint32_t columns = v->info.columns;
    uint32_t rows = v->info.rows;
    return ((columns > rows ? columns : rows) - 1) / across + 1;
}

// The middle one of the cells from `first` on, of `count` in all.
static uint32_t middle(uint32_t first, uint32_t stride, uint32_t count)
{
    uint32_t wanted = first + stride / 2;
    return wanted < count ? wanted : count - 1;
}

static void put_count(out *o, const char *before, uint32_t count)
{
    out_text(o, before);
    out_count(o, count);
}

// Cells of one colour side by side, as one rectangle.
static void put_run(const picture *p, const nav_box *cells, int shade)
{
    out *o = p->o;
    if (shade == SHADE_BLOCKED) {
        return;
    }
    out_text(o, "<path fill=\"");
    field_put_shade(o, shade);
    put_count(o, "\" d=\"M", (uint32_t)cells->min.x);
    put_count(o, " ", (uint32_t)cells->min.y);
    put_count(o, "H", (uint32_t)cells->max.x);
    put_count(o, "V", (uint32_t)cells->max.y);
    put_count(o, "H", (uint32_t)cells->min.x);
    out_text(o, "Z\"/>\n");
}

static void put_row(const picture *p, uint32_t row, uint32_t stride)
{
    const nav_field_info *info = &p->v->info;
    uint32_t middle_row = middle(row, stride, info->rows);
    nav_box run = {{0, row}, {0, fmin((double)row + stride, info->rows)}};
    int shade = SHADE_BLOCKED;
    for (uint32_t column = 0; column < info->columns; column += stride) {
        nav_place place =
            lowest(p->v, middle(column, stride, info->columns), middle_row);
        int next = shade_of(p->v, &place);
        if (next != shade) {
            run.max.x = column;
            put_run(p, &run, shade);
            run.min.x = column;
            shade = next;
        }
    }
    run.max.x = info->columns;
    put_run(p, &run, shade);
}

// What follows is in units of cells, from the origin of the grid.
static void begin_grid(const picture *p)
{
    const nav_field_info *info = &p->v->info;
    nav_vec2 origin = svg_frame_place(&p->map.frame, info->origin);
    out_text(p->o, "<g transform=\"translate(");
    out_number(p->o, origin.x, OUT_SHORTEST);
    out_char(p->o, ' ');
    out_number(p->o, origin.y, OUT_SHORTEST);
    out_text(p->o, ") scale(");
    out_number(p->o, svg_frame_length(&p->map.frame, info->cell), OUT_SHORTEST);
    out_text(p->o, ")\"");
}

static void put_cells(const picture *p)
{
    uint32_t stride = stride_for(p->v, CELLS_ACROSS);
    out_text(p->o, "<clipPath id=\"walkable\">\n");
    svg_out_walkable(p->o, &p->map, "fill=\"#000\"");
    out_text(p->o, "</clipPath>\n<g clip-path=\"url(#walkable)\">\n");
    begin_grid(p);
    out_text(p->o, " shape-rendering=\"crispEdges\">\n");
    for (uint32_t row = 0; row < p->v->info.rows && p->o->error == 0;
         row += stride) {
        put_row(p, row, stride);
    }
    out_text(p->o, "</g>\n</g>\n");
}

static double length_of(double x, double y)
{
    return sqrt(x * x + y * y);
}

typedef struct arrow {
    nav_vec2 from, along; // in units of cells; of length 1
} arrow;

// A corner of an arrow, to the hundredth of a cell: whatever the precision
// asked for.
static void put_corner(const picture *p, char command, const arrow *a,
                       double along, double left)
{
    out_char(p->o, command);
    out_number(p->o, a->from.x + a->along.x * along - a->along.y * left, 2);
    out_char(p->o, ' ');
    out_number(p->o, a->from.y + a->along.y * along + a->along.x * left, 2);
}

// Whether the dot of a goal is nearer to a place than `near`.
static bool has_goal(const field_view *v, const nav_place *p, double near)
{
    for (size_t i = 0; i < v->info.goals; i++) {
        nav_vec2 goal = nav_field_goal(v->field, i);
        if (length_of(goal.x - p->centre.x, goal.y - p->centre.y) < near) {
            return true;
        }
    }
    return false;
}

// How far it is to the turn, in cells.
static double length_to_turn(const field_view *v, const nav_place *p)
{
    return length_of(p->turn.x - p->centre.x, p->turn.y - p->centre.y) /
           v->info.cell;
}

// How far one can go over cells that are not blocked, as far as is asked
// for; `size` is the length of the direction, whose parts are -1, 0 and 1.
static double length_free(const field_view *v, const nav_place *p, double size,
                          double most)
{
    double length = 0;
    uint32_t column = p->column;
    uint32_t row = p->row;
    while (length < most) {
        // What is below 0 is far beyond the last one.
        column += (uint32_t)(int)p->direction.x;
        row += (uint32_t)(int)p->direction.y;
        if (column >= v->info.columns || row >= v->info.rows ||
            lowest(v, column, row).status == NAV_PLACE_BLOCKED) {
            break;
        }
        length += size;
    }
    return length;
}

// An arrow as long as there is room for it, in cells; none if that is too
// little.
static void put_arrow(const picture *p, const nav_place *place, double spacing)
{
    const field_view *v = p->v;
    double most = ARROW_LENGTH * spacing;
    double size = length_of(place->direction.x, place->direction.y);
    double goal_radius = SVG_DOT_PART * p->map.frame.side;
    if (!(size > 0)) {
        return;
    }
    double length = fmin(most, v->info.method == NAV_FIELD_EXACT
                                   ? length_to_turn(v, place)
                                   : length_free(v, place, size, most));
    if (length < ARROW_SHORTEST * most ||
        has_goal(v, place, length * v->info.cell + goal_radius)) {
        return;
    }
    arrow a = {.from = {place->column + 0.5, place->row + 0.5},
               .along = {place->direction.x / size, place->direction.y / size}};
    double neck = length - HEAD_LENGTH * most;
    put_corner(p, 'M', &a, 0, SHAFT_WIDTH * most);
    put_corner(p, 'L', &a, neck, SHAFT_WIDTH * most);
    put_corner(p, 'L', &a, neck, HEAD_WIDTH * most);
    put_corner(p, 'L', &a, length, 0);
    put_corner(p, 'L', &a, neck, -HEAD_WIDTH * most);
    put_corner(p, 'L', &a, neck, -SHAFT_WIDTH * most);
    put_corner(p, 'L', &a, 0, -SHAFT_WIDTH * most);
    out_text(p->o, "Z\n");
}

// All arrows on dark cells, or all others, as one path.
static void put_arrows(const picture *p, bool dark)
{
    const nav_field_info *info = &p->v->info;
    uint32_t stride = stride_for(p->v, ARROWS_ACROSS);
    out_text(p->o, dark ? "<path fill=\"#fff6e0\" d=\""
                        : "<path fill=\"#2c1a4a\" d=\"");
    for (uint32_t row = 0; row < info->rows; row += stride) {
        for (uint32_t column = 0; column < info->columns; column += stride) {
            nav_place place =
                lowest(p->v, middle(column, stride, info->columns),
                       middle(row, stride, info->rows));
            int shade = shade_of(p->v, &place);
            if (shade < SHADES && (shade >= DARK_SHADE) == dark) {
                put_arrow(p, &place, stride);
            }
        }
    }
    out_text(p->o, "\"/>\n");
}

static void put_directions(const picture *p)
{
    begin_grid(p);
    out_text(p->o, ">\n");
    put_arrows(p, false);
    put_arrows(p, true);
    out_text(p->o, "</g>\n");
}

static void put_goals(const picture *p)
{
    for (size_t i = 0; i < p->v->info.goals; i++) {
        svg_out_dot(p->o, &p->map, nav_field_goal(p->v->field, i), SVG_DOT_PART,
                    COLOUR_GOAL);
    }
}

void field_svg_out(out *o, const field_view *v)
{
    picture p = {o, v, svg_out_view(v->mesh, v->obstacles, v->precision)};
    svg_out_open(o, &p.map, FIELD_LEGEND_WIDTH, FIELD_LEGEND_HEIGHT);
    svg_out_walkable(o, &p.map, "fill=\"" COLOUR_WALKABLE "\"");
    put_cells(&p);
    svg_out_outline(o, &p.map);
    svg_obstacles_out(o, &p.map);
    put_directions(&p);
    put_goals(&p);
    out_text(o, "</g>\n");
    field_legend_out(o, v, &p.map.frame);
    out_text(o, "</svg>\n");
}
