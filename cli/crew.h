// crew.h - threads that share pieces of work.
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct crew crew;

// Does a piece of work; `worker` is the number of the thread, below that of
// threads asked for.
typedef void crew_piece(void *context, uint32_t worker, size_t piece);

// Makes a crew of the calling thread and others.  When not all of them can be
// had, those there are will do.  NULL without memory.
crew *crew_new(uint32_t threads);
void crew_free(crew *c);

// Does the pieces 0 to `count` - 1, each once, in any order and in any threads;
// returns when all are done.
void crew_do(crew *c, crew_piece *piece, void *context, size_t count);

#endif
