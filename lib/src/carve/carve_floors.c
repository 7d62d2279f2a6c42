// carve_floors.c - new polygons in place of some of a mesh with heights.
//
// Every polygon is a sheet of its own, so that floors may overlap in plan, and
// no floor is bent.  Polygons that share a side have to agree where outlines
// cross it.  Two triangulations may round a crossing differently, so what one
// finds is made known to the others: a side is passed on as a chain through the
// points already found on it, at which crossings then are found to be
// (crossing.c).  This is repeated until nobody finds another one.
//
// An outline that does not block all floors blocks a polygon if the heights of
// the polygon under it, where it does lie, reach into its range: the polygon's
// own heights, not those of its corners far away.
//
// Heights of new vertices: along a side those of the side alone, so that the
// polygons on both sides agree to the bit, elsewhere those of the polygon.
#include "carve/carver.h"

#include "mesh/surface.h"

#include <string.h>

// ---------------------------------------------------------------------------
// Meshes with heights: points on sides
// ---------------------------------------------------------------------------

// The slot of the points on a side: that of the least side of its ring that is
// in the job.
static uint32_t slot_of(const nav_carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    uint32_t least = side;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        if (t < least &&
            nav_carver_index(job, job->mesh->edge_polygon[t]) != NAV_NONE) {
            least = t;
        }
    }
    nav_poly_id p = job->mesh->edge_polygon[least];
    return c->slot[nav_carver_index(job, p)] + least - job->mesh->first[p];
}

// Place of a point along a side, the same whichever way the side runs: its
// coordinate on the axis on which the side is longer.
static double place_on(const nav_mesh *mesh, uint32_t side, nav_vec2 p)
{
    nav_vec2 d = nav_vec2_sub(nav_mesh_edge_end(mesh, side),
                              nav_mesh_edge_start(mesh, side));
    return fabs(d.x) >= fabs(d.y) ? p.x : p.y;
}

// Notes that a side passes through a point.  True in *grown if that is new.
static nav_status note_point(nav_carver *c, uint32_t side, nav_vec2 at,
                             bool *grown)
{
    double place = place_on(c->job->mesh, side, at);
    uint32_t *link = &c->chain[slot_of(c, side)];
    while (*link != NAV_NONE && c->point[*link].place < place) {
        link = &c->point[*link].next;
    }
    for (uint32_t i = *link; i != NAV_NONE && c->point[i].place == place;
         i = c->point[i].next) {
        if (nav_vec2_equal(c->point[i].at, at)) {
            return NAV_OK;
        }
    }
    // Linked before the list may move, and the link with it.
    uint32_t after = *link;
    *link = (uint32_t)c->points;
    nav_status status = nav_mem_grow(&c->mem, &c->point, &c->point_capacity,
                                     c->points + 1, sizeof *c->point);
    if (status == NAV_OK) {
        c->point[c->points++] = (nav_chain_point){at, place, after};
        *grown = true;
    }
    return status;
}

// Marks the other polygons of a side's ring as to be looked at again, and asks
// for those that are not in the job.
static nav_status tell_others(nav_carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        uint32_t other = nav_carver_index(job, job->mesh->edge_polygon[t]);
        if (other != NAV_NONE) {
            c->dirty[other] = true;
        }
    }
    return nav_carver_want_behind(c, side);
}

// Adds a side as a chain through the points that are known on it.
static nav_status add_chain(nav_carver *c, uint32_t side)
{
    const nav_mesh *mesh = c->job->mesh;
    uint32_t next = nav_mesh_next(mesh, side);
    nav_vec2 a = nav_mesh_edge_start(mesh, side);
    nav_vec2 b = nav_mesh_edge_start(mesh, next);
    bool ahead = place_on(mesh, side, a) < place_on(mesh, side, b);
    nav_sheet_line line = {.from = ahead ? a : b,
                           .part = 0,
                           .name = side,
                           .from_name = mesh->corner[ahead ? side : next]};
    nav_status status = NAV_OK;
    for (uint32_t i = c->chain[slot_of(c, side)];
         i != NAV_NONE && status == NAV_OK; i = c->point[i].next) {
        line.to = c->point[i].at;
        line.to_name = NAV_NONE;
        status = nav_sheet_add(&c->sheet, line);
        line.from = line.to;
        line.from_name = NAV_NONE;
    }
    line.to = ahead ? b : a;
    line.to_name = mesh->corner[ahead ? next : side];
    return status == NAV_OK ? nav_sheet_add(&c->sheet, line) : status;
}

