// drill.c - asks everything of a mesh that can be asked.
//
// A file from a stranger may hold a mesh that no bake gives: polygons over each
// other, places half a number apart from each other, distances that were made
// up.  Answers about it may be nonsense; but they come, are made of legal
// numbers, and cost no more than those about an honest mesh.
#include "drill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"

enum { FIELD_CELLS = 12 }; // along the longer side

// Bytes beyond the size of a file: what a mesh of that size may cost, and more.
#define MEMORY_MOST ((size_t)64 << 20)

// Memory that is given out up to a limit and counted.
typedef struct ration {
    size_t out, most; // bytes, now and at the worst
    size_t limit;
    bool is_exceeded; // more was asked for, and refused
} ration;

static void *resize(void *context, void *block, size_t old_size,
                    size_t new_size)
{
    ration *r = context;
    size_t out = r->out - old_size;
    if (new_size == 0) {
        r->out = out;
        free(block);
        return NULL;
    }
    if (new_size > r->limit || out > r->limit - new_size) {
        r->is_exceeded = true;
        return NULL;
    }
    void *made = realloc(block, new_size);
    if (made) {
        r->out = out + new_size;
        r->most = r->out > r->most ? r->out : r->most;
    }
    return made;
}

typedef struct drill {
    nav_mesh *mesh;
    const nav_allocator *mem;
    nav_query *query;
    nav_mesh_info info;
    nav_drill_tally *tally;
} drill;

// ---------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------

static bool is_legal(double value)
{
    return fabs(value) <= NAV_COORD_MAX;
}

static void look_at_polygons(const drill *d)
{
    uint32_t vertices = d->info.vertices;
    for (nav_poly_id p = 0; p < d->info.polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(d->mesh, p);
        uint32_t area = nav_mesh_polygon_area(d->mesh, p);
        must(area == NAV_NONE || area < nav_mesh_area_count(d->mesh));
        for (uint32_t i = 0; i < polygon.count; i++) {
            must(polygon.corners[i] < vertices);
            must(polygon.neighbours[i] == NAV_NONE ||
                 polygon.neighbours[i] < d->info.polygons);
        }
    }
}

// Everything that an export goes through.
static void look(const drill *d)
{
    const nav_vec2 *vertex = nav_mesh_vertices(d->mesh);
    const double *height = nav_mesh_heights(d->mesh);
    for (uint32_t v = 0; v < d->info.vertices; v++) {
        must(is_legal(vertex[v].x) && is_legal(vertex[v].y));
        must(!height || is_legal(height[v]));
    }
    look_at_polygons(d);
    for (uint32_t i = 0; i < nav_mesh_area_count(d->mesh); i++) {
        size_t size = 0;
        must(nav_mesh_area_name(d->mesh, i, &size) != NULL);
        must(size > 0 && size <= NAV_AREA_NAME_MOST);
        (void)nav_mesh_area_is(d->mesh, i, "mud");
    }
    for (uint32_t i = 0; i < nav_mesh_link_count(d->mesh); i++) {
        nav_offmesh_link link = nav_mesh_link(d->mesh, i);
        must(link.from_polygon < d->info.polygons);
        must(link.to_polygon < d->info.polygons);
        must(!link.kind || strlen(link.kind) > 0);
        must(link.cost >= 0 && link.cost <= NAV_LINK_COST_MAX);
    }
}

// ---------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------

// Halves of coordinates may fall below the least legal size.
static void is_answer(nav_status status)
{
    must(status == NAV_OK || status == NAV_RANGE);
}

// A corner, the middle between two, a link's end, or a place beside.
static nav_vec2 place(const drill *d, uint32_t a, uint32_t b)
{
    const nav_vec2 *vertex = nav_mesh_vertices(d->mesh);
    nav_vec2 p = vertex[a % d->info.vertices];
    nav_vec2 q = vertex[b % d->info.vertices];
    if (a % 5 == 4 && d->info.links > 0) {
        return nav_mesh_link(d->mesh, b % d->info.links).to;
    }
    if (a % 7 == 6) {
        return (nav_vec2){p.x + 0.25, p.y - 0.125};
    }
    return (nav_vec2){p.x / 2 + q.x / 2, p.y / 2 + q.y / 2};
}

