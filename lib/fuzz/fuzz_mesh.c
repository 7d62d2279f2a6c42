// fuzz_mesh.c - any bytes are a mesh that answers every query, or are refused.
//
// The checksum is repaired first, so that what is behind it is reached; and
// files are changed section by section (mutate.c), so that it is reached often.
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed)
{
    nav_dice dice = {seed};
    return nav_dice_below(&dice, 8) == 0
               ? nav_mutate_bytes(data, size, max_size, &dice)
               : nav_mutate_sections(data, size, max_size, &dice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(size ? size : 1);
    if (!file) {
        return 0;
    }
    memcpy(file, data, size);
    nav_mutate_seal(file, size);
    nav_drill_tally tally = {0};
    size_t memory = 0;
    (void)nav_drill_file(file, size, &tally, &memory);
    free(file);
    return 0;
}
