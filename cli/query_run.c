// query_run.c - answers rows of input, one after the other.
//
// Read a row, answer it, write the answer, flush it if somebody may be waiting:
// that is when the input is a pipe or a terminal.  Memory does not grow with
// the number of rows.
#include "query_run.h"

#include "csv_out.h"
#include "json_out.h"
#include "pairs_in.h"
#include "stopwatch.h"
#include "svg_out.h"

typedef struct run {
    const query_options *options;
    answer_style style; // that of the options, made to fit the mesh
    const nav_mesh *mesh;
    nav_query *query;
    out *o;
    pairs_in in;
    size_t answers, not_ok, bad;
} run;

static void set_status(answer *a, nav_path_status status)
{
    a->ok = status == NAV_PATH_OK;
    a->status = nav_path_status_name(status);
}

// The point that a place means.  On a mesh with heights three coordinates are
// those of its model; on one without they are taken for those of a model whose
// y points up, and the height does not matter.
static nav_point point_of(const run *r, const given_point *at)
{
    bool z_up = r->style.heights && r->style.up == NAV_UP_Z;
    if (!at->in_space) {
        return (nav_point){.plan = {at->c[0], at->c[1]},
                           .floor = r->options->floor};
    }
    return (nav_point){.plan = {at->c[0], at->c[z_up ? 1 : 2]},
                       .floor = NAV_FLOOR_NEAREST,
                       .height = at->c[z_up ? 2 : 1]};
}

static nav_status find_path(run *r, const request *q, answer *a,
                            nav_error *error)
{
    nav_status status = nav_query_path_at(r->query, point_of(r, &q->start),
                                          point_of(r, &q->end),
                                          &r->options->path, &a->path, error);
    if (status == NAV_OK) {
        set_status(a, a->path.status);
    }
    return status;
}

static nav_status locate(run *r, const request *q, answer *a, nav_error *error)
{
    nav_status status = nav_query_locate_at(r->query, point_of(r, &q->start),
                                            &a->location, error);
    if (status == NAV_OK) {
        bool near = a->location.distance <= r->options->path.snap;
        set_status(a, a->location.ambiguous ? NAV_PATH_AMBIGUOUS_FLOOR
                      : near                ? NAV_PATH_OK
                                            : NAV_PATH_START_OFF_MESH);
    }
    return status;
}

static nav_status cast_ray(run *r, const request *q, answer *a,
                           nav_error *error)
{
    nav_status status = nav_query_raycast_at(
        r->query, point_of(r, &q->start), point_of(r, &q->end).plan,
        r->options->path.snap, &a->ray, error);
    if (status == NAV_OK) {
        set_status(a, a->ray.status);
    }
    return status;
}

static void report_fault(run *r, const request *q, const char *what)
{
    r->bad++;
    if (q->line > 0) {
        diag_error(pairs_name(&r->in), q->line, 0, "%s", what);
    } else {
        diag_error(NULL, 0, 0, "pair %s: %s", q->id, what);
    }
}

// Fills in the answer to a request; fails only when nothing can be answered.
static exit_code answer_request(run *r, const request *q, answer *a)
{
    nav_error error = {.status = NAV_OK};
    nav_status status = NAV_OK;
    *a = (answer){.id = q->id,
                  .id_is_number = q->id_is_number,
                  .bad = true,
                  .status = "bad_input"};
    if (q->fault[0] != '\0') {
        report_fault(r, q, q->fault);
        return EXIT_DONE;
    }
    switch (r->options->style.kind) {
    case ANSWER_PATH:
        status = find_path(r, q, a, &error);
        break;
    case ANSWER_LOCATION:
        status = locate(r, q, a, &error);
        break;
    case ANSWER_RAY:
        status = cast_ray(r, q, a, &error);
        break;
    }
    if (status == NAV_NOMEM || status == NAV_LIMIT) {
        return diag_library(r->options->mesh, &error);
    }
    a->bad = status != NAV_OK;
    if (a->bad) {
        report_fault(r, q, error.message);
    }
    return EXIT_DONE;
}

static bool is_picture(const run *r)
{
    return r->options->task == TASK_SVG_PATHS;
}

