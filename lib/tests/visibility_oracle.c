// visibility_oracle.c - lengths of shortest paths by other means.
//
// A shortest path turns at corners only, so it is one in the graph of corners
// that see each other.  All decisions are taken in 64-bit integers, with the
// coordinates multiplied by four: places are given in halves, and the middle of
// an edge is wanted.
//
// 1. Edges of rings are cut at all points that lie on them.  What is left of a
//    piece and what is right of it is found by even-odd for each ring, with a
//    point infinitely near to the piece's middle.  Pieces with one walkable
//    side are the boundary; they are directed so that it is on the left.
// 2. Around a boundary point the pieces bound sectors of walkable directions:
//    from one that leaves the point counter-clockwise to the next, which
//    arrives.  Each sector is a node of its own; so nothing passes from one
//    part to another where they only touch.  A place inside the region has one
//    sector, all directions.
// 3. Nodes see each other when the direction lies in both sectors, no boundary
//    point lies between, and no piece is crossed.  A line of sight past a
//    corner consists of two, which meet in one sector of it.
// 4. Dijkstra's method without a heap.
//
// Reference: Tomás Lozano-Pérez and Michael Wesley, "An Algorithm for Planning
// Collision-Free Paths Among Polyhedral Obstacles", 1979.
#include "visibility_oracle.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------
// The boundary
// ---------------------------------------------------------------------------

// Quarters of the map's unit; the walkable side is on the left.
typedef struct piece {
    vis_point a, b;
} piece;

// A place with directions, from `first` counter-clockwise to `last`, both of
// them included; all when `full`.
typedef struct node {
    vis_point at;
    vis_point first, last;
    bool full;
} node;

struct vis_oracle {
    vis_map map; // in quarters
    piece *piece;
    size_t pieces, piece_capacity;
    node *node;
    size_t nodes, node_capacity;
    double *sight; // [nodes * nodes] distance of nodes that see each other
};

// Makes room for one more item of an array.
static void *grown(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count == *capacity) {
        *capacity = 2 * count + 64;
        array = realloc(array, *capacity * size);
        ck_assert_ptr_nonnull(array);
    }
    return array;
}

// A point infinitely near to m, above or below it; with `turned`, x and y are
// exchanged everywhere.
typedef struct near_point {
    vis_point m;
    bool below, turned;
} near_point;

static vis_point turned(vis_point p, bool turn)
{
    return turn ? (vis_point){p.y, p.x} : p;
}

// Even-odd: edges of the ring above the point.
static bool is_inside_ring(const vis_map *map, const vis_ring *ring,
                           near_point q)
{
    bool inside = false;
    vis_point m = turned(q.m, q.turned);
    for (uint32_t i = ring->first; i < ring->first + ring->count; i++) {
        vis_point a = turned(map->point[i], q.turned);
        vis_point b = turned(vis_next_point(map, ring, i), q.turned);
        if (a.x > b.x) {
            vis_point c = a;
            a = b;
            b = c;
        }
        int side = vis_sign(vis_cross(a, b, m)); // negative: m is below
        if (a.x <= m.x && m.x < b.x && (side < 0 || (side == 0 && q.below))) {
            inside = !inside;
        }
    }
    return inside;
}

static bool is_walkable(const vis_map *map, near_point q)
{
    bool in_polygon = false;
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        if (!ring->is_hole && in_polygon) {
            return true;
        }
        bool inside = is_inside_ring(map, ring, q);
        in_polygon = ring->is_hole ? in_polygon && !inside : inside;
    }
    return in_polygon;
}

static bool is_listed(const vis_oracle *o, vis_point a, vis_point b)
{
    for (size_t i = 0; i < o->pieces; i++) {
        if ((vis_same(o->piece[i].a, a) && vis_same(o->piece[i].b, b)) ||
            (vis_same(o->piece[i].a, b) && vis_same(o->piece[i].b, a))) {
            return true;
        }
    }
    return false;
}

// Lists a piece of an edge if it is boundary.
static void add_piece(vis_oracle *o, vis_point a, vis_point b)
{
    bool vertical = a.x == b.x;
    near_point q = {{(a.x + b.x) / 2, (a.y + b.y) / 2}, false, vertical};
    bool above = is_walkable(&o->map, q);
    q.below = true;
    bool below = is_walkable(&o->map, q);
    if (above == below || is_listed(o, a, b)) {
        return;
    }
    // Left of who goes to the right is above; of who goes up it is not.
    bool ahead = vertical ? a.y < b.y : a.x < b.x;
    bool left_is_above = ahead != vertical;
    bool forward = left_is_above == above;
    o->piece = grown(o->piece, o->pieces, &o->piece_capacity, sizeof(piece));
    o->piece[o->pieces++] = forward ? (piece){a, b} : (piece){b, a};
}

