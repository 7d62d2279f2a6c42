// vis_map.c - maps whose coordinates are integers, for the visibility oracle.
#include "vis_map.h"

#include <check.h>
#include <stdlib.h>

void vis_map_add(vis_map *map, const vis_point *points, uint32_t count,
                 bool is_hole)
{
    ck_assert_uint_lt(map->rings, VIS_RINGS_MOST);
    ck_assert_uint_le(map->points + count, VIS_POINTS_MOST);
    map->polygons += is_hole ? 0 : 1;
    map->ring[map->rings++] =
        (vis_ring){map->points, count, map->polygons - 1, is_hole};
    for (uint32_t i = 0; i < count; i++) {
        map->point[map->points++] = points[i];
    }
}

vis_point vis_next_point(const vis_map *map, const vis_ring *ring, uint32_t i)
{
    uint32_t last = ring->first + ring->count - 1;
    return map->point[i == last ? ring->first : i + 1];
}

static void add_box(vis_map *map, vis_point low, vis_point high, bool is_hole)
{
    const vis_point box[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    vis_map_add(map, box, 4, is_hole);
}

enum { GRID_MOST = 14 };

// Cells that are blocked or not.
typedef struct cells {
    int32_t width, height, size;
    bool blocked[GRID_MOST][GRID_MOST];
} cells;

static vis_point cell_corner(const cells *c, int32_t x, int32_t y)
{
    return (vis_point){x * c->size, y * c->size};
}

static void draw_blocks(cells *c, nav_test_random *random)
{
    uint32_t percent = 10 + nav_test_random_below(random, 40);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            c->blocked[y][x] = nav_test_random_below(random, 100) < percent;
        }
    }
}

// Rooms whose walls are a cell thick, with doors.
static void draw_rooms(cells *c, nav_test_random *random)
{
    int32_t room = 2 + (int32_t)nav_test_random_below(random, 3);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            bool wall = x % room == room - 1 || y % room == room - 1;
            c->blocked[y][x] = wall && nav_test_random_below(random, 10) < 7;
        }
    }
}

// One polygon with a hole for every blocked cell; points at every cell.
static void add_cells_as_holes(vis_map *map, const cells *c)
{
    vis_point rim[4 * GRID_MOST];
    uint32_t count = 0;
    for (int32_t x = 0; x < c->width; x++) {
        rim[count++] = cell_corner(c, x, 0);
    }
    for (int32_t y = 0; y < c->height; y++) {
        rim[count++] = cell_corner(c, c->width, y);
    }
    for (int32_t x = c->width; x > 0; x--) {
        rim[count++] = cell_corner(c, x, c->height);
    }
    for (int32_t y = c->height; y > 0; y--) {
        rim[count++] = cell_corner(c, 0, y);
    }
    vis_map_add(map, rim, count, false);
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            if (c->blocked[y][x]) {
                add_box(map, cell_corner(c, x, y), cell_corner(c, x + 1, y + 1),
                        true);
            }
        }
    }
}

// The same region, by a polygon for each row of free cells, or a hole for each
// row of blocked ones.
static void add_cells_by_rows(vis_map *map, const cells *c, bool holes)
{
    if (holes) {
        add_box(map, cell_corner(c, 0, 0), cell_corner(c, c->width, c->height),
                false);
    }
    for (int32_t y = 0; y < c->height; y++) {
        for (int32_t x = 0; x < c->width; x++) {
            int32_t from = x;
            while (x < c->width && c->blocked[y][x] == holes) {
                x++;
            }
            if (x > from) {
                add_box(map, cell_corner(c, from, y), cell_corner(c, x, y + 1),
                        holes);
            }
        }
    }
}

int64_t vis_cross(vis_point a, vis_point b, vis_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) -
           (int64_t)(b.y - a.y) * (c.x - a.x);
}

int vis_sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

bool vis_same(vis_point a, vis_point b)
{
    return a.x == b.x && a.y == b.y;
}

bool vis_crosses(vis_point a, vis_point b, vis_point c, vis_point d)
{
    return vis_sign(vis_cross(a, b, c)) * vis_sign(vis_cross(a, b, d)) < 0 &&
           vis_sign(vis_cross(c, d, a)) * vis_sign(vis_cross(c, d, b)) < 0;
}

bool vis_is_between(vis_point a, vis_point b, vis_point p)
{
    int64_t along =
        (int64_t)(p.x - a.x) * (b.x - a.x) + (int64_t)(p.y - a.y) * (b.y - a.y);
    int64_t length2 =
        (int64_t)(b.x - a.x) * (b.x - a.x) + (int64_t)(b.y - a.y) * (b.y - a.y);
    return vis_cross(a, b, p) == 0 && along > 0 && along < length2;
}

// Whether the last ring's edges cross others; or, when `points_only`, touch
// them where one has no point.
static bool last_ring_crosses(const vis_map *map, bool points_only)
{
    const vis_ring *last = &map->ring[map->rings - 1];
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        for (uint32_t i = 0; i < ring->count * last->count; i++) {
            uint32_t s = ring->first + i / last->count;
            uint32_t t = last->first + i % last->count;
            vis_point a = map->point[s], b = vis_next_point(map, ring, s);
            vis_point c = map->point[t], d = vis_next_point(map, last, t);
            if (vis_crosses(a, b, c, d) ||
                (points_only &&
                 (vis_is_between(a, b, c) || vis_is_between(c, d, a)))) {
                return true;
            }
        }
    }
    return false;
}

