// steering.h - where an agent in a flow field wants to go.
#ifndef NAV_STEERING_H
#define NAV_STEERING_H

#include "crowd/mover.h"

// A turn that an agent goes to, and how long the way is from there on.
typedef struct nav_steering_turn {
    nav_vec2 point;
    double rest; // infinite: none is known
} nav_steering_turn;

// What is known around an agent: the four places whose centres are around it.
typedef struct nav_steering_view {
    nav_vec2 blend; // bilinear, of length 1; (0, 0) where it cancels out
    // Exact fields alone; a turn of several places is there once.
    nav_steering_turn turns[4];
    int count;
    bool agreed; // all four have a way, and the same turn
} nav_steering_view;

// A field, and the mesh that it was made for.
typedef struct nav_steering {
    const nav_mesh *mesh;
    const nav_field *field;
    nav_field_info info;
} nav_steering;

// Looks around a point on the floor of that height.  O(1).
nav_steering_view nav_steering_look(const nav_steering *s, nav_vec2 point,
                                    double height);

// Whether the cell of a point has a goal on the floor of that height.  O(1).
bool nav_steering_is_goal_cell(const nav_steering *s, nav_vec2 point,
                               double height);

// The length of the way over a turn; infinite without one.
double nav_steering_way(const nav_steering_turn *turn, nav_vec2 point);

// Chooses among `last` and the turns of a view the one with the shortest way of
// those that are seen from where somebody stands; one on which he stands is
// none.  False when he sees none.
bool nav_steering_choose(const nav_steering *s, const nav_mover *at,
                         const nav_steering_view *view,
                         const nav_steering_turn *last,
                         nav_steering_turn *chosen);

// A vector cut to a length, `most`.
nav_vec2 nav_steering_cut(nav_vec2 v, double most);

// The next velocity of one who is to stop behind what is left of his way: no
// faster than `acceleration` can stop him, than `most`, nor than what is left.
// From a quarter of an acceleration times dt^2 on that is the least, and the
// last step.  The acceleration may be all that is allowed; it need not fade as
// the velocity comes near what is wanted.
nav_vec2 nav_steering_brake(nav_vec2 left, nav_vec2 velocity, double most,
                            double acceleration, double dt);

#endif
