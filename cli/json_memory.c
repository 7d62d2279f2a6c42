// json_memory.c - whether memory ran out while cJSON was reading.
//
// cJSON gives NULL for a text that is no JSON and for want of memory alike. Its
// allocator is therefore replaced by one that remembers a refusal.  The hooks
// are those of the whole process, which is ours, and so count for the library
// too, which must not set them.  Only the thread that reads the input uses
// cJSON.
#include "json_memory.h"

#include <cjson/cJSON.h>
#include <stdalign.h>
#include <stddef.h>

#include "memory.h"

static bool ran_out = false;

// Stands in front of a block, whose size cJSON does not tell when it frees it.
typedef struct front {
    alignas(max_align_t) size_t size; // of both
} front;

static void *CJSON_CDECL allocate(size_t size)
{
    size_t whole = size + sizeof(front);
    front *made = whole > size ? memory_resize(NULL, 0, whole) : NULL;
    // cJSON asks for no block of size 0.
    ran_out = ran_out || made == NULL;
    if (made == NULL) {
        return NULL;
    }
    made->size = whole;
    return made + 1;
}

static void CJSON_CDECL release(void *memory)
{
    if (memory != NULL) {
        front *made = (front *)memory - 1;
        (void)memory_resize(made, made->size, 0);
    }
}

void json_memory_watch(void)
{
    cJSON_Hooks hooks = {allocate, release};
    cJSON_InitHooks(&hooks);
}

bool json_memory_ran_out(void)
{
    return ran_out;
}
