// cones.c - cones of view: what they see of a polygon and where they go on.
//
// A cone goes from a root, which is the start or a corner where the way turns,
// through an edge into a polygon.  Three kinds of cones follow from it:
//
//   observable          edges inside the cone: the root stays, the cone may
//                       narrow
//   right, left         edges beside the cone, if the cone's ray on that side
//                       ends at a corner of the mesh on the edge entered: the
//                       way turns there, and the corner becomes the root
//
//              v3 ______ v2       entered over the edge from v4 to v1, seen
//               /  \   / \        between right and left: v2 v3 is observable;
//          v4  /____\ /___\ v1    v1 v2 is to the right, v3 v4 to the left
//               left  right
//                    root
//
// A cone is kept as its root and one point on either ray, which are vertices of
// the mesh: not as the points where the rays meet the edge, which would have to
// be rounded.  So every side is taken of points that were given, with exact
// sign, and a corner exactly on a ray is seen to be there.  Whether a ray ends
// at a corner of the edge is a flag, not a comparison.  Only roots and rays
// behind a fold are computed points.
//
// A way turns only around walls.  A turn to the right is taut only when the
// wall that ends the fan of polygons on the right of the corner begins to the
// right of the way; one orientation tells.  Half of all corners never qualify.
//
// A root in line with an edge sees nothing of it, but its nearer end may be a
// corner to turn at; the edge is then entered with the root at its right or
// left end.  A cone of that kind sees all of the next polygon, and so turns
// around the corner polygon by polygon until the wall, by half a turn at most.
//
// A fold (mesh.c) is unfolded: the cone is mirrored in the line of the edge,
// its right and left then being exchanged (cone_folds.c).
//
// References: Michael Cui, Daniel Harabor, Alban Grastien, "Compromise-free
// Pathfinding on a Navigation Mesh", IJCAI 2017; D. T. Lee, "Proximity and
// Reachability in the Plane", 1978 (taut turns).
#include "search/cones.h"

#include "geometry/predicates.h"

// ---------------------------------------------------------------------------
// Turns
// ---------------------------------------------------------------------------

// Whether a wall that ends at a corner lets a way from `root` turn there to the
// given side: it begins on that side of the way, or goes straight back along
// it, as at the end of a slit between floors.
static bool lets_turn(nav_vec2 root, nav_vec2 at, nav_vec2 wall, nav_side turn)
{
    nav_side side = nav_orient(root, at, wall);
    if (side != NAV_ON) {
        return side == turn;
    }
    // On one line, so one coordinate tells the directions.
    return at.x != root.x
               ? (wall.x < at.x) == (root.x < at.x)
               : at.y != root.y && (wall.y < at.y) == (root.y < at.y);
}

// Whether a way from `root` may turn right at the start of edge e, around a
// wall.
static bool turns_right(const nav_cones *c, nav_vec2 root, uint32_t e)
{
    const nav_cone_corner *corner = &c->corner[c->edge[e].corner];
    if (corner->right != NAV_ONE_WALL) {
        return corner->right == NAV_ANY_WALL;
    }
    return lets_turn(root, c->edge[e].at, corner->right_wall, NAV_RIGHT);
}

// Whether a way from `root` may turn left at the end of edge e.
static bool turns_left(const nav_cones *c, nav_vec2 root, uint32_t e)
{
    const nav_cone_edge *next = &c->edge[c->edge[e].next];
    const nav_cone_corner *corner = &c->corner[next->corner];
    if (corner->left != NAV_ONE_WALL) {
        return corner->left == NAV_ANY_WALL;
    }
    return lets_turn(root, next->at, corner->left_wall, NAV_LEFT);
}

// ---------------------------------------------------------------------------
// Making cones
// ---------------------------------------------------------------------------

