// link.c - floors joined by steps.
//
// The treads of a flight of stairs have no edge in common once the risers,
// which are vertical, are gone; but seen from above the front of one lies on
// the back of the next.  So edges on the boundary that overlap in plan are
// linked when their heights over the overlap differ by no more than a step.
// Heights are linear along an edge, so it is enough to compare them at both
// ends of the overlap; they are interpolated, hence computed.  That edges
// overlap is decided exactly: they are on one line, and one has an end on the
// other.
//
// Edges so linked, directly or through others, make a chain on one line.  Every
// edge of the chain is split at all ends of chain members on it, so that any
// two of them have the same pieces where they overlap; a piece begins and ends
// at places in plan that are vertices already, bit for bit, and polygons stay
// convex.  Along one line lexicographic order is the order of the places, so
// there is no rounding in sorting them either.
//
// Links chain up as well: where a is linked to b and b to c, a walker gets from
// a to c at that place, by two steps.
//
// Overlapping edges are found by walking along each edge through cells of
// points (pointgrid.c).  The overlap of two edges begins at the lesser end of
// one of them, which is on the other; so it is enough to look for lesser ends,
// and each pair is found once.
//
// At most NAV_RING_MOST floors may meet at an edge; more are refused once rings
// are made (twins.c).  A stack of N floors would have N^2 / 2 pairs by then.
// So edges are counted that are paired with an edge where it begins: all of
// them cover the first of the pieces that it will have, each is linked to it
// there, and they will be in one ring with it.  One that has too many would be
// refused in any case, and is at once.  Each pair counts at the edge at whose
// beginning it was found, so there are never more than NAV_RING_MOST pairs for
// each edge.
//
// Reference: Robert Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm", 1975.
#include "floors/link.h"

#include "base/error.h"
#include "base/forest.h"
#include "base/order.h"
#include "base/sort.h"
#include "floors/pointgrid.h"
#include "geometry/predicates.h"
#include "mesh/mesh.h"

// An edge that no two polygons share, from its lesser end in plan.
typedef struct rail {
    uint32_t edge, polygon;
    uint32_t low, high;   // ends in lexicographic order of their places
    uint32_t stop, stops; // first and count of its stops in `linker.stop`
    uint32_t place;       // number of the first stop in the sorted places
    uint32_t meeting;     // rails paired with it where it begins
} rail;

typedef struct linker {
    nav_slabs *slabs;
    const nav_edges *edges;
    nav_links *links;
    double step;
    rail *rail;
    size_t rails;
    nav_pointgrid grid; // lesser ends of rails
    uint32_t *at;       // [points + 1] first of each vertex in `begin_of`
    uint32_t *begin_of; // [rails] rails whose lesser end is a vertex
    size_t points;
    uint32_t crowded; // edge at which too many meet, NAV_NONE
    uint64_t *pair;   // two rails that overlap
    size_t pairs, pair_capacity;
    uint32_t *chain; // [rails] union-find: least rail of the chain
    nav_sort_entry
        *place; // [places] key: chain, item: vertex; along each chain
    size_t places, place_capacity;
    uint32_t *stop; // vertices of the rails' pieces
    size_t stops, stop_capacity;
    nav_split *split;
    size_t splits, split_capacity;
} linker;

void nav_links_init(nav_links *links, const nav_allocator *mem)
{
    *links = (nav_links){.mem = *mem};
}

void nav_links_fini(nav_links *links)
{
    nav_mem_free(&links->mem, links->link, links->capacity,
                 sizeof *links->link);
    nav_links_init(links, &links->mem);
}

static int compare(nav_vec2 a, nav_vec2 b)
{
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    return (a.y > b.y) - (a.y < b.y);
}

static nav_vec2 point(const linker *l, uint32_t vertex)
{
    return l->slabs->point[vertex];
}

// ---------------------------------------------------------------------------
// Rails
// ---------------------------------------------------------------------------

static size_t count_rails(const nav_edges *edges)
{
    size_t count = 0;
    for (nav_edge_group g = {0}; nav_edges_next(edges, &g);) {
        count += g.end - g.begin == 1;
    }
    return count;
}

