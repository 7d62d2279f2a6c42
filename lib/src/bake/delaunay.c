// delaunay.c - Delaunay triangulation by incremental insertion.
//
// Points go in one by one: the triangle that holds the point is found by
// walking from the last one, it is split in three (or two triangles in four,
// when the point lies on their edge), and edges that are no longer Delaunay are
// flipped, outwards from the point, until none is left (Lawson).
//
// What makes it fast:
// - Points are sorted along a Hilbert curve, so that a walk takes two or three
//   steps, and vertices are numbered in that order, so that what is near in the
//   plane is near in memory.
// - They go in by rounds of growing size, chosen by a hash (biased randomised
//   insertion order): without rounds, points that lie on a few lines or circles
//   would need a number of flips quadratic in the worst case.
// - A triangle is 32 bytes: half of a cache line.  The point that goes in is
//   corner 0 of every triangle around it, so a flip needs no search for
//   corners.
// - The filters of the predicates are inline.
//
// What makes it simple: four frame vertices, outside of the bounding box, are
// the first triangulation, so every point lies inside it.  They need not be far
// away: the rings, which are constraints, shield the inside from the frame.
//
// Invariants: triangles are counter-clockwise, with exact sign; twins are
// mutual; between insertions every edge that is not fixed is locally Delaunay,
// with exact sign.  Lawson's flips terminate, since each one lowers the lifted
// surface over the plane.  The walk terminates in a Delaunay triangulation (De
// Floriani et al.); once edges are fixed it might not, so there it changes
// direction by a generator and, after a bound, gives way to a scan.
//
// References: Charles Lawson, "Software for C1 Surface Interpolation", 1977;
// Leila De Floriani, Bianca Falcidieno, George Nagy, Caterina Pienovi, "On
// sorting triangles in a Delaunay tessellation", 1991; Nina Amenta, Sunghee
// Choi, Guenter Rote, "Incremental Constructions con BRIO", 2003; Olivier
// Devillers, Sylvain Pion, Monique Teillaud, "Walking in a Triangulation",
// 2002.
#include "bake/delaunay.h"

#include "base/sort.h"
#include "geometry/predicates.h"

// Rounds of the insertion: after each there are 2^ROUND_RATIO_BITS times the
// points that there were before it, give or take what the hash makes of it; the
// first one has about FIRST_ROUND_MOST at most.
enum { ROUND_RATIO_BITS = 3, FIRST_ROUND_MOST = 64 };

// Steps of a walk among fixed edges before every triangle is looked at.
enum { WALK_STEPS_MOST = 4096 };

void nav_delaunay_init(nav_delaunay *d, const nav_allocator *mem)
{
    *d = (nav_delaunay){.mem = *mem};
}

void nav_delaunay_fini(nav_delaunay *d)
{
    nav_mem_free(&d->mem, d->point, d->point_capacity, sizeof *d->point);
    nav_mem_free(&d->mem, d->tri, d->tri_capacity, sizeof *d->tri);
    nav_mem_free(&d->mem, d->star, d->star_capacity, sizeof *d->star);
    nav_mem_free(&d->mem, d->label, d->label_capacity, sizeof *d->label);
    nav_mem_free(&d->mem, d->stack, d->stack_capacity, sizeof *d->stack);
    *d = (nav_delaunay){.mem = d->mem};
}

// Room for `more` vertices with the triangles that they bring.
static nav_status reserve(nav_delaunay *d, size_t more)
{
    size_t vertices = d->vertices + more;
    size_t triangles = d->triangles + 2 * more;
    if (triangles >= NAV_FIXED / 4) {
        return NAV_LIMIT; // half-edges and NAV_FIXED share 32 bits
    }
    nav_status status = nav_mem_grow(&d->mem, &d->point, &d->point_capacity,
                                     vertices, sizeof *d->point);
    if (status == NAV_OK) {
        status = nav_mem_grow(&d->mem, &d->tri, &d->tri_capacity, triangles,
                              sizeof *d->tri);
    }
    if (status == NAV_OK && d->star) {
        status = nav_mem_grow(&d->mem, &d->star, &d->star_capacity, vertices,
                              sizeof *d->star);
    }
    if (status == NAV_OK && d->label) {
        status = nav_mem_grow(&d->mem, &d->label, &d->label_capacity,
                              4 * triangles, sizeof *d->label);
    }
    return status;
}

// ---------------------------------------------------------------------------
// Location
// ---------------------------------------------------------------------------

typedef enum place_kind { IN_TRIANGLE, ON_EDGE, ON_VERTEX } place_kind;

