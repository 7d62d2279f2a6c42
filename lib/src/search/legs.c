// legs.c - a path on foot from one place of a mesh to another: search + funnel.
//
// A path is found in four steps, each of which may end it:
//
//   1. compare islands: without a shared one there is no path, and no search;
//   2. a polygon that holds both ends gives the straight segment;
//   3. the exact search, or A*, gives a chain of portals (where areas have
//      different costs: weighted.c);
//   4. the funnel pulls the string through them taut; on a mesh with heights
//      it is laid on the floors.
//
// An end on an edge or a corner is in several polygons, even on several islands
// where these touch; all of them count, so that the answer does not depend on
// which one a search happens to see first.
//
// What can be proved of the result: the exact search finds a shortest path of
// the whole mesh.  Of A*, a path that never turns is one, for nothing is
// shorter than the straight segment; others are shortest in their chain of
// portals, which is all that is claimed.
//
// Left and right are those of the plan with x to the right and y up until the
// portals are given out.  The plan (x, z) of a model whose y points up is seen
// from below in that way; for the walker, who stands on it, left is right.
//
// References: see navmesh.h at nav_query_path.
#include "search/legs.h"

#include "base/error.h"

nav_status nav_legs_init(nav_legs *legs, const nav_mesh *mesh,
                         const nav_allocator *mem)
{
    *legs = (nav_legs){.mem = *mem, .mesh = mesh};
    nav_funnel_init(&legs->funnel, mem);
    nav_funnel_init(&legs->turns, mem);
    nav_trail_init(&legs->trail, mem);
    nav_chain_init(&legs->chain, mem);
    nav_weave_init(&legs->weave, mem);
    legs->costs = (nav_weighted_costs){.least = 1, .most = 1};
    legs->costs_known = true;
    return nav_astar_init(&legs->astar, mesh, mem);
}

void nav_legs_fini(nav_legs *legs)
{
    const nav_allocator *mem = &legs->mem;
    nav_astar_fini(&legs->astar);
    if (legs->has_polyanya) {
        nav_polyanya_fini(&legs->polyanya);
    }
    nav_funnel_fini(&legs->funnel);
    nav_funnel_fini(&legs->turns);
    nav_trail_fini(&legs->trail);
    nav_chain_fini(&legs->chain);
    nav_mem_free(mem, legs->level, legs->level_capacity, sizeof *legs->level);
    nav_mem_free(mem, legs->rate, legs->mesh->info.areas, sizeof *legs->rate);
    if (legs->has_weighted) {
        nav_weighted_fini(&legs->weighted);
    }
    nav_weave_fini(&legs->weave);
}

nav_status nav_legs_catch_up(nav_legs *legs)
{
    nav_status status = nav_astar_fit(&legs->astar);
    if (status == NAV_OK && legs->has_polyanya) {
        status = nav_cones_catch_up(&legs->polyanya.cones);
        if (status != NAV_OK) {
            nav_polyanya_fini(&legs->polyanya);
            legs->has_polyanya = false;
        }
    }
    if (legs->has_weighted) {
        nav_weighted_fini(&legs->weighted);
        legs->has_weighted = false;
    }
    legs->costs_known = legs->rate == NULL; // all are 1, whatever there is
    return status;
}

// ---------------------------------------------------------------------------
// On foot
// ---------------------------------------------------------------------------

// The polygon of least number that holds both ends.
static nav_poly_id common_polygon(const nav_legs *legs)
{
    for (size_t i = 0; i < legs->start.count; i++) {
        if (nav_astar_is_goal(&legs->astar, legs->start.polygons[i])) {
            return legs->start.polygons[i];
        }
    }
    return NAV_NONE;
}

static bool islands_meet(const nav_legs *legs)
{
    for (size_t i = 0; i < legs->start.count; i++) {
        if (nav_astar_can_reach(&legs->astar, legs->start.polygons[i])) {
            return true;
        }
    }
    return false;
}

// What rounding may have added to the length of a shortest path, relatively:
// 2^-53 for each stretch of it and each sum, so that this has room for some
// thousand turns.
#define LENGTH_ROUNDING 1e-12

// Makes the portals of the chain that the search has found.
static nav_status list_portals(nav_legs *legs, nav_vec2 goal)
{
    return nav_chain_lay_out(&legs->chain, legs->mesh, legs->links,
                             legs->link_count, goal);
}

