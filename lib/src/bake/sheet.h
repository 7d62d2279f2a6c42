// sheet.h - a piece of floor cut anew around outlines.
//
// Between polygons of a finished mesh and those that take their place: the
// parts of a sheet are given by their sides, obstacles by their outlines, and
// both become edges of one triangulation, as rings do when a map is baked.
#ifndef NAV_SHEET_H
#define NAV_SHEET_H

#include "bake/cdt.h"
#include "input/polymesh.h"

// A straight line of a sheet.
typedef struct nav_sheet_line {
    nav_vec2 from, to;
    uint32_t part;      // whose side it is; NAV_NONE: of an outline
    uint32_t name;      // the caller's of a side; number of the outline
    uint32_t from_name; // of the ends of a side; NAV_NONE: none
    uint32_t to_name;
} nav_sheet_line;

// A triangle of a part that lies inside an outline.
typedef struct nav_sheet_pair {
    uint32_t triangle, outline;
} nav_sheet_pair;

typedef struct nav_sheet {
    nav_allocator mem;
    nav_sheet_line *line;
    size_t lines, line_capacity;
    uint32_t parts, outlines; // how many
    nav_cdt cdt;
    uint32_t *part_of; // [triangles] which part has it, NAV_NONE: none
    size_t triangle_capacity;
    nav_sheet_pair *pair;
    size_t pairs, pair_capacity;
    nav_polymesh polymesh; // what is left, once it is cut
    uint32_t *triangle_of; // [faces of the polymesh]
    size_t faces;
} nav_sheet;

void nav_sheet_init(nav_sheet *sheet, const nav_allocator *mem);
void nav_sheet_fini(nav_sheet *sheet);

// Forgets everything but memory for lines, and is to have so many parts and
// outlines.
void nav_sheet_reset(nav_sheet *sheet, uint32_t parts, uint32_t outlines);

// Adds a line.  Those of a part must be its boundary, and parts must not
// overlap; those of an outline must be closed, and fill it by even-odd.
NAV_MUST_CHECK nav_status nav_sheet_add(nav_sheet *sheet, nav_sheet_line line);

// Triangulates the lines so that each is a chain of edges; finds the part of
// each triangle, and lists which outlines it is inside.  O(n log n) for n lines
// as a rule, and the pairs.
NAV_MUST_CHECK nav_status nav_sheet_triangulate(nav_sheet *sheet);

// Makes polygons of at most so many corners of the triangles that have a part
// still: `part_of` is the caller's to change before.  None crosses a side.
NAV_MUST_CHECK nav_status nav_sheet_cut(nav_sheet *sheet, uint32_t max_verts);

// The half-edge of the triangulation that half-edge h of the polymesh was.
static inline nav_half nav_sheet_half(const nav_sheet *sheet, uint32_t h)
{
    return 4 * sheet->triangle_of[h / 3] + h % 3;
}

// Label of the lines that run along a half-edge of the triangulation, 0 for
// none: nav_labels_pop takes their numbers off it.
static inline uint32_t nav_sheet_lines(const nav_sheet *sheet, nav_half half)
{
    const nav_cdt *cdt = &sheet->cdt;
    nav_half twin = cdt->d.tri[half >> 2].twin[half & 3];
    // The frame's outer edges are fixed without a label.
    return twin == NAV_NO_HALF || !(twin & NAV_FIXED)
               ? 0
               : nav_labels_rings(&cdt->labels, cdt->d.label[half]);
}

// Name of the side of its own part along which a half-edge of the triangulation
// runs, NAV_NONE when it is none.
uint32_t nav_sheet_side(const nav_sheet *sheet, nav_half half);

#endif