static void fill_rails(linker *l)
{
    const nav_edges *edges = l->edges;
    size_t count = 0;
    for (nav_edge_group g = {0}; nav_edges_next(edges, &g);) {
        if (g.end - g.begin == 1) {
            uint32_t e = edges->list[g.begin].edge;
            bool up = compare(point(l, g.low), point(l, g.high)) < 0;
            l->chain[count] = (uint32_t)count;
            l->rail[count++] = (rail){.edge = e,
                                      .polygon = nav_slabs_polygon(l->slabs, e),
                                      .low = up ? g.low : g.high,
                                      .high = up ? g.high : g.low};
        }
    }
}

// Lists the rails that begin at each vertex.
static void fill_begins(linker *l)
{
    for (size_t v = 0; v <= l->points; v++) {
        l->at[v] = 0;
    }
    for (size_t r = 0; r < l->rails; r++) {
        l->at[l->rail[r].low]++;
    }
    uint32_t sum = 0;
    for (size_t v = 0; v <= l->points; v++) {
        sum += l->at[v];
        l->at[v] = sum;
    }
    // Counting down moves each start from the end to the beginning.
    for (uint32_t r = (uint32_t)l->rails; r-- > 0;) {
        l->begin_of[--l->at[l->rail[r].low]] = r;
    }
}

static nav_status build_grid(linker *l)
{
    const nav_allocator *mem = &l->slabs->mem;
    uint32_t *list = nav_mem_new(mem, l->points, sizeof *list);
    if (!list) {
        return NAV_NOMEM;
    }
    size_t count = 0;
    for (uint32_t v = 0; v < l->points; v++) {
        if (l->at[v] < l->at[v + 1]) {
            list[count++] = v;
        }
    }
    nav_status status =
        nav_pointgrid_build(&l->grid, mem, l->slabs->point, list, count);
    nav_mem_free(mem, list, l->points, sizeof *list);
    return status;
}

// ---------------------------------------------------------------------------
// Overlaps
// ---------------------------------------------------------------------------

// Height of a rail at a place on it; computed, but the given one at its ends.
static double height_at(const linker *l, const rail *r, nav_vec2 p)
{
    nav_vec2 a = point(l, r->low);
    nav_vec2 b = point(l, r->high);
    double ha = l->slabs->height[r->low];
    double hb = l->slabs->height[r->high];
    if (nav_vec2_equal(p, a)) {
        return ha;
    }
    if (nav_vec2_equal(p, b)) {
        return hb;
    }
    nav_vec2 d = nav_vec2_sub(b, a);
    double t = fabs(d.x) >= fabs(d.y) ? (p.x - a.x) / d.x : (p.y - a.y) / d.y;
    double h = ha + t * (hb - ha);
    // Interpolating may cancel to less than a legal coordinate.
    return nav_coord_is_legal(h) ? h : 0;
}

static bool is_step(const linker *l, const rail *r, const rail *s, nav_vec2 p)
{
    return fabs(height_at(l, r, p) - height_at(l, s, p)) <= l->step;
}

// Whether two rails overlap over a length, and are within a step there.
static bool is_overlap(const linker *l, const rail *r, const rail *s)
{
    nav_vec2 a = point(l, r->low);
    nav_vec2 b = point(l, r->high);
    nav_vec2 c = point(l, s->low);
    nav_vec2 d = point(l, s->high);
    nav_vec2 begin = compare(a, c) > 0 ? a : c;
    nav_vec2 end = compare(b, d) < 0 ? b : d;
    return r->polygon != s->polygon && compare(begin, end) < 0 &&
           nav_orient(a, b, c) == NAV_ON && nav_orient(a, b, d) == NAV_ON &&
           is_step(l, r, s, begin) && is_step(l, r, s, end);
}

// Counts a rail that is paired with another one where that begins.
static nav_status meet(linker *l, rail *r)
{
    if (++r->meeting < NAV_RING_MOST) {
        return NAV_OK;
    }
    l->crowded = r->edge;
    return NAV_LIMIT;
}

