// memory.h - the allocator that the programs give to the library.
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include "navmesh.h"

// Makes the C library keep what is freed; before anything else is asked of it.
void memory_prepare(void);

// That of the C library, with the advice to keep large blocks in large pages.
const nav_allocator *memory_allocator(void);

#endif
