// json_out.h - answers as JSON: one array, or one object per line.
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "answer.h"
#include "out.h"

// Writes one answer as an object, without a line end.
void json_out_answer(out *o, const answer_style *style, const answer *a);

// Write parts of that object: the value of its id; its event, id and status;
// and, each with a comma before it, the measures of a path that was found.  In
// a page ids hold no "<".
void json_out_id(out *o, const answer *a);
void json_out_names(out *o, const answer *a, bool in_page);
void json_out_measures(out *o, const answer_style *style, const answer *a);

// Writes cost, direction and kind of a link, each with a comma before it.
void json_out_link(out *o, const nav_offmesh_link *link, int precision);

// Writes the name of an area in quotes.
void json_out_area(out *o, const nav_mesh *mesh, uint32_t area);

// Writes a string in quotes.  Bytes that are no UTF-8 become U+FFFD.
void json_out_string(out *o, const char *string);

// The same without '<', for text in a page: \u003c stands for it.
void json_out_page_string(out *o, const char *string);

#endif
