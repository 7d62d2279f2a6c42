// bake.c - shape to mesh: triangulate, classify, merge, assemble.
//
//   obstruct.c  the outlines of obstacles among its rings
//   cdt.c       a triangulation in which every ring is a chain of fixed edges
//   classify.c  flags on its walkable triangles
//   erode.c     the same for what an agent with a radius can reach
//   here        those as polygons over half-edges
//   merge.c     fewer of them
//   assemble.c  numbers for what is left
//   offmesh_attach.c  links on to the mesh
#include "bake/bake.h"

#include <assert.h>

#include "bake/assemble.h"
#include "bake/cdt.h"
#include "bake/classify.h"
#include "bake/erode.h"
#include "bake/merge.h"
#include "bake/obstruct.h"
#include "base/error.h"
#include "input/notes.h"
#include "mesh/mesh.h"
#include "mesh/offmesh_attach.h"

nav_bake_options nav_bake_options_default(void)
{
    return (nav_bake_options){.max_verts = NAV_MAX_VERTS_DEFAULT,
                              .merge = true,
                              .arc_tolerance = NAV_ARC_TOLERANCE_DEFAULT};
}

double nav_bake_seconds(const nav_bake_options *options)
{
    return options->clock ? options->clock(options->clock_context) : 0;
}

nav_status nav_bake_fail(nav_error *error, nav_status status)
{
    if (status == NAV_NOMEM) {
        return nav_fail_memory(error);
    }
    if (status == NAV_GEOMETRY) {
        return nav_fail(error, status, "the walkable area is empty");
    }
    assert(status == NAV_LIMIT);
    return nav_fail(error, status,
                    "too many points and crossings for 32-bit numbers");
}

nav_status nav_bake_check_agent(const nav_bake_options *options,
                                nav_error *error)
{
    double radius = options->agent_radius;
    double tolerance = options->arc_tolerance;
    if (radius != 0 && !(radius >= NAV_COORD_MIN && radius <= NAV_COORD_MAX &&
                         tolerance >= NAV_ARC_TOLERANCE_LEAST &&
                         tolerance <= NAV_ARC_TOLERANCE_MOST)) {
        return nav_fail(error, NAV_RANGE,
                        "agent radius or arc tolerance is not legal");
    }
    return NAV_OK;
}

void nav_bake_tell_idle(const nav_obstacles *obstacles, size_t number,
                        const nav_bake_options *options,
                        nav_bake_report *report)
{
    const nav_obstacle *o = nav_obstacles_at(obstacles, number);
    nav_warning warning = {
        .kind = NAV_WARN_OBSTACLE_IDLE, .ring = number, .of_obstacle = true};
    warning.at = o->point_count > 0 ? o->points[0] : o->spec.center;
    report->warnings[warning.kind]++;
    if (options->warn) {
        options->warn(options->warn_context, &warning);
    }
}

nav_status nav_bake_links(const nav_link_list *own, bool in_space,
                          const nav_bake_options *options,
                          nav_bake_report *report, nav_mesh *mesh,
                          nav_error *error)
{
    const nav_offmesh_input input = {.list = {own, options->links},
                                     .in_space = in_space,
                                     .options = options};
    size_t dropped = 0;
    nav_status status = nav_offmesh_attach(mesh, &input, &dropped, error);
    report->links_given = mesh->info.links + dropped;
    report->links_dropped = dropped;
    if (status != NAV_OK) {
        nav_mesh_free(mesh);
    }
    return status;
}

typedef struct baker {
    const nav_shape *shape;
    const nav_bake_options *options;
    const nav_allocator *mem;
    nav_cdt cdt;
    nav_notes notes;
    nav_polymesh polymesh;
    nav_area_ranks ranks; // of the names of areas
    uint32_t *owner;      // [triangles] see classify.h, then ranks of areas;
                          // NULL without areas
    size_t triangles;     // items of `owner`
    nav_shape obstructed; // the shape and its obstacles; zeros without
    nav_bake_report report;
} baker;

// Leaves what is far enough from the boundary.
static nav_status shrink(baker *b)
{
    nav_erosion erosion = {.radius = b->options->agent_radius,
                           .tolerance = b->options->arc_tolerance,
                           .area = b->owner,
                           .areas = b->triangles};
    nav_status status = nav_erode(&b->cdt, &erosion);
    b->owner = erosion.area;
    b->triangles = erosion.areas;
    if (status == NAV_OK) {
        b->report.triangles = erosion.triangles;
        b->report.islands_before = erosion.islands;
        b->report.islands_vanished = erosion.vanished;
        b->report.islands_split = erosion.split;
        b->report.agent_rounding = erosion.rounding;
    }
    return status;
}

