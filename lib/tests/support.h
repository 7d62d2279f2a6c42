// support.h - fixtures, random numbers and oracles that the tests share.
#ifndef NAV_TEST_SUPPORT_H
#define NAV_TEST_SUPPORT_H

#include <check.h>

#include "navmesh.h"

// Like ck_assert and ck_assert_msg, for inner loops: those write down the place
// of every check, also of one that holds, which takes a system call.
#define NAV_TEST_CHECK(condition)                                              \
    ((condition) ? (void)0 : ck_abort_msg("'%s' does not hold", #condition))
#define NAV_TEST_CHECK_MSG(condition, ...)                                     \
    ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))

// A seeded generator (splitmix64): the same numbers on every machine.
typedef struct nav_test_random {
    uint64_t state;
} nav_test_random;

uint64_t nav_test_random_bits(nav_test_random *random);
// Uniform in 0 .. below - 1.
uint32_t nav_test_random_below(nav_test_random *random, uint32_t below);
// Uniform in [0, 1).
double nav_test_random_unit(nav_test_random *random);

// Bakes a JSON text with the default options; stops the test when it cannot.
nav_mesh *nav_test_bake_json(const char *json);

// Bakes a shape for an agent; NULL and why when that cannot be.
nav_status nav_test_bake_for(const nav_shape *shape, double radius,
                             double tolerance, nav_mesh **mesh,
                             nav_bake_report *report);

// Islands that are left of a shape for an agent, 0 when nothing is.
uint32_t nav_test_islands_left(const nav_shape *shape, double radius);

// Whether two numbers differ by no more than their greater size times the
// tolerance; infinity is close to itself alone.
bool nav_test_is_close(double a, double b, double tolerance);

// The bytes of a mesh, from malloc; `bytes` is freed by the caller.
typedef struct nav_test_file {
    uint8_t *bytes;
    size_t size;
} nav_test_file;

nav_test_file nav_test_write_mesh(const nav_mesh *mesh);
void nav_test_check_same(nav_test_file a, nav_test_file b);

// Makes a shape of JSON text, or stops the test.
nav_shape *nav_test_read_shape(const char *json);

// An allocator that refuses the call number `fail_at` (from 0) and every later
// one, counts the calls, and knows how many bytes are out.
typedef struct nav_test_allocator {
    size_t calls, fail_at;
    size_t bytes_out;
} nav_test_allocator;

nav_allocator nav_test_allocator_hook(nav_test_allocator *state);

// Does `work` with an allocator that refuses every call, every one but the
// first, and so on until it succeeds.  Each time it must give back all memory,
// and where it fails say NAV_NOMEM.  Gives how often it failed.
typedef nav_status nav_test_work(const nav_allocator *mem, const void *context);
size_t nav_test_fail_allocations(nav_test_work *work, const void *context);

// The end of a work that makes a mesh: an error must be told, and a mesh is
// there only without one.  Frees it, and gives the status.
nav_status nav_test_end_making(nav_status status, const nav_error *error,
                               nav_mesh *mesh);

// Such works: baking a shape, and reading a file.
size_t nav_test_fail_baking(const nav_shape *shape,
                            const nav_bake_options *options);
size_t nav_test_fail_reading(nav_test_file f);

#endif
