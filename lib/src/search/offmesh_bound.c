// offmesh_bound.c - lower bounds of what it costs to the goal over links.
//
// Where no link costs less than it is long, the straight distance to the goal
// is a bound.  Links that do are hubs here.  A bound that knows them is the
// least cost in a world without walls:
//
//   h(p) = min(|p, goal|, min over hubs c of |p, entry of c| + cost of c +
//              h(exit of c))
//
// found by Dijkstra's method backwards from the goal.  Most hubs lead away from
// the goal, or save less than others near them.  A hub whose entry is as near
// to the goal by another way, cost(c) + h(exit of c) >= h(entry of c), helps
// nobody, by the triangle inequality; it is never looked at from others.  The
// rest is useful, and in the order in which they are found their values ascend,
// so that looking through them for a point ends early.
//
// Where areas have costs, all distances are taken times the least of them, and
// lengths of links likewise.
//
// Only ways that cost less than a limit matter: the direct one is known by
// then. What cannot lie on such a way is left out: with r the least ratio of
// cost to length of all links, and that of walking at most, r |start, entry| is
// a bound of what it costs to get there.
//
// Were there a great many hubs the bound would take longer than it saves.  Of
// more than are asked for those of the least ratio are kept, and all distances
// are taken times the least ratio of the others.
//
// Distances are taken without care for underflow, which makes them smaller, and
// a smaller bound is one too.
//
// Reference: Edsger Dijkstra, "A Note on Two Problems in Connexion with
// Graphs", 1959.
#include "search/offmesh_bound.h"

#include "base/order.h"
#include "base/sort.h"
#include "base/vec.h"

static double apart(nav_vec2 a, nav_vec2 b)
{
    return sqrt(nav_vec2_distance2(a, b));
}

// The link of a node in the direction of the node.
static nav_offmesh_hub hub_of(const nav_offmesh_bound *b, uint32_t node)
{
    const nav_offmesh_link *link = &b->mesh->link[node / 2];
    bool forward = node % 2 == 0;
    return (nav_offmesh_hub){.entry = forward ? link->from : link->to,
                             .exit = forward ? link->to : link->from,
                             .cost = link->cost};
}

// Cost of a node for each unit of what it bridges; that of walking where it is
// more, or where the link leads the other way only.
static double ratio_of(const nav_offmesh_bound *b, uint32_t node)
{
    nav_offmesh_hub hub = hub_of(b, node);
    double length = nav_vec2_distance(hub.entry, hub.exit);
    bool closed = node % 2 == 1 && b->mesh->link[node / 2].oneway;
    return !closed && hub.cost < b->walk * length ? hub.cost / length : b->walk;
}

// Chooses the nodes of the least ratio; of equals those of least number.
static nav_status choose_hubs(nav_offmesh_bound *b, nav_sort_entry *order,
                              uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < b->nodes; n++) {
        double ratio = ratio_of(b, n);
        b->hub_of[n] = NAV_NONE;
        if (ratio < b->walk) {
            order[count++] = (nav_sort_entry){nav_order_key(ratio), n};
        }
    }
    nav_sort(order, order + b->nodes, count);
    b->hubs = count < most ? count : most;
    b->least_ratio = count > 0 ? ratio_of(b, order[0].item) : b->walk;
    b->scale = count > most ? ratio_of(b, order[most].item) : b->walk;
    b->hub = nav_mem_new(&b->mem, b->hubs, sizeof *b->hub);
    b->useful = nav_mem_new(&b->mem, b->hubs, sizeof *b->useful);
    b->active = nav_mem_new(&b->mem, b->hubs, sizeof *b->active);
    if (!b->hub || !b->useful || !b->active) {
        return NAV_NOMEM;
    }
    for (uint32_t i = 0; i < b->hubs; i++) {
        b->hub[i] = hub_of(b, order[i].item);
        b->hub_of[order[i].item] = i;
    }
    return nav_heap_reserve(&b->open, b->hubs);
}

nav_status nav_offmesh_bound_init(nav_offmesh_bound *b, const nav_mesh *mesh,
                                  double walk, const nav_allocator *mem,
                                  uint32_t most)
{
    *b = (nav_offmesh_bound){
        .mem = *mem, .mesh = mesh, .nodes = 2 * mesh->info.links, .walk = walk};
    nav_heap_init(&b->open, mem);
    size_t room = 2 * (size_t)b->nodes;
    nav_sort_entry *order = nav_mem_new(mem, room, sizeof *order);
    b->hub_of = nav_mem_new(mem, b->nodes, sizeof *b->hub_of);
    nav_status status =
        order && b->hub_of ? choose_hubs(b, order, most) : NAV_NOMEM;
    nav_mem_free(mem, order, room, sizeof *order);
    if (status != NAV_OK) {
        nav_offmesh_bound_fini(b);
    }
    return status;
}

