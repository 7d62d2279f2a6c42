// batch.c - many rows over several threads, answers in the order of the rows.
//
// The calling thread reads rows into batches, hands these to the workers, and
// writes what they have made of them.  A worker finds the answers of one batch
// and writes them into memory; the mesh is shared, everything else is its own.
//
//     read --> [ring of batches] --> worker --> [the same batch] --> write
//
// The batches stand in a ring.  Three numbers only grow, and batch n has place
// n modulo the size of the ring:
//
//     written <= taken <= filled <= written + size
//
// Batches below `written` are free; from there to `taken` they are with a
// worker or answered, from there to `filled` they wait for one.  The writer
// takes them in order, whoever finished first.  A full ring stops the reader,
// so memory is bounded by the size of the ring, whatever the number of rows.
//
// The calling thread waits for two things at once: answers, and input.  A
// program that writes a few rows through a pipe and waits for the answers must
// get them, so before a read that would block the batch being filled is handed
// out as it is, and what gets ready is written and flushed until there is
// something to read or nothing left to do.  poll() waits for descriptors alone;
// a worker that finishes the batch that is waited for therefore puts a byte
// into a pipe.
//
// Messages about rows are printed by the calling thread, before the answers of
// their batch are written: stdout and stderr have the order of the rows.  What
// cannot be answered for lack of memory ends the run behind the last row before
// it, as with one thread.
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Rows of a batch.  Enough for handing over to cost little beside the quickest
// searches, which take a microsecond; few, since all answers of a batch are in
// memory.
#define ROWS_MOST 64
// Batches in flight for each thread: a worker need not wait while a slow batch
// holds up the writing.
#define BATCHES_A_THREAD 4

// A row and what is told of its answer.
typedef struct batch_row {
    request q;
    size_t id; // place of its id in `ids`
    bool ok;
    const char *status;
} batch_row;

typedef struct batch {
    batch_row row[ROWS_MOST];
    size_t count;      // rows read
    size_t answered;   // of these; less than `count` only after a failure
    text_buffer ids;   // a NUL after each
    text_buffer bytes; // the answers as they are printed
    nav_error error;   // why not all are answered
    bool done;         // guarded by the lock
} batch;

typedef struct pool pool;

typedef struct worker {
    pool *pool;
    responder responder;
    out o; // into the bytes of a batch
    pthread_t thread;
} worker;

struct pool {
    const batch_work *work;
    batch *batches; // the ring
    size_t size;
    worker *workers;
    size_t started; // threads
    uint64_t written;
    bool stopped; // nothing more is to be read or written
    exit_code code;
    int wake[2]; // a pipe to the calling thread
    pthread_mutex_t lock;
    pthread_cond_t more;
    // Guarded by the lock.
    uint64_t taken, filled;
    bool closed;      // workers are to end
    bool waiting;     // the calling thread wants a byte in `wake`
    uint64_t awaited; // when this batch is answered
};

uint32_t batch_processors(void)
{
    long count = 1;
#ifdef _SC_NPROCESSORS_ONLN
    count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1                    ? 1
           : count > BATCH_THREADS_MOST ? BATCH_THREADS_MOST
                                        : (uint32_t)count;
}

static batch *batch_at(const pool *p, uint64_t number)
{
    return &p->batches[number % p->size];
}

// --- Workers ---------------------------------------------------------------

// The next batch to answer, waited for; NULL when there is no more to do.
static batch *take_batch(pool *p)
{
    batch *b = NULL;
    (void)pthread_mutex_lock(&p->lock);
    while (p->taken == p->filled && !p->closed) {
        (void)pthread_cond_wait(&p->more, &p->lock);
    }
    if (!p->closed) {
        b = batch_at(p, p->taken++);
    }
    (void)pthread_mutex_unlock(&p->lock);
    return b;
}

static void give_back(pool *p, batch *b)
{
    (void)pthread_mutex_lock(&p->lock);
    b->done = true;
    if (p->waiting && b == batch_at(p, p->awaited)) {
        // One byte into an empty pipe: this does not block.
        p->waiting = write(p->wake[1], "", 1) != 1;
    }
    (void)pthread_mutex_unlock(&p->lock);
}

static void fail_for_memory(batch *b)
{
    b->answered = 0;
    text_clear(&b->bytes);
    b->error = (nav_error){.status = NAV_NOMEM};
    const char *reason = nav_status_name(NAV_NOMEM);
    memcpy(b->error.message, reason, strlen(reason) + 1);
}

