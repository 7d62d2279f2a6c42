// json_in.c - the objects of a JSON text, one at a time.
//
// cJSON wants a whole text in memory.  A file of a million pairs, or a pipe
// that never ends, is therefore cut into elements first: either each line is
// one, or, when the text begins with '[', each element of that array, found by
// matching brackets outside of strings.  What stands in an element is left to
// nav_json_check.
//
// A line that is no good costs that line alone.  In an array a bracket that
// does not match leaves the beginning of the next element unknown, and the
// reading ends there.  Nothing beyond the end of an element is read before the
// next one is asked for, so that a program at the other end of a pipe gets its
// answer. Memory: one element.
#include "json_in.h"

#include <string.h>

void json_init(json_in *in, source *s)
{
    memset(in, 0, sizeof *in);
    in->array = source_peek(s) == '[';
    if (in->array) {
        (void)source_next(s);
    }
}

void json_free(json_in *in)
{
    text_free(&in->bytes);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int skip_spaces(source *s)
{
    while (is_space(source_peek(s))) {
        (void)source_next(s);
    }
    return source_peek(s);
}

static void set_fault(json_in *in, const source *s, const char *fault)
{
    in->fault = fault;
    in->fault_line = s->line;
}

static const char nul_byte[] = "there is a NUL byte";

// Takes a byte over; false without memory.
static bool take(json_in *in, source *s)
{
    int c = source_next(s);
    if (c == '\0') {
        set_fault(in, s, nul_byte);
        c = '?';
    }
    return text_add(&in->bytes, (char)c);
}

// Takes a string over, from quote to quote; false without memory.
static bool take_string(json_in *in, source *s)
{
    bool escaped = false;
    if (!take(in, s)) {
        return false;
    }
    for (;;) {
        int c = source_peek(s);
        if (c == SOURCE_END || c == '\n') {
            set_fault(in, s, "a string is not closed");
            return true;
        }
        if (!take(in, s)) {
            return false;
        }
        if (c == '"' && !escaped) {
            return true;
        }
        escaped = c == '\\' && !escaped;
    }
}

static const char too_deep[] = "brackets are nested too deeply";

// The brackets that are open inside an element.
typedef struct brackets {
    char closing[JSON_IN_DEPTH];
    size_t depth;
} brackets;

// Follows a bracket; what is wrong with it, or NULL.
static const char *follow_bracket(brackets *b, int c)
{
    if (c == '[' || c == '{') {
        if (b->depth == JSON_IN_DEPTH) {
            return too_deep;
        }
        b->closing[b->depth++] = c == '[' ? ']' : '}';
    } else if (c == ']' || c == '}') {
        if (b->depth == 0 || b->closing[b->depth - 1] != c) {
            return "a bracket does not match";
        }
        b->depth--;
    }
    return NULL;
}

// Takes one element of an array over; false without memory.
static bool take_element(json_in *in, source *s)
{
    brackets b = {.depth = 0};
    bool closed = false;
    while (in->fault == NULL && !closed) {
        int c = source_peek(s);
        bool ends = b.depth == 0 && (c == ',' || c == ']' || is_space(c));
        if (ends) {
            break;
        }
        if (c == SOURCE_END) {
            set_fault(in, s, "the text ends in the middle of an element");
            break;
        }
        const char *wrong = follow_bracket(&b, c);
        if (wrong != NULL) {
            set_fault(in, s, wrong);
            break;
        }
        if (!(c == '"' ? take_string(in, s) : take(in, s))) {
            return false;
        }
        closed = b.depth == 0 && (c == '}' || c == ']');
    }
    return true;
}

// Whether the brackets of a line are nested deeper than those of an element may
// be.  Whether they match is for nav_json_check to tell.
static bool is_too_deep(const text_buffer *line)
{
    size_t depth = 0;
    bool string = false;
    for (size_t i = 0; i < line->size; i++) {
        char c = line->bytes[i];
        if (c == '"') {
            string = !string;
        } else if (string) {
            // A backslash takes the byte behind it along.
            i += c == '\\';
        } else if (c == '[' || c == '{') {
            depth++;
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
        if (depth > JSON_IN_DEPTH) {
            return true;
        }
    }
    return false;
}

static bool take_line(json_in *in, source *s)
{
    while (source_peek(s) != SOURCE_END && source_peek(s) != '\n') {
        size_t size;
        const char *here = source_here(s, &size);
        const char *line_end = memchr(here, '\n', size);
        size = line_end != NULL ? (size_t)(line_end - here) : size;
        if (memchr(here, '\0', size) != NULL) {
            set_fault(in, s, nul_byte);
        }
        if (!text_reserve(&in->bytes, size)) {
            return false;
        }
        memcpy(in->bytes.bytes + in->bytes.size, here, size);
        in->bytes.size += size;
        source_pass(s, size);
    }
    if (in->fault == NULL && is_too_deep(&in->bytes)) {
        set_fault(in, s, too_deep);
    }
    // The line end itself, which is there already.
    (void)source_next(s);
    return true;
}

// Goes to the next element of an array; false when the array has ended.
static bool find_element(json_in *in, source *s)
{
    int c = skip_spaces(s);
    if (c == ']') {
        (void)source_next(s);
        c = skip_spaces(s);
        if (c != SOURCE_END) {
            set_fault(in, s, "there is text behind the array");
        }
        return c != SOURCE_END;
    }
    if (in->begun && c == ',') {
        (void)source_next(s);
        c = skip_spaces(s);
        if (c == ']' || c == ',') {
            set_fault(in, s, "an element is missing behind a comma");
        }
    } else if (in->begun) {
        set_fault(in, s, "there is no ',' or ']' behind an element");
    } else if (c == ',') {
        set_fault(in, s, "an element is missing before a comma");
    }
    if (c == SOURCE_END) {
        set_fault(in, s, "the array is not closed");
    }
    in->begun = true;
    return true;
}

json_outcome json_read(json_in *in, source *s)
{
    text_clear(&in->bytes);
    in->fault = NULL;
    if (in->done) {
        return JSON_END;
    }
    bool more = in->array ? find_element(in, s) : skip_spaces(s) != SOURCE_END;
    in->line = s->line;
    in->column = source_column(s);
    if (!more || s->error != 0) {
        in->done = true;
        return JSON_END;
    }
    if (in->fault == NULL &&
        !(in->array ? take_element(in, s) : take_line(in, s))) {
        return JSON_MEMORY;
    }
    if (!text_add(&in->bytes, '\0')) {
        return JSON_MEMORY;
    }
    in->done = in->array && in->fault != NULL;
    return JSON_ELEMENT;
}
