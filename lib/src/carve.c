// carve.c - new polygons in place of some of a mesh, around outlines.
//
// On a flat mesh the polygons of a job are one sheet (sheet.h): sides between
// two of them are dropped, so that nothing is left of how the floor was divided
// before, unless they are of different parts.  No outline may reach a side
// behind which lies a polygon that is not in the job.  The caller sees to that;
// where rounding brings a crossing on to such a side all the same, the polygon
// behind it is asked for.
//
// On a mesh with heights every polygon is a sheet of its own, so that floors
// may overlap in plan, and no floor is bent.  Polygons that share a side have
// to agree where outlines cross it.  Two triangulations may round a crossing
// differently, so what one finds is made known to the others: a side is passed
// on as a chain through the points already found on it, at which crossings then
// are found to be (crossing.c).  This is repeated until nobody finds another
// one.
//
// An outline that does not block all floors blocks a polygon if the heights of
// the polygon under it, where it does lie, reach into its range: the polygon's
// own heights, not those of its corners far away.
//
// Heights of new vertices: along a side those of the side alone, so that the
// polygons on both sides agree to the bit, elsewhere those of the polygon.
#include "carve.h"

#include "forest.h"
#include "surface.h"

#include <string.h>

// A point where outlines cross a side, on a mesh with heights.
typedef struct chain_point {
    nav_vec2 at;
    double place; // along the side
    uint32_t next;
} chain_point;

typedef struct carver {
    const nav_carve_job *job;
    nav_draft *draft;
    nav_allocator mem;
    nav_sheet sheet;
    uint32_t rings;        // of all outlines together
    uint32_t *obstacle_of; // [rings]
    nav_vec2 *clipped;     // scratch for the longest ring
    size_t longest;
    uint32_t *vertex_of; // scratch: [vertices of the sheet] what they become
    size_t vertex_capacity;
    uint32_t *forest;    // [polygons] flat: part of each
    nav_poly_id *origin; // [parts] flat: a polygon of each
    uint32_t parts;
    uint32_t *slot;  // [polygons + 1] with heights: sides before each
    uint32_t *chain; // [slots] first point on a side, NAV_NONE; a ring of
    size_t slots;    // sides has its points at the least one
    chain_point *point;
    size_t points, point_capacity;
    uint32_t *side_of; // scratch: [vertices of the sheet]
    size_t side_capacity;
    bool *dirty;    // [polygons] a chain has grown since it was seen
    bool *affected; // [polygons] cut, or split on a side
    bool *absent;   // [obstacles] not on the floor at hand
} carver;

// Number of a polygon in the job, NAV_NONE when it is not in it.
static uint32_t index_of(const nav_carve_job *job, nav_poly_id polygon)
{
    size_t low = 0;
    size_t high = job->polygons;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (job->polygon[middle] < polygon) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < job->polygons && job->polygon[low] == polygon;
    return found ? (uint32_t)low : NAV_NONE;
}

static nav_status want(carver *c, nav_poly_id polygon)
{
    nav_draft *draft = c->draft;
    return nav_draft_note(draft, &draft->wanted, &draft->wants,
                          &draft->want_capacity, polygon);
}

