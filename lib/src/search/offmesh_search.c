// offmesh_search.c - the cheapest way by legs on the mesh and links.
//
// A way is a row of legs, each a shortest path on the mesh, joined by links.
// So it is a path in a small graph: its nodes are the start, the goal, and each
// link in each direction in which it may be taken; an edge is the leg from
// where one link is left to where the next one is entered.  A* finds it.
//
// Lazy edges.  To know the cost of an edge is to search the mesh, and there are
// as many edges as pairs of links.  An edge is therefore taken by the straight
// distance, which its leg is no shorter than, and measured only when it is the
// first of all: then it goes back with what it really costs.  An edge that
// would cost too much even if it were straight is never measured, and legs
// between parts of the mesh that do not meet are no edges at all.  Nor are all
// edges in memory at once (offmesh_open.c).  What has been measured between
// links is remembered for later queries, in a table where the newcomer takes
// the place; a leg costs the same whenever it is measured, so that answers do
// not depend on earlier queries.
//
// The leg from start to goal is measured before everything else.  It bounds
// what a way by links may cost at most, and is all there is to do when links
// cannot help.
//
// Lower bound.  A* finds the cheapest way if no node's bound exceeds what the
// rest of the way costs.  The straight distance to the goal does as soon as a
// link costs less than it is long; see offmesh_bound.c.  The bound is
// consistent, so that no node has to be settled twice.
//
// Which islands lead to the goal by links is found first, by a search backwards
// over islands; links that lead to others are left alone.
//
// An end in a corner may lie in polygons of different islands, or of parts of
// one island that only touch there.  A leg may begin and end in any of them, as
// any path may.
//
// Sums of rounded lengths decide between ways that are equally cheap but for
// rounding.  Of equal ones the one found first is kept: that of fewer links as
// a rule.
//
// References: P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the
// Heuristic Determination of Minimum Cost Paths", 1968; Christopher Dellin and
// Siddhartha Srinivasa, "A Unifying Formalism for Shortest Path Problems with
// Expensive Edge Evaluations via Lazy Best-First Search over Paths with Edge
// Selectors", 2016.
#include "search/offmesh_search.h"

#include "base/vec.h"
#include "mesh/overlay.h"
#include "mesh/surface.h"

// Legs that are remembered: as many as there are pairs of ends, at most.
enum { MEMORIES_MOST = 1 << 16 };

// Links that the lower bound looks at one by one: those of a thousand links
// both ways, for which it takes some milliseconds.
enum { HUBS_MOST = 2048 };

// The ends that are no link's, and likewise the nodes.
static uint32_t start_of(const nav_offmesh_search *s)
{
    return s->ends;
}

static uint32_t goal_of(const nav_offmesh_search *s)
{
    return s->ends + 1;
}

nav_chain_end nav_offmesh_search_end(const nav_offmesh_search *s,
                                     uint32_t number)
{
    if (number >= s->ends) {
        return number == start_of(s) ? s->start : s->goal;
    }
    const nav_offmesh_link *link = &s->mesh->link[number / 2];
    size_t first = s->first[number];
    size_t count = s->first[number + 1] - first;
    // There is no list where obstacles lie on the ends of all links.
    return (nav_chain_end){number % 2 == 0 ? link->from : link->to,
                           count > 0 ? s->polygons.item + first : NULL, count};
}

static nav_vec2 place_of(const nav_offmesh_search *s, uint32_t end)
{
    return nav_offmesh_search_end(s, end).point;
}

// Where a node is left: start and goal are ends of themselves.
static uint32_t exit_of(const nav_offmesh_search *s, uint32_t node)
{
    return node < s->ends ? node ^ 1 : node;
}

static double cost_of(const nav_offmesh_search *s, uint32_t node)
{
    return node < s->ends ? s->mesh->link[node / 2].cost : 0;
}

// Whether a link may be taken in the direction of a node.
static bool is_open(const nav_offmesh_search *s, uint32_t node)
{
    return node % 2 == 0 || !s->mesh->link[node / 2].oneway;
}

// ---------------------------------------------------------------------------
// Making
// ---------------------------------------------------------------------------

static nav_status append(const nav_allocator *mem, nav_poly_list *list,
                         uint32_t value)
{
    nav_status status = nav_mem_grow(mem, &list->item, &list->capacity,
                                     list->count + 1, sizeof *list->item);
    if (status == NAV_OK) {
        list->item[list->count++] = value;
    }
    return status;
}

