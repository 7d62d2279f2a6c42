// query.c - the queries of navmesh.h: locate + search + funnel.
//
// A path is found in five steps, each of which may end it:
//
//   1. find all polygons that hold each end; an end off the mesh is moved to
//      the nearest walkable point when that is near enough; where floors lie
//      over each other, one is chosen;
//   2. compare islands: without a shared one there is no path, and no search;
//   3. a polygon that holds both ends gives the straight segment;
//   4. the exact search, or A*, gives a chain of portals;
//   5. the funnel pulls the string through them taut; on a mesh with heights
//      it is laid on the floors.
//
// On a mesh with links (off-mesh connections) steps 2 to 5 find the legs
// between them, of which offmesh_search.c chooses the cheapest row.
//
// A partial path goes to the place nearest to the goal on the islands that can
// be reached.
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
#include "astar.h"
#include "error.h"
#include "funnel.h"
#include "joined.h"
#include "offmesh_search.h"
#include "polyanya.h"
#include "raycast.h"
#include "storey.h"
#include "surface.h"
#include "trail.h"

struct nav_query {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_locate locate;
    nav_astar astar;
    nav_polyanya polyanya;
    bool has_polyanya;         // made by the first exact search
    const nav_crossing *links; // the chain that the search has found
    size_t link_count;
    nav_funnel funnel;
    nav_storey storey;
    nav_trail trail;             // with heights
    nav_poly_list starts, goals; // polygons that hold the ends
    nav_portal *portal;
    size_t portal_count, portal_capacity;
    nav_portal *unfolded; // the same in the unfolded plane, see chain.h
    size_t unfolded_capacity;
    double *level; // heights of waypoints, on a level mesh
    size_t level_capacity;
    // On a mesh with links:
    nav_offmesh_search offmesh;
    nav_joined joined;
    nav_poly_list first, last; // those of start and goal; the ones above are
                               // then those of a leg
    bool measuring;            // only the length of the leg is wanted
    bool *reached;             // [islands] made by the first partial path
};

