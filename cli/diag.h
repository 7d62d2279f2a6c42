// diag.h - one-line messages on stderr, and what the exit status means.
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

#include "navmesh.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, first)                                                \
    __attribute__((__format__(__printf__, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

// Exit status of both programs.
typedef enum exit_code {
    EXIT_DONE = 0,
    EXIT_NEGATIVE = 1, // -e: some row is not ok; --strict: there are warnings
    EXIT_USAGE = 2,    // the command line
    EXIT_INPUT = 3,    // a map, a mesh or a row
    EXIT_IO = 4,       // a file that cannot be read or written
    EXIT_MEMORY = 5    // out of memory, or an internal limit
} exit_code;

// Room for a point as text, "(x, y)".
#define DIAG_POINT_SIZE (2 * NAV_NUMBER_SIZE + 8)

// Name that begins every message.
void diag_program(const char *name);

// That name.
const char *diag_name(void);

// Has a function called before a message is written, and again, `done`, behind
// it; NULL for none.
void diag_make_way(void (*make_way)(bool done));

// Warnings are printed unless `quiet`, notes only when `verbose`.
void diag_levels(bool quiet, bool verbose);

// Prints "program: file:line:column: error: ...".  `file` may be NULL; a line
// or column of 0 is left out.
void diag_error(const char *file, size_t line, size_t column,
                const char *format, ...) CLI_PRINTF(4, 5);

// Prints "program: file: warning: ...", unless quiet.
void diag_warning(const char *file, const char *format, ...) CLI_PRINTF(2, 3);

// Prints a warning with a line, 0 for none; as an error when `strict`, quiet or
// not.
void diag_remark(bool strict, const char *file, size_t line, const char *format,
                 ...) CLI_PRINTF(4, 5);

// Prints "program: ...", when verbose.
void diag_note(const char *format, ...) CLI_PRINTF(1, 2);

// Prints "program: ...", in any case: what was asked for.
void diag_tell(const char *format, ...) CLI_PRINTF(1, 2);

// Prints an error and where to find help; returns EXIT_USAGE.
exit_code diag_usage(const char *format, ...) CLI_PRINTF(1, 2);

// Prints what `error_number` (an errno) means for `file`; returns EXIT_IO, or
// EXIT_MEMORY when that is what it says.
exit_code diag_system(const char *file, int error_number);

// Prints that memory ran out; returns EXIT_MEMORY.
exit_code diag_memory(void);

// Prints a failure of the library; returns the exit status that fits.
exit_code diag_library(const char *file, const nav_error *error);

// Writes "(x, y)", the shortest text of each number; returns `text`.
const char *diag_point(nav_vec2 point, char text[DIAG_POINT_SIZE]);

// Writes seconds with six digits behind the point; returns `text`.
const char *diag_seconds(double seconds, char text[NAV_NUMBER_FIXED_SIZE]);

#endif
