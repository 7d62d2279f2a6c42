// out.c - buffered output that is checked, and appears whole or not at all.
//
// A regular file is written under a temporary name in the same folder, brought
// to the disk, and renamed when it is complete.  Whoever reads the file sees
// the old one or the new one, and a failed run leaves the old one as it was.
// Several outputs are all finished before the first of them is put in its
// place.  A symbolic link stays a link: what it points to is replaced, or made.
//
// Pipes, terminals and devices cannot be renamed over: they are written
// directly, and so is everything below /dev, where the name of a regular file
// stands for a descriptor (/dev/stdout, /dev/fd/3).
//
// SIGPIPE and SIGXFSZ are ignored: a closed pipe and a limit on the size of
// files are then errors of write like a full disk.  SIGINT, SIGTERM, SIGHUP and
// SIGQUIT remove the temporary files before they end the program as usual.
//
// Writing a FILE with stdio was rejected: it does not say which of the buffered
// writes failed, nor why, when that is found out only in fclose.
// SIGXFSZ is X/Open: POSIX alone does not declare it.
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier)

#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "retry.h"

// Most symbolic links that are followed one behind the other, and room for what
// one of them holds.
#define LINKS_MOST 40
#define LINK_SIZE 4096

// Temporary files to remove on a signal.  The only state shared with a handler;
// changed while signals are blocked.
static char *volatile pending[OUT_FILES_MOST];

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define ENDING_SIGNALS (sizeof ending_signals / sizeof ending_signals[0])

static void remove_pending(int number)
{
    for (size_t i = 0; i < OUT_FILES_MOST; i++) {
        if (pending[i] != NULL) {
            (void)unlink(pending[i]);
        }
    }
    // SA_RESETHAND has restored the default; it acts when the handler returns.
    (void)raise(number);
}

static void block_signals(sigset_t *old)
{
    sigset_t set;
    (void)sigemptyset(&set);
    for (size_t i = 0; i < ENDING_SIGNALS; i++) {
        (void)sigaddset(&set, ending_signals[i]);
    }
    (void)pthread_sigmask(SIG_BLOCK, &set, old);
}

static void unblock_signals(const sigset_t *old)
{
    (void)pthread_sigmask(SIG_SETMASK, old, NULL);
}

static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
    (void)sigaction(SIGXFSZ, &action, NULL);
    for (size_t i = 0; i < ENDING_SIGNALS; i++) {
        struct sigaction old;
        // One that is ignored, as under nohup, stays so.
        if (sigaction(ending_signals[i], NULL, &old) != 0 ||
            old.sa_handler == SIG_IGN) {
            continue;
        }
        action.sa_handler = remove_pending;
        action.sa_flags = (int)SA_RESETHAND;
        (void)sigaction(ending_signals[i], &action, NULL);
    }
}

void out_prepare(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
            // Opened the wrong way round, so that its use fails as before.
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        }
    }
    catch_signals();
}

static bool is_stdout(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0 ||
           strcmp(path, "/dev/stdout") == 0;
}

// The last component of a name, behind the folder.
static const char *last_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash == NULL ? name : slash + 1;
}

