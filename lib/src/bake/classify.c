// classify.c - inside or outside, by parity of each ring.
//
// A triangle is inside a ring when a way from the frame to it crosses the ring
// an odd number of times; it is walkable when for some polygon it is inside the
// outer ring and inside none of the holes.  Even-odd over all rings at once
// would be wrong: a hole that is listed twice, or two that overlap, would turn
// solid again.
//
// The triangles are visited along edges (tour.h).  Whenever an edge is crossed
// the rings in its label are toggled, and toggled back on the way home: for
// each ring it is known whether it contains the present triangle, for each
// polygon how many of its holes do, and the number of polygons that make it
// walkable.
//
// The last polygon that makes a triangle walkable owns it.  Polygons go on a
// heap when they begin to do so, greatest number on top, and are taken off when
// they are met there and have ceased to: as many pushes as toggles.
//
// On the way, every hole learns whether it has a part inside and a part outside
// of its outer ring, for the warnings.  When the outer ring is crossed, all
// holes that contain that place have both; they are taken off the list, so that
// each hole is looked at once.  Rings that run along an edge twice are looked
// for in the labels.
#include "bake/classify.h"

#include "bake/tour.h"
#include "base/heap.h"
#include "input/rings.h"

// Of a ring.
enum {
    CONTAINS = 1,    // the present triangle is inside
    EVER = 2,        // some triangle is
    MET_INSIDE = 4,  // a hole: some triangle inside both it and the outer ring
    MET_OUTSIDE = 8, // a hole: some triangle inside it but not the outer ring
    LISTED = 16,     // a hole: in the list of its polygon
    TOGGLED = 32     // met an odd number of times in the label at hand
};

typedef struct polygon_state {
    bool in_outer;
    uint32_t in_holes;
    uint32_t open_hole; // first of the holes that contain the present triangle
                        // and lack MET_INSIDE or MET_OUTSIDE; NAV_NONE
} polygon_state;

typedef struct ring_state {
    uint8_t flags;
    uint32_t next, previous; // in the list of open holes
} ring_state;

typedef struct classifier {
    nav_cdt *cdt;
    const nav_shape *shape;
    polygon_state *polygon;
    ring_state *ring;
    // The rings of obstacles, as holes of a polygon that has no outer ring: how
    // many contain the present triangle, and those of them without MET_INSIDE.
    polygon_state obstacles;
    uint32_t solid;  // polygons that make the present triangle walkable
    uint32_t *owner; // [triangles] NULL when nobody asks
    nav_heap owners; // those polygons and some that no longer do
} classifier;

static bool is_solid(const polygon_state *polygon)
{
    return polygon->in_outer && polygon->in_holes == 0;
}

static void list_hole(classifier *c, uint32_t r, polygon_state *polygon)
{
    ring_state *ring = &c->ring[r];
    ring->flags |= LISTED;
    ring->previous = NAV_NONE;
    ring->next = polygon->open_hole;
    if (ring->next != NAV_NONE) {
        c->ring[ring->next].previous = r;
    }
    polygon->open_hole = r;
}

static void unlist_hole(classifier *c, uint32_t r, polygon_state *polygon)
{
    ring_state *ring = &c->ring[r];
    ring->flags &= (uint8_t)~LISTED;
    if (ring->previous != NAV_NONE) {
        c->ring[ring->previous].next = ring->next;
    } else {
        polygon->open_hole = ring->next;
    }
    if (ring->next != NAV_NONE) {
        c->ring[ring->next].previous = ring->previous;
    }
}

// A hole now contains a triangle; `at` is a vertex where that is seen.
static nav_status meet(classifier *c, uint32_t r, bool in_outer, nav_vec2 at)
{
    ring_state *ring = &c->ring[r];
    ring->flags |= in_outer ? MET_INSIDE : MET_OUTSIDE;
    if ((ring->flags & MET_INSIDE) && (ring->flags & MET_OUTSIDE)) {
        return nav_notes_add(c->cdt->notes, r, NAV_WARN_HOLE_CROSSING, at);
    }
    return NAV_OK;
}

static nav_status toggle_outer(classifier *c, polygon_state *polygon,
                               nav_vec2 at)
{
    polygon->in_outer = !polygon->in_outer;
    nav_status status = NAV_OK;
    while (polygon->open_hole != NAV_NONE && status == NAV_OK) {
        uint32_t r = polygon->open_hole;
        status = meet(c, r, polygon->in_outer, at);
        if (status == NAV_OK) {
            status = meet(c, r, !polygon->in_outer, at);
        }
        unlist_hole(c, r, polygon);
    }
    return status;
}

static nav_status toggle_hole(classifier *c, uint32_t r, polygon_state *polygon,
                              nav_vec2 at)
{
    ring_state *ring = &c->ring[r];
    if (!(ring->flags & CONTAINS)) {
        polygon->in_holes--;
        if (ring->flags & LISTED) {
            unlist_hole(c, r, polygon);
        }
        return NAV_OK;
    }
    polygon->in_holes++;
    nav_status status = meet(c, r, polygon->in_outer, at);
    if (!(ring->flags & MET_INSIDE) || !(ring->flags & MET_OUTSIDE)) {
        list_hole(c, r, polygon);
    }
    return status;
}

