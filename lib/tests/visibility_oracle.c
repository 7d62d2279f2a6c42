// visibility_oracle.c - lengths of shortest paths by other means, and maps to
// ask for them.
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
// Maps
// ---------------------------------------------------------------------------

void vis_map_add(vis_map *map, const vis_point *points, uint32_t count,
                 bool is_hole)
{
    ck_assert_uint_lt(map->rings, VIS_RINGS_MOST);
    ck_assert_uint_le(map->points + count, VIS_POINTS_MOST);
    map->polygons += is_hole ? 0 : 1;
    map->ring[map->rings++] =
        (vis_ring){map->points, count, map->polygons - 1, is_hole};
    for (uint32_t i = 0; i < count; i++) {
        map->point[map->points++] = points[i];
    }
}

// The point after point i of its ring.
static vis_point next_point(const vis_map *map, const vis_ring *ring,
                            uint32_t i)
{
    uint32_t last = ring->first + ring->count - 1;
    return map->point[i == last ? ring->first : i + 1];
}

static void add_box(vis_map *map, vis_point low, vis_point high, bool is_hole)
{
    const vis_point box[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    vis_map_add(map, box, 4, is_hole);
}

enum { GRID_MOST = 14 };

// Cells that are blocked or not.
typedef struct cells {
    int32_t width, height, size;
    bool blocked[GRID_MOST][GRID_MOST];
} cells;

static vis_point cell_corner(const cells *c, int32_t x, int32_t y)
{
    return (vis_point){x * c->size, y * c->size};
}

static void draw_blocks(cells *c, nav_test_random *random)
{
    uint32_t percent = 10 + nav_test_random_below(random, 40);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            c->blocked[y][x] = nav_test_random_below(random, 100) < percent;
        }
    }
}

// Rooms whose walls are a cell thick, with doors.
static void draw_rooms(cells *c, nav_test_random *random)
{
    int32_t room = 2 + (int32_t)nav_test_random_below(random, 3);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            bool wall = x % room == room - 1 || y % room == room - 1;
            c->blocked[y][x] = wall && nav_test_random_below(random, 10) < 7;
        }
    }
}

// One polygon with a hole for every blocked cell; points at every cell.
static void add_cells_as_holes(vis_map *map, const cells *c)
{
    vis_point rim[4 * GRID_MOST];
    uint32_t count = 0;
    for (int32_t x = 0; x < c->width; x++) {
        rim[count++] = cell_corner(c, x, 0);
    }
    for (int32_t y = 0; y < c->height; y++) {
        rim[count++] = cell_corner(c, c->width, y);
    }
    for (int32_t x = c->width; x > 0; x--) {
        rim[count++] = cell_corner(c, x, c->height);
    }
    for (int32_t y = c->height; y > 0; y--) {
        rim[count++] = cell_corner(c, 0, y);
    }
    vis_map_add(map, rim, count, false);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            if (c->blocked[y][x]) {
                add_box(map, cell_corner(c, x, y), cell_corner(c, x + 1, y + 1),
                        true);
            }
        }
    }
}

// The same region, by a polygon for each row of free cells, or a hole for each
// row of blocked ones.
static void add_cells_by_rows(vis_map *map, const cells *c, bool holes)
{
    if (holes) {
        add_box(map, cell_corner(c, 0, 0), cell_corner(c, c->width, c->height),
                false);
    }
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            int32_t from = x;
            while (x < c->width && c->blocked[y][x] == holes) {
                x++;
            }
            if (x > from) {
                add_box(map, cell_corner(c, from, y), cell_corner(c, x, y + 1),
                        holes);
            }
        }
    }
}

