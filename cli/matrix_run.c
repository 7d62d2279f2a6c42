// matrix_run.c - lengths between all points of a list.
//
// Points are read first, all of them; then each row is measured, and written
// when those before it are.  Where the way back is as long (the library tells)
// a row is measured from its diagonal on, and the rest of it is what the rows
// before it have measured: half a matrix is kept.
//
// With several threads each takes the next row that nobody has taken, with a
// query and a matrix of its own over the same mesh; what a row comes to does
// not depend on who measures it.  The calling thread writes.
//
// A point that cannot be read, or is not on the mesh, is told of, and has an
// empty row and column.
#include "matrix_run.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "csv_out.h"
#include "json_out.h"
#include "memory.h"
#include "respond.h"
#include "stopwatch.h"

typedef struct point {
    size_t id; // where its id begins in `ids`
    bool id_is_number;
    bool bad; // it could not be read
    size_t line;
} point;

typedef struct run {
    responder responder;
    pairs_in in;
    point *points; // [count] those read
    nav_point *places;
    size_t count, room;
    text_buffer ids; // a NUL after each
    size_t bad;      // points without lengths
    bool symmetric;
    uint64_t missing; // pairs of good points without a path
    // Guarded by the lock once there are threads.
    pthread_mutex_t lock;
    pthread_cond_t more;
    size_t taken;    // rows
    double **length; // [count] rows, as far as they are measured
    exit_code code;
    nav_error error;
} run;

// A thread and what it measures with.
typedef struct measurer {
    run *run;
    responder responder;
    nav_matrix *matrix;
    pthread_t thread;
} measurer;

static const char *mesh_name(const run *r)
{
    return source_name(r->responder.options->mesh);
}

static const char *id_of(const run *r, size_t number)
{
    return r->ids.bytes + r->points[number].id;
}

// --- Points ----------------------------------------------------------------

static void free_points(run *r)
{
    memory_array_free(r->points, r->room, sizeof *r->points);
    memory_array_free(r->places, r->room, sizeof *r->places);
}

static bool make_room(run *r)
{
    if (r->count < r->room) {
        return true;
    }
    size_t room = 2 * r->room + 16;
    point *points = memory_array(room, sizeof *points);
    nav_point *places = memory_array(room, sizeof *places);
    if (points == NULL || places == NULL) {
        memory_array_free(points, room, sizeof *points);
        memory_array_free(places, room, sizeof *places);
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        points[i] = r->points[i];
        places[i] = r->places[i];
    }
    free_points(r);
    r->points = points;
    r->places = places;
    r->room = room;
    return true;
}

// False without memory.
static bool add_point(run *r, const request *q)
{
    size_t length = strlen(q->id) + 1;
    if (!make_room(r) || !text_reserve(&r->ids, length)) {
        return false;
    }
    bool bad = q->fault[0] != '\0';
    r->points[r->count] = (point){.id = r->ids.size,
                                  .id_is_number = q->id_is_number,
                                  .bad = bad,
                                  .line = q->line};
    memcpy(r->ids.bytes + r->ids.size, q->id, length);
    r->ids.size += length;
    // Whatever stands for a bad point, nobody asks for its lengths.
    r->places[r->count] = bad ? (nav_point){.floor = NAV_FLOOR_LOWEST}
                              : respond_point(&r->responder, &q->start);
    r->count++;
    if (bad) {
        diag_error(pairs_name(&r->in), q->line, q->column, "%s", q->fault);
        r->bad++;
    }
    return true;
}

static exit_code read_points(run *r)
{
    request q;
    exit_code code =
        pairs_from_file(&r->in, true, r->responder.options->matrix);
    r->in.ends_in_id = true;
    while (code == EXIT_DONE) {
        pairs_outcome outcome = pairs_next(&r->in, &q);
        if (outcome == PAIRS_END) {
            break;
        }
        if (outcome == PAIRS_FAILED) {
            code = pairs_report_failure(&r->in);
        } else if (!add_point(r, &q)) {
            code = diag_memory();
        }
    }
    if (code == EXIT_DONE && r->count == 0) {
        diag_warning(pairs_name(&r->in), "there are no points");
    }
    return code;
}

// Tells of points that are not on the mesh.
static void check_points(run *r, const nav_matrix *matrix)
{
    for (size_t i = 0; i < r->count; i++) {
        nav_path_status status = nav_matrix_status(matrix, i);
        if (r->points[i].bad || status == NAV_PATH_OK) {
            continue;
        }
        diag_error(pairs_name(&r->in), r->points[i].line, 0, "point %s is %s",
                   id_of(r, i),
                   status == NAV_PATH_AMBIGUOUS_FLOOR ? "on several floors"
                                                      : "off the mesh");
        r->points[i].bad = true;
        r->bad++;
    }
}

