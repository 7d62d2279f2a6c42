// locate.h - spatial index: point -> polygons, nearest walkable point.
#ifndef NAV_LOCATE_H
#define NAV_LOCATE_H

#include "mesh.h"

// A growing list of polygons, ascending.
typedef struct nav_poly_list {
    nav_poly_id *item;
    size_t count, capacity;
} nav_poly_list;

enum {
    NAV_LOCATE_FAN = 8,    // children of a node
    NAV_LOCATE_LEVELS = 12 // 8^11 polygons are more than 32 bits can number
};

// Heights from the lowest to the highest.
typedef struct nav_span {
    double low, high;
} nav_span;

// A packed R-tree over a run of polygons of a mesh, which must outlive it.
// Read-only once made.  Where obstacles are laid over the mesh (overlay.h) the
// tree over its base finds what stands in for closed polygons by their own
// trees.
typedef struct nav_locate {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_poly_id begin; // the first polygon of the run
    nav_box *box;      // all levels, that of the polygons first
    nav_span *span;    // of the same; NULL on a flat mesh
    size_t boxes;
    size_t first[NAV_LOCATE_LEVELS]; // where a level begins in box
    size_t count[NAV_LOCATE_LEVELS]; // its nodes
    uint32_t top;                    // the level of the root
    const bool *islands; // [islands] those that are seen; NULL: all of them
} nav_locate;

// Over the base of a mesh, all polygons where no obstacles are laid over it.
// O(edges).  After a failure there is nothing to free.
NAV_MUST_CHECK nav_status nav_locate_init(nav_locate *locate,
                                          const nav_mesh *mesh,
                                          const nav_allocator *mem);

// The same over polygons `begin` to `end` - 1.
NAV_MUST_CHECK nav_status nav_locate_init_run(nav_locate *locate,
                                              const nav_mesh *mesh,
                                              nav_poly_id begin,
                                              nav_poly_id end,
                                              const nav_allocator *mem);
void nav_locate_fini(nav_locate *locate);

// The same index, seeing the polygons of some islands alone: one value for each
// island of the mesh.  Lent, and not to be freed; O(1).  Searches for the
// nearest point pass over what is not seen, so they take up to O(polygons).
nav_locate nav_locate_within(const nav_locate *locate, const bool *islands);

// The polygon of least number that holds the point, NAV_NONE when none does.
nav_poly_id nav_locate_first(const nav_locate *locate, nav_vec2 point);

// Fills the list with all polygons that hold the point.  The list's memory is
// that of `locate`; nav_locate_free_list frees it.
NAV_MUST_CHECK nav_status nav_locate_all(const nav_locate *locate,
                                         nav_vec2 point, nav_poly_list *list);
// Adds to the list all polygons of the run whose boxes meet a box, closed ones
// included.
NAV_MUST_CHECK nav_status nav_locate_in_box(const nav_locate *locate,
                                            nav_box box, nav_poly_list *list);

void nav_locate_free_list(const nav_locate *locate, nav_poly_list *list);

// The walkable point nearest to one off the mesh, rounded so that a polygon
// holds it exactly.  False when all polygons are closed.
bool nav_locate_nearest(const nav_locate *locate, nav_vec2 point,
                        nav_vec2 *nearest);

// The walkable place nearest in space to a point off the mesh: the number of
// its polygon, which holds the place in plan exactly; the height is that of the
// polygon.  NAV_NONE when all are closed.  The mesh must have heights.
nav_poly_id nav_locate_nearest_in_space(const nav_locate *locate,
                                        nav_vec3 point, nav_vec3 *nearest);

#endif
