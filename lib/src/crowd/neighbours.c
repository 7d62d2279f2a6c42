// neighbours.c - who is near whom in a crowd: a uniform grid.
//
// Buckets are squares over the box of all who were added, with sides of the
// radius or more, so that whoever is near enough is in one of nine.  Where the
// radius is small the sides are doubled until there are no more buckets than a
// small multiple of the number of items; memory does not grow with the area.
//
// Items are sorted by counting, stably: in a bucket they keep the order of
// their numbers, and a push is a sum in an order that depends on nothing but
// numbers and places.  Nothing is changed by a question, so that threads may
// ask at the same time.
//
// Reference: Craig Reynolds, "Interaction with Groups of Autonomous
// Characters", 2000 (separation by a grid of bins).
#include "crowd/neighbours.h"

// Buckets for each item at most, and some for few items.
enum { BUCKETS_AN_ITEM = 4, BUCKETS_LEAST = 64 };

void nav_neighbours_init(nav_neighbours *n, const nav_allocator *mem)
{
    *n = (nav_neighbours){.mem = *mem};
}

void nav_neighbours_fini(nav_neighbours *n)
{
    nav_mem_free(&n->mem, n->given, n->given_capacity, sizeof *n->given);
    nav_mem_free(&n->mem, n->item, n->item_capacity, sizeof *n->item);
    nav_mem_free(&n->mem, n->first, n->first_capacity, sizeof *n->first);
}

nav_status nav_neighbours_begin(nav_neighbours *n, size_t most)
{
    n->count = 0;
    nav_status status = nav_mem_grow(&n->mem, &n->given, &n->given_capacity,
                                     most, sizeof *n->given);
    if (status == NAV_OK) {
        status = nav_mem_grow(&n->mem, &n->item, &n->item_capacity, most,
                              sizeof *n->item);
    }
    return status;
}

void nav_neighbours_add(nav_neighbours *n, nav_neighbour one)
{
    n->given[n->count++] = one;
}

// Chooses the sides of the buckets.
static void lay_out(nav_neighbours *n, double radius)
{
    nav_box box = nav_box_empty();
    for (size_t i = 0; i < n->count; i++) {
        box = nav_box_add(box, n->given[i].point);
    }
    double most = (double)n->count * BUCKETS_AN_ITEM + BUCKETS_LEAST;
    double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    n->origin = box.min;
    n->side = radius;
    while ((floor(width / n->side) + 1) * (floor(height / n->side) + 1) >
           most) {
        n->side *= 2;
    }
    n->columns = (uint32_t)floor(width / n->side) + 1;
    n->rows = (uint32_t)floor(height / n->side) + 1;
}

// Column or row of a place that is in the box.
static uint32_t index_of(double offset, double side, uint32_t count)
{
    uint32_t index = (uint32_t)(offset / side);
    return index < count ? index : count - 1;
}

static size_t bucket_of(const nav_neighbours *n, nav_vec2 p)
{
    size_t row = index_of(p.y - n->origin.y, n->side, n->rows);
    return row * n->columns + index_of(p.x - n->origin.x, n->side, n->columns);
}

nav_status nav_neighbours_sort(nav_neighbours *n, double radius)
{
    if (n->count == 0) {
        return NAV_OK;
    }
    lay_out(n, radius);
    size_t buckets = (size_t)n->columns * n->rows;
    nav_status status = nav_mem_grow(&n->mem, &n->first, &n->first_capacity,
                                     buckets + 2, sizeof *n->first);
    if (status != NAV_OK) {
        return status;
    }
    // first[b + 2] counts bucket b; summed up, first[b + 1] is where it begins,
    // and is moved on to where it ends, which is where b + 1 begins.
    uint32_t *first = n->first;
    for (size_t b = 0; b < buckets + 2; b++) {
        first[b] = 0;
    }
    for (size_t i = 0; i < n->count; i++) {
        first[bucket_of(n, n->given[i].point) + 2]++;
    }
    for (size_t b = 2; b < buckets + 2; b++) {
        first[b] += first[b - 1];
    }
    for (size_t i = 0; i < n->count; i++) {
        n->item[first[bucket_of(n, n->given[i].point) + 1]++] = n->given[i];
    }
    return NAV_OK;
}

static nav_vec2 push_of(const nav_neighbour *one, const nav_neighbour *other,
                        double radius)
{
    double distance = nav_vec2_slant_distance(other->point, one->point,
                                              one->height - other->height);
    double plan = nav_vec2_distance(other->point, one->point);
    if (!(distance < radius)) {
        return (nav_vec2){0, 0};
    }
    double strength = 1 - distance / radius;
    if (plan == 0) {
        return (nav_vec2){one->number < other->number ? -strength : strength,
                          0};
    }
    nav_vec2 away = nav_vec2_sub(one->point, other->point);
    return (nav_vec2){away.x / plan * strength, away.y / plan * strength};
}

nav_vec2 nav_neighbours_push(const nav_neighbours *n, const nav_neighbour *one,
                             double radius)
{
    nav_vec2 sum = {0, 0};
    uint32_t column = index_of(one->point.x - n->origin.x, n->side, n->columns);
    uint32_t row = index_of(one->point.y - n->origin.y, n->side, n->rows);
    uint32_t left = column > 0 ? column - 1 : 0;
    uint32_t right = column + 1 < n->columns ? column + 1 : column;
    uint32_t top = row + 1 < n->rows ? row + 1 : row;
    for (uint32_t r = row > 0 ? row - 1 : 0; r <= top; r++) {
        size_t bucket = (size_t)r * n->columns;
        uint32_t end = n->first[bucket + right + 1];
        for (uint32_t i = n->first[bucket + left]; i < end; i++) {
            if (n->item[i].number == one->number) {
                continue;
            }
            nav_vec2 push = push_of(one, &n->item[i], radius);
            sum.x += push.x;
            sum.y += push.y;
        }
    }
    return sum;
}