// Room for all cones of one expansion, so that those that are there stay where
// they are meanwhile.  Each edge of the polygon is entered at most once from
// each of the cone, its right, its left and a line with the root.  NAV_LIMIT
// when there are more than folds may make (cone_folds.c).
static nav_status reserve(nav_cones *c)
{
    size_t most = 4 * ((size_t)c->mesh->info.most_corners + 1) * c->ring_most;
    size_t count = c->count + most;
    nav_status status = NAV_OK;
    if (c->folds.last && c->count > c->folds.cones_most) {
        return NAV_LIMIT;
    }
    if (count > c->capacity) {
        status = nav_mem_grow(&c->mem, &c->cone, &c->capacity, count,
                              sizeof *c->cone);
    }
    if (c->folds.last && status == NAV_OK) {
        status = nav_cone_folds_reserve(c, count);
    }
    return status;
}

// The mirror image of p in the line through a and b; computed.
static nav_vec2 mirror(nav_vec2 p, nav_vec2 a, nav_vec2 b)
{
    nav_vec2 ab = nav_vec2_sub(b, a);
    double t =
        2 * nav_vec2_cross(ab, nav_vec2_sub(p, a)) / nav_vec2_dot(ab, ab);
    return (nav_vec2){p.x + t * ab.y, p.y - t * ab.x};
}

// The cone as it looks from a floor on the same side of edge e, unfolded.
static nav_cone folded(const nav_cones *c, const nav_cone *made, uint32_t e)
{
    nav_vec2 a = c->edge[e].at;
    nav_vec2 b = c->edge[nav_cones_next(c, e)].at;
    nav_cone n = *made;
    n.root = mirror(made->root, a, b);
    n.right = mirror(made->left, a, b);
    n.left = mirror(made->right, a, b);
    const uint32_t rights =
        NAV_CONE_RIGHT_AT_END | NAV_CONE_ROOT_AT_RIGHT | NAV_CONE_RIGHT_BEHIND;
    // Each left flag is twice its right one.
    n.flags = (made->flags & rights) << 1 | (made->flags >> 1 & rights);
    return n;
}

// Where floors wind or meet a fan may be closed, or branch: whether the same
// root has not been around at this edge before.
static bool is_new_in_fan(nav_cones *c, const nav_cone *made, uint32_t entered)
{
    bool at_right = (made->flags & NAV_CONE_ROOT_AT_RIGHT) != 0;
    if (!at_right && !(made->flags & NAV_CONE_ROOT_AT_LEFT)) {
        return true;
    }
    nav_cone_fan *known = &c->fan[2 * (size_t)entered + at_right];
    if (known->stamp == c->stamp && known->g <= made->g) {
        return false;
    }
    *known = (nav_cone_fan){made->g, c->stamp};
    return true;
}

// Where the next cone will stand.  Made there, it need not be copied: copies of
// what has just been written in other pieces wait until it is in memory.
static nav_cone *draft(nav_cones *c)
{
    return &c->cone[c->count];
}

static void add(nav_cones *c, const nav_cone *made, uint32_t crossed,
                uint32_t entered)
{
    nav_cone *n = draft(c);
    if (n != made) {
        *n = *made;
    }
    n->crossed = crossed;
    n->edge = entered;
    c->count++;
}

// Sends a cone through edge e to every floor on the other side.
static void send_to_floors(nav_cones *c, const nav_cone *made, uint32_t e)
{
    const nav_cone straight = *made;      // which may be the draft
    const uint32_t *twin = c->mesh->twin; // open to this side or not
    for (uint32_t t = twin[e]; t != e; t = twin[t]) {
        nav_cone n = straight;
        if (nav_vec2_equal(c->edge[t].at, c->edge[e].at)) {
            n = folded(c, &straight, e);
        }
        if (is_new_in_fan(c, &n, t) &&
            (!c->folds.last || nav_cone_folds_admit(c, &n, t))) {
            add(c, &n, e, t);
        }
    }
}

// Sends a cone, of which only the edges are not filled in, through edge e of
// its polygon, unless it is closed: one for every polygon on the other side.
static inline void send(nav_cones *c, const nav_cone *made, uint32_t e)
{
    uint32_t twin = c->edge[e].twin;
    if (twin == NAV_NONE) {
        return;
    }
    if (c->fan) {
        send_to_floors(c, made, e);
    } else {
        add(c, made, e, twin);
    }
}

