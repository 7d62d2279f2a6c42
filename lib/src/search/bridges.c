// bridges.c - portals that are the only way between two parts of a mesh.
//
// A shortest path has no business behind a door through which it would have to
// come back.  Such doors are the bridges of the graph of polygons and portals.
// A depth-first search numbers the polygons; the portal to a child is a bridge
// when no other portal leads from the child's subtree to a polygon numbered
// before the child (Tarjan's low point).  The subtree is a run of numbers, so
// whether a polygon is behind a bridge is two comparisons.  The parts nest;
// from start and goal outwards, as long as the other one is not in the same
// part, the bridges are those that every way between the two crosses.
//
// Where several floors meet at an edge, each edge of the ring leads to each
// other one; none of them is a bridge unless the ring has just two.
//
// Where obstacles are laid over the mesh, the doors are those of its base. What
// an obstacle leaves of the base has no more ways than that, so a door stays
// one until it is cut away itself; and polygons that stand in for others are on
// the same side of it as these.
//
// The search keeps its path in an array: no recursion on the size of the input.
//
// Reference: Robert Tarjan, "A Note on Finding the Bridges of a Graph", 1974.
#include "search/bridges.h"

#include "mesh/overlay.h"

typedef struct frame {
    uint32_t polygon;
    uint32_t entered; // edge of `polygon` by which it was entered, NAV_NONE
    uint32_t from;    // the edge of the polygon before that was left
    uint32_t edge;    // looked at next
    uint32_t ring; // twin of `edge` that is looked at next, NAV_NONE: the first
} frame;

typedef struct walker {
    nav_bridges *b;
    const nav_mesh *mesh;
    const uint32_t *twin; // [edges]
    uint32_t *low;        // [polygons] least number reached from the subtree
    frame *path;
    size_t depth, capacity;
    uint32_t next; // number
} walker;

static nav_status enter(walker *w, uint32_t polygon, uint32_t entered,
                        uint32_t from)
{
    nav_status status = nav_mem_grow(&w->b->mem, &w->path, &w->capacity,
                                     w->depth + 1, sizeof *w->path);
    if (status == NAV_OK) {
        w->b->order[polygon] = w->next;
        w->low[polygon] = w->next++;
        w->path[w->depth++] =
            (frame){polygon, entered, from, w->mesh->first[polygon], NAV_NONE};
    }
    return status;
}

// Marks the edge by which a finished polygon was entered, if it is a bridge.
static nav_status close(walker *w, const frame *done)
{
    nav_bridges *b = w->b;
    uint32_t twin = w->twin[done->entered];
    bool plain = w->twin[twin] == done->entered;
    if (!plain || w->low[done->polygon] < b->order[done->polygon]) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&b->mem, &b->bridge, &b->capacity,
                                     b->count + 1, sizeof *b->bridge);
    if (status == NAV_OK) {
        b->bridge[b->count++] = (nav_bridge){.first = b->order[done->polygon],
                                             .last = w->next - 1,
                                             .in = twin,
                                             .out = done->entered};
        b->of_edge[twin] = (uint32_t)b->count;
        b->of_edge[done->entered] = (uint32_t)b->count;
    }
    return status;
}

// The next edge on the other side of a portal of the polygon, NAV_NONE when all
// have been looked at.
static uint32_t next_across(const walker *w, frame *f)
{
    while (f->edge < w->mesh->first[f->polygon + 1]) {
        uint32_t from = f->ring == NAV_NONE ? f->edge : f->ring;
        uint32_t across = w->twin[from];
        if (across != NAV_NONE && across != f->edge) {
            f->ring = across;
            return across;
        }
        f->edge++;
        f->ring = NAV_NONE;
    }
    return NAV_NONE;
}

static nav_status visit_from(walker *w, uint32_t polygon)
{
    nav_status status = enter(w, polygon, NAV_NONE, NAV_NONE);
    while (status == NAV_OK && w->depth > 0) {
        frame *top = &w->path[w->depth - 1];
        uint32_t across = next_across(w, top);
        if (across == NAV_NONE) {
            frame done = *top;
            w->depth--;
            if (w->depth > 0) {
                uint32_t parent = w->path[w->depth - 1].polygon;
                uint32_t low = w->low[done.polygon];
                w->low[parent] = low < w->low[parent] ? low : w->low[parent];
                status = close(w, &done);
            }
            continue;
        }
        uint32_t other = w->mesh->edge_polygon[across];
        if (w->b->order[other] == NAV_NONE) {
            status = enter(w, other, across, top->edge);
        } else if (top->edge != top->entered || across != top->from) {
            uint32_t number = w->b->order[other];
            w->low[top->polygon] =
                number < w->low[top->polygon] ? number : w->low[top->polygon];
        }
    }
    return status;
}

