// mesh_out.h - a mesh described in words, and as Wavefront OBJ.
#ifndef CLI_MESH_OUT_H
#define CLI_MESH_OUT_H

#include "out.h"

// Closed polygons, and vertices of these alone, are left out.  All report
// failures, of which one of writing is left to the closing of `o`.

// Counts and measures of what is walkable.
exit_code mesh_out_measure(const nav_mesh *mesh, nav_mesh_info *info);

// Counts the islands of polygons that are not closed: numbers may be out of
// use.
exit_code mesh_out_count_islands(const nav_mesh *mesh, uint32_t *islands);

// Of an area, the polygons that are not closed and their size in plan.
typedef struct mesh_out_area {
    double size;
    uint32_t polygons;
} mesh_out_area;

// One element for each of info.areas; NULL without memory.  Freed by the other.
mesh_out_area *mesh_out_measure_areas(const nav_mesh *mesh);
void mesh_out_free_areas(const nav_mesh *mesh, mesh_out_area *areas);

// Writes counts and measures, one "name: value" a line.
exit_code mesh_out_info(out *o, const nav_mesh *mesh, int precision);

// Writes the number of areas, and of each "area of NAME: size".
exit_code mesh_out_areas(out *o, const nav_mesh *mesh, int precision);

// Writes every vertex as "v x 0 y", or its height instead of the 0, and every
// polygon that is not closed as a face, under "usemtl NAME" of its area.
exit_code mesh_out_obj(out *o, const nav_mesh *mesh, int precision);

#endif
