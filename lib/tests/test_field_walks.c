// test_field_walks.c - NAV_FIELD_GRID4 on floors against rays from place to
// place, and where goals lie in cells without a place of theirs.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field_support.h"
#include "floor_support.h"
#include "plain_grid.h"
#include "suites.h"

// ---------------------------------------------------------------------------
// A grid that knows rays alone
// ---------------------------------------------------------------------------

// Nodes are the places, and behind them a goal each that has none in its cell.
typedef struct node {
    int column, row;
    bool has_floor, is_free; // the centre is on the mesh; nothing blocks it
    bool is_goal;
    nav_vec2 at;
    double height;
    int heat; // -1: no way
} node;

enum { NODES_MOST = 700 };

typedef struct ray_grid {
    nav_query *query;
    int places, nodes;
    node *node;   // [NODES_MOST]
    bool *linked; // [NODES_MOST * NODES_MOST]
} ray_grid;

static bool *link_of(const ray_grid *g, int a, int b)
{
    return &g->linked[a * NODES_MOST + b];
}

static int add_node(ray_grid *g, node n)
{
    ck_assert_int_lt(g->nodes, NODES_MOST);
    g->node[g->nodes] = n;
    return g->nodes++;
}

// The places of a cell by the exact fields: with centres on the mesh, and free
// by the test that is asked for.
static ray_grid new_grid(nav_test_bed *bed, const nav_point *goal, double cell,
                         nav_cell_test test)
{
    ray_grid g = {.query = bed->query};
    g.node = calloc(NODES_MOST, sizeof *g.node);
    g.linked = calloc((size_t)NODES_MOST * NODES_MOST, sizeof *g.linked);
    ck_assert(g.node && g.linked);
    nav_field_options options = nav_test_exact(cell);
    nav_test_bed_make(bed, goal, 1, options);
    for (size_t i = 0; i < bed->info.places; i++) {
        nav_place p = nav_field_place(bed->field, i);
        bool has_floor = p.status != NAV_PLACE_BLOCKED;
        (void)add_node(&g, (node){.column = (int)p.column,
                                  .row = (int)p.row,
                                  .has_floor = has_floor,
                                  .at = p.centre,
                                  .height = p.height,
                                  .heat = -1});
    }
    g.places = g.nodes;
    options.test = test;
    nav_test_bed_make(bed, goal, 1, options);
    for (int i = 0; i < g.places; i++) {
        nav_place p = nav_field_place(bed->field, (size_t)i);
        g.node[i].is_free = p.status != NAV_PLACE_BLOCKED;
    }
    return g;
}

static void free_grid(ray_grid *g)
{
    free(g->node);
    free(g->linked);
}

// Whether a ray from a point ends at the centre of a node, on its floor.
static bool sees(const ray_grid *g, nav_vec2 at, double height, int to)
{
    const node *n = &g->node[to];
    nav_ray ray;
    ck_assert_int_eq(nav_query_raycast_at(g->query,
                                          nav_test_at(at.x, at.y, height),
                                          n->at, 0, &ray, NULL),
                     NAV_OK);
    return ray.status == NAV_PATH_OK && ray.clear &&
           fabs(ray.hit_height - n->height) < 1e-9;
}

static bool is_beside(const node *a, const node *b)
{
    return abs(a->column - b->column) + abs(a->row - b->row) == 1;
}

static void join(ray_grid *g, int a, int b)
{
    *link_of(g, a, b) = true;
    *link_of(g, b, a) = true;
}

static void join_places(ray_grid *g)
{
    for (int i = 0; i < g->places; i++) {
        const node *n = &g->node[i];
        for (int k = 0; k < g->places && n->is_free; k++) {
            if (g->node[k].is_free && is_beside(n, &g->node[k]) &&
                sees(g, n->at, n->height, k)) {
                join(g, i, k);
            }
        }
    }
}

