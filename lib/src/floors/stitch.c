// stitch.c - vertices on the edges of other floors become corners there.
//
// Where one long edge lies against two short ones (a T-junction), no two edges
// are the same and a mesh falls apart.  Splitting the long edge at the vertex
// between the short ones gives both sides the same edges.
//
// Exactly.  A vertex is on an edge when it is between its ends and on the line
// through them in space: in all three projections, by exact signs.  Which pairs
// need looking at?  If the vertex is on the edge and neither is on the boundary
// of the floors, then all edges along it have partners already.  So it is the
// edges that no two polygons share against all vertices, and all edges against
// the vertices that end such an edge.  On a clean mesh both are few against
// many.
//
// Within a distance D, when asked: in space, as computed, and only edges on the
// boundary by vertices on the boundary.  The vertex keeps its place, so the
// edge bends by up to D; a polygon that is dented by that is cut into
// triangles, and one that would cross itself is left as it is (slabs.c).  A
// vertex that is a corner of the polygon itself does not split its edges: a
// sliver narrower than D is no T-junction.
//
// Vertices are found by walking along each edge through cells of points
// (pointgrid.c), so that a few long edges among many vertices cost no more than
// what they pass.  Those on the boundary that are over each other in plan are
// one point of it, with a chain from the first of them to the others: in a
// stack of N floors each edge would pass N vertices at either end otherwise.
// What is over an end is off the line.  A stack of N floors still costs O(N^2)
// where vertices are over the inside of its edges, and with a distance where
// its edges rise.
//
// Reference: Gill Barequet and Subodh Kumar, "Repairing CAD Models", 1997.
#include "floors/stitch.h"

#include "bake/cluster.h"
#include "floors/pointgrid.h"
#include "geometry/predicates.h"

#include <string.h>

typedef struct stitcher {
    nav_slabs *slabs;
    const nav_edges *edges;
    double distance;
    double scale;             // brings the distance near 1
    bool *on_boundary;        // [points] ends an edge that is not shared
    nav_pointgrid border;     // those points, the first one at each place
    uint32_t *next;           // [points] next one at the same place, NAV_NONE
    nav_pointgrid inner;      // the other points that are corners
    nav_pointgrid_cell *cell; // [points] of each corner in `border`
    nav_split *split;
    size_t splits, split_capacity;
    size_t stitched;
} stitcher;

// ---------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------

static void mark_boundary(stitcher *s)
{
    const nav_edges *edges = s->edges;
    for (size_t v = 0; v < s->slabs->points; v++) {
        s->on_boundary[v] = false;
    }
    for (nav_edge_group g = {0}; nav_edges_next(edges, &g);) {
        if (g.end - g.begin == 1) {
            s->on_boundary[g.low] = true;
            s->on_boundary[g.high] = true;
        }
    }
}

// Lists the corners of the floors that are on the boundary, then the others, in
// the order of the vertices.
static void list_corners(const stitcher *s, bool *used, uint32_t *list,
                         size_t counts[2])
{
    const nav_slabs *slabs = s->slabs;
    for (size_t v = 0; v < slabs->points; v++) {
        used[v] = false;
    }
    for (size_t e = 0; e < slabs->corners; e++) {
        used[slabs->corner[e]] = true;
    }
    size_t count = 0;
    for (int inner = 0; inner < 2; inner++) {
        size_t before = count;
        for (uint32_t v = 0; v < slabs->points; v++) {
            if (used[v] && s->on_boundary[v] == (inner == 0)) {
                list[count++] = v;
            }
        }
        counts[inner] = count - before;
    }
}

