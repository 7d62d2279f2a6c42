// progress.h - how far a long run has come, on standard error.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "diag.h"

typedef enum progress_mode {
    PROGRESS_AUTO, // on a terminal, after a second, without -q and -v
    PROGRESS_ALWAYS,
    PROGRESS_NEVER
} progress_mode;

// The words of --progress, in the order of the modes; they end in NULL.
extern const char *const progress_modes[];

// From now on a bar may appear.  `plain` says that with PROGRESS_AUTO none
// shall: -q or -v are given, or the output goes to the terminal too.
void progress_start(progress_mode mode, bool plain);

// A stage begins, after this part of all work, 0 to 1.
void progress_stage(const char *name, double part);

// So many rows are done; `part` of the input is read, below 0 when that is
// unknown.
void progress_rows(uint64_t rows, double part);
// Whether anybody wants to know.
bool progress_wanted(void);

// Takes the bar off, for good.
void progress_stop(void);

#endif
