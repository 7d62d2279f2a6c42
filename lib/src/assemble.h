// assemble.h - walkable triangles and merged edges to a finished mesh.
#ifndef NAV_ASSEMBLE_H
#define NAV_ASSEMBLE_H

#include "delaunay.h"
#include "mesh.h"

// Makes the mesh of the walkable triangles of a triangulation, less the edges
// that are gone.  O(triangles).
NAV_MUST_CHECK nav_status nav_assemble(nav_delaunay *d,
                                       const nav_allocator *mem,
                                       nav_mesh **mesh, nav_error *error);

#endif
