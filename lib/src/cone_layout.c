// cone_layout.c - the mesh as the cones want it.
//
// The search asks for little and often: edges and corners are copied into
// records of half a cache line and one, and what only depends on the mesh (the
// walls at a corner, the bridges) is found once.
#include "cones.h"
#include "forest.h"

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
// Layout
// ---------------------------------------------------------------------------

void nav_cones_reset(nav_cones *c)
{
    if (++c->stamp == 0) {
        for (size_t i = 0; i < c->corners; i++) {
            c->corner[i].stamp = 0;
        }
        for (size_t i = 0; c->fan && i < 2 * (size_t)c->mesh->info.edges; i++) {
            c->fan[i].stamp = 0;
        }
        c->stamp = 1;
    }
    c->count = 0;
    c->far_known = false;
}

static void lay_out(nav_cones *c)
{
    const nav_mesh *mesh = c->mesh;
    for (uint32_t e = 0; e < mesh->info.edges; e++) {
        c->edge[e] = (nav_cone_edge){.at = mesh->vertex[mesh->corner[e]],
                                     .is_bridge = c->bridges.of_edge[e] != 0,
                                     .twin = mesh->twin[e],
                                     .next = nav_mesh_next(mesh, e),
                                     .prev = nav_mesh_prev(mesh, e)};
    }
    c->ring_most = mesh->plain ? 1 : NAV_RING_MOST;
    for (size_t i = 0; c->fan && i < 2 * (size_t)mesh->info.edges; i++) {
        c->fan[i].stamp = 0;
    }
}

nav_status nav_cones_init(nav_cones *c, const nav_mesh *mesh,
                          const nav_allocator *mem)
{
    *c = (nav_cones){.mem = *mem, .mesh = mesh};
    if (mesh->info.edges > INT32_MAX) {
        return NAV_LIMIT;
    }
    c->edge = nav_mem_new(mem, mesh->info.edges, sizeof *c->edge);
    if (!mesh->plain) {
        c->fan = nav_mem_new(mem, mesh->info.edges, 2 * sizeof *c->fan);
    }
    nav_status status = nav_bridges_init(&c->bridges, mesh, mem);
    bool ready = status == NAV_OK && c->edge && (mesh->plain || c->fan);
    if (ready) {
        lay_out(c);
        ready = find_corners(c) == NAV_OK;
    }
    if (!ready) {
        nav_cones_fini(c);
        return NAV_NOMEM;
    }
    find_walls(c);
    return NAV_OK;
}

void nav_cones_fini(nav_cones *c)
{
    const nav_allocator *mem = &c->mem;
    if (c->mesh) {
        nav_mem_free(mem, c->edge, c->mesh->info.edges, sizeof *c->edge);
        nav_mem_free(mem, c->corner, c->corners, sizeof *c->corner);
        nav_mem_free(mem, c->fan, c->mesh->info.edges, 2 * sizeof *c->fan);
    }
    nav_bridges_fini(&c->bridges);
    nav_mem_free(mem, c->cone, c->capacity, sizeof *c->cone);
    *c = (nav_cones){.mem = c->mem};
}
