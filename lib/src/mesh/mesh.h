// mesh.h - the finished mesh: arrays, adjacency, validation.
//
// The bake side writes it, the query side reads it; they meet only here.
#ifndef NAV_MESH_H
#define NAV_MESH_H

#include "base/mem.h"
#include "base/vec.h"
#include "mesh/areas.h"
#include "navmesh.h"

typedef struct nav_overlay nav_overlay; // overlay.h

// So many vertices, polygons and edges.
typedef struct nav_mesh_size {
    uint32_t vertices, polygons, edges;
} nav_mesh_size;

// Edges are numbered through all polygons: edge e of the mesh starts at vertex
// corner[e]; those of polygon p are first[p] .. first[p + 1] - 1, counter-
// clockwise.  One block holds the arrays, with room for more than there are
// once a mesh has grown.
struct nav_mesh {
    nav_allocator mem;
    nav_mesh_info info;
    nav_mesh_size room; // what the arrays have room for
    void *block;
    size_t block_size;         // in bytes
    nav_vec2 *vertex;          // [vertices]
    double *height;            // [vertices]; NULL on a flat mesh
    uint32_t *first;           // [polygons + 1] first edge of each polygon
    nav_vert_id *corner;       // [edges] vertex where the edge starts
    uint32_t *twin;            // [edges] the edge of the other side, NAV_NONE;
                               // where several floors meet, the next one of a
                               // ring of edges on the same segment in plan
    nav_poly_id *neighbour;    // [edges] polygon of the twin, NAV_NONE
    nav_poly_id *edge_polygon; // [edges] the polygon that the edge belongs to
    uint32_t *island;          // [polygons] number of the island, from 0 in the
                               // order of each island's first polygon;
                               // NAV_NONE where it is closed
    bool plain; // every portal has one polygon on either side, and one pair of
                // vertices: no folds, no steps, no edges of three floors
    bool level; // all heights are the same, or there are none
    float *landmark; // [vertices * NAV_LANDMARKS] distances of each
                     // vertex from its island's landmarks, NaN where
                     // several parts of the mesh touch; a block of
                     // its own, NULL: none
    uint32_t *area;  // [polygons] number of the area, NAV_NONE: of none; a
                     // block of its own, NULL: all of none
    nav_areas areas; // [info.areas] their names, ascending
    bool *closed;    // [polygons] out of use, see closing.h; a block of its
                     // own, NULL: none
    nav_overlay *overlay;   // obstacles laid over it, NULL: none; not owned
    uint64_t version;       // see nav_mesh_version
    nav_offmesh_link *link; // [links] off-mesh connections; a block of its own
    char *link_kind; // their kinds, one behind the other, each ends in a NUL;
                     // likewise
    size_t link_kind_size;
};

// Landmarks of an island.
enum { NAV_LANDMARKS = 16 };

// What distances from landmarks may be off, relatively: half a unit in the last
// place of a float, 2^-24, when one is stored, and as much again at each of two
// operations on it.
#define NAV_LANDMARK_SLACK 3e-7f

// The range of such distances, 0 aside.  Far inside that of floats: there the
// slack would not hold for numbers below the normal ones, nor sums stay finite.
#define NAV_LANDMARK_MIN 1e-30
#define NAV_LANDMARK_MAX 1e30

static inline bool nav_landmark_fits(double distance)
{
    return distance == 0 ||
           (distance >= NAV_LANDMARK_MIN && distance <= NAV_LANDMARK_MAX);
}

// Most edges in a ring of twins: floors that meet at one edge.
enum { NAV_RING_MOST = 255 };

// Makes a mesh with room for the vertices, polygons and edges of `info`, and
// for heights if it has them; the arrays are uninitialised.
NAV_MUST_CHECK nav_status nav_mesh_new(const nav_allocator *mem,
                                       const nav_mesh_info *info,
                                       nav_mesh **mesh, nav_error *error);

// Makes room for so many elements, and for more at once the next time.  What is
// there stays; the arrays move.  NAV_NOMEM and NAV_LIMIT leave the mesh as it
// was.
NAV_MUST_CHECK nav_status nav_mesh_grow(nav_mesh *mesh, nav_mesh_size size,
                                        nav_error *error);

// Makes room for landmarks, uninitialised.
NAV_MUST_CHECK nav_status nav_mesh_new_landmarks(nav_mesh *mesh,
                                                 nav_error *error);

