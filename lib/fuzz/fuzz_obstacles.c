// fuzz_obstacles.c - any text is read as obstacles, or refused; what was read
// is baked.
#include "base/vec.h"
#include "must.h"
#include "obstacle/obstacles.h"

// Keeps one run short; every crossing of two edges makes a point.
enum { POINTS_MOST = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Rings lie in the points, one behind the other, and these are legal.
static size_t check(const nav_obstacle *o, bool is_exact)
{
    uint32_t next = 0;
    for (size_t r = 0; r < o->ring_count; r++) {
        must(o->rings[r].first == next);
        next += o->rings[r].count;
    }
    must(next == o->point_count);
    for (size_t i = 0; i < o->point_count; i++) {
        must(nav_vec2_is_legal(o->points[i]));
        must(o->is_empty || nav_box_holds(o->box, o->points[i]));
    }
    must(!o->is_empty || is_exact || o->ring_count == 0);
    must(o->low <= o->high);
    return o->point_count;
}

static size_t check_all(const nav_obstacles *set, bool is_exact)
{
    size_t points = 0;
    for (size_t i = 0; i < nav_obstacles_count(set); i++) {
        const nav_obstacle *o = nav_obstacles_at(set, i);
        points += check(o, is_exact);
        must(!o->id || nav_obstacles_find(set, o->id) == i);
    }
    return points;
}

static void bake(nav_shape *shape)
{
    static const nav_vec2 square[] = {{0, 0}, {16, 0}, {16, 16}, {0, 16}};
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    must(nav_shape_add_ring(shape, square, 4, NULL) == NAV_OK);
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, NULL);
    must(status == NAV_OK || status == NAV_GEOMETRY);
    if (status == NAV_OK) {
        must(nav_mesh_validate(mesh, NULL) == NAV_OK);
        must(nav_mesh_get_info(mesh).area <= 256 * (1 + 1e-12));
    }
    nav_mesh_free(mesh);
}

// Outlines as `options` say, or a reason why not.
static void copy(const nav_obstacles *set, nav_obstacle_options options)
{
    nav_obstacles *made = NULL;
    nav_error error = {.status = NAV_OK};
    nav_status status = nav_obstacles_copy(set, NULL, &options, &made, &error);
    must(status == NAV_OK || error.message[0] != '\0');
    if (status == NAV_OK) {
        (void)check_all(made, false);
    }
    nav_obstacles_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nav_shape *shape = NULL;
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    nav_obstacles *set = nav_shape_obstacles(shape);
    nav_error error = {.status = NAV_OK};
    nav_status status =
        nav_obstacles_read_json(set, (const char *)data, size, &error);
    // A refusal says why.
    must(status == NAV_OK || error.message[0] != '\0');
    size_t points = check_all(set, true);
    if (status == NAV_OK && points <= POINTS_MOST) {
        nav_obstacle_options options = nav_obstacle_options_default();
        options.radius = 0.5;
        copy(set, options);
        options.cell = 0.25;
        options.bounds.max = (nav_vec2){16, 16};
        copy(set, options);
        bake(shape);
    }
    nav_shape_free(shape);
    return 0;
}
