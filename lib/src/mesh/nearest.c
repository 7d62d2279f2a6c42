// nearest.c - the walkable point nearest to one off the mesh.
//
// In plan it lies on a boundary edge.  Branch and bound: nodes on a stack, the
// nearer child on top; a node farther than the best edge is dropped.  Distances
// are computed and rounded, which may choose the wrong one of two edges as near
// as rounding can tell; equal ones go to the lower edge number.  Closed
// polygons are passed over; a side next to one is boundary.
//
// The nearest point of an edge is computed too, and need not lie on the mesh
// exactly.  It is moved inside: the point itself, then the eight points around
// it at the distance of one unit of the edge's last place, then of two, four
// and so on; of those on the mesh the nearest.  Where not even that helps (an
// edge of a sliver), the nearer end of the edge is the answer: always on the
// mesh.
//
// In space, on a mesh with heights, the nearest point may lie inside of a face
// that slopes towards the point, and which floor is nearest depends on heights.
// There the nodes' boxes have heights too, and the distance to a polygon is the
// least to a triangle of its fan (surface.h): to the foot of the plumb line on
// its plane if that lies in it, else to one of its sides.  The result is moved
// inside its own polygon as above; its height is that of the polygon there.
//
// Reference: Nick Roussopoulos, Stephen Kelley and Frederic Vincent, "Nearest
// Neighbor Queries", 1995.
#include "mesh/locate.h"

#include "mesh/surface.h"

// A subtree still to be searched, and the square of its distance.
typedef struct pending {
    double distance2;
    const nav_locate *tree;
    nav_locate_node node;
} pending;

// Two trees deep, where something stands in for closed polygons.
enum { STACK_SIZE = 2 * NAV_LOCATE_LEVELS * NAV_LOCATE_FAN };

// The search for the nearest boundary edge, or in space for the nearest
// polygon.
typedef struct search {
    const nav_locate *locate;
    nav_vec2 point;
    bool in_space;
    double height; // of the point, in space
    double best2;  // square of the distance to the best so far
    uint32_t edge;
    nav_poly_id polygon;
    nav_vec3 nearest; // the place in that polygon
    pending stack[STACK_SIZE];
    size_t stacked;
} search;

static double node_distance2(const search *s, const nav_locate *tree,
                             nav_locate_node n)
{
    const nav_box *box = nav_locate_box_of(tree, n);
    nav_vec2 p = s->point;
    nav_vec2 q = {fmin(fmax(p.x, box->min.x), box->max.x),
                  fmin(fmax(p.y, box->min.y), box->max.y)};
    double distance2 = nav_vec2_distance2(p, q);
    if (s->in_space) {
        const nav_span *span = &tree->span[tree->first[n.level] + n.index];
        double h = fmin(fmax(s->height, span->low), span->high) - s->height;
        distance2 += h * h;
    }
    return distance2;
}

static void look_at_polygon(search *s, nav_poly_id p)
{
    const nav_mesh *mesh = s->locate->mesh;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        // With heights an edge may have both its polygons on one side, and be
        // the boundary in plan all the same; other portals are never nearest.
        if (mesh->twin[e] != NAV_NONE && !mesh->height) {
            continue;
        }
        nav_vec2 q = nav_vec2_nearest(nav_mesh_edge_start(mesh, e),
                                      nav_mesh_edge_end(mesh, e), s->point);
        double distance2 = nav_vec2_distance2(s->point, q);
        if (distance2 < s->best2 || (distance2 == s->best2 && e < s->edge)) {
            s->best2 = distance2;
            s->edge = e;
        }
    }
}

// Puts the children of n on the stack so that the nearest is on top, and of
// equally near ones the first.
static void push_children(search *s, const nav_locate *tree, nav_locate_node n)
{
    nav_locate_node child = nav_locate_first_child(n);
    size_t end = child.index + NAV_LOCATE_FAN;
    end = end < tree->count[child.level] ? end : tree->count[child.level];
    size_t bottom = s->stacked;
    for (; child.index < end; child.index++) {
        double d = node_distance2(s, tree, child);
        if (d > s->best2) {
            continue;
        }
        size_t at = s->stacked++;
        while (at > bottom && s->stack[at - 1].distance2 <= d) {
            s->stack[at] = s->stack[at - 1];
            at--;
        }
        s->stack[at] = (pending){d, tree, child};
    }
}