static void check_path(const drill *d, const nav_path *path)
{
    if (path->status != NAV_PATH_OK && path->status != NAV_PATH_PARTIAL) {
        must(path->waypoint_count == 0 && path->portal_count == 0);
        return;
    }
    d->tally->paths++;
    must(path->length >= 0 && path->length <= HUGE_VAL);
    must(path->length3d >= 0 && path->cost >= 0 && path->bound >= 0);
    must(path->waypoint_count >= 1);
    must(path->start_polygon < d->info.polygons);
    must(path->end_polygon < d->info.polygons);
    for (size_t i = 0; i < path->waypoint_count; i++) {
        must(is_legal(path->waypoints[i].x) && is_legal(path->waypoints[i].y));
    }
    for (size_t i = 0; i < path->portal_count; i++) {
        must(path->portals[i].from < d->info.polygons);
        must(path->portals[i].to < d->info.polygons);
    }
    for (size_t i = 0; i < path->link_count; i++) {
        must(path->links[i].link < d->info.links);
        must(path->links[i].waypoint < path->waypoint_count);
    }
}

static void ask(const drill *d)
{
    static const nav_floor floors[] = {NAV_FLOOR_ONLY, NAV_FLOOR_LOWEST,
                                       NAV_FLOOR_HIGHEST, NAV_FLOOR_NEAREST};
    for (uint32_t i = 0; i < 12; i++) {
        nav_point a = {place(d, i, 3 * i + 1), floors[i % 4], i};
        nav_point b = {place(d, 7 * i + 3, 5 * i + 2), floors[i / 3], 0};
        nav_path_options options = {.search = (nav_search)(i % 3),
                                    .snap = i & 2 ? 1 : 0,
                                    .crossings = (i & 4) != 0,
                                    .partial = i > 5};
        options.snap = i == 11 ? HUGE_VAL : options.snap;
        nav_path path;
        nav_location location;
        nav_ray ray;
        nav_status status =
            nav_query_path_at(d->query, a, b, &options, &path, NULL);
        is_answer(status);
        if (status == NAV_OK) {
            check_path(d, &path);
            d->tally->expanded = path.expanded > d->tally->expanded
                                     ? path.expanded
                                     : d->tally->expanded;
        }
        is_answer(nav_query_raycast_at(d->query, a, b.plan, options.snap, &ray,
                                       NULL));
        is_answer(nav_query_locate_at(d->query, a, &location, NULL));
    }
}

static void set_costs(const drill *d)
{
    static const double costs[] = {3, 0.25, 1e6};
    for (uint32_t i = 0; i < d->info.areas; i++) {
        must(nav_query_set_cost(d->query, i, costs[i % 3], NULL) == NAV_OK);
    }
}

// ---------------------------------------------------------------------------
// Fields
// ---------------------------------------------------------------------------

static double longer_side(nav_box box)
{
    return fmax(box.max.x - box.min.x, box.max.y - box.min.y);
}

// Whether there is a field; a goal off the mesh, or a cell too small, is told.
static nav_field *make_field(const drill *d, const nav_point *goals,
                             const nav_field_options *options)
{
    nav_field *field = NULL;
    nav_error error = {.status = NAV_OK};
    nav_status status =
        nav_field_new(d->query, goals, 2, options, &field, &error);
    must(status == NAV_OK || status == NAV_RANGE || status == NAV_GEOMETRY ||
         status == NAV_LIMIT);
    must(status == NAV_OK || error.message[0] != '\0');
    return status == NAV_OK ? field : NULL;
}

static void look_at_field(const drill *d, const nav_field *field)
{
    nav_field_info info = nav_field_get_info(field);
    d->tally->places += info.places;
    for (size_t i = 0; i < info.places; i++) {
        nav_place at = nav_field_place(field, i);
        must(at.status <= NAV_PLACE_UNREACHABLE);
        must(at.distance >= 0);
        must(fabs(at.direction.x) <= 1 && fabs(at.direction.y) <= 1);
        must(!isfinite(at.distance) || is_legal(at.turn.x));
    }
    size_t count = 0;
    must(nav_field_cell(field, info.columns - 1, info.rows - 1, &count) +
             count ==
         info.places);
}

static void ask_for_fields(const drill *d, nav_cell_test test)
{
    nav_point goals[2] = {{place(d, 0, 2), NAV_FLOOR_LOWEST, 0},
                          {place(d, 3, 8), NAV_FLOOR_HIGHEST, 0}};
    nav_field_options options = {.cell =
                                     longer_side(d->info.bounds) / FIELD_CELLS,
                                 .method = NAV_FIELD_EXACT,
                                 .test = test,
                                 .snap = HUGE_VAL};
    nav_field *exact = make_field(d, goals, &options);
    options.method = NAV_FIELD_GRID4;
    nav_field *grid = make_field(d, goals, &options);
    // Where floors fold back too often there is no exact field.
    must(exact == NULL || grid != NULL);
    if (exact && grid) {
        nav_field_errors errors;
        look_at_field(d, exact);
        look_at_field(d, grid);
        must(nav_field_compare(grid, exact, &errors, NULL) == NAV_OK);
    }
    nav_field_free(exact);
    nav_field_free(grid);
}

