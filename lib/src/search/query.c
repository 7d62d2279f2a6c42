// query.c - the queries of navmesh.h.
//
// A path is found in three steps, each of which may end it:
//
//   1. find all polygons that hold each end; an end off the mesh is moved to
//      the nearest walkable point when that is near enough; where floors lie
//      over each other, one is chosen;
//   2. find the way on foot (legs.c); on a mesh with links (off-mesh
//      connections) a row of such legs between them, of which offmesh_search.c
//      chooses the cheapest;
//   3. if there is none and a partial path will do, the same to the place
//      nearest to the goal on the islands that can be reached.
//
// References: see navmesh.h at nav_query_path.
#include "search/query.h"

#include "base/error.h"
#include "mesh/overlay.h"
#include "mesh/storey.h"
#include "mesh/surface.h"
#include "search/joined.h"
#include "search/legs.h"
#include "search/offmesh_search.h"
#include "search/raycast.h"

struct nav_query {
    nav_allocator mem;
    const nav_mesh *mesh;
    uint64_t seen; // version of the mesh
    nav_locate locate;
    nav_storey storey;
    nav_legs legs;
    nav_poly_list starts, goals; // polygons that hold the ends
    bool *reached;               // [islands] for partial paths
    size_t reached_capacity;
    // On a mesh with links:
    nav_offmesh_search offmesh;
    bool has_offmesh; // made by the first path since mesh or costs changed
    nav_joined joined;
};

nav_status nav_query_new(const nav_mesh *mesh, const nav_allocator *allocator,
                         nav_query **query)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_query *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return NAV_NOMEM;
    }
    *made =
        (nav_query){.mem = mem, .mesh = mesh, .seen = nav_mesh_version(mesh)};
    nav_storey_init(&made->storey, mesh, &mem);
    nav_joined_init(&made->joined, &mem);
    nav_status status = nav_locate_init(&made->locate, mesh, &mem);
    if (status != NAV_OK) {
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    status = nav_legs_init(&made->legs, mesh, &mem);
    if (status != NAV_OK) {
        nav_locate_fini(&made->locate);
        nav_mem_free(&mem, made, 1, sizeof *made);
        return status;
    }
    *query = made;
    return NAV_OK;
}

