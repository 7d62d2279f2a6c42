// agent_options.h - the part of navquery's command line that is about agents.
#ifndef CLI_AGENT_OPTIONS_H
#define CLI_AGENT_OPTIONS_H

#include "diag.h"

// Most steps that can be asked for.
#define AGENT_STEPS_MOST 1000000000

typedef struct agent_options {
    const char *file; // "-" is standard input; NULL: no agents
    uint32_t steps;
    nav_crowd_options crowd; // the snap is that of the points
    bool has_arrival;        // else it is that of the library
} agent_options;

agent_options agent_options_default(void);

// Each reads the argument of an option, and reports what is wrong with it.
exit_code agent_options_take_steps(agent_options *options,
                                   const char *argument);
exit_code agent_options_take_dt(agent_options *options, const char *argument);
exit_code agent_options_take_separation(agent_options *options,
                                        const char *argument);
exit_code agent_options_take_arrival(agent_options *options,
                                     const char *argument);

#endif
