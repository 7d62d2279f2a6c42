// model.h - vertices and faces in space as they were given.
#ifndef NAV_MODEL_H
#define NAV_MODEL_H

#include "base/mem.h"
#include "mesh/areas.h"
#include "navmesh.h"

struct nav_model {
    nav_allocator mem;
    nav_vec3 *vertex; // [vertices] on the model's own axes
    size_t vertices, vertex_capacity;
    uint32_t *first; // [faces + 1] first corner of each face, and their end
    size_t faces, first_capacity;
    uint32_t *corner; // [corners] vertex numbers, from 0
    size_t corners, corner_capacity;
    uint32_t *area; // [faces] number of the area of each face, from 0
    size_t area_capacity;
    size_t *line; // [faces] where the face was read, from 1; 0 when it was not
    size_t line_capacity;
    nav_areas names; // of the areas, by their numbers; those of different
                     // combinations may be the same, and that of none is empty
    size_t skipped;
    nav_obstacles *obstacles;
};

// Most vertices, and most corners of all faces together.
#define NAV_MODEL_MOST ((size_t)1 << 31)

// Adds a vertex, which must be legal.
NAV_MUST_CHECK nav_status nav_model_add_vertex(nav_model *model, nav_vec3 point,
                                               nav_error *error);

// A face is added corner by corner, then closed.  Until then its corners are
// corner[first[faces]] .. corner[corners - 1]; a face that is given up is cut
// off by corners = first[faces].
NAV_MUST_CHECK nav_status nav_model_add_corner(nav_model *model,
                                               uint32_t vertex,
                                               nav_error *error);
NAV_MUST_CHECK nav_status nav_model_close_face(nav_model *model, uint32_t area,
                                               size_t line, nav_error *error);

#endif