// Forgets what is known of links and the legs between them.
static void forget_links(nav_query *query)
{
    if (query->has_offmesh) {
        nav_offmesh_search_fini(&query->offmesh);
        query->has_offmesh = false;
    }
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
    nav_storey_fini(&query->storey);
    nav_legs_fini(&query->legs);
    forget_links(query);
    nav_joined_fini(&query->joined);
    nav_mem_free(&mem, query->reached, query->reached_capacity,
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

// Reports why a query was broken off.
static nav_status fail_query(nav_status status, nav_error *error)
{
    // Limits are tested in the modules that have them; a mesh at one is too
    // large.
    return status == NAV_LIMIT
               ? nav_fail(error, NAV_LIMIT, "the mesh is too large to search")
               : nav_fail_memory(error);
}

// Follows what has changed of the mesh since the last query.
static nav_status catch_up(nav_query *query, nav_error *error)
{
    uint64_t version = nav_mesh_version(query->mesh);
    if (query->seen == version) {
        return NAV_OK;
    }
    nav_status status = nav_legs_catch_up(&query->legs);
    forget_links(query);
    query->seen = status == NAV_OK ? version : query->seen;
    return status == NAV_OK ? NAV_OK : fail_query(status, error);
}

nav_status nav_query_set_cost(nav_query *query, uint32_t area, double cost,
                              nav_error *error)
{
    forget_links(query);
    return nav_legs_set_cost(&query->legs, area, cost, error);
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
    double rise = to.z - point->height;
    *point = (nav_point){{to.x, to.y}, NAV_FLOOR_NEAREST, to.z};
    return nav_vec2_slant_distance(from, point->plan, rise);
}

static nav_status place_end(nav_query *query, nav_point point, double snap,
                            nav_poly_list *list, nav_query_end *end)
{
    *end = (nav_query_end){.polygon = NAV_NONE};
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
        *end = (nav_query_end){true, false, point.plan, moved, list->item[0]};
    }
    return status;
}

// ---------------------------------------------------------------------------
// Paths over links
// ---------------------------------------------------------------------------

// What is asked of the legs of a path.
typedef struct leg_request {
    nav_query *query;
    const nav_path_options *options;
    nav_path path; // the leg found last
} leg_request;

// Finds the path on foot between two ends, as numbered by the search.
static nav_status find_leg(leg_request *r, uint32_t a, uint32_t b,
                           bool measuring)
{
    nav_query *query = r->query;
    nav_chain_end from = nav_offmesh_search_end(&query->offmesh, a);
    nav_chain_end to = nav_offmesh_search_end(&query->offmesh, b);
    const nav_leg leg = {from, to, measuring};
    r->path = (nav_path){.start = from.point,
                         .end = to.point,
                         .start_polygon = from.polygons[0],
                         .end_polygon = to.polygons[0]};
    return nav_legs_find(&query->legs, &leg, r->options, &r->path);
}

static nav_status measure_leg(void *context, uint32_t a, uint32_t b,
                              nav_offmesh_leg *leg)
{
    leg_request *r = context;
    // The leg from start to goal, measured first, may be the whole path.
    bool measuring = a < r->query->offmesh.ends || b != a + 1;
    nav_status status = find_leg(r, a, b, measuring);
    bool found = r->path.status == NAV_PATH_OK;
    *leg =
        (nav_offmesh_leg){found ? r->path.cost : HUGE_VAL,
                          found ? r->path.bound : HUGE_VAL, r->path.expanded};
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
        status = find_leg(r, at, to, false);
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

// Fills in the path from the legs that were found, the direct one or a row.
static nav_status tell_legs(leg_request *r, nav_path *path)
{
    nav_query *query = r->query;
    const nav_offmesh_search *s = &query->offmesh;
    nav_status status = NAV_OK;
    bool direct = s->taken_count == 0 && s->measured == 1;
    if (!direct) {
        status = join_legs(r);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_path found = r->path;
    if (!direct) {
        nav_joined_give(&query->joined, query->mesh, &found);
    }
    const nav_weighted_costs *costs = &query->legs.costs;
    bool exact = r->options->search == NAV_SEARCH_OPTIMAL &&
                 !(costs->least < costs->most);
    found.start = path->start;
    found.end = path->end;
    found.snap_start = path->snap_start;
    found.snap_end = path->snap_end;
    found.expanded = s->expanded;
    found.bound =
        exact ? found.cost : fmin(found.cost, nav_offmesh_search_bound(s));
    found.optimal =
        exact || (!(costs->least < costs->most) && found.cost <= found.bound);
    *path = found;
    return NAV_OK;
}

// Finds the ends of links, once.
static nav_status know_links(nav_query *query)
{
    if (query->has_offmesh) {
        return NAV_OK;
    }
    nav_status status =
        nav_offmesh_search_init(&query->offmesh, &query->locate, &query->storey,
                                query->legs.costs.least);
    query->has_offmesh = status == NAV_OK;
    return status;
}

// Step 2 on a mesh with links.
static nav_status connect_by_links(nav_query *query, const nav_leg *leg,
                                   const nav_path_options *options,
                                   nav_path *path)
{
    nav_offmesh_search *s = &query->offmesh;
    leg_request r = {.query = query, .options = options};
    nav_status status = know_links(query);
    if (status != NAV_OK) {
        return status;
    }
    if (!nav_offmesh_search_begin(s, leg->start, leg->goal)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    status = nav_offmesh_search_run(s, options->search, measure_leg, &r);
    if (status == NAV_OK && NAV_NEVER(s->cost == HUGE_VAL)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    return status == NAV_OK ? tell_legs(&r, path) : status;
}

// Step 2.
static nav_status connect(nav_query *query, const nav_path_options *options,
                          nav_path *path)
{
    const nav_leg leg = {
        .start = {path->start, query->starts.item, query->starts.count},
        .goal = {path->end, query->goals.item, query->goals.count}};
    return query->mesh->info.links > 0
               ? connect_by_links(query, &leg, options, path)
               : nav_legs_find(&query->legs, &leg, options, path);
}

// ---------------------------------------------------------------------------
// Partial paths
// ---------------------------------------------------------------------------

// Marks the islands that can be reached from the start of a path that was found
// to have no way.
static nav_status mark_reached(nav_query *query)
{
    const nav_mesh *mesh = query->mesh;
    nav_status status =
        nav_mem_grow(&query->mem, &query->reached, &query->reached_capacity,
                     mesh->info.islands, sizeof *query->reached);
    if (status != NAV_OK) {
        return status;
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
    path->snap_end = nav_vec2_slant_distance(
        goal.plan, near.plan, in_space ? path->end_height - goal.height : 0);
    status = connect(query, options, path);
    if (status == NAV_OK && path->status == NAV_PATH_OK) {
        path->status = NAV_PATH_PARTIAL;
    }
    return status;
}

// Step 1 for the end of a path whose start is found, then the others.
static nav_status find_path(nav_query *query, nav_query_end a, nav_point end,
                            const nav_path_options *options, nav_path *path)
{
    nav_query_end b;
    nav_legs_know_costs(&query->legs);
    nav_status status = place_end(query, end, options->snap, &query->goals, &b);
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
    const nav_query_end *bad = a.on_mesh ? &b : &a;
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
    if (status == NAV_OK) {
        status = catch_up(query, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_path found;
    nav_query_end a;
    status = place_end(query, start, options->snap, &query->starts, &a);
    if (status == NAV_OK) {
        status = find_path(query, a, end, options, &found);
    }
    if (status != NAV_OK) {
        return fail_query(status, error);
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
    if (status == NAV_OK) {
        status = catch_up(query, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_query_end end;
    status = place_end(query, point, HUGE_VAL, &query->starts, &end);
    if (status != NAV_OK) {
        return fail_query(status, error);
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
    if (status == NAV_OK) {
        status = catch_up(query, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_query_end a;
    status = place_end(query, start, snap, &query->starts, &a);
    if (status != NAV_OK) {
        return fail_query(status, error);
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

// ---------------------------------------------------------------------------
// For fields, crowds and matrices
// ---------------------------------------------------------------------------

const nav_mesh *nav_query_mesh(const nav_query *query)
{
    return query->mesh;
}

nav_allocator nav_query_allocator(const nav_query *query)
{
    return query->mem;
}

nav_status nav_query_hold(nav_query *query, nav_point point, double snap,
                          nav_query_end *end, nav_chain_end *held,
                          nav_error *error)
{
    nav_status status = take_point(&point, "point", error);
    if (status == NAV_OK) {
        status = catch_up(query, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    status = place_end(query, point, snap, &query->goals, end);
    if (status != NAV_OK) {
        return fail_query(status, error);
    }
    *held = (nav_chain_end){end->point, query->goals.item, query->goals.count};
    return NAV_OK;
}

bool nav_query_has_costs(nav_query *query)
{
    nav_legs_know_costs(&query->legs);
    return query->legs.costs.least < query->legs.costs.most;
}

nav_status nav_query_links(nav_query *query, const nav_offmesh_search **links,
                           nav_error *error)
{
    nav_legs_know_costs(&query->legs);
    nav_status status = know_links(query);
    if (status != NAV_OK) {
        return fail_query(status, error);
    }
    *links = &query->offmesh;
    return NAV_OK;
}

nav_status nav_query_path_from(nav_query *query, nav_query_end start,
                               nav_point end, const nav_path_options *options,
                               nav_path *path, nav_error *error)
{
    nav_status status = take_point(&end, "end", error);
    if (status == NAV_OK) {
        status = catch_up(query, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    status = nav_locate_all(&query->locate, start.point, &query->starts);
    if (status == NAV_OK) {
        status = nav_storey_keep_joined(&query->storey, start.point,
                                        start.polygon, &query->starts);
    }
    nav_path found;
    if (status == NAV_OK) {
        status = find_path(query, start, end, options, &found);
    }
    if (status != NAV_OK) {
        return fail_query(status, error);
    }
    *path = found;
    return NAV_OK;
}
