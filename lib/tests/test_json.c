// test_json.c - what is JSON and what is not, by RFC 8259.
//
// A table of known answers, in the manner of the public suites, of which none
// is copied, and what can be tried completely: every byte in every place, every
// \uXXXX.  The expected places were counted by hand.
#include "navmesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support.h"

// A text that may hold NUL bytes.
#define TEXT(literal) literal, sizeof(literal) - 1

typedef struct given_text {
    const char *text;
    size_t size;
} given_text;

static const given_text good[] = {
    // Values alone, and blanks around them.
    {TEXT("null")},
    {TEXT("true")},
    {TEXT("false")},
    {TEXT("0")},
    {TEXT("\"\"")},
    {TEXT("[]")},
    {TEXT("{}")},
    {TEXT(" \t\r\n[ \t\r\n] \t\r\n")},
    {TEXT(" { \"a\" \n:\t1 \r, \"b\" : [ 1 , 2 ] } ")},
    {TEXT("\xef\xbb\xbf[1]")},
    // Numbers.
    {TEXT("-0")},
    {TEXT("10")},
    {TEXT("-12.0340")},
    {TEXT("0.0")},
    {TEXT("1e5")},
    {TEXT("1E+05")},
    {TEXT("0e-0")},
    {TEXT("1.5e-300")},
    {TEXT("1e999")},
    {TEXT(
        "123456789012345678901234567890123456789012345678901234567890123456")},
    // Strings.
    {TEXT("\" !#[]{},:/'\x7f\"")},
    {TEXT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")},
    {TEXT("\"\\u0001\\u00e9\\uFfFf\\ud834\\udd1e\"")},
    {TEXT("\"\\\\u0000\"")},
    {TEXT("\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"
          "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"")},
    // Names: the empty one, and equal ones in different objects.
    {TEXT("{\"\":0,\"a\":{\"a\":{\"a\":0}},\"b\":[{\"a\":0},{\"a\":0}]}")},
    {TEXT("{\"a\":0,\"A\":0,\"aa\":0,\"\\\\u0061\":0,\"a\\u0061a\":0}")},
    {TEXT("{\"\xf0\x9d\x84\x9e\":0,\"\xef\xbf\xbf\":0,\"\xc3\xa9\":0}")},
};

typedef struct bad_text {
    const char *text;
    size_t size;
    size_t line, column;
    const char *message; // a part of it
} bad_text;

#define MALFORMED "malformed JSON"
#define CONTROL "there is a control character in a string"
#define ESCAPE "there is no such escape"
#define SURROGATE "half of a surrogate pair"
#define NOT_UTF8 "this is not UTF-8"
#define NOT_CLOSED "a string is not closed"

static const bad_text bad[] = {
    // Nothing, or too little: told of at the last byte.
    {TEXT(""), 1, 1, "the file is empty"},
    {TEXT(" \n"), 1, 2, MALFORMED},
    {TEXT("["), 1, 1, MALFORMED},
    {TEXT("[1"), 1, 2, MALFORMED},
    {TEXT("[1,"), 1, 3, MALFORMED},
    {TEXT("[[]"), 1, 3, MALFORMED},
    {TEXT("{"), 1, 1, MALFORMED},
    {TEXT("{\"a\""), 1, 4, MALFORMED},
    {TEXT("{\"a\":"), 1, 5, MALFORMED},
    {TEXT("{\"a\":1"), 1, 6, MALFORMED},
    {TEXT("{\"a\":1,"), 1, 7, MALFORMED},
    {TEXT("tru"), 1, 1, MALFORMED},
    {TEXT("-"), 1, 1, MALFORMED},
    {TEXT("1."), 1, 2, MALFORMED},
    {TEXT("1e"), 1, 2, MALFORMED},
    {TEXT("1e+"), 1, 3, MALFORMED},
    // Too much.
    {TEXT("1 2"), 1, 3, "unexpected text after the JSON value"},
    {TEXT("[]]"), 1, 3, "unexpected text after the JSON value"},
    {TEXT("{}\n,"), 2, 1, "unexpected text after the JSON value"},
    {TEXT("[]\0"), 1, 3, "unexpected text after the JSON value"},
    {TEXT("[]\xc2\xa0"), 1, 3, "unexpected text after the JSON value"},
    {TEXT("truely"), 1, 5, "unexpected text after the JSON value"},
    {TEXT("007"), 1, 2, "unexpected text after the JSON value"},
    {TEXT("[]\xef\xbb\xbf"), 1, 3, "unexpected text after the JSON value"},
    // Brackets and commas.
    {TEXT("[1,]"), 1, 4, MALFORMED},
    {TEXT("[,1]"), 1, 2, MALFORMED},
    {TEXT("[1,,2]"), 1, 4, MALFORMED},
    {TEXT("[1 2]"), 1, 4, MALFORMED},
    {TEXT("[1:2]"), 1, 3, MALFORMED},
    {TEXT("[1}"), 1, 3, MALFORMED},
    {TEXT("[\"a\":1]"), 1, 5, MALFORMED},
    {TEXT("{\"a\":1]"), 1, 7, MALFORMED},
    {TEXT("{\"a\":1,}"), 1, 8, MALFORMED},
    {TEXT("{,}"), 1, 2, MALFORMED},
    {TEXT("{\"a\" 1}"), 1, 6, MALFORMED},
    {TEXT("{\"a\",1}"), 1, 5, MALFORMED},
    {TEXT("{\"a\"::1}"), 1, 6, MALFORMED},
    {TEXT("{\"a\":}"), 1, 6, MALFORMED},
    {TEXT("{a:1}"), 1, 2, MALFORMED},
    {TEXT("{1:1}"), 1, 2, MALFORMED},
    {TEXT("{'a':1}"), 1, 2, MALFORMED},
    {TEXT("{[]:1}"), 1, 2, MALFORMED},
    // Words and comments that there are not.
    {TEXT("[True]"), 1, 2, MALFORMED},
    {TEXT("[nul]"), 1, 2, MALFORMED},
    {TEXT("[NaN]"), 1, 2, MALFORMED},
    {TEXT("[-Infinity]"), 1, 3, MALFORMED},
    {TEXT("[undefined]"), 1, 2, MALFORMED},
    {TEXT("[1] // one"), 1, 5, "unexpected text after the JSON value"},
    {TEXT("[/* one */ 1]"), 1, 2, MALFORMED},
    {TEXT("\xff\xfe[1]"), 1, 1, MALFORMED},
    // Numbers.
    {TEXT("[04,0]"), 1, 3, MALFORMED},
    {TEXT("[-01]"), 1, 4, MALFORMED},
    {TEXT("[00]"), 1, 3, MALFORMED},
    {TEXT("[0x10]"), 1, 3, MALFORMED},
    {TEXT("[+1]"), 1, 2, MALFORMED},
    {TEXT("[--1]"), 1, 3, MALFORMED},
    {TEXT("[5.]"), 1, 4, MALFORMED},
    {TEXT("[.5]"), 1, 2, MALFORMED},
    {TEXT("[-.5]"), 1, 3, MALFORMED},
    {TEXT("[5.e1]"), 1, 4, MALFORMED},
    {TEXT("[1e]"), 1, 4, MALFORMED},
    {TEXT("[1e+]"), 1, 5, MALFORMED},
    {TEXT("[1e1.5]"), 1, 5, MALFORMED},
    {TEXT("[1.2.3]"), 1, 5, MALFORMED},
    {TEXT("[1-2]"), 1, 3, MALFORMED},
    {TEXT("[1_000]"), 1, 3, MALFORMED},
    {TEXT("[1,000]"), 1, 5, MALFORMED},
    {TEXT("[- 1]"), 1, 3, MALFORMED},
    // Bytes between tokens.
    {TEXT("[1,\0"
          "2]"),
     1, 4, MALFORMED},
    {TEXT("[\0]"), 1, 2, MALFORMED},
    {TEXT("[1\v]"), 1, 3, MALFORMED},
    {TEXT("[1,\f2]"), 1, 4, MALFORMED},
    {TEXT("\x01[]"), 1, 1, MALFORMED},
    // Strings.
    {TEXT("[1,\n \"a"), 2, 2, NOT_CLOSED},
    {TEXT("\"a\\\""), 1, 1, NOT_CLOSED},
    {TEXT("[\"a\nb\"]"), 1, 4, CONTROL},
    {TEXT("[\"a\tb\"]"), 1, 4, CONTROL},
    {TEXT("[\"a\0b\"]"), 1, 4, CONTROL},
    {TEXT("{\"a\x1f\":1}"), 1, 4, CONTROL},
    {TEXT("[\"\\x\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\'\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\U0041\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\\0\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\\n\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\u\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\u004\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\uZZZZ\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\u00g1\"]"), 1, 3, ESCAPE},
    {TEXT("[\"\\u-001\"]"), 1, 3, ESCAPE},
    {TEXT("\"\\"), 1, 2, ESCAPE},
    {TEXT("\"\\u00"), 1, 2, ESCAPE},
    {TEXT("[\"a\\u0000b\"]"), 1, 4, "there is a NUL character"},
    {TEXT("{\"polygons\\u0000x\":[]}"), 1, 11, "there is a NUL character"},
    {TEXT("[\"\\ud834\"]"), 1, 3, SURROGATE},
    {TEXT("[\"\\ud834x\"]"), 1, 3, SURROGATE},
    {TEXT("[\"\\ud834\\u0041\"]"), 1, 3, SURROGATE},
    {TEXT("[\"\\ud834\\ud834\"]"), 1, 3, SURROGATE},
    {TEXT("[\"\\udd1e\\ud834\"]"), 1, 3, SURROGATE},
    {TEXT("[\"\\udfff\"]"), 1, 3, SURROGATE},
    // UTF-8: alone, overlong, surrogates, past the end, cut short.
    {TEXT("[\"\x80\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"a\xff\"]"), 1, 4, NOT_UTF8},
    {TEXT("[\"\xc0\xaf\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xc1\xbf\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xe0\x9f\xbf\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xf0\x8f\xbf\xbf\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xed\xa0\x80\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xf4\x90\x80\x80\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xf5\x80\x80\x80\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xc3\"]"), 1, 3, NOT_UTF8},
    {TEXT("[\"\xe2\x82\"]"), 1, 3, NOT_UTF8},
    {TEXT("\"\xf0\x9d\x84"), 1, 2, NOT_UTF8},
    {TEXT("{\"\xe9\":1}"), 1, 3, NOT_UTF8},
    // Names that are given twice, at the second one.
    {TEXT("{\"a\":1,\"a\":1}"), 1, 8, "member \"a\" is given twice"},
    {TEXT("{\"\":1,\n\"\":2}"), 2, 1, "member \"\" is given twice"},
    {TEXT("{\"a\":1,\"b\":1,\"c\":1,\"b\":1,\"a\":1}"), 1, 20,
     "member \"b\" is given twice"},
    {TEXT("[{\"x\":{\"a\":1,\"b\":2,\"a\":[]}}]"), 1, 20,
     "member \"a\" is given twice"},
    {TEXT("{\"outer\":1,\"\\u006fut\\u0065r\":1}"), 1, 12, "is given twice"},
    {TEXT("{\"\xc3\xa9\":1,\"\\u00E9\":1}"), 1, 9, "is given twice"},
    {TEXT("{\"\\uD834\\uDD1E\":1,\"\xf0\x9d\x84\x9e\":1}"), 1, 19,
     "is given twice"},
    {TEXT("{\"/\\n\":1,\"\\/\\u000a\":1}"), 1, 10, "is given twice"},
};

static nav_status check(const char *text, size_t size, nav_error *error)
{
    // On the heap, just as many bytes as may be looked at.
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    nav_status status = nav_json_check(copy, size, NULL, error);
    free(copy);
    return status;
}

START_TEST(test_what_is_json_is_taken)
{
    nav_error error = {0};
    if (check(good[_i].text, good[_i].size, &error) != NAV_OK) {
        ck_abort_msg("%s: line %zu, column %zu: %s", good[_i].text, error.line,
                     error.column, error.message);
    }
}
END_TEST

START_TEST(test_what_is_no_json_is_refused_at_its_place)
{
    const bad_text *b = &bad[_i];
    nav_error error = {0};
    nav_status status = check(b->text, b->size, &error);
    if (status != NAV_SYNTAX || error.status != status ||
        error.line != b->line || error.column != b->column ||
        !strstr(error.message, b->message)) {
        ck_abort_msg("%s: %s, line %zu, column %zu: %s", b->text,
                     nav_status_name(status), error.line, error.column,
                     error.message);
    }
    ck_assert_int_eq(check(b->text, b->size, NULL), NAV_SYNTAX);
}
END_TEST

// No beginning of a text in brackets is a text.
START_TEST(test_what_is_cut_short_is_refused)
{
    const given_text *g = &good[_i];
    char text[200] = "[";
    ck_assert_uint_lt(g->size + 2, sizeof text);
    size_t mark = g->text[0] == '\xef' ? 3 : 0;
    size_t size = 1 + g->size - mark;
    memcpy(text + 1, g->text + mark, g->size - mark);
    text[size++] = ']';
    ck_assert_int_eq(check(text, size, NULL), NAV_OK);
    for (size_t cut = 0; cut < size; cut++) {
        nav_error error = {0};
        if (check(text, cut, &error) != NAV_SYNTAX || error.line == 0 ||
            error.column == 0) {
            ck_abort_msg("the first %zu bytes of %s", cut, text);
        }
    }
}
END_TEST

START_TEST(test_every_byte_in_every_place)
{
    for (int byte = 0; byte < 256; byte++) {
        char in_string[] = {'"', (char)byte, '"'};
        char in_array[] = {'[', (char)byte, ']'};
        char escaped[] = {'"', '\\', (char)byte, '"'};
        char behind[] = {'1', (char)byte};
        bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
        bool blank =
            byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        bool digit = byte >= '0' && byte <= '9';
        bool escape = byte != 0 && strchr("\"\\/bfnrt", byte) != NULL;
        ck_assert_int_eq(check(in_string, 3, NULL) == NAV_OK, plain);
        ck_assert_int_eq(check(in_array, 3, NULL) == NAV_OK, blank || digit);
        ck_assert_int_eq(check(escaped, 4, NULL) == NAV_OK, escape);
        ck_assert_int_eq(check(behind, 2, NULL) == NAV_OK, blank || digit);
    }
}
END_TEST

START_TEST(test_every_escaped_number)
{
    for (unsigned unit = 0; unit <= 0xffff; unit++) {
        char text[20];
        bool wrong = unit == 0 || (unit >= 0xd800 && unit < 0xe000);
        int size = snprintf(text, sizeof text,
                            unit % 2 ? "\"\\u%04x\"" : "\"\\u%04X\"", unit);
        if ((check(text, (size_t)size, NULL) == NAV_OK) == wrong) {
            ck_abort_msg("%s", text);
        }
    }
}
END_TEST

START_TEST(test_brackets_are_nested_a_thousand_deep)
{
    enum { MOST = 1000 };
    char text[2 * MOST + 2];
    nav_error error = {0};
    memset(text, '[', MOST);
    memset(text + MOST, ']', MOST);
    ck_assert_int_eq(check(text, 2 * MOST, NULL), NAV_OK);
    memset(text, '[', MOST + 1);
    memset(text + MOST + 1, ']', MOST + 1);
    ck_assert_int_eq(check(text, 2 * MOST + 2, &error), NAV_SYNTAX);
    ck_assert_uint_eq(error.column, MOST + 1);
    ck_assert_str_eq(error.message, "brackets are nested too deeply");
}
END_TEST

// An object of many members, whose names come in no order; with the name of
// member `twice` given again in the end, spelt otherwise, unless that is
// `members`.
static char *new_object(unsigned members, unsigned twice, size_t *size)
{
    enum { MEMBER = 24 };
    char *text = malloc((members + 2) * (size_t)MEMBER);
    ck_assert_ptr_nonnull(text);
    size_t used = (size_t)sprintf(text, "{");
    for (unsigned i = 0; i < members; i++) {
        used += (size_t)sprintf(text + used, "%s\"n%u\":%u", i > 0 ? "," : "",
                                i * 7919 % members, i);
    }
    if (twice < members) {
        used += (size_t)sprintf(text + used, ",\"\\u006e%u\":0", twice);
    }
    *size = used + (size_t)sprintf(text + used, "}");
    return text;
}

START_TEST(test_of_many_names_one_is_given_twice)
{
    static const unsigned counts[] = {1, 2, 7, 8, 9, 10, 100, 5000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        size_t size;
        char *text = new_object(counts[i], counts[i], &size);
        ck_assert_int_eq(check(text, size, NULL), NAV_OK);
        free(text);
        for (unsigned twice = 0; twice < counts[i];
             twice += 1 + counts[i] / 13) {
            nav_error error = {0};
            text = new_object(counts[i], twice, &size);
            ck_assert_int_eq(check(text, size, &error), NAV_SYNTAX);
            ck_assert_uint_eq(error.column,
                              (size_t)(strstr(text, "\"\\u") - text) + 1);
            free(text);
        }
    }
}
END_TEST

static nav_status check_with(const nav_allocator *mem, const void *context)
{
    size_t size;
    (void)context;
    char *text = new_object(500, 500, &size);
    nav_status status = nav_json_check(text, size, mem, NULL);
    free(text);
    return status;
}

START_TEST(test_failed_allocations_are_told)
{
    ck_assert_uint_gt(nav_test_fail_allocations(check_with, NULL), 2);
}
END_TEST

Suite *nav_test_json(void)
{
    enum {
        GOOD = sizeof good / sizeof good[0],
        BAD = sizeof bad / sizeof bad[0]
    };
    Suite *suite = suite_create("json");
    TCase *texts = tcase_create("texts");
    tcase_add_loop_test(texts, test_what_is_json_is_taken, 0, GOOD);
    tcase_add_loop_test(texts, test_what_is_no_json_is_refused_at_its_place, 0,
                        BAD);
    tcase_add_loop_test(texts, test_what_is_cut_short_is_refused, 0, GOOD);
    tcase_add_test(texts, test_every_byte_in_every_place);
    tcase_add_test(texts, test_every_escaped_number);
    tcase_add_test(texts, test_brackets_are_nested_a_thousand_deep);
    tcase_add_test(texts, test_of_many_names_one_is_given_twice);
    tcase_add_test(texts, test_failed_allocations_are_told);
    suite_add_tcase(suite, texts);
    return suite;
}
