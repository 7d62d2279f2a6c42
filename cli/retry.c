// retry.c - when a read or a write that has failed is to be tried again.
//
// Whether a descriptor waits is a property of the open file, not of the
// process: another program that has the same terminal or pipe may have set
// O_NONBLOCK.  Clearing it would surprise that program, so we wait in its
// place.
#include "retry.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>

static bool would_block(int reason)
{
#if EWOULDBLOCK != EAGAIN
    if (reason == EWOULDBLOCK) {
        return true;
    }
#endif
    return reason == EAGAIN;
}

bool retry_after(int fd, short events)
{
    struct pollfd wanted = {.fd = fd, .events = events};
    if (would_block(errno)) {
        // What goes wrong here is for the next try to find.
        (void)poll(&wanted, 1, -1);
        return true;
    }
    return errno == EINTR;
}
