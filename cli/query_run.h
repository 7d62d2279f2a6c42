// query_run.h - answers rows of input, in their order.
#ifndef CLI_QUERY_RUN_H
#define CLI_QUERY_RUN_H

#include "carved.h"
#include "out.h"

// Answers all rows that the options name and writes the answers to `o`, which
// the caller closes.  EXIT_DONE, EXIT_NEGATIVE and EXIT_INPUT with `complete`
// mean that every row has its answer.
// A scenario changes the mesh.
exit_code query_run(const query_options *options, carved *mesh, out *o,
                    bool *complete);

#endif
