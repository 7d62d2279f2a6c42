// field_run.h - a flow field, made and written.
#ifndef CLI_FIELD_RUN_H
#define CLI_FIELD_RUN_H

#include "carved.h"
#include "out.h"

// Makes the field that the options ask for, checks it if asked to, and writes
// it.  `complete` says whether all was written.
exit_code field_run(const query_options *options, const carved *mesh, out *o,
                    bool *complete);

#endif
