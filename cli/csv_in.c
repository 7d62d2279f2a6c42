// csv_in.c - records of comma-separated values, one at a time.
//
// RFC 4180 (Y. Shafranovich, "Common Format and MIME Type for CSV Files",
// 2005): fields may stand in quotes, inside which commas and line ends are text
// and two quotes mean one.  Lines end in LF or CRLF.  Nothing beyond the end of
// a line is read, so that a record is known as soon as its line has arrived.
//
// A record of bad form - text behind a closing quote, a quote that is not
// closed, a NUL - is read to its end and given with a fault.  Memory: one
// record.
#include "csv_in.h"

#include <string.h>

void csv_init(csv_record *r)
{
    memset(r, 0, sizeof *r);
}

void csv_free(csv_record *r)
{
    text_free(&r->bytes);
    text_free(&r->start);
}

const char *csv_field(const csv_record *r, size_t i)
{
    size_t start;
    memcpy(&start, r->start.bytes + i * sizeof start, sizeof start);
    return r->bytes.bytes + start;
}

static bool begin_field(csv_record *r)
{
    size_t start = r->bytes.size;
    if (!text_reserve(&r->start, sizeof start)) {
        return false;
    }
    memcpy(r->start.bytes + r->start.size, &start, sizeof start);
    r->start.size += sizeof start;
    r->count++;
    return true;
}

static bool add(csv_record *r, int c)
{
    if (c == '\0') {
        r->fault = "there is a NUL byte";
        c = '?';
    }
    return text_add(&r->bytes, (char)c);
}

// Reads the inside of quotes, the closing one included.
static bool read_quoted(source *s, csv_record *r)
{
    for (;;) {
        int c = source_next(s);
        if (c == SOURCE_END) {
            r->fault = "a quote is not closed";
            return true;
        }
        if (c == '"') {
            // At the end of a line the next byte has come with this one.
            if (source_peek(s) != '"') {
                return true;
            }
            (void)source_next(s);
        }
        if (!add(r, c)) {
            return false;
        }
    }
}

// Adds the bytes of a field that are here and are nothing but text, most often
// all of it: at once, since most of a run's reading is this.
static bool add_run(source *s, csv_record *r)
{
    size_t size = 0;
    size_t here = 0;
    const char *bytes = source_here(s, &here);
    while (size < here && bytes[size] != ',' && bytes[size] != '\n' &&
           bytes[size] != '"' && bytes[size] != '\0') {
        size++;
    }
    if (!text_reserve(&r->bytes, size + 1)) {
        return false;
    }
    if (size > 0) {
        memcpy(r->bytes.bytes + r->bytes.size, bytes, size);
        r->bytes.size += size;
        source_pass(s, size);
    }
    return true;
}

// Reads one field and what ends it: a comma, a line end or the end.
static bool read_field(source *s, csv_record *r, int *ending)
{
    bool quoted = false;
    size_t begin = r->bytes.size;
    if (!begin_field(r)) {
        return false;
    }
    for (;;) {
        if (!add_run(s, r)) {
            return false;
        }
        int c = source_next(s);
        if (c == ',' || c == '\n' || c == SOURCE_END) {
            *ending = c;
            break;
        }
        if (c == '"' && !quoted && r->bytes.size == begin) {
            quoted = true;
            if (!read_quoted(s, r)) {
                return false;
            }
            begin = r->bytes.size;
        } else if (!add(r, c)) {
            return false;
        }
    }
    size_t size = r->bytes.size;
    if (*ending != ',' && size > begin && r->bytes.bytes[size - 1] == '\r') {
        r->bytes.size--;
    }
    if (quoted && r->bytes.size > begin) {
        r->fault = "there is text behind a closing quote";
    }
    return text_add(&r->bytes, '\0');
}

static bool is_blank(const csv_record *r)
{
    if (r->count != 1 || r->fault != NULL) {
        return false;
    }
    const char *field = csv_field(r, 0);
    return field[strspn(field, " \t\r")] == '\0';
}

csv_outcome csv_read(source *s, csv_record *r)
{
    do {
        int ending = ',';
        if (source_peek(s) == SOURCE_END) {
            return CSV_END;
        }
        text_clear(&r->bytes);
        text_clear(&r->start);
        r->count = 0;
        r->fault = NULL;
        r->line = s->line;
        while (ending == ',') {
            if (!read_field(s, r, &ending)) {
                return CSV_MEMORY;
            }
        }
    } while (is_blank(r));
    return CSV_RECORD;
}

bool csv_is_blank(const char *field)
{
    return field[strspn(field, " \t")] == '\0';
}
