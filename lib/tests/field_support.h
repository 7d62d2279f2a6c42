// field_support.h - fields with what they are made of, for their tests.
#ifndef NAV_TEST_FIELD_SUPPORT_H
#define NAV_TEST_FIELD_SUPPORT_H

#include "support.h"

// A field with its mesh, and a query to ask the same in another way.
typedef struct nav_test_bed {
    nav_mesh *mesh;
    nav_query *query;
    nav_field *field; // NULL, or the last one made
    nav_field_info info;
} nav_test_bed;

// Takes the mesh.
nav_test_bed nav_test_bed_new(nav_mesh *mesh);
void nav_test_bed_free(nav_test_bed *bed);

// Makes a field and checks what is true of any: counts, the order of places,
// centres, and the names of what has no way.  The one before is freed.
void nav_test_bed_make(nav_test_bed *bed, const nav_point *goals, size_t count,
                       nav_field_options options);

// A point of a flat mesh.
nav_point nav_test_on_plane(double x, double y);

// The default options.
nav_field_options nav_test_exact(double cell);

// Every place must be what it is in the other field, to the bit.
void nav_test_check_same_fields(const nav_field *a, const nav_field *b);

// Compares places of an exact field with point queries from their centres: all
// of them, or `most` drawn at random; distances to 1e-9, and if asked, turns
// and directions.  `goals` are those of the field.  Gives how many places had a
// way.
size_t nav_test_check_places(nav_test_bed *bed, const nav_point *goals,
                             size_t most, bool turns, nav_test_random *random);

enum { NAV_TEST_GOALS = 3, NAV_TEST_ASKED = 250 };

// Bakes a shape with polygons of so many corners at most; with 3, all
// triangles.
nav_mesh *nav_test_bake_shape(const nav_shape *shape, uint32_t max_verts);

// A square of 100 with rectangles taken out anywhere, its coordinates
// multiplied by a complex number, and moved.
nav_shape *nav_test_draw_rectangles(nav_test_random *random, nav_vec2 factor,
                                    nav_vec2 away);

// A point of that square, at height 0.
nav_vec3 nav_test_draw_end(nav_test_random *random);

// Such a map with links of all kinds: long and cheap, dear, one-way; many ends
// are off the mesh, and the baking drops those.
nav_mesh *nav_test_bake_linked(nav_test_random *random, uint32_t count);

// The place of a mesh that is nearest to a random one of its box.
nav_point nav_test_draw_point(nav_test_bed *bed, nav_test_random *random);

// Makes a field of some goals drawn at random, up to NAV_TEST_GOALS, and checks
// NAV_TEST_ASKED of its places, of which some must have a way.
void nav_test_check_drawn(nav_test_bed *bed, double cell, size_t count,
                          bool turns, nav_test_random *random);

// A ramp of NAV_TEST_RAMP unit squares that winds around a hole, upwards and
// over itself; the even ones are corners.  Square k is at most half a unit
// higher or lower than k + 1/4.
enum { NAV_TEST_RAMP = 19 };
nav_mesh *nav_test_make_ramp(void);

// The centre of square k, on its floor.
nav_point nav_test_ramp_point(int k);

// The corner of the hole that square k begins at.
nav_vec2 nav_test_ramp_inner(int k);

// The place of square k in a field of cells 1 wide.
nav_place nav_test_ramp_place(const nav_test_bed *bed, int k);

#endif
