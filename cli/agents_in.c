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

static const char *const names[AGENT_COLUMNS] = {
    "agent", "x", "y", "mass", "max_speed", "max_force", "z"};

// Where there is z and no y, z is the second coordinate of the plan.
static bool settle_header(csv_header *header)
{
    if (!csv_header_has(header, AGENT_Y)) {
        csv_header_move(header, AGENT_Z, AGENT_Y);
    }
    return csv_header_need(header, AGENT_X) && csv_header_need(header, AGENT_Y);
}

// A coordinate, 0 where its column is missing.
static double number_of(const agents_in *in, agent_row *row,
                        agent_column column)
{
    double value = 0;
    size_t place = in->header.place[column];
    if (place < in->record.count) {
        pairs_read_field(names[column], csv_field(&in->record, place), &value,
                         row->fault);
    }
    return value;
}

// What must not be negative; -1 where it is missing or empty.
static double size_of(const agents_in *in, agent_row *row, agent_column column)
{
    size_t place = in->header.place[column];
    if (place >= in->record.count ||
        csv_is_blank(csv_field(&in->record, place))) {
        return -1;
    }
    double value = number_of(in, row, column);
    if (value < 0) {
        pairs_fault(row->fault, "%s is negative", names[column]);
    }
    if (column == AGENT_MASS && value == 0) {
        pairs_fault(row->fault, "mass is 0");
    }
    return value;
}

static void read_record(agents_in *in, agent_row *row)
{
    const csv_record *record = &in->record;
    if (!in->header.given) {
        for (size_t i = 0; i < AGENT_COLUMNS; i++) {
            in->header.place[i] = i == AGENT_Z ? CSV_NO_COLUMN : i;
        }
    }
    size_t id = in->header.place[AGENT_ID];
    if (id < record->count && *csv_field(record, id) != '\0') {
        row->id = csv_field(record, id);
    }
    if (record->fault != NULL) {
        pairs_fault(row->fault, "%s", record->fault);
    } else if (in->header.given && record->count != in->header.fields) {
        pairs_fault(row->fault, "the number of fields is %zu instead of %zu",
                    record->count, in->header.fields);
    } else if (!in->header.given && (record->count < 3 || record->count > 6)) {
        pairs_fault(row->fault, "the number of fields is %zu instead of 3 to 6",
                    record->count);
    }
    bool in_space = csv_header_has(&in->header, AGENT_Z);
    double x = number_of(in, row, AGENT_X);
    double y = number_of(in, row, AGENT_Y);
    double z = number_of(in, row, AGENT_Z);
    row->start = (given_point){{x, y, z}, in_space};
    row->mass = size_of(in, row, AGENT_MASS);
    row->max_speed = size_of(in, row, AGENT_MAX_SPEED);
    row->max_force = size_of(in, row, AGENT_MAX_FORCE);
}

exit_code agents_open(agents_in *in, const char *path)
{
    csv_init(&in->record);
    in->header = csv_header_of(names, names, AGENT_COLUMNS, settle_header);
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

pairs_outcome agents_next(agents_in *in, agent_row *row)
{
    csv_outcome outcome = csv_header_next(&in->header, &in->file, &in->record);
    in->no_memory = outcome == CSV_MEMORY;
    if (outcome != CSV_RECORD) {
        return outcome == CSV_END ? PAIRS_END : PAIRS_FAILED;
    }
    *row = (agent_row){.id = text_of_count(in->rows, in->row_id),
                       .line = in->record.line};
    read_record(in, row);
    in->rows++;
    return PAIRS_ROW;
}

exit_code agents_report_failure(const agents_in *in)
{
    return csv_header_report(&in->header, &in->file, &in->record,
                             in->no_memory);
}
