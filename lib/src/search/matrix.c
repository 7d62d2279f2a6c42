// matrix.c - lengths of the shortest paths between many points.
//
// A search knows its goal, and looks at little of the mesh; a flood (flood.c)
// has none, and gives the distances of all that it comes upon.  So n points
// take n (n - 1) / 2 searches or n floods, and for more than a few points
// floods are better.  They end when no cone that is left can be nearer than the
// farthest point.
//
// Points are seen as the ends of links are in flowfield.c: they are listed by
// polygon, and each cone that enters a polygon looks at its points.  What a
// cone sees has up to three parts: what its root sees between the rays, and
// beyond each ray what is reached by the end of the part of the edge that it
// sees.  Exact signs tell in which part a point lies; lengths are sums of
// rounded distances, as those of paths are.
//
// A search is quick: a flood costs as much as five to two hundred of them, the
// more the larger the mesh is.  For which number of points it pays is found by
// doing one flood and a few searches, of which the expansions are counted: not
// the time, so that the result does not depend on the machine.
//
// With links or costs of areas, the length asked for is that of the cheapest
// path and not the least one: it is left to the searches.  So it is where
// floors fold, since a flood may miss a way along a fold by rounding.
//
// References: Joseph Mitchell, David Mount, Christos Papadimitriou, "The
// Discrete Geodesic Problem", 1987.
#include "search/matrix.h"

#include "base/error.h"
#include "search/cone_sight.h"

// Fewest points for which it is asked whether a flood pays.
enum { FLOOD_LEAST = 16 };

// Searches that are done to find that out.
enum { SAMPLES = 16 };

// What an expansion of a flood costs, in those of a search.
enum { FLOOD_WEIGHT = 2 };

// A row being flooded.
typedef struct flooding {
    nav_matrix *m;
    size_t begin;
    double *length;  // [count - begin]
    size_t unknown;  // points that can be reached and were not yet seen
    double farthest; // none is farther, once all were seen
} flooding;

// ---------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------

static nav_status add_point(nav_matrix *m, size_t number, nav_error *error)
{
    nav_query_end found;
    nav_chain_end held;
    nav_status status = nav_query_hold(m->query, m->given[number],
                                       m->options.snap, &found, &held, error);
    if (status != NAV_OK) {
        return status;
    }
    m->status[number] = found.on_mesh     ? NAV_PATH_OK
                        : found.ambiguous ? NAV_PATH_AMBIGUOUS_FLOOR
                                          : NAV_PATH_START_OFF_MESH;
    size_t holders = found.on_mesh ? held.count : 0;
    if (nav_mem_grow(&m->mem, &m->polygon, &m->polygon_capacity,
                     m->polygons + holders, sizeof *m->polygon) != NAV_OK) {
        return nav_fail_memory(error);
    }
    for (size_t i = 0; i < holders; i++) {
        m->polygon[m->polygons++] = held.polygons[i];
    }
    m->end[number] = (nav_chain_end){held.point, NULL, holders};
    return NAV_OK;
}

static nav_status find_points(nav_matrix *m, const nav_point *points,
                              nav_error *error)
{
    size_t count = m->count;
    m->given = nav_mem_new(&m->mem, count, sizeof *m->given);
    m->status = nav_mem_new(&m->mem, count, sizeof *m->status);
    m->end = nav_mem_new(&m->mem, count, sizeof *m->end);
    if (!m->given || !m->status || !m->end) {
        return nav_fail_memory(error);
    }
    nav_status status = NAV_OK;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        m->given[i] = points[i];
        status = add_point(m, i, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        // No list at all, where no point is on the mesh, is not to be added to.
        m->end[i].polygons = m->polygon ? m->polygon + first : NULL;
        first += m->end[i].count;
    }
    status = nav_ends_init(&m->points, m->mesh, m->end, count, &m->mem);
    return status == NAV_OK ? NAV_OK : nav_fail_memory(error);
}

nav_status nav_matrix_new(nav_query *query, const nav_point *points,
                          size_t count, const nav_path_options *options,
                          nav_matrix **matrix, nav_error *error)
{
    if (count > INT32_MAX) {
        return nav_fail(error, NAV_LIMIT, "there are too many points");
    }
    nav_allocator mem = nav_query_allocator(query);
    nav_matrix *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_matrix){.mem = mem,
                         .query = query,
                         .mesh = nav_query_mesh(query),
                         .options = *options,
                         .count = count,
                         .points.mem = mem};
    made->options.partial = false;
    made->on_foot = options->search == NAV_SEARCH_OPTIMAL &&
                    made->mesh->info.links == 0 && !nav_query_has_costs(query);
    nav_status status = find_points(made, points, error);
    if (status != NAV_OK) {
        nav_matrix_free(made);
        return status;
    }
    *matrix = made;
    return NAV_OK;
}

