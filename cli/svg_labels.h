// svg_labels.h - the numbers of polygons, in a picture.
#ifndef CLI_SVG_LABELS_H
#define CLI_SVG_LABELS_H

#include "svg_out.h"

// Writes the number of each polygon into it, on the page.
void svg_labels_out(out *o, const svg_view *v);

#endif
