// crowd.c - agents that walk through a flow field.
//
// Each step of an agent: look at the field around it, settle on a turn to go to
// (exact fields), steer, walk (mover.c), see whether a goal is reached.  What
// others do enters by the places they had before the step alone, of which a
// sorted copy is made (neighbours.c); an agent writes nothing but its own
// state.  So agents can be stepped in any order and in any threads.
//
// Getting on.  With an exact field every agent that has a way arrives.  Going
// straight to a turn that it sees, an agent comes nearer to its goal, measured
// along that way, and whenever it sees a turn with a shorter way it goes there;
// but inertia and others may carry it past a turn whose next one it does not
// see from where it then is, and back, and past again.  Therefore the length of
// its way is watched.  When it has hardly become shorter in some steps the
// agent goes on with care: to the first turn of the exact path from where it
// stands, pushed by nobody, no faster than its force can stop it, until it
// stands on the turn to the bit.  From there it sees the next turn, whatever
// its size, and goes on with care to that, until it stands on one from which
// the way is shorter than it ever was.  Turns are corners of the mesh, of which
// there are finitely many, and each is nearer to the goal than the last; so
// care ends, and each time with a shorter way than before.
//
// On a mesh with folds, steps, or edges at which more than two floors meet, a
// point in plan that is seen may be on the wrong floor, straight above or below
// the turn, and a straight walk may take the wrong floor behind an edge.  There
// agents go by their exact paths alone, with care from one such edge to the
// next, and step over each to the floor that the path goes on with (route.c).
//
// Paths are asked for when there is no turn to be seen, and by agents that
// stand on their turn or begin to go with care; that is rare, once in some
// thousand steps.
//
// References: Craig Reynolds, "Steering Behaviors For Autonomous Characters",
// 1999 (steering, and slowing down to arrive); the same, "Interaction with
// Groups of Autonomous Characters", 2000 (separation).
#include "base/error.h"
#include "crowd/neighbours.h"
#include "crowd/route.h"
#include "crowd/steering.h"
#include "field/field.h"
#include "geometry/predicates.h"
#include "mesh/surface.h"
#include "search/query.h"
#include "search/raycast.h"

// An agent goes with care when so many steps have not made its way shorter by a
// sixteenth of what it may walk in one.  That it arrives does not depend on
// these; sooner, and those who turn around would stop for nothing; later, and
// who goes to and fro does so for longer.
enum { PATIENCE = 16 };
static const double PROGRESS = 1.0 / 16;

typedef struct agent {
    nav_mover at;
    nav_vec2 velocity;
    double mass, max_speed, max_force;
    nav_agent_status status;
    nav_steering_turn turn;
    nav_crossing gate; // to be stepped over on the turn; NAV_NONE: none
    double distance;   // to the turn, a step ago
    bool nearing;      // the turn has come nearer
    bool passed;       // and then went away again
    double mark;       // the shortest its way has been, when asked
    uint32_t steps;    // since then
    uint32_t number;   // in the crowd
    uint32_t queries;
    bool stopped; // by a wall, in the last step
    bool careful;
} agent;

// A goal, and the floor that it is on.
typedef struct goal {
    nav_vec2 point;
    nav_poly_id polygon;
    double height;
} goal;

struct nav_crowd {
    nav_allocator mem;
    nav_crowd_options options;
    nav_steering steering;
    nav_query *query;
    goal *goals; // [steering.info.goals]
    agent *agents;
    size_t count, capacity;
    nav_neighbours near;
};

const char *nav_agent_status_name(nav_agent_status status)
{
    switch (status) {
    case NAV_AGENT_WALKING:
        return "walking";
    case NAV_AGENT_ARRIVED:
        return "arrived";
    case NAV_AGENT_UNREACHABLE:
        return "unreachable";
    case NAV_AGENT_OFF_MESH:
        return "off_mesh";
    case NAV_AGENT_AMBIGUOUS_FLOOR:
        return "ambiguous_floor";
    }
    return "unknown";
}

// ---------------------------------------------------------------------------
// Making a crowd
// ---------------------------------------------------------------------------

