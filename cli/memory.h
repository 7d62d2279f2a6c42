// memory.h - the memory of the programs: counted, and limited on demand.
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include "navmesh.h"

// Makes the C library keep what is freed, and large blocks be backed by large
// pages; before anything else is asked of it.
void memory_prepare(void);

// As realloc; with a new size of 0 it frees and gives NULL.  The old size is
// the one asked for last.  Any thread may call it.
void *memory_resize(void *block, size_t old_size, size_t new_size);

// An array of zeros; NULL without memory, and for no elements.  Freed with the
// same counts; NULL may be.
void *memory_array(size_t count, size_t size);
void memory_array_free(void *array, size_t count, size_t size);

// The same as memory_resize for the library.
const nav_allocator *memory_allocator(void);

// From now on no more than `most` bytes are given out at a time.
void memory_limit(size_t most);

// Whether something was refused because of that limit.
bool memory_limit_was_met(void);

// Most bytes that were given out at a time.
size_t memory_peak(void);

#endif
