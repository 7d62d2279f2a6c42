// mesh_support.c - small meshes made without the baker, for the query tests.
//
// The grids have integer corners, so that the oracles can decide in 64-bit
// integers what the library decides by its predicates.
#include "mesh_support.h"

#include <check.h>
#include <stdlib.h>

enum { CELL = 12 };

typedef struct side {
    uint32_t low, high; // its two vertices
    uint32_t edge;
} side;

static int compare_sides(const void *a, const void *b)
{
    const side *s = a, *t = b;
    if (s->low != t->low) {
        return s->low < t->low ? -1 : 1;
    }
    if (s->high != t->high) {
        return s->high < t->high ? -1 : 1;
    }
    return (s->edge > t->edge) - (s->edge < t->edge);
}

// Makes rings of the edges that have both ends in common.
static void match_edges(nav_mesh *mesh)
{
    uint32_t edges = mesh->info.edges;
    side *sides = malloc(edges * sizeof *sides);
    ck_assert_ptr_nonnull(sides);
    for (uint32_t p = 0; p < mesh->info.polygons; p++) {
        uint32_t end = mesh->first[p + 1];
        for (uint32_t e = mesh->first[p]; e < end; e++) {
            uint32_t a = mesh->corner[e];
            uint32_t b = mesh->corner[e + 1 < end ? e + 1 : mesh->first[p]];
            sides[e] = (side){a < b ? a : b, a < b ? b : a, e};
            mesh->twin[e] = NAV_NONE;
        }
    }
    qsort(sides, edges, sizeof *sides, compare_sides);
    uint32_t first = 0; // of the edges with these ends
    for (uint32_t i = 1; i < edges; i++) {
        const side *s = &sides[i - 1], *t = &sides[i];
        if (s->low == t->low && s->high == t->high) {
            mesh->twin[s->edge] = t->edge;
            mesh->twin[t->edge] = sides[first].edge;
        } else {
            first = i;
        }
    }
    free(sides);
}

// A mesh without vertices yet.
static nav_mesh *start_mesh(nav_mesh_info info, const uint32_t *corners,
                            const uint32_t *counts)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    nav_mesh *mesh = NULL;
    for (uint32_t p = 0; p < info.polygons; p++) {
        info.edges += counts[p];
    }
    ck_assert_int_eq(nav_mesh_new(&mem, &info, &mesh, NULL), NAV_OK);
    mesh->first[0] = 0;
    for (uint32_t p = 0; p < info.polygons; p++) {
        mesh->first[p + 1] = mesh->first[p] + counts[p];
    }
    for (uint32_t e = 0; e < info.edges; e++) {
        mesh->corner[e] = corners[e];
    }
    match_edges(mesh);
    return mesh;
}

nav_mesh *nav_test_make_mesh(const nav_vec2 *vertices, uint32_t vertex_count,
                             const uint32_t *corners, const uint32_t *counts,
                             uint32_t polygon_count)
{
    nav_mesh_info info = {.vertices = vertex_count, .polygons = polygon_count};
    nav_mesh *mesh = start_mesh(info, corners, counts);
    for (uint32_t v = 0; v < vertex_count; v++) {
        mesh->vertex[v] = vertices[v];
    }
    nav_mesh_finish(mesh);
    return mesh;
}

nav_mesh *nav_test_make_floors(const nav_vec3 *vertices, uint32_t vertex_count,
                               const uint32_t *corners, const uint32_t *counts,
                               uint32_t polygon_count)
{
    nav_mesh_info info = {.vertices = vertex_count,
                          .polygons = polygon_count,
                          .has_heights = true,
                          .up = NAV_UP_Z};
    nav_mesh *mesh = start_mesh(info, corners, counts);
    for (uint32_t v = 0; v < vertex_count; v++) {
        mesh->vertex[v] = (nav_vec2){vertices[v].x, vertices[v].y};
        mesh->height[v] = vertices[v].z;
    }
    nav_error error;
    ck_assert_msg(nav_mesh_validate(mesh, &error) == NAV_OK, "%s",
                  error.message);
    nav_mesh_finish(mesh);
    return mesh;
}

// Corners and counts of the polygons of a grid in the making.
typedef struct grid {
    uint32_t *corners, *counts;
    uint32_t used, polygons;
} grid;

static void add_polygon(grid *g, const uint32_t *corners, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        g->corners[g->used++] = corners[i];
    }
    g->counts[g->polygons++] = count;
}

