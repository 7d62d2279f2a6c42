// obstacles.c - sets of obstacles, each with a number and perhaps an id.
//
// Numbers are never given again, so that what refers to an obstacle by number
// cannot mean another one.  Ids are found through a hash table with open
// addressing; nothing that is seen depends on the order of its slots.  The slot
// of an id that is taken out is marked as used, and is free again when the
// table is next made anew.
//
// What an obstacle is made of is in obstacle.c.
//
// Reference: Donald Knuth, "The Art of Computer Programming", volume 3, 1998,
// section 6.4, algorithm L (linear probing).
#include "obstacle/obstacles.h"

#include "base/error.h"
#include "base/hash.h"
#include "geometry/arc.h"
#include "obstacle/obstacle_cells.h"

#include <string.h>

// ---------------------------------------------------------------------------
// Ids
// ---------------------------------------------------------------------------

#define FREE_SLOT SIZE_MAX
#define USED_SLOT (SIZE_MAX - 1) // its obstacle is removed

// The slot of an id, or the free one that ends the search for it.
static size_t slot_of(const nav_obstacles *set, const char *id)
{
    size_t mask = set->slots - 1;
    size_t at = nav_hash_text(id) & mask;
    while (set->slot[at] != FREE_SLOT) {
        size_t number = set->slot[at];
        if (number != USED_SLOT && strcmp(set->item[number]->id, id) == 0) {
            break;
        }
        at = (at + 1) & mask;
    }
    return at;
}

