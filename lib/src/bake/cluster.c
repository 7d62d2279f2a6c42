// cluster.c - points near each other, joined in chains.
//
// Points are near when the square of their distance, as computed, is at most
// the square of the reach D, as computed.  They are joined in chains: a and c
// are one when both are near b, although they may be farther apart than D.  The
// alternative, to let the first comer take what is near and leave the rest,
// depends on the order of the points.
//
// Pairs are found by cells whose edge is 0.55 D.  Two points of one cell are
// within 0.953 D of each other, so a crowded cell is one chain at once and
// takes linear time; two points within D are at most two cells apart on each
// axis, for their quotients differ by less than 1.82.  While quotients are
// below 2^40 rounding cannot spoil either.  So no cell border separates a pair.
// A smaller D, near the precision of the coordinates, is refused.
//
// Where heights count apart, cells are 0.9 steps high, to the same effect.
//
// As a rule the reach is far smaller than what lies between points, and all 62
// neighbours to look up are empty.  So blocks of 8 x 8 x 8 cells are kept as
// well, with the fact whether more than one cell of a block is taken; a cell is
// alone when the blocks that its neighbours are in, eight at most, hold no
// other.
//
// Cells that one chain has joined already are not compared again.  What remains
// quadratic is two crowds that face each other at just over D.
//
// References: Robert Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm", 1975; Guy Steele et al., "Fast Splittable Pseudorandom Number
// Generators", 2014, for the mixing of hash bits.
#include "bake/cluster.h"

#include "base/error.h"
#include "base/forest.h"

#include <string.h>

// Quotients of coordinate and cell edge from which on rounding counts.
#define QUOTIENT_MOST 0x1p40

static const double cell_per_distance = 0.55;
static const double cell_per_step = 0.9;

// In a slot of `block`: more than one cell of the block is taken.
#define SHARED 0x80000000u

enum { CELLS_PER_BLOCK = 8 };

typedef struct cluster {
    const nav_vec3 *point;
    size_t count;
    nav_cluster_reach reach;
    double scale; // brings the distance near 1
    uint32_t *to;
    uint32_t *slot;  // [mask + 1] hash table: first point of a cell
    uint32_t *block; // [mask + 1] hash table: first point of a block, SHARED
    size_t mask;
    uint32_t *next; // [count] next one in the same cell, NAV_NONE
    nav_vec3 *cell; // [count]
} cluster;

static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

uint64_t nav_cluster_hash(nav_vec3 p)
{
    uint64_t bits[3];
    memcpy(bits, &p, sizeof bits);
    return mix(bits[0] + 0x9e3779b97f4a7c15u * (bits[1] + mix(bits[2])));
}

// The slot of a cell: it holds a point in it, or NAV_NONE.
static uint32_t *find_slot(const cluster *c, nav_vec3 cell)
{
    size_t i = nav_cluster_hash(cell) & c->mask;
    while (c->slot[i] != NAV_NONE &&
           !nav_vec3_equal(c->cell[c->slot[i]], cell)) {
        i = (i + 1) & c->mask;
    }
    return &c->slot[i];
}

static nav_vec3 block_of(nav_vec3 cell)
{
    return nav_vec3_clean((nav_vec3){floor(cell.x / CELLS_PER_BLOCK),
                                     floor(cell.y / CELLS_PER_BLOCK),
                                     floor(cell.z / CELLS_PER_BLOCK)});
}

static uint32_t *find_block(const cluster *c, nav_vec3 block)
{
    size_t i = nav_cluster_hash(block) & c->mask;
    while (c->block[i] != NAV_NONE &&
           !nav_vec3_equal(block_of(c->cell[c->block[i] & ~SHARED]), block)) {
        i = (i + 1) & c->mask;
    }
    return &c->block[i];
}

// Whether a cell is the only one taken in all blocks that its neighbours are
// in.
static bool is_alone(const cluster *c, nav_vec3 cell)
{
    nav_vec3 own = block_of(cell);
    nav_vec3 low = block_of((nav_vec3){cell.x - 2, cell.y - 2, cell.z - 2});
    nav_vec3 high = block_of((nav_vec3){cell.x + 2, cell.y + 2, cell.z + 2});
    for (int i = 0; i < 8; i++) {
        nav_vec3 at = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y,
                       i & 4 ? high.z : low.z};
        bool is_repeat = ((i & 1) && high.x == low.x) ||
                         ((i & 2) && high.y == low.y) ||
                         ((i & 4) && high.z == low.z);
        if (is_repeat) {
            continue;
        }
        uint32_t found = *find_block(c, at);
        bool is_free =
            nav_vec3_equal(at, own) ? !(found & SHARED) : found == NAV_NONE;
        if (!is_free) {
            return false;
        }
    }
    return true;
}

// Whether two points are near; lengths times a power of two, which changes no
// comparison, so that no square over- or underflows.
static bool is_near(const cluster *c, uint32_t a, uint32_t b)
{
    nav_vec3 p = c->point[a];
    nav_vec3 q = c->point[b];
    double d = c->reach.distance * c->scale;
    double x = (p.x - q.x) * c->scale;
    double y = (p.y - q.y) * c->scale;
    double z = (p.z - q.z) * c->scale;
    if (c->reach.step >= 0) {
        return x * x + y * y <= d * d && fabs(p.z - q.z) <= c->reach.step;
    }
    return x * x + y * y + z * z <= d * d;
}

