// agents_in.h - agents as comma-separated values, one a row.
#ifndef CLI_AGENTS_IN_H
#define CLI_AGENTS_IN_H

#include "pairs_in.h"

typedef enum agent_column {
    AGENT_ID,
    AGENT_X,
    AGENT_Y,
    AGENT_MASS,
    AGENT_MAX_SPEED,
    AGENT_MAX_FORCE,
    AGENT_Z
} agent_column;
#define AGENT_COLUMNS 7

// One row.  `fault` is empty, or says why the row cannot be read.
typedef struct agent_row {
    const char *id; // lent until the next row
    size_t line;
    given_point start;
    // Negative: not given.
    double mass, max_speed, max_force;
    char fault[PAIRS_FAULT_SIZE];
} agent_row;

typedef struct agents_in {
    source file;
    csv_record record;
    csv_header header;
    bool no_memory;
    uint64_t rows;
    char row_id[TEXT_COUNT_SIZE];
} agents_in;

// Opens a file, "-" is standard input.  Reports failures.
exit_code agents_open(agents_in *in, const char *path);
void agents_close(agents_in *in);

// Reads the next row.  Reports nothing.
pairs_outcome agents_next(agents_in *in, agent_row *row);

// Reports why reading has failed; returns the exit status that fits.
exit_code agents_report_failure(const agents_in *in);

#endif
