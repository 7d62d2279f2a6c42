// locate.c - spatial index over the polygons of a mesh.
//
// Index.  The polygons are numbered along a space-filling curve when a mesh is
// baked, so that neighbours in number are neighbours in the plane.  Eight
// consecutive polygons therefore make a good node of an R-tree, eight
// consecutive nodes one of the next level, and so on: the tree is packed
// without any sorting, and a node's children are known from its number alone.
// The boxes of all levels lie in one array.  A mesh numbered in another way is
// answered as correctly, only slower.
//
// Point location.  Walk down into all boxes that hold the point, in the order
// of the numbers; at a polygon, the point must not lie to the right of any
// edge. Box tests compare given doubles and edges are tested by exact signs, so
// the answer is exact: points on an edge or a corner are found in every polygon
// that has it.
//
// Nearest point, for a point off the mesh.  It lies on a boundary edge.  Branch
// and bound: nodes on a stack, the nearer child on top; a node farther than the
// best edge is dropped.  Distances are computed and rounded, which may choose
// the wrong one of two edges as near as rounding can tell; equal ones go to the
// lower edge number.
//
// The nearest point of an edge is computed too, and need not lie on the mesh
// exactly.  It is moved inside: the point itself, then the eight points around
// it at the distance of one unit of the edge's last place, then of two, four
// and so on; of those on the mesh the nearest.  Where not even that helps (an
// edge of a sliver), the nearer end of the edge is the answer: always on the
// mesh.
//
// Costs: building O(edges); a query O(log polygons) as a rule, O(polygons) when
// all boxes overlap.
//
// References: Antonin Guttman, "R-trees: A Dynamic Index Structure for Spatial
// Searching", 1984; Ibrahim Kamel and Christos Faloutsos, "On Packing R-trees",
// 1993; Nick Roussopoulos, Stephen Kelley and Frederic Vincent, "Nearest
// Neighbor Queries", 1995.
#include "locate.h"

#include "predicates.h"

// A node: number `index` of its level; level 0 are the polygons.
typedef struct node {
    size_t index;
    uint32_t level;
} node;

static const nav_box *box_of(const nav_locate *locate, node n)
{
    return &locate->box[locate->first[n.level] + n.index];
}

static node first_child(node n)
{
    return (node){n.index * NAV_LOCATE_FAN, n.level - 1};
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The node after n when n's children are not to be seen; past the root when
// there is none.
static node next_node(const nav_locate *locate, node n)
{
    n.index++;
    while (n.level < locate->top && (n.index % NAV_LOCATE_FAN == 0 ||
                                     n.index == locate->count[n.level])) {
        n.index = (n.index + NAV_LOCATE_FAN - 1) / NAV_LOCATE_FAN;
        n.level++;
    }
    return n;
}

static bool is_past_root(const nav_locate *locate, node n)
{
    return n.level == locate->top && n.index >= locate->count[n.level];
}

bool nav_locate_holds(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 point)
{
    uint32_t end = mesh->first[polygon + 1];
    nav_vec2 a = nav_mesh_edge_start(mesh, end - 1);
    for (uint32_t e = mesh->first[polygon]; e < end; e++) {
        nav_vec2 b = nav_mesh_edge_start(mesh, e);
        if (nav_orient(a, b, point) == NAV_RIGHT) {
            return false;
        }
        a = b;
    }
    return true;
}

// The next polygon, from node n on, that holds the point; past the root when
// there is none.
static node find_holder(const nav_locate *locate, node n, nav_vec2 point)
{
    while (!is_past_root(locate, n)) {
        if (!nav_box_holds(*box_of(locate, n), point)) {
            n = next_node(locate, n);
        } else if (n.level > 0) {
            n = first_child(n);
        } else if (nav_locate_holds(locate->mesh, (nav_poly_id)n.index,
                                    point)) {
            return n;
        } else {
            n = next_node(locate, n);
        }
    }
    return n;
}

// Counts the nodes of every level and tells where each begins.
static void plan_levels(nav_locate *locate, size_t polygons)
{
    size_t count = polygons;
    uint32_t level = 0;
    for (;;) {
        locate->first[level] = locate->boxes;
        locate->count[level] = count;
        locate->boxes += count;
        if (count <= 1) {
            break;
        }
        count = (count + NAV_LOCATE_FAN - 1) / NAV_LOCATE_FAN;
        level++;
    }
    locate->top = level;
}

static void fill_polygon_boxes(nav_locate *locate)
{
    const nav_mesh *mesh = locate->mesh;
    for (nav_poly_id p = 0; p < mesh->info.polygons; p++) {
        nav_box box = nav_box_empty();
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            box = nav_box_add(box, nav_mesh_edge_start(mesh, e));
        }
        locate->box[p] = box;
    }
}