// The ring of an obstacle.
static void toggle_obstacle(classifier *c, uint32_t r)
{
    ring_state *ring = &c->ring[r];
    if (ring->flags & CONTAINS) {
        c->obstacles.in_holes++;
        if (!(ring->flags & MET_INSIDE)) {
            list_hole(c, r, &c->obstacles);
        }
        return;
    }
    c->obstacles.in_holes--;
    if (ring->flags & LISTED) {
        unlist_hole(c, r, &c->obstacles);
    }
}

// The obstacles around the present triangle take it away if it is walkable.
static void meet_obstacles(classifier *c)
{
    while (c->solid > 0 && c->obstacles.open_hole != NAV_NONE) {
        uint32_t r = c->obstacles.open_hole;
        c->ring[r].flags |= MET_INSIDE;
        unlist_hole(c, r, &c->obstacles);
    }
}

static nav_status toggle_ring(classifier *c, uint32_t r, nav_vec2 at)
{
    const nav_ring *ring = &c->shape->rings[r];
    ring_state *state = &c->ring[r];
    state->flags &= (uint8_t)~TOGGLED;
    state->flags ^= CONTAINS;
    state->flags |= (state->flags & CONTAINS) ? EVER : 0;
    if (ring->polygon == NAV_NONE) {
        toggle_obstacle(c, r);
        return NAV_OK;
    }
    polygon_state *polygon = &c->polygon[ring->polygon];
    c->solid -= is_solid(polygon);
    nav_status status = ring->number == 0 ? toggle_outer(c, polygon, at)
                                          : toggle_hole(c, r, polygon, at);
    c->solid += is_solid(polygon);
    if (c->owner && is_solid(polygon) && status == NAV_OK) {
        status =
            nav_heap_push(&c->owners, ring->polygon, -(double)ring->polygon);
    }
    return status;
}

// The order in which the rings along one edge are toggled: what a hole meets is
// decided by the triangles on both sides, not by a state between them.
typedef enum turn { HOLES_LEFT, OUTER_RINGS, HOLES_ENTERED, TURNS } turn;

static turn turn_of(const classifier *c, uint32_t r)
{
    if (c->shape->rings[r].number == 0) {
        return OUTER_RINGS;
    }
    return c->ring[r].flags & CONTAINS ? HOLES_LEFT : HOLES_ENTERED;
}

// Toggles the rings along the edge of a half-edge.
static nav_status toggle_edge(classifier *c, nav_half entry)
{
    const nav_delaunay *d = &c->cdt->d;
    const nav_labels *labels = &c->cdt->labels;
    if (!nav_half_is_fixed(d, entry)) {
        return NAV_OK;
    }
    nav_vec2 at = d->point[nav_half_start(d, entry)];
    uint32_t label = nav_labels_rings(labels, d->label[entry]);
    if (!(label & NAV_LABEL_LIST)) {
        return toggle_ring(c, nav_labels_pop(labels, &label), at);
    }
    for (uint32_t rest = label; rest != 0;) {
        c->ring[nav_labels_pop(labels, &rest)].flags ^= TOGGLED;
    }
    nav_status status = NAV_OK;
    for (turn now = HOLES_LEFT; now < TURNS; now++) {
        for (uint32_t rest = label; rest != 0 && status == NAV_OK;) {
            uint32_t r = nav_labels_pop(labels, &rest);
            if ((c->ring[r].flags & TOGGLED) && turn_of(c, r) == now) {
                status = toggle_ring(c, r, at);
            }
        }
    }
    return status;
}

// Crosses an edge to the triangle of `entry`, one of its half-edges.
static nav_status cross_edge(classifier *c, nav_half entry)
{
    nav_status status = toggle_edge(c, entry);
    meet_obstacles(c);
    return status;
}

// The last polygon that makes the present, walkable triangle so.
static uint32_t find_owner(classifier *c)
{
    while (!is_solid(&c->polygon[c->owners.item[0].id])) {
        (void)nav_heap_pop(&c->owners);
    }
    return c->owners.item[0].id;
}

// Visits every triangle.
static nav_status visit_all(classifier *c, size_t *walkable)
{
    nav_tour tour = nav_tour_begin(&c->cdt->d);
    nav_tour_step step;
    nav_status status = NAV_OK;
    while (status == NAV_OK && nav_tour_next(&tour, &step)) {
        status = cross_edge(c, step.edge);
        if (step.is_new && c->solid > 0 && c->obstacles.in_holes == 0 &&
            status == NAV_OK) {
            c->cdt->d.tri[step.triangle].flags |= NAV_TRIANGLE_WALKABLE;
            ++*walkable;
            if (c->owner) {
                c->owner[step.triangle] = find_owner(c);
            }
        }
    }
    return status;
}

