// kind.c - what an input is.
//
// A name with an extension that is known decides.  Else the first word that is
// not a comment: OBJ begins with one of its keywords and a blank, which no JSON
// does.  What is neither is left to the reader of JSON, whose messages name
// what it has met.
#include "kind.h"

#include <stdbool.h>
#include <string.h>

static bool has_extension(const char *name, const char *extension)
{
    const char *dot = strrchr(name, '.');
    if (dot == NULL || strlen(dot + 1) != strlen(extension)) {
        return false;
    }
    for (size_t i = 0; extension[i] != '\0'; i++) {
        char c = dot[1 + i];
        if (c != extension[i] && c != extension[i] - 'a' + 'A') {
            return false;
        }
    }
    return true;
}

static bool is_keyword(const char *word, size_t size)
{
    static const char *const keywords[] = {"v", "vt", "vn",     "vp",
                                           "f", "o",  "g",      "s",
                                           "l", "p",  "usemtl", "mtllib"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (strlen(keywords[i]) == size &&
            memcmp(keywords[i], word, size) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Whether the first word is one of OBJ's; comments begin with #.
static bool begins_as_obj(const char *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && (is_blank(bytes[at]) || bytes[at] == '#')) {
        if (bytes[at] == '#') {
            const char *end = memchr(bytes + at, '\n', size - at);
            at = end == NULL ? size : (size_t)(end - bytes);
        } else {
            at++;
        }
    }
    size_t end = at;
    while (end < size && !is_blank(bytes[end])) {
        end++;
    }
    return is_keyword(bytes + at, end - at);
}

input_kind kind_of(const char *name, const char *bytes, size_t size)
{
    if (has_extension(name, "obj")) {
        return KIND_OBJ;
    }
    if (has_extension(name, "json") || has_extension(name, "geojson")) {
        return KIND_JSON;
    }
    return begins_as_obj(bytes, size) ? KIND_OBJ : KIND_JSON;
}
