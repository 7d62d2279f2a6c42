// cavity.h - makes a segment an edge where triangles are in its way.
#ifndef NAV_CAVITY_H
#define NAV_CAVITY_H

#include "bake/delaunay.h"

// An edge on the rim of a cavity.
typedef struct nav_rim_edge {
    uint32_t start;   // vertex
    nav_half outer;   // what lies beyond, with NAV_FIXED
    uint32_t label;   // of the edge, when it is fixed
    uint32_t partner; // index of the other side of a hanging edge, NAV_NONE
    nav_half inner;   // the new half-edge, once it is known
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
    uint32_t
        beyond; // index of the rim edge, else the half-edge on its far side
} nav_scan_item;

// Scratch for cavities, of which one is open at a time.
typedef struct nav_cavity {
    nav_delaunay *d; // lent
    nav_rim left, right;
    uint32_t *removed; // triangles of the cavity
    size_t removed_count, removed_capacity;
    nav_scan_item *scan;
    size_t scan_capacity;
    nav_half *suspect; // new edges inside, to be made Delaunay
    size_t suspect_count, suspect_capacity;
} nav_cavity;

void nav_cavity_init(nav_cavity *c, nav_delaunay *d);
void nav_cavity_fini(nav_cavity *c);

// Makes the segment from vertex u to vertex x an edge.  `crossed` is the edge
// opposite u of the triangle through which the segment leaves u; x is the first
// vertex on its way, and no edge on it is fixed.  *edge becomes the half-edge
// from u to x; to be fixed before nav_cavity_settle.
NAV_MUST_CHECK nav_status nav_cavity_bridge(nav_cavity *c, uint32_t u,
                                            nav_half crossed, uint32_t x,
                                            nav_half *edge);

// Flips the new edges until they are Delaunay.
NAV_MUST_CHECK nav_status nav_cavity_settle(nav_cavity *c);

#endif
