// weighted_pieces.c - what no way through areas of different costs undercuts.
//
// Portals are cut into pieces, and a piece is one node: getting from any of its
// points to any other costs nothing there, and from piece to piece through a
// polygon the least distance between them times its cost.  Every way on the
// mesh is one here and costs no more, so the cheapest way over pieces is a
// lower bound.  Ways that no cheapest way takes are left out, since
// they would gain at every step: two straight lines in a row through one
// polygon, and two along one portal.  A piece therefore has a label for each
// way in which it may be reached.  What it gains, it gains inside of pieces
// that it goes through; these are cut in halves, and the search is done again,
// as long as it is worth while: until bound and cost are within a hundredth, or
// as many distances were computed as are allowed.  A search that is broken off
// still gives a bound: the least f on its heap.  h may drop by more than a step
// costs, where a piece is long or was measured later, so that pieces are taken
// up again when a better way to them is found; the first time the goal is taken
// its cost is the least all the same.
//
// Now and then a search back from the goal measures how far the pieces are from
// it, by the same rules: that is a better h from then on, for their halves too,
// and pieces through which no way is cheaper than the answer are never looked
// at again.
//
// The chain that the cheapest way over pieces goes through is offered as well,
// so that both sides close the gap.
//
// Rounding.  The bound is lowered by what rounding of places and sums may have
// added.
//
// Rejected: shortest ways over samples alone as a bound, within a factor that
// is proved for samples spaced by a geometric row: many samples for a factor
// that is then given to every answer, however good.
//
// References: Joseph Mitchell and Christos Papadimitriou, "The Weighted Region
// Problem", 1991; Mark Lanthier, Anil Maheshwari and Joerg-Ruediger Sack,
// "Approximating Shortest Paths on Weighted Polyhedral Surfaces", 2001 (the
// factor for samples).
#include "search/weighted.h"

enum {
    PIECES = 4,         // pieces of a portal at first
    ROUNDS_MOST = 60,   // searches over pieces
    ROUNDS_BETWEEN = 3, // those from one search back to the next
    LOOKS_MOST = 100000 // distances between pieces, in all of them
};

// Bound and cost as near as this, relatively, are near enough.  Like the
// numbers above it is a choice of time against tightness, which navquery(1)
// tells: the bound holds whenever the search ends.
#define GAP 0.01

// What rounding may do to a sum of distances, relatively: 2^-53 for each of
// them, so that this has room for 9,000.  And to a step between two places,
// which are computed, in units in the last place of the largest coordinate: a
// few for either of them and for the distance.
#define SUM_ROUNDING 1e-12
#define PLACE_ROUNDING 16

// Pieces shorter than this part of their portal are not cut.
#define PART_LEAST 0x1p-30

// Square of the distance from p to the segment from a to b.
static double distance2_to(nav_vec2 p, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 ab = nav_vec2_sub(b, a), ap = nav_vec2_sub(p, a);
    double along = nav_vec2_dot(ap, ab), length2 = nav_vec2_dot(ab, ab);
    double t = along <= 0 || length2 <= 0 ? 0
               : along >= length2         ? 1
                                          : along / length2;
    nav_vec2 off = {ap.x - ab.x * t, ap.y - ab.y * t};
    return nav_vec2_dot(off, off);
}

// Least distance between two pieces on the rim of one convex polygon, which do
// not cross.
static double distance_between(const nav_piece *p, const nav_piece *q)
{
    double one =
        fmin(distance2_to(p->a, q->a, q->b), distance2_to(p->b, q->a, q->b));
    double other =
        fmin(distance2_to(q->a, p->a, p->b), distance2_to(q->b, p->a, p->b));
    return sqrt(fmin(one, other));
}

static void forget_labels(nav_piece *piece)
{
    for (int i = 0; i < NAV_PIECE_LABELS; i++) {
        piece->label[i].g = HUGE_VAL;
    }
}