// Lists the polygons of an end, and its islands without repetition.
static nav_status list_end(nav_offmesh_search *s, uint32_t end,
                           const nav_poly_list *holders)
{
    nav_status status = NAV_OK;
    s->pass++;
    for (size_t i = 0; i < holders->count && status == NAV_OK; i++) {
        nav_poly_id p = holders->item[i];
        uint32_t island = s->mesh->island[p];
        status = append(&s->mem, &s->polygons, p);
        if (status == NAV_OK && s->seen[island] != s->pass) {
            s->seen[island] = s->pass;
            status = append(&s->mem, &s->islands, island);
        }
    }
    s->first[end + 1] = s->polygons.count;
    s->first_island[end + 1] = s->islands.count;
    return status;
}

// Takes polygons out of the list unless some are of the floor on which an end
// was put.  While that one is closed another floor, above or below, may be the
// nearest.  Obstacles cut a floor polygon by polygon, and the heights of the
// pieces are rounded: those of what they stand in for are not.
static void keep_floor(const nav_mesh *mesh, nav_point at, nav_poly_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        nav_poly_id p = nav_overlay_origin(mesh, list->item[i]);
        if (nav_surface_height(mesh, p, at.plan) == at.height) {
            return;
        }
    }
    list->count = 0;
}

static nav_status list_ends(nav_offmesh_search *s, const nav_locate *locate,
                            nav_storey *storey)
{
    nav_poly_list holders = {0};
    nav_status status = NAV_OK;
    s->first[0] = 0;
    s->first_island[0] = 0;
    for (uint32_t end = 0; end < s->ends && status == NAV_OK; end++) {
        const nav_offmesh_link *link = &s->mesh->link[end / 2];
        bool from = end % 2 == 0;
        nav_point point = {.plan = from ? link->from : link->to,
                           .floor = NAV_FLOOR_NEAREST,
                           .height =
                               from ? link->from_height : link->to_height};
        bool ambiguous = false;
        status = nav_locate_all(locate, point.plan, &holders);
        if (status == NAV_OK) {
            status = nav_storey_choose(storey, point, &holders, &ambiguous);
        }
        if (status == NAV_OK) {
            keep_floor(s->mesh, point, &holders);
            status = list_end(s, end, &holders);
        }
    }
    nav_locate_free_list(locate, &holders);
    return status;
}

// Turns the lists of islands of each end into those of ends of each island.
static nav_status list_touching(nav_offmesh_search *s)
{
    uint32_t islands = s->mesh->info.islands;
    size_t *first = s->first_touching;
    if (s->islands.count >= NAV_NONE) {
        return NAV_LIMIT; // of ranks; not tested: so many take 32 gigabytes
    }
    s->touching = nav_mem_new(&s->mem, s->islands.count, sizeof *s->touching);
    if (!s->touching) {
        return NAV_NOMEM;
    }
    for (uint32_t i = 0; i <= islands; i++) {
        first[i] = 0;
    }
    for (size_t k = 0; k < s->islands.count; k++) {
        first[s->islands.item[k] + 1]++;
    }
    for (uint32_t i = 0; i < islands; i++) {
        first[i + 1] += first[i];
    }
    // Filled from behind, so that the ends of an island ascend.
    for (uint32_t end = s->ends; end-- > 0;) {
        for (size_t k = s->first_island[end]; k < s->first_island[end + 1];
             k++) {
            uint32_t island = s->islands.item[k];
            s->touching[--first[island + 1]] = end;
        }
    }
    // Each list now begins one entry too late.
    for (uint32_t i = 0; i < islands; i++) {
        first[i] = first[i + 1];
    }
    first[islands] = s->islands.count;
    return NAV_OK;
}

