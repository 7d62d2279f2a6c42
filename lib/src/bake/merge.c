// merge.c - fewer, larger convex polygons.
//
// An edge between two walkable polygons can go when the angles that it leaves
// at its ends are no more than straight and the corners together are not too
// many. Edges are tried in turn, the longest first: a merge only makes angles
// larger and polygons bigger, so what could not go then cannot go later, with
// one exception (below).  Going by length joins the fat triangles of open
// places first and leaves few slivers; on game maps it gives a tenth more
// polygons than the optimum, which takes cubic time, and fewer than the order
// of the input (`make bench` prints it).
//
// The border of two polygons is an edge as a rule.  Where a vertex is left over
// inside the walkable area (a spike's end, say) it may be several edges in a
// straight line; they go together, and the vertex with them.  Such a border
// comes into being when the last other edge at the vertex goes, perhaps after
// its own edges were refused; so it is tried once more after all others.
//
// A polygon is the circle of its half-edges' next and prev links; taking an
// edge away relinks its four neighbours.  Which faces have become one polygon
// is a union-find forest over the faces, with the number of corners at each
// root.
//
// On a mesh with heights only neighbours in one plane are merged, so that
// heights on the faces stay what they were: exactly, or within a tolerance that
// the user gave, by which no corner is off the plane of the polygon it joins.
// Most floors are level: those are known as such and need no looking at.
//
// Lengths are rounded to the 21 leading bits of their squares, so that sorting
// takes three passes; edges of nearly equal length go in the order of their
// numbers, and the result is the same everywhere.
//
// Two other orders are kept for comparison: any order (Hertel and Mehlhorn) and
// the sharpest angle first.
//
// References: Stefan Hertel and Kurt Mehlhorn, "Fast Triangulation of the Plane
// with Respect to Simple Polygons", 1985; Mark Keil and Jack Snoeyink, "On the
// Time Bound for Convex Decomposition of Simple Polygons", 2002.
#include "bake/merge.h"

#include "bake/plane.h"
#include "base/sort.h"
#include "geometry/predicates.h"

#include <string.h>

// A root holds the corners of its polygon with the first flag, and the second
// one while its corners are of different heights; others hold their parent.
#define ROOT 0x80000000u
#define SLOPE 0x40000000u

// Edges to be tried once more.
typedef struct retries {
    uint32_t *edge;
    size_t count, capacity;
} retries;

typedef struct merger {
    nav_polymesh *mesh;
    const nav_merge_options *options;
    uint32_t *forest; // [faces]
    retries retry;
} merger;

static uint32_t find_root(uint32_t *forest, uint32_t face)
{
    while (!(forest[face] & ROOT)) {
        uint32_t parent = forest[face];
        if (!(forest[parent] & ROOT)) {
            forest[face] = forest[parent]; // halve the path
        }
        face = parent;
    }
    return face;
}

// ---------------------------------------------------------------------------
// One border
// ---------------------------------------------------------------------------

// Whether the polygon that is left when the edges from h on are gone has at
// most a straight angle where h starts.  On a line it must go on, not back: it
// would go back along an edge that both polygons have and a third one keeps.
static bool is_convex_without(const nav_polymesh *mesh, uint32_t h)
{
    uint32_t before = mesh->prev[h];
    uint32_t after = mesh->next[mesh->twin[h]];
    nav_vec2 a = nav_polymesh_point(mesh, before);
    nav_vec2 b = nav_polymesh_point(mesh, h);
    nav_vec2 c = mesh->point[nav_polymesh_end(mesh, after)];
    nav_side side = nav_orient(a, b, c);
    return side == NAV_LEFT ||
           (side == NAV_ON && nav_vec2_before(a, b) == nav_vec2_before(b, c));
}

// Extends h backwards along the border between its two polygons: past a vertex
// where nothing else meets, which must lie on a straight line.
static uint32_t border_begin(const nav_polymesh *mesh, uint32_t h)
{
    uint32_t before = mesh->prev[h];
    while (mesh->twin[before] == mesh->next[mesh->twin[h]] &&
           nav_polymesh_is_plain(mesh, before)) {
        h = before;
        before = mesh->prev[h];
    }
    return h;
}

