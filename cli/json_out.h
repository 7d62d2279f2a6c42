// json_out.h - answers as JSON: one array, or one object per line.
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "answer.h"
#include "out.h"

// Writes one answer as an object, without a line end.
void json_out_answer(out *o, const answer_style *style, const answer *a);

// Writes a string in quotes.  Bytes that are no UTF-8 become U+FFFD.
void json_out_string(out *o, const char *string);

// The same without '<', for text in a page: \u003c stands for it.
void json_out_page_string(out *o, const char *string);

#endif
