// field_out.h - the forms in which a flow field is written.
#ifndef CLI_FIELD_OUT_H
#define CLI_FIELD_OUT_H

#include "out.h"

// A field, and what there is to know for writing it.
typedef struct field_view {
    const nav_field *field;
    nav_field_info info;
    const nav_mesh *mesh;
    const nav_obstacles *obstacles; // laid over it; may be NULL
    int precision;                  // as for out_number
} field_view;

// One row a place.
void field_csv_out(out *o, const field_view *v);

// One object: the grid, and an array for each column of the CSV.
void field_json_out(out *o, const field_view *v);

// NumPy's format: distance and direction of each cell, as floats.
void field_npy_out(out *o, const field_view *v);

// A grey picture, one pixel a cell; of several floors the lowest.
void field_pgm_out(out *o, const field_view *v);

// A picture of mesh, distances, directions and goals; likewise.
void field_svg_out(out *o, const field_view *v);

#endif
