// soup.c - random ring soups, and a brute-force look at meshes.
//
// Rings are made by recipes that each force one kind of coincidence.  Every
// recipe works on the points put so far, so that coincidences pile up.
#include "soup.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "geometry/predicates.h"

// ---------------------------------------------------------------------------
// Making
// ---------------------------------------------------------------------------

typedef struct maker {
    soup s;
    nav_test_random *random;
    uint32_t size;
} maker;

static uint32_t below(maker *m, uint32_t limit)
{
    return nav_test_random_below(m->random, limit);
}

static soup_point random_point(maker *m)
{
    return (soup_point){(int32_t)below(m, m->size + 1),
                        (int32_t)below(m, m->size + 1)};
}

static void put(maker *m, soup_point p)
{
    soup *s = &m->s;
    if (s->points < SOUP_POINTS_MOST / 2) {
        s->point[s->points++] = p;
        s->ring[s->rings - 1].count++;
    }
}

static void put_random_points(maker *m)
{
    uint32_t count = 3 + below(m, 6);
    for (uint32_t i = 0; i < count; i++) {
        put(m, random_point(m));
    }
}

static void put_box(maker *m)
{
    soup_point a = random_point(m);
    soup_point b = random_point(m);
    put(m, a);
    put(m, (soup_point){b.x, a.y});
    put(m, b);
    put(m, (soup_point){a.x, b.y});
}

static void put_whole_grid(maker *m)
{
    int32_t size = (int32_t)m->size;
    put(m, (soup_point){0, 0});
    put(m, (soup_point){size, 0});
    put(m, (soup_point){size, size});
    put(m, (soup_point){0, size});
}

// Two triangles with a common corner, or with crossing sides.
static void put_bow_tie(maker *m)
{
    soup_point a = random_point(m);
    soup_point b = random_point(m);
    put(m, a);
    put(m, b);
    put(m, (soup_point){b.x, a.y});
    put(m, (soup_point){a.x, b.y});
    if (below(m, 2)) {
        put(m, a);
    }
}

// The points of an earlier ring, perhaps from another start or backwards.
static void put_copy(maker *m)
{
    soup_ring from = m->s.ring[below(m, m->s.rings)];
    uint32_t start = from.count && below(m, 2) ? below(m, from.count) : 0;
    bool backwards = below(m, 2) != 0;
    for (uint32_t i = 0; i < from.count; i++) {
        uint32_t k = (start + i) % from.count;
        put(m, m->s.point[from.first + (backwards ? from.count - 1 - k : k)]);
    }
}