nav_crowd_options nav_crowd_options_default(const nav_field *field)
{
    return (nav_crowd_options){.dt = 1,
                               .arrival = nav_field_get_info(field).cell / 2};
}

nav_agent_spec nav_agent_default(const nav_field *field)
{
    double cell = nav_field_get_info(field).cell;
    return (nav_agent_spec){.mass = 1, .max_speed = cell, .max_force = cell};
}

static bool is_size(double value)
{
    return nav_coord_is_legal(value) && value >= 0;
}

static nav_status check_options(const nav_crowd_options *o, nav_error *error)
{
    if (!is_size(o->dt) || o->dt == 0) {
        return nav_fail(error, NAV_RANGE,
                        "the length of a step must be above 0");
    }
    if (!is_size(o->arrival) || !is_size(o->separation)) {
        return nav_fail(error, NAV_RANGE,
                        "a distance must be 0 or of a size from 1e-100 to "
                        "1e100");
    }
    if (!(o->snap >= 0)) {
        return nav_fail(error, NAV_RANGE, "snap must be 0 or more");
    }
    return NAV_OK;
}

void nav_crowd_free(nav_crowd *crowd)
{
    if (!crowd) {
        return;
    }
    nav_allocator mem = crowd->mem;
    nav_neighbours_fini(&crowd->near);
    nav_query_free(crowd->query);
    nav_mem_free(&mem, crowd->goals, crowd->steering.info.goals,
                 sizeof *crowd->goals);
    nav_mem_free(&mem, crowd->agents, crowd->capacity, sizeof *crowd->agents);
    nav_mem_free(&mem, crowd, 1, sizeof *crowd);
}

// Finds the goals of the field on the mesh, on the floors that they are on.
static nav_status place_goals(nav_crowd *crowd, nav_error *error)
{
    const nav_field *field = crowd->steering.field;
    size_t count = crowd->steering.info.goals;
    crowd->goals = nav_mem_new(&crowd->mem, count, sizeof *crowd->goals);
    if (!crowd->goals) {
        return nav_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        const nav_point point = {field->goal[i], NAV_FLOOR_NEAREST,
                                 field->goal_height[i]};
        nav_location at;
        nav_status status =
            nav_query_locate_at(crowd->query, point, &at, error);
        if (status != NAV_OK) {
            return status;
        }
        crowd->goals[i] = (goal){point.plan, at.polygon, at.height};
    }
    return NAV_OK;
}

nav_status nav_crowd_new(const nav_mesh *mesh, const nav_field *field,
                         const nav_crowd_options *options,
                         const nav_allocator *allocator, nav_crowd **crowd,
                         nav_error *error)
{
    nav_crowd_options o = options ? *options : nav_crowd_options_default(field);
    nav_status status = check_options(&o, error);
    if (status == NAV_OK && mesh->info.links > 0) {
        status = nav_fail(error, NAV_GEOMETRY,
                          "the mesh has links, which agents do not take");
    }
    if (status != NAV_OK) {
        return status;
    }
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_crowd *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_crowd){.mem = mem,
                        .options = o,
                        .steering = {mesh, field, nav_field_get_info(field)}};
    nav_neighbours_init(&made->near, &mem);
    status = nav_query_new(mesh, &mem, &made->query);
    if (status == NAV_OK) {
        status = place_goals(made, error);
    } else {
        (void)nav_fail(error, status, "%s", nav_status_name(status));
    }
    if (status != NAV_OK) {
        nav_crowd_free(made);
        return status;
    }
    *crowd = made;
    return NAV_OK;
}

size_t nav_crowd_count(const nav_crowd *crowd)
{
    return crowd->count;
}

static double height_of(const nav_crowd *crowd, const agent *a)
{
    return nav_surface_height(crowd->steering.mesh, a->at.polygon, a->at.point);
}

nav_agent nav_crowd_agent(const nav_crowd *crowd, size_t number)
{
    const agent *a = &crowd->agents[number];
    bool on_mesh = a->at.polygon != NAV_NONE;
    return (nav_agent){.status = a->status,
                       .position = a->at.point,
                       .velocity = a->velocity,
                       .height = on_mesh ? height_of(crowd, a) : 0,
                       .polygon = a->at.polygon,
                       .queries = a->queries};
}

