// vis_map.h - maps whose coordinates are integers, for the visibility oracle.
//
// Shares no code with the library, so that both can only be wrong in different
// ways.
#ifndef NAV_VIS_MAP_H
#define NAV_VIS_MAP_H

#include "support.h"

typedef struct vis_point {
    int32_t x, y;
} vis_point;

typedef struct vis_ring {
    uint32_t first, count; // its points in vis_map.point
    uint32_t polygon;      // rings of a polygon follow each other
    bool is_hole;
} vis_ring;

enum { VIS_POINTS_MOST = 2048, VIS_RINGS_MOST = 512 };

// Polygons with holes.  Coordinates are integers up to 10,000.  Edges of rings
// meet in points of rings only, or overlap.
typedef struct vis_map {
    vis_point point[VIS_POINTS_MOST];
    vis_ring ring[VIS_RINGS_MOST];
    uint32_t points, rings, polygons;
} vis_map;

// Adds a ring: an outer one begins a polygon.
void vis_map_add(vis_map *map, const vis_point *points, uint32_t count,
                 bool is_hole);

// Makes a random map of a kind that depends on `kind` alone, for any number:
// blocks and rooms on a grid, and rings of any shape that touch, share edges
// and lie in each other.  In maps whose kind is a multiple of 3 rings touch
// only where both have a point.
void vis_map_draw(vis_map *map, nav_test_random *random, uint32_t kind);

// A random place in halves of the map's unit: a point of a ring, the middle of
// an edge, on the line of an edge, or anywhere; not always walkable.
vis_point vis_map_place(const vis_map *map, nav_test_random *random);

// The shape of a map, its coordinates multiplied by a complex number.
nav_shape *vis_map_shape(const vis_map *map, nav_vec2 factor);

// A place in halves, likewise.
nav_vec2 vis_place(vis_point halves, nav_vec2 factor);

// The point after point i of its ring.
vis_point vis_next_point(const vis_map *map, const vis_ring *ring, uint32_t i);

// Twice the area of the triangle: positive when it turns left.
int64_t vis_cross(vis_point a, vis_point b, vis_point c);

// -1, 0 or 1.
int vis_sign(int64_t value);

bool vis_same(vis_point a, vis_point b);

// Whether the insides of both segments meet in one point.
bool vis_crosses(vis_point a, vis_point b, vis_point c, vis_point d);

// Whether p lies inside the segment.
bool vis_is_between(vis_point a, vis_point b, vis_point p);

#endif
