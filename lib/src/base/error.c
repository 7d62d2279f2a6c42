// error.c - statuses and messages.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *nav_status_name(nav_status status)
{
    switch (status) {
    case NAV_OK:
        return "ok";
    case NAV_NOMEM:
        return "out of memory";
    case NAV_SYNTAX:
        return "syntax error";
    case NAV_RANGE:
        return "coordinate out of range";
    case NAV_GEOMETRY:
        return "no walkable area";
    case NAV_FORMAT:
        return "not a valid mesh";
    case NAV_LIMIT:
        return "too many elements";
    }
    return "unknown status";
}

static void fill(nav_error *error, nav_status status, const char *format,
                 va_list arguments) NAV_PRINTF(3, 0);

static void fill(nav_error *error, nav_status status, const char *format,
                 va_list arguments)
{
    *error = (nav_error){.status = status};
    // A message too long for its array is cut; that is what the size is for.
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
}

nav_status nav_fail(nav_error *error, nav_status status, const char *format,
                    ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, status, format, arguments);
        va_end(arguments);
    }
    return status;
}

nav_status nav_fail_at(nav_error *error, nav_status status, size_t line,
                       size_t column, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        fill(error, status, format, arguments);
        va_end(arguments);
        error->line = line;
        error->column = column;
    }
    return status;
}

nav_status nav_fail_memory(nav_error *error)
{
    return nav_fail(error, NAV_NOMEM, "out of memory");
}

void nav_shown(const char *text, char shown[NAV_SHOWN_MOST + 1])
{
    size_t length = 0;
    for (; text[length] != '\0' && length < NAV_SHOWN_MOST; length++) {
        unsigned char c = (unsigned char)text[length];
        shown[length] = c < ' ' || c == 0x7f ? '?' : text[length];
    }
    // The bytes that continue a character are 10xxxxxx: none may be cut off.
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--;
    }
    shown[length] = '\0';
}

#ifndef NDEBUG
bool nav_never_reached(bool cond, const char *text, const char *file, int line)
{
    if (cond) {
        // No test gets here: that would be a fault of the library.
        (void)fprintf(stderr, "%s:%d: believed impossible: %s\n", file, line,
                      text);
        abort();
    }
    return false;
}
#endif
