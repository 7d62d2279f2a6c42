// csv_header.c - which fields of comma-separated values are which columns.
//
// A header is a first row without a single number.  It names its columns in any
// order, and may have others.
#include "csv_header.h"

#include <string.h>

#include "options.h"

csv_header csv_header_of(const char *const *names, const char *const *others,
                         size_t columns, bool (*settle)(csv_header *h))
{
    csv_header h = {
        .names = names, .others = others, .columns = columns, .settle = settle};
    for (size_t i = 0; i < columns; i++) {
        h.place[i] = CSV_NO_COLUMN;
    }
    return h;
}

// Whether a record is a header: a row without a single number.
static bool is_header(const csv_record *record)
{
    double number;
    if (record->fault != NULL) {
        return false;
    }
    for (size_t i = 0; i < record->count; i++) {
        const char *field = csv_field(record, i);
        if (options_number(field, strlen(field), &number)) {
            return false;
        }
    }
    return true;
}

static bool is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

// The column that a header's field names, h->columns when it is none of ours.
static size_t find_column(const csv_header *h, const char *field)
{
    size_t skip = strspn(field, " \t");
    size_t size = strcspn(field + skip, " \t");
    const char *rest = field + skip + size;
    if (size == 0 || !csv_is_blank(rest)) {
        return h->columns;
    }
    for (size_t i = 0; i < h->columns; i++) {
        if (*h->names[i] != '\0' &&
            (is_word(field + skip, size, h->names[i]) ||
             is_word(field + skip, size, h->others[i]))) {
            return i;
        }
    }
    return h->columns;
}

// Finds the columns, and passes over those of others; false, with the fault,
// when one is there twice.
static bool find_columns(csv_header *h, const csv_record *record)
{
    h->given = true;
    h->fields = record->count;
    for (size_t i = 0; i < record->count; i++) {
        size_t column = find_column(h, csv_field(record, i));
        if (column == h->columns) {
            continue; // a column of somebody else's
        }
        if (csv_header_has(h, column)) {
            h->fault = "has more than one column";
            h->column = h->names[column];
            return false;
        }
        h->place[column] = i;
    }
    return true;
}

bool csv_header_has(const csv_header *h, size_t column)
{
    return h->place[column] != CSV_NO_COLUMN;
}

bool csv_header_need(csv_header *h, size_t column)
{
    if (!csv_header_has(h, column)) {
        h->fault = "has no column";
        h->column = h->names[column];
        return false;
    }
    return true;
}

void csv_header_move(csv_header *h, size_t from, size_t to)
{
    h->place[to] = h->place[from];
    h->place[from] = CSV_NO_COLUMN;
}

csv_outcome csv_header_next(csv_header *h, source *file, csv_record *record)
{
    bool first = !h->begun;
    csv_outcome outcome = csv_read(file, record);
    h->begun = true;
    if (first && outcome == CSV_RECORD && is_header(record)) {
        if (!find_columns(h, record) || !h->settle(h)) {
            return CSV_FAILED;
        }
        outcome = csv_read(file, record);
    }
    return file->error != 0 ? CSV_FAILED : outcome;
}

exit_code csv_header_report(const csv_header *h, const source *file,
                            const csv_record *record, bool no_memory)
{
    if (file->error != 0) {
        return diag_system(file->name, file->error);
    }
    if (no_memory) {
        return diag_memory();
    }
    diag_error(file->name, record->line, 0, "the header %s '%s'", h->fault,
               h->column);
    return EXIT_INPUT;
}