void nav_matrix_free(nav_matrix *matrix)
{
    if (!matrix) {
        return;
    }
    nav_allocator mem = matrix->mem;
    size_t count = matrix->count;
    nav_mem_free(&mem, matrix->given, count, sizeof *matrix->given);
    nav_mem_free(&mem, matrix->status, count, sizeof *matrix->status);
    nav_mem_free(&mem, matrix->end, count, sizeof *matrix->end);
    nav_mem_free(&mem, matrix->polygon, matrix->polygon_capacity,
                 sizeof *matrix->polygon);
    nav_ends_fini(&matrix->points);
    if (matrix->has_flood) {
        nav_flood_fini(&matrix->flood);
    }
    nav_mem_free(&mem, matrix, 1, sizeof *matrix);
}

nav_path_status nav_matrix_status(const nav_matrix *matrix, size_t point)
{
    return matrix->status[point];
}

bool nav_matrix_is_symmetric(const nav_matrix *matrix)
{
    return matrix->on_foot;
}

// ---------------------------------------------------------------------------
// Floods
// ---------------------------------------------------------------------------

static bool is_on_mesh(const nav_matrix *m, size_t point)
{
    return m->status[point] == NAV_PATH_OK;
}

static bool share_island(const nav_matrix *m, size_t a, size_t b)
{
    const nav_chain_end *from = &m->end[a], *to = &m->end[b];
    for (size_t i = 0; i < from->count; i++) {
        for (size_t k = 0; k < to->count; k++) {
            if (m->mesh->island[from->polygons[i]] ==
                m->mesh->island[to->polygons[k]]) {
                return true;
            }
        }
    }
    return false;
}

// The length of a way by a cone to a point of the polygon that it enters: from
// the root if it sees the point, else by the end of what it sees of the edge.
// That is the way if it may turn there, and a way in any case, no shorter than
// the shortest one.  So nothing depends on the side on which a point lies that
// is next to a ray, where floors fold and rays are computed.
static double length_by(const nav_flood *f, const nav_cone *n,
                        const nav_cone_view *v, nav_vec2 point)
{
    bool right = v->cut && nav_cone_side_of_right(n, point) == NAV_RIGHT;
    bool left = v->cut && !right && nav_cone_side_of_left(n, point) == NAV_LEFT;
    if (!right && !left) {
        return n->g + nav_vec2_distance(n->root, point);
    }
    const nav_cone_edge *edge = &f->cones.edge[v->ek];
    nav_vec2 at = right ? f->cones.edge[v->e1].at : edge->at;
    if (!(n->flags & (right ? NAV_CONE_RIGHT_AT_END : NAV_CONE_LEFT_AT_END))) {
        nav_cone_sight s = nav_cone_see(n, edge);
        double along = right ? s.to : s.from;
        at = (nav_vec2){edge->at.x + along * edge->unit.x,
                        edge->at.y + along * edge->unit.y};
    }
    double g = n->g + nav_vec2_distance(n->root, at);
    return g + nav_vec2_distance(at, point);
}

// Notes a way of that length to a point.
static void note(flooding *r, size_t point, double length)
{
    if (point >= r->begin && length < r->length[point - r->begin]) {
        r->unknown -= r->length[point - r->begin] == HUGE_VAL;
        r->length[point - r->begin] = length;
    }
}

static void see_points(flooding *r, const nav_cone *n, const nav_cone_view *v)
{
    const nav_matrix *m = r->m;
    for (uint32_t k = m->points.first[v->polygon];
         k < m->points.first[v->polygon + 1]; k++) {
        size_t point = m->points.item[k];
        note(r, point, length_by(&m->flood, n, v, m->end[point].point));
    }
}

// Begins in the polygons that hold the point of the row, and sees their points.
static nav_status begin_at(flooding *r, size_t row)
{
    nav_matrix *m = r->m;
    const nav_chain_end *end = &m->end[row];
    nav_cone_source source = {.point = end->point, .g = 0};
    nav_status status = nav_flood_new_source(&m->flood, &source.corner);
    for (size_t i = 0; i < end->count && status == NAV_OK; i++) {
        nav_poly_id p = end->polygons[i];
        for (uint32_t k = m->points.first[p]; k < m->points.first[p + 1]; k++) {
            size_t point = m->points.item[k];
            note(r, point, nav_vec2_distance(end->point, m->end[point].point));
        }
        status = nav_flood_begin(&m->flood, &source, p);
    }
    return status;
}