// The name of something in the folder in which `name` is.  Allocated; NULL
// without memory.
static char *beside(const char *name, const char *other)
{
    size_t folder = (size_t)(last_of(name) - name);
    size_t size = strlen(other) + 1;
    char *joined = malloc(folder + size);
    if (joined == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(joined, name, folder);
    memcpy(joined + folder, other, size);
    return joined;
}

// The file that a name means when all links that it is are followed; it need
// not exist.  Allocated; NULL with the reason in errno.
static char *follow_links(const char *path)
{
    char *name = strdup(path);
    for (int links = 0; name != NULL; links++) {
        char target[LINK_SIZE];
        ssize_t size = readlink(name, target, sizeof target);
        if (size < 0) {
            return name; // no link, or nothing at all
        }
        bool legal = links < LINKS_MOST && (size_t)size < sizeof target;
        char *next = NULL;
        errno = links < LINKS_MOST ? ENAMETOOLONG : ELOOP;
        if (legal) {
            target[size] = '\0';
            next = target[0] == '/' ? strdup(target) : beside(name, target);
        }
        int reason = errno;
        free(name);
        errno = reason;
        name = next;
    }
    return NULL;
}

static void forget_pending(const char *temporary)
{
    for (size_t i = 0; i < OUT_FILES_MOST; i++) {
        if (pending[i] == temporary) {
            pending[i] = NULL;
        }
    }
}

static void release_names(out *o)
{
    forget_pending(o->temporary);
    free(o->temporary);
    free(o->target);
    o->temporary = NULL;
    o->target = NULL;
}

// The mode that a plain open would leave the file with.
static mode_t final_mode(const struct stat *old)
{
    if (old != NULL) {
        return old->st_mode & 0777;
    }
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

// Makes the temporary file next to the target.  Signals are blocked.
static bool make_temporary(out *o, const struct stat *old)
{
    // No longer than any file system must allow, however long the target's is.
    o->temporary = beside(o->target, "navmesh.XXXXXX");
    if (o->temporary == NULL) {
        return false;
    }
    o->fd = mkstemp(o->temporary);
    if (o->fd < 0) {
        // Nothing was made, whatever the template says now.
        int reason = errno;
        free(o->temporary);
        o->temporary = NULL;
        errno = reason;
        return false;
    }
    for (size_t i = 0; i < OUT_FILES_MOST; i++) {
        if (pending[i] == NULL) {
            pending[i] = o->temporary;
            break;
        }
    }
    (void)fcntl(o->fd, F_SETFD, FD_CLOEXEC);
    return fchmod(o->fd, final_mode(old)) == 0;
}

static exit_code open_file(out *o, const struct stat *old)
{
    sigset_t mask;
    o->target = follow_links(o->name);
    if (o->target == NULL) {
        return diag_system(o->name, errno);
    }
    block_signals(&mask);
    bool made = make_temporary(o, old);
    int reason = errno;
    unblock_signals(&mask);
    return made ? EXIT_DONE : diag_system(o->name, reason);
}

exit_code out_open(out *o, const char *path)
{
    struct stat old;
    o->name = is_stdout(path) ? "standard output" : path;
    o->target = NULL;
    o->temporary = NULL;
    o->fd = -1;
    o->error = 0;
    o->memory = NULL;
    o->used = 0;
    if (is_stdout(path)) {
        o->fd = STDOUT_FILENO;
        return EXIT_DONE;
    }
    bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT) {
        return diag_system(path, errno);
    }
    if (exists && S_ISDIR(old.st_mode)) {
        return diag_system(path, EISDIR);
    }
    bool device = strncmp(path, "/dev/", 5) == 0;
    if (exists && (device || !S_ISREG(old.st_mode))) {
        o->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return o->fd >= 0 ? EXIT_DONE : diag_system(path, errno);
    }
    return open_file(o, exists ? &old : NULL);
}

void out_to_memory(out *o, text_buffer *memory)
{
    o->name = "memory";
    o->target = NULL;
    o->temporary = NULL;
    o->fd = -1;
    o->error = 0;
    o->memory = memory;
    o->used = 0;
}

bool out_is_terminal(const out *o)
{
    return isatty(o->fd) == 1;
}

static void keep_all(out *o, const char *bytes, size_t size)
{
    text_buffer *memory = o->memory;
    if (o->error == 0 && size > 0) {
        if (text_reserve(memory, size)) {
            memcpy(memory->bytes + memory->size, bytes, size);
            memory->size += size;
        } else {
            o->error = ENOMEM;
        }
    }
}

static void write_all(out *o, const char *bytes, size_t size)
{
    if (o->memory != NULL) {
        keep_all(o, bytes, size);
        return;
    }
    while (size > 0 && o->error == 0) {
        ssize_t written = write(o->fd, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (written < 0 && !retry_after(o->fd, POLLOUT)) {
            o->error = errno;
        }
    }
}

bool out_flush(out *o)
{
    write_all(o, o->buffer, o->used);
    o->used = 0;
    return o->error == 0;
}

void out_bytes(out *o, const char *bytes, size_t size)
{
    if (size > sizeof o->buffer - o->used) {
        (void)out_flush(o);
    }
    if (size >= sizeof o->buffer) {
        write_all(o, bytes, size);
        return;
    }
    if (size > 0) {
        memcpy(o->buffer + o->used, bytes, size);
        o->used += size;
    }
}

void out_text(out *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_char(out *o, char c)
{
    if (o->used == sizeof o->buffer) {
        (void)out_flush(o);
    }
    o->buffer[o->used++] = c;
}

void out_count(out *o, uint64_t count)
{
    char digits[TEXT_COUNT_SIZE];
    out_text(o, text_of_count(count, digits));
}

size_t out_number_text(double value, int precision,
                       char text[NAV_NUMBER_FIXED_SIZE])
{
    return precision == OUT_SHORTEST
               ? nav_number_write(value, text)
               : nav_number_write_fixed(value, precision, text);
}

void out_number(out *o, double value, int precision)
{
    if (sizeof o->buffer - o->used < NAV_NUMBER_FIXED_SIZE) {
        (void)out_flush(o);
    }
    o->used += out_number_text(value, precision, o->buffer + o->used);
}

exit_code out_finish(out *o)
{
    (void)out_flush(o);
    // EINVAL: the file system has nothing to bring to a disk.
    if (o->error == 0 && o->temporary != NULL && fsync(o->fd) != 0 &&
        errno != EINVAL) {
        o->error = errno;
    }
    if (o->fd >= 0 && close(o->fd) != 0 && o->error == 0) {
        o->error = errno;
    }
    o->fd = -1;
    return o->error == 0 ? EXIT_DONE : diag_system(o->name, o->error);
}

exit_code out_commit(out *o)
{
    sigset_t mask;
    if (o->temporary == NULL) {
        return EXIT_DONE;
    }
    block_signals(&mask);
    bool renamed = rename(o->temporary, o->target) == 0;
    int reason = errno;
    if (renamed) {
        release_names(o);
    }
    unblock_signals(&mask);
    return renamed ? EXIT_DONE : diag_system(o->name, reason);
}

void out_discard(out *o)
{
    sigset_t mask;
    if (o->fd >= 0) {
        (void)close(o->fd);
        o->fd = -1;
    }
    block_signals(&mask);
    if (o->temporary != NULL) {
        (void)unlink(o->temporary);
    }
    release_names(o);
    unblock_signals(&mask);
}

exit_code out_close(out *o)
{
    exit_code code = out_finish(o);
    if (code == EXIT_DONE) {
        code = out_commit(o);
    }
    if (code != EXIT_DONE) {
        out_discard(o);
    }
    return code;
}

static bool same_inode(const char *a, const char *b)
{
    struct stat first;
    struct stat second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Whether two files that do not exist would be one: the same name in the same
// folder.
static bool same_new_file(const char *a, const char *b)
{
    char *first = follow_links(a);
    char *second = follow_links(b);
    bool same = false;
    // Without memory there will be no output either.
    if (first != NULL && second != NULL &&
        strcmp(last_of(first), last_of(second)) == 0) {
        char *first_folder = beside(first, ".");
        char *second_folder = beside(second, ".");
        same = first_folder != NULL && second_folder != NULL &&
               same_inode(first_folder, second_folder);
        free(first_folder);
        free(second_folder);
    }
    free(first);
    free(second);
    return same;
}

bool out_same_file(const char *a, const char *b)
{
    struct stat info;
    if (is_stdout(a) || is_stdout(b)) {
        return is_stdout(a) && is_stdout(b);
    }
    if (strcmp(a, b) == 0) {
        return true;
    }
    if (stat(a, &info) != 0) {
        return stat(b, &info) != 0 && same_new_file(a, b);
    }
    // A device such as /dev/null may be named twice.
    return S_ISREG(info.st_mode) && same_inode(a, b);
}

bool out_is_input(const char *read, const char *written)
{
    struct stat input;
    struct stat output;
    if (strcmp(read, "-") != 0) {
        return out_same_file(read, written);
    }
    return !is_stdout(written) && fstat(STDIN_FILENO, &input) == 0 &&
           S_ISREG(input.st_mode) && stat(written, &output) == 0 &&
           input.st_dev == output.st_dev && input.st_ino == output.st_ino;
}
