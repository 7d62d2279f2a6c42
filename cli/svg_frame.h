// svg_frame.h - where a map lies in its picture, and in which numbers.
#ifndef CLI_SVG_FRAME_H
#define CLI_SVG_FRAME_H

#include <navmesh.h>

// A place (x, y) of the map is written ((x, y) - origin) / unit.
typedef struct svg_frame {
    nav_vec2 origin; // of the picture, on the map; 0,0 but for distant maps
    double unit; // of the picture, in those of the map: a power of ten, or 1
    double side; // longest side of the map, in its own units
    // In those of the picture, y down the page, margins not included:
    nav_box map;    // the mesh
    double longest; // side of it
    bool down;      // coordinates of the map go down the page too
} svg_frame;

svg_frame svg_frame_of(const nav_mesh *mesh);

// Whether other coordinates are written than those of the map.
bool svg_frame_is_moved(const svg_frame *f);

// A place and a length of the map, as they are written.
nav_vec2 svg_frame_place(const svg_frame *f, nav_vec2 at);
double svg_frame_length(const svg_frame *f, double length);

// The double nearest to digits times ten to the exponent.
double svg_decimal(int digits, int exponent);

#endif
