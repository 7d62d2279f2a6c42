// field_make.c - makes flow fields: the grid, the goals, and one of two
// methods.
#include "field/field.h"

#include <string.h>

#include "base/error.h"
#include "mesh/surface.h"
#include "search/query.h"
#include "search/raycast.h"

// A field being made.
typedef struct maker {
    nav_query *query;
    const nav_mesh *mesh;
    const nav_field_options *options;
    nav_field *field;
    nav_error *error;
    nav_chain_end *end; // [goals + ends of links]
    size_t ends, end_capacity;
    nav_poly_id *polygon; // of the ends, those of each in a row
    size_t polygons, polygon_capacity;
    size_t *goal_place; // [goals]
} maker;

// ---------------------------------------------------------------------------
// Goals
// ---------------------------------------------------------------------------

// Adds an end; its polygons are kept, and pointed to when all are there.
static nav_status add_end(maker *m, const nav_chain_end *end)
{
    nav_status status = nav_mem_grow(&m->field->mem, &m->end, &m->end_capacity,
                                     m->ends + 1, sizeof *m->end);
    if (status == NAV_OK) {
        status = nav_mem_grow(&m->field->mem, &m->polygon, &m->polygon_capacity,
                              m->polygons + end->count, sizeof *m->polygon);
    }
    if (status != NAV_OK) {
        return nav_fail_memory(m->error);
    }
    m->end[m->ends++] = *end;
    for (size_t i = 0; i < end->count; i++) {
        m->polygon[m->polygons++] = end->polygons[i];
    }
    return NAV_OK;
}

static void point_to_polygons(maker *m)
{
    const nav_poly_id *polygon = m->polygon;
    for (size_t i = 0; i < m->ends; i++) {
        m->end[i].polygons = polygon;
        polygon += m->end[i].count;
    }
}

static nav_status add_goal(maker *m, nav_point point, size_t number)
{
    nav_query_end end;
    nav_chain_end held;
    nav_status status = nav_query_hold(m->query, point, m->options->snap, &end,
                                       &held, m->error);
    if (status != NAV_OK) {
        return status;
    }
    if (!end.on_mesh) {
        char x[NAV_NUMBER_SIZE];
        char y[NAV_NUMBER_SIZE];
        (void)nav_number_write(point.plan.x, x);
        (void)nav_number_write(point.plan.y, y);
        return nav_fail(
            m->error, NAV_GEOMETRY, "goal %zu at (%s, %s) %s", number, x, y,
            end.ambiguous ? "is on several floors" : "is off the mesh");
    }
    nav_field *f = m->field;
    f->goal[number] = end.point;
    f->goal_height[number] =
        nav_surface_height(m->mesh, end.polygon, end.point);
    return add_end(m, &held);
}

static nav_status find_goals(maker *m, const nav_point *goals, size_t count)
{
    nav_field *f = m->field;
    f->info.goals = count;
    f->goal = nav_mem_new(&f->mem, count, sizeof *f->goal);
    f->goal_height = nav_mem_new(&f->mem, count, sizeof *f->goal_height);
    m->goal_place = nav_mem_new(&f->mem, count, sizeof *m->goal_place);
    if (!f->goal || !f->goal_height || !m->goal_place) {
        return nav_fail_memory(m->error);
    }
    nav_status status = NAV_OK;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        status = add_goal(m, goals[i], i);
    }
    point_to_polygons(m);
    return status;
}

// ---------------------------------------------------------------------------
// Places of goals
// ---------------------------------------------------------------------------

// The place to which one can go straight from a point; SIZE_MAX when there is
// none.
static size_t walk_to(const maker *m, const nav_chain_end *from, size_t cell)
{
    const nav_cells *c = &m->field->cells;
    nav_vec2 to = nav_cells_centre(c, cell);
    nav_raycast_result r =
        nav_raycast_run(m->mesh, from->point, to, from->polygons, from->count);
    size_t place =
        r.clear ? nav_cells_place_in(c, r.end_polygon, cell) : SIZE_MAX;
    return place != SIZE_MAX && c->is_held[place] ? place : SIZE_MAX;
}

// The place of a goal's cell on its floor: the one to which one can go
// straight, else the one of nearest height.
static size_t place_of_goal(const maker *m, size_t number)
{
    const nav_cells *c = &m->field->cells;
    size_t cell = nav_cells_find(c, m->field->goal[number]);
    if (!c->first) {
        return cell;
    }
    size_t found = walk_to(m, &m->end[number], cell);
    return found != SIZE_MAX
               ? found
               : nav_cells_place_near(c, cell, m->field->goal_height[number]);
}

