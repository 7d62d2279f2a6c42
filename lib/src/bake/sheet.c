// sheet.c - a piece of floor cut anew around outlines.
//
// Lines are labelled with their own numbers, so that every edge of the result
// still knows the side along which it runs.  Where a tour through the triangles
// (tour.h) crosses a side, it enters or leaves its part; where it crosses an
// outline, parity tells whether it is inside.  Both by the topology of the
// triangulation alone: what rounding does to the crossing of two lines cannot
// open a gap between them.
#include "bake/sheet.h"

#include <assert.h>

#include "bake/merge.h"
#include "bake/tour.h"

void nav_sheet_init(nav_sheet *sheet, const nav_allocator *mem)
{
    *sheet = (nav_sheet){.mem = *mem};
    nav_cdt_init(&sheet->cdt, mem);
}

static void forget(nav_sheet *sheet)
{
    nav_mem_free(&sheet->mem, sheet->triangle_of, sheet->faces,
                 sizeof *sheet->triangle_of);
    sheet->triangle_of = NULL;
    sheet->faces = 0;
    if (sheet->polymesh.vertex) {
        nav_polymesh_fini(&sheet->polymesh);
    }
    nav_cdt_fini(&sheet->cdt);
    nav_cdt_init(&sheet->cdt, &sheet->mem);
}

void nav_sheet_fini(nav_sheet *sheet)
{
    forget(sheet);
    nav_mem_free(&sheet->mem, sheet->line, sheet->line_capacity,
                 sizeof *sheet->line);
    nav_mem_free(&sheet->mem, sheet->part_of, sheet->triangle_capacity,
                 sizeof *sheet->part_of);
    nav_mem_free(&sheet->mem, sheet->pair, sheet->pair_capacity,
                 sizeof *sheet->pair);
    nav_cdt_fini(&sheet->cdt);
}

void nav_sheet_reset(nav_sheet *sheet, uint32_t parts, uint32_t outlines)
{
    forget(sheet);
    sheet->lines = 0;
    sheet->pairs = 0;
    sheet->parts = parts;
    sheet->outlines = outlines;
}

nav_status nav_sheet_add(nav_sheet *sheet, nav_sheet_line line)
{
    if (nav_vec2_equal(line.from, line.to)) {
        return NAV_OK;
    }
    nav_status status =
        nav_mem_grow(&sheet->mem, &sheet->line, &sheet->line_capacity,
                     sheet->lines + 1, sizeof *sheet->line);
    if (status == NAV_OK) {
        sheet->line[sheet->lines++] = line;
    }
    return status;
}

// ---------------------------------------------------------------------------
// Triangulating
// ---------------------------------------------------------------------------

static nav_status insert_lines(nav_sheet *sheet)
{
    size_t lines = sheet->lines;
    nav_vec2 *point = nav_mem_new(&sheet->mem, 2 * lines, sizeof *point);
    if (!point) {
        return NAV_NOMEM;
    }
    for (size_t i = 0; i < lines; i++) {
        point[2 * i] = sheet->line[i].from;
        point[2 * i + 1] = sheet->line[i].to;
    }
    nav_status status = nav_cdt_begin(&sheet->cdt, point, 2 * lines);
    for (size_t i = 0; i < lines && status == NAV_OK; i++) {
        status = nav_cdt_insert(&sheet->cdt, 2 * i, 2 * i + 1, (uint32_t)i);
    }
    nav_mem_free(&sheet->mem, point, 2 * lines, sizeof *point);
    return status == NAV_OK ? nav_cdt_end(&sheet->cdt) : status;
}

// Where a tour is.
typedef struct sheet_tour {
    nav_sheet *sheet;
    bool *in_part;     // [parts]
    uint32_t inside;   // how many of them
    uint32_t part_sum; // of their numbers, so that of one it is the number
    uint32_t *place;   // [outlines] in `open`, NAV_NONE: outside
    uint32_t *open;    // [outlines] those that the tour is inside
    uint32_t opened;
} sheet_tour;

static void toggle_part(sheet_tour *t, uint32_t part)
{
    t->in_part[part] = !t->in_part[part];
    // Numbers wrap around on the way, which does no harm to sums.
    t->inside += t->in_part[part] ? 1u : ~0u;
    t->part_sum += t->in_part[part] ? part : ~part + 1;
}

static void toggle_outline(sheet_tour *t, uint32_t outline)
{
    uint32_t at = t->place[outline];
    if (at == NAV_NONE) {
        t->place[outline] = t->opened;
        t->open[t->opened++] = outline;
        return;
    }
    uint32_t last = t->open[--t->opened];
    t->open[at] = last;
    t->place[last] = at;
    t->place[outline] = NAV_NONE;
}

static void cross_edge(sheet_tour *t, nav_half edge)
{
    const nav_cdt *cdt = &t->sheet->cdt;
    uint32_t label = nav_sheet_lines(t->sheet, edge);
    while (label != 0) {
        uint32_t number = nav_labels_pop(&cdt->labels, &label);
        const nav_sheet_line *line = &t->sheet->line[number];
        if (line->part != NAV_NONE) {
            toggle_part(t, line->part);
        } else {
            toggle_outline(t, line->name);
        }
    }
}

static nav_status note_triangle(sheet_tour *t, uint32_t triangle)
{
    nav_sheet *sheet = t->sheet;
    if (t->inside != 1) {
        return NAV_OK;
    }
    sheet->part_of[triangle] = t->part_sum;
    nav_status status =
        nav_mem_grow(&sheet->mem, &sheet->pair, &sheet->pair_capacity,
                     sheet->pairs + t->opened, sizeof *sheet->pair);
    for (uint32_t i = 0; i < t->opened && status == NAV_OK; i++) {
        sheet->pair[sheet->pairs++] = (nav_sheet_pair){triangle, t->open[i]};
    }
    return status;
}

