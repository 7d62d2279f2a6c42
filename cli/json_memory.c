// json_memory.c - whether memory ran out while cJSON was reading.
//
// cJSON gives NULL for a text that is no JSON and for want of memory alike. Its
// allocator is therefore replaced by one that remembers a refusal.  The hooks
// are those of the whole process, which is ours, and so count for the library
// too, which must not set them.  Only the thread that reads the input uses
// cJSON.
#include "json_memory.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static bool ran_out = false;

static void *CJSON_CDECL allocate(size_t size)
{
    void *memory = malloc(size);
    // cJSON asks for no block of size 0.
    ran_out = ran_out || memory == NULL;
    return memory;
}

static void CJSON_CDECL release(void *memory)
{
    free(memory);
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
