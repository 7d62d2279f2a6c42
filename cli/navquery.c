// navquery.c - answers questions about a navigation mesh.
//
// Load the mesh, lay obstacles over it, then describe it, convert it, or answer
// row after row.

#include "carved.h"
#include "field_run.h"
#include "geojson_out.h"
#include "html_out.h"
#include "info_out.h"
#include "json_memory.h"
#include "losses.h"
#include "map_out.h"
#include "matrix_run.h"
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
    exit_code code = source_read_mesh(path, bytes);
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

static exit_code describe(const query_options *options, const nav_mesh *mesh,
                          const file_facts *file, out *o)
{
    int precision = options->style.precision;
    return options->format == FORMAT_JSON
               ? info_out_json(o, mesh, file, precision)
               : info_out_text(o, mesh, file, precision);
}

static exit_code check(const query_options *options, const nav_mesh *mesh,
                       out *o)
{
    nav_error error = {.status = NAV_OK};
    if (nav_mesh_audit(mesh, &error) != NAV_OK) {
        return diag_library(source_name(options->mesh), &error);
    }
    out_text(o, "ok\n");
    return EXIT_DONE;
}

static exit_code export_obj(const query_options *options, const nav_mesh *mesh,
                            out *o)
{
    exit_code code = losses_of_obj(mesh, source_name(options->mesh));
    return code == EXIT_DONE ? mesh_out_obj(o, mesh, options->style.precision)
                             : code;
}

static exit_code export_json(const query_options *options, const nav_mesh *mesh,
                             out *o)
{
    const char *name = source_name(options->mesh);
    size_t links = (size_t)nav_mesh_link_count(mesh) + 1;
    bool *usable = memory_array(links, sizeof *usable);
    if (usable == NULL) {
        return diag_memory();
    }
    exit_code code = losses_find_links(mesh, name, usable);
    if (code == EXIT_DONE) {
        code = losses_of_json(mesh, name, usable);
    }
    if (code == EXIT_DONE) {
        map_out_json(o, mesh, usable, options->style.precision);
    }
    memory_array_free(usable, links, sizeof *usable);
    return code;
}

static void draw(const query_options *options, const carved *mesh, out *o)
{
    svg_view view =
        svg_out_view(mesh->mesh, mesh->obstacles, options->style.precision);
    view.labels = options->labels;
    svg_picture_begin(o, &view);
    svg_picture_end(o, &view, SVG_CONTENT_NONE);
}

static exit_code perform(const query_options *options, carved *mesh,
                         const file_facts *file, out *o, bool *complete)
{
    int precision = options->style.precision;
    exit_code code = EXIT_DONE;
    switch (options->task) {
    case TASK_INFO:
        code = describe(options, mesh->mesh, file, o);
        break;
    case TASK_CHECK:
        code = check(options, mesh->mesh, o);
        break;
    case TASK_OBJ:
        code = export_obj(options, mesh->mesh, o);
        break;
    case TASK_JSON:
        code = export_json(options, mesh->mesh, o);
        break;
    case TASK_GEOJSON:
        geojson_out_begin(o, mesh->mesh, precision);
        geojson_out_mesh(o, mesh->mesh, precision);
        geojson_out_end(o);
        break;
    case TASK_SVG:
        draw(options, mesh, o);
        break;
    case TASK_FIELD:
    case TASK_AGENTS:
        return field_run(options, mesh, o, complete);
    case TASK_MATRIX:
        return matrix_run(options, mesh, o, complete);
    case TASK_HTML:
        html_out_begin(o, options, mesh);
        out_text(o, "[]\n");
        html_out_end(o, mesh);
        break;
    case TASK_PATH:
    case TASK_LOCATE:
    case TASK_RAYCAST:
    case TASK_SVG_PATHS:
    case TASK_GEOJSON_PATHS:
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

static exit_code fulfil(const query_options *options, carved *mesh,
                        const file_facts *file)
{
    static out o;
    bool complete = false;
    exit_code code = out_open(&o, options->output);
    if (code == EXIT_DONE) {
        code = perform(options, mesh, file, &o, &complete);
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
    file_facts facts = {.info = {.version = 0}};
    exit_code code = load_mesh(options->mesh, &file, &mesh);
    if (code == EXIT_DONE && options->task == TASK_INFO) {
        // Not for others: the checksum of a large file takes its time.
        facts = file_facts_of(file.bytes, file.size);
    }
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
        code = fulfil(options, &c, &facts);
    }
    carved_take_off(&c);
    area_rules_free_costs(mesh, cost);
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
