// mem.h - the only place that asks for memory or multiplies counts by sizes.
#ifndef NAV_MEM_H
#define NAV_MEM_H

#include "navmesh.h"

// The allocator to use: a copy of `given`, or malloc's when it is NULL.
nav_allocator nav_mem_allocator(const nav_allocator *given);

// Gives room for `count` items of `size` bytes, not initialised; NULL when
// there is none or the product overflows.  A count of 0 gives a pointer to one
// item.
void *nav_mem_new(const nav_allocator *mem, size_t count, size_t size);

// Frees what nav_mem_new or nav_mem_grow gave; the same count and size.
void nav_mem_free(const nav_allocator *mem, void *array, size_t count,
                  size_t size);

// Makes room for at least `need` items in a growing array.  `array` is the
// address of the pointer, NULL at first; `capacity` the items it has room for,
// which at least doubles.  NAV_NOMEM leaves both untouched.
NAV_MUST_CHECK nav_status nav_mem_grow(const nav_allocator *mem, void *array,
                                       size_t *capacity, size_t need,
                                       size_t size);

// Many small blocks that are freed all at once.
typedef struct nav_arena {
    nav_allocator mem;
    struct nav_arena_chunk *chunks; // newest first
    size_t used;                    // bytes used of the newest chunk
} nav_arena;

void nav_arena_init(nav_arena *arena, const nav_allocator *mem);
void nav_arena_fini(nav_arena *arena);

// As nav_mem_new, aligned for any type, until nav_arena_fini.
void *nav_arena_new(nav_arena *arena, size_t count, size_t size);

#endif