static nav_status visit_all(sheet_tour *t)
{
    nav_sheet *sheet = t->sheet;
    for (uint32_t i = 0; i < sheet->parts; i++) {
        t->in_part[i] = false;
    }
    for (uint32_t i = 0; i < sheet->outlines; i++) {
        t->place[i] = NAV_NONE;
    }
    for (size_t i = 0; i < sheet->cdt.d.triangles; i++) {
        sheet->part_of[i] = NAV_NONE;
    }
    nav_tour tour = nav_tour_begin(&sheet->cdt.d);
    nav_tour_step step;
    nav_status status = NAV_OK;
    while (status == NAV_OK && nav_tour_next(&tour, &step)) {
        cross_edge(t, step.edge);
        if (step.is_new) {
            status = note_triangle(t, step.triangle);
        }
    }
    return status;
}

nav_status nav_sheet_triangulate(nav_sheet *sheet)
{
    nav_status status = insert_lines(sheet);
    if (status == NAV_OK) {
        status = nav_mem_grow(&sheet->mem, &sheet->part_of,
                              &sheet->triangle_capacity, sheet->cdt.d.triangles,
                              sizeof *sheet->part_of);
    }
    if (status != NAV_OK) {
        return status;
    }
    const nav_allocator *mem = &sheet->mem;
    sheet_tour t = {.sheet = sheet};
    t.in_part = nav_mem_new(mem, sheet->parts, sizeof *t.in_part);
    t.place = nav_mem_new(mem, sheet->outlines, sizeof *t.place);
    t.open = nav_mem_new(mem, sheet->outlines, sizeof *t.open);
    status = t.in_part && t.place && t.open ? visit_all(&t) : NAV_NOMEM;
    nav_mem_free(mem, t.in_part, sheet->parts, sizeof *t.in_part);
    nav_mem_free(mem, t.place, sheet->outlines, sizeof *t.place);
    nav_mem_free(mem, t.open, sheet->outlines, sizeof *t.open);
    return status;
}

// ---------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------

uint32_t nav_sheet_side(const nav_sheet *sheet, nav_half half)
{
    const nav_cdt *cdt = &sheet->cdt;
    uint32_t part = sheet->part_of[half >> 2];
    uint32_t label = nav_sheet_lines(sheet, half);
    uint32_t name = NAV_NONE;
    while (label != 0) {
        uint32_t number = nav_labels_pop(&cdt->labels, &label);
        const nav_sheet_line *line = &sheet->line[number];
        if (line->part == part && line->name < name) {
            name = line->name;
        }
    }
    return name;
}

// The half-edge of the polymesh on the other side, if it is of the same part
// and no side is between them; `face_of` numbers the triangles that are left.
static uint32_t find_twin(const nav_sheet *sheet, const uint32_t *face_of,
                          nav_half half)
{
    nav_half twin = sheet->cdt.d.tri[half >> 2].twin[half & 3];
    assert(twin != NAV_NO_HALF); // the frame is around all parts
    twin &= ~NAV_FIXED;
    if (sheet->part_of[twin >> 2] != sheet->part_of[half >> 2] ||
        nav_sheet_side(sheet, half) != NAV_NONE) {
        return NAV_NONE;
    }
    return 3 * face_of[twin >> 2] + (twin & 3);
}

static void fill(nav_sheet *sheet, const uint32_t *face_of)
{
    const nav_delaunay *d = &sheet->cdt.d;
    nav_polymesh *mesh = &sheet->polymesh;
    mesh->point = d->point;
    mesh->points = d->vertices;
    mesh->faces = sheet->faces;
    for (uint32_t face = 0; face < sheet->faces; face++) {
        uint32_t triangle = sheet->triangle_of[face];
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t h = 3 * face + i;
            mesh->vertex[h] = d->tri[triangle].v[i];
            mesh->next[h] = 3 * face + (i + 1) % 3;
            mesh->prev[h] = 3 * face + (i + 2) % 3;
            mesh->twin[h] = find_twin(sheet, face_of, 4 * triangle + i);
            mesh->face[h] = face;
        }
    }
}

nav_status nav_sheet_cut(nav_sheet *sheet, uint32_t max_verts)
{
    size_t triangles = sheet->cdt.d.triangles;
    size_t faces = 0;
    for (size_t t = 0; t < triangles; t++) {
        faces += sheet->part_of[t] != NAV_NONE;
    }
    uint32_t *face_of = nav_mem_new(&sheet->mem, triangles, sizeof *face_of);
    sheet->triangle_of =
        nav_mem_new(&sheet->mem, faces, sizeof *sheet->triangle_of);
    sheet->faces = faces;
    nav_status status = NAV_NOMEM;
    if (face_of && sheet->triangle_of) {
        status = nav_polymesh_init(&sheet->polymesh, &sheet->mem, 3 * faces);
    }
    if (status == NAV_OK) {
        uint32_t next = 0;
        for (uint32_t t = 0; t < triangles; t++) {
            if (sheet->part_of[t] != NAV_NONE) {
                face_of[t] = next;
                sheet->triangle_of[next++] = t;
            }
        }
        fill(sheet, face_of);
        nav_merge_options merging = {.max_verts = max_verts,
                                     .order = NAV_MERGE_LONGEST};
        status = nav_merge(&sheet->polymesh, &merging);
    }
    nav_mem_free(&sheet->mem, face_of, triangles, sizeof *face_of);
    return status;
}
