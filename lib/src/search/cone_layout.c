// cone_layout.c - the mesh as the cones want it.
//
// The search asks for little and often: edges and corners are copied into
// records of a cache line each, and what only depends on the mesh (directions
// of edges, the walls at a corner, the bridges) is found once.
#include "base/forest.h"
#include "geometry/predicates.h"
#include "mesh/overlay.h"
#include "search/cones.h"

#include <string.h>

// Corners that may be left behind by changes before all are numbered anew.
enum { CORNERS_SPARE = 1024 };

// ---------------------------------------------------------------------------
// Corners
// ---------------------------------------------------------------------------

// Joins the edges that start at one corner: those of polygons next to each
// other around it.  The root of each tree is its least edge.
static void join_fans(const nav_mesh *mesh, uint32_t *forest)
{
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        forest[e] = e;
    }
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        uint32_t twin = mesh->twin[e];
        if (twin == NAV_NONE) {
            continue;
        }
        bool fold = nav_vec2_equal(nav_mesh_edge_start(mesh, e),
                                   nav_mesh_edge_start(mesh, twin));
        uint32_t next = nav_mesh_next(mesh, e);
        uint32_t behind = nav_mesh_next(mesh, twin);
        nav_forest_join(forest, e, fold ? twin : behind);
        nav_forest_join(forest, next, fold ? behind : twin);
    }
}

// Numbers the corners along the edges.
static nav_status find_corners(nav_cones *c)
{
    const nav_mesh *mesh = c->mesh;
    uint32_t edges = mesh->info.edges;
    uint32_t *forest = nav_mem_new(&c->mem, edges, sizeof *forest);
    if (!forest) {
        return NAV_NOMEM;
    }
    join_fans(mesh, forest);
    uint32_t count = 0;
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t root = nav_forest_root(forest, e);
        uint32_t corner = root == e ? count++ : c->edge[root].corner;
        c->edge[e].corner = corner & INT32_MAX;
    }
    nav_mem_free(&c->mem, forest, edges, sizeof *forest);
    c->corner = nav_mem_new(&c->mem, count, sizeof *c->corner);
    if (!c->corner) {
        return NAV_NOMEM;
    }
    c->corners = count;
    c->corner_room = count;
    c->corners_most = 2 * (size_t)count + CORNERS_SPARE;
    for (uint32_t e = 0; e < edges; e++) {
        c->corner[c->edge[e].corner] =
            (nav_cone_corner){.vertex = mesh->corner[e]};
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Walls
// ---------------------------------------------------------------------------

// Finds for every corner the other ends of its boundary edges: on the right
// that of the edge that starts there, on the left that of the one that ends
// there.  The walls lie beyond, to the right and the left of who comes along
// the walkable side.
static void find_walls(nav_cones *c)
{
    const nav_mesh *mesh = c->mesh;
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        const nav_cone_edge *edge = &c->edge[e];
        const nav_cone_edge *next = &c->edge[edge->next];
        nav_cone_corner *start = &c->corner[edge->corner];
        nav_cone_corner *end = &c->corner[next->corner];
        if (edge->twin == NAV_NONE) {
            start->right = NAV_ONE_WALL;
            start->right_wall = next->at;
            end->left = NAV_ONE_WALL;
            end->left_wall = edge->at;
        }
    }
    // Where several floors meet, or one is folded, a corner may have several
    // walls, and be sharper than the plane: no turn is ruled out at the ends of
    // such edges.
    for (uint32_t e = 0; !mesh->plain && e < mesh->info.edges; e++) {
        uint32_t twin = mesh->twin[e];
        bool plain = twin == NAV_NONE ||
                     (mesh->twin[twin] == e &&
                      !nav_vec2_equal(c->edge[e].at, c->edge[twin].at));
        if (!plain) {
            nav_cone_corner *start = &c->corner[c->edge[e].corner];
            nav_cone_corner *end = &c->corner[c->edge[c->edge[e].next].corner];
            start->right = start->left = NAV_ANY_WALL;
            end->right = end->left = NAV_ANY_WALL;
        }
    }
}

