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

// Writes the name of an area in quotes; in a page without "<".
void json_out_area(out *o, const nav_mesh *mesh, uint32_t area, bool in_page);

// Writes a string in quotes.  Bytes that are no UTF-8 become U+FFFD.
void json_out_string(out *o, const char *string);

// The same without '<', for text in a page: \u003c stands for it.
void json_out_page_string(out *o, const char *string);

// Write the key of a member that is not the first of its object, on a line of
// its own, and members of that sort.
void json_out_key(out *o, const char *key);
void json_out_count(out *o, const char *key, uint64_t count);
void json_out_number(out *o, const char *key, double value, int precision);

// Write numbers in brackets.
void json_out_list(out *o, const double *value, size_t count, int precision);
void json_out_point(out *o, nav_vec2 point, int precision);

#endif
