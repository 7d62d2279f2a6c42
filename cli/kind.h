// kind.h - what an input is.
#ifndef CLI_KIND_H
#define CLI_KIND_H

#include <stddef.h>

typedef enum input_kind { KIND_UNKNOWN, KIND_JSON, KIND_OBJ } input_kind;

// Tells by the extension of its name, else by how it begins, whether an input
// is OBJ; anything else is JSON.
input_kind kind_of(const char *name, const char *bytes, size_t size);

#endif
