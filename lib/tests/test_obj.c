// test_obj.c - Wavefront OBJ texts as exporters write them, and worse.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model_support.h"
#include "suites.h"

// ------------------------------------------------------------------- helpers

static nav_model *new_model(void)
{
    nav_model *model = NULL;
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    return model;
}

// The text may hold NULs.
static nav_model *read_bytes(const char *text, size_t size)
{
    nav_model *model = new_model();
    nav_error error = {NAV_OK, 0, 0, ""};
    if (nav_model_read_obj(model, text, size, NULL, &error) != NAV_OK) {
        ck_abort_msg("%zu:%zu: %s", error.line, error.column, error.message);
    }
    nav_test_check_model(model);
    return model;
}

static void expect_same(const nav_model *a, const nav_model *b)
{
    ck_assert_uint_eq(a->vertices, b->vertices);
    ck_assert_uint_eq(a->faces, b->faces);
    ck_assert_uint_eq(a->corners, b->corners);
    ck_assert_uint_eq(a->names.count, b->names.count);
    ck_assert_mem_eq(a->vertex, b->vertex, a->vertices * sizeof *a->vertex);
    ck_assert_mem_eq(a->first, b->first, (a->faces + 1) * sizeof *a->first);
    ck_assert_mem_eq(a->corner, b->corner, a->corners * sizeof *a->corner);
    ck_assert_mem_eq(a->area, b->area, a->faces * sizeof *a->area);
}

static void expect_same_as(const nav_model *clean, const char *text)
{
    nav_model *model = nav_test_read_model(text);
    expect_same(clean, model);
    nav_model_free(model);
}

// Checks the corners of the one face of a text.
static void expect_face(const char *text, const char *corners)
{
    char got[200] = "";
    nav_model *model = nav_test_read_model(text);
    ck_assert_uint_eq(model->faces, 1);
    for (size_t i = 0; i < model->corners; i++) {
        size_t used = strlen(got);
        (void)snprintf(got + used, sizeof got - used, "%s%u", i ? " " : "",
                       (unsigned)model->corner[i]);
    }
    ck_assert_str_eq(got, corners);
    nav_model_free(model);
}

