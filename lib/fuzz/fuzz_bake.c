// fuzz_bake.c - any ring soup bakes into a valid mesh or has no area.
//
// The bytes are a program that lays points on a small grid, on doubles near it,
// or anywhere, and begins rings and polygons: coincidences are what
// triangulation goes wrong on, and a grid makes them frequent.  What is baked
// is then baked once more for an agent with a radius; half of the shapes have
// areas.
#include <math.h>
#include <string.h>

#include "must.h"
#include "navmesh.h"
#include "reader.h"

// Keeps one run short; every crossing of two edges makes a point.
enum { POINTS_MOST = 120 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static double take_any(nav_reader *r)
{
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits = bits << 8 | nav_reader_take(r);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double take_coordinate(nav_reader *r, uint8_t kind)
{
    switch (kind & 3) {
    case 0:
    case 1:
        return nav_reader_take(r) & 7;
    case 2:
        return nav_reader_near_third(r, 0, 15);
    default:
        return take_any(r);
    }
}

// Gives the polygon that is being read one of three areas or none.
static void name_area(nav_shape *shape, bool has_areas, size_t polygon)
{
    static const char *const names[4] = {"a", "", "b", "c"};
    must(!has_areas ||
         nav_shape_set_area(shape, names[polygon % 4], NULL) == NAV_OK);
}

static void read_shape(nav_reader *r, nav_shape *shape, bool has_areas)
{
    nav_vec2 ring[POINTS_MOST];
    size_t count = 0;
    size_t total = 0;
    size_t polygon = 0;
    while (r->size > 0 && total < POINTS_MOST) {
        uint8_t code = nav_reader_take(r);
        if ((code & 0xf0) == 0xf0) {
            if (nav_shape_add_ring(shape, ring, count, NULL) != NAV_OK) {
                return;
            }
            count = 0;
            if (code == 0xff) {
                name_area(shape, has_areas, polygon++);
                must(nav_shape_begin_polygon(shape, NULL) == NAV_OK);
            }
            continue;
        }
        double x = take_coordinate(r, code);
        ring[count++] = (nav_vec2){x, take_coordinate(r, code)};
        total++;
    }
    // A point out of range ends the ring; the shape is then short of it.
    if (nav_shape_add_ring(shape, ring, count, NULL) == NAV_OK) {
        name_area(shape, has_areas, polygon);
    }
}

// Length of the edges of a mesh behind which there is nothing.
static double boundary_length(const nav_mesh *mesh)
{
    const nav_vec2 *vertex = nav_mesh_vertices(mesh);
    uint32_t polygons = nav_mesh_get_info(mesh).polygons;
    double length = 0;
    for (nav_poly_id p = 0; p < polygons; p++) {
        nav_polygon poly = nav_mesh_polygon(mesh, p);
        for (uint32_t i = 0; i < poly.count; i++) {
            nav_vec2 a = vertex[poly.corners[i]];
            nav_vec2 b = vertex[poly.corners[(i + 1) % poly.count]];
            length += poly.neighbours[i] == NAV_NONE
                          ? hypot(a.x - b.x, a.y - b.y)
                          : 0;
        }
    }
    return length;
}

// The spacing of doubles at the largest coordinate of a box.
static double spacing(nav_box box)
{
    double most = fmax(fmax(fabs(box.min.x), fabs(box.max.x)),
                       fmax(fabs(box.min.y), fabs(box.max.y)));
    return nextafter(most, HUGE_VAL) - most;
}

// What is left for an agent is valid, and no more than without it; but where
// lines cross they bend by two spacings, and by two more where borders of areas
// are drawn (navbake(1), Agent radius).
static void bake_for_agent(const nav_shape *shape, nav_bake_options options,
                           double radius, const nav_mesh_info *info)
{
    options.agent_radius = radius;
    nav_mesh *mesh = NULL;
    nav_error error;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, &error);
    must(status == NAV_OK || status == NAV_GEOMETRY || status == NAV_RANGE);
    if (status == NAV_OK) {
        must(nav_mesh_validate(mesh, &error) == NAV_OK);
        double bent = 4 * spacing(info->bounds) * boundary_length(mesh);
        must(nav_mesh_get_info(mesh).area <= info->area * (1 + 1e-9) + bent);
        nav_mesh_free(mesh);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nav_reader r = {data, size};
    nav_shape *shape = NULL;
    must(nav_shape_new(NULL, &shape) == NAV_OK);
    nav_bake_options options = nav_bake_options_default();
    uint8_t flags = nav_reader_take(&r);
    options.max_verts = 3 + (flags & 15);
    options.merge = (flags & 16) == 0;
    read_shape(&r, shape, flags >> 7 != 0);
    nav_mesh *mesh = NULL;
    nav_error error;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, &error);
    must(status == NAV_OK || status == NAV_GEOMETRY);
    if (status == NAV_OK) {
        must(nav_mesh_validate(mesh, &error) == NAV_OK);
        nav_mesh_info info = nav_mesh_get_info(mesh);
        must(info.area > 0 && info.area <= HUGE_VAL);
        must(!options.merge || info.most_corners <= options.max_verts);
        nav_mesh_free(mesh);
        // Half of 0.5, 1 or 3 cells of the grid, or a third of one.
        static const double radii[4] = {0.25, 0.5, 1.5, 1.0 / 6};
        bake_for_agent(shape, options, radii[flags >> 5 & 3], &info);
    }
    nav_shape_free(shape);
    return 0;
}
