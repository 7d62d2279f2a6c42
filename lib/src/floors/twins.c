// twins.c - who is across which edge of floors.
//
// Where two floors meet, each edge is the other's twin.  Three and more meet
// too: the floor in front of the stairs, the stairs, and the floor under them.
// So the edges at one place form a ring, each with the next as its twin; with
// two of them that is the usual pair.
//
// Rings are made of edges with the same ends first.  A link between two edges
// joins their rings: exchanging the twins of one member of each makes one ring
// of two, as it would make two of one, so it must be known whether they are in
// the same already.  Rings are short; one of them is walked to find out.
//
// Reference: Lutz Kettner, "Using Generic Programming for Designing a Data
// Structure for Polyhedral Surfaces", 1999, for the half-edges that this bends.
#include "floors/twins.h"

#include "mesh/mesh.h"

static nav_status join_groups(const nav_slabs *slabs, const nav_edges *edges,
                              uint32_t *twin, nav_error *error)
{
    const nav_edge_entry *list = edges->list;
    for (nav_edge_group g = {0}; nav_edges_next(edges, &g);) {
        if (g.end - g.begin > NAV_RING_MOST) {
            return nav_link_fail_crowded(slabs, list[g.begin].edge, error);
        }
        uint32_t last = list[g.end - 1].edge;
        for (size_t i = g.begin; i < g.end; i++) {
            twin[last] = list[i].edge;
            last = list[i].edge;
        }
    }
    return NAV_OK;
}

// Whether edge f is in the ring of e; the length of that ring.
static bool is_in_ring(const uint32_t *twin, uint32_t e, uint32_t f,
                       size_t *length)
{
    bool found = e == f;
    *length = 1;
    for (uint32_t t = twin[e]; t != e; t = twin[t]) {
        found = found || t == f;
        (*length)++;
    }
    return found;
}

nav_status nav_twins_find(const nav_slabs *slabs, const nav_edges *edges,
                          const nav_links *links, uint32_t *twin,
                          nav_error *error)
{
    nav_status status = join_groups(slabs, edges, twin, error);
    if (status != NAV_OK) {
        return status;
    }
    for (size_t i = 0; i < links->count; i++) {
        const nav_link *link = &links->link[i];
        uint32_t e = nav_edges_find(edges, link->one[0], link->one[1]);
        uint32_t f = nav_edges_find(edges, link->other[0], link->other[1]);
        size_t one = 0;
        size_t other = 0;
        if (is_in_ring(twin, e, f, &one)) {
            continue;
        }
        (void)is_in_ring(twin, f, e, &other);
        if (one + other > NAV_RING_MOST) {
            return nav_link_fail_crowded(slabs, e, error);
        }
        uint32_t swap = twin[e];
        twin[e] = twin[f];
        twin[f] = swap;
    }
    for (uint32_t e = 0; e < edges->count; e++) {
        twin[e] = twin[e] == e ? NAV_NONE : twin[e];
    }
    return NAV_OK;
}