// Chains the points of a list that are at one place, and keeps the first of
// each chain in it; by a hash table of mask + 1 slots.  Gives the count of
// them.
static size_t chain_places(const stitcher *s, uint32_t *list, size_t count,
                           uint32_t *slot, size_t mask)
{
    const nav_vec2 *point = s->slabs->point;
    memset(slot, 0xff, (mask + 1) * sizeof *slot);
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t v = list[k];
        nav_vec3 p = nav_vec3_clean((nav_vec3){point[v].x, point[v].y, 0});
        size_t i = nav_cluster_hash(p) & mask;
        while (slot[i] != NAV_NONE &&
               !nav_vec2_equal(point[slot[i]], point[v])) {
            i = (i + 1) & mask;
        }
        if (slot[i] == NAV_NONE) {
            slot[i] = v;
            list[kept++] = v;
        } else {
            s->next[v] = s->next[slot[i]];
            s->next[slot[i]] = v;
        }
    }
    return kept;
}

static nav_status build_border(stitcher *s, const uint32_t *border,
                               size_t count)
{
    const nav_allocator *mem = &s->slabs->mem;
    size_t mask = nav_cluster_mask(count);
    uint32_t *slot = nav_mem_new(mem, mask + 1, sizeof *slot);
    uint32_t *list = nav_mem_new(mem, count, sizeof *list);
    nav_status status = NAV_NOMEM;
    if (slot && list) {
        memcpy(list, border, count * sizeof *list);
        memset(s->next, 0xff, s->slabs->points * sizeof *s->next);
        size_t places = chain_places(s, list, count, slot, mask);
        status =
            nav_pointgrid_build(&s->border, mem, s->slabs->point, list, places);
    }
    nav_mem_free(mem, slot, mask + 1, sizeof *slot);
    nav_mem_free(mem, list, count, sizeof *list);
    return status;
}

static void find_cells(stitcher *s, const uint32_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        s->cell[list[i]] =
            nav_pointgrid_find(&s->border, s->slabs->point[list[i]]);
    }
}

static nav_status build_grids(stitcher *s)
{
    const nav_slabs *slabs = s->slabs;
    const nav_allocator *mem = &slabs->mem;
    bool *used = nav_mem_new(mem, slabs->points, sizeof *used);
    uint32_t *list = nav_mem_new(mem, slabs->points, sizeof *list);
    nav_status status = used && list ? NAV_OK : NAV_NOMEM;
    if (status == NAV_OK) {
        size_t counts[2] = {0, 0};
        mark_boundary(s);
        list_corners(s, used, list, counts);
        status = build_border(s, list, counts[0]);
        // Without a boundary nothing asks for inner points.
        if (status == NAV_OK && counts[0] > 0) {
            status = nav_pointgrid_build(&s->inner, mem, slabs->point,
                                         list + counts[0], counts[1]);
        }
        if (status == NAV_OK) {
            find_cells(s, list, counts[0] + counts[1]);
        }
    }
    nav_mem_free(mem, used, slabs->points, sizeof *used);
    nav_mem_free(mem, list, slabs->points, sizeof *list);
    return status;
}

// ---------------------------------------------------------------------------
// One edge
// ---------------------------------------------------------------------------

static bool is_between(double a, double b, double c)
{
    return (a < c && c < b) || (b < c && c < a);
}

// Whether vertex v is on the edge from a to b in space and not at its ends.
static bool is_on_edge(const nav_slabs *slabs, uint32_t a, uint32_t b,
                       uint32_t v)
{
    nav_vec2 p = slabs->point[a];
    nav_vec2 q = slabs->point[b];
    nav_vec2 r = slabs->point[v];
    // The ends differ in plan, so a point on the line is between them when it
    // is on an axis on which they differ.
    bool between = p.x != q.x ? is_between(p.x, q.x, r.x)
                              : r.x == p.x && is_between(p.y, q.y, r.y);
    if (!between || nav_orient(p, q, r) != NAV_ON) {
        return false;
    }
    const double *height = slabs->height;
    nav_vec2 ph = {p.x, height[a]};
    nav_vec2 qh = {q.x, height[b]};
    nav_vec2 rh = {r.x, height[v]};
    if (nav_orient(ph, qh, rh) != NAV_ON) {
        return false;
    }
    return nav_orient((nav_vec2){p.y, ph.y}, (nav_vec2){q.y, qh.y},
                      (nav_vec2){r.y, rh.y}) == NAV_ON;
}