// ---------------------------------------------------------------------------
// Windings
// ---------------------------------------------------------------------------

// Whether the polygon in which edge e starts has direction `to`, seen from
// there, in its corner: from the edge on, but before the edge that ends there.
static bool is_in_corner(const nav_cones *c, uint32_t e, nav_vec2 to)
{
    nav_vec2 at = c->edge[e].at;
    nav_vec2 start = c->edge[c->edge[e].next].at;
    nav_vec2 end = c->edge[c->edge[e].prev].at;
    nav_side side = nav_orient(at, start, to);
    if (side == NAV_ON) {
        return nav_vec2_before(at, start) == nav_vec2_before(at, to);
    }
    return side == NAV_LEFT && nav_orient(at, to, end) == NAV_LEFT;
}

// Whether both walls of a corner run in one direction, as where a ramp begins
// beside a floor: floors wind around it by a full turn, and an orientation does
// not tell the wall that somebody comes along from the one that he turns to.
static bool is_slit(const nav_cones *c, const nav_cone_corner *corner)
{
    nav_vec2 at = c->mesh->vertex[corner->vertex];
    return corner->right == NAV_ONE_WALL && corner->left == NAV_ONE_WALL &&
           nav_orient(at, corner->right_wall, corner->left_wall) == NAV_ON &&
           nav_vec2_before(at, corner->right_wall) ==
               nav_vec2_before(at, corner->left_wall);
}

// Finds the corners around which floors wind by a full turn, or by more, as a
// spiral ramp does at its pole: there one direction, that of the first edge, is
// in two polygons.  Where an orientation tells nothing of who comes from a turn
// further down, no turn is ruled out.
static nav_status find_windings(nav_cones *c)
{
    uint32_t edges = c->mesh->info.edges;
    uint8_t *seen = nav_mem_new(&c->mem, c->corners, sizeof *seen);
    if (!seen) {
        return NAV_NOMEM;
    }
    memset(seen, 0, c->corners);
    for (uint32_t e = 0; e < edges; e++) {
        nav_cone_corner *corner = &c->corner[c->edge[e].corner];
        if (corner->right == NAV_NO_WALL) {
            corner->right_wall =
                c->edge[c->edge[e].next].at; // any edge will do
        }
    }
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t index = c->edge[e].corner;
        nav_cone_corner *corner = &c->corner[index];
        if (corner->right == NAV_ANY_WALL ||
            !is_in_corner(c, e, corner->right_wall)) {
            continue;
        }
        if (seen[index]) {
            corner->right = corner->left = NAV_ANY_WALL;
            c->winds = true;
        }
        seen[index] = 1;
    }
    for (size_t i = 0; i < c->corners; i++) {
        if (is_slit(c, &c->corner[i])) {
            c->corner[i].right = c->corner[i].left = NAV_ANY_WALL;
            c->winds = true;
        }
    }
    nav_mem_free(&c->mem, seen, c->corners, sizeof *seen);
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Layout
// ---------------------------------------------------------------------------

void nav_cones_reset(nav_cones *c)
{
    if (++c->stamp == 0) {
        for (size_t i = 0; i < c->corners; i++) {
            c->corner[i].stamp = 0;
        }
        for (size_t i = 0; c->fan && i < 2 * c->edge_room; i++) {
            c->fan[i].stamp = 0;
        }
        c->stamp = 1;
    }
    c->count = 0;
    c->far_known = false;
    nav_cones_close_ways(c);
}

static void lay_out_edge(nav_cones *c, uint32_t e)
{
    const nav_mesh *mesh = c->mesh;
    nav_vec2 at = nav_mesh_edge_start(mesh, e);
    nav_vec2 along = nav_vec2_sub(nav_mesh_edge_end(mesh, e), at);
    double size = nav_vec2_distance((nav_vec2){0, 0}, along);
    c->edge[e] = (nav_cone_edge){.at = at,
                                 .unit = {along.x / size, along.y / size},
                                 .size = size,
                                 .is_kept = 1,
                                 .twin = mesh->twin[e],
                                 .next = nav_mesh_next(mesh, e),
                                 .prev = nav_mesh_prev(mesh, e)};
}

