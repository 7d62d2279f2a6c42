// flowfield.c - exact flow fields: the true distance and the first turn of
// every place.
//
// A flood (flood.c) spreads cones of view from the goals over the mesh.  What a
// cone sees of a polygon is painted: every centre there is g + |root centre|
// away at most, and the least of that is kept, with the corner at the root,
// where the way from the centre turns first.  A polygon that a cone enters has
// up to three parts,
//
//              |  root  |
//        vk    |        |    v1       right of the right ray, if the way may
//          \   |        |   /         turn at v1, seen from there; left of the
//           \__|________|__/          left ray likewise from vk; and between
//             left    right           the rays, seen from the root
//                 root
//
// and each row of cells is cut by the two rays, with exact sign (cells.c).  So
// nothing is asked of a cell but a distance, and there is no search for each.
// Cones that see nothing nearer than it is known to be end the flood.
//
// Links.  Their ends are watched as the corners are.  When the flood has come
// as far as an end, the link is gone through: its other end becomes a source.
//
// A centre on a ray that goes on straight behind a corner is seen from both
// roots at the same distance, but for rounding, and the nearer one may be kept,
// where the way does not turn.  Asked for a turn, such ones are passed over:
// exact, since a corner knows the next one (nav_flowfield_turn).
//
// Cost: O(edges + cones + places that the cones see).  In the open among
// obstacles a place is seen by three to six cones.
//
// References: Joseph Mitchell, David Mount, Christos Papadimitriou, "The
// Discrete Geodesic Problem", 1987; Michael Cui, Daniel Harabor, Alban
// Grastien, "Compromise-free Pathfinding on a Navigation Mesh", 2017 (cones).
#include "field/flowfield.h"

#include "base/heap.h"
#include "geometry/predicates.h"
#include "search/ends.h"
#include "search/flood.h"

typedef struct painter {
    const nav_flow_input *in;
    nav_flowfield *f;
    nav_flood flood;
    double *known; // [points] least length with which a point was a root
    // On a mesh with links:
    nav_ends ends;
    double *end_distance; // [ends] as far as it is known
    nav_heap waiting;     // ends that can be reached over a link, by distance
} painter;

// What a part of a polygon is seen from.
typedef struct brush {
    nav_vec2 root; // unfolded
    double g;
    uint32_t turn;
} brush;

// ---------------------------------------------------------------------------
// Painting
// ---------------------------------------------------------------------------

static inline double distance_from(const brush *b, double x, double y2)
{
    double dx = x - b->root.x;
    // As nav_vec2_distance, but for scaling: differences of legal coordinates,
    // or none at all, have squares in the range of doubles.
    return b->g + sqrt(dx * dx + y2);
}

static inline void paint_place(nav_flowfield *f, size_t place, double d,
                               const brush *b)
{
    if (d < f->distance[place]) {
        f->distance[place] = d;
        f->turn[place] = b->turn;
        if (f->towards) {
            f->towards[place] = b->root;
        }
    }
}

static void paint(painter *p, const nav_cells_span *s, uint32_t begin,
                  uint32_t end, const brush *b)
{
    const nav_cells *c = p->in->cells;
    double dy = nav_cells_y(c, s->row) - b->root.y;
    if (!c->place) {
        size_t place = (size_t)s->row * c->columns;
        for (uint32_t x = begin; x < end; x++) {
            paint_place(p->f, place + x, distance_from(b, c->x[x], dy * dy), b);
        }
        return;
    }
    const size_t *place = c->place + s->held;
    for (uint32_t x = begin; x < end; x++) {
        paint_place(p->f, place[x - s->begin],
                    distance_from(b, c->x[x], dy * dy), b);
    }
}

static void paint_all(painter *p, nav_poly_id polygon, const brush *b)
{
    const nav_cells *c = p->in->cells;
    for (size_t i = c->first_span[polygon]; i < c->first_span[polygon + 1];
         i++) {
        paint(p, &c->span[i], c->span[i].begin, c->span[i].end, b);
    }
}

// ---------------------------------------------------------------------------
// Rays
// ---------------------------------------------------------------------------

