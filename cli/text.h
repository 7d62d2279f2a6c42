// text.h - a growing string of bytes.
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text_buffer {
    char *bytes; // NULL while nothing was added
    size_t size, room;
} text_buffer;

// Makes room for `more` bytes behind the present ones; false without memory.
bool text_reserve(text_buffer *t, size_t more);
// Adds a byte; false without memory.
bool text_add(text_buffer *t, char c);
void text_clear(text_buffer *t);
void text_free(text_buffer *t);

#endif
