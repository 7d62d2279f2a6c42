// trail.c - the taut string laid back on to the floors of a mesh with heights.
//
// The funnel gives a string in the plane in which the chain of portals lies
// when it is unfolded (chain.h).  Here it is walked from portal to portal.  On
// the way through a polygon the string is straight; where it crosses a portal
// is told by how far the portal's ends lie to the left and to the right of it,
// as a part t of the edge that is left, from its start (0) to its end (1). That
// part is the same on the real edge, whatever the unfolding has done to it, and
// so is the height there.
//
// A turn of the string is the end of a portal, which the funnel names: it
// becomes that corner of the mesh with the very bits it has there.  At a fold
// the real way turns back, so that the point of touch is a waypoint although
// the string is straight; unless the string runs along the edge.
//
// The length in space is summed over the triangles of the faces: from portal to
// portal, and inside of a polygon of more than three corners from diagonal to
// diagonal of its fan where it is not plane there.  Where the floor has a step
// the rise is added.
//
// With `crossings` a waypoint is added at each portal and each diagonal where
// the floor bends (exactly decided, surface.h), at a step one below and one
// above.
//
// Points at crossings are computed, and rounded.
#include "search/trail.h"

#include "geometry/predicates3d.h"
#include "mesh/surface.h"

// Where the walker is.
typedef struct stand {
    nav_vec2 plan;
    double height;
} stand;

void nav_trail_init(nav_trail *trail, const nav_allocator *mem)
{
    *trail = (nav_trail){.mem = *mem};
}

void nav_trail_fini(nav_trail *trail)
{
    nav_mem_free(&trail->mem, trail->waypoint, trail->waypoint_capacity,
                 sizeof *trail->waypoint);
    nav_mem_free(&trail->mem, trail->height, trail->height_capacity,
                 sizeof *trail->height);
}

// Makes room for `more` waypoints.
static nav_status reserve(nav_trail *trail, size_t more)
{
    size_t need = trail->count + more;
    nav_status status =
        nav_mem_grow(&trail->mem, &trail->waypoint, &trail->waypoint_capacity,
                     need, sizeof *trail->waypoint);
    if (status != NAV_OK) {
        return status;
    }
    return nav_mem_grow(&trail->mem, &trail->height, &trail->height_capacity,
                        need, sizeof *trail->height);
}

// Adds a waypoint.  The same place again is none, but for the two ends of a
// step's rise when those are asked for.
static void emit(nav_trail *trail, stand at, bool rises)
{
    size_t n = trail->count;
    if (n > 0 && nav_vec2_equal(trail->waypoint[n - 1], at.plan) &&
        (!rises || trail->height[n - 1] == at.height)) {
        return;
    }
    trail->waypoint[n] = at.plan;
    trail->height[n] = at.height;
    trail->count++;
}

static void add_length(nav_trail *trail, stand a, stand b)
{
    trail->length3d +=
        nav_vec2_slant_distance(a.plan, b.plan, b.height - a.height);
}

// The part t of the way from a to b, which both ends give exactly.
static stand part_way(stand a, stand b, double t)
{
    if (t <= 0) {
        return a;
    }
    if (t >= 1) {
        return b;
    }
    return (stand){{a.plan.x + (b.plan.x - a.plan.x) * t,
                    a.plan.y + (b.plan.y - a.plan.y) * t},
                   a.height + (b.height - a.height) * t};
}

static stand corner(const nav_mesh *mesh, uint32_t edge)
{
    nav_vec3 p = nav_surface_corner(mesh, edge);
    return (stand){{p.x, p.y}, p.z};
}

// Whether the polygon bends at the diagonal from its first corner to the start
// of `edge`.
static bool bends_at(const nav_mesh *mesh, uint32_t first, uint32_t edge)
{
    return !nav_coplanar(
        nav_surface_corner(mesh, first), nav_surface_corner(mesh, edge - 1),
        nav_surface_corner(mesh, edge), nav_surface_corner(mesh, edge + 1));
}

// Where the way from a to b crosses a diagonal at which the floor bends; false
// when it does not.
static bool cross_diagonal(const nav_mesh *mesh, const uint32_t diagonal[2],
                           stand a, stand b, stand *at)
{
    stand hub = corner(mesh, diagonal[0]), rim = corner(mesh, diagonal[1]);
    nav_vec2 d = nav_vec2_sub(rim.plan, hub.plan);
    double before = nav_vec2_cross(d, nav_vec2_sub(a.plan, hub.plan));
    double behind = nav_vec2_cross(d, nav_vec2_sub(b.plan, hub.plan));
    if (!((before > 0 && behind < 0) || (before < 0 && behind > 0)) ||
        !bends_at(mesh, diagonal[0], diagonal[1])) {
        return false;
    }
    *at = part_way(a, b, before / (before - behind));
    nav_vec2 out = nav_vec2_sub(at->plan, hub.plan);
    double length2 = nav_vec2_dot(d, d);
    at->height = part_way(hub, rim, nav_vec2_dot(out, d) / length2).height;
    return true;
}

// Walks straight through one polygon.
static nav_status walk(nav_trail *trail, const nav_string *string,
                       nav_poly_id polygon, stand a, stand b)
{
    const nav_mesh *mesh = string->mesh;
    uint32_t first = mesh->first[polygon], end = mesh->first[polygon + 1];
    uint32_t diagonals = end - first - 3;
    nav_status status = reserve(trail, diagonals + 3);
    if (status != NAV_OK || nav_vec2_equal(a.plan, b.plan)) {
        return status;
    }
    // Turning left about the first corner one meets the diagonals in order.
    nav_vec2 hub = nav_mesh_edge_start(mesh, first);
    bool left = nav_vec2_cross(nav_vec2_sub(a.plan, hub),
                               nav_vec2_sub(b.plan, hub)) > 0;
    for (uint32_t i = 0; i < diagonals; i++) {
        uint32_t rim = left ? first + 2 + i : end - 2 - i;
        const uint32_t diagonal[2] = {first, rim};
        stand at;
        if (cross_diagonal(mesh, diagonal, a, b, &at)) {
            add_length(trail, a, at);
            if (string->crossings) {
                emit(trail, at, true);
            }
            a = at;
        }
    }
    add_length(trail, a, b);
    return NAV_OK;
}

