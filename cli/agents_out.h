// agents_out.h - what agents do, as rows and as a picture.
#ifndef CLI_AGENTS_OUT_H
#define CLI_AGENTS_OUT_H

#include "svg_out.h"

typedef struct agents_style {
    bool heights;  // there is a column for them
    int precision; // as for out_number
} agents_style;

void agents_out_begin(out *o, const agents_style *style);

// One row of an agent on the mesh.
void agents_out_row(out *o, const agents_style *style, const char *id,
                    uint32_t step, const nav_agent *a);

// The only row of one that is not there.
void agents_out_absent(out *o, const agents_style *style, const char *id,
                       const char *status);

// A picture: the mesh, then the ways of agents piece by piece as they go, in
// any order, then dots.
void agents_svg_begin(out *o, const svg_view *v);
void agents_svg_piece(out *o, const svg_view *v, nav_vec2 from, nav_vec2 to);
void agents_svg_end_pieces(out *o);
// Where an agent stands at last.
void agents_svg_agent(out *o, const svg_view *v, const nav_agent *a);
void agents_svg_end(out *o, const svg_view *v);

#endif
