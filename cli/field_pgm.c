// field_pgm.c - the distances of a flow field as a grey picture (PGM, "P5").
//
// One byte a cell; the row of greatest y comes first, so that y points up.
// The grey of a distance is linear in it, from that of a goal, the lightest, to
// that of the greatest distance; darker still are cells without a way, and
// blocked ones.  Of several floors the lowest is shown.
#include <math.h>

#include "field_out.h"

enum {
    GREY_GOAL = 255,
    GREY_FARTHEST = 64,
    GREY_UNREACHABLE = 32,
    GREY_BLOCKED = 0
};

static int grey(const field_view *v, const nav_place *p)
{
    double part;
    switch (p->status) {
    case NAV_PLACE_BLOCKED:
        return GREY_BLOCKED;
    case NAV_PLACE_UNREACHABLE:
        return GREY_UNREACHABLE;
    case NAV_PLACE_OK:
    case NAV_PLACE_GOAL:
        break;
    }
    part = v->info.most > 0 ? p->distance / v->info.most : 0;
    return GREY_GOAL - (int)floor(part * (GREY_GOAL - GREY_FARTHEST) + 0.5);
}

void field_pgm_out(out *o, const field_view *v)
{
    out_text(o, "P5\n");
    out_count(o, v->info.columns);
    out_char(o, ' ');
    out_count(o, v->info.rows);
    out_text(o, "\n255\n");
    for (uint32_t row = v->info.rows; row-- > 0 && o->error == 0;) {
        for (uint32_t column = 0; column < v->info.columns; column++) {
            size_t count = 0;
            size_t first = nav_field_cell(v->field, column, row, &count);
            nav_place p = nav_field_place(v->field, first);
            out_char(o, (char)grey(v, &p));
        }
    }
}