// A ray of a cone, directed so that what is beyond it is on its right.
typedef struct ray {
    nav_cells_line line;
    nav_vec2 from, to;
} ray;

static ray ray_through(nav_vec2 from, nav_vec2 to)
{
    return (ray){nav_cells_line_through(from, to), from, to};
}

static ray right_ray(const nav_cone *n)
{
    return n->flags & NAV_CONE_RIGHT_BEHIND ? ray_through(n->right, n->root)
                                            : ray_through(n->root, n->right);
}

static ray left_ray(const nav_cone *n)
{
    return n->flags & NAV_CONE_LEFT_BEHIND ? ray_through(n->root, n->left)
                                           : ray_through(n->left, n->root);
}

typedef struct columns {
    uint32_t begin, end;
} columns;

// Columns of a row beyond the ray, strictly; the others are those between the
// ray and the end of the row on the other side.
static columns beyond(const nav_cells *c, const ray *r, double y, columns row)
{
    if (r->line.is_level) {
        bool all = r->from.x < r->to.x ? y < r->from.y : y > r->from.y;
        return (columns){all ? row.begin : row.end, row.end};
    }
    if (r->from.y < r->to.y) {
        uint32_t cut = nav_cells_cut(c, &r->line, y, row.begin, row.end, false);
        return (columns){cut, row.end};
    }
    uint32_t cut = nav_cells_cut(c, &r->line, y, row.begin, row.end, true);
    return (columns){row.begin, cut};
}

// Takes off a row what is beyond a ray.
static columns without(columns row, columns off)
{
    if (off.begin >= off.end) {
        return row;
    }
    return off.begin == row.begin ? (columns){off.end, row.end}
                                  : (columns){row.begin, off.begin};
}

// ---------------------------------------------------------------------------
// Turns
// ---------------------------------------------------------------------------

// Notes that ways turn at a point, and where they turn next, if no shorter one
// is known.
static void note_turn(painter *p, uint32_t turn, uint32_t next, double g)
{
    if (g < p->known[turn]) {
        p->known[turn] = g;
        p->f->point[turn].next = next;
    }
}

// The corner at an end of the edge entered as a root, seen from that of the
// cone; false when a shorter way leads there.
static bool turn_at(painter *p, const nav_cone *n, uint32_t e, brush *b)
{
    const nav_cones *c = &p->flood.cones;
    nav_vec2 at = c->edge[e].at;
    *b = (brush){at, nav_cones_onward(n->g, n->root, at), c->edge[e].corner};
    if (nav_cones_is_less(c, nav_flood_distance(&p->flood, b->turn), b->g)) {
        return false;
    }
    note_turn(p, b->turn, n->corner, b->g);
    return true;
}

// ---------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------

// Whether a cone's view holds a point of the polygon: with the brush of the
// part in which it lies.
static const brush *brush_at(const nav_cone *n, const nav_cone_view *v,
                             nav_vec2 point, const brush part[3])
{
    if (!v->cut) {
        return &part[1]; // the root sees all of the polygon
    }
    if (nav_cone_side_of_right(n, point) == NAV_RIGHT) {
        return v->turns_right ? &part[2] : NULL;
    }
    if (nav_cone_side_of_left(n, point) == NAV_LEFT) {
        return v->turns_left ? &part[0] : NULL;
    }
    return &part[1];
}

// Notes that a brush sees an end of a link; then one can hop there from the
// other end.
static nav_status see_end(painter *p, uint32_t end, const brush *b)
{
    const nav_flow_input *in = p->in;
    double d =
        b->g + nav_vec2_distance(b->root, in->goal[in->goals + end].point);
    if (!(d < p->end_distance[end]) || in->hop[end] == HUGE_VAL) {
        return NAV_OK;
    }
    p->end_distance[end] = d;
    return nav_heap_push(&p->waiting, end ^ 1, d + in->hop[end]);
}