static int64_t cross(vis_point a, vis_point b, vis_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) -
           (int64_t)(b.y - a.y) * (c.x - a.x);
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool same(vis_point a, vis_point b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether the insides of both segments meet in one point.
static bool crosses(vis_point a, vis_point b, vis_point c, vis_point d)
{
    return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
           sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

// Whether p lies inside the segment.
static bool is_between(vis_point a, vis_point b, vis_point p)
{
    int64_t along =
        (int64_t)(p.x - a.x) * (b.x - a.x) + (int64_t)(p.y - a.y) * (b.y - a.y);
    int64_t length2 =
        (int64_t)(b.x - a.x) * (b.x - a.x) + (int64_t)(b.y - a.y) * (b.y - a.y);
    return cross(a, b, p) == 0 && along > 0 && along < length2;
}

// Whether the last ring's edges cross others; or, when `points_only`, touch
// them where one has no point.
static bool last_ring_crosses(const vis_map *map, bool points_only)
{
    const vis_ring *last = &map->ring[map->rings - 1];
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        for (uint32_t i = 0; i < ring->count * last->count; i++) {
            uint32_t s = ring->first + i / last->count;
            uint32_t t = last->first + i % last->count;
            vis_point a = map->point[s], b = next_point(map, ring, s);
            vis_point c = map->point[t], d = next_point(map, last, t);
            if (crosses(a, b, c, d) ||
                (points_only && (is_between(a, b, c) || is_between(c, d, a)))) {
                return true;
            }
        }
    }
    return false;
}

// Draws points in a window and orders them by angle around one of them, so that
// the ring is star-shaped more or less.
static uint32_t draw_ring(nav_test_random *random, int32_t size,
                          vis_point ring[8])
{
    int32_t window = 2 + (int32_t)nav_test_random_below(random, 8);
    int32_t x =
        (int32_t)nav_test_random_below(random, (uint32_t)size) - window / 2;
    int32_t y =
        (int32_t)nav_test_random_below(random, (uint32_t)size) - window / 2;
    uint32_t count = 3 + nav_test_random_below(random, 6);
    for (uint32_t i = 0; i < count; i++) {
        ring[i].x =
            x + (int32_t)nav_test_random_below(random, (uint32_t)window + 1);
        ring[i].y =
            y + (int32_t)nav_test_random_below(random, (uint32_t)window + 1);
    }
    for (uint32_t i = 2; i < count; i++) {
        for (uint32_t k = i; k > 1; k--) {
            if (cross(ring[0], ring[k - 1], ring[k]) < 0) {
                vis_point moved = ring[k];
                ring[k] = ring[k - 1];
                ring[k - 1] = moved;
            }
        }
    }
    return count;
}

static void draw_rings(vis_map *map, nav_test_random *random, bool points_only)
{
    int32_t size = 8 + (int32_t)nav_test_random_below(random, 24);
    add_box(map, (vis_point){0, 0}, (vis_point){size, size}, false);
    uint32_t tries = 20 + nav_test_random_below(random, 60);
    for (uint32_t i = 0; i < tries && map->points < 90; i++) {
        vis_point ring[8];
        vis_map before = *map;
        uint32_t count = draw_ring(random, size, ring);
        vis_map_add(map, ring, count, nav_test_random_below(random, 8) > 0);
        if (last_ring_crosses(map, points_only)) {
            *map = before;
        }
    }
}

void vis_map_draw(vis_map *map, nav_test_random *random, uint32_t kind)
{
    map->points = 0;
    map->rings = 0;
    map->polygons = 0;
    if (kind % 2 == 0) {
        draw_rings(map, random, kind % 3 == 0);
        return;
    }
    cells c = {.width = 2 + (int32_t)nav_test_random_below(random, 9),
               .height = 2 + (int32_t)nav_test_random_below(random, 9),
               .size = 1 + (int32_t)nav_test_random_below(random, 4)};
    if (nav_test_random_below(random, 3) > 0) {
        draw_blocks(&c, random);
    } else {
        draw_rooms(&c, random);
    }
    c.blocked[0][0] = false;
    if (kind % 3 == 0) {
        add_cells_as_holes(map, &c);
    } else {
        add_cells_by_rows(map, &c, kind % 3 == 1);
    }
}

vis_point vis_map_place(const vis_map *map, nav_test_random *random)
{
    const vis_ring *ring =
        &map->ring[nav_test_random_below(random, map->rings)];
    uint32_t i = ring->first + nav_test_random_below(random, ring->count);
    vis_point a = map->point[i];
    vis_point b = next_point(map, ring, i);
    int32_t t = 0; // a, or from a to b in halves
    switch (nav_test_random_below(random, 6)) {
    case 0:
    case 1:
        break;
    case 2:
        t = 1;
        break;
    case 3:
        t = (int32_t)nav_test_random_below(random, 9) - 3;
        break;
    default: {
        vis_point high = {0, 0};
        for (uint32_t k = 0; k < map->points; k++) {
            high.x = map->point[k].x > high.x ? map->point[k].x : high.x;
            high.y = map->point[k].y > high.y ? map->point[k].y : high.y;
        }
        uint32_t width = 2 * (uint32_t)high.x + 1;
        uint32_t height = 2 * (uint32_t)high.y + 1;
        return (vis_point){(int32_t)nav_test_random_below(random, width),
                           (int32_t)nav_test_random_below(random, height)};
    }
    }
    return (vis_point){2 * a.x + t * (b.x - a.x), 2 * a.y + t * (b.y - a.y)};
}

nav_vec2 vis_place(vis_point halves, nav_vec2 factor)
{
    double x = 0.5 * halves.x, y = 0.5 * halves.y;
    return (nav_vec2){x * factor.x - y * factor.y, x * factor.y + y * factor.x};
}

nav_shape *vis_map_shape(const vis_map *map, nav_vec2 factor)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        nav_vec2 points[VIS_POINTS_MOST];
        for (uint32_t i = 0; i < ring->count; i++) {
            vis_point p = map->point[ring->first + i];
            points[i] = vis_place((vis_point){2 * p.x, 2 * p.y}, factor);
        }
        if (!ring->is_hole) {
            ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        }
        ck_assert_int_eq(nav_shape_add_ring(shape, points, ring->count, NULL),
                         NAV_OK);
    }
    return shape;
}

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
        vis_point b = turned(next_point(map, ring, i), q.turned);
        if (a.x > b.x) {
            vis_point c = a;
            a = b;
            b = c;
        }
        int side = sign(cross(a, b, m)); // negative: m is below
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
        if ((same(o->piece[i].a, a) && same(o->piece[i].b, b)) ||
            (same(o->piece[i].a, b) && same(o->piece[i].b, a))) {
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
    while (!same(a, b)) {
        vis_point cut = b;
        for (uint32_t i = 0; i < o->map.points; i++) {
            if (is_between(a, cut, o->map.point[i])) {
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
        bool leaves = same(o->piece[k].a, at);
        if (k != i && (leaves || same(o->piece[k].b, at))) {
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
    if (same(u->at, v->at) || !is_in_sector(u, d) || !is_in_sector(v, back)) {
        return false;
    }
    for (size_t i = 0; i < o->pieces; i++) {
        const piece *p = &o->piece[i];
        if (crosses(u->at, v->at, p->a, p->b) ||
            is_between(u->at, v->at, p->a)) {
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
            add_edge(o, o->map.point[i], next_point(&o->map, ring, i));
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
        if (same(o->node[i].at, at)) {
            ck_assert_uint_lt(count, PARTS_MOST);
            parts[count++] = o->node[i];
        }
    }
    for (size_t i = 0; i < o->pieces && count == 0; i++) {
        const piece *p = &o->piece[i];
        if (is_between(p->a, p->b, at)) {
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
    if (same(part->at, n->at)) {
        return same(part->first, n->first) ? 0 : HUGE_VAL;
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
            lengths[k] = parts == 0              ? -1
                         : same(start, goals[k]) ? 0
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
