// json_check.c - whether a text is JSON, before cJSON makes a tree of it.
//
// cJSON reads more than JSON.  Numbers such as 04 and "5.", control bytes
// between tokens and in strings, and bytes that are no UTF-8 pass; \u0000, and
// any \u without four digits behind it, end a string in C; of two members of
// one name the first counts.  Each would change in silence what is baked or
// asked.  So one pass goes over every text first, by the grammar of RFC 8259,
// and knows the place of what is wrong.
//
// Beside what that grammar refuses, two things that it allows are refused: the
// character U+0000 in a string, and two members of one name in an object (as
// RFC 7493 does), however they are spelt: "a" and "\u0061" are one name.
//
// Without recursion: brackets that are open are a stack, and so are the names
// in the objects among them.  A value begins; behind it brackets are closed
// until a comma leads to the next value.  When an object is closed its names
// are compared, many of them by sorting.  O(n) but for that, O(n log n).
//
// References: T. Bray, "The JavaScript Object Notation (JSON) Data Interchange
// Format", RFC 8259, 2017; "The I-JSON Message Format", RFC 7493, 2015.
#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

// Most brackets inside one another, which is cJSON's limit as well.
enum { DEPTH_MOST = 1000 };

// So many names are compared each with each.
enum { FEW_NAMES = 8 };

// What stands between the quotes of a member's name.
typedef struct name {
    const char *text;
    size_t size;
} name;

typedef struct reader {
    const char *text, *at, *end;
    size_t depth;
    char closing[DEPTH_MOST];      // ']' or '}', for every bracket that is open
    size_t first_name[DEPTH_MOST]; // of an object, among `names`
    name *names;
    size_t name_count, name_room;
    nav_allocator mem;
    nav_error *error;
} reader;

// Columns count bytes.
static nav_status fail_at(const reader *r, const char *place, const char *what)
{
    size_t line = 1;
    size_t column = 1;
    for (const char *c = r->text; c < place; c++) {
        column++;
        if (*c == '\n') {
            line++;
            column = 1;
        }
    }
    return nav_fail_at(r->error, NAV_SYNTAX, line, column, "%s", what);
}

// A text that ends too early is told of at its last byte: behind it there may
// be no line.
static nav_status fail(const reader *r)
{
    bool ended = r->at == r->end && r->end > r->text;
    return fail_at(r, ended ? r->end - 1 : r->at, "malformed JSON");
}

// The next byte; at the end a NUL, which stands nowhere in JSON.
static char peek(const reader *r)
{
    return r->at < r->end ? *r->at : '\0';
}

static void skip_blanks(reader *r)
{
    char c = peek(r);
    while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        r->at++;
        c = peek(r);
    }
}

// ---------------------------------------------------------------------------
// Numbers and words
// ---------------------------------------------------------------------------

// Passes digits; false when there are none.  Most bytes of a map are digits:
// the place is not written back for each.
static bool pass_digits(reader *r)
{
    const char *c = r->at;
    while (c < r->end && *c >= '0' && *c <= '9') {
        c++;
    }
    bool some = c > r->at;
    r->at = c;
    return some;
}

static nav_status read_number(reader *r)
{
    r->at += peek(r) == '-';
    if (peek(r) == '0') {
        r->at++; // a digit behind it is one too many
    } else if (!pass_digits(r)) {
        return fail(r);
    }
    if (peek(r) == '.') {
        r->at++;
        if (!pass_digits(r)) {
            return fail(r);
        }
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        r->at += peek(r) == '+' || peek(r) == '-';
        if (!pass_digits(r)) {
            return fail(r);
        }
    }
    return NAV_OK;
}

static nav_status read_word(reader *r, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) {
        return fail(r);
    }
    r->at += size;
    return NAV_OK;
}

// ---------------------------------------------------------------------------
// Strings
// ---------------------------------------------------------------------------

