// wasm_api.c - the library as the page of --export html calls it.
//
// Compiled to WebAssembly and put into the page, it does once what the run did
// that wrote the page (the same file, the same areas closed, the same obstacles
// laid over it), and then finds paths between points that are clicked.  The
// answer is the object that navquery -f json prints, written by the same code
// from the same doubles: what the page shows and what navquery says cannot
// differ.  (Arithmetic of WebAssembly is IEEE, without fused operations.)
//
// The calls, in order: page_room for the bytes of the file, page_load, any
// number of page_ban and page_cost, page_lay and page_obstacle if there are
// obstacles, page_finish and page_options; then page_end for each end, and
// page_path.  What returns a bool says whether it worked, and
// page_error else why not.  Everything is static, since one module instance
// serves one mesh.
#include "wasm_api.h"

#include <stdlib.h>
#include <string.h>

#include "../json_out.h"

static nav_mesh *mesh;
static nav_obstacles *obstacles;
static nav_carving *carving;
static nav_query *query;
static nav_path_options how;
static nav_point ends[2];
static bool *banned; // [areas]
static bool any_banned;
static double *costs; // [areas]
static answer_style style = {.precision = OUT_SHORTEST, .in_page = true};
static nav_error fault;
static text_buffer text;

static bool fail(const char *message)
{
    fault.status = NAV_NOMEM;
    size_t size = strlen(message);
    memcpy(fault.message, message, size + 1);
    return false;
}

void *page_room(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

const char *page_error(void)
{
    return fault.message[0] != '\0' ? fault.message
                                    : nav_status_name(fault.status);
}

bool page_load(void *bytes, size_t size)
{
    nav_status status = nav_mesh_read(bytes, size, NULL, &mesh, &fault);
    free(bytes);
    if (status != NAV_OK) {
        return false;
    }
    nav_mesh_info info = nav_mesh_get_info(mesh);
    style.heights = info.has_heights;
    style.up = info.up;
    style.linked = info.links > 0 ? mesh : NULL;
    banned = calloc((size_t)info.areas + 1, sizeof *banned);
    costs = calloc((size_t)info.areas + 1, sizeof *costs);
    return banned != NULL && costs != NULL ? true : fail("out of memory");
}

void page_ban(uint32_t area)
{
    banned[area] = true;
    any_banned = true;
}

void page_cost(uint32_t area, double cost)
{
    costs[area] = cost;
}

// Outlines are made as navquery makes them: see carved_lay.
bool page_lay(double cell)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    nav_obstacle_options outlines = nav_obstacle_options_default();
    outlines.radius = info.agent_radius;
    outlines.cell = cell;
    outlines.bounds = info.bounds;
    return nav_obstacles_new(NULL, &outlines, &obstacles, &fault) == NAV_OK;
}

static nav_obstacle_spec spec_of(nav_obstacle_kind kind, const double *v,
                                 size_t count)
{
    nav_obstacle_spec spec = {.kind = kind};
    switch (kind) {
    case NAV_OBSTACLE_POLYGON:
        // Pairs of doubles are points: nav_vec2 has no padding.
        spec.points = (const nav_vec2 *)(const void *)v;
        spec.point_count = count / 2;
        break;
    case NAV_OBSTACLE_CIRCLE:
        spec.center = (nav_vec2){v[0], v[1]};
        spec.radius = v[2];
        break;
    case NAV_OBSTACLE_BOX:
        spec.box = (nav_box){{v[0], v[1]}, {v[2], v[3]}};
        break;
    case NAV_OBSTACLE_ORIENTED_BOX:
        spec.center = (nav_vec2){v[0], v[1]};
        spec.half = (nav_vec2){v[2], v[3]};
        spec.angle = v[4];
        break;
    }
    return spec;
}

bool page_obstacle(uint32_t kind, double *values, size_t count,
                   bool has_heights, double low, double high)
{
    nav_obstacle_spec spec = spec_of((nav_obstacle_kind)kind, values, count);
    spec.has_heights = has_heights;
    spec.low = low;
    spec.high = high;
    nav_status status = nav_obstacles_add(obstacles, &spec, NULL, &fault);
    free(values);
    return status == NAV_OK;
}

bool page_finish(void)
{
    nav_status status = NAV_OK;
    uint32_t areas = nav_mesh_area_count(mesh);
    if (any_banned) {
        status = nav_mesh_forbid(mesh, banned, &fault);
    }
    if (status == NAV_OK && obstacles != NULL) {
        status = nav_carving_new(mesh, obstacles, NULL, &carving, &fault);
    }
    if (status == NAV_OK && nav_query_new(mesh, NULL, &query) != NAV_OK) {
        return fail("out of memory");
    }
    for (uint32_t i = 0; i < areas && status == NAV_OK; i++) {
        if (costs[i] > 0) {
            status = nav_query_set_cost(query, i, costs[i], &fault);
        }
    }
    return status == NAV_OK;
}

void page_options(uint32_t search, double snap, bool partial, bool with_costs)
{
    how = (nav_path_options){
        .search = (nav_search)search, .snap = snap, .partial = partial};
    style.costs = with_costs;
}

void page_end(uint32_t which, double x, double y, uint32_t floor, double height)
{
    ends[which] = (nav_point){{x, y}, (nav_floor)floor, height};
}

bool page_path(void)
{
    static out o;
    answer a = {.id = "0", .id_is_number = true};
    if (nav_query_path_at(query, ends[0], ends[1], &how, &a.path, &fault) !=
        NAV_OK) {
        return false;
    }
    a.ok = a.path.status == NAV_PATH_OK;
    a.found = a.ok || a.path.status == NAV_PATH_PARTIAL;
    a.status = nav_path_status_name(a.path.status);
    text_clear(&text);
    out_to_memory(&o, &text);
    json_out_answer(&o, &style, &a);
    return out_flush(&o) ? true : fail("out of memory");
}

const char *page_text(void)
{
    return text.bytes;
}

size_t page_text_size(void)
{
    return text.size;
}