// Checks the areas of all faces of a text, as "0 1 0".
static void expect_areas(const char *text, const char *areas)
{
    char got[200] = "";
    nav_model *model = nav_test_read_model(text);
    for (size_t f = 0; f < model->faces; f++) {
        size_t used = strlen(got);
        (void)snprintf(got + used, sizeof got - used, "%s%u", f ? " " : "",
                       (unsigned)model->area[f]);
    }
    ck_assert_str_eq(got, areas);
    nav_model_free(model);
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"

// ------------------------------------------------------------------ vertices

START_TEST(test_a_vertex_has_three_four_six_or_seven_numbers)
{
    nav_model *model = nav_test_read_model("v 1 2 3\n"
                                           "v 1 2 3 0.5\n"
                                           "v 1 2 3 1 0 0\n"
                                           "v 1 2 3 1 0 0 1\n");
    ck_assert_uint_eq(model->vertices, 4);
    for (int i = 0; i < 4; i++) {
        const nav_vec3 *p = &model->vertex[i];
        ck_assert(p->x == 1 && p->y == 2 && p->z == 3);
    }
    nav_model_free(model);
}
END_TEST

START_TEST(test_every_spelling_of_a_number_is_read)
{
    nav_model *model =
        nav_test_read_model("v .5 -2. +3\n"
                            "v 007.50 1.5E+002 -1e-1\n"
                            "v 0.1 1e100 -1e-100\n"
                            "v 3.141592653589793238462643383279 1 1#x\n");
    const nav_vec3 *p = model->vertex;
    ck_assert(p[0].x == 0.5 && p[0].y == -2 && p[0].z == 3);
    ck_assert(p[1].x == 7.5 && p[1].y == 150 && p[1].z == -0.1);
    ck_assert(p[2].x == 0.1 && p[2].y == 1e100 && p[2].z == -1e-100);
    ck_assert(p[3].x == 3.141592653589793);
    nav_model_free(model);
}
END_TEST

START_TEST(test_negative_zero_becomes_zero)
{
    nav_model *model = nav_test_read_model("v -0 -0.0 -0e5\n");
    ck_assert(!signbit(model->vertex[0].x) && !signbit(model->vertex[0].y));
    ck_assert(!signbit(model->vertex[0].z));
    nav_model_free(model);
}
END_TEST

// Exporters leave such vertices behind; w and colours do not matter at all.
START_TEST(test_an_illegal_vertex_without_a_face_does_no_harm)
{
    nav_model *model = nav_test_read_model(SQUARE "v 1e308 0 0\n"
                                                  "v nan 0 0\n"
                                                  "v 0 -1.#INF 0 0\n"
                                                  "v 0 0 1e-300\n"
                                                  "v 0 -inf 0\n"
                                                  "v 0 0 -nan(ind)\n"
                                                  "v 1.#QNAN -1.#IND00 0\n"
                                                  "v 1.#SNAN 0 1.#INF\n"
                                                  "v -1.#IND +NaN 0\n"
                                                  "v 2 0 0 nan 1e999 inf\n"
                                                  "f 1 2 3\nf 1 2 -1\n");
    ck_assert_uint_eq(model->vertices, 14);
    ck_assert(model->vertex[4].x == 0);
    ck_assert(model->vertex[13].x == 2);
    nav_model_free(model);
}
END_TEST

// --------------------------------------------------------------------- faces

START_TEST(test_corners_come_in_every_form)
{
    expect_face(SQUARE "f 1 2 3 4\n", "0 1 2 3");
    expect_face(SQUARE "f 1/1 2/2 3/3\n", "0 1 2");
    expect_face(SQUARE "f 1//9 2//9 3//9\n", "0 1 2");
    expect_face(SQUARE "f 1/7/8 2/7/8 3/7/8\n", "0 1 2");
    expect_face(SQUARE "f 1 2/1 3//1 4/-1/-1\n", "0 1 2 3");
    expect_face(SQUARE "f +1 02 3/0/0\n", "0 1 2");
    expect_face(SQUARE "f 1/ 2// 3/1/\n", "0 1 2");
    expect_face(SQUARE "f 1 2 3#comment\n", "0 1 2");
    expect_face(SQUARE "f 1 2 1 2\n", "0 1 0 1");
}
END_TEST

START_TEST(test_negative_numbers_count_from_the_vertices_seen_so_far)
{
    expect_face(SQUARE "f -4 -3 -2 -1\n", "0 1 2 3");
    expect_face(SQUARE "f -1 -2 -3\nv 9 9 9\n", "3 2 1");
    expect_face(SQUARE "v 9 9 9\nf -1/-1 -2//-2 1\n", "4 3 0");
}
END_TEST

START_TEST(test_positive_numbers_may_point_ahead)
{
    expect_face("f 1 2 3\n" SQUARE, "0 1 2");
    expect_face("v 0 0 0\nf 1 5 4\n" SQUARE, "0 4 3");
}
END_TEST

START_TEST(test_a_second_text_adds_to_the_model)
{
    nav_model *model = nav_test_read_model("o a\n" SQUARE "f 1 2 3\n");
    const char more[] = "f 1 2 3\n" SQUARE "o b\nf -1 -2 -3\n";
    ck_assert_int_eq(nav_model_read_obj(model, more, strlen(more), NULL, NULL),
                     NAV_OK);
    nav_test_check_model(model);
    static const uint32_t corner[] = {0, 1, 2, 4, 5, 6, 7, 6, 5};
    ck_assert_uint_eq(model->corners, 9);
    ck_assert_mem_eq(model->corner, corner, sizeof corner);
    ck_assert_uint_eq(model->names.count, 3);
    // A bad text leaves the model as it was.
    const char bad[] = SQUARE "f 1 2 3\nf 1 2 9\n";
    ck_assert_int_eq(nav_model_read_obj(model, bad, strlen(bad), NULL, NULL),
                     NAV_SYNTAX);
    nav_test_check_model(model);
    ck_assert_uint_eq(model->vertices, 8);
    ck_assert_uint_eq(model->faces, 3);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_face_knows_its_line)
{
    nav_model *model =
        nav_test_read_model(SQUARE "\n# c\r\n f 1 2 3\rf 1 \\\n 2 3\nf 1 2 3");
    ck_assert_uint_eq(model->faces, 3);
    ck_assert_uint_eq(model->line[0], 7);
    ck_assert_uint_eq(model->line[1], 8);
    ck_assert_uint_eq(model->line[2], 10);
    nav_model_free(model);
}
END_TEST

// --------------------------------------------------------------------- lines

START_TEST(test_an_empty_text_is_an_empty_model)
{
    static const char *const empty[] = {
        "", "\n", "\r", " \t ", "#", "\xef\xbb\xbf", "\\", "\\\n", "g", "o\n"};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        nav_model *model = nav_test_read_model(empty[i]);
        nav_model_info info = nav_model_get_info(model);
        ck_assert_uint_eq(info.vertices, 0);
        ck_assert_uint_eq(info.faces, 0);
        ck_assert_uint_eq(info.skipped, 0);
        ck_assert_uint_eq(model->names.count, 0);
        nav_model_free(model);
    }
}
END_TEST

