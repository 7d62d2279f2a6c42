// heap.c - indexed binary min-heap.
//
// The open list of a best-first search: take out the least key, put keys in,
// lower the key of an item that is in.  A binary heap in an array does each in
// O(log n); `place` tells where in the array an id stands, so that lowering
// need not look for it.
//
// Order: by key, then by id.  That is a total order, hence the sequence in
// which items come out depends on nothing but what was put in: not on the
// history of the array, and not on the platform.
//
// Invariants: item[place[id]].id == id for every id in the heap; place[id] is
// NAV_NONE for all others.  Emptying the heap restores the second rule for the
// items that are left in it, so that a search that ends early costs nothing for
// the ids it never touched.
//
// Reference: Robert W. Floyd, "Algorithm 245: Treesort", 1964; for the table of
// places, Robert Sedgewick and Kevin Wayne, "Algorithms", 2011, section 2.4.
#include "base/heap.h"

static bool is_less(nav_heap_item a, nav_heap_item b)
{
    return a.key < b.key || (a.key == b.key && a.id < b.id);
}

static void put(nav_heap *heap, size_t at, nav_heap_item item)
{
    heap->item[at] = item;
    heap->place[item.id] = (uint32_t)at;
}

static void sift_up(nav_heap *heap, size_t at, nav_heap_item item)
{
    while (at > 0) {
        size_t above = (at - 1) / 2;
        if (!is_less(item, heap->item[above])) {
            break;
        }
        put(heap, at, heap->item[above]);
        at = above;
    }
    put(heap, at, item);
}

static void sift_down(nav_heap *heap, size_t at, nav_heap_item item)
{
    for (;;) {
        size_t below = 2 * at + 1;
        if (below >= heap->count) {
            break;
        }
        if (below + 1 < heap->count &&
            is_less(heap->item[below + 1], heap->item[below])) {
            below++;
        }
        if (!is_less(heap->item[below], item)) {
            break;
        }
        put(heap, at, heap->item[below]);
        at = below;
    }
    put(heap, at, item);
}

void nav_heap_init(nav_heap *heap, const nav_allocator *mem)
{
    *heap = (nav_heap){.mem = *mem};
}

void nav_heap_fini(nav_heap *heap)
{
    nav_mem_free(&heap->mem, heap->item, heap->capacity, sizeof *heap->item);
    nav_mem_free(&heap->mem, heap->place, heap->ids, sizeof *heap->place);
}

nav_status nav_heap_reserve(nav_heap *heap, size_t ids)
{
    size_t old = heap->ids;
    if (ids <= old) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&heap->mem, &heap->place, &heap->ids, ids,
                                     sizeof *heap->place);
    if (status != NAV_OK) {
        return status;
    }
    for (size_t id = old; id < heap->ids; id++) {
        heap->place[id] = NAV_NONE;
    }
    return NAV_OK;
}

void nav_heap_clear(nav_heap *heap)
{
    for (size_t i = 0; i < heap->count; i++) {
        heap->place[heap->item[i].id] = NAV_NONE;
    }
    heap->count = 0;
}

nav_status nav_heap_push(nav_heap *heap, uint32_t id, double key)
{
    size_t at = heap->place[id];
    nav_heap_item item = {key, id};
    if (at != NAV_NONE) {
        if (key < heap->item[at].key) {
            sift_up(heap, at, item);
        }
        return NAV_OK;
    }
    if (heap->count == heap->capacity) {
        nav_status status =
            nav_mem_grow(&heap->mem, &heap->item, &heap->capacity,
                         heap->count + 1, sizeof *heap->item);
        if (status != NAV_OK) {
            return status;
        }
    }
    sift_up(heap, heap->count++, item);
    return NAV_OK;
}

nav_heap_item nav_heap_pop(nav_heap *heap)
{
    nav_heap_item least = heap->item[0];
    nav_heap_item last = heap->item[--heap->count];
    heap->place[least.id] = NAV_NONE;
    if (heap->count > 0) {
        sift_down(heap, 0, last);
    }
    return least;
}
