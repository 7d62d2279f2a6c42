// slabs.c - convex polygons with heights over shared vertices.
//
// All decisions are taken in plan, with exact signs.  A ring that is not convex
// (turn.h) goes through the triangulation of shapes (cdt.c),
// which gives an answer for whatever comes: bridges to holes, repeated corners,
// touching sides.  What it cannot give without a new vertex, whose height
// nobody knows, is the inside of a ring that crosses itself: such a ring is
// refused.
//
// Edges are split by building all polygons anew, once for all splits, so that
// the cost is linear however many there are.  A vertex that is exactly on its
// edge makes a straight corner, and the polygon stays convex.  One that is only
// near (welding with a distance) may leave a dent; then the polygon is cut into
// triangles.
//
// Reference: Mark de Berg et al., "Computational Geometry", 2008, chapter 3;
// for the triangulation see cdt.c.
#include "floors/slabs.h"

#include <assert.h>

#include "bake/cdt.h"
#include "bake/classify.h"
#include "base/order.h"
#include "base/sort.h"
#include "geometry/turn.h"

void nav_slabs_init(nav_slabs *slabs, const nav_allocator *mem)
{
    *slabs = (nav_slabs){.mem = *mem};
}

void nav_slabs_drop_polygons(nav_slabs *slabs)
{
    nav_allocator mem = slabs->mem;
    nav_mem_free(&mem, slabs->first, slabs->first_capacity,
                 sizeof *slabs->first);
    nav_mem_free(&mem, slabs->corner, slabs->corner_capacity,
                 sizeof *slabs->corner);
    nav_mem_free(&mem, slabs->face, slabs->face_capacity, sizeof *slabs->face);
    *slabs = (nav_slabs){.mem = mem,
                         .point = slabs->point,
                         .points = slabs->points,
                         .point_capacity = slabs->point_capacity,
                         .height = slabs->height,
                         .height_capacity = slabs->height_capacity};
}

void nav_slabs_fini(nav_slabs *slabs)
{
    nav_allocator mem = slabs->mem;
    nav_slabs_drop_polygons(slabs);
    nav_mem_free(&mem, slabs->point, slabs->point_capacity,
                 sizeof *slabs->point);
    nav_mem_free(&mem, slabs->height, slabs->height_capacity,
                 sizeof *slabs->height);
    nav_slabs_init(slabs, &mem);
}

nav_status nav_slabs_reserve(nav_slabs *slabs, size_t points, size_t polygons,
                             size_t corners)
{
    const nav_allocator *mem = &slabs->mem;
    if (points >= NAV_NONE || corners >= NAV_NONE) {
        return NAV_LIMIT;
    }
    nav_status status = nav_mem_grow(mem, &slabs->point, &slabs->point_capacity,
                                     points, sizeof *slabs->point);
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &slabs->height, &slabs->height_capacity,
                              points, sizeof *slabs->height);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &slabs->corner, &slabs->corner_capacity,
                              corners, sizeof *slabs->corner);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &slabs->first, &slabs->first_capacity,
                              polygons + 1, sizeof *slabs->first);
    }
    if (status == NAV_OK) {
        status = nav_mem_grow(mem, &slabs->face, &slabs->face_capacity,
                              polygons, sizeof *slabs->face);
    }
    return status;
}

nav_status nav_slabs_add_point(nav_slabs *slabs, nav_vec2 point, double height,
                               uint32_t *vertex)
{
    nav_status status = nav_slabs_reserve(slabs, slabs->points + 1, 0, 0);
    if (status == NAV_OK) {
        slabs->point[slabs->points] = point;
        slabs->height[slabs->points] = height;
        *vertex = (uint32_t)slabs->points++;
    }
    return status;
}

