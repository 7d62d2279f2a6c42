// must.h - what the fuzzers claim: one that does not hold is told, and ends the
// process.
#ifndef NAV_MUST_H
#define NAV_MUST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// Code that is inlined and optimised has no lines of its own in a trace.
#define must(condition) nav_must((condition), #condition, __FILE__, __LINE__)

static inline void nav_must(bool holds, const char *claim, const char *file,
                            int line)
{
    if (!holds) {
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, claim);
        abort();
    }
}

#endif