// Whether only two edges meet at the end of h, so that they have become one
// border.
static bool is_border_joined(const nav_polymesh *mesh, uint32_t h)
{
    uint32_t after = mesh->next[h];
    uint32_t beyond = mesh->twin[after];
    return beyond != NAV_NONE && mesh->next[beyond] == mesh->twin[h] &&
           nav_polymesh_is_plain(mesh, h) && nav_polymesh_is_plain(mesh, after);
}

static nav_status retry_if_joined(merger *m, uint32_t h)
{
    if (!is_border_joined(m->mesh, h)) {
        return NAV_OK;
    }
    retries *list = &m->retry;
    nav_status status =
        nav_mem_grow(&m->mesh->mem, &list->edge, &list->capacity,
                     list->count + 1, sizeof *list->edge);
    if (status == NAV_OK) {
        list->edge[list->count++] = m->mesh->next[h];
    }
    return status;
}

// Takes away the border of edges from `begin` to `end`.
static void remove_border(nav_polymesh *mesh, uint32_t begin, uint32_t end)
{
    uint32_t last = mesh->twin[begin]; // of the border, seen from the far side
    uint32_t first = mesh->twin[end];
    uint32_t before = mesh->prev[begin];
    uint32_t after = mesh->next[end];
    uint32_t far_before = mesh->prev[first];
    uint32_t far_after = mesh->next[last];
    for (uint32_t e = begin; e != after; e = mesh->next[e]) {
        mesh->vertex[mesh->twin[e]] = NAV_NONE;
        mesh->vertex[e] = NAV_NONE;
    }
    mesh->next[before] = far_after;
    mesh->prev[far_after] = before;
    mesh->next[far_before] = after;
    mesh->prev[after] = far_before;
}

// Whether the polygons of the two half-edges of an edge may be one: they lie in
// one plane and belong to one area.
static bool belong_together(const merger *m, uint32_t h, bool level)
{
    const nav_polymesh *mesh = m->mesh;
    uint32_t g = mesh->twin[h];
    const uint32_t *area = mesh->area;
    if (area && area[mesh->face[h]] != area[mesh->face[g]]) {
        return false;
    }
    // Level neighbours have the height of their edge, so that is their plane.
    return level || !mesh->height ||
           nav_plane_is_shared(mesh, h, m->options->planar_tolerance);
}

// Takes the border of edge h away where that is allowed.
static nav_status try_edge(merger *m, uint32_t h)
{
    nav_polymesh *mesh = m->mesh;
    if (mesh->vertex[h] == NAV_NONE) {
        return NAV_OK; // it went with another edge of the same border
    }
    uint32_t a = find_root(m->forest, mesh->face[h]);
    uint32_t b = find_root(m->forest, mesh->face[mesh->twin[h]]);
    if (a == b) {
        // Not in the plane: floors that wind around a pillar.  No test gets
        // here, as convex polygons meet again at a full turn alone.
        return NAV_OK;
    }
    uint32_t begin = border_begin(mesh, h);
    uint32_t end = mesh->twin[border_begin(mesh, mesh->twin[h])];
    uint32_t edges = 1;
    for (uint32_t e = begin; e != end; e = mesh->next[e]) {
        edges++;
    }
    uint32_t slope = (m->forest[a] | m->forest[b]) & SLOPE;
    uint32_t corners = (m->forest[a] & ~(ROOT | SLOPE)) +
                       (m->forest[b] & ~(ROOT | SLOPE)) - 2 * edges;
    if (corners > m->options->max_verts || !is_convex_without(mesh, begin) ||
        !is_convex_without(mesh, mesh->twin[end]) ||
        !belong_together(m, h, slope == 0)) {
        return NAV_OK;
    }
    uint32_t before = mesh->prev[begin];
    uint32_t before_end = mesh->prev[mesh->twin[end]];
    remove_border(mesh, begin, end);
    m->forest[b] = a;
    m->forest[a] = corners | ROOT | slope;
    nav_status status = retry_if_joined(m, before);
    return status == NAV_OK ? retry_if_joined(m, before_end) : status;
}

// ---------------------------------------------------------------------------
// Orders
// ---------------------------------------------------------------------------

// Greater values have smaller keys.  Doubles that are not negative sort as
// their bits do; the 32 behind the sign are enough.
static uint32_t falling_key(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return UINT32_MAX - (uint32_t)(bits >> 31);
}

