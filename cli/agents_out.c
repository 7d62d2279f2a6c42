// agents_out.c - what agents do, as rows and as a picture.
//
// The picture is written while the agents go: each piece of a way is a line of
// its own in one path, so that no way is kept in memory.
#include "agents_out.h"

#include "csv_out.h"
#include "svg_picture.h"

// Radius of an agent's dot, as a part of the longest side of the map.
#define AGENT_DOT_PART 0.0025

void agents_out_begin(out *o, const agents_style *style)
{
    out_text(o, style->heights ? "agent,step,x,y,height,vx,vy,status\n"
                               : "agent,step,x,y,vx,vy,status\n");
}

static void put_number(out *o, double value, int precision)
{
    out_char(o, ',');
    out_number(o, value, precision);
}

void agents_out_row(out *o, const agents_style *style, const char *id,
                    uint32_t step, const nav_agent *a)
{
    csv_out_text(o, id);
    out_char(o, ',');
    out_count(o, step);
    put_number(o, a->position.x, style->precision);
    put_number(o, a->position.y, style->precision);
    if (style->heights) {
        put_number(o, a->height, style->precision);
    }
    put_number(o, a->velocity.x, style->precision);
    put_number(o, a->velocity.y, style->precision);
    out_char(o, ',');
    out_text(o, nav_agent_status_name(a->status));
    out_char(o, '\n');
}

void agents_out_absent(out *o, const agents_style *style, const char *id,
                       const char *status)
{
    csv_out_text(o, id);
    out_text(o, style->heights ? ",0,,,,,," : ",0,,,,,");
    out_text(o, status);
    out_char(o, '\n');
}

void agents_svg_begin(out *o, const svg_view *v)
{
    svg_picture_begin(o, v);
    out_text(o, "<path fill=\"none\" stroke-opacity=\"0.5\"");
    svg_out_stroke(o, &svg_agent, v->frame.longest / SVG_UNITS);
    out_text(o, " d=\"");
}

void agents_svg_piece(out *o, const svg_view *v, nav_vec2 from, nav_vec2 to)
{
    svg_out_point(o, v, 'M', from);
    svg_out_point(o, v, 'L', to);
    out_char(o, '\n');
}

void agents_svg_end_pieces(out *o)
{
    out_text(o, "\"/>\n");
}

void agents_svg_agent(out *o, const svg_view *v, const nav_agent *a)
{
    svg_out_dot(o, v, a->position, AGENT_DOT_PART,
                a->status == NAV_AGENT_ARRIVED   ? SVG_ARRIVED
                : a->status == NAV_AGENT_WALKING ? SVG_WALKING
                                                 : SVG_STOPPED);
}

void agents_svg_end(out *o, const svg_view *v)
{
    svg_picture_end(o, v, SVG_CONTENT_AGENTS);
}
