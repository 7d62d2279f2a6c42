// offmesh_open.c - legs in the order in which the search over links takes them.
//
// There are as many legs as pairs of links, and most are never taken: those of
// a node are in no list.  A branch stands for them.  It knows the few that come
// next, and when these are taken it goes through all legs once more for those
// that come after; so a search takes memory for its nodes, not for their pairs.
// To choose the few takes a comparison for most legs, which is less than to put
// each into a heap.
//
// A leg that has been measured comes once more, by what it costs.  When a
// better one to the same node has been measured meanwhile, the node is settled
// by the one that comes first, and the other need not be kept.
//
// So the heap holds one leg of every branch, and one to every node.
//
// Order: a total one, by the number of the branch and the rank in it where f is
// equal.  That is the order in which the legs would have been made, all of a
// node at once.
//
// Invariant: item[place[n]] is the measured leg to n for every node that has
// one in the heap; place[n] is NAV_NONE for the others.
//
// Reference: Takayuki Yoshizumi, Teruhisa Miura, Toru Ishida, "A* with Partial
// Expansion for Large Branching Factor Problems", 2000.
#include "search/offmesh_open.h"

#include <math.h>

// ---------------------------------------------------------------------------
// Branches
// ---------------------------------------------------------------------------

nav_offmesh_branch nav_offmesh_branch_of(uint32_t node, bool meets_goal)
{
    return (nav_offmesh_branch){
        .node = node, .meets_goal = meets_goal, .last_f = -HUGE_VAL};
}

void nav_offmesh_branch_begin(nav_offmesh_branch *b)
{
    if (b->count > 0) {
        b->last_f = b->next[b->count - 1].f;
        b->last_rank = b->next[b->count - 1].rank;
    }
    b->at = 0;
    b->count = 0;
}

void nav_offmesh_branch_offer(nav_offmesh_branch *b, nav_offmesh_next leg)
{
    bool was_kept =
        leg.f < b->last_f || (leg.f == b->last_f && leg.rank <= b->last_rank);
    bool is_full = b->count == NAV_OFFMESH_NEXT;
    // Of equal ones this has the greatest rank.
    if (was_kept || (is_full && leg.f >= b->next[b->count - 1].f)) {
        return;
    }
    uint32_t i = is_full ? b->count - 1 : b->count++;
    for (; i > 0 && leg.f < b->next[i - 1].f; i--) {
        b->next[i] = b->next[i - 1];
    }
    b->next[i] = leg;
}

void nav_offmesh_branch_end(nav_offmesh_branch *b)
{
    b->is_whole = b->count < NAV_OFFMESH_NEXT;
}

// ---------------------------------------------------------------------------
// The heap
// ---------------------------------------------------------------------------

nav_status nav_offmesh_open_init(nav_offmesh_open *open, size_t nodes,
                                 const nav_allocator *mem)
{
    *open = (nav_offmesh_open){.mem = *mem, .nodes = nodes};
    open->place = nav_mem_new(mem, nodes, sizeof *open->place);
    if (!open->place) {
        return NAV_NOMEM;
    }
    for (size_t n = 0; n < nodes; n++) {
        open->place[n] = NAV_NONE;
    }
    return NAV_OK;
}

void nav_offmesh_open_fini(nav_offmesh_open *open)
{
    nav_mem_free(&open->mem, open->item, open->capacity, sizeof *open->item);
    nav_mem_free(&open->mem, open->place, open->nodes, sizeof *open->place);
}

void nav_offmesh_open_clear(nav_offmesh_open *open)
{
    for (size_t i = 0; i < open->count; i++) {
        open->place[open->item[i].to] = NAV_NONE;
    }
    open->count = 0;
}

static bool comes_before(const nav_offmesh_edge *a, const nav_offmesh_edge *b)
{
    if (a->f != b->f) {
        return a->f < b->f;
    }
    return a->branch < b->branch ||
           (a->branch == b->branch && a->rank < b->rank);
}

static void put(nav_offmesh_open *open, size_t at, nav_offmesh_edge edge)
{
    open->item[at] = edge;
    if (edge.measured) {
        open->place[edge.to] = (uint32_t)at;
    }
}

static void sift_up(nav_offmesh_open *open, size_t at, nav_offmesh_edge edge)
{
    while (at > 0) {
        size_t above = (at - 1) / 2;
        if (!comes_before(&edge, &open->item[above])) {
            break;
        }
        put(open, at, open->item[above]);
        at = above;
    }
    put(open, at, edge);
}

static void sift_down(nav_offmesh_open *open, size_t at, nav_offmesh_edge edge)
{
    for (;;) {
        size_t below = 2 * at + 1;
        if (below >= open->count) {
            break;
        }
        if (below + 1 < open->count &&
            comes_before(&open->item[below + 1], &open->item[below])) {
            below++;
        }
        if (!comes_before(&open->item[below], &edge)) {
            break;
        }
        put(open, at, open->item[below]);
        at = below;
    }
    put(open, at, edge);
}

nav_status nav_offmesh_open_push(nav_offmesh_open *open, nav_offmesh_edge edge)
{
    size_t at = edge.measured ? open->place[edge.to] : NAV_NONE;
    if (at != NAV_NONE) {
        if (comes_before(&edge, &open->item[at])) {
            sift_up(open, at, edge);
        }
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&open->mem, &open->item, &open->capacity,
                                     open->count + 1, sizeof *open->item);
    if (status == NAV_OK) {
        sift_up(open, open->count++, edge);
    }
    return status;
}

nav_offmesh_edge nav_offmesh_open_pop(nav_offmesh_open *open)
{
    nav_offmesh_edge first = open->item[0];
    nav_offmesh_edge last = open->item[--open->count];
    if (first.measured) {
        open->place[first.to] = NAV_NONE;
    }
    if (open->count > 0) {
        sift_down(open, 0, last);
    }
    return first;
}