// Whether v is within the distance of the edge in space, at a foot between its
// ends; computed, and times a power of two, so that no square over- or
// underflows.
static bool is_near_edge(const stitcher *s, uint32_t a, uint32_t b, uint32_t v)
{
    const nav_slabs *slabs = s->slabs;
    double k = s->scale;
    double d = s->distance * k;
    nav_vec2 p = slabs->point[a];
    nav_vec2 edge = nav_vec2_sub(slabs->point[b], p);
    nav_vec2 arm = nav_vec2_sub(slabs->point[v], p);
    double ux = edge.x * k, uy = edge.y * k;
    double uz = (slabs->height[b] - slabs->height[a]) * k;
    double wx = arm.x * k, wy = arm.y * k;
    double wz = (slabs->height[v] - slabs->height[a]) * k;
    double along = ux * wx + uy * wy + uz * wz;
    double length2 = ux * ux + uy * uy + uz * uz;
    if (!(along > 0 && along < length2)) {
        return false;
    }
    double t = along / length2;
    double x = wx - t * ux, y = wy - t * uy, z = wz - t * uz;
    return x * x + y * y + z * z <= d * d;
}

// Whether v is a corner of the polygon of an edge.
static bool is_own_corner(const nav_slabs *slabs, uint32_t edge, uint32_t v)
{
    uint32_t p = nav_slabs_polygon(slabs, edge);
    for (uint32_t e = slabs->first[p]; e < slabs->first[p + 1]; e++) {
        if (slabs->corner[e] == v) {
            return true;
        }
    }
    return false;
}

// Edges that are one, on their way through a grid.
typedef struct edge_group {
    size_t begin, end;   // in the list of all
    uint32_t edge, a, b; // the first of them and its ends
    bool by_distance;
    double margin; // around them in plan
} edge_group;

static nav_status add_split(stitcher *s, const edge_group *g, uint32_t edge,
                            uint32_t v)
{
    const nav_slabs *slabs = s->slabs;
    nav_status status = nav_mem_grow(&slabs->mem, &s->split, &s->split_capacity,
                                     s->splits + 1, sizeof *s->split);
    if (status == NAV_OK) {
        uint32_t a = slabs->corner[edge];
        uint32_t b = a == g->a ? g->b : g->a;
        double place =
            nav_slabs_place(slabs->point[a], slabs->point[b], slabs->point[v]);
        s->split[s->splits++] =
            (nav_split){.edge = edge, .vertex = v, .place = place};
    }
    return status;
}

// Splits the edges of a group by a vertex, if it is one that does.
static nav_status split_by(stitcher *s, const edge_group *g, uint32_t v)
{
    const nav_slabs *slabs = s->slabs;
    if (v == g->a || v == g->b) {
        return NAV_OK;
    }
    bool splits = is_on_edge(slabs, g->a, g->b, v) ||
                  (g->by_distance && is_near_edge(s, g->a, g->b, v) &&
                   !is_own_corner(slabs, g->edge, v));
    s->stitched += splits;
    nav_status status = NAV_OK;
    for (size_t i = g->begin; i < g->end && splits && status == NAV_OK; i++) {
        status = add_split(s, g, s->edges->list[i].edge, v);
    }
    return status;
}

// Whether no vertex at the place of v can split a group: it is beside the edge
// in plan; or over an end, where there is no foot between the ends unless the
// edge rises.
static bool is_out_of_reach(const stitcher *s, const edge_group *g, uint32_t v)
{
    const nav_slabs *slabs = s->slabs;
    nav_vec2 a = slabs->point[g->a];
    nav_vec2 b = slabs->point[g->b];
    nav_vec2 p = slabs->point[v];
    if (fmin(a.x, b.x) - p.x > g->margin || p.x - fmax(a.x, b.x) > g->margin ||
        fmin(a.y, b.y) - p.y > g->margin || p.y - fmax(a.y, b.y) > g->margin) {
        return true;
    }
    return (nav_vec2_equal(p, a) || nav_vec2_equal(p, b)) &&
           (!g->by_distance || slabs->height[g->a] == slabs->height[g->b]);
}