// ---------------------------------------------------------------------------
// Exact paths
// ---------------------------------------------------------------------------

// Whether which floor to go on to is more than a straight walk can tell: then
// agents go by their exact paths alone.
static bool goes_by_gates(const nav_crowd *crowd)
{
    return !crowd->steering.mesh->plain &&
           crowd->steering.info.method == NAV_FIELD_EXACT;
}

// The first piece of the shortest path from where somebody stands to a goal.
// The rest of its turn is infinite when there is none.
static nav_status ask_route(const nav_crowd *crowd, nav_query *query,
                            const nav_mover *at, nav_route *best,
                            nav_error *error)
{
    *best = nav_route_none(at);
    for (size_t i = 0; i < crowd->steering.info.goals; i++) {
        const goal *g = &crowd->goals[i];
        const nav_point end = {g->point, NAV_FLOOR_NEAREST, g->height};
        nav_route route;
        nav_status status = nav_route_ask(query, at, end, &route, error);
        if (status != NAV_OK) {
            return status;
        }
        if (nav_steering_way(&route.turn, at->point) <
            nav_steering_way(&best->turn, at->point)) {
            *best = route;
        }
    }
    return NAV_OK;
}

// Makes the end of a route, if there is one, the turn of an agent.  Where
// several polygons hold its place, it stands in the one in which that begins.
static void follow(agent *a, const nav_route *route)
{
    if (route->turn.rest < HUGE_VAL) {
        a->turn = route->turn;
        a->gate = route->gate;
        a->at.polygon = route->polygon;
    }
}

// Makes the first turn of the exact path the turn of an agent.
static nav_status take_exact_turn(const nav_crowd *crowd, nav_query *query,
                                  agent *a, nav_error *error)
{
    nav_route route;
    nav_status status = ask_route(crowd, query, &a->at, &route, error);
    a->queries++;
    if (status == NAV_OK) {
        follow(a, &route);
    }
    return status;
}

// ---------------------------------------------------------------------------
// Arriving
// ---------------------------------------------------------------------------

// Whether a goal is no farther from a place than that, and seen from there.
static bool reaches(const nav_crowd *crowd, const nav_mover *at, const goal *g,
                    double most)
{
    if (!(nav_vec2_distance(at->point, g->point) <= most)) {
        return false;
    }
    nav_raycast_result r = nav_raycast_from(crowd->steering.mesh, at->point,
                                            at->polygon, g->point);
    // Not one that is straight above or below.
    return r.clear && (r.end_polygon == g->polygon || r.height == g->height);
}

// Ends an agent's way where its move comes nearest to a goal, if that is near
// enough and the goal is seen from there.
static bool arrive(const nav_crowd *crowd, agent *a, nav_vec2 move)
{
    const nav_steering *s = &crowd->steering;
    nav_vec2 from = a->at.point;
    nav_vec2 to = {from.x + move.x, from.y + move.y};
    for (size_t i = 0; i < s->info.goals; i++) {
        const goal *g = &crowd->goals[i];
        nav_vec2 q = nav_vec2_clean(nav_vec2_nearest(from, to, g->point));
        if (!(nav_vec2_distance(q, g->point) <= crowd->options.arrival) ||
            !nav_vec2_is_legal(q)) {
            continue;
        }
        nav_raycast_result r =
            nav_raycast_from(s->mesh, a->at.point, a->at.polygon, q);
        nav_mover end = {q, r.end_polygon};
        if (r.clear && reaches(crowd, &end, g, crowd->options.arrival)) {
            a->at = end;
            a->velocity = (nav_vec2){0, 0};
            a->status = NAV_AGENT_ARRIVED;
            return true;
        }
    }
    return false;
}

// Whether an agent is in the cell of a goal that it sees: with NAV_FIELD_GRID4
// that is arriving, since there is nothing more to follow.
static bool is_at_goal_cell(const nav_crowd *crowd, const agent *a)
{
    const nav_steering *s = &crowd->steering;
    if (s->info.method != NAV_FIELD_GRID4 ||
        !nav_steering_is_goal_cell(s, a->at.point, height_of(crowd, a))) {
        return false;
    }
    for (size_t i = 0; i < s->info.goals; i++) {
        if (reaches(crowd, &a->at, &crowd->goals[i], 2 * s->info.cell)) {
            return true;
        }
    }
    return false;
}

