// cones.h - cones of view over a mesh, and what they see of the next polygon.
#ifndef NAV_CONES_H
#define NAV_CONES_H

#include "geometry/predicates.h"
#include "mesh/mesh.h"
#include "search/bridges.h"
#include "search/landmarks.h"

// An edge as the search wants it: all that is asked of it lies in a cache line.
typedef struct nav_cone_edge {
    nav_vec2 at;          // where the edge starts
    nav_vec2 unit;        // its direction
    double size;          // and length
    uint32_t corner : 31; // the corner of the mesh that it starts at
    uint32_t is_kept : 1; // whether next and prev come by
    uint32_t twin;        // as in the mesh; NAV_NONE where it is closed, too
    uint32_t next, prev;  // around its polygon (cone_doors.c)
} nav_cone_edge;

// What is known of the walls on one side of a corner.
enum {
    NAV_NO_WALL,
    NAV_ONE_WALL,
    NAV_ANY_WALL // no turn is ruled out, nor how far it goes: floors branch or
                 // wind
};

// A corner of the mesh: a vertex, or several at one place, as one fan of
// polygons around it has it.  Where parts of the mesh touch there is one for
// each.  What is asked of it as a place to turn at, and what is known of it as
// a root: one cache line.
typedef struct nav_cone_corner {
    nav_vec2 right_wall, left_wall; // ends of the boundary edges next to it
    double g;                       // least length of a way to it
    union {
        double to_goal; // with a goal: no way from it there is shorter
        double turned;  // in a flood: least length of a way that turns here
    };
    uint32_t stamp; // the search that wrote these two
    nav_vert_id vertex;
    uint8_t right, left; // what is known of the walls
} nav_cone_corner;

// A cone of view that enters a polygon: the rays from the root through two
// points, and what they see of an edge.
typedef struct nav_cone {
    double g;      // length of the way to the root
    double least;  // with a goal: no way by this cone is shorter; known of its
                   // root at first, then what the search finds (f)
    nav_vec2 root; // where the cone begins, unfolded
    nav_vec2 right, left; // a point on either ray; where the root is an end of
                          // the edge, both are the root before
    uint32_t crossed;     // edge, in the polygon left
    uint32_t edge;        // the same in the polygon entered
    uint32_t parent;      // cone before, NAV_NONE
    uint32_t corner;      // at the root, NAV_NONE at the start
    uint32_t before;      // at the root before, which may be another one than
                          // the parent's: a way may turn twice at once
    uint32_t flags;
} nav_cone;

// Of a cone.
enum {
    NAV_CONE_RIGHT_AT_END = 1, // the right ray passes the edge's right end
    NAV_CONE_LEFT_AT_END = 2,
    NAV_CONE_ROOT_AT_RIGHT = 4, // the root is the right end of the edge entered
    NAV_CONE_ROOT_AT_LEFT = 8,
    // The right or left ray goes straight on from the root before, which stands
    // in the place of a point on the ray.
    NAV_CONE_RIGHT_BEHIND = 16,
    NAV_CONE_LEFT_BEHIND = 32
};

// The least g with which an edge was entered from a root at one of its ends.
typedef struct nav_cone_fan {
    double g;
    uint32_t stamp;
} nav_cone_fan;

// What is kept where floors fold back or branch (cone_folds.c); all zero on a
// plain mesh.
typedef struct nav_cone_folds {
    uint32_t *last;  // [edges] the cone that entered there last, if it did;
                     // NULL on a plain mesh
    uint32_t *older; // [capacity] the cone that entered the same edge before
                     // one, NAV_NONE
    size_t edges, capacity;
    size_t cones_most; // there is no end in sight then
    double slack;      // rounding of a length g is less than slack (size + g)
    double size;       // the largest coordinate
} nav_cone_folds;

