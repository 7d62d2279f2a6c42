// carve.c - new polygons in place of some of a mesh, around outlines.
//
// On a flat mesh the polygons of a job are one sheet (sheet.h): sides between
// two of them are dropped, so that nothing is left of how the floor was divided
// before, unless they are of different parts.  No outline may reach a side
// behind which lies a polygon that is not in the job.  The caller sees to that;
// where rounding brings a crossing on to such a side all the same, or bends
// another side across it, the polygon behind it is asked for.
//
// Meshes with heights: see carve_floors.c.
#include "carve/carve.h"

#include "base/forest.h"
#include "carve/carver.h"

uint32_t nav_carver_index(const nav_carve_job *job, nav_poly_id polygon)
{
    size_t at = nav_draft_place(job->polygon, job->polygons, polygon);
    bool found = at < job->polygons && job->polygon[at] == polygon;
    return found ? (uint32_t)at : NAV_NONE;
}

static nav_status want(nav_carver *c, nav_poly_id polygon)
{
    nav_draft *draft = c->draft;
    return nav_draft_note(draft, &draft->wanted, &draft->wants,
                          &draft->want_capacity, polygon);
}

nav_status nav_carver_want_behind(nav_carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    nav_status status = NAV_OK;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        nav_poly_id polygon = job->mesh->edge_polygon[t];
        if (status == NAV_OK && nav_carver_index(job, polygon) == NAV_NONE) {
            status = want(c, polygon);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------

// Adds the part of a ring that matters within a box.
static nav_status add_ring(nav_carver *c, const nav_obstacle *obstacle,
                           uint32_t ring, uint32_t number, nav_box box)
{
    size_t count = nav_reach_clip(obstacle, ring, box, c->clipped);
    nav_status status = NAV_OK;
    for (size_t i = 0; i < count && status == NAV_OK; i++) {
        nav_sheet_line line = {.from = c->clipped[i],
                               .to = c->clipped[i + 1 < count ? i + 1 : 0],
                               .part = NAV_NONE,
                               .name = number,
                               .from_name = NAV_NONE,
                               .to_name = NAV_NONE};
        status = nav_sheet_add(&c->sheet, line);
    }
    return status;
}

// Takes all obstacles for the sheet at hand, or those of one polygon.
static void ask(nav_carver *c, const uint32_t *list, size_t count)
{
    c->asked = list;
    c->asked_count = count;
    c->rings = 0;
    for (size_t i = 0; i < count; i++) {
        size_t rings = c->job->obstacle[list[i]]->ring_count;
        for (size_t r = 0; r < rings; r++) {
            c->obstacle_of[c->rings++] = list[i];
        }
        c->absent[list[i]] = false;
    }
}

void nav_carver_ask_for(nav_carver *c, uint32_t index)
{
    const nav_carve_job *job = c->job;
    if (job->near) {
        uint32_t first = job->near_first[index];
        ask(c, job->near + first, job->near_first[index + 1] - first);
    } else {
        ask(c, c->all, job->obstacles);
    }
}

nav_status nav_carver_add_outlines(nav_carver *c, nav_box box)
{
    nav_status status = NAV_OK;
    uint32_t number = 0;
    for (size_t i = 0; i < c->asked_count && status == NAV_OK; i++) {
        const nav_obstacle *obstacle = c->job->obstacle[c->asked[i]];
        bool here =
            nav_box_meets(obstacle->box, box) && !c->absent[c->asked[i]];
        for (uint32_t r = 0; r < obstacle->ring_count && status == NAV_OK;
             r++) {
            if (here) {
                status = add_ring(c, obstacle, r, number, box);
            }
            number++;
        }
    }
    return status;
}

nav_status nav_carver_name_corners(nav_carver *c)
{
    const nav_sheet *sheet = &c->sheet;
    size_t vertices = sheet->cdt.d.vertices;
    nav_status status =
        nav_mem_grow(&c->mem, &c->vertex_of, &c->vertex_capacity, vertices,
                     sizeof *c->vertex_of);
    for (size_t v = 0; v < vertices && status == NAV_OK; v++) {
        c->vertex_of[v] = NAV_NONE;
    }
    for (size_t i = 0; i < sheet->lines && status == NAV_OK; i++) {
        const nav_sheet_line *line = &sheet->line[i];
        if (line->from_name != NAV_NONE) {
            c->vertex_of[sheet->cdt.vertex_of[2 * i]] = line->from_name;
        }
        if (line->to_name != NAV_NONE) {
            c->vertex_of[sheet->cdt.vertex_of[2 * i + 1]] = line->to_name;
        }
    }
    return status;
}

void nav_carver_block(nav_carver *c)
{
    nav_sheet *sheet = &c->sheet;
    for (size_t i = 0; i < sheet->pairs; i++) {
        sheet->part_of[sheet->pair[i].triangle] = NAV_NONE;
        c->job->blocks[c->obstacle_of[sheet->pair[i].outline]] = true;
    }
}

// ---------------------------------------------------------------------------
// Flat meshes
// ---------------------------------------------------------------------------

// Whether the polygons on both sides of an edge are of one part.
static bool are_one_part(const nav_carver *c, uint32_t index, uint32_t edge)
{
    uint32_t twin = c->job->twin[edge];
    if (twin == NAV_NONE) {
        return false;
    }
    uint32_t other = nav_carver_index(c->job, c->job->mesh->edge_polygon[twin]);
    return other != NAV_NONE && c->forest[other] == c->forest[index];
}

static bool is_one_area(const nav_mesh *mesh, nav_poly_id p, nav_poly_id q)
{
    return !mesh->area || mesh->area[p] == mesh->area[q];
}

// Polygons of one area that hang together are one part.
static void find_parts(nav_carver *c)
{
    const nav_carve_job *job = c->job;
    const nav_mesh *mesh = job->mesh;
    for (uint32_t i = 0; i < job->polygons; i++) {
        c->forest[i] = i;
    }
    for (uint32_t i = 0; i < job->polygons; i++) {
        nav_poly_id p = job->polygon[i];
        for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
            uint32_t twin = job->twin[e];
            nav_poly_id q =
                twin == NAV_NONE ? NAV_NONE : mesh->edge_polygon[twin];
            uint32_t other = q == NAV_NONE || !is_one_area(mesh, p, q)
                                 ? NAV_NONE
                                 : nav_carver_index(job, q);
            if (other != NAV_NONE) {
                nav_forest_join(c->forest, i, other);
            }
        }
    }
    for (uint32_t i = 0; i < job->polygons; i++) {
        c->forest[i] = nav_forest_root(c->forest, i);
    }
    // The root of i comes before i and has its number already.
    for (uint32_t i = 0; i < job->polygons; i++) {
        if (c->forest[i] == i) {
            c->origin[c->parts] = job->polygon[i];
            c->forest[i] = c->parts++;
        } else {
            c->forest[i] = c->forest[c->forest[i]];
        }
    }
}

static nav_status add_sides(nav_carver *c, uint32_t index, nav_box *box)
{
    const nav_mesh *mesh = c->job->mesh;
    nav_poly_id p = c->job->polygon[index];
    nav_status status = NAV_OK;
    for (uint32_t e = mesh->first[p];
         e < mesh->first[p + 1] && status == NAV_OK; e++) {
        uint32_t next = nav_mesh_next(mesh, e);
        *box = nav_box_add(*box, nav_mesh_edge_start(mesh, e));
        if (!are_one_part(c, index, e)) {
            nav_sheet_line line = {.from = nav_mesh_edge_start(mesh, e),
                                   .to = nav_mesh_edge_start(mesh, next),
                                   .part = c->forest[index],
                                   .name = e,
                                   .from_name = mesh->corner[e],
                                   .to_name = mesh->corner[next]};
            status = nav_sheet_add(&c->sheet, line);
        }
    }
    return status;
}

// Whether line i of the sheet, a side that half-edge h is of, is still the
// whole side, its part on the left where it was.
static bool is_side_kept(const nav_sheet *sheet, uint32_t i, nav_half h)
{
    const nav_cdt *cdt = &sheet->cdt;
    uint32_t a = cdt->vertex_of[2 * (size_t)i];
    uint32_t b = cdt->vertex_of[2 * (size_t)i + 1];
    uint32_t from = nav_half_start(&cdt->d, h);
    uint32_t to = nav_half_end(&cdt->d, h);
    bool is_of_part = sheet->part_of[h >> 2] == sheet->line[i].part;
    return (from == a && to == b) || (from == b && to == a && !is_of_part);
}

// Asks for what lies behind sides that have been split, or that other sides
// have been bent across, so that their part is behind them itself.
static nav_status check_sides(nav_carver *c)
{
    const nav_sheet *sheet = &c->sheet;
    const nav_cdt *cdt = &sheet->cdt;
    nav_status status = NAV_OK;
    for (nav_half h = 0; h < 4 * cdt->d.triangles && status == NAV_OK; h++) {
        uint32_t label = (h & 3) == 3 ? 0 : nav_sheet_lines(sheet, h);
        while (label != 0 && status == NAV_OK) {
            uint32_t i = nav_labels_pop(&cdt->labels, &label);
            if (sheet->line[i].part != NAV_NONE && !is_side_kept(sheet, i, h)) {
                status = nav_carver_want_behind(c, sheet->line[i].name);
            }
        }
    }
    return status;
}

nav_status nav_carver_add_vertices(nav_carver *c, nav_poly_id polygon,
                                   nav_carver_height *height_of)
{
    const nav_delaunay *d = &c->sheet.cdt.d;
    const nav_polymesh *mesh = &c->sheet.polymesh;
    nav_status status = NAV_OK;
    for (uint32_t h = 0; h < mesh->halves && status == NAV_OK; h++) {
        uint32_t v = mesh->vertex[h];
        if (v == NAV_NONE || c->vertex_of[v] != NAV_NONE) {
            continue;
        }
        nav_vec2 at = d->point[v];
        nav_vec3 place = {at.x, at.y, height_of ? height_of(c, polygon, v) : 0};
        uint32_t number = 0;
        status = nav_draft_vertex(c->draft, place, &number);
        c->vertex_of[v] = c->job->mesh->info.vertices + number;
    }
    return status;
}

// Cuts the sheet and adds what is left of it to the draft.
static nav_status finish_flat(nav_carver *c)
{
    nav_sheet *sheet = &c->sheet;
    nav_carver_block(c);
    nav_status status = nav_sheet_cut(sheet, c->job->max_verts);
    if (status == NAV_OK) {
        status = nav_carver_name_corners(c);
    }
    if (status == NAV_OK) {
        status = nav_carver_add_vertices(c, NAV_NONE, NULL);
    }
    if (status == NAV_OK) {
        status = nav_draft_add(c->draft, sheet, c->job->mesh->info.bounds,
                               c->vertex_of, c->origin);
    }
    nav_draft *draft = c->draft;
    for (size_t i = 0; i < c->job->polygons && status == NAV_OK; i++) {
        status = nav_draft_note(draft, &draft->cut, &draft->cuts,
                                &draft->cut_capacity, c->job->polygon[i]);
    }
    return status;
}

static nav_status carve_flat(nav_carver *c)
{
    find_parts(c);
    ask(c, c->all, c->job->obstacles);
    nav_sheet_reset(&c->sheet, c->parts, c->rings);
    nav_box box = nav_box_empty();
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < c->job->polygons && status == NAV_OK; i++) {
        status = add_sides(c, i, &box);
    }
    if (status == NAV_OK) {
        status = nav_carver_add_outlines(c, box);
    }
    if (status == NAV_OK) {
        status = nav_sheet_triangulate(&c->sheet);
    }
    if (status == NAV_OK) {
        status = check_sides(c);
    }
    return status == NAV_OK && c->draft->wants == 0 ? finish_flat(c) : status;
}