static nav_status make(nav_offmesh_search *s, const nav_locate *locate,
                       nav_storey *storey)
{
    size_t islands = s->all_islands;
    size_t nodes = (size_t)s->ends + 2;
    s->first = nav_mem_new(&s->mem, nodes, sizeof *s->first);
    s->first_island = nav_mem_new(&s->mem, nodes, sizeof *s->first_island);
    s->first_touching =
        nav_mem_new(&s->mem, islands + 1, sizeof *s->first_touching);
    s->queue = nav_mem_new(&s->mem, islands, sizeof *s->queue);
    s->reach = nav_mem_new(&s->mem, islands, sizeof *s->reach);
    s->seen = nav_mem_new(&s->mem, islands, sizeof *s->seen);
    s->node = nav_mem_new(&s->mem, nodes, sizeof *s->node);
    if (!s->first || !s->first_island || !s->first_touching || !s->queue ||
        !s->reach || !s->seen || !s->node) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < islands; i++) {
        s->reach[i] = 0;
        s->seen[i] = 0;
    }
    for (size_t i = 0; i < nodes; i++) {
        s->node[i] = (nav_offmesh_node){.stamp = 0};
    }
    nav_status status = nav_offmesh_open_init(&s->open, nodes, &s->mem);
    if (status == NAV_OK) {
        status = list_ends(s, locate, storey);
    }
    if (status == NAV_OK) {
        status = list_touching(s);
    }
    return status;
}

nav_status nav_offmesh_search_init(nav_offmesh_search *s,
                                   const nav_locate *locate, nav_storey *storey,
                                   double least)
{
    *s = (nav_offmesh_search){.mem = locate->mem,
                              .mesh = locate->mesh,
                              .least = least,
                              .ends = 2 * locate->mesh->info.links,
                              .all_islands = locate->mesh->info.islands};
    nav_status status =
        nav_offmesh_bound_init(&s->bound, s->mesh, least, &s->mem, HUBS_MOST);
    if (status != NAV_OK) {
        return status;
    }
    status = make(s, locate, storey);
    if (status != NAV_OK) {
        nav_offmesh_search_fini(s);
    }
    return status;
}

void nav_offmesh_search_fini(nav_offmesh_search *s)
{
    const nav_allocator *mem = &s->mem;
    size_t islands = s->all_islands;
    size_t nodes = (size_t)s->ends + 2;
    nav_mem_free(mem, s->touching, s->islands.count, sizeof *s->touching);
    nav_mem_free(mem, s->polygons.item, s->polygons.capacity,
                 sizeof *s->polygons.item);
    nav_mem_free(mem, s->islands.item, s->islands.capacity,
                 sizeof *s->islands.item);
    nav_mem_free(mem, s->first, nodes, sizeof *s->first);
    nav_mem_free(mem, s->first_island, nodes, sizeof *s->first_island);
    nav_mem_free(mem, s->first_touching, islands + 1,
                 sizeof *s->first_touching);
    nav_mem_free(mem, s->queue, islands, sizeof *s->queue);
    nav_mem_free(mem, s->reach, islands, sizeof *s->reach);
    nav_mem_free(mem, s->seen, islands, sizeof *s->seen);
    nav_mem_free(mem, s->node, nodes, sizeof *s->node);
    nav_mem_free(mem, s->branch, s->branch_capacity, sizeof *s->branch);
    nav_mem_free(mem, s->memory, s->memories, sizeof *s->memory);
    nav_mem_free(mem, s->taken, s->taken_capacity, sizeof *s->taken);
    nav_offmesh_open_fini(&s->open);
    nav_offmesh_bound_fini(&s->bound);
}

// ---------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------

// Marks an island in `mark` and puts it into the queue unless it is there.
static void visit(nav_offmesh_search *s, uint64_t *mark, uint64_t value,
                  uint32_t island, uint32_t *queued)
{
    if (mark[island] != value) {
        mark[island] = value;
        s->queue[(*queued)++] = island;
    }
}

// Marks all islands to which links lead from those of an end, or against the
// direction of links when `backward`.  A link that touches many is taken once.
static void flood(nav_offmesh_search *s, nav_chain_end from, bool backward,
                  uint64_t *mark, uint64_t value)
{
    uint32_t queued = 0;
    s->floods++;
    for (size_t i = 0; i < from.count; i++) {
        visit(s, mark, value, s->mesh->island[from.polygons[i]], &queued);
    }
    for (uint32_t i = 0; i < queued; i++) {
        uint32_t island = s->queue[i];
        for (size_t k = s->first_touching[island];
             k < s->first_touching[island + 1]; k++) {
            uint32_t end = s->touching[k];
            uint32_t other = end ^ 1;
            if (s->node[end].flood == s->floods ||
                !is_open(s, backward ? other : end)) {
                continue;
            }
            s->node[end].flood = s->floods;
            for (size_t j = s->first_island[other];
                 j < s->first_island[other + 1]; j++) {
                visit(s, mark, value, s->islands.item[j], &queued);
            }
        }
    }
}

