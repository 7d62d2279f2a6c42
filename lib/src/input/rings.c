// rings.c - short rings and repeated rings.
//
// A ring is the same as another when both visit the same vertices in the same
// circular order, forwards or backwards; points that repeat the one before do
// not count.  Rings are sorted by a sum over their edges, which depends neither
// on where a ring begins nor on its direction, and neighbours with equal sums
// are then compared vertex by vertex, from their least vertex on.  (A ring that
// visits its least vertex several times may be missed: this is for a warning,
// classification does not depend on it.)
#include "input/rings.h"

#include "base/sort.h"

// A ring without points that repeat the one before, read as a circle.
typedef struct circle {
    uint32_t *vertex;
    uint32_t count;
    uint32_t least; // position of the least vertex
} circle;

typedef struct checker {
    const nav_shape *shape;
    const uint32_t *vertex_of;
    circle one, two; // scratch
} checker;

// Whether a ring has three different vertices.
static bool has_three(const uint32_t *vertex, uint32_t count)
{
    uint32_t i = 1;
    while (i < count && vertex[i] == vertex[0]) {
        i++;
    }
    for (uint32_t k = i; k < count; k++) {
        if (vertex[k] != vertex[0] && vertex[k] != vertex[i]) {
            return true;
        }
    }
    return false;
}

static void load(const checker *c, uint32_t ring, circle *to)
{
    const nav_ring *r = &c->shape->rings[ring];
    const uint32_t *vertex = c->vertex_of + r->first;
    to->count = 0;
    to->least = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t before = vertex[i == 0 ? r->count - 1 : i - 1];
        if (vertex[i] == before) {
            continue;
        }
        if (to->count > 0 && vertex[i] < to->vertex[to->least]) {
            to->least = to->count;
        }
        to->vertex[to->count++] = vertex[i];
    }
}

// A sum over the edges of a circle, the same for both directions.
static uint64_t sum_edges(const circle *of)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t a = of->vertex[i];
        uint32_t b = of->vertex[i + 1 == of->count ? 0 : i + 1];
        uint64_t edge = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
        edge = (edge ^ edge >> 31) * 0x9e3779b97f4a7c15u;
        sum += edge ^ edge >> 29;
    }
    return sum;
}

static bool same_way(const circle *a, const circle *b, bool backwards)
{
    uint32_t i = a->least;
    uint32_t k = b->least;
    for (uint32_t n = 0; n < a->count; n++) {
        if (a->vertex[i] != b->vertex[k]) {
            return false;
        }
        i = i + 1 == a->count ? 0 : i + 1;
        if (backwards) {
            k = k == 0 ? b->count - 1 : k - 1;
        } else {
            k = k + 1 == b->count ? 0 : k + 1;
        }
    }
    return true;
}

static bool are_same(checker *c, uint32_t a, uint32_t b)
{
    load(c, a, &c->one);
    load(c, b, &c->two);
    return c->one.count == c->two.count && (same_way(&c->one, &c->two, false) ||
                                            same_way(&c->one, &c->two, true));
}

// Compares each ring with the one before it of the same sum; the sort is
// stable, so that one comes earlier in the shape.
static nav_status note_repeats(checker *c, const nav_sort_entry *order,
                               size_t count, nav_notes *notes)
{
    nav_status status = NAV_OK;
    for (size_t i = 1; i < count && status == NAV_OK; i++) {
        uint32_t ring = order[i].item;
        if (order[i].key == order[i - 1].key &&
            are_same(c, order[i - 1].item, ring)) {
            nav_vec2 at = c->shape->points[c->shape->rings[ring].first];
            status = nav_notes_add(notes, ring, NAV_WARN_DUPLICATE_RING, at);
        }
    }
    return status;
}

static nav_status check(checker *c, nav_sort_entry *order, nav_notes *notes)
{
    const nav_shape *shape = c->shape;
    size_t count = 0;
    for (uint32_t r = 0; r < shape->ring_count; r++) {
        const nav_ring *ring = &shape->rings[r];
        if (has_three(c->vertex_of + ring->first, ring->count)) {
            load(c, r, &c->one);
            order[count++] = (nav_sort_entry){sum_edges(&c->one), r};
            continue;
        }
        nav_vec2 at =
            ring->count ? shape->points[ring->first] : (nav_vec2){0, 0};
        nav_status status = nav_notes_add(notes, r, NAV_WARN_SHORT_RING, at);
        if (status != NAV_OK) {
            return status;
        }
    }
    nav_sort(order, order + shape->ring_count, count);
    return note_repeats(c, order, count, notes);
}

nav_status nav_rings_check(const nav_shape *shape, const uint32_t *vertex_of,
                           nav_notes *notes)
{
    const nav_allocator *mem = &notes->mem;
    uint32_t longest = 0;
    for (size_t r = 0; r < shape->ring_count; r++) {
        uint32_t count = shape->rings[r].count;
        longest = count > longest ? count : longest;
    }
    checker c = {.shape = shape, .vertex_of = vertex_of};
    c.one.vertex = nav_mem_new(mem, longest, sizeof *c.one.vertex);
    c.two.vertex = nav_mem_new(mem, longest, sizeof *c.two.vertex);
    nav_sort_entry *order =
        nav_mem_new(mem, 2 * shape->ring_count, sizeof *order);
    nav_status status = c.one.vertex && c.two.vertex && order
                            ? check(&c, order, notes)
                            : NAV_NOMEM;
    nav_mem_free(mem, c.one.vertex, longest, sizeof *c.one.vertex);
    nav_mem_free(mem, c.two.vertex, longest, sizeof *c.two.vertex);
    nav_mem_free(mem, order, 2 * shape->ring_count, sizeof *order);
    return status;
}