// ---------------------------------------------------------------------------
// Goals
// ---------------------------------------------------------------------------

// The cell of a goal, as a node at the goal itself.
static node node_of_goal(const nav_test_bed *bed, nav_point goal)
{
    const nav_field_info *f = &bed->info;
    double x = floor((goal.plan.x - f->origin.x) / f->cell);
    double y = floor((goal.plan.y - f->origin.y) / f->cell);
    return (node){.column = (int)fmin(x, f->columns - 1),
                  .row = (int)fmin(y, f->rows - 1),
                  .at = goal.plan,
                  .height = goal.height,
                  .heat = -1};
}

// The node of a goal; -1 where only a way around within the cell leads to a
// place of it, if any does: rays cannot tell.  A cell without a floor has one
// place.
static int find_node(ray_grid *g, const node *goal)
{
    bool has_floor = false;
    for (int i = 0; i < g->places; i++) {
        node *n = &g->node[i];
        if (n->column != goal->column || n->row != goal->row) {
            continue;
        }
        if (!n->has_floor) {
            n->at = goal->at;
            n->height = n->is_goal ? n->height : goal->height;
            return i;
        }
        if (sees(g, goal->at, goal->height, i)) {
            return i;
        }
        has_floor = true;
    }
    ck_assert(has_floor);
    return -1;
}

static void join_goal(ray_grid *g, int number, const node *goal)
{
    for (int i = 0; i < g->places; i++) {
        node *n = &g->node[i];
        node there = *goal;
        if (!n->is_free || !is_beside(n, goal)) {
            continue;
        }
        int copy = add_node(g, there);
        if (sees(g, goal->at, goal->height, i) ||
            sees(g, n->at, n->height, copy)) {
            join(g, number, i);
        }
        g->nodes--;
    }
}

static void put_goal(ray_grid *g, int number, const node *goal)
{
    g->node[number].is_goal = true;
    g->node[number].heat = 0;
    if (!g->node[number].is_free) {
        join_goal(g, number, goal);
    }
}

// ---------------------------------------------------------------------------
// What the field must say
// ---------------------------------------------------------------------------

static void heat_up(ray_grid *g)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < g->nodes * g->nodes; i++) {
            node *a = &g->node[i / g->nodes], *b = &g->node[i % g->nodes];
            if (a->heat >= 0 && *link_of(g, i / g->nodes, i % g->nodes) &&
                (b->heat < 0 || b->heat > a->heat + 1)) {
                b->heat = a->heat + 1;
                changed = true;
            }
        }
    }
}

// Whether one can go to a node by one beside it that lies at an offset.
static bool goes_by(const ray_grid *g, int from, int to, int dx, int dy)
{
    const node *n = &g->node[from];
    for (int k = 0; k < g->nodes; k++) {
        const node *between = &g->node[k];
        if (between->column - n->column == dx && between->row - n->row == dy &&
            *link_of(g, from, k) && *link_of(g, k, to)) {
            return true;
        }
    }
    return false;
}

static bool is_neighbour(const ray_grid *g, int from, int to)
{
    const node *a = &g->node[from], *b = &g->node[to];
    int dx = b->column - a->column, dy = b->row - a->row;
    if (abs(dx) > 1 || abs(dy) > 1) {
        return false;
    }
    return dx != 0 && dy != 0
               ? goes_by(g, from, to, dx, 0) && goes_by(g, from, to, 0, dy)
               : *link_of(g, from, to);
}

// The neighbour with least heat, the first of them in the order of scanning.
static void point_on(const ray_grid *g, int from, int way[2])
{
    const node *n = &g->node[from];
    int least = n->heat, place = 9;
    for (int k = 0; k < g->nodes && n->heat > 0; k++) {
        const node *other = &g->node[k];
        int dx = other->column - n->column, dy = other->row - n->row;
        int order = 3 * (dx + 1) + dy + 1;
        if (other->heat < 0 || other->heat > least ||
            !is_neighbour(g, from, k) ||
            (other->heat == least && order >= place)) {
            continue;
        }
        if (other->heat < n->heat) {
            least = other->heat;
            place = order;
        }
    }
    way[0] = place == 9 ? 0 : place / 3 - 1;
    way[1] = place == 9 ? 0 : place % 3 - 1;
}

