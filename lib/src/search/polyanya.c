// polyanya.c - exact any-angle search.
//
// A node of the search is a cone of view (cones.c): from a root, which is the
// start or a corner where the way turns, through an edge into a polygon.  f is
// the length of the way to the root, and on through the edge to the goal, the
// goal being mirrored in the edge if it lies on the root's side.  It never
// overestimates, so the first cone taken from the heap that enters a polygon
// with the goal has found a shortest path.  The edges that it crossed are the
// answer; the funnel then finds the way through them.
//
// What keeps it fast:
// - A root reached before at less cost ends the branch, when a cone is made and
//   again when it is taken from the heap.
// - Bridges (bridges.h): nothing behind a door is looked at unless the goal is;
//   other doors are walls, and most corners of most polygons do not matter
//   (cone_doors.c).
// - Landmarks (landmarks.h), where the mesh has them: a lower bound for all
//   ways by a root, and for those through an edge, far better than the straight
//   one where ways wind.  The second one halves the search: it tells apart the
//   cones of one root.
// - A single cone that follows is expanded in place, and so is the best of
//   several when nothing on the heap is better.
// - What is asked of an edge or a vertex stands in one record; nothing is
//   allocated once the arrays have grown.
//
// Termination: the g of a root is a sum of distances, pruning admits each root
// only with its least g, and on a plain mesh a cone enters a polygon at most
// once from one root, for a straight line does.  Where floors fold back in plan
// a cone may go to and fro between two of them, ever farther, until it is
// shorter to go along an edge than back through it (cone_folds.c); besides, the
// goal is on the same island, and so at a finite f.
//
// Reference: Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free
// Pathfinding on a Navigation Mesh", IJCAI 2017.
#include "search/polyanya.h"

#include "geometry/predicates.h"
#include "search/cone_sight.h"

typedef nav_polyanya search;

// ---------------------------------------------------------------------------
// Lower bounds
// ---------------------------------------------------------------------------

// Least length of a way from the root through what the cone sees of the edge,
// to the goal.  On which side of the edge that lies makes no difference.
static double straight(const nav_cone_sight *s, nav_vec2 goal)
{
    double root_away = fabs(s->root.y);
    double goal_away = fabs(goal.y);
    // The last term is against 0/0, and lost in anything else.
    double part = root_away / (root_away + goal_away + 0x1p-1000);
    double at =
        nav_between(s->from, s->root.x + part * (goal.x - s->root.x), s->to);
    return nav_hypotenuse(at - s->root.x, root_away) +
           nav_hypotenuse(at - goal.x, goal_away);
}

// Likewise by landmarks: a place of the edge is as far from the goal as either
// end, less the way to that end.  The least of the greater of these and the way
// from the root is where the two are equal, for beside that one of them grows
// as fast as a way from the root can shorten.
static double winding(search *p, const nav_cone_edge *edge,
                      const nav_cone_sight *s)
{
    nav_cones *c = &p->cones;
    double left = nav_cones_meet(c, edge->corner)->to_goal;
    double right = nav_cones_meet(c, c->edge[edge->next].corner)->to_goal;
    double at = nav_between(s->from, 0.5 * (edge->size + left - right), s->to);
    double by_left = left - at;
    double by_right = right - (edge->size - at);
    return nav_hypotenuse(at - s->root.x, s->root.y) +
           (by_left > by_right ? by_left : by_right);
}

// Least length of a way by the cone.
static double estimate(search *p, const nav_cone *n)
{
    double rest;
    if (nav_cone_is_at_end(n)) {
        rest = nav_hypotenuse(p->cones.goal.x - n->root.x,
                              p->cones.goal.y - n->root.y);
    } else {
        const nav_cone_edge *edge = &p->cones.edge[n->edge];
        nav_cone_sight s = nav_cone_see(n, edge);
        rest = straight(&s, nav_cone_from_edge(edge, p->cones.goal));
        if (p->mesh->landmark) {
            double other = winding(p, edge, &s);
            rest = other > rest ? other : rest;
        }
    }
    double f = n->g + rest;
    return f > n->least ? f : n->least;
}

// ---------------------------------------------------------------------------
// The search
// ---------------------------------------------------------------------------

// Whether a polygon is on an island with the goal: where a start or a goal is
// on several that touch, not all may be.
static bool leads_to_goal(const search *p, nav_poly_id from)
{
    const uint32_t *island = p->mesh->island;
    for (size_t i = 0; i < p->cones.goal_count; i++) {
        if (island[from] == island[p->cones.goals[i]]) {
            return true;
        }
    }
    return false;
}

static bool enters_goal(const search *p, uint32_t edge)
{
    for (size_t i = 0; i < p->cones.goal_count; i++) {
        const uint32_t *first = &p->mesh->first[p->cones.goals[i]];
        if (edge >= first[0] && edge < first[1]) {
            return true;
        }
    }
    return false;
}

