// raycast.c - straight walk over a mesh.
//
// The line from start to end is given by two points of doubles, and every
// corner of the mesh is one too; on which side of the line a corner lies is
// therefore known exactly, and the walk never computes a point it depends on.
// Only the point where the walk is stopped is computed, at the very end.
//
// In a convex, counter-clockwise polygon that the line meets, the corners right
// of the line are followed by those left of it where the line goes out:
//
//                 left (+)
//            ______________
//           |              |        Out through the inside of an edge that runs
//     ----->|------------->|---->   from - to +, or through a corner on the
//     line
//           |______________|        (0) that has - before it or + behind it.
//                 right (-)         There is exactly one of the two.
//
// The second rule holds as well when the line touches the polygon in one corner
// or runs along its edges.
//
// Out through an edge: the polygon of the other side is next; on the boundary
// the walk is stopped.  Out through a corner: the polygons around it, reached
// from the current one through portals in one turning direction or in the
// other, are asked whether their angle at that corner, sides included, holds
// the direction of the walk.  The first one is next; if none does, the walk is
// stopped at the corner.  Where two regions only touch there is no portal to
// turn through, and the point is not passed.  A walk along an edge is one
// inside either polygon.
//
// Termination.  The next polygon always has a piece of the line of positive
// length behind the place where it is entered, so that the walk advances with
// every step; a mesh whose polygons are convex is left after at most as many
// steps as it has polygons.  The steps are counted all the same, so that not
// even a broken mesh makes an endless loop.  Turning around a corner follows a
// permutation of half-edges and comes back or ends.
//
// Floors.  Where more than two polygons meet at an edge the walk keeps to the
// far side, and there to the floor that goes on most nearly as steep as the one
// left, which is computed and rounded; of equals to the polygon of least
// number. Turning around a corner does likewise, and then need not come back:
// its steps are counted.  An edge with all its polygons on one side ends the
// walk, which never turns back.
//
// Several polygons hold a start on an edge or a corner.  Only those count whose
// angle there holds the direction: at most two in a region, along an edge.
//
// Reference: Olivier Devillers, Sylvain Pion and Monique Teillaud, "Walking in
// a Triangulation", 2002, section 2 (the straight walk, with its special
// cases).
#include "search/raycast.h"

#include "geometry/predicates.h"
#include "mesh/surface.h"

typedef struct walk {
    const nav_mesh *mesh;
    nav_vec2 start, end;
} walk;

// Where the line goes out of a polygon.
typedef struct exit_place {
    uint32_t edge;
    bool at_corner; // through the corner where `edge` starts, not through it
} exit_place;

static nav_side side_of(const walk *w, uint32_t edge)
{
    return nav_orient(w->start, w->end, nav_mesh_edge_start(w->mesh, edge));
}

// False when the line does not meet the polygon, which only a broken mesh can
// bring about.
static bool find_exit(const walk *w, nav_poly_id polygon, exit_place *out)
{
    uint32_t first = w->mesh->first[polygon];
    uint32_t end = w->mesh->first[polygon + 1];
    nav_side before = side_of(w, end - 1);
    nav_side here = side_of(w, first);
    for (uint32_t e = first; e < end; e++) {
        nav_side behind = side_of(w, e + 1 < end ? e + 1 : first);
        bool is_corner =
            here == NAV_ON && (before == NAV_RIGHT || behind == NAV_LEFT);
        if (is_corner || (here == NAV_RIGHT && behind == NAV_LEFT)) {
            *out = (exit_place){e, is_corner};
            return true;
        }
        before = here;
        here = behind;
    }
    return false; // no test gets here: a broken mesh is refused when it is read
}

// True when the angle of a polygon at the start of `edge` holds the direction
// from there to the end of the walk.
static bool angle_holds(const walk *w, uint32_t edge)
{
    const nav_mesh *mesh = w->mesh;
    nav_vec2 corner = nav_mesh_edge_start(mesh, edge);
    nav_vec2 next = nav_mesh_edge_end(mesh, edge);
    nav_vec2 prev = nav_mesh_edge_start(mesh, nav_mesh_prev(mesh, edge));
    return nav_orient(corner, next, w->end) != NAV_RIGHT &&
           nav_orient(prev, corner, w->end) != NAV_RIGHT;
}