static bool is_high_surrogate(int32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low_surrogate(int32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

// The number in \uXXXX at the beginning of a text, -1 when that is not there.
static int32_t escaped_unit(const char *c, const char *end)
{
    int32_t unit = 0;
    if (end - c < 6 || c[0] != '\\' || c[1] != 'u') {
        return -1;
    }
    for (size_t i = 2; i < 6; i++) {
        int32_t digit = c[i] >= '0' && c[i] <= '9'   ? c[i] - '0'
                        : c[i] >= 'a' && c[i] <= 'f' ? c[i] - 'a' + 10
                        : c[i] >= 'A' && c[i] <= 'F' ? c[i] - 'A' + 10
                                                     : -1;
        if (digit < 0) {
            return -1;
        }
        unit = unit * 16 + digit;
    }
    return unit;
}

static nav_status read_escape(reader *r)
{
    char kind = r->end - r->at > 1 ? r->at[1] : '\0';
    if (kind != '\0' && strchr("\"\\/bfnrt", kind)) {
        r->at += 2;
        return NAV_OK;
    }
    int32_t unit = escaped_unit(r->at, r->end);
    if (unit < 0) {
        return fail_at(r, r->at, "malformed JSON: there is no such escape");
    }
    if (unit == 0) {
        return fail_at(r, r->at, "there is a NUL character");
    }
    bool is_pair = is_high_surrogate(unit) &&
                   is_low_surrogate(escaped_unit(r->at + 6, r->end));
    if (!is_pair && (is_high_surrogate(unit) || is_low_surrogate(unit))) {
        return fail_at(r, r->at, "malformed JSON: half of a surrogate pair");
    }
    r->at += is_pair ? 12 : 6;
    return NAV_OK;
}

static nav_status read_character(reader *r)
{
    const unsigned char *c = (const unsigned char *)r->at;
    if (*c == '\\') {
        return read_escape(r);
    }
    if (*c < ' ') {
        return fail_at(r, r->at,
                       "malformed JSON: there is a control character in a "
                       "string");
    }
    size_t length = nav_utf8_length(c, (size_t)(r->end - r->at));
    if (length == 0) {
        return fail_at(r, r->at, "malformed JSON: this is not UTF-8");
    }
    r->at += length;
    return NAV_OK;
}

// Passes what stands in a string for itself, and is ASCII.
static void pass_plain(reader *r)
{
    const char *c = r->at;
    while (c < r->end && *c >= ' ' && *c != '"' && *c != '\\' &&
           (unsigned char)*c < 0x80) {
        c++;
    }
    r->at = c;
}

static nav_status read_string(reader *r)
{
    const char *quote = r->at++;
    nav_status status = NAV_OK;
    pass_plain(r);
    while (r->at < r->end && *r->at != '"' && status == NAV_OK) {
        status = read_character(r);
        pass_plain(r);
    }
    if (status == NAV_OK && r->at == r->end) {
        return fail_at(r, quote, "malformed JSON: a string is not closed");
    }
    r->at++;
    return status;
}

// ---------------------------------------------------------------------------
// Names
// ---------------------------------------------------------------------------

static uint32_t escaped_point(const char **at, const char *end)
{
    static const char spelt[] = "bfnrt";
    static const char meant[] = "\b\f\n\r\t";
    int32_t unit = escaped_unit(*at, end);
    if (unit < 0) {
        char kind = (*at)[1];
        const char *found = strchr(spelt, kind);
        *at += 2;
        return (uint32_t)(found ? meant[found - spelt] : kind);
    }
    *at += 6;
    if (is_high_surrogate(unit)) {
        int32_t low = escaped_unit(*at, end);
        *at += 6;
        return (uint32_t)(0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00));
    }
    return (uint32_t)unit;
}

// The next character of a name, 0 at its end: a name that was read has no NUL.
static uint32_t next_point(const char **at, const char *end)
{
    if (*at == end) {
        return 0;
    }
    if (**at == '\\') {
        return escaped_point(at, end);
    }
    const unsigned char *c = (const unsigned char *)*at;
    size_t length = nav_utf8_length(c, (size_t)(end - *at));
    uint32_t point = length > 1 ? c[0] & (0x7fu >> length) : c[0];
    for (size_t i = 1; i < length; i++) {
        point = point << 6 | (c[i] & 0x3fu);
    }
    *at += length;
    return point;
}

static int compare_names(const void *names, uint32_t a, uint32_t b)
{
    const name *p = (const name *)names + a;
    const name *q = (const name *)names + b;
    const char *p_at = p->text;
    const char *q_at = q->text;
    for (;;) {
        uint32_t p_point = next_point(&p_at, p->text + p->size);
        uint32_t q_point = next_point(&q_at, q->text + q->size);
        if (p_point != q_point) {
            return p_point < q_point ? -1 : 1;
        }
        if (p_point == 0) {
            return 0;
        }
    }
}

// The first of a few names that stands behind an equal one, or `count`.
static size_t find_twice_of_few(const name *names, size_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (compare_names(names, i, k) == 0) {
                return i;
            }
        }
    }
    return count;
}

// The same of many, in room for twice as many numbers.
static size_t find_twice(const name *names, size_t count, uint32_t *order)
{
    size_t found = count;
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    nav_sort_by(compare_names, names, order, order + count, count);
    for (size_t i = 1; i < count; i++) {
        if (order[i] < found &&
            compare_names(names, order[i - 1], order[i]) == 0) {
            found = order[i];
        }
    }
    return found;
}

