// navquery.c - answers questions about a navigation mesh.
//
// Load the mesh, lay obstacles over it, then describe it, convert it, or answer
// row after row.
#include <stdlib.h>

#include "carved.h"
#include "field_run.h"
#include "html_out.h"
#include "json_memory.h"
#include "memory.h"
#include "mesh_out.h"
#include "query_run.h"
#include "source.h"
#include "stopwatch.h"
#include "svg_picture.h"

// The bytes of the file are given too, for the caller to free.
static exit_code load_mesh(const char *path, text_buffer *bytes,
                           nav_mesh **mesh)
{
    nav_error error = {.status = NAV_OK};
    double begun = stopwatch_seconds(NULL);
    exit_code code = source_read_all(path, bytes);
    if (code == EXIT_DONE &&
        nav_mesh_read(bytes->bytes, bytes->size, memory_allocator(), mesh,
                      &error) != NAV_OK) {
        code = diag_library(source_name(path), &error);
    }
    if (code == EXIT_DONE) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        diag_note("load: %s s",
                  diag_seconds(stopwatch_seconds(NULL) - begun, seconds));
    }
    return code;
}

static exit_code describe(const nav_mesh *mesh, out *o, int precision)
{
    exit_code code = mesh_out_info(o, mesh, precision);
    if (code == EXIT_DONE && nav_mesh_area_count(mesh) > 0) {
        code = mesh_out_areas(o, mesh, precision);
    }
    return code;
}

static void draw(const query_options *options, const carved *mesh, out *o)
{
    svg_view view = {.mesh = mesh->mesh,
                     .obstacles = mesh->obstacles,
                     .precision = options->style.precision,
                     .labels = options->labels};
    svg_picture_begin(o, &view);
    svg_picture_end(o, &view, SVG_CONTENT_NONE);
}

static exit_code perform(const query_options *options, carved *mesh, out *o,
                         bool *complete)
{
    int precision = options->style.precision;
    exit_code code = EXIT_DONE;
    switch (options->task) {
    case TASK_INFO:
        code = describe(mesh->mesh, o, precision);
        break;
    case TASK_OBJ:
        code = mesh_out_obj(o, mesh->mesh, precision);
        break;
    case TASK_SVG:
        draw(options, mesh, o);
        break;
    case TASK_FIELD:
    case TASK_AGENTS:
        return field_run(options, mesh, o, complete);
    case TASK_HTML:
        html_out_begin(o, options, mesh);
        out_text(o, "[]\n");
        html_out_end(o, mesh);
        break;
    case TASK_PATH:
    case TASK_LOCATE:
    case TASK_RAYCAST:
    case TASK_SVG_PATHS:
    case TASK_HTML_PATHS:
        return query_run(options, mesh, o, complete);
    }
    *complete = code == EXIT_DONE;
    return code;
}

static exit_code lay_obstacles(carved *c, nav_mesh *mesh,
                               query_options *options)
{
    double begun = stopwatch_seconds(NULL);
    exit_code code = carved_lay(c, mesh, options);
    if (code == EXIT_DONE && c->obstacles != NULL) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        diag_note("obstacles: %s s",
                  diag_seconds(stopwatch_seconds(NULL) - begun, seconds));
    }
    return code;
}

static exit_code fulfil(const query_options *options, carved *mesh)
{
    static out o;
    bool complete = false;
    exit_code code = out_open(&o, options->output);
    if (code == EXIT_DONE) {
        code = perform(options, mesh, &o, &complete);
        // What was answered before a failure goes out if it goes to a pipe, and
        // does not take the place of a file.
        exit_code closed = EXIT_DONE;
        if (complete || o.temporary == NULL) {
            closed = out_close(&o);
        }
        code = closed != EXIT_DONE ? closed : code;
    }
    out_discard(&o);
    return code;
}

static exit_code run(query_options *options)
{
    nav_mesh *mesh = NULL;
    carved c = {.mesh = NULL};
    text_buffer file = {NULL, 0, 0};
    double *cost = NULL;
    exit_code code = load_mesh(options->mesh, &file, &mesh);
    if (options->task != TASK_HTML && options->task != TASK_HTML_PATHS) {
        text_free(&file);
    }
    if (code == EXIT_DONE) {
        code = area_rules_apply(&options->areas, mesh,
                                source_name(options->mesh), &cost);
        options->area_cost = cost;
    }
    if (code == EXIT_DONE) {
        code = lay_obstacles(&c, mesh, options);
    }
    if (code == EXIT_DONE) {
        c.file = &file;
        code = fulfil(options, &c);
    }
    carved_take_off(&c);
    free(cost);
    nav_mesh_free(mesh);
    text_free(&file);
    return code;
}

int main(int argc, char **argv)
{
    query_options options;
    bool stop = false;
    diag_program("navquery");
    out_prepare();
    json_memory_watch();
    char **arguments = options_guard(&query_option_set, argc, argv);
    if (arguments == NULL) {
        return (int)diag_memory();
    }
    exit_code code = query_options_read(&options, argc, arguments, &stop);
    if (!stop) {
        code = run(&options);
        diag_note("memory: %zu bytes at most", memory_peak());
    }
    query_options_free(&options);
    options_unguard(arguments, argc, argv);
    return (int)code;
}