// The edge on the far side of `edge` by which the walk goes on; NAV_NONE when
// there is none.
static uint32_t far_side(const walk *w, uint32_t edge)
{
    const nav_mesh *mesh = w->mesh;
    uint32_t twin = mesh->twin[edge];
    if (twin == NAV_NONE || !mesh->height) {
        return twin;
    }
    nav_vec2 ahead = nav_vec2_sub(w->end, w->start);
    nav_vec2 a = nav_mesh_edge_start(mesh, edge);
    double rise = nav_surface_rise(mesh, edge, ahead);
    double best_bend = HUGE_VAL;
    uint32_t best = NAV_NONE;
    for (uint32_t e = twin; e != edge; e = mesh->twin[e]) {
        if (nav_vec2_equal(nav_mesh_edge_start(mesh, e), a)) {
            continue; // on the near side
        }
        double bend = fabs(nav_surface_rise(mesh, e, ahead) - rise);
        if (best == NAV_NONE || bend < best_bend ||
            (bend == best_bend &&
             mesh->edge_polygon[e] < mesh->edge_polygon[best])) {
            best = e;
            best_bend = bend;
        }
    }
    return best;
}

// The next polygon clockwise around the start of `edge`, as its edge that
// starts there; NAV_NONE behind the boundary.
static uint32_t turn_clockwise(const walk *w, uint32_t edge)
{
    uint32_t twin = far_side(w, edge);
    return twin == NAV_NONE ? NAV_NONE : nav_mesh_next(w->mesh, twin);
}

// Likewise counter-clockwise.
static uint32_t turn_counter_clockwise(const walk *w, uint32_t edge)
{
    return far_side(w, nav_mesh_prev(w->mesh, edge));
}

// The polygon in which the walk goes on behind the corner where `edge` starts.
static nav_poly_id pass_corner(const walk *w, uint32_t edge)
{
    const nav_mesh *mesh = w->mesh;
    uint32_t most = mesh->info.polygons;
    uint32_t e = edge;
    do {
        e = turn_counter_clockwise(w, e);
        if (e != NAV_NONE && angle_holds(w, e)) {
            return mesh->edge_polygon[e];
        }
    } while (e != NAV_NONE && e != edge && --most > 0);
    if (e == edge) {
        // No test gets here: all angles around a corner inside of the mesh hold
        // every direction, so that it would have to wind about the corner.
        return NAV_NONE;
    }
    most = mesh->info.polygons;
    e = turn_clockwise(w, edge);
    while (e != NAV_NONE && e != edge && most-- > 0) {
        if (angle_holds(w, e)) {
            return mesh->edge_polygon[e];
        }
        e = turn_clockwise(w, e);
    }
    return NAV_NONE;
}

// The polygon in which the walk goes on behind an edge.
static nav_poly_id pass_edge(const walk *w, uint32_t edge)
{
    uint32_t e = far_side(w, edge);
    return e == NAV_NONE ? NAV_NONE : w->mesh->edge_polygon[e];
}

// True when the walk ends before or at a point that lies on its line.
static bool ends_before(const walk *w, nav_vec2 p)
{
    if (w->start.x != w->end.x) {
        return w->start.x < w->end.x ? w->end.x <= p.x : w->end.x >= p.x;
    }
    return w->start.y < w->end.y ? w->end.y <= p.y : w->end.y >= p.y;
}