static double dot3(nav_vec3 a, nav_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// a + b u + c v
static nav_vec3 combine(nav_vec3 a, nav_vec3 b, double u, nav_vec3 c, double v)
{
    return (nav_vec3){a.x + b.x * u + c.x * v, a.y + b.y * u + c.y * v,
                      a.z + b.z * u + c.z * v};
}

// The point nearest to the origin of the segment from a along b.
static nav_vec3 nearest_on_side(nav_vec3 a, nav_vec3 b)
{
    double along = -dot3(a, b), length2 = dot3(b, b);
    double t = length2 > 0 ? fmin(fmax(along / length2, 0), 1) : 0;
    return combine(a, b, t, b, 0);
}

// The point nearest to the origin of the triangle with sides b and c from a:
// the foot of the plumb line, or a point of a side.
static nav_vec3 nearest_on_triangle(nav_vec3 a, nav_vec3 b, nav_vec3 c)
{
    double bb = dot3(b, b), bc = dot3(b, c), cc = dot3(c, c);
    double ab = -dot3(a, b), ac = -dot3(a, c);
    double det = bb * cc - bc * bc;
    double u = (cc * ab - bc * ac) / det, v = (bb * ac - bc * ab) / det;
    if (det > 0 && u >= 0 && v >= 0 && u + v <= 1) {
        return combine(a, b, u, c, v);
    }
    nav_vec3 third = {c.x - b.x, c.y - b.y, c.z - b.z};
    const nav_vec3 side[3] = {nearest_on_side(a, b), nearest_on_side(a, c),
                              nearest_on_side(combine(a, b, 1, c, 0), third)};
    int best = 0;
    for (int i = 1; i < 3; i++) {
        best = dot3(side[i], side[i]) < dot3(side[best], side[best]) ? i : best;
    }
    return side[best];
}

// The start of an edge as seen from the point, divided by `scale`.
static nav_vec3 relative(const search *s, uint32_t edge, double scale)
{
    nav_vec3 p = nav_surface_corner(s->locate->mesh, edge);
    return (nav_vec3){(p.x - s->point.x) / scale, (p.y - s->point.y) / scale,
                      (p.z - s->height) / scale};
}

// The greatest coordinate of a polygon's corners as seen from the point.
static double reach(const search *s, nav_poly_id p)
{
    const nav_mesh *mesh = s->locate->mesh;
    double most = 0;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        nav_vec3 c = relative(s, e, 1);
        most = fmax(most, fmax(fmax(fabs(c.x), fabs(c.y)), fabs(c.z)));
    }
    return most;
}

static void look_at_faces(search *s, nav_poly_id p)
{
    const nav_mesh *mesh = s->locate->mesh;
    // Products of four coordinates could overflow: measure by the polygon.
    double scale = reach(s, p);
    nav_vec3 a = relative(s, mesh->first[p], scale);
    for (uint32_t e = mesh->first[p] + 1; e + 1 < mesh->first[p + 1]; e++) {
        nav_vec3 b = relative(s, e, scale), c = relative(s, e + 1, scale);
        nav_vec3 q =
            nearest_on_triangle(a, (nav_vec3){b.x - a.x, b.y - a.y, b.z - a.z},
                                (nav_vec3){c.x - a.x, c.y - a.y, c.z - a.z});
        double distance2 = dot3(q, q) * scale * scale;
        if (distance2 < s->best2 || (distance2 == s->best2 && p < s->polygon)) {
            s->best2 = distance2;
            s->polygon = p;
            s->nearest =
                (nav_vec3){s->point.x + q.x * scale, s->point.y + q.y * scale,
                           s->height + q.z * scale};
        }
    }
}

// Looks at a polygon, or at what stands in for it.
static void look_at_leaf(search *s, nav_poly_id polygon)
{
    if (nav_mesh_is_closed(s->locate->mesh, polygon)) {
        const nav_locate *tree = nav_locate_stand_in(s->locate->mesh, polygon);
        if (tree) {
            s->stack[s->stacked++] = (pending){0, tree, {0, tree->top}};
        }
    } else if (!nav_locate_is_seen(s->locate, polygon)) {
        return;
    } else if (s->in_space) {
        look_at_faces(s, polygon);
    } else {
        look_at_polygon(s, polygon);
    }
}

static void run_search(search *s)
{
    nav_locate_node root = {0, s->locate->top};
    s->stack[s->stacked++] = (pending){0, s->locate, root};
    while (s->stacked > 0) {
        pending next = s->stack[--s->stacked];
        if (next.distance2 > s->best2) {
            continue;
        }
        if (next.node.level > 0) {
            push_children(s, next.tree, next.node);
        } else {
            look_at_leaf(s, nav_locate_polygon_of(next.tree, next.node));
        }
    }
}

// What a point must lie on: one polygon, or any for NAV_NONE.
static bool is_on(const nav_locate *locate, nav_poly_id polygon, nav_vec2 point)
{
    return polygon == NAV_NONE ? nav_locate_first(locate, point) != NAV_NONE
                               : nav_mesh_holds(locate->mesh, polygon, point);
}

// A place computed to lie on a polygon: q, nearest to `point`.  It is on, or
// next to, the edge a, b; its error is of the last place of `size`.
typedef struct rough {
    nav_poly_id polygon;
    nav_vec2 point, q, a, b, size;
} rough;

