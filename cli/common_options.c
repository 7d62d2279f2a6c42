// common_options.c - options that both programs have.
#include "common_options.h"

bool common_options_take(common_options *options, int key, const char *argument,
                         exit_code *code)
{
    *code = EXIT_DONE;
    switch (key) {
    case COMMON_MAX_MEMORY:
        *code = options_take_memory(argument);
        return true;
    case COMMON_PROGRESS:
        *code = progress_take(argument, &options->progress);
        return true;
    case 'q':
        options->quiet = true;
        return true;
    case 'v':
        options->verbose = true;
        return true;
    default:
        return false;
    }
}
