// route.c - where an agent goes next on its shortest path.
//
// In plan a path is straight as far as its first turn, and a straight walk
// (raycast.c) finds the polygons that it goes through: but for edges at which
// more than two of them meet, or both lie on one side.  Behind these the walk
// may take another floor, or ends.  Such an edge on the way is a gate.  An
// agent goes up to it, stops, and steps over it to the polygon that the path
// goes on with.
//
// Where the path crosses a gate is computed and rounded, and there need be no
// double on the edge but its ends.  So the place has one point for each side:
// the nearest that can be found, of those that the polygon of that side holds
// exactly, or the nearer end of the edge.  To step over is to change the one
// for the other, which is a move by some last places; nothing is asked of
// whether the point lies on the edge.
#include "crowd/route.h"

#include "geometry/predicates.h"
#include "mesh/locate.h"
#include "search/query.h"

static const nav_crossing no_gate = {NAV_NONE, NAV_NONE};

// Whether an edge is that of a portal, whose left and right are another's where
// the plan is seen in a mirror.
static bool is_edge_of(const nav_mesh *mesh, uint32_t e,
                       const nav_portal *portal)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, e), b = nav_mesh_edge_end(mesh, e);
    return (nav_vec2_equal(a, portal->right) &&
            nav_vec2_equal(b, portal->left)) ||
           (nav_vec2_equal(a, portal->left) &&
            nav_vec2_equal(b, portal->right));
}

// The edges of a portal of a path.
static nav_crossing crossing_of(const nav_mesh *mesh, const nav_portal *portal)
{
    for (uint32_t e = mesh->first[portal->from];
         e < mesh->first[portal->from + 1]; e++) {
        if (mesh->twin[e] == NAV_NONE || !is_edge_of(mesh, e, portal)) {
            continue;
        }
        for (uint32_t t = mesh->twin[e]; t != e; t = mesh->twin[t]) {
            if (mesh->edge_polygon[t] == portal->to) {
                return (nav_crossing){e, t};
            }
        }
    }
    return no_gate;
}

static bool is_gate(const nav_mesh *mesh, nav_crossing c)
{
    return mesh->twin[c.entered] != c.left || mesh->twin[c.left] != c.entered ||
           nav_crossing_is_fold(mesh, c);
}

// The place next to q, on an edge, that the polygon of the edge holds.
static nav_vec2 place_at(const nav_mesh *mesh, uint32_t edge, nav_vec2 q)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, edge);
    nav_vec2 b = nav_mesh_edge_end(mesh, edge);
    nav_vec2 end = nav_vec2_distance2(q, a) <= nav_vec2_distance2(q, b) ? a : b;
    nav_vec2 found;
    return nav_locate_round_into(mesh, edge, q, nav_vec2_distance(q, end),
                                 &found)
               ? found
               : end;
}

// Where the way from `start`, straight to `turn`, comes to an edge; rounded.
static nav_vec2 meet(const nav_mesh *mesh, nav_crossing gate, nav_vec2 start,
                     nav_vec2 turn)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, gate.left);
    nav_vec2 b = nav_mesh_edge_end(mesh, gate.left);
    if (nav_orient(a, b, start) == NAV_ON) { // along it, to the nearer end
        return nav_vec2_distance2(start, a) <= nav_vec2_distance2(start, b) ? a
                                                                            : b;
    }
    if (nav_crossing_is_fold(mesh, gate)) { // where it touches, it turns back
        return turn;
    }
    if (nav_orient(start, turn, a) == NAV_ON) {
        return a;
    }
    if (nav_orient(start, turn, b) == NAV_ON) {
        return b;
    }
    nav_vec2 along = nav_vec2_sub(b, a);
    double before = fabs(nav_vec2_cross(along, nav_vec2_sub(start, a)));
    double behind = fabs(nav_vec2_cross(along, nav_vec2_sub(turn, a)));
    double t = before + behind > 0 ? before / (before + behind) : 0;
    nav_vec2 p = {start.x + (turn.x - start.x) * t,
                  start.y + (turn.y - start.y) * t};
    return (nav_vec2){fmin(fmax(p.x, fmin(a.x, b.x)), fmax(a.x, b.x)),
                      fmin(fmax(p.y, fmin(a.y, b.y)), fmax(a.y, b.y))};
}

// Passes the portals on which a path begins; gives the next one.
static size_t pass_start(const nav_mesh *mesh, const nav_path *path,
                         nav_poly_id *polygon)
{
    size_t i = 0;
    *polygon =
        path->portal_count > 0 ? path->portals[0].from : path->start_polygon;
    while (i < path->portal_count &&
           nav_orient(path->portals[i].left, path->portals[i].right,
                      path->start) == NAV_ON &&
           nav_mesh_holds(mesh, path->portals[i].to, path->start)) {
        *polygon = path->portals[i++].to;
    }
    return i;
}

// The first gate on the straight way to `turn`, over the portals from the i-th
// on.
static nav_crossing first_gate(const nav_mesh *mesh, const nav_path *path,
                               size_t i, nav_vec2 turn)
{
    for (; i < path->portal_count; i++) {
        const nav_portal *portal = &path->portals[i];
        if (nav_vec2_equal(portal->left, turn) ||
            nav_vec2_equal(portal->right, turn)) {
            break; // it ends on a corner, which all polygons around it hold
        }
        nav_crossing c = crossing_of(mesh, portal);
        if (c.left != NAV_NONE && is_gate(mesh, c)) {
            return c;
        }
    }
    return no_gate;
}

nav_route nav_route_none(const nav_mover *at)
{
    return (nav_route){{at->point, HUGE_VAL}, at->polygon, no_gate};
}

nav_status nav_route_ask(nav_query *query, const nav_mover *at, nav_point goal,
                         nav_route *route, nav_error *error)
{
    const nav_mesh *mesh = nav_query_mesh(query);
    const nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    const nav_query_end start = {
        .on_mesh = true, .point = at->point, .polygon = at->polygon};
    nav_path path;
    nav_status status =
        nav_query_path_from(query, start, goal, &options, &path, error);
    if (status != NAV_OK) {
        return status;
    }
    *route = nav_route_none(at);
    if (path.status != NAV_PATH_OK) {
        return NAV_OK;
    }
    nav_vec2 to = path.waypoints[path.waypoint_count > 1 ? 1 : 0];
    size_t next = pass_start(mesh, &path, &route->polygon);
    if (!mesh->plain) {
        route->gate = first_gate(mesh, &path, next, to);
    }
    if (route->gate.left != NAV_NONE) {
        to = place_at(mesh, route->gate.left,
                      meet(mesh, route->gate, at->point, to));
    }
    double rest = path.length - nav_vec2_distance(at->point, to);
    route->turn = (nav_steering_turn){to, rest > 0 ? rest : 0};
    return NAV_OK;
}

nav_mover nav_route_step_over(const nav_mesh *mesh, nav_crossing gate,
                              nav_vec2 from)
{
    return (nav_mover){place_at(mesh, gate.entered, from),
                       mesh->edge_polygon[gate.entered]};
}