static void write_begin(run *r)
{
    if (is_picture(r)) {
        svg_out_begin(r->o, r->mesh, r->options->style.precision);
    } else if (r->options->format == FORMAT_CSV) {
        csv_out_begin(r->o, &r->style);
    } else if (r->options->format == FORMAT_JSON) {
        out_char(r->o, '[');
    }
}

static void write_picture(run *r, const answer *a)
{
    if (a->ok) {
        svg_out_path(r->o, r->mesh, &a->path, r->options->style.precision);
    } else if (!a->bad) {
        diag_warning(pairs_name(&r->in), "pair %s is not drawn: %s", a->id,
                     a->status);
    }
}

static void write_answer(run *r, const answer *a)
{
    if (is_picture(r)) {
        write_picture(r, a);
        return;
    }
    switch (r->options->format) {
    case FORMAT_CSV:
        csv_out_answer(r->o, &r->style, a);
        break;
    case FORMAT_JSON:
        out_text(r->o, r->answers == 0 ? "\n" : ",\n");
        json_out_answer(r->o, &r->style, a);
        break;
    case FORMAT_JSONL:
        json_out_answer(r->o, &r->style, a);
        out_char(r->o, '\n');
        break;
    }
}

static void write_end(run *r)
{
    if (is_picture(r)) {
        svg_out_end(r->o);
    } else if (r->options->format == FORMAT_JSON) {
        out_text(r->o, r->answers == 0 ? "]\n" : "\n]\n");
    }
}

static exit_code answer_rows_of_input(run *r)
{
    request q;
    answer a;
    exit_code code = EXIT_DONE;
    bool waiting = r->in.form != PAIRS_ARGUMENTS && !r->in.file.regular;
    write_begin(r);
    for (;;) {
        if (waiting && !out_flush(r->o)) {
            break;
        }
        pairs_outcome outcome = pairs_next(&r->in, &q, &code);
        if (outcome == PAIRS_END) {
            write_end(r);
            break;
        }
        if (outcome == PAIRS_FAILED) {
            break;
        }
        code = answer_request(r, &q, &a);
        if (code != EXIT_DONE) {
            break;
        }
        write_answer(r, &a);
        r->answers++;
        r->not_ok += !a.ok;
        // A closed pipe or a full disk is reported when the output is closed.
        if (r->o->error != 0) {
            break;
        }
    }
    return code;
}

static exit_code open_input(run *r)
{
    const query_options *options = r->options;
    bool points = options->task == TASK_LOCATE;
    if (options->input == NULL) {
        pairs_from_arguments(&r->in, points, options->points,
                             options->point_count);
        return EXIT_DONE;
    }
    return pairs_from_file(&r->in, points, options->input);
}

static exit_code outcome_of(const run *r)
{
    if (r->bad > 0) {
        return EXIT_INPUT;
    }
    if (r->answers == 0 && r->o->error == 0) {
        diag_warning(pairs_name(&r->in), "there are no rows");
    }
    return r->options->exit_negative && r->not_ok > 0 ? EXIT_NEGATIVE
                                                      : EXIT_DONE;
}

exit_code query_run(const query_options *options, const nav_mesh *mesh, out *o,
                    bool *complete)
{
    // Static for its size alone: it holds the buffer of the input.
    static run r;
    nav_mesh_info info = nav_mesh_get_info(mesh);
    r = (run){
        .options = options, .style = options->style, .mesh = mesh, .o = o};
    r.style.heights = info.has_heights;
    r.style.up = info.up;
    *complete = false;
    if (nav_query_new(mesh, NULL, &r.query) != NAV_OK) {
        return diag_memory();
    }
    double begun = stopwatch_seconds(NULL);
    exit_code code = open_input(&r);
    if (code == EXIT_DONE) {
        code = answer_rows_of_input(&r);
    }
    if (code == EXIT_DONE) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        *complete = true;
        code = outcome_of(&r);
        (void)nav_number_write_fixed(stopwatch_seconds(NULL) - begun, 6,
                                     seconds);
        diag_note("answer: %s s, %zu rows, %zu not ok", seconds, r.answers,
                  r.not_ok);
    }
    pairs_close(&r.in);
    nav_query_free(r.query);
    return code;
}
