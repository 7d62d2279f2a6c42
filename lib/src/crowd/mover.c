// mover.c - a point that walks over a mesh and never leaves it.
//
// The invariant is exact: the polygon holds the point, by the predicates.  A
// straight walk (raycast.c) decides exactly whether it is clear, and then the
// polygon in which it ends holds its end.  Where a wall stops it, the place is
// computed and rounded, and may lie off the mesh by the last bit: it is moved
// to a point nearby that the polygon of the wall holds (nearest.c).  In a thin
// wedge there may be none; then the place is the end of the wall, which is a
// vertex, or one on the line of the walk a little before the hit.
//
// Then the walker slides: what is left of the displacement is projected on the
// wall.  The piece along the wall is one inside a convex polygon that holds its
// beginning, so that it is enough to bring its end into the polygon; no second
// walk, which runs into the wall it should slide along as often as not when one
// of its ends is rounded.  The end of the wall is a vertex and needs no
// rounding.  From there it goes on with what is left, in the direction of the
// displacement: that may be clear, past a reflex corner, or meet the next wall.
// So a walk that only grazes a corner, be it that rounding makes it hit the
// corner's wall, goes on as if there were none.
//
// At a corner there are two walls.  It slides along the one that leads more in
// the direction of the walk, and stands still where both lead back.  Every
// piece leads forward, and ends a wall or the walk.  On a finely bent wall a
// long move may meet more walls than we are willing to follow; the rest is then
// dropped.
//
// Reference: Kasper Fauerby, "Improved Collision Detection and Response", 2003
// (sliding); the exact walk takes the place of its small distances.
#include "crowd/mover.h"

#include "mesh/locate.h"
#include "search/raycast.h"

// Walls that a move slides along at most.
enum { WALLS_MOST = 8 };

typedef struct slide {
    const nav_mesh *mesh;
    nav_mover at;
    nav_vec2 left; // of the displacement
} slide;

// The end of a displacement; out of the legal range it is moved into it.
static double end_of(double from, double by)
{
    double sum = nav_coord_flushed(from + by) + 0.0;
    return fmin(fmax(sum, -NAV_COORD_MAX), NAV_COORD_MAX);
}

// Takes the part into a wall out of a velocity; the mesh lies left of walls.
static nav_vec2 without_part_into(const nav_mesh *mesh, uint32_t wall,
                                  nav_vec2 velocity)
{
    nav_vec2 u = nav_vec2_towards(nav_mesh_edge_start(mesh, wall),
                                  nav_mesh_edge_end(mesh, wall));
    double inward = nav_vec2_cross(u, velocity);
    return inward < 0 ? (nav_vec2){velocity.x + inward * u.y,
                                   velocity.y - inward * u.x}
                      : velocity;
}

// Moves along a wall, whose polygon holds the place, up to its end at most.
// Returns whether the end is reached, and something left of the displacement.
static bool slide_along(slide *s, uint32_t wall)
{
    nav_vec2 a = nav_mesh_edge_start(s->mesh, wall);
    nav_vec2 b = nav_mesh_edge_end(s->mesh, wall);
    nav_vec2 u = nav_vec2_towards(a, b);
    double part = nav_vec2_dot(s->left, u);
    nav_vec2 end = part < 0 ? a : b;
    double most = nav_vec2_distance(s->at.point, end);
    if (fabs(part) > most) {
        double rest = 1 - most / fabs(part);
        s->left = (nav_vec2){s->left.x * rest, s->left.y * rest};
        s->at.point = end;
        return true;
    }
    nav_vec2 to = {end_of(s->at.point.x, u.x * part),
                   end_of(s->at.point.y, u.y * part)};
    (void)nav_locate_round_into(s->mesh, wall, to, fabs(part), &s->at.point);
    return false;
}

// How far the displacement leads along a wall away from the corner.
static double leads_along(const slide *s, uint32_t wall, bool starts)
{
    nav_vec2 a = nav_mesh_edge_start(s->mesh, wall);
    nav_vec2 b = nav_mesh_edge_end(s->mesh, wall);
    return nav_vec2_dot(s->left, starts ? nav_vec2_towards(a, b)
                                        : nav_vec2_towards(b, a));
}

