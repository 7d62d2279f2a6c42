// fuzz_mesh.c - any bytes are a mesh that answers every query, or are refused.
//
// The checksum is repaired first, so that what is behind it is reached; and
// files are changed section by section (mutate.c), so that it is reached often.
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "must.h"
#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned int seed);

// Beyond the size of the file; what a mesh of that size may cost, and more.
#define MEMORY_MOST ((size_t)64 << 20)

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
    nav_ration ration = {.limit = size + MEMORY_MOST};
    nav_allocator mem = nav_ration_allocator(&ration);
    nav_mesh *mesh = NULL;
    nav_error error = {NAV_OK, 0, 0, ""};
    if (nav_mesh_read(file, size, &mem, &mesh, &error) == NAV_OK) {
        nav_drill_tally tally = {0};
        nav_drill(mesh, &mem, &tally);
        nav_mesh_free(mesh);
    } else {
        must(error.status == NAV_FORMAT && error.message[0] != '\0');
    }
    must(ration.out == 0 && !ration.is_exceeded);
    free(file);
    return 0;
}
