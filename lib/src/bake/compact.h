// compact.h - a mesh without its closed polygons.
#ifndef NAV_COMPACT_H
#define NAV_COMPACT_H

#include "bake/merge.h"
#include "mesh/mesh.h"

// Makes a mesh of the polygons that are not closed, numbered as a bake numbers
// them, and merged by the options unless these are NULL.  At least one must be
// left.  O(edges).
NAV_MUST_CHECK nav_status nav_compact(const nav_mesh *mesh,
                                      const nav_merge_options *merging,
                                      const nav_allocator *mem,
                                      nav_mesh **compact, nav_error *error);

#endif
