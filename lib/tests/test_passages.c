// test_passages.c - an agent comes through what is wider than it, and only
// that.
//
// Maps whose passages are as wide as an agent to the last bit, in frames of all
// directions and sizes.
#include <check.h>

#include "base/vec.h"
#include "suites.h"
#include "support.h"

// A map in the frame of a passage: the point (x, y) is x times `across` and y
// times `along`, integers, away from `origin`.
typedef struct frame {
    nav_vec2 origin;
    double along_x, along_y, length;
} frame;

static const frame frames[] = {
    {{0, 0}, 1, 0, 1},          {{100, -37}, 0, 1, 1},
    {{0, 0}, 3, 4, 5},          {{100, -37}, -4, 3, 5},
    {{12345, 6789}, 5, 12, 13}, {{1e9, 1e9}, -8, -15, 17},
    {{-7, 1e8}, 20, -21, 29},   {{0, 0}, -7, 24, 25},
    {{1e8, 1}, 9, 40, 41},      {{3, 3}, 35, 12, 37}};
enum { FRAMES = sizeof frames / sizeof *frames };

static nav_vec2 place(const frame *f, double x, double y)
{
    return (nav_vec2){f->origin.x + y * f->along_x + x * f->along_y,
                      f->origin.y + y * f->along_y - x * f->along_x};
}

// A ring whose points are given in the frame.
static nav_shape *shape_in_frame(const frame *f, const double (*points)[2],
                                 size_t count, double scale)
{
    nav_shape *shape = NULL;
    nav_vec2 ring[16];
    for (size_t i = 0; i < count; i++) {
        ring[i] = place(f, points[i][0], points[i][1]);
        ring[i] = (nav_vec2){ring[i].x * scale, ring[i].y * scale};
    }
    if (nav_shape_new(NULL, &shape) != NAV_OK ||
        nav_shape_add_ring(shape, ring, count, NULL) != NAV_OK) {
        ck_abort_msg("no shape");
    }
    return shape;
}

// A shape whose passage is `width` wide leaves `open` islands for an agent of
// just less than half the width, and `closed` ones for half of it and more.
static void check_passage(const frame *f, const double (*points)[2],
                          size_t count, double width, uint32_t open,
                          uint32_t closed)
{
    static const double scales[] = {1, 0x1p-300, 0x1p250, 0x1p-3};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        double half = width * f->length / 2 * scales[i];
        nav_shape *shape = shape_in_frame(f, points, count, scales[i]);
        ck_assert_uint_eq(nav_test_islands_left(shape, half), closed);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 + 0x1p-52)),
                          closed);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 - 0x1p-53)),
                          open);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 - 1e-4)),
                          open);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 + 1e-4)),
                          closed);
        nav_shape_free(shape);
    }
}

START_TEST(test_a_corridor_lets_through_what_is_narrower)
{
    // As wide as half an agent's size times two, and 40 long: nothing is left.
    static const double corridor[][2] = {{0, 0}, {3, 0}, {3, 40}, {0, 40}};
    check_passage(&frames[_i], corridor, 4, 3, 1, 0);
    // Between two rooms.
    static const double rooms[][2] = {{-9, 0},  {12, 0},  {12, 20}, {3, 20},
                                      {3, 50},  {12, 50}, {12, 80}, {-9, 80},
                                      {-9, 50}, {0, 50},  {0, 20},  {-9, 20}};
    check_passage(&frames[_i], rooms, 12, 3, 1, 2);
}
END_TEST

START_TEST(test_a_door_between_two_corners_lets_through_what_is_narrower)
{
    static const double door[][2] = {{-30, -40}, {0, 0}, {-30, 43},
                                     {37, 41},   {7, 0}, {33, -40}};
    check_passage(&frames[_i], door, 6, 7, 1, 2);
}
END_TEST

START_TEST(test_a_door_between_a_corner_and_an_edge_lets_through)
{
    static const double door[][2] = {
        {-30, -40}, {0, 0}, {-30, 43}, {5, 61}, {5, -53}};
    check_passage(&frames[_i], door, 5, 5, 1, 2);
}
END_TEST