// Bounds for the goal, the weakest of those that its polygons give: where parts
// of the mesh touch, the goal may be in several.
static nav_landmark_goal bound_goal(const nav_cones *c)
{
    nav_landmark_goal far = nav_landmark_bound(c->mesh, c->goal, c->goals[0]);
    for (size_t i = 1; i < c->goal_count; i++) {
        nav_landmark_goal other =
            nav_landmark_bound(c->mesh, c->goal, c->goals[i]);
        for (int k = 0; k < NAV_LANDMARKS; k++) {
            far.low[k] = fminf(far.low[k], other.low[k]);
            far.high[k] = fmaxf(far.high[k], other.high[k]);
        }
    }
    return far;
}

// A lower bound of the distance from a vertex to the goal.
static double least_to_goal(nav_cones *c, nav_vert_id v)
{
    if (!c->mesh->landmark) {
        return 0;
    }
    if (!c->far_known) {
        c->far = bound_goal(c);
        c->far_known = true;
    }
    return nav_landmark_least(c->mesh, v, &c->far);
}

nav_cone_corner *nav_cones_meet(nav_cones *c, uint32_t corner)
{
    nav_cone_corner *known = &c->corner[corner];
    if (known->stamp != c->stamp) {
        known->stamp = c->stamp;
        known->g = HUGE_VAL;
        if (c->goal_count > 0) {
            known->to_goal = least_to_goal(c, known->vertex);
        } else {
            known->turned = HUGE_VAL;
        }
    }
    return known;
}

// Whether a shorter way has turned at a corner in a flood, which keeps more
// than the shortest by the room that it has for rounding: lengths of ways that
// turn have none on a plain mesh.  So no way turns twice at one corner, however
// small what it goes around.
static bool has_turned(const nav_cones *c, nav_cone_corner *known, double g)
{
    if (c->goal_count > 0 || c->folds.last) {
        return false;
    }
    bool shorter = known->turned < g;
    known->turned = shorter ? known->turned : g;
    return shorter;
}

// Makes the corner where edge e starts the root of a cone, if nothing better is
// known of it.
static bool turn_at(nav_cones *c, const nav_cone *from, uint32_t from_index,
                    uint32_t e, nav_cone *made)
{
    const nav_cone_edge *edge = &c->edge[e];
    nav_cone_corner *known = nav_cones_meet(c, edge->corner);
    double g = nav_cones_onward(from->g, from->root, edge->at);
    if (nav_cones_is_less(c, known->g, g) || has_turned(c, known, g)) {
        return false;
    }
    known->g = known->g < g ? known->g : g;
    double least = 0;
    if (c->goal_count > 0) {
        least = g + known->to_goal;
        least = least > from->least ? least : from->least;
    }
    *made = (nav_cone){.g = g,
                       .least = least,
                       .root = edge->at,
                       .right = from->root,
                       .left = from->root,
                       .parent = from_index,
                       .corner = edge->corner,
                       .before = from->corner};
    return true;
}

// The root sees edge e from its own line: turns at the nearer end, if it may.
static void send_edge_on(nav_cones *c, const nav_cone *from, uint32_t index,
                         uint32_t e)
{
    uint32_t end = nav_cones_next(c, e);
    nav_vec2 a = c->edge[e].at;
    nav_vec2 b = c->edge[end].at;
    // On one line with both, so one coordinate tells which is nearer.
    bool start_is_nearer =
        a.x != b.x ? fabs(a.x - from->root.x) < fabs(b.x - from->root.x)
                   : fabs(a.y - from->root.y) < fabs(b.y - from->root.y);
    nav_cone made;
    if (start_is_nearer) {
        if (!turns_right(c, from->root, e) ||
            !turn_at(c, from, index, e, &made)) {
            return;
        }
        made.flags = NAV_CONE_ROOT_AT_RIGHT;
    } else {
        if (!turns_left(c, from->root, e) ||
            !turn_at(c, from, index, end, &made)) {
            return;
        }
        made.flags = NAV_CONE_ROOT_AT_LEFT;
    }
    send(c, &made, e);
}

