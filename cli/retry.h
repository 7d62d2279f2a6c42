// retry.h - when a read or a write that has failed is to be tried again.
#ifndef CLI_RETRY_H
#define CLI_RETRY_H

#include <stdbool.h>

// To be called with errno as the failure has left it.  True when a signal was
// all, or when the descriptor is one that does not wait by itself: this waits
// for `events` (of poll) then.
bool retry_after(int fd, short events);

#endif