// Cones from the start through the polygons that hold it.
static nav_status begin(search *p, nav_chain_end start)
{
    const nav_cone_source source = {start.point, 0, NAV_NONE};
    const nav_cone_polygons from = {start.polygons, start.count};
    const nav_cone_polygons to = {p->cones.goals, p->cones.goal_count};
    nav_status status = NAV_OK;
    nav_cones_open_ways(&p->cones, from, to);
    for (size_t i = 0; i < start.count && status == NAV_OK; i++) {
        if (leads_to_goal(p, start.polygons[i])) {
            status = nav_cones_begin(&p->cones, &source, start.polygons[i]);
        }
    }
    return status;
}

// Puts the cones made since `first` on the heap, but for the best one if it is
// not behind the heap's best, which *best becomes; NAV_NONE when there is none
// such.
static nav_status sort_in(search *p, uint32_t first, uint32_t *best)
{
    nav_cone *cone = p->cones.cone;
    // All of them first: they have nothing to do with each other, nor with what
    // the comparisons will say, and so are computed at the same time.
    for (uint32_t i = first; i < p->cones.count; i++) {
        cone[i].least = estimate(p, &cone[i]);
    }
    nav_cone_entry chosen = {HUGE_VAL, NAV_NONE};
    nav_status status = NAV_OK;
    for (uint32_t i = first; i < p->cones.count && status == NAV_OK; i++) {
        nav_cone_entry entry = {cone[i].least, i};
        if (chosen.cone == NAV_NONE) {
            chosen = entry;
        } else if (nav_cone_comes_before(entry, chosen)) {
            status = nav_cone_heap_push(&p->heap, &p->mem, chosen);
            chosen = entry;
        } else {
            status = nav_cone_heap_push(&p->heap, &p->mem, entry);
        }
    }
    *best = chosen.cone;
    if (chosen.cone != NAV_NONE && p->heap.count > 0 &&
        nav_cone_comes_before(p->heap.item[0], chosen) && status == NAV_OK) {
        *best = nav_cone_heap_pop(&p->heap).cone;
        status = nav_cone_heap_push(&p->heap, &p->mem, chosen);
    }
    return status;
}

// Finds the corner where the way turns on its last stretch, in the polygon of
// the goal; NAV_NONE when it does not.  False when that cannot be told: a goal
// beside a ray that does not end at a corner is in another cone, and rounding
// made this one come first.
static bool find_last_turn(const search *p, const nav_cone *n, uint32_t *turn)
{
    const nav_cone_edge *edge = p->cones.edge;
    nav_vec2 goal = p->cones.goal;
    *turn = NAV_NONE;
    if (nav_cone_is_at_end(n)) {
        return true;
    }
    if (nav_cone_side_of_right(n, goal) == NAV_RIGHT) {
        *turn = edge[edge[n->edge].next].corner;
        return (n->flags & NAV_CONE_RIGHT_AT_END) != 0;
    }
    if (nav_cone_side_of_left(n, goal) == NAV_LEFT) {
        *turn = edge[n->edge].corner;
        return (n->flags & NAV_CONE_LEFT_AT_END) != 0;
    }
    return true;
}

static nav_vec2 corner_point(const search *p, uint32_t corner)
{
    return p->mesh->vertex[p->cones.corner[corner].vertex];
}

// Adds a waypoint to those that are listed from the goal backwards, unless it
// is the last one; takes the last one off if the way goes straight on there.
static void add_waypoint(search *p, nav_vec2 point)
{
    nav_vec2 *last = &p->waypoint[p->waypoint_count];
    if (p->waypoint_count > 0 && nav_vec2_equal(last[-1], point)) {
        return;
    }
    if (p->waypoint_count > 1 &&
        nav_orient(last[-2], last[-1], point) == NAV_ON) {
        last--;
        p->waypoint_count--;
    }
    *last = point;
    p->waypoint_count++;
}

// Likewise a corner where the way turns, before link number `link`.
static void add_turn(search *p, uint32_t corner, size_t link)
{
    p->turn[p->turn_count++] =
        (nav_polyanya_turn){(uint32_t)link, p->cones.corner[corner].vertex};
    add_waypoint(p, corner_point(p, corner));
}

static nav_status reserve_answer(search *p, size_t count)
{
    nav_status status = nav_mem_grow(&p->mem, &p->chain, &p->chain_capacity,
                                     count, sizeof *p->chain);
    if (status == NAV_OK) {
        status = nav_mem_grow(&p->mem, &p->waypoint, &p->waypoint_capacity,
                              2 * count + 3, sizeof *p->waypoint);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(&p->mem, &p->turn, &p->turn_capacity,
                              2 * count + 1, sizeof *p->turn);
    }
    return status;
}