// Adds a polygon with an area, in the frame.
static void add_area(nav_shape *shape, const frame *f,
                     const double (*points)[2], size_t count, double scale)
{
    nav_vec2 ring[16];
    for (size_t i = 0; i < count; i++) {
        ring[i] = place(f, points[i][0], points[i][1]);
        ring[i] = (nav_vec2){ring[i].x * scale, ring[i].y * scale};
    }
    ck_assert_int_eq(nav_shape_begin_polygon(shape, NULL), NAV_OK);
    ck_assert_int_eq(nav_shape_add_ring(shape, ring, count, NULL), NAV_OK);
    ck_assert_int_eq(nav_shape_set_area(shape, "mud", NULL), NAV_OK);
}

START_TEST(test_borders_of_areas_leave_a_corridor_as_wide_as_it_is)
{
    static const double rooms[][2] = {{-9, 0},  {12, 0},  {12, 20}, {3, 20},
                                      {3, 50},  {12, 50}, {12, 80}, {-9, 80},
                                      {-9, 50}, {0, 50},  {0, 20},  {-9, 20}};
    // Across, slanted and pointed, and one that lies along the corridor.
    static const double areas[][4][2] = {{{0, 30}, {3, 30}, {3, 40}, {0, 40}},
                                         {{0, 21}, {3, 27}, {3, 29}, {0, 23}},
                                         {{0, 33}, {3, 35}, {1, 37}, {1, 37}},
                                         {{1, 10}, {2, 10}, {2, 60}, {1, 60}}};
    static const double scales[] = {1, 0x1p-300, 0x1p250, 0x1p-3};
    const frame *f = &frames[_i];
    for (size_t i = 0; i < 4 * sizeof scales / sizeof *scales; i++) {
        double scale = scales[i / 4];
        nav_shape *shape = shape_in_frame(f, rooms, 12, scale);
        for (size_t k = 0; k <= i % 4; k++) {
            add_area(shape, f, areas[k], 4, scale);
        }
        double half = 3 * f->length / 2 * scale;
        ck_assert_uint_eq(nav_test_islands_left(shape, half), 2);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 + 0x1p-52)),
                          2);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 - 0x1p-53)),
                          1);
        ck_assert_uint_eq(nav_test_islands_left(shape, half * (1 - 1e-4)), 1);
        nav_shape_free(shape);
    }
}
END_TEST

START_TEST(test_walls_of_many_pieces_are_walls)
{
    // The left wall has corners of half a turn, and a niche, where the corridor
    // is wider.
    static const double corridor[][2] = {{0, 0},  {2, 0},  {2, 13}, {2, 20},
                                         {2, 60}, {0, 60}, {0, 41}, {-1, 40},
                                         {0, 39}, {0, 30}, {0, 29}, {0, 1}};
    check_passage(&frames[_i], corridor, 12, 2, 1, 1);
}
END_TEST

START_TEST(test_a_door_between_corners_of_open_doors_is_closed)
{
    // Two walls with a door of exactly 1; a pillar beside the tip of each, one
    // bit farther away than 1.
    const char *json = "[[[-10,-10],[10,-10],[10,11],[-10,11]],"
                       "[[0,0],[1,-12],[2,-12]],[[0,1],[1,13],[2,13]],"
                       "[[-1.0000000000000002,0],[-4,-0.3],[-4,0.3]],"
                       "[[-1.0000000000000002,1],[-4,0.7],[-4,1.3]]]";
    nav_shape *shape = nav_test_read_shape(json);
    ck_assert_uint_eq(nav_test_islands_left(shape, 0.5), 2);
    ck_assert_uint_eq(nav_test_islands_left(shape, 0.49999999999999994), 1);
    nav_shape_free(shape);
}
END_TEST

Suite *nav_test_passages(void)
{
    Suite *suite = suite_create("passages");
    TCase *passages = tcase_create("passages");
    tcase_add_loop_test(passages, test_a_corridor_lets_through_what_is_narrower,
                        0, FRAMES);
    tcase_add_loop_test(
        passages, test_a_door_between_two_corners_lets_through_what_is_narrower,
        0, FRAMES);
    tcase_add_loop_test(passages,
                        test_a_door_between_a_corner_and_an_edge_lets_through,
                        0, FRAMES);
    tcase_add_loop_test(passages,
                        test_borders_of_areas_leave_a_corridor_as_wide_as_it_is,
                        0, FRAMES);
    tcase_add_loop_test(passages, test_walls_of_many_pieces_are_walls, 0,
                        FRAMES);
    tcase_add_test(passages,
                   test_a_door_between_corners_of_open_doors_is_closed);
    suite_add_tcase(suite, passages);
    return suite;
}
