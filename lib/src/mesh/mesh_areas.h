// mesh_areas.h - the areas that the polygons of a mesh belong to.
#ifndef NAV_MESH_AREAS_H
#define NAV_MESH_AREAS_H

#include "mesh/mesh.h"

// Names the areas of a mesh whose mesh->area holds ranks: of those some polygon
// has, the names become those of the mesh, in their order, and the polygons get
// the numbers.  Where none has one, the mesh has no areas.
NAV_MUST_CHECK nav_status nav_mesh_name_areas(nav_mesh *mesh,
                                              const nav_area_ranks *ranks,
                                              nav_error *error);

#endif