// Ends the way of an agent that stands where it may.
static bool is_there(const nav_crowd *crowd, agent *a)
{
    if (!is_at_goal_cell(crowd, a)) {
        return arrive(crowd, a, (nav_vec2){0, 0});
    }
    a->velocity = (nav_vec2){0, 0};
    a->status = NAV_AGENT_ARRIVED;
    return true;
}

// ---------------------------------------------------------------------------
// Adding agents
// ---------------------------------------------------------------------------

static nav_status check_agent(const nav_agent_spec *spec, nav_error *error)
{
    if (!is_size(spec->mass) || spec->mass == 0) {
        return nav_fail(error, NAV_RANGE, "mass must be above 0");
    }
    if (!is_size(spec->max_speed) || !is_size(spec->max_force)) {
        return nav_fail(error, NAV_RANGE,
                        "speed and force must be 0 or more, and of a size from "
                        "1e-100 to 1e100");
    }
    return NAV_OK;
}

// Puts an agent on the mesh.
static nav_status place_agent(const nav_crowd *crowd, nav_point start, agent *a,
                              nav_error *error)
{
    nav_location location;
    nav_status status =
        nav_query_locate_at(crowd->query, start, &location, error);
    if (status != NAV_OK) {
        return status;
    }
    a->at = (nav_mover){start.plan, NAV_NONE};
    if (location.ambiguous) {
        a->status = NAV_AGENT_AMBIGUOUS_FLOOR;
    } else if (location.polygon == NAV_NONE ||
               location.distance > crowd->options.snap) {
        a->status = NAV_AGENT_OFF_MESH;
    } else {
        a->at = (nav_mover){location.point, location.polygon};
    }
    return NAV_OK;
}

// Whether a way leads from an agent to a goal, and with an exact field where it
// turns first.  Where regions only touch, he begins in the one with the
// shortest.
static nav_status find_way(const nav_crowd *crowd, agent *a, nav_error *error)
{
    const nav_point start = {a->at.point, NAV_FLOOR_NEAREST,
                             height_of(crowd, a)};
    nav_chain_end held = {.count = 1};
    nav_status status = NAV_OK;
    for (size_t i = 0; i < held.count && status == NAV_OK; i++) {
        nav_query_end end;
        nav_route route;
        status = nav_query_hold(crowd->query, start, 0, &end, &held, error);
        if (status == NAV_OK) {
            const nav_mover at = {a->at.point, held.polygons[i]};
            status = ask_route(crowd, crowd->query, &at, &route, error);
        }
        if (status == NAV_OK && nav_steering_way(&route.turn, a->at.point) <
                                    nav_steering_way(&a->turn, a->at.point)) {
            follow(a, &route);
        }
    }
    if (status == NAV_OK && !(a->turn.rest < HUGE_VAL)) {
        a->status = NAV_AGENT_UNREACHABLE;
    } else if (status == NAV_OK) {
        (void)is_there(crowd, a); // it may have begun at a goal
    }
    return status;
}

