// labels.h - which rings run along an edge: multisets of ring numbers.
//
// Almost every edge belongs to one ring, so that case takes no memory.  A label
// is 0 for no ring, ring + 1 for one, and otherwise names a list of nodes.  Nodes
// never change, so labels can be copied and shared.
#ifndef NAV_LABELS_H
#define NAV_LABELS_H

#include "mem.h"

#define NAV_LABEL_LIST 0x80000000u

typedef struct nav_label_node {
    uint32_t ring;
    uint32_t rest; // label of the others
} nav_label_node;

typedef struct nav_labels {
    nav_allocator mem;
    nav_label_node *node;
    size_t count, capacity;
} nav_labels;

void nav_labels_init(nav_labels *labels, const nav_allocator *mem);
void nav_labels_fini(nav_labels *labels);

static inline uint32_t nav_label_of_ring(uint32_t ring)
{
    return ring + 1;
}

// The sum of two labels.  O(rings in `more`).
NAV_MUST_CHECK nav_status nav_labels_join(nav_labels *labels, uint32_t base,
                                          uint32_t more, uint32_t *joined);

// Takes one ring off a label that is not 0.
static inline uint32_t nav_labels_pop(const nav_labels *labels, uint32_t *label)
{
    if (!(*label & NAV_LABEL_LIST)) {
        uint32_t ring = *label - 1;
        *label = 0;
        return ring;
    }
    const nav_label_node *node = &labels->node[*label & ~NAV_LABEL_LIST];
    *label = node->rest;
    return node->ring;
}

#endif