void nav_offmesh_bound_fini(nav_offmesh_bound *b)
{
    nav_mem_free(&b->mem, b->hub, b->hubs, sizeof *b->hub);
    nav_mem_free(&b->mem, b->hub_of, b->nodes, sizeof *b->hub_of);
    nav_mem_free(&b->mem, b->useful, b->hubs, sizeof *b->useful);
    nav_mem_free(&b->mem, b->active, b->hubs, sizeof *b->active);
    nav_heap_fini(&b->open);
}

// What it costs from the entry of a hub to the goal, taking it.
static double value_of(const nav_offmesh_hub *hub)
{
    return hub->cost + hub->at_exit;
}

// Puts a hub into the heap, with a lower value than before, if it may help.
static nav_status offer(nav_offmesh_bound *b, uint32_t i)
{
    const nav_offmesh_hub *hub = &b->hub[i];
    double value = value_of(hub);
    bool helps = value < hub->at_entry && hub->from_start + value < b->limit;
    return helps ? nav_heap_push(&b->open, i, value) : NAV_OK;
}

// Lowers a bound at a point to `value` and the distance of the point from `at`,
// if that is less.  Squares tell nearly always that it is not.
static bool lower(double *bound, double scale, nav_vec2 point, nav_vec2 at,
                  double value)
{
    double room = *bound - value;
    double x = scale * (point.x - at.x), y = scale * (point.y - at.y);
    double square = x * x + y * y;
    if (!(room > 0) || square >= room * room) {
        return false;
    }
    double by = value + sqrt(square);
    bool lowers = by < *bound;
    *bound = lowers ? by : *bound;
    return lowers;
}

// Looks at a useful hub from all whose bounds it may lower.
static nav_status look_at(nav_offmesh_bound *b, uint32_t i)
{
    nav_vec2 at = b->hub[i].entry;
    double value = value_of(&b->hub[i]);
    uint32_t kept = 0;
    nav_status status = NAV_OK;
    for (uint32_t a = 0; a < b->active_count && status == NAV_OK; a++) {
        uint32_t k = b->active[a];
        nav_offmesh_hub *hub = &b->hub[k];
        if (hub->at_entry <= value && hub->at_exit <= value) {
            continue; // values ascend: nothing can lower them any more
        }
        b->active[kept++] = k;
        (void)lower(&hub->at_entry, b->scale, hub->entry, at, value);
        if (lower(&hub->at_exit, b->scale, hub->exit, at, value)) {
            status = offer(b, k);
        }
    }
    b->active_count = kept;
    return status;
}

nav_status nav_offmesh_bound_begin(nav_offmesh_bound *b, nav_vec2 start,
                                   nav_vec2 goal, double limit)
{
    nav_status status = NAV_OK;
    b->goal = goal;
    b->limit = limit;
    b->useful_count = 0;
    b->active_count = b->hubs;
    nav_heap_clear(&b->open);
    for (uint32_t i = 0; i < b->hubs && status == NAV_OK; i++) {
        nav_offmesh_hub *hub = &b->hub[i];
        hub->from_start = b->least_ratio * apart(start, hub->entry);
        hub->at_entry = b->scale * apart(hub->entry, goal);
        hub->at_exit = b->scale * apart(hub->exit, goal);
        b->active[i] = i;
        status = offer(b, i);
    }
    while (status == NAV_OK && b->open.count > 0) {
        nav_heap_item least = nav_heap_pop(&b->open);
        if (least.key < b->hub[least.id].at_entry) {
            b->useful[b->useful_count++] = least.id;
            status = look_at(b, least.id);
        }
    }
    return status;
}

double nav_offmesh_bound_from(const nav_offmesh_bound *b, nav_vec2 point)
{
    double h = b->scale * apart(point, b->goal);
    for (uint32_t i = 0; i < b->useful_count; i++) {
        const nav_offmesh_hub *hub = &b->hub[b->useful[i]];
        double value = value_of(hub);
        if (value >= h) {
            break;
        }
        (void)lower(&h, b->scale, point, hub->entry, value);
    }
    return h;
}

double nav_offmesh_bound_at(const nav_offmesh_bound *b, uint32_t node)
{
    if (b->hub_of[node] != NAV_NONE) {
        return b->hub[b->hub_of[node]].at_exit;
    }
    return nav_offmesh_bound_from(b, hub_of(b, node).exit);
}