// Gives a piece its part of its portal, and takes what is known of h for it.
static void set_part(const nav_weighted *w, nav_piece *piece, double t0,
                     double t1)
{
    uint32_t e = w->portal_edge[piece->portal];
    nav_crossing link = {e, e};
    piece->a = nav_refract_place(w->mesh, link, t0);
    piece->b = nav_refract_place(w->mesh, link, t1);
    piece->t0 = t0;
    piece->t1 = t1;
    double h = w->least * sqrt(distance2_to(w->goal.point, piece->a, piece->b));
    piece->h = fmax(piece->h, h);
}

static nav_status add_piece(nav_weighted *w, nav_piece made)
{
    size_t labels = (w->piece_count + 1) * NAV_PIECE_LABELS;
    nav_status status =
        labels < NAV_NONE ? nav_heap_reserve(&w->open, labels) : NAV_LIMIT;
    if (status == NAV_OK) {
        status = nav_mem_grow(&w->mem, &w->piece, &w->piece_capacity,
                              w->piece_count + 1, sizeof *w->piece);
    }
    if (status == NAV_OK) {
        forget_labels(&made);
        w->piece[w->piece_count++] = made;
    }
    return status;
}

// Cuts a portal into its first pieces, when that was not done yet.
static nav_status cut_portal(nav_weighted *w, uint32_t portal)
{
    if (w->stamp_of[portal] == w->stamp) {
        return NAV_OK;
    }
    nav_status status = NAV_OK;
    nav_piece made = {.portal = portal, .next = NAV_NONE};
    for (int i = PIECES; i-- > 0 && status == NAV_OK;) {
        made.h = 0;
        set_part(w, &made, i / (double)PIECES, (i + 1) / (double)PIECES);
        status = add_piece(w, made);
        made.next = (uint32_t)w->piece_count - 1;
    }
    w->pieces_of[portal] = made.next;
    w->stamp_of[portal] = status == NAV_OK ? w->stamp : 0;
    return status;
}

// The first piece stands for the goal; the start is none.
enum { GOAL_PIECE = 0, GOAL_LABEL = 0 };

// Whether just two polygons meet at a portal.
static bool is_pair(const nav_weighted *w, uint32_t portal)
{
    uint32_t e = w->portal_edge[portal];
    return w->mesh->twin[w->mesh->twin[e]] == e;
}

// The label of a piece that is reached over its portal's edge e.
static uint32_t label_of(const nav_weighted *w, uint32_t piece, uint32_t e,
                         bool along)
{
    uint32_t portal = w->portal[e];
    bool other = is_pair(w, portal) && w->portal_edge[portal] != e;
    return piece * NAV_PIECE_LABELS + 2 * (uint32_t)other + (uint32_t)along;
}

static nav_piece_label *label_at(const nav_weighted *w, uint32_t label)
{
    return &w->piece[label / NAV_PIECE_LABELS].label[label % NAV_PIECE_LABELS];
}

static nav_status reach_piece(nav_weighted *w, uint32_t label,
                              nav_piece_label found)
{
    nav_piece_label *known = label_at(w, label);
    const nav_piece *piece = &w->piece[label / NAV_PIECE_LABELS];
    if (known->g <= found.g || found.g >= w->cost) {
        return NAV_OK;
    }
    double h =
        w->backward
            ? w->least * sqrt(distance2_to(w->start.point, piece->a, piece->b))
            : piece->h;
    if (found.g + h >= w->cost) {
        return NAV_OK;
    }
    *known = found;
    return nav_heap_push(&w->open, label, w->backward ? found.g : found.g + h);
}

// Where a way over pieces goes on: a piece, or the start.
typedef struct foothold {
    nav_piece piece;
    double g;
    uint32_t label; // NAV_NONE: the start
    bool along;     // it was reached along its portal
} foothold;

