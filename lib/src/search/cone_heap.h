// cone_heap.h - a heap of cones, inline: the searches spend a tenth of their
// time in it.
#ifndef NAV_CONE_HEAP_H
#define NAV_CONE_HEAP_H

#include "search/cones.h"

typedef struct nav_cone_entry {
    double f;
    uint32_t cone;
} nav_cone_entry;

typedef struct nav_cone_heap {
    nav_cone_entry *item; // the first one is the best
    size_t count, capacity;
} nav_cone_heap;

// Four children each: fewer levels, and the children lie together.
enum { NAV_CONE_HEAP_FAN = 4 };

// Equal f: the younger cone, which is nearer to the goal as a rule.
static inline bool nav_cone_comes_before(nav_cone_entry a, nav_cone_entry b)
{
    return a.f < b.f || (a.f == b.f && a.cone > b.cone);
}

static inline void nav_cone_heap_fini(nav_cone_heap *heap,
                                      const nav_allocator *mem)
{
    nav_mem_free(mem, heap->item, heap->capacity, sizeof *heap->item);
    *heap = (nav_cone_heap){NULL, 0, 0};
}

NAV_MUST_CHECK static inline nav_status
nav_cone_heap_push(nav_cone_heap *heap, const nav_allocator *mem,
                   nav_cone_entry entry)
{
    if (heap->count == heap->capacity) {
        nav_status status = nav_mem_grow(mem, &heap->item, &heap->capacity,
                                         heap->count + 1, sizeof *heap->item);
        if (status != NAV_OK) {
            return status;
        }
    }
    size_t i = heap->count++;
    while (i > 0 && nav_cone_comes_before(
                        entry, heap->item[(i - 1) / NAV_CONE_HEAP_FAN])) {
        heap->item[i] = heap->item[(i - 1) / NAV_CONE_HEAP_FAN];
        i = (i - 1) / NAV_CONE_HEAP_FAN;
    }
    heap->item[i] = entry;
    return NAV_OK;
}

// Takes the best one off; there must be one.
static inline nav_cone_entry nav_cone_heap_pop(nav_cone_heap *heap)
{
    nav_cone_entry top = heap->item[0];
    nav_cone_entry last = heap->item[--heap->count];
    size_t i = 0;
    for (;;) {
        size_t child = NAV_CONE_HEAP_FAN * i + 1;
        size_t end = child + NAV_CONE_HEAP_FAN < heap->count
                         ? child + NAV_CONE_HEAP_FAN
                         : heap->count;
        if (child >= end) {
            break;
        }
        size_t least = child;
        for (size_t c = child + 1; c < end; c++) {
            least = nav_cone_comes_before(heap->item[c], heap->item[least])
                        ? c
                        : least;
        }
        if (!nav_cone_comes_before(heap->item[least], last)) {
            break;
        }
        heap->item[i] = heap->item[least];
        i = least;
    }
    heap->item[i] = last;
    return top;
}

#endif
