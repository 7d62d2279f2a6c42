// html_out.h - a mesh and paths on it as a page to look at, in one file.
#ifndef CLI_HTML_OUT_H
#define CLI_HTML_OUT_H

#include "carved.h"
#include "out.h"

// Writes a page up to where the answers belong: a JSON array of objects as
// json_out_answer writes them, one a line, with answer_style.in_page.
void html_out_begin(out *o, const query_options *options, const carved *laid);

// Writes the rest of the page.
void html_out_end(out *o, const carved *laid);

#endif