// Splits the edges of a group by the points of a grid.
static nav_status split_group(stitcher *s, const nav_pointgrid *grid,
                              const nav_edge_group *group)
{
    const nav_vec2 *point = s->slabs->point;
    bool is_alone = group->end - group->begin == 1;
    edge_group g = {.begin = group->begin,
                    .end = group->end,
                    .edge = s->edges->list[group->begin].edge,
                    .a = group->low,
                    .b = group->high,
                    .by_distance =
                        s->distance > 0 && is_alone && grid == &s->border};
    // The margin is for rounding, of the cells' borders and of the distance.
    g.margin = g.by_distance ? s->distance * 1.0001 : 0;
    nav_pointgrid_walk walk =
        nav_pointgrid_along(grid, point[g.a], point[g.b], g.margin);
    nav_status status = NAV_OK;
    for (uint32_t first = nav_pointgrid_next(&walk);
         first != NAV_NONE && status == NAV_OK;
         first = nav_pointgrid_next(&walk)) {
        if (is_out_of_reach(s, &g, first)) {
            continue;
        }
        for (uint32_t v = first; v != NAV_NONE && status == NAV_OK;
             v = s->next[v]) {
            status = split_by(s, &g, v);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// All edges
// ---------------------------------------------------------------------------

static nav_status find_splits(stitcher *s)
{
    const nav_edges *edges = s->edges;
    nav_status status = build_grids(s);
    nav_edge_group g = {0};
    while (status == NAV_OK && nav_edges_next(edges, &g)) {
        bool is_alone = g.end - g.begin == 1;
        // Most edges of a clean mesh are far from its boundary.
        if (is_alone || !nav_pointgrid_is_empty(&s->border, s->cell[g.low],
                                                s->cell[g.high])) {
            status = split_group(s, &s->border, &g);
        }
        if (status == NAV_OK && is_alone) {
            status = split_group(s, &s->inner, &g);
        }
    }
    return status;
}

nav_status nav_stitch(nav_slabs *slabs, nav_edges *edges, double distance,
                      size_t *stitched)
{
    const nav_allocator *mem = &slabs->mem;
    size_t points = slabs->points;
    stitcher s = {.slabs = slabs, .edges = edges, .distance = distance};
    int exponent = 0;
    (void)frexp(distance, &exponent);
    s.scale = ldexp(1, -exponent);
    s.border.mem = *mem;
    s.inner.mem = *mem;
    s.on_boundary = nav_mem_new(mem, points, sizeof *s.on_boundary);
    s.cell = nav_mem_new(mem, points, sizeof *s.cell);
    s.next = nav_mem_new(mem, points, sizeof *s.next);
    nav_status status =
        s.on_boundary && s.cell && s.next ? find_splits(&s) : NAV_NOMEM;
    if (status == NAV_OK && s.splits > 0) {
        nav_edges_fini(edges);
        status = nav_slabs_split(slabs, s.split, s.splits);
        if (status == NAV_OK) {
            status = nav_edges_build(edges, slabs);
        }
    }
    *stitched = s.stitched;
    nav_pointgrid_fini(&s.border);
    nav_pointgrid_fini(&s.inner);
    nav_mem_free(mem, s.on_boundary, points, sizeof *s.on_boundary);
    nav_mem_free(mem, s.cell, points, sizeof *s.cell);
    nav_mem_free(mem, s.next, points, sizeof *s.next);
    nav_mem_free(mem, s.split, s.split_capacity, sizeof *s.split);
    return status;
}
