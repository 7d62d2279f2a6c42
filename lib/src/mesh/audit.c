// audit.c - everything that is true of a mesh of this library, checked.
//
// A reader checks what keeps searches from going wrong on a file of a stranger
// (mesh.c), in linear time.  What is checked here takes longer, or can only be
// broken by a mistake of our own: what the arrays of the file imply, and that
// polygons share the plane as they should.
//
// Two convex polygons have no inner point in common exactly if the line of an
// edge of one of them has the other on its far side.  Only polygons whose boxes
// meet are held against each other, which a tree of boxes finds; all signs are
// exact.
//
// Islands are walked through once more, not by the forest that numbered them.
//
// Reference: the theorem of separating axes, in Christer Ericson, "Real-Time
// Collision Detection", 2005, section 5.2.1.
#include "base/error.h"
#include "base/sort.h"
#include "geometry/predicates.h"
#include "mesh/locate.h"

// ---------------------------------------------------------------------------
// What is derived
// ---------------------------------------------------------------------------

static nav_status check_radius(const nav_mesh *mesh, nav_error *error)
{
    double radius = mesh->info.agent_radius;
    bool is_legal = radius >= NAV_COORD_MIN && radius <= NAV_COORD_MAX;
    return radius == 0 || is_legal
               ? NAV_OK
               : nav_fail(error, NAV_FORMAT,
                          "the radius of the agent is not legal");
}

static nav_status check_neighbours(const nav_mesh *mesh, nav_error *error)
{
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t twin = mesh->twin[e];
            if (mesh->edge_polygon[e] != p) {
                return nav_fail(error, NAV_FORMAT,
                                "edge %u of polygon %u is said to be of "
                                "another",
                                e - mesh->first[p], p);
            }
            bool fits = twin == NAV_NONE
                            ? mesh->neighbour[e] == NAV_NONE
                            : mesh->neighbour[e] < mesh->info.polygons &&
                                  twin >= mesh->first[mesh->neighbour[e]] &&
                                  twin < mesh->first[mesh->neighbour[e] + 1];
            if (!fits) {
                return nav_fail(error, NAV_FORMAT,
                                "the neighbour of polygon %u over edge %u is "
                                "not that of its twin",
                                p, e - mesh->first[p]);
            }
        }
    }
    return NAV_OK;
}

// Walks through the island of a polygon, whose number all its polygons must
// have.  `seen` says which were walked through, `queue` has room for all.
static bool is_one_island(const nav_mesh *mesh, uint32_t from, bool *seen,
                          uint32_t *queue)
{
    size_t begin = 0;
    size_t end = 0;
    queue[end++] = from;
    seen[from] = true;
    while (begin < end) {
        uint32_t p = queue[begin++];
        if (mesh->island[p] != mesh->island[from]) {
            return false;
        }
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t next = mesh->neighbour[e];
            if (next != NAV_NONE && !seen[next]) {
                seen[next] = true;
                queue[end++] = next;
            }
        }
    }
    return true;
}

static nav_status check_islands(const nav_mesh *mesh, nav_error *error)
{
    uint32_t polygons = mesh->info.polygons;
    bool *seen = nav_mem_new(&mesh->mem, polygons, sizeof *seen);
    uint32_t *queue = nav_mem_new(&mesh->mem, polygons, sizeof *queue);
    nav_status status = seen && queue ? NAV_OK : nav_fail_memory(error);
    uint32_t islands = 0;
    for (uint32_t p = 0; p < polygons && status == NAV_OK; p++) {
        seen[p] = false;
    }
    for (uint32_t p = 0; p < polygons && status == NAV_OK; p++) {
        if (seen[p]) {
            continue;
        }
        if (mesh->island[p] != islands ||
            !is_one_island(mesh, p, seen, queue)) {
            status = nav_fail(error, NAV_FORMAT,
                              "the island of polygon %u is not number %u", p,
                              islands);
        }
        islands++;
    }
    if (status == NAV_OK && islands != mesh->info.islands) {
        status = nav_fail(error, NAV_FORMAT, "there are %u islands, not %u",
                          islands, mesh->info.islands);
    }
    nav_mem_free(&mesh->mem, seen, polygons, sizeof *seen);
    nav_mem_free(&mesh->mem, queue, polygons, sizeof *queue);
    return status;
}

