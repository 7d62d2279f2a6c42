// cdt.h - constrained Delaunay triangulation of the rings of a shape.
#ifndef NAV_CDT_H
#define NAV_CDT_H

#include "bake/cavity.h"
#include "bake/delaunay.h"
#include "bake/labels.h"
#include "input/notes.h"
#include "input/shape.h"

// A piece of a ring that is still to be made an edge.
typedef struct nav_segment {
    uint32_t from, to;               // vertices
    uint32_t rings;                  // label of the rings that it belongs to
    uint32_t origin_from, origin_to; // the line that it is a piece of
} nav_segment;

typedef struct nav_cdt {
    nav_delaunay d;
    nav_labels labels;
    const nav_shape *shape; // lent; NULL when lines were inserted one by one
    nav_notes *notes;       // lent; NULL likewise
    uint32_t *vertex_of;    // [points]
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

// Exchanges two of them.
void nav_cdt_swap(nav_cdt *a, nav_cdt *b);

// Triangulates the points of a shape so that every ring is a chain of fixed
// edges, whose labels name the rings along them.  Oddities go to `notes`.
// O(n log n) as a rule; each crossing adds a vertex.
NAV_MUST_CHECK nav_status nav_cdt_build(nav_cdt *cdt, const nav_shape *shape,
                                        nav_notes *notes);

// The same line by line: begins with the points, of which some may be equal;
// inserts the lines between two of them, by their numbers, each labelled with
// the number of its ring, or whatever the caller has in its place; and ends.
NAV_MUST_CHECK nav_status nav_cdt_begin(nav_cdt *cdt, const nav_vec2 *points,
                                        size_t count);
NAV_MUST_CHECK nav_status nav_cdt_insert(nav_cdt *cdt, size_t from, size_t to,
                                         uint32_t ring);
NAV_MUST_CHECK nav_status nav_cdt_end(nav_cdt *cdt);

#endif