// Lays the string on the floors: the waypoints with their heights.
static nav_status lay_string(nav_legs *legs, bool crossings, nav_path *path)
{
    const nav_string string = {.mesh = legs->mesh,
                               .links = legs->links,
                               .portals = legs->chain.straight,
                               .link_count = legs->chain.count,
                               .point = legs->string->waypoint,
                               .source = legs->string->source,
                               .point_count = legs->string->waypoint_count,
                               .start = path->start,
                               .goal = path->end,
                               .start_polygon = path->start_polygon,
                               .goal_polygon = path->end_polygon,
                               .crossings = crossings};
    nav_status status = nav_trail_run(&legs->trail, &string);
    if (status == NAV_OK) {
        path->waypoints = legs->trail.waypoint;
        path->heights = legs->trail.height;
        path->waypoint_count = legs->trail.count;
        path->length3d = legs->trail.length3d;
        path->start_height = path->heights[0];
        path->end_height = path->heights[path->waypoint_count - 1];
    }
    return status;
}

// Likewise where all floors have one height: the waypoints stay what they are.
static nav_status level_string(nav_legs *legs, nav_path *path)
{
    nav_status status =
        nav_mem_grow(&legs->mem, &legs->level, &legs->level_capacity,
                     path->waypoint_count, sizeof *legs->level);
    if (status != NAV_OK) {
        return status;
    }
    double height = legs->mesh->info.lowest;
    for (size_t i = 0; i < path->waypoint_count; i++) {
        legs->level[i] = height;
    }
    path->heights = legs->level;
    path->start_height = height;
    path->end_height = height;
    return NAV_OK;
}

static void swap_sides(nav_legs *legs)
{
    for (size_t i = 0; i < legs->chain.count; i++) {
        nav_portal *p = &legs->chain.portal[i];
        *p = (nav_portal){p->from, p->to,           p->right,
                          p->left, p->right_height, p->left_height};
    }
}

// How many portals of a chain the string has to pass.  Behind a fold the goal
// is a computed point, and may lie before the last portal when it was within
// rounding of that edge.  It then is in the polygon before as well, but for
// rounding, and a string through the portal would go on to its end and back.
static size_t count_passed(const nav_chain *chain)
{
    const nav_portal *portal = chain->straight;
    size_t count = chain->count;
    while (portal != chain->portal && count > 0 &&
           nav_orient(portal[count - 1].right, portal[count - 1].left,
                      chain->goal) != NAV_RIGHT) {
        count--;
    }
    return count;
}

// Where a turn of the exact search stands in the chain: the last portal from
// `link` back of which it is an end; NAV_NONE when it is none of two.
static uint32_t portal_of(const nav_legs *legs, nav_polyanya_turn turn)
{
    nav_vec2 at = legs->mesh->vertex[turn.vertex];
    for (uint32_t back = 0; back < 2 && back <= turn.link; back++) {
        uint32_t i = turn.link - back;
        if (i < legs->link_count) {
            uint32_t e = legs->links[i].left;
            if (nav_vec2_equal(at, nav_mesh_edge_start(legs->mesh, e)) ||
                nav_vec2_equal(at, nav_mesh_edge_end(legs->mesh, e))) {
                return i;
            }
        }
    }
    // No test gets here: a turn is an end of the portal before or behind it,
    // but for a corner that two places of the mesh share.
    return NAV_NONE;
}

// Adds a point to a string, unless it is the last one.
static void add_point(nav_funnel *string, nav_vec2 at, uint32_t source)
{
    size_t count = string->waypoint_count;
    if (count == 0 || !nav_vec2_equal(at, string->waypoint[count - 1])) {
        string->waypoint[count] = at;
        string->source[count] = source;
        string->waypoint_count++;
    }
}