static nav_status triangulate(baker *b)
{
    nav_status status = nav_cdt_build(&b->cdt, b->shape, &b->notes);
    if (status == NAV_OK && b->shape->areas.count > 0) {
        b->triangles = b->cdt.d.triangles;
        b->owner = nav_mem_new(b->mem, b->triangles, sizeof *b->owner);
        status = b->owner ? NAV_OK : NAV_NOMEM;
    }
    if (status == NAV_OK) {
        status =
            nav_classify(&b->cdt, b->shape, &b->report.triangles, b->owner);
    }
    b->report.crossings = b->cdt.crossings;
    if (status == NAV_OK) {
        status =
            nav_notes_tell(&b->notes, b->shape, b->options, b->report.warnings);
    }
    if (status == NAV_OK && b->report.triangles == 0) {
        status = NAV_GEOMETRY;
    }
    return status;
}

// Ranks the names of areas and turns the owners of triangles into ranks, in
// place.
static nav_status rank_areas(baker *b)
{
    if (!b->owner) {
        return NAV_OK;
    }
    nav_status status =
        nav_area_ranks_init(&b->ranks, &b->shape->areas, b->mem);
    for (size_t t = 0; t < b->triangles && status == NAV_OK; t++) {
        uint32_t name = NAV_NONE;
        if (nav_is_walkable(&b->cdt.d, (uint32_t)t)) {
            name = nav_shape_area(b->shape, b->owner[t]);
        }
        b->owner[t] = name == NAV_NONE ? NAV_NONE : b->ranks.rank[name];
    }
    return status;
}

// What can be walked by a point, and then by the agent.
static nav_status find_walkable(baker *b, nav_error *error)
{
    double radius = b->options->agent_radius;
    nav_status status = nav_bake_check_agent(b->options, error);
    if (status != NAV_OK) {
        return status;
    }
    double begin = nav_bake_seconds(b->options);
    status = triangulate(b);
    if (status == NAV_OK) {
        status = rank_areas(b);
    }
    if (status != NAV_OK) {
        return nav_bake_fail(error, status);
    }
    if (radius > 0) {
        status = shrink(b);
    }
    b->report.vertices = b->cdt.d.vertices - NAV_FRAME_VERTICES;
    b->report.seconds_triangulate = nav_bake_seconds(b->options) - begin;
    if (status == NAV_RANGE) {
        return nav_fail(error, status,
                        "the agent radius leads beyond coordinates of 1e100");
    }
    if (status != NAV_OK) {
        return nav_bake_fail(error, status);
    }
    if (b->report.triangles == 0) {
        char number[NAV_NUMBER_SIZE];
        nav_number_write(radius, number);
        return nav_fail(error, NAV_GEOMETRY,
                        "nothing is left at agent radius %s", number);
    }
    return NAV_OK;
}

// Takes the walkable triangles; faces keep their order.
static nav_status take_triangles(nav_delaunay *d, size_t triangles,
                                 nav_polymesh *mesh)
{
    nav_status status = nav_polymesh_init(mesh, &d->mem, 3 * triangles);
    if (status != NAV_OK) {
        return status;
    }
    mesh->point = d->point;
    mesh->points = d->vertices;
    for (uint32_t t = 0; t < d->triangles; t++) {
        d->tri[t].group =
            nav_is_walkable(d, t) ? (uint32_t)mesh->faces++ : NAV_NONE;
    }
    for (uint32_t t = 0; t < d->triangles; t++) {
        const nav_triangle *tri = &d->tri[t];
        for (uint32_t i = 0; i < 3 && tri->group != NAV_NONE; i++) {
            uint32_t h = 3 * tri->group + i;
            // Fixed edges bound the walkable area, so the frame is not met.
            nav_half g = tri->twin[i] & ~NAV_FIXED;
            uint32_t beyond = d->tri[g >> 2].group;
            mesh->vertex[h] = tri->v[i];
            mesh->next[h] = 3 * tri->group + (i + 1) % 3;
            mesh->prev[h] = 3 * tri->group + (i + 2) % 3;
            mesh->twin[h] =
                beyond == NAV_NONE ? NAV_NONE : 3 * beyond + (g & 3);
            mesh->face[h] = tri->group;
        }
    }
    return NAV_OK;
}

