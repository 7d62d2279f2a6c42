// common_options.h - options that both programs have.
#ifndef CLI_COMMON_OPTIONS_H
#define CLI_COMMON_OPTIONS_H

#include "completion.h"
#include "options.h"
#include "progress.h"

// Keys without a letter, above those of either program.
enum { COMMON_MAX_MEMORY = OPTIONS_COMPLETION + 1, COMMON_PROGRESS };

// Their rows in a table, the second lot at its end.
#define COMMON_MEMORY_ROW                                                      \
    {                                                                          \
        COMMON_MAX_MEMORY, "max-memory", "SIZE",                               \
            "give up, with exit status 5, rather than use more\nmemory: "      \
            "bytes, or K, M or G (1024, its square, its\ncube) of them"        \
    }
#define COMMON_LAST_ROWS                                                       \
    {COMMON_PROGRESS, "progress", "WHEN",                                      \
     "show how far it is: auto (the default: on a terminal,\nafter a "         \
     "second), always or never"},                                              \
        {'q', "quiet", NULL, "print no warnings"},                             \
        {'v', "verbose", NULL,                                                 \
         "say on standard error how long the stages take"},                    \
        {OPTIONS_COMPLETION, "completion", "SHELL",                            \
         "print what completes these options in a shell and\nexit: bash, zsh " \
         "or fish"},                                                           \
        {'V', "version", NULL, "print the version and exit"},                  \
    {                                                                          \
        'h', "help", NULL, "print this help and exit"                          \
    }
// The words that they take, which end the list.
#define COMMON_WORDS                                                           \
    {COMMON_PROGRESS, progress_modes},                                         \
        {OPTIONS_COMPLETION, completion_shells},                               \
    {                                                                          \
        0, NULL                                                                \
    }

typedef struct common_options {
    progress_mode progress;
    bool quiet, verbose;
} common_options;

// Whether an option is one of these; then takes it, with `code` for what came
// of that.
bool common_options_take(common_options *options, const option_set *set,
                         int key, const char *argument, exit_code *code);

#endif
