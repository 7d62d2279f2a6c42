// stopwatch.h - how long the stages take, for reports and -v.
#ifndef CLI_STOPWATCH_H
#define CLI_STOPWATCH_H

// Seconds since a fixed time that is never set back.  The parameter is unused:
// the signature is that of nav_bake_options.clock.
double stopwatch_seconds(void *context);

#endif
