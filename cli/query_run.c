// query_run.c - answers rows of input, in their order.
//
// In one thread: read a row, answer it, write the answer, flush it if somebody
// may be waiting: that is when the input is a pipe or a terminal.  In several
// threads: see batch.c.  Memory does not grow with the number of rows.  Events
// of a scenario are done, and answered, one by one in the same way.
#include "query_run.h"

#include <string.h>

#include "batch.h"
#include "pairs_in.h"
#include "progress.h"
#include "respond.h"
#include "scenario.h"
#include "stopwatch.h"

typedef struct run {
    responder responder;
    out *o;
    pairs_in in;
    scenario scenario;
    bool begun; // what stands before all answers is written
    uint64_t answers, not_ok, bad;
} run;

// Once.  Not before the first row has been read: an input whose header is no
// good would leave a bracket that nothing closes.
static void begin_answers(run *r)
{
    if (!r->begun) {
        respond_begin(&r->responder, r->o);
        r->begun = true;
    }
}

// What is told of an answer on standard error, before it is written.
static void tell(void *context, const request *q, bool ok, const char *status)
{
    run *r = context;
    begin_answers(r);
    r->answers++;
    if (progress_wanted()) {
        progress_rows(r->answers, r->in.form == PAIRS_ARGUMENTS
                                      ? -1
                                      : source_part(&r->in.file));
    }
    r->not_ok += !ok;
    if (q->fault[0] == '\0') {
        const char *partial = nav_path_status_name(NAV_PATH_PARTIAL);
        if (respond_is_picture(&r->responder) && !ok &&
            strcmp(status, partial) != 0) {
            diag_warning(pairs_name(&r->in), "pair %s is not drawn: %s", q->id,
                         status);
        }
        return;
    }
    r->bad++;
    if (q->line > 0) {
        diag_error(pairs_name(&r->in), q->line, q->column, "%s", q->fault);
    } else {
        diag_error(NULL, 0, 0, "pair %s: %s", q->id, q->fault);
    }
}

static bool is_scenario(const run *r)
{
    return r->responder.options->scenario != NULL;
}

static pairs_outcome next_request(run *r, request *q)
{
    return is_scenario(r) ? scenario_next(&r->scenario, &r->in, q)
                          : pairs_next(&r->in, q);
}

static exit_code report_failure(const run *r)
{
    return is_scenario(r) ? scenario_report_failure(&r->scenario, &r->in)
                          : pairs_report_failure(&r->in);
}

static exit_code answer_one_by_one(run *r)
{
    request q;
    answer a;
    nav_error error = {.status = NAV_OK};
    bool waiting = r->in.form != PAIRS_ARGUMENTS && !r->in.file.regular;
    // A closed pipe or a full disk is reported when the output is closed.
    while (r->o->error == 0) {
        if (waiting && !out_flush(r->o)) {
            break;
        }
        pairs_outcome outcome = next_request(r, &q);
        if (outcome == PAIRS_END) {
            break;
        }
        if (outcome == PAIRS_FAILED) {
            return report_failure(r);
        }
        if (respond_find(&r->responder, &q, &a, &error) != NAV_OK) {
            return diag_library(source_name(r->responder.options->mesh),
                                &error);
        }
        tell(r, &q, a.ok, a.status);
        respond_write(&r->responder, r->o, &q, &a);
    }
    return EXIT_DONE;
}

static exit_code answer_in_threads(run *r)
{
    batch_work work = {.threads = r->responder.options->threads,
                       .responder = &r->responder,
                       .in = &r->in,
                       .o = r->o,
                       .tell = tell,
                       .context = r};
    return batch_run(&work);
}

static exit_code answer_all(run *r)
{
    exit_code code = EXIT_DONE;
    // The header of CSV is whole by itself, and may be waited for.  Before the
    // answers of a scenario stands the mesh as it was before its events.
    if (respond_is_csv(&r->responder) || is_scenario(r)) {
        begin_answers(r);
    }
    if (r->responder.options->threads > 1) {
        code = answer_in_threads(r);
    } else if (!respond_open(&r->responder)) {
        code = diag_memory();
    } else {
        code = answer_one_by_one(r);
    }
    if (code == EXIT_DONE) {
        begin_answers(r);
        respond_end(&r->responder, r->o, r->answers);
    }
    return code;
}

static exit_code open_input(run *r)
{
    const query_options *options = r->responder.options;
    bool points = options->task == TASK_LOCATE;
    if (is_scenario(r)) {
        return pairs_from_file(&r->in, points, options->scenario);
    }
    if (options->input == NULL) {
        pairs_from_arguments(&r->in, points, options->points,
                             options->point_count);
        return EXIT_DONE;
    }
    return pairs_from_file(&r->in, points, options->input);
}

static exit_code outcome_of(const run *r)
{
    if (r->bad + r->scenario.refused > 0) {
        return EXIT_INPUT;
    }
    if (r->answers == 0 && r->o->error == 0) {
        diag_warning(pairs_name(&r->in),
                     is_scenario(r) ? "nothing is asked" : "there are no rows");
    }
    return r->responder.options->exit_negative && r->not_ok > 0 ? EXIT_NEGATIVE
                                                                : EXIT_DONE;
}

exit_code query_run(const query_options *options, carved *mesh, out *o,
                    bool *complete)
{
    // Static for its size alone: it holds the buffer of the input.
    static run r;
    r = (run){.responder = responder_of(options, mesh),
              .o = o,
              .scenario.carved = mesh};
    *complete = false;
    double begun = stopwatch_seconds(NULL);
    exit_code code = open_input(&r);
    if (code == EXIT_DONE) {
        progress_start(options->common.progress, options->common.quiet ||
                                                     options->common.verbose ||
                                                     out_is_terminal(o));
        code = answer_all(&r);
        progress_stop();
    }
    if (code == EXIT_DONE) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        *complete = true;
        code = outcome_of(&r);
        diag_note("answer: %s s, %llu rows, %llu not ok",
                  diag_seconds(stopwatch_seconds(NULL) - begun, seconds),
                  (unsigned long long)r.answers, (unsigned long long)r.not_ok);
    }
    pairs_close(&r.in);
    nav_query_free(r.responder.query);
    return code;
}