static void lay_out(nav_cones *c)
{
    for (uint32_t e = 0; e < c->mesh->info.edges; e++) {
        lay_out_edge(c, e);
    }
}

// Finds how many edges lie on the other side of one at most.
static void measure_rings(nav_cones *c)
{
    const uint32_t *twin = c->mesh->twin;
    c->ring_most = 1;
    for (uint32_t e = 0; !c->mesh->plain && e < c->mesh->info.edges; e++) {
        size_t others = 0;
        for (uint32_t t = twin[e]; t != NAV_NONE && t != e; t = twin[t]) {
            others++;
        }
        c->ring_most = others > c->ring_most ? others : c->ring_most;
    }
}

// Where a fan of polygons may be closed or branch it is kept what roots have
// been around at its edges.
static nav_status make_fans(nav_cones *c)
{
    size_t count = 2 * c->edge_room;
    if (c->mesh->plain && !c->winds) {
        return NAV_OK;
    }
    c->fan = nav_mem_new(&c->mem, count, sizeof *c->fan);
    for (size_t i = 0; c->fan && i < count; i++) {
        c->fan[i].stamp = 0;
    }
    return c->fan ? NAV_OK : NAV_NOMEM;
}

nav_status nav_cones_init(nav_cones *c, const nav_mesh *mesh,
                          const nav_allocator *mem)
{
    *c = (nav_cones){.mem = *mem,
                     .mesh = mesh,
                     .edge_room = mesh->info.edges,
                     .seen = nav_mesh_version(mesh)};
    if (mesh->info.edges > INT32_MAX) {
        return NAV_LIMIT;
    }
    c->edge = nav_mem_new(mem, mesh->info.edges, sizeof *c->edge);
    nav_status status = nav_bridges_init(&c->bridges, mesh, mem);
    size_t bridges = c->bridges.count;
    c->opened = nav_mem_new(mem, 2 * bridges, sizeof *c->opened);
    c->added = nav_mem_new(mem, 4 * bridges, sizeof *c->added);
    bool ready = status == NAV_OK && c->edge && c->opened && c->added;
    if (ready) {
        lay_out(c);
        measure_rings(c);
        ready = find_corners(c) == NAV_OK;
    }
    if (ready) {
        find_walls(c);
        ready = find_windings(c) == NAV_OK && make_fans(c) == NAV_OK &&
                nav_cone_folds_init(c) == NAV_OK;
    }
    if (!ready) {
        nav_cones_fini(c);
        return NAV_NOMEM;
    }
    return NAV_OK;
}

void nav_cones_fini(nav_cones *c)
{
    const nav_allocator *mem = &c->mem;
    if (c->mesh) {
        nav_mem_free(mem, c->edge, c->edge_room, sizeof *c->edge);
        nav_mem_free(mem, c->corner, c->corner_room, sizeof *c->corner);
        nav_mem_free(mem, c->fan, 2 * c->edge_room, sizeof *c->fan);
        nav_cone_folds_fini(c);
    }
    size_t bridges = c->bridges.count;
    nav_mem_free(mem, c->opened, 2 * bridges, sizeof *c->opened);
    nav_mem_free(mem, c->added, 4 * bridges, sizeof *c->added);
    nav_bridges_fini(&c->bridges);
    nav_mem_free(mem, c->cone, c->capacity, sizeof *c->cone);
    *c = (nav_cones){.mem = c->mem};
}

// ---------------------------------------------------------------------------
// Changes
// ---------------------------------------------------------------------------

// Stands for the corner of an edge that has none yet.
#define NO_CORNER ((uint32_t)INT32_MAX)

// The next edge that starts at the corner of e, clockwise around it; NAV_NONE
// at a wall.
static uint32_t clockwise(const nav_cones *c, uint32_t e)
{
    uint32_t twin = c->mesh->twin[e];
    return twin == NAV_NONE ? NAV_NONE : nav_mesh_next(c->mesh, twin);
}

