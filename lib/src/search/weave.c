// weave.c - the string through a chain of polygons of different costs.
//
// Links between polygons of one cost follow each other in runs; where the cost
// changes there is a gate, a place on a portal.  In a run the cheapest way is
// the shortest one, which the funnel finds with its corners to the bit.  At a
// gate it is refracted, and where exactly is found by turns: with the waypoints
// before and behind it held, the cost is a convex function of one number, whose
// derivative changes sign where the least is; then the runs are pulled taut
// again.  Every other gate moves at a time, so that no two neighbours do.  What
// does not make the whole cheaper is undone, and ends it.
//
// The gates begin where refract.c has put them, which is near; the sweeps add
// the last digits.
//
// On a mesh with heights each run is laid on its floors as a path of its own
// (trail.c), from gate to gate.
//
// A waypoint at a gate stays unless the way goes straight on there, exactly.
//
// Reference: Joseph Mitchell and Christos Papadimitriou, "The Weighted Region
// Problem", 1991, section 3 (refraction; runs between).
#include "search/weave.h"

#include "geometry/predicates.h"
#include "mesh/surface.h"

enum { SWEEPS_MOST = 40, HALVINGS = 60 };

// Parts of a portal that are next to its end.  They only say where the end is
// worth a try: what it costs decides.
#define NEAR_END 1e-5

// By so much, relatively, two sums of one way may differ: 2^-53 for each of
// some ninety places.  Of two strings through the same gates that are as near
// as this either will do, and the cost told is always that of the one given.
#define COST_ROUNDING 1e-14

void nav_weave_init(nav_weave *w, const nav_allocator *mem)
{
    *w = (nav_weave){.mem = *mem};
    nav_funnel_init(&w->funnel, mem);
    nav_trail_init(&w->trail, mem);
    nav_chain_init(&w->chain, mem);
}

void nav_weave_fini(nav_weave *w)
{
    const nav_allocator *mem = &w->mem;
    nav_funnel_fini(&w->funnel);
    nav_trail_fini(&w->trail);
    nav_chain_fini(&w->chain);
    nav_mem_free(mem, w->gate, w->gate_capacity, sizeof *w->gate);
    nav_mem_free(mem, w->waypoint, w->waypoint_capacity, sizeof *w->waypoint);
    nav_mem_free(mem, w->height, w->height_capacity, sizeof *w->height);
}

// ---------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------

// Links from `first` on, between two places.
typedef struct run {
    size_t first, count;
    nav_vec2 start, goal;
    nav_poly_id start_polygon, goal_polygon;
} run;

// The links of a run; a chain without any has no array of them.
static const nav_crossing *links_of(const nav_refract_chain *c, const run *r)
{
    return r->count > 0 ? c->links + r->first : NULL;
}

// Pulls the string of a run taut.
static nav_status pull(nav_weave *w, const nav_refract_chain *c, const run *r)
{
    nav_chain *chain = &w->chain;
    nav_status status =
        nav_chain_lay_out(chain, c->mesh, links_of(c, r), r->count, r->goal);
    return status == NAV_OK ? nav_funnel_run(&w->funnel, r->start, chain->goal,
                                             chain->straight, chain->count)
                            : status;
}

static nav_status lay(nav_weave *w, const nav_refract_chain *c, const run *r,
                      bool crossings)
{
    const nav_string string = {.mesh = c->mesh,
                               .links = links_of(c, r),
                               .portals = w->chain.straight,
                               .link_count = w->chain.count,
                               .point = w->funnel.waypoint,
                               .source = w->funnel.source,
                               .point_count = w->funnel.waypoint_count,
                               .start = r->start,
                               .goal = r->goal,
                               .start_polygon = r->start_polygon,
                               .goal_polygon = r->goal_polygon,
                               .crossings = crossings};
    return nav_trail_run(&w->trail, &string);
}

