// svg_picture.h - pictures of a mesh and of paths on it.
#ifndef CLI_SVG_PICTURE_H
#define CLI_SVG_PICTURE_H

#include "out.h"

// What is drawn.
typedef struct svg_view {
    const nav_mesh *mesh;
    const nav_obstacles *obstacles; // laid over it; may be NULL
    int precision;
    bool labels; // the numbers of the polygons
} svg_view;

// What lies on top of the mesh.
typedef enum svg_content {
    SVG_CONTENT_NONE,
    SVG_CONTENT_PATHS,
    SVG_CONTENT_AGENTS
} svg_content;

// Writes the picture up to where paths may follow.
void svg_picture_begin(out *o, const svg_view *v);

// Adds a path that was found.
void svg_picture_path(out *o, const svg_view *v, const nav_path *path);

// Ends it.
void svg_picture_end(out *o, const svg_view *v, svg_content content);

#endif
