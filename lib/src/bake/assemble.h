// assemble.h - half-edge polygons to a finished mesh.
#ifndef NAV_ASSEMBLE_H
#define NAV_ASSEMBLE_H

#include "input/polymesh.h"
#include "mesh/mesh.h"

// Makes the mesh of what is left of a polymesh.  Vertices keep their order;
// those that no polygon uses are dropped.  `up` is recorded on a mesh with
// heights. O(half-edges).
NAV_MUST_CHECK nav_status nav_assemble(const nav_polymesh *polymesh,
                                       nav_axis up, const nav_allocator *mem,
                                       nav_mesh **mesh, nav_error *error);

#endif