typedef struct place {
    place_kind kind;
    nav_half half; // of the triangle; the edge; starts at the vertex
} place;

// The place of p in a triangle on whose edges it has these sides, none
// NAV_RIGHT.
static place place_in(uint32_t t, const nav_side side[3])
{
    nav_half base = 4 * t;
    for (uint32_t i = 0; i < 3; i++) {
        if (side[i] == NAV_ON) {
            uint32_t j = i == 2 ? 0 : i + 1;
            uint32_t k = 3 - i - j;
            if (side[j] == NAV_ON) {
                return (place){ON_VERTEX, base + j};
            }
            if (side[k] == NAV_ON) {
                return (place){ON_VERTEX, base + i};
            }
            return (place){ON_EDGE, base + i};
        }
    }
    return (place){IN_TRIANGLE, base};
}

// Steps from triangle to triangle towards p.  `turn` is where the look around
// a triangle begins: constant it is fast, varied it cannot go round in circles.
static bool walk(const nav_delaunay *d, uint32_t t, nav_vec2 p, bool vary,
                 place *found)
{
    uint32_t turn = 0;
    nav_half entry = NAV_NO_HALF; // half-edge of t that was crossed to enter it
    for (size_t steps = 0; !vary || steps < WALK_STEPS_MOST; steps++) {
        const nav_triangle *tri = &d->tri[t];
        nav_side side[3] = {NAV_LEFT, NAV_LEFT, NAV_LEFT};
        nav_half exit = NAV_NO_HALF;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t i = (k + turn) % 3;
            if (4 * t + i == entry) {
                continue;
            }
            uint32_t j = i == 2 ? 0 : i + 1;
            side[i] = nav_orient(d->point[tri->v[i]], d->point[tri->v[j]], p);
            if (side[i] == NAV_RIGHT) {
                exit = tri->twin[i];
                break;
            }
        }
        if (exit == NAV_NO_HALF) {
            *found = place_in(t, side);
            return true;
        }
        entry = exit & ~NAV_FIXED;
        t = entry >> 2;
        turn = vary ? (uint32_t)(steps * 0x9e3779b9u >> 16) % 3 : 0;
    }
    return false;
}

static place locate(const nav_delaunay *d, uint32_t near, nav_vec2 p)
{
    place found = {IN_TRIANGLE, 0};
    if (walk(d, near, p, d->star != NULL, &found)) {
        return found;
    }
    // The walk was given up.  Its turns are as good as random, so that no test
    // can have one that goes round in circles for all its steps.
    for (uint32_t t = 0; t < d->triangles; t++) {
        const uint32_t *v = d->tri[t].v;
        nav_side side[3];
        side[0] = nav_orient(d->point[v[0]], d->point[v[1]], p);
        side[1] = nav_orient(d->point[v[1]], d->point[v[2]], p);
        side[2] = nav_orient(d->point[v[2]], d->point[v[0]], p);
        if (side[0] != NAV_RIGHT && side[1] != NAV_RIGHT &&
            side[2] != NAV_RIGHT) {
            return place_in(t, side);
        }
    }
    return found; // not reached: the frame holds every point
}

// ---------------------------------------------------------------------------
// Insertion
// ---------------------------------------------------------------------------

// The triangles around a vertex in the making, counter-clockwise.
typedef struct fan {
    uint32_t n;
    uint32_t tri[4], rim[4];
    nav_half outer[4];
    uint32_t spoke_label[4];
    bool spoke_fixed[4];
} fan;

// Makes the n triangles tri[] the star of vertex p: tri[i] has corners p,
// rim[i], rim[i + 1], and beyond its rim lies outer[i].  Where spoke_fixed[i]
// is set the edge p - rim[i] is fixed, and labelled spoke_label[i].
static void build_fan(nav_delaunay *d, uint32_t p, const fan *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t j = i + 1 == f->n ? 0 : i + 1;
        nav_triangle_set(d, f->tri[i], p, f->rim[i], f->rim[j]);
        nav_half_join(d, 4 * f->tri[i] + 1, f->outer[i]);
    }
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t before = i == 0 ? f->n - 1 : i - 1;
        nav_half out = 4 * f->tri[i];
        nav_half in = 4 * f->tri[before] + 2;
        uint32_t fixed = f->spoke_fixed[i] ? NAV_FIXED : 0;
        d->tri[out >> 2].twin[0] = in | fixed;
        d->tri[in >> 2].twin[2] = out | fixed;
        if (fixed) {
            d->label[out] = f->spoke_label[i];
            d->label[in] = f->spoke_label[i];
        }
    }
}

