// source.h - input files: read whole, or byte by byte.
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "diag.h"
#include "text.h"

#define SOURCE_BUFFER_SIZE 65536
// What source_next gives instead of a byte.
#define SOURCE_END (-1)

// A file that is read from its beginning to its end.
typedef struct source {
    const char *name; // for messages
    int fd;
    bool regular;    // a file on a disk: nobody waits for answers in between
    uint64_t length; // of a regular file, as it was opened
    uint64_t passed; // bytes read
    int error;       // errno of a failed read, else 0
    size_t line;     // line of the next byte, from 1
    uint64_t begin;  // of that line: bytes before it
    // Called before a read that would block, may be NULL.  It returns when
    // there is something to read, or nothing to do but wait for it; false is
    // taken for the end.
    bool (*idle)(void *context);
    void *idle_context;
    size_t at, size;
    unsigned char buffer[SOURCE_BUFFER_SIZE];
} source;

// Whether `path`, which may be NULL, is "-".
bool source_is_stdin(const char *path);

// What messages call `path`.
const char *source_name(const char *path);

// Opens `path`, "-" is standard input.  Reports failures.
exit_code source_open(source *s, const char *path);
void source_close(source *s);

// The next byte, or SOURCE_END at the end and after a failed read.
int source_next(source *s);
// The same, without taking it.  Reads only when nothing is left of what is
// here.
int source_peek(source *s);

// The column of the next byte, from 1, in bytes.
size_t source_column(const source *s);

// The bytes that are here without a read, lent until the next call.
const char *source_here(const source *s, size_t *size);
// Takes so many of them, among which there is no line end.
void source_pass(source *s, size_t size);

// Whether a read would not block: there is something to read, or the end.
bool source_is_ready(const source *s);

// Which part of a regular file is read, 0 to 1; below 0 for others.
double source_part(const source *s);

// Skips a UTF-8 byte order mark; for the beginning of a text.
void source_skip_mark(source *s);

// Reads all of `path` into an empty text.  Reports failures.
exit_code source_read_all(const char *path, text_buffer *bytes);

// The same for a .nav file, of which no more is read than its header says, and
// nothing behind the header of one that is none: a device has no end, and a
// large file would need as much memory as it has bytes.
exit_code source_read_mesh(const char *path, text_buffer *bytes);

#endif
