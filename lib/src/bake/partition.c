// partition.c - the borders of areas in a region that has shrunk.
//
// Problem.  What is left for an agent (erode.c) is triangulated anew, and these
// triangles know nothing of areas: one of them may lie in several.
//
// Method.  The outline of what is left and all borders of areas are chains, and
// triangulated once more like any (winding.c).  A border is a chain there and
// back, which winds around nothing, so that what is left is again what is wound
// around once.  The fixed edges within it are borders; they part it into pieces
// of one area each.
//
// The area of a piece is that of the triangle of the whole which holds a point
// of the piece: the middle of its largest triangle.  That is a computed point,
// but the same border lies between the areas on both sides of the question, so
// that only a piece as thin as rounding can be taken for its neighbour.
//
// Rounding.  Outline and borders bend by two pixels at most where they cross;
// the outline has kept that much more distance beforehand (nav_offset_rule_for
// counts its bends), so that it still keeps the radius, and no passage that was
// open is pinched.
//
// Rejected: inserting the borders together with the chains of the offset, which
// would save a triangulation.  Then a passage that is narrow no longer shows as
// a strip of triangles between two walls (narrow.c), and what fits through it
// would depend on the borders in it.
#include "bake/partition.h"

#include "bake/outline.h"
#include "bake/winding.h"

// Whether h is the lesser half of an edge between walkable triangles of
// different areas.
static bool is_border(const nav_delaunay *d, const uint32_t *area, nav_half h)
{
    if ((h & 3) == 3 || !nav_is_walkable(d, h >> 2)) {
        return false; // so that the frame's outside is not met
    }
    nav_half twin = nav_half_twin(d, h);
    return h < twin && nav_is_walkable(d, twin >> 2) &&
           area[h >> 2] != area[twin >> 2];
}

bool nav_partition_has_borders(const nav_delaunay *d, const uint32_t *area)
{
    for (nav_half h = 0; area && h < 4 * d->triangles; h++) {
        if (is_border(d, area, h)) {
            return true;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------
// Drawing
// ---------------------------------------------------------------------------

// Adds the ring of an outline, closed.
static nav_status add_ring(nav_shape *chains, const nav_shape *outline,
                           const nav_ring *ring)
{
    const nav_vec2 *points = outline->points + ring->first;
    nav_status status = nav_shape_add_ring(chains, points, ring->count, NULL);
    return status == NAV_OK ? nav_shape_add_point(chains, points[0], NULL)
                            : status;
}

// Adds an edge there and back.
static nav_status add_border(nav_shape *chains, const nav_delaunay *d,
                             nav_half h)
{
    nav_vec2 a = d->point[nav_half_start(d, h)];
    nav_vec2 b = d->point[nav_half_end(d, h)];
    const nav_vec2 there_and_back[] = {a, b, a};
    return nav_shape_add_ring(chains, there_and_back, 3, NULL);
}

static nav_status collect(nav_shape *chains, nav_delaunay *region,
                          const nav_delaunay *whole, const uint32_t *area)
{
    nav_outline outline;
    nav_outline_init(&outline);
    nav_status status = nav_outline_trace(&outline, region);
    for (size_t r = 0; status == NAV_OK && r < outline.shape->ring_count; r++) {
        status = add_ring(chains, outline.shape, &outline.shape->rings[r]);
    }
    nav_outline_fini(&outline);
    for (nav_half h = 0; status == NAV_OK && h < 4 * whole->triangles; h++) {
        if (is_border(whole, area, h)) {
            status = add_border(chains, whole, h);
        }
    }
    return status;
}

nav_status nav_partition_draw(nav_cdt *region, const nav_delaunay *whole,
                              const uint32_t *area, size_t *walkable)
{
    nav_allocator mem = region->d.mem;
    nav_shape *chains = NULL;
    nav_cdt parted;
    nav_cdt_init(&parted, &mem);
    nav_status status = nav_shape_new(&mem, &chains);
    if (status == NAV_OK) {
        status = collect(chains, &region->d, whole, area);
    }
    if (status == NAV_OK) {
        status = nav_winding_build(&parted, chains);
    }
    if (status == NAV_OK) {
        *walkable = nav_winding_flag(&parted.d);
        nav_cdt_swap(region, &parted);
    }
    nav_cdt_fini(&parted);
    nav_shape_free(chains);
    return status;
}

// ---------------------------------------------------------------------------
// Naming
// ---------------------------------------------------------------------------

// Lists the triangles of the piece that t is in, and marks them by their group.
static size_t gather(nav_delaunay *d, uint32_t t, uint32_t *member)
{
    size_t count = 0;
    d->tri[t].group = t;
    member[count++] = t;
    for (size_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < 3; i++) {
            nav_half twin = d->tri[member[k]].twin[i];
            if (!(twin & NAV_FIXED) && d->tri[twin >> 2].group == NAV_NONE) {
                d->tri[twin >> 2].group = t;
                member[count++] = twin >> 2;
            }
        }
    }
    return count;
}

// The middle of the largest of some triangles; a computed point.
static nav_vec2 middle_of(const nav_delaunay *d, const uint32_t *member,
                          size_t count)
{
    nav_vec2 middle = {0, 0};
    double most = -1;
    for (size_t k = 0; k < count; k++) {
        const nav_triangle *tri = &d->tri[member[k]];
        nav_vec2 a = d->point[tri->v[0]];
        nav_vec2 u = nav_vec2_sub(d->point[tri->v[1]], a);
        nav_vec2 v = nav_vec2_sub(d->point[tri->v[2]], a);
        double area = nav_vec2_cross(u, v);
        if (area > most) {
            most = area;
            middle = (nav_vec2){a.x + (u.x + v.x) / 3, a.y + (u.y + v.y) / 3};
        }
    }
    return middle;
}

nav_status nav_partition_name(nav_delaunay *region, const nav_delaunay *whole,
                              const uint32_t *area, uint32_t *region_area)
{
    size_t triangles = region->triangles;
    uint32_t *member = nav_mem_new(&region->mem, triangles, sizeof *member);
    if (!member) {
        return NAV_NOMEM;
    }
    for (uint32_t t = 0; t < triangles; t++) {
        region->tri[t].group = NAV_NONE;
        region_area[t] = NAV_NONE;
    }
    uint32_t home = 0;
    for (uint32_t t = 0; t < triangles; t++) {
        if (!nav_is_walkable(region, t) || region->tri[t].group != NAV_NONE) {
            continue;
        }
        size_t count = gather(region, t, member);
        home = nav_delaunay_find(whole, middle_of(region, member, count), home);
        for (size_t k = 0; k < count; k++) {
            region_area[member[k]] = area[home];
        }
    }
    nav_mem_free(&region->mem, member, triangles, sizeof *member);
    return NAV_OK;
}
