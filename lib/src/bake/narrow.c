// narrow.c - passages whose width is that of the agent, but for rounding.
//
// Problem.  An agent of radius R gets through a passage of width w when w > 2
// R, and what is left between the walls is a strip of width w - 2 R.  That may
// be far less than the spacing of doubles, so no rounding of offset edges can
// be right in all cases; and the slack that keeps the distance from falling
// below R (offset.c) closes such passages.
//
// Method.  The slack errs to one side: what is not wider than 2 R is closed for
// sure.  Of what is closed those passages are looked for that are wider, and
// their walls are given a little less than R instead, so that a strip of a few
// pixels stays open; there alone the distance kept is less than R, by less than
// the slack.
//
// A passage that the slack closes shows in the triangulation of the chains as a
// strip where the cells of both walls overlap, not thicker than twice the
// slack.  A strip so thin consists of triangles with an edge on the offset of
// one wall, and the opposite corner on that of the other.  (Or the offsets are
// one edge.)  Such triangles are found by looking at each; whether the walls
// are more than 2 R apart is then decided on the walls as they were given, by
// exact sign (nav_compare_distance).  Walls are edges and reflex corners, so
// passages between two edges, two corners, and a corner and an edge are all the
// same.
//
// Two walls that are both slim because of other passages may have one between
// them that is not wider than 2 R after all.  It is open by less than twice the
// slack; such thin triangles, between walls that face each other, are taken out
// of what is walkable in the end.
#include "bake/narrow.h"

#include "geometry/predicates.h"

// The ends of a feature; both are the same for a corner.
typedef struct ends {
    nav_vec2 a, b;
} ends;

static ends ends_of(const nav_narrow *n, nav_feature feature)
{
    const nav_shape *outline = n->outline;
    nav_vec2 a = outline->points[feature / 2];
    return (ends){a,
                  feature % 2 == 0 ? outline->points[n->next[feature / 2]] : a};
}

// Whether two features, which do not cross, are more than twice the radius
// apart.
static bool are_apart(const nav_narrow *n, nav_feature f, nav_feature g)
{
    double width = 2 * n->rule->radius;
    ends u = ends_of(n, f), v = ends_of(n, g);
    return nav_compare_distance(u.a, u.b, v.a, width) > 0 &&
           nav_compare_distance(u.a, u.b, v.b, width) > 0 &&
           nav_compare_distance(v.a, v.b, u.a, width) > 0 &&
           nav_compare_distance(v.a, v.b, u.b, width) > 0;
}

// Marks two features if they are apart; returns how many were not marked yet.
static size_t mark(const nav_narrow *n, nav_feature f, nav_feature g,
                   uint8_t *is_slim)
{
    if (f == NAV_NONE || g == NAV_NONE || f == g ||
        (is_slim[f] && is_slim[g]) || !are_apart(n, f, g)) {
        return 0;
    }
    size_t fresh = (size_t)!is_slim[f] + (size_t)!is_slim[g];
    is_slim[f] = 1;
    is_slim[g] = 1;
    return fresh;
}

// Marks f and those features in the label of the half-edge h that are apart
// from it.
static size_t mark_all(const nav_narrow *n, nav_feature f, nav_half h,
                       uint8_t *is_slim)
{
    const nav_cdt *cdt = n->cdt;
    uint32_t rest = nav_labels_rings(&cdt->labels, cdt->d.label[h]);
    size_t marked = 0;
    while (rest != 0) {
        uint32_t edge = nav_labels_pop(&cdt->labels, &rest);
        marked += mark(n, f, n->chains->feature[edge], is_slim);
    }
    return marked;
}

// Marks f with those features whose chains pass through the start of `spoke`.
static size_t mark_around(const nav_narrow *n, nav_feature f, nav_half spoke,
                          uint8_t *is_slim)
{
    const nav_delaunay *d = &n->cdt->d;
    size_t marked = 0;
    nav_half h = spoke;
    do {
        if (nav_half_is_fixed(d, h)) {
            marked += mark_all(n, f, h, is_slim);
        }
        h = nav_half_around(d, h);
    } while (h != spoke);
    return marked;
}

// Whether the triangle of h is no thicker than where slack overlaps. (Computed:
// four pixels are for rounding, and what is too thick fails later on.)
static bool is_thin(const nav_narrow *n, nav_half h)
{
    const nav_delaunay *d = &n->cdt->d;
    nav_vec2 a = d->point[nav_half_start(d, h)];
    nav_vec2 b = d->point[nav_half_end(d, h)];
    nav_vec2 c = d->point[nav_half_start(d, nav_half_prev(h))];
    double area = nav_vec2_cross(nav_vec2_sub(b, a), nav_vec2_sub(c, a));
    double most = 2 * (n->rule->wide - n->rule->radius) + 4 * n->rule->pixel;
    return area <= most * nav_vec2_distance(a, b);
}

