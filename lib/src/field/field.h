// field.h - a flow field: a grid, and what one of two methods knows of it.
#ifndef NAV_FIELD_H
#define NAV_FIELD_H

#include "field/flowfield.h"
#include "field/heatmap.h"

struct nav_field {
    nav_allocator mem;
    nav_field_info info;
    nav_cells cells;     // without spans
    nav_vec2 *goal;      // [info.goals]
    double *goal_height; // [info.goals] of the floors there
    bool *is_goal;       // [places]
    nav_flowfield exact; // of one method
    nav_heatmap heat;    // of the other,
    nav_walks walks;     // with its neighbours, unless the mesh is level
};

#endif
