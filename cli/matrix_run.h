// matrix_run.h - lengths between all points of a list.
#ifndef CLI_MATRIX_RUN_H
#define CLI_MATRIX_RUN_H

#include "carved.h"
#include "out.h"

// Reads the points that the options name, measures, and writes the matrix to
// `o`, which the caller closes.  EXIT_DONE, EXIT_NEGATIVE and EXIT_INPUT with
// `complete` mean that all of it is written.
exit_code matrix_run(const query_options *options, const carved *mesh, out *o,
                     bool *complete);

#endif