// The string through the corners that the exact search has found, in the
// unfolded plane; none when one of them is not found in the chain.
static nav_status string_turns(nav_legs *legs, nav_vec2 start)
{
    const nav_polyanya *exact = &legs->polyanya;
    nav_funnel *string = &legs->turns;
    string->waypoint_count = 0;
    nav_status status = nav_funnel_reserve(string, exact->turn_count);
    if (status != NAV_OK) {
        return status;
    }
    add_point(string, start, NAV_NONE);
    uint32_t passed = 0;
    bool mirrored = false; // by an odd number of the folds passed
    for (size_t i = 0; i < exact->turn_count; i++) {
        uint32_t at = portal_of(legs, exact->turn[i]);
        if (at == NAV_NONE || at < passed) { // no test gets here, see above
            string->waypoint_count = 0;
            return NAV_OK;
        }
        for (; passed < at; passed++) {
            mirrored ^= nav_crossing_is_fold(legs->mesh, legs->links[passed]);
        }
        bool is_start = nav_vec2_equal(
            legs->mesh->vertex[exact->turn[i].vertex],
            nav_mesh_edge_start(legs->mesh, legs->links[at].left));
        bool is_right = is_start != mirrored;
        const nav_portal *portal = &legs->chain.straight[at];
        add_point(string, is_right ? portal->right : portal->left,
                  2 * at + is_right);
    }
    add_point(string, legs->chain.goal, NAV_NONE);
    return NAV_OK;
}

static double length_of(const nav_funnel *string)
{
    return nav_vec2_string_length(string->waypoint, string->waypoint_count);
}

// Chooses the string.  Behind folds the ends of portals are computed points,
// and those on one line no longer are: the funnel may take the farther end of
// an edge for the nearer one.  The exact search has found its corners by signs
// of points as they were given; where the string through these is the shorter
// one, and as long as the search says, it counts.
static nav_status choose_string(nav_legs *legs, const nav_path *path)
{
    legs->string = &legs->funnel;
    if (!path->optimal || legs->chain.straight == legs->chain.portal) {
        return NAV_OK;
    }
    nav_status status = string_turns(legs, path->start);
    if (status == NAV_OK && legs->turns.waypoint_count > 0) {
        double length = length_of(&legs->turns);
        double least = legs->polyanya.length * (1 - LENGTH_ROUNDING);
        double most = length_of(&legs->funnel) * (1 - LENGTH_ROUNDING);
        legs->string =
            length >= least && length < most ? &legs->turns : &legs->funnel;
    }
    return status;
}

// Fills in the path from the chain that was found, which may have no portals.
static nav_status pull_string(nav_legs *legs, bool crossings, nav_path *path)
{
    nav_funnel *funnel = &legs->funnel;
    const nav_chain *chain = &legs->chain;
    nav_status status = NAV_OK;
    const nav_mesh *mesh = legs->mesh;
    bool is_plane = mesh->plain && mesh->level;
    if (path->optimal && is_plane && legs->polyanya.waypoint_count > 0) {
        // The exact search has found the corners as well.
        path->waypoints = legs->polyanya.waypoint;
        path->waypoint_count = legs->polyanya.waypoint_count;
    } else {
        status = nav_funnel_run(funnel, path->start, chain->goal,
                                chain->straight, count_passed(chain));
        if (status == NAV_OK) {
            status = choose_string(legs, path);
            path->waypoints = legs->string->waypoint;
            path->waypoint_count = legs->string->waypoint_count;
        }
    }
    if (status != NAV_OK) {
        return status;
    }
    path->optimal = path->optimal || (path->waypoint_count <= 2 &&
                                      chain->straight == chain->portal);
    path->length =
        nav_vec2_string_length(path->waypoints, path->waypoint_count);
    path->length3d = path->length;
    if (mesh->height && !legs->measuring) {
        status = is_plane ? level_string(legs, path)
                          : lay_string(legs, crossings, path);
        if (mesh->info.up == NAV_UP_Y) {
            swap_sides(legs);
        }
    }
    path->status = NAV_PATH_OK;
    path->portals = chain->portal;
    path->portal_count = chain->count;
    path->cost = path->length * legs->costs.least;
    path->bound = path->cost;
    if (!path->optimal) {
        path->bound =
            legs->costs.least * nav_vec2_distance(path->start, path->end);
    }
    return status;
}

static nav_status search_portals(nav_legs *legs, nav_search search,
                                 nav_path *path)
{
    nav_astar *astar = &legs->astar;
    nav_status status = nav_astar_run(astar, search, path->start,
                                      legs->start.polygons, legs->start.count);
    legs->links = astar->chain;
    legs->link_count = astar->chain_count;
    path->expanded = astar->expanded;
    return status;
}

