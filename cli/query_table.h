// query_table.h - navquery's options: what they are called, what they take, and
// what they go with.
#ifndef CLI_QUERY_TABLE_H
#define CLI_QUERY_TABLE_H

#include "query_options.h"

// Options without a letter.
enum {
    KEY_ROWS = OPTIONS_LONG_ONLY,
    KEY_SEARCH,
    KEY_SNAP,
    KEY_LOCATE,
    KEY_RAYCAST,
    KEY_INFO,
    KEY_EXPORT,
    KEY_LABELS,
    KEY_PRECISION,
    KEY_FLOOR,
    KEY_CROSSINGS,
    KEY_FORBID,
    KEY_COST,
    KEY_OBSTACLES,
    KEY_OBSTACLE_CELLS,
    KEY_SCENARIO,
    KEY_PARTIAL,
    KEY_MATRIX,
    KEY_CHECK,
    KEY_FIELD,
    KEY_CELL,
    KEY_FIELD_METHOD,
    KEY_CELL_TEST,
    KEY_FIELD_CHECK,
    KEY_COMPARE,
    KEY_SVG,
    KEY_AGENTS,
    KEY_STEPS,
    KEY_DT,
    KEY_NO_SMOOTH,
    KEY_SEPARATION,
    KEY_ARRIVAL
};

// Words that options take; each list ends with NULL.
extern const char *const query_formats[];
extern const char *const query_row_kinds[];
extern const char *const query_searches[];
extern const char *const query_exports[];
extern const char *const query_floors[];

// A task, as it is asked for.
const char *query_task_name(query_task task);

// Notes that an option is given, and tells whether it was.
void query_note_given(query_options *options, int key);
bool query_is_given(const query_options *options, int key);

// The name of an option given that does not go with the task; NULL: none.
const char *query_find_misfit(const query_options *options);

// Whether a task answers pairs or points, row by row.
bool query_asks_rows(query_task task);

// Whether a task makes a flow field.
bool query_asks_field(query_task task);

#endif