// ---------------------------------------------------------------------------
// Jobs
// ---------------------------------------------------------------------------

static void count_rings(nav_carver *c)
{
    for (size_t i = 0; i < c->job->obstacles; i++) {
        const nav_obstacle *obstacle = c->job->obstacle[i];
        c->all_rings += obstacle->ring_count;
        for (uint32_t r = 0; r < obstacle->ring_count; r++) {
            size_t count = obstacle->rings[r].count;
            c->longest = count > c->longest ? count : c->longest;
        }
    }
}

static nav_status run(nav_carver *c)
{
    const nav_carve_job *job = c->job;
    if (!c->all || !c->obstacle_of || !c->clipped || !c->forest || !c->origin ||
        !c->slot || !c->dirty || !c->affected || !c->absent) {
        return NAV_NOMEM;
    }
    for (uint32_t i = 0; i < job->obstacles; i++) {
        c->all[i] = i;
    }
    nav_status status = job->mesh->height ? nav_carve_floors(c) : carve_flat(c);
    nav_draft_unite(c->draft->wanted, &c->draft->wants);
    return status;
}

nav_status nav_carve(const nav_carve_job *job, nav_draft *draft)
{
    const nav_allocator *mem = &draft->mem;
    nav_carver c = {.job = job, .draft = draft, .mem = *mem};
    count_rings(&c);
    nav_sheet_init(&c.sheet, mem);
    size_t polygons = job->polygons;
    c.all = nav_mem_new(mem, job->obstacles, sizeof *c.all);
    c.obstacle_of = nav_mem_new(mem, c.all_rings, sizeof *c.obstacle_of);
    c.clipped = nav_mem_new(mem, c.longest, sizeof *c.clipped);
    c.forest = nav_mem_new(mem, polygons, sizeof *c.forest);
    c.origin = nav_mem_new(mem, polygons, sizeof *c.origin);
    c.slot = nav_mem_new(mem, polygons, sizeof *c.slot);
    c.dirty = nav_mem_new(mem, polygons, sizeof *c.dirty);
    c.affected = nav_mem_new(mem, polygons, sizeof *c.affected);
    c.absent = nav_mem_new(mem, job->obstacles, sizeof *c.absent);
    nav_status status = run(&c);
    nav_mem_free(mem, c.all, job->obstacles, sizeof *c.all);
    nav_mem_free(mem, c.obstacle_of, c.all_rings, sizeof *c.obstacle_of);
    nav_mem_free(mem, c.clipped, c.longest, sizeof *c.clipped);
    nav_mem_free(mem, c.forest, polygons, sizeof *c.forest);
    nav_mem_free(mem, c.origin, polygons, sizeof *c.origin);
    nav_mem_free(mem, c.slot, polygons, sizeof *c.slot);
    nav_mem_free(mem, c.dirty, polygons, sizeof *c.dirty);
    nav_mem_free(mem, c.affected, polygons, sizeof *c.affected);
    nav_mem_free(mem, c.absent, job->obstacles, sizeof *c.absent);
    nav_mem_free(mem, c.vertex_of, c.vertex_capacity, sizeof *c.vertex_of);
    nav_mem_free(mem, c.side_of, c.side_capacity, sizeof *c.side_of);
    nav_mem_free(mem, c.point, c.point_capacity, sizeof *c.point);
    nav_mem_free(mem, c.chain, c.slots, sizeof *c.chain);
    nav_sheet_fini(&c.sheet);
    return status;
}