typedef struct nav_cones {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_cone_edge *edge; // [edges]
    size_t edge_room;
    nav_cone_corner *corner; // [corners]
    size_t corners, corner_room;
    size_t corners_most; // then corners are to be numbered anew
    uint64_t seen; // version of the mesh's overlay that this is laid out for
    nav_cone_fan *fan; // [edges][right, left]; NULL where no fan can be
                       // closed or branch
    nav_bridges bridges;
    bool closed;      // bridges are, but for those opened
    uint32_t *opened; // [2 bridges] edges
    uint32_t *added;  // [4 bridges] edges that are kept for them
    size_t opened_count, added_count;
    size_t ring_most; // most edges on the other side of one
    bool winds;       // floors wind around a corner by more than a turn
    uint32_t stamp;
    nav_cone *cone;
    size_t count, capacity;
    nav_vec2 goal;
    const nav_poly_id *goals; // lent: the polygons that hold the goal
    size_t goal_count;        // 0: a flood, which goes everywhere
    nav_landmark_goal far;    // bounds for the goal, once a root is asked for
    bool far_known;
    nav_cone_folds folds;
} nav_cones;

// Lays the mesh, which must outlive the cones, out for them.  Frees what it
// made when it fails.  O(edges).
NAV_MUST_CHECK nav_status nav_cones_init(nav_cones *c, const nav_mesh *mesh,
                                         const nav_allocator *mem);
void nav_cones_fini(nav_cones *c);

// Follows what has changed of the mesh since, where obstacles are laid over it.
// After a failure nothing but nav_cones_fini may be called.  O(changes) on
// plain meshes, else O(edges).
NAV_MUST_CHECK nav_status nav_cones_catch_up(nav_cones *c);

// Forgets all cones and roots.
void nav_cones_reset(nav_cones *c);

// Opens all bridges, for a flood.  O(edges) the first time.
void nav_cones_open_all(nav_cones *c);

// Polygons that hold a point; lent.
typedef struct nav_cone_polygons {
    const nav_poly_id *item;
    size_t count;
} nav_cone_polygons;

// Opens the bridges on the ways from each of some polygons to each of some
// others on its island, in their direction.  None must be open that
// nav_cones_close_ways would close.  O(edges) the first time, then O(bridges
// opened + polygons), times the number of islands if they have parts of
// several.
void nav_cones_open_ways(nav_cones *c, nav_cone_polygons from,
                         nav_cone_polygons to);

// Closes those that were opened, as nav_cones_reset does too.
void nav_cones_close_ways(nav_cones *c);

// Closes the bridges of a polygon that has just been laid out, if all others
// are.
void nav_cones_close_bridges_of(nav_cones *c, nav_poly_id polygon);

// Where ways begin.
typedef struct nav_cone_source {
    nav_vec2 point;
    double g;        // length of a way to it
    uint32_t corner; // that stands for it, NAV_NONE: none does
} nav_cone_source;

// Adds the cones from a point through every edge of a polygon that holds it,
// except edges that it lies on.
NAV_MUST_CHECK nav_status nav_cones_begin(nav_cones *c,
                                          const nav_cone_source *source,
                                          nav_poly_id polygon);

// Adds the cones into which a cone goes on.  O(corners of the polygon entered).
NAV_MUST_CHECK nav_status nav_cones_expand(nav_cones *c, uint32_t index);

// Lays out what cone_folds.c keeps; nothing on a plain mesh.
NAV_MUST_CHECK nav_status nav_cone_folds_init(nav_cones *c);
void nav_cone_folds_fini(nav_cones *c);

// Gives lengths room for rounding in nav_cones_is_less: where floors fold, and
// in a flood.
void nav_cone_folds_allow_rounding(nav_cones *c);

// Makes room for so many cones, on a mesh that is not plain.
NAV_MUST_CHECK nav_status nav_cone_folds_reserve(nav_cones *c, size_t count);

// Whether a cone that enters an edge leads to anything that no other one leads
// to; it must then be added as the next one.  O(cones that entered there).
bool nav_cone_folds_admit(nav_cones *c, const nav_cone *made, uint32_t entered);