// The wall to slide along from the corner at which a walk was stopped; NAV_NONE
// when there is none.
static uint32_t choose_wall(const slide *s, uint32_t edge, nav_vec2 target)
{
    uint32_t walls[2];
    if (!nav_raycast_walls(s->mesh, edge, s->at.point, target, walls)) {
        // No test gets here: floors that wind about the corner without end, and
        // all the same do not go on behind it.
        return NAV_NONE;
    }
    double first = leads_along(s, walls[0], true);
    double second = leads_along(s, walls[1], false);
    if (first <= 0 && second <= 0) {
        return NAV_NONE;
    }
    return first >= second ? walls[0] : walls[1];
}

// Where the wall's polygon is too narrow for a rounded point next to the hit:
// goes to the end of the wall, or to the last place on the line that can be
// walked to, whichever is nearer to the hit.  False when that place is not in
// the polygon, and the wall cannot be slid along.
static bool stop_nearby(slide *s, const nav_raycast_result *r)
{
    nav_vec2 from = s->at.point;
    nav_vec2 a = nav_mesh_edge_start(s->mesh, r->edge);
    nav_vec2 b = nav_mesh_edge_end(s->mesh, r->edge);
    bool first = nav_vec2_distance2(r->hit, a) <= nav_vec2_distance2(r->hit, b);
    nav_mover end = {first ? a : b, r->end_polygon};
    double best = nav_vec2_distance(r->hit, end.point);
    for (double part = DBL_EPSILON; part < 1; part *= 4) {
        nav_vec2 back = {end_of(r->hit.x, (from.x - r->hit.x) * part),
                         end_of(r->hit.y, (from.y - r->hit.y) * part)};
        if (nav_vec2_distance(r->hit, back) >= best) {
            break;
        }
        nav_raycast_result walk =
            nav_raycast_from(s->mesh, from, s->at.polygon, back);
        if (walk.clear) {
            end = (nav_mover){back, walk.end_polygon};
            break;
        }
    }
    // No farther than the walk was long.
    if (nav_vec2_distance(r->hit, end.point) <=
        nav_vec2_distance(r->hit, from)) {
        s->at = end;
    }
    return s->at.polygon == r->end_polygon;
}

// Goes to where a walk to `target` was stopped; gives the wall there, NAV_NONE
// when there is nowhere to go.
static uint32_t go_to_wall(slide *s, const nav_raycast_result *r,
                           nav_vec2 target)
{
    nav_vec2 from = s->at.point;
    if (r->edge == NAV_NONE) {
        // No test gets here: a walk ends at no edge on a broken mesh alone.
        return NAV_NONE;
    }
    if (r->at_corner) {
        s->at = (nav_mover){r->hit, r->end_polygon};
        s->left = nav_vec2_sub(target, r->hit);
        return choose_wall(s, r->edge, target);
    }
    if (nav_locate_round_into(s->mesh, r->edge, r->hit,
                              nav_vec2_distance(from, r->hit), &s->at.point)) {
        s->at.polygon = r->end_polygon;
    } else if (!stop_nearby(s, r)) {
        return NAV_NONE;
    }
    s->left = nav_vec2_sub(target, s->at.point);
    return r->edge;
}

bool nav_mover_walk(const nav_mesh *mesh, nav_mover *mover, nav_vec2 by,
                    nav_vec2 *velocity)
{
    slide s = {mesh, *mover, by};
    nav_vec2 kept = *velocity;
    bool stopped = false, more = true;
    for (int walls = 0; walls < WALLS_MOST && more; walls++) {
        nav_vec2 target = {end_of(s.at.point.x, s.left.x),
                           end_of(s.at.point.y, s.left.y)};
        nav_raycast_result r =
            nav_raycast_from(mesh, s.at.point, s.at.polygon, target);
        if (r.clear) {
            s.at = (nav_mover){target, r.end_polygon};
            kept = *velocity;
            break;
        }
        stopped = true;
        uint32_t wall = go_to_wall(&s, &r, target);
        if (wall == NAV_NONE) {
            kept = (nav_vec2){0, 0};
            break;
        }
        s.at.polygon = mesh->edge_polygon[wall];
        more = slide_along(&s, wall);
        kept = without_part_into(mesh, wall, *velocity);
    }
    *mover = s.at;
    *velocity = kept;
    return stopped;
}