static void reverse_answer(search *p)
{
    for (size_t a = 0, b = p->waypoint_count - 1; a < b; a++, b--) {
        nav_vec2 swap = p->waypoint[a];
        p->waypoint[a] = p->waypoint[b];
        p->waypoint[b] = swap;
    }
    for (size_t a = 0, b = p->turn_count; a + 1 < b; a++, b--) {
        nav_polyanya_turn swap = p->turn[a];
        p->turn[a] = p->turn[b - 1];
        p->turn[b - 1] = swap;
    }
}

// Lists the edges crossed on the way to a cone, and the waypoints.
static nav_status trace(search *p, uint32_t index, nav_vec2 start)
{
    const nav_cone *cone = p->cones.cone;
    size_t count = 0;
    for (uint32_t i = index; i != NAV_NONE; i = cone[i].parent) {
        count++;
    }
    nav_status status = reserve_answer(p, count);
    if (status != NAV_OK) {
        return status;
    }
    p->chain_count = count;
    p->waypoint_count = 0;
    p->turn_count = 0;
    add_waypoint(p, p->cones.goal);
    uint32_t turn = NAV_NONE;
    bool known_turn = find_last_turn(p, &cone[index], &turn);
    if (turn != NAV_NONE) {
        add_turn(p, turn, count);
    }
    for (uint32_t i = index; i != NAV_NONE; i = cone[i].parent) {
        p->chain[--count] = (nav_crossing){cone[i].crossed, cone[i].edge};
        uint32_t parent = cone[i].parent;
        uint32_t known = parent == NAV_NONE ? NAV_NONE : cone[parent].corner;
        if (cone[i].corner == known) {
            continue;
        }
        add_turn(p, cone[i].corner, count);
        if (cone[i].before != known && cone[i].before != NAV_NONE) {
            add_turn(p, cone[i].before, count);
        }
    }
    add_waypoint(p, start);
    reverse_answer(p);
    if (!known_turn) {
        p->waypoint_count = 0;
        p->turn_count = 0;
    }
    return NAV_OK;
}

static void reset(search *p)
{
    nav_cones_reset(&p->cones);
    p->heap.count = 0;
    p->chain_count = 0;
    p->waypoint_count = 0;
    p->expanded = 0;
}

static nav_status expand(search *p, uint32_t index, uint32_t *next)
{
    uint32_t first = (uint32_t)p->cones.count;
    p->expanded++;
    nav_status status = nav_cones_expand(&p->cones, index);
    return status == NAV_OK ? sort_in(p, first, next) : status;
}

// The next cone to expand after `next`, which sort_in gave; NAV_NONE at the
// end.
static uint32_t take(search *p, uint32_t next)
{
    if (next == NAV_NONE && p->heap.count > 0) {
        next = nav_cone_heap_pop(&p->heap).cone;
    }
    while (next != NAV_NONE &&
           nav_cone_is_outdone(&p->cones, &p->cones.cone[next])) {
        next = p->heap.count > 0 ? nav_cone_heap_pop(&p->heap).cone : NAV_NONE;
    }
    return next;
}

nav_status nav_polyanya_run(nav_polyanya *p, nav_chain_end start,
                            nav_chain_end goal, bool *found)
{
    reset(p);
    p->cones.goal = goal.point;
    p->cones.goals = goal.polygons;
    p->cones.goal_count = goal.count;
    *found = false;
    nav_status status = begin(p, start);
    uint32_t next = NAV_NONE;
    if (status == NAV_OK) {
        status = sort_in(p, 0, &next);
    }
    while (status == NAV_OK) {
        next = take(p, next);
        if (next == NAV_NONE) {
            break;
        }
        if (enters_goal(p, p->cones.cone[next].edge)) {
            *found = true;
            p->length = p->cones.cone[next].least;
            return trace(p, next, start.point);
        }
        status = expand(p, next, &next);
    }
    return status;
}

nav_status nav_polyanya_init(nav_polyanya *p, const nav_mesh *mesh,
                             const nav_allocator *mem)
{
    *p = (nav_polyanya){.mem = *mem, .mesh = mesh};
    return nav_cones_init(&p->cones, mesh, mem);
}

void nav_polyanya_fini(nav_polyanya *p)
{
    nav_cones_fini(&p->cones);
    nav_cone_heap_fini(&p->heap, &p->mem);
    nav_mem_free(&p->mem, p->chain, p->chain_capacity, sizeof *p->chain);
    nav_mem_free(&p->mem, p->waypoint, p->waypoint_capacity,
                 sizeof *p->waypoint);
    nav_mem_free(&p->mem, p->turn, p->turn_capacity, sizeof *p->turn);
    *p = (nav_polyanya){.mem = p->mem};
}
