// test_obj_faults.c - texts that are no Wavefront OBJ, faces that are skipped,
// hostile texts, and memory that runs out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_support.h"
#include "suites.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"
#define FACE "f 1 2 3\n"

static nav_model *new_model(void)
{
    nav_model *model = NULL;
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    return model;
}

typedef struct fault {
    const char *text;
    nav_status status;
    size_t line, column;
    const char *words; // of the message
} fault;

static void expect_fault(const fault *f)
{
    nav_model *model = new_model();
    nav_error error = {NAV_OK, 0, 0, ""};
    nav_status status =
        nav_model_read_obj(model, f->text, strlen(f->text), NULL, &error);
    if (status != f->status || error.status != status ||
        error.line != f->line || error.column != f->column ||
        !strstr(error.message, f->words)) {
        ck_abort_msg("status %d at %zu:%zu: %s\nin %s", (int)status, error.line,
                     error.column, error.message, f->text);
    }
    // Nothing of the text is left, so that no face refers to nothing.
    ck_assert_uint_eq(model->vertices, 0);
    ck_assert_uint_eq(model->faces, 0);
    nav_test_check_model(model);
    nav_model_free(model);
}

// The lines of skipped faces, as "3 7 ", and the last message.
typedef struct warnings {
    char lines[200];
    char last[240];
} warnings;

static void note_warning(void *context, size_t line, const char *message)
{
    warnings *w = context;
    size_t used = strlen(w->lines);
    (void)snprintf(w->lines + used, sizeof w->lines - used, "%zu ", line);
    (void)snprintf(w->last, sizeof w->last, "%s", message);
}

static nav_model *read_skipping(const char *text, warnings *w)
{
    nav_obj_options options = {true, note_warning, w};
    nav_model *model = new_model();
    *w = (warnings){"", ""};
    ck_assert_int_eq(
        nav_model_read_obj(model, text, strlen(text), &options, NULL), NAV_OK);
    nav_test_check_model(model);
    return model;
}

