// erode.c - what of a walkable region an agent with a radius can use.
//
//   outline.c   the boundary of the region as rings
//   gaps.c      where arcs must be exact
//   offset.c    chains that wind once around what is far enough from it
//   cdt.c       their triangulation: the same code as for the rings
//   winding.c   which triangles that is
//   narrow.c    passages that were closed for the sake of rounding alone
//   partition.c the borders of areas in there
//   here        those flagged, and what became of the islands
#include "bake/erode.h"

#include "bake/narrow.h"
#include "bake/offset.h"
#include "bake/outline.h"
#include "bake/partition.h"
#include "bake/winding.h"

#include <string.h>

typedef struct eroder {
    const nav_allocator *mem;
    nav_erosion *erosion;
    nav_cdt *before;
    nav_outline outline;
    nav_gaps gaps;
    nav_chains chains;
    nav_cdt after;
    nav_narrow narrow;
    uint8_t *is_slim; // [features]
    size_t features;
    uint32_t *stack; // scratch of the floods
    size_t stack_capacity;
} eroder;

// ---------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------

// Gives the walkable triangles that are connected with t the number `island` as
// their group; its members are left on the stack.
static nav_status flood(eroder *e, nav_delaunay *d, uint32_t t, uint32_t island,
                        size_t *members)
{
    size_t count = 0;
    nav_status status = nav_mem_grow(e->mem, &e->stack, &e->stack_capacity, 1,
                                     sizeof *e->stack);
    if (status == NAV_OK) {
        d->tri[t].group = island;
        e->stack[count++] = t;
    }
    for (size_t k = 0; k < count; k++) {
        const nav_triangle *tri = &d->tri[e->stack[k]];
        status = nav_mem_grow(e->mem, &e->stack, &e->stack_capacity, count + 3,
                              sizeof *e->stack);
        for (uint32_t i = 0; i < 3 && status == NAV_OK; i++) {
            uint32_t next = (tri->twin[i] & ~NAV_FIXED) >> 2;
            if (nav_is_walkable(d, next) && d->tri[next].group == NAV_NONE) {
                d->tri[next].group = island;
                e->stack[count++] = next;
            }
        }
        if (status != NAV_OK) {
            break;
        }
    }
    *members = count;
    return status;
}

static void clear_groups(nav_delaunay *d)
{
    for (uint32_t t = 0; t < d->triangles; t++) {
        d->tri[t].group = NAV_NONE;
    }
}

// Numbers the islands of the region before.
static nav_status number_islands(eroder *e)
{
    nav_delaunay *d = &e->before->d;
    size_t members;
    nav_status status = NAV_OK;
    clear_groups(d);
    for (uint32_t t = 0; t < d->triangles && status == NAV_OK; t++) {
        if (nav_is_walkable(d, t) && d->tri[t].group == NAV_NONE) {
            uint32_t island = (uint32_t)e->erosion->islands++;
            status = flood(e, d, t, island, &members);
        }
    }
    return status;
}

// What a fixed edge after keeps its distance from; NAV_NONE for spokes alone.
static nav_feature feature_of(const eroder *e, nav_half h)
{
    const nav_labels *labels = &e->after.labels;
    uint32_t rest = nav_labels_rings(labels, e->after.d.label[h]);
    nav_feature feature = NAV_NONE;
    while (rest != 0 && feature == NAV_NONE) {
        feature = e->chains.feature[nav_labels_pop(labels, &rest)];
    }
    return feature;
}

// A triangle before, near the boundary of one of the triangles after.
static uint32_t near_before(const eroder *e, size_t members)
{
    for (size_t k = 0; k < 3 * members; k++) {
        nav_half h = 4 * e->stack[k / 3] + (nav_half)(k % 3);
        if (nav_half_is_fixed(&e->after.d, h)) {
            nav_feature feature = feature_of(e, h);
            if (feature != NAV_NONE) {
                return e->outline.begin[feature / 2] >> 2;
            }
        }
    }
    return 0;
}

// Counts the islands after for each one before.
static nav_status count_parts(eroder *e, uint32_t *parts)
{
    nav_delaunay *d = &e->after.d;
    const nav_delaunay *before = &e->before->d;
    size_t members;
    nav_status status = NAV_OK;
    clear_groups(d);
    for (uint32_t t = 0; t < d->triangles && status == NAV_OK; t++) {
        if (!nav_is_walkable(d, t) || d->tri[t].group != NAV_NONE) {
            continue;
        }
        status = flood(e, d, t, 0, &members);
        if (status == NAV_OK) {
            // A vertex is far from the boundary, so that its island is sure.
            uint32_t home = nav_delaunay_find(before, d->point[d->tri[t].v[0]],
                                              near_before(e, members));
            uint32_t island = before->tri[home].group;
            if (island != NAV_NONE) {
                parts[island]++;
            }
        }
    }
    return status;
}

static nav_status compare_islands(eroder *e)
{
    nav_erosion *erosion = e->erosion;
    size_t islands = erosion->islands;
    uint32_t *parts = nav_mem_new(e->mem, islands, sizeof *parts);
    if (!parts) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < islands; i++) {
        parts[i] = 0;
    }
    nav_status status = count_parts(e, parts);
    for (size_t i = 0; i < islands; i++) {
        erosion->vanished += parts[i] == 0;
        erosion->split += parts[i] > 1;
    }
    nav_mem_free(e->mem, parts, islands, sizeof *parts);
    return status;
}

// ---------------------------------------------------------------------------
// Distance
// ---------------------------------------------------------------------------