// Offers the ways through a polygon to all pieces of one of its portals.
static nav_status cross_to_portal(nav_weighted *w, uint32_t e, double rate,
                                  const foothold *from)
{
    uint32_t portal = w->portal[e];
    bool along = portal == from->piece.portal;
    // Who has gone along a portal does not go on along it.
    if (along && from->along) {
        return NAV_OK;
    }
    nav_status status = cut_portal(w, portal);
    nav_piece_label found = {.parent = from->label,
                             .via = w->mesh->edge_polygon[e]};
    for (uint32_t n = status == NAV_OK ? w->pieces_of[portal] : NAV_NONE;
         n != NAV_NONE && status == NAV_OK; n = w->piece[n].next) {
        uint32_t label = label_of(w, n, e, along);
        // Most are known as well as can be before anything is measured.
        if (label_at(w, label)->g <= from->g ||
            (!w->backward && from->g + w->piece[n].h >= w->cost)) {
            continue;
        }
        w->looks++;
        found.g = from->g + rate * distance_between(&from->piece, &w->piece[n]);
        status = reach_piece(w, label, found);
    }
    return status;
}

static nav_status cross_from_piece(nav_weighted *w, nav_poly_id p,
                                   const foothold *from)
{
    const nav_mesh *mesh = w->mesh;
    double rate = nav_mesh_cost(mesh, w->rate, p);
    nav_status status = NAV_OK;
    if (!w->backward && nav_weighted_is_goal(w, p)) {
        double d =
            sqrt(distance2_to(w->goal.point, from->piece.a, from->piece.b));
        nav_piece_label found = {from->g + rate * d, from->label, p};
        status = reach_piece(w, GOAL_LABEL, found);
    }
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (w->portal[e] != NAV_NONE && status == NAV_OK) {
            status = cross_to_portal(w, e, rate, from);
        }
    }
    return status;
}

static nav_status begin_pieces(nav_weighted *w)
{
    nav_status status = NAV_OK;
    nav_heap_clear(&w->open);
    for (size_t i = 0; i < w->piece_count; i++) {
        forget_labels(&w->piece[i]);
    }
    const nav_chain_end *source = w->backward ? &w->goal : &w->start;
    foothold first = {
        .piece = {.a = source->point, .b = source->point, .portal = NAV_NONE},
        .label = NAV_NONE};
    for (size_t i = 0; i < source->count && status == NAV_OK; i++) {
        status = cross_from_piece(w, source->polygons[i], &first);
    }
    return status;
}

// Offers the ways on from a piece, into all polygons at its portal but the one
// that it was reached through: two straight lines in one polygon are no more
// than one.
static nav_status leave_piece(nav_weighted *w, uint32_t label)
{
    foothold from = {.piece = w->piece[label / NAV_PIECE_LABELS],
                     .g = label_at(w, label)->g,
                     .label = label,
                     .along = label % 2 != 0};
    nav_poly_id via = label_at(w, label)->via;
    bool pair = is_pair(w, from.piece.portal);
    uint32_t first = w->portal_edge[from.piece.portal];
    uint32_t e = first;
    nav_status status = NAV_OK;
    do {
        nav_poly_id p = w->mesh->edge_polygon[e];
        if (!pair || p != via) {
            status = cross_from_piece(w, p, &from);
        }
        e = w->mesh->twin[e];
    } while (e != first && status == NAV_OK);
    return status;
}

// Searches once over all pieces.  *bound is what no way costs less than, the
// cost of the answer when nothing is below it; *found tells whether the goal
// was reached.
static nav_status search_pieces(nav_weighted *w, double *bound, bool *found)
{
    nav_status status = begin_pieces(w);
    *found = false;
    *bound = w->cost;
    while (status == NAV_OK && w->open.count > 0) {
        nav_heap_item top = nav_heap_pop(&w->open);
        if (top.id == GOAL_LABEL || w->looks > LOOKS_MOST) {
            *found = top.id == GOAL_LABEL;
            *bound = top.key;
            break;
        }
        status = leave_piece(w, top.id);
    }
    return status;
}

