// bench_crowd.c - what agents cost that walk through a flow field, as CSV on
// stdout.
//
// A square of 512 x 512 cells, a fifth of it covered by random rectangles, and
// 10,000 agents that all go to one place: nanoseconds for each step of an agent
// that still walks, how many have arrived after 1,000 steps, and the paths that
// were asked for; without and with separation, by both methods.
#include <stdio.h>

#include "dice.h"
#include "measure.h"

enum { SIDE = 512, AGENTS = 10000, STEPS = 1000, RECTANGLES_MOST = 1000 };

typedef struct bench {
    char json[RECTANGLES_MOST * 128];
    nav_mesh *mesh;
    nav_query *query;
    nav_dice dice;
    nav_vec2 goal;
    nav_vec2 start[AGENTS];
} bench;

static double draw(bench *b)
{
    return nav_dice_unit(&b->dice);
}

// Rectangles until their areas add up to a fifth of the square.
static void open_map(bench *b)
{
    nav_shape *shape = NULL;
    nav_bake_options options = nav_bake_options_default();
    size_t room = sizeof b->json, size = 0;
    double covered = 0;
    size = (size_t)snprintf(b->json, room, "[[[0,0],[%d,0],[%d,%d],[0,%d]]",
                            SIDE, SIDE, SIDE, SIDE);
    while (covered < 0.2 * SIDE * SIDE && room - size > 128) {
        double w = 4 + draw(b) * 30, h = 4 + draw(b) * 30;
        double x = draw(b) * (SIDE - w), y = draw(b) * (SIDE - h);
        covered += w * h;
        size += (size_t)snprintf(b->json + size, room - size,
                                 ",[[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],"
                                 "[%.6f,%.6f]]",
                                 x, y, x + w, y, x + w, y + h, x, y + h);
    }
    b->json[size++] = ']';
    bench_check(nav_shape_new(NULL, &shape));
    bench_check(nav_shape_read_json(shape, b->json, size, NULL));
    bench_check(nav_bake(shape, &options, NULL, &b->mesh, NULL, NULL));
    bench_check(nav_query_new(b->mesh, NULL, &b->query));
    nav_shape_free(shape);
}

// A walkable place.
static nav_vec2 draw_place(bench *b)
{
    nav_location at;
    do {
        nav_vec2 p = {draw(b) * SIDE, draw(b) * SIDE};
        bench_check(nav_query_locate(b->query, p, &at, NULL));
    } while (at.distance > 0);
    return at.point;
}

static size_t count_walking(const nav_crowd *crowd)
{
    size_t walking = 0;
    for (size_t i = 0; i < AGENTS; i++) {
        walking += nav_crowd_agent(crowd, i).status == NAV_AGENT_WALKING;
    }
    return walking;
}

static void tell(const nav_crowd *crowd, const char *method, double separation,
                 double nanoseconds)
{
    size_t arrived = 0, queries = 0, most = 0;
    for (size_t i = 0; i < AGENTS; i++) {
        nav_agent a = nav_crowd_agent(crowd, i);
        arrived += a.status == NAV_AGENT_ARRIVED;
        queries += a.queries;
        most = a.queries > most ? a.queries : most;
    }
    (void)printf("%s,%g,%d,%d,%.0f,%zu,%zu,%zu\n", method, separation, AGENTS,
                 STEPS, nanoseconds, arrived, queries, most);
}

static void run(bench *b, nav_field_method method, double separation)
{
    nav_field *field = NULL;
    nav_crowd *crowd = NULL;
    const nav_point goal = {.plan = b->goal};
    const nav_field_options grid = {.cell = 1, .method = method};
    bench_check(nav_field_new(b->query, &goal, 1, &grid, &field, NULL));
    nav_crowd_options options = nav_crowd_options_default(field);
    options.separation = separation;
    bench_check(nav_crowd_new(b->mesh, field, &options, NULL, &crowd, NULL));
    nav_agent_spec spec = nav_agent_default(field);
    for (size_t i = 0; i < AGENTS; i++) {
        spec.start.plan = b->start[i];
        bench_check(nav_crowd_add(crowd, &spec, NULL));
    }
    double seconds = 0, steps = 0;
    for (int i = 0; i < STEPS; i++) {
        steps += (double)count_walking(crowd);
        double begun = bench_now();
        bench_check(nav_crowd_step(crowd, NULL));
        seconds += bench_now() - begun;
    }
    tell(crowd, method == NAV_FIELD_EXACT ? "exact" : "grid4", separation,
         seconds * 1e9 / steps);
    nav_crowd_free(crowd);
    nav_field_free(field);
}

int main(void)
{
    static bench b = {.dice = {1}};
    open_map(&b);
    b.goal = draw_place(&b);
    for (size_t i = 0; i < AGENTS; i++) {
        b.start[i] = draw_place(&b);
    }
    (void)printf("method,separation,agents,steps,ns_a_step,arrived,paths,"
                 "most_paths\n");
    for (int i = 0; i < 6; i++) {
        run(&b, i < 3 ? NAV_FIELD_EXACT : NAV_FIELD_GRID4, i % 3);
    }
    nav_query_free(b.query);
    nav_mesh_free(b.mesh);
    return 0;
}
