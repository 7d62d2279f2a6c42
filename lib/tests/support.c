// support.c - fixtures, random numbers and oracles that the tests share.
#include "support.h"

#include <check.h>
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