// 1 plus the cosine of the angle at a in triangle a, b, c: larger is sharper.
static double sharpness(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    nav_vec2 ab = nav_vec2_sub(b, a);
    nav_vec2 ac = nav_vec2_sub(c, a);
    double lengths = nav_vec2_distance(a, b) * nav_vec2_distance(a, c);
    double cosine = nav_vec2_dot(ab, ac) / lengths;
    return 1 + (cosine < -1 ? -1 : cosine);
}

// The sharpest angle between an edge and its neighbours in one polygon.
static double sharpest_at(const nav_polymesh *mesh, uint32_t h)
{
    nav_vec2 a = nav_polymesh_point(mesh, h);
    nav_vec2 b = mesh->point[nav_polymesh_end(mesh, h)];
    nav_vec2 before_a = nav_polymesh_point(mesh, mesh->prev[h]);
    nav_vec2 after_b = mesh->point[nav_polymesh_end(mesh, mesh->next[h])];
    double at_a = sharpness(a, b, before_a);
    double at_b = sharpness(b, after_b, a);
    return at_a > at_b ? at_a : at_b;
}

// The key of an edge: those with smaller keys are tried first.  The values are
// rounded; they only order.
static uint32_t edge_key(const nav_polymesh *mesh, uint32_t h,
                         nav_merge_order order)
{
    switch (order) {
    case NAV_MERGE_LONGEST: {
        double squared =
            nav_vec2_distance2(nav_polymesh_point(mesh, h),
                               mesh->point[nav_polymesh_end(mesh, h)]);
        return falling_key(squared);
    }
    case NAV_MERGE_SHARPEST: {
        double one = sharpest_at(mesh, h);
        double two = sharpest_at(mesh, mesh->twin[h]);
        return falling_key(one > two ? one : two);
    }
    case NAV_MERGE_ANY:
        break;
    }
    return 0;
}

// The first half-edge of each edge that two polygons share.
static bool is_candidate(const nav_polymesh *mesh, uint32_t h)
{
    return h < mesh->twin[h] && nav_polymesh_is_plain(mesh, h);
}

// Counts the corner where h starts to its polygon, and sees whether the edge
// rises.
static void count_corner(merger *m, uint32_t h)
{
    const nav_polymesh *mesh = m->mesh;
    const double *height = mesh->height;
    uint32_t *root = &m->forest[mesh->face[h]];
    *root += 1;
    if (height &&
        height[mesh->vertex[h]] != height[nav_polymesh_end(mesh, h)]) {
        *root |= SLOPE;
    }
}

static nav_status run(merger *m)
{
    const nav_polymesh *mesh = m->mesh;
    // A key, and the half-edge that it is of.  Two half-edges make an edge.
    size_t most = mesh->halves / 2;
    uint64_t *list = nav_mem_new(&mesh->mem, 2 * most, sizeof *list);
    if (!list) {
        return NAV_NOMEM;
    }
    size_t edges = 0;
    for (uint32_t h = 0; h < mesh->halves; h++) {
        count_corner(m, h);
        if (is_candidate(mesh, h)) {
            uint64_t key = edge_key(mesh, h, m->options->order);
            list[edges++] = key << 32 | h;
        }
    }
    nav_sort_packed(list, list + most, edges);
    nav_status status = NAV_OK;
    for (size_t i = 0; i < edges && status == NAV_OK; i++) {
        status = try_edge(m, (uint32_t)list[i]);
    }
    for (size_t i = 0; i < m->retry.count && status == NAV_OK; i++) {
        status = try_edge(m, m->retry.edge[i]);
    }
    nav_mem_free(&mesh->mem, list, 2 * most, sizeof *list);
    return status;
}

nav_status nav_merge(nav_polymesh *mesh, const nav_merge_options *options)
{
    merger m = {.mesh = mesh, .options = options};
    m.forest = nav_mem_new(&mesh->mem, mesh->faces, sizeof *m.forest);
    if (!m.forest) {
        return NAV_NOMEM;
    }
    for (size_t f = 0; f < mesh->faces; f++) {
        m.forest[f] = ROOT;
    }
    nav_status status = run(&m);
    nav_mem_free(&mesh->mem, m.retry.edge, m.retry.capacity,
                 sizeof *m.retry.edge);
    nav_mem_free(&mesh->mem, m.forest, mesh->faces, sizeof *m.forest);
    return status;
}