// Finds for every vertex of the sheet the side that it lies on, NAV_NONE.
static nav_status find_sides(nav_carver *c)
{
    const nav_sheet *sheet = &c->sheet;
    const nav_cdt *cdt = &sheet->cdt;
    size_t vertices = cdt->d.vertices;
    nav_status status = nav_mem_grow(&c->mem, &c->side_of, &c->side_capacity,
                                     vertices, sizeof *c->side_of);
    for (size_t v = 0; v < vertices && status == NAV_OK; v++) {
        c->side_of[v] = NAV_NONE;
    }
    for (nav_half h = 0; h < 4 * cdt->d.triangles && status == NAV_OK; h++) {
        uint32_t side = NAV_NONE;
        if ((h & 3) != 3 && sheet->part_of[h >> 2] != NAV_NONE) {
            side = nav_sheet_side(sheet, h);
        }
        if (side != NAV_NONE) {
            c->side_of[nav_half_start(&cdt->d, h)] = side;
            c->side_of[nav_half_end(&cdt->d, h)] = side;
        }
    }
    return status;
}

// Notes the points where the sides of a polygon have been split.
static nav_status note_points(nav_carver *c)
{
    const nav_delaunay *d = &c->sheet.cdt.d;
    nav_status status = find_sides(c);
    if (status == NAV_OK) {
        status = nav_carver_name_corners(c);
    }
    for (uint32_t v = 0; v < d->vertices && status == NAV_OK; v++) {
        uint32_t side = c->side_of[v];
        if (side == NAV_NONE || c->vertex_of[v] != NAV_NONE) {
            continue;
        }
        bool grown = false;
        status = note_point(c, side, d->point[v], &grown);
        if (status == NAV_OK && grown) {
            status = tell_others(c, side);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Meshes with heights: polygons
// ---------------------------------------------------------------------------

static nav_status triangulate_polygon(nav_carver *c, nav_poly_id p)
{
    const nav_mesh *mesh = c->job->mesh;
    nav_sheet_reset(&c->sheet, 1, c->rings);
    nav_status status = NAV_OK;
    for (uint32_t e = mesh->first[p];
         e < mesh->first[p + 1] && status == NAV_OK; e++) {
        status = add_chain(c, e);
    }
    if (status == NAV_OK) {
        status = nav_carver_add_outlines(c, nav_mesh_polygon_box(mesh, p));
    }
    return status == NAV_OK ? nav_sheet_triangulate(&c->sheet) : status;
}

// Height of a vertex of the sheet on the polygon.
static double height_of(const nav_carver *c, nav_poly_id p, uint32_t v)
{
    const nav_mesh *mesh = c->job->mesh;
    nav_vec2 at = c->sheet.cdt.d.point[v];
    if (c->vertex_of[v] != NAV_NONE) {
        return mesh->height[c->vertex_of[v]];
    }
    return c->side_of[v] != NAV_NONE
               ? nav_surface_edge_height(mesh, c->side_of[v], at)
               : nav_surface_height(mesh, p, at);
}

// Marks the outlines whose range the polygon's heights under them do not reach;
// true when there is one.
static bool mark_absent(nav_carver *c, nav_poly_id p)
{
    const nav_sheet *sheet = &c->sheet;
    // Absent until a triangle says otherwise.
    for (size_t i = 0; i < c->asked_count; i++) {
        c->absent[c->asked[i]] = true;
    }
    for (size_t i = 0; i < sheet->pairs; i++) {
        uint32_t outline = c->obstacle_of[sheet->pair[i].outline];
        const nav_obstacle *o = c->job->obstacle[outline];
        const uint32_t *v = sheet->cdt.d.tri[sheet->pair[i].triangle].v;
        double low = HUGE_VAL;
        double high = -HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            double height = height_of(c, p, v[k]);
            low = height < low ? height : low;
            high = height > high ? height : high;
        }
        c->absent[outline] &= high < o->low || low > o->high;
    }
    bool any = false;
    for (size_t i = 0; i < sheet->pairs; i++) {
        any = any || c->absent[c->obstacle_of[sheet->pair[i].outline]];
    }
    return any;
}

// Triangulates a polygon with just the outlines that block its floor.
static nav_status lay_polygon(nav_carver *c, uint32_t index)
{
    nav_poly_id p = c->job->polygon[index];
    nav_carver_ask_for(c, index);
    nav_status status = triangulate_polygon(c, p);
    if (status == NAV_OK) {
        status = find_sides(c);
    }
    if (status == NAV_OK) {
        status = nav_carver_name_corners(c);
    }
    if (status != NAV_OK) {
        return status;
    }
    bool any = mark_absent(c, p);
    return any ? triangulate_polygon(c, p) : NAV_OK;
}

// Whether points are known on sides of a polygon.
static bool is_split(const nav_carver *c, nav_poly_id p)
{
    const nav_mesh *mesh = c->job->mesh;
    for (uint32_t e = mesh->first[p]; e < mesh->first[p + 1]; e++) {
        if (c->chain[slot_of(c, e)] != NAV_NONE) {
            return true;
        }
    }
    return false;
}

// Looks at a polygon: is it cut, and where are its sides split?
static nav_status survey_polygon(nav_carver *c, uint32_t index)
{
    nav_poly_id p = c->job->polygon[index];
    c->dirty[index] = false;
    nav_status status = lay_polygon(c, index);
    if (status != NAV_OK) {
        return status;
    }
    bool cut = c->sheet.pairs > 0;
    if (cut || is_split(c, p)) {
        status = note_points(c);
        c->affected[index] = true;
    }
    return status;
}

// Looks at polygons until no side is found to be split anew.
static nav_status survey_polygons(nav_carver *c)
{
    nav_status status = NAV_OK;
    bool again = true;
    while (again && status == NAV_OK) {
        again = false;
        for (uint32_t i = 0; i < c->job->polygons && status == NAV_OK; i++) {
            if (c->dirty[i]) {
                status = survey_polygon(c, i);
                again = true;
            }
        }
    }
    return status;
}

static nav_status cut_polygon(nav_carver *c, uint32_t index)
{
    nav_sheet *sheet = &c->sheet;
    nav_poly_id p = c->job->polygon[index];
    nav_status status = lay_polygon(c, index);
    if (status == NAV_OK) {
        status = find_sides(c);
    }
    if (status == NAV_OK) {
        status = nav_carver_name_corners(c);
    }
    if (status == NAV_OK) {
        nav_carver_block(c);
        status = nav_sheet_cut(sheet, c->job->max_verts);
    }
    if (status == NAV_OK) {
        status = nav_carver_add_vertices(c, p, height_of);
    }
    if (status == NAV_OK) {
        status = nav_draft_add(c->draft, sheet, c->job->mesh->info.bounds,
                               c->vertex_of, &p);
    }
    nav_draft *draft = c->draft;
    return status == NAV_OK ? nav_draft_note(draft, &draft->cut, &draft->cuts,
                                             &draft->cut_capacity, p)
                            : status;
}

nav_status nav_carve_floors(nav_carver *c)
{
    const nav_carve_job *job = c->job;
    uint32_t slots = 0;
    for (size_t i = 0; i < job->polygons; i++) {
        nav_poly_id p = job->polygon[i];
        c->slot[i] = slots;
        c->dirty[i] = true;
        c->affected[i] = false;
        slots += job->mesh->first[p + 1] - job->mesh->first[p];
    }
    c->slots = slots;
    c->chain = nav_mem_new(&c->mem, slots, sizeof *c->chain);
    if (!c->chain) {
        return NAV_NOMEM;
    }
    memset(c->chain, 0xff, slots * sizeof *c->chain);
    nav_status status = survey_polygons(c);
    for (uint32_t i = 0; i < job->polygons && status == NAV_OK; i++) {
        if (c->draft->wants == 0 && c->affected[i]) {
            status = cut_polygon(c, i);
        }
    }
    return status;
}
