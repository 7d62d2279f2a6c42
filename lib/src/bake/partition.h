// partition.h - the borders of areas in a region that has shrunk.
#ifndef NAV_PARTITION_H
#define NAV_PARTITION_H

#include "bake/classify.h"

// Whether a classified triangulation has borders of areas: edges between
// walkable triangles of different ones.  `area` [triangles] counts for walkable
// ones alone; NULL when there are none.  O(triangles).
bool nav_partition_has_borders(const nav_delaunay *d, const uint32_t *area);

// Replaces `region`, a classified triangulation of a part of what is walkable
// in `whole`, by one in which the borders of areas of `whole` are fixed edges;
// where they cross its boundary, that bends (crossing.h).  `walkable` becomes
// the number of its walkable triangles.  O(n log n) as a rule for boundaries
// and borders of n edges; each crossing adds a vertex.
NAV_MUST_CHECK nav_status nav_partition_draw(nav_cdt *region,
                                             const nav_delaunay *whole,
                                             const uint32_t *area,
                                             size_t *walkable);

// Puts the area of each walkable triangle of `region` into `region_area`
// [triangles of region], NAV_NONE for others.  Uses nav_triangle.group.
// O(triangles), and a search for each part between fixed edges.
NAV_MUST_CHECK nav_status nav_partition_name(nav_delaunay *region,
                                             const nav_delaunay *whole,
                                             const uint32_t *area,
                                             uint32_t *region_area);

#endif
