// field_json.c - a flow field as one JSON object.
//
// First the grid, then an array for each column of the CSV, with an element for
// each place, in the order of the cells; null stands where the CSV has an empty
// field.  On a mesh with heights a cell may have several places, and ix, iy and
// height tell which; without, element i is cell i mod columns, i / columns.
// Elements of one row of cells stand on one line.
#include "field_options.h"
#include "field_out.h"
#include "json_out.h"

static void put_grid(out *o, const field_view *v)
{
    const nav_field_info *info = &v->info;
    out_text(o, "{\"method\":\"");
    out_text(o, field_method_name(info->method));
    out_char(o, '"');
    json_out_key(o, "origin");
    json_out_point(o, info->origin, v->precision);
    json_out_number(o, "cell", info->cell, v->precision);
    json_out_count(o, "columns", info->columns);
    json_out_count(o, "rows", info->rows);
    json_out_count(o, "floors", info->floors);
    json_out_key(o, "has_heights");
    out_text(o, info->has_heights ? "true" : "false");
    json_out_count(o, "places", info->places);
    json_out_count(o, "blocked", info->blocked);
    json_out_count(o, "unreachable", info->unreachable);
    json_out_number(o, "most", info->most, v->precision);
    json_out_key(o, "goals");
    for (size_t i = 0; i < info->goals; i++) {
        out_char(o, i == 0 ? '[' : ',');
        json_out_point(o, nav_field_goal(v->field, i), v->precision);
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
    json_out_key(o, names[which]);
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