// Turns the ranks of triangles into those of faces, in place.
static void name_faces(baker *b)
{
    for (size_t t = 0; t < b->triangles; t++) {
        uint32_t face = b->cdt.d.tri[t].group; // never greater than t
        if (face != NAV_NONE) {
            b->owner[face] = b->owner[t];
        }
    }
    b->polymesh.area = b->owner;
    b->polymesh.ranks = &b->ranks;
}

// Marks the obstacles of the shape in cells.
static nav_status mark_cells(baker *b, nav_obstacles **marked, nav_error *error)
{
    nav_obstacle_options options = nav_obstacle_options_default();
    options.cell = b->options->obstacle_cells;
    options.bounds = nav_obstruct_bounds(b->shape);
    if (options.bounds.min.x > options.bounds.max.x) {
        return nav_bake_fail(error, NAV_GEOMETRY);
    }
    nav_status status = nav_obstacles_copy(b->shape->obstacles, b->mem,
                                           &options, marked, error);
    for (size_t i = 0; status == NAV_OK && i < (*marked)->count; i++) {
        const nav_obstacle *o = nav_obstacles_at(*marked, i);
        if (o && o->is_empty) {
            // It holds the centre of no cell.
            nav_bake_tell_idle(b->shape->obstacles, i, b->options, &b->report);
        }
    }
    return status;
}

// Puts the obstacles of the shape among its rings.
static nav_status obstruct(baker *b, nav_error *error)
{
    const nav_obstacles *obstacles = b->shape->obstacles;
    nav_obstacles *marked = NULL;
    nav_status status = NAV_OK;
    if (nav_obstacles_count(obstacles) == 0) {
        return NAV_OK;
    }
    if (b->options->obstacle_cells != 0) {
        status = mark_cells(b, &marked, error);
        obstacles = marked;
    }
    if (status == NAV_OK) {
        status =
            nav_obstruct(b->shape, obstacles, b->mem, &b->obstructed, error);
    }
    nav_obstacles_free(marked);
    if (status == NAV_OK) {
        b->shape = &b->obstructed;
    }
    return status;
}

static nav_status run(baker *b, nav_mesh **mesh, nav_error *error)
{
    nav_status status = nav_notes_init(&b->notes, b->mem, b->shape->ring_count);
    if (status != NAV_OK) {
        return nav_bake_fail(error, status);
    }
    status = find_walkable(b, error);
    if (status != NAV_OK) {
        return status;
    }
    double begin = nav_bake_seconds(b->options);
    status = take_triangles(&b->cdt.d, b->report.triangles, &b->polymesh);
    if (status == NAV_OK && b->owner) {
        name_faces(b);
    }
    nav_merge_options merging = {.max_verts = b->options->max_verts,
                                 .order = b->options->order};
    if (status == NAV_OK && b->options->merge) {
        status = nav_merge(&b->polymesh, &merging);
    }
    if (status != NAV_OK) {
        return nav_bake_fail(error, status);
    }
    nav_mesh *made = NULL;
    status = nav_assemble(&b->polymesh, NAV_UP_Z, b->mem, &made, error);
    if (status == NAV_OK) {
        made->info.agent_radius = b->options->agent_radius;
        status = nav_bake_links(&b->shape->links, false, b->options, &b->report,
                                made, error);
    }
    if (status == NAV_OK) {
        *mesh = made;
    }
    b->report.seconds_merge = nav_bake_seconds(b->options) - begin;
    return status;
}

nav_status nav_bake(const nav_shape *shape, const nav_bake_options *options,
                    const nav_allocator *allocator, nav_mesh **mesh,
                    nav_bake_report *report, nav_error *error)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    baker b = {.shape = shape, .options = options, .mem = &mem};
    b.ranks.mem = mem;
    nav_cdt_init(&b.cdt, &mem);
    nav_status status = obstruct(&b, error);
    if (status == NAV_OK) {
        status = run(&b, mesh, error);
    }
    nav_polymesh_fini(&b.polymesh);
    nav_notes_fini(&b.notes);
    nav_cdt_fini(&b.cdt);
    nav_area_ranks_fini(&b.ranks);
    nav_mem_free(&mem, b.owner, b.triangles, sizeof *b.owner);
    nav_obstruct_end(&b.obstructed);
    if (report && status == NAV_OK) {
        *report = b.report;
    }
    return status;
}
