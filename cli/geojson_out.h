// geojson_out.h - answers, and the mesh itself, as GeoJSON (RFC 7946).
#ifndef CLI_GEOJSON_OUT_H
#define CLI_GEOJSON_OUT_H

#include "answer.h"
#include "out.h"

// Positions are the two coordinates of the plan, and the height behind them on
// a mesh with heights.

// Writes what comes before all features, and what comes behind them.
void geojson_out_begin(out *o, const nav_mesh *mesh, int precision);
void geojson_out_end(out *o);

// Writes a feature for each polygon that is not closed, and for each link.
void geojson_out_mesh(out *o, const nav_mesh *mesh, int precision);

// Writes an answer, which is not that of a ray, as a feature, of which `first`
// says whether it is the first one of all.
void geojson_out_answer(out *o, const answer_style *style, const answer *a,
                        bool first);

#endif