static const char clean_text[] = "# two squares\n"
                                 "mtllib a.mtl\n"
                                 "o one\n"
                                 "v 0 0 0\n"
                                 "v 1 0 0.5\n"
                                 "v 1 0 1\n"
                                 "v 0 0 1\n"
                                 "vt 0 0\n"
                                 "vn 0 1 0\n"
                                 "g left side\n"
                                 "f 1 2 3 4\n"
                                 "usemtl red\n"
                                 "f 1/1/1 2/1/1 5//1\n"
                                 "g left side\n"
                                 "v 2 2 2\n"
                                 "f -1 -2 -3\n"
                                 "l 1 2\n";

// Writes clean_text with every '\n' and ' ' replaced.
static void vary(char *text, const char *newline, const char *blank)
{
    for (const char *p = clean_text; *p; p++) {
        const char *piece = *p == '\n' ? newline : *p == ' ' ? blank : NULL;
        if (piece) {
            strcpy(text, piece);
            text += strlen(piece);
        } else {
            *text++ = *p;
        }
    }
    *text = '\0';
}

START_TEST(test_line_ends_and_blanks_do_not_matter)
{
    static const char *const newlines[] = {
        "\n",         "\r\n",     "\r",        " \t\n", "\n\n\n",
        "  \r\n\r\n", " # end\n", "\n\t \v\f", " #\\\n"};
    static const char *const blanks[] = {
        " ", "\t", "   ", " \\\n ", "\\\r\n", "\\\r", "\\ \t\n\t", " \\\n\\\n"};
    nav_model *clean = nav_test_read_model(clean_text);
    ck_assert_uint_eq(clean->names.count, 2);
    for (size_t i = 0; i < sizeof newlines / sizeof newlines[0]; i++) {
        char text[4096];
        vary(text, newlines[i], i % 2 ? "\t" : " ");
        expect_same_as(clean, text);
    }
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        char text[4096];
        vary(text, "\n", blanks[i]);
        // The comment in the first line ends there whatever comes: it goes.
        expect_same_as(clean, strstr(text, "mtllib"));
    }
    nav_model_free(clean);
}
END_TEST

