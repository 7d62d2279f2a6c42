// cdt.h - constrained Delaunay triangulation of the rings of a shape.
#ifndef NAV_CDT_H
#define NAV_CDT_H

#include "cavity.h"
#include "delaunay.h"
#include "labels.h"
#include "notes.h"
#include "shape.h"

// A piece of a ring that is still to be made an edge.
typedef struct nav_segment {
    uint32_t from, to;               // vertices
    uint32_t rings;                  // label of the rings that it belongs to
    uint32_t origin_from, origin_to; // the line that it is a piece of
} nav_segment;

typedef struct nav_cdt {
    nav_delaunay d;
    nav_labels labels;
    const nav_shape *shape; // lent
    nav_notes *notes;       // lent
    uint32_t *vertex_of;    // [points of the shape]
    size_t point_count;
    size_t crossings; // edges that crossed where no vertex was
    // Scratch of the insertion:
    nav_segment *pending;
    size_t pending_count, pending_capacity;
    nav_segment *late; // stretches that cross others
    size_t late_count, late_capacity;
    nav_cavity cavity;
} nav_cdt;

void nav_cdt_init(nav_cdt *cdt, const nav_allocator *mem);
void nav_cdt_fini(nav_cdt *cdt);

// Triangulates the points of a shape so that every ring is a chain of fixed
// edges, whose labels name the rings along them.  Oddities go to `notes`.
// O(n log n) as a rule; each crossing adds a vertex.
NAV_MUST_CHECK nav_status nav_cdt_build(nav_cdt *cdt, const nav_shape *shape,
                                        nav_notes *notes);

#endif
