// area_oracle.c - walkable area and islands by slabs, in integers.
//
// The plane is cut into vertical slabs at every abscissa where an edge ends or
// two edges cross.  Inside a slab no edges cross, so those that span it have an
// order from bottom to top, and the strips between neighbours are trapezoids
// (or triangles) in which nothing changes.  Going upwards, every edge passed
// turns the parity of its ring; a strip is walkable when for some polygon the
// outer ring's parity is odd and that of every hole even.  Vertical edges bound
// no strip and are left out.
//
// Two strips of one slab are connected when they share an edge, those of
// neighbouring slabs when they share a piece of the vertical line between them
// that is longer than a point.
//
// Ranges, with |coordinate| <= C = 1000.  Differences are at most 2C, so a
// cross product of two differences is at most 8e6.  A crossing abscissa is n /
// d with d <= 8e6 and |n| <= C d + 2C * 8e6 <= 2.4e10; comparing two multiplies
// n by a d: 2e17.  The height of an edge at n / d is Y / (dx d) with |Y| <= C *
// 2C * d + 2C (|n| + C d) <= 8.1e13; comparing two at the same n / d multiplies
// each Y by a dx of at most 2C: 1.7e17.  All this is within int64_t (9.2e18).
//
// The area of a strip is a product of exact fractions, none of which cancels
// any more once it is a double: relative error at most 7 * 2^-53.  Strips are
// all positive, and are summed with compensation.
//
// Reference: Jon Bentley and Thomas Ottmann, "Algorithms for Reporting and
// Counting Geometric Intersections", 1979, for the idea of looking at the plane
// slab by slab; no event queue is needed here.
#include "area_oracle.h"

#include <stdlib.h>

// num / den, den > 0; not reduced.
typedef struct fraction {
    int64_t num, den;
} fraction;

// An edge that is not vertical, a.x < b.x.
typedef struct edge {
    soup_point a, b;
    uint32_t ring;
} edge;

typedef struct strip {
    edge bottom, top;
    uint32_t parent; // union-find: its representative's number
} strip;

typedef struct sweeper {
    const soup *s;
    edge edge[SOUP_POINTS_MOST];
    uint32_t edges;
    fraction *cut;
    size_t cuts, cut_capacity;
    strip *strip; // walkable ones, slab by slab
    size_t strips, strip_capacity;
    bool exact;
} sweeper;

// An edge with what qsort needs to know to compare it.
typedef struct place {
    edge e;
    fraction left, right; // the same for all edges of a slab
} place;

