// carver.h - a job of carve.c while it is done.
#ifndef NAV_CARVER_H
#define NAV_CARVER_H

#include "bake/draft.h"
#include "carve/carve_job.h"

// A point where outlines cross a side, on a mesh with heights.
typedef struct nav_chain_point {
    nav_vec2 at;
    double place; // along the side
    uint32_t next;
} nav_chain_point;

typedef struct nav_carver {
    const nav_carve_job *job;
    nav_draft *draft;
    nav_allocator mem;
    nav_sheet sheet;
    uint32_t *all;         // [obstacles] their numbers
    const uint32_t *asked; // obstacles that are asked of the sheet at hand
    size_t asked_count;
    uint32_t rings;        // of these together
    uint32_t *obstacle_of; // [rings of all outlines] obstacle of each of them
    size_t all_rings;
    nav_vec2 *clipped; // scratch for the longest ring
    size_t longest;
    uint32_t *vertex_of; // scratch: [vertices of the sheet] what they become
    size_t vertex_capacity;
    uint32_t *forest;    // [polygons] flat: part of each
    nav_poly_id *origin; // [parts] flat: a polygon of each
    uint32_t parts;
    uint32_t *slot;  // [polygons + 1] with heights: sides before each
    uint32_t *chain; // [slots] first point on a side, NAV_NONE; a ring of
    size_t slots;    // sides has its points at the least one
    nav_chain_point *point;
    size_t points, point_capacity;
    uint32_t *side_of; // scratch: [vertices of the sheet]
    size_t side_capacity;
    bool *dirty;    // [polygons] a chain has grown since it was seen
    bool *affected; // [polygons] cut, or split on a side
    bool *absent;   // [obstacles] not on the floor at hand
} nav_carver;

// Number of a polygon in the job, NAV_NONE when it is not in it.
uint32_t nav_carver_index(const nav_carve_job *job, nav_poly_id polygon);

// Asks for the polygons behind a side that are not in the job.
NAV_MUST_CHECK nav_status nav_carver_want_behind(nav_carver *c, uint32_t side);

// Takes the obstacles of one polygon for the sheet at hand, none being absent.
void nav_carver_ask_for(nav_carver *c, uint32_t index);

// Adds the outlines to the sheet, but for those that are absent.
NAV_MUST_CHECK nav_status nav_carver_add_outlines(nav_carver *c, nav_box box);

// Makes `vertex_of` tell of the corners; NAV_NONE for all other vertices.
NAV_MUST_CHECK nav_status nav_carver_name_corners(nav_carver *c);

// The height of a vertex of the sheet, on a polygon.
typedef double nav_carver_height(const nav_carver *c, nav_poly_id polygon,
                                 uint32_t vertex);

// Gives the draft the vertices of the sheet that it has not, and names them;
// at height 0 where `height_of` is NULL, and the polygon does not matter.
NAV_MUST_CHECK nav_status nav_carver_add_vertices(nav_carver *c,
                                                  nav_poly_id polygon,
                                                  nav_carver_height *height_of);

// Takes what is inside of outlines out of the parts.
void nav_carver_block(nav_carver *c);

// Does the job on a mesh with heights (carve_floors.c).
NAV_MUST_CHECK nav_status nav_carve_floors(nav_carver *c);

#endif
