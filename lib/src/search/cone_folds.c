// cone_folds.c - what the search has to mind where floors fold back or branch.
//
// Where an edge has floors on the same side, or three and more, a mesh is no
// longer a part of the plane but a surface glued of flat pieces, and the search
// for the shortest way in plan is the discrete geodesic problem.  Three things
// are different there.
//
// Roots are rounded.  A cone that goes through a fold is mirrored, and its root
// is a computed point from then on.  Around a corner where floors branch
// several cones of one root turn, each into some of the floors, those beyond a
// fold with the mirrored root.  They are parts of one way, and their distances
// g to the corner are equal, but not after rounding.  So a root is given up
// only for a way that is shorter by more than rounding (nav_cones_is_less).
// Without that the part whose g came out least ended the others, and whatever
// lay behind those was reached by a detour or not at all.  To keep what is
// longer by less than that costs time, never the answer.
//
// Cones come several times.  Where k floors in a row are there twice, there are
// 2^k ways through them, all alike.  A cone that enters an edge as one before
// it did, with the same root and rays and no shorter way, is dropped.
//
// Cones go to and fro.  A cone between floors that fold into each other comes
// back again and again, ever farther, and it branches each time; that ends only
// when f passes the length of the answer.  But before long all that it sees of
// an edge is nearer by one of the edge's ends.  Let a cone with root r and g
// see a point x of the edge from p to q.  By way of p it is g(p) + |px| to
// there, and g + |rx| - g(p) - |px| falls as x goes from p to q, for |rx|
// cannot grow faster than |px|.  So if it is still positive at q, the cone
// gives no shortest way, and ends.
//
//             p----x----q      g(p) + |pq| < g + |rq|
//             |        /
//             .      r
//
// With that a cone ends after as many folds as it takes to come back as far as
// an edge is long.
//
// That may be too many: between two floors a mile long and an inch wide that
// fold into each other at both sides there are thousands of ways to go to and
// fro that no corner makes useless, and where sizes are so unlike that an edge
// is no longer than what rounding may do, none is ever given up.  So there is a
// limit to the number of cones, far above what floors to walk on need; a search
// ends there without an answer.
//
// The cones of an edge are a list, through arrays of their own, whose head
// needs no clearing: it counts only if the cone that it names is one of this
// search, and did enter there.
//
// References: Shi-Qing Xin, Guo-Jin Wang, "Improving Chen and Han's Algorithm
// on the Discrete Geodesic Problem", 2009, section 3 (the test at the far end);
// Preston Briggs, Linda Torczon, "An Efficient Representation for Sparse Sets",
// 1993 (heads that need no clearing).
#include "search/cones.h"

// What lengths of ways may be off by rounding, in parts of the largest
// coordinate and of the length: a mirrored root by some units in the last
// place, 2^-53, for each fold.  This has room for a thousand folds between two
// turns.  In a flood it has room for as many turns, each of which adds a sum.
static const double slack = 0x1p-40;

// The limit to the number of cones: so many, and so many for each edge.  With
// 92 bytes for each the memory of a search is 1.5 MB and 12 kB an edge at most.
enum { CONES_LEAST = 1 << 14, CONES_AN_EDGE = 128 };

void nav_cone_folds_allow_rounding(nav_cones *c)
{
    nav_box box = c->mesh->info.bounds;
    c->folds.slack = slack;
    c->folds.size = fmax(fmax(fabs(box.min.x), fabs(box.max.x)),
                         fmax(fabs(box.min.y), fabs(box.max.y)));
}

nav_status nav_cone_folds_init(nav_cones *c)
{
    const nav_mesh *mesh = c->mesh;
    nav_cone_folds *folds = &c->folds;
    if (mesh->plain) {
        return NAV_OK;
    }
    folds->edges = mesh->info.edges;
    folds->cones_most = CONES_LEAST + CONES_AN_EDGE * folds->edges;
    folds->last = nav_mem_new(&c->mem, folds->edges, sizeof *folds->last);
    if (!folds->last) {
        return NAV_NOMEM;
    }
    for (size_t e = 0; e < folds->edges; e++) {
        folds->last[e] = 0;
    }
    nav_cone_folds_allow_rounding(c);
    return NAV_OK;
}

void nav_cone_folds_fini(nav_cones *c)
{
    nav_cone_folds *folds = &c->folds;
    nav_mem_free(&c->mem, folds->last, folds->edges, sizeof *folds->last);
    nav_mem_free(&c->mem, folds->older, folds->capacity, sizeof *folds->older);
}

nav_status nav_cone_folds_reserve(nav_cones *c, size_t count)
{
    nav_cone_folds *folds = &c->folds;
    return nav_mem_grow(&c->mem, &folds->older, &folds->capacity, count,
                        sizeof *folds->older);
}

// The cone that entered edge e last, NAV_NONE.
static uint32_t last_at(const nav_cones *c, uint32_t e)
{
    uint32_t i = c->folds.last[e];
    return i < c->count && c->cone[i].edge == e ? i : NAV_NONE;
}

// Whether all that cone b leads to, a leads to as well.
static bool is_as_good(const nav_cone *a, const nav_cone *b)
{
    return a->g <= b->g && a->corner == b->corner && a->flags == b->flags &&
           nav_vec2_equal(a->root, b->root) &&
           nav_vec2_equal(a->right, b->right) &&
           nav_vec2_equal(a->left, b->left);
}

// Whether all of the edge entered that a cone may see is nearer by the end at
// the start of edge `near`; `far` starts at the other end.
static bool is_nearer_by(const nav_cones *c, const nav_cone *cone,
                         uint32_t near, uint32_t far)
{
    const nav_cone_corner *known = &c->corner[c->edge[near].corner];
    if (known->stamp != c->stamp) {
        return false;
    }
    nav_vec2 p = c->edge[near].at;
    nav_vec2 q = c->edge[far].at;
    double straight = cone->g + nav_vec2_distance(cone->root, q);
    return nav_cones_is_less(c, known->g + nav_vec2_distance(p, q), straight);
}

bool nav_cone_folds_outdo(const nav_cones *c, const nav_cone *cone,
                          uint32_t entered)
{
    if (nav_cone_is_at_end(cone)) {
        return false; // the root itself is one of the ends
    }
    uint32_t next = nav_cones_next(c, entered);
    return is_nearer_by(c, cone, entered, next) ||
           is_nearer_by(c, cone, next, entered);
}

bool nav_cone_folds_admit(nav_cones *c, const nav_cone *made, uint32_t entered)
{
    if (nav_cone_folds_outdo(c, made, entered)) {
        return false;
    }
    uint32_t last = last_at(c, entered);
    for (uint32_t i = last; i != NAV_NONE; i = c->folds.older[i]) {
        if (is_as_good(&c->cone[i], made)) {
            return false;
        }
    }
    c->folds.older[c->count] = last;
    c->folds.last[entered] = (uint32_t)c->count;
    return true;
}