// Lists the ends in each polygon.
static nav_status list_ends(painter *p)
{
    const nav_flow_input *in = p->in;
    if (in->ends == 0) {
        return NAV_OK;
    }
    nav_status status = nav_ends_init(&p->ends, in->mesh, in->goal + in->goals,
                                      in->ends, &p->f->mem);
    if (status != NAV_OK) {
        return status;
    }
    p->end_distance = nav_mem_new(&p->f->mem, in->ends, sizeof(double));
    if (!p->end_distance) {
        return NAV_NOMEM;
    }
    for (uint32_t i = 0; i < in->ends; i++) {
        p->end_distance[i] = HUGE_VAL;
    }
    return nav_heap_reserve(&p->waiting, in->ends);
}

// ---------------------------------------------------------------------------
// The flood
// ---------------------------------------------------------------------------

// Sees the ends of links in a part of the polygon.
static nav_status see_ends(painter *p, const nav_cone *n,
                           const nav_cone_view *v, const brush part[3])
{
    nav_status status = NAV_OK;
    if (!p->ends.first) {
        return status;
    }
    for (uint32_t k = p->ends.first[v->polygon];
         k < p->ends.first[v->polygon + 1] && status == NAV_OK; k++) {
        uint32_t end = p->ends.item[k];
        nav_vec2 at = p->in->goal[p->in->goals + end].point;
        const brush *b = brush_at(n, v, at, part);
        status = b ? see_end(p, end, b) : NAV_OK;
    }
    return status;
}

// Paints what a cone sees.
static nav_status view(painter *p, const nav_cone *n, const nav_cone_view *v)
{
    const nav_cells *c = p->in->cells;
    brush part[3] = {{.g = 0}, {n->root, n->g, n->corner}, {.g = 0}};
    note_turn(p, n->corner, n->before, n->g);
    nav_cone_view w = *v;
    w.turns_left = v->turns_left && turn_at(p, n, v->ek, &part[0]);
    w.turns_right = v->turns_right && turn_at(p, n, v->e1, &part[2]);
    if (!v->cut) {
        paint_all(p, v->polygon, &part[1]);
        return see_ends(p, n, &w, part);
    }
    ray right = right_ray(n);
    ray left = left_ray(n);
    for (size_t i = c->first_span[v->polygon];
         i < c->first_span[v->polygon + 1]; i++) {
        const nav_cells_span *s = &c->span[i];
        double y = nav_cells_y(c, s->row);
        columns row = {s->begin, s->end};
        columns off_right = beyond(c, &right, y, row);
        columns off_left = beyond(c, &left, y, row);
        columns seen = without(without(row, off_right), off_left);
        paint(p, s, seen.begin, seen.end, &part[1]);
        if (w.turns_right) {
            paint(p, s, off_right.begin, off_right.end, &part[2]);
        }
        if (w.turns_left) {
            paint(p, s, off_left.begin, off_left.end, &part[0]);
        }
    }
    return see_ends(p, n, &w, part);
}

// Begins at a goal or an end of a link, to which a way of length g is known.
static nav_status begin(painter *p, uint32_t number, double g)
{
    const nav_chain_end *goal = &p->in->goal[number];
    uint32_t corner = (uint32_t)p->flood.corners + number;
    const nav_cone_source source = {goal->point, g, corner};
    const brush part[3] = {{.g = 0}, {goal->point, g, corner}, {.g = 0}};
    nav_status status = NAV_OK;
    for (size_t i = 0; i < goal->count && status == NAV_OK; i++) {
        nav_cone_view all = {.polygon = goal->polygons[i]};
        paint_all(p, all.polygon, &part[1]);
        status = see_ends(p, NULL, &all, part);
        if (status == NAV_OK) {
            status = nav_flood_begin(&p->flood, &source, all.polygon);
        }
    }
    return status;
}