// --- Measuring -------------------------------------------------------------

static exit_code open_measurer(measurer *m, run *r)
{
    nav_error error = {.status = NAV_OK};
    m->run = r;
    m->responder = r->responder;
    if (!respond_open(&m->responder)) {
        return diag_memory();
    }
    if (nav_matrix_new(m->responder.query, r->places, r->count,
                       &r->responder.options->path, &m->matrix,
                       &error) != NAV_OK) {
        return diag_library(mesh_name(r), &error);
    }
    return EXIT_DONE;
}

static void close_measurer(measurer *m)
{
    nav_matrix_free(m->matrix);
    nav_query_free(m->responder.query);
}

// The first column of a row that is measured.
static size_t begin_of(const run *r, size_t row)
{
    return r->symmetric ? row : 0;
}

static void free_row(const run *r, size_t row, double *length)
{
    memory_array_free(length, r->count - begin_of(r, row), sizeof *length);
}

// Measures a row; NULL without memory, or as `error` says.
static double *measure(const measurer *m, size_t row, nav_error *error)
{
    const run *r = m->run;
    size_t begin = begin_of(r, row);
    double *length = memory_array(r->count - begin, sizeof *length);
    if (length == NULL) {
        error->status = NAV_NOMEM;
        return NULL;
    }
    error->status = NAV_OK;
    if (r->points[row].bad) {
        for (size_t i = begin; i < r->count; i++) {
            length[i - begin] = HUGE_VAL;
        }
    } else {
        error->status = nav_matrix_row(m->matrix, row, begin, length, error);
    }
    if (error->status != NAV_OK) {
        free_row(r, row, length);
        return NULL;
    }
    return length;
}

// Takes the next row; false when there is none, or all is over.
static bool take_row(run *r, size_t *row)
{
    (void)pthread_mutex_lock(&r->lock);
    bool taken = r->taken < r->count && r->error.status == NAV_OK;
    *row = r->taken;
    r->taken += taken;
    (void)pthread_mutex_unlock(&r->lock);
    return taken;
}

static void give_row(run *r, size_t row, double *length, const nav_error *error)
{
    (void)pthread_mutex_lock(&r->lock);
    r->length[row] = length;
    if (length == NULL && r->error.status == NAV_OK) {
        r->error = *error;
    }
    (void)pthread_cond_broadcast(&r->more);
    (void)pthread_mutex_unlock(&r->lock);
}

static void *work_on(void *context)
{
    measurer *m = context;
    size_t row;
    while (take_row(m->run, &row)) {
        nav_error error = {.status = NAV_OK};
        double *length = measure(m, row, &error);
        give_row(m->run, row, length, &error);
    }
    return NULL;
}

// --- Writing ---------------------------------------------------------------

static bool is_json(const run *r)
{
    return r->responder.options->format == FORMAT_JSON;
}

// The length from one point to another, infinite if there is none; their rows
// are measured.
static double length_of(const run *r, size_t from, size_t to)
{
    if (r->points[from].bad || r->points[to].bad) {
        return HUGE_VAL;
    }
    if (!r->symmetric) {
        return r->length[from][to];
    }
    return from <= to ? r->length[from][to - from] : r->length[to][from - to];
}

static void put_id(const run *r, out *o, size_t number)
{
    const answer a = {.id = id_of(r, number),
                      .id_is_number = r->points[number].id_is_number};
    if (is_json(r)) {
        json_out_id(o, &a);
    } else {
        csv_out_id(o, &a);
    }
}

static void put_header(const run *r, out *o)
{
    bool json = is_json(r);
    out_text(o, json ? "{\"ids\":[" : "id");
    for (size_t i = 0; i < r->count; i++) {
        if (!json || i > 0) {
            out_char(o, ',');
        }
        put_id(r, o, i);
    }
    out_text(o, json ? "],\n\"lengths\":[" : "\n");
}

static void put_row(run *r, out *o, size_t row)
{
    bool json = is_json(r);
    if (json) {
        out_text(o, row == 0 ? "\n[" : ",\n[");
    } else {
        put_id(r, o, row);
    }
    for (size_t i = 0; i < r->count; i++) {
        double length = length_of(r, row, i);
        if (!json || i > 0) {
            out_char(o, ',');
        }
        if (length < HUGE_VAL) {
            out_number(o, length, r->responder.style.precision);
        } else {
            out_text(o, json ? "null" : "");
            r->missing += !r->points[row].bad && !r->points[i].bad;
        }
    }
    out_text(o, json ? "]" : "\n");
}

static void put_end(const run *r, out *o)
{
    if (is_json(r)) {
        out_text(o, r->count > 0 ? "\n]}\n" : "]}\n");
    }
}