nav_status nav_crowd_add(nav_crowd *crowd, const nav_agent_spec *spec,
                         nav_error *error)
{
    agent a = {.mass = spec->mass,
               .max_speed = spec->max_speed,
               .max_force = spec->max_force,
               .turn.rest = HUGE_VAL,
               .gate = {NAV_NONE, NAV_NONE},
               .mark = HUGE_VAL};
    nav_status status = check_agent(spec, error);
    if (status == NAV_OK && crowd->count >= NAV_NONE) {
        // Not tested: so many agents take more than 500 gigabytes.
        status = nav_fail(error, NAV_LIMIT, "too many agents");
    }
    if (status == NAV_OK) {
        status = place_agent(crowd, spec->start, &a, error);
    }
    if (status == NAV_OK && a.status == NAV_AGENT_WALKING) {
        status = find_way(crowd, &a, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    status = nav_mem_grow(&crowd->mem, &crowd->agents, &crowd->capacity,
                          crowd->count + 1, sizeof *crowd->agents);
    if (status != NAV_OK) {
        return nav_fail_memory(error);
    }
    a.number = (uint32_t)crowd->count;
    crowd->agents[crowd->count++] = a;
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------

// Whether the way of an agent is shorter than it ever was when it was asked.
static bool gets_on(const nav_crowd *crowd, agent *a)
{
    double way = nav_steering_way(&a->turn, a->at.point);
    double step = a->max_speed * crowd->options.dt;
    if (way > a->mark - step * PROGRESS) {
        return false;
    }
    a->mark = way;
    a->steps = 0;
    return true;
}

// Begins to go with care when an agent does not get on.
static nav_status watch_progress(const nav_crowd *crowd, nav_query *query,
                                 agent *a, nav_error *error)
{
    if (a->careful || gets_on(crowd, a) || ++a->steps < PATIENCE) {
        return NAV_OK;
    }
    a->careful = true;
    return take_exact_turn(crowd, query, a, error);
}

// Tells, once for a turn, that an agent has passed it: it came nearer, and now
// goes away.
static bool passes(agent *a, bool same)
{
    double before = a->distance;
    a->distance = nav_vec2_distance(a->at.point, a->turn.point);
    if (!same) {
        a->nearing = false;
        a->passed = false;
        return false;
    }
    a->nearing = a->nearing || a->distance < before;
    if (!a->nearing || a->passed || !(a->distance > before)) {
        return false;
    }
    a->passed = true;
    return true;
}

// Goes on from the turn that an agent with care stands on.
static nav_status leave_turn(const nav_crowd *crowd, nav_query *query, agent *a,
                             nav_error *error)
{
    const nav_mesh *mesh = crowd->steering.mesh;
    a->careful = goes_by_gates(crowd) || !gets_on(crowd, a);
    if (a->gate.left != NAV_NONE &&
        a->at.polygon == mesh->edge_polygon[a->gate.left]) {
        a->at = nav_route_step_over(mesh, a->gate, a->at.point);
    }
    return take_exact_turn(crowd, query, a, error);
}

// Settles on the turn to go to, and gives the direction.
static nav_status settle(const nav_crowd *crowd, nav_query *query, agent *a,
                         nav_vec2 *direction, nav_error *error)
{
    const nav_steering *s = &crowd->steering;
    nav_status status = NAV_OK;
    bool stands = nav_vec2_equal(a->at.point, a->turn.point);
    a->careful = a->careful || goes_by_gates(crowd);
    if (a->careful && stands) {
        status = leave_turn(crowd, query, a, error);
    }
    nav_steering_view view = {.count = 0};
    if (!a->careful) {
        view = nav_steering_look(s, a->at.point, height_of(crowd, a));
    }
    nav_vec2 last = a->turn.point;
    bool agreed = view.agreed && !stands &&
                  nav_vec2_equal(view.turns[0].point, a->turn.point);
    if (status == NAV_OK && (!agreed || a->stopped) &&
        !nav_steering_choose(s, &a->at, &view, &a->turn, &a->turn)) {
        status = take_exact_turn(crowd, query, a, error);
    }
    if (status == NAV_OK && passes(a, nav_vec2_equal(last, a->turn.point))) {
        status = take_exact_turn(crowd, query, a, error);
        // If that is the way indeed, it has to go back.
        a->careful = a->careful || nav_vec2_equal(last, a->turn.point);
    }
    if (status == NAV_OK) {
        status = watch_progress(crowd, query, a, error);
    }
    *direction = agreed && !a->careful && a->distance >= s->info.cell
                     ? view.blend
                     : nav_vec2_towards(a->at.point, a->turn.point);
    return status;
}

// The push of others on an agent, as a velocity.
static nav_vec2 push_on(const nav_crowd *crowd, const agent *a)
{
    double radius = crowd->options.separation;
    if (radius == 0) {
        return (nav_vec2){0, 0};
    }
    nav_neighbour self = {a->at.point, height_of(crowd, a), a->number};
    nav_vec2 push = nav_neighbours_push(&crowd->near, &self, radius);
    push = (nav_vec2){push.x * a->max_speed, push.y * a->max_speed};
    return nav_steering_cut(push, a->max_speed / 2);
}

// Changes the velocity by steering, as the options say.
static void steer(const nav_crowd *crowd, agent *a, nav_vec2 direction)
{
    const nav_crowd_options *o = &crowd->options;
    nav_vec2 push = push_on(crowd, a);
    nav_vec2 wanted = {direction.x * a->max_speed + push.x,
                       direction.y * a->max_speed + push.y};
    nav_vec2 steering =
        o->no_smooth ? wanted : nav_vec2_sub(wanted, a->velocity);
    nav_vec2 force = nav_steering_cut(steering, a->max_force);
    double scale = o->dt / a->mass;
    nav_vec2 change = {force.x * scale, force.y * scale};
    if (!o->no_smooth) {
        // Not past what is wanted, be the step ever so long.
        change = nav_steering_cut(
            change, nav_vec2_distance((nav_vec2){0, 0}, steering));
    }
    a->velocity = nav_steering_cut(
        (nav_vec2){a->velocity.x + change.x, a->velocity.y + change.y},
        a->max_speed);
}

// The direction in which an agent wants to go.
static nav_status find_direction(const nav_crowd *crowd, nav_query *query,
                                 agent *a, nav_vec2 *direction,
                                 nav_error *error)
{
    if (crowd->steering.info.method == NAV_FIELD_EXACT) {
        return settle(crowd, query, a, direction, error);
    }
    *direction =
        nav_steering_look(&crowd->steering, a->at.point, height_of(crowd, a))
            .blend;
    return NAV_OK;
}

static nav_status step_agent(const nav_crowd *crowd, nav_query *query, agent *a,
                             nav_error *error)
{
    nav_vec2 direction = {0, 0};
    nav_status status = find_direction(crowd, query, a, &direction, error);
    if (status != NAV_OK) {
        return status;
    }
    if (a->careful) {
        a->velocity = nav_steering_brake(
            nav_vec2_sub(a->turn.point, a->at.point), a->velocity, a->max_speed,
            a->max_force / a->mass, crowd->options.dt);
    } else {
        steer(crowd, a, direction);
    }
    nav_vec2 move = {a->velocity.x * crowd->options.dt,
                     a->velocity.y * crowd->options.dt};
    if (arrive(crowd, a, move)) {
        return NAV_OK;
    }
    a->stopped =
        nav_mover_walk(crowd->steering.mesh, &a->at, move, &a->velocity);
    // Along a wall its way is another than that of the move above.
    if (a->stopped || crowd->steering.info.method == NAV_FIELD_GRID4) {
        (void)is_there(crowd, a);
    }
    return NAV_OK;
}

nav_status nav_crowd_begin_step(nav_crowd *crowd, nav_error *error)
{
    if (crowd->options.separation == 0) {
        return NAV_OK;
    }
    nav_status status = nav_neighbours_begin(&crowd->near, crowd->count);
    for (size_t i = 0; i < crowd->count && status == NAV_OK; i++) {
        const agent *a = &crowd->agents[i];
        if (a->status == NAV_AGENT_WALKING) {
            nav_neighbours_add(
                &crowd->near,
                (nav_neighbour){a->at.point, height_of(crowd, a), a->number});
        }
    }
    if (status == NAV_OK) {
        status = nav_neighbours_sort(&crowd->near, crowd->options.separation);
    }
    return status == NAV_OK ? NAV_OK : nav_fail_memory(error);
}

nav_status nav_crowd_step_range(nav_crowd *crowd, nav_query *query,
                                size_t begin, size_t end, nav_error *error)
{
    for (size_t i = begin; i < end; i++) {
        agent *a = &crowd->agents[i];
        if (a->status != NAV_AGENT_WALKING) {
            continue;
        }
        nav_status status = step_agent(crowd, query, a, error);
        if (status != NAV_OK) {
            return status;
        }
    }
    return NAV_OK;
}

nav_status nav_crowd_step(nav_crowd *crowd, nav_error *error)
{
    nav_status status = nav_crowd_begin_step(crowd, error);
    return status == NAV_OK ? nav_crowd_step_range(crowd, crowd->query, 0,
                                                   crowd->count, error)
                            : status;
}
