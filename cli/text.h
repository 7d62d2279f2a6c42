// text.h - a growing string of bytes.
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// Room for any count as text, the closing NUL included.
#define TEXT_COUNT_SIZE 24
// Writes a count in decimal into `room`, at its end; returns where it begins.
const char *text_of_count(uint64_t count, char room[TEXT_COUNT_SIZE]);

#endif
