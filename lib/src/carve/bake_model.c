// bake_model.c - model to mesh: weld, find the floors, stitch, link, merge.
//
//   weld.c      which vertices are one
//   facets.c    which faces are floor, as convex polygons in plan
//   stitch.c    vertices on edges of others become corners there
//   link.c      steps
//   twins.c     who is across which edge
//   seeds.c     what can be reached
//   here        that as polygons over half-edges
//   merge.c     fewer of them
//   assemble.c  numbers for what is left
//   clearance.c the same less what obstacles and the agent's radius take
//   offmesh_attach.c  links on to the mesh
//
// Islands do not depend on the order of faces or vertices, nor on winding or
// where the corners of a face begin: every pass decides by geometry alone.  The
// one exception is welding by a distance: it joins the same vertices in any
// order, but the place that they take is that of the first.
#include "bake/bake.h"

#include "bake/assemble.h"
#include "bake/merge.h"
#include "bake/offset.h"
#include "base/error.h"
#include "carve/clearance.h"
#include "floors/facets.h"
#include "floors/seeds.h"
#include "floors/stitch.h"
#include "floors/twins.h"
#include "floors/weld.h"

nav_model_options nav_model_options_default(void)
{
    return (nav_model_options){.up = NAV_UP_Y, .max_rise = -1, .step = -1};
}

typedef struct model_baker {
    const nav_model *model;
    const nav_model_options *how;
    const nav_bake_options *options;
    const nav_allocator *mem;
    uint32_t *to; // [vertices of the model] welded
    nav_slabs slabs;
    nav_edges edges;
    nav_links links;
    uint32_t *twin; // [edges of the slabs]
    uint32_t *half; // [edges of the slabs] number of each among those that are
                    // kept; NULL: itself
    bool *keep;     // [polygons of the slabs] reachable
    uint32_t *area; // [polygons of the slabs] rank of the name
    size_t areas;   // their count
    nav_area_ranks ranks;
    nav_polymesh polymesh;
    nav_model_report found;
    nav_bake_report report;
} model_baker;

// ---------------------------------------------------------------------------
// Floors
// ---------------------------------------------------------------------------

// Whether a length is one that can be worked with: 0 or a legal coordinate.
static bool is_length(double length)
{
    return length >= 0 && nav_coord_is_legal(length);
}

static nav_status check_options(const nav_model_options *how, nav_error *error)
{
    if (!is_length(how->weld)) {
        return nav_fail(error, NAV_RANGE, "the weld distance is not a length");
    }
    if (!is_length(how->planar_tolerance)) {
        return nav_fail(error, NAV_RANGE,
                        "the planar tolerance is not a length");
    }
    if (isnan(how->step) || isnan(how->max_rise)) {
        return nav_fail(error, NAV_RANGE,
                        "the height of a step or the rise of a slope is not a "
                        "number");
    }
    return NAV_OK;
}

// No floor: tells what the faces were instead.
static nav_status fail_without_floor(const model_baker *b, nav_error *error)
{
    const nav_model_report *found = &b->found;
    if (b->model->faces == 0) {
        return nav_fail(error, NAV_GEOMETRY, "the model has no face");
    }
    return nav_fail(error, NAV_GEOMETRY,
                    "none of %zu faces is floor: %zu vertical, %zu steep or "
                    "looking down, %zu degenerate, %zu crooked",
                    b->model->faces, found->vertical, found->steep,
                    found->degenerate, found->crooked);
}

static nav_status find_floors(model_baker *b, nav_error *error)
{
    b->to = nav_mem_new(b->mem, b->model->vertices, sizeof *b->to);
    if (!b->to) {
        return nav_fail_memory(error);
    }
    nav_status status = nav_weld(b->model, b->mem, b->how->weld, b->to,
                                 &b->found.welded, error);
    if (status != NAV_OK) {
        return status;
    }
    status = nav_facets(&b->slabs, b->model, b->how, b->to, &b->found, error);
    if (status != NAV_OK) {
        return status;
    }
    return b->slabs.count > 0 ? NAV_OK : fail_without_floor(b, error);
}

