// memory.h - the allocator that the programs give to the library.
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include "navmesh.h"

// That of the C library, with the advice to keep large blocks in large pages.
const nav_allocator *memory_allocator(void);

#endif