// Whether nothing that lies beyond `reach` can matter any more.
static bool is_complete(flooding *r, double reach)
{
    if (r->unknown > 0 || reach <= r->farthest) {
        return false;
    }
    // What was the farthest when it was last looked for may be nearer now.
    r->farthest = 0;
    for (size_t i = 0; i < r->m->count - r->begin; i++) {
        double length = r->length[i];
        if (length < HUGE_VAL && length > r->farthest) {
            r->farthest = length;
        }
    }
    return reach > r->farthest;
}

static nav_status spread(flooding *r, size_t row)
{
    nav_flood *flood = &r->m->flood;
    nav_status status = begin_at(r, row);
    while (status == NAV_OK) {
        uint32_t cone;
        nav_cone_view v;
        double reach = HUGE_VAL;
        status = nav_flood_next(flood, &cone, &v, &reach);
        if (status != NAV_OK || cone == NAV_NONE || is_complete(r, reach)) {
            break;
        }
        const nav_cone n = flood->cones.cone[cone];
        see_points(r, &n, &v);
    }
    return status;
}

nav_status nav_matrix_flood_row(nav_matrix *m, size_t row, size_t begin,
                                double *length)
{
    flooding r = {.m = m, .begin = begin, .length = length};
    nav_status status = NAV_OK;
    for (size_t i = begin; i < m->count; i++) {
        length[i - begin] = HUGE_VAL;
        r.unknown +=
            is_on_mesh(m, row) && is_on_mesh(m, i) && share_island(m, row, i);
    }
    if (r.unknown == 0) {
        return NAV_OK;
    }
    if (!m->has_flood) {
        status = nav_flood_init(&m->flood, m->mesh, &m->mem);
        m->has_flood = status == NAV_OK;
    } else {
        nav_flood_reset(&m->flood);
    }
    return status == NAV_OK ? spread(&r, row) : status;
}

// ---------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------

nav_status nav_matrix_search_row(nav_matrix *m, size_t row, size_t begin,
                                 double *length, nav_error *error)
{
    nav_status status = NAV_OK;
    for (size_t i = begin; i < m->count && status == NAV_OK; i++) {
        nav_path path = {.status = NAV_PATH_UNREACHABLE};
        if (is_on_mesh(m, row) && is_on_mesh(m, i)) {
            status = nav_query_path_at(m->query, m->given[row], m->given[i],
                                       &m->options, &path, error);
        }
        length[i - begin] = path.status == NAV_PATH_OK ? path.length : HUGE_VAL;
    }
    return status;
}

static nav_status tell(nav_status status, nav_error *error)
{
    // Limits are tested in the modules that have them; a mesh at one is too
    // large.
    return status == NAV_OK ? NAV_OK
           : status == NAV_LIMIT
               ? nav_fail(error, NAV_LIMIT, "the mesh is too large to search")
               : nav_fail_memory(error);
}

// Nodes that a search between points of the matrix expands, and one for what
// else it does; on average.
static nav_status sample_searches(nav_matrix *m, size_t from, double *nodes,
                                  nav_error *error)
{
    nav_status status = NAV_OK;
    double sum = 0;
    for (size_t i = 0; i < SAMPLES && status == NAV_OK; i++) {
        nav_path path = {.expanded = 0};
        size_t to = i * m->count / SAMPLES;
        status = nav_query_path_at(m->query, m->given[from], m->given[to],
                                   &m->options, &path, error);
        sum += (double)path.expanded + 1;
    }
    *nodes = sum / SAMPLES;
    return status;
}

// Finds from how many points on a flood pays.
static nav_status weigh(nav_matrix *m, nav_error *error)
{
    size_t from = 0;
    double nodes = 1;
    while (from + 1 < m->count && !is_on_mesh(m, from)) {
        from++;
    }
    double *length = nav_mem_new(&m->mem, m->count, sizeof *length);
    if (!length) {
        return nav_fail_memory(error);
    }
    nav_status status = tell(nav_matrix_flood_row(m, from, 0, length), error);
    nav_mem_free(&m->mem, length, m->count, sizeof *length);
    if (status == NAV_OK) {
        status = sample_searches(m, from, &nodes, error);
    }
    if (status == NAV_OK) {
        double cones = m->has_flood ? (double)m->flood.expanded : 0;
        m->flood_from = 1 + (size_t)(FLOOD_WEIGHT * cones / nodes);
    }
    return status;
}

nav_status nav_matrix_row(nav_matrix *matrix, size_t row, size_t begin,
                          double *length, nav_error *error)
{
    nav_status status = NAV_OK;
    bool may_flood = matrix->on_foot && matrix->mesh->plain &&
                     matrix->count - begin >= FLOOD_LEAST;
    if (may_flood && matrix->flood_from == 0) {
        status = weigh(matrix, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    return may_flood && matrix->count - begin >= matrix->flood_from
               ? tell(nav_matrix_flood_row(matrix, row, begin, length), error)
               : nav_matrix_search_row(matrix, row, begin, length, error);
}
