// support.c - fixtures, random numbers and oracles that the tests share.
#include "support.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t nav_test_random_bits(nav_test_random *random)
{
    // splitmix64, by Sebastiano Vigna.
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t nav_test_random_below(nav_test_random *random, uint32_t below)
{
    return (uint32_t)((nav_test_random_bits(random) >> 32) * below >> 32);
}

double nav_test_random_unit(nav_test_random *random)
{
    return (double)(nav_test_random_bits(random) >> 11) * 0x1p-53;
}

bool nav_test_is_close(double a, double b, double tolerance)
{
    // Nothing but itself is close to infinity, of which every part is infinite.
    if (!isfinite(a) || !isfinite(b)) {
        return a == b;
    }
    return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

nav_test_file nav_test_write_mesh(const nav_mesh *mesh)
{
    void *bytes = NULL;
    nav_test_file f = {NULL, 0};
    ck_assert_int_eq(nav_mesh_write(mesh, &bytes, &f.size, NULL), NAV_OK);
    f.bytes = malloc(f.size);
    ck_assert_ptr_nonnull(f.bytes);
    memcpy(f.bytes, bytes, f.size);
    nav_bytes_free(mesh, bytes, f.size);
    return f;
}

void nav_test_check_same(nav_test_file a, nav_test_file b)
{
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_mem_eq(a.bytes, b.bytes, a.size);
}

nav_shape *nav_test_read_shape(const char *json)
{
    nav_shape *shape = NULL;
    nav_error error = {0};
    ck_assert_int_eq(nav_shape_new(NULL, &shape), NAV_OK);
    if (nav_shape_read_json(shape, json, strlen(json), &error) != NAV_OK) {
        ck_abort_msg("%s in %s", error.message, json);
    }
    return shape;
}

nav_mesh *nav_test_bake_json(const char *json)
{
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_shape_new(NULL, &shape);
    if (status == NAV_OK) {
        status = nav_shape_read_json(shape, json, strlen(json), &error);
    }
    if (status == NAV_OK) {
        nav_bake_options options = nav_bake_options_default();
        status = nav_bake(shape, &options, NULL, &mesh, NULL, &error);
    }
    if (status == NAV_OK) {
        status = nav_mesh_validate(mesh, &error);
    }
    if (status != NAV_OK) {
        ck_abort_msg("%s: %s in %s", nav_status_name(status), error.message,
                     json);
    }
    nav_shape_free(shape);
    return mesh;
}

nav_status nav_test_bake_for(const nav_shape *shape, double radius,
                             double tolerance, nav_mesh **mesh,
                             nav_bake_report *report)
{
    nav_bake_options options = nav_bake_options_default();
    options.agent_radius = radius;
    options.arc_tolerance = tolerance;
    *mesh = NULL;
    return nav_bake(shape, &options, NULL, mesh, report, NULL);
}

uint32_t nav_test_islands_left(const nav_shape *shape, double radius)
{
    nav_mesh *mesh;
    nav_status status = nav_test_bake_for(shape, radius, 0.01, &mesh, NULL);
    if (status == NAV_GEOMETRY) {
        return 0;
    }
    ck_assert_int_eq(status, NAV_OK);
    ck_assert_int_eq(nav_mesh_validate(mesh, NULL), NAV_OK);
    uint32_t islands = nav_mesh_get_info(mesh).islands;
    nav_mesh_free(mesh);
    return islands;
}

static void *resize_counted(void *context, void *block, size_t old_size,
                            size_t new_size)
{
    nav_test_allocator *state = context;
    if (new_size == 0) {
        state->bytes_out -= old_size;
        free(block);
        return NULL;
    }
    if (state->calls++ >= state->fail_at) {
        return NULL;
    }
    void *moved = malloc(new_size);
    if (!moved) {
        return NULL;
    }
    // A fresh block every time, filled with rubbish: what is used without being
    // set, or after it moved, shows.
    memset(moved, 0xa5, new_size);
    if (block) {
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
        free(block);
    }
    state->bytes_out += new_size - old_size;
    return moved;
}

nav_allocator nav_test_allocator_hook(nav_test_allocator *state)
{
    return (nav_allocator){resize_counted, state};
}

// More rounds than any work needs, against one without end.
enum { ROUNDS_MOST = 10000 };

size_t nav_test_fail_allocations(nav_test_work *work, const void *context)
{
    nav_status status = NAV_NOMEM;
    size_t rounds = 0;
    for (; status != NAV_OK; rounds++) {
        nav_test_allocator state = {.fail_at = rounds};
        nav_allocator mem = nav_test_allocator_hook(&state);
        status = work(&mem, context);
        // Nothing may have been refused behind the work's back.
        if (state.bytes_out != 0 || rounds > ROUNDS_MOST ||
            status != (state.calls > rounds ? NAV_NOMEM : NAV_OK)) {
            ck_abort_msg("allocation %zu of %zu fails: %s, %zu bytes are lost",
                         rounds, state.calls, nav_status_name(status),
                         state.bytes_out);
        }
    }
    return rounds - 1;
}

nav_status nav_test_end_making(nav_status status, const nav_error *error,
                               nav_mesh *mesh)
{
    ck_assert_int_eq(error->status, status);
    ck_assert_int_eq(mesh != NULL, status == NAV_OK);
    nav_mesh_free(mesh);
    return status;
}

typedef struct baking {
    const nav_shape *shape;
    const nav_bake_options *options;
} baking;

static nav_status bake(const nav_allocator *mem, const void *context)
{
    const baking *b = context;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status =
        nav_bake(b->shape, b->options, mem, &mesh, NULL, &error);
    return nav_test_end_making(status, &error, mesh);
}

size_t nav_test_fail_baking(const nav_shape *shape,
                            const nav_bake_options *options)
{
    return nav_test_fail_allocations(bake, &(baking){shape, options});
}

static nav_status read_file(const nav_allocator *mem, const void *context)
{
    const nav_test_file *f = context;
    nav_mesh *mesh = NULL;
    nav_error error = {0};
    nav_status status = nav_mesh_read(f->bytes, f->size, mem, &mesh, &error);
    return nav_test_end_making(status, &error, mesh);
}

size_t nav_test_fail_reading(nav_test_file f)
{
    return nav_test_fail_allocations(read_file, &f);
}
