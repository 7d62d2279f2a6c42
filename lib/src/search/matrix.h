// matrix.h - lengths of the shortest paths between many points.
#ifndef NAV_MATRIX_H
#define NAV_MATRIX_H

#include "search/ends.h"
#include "search/flood.h"
#include "search/query.h"

struct nav_matrix {
    nav_allocator mem;
    nav_query *query; // lent
    const nav_mesh *mesh;
    nav_path_options options;
    nav_point *given;        // [count]
    nav_path_status *status; // [count]
    nav_chain_end *end;      // [count] on the mesh, those that are
    size_t count;
    nav_poly_id *polygon; // of the ends, those of each in a row
    size_t polygons, polygon_capacity;
    nav_ends points; // by polygon
    bool on_foot;    // lengths are distances: no links, and all costs the same
    nav_flood flood;
    bool has_flood;    // made by the first row that needs it
    size_t flood_from; // fewest points for which a flood pays; 0: not yet known
};

// As nav_matrix_row, by one of two methods; the first one only on foot.
NAV_MUST_CHECK nav_status nav_matrix_flood_row(nav_matrix *matrix, size_t row,
                                               size_t begin, double *length);
NAV_MUST_CHECK nav_status nav_matrix_search_row(nav_matrix *matrix, size_t row,
                                                size_t begin, double *length,
                                                nav_error *error);

#endif