static void check_place(const ray_grid *g, int number, const nav_place *p,
                        double cell)
{
    const node *n = &g->node[number];
    nav_place_status want = n->is_goal     ? NAV_PLACE_GOAL
                            : !n->is_free  ? NAV_PLACE_BLOCKED
                            : n->heat >= 0 ? NAV_PLACE_OK
                                           : NAV_PLACE_UNREACHABLE;
    NAV_TEST_CHECK_MSG(p->status == want, "(%g, %g) height %g is %s, not %s",
                       p->centre.x, p->centre.y, p->height,
                       nav_place_status_name(p->status),
                       nav_place_status_name(want));
    if (want == NAV_PLACE_OK || want == NAV_PLACE_GOAL) {
        int way[2];
        point_on(g, number, way);
        NAV_TEST_CHECK(p->height == n->height);
        NAV_TEST_CHECK_MSG(p->distance == n->heat * cell,
                           "(%g, %g) height %g: %.17g, not %d steps",
                           p->centre.x, p->centre.y, p->height, p->distance,
                           n->heat);
        NAV_TEST_CHECK_MSG(p->direction.x == way[0] && p->direction.y == way[1],
                           "(%g, %g) height %g: to %g %g, not %d %d",
                           p->centre.x, p->centre.y, p->height, p->direction.x,
                           p->direction.y, way[0], way[1]);
        NAV_TEST_CHECK((way[0] != 0 || way[1] != 0) == (want == NAV_PLACE_OK));
    }
}

static nav_point draw_goal(nav_test_bed *bed, nav_test_random *random)
{
    nav_point p = nav_test_draw_point(bed, random);
    nav_location location;
    p.floor =
        nav_test_random_below(random, 2) ? NAV_FLOOR_LOWEST : NAV_FLOOR_HIGHEST;
    ck_assert_int_eq(nav_query_locate_at(bed->query, p, &location, NULL),
                     NAV_OK);
    return (nav_point){p.plan, NAV_FLOOR_NEAREST, location.height};
}

// Gives in how many goals' cells the centre was off the mesh.
static int check_drawn(nav_test_bed *bed, double cell, nav_cell_test test,
                       nav_test_random *random)
{
    nav_point goals[NAV_TEST_GOALS];
    size_t count = 0, most = 1 + nav_test_random_below(random, NAV_TEST_GOALS);
    int off = 0;
    nav_point any = nav_test_draw_point(bed, random);
    ray_grid g = new_grid(bed, &any, cell, test);
    join_places(&g);
    for (int tries = 0; tries < 100 && count < most; tries++) {
        nav_point p = draw_goal(bed, random);
        node goal = node_of_goal(bed, p);
        int number = find_node(&g, &goal);
        if (number >= 0) {
            off += !g.node[number].has_floor;
            put_goal(&g, number, &goal);
            goals[count++] = p;
        }
    }
    ck_assert_uint_gt(count, 0);
    heat_up(&g);
    nav_test_bed_make(bed, goals, count, plain_options(cell, test));
    ck_assert_int_eq(g.places, (int)bed->info.places);
    for (int i = 0; i < g.places; i++) {
        nav_place p = nav_field_place(bed->field, (size_t)i);
        check_place(&g, i, &p, cell);
    }
    free_grid(&g);
    return off;
}