static void fill_upper_boxes(nav_locate *locate)
{
    for (uint32_t level = 1; level <= locate->top; level++) {
        const nav_box *below = locate->box + locate->first[level - 1];
        nav_box *here = locate->box + locate->first[level];
        for (size_t i = 0; i < locate->count[level]; i++) {
            here[i] = nav_box_empty();
        }
        for (size_t i = 0; i < locate->count[level - 1]; i++) {
            nav_box *parent = &here[i / NAV_LOCATE_FAN];
            *parent = nav_box_join(*parent, below[i]);
        }
    }
}

nav_status nav_locate_init(nav_locate *locate, const nav_mesh *mesh,
                           const nav_allocator *mem)
{
    *locate = (nav_locate){.mem = *mem, .mesh = mesh};
    plan_levels(locate, mesh->info.polygons);
    locate->box = nav_mem_new(mem, locate->boxes, sizeof *locate->box);
    if (!locate->box) {
        return NAV_NOMEM;
    }
    fill_polygon_boxes(locate);
    fill_upper_boxes(locate);
    return NAV_OK;
}

void nav_locate_fini(nav_locate *locate)
{
    nav_mem_free(&locate->mem, locate->box, locate->boxes, sizeof *locate->box);
}

nav_poly_id nav_locate_first(const nav_locate *locate, nav_vec2 point)
{
    node n = find_holder(locate, (node){0, locate->top}, point);
    return is_past_root(locate, n) ? NAV_NONE : (nav_poly_id)n.index;
}

nav_status nav_locate_all(const nav_locate *locate, nav_vec2 point,
                          nav_poly_list *list)
{
    list->count = 0;
    node n = find_holder(locate, (node){0, locate->top}, point);
    while (!is_past_root(locate, n)) {
        nav_status status =
            nav_mem_grow(&locate->mem, &list->item, &list->capacity,
                         list->count + 1, sizeof *list->item);
        if (status != NAV_OK) {
            return status;
        }
        list->item[list->count++] = (nav_poly_id)n.index;
        n = find_holder(locate, next_node(locate, n), point);
    }
    return NAV_OK;
}

void nav_locate_free_list(const nav_locate *locate, nav_poly_list *list)
{
    nav_mem_free(&locate->mem, list->item, list->capacity, sizeof *list->item);
    *list = (nav_poly_list){0};
}

// ---------------------------------------------------------------------------
// Nearest point
// ---------------------------------------------------------------------------

// A subtree still to be searched, and the square of its distance.
typedef struct pending {
    double distance2;
    node node;
} pending;

enum { STACK_SIZE = NAV_LOCATE_LEVELS * NAV_LOCATE_FAN };

// The search for the nearest boundary edge.
typedef struct search {
    const nav_locate *locate;
    nav_vec2 point;
    double best2; // square of the distance to the best edge so far
    uint32_t edge;
    pending stack[STACK_SIZE];
    size_t stacked;
} search;

static double box_distance2(const nav_box *box, nav_vec2 p)
{
    nav_vec2 q = {fmin(fmax(p.x, box->min.x), box->max.x),
                  fmin(fmax(p.y, box->min.y), box->max.y)};
    return nav_vec2_distance2(p, q);
}

// The point of the segment a, b nearest to p, rounded.
static nav_vec2 nearest_on_segment(nav_vec2 a, nav_vec2 b, nav_vec2 p)
{
    nav_vec2 d = nav_vec2_sub(b, a);
    double along = nav_vec2_dot(nav_vec2_sub(p, a), d);
    double length2 = nav_vec2_dot(d, d);
    if (along <= 0) {
        return a;
    }
    if (along >= length2) {
        return b;
    }
    double t = along / length2;
    return (nav_vec2){a.x + d.x * t, a.y + d.y * t};
}

