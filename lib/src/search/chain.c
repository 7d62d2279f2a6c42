// chain.c - a chain of edges crossed, as portals in one plane.
//
// Polygons run counter-clockwise and have their inside to the left of each
// edge. Who leaves one over an edge turns his back to the inside, and sees the
// edge's end on his left and its start on his right.
//
//          end o <-------- o start
//              |    ^     |
//              |  walker  |
//
// Folds.  Where a floor goes on under the stairs, both lie on the same side of
// the first step's edge: who comes down and goes in below touches the edge and
// turns back.  Lengths in plan do not change when all that comes behind the
// edge is turned over, as the leaf of a book: reflected in the edge's line.  In
// the unfolded plane the chain is like any other, a row of convex polygons side
// by side, and its taut string is the shortest way.
//
//      stairs, and floor below         unfolded about e
//           e_________                  ________e_________
//           |    .---> |               |  <---. | .---     |
//           |   (      |               |       `+'         |
//           |____`----_|               |________|__________|
//
// Each stretch between two folds lies in the plane by an isometry of its own: a
// matrix about the start of the fold's edge.  It is applied to the corners one
// by one, so that a corner has the same bits in all portals of its stretch; the
// ends of the fold's edge belong to both stretches and keep theirs from the one
// before.  Every second stretch is a mirror image, in which polygons run
// clockwise, and the ends of portals change sides.
//
// Reflected points are computed and rounded.  Before the first fold all points
// are those of the mesh.  Behind one a string along a wall may turn at a corner
// of it by as little as rounding can tell.
//
// Reference: Micha Sharir and Amir Schorr, "On Shortest Paths in Polyhedral
// Spaces", 1986, section 3 (planar unfolding).
#include "search/chain.h"

size_t nav_chain_portals(const nav_mesh *mesh, const nav_crossing *links,
                         size_t count, nav_portal *portals)
{
    size_t folds = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t e = links[i].left;
        portals[i] = (nav_portal){.from = mesh->edge_polygon[e],
                                  .to = mesh->edge_polygon[links[i].entered],
                                  .left = nav_mesh_edge_end(mesh, e),
                                  .right = nav_mesh_edge_start(mesh, e)};
        if (mesh->height) {
            uint32_t next = nav_mesh_next(mesh, e);
            portals[i].left_height = mesh->height[mesh->corner[next]];
            portals[i].right_height = mesh->height[mesh->corner[e]];
            folds += nav_crossing_is_fold(mesh, links[i]);
        }
    }
    return folds;
}

// How a stretch of the chain lies in the unfolded plane: a point p at
// (xx, xy; yx, yy) (p - from) + to.
typedef struct placing {
    double xx, xy, yx, yy;
    nav_vec2 from, to;           // the start of the fold's edge, and its place
    nav_vec2 other, other_place; // likewise its end
    bool moved, mirrored;
} placing;

static nav_vec2 place(const placing *t, nav_vec2 p)
{
    if (!t->moved) {
        return p;
    }
    if (nav_vec2_equal(p, t->from)) {
        return t->to;
    }
    if (nav_vec2_equal(p, t->other)) {
        return t->other_place;
    }
    nav_vec2 d = nav_vec2_sub(p, t->from);
    return (nav_vec2){t->xx * d.x + t->xy * d.y + t->to.x,
                      t->yx * d.x + t->yy * d.y + t->to.y};
}

// The placing behind a fold at the edge from a to b.
static placing turn_over(const placing *t, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double length2 = nav_vec2_dot(d, d);
    // Reflection in the line: 2 d d' / d'd - 1.
    double c = (d.x - d.y) * (d.x + d.y) / length2;
    double s = 2 * d.x * d.y / length2;
    return (placing){.xx = t->xx * c + t->xy * s,
                     .xy = t->xx * s - t->xy * c,
                     .yx = t->yx * c + t->yy * s,
                     .yy = t->yx * s - t->yy * c,
                     .from = a,
                     .to = place(t, a),
                     .other = b,
                     .other_place = place(t, b),
                     .moved = true,
                     .mirrored = !t->mirrored};
}

void nav_chain_unfold(const nav_mesh *mesh, const nav_crossing *links,
                      size_t count, nav_portal *unfolded, nav_vec2 *goal)
{
    placing t = {.xx = 1, .yy = 1};
    for (size_t i = 0; i < count; i++) {
        nav_vec2 a = nav_mesh_edge_start(mesh, links[i].left);
        nav_vec2 b = nav_mesh_edge_end(mesh, links[i].left);
        nav_vec2 start = place(&t, a), end = place(&t, b);
        unfolded[i].left = t.mirrored ? start : end;
        unfolded[i].right = t.mirrored ? end : start;
        if (nav_crossing_is_fold(mesh, links[i])) {
            t = turn_over(&t, a, b);
        }
    }
    *goal = place(&t, *goal);
}

void nav_chain_init(nav_chain *chain, const nav_allocator *mem)
{
    *chain = (nav_chain){.mem = *mem};
}

void nav_chain_fini(nav_chain *chain)
{
    nav_mem_free(&chain->mem, chain->portal, chain->portal_capacity,
                 sizeof *chain->portal);
    nav_mem_free(&chain->mem, chain->unfolded, chain->unfolded_capacity,
                 sizeof *chain->unfolded);
}

nav_status nav_chain_lay_out(nav_chain *chain, const nav_mesh *mesh,
                             const nav_crossing *links, size_t count,
                             nav_vec2 goal)
{
    nav_status status =
        nav_mem_grow(&chain->mem, &chain->portal, &chain->portal_capacity,
                     count, sizeof *chain->portal);
    if (status != NAV_OK) {
        return status;
    }
    chain->count = count;
    chain->straight = chain->portal;
    chain->goal = goal;
    if (nav_chain_portals(mesh, links, count, chain->portal) == 0) {
        return NAV_OK;
    }
    status =
        nav_mem_grow(&chain->mem, &chain->unfolded, &chain->unfolded_capacity,
                     count, sizeof *chain->unfolded);
    if (status == NAV_OK) {
        nav_chain_unfold(mesh, links, count, chain->unfolded, &chain->goal);
        chain->straight = chain->unfolded;
    }
    return status;
}
