// carved.c - obstacles laid over the loaded mesh.
//
// This is done before anything is asked, and undone at the end; in between the
// obstacles change with the events of a scenario alone, in one thread.  So
// threads share a mesh that nobody changes.
//
// Obstacles grow by the radius of the agent that the mesh was made for.
#include "carved.h"

#include "memory.h"

nav_vec2 carved_point(const carved *c, size_t number)
{
    nav_obstacle_spec spec = nav_obstacles_get(c->obstacles, number).spec;
    switch (spec.kind) {
    case NAV_OBSTACLE_POLYGON:
        return spec.point_count > 0 ? spec.points[0] : (nav_vec2){0, 0};
    case NAV_OBSTACLE_BOX:
        return spec.box.min;
    case NAV_OBSTACLE_CIRCLE:
    case NAV_OBSTACLE_ORIENTED_BOX:
        break;
    }
    return spec.center;
}

bool carved_is_idle(const carved *c, size_t number)
{
    return !nav_carving_blocks(c->carving, number);
}

static void warn_of_idle(const carved *c, const obstacle_files *files)
{
    size_t count = nav_obstacles_count(c->obstacles);
    for (size_t i = 0; i < count; i++) {
        char at[DIAG_POINT_SIZE];
        size_t number = i;
        if (carved_is_idle(c, i)) {
            const char *file = obstacle_files_name(files, &number);
            diag_warning(file, "obstacle %zu at %s: %s", number,
                         diag_point(carved_point(c, i), at),
                         nav_warning_text(NAV_WARN_OBSTACLE_IDLE));
        }
    }
}

exit_code carved_lay(carved *c, nav_mesh *mesh, query_options *options)
{
    nav_error error = {.status = NAV_OK};
    nav_mesh_info info = nav_mesh_get_info(mesh);
    *c = (carved){.mesh = mesh};
    if (options->obstacles.count == 0 && options->scenario == NULL) {
        return EXIT_DONE;
    }
    nav_obstacle_options outlines = nav_obstacle_options_default();
    outlines.radius = info.agent_radius;
    outlines.cell = options->obstacle_cells;
    outlines.bounds = info.bounds;
    if (nav_obstacles_new(memory_allocator(), &outlines, &c->obstacles,
                          &error) != NAV_OK) {
        return diag_library(source_name(options->mesh), &error);
    }
    exit_code code = obstacle_files_read(&options->obstacles, c->obstacles);
    if (code == EXIT_DONE &&
        nav_carving_new(mesh, c->obstacles, memory_allocator(), &c->carving,
                        &error) != NAV_OK) {
        code = diag_library(source_name(options->mesh), &error);
    }
    if (code == EXIT_DONE) {
        warn_of_idle(c, &options->obstacles);
    }
    return code;
}

void carved_take_off(carved *c)
{
    nav_carving_free(c->carving);
    nav_obstacles_free(c->obstacles);
    c->carving = NULL;
    c->obstacles = NULL;
}