static void split_triangle(nav_delaunay *d, uint32_t p, uint32_t t)
{
    const nav_triangle old = d->tri[t];
    uint32_t fresh = (uint32_t)d->triangles;
    d->triangles += 2;
    fan f = {.n = 3,
             .tri = {t, fresh, fresh + 1},
             .rim = {old.v[0], old.v[1], old.v[2]},
             .outer = {old.twin[0], old.twin[1], old.twin[2]}};
    build_fan(d, p, &f);
}

static void split_edge(nav_delaunay *d, uint32_t p, nav_half h)
{
    nav_half g = nav_half_twin(d, h);
    nav_half h1 = nav_half_next(h);
    nav_half h2 = nav_half_prev(h);
    nav_half g1 = nav_half_next(g);
    nav_half g2 = nav_half_prev(g);
    bool fixed = nav_half_is_fixed(d, h);
    uint32_t label = fixed ? d->label[h] : 0;
    uint32_t fresh = (uint32_t)d->triangles;
    d->triangles += 2;
    fan f = {
        .n = 4,
        .tri = {h >> 2, fresh, g >> 2, fresh + 1},
        .rim = {nav_half_start(d, h1), nav_half_start(d, h2),
                nav_half_start(d, g1), nav_half_start(d, g2)},
        .outer = {d->tri[h1 >> 2].twin[h1 & 3], d->tri[h2 >> 2].twin[h2 & 3],
                  d->tri[g1 >> 2].twin[g1 & 3], d->tri[g2 >> 2].twin[g2 & 3]},
        .spoke_fixed = {fixed, false, fixed, false},
        .spoke_label = {label, 0, label, 0}};
    build_fan(d, p, &f);
}

// Turns the edge opposite corner 0 of triangle t:  (p a b) + (d b a) become
// (p a d) + (p d b).  The second one is in the place of the old neighbour.
static uint32_t flip(nav_delaunay *d, uint32_t t)
{
    const nav_triangle one = d->tri[t];
    nav_half g = one.twin[1]; // from b to a
    uint32_t s = g >> 2;
    const nav_triangle two = d->tri[s];
    nav_half a_to_d = nav_half_next(g) & 3;
    nav_half d_to_b = nav_half_prev(g) & 3;
    uint32_t far = two.v[d_to_b];
    nav_triangle_set(d, s, one.v[0], far, one.v[2]);
    nav_triangle_set(d, t, one.v[0], one.v[1], far);
    nav_half_join(d, 4 * t + 1, two.twin[a_to_d]);
    nav_half_join(d, 4 * s + 1, two.twin[d_to_b]);
    nav_half_join(d, 4 * s + 2, one.twin[2]);
    d->tri[t].twin[2] = 4 * s;
    d->tri[s].twin[0] = 4 * t + 2;
    return s;
}

// Flips outwards from corner 0 of the `count` triangles on the stack until the
// edges opposite it are Delaunay or fixed.
static nav_status legalise(nav_delaunay *d, size_t count)
{
    while (count > 0) {
        uint32_t t = d->stack[count - 1];
        const nav_triangle *tri = &d->tri[t];
        nav_half g = tri->twin[1];
        if (g & NAV_FIXED) {
            count--;
            continue;
        }
        uint32_t far = d->tri[g >> 2].v[nav_half_prev(g) & 3];
        if (nav_in_circle(d->point[tri->v[0]], d->point[tri->v[1]],
                          d->point[tri->v[2]], d->point[far]) <= 0) {
            count--;
            continue;
        }
        if (count == d->stack_capacity) {
            nav_status status =
                nav_mem_grow(&d->mem, &d->stack, &d->stack_capacity, count + 1,
                             sizeof *d->stack);
            if (status != NAV_OK) {
                return status;
            }
        }
        d->stack[count++] = flip(d, t); // t itself stays on the stack
    }
    return NAV_OK;
}

// Splits where vertex p lies and restores the Delaunay property.
static nav_status split(nav_delaunay *d, uint32_t p, place where)
{
    uint32_t fresh = (uint32_t)d->triangles;
    size_t count = 0;
    d->last = where.half >> 2;
    d->stack[count++] = where.half >> 2;
    d->stack[count++] = fresh;
    d->stack[count++] = fresh + 1;
    if (where.kind == ON_EDGE) {
        d->stack[count++] = nav_half_twin(d, where.half) >> 2;
        split_edge(d, p, where.half);
    } else {
        split_triangle(d, p, where.half >> 2);
    }
    return legalise(d, count);
}

