// csv_in.h - records of comma-separated values (RFC 4180), one at a time.
#ifndef CLI_CSV_IN_H
#define CLI_CSV_IN_H

#include "source.h"
#include "text.h"

typedef struct csv_record {
    text_buffer bytes; // the fields, a NUL after each
    text_buffer start; // size_t: where in `bytes` each field begins
    size_t count;
    size_t line;       // where the record begins
    const char *fault; // what is wrong with its form; NULL when nothing is
} csv_record;

typedef enum csv_outcome {
    CSV_RECORD,
    CSV_END,    // or a failed read, see source.error
    CSV_MEMORY, // out of memory
    CSV_FAILED  // a failed read or a header of no use, see csv_header_next
} csv_outcome;

void csv_init(csv_record *r);
void csv_free(csv_record *r);

// Reads the next record that is not blank.
csv_outcome csv_read(source *s, csv_record *r);

// One field, a string; `i` must be below r->count.
const char *csv_field(const csv_record *r, size_t i);
// Whether there are but blanks in one.
bool csv_is_blank(const char *field);

#endif
