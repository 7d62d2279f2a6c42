// model.c - vertices and faces in space as they were given.
//
// A model keeps what the user said: vertices are not welded, faces neither
// turned nor cut here, unused vertices stay.  What is floor is decided by the
// baker.  Faces lie one behind the other in one array of corners; first[] says
// where each begins and, in its last item, where the next one will, so that the
// face in the making needs no state of its own.
#include "input/model.h"

#include "base/error.h"
#include "base/vec.h"

nav_status nav_model_new(const nav_allocator *allocator, nav_model **model)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_model *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    *made = (nav_model){.mem = mem};
    nav_areas_init(&made->names, &mem);
    if (nav_obstacles_new(&mem, NULL, &made->obstacles, NULL) != NAV_OK ||
        nav_mem_grow(&mem, &made->first, &made->first_capacity, 1,
                     sizeof *made->first) != NAV_OK) {
        nav_model_free(made);
        return NAV_NOMEM;
    }
    made->first[0] = 0;
    *model = made;
    return NAV_OK;
}

void nav_model_free(nav_model *model)
{
    if (!model) {
        return;
    }
    nav_allocator mem = model->mem;
    nav_mem_free(&mem, model->vertex, model->vertex_capacity,
                 sizeof *model->vertex);
    nav_mem_free(&mem, model->first, model->first_capacity,
                 sizeof *model->first);
    nav_mem_free(&mem, model->corner, model->corner_capacity,
                 sizeof *model->corner);
    nav_mem_free(&mem, model->area, model->area_capacity, sizeof *model->area);
    nav_areas_fini(&model->names);
    nav_obstacles_free(model->obstacles);
    nav_mem_free(&mem, model->line, model->line_capacity, sizeof *model->line);
    nav_mem_free(&mem, model, 1, sizeof *model);
}

nav_obstacles *nav_model_obstacles(nav_model *model)
{
    return model->obstacles;
}

nav_status nav_model_add_vertex(nav_model *model, nav_vec3 point,
                                nav_error *error)
{
    if (model->vertices == NAV_MODEL_MOST) {
        return nav_fail(error, NAV_LIMIT, "more than %zu vertices",
                        NAV_MODEL_MOST);
    }
    if (nav_mem_grow(&model->mem, &model->vertex, &model->vertex_capacity,
                     model->vertices + 1, sizeof *model->vertex) != NAV_OK) {
        return nav_fail_memory(error);
    }
    // Adding zero turns a negative zero into a positive one.
    model->vertex[model->vertices++] =
        (nav_vec3){point.x + 0.0, point.y + 0.0, point.z + 0.0};
    return NAV_OK;
}

nav_status nav_model_add_corner(nav_model *model, uint32_t vertex,
                                nav_error *error)
{
    if (model->corners == NAV_MODEL_MOST) {
        return nav_fail(error, NAV_LIMIT, "more than %zu corners of faces",
                        NAV_MODEL_MOST);
    }
    if (nav_mem_grow(&model->mem, &model->corner, &model->corner_capacity,
                     model->corners + 1, sizeof *model->corner) != NAV_OK) {
        return nav_fail_memory(error);
    }
    model->corner[model->corners++] = vertex;
    return NAV_OK;
}

nav_status nav_model_close_face(nav_model *model, uint32_t area, size_t line,
                                nav_error *error)
{
    const nav_allocator *mem = &model->mem;
    size_t face = model->faces;
    if (nav_mem_grow(mem, &model->first, &model->first_capacity, face + 2,
                     sizeof *model->first) != NAV_OK ||
        nav_mem_grow(mem, &model->area, &model->area_capacity, face + 1,
                     sizeof *model->area) != NAV_OK ||
        nav_mem_grow(mem, &model->line, &model->line_capacity, face + 1,
                     sizeof *model->line) != NAV_OK) {
        return nav_fail_memory(error);
    }
    model->area[face] = area;
    model->line[face] = line;
    model->first[face + 1] = (uint32_t)model->corners;
    model->faces++;
    return NAV_OK;
}

nav_model_info nav_model_get_info(const nav_model *model)
{
    return (nav_model_info){.vertices = model->vertices,
                            .faces = model->faces,
                            .skipped = model->skipped};
}