// Triangulates the chains, and flags what they wind around once.
static nav_status cut(eroder *e, const nav_offset_rule *rule)
{
    const nav_shape *outline = e->outline.shape;
    nav_chains_fini(&e->chains);
    nav_cdt_fini(&e->after);
    nav_cdt_init(&e->after, e->mem);
    nav_status status = nav_offset_chains(&e->chains, outline, rule);
    if (status == NAV_OK) {
        status = nav_winding_build(&e->after, e->chains.shape);
    }
    return status;
}

// Does so again with less slack along passages that it has closed, until there
// is none that is wider than twice the radius.
static nav_status cut_narrow(eroder *e, nav_offset_rule *rule)
{
    e->narrow = (nav_narrow){.cdt = &e->after,
                             .chains = &e->chains,
                             .outline = e->outline.shape,
                             .next = e->outline.next,
                             .rule = rule};
    e->features = 2 * e->outline.shape->point_count;
    e->is_slim = nav_mem_new(e->mem, e->features, sizeof *e->is_slim);
    if (!e->is_slim) {
        return NAV_NOMEM;
    }
    memset(e->is_slim, 0, e->features);
    nav_status status = cut(e, rule);
    // A radius that the slack eats up would let slim walls move outwards.
    while (status == NAV_OK && rule->slim > 0 &&
           nav_narrow_find(&e->narrow, e->is_slim) > 0) {
        nav_offset_rule_slim(rule, e->is_slim);
        status = cut(e, rule);
    }
    return status;
}

// Draws the borders of areas into what is left, and finds what area is where.
static nav_status name_areas(eroder *e)
{
    nav_erosion *erosion = e->erosion;
    const nav_delaunay *before = &e->before->d;
    nav_status status = NAV_OK;
    if (nav_partition_has_borders(before, erosion->area)) {
        status = nav_partition_draw(&e->after, before, erosion->area,
                                    &erosion->triangles);
    }
    size_t count = e->after.d.triangles;
    uint32_t *area = nav_mem_new(e->mem, count, sizeof *area);
    if (status == NAV_OK) {
        status =
            area ? nav_partition_name(&e->after.d, before, erosion->area, area)
                 : NAV_NOMEM;
    }
    if (status != NAV_OK) {
        nav_mem_free(e->mem, area, count, sizeof *area);
        return status;
    }
    nav_mem_free(e->mem, erosion->area, erosion->areas, sizeof *erosion->area);
    erosion->area = area;
    erosion->areas = count;
    return NAV_OK;
}

static nav_status run(eroder *e)
{
    nav_erosion *erosion = e->erosion;
    nav_status status = nav_outline_trace(&e->outline, &e->before->d);
    if (status == NAV_OK) {
        status = number_islands(e);
    }
    if (status != NAV_OK || e->outline.shape->point_count == 0) {
        return status;
    }
    const nav_shape *outline = e->outline.shape;
    nav_box box = nav_box_around(outline->points, outline->point_count);
    double most = fmax(fmax(fabs(box.min.x), fabs(box.max.x)),
                       fmax(fabs(box.min.y), fabs(box.max.y)));
    if (erosion->radius >= box.max.x - box.min.x ||
        erosion->radius >= box.max.y - box.min.y) {
        // Far too wide, so that coordinates below do not grow out of bounds.
        erosion->vanished = erosion->islands;
        return NAV_OK;
    }
    if (most + 2 * erosion->radius > NAV_COORD_MAX) {
        return NAV_RANGE;
    }
    const nav_delaunay *d = &e->before->d;
    int bends = 1 + (e->before->crossings > 0) +
                nav_partition_has_borders(d, erosion->area);
    nav_offset_rule rule =
        nav_offset_rule_for(box, erosion->radius, erosion->tolerance, bends);
    rule.gaps = &e->gaps;
    status = nav_gaps_find(&e->gaps, d, &e->outline, erosion->radius,
                           erosion->tolerance);
    if (status == NAV_OK) {
        status = cut_narrow(e, &rule);
    }
    erosion->rounding = rule.widening;
    if (status == NAV_OK) {
        erosion->triangles = nav_winding_flag(&e->after.d);
        if (rule.is_slim) {
            erosion->triangles -= nav_narrow_close(&e->narrow, &e->after.d);
        }
        status = compare_islands(e);
    }
    if (status == NAV_OK && erosion->area) {
        status = name_areas(e);
    }
    return status;
}

nav_status nav_erode(nav_cdt *cdt, nav_erosion *erosion)
{
    nav_allocator mem = cdt->d.mem;
    eroder e = {.mem = &mem, .erosion = erosion, .before = cdt};
    erosion->islands = 0;
    erosion->vanished = 0;
    erosion->split = 0;
    erosion->triangles = 0;
    erosion->rounding = 0;
    nav_outline_init(&e.outline);
    nav_gaps_init(&e.gaps, &mem);
    nav_chains_init(&e.chains);
    nav_cdt_init(&e.after, &mem);
    nav_status status = run(&e);
    if (status == NAV_OK) {
        nav_cdt_swap(cdt, &e.after);
    }
    nav_mem_free(&mem, e.is_slim, e.features, sizeof *e.is_slim);
    nav_mem_free(&mem, e.stack, e.stack_capacity, sizeof *e.stack);
    nav_chains_fini(&e.chains);
    nav_gaps_fini(&e.gaps);
    nav_outline_fini(&e.outline);
    nav_cdt_fini(&e.after);
    return status;
}