START_TEST(test_byte_order_mark_and_a_missing_last_line_end_do_not_matter)
{
    nav_model *clean = nav_test_read_model(clean_text);
    char text[1024] = "\xef\xbb\xbf";
    strcat(text, clean_text);
    expect_same_as(clean, text);
    text[strlen(text) - 1] = '\0';
    expect_same_as(clean, text);
    nav_model_free(clean);
}
END_TEST

START_TEST(test_comments_hold_any_bytes)
{
    static const char text[] = "# \xff\xfe Zus\xc3\xa4tzlich \0 f 9 9 9\n"
                               "v 0 0 0 # \0 v\n"
                               "v 1 0 0#x\r"
                               "#\0\r\n"
                               "v 0 0 1 \\\n # still a comment\n"
                               "f 1 2 3 # f 1 2 3";
    nav_model *model = read_bytes(text, sizeof text - 1);
    ck_assert_uint_eq(model->vertices, 3);
    ck_assert_uint_eq(model->faces, 1);
    nav_model_free(model);
}
END_TEST

// Else the path in a comment would swallow the statement behind it.
START_TEST(test_a_backslash_does_not_continue_a_comment)
{
    nav_model *model = nav_test_read_model("# from C:\\models\\\nv 0 0 0\n"
                                           "v 1 1 1 # \\\nv 2 2 2\n");
    ck_assert_uint_eq(model->vertices, 3);
    nav_model_free(model);
}
END_TEST

START_TEST(test_other_statements_are_read_over)
{
    nav_model *model = nav_test_read_model(
        "vt nan x\nvn\nvp 1 2\nl 1 2 99\np 0\ns off\nmtllib a b\nfo 1 2\n"
        "cstype rat bspline\ncurv2 1 2 \\\n 3 4\nv2 1\nV 1\nF 1\nusemtlx a\n"
        "1 2 3\n/ \\ %\n\\x\nlod \\\nf 1 2 3\nv 0 0 0\n");
    ck_assert_uint_eq(model->vertices, 1);
    ck_assert_uint_eq(model->faces, 0);
    nav_model_free(model);
}
END_TEST

// --------------------------------------------------------------------- areas

#define FACE "f 1 2 3\n"

START_TEST(test_areas_are_combinations_of_names_in_order_of_use)
{
    expect_areas(SQUARE FACE FACE, "0 0");
    expect_areas(SQUARE FACE "g a\n" FACE "g b\n" FACE "g a\n" FACE, "0 1 2 1");
    expect_areas(SQUARE "g unused\ng a\n" FACE "g b\ng a\n" FACE, "0 0");
    expect_areas(SQUARE "o x\ng a\n" FACE "usemtl a\n" FACE "o y\n" FACE
                        "usemtl b\n" FACE "usemtl a\no x\n" FACE,
                 "0 1 2 3 1");
    // The same word in another role is another name.
    expect_areas(SQUARE "o a\n" FACE "o b\ng a\n" FACE "o a\n" FACE, "0 1 2");
    expect_areas(SQUARE "o a\n" FACE "o\ng a\n" FACE "g\nusemtl a\n" FACE,
                 "0 1 2");
}
END_TEST

START_TEST(test_names_are_compared_word_by_word)
{
    expect_areas(SQUARE "g a b\n" FACE "g a  b \n" FACE "g\ta\tb\t#c\n" FACE
                        "g a \\\r\n b\n" FACE "g ab\n" FACE "g a\n" FACE
                        "g a b c\n" FACE "g a B\n" FACE,
                 "0 0 0 0 1 2 3 4");
    // No words are no name; '#' inside a word is part of it.
    expect_areas(SQUARE FACE "g\n" FACE "g #x\n" FACE "g x#1\n" FACE
                             "g x#2\n" FACE "o\nusemtl\ng \\\n\n" FACE,
                 "0 0 0 1 2 0");
}
END_TEST

