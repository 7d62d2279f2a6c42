// agent_options.c - the part of navquery's command line that is about agents.
#include "agent_options.h"

#include <string.h>

#include "options.h"

#define STEPS_DEFAULT 100

agent_options agent_options_default(void)
{
    return (agent_options){.steps = STEPS_DEFAULT, .crowd = {.dt = 1}};
}

exit_code agent_options_take_steps(agent_options *options, const char *argument)
{
    if (!options_count(argument, 0, AGENT_STEPS_MOST, &options->steps)) {
        return diag_usage(
            "--steps must be a whole number from 0 to " OPTIONS_TEXT(
                AGENT_STEPS_MOST) ", not '%s'",
            argument);
    }
    return EXIT_DONE;
}

exit_code agent_options_take_dt(agent_options *options, const char *argument)
{
    double dt;
    if (!options_number(argument, strlen(argument), &dt) ||
        !options_is_coordinate(dt) || dt <= 0) {
        return diag_usage("--dt must be a number above 0 (1e-100 to 1e100), "
                          "not '%s'",
                          argument);
    }
    options->crowd.dt = dt;
    return EXIT_DONE;
}

// A distance that is finite; false for anything else.
static bool take_distance(const char *argument, double *distance)
{
    double value;
    if (!options_number(argument, strlen(argument), &value) ||
        !options_is_coordinate(value) || value < 0) {
        return false;
    }
    *distance = value;
    return true;
}

exit_code agent_options_take_separation(agent_options *options,
                                        const char *argument)
{
    return take_distance(argument, &options->crowd.separation)
               ? EXIT_DONE
               : diag_usage("--separation must be a distance, not '%s'",
                            argument);
}

exit_code agent_options_take_arrival(agent_options *options,
                                     const char *argument)
{
    options->has_arrival = true;
    return take_distance(argument, &options->crowd.arrival)
               ? EXIT_DONE
               : diag_usage("--arrival must be a distance, not '%s'", argument);
}
