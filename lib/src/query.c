// query.c - the queries of navmesh.h: locate + search + funnel.
//
// A path is found in five steps, each of which may end it:
//
//   1. find all polygons that hold each end; an end off the mesh is moved to
//   the
//      nearest walkable point when that is near enough;
//   2. compare islands: without a shared one there is no path, and no search;
//   3. a polygon that holds both ends gives the straight segment;
//   4. A* gives a chain of portals;
//   5. the funnel pulls the string through them taut.
//
// An end on an edge or a corner is in several polygons, even on several islands
// where these touch; all of them count, so that the answer does not depend on
// which one a search happens to see first.
//
// What can be proved of the result: a path that never turns is the shortest of
// the whole mesh, for nothing is shorter than the straight segment.  Others are
// shortest in their chain of portals, which is all that is claimed.
//
// Left and right: polygons run counter-clockwise, hence have their inside to
// the left of each edge.  Who leaves a polygon over an edge turns his back to
// the inside and sees the edge's end on his left and its start on his right.
//
//          end o <-------- o start
//              |    ^     |
//              |  walker  |
//
// References: see navmesh.h at nav_query_path.
#include "astar.h"
#include "error.h"
#include "funnel.h"
#include "locate.h"
#include "raycast.h"
#include "vec.h"

struct nav_query {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_locate locate;
    nav_astar astar;
    nav_funnel funnel;
    nav_poly_list starts, goals; // polygons that hold the ends
    nav_portal *portal;
    size_t portal_count, portal_capacity;
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
    nav_funnel_fini(&query->funnel);
    nav_mem_free(&mem, query->portal, query->portal_capacity,
                 sizeof *query->portal);
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
    }
    return "unknown";
}