static nav_status spread(painter *p)
{
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < p->in->goals && status == NAV_OK; i++) {
        status = begin(p, i, 0);
    }
    while (status == NAV_OK) {
        uint32_t cone = NAV_NONE;
        nav_cone_view v;
        double reach = HUGE_VAL;
        status = nav_flood_next(&p->flood, &cone, &v, &reach);
        if (status == NAV_OK && cone != NAV_NONE) {
            const nav_cone n = p->flood.cones.cone[cone];
            status = view(p, &n, &v);
        }
        bool hop = p->waiting.count > 0 && p->waiting.item[0].key <= reach;
        if (status == NAV_OK && hop) {
            nav_heap_item item = nav_heap_pop(&p->waiting);
            status = begin(p, p->in->goals + item.id, item.key);
        } else if (cone == NAV_NONE) {
            break;
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// The field
// ---------------------------------------------------------------------------

// Gives goals and ends of links their corners in the flood, behind those of the
// mesh and in their order.
static nav_status name_points(painter *p)
{
    const nav_flow_input *in = p->in;
    nav_flood *flood = &p->flood;
    nav_flowfield *f = p->f;
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < in->goals + in->ends && status == NAV_OK; i++) {
        uint32_t corner;
        status = nav_flood_new_source(flood, &corner);
    }
    size_t points = flood->corners + in->goals + in->ends;
    f->point = nav_mem_new(&f->mem, points, sizeof *f->point);
    p->known = nav_mem_new(&f->mem, points, sizeof *p->known);
    f->points = points;
    if (!f->point || !p->known) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < points && status == NAV_OK; i++) {
        nav_vec2 at = i < flood->corners
                          ? in->mesh->vertex[flood->cones.corner[i].vertex]
                          : in->goal[i - flood->corners].point;
        f->point[i] = (nav_turn_point){at, NAV_NONE};
        p->known[i] = HUGE_VAL;
    }
    return status;
}

static nav_status new_places(nav_flowfield *f, const nav_flow_input *in)
{
    f->places = in->cells->places;
    f->distance = nav_mem_new(&f->mem, f->places, sizeof *f->distance);
    f->turn = nav_mem_new(&f->mem, f->places, sizeof *f->turn);
    bool plain = in->mesh->plain;
    if (!plain) {
        f->towards = nav_mem_new(&f->mem, f->places, sizeof *f->towards);
    }
    if (!f->distance || !f->turn || (!plain && !f->towards)) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < f->places; i++) {
        f->distance[i] = HUGE_VAL;
        f->turn[i] = NAV_NONE;
    }
    return NAV_OK;
}

nav_status nav_flowfield_init(nav_flowfield *f, const nav_flow_input *input,
                              const nav_allocator *mem)
{
    *f = (nav_flowfield){.mem = *mem};
    painter p = {.in = input, .f = f, .ends.mem = *mem};
    nav_heap_init(&p.waiting, mem);
    nav_status status = nav_flood_init(&p.flood, input->mesh, mem);
    if (status != NAV_OK) {
        return status;
    }
    status = new_places(f, input);
    if (status == NAV_OK) {
        status = name_points(&p);
    }
    if (status == NAV_OK) {
        status = list_ends(&p);
    }
    if (status == NAV_OK) {
        status = spread(&p);
    }
    nav_mem_free(mem, p.known, f->points, sizeof *p.known);
    nav_ends_fini(&p.ends);
    nav_mem_free(mem, p.end_distance, input->ends, sizeof *p.end_distance);
    nav_heap_fini(&p.waiting);
    nav_flood_fini(&p.flood);
    if (status != NAV_OK) {
        nav_flowfield_fini(f);
    }
    return status;
}

void nav_flowfield_fini(nav_flowfield *f)
{
    nav_mem_free(&f->mem, f->distance, f->places, sizeof *f->distance);
    nav_mem_free(&f->mem, f->turn, f->places, sizeof *f->turn);
    nav_mem_free(&f->mem, f->towards, f->places, sizeof *f->towards);
    nav_mem_free(&f->mem, f->point, f->points, sizeof *f->point);
    *f = (nav_flowfield){.mem = f->mem};
}

// Whether b lies on the segment from a to c, which may be one point: exact.
static bool is_between(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    nav_box box = nav_box_add(nav_box_add(nav_box_empty(), a), c);
    return nav_box_holds(box, b) && nav_orient(a, b, c) == NAV_ON;
}

uint32_t nav_flowfield_turn(const nav_flowfield *f, size_t place,
                            nav_vec2 centre)
{
    uint32_t turn = f->turn[place];
    while (turn != NAV_NONE && !f->towards) {
        uint32_t next = f->point[turn].next;
        if (next == NAV_NONE ||
            !is_between(centre, f->point[turn].at, f->point[next].at)) {
            break;
        }
        turn = next;
    }
    return turn;
}