static void answer_batch(worker *w, batch *b)
{
    answer a;
    out_to_memory(&w->o, &b->bytes);
    for (size_t i = 0; i < b->count; i++) {
        batch_row *row = &b->row[i];
        row->q.id = b->ids.bytes + row->id;
        nav_status status = respond_find(&w->responder, &row->q, &a, &b->error);
        if (status != NAV_OK) {
            b->error.status = status;
            break;
        }
        // An error that made the row alone a bad one is told with the row.
        b->error.status = NAV_OK;
        row->ok = a.ok;
        row->status = a.status;
        respond_write(&w->responder, &w->o, &row->q, &a);
        b->answered++;
    }
    if (!out_flush(&w->o)) {
        fail_for_memory(b);
    }
}

static void *work_on(void *context)
{
    worker *w = context;
    batch *b = take_batch(w->pool);
    while (b != NULL) {
        answer_batch(w, b);
        give_back(w->pool, b);
        b = take_batch(w->pool);
    }
    return NULL;
}

// --- Writing ---------------------------------------------------------------

static bool in_flight(const pool *p)
{
    // The calling thread alone changes `filled`.
    return p->written < p->filled;
}

static bool is_full(const pool *p)
{
    return p->filled - p->written == p->size;
}

// Whether a batch in flight is answered; if not, and `wait`, a byte in the pipe
// will say when it is.
static bool is_done(pool *p, uint64_t number, bool wait)
{
    (void)pthread_mutex_lock(&p->lock);
    bool done = batch_at(p, number)->done;
    p->waiting = wait && !done;
    p->awaited = number;
    (void)pthread_mutex_unlock(&p->lock);
    return done;
}

static void write_oldest(pool *p)
{
    const batch_work *work = p->work;
    batch *b = batch_at(p, p->written);
    for (size_t i = 0; i < b->answered; i++) {
        const batch_row *row = &b->row[i];
        work->tell(work->context, &row->q, row->ok, row->status);
    }
    out_bytes(work->o, b->bytes.bytes, b->bytes.size);
    if (b->error.status != NAV_OK) {
        p->code = diag_library(source_name(work->responder->options->mesh),
                               &b->error);
        p->stopped = true;
    }
    // A closed pipe or a full disk is reported when the output is closed.
    p->stopped = p->stopped || work->o->error != 0;
    b->count = 0;
    b->answered = 0;
    b->done = false; // nobody else has it
    text_clear(&b->ids);
    text_clear(&b->bytes);
    p->written++;
}

static void write_what_is_done(pool *p)
{
    while (!p->stopped && in_flight(p) && is_done(p, p->written, false)) {
        write_oldest(p);
    }
}

// Waits until a batch in flight is answered or, with `input`, until there is
// something to read.
static void wait_for_answers(pool *p, uint64_t number, bool input)
{
    char byte;
    struct pollfd wanted[] = {{.fd = p->wake[0], .events = POLLIN},
                              {.fd = p->work->in->file.fd, .events = POLLIN}};
    if (is_done(p, number, true)) {
        return;
    }
    // After an interrupt the caller comes back.
    (void)poll(wanted, input ? 2 : 1, -1);
    (void)pthread_mutex_lock(&p->lock);
    if (p->waiting) {
        p->waiting = false;
    } else {
        // It is there: the lock was held while it was written.
        (void)!read(p->wake[0], &byte, 1);
    }
    (void)pthread_mutex_unlock(&p->lock);
}

// --- Reading ---------------------------------------------------------------

// Gives the batch being filled, if there is anything in it, to the workers.
static void hand_out(pool *p)
{
    // In a full ring nothing is being filled.
    if (!is_full(p) && batch_at(p, p->filled)->count > 0) {
        (void)pthread_mutex_lock(&p->lock);
        p->filled++;
        (void)pthread_cond_signal(&p->more);
        (void)pthread_mutex_unlock(&p->lock);
    }
}

static void write_until_room(pool *p)
{
    write_what_is_done(p);
    while (!p->stopped && is_full(p)) {
        // Not for the oldest, which would mean a wake-up for each batch, but
        // while the workers still have something to do.
        uint64_t half = p->written + p->size / 2;
        wait_for_answers(p, is_done(p, half, false) ? p->written : half, false);
        write_what_is_done(p);
    }
}

static void write_all(pool *p)
{
    hand_out(p);
    write_what_is_done(p);
    while (!p->stopped && in_flight(p)) {
        wait_for_answers(p, p->written, false);
        write_what_is_done(p);
    }
}

