// json_in.h - the objects of a JSON text, one at a time.
#ifndef CLI_JSON_IN_H
#define CLI_JSON_IN_H

#include "source.h"
#include "text.h"

// Deepest nesting of brackets in an object, its own included.
#define JSON_IN_DEPTH 64

typedef struct json_in {
    bool array;        // elements of one array, else one object per line
    bool begun;        // the first element of the array was met
    bool done;         // nothing more is read
    text_buffer bytes; // the element read last, with a NUL behind it
    size_t line;       // where it begins
    size_t column;     // in that line, in bytes
    const char *fault; // what is wrong with its form; NULL when nothing is
    size_t fault_line; // where that shows
} json_in;

typedef enum json_outcome {
    JSON_ELEMENT,
    JSON_END,   // or a failed read, see source.error
    JSON_MEMORY // out of memory
} json_outcome;

// The source stands at the first byte that is no blank.
void json_init(json_in *in, source *s);
void json_free(json_in *in);

// Reads the next element, whatever its kind.  One with a fault ends an array:
// where the next element would begin cannot be told.
json_outcome json_read(json_in *in, source *s);

#endif
