// page_parts.h - what pages are made of: cli/page, put into the program when it
// is built (scripts/embed-page.sh).
#ifndef CLI_PAGE_PARTS_H
#define CLI_PAGE_PARTS_H

#include <stddef.h>

typedef struct page_part {
    const unsigned char *bytes;
    size_t size;
} page_part;

extern const page_part page_front;  // up to where data follow
extern const page_part page_back;   // from there to the end
extern const page_part page_module; // the library as WebAssembly; size 0: none

#endif
