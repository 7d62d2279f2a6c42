// visibility_oracle.h - lengths of shortest paths by other means, and maps to
// ask for them.
//
// Shares no code with the library, so that both can only be wrong in different
// ways.
#ifndef NAV_VISIBILITY_ORACLE_H
#define NAV_VISIBILITY_ORACLE_H

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

typedef struct vis_oracle vis_oracle;

// O(n^3) for n points.
vis_oracle *vis_oracle_new(const vis_map *map);
void vis_oracle_free(vis_oracle *oracle);

// How many parts of the region meet at a place: 0 when it is not walkable, 1
// nearly always, more where parts only touch.
uint32_t vis_oracle_parts(const vis_oracle *oracle, vis_point halves);

// Length of the shortest path between two places, in the map's unit.  Infinite
// when there is none, negative when an end is not walkable.  O(n^2).
double vis_oracle_length(const vis_oracle *oracle, vis_point start,
                         vis_point goal);

// The same from one place to many: O(n^2) once, and O(n) to O(n^2) for each.
void vis_oracle_lengths(const vis_oracle *oracle, vis_point start,
                        const vis_point *goals, size_t count, double *lengths);

#endif
