// field_json.c - a flow field as one JSON object.
//
// First the grid, then an array for each column of the CSV, with an element for
// each place, in the order of the cells; null stands where the CSV has an empty
// field.  On a mesh with heights a cell may have several places, and ix, iy and
// height tell which; without, element i is cell i mod columns, i / columns.
// Elements of one row of cells stand on one line.
#include "field_options.h"
#include "field_out.h"

static void put_name(out *o, const char *name)
{
    out_text(o, ",\n\"");
    out_text(o, name);
    out_text(o, "\":");
}

static void put_count(out *o, const char *name, uint64_t count)
{
    put_name(o, name);
    out_count(o, count);
}

static void put_number(out *o, const field_view *v, const char *name,
                       double value)
{
    put_name(o, name);
    out_number(o, value, v->precision);
}

static void put_point(out *o, const field_view *v, nav_vec2 point)
{
    out_char(o, '[');
    out_number(o, point.x, v->precision);
    out_char(o, ',');
    out_number(o, point.y, v->precision);
    out_char(o, ']');
}

static void put_grid(out *o, const field_view *v)
{
    const nav_field_info *info = &v->info;
    out_text(o, "{\"method\":\"");
    out_text(o, field_method_name(info->method));
    out_char(o, '"');
    put_name(o, "origin");
    put_point(o, v, info->origin);
    put_number(o, v, "cell", info->cell);
    put_count(o, "columns", info->columns);
    put_count(o, "rows", info->rows);
    put_count(o, "floors", info->floors);
    put_name(o, "has_heights");
    out_text(o, info->has_heights ? "true" : "false");
    put_count(o, "places", info->places);
    put_count(o, "blocked", info->blocked);
    put_count(o, "unreachable", info->unreachable);
    put_number(o, v, "most", info->most);
    put_name(o, "goals");
    for (size_t i = 0; i < info->goals; i++) {
        out_char(o, i == 0 ? '[' : ',');
        put_point(o, v, nav_field_goal(v->field, i));
    }
    out_char(o, ']');
}

typedef enum column {
    COLUMN_IX,
    COLUMN_IY,
    COLUMN_HEIGHT,
    COLUMN_STATUS,
    COLUMN_DISTANCE,
    COLUMN_DX,
    COLUMN_DY,
    COLUMN_TURN_X,
    COLUMN_TURN_Y
} column;
enum { COLUMNS = COLUMN_TURN_Y + 1 };

static const char *const names[COLUMNS] = {
    "ix", "iy", "height", "status", "distance", "dx", "dy", "turn_x", "turn_y"};

static double number_of(const nav_place *p, column which)
{
    switch (which) {
    case COLUMN_HEIGHT:
        return p->height;
    case COLUMN_DISTANCE:
        return p->distance;
    case COLUMN_DX:
        return p->direction.x;
    case COLUMN_DY:
        return p->direction.y;
    case COLUMN_TURN_X:
        return p->turn.x;
    case COLUMN_TURN_Y:
        return p->turn.y;
    case COLUMN_IX: // no such numbers
    case COLUMN_IY:
    case COLUMN_STATUS:
        break;
    }
    return 0;
}

// Whether a number says something about a place.
static bool applies(const field_view *v, const nav_place *p, column which)
{
    bool turn = which == COLUMN_TURN_X || which == COLUMN_TURN_Y;
    if (which == COLUMN_HEIGHT) {
        return p->status != NAV_PLACE_BLOCKED;
    }
    return (p->status == NAV_PLACE_OK || p->status == NAV_PLACE_GOAL) &&
           (!turn || v->info.method == NAV_FIELD_EXACT);
}

static void put_element(out *o, const field_view *v, const nav_place *p,
                        column which)
{
    if (which == COLUMN_STATUS) {
        out_char(o, '"');
        out_text(o, nav_place_status_name(p->status));
        out_char(o, '"');
    } else if (which == COLUMN_IX || which == COLUMN_IY) {
        out_count(o, which == COLUMN_IX ? p->column : p->row);
    } else if (applies(v, p, which)) {
        out_number(o, number_of(p, which), v->precision);
    } else {
        out_text(o, "null");
    }
}

static void put_array(out *o, const field_view *v, column which)
{
    uint32_t row = 0;
    put_name(o, names[which]);
    // A closed pipe or a full disk is reported when the output is closed.
    for (size_t i = 0; i < v->info.places && o->error == 0; i++) {
        nav_place p = nav_field_place(v->field, i);
        out_text(o, i == 0 ? "[" : p.row != row ? ",\n" : ",");
        row = p.row;
        put_element(o, v, &p, which);
    }
    out_char(o, ']');
}

void field_json_out(out *o, const field_view *v)
{
    put_grid(o, v);
    for (int i = 0; i < COLUMNS; i++) {
        column which = (column)i;
        if (which > COLUMN_HEIGHT || v->info.has_heights) {
            put_array(o, v, which);
        }
    }
    out_text(o, "}\n");
}
