// labels.h - which rings run along an edge: multisets of ring numbers.
//
// Almost every edge belongs to one ring, so that case takes no memory.  A label
// is 0 for no ring, ring + 1 for one, and otherwise names a list of nodes, or a
// strand: a label together with the straight line that the edge is a piece of.
// Nodes and strands never change, so labels can be copied and shared.
#ifndef NAV_LABELS_H
#define NAV_LABELS_H

#include "base/mem.h"

#define NAV_LABEL_LIST 0x80000000u
#define NAV_LABEL_STRAND 0x40000000u

typedef struct nav_label_node {
    uint32_t ring;
    uint32_t rest; // label of the others
} nav_label_node;

// A piece of the line between two vertices, after it was cut at a crossing.
typedef struct nav_strand {
    uint32_t rings; // label that is no strand
    uint32_t from, to;
} nav_strand;

typedef struct nav_labels {
    nav_allocator mem;
    nav_label_node *node;
    size_t count, capacity;
    nav_strand *strand;
    size_t strand_count, strand_capacity;
} nav_labels;

void nav_labels_init(nav_labels *labels, const nav_allocator *mem);
void nav_labels_fini(nav_labels *labels);

static inline uint32_t nav_label_of_ring(uint32_t ring)
{
    return ring + 1;
}

// The label of a strand.
NAV_MUST_CHECK nav_status nav_labels_add_strand(nav_labels *labels,
                                                nav_strand strand,
                                                uint32_t *label);

// The strand of a label, NULL when it is none.
static inline const nav_strand *nav_labels_strand(const nav_labels *labels,
                                                  uint32_t label)
{
    if ((label & (NAV_LABEL_LIST | NAV_LABEL_STRAND)) != NAV_LABEL_STRAND) {
        return NULL;
    }
    return &labels->strand[label & ~NAV_LABEL_STRAND];
}

// The rings of a label that may be a strand, as one that is none.
static inline uint32_t nav_labels_rings(const nav_labels *labels,
                                        uint32_t label)
{
    const nav_strand *strand = nav_labels_strand(labels, label);
    return strand ? strand->rings : label;
}

// The sum of two labels that are no strands.  O(rings in `more`).
NAV_MUST_CHECK nav_status nav_labels_join(nav_labels *labels, uint32_t base,
                                          uint32_t more, uint32_t *joined);

// Takes one ring off a label that is neither 0 nor a strand.
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