static nav_status search_exactly(nav_legs *legs, nav_path *path)
{
    nav_polyanya *p = &legs->polyanya;
    if (!legs->has_polyanya) {
        nav_status status = nav_polyanya_init(p, legs->mesh, &legs->mem);
        if (status != NAV_OK) {
            return status;
        }
        legs->has_polyanya = true;
    }
    bool found = false;
    nav_status status = nav_polyanya_run(p, legs->start, legs->goal, &found);
    if (status == NAV_LIMIT) {
        // Too many ways to and fro between folded floors (cone_folds.c).  No
        // test gets here: the limit is far above what any map has taken.
        status = search_portals(legs, NAV_SEARCH_MIDPOINT, path);
        path->expanded += p->expanded;
        return status;
    }
    legs->links = p->chain;
    legs->link_count = p->chain_count;
    path->expanded = p->expanded;
    path->optimal = found;
    return status;
}

// Step 3: leaves the edges crossed in legs->links.
static nav_status search_chain(nav_legs *legs, nav_search search,
                               nav_path *path)
{
    if (search == NAV_SEARCH_OPTIMAL) {
        return search_exactly(legs, path);
    }
    return search_portals(legs, search, path);
}

// ---------------------------------------------------------------------------
// Costs
// ---------------------------------------------------------------------------

nav_status nav_legs_set_cost(nav_legs *legs, uint32_t area, double cost,
                             nav_error *error)
{
    uint32_t areas = legs->mesh->info.areas;
    if (area >= areas) {
        return nav_fail(error, NAV_RANGE, "there is no area %u", area);
    }
    if (!(cost > 0) || !nav_coord_is_legal(cost)) {
        return nav_fail(error, NAV_RANGE,
                        "a cost must be from 1e-100 to 1e100 in size");
    }
    if (!legs->rate) {
        legs->rate = nav_mem_new(&legs->mem, areas, sizeof *legs->rate);
        if (!legs->rate) {
            return nav_fail_memory(error);
        }
        for (uint32_t i = 0; i < areas; i++) {
            legs->rate[i] = 1;
        }
    }
    legs->rate[area] = cost;
    legs->costs_known = false;
    return NAV_OK;
}

void nav_legs_know_costs(nav_legs *legs)
{
    if (legs->costs_known) {
        return;
    }
    const nav_mesh *mesh = legs->mesh;
    nav_weighted_costs costs = {legs->rate, HUGE_VAL, 0};
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        if (!nav_mesh_is_closed(mesh, p)) {
            double cost = nav_mesh_cost(mesh, legs->rate, p);
            costs.least = fmin(costs.least, cost);
            costs.most = fmax(costs.most, cost);
        }
    }
    bool differ = costs.least < costs.most;
    legs->astar.rate = differ ? legs->rate : NULL;
    legs->astar.least = differ ? costs.least : 1;
    legs->costs = costs;
    legs->costs_known = true;
}

static bool costs_differ(const nav_legs *legs)
{
    return legs->costs.least < legs->costs.most;
}

static nav_status begin_weighted(nav_legs *legs)
{
    nav_weighted *w = &legs->weighted;
    if (!legs->has_weighted) {
        nav_status status = nav_weighted_init(w, legs->mesh, &legs->mem);
        if (status != NAV_OK) {
            return status;
        }
        legs->has_weighted = true;
    }
    nav_weighted_begin(w, &legs->costs, legs->start, legs->goal);
    return NAV_OK;
}

// Offers the chain that another kind of search finds.
static nav_status offer_chain(nav_legs *legs, nav_search search, nav_path *path)
{
    size_t expanded = path->expanded;
    nav_status status = search_chain(legs, search, path);
    path->expanded += expanded;
    if (status != NAV_OK || NAV_NEVER(legs->link_count == 0)) {
        return status;
    }
    nav_poly_id first = legs->mesh->edge_polygon[legs->links[0].left];
    return nav_weighted_offer(&legs->weighted, first, legs->links,
                              legs->link_count);
}

// The length of the shortest path that was found last, by which no way is
// cheaper than at the least cost; 0 where that was not told.
static double shortest_length(const nav_legs *legs)
{
    const nav_polyanya *exact = &legs->polyanya;
    return nav_vec2_string_length(exact->waypoint, exact->waypoint_count) *
           (1 - LENGTH_ROUNDING);
}