static nav_status add_waypoints(nav_weave *w, const nav_vec2 *points,
                                const double *heights, size_t count)
{
    nav_status status =
        nav_mem_grow(&w->mem, &w->waypoint, &w->waypoint_capacity,
                     w->count + count, sizeof *w->waypoint);
    if (status == NAV_OK) {
        status = nav_mem_grow(&w->mem, &w->height, &w->height_capacity,
                              w->count + count, sizeof *w->height);
    }
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        w->waypoint[w->count] = points[i];
        w->height[w->count++] = heights ? heights[i] : 0;
    }
    return status;
}

// The string of a run as straight lines between the places where refract.c
// crosses its links, into w->waypoint behind the others; gives its length.
static nav_status string_of_places(nav_weave *w, const nav_weave_chain *how,
                                   const run *r, double *length)
{
    const nav_mesh *mesh = how->chain.mesh;
    double height = 0;
    if (mesh->height) {
        height = nav_surface_height(mesh, r->start_polygon, r->start);
    }
    nav_vec2 last = r->start;
    nav_status status = add_waypoints(w, &last, &height, 1);
    *length = 0;
    for (size_t i = 0; i <= r->count && status == NAV_OK; i++) {
        nav_vec2 at = r->goal;
        if (i < r->count) {
            nav_crossing link = how->chain.links[r->first + i];
            at = nav_refract_place(mesh, link, how->t[r->first + i]);
            height =
                mesh->height ? nav_surface_edge_height(mesh, link.left, at) : 0;
        } else if (mesh->height) {
            height = nav_surface_height(mesh, r->goal_polygon, at);
        }
        *length += nav_vec2_distance(last, at);
        if (i == r->count || !nav_vec2_equal(at, last)) {
            status = add_waypoints(w, &at, &height, 1);
        }
        last = at;
    }
    return status;
}

static double length_in_space(const nav_weave *w, size_t from)
{
    double sum = 0;
    for (size_t i = from + 1; i < w->count; i++) {
        sum += nav_vec2_slant_distance(w->waypoint[i - 1], w->waypoint[i],
                                       w->height[i] - w->height[i - 1]);
    }
    return sum;
}

// Adds a run to the string: all its waypoints, from its start to its goal.
//
// A gate is a computed place, and may be beside its portal by a rounding; then
// the funnel may see a corner next to it from the wrong side, and go around.
// That shows in the length; the places that refract.c has found serve instead.
static nav_status add_run(nav_weave *w, const nav_weave_chain *how,
                          const run *r, double rate)
{
    const nav_refract_chain *c = &how->chain;
    const nav_funnel *f = &w->funnel;
    double length_of_places = 0;
    size_t from = w->count;
    nav_status status = pull(w, c, r);
    if (status == NAV_OK) {
        status = string_of_places(w, how, r, &length_of_places);
    }
    if (status != NAV_OK) {
        return status;
    }
    double length = nav_vec2_string_length(f->waypoint, f->waypoint_count);
    bool pulled = length <= length_of_places * (1 + COST_ROUNDING);
    length = pulled ? length : length_of_places;
    w->length += length;
    w->cost += rate * length;
    if (!pulled) {
        w->length3d += length_in_space(w, from);
        return NAV_OK;
    }
    w->count = from;
    if (!c->mesh->height) {
        w->length3d += length;
        return add_waypoints(w, f->waypoint, NULL, f->waypoint_count);
    }
    status = lay(w, c, r, how->crossings);
    w->length3d += w->trail.length3d;
    return status == NAV_OK ? add_waypoints(w, w->trail.waypoint,
                                            w->trail.height, w->trail.count)
                            : status;
}

