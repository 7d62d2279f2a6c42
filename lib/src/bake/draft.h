// draft.h - polygons that are to take the place of others.
#ifndef NAV_DRAFT_H
#define NAV_DRAFT_H

#include "bake/sheet.h"
#include "mesh/mesh.h"

// An edge of a new polygon.
typedef struct nav_draft_edge {
    uint32_t vertex; // where it starts; new ones are numbered behind the mesh's
    uint32_t twin;   // another one of these, NAV_NONE
    uint32_t side;   // the edge of a cut polygon along which it runs, NAV_NONE
} nav_draft_edge;

// New polygons, counter-clockwise, and their vertices: what a job comes to
// before any of it is done.
typedef struct nav_draft {
    nav_allocator mem;
    uint32_t *first; // [polygons + 1]
    size_t polygons, first_capacity;
    nav_draft_edge *edge;
    size_t edges, edge_capacity;
    nav_poly_id *origin; // [polygons] one of the polygons in whose place it is
    size_t origin_capacity;
    nav_vec3 *vertex; // the new ones, all different; z is the height
    size_t vertices, vertex_capacity;
    uint32_t *slot; // hash table of them: number + 1, 0: free
    size_t slots;
    nav_poly_id *cut; // those of the job that are replaced, ascending
    size_t cuts, cut_capacity;
    nav_poly_id *wanted; // polygons that share an edge which was split, and
    size_t wants, want_capacity; // are not in the job
} nav_draft;

void nav_draft_init(nav_draft *draft, const nav_allocator *mem);
void nav_draft_fini(nav_draft *draft);

// Finds a new vertex, or adds it; gives its number among the new ones.  O(1) as
// a rule.
NAV_MUST_CHECK nav_status nav_draft_vertex(nav_draft *draft, nav_vec3 at,
                                           uint32_t *number);

// Adds a number to a list of polygons.
NAV_MUST_CHECK nav_status nav_draft_note(nav_draft *draft, nav_poly_id **list,
                                         size_t *count, size_t *capacity,
                                         nav_poly_id polygon);

// Place in an ascending list of the first polygon that is not below a number.
static inline size_t nav_draft_place(const nav_poly_id *list, size_t count,
                                     nav_poly_id polygon)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list[middle] < polygon) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Sorts a list of polygons and leaves one of each.
void nav_draft_unite(nav_poly_id *list, size_t *count);

// Adds the polygons of a sheet that has been cut.  vertex_of[v] is the number
// of vertex v of its triangulation, origin[part] a polygon in whose place the
// part is, `bounds` for sorting along a curve.  O(n) for n corners.
NAV_MUST_CHECK nav_status nav_draft_add(nav_draft *draft,
                                        const nav_sheet *sheet, nav_box bounds,
                                        const uint32_t *vertex_of,
                                        const nav_poly_id *origin);

#endif
