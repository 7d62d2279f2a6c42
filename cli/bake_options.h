// bake_options.h - navbake's command line.
#ifndef CLI_BAKE_OPTIONS_H
#define CLI_BAKE_OPTIONS_H

#include "options.h"

typedef struct bake_options {
    const char *input;  // "-" is standard input
    const char *output; // "-" is standard output
    const char *report; // NULL: none
    const char *svg;    // NULL: none
    uint32_t max_verts; // 0: the library's default
    bool merge, strict, quiet, verbose;
} bake_options;

// Reads the command line.  `stop` says that nothing is to be done, and the
// result is then the exit status.
exit_code bake_options_read(bake_options *options, int argc, char **argv,
                            bool *stop);

#endif