static nav_status place_goals(maker *m)
{
    nav_field *f = m->field;
    f->is_goal = nav_mem_new(&f->mem, f->info.places, sizeof *f->is_goal);
    if (!f->is_goal) {
        return nav_fail_memory(m->error);
    }
    memset(f->is_goal, 0, f->info.places * sizeof *f->is_goal);
    for (size_t i = 0; i < f->info.goals; i++) {
        m->goal_place[i] = place_of_goal(m, i);
        f->is_goal[m->goal_place[i]] = true;
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// The exact method
// ---------------------------------------------------------------------------

static nav_status add_links(maker *m, double **hop)
{
    const nav_mesh *mesh = m->mesh;
    const nav_offmesh_search *links;
    nav_status status = nav_query_links(m->query, &links, m->error);
    if (status != NAV_OK) {
        return status;
    }
    *hop = nav_mem_new(&m->field->mem, links->ends, sizeof **hop);
    if (!*hop) {
        return nav_fail_memory(m->error);
    }
    for (uint32_t i = 0; i < links->ends && status == NAV_OK; i++) {
        const nav_offmesh_link *link = &mesh->link[i / 2];
        // From `to` the field goes back to `from`; from `from` only if the link
        // is taken in both directions.
        (*hop)[i] = i % 2 == 1 || !link->oneway ? link->cost : HUGE_VAL;
        nav_chain_end end = nav_offmesh_search_end(links, i);
        status = add_end(m, &end);
    }
    point_to_polygons(m);
    return status;
}

static nav_status make_exact(maker *m)
{
    nav_field *f = m->field;
    double *hop = NULL;
    size_t hops = 2 * (size_t)m->mesh->info.links;
    nav_status status = NAV_OK;
    if (hops > 0) {
        status = add_links(m, &hop);
    }
    nav_flow_input input = {.mesh = m->mesh,
                            .cells = &f->cells,
                            .goal = m->end,
                            .goals = (uint32_t)f->info.goals,
                            .ends = (uint32_t)(m->ends - f->info.goals),
                            .hop = hop};
    if (status == NAV_OK) {
        status = nav_flowfield_init(&f->exact, &input, &f->mem);
        // Not tested but for nav_heatmap_init: such fields take 100 gigabytes.
        status = status == NAV_OK ? NAV_OK
                 : status == NAV_LIMIT
                     ? nav_fail(m->error, status,
                                "the mesh is too large, or its floors "
                                "fold back too often")
                     : nav_fail_memory(m->error);
    }
    nav_mem_free(&f->mem, hop, hops, sizeof *hop);
    return status;
}

// ---------------------------------------------------------------------------
// The other method
// ---------------------------------------------------------------------------

// The cell beside one, SIZE_MAX beyond the grid; sides as in heatmap.h.
static size_t cell_beside(const nav_cells *c, size_t cell, int side)
{
    static const int dx[4] = {-1, 0, 0, 1};
    static const int dy[4] = {0, -1, 1, 0};
    int64_t x = (int64_t)(cell % c->columns) + dx[side];
    int64_t y = (int64_t)(cell / c->columns) + dy[side];
    if (x < 0 || y < 0 || x >= c->columns || y >= c->rows) {
        return SIZE_MAX;
    }
    return (size_t)y * c->columns + (size_t)x;
}

// Finds the neighbours of a place where floors lie over each other.
static nav_status find_neighbours(maker *m, size_t place, size_t *neighbour)
{
    const nav_cells *c = &m->field->cells;
    size_t cell = nav_cells_cell_of(c, place);
    nav_query_end end;
    nav_chain_end held = {.count = 0};
    nav_status status = NAV_OK;
    if (c->is_held[place]) {
        nav_point at = {nav_cells_centre(c, cell), NAV_FLOOR_NEAREST,
                        c->height[place]};
        status = nav_query_hold(m->query, at, 0, &end, &held, m->error);
    }
    for (int side = 0; side < 4; side++) {
        size_t beside = cell_beside(c, cell, side);
        neighbour[side] = held.count > 0 && beside != SIZE_MAX
                              ? walk_to(m, &held, beside)
                              : SIZE_MAX;
    }
    return status;
}

// Where goals are in blocked cells, steps begin at the neighbours to which one
// can go straight.
static size_t add_sources(const maker *m, nav_heat_source *source)
{
    const nav_field *f = m->field;
    size_t count = 0;
    for (size_t i = 0; i < f->info.goals; i++) {
        source[count++] = (nav_heat_source){m->goal_place[i], 0};
    }
    for (size_t i = 0; i < f->info.goals && f->cells.first; i++) {
        size_t place = m->goal_place[i];
        size_t cell = nav_cells_cell_of(&f->cells, place);
        for (int side = 0; side < 4 && !f->cells.is_held[place]; side++) {
            size_t beside = cell_beside(&f->cells, cell, side);
            size_t to =
                beside == SIZE_MAX ? SIZE_MAX : walk_to(m, &m->end[i], beside);
            if (to != SIZE_MAX) {
                source[count++] = (nav_heat_source){to, 1};
            }
        }
    }
    return count;
}

static nav_status make_grid(maker *m)
{
    nav_field *f = m->field;
    size_t places = f->info.places;
    size_t sources = 5 * f->info.goals;
    size_t *neighbour = NULL;
    nav_status status = NAV_OK;
    nav_heat_source *source = nav_mem_new(&f->mem, sources, sizeof *source);
    if (f->cells.first) {
        neighbour = nav_mem_new(&f->mem, 4 * places, sizeof *neighbour);
        status = neighbour ? NAV_OK : nav_fail_memory(m->error);
    }
    for (size_t i = 0; neighbour && i < places && status == NAV_OK; i++) {
        status = find_neighbours(m, i, neighbour + 4 * i);
    }
    if (!source) {
        status = nav_fail_memory(m->error);
    }
    if (status == NAV_OK) {
        status = nav_heatmap_init(&f->heat, &f->cells, source,
                                  add_sources(m, source), neighbour);
        status = status == NAV_OK ? NAV_OK
                 : status == NAV_LIMIT
                     ? nav_fail(m->error, status, "there are too many cells")
                     : nav_fail_memory(m->error);
    }
    if (status != NAV_OK) {
        nav_mem_free(&f->mem, neighbour, 4 * places, sizeof *neighbour);
    }
    nav_mem_free(&f->mem, source, sources, sizeof *source);
    return status;
}

// ---------------------------------------------------------------------------
// The field
// ---------------------------------------------------------------------------

static nav_status check_options(const nav_field_options *options, size_t count,
                                nav_error *error)
{
    if (!(options->cell > 0) || !nav_coord_is_legal(options->cell)) {
        return nav_fail(error, NAV_RANGE,
                        "the side of a cell must be from 1e-100 to 1e100");
    }
    if (!(options->snap >= 0)) {
        return nav_fail(error, NAV_RANGE, "the snap distance is negative");
    }
    return count > 0 && count <= INT32_MAX
               ? NAV_OK
               : nav_fail(error, NAV_RANGE, "there must be a goal");
}

static nav_status lay_grid(maker *m)
{
    nav_field *f = m->field;
    nav_cells *c = &f->cells;
    nav_status status = nav_cells_init(c, m->mesh, m->options->cell, &f->mem);
    if (status == NAV_LIMIT) {
        return nav_fail(m->error, NAV_LIMIT,
                        "there would be more than 2147483647 cells");
    }
    if (status == NAV_OK && m->options->test == NAV_CELL_FULL) {
        status = nav_cells_block_partial(c);
    }
    if (status != NAV_OK) {
        return nav_fail_memory(m->error);
    }
    f->info.origin = c->origin;
    f->info.cell = c->side;
    f->info.columns = c->columns;
    f->info.rows = c->rows;
    f->info.floors = c->floors;
    f->info.places = c->places;
    f->info.has_heights = m->mesh->height != NULL;
    return NAV_OK;
}

static void count_places(nav_field *f)
{
    nav_field_info *info = &f->info;
    bool exact = info->method == NAV_FIELD_EXACT;
    for (size_t i = 0; i < info->places; i++) {
        bool counts = f->cells.is_held[i] || (!exact && f->is_goal[i]);
        info->blocked += !counts;
    }
    if (!exact) {
        nav_heat_census census = nav_heatmap_count(&f->heat);
        info->unreachable = census.unknown;
        info->most = census.most * info->cell;
        return;
    }
    for (size_t i = 0; i < info->places; i++) {
        double distance = f->exact.distance[i];
        bool known = distance < HUGE_VAL && f->cells.is_held[i];
        info->unreachable += f->cells.is_held[i] && !known;
        info->most = known && distance > info->most ? distance : info->most;
    }
}

static nav_status make(maker *m, const nav_point *goals, size_t count)
{
    nav_status status = find_goals(m, goals, count);
    if (status == NAV_OK) {
        status = lay_grid(m);
    }
    if (status == NAV_OK) {
        status = place_goals(m);
    }
    if (status != NAV_OK) {
        return status;
    }
    status =
        m->options->method == NAV_FIELD_EXACT ? make_exact(m) : make_grid(m);
    if (status == NAV_OK) {
        count_places(m->field);
        nav_cells_drop_spans(&m->field->cells);
    }
    return status;
}

nav_status nav_field_new(nav_query *query, const nav_point *goals, size_t count,
                         const nav_field_options *options, nav_field **field,
                         nav_error *error)
{
    nav_status status = check_options(options, count, error);
    if (status != NAV_OK) {
        return status;
    }
    nav_allocator mem = nav_query_allocator(query);
    nav_field *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_field){.mem = mem,
                        .info.method = options->method,
                        .cells.mem = mem,
                        .exact.mem = mem,
                        .heat.mem = mem};
    maker m = {.query = query,
               .mesh = nav_query_mesh(query),
               .options = options,
               .field = made,
               .error = error};
    status = make(&m, goals, count);
    nav_mem_free(&mem, m.end, m.end_capacity, sizeof *m.end);
    nav_mem_free(&mem, m.polygon, m.polygon_capacity, sizeof *m.polygon);
    nav_mem_free(&mem, m.goal_place, count, sizeof *m.goal_place);
    if (status != NAV_OK) {
        nav_field_free(made);
        return status;
    }
    *field = made;
    return NAV_OK;
}
