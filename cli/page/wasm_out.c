// wasm_out.c - what a module has use for of out.h, which is into memory alone,
// and of memory.h: there are no files, and no limit but that of the browser.
#include "../memory.h"
#include "../out.h"

#include <stdlib.h>
#include <string.h>

void *memory_resize(void *block, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

void out_to_memory(out *o, text_buffer *memory)
{
    o->memory = memory;
    o->error = 0;
}

void out_bytes(out *o, const char *bytes, size_t size)
{
    if (o->error != 0 || !text_reserve(o->memory, size)) {
        o->error = 1;
        return;
    }
    memcpy(o->memory->bytes + o->memory->size, bytes, size);
    o->memory->size += size;
}

void out_text(out *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_char(out *o, char c)
{
    out_bytes(o, &c, 1);
}

void out_count(out *o, uint64_t count)
{
    char room[TEXT_COUNT_SIZE];
    out_text(o, text_of_count(count, room));
}

void out_number(out *o, double value, int precision)
{
    char text[NAV_NUMBER_SIZE];
    (void)precision; // a page has the shortest text alone
    out_bytes(o, text, nav_number_write(value, text));
}

bool out_flush(out *o)
{
    return o->error == 0;
}
