// locate_tree.h - a packed R-tree over polygons, and its nodes.
#ifndef NAV_LOCATE_TREE_H
#define NAV_LOCATE_TREE_H

#include "mesh/overlay.h"

enum {
    NAV_LOCATE_FAN = 8,    // children of a node
    NAV_LOCATE_LEVELS = 12 // 8^11 polygons are more than 32 bits can number
};

// Heights from the lowest to the highest.
typedef struct nav_span {
    double low, high;
} nav_span;

// A packed R-tree over a run of polygons of a mesh, which must outlive it.
// Read-only once made.  Where obstacles are laid over the mesh (overlay.h) the
// tree over its base finds what stands in for closed polygons by their own
// trees.
typedef struct nav_locate {
    nav_allocator mem;
    const nav_mesh *mesh;
    nav_poly_id begin; // the first polygon of the run
    nav_box *box;      // all levels, that of the polygons first
    nav_span *span;    // of the same; NULL on a flat mesh
    size_t boxes;
    size_t first[NAV_LOCATE_LEVELS]; // where a level begins in box
    size_t count[NAV_LOCATE_LEVELS]; // its nodes
    uint32_t top;                    // the level of the root
    const bool *islands; // [islands] those that are seen; NULL: all of them
} nav_locate;

// A node: number `index` of its level; level 0 are the polygons.
typedef struct nav_locate_node {
    size_t index;
    uint32_t level;
} nav_locate_node;

static inline const nav_box *nav_locate_box_of(const nav_locate *locate,
                                               nav_locate_node n)
{
    return &locate->box[locate->first[n.level] + n.index];
}

// The polygon of a leaf.
static inline nav_poly_id nav_locate_polygon_of(const nav_locate *locate,
                                                nav_locate_node n)
{
    return locate->begin + (nav_poly_id)n.index;
}

static inline nav_locate_node nav_locate_first_child(nav_locate_node n)
{
    return (nav_locate_node){n.index * NAV_LOCATE_FAN, n.level - 1};
}

// The node after n when n's children are not to be seen; past the root when
// there is none.
static inline nav_locate_node nav_locate_next_node(const nav_locate *locate,
                                                   nav_locate_node n)
{
    n.index++;
    while (n.level < locate->top && (n.index % NAV_LOCATE_FAN == 0 ||
                                     n.index == locate->count[n.level])) {
        n.index = (n.index + NAV_LOCATE_FAN - 1) / NAV_LOCATE_FAN;
        n.level++;
    }
    return n;
}

static inline bool nav_locate_is_past_root(const nav_locate *locate,
                                           nav_locate_node n)
{
    return n.level == locate->top && n.index >= locate->count[n.level];
}

// Whether a polygon in use is on an island that is seen.
static inline bool nav_locate_is_seen(const nav_locate *locate,
                                      nav_poly_id polygon)
{
    return !locate->islands || locate->islands[locate->mesh->island[polygon]];
}

// The tree over what stands in for a closed polygon, NULL when nothing does.
static inline const nav_locate *nav_locate_stand_in(const nav_mesh *mesh,
                                                    nav_poly_id p)
{
    const nav_patch *patch = nav_overlay_patch(mesh, p);
    return patch ? patch->tree : NULL;
}

#endif