// Called before a read that would block.  False when nothing is to be read any
// more.
static bool answer_meanwhile(void *context)
{
    pool *p = context;
    hand_out(p);
    for (;;) {
        write_what_is_done(p);
        p->stopped = p->stopped || !out_flush(p->work->o);
        if (p->stopped || !in_flight(p) ||
            source_is_ready(&p->work->in->file)) {
            return !p->stopped;
        }
        wait_for_answers(p, p->written, true);
    }
}

// Adds a row to the batch being filled; false without memory.
static bool add_row(pool *p, const request *q)
{
    write_until_room(p);
    if (p->stopped) {
        return true;
    }
    batch *b = batch_at(p, p->filled);
    size_t length = strlen(q->id) + 1;
    if (!text_reserve(&b->ids, length)) {
        return false;
    }
    memcpy(b->ids.bytes + b->ids.size, q->id, length);
    b->row[b->count].q = *q;
    b->row[b->count].id = b->ids.size;
    b->ids.size += length;
    b->count++;
    if (b->count == ROWS_MOST) {
        hand_out(p);
    }
    return true;
}

static void read_rows(pool *p)
{
    request q;
    pairs_in *in = p->work->in;
    pairs_outcome outcome = PAIRS_ROW;
    bool memory = true;
    while (!p->stopped && outcome == PAIRS_ROW && memory) {
        outcome = pairs_next(in, &q);
        if (!p->stopped && outcome == PAIRS_ROW) {
            memory = add_row(p, &q);
        }
    }
    // The rows before a failure come before its message.
    write_all(p);
    if (!p->stopped && !memory) {
        p->code = diag_memory();
    } else if (!p->stopped && outcome == PAIRS_FAILED) {
        p->code = pairs_report_failure(in);
    }
}

// --- Beginning and ending --------------------------------------------------

// Starts the threads, with all signals blocked: these are for the one that
// opens and closes files.  When not all can be had, those there are will do.
static exit_code start_workers(pool *p)
{
    sigset_t all;
    sigset_t old;
    int reason = 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    while (p->started < p->work->threads && reason == 0) {
        worker *w = &p->workers[p->started];
        w->pool = p;
        w->responder = *p->work->responder;
        if (!respond_open(&w->responder)) {
            reason = ENOMEM;
            break;
        }
        reason = pthread_create(&w->thread, NULL, work_on, w);
        p->started += reason == 0;
    }
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (p->started == 0 && reason == ENOMEM) {
        return diag_memory();
    }
    if (p->started == 0) {
        diag_error(NULL, 0, 0, "no thread can be started: %s",
                   strerror(reason));
        return EXIT_MEMORY;
    }
    return EXIT_DONE;
}

static exit_code open_wake(pool *p)
{
    if (pipe(p->wake) != 0) {
        p->wake[0] = -1;
        p->wake[1] = -1;
        return diag_system("pipe", errno);
    }
    (void)fcntl(p->wake[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(p->wake[1], F_SETFD, FD_CLOEXEC);
    return EXIT_DONE;
}

static void end_workers(pool *p)
{
    (void)pthread_mutex_lock(&p->lock);
    p->closed = true;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->started; i++) {
        (void)pthread_join(p->workers[i].thread, NULL);
    }
}

static void free_pool(pool *p)
{
    for (size_t i = 0; p->workers != NULL && i < p->work->threads; i++) {
        nav_query_free(p->workers[i].responder.query);
    }
    for (size_t i = 0; p->batches != NULL && i < p->size; i++) {
        text_free(&p->batches[i].ids);
        text_free(&p->batches[i].bytes);
    }
    free(p->workers);
    free(p->batches);
}

exit_code batch_run(const batch_work *work)
{
    pool p = {.work = work, .wake = {-1, -1}};
    p.size = (size_t)work->threads * BATCHES_A_THREAD;
    p.batches = calloc(p.size, sizeof *p.batches);
    p.workers = calloc(work->threads, sizeof *p.workers);
    if (p.batches == NULL || p.workers == NULL) {
        free_pool(&p);
        return diag_memory();
    }
    (void)pthread_mutex_init(&p.lock, NULL);
    (void)pthread_cond_init(&p.more, NULL);
    p.code = open_wake(&p);
    if (p.code == EXIT_DONE) {
        p.code = start_workers(&p);
    }
    if (p.code == EXIT_DONE) {
        work->in->file.idle = answer_meanwhile;
        work->in->file.idle_context = &p;
        read_rows(&p);
        work->in->file.idle = NULL;
    }
    end_workers(&p);
    for (size_t i = 0; i < 2 && p.wake[i] >= 0; i++) {
        (void)close(p.wake[i]);
    }
    (void)pthread_cond_destroy(&p.more);
    (void)pthread_mutex_destroy(&p.lock);
    free_pool(&p);
    return p.code;
}
