// must.h - what the fuzzers claim: one that does not hold ends the process.
#ifndef NAV_MUST_H
#define NAV_MUST_H

#include <stdbool.h>
#include <stdlib.h>

static inline void must(bool condition)
{
    if (!condition) {
        abort();
    }
}

#endif
