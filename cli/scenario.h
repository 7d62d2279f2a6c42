// scenario.h - obstacles that come and go between queries.
#ifndef CLI_SCENARIO_H
#define CLI_SCENARIO_H

#include "carved.h"
#include "pairs_in.h"

typedef struct scenario {
    carved *carved;
    uint64_t queries, refused; // events that ask, and those without effect that
                               // do not
    nav_error failure;         // why there is no next one; else NAV_OK
} scenario;

// Does what the events say, up to the next one that asks something, which is
// the request.  Reports events that are refused; a request that cannot be read
// has its fault.  After PAIRS_FAILED scenario_report_failure says why.
pairs_outcome scenario_next(scenario *s, pairs_in *in, request *r);

exit_code scenario_report_failure(const scenario *s, const pairs_in *in);

#endif