// ---------------------------------------------------------------------------
// Vertices
// ---------------------------------------------------------------------------

// A total order of vertices by their places.
static int compare_vertices(const void *context, uint32_t a, uint32_t b)
{
    const nav_mesh *mesh = context;
    nav_vec2 p = mesh->vertex[a], q = mesh->vertex[b];
    double g = mesh->height ? mesh->height[a] : 0;
    double h = mesh->height ? mesh->height[b] : 0;
    if (p.x != q.x) {
        return p.x < q.x ? -1 : 1;
    }
    if (p.y != q.y) {
        return p.y < q.y ? -1 : 1;
    }
    return g != h ? (g < h ? -1 : 1) : 0;
}

static nav_status check_used(const nav_mesh *mesh, bool *used, nav_error *error)
{
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        used[v] = false;
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        used[mesh->corner[e]] = true;
    }
    for (uint32_t v = 0; v < mesh->info.vertices; v++) {
        if (!used[v]) {
            return nav_fail(error, NAV_FORMAT,
                            "vertex %u is no corner of any polygon", v);
        }
    }
    return NAV_OK;
}

static nav_status check_different(const nav_mesh *mesh, uint32_t *items,
                                  uint32_t *scratch, nav_error *error)
{
    uint32_t count = mesh->info.vertices;
    for (uint32_t v = 0; v < count; v++) {
        items[v] = v;
    }
    nav_sort_by(compare_vertices, mesh, items, scratch, count);
    for (uint32_t i = 1; i < count; i++) {
        if (compare_vertices(mesh, items[i - 1], items[i]) == 0) {
            return nav_fail(error, NAV_FORMAT,
                            "vertices %u and %u are the same point",
                            items[i - 1], items[i]);
        }
    }
    return NAV_OK;
}

static nav_status check_vertices(const nav_mesh *mesh, nav_error *error)
{
    uint32_t count = mesh->info.vertices;
    bool *used = nav_mem_new(&mesh->mem, count, sizeof *used);
    uint32_t *items = nav_mem_new(&mesh->mem, count, sizeof *items);
    uint32_t *scratch = nav_mem_new(&mesh->mem, count, sizeof *scratch);
    nav_status status =
        used && items && scratch ? NAV_OK : nav_fail_memory(error);
    if (status == NAV_OK) {
        status = check_used(mesh, used, error);
    }
    if (status == NAV_OK) {
        status = check_different(mesh, items, scratch, error);
    }
    nav_mem_free(&mesh->mem, used, count, sizeof *used);
    nav_mem_free(&mesh->mem, items, count, sizeof *items);
    nav_mem_free(&mesh->mem, scratch, count, sizeof *scratch);
    return status;
}

// ---------------------------------------------------------------------------
// Polygons in the plane
// ---------------------------------------------------------------------------

// Whether a polygon lies beyond an edge of another, or on its line.
static bool is_beyond(const nav_mesh *mesh, uint32_t e, uint32_t polygon)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, e);
    nav_vec2 b = nav_mesh_edge_end(mesh, e);
    for (uint32_t k = mesh->first[polygon]; k < mesh->first[polygon + 1]; k++) {
        if (nav_orient(a, b, nav_mesh_edge_start(mesh, k)) == NAV_LEFT) {
            return false;
        }
    }
    return true;
}

// Whether the line of an edge of p has q on its far side.
static bool separates(const nav_mesh *mesh, uint32_t p, uint32_t q)
{
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (is_beyond(mesh, e, q)) {
            return true;
        }
    }
    return false;
}

// Whether a point lies within an edge, and is no end of it.
static bool is_within(nav_vec2 a, nav_vec2 b, nav_vec2 point)
{
    nav_box box = nav_box_add(nav_box_add(nav_box_empty(), a), b);
    return nav_box_holds(box, point) && !nav_vec2_equal(a, point) &&
           !nav_vec2_equal(b, point) && nav_orient(a, b, point) == NAV_ON;
}

