// progress.c - how far a long run has come, on standard error.
//
//     navbake: [=========>          ]  46 % landmarks, 3 s
//
// What the bar says is known: the part of the work, by sizes, that came before
// the stage that runs, or the part of the input that is read; of an input whose
// size is not known, the rows that are answered.  It does not guess ahead.
//
// A thread of its own draws, a few times a second, so that a long stage is seen
// to last, and the work is not held up by the terminal.  The bar is wiped
// before each message, and drawn anew below it; and at the end.
//
// Source: NO_COLOR, https://no-color.org (2017).
#include "progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stopwatch.h"

// Seconds before the first bar, and between two.
#define PATIENCE 1.0
#define PERIOD_NANOSECONDS 200000000
// Characters of the bar.
#define BAR_WIDTH 24
#define LINE_SIZE 200
// Back to the beginning of the line, and nothing behind it.
#define WIPE "\r\033[K"

const char *const progress_modes[] = {"auto", "always", "never", NULL};

static struct {
    bool wanted;  // set before the thread is there
    bool patient; // nothing is shown within the first second
    bool colour;
    double begun;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t end;
    // Guarded by the lock.
    bool ended;
    bool shown;
    const char *stage; // NULL: rows
    double part;       // below 0: unknown
    uint64_t rows;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER,
              .end = PTHREAD_COND_INITIALIZER};

// One write for all of it, as for messages.
static void put(const char *text)
{
    // A terminal that takes nothing is no reason to fail.
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static void make_bar(char bar[BAR_WIDTH + 1])
{
    int full = (int)(progress.part * BAR_WIDTH);
    for (int i = 0; i < BAR_WIDTH; i++) {
        bar[i] = i < full ? '=' : i == full ? '>' : ' ';
    }
    bar[BAR_WIDTH] = '\0';
}

// With the lock.
static void draw(void)
{
    char text[LINE_SIZE];
    char bar[BAR_WIDTH + 1];
    double seconds = stopwatch_seconds(NULL) - progress.begun;
    size_t used = 0;
    if (progress.patient && seconds < PATIENCE) {
        return;
    }
    used += (size_t)snprintf(text, sizeof text, WIPE "%s: ", diag_name());
    if (progress.part >= 0) {
        make_bar(bar);
        used += (size_t)snprintf(
            text + used, sizeof text - used, "[%s%s%s] %3d %% ",
            progress.colour ? "\033[32m" : "", bar,
            progress.colour ? "\033[0m" : "", (int)(progress.part * 100));
    }
    if (progress.stage != NULL) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s, ",
                                 progress.stage);
    } else {
        used += (size_t)snprintf(text + used, sizeof text - used, "%llu rows, ",
                                 (unsigned long long)progress.rows);
    }
    (void)snprintf(text + used, sizeof text - used, "%d s", (int)seconds);
    put(text);
    progress.shown = true;
}

static void *tick(void *context)
{
    (void)context;
    (void)pthread_mutex_lock(&progress.lock);
    while (!progress.ended) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PERIOD_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        (void)pthread_cond_timedwait(&progress.end, &progress.lock, &until);
        if (!progress.ended && (progress.stage != NULL || progress.rows > 0)) {
            draw();
        }
    }
    (void)pthread_mutex_unlock(&progress.lock);
    return NULL;
}

// Around a message: the lock is held while it is written.
static void make_way(bool done)
{
    if (done) {
        (void)pthread_mutex_unlock(&progress.lock);
        return;
    }
    (void)pthread_mutex_lock(&progress.lock);
    if (progress.shown) {
        put(WIPE);
        progress.shown = false;
    }
}

// Whether the terminal cannot go back in a line, or does not say what it is.
static bool lacks_cursor(void)
{
    const char *terminal = getenv("TERM");
    return terminal == NULL || strcmp(terminal, "dumb") == 0;
}

void progress_start(progress_mode mode, bool plain)
{
    const char *no_colour = getenv("NO_COLOR");
    bool terminal = isatty(STDERR_FILENO) == 1 && !lacks_cursor();
    sigset_t all;
    sigset_t old;
    progress.wanted = mode == PROGRESS_ALWAYS ||
                      (mode == PROGRESS_AUTO && terminal && !plain);
    if (!progress.wanted) {
        return;
    }
    progress.patient = mode == PROGRESS_AUTO;
    progress.colour = terminal && (no_colour == NULL || no_colour[0] == '\0');
    progress.begun = stopwatch_seconds(NULL);
    diag_make_way(make_way);
    // Signals are for the thread that opens and closes files.
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    // Without a thread there is no bar between stages, and nothing is lost.
    progress.started = pthread_create(&progress.thread, NULL, tick, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
}

bool progress_wanted(void)
{
    return progress.wanted;
}

void progress_stage(const char *name, double part)
{
    if (progress.wanted) {
        (void)pthread_mutex_lock(&progress.lock);
        progress.stage = name;
        progress.part = part < 0 ? 0 : part > 1 ? 1 : part;
        draw();
        (void)pthread_mutex_unlock(&progress.lock);
    }
}

void progress_rows(uint64_t rows, double part)
{
    if (progress.wanted) {
        (void)pthread_mutex_lock(&progress.lock);
        progress.rows = rows;
        progress.part = part > 1 ? 1 : part;
        (void)pthread_mutex_unlock(&progress.lock);
    }
}

void progress_stop(void)
{
    if (!progress.wanted) {
        return;
    }
    (void)pthread_mutex_lock(&progress.lock);
    progress.ended = true;
    (void)pthread_cond_signal(&progress.end);
    (void)pthread_mutex_unlock(&progress.lock);
    if (progress.started) {
        (void)pthread_join(progress.thread, NULL);
    }
    make_way(false);
    make_way(true);
    diag_make_way(NULL);
    progress.wanted = false;
}
