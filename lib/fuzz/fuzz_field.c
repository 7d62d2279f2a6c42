// fuzz_field.c - fields of any small map: what is true of all of them, and the
// same distances as point queries give.
//
// The bytes are a program as in fuzz_bake.c: it lays points on a small grid or
// near it, begins rings and polygons, and after that gives goals and links.
// Coincidences are what cones of view go wrong on, and a grid makes them
// frequent, of corners with corners and with the centres of cells.
#include <math.h>

#include "must.h"
#include "navmesh.h"
#include "reader.h"

// Keeps one run short.
enum { POINTS_MOST = 60, GOALS_MOST = 3, LINKS_MOST = 4, SIDE_MOST = 40 };

// Relative difference of lengths that rounding may make.
#define TOLERANCE 1e-9

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// On the grid, between its lines, or a few doubles beside such a place.
static double take_coordinate(nav_reader *r, uint8_t kind)
{
    return (kind & 3) != 3 ? nav_reader_take(r) & 15
                           : nav_reader_near_third(r, 1, 31);
}

static nav_vec2 take_point(nav_reader *r, uint8_t kind)
{
    double x = take_coordinate(r, kind);
    return (nav_vec2){x, take_coordinate(r, kind)};
}

// Ends at a byte 0xfe.
static void read_shape(nav_reader *r, nav_shape *shape)
{
    nav_vec2 ring[POINTS_MOST];
    size_t count = 0;
    size_t total = 0;
    for (uint8_t code = 0; code != 0xfe && r->size > 0;) {
        code = nav_reader_take(r);
        if (code < 0xf0 && total < POINTS_MOST) {
            ring[count++] = take_point(r, code);
            total++;
        } else if (code >= 0xf0) {
            must(nav_shape_add_ring(shape, ring, count, NULL) == NAV_OK);
            count = 0;
            must(code != 0xff ||
                 nav_shape_begin_polygon(shape, NULL) == NAV_OK);
        }
    }
    must(nav_shape_add_ring(shape, ring, count, NULL) == NAV_OK);
}

static nav_link_list *read_links(nav_reader *r)
{
    nav_link_list *list = NULL;
    must(nav_link_list_new(NULL, &list) == NAV_OK);
    for (int left = nav_reader_take(r) % (LINKS_MOST + 1); left > 0; left--) {
        uint8_t code = nav_reader_take(r);
        nav_vec2 from = take_point(r, code), to = take_point(r, code >> 2);
        nav_link_input link = {.from = {from.x, from.y, 0},
                               .to = {to.x, to.y, 0},
                               .has_cost = (code & 32) != 0,
                               .cost = nav_reader_take(r) & 15,
                               .oneway = (code & 16) != 0};
        must(nav_link_list_add(list, &link, NULL) == NAV_OK);
    }
    return list;
}

// A field with what it was made of.
typedef struct bed {
    nav_mesh *mesh;
    nav_query *query;
    nav_point goal[GOALS_MOST];
    size_t goals;
    nav_field *field;
    nav_field_info info;
} bed;

// Goals are the walkable points nearest to those given.
static void read_goals(nav_reader *r, bed *b)
{
    b->goals = 1 + nav_reader_take(r) % GOALS_MOST;
    for (size_t i = 0; i < b->goals; i++) {
        nav_location at;
        must(nav_query_locate(b->query, take_point(r, nav_reader_take(r)), &at,
                              NULL) == NAV_OK);
        b->goal[i] = (nav_point){at.point, NAV_FLOOR_ONLY, 0};
    }
}

