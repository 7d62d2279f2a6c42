// steering.c - where an agent in a flow field wants to go.
//
// The four centres around an agent make a square, in which the vectors of their
// places are blended bilinearly.  A place with no way to the goal - blocked,
// outside of the grid, unreachable - gives the direction from its centre to the
// agent instead, a push away from what is blocked.
//
// The blend of two directions that lead past an obstacle on either side leads
// into it, and so does the push away from one wall into another; no weights
// help, since the true field is not continuous there.  It is true where all
// four have the same turn and see it.  Elsewhere turns are chosen among, not
// blended: each that the agent sees is the beginning of a way whose length is
// known,
//
//     |agent - turn| + distance from the turn on,
//
// the latter being what the field tells at a centre that has this turn, less
// the distance between the two.  Whether a turn is seen is decided exactly, by
// the straight walk; the lengths are computed.
//
// On a mesh with heights a cell has a place for each of its floors, and the one
// nearest in height is taken.  It may be on another floor, where the agent's
// own has ended before the centre; what it tells is then wrong, and whoever
// follows it must see to it that he gets on (crowd.c).
#include "crowd/steering.h"

#include "field/field.h"
#include "search/raycast.h"

nav_vec2 nav_steering_cut(nav_vec2 v, double most)
{
    double length = nav_vec2_distance((nav_vec2){0, 0}, v);
    if (!(length > most)) {
        return v;
    }
    return (nav_vec2){v.x / length * most, v.y / length * most};
}

nav_vec2 nav_steering_brake(nav_vec2 left, nav_vec2 velocity, double most,
                            double acceleration, double dt)
{
    double distance = nav_vec2_distance((nav_vec2){0, 0}, left);
    double speed = fmin(most, sqrt(acceleration) * sqrt(distance));
    nav_vec2 wanted =
        nav_steering_cut((nav_vec2){left.x / dt, left.y / dt}, speed);
    nav_vec2 change = nav_vec2_sub(wanted, velocity);
    nav_vec2 cut = nav_steering_cut(change, acceleration * dt);
    return nav_vec2_equal(cut, change)
               ? wanted
               : nav_steering_cut(
                     (nav_vec2){velocity.x + cut.x, velocity.y + cut.y}, most);
}

// The place of a cell on the floor nearest to a height.
static nav_place place_on_floor(const nav_field *field, size_t cell,
                                double height)
{
    return nav_field_place(field,
                           nav_cells_place_near(&field->cells, cell, height));
}

static bool has_way(const nav_place *place)
{
    return place->status == NAV_PLACE_OK || place->status == NAV_PLACE_GOAL;
}

// A corner of the square of centres around an agent; columns and rows count
// from -1, outside of the grid.
typedef struct corner {
    double column, row; // whole
    double weight;
} corner;

static bool is_in_grid(const nav_field_info *info, const corner *c)
{
    return c->column >= 0 && c->row >= 0 && c->column < info->columns &&
           c->row < info->rows;
}

// The centre of a cell, be it outside of the grid.
static nav_vec2 centre_of(const nav_field_info *info, const corner *c)
{
    return (nav_vec2){info->origin.x + (c->column + 0.5) * info->cell,
                      info->origin.y + (c->row + 0.5) * info->cell};
}

static void add_turn(nav_steering_view *view, const nav_place *place)
{
    double on = place->distance - nav_vec2_distance(place->centre, place->turn);
    nav_steering_turn turn = {place->turn, on > 0 ? on : 0};
    for (int i = 0; i < view->count; i++) {
        if (nav_vec2_equal(view->turns[i].point, turn.point)) {
            // Rounding alone makes them differ.
            view->turns[i].rest = fmin(view->turns[i].rest, turn.rest);
            return;
        }
    }
    view->turns[view->count++] = turn;
}

// What one corner gives to the blend.
static nav_vec2 vector_of(const nav_steering *s, const corner *c,
                          nav_vec2 point, double height,
                          nav_steering_view *view)
{
    if (is_in_grid(&s->info, c)) {
        size_t cell = (size_t)c->row * s->info.columns + (size_t)c->column;
        nav_place place = place_on_floor(s->field, cell, height);
        if (has_way(&place)) {
            if (s->info.method == NAV_FIELD_EXACT) {
                add_turn(view, &place);
            }
            return place.direction;
        }
    }
    view->agreed = false;
    return nav_vec2_towards(centre_of(&s->info, c), point);
}

nav_steering_view nav_steering_look(const nav_steering *s, nav_vec2 point,
                                    double height)
{
    nav_steering_view view = {.agreed = true};
    double x = (point.x - s->info.origin.x) / s->info.cell - 0.5;
    double y = (point.y - s->info.origin.y) / s->info.cell - 0.5;
    double column = floor(x), row = floor(y);
    nav_vec2 sum = {0, 0};
    for (int i = 0; i < 4; i++) {
        int right = i % 2, up = i / 2;
        corner c = {column + right, row + up,
                    (right ? x - column : 1 - (x - column)) *
                        (up ? y - row : 1 - (y - row))};
        nav_vec2 v = vector_of(s, &c, point, height, &view);
        sum.x += v.x * c.weight;
        sum.y += v.y * c.weight;
    }
    view.blend = nav_vec2_towards((nav_vec2){0, 0}, sum);
    view.agreed = view.agreed && view.count == 1;
    return view;
}

bool nav_steering_is_goal_cell(const nav_steering *s, nav_vec2 point,
                               double height)
{
    size_t cell = nav_cells_find(&s->field->cells, point);
    return place_on_floor(s->field, cell, height).status == NAV_PLACE_GOAL;
}

double nav_steering_way(const nav_steering_turn *turn, nav_vec2 point)
{
    return nav_vec2_distance(point, turn->point) + turn->rest;
}

static bool is_seen(const nav_steering *s, const nav_mover *at, nav_vec2 point)
{
    return !nav_vec2_equal(at->point, point) &&
           nav_raycast_from(s->mesh, at->point, at->polygon, point).clear;
}

bool nav_steering_choose(const nav_steering *s, const nav_mover *at,
                         const nav_steering_view *view,
                         const nav_steering_turn *last,
                         nav_steering_turn *chosen)
{
    // Ascending by the way; of equals the last turn, then that of the first
    // place, comes first.
    nav_steering_turn turns[5];
    double way[5];
    int count = 0;
    for (int i = -1; i < view->count; i++) {
        const nav_steering_turn *turn = i < 0 ? last : &view->turns[i];
        double length = nav_steering_way(turn, at->point);
        int place = count++;
        while (place > 0 && way[place - 1] > length) {
            turns[place] = turns[place - 1];
            way[place] = way[place - 1];
            place--;
        }
        turns[place] = *turn;
        way[place] = length;
    }
    for (int i = 0; i < count && way[i] < HUGE_VAL; i++) {
        if (is_seen(s, at, turns[i].point)) {
            *chosen = turns[i];
            return true;
        }
    }
    return false;
}
