// field.c - flow fields of navmesh.h: what is known of their places.
#include "field/field.h"

#include "base/error.h"
#include "geometry/predicates.h"

void nav_field_free(nav_field *field)
{
    if (!field) {
        return;
    }
    nav_allocator mem = field->mem;
    nav_mem_free(&mem, field->goal, field->info.goals, sizeof *field->goal);
    nav_mem_free(&mem, field->goal_height, field->info.goals,
                 sizeof *field->goal_height);
    nav_mem_free(&mem, field->is_goal, field->info.places,
                 sizeof *field->is_goal);
    if (field->info.method == NAV_FIELD_EXACT) {
        nav_flowfield_fini(&field->exact);
    } else {
        nav_heatmap_fini(&field->heat);
        nav_walks_fini(&field->walks);
    }
    nav_cells_fini(&field->cells);
    nav_mem_free(&mem, field, 1, sizeof *field);
}

nav_field_info nav_field_get_info(const nav_field *field)
{
    return field->info;
}

nav_vec2 nav_field_goal(const nav_field *field, size_t number)
{
    return field->goal[number];
}

const char *nav_place_status_name(nav_place_status status)
{
    switch (status) {
    case NAV_PLACE_OK:
        return "ok";
    case NAV_PLACE_GOAL:
        return "goal";
    case NAV_PLACE_BLOCKED:
        return "blocked";
    case NAV_PLACE_UNREACHABLE:
        return "unreachable";
    }
    return "unknown";
}

size_t nav_field_cell(const nav_field *field, uint32_t column, uint32_t row,
                      size_t *count)
{
    const nav_cells *c = &field->cells;
    size_t cell = (size_t)row * c->columns + column;
    if (!c->first) {
        *count = 1;
        return cell;
    }
    *count = c->first[cell + 1] - c->first[cell];
    return c->first[cell];
}

static void tell_exact(const nav_field *field, size_t number, nav_place *place)
{
    const nav_flowfield *f = &field->exact;
    uint32_t turn = nav_flowfield_turn(f, number, place->centre);
    place->distance = f->distance[number];
    if (turn != NAV_NONE) {
        place->turn = f->point[turn].at;
        place->direction = nav_vec2_towards(
            place->centre, f->towards ? f->towards[number] : place->turn);
    }
}

static void tell_grid(const nav_field *field, size_t number, nav_place *place)
{
    uint32_t steps = nav_heatmap_steps(&field->heat, number);
    if (steps < NAV_HEAT_BLOCKED) {
        place->distance = steps * field->info.cell;
        place->direction = nav_heatmap_direction(&field->heat, number);
    }
}

nav_place nav_field_place(const nav_field *field, size_t number)
{
    const nav_cells *c = &field->cells;
    size_t cell = nav_cells_cell_of(c, number);
    uint32_t column = (uint32_t)(cell % c->columns);
    uint32_t row = (uint32_t)(cell / c->columns);
    nav_place place = {.status = NAV_PLACE_BLOCKED,
                       .column = column,
                       .row = row,
                       .centre = nav_cells_centre(c, cell),
                       .distance = HUGE_VAL};
    bool exact = field->info.method == NAV_FIELD_EXACT;
    bool is_goal = field->is_goal[number];
    if (!c->is_held[number] && (exact || !is_goal)) {
        return place;
    }
    place.height = c->height ? c->height[number] : c->level;
    if (exact) {
        tell_exact(field, number, &place);
    } else {
        tell_grid(field, number, &place);
    }
    place.status = place.distance == HUGE_VAL ? NAV_PLACE_UNREACHABLE
                   : is_goal                  ? NAV_PLACE_GOAL
                                              : NAV_PLACE_OK;
    return place;
}

// ---------------------------------------------------------------------------
// Comparison
// ---------------------------------------------------------------------------