static const fault faults[] = {
    // Vertices.
    {"v\n", NAV_SYNTAX, 1, 1, "3, 4, 6 or 7 numbers, not 0"},
    {"v 1 2\n", NAV_SYNTAX, 1, 1, "not 2"},
    {"\n v 1 2 3 4 5\n", NAV_SYNTAX, 2, 2, "not 5"},
    {"v 1 2 3 4 5 6 7 8", NAV_SYNTAX, 1, 1, "not 8"},
    {"v 1 2 x\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 3x\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 nax\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 -\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 3 .\n", NAV_SYNTAX, 1, 9, "expected a number"},
    {"v 1,5 2 3\n", NAV_SYNTAX, 1, 3, "expected a number"},
    {"v 0x10 2 3\n", NAV_SYNTAX, 1, 3, "expected a number"},
    {"v 1 2 na\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 -\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 2 \\3\n", NAV_SYNTAX, 1, 7, "expected a number"},
    {"v 1 \\\n 2 \\\r\n  x\n", NAV_SYNTAX, 3, 3, "expected a number"},
    {"\xef\xbb\xbf"
     "v x\n",
     NAV_SYNTAX, 1, 3, "expected a number"},
    {"\r\r\n\nv\t1 x\n", NAV_SYNTAX, 4, 5, "expected a number"},
    // Vertices that only a face makes bad; the place is that of the coordinate.
    {SQUARE "v 0 nan 0\nf 1 2 5\n", NAV_RANGE, 5, 5, "vertex 5 of a face"},
    {SQUARE "v 0 0 -INF\nf 1 2 -1\n", NAV_RANGE, 5, 7, "not finite"},
    {SQUARE "v 0 1.#INF 0\nf 1 2 5\n", NAV_RANGE, 5, 5, "not finite"},
    {SQUARE "v 1e999 0 0\nf 1 2 5\n", NAV_RANGE, 5, 3, "1e-100 .. 1e100"},
    {SQUARE "v 0 1.1e100 nan\nf 1 2 5\n", NAV_RANGE, 5, 5, "vertex 5"},
    {"f 1 2 3\n\n v 9e-101 0 0\nv 0 0 0\nv 0 0 0\n", NAV_RANGE, 3, 4,
     "vertex 1"},
    // Faces.
    {SQUARE "f\n", NAV_SYNTAX, 5, 1, "three corners or more, not 0"},
    {SQUARE "  f 1 2 # 3\n", NAV_SYNTAX, 5, 3, "not 2"},
    {SQUARE "f 1 2 0\n", NAV_SYNTAX, 5, 7, "vertex 0"},
    {SQUARE "f 1 2 -0/1\n", NAV_SYNTAX, 5, 7, "vertex 0"},
    {SQUARE "f 1 2 -5\n", NAV_SYNTAX, 5, 7, "vertex -5: only 4"},
    {"v 0 0 0\nf -1 -2 -1\n" SQUARE, NAV_SYNTAX, 2, 6, "vertex -2: only 1"},
    {"f -1 -2 -3", NAV_SYNTAX, 1, 3, "vertex -1: only 0"},
    // Larger than what they are read as: told as they are written.
    {SQUARE "f 1 2 18446744073709551617\n", NAV_SYNTAX, 5, 7,
     "vertex 18446744073709551617: a file cannot have so many"},
    {SQUARE "f 1 -18446744073709551615/1 2\n", NAV_SYNTAX, 5, 5,
     "vertex -18446744073709551615: only 4 come before"},
    {SQUARE "f 1 2 +2147483649//\n", NAV_SYNTAX, 5, 7,
     "vertex +2147483649: a file cannot have so many"},
    {SQUARE "f 9999999999999999999999999999999999999999 1 2\n", NAV_SYNTAX, 5,
     3, "vertex 9999999999999999999999999999999999999999: a"},
    {SQUARE "f 99999999999999999999999999999999999999990 1 2\n", NAV_SYNTAX, 5,
     3, "vertex 9999999999999999999999999999999999999999...: a"},
    {SQUARE "f 1 5 2 9\n", NAV_SYNTAX, 5, 5, "vertex 5: the file has only 4"},
    {SQUARE "f 1 2 \\\r\n  3 \\\n 1/2/9 7//1\n\n", NAV_SYNTAX, 7, 8,
     "vertex 7"},
    {"# c\r\rf 1 2 3\r", NAV_SYNTAX, 3, 3, "vertex 1: the file has only 0"},
    {SQUARE "\\\nf 1 2 6\n", NAV_SYNTAX, 6, 7, "vertex 6"},
    {SQUARE "f 1 2 1000000000\n", NAV_SYNTAX, 5, 7, "vertex 1000000000"},
    {SQUARE "f 1 2 4294967297\n", NAV_SYNTAX, 5, 7, "cannot have so many"},
    {SQUARE "f 1 2 18446744073709551617\n", NAV_SYNTAX, 5, 7, "so many"},
    {SQUARE "f 1 2 -99999999999999999999\n", NAV_SYNTAX, 5, 7, "only 4"},
    {SQUARE "f 1 2 x\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 3.0\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 3/x\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 3/1/1/1\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 /3\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 3 / 4\n", NAV_SYNTAX, 5, 9, "expected a corner"},
    {SQUARE "f 1 2 --3\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    {SQUARE "f 1 2 3/1e1\n", NAV_SYNTAX, 5, 7, "expected a corner"},
    // A byte order mark stands only at the very beginning.
    {SQUARE "f 1 2 \xef\xbb\xbf"
            "3\n",
     NAV_SYNTAX, 5, 7, "expected a corner"},
};

START_TEST(test_faults_are_told_with_their_place)
{
    expect_fault(&faults[_i]);
}
END_TEST

START_TEST(test_areas_of_skipped_faces_are_not_counted)
{
    warnings w;
    nav_model *model = read_skipping(
        SQUARE "g a\nf 1 2 9\ng b\nf 0 0 0\ng c\n" FACE "g a\n" FACE, &w);
    ck_assert_uint_eq(model->names.count, 2);
    ck_assert_uint_eq(model->area[0], 0);
    ck_assert_uint_eq(model->area[1], 1);
    nav_model_free(model);
}
END_TEST

// The name of an area is made of those of object, group and material with '/'
// between them: it is that which does not fit here.
START_TEST(test_a_name_that_is_full_takes_no_other_part)
{
    char text[NAV_AREA_NAME_MOST + 80];
    char name[NAV_AREA_NAME_MOST + 1] = "";
    memset(name, 'a', NAV_AREA_NAME_MOST);
    nav_model *model = new_model();
    nav_error error;
    (void)snprintf(text, sizeof text, SQUARE "o %s\nf 1 2 3\n", name);
    ck_assert_int_eq(
        nav_model_read_obj(model, text, strlen(text), NULL, &error), NAV_OK);
    (void)snprintf(text, sizeof text, SQUARE "o %s\ng b\nf 1 2 3\n", name);
    ck_assert_int_eq(
        nav_model_read_obj(model, text, strlen(text), NULL, &error),
        NAV_SYNTAX);
    ck_assert_uint_eq(error.line, 6);
    nav_model_free(model);
}
END_TEST

START_TEST(test_bytes_of_nul_outside_of_comments_are_no_blanks)
{
    static const char text[] = "v 1 2\0 3\n";
    nav_model *model = new_model();
    nav_error error;
    ck_assert_int_eq(
        nav_model_read_obj(model, text, sizeof text - 1, NULL, &error),
        NAV_SYNTAX);
    ck_assert_uint_eq(error.column, 5);
    nav_model_free(model);
}
END_TEST

START_TEST(test_bad_faces_can_be_skipped_with_a_warning)
{
    warnings w;
    nav_model *model = read_skipping("v 0 0 0\nv 1 0 0\nv nan 0 0\nv 0 0 1\n"
                                     "f 1 2 4\n"
                                     "f 1 2\n"
                                     "f 0 1 2 \\\n4\n"
                                     "f 1 2 x 4\n"
                                     "f 4 2 1\n"
                                     "f 1 2 -9\n"
                                     "f 1 2 99999999999\n"
                                     "f 1 2 9\n"
                                     "f 1 2 3\n"
                                     "f 1 2 4 1",
                                     &w);
    ck_assert_str_eq(w.lines, "6 7 9 11 12 13 14 ");
    ck_assert_str_eq(w.last, "vertex 3 of a face has a coordinate that is not "
                             "finite or not within 1e-100 .. 1e100 in size");
    ck_assert_uint_eq(nav_model_get_info(model).skipped, 7);
    ck_assert_uint_eq(nav_model_get_info(model).faces, 3);
    static const uint32_t corner[] = {0, 1, 3, 3, 1, 0, 0, 1, 3, 0};
    static const size_t line[] = {5, 10, 15};
    ck_assert_uint_eq(model->corners, 10);
    ck_assert_mem_eq(model->corner, corner, sizeof corner);
    ck_assert_mem_eq(model->line, line, sizeof line);
    nav_model_free(model);
}
END_TEST

START_TEST(test_faces_are_skipped_in_silence_without_a_callback)
{
    static const char text[] = SQUARE "f 0 1 2\nf 7 8 9\n";
    nav_obj_options options = {true, NULL, NULL};
    nav_model *model = new_model();
    ck_assert_int_eq(
        nav_model_read_obj(model, text, strlen(text), &options, NULL), NAV_OK);
    ck_assert_uint_eq(model->skipped, 2);
    ck_assert_uint_eq(model->faces, 0);
    nav_test_check_model(model);
    nav_model_free(model);
}
END_TEST

START_TEST(test_a_bad_vertex_statement_is_never_skipped)
{
    static const char text[] = "v 1 2\n";
    nav_obj_options options = {true, NULL, NULL};
    nav_model *model = new_model();
    ck_assert_int_eq(
        nav_model_read_obj(model, text, strlen(text), &options, NULL),
        NAV_SYNTAX);
    nav_model_free(model);
}
END_TEST

// The counts are set to the limit, beyond what the arrays hold: a reader that
// did not stop there would write out of bounds.
START_TEST(test_too_many_corners_or_vertices_are_refused)
{
    static const char face[] = "f 1 2 3\n", vertex[] = "v 1 2 3\n";
    nav_obj_options options = {true, NULL, NULL};
    nav_error error;
    nav_model *model = new_model();
    model->corners = NAV_MODEL_MOST;
    ck_assert_int_eq(
        nav_model_read_obj(model, face, strlen(face), &options, &error),
        NAV_LIMIT);
    ck_assert_int_eq(error.status, NAV_LIMIT);
    model->corners = 0;
    model->vertices = NAV_MODEL_MOST;
    ck_assert_int_eq(
        nav_model_read_obj(model, vertex, strlen(vertex), &options, &error),
        NAV_LIMIT);
    model->vertices = 0;
    nav_model_free(model);
}
END_TEST

// ------------------------------------------------------------------- hostile

// A text of `count` times one piece between a beginning and an end.
static char *repeat(const char *begin, const char *piece, size_t count,
                    const char *end)
{
    size_t size = strlen(piece);
    char *text = malloc(strlen(begin) + size * count + strlen(end) + 1);
    ck_assert_ptr_nonnull(text);
    strcpy(text, begin);
    char *at = text + strlen(begin);
    for (size_t i = 0; i < count; i++, at += size) {
        memcpy(at, piece, size);
    }
    strcpy(at, end);
    return text;
}

// None of these ends in time if any step looks at a line, a face or a list of
// names as a whole.
START_TEST(test_hostile_texts_take_linear_time)
{
    static const struct {
        const char *begin, *piece, *end;
        size_t faces;
    } cases[] = {
        {SQUARE "f 1 2 3\n#", "x", "", 1},
        {SQUARE "f", " 1 2 3", "\n", 1},
        {SQUARE "f 1 2 3", " \\\n", "\n", 1},
        {SQUARE "f 1 2 3 \\", " ", "\n4", 1},
        {SQUARE "mtllib ", "\\", "x\nf 1 2 3", 1},
        {SQUARE "", "\\ ", "x\nf 1 2 3", 1},
        {SQUARE "f 1 2 3\nv 0 0 0.", "0", "", 1},
        {SQUARE "", "g a\nf 1 2 3\n", "", 300000},
        {SQUARE "g ", "name ", "\nf 1 2 3\n", 1},
        {SQUARE "", "\r", "f 1 2 3", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text =
            repeat(cases[i].begin, cases[i].piece, 300000, cases[i].end);
        nav_model *model = nav_test_read_model(text);
        ck_assert_uint_eq(model->faces, cases[i].faces);
        nav_model_free(model);
        free(text);
    }
}
END_TEST

START_TEST(test_very_many_names_and_bad_faces_take_linear_time)
{
    enum { COUNT = 200000 };
    char *text = malloc(COUNT * 40 + 100);
    ck_assert_ptr_nonnull(text);
    size_t used = (size_t)sprintf(text, "%sv nan 0 0\n", SQUARE);
    for (int i = 0; i < COUNT; i++) {
        used += (size_t)sprintf(text + used, "g group_%d\nf 1 2 %d\n", i,
                                i % 2 ? 3 : 5);
    }
    nav_obj_options options = {true, NULL, NULL};
    nav_model *model = new_model();
    ck_assert_int_eq(nav_model_read_obj(model, text, used, &options, NULL),
                     NAV_OK);
    ck_assert_uint_eq(model->faces, COUNT / 2);
    ck_assert_uint_eq(model->names.count, COUNT / 2);
    ck_assert_uint_eq(model->skipped, COUNT / 2);
    nav_test_check_model(model);
    nav_model_free(model);
    free(text);
}
END_TEST

// -------------------------------------------------------------------- memory

static nav_status read_with(const nav_allocator *mem, const void *text)
{
    nav_obj_options options = {true, NULL, NULL};
    nav_error error = {NAV_OK, 0, 0, ""};
    nav_model *model = NULL;
    nav_status status = nav_model_new(mem, &model);
    if (status == NAV_OK) {
        status =
            nav_model_read_obj(model, text, strlen(text), &options, &error);
        ck_assert_int_eq(error.status, status);
        nav_test_check_model(model);
    }
    nav_model_free(model);
    return status;
}

START_TEST(test_every_failed_allocation_is_told_and_nothing_leaks)
{
    static const char text[] =
        SQUARE "v nan 0 0\nf 1 2 3\ng a\nf 1 2 3 4\nf 1 2\nf 1 2 5\nf 1 2 9\n"
               "o b\nusemtl c\nf 4 3 2\ng a\nf 4 3 2\n";
    ck_assert_uint_ge(nav_test_fail_allocations(read_with, text), 15);
}
END_TEST

// More names than the first block of memory for comparing them has room for.
START_TEST(test_failed_allocations_for_many_names_are_told)
{
    enum { COUNT = 5000 };
    char *text = malloc(COUNT * 24 + 100);
    ck_assert_ptr_nonnull(text);
    size_t used = (size_t)sprintf(text, "%s", SQUARE);
    for (int i = 0; i < COUNT; i++) {
        used += (size_t)sprintf(text + used, "g g%d\nf 1 2 3\n", i);
    }
    ck_assert_uint_ge(nav_test_fail_allocations(read_with, text), 30);
    free(text);
}
END_TEST

Suite *nav_test_obj_faults(void)
{
    Suite *suite = suite_create("obj_faults");
    TCase *bad = tcase_create("faults");
    tcase_add_loop_test(bad, test_faults_are_told_with_their_place, 0,
                        (int)(sizeof faults / sizeof faults[0]));
    tcase_add_test(bad, test_areas_of_skipped_faces_are_not_counted);
    tcase_add_test(bad, test_a_name_that_is_full_takes_no_other_part);
    tcase_add_test(bad, test_bytes_of_nul_outside_of_comments_are_no_blanks);
    tcase_add_test(bad, test_bad_faces_can_be_skipped_with_a_warning);
    tcase_add_test(bad, test_faces_are_skipped_in_silence_without_a_callback);
    tcase_add_test(bad, test_a_bad_vertex_statement_is_never_skipped);
    tcase_add_test(bad, test_too_many_corners_or_vertices_are_refused);
    tcase_add_test(bad, test_hostile_texts_take_linear_time);
    tcase_add_test(bad, test_very_many_names_and_bad_faces_take_linear_time);
    tcase_add_test(bad, test_every_failed_allocation_is_told_and_nothing_leaks);
    tcase_add_test(bad, test_failed_allocations_for_many_names_are_told);
    suite_add_tcase(suite, bad);
    return suite;
}
