// slope.h - angles of slopes.
#ifndef CLI_SLOPE_H
#define CLI_SLOPE_H

#include <stdbool.h>

// Reads an angle from 0 to 90 degrees and gives its tangent, the rise over run
// of a slope: exact for 0 and 45, infinite for 90.  False for anything else.
bool slope_rise(const char *text, double *rise);

#endif
