// cdt.h - constrained Delaunay triangulation of the rings of a shape.
#ifndef NAV_CDT_H
#define NAV_CDT_H

#include "delaunay.h"
#include "labels.h"
#include "notes.h"
#include "shape.h"

// A piece of a ring that is still to be made an edge.
typedef struct nav_segment {
    uint32_t from, to; // vertices
    uint32_t label;    // the rings that it belongs to
} nav_segment;

// An edge on the rim of a cavity, see cdt.c.
typedef struct nav_rim_edge {
    uint32_t start;    // vertex
    nav_half outer;    // what lies beyond, with NAV_FIXED
    uint32_t label;    // of the edge, when it is fixed
    uint32_t partner;  // index of the other side of a hanging edge, NAV_NONE
    nav_half inner;    // the new half-edge, once it is known
} nav_rim_edge;

typedef struct nav_rim {
    nav_rim_edge *edge;
    size_t count, capacity;
} nav_rim;

// A vertex on the stack of the scan along a rim, with the edge that leads to it
// from the one below.
typedef struct nav_scan_item {
    uint32_t vertex;
    bool is_rim;
    uint32_t beyond; // index of the rim edge, else the half-edge on its far side
} nav_scan_item;

typedef struct nav_cdt {
    nav_delaunay d;
    nav_labels labels;
    const nav_shape *shape; // lent
    nav_notes *notes;       // lent
    uint32_t *vertex_of; // [points of the shape]
    size_t point_count;
    size_t crossings; // edges that crossed where no vertex was
    // Scratch of the insertion:
    nav_segment *pending;
    size_t pending_count, pending_capacity;
    nav_rim left, right;
    uint32_t *removed; // triangles of the cavity
    size_t removed_count, removed_capacity;
    nav_scan_item *scan;
    size_t scan_capacity;
    nav_half *suspect; // new edges inside a cavity, to be made Delaunay
    size_t suspect_count, suspect_capacity;
} nav_cdt;

void nav_cdt_init(nav_cdt *cdt, const nav_allocator *mem);
void nav_cdt_fini(nav_cdt *cdt);

// Triangulates the points of a shape so that every ring is a chain of fixed
// edges, whose labels name the rings along them.  Oddities go to `notes`.
// O(n log n) as a rule; each crossing adds a vertex.
NAV_MUST_CHECK nav_status nav_cdt_build(nav_cdt *cdt, const nav_shape *shape,
                                        nav_notes *notes);

#endif