// Cuts polygons that have more corners than one of the mesh may have.
static nav_status limit_corners(model_baker *b)
{
    size_t corners = b->slabs.corners;
    nav_status status = NAV_OK;
    if (b->options->merge) {
        status = nav_slabs_limit(&b->slabs, b->options->max_verts);
    }
    if (status == NAV_OK && b->slabs.corners != corners) {
        nav_edges_fini(&b->edges);
        status = nav_edges_build(&b->edges, &b->slabs);
    }
    return status;
}

// Splits edges until those that touch are the same, or linked.
static nav_status join_floors(model_baker *b, nav_error *error)
{
    nav_status status = nav_edges_build(&b->edges, &b->slabs);
    if (status == NAV_OK) {
        status =
            nav_stitch(&b->slabs, &b->edges, b->how->weld, &b->found.stitched);
    }
    if (status == NAV_OK && b->how->step >= 0) {
        status = nav_link_steps(&b->slabs, &b->edges, b->how->step, &b->links,
                                error);
        if (status != NAV_OK) {
            return status;
        }
        b->found.step_links = b->links.count;
    }
    if (status == NAV_OK) {
        status = limit_corners(b);
    }
    return status == NAV_OK ? NAV_OK : nav_bake_fail(error, status);
}

// ---------------------------------------------------------------------------
// Neighbours
// ---------------------------------------------------------------------------

// Counts the faces of which no part can be reached; parts of a face follow each
// other.
static size_t count_unreachable(const model_baker *b)
{
    const nav_slabs *slabs = &b->slabs;
    size_t count = 0;
    for (size_t p = 0; p < slabs->count;) {
        bool reached = false;
        uint32_t face = slabs->face[p];
        for (; p < slabs->count && slabs->face[p] == face; p++) {
            reached = reached || b->keep[p];
        }
        count += !reached;
    }
    return count;
}

