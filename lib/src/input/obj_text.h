// obj_text.h - a cursor over the words of a Wavefront OBJ text.
//
// obj.c says what lines, words and comments are.  Names have no prefix: only
// the reader's own files include this.
#ifndef NAV_OBJ_TEXT_H
#define NAV_OBJ_TEXT_H

#include "base/error.h"

typedef struct cursor {
    const char *at, *end;
    const char *line_start;
    size_t line; // from 1
} cursor;

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline size_t column_of(const cursor *c)
{
    return (size_t)(c->at - c->line_start) + 1;
}

static inline nav_status fail_here(nav_error *error, nav_status status,
                                   const cursor *c, const char *message)
{
    return nav_fail_at(error, status, c->line, column_of(c), "%s", message);
}

// The cursor stands on a line end.
static inline void pass_line_end(cursor *c)
{
    bool pair = *c->at == '\r' && c->end - c->at > 1 && c->at[1] == '\n';
    c->at += pair ? 2 : 1;
    c->line_start = c->at;
    c->line++;
}

// Whether the backslash under the cursor joins two lines; if so it is passed.
static inline bool pass_continuation(cursor *c)
{
    const char *p = c->at + 1;
    while (p < c->end && is_blank(*p)) {
        p++;
    }
    if (p < c->end && !is_line_end(*p)) {
        return false;
    }
    c->at = p;
    if (p < c->end) {
        pass_line_end(c);
    }
    return true;
}

static inline void skip_blanks(cursor *c)
{
    while (c->at < c->end) {
        if (is_blank(*c->at)) {
            c->at++;
        } else if (*c->at != '\\' || !pass_continuation(c)) {
            return;
        }
    }
}

// To the end of the line, not past it.
static inline void skip_comment(cursor *c)
{
    while (c->at < c->end && !is_line_end(*c->at)) {
        c->at++;
    }
}

// Whether no word begins at the cursor; blanks have been skipped.
static inline bool at_statement_end(const cursor *c)
{
    return c->at == c->end || is_line_end(*c->at) || *c->at == '#';
}

static inline bool at_word_end(const cursor *c)
{
    if (c->at == c->end || is_blank(*c->at) || is_line_end(*c->at)) {
        return true;
    }
    cursor probe = *c;
    return *c->at == '\\' && pass_continuation(&probe);
}

// Where a number or a corner ends a comment may begin at once.
static inline bool at_number_end(const cursor *c)
{
    return at_word_end(c) || *c->at == '#';
}

static inline size_t skip_word(cursor *c)
{
    const char *begin = c->at;
    while (!at_word_end(c)) {
        c->at++;
    }
    return (size_t)(c->at - begin);
}

// To the end of the statement: a comment or a line end.
static inline void skip_statement(cursor *c)
{
    for (skip_blanks(c); !at_statement_end(c); skip_blanks(c)) {
        (void)skip_word(c);
    }
}

#endif