// Offers what the other searches find, or the straight way in the polygon
// `common`.
static nav_status offer_others(nav_legs *legs, nav_search search,
                               nav_poly_id common, nav_path *path)
{
    nav_weighted *w = &legs->weighted;
    double straight = nav_vec2_distance(path->start, path->end);
    w->bound = legs->costs.least * straight;
    if (common != NAV_NONE) {
        return nav_weighted_offer(w, common, NULL, 0);
    }
    nav_status status = offer_chain(legs, search, path);
    if (status == NAV_OK && search == NAV_SEARCH_OPTIMAL) {
        w->bound = fmax(w->bound, legs->costs.least * shortest_length(legs));
        status = offer_chain(legs, NAV_SEARCH_MIDPOINT, path);
    }
    return status;
}

// Fills in the path from the answer of the search with costs.
static nav_status weave_string(nav_legs *legs, bool crossings, nav_path *path)
{
    nav_weighted *w = &legs->weighted;
    nav_weave *weave = &legs->weave;
    const nav_weave_chain how = {.chain = {.mesh = legs->mesh,
                                           .links = w->chain,
                                           .count = w->chain_count,
                                           .cost = legs->rate,
                                           .start = path->start,
                                           .goal = path->end,
                                           .polygon = w->chain_start},
                                 .t = w->t,
                                 .crossings = crossings};
    legs->links = w->chain;
    legs->link_count = w->chain_count;
    nav_status status = list_portals(legs, path->end);
    if (status == NAV_OK) {
        status = nav_weave_run(weave, &how);
    }
    if (status != NAV_OK) {
        return status;
    }
    path->start_polygon = w->chain_start;
    path->end_polygon = w->chain_count > 0
                            ? legs->chain.portal[w->chain_count - 1].to
                            : w->chain_start;
    path->waypoints = weave->waypoint;
    path->waypoint_count = weave->count;
    path->length = weave->length;
    path->length3d = weave->length3d;
    path->cost = weave->cost;
    path->bound = fmin(w->bound, weave->cost);
    if (legs->mesh->height) {
        path->heights = weave->height;
        path->start_height = weave->height[0];
        path->end_height = weave->height[weave->count - 1];
        if (legs->mesh->info.up == NAV_UP_Y) {
            swap_sides(legs);
        }
    }
    path->status = NAV_PATH_OK;
    path->portals = legs->chain.portal;
    path->portal_count = legs->chain.count;
    return NAV_OK;
}

// Steps 2 to 4 where polygons have different costs.
static nav_status
connect_by_cost(nav_legs *legs, const nav_path_options *options, nav_path *path)
{
    nav_weighted *w = &legs->weighted;
    nav_status status = begin_weighted(legs);
    if (status == NAV_OK) {
        status =
            offer_others(legs, options->search, common_polygon(legs), path);
    }
    if (status != NAV_OK) {
        return status;
    }
    path->optimal = false;
    if (options->search == NAV_SEARCH_OPTIMAL) {
        status = nav_weighted_run(w);
        path->expanded += w->expanded;
    }
    return status == NAV_OK ? weave_string(legs, options->crossings, path)
                            : status;
}

nav_status nav_legs_find(nav_legs *legs, const nav_leg *leg,
                         const nav_path_options *options, nav_path *path)
{
    nav_astar *astar = &legs->astar;
    legs->start = leg->start;
    legs->goal = leg->goal;
    legs->measuring = leg->measuring;
    legs->links = NULL;
    legs->link_count = 0;
    nav_astar_set_goals(astar, path->end, legs->goal.polygons,
                        legs->goal.count);
    if (!islands_meet(legs)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    if (costs_differ(legs)) {
        return connect_by_cost(legs, options, path);
    }
    nav_poly_id common = common_polygon(legs);
    if (common == NAV_NONE) {
        nav_status status = search_chain(legs, options->search, path);
        if (status != NAV_OK) {
            return status;
        }
        if (NAV_NEVER(legs->link_count == 0)) {
            path->status = NAV_PATH_UNREACHABLE;
            return NAV_OK;
        }
    }
    nav_status status = list_portals(legs, path->end);
    if (status != NAV_OK) {
        return status;
    }
    const nav_chain *chain = &legs->chain;
    path->start_polygon = chain->count > 0 ? chain->portal[0].from : common;
    path->end_polygon =
        chain->count > 0 ? chain->portal[chain->count - 1].to : common;
    return pull_string(legs, options->crossings, path);
}
