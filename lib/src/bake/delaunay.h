// delaunay.h - a triangulation as flat arrays, and Delaunay insertion into it.
#ifndef NAV_DELAUNAY_H
#define NAV_DELAUNAY_H

#include "base/mem.h"
#include "base/vec.h"

// A half-edge is 4 * triangle + i: it runs from corner i of the triangle to
// corner i + 1, the triangle on its left.
typedef uint32_t nav_half;

// Set in `twin` of both halves of an edge that must not be flipped.
#define NAV_FIXED 0x80000000u
// Twin of the frame's outer edges; it carries NAV_FIXED.
#define NAV_NO_HALF UINT32_MAX

typedef struct nav_triangle {
    uint32_t v[3];    // corners, counter-clockwise
    uint32_t flags;   // for the passes that follow
    nav_half twin[3]; // half-edge of the other side, with NAV_FIXED
    uint32_t group;   // for the passes that follow
} nav_triangle;

// The first vertices are the corners of a frame around all others, so that
// there is no hull and no special case at it.
enum { NAV_FRAME_VERTICES = 4 };

typedef struct nav_delaunay {
    nav_allocator mem;
    nav_vec2 *point; // [vertices]
    size_t vertices, point_capacity;
    nav_triangle *tri; // [triangles]
    size_t triangles, tri_capacity;
    nav_half *star; // [vertices] a half-edge that starts there; NULL until
                    // nav_delaunay_index
    size_t star_capacity;
    uint32_t *label; // [4 * triangles] what a fixed edge stands for, the same
                     // on both halves; NULL until nav_delaunay_index
    size_t label_capacity;
    uint32_t *stack; // scratch of the insertion
    size_t stack_capacity;
    uint32_t last; // triangle where the last point went in
} nav_delaunay;

void nav_delaunay_init(nav_delaunay *d, const nav_allocator *mem);
void nav_delaunay_fini(nav_delaunay *d);

// Triangulates `count` points, of which some may be equal.  vertex_of[i]
// becomes the vertex of point i; vertices are numbered along a Hilbert curve.
// O(count log count) for points of any usual distribution.
NAV_MUST_CHECK nav_status nav_delaunay_build(nav_delaunay *d,
                                             const nav_vec2 *points,
                                             size_t count, uint32_t *vertex_of);

// Builds `star` and `label`; from then on they are kept up to date.
NAV_MUST_CHECK nav_status nav_delaunay_index(nav_delaunay *d);

// Adds a point, if it is not there yet, searching from triangle `near`; gives
// its vertex.  Fixed edges stay, or are split when the point lies on them; the
// other edges are Delaunay afterwards if they were before.
NAV_MUST_CHECK nav_status nav_delaunay_add(nav_delaunay *d, nav_vec2 point,
                                           uint32_t near, uint32_t *vertex);

// The triangle that holds a point inside of the frame, or one of them, searched
// from triangle `near` on.
uint32_t nav_delaunay_find(const nav_delaunay *d, nav_vec2 point,
                           uint32_t near);

// Makes a fixed edge one that may be flipped again.
void nav_delaunay_release(nav_delaunay *d, nav_half edge);

// Flips one edge if it is not Delaunay, and then those that flips have spoilt.
NAV_MUST_CHECK nav_status nav_delaunay_restore_edge(nav_delaunay *d,
                                                    nav_half edge);

// Flips until every edge that is not fixed is locally Delaunay.  O(triangles)
// when nothing is to be done.
NAV_MUST_CHECK nav_status nav_delaunay_restore(nav_delaunay *d);

static inline nav_half nav_half_next(nav_half h)
{
    return (h & 3) == 2 ? h - 2 : h + 1;
}

static inline nav_half nav_half_prev(nav_half h)
{
    return (h & 3) == 0 ? h + 2 : h - 1;
}

// The twin of a half-edge that is not on the frame's outside.
static inline nav_half nav_half_twin(const nav_delaunay *d, nav_half h)
{
    return d->tri[h >> 2].twin[h & 3] & ~NAV_FIXED;
}

static inline bool nav_half_is_fixed(const nav_delaunay *d, nav_half h)
{
    return (d->tri[h >> 2].twin[h & 3] & NAV_FIXED) != 0;
}

static inline uint32_t nav_half_start(const nav_delaunay *d, nav_half h)
{
    return d->tri[h >> 2].v[h & 3];
}

static inline uint32_t nav_half_end(const nav_delaunay *d, nav_half h)
{
    return nav_half_start(d, nav_half_next(h));
}

// The next half-edge, counter-clockwise, that starts where `h` starts.
static inline nav_half nav_half_around(const nav_delaunay *d, nav_half h)
{
    return nav_half_twin(d, nav_half_prev(h));
}

// Gives a triangle its corners; its twins are then to be set.
static inline void nav_triangle_set(nav_delaunay *d, uint32_t t, uint32_t a,
                                    uint32_t b, uint32_t c)
{
    nav_triangle *tri = &d->tri[t];
    tri->v[0] = a;
    tri->v[1] = b;
    tri->v[2] = c;
    tri->flags = 0;
    if (d->star) {
        d->star[a] = 4 * t;
        d->star[b] = 4 * t + 1;
        d->star[c] = 4 * t + 2;
    }
}

// Makes `inner` the twin of `outer`, a half-edge with its NAV_FIXED flag, and
// gives it what the edge stands for.
static inline void nav_half_join(nav_delaunay *d, nav_half inner,
                                 nav_half outer)
{
    d->tri[inner >> 2].twin[inner & 3] = outer;
    if (outer != NAV_NO_HALF) {
        nav_half other = outer & ~NAV_FIXED;
        d->tri[other >> 2].twin[other & 3] = inner | (outer & NAV_FIXED);
        if ((outer & NAV_FIXED) && d->label) {
            d->label[inner] = d->label[other];
        }
    }
}

#endif