// Sends a cone from the root of `from` through all of edge e, most often a
// wall: nothing is copied before that is known.
static void send_whole(nav_cones *c, const nav_cone *from, uint32_t index,
                       uint32_t e)
{
    uint32_t end = nav_cones_next(c, e);
    if (nav_cones_is_closed(c, e)) {
        return;
    }
    nav_cone *made = draft(c);
    *made = *from;
    made->right = c->edge[e].at;
    made->left = c->edge[end].at;
    made->flags = NAV_CONE_RIGHT_AT_END | NAV_CONE_LEFT_AT_END;
    if (nav_orient(made->root, made->right, made->left) != NAV_LEFT) {
        send_edge_on(c, from, index, e);
        return;
    }
    send(c, made, e);
}

// ---------------------------------------------------------------------------
// Expansion
// ---------------------------------------------------------------------------

// A cone being expanded: v1 .. vk are the corners of its polygon from the right
// end of the edge entered round to the left end; edge[i] starts at vi.
typedef struct view {
    const nav_cone *n;
    uint32_t index;
    uint32_t e1, ek; // edges that start at v1 and vk; ek is the edge entered
    uint32_t ej;     // first corner after v1 that is not right of the right ray
    uint32_t em;     // last corner before vk that is not left of the left ray
    bool j_on, m_on; // these are on the ray
} view;

static view look(const nav_cones *c, uint32_t index)
{
    const nav_cone *n = &c->cone[index];
    view w = {.n = n, .index = index};
    w.ek = n->edge;
    w.e1 = nav_cones_next(c, w.ek);
    w.ej = nav_cones_next(c, w.e1);
    nav_side side = nav_cone_side_of_right(n, c->edge[w.ej].at);
    while (side == NAV_RIGHT && w.ej != w.ek) {
        w.ej = nav_cones_next(c, w.ej);
        side = nav_cone_side_of_right(n, c->edge[w.ej].at);
    }
    w.j_on = side == NAV_ON;
    w.em = nav_cones_prev(c, w.ek);
    side = nav_cone_side_of_left(n, c->edge[w.em].at);
    while (side == NAV_LEFT && w.em != w.e1) {
        w.em = nav_cones_prev(c, w.em);
        side = nav_cone_side_of_left(n, c->edge[w.em].at);
    }
    w.m_on = side == NAV_ON;
    return w;
}

// Which of its rays cut what a cone sees of an edge.
typedef struct cut {
    bool right, left;
} cut;

// Sends on what the cone sees of edge e.
static void send_part(nav_cones *c, const view *w, uint32_t e, cut by)
{
    const nav_cone *n = w->n;
    uint32_t end = nav_cones_next(c, e);
    if (nav_cones_is_closed(c, e)) {
        return;
    }
    nav_cone *made = draft(c);
    *made = *n;
    made->parent = w->index;
    made->flags = 0;
    if (by.right) {
        made->flags |= n->flags & NAV_CONE_RIGHT_BEHIND;
        made->flags |= e == w->e1 ? n->flags & NAV_CONE_RIGHT_AT_END : 0u;
    } else {
        made->right = c->edge[e].at;
        made->flags |= NAV_CONE_RIGHT_AT_END;
    }
    if (by.left) {
        made->flags |= n->flags & NAV_CONE_LEFT_BEHIND;
        made->flags |= end == w->ek ? n->flags & NAV_CONE_LEFT_AT_END : 0u;
    } else {
        made->left = c->edge[end].at;
        made->flags |= NAV_CONE_LEFT_AT_END;
    }
    send(c, made, e);
}

