// flood.h - distances from some points to everywhere: the search without a
// goal.
#ifndef NAV_FLOOD_H
#define NAV_FLOOD_H

#include "search/cone_heap.h"

typedef struct nav_flood {
    nav_allocator mem;
    nav_cones cones; // corners behind those of the mesh stand for sources
    size_t corners;  // of the mesh
    nav_cone_heap heap;
    uint32_t given; // the cone handed out last, which is to be expanded
    size_t expanded;
} nav_flood;

// Lays the mesh out, which must outlive the flood and not change.  Frees what
// it made when it fails.  O(edges).
NAV_MUST_CHECK nav_status nav_flood_init(nav_flood *f, const nav_mesh *mesh,
                                         const nav_allocator *mem);
void nav_flood_fini(nav_flood *f);

// Forgets all that is known.
void nav_flood_reset(nav_flood *f);

// Gives a source a corner of its own: no way to it is known at first.
NAV_MUST_CHECK nav_status nav_flood_new_source(nav_flood *f, uint32_t *corner);

// Begins at a source, of which a way of length source->g is known, in a polygon
// that holds it; to be called for all of them.
NAV_MUST_CHECK nav_status nav_flood_begin(nav_flood *f,
                                          const nav_cone_source *source,
                                          nav_poly_id polygon);

// Gives the next cone, NAV_NONE at the end, and what it sees; corners in view
// have been noted.  No way by any cone that follows is shorter than *reach, but
// for rounding, unless a source comes; it is infinite at the end.
NAV_MUST_CHECK nav_status nav_flood_next(nav_flood *f, uint32_t *cone,
                                         nav_cone_view *view, double *reach);

// Length of the least way to a corner that has been noted so far, infinite
// where none is.
double nav_flood_distance(const nav_flood *f, uint32_t corner);

// Finds the least distance to every vertex of a plain mesh from the sources,
// which are the vertices whose `distance` is 0 beforehand; it must be infinite
// for the others, and stays so where there is no way.  `distance` has one entry
// a vertex.  NAV_LIMIT when it takes more than `most` cones.
NAV_MUST_CHECK nav_status nav_flood_vertices(nav_flood *f, size_t most,
                                             double *distance);

#endif