nav_status nav_slabs_add(nav_slabs *slabs, const uint32_t *corners,
                         size_t count, uint32_t face)
{
    size_t end = slabs->corners + count;
    // Asked once for all polygons as a rule, so that there is room.
    bool has_room = end < NAV_NONE && end <= slabs->corner_capacity &&
                    slabs->count + 2 <= slabs->first_capacity &&
                    slabs->count + 1 <= slabs->face_capacity;
    if (!has_room) {
        nav_status status = nav_slabs_reserve(slabs, 0, slabs->count + 1, end);
        if (status != NAV_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < count; i++) {
        slabs->corner[slabs->corners + i] = corners[i];
    }
    slabs->corners = end;
    slabs->face[slabs->count++] = face;
    slabs->first[0] = 0;
    slabs->first[slabs->count] = (uint32_t)slabs->corners;
    return NAV_OK;
}

uint32_t nav_slabs_polygon(const nav_slabs *slabs, uint32_t edge)
{
    uint32_t low = 0;
    uint32_t high = (uint32_t)slabs->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (slabs->first[middle] <= edge) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// ---------------------------------------------------------------------------
// Rings
// ---------------------------------------------------------------------------

nav_side nav_slabs_turn(const nav_slabs *slabs, const uint32_t *ring,
                        size_t count)
{
    assert(count >= 3);
    const nav_vec2 *point = slabs->point;
    if (count == 3) { // nearly always
        return nav_orient(point[ring[0]], point[ring[1]], point[ring[2]]);
    }
    nav_turn turn =
        nav_turn_begin(point[ring[count - 2]], point[ring[count - 1]]);
    for (size_t i = 0; i < count; i++) {
        if (!nav_turn_add(&turn, point[ring[i]])) {
            return NAV_ON;
        }
    }
    return nav_turn_side(&turn);
}

// A ring on its way through the triangulation.
typedef struct ring_cutter {
    nav_slabs *slabs;
    const uint32_t *ring;
    size_t count;
    nav_vec2 *point; // [count] of the ring
    nav_cdt cdt;
    nav_notes notes;
    uint32_t *vertex; // [vertices of cdt] as vertices of the slabs
    size_t vertices;
} ring_cutter;

// Tells which vertex of the slabs each one of the triangulation is.  False when
// two different ones are at one place.
static bool name_vertices(ring_cutter *c)
{
    for (size_t v = 0; v < c->vertices; v++) {
        c->vertex[v] = NAV_NONE;
    }
    for (size_t i = 0; i < c->count; i++) {
        uint32_t *vertex = &c->vertex[c->cdt.vertex_of[i]];
        if (*vertex != NAV_NONE && *vertex != c->ring[i]) {
            return false;
        }
        *vertex = c->ring[i];
    }
    return true;
}

static nav_status add_triangles(ring_cutter *c, uint32_t face, uint32_t *added)
{
    const nav_delaunay *d = &c->cdt.d;
    uint32_t count = 0;
    nav_status status = NAV_OK;
    for (size_t t = 0; t < d->triangles && status == NAV_OK; t++) {
        if (d->tri[t].flags & NAV_TRIANGLE_WALKABLE) {
            const uint32_t *v = d->tri[t].v;
            const uint32_t corners[] = {c->vertex[v[0]], c->vertex[v[1]],
                                        c->vertex[v[2]]};
            status = nav_slabs_add(c->slabs, corners, 3, face);
            count++;
        }
    }
    *added = count;
    return status;
}

static nav_status cut_ring(ring_cutter *c, uint32_t face, uint32_t *added)
{
    nav_ring ring = {.count = (uint32_t)c->count};
    nav_shape shape = {.mem = c->slabs->mem,
                       .points = c->point,
                       .point_count = c->count,
                       .rings = &ring,
                       .ring_count = 1,
                       .polygon_count = 1,
                       .rings_of_last = 1};
    for (size_t i = 0; i < c->count; i++) {
        c->point[i] = c->slabs->point[c->ring[i]];
    }
    size_t walkable = 0;
    nav_status status = nav_cdt_build(&c->cdt, &shape, &c->notes);
    if (status == NAV_OK) {
        status = nav_classify(&c->cdt, &shape, &walkable, NULL);
    }
    if (status != NAV_OK) {
        return status;
    }
    c->vertices = c->cdt.d.vertices;
    c->vertex = nav_mem_new(&c->slabs->mem, c->vertices, sizeof *c->vertex);
    if (!c->vertex) {
        return NAV_NOMEM;
    }
    if (c->cdt.crossings > 0 || !name_vertices(c)) {
        *added = NAV_NONE;
        return NAV_OK;
    }
    return add_triangles(c, face, added);
}

nav_status nav_slabs_add_ring(nav_slabs *slabs, const uint32_t *ring,
                              size_t count, uint32_t face, uint32_t *added)
{
    if (count > NAV_SHAPE_POINTS_MOST) {
        return NAV_LIMIT;
    }
    ring_cutter c = {.slabs = slabs, .ring = ring, .count = count};
    const nav_allocator *mem = &slabs->mem;
    nav_cdt_init(&c.cdt, mem);
    nav_status status = nav_notes_init(&c.notes, mem, 1);
    c.point = nav_mem_new(mem, count, sizeof *c.point);
    if (status == NAV_OK) {
        status = c.point ? cut_ring(&c, face, added) : NAV_NOMEM;
    }
    nav_mem_free(mem, c.vertex, c.vertices, sizeof *c.vertex);
    nav_mem_free(mem, c.point, count, sizeof *c.point);
    nav_notes_fini(&c.notes);
    nav_cdt_fini(&c.cdt);
    return status;
}

// ---------------------------------------------------------------------------
// Making all polygons anew
// ---------------------------------------------------------------------------

// Empty slabs that borrow the vertices of others.
static nav_slabs borrow_points(const nav_slabs *slabs)
{
    return (nav_slabs){.mem = slabs->mem,
                       .point = slabs->point,
                       .height = slabs->height,
                       .points = slabs->points};
}

// Ends a rebuilding: `slabs` gets the polygons of `made` if that went well, and
// what is left over is freed.  The vertices belong to `slabs` all the time.
static void take_polygons(nav_slabs *slabs, nav_slabs *made, bool went_well)
{
    if (went_well) {
        nav_slabs old = *slabs;
        *slabs = *made;
        slabs->point_capacity = old.point_capacity;
        slabs->height_capacity = old.height_capacity;
        *made = old;
    }
    made->point = NULL;
    made->height = NULL;
    nav_slabs_fini(made);
}

static nav_status sort_splits(const nav_allocator *mem, nav_split *splits,
                              size_t count)
{
    nav_sort_entry *list = nav_mem_new(mem, 2 * count, sizeof *list);
    nav_split *copy = nav_mem_new(mem, count, sizeof *copy);
    nav_status status = list && copy ? NAV_OK : NAV_NOMEM;
    if (status == NAV_OK) {
        for (uint32_t i = 0; i < count; i++) {
            copy[i] = splits[i];
            list[i] = (nav_sort_entry){splits[i].vertex, i};
        }
        // Least important first: each sort keeps the order of equal keys.
        nav_sort(list, list + count, count);
        for (size_t i = 0; i < count; i++) {
            list[i].key = nav_order_key(copy[list[i].item].place);
        }
        nav_sort(list, list + count, count);
        for (size_t i = 0; i < count; i++) {
            list[i].key = copy[list[i].item].edge;
        }
        nav_sort(list, list + count, count);
        for (size_t i = 0; i < count; i++) {
            splits[i] = copy[list[i].item];
        }
    }
    nav_mem_free(mem, list, 2 * count, sizeof *list);
    nav_mem_free(mem, copy, count, sizeof *copy);
    return status;
}

// Growing scratch for the corners of one polygon.
typedef struct corner_list {
    uint32_t *corner;
    size_t count, capacity;
} corner_list;

static nav_status push_corner(const nav_allocator *mem, corner_list *list,
                              uint32_t vertex)
{
    nav_status status = nav_mem_grow(mem, &list->corner, &list->capacity,
                                     list->count + 1, sizeof *list->corner);
    if (status == NAV_OK) {
        list->corner[list->count++] = vertex;
    }
    return status;
}

// The splits that are still to be done.
typedef struct split_cursor {
    const nav_split *at, *end;
} split_cursor;

// Adds polygon p of `from` to `to` with the splits that are its own.
static nav_status add_split_polygon(nav_slabs *to, const nav_slabs *from,
                                    uint32_t p, split_cursor *splits,
                                    corner_list *list)
{
    nav_status status = NAV_OK;
    uint32_t begin = from->first[p];
    uint32_t end = from->first[p + 1];
    list->count = 0;
    for (uint32_t e = begin; e < end && status == NAV_OK; e++) {
        status = push_corner(&to->mem, list, from->corner[e]);
        while (status == NAV_OK && splits->at < splits->end &&
               splits->at->edge == e) {
            status = push_corner(&to->mem, list, splits->at->vertex);
            splits->at++;
        }
    }
    if (status != NAV_OK) {
        return status;
    }
    uint32_t face = from->face[p];
    if (list->count == end - begin ||
        nav_slabs_turn(from, list->corner, list->count) == NAV_LEFT) {
        return nav_slabs_add(to, list->corner, list->count, face);
    }
    uint32_t added = 0;
    status = nav_slabs_add_ring(to, list->corner, list->count, face, &added);
    if (status == NAV_OK && (added == NAV_NONE || added == 0)) {
        // Without its splits then.  No test gets here: the ends of splits would
        // have to make a convex polygon cross itself by rounding.
        status = nav_slabs_add(to, from->corner + begin, end - begin, face);
    }
    return status;
}

nav_status nav_slabs_split(nav_slabs *slabs, nav_split *splits, size_t count)
{
    nav_status status = sort_splits(&slabs->mem, splits, count);
    nav_slabs made = borrow_points(slabs);
    corner_list list = {0};
    split_cursor cursor = {.at = splits, .end = splits + count};
    for (uint32_t p = 0; p < slabs->count && status == NAV_OK; p++) {
        status = add_split_polygon(&made, slabs, p, &cursor, &list);
    }
    take_polygons(slabs, &made, status == NAV_OK);
    nav_mem_free(&slabs->mem, list.corner, list.capacity, sizeof *list.corner);
    return status;
}

// Whether a polygon has more corners than that.
static bool has_larger(const nav_slabs *slabs, uint32_t most)
{
    for (size_t p = 0; p < slabs->count; p++) {
        if (slabs->first[p + 1] - slabs->first[p] > most) {
            return true;
        }
    }
    return false;
}

nav_status nav_slabs_limit(nav_slabs *slabs, uint32_t most)
{
    if (!has_larger(slabs, most)) {
        return NAV_OK;
    }
    nav_slabs made = borrow_points(slabs);
    nav_status status = NAV_OK;
    for (size_t p = 0; p < slabs->count && status == NAV_OK; p++) {
        const uint32_t *corner = slabs->corner + slabs->first[p];
        size_t count = slabs->first[p + 1] - slabs->first[p];
        uint32_t added = 0;
        status = count > most
                     ? nav_slabs_add_ring(&made, corner, count, slabs->face[p],
                                          &added)
                     : nav_slabs_add(&made, corner, count, slabs->face[p]);
    }
    take_polygons(slabs, &made, status == NAV_OK);
    return status;
}
