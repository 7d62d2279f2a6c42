// test_field.c - NAV_FIELD_EXACT against a visibility graph.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field_support.h"
#include "suites.h"
#include "visibility_oracle.h"
// Relative difference of distances that rounding may make.
#define DISTANCE_TOLERANCE 1e-9
// The same where both are of one step; ways of different lengths differ more.
#define STEP_TOLERANCE 1e-12

static double distance(nav_vec2 a, nav_vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

// All lengths are from the nearest of the goals.
enum { PLACES_MOST = 2048, SIDE_MOST = 24 };

typedef struct graph {
    vis_map *map;
    vis_oracle *oracle;
    vis_point goal[NAV_TEST_GOALS];
    size_t goals;
    // Corners of the map and then the goals: where ways may turn or end.
    vis_point *node; // in halves
    size_t nodes;
    double *length; // [nodes]
} graph;

// Least lengths from the goals to places.
static void measure(const graph *g, const vis_point *places, size_t count,
                    double *lengths)
{
    double *other = malloc((count + 1) * sizeof *other);
    ck_assert_ptr_nonnull(other);
    for (size_t i = 0; i < g->goals; i++) {
        vis_oracle_lengths(g->oracle, g->goal[i], places, count,
                           i == 0 ? lengths : other);
        for (size_t k = 0; k < count && i > 0; k++) {
            lengths[k] = fmin(lengths[k], other[k]);
        }
    }
    free(other);
}

static void graph_init(graph *g, nav_test_random *random, uint32_t kind)
{
    *g = (graph){.map = malloc(sizeof *g->map)};
    ck_assert_ptr_nonnull(g->map);
    vis_map_draw(g->map, random, kind);
    g->oracle = vis_oracle_new(g->map);
    size_t goals = 1 + nav_test_random_below(random, NAV_TEST_GOALS);
    for (int tries = 0; tries < 1000 && g->goals < goals; tries++) {
        vis_point p = vis_map_place(g->map, random);
        if (vis_oracle_parts(g->oracle, p) > 0) {
            g->goal[g->goals++] = p;
        }
    }
    ck_assert_uint_gt(g->goals, 0);
    g->nodes = g->map->points + g->goals;
    g->node = malloc(g->nodes * sizeof *g->node);
    g->length = malloc(g->nodes * sizeof *g->length);
    ck_assert(g->node && g->length);
    for (uint32_t i = 0; i < g->map->points; i++) {
        vis_point p = g->map->point[i];
        g->node[i] = (vis_point){2 * p.x, 2 * p.y};
    }
    memcpy(g->node + g->map->points, g->goal, g->goals * sizeof *g->goal);
    measure(g, g->node, g->nodes, g->length);
}

static void graph_fini(graph *g)
{
    vis_oracle_free(g->oracle);
    free(g->map);
    free(g->node);
    free(g->length);
}

// A point of the unturned map in halves; it must be there exactly.
static vis_point halves_of(nav_vec2 p)
{
    vis_point halves = {(int32_t)(2 * p.x), (int32_t)(2 * p.y)};
    NAV_TEST_CHECK_MSG(halves.x == 2 * p.x && halves.y == 2 * p.y,
                       "(%.17g, %.17g) is no place of the map", p.x, p.y);
    return halves;
}

// The node at a place; the last one, so that a goal wins.
static size_t find_node(const graph *g, vis_point p)
{
    size_t i = g->nodes;
    while (i > 0 && (g->node[i - 1].x != p.x || g->node[i - 1].y != p.y)) {
        i--;
    }
    NAV_TEST_CHECK_MSG(i > 0, "(%g, %g) is neither a corner nor a goal",
                       0.5 * p.x, 0.5 * p.y);
    return i - 1;
}

static double gap(vis_point a, vis_point b)
{
    return 0.5 * hypot(a.x - b.x, a.y - b.y);
}

// Whether b lies on the line from a to c, and between them.
static bool is_between(vis_point a, vis_point b, vis_point c)
{
    int64_t ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
    return ux * vy == uy * vx && ux * vx + uy * vy > 0;
}

// A goal, or a corner from which a way as short as any leads on in another
// direction.  `sight` are lengths from the turn to all nodes.
static bool turns(const graph *g, vis_point from, size_t turn,
                  const double *sight)
{
    vis_point at = g->node[turn];
    for (size_t i = 0; i < g->nodes && turn < g->map->points; i++) {
        double step = gap(at, g->node[i]);
        if (step > 0 && sight[i] >= 0 &&
            nav_test_is_close(sight[i], step, STEP_TOLERANCE) &&
            nav_test_is_close(step + g->length[i], g->length[turn],
                              STEP_TOLERANCE) &&
            !is_between(from, at, g->node[i])) {
            return true;
        }
    }
    return turn >= g->map->points;
}

// Where parts only touch, a turn has a length in each of them, of which the
// graph tells the least: then neither sums nor the way on can be told.
static void check_turn(const graph *g, const nav_place *p, size_t turn,
                       double seen, const double *sight)
{
    vis_point from = halves_of(p->centre), at = g->node[turn];
    double step = gap(from, at);
    NAV_TEST_CHECK_MSG(nav_test_is_close(seen, step, STEP_TOLERANCE),
                       "(%g, %g) does not see its turn (%g, %g)", p->centre.x,
                       p->centre.y, p->turn.x, p->turn.y);
    NAV_TEST_CHECK(step > 0 || p->distance == 0);
    bool pinched = vis_oracle_parts(g->oracle, at) > 1;
    double whole = step + g->length[turn];
    NAV_TEST_CHECK_MSG(
        pinched ? whole <= p->distance * (1 + DISTANCE_TOLERANCE)
                : nav_test_is_close(whole, p->distance, DISTANCE_TOLERANCE),
        "(%g, %g): %.17g over (%g, %g), not %.17g", p->centre.x, p->centre.y,
        whole, p->turn.x, p->turn.y, p->distance);
    NAV_TEST_CHECK_MSG(pinched || turns(g, from, turn, sight),
                       "the way from (%g, %g) does not turn at (%g, %g)",
                       p->centre.x, p->centre.y, p->turn.x, p->turn.y);
    double away = distance(p->centre, p->turn);
    double x = away > 0 ? (p->turn.x - p->centre.x) / away : 0;
    double y = away > 0 ? (p->turn.y - p->centre.y) / away : 0;
    NAV_TEST_CHECK(fabs(p->direction.x - x) <= 1e-15 &&
                   fabs(p->direction.y - y) <= 1e-15);
}

// Places that turn at the same node are looked at together, since measuring
// from it is most of the work.
static void check_turns(const graph *g, const nav_place *place, size_t count)
{
    double *sight = malloc(g->nodes * sizeof *sight);
    double *seen = malloc(count * sizeof *seen);
    vis_point *from = malloc(count * sizeof *from);
    size_t *turn = malloc(count * sizeof *turn);
    ck_assert(sight && seen && from && turn);
    for (size_t i = 0; i < count; i++) {
        bool has_way = isfinite(place[i].distance);
        turn[i] = has_way ? find_node(g, halves_of(place[i].turn)) : g->nodes;
        from[i] = halves_of(place[i].centre);
    }
    for (size_t t = 0; t < g->nodes; t++) {
        bool is_used = false;
        for (size_t i = 0; i < count; i++) {
            is_used = is_used || turn[i] == t;
        }
        if (!is_used) {
            continue;
        }
        vis_oracle_lengths(g->oracle, g->node[t], g->node, g->nodes, sight);
        vis_oracle_lengths(g->oracle, g->node[t], from, count, seen);
        for (size_t i = 0; i < count; i++) {
            if (turn[i] == t) {
                check_turn(g, &place[i], t, seen[i], sight);
            }
        }
    }
    free(sight);
    free(seen);
    free(from);
    free(turn);
}

static bool has_goal(const graph *g, const nav_place *p, double cell)
{
    bool has = false;
    for (size_t i = 0; i < g->goals; i++) {
        has = has || (fabs(0.5 * g->goal[i].x - p->centre.x) <= cell / 2 &&
                      fabs(0.5 * g->goal[i].y - p->centre.y) <= cell / 2);
    }
    return has;
}

static void check_field(const graph *g, const nav_test_bed *bed)
{
    size_t count = bed->info.places;
    static nav_place place[PLACES_MOST];
    static vis_point at[PLACES_MOST];
    static double want[PLACES_MOST];
    ck_assert_uint_le(count, PLACES_MOST);
    for (size_t i = 0; i < count; i++) {
        place[i] = nav_field_place(bed->field, i);
        at[i] = halves_of(place[i].centre);
    }
    measure(g, at, count, want);
    for (size_t i = 0; i < count; i++) {
        const nav_place *p = &place[i];
        bool near_goal = has_goal(g, p, bed->info.cell);
        nav_place_status status = want[i] < 0           ? NAV_PLACE_BLOCKED
                                  : want[i] == HUGE_VAL ? NAV_PLACE_UNREACHABLE
                                                        : NAV_PLACE_OK;
        NAV_TEST_CHECK_MSG(
            p->status == status || (near_goal && p->status == NAV_PLACE_GOAL),
            "(%g, %g) is %s, not %s", p->centre.x, p->centre.y,
            nav_place_status_name(p->status), nav_place_status_name(status));
        double length = want[i] < 0 ? HUGE_VAL : want[i];
        NAV_TEST_CHECK_MSG(
            nav_test_is_close(p->distance, length, DISTANCE_TOLERANCE),
            "(%g, %g): %.17g, not %.17g", p->centre.x, p->centre.y, p->distance,
            length);
    }
    check_turns(g, place, count);
}

// The least cell of halves that leaves few enough.
static double choose_cell(const nav_mesh *mesh, double least)
{
    nav_box box = nav_mesh_get_info(mesh).bounds;
    double longer = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double cell = least;
    while (cell * SIDE_MOST < longer) {
        cell += 1;
    }
    return cell;
}

// Cells of 1, of which centres are between the points that maps are drawn on,
// and of 2, of which they are these points.
START_TEST(test_a_field_is_that_of_the_visibility_graph)
{
    static const uint32_t max_verts[] = {16, 3, 4, 32};
    nav_test_random random = {(uint64_t)_i};
    for (uint32_t round = 0; round < 6; round++) {
        graph g;
        graph_init(&g, &random, round);
        nav_shape *shape = vis_map_shape(g.map, (nav_vec2){1, 0});
        nav_test_bed bed = nav_test_bed_new(nav_test_bake_shape(
            shape, max_verts[nav_test_random_below(&random, 4)]));
        nav_point goals[NAV_TEST_GOALS];
        for (size_t i = 0; i < g.goals; i++) {
            goals[i] = nav_test_on_plane(0.5 * g.goal[i].x, 0.5 * g.goal[i].y);
        }
        for (int least = 1; least <= 2; least++) {
            double cell = choose_cell(bed.mesh, least);
            nav_test_bed_make(&bed, goals, g.goals, nav_test_exact(cell));
            check_field(&g, &bed);
        }
        nav_shape_free(shape);
        nav_test_bed_free(&bed);
        graph_fini(&g);
    }
}
END_TEST

Suite *nav_test_field(void)
{
    Suite *suite = suite_create("field");
    TCase *graph_case = tcase_create("visibility graph");
    tcase_add_loop_test(graph_case,
                        test_a_field_is_that_of_the_visibility_graph, 0, 40);
    suite_add_tcase(suite, graph_case);
    return suite;
}
