// soup.h - random ring soups, what can be done to them, and what must be true
// of the mesh that comes out.
#ifndef NAV_TEST_SOUP_H
#define NAV_TEST_SOUP_H

#include "area_oracle.h"
#include "support.h"

// A soup of a few polygons on the integer grid 0 .. size; the smaller the grid,
// the more corners and edges coincide.  Besides random points its rings are
// copies of others, share edges with others, run back along themselves, wind
// twice, repeat points or have too few.
soup soup_random(nav_test_random *random, uint32_t size);

// Changes that leave the walkable region congruent to what it was.
typedef enum soup_change {
    SOUP_MOVE,          // by integers
    SOUP_MIRROR,        // x to -x
    SOUP_TRANSPOSE,     // x and y exchanged
    SOUP_REVERSE,       // the direction of some rings
    SOUP_ROTATE,        // the points where rings begin
    SOUP_CLOSE,         // the first point again at the end
    SOUP_SHUFFLE_HOLES, // the order of the holes of each polygon
    SOUP_SHUFFLE_POLYGONS
} soup_change;
enum { SOUP_CHANGES = 8 };

soup soup_changed(const soup *s, soup_change change, nav_test_random *random);

// JSON text, polygons as an object; room for every soup.
enum { SOUP_JSON_SIZE = 8192 };
void soup_write_json(const soup *s, char text[SOUP_JSON_SIZE]);

// The shape, every coordinate multiplied by `scale`; stops the test when there
// is no memory.
nav_shape *soup_shape(const soup *s, double scale);

// NULL when a mesh is what a navigation mesh must be, else what it is not:
// checked pair by pair, without the library's own validation.
const char *soup_fault_of_mesh(const nav_mesh *mesh, uint32_t max_verts);

// Length of all edges without a neighbour.
double soup_boundary_length(const nav_mesh *mesh);

#endif
