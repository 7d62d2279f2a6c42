// common_options.c - options that both programs have.
#include "common_options.h"

bool common_options_take(common_options *options, const option_set *set,
                         int key, const char *argument, exit_code *code)
{
    size_t word = 0;
    *code = EXIT_DONE;
    switch (key) {
    case COMMON_MAX_MEMORY:
        *code = options_take_memory(argument);
        return true;
    case COMMON_PROGRESS:
        *code = options_take_word(set, key, argument, &word);
        options->progress = (progress_mode)word;
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
