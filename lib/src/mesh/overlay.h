// overlay.h - obstacles laid over a mesh: which polygons have taken the place
// of which.
//
// The polygons of the mesh as it was, its base, keep their numbers.  Those that
// obstacles reach are closed, and new ones behind all others stand in for them:
// a patch.  Nothing else is touched, but for the twins of edges next to it.
#ifndef NAV_OVERLAY_H
#define NAV_OVERLAY_H

#include "mesh/mesh.h"

typedef struct nav_patch {
    nav_poly_id first, end; // new polygons
    nav_mesh_size behind;   // size of the mesh when they were its last ones
    nav_poly_id *cut;       // polygons of the base that they stand in for
    size_t cuts;            // 0: the patch is not in use
    size_t *obstacle;       // numbers of those that reach them
    size_t obstacles;
    bool holds_together;     // it parts nothing that the base joins there
    struct nav_locate *tree; // over the new polygons; NULL: there are none
} nav_patch;

struct nav_overlay {
    nav_allocator mem;
    nav_mesh_size base;
    uint32_t islands;   // of the base
    uint32_t *twin;     // [base.edges] as they were
    uint32_t *stand_in; // [base.edges] the edge that is now in the place of one
                        // of a closed polygon, NAV_NONE: none, or several
    uint32_t *patch_of; // [base.polygons] NAV_NONE: as it was
    nav_poly_id *origin; // [polygons - base.polygons] of each new polygon, one
    size_t origin_capacity; // that it stands in for
    nav_patch *patch;
    size_t patches, patch_capacity;
    size_t first_free; // no patch below is out of use
    // Polygons whose edges have changed, for queries to catch up with: change
    // i of all is changed[i - forgotten].
    nav_poly_id *changed;
    size_t changes, change_capacity;
    uint64_t forgotten;
    size_t settled; // changes before those at hand
    bool lifted;    // the last polygons may be those of a patch out of use
    bool parted;    // islands are to be found anew
};

// Grows with every change; what was derived from a mesh is good for as long as
// this is what it was.
static inline uint64_t nav_mesh_version(const nav_mesh *mesh)
{
    const nav_overlay *o = mesh->overlay;
    return o ? o->forgotten + o->changes : mesh->version;
}

// The patch that stands in for a closed polygon of the base, NULL when there is
// none.
static inline const nav_patch *nav_overlay_patch(const nav_mesh *mesh,
                                                 nav_poly_id polygon)
{
    const nav_overlay *overlay = mesh->overlay;
    if (!overlay || polygon >= overlay->base.polygons ||
        overlay->patch_of[polygon] == NAV_NONE) {
        return NULL;
    }
    return &overlay->patch[overlay->patch_of[polygon]];
}

// The polygon of the base that one stands in for, one of several on a flat
// mesh; those of the base stand for themselves.
static inline nav_poly_id nav_overlay_origin(const nav_mesh *mesh,
                                             nav_poly_id polygon)
{
    const nav_overlay *overlay = mesh->overlay;
    return overlay && polygon >= overlay->base.polygons
               ? overlay->origin[polygon - overlay->base.polygons]
               : polygon;
}

#endif