// ---------------------------------------------------------------------------
// Changing
// ---------------------------------------------------------------------------

static void add_circle(nav_obstacles *set, nav_vec2 center, double radius,
                       const nav_mesh_info *info)
{
    nav_obstacle_spec circle = {.kind = NAV_OBSTACLE_CIRCLE,
                                .center = center,
                                .radius = radius,
                                .has_heights = info->has_heights,
                                .low = info->lowest,
                                .high = info->lowest / 2 + info->highest / 2};
    is_answer(nav_obstacles_add(set, &circle, NULL, NULL));
}

// Lays two circles over the mesh, asks, moves one, asks, takes the other away.
static void carve(drill *d, double radius)
{
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    must(nav_obstacles_new(d->mem, NULL, &set, NULL) == NAV_OK);
    add_circle(set, place(d, 1, 2), radius, &d->info);
    add_circle(set, place(d, 5, 3), radius / 3, &d->info);
    nav_mesh_info before = d->info;
    nav_status status = nav_carving_new(d->mesh, set, d->mem, &carving, NULL);
    must(status == NAV_OK || status == NAV_LIMIT);
    if (status == NAV_OK && nav_obstacles_count(set) == 2) {
        d->tally->carved++;
        d->info = nav_mesh_get_info(d->mesh);
        ask(d);
        is_answer(nav_obstacles_move(set, 0, (nav_vec2){radius, 0}, NULL));
        must(nav_carving_update(carving, 0, NULL) == NAV_OK);
        nav_obstacles_remove(set, 1);
        must(nav_carving_update(carving, 1, NULL) == NAV_OK);
        d->info = nav_mesh_get_info(d->mesh);
        ask(d);
        ask_for_fields(d, NAV_CELL_CENTRE);
    }
    nav_carving_free(carving);
    nav_obstacles_free(set);
    d->info = nav_mesh_get_info(d->mesh);
    must(d->info.vertices == before.vertices &&
         d->info.polygons == before.polygons);
}

// What is written is read back, and is the same mesh.
static void write_and_read(const drill *d)
{
    void *bytes = NULL;
    size_t size = 0;
    nav_mesh *again = NULL;
    must(nav_mesh_write(d->mesh, &bytes, &size, NULL) == NAV_OK);
    must(nav_mesh_read(bytes, size, d->mem, &again, NULL) == NAV_OK);
    nav_mesh_free(again);
    nav_bytes_free(d->mesh, bytes, size);
}

static void begin_query(drill *d)
{
    d->info = nav_mesh_get_info(d->mesh);
    must(nav_query_new(d->mesh, d->mem, &d->query) == NAV_OK);
}

// Measures landmarks anew, asks, and closes every other area.
static void alter(drill *d)
{
    must(nav_mesh_add_landmarks(d->mesh, NULL) == NAV_OK);
    begin_query(d);
    ask(d);
    nav_query_free(d->query);
    bool *closed = calloc(d->info.areas + (size_t)1, sizeof *closed);
    must(closed != NULL);
    for (uint32_t i = 0; i < d->info.areas; i += 2) {
        closed[i] = true;
    }
    must(nav_mesh_forbid(d->mesh, closed, NULL) == NAV_OK);
    free(closed);
    begin_query(d);
    ask(d);
    ask_for_fields(d, NAV_CELL_CENTRE);
    nav_query_free(d->query);
}

void nav_drill(nav_mesh *mesh, const nav_allocator *mem, nav_drill_tally *tally)
{
    drill d = {.mesh = mesh, .mem = mem, .tally = tally};
    must(nav_mesh_validate(mesh, NULL) == NAV_OK);
    begin_query(&d);
    look(&d);
    ask(&d);
    set_costs(&d);
    ask(&d);
    ask_for_fields(&d, NAV_CELL_CENTRE);
    ask_for_fields(&d, NAV_CELL_FULL);
    write_and_read(&d);
    carve(&d, longer_side(d.info.bounds) / 5);
    nav_query_free(d.query);
    alter(&d);
}

bool nav_drill_file(const uint8_t *file, size_t size, nav_drill_tally *tally,
                    size_t *memory_most)
{
    ration r = {.limit = size + MEMORY_MOST};
    nav_allocator mem = {resize, &r};
    nav_mesh *mesh = NULL;
    nav_error error = {.status = NAV_OK};
    nav_status status = nav_mesh_read(file, size, &mem, &mesh, &error);
    must(status == error.status);
    if (status == NAV_OK) {
        nav_drill(mesh, &mem, tally);
        nav_mesh_free(mesh);
    } else {
        must(status == NAV_FORMAT && error.message[0] != '\0');
    }
    must(r.out == 0 && !r.is_exceeded);
    *memory_most = r.most;
    return status == NAV_OK;
}
