// test_crossing.c - crossings next to an axis, where there are no coordinates.
//
// Between 0 and NAV_COORD_MIN lies a gap out of which crossings are moved.
// Soups whose corners are a few gaps from the axes have to come to an end, with
// a sound mesh, and with the area of the oracle but for what bends of two
// pixels take or give.
#include "geometry/crossing.h"

#include <math.h>

#include "soup.h"
#include "suites.h"

// Corners are multiples of half a gap.
#define UNIT (NAV_COORD_MIN / 2)

// Half the width of the soups in gaps, and that in units.
static const int32_t half_width[] = {2, 3, 4, 8, 15, 250};
enum { WIDTHS = sizeof half_width / sizeof *half_width, SEEDS = 500 };

// A soup around the origin; what would be in the gap is on an axis.
static soup soup_at_axes(nav_test_random *random, int32_t half)
{
    soup s = soup_random(random, (uint32_t)(4 * half));
    for (uint32_t i = 0; i < s.points; i++) {
        soup_point *p = &s.point[i];
        p->x -= 2 * half;
        p->y -= 2 * half;
        p->x = p->x == 1 || p->x == -1 ? 0 : p->x;
        p->y = p->y == 1 || p->y == -1 ? 0 : p->y;
    }
    return s;
}

// The lengths of all edges along both axes.
static double length_of(const soup *s)
{
    double length = 0;
    for (uint32_t r = 0; r < s->rings; r++) {
        const soup_ring *ring = &s->ring[r];
        for (uint32_t i = 0; i < ring->count; i++) {
            soup_point a = s->point[ring->first + i];
            soup_point b = s->point[ring->first + (i + 1) % ring->count];
            length += fabs((double)a.x - b.x) + fabs((double)a.y - b.y);
        }
    }
    return length;
}

// NULL when a shape gives a sound mesh of about the area of its soup.
static const char *fault_of_area(const soup *s, const nav_shape *shape)
{
    double bends = 2 * NAV_PIXEL_LEAST * (length_of(s) * UNIT);
    double area = area_oracle(s).area * UNIT * UNIT;
    nav_bake_options options = nav_bake_options_default();
    nav_mesh *mesh = NULL;
    nav_status status = nav_bake(shape, &options, NULL, &mesh, NULL, NULL);
    if (status != NAV_OK) {
        return status == NAV_GEOMETRY && area <= bends ? NULL : "not baked";
    }
    const char *fault = soup_fault_of_mesh(mesh, NAV_MAX_VERTS_DEFAULT);
    if (nav_mesh_validate(mesh, NULL) != NAV_OK) {
        fault = "not valid";
    } else if (!(fabs(nav_mesh_get_info(mesh).area - area) <= bends)) {
        fault = "wrong area";
    }
    nav_mesh_free(mesh);
    return fault;
}

START_TEST(test_soups_around_the_origin_come_to_an_end)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        nav_test_random random = {seed * 1000 + (uint64_t)_i};
        soup s = soup_at_axes(&random, half_width[_i]);
        nav_shape *shape = soup_shape(&s, UNIT);
        const char *fault = fault_of_area(&s, shape);
        nav_shape_free(shape);
        if (fault) {
            char json[SOUP_JSON_SIZE];
            soup_write_json(&s, json);
            ck_abort_msg("%s, seed %llu: %s", fault, (unsigned long long)seed,
                         json);
        }
    }
}
END_TEST

// Triangles whose edges were bent into new crossings, one double further on
// each time.
START_TEST(test_edges_bent_into_crossings_come_to_an_end)
{
    static const char *const json[] = {
        "[[[2e-100,3e-100],[1.5e-100,1.5e-100],[-2e-100,-1e-100]],"
        "[[0,-1.25e-100],[1e-100,3e-100],[-1e-100,-2e-100]]]",
        "[[[1e-100,3e-100],[2e-100,-1e-100],[-2e-100,1.5e-100]],"
        "[[1e-100,1.5e-100],[2e-100,-1e-100],[3e-100,-1.25e-100]]]"};
    nav_mesh_free(nav_test_bake_json(json[_i]));
}
END_TEST

// The vertex for the crossing of two lines that share none.
static nav_vec2 crossing_of(nav_line l, nav_line m)
{
    nav_vec2 p = {(double)NAN, (double)NAN};
    nav_piece one = {0, 1, l, l};
    nav_piece other = {2, 3, m, m};
    uint32_t v = nav_crossing_meet(&one, &other, &p);
    nav_vec2 end[] = {l.a, l.b, m.a, m.b};
    return v == NAV_NONE ? p : end[v];
}

START_TEST(test_crossings_are_moved_out_of_the_gap)
{
    const double g = NAV_COORD_MIN;
    // Across the axis at a small slope, and through (place, 50).
    static const double place[] = {0.1, 0.4, 0.9, -0.3, -0.8};
    for (int i = 0; i < 5; i++) {
        nav_line l = {{-30 * g, 50 * g}, {30 * g, 50 * g}};
        nav_line m = {{(place[i] - 9) * g, 5 * g},
                      {(place[i] + 9) * g, 95 * g}};
        nav_vec2 p = crossing_of(l, m);
        ck_assert(p.y == 50 * g);
        ck_assert(nav_vec2_is_legal(p));
        ck_assert(fabs(p.x - place[i] * g) <= NAV_PIXEL_LEAST);
    }
}
END_TEST

// Nothing is coarser than before where there is no gap.
START_TEST(test_crossings_beside_the_gap_are_as_fine_as_doubles)
{
    const double g = NAV_COORD_MIN;
    for (int i = 0; i < 20; i++) {
        double x = (2 + i / 7.0) * g, y = (3 + i / 11.0) * g;
        nav_line l = {{x - 3 * g, y - 1.7 * g}, {x + 3 * g, y + 1.7 * g}};
        nav_line m = {{x - 4 * g, y + 1.9 * g}, {x + 4 * g, y - 1.9 * g}};
        nav_vec2 p = crossing_of(l, m);
        ck_assert(nav_vec2_distance(p, (nav_vec2){x, y}) <= 0x1p-48 * g);
    }
}
END_TEST

Suite *nav_test_crossing(void)
{
    Suite *suite = suite_create("crossing");
    TCase *c = tcase_create("gap");
    tcase_set_timeout(c, 60);
    tcase_add_test(c, test_crossings_are_moved_out_of_the_gap);
    tcase_add_test(c, test_crossings_beside_the_gap_are_as_fine_as_doubles);
    tcase_add_loop_test(c, test_edges_bent_into_crossings_come_to_an_end, 0, 2);
    tcase_add_loop_test(c, test_soups_around_the_origin_come_to_an_end, 0,
                        WIDTHS);
    suite_add_tcase(suite, c);
    return suite;
}
