// bench_links.c - what path queries cost on a mesh with links, as CSV on
// stdout.
//
// For numbers of links, and for costs that are their length, or a part of it:
// microseconds a query (mean, median and greatest over the pairs, each pair at
// the best of its runs), nodes expanded and links taken on average.  The ends
// are drawn all over the map; "near" ones are no farther apart than a twentieth
// of it.
#include <stdio.h>
#include <stdlib.h>

#include "dice.h"
#include "maps.h"
#include "measure.h"

enum { POINTS = 20000, PAIRS = 200, RUNS = 3 };

typedef struct bench {
    nav_shape *shape;
    nav_mesh *mesh; // without links
    nav_query *query;
    nav_box bounds;
    nav_dice dice;
    nav_vec2 start[PAIRS], end[PAIRS];
} bench;

static double draw(bench *b)
{
    return nav_dice_unit(&b->dice);
}

// The walkable point nearest to one of a box of the given size, in parts of the
// map, around `at`; the whole map with 1.
static nav_vec2 draw_place(bench *b, nav_vec2 at, double size)
{
    nav_vec2 low = b->bounds.min, high = b->bounds.max;
    nav_location location;
    nav_vec2 p = {at.x + (draw(b) - 0.5) * size * (high.x - low.x),
                  at.y + (draw(b) - 0.5) * size * (high.y - low.y)};
    bench_check(nav_query_locate(b->query, p, &location, NULL));
    return location.point;
}

static nav_vec2 centre_of(const bench *b)
{
    return (nav_vec2){b->bounds.min.x / 2 + b->bounds.max.x / 2,
                      b->bounds.min.y / 2 + b->bounds.max.y / 2};
}

static nav_mesh *bake(const bench *b, const nav_link_list *links)
{
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    options.links = links;
    bench_check(nav_bake(b->shape, &options, NULL, &mesh, NULL, NULL));
    return mesh;
}

static void open_map(bench *b)
{
    bench_text text = {NULL, 0, 0};
    *b = (bench){.dice = {1}};
    if (!bench_map("rooms", POINTS, &text)) {
        exit(3);
    }
    bench_check(nav_shape_new(NULL, &b->shape));
    bench_check(nav_shape_read_json(b->shape, text.bytes, text.size, NULL));
    free(text.bytes);
    b->mesh = bake(b, NULL);
    b->bounds = nav_mesh_get_info(b->mesh).bounds;
    bench_check(nav_query_new(b->mesh, NULL, &b->query));
    for (int i = 0; i < PAIRS; i++) {
        b->start[i] = draw_place(b, centre_of(b), 1);
        b->end[i] = draw_place(b, centre_of(b), 1);
    }
}

// A cost is the length, or that part of the longer leg of the link.
static nav_link_list *draw_links(bench *b, int count, double part, bool near)
{
    nav_link_list *list = NULL;
    bench_check(nav_link_list_new(NULL, &list));
    for (int i = 0; i < count; i++) {
        nav_vec2 from = draw_place(b, centre_of(b), 1);
        nav_vec2 to =
            near ? draw_place(b, from, 0.1) : draw_place(b, centre_of(b), 1);
        double x = from.x > to.x ? from.x - to.x : to.x - from.x;
        double y = from.y > to.y ? from.y - to.y : to.y - from.y;
        nav_link_input link = {.from = {from.x, from.y, 0},
                               .to = {to.x, to.y, 0},
                               .has_cost = part < 1,
                               .cost = part * (x > y ? x : y)};
        bench_check(nav_link_list_add(list, &link, NULL));
    }
    return list;
}

static void run(bench *b, int count, double part, bool near)
{
    nav_link_list *list = draw_links(b, count, part, near);
    nav_mesh *mesh = bake(b, list);
    nav_query *query = NULL;
    nav_path_options options = {.search = NAV_SEARCH_OPTIMAL};
    double best[PAIRS], sum = 0;
    size_t expanded = 0, taken = 0;
    bench_check(nav_query_new(mesh, NULL, &query));
    for (int i = 0; i < PAIRS * RUNS; i++) {
        nav_path path;
        double begun = bench_now();
        bench_check(nav_query_path(query, b->start[i % PAIRS],
                                   b->end[i % PAIRS], &options, &path, NULL));
        double seconds = bench_now() - begun;
        bool better = i < PAIRS || seconds < best[i % PAIRS];
        best[i % PAIRS] = better ? seconds : best[i % PAIRS];
        expanded += path.expanded;
        taken += path.link_count;
    }
    bench_sort(best, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        sum += best[i];
    }
    (void)printf("%d,%g,%s,%.1f,%.1f,%.1f,%.1f,%.2f\n", count, part,
                 near ? "near" : "any", 1e6 * sum / PAIRS,
                 1e6 * best[PAIRS / 2], 1e6 * best[PAIRS - 1],
                 (double)expanded / (PAIRS * RUNS),
                 (double)taken / (PAIRS * RUNS));
    nav_query_free(query);
    nav_mesh_free(mesh);
    nav_link_list_free(list);
}

int main(void)
{
    static const int counts[] = {10, 100, 1000};
    static const double parts[] = {1, 0.8, 0.2};
    static bench b;
    open_map(&b);
    (void)printf("links,cost_of_length,ends,mean_us,median_us,most_us,expanded,"
                 "links_taken\n");
    run(&b, 0, 1, false);
    for (int i = 0; i < 18; i++) {
        run(&b, counts[i / 6], parts[i / 2 % 3], i % 2 == 1);
    }
    nav_query_free(b.query);
    nav_mesh_free(b.mesh);
    nav_shape_free(b.shape);
    return 0;
}
