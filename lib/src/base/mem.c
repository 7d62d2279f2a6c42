// mem.c - allocation.
//
// Everything goes through one callback that the caller may replace.  Only this
// file calls it and only this file multiplies counts by sizes, so that one
// overflow check serves the whole library.
//
// Arrays that are released one by one come from nav_mem_new and nav_mem_grow.
// What lives exactly as long as a bake comes from an arena: blocks are cut off
// the end of large chunks and freed together, which costs a few instructions an
// item and cannot leak one.
#include "base/mem.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16 };

typedef struct nav_arena_chunk {
    struct nav_arena_chunk *older;
    size_t size; // of the chunk, this header included
} chunk;

static void *resize_with_libc(void *context, void *block, size_t old_size,
                              size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static bool multiply(size_t count, size_t size, size_t *bytes)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return false;
    }
    *bytes = count * size;
    return true;
}

static size_t round_up(size_t size)
{
    size_t unit = alignof(max_align_t);
    return (size + unit - 1) / unit * unit;
}

nav_allocator nav_mem_allocator(const nav_allocator *given)
{
    return given ? *given : (nav_allocator){resize_with_libc, NULL};
}

void *nav_mem_new(const nav_allocator *mem, size_t count, size_t size)
{
    size_t bytes = 0;
    if (!multiply(count ? count : 1, size, &bytes)) {
        return NULL;
    }
    return mem->resize(mem->context, NULL, 0, bytes);
}

void nav_mem_free(const nav_allocator *mem, void *array, size_t count,
                  size_t size)
{
    if (array) {
        (void)mem->resize(mem->context, array, (count ? count : 1) * size, 0);
    }
}

nav_status nav_mem_grow(const nav_allocator *mem, void *array, size_t *capacity,
                        size_t need, size_t size)
{
    if (need <= *capacity) {
        return NAV_OK;
    }
    size_t target = *capacity > SIZE_MAX / 2 ? need : *capacity * 2;
    target = target < need ? need : target;
    size_t bytes = 0;
    if (!multiply(target, size, &bytes)) {
        return NAV_NOMEM;
    }
    // The caller's pointer has its own type; its bytes are copied, since it may
    // not be read through a void pointer.
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *grown = mem->resize(mem->context, old, *capacity * size, bytes);
    if (!grown) {
        return NAV_NOMEM;
    }
    memcpy(array, &grown, sizeof grown);
    *capacity = target;
    return NAV_OK;
}

void nav_arena_init(nav_arena *arena, const nav_allocator *mem)
{
    *arena = (nav_arena){.mem = *mem};
}

void nav_arena_fini(nav_arena *arena)
{
    while (arena->chunks) {
        chunk *dead = arena->chunks;
        arena->chunks = dead->older;
        nav_mem_free(&arena->mem, dead, dead->size, 1);
    }
    arena->used = 0;
}

// Begins a new chunk with room for `bytes` beside its header.
static bool add_chunk(nav_arena *arena, size_t bytes)
{
    size_t header = round_up(sizeof(chunk));
    size_t size = bytes > CHUNK_BYTES - header ? bytes : CHUNK_BYTES - header;
    if (size > SIZE_MAX - header) {
        return false;
    }
    chunk *made = nav_mem_new(&arena->mem, size + header, 1);
    if (!made) {
        return false;
    }
    made->older = arena->chunks;
    made->size = size + header;
    arena->chunks = made;
    arena->used = header;
    return true;
}

void *nav_arena_new(nav_arena *arena, size_t count, size_t size)
{
    size_t bytes = 0;
    if (!multiply(count ? count : 1, size, &bytes) ||
        bytes > SIZE_MAX - alignof(max_align_t)) {
        return NULL;
    }
    bytes = round_up(bytes);
    if (!arena->chunks || arena->chunks->size - arena->used < bytes) {
        if (!add_chunk(arena, bytes)) {
            return NULL;
        }
    }
    void *block = (char *)arena->chunks + arena->used;
    arena->used += bytes;
    return block;
}
