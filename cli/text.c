// text.c - a growing string of bytes.
//
// The room at least doubles, so that adding costs O(1) on the average.  It
// never shrinks: a reader that clears one text for each row asks for no memory
// once the longest row has been seen.
#include "text.h"

#include "memory.h"

#define ROOM_LEAST 256

bool text_reserve(text_buffer *t, size_t more)
{
    if (more <= t->room - t->size) {
        return true;
    }
    if (more > SIZE_MAX / 2 - t->size) {
        return false;
    }
    size_t room = t->room < ROOM_LEAST ? ROOM_LEAST : t->room;
    while (room < t->size + more) {
        room *= 2;
    }
    char *bytes = memory_resize(t->bytes, t->room, room);
    if (bytes == NULL) {
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

bool text_add(text_buffer *t, char c)
{
    if (t->size == t->room && !text_reserve(t, 1)) {
        return false;
    }
    t->bytes[t->size++] = c;
    return true;
}

void text_clear(text_buffer *t)
{
    t->size = 0;
}

void text_free(text_buffer *t)
{
    (void)memory_resize(t->bytes, t->room, 0);
    *t = (text_buffer){NULL, 0, 0};
}

const char *text_of_count(uint64_t count, char room[TEXT_COUNT_SIZE])
{
    char *digit = room + TEXT_COUNT_SIZE - 1;
    *digit = '\0';
    do {
        *--digit = (char)('0' + (int)(count % 10));
        count /= 10;
    } while (count > 0);
    return digit;
}
