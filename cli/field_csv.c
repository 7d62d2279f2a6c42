// field_csv.c - a flow field as comma-separated values.
//
// One row a place, in the order of the cells.  A field has millions of rows,
// and making text of numbers is most of the work; so the text of a number that
// comes again and again is kept: y along a row of cells, the turn over the
// part of the map that goes around the same corner.
#include <string.h>

#include "field_out.h"

// The last number of a column, as text.
typedef struct kept_number {
    double value;
    size_t size; // 0 before the first
    char text[NAV_NUMBER_FIXED_SIZE];
} kept_number;

typedef struct writer {
    out *o;
    int precision;
    bool heights, turns;
    kept_number y, turn_x, turn_y;
} writer;

static void put_number(writer *w, double value)
{
    out_char(w->o, ',');
    out_number(w->o, value, w->precision);
}

static void put_kept(writer *w, kept_number *kept, double value)
{
    // By the bits would be no better: zeros of both signs are printed alike.
    if (kept->size == 0 || kept->value != value) {
        kept->value = value;
        kept->size = out_number_text(value, w->precision, kept->text);
    }
    out_char(w->o, ',');
    out_bytes(w->o, kept->text, kept->size);
}

static bool has_way(nav_place_status status)
{
    return status == NAV_PLACE_OK || status == NAV_PLACE_GOAL;
}

static void put_place(writer *w, const nav_place *p)
{
    out_count(w->o, p->column);
    out_char(w->o, ',');
    out_count(w->o, p->row);
    put_number(w, p->centre.x);
    put_kept(w, &w->y, p->centre.y);
    if (w->heights) {
        out_char(w->o, ',');
        if (p->status != NAV_PLACE_BLOCKED) {
            out_number(w->o, p->height, w->precision);
        }
    }
    out_char(w->o, ',');
    out_text(w->o, nav_place_status_name(p->status));
    if (!has_way(p->status)) {
        out_text(w->o, ",,,,,\n");
        return;
    }
    put_number(w, p->distance);
    put_number(w, p->direction.x);
    put_number(w, p->direction.y);
    if (w->turns) {
        put_kept(w, &w->turn_x, p->turn.x);
        put_kept(w, &w->turn_y, p->turn.y);
        out_char(w->o, '\n');
    } else {
        out_text(w->o, ",,\n");
    }
}

void field_csv_out(out *o, const field_view *v)
{
    writer w = {.o = o,
                .precision = v->precision,
                .heights = v->info.has_heights,
                .turns = v->info.method == NAV_FIELD_EXACT};
    out_text(o, w.heights ? "ix,iy,x,y,height,status," : "ix,iy,x,y,status,");
    out_text(o, "distance,dx,dy,turn_x,turn_y\n");
    // A closed pipe or a full disk is reported when the output is closed.
    for (size_t i = 0; i < v->info.places && o->error == 0; i++) {
        nav_place p = nav_field_place(v->field, i);
        put_place(&w, &p);
    }
}
