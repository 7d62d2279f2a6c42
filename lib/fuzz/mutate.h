// mutate.h - damages .nav files, for the fuzzer and for `make check`.
#ifndef NAV_MUTATE_H
#define NAV_MUTATE_H

#include <stdbool.h>
#include <stddef.h>

#include "dice.h"

// Gives the file the size and the checksum that a header must have; nothing
// happens to what is too short to have one.
void nav_mutate_seal(uint8_t *file, size_t size);

// Damages a file in place and gives its new size, at most `room`: bytes are
// flipped, cut, inserted and swapped, anywhere.
size_t nav_mutate_bytes(uint8_t *file, size_t size, size_t room,
                        nav_dice *dice);

// The same section by section: bytes, numbers, whole sections, polygons and the
// ties between them; table, size and checksum are then made to fit.  A file
// that cannot be taken apart is damaged as above, and sealed.
size_t nav_mutate_sections(uint8_t *file, size_t size, size_t room,
                           nav_dice *dice);

#endif
