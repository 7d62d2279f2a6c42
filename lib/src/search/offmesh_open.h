// offmesh_open.h - legs in the order in which the search over links takes them.
#ifndef NAV_OFFMESH_OPEN_H
#define NAV_OFFMESH_OPEN_H

#include "base/mem.h"

// A leg from one node to another.  Legs are ordered by f, then by the branch,
// then by rank.
typedef struct nav_offmesh_edge {
    double f;        // what a way by it costs at least, not NaN
    uint32_t branch; // that it is of
    uint32_t rank;   // among the legs of the branch
    uint32_t to;     // node
    bool measured;   // else its length is the straight one
} nav_offmesh_edge;

// Legs of a branch that are kept at a time: in two cache lines.
enum { NAV_OFFMESH_NEXT = 8 };

typedef struct nav_offmesh_next {
    double f;
    uint32_t to, rank;
} nav_offmesh_next;

// All legs from a node, none of them measured.  Only the next ones are kept.
typedef struct nav_offmesh_branch {
    uint32_t node;
    bool meets_goal;    // one of the legs is that to the goal
    bool is_whole;      // no legs come after those kept
    uint32_t at;        // of those, the next one
    uint32_t count;     // of those
    uint32_t last_rank; // of the last leg before those, if there is one
    double last_f;
    nav_offmesh_next next[NAV_OFFMESH_NEXT]; // in order
} nav_offmesh_branch;

// A branch of which nothing is known yet.
nav_offmesh_branch nav_offmesh_branch_of(uint32_t node, bool meets_goal);

// To find the legs that come after those kept: begins, is offered the legs of
// the branch by ascending rank, and ends.  Those that come before, too, or not
// at all if they need not be taken any more.  O(1) each.
void nav_offmesh_branch_begin(nav_offmesh_branch *b);
void nav_offmesh_branch_offer(nav_offmesh_branch *b, nav_offmesh_next leg);
void nav_offmesh_branch_end(nav_offmesh_branch *b);

// Legs to be taken: of each branch the next one, and of the measured ones to
// each node the first.
typedef struct nav_offmesh_open {
    nav_allocator mem;
    nav_offmesh_edge *item; // a heap: item i is not after 2i+1 and 2i+2
    size_t count, capacity;
    uint32_t *place; // [nodes] index of the measured leg to it, NAV_NONE
    size_t nodes;
} nav_offmesh_open;

NAV_MUST_CHECK nav_status nav_offmesh_open_init(nav_offmesh_open *open,
                                                size_t nodes,
                                                const nav_allocator *mem);
void nav_offmesh_open_fini(nav_offmesh_open *open);
void nav_offmesh_open_clear(nav_offmesh_open *open);

// Puts a leg in; of two measured ones to a node only the first is kept.
// O(log count).
NAV_MUST_CHECK nav_status nav_offmesh_open_push(nav_offmesh_open *open,
                                                nav_offmesh_edge edge);

// Takes the first one out; there must be one.  O(log count).
nav_offmesh_edge nav_offmesh_open_pop(nav_offmesh_open *open);

#endif
