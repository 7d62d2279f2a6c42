// model.h - vertices and faces in space as they were given.
#ifndef NAV_MODEL_H
#define NAV_MODEL_H

#include "mem.h"
#include "navmesh.h"

struct nav_model {
    nav_allocator mem;
    nav_vec3 *vertex; // [vertices] on the model's own axes
    size_t vertices, vertex_capacity;
    uint32_t *first; // [faces + 1] first corner of each face, once finished
    size_t faces, first_capacity;
    uint32_t *corner; // [corners] vertex numbers, from 0
    size_t corners, corner_capacity;
    uint32_t *area; // [faces] number of the area of each face, from 0
    size_t area_capacity;
    size_t *line; // [faces] where the face was read, from 1; 0 when it was not
    size_t line_capacity;
    size_t areas; // different names, the unnamed one included
    size_t skipped;
};

#endif