// The string through the gates as they are: at each gate one waypoint at the
// end of the run before, and the same place at the beginning of the next.
static nav_status weave(nav_weave *w, const nav_weave_chain *how)
{
    const nav_refract_chain *c = &how->chain;
    const nav_mesh *mesh = c->mesh;
    run r = {.start = c->start, .start_polygon = c->polygon};
    double rate = nav_mesh_cost(mesh, c->cost, c->polygon);
    nav_status status = NAV_OK;
    w->count = 0;
    w->length = w->length3d = w->cost = 0;
    for (size_t i = 0; i <= w->gates && status == NAV_OK; i++) {
        nav_gate *gate = i < w->gates ? &w->gate[i] : NULL;
        size_t end = gate ? gate->link : c->count;
        r.count = end - r.first;
        r.goal =
            gate ? nav_refract_place(mesh, c->links[end], gate->t) : c->goal;
        r.goal_polygon = end > 0 && r.count > 0
                             ? mesh->edge_polygon[c->links[end - 1].entered]
                             : r.start_polygon;
        status = add_run(w, how, &r, rate);
        if (gate) {
            gate->waypoint = w->count - 1;
            r.start = r.goal;
            r.start_polygon = mesh->edge_polygon[c->links[end].entered];
            r.first = end + 1;
            rate = gate->rate[1];
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Gates
// ---------------------------------------------------------------------------

static nav_status find_gates(nav_weave *w, const nav_weave_chain *how)
{
    const nav_refract_chain *c = &how->chain;
    double rate = nav_mesh_cost(c->mesh, c->cost, c->polygon);
    w->gates = 0;
    for (size_t i = 0; i < c->count; i++) {
        nav_poly_id to = c->mesh->edge_polygon[c->links[i].entered];
        double next = nav_mesh_cost(c->mesh, c->cost, to);
        if (next != rate) {
            nav_status status =
                nav_mem_grow(&w->mem, &w->gate, &w->gate_capacity, w->gates + 1,
                             sizeof *w->gate);
            if (status != NAV_OK) {
                return status;
            }
            w->gate[w->gates++] = (nav_gate){.link = i,
                                             .t = how->t[i],
                                             .kept = how->t[i],
                                             .rate = {rate, next}};
        }
        rate = next;
    }
    return NAV_OK;
}

// How fast the distance of x from p grows in direction d.
static double growth(nav_vec2 x, nav_vec2 p, nav_vec2 d)
{
    nav_vec2 px = nav_vec2_sub(x, p);
    double length = nav_vec2_distance(p, x);
    return length > 0 ? nav_vec2_dot(px, d) / length : 0;
}

// Where the way from p to q over the portal of a gate costs least.
static double refract(const nav_weave *w, const nav_refract_chain *c,
                      const nav_gate *gate)
{
    nav_vec2 p = w->waypoint[gate->waypoint - 1];
    nav_vec2 q = w->waypoint[gate->waypoint + 2];
    nav_crossing link = c->links[gate->link];
    nav_vec2 d = nav_vec2_sub(nav_mesh_edge_end(c->mesh, link.left),
                              nav_mesh_edge_start(c->mesh, link.left));
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS + 2; i++) {
        // The ends first, exactly.
        double t = i == 0 ? 0 : i == 1 ? 1 : (low + high) / 2;
        nav_vec2 x = nav_refract_place(c->mesh, link, t);
        double slope =
            gate->rate[0] * growth(x, p, d) + gate->rate[1] * growth(x, q, d);
        if ((i == 0 && slope >= 0) || (i == 1 && slope <= 0)) {
            return t;
        }
        if (slope > 0) {
            high = t;
        } else {
            low = t;
        }
    }
    return (low + high) / 2;
}

// Whether a gate has waypoints on both sides; a start on its portal has none.
static bool can_move(const nav_weave *w, const nav_gate *gate)
{
    return gate->waypoint > 0 && gate->waypoint + 2 < w->count;
}

// Moves every other gate; tells whether one moved and the string became no
// dearer than rounding can tell, and undoes it otherwise.
static nav_status sweep(nav_weave *w, const nav_weave_chain *how, size_t parity,
                        bool *moved)
{
    double before = w->cost;
    bool any = false;
    for (size_t i = parity; i < w->gates; i += 2) {
        nav_gate *gate = &w->gate[i];
        if (can_move(w, gate)) {
            gate->t = refract(w, &how->chain, gate);
            any = any || gate->t != gate->kept;
        }
    }
    if (!any) {
        return NAV_OK;
    }
    nav_status status = weave(w, how);
    bool is_good = w->cost <= before * (1 + COST_ROUNDING);
    *moved = *moved || is_good;
    for (size_t i = 0; i < w->gates; i++) {
        nav_gate *gate = &w->gate[i];
        if (is_good) {
            gate->kept = gate->t;
        } else {
            gate->t = gate->kept;
        }
    }
    return status == NAV_OK && !is_good ? weave(w, how) : status;
}

// ---------------------------------------------------------------------------
// The string
// ---------------------------------------------------------------------------

// Whether the way goes straight on from a over b to c, three different places.
static bool goes_on(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    return nav_orient(a, b, c) == NAV_ON &&
           nav_vec2_before(a, b) == nav_vec2_before(b, c);
}

// Takes out what is no waypoint, and adds the rises of steps at gates.
static void clean(nav_weave *w, const nav_weave_chain *how)
{
    size_t kept = 1, gate = 0;
    bool at_gate = false; // the last one that was kept
    for (size_t i = 1; i < w->count; i++) {
        while (gate < w->gates && w->gate[gate].waypoint + 1 < i) {
            gate++;
        }
        bool behind = gate < w->gates && w->gate[gate].waypoint + 1 == i;
        bool before = gate < w->gates && w->gate[gate].waypoint == i;
        double rise = w->height[i] - w->height[kept - 1];
        bool same = nav_vec2_equal(w->waypoint[i], w->waypoint[kept - 1]);
        if (behind) {
            w->length3d += fabs(rise);
        }
        if (same && (!how->crossings || rise == 0)) {
            at_gate = at_gate || before || behind;
            continue;
        }
        if (at_gate && !same && !how->crossings && kept > 1 &&
            goes_on(w->waypoint[kept - 2], w->waypoint[kept - 1],
                    w->waypoint[i])) {
            kept--;
        }
        w->waypoint[kept] = w->waypoint[i];
        w->height[kept++] = w->height[i];
        at_gate = before || behind;
    }
    w->count = kept;
}

// Where gates are next to an end of their portals they are tried at it, where
// corners have their own bits: that is better as a rule where it is no dearer.
// (Dearer it has been in no test.)
static nav_status try_ends(nav_weave *w, const nav_weave_chain *how)
{
    double before = w->cost;
    bool any = false;
    for (size_t i = 0; i < w->gates; i++) {
        nav_gate *gate = &w->gate[i];
        double t = gate->t < NEAR_END       ? 0
                   : gate->t > 1 - NEAR_END ? 1
                                            : gate->t;
        any = any || t != gate->t;
        gate->t = t;
    }
    nav_status status = any ? weave(w, how) : NAV_OK;
    bool is_good = w->cost <= before * (1 + COST_ROUNDING);
    for (size_t i = 0; i < w->gates; i++) {
        nav_gate *gate = &w->gate[i];
        gate->kept = is_good ? gate->t : gate->kept;
        gate->t = gate->kept;
    }
    return any && !is_good && status == NAV_OK ? weave(w, how) : status;
}

nav_status nav_weave_run(nav_weave *w, const nav_weave_chain *how)
{
    nav_weave_chain plain = *how;
    plain.crossings = false;
    nav_status status = find_gates(w, how);
    if (status == NAV_OK) {
        status = weave(w, &plain);
    }
    if (status == NAV_OK) {
        status = try_ends(w, &plain);
    }
    bool moved = w->gates > 0;
    for (int i = 0; i < SWEEPS_MOST && moved && status == NAV_OK; i++) {
        moved = false;
        status = sweep(w, &plain, 0, &moved);
        if (status == NAV_OK) {
            status = sweep(w, &plain, 1, &moved);
        }
    }
    if (status == NAV_OK && how->crossings) {
        status = weave(w, how);
    }
    if (status == NAV_OK) {
        clean(w, how);
    }
    return status;
}
