// outline.c - the boundary of the walkable triangles as closed rings.
//
// A boundary half-edge has a walkable triangle on its left and none on its
// right.  The next one is found by turning about the vertex where it ends,
// through the walkable triangles, to the other side of that gap.  So a vertex
// where several gaps meet is passed once for each.
#include "bake/outline.h"

#include "geometry/predicates.h"

// Half-edge i of a triangle has been traced: TRACED << i.
enum { TRACED = 8 };

void nav_outline_init(nav_outline *outline)
{
    *outline = (nav_outline){0};
}

void nav_outline_fini(nav_outline *outline)
{
    if (outline->shape) {
        nav_mem_free(&outline->shape->mem, outline->begin, outline->capacity,
                     sizeof *outline->begin);
        nav_mem_free(&outline->shape->mem, outline->next,
                     outline->next_capacity, sizeof *outline->next);
    }
    nav_shape_free(outline->shape);
    *outline = (nav_outline){0};
}

static bool is_boundary(const nav_delaunay *d, nav_half h)
{
    return nav_is_walkable(d, h >> 2) &&
           !nav_is_walkable(d, nav_half_twin(d, h) >> 2);
}

// The boundary half-edge behind h, on the same gap at the vertex between.
static nav_half follow(const nav_delaunay *d, nav_half h)
{
    nav_half next = nav_half_next(h);
    while (!is_boundary(d, next)) {
        next = nav_half_next(nav_half_twin(d, next));
    }
    return next;
}

static nav_status add_corner(nav_outline *outline, const nav_delaunay *d,
                             nav_half begin)
{
    nav_shape *shape = outline->shape;
    nav_status status =
        nav_mem_grow(&shape->mem, &outline->begin, &outline->capacity,
                     shape->point_count + 1, sizeof *outline->begin);
    if (status == NAV_OK) {
        status =
            nav_mem_grow(&shape->mem, &outline->next, &outline->next_capacity,
                         shape->point_count + 1, sizeof *outline->next);
    }
    if (status == NAV_OK) {
        outline->begin[shape->point_count] = begin;
        outline->next[shape->point_count] = (uint32_t)shape->point_count + 1;
        status = nav_shape_add_point(shape, d->point[nav_half_start(d, begin)],
                                     NULL);
    }
    return status;
}

static nav_status trace_ring(nav_outline *outline, nav_delaunay *d,
                             nav_half first)
{
    nav_half h = first;
    nav_status status = nav_shape_begin_ring(outline->shape, NULL);
    do {
        nav_half next = follow(d, h);
        nav_vec2 a = d->point[nav_half_start(d, h)];
        nav_vec2 b = d->point[nav_half_start(d, next)];
        nav_vec2 c = d->point[nav_half_end(d, next)];
        if (status == NAV_OK && nav_orient(a, b, c) != NAV_ON) {
            status = add_corner(outline, d, next);
        }
        h = next;
        d->tri[h >> 2].flags |= (uint32_t)TRACED << (h & 3);
    } while (h != first && status == NAV_OK);
    if (status == NAV_OK) {
        const nav_ring *ring =
            &outline->shape->rings[outline->shape->ring_count - 1];
        outline->next[ring->first + ring->count - 1] = ring->first;
    }
    return status;
}

nav_status nav_outline_trace(nav_outline *outline, nav_delaunay *d)
{
    nav_status status = nav_shape_new(&d->mem, &outline->shape);
    for (uint32_t t = 0; t < d->triangles && status == NAV_OK; t++) {
        if (!nav_is_walkable(d, t)) {
            continue;
        }
        for (uint32_t i = 0; i < 3 && status == NAV_OK; i++) {
            bool is_traced = (d->tri[t].flags & ((uint32_t)TRACED << i)) != 0;
            if (!is_traced && is_boundary(d, 4 * t + i)) {
                status = trace_ring(outline, d, 4 * t + i);
            }
        }
    }
    for (uint32_t t = 0; t < d->triangles; t++) {
        d->tri[t].flags &= NAV_TRIANGLE_WALKABLE;
    }
    return status;
}
