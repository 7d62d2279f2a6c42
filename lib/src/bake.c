// bake.c - shape to mesh: triangulate, classify, merge, assemble.
//
//   cdt.c       a triangulation in which every ring is a chain of fixed edges
//   classify.c  flags on its walkable triangles
//   here        those as polygons over half-edges
//   merge.c     fewer of them
//   assemble.c  numbers for what is left
#include "bake.h"

#include "assemble.h"
#include "cdt.h"
#include "classify.h"
#include "error.h"
#include "merge.h"
#include "notes.h"
#include "offmesh_attach.h"

nav_bake_options nav_bake_options_default(void)
{
    return (nav_bake_options){.max_verts = NAV_MAX_VERTS_DEFAULT,
                              .merge = true};
}

double nav_bake_seconds(const nav_bake_options *options)
{
    return options->clock ? options->clock(options->clock_context) : 0;
}

nav_status nav_bake_fail(nav_error *error, nav_status status)
{
    switch (status) {
    case NAV_NOMEM:
        return nav_fail_memory(error);
    case NAV_GEOMETRY:
        return nav_fail(error, status, "the walkable area is empty");
    case NAV_LIMIT:
        return nav_fail(error, status,
                        "too many points and crossings for 32-bit numbers");
    case NAV_OK:
    case NAV_SYNTAX:
    case NAV_RANGE:
    case NAV_FORMAT:
        break;
    }
    return nav_fail(error, status, "%s", nav_status_name(status));
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
    nav_bake_report report;
} baker;

static nav_status triangulate(baker *b)
{
    double begin = nav_bake_seconds(b->options);
    nav_status status = nav_cdt_build(&b->cdt, b->shape, &b->notes);
    if (status == NAV_OK) {
        status = nav_classify(&b->cdt, b->shape, &b->report.triangles);
    }
    b->report.vertices = b->cdt.d.vertices - NAV_FRAME_VERTICES;
    b->report.crossings = b->cdt.crossings;
    b->report.seconds_triangulate = nav_bake_seconds(b->options) - begin;
    if (status == NAV_OK) {
        status =
            nav_notes_tell(&b->notes, b->shape, b->options, b->report.warnings);
    }
    if (status == NAV_OK && b->report.triangles == 0) {
        status = NAV_GEOMETRY;
    }
    return status;
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
        bool walkable = (d->tri[t].flags & NAV_TRIANGLE_WALKABLE) != 0;
        d->tri[t].group = walkable ? (uint32_t)mesh->faces++ : NAV_NONE;
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

static nav_status run(baker *b, nav_mesh **mesh, nav_error *error)
{
    nav_status status = nav_notes_init(&b->notes, b->mem, b->shape->ring_count);
    if (status == NAV_OK) {
        status = triangulate(b);
    }
    double begin = nav_bake_seconds(b->options);
    if (status == NAV_OK) {
        status = take_triangles(&b->cdt.d, b->report.triangles, &b->polymesh);
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
    nav_cdt_init(&b.cdt, &mem);
    nav_status status = run(&b, mesh, error);
    nav_polymesh_fini(&b.polymesh);
    nav_notes_fini(&b.notes);
    nav_cdt_fini(&b.cdt);
    if (report && status == NAV_OK) {
        *report = b.report;
    }
    return status;
}
