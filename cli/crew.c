// crew.c - threads that share pieces of work.
//
// The calling thread is one of the crew, and with a single thread the only one:
// then nothing is locked but in vain.  Whoever is free takes the next piece.
// Threads wait for a turn to begin, which a number tells that only grows, and
// the calling thread waits at its end until the last of them is done.
#include "crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef struct member {
    crew *crew;
    uint32_t number;
    pthread_t thread;
} member;

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    member *members; // [threads], the first one the calling thread
    uint32_t started;
    // Guarded by the lock.
    uint64_t turn;
    size_t next, count; // pieces of this turn
    uint32_t busy;      // threads that have not ended this turn
    bool closed;
    crew_piece *piece;
    void *context;
};

// The next piece of the turn; false when all are taken.
static bool take_piece(crew *c, size_t *piece)
{
    (void)pthread_mutex_lock(&c->lock);
    bool taken = c->next < c->count;
    *piece = c->next;
    c->next += taken;
    (void)pthread_mutex_unlock(&c->lock);
    return taken;
}

static void do_pieces(crew *c, uint32_t worker)
{
    size_t piece;
    while (take_piece(c, &piece)) {
        c->piece(c->context, worker, piece);
    }
}

// Waits for the turn behind `turn`; false when there is none.
static bool wait_for_turn(crew *c, uint64_t turn)
{
    (void)pthread_mutex_lock(&c->lock);
    while (c->turn == turn && !c->closed) {
        (void)pthread_cond_wait(&c->begin, &c->lock);
    }
    bool more = !c->closed;
    (void)pthread_mutex_unlock(&c->lock);
    return more;
}

static void *serve(void *context)
{
    member *m = context;
    crew *c = m->crew;
    for (uint64_t turn = 0; wait_for_turn(c, turn); turn++) {
        do_pieces(c, m->number);
        (void)pthread_mutex_lock(&c->lock);
        if (--c->busy == 0) {
            (void)pthread_cond_signal(&c->end);
        }
        (void)pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

crew *crew_new(uint32_t threads)
{
    sigset_t all;
    sigset_t old;
    crew *c = calloc(1, sizeof *c);
    member *members = calloc(threads, sizeof *members);
    if (c == NULL || members == NULL) {
        free(c);
        free(members);
        return NULL;
    }
    c->members = members;
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->begin, NULL);
    (void)pthread_cond_init(&c->end, NULL);
    // Signals are for the thread that opens and closes files.
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    for (c->started = 1; c->started < threads; c->started++) {
        member *m = &members[c->started];
        *m = (member){.crew = c, .number = c->started};
        if (pthread_create(&m->thread, NULL, serve, m) != 0) {
            break;
        }
    }
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    return c;
}

void crew_free(crew *c)
{
    if (c == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&c->lock);
    c->closed = true;
    (void)pthread_cond_broadcast(&c->begin);
    (void)pthread_mutex_unlock(&c->lock);
    for (uint32_t i = 1; i < c->started; i++) {
        (void)pthread_join(c->members[i].thread, NULL);
    }
    (void)pthread_cond_destroy(&c->begin);
    (void)pthread_cond_destroy(&c->end);
    (void)pthread_mutex_destroy(&c->lock);
    free(c->members);
    free(c);
}

void crew_do(crew *c, crew_piece *piece, void *context, size_t count)
{
    (void)pthread_mutex_lock(&c->lock);
    c->piece = piece;
    c->context = context;
    c->next = 0;
    c->count = count;
    c->busy = c->started - 1;
    c->turn++;
    (void)pthread_cond_broadcast(&c->begin);
    (void)pthread_mutex_unlock(&c->lock);
    do_pieces(c, 0);
    (void)pthread_mutex_lock(&c->lock);
    while (c->busy > 0) {
        (void)pthread_cond_wait(&c->end, &c->lock);
    }
    (void)pthread_mutex_unlock(&c->lock);
}
