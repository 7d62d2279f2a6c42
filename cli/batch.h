// batch.h - many rows over several threads, answers in the order of the rows.
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "respond.h"

// Most threads.
#define BATCH_THREADS_MOST 64

typedef struct batch_work {
    uint32_t threads;           // 1 to BATCH_THREADS_MOST
    const responder *responder; // what each thread's own is copied from
    pairs_in *in;
    out *o;
    // Called for every row, in order and before its answer is written.
    void (*tell)(void *context, const request *q, bool ok, const char *status);
    void *context;
} batch_work;

// Reads, answers and writes all rows, the bytes that one thread would write.
// Reports failures, of which one of writing is left to the closing of `o`.
exit_code batch_run(const batch_work *work);

// Threads that the machine can run at once, at most BATCH_THREADS_MOST.
uint32_t batch_processors(void);

#endif