// Pairs rail r with s, whose lesser end is on it.
static nav_status add_pair(linker *l, uint32_t r, uint32_t s)
{
    rail *one = &l->rail[r];
    rail *other = &l->rail[s];
    if (meet(l, other) != NAV_OK) {
        return NAV_LIMIT;
    }
    if (nav_vec2_equal(point(l, one->low), point(l, other->low)) &&
        meet(l, one) != NAV_OK) {
        return NAV_LIMIT;
    }
    nav_status status =
        nav_mem_grow(&l->slabs->mem, &l->pair, &l->pair_capacity, l->pairs + 1,
                     sizeof *l->pair);
    if (status == NAV_OK) {
        uint32_t less = r < s ? r : s;
        uint32_t more = r < s ? s : r;
        l->pair[l->pairs++] = (uint64_t)less << 32 | more;
        nav_forest_join(l->chain, less, more);
    }
    return status;
}

// Finds the rails that begin on rail r; of two that begin at one place the
// greater is found from the lesser.
static nav_status find_overlaps(linker *l, uint32_t r)
{
    const rail *one = &l->rail[r];
    nav_vec2 a = point(l, one->low);
    nav_vec2 b = point(l, one->high);
    nav_pointgrid_walk walk = nav_pointgrid_along(&l->grid, a, b, 0);
    nav_status status = NAV_OK;
    for (uint32_t v = nav_pointgrid_next(&walk); v != NAV_NONE;
         v = nav_pointgrid_next(&walk)) {
        nav_vec2 p = point(l, v);
        int after = compare(p, a);
        if (after < 0 || compare(p, b) >= 0 || nav_orient(a, b, p) != NAV_ON) {
            continue;
        }
        for (uint32_t i = l->at[v]; i < l->at[v + 1]; i++) {
            uint32_t s = l->begin_of[i];
            bool is_new = after > 0 || r < s;
            if (status == NAV_OK && is_new && is_overlap(l, one, &l->rail[s])) {
                status = add_pair(l, r, s);
            }
        }
    }
    return status;
}

// So that the order of links, and with it that of rings, does not depend on
// that of walks.
static nav_status sort_pairs(linker *l)
{
    const nav_allocator *mem = &l->slabs->mem;
    size_t count = l->pairs;
    nav_sort_entry *list = nav_mem_new(mem, 2 * count, sizeof *list);
    if (!list) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        list[i] = (nav_sort_entry){l->pair[i], 0};
    }
    nav_sort(list, list + count, count);
    for (size_t i = 0; i < count; i++) {
        l->pair[i] = list[i].key;
    }
    nav_mem_free(mem, list, 2 * count, sizeof *list);
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Stops
// ---------------------------------------------------------------------------

static void add_place(linker *l, uint32_t chain, uint32_t vertex)
{
    l->place[l->places++] = (nav_sort_entry){chain, vertex};
}

// Sorts by chain, then by place, and keeps one vertex for each place.
static void sort_places(linker *l)
{
    nav_sort_entry *list = l->place;
    nav_sort_entry *scratch = list + l->places;
    uint32_t *chain_of = l->stop; // lent: chain of each entry
    for (uint32_t i = 0; i < l->places; i++) {
        chain_of[i] = (uint32_t)list[i].key;
        uint32_t vertex = list[i].item;
        l->stop[l->places + i] = vertex;
        list[i] = (nav_sort_entry){nav_order_key(point(l, vertex).y), i};
    }
    const uint32_t *vertex_of = l->stop + l->places;
    nav_sort(list, scratch, l->places);
    for (size_t i = 0; i < l->places; i++) {
        list[i].key = nav_order_key(point(l, vertex_of[list[i].item]).x);
    }
    nav_sort(list, scratch, l->places);
    for (size_t i = 0; i < l->places; i++) {
        list[i].key = chain_of[list[i].item];
    }
    nav_sort(list, scratch, l->places);
    size_t kept = 0;
    for (size_t i = 0; i < l->places; i++) {
        nav_sort_entry entry = {list[i].key, vertex_of[list[i].item]};
        if (kept == 0 || list[kept - 1].key != entry.key ||
            !nav_vec2_equal(point(l, list[kept - 1].item),
                            point(l, entry.item))) {
            list[kept++] = entry;
        }
    }
    l->places = kept;
}

