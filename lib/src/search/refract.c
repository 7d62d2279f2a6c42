// refract.c - where a chain of polygons of different costs is best crossed.
//
// A way through a chain of polygons is a point on each portal, and its cost the
// sum of the straight lines between them, each times the cost of its polygon.
// That is a convex function of the places on the portals: a way that cannot be
// bettered nearby is the best in the chain.  Where it crosses the edge between
// two costs off its ends, it does so by the law of refraction.
//
// Method.  Nine places on each portal, evenly over all of it at first; dynamic
// programming along the chain finds the best way through them; then nine
// places about those that it takes, half as far apart, and so on until
// the places do not differ any more.  While the best way takes an outermost
// place somewhere, the distances stay.  Unlike the minimum along one coordinate
// at a time, this does not stop where several portals meet in a corner and the
// function has an edge.  Ends of portals are among the places whenever they are
// in reach, with their own bits.
//
// Folds (chain.h) need no care: a straight line in a polygon is one in plan.
//
// Places between the ends are computed, and rounded.  Sums and square roots
// alone decide, in a fixed order.
//
// References: Joseph Mitchell and Christos Papadimitriou, "The Weighted Region
// Problem: Finding Shortest Paths Through a Weighted Planar Subdivision", 1991,
// section 3 (convexity, refraction); Richard Bellman, "Dynamic Programming",
// 1957.
#include "search/refract.h"

// Places on a portal, and the middle one of them.
enum { SAMPLES = 9, MIDDLE = 4, ROUNDS_MOST = 160 };

// From this span on a way through a chain is given up that costs more than the
// limit by this part, since it hardly becomes so much cheaper any more.  Were
// it to, a better answer would be missed; none is made worse.
#define SPAN_EARLY 0.05
#define PART_EARLY 0.03

// Half of what the places of a portal span, at first and at last.  About its
// least the cost grows with the square of what a place is off, by 1e-14 at
// last.
#define SPAN_FIRST 0.5
#define SPAN_LAST 1e-7

void nav_refract_init(nav_refract *r, const nav_allocator *mem)
{
    *r = (nav_refract){.mem = *mem};
}

void nav_refract_fini(nav_refract *r)
{
    nav_mem_free(&r->mem, r->t, r->t_capacity, sizeof *r->t);
    nav_mem_free(&r->mem, r->sum, r->sum_capacity, sizeof *r->sum);
    nav_mem_free(&r->mem, r->from, r->from_capacity, sizeof *r->from);
}

static nav_status reserve(nav_refract *r, size_t count)
{
    nav_status status =
        nav_mem_grow(&r->mem, &r->t, &r->t_capacity, count, sizeof *r->t);
    if (status == NAV_OK) {
        status = nav_mem_grow(&r->mem, &r->sum, &r->sum_capacity,
                              count * SAMPLES, sizeof *r->sum);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(&r->mem, &r->from, &r->from_capacity,
                              count * SAMPLES, sizeof *r->from);
    }
    return status;
}

// The part of its edge where sample k of a portal lies.
static double sample(double middle, double span, int k)
{
    double t = middle + span * (k - MIDDLE) / MIDDLE;
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static void place_samples(const nav_refract_chain *chain, size_t i,
                          double middle, double span, nav_vec2 at[SAMPLES])
{
    for (int k = 0; k < SAMPLES; k++) {
        at[k] = nav_refract_place(chain->mesh, chain->links[i],
                                  sample(middle, span, k));
    }
}

// The least cost of a way over the samples of a portal, whose sums are known,
// and then straight to a place; *from is the sample that it takes.
static double reach(const double *sum, const nav_vec2 before[SAMPLES],
                    double cost, nav_vec2 place, int *from)
{
    double best = HUGE_VAL;
    *from = MIDDLE;
    for (int k = 0; k < SAMPLES; k++) {
        double way = sum[k] + cost * nav_vec2_distance(before[k], place);
        if (way < best) {
            best = way;
            *from = k;
        }
    }
    return best;
}

// Fills in the sums, portal by portal; returns the cost of the best way, and
// the sample that it takes of the last portal.
static double sum_up(nav_refract *r, const nav_refract_chain *chain,
                     double span, int *last)
{
    static const double none[SAMPLES] = {0};
    nav_vec2 at[2][SAMPLES];
    const double *before = none;
    nav_poly_id polygon = chain->polygon;
    for (int k = 0; k < SAMPLES; k++) {
        at[1][k] = chain->start;
    }
    for (size_t i = 0; i < chain->count; i++) {
        double cost = nav_mesh_cost(chain->mesh, chain->cost, polygon);
        double *sum = r->sum + i * SAMPLES;
        place_samples(chain, i, r->t[i], span, at[i % 2]);
        for (int k = 0; k < SAMPLES; k++) {
            int from;
            sum[k] = reach(before, at[1 - i % 2], cost, at[i % 2][k], &from);
            r->from[i * SAMPLES + (size_t)k] = (uint8_t)from;
        }
        before = sum;
        polygon = chain->mesh->edge_polygon[chain->links[i].entered];
    }
    double cost = nav_mesh_cost(chain->mesh, chain->cost, polygon);
    return reach(before, at[(chain->count + 1) % 2], cost, chain->goal, last);
}

// Takes the best way's samples for new middles; tells whether it goes through
// an outermost one somewhere.
static bool recentre(nav_refract *r, size_t count, double span, int last)
{
    bool outermost = false;
    int k = last;
    for (size_t i = count; i-- > 0;) {
        double t = sample(r->t[i], span, k);
        outermost =
            outermost || ((k == 0 || k == SAMPLES - 1) && t > 0 && t < 1);
        r->t[i] = t;
        k = r->from[i * SAMPLES + (size_t)k];
    }
    return outermost;
}

nav_status nav_refract_run(nav_refract *r, const nav_refract_chain *chain)
{
    nav_status status = reserve(r, chain->count);
    if (status != NAV_OK) {
        return status;
    }
    r->count = chain->count;
    r->cost = nav_vec2_distance(chain->start, chain->goal) *
              nav_mesh_cost(chain->mesh, chain->cost, chain->polygon);
    if (chain->count == 0) {
        return NAV_OK;
    }
    for (size_t i = 0; i < chain->count; i++) {
        r->t[i] = 0.5;
    }
    double span = SPAN_FIRST;
    for (int round = 0; round < ROUNDS_MOST && span > SPAN_LAST; round++) {
        int last = MIDDLE;
        r->cost = sum_up(r, chain, span, &last);
        if (span < SPAN_EARLY && r->cost > chain->limit * (1 + PART_EARLY)) {
            return NAV_OK;
        }
        if (!recentre(r, chain->count, span, last)) {
            span /= 2;
        }
    }
    return NAV_OK;
}
