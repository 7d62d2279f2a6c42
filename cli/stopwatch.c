// stopwatch.c - the monotonic clock as a double.
#include "stopwatch.h"

#include <time.h>

double stopwatch_seconds(void *context)
{
    struct timespec now;
    (void)context;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return 0;
    }
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