// Sends the cone through the edges that it sees.
static void send_observable(nav_cones *c, const view *w)
{
    const nav_cone *n = w->n;
    uint32_t last = w->m_on ? nav_cones_prev(c, w->em) : w->em;
    uint32_t e = w->j_on ? w->ej : nav_cones_prev(c, w->ej);
    // Corners after vj that are on the right ray as well: the edges between are
    // seen from their own line.
    while (w->j_on && e != w->ek &&
           nav_cone_side_of_right(n, c->edge[nav_cones_next(c, e)].at) ==
               NAV_ON) {
        send_edge_on(c, n, w->index, e);
        e = nav_cones_next(c, e);
    }
    uint32_t on_left = last;
    while (w->m_on && on_left != w->ek &&
           nav_cone_side_of_left(n, c->edge[on_left].at) == NAV_ON) {
        send_edge_on(c, n, w->index, on_left);
        on_left = nav_cones_prev(c, on_left);
    }
    last = on_left;
    uint32_t first = e;
    uint32_t stop = nav_cones_next(c, last);
    // A cone with computed rays may be empty after rounding: not past vk.
    while (e != stop && e != w->ek) {
        uint32_t end = nav_cones_next(c, e);
        send_part(c, w, e,
                  (cut){.right = e == first && !w->j_on,
                        .left = end == stop && !w->m_on});
        e = end;
    }
}

// Turns right at v1 into the edges to the right of the cone.
static void send_right(nav_cones *c, const view *w)
{
    const nav_cone *n = w->n;
    uint32_t e2 = nav_cones_next(c, w->e1);
    bool none = w->ej == e2 && !w->j_on; // v1 v2 is in the cone
    nav_cone made;
    if (none || !(n->flags & NAV_CONE_RIGHT_AT_END) ||
        !turns_right(c, n->root, w->e1) ||
        !turn_at(c, n, w->index, w->e1, &made)) {
        return;
    }
    made.flags = NAV_CONE_ROOT_AT_RIGHT;
    send(c, &made, w->e1);
    for (uint32_t e = e2; e != w->ej; e = nav_cones_next(c, e)) {
        if (nav_cones_next(c, e) == w->ej && !w->j_on) {
            made.right = c->edge[e].at;
            // Only partly to the right: as far as the way would go straight on.
            made.left = n->root;
            made.flags = NAV_CONE_RIGHT_AT_END | NAV_CONE_LEFT_BEHIND;
            send(c, &made, e);
        } else {
            send_whole(c, &made, w->index, e);
        }
    }
}

// Turns left at vk into the edges to the left of the cone.
static void send_left(nav_cones *c, const view *w)
{
    const nav_cone *n = w->n;
    uint32_t before = nav_cones_prev(c, w->ek); // ends at vk
    bool none = w->em == before && !w->m_on;
    nav_cone made;
    if (none || !(n->flags & NAV_CONE_LEFT_AT_END) ||
        !turns_left(c, n->root, before) ||
        !turn_at(c, n, w->index, w->ek, &made)) {
        return;
    }
    made.flags = NAV_CONE_ROOT_AT_LEFT;
    send(c, &made, before);
    uint32_t e = before;
    while (e != w->em) {
        e = nav_cones_prev(c, e);
        if (e == w->em && !w->m_on) {
            made.left = c->edge[nav_cones_next(c, e)].at;
            made.right = n->root;
            made.flags = NAV_CONE_LEFT_AT_END | NAV_CONE_RIGHT_BEHIND;
            send(c, &made, e);
        } else {
            send_whole(c, &made, w->index, e);
        }
    }
}

// The root is an end of the edge entered: it sees the whole polygon.
static void send_around(nav_cones *c, uint32_t index)
{
    const nav_cone *n = &c->cone[index];
    bool at_right = (n->flags & NAV_CONE_ROOT_AT_RIGHT) != 0;
    uint32_t ek = n->edge;
    uint32_t e1 = nav_cones_next(c, ek);
    uint32_t before = nav_cones_prev(c, ek);
    bool any = c->corner[n->corner].right == NAV_ANY_WALL;
    nav_cone made = *n;
    made.parent = index;
    for (uint32_t e = e1; e != ek; e = nav_cones_next(c, e)) {
        if (at_right ? e == e1 : e == before) {
            // Further around the corner: by no more than half a turn, unless
            // floors branch or wind there.
            nav_vec2 end = c->edge[at_right ? nav_cones_next(c, e) : e].at;
            nav_side side = nav_orient(n->right, n->root, end);
            if (side == (at_right ? NAV_RIGHT : NAV_LEFT) || any) {
                made.flags = n->flags;
                send(c, &made, e);
            }
        } else {
            send_whole(c, &made, index, e);
        }
    }
}

