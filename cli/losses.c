// losses.c - what a format cannot carry of a mesh.
//
// A JSON map is flat: floors that lie over each other become one, and floors
// that meet in plan at different heights are joined.  Whether that happens is
// not guessed: the polygons are baked as navbake would bake them, and islands,
// area and the length of the boundary compared.
//
// A Wavefront OBJ file has no links, and joins floors where they meet in space.
// Where the mesh joins edges of different heights, somebody asked navbake for
// it with --step, and must ask again; the step that will do is told.
#include "losses.h"

#include <math.h>

#include "memory.h"
#include "mesh_out.h"

// --- All formats -----------------------------------------------------------

// What a noun ends in behind a count.
static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void warn_of_radius(const nav_mesh *mesh, const char *name)
{
    double radius = nav_mesh_get_info(mesh).agent_radius;
    char number[NAV_NUMBER_SIZE];
    if (radius > 0) {
        (void)nav_number_write(radius, number);
        diag_warning(name,
                     "the agent's radius, %s, is not written: the polygons "
                     "keep clear of walls, obstacles laid over them later "
                     "will not grow",
                     number);
    }
}

static bool is_on_mesh(const nav_location *location)
{
    return location->ambiguous ||
           (location->polygon != NAV_NONE && location->distance <= 0);
}

exit_code losses_find_links(const nav_mesh *mesh, const char *name,
                            bool *usable)
{
    nav_query *query = NULL;
    nav_error error = {.status = NAV_OK};
    nav_status status = nav_query_new(mesh, memory_allocator(), &query);
    if (status != NAV_OK) {
        return diag_memory();
    }
    for (uint32_t i = 0; i < nav_mesh_link_count(mesh) && status == NAV_OK;
         i++) {
        nav_offmesh_link link = nav_mesh_link(mesh, i);
        nav_location from, to;
        status = nav_query_locate(query, link.from, &from, &error);
        if (status == NAV_OK) {
            status = nav_query_locate(query, link.to, &to, &error);
        }
        usable[i] = status == NAV_OK && is_on_mesh(&from) && is_on_mesh(&to);
    }
    nav_query_free(query);
    return status == NAV_OK ? EXIT_DONE : diag_library(name, &error);
}

// --- JSON ------------------------------------------------------------------

// What tells two meshes apart that should be one.
typedef struct extent {
    uint32_t islands;
    double area, boundary;
} extent;

static double boundary_of(const nav_mesh *mesh, nav_poly_id id)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, id);
    double sum = 0;
    for (uint32_t i = 0; i < polygon.count && polygon.island != NAV_NONE; i++) {
        uint32_t next = i + 1 < polygon.count ? i + 1 : 0;
        nav_vec2 a = vertex[polygon.corners[i]];
        nav_vec2 b = vertex[polygon.corners[next]];
        if (polygon.neighbours[i] == NAV_NONE) {
            sum += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        }
    }
    return sum;
}

static exit_code measure(const nav_mesh *mesh, extent *e)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    *e = (extent){.area = info.area};
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        e->boundary += boundary_of(mesh, id);
    }
    return mesh_out_count_islands(mesh, &e->islands);
}

static nav_status add_polygon(nav_shape *shape, const nav_mesh *mesh,
                              nav_poly_id id, nav_vec2 *ring, nav_error *error)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, id);
    if (polygon.island == NAV_NONE) {
        return NAV_OK;
    }
    for (uint32_t i = 0; i < polygon.count; i++) {
        ring[i] = vertex[polygon.corners[i]];
    }
    nav_status status = nav_shape_begin_polygon(shape, error);
    return status == NAV_OK
               ? nav_shape_add_ring(shape, ring, polygon.count, error)
               : status;
}

// Bakes the polygons in plan.
static nav_status flatten(const nav_mesh *mesh, nav_mesh **flat,
                          nav_error *error)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    nav_shape *shape = NULL;
    nav_bake_options options = nav_bake_options_default();
    size_t room = (size_t)info.most_corners + 1;
    nav_vec2 *ring = memory_array(room, sizeof *ring);
    nav_status status =
        ring == NULL ? NAV_NOMEM : nav_shape_new(memory_allocator(), &shape);
    *error = (nav_error){.status = status};
    options.merge = false;
    for (nav_poly_id id = 0; id < info.polygons && status == NAV_OK; id++) {
        status = add_polygon(shape, mesh, id, ring, error);
    }
    if (status == NAV_OK) {
        status =
            nav_bake(shape, &options, memory_allocator(), flat, NULL, error);
    }
    nav_shape_free(shape);
    memory_array_free(ring, room, sizeof *ring);
    return status;
}

// What sums of the same terms in another order may differ by, as a part of
// them: ten million additions, each off by half a unit in the last place.
#define SUMS_DIFFER 1e-9

// Whether two sums are the same, as far as the warning below goes; nothing else
// depends on it.
static bool is_near(double a, double b)
{
    return fabs(a - b) <= SUMS_DIFFER * (fabs(a) + fabs(b));
}