static nav_status visit_all(walker *w)
{
    nav_bridges *b = w->b;
    for (size_t e = 0; e < b->edges; e++) {
        b->of_edge[e] = 0;
    }
    for (size_t p = 0; p < b->polygons; p++) {
        b->order[p] = NAV_NONE;
    }
    nav_status status = NAV_OK;
    for (uint32_t p = 0; p < b->polygons && status == NAV_OK; p++) {
        if (b->order[p] == NAV_NONE) {
            status = visit_from(w, p);
        }
    }
    return status;
}

// Finds the innermost bridge of every polygon, and the one around every bridge,
// along the numbers.  No two parts begin with the same one.
static void find_inner(walker *w)
{
    nav_bridges *b = w->b;
    uint32_t *by_number = w->low; // not wanted any more
    for (size_t i = 0; i < b->polygons; i++) {
        by_number[i] = 0;
    }
    for (uint32_t which = 1; which <= b->count; which++) {
        by_number[b->bridge[which - 1].first] = which;
    }
    uint32_t inner = 0;
    for (uint32_t i = 0; i < b->polygons; i++) {
        while (inner != 0 && b->bridge[inner - 1].last < i) {
            inner = b->bridge[inner - 1].around;
        }
        if (by_number[i] != 0) {
            b->bridge[by_number[i] - 1].around = inner;
            inner = by_number[i];
        }
        by_number[i] = inner;
    }
    for (size_t p = 0; p < b->polygons; p++) {
        b->inner[p] = by_number[b->order[p]];
    }
}

nav_status nav_bridges_fit(nav_bridges *b, const nav_mesh *mesh)
{
    const nav_mesh_info *info = &mesh->info;
    nav_status status = nav_mem_grow(&b->mem, &b->order, &b->polygons,
                                     info->polygons, sizeof *b->order);
    if (status == NAV_OK) {
        status = nav_mem_grow(&b->mem, &b->inner, &b->inner_room,
                              info->polygons, sizeof *b->inner);
    }
    return status == NAV_OK ? nav_mem_grow(&b->mem, &b->of_edge, &b->edges,
                                           info->edges, sizeof *b->of_edge)
                            : status;
}

void nav_bridges_add(nav_bridges *b, const nav_mesh *mesh, nav_poly_id polygon)
{
    const nav_overlay *overlay = mesh->overlay;
    if (polygon < overlay->base.polygons) {
        return;
    }
    nav_poly_id origin = overlay->origin[polygon - overlay->base.polygons];
    b->order[polygon] = b->order[origin];
    b->inner[polygon] = b->inner[origin];
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        b->of_edge[e] = 0;
    }
}

static nav_status add_stand_ins(nav_bridges *b, const nav_mesh *mesh)
{
    nav_status status = nav_bridges_fit(b, mesh);
    for (nav_poly_id p = mesh->overlay->base.polygons;
         p < mesh->info.polygons && status == NAV_OK; p++) {
        nav_bridges_add(b, mesh, p);
    }
    return status;
}

nav_status nav_bridges_init(nav_bridges *b, const nav_mesh *mesh,
                            const nav_allocator *mem)
{
    const nav_overlay *overlay = mesh->overlay;
    *b = (nav_bridges){
        .mem = *mem,
        .polygons = overlay ? overlay->base.polygons : mesh->info.polygons,
        .edges = overlay ? overlay->base.edges : mesh->info.edges};
    b->inner_room = b->polygons;
    walker w = {
        .b = b, .mesh = mesh, .twin = overlay ? overlay->twin : mesh->twin};
    b->order = nav_mem_new(mem, b->polygons, sizeof *b->order);
    b->inner = nav_mem_new(mem, b->polygons, sizeof *b->inner);
    b->of_edge = nav_mem_new(mem, b->edges, sizeof *b->of_edge);
    w.low = nav_mem_new(mem, b->polygons, sizeof *w.low);
    bool ready = b->order && b->inner && b->of_edge && w.low;
    nav_status status = ready ? visit_all(&w) : NAV_NOMEM;
    if (status == NAV_OK) {
        find_inner(&w);
    }
    nav_mem_free(mem, w.low, b->polygons, sizeof *w.low);
    nav_mem_free(mem, w.path, w.capacity, sizeof *w.path);
    if (status == NAV_OK && overlay) {
        status = add_stand_ins(b, mesh);
    }
    if (status != NAV_OK) {
        nav_bridges_fini(b);
    }
    return status;
}

void nav_bridges_fini(nav_bridges *b)
{
    nav_mem_free(&b->mem, b->order, b->polygons, sizeof *b->order);
    nav_mem_free(&b->mem, b->inner, b->inner_room, sizeof *b->inner);
    nav_mem_free(&b->mem, b->of_edge, b->edges, sizeof *b->of_edge);
    nav_mem_free(&b->mem, b->bridge, b->capacity, sizeof *b->bridge);
    *b = (nav_bridges){.mem = b->mem};
}