nav_status nav_delaunay_add(nav_delaunay *d, nav_vec2 point, uint32_t near,
                            uint32_t *vertex)
{
    place where = locate(d, near, point);
    if (where.kind == ON_VERTEX) {
        *vertex = nav_half_start(d, where.half);
        return NAV_OK;
    }
    nav_status status = reserve(d, 1);
    if (status != NAV_OK) {
        return status;
    }
    uint32_t p = (uint32_t)d->vertices++;
    d->point[p] = point;
    *vertex = p;
    return split(d, p, where);
}

uint32_t nav_delaunay_find(const nav_delaunay *d, nav_vec2 point, uint32_t near)
{
    return locate(d, near, point).half >> 2;
}

void nav_delaunay_release(nav_delaunay *d, nav_half edge)
{
    nav_half twin = nav_half_twin(d, edge);
    d->tri[edge >> 2].twin[edge & 3] = twin;
    d->tri[twin >> 2].twin[twin & 3] = edge;
}

// ---------------------------------------------------------------------------
// Restoring
// ---------------------------------------------------------------------------

// Renumbers the corners of a triangle so that the one opposite `edge` comes
// first, as flip() wants it.
static void turn_to(nav_delaunay *d, nav_half edge)
{
    uint32_t t = edge >> 2;
    const nav_triangle old = d->tri[t];
    uint32_t i = nav_half_prev(edge) & 3;
    uint32_t j = i == 2 ? 0 : i + 1;
    uint32_t k = 3 - i - j;
    nav_triangle_set(d, t, old.v[i], old.v[j], old.v[k]);
    nav_half_join(d, 4 * t, old.twin[i]);
    nav_half_join(d, 4 * t + 1, old.twin[j]);
    nav_half_join(d, 4 * t + 2, old.twin[k]);
}

static bool is_delaunay(const nav_delaunay *d, nav_half h)
{
    const nav_triangle *tri = &d->tri[h >> 2];
    nav_half g = tri->twin[h & 3];
    if (g & NAV_FIXED) {
        return true;
    }
    return nav_in_circle(d->point[tri->v[0]], d->point[tri->v[1]],
                         d->point[tri->v[2]],
                         d->point[nav_half_start(d, nav_half_prev(g))]) <= 0;
}

nav_status nav_delaunay_restore_edge(nav_delaunay *d, nav_half edge)
{
    size_t count = 0;
    d->stack[count++] = edge;
    while (count > 0) {
        nav_half h = d->stack[--count];
        if (is_delaunay(d, h)) {
            continue;
        }
        turn_to(d, h);
        uint32_t t = h >> 2;
        uint32_t s = flip(d, t);
        nav_status status = nav_mem_grow(&d->mem, &d->stack, &d->stack_capacity,
                                         count + 4, sizeof *d->stack);
        if (status != NAV_OK) {
            // No test gets here: inserting the points has taken more already.
            return status;
        }
        d->stack[count++] = 4 * t;
        d->stack[count++] = 4 * t + 1;
        d->stack[count++] = 4 * s + 1;
        d->stack[count++] = 4 * s + 2;
    }
    return NAV_OK;
}