// Joins two cells, given by their first points, when something in them is near.
static void join_cells(const cluster *c, uint32_t one, uint32_t other)
{
    for (uint32_t a = one; a != NAV_NONE; a = c->next[a]) {
        for (uint32_t b = other; b != NAV_NONE; b = c->next[b]) {
            if (is_near(c, a, b)) {
                nav_forest_join(c->to, a, b);
                return; // each cell is one chain
            }
        }
    }
}

// Compares a cell with the half of its neighbours that come after it.
static void join_neighbours(const cluster *c, uint32_t first)
{
    nav_vec3 cell = c->cell[first];
    if (is_alone(c, cell)) {
        return;
    }
    for (int i = 63; i < 125; i++) {
        int x = i / 25 - 2;
        int y = i / 5 % 5 - 2;
        int z = i % 5 - 2;
        nav_vec3 at = {cell.x + x, cell.y + y, cell.z + z};
        uint32_t other = *find_slot(c, nav_vec3_clean(at));
        if (other != NAV_NONE &&
            nav_forest_root(c->to, first) != nav_forest_root(c->to, other)) {
            join_cells(c, first, other);
        }
    }
}

static double cell_height(nav_cluster_reach reach)
{
    return reach.step >= 0 ? reach.step * cell_per_step
                           : reach.distance * cell_per_distance;
}

// Puts point v into its cell, and the cell into its block.
static void place_point(cluster *c, uint32_t v)
{
    double width = c->reach.distance * cell_per_distance;
    nav_vec3 p = c->point[v];
    nav_vec3 at = {floor(p.x / width), floor(p.y / width),
                   floor(p.z / cell_height(c->reach))};
    c->cell[v] = nav_vec3_clean(at);
    c->next[v] = NAV_NONE;
    uint32_t *slot = find_slot(c, c->cell[v]);
    if (*slot != NAV_NONE) {
        c->next[v] = c->next[*slot];
        c->next[*slot] = v;
        nav_forest_join(c->to, *slot, v);
        return;
    }
    *slot = v;
    uint32_t *block = find_block(c, block_of(c->cell[v]));
    *block = *block == NAV_NONE ? v : *block | SHARED;
}

static void join_points(cluster *c)
{
    memset(c->slot, 0xff, (c->mask + 1) * sizeof *c->slot);
    memset(c->block, 0xff, (c->mask + 1) * sizeof *c->block);
    for (uint32_t v = 0; v < c->count; v++) {
        if (c->to[v] != NAV_NONE) {
            place_point(c, v);
        }
    }
    for (size_t i = 0; i <= c->mask; i++) {
        if (c->slot[i] != NAV_NONE) {
            join_neighbours(c, c->slot[i]);
        }
    }
    for (uint32_t v = 0; v < c->count; v++) {
        if (c->to[v] != NAV_NONE) {
            c->to[v] = nav_forest_root(c->to, v);
        }
    }
}

// Refuses a reach so small that rounding would count.
static nav_status check_reach(const cluster *c, nav_error *error)
{
    double largest = 0;
    double highest = 0;
    for (size_t v = 0; v < c->count; v++) {
        if (c->to[v] != NAV_NONE) {
            nav_vec3 p = c->point[v];
            largest = fabs(p.x) > largest ? fabs(p.x) : largest;
            largest = fabs(p.y) > largest ? fabs(p.y) : largest;
            highest = fabs(p.z) > highest ? fabs(p.z) : highest;
        }
    }
    if (largest / (c->reach.distance * cell_per_distance) >= QUOTIENT_MOST ||
        highest / cell_height(c->reach) >= QUOTIENT_MOST) {
        return nav_fail(error, NAV_RANGE,
                        "a weld distance of %g or a step is too small for "
                        "coordinates of %g",
                        c->reach.distance,
                        largest > highest ? largest : highest);
    }
    return NAV_OK;
}

nav_status nav_cluster(const nav_allocator *mem, const nav_vec3 *point,
                       size_t count, nav_cluster_reach reach, uint32_t *to,
                       nav_error *error)
{
    int exponent = 0;
    (void)frexp(reach.distance, &exponent);
    cluster c = {.point = point,
                 .count = count,
                 .reach = reach,
                 .scale = ldexp(1, -exponent),
                 .to = to,
                 .mask = nav_cluster_mask(count)};
    nav_status status = count < SHARED
                            ? check_reach(&c, error)
                            : nav_fail(error, NAV_LIMIT, "too many vertices");
    if (status != NAV_OK) {
        return status;
    }
    c.slot = nav_mem_new(mem, c.mask + 1, sizeof *c.slot);
    c.block = nav_mem_new(mem, c.mask + 1, sizeof *c.block);
    c.next = nav_mem_new(mem, count, sizeof *c.next);
    c.cell = nav_mem_new(mem, count, sizeof *c.cell);
    if (c.slot && c.block && c.next && c.cell) {
        join_points(&c);
    } else {
        status = nav_fail_memory(error);
    }
    nav_mem_free(mem, c.slot, c.mask + 1, sizeof *c.slot);
    nav_mem_free(mem, c.block, c.mask + 1, sizeof *c.block);
    nav_mem_free(mem, c.next, count, sizeof *c.next);
    nav_mem_free(mem, c.cell, count, sizeof *c.cell);
    return status;
}