// Whether all that a cone sees of the edge entered is nearer by one of its
// ends.
bool nav_cone_folds_outdo(const nav_cones *c, const nav_cone *cone,
                          uint32_t entered);

// What a cone sees of the polygon that it entered, and where a way may turn at
// the ends of the edge entered.  v1 .. vk are its corners from the right end of
// that edge round to the left end; edge ei starts at vi.
typedef struct nav_cone_view {
    nav_poly_id polygon;
    uint32_t e1, ek; // ek is the edge entered
    uint32_t ej;     // first corner that is seen
    uint32_t em;     // last one; if that is the one before ej, none is seen
    bool cut;        // by the rays; else the root is an end of the edge, and
                     // sees all of the polygon
    bool turns_right, turns_left; // at v1 into what is right of the right ray,
                                  // at vk into what is left of the left one
} nav_cone_view;

// O(corners of the polygon).
nav_cone_view nav_cones_view(const nav_cones *c, uint32_t index);

// Notes how far the corners in view are at most.
void nav_cones_note_view(nav_cones *c, uint32_t index, const nav_cone_view *v);

// Notes that a root at distance g sees the corners where edges from e to `last`
// of one polygon start.
void nav_cones_note_seen(nav_cones *c, double g, nav_vec2 root, uint32_t e,
                         uint32_t last);

// The corner as this search knows it: at first, with no way to it.
nav_cone_corner *nav_cones_meet(nav_cones *c, uint32_t corner);

// The length of a way that goes on from a corner, to which it is g, straight to
// another: longer than g in any case.  Where lengths are so unlike that
// rounding would lose the last one, ways could go round and round without end.
static inline double nav_cones_onward(double g, nav_vec2 from, nav_vec2 to)
{
    double d = nav_vec2_distance(from, to);
    return g + d > g || d == 0 ? g + d : nextafter(g, HUGE_VAL);
}

// Whether a length is less than g, whatever rounding did to either.  Where
// nothing is folded g has the same bits for all cones that turn at a corner
// from one root, and the slack is 0.
static inline bool nav_cones_is_less(const nav_cones *c, double length,
                                     double g)
{
    return length < g && length < g - c->folds.slack * (c->folds.size + g);
}

// Whether a better way to the cone's root is known, or to all that it sees.
static inline bool nav_cone_is_outdone(const nav_cones *c, const nav_cone *cone)
{
    return (cone->corner != NAV_NONE &&
            nav_cones_is_less(c, c->corner[cone->corner].g, cone->g)) ||
           (c->folds.last && nav_cone_folds_outdo(c, cone, cone->edge));
}

// Whether the root is an end of the edge entered.
static inline bool nav_cone_is_at_end(const nav_cone *n)
{
    return (n->flags & (NAV_CONE_ROOT_AT_RIGHT | NAV_CONE_ROOT_AT_LEFT)) != 0;
}

// On which side of the cone's right ray a point lies: exact.
static inline nav_side nav_cone_side_of_right(const nav_cone *n, nav_vec2 p)
{
    return n->flags & NAV_CONE_RIGHT_BEHIND ? nav_orient(n->right, n->root, p)
                                            : nav_orient(n->root, n->right, p);
}

static inline nav_side nav_cone_side_of_left(const nav_cone *n, nav_vec2 p)
{
    return n->flags & NAV_CONE_LEFT_BEHIND ? nav_orient(n->left, n->root, p)
                                           : nav_orient(n->root, n->left, p);
}

// Whether an edge is a wall, or a door that is closed (cone_doors.c).
static inline bool nav_cones_is_closed(const nav_cones *c, uint32_t e)
{
    return c->edge[e].twin == NAV_NONE;
}

static inline uint32_t nav_cones_next(const nav_cones *c, uint32_t e)
{
    return c->edge[e].next;
}

static inline uint32_t nav_cones_prev(const nav_cones *c, uint32_t e)
{
    return c->edge[e].prev;
}

#endif
