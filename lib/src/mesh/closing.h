// closing.h - polygons of a mesh taken out of use.
#ifndef NAV_CLOSING_H
#define NAV_CLOSING_H

#include "mesh/mesh.h"

// Closes the polygons for which close[p] is true, [polygons]; those closed
// before stay so.  Nobody may be using the mesh, and queries on it have to be
// made anew.  NAV_NOMEM, the mesh then being as it was.  O(edges).
NAV_MUST_CHECK nav_status nav_mesh_close_polygons(nav_mesh *mesh,
                                                  const bool *close,
                                                  nav_error *error);

// Makes room for telling which polygons are closed; none is yet.
NAV_MUST_CHECK nav_status nav_mesh_make_closable(nav_mesh *mesh,
                                                 nav_error *error);

#endif
