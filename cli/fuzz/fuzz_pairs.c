// fuzz_pairs.c - any bytes are rows, good or bad, or no input at all.
//
// What navquery reads of pairs, points and events, without the program around
// it.  The first byte tells which of them is read.  Lines and rows only go on,
// a row without a fault has legal coordinates, and the reading ends.
#include <string.h>

#include "json_memory.h"
#include "must.h"
#include "options.h"
#include "pairs_in.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_point(const given_point *point)
{
    int count = point->in_space ? 3 : 2;
    for (int i = 0; i < count; i++) {
        must(options_is_coordinate(point->c[i]));
    }
}

static void check_row(const request *r, uint64_t row, size_t *line)
{
    must(r->row == row && r->id != NULL && strlen(r->id) < SOURCE_BUFFER_SIZE);
    must(memchr(r->fault, '\0', sizeof r->fault) != NULL);
    must(r->line >= *line);
    must(r->column == 0 ||
         (r->fault[0] != '\0' && r->column <= SOURCE_BUFFER_SIZE));
    *line = r->line;
    if (r->fault[0] == '\0') {
        check_point(&r->start);
        check_point(&r->end);
    }
}

// Does what a scenario does with the event read last.
static void read_event(pairs_in *in, nav_obstacles *set, request *r)
{
    nav_error error = {.status = NAV_OK};
    nav_event event;
    size_t size = 0;
    const char *text = pairs_event(in, &size);
    if (nav_obstacles_read_event(set, text, size, &event, &error) != NAV_OK) {
        pairs_refuse(in, r, &error);
        must(r->fault[0] != '\0');
    } else if (event.kind == NAV_EVENT_QUERY) {
        must(pairs_read_query(in, (size_t)(event.query - text),
                              event.query_size, r));
    }
}

// The rest of the bytes stands in the buffer as if it had been read from a file
// that ends there.
static void open_bytes(pairs_in *in, bool points, const uint8_t *data,
                       size_t size)
{
    must(pairs_from_file(in, points, "/dev/null") == EXIT_DONE);
    in->file.size = size < SOURCE_BUFFER_SIZE ? size : SOURCE_BUFFER_SIZE;
    memcpy(in->file.buffer, data, in->file.size);
    in->file.passed = in->file.size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pairs_in in;
    nav_obstacles *set = NULL;
    if (size == 0) {
        return 0;
    }
    json_memory_watch();
    bool events = data[0] % 4 == 2;
    open_bytes(&in, data[0] % 2 != 0, data + 1, size - 1);
    must(nav_obstacles_new(NULL, NULL, &set, NULL) == NAV_OK);
    request r;
    size_t line = 0;
    uint64_t rows = 0;
    pairs_outcome outcome = PAIRS_ROW;
    while (outcome == PAIRS_ROW) {
        outcome = events ? pairs_next_event(&in, &r) : pairs_next(&in, &r);
        if (outcome == PAIRS_ROW) {
            check_row(&r, rows++, &line);
        }
        if (outcome == PAIRS_ROW && events && r.fault[0] == '\0') {
            read_event(&in, set, &r);
        }
    }
    must(rows < size);
    must(outcome == PAIRS_END || in.header.fault != NULL);
    nav_obstacles_free(set);
    pairs_close(&in);
    return 0;
}
