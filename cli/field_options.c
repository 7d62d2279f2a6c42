// field_options.c - the part of navquery's command line that is about fields.
#include "field_options.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

const char *const field_methods[] = {"exact", "grid4", NULL};
const char *const field_cell_tests[] = {"centre", "full", NULL};

exit_code field_options_add_goal(field_options *options, const char *argument)
{
    given_point goal;
    if (!pairs_read_point(argument, &goal)) {
        return diag_usage("--field: '%s' is not a point X,Y or X,Y,Z",
                          argument);
    }
    given_point *goals =
        options_grow(options->goals, options->goal_count, sizeof *goals);
    if (goals == NULL) {
        return diag_memory();
    }
    goals[options->goal_count++] = goal;
    options->goals = goals;
    return EXIT_DONE;
}

exit_code field_options_take_cell(field_options *options, const char *argument)
{
    double cell;
    if (!options_number(argument, strlen(argument), &cell) ||
        !options_is_coordinate(cell) || cell <= 0) {
        return diag_usage("--cell must be a number above 0 (1e-100 to 1e100), "
                          "not '%s'",
                          argument);
    }
    options->build.cell = cell;
    return EXIT_DONE;
}

exit_code field_options_take_checks(field_options *options,
                                    const char *argument)
{
    if (!options_count(argument, 1, UINT32_MAX, &options->checks)) {
        return diag_usage("--field-check must be a whole number above 0, not "
                          "'%s'",
                          argument);
    }
    return EXIT_DONE;
}

void field_options_free(field_options *options)
{
    free(options->goals);
    options->goals = NULL;
    options->goal_count = 0;
}

const char *field_method_name(nav_field_method method)
{
    return field_methods[method];
}