// Measures from the goal to all pieces through which a way may be cheaper than
// the answer; the others are out of the race.
static nav_status search_back(nav_weighted *w)
{
    w->backward = true;
    nav_status status = begin_pieces(w);
    while (status == NAV_OK && w->open.count > 0 && w->looks <= LOOKS_MOST) {
        status = leave_piece(w, nav_heap_pop(&w->open).id);
    }
    w->backward = false;
    for (size_t i = GOAL_PIECE + 1; i < w->piece_count && w->open.count == 0;
         i++) {
        nav_piece *piece = &w->piece[i];
        double least = HUGE_VAL;
        for (int k = 0; k < NAV_PIECE_LABELS; k++) {
            least = fmin(least, piece->label[k].g);
        }
        piece->h = fmax(piece->h, least);
    }
    return status;
}

// Cuts a piece in halves; its labels stay with the first one.
static nav_status halve(nav_weighted *w, uint32_t n)
{
    nav_piece second = w->piece[n];
    double middle = (second.t0 + second.t1) / 2;
    if (second.t1 - second.t0 < PART_LEAST) {
        return NAV_OK;
    }
    uint32_t number = (uint32_t)w->piece_count;
    set_part(w, &second, middle, second.t1);
    nav_status status = add_piece(w, second);
    if (status == NAV_OK) {
        nav_piece *first = &w->piece[n];
        set_part(w, first, first->t0, middle);
        first->next = number;
    }
    return status;
}

// Offers the chain of the best way over pieces, and cuts these.
static nav_status follow_pieces(nav_weighted *w)
{
    nav_status status = NAV_OK;
    const nav_piece_label *goal = label_at(w, GOAL_LABEL);
    nav_poly_id after = goal->via;
    uint32_t n = goal->parent;
    w->link_count = 0;
    while (n != NAV_NONE && status == NAV_OK) {
        uint32_t piece = n / NAV_PIECE_LABELS;
        nav_piece_label label = *label_at(w, n);
        status =
            nav_weighted_add_link(w, w->piece[piece].portal, label.via, after);
        if (status == NAV_OK) {
            status = halve(w, piece);
        }
        after = label.via;
        n = label.parent;
    }
    return status == NAV_OK ? nav_weighted_offer_links(w, after) : status;
}

// What is left of a bound when what rounding may have added is taken off; there
// are about as many steps as the chain has that was looked at last.
static double lowered(const nav_weighted *w, double bound)
{
    nav_box box = w->mesh->info.bounds;
    double size = fmax(fmax(fabs(box.min.x), fabs(box.max.x)),
                       fmax(fabs(box.min.y), fabs(box.max.y)));
    double places = (double)(w->link_count + 2) * PLACE_ROUNDING * w->most *
                    DBL_EPSILON * size;
    double sure = bound * (1 - SUM_ROUNDING) - places;
    return sure > 0 ? sure : 0;
}

nav_status nav_weighted_raise_bound(nav_weighted *w)
{
    const nav_piece goal = {.a = w->goal.point,
                            .b = w->goal.point,
                            .portal = NAV_NONE,
                            .next = NAV_NONE};
    w->piece_count = 0;
    nav_status status = add_piece(w, goal);
    bool found = true;
    for (int round = 0; round < ROUNDS_MOST && found && status == NAV_OK &&
                        w->bound < w->cost * (1 - GAP);
         round++) {
        double bound = 0;
        if (round % ROUNDS_BETWEEN == ROUNDS_BETWEEN - 1) {
            status = search_back(w);
        }
        if (status == NAV_OK) {
            status = search_pieces(w, &bound, &found);
        }
        w->bound = fmax(w->bound, lowered(w, bound));
        if (found && status == NAV_OK) {
            status = follow_pieces(w);
        }
    }
    w->bound = fmin(w->bound, w->cost);
    return status;
}
