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
// Costs: building O(edges); a query O(log polygons) as a rule, O(polygons) when
// all boxes overlap.
//
// A view of the index may be restricted to some islands: the polygons of others
// are passed over.
//
// References: Antonin Guttman, "R-trees: A Dynamic Index Structure for Spatial
// Searching", 1984; Ibrahim Kamel and Christos Faloutsos, "On Packing R-trees",
// 1993.
#include "mesh/locate.h"

// Whether a polygon holds the point; or, where it is closed, may have polygons
// in its place that do.  Their corners on its edges are rounded, and so may lie
// beyond these, though not beyond its box.
static bool may_hold(const nav_mesh *mesh, nav_poly_id p, nav_vec2 point)
{
    return nav_mesh_is_closed(mesh, p) || nav_mesh_holds(mesh, p, point);
}

// The next polygon, from node n on, that holds the point, or is closed and may
// hold it; past the root when there is none.
static nav_locate_node find_holder(const nav_locate *locate, nav_locate_node n,
                                   nav_vec2 point)
{
    while (!nav_locate_is_past_root(locate, n)) {
        bool in = nav_box_holds(*nav_locate_box_of(locate, n), point);
        if (in && n.level > 0) {
            n = nav_locate_first_child(n);
        } else if (in && may_hold(locate->mesh,
                                  nav_locate_polygon_of(locate, n), point)) {
            return n;
        } else {
            n = nav_locate_next_node(locate, n);
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
    for (size_t i = 0; i < locate->count[0]; i++) {
        nav_poly_id p = locate->begin + (nav_poly_id)i;
        locate->box[i] = nav_mesh_polygon_box(mesh, p);
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

static void fill_spans(nav_locate *locate)
{
    const nav_mesh *mesh = locate->mesh;
    for (size_t i = 0; i < locate->count[0]; i++) {
        nav_poly_id p = locate->begin + (nav_poly_id)i;
        double height = mesh->height[mesh->corner[mesh->first[p]]];
        nav_span span = {height, height};
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            height = mesh->height[mesh->corner[e]];
            span.low = fmin(span.low, height);
            span.high = fmax(span.high, height);
        }
        locate->span[i] = span;
    }
    for (uint32_t level = 1; level <= locate->top; level++) {
        const nav_span *below = locate->span + locate->first[level - 1];
        nav_span *here = locate->span + locate->first[level];
        for (size_t i = 0; i < locate->count[level - 1]; i++) {
            nav_span *parent = &here[i / NAV_LOCATE_FAN];
            if (i % NAV_LOCATE_FAN == 0) {
                *parent = below[i];
            }
            parent->low = fmin(parent->low, below[i].low);
            parent->high = fmax(parent->high, below[i].high);
        }
    }
}

nav_status nav_locate_init(nav_locate *locate, const nav_mesh *mesh,
                           const nav_allocator *mem)
{
    nav_poly_id end =
        mesh->overlay ? mesh->overlay->base.polygons : mesh->info.polygons;
    return nav_locate_init_run(locate, mesh, 0, end, mem);
}

nav_status nav_locate_init_run(nav_locate *locate, const nav_mesh *mesh,
                               nav_poly_id begin, nav_poly_id end,
                               const nav_allocator *mem)
{
    *locate = (nav_locate){.mem = *mem, .mesh = mesh, .begin = begin};
    plan_levels(locate, end - begin);
    locate->box = nav_mem_new(mem, locate->boxes, sizeof *locate->box);
    if (mesh->height) {
        locate->span = nav_mem_new(mem, locate->boxes, sizeof *locate->span);
    }
    if (!locate->box || (mesh->height && !locate->span)) {
        nav_locate_fini(locate);
        return NAV_NOMEM;
    }
    fill_polygon_boxes(locate);
    fill_upper_boxes(locate);
    if (mesh->height) {
        fill_spans(locate);
    }
    return NAV_OK;
}

nav_locate nav_locate_within(const nav_locate *locate, const bool *islands)
{
    nav_locate view = *locate;
    view.islands = islands;
    return view;
}

void nav_locate_fini(nav_locate *locate)
{
    nav_mem_free(&locate->mem, locate->box, locate->boxes, sizeof *locate->box);
    nav_mem_free(&locate->mem, locate->span, locate->boxes,
                 sizeof *locate->span);
    locate->box = NULL;
    locate->span = NULL;
    locate->boxes = 0;
}

// The polygon of least number that is seen and holds the point, of those that
// stand in for a closed one.
static nav_poly_id first_in_patch(const nav_locate *locate, nav_poly_id closed,
                                  nav_vec2 point)
{
    const nav_locate *tree = nav_locate_stand_in(locate->mesh, closed);
    if (!tree) {
        return NAV_NONE;
    }
    nav_locate_node n =
        find_holder(tree, (nav_locate_node){0, tree->top}, point);
    while (!nav_locate_is_past_root(tree, n) &&
           !nav_locate_is_seen(locate, nav_locate_polygon_of(tree, n))) {
        n = find_holder(tree, nav_locate_next_node(tree, n), point);
    }
    return nav_locate_is_past_root(tree, n) ? NAV_NONE
                                            : nav_locate_polygon_of(tree, n);
}

nav_poly_id nav_locate_first(const nav_locate *locate, nav_vec2 point)
{
    const nav_mesh *mesh = locate->mesh;
    nav_poly_id best = NAV_NONE;
    nav_locate_node n =
        find_holder(locate, (nav_locate_node){0, locate->top}, point);
    while (!nav_locate_is_past_root(locate, n)) {
        nav_poly_id p = nav_locate_polygon_of(locate, n);
        if (nav_mesh_is_closed(mesh, p)) {
            nav_poly_id q = first_in_patch(locate, p, point);
            best = q < best ? q : best;
        } else if (nav_locate_is_seen(locate, p)) {
            return p; // all that stand in for others come later
        }
        n = find_holder(locate, nav_locate_next_node(locate, n), point);
    }
    return best;
}

static nav_status append(const nav_locate *locate, nav_poly_list *list,
                         nav_poly_id polygon)
{
    nav_status status = nav_mem_grow(&locate->mem, &list->item, &list->capacity,
                                     list->count + 1, sizeof *list->item);
    if (status == NAV_OK) {
        list->item[list->count++] = polygon;
    }
    return status;
}

// Adds a polygon that is seen to the end of the list, unless it is there, so
// that the list stays ascending.
static nav_status insert(const nav_locate *locate, nav_poly_list *list,
                         nav_poly_id polygon)
{
    size_t at = list->count;
    while (at > 0 && list->item[at - 1] > polygon) {
        at--;
    }
    if ((at > 0 && list->item[at - 1] == polygon) ||
        !nav_locate_is_seen(locate, polygon)) {
        return NAV_OK;
    }
    nav_status status = append(locate, list, polygon);
    for (size_t i = list->count - 1; status == NAV_OK && i > at; i--) {
        list->item[i] = list->item[i - 1];
        list->item[i - 1] = polygon;
    }
    return status;
}

static nav_status add_from_patch(const nav_locate *locate, nav_poly_id closed,
                                 nav_vec2 point, nav_poly_list *list)
{
    const nav_locate *tree = nav_locate_stand_in(locate->mesh, closed);
    if (!tree) {
        return NAV_OK;
    }
    nav_status status = NAV_OK;
    nav_locate_node n =
        find_holder(tree, (nav_locate_node){0, tree->top}, point);
    while (status == NAV_OK && !nav_locate_is_past_root(tree, n)) {
        status = insert(locate, list, nav_locate_polygon_of(tree, n));
        n = find_holder(tree, nav_locate_next_node(tree, n), point);
    }
    return status;
}

nav_status nav_locate_all(const nav_locate *locate, nav_vec2 point,
                          nav_poly_list *list)
{
    list->count = 0;
    nav_status status = NAV_OK;
    nav_locate_node n =
        find_holder(locate, (nav_locate_node){0, locate->top}, point);
    while (status == NAV_OK && !nav_locate_is_past_root(locate, n)) {
        nav_poly_id p = nav_locate_polygon_of(locate, n);
        status = nav_mesh_is_closed(locate->mesh, p)
                     ? add_from_patch(locate, p, point, list)
                     : insert(locate, list, p);
        n = find_holder(locate, nav_locate_next_node(locate, n), point);
    }
    return status;
}

nav_status nav_locate_in_box(const nav_locate *locate, nav_box box,
                             nav_poly_list *list)
{
    nav_status status = NAV_OK;
    nav_locate_node n = {0, locate->top};
    while (status == NAV_OK && !nav_locate_is_past_root(locate, n)) {
        bool in = nav_box_meets(*nav_locate_box_of(locate, n), box);
        if (in && n.level > 0) {
            n = nav_locate_first_child(n);
            continue;
        }
        if (in) {
            status = append(locate, list, nav_locate_polygon_of(locate, n));
        }
        n = nav_locate_next_node(locate, n);
    }
    return status;
}

void nav_locate_free_list(const nav_locate *locate, nav_poly_list *list)
{
    nav_mem_free(&locate->mem, list->item, list->capacity, sizeof *list->item);
    *list = (nav_poly_list){0};
}