// Of the nine points at q and around it, `step` away on each axis, the nearest
// to `point` that is on the mesh.
static bool find_around(const nav_locate *locate, const rough *r, nav_vec2 step,
                        nav_vec2 *found)
{
    double best2 = HUGE_VAL;
    for (int i = 0; i < 9; i++) {
        int column = i % 3 - 1, row = i / 3 - 1;
        nav_vec2 c = {nav_coord_flushed(r->q.x + step.x * column),
                      nav_coord_flushed(r->q.y + step.y * row)};
        double distance2 = nav_vec2_distance2(r->point, c);
        if (distance2 < best2 && is_on(locate, r->polygon, c)) {
            best2 = distance2;
            *found = c;
        }
    }
    return best2 < HUGE_VAL;
}

// Looks for a point on the mesh at q and around it, no farther than `limit`.
static bool round_within(const nav_locate *locate, const rough *r, double limit,
                         nav_vec2 *found)
{
    nav_vec2 q = {nav_coord_flushed(r->q.x), nav_coord_flushed(r->q.y)};
    if (is_on(locate, r->polygon, q)) {
        *found = q;
        return true;
    }
    nav_vec2 step = {r->size.x * DBL_EPSILON, r->size.y * DBL_EPSILON};
    while (step.x + step.y < limit) {
        if (find_around(locate, r, step, found)) {
            return true;
        }
        step = (nav_vec2){step.x * 2, step.y * 2};
    }
    return false;
}

// Moves q on to the mesh.
static nav_vec2 round_inward(const nav_locate *locate, const rough *r)
{
    nav_vec2 q = r->q, a = r->a, b = r->b;
    nav_vec2 end = nav_vec2_distance2(q, a) <= nav_vec2_distance2(q, b) ? a : b;
    nav_vec2 found;
    return round_within(locate, r, nav_vec2_distance(q, end), &found) ? found
                                                                      : end;
}

bool nav_locate_round_into(const nav_mesh *mesh, uint32_t edge, nav_vec2 q,
                           double limit, nav_vec2 *found)
{
    // Of a single polygon the index is not asked.
    const nav_locate one = {.mesh = mesh};
    nav_vec2 a = nav_mesh_edge_start(mesh, edge);
    nav_vec2 b = nav_mesh_edge_end(mesh, edge);
    rough r = {mesh->edge_polygon[edge],
               q,
               q,
               a,
               b,
               {fmax(fabs(a.x), fabs(b.x)), fmax(fabs(a.y), fabs(b.y))}};
    return round_within(&one, &r, limit, found);
}

bool nav_locate_nearest(const nav_locate *locate, nav_vec2 point,
                        nav_vec2 *nearest)
{
    search s = {
        .locate = locate, .point = point, .best2 = HUGE_VAL, .edge = NAV_NONE};
    run_search(&s);
    if (s.edge == NAV_NONE) {
        return false;
    }
    nav_vec2 a = nav_mesh_edge_start(locate->mesh, s.edge);
    nav_vec2 b = nav_mesh_edge_end(locate->mesh, s.edge);
    rough r = {NAV_NONE,
               point,
               nav_vec2_nearest(a, b, point),
               a,
               b,
               {fmax(fabs(a.x), fabs(b.x)), fmax(fabs(a.y), fabs(b.y))}};
    *nearest = round_inward(locate, &r);
    return true;
}

// The edge of a polygon nearest to a point in plan.
static uint32_t nearest_edge_of(const nav_mesh *mesh, nav_poly_id p, nav_vec2 q)
{
    uint32_t best = mesh->first[p];
    double best2 = HUGE_VAL;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        nav_vec2 on = nav_vec2_nearest(nav_mesh_edge_start(mesh, e),
                                       nav_mesh_edge_end(mesh, e), q);
        double distance2 = nav_vec2_distance2(q, on);
        if (distance2 < best2) {
            best2 = distance2;
            best = e;
        }
    }
    return best;
}

nav_poly_id nav_locate_nearest_in_space(const nav_locate *locate,
                                        nav_vec3 point, nav_vec3 *nearest)
{
    const nav_mesh *mesh = locate->mesh;
    search s = {.locate = locate,
                .point = {point.x, point.y},
                .in_space = true,
                .height = point.z,
                .best2 = HUGE_VAL,
                .polygon = NAV_NONE};
    run_search(&s);
    if (s.polygon == NAV_NONE) {
        return NAV_NONE;
    }
    nav_box box = nav_mesh_polygon_box(mesh, s.polygon);
    nav_vec2 q = {fmin(fmax(s.nearest.x, box.min.x), box.max.x),
                  fmin(fmax(s.nearest.y, box.min.y), box.max.y)};
    uint32_t e = nearest_edge_of(mesh, s.polygon, q);
    double size = reach(&s, s.polygon) + fmax(fabs(s.point.x), fabs(s.point.y));
    // Moved as little as can be from where it was computed to be.
    rough r = {s.polygon,
               q,
               q,
               nav_mesh_edge_start(mesh, e),
               nav_mesh_edge_end(mesh, e),
               {size, size}};
    q = round_inward(locate, &r);
    *nearest = (nav_vec3){q.x, q.y, nav_surface_height(mesh, s.polygon, q)};
    return s.polygon;
}
