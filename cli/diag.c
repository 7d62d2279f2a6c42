// diag.c - one-line messages on stderr.
//
// A message is put together first and written by one call, so that lines of
// programs that share a terminal or a log do not mix.  Control characters,
// which can stand in file names and in the data that a message quotes, become
// '?': a message is one line whatever the input.
#include "diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

// Longer messages are cut; a path of PATH_MAX bytes and a reason fit.
#define LINE_SIZE 8192

static const char *program = "";
static void (*way)(bool done) = NULL;
static bool is_quiet = false;
static bool is_verbose = false;

void diag_program(const char *name)
{
    program = name;
}

const char *diag_name(void)
{
    return program;
}

void diag_make_way(void (*make_way)(bool done))
{
    way = make_way;
}

void diag_levels(bool quiet, bool verbose)
{
    is_quiet = quiet;
    is_verbose = verbose;
}

typedef struct line {
    char text[LINE_SIZE];
    size_t used;
} line;

static void append_list(line *l, const char *format, va_list arguments)
    CLI_PRINTF(2, 0);
static void append(line *l, const char *format, ...) CLI_PRINTF(2, 3);

static void append_list(line *l, const char *format, va_list arguments)
{
    // One byte is kept for the line end.
    size_t room = sizeof l->text - 1 - l->used;
    int length = vsnprintf(l->text + l->used, room, format, arguments);
    if (length > 0) {
        size_t wanted = (size_t)length;
        l->used += wanted < room ? wanted : room - 1;
    }
}

static void append(line *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_list(l, format, arguments);
    va_end(arguments);
}

static void begin(line *l, const char *file, size_t row, size_t column)
{
    l->used = 0;
    append(l, "%s: ", program);
    if (file == NULL) {
        return;
    }
    append(l, "%s:", file);
    if (row > 0) {
        append(l, "%zu:", row);
    }
    if (row > 0 && column > 0) {
        append(l, "%zu:", column);
    }
    append(l, " ");
}

static void finish(line *l)
{
    for (size_t i = 0; i < l->used; i++) {
        unsigned char c = (unsigned char)l->text[i];
        if (c < 0x20 || c == 0x7f) {
            l->text[i] = '?';
        }
    }
    l->text[l->used++] = '\n';
    if (way != NULL) {
        way(false);
    }
    // Nothing can be done about an stderr that does not take it.
    (void)fwrite(l->text, 1, l->used, stderr);
    if (way != NULL) {
        way(true);
    }
}

void diag_error(const char *file, size_t row, size_t column, const char *format,
                ...)
{
    line l;
    va_list arguments;
    begin(&l, file, row, column);
    append(&l, "error: ");
    va_start(arguments, format);
    append_list(&l, format, arguments);
    va_end(arguments);
    finish(&l);
}

void diag_warning(const char *file, const char *format, ...)
{
    line l;
    va_list arguments;
    if (is_quiet) {
        return;
    }
    begin(&l, file, 0, 0);
    append(&l, "warning: ");
    va_start(arguments, format);
    append_list(&l, format, arguments);
    va_end(arguments);
    finish(&l);
}

void diag_remark(bool strict, const char *file, size_t row, const char *format,
                 ...)
{
    line l;
    va_list arguments;
    if (is_quiet && !strict) {
        return;
    }
    begin(&l, file, row, 0);
    append(&l, strict ? "error: " : "warning: ");
    va_start(arguments, format);
    append_list(&l, format, arguments);
    va_end(arguments);
    finish(&l);
}

static void tell_list(const char *format, va_list arguments) CLI_PRINTF(1, 0);

static void tell_list(const char *format, va_list arguments)
{
    line l;
    begin(&l, NULL, 0, 0);
    append_list(&l, format, arguments);
    finish(&l);
}

void diag_note(const char *format, ...)
{
    va_list arguments;
    if (!is_verbose) {
        return;
    }
    va_start(arguments, format);
    tell_list(format, arguments);
    va_end(arguments);
}

void diag_tell(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell_list(format, arguments);
    va_end(arguments);
}

exit_code diag_usage(const char *format, ...)
{
    line l;
    va_list arguments;
    begin(&l, NULL, 0, 0);
    append(&l, "error: ");
    va_start(arguments, format);
    append_list(&l, format, arguments);
    va_end(arguments);
    finish(&l);
    l.used = 0;
    append(&l, "Try '%s --help'", program);
    finish(&l);
    return EXIT_USAGE;
}

exit_code diag_system(const char *file, int error_number)
{
    diag_error(file, 0, 0, "%s", strerror(error_number));
    return error_number == ENOMEM ? EXIT_MEMORY : EXIT_IO;
}

static exit_code fail_memory(const char *file)
{
    diag_error(file, 0, 0, "%s%s", nav_status_name(NAV_NOMEM),
               memory_limit_was_met() ? ": --max-memory allows no more" : "");
    return EXIT_MEMORY;
}

exit_code diag_memory(void)
{
    return fail_memory(NULL);
}

exit_code diag_library(const char *file, const nav_error *error)
{
    if (error->status == NAV_NOMEM) {
        return fail_memory(file);
    }
    diag_error(file, error->line, error->column, "%s", error->message);
    switch (error->status) {
    case NAV_NOMEM:
    case NAV_LIMIT:
        return EXIT_MEMORY;
    case NAV_OK:
    case NAV_SYNTAX:
    case NAV_RANGE:
    case NAV_GEOMETRY:
    case NAV_FORMAT:
        break;
    }
    return EXIT_INPUT;
}

const char *diag_point(nav_vec2 point, char text[DIAG_POINT_SIZE])
{
    char x[NAV_NUMBER_SIZE];
    char y[NAV_NUMBER_SIZE];
    (void)nav_number_write(point.x, x);
    (void)nav_number_write(point.y, y);
    (void)snprintf(text, DIAG_POINT_SIZE, "(%s, %s)", x, y);
    return text;
}

const char *diag_seconds(double seconds, char text[NAV_NUMBER_FIXED_SIZE])
{
    (void)nav_number_write_fixed(seconds, 6, text);
    return text;
}
