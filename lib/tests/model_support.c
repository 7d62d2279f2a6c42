// model_support.c - small models from OBJ text, for the tests of their baking.
#include "model_support.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floors/facets.h"
#include "floors/weld.h"

void nav_test_check_model(const nav_model *model)
{
    ck_assert_uint_eq(model->first[0], 0);
    ck_assert_uint_eq(model->first[model->faces], model->corners);
    for (size_t f = 0; f < model->faces; f++) {
        if (model->first[f + 1] < model->first[f] + 3 ||
            model->area[f] >= model->names.count) {
            ck_abort_msg("face %zu is broken", f);
        }
    }
    for (size_t i = 0; i < model->corners; i++) {
        if (model->corner[i] >= model->vertices) {
            ck_abort_msg("corner %zu is out of range", i);
        }
    }
}

nav_model *nav_test_read_model(const char *obj)
{
    nav_model *model = NULL;
    nav_error error = {0};
    ck_assert_int_eq(nav_model_new(NULL, &model), NAV_OK);
    const nav_obj_options options = {0};
    if (nav_model_read_obj(model, obj, strlen(obj), &options, &error) !=
        NAV_OK) {
        ck_abort_msg("%zu:%zu: %s", error.line, error.column, error.message);
    }
    nav_test_check_model(model);
    return model;
}

void nav_test_make_slabs(const nav_model *model,
                         const nav_model_options *options, nav_slabs *slabs,
                         nav_model_report *report)
{
    nav_allocator mem = nav_mem_allocator(NULL);
    uint32_t *to = malloc((model->vertices + 1) * sizeof *to);
    ck_assert_ptr_nonnull(to);
    *report = (nav_model_report){0};
    nav_slabs_init(slabs, &mem);
    ck_assert_int_eq(
        nav_weld(model, &mem, options->weld, to, &report->welded, NULL),
        NAV_OK);
    ck_assert_int_eq(nav_facets(slabs, model, options, to, report, NULL),
                     NAV_OK);
    free(to);
}

double nav_test_boundary(const nav_slabs *slabs)
{
    double length = 0;
    nav_edges edges;
    ck_assert_int_eq(nav_edges_build(&edges, slabs), NAV_OK);
    for (nav_edge_group g = {0}; nav_edges_next(&edges, &g);) {
        if (g.end - g.begin == 1) {
            length +=
                nav_vec2_distance(slabs->point[g.low], slabs->point[g.high]);
        }
    }
    nav_edges_fini(&edges);
    return length;
}

void nav_test_check_slabs(const nav_slabs *slabs)
{
    for (size_t p = 0; p < slabs->count; p++) {
        ck_assert_int_eq(nav_slabs_turn(slabs, slabs->corner + slabs->first[p],
                                        slabs->first[p + 1] - slabs->first[p]),
                         NAV_LEFT);
    }
}

void nav_test_print(nav_test_text *text, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    ck_assert_int_ge(size, 0);
    ck_assert_int_lt(size, (int)sizeof line);
    text->text = realloc(text->text, text->size + (size_t)size + 1);
    ck_assert_ptr_nonnull(text->text);
    memcpy(text->text + text->size, line, (size_t)size + 1);
    text->size += (size_t)size;
}

typedef struct patch {
    uint32_t x0, z0, x1, z1;
} patch;

static void print_corner(nav_test_text *text, uint32_t x, uint32_t z)
{
    nav_test_print(text, "v %u %g %u\n", x, x / 2.0 + z, z);
}

// Prints the rectangle, wound and begun at random.
static void print_patch(nav_test_text *text, nav_test_random *random, patch p)
{
    print_corner(text, p.x0, p.z0);
    print_corner(text, p.x1, p.z0);
    print_corner(text, p.x1, p.z1);
    print_corner(text, p.x0, p.z1);
    int first = (int)nav_test_random_below(random, 4);
    int step = nav_test_random_below(random, 2) ? 1 : 3;
    nav_test_print(text, "f %d %d %d %d\n", first - 4, (first + step) % 4 - 4,
                   (first + 2 * step) % 4 - 4, (first + 3 * step) % 4 - 4);
}

void nav_test_print_patchwork(nav_test_text *text, nav_test_random *random,
                              uint32_t depth)
{
    patch stack[64];
    size_t count = 1;
    stack[0] = (patch){0, 0, 1u << depth, 1u << depth};
    while (count > 0) {
        patch p = stack[--count];
        uint32_t width = p.x1 - p.x0;
        uint32_t height = p.z1 - p.z0;
        uint32_t longer = width > height ? width : height;
        if (longer == 1 || count + 2 > 64 ||
            nav_test_random_below(random, 8) == 0) {
            print_patch(text, random, p);
            continue;
        }
        uint32_t cut = 1 + nav_test_random_below(random, longer - 1);
        patch q = p;
        if (width > height) {
            p.x1 = q.x0 = p.x0 + cut;
        } else {
            p.z1 = q.z0 = p.z0 + cut;
        }
        stack[count++] = p;
        stack[count++] = q;
    }
}
