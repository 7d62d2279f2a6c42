// csv_out.h - answers as comma-separated values.
#ifndef CLI_CSV_OUT_H
#define CLI_CSV_OUT_H

#include "answer.h"
#include "out.h"

// Writes the header.
void csv_out_begin(out *o, const answer_style *style);

// Writes the id of an answer, in quotes if need be.
void csv_out_id(out *o, const answer *a);

// Writes the rows of one answer, at least one.
void csv_out_answer(out *o, const answer_style *style, const answer *a);

// A field of text, in quotes where it needs them.
void csv_out_text(out *o, const char *field);

#endif
