// query.h - what other modules ask of a query.
#ifndef NAV_QUERY_H
#define NAV_QUERY_H

#include "search/chain.h"
#include "search/offmesh_search.h"

// An end of a path, found on the mesh.
typedef struct nav_query_end {
    bool on_mesh;
    bool ambiguous; // on several floors, so that nothing else is known
    nav_vec2 point;
    double moved;
    nav_poly_id polygon; // of least number
} nav_query_end;

const nav_mesh *nav_query_mesh(const nav_query *query);
nav_allocator nav_query_allocator(const nav_query *query);

// Finds the polygons that hold a point, or the place next to it, as for a path;
// `held`, whose polygons are lent until the next call, is for one on the mesh.
NAV_MUST_CHECK nav_status nav_query_hold(nav_query *query, nav_point point,
                                         double snap, nav_query_end *end,
                                         nav_chain_end *held, nav_error *error);

// As nav_query_path_at from a place on the mesh, whose polygon holds it: on
// that floor, and where regions only touch, in that of the polygon.
NAV_MUST_CHECK nav_status nav_query_path_from(nav_query *query,
                                              nav_query_end start,
                                              nav_point end,
                                              const nav_path_options *options,
                                              nav_path *path, nav_error *error);

// Whether not all polygons cost the same.  O(polygons) after a change.
bool nav_query_has_costs(nav_query *query);

// Lends what is known of the ends of links, which the mesh must have.
NAV_MUST_CHECK nav_status nav_query_links(nav_query *query,
                                          const nav_offmesh_search **links,
                                          nav_error *error);

#endif
