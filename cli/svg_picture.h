// svg_picture.h - pictures of a mesh and of paths on it.
#ifndef CLI_SVG_PICTURE_H
#define CLI_SVG_PICTURE_H

#include "svg_out.h"

// What lies on top of the mesh.
typedef enum svg_content {
    SVG_CONTENT_NONE,
    SVG_CONTENT_PATHS,
    SVG_CONTENT_AGENTS
} svg_content;

// Writes the picture up to where paths may follow (svg_out_path).
void svg_picture_begin(out *o, const svg_view *v);

// Ends it.
void svg_picture_end(out *o, const svg_view *v, svg_content content);

#endif
