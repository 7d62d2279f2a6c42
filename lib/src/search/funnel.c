// funnel.c - the taut string in a chain of portals.
//
// A walker goes from start to goal through portals p1 .. pn in that order, each
// a segment with a left and a right end.  The shortest such way turns at ends
// of portals only.
//
// Method.  After portal i the shortest ways from the start to all its points
// form a funnel: they share a part that ends at the apex; from there one chain
// of corners leads to the left end, one to the right end, and both bend away
// from each other, the left chain to the left, the right one to the right.  A
// new left end p is joined where it touches the funnel:
//
//     p outside, on the left      the left chain bends on to p: append it
//     p inside                    corners of the left chain after which the way
//                                 to p does not bend left are taken off; then p
//                                 is appended: the funnel narrows on one side
//     p beyond the right chain    the whole left chain goes, and the apex moves
//                                 along the right chain while p lies to the
//                                 right of its next piece; what it passes is
//                                 part of the answer for good
//
// and a new right end likewise.  The goal is a last portal of no length, and
// the left chain then is the rest of the way.
//
//        left chain   right chain        chain[]: first .. apex .. last
//              \       /                 from the left end of the portal down
//               \     /                  to the apex and up to the right end
//                apex
//
// Every corner is appended once and taken off or passed at most once: linear
// time, also where the plain method that starts again at each new apex is
// quadratic.
//
// Every decision is an exact sign of orientation.  A corner where the way goes
// straight on is taken off like one where it would bend the wrong way, so that
// straight runs give no waypoints; but the apex moves only when p lies strictly
// beyond, since p may stand on the line before the corner.  A portal end equal
// to the apex empties its chain: the funnel then is open to that side, which is
// what a start on a portal's end needs.
//
// References: D. T. Lee and F. P. Preparata, "Euclidean Shortest Paths in the
// Presence of Rectilinear Barriers", 1984; Bernard Chazelle, "A Theorem on
// Polygon Cutting with Applications", 1982; John Hershberger and Jack Snoeyink,
// "Computing Minimum Length Paths of a Given Homotopy Class", 1994, section 3.
#include "search/funnel.h"

#include "geometry/predicates.h"

// Positions in funnel->chain.
typedef struct ends {
    size_t first, apex, last;
} ends;

void nav_funnel_init(nav_funnel *funnel, const nav_allocator *mem)
{
    *funnel = (nav_funnel){.mem = *mem};
}

void nav_funnel_fini(nav_funnel *funnel)
{
    const nav_allocator *mem = &funnel->mem;
    nav_mem_free(mem, funnel->chain, funnel->chain_capacity,
                 sizeof *funnel->chain);
    nav_mem_free(mem, funnel->waypoint, funnel->waypoint_capacity,
                 sizeof *funnel->waypoint);
    nav_mem_free(mem, funnel->source, funnel->source_capacity,
                 sizeof *funnel->source);
}

nav_status nav_funnel_reserve(nav_funnel *funnel, size_t count)
{
    nav_status status =
        nav_mem_grow(&funnel->mem, &funnel->chain, &funnel->chain_capacity,
                     2 * count + 3, sizeof *funnel->chain);
    if (status == NAV_OK) {
        status = nav_mem_grow(&funnel->mem, &funnel->waypoint,
                              &funnel->waypoint_capacity, 2 * count + 2,
                              sizeof *funnel->waypoint);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(&funnel->mem, &funnel->source,
                              &funnel->source_capacity, 2 * count + 2,
                              sizeof *funnel->source);
    }
    return status;
}

static void emit(nav_funnel *funnel, nav_funnel_corner c)
{
    funnel->waypoint[funnel->waypoint_count] = c.at;
    funnel->source[funnel->waypoint_count++] = c.source;
}

// A portal end that is the old one again changes nothing: the usual case, since
// neighbouring portals often share an end.
static void add_left(nav_funnel *funnel, ends *e, nav_funnel_corner p)
{
    const nav_funnel_corner *c = funnel->chain;
    while (e->first < e->apex) {
        if (nav_vec2_equal(p.at, c[e->first].at)) {
            return;
        }
        if (nav_orient(c[e->first + 1].at, c[e->first].at, p.at) == NAV_LEFT) {
            break;
        }
        e->first++;
    }
    if (e->first == e->apex) {
        while (e->apex < e->last && nav_orient(c[e->apex].at, c[e->apex + 1].at,
                                               p.at) == NAV_RIGHT) {
            emit(funnel, c[++e->apex]);
        }
        e->first = e->apex;
        if (nav_vec2_equal(p.at, c[e->apex].at)) {
            return;
        }
    }
    funnel->chain[--e->first] = p;
}

static void add_right(nav_funnel *funnel, ends *e, nav_funnel_corner p)
{
    const nav_funnel_corner *c = funnel->chain;
    while (e->last > e->apex) {
        if (nav_vec2_equal(p.at, c[e->last].at)) {
            return;
        }
        if (nav_orient(c[e->last - 1].at, c[e->last].at, p.at) == NAV_RIGHT) {
            break;
        }
        e->last--;
    }
    if (e->last == e->apex) {
        while (e->apex > e->first &&
               nav_orient(c[e->apex].at, c[e->apex - 1].at, p.at) == NAV_LEFT) {
            emit(funnel, c[--e->apex]);
        }
        e->last = e->apex;
        if (nav_vec2_equal(p.at, c[e->apex].at)) {
            return;
        }
    }
    funnel->chain[++e->last] = p;
}

nav_status nav_funnel_run(nav_funnel *funnel, nav_vec2 start, nav_vec2 goal,
                          const nav_portal *portals, size_t count)
{
    nav_status status = nav_funnel_reserve(funnel, count);
    if (status != NAV_OK) {
        return status;
    }
    // Room for every left end and the goal below, every right end above.
    ends e = {count + 1, count + 1, count + 1};
    funnel->chain[e.apex] = (nav_funnel_corner){start, NAV_NONE};
    funnel->waypoint_count = 0;
    emit(funnel, funnel->chain[e.apex]);
    for (size_t i = 0; i < count; i++) {
        uint32_t source = 2 * (uint32_t)i;
        add_left(funnel, &e, (nav_funnel_corner){portals[i].left, source});
        add_right(funnel, &e,
                  (nav_funnel_corner){portals[i].right, source + 1});
    }
    add_left(funnel, &e, (nav_funnel_corner){goal, NAV_NONE});
    for (size_t i = e.apex; i > e.first; i--) {
        emit(funnel, funnel->chain[i - 1]);
    }
    return NAV_OK;
}
