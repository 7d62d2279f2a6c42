// fuzz_agents.c - any bytes are agents, good or bad, or no input at all.
//
// What navquery reads of --agents, without the program around it: rows go on in
// order, a row without a fault has legal numbers, and the reading ends.
#include <string.h>

#include "agents_in.h"
#include "must.h"
#include "options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_row(const agent_row *row, size_t *line)
{
    must(row->id != NULL && strlen(row->id) < SOURCE_BUFFER_SIZE);
    must(memchr(row->fault, '\0', sizeof row->fault) != NULL);
    must(row->line >= *line);
    *line = row->line;
    if (row->fault[0] != '\0') {
        return;
    }
    for (int i = 0; i < (row->start.in_space ? 3 : 2); i++) {
        must(options_is_coordinate(row->start.c[i]));
    }
    // A number, given or not.
    must(row->mass == row->mass && row->max_speed == row->max_speed &&
         row->max_force == row->max_force);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static agents_in in;
    must(agents_open(&in, "/dev/null") == EXIT_DONE);
    // The bytes stand in the buffer as if they had been read from a file that
    // ends there.
    in.file.at = 0;
    in.file.size = size < SOURCE_BUFFER_SIZE ? size : SOURCE_BUFFER_SIZE;
    if (size > 0) {
        memcpy(in.file.buffer, data, in.file.size);
    }
    agent_row row;
    size_t line = 0;
    uint64_t rows = 0;
    pairs_outcome outcome = PAIRS_ROW;
    while (outcome == PAIRS_ROW) {
        outcome = agents_next(&in, &row);
        if (outcome == PAIRS_ROW) {
            check_row(&row, &line);
            rows++;
        }
    }
    must(rows <= size);
    must(outcome == PAIRS_END || in.header.fault != NULL);
    agents_close(&in);
    return 0;
}
