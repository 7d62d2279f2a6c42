// map_out.h - a mesh as a JSON map, which navbake reads.
#ifndef CLI_MAP_OUT_H
#define CLI_MAP_OUT_H

#include "out.h"

// Writes the mesh in plan as an object with "polygons", and "links" unless
// there are none: every polygon that is not closed with its area, and the links
// for which usable[link] is true.
void map_out_json(out *o, const nav_mesh *mesh, const bool *usable,
                  int precision);

#endif
