// polymesh.h - convex polygons as half-edges, while they are made fewer.
//
// Between the triangles or faces of an input and the finished mesh: edges can
// be taken away here, and polygons have no numbers yet.
#ifndef NAV_POLYMESH_H
#define NAV_POLYMESH_H

#include "base/mem.h"
#include "base/vec.h"
#include "mesh/areas.h"

// Half-edges are numbered from 0.  One runs from its vertex to that of the next
// one, its polygon on the left.
typedef struct nav_polymesh {
    nav_allocator mem;
    const nav_vec2 *point; // [points] lent: the plan
    const double *height;  // [points] lent; NULL on a flat mesh
    size_t points;
    size_t halves;
    uint32_t *vertex; // where the half-edge starts; NAV_NONE once it is gone
    uint32_t *next;   // around its polygon
    uint32_t *prev;
    uint32_t *twin; // other half-edge of its edge, NAV_NONE on the boundary;
                    // where more than two polygons meet, the next one of a ring
    uint32_t *face; // polygon that it was made in, from 0
    size_t faces;
    const uint32_t *area; // [faces] lent: faces of different areas, which are
                          // ranks of names or NAV_NONE, stay apart; NULL: all
                          // belong to none
    const nav_area_ranks *ranks; // lent, with `area`
} nav_polymesh;

// Makes room for so many half-edges; the arrays are not initialised.
NAV_MUST_CHECK nav_status nav_polymesh_init(nav_polymesh *mesh,
                                            const nav_allocator *mem,
                                            size_t halves);
void nav_polymesh_fini(nav_polymesh *mesh);

static inline uint32_t nav_polymesh_end(const nav_polymesh *mesh, uint32_t h)
{
    return mesh->vertex[mesh->next[h]];
}

static inline nav_vec2 nav_polymesh_point(const nav_polymesh *mesh, uint32_t h)
{
    return mesh->point[mesh->vertex[h]];
}

// Whether just two polygons share the edge of h, one on either side.
static inline bool nav_polymesh_is_plain(const nav_polymesh *mesh, uint32_t h)
{
    uint32_t g = mesh->twin[h];
    return g != NAV_NONE && mesh->twin[g] == h &&
           mesh->vertex[g] == nav_polymesh_end(mesh, h) &&
           nav_polymesh_end(mesh, g) == mesh->vertex[h];
}

#endif