// Asks for the polygons behind a side that are not in the job.
static nav_status want_behind(carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    nav_status status = NAV_OK;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        nav_poly_id polygon = job->mesh->edge_polygon[t];
        if (status == NAV_OK && index_of(job, polygon) == NAV_NONE) {
            status = want(c, polygon);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------

// Adds the part of a ring that matters within a box.
static nav_status add_ring(carver *c, const nav_obstacle *obstacle,
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

// Adds the outlines, but for those that are absent.
static nav_status add_outlines(carver *c, nav_box box)
{
    nav_status status = NAV_OK;
    uint32_t number = 0;
    for (size_t i = 0; i < c->job->obstacles && status == NAV_OK; i++) {
        const nav_obstacle *obstacle = c->job->obstacle[i];
        bool here = nav_box_meets(obstacle->box, box) && !c->absent[i];
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

// Makes `vertex_of` tell of the corners; NAV_NONE for all other vertices.
static nav_status name_corners(carver *c)
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

// Takes what is inside of outlines out of the parts.
static void block(carver *c)
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
static bool are_one_part(const carver *c, uint32_t index, uint32_t edge)
{
    uint32_t twin = c->job->twin[edge];
    if (twin == NAV_NONE) {
        return false;
    }
    uint32_t other = index_of(c->job, c->job->mesh->edge_polygon[twin]);
    return other != NAV_NONE && c->forest[other] == c->forest[index];
}

static bool is_one_area(const nav_mesh *mesh, nav_poly_id p, nav_poly_id q)
{
    return !mesh->area || mesh->area[p] == mesh->area[q];
}

// Polygons of one area that hang together are one part.
static void find_parts(carver *c)
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
                                 : index_of(job, q);
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

static nav_status add_sides(carver *c, uint32_t index, nav_box *box)
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

// Asks for what lies behind sides that have been split.
static nav_status check_sides(carver *c)
{
    const nav_sheet *sheet = &c->sheet;
    const nav_cdt *cdt = &sheet->cdt;
    nav_status status = NAV_OK;
    for (nav_half h = 0; h < 4 * cdt->d.triangles && status == NAV_OK; h++) {
        uint32_t label = (h & 3) == 3 ? 0 : nav_sheet_lines(sheet, h);
        while (label != 0 && status == NAV_OK) {
            uint32_t i = nav_labels_pop(&cdt->labels, &label);
            uint32_t a = cdt->vertex_of[2 * (size_t)i];
            uint32_t b = cdt->vertex_of[2 * (size_t)i + 1];
            uint32_t from = nav_half_start(&cdt->d, h);
            uint32_t to = nav_half_end(&cdt->d, h);
            bool whole = (from == a && to == b) || (from == b && to == a);
            if (!whole && sheet->line[i].part != NAV_NONE) {
                status = want_behind(c, sheet->line[i].name);
            }
        }
    }
    return status;
}

static nav_status add_new_vertices(carver *c)
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
        uint32_t number = 0;
        status = nav_draft_vertex(c->draft, (nav_vec3){at.x, at.y, 0}, &number);
        c->vertex_of[v] = c->job->mesh->info.vertices + number;
    }
    return status;
}

// Cuts the sheet and adds what is left of it to the draft.
static nav_status finish_flat(carver *c)
{
    nav_sheet *sheet = &c->sheet;
    block(c);
    nav_status status = nav_sheet_cut(sheet, c->job->max_verts);
    if (status == NAV_OK) {
        status = name_corners(c);
    }
    if (status == NAV_OK) {
        status = add_new_vertices(c);
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

static nav_status carve_flat(carver *c)
{
    find_parts(c);
    nav_sheet_reset(&c->sheet, c->parts, c->rings);
    nav_box box = nav_box_empty();
    nav_status status = NAV_OK;
    for (uint32_t i = 0; i < c->job->polygons && status == NAV_OK; i++) {
        status = add_sides(c, i, &box);
    }
    if (status == NAV_OK) {
        status = add_outlines(c, box);
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
// Meshes with heights: points on sides
// ---------------------------------------------------------------------------

// The slot of the points on a side: that of the least side of its ring that is
// in the job.
static uint32_t slot_of(const carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    uint32_t least = side;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        if (t < least &&
            index_of(job, job->mesh->edge_polygon[t]) != NAV_NONE) {
            least = t;
        }
    }
    nav_poly_id p = job->mesh->edge_polygon[least];
    return c->slot[index_of(job, p)] + least - job->mesh->first[p];
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
static nav_status note_point(carver *c, uint32_t side, nav_vec2 at, bool *grown)
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
        c->point[c->points++] = (chain_point){at, place, after};
        *grown = true;
    }
    return status;
}

// Marks the other polygons of a side's ring as to be looked at again, and asks
// for those that are not in the job.
static nav_status tell_others(carver *c, uint32_t side)
{
    const nav_carve_job *job = c->job;
    for (uint32_t t = job->twin[side]; t != NAV_NONE && t != side;
         t = job->twin[t]) {
        uint32_t other = index_of(job, job->mesh->edge_polygon[t]);
        if (other != NAV_NONE) {
            c->dirty[other] = true;
        }
    }
    return want_behind(c, side);
}

// Adds a side as a chain through the points that are known on it.
static nav_status add_chain(carver *c, uint32_t side)
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
static nav_status find_sides(carver *c)
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
static nav_status note_points(carver *c)
{
    const nav_delaunay *d = &c->sheet.cdt.d;
    nav_status status = find_sides(c);
    if (status == NAV_OK) {
        status = name_corners(c);
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

static nav_status triangulate_polygon(carver *c, nav_poly_id p)
{
    const nav_mesh *mesh = c->job->mesh;
    nav_sheet_reset(&c->sheet, 1, c->rings);
    nav_status status = NAV_OK;
    for (uint32_t e = mesh->first[p];
         e < mesh->first[p + 1] && status == NAV_OK; e++) {
        status = add_chain(c, e);
    }
    if (status == NAV_OK) {
        status = add_outlines(c, nav_mesh_polygon_box(mesh, p));
    }
    return status == NAV_OK ? nav_sheet_triangulate(&c->sheet) : status;
}

// Height of a vertex of the sheet on the polygon.
static double height_of(const carver *c, nav_poly_id p, uint32_t v)
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
static bool mark_absent(carver *c, nav_poly_id p)
{
    const nav_sheet *sheet = &c->sheet;
    // Absent until a triangle says otherwise.
    for (size_t i = 0; i < c->job->obstacles; i++) {
        c->absent[i] = true;
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

static void clear_absent(carver *c)
{
    for (size_t i = 0; i < c->job->obstacles; i++) {
        c->absent[i] = false;
    }
}

// Triangulates a polygon with just the outlines that block its floor.
static nav_status lay_polygon(carver *c, nav_poly_id p)
{
    clear_absent(c);
    nav_status status = triangulate_polygon(c, p);
    if (status == NAV_OK) {
        status = find_sides(c);
    }
    if (status == NAV_OK) {
        status = name_corners(c);
    }
    if (status != NAV_OK) {
        return status;
    }
    bool any = mark_absent(c, p);
    return any ? triangulate_polygon(c, p) : NAV_OK;
}

// Whether points are known on sides of a polygon.
static bool is_split(const carver *c, nav_poly_id p)
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
static nav_status survey_polygon(carver *c, uint32_t index)
{
    nav_poly_id p = c->job->polygon[index];
    c->dirty[index] = false;
    nav_status status = lay_polygon(c, p);
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
static nav_status survey_polygons(carver *c)
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

static nav_status add_floor_vertices(carver *c, nav_poly_id p)
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
        nav_vec3 place = {at.x, at.y, height_of(c, p, v)};
        uint32_t number = 0;
        status = nav_draft_vertex(c->draft, place, &number);
        c->vertex_of[v] = c->job->mesh->info.vertices + number;
    }
    return status;
}

static nav_status cut_polygon(carver *c, nav_poly_id p)
{
    nav_sheet *sheet = &c->sheet;
    nav_status status = lay_polygon(c, p);
    if (status == NAV_OK) {
        status = find_sides(c);
    }
    if (status == NAV_OK) {
        status = name_corners(c);
    }
    if (status == NAV_OK) {
        block(c);
        status = nav_sheet_cut(sheet, c->job->max_verts);
    }
    if (status == NAV_OK) {
        status = add_floor_vertices(c, p);
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

static nav_status carve_floors(carver *c)
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
            status = cut_polygon(c, job->polygon[i]);
        }
    }
    return status;
}

// ---------------------------------------------------------------------------
// Jobs
// ---------------------------------------------------------------------------

static void count_rings(carver *c)
{
    for (size_t i = 0; i < c->job->obstacles; i++) {
        const nav_obstacle *obstacle = c->job->obstacle[i];
        c->rings += (uint32_t)obstacle->ring_count;
        for (uint32_t r = 0; r < obstacle->ring_count; r++) {
            size_t count = obstacle->rings[r].count;
            c->longest = count > c->longest ? count : c->longest;
        }
    }
}

static nav_status run(carver *c)
{
    const nav_carve_job *job = c->job;
    if (!c->obstacle_of || !c->clipped || !c->forest || !c->origin ||
        !c->slot || !c->dirty || !c->affected || !c->absent) {
        return NAV_NOMEM;
    }
    uint32_t number = 0;
    for (uint32_t i = 0; i < job->obstacles; i++) {
        for (uint32_t r = 0; r < job->obstacle[i]->ring_count; r++) {
            c->obstacle_of[number++] = i;
        }
    }
    clear_absent(c);
    nav_status status = job->mesh->height ? carve_floors(c) : carve_flat(c);
    nav_draft_unite(c->draft->wanted, &c->draft->wants);
    return status;
}

nav_status nav_carve(const nav_carve_job *job, nav_draft *draft)
{
    const nav_allocator *mem = &draft->mem;
    carver c = {.job = job, .draft = draft, .mem = *mem};
    count_rings(&c);
    nav_sheet_init(&c.sheet, mem);
    size_t polygons = job->polygons;
    c.obstacle_of = nav_mem_new(mem, c.rings, sizeof *c.obstacle_of);
    c.clipped = nav_mem_new(mem, c.longest, sizeof *c.clipped);
    c.forest = nav_mem_new(mem, polygons, sizeof *c.forest);
    c.origin = nav_mem_new(mem, polygons, sizeof *c.origin);
    c.slot = nav_mem_new(mem, polygons, sizeof *c.slot);
    c.dirty = nav_mem_new(mem, polygons, sizeof *c.dirty);
    c.affected = nav_mem_new(mem, polygons, sizeof *c.affected);
    c.absent = nav_mem_new(mem, job->obstacles, sizeof *c.absent);
    nav_status status = run(&c);
    nav_mem_free(mem, c.obstacle_of, c.rings, sizeof *c.obstacle_of);
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