static nav_status find_neighbours(model_baker *b, nav_error *error)
{
    const nav_slabs *slabs = &b->slabs;
    b->twin = nav_mem_new(b->mem, slabs->corners, sizeof *b->twin);
    b->keep = nav_mem_new(b->mem, slabs->count, sizeof *b->keep);
    b->areas = slabs->count;
    b->area = nav_mem_new(b->mem, b->areas, sizeof *b->area);
    if (!b->twin || !b->keep || !b->area) {
        return nav_fail_memory(error);
    }
    nav_status status =
        nav_twins_find(slabs, &b->edges, &b->links, b->twin, error);
    if (status != NAV_OK) {
        return status;
    }
    nav_edges_fini(&b->edges);
    for (size_t p = 0; p < slabs->count; p++) {
        b->keep[p] = true;
    }
    if (b->how->seed_count > 0) {
        status = nav_seeds_reach(slabs, b->twin, b->how, b->keep, error);
        if (status == NAV_OK) {
            b->found.unreachable = count_unreachable(b);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Polygons
// ---------------------------------------------------------------------------

// Numbers the edges of the polygons that are kept, when not all are.
static nav_status number_halves(model_baker *b, size_t *halves)
{
    const nav_slabs *slabs = &b->slabs;
    if (b->how->seed_count == 0) {
        *halves = slabs->corners;
        return NAV_OK;
    }
    b->half = nav_mem_new(b->mem, slabs->corners, sizeof *b->half);
    if (!b->half) {
        return NAV_NOMEM;
    }
    uint32_t count = 0;
    for (size_t p = 0; p < slabs->count; p++) {
        for (uint32_t e = slabs->first[p]; e < slabs->first[p + 1]; e++) {
            b->half[e] = b->keep[p] ? count++ : NAV_NONE;
        }
    }
    *halves = count;
    return NAV_OK;
}

static uint32_t half_of(const model_baker *b, uint32_t edge)
{
    return b->half ? b->half[edge] : edge;
}

static nav_status take_polygons(model_baker *b)
{
    const nav_slabs *slabs = &b->slabs;
    nav_polymesh *mesh = &b->polymesh;
    size_t halves = 0;
    nav_status status = number_halves(b, &halves);
    if (status == NAV_OK) {
        status = nav_polymesh_init(mesh, b->mem, halves);
    }
    if (status != NAV_OK) {
        return status;
    }
    mesh->point = slabs->point;
    mesh->height = slabs->height;
    mesh->points = slabs->points;
    mesh->area = b->area;
    mesh->ranks = &b->ranks;
    for (uint32_t p = 0; p < slabs->count; p++) {
        if (!b->keep[p]) {
            continue;
        }
        uint32_t face = (uint32_t)mesh->faces++;
        uint32_t first = slabs->first[p];
        uint32_t end = slabs->first[p + 1];
        b->area[face] = b->ranks.rank[b->model->area[slabs->face[p]]];
        b->report.triangles += end - first - 2;
        for (uint32_t e = first; e < end; e++) {
            uint32_t h = half_of(b, e);
            uint32_t twin = b->twin[e];
            mesh->vertex[h] = slabs->corner[e];
            mesh->next[h] = half_of(b, e + 1 < end ? e + 1 : first);
            mesh->prev[h] = half_of(b, e > first ? e - 1 : end - 1);
            mesh->twin[h] = twin == NAV_NONE ? NAV_NONE : half_of(b, twin);
            mesh->face[h] = face;
        }
    }
    return NAV_OK;
}

// Frees what polygons and neighbours were made from.
static void drop_floors(model_baker *b)
{
    const nav_allocator *mem = b->mem;
    nav_slabs *slabs = &b->slabs;
    nav_links_fini(&b->links);
    nav_edges_fini(&b->edges);
    nav_mem_free(mem, b->to, b->model->vertices, sizeof *b->to);
    nav_mem_free(mem, b->twin, slabs->corners, sizeof *b->twin);
    nav_mem_free(mem, b->half, slabs->corners, sizeof *b->half);
    nav_mem_free(mem, b->keep, slabs->count, sizeof *b->keep);
    b->to = NULL;
    b->twin = NULL;
    b->half = NULL;
    b->keep = NULL;
    nav_slabs_drop_polygons(slabs); // last: the counts are theirs
}

static nav_merge_options merging_of(const model_baker *b)
{
    return (nav_merge_options){.max_verts = b->options->max_verts,
                               .order = b->options->order,
                               .planar_tolerance = b->how->planar_tolerance};
}

static nav_status make_mesh(model_baker *b, nav_mesh **mesh, nav_error *error)
{
    nav_merge_options merging = merging_of(b);
    nav_status status =
        nav_area_ranks_init(&b->ranks, &b->model->names, b->mem);
    if (status == NAV_OK) {
        status = take_polygons(b);
    }
    drop_floors(b);
    if (status == NAV_OK && b->options->merge) {
        status = nav_merge(&b->polymesh, &merging);
    }
    if (status != NAV_OK) {
        return nav_bake_fail(error, status);
    }
    return nav_assemble(&b->polymesh, b->how->up, b->mem, mesh, error);
}

// ---------------------------------------------------------------------------
// Clearance
// ---------------------------------------------------------------------------

// The obstacles of the model as the options want them outlined.
static nav_status outline_obstacles(const model_baker *b, const nav_mesh *mesh,
                                    nav_obstacles **outlined, nav_error *error)
{
    nav_obstacle_options options = nav_obstacle_options_default();
    options.radius = b->options->agent_radius;
    options.arc_tolerance = b->options->arc_tolerance;
    options.cell = b->options->obstacle_cells;
    options.bounds = mesh->info.bounds;
    return nav_obstacles_copy(b->model->obstacles, b->mem, &options, outlined,
                              error);
}

static void tell_idle(model_baker *b, const nav_obstacles *obstacles,
                      const bool *blocks)
{
    for (size_t i = 0; i < nav_obstacles_count(obstacles); i++) {
        if (nav_obstacles_at(obstacles, i) && !blocks[i]) {
            nav_bake_tell_idle(obstacles, i, b->options, &b->report);
        }
    }
}

// Takes away what obstacles and the agent's radius do.
static nav_status clear_floors(model_baker *b, nav_mesh **mesh,
                               nav_error *error)
{
    double radius = b->options->agent_radius;
    size_t count = nav_obstacles_count(b->model->obstacles);
    b->report.islands_before = (*mesh)->info.islands;
    if (count == 0 && radius == 0) {
        return NAV_OK;
    }
    nav_merge_options merging = merging_of(b);
    nav_obstacles *outlined = NULL;
    nav_status status = outline_obstacles(b, *mesh, &outlined, error);
    if (status != NAV_OK) {
        return status;
    }
    nav_clearance clearance = {
        .obstacles = outlined,
        .radius = radius,
        .tolerance = b->options->arc_tolerance,
        .max_verts = b->options->max_verts,
        .merging = b->options->merge ? &merging : NULL,
        .blocks = nav_mem_new(b->mem, count, sizeof *clearance.blocks)};
    status = clearance.blocks ? nav_clear_floors(mesh, &clearance, error)
                              : nav_fail_memory(error);
    if (status == NAV_OK) {
        tell_idle(b, outlined, clearance.blocks);
        b->report.islands_vanished = clearance.vanished;
        b->report.islands_split = clearance.split;
    }
    if (status == NAV_OK && radius > 0) {
        b->report.agent_rounding =
            nav_offset_rule_for(mesh[0]->info.bounds, radius,
                                b->options->arc_tolerance, 1)
                .widening;
    }
    nav_mem_free(b->mem, clearance.blocks, count, sizeof *clearance.blocks);
    nav_obstacles_free(outlined);
    return status;
}

static nav_status run(model_baker *b, nav_mesh **mesh, nav_error *error)
{
    double begin = nav_bake_seconds(b->options);
    nav_status status = check_options(b->how, error);
    if (status == NAV_OK) {
        status = nav_bake_check_agent(b->options, error);
    }
    if (status == NAV_OK) {
        status = find_floors(b, error);
    }
    if (status == NAV_OK) {
        status = join_floors(b, error);
    }
    if (status == NAV_OK) {
        status = find_neighbours(b, error);
    }
    if (status != NAV_OK) {
        return status;
    }
    b->report.vertices = b->slabs.points;
    double middle = nav_bake_seconds(b->options);
    b->report.seconds_triangulate = middle - begin;
    nav_mesh *made = NULL;
    status = make_mesh(b, &made, error);
    if (status == NAV_OK) {
        status = clear_floors(b, &made, error);
    }
    b->report.seconds_merge = nav_bake_seconds(b->options) - middle;
    if (status != NAV_OK) {
        nav_mesh_free(made);
        return status;
    }
    status = nav_bake_links(NULL, true, b->options, &b->report, made, error);
    if (status == NAV_OK) {
        *mesh = made;
    }
    return status;
}

// NOLINTNEXTLINE(readability-function-size): the public signature.
nav_status nav_bake_model(const nav_model *model,
                          const nav_model_options *model_options,
                          const nav_bake_options *options,
                          const nav_allocator *allocator, nav_mesh **mesh,
                          nav_model_report *model_report,
                          nav_bake_report *report, nav_error *error)
{
    nav_allocator mem = nav_mem_allocator(allocator);
    model_baker b = {
        .model = model, .how = model_options, .options = options, .mem = &mem};
    b.ranks.mem = mem;
    nav_slabs_init(&b.slabs, &mem);
    nav_links_init(&b.links, &mem);
    b.edges.mem = mem;
    b.polymesh.mem = mem;
    nav_mesh *made = NULL;
    nav_status status = run(&b, &made, error);
    nav_polymesh_fini(&b.polymesh);
    nav_mem_free(&mem, b.area, b.areas, sizeof *b.area);
    nav_area_ranks_fini(&b.ranks);
    drop_floors(&b);
    nav_slabs_fini(&b.slabs);
    if (status != NAV_OK) {
        return status;
    }
    b.found.nonmanifold_edges = nav_mesh_get_info(made).nonmanifold_edges;
    *mesh = made;
    if (model_report) {
        *model_report = b.found;
    }
    if (report) {
        *report = b.report;
    }
    return NAV_OK;
}
