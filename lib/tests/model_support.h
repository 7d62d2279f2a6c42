// model_support.h - small models from OBJ text, for the tests of their baking.
#ifndef NAV_TEST_MODEL_SUPPORT_H
#define NAV_TEST_MODEL_SUPPORT_H

#include "floors/edges.h"
#include "input/model.h"
#include "support.h"

// Fails the test unless every face of a model has corners and an area.
void nav_test_check_model(const nav_model *model);

// Reads a model and checks it; stops the test when it cannot.
nav_model *nav_test_read_model(const char *obj);

// Welds a model and makes its floors; `report` counts its faces.
void nav_test_make_slabs(const nav_model *model,
                         const nav_model_options *options, nav_slabs *slabs,
                         nav_model_report *report);

// Length in plan of all edges that no two polygons share.
double nav_test_boundary(const nav_slabs *slabs);

// Fails the test unless every polygon is convex and counter-clockwise.
void nav_test_check_slabs(const nav_slabs *slabs);

// Text that grows; `text` is NULL at first, and freed by the caller.
typedef struct nav_test_text {
    char *text;
    size_t size;
} nav_test_text;

void nav_test_print(nav_test_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A square of side 2^depth in plan (x, z), cut into rectangles at random
// integers, each an own face with own vertices; on the plane y = x / 2 + z.
// Rectangles are cut until their sides are 1 or chance ends it.
void nav_test_print_patchwork(nav_test_text *text, nav_test_random *random,
                              uint32_t depth);

#endif
