// winding.c - how often chains of edges go around a triangle.
//
// The winding number changes where a chain is crossed: to the left of an edge
// it is greater by one than to its right.  So it spreads from the frame, around
// which nothing goes, over all triangles.
//
// That needs the direction of the edges in a label.  A piece of an edge may
// have been bent when it was made to pass through a crossing; but a crossing
// lies in the bounding box of each piece that it divides (cdt.c), so a piece
// never runs against its edge, neither in x nor in y, and runs along it in one
// of them.  The signs of the differences of coordinates tell, exactly.
//
// Reference: August Moebius, "Ueber die Bestimmung des Inhaltes eines
// Polyeders", 1865, section 11, counts the regions of a closed line like this.
#include "bake/winding.h"

enum { VISITED = 4 };

static int sign(double a)
{
    return (a > 0) - (a < 0);
}

bool nav_winding_is_along(const nav_cdt *cdt, const nav_shape *chains,
                          uint32_t edge, nav_half h)
{
    const nav_delaunay *d = &cdt->d;
    nav_vec2 whole =
        nav_vec2_sub(chains->points[edge + 1], chains->points[edge]);
    nav_vec2 piece = nav_vec2_sub(d->point[nav_half_end(d, h)],
                                  d->point[nav_half_start(d, h)]);
    return sign(whole.x) * sign(piece.x) + sign(whole.y) * sign(piece.y) > 0;
}

// How often the edges in the label of the fixed half-edge h run along it, less
// how often they run against it.
static int32_t count_along(const nav_cdt *cdt, const nav_shape *chains,
                           nav_half h)
{
    uint32_t rest = nav_labels_rings(&cdt->labels, cdt->d.label[h]);
    int32_t along = 0;
    while (rest != 0) {
        uint32_t edge = nav_labels_pop(&cdt->labels, &rest);
        along += nav_winding_is_along(cdt, chains, edge, h) ? 1 : -1;
    }
    return along;
}

// Puts the winding number of the chains around each triangle into its group.
static nav_status spread(nav_cdt *cdt, const nav_shape *chains)
{
    nav_delaunay *d = &cdt->d;
    uint32_t *stack = nav_mem_new(&d->mem, d->triangles, sizeof *stack);
    if (!stack) {
        return NAV_NOMEM;
    }
    for (size_t t = 0; t < d->triangles; t++) {
        d->tri[t].flags = 0;
    }
    size_t count = 0;
    uint32_t root = d->star[0] >> 2; // at the frame
    d->tri[root].flags = VISITED;
    d->tri[root].group = 0;
    stack[count++] = root;
    while (count > 0) {
        uint32_t t = stack[--count];
        for (uint32_t i = 0; i < 3; i++) {
            nav_half twin = d->tri[t].twin[i];
            if (twin == NAV_NO_HALF) {
                continue;
            }
            nav_half into = twin & ~NAV_FIXED;
            nav_triangle *tri = &d->tri[into >> 2];
            if (tri->flags & VISITED) {
                continue;
            }
            int32_t more =
                twin & NAV_FIXED ? count_along(cdt, chains, into) : 0;
            tri->flags = VISITED;
            tri->group = (uint32_t)(nav_winding_of(&d->tri[t]) + more);
            stack[count++] = into >> 2;
        }
    }
    nav_mem_free(&d->mem, stack, d->triangles, sizeof *stack);
    return NAV_OK;
}

nav_status nav_winding_build(nav_cdt *cdt, const nav_shape *chains)
{
    nav_status status = nav_cdt_begin(cdt, chains->points, chains->point_count);
    for (size_t r = 0; r < chains->ring_count; r++) {
        const nav_ring *ring = &chains->rings[r];
        uint32_t last = ring->first + ring->count - 1;
        for (uint32_t i = ring->first; i < last && status == NAV_OK; i++) {
            status = nav_cdt_insert(cdt, i, i + 1, i);
        }
    }
    if (status == NAV_OK) {
        status = nav_cdt_end(cdt);
    }
    return status == NAV_OK ? spread(cdt, chains) : status;
}

size_t nav_winding_flag(nav_delaunay *d)
{
    size_t count = 0;
    for (uint32_t t = 0; t < d->triangles; t++) {
        bool walkable = nav_winding_of(&d->tri[t]) == 1;
        d->tri[t].flags = walkable ? NAV_TRIANGLE_WALKABLE : 0;
        count += walkable;
    }
    return count;
}
