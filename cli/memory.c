// memory.c - the memory of the programs: counted, and limited on demand.
//
// What grows with the input goes through here: the bytes read, the trees of
// cJSON, everything that the library asks for, and what the programs keep of
// each row or of each element of a mesh.  What does not, as the arguments,
// threads and buffers of a fixed size, is left to malloc and not counted; nor
// is what the C library needs beside a block.
//
// One sum serves all threads.  It is raised before a block is made, so that the
// limit holds at every moment, and lowered after one is freed.
//
// Baking a model of a million triangles touches some hundreds of megabytes,
// most of them once or twice.  In pages of 4 KiB a quarter of the time goes
// into faults for them.  So the system is advised to back large blocks with
// large pages, where it has such; it is free not to, and nothing depends on it.
//
// Stages free what the next ones ask for anew, in other sizes.  The GNU C
// library gives large blocks back to the system at once, for it to clear them;
// so it is told to keep them.
//
// Rejected: an allocator of our own above the pages; a word to either side is
// all that was missing.
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier): for madvise

#include "memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Below this there is little to gain from large pages.
#define LARGE_BLOCK ((size_t)1 << 20)

#ifdef __GLIBC__
// Free memory below this is kept.
enum { KEPT_MOST = 1 << 30 };
#endif

static bool is_prepared = false;
static size_t limit = SIZE_MAX; // set before there are threads
static atomic_size_t given = 0, peak = 0;
static atomic_bool limit_was_met = false;

// Advice about the pages that a block has a part in: the rest of the first and
// the last one belongs to its neighbours, and nothing of theirs changes.
static void advise(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    long page = sysconf(_SC_PAGESIZE);
    if (page > 0) {
        size_t before = (uintptr_t)block % (uintptr_t)page;
        (void)madvise((char *)block - before, size + before, MADV_HUGEPAGE);
    }
#else
    (void)block;
    (void)size;
#endif
}

// Counts more bytes; false, and nothing is counted, beyond the limit.
static bool take(size_t more)
{
    size_t now = atomic_fetch_add(&given, more) + more;
    if (now > limit || now < more) {
        (void)atomic_fetch_sub(&given, more);
        atomic_store(&limit_was_met, true);
        return false;
    }
    size_t most = atomic_load(&peak);
    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
    }
    return true;
}

static void give_back(size_t less)
{
    (void)atomic_fetch_sub(&given, less);
}

void *memory_resize(void *block, size_t old_size, size_t new_size)
{
    if (new_size == 0) {
        free(block);
        give_back(old_size);
        return NULL;
    }
    size_t more = new_size > old_size ? new_size - old_size : 0;
    if (more > 0 && !take(more)) {
        return NULL;
    }
    void *made = realloc(block, new_size);
    if (made == NULL) {
        give_back(more);
        return NULL;
    }
    give_back(new_size < old_size ? old_size - new_size : 0);
    if (is_prepared && new_size >= LARGE_BLOCK) {
        advise(made, new_size);
    }
    return made;
}

static void *resize(void *context, void *block, size_t old_size,
                    size_t new_size)
{
    (void)context;
    return memory_resize(block, old_size, new_size);
}

void *memory_array(size_t count, size_t size)
{
    void *made =
        count <= SIZE_MAX / size ? memory_resize(NULL, 0, count * size) : NULL;
    return made != NULL ? memset(made, 0, count * size) : NULL;
}

void memory_array_free(void *array, size_t count, size_t size)
{
    if (array != NULL) {
        (void)memory_resize(array, count * size, 0);
    }
}

void memory_limit(size_t most)
{
    limit = most;
}

bool memory_limit_was_met(void)
{
    return atomic_load(&limit_was_met);
}

size_t memory_peak(void)
{
    return atomic_load(&peak);
}

void memory_prepare(void)
{
    is_prepared = true;
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, KEPT_MOST);
    (void)mallopt(M_TRIM_THRESHOLD, KEPT_MOST);
#endif
}

const nav_allocator *memory_allocator(void)
{
    static const nav_allocator allocator = {.resize = resize};
    return &allocator;
}
