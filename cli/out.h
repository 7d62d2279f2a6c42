// out.h - buffered output that is checked, and appears whole or not at all.
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include "diag.h"
#include "text.h"

#define OUT_BUFFER_SIZE 65536
// Most outputs that may be open at once.
#define OUT_FILES_MOST 4

// Digits after the point that ask for the shortest text that reads back.
#define OUT_SHORTEST (-1)

// An output in the making.  The first failed write is remembered and later
// writes do nothing, so that only out_flush and out_finish need a check.
typedef struct out {
    const char *name; // for messages
    char *target;     // the file to replace in the end; NULL: written directly
    char *temporary;  // what is written until then; NULL likewise
    int fd;           // -1 when closed
    int error;        // errno of the first failure, else 0
    text_buffer *memory; // where all goes instead of a descriptor; else NULL
    size_t used;
    char buffer[OUT_BUFFER_SIZE];
} out;

// To be called once, first of all: a closed pipe becomes an error of write, a
// limit on the size of files too, an interrupt removes temporary files, and
// descriptors 0 to 2 are not reused when the caller has closed them.
void out_prepare(void);

// Opens `path` for writing; "-", NULL and /dev/stdout are standard output.  A
// regular file is replaced only by out_commit.  Reports failures.
exit_code out_open(out *o, const char *path);

// Makes an output that adds what is written to a text, which the caller owns,
// when it is flushed.  It needs no closing.
void out_to_memory(out *o, text_buffer *memory);

// Whether what is written goes to a terminal.
bool out_is_terminal(const out *o);

void out_bytes(out *o, const char *bytes, size_t size);
void out_text(out *o, const char *text);
void out_char(out *o, char c);
void out_count(out *o, uint64_t count);
// `precision` digits after the point, or OUT_SHORTEST.
void out_number(out *o, double value, int precision);
// The same into a text; gives its length.
size_t out_number_text(double value, int precision,
                       char text[NAV_NUMBER_FIXED_SIZE]);

// Hands everything to the system.  False once a write has failed.
bool out_flush(out *o);

// Flushes and closes; reports a failure.  A file is not yet in its place.
exit_code out_finish(out *o);

// Puts a finished file in its place; reports a failure.
exit_code out_commit(out *o);

// Gives up: removes the temporary file.  Legal at any time after out_open, also
// when that failed or the file was committed.
void out_discard(out *o);

// out_finish and out_commit, out_discard when one of them fails.
exit_code out_close(out *o);

// Whether two names mean the same file, there already or still to be made, or
// both standard output.
bool out_same_file(const char *a, const char *b);

// Whether a file that is to be written is one that is read, which "-" names as
// well when standard input comes from it.
bool out_is_input(const char *read, const char *written);

#endif
