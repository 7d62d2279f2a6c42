// facets.h - the floors among the faces of a model.
#ifndef NAV_FACETS_H
#define NAV_FACETS_H

#include "floors/slabs.h"
#include "input/model.h"

// Adds the faces of a model that are floor as convex polygons; point v of the
// slabs is vertex v of the model, in plan and height.  Faces are decided with
// to[v] in place of v (weld.h).  With a weld distance and a step, points that
// are so near in plan and height are brought over each other.  Counts the faces
// in `report`.  O(corners), and for concave faces as the triangulation of a
// ring.
NAV_MUST_CHECK nav_status nav_facets(nav_slabs *slabs, const nav_model *model,
                                     const nav_model_options *options,
                                     const uint32_t *to,
                                     nav_model_report *report,
                                     nav_error *error);

// A point of a model in plan, and its height.
static inline nav_vec2 nav_facets_plan(nav_axis up, nav_vec3 p)
{
    return up == NAV_UP_Y ? (nav_vec2){p.x + 0.0, p.z + 0.0}
                          : (nav_vec2){p.x + 0.0, p.y + 0.0};
}

static inline double nav_facets_height(nav_axis up, nav_vec3 p)
{
    return (up == NAV_UP_Y ? p.y : p.z) + 0.0;
}

#endif
