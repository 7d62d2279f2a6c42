// agents_run.h - agents that walk through a flow field.
#ifndef CLI_AGENTS_RUN_H
#define CLI_AGENTS_RUN_H

#include "out.h"
#include "respond.h"

// Walks the agents that the options name through a field, and writes what they
// do.  `complete` says whether all was written.  `r` has its query.
exit_code agents_run(responder *r, const nav_field *field, out *o,
                     bool *complete);

#endif