// Begins with an edge of an earlier ring, or half of it.
static void put_along_edge(maker *m)
{
    soup_ring from = m->s.ring[below(m, m->s.rings)];
    if (from.count >= 2) {
        uint32_t i = below(m, from.count);
        soup_point a = m->s.point[from.first + i];
        soup_point b = m->s.point[from.first + (i + 1) % from.count];
        if (below(m, 2)) {
            a = (soup_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
        }
        put(m, a);
        put(m, b);
    }
    for (uint32_t i = 1 + below(m, 3); i > 0; i--) {
        put(m, random_point(m));
    }
}

// Corners of earlier rings only.
static void put_known_points(maker *m)
{
    uint32_t count = 3 + below(m, 4);
    for (uint32_t i = 0; i < count; i++) {
        put(m,
            m->s.points ? m->s.point[below(m, m->s.points)] : random_point(m));
    }
}

// Out to a point and back on the same way, at every other corner.
static void put_spikes(maker *m)
{
    uint32_t count = 2 + below(m, 4);
    for (uint32_t i = 0; i < count; i++) {
        soup_point p = random_point(m);
        put(m, p);
        if (below(m, 2)) {
            put(m, random_point(m));
            put(m, p);
        }
    }
}

static void put_twice_wound(maker *m)
{
    soup_ring *ring = &m->s.ring[m->s.rings - 1];
    put_random_points(m);
    uint32_t count = ring->count;
    for (uint32_t i = 0; i < count; i++) {
        put(m, m->s.point[ring->first + i]);
    }
}

static void put_too_few(maker *m)
{
    uint32_t count = below(m, 3);
    for (uint32_t i = 0; i < count; i++) {
        soup_point p = random_point(m);
        put(m, p);
        if (below(m, 2)) {
            put(m, p);
        }
    }
}

static void put_repeats(maker *m)
{
    uint32_t count = 3 + below(m, 4);
    for (uint32_t i = 0; i < count; i++) {
        soup_point p = random_point(m);
        for (uint32_t times = 1 + below(m, 3); times > 0; times--) {
            put(m, p);
        }
    }
}

static void put_ring(maker *m, bool is_hole)
{
    static void (*const recipe[])(maker *) = {
        put_random_points, put_random_points, put_box,       put_box,
        put_bow_tie,       put_copy,          put_copy,      put_along_edge,
        put_along_edge,    put_known_points,  put_spikes,    put_twice_wound,
        put_too_few,       put_repeats,       put_whole_grid};
    enum { RECIPES = sizeof recipe / sizeof *recipe };
    soup *s = &m->s;
    s->ring[s->rings++] = (soup_ring){
        .first = s->points, .polygon = s->polygons - 1, .is_hole = is_hole};
    // The first ring had better be large, or nothing would be walkable.
    bool is_large = s->rings == 1 && below(m, 2);
    (is_large ? put_whole_grid : recipe[below(m, RECIPES)])(m);
}

soup soup_random(nav_test_random *random, uint32_t size)
{
    maker m = {.random = random, .size = size};
    uint32_t polygons = 1 + below(&m, 8) / 4 + below(&m, 8) / 6;
    while (m.s.polygons < polygons) {
        m.s.polygons++;
        put_ring(&m, false);
        for (uint32_t holes = below(&m, 5); holes > 0; holes--) {
            put_ring(&m, true);
        }
    }
    return m.s;
}

// ---------------------------------------------------------------------------
// Changing
// ---------------------------------------------------------------------------

static soup_point changed_point(soup_point p, soup_change change,
                                soup_point shift)
{
    if (change == SOUP_MIRROR) {
        return (soup_point){-p.x, p.y};
    }
    if (change == SOUP_TRANSPOSE) {
        return (soup_point){p.y, p.x};
    }
    return (soup_point){p.x + shift.x, p.y + shift.y};
}

// Copies ring r to the end of `to`.
static void append_ring(soup *to, const soup *from, uint32_t r,
                        soup_change change, nav_test_random *random)
{
    const soup_ring *ring = &from->ring[r];
    soup_ring *made = &to->ring[to->rings++];
    *made = *ring;
    made->first = to->points;
    bool backwards =
        change == SOUP_REVERSE && nav_test_random_below(random, 2) != 0;
    uint32_t start = change == SOUP_ROTATE && ring->count
                         ? nav_test_random_below(random, ring->count)
                         : 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t k = (start + i) % ring->count;
        k = backwards ? ring->count - 1 - k : k;
        to->point[to->points++] = from->point[ring->first + k];
    }
    if (change == SOUP_CLOSE && ring->count) {
        to->point[to->points++] = to->point[made->first];
        made->count++;
    }
}

static void shuffle(uint32_t *list, uint32_t count, nav_test_random *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = nav_test_random_below(random, i);
        uint32_t swap = list[i - 1];
        list[i - 1] = list[k];
        list[k] = swap;
    }
}

soup soup_changed(const soup *s, soup_change change, nav_test_random *random)
{
    soup made = {.polygons = s->polygons};
    uint32_t polygon[SOUP_RINGS_MOST];
    for (uint32_t p = 0; p < s->polygons; p++) {
        polygon[p] = p;
    }
    if (change == SOUP_SHUFFLE_POLYGONS) {
        shuffle(polygon, s->polygons, random);
    }
    for (uint32_t p = 0; p < s->polygons; p++) {
        uint32_t list[SOUP_RINGS_MOST];
        uint32_t count = 0;
        for (uint32_t r = 0; r < s->rings; r++) {
            if (s->ring[r].polygon == polygon[p]) {
                list[count++] = r;
            }
        }
        if (change == SOUP_SHUFFLE_HOLES) {
            shuffle(list + 1, count - 1, random);
        }
        for (uint32_t i = 0; i < count; i++) {
            append_ring(&made, s, list[i], change, random);
            made.ring[made.rings - 1].polygon = p;
        }
    }
    soup_point shift = {0, 0};
    if (change == SOUP_MOVE) {
        shift.x = (int32_t)nav_test_random_below(random, 900) - 450;
        shift.y = (int32_t)nav_test_random_below(random, 900) - 450;
    }
    for (uint32_t i = 0; i < made.points; i++) {
        made.point[i] = changed_point(made.point[i], change, shift);
    }
    return made;
}