// Cuts an edge at the points that lie on it: the nearest one from `a` on again
// and again.
static void add_edge(vis_oracle *o, vis_point a, vis_point b)
{
    while (!vis_same(a, b)) {
        vis_point cut = b;
        for (uint32_t i = 0; i < o->map.points; i++) {
            if (vis_is_between(a, cut, o->map.point[i])) {
                cut = o->map.point[i];
            }
        }
        add_piece(o, a, cut);
        a = cut;
    }
}

// ---------------------------------------------------------------------------
// Sectors
// ---------------------------------------------------------------------------

static int64_t cross2(vis_point a, vis_point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static int64_t dot2(vis_point a, vis_point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static vis_point minus(vis_point a, vis_point b)
{
    return (vis_point){a.x - b.x, a.y - b.y};
}

// Whether direction d comes before e, counter-clockwise from `from`, which
// neither is.
static bool is_sooner(vis_point from, vis_point d, vis_point e)
{
    // In the first half turn, the opposite direction included?
    int d_half = cross2(from, d) >= 0 ? 0 : 1;
    int e_half = cross2(from, e) >= 0 ? 0 : 1;
    if (d_half != e_half) {
        return d_half < e_half;
    }
    return cross2(d, e) > 0;
}

static bool is_in_sector(const node *n, vis_point d)
{
    if (n->full) {
        return true;
    }
    int64_t turn = cross2(n->first, n->last);
    if (turn > 0) {
        return cross2(n->first, d) >= 0 && cross2(d, n->last) >= 0;
    }
    if (turn == 0) {
        return cross2(n->first, d) >= 0;
    }
    return !(cross2(n->last, d) > 0 && cross2(d, n->first) > 0);
}

// The sector that begins with a piece.
static node sector_of(const vis_oracle *o, size_t i)
{
    vis_point at = o->piece[i].a;
    node n = {.at = at, .first = minus(o->piece[i].b, at)};
    bool found = false;
    for (size_t k = 0; k < o->pieces; k++) {
        bool leaves = vis_same(o->piece[k].a, at);
        if (k != i && (leaves || vis_same(o->piece[k].b, at))) {
            vis_point d = minus(leaves ? o->piece[k].b : o->piece[k].a, at);
            if (!found || is_sooner(n.first, d, n.last)) {
                n.last = d;
                found = true;
            }
        }
    }
    ck_assert(found);
    return n;
}

static bool sees(const vis_oracle *o, const node *u, const node *v)
{
    vis_point d = minus(v->at, u->at);
    vis_point back = minus(u->at, v->at);
    if (vis_same(u->at, v->at) || !is_in_sector(u, d) ||
        !is_in_sector(v, back)) {
        return false;
    }
    for (size_t i = 0; i < o->pieces; i++) {
        const piece *p = &o->piece[i];
        if (vis_crosses(u->at, v->at, p->a, p->b) ||
            vis_is_between(u->at, v->at, p->a)) {
            return false;
        }
    }
    return true;
}

static double distance(const node *u, const node *v)
{
    return sqrt((double)dot2(minus(u->at, v->at), minus(u->at, v->at))) / 4;
}

vis_oracle *vis_oracle_new(const vis_map *map)
{
    vis_oracle *o = calloc(1, sizeof *o);
    ck_assert_ptr_nonnull(o);
    o->map = *map;
    for (uint32_t i = 0; i < map->points; i++) {
        o->map.point[i].x *= 4;
        o->map.point[i].y *= 4;
    }
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        for (uint32_t i = ring->first; i < ring->first + ring->count; i++) {
            add_edge(o, o->map.point[i], vis_next_point(&o->map, ring, i));
        }
    }
    for (size_t i = 0; i < o->pieces; i++) {
        o->node = grown(o->node, o->nodes, &o->node_capacity, sizeof(node));
        o->node[o->nodes++] = sector_of(o, i);
    }
    o->sight = malloc((o->nodes * o->nodes + 1) * sizeof *o->sight);
    ck_assert_ptr_nonnull(o->sight);
    for (size_t i = 0; i < o->nodes; i++) {
        for (size_t k = 0; k <= i; k++) {
            const node *u = &o->node[i], *v = &o->node[k];
            double d = sees(o, u, v) ? distance(u, v) : HUGE_VAL;
            o->sight[i * o->nodes + k] = d;
            o->sight[k * o->nodes + i] = d;
        }
    }
    return o;
}

void vis_oracle_free(vis_oracle *oracle)
{
    free(oracle->piece);
    free(oracle->node);
    free(oracle->sight);
    free(oracle);
}

// ---------------------------------------------------------------------------
// Paths
// ---------------------------------------------------------------------------

// Most parts that meet in a point of a map.
enum { PARTS_MOST = 32 };

// Lists the nodes that a place would be.
static uint32_t list_parts(const vis_oracle *o, vis_point halves,
                           node parts[PARTS_MOST])
{
    vis_point at = {2 * halves.x, 2 * halves.y};
    uint32_t count = 0;
    for (size_t i = 0; i < o->nodes; i++) {
        if (vis_same(o->node[i].at, at)) {
            ck_assert_uint_lt(count, PARTS_MOST);
            parts[count++] = o->node[i];
        }
    }
    for (size_t i = 0; i < o->pieces && count == 0; i++) {
        const piece *p = &o->piece[i];
        if (vis_is_between(p->a, p->b, at)) {
            parts[count++] = (node){.at = at,
                                    .first = minus(p->b, p->a),
                                    .last = minus(p->a, p->b)};
        }
    }
    if (count == 0 && is_walkable(&o->map, (near_point){at, false, false})) {
        parts[count++] = (node){.at = at, .full = true};
    }
    return count;
}

uint32_t vis_oracle_parts(const vis_oracle *oracle, vis_point halves)
{
    node parts[PARTS_MOST];
    return list_parts(oracle, halves, parts);
}

// Where a part is the same as a node of the map, or sees it, the distance.
static double first_step(const vis_oracle *o, const node *part, const node *n)
{
    if (vis_same(part->at, n->at)) {
        return vis_same(part->first, n->first) ? 0 : HUGE_VAL;
    }
    return sees(o, part, n) ? distance(part, n) : HUGE_VAL;
}

// Least lengths from a part to the nodes of the map.
static void measure(const vis_oracle *o, const node *part, double *length)
{
    bool *done = calloc(o->nodes + 1, sizeof *done);
    ck_assert_ptr_nonnull(done);
    for (size_t i = 0; i < o->nodes; i++) {
        length[i] = first_step(o, part, &o->node[i]);
    }
    for (;;) {
        size_t u = o->nodes;
        for (size_t i = 0; i < o->nodes; i++) {
            if (!done[i] && length[i] < HUGE_VAL &&
                (u == o->nodes || length[i] < length[u])) {
                u = i;
            }
        }
        if (u == o->nodes) {
            break;
        }
        done[u] = true;
        for (size_t v = 0; v < o->nodes; v++) {
            length[v] = fmin(length[v], length[u] + o->sight[u * o->nodes + v]);
        }
    }
    free(done);
}

// Shortens `least` to the way to a part, from the first step on or at once.
static double reach(const vis_oracle *o, const node *from, const double *length,
                    const node *to, double least)
{
    if (sees(o, from, to)) {
        least = fmin(least, distance(from, to));
    }
    for (size_t i = 0; i < o->nodes; i++) {
        // Whether a node sees the part is asked only where it matters.
        if (length[i] + distance(to, &o->node[i]) < least) {
            least = fmin(least, length[i] + first_step(o, to, &o->node[i]));
        }
    }
    return least;
}

void vis_oracle_lengths(const vis_oracle *oracle, vis_point start,
                        const vis_point *goals, size_t count, double *lengths)
{
    node from[PARTS_MOST], to[PARTS_MOST];
    uint32_t starts = list_parts(oracle, start, from);
    double *length = malloc((oracle->nodes + 1) * sizeof *length);
    ck_assert_ptr_nonnull(length);
    for (size_t k = 0; k < count; k++) {
        lengths[k] = starts > 0 ? HUGE_VAL : -1;
    }
    for (uint32_t s = 0; s < starts; s++) {
        measure(oracle, &from[s], length);
        for (size_t k = 0; k < count; k++) {
            uint32_t parts = list_parts(oracle, goals[k], to);
            lengths[k] = parts == 0                  ? -1
                         : vis_same(start, goals[k]) ? 0
                                                     : lengths[k];
            for (uint32_t g = 0; g < parts; g++) {
                lengths[k] =
                    reach(oracle, &from[s], length, &to[g], lengths[k]);
            }
        }
    }
    free(length);
}

double vis_oracle_length(const vis_oracle *oracle, vis_point start,
                         vis_point goal)
{
    double length;
    vis_oracle_lengths(oracle, start, &goal, 1, &length);
    return length;
}
