// pairs_in.h - what is asked: pairs of points, or points, one at a time.
#ifndef CLI_PAIRS_IN_H
#define CLI_PAIRS_IN_H

#include "csv_header.h"
#include "json_in.h"
#include "navmesh.h"

// A message of the library fits.
#define PAIRS_FAULT_SIZE sizeof(((nav_error *)NULL)->message)

// Columns of a CSV row that are known.  For points, x, y and z are the first.
typedef enum pairs_column {
    PAIRS_X0,
    PAIRS_Y0,
    PAIRS_Z0,
    PAIRS_X1,
    PAIRS_Y1,
    PAIRS_Z1,
    PAIRS_ID
} pairs_column;
#define PAIRS_COLUMNS 7

// A point as it was given: two coordinates of the plan, or three on the axes of
// the model.
typedef struct given_point {
    double c[3];
    bool in_space;
} given_point;

// One row.  `fault` is empty, or says why the row cannot be read.
typedef struct request {
    const char *id; // lent until the next row
    bool id_is_number;
    uint64_t row;           // from 0
    const char *event;      // number of its event, lent as the id; else NULL
    given_point start, end; // the point is `start` where points are read
    size_t line;            // where the row begins, 0 for an argument
    size_t column; // of the fault of its line, 0 where that is all of it
    char fault[PAIRS_FAULT_SIZE];
} request;

typedef enum pairs_form {
    PAIRS_ARGUMENTS,
    PAIRS_UNKNOWN, // a file of which nothing was read yet
    PAIRS_CSV,
    PAIRS_JSON
} pairs_form;

typedef struct pairs_in {
    pairs_form form;
    bool no_memory;  // that is the failure
    bool points;     // rows are points, not pairs of them
    bool ends_in_id; // without a header, a last field more is the id of a point
                     // if it is no number
    uint64_t rows;
    char row_id[TEXT_COUNT_SIZE];
    // Arguments.
    const given_point *argument;
    size_t arguments, taken;
    // Files.
    source file;
    csv_record record;
    csv_header header;
    json_in json;
    text_buffer id;
} pairs_in;

// What pairs_next came to.
typedef enum pairs_outcome {
    PAIRS_ROW,   // a row, good or bad
    PAIRS_END,   // no more
    PAIRS_FAILED // no more can be read
} pairs_outcome;

// Reads from an array of points, in twos unless `points`; it is lent.
void pairs_from_arguments(pairs_in *in, bool points,
                          const given_point *argument, size_t count);

// Reads from a file, "-" is standard input.  Reports failures.
exit_code pairs_from_file(pairs_in *in, bool points, const char *path);

// Reads the next row.  Reports nothing, so that a failure may be reported when
// the rows before it have been answered.
pairs_outcome pairs_next(pairs_in *in, request *r);

// Reads the next event of a scenario, and tells of a fault in its form alone.
// Its id is its number, and it asks nothing yet.
pairs_outcome pairs_next_event(pairs_in *in, request *r);
// The text of that event, lent until the next one.
const char *pairs_event(const pairs_in *in, size_t *size);
// Reads what the event asks, `size` bytes from `at` on in its text, which is of
// no use from then on.  False without memory.
bool pairs_read_query(pairs_in *in, size_t at, size_t size, request *r);
// Gives the request of the text read last a fault, at its place in the text.
void pairs_refuse(const pairs_in *in, request *r, const nav_error *error);

// Reports why reading has failed; returns the exit status that fits.
exit_code pairs_report_failure(const pairs_in *in);

void pairs_close(pairs_in *in);

// Name of the input for messages.
const char *pairs_name(const pairs_in *in);

// Gives a row its fault; of several the first one stays.
void pairs_fault(char fault[PAIRS_FAULT_SIZE], const char *format, ...)
    CLI_PRINTF(2, 3);

// Reads a field of a column as a coordinate, or tells why it is none.
void pairs_read_field(const char *name, const char *field, double *value,
                      char fault[PAIRS_FAULT_SIZE]);

// Reads "X,Y" or "X,Y,Z"; blanks around the numbers are skipped.  False when it
// is not two or three legal coordinates.
bool pairs_read_point(const char *argument, given_point *point);

#endif