// Draws points in a window and orders them by angle around one of them, so that
// the ring is star-shaped more or less.
static uint32_t draw_ring(nav_test_random *random, int32_t size,
                          vis_point ring[8])
{
    int32_t window = 2 + (int32_t)nav_test_random_below(random, 8);
    int32_t x =
        (int32_t)nav_test_random_below(random, (uint32_t)size) - window / 2;
    int32_t y =
        (int32_t)nav_test_random_below(random, (uint32_t)size) - window / 2;
    uint32_t count = 3 + nav_test_random_below(random, 6);
    for (uint32_t i = 0; i < count; i++) {
        ring[i].x =
            x + (int32_t)nav_test_random_below(random, (uint32_t)window + 1);
        ring[i].y =
            y + (int32_t)nav_test_random_below(random, (uint32_t)window + 1);
    }
    for (uint32_t i = 2; i < count; i++) {
        for (uint32_t k = i; k > 1; k--) {
            if (vis_cross(ring[0], ring[k - 1], ring[k]) < 0) {
                vis_point moved = ring[k];
                ring[k] = ring[k - 1];
                ring[k - 1] = moved;
            }
        }
    }
    return count;
}

static void draw_rings(vis_map *map, nav_test_random *random, bool points_only)
{
    int32_t size = 8 + (int32_t)nav_test_random_below(random, 24);
    add_box(map, (vis_point){0, 0}, (vis_point){size, size}, false);
    uint32_t tries = 20 + nav_test_random_below(random, 60);
    for (uint32_t i = 0; i < tries && map->points < 90; i++) {
        vis_point ring[8];
        vis_map before = *map;
        uint32_t count = draw_ring(random, size, ring);
        vis_map_add(map, ring, count, nav_test_random_below(random, 8) > 0);
        if (last_ring_crosses(map, points_only)) {
            *map = before;
        }
    }
}

void vis_map_draw(vis_map *map, nav_test_random *random, uint32_t kind)
{
    map->points = 0;
    map->rings = 0;
    map->polygons = 0;
    if (kind % 2 == 0) {
        draw_rings(map, random, kind % 3 == 0);
        return;
    }
    cells c = {.width = 2 + (int32_t)nav_test_random_below(random, 9),
               .height = 2 + (int32_t)nav_test_random_below(random, 9),
               .size = 1 + (int32_t)nav_test_random_below(random, 4)};
    if (nav_test_random_below(random, 3) > 0) {
        draw_blocks(&c, random);
    } else {
        draw_rooms(&c, random);
    }
    c.blocked[0][0] = false;
    if (kind % 3 == 0) {
        add_cells_as_holes(map, &c);
    } else {
        add_cells_by_rows(map, &c, kind % 3 == 1);
    }
}

vis_point vis_map_place(const vis_map *map, nav_test_random *random)
{
    const vis_ring *ring =
        &map->ring[nav_test_random_below(random, map->rings)];
    uint32_t i = ring->first + nav_test_random_below(random, ring->count);
    vis_point a = map->point[i];
    vis_point b = vis_next_point(map, ring, i);
    int32_t t = 0; // a, or from a to b in halves
    switch (nav_test_random_below(random, 6)) {
    case 0:
    case 1:
        break;
    case 2:
        t = 1;
        break;
    case 3:
        t = (int32_t)nav_test_random_below(random, 9) - 3;
        break;
    default: {
        vis_point high = {0, 0};
        for (uint32_t k = 0; k < map->points; k++) {
            high.x = map->point[k].x > high.x ? map->point[k].x : high.x;
            high.y = map->point[k].y > high.y ? map->point[k].y : high.y;
        }
        uint32_t width = 2 * (uint32_t)high.x + 1;
        uint32_t height = 2 * (uint32_t)high.y + 1;
        return (vis_point){(int32_t)nav_test_random_below(random, width),
                           (int32_t)nav_test_random_below(random, height)};
    }
    }
    return (vis_point){2 * a.x + t * (b.x - a.x), 2 * a.y + t * (b.y - a.y)};
}

nav_vec2 vis_place(vis_point halves, nav_vec2 factor)
{
    double x = 0.5 * halves.x, y = 0.5 * halves.y;
    return (nav_vec2){x * factor.x - y * factor.y, x * factor.y + y * factor.x};
}

nav_shape *vis_map_shape(const vis_map *map, nav_vec2 factor)
{
    nav_shape *shape = NULL;
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    for (uint32_t r = 0; r < map->rings; r++) {
        const vis_ring *ring = &map->ring[r];
        nav_vec2 points[VIS_POINTS_MOST];
        for (uint32_t i = 0; i < ring->count; i++) {
            vis_point p = map->point[ring->first + i];
            points[i] = vis_place((vis_point){2 * p.x, 2 * p.y}, factor);
        }
        if (!ring->is_hole) {
            ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
        }
        ck_assert_int_eq(nav_shape_add_ring(shape, points, ring->count, NULL),
                         NAV_OK);
    }
    return shape;
}
