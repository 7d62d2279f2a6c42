// losses.h - what a format cannot carry of a mesh.
#ifndef CLI_LOSSES_H
#define CLI_LOSSES_H

#include "diag.h"

// Finds the links both ends of which are on polygons that are not closed, in
// plan: usable[link], of all links.  Reports failures.
exit_code losses_find_links(const nav_mesh *mesh, const char *name,
                            bool *usable);

// Warn of what is lost of the mesh in the file `name` when it is written as a
// JSON map, with the links that are usable alone, or as Wavefront OBJ.  Report
// failures.
exit_code losses_of_json(const nav_mesh *mesh, const char *name,
                         const bool *usable);
exit_code losses_of_obj(const nav_mesh *mesh, const char *name);

#endif