START_TEST(test_steps_on_bumpy_floors_are_rays_from_place_to_place)
{
    nav_test_random random = {1100 + (uint64_t)_i};
    nav_mesh *flat = nav_test_make_grid(&random, 7, 6, (uint32_t)_i % 2);
    nav_test_bed bed = nav_test_bed_new(nav_test_lift(flat, &random));
    nav_mesh_free(flat);
    int off = 0;
    for (int round = 0; round < 6; round++) {
        static const double cells[] = {5, 8, 13};
        off +=
            check_drawn(&bed, cells[round / 2],
                        round % 2 ? NAV_CELL_FULL : NAV_CELL_CENTRE, &random);
    }
    ck_assert_int_gt(off, 0);
    nav_test_bed_free(&bed);
}
END_TEST

// Stairs that one can walk under, and with a landing in the middle that goes on
// to a balcony: edges of three and four floors.
static nav_mesh *make_flight(void)
{
    static const nav_vec3 v[] = {{-3, 0, 0}, {0, 0, 0}, {0, 3, 0}, {-3, 3, 0},
                                 {7, 0, 0},  {7, 3, 0}, {3, 0, 2}, {3, 3, 2},
                                 {7, 0, 2},  {7, 3, 2}, {7, 0, 5}, {7, 3, 5},
                                 {9, 0, 5},  {9, 3, 5}, {3, 5, 2}, {7, 5, 2}};
    static const uint32_t corner[] = {0,  1,  2,  3,  1, 4, 5,  2,  1,  6,
                                      7,  2,  6,  8,  9, 7, 6,  10, 11, 7,
                                      10, 12, 13, 11, 7, 9, 15, 14};
    static const uint32_t counts[] = {4, 4, 4, 4, 4, 4, 4};
    return nav_test_make_floors(v, 16, corner, counts, 7);
}

static nav_mesh *make_stairs(void)
{
    nav_test_floors f = nav_test_open_stairs();
    nav_query_free(f.query);
    return f.mesh;
}

