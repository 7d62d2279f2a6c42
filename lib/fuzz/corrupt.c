// corrupt.c - damages .nav files many times, and asks what is left.
//
// usage: corrupt [-n COUNT] [-s SEED] [-f FIRST] [-o FOLDER] FILE...
//
// Each case takes one of the files and damages it.  Half of them are damaged
// anyhow and read as they are, and half section by section with table and
// checksum repaired (mutate.h).  A case holds when the file is refused, with a
// reason; or answers everything that can be asked (drill.h) within a limit of
// memory and of time, and gives all memory back.  The same seed gives the same
// cases on every machine; -f leaves out those before FIRST.
//
// Cases are run in processes of their own, some hundreds in each: one that ends
// its process is told by number, and the others go on.  With -o the files of
// cases that failed are kept in FOLDER.
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier): MAP_ANONYMOUS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drill.h"
#include "must.h"
#include "mutate.h"

enum {
    ROOM = 1 << 16,    // bytes of a file, with what is inserted
    SECONDS_MOST = 60, // for a case that hangs, not to measure
    CASES_OF_A_PROCESS = 500,
    FILES_MOST = 64
};

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

// What processes of cases tell the one that began them.
typedef struct progress {
    size_t number;   // of the case that is being run
    size_t accepted; // files that were read
    nav_drill_tally tally;
    size_t memory_most, memory_case;
    double seconds_most;
    size_t slowest;
} progress;

typedef struct run {
    const file *files;
    size_t file_count;
    uint64_t seed;
    progress *shared;
    uint8_t *room; // [ROOM]
} run;

// Makes the file of a case in the room; gives its size.
static size_t make_case(const run *r, size_t number)
{
    nav_dice dice = {r->seed + 0x9e3779b97f4a7c15u * number};
    (void)nav_dice_bits(&dice);
    const file *from = &r->files[nav_dice_below(&dice, r->file_count)];
    memcpy(r->room, from->bytes, from->size);
    return number % 2 == 0
               ? nav_mutate_bytes(r->room, from->size, ROOM, &dice)
               : nav_mutate_sections(r->room, from->size, ROOM, &dice);
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void try_file(const uint8_t *bytes, size_t size, progress *p)
{
    size_t memory = 0;
    p->accepted += nav_drill_file(bytes, size, &p->tally, &memory);
    if (memory > p->memory_most) {
        p->memory_most = memory;
        p->memory_case = p->number;
    }
}

static void run_case(const run *r, size_t number)
{
    progress *p = r->shared;
    p->number = number;
    size_t size = make_case(r, number);
    // A block of just that size: what is read behind it shows.
    uint8_t *bytes = malloc(size ? size : 1);
    must(bytes != NULL);
    memcpy(bytes, r->room, size);
    (void)alarm(SECONDS_MOST);
    double begin = now();
    try_file(bytes, size, p);
    double seconds = now() - begin;
    if (seconds > p->seconds_most) {
        p->seconds_most = seconds;
        p->slowest = number;
    }
    free(bytes);
}

// Runs cases from `begin` on in another process; gives the first that was not
// run, and whether the last of those failed.
static size_t run_some(const run *r, size_t begin, size_t end, bool *failed)
{
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        for (size_t i = begin; i < end; i++) {
            run_case(r, i);
        }
        _exit(0);
    }
    int status = 1;
    *failed = child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
    return *failed ? r->shared->number + 1 : end;
}

// Writes the file of a case that failed.
static void keep(const run *r, size_t number, const char *folder)
{
    char name[1000];
    size_t size = make_case(r, number);
    (void)snprintf(name, sizeof name, "%s/case-%llu-%zu.nav", folder,
                   (unsigned long long)r->seed, number);
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(r->room, 1, size, f) != size || fclose(f) != 0) {
        perror(name);
    }
}

static bool read_file(const char *name, file *made)
{
    FILE *f = fopen(name, "rb");
    made->bytes = malloc(ROOM);
    made->size = f && made->bytes ? fread(made->bytes, 1, ROOM / 2, f) : 0;
    bool is_whole = f && !ferror(f) && fgetc(f) == EOF && made->size > 0;
    if (!is_whole) {
        (void)fprintf(stderr, "%s: cannot be read, or over %d KiB\n", name,
                      ROOM / 2048);
    }
    if (f) {
        (void)fclose(f);
    }
    return is_whole;
}

static void print_tally(const progress *p)
{
    (void)printf("%zu accepted; %zu paths, %zu places of fields, %zu carvings; "
                 "at most %zu nodes,\n%zu KiB (case %zu) and %.3f s (case "
                 "%zu)\n",
                 p->accepted, p->tally.paths, p->tally.places, p->tally.carved,
                 p->tally.expanded, p->memory_most / 1024, p->memory_case,
                 p->seconds_most, p->slowest);
}

static size_t run_all(const run *r, size_t begin, size_t end,
                      const char *folder)
{
    size_t failures = 0;
    while (begin < end) {
        size_t some =
            end - begin < CASES_OF_A_PROCESS ? end - begin : CASES_OF_A_PROCESS;
        bool failed;
        begin = run_some(r, begin, begin + some, &failed);
        if (failed) {
            failures++;
            (void)printf("case %zu failed\n", begin - 1);
            if (folder) {
                keep(r, begin - 1, folder);
            }
        }
    }
    return failures;
}

typedef struct settings {
    size_t count, first;
    uint64_t seed;
    const char *folder;
} settings;

// False for an option that is none.
static bool read_options(int argc, char **argv, settings *s)
{
    for (int c; (c = getopt(argc, argv, "n:s:f:o:")) != -1;) {
        switch (c) {
        case 'n':
            s->count = strtoul(optarg, NULL, 10);
            break;
        case 's':
            s->seed = strtoul(optarg, NULL, 10);
            break;
        case 'f':
            s->first = strtoul(optarg, NULL, 10);
            break;
        case 'o':
            s->folder = optarg;
            break;
        default:
            return false;
        }
    }
    return optind < argc;
}

static size_t run_with(const run *r, const settings *s)
{
    size_t failures = run_all(r, s->first, s->first + s->count, s->folder);
    print_tally(r->shared);
    (void)printf("%zu passed, %zu failed\n", s->count - failures, failures);
    return failures;
}

int main(int argc, char **argv)
{
    static file files[FILES_MOST];
    static uint8_t room[ROOM];
    settings s = {.count = 400, .seed = 1};
    if (!read_options(argc, argv, &s) || argc - optind > FILES_MOST) {
        (void)fprintf(stderr, "usage: corrupt [-n COUNT] [-s SEED] [-f FIRST] "
                              "[-o FOLDER] FILE...\n");
        return 2;
    }
    run r = {.files = files,
             .file_count = (size_t)(argc - optind),
             .seed = s.seed,
             .room = room};
    for (size_t i = 0; i < r.file_count; i++) {
        if (!read_file(argv[optind + (int)i], &files[i])) {
            return 2;
        }
    }
    r.shared = mmap(NULL, sizeof *r.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    must(r.shared != MAP_FAILED);
    return run_with(&r, &s) != 0;
}
