// answer.h - what is printed for one row, and how.
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "navmesh.h"

typedef enum answer_kind {
    ANSWER_PATH,
    ANSWER_LOCATION,
    ANSWER_RAY
} answer_kind;

// What a CSV row of a path is.
typedef enum answer_rows {
    ANSWER_WAYPOINTS,
    ANSWER_PORTALS,
    ANSWER_SUMMARY
} answer_rows;

typedef struct answer_style {
    answer_kind kind;
    answer_rows rows;
    int precision; // as for out_number
    bool events;   // answers have the number of their event
    bool heights;  // points have three coordinates, on the model's own axes
    nav_axis up;   // which of them is the height
    const nav_mesh *linked; // the mesh, if it has links, else NULL
    bool costs;             // costs of areas are in force: bounds are told
    bool in_page;           // strings are written without '<'
} answer_style;

typedef struct answer {
    const char *event; // number of the event that asks; NULL: in no scenario
    const char *id;
    bool id_is_number;
    bool bad;           // the row could not be read: nothing but id and status
    bool ok;            // status is "ok"
    bool found;         // "ok" or "partial": there is something to tell
    const char *status; // as printed
    nav_path path;      // one of these, after the kind
    nav_location location;
    nav_ray ray;
} answer;

// Whether the cost of a path is told: where it may be other than the length.
static inline bool answer_has_cost(const answer_style *style)
{
    return style->linked != NULL || style->costs;
}

// The coordinates of a point as they are printed: two of the plan, or three on
// the axes of the model.  Returns their number.
static inline int answer_point(const answer_style *style, nav_vec2 plan,
                               double height, double c[3])
{
    bool y_up = style->heights && style->up == NAV_UP_Y;
    c[0] = plan.x;
    c[1] = y_up ? height : plan.y;
    c[2] = y_up ? plan.y : height;
    return style->heights ? 3 : 2;
}

#endif