static nav_status fail_twice(const reader *r, const name *twice)
{
    char begin[NAV_SHOWN_MOST + 2] = "";
    char shown[NAV_SHOWN_MOST + 1];
    char message[NAV_SHOWN_MOST + 40];
    size_t size = twice->size < sizeof begin ? twice->size : sizeof begin - 1;
    memcpy(begin, twice->text, size);
    nav_shown(begin, shown);
    (void)snprintf(message, sizeof message, "member \"%s\" is given twice",
                   shown);
    // At its quote.
    return fail_at(r, twice->text - 1, message);
}

// Compares the names from number `first` on, and lets go of them.
static nav_status close_names(reader *r, size_t first)
{
    size_t count = r->name_count - first;
    size_t found;
    if (count < 2) {
        r->name_count = first;
        return NAV_OK;
    }
    const name *names = r->names + first;
    if (count > NAV_NONE) {
        return nav_fail(r->error, NAV_LIMIT, "an object has too many members");
    }
    if (count <= FEW_NAMES) {
        found = find_twice_of_few(names, count);
    } else {
        uint32_t *order = nav_mem_new(&r->mem, count, 2 * sizeof *order);
        if (!order) {
            return nav_fail_memory(r->error);
        }
        found = find_twice(names, count, order);
        nav_mem_free(&r->mem, order, count, 2 * sizeof *order);
    }
    if (found < count) {
        return fail_twice(r, &names[found]);
    }
    r->name_count = first;
    return NAV_OK;
}

static nav_status read_name(reader *r)
{
    skip_blanks(r);
    if (peek(r) != '"') {
        return fail(r);
    }
    const char *quote = r->at;
    nav_status status = read_string(r);
    if (status != NAV_OK) {
        return status;
    }
    if (nav_mem_grow(&r->mem, &r->names, &r->name_room, r->name_count + 1,
                     sizeof *r->names) != NAV_OK) {
        return nav_fail_memory(r->error);
    }
    r->names[r->name_count++] = (name){quote + 1, (size_t)(r->at - quote) - 2};
    skip_blanks(r);
    return read_word(r, ":");
}

// ---------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------

// Opens a bracket; `inside` tells whether there is a value in it, at whose
// beginning it stops.
static nav_status open_bracket(reader *r, bool *inside)
{
    if (r->depth == DEPTH_MOST) {
        return fail_at(r, r->at, "brackets are nested too deeply");
    }
    char closing = *r->at == '{' ? '}' : ']';
    r->closing[r->depth] = closing;
    r->first_name[r->depth] = r->name_count;
    r->depth++;
    r->at++;
    skip_blanks(r);
    *inside = peek(r) != closing;
    return *inside && closing == '}' ? read_name(r) : NAV_OK;
}

// Reads a value, of one in brackets only the bracket.
static nav_status begin_value(reader *r, bool *inside)
{
    skip_blanks(r);
    *inside = false;
    switch (peek(r)) {
    case '[':
    case '{':
        return open_bracket(r, inside);
    case '"':
        return read_string(r);
    case 't':
        return read_word(r, "true");
    case 'f':
        return read_word(r, "false");
    case 'n':
        return read_word(r, "null");
    default:
        return read_number(r);
    }
}

// Behind a value: closes brackets, and goes to the next value if one is open.
static nav_status end_value(reader *r)
{
    nav_status status = NAV_OK;
    while (r->depth > 0 && status == NAV_OK) {
        char closing = r->closing[r->depth - 1];
        skip_blanks(r);
        if (peek(r) == ',') {
            r->at++;
            return closing == '}' ? read_name(r) : NAV_OK;
        }
        if (peek(r) != closing) {
            return fail(r);
        }
        r->at++;
        r->depth--;
        status =
            closing == '}' ? close_names(r, r->first_name[r->depth]) : NAV_OK;
    }
    return status;
}

static nav_status read_text(reader *r)
{
    static const char mark[] = "\xef\xbb\xbf";
    nav_status status;
    bool inside;
    if (r->end == r->text) {
        return fail_at(r, r->at, "the file is empty");
    }
    if (r->end - r->at >= 3 && memcmp(r->at, mark, 3) == 0) {
        r->at += 3;
    }
    do {
        status = begin_value(r, &inside);
        if (status == NAV_OK && !inside) {
            status = end_value(r);
        }
    } while (status == NAV_OK && r->depth > 0);
    skip_blanks(r);
    return status == NAV_OK && r->at < r->end
               ? fail_at(r, r->at, "unexpected text after the JSON value")
               : status;
}

nav_status nav_json_check(const char *text, size_t size,
                          const nav_allocator *allocator, nav_error *error)
{
    reader r; // without the stacks, which are nothing yet: a row is short
    r.text = r.at = text;
    r.end = size > 0 ? text + size : text;
    r.depth = r.name_count = r.name_room = 0;
    r.names = NULL;
    r.mem = nav_mem_allocator(allocator);
    r.error = error;
    nav_status status = read_text(&r);
    nav_mem_free(&r.mem, r.names, r.name_room, sizeof *r.names);
    return status;
}