nav_status nav_delaunay_restore(nav_delaunay *d)
{
    nav_status status = NAV_OK;
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (uint32_t i = 0; i < 3 && status == NAV_OK; i++) {
            status = nav_delaunay_restore_edge(d, 4 * t + i);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Building
// ---------------------------------------------------------------------------

// A coordinate beyond `c` by about `margin`, in the direction of its sign.
static double beyond(double c, double margin)
{
    double step = fabs(margin);
    double moved = c + margin;
    while (moved == c) {
        step *= 2; // the margin was lost in rounding
        moved = margin < 0 ? c - step : c + step;
    }
    return moved;
}

static void build_frame(nav_delaunay *d, nav_box box)
{
    double width = box.max.x - box.min.x;
    double height = box.max.y - box.min.y;
    double margin = width > height ? width : height;
    margin = margin > 0 ? margin : 1;
    nav_vec2 low = {beyond(box.min.x, -margin), beyond(box.min.y, -margin)};
    nav_vec2 high = {beyond(box.max.x, margin), beyond(box.max.y, margin)};
    d->point[0] = low;
    d->point[1] = (nav_vec2){high.x, low.y};
    d->point[2] = high;
    d->point[3] = (nav_vec2){low.x, high.y};
    d->vertices = NAV_FRAME_VERTICES;
    d->triangles = 2;
    d->tri[0] =
        (nav_triangle){.v = {0, 1, 2}, .twin = {NAV_NO_HALF, NAV_NO_HALF, 4}};
    d->tri[1] =
        (nav_triangle){.v = {0, 2, 3}, .twin = {2, NAV_NO_HALF, NAV_NO_HALF}};
    d->last = 0;
}

// Sorts the points along the curve, numbers the different ones, and copies them
// behind the frame's corners.
static nav_status number_points(nav_delaunay *d, const nav_vec2 *points,
                                size_t count, nav_box box, uint32_t *vertex_of)
{
    nav_sort_entry *order = nav_mem_new(&d->mem, 2 * count, sizeof *order);
    if (!order) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t key = nav_sort_hilbert(box, points[i]);
        order[i] = (nav_sort_entry){key, (uint32_t)i};
    }
    nav_sort(order, order + count, count);
    for (size_t i = 0; i < count; i++) {
        d->point[NAV_FRAME_VERTICES + i] = points[order[i].item];
        vertex_of[order[i].item] = (uint32_t)(NAV_FRAME_VERTICES + i);
    }
    nav_mem_free(&d->mem, order, 2 * count, sizeof *order);
    return NAV_OK;
}

// Inserts the vertices first, first + 1, ... that belong to a round.  same[v]
// becomes the vertex that has the place of v already, or v.
static nav_status insert_round(nav_delaunay *d, uint32_t round, uint32_t rounds,
                               size_t end, uint32_t *same)
{
    uint32_t round_bits = ROUND_RATIO_BITS * (rounds - 1 - round);
    for (uint32_t v = NAV_FRAME_VERTICES; v < end; v++) {
        // Each vertex goes in with the first round that admits its hash, a
        // fixed shuffle of the numbers.
        uint32_t hash = v * 0x9e3779b1u;
        hash ^= hash >> 15;
        hash *= 0x85ebca77u;
        hash ^= hash >> 13;
        bool admitted = (hash & ((1u << round_bits) - 1)) == 0;
        if (!admitted || same[v] != NAV_NONE) {
            continue;
        }
        place where = locate(d, d->last, d->point[v]);
        if (where.kind == ON_VERTEX) {
            same[v] = nav_half_start(d, where.half);
            continue;
        }
        same[v] = v;
        nav_status status = split(d, v, where);
        if (status != NAV_OK) {
            return status;
        }
    }
    return NAV_OK;
}

static nav_status insert_all(nav_delaunay *d, size_t count, uint32_t *same)
{
    uint32_t rounds = 1;
    for (size_t left = count; left > FIRST_ROUND_MOST;
         left >>= ROUND_RATIO_BITS) {
        rounds++;
    }
    nav_status status = NAV_OK;
    for (uint32_t r = 0; r < rounds && status == NAV_OK; r++) {
        status = insert_round(d, r, rounds, NAV_FRAME_VERTICES + count, same);
    }
    return status;
}

nav_status nav_delaunay_build(nav_delaunay *d, const nav_vec2 *points,
                              size_t count, uint32_t *vertex_of)
{
    nav_status status = reserve(d, count + NAV_FRAME_VERTICES);
    if (status == NAV_OK) {
        status = nav_mem_grow(&d->mem, &d->stack, &d->stack_capacity, 64,
                              sizeof *d->stack);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_box box = nav_box_around(points, count);
    build_frame(d, count ? box : (nav_box){{0, 0}, {0, 0}});
    status = number_points(d, points, count, box, vertex_of);
    if (status != NAV_OK) {
        return status;
    }
    size_t vertices = count + NAV_FRAME_VERTICES;
    uint32_t *same = nav_mem_new(&d->mem, vertices, sizeof *same);
    if (!same) {
        return NAV_NOMEM;
    }
    for (size_t v = 0; v < vertices; v++) {
        same[v] = NAV_NONE;
    }
    status = insert_all(d, count, same);
    d->vertices = vertices;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        vertex_of[i] = same[vertex_of[i]];
    }
    nav_mem_free(&d->mem, same, vertices, sizeof *same);
    return status;
}

nav_status nav_delaunay_index(nav_delaunay *d)
{
    nav_status status = nav_mem_grow(&d->mem, &d->star, &d->star_capacity,
                                     d->vertices, sizeof *d->star);
    if (status == NAV_OK) {
        status = nav_mem_grow(&d->mem, &d->label, &d->label_capacity,
                              4 * d->triangles, sizeof *d->label);
    }
    if (status != NAV_OK) {
        return status;
    }
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (uint32_t i = 0; i < 3; i++) {
            d->star[d->tri[t].v[i]] = 4 * t + i;
        }
    }
    return NAV_OK;
}