static void look_at_polygon(search *s, nav_poly_id p)
{
    const nav_mesh *mesh = s->locate->mesh;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (mesh->twin[e] != NAV_NONE) {
            continue;
        }
        nav_vec2 q = nearest_on_segment(nav_mesh_edge_start(mesh, e),
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
static void push_children(search *s, node n)
{
    const nav_locate *locate = s->locate;
    node child = first_child(n);
    size_t end =
        min_size(child.index + NAV_LOCATE_FAN, locate->count[child.level]);
    size_t bottom = s->stacked;
    for (; child.index < end; child.index++) {
        double d = box_distance2(box_of(locate, child), s->point);
        if (d > s->best2) {
            continue;
        }
        size_t at = s->stacked++;
        while (at > bottom && s->stack[at - 1].distance2 <= d) {
            s->stack[at] = s->stack[at - 1];
            at--;
        }
        s->stack[at] = (pending){d, child};
    }
}

static uint32_t nearest_edge(const nav_locate *locate, nav_vec2 point)
{
    search s = {
        .locate = locate, .point = point, .best2 = HUGE_VAL, .edge = NAV_NONE};
    node root = {0, locate->top};
    s.stack[s.stacked++] = (pending){0, root};
    while (s.stacked > 0) {
        pending next = s.stack[--s.stacked];
        if (next.distance2 > s.best2) {
            continue;
        }
        if (next.node.level == 0) {
            look_at_polygon(&s, (nav_poly_id)next.node.index);
        } else {
            push_children(&s, next.node);
        }
    }
    return s.edge;
}

// A coordinate too small to be legal is as good as zero; no negative zero.
static double make_legal(double c)
{
    return nav_coord_is_legal(c) ? c + 0.0 : 0.0;
}

// Of the nine points at q and around it, `step` away on each axis, the nearest
// to `point` that is on the mesh.
static bool find_around(const nav_locate *locate, nav_vec2 point, nav_vec2 q,
                        nav_vec2 step, nav_vec2 *found)
{
    double best2 = HUGE_VAL;
    for (int i = 0; i < 9; i++) {
        nav_vec2 c = {make_legal(q.x + step.x * (i % 3 - 1)),
                      make_legal(q.y + step.y * (i / 3 - 1))};
        double distance2 = nav_vec2_distance2(point, c);
        if (distance2 < best2 && nav_locate_first(locate, c) != NAV_NONE) {
            best2 = distance2;
            *found = c;
        }
    }
    return best2 < HUGE_VAL;
}

// Moves q, computed to lie on the edge a, b, on to the mesh.
static nav_vec2 round_inward(const nav_locate *locate, nav_vec2 point,
                             nav_vec2 q, const nav_vec2 edge[2])
{
    nav_vec2 a = edge[0], b = edge[1];
    nav_vec2 end = nav_vec2_distance2(q, a) <= nav_vec2_distance2(q, b) ? a : b;
    nav_vec2 found = {make_legal(q.x), make_legal(q.y)};
    if (nav_locate_first(locate, found) != NAV_NONE) {
        return found;
    }
    // The error of q is of the size of the last place of the edge's ends.
    nav_vec2 step = {fmax(fabs(a.x), fabs(b.x)) * DBL_EPSILON,
                     fmax(fabs(a.y), fabs(b.y)) * DBL_EPSILON};
    double reach = nav_vec2_distance(q, end);
    while (step.x + step.y < reach) {
        if (find_around(locate, point, q, step, &found)) {
            return found;
        }
        step = (nav_vec2){step.x * 2, step.y * 2};
    }
    return end;
}

nav_vec2 nav_locate_nearest(const nav_locate *locate, nav_vec2 point)
{
    const nav_mesh *mesh = locate->mesh;
    uint32_t e = nearest_edge(locate, point);
    nav_vec2 edge[2] = {nav_mesh_edge_start(mesh, e),
                        nav_mesh_edge_end(mesh, e)};
    nav_vec2 q = nearest_on_segment(edge[0], edge[1], point);
    return round_inward(locate, point, q, edge);
}