START_TEST(test_steps_where_floors_branch_are_rays_there_or_back)
{
    static nav_mesh *(*const make[])(void) = {make_flight, make_stairs,
                                              nav_test_make_ramp};
    static const double cells[] = {2, 0.85, 1, 0.5, 3, 1.25};
    nav_test_random random = {1200 + (uint64_t)_i};
    nav_test_bed bed = nav_test_bed_new(make[_i % 3]());
    for (int round = 0; round < 12; round++) {
        (void)check_drawn(&bed, cells[round % 6],
                          round / 6 ? NAV_CELL_FULL : NAV_CELL_CENTRE, &random);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// ---------------------------------------------------------------------------
// By hand
// ---------------------------------------------------------------------------

static nav_place place_at(const nav_test_bed *bed, uint32_t column,
                          uint32_t row, size_t floor)
{
    size_t count;
    size_t first = nav_field_cell(bed->field, column, row, &count);
    ck_assert_uint_lt(floor, count);
    return nav_field_place(bed->field, first + floor);
}

static void check_way(const nav_place *p, nav_place_status status,
                      double distance, int dx, int dy)
{
    NAV_TEST_CHECK_MSG(p->status == status && p->distance == distance &&
                           p->direction.x == dx && p->direction.y == dy,
                       "(%g, %g) height %g: %s, %g, %g %g", p->centre.x,
                       p->centre.y, p->height, nav_place_status_name(p->status),
                       p->distance, p->direction.x, p->direction.y);
}

// A slope that ends before the centre of its last cell, with the goal there.
START_TEST(test_a_goal_off_its_centre_is_pointed_to)
{
    static const nav_vec3 v[] = {
        {0, 0, 0}, {3.25, 0, 3.25}, {3.25, 1, 3.25}, {0, 1, 0}};
    static const uint32_t corner[] = {0, 1, 2, 3}, count = 4;
    nav_test_bed bed =
        nav_test_bed_new(nav_test_make_floors(v, 4, corner, &count, 1));
    nav_point goal = nav_test_on_plane(3.125, 0.5);
    nav_test_bed_make(&bed, &goal, 1, plain_options(1, NAV_CELL_CENTRE));
    for (uint32_t i = 0; i < 4; i++) {
        nav_place p = place_at(&bed, i, 0, 0);
        check_way(&p, i == 3 ? NAV_PLACE_GOAL : NAV_PLACE_OK, 3.0 - i, i < 3,
                  0);
        // Of the goal's cell, which has no floor, its own.
        ck_assert_double_eq(p.height, i == 3 ? 3.125 : i + 0.5);
    }
    nav_test_bed_free(&bed);
}
END_TEST

// In front of the stairs a straight walk leads under them, and down from them
// to the floor in front.
START_TEST(test_stairs_are_next_to_the_floor_in_front)
{
    nav_test_bed bed = nav_test_bed_new(make_stairs());
    nav_point goal = nav_test_at(1.25, 1, 0.9375);
    nav_test_bed_make(&bed, &goal, 1, plain_options(2, NAV_CELL_CENTRE));
    ck_assert_uint_eq(bed.info.places, 5);
    const nav_place place[] = {place_at(&bed, 0, 0, 0), place_at(&bed, 1, 0, 0),
                               place_at(&bed, 1, 0, 1), place_at(&bed, 2, 0, 0),
                               place_at(&bed, 2, 0, 1)};
    check_way(&place[0], NAV_PLACE_OK, 2, 1, 0);
    check_way(&place[1], NAV_PLACE_OK, 4, -1, 0);
    check_way(&place[2], NAV_PLACE_GOAL, 0, 0, 0);
    check_way(&place[3], NAV_PLACE_OK, 6, -1, 0);
    check_way(&place[4], NAV_PLACE_OK, 2, -1, 0);
    nav_test_bed_free(&bed);
}
END_TEST

// A balcony that ends before the centre of a cell, over a floor that does not.
static nav_mesh *make_balcony(void)
{
    static const nav_vec3 v[] = {{0, 0, 0},    {4, 0, 0}, {4, 1, 0},
                                 {0, 1, 0},    {0, 0, 3}, {2.25, 0, 3},
                                 {2.25, 1, 4}, {0, 1, 3}};
    static const uint32_t corner[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t counts[] = {4, 4};
    return nav_test_make_floors(v, 8, corner, counts, 2);
}

// On the balcony, beyond the last centre there.
static const nav_point on_balcony = {{2.125, 0.5}, NAV_FLOOR_HIGHEST, 0};

// The goal up there has no place in its cell, and is not downstairs.
START_TEST(test_a_goal_over_another_floor_is_not_on_that)
{
    nav_test_bed bed = nav_test_bed_new(make_balcony());
    nav_point goal = on_balcony;
    nav_test_bed_make(&bed, &goal, 1, plain_options(1, NAV_CELL_CENTRE));
    for (uint32_t i = 0; i < 4; i++) {
        nav_place p = place_at(&bed, i, 0, 0);
        check_way(&p, NAV_PLACE_UNREACHABLE, HUGE_VAL, 0, 0);
        if (i < 2) {
            p = place_at(&bed, i, 0, 1);
            check_way(&p, NAV_PLACE_OK, 2.0 - i, 1, 0);
        }
    }
    // Nor does the other method say so.
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    ck_assert_int_eq(place_at(&bed, 2, 0, 0).status, NAV_PLACE_UNREACHABLE);
    goal.floor = NAV_FLOOR_LOWEST;
    nav_test_bed_make(&bed, &goal, 1, nav_test_exact(1));
    ck_assert_int_eq(place_at(&bed, 2, 0, 0).status, NAV_PLACE_GOAL);
    nav_test_bed_free(&bed);
}
END_TEST

// A slope with a pillar in it, next to the centre of a cell.
static nav_mesh *make_pillar(void)
{
    static const double line[] = {0, 0.625, 0.75, 2};
    nav_vec3 vertex[16];
    uint32_t corner[32], counts[8], used = 0;
    for (uint32_t i = 0; i < 16; i++) {
        vertex[i] = (nav_vec3){line[i % 4], line[i / 4], 2 * line[i % 4]};
    }
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t at = i / 3 * 4 + i % 3;
        if (i != 4) {
            const uint32_t square[] = {at, at + 1, at + 5, at + 4};
            counts[used / 4] = 4;
            memcpy(corner + used, square, sizeof square);
            used += 4;
        }
    }
    return nav_test_make_floors(vertex, 16, corner, counts, 8);
}

static const nav_point behind_pillar = {{0.875, 0.875}, NAV_FLOOR_ONLY, 0};

// One goes around the pillar within the cell.
START_TEST(test_a_goal_behind_a_pillar_is_in_its_cell)
{
    nav_test_bed bed = nav_test_bed_new(make_pillar());
    nav_test_bed_make(&bed, &behind_pillar, 1,
                      plain_options(1, NAV_CELL_CENTRE));
    const nav_place in = place_at(&bed, 0, 0, 0),
                    right = place_at(&bed, 1, 0, 0);
    check_way(&in, NAV_PLACE_GOAL, 0, 0, 0);
    check_way(&right, NAV_PLACE_OK, 1, -1, 0);
    nav_test_bed_free(&bed);
}
END_TEST

typedef struct making {
    const nav_mesh *mesh;
    nav_point goal;
} making;

static nav_status make_both(const nav_allocator *mem, const void *context)
{
    const making *m = context;
    const nav_field_options options[] = {plain_options(1, NAV_CELL_CENTRE),
                                         nav_test_exact(1)};
    nav_query *query = NULL;
    nav_field *field[2] = {NULL, NULL};
    nav_field_errors e = {0};
    nav_error error = {0};
    nav_status status = nav_query_new(m->mesh, mem, &query);
    for (int i = 0; i < 2 && status == NAV_OK; i++) {
        status =
            nav_field_new(query, &m->goal, 1, &options[i], &field[i], &error);
        ck_assert(status == NAV_OK || error.status == status);
    }
    if (status == NAV_OK) {
        status = nav_field_compare(field[0], field[1], &e, &error);
    }
    if (status == NAV_OK) {
        ck_assert_uint_gt(e.compared, 0);
        ck_assert_double_ge(e.path_mean, 0);
    }
    nav_field_free(field[0]);
    nav_field_free(field[1]);
    nav_query_free(query);
    return status;
}

START_TEST(test_such_goals_survive_every_failed_allocation)
{
    nav_mesh *mesh = _i ? make_pillar() : make_balcony();
    const making m = {mesh, _i ? behind_pillar : on_balcony};
    ck_assert_uint_gt(nav_test_fail_allocations(make_both, &m), 20);
    nav_mesh_free(mesh);
}
END_TEST

Suite *nav_test_field_walks(void)
{
    Suite *suite = suite_create("field_walks");
    TCase *rays = tcase_create("rays");
    tcase_add_loop_test(
        rays, test_steps_on_bumpy_floors_are_rays_from_place_to_place, 1, 10);
    tcase_add_loop_test(
        rays, test_steps_where_floors_branch_are_rays_there_or_back, 0, 9);
    suite_add_tcase(suite, rays);

    TCase *by_hand = tcase_create("by hand");
    tcase_add_test(by_hand, test_a_goal_off_its_centre_is_pointed_to);
    tcase_add_test(by_hand, test_stairs_are_next_to_the_floor_in_front);
    tcase_add_test(by_hand, test_a_goal_over_another_floor_is_not_on_that);
    tcase_add_test(by_hand, test_a_goal_behind_a_pillar_is_in_its_cell);
    tcase_add_loop_test(by_hand,
                        test_such_goals_survive_every_failed_allocation, 0, 2);
    suite_add_tcase(suite, by_hand);
    return suite;
}