// Looks across the triangle from a fixed half-edge, and along it.
static size_t look(const nav_narrow *n, nav_half h, uint8_t *is_slim)
{
    const nav_cdt *cdt = n->cdt;
    bool is_strip = nav_winding_of(&cdt->d.tri[h >> 2]) < 0 && is_thin(n, h);
    uint32_t label = nav_labels_rings(&cdt->labels, cdt->d.label[h]);
    bool is_shared = (label & NAV_LABEL_LIST) != 0;
    size_t marked = 0;
    while (label != 0 && (is_strip || is_shared)) {
        uint32_t edge = nav_labels_pop(&cdt->labels, &label);
        nav_feature f = n->chains->feature[edge];
        if (f == NAV_NONE) {
            continue;
        }
        if (is_shared) {
            marked += mark_all(n, f, h, is_slim);
        }
        if (is_strip && !nav_winding_is_along(cdt, n->chains->shape, edge, h)) {
            marked += mark_around(n, f, nav_half_prev(h), is_slim);
        }
    }
    return marked;
}

size_t nav_narrow_find(const nav_narrow *narrow, uint8_t *is_slim)
{
    const nav_delaunay *d = &narrow->cdt->d;
    size_t marked = 0;
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (uint32_t i = 0; i < 3; i++) {
            nav_half twin = d->tri[t].twin[i];
            if (twin != NAV_NO_HALF && (twin & NAV_FIXED)) {
                marked += look(narrow, 4 * t + i, is_slim);
            }
        }
    }
    return marked;
}

// The direction in which an edge of the chains runs along or against h.
static nav_vec2 direction(const nav_narrow *n, uint32_t edge, nav_half h)
{
    const nav_delaunay *d = &n->cdt->d;
    nav_vec2 a = d->point[nav_half_start(d, h)];
    nav_vec2 b = d->point[nav_half_end(d, h)];
    return nav_winding_is_along(n->cdt, n->chains->shape, edge, h)
               ? nav_vec2_sub(b, a)
               : nav_vec2_sub(a, b);
}

// Whether the label of g names a slim feature that is not apart from slim f,
// whose chain runs along `along`, and faces it.
static bool is_closed_at(const nav_narrow *n, nav_feature f, nav_vec2 along,
                         nav_half g)
{
    const nav_labels *labels = &n->cdt->labels;
    uint32_t rest = nav_labels_rings(labels, n->cdt->d.label[g]);
    while (rest != 0) {
        uint32_t edge = nav_labels_pop(labels, &rest);
        nav_feature other = n->chains->feature[edge];
        if (other != NAV_NONE && other != f && n->rule->is_slim[other] &&
            nav_vec2_dot(direction(n, edge, g), along) < 0 &&
            !are_apart(n, f, other)) {
            return true;
        }
    }
    return false;
}

// Whether the passage from the fixed half-edge h across its triangle is closed.
static bool is_closed(const nav_narrow *n, nav_half h)
{
    const nav_delaunay *d = &n->cdt->d;
    uint32_t label = nav_labels_rings(&n->cdt->labels, d->label[h]);
    while (label != 0) {
        uint32_t edge = nav_labels_pop(&n->cdt->labels, &label);
        nav_feature f = n->chains->feature[edge];
        if (f == NAV_NONE || !n->rule->is_slim[f]) {
            continue;
        }
        nav_vec2 along = direction(n, edge, h);
        nav_half spoke = nav_half_prev(h);
        nav_half g = spoke;
        do {
            if (nav_half_is_fixed(d, g) && is_closed_at(n, f, along, g)) {
                return true;
            }
            g = nav_half_around(d, g);
        } while (g != spoke);
    }
    return false;
}

size_t nav_narrow_close(const nav_narrow *narrow, nav_delaunay *d)
{
    size_t closed = 0;
    for (uint32_t t = 0; t < d->triangles; t++) {
        for (uint32_t i = 0; i < 3; i++) {
            nav_half h = 4 * t + i;
            if (nav_is_walkable(d, t) && nav_half_is_fixed(d, h) &&
                is_thin(narrow, h) && is_closed(narrow, h)) {
                d->tri[t].flags = 0;
                closed++;
            }
        }
    }
    return closed;
}