bool nav_offmesh_search_begin(nav_offmesh_search *s, nav_chain_end start,
                              nav_chain_end goal)
{
    s->start = start;
    s->goal = goal;
    s->stamp++;
    flood(s, goal, true, s->reach, s->stamp);
    for (size_t i = 0; i < start.count; i++) {
        if (s->reach[s->mesh->island[start.polygons[i]]] == s->stamp) {
            return true;
        }
    }
    return false;
}

void nav_offmesh_search_reach(nav_offmesh_search *s, bool *reached)
{
    s->pass++;
    flood(s, s->start, false, s->seen, s->pass);
    for (uint32_t i = 0; i < s->mesh->info.islands; i++) {
        reached[i] = s->seen[i] == s->pass;
    }
}

// ---------------------------------------------------------------------------
// Legs
// ---------------------------------------------------------------------------

static nav_offmesh_memory *memory_of(nav_offmesh_search *s, uint32_t from,
                                     uint32_t to)
{
    uint64_t key = (uint64_t)from << 32 | to;
    key *= 0x9e3779b97f4a7c15u; // Knuth's multiplicative method
    return &s->memory[(size_t)(key >> 32) & (s->memories - 1)];
}

// Makes the table, or forgets what another kind of search has measured.
static nav_status prepare_memory(nav_offmesh_search *s, nav_search kind)
{
    bool fresh = !s->memory;
    if (fresh) {
        size_t memories = 1;
        while (memories < MEMORIES_MOST && memories / s->ends < s->ends) {
            memories *= 2;
        }
        s->memory = nav_mem_new(&s->mem, memories, sizeof *s->memory);
        if (!s->memory) {
            return NAV_NOMEM;
        }
        s->memories = memories;
    }
    for (size_t i = 0; i < s->memories && (fresh || s->kind != kind); i++) {
        s->memory[i] = (nav_offmesh_memory){0};
    }
    s->kind = kind;
    return NAV_OK;
}

