// sort.h - stable sorts of 32-bit items, by 64-bit keys or by a comparison, and
// Hilbert keys.
#ifndef NAV_SORT_H
#define NAV_SORT_H

#include "base/vec.h"

// A key with the item it stands for.
typedef struct nav_sort_entry {
    uint64_t key;
    uint32_t item;
} nav_sort_entry;

// Sorts ascending by key; equal keys keep their order.  `scratch` has room for
// `count` entries as well.  O(count) for each of their
// six digits of 11 bits in which keys differ.
void nav_sort(nav_sort_entry *entries, nav_sort_entry *scratch, size_t count);

// Sorts numbers ascending by their upper 32 bits; equal ones keep their order.
// `scratch` has room for `count` numbers as well.  Half the memory of the
// above.
void nav_sort_packed(uint64_t *numbers, uint64_t *scratch, size_t count);

// Less than 0, 0 or more than 0 as item a is before, equal to or behind item b.
typedef int nav_sort_compare(const void *context, uint32_t a, uint32_t b);

// Sorts items by a comparison; equal ones keep their order.  `scratch` has room
// for `count` items as well.  O(count log count) comparisons.
void nav_sort_by(nav_sort_compare *compare, const void *context,
                 uint32_t *items, uint32_t *scratch, size_t count);

// Place of a point of `box` along a Hilbert curve of 2^16 x 2^16 cells.
uint32_t nav_sort_hilbert(nav_box box, nav_vec2 point);

#endif
