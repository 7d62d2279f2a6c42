// source.c - input files: read whole, or byte by byte.
//
// Reading is by read(2), which returns what a pipe holds instead of waiting for
// a full buffer as fread does: a program that writes one pair and waits for its
// answer gets it.
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "retry.h"

bool source_is_stdin(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

const char *source_name(const char *path)
{
    return source_is_stdin(path) ? "standard input" : path;
}

exit_code source_open(source *s, const char *path)
{
    struct stat info;
    s->name = source_name(path);
    s->regular = false;
    s->error = 0;
    s->idle = NULL;
    s->line = 1;
    s->begin = 0;
    s->at = 0;
    s->size = 0;
    s->fd =
        source_is_stdin(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s->fd < 0) {
        return diag_system(s->name, errno);
    }
    int reason = fstat(s->fd, &info) != 0 ? errno : 0;
    if (reason == 0 && S_ISDIR(info.st_mode)) {
        reason = EISDIR;
    }
    if (reason != 0) {
        source_close(s);
        return diag_system(s->name, reason);
    }
    s->regular = S_ISREG(info.st_mode);
    s->length = info.st_size > 0 ? (uint64_t)info.st_size : 0;
    s->passed = 0;
    return EXIT_DONE;
}

void source_close(source *s)
{
    if (s->fd > STDIN_FILENO) {
        (void)close(s->fd);
    }
    s->fd = -1;
}

// Reads once; the number of bytes, 0 at the end or after a failure.
static size_t read_some(source *s, void *bytes, size_t size)
{
    ssize_t count;
    do {
        count = read(s->fd, bytes, size);
    } while (count < 0 && retry_after(s->fd, POLLIN));
    if (count < 0) {
        s->error = errno;
        return 0;
    }
    return (size_t)count;
}

bool source_is_ready(const source *s)
{
    struct pollfd wanted = {.fd = s->fd, .events = POLLIN};
    // A failure is for the read to find.
    return s->regular || poll(&wanted, 1, 0) != 0;
}

int source_peek(source *s)
{
    if (s->at == s->size) {
        if (s->error != 0) {
            return SOURCE_END;
        }
        if (s->idle != NULL && !source_is_ready(s) &&
            !s->idle(s->idle_context)) {
            return SOURCE_END;
        }
        s->at = 0;
        s->size = read_some(s, s->buffer, sizeof s->buffer);
        s->passed += s->size;
        if (s->size == 0) {
            return SOURCE_END;
        }
    }
    return s->buffer[s->at];
}

// Bytes that were taken.
static uint64_t bytes_taken(const source *s)
{
    return s->passed - (s->size - s->at);
}

int source_next(source *s)
{
    int c = source_peek(s);
    if (c != SOURCE_END) {
        s->at++;
    }
    if (c == '\n') {
        s->line++;
        s->begin = bytes_taken(s);
    }
    return c;
}

size_t source_column(const source *s)
{
    return (size_t)(bytes_taken(s) - s->begin) + 1;
}

const char *source_here(const source *s, size_t *size)
{
    *size = s->size - s->at;
    return (const char *)s->buffer + s->at;
}

void source_pass(source *s, size_t size)
{
    s->at += size;
}

double source_part(const source *s)
{
    return s->regular && s->length > 0
               ? (double)bytes_taken(s) / (double)s->length
               : -1;
}

void source_skip_mark(source *s)
{
    static const int mark[] = {0xef, 0xbb, 0xbf};
    for (size_t i = 0; i < 3 && source_peek(s) == mark[i]; i++) {
        (void)source_next(s);
    }
}

// How many bytes of a regular file come behind those that were read, as it was
// opened.
static uint64_t size_left(const source *s)
{
    off_t at = s->regular && s->length > 0 ? lseek(s->fd, 0, SEEK_CUR) : -1;
    return at >= 0 && (uint64_t)at <= s->length ? s->length - (uint64_t)at
                                                : NAV_SIZE_UNKNOWN;
}

// Reads until the text has `most` bytes, or the end is met.
static exit_code read_up_to(source *s, size_t most, text_buffer *bytes)
{
    uint64_t left = size_left(s);
    size_t count;
    // One more than the file has, so that the last read finds the end.
    size_t want = left < SIZE_MAX ? (size_t)left + 1 : 0;
    do {
        size_t allowed = most - bytes->size;
        want = want < SOURCE_BUFFER_SIZE ? SOURCE_BUFFER_SIZE : want;
        if (!text_reserve(bytes, want < allowed ? want : allowed)) {
            return diag_memory();
        }
        size_t room = bytes->room - bytes->size;
        count = read_some(s, bytes->bytes + bytes->size,
                          room < allowed ? room : allowed);
        bytes->size += count;
        want = 0;
    } while (count > 0 && bytes->size < most);
    return s->error == 0 ? EXIT_DONE : diag_system(s->name, s->error);
}

exit_code source_read_all(const char *path, text_buffer *bytes)
{
    source s;
    exit_code code = source_open(&s, path);
    if (code == EXIT_DONE) {
        code = read_up_to(&s, SIZE_MAX, bytes);
        source_close(&s);
    }
    return code;
}

static exit_code read_mesh(source *s, text_buffer *bytes)
{
    nav_error error = {.status = NAV_OK};
    uint64_t declared = 0;
    uint64_t whole = size_left(s);
    exit_code code = read_up_to(s, NAV_FILE_HEAD_SIZE, bytes);
    if (code == EXIT_DONE &&
        nav_file_read_size(bytes->bytes, bytes->size, whole, &declared,
                           &error) != NAV_OK) {
        return diag_library(s->name, &error);
    }
    if (code == EXIT_DONE && bytes->size <= declared) {
        // The byte more tells whether the file ends there.
        code = read_up_to(
            s, declared < SIZE_MAX ? (size_t)declared + 1 : SIZE_MAX, bytes);
    }
    if (code == EXIT_DONE && bytes->size > declared) {
        diag_error(s->name, 0, 0,
                   "the file has more than the %llu bytes that were written",
                   (unsigned long long)declared);
        code = EXIT_INPUT;
    }
    return code;
}

exit_code source_read_mesh(const char *path, text_buffer *bytes)
{
    source s;
    exit_code code = source_open(&s, path);
    if (code == EXIT_DONE) {
        code = read_mesh(&s, bytes);
        source_close(&s);
    }
    return code;
}
