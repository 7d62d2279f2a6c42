// csv_header.h - which fields of comma-separated values are which columns.
#ifndef CLI_CSV_HEADER_H
#define CLI_CSV_HEADER_H

#include "csv_in.h"
#include "diag.h"

// Most columns that are known.
#define CSV_COLUMNS_MOST 8
#define CSV_NO_COLUMN SIZE_MAX

typedef struct csv_header {
    // What columns are called, and may be called as well; "" for none.
    const char *const *names;
    const char *const *others;
    size_t columns; // that are known
    // Moves columns that go by other names, and checks that those are there
    // which must be: false, with the fault, when one is not.
    bool (*settle)(struct csv_header *h);
    bool begun;                     // the first record is read
    bool given;                     // the file has a header
    size_t fields;                  // of the header
    size_t place[CSV_COLUMNS_MOST]; // field of each column, CSV_NO_COLUMN
    const char *fault;              // what is wrong with the header; else NULL
    const char *column;             // and with which column of it
} csv_header;

// No header yet, and no place of any column.
csv_header csv_header_of(const char *const *names, const char *const *others,
                         size_t columns, bool (*settle)(csv_header *h));

// Reads the next record of a file; before the first one the header, if there is
// one.  Reports nothing.
csv_outcome csv_header_next(csv_header *h, source *file, csv_record *record);

// Reports why that has failed, or, with `no_memory`, that memory ran out;
// returns the exit status that fits.
exit_code csv_header_report(const csv_header *h, const source *file,
                            const csv_record *record, bool no_memory);

// Whether a column has a place; csv_header_need makes it a fault that it has
// none.
bool csv_header_has(const csv_header *h, size_t column);
bool csv_header_need(csv_header *h, size_t column);

// Lets a column have the place of another, which then has none.
void csv_header_move(csv_header *h, size_t from, size_t to);

#endif