static void add_cell(grid *g, nav_test_random *random, uint32_t corner,
                     uint32_t width)
{
    uint32_t a = corner, b = corner + 1;
    uint32_t c = corner + width + 2, d = corner + width + 1;
    uint32_t kind = nav_test_random_below(random, 10);
    if (kind < 3) {
        return;
    }
    if (kind < 5) {
        add_polygon(g, (uint32_t[]){a, b, c, d}, 4);
    } else if (kind < 7) {
        add_polygon(g, (uint32_t[]){a, b, c}, 3);
        add_polygon(g, (uint32_t[]){c, d, a}, 3);
    } else {
        add_polygon(g, (uint32_t[]){b, c, d}, 3);
        add_polygon(g, (uint32_t[]){d, a, b}, 3);
    }
}

static double jittered(nav_test_random *random, uint32_t cell, uint32_t jitter)
{
    double moved = nav_test_random_below(random, 2 * jitter + 1);
    return 2 * ((double)cell * (CELL / 2) + moved - jitter);
}

nav_mesh *nav_test_make_grid(nav_test_random *random, uint32_t width,
                             uint32_t height, uint32_t jitter)
{
    uint32_t vertices = (width + 1) * (height + 1), cells = width * height;
    nav_vec2 *v = malloc(vertices * sizeof *v);
    grid g = {malloc(cells * 6 * sizeof(uint32_t)),
              malloc(cells * 2 * sizeof(uint32_t)), 0, 0};
    ck_assert(v && g.corners && g.counts);
    for (uint32_t i = 0; i < vertices; i++) {
        v[i].x = jittered(random, i % (width + 1), jitter);
        v[i].y = jittered(random, i / (width + 1), jitter);
    }
    while (g.polygons == 0) {
        for (uint32_t i = 0; i < cells; i++) {
            add_cell(&g, random, i / width * (width + 1) + i % width, width);
        }
    }
    nav_mesh *mesh =
        nav_test_make_mesh(v, vertices, g.corners, g.counts, g.polygons);
    free(v);
    free(g.corners);
    free(g.counts);
    return mesh;
}

nav_mesh *nav_test_lift(const nav_mesh *mesh, nav_test_random *random)
{
    uint32_t vertices = mesh->info.vertices, polygons = mesh->info.polygons;
    nav_vec3 *v = malloc(vertices * sizeof *v);
    uint32_t *counts = malloc(polygons * sizeof *counts);
    ck_assert(v && counts);
    for (uint32_t i = 0; i < vertices; i++) {
        v[i] = (nav_vec3){mesh->vertex[i].x, mesh->vertex[i].y,
                          nav_test_random_below(random, 8)};
    }
    for (uint32_t p = 0; p < polygons; p++) {
        counts[p] = mesh->first[p + 1] - mesh->first[p];
    }
    nav_mesh *lifted =
        nav_test_make_floors(v, vertices, mesh->corner, counts, polygons);
    free(v);
    free(counts);
    return lifted;
}

double nav_test_grid_size(uint32_t cells)
{
    return (double)cells * CELL;
}

nav_vec2 nav_test_random_point(const nav_mesh *mesh, nav_test_random *random,
                               double size)
{
    uint32_t kind = nav_test_random_below(random, 4);
    if (kind < 2) {
        uint32_t e = nav_test_random_below(random, mesh->info.edges);
        nav_vec2 a = nav_mesh_edge_start(mesh, e);
        nav_vec2 b = nav_mesh_edge_end(mesh, e);
        // Even coordinates have an integer midpoint.
        return kind == 0 ? a : (nav_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
    }
    uint32_t range = (uint32_t)size + 5;
    return (nav_vec2){(double)nav_test_random_below(random, range) - 2,
                      (double)nav_test_random_below(random, range) - 2};
}

int nav_test_orient(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    int64_t abx = (int64_t)(b.x - a.x), aby = (int64_t)(b.y - a.y);
    int64_t acx = (int64_t)(c.x - a.x), acy = (int64_t)(c.y - a.y);
    int64_t det = abx * acy - aby * acx;
    return (det > 0) - (det < 0);
}

bool nav_test_holds(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 point)
{
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        if (nav_test_orient(nav_mesh_edge_start(mesh, e),
                            nav_mesh_edge_end(mesh, e), point) < 0) {
            return false;
        }
    }
    return true;
}
