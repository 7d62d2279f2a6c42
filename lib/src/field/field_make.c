// field_make.c - makes flow fields: the grid, the goals, and one of two
// methods.
#include "field/field.h"

#include <string.h>

#include "base/error.h"
#include "mesh/surface.h"

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
    nav_walk_goal *node; // [goals]
    size_t nodes;        // places, and goals behind them
} maker;

// Tells what has failed below, where there is memory or a limit to fail of.
static nav_status fail_plainly(const maker *m, nav_status status,
                               const char *limit)
{
    if (status == NAV_OK) {
        return NAV_OK;
    }
    return status == NAV_LIMIT ? nav_fail(m->error, status, "%s", limit)
                               : nav_fail_memory(m->error);
}

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
    m->node = nav_mem_new(&f->mem, count, sizeof *m->node);
    if (!f->goal || !f->goal_height || !m->node) {
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

// The place of a goal's cell on its floor: the one to which one can go
// straight, else the one to which one can go within the cell.  A cell without a
// floor has one place, which is that of a goal in it, too, and as high.  Where
// the centre is on other floors alone there is none: SIZE_MAX.
static nav_status place_of_goal(const maker *m, size_t number, size_t *place)
{
    nav_cells *c = &m->field->cells;
    const nav_chain_end *end = &m->end[number];
    size_t cell = nav_cells_find(c, end->point);
    if (!c->first) {
        *place = cell;
        return NAV_OK;
    }
    size_t lowest = c->first[cell];
    if (!c->is_held[lowest]) {
        double *height = &c->height[lowest];
        *height =
            m->field->is_goal[lowest] ? *height : m->field->goal_height[number];
        *place = lowest;
        return NAV_OK;
    }
    *place = nav_walk_to(c, end, cell);
    if (*place != SIZE_MAX) {
        return NAV_OK;
    }
    nav_status status =
        nav_cells_place_around(c, end->polygons, end->count, cell, place);
    return status == NAV_OK ? NAV_OK : nav_fail_memory(m->error);
}

// Before cells are blocked that are not wholly on a floor.
static nav_status place_goals(maker *m)
{
    nav_field *f = m->field;
    f->is_goal = nav_mem_new(&f->mem, f->info.places, sizeof *f->is_goal);
    if (!f->is_goal) {
        return nav_fail_memory(m->error);
    }
    memset(f->is_goal, 0, f->info.places * sizeof *f->is_goal);
    m->nodes = f->info.places;
    nav_status status = NAV_OK;
    for (size_t i = 0; i < f->info.goals && status == NAV_OK; i++) {
        size_t place = SIZE_MAX;
        status = place_of_goal(m, i, &place);
        if (place != SIZE_MAX) {
            f->is_goal[place] = true;
        }
        m->node[i] =
            (nav_walk_goal){&m->end[i], place != SIZE_MAX ? place : m->nodes++};
    }
    return status;
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
        status = fail_plainly(m, status,
                              "the mesh is too large, or its floors fold back "
                              "too often");
    }
    nav_mem_free(&f->mem, hop, hops, sizeof *hop);
    return status;
}

// ---------------------------------------------------------------------------
// The other method
// ---------------------------------------------------------------------------

static nav_status make_grid(maker *m)
{
    nav_field *f = m->field;
    size_t goals = f->info.goals;
    nav_status status = NAV_OK;
    if (f->cells.first) {
        status = nav_walks_init(&f->walks, &f->cells, m->query, m->node, goals,
                                m->error);
    }
    if (status != NAV_OK) {
        return status;
    }
    status = nav_heatmap_init(
        &f->heat, &f->cells, f->cells.first ? &f->walks : NULL, m->node, goals);
    return fail_plainly(m, status, "there are too many cells");
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
    if (count == 0) {
        return nav_fail(error, NAV_RANGE, "there must be a goal");
    }
    return count <= INT32_MAX
               ? NAV_OK
               : nav_fail(error, NAV_RANGE,
                          "there are more than 2147483647 goals");
}

static nav_status lay_grid(maker *m)
{
    nav_field *f = m->field;
    nav_cells *c = &f->cells;
    nav_status status =
        fail_plainly(m, nav_cells_init(c, m->mesh, m->options->cell, &f->mem),
                     "there would be more than 2147483647 cells");
    if (status != NAV_OK) {
        return status;
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

static nav_status block_cells(maker *m)
{
    if (m->options->test != NAV_CELL_FULL) {
        return NAV_OK;
    }
    nav_status status = nav_cells_block_partial(&m->field->cells);
    return status == NAV_OK ? NAV_OK : nav_fail_memory(m->error);
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
    if (status == NAV_OK) {
        status = block_cells(m);
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
                        .heat.mem = mem,
                        .walks.mem = mem};
    maker m = {.query = query,
               .mesh = nav_query_mesh(query),
               .options = options,
               .field = made,
               .error = error};
    status = make(&m, goals, count);
    nav_mem_free(&mem, m.end, m.end_capacity, sizeof *m.end);
    nav_mem_free(&mem, m.polygon, m.polygon_capacity, sizeof *m.polygon);
    nav_mem_free(&mem, m.node, count, sizeof *m.node);
    if (status != NAV_OK) {
        nav_field_free(made);
        return status;
    }
    *field = made;
    return NAV_OK;
}