// Heights are lost, and with them, perhaps, more.
static exit_code warn_of_floors(const nav_mesh *mesh, const char *name)
{
    nav_mesh *flat = NULL;
    nav_error error;
    extent was, is;
    nav_status status = flatten(mesh, &flat, &error);
    if (status != NAV_OK) {
        return status == NAV_NOMEM ? diag_memory() : diag_library(name, &error);
    }
    exit_code code = measure(mesh, &was);
    if (code == EXIT_DONE) {
        code = measure(flat, &is);
    }
    nav_mesh_free(flat);
    if (code != EXIT_DONE) {
        return code;
    }
    diag_warning(name, "heights are not written");
    if (!is_near(was.area, is.area) || !is_near(was.boundary, is.boundary) ||
        was.islands != is.islands) {
        char before[NAV_NUMBER_SIZE], after[NAV_NUMBER_SIZE];
        (void)nav_number_write(was.area, before);
        (void)nav_number_write(is.area, after);
        diag_warning(name,
                     "floors that lie over each other or meet in plan become "
                     "one: from area %s and %u island%s to area %s and %u "
                     "island%s",
                     before, (unsigned)was.islands, plural(was.islands), after,
                     (unsigned)is.islands, plural(is.islands));
    }
    return EXIT_DONE;
}

exit_code losses_of_json(const nav_mesh *mesh, const char *name,
                         const bool *usable)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    warn_of_radius(mesh, name);
    for (uint32_t i = 0; i < info.links; i++) {
        if (!usable[i]) {
            diag_warning(name,
                         "link %u is not written: an end of it is on closed "
                         "polygons alone",
                         (unsigned)i);
        }
    }
    return info.has_heights && info.polygons > info.closed
               ? warn_of_floors(mesh, name)
               : EXIT_DONE;
}

// --- OBJ -------------------------------------------------------------------

// Whether `usemtl` brings a name back: words with single blanks between them,
// none of which begins a comment, and no backslash at the end.
static bool is_carried(const char *name, size_t size)
{
    bool between = true; // a word is to begin
    for (size_t i = 0; i < size; i++) {
        if (between && (name[i] == ' ' || name[i] == '#')) {
            return false;
        }
        between = name[i] == ' ';
    }
    // A backslash joins lines where nothing follows it but blanks; a blank at
    // the end is refused anyway.
    return !between && name[size - 1] != '\\';
}

static void warn_of_areas(const nav_mesh *mesh, const char *name)
{
    for (uint32_t i = 0; i < nav_mesh_area_count(mesh); i++) {
        size_t size = 0;
        const char *area = nav_mesh_area_name(mesh, i, &size);
        if (!is_carried(area, size)) {
            diag_warning(name,
                         "the name of area '%.*s' does not read back from OBJ",
                         (int)size, area);
        }
    }
}

static bool is_same(nav_vec2 a, nav_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// By how much edge i of a polygon and one of its neighbour's that is the same
// segment in plan differ in height; infinite when no such edge is there.
static double step_at(const nav_mesh *mesh, const nav_polygon *polygon,
                      uint32_t i)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    const double *height = nav_mesh_heights(mesh);
    nav_polygon other = nav_mesh_polygon(mesh, polygon->neighbours[i]);
    nav_vert_id a = polygon->corners[i];
    nav_vert_id b = polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
    double least = HUGE_VAL;
    for (uint32_t k = 0; k < other.count; k++) {
        nav_vert_id c = other.corners[k];
        nav_vert_id d = other.corners[k + 1 < other.count ? k + 1 : 0];
        bool along =
            is_same(vertex[a], vertex[c]) && is_same(vertex[b], vertex[d]);
        bool back =
            is_same(vertex[a], vertex[d]) && is_same(vertex[b], vertex[c]);
        if (along || back) {
            double first = fabs(height[a] - height[along ? c : d]);
            double second = fabs(height[b] - height[along ? d : c]);
            double step = first > second ? first : second;
            least = step < least ? step : least;
        }
    }
    return least;
}

// The greatest step that joins floors.
static double greatest_step(const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    double most = 0;
    for (nav_poly_id id = 0; id < info.polygons; id++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, id);
        for (uint32_t i = 0; i < polygon.count; i++) {
            if (polygon.neighbours[i] != NAV_NONE) {
                double step = step_at(mesh, &polygon, i);
                most = step > most && step < HUGE_VAL ? step : most;
            }
        }
    }
    return most;
}

static void warn_of_steps(const nav_mesh *mesh, const char *name)
{
    double step = greatest_step(mesh);
    char number[NAV_NUMBER_SIZE];
    if (step > 0) {
        (void)nav_number_write(step, number);
        diag_warning(name,
                     "floors that a step joins are not joined in OBJ: bake "
                     "it with --step %s",
                     number);
    }
}

exit_code losses_of_obj(const nav_mesh *mesh, const char *name)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    warn_of_radius(mesh, name);
    if (info.links > 0) {
        diag_warning(name, "%u link%s not written: OBJ has none",
                     (unsigned)info.links, info.links == 1 ? " is" : "s are");
    }
    warn_of_areas(mesh, name);
    if (info.has_heights) {
        warn_of_steps(mesh, name);
    }
    return EXIT_DONE;
}
