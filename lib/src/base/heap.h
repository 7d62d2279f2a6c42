// heap.h - indexed min-heap of (key, id), ties broken by the smaller id.
#ifndef NAV_HEAP_H
#define NAV_HEAP_H

#include "base/mem.h"

typedef struct nav_heap_item {
    double key; // never NaN
    uint32_t id;
} nav_heap_item;

typedef struct nav_heap {
    nav_allocator mem;
    nav_heap_item *item; // the heap: item i is not greater than 2i+1 and 2i+2
    size_t count, capacity;
    uint32_t *place; // [ids] index in item, NAV_NONE when the id is not in it
    size_t ids;
} nav_heap;

void nav_heap_init(nav_heap *heap, const nav_allocator *mem);
void nav_heap_fini(nav_heap *heap);

// Makes ids 0 .. ids - 1 usable.  O(new ids).
NAV_MUST_CHECK nav_status nav_heap_reserve(nav_heap *heap, size_t ids);

// Takes everything out.  O(items in the heap), not O(ids).
void nav_heap_clear(nav_heap *heap);

// Puts an id in, or lowers its key when it is in with a greater one; a key that
// is not lower changes nothing.  O(log count).
NAV_MUST_CHECK nav_status nav_heap_push(nav_heap *heap, uint32_t id,
                                        double key);

// Takes out the least item.  The heap must not be empty.  O(log count).
nav_heap_item nav_heap_pop(nav_heap *heap);

#endif
