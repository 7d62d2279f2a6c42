// completion.h - what makes a shell complete the options of a program.
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "options.h"

// The shells there is something for, ends in NULL.
extern const char *const completion_shells[];

// Prints the script for a shell to standard output.  Reports failures, and
// shells that are not known.
exit_code completion_print(const option_set *set, const char *shell);

#endif