nav_status nav_query_new(const nav_mesh *mesh, const nav_allocator *allocator,
                         nav_query **query)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_query *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    *made = (nav_query){.mem = mem, .mesh = mesh};
    nav_funnel_init(&made->funnel, &mem);
    nav_storey_init(&made->storey, mesh, &mem);
    nav_trail_init(&made->trail, &mem);
    nav_status status = nav_locate_init(&made->locate, mesh, &mem);
    if (status != NAV_OK) {
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    status = nav_astar_init(&made->astar, mesh, &mem);
    if (status != NAV_OK) {
        nav_locate_fini(&made->locate);
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    nav_joined_init(&made->joined, &mem);
    if (mesh->info.links > 0) {
        status = nav_offmesh_search_init(&made->offmesh, &made->locate,
                                         &made->storey);
    }
    if (status != NAV_OK) {
        nav_storey_fini(&made->storey);
        nav_astar_fini(&made->astar);
        nav_locate_fini(&made->locate);
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    *query = made;
    return NAV_OK;
}

void nav_query_free(nav_query *query)
{
    if (!query) {
        return;
    }
    nav_allocator mem = query->mem;
    nav_locate_free_list(&query->locate, &query->starts);
    nav_locate_free_list(&query->locate, &query->goals);
    nav_locate_fini(&query->locate);
    nav_astar_fini(&query->astar);
    if (query->has_polyanya) {
        nav_polyanya_fini(&query->polyanya);
    }
    nav_funnel_fini(&query->funnel);
    nav_storey_fini(&query->storey);
    nav_trail_fini(&query->trail);
    nav_mem_free(&mem, query->portal, query->portal_capacity,
                 sizeof *query->portal);
    nav_mem_free(&mem, query->unfolded, query->unfolded_capacity,
                 sizeof *query->unfolded);
    nav_mem_free(&mem, query->level, query->level_capacity,
                 sizeof *query->level);
    if (query->mesh->info.links > 0) {
        nav_offmesh_search_fini(&query->offmesh);
    }
    nav_joined_fini(&query->joined);
    nav_mem_free(&mem, query->first.item, query->first.capacity,
                 sizeof *query->first.item);
    nav_mem_free(&mem, query->last.item, query->last.capacity,
                 sizeof *query->last.item);
    nav_mem_free(&mem, query->reached, query->mesh->info.islands,
                 sizeof *query->reached);
    nav_mem_free(&mem, query, 1, sizeof *query);
}

const char *nav_path_status_name(nav_path_status status)
{
    switch (status) {
    case NAV_PATH_OK:
        return "ok";
    case NAV_PATH_UNREACHABLE:
        return "unreachable";
    case NAV_PATH_START_OFF_MESH:
        return "start_off_mesh";
    case NAV_PATH_END_OFF_MESH:
        return "end_off_mesh";
    case NAV_PATH_AMBIGUOUS_FLOOR:
        return "ambiguous_floor";
    case NAV_PATH_PARTIAL:
        return "partial";
    }
    return "unknown";
}

// Refuses coordinates out of range; makes negative zero zero.
static nav_status take_point(nav_point *point, const char *what,
                             nav_error *error)
{
    if (!nav_vec2_is_legal(point->plan) ||
        (point->floor == NAV_FLOOR_NEAREST &&
         !nav_coord_is_legal(point->height))) {
        return nav_fail(
            error, NAV_RANGE,
            "%s: a coordinate must be 0 or of a size from 1e-100 to 1e100",
            what);
    }
    point->plan = (nav_vec2){point->plan.x + 0.0, point->plan.y + 0.0};
    return NAV_OK;
}

static nav_point on_any_floor(nav_vec2 plan)
{
    return (nav_point){.plan = plan, .floor = NAV_FLOOR_ONLY};
}

// ---------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------

// An end of a path after step 1.
typedef struct path_end {
    bool on_mesh;
    bool ambiguous; // on several floors, so that nothing else is known
    nav_vec2 point;
    double moved;
    nav_poly_id polygon; // of least number
} path_end;

// Moves a point off the mesh to the nearest walkable one, with its floor; gives
// the distance, infinite when no point is walkable.
static double move_to_mesh(const nav_query *query, nav_point *point)
{
    nav_vec2 from = point->plan;
    if (!query->mesh->height || point->floor != NAV_FLOOR_NEAREST) {
        return nav_locate_nearest(&query->locate, from, &point->plan)
                   ? nav_vec2_distance(from, point->plan)
                   : HUGE_VAL;
    }
    nav_vec3 to;
    if (nav_locate_nearest_in_space(&query->locate,
                                    (nav_vec3){from.x, from.y, point->height},
                                    &to) == NAV_NONE) {
        return HUGE_VAL;
    }
    nav_vec2 legs = {nav_vec2_distance(from, (nav_vec2){to.x, to.y}),
                     to.z - point->height};
    *point = (nav_point){{to.x, to.y}, NAV_FLOOR_NEAREST, to.z};
    return nav_vec2_distance((nav_vec2){0, 0}, legs);
}

static nav_status place_end(nav_query *query, nav_point point, double snap,
                            nav_poly_list *list, path_end *end)
{
    *end = (path_end){.polygon = NAV_NONE};
    nav_status status = nav_locate_all(&query->locate, point.plan, list);
    if (status != NAV_OK) {
        return status;
    }
    double moved = 0;
    if (list->count == 0 && snap > 0) {
        moved = move_to_mesh(query, &point);
        if (moved > snap || moved == HUGE_VAL) {
            return NAV_OK;
        }
        status = nav_locate_all(&query->locate, point.plan, list);
    }
    bool ambiguous = false;
    if (status == NAV_OK) {
        status = nav_storey_choose(&query->storey, point, list, &ambiguous);
    }
    if (status == NAV_OK && ambiguous) {
        end->ambiguous = true;
    } else if (status == NAV_OK && list->count > 0) {
        *end = (path_end){true, false, point.plan, moved, list->item[0]};
    }
    return status;
}

// ---------------------------------------------------------------------------
// Paths
// ---------------------------------------------------------------------------

// The polygon of least number that holds both ends.
static nav_poly_id common_polygon(const nav_query *query)
{
    for (size_t i = 0; i < query->starts.count; i++) {
        if (nav_astar_is_goal(&query->astar, query->starts.item[i])) {
            return query->starts.item[i];
        }
    }
    return NAV_NONE;
}

static bool islands_meet(const nav_query *query)
{
    for (size_t i = 0; i < query->starts.count; i++) {
        if (nav_astar_can_reach(&query->astar, query->starts.item[i])) {
            return true;
        }
    }
    return false;
}

// Makes the portals of the chain that the search has found, and if it has folds
// the unfolded ones; `chain` are those for the funnel, `goal` the goal there.
static nav_status list_portals(nav_query *query, const nav_portal **chain,
                               nav_vec2 *goal)
{
    const nav_crossing *links = query->links;
    size_t count = query->link_count;
    nav_status status =
        nav_mem_grow(&query->mem, &query->portal, &query->portal_capacity,
                     count, sizeof *query->portal);
    if (status != NAV_OK) {
        return status;
    }
    query->portal_count = count;
    *chain = query->portal;
    if (nav_chain_portals(query->mesh, links, count, query->portal) == 0) {
        return NAV_OK;
    }
    status =
        nav_mem_grow(&query->mem, &query->unfolded, &query->unfolded_capacity,
                     count, sizeof *query->unfolded);
    if (status == NAV_OK) {
        nav_chain_unfold(query->mesh, links, count, query->unfolded, goal);
        *chain = query->unfolded;
    }
    return status;
}

// Lays the string on the floors: the waypoints with their heights.
static nav_status lay_string(nav_query *query, const nav_portal *chain,
                             bool crossings, nav_path *path)
{
    const nav_string string = {.mesh = query->mesh,
                               .links = query->links,
                               .portals = chain,
                               .link_count = query->portal_count,
                               .point = query->funnel.waypoint,
                               .source = query->funnel.source,
                               .point_count = query->funnel.waypoint_count,
                               .start = path->start,
                               .goal = path->end,
                               .start_polygon = path->start_polygon,
                               .goal_polygon = path->end_polygon,
                               .crossings = crossings};
    nav_status status = nav_trail_run(&query->trail, &string);
    if (status == NAV_OK) {
        path->waypoints = query->trail.waypoint;
        path->heights = query->trail.height;
        path->waypoint_count = query->trail.count;
        path->length3d = query->trail.length3d;
        path->start_height = path->heights[0];
        path->end_height = path->heights[path->waypoint_count - 1];
    }
    return status;
}

// Likewise where all floors have one height: the waypoints stay what they are.
static nav_status level_string(nav_query *query, nav_path *path)
{
    nav_status status =
        nav_mem_grow(&query->mem, &query->level, &query->level_capacity,
                     path->waypoint_count, sizeof *query->level);
    if (status != NAV_OK) {
        return status;
    }
    double height = query->mesh->info.lowest;
    for (size_t i = 0; i < path->waypoint_count; i++) {
        query->level[i] = height;
    }
    path->heights = query->level;
    path->start_height = height;
    path->end_height = height;
    return NAV_OK;
}

static void swap_sides(nav_query *query)
{
    for (size_t i = 0; i < query->portal_count; i++) {
        nav_portal *p = &query->portal[i];
        *p = (nav_portal){p->from, p->to,           p->right,
                          p->left, p->right_height, p->left_height};
    }
}

// Fills in the path from the chain that was found, or none when portal_count is
// 0.
static nav_status pull_string(nav_query *query, const nav_portal *chain,
                              nav_vec2 goal, bool crossings, nav_path *path)
{
    nav_funnel *funnel = &query->funnel;
    nav_status status = NAV_OK;
    const nav_mesh *mesh = query->mesh;
    bool is_plane = mesh->plain && mesh->level;
    if (path->optimal && is_plane && query->polyanya.waypoint_count > 0) {
        // The exact search has found the corners as well.
        path->waypoints = query->polyanya.waypoint;
        path->waypoint_count = query->polyanya.waypoint_count;
    } else {
        status = nav_funnel_run(funnel, path->start, goal, chain,
                                query->portal_count);
        path->waypoints = funnel->waypoint;
        path->waypoint_count = funnel->waypoint_count;
    }
    if (status != NAV_OK) {
        return status;
    }
    path->optimal =
        path->optimal || (path->waypoint_count <= 2 && chain == query->portal);
    for (size_t i = 1; i < path->waypoint_count; i++) {
        path->length +=
            nav_vec2_distance(path->waypoints[i - 1], path->waypoints[i]);
    }
    path->length3d = path->length;
    path->cost = path->length;
    if (mesh->height && !query->measuring) {
        status = is_plane ? level_string(query, path)
                          : lay_string(query, chain, crossings, path);
        if (mesh->info.up == NAV_UP_Y) {
            swap_sides(query);
        }
    }
    path->status = NAV_PATH_OK;
    path->portals = query->portal;
    path->portal_count = query->portal_count;
    return status;
}

static nav_status search_exactly(nav_query *query, nav_path *path)
{
    nav_polyanya *p = &query->polyanya;
    if (!query->has_polyanya) {
        nav_status status = nav_polyanya_init(p, query->mesh, &query->mem);
        if (status != NAV_OK) {
            return status;
        }
        query->has_polyanya = true;
    }
    bool found = false;
    nav_polyanya_end start = {path->start, query->starts.item,
                              query->starts.count};
    nav_polyanya_end goal = {path->end, query->goals.item, query->goals.count};
    nav_status status = nav_polyanya_run(p, start, goal, &found);
    query->links = p->chain;
    query->link_count = p->chain_count;
    path->expanded = p->expanded;
    path->optimal = found;
    return status;
}

// Step 4: leaves the edges crossed in query->links.
static nav_status search_chain(nav_query *query, nav_search search,
                               nav_path *path)
{
    if (search == NAV_SEARCH_OPTIMAL) {
        return search_exactly(query, path);
    }
    nav_astar *astar = &query->astar;
    nav_status status = nav_astar_run(astar, search, path->start,
                                      query->starts.item, query->starts.count);
    query->links = astar->chain;
    query->link_count = astar->chain_count;
    path->expanded = astar->expanded;
    return status;
}

// Steps 2 to 5, both ends being on the mesh.
static nav_status connect_ends(nav_query *query,
                               const nav_path_options *options, nav_path *path)
{
    nav_astar *astar = &query->astar;
    const nav_portal *chain = query->portal;
    nav_vec2 goal = path->end;
    query->portal_count = 0;
    nav_astar_set_goals(astar, path->end, query->goals.item,
                        query->goals.count);
    if (!islands_meet(query)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    nav_poly_id common = common_polygon(query);
    if (common != NAV_NONE) {
        path->start_polygon = common;
        path->end_polygon = common;
        return pull_string(query, chain, goal, options->crossings, path);
    }
    nav_status status = search_chain(query, options->search, path);
    if (status != NAV_OK) {
        return status;
    }
    if (NAV_NEVER(query->link_count == 0)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    status = list_portals(query, &chain, &goal);
    if (status != NAV_OK) {
        return status;
    }
    path->start_polygon = query->portal[0].from;
    path->end_polygon = query->portal[query->portal_count - 1].to;
    return pull_string(query, chain, goal, options->crossings, path);
}

// ---------------------------------------------------------------------------
// Paths over links
// ---------------------------------------------------------------------------

static nav_status copy_list(const nav_query *query, nav_poly_list *list,
                            const nav_poly_id *items, size_t count)
{
    nav_status status = nav_mem_grow(&query->mem, &list->item, &list->capacity,
                                     count, sizeof *list->item);
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        list->item[i] = items[i];
    }
    list->count = status == NAV_OK ? count : 0;
    return status;
}

// What is asked of the legs of a path.
typedef struct leg_request {
    nav_query *query;
    const nav_path_options *options;
    nav_path path; // the leg found last
} leg_request;

// Finds the shortest path between two ends, as numbered by the search.
static nav_status find_leg(leg_request *r, uint32_t a, uint32_t b)
{
    nav_query *query = r->query;
    nav_offmesh_end from = nav_offmesh_search_end(&query->offmesh, a);
    nav_offmesh_end to = nav_offmesh_search_end(&query->offmesh, b);
    r->path = (nav_path){.start = from.point,
                         .end = to.point,
                         .start_polygon = from.polygons[0],
                         .end_polygon = to.polygons[0]};
    nav_status status =
        copy_list(query, &query->starts, from.polygons, from.count);
    if (status == NAV_OK) {
        status = copy_list(query, &query->goals, to.polygons, to.count);
    }
    return status == NAV_OK ? connect_ends(query, r->options, &r->path)
                            : status;
}

static nav_status measure_leg(void *context, uint32_t a, uint32_t b,
                              nav_offmesh_leg *leg)
{
    leg_request *r = context;
    // The leg from start to goal, measured first, may be the whole path.
    r->query->measuring = a < r->query->offmesh.ends || b != a + 1;
    nav_status status = find_leg(r, a, b);
    r->query->measuring = false;
    bool found = r->path.status == NAV_PATH_OK;
    *leg =
        (nav_offmesh_leg){found ? r->path.length : HUGE_VAL, r->path.expanded};
    return status;
}

// Finds the legs between the links that the search has chosen once more, and
// joins them.
static nav_status join_legs(leg_request *r)
{
    nav_query *query = r->query;
    const nav_offmesh_search *s = &query->offmesh;
    nav_joined *joined = &query->joined;
    uint32_t at = s->ends, link = NAV_NONE;
    bool backward = false;
    nav_status status = NAV_OK;
    nav_joined_begin(joined);
    for (size_t i = 0; i <= s->taken_count && status == NAV_OK; i++) {
        uint32_t to = i < s->taken_count ? s->taken[i] : s->ends + 1;
        status = find_leg(r, at, to);
        if (status == NAV_OK) {
            status =
                nav_joined_add(joined, query->mesh, &r->path, link, backward);
        }
        link = to / 2;
        backward = to % 2 != 0;
        at = to ^ 1;
    }
    return status;
}

// Steps 2 to 5 on a mesh with links.
static nav_status connect_by_links(nav_query *query,
                                   const nav_path_options *options,
                                   nav_path *path)
{
    nav_offmesh_search *s = &query->offmesh;
    leg_request r = {.query = query, .options = options};
    nav_status status = copy_list(query, &query->first, query->starts.item,
                                  query->starts.count);
    if (status == NAV_OK) {
        status = copy_list(query, &query->last, query->goals.item,
                           query->goals.count);
    }
    if (status != NAV_OK) {
        return status;
    }
    if (!nav_offmesh_search_begin(s,
                                  (nav_offmesh_end){path->start,
                                                    query->first.item,
                                                    query->first.count},
                                  (nav_offmesh_end){path->end, query->last.item,
                                                    query->last.count})) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    status = nav_offmesh_search_run(s, options->search, measure_leg, &r);
    bool direct = s->taken_count == 0 && s->measured == 1;
    if (status == NAV_OK && NAV_NEVER(s->cost == HUGE_VAL)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    if (status == NAV_OK && !direct) {
        status = join_legs(&r);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_path found = r.path;
    if (!direct) {
        nav_joined_give(&query->joined, query->mesh, &found);
    }
    found.start = path->start;
    found.end = path->end;
    found.snap_start = path->snap_start;
    found.snap_end = path->snap_end;
    found.expanded = s->expanded;
    found.optimal = options->search == NAV_SEARCH_OPTIMAL ||
                    found.cost <= nav_offmesh_search_bound(s);
    *path = found;
    return NAV_OK;
}

static nav_status connect(nav_query *query, const nav_path_options *options,
                          nav_path *path)
{
    return query->mesh->info.links > 0 ? connect_by_links(query, options, path)
                                       : connect_ends(query, options, path);
}

// ---------------------------------------------------------------------------
// Partial paths
// ---------------------------------------------------------------------------

// Marks the islands that can be reached from the start of a path that was found
// to have no way.
static nav_status mark_reached(nav_query *query)
{
    const nav_mesh *mesh = query->mesh;
    if (!query->reached) {
        query->reached = nav_mem_new(&query->mem, mesh->info.islands,
                                     sizeof *query->reached);
    }
    if (!query->reached) {
        return NAV_NOMEM;
    }
    if (mesh->info.links > 0) {
        nav_offmesh_search_reach(&query->offmesh, query->reached);
        return NAV_OK;
    }
    for (uint32_t i = 0; i < mesh->info.islands; i++) {
        query->reached[i] = false;
    }
    for (size_t i = 0; i < query->starts.count; i++) {
        query->reached[mesh->island[query->starts.item[i]]] = true;
    }
    return NAV_OK;
}

// The place nearest to `goal`, which is on the mesh, of all that a view of the
// mesh holds: in space for a goal with a height, else in plan.
static nav_status find_near(const nav_locate *view, nav_point goal,
                            bool in_space, nav_poly_list *list, nav_point *near)
{
    *near = goal;
    if (in_space) {
        nav_vec3 to;
        (void)nav_locate_nearest_in_space(
            view, (nav_vec3){goal.plan.x, goal.plan.y, goal.height}, &to);
        near->plan = (nav_vec2){to.x, to.y};
        near->height = to.z;
    } else if (nav_locate_first(view, goal.plan) == NAV_NONE) {
        (void)nav_locate_nearest(view, goal.plan, &near->plan);
    } // else a floor that can be reached lies straight above or below
    return nav_locate_all(view, near->plan, list);
}

// Goes as near as can be to a goal that cannot be reached.
static nav_status go_near(nav_query *query, bool in_space,
                          const nav_path_options *options, nav_path *path)
{
    nav_status status = mark_reached(query);
    nav_locate view = nav_locate_within(&query->locate, query->reached);
    nav_point goal = {path->end, NAV_FLOOR_NEAREST, path->end_height};
    nav_point near;
    bool ambiguous = false;
    if (status == NAV_OK) {
        status = find_near(&view, goal, in_space, &query->goals, &near);
    }
    if (status == NAV_OK) {
        status =
            nav_storey_choose(&query->storey, near, &query->goals, &ambiguous);
    }
    if (status != NAV_OK) {
        return status;
    }
    if (NAV_NEVER(query->goals.count == 0)) {
        return NAV_OK;
    }
    path->end = near.plan;
    path->end_polygon = query->goals.item[0];
    path->end_height =
        nav_surface_height(query->mesh, path->end_polygon, near.plan);
    nav_vec2 legs = {nav_vec2_distance(goal.plan, near.plan),
                     in_space ? path->end_height - goal.height : 0};
    path->snap_end = nav_vec2_distance((nav_vec2){0, 0}, legs);
    status = connect(query, options, path);
    if (status == NAV_OK && path->status == NAV_PATH_OK) {
        path->status = NAV_PATH_PARTIAL;
    }
    return status;
}

// Step 1 for both ends, then the others.
static nav_status find_path(nav_query *query, nav_point start, nav_point end,
                            const nav_path_options *options, nav_path *path)
{
    path_end a, b;
    nav_status status =
        place_end(query, start, options->snap, &query->starts, &a);
    if (status == NAV_OK) {
        status = place_end(query, end, options->snap, &query->goals, &b);
    }
    if (status != NAV_OK) {
        return status;
    }
    *path = (nav_path){.start = a.point,
                       .end = b.point,
                       .snap_start = a.moved,
                       .snap_end = b.moved,
                       .start_polygon = a.polygon,
                       .end_polygon = b.polygon};
    if (a.on_mesh) {
        path->start_height =
            nav_surface_height(query->mesh, a.polygon, a.point);
    }
    if (b.on_mesh) {
        path->end_height = nav_surface_height(query->mesh, b.polygon, b.point);
    }
    if (a.on_mesh && b.on_mesh) {
        status = connect(query, options, path);
        if (status == NAV_OK && path->status == NAV_PATH_UNREACHABLE &&
            options->partial) {
            bool in_space =
                query->mesh->height && end.floor == NAV_FLOOR_NEAREST;
            status = go_near(query, in_space, options, path);
        }
        return status;
    }
    const path_end *bad = a.on_mesh ? &b : &a;
    path->status = bad->ambiguous ? NAV_PATH_AMBIGUOUS_FLOOR
                   : a.on_mesh    ? NAV_PATH_END_OFF_MESH
                                  : NAV_PATH_START_OFF_MESH;
    return NAV_OK;
}

nav_status nav_query_path_at(nav_query *query, nav_point start, nav_point end,
                             const nav_path_options *options, nav_path *path,
                             nav_error *error)
{
    nav_status status = take_point(&start, "start", error);
    if (status == NAV_OK) {
        status = take_point(&end, "end", error);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_path found;
    if (find_path(query, start, end, options, &found) != NAV_OK) {
        return nav_fail_memory(error);
    }
    *path = found;
    return NAV_OK;
}

nav_status nav_query_path(nav_query *query, nav_vec2 start, nav_vec2 end,
                          const nav_path_options *options, nav_path *path,
                          nav_error *error)
{
    return nav_query_path_at(query, on_any_floor(start), on_any_floor(end),
                             options, path, error);
}

// ---------------------------------------------------------------------------
// Points and rays
// ---------------------------------------------------------------------------

nav_status nav_query_locate_at(nav_query *query, nav_point point,
                               nav_location *location, nav_error *error)
{
    nav_status status = take_point(&point, "point", error);
    if (status != NAV_OK) {
        return status;
    }
    path_end end;
    if (place_end(query, point, HUGE_VAL, &query->starts, &end) != NAV_OK) {
        return nav_fail_memory(error);
    }
    if (end.ambiguous) {
        *location = (nav_location){
            .polygon = NAV_NONE, .point = point.plan, .ambiguous = true};
        return NAV_OK;
    }
    if (!end.on_mesh) { // all polygons are closed
        *location = (nav_location){
            .polygon = NAV_NONE, .point = point.plan, .distance = HUGE_VAL};
        return NAV_OK;
    }
    *location = (nav_location){
        .polygon = end.polygon,
        .point = end.point,
        .distance = end.moved,
        .height = nav_surface_height(query->mesh, end.polygon, end.point)};
    return NAV_OK;
}

nav_status nav_query_locate(nav_query *query, nav_vec2 point,
                            nav_location *location, nav_error *error)
{
    return nav_query_locate_at(query, on_any_floor(point), location, error);
}

nav_status nav_query_raycast_at(nav_query *query, nav_point start, nav_vec2 end,
                                double snap, nav_ray *ray, nav_error *error)
{
    nav_point target = on_any_floor(end);
    nav_status status = take_point(&start, "start", error);
    if (status == NAV_OK) {
        status = take_point(&target, "end", error);
    }
    if (status != NAV_OK) {
        return status;
    }
    path_end a;
    if (place_end(query, start, snap, &query->starts, &a) != NAV_OK) {
        return nav_fail_memory(error);
    }
    if (!a.on_mesh) {
        *ray = (nav_ray){.status = a.ambiguous ? NAV_PATH_AMBIGUOUS_FLOOR
                                               : NAV_PATH_START_OFF_MESH,
                         .start_polygon = NAV_NONE,
                         .end_polygon = NAV_NONE};
        return NAV_OK;
    }
    nav_raycast_result r =
        nav_raycast_run(query->mesh, a.point, target.plan, query->starts.item,
                        query->starts.count);
    *ray = (nav_ray){.status = NAV_PATH_OK,
                     .clear = r.clear,
                     .hit = r.hit,
                     .hit_height = r.height,
                     .distance = nav_vec2_distance(a.point, r.hit),
                     .start_polygon = r.start_polygon,
                     .end_polygon = r.end_polygon};
    return NAV_OK;
}

nav_status nav_query_raycast(nav_query *query, nav_vec2 start, nav_vec2 end,
                             double snap, nav_ray *ray, nav_error *error)
{
    return nav_query_raycast_at(query, on_any_floor(start), end, snap, ray,
                                error);
}