// ---------------------------------------------------------------------------
// Handing over
// ---------------------------------------------------------------------------

// Appends to a text; what does not fit is cut off.
static size_t append(char *text, size_t used, const char *what)
{
    size_t room = SOUP_JSON_SIZE - 1 - used;
    size_t length = strlen(what);
    length = length < room ? length : room;
    memcpy(text + used, what, length);
    text[used + length] = '\0';
    return used + length;
}

static size_t append_points(const soup *s, const soup_ring *ring, char *text,
                            size_t used)
{
    used = append(text, used, "[");
    for (uint32_t i = 0; i < ring->count; i++) {
        soup_point p = s->point[ring->first + i];
        char pair[40];
        snprintf(pair, sizeof pair, "%s[%d,%d]", i ? "," : "", p.x, p.y);
        used = append(text, used, pair);
    }
    return append(text, used, "]");
}

void soup_write_json(const soup *s, char text[SOUP_JSON_SIZE])
{
    size_t used = append(text, 0, "{\"polygons\":[");
    for (uint32_t r = 0; r < s->rings; r++) {
        const soup_ring *ring = &s->ring[r];
        bool is_last = r + 1 == s->rings || !s->ring[r + 1].is_hole;
        if (!ring->is_hole) {
            used = append(text, used, r ? ",{\"outer\":" : "{\"outer\":");
            used = append_points(s, ring, text, used);
            used = append(text, used, ",\"holes\":[");
        } else {
            used = append(text, used, s->ring[r - 1].is_hole ? "," : "");
            used = append_points(s, ring, text, used);
        }
        used = append(text, used, is_last ? "]}" : "");
    }
    append(text, used, "]}");
}

nav_shape *soup_shape(const soup *s, double scale)
{
    nav_shape *shape = NULL;
    nav_status status = nav_shape_new(NULL, &shape);
    for (uint32_t r = 0; r < s->rings && status == NAV_OK; r++) {
        const soup_ring *ring = &s->ring[r];
        nav_vec2 point[SOUP_POINTS_MOST];
        for (uint32_t i = 0; i < ring->count; i++) {
            soup_point p = s->point[ring->first + i];
            point[i] = (nav_vec2){p.x * scale, p.y * scale};
        }
        if (!ring->is_hole) {
            status = nav_shape_begin_polygon(shape, NULL);
        }
        if (status == NAV_OK) {
            status = nav_shape_add_ring(shape, point, ring->count, NULL);
        }
    }
    if (status != NAV_OK) {
        ck_abort_msg("no shape: %s", nav_status_name(status));
    }
    return shape;
}

// ---------------------------------------------------------------------------
// Looking at meshes
// ---------------------------------------------------------------------------

static bool is_small_integer(nav_vec2 p)
{
    return fabs(p.x) < 0x1p24 && fabs(p.y) < 0x1p24 && p.x == floor(p.x) &&
           p.y == floor(p.y);
}

static int side_of(nav_vec2 a, nav_vec2 b, nav_vec2 c)
{
    if (is_small_integer(a) && is_small_integer(b) && is_small_integer(c)) {
        int64_t ax = (int64_t)a.x, ay = (int64_t)a.y;
        int64_t left = ((int64_t)b.x - ax) * ((int64_t)c.y - ay);
        int64_t right = ((int64_t)b.y - ay) * ((int64_t)c.x - ax);
        return (left > right) - (left < right);
    }
    return (int)nav_orient(a, b, c);
}

static bool is_between(double a, double b, double c)
{
    return (a <= c && c <= b) || (b <= c && c <= a);
}

