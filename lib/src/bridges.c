// bridges.c - portals that are the only way between two parts of a mesh.
//
// A shortest path has no business behind a door through which it would have to
// come back.  Such doors are the bridges of the graph of polygons and portals.
// A depth-first search numbers the polygons; the portal to a child is a bridge
// when no other portal leads from the child's subtree to a polygon numbered
// before the child (Tarjan's low point).  The subtree is a run of numbers, so
// whether a goal is behind a bridge is two comparisons, and a search that asks
// it looks only at the parts on the one way between start and goal.
//
// Where several floors meet at an edge, each edge of the ring leads to each
// other one; none of them is a bridge unless the ring has just two.
//
// The search keeps its path in an array: no recursion on the size of the input.
//
// Reference: Robert Tarjan, "A Note on Finding the Bridges of a Graph", 1974.
#include "bridges.h"

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
    uint32_t *low; // [polygons] least number reached from the subtree
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
    uint32_t twin = w->mesh->twin[done->entered];
    bool plain = w->mesh->twin[twin] == done->entered;
    if (!plain || w->low[done->polygon] < b->order[done->polygon]) {
        return NAV_OK;
    }
    nav_status status = nav_mem_grow(&b->mem, &b->bridge, &b->capacity,
                                     b->count + 1, sizeof *b->bridge);
    if (status == NAV_OK) {
        b->bridge[b->count++] =
            (nav_bridge){b->order[done->polygon], w->next - 1};
        b->of_edge[twin] = (uint32_t)b->count;
        b->of_edge[done->entered] = (uint32_t)b->count | NAV_BRIDGE_OUT;
    }
    return status;
}

// The next edge on the other side of a portal of the polygon, NAV_NONE when all
// have been looked at.
static uint32_t next_across(const nav_mesh *mesh, frame *f)
{
    while (f->edge < mesh->first[f->polygon + 1]) {
        uint32_t from = f->ring == NAV_NONE ? f->edge : f->ring;
        uint32_t across = mesh->twin[from];
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
        uint32_t across = next_across(w->mesh, top);
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

nav_status nav_bridges_init(nav_bridges *b, const nav_mesh *mesh,
                            const nav_allocator *mem)
{
    *b = (nav_bridges){.mem = *mem,
                       .polygons = mesh->info.polygons,
                       .edges = mesh->info.edges};
    walker w = {.b = b, .mesh = mesh};
    b->order = nav_mem_new(mem, b->polygons, sizeof *b->order);
    b->of_edge = nav_mem_new(mem, b->edges, sizeof *b->of_edge);
    w.low = nav_mem_new(mem, b->polygons, sizeof *w.low);
    nav_status status =
        b->order && b->of_edge && w.low ? visit_all(&w) : NAV_NOMEM;
    nav_mem_free(mem, w.low, b->polygons, sizeof *w.low);
    nav_mem_free(mem, w.path, w.capacity, sizeof *w.path);
    if (status != NAV_OK) {
        nav_bridges_fini(b);
    }
    return status;
}

void nav_bridges_fini(nav_bridges *b)
{
    nav_mem_free(&b->mem, b->order, b->polygons, sizeof *b->order);
    nav_mem_free(&b->mem, b->of_edge, b->edges, sizeof *b->of_edge);
    nav_mem_free(&b->mem, b->bridge, b->capacity, sizeof *b->bridge);
    *b = (nav_bridges){.mem = b->mem};
}
