// agents_in.c - agents as comma-separated values, one a row.
//
// With a header - a first row without a single number - columns may stand in
// any order, and those of others are passed over.  Without one the fields are
// agent, x, y, mass, max_speed and max_force, of which the last three may be
// missing.  A row that cannot be read is a row all the same, and carries its
// fault.
//
// A place has two coordinates, of the plan, or with z three on the model's own
// axes; as in pairs (pairs_in.c) x and z alone name the plan.
#include "agents_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

static const char *const names[AGENT_COLUMNS] = {
    "agent", "x", "y", "mass", "max_speed", "max_force", "z"};

static void fault(agent_row *row, const char *format, ...) CLI_PRINTF(2, 3);

static void fault(agent_row *row, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (row->fault[0] == '\0') {
        (void)vsnprintf(row->fault, sizeof row->fault, format, arguments);
    }
    va_end(arguments);
}

exit_code agents_open(agents_in *in, const char *path)
{
    csv_init(&in->record);
    in->has_header = false;
    in->bad_header = NULL;
    in->no_memory = false;
    in->rows = 0;
    exit_code code = source_open(&in->file, path);
    if (code == EXIT_DONE) {
        source_skip_mark(&in->file);
    }
    return code;
}

void agents_close(agents_in *in)
{
    csv_free(&in->record);
    source_close(&in->file);
}

static bool is_header(const csv_record *record)
{
    double number;
    for (size_t i = 0; i < record->count && record->fault == NULL; i++) {
        const char *field = csv_field(record, i);
        if (options_number(field, strlen(field), &number)) {
            return false;
        }
    }
    return record->fault == NULL;
}

// The column that a header's field names, AGENT_COLUMNS when it is none of
// ours.
static size_t find_column(const char *field)
{
    size_t skip = strspn(field, " \t");
    size_t size = strcspn(field + skip, " \t");
    const char *rest = field + skip + size;
    for (size_t i = 0; i < AGENT_COLUMNS; i++) {
        if (strlen(names[i]) == size &&
            memcmp(names[i], field + skip, size) == 0 &&
            rest[strspn(rest, " \t")] == '\0') {
            return i;
        }
    }
    return AGENT_COLUMNS;
}

static bool bad_header(agents_in *in, const char *what, agent_column column)
{
    in->bad_header = what;
    in->bad_column = names[column];
    return false;
}

static bool read_header(agents_in *in)
{
    for (size_t i = 0; i < AGENT_COLUMNS; i++) {
        in->place[i] = PAIRS_NO_COLUMN;
    }
    in->has_header = true;
    in->header_fields = in->record.count;
    for (size_t i = 0; i < in->record.count; i++) {
        size_t column = find_column(csv_field(&in->record, i));
        if (column == AGENT_COLUMNS) {
            continue; // a column of somebody else's
        }
        if (in->place[column] != PAIRS_NO_COLUMN) {
            return bad_header(in, "has more than one column",
                              (agent_column)column);
        }
        in->place[column] = i;
    }
    if (in->place[AGENT_Y] == PAIRS_NO_COLUMN) {
        in->place[AGENT_Y] = in->place[AGENT_Z];
        in->place[AGENT_Z] = PAIRS_NO_COLUMN;
    }
    for (agent_column i = AGENT_X; i <= AGENT_Y; i++) {
        if (in->place[i] == PAIRS_NO_COLUMN) {
            return bad_header(in, "has no column", i);
        }
    }
    return true;
}

// A field as a number; `missing` where there is none, which must then be legal.
static double number_of(const agents_in *in, agent_row *row,
                        agent_column column, double missing)
{
    double value = missing;
    size_t place = in->place[column];
    if (place >= in->record.count) {
        return missing;
    }
    const char *field = csv_field(&in->record, place);
    if (field[strspn(field, " \t")] == '\0') {
        if (column == AGENT_X || column == AGENT_Y || column == AGENT_Z) {
            fault(row, "%s is empty", names[column]);
        }
        return missing;
    }
    if (!options_number(field, strlen(field), &value)) {
        fault(row, "%s is not a number: '%.60s'", names[column], field);
    } else if (!options_is_coordinate(value)) {
        fault(row, "%s is out of range: '%.60s'", names[column], field);
    }
    return value;
}

// Likewise what must not be negative.
static double size_of(const agents_in *in, agent_row *row, agent_column column)
{
    double value = number_of(in, row, column, -1);
    size_t place = in->place[column];
    if (place < in->record.count && value < 0 &&
        csv_field(&in->record,
                  place)[strspn(csv_field(&in->record, place), " \t")] !=
            '\0') {
        fault(row, "%s is negative", names[column]);
    }
    if (column == AGENT_MASS && value == 0) {
        fault(row, "mass is 0");
    }
    return value;
}

static void read_record(agents_in *in, agent_row *row)
{
    const csv_record *record = &in->record;
    if (!in->has_header) {
        for (size_t i = 0; i < AGENT_COLUMNS; i++) {
            in->place[i] = i == AGENT_Z ? PAIRS_NO_COLUMN : i;
        }
    }
    size_t id = in->place[AGENT_ID];
    if (id < record->count && *csv_field(record, id) != '\0') {
        row->id = csv_field(record, id);
    }
    if (record->fault != NULL) {
        fault(row, "%s", record->fault);
    } else if (in->has_header && record->count != in->header_fields) {
        fault(row, "the number of fields is %zu instead of %zu", record->count,
              in->header_fields);
    } else if (!in->has_header && (record->count < 3 || record->count > 6)) {
        fault(row, "the number of fields is %zu instead of 3 to 6",
              record->count);
    }
    bool in_space = in->place[AGENT_Z] != PAIRS_NO_COLUMN;
    double x = number_of(in, row, AGENT_X, 0);
    double y = number_of(in, row, AGENT_Y, 0);
    double z = number_of(in, row, AGENT_Z, 0);
    row->start = (given_point){{x, y, z}, in_space};
    row->mass = size_of(in, row, AGENT_MASS);
    row->max_speed = size_of(in, row, AGENT_MAX_SPEED);
    row->max_force = size_of(in, row, AGENT_MAX_FORCE);
}

pairs_outcome agents_next(agents_in *in, agent_row *row)
{
    bool first = in->rows == 0 && !in->has_header;
    csv_outcome outcome = csv_read(&in->file, &in->record);
    if (outcome == CSV_RECORD && first && is_header(&in->record)) {
        if (!read_header(in)) {
            return PAIRS_FAILED;
        }
        outcome = csv_read(&in->file, &in->record);
    }
    in->no_memory = outcome == CSV_MEMORY;
    if (in->no_memory || in->file.error != 0) {
        return PAIRS_FAILED;
    }
    if (outcome == CSV_END) {
        return PAIRS_END;
    }
    *row = (agent_row){.id = text_of_count(in->rows, in->row_id),
                       .line = in->record.line};
    read_record(in, row);
    in->rows++;
    return PAIRS_ROW;
}

exit_code agents_report_failure(const agents_in *in)
{
    if (in->file.error != 0) {
        return diag_system(in->file.name, in->file.error);
    }
    if (in->no_memory) {
        return diag_memory();
    }
    diag_error(in->file.name, in->record.line, 0, "the header %s '%s'",
               in->bad_header, in->bad_column);
    return EXIT_INPUT;
}
