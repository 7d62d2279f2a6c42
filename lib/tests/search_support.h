// search_support.h - exact searches by themselves, and meshes of maps.
#ifndef NAV_TEST_SEARCH_SUPPORT_H
#define NAV_TEST_SEARCH_SUPPORT_H

#include "mesh/locate.h"
#include "search/flood.h"
#include "search/funnel.h"
#include "search/polyanya.h"
#include "support.h"
#include "vis_map.h"

// No search expands more nodes than this for each edge of the mesh.
enum { EXPANSIONS_AN_EDGE = 50 };

// A mesh with what a query needs.
typedef struct nav_test_search {
    nav_allocator mem;
    nav_mesh *mesh;
    nav_locate locate;
    nav_polyanya search;
    nav_flood flood;
    nav_funnel funnel;
    nav_poly_list starts, goals;
    nav_portal *portals; // [edges]
} nav_test_search;

// Takes the mesh.
void nav_test_search_init(nav_test_search *b, nav_mesh *mesh);
void nav_test_search_fini(nav_test_search *b);

// Length of the path from start to goal, whose waypoints are then in the
// funnel; infinite when there is none, negative when an end is off the mesh.
// Checks the chain and the waypoints of the search.
double nav_test_search_length(nav_test_search *b, nav_vec2 start,
                              nav_vec2 goal);

// The map times a complex number, with so many corners to a polygon at most; 0
// are bare triangles.
nav_mesh *nav_test_bake_map(const vis_map *map, nav_vec2 factor,
                            uint32_t max_verts);

// Ways to make a mesh of a map.
typedef enum nav_test_variant {
    VARIANT_DEFAULT,
    TRIANGLES,
    MOST_3,
    MOST_4,
    MOST_8,
    MOST_32,
    RENUMBERED,
    WITH_LANDMARKS,
    RENUMBERED_WITH_LANDMARKS
} nav_test_variant;
enum { VARIANTS = 9 };

nav_mesh *nav_test_make_variant(const vis_map *map, nav_vec2 factor,
                                nav_test_variant how, nav_test_random *random);

#endif