// Two texts that FNV-1a gives one hash of 64 bits.
START_TEST(test_names_of_one_hash_are_two_names)
{
#define ONE "8yn0iYCKYHlIj4-BwPqk"
#define OTHER "GReLUrM4wMqfg9yzV3KQ"
    ck_assert_uint_eq(nav_hash_bytes(NAV_HASH_BEGIN, ONE, 20),
                      nav_hash_bytes(NAV_HASH_BEGIN, OTHER, 20));
    expect_areas(SQUARE "g " ONE "\n" FACE "g " OTHER "\n" FACE "g " ONE
                        "\n" FACE "g " OTHER " a\n" FACE,
                 "0 1 0 2");
}
END_TEST

// Names from few letters, so that all sort of prefixes and repeats occur,
// against a search through all earlier names.
START_TEST(test_areas_agree_with_a_plain_search)
{
    enum { COUNT = 400 };
    static char text[COUNT * 40 + 100];
    static char names[COUNT][3][8];
    nav_test_random random = {1};
    size_t used = (size_t)sprintf(text, "%s", SQUARE);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 3; k++) {
            static const char *const words[] = {"o", "g", "usemtl"};
            uint32_t size = 1 + nav_test_random_below(&random, 3);
            for (uint32_t c = 0; c < size; c++) {
                names[i][k][c] =
                    (char)('a' + (int)nav_test_random_below(&random, 2));
            }
            used +=
                (size_t)sprintf(text + used, "%s %s\n", words[k], names[i][k]);
        }
        used += (size_t)sprintf(text + used, FACE);
    }
    nav_model *model = nav_test_read_model(text);
    uint32_t areas = 0;
    for (int i = 0; i < COUNT; i++) {
        int k = 0;
        while (memcmp(names[i], names[k], sizeof names[i]) != 0) {
            k++;
        }
        uint32_t expected = k == i ? areas++ : model->area[k];
        if (model->area[i] != expected) {
            ck_abort_msg("area of face %d", i);
        }
    }
    ck_assert_uint_eq(model->names.count, areas);
    nav_model_free(model);
}
END_TEST

Suite *nav_test_obj(void)
{
    Suite *suite = suite_create("obj");
    TCase *read = tcase_create("read");
    tcase_add_test(read, test_a_vertex_has_three_four_six_or_seven_numbers);
    tcase_add_test(read, test_every_spelling_of_a_number_is_read);
    tcase_add_test(read, test_negative_zero_becomes_zero);
    tcase_add_test(read, test_an_illegal_vertex_without_a_face_does_no_harm);
    tcase_add_test(read, test_corners_come_in_every_form);
    tcase_add_test(read,
                   test_negative_numbers_count_from_the_vertices_seen_so_far);
    tcase_add_test(read, test_positive_numbers_may_point_ahead);
    tcase_add_test(read, test_a_second_text_adds_to_the_model);
    tcase_add_test(read, test_a_face_knows_its_line);
    TCase *lines = tcase_create("lines");
    tcase_add_test(lines, test_an_empty_text_is_an_empty_model);
    tcase_add_test(lines, test_line_ends_and_blanks_do_not_matter);
    tcase_add_test(
        lines, test_byte_order_mark_and_a_missing_last_line_end_do_not_matter);
    tcase_add_test(lines, test_comments_hold_any_bytes);
    tcase_add_test(lines, test_a_backslash_does_not_continue_a_comment);
    tcase_add_test(lines, test_other_statements_are_read_over);
    TCase *areas = tcase_create("areas");
    tcase_add_test(areas, test_areas_are_combinations_of_names_in_order_of_use);
    tcase_add_test(areas, test_names_are_compared_word_by_word);
    tcase_add_test(areas, test_names_of_one_hash_are_two_names);
    tcase_add_test(areas, test_areas_agree_with_a_plain_search);
    suite_add_tcase(suite, read);
    suite_add_tcase(suite, lines);
    suite_add_tcase(suite, areas);
    return suite;
}
