// fuzz_scenario.c - any lines are read as events, or refused; what they say is
// done to a mesh, which is what it was when all obstacles are gone.
#include <string.h>

#include "must.h"
#include "obstacle/obstacles.h"

// Keeps one run short: every crossing of two edges makes a point.
enum { POINTS_MOST = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static nav_mesh *new_mesh(void)
{
    static const nav_vec2 square[] = {{0, 0}, {16, 0}, {16, 16}, {0, 16}};
    static const nav_vec2 hole[] = {{6, 6}, {9, 7}, {7, 9}};
    nav_bake_options options = nav_bake_options_default();
    nav_shape *shape = NULL;
    nav_mesh *mesh = NULL;
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    must(nav_shape_begin_polygon(shape, NULL) == NAV_OK);
    must(nav_shape_add_ring(shape, square, 4, NULL) == NAV_OK);
    must(nav_shape_add_ring(shape, hole, 3, NULL) == NAV_OK);
    must(nav_bake(shape, &options, NULL, &mesh, NULL, NULL) == NAV_OK);
    nav_shape_free(shape);
    return mesh;
}

static size_t count_points(const nav_obstacles *set)
{
    size_t points = 0;
    for (size_t i = 0; i < nav_obstacles_count(set); i++) {
        const nav_obstacle *o = nav_obstacles_at(set, i);
        points += o ? o->point_count : 0;
    }
    return points;
}

static void check_event(const nav_event *event, const char *text, size_t size,
                        const nav_obstacles *set)
{
    bool asks = event->kind == NAV_EVENT_QUERY;
    must(event->kind != NAV_EVENT_UNKNOWN);
    must(asks == (event->obstacle == SIZE_MAX) && asks == !!event->query);
    must(asks || event->obstacle < nav_obstacles_count(set));
    must(!asks || (event->query > text && event->query_size > 0 &&
                   event->query + event->query_size < text + size));
}

// Returns false when there is too much on the mesh to go on.
static bool do_event(nav_obstacles *set, nav_carving *carving, const char *text,
                     size_t size)
{
    nav_error error = {.status = NAV_OK};
    nav_event event;
    size_t before = nav_obstacles_count(set);
    nav_status status =
        nav_obstacles_read_event(set, text, size, &event, &error);
    if (status != NAV_OK) {
        must(error.message[0] != '\0' && event.obstacle == SIZE_MAX);
        must(nav_obstacles_count(set) == before && !event.query);
        return true;
    }
    check_event(&event, text, size, set);
    if (count_points(set) > POINTS_MOST) {
        return false;
    }
    if (event.kind != NAV_EVENT_QUERY) {
        must(nav_carving_update(carving, event.obstacle, &error) == NAV_OK);
        (void)nav_carving_blocks(carving, event.obstacle);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = text + size;
    nav_mesh *mesh = new_mesh();
    nav_mesh_info plain = nav_mesh_get_info(mesh);
    nav_obstacles *set = NULL;
    nav_carving *carving = NULL;
    must(nav_obstacles_new(NULL, NULL, &set, NULL) == NAV_OK);
    must(nav_carving_new(mesh, set, NULL, &carving, NULL) == NAV_OK);
    bool more = true;
    while (more && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        more = do_event(set, carving, text, length);
        text += length + (stop != NULL);
    }
    must(nav_mesh_get_info(mesh).area <= plain.area * (1 + 1e-12));
    for (size_t i = 0; i < nav_obstacles_count(set) && more; i++) {
        nav_obstacles_remove(set, i);
        must(nav_carving_update(carving, i, NULL) == NAV_OK);
    }
    if (more) {
        nav_mesh_info now = nav_mesh_get_info(mesh);
        must(now.area == plain.area && now.closed == 0 &&
             now.polygons == plain.polygons && now.islands == plain.islands);
    }
    nav_carving_free(carving);
    must(nav_mesh_validate(mesh, NULL) == NAV_OK);
    nav_obstacles_free(set);
    nav_mesh_free(mesh);
    return 0;
}
