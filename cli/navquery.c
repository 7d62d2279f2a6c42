// navquery.c - answers questions about a navigation mesh.
//
// Load the mesh, then describe it, convert it, or answer row after row.
#include <stdlib.h>

#include "json_memory.h"
#include "mesh_out.h"
#include "query_run.h"
#include "source.h"
#include "stopwatch.h"
#include "svg_out.h"

static exit_code load_mesh(const char *path, nav_mesh **mesh)
{
    text_buffer bytes = {NULL, 0, 0};
    nav_error error = {.status = NAV_OK};
    double begun = stopwatch_seconds(NULL);
    exit_code code = source_read_all(path, &bytes);
    if (code == EXIT_DONE &&
        nav_mesh_read(bytes.bytes, bytes.size, NULL, mesh, &error) != NAV_OK) {
        code = diag_library(source_name(path), &error);
    }
    text_free(&bytes);
    if (code == EXIT_DONE) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        diag_note("load: %s s",
                  diag_seconds(stopwatch_seconds(NULL) - begun, seconds));
    }
    return code;
}

static exit_code perform(const query_options *options, const nav_mesh *mesh,
                         out *o, bool *complete)
{
    int precision = options->style.precision;
    *complete = true;
    switch (options->task) {
    case TASK_INFO:
        mesh_out_info(o, mesh, precision);
        if (nav_mesh_area_count(mesh) > 0 &&
            !mesh_out_areas(o, mesh, precision)) {
            *complete = false;
            return diag_memory();
        }
        break;
    case TASK_OBJ:
        mesh_out_obj(o, mesh, precision);
        break;
    case TASK_SVG:
        svg_out_begin(o, mesh, precision);
        svg_out_end(o);
        break;
    case TASK_PATH:
    case TASK_LOCATE:
    case TASK_RAYCAST:
    case TASK_SVG_PATHS:
        return query_run(options, mesh, o, complete);
    }
    return EXIT_DONE;
}

static exit_code run(const query_options *options)
{
    static out o;
    nav_mesh *mesh = NULL;
    bool complete = false;
    exit_code code = load_mesh(options->mesh, &mesh);
    if (code != EXIT_DONE) {
        return code;
    }
    double *cost = NULL;
    code = area_rules_apply(&options->areas, mesh, source_name(options->mesh),
                            &cost);
    if (code == EXIT_DONE) {
        code = out_open(&o, options->output);
    }
    if (code == EXIT_DONE) {
        query_options ready = *options;
        ready.area_cost = cost;
        code = perform(&ready, mesh, &o, &complete);
        // What was answered before a failure goes out if it goes to a pipe, and
        // does not take the place of a file.
        exit_code closed = EXIT_DONE;
        if (complete || o.temporary == NULL) {
            closed = out_close(&o);
        }
        code = closed != EXIT_DONE ? closed : code;
    }
    out_discard(&o);
    free(cost);
    nav_mesh_free(mesh);
    return code;
}

int main(int argc, char **argv)
{
    query_options options;
    bool stop = false;
    diag_program("navquery");
    out_prepare();
    json_memory_watch();
    char **arguments = options_guard_points(&query_option_set, argc, argv);
    if (arguments == NULL) {
        return (int)diag_memory();
    }
    exit_code code = query_options_read(&options, argc, arguments, &stop);
    if (!stop) {
        code = run(&options);
    }
    query_options_free(&options);
    options_unguard(arguments, argc, argv);
    return (int)code;
}
