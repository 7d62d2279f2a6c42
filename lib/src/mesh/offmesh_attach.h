// offmesh_attach.h - off-mesh connections on to a finished mesh.
#ifndef NAV_OFFMESH_ATTACH_H
#define NAV_OFFMESH_ATTACH_H

#include "mesh/mesh.h"
#include "mesh/offmesh.h"

// The links to attach.
typedef struct nav_offmesh_input {
    const nav_link_list *list[2]; // one behind the other; NULL: none
    bool in_space; // points are on the axes of a model, else in plan
    const nav_bake_options *options; // tells whom to warn
} nav_offmesh_input;

// Gives a mesh that has no links those whose ends are on it, in their order;
// the others are told to `options->warn_link`, and `dropped` counts them.
// O(links log polygons) as a rule.
NAV_MUST_CHECK nav_status nav_offmesh_attach(nav_mesh *mesh,
                                             const nav_offmesh_input *input,
                                             size_t *dropped, nav_error *error);

#endif