nav_status nav_cones_expand(nav_cones *c, uint32_t index)
{
    nav_status status = reserve(c);
    if (status != NAV_OK) {
        return status;
    }
    if (nav_cone_is_at_end(&c->cone[index])) {
        send_around(c, index);
        return NAV_OK;
    }
    view w = look(c, index);
    send_observable(c, &w);
    send_right(c, &w);
    send_left(c, &w);
    return NAV_OK;
}

nav_status nav_cones_begin(nav_cones *c, const nav_cone_source *source,
                           nav_poly_id polygon)
{
    nav_vec2 start = source->point;
    nav_cone made = {.g = source->g,
                     .root = start,
                     .parent = NAV_NONE,
                     .corner = source->corner,
                     .before = NAV_NONE};
    nav_status status = reserve(c);
    if (status != NAV_OK) {
        return status;
    }
    uint32_t last = c->mesh->first[polygon + 1];
    for (uint32_t e = c->mesh->first[polygon]; e < last; e++) {
        if (nav_cones_is_closed(c, e)) {
            continue;
        }
        nav_vec2 a = c->edge[e].at;
        nav_vec2 b = c->edge[nav_cones_next(c, e)].at;
        nav_box box = nav_box_add(nav_box_add(nav_box_empty(), a), b);
        // An edge that the start lies on is left to the polygon beyond it.
        if (!nav_box_holds(box, start) || nav_orient(a, b, start) != NAV_ON) {
            send_whole(c, &made, NAV_NONE, e);
        }
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Views
// ---------------------------------------------------------------------------

void nav_cones_note_seen(nav_cones *c, double g, nav_vec2 root, uint32_t e,
                         uint32_t last)
{
    for (;; e = nav_cones_next(c, e)) {
        double d = nav_cones_onward(g, root, c->edge[e].at);
        nav_cone_corner *known = nav_cones_meet(c, c->edge[e].corner);
        known->g = d < known->g ? d : known->g;
        if (e == last) {
            return;
        }
    }
}

nav_cone_view nav_cones_view(const nav_cones *c, uint32_t index)
{
    const nav_cone *n = &c->cone[index];
    uint32_t ek = n->edge;
    uint32_t e1 = nav_cones_next(c, ek);
    nav_cone_view v = {
        .polygon = c->mesh->edge_polygon[ek], .e1 = e1, .ek = ek};
    if (nav_cone_is_at_end(n)) {
        v.ej = e1;
        v.em = ek;
        return v;
    }
    view w = look(c, index);
    v.cut = true;
    v.ej = w.ej;
    v.em = w.em;
    v.turns_right =
        (n->flags & NAV_CONE_RIGHT_AT_END) && turns_right(c, n->root, e1);
    v.turns_left = (n->flags & NAV_CONE_LEFT_AT_END) &&
                   turns_left(c, n->root, nav_cones_prev(c, ek));
    return v;
}

void nav_cones_note_view(nav_cones *c, uint32_t index, const nav_cone_view *v)
{
    const nav_cone n = c->cone[index];
    if (!v->cut || v->em != nav_cones_prev(c, v->ej)) {
        nav_cones_note_seen(c, n.g, n.root, v->ej, v->em);
    }
    nav_vec2 v1 = c->edge[v->e1].at;
    nav_vec2 vk = c->edge[v->ek].at;
    if (v->turns_right) {
        nav_cones_note_seen(c, nav_cones_onward(n.g, n.root, v1), v1, v->e1,
                            v->ej);
    }
    if (v->turns_left) {
        nav_cones_note_seen(c, nav_cones_onward(n.g, n.root, vk), vk, v->em,
                            v->ek);
    }
}