static uint32_t counter_clockwise(const nav_cones *c, uint32_t e)
{
    return c->mesh->twin[nav_mesh_prev(c->mesh, e)];
}

// Gives the fan of polygons around the start of an edge a corner of its own, on
// a plain mesh.
static nav_status add_corner(nav_cones *c, uint32_t e)
{
    nav_status status = nav_mem_grow(&c->mem, &c->corner, &c->corner_room,
                                     c->corners + 1, sizeof *c->corner);
    if (status != NAV_OK) {
        return status;
    }
    const nav_mesh *mesh = c->mesh;
    uint32_t first = e;
    for (uint32_t b = clockwise(c, e); b != NAV_NONE && b != e;
         b = clockwise(c, b)) {
        first = b;
    }
    nav_cone_corner corner = {.vertex = mesh->corner[e]};
    if (mesh->twin[first] == NAV_NONE) {
        corner.right = NAV_ONE_WALL;
        corner.right_wall = nav_mesh_edge_end(mesh, first);
    }
    uint32_t last = first;
    for (uint32_t b = first;;) {
        c->edge[b].corner = (uint32_t)c->corners & INT32_MAX;
        last = b;
        b = counter_clockwise(c, b);
        if (b == NAV_NONE || b == first) {
            break;
        }
    }
    uint32_t before = nav_mesh_prev(mesh, last);
    if (mesh->twin[before] == NAV_NONE) {
        corner.left = NAV_ONE_WALL;
        corner.left_wall = nav_mesh_edge_start(mesh, before);
    }
    c->corner[c->corners++] = corner;
    return NAV_OK;
}

static bool is_present(const nav_mesh *mesh, nav_poly_id p)
{
    return p < mesh->info.polygons && !nav_mesh_is_closed(mesh, p);
}

// Lays out the polygons of a list of changes, and the corners around them.
static nav_status follow(nav_cones *c, const nav_poly_id *changed, size_t count)
{
    const nav_mesh *mesh = c->mesh;
    for (size_t i = 0; i < count; i++) {
        nav_poly_id p = changed[i];
        if (!is_present(mesh, p)) {
            continue;
        }
        nav_bridges_add(&c->bridges, mesh, p);
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            lay_out_edge(c, e);
            c->edge[e].corner = NO_CORNER;
        }
        nav_cones_close_bridges_of(c, p);
    }
    nav_status status = NAV_OK;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_poly_id p = changed[i];
        uint32_t end = is_present(mesh, p) ? mesh->first[p + 1] : 0;
        for (uint32_t e = end > 0 ? mesh->first[p] : 0;
             e < end && status == NAV_OK; e++) {
            if (c->edge[e].corner == NO_CORNER) {
                status = add_corner(c, e);
            }
        }
    }
    return status;
}

// Lays everything out anew.
static nav_status start_over(nav_cones *c)
{
    nav_allocator mem = c->mem;
    const nav_mesh *mesh = c->mesh;
    nav_cones_fini(c);
    return nav_cones_init(c, mesh, &mem);
}

nav_status nav_cones_catch_up(nav_cones *c)
{
    const nav_mesh *mesh = c->mesh;
    const nav_overlay *overlay = mesh->overlay;
    uint64_t version = nav_mesh_version(mesh);
    if (!overlay || !mesh->plain || c->winds || c->seen < overlay->forgotten ||
        c->corners > c->corners_most) {
        return start_over(c);
    }
    nav_cones_close_ways(c);
    nav_status status = nav_bridges_fit(&c->bridges, mesh);
    if (status == NAV_OK) {
        status = nav_mem_grow(&c->mem, &c->edge, &c->edge_room,
                              mesh->info.edges, sizeof *c->edge);
    }
    if (status == NAV_OK) {
        size_t begin = (size_t)(c->seen - overlay->forgotten);
        status = follow(c, overlay->changed + begin, overlay->changes - begin);
    }
    c->seen = version;
    return status;
}