static nav_status measure_leg(nav_offmesh_search *s, uint32_t from, uint32_t to,
                              double *cost)
{
    bool lasting = from < s->ends && to < s->ends && (from > 0 || to > 0);
    nav_offmesh_memory *memory = lasting ? memory_of(s, from, to) : NULL;
    nav_offmesh_leg leg = {0};
    if (memory && memory->from == from && memory->to == to) {
        leg = memory->leg;
    } else {
        nav_status status = s->measure(s->context, from, to, &leg);
        if (status != NAV_OK) {
            return status;
        }
        if (memory) {
            *memory = (nav_offmesh_memory){from, to, leg};
        }
    }
    s->measured++;
    s->expanded += leg.expanded;
    if (from == start_of(s) && to == goal_of(s)) {
        s->on_foot = leg.bound;
    }
    *cost = leg.cost;
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Searching
// ---------------------------------------------------------------------------

static nav_offmesh_node *touch(nav_offmesh_search *s, uint32_t n)
{
    nav_offmesh_node *node = &s->node[n];
    if (node->stamp != s->stamp) {
        *node = (nav_offmesh_node){
            .stamp = s->stamp,
            .g = HUGE_VAL,
            .h = n < s->ends ? nav_offmesh_bound_at(&s->bound, n) : 0,
            .parent = NAV_NONE};
    }
    return node;
}

// Whether a way that costs g to a node may be a part of one cheaper than all
// that are known.
static bool is_hopeful(const nav_offmesh_search *s, const nav_offmesh_node *to,
                       double g)
{
    return !to->settled && g < to->g && g + to->h < s->upper;
}

// What it costs to a node by a leg from another.
static double cost_to(const nav_offmesh_search *s, uint32_t from, uint32_t to,
                      double leg)
{
    return s->node[from].g + leg + cost_of(s, to);
}

// The same if the leg is straight, which is the least.
static double least_cost_to(const nav_offmesh_search *s, uint32_t from,
                            uint32_t to)
{
    double length =
        nav_vec2_distance(place_of(s, exit_of(s, from)), place_of(s, to));
    return cost_to(s, from, to, s->least * length);
}

// Measures a leg, and puts it back unless another way is known to be as cheap.
static nav_status measure_edge(nav_offmesh_search *s, nav_offmesh_edge edge)
{
    uint32_t from = s->branch[edge.branch].node;
    double cost;
    nav_status status = measure_leg(s, exit_of(s, from), edge.to, &cost);
    if (status != NAV_OK) {
        return status;
    }
    nav_offmesh_node *to = touch(s, edge.to);
    double g = cost_to(s, from, edge.to, cost);
    if (!is_hopeful(s, to, g)) {
        return NAV_OK;
    }
    to->g = g;
    to->parent = from;
    s->upper = edge.to == goal_of(s) ? g : s->upper;
    edge.f = g + to->h;
    edge.measured = true;
    return nav_offmesh_open_push(&s->open, edge);
}

// Whether a link leads to where the goal can be reached from.
static bool leads_on(const nav_offmesh_search *s, uint32_t node)
{
    uint32_t end = exit_of(s, node);
    for (size_t j = s->first_island[end]; j < s->first_island[end + 1]; j++) {
        if (s->reach[s->islands.item[j]] == s->stamp) {
            return true;
        }
    }
    return false;
}

double nav_offmesh_search_bound(const nav_offmesh_search *s)
{
    double bound = s->on_foot;
    for (uint32_t n = 0; n < s->ends; n++) {
        if (is_open(s, n) && leads_on(s, n)) {
            double walk =
                s->least * nav_vec2_distance(s->start.point, place_of(s, n));
            double rest = nav_offmesh_bound_at(&s->bound, n);
            bound = fmin(bound, walk + cost_of(s, n) + rest);
        }
    }
    return bound;
}

// Offers a leg to its branch, unless another way is known to be as cheap.
static void offer(nav_offmesh_search *s, nav_offmesh_branch *branch,
                  uint32_t to, uint32_t rank)
{
    const nav_offmesh_node *node = touch(s, to);
    if (node->settled) {
        return;
    }
    double g = least_cost_to(s, branch->node, to);
    if (is_hopeful(s, node, g)) {
        nav_offmesh_branch_offer(branch,
                                 (nav_offmesh_next){g + node->h, to, rank});
    }
}

// Offers the legs of a branch on one island to the links that touch it.
static void offer_island(nav_offmesh_search *s, nav_offmesh_branch *branch,
                         uint32_t island, uint32_t *rank)
{
    for (size_t k = s->first_touching[island];
         k < s->first_touching[island + 1]; k++) {
        uint32_t to = s->touching[k];
        ++*rank;
        if (is_open(s, to) && leads_on(s, to)) {
            offer(s, branch, to, *rank);
        }
    }
}

// Finds the next legs of a branch: to the goal, and to all links that can be
// reached on foot.
static void find_next(nav_offmesh_search *s, nav_offmesh_branch *branch)
{
    nav_chain_end end = nav_offmesh_search_end(s, exit_of(s, branch->node));
    uint32_t rank = 1;
    nav_offmesh_branch_begin(branch);
    if (branch->meets_goal) {
        offer(s, branch, goal_of(s), rank);
    }
    s->pass++;
    for (size_t i = 0; i < end.count; i++) {
        uint32_t island = s->mesh->island[end.polygons[i]];
        if (s->seen[island] != s->pass && s->reach[island] == s->stamp) {
            s->seen[island] = s->pass;
            offer_island(s, branch, island, &rank);
        }
    }
    nav_offmesh_branch_end(branch);
}

// Puts the next leg of a branch into the open list.
static nav_status go_on(nav_offmesh_search *s, uint32_t index)
{
    nav_offmesh_branch *branch = &s->branch[index];
    if (branch->at == branch->count && !branch->is_whole) {
        find_next(s, branch);
    }
    if (branch->at == branch->count) {
        return NAV_OK;
    }
    nav_offmesh_next next = branch->next[branch->at++];
    nav_offmesh_edge edge = {next.f, index, next.rank, next.to, false};
    return nav_offmesh_open_push(&s->open, edge);
}

// Settles a node, which begins the next branch.
static nav_status begin_branch(nav_offmesh_search *s, uint32_t node,
                               bool meets_goal)
{
    s->node[node].settled = true;
    nav_status status = nav_mem_grow(&s->mem, &s->branch, &s->branch_capacity,
                                     s->branches + 1, sizeof *s->branch);
    if (status == NAV_OK) {
        s->branch[s->branches++] = nav_offmesh_branch_of(node, meets_goal);
    }
    return status;
}

// Whether the goal can be reached on foot from where a node is left.
static bool meets_goal(nav_offmesh_search *s, uint32_t node)
{
    nav_chain_end end = nav_offmesh_search_end(s, exit_of(s, node));
    s->pass++;
    for (size_t i = 0; i < s->goal.count; i++) {
        s->seen[s->mesh->island[s->goal.polygons[i]]] = s->pass;
    }
    for (size_t i = 0; i < end.count; i++) {
        if (s->seen[s->mesh->island[end.polygons[i]]] == s->pass) {
            return true;
        }
    }
    return false;
}

// The start: the leg to the goal is measured before links are looked at, and is
// none of its branch.  No node but these two has a bound by then.
static nav_status leave_start(nav_offmesh_search *s)
{
    touch(s, start_of(s))->g = 0;
    nav_status status = begin_branch(s, start_of(s), false);
    if (status == NAV_OK && meets_goal(s, start_of(s))) {
        status = measure_edge(s, (nav_offmesh_edge){.to = goal_of(s)});
    }
    if (status == NAV_OK) {
        status = nav_offmesh_bound_begin(&s->bound, s->start.point,
                                         s->goal.point, s->upper);
    }
    // No link can make the way cheaper than the bound.
    if (status == NAV_OK &&
        s->upper > nav_offmesh_bound_from(&s->bound, s->start.point)) {
        status = go_on(s, 0);
    }
    return status;
}

// Goes on from a node to which the cheapest way is known.
static nav_status leave(nav_offmesh_search *s, uint32_t node)
{
    s->expanded++;
    nav_status status = begin_branch(s, node, meets_goal(s, node));
    return status == NAV_OK ? go_on(s, (uint32_t)s->branches - 1) : status;
}

// Takes a leg of a branch, which goes on to its next one.
static nav_status take(nav_offmesh_search *s, nav_offmesh_edge edge)
{
    double g = least_cost_to(s, s->branch[edge.branch].node, edge.to);
    nav_status status = NAV_OK;
    if (is_hopeful(s, &s->node[edge.to], g)) {
        s->expanded++;
        status = measure_edge(s, edge);
    }
    return status == NAV_OK ? go_on(s, edge.branch) : status;
}

// Writes down the links taken, from the last to the first, and turns them.
static nav_status trace(nav_offmesh_search *s)
{
    s->taken_count = 0;
    for (uint32_t n = s->node[goal_of(s)].parent; n < s->ends;
         n = s->node[n].parent) {
        nav_status status = nav_mem_grow(&s->mem, &s->taken, &s->taken_capacity,
                                         s->taken_count + 1, sizeof *s->taken);
        if (status != NAV_OK) {
            return status;
        }
        s->taken[s->taken_count++] = n;
    }
    for (size_t i = 0; 2 * i + 1 < s->taken_count; i++) {
        uint32_t n = s->taken[i];
        s->taken[i] = s->taken[s->taken_count - 1 - i];
        s->taken[s->taken_count - 1 - i] = n;
    }
    s->cost = s->node[goal_of(s)].g;
    return NAV_OK;
}

nav_status nav_offmesh_search_run(nav_offmesh_search *s, nav_search kind,
                                  nav_offmesh_measure measure, void *context)
{
    s->measure = measure;
    s->context = context;
    s->branches = 0;
    s->upper = HUGE_VAL;
    s->on_foot = HUGE_VAL;
    s->measured = 0;
    s->expanded = 0;
    nav_offmesh_open_clear(&s->open);
    nav_status status = prepare_memory(s, kind);
    touch(s, goal_of(s));
    if (status == NAV_OK) {
        status = leave_start(s);
    }
    while (status == NAV_OK && s->open.count > 0) {
        nav_offmesh_edge edge = nav_offmesh_open_pop(&s->open);
        if (!edge.measured) {
            status = take(s, edge);
        } else if (edge.to != goal_of(s)) {
            status = leave(s, edge.to);
        } else {
            s->expanded++;
            break;
        }
    }
    return status == NAV_OK ? trace(s) : status;
}
