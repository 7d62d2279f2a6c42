// shape.h - polygons with holes as they were given.
#ifndef NAV_SHAPE_H
#define NAV_SHAPE_H

#include "base/mem.h"
#include "mesh/areas.h"
#include "mesh/offmesh.h"
#include "navmesh.h"
#include "obstacle/obstacles.h"

// A closed chain of points; the edge from its last point to its first is meant.
typedef struct nav_ring {
    uint32_t first, count; // its points in nav_shape.points
    uint32_t polygon;      // number of its polygon, from 0; NAV_NONE for the
                           // outline of an obstacle
    uint32_t number;       // in its polygon: 0 the outer ring, 1.. the holes;
                           // of an obstacle its own
} nav_ring;

struct nav_shape {
    nav_allocator mem;
    nav_obstacles *obstacles;
    nav_vec2 *points;
    size_t point_count, point_capacity;
    nav_ring *rings;
    size_t ring_count, ring_capacity;
    nav_link_list links;
    uint32_t polygon_count;
    uint32_t rings_of_last; // rings of the polygon begun last
    nav_areas areas;        // names as they came up
    uint32_t *area;         // [area_count] of the first polygons, the number of
                            // their name, NAV_NONE; all others have none
    size_t area_count, area_capacity;
    size_t ignored; // GeoJSON geometries that are not polygons
};

// Most points of a shape: triangulating n points makes at most 2n triangles, of
// which each takes four 32-bit edge numbers; crossings may double the points.
#define NAV_SHAPE_POINTS_MOST ((size_t)1 << 27)

// A ring is added point by point: begin, then any number of points.
NAV_MUST_CHECK nav_status nav_shape_begin_ring(nav_shape *shape,
                                               nav_error *error);
NAV_MUST_CHECK nav_status nav_shape_add_point(nav_shape *shape, nav_vec2 point,
                                              nav_error *error);

// As nav_shape_set_area, for the polygons from number `first` on.
NAV_MUST_CHECK nav_status nav_shape_set_areas(nav_shape *shape, uint32_t first,
                                              const char *name,
                                              nav_error *error);

// The number of a polygon's name in shape->areas, NAV_NONE.
uint32_t nav_shape_area(const nav_shape *shape, uint32_t polygon);

#endif
