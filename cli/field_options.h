// field_options.h - the part of navquery's command line that is about fields.
#ifndef CLI_FIELD_OPTIONS_H
#define CLI_FIELD_OPTIONS_H

#include "diag.h"
#include "pairs_in.h"

typedef struct field_options {
    given_point *goals;
    size_t goal_count;
    nav_field_options build; // the snap is that of the points
    uint32_t checks;         // places to be asked about one by one
    bool compare;            // tell the errors of NAV_FIELD_GRID4
    const char *svg;         // file of a picture beside the output; NULL: none
} field_options;

// The words of --field-method and of --cell-test, in the order of
// nav_field_method and nav_cell_test; they end in NULL.
extern const char *const field_methods[];
extern const char *const field_cell_tests[];

// Each reads the argument of an option, and reports what is wrong with it.
exit_code field_options_add_goal(field_options *options, const char *argument);
exit_code field_options_take_cell(field_options *options, const char *argument);
exit_code field_options_take_checks(field_options *options,
                                    const char *argument);

void field_options_free(field_options *options);

// "exact" or "grid4".
const char *field_method_name(nav_field_method method);

#endif