// Makes a new table with room for one more id; drops used slots.
static nav_status grow_slots(nav_obstacles *set)
{
    size_t names = 1;
    for (size_t i = 0; i < set->count; i++) {
        names += set->item[i] && set->item[i]->id;
    }
    size_t slots = 16;
    while (slots / 4 < names) {
        slots *= 2;
    }
    size_t *slot = nav_mem_new(&set->mem, slots, sizeof *slot);
    if (!slot) {
        return NAV_NOMEM;
    }
    nav_mem_free(&set->mem, set->slot, set->slots, sizeof *set->slot);
    set->slot = slot;
    set->slots = slots;
    set->taken = 0;
    for (size_t i = 0; i < slots; i++) {
        slot[i] = FREE_SLOT;
    }
    for (size_t i = 0; i < set->count; i++) {
        if (set->item[i] && set->item[i]->id) {
            slot[slot_of(set, set->item[i]->id)] = i;
            set->taken++;
        }
    }
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Sets
// ---------------------------------------------------------------------------

// Makes an obstacle for a set, outlined as the set's options say.
static nav_status make(const nav_obstacles *set, const nav_obstacle_spec *spec,
                       size_t name, nav_obstacle **item, nav_error *error)
{
    nav_obstacle *made = NULL;
    nav_status status =
        nav_obstacle_make(&set->mem, &set->options, spec, name, &made, error);
    if (status == NAV_OK && set->options.cell > 0) {
        status = nav_obstacle_mark_cells(&set->mem, &set->options, made, name,
                                         error);
    }
    if (status != NAV_OK) {
        nav_obstacle_free(&set->mem, made);
        return status;
    }
    *item = made;
    return NAV_OK;
}

nav_obstacle_options nav_obstacle_options_default(void)
{
    return (nav_obstacle_options){.arc_tolerance = NAV_ARC_TOLERANCE_DEFAULT};
}

static nav_status check_options(const nav_obstacle_options *options,
                                nav_error *error)
{
    if (!(options->radius >= 0) || !nav_coord_is_legal(options->radius)) {
        return nav_fail(error, NAV_RANGE,
                        "the radius is negative or not within 1e-100 .. 1e100");
    }
    if (!(options->arc_tolerance >= NAV_ARC_TOLERANCE_LEAST &&
          options->arc_tolerance <= NAV_ARC_TOLERANCE_MOST)) {
        return nav_fail(error, NAV_RANGE,
                        "the arc tolerance is not within 1e-6 .. 1");
    }
    if (!(options->cell >= 0) || !nav_coord_is_legal(options->cell)) {
        return nav_fail(error, NAV_RANGE,
                        "the side of the cells is negative or not within "
                        "1e-100 .. 1e100");
    }
    if (options->cell > 0 &&
        !(nav_vec2_is_legal(options->bounds.min) &&
          nav_vec2_is_legal(options->bounds.max) &&
          options->bounds.min.x <= options->bounds.max.x &&
          options->bounds.min.y <= options->bounds.max.y)) {
        return nav_fail(error, NAV_RANGE, "the bounds of the cells are no box");
    }
    return NAV_OK;
}

nav_status nav_obstacles_new(const nav_allocator *allocator,
                             const nav_obstacle_options *options,
                             nav_obstacles **obstacles, nav_error *error)
{
    nav_obstacle_options chosen =
        options ? *options : nav_obstacle_options_default();
    nav_status status = check_options(&chosen, error);
    if (status != NAV_OK) {
        return status;
    }
    nav_allocator mem = nav_mem_allocator(allocator);
    nav_obstacles *made = nav_mem_new(&mem, 1, sizeof *made);
    if (!made) {
        return nav_fail_memory(error);
    }
    *made = (nav_obstacles){.mem = mem, .options = chosen};
    *obstacles = made;
    return NAV_OK;
}

void nav_obstacles_free(nav_obstacles *obstacles)
{
    if (!obstacles) {
        return;
    }
    nav_allocator mem = obstacles->mem;
    for (size_t i = 0; i < obstacles->count; i++) {
        nav_obstacle_free(&mem, obstacles->item[i]);
    }
    nav_mem_free(&mem, obstacles->item, obstacles->capacity,
                 sizeof(nav_obstacle *));
    nav_mem_free(&mem, obstacles->slot, obstacles->slots,
                 sizeof *obstacles->slot);
    nav_mem_free(&mem, obstacles, 1, sizeof *obstacles);
}

nav_status nav_obstacles_add_named(nav_obstacles *obstacles,
                                   const nav_obstacle_spec *spec, size_t name,
                                   nav_error *error)
{
    if (spec->id && nav_obstacles_find(obstacles, spec->id) != SIZE_MAX) {
        return nav_obstacle_fail(error, NAV_SYNTAX, name, spec->id,
                                 "its id is that of an earlier one");
    }
    if (nav_mem_grow(&obstacles->mem, &obstacles->item, &obstacles->capacity,
                     obstacles->count + 1, sizeof(nav_obstacle *)) != NAV_OK ||
        (spec->id && obstacles->taken >= obstacles->slots / 2 &&
         grow_slots(obstacles) != NAV_OK)) {
        return nav_fail_memory(error);
    }
    nav_obstacle *made = NULL;
    nav_status status = make(obstacles, spec, name, &made, error);
    if (status != NAV_OK) {
        return status;
    }
    if (made->id) {
        obstacles->slot[slot_of(obstacles, made->id)] = obstacles->count;
        obstacles->taken++;
    }
    obstacles->item[obstacles->count++] = made;
    return NAV_OK;
}

nav_status nav_obstacles_add(nav_obstacles *obstacles,
                             const nav_obstacle_spec *spec, size_t *number,
                             nav_error *error)
{
    nav_status status =
        nav_obstacles_add_named(obstacles, spec, obstacles->count, error);
    if (status == NAV_OK && number) {
        *number = obstacles->count - 1;
    }
    return status;
}

// Gives away a number without an obstacle.
static nav_status add_removed(nav_obstacles *set, nav_error *error)
{
    if (nav_mem_grow(&set->mem, &set->item, &set->capacity, set->count + 1,
                     sizeof(nav_obstacle *)) != NAV_OK) {
        return nav_fail_memory(error);
    }
    set->item[set->count++] = NULL;
    return NAV_OK;
}

nav_status nav_obstacles_copy(const nav_obstacles *obstacles,
                              const nav_allocator *allocator,
                              const nav_obstacle_options *options,
                              nav_obstacles **copy, nav_error *error)
{
    nav_obstacles *made = NULL;
    nav_status status = nav_obstacles_new(allocator, options, &made, error);
    for (size_t i = 0; i < obstacles->count && status == NAV_OK; i++) {
        const nav_obstacle *item = obstacles->item[i];
        status = item ? nav_obstacles_add_named(made, &item->spec, i, error)
                      : add_removed(made, error);
    }
    if (status != NAV_OK) {
        nav_obstacles_free(made);
        return status;
    }
    *copy = made;
    return NAV_OK;
}

size_t nav_obstacles_count(const nav_obstacles *obstacles)
{
    return obstacles->count;
}

size_t nav_obstacles_find(const nav_obstacles *obstacles, const char *id)
{
    return obstacles->slots == 0 ? SIZE_MAX
                                 : obstacles->slot[slot_of(obstacles, id)];
}

const nav_obstacle *nav_obstacles_at(const nav_obstacles *obstacles,
                                     size_t number)
{
    return obstacles->item[number];
}

nav_obstacle_info nav_obstacles_get(const nav_obstacles *obstacles,
                                    size_t number)
{
    const nav_obstacle *item = obstacles->item[number];
    if (!item) {
        return (nav_obstacle_info){.is_removed = true};
    }
    return (nav_obstacle_info){
        .spec = item->spec, .is_empty = item->is_empty, .box = item->box};
}

static nav_vec2 moved_by(nav_vec2 p, nav_vec2 by)
{
    return (nav_vec2){nav_coord_flushed(p.x + by.x),
                      nav_coord_flushed(p.y + by.y)};
}

nav_status nav_obstacles_move(nav_obstacles *obstacles, size_t number,
                              nav_vec2 by, nav_error *error)
{
    nav_obstacle *item = obstacles->item[number];
    if (!item) {
        return nav_obstacle_fail(error, NAV_RANGE, number, NULL,
                                 "it has been removed");
    }
    nav_obstacle_spec spec = item->spec;
    size_t count = spec.point_count;
    nav_vec2 *moved = nav_mem_new(&obstacles->mem, count, sizeof *moved);
    if (!moved) {
        return nav_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        moved[i] = moved_by(spec.points[i], by);
    }
    spec.points = moved;
    spec.center = moved_by(spec.center, by);
    spec.box.min = moved_by(spec.box.min, by);
    spec.box.max = moved_by(spec.box.max, by);
    nav_obstacle *made = NULL;
    nav_status status = make(obstacles, &spec, number, &made, error);
    nav_mem_free(&obstacles->mem, moved, count, sizeof *moved);
    if (status == NAV_OK) {
        obstacles->item[number] = made;
        nav_obstacle_free(&obstacles->mem, item);
    }
    return status;
}

void nav_obstacles_remove(nav_obstacles *obstacles, size_t number)
{
    nav_obstacle *item = obstacles->item[number];
    if (item && item->id) {
        obstacles->slot[slot_of(obstacles, item->id)] = USED_SLOT;
    }
    obstacles->item[number] = NULL;
    nav_obstacle_free(&obstacles->mem, item);
}