static double distance(nav_vec2 p, nav_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

// The least cost from a point to a goal; infinite without a way, negative off
// the mesh.
static double ask(const bed *b, nav_vec2 from)
{
    double least = HUGE_VAL;
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    for (size_t i = 0; i < b->goals; i++) {
        nav_path path;
        must(nav_query_path(b->query, from, b->goal[i].plan, &options, &path,
                            NULL) == NAV_OK);
        if (path.status == NAV_PATH_START_OFF_MESH) {
            return -1;
        }
        least = path.status == NAV_PATH_OK ? fmin(least, path.cost) : least;
    }
    return least;
}

// Whether a point is a corner, where parts of the map may touch that have
// distances of their own.
static bool is_corner(const bed *b, nav_vec2 p)
{
    const nav_vec2 *vertex = nav_mesh_vertices(b->mesh);
    uint32_t i = nav_mesh_get_info(b->mesh).vertices;
    while (i > 0 && (vertex[i - 1].x != p.x || vertex[i - 1].y != p.y)) {
        i--;
    }
    return i > 0;
}

// A step that is clear changes the distance by no more than its length.
static void check_step(const bed *b, const nav_place *p, uint32_t x, uint32_t y)
{
    size_t count;
    if (x >= b->info.columns || y >= b->info.rows) {
        return;
    }
    nav_place q =
        nav_field_place(b->field, nav_field_cell(b->field, x, y, &count));
    if (q.status == NAV_PLACE_BLOCKED || is_corner(b, p->centre) ||
        is_corner(b, q.centre)) {
        return;
    }
    nav_ray ray;
    must(nav_query_raycast(b->query, p->centre, q.centre, 0, &ray, NULL) ==
         NAV_OK);
    if (ray.clear) {
        double step = distance(p->centre, q.centre);
        must(isfinite(p->distance) == isfinite(q.distance));
        must(!isfinite(p->distance) ||
             fabs(p->distance - q.distance) <=
                 step + TOLERANCE * (step + p->distance));
    }
}

static void check_exact_place(const bed *b, const nav_place *p, bool has_links)
{
    if (p->status == NAV_PLACE_BLOCKED) {
        return;
    }
    check_step(b, p, p->column + 1, p->row);
    check_step(b, p, p->column, p->row + 1);
    check_step(b, p, p->column + 1, p->row + 1);
    if (!isfinite(p->distance)) {
        must(p->direction.x == 0 && p->direction.y == 0);
        return;
    }
    double straight = HUGE_VAL;
    for (size_t i = 0; i < b->goals; i++) {
        straight = fmin(straight, distance(p->centre, b->goal[i].plan));
    }
    must(has_links || p->distance >= straight * (1 - TOLERANCE));
    must(distance(p->centre, p->turn) <= p->distance * (1 + TOLERANCE));
    double length = hypot(p->direction.x, p->direction.y);
    // A link may begin at the centre itself.
    bool on_turn = p->turn.x == p->centre.x && p->turn.y == p->centre.y;
    must(on_turn ? length == 0 : fabs(length - 1) < TOLERANCE);
    must(!on_turn || has_links || p->distance == 0);
    nav_ray ray;
    must(nav_query_raycast(b->query, p->centre, p->turn, 0, &ray, NULL) ==
         NAV_OK);
    must(ray.clear);
}

static void check_exact(const bed *b, bool has_links, uint8_t stride)
{
    for (size_t i = 0; i < b->info.places; i++) {
        nav_place p = nav_field_place(b->field, i);
        check_exact_place(b, &p, has_links);
        if (i % (1 + (size_t)stride % 7) == 0) {
            double want = ask(b, p.centre);
            must((want < 0) == (p.status == NAV_PLACE_BLOCKED));
            must(want < 0 || want == p.distance ||
                 fabs(want - p.distance) <= TOLERANCE * want);
        }
    }
}

// Every place on a way points to one that is a step nearer, or up to two steps
// if it lies diagonally.
static void check_grid(const bed *b)
{
    double cell = b->info.cell;
    for (size_t i = 0; i < b->info.places; i++) {
        nav_place p = nav_field_place(b->field, i);
        if (p.status != NAV_PLACE_OK) {
            must(p.status == NAV_PLACE_GOAL || !isfinite(p.distance));
            must(p.direction.x == 0 && p.direction.y == 0);
            continue;
        }
        size_t count;
        uint32_t x = (uint32_t)((double)p.column + p.direction.x);
        uint32_t y = (uint32_t)((double)p.row + p.direction.y);
        must(x < b->info.columns && y < b->info.rows);
        nav_place q =
            nav_field_place(b->field, nav_field_cell(b->field, x, y, &count));
        double steps = (p.distance - q.distance) / cell;
        double axes = fabs(p.direction.x) + fabs(p.direction.y);
        double room = TOLERANCE * (1 + p.distance / cell);
        must(steps > 1 - room && steps < axes + room);
    }
}

static void make(bed *b, double cell, nav_field_method method,
                 nav_cell_test test)
{
    nav_field_options options = {.cell = cell, .method = method, .test = test};
    nav_error error;
    must(nav_field_new(b->query, b->goal, b->goals, &options, &b->field,
                       &error) == NAV_OK);
    b->info = nav_field_get_info(b->field);
}

static void check_fields(nav_reader *r, bed *b, bool has_links)
{
    must(nav_query_new(b->mesh, NULL, &b->query) == NAV_OK);
    read_goals(r, b);
    nav_box box = nav_mesh_get_info(b->mesh).bounds;
    double longer = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    uint8_t code = nav_reader_take(r);
    // Centres on the grid's lines, between them, or anywhere.
    static const double cells[4] = {1, 2, 0.5, 0.7};
    double cell = fmax(cells[code & 3], longer / SIDE_MOST);
    nav_cell_test test = code & 4 ? NAV_CELL_FULL : NAV_CELL_CENTRE;
    make(b, cell, NAV_FIELD_EXACT, NAV_CELL_CENTRE);
    check_exact(b, has_links, code >> 3);
    nav_field_free(b->field);
    make(b, cell, NAV_FIELD_EXACT, test);
    nav_field *exact = b->field;
    make(b, cell, NAV_FIELD_GRID4, test);
    check_grid(b);
    nav_field_errors errors;
    must(nav_field_compare(b->field, exact, &errors, NULL) == NAV_OK);
    must(errors.compared <= b->info.places);
    nav_field_free(exact);
    nav_field_free(b->field);
    nav_query_free(b->query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nav_reader r = {data, size};
    bed b = {.mesh = NULL};
    nav_shape *shape = NULL;
    nav_bake_options options = nav_bake_options_default();
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    options.max_verts = 3 + (nav_reader_take(&r) & 15);
    read_shape(&r, shape);
    nav_link_list *links = read_links(&r);
    options.links = links;
    nav_status status = nav_bake(shape, &options, NULL, &b.mesh, NULL, NULL);
    must(status == NAV_OK || status == NAV_GEOMETRY);
    if (status == NAV_OK) {
        check_fields(&r, &b, nav_link_list_count(links) > 0);
        nav_mesh_free(b.mesh);
    }
    nav_link_list_free(links);
    nav_shape_free(shape);
    return 0;
}