// Waits until a row is measured; false when it never will be.
static bool wait_for(run *r, size_t row)
{
    (void)pthread_mutex_lock(&r->lock);
    while (r->length[row] == NULL && r->error.status == NAV_OK) {
        (void)pthread_cond_wait(&r->more, &r->lock);
    }
    bool there = r->length[row] != NULL;
    (void)pthread_mutex_unlock(&r->lock);
    return there;
}

// Writes the rows in their order; in one thread, measures them as well.
static void write_rows(run *r, measurer *alone, out *o)
{
    put_header(r, o);
    // A closed pipe or a full disk is reported when the output is closed.
    for (size_t row = 0; row < r->count && o->error == 0; row++) {
        if (alone != NULL) {
            r->length[row] = measure(alone, row, &r->error);
        }
        if (!wait_for(r, row)) {
            break;
        }
        put_row(r, o, row);
        if (!r->symmetric) {
            free_row(r, row, r->length[row]);
            r->length[row] = NULL;
        }
    }
    put_end(r, o);
}

// --- All of it -------------------------------------------------------------

// Lets no thread begin another row.
static void stop(run *r)
{
    (void)pthread_mutex_lock(&r->lock);
    r->taken = r->count;
    (void)pthread_mutex_unlock(&r->lock);
}

// Starts the threads, with all signals blocked: these are for the one that
// opens and closes files.  None for one measurer, or when none can be had: then
// the calling thread measures what it writes.
static size_t start_threads(measurer *m, size_t count)
{
    sigset_t all;
    sigset_t old;
    size_t started = 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    while (count > 1 && started < count &&
           pthread_create(&m[started].thread, NULL, work_on, &m[started]) ==
               0) {
        started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

static exit_code run_threads(run *r, measurer *m, size_t opened, out *o)
{
    size_t started = start_threads(m, opened);
    write_rows(r, started == 0 ? &m[0] : NULL, o);
    stop(r);
    for (size_t i = 0; i < started; i++) {
        (void)pthread_join(m[i].thread, NULL);
    }
    if (r->error.status == NAV_NOMEM) {
        return diag_memory();
    }
    return r->error.status == NAV_OK ? EXIT_DONE
                                     : diag_library(mesh_name(r), &r->error);
}

static exit_code measure_all(run *r, out *o)
{
    size_t threads = r->responder.options->threads;
    size_t opened = 0;
    exit_code code = EXIT_DONE;
    threads = threads < r->count ? threads : r->count;
    threads = threads > 0 ? threads : 1;
    measurer *m = calloc(threads, sizeof *m);
    r->length = memory_array(r->count + 1, sizeof *r->length);
    if (m == NULL || r->length == NULL) {
        free(m);
        return diag_memory();
    }
    while (opened < threads && code == EXIT_DONE) {
        code = open_measurer(&m[opened++], r);
    }
    if (code == EXIT_DONE) {
        check_points(r, m[0].matrix);
        r->symmetric = nav_matrix_is_symmetric(m[0].matrix);
        code = run_threads(r, m, opened, o);
    }
    for (size_t i = 0; i < opened; i++) {
        close_measurer(&m[i]);
    }
    free(m);
    return code;
}

static void free_run(run *r)
{
    for (size_t i = 0; r->length != NULL && i < r->count; i++) {
        free_row(r, i, r->length[i]);
    }
    memory_array_free(r->length, r->count + 1, sizeof *r->length);
    free_points(r);
    text_free(&r->ids);
    pairs_close(&r->in);
}

exit_code matrix_run(const query_options *options, const carved *mesh, out *o,
                     bool *complete)
{
    // Static for its size alone: it holds the buffer of the input.
    static run r;
    r = (run){.responder = responder_of(options, mesh)};
    *complete = false;
    (void)pthread_mutex_init(&r.lock, NULL);
    (void)pthread_cond_init(&r.more, NULL);
    double begun = stopwatch_seconds(NULL);
    exit_code code = read_points(&r);
    if (code == EXIT_DONE) {
        code = measure_all(&r, o);
    }
    if (code == EXIT_DONE) {
        char seconds[NAV_NUMBER_FIXED_SIZE];
        *complete = true;
        diag_note("matrix: %s s, %zu points, %llu pairs without a path",
                  diag_seconds(stopwatch_seconds(NULL) - begun, seconds),
                  r.count, (unsigned long long)r.missing);
        code = r.bad > 0                                 ? EXIT_INPUT
               : options->exit_negative && r.missing > 0 ? EXIT_NEGATIVE
                                                         : EXIT_DONE;
    }
    free_run(&r);
    (void)pthread_cond_destroy(&r.more);
    (void)pthread_mutex_destroy(&r.lock);
    return code;
}