// Gathers the ends of all rails as places of their chains.
static nav_status gather_places(linker *l)
{
    const nav_allocator *mem = &l->slabs->mem;
    nav_status status = nav_mem_grow(mem, &l->place, &l->place_capacity,
                                     4 * l->rails, sizeof *l->place);
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &l->stop, &l->stop_capacity, 4 * l->rails,
                              sizeof *l->stop);
    }
    if (status != NAV_OK) {
        return status;
    }
    for (uint32_t r = 0; r < l->rails; r++) {
        uint32_t chain = nav_forest_root(l->chain, r);
        add_place(l, chain, l->rail[r].low);
        add_place(l, chain, l->rail[r].high);
    }
    sort_places(l);
    return NAV_OK;
}

// The first place of a chain that is not before p.
static size_t find_place(const linker *l, uint32_t chain, nav_vec2 p)
{
    size_t low = 0;
    size_t high = l->places;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const nav_sort_entry *entry = &l->place[middle];
        bool before =
            entry->key < chain ||
            (entry->key == chain && compare(point(l, entry->item), p) < 0);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static nav_status add_stop(linker *l, rail *r, uint32_t vertex)
{
    if (l->stops + 1 >= NAV_NONE) {
        return NAV_LIMIT; // not tested: so many stops take 16 gigabytes
    }
    nav_status status =
        nav_mem_grow(&l->slabs->mem, &l->stop, &l->stop_capacity, l->stops + 1,
                     sizeof *l->stop);
    if (status == NAV_OK) {
        l->stop[l->stops++] = vertex;
        r->stops++;
    }
    return status;
}

// Makes a vertex on rail r at a place inside of it.
static nav_status split_rail(linker *l, const rail *r, nav_vec2 p,
                             uint32_t *vertex)
{
    double height = height_at(l, r, p);
    nav_status status = nav_slabs_add_point(l->slabs, p, height, vertex);
    if (status == NAV_OK) {
        status = nav_mem_grow(&l->slabs->mem, &l->split, &l->split_capacity,
                              l->splits + 1, sizeof *l->split);
    }
    if (status == NAV_OK) {
        uint32_t start = l->slabs->corner[r->edge];
        uint32_t end = start == r->low ? r->high : r->low;
        double place = nav_slabs_place(point(l, start), point(l, end), p);
        l->split[l->splits++] = (nav_split){r->edge, *vertex, place};
    }
    return status;
}

// Lists the stops of a rail: its ends and all places of its chain between them.
static nav_status stop_rail(linker *l, uint32_t number)
{
    rail *r = &l->rail[number];
    nav_vec2 end = point(l, r->high);
    uint32_t chain = nav_forest_root(l->chain, number);
    size_t at = find_place(l, chain, point(l, r->low));
    r->place = (uint32_t)at;
    r->stop = (uint32_t)l->stops;
    nav_status status = add_stop(l, r, r->low);
    for (at++; status == NAV_OK; at++) {
        nav_vec2 p = point(l, l->place[at].item);
        if (nav_vec2_equal(p, end)) {
            return add_stop(l, r, r->high);
        }
        uint32_t vertex = 0;
        status = split_rail(l, r, p, &vertex);
        if (status == NAV_OK) {
            status = add_stop(l, r, vertex);
        }
    }
    return status;
}

// Links the pieces that two rails have in common.
static nav_status link_pieces(linker *l, const rail *r, const rail *s)
{
    uint32_t begin = r->place > s->place ? r->place : s->place;
    uint32_t r_end = r->place + r->stops - 1;
    uint32_t s_end = s->place + s->stops - 1;
    uint32_t end = r_end < s_end ? r_end : s_end;
    nav_links *links = l->links;
    for (uint32_t i = begin; i < end; i++) {
        nav_status status =
            nav_mem_grow(&links->mem, &links->link, &links->capacity,
                         links->count + 1, sizeof *links->link);
        if (status != NAV_OK) {
            return status;
        }
        const uint32_t *one = l->stop + r->stop + (i - r->place);
        const uint32_t *other = l->stop + s->stop + (i - s->place);
        links->link[links->count++] =
            (nav_link){{one[0], one[1]}, {other[0], other[1]}};
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// All of it
// ---------------------------------------------------------------------------

static nav_status find_links(linker *l)
{
    fill_rails(l);
    fill_begins(l);
    nav_status status = build_grid(l);
    for (uint32_t r = 0; r < l->rails && status == NAV_OK; r++) {
        status = find_overlaps(l, r);
    }
    if (status != NAV_OK || l->pairs == 0) {
        return status;
    }
    status = sort_pairs(l);
    if (status == NAV_OK) {
        status = gather_places(l);
    }
    for (uint32_t r = 0; r < l->rails && status == NAV_OK; r++) {
        status = stop_rail(l, r);
    }
    for (size_t i = 0; i < l->pairs && status == NAV_OK; i++) {
        status = link_pieces(l, &l->rail[l->pair[i] >> 32],
                             &l->rail[l->pair[i] & UINT32_MAX]);
    }
    return status;
}

static nav_status run(linker *l, nav_edges *edges)
{
    const nav_allocator *mem = &l->slabs->mem;
    l->rail = nav_mem_new(mem, l->rails, sizeof *l->rail);
    l->chain = nav_mem_new(mem, l->rails, sizeof *l->chain);
    l->at = nav_mem_new(mem, l->points + 1, sizeof *l->at);
    l->begin_of = nav_mem_new(mem, l->rails, sizeof *l->begin_of);
    if (!l->rail || !l->chain || !l->at || !l->begin_of) {
        return NAV_NOMEM;
    }
    nav_status status = find_links(l);
    if (status == NAV_OK && l->splits > 0) {
        nav_edges_fini(edges);
        status = nav_slabs_split(l->slabs, l->split, l->splits);
        if (status == NAV_OK) {
            status = nav_edges_build(edges, l->slabs);
        }
    }
    return status;
}

nav_status nav_link_fail_crowded(const nav_slabs *slabs, uint32_t edge,
                                 nav_error *error)
{
    nav_vec2 p = slabs->point[slabs->corner[edge]];
    return nav_fail(error, NAV_LIMIT,
                    "more than %d floors meet at an edge from plan (%g, %g)",
                    (int)NAV_RING_MOST, p.x, p.y);
}

nav_status nav_link_steps(nav_slabs *slabs, nav_edges *edges, double step,
                          nav_links *links, nav_error *error)
{
    const nav_allocator *mem = &slabs->mem;
    linker l = {.slabs = slabs,
                .edges = edges,
                .links = links,
                .step = step,
                .rails = count_rails(edges),
                .points = slabs->points,
                .crowded = NAV_NONE};
    l.grid.mem = *mem;
    nav_status status = run(&l, edges);
    nav_pointgrid_fini(&l.grid);
    nav_mem_free(mem, l.rail, l.rails, sizeof *l.rail);
    nav_mem_free(mem, l.chain, l.rails, sizeof *l.chain);
    nav_mem_free(mem, l.at, l.points + 1, sizeof *l.at);
    nav_mem_free(mem, l.begin_of, l.rails, sizeof *l.begin_of);
    nav_mem_free(mem, l.pair, l.pair_capacity, sizeof *l.pair);
    nav_mem_free(mem, l.place, l.place_capacity, sizeof *l.place);
    nav_mem_free(mem, l.stop, l.stop_capacity, sizeof *l.stop);
    nav_mem_free(mem, l.split, l.split_capacity, sizeof *l.split);
    if (l.crowded != NAV_NONE) {
        return nav_link_fail_crowded(slabs, l.crowded, error);
    }
    if (status == NAV_NOMEM) {
        return nav_fail_memory(error);
    }
    return status == NAV_OK
               ? NAV_OK
               : nav_fail(error, status, "too many steps for 32-bit numbers");
}
