// depfile.c - which files a mesh is made of, as a rule for make and ninja.
//
//     room.nav: room.json doors.json
// with each file on a line of its own.
//
// The files are those that are read: the map, the obstacles, the links.
// Standard input, and what else is no regular file, has no name that will mean
// the same another day, and is left out.
//
// Both programs read a dollar sign doubled, and a blank, a number sign and a
// colon behind a backslash; backslashes right before a blank or number sign are
// doubled.  Other backslashes are themselves.  Neither has a way to say a line
// break, nor a backslash at the end, which would quote what follows, and make
// has none for a tab.  Backslashes right before a colon make wants doubled and
// ninja does not; what is for ninja make takes for the end of a target, and
// reads nothing of the whole file.  So names with a control character, with a
// backslash last or with one before a colon are refused.
//
// The characters that make takes for patterns and separators, which are % = ; |
// * ? [ and ~, cannot be told to it in a way that ninja understands as well;
// nor can some to ninja (see navbake(1)), which then bakes each time.  They are
// written as they are, as compilers do.
//
// Sources: GNU make, find_char_unquote() in read.c; ninja, depfile_parser.in.cc
// (what is read, not the code).
#include "depfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source.h"

char *depfile_name(const char *output)
{
    const char *slash = strrchr(output, '/');
    const char *base = slash != NULL ? slash + 1 : output;
    const char *dot = strrchr(base, '.');
    // A name that begins with its only dot has no extension.
    size_t size =
        dot != NULL && dot > base ? (size_t)(dot - output) : strlen(output);
    char *name = malloc(size + sizeof ".d");
    if (name != NULL) {
        memcpy(name, output, size);
        memcpy(name + size, ".d", sizeof ".d");
    }
    return name;
}

static bool is_writable(const char *name)
{
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
            return false;
        }
    }
    size_t length = strlen(name);
    return strstr(name, "\\:") == NULL &&
           (length == 0 || name[length - 1] != '\\');
}

// The n-th file that is read; NULL behind the last.  Some are standard input,
// or not given, and are NULL with `more`.
static const char *file_read(const bake_options *options, size_t n, bool *more)
{
    const char *path = n == 0 ? options->input
                       : n <= options->obstacles.count
                           ? options->obstacles.path[n - 1]
                       : n == options->obstacles.count + 1 ? options->links
                                                           : NULL;
    *more = n <= options->obstacles.count + 1;
    return path == NULL || source_is_stdin(path) ? NULL : path;
}

exit_code depfile_check(const bake_options *options)
{
    const char *bad = NULL;
    bool more = true;
    if (options->depfile_target[0] == '\0') {
        return diag_usage("the target of the depfile is empty");
    }
    if (!is_writable(options->depfile_target)) {
        bad = options->depfile_target;
    }
    for (size_t i = 0; more && bad == NULL; i++) {
        const char *path = file_read(options, i, &more);
        if (path != NULL && !is_writable(path)) {
            bad = path;
        }
    }
    return bad == NULL ? EXIT_DONE
                       : diag_usage("'%s' cannot stand in a depfile", bad);
}

static void put_name(out *o, const char *name)
{
    size_t backslashes = 0; // right before this character
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == ' ' || *c == '#') {
            for (; backslashes > 0; backslashes--) {
                out_char(o, '\\');
            }
        }
        if (*c == ' ' || *c == '#' || *c == ':') {
            out_char(o, '\\');
        } else if (*c == '$') {
            out_char(o, '$');
        }
        out_char(o, *c);
        backslashes = *c == '\\' ? backslashes + 1 : 0;
    }
}

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

// Whether the n-th file was named before.
static bool is_repeated(const bake_options *options, size_t n)
{
    bool more;
    const char *path = file_read(options, n, &more);
    for (size_t i = 0; i < n; i++) {
        const char *earlier = file_read(options, i, &more);
        if (earlier != NULL && strcmp(earlier, path) == 0) {
            return true;
        }
    }
    return false;
}

void depfile_write(out *o, const bake_options *options)
{
    bool more = true;
    put_name(o, options->depfile_target);
    out_char(o, ':');
    for (size_t i = 0; more; i++) {
        const char *path = file_read(options, i, &more);
        if (path != NULL && is_regular(path) && !is_repeated(options, i)) {
            out_text(o, " \\\n  ");
            put_name(o, path);
        }
    }
    out_char(o, '\n');
}