static void *grow(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    *capacity = *capacity ? 2 * *capacity : 64;
    void *moved = realloc(array, *capacity * size);
    if (!moved) {
        abort();
    }
    return moved;
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_fractions(const void *left, const void *right)
{
    const fraction *f = left;
    const fraction *g = right;
    return compare(f->num * g->den, g->num * f->den);
}

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

// Numerators stay below 2^35, so a double holds every one over a power of two.
static bool is_double(int64_t num, int64_t den)
{
    den /= greatest_divisor(num, den);
    den = den < 0 ? -den : den;
    return (den & (den - 1)) == 0;
}

static int64_t cross(soup_point a, soup_point b, soup_point c, soup_point d)
{
    return (int64_t)(b.x - a.x) * (d.y - c.y) -
           (int64_t)(b.y - a.y) * (d.x - c.x);
}

static void add_cut(sweeper *w, int64_t num, int64_t den)
{
    w->cut = grow(w->cut, w->cuts, &w->cut_capacity, sizeof *w->cut);
    w->cut[w->cuts++] = den < 0 ? (fraction){-num, -den} : (fraction){num, den};
}

// Cuts where a-b and c-d cross, ends included; parallel ones end elsewhere.
static void cut_at_crossing(sweeper *w, soup_point a, soup_point b,
                            soup_point c, soup_point d)
{
    int64_t den = cross(a, b, c, d);
    int64_t along_ab = cross(a, c, c, d); // of den
    int64_t along_cd = cross(a, c, a, b);
    if (den < 0) {
        den = -den;
        along_ab = -along_ab;
        along_cd = -along_cd;
    }
    if (den == 0 || along_ab < 0 || along_ab > den || along_cd < 0 ||
        along_cd > den) {
        return;
    }
    int64_t x = a.x * den + (b.x - a.x) * along_ab;
    int64_t y = a.y * den + (b.y - a.y) * along_ab;
    add_cut(w, x, den);
    w->exact = w->exact && is_double(x, den) && is_double(y, den);
}

static soup_point point_after(const soup *s, const soup_ring *ring, uint32_t i)
{
    return s->point[ring->first + (i + 1 == ring->count ? 0 : i + 1)];
}

static void collect_edges(sweeper *w)
{
    const soup *s = w->s;
    for (uint32_t r = 0; r < s->rings; r++) {
        const soup_ring *ring = &s->ring[r];
        for (uint32_t i = 0; i < ring->count; i++) {
            soup_point a = s->point[ring->first + i];
            soup_point b = point_after(s, ring, i);
            add_cut(w, a.x, 1);
            if (a.x != b.x) {
                w->edge[w->edges++] =
                    a.x < b.x ? (edge){a, b, r} : (edge){b, a, r};
            }
        }
    }
}

// Vertical edges are cut here too, for the sake of `exact`.
static void collect_cuts(sweeper *w)
{
    const soup *s = w->s;
    for (uint32_t q = 0; q < s->rings; q++) {
        for (uint32_t i = 0; i < s->ring[q].count; i++) {
            soup_point a = s->point[s->ring[q].first + i];
            soup_point b = point_after(s, &s->ring[q], i);
            for (uint32_t e = 0; e < w->edges; e++) {
                cut_at_crossing(w, w->edge[e].a, w->edge[e].b, a, b);
            }
        }
    }
    if (w->cuts > 0) { // qsort takes no NULL
        qsort(w->cut, w->cuts, sizeof *w->cut, compare_fractions);
    }
}

// The height of an edge at x is this over (b.x - a.x) * x.den.
static int64_t height(const edge *e, fraction x)
{
    return (int64_t)e->a.y * (e->b.x - e->a.x) * x.den +
           (int64_t)(e->b.y - e->a.y) * (x.num - e->a.x * x.den);
}

// Which of two edges is higher at x.
static int compare_at(const edge *e, const edge *f, fraction x)
{
    return compare(height(e, x) * (f->b.x - f->a.x),
                   height(f, x) * (e->b.x - e->a.x));
}

static int compare_places(const void *left, const void *right)
{
    const place *p = left;
    const place *q = right;
    int order = compare_at(&p->e, &q->e, p->left);
    return order != 0 ? order : compare_at(&p->e, &q->e, p->right);
}

static uint32_t root(const sweeper *w, uint32_t i)
{
    while (w->strip[i].parent != i) {
        i = w->strip[i].parent;
    }
    return i;
}

static void connect(sweeper *w, uint32_t i, uint32_t k)
{
    w->strip[root(w, i)].parent = root(w, k);
}

static void add_strip(sweeper *w, const edge *bottom, const edge *top)
{
    w->strip = grow(w->strip, w->strips, &w->strip_capacity, sizeof *w->strip);
    w->strip[w->strips] = (strip){*bottom, *top, (uint32_t)w->strips};
    w->strips++;
}

static bool is_walkable(const soup *s, const bool *odd)
{
    bool solid = false;
    for (uint32_t r = 0; r < s->rings; r++) {
        if (!s->ring[r].is_hole) {
            if (solid) {
                return true; // the polygon before this one
            }
            solid = odd[r];
        } else if (odd[r]) {
            solid = false;
        }
    }
    return solid;
}

// Adds the walkable strips of the slab between two cuts.
static void fill_slab(sweeper *w, fraction left, fraction right)
{
    static place order[SOUP_POINTS_MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < w->edges; i++) {
        const edge *e = &w->edge[i];
        if (e->a.x * left.den <= left.num && e->b.x * right.den >= right.num) {
            order[count++] = (place){*e, left, right};
        }
    }
    qsort(order, count, sizeof *order, compare_places);
    bool odd[SOUP_RINGS_MOST] = {false};
    bool walkable_below = false;
    for (size_t i = 0; i + 1 < count; i++) {
        odd[order[i].e.ring] = !odd[order[i].e.ring];
        if (compare_places(&order[i], &order[i + 1]) == 0) {
            continue;
        }
        bool walkable = is_walkable(w->s, odd);
        if (walkable) {
            add_strip(w, &order[i].e, &order[i + 1].e);
            if (walkable_below) {
                connect(w, (uint32_t)w->strips - 1, (uint32_t)w->strips - 2);
            }
        }
        walkable_below = walkable;
    }
}

// Connects the strips [first, middle) of one slab with those [middle, end) of
// the next, where they share more than a point of the line at x.
static void connect_slabs(sweeper *w, size_t first, size_t middle, fraction x)
{
    for (size_t i = first; i < middle; i++) {
        for (size_t k = middle; k < w->strips; k++) {
            const strip *p = &w->strip[i];
            const strip *q = &w->strip[k];
            const edge *low = compare_at(&p->bottom, &q->bottom, x) > 0
                                  ? &p->bottom
                                  : &q->bottom;
            const edge *high =
                compare_at(&p->top, &q->top, x) < 0 ? &p->top : &q->top;
            if (compare_at(low, high, x) < 0) {
                connect(w, (uint32_t)i, (uint32_t)k);
            }
        }
    }
}

// How far the top of a strip is above its bottom at x.
static double rise(const strip *s, fraction x)
{
    int64_t dx_bottom = s->bottom.b.x - s->bottom.a.x;
    int64_t dx_top = s->top.b.x - s->top.a.x;
    int64_t num =
        height(&s->top, x) * dx_bottom - height(&s->bottom, x) * dx_top;
    return (double)num / (double)(dx_bottom * dx_top * x.den);
}

static double area_of(const strip *s, fraction left, fraction right)
{
    int64_t num = right.num * left.den - left.num * right.den;
    double width = (double)num / (double)(left.den * right.den);
    return width * (rise(s, left) + rise(s, right)) / 2;
}

typedef struct total {
    double sum, lost;
} total;

static void add(total *t, double term)
{
    double next = t->sum + term;
    t->lost += t->sum >= term ? (t->sum - next) + term : (term - next) + t->sum;
    t->sum = next;
}

static double sweep(sweeper *w)
{
    total area = {0, 0};
    size_t before = 0; // first strip of the slab before
    for (size_t i = 0; i + 1 < w->cuts; i++) {
        fraction left = w->cut[i];
        fraction right = w->cut[i + 1];
        if (compare_fractions(&left, &right) == 0) {
            continue;
        }
        size_t first = w->strips;
        fill_slab(w, left, right);
        connect_slabs(w, before, first, left);
        for (size_t k = first; k < w->strips; k++) {
            add(&area, area_of(&w->strip[k], left, right));
        }
        before = first;
    }
    return area.sum + area.lost;
}

oracle_answer area_oracle(const soup *s)
{
    sweeper w = {.s = s, .exact = true};
    collect_edges(&w);
    collect_cuts(&w);
    oracle_answer answer = {.area = sweep(&w), .exact = w.exact};
    for (uint32_t i = 0; i < w.strips; i++) {
        answer.islands += w.strip[i].parent == i;
    }
    free(w.cut);
    free(w.strip);
    return answer;
}