// Does v lie on the edge a-b, but not at its ends?
static bool is_inside_edge(nav_vec2 a, nav_vec2 b, nav_vec2 v)
{
    bool is_end = (v.x == a.x && v.y == a.y) || (v.x == b.x && v.y == b.y);
    return !is_end && is_between(a.x, b.x, v.x) && is_between(a.y, b.y, v.y) &&
           side_of(a, b, v) == 0;
}

static const char *fault_of_vertices(const nav_mesh *mesh)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    for (uint32_t i = 0; i < info.vertices; i++) {
        for (uint32_t k = i + 1; k < info.vertices; k++) {
            if (v[i].x == v[k].x && v[i].y == v[k].y) {
                return "two vertices in one place";
            }
        }
    }
    return NULL;
}

static const char *fault_of_polygon(const nav_mesh *mesh, nav_poly_id p,
                                    uint32_t max_verts)
{
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    nav_polygon polygon = nav_mesh_polygon(mesh, p);
    uint32_t n = polygon.count;
    if (n < 3 || n > max_verts) {
        return "wrong number of corners";
    }
    bool turns = false;
    for (uint32_t i = 0; i < n; i++) {
        nav_vec2 a = v[polygon.corners[i]];
        nav_vec2 b = v[polygon.corners[(i + 1) % n]];
        nav_vec2 c = v[polygon.corners[(i + 2) % n]];
        int side = side_of(a, b, c);
        if (side < 0) {
            return "reflex corner";
        }
        turns = turns || side > 0;
    }
    return turns ? NULL : "polygon without area";
}

// What is wrong between an edge from a to b of polygon p, behind which lies
// `neighbour`, and the edges of all polygons.
static const char *fault_of_edge(const nav_mesh *mesh, nav_poly_id p,
                                 uint32_t a, uint32_t b, nav_poly_id neighbour)
{
    uint32_t same = 0;
    nav_poly_id behind = NAV_NONE;
    for (nav_poly_id q = 0; q < nav_mesh_get_info(mesh).polygons; q++) {
        nav_polygon other = nav_mesh_polygon(mesh, q);
        for (uint32_t i = 0; i < other.count; i++) {
            uint32_t c = other.corners[i];
            uint32_t d = other.corners[(i + 1) % other.count];
            same += a == c && b == d;
            if (a == d && b == c) {
                behind = q;
            }
        }
    }
    if (same != 1) {
        return "directed edge twice";
    }
    if (behind != neighbour || behind == p) {
        return "the wrong neighbour behind an edge";
    }
    return NULL;
}

const char *soup_fault_of_mesh(const nav_mesh *mesh, uint32_t max_verts)
{
    nav_mesh_info info = nav_mesh_get_info(mesh);
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    const char *fault = fault_of_vertices(mesh);
    for (nav_poly_id p = 0; p < info.polygons && !fault; p++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, p);
        fault = fault_of_polygon(mesh, p, max_verts);
        for (uint32_t i = 0; i < polygon.count && !fault; i++) {
            uint32_t a = polygon.corners[i];
            uint32_t b = polygon.corners[(i + 1) % polygon.count];
            fault = fault_of_edge(mesh, p, a, b, polygon.neighbours[i]);
            for (uint32_t k = 0; k < info.vertices && !fault; k++) {
                fault = is_inside_edge(v[a], v[b], v[k]) ? "T-junction" : NULL;
            }
        }
    }
    return fault;
}

double soup_boundary_length(const nav_mesh *mesh)
{
    const nav_vec2 *v = nav_mesh_vertices(mesh);
    double length = 0;
    for (nav_poly_id p = 0; p < nav_mesh_get_info(mesh).polygons; p++) {
        nav_polygon polygon = nav_mesh_polygon(mesh, p);
        for (uint32_t i = 0; i < polygon.count; i++) {
            if (polygon.neighbours[i] == NAV_NONE) {
                uint32_t next = (i + 1) % polygon.count;
                length += nav_vec2_distance(v[polygon.corners[i]],
                                            v[polygon.corners[next]]);
            }
        }
    }
    return length;
}
