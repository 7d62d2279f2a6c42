// error.h - fills a caller's nav_error where the fault is found.
#ifndef NAV_ERROR_H
#define NAV_ERROR_H

#include "navmesh.h"

#if defined(__GNUC__)
#define NAV_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define NAV_PRINTF(text, first)
#endif

// Writes status and message into `error` unless it is NULL; returns the status,
// so that a failure is one statement: return nav_fail(error, NAV_FORMAT, ...).
nav_status nav_fail(nav_error *error, nav_status status, const char *format,
                    ...) NAV_PRINTF(3, 4);

// The same with a place in a text; line and column count from 1.
nav_status nav_fail_at(nav_error *error, nav_status status, size_t line,
                       size_t column, const char *format, ...) NAV_PRINTF(5, 6);

// nav_fail with the standard words for NAV_NOMEM.
nav_status nav_fail_memory(nav_error *error);

// Most bytes of a text of the input that a message shows.
enum { NAV_SHOWN_MOST = 40 };

// Gives the beginning of a text as a message shows it, on one line: control
// characters become '?', and no character of UTF-8 is cut in two.
void nav_shown(const char *text, char shown[NAV_SHOWN_MOST + 1]);

// A branch believed impossible: stops a debug build, is an error in release.
// Use as: if (NAV_NEVER(cond)) return nav_fail(...).
#ifdef NDEBUG
#define NAV_NEVER(cond) (cond)
#else
#define NAV_NEVER(cond) nav_never_reached((cond), #cond, __FILE__, __LINE__)
bool nav_never_reached(bool cond, const char *text, const char *file, int line);
#endif

#endif
