// locate.h - spatial index: point -> polygons, nearest walkable point.
#ifndef NAV_LOCATE_H
#define NAV_LOCATE_H

#include "mesh/locate_tree.h"

// A growing list of polygons, ascending.
typedef struct nav_poly_list {
    nav_poly_id *item;
    size_t count, capacity;
} nav_poly_list;

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

// A point that the polygon of `edge` holds exactly, as near as rounding allows
// to q, which was computed to lie on the edge.  False when there is none within
// about `limit`, as in a sliver.
bool nav_locate_round_into(const nav_mesh *mesh, uint32_t edge, nav_vec2 q,
                           double limit, nav_vec2 *found);

#endif