// Notes the rings that are more than once in one label.
static nav_status note_repeats(classifier *c, nav_half h)
{
    const nav_delaunay *d = &c->cdt->d;
    const nav_labels *labels = &c->cdt->labels;
    nav_vec2 at = d->point[nav_half_start(d, h)];
    uint32_t label = nav_labels_rings(labels, d->label[h]);
    nav_status status = NAV_OK;
    for (uint32_t rest = label; rest != 0 && status == NAV_OK;) {
        uint32_t r = nav_labels_pop(labels, &rest);
        if (c->ring[r].flags & TOGGLED) {
            status = nav_notes_add(c->cdt->notes, r, NAV_WARN_SPIKE, at);
        }
        c->ring[r].flags |= TOGGLED;
    }
    for (uint32_t rest = label; rest != 0;) {
        c->ring[nav_labels_pop(labels, &rest)].flags &= (uint8_t)~TOGGLED;
    }
    return status;
}

static nav_status note_spikes(classifier *c)
{
    const nav_delaunay *d = &c->cdt->d;
    nav_status status = NAV_OK;
    for (nav_half h = 0; h < 4 * d->triangles && status == NAV_OK; h++) {
        if ((h & 3) == 3 || !nav_half_is_fixed(d, h)) {
            continue;
        }
        nav_half twin = d->tri[h >> 2].twin[h & 3];
        if (twin != NAV_NO_HALF && h < (twin & ~NAV_FIXED) &&
            (nav_labels_rings(&c->cdt->labels, d->label[h]) & NAV_LABEL_LIST)) {
            status = note_repeats(c, h);
        }
    }
    return status;
}

// Notes, at the first ring of an obstacle, that none takes anything away.
// Rings of an obstacle follow each other.
static nav_status note_idle(const classifier *c, uint32_t r)
{
    const nav_ring *ring = &c->shape->rings[r];
    if (r > 0 && ring[-1].polygon == NAV_NONE &&
        ring[-1].number == ring->number) {
        return NAV_OK;
    }
    uint32_t k = r;
    while (k < c->shape->ring_count && c->shape->rings[k].polygon == NAV_NONE &&
           c->shape->rings[k].number == ring->number) {
        if (c->ring[k++].flags & MET_INSIDE) {
            return NAV_OK;
        }
    }
    return nav_notes_add(c->cdt->notes, r, NAV_WARN_OBSTACLE_IDLE,
                         c->shape->points[ring->first]);
}

static nav_status note_rings(const classifier *c)
{
    nav_notes *notes = c->cdt->notes;
    nav_status status = NAV_OK;
    for (uint32_t r = 0; r < c->shape->ring_count && status == NAV_OK; r++) {
        const nav_ring *ring = &c->shape->rings[r];
        uint8_t flags = c->ring[r].flags;
        if (nav_ring_is_short(notes, r)) {
            continue;
        }
        nav_vec2 at = c->shape->points[ring->first];
        if (!(flags & EVER)) {
            status = nav_notes_add(notes, r, NAV_WARN_ZERO_AREA, at);
        } else if (ring->polygon == NAV_NONE) {
            status = note_idle(c, r);
        } else if (ring->number != 0 && !(flags & MET_INSIDE)) {
            status = nav_notes_add(notes, r, NAV_WARN_HOLE_OUTSIDE, at);
        }
    }
    return status;
}

static nav_status run(classifier *c, size_t *walkable)
{
    for (size_t p = 0; p < c->shape->polygon_count; p++) {
        c->polygon[p] = (polygon_state){.open_hole = NAV_NONE};
    }
    for (size_t r = 0; r < c->shape->ring_count; r++) {
        c->ring[r] = (ring_state){0};
    }
    nav_status status = visit_all(c, walkable);
    if (status == NAV_OK) {
        status = note_spikes(c);
    }
    return status == NAV_OK ? note_rings(c) : status;
}

nav_status nav_classify(nav_cdt *cdt, const nav_shape *shape, size_t *walkable,
                        uint32_t *owner)
{
    const nav_allocator *mem = &cdt->d.mem;
    size_t polygons = shape->polygon_count;
    size_t rings = shape->ring_count;
    classifier c = {.cdt = cdt, .shape = shape, .owner = owner};
    c.obstacles.open_hole = NAV_NONE;
    nav_heap_init(&c.owners, mem);
    c.polygon = nav_mem_new(mem, polygons, sizeof *c.polygon);
    c.ring = nav_mem_new(mem, rings, sizeof *c.ring);
    nav_status status = c.polygon && c.ring ? NAV_OK : NAV_NOMEM;
    *walkable = 0;
    if (status == NAV_OK && owner) {
        status = nav_heap_reserve(&c.owners, polygons);
    }
    if (status == NAV_OK) {
        status = run(&c, walkable);
    }
    nav_heap_fini(&c.owners);
    nav_mem_free(mem, c.polygon, polygons, sizeof *c.polygon);
    nav_mem_free(mem, c.ring, rings, sizeof *c.ring);
    return status;
}