// Checks an edge of polygon p against polygon q.
static nav_status check_edge(const nav_mesh *mesh, uint32_t p, uint32_t e,
                             uint32_t q, nav_error *error)
{
    nav_vec2 a = nav_mesh_edge_start(mesh, e);
    nav_vec2 b = nav_mesh_edge_end(mesh, e);
    for (uint32_t k = mesh->first[q]; k < mesh->first[q + 1]; k++) {
        nav_vec2 c = nav_mesh_edge_start(mesh, k);
        if (is_within(a, b, c)) {
            return nav_fail(error, NAV_FORMAT,
                            "corner %u of polygon %u lies within edge %u of "
                            "polygon %u",
                            k - mesh->first[q], q, e - mesh->first[p], p);
        }
        if (nav_vec2_equal(b, c) &&
            nav_vec2_equal(a, nav_mesh_edge_end(mesh, k)) &&
            mesh->twin[e] != k) {
            return nav_fail(error, NAV_FORMAT,
                            "edge %u of polygon %u and edge %u of polygon %u "
                            "are one, but no twins",
                            e - mesh->first[p], p, k - mesh->first[q], q);
        }
    }
    return NAV_OK;
}

// Checks two polygons whose boxes meet.
static nav_status check_pair(const nav_mesh *mesh, uint32_t p, uint32_t q,
                             nav_error *error)
{
    nav_status status = NAV_OK;
    if (!separates(mesh, p, q) && !separates(mesh, q, p)) {
        return nav_fail(error, NAV_FORMAT, "polygons %u and %u overlap", p, q);
    }
    for (uint32_t e = mesh->first[p];
         e < mesh->first[p + 1] && status == NAV_OK; e++) {
        status = check_edge(mesh, p, e, q, error);
    }
    for (uint32_t e = mesh->first[q];
         e < mesh->first[q + 1] && status == NAV_OK; e++) {
        status = check_edge(mesh, q, e, p, error);
    }
    return status;
}

static nav_status check_plane(const nav_mesh *mesh, const nav_locate *locate,
                              nav_poly_list *list, nav_error *error)
{
    nav_status status = NAV_OK;
    for (uint32_t p = 0; p < mesh->info.polygons && status == NAV_OK; p++) {
        list->count = 0;
        if (nav_locate_in_box(locate, nav_mesh_polygon_box(mesh, p), list) !=
            NAV_OK) {
            return nav_fail_memory(error);
        }
        for (size_t i = 0; i < list->count && status == NAV_OK; i++) {
            if (list->item[i] > p) {
                status = check_pair(mesh, p, list->item[i], error);
            }
        }
    }
    return status;
}

static nav_status check_link_ends(const nav_mesh *mesh,
                                  const nav_locate *locate, nav_error *error)
{
    for (uint32_t i = 0; i < mesh->info.links; i++) {
        const nav_offmesh_link *link = &mesh->link[i];
        if (nav_locate_first(locate, link->from) != link->from_polygon ||
            nav_locate_first(locate, link->to) != link->to_polygon) {
            return nav_fail(error, NAV_FORMAT,
                            "an end of link %u lies on a polygon of lesser "
                            "number too",
                            i);
        }
    }
    return NAV_OK;
}

static nav_status check_flat(const nav_mesh *mesh, nav_error *error)
{
    nav_locate locate;
    nav_poly_list list = {NULL, 0, 0};
    if (nav_locate_init(&locate, mesh, &mesh->mem) != NAV_OK) {
        return nav_fail_memory(error);
    }
    nav_status status = check_plane(mesh, &locate, &list, error);
    if (status == NAV_OK) {
        status = check_link_ends(mesh, &locate, error);
    }
    nav_locate_free_list(&locate, &list);
    nav_locate_fini(&locate);
    return status;
}

nav_status nav_mesh_audit(const nav_mesh *mesh, nav_error *error)
{
    nav_status status = nav_mesh_validate(mesh, error);
    if (status != NAV_OK || mesh->overlay || mesh->closed) {
        return status;
    }
    status = check_radius(mesh, error);
    if (status == NAV_OK) {
        status = check_neighbours(mesh, error);
    }
    if (status == NAV_OK) {
        status = check_islands(mesh, error);
    }
    if (status == NAV_OK) {
        status = check_vertices(mesh, error);
    }
    // Floors may lie over each other.
    return status == NAV_OK && !mesh->height ? check_flat(mesh, error) : status;
}
