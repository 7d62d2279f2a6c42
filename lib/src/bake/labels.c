// labels.c - multisets of ring numbers.
//
// A ring that runs twice along an edge is in its label twice; parity is taken
// where the label is used.  Cancelling here would need a search in the list,
// and a hundred thousand copies of one ring would then cost its square.
#include "bake/labels.h"

void nav_labels_init(nav_labels *labels, const nav_allocator *mem)
{
    *labels = (nav_labels){.mem = *mem};
}

void nav_labels_fini(nav_labels *labels)
{
    nav_mem_free(&labels->mem, labels->node, labels->capacity,
                 sizeof *labels->node);
    nav_mem_free(&labels->mem, labels->strand, labels->strand_capacity,
                 sizeof *labels->strand);
    *labels = (nav_labels){.mem = labels->mem};
}

nav_status nav_labels_add_strand(nav_labels *labels, nav_strand strand,
                                 uint32_t *label)
{
    if (labels->strand_count >= NAV_LABEL_STRAND) {
        return NAV_LIMIT;
    }
    nav_status status =
        nav_mem_grow(&labels->mem, &labels->strand, &labels->strand_capacity,
                     labels->strand_count + 1, sizeof *labels->strand);
    if (status == NAV_OK) {
        *label = (uint32_t)labels->strand_count | NAV_LABEL_STRAND;
        labels->strand[labels->strand_count++] = strand;
    }
    return status;
}

nav_status nav_labels_join(nav_labels *labels, uint32_t base, uint32_t more,
                           uint32_t *joined)
{
    if (base == 0) {
        *joined = more;
        return NAV_OK;
    }
    while (more != 0) {
        uint32_t ring = nav_labels_pop(labels, &more);
        if (labels->count >= NAV_LABEL_LIST) {
            return NAV_LIMIT;
        }
        nav_status status =
            nav_mem_grow(&labels->mem, &labels->node, &labels->capacity,
                         labels->count + 1, sizeof *labels->node);
        if (status != NAV_OK) {
            return status;
        }
        labels->node[labels->count] = (nav_label_node){ring, base};
        base = (uint32_t)labels->count++ | NAV_LABEL_LIST;
    }
    *joined = base;
    return NAV_OK;
}