// Lengths of the paths along the directions of a grid.
typedef struct paths {
    double *length; // [places] negative: not known yet
    size_t *stack;  // [places] places on the way to one that is known
} paths;

// The length of the path from a place on; each step leads to fewer steps, so
// that it ends, at a place of a known length.
//
// On a level mesh a step may lead through a wall, if that is thinner than a
// cell.  One cannot go there, and no path is shorter than the true one from any
// of its places.
static double follow(const nav_field *grid, const nav_field *exact, paths *p,
                     size_t place)
{
    size_t count = 0;
    while (p->length[place] < 0) {
        p->stack[count++] = place;
        place = nav_heatmap_next(&grid->heat, place);
    }
    double length = p->length[place];
    while (count > 0) {
        place = p->stack[--count];
        double right = exact->exact.distance[place];
        nav_vec2 d = nav_heatmap_direction(&grid->heat, place);
        length += grid->info.cell * sqrt(nav_vec2_dot(d, d));
        length = right < HUGE_VAL ? fmax(length, right) : length;
        p->length[place] = length;
    }
    return length;
}

// From the last centre on the mesh the rest of the way is the shortest: from
// that of a goal's cell, or from the one before.
static void begin_paths(const nav_field *grid, const nav_field *exact, paths *p)
{
    const nav_cells *c = &grid->cells;
    for (size_t i = 0; i < grid->info.places; i++) {
        size_t next = nav_heatmap_next(&grid->heat, i);
        p->length[i] = -1;
        if (next == i || next >= grid->info.places || !c->is_held[next]) {
            double rest = exact->exact.distance[i];
            p->length[i] = rest < HUGE_VAL ? rest : 0;
        }
    }
}

static void compare(const nav_field *grid, const nav_field *exact, paths *p,
                    nav_field_errors *errors)
{
    *errors = (nav_field_errors){.compared = 0};
    begin_paths(grid, exact, p);
    for (size_t i = 0; i < grid->info.places; i++) {
        uint32_t steps = nav_heatmap_steps(&grid->heat, i);
        double right = exact->exact.distance[i];
        if (!grid->cells.is_held[i] || grid->is_goal[i] ||
            steps >= NAV_HEAT_BLOCKED || right == HUGE_VAL || right == 0) {
            continue;
        }
        double distance = steps * grid->info.cell / right - 1;
        double path = follow(grid, exact, p, i) / right - 1;
        errors->compared++;
        errors->distance_mean += distance;
        errors->path_mean += path;
        errors->distance_most = fmax(errors->distance_most, distance);
        errors->path_most = fmax(errors->path_most, path);
    }
    if (errors->compared > 0) {
        errors->distance_mean /= (double)errors->compared;
        errors->path_mean /= (double)errors->compared;
    }
}

nav_status nav_field_compare(const nav_field *grid, const nav_field *exact,
                             nav_field_errors *errors, nav_error *error)
{
    const nav_field_info *a = &grid->info;
    const nav_field_info *b = &exact->info;
    if (a->method != NAV_FIELD_GRID4 || b->method != NAV_FIELD_EXACT ||
        a->places != b->places || a->columns != b->columns ||
        a->cell != b->cell || !nav_vec2_equal(a->origin, b->origin)) {
        return nav_fail(error, NAV_RANGE, "the fields have different grids");
    }
    paths p = {nav_mem_new(&grid->mem, a->places, sizeof *p.length),
               nav_mem_new(&grid->mem, a->places, sizeof *p.stack)};
    nav_status status = p.length && p.stack ? NAV_OK : NAV_NOMEM;
    nav_field_errors found;
    if (status == NAV_OK) {
        compare(grid, exact, &p, &found);
        *errors = found;
    }
    nav_mem_free(&grid->mem, p.length, a->places, sizeof *p.length);
    nav_mem_free(&grid->mem, p.stack, a->places, sizeof *p.stack);
    return status == NAV_OK ? NAV_OK : nav_fail_memory(error);
}