// Makes room for the area of each polygon, uninitialised.
NAV_MUST_CHECK nav_status nav_mesh_new_areas(nav_mesh *mesh, nav_error *error);

// Makes room for links and the text of their kinds, uninitialised.
NAV_MUST_CHECK nav_status nav_mesh_new_links(nav_mesh *mesh, uint32_t count,
                                             size_t kind_size,
                                             nav_error *error);

// Completes a mesh whose vertex, first, corner and twin are filled in: derives
// neighbour, edge_polygon, island and info.  The four must be structurally
// sound (nav_mesh_check_structure) before.  O(edges).
void nav_mesh_finish(nav_mesh *mesh);

// Finds the islands anew.  O(edges).
void nav_mesh_find_islands(nav_mesh *mesh);

// Checks the four given arrays: numbers in range, polygons of three corners or
// more, twins mutual and running between the same vertices in opposite
// directions; on a mesh with heights, rings of twins on one segment in plan.
// O(edges).
NAV_MUST_CHECK nav_status nav_mesh_check_structure(const nav_mesh *mesh,
                                                   nav_error *error);

// Checks what nav_mesh_check_structure leaves: vertices are legal points and
// polygons convex, counter-clockwise, wound once.  O(edges).
NAV_MUST_CHECK nav_status nav_mesh_check_geometry(const nav_mesh *mesh,
                                                  nav_error *error);

// Checks that distances from landmarks, if the finished mesh has them, may have
// been measured; whether they were is not told.  O(edges).
NAV_MUST_CHECK nav_status nav_mesh_check_landmarks(const nav_mesh *mesh,
                                                   nav_error *error);

// Checks that the areas of polygons are those that have names, and that the
// names are legal and ascend.  O(polygons + bytes of names).
NAV_MUST_CHECK nav_status nav_mesh_check_areas(const nav_mesh *mesh,
                                               nav_error *error);

// Cost of a unit of length in a polygon: that of its area, 1 without one; all
// are 1 when `cost`, one value for each area, is NULL.
static inline double nav_mesh_cost(const nav_mesh *mesh, const double *cost,
                                   nav_poly_id polygon)
{
    uint32_t area = cost && mesh->area ? mesh->area[polygon] : NAV_NONE;
    return area == NAV_NONE ? 1 : cost[area];
}

// Whether a polygon is out of use.
static inline bool nav_mesh_is_closed(const nav_mesh *mesh, nav_poly_id polygon)
{
    return mesh->closed && mesh->closed[polygon];
}

// Checks that links go from and to points that their polygons hold, and that
// their costs are legal; heights are not looked at.  O(corners of the
// polygons).
NAV_MUST_CHECK nav_status nav_mesh_check_links(const nav_mesh *mesh,
                                               nav_error *error);

// True when the closed polygon holds the point: exact.
bool nav_mesh_holds(const nav_mesh *mesh, nav_poly_id polygon, nav_vec2 point);

static inline uint32_t nav_mesh_next(const nav_mesh *mesh, uint32_t edge)
{
    nav_poly_id p = mesh->edge_polygon[edge];
    return edge + 1 < mesh->first[p + 1] ? edge + 1 : mesh->first[p];
}

static inline uint32_t nav_mesh_prev(const nav_mesh *mesh, uint32_t edge)
{
    nav_poly_id p = mesh->edge_polygon[edge];
    return edge > mesh->first[p] ? edge - 1 : mesh->first[p + 1] - 1;
}

static inline nav_vec2 nav_mesh_edge_start(const nav_mesh *mesh, uint32_t edge)
{
    return mesh->vertex[mesh->corner[edge]];
}

static inline nav_vec2 nav_mesh_edge_end(const nav_mesh *mesh, uint32_t edge)
{
    return mesh->vertex[mesh->corner[nav_mesh_next(mesh, edge)]];
}

static inline nav_box nav_mesh_polygon_box(const nav_mesh *mesh,
                                           nav_poly_id polygon)
{
    nav_box box = nav_box_empty();
    for (uint32_t e = mesh->first[polygon]; e < mesh->first[polygon + 1]; e++) {
        box = nav_box_add(box, nav_mesh_edge_start(mesh, e));
    }
    return box;
}

#endif