// Refuses coordinates out of range; makes negative zero zero.
static nav_status take_point(nav_vec2 *point, const char *what,
                             nav_error *error)
{
    if (!nav_vec2_is_legal(*point)) {
        return nav_fail(
            error, NAV_RANGE,
            "%s: a coordinate must be 0 or of a size from 1e-100 to 1e100",
            what);
    }
    *point = (nav_vec2){point->x + 0.0, point->y + 0.0};
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------

// An end of a path after step 1.
typedef struct path_end {
    bool on_mesh;
    nav_vec2 point;
    double moved;
    nav_poly_id polygon; // of least number
} path_end;

static nav_status place_end(nav_query *query, nav_vec2 point, double snap,
                            nav_poly_list *list, path_end *end)
{
    *end = (path_end){false, {0, 0}, 0, NAV_NONE};
    nav_status status = nav_locate_all(&query->locate, point, list);
    if (status != NAV_OK) {
        return status;
    }
    double moved = 0;
    if (list->count == 0 && snap > 0) {
        nav_vec2 near = nav_locate_nearest(&query->locate, point);
        moved = nav_vec2_distance(point, near);
        if (moved > snap) {
            return NAV_OK;
        }
        point = near;
        status = nav_locate_all(&query->locate, point, list);
    }
    if (status == NAV_OK && list->count > 0) {
        *end = (path_end){true, point, moved, list->item[0]};
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

// Makes the portals of the chain that the search has found.
static nav_status list_portals(nav_query *query)
{
    const nav_mesh *mesh = query->mesh;
    size_t count = query->astar.chain_count;
    nav_status status =
        nav_mem_grow(&query->mem, &query->portal, &query->portal_capacity,
                     count, sizeof *query->portal);
    if (status != NAV_OK) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t e = query->astar.chain[i];
        query->portal[i] = (nav_portal){.from = mesh->edge_polygon[e],
                                        .to = mesh->neighbour[e],
                                        .left = nav_mesh_edge_end(mesh, e),
                                        .right = nav_mesh_edge_start(mesh, e)};
    }
    query->portal_count = count;
    return NAV_OK;
}

// Fills in the path from the portals listed.
static nav_status pull_string(nav_query *query, nav_path *path)
{
    nav_status status = nav_funnel_run(&query->funnel, path->start, path->end,
                                       query->portal, query->portal_count);
    if (status != NAV_OK) {
        return status;
    }
    path->status = NAV_PATH_OK;
    path->waypoints = query->funnel.waypoint;
    path->waypoint_count = query->funnel.waypoint_count;
    path->portals = query->portal;
    path->portal_count = query->portal_count;
    path->optimal = path->waypoint_count <= 2;
    for (size_t i = 1; i < path->waypoint_count; i++) {
        path->length +=
            nav_vec2_distance(path->waypoints[i - 1], path->waypoints[i]);
    }
    return NAV_OK;
}

// Steps 2 to 5, both ends being on the mesh.
static nav_status connect_ends(nav_query *query, nav_search search,
                               nav_path *path)
{
    nav_astar *astar = &query->astar;
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
        return pull_string(query, path);
    }
    nav_status status = nav_astar_run(astar, search, path->start,
                                      query->starts.item, query->starts.count);
    if (status != NAV_OK) {
        return status;
    }
    path->expanded = astar->expanded;
    if (NAV_NEVER(astar->chain_count == 0)) {
        path->status = NAV_PATH_UNREACHABLE;
        return NAV_OK;
    }
    status = list_portals(query);
    if (status != NAV_OK) {
        return status;
    }
    path->start_polygon = query->portal[0].from;
    path->end_polygon = query->portal[query->portal_count - 1].to;
    return pull_string(query, path);
}

// Step 1 for both ends, then the others.
static nav_status find_path(nav_query *query, nav_vec2 start, nav_vec2 end,
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
    if (!a.on_mesh || !b.on_mesh) {
        path->status =
            a.on_mesh ? NAV_PATH_END_OFF_MESH : NAV_PATH_START_OFF_MESH;
        return NAV_OK;
    }
    return connect_ends(query, options->search, path);
}

nav_status nav_query_path(nav_query *query, nav_vec2 start, nav_vec2 end,
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

// ---------------------------------------------------------------------------
// Points and rays
// ---------------------------------------------------------------------------

nav_status nav_query_locate(nav_query *query, nav_vec2 point,
                            nav_location *location, nav_error *error)
{
    nav_status status = take_point(&point, "point", error);
    if (status != NAV_OK) {
        return status;
    }
    nav_location found = {nav_locate_first(&query->locate, point), point, 0};
    if (found.polygon == NAV_NONE) {
        found.point = nav_locate_nearest(&query->locate, point);
        found.polygon = nav_locate_first(&query->locate, found.point);
        found.distance = nav_vec2_distance(point, found.point);
    }
    *location = found;
    return NAV_OK;
}

nav_status nav_query_raycast(nav_query *query, nav_vec2 start, nav_vec2 end,
                             double snap, nav_ray *ray, nav_error *error)
{
    nav_status status = take_point(&start, "start", error);
    if (status == NAV_OK) {
        status = take_point(&end, "end", error);
    }
    if (status != NAV_OK) {
        return status;
    }
    path_end a;
    if (place_end(query, start, snap, &query->starts, &a) != NAV_OK) {
        return nav_fail_memory(error);
    }
    if (!a.on_mesh) {
        *ray = (nav_ray){.status = NAV_PATH_START_OFF_MESH,
                         .start_polygon = NAV_NONE,
                         .end_polygon = NAV_NONE};
        return NAV_OK;
    }
    nav_raycast_result r = nav_raycast_run(
        query->mesh, a.point, end, query->starts.item, query->starts.count);
    *ray = (nav_ray){.status = NAV_PATH_OK,
                     .clear = r.clear,
                     .hit = r.hit,
                     .distance = nav_vec2_distance(a.point, r.hit),
                     .start_polygon = r.start_polygon,
                     .end_polygon = r.end_polygon};
    return NAV_OK;
}