// Where a string crosses a portal.
typedef struct crossing {
    double part; // from the right end (0) to the left end (1)
    bool along;  // the string does not cross but run along it
} crossing;

static crossing cross_portal(const nav_portal *portal, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double left = nav_vec2_cross(d, nav_vec2_sub(portal->left, a));
    double right = -nav_vec2_cross(d, nav_vec2_sub(portal->right, a));
    // Exactly, both are 0 or more; rounded they may be anything.
    left = left > 0 ? left : 0;
    right = right > 0 ? right : 0;
    if (left + right > 0) {
        return (crossing){right / (left + right), false};
    }
    nav_vec2 side = nav_vec2_sub(portal->left, portal->right);
    double along = nav_vec2_dot(nav_vec2_sub(a, portal->right), side);
    return (crossing){along / nav_vec2_dot(side, side), true};
}

// The walker's way so far.
typedef struct progress {
    stand at;
    stand above;   // on a portal: the same place on the floor entered
    size_t piece;  // of the string: from point[piece] to the next one
    bool mirrored; // this stretch of the chain is turned over
} progress;

// The place at part t, from start to end, of the edge left (below) and of the
// edge entered (above); they differ in height where there is a step.
static void stand_on_link(const nav_mesh *mesh, nav_crossing link, double t,
                          stand *below, stand *above)
{
    uint32_t start = link.entered, end = nav_mesh_next(mesh, link.entered);
    if (!nav_crossing_is_fold(mesh, link)) {
        uint32_t swap = start;
        start = end;
        end = swap;
    }
    *below = part_way(corner(mesh, link.left),
                      corner(mesh, nav_mesh_next(mesh, link.left)), t);
    *above = part_way(corner(mesh, start), corner(mesh, end), t);
}

// Goes on to a portal, at part t of the edge left.
static nav_status go_to(nav_trail *trail, const nav_string *string, size_t i,
                        double t, progress *p)
{
    nav_crossing link = string->links[i];
    stand below;
    stand_on_link(string->mesh, link, t, &below, &p->above);
    nav_status status = walk(
        trail, string, string->mesh->edge_polygon[link.left], p->at, below);
    p->at = below;
    return status;
}

// Goes through the turns of the string that lie on portal i; tells whether
// there are any.
static nav_status take_turns(nav_trail *trail, const nav_string *string,
                             size_t i, progress *p, bool *turned)
{
    nav_status status = NAV_OK;
    *turned = false;
    while (status == NAV_OK && p->piece + 2 < string->point_count &&
           string->source[p->piece + 1] / 2 == i) {
        bool left = string->source[p->piece + 1] % 2 == 0;
        status = go_to(trail, string, i, left != p->mirrored ? 1 : 0, p);
        if (status == NAV_OK) {
            emit(trail, p->at, string->crossings);
        }
        p->piece++;
        *turned = true;
    }
    return status;
}

// Goes straight through portal i.
static nav_status go_straight(nav_trail *trail, const nav_string *string,
                              size_t i, progress *p)
{
    nav_crossing link = string->links[i];
    size_t next = p->piece + 1 < string->point_count ? p->piece + 1 : p->piece;
    crossing c = cross_portal(&string->portals[i], string->point[p->piece],
                              string->point[next]);
    nav_status status =
        go_to(trail, string, i, p->mirrored ? 1 - c.part : c.part, p);
    bool turns = nav_crossing_is_fold(string->mesh, link) ||
                 (string->crossings &&
                  nav_surface_is_crease(string->mesh, link.left, link.entered));
    if (status == NAV_OK && turns && !c.along) {
        emit(trail, p->at, string->crossings);
    }
    return status;
}

static nav_status pass_portal(nav_trail *trail, const nav_string *string,
                              size_t i, progress *p)
{
    bool turned;
    nav_status status = take_turns(trail, string, i, p, &turned);
    if (status == NAV_OK && !turned) {
        status = go_straight(trail, string, i, p);
    }
    if (status == NAV_OK && p->above.height != p->at.height) {
        trail->length3d += fabs(p->above.height - p->at.height);
        if (string->crossings) {
            emit(trail, p->at, true);
            emit(trail, p->above, true);
        }
    }
    p->at = p->above;
    bool fold = nav_crossing_is_fold(string->mesh, string->links[i]);
    p->mirrored = p->mirrored != fold;
    return status;
}

nav_status nav_trail_run(nav_trail *trail, const nav_string *string)
{
    const nav_mesh *mesh = string->mesh;
    stand start = {
        string->start,
        nav_surface_height(mesh, string->start_polygon, string->start)};
    stand goal = {string->goal,
                  nav_surface_height(mesh, string->goal_polygon, string->goal)};
    progress p = {.at = start};
    trail->count = 0;
    trail->length3d = 0;
    nav_status status = reserve(trail, 1);
    if (status == NAV_OK) {
        emit(trail, start, false);
    }
    for (size_t i = 0; i < string->link_count && status == NAV_OK; i++) {
        status = pass_portal(trail, string, i, &p);
    }
    if (status == NAV_OK) {
        status = walk(trail, string, string->goal_polygon, p.at, goal);
    }
    if (status == NAV_OK) {
        emit(trail, goal, false);
    }
    return status;
}
