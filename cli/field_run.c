// field_run.c - a flow field, made and written.
//
// What is asked about the field on standard error comes first: a field that
// turns out wrong is not written, and takes the place of no file.  With agents
// it is not written but walked through (agents_run.c).
#include "field_run.h"

#include <float.h>
#include <stdlib.h>

#include "agents_run.h"
#include "field_check.h"
#include "field_out.h"
#include "respond.h"
#include "stopwatch.h"

typedef struct run {
    responder responder;
    nav_point *goals; // [options->field.goal_count]
    nav_field_options build;
    nav_field *field;
} run;

static const char *mesh_name(const run *r)
{
    return source_name(r->responder.options->mesh);
}

static exit_code prepare(run *r)
{
    const field_options *field = &r->responder.options->field;
    r->build = field->build;
    r->build.snap = r->responder.options->path.snap;
    r->goals = calloc(field->goal_count, sizeof *r->goals);
    if (r->goals == NULL || !respond_open(&r->responder)) {
        return diag_memory();
    }
    for (size_t i = 0; i < field->goal_count; i++) {
        r->goals[i] = respond_point(&r->responder, &field->goals[i]);
    }
    return EXIT_DONE;
}

static void note_field(const nav_field *field, double seconds)
{
    char text[NAV_NUMBER_FIXED_SIZE];
    char rate[NAV_NUMBER_FIXED_SIZE];
    nav_field_info info = nav_field_get_info(field);
    // A clock that stands still makes no rate.
    (void)nav_number_write_fixed(
        seconds > 0 ? (double)info.places / seconds * 1e-6 : 0, 3, rate);
    diag_note("field: %s s, %zu places, %s M places/s",
              diag_seconds(seconds, text), info.places, rate);
}

static exit_code make(run *r)
{
    nav_error error = {.status = NAV_OK};
    size_t count = r->responder.options->field.goal_count;
    double begun = stopwatch_seconds(NULL);
    if (nav_field_new(r->responder.query, r->goals, count, &r->build, &r->field,
                      &error) != NAV_OK) {
        return diag_library(mesh_name(r), &error);
    }
    note_field(r->field, stopwatch_seconds(NULL) - begun);
    return EXIT_DONE;
}

static exit_code examine(run *r)
{
    const field_options *field = &r->responder.options->field;
    exit_code code = EXIT_DONE;
    if (field->checks > 0) {
        code = field_check(&r->responder, r->field);
    }
    if (code == EXIT_DONE && field->compare) {
        code = field_compare(r->field, r->responder.query, r->goals, &r->build);
    }
    return code;
}

static field_view view_of(const run *r)
{
    return (field_view){.field = r->field,
                        .info = nav_field_get_info(r->field),
                        .mesh = r->responder.mesh,
                        .obstacles = r->responder.obstacles,
                        .precision = r->responder.style.precision};
}

// Tells what the chosen form leaves out.
static void warn(const run *r, const field_view *v)
{
    const query_options *options = r->responder.options;
    query_format format = options->format;
    bool picture = format == FORMAT_PGM || format == FORMAT_SVG;
    if ((picture || options->field.svg != NULL) && v->info.floors > 1) {
        diag_warning(mesh_name(r),
                     "there are up to %u floors over each other: the picture "
                     "shows the lowest",
                     (unsigned)v->info.floors);
    }
    if (format == FORMAT_NPY && v->info.most > (double)FLT_MAX) {
        diag_warning(mesh_name(r),
                     "distances too large for a float are written as infinite");
    }
}

static bool is_binary(query_format format)
{
    return format == FORMAT_NPY || format == FORMAT_PGM;
}

static void put_field(query_format format, out *o, const field_view *v)
{
    switch (format) {
    case FORMAT_CSV:
    case FORMAT_JSONL: // these were refused before
    case FORMAT_GEOJSON:
        field_csv_out(o, v);
        break;
    case FORMAT_JSON:
        field_json_out(o, v);
        break;
    case FORMAT_NPY:
        field_npy_out(o, v);
        break;
    case FORMAT_PGM:
        field_pgm_out(o, v);
        break;
    case FORMAT_SVG:
        field_svg_out(o, v);
        break;
    }
}

static exit_code write_picture(const char *path, const field_view *v)
{
    static out o;
    exit_code code = out_open(&o, path);
    if (code == EXIT_DONE) {
        field_svg_out(&o, v);
        code = out_close(&o);
    }
    out_discard(&o);
    return code;
}

static exit_code write(const run *r, out *o)
{
    const query_options *options = r->responder.options;
    field_view v = view_of(r);
    double begun = stopwatch_seconds(NULL);
    char seconds[NAV_NUMBER_FIXED_SIZE];
    exit_code code = EXIT_DONE;
    warn(r, &v);
    put_field(options->format, o, &v);
    if (options->field.svg != NULL) {
        code = write_picture(options->field.svg, &v);
    }
    diag_note("write: %s s",
              diag_seconds(stopwatch_seconds(NULL) - begun, seconds));
    return code;
}

exit_code field_run(const query_options *options, const carved *mesh, out *o,
                    bool *complete)
{
    run r = {.responder = responder_of(options, mesh)};
    *complete = false;
    if (is_binary(options->format) && out_is_terminal(o)) {
        return diag_usage("a file of bytes is not written to a terminal");
    }
    exit_code code = prepare(&r);
    if (code == EXIT_DONE) {
        code = make(&r);
    }
    if (code == EXIT_DONE) {
        code = examine(&r);
    }
    if (code == EXIT_DONE && options->task == TASK_AGENTS) {
        code = agents_run(&r.responder, r.field, o, complete);
    } else if (code == EXIT_DONE) {
        code = write(&r, o);
        *complete = code == EXIT_DONE;
    }
    if (code == EXIT_DONE && options->task == TASK_FIELD &&
        options->exit_negative && nav_field_get_info(r.field).unreachable > 0) {
        code = EXIT_NEGATIVE;
    }
    nav_field_free(r.field);
    nav_query_free(r.responder.query);
    free(r.goals);
    return code;
}