static double clamp(double c, double a, double b)
{
    double low = a < b ? a : b;
    double high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

// Where the walk crosses an edge that it goes out through; rounded.
static nav_vec2 crossing(const walk *w, uint32_t edge)
{
    nav_vec2 a = nav_mesh_edge_start(w->mesh, edge);
    nav_vec2 b = nav_mesh_edge_end(w->mesh, edge);
    nav_vec2 along = nav_vec2_sub(b, a);
    double inside = nav_vec2_cross(along, nav_vec2_sub(w->start, a));
    double outside = -nav_vec2_cross(along, nav_vec2_sub(w->end, a));
    // Exactly, inside >= 0 and outside > 0; rounded they may be anything.
    inside = inside > 0 ? inside : 0;
    outside = outside > 0 ? outside : 0;
    double t = inside + outside > 0 ? inside / (inside + outside) : 0;
    nav_vec2 p = {w->start.x + (w->end.x - w->start.x) * t,
                  w->start.y + (w->end.y - w->start.y) * t};
    p = (nav_vec2){clamp(p.x, a.x, b.x), clamp(p.y, a.y, b.y)};
    return (nav_vec2){nav_coord_flushed(clamp(p.x, w->start.x, w->end.x)),
                      nav_coord_flushed(clamp(p.y, w->start.y, w->end.y))};
}

// Walks from a polygon that holds the start.
static nav_raycast_result walk_from(const walk *w, nav_poly_id polygon)
{
    const nav_mesh *mesh = w->mesh;
    nav_raycast_result result = {true,    w->end,   0,    polygon,
                                 polygon, NAV_NONE, false};
    if (nav_vec2_equal(w->start, w->end)) {
        result.height = nav_surface_height(mesh, polygon, w->end);
        return result;
    }
    result.clear = false;
    result.hit = w->start;
    result.height = nav_surface_height(mesh, polygon, w->start);
    for (uint32_t steps = 0; steps < mesh->info.polygons; steps++) {
        exit_place out;
        if (!find_exit(w, result.end_polygon, &out)) {
            return result;
        }
        nav_vec2 a = nav_mesh_edge_start(mesh, out.edge);
        nav_vec2 b = nav_mesh_edge_end(mesh, out.edge);
        result.clear = out.at_corner ? ends_before(w, a)
                                     : nav_orient(a, b, w->end) != NAV_RIGHT;
        if (result.clear) {
            result.hit = w->end;
            result.height =
                nav_surface_height(mesh, result.end_polygon, w->end);
            return result;
        }
        nav_poly_id next =
            out.at_corner ? pass_corner(w, out.edge) : pass_edge(w, out.edge);
        if (next == NAV_NONE) {
            result.hit = out.at_corner ? a : crossing(w, out.edge);
            result.height = nav_surface_edge_height(mesh, out.edge, result.hit);
            result.edge = out.edge;
            result.at_corner = out.at_corner;
            return result;
        }
        result.end_polygon = next;
    }
    return result;
}

// True when a polygon that holds the start holds the beginning of the walk too:
// no edge with the start on it has the end on its right.
static bool holds_beginning(const walk *w, nav_poly_id polygon)
{
    const nav_mesh *mesh = w->mesh;
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        nav_vec2 a = nav_mesh_edge_start(mesh, e);
        nav_vec2 b = nav_mesh_edge_end(mesh, e);
        if (nav_orient(a, b, w->end) == NAV_RIGHT &&
            nav_orient(a, b, w->start) == NAV_ON) {
            return false;
        }
    }
    return true;
}

nav_raycast_result nav_raycast_run(const nav_mesh *mesh, nav_vec2 start,
                                   nav_vec2 end, const nav_poly_id *polygons,
                                   size_t count)
{
    walk w = {mesh, start, end};
    nav_raycast_result best = {
        false,       start,       nav_surface_height(mesh, polygons[0], start),
        polygons[0], polygons[0], NAV_NONE,
        false};
    double best_distance = 0;
    for (size_t i = 0; i < count && !best.clear; i++) {
        if (!holds_beginning(&w, polygons[i])) {
            continue;
        }
        nav_raycast_result r = walk_from(&w, polygons[i]);
        double distance = nav_vec2_distance(start, r.hit);
        if (r.clear || distance > best_distance) {
            best = r;
            best_distance = distance;
        }
    }
    return best;
}

nav_raycast_result nav_raycast_from(const nav_mesh *mesh, nav_vec2 start,
                                    nav_poly_id polygon, nav_vec2 end)
{
    walk w = {mesh, start, end};
    return walk_from(&w, polygon);
}

bool nav_raycast_walls(const nav_mesh *mesh, uint32_t edge, nav_vec2 start,
                       nav_vec2 end, uint32_t walls[2])
{
    walk w = {mesh, start, end};
    uint32_t first = edge, last = edge;
    uint32_t most = mesh->info.polygons;
    for (uint32_t e = edge; e != NAV_NONE && most-- > 0;) {
        first = e;
        e = turn_clockwise(&w, e);
    }
    most = mesh->info.polygons;
    for (uint32_t e = edge; e != NAV_NONE && most-- > 0;) {
        last = e;
        e = turn_counter_clockwise(&w, e);
    }
    walls[0] = first;
    walls[1] = nav_mesh_prev(mesh, last);
    return far_side(&w, walls[0]) == NAV_NONE &&
           far_side(&w, walls[1]) == NAV_NONE;
}
