// json_tree.c - JSON texts to cJSON's trees, with the place of a fault.
#include "base/json_tree.h"

#include "base/error.h"

// Fails at a byte of the text.  Columns count bytes.
static nav_status fail_at_byte(const char *text, size_t offset,
                               nav_error *error, const char *what)
{
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < offset; i++) {
        column++;
        if (text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return nav_fail_at(error, NAV_SYNTAX, line, column, "%s", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

nav_status nav_json_parse(const char *text, size_t size, cJSON **tree,
                          nav_error *error)
{
    const char *end = text;
    cJSON *made = cJSON_ParseWithLengthOpts(text, size, &end, false);
    size_t offset = (size_t)(end - text);
    if (!made) {
        return fail_at_byte(text, offset < size ? offset : size, error,
                            size == 0 ? "the file is empty" : "malformed JSON");
    }
    while (offset < size && is_blank(text[offset])) {
        offset++;
    }
    if (offset < size) {
        cJSON_Delete(made);
        return fail_at_byte(text, offset, error,
                            "unexpected text after the JSON value");
    }
    *tree = made;
    return NAV_OK;
}

bool nav_json_pair(const cJSON *list, double *first, double *second)
{
    const cJSON *a = cJSON_IsArray(list) ? list->child : NULL;
    const cJSON *b = a ? a->next : NULL;
    if (!cJSON_IsNumber(a) || !cJSON_IsNumber(b) || b->next) {
        return false;
    }
    *first = a->valuedouble;
    *second = b->valuedouble;
    return true;
}
