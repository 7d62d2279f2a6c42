// memory.c - the allocator that the programs give to the library.
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
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Below this there is little to gain from large pages.
#define LARGE_BLOCK ((size_t)1 << 20)

#ifdef __GLIBC__
// Free memory below this is kept.
enum { KEPT_MOST = 1 << 30 };
#endif

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

static void *resize(void *context, void *block, size_t old_size,
                    size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    void *made = realloc(block, new_size);
    if (made != NULL && new_size >= LARGE_BLOCK) {
        advise(made, new_size);
    }
    return made;
}

void memory_prepare(void)
{
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
