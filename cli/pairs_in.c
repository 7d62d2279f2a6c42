// pairs_in.c - what is asked: pairs of points, or points, one at a time.
//
// Three forms, one row at a time: arguments, CSV, and JSON; the first byte of a
// file that is no blank tells the last two apart.  A row that cannot be read is
// a row all the same: it carries its fault, and is answered like any other.
//
// A point has two coordinates, of the plan, or three, on the model's own axes;
// which is which on a mesh is no matter here.  In a header x and z alone name
// the plan as well, as that of a model whose y points up.
//
// Numbers of CSV are read by the library, those of JSON by cJSON; both must be
// legal coordinates.
#include "pairs_in.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_memory.h"
#include "memory.h"
#include "options.h"

// Largest whole number up to which every one is a double: of those written with
// a point or an exponent.
#define WHOLE_MAX 9007199254740992.0

static const char *const pair_columns[PAIRS_COLUMNS] = {"x0", "y0", "z0", "x1",
                                                        "y1", "z1", "id"};
static const char *const point_columns[PAIRS_COLUMNS] = {"x", "y", "z", "",
                                                         "",  "",  "id"};

void pairs_fault(char fault[PAIRS_FAULT_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (fault[0] == '\0') {
        (void)vsnprintf(fault, PAIRS_FAULT_SIZE, format, arguments);
    }
    va_end(arguments);
}

bool pairs_read_point(const char *argument, given_point *point)
{
    size_t count = options_coordinates(argument, point->c);
    point->in_space = count == 3;
    return count == 2 || count == 3;
}

// --- CSV -------------------------------------------------------------------

static const char *const *column_names(const pairs_in *in)
{
    return in->points ? point_columns : pair_columns;
}

static void place_columns(pairs_in *in, bool heights)
{
    size_t next = 0;
    for (size_t i = 0; i < PAIRS_COLUMNS; i++) {
        bool height = i == PAIRS_Z0 || i == PAIRS_Z1;
        bool used = *column_names(in)[i] != '\0' && i != PAIRS_ID &&
                    (heights || !height);
        in->header.place[i] = used ? next++ : CSV_NO_COLUMN;
    }
}

// Where a header has z and no y, z is the second coordinate of the plan.
static void take_plan_of_x_and_z(csv_header *header)
{
    if (csv_header_has(header, PAIRS_Y0) || csv_header_has(header, PAIRS_Y1)) {
        return;
    }
    csv_header_move(header, PAIRS_Z0, PAIRS_Y0);
    csv_header_move(header, PAIRS_Z1, PAIRS_Y1);
}

static bool settle_header(csv_header *header)
{
    take_plan_of_x_and_z(header);
    bool heights =
        csv_header_has(header, PAIRS_Z0) || csv_header_has(header, PAIRS_Z1);
    for (size_t i = 0; i < PAIRS_ID; i++) {
        bool height = i == PAIRS_Z0 || i == PAIRS_Z1;
        if (*header->names[i] != '\0' && (heights || !height) &&
            !csv_header_need(header, i)) {
            return false;
        }
    }
    return true;
}

void pairs_read_field(const char *name, const char *field, double *value,
                      char fault[PAIRS_FAULT_SIZE])
{
    if (options_number(field, strlen(field), value)) {
        if (!options_is_coordinate(*value)) {
            pairs_fault(fault, "%s is out of range: '%.60s'", name, field);
        }
    } else if (csv_is_blank(field)) {
        pairs_fault(fault, "%s is empty", name);
    } else {
        pairs_fault(fault, "%s is not a number: '%.60s'", name, field);
    }
}

static double csv_number(const pairs_in *in, request *r, size_t column)
{
    double value = 0;
    if (csv_header_has(&in->header, column) && r->fault[0] == '\0') {
        pairs_read_field(column_names(in)[column],
                         csv_field(&in->record, in->header.place[column]),
                         &value, r->fault);
    }
    return value;
}

// Whether the last field of a row without a header is an id.
static bool has_id_at_end(const pairs_in *in)
{
    double number;
    size_t count = in->record.count;
    if (!in->ends_in_id || (count != 3 && count != 4)) {
        return false;
    }
    const char *last = csv_field(&in->record, count - 1);
    return count == 4 || !options_number(last, strlen(last), &number);
}

static void read_record(pairs_in *in, request *r)
{
    double value[PAIRS_ID];
    const csv_record *record = &in->record;
    size_t want = in->header.given ? in->header.fields : record->count;
    if (!in->header.given) {
        size_t plain = in->points ? 2 : 4;
        size_t high = in->points ? 3 : 6;
        bool id = has_id_at_end(in);
        place_columns(in, record->count - id == high);
        want = (record->count - id == high ? high : plain) + id;
        in->header.place[PAIRS_ID] = id ? record->count - 1 : CSV_NO_COLUMN;
    }
    if (in->header.place[PAIRS_ID] < record->count) {
        const char *id = csv_field(record, in->header.place[PAIRS_ID]);
        if (*id != '\0') {
            r->id = id;
            r->id_is_number = false;
        }
    }
    if (record->fault != NULL) {
        pairs_fault(r->fault, "%s", record->fault);
    } else if (record->count != want) {
        pairs_fault(r->fault, "the number of fields is %zu instead of %zu",
                    record->count, want);
    }
    for (size_t i = 0; i < PAIRS_ID; i++) {
        value[i] = csv_number(in, r, i);
    }
    bool in_space = csv_header_has(&in->header, PAIRS_Z0);
    r->start = (given_point){
        {value[PAIRS_X0], value[PAIRS_Y0], value[PAIRS_Z0]}, in_space};
    r->end = (given_point){{value[PAIRS_X1], value[PAIRS_Y1], value[PAIRS_Z1]},
                           in_space};
}

static pairs_outcome no_memory(pairs_in *in)
{
    in->no_memory = true;
    return PAIRS_FAILED;
}

static pairs_outcome next_csv(pairs_in *in, request *r)
{
    csv_outcome outcome = csv_header_next(&in->header, &in->file, &in->record);
    if (outcome == CSV_MEMORY) {
        return no_memory(in);
    }
    if (outcome != CSV_RECORD) {
        return outcome == CSV_END ? PAIRS_END : PAIRS_FAILED;
    }
    r->line = in->record.line;
    read_record(in, r);
    return PAIRS_ROW;
}

// --- JSON ------------------------------------------------------------------

static given_point json_point(const cJSON *object, const char *key, request *r)
{
    given_point point = {{0, 0, 0}, false};
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    const cJSON *item;
    int count = cJSON_GetArraySize(list);
    size_t i = 0;
    if (r->fault[0] != '\0') {
        return point;
    }
    if (list == NULL) {
        pairs_fault(r->fault, "\"%s\" is missing", key);
    } else if (!cJSON_IsArray(list) || (count != 2 && count != 3)) {
        pairs_fault(r->fault, "\"%s\" is not a point [x,y]", key);
    } else {
        cJSON_ArrayForEach(item, list)
        {
            if (!cJSON_IsNumber(item)) {
                pairs_fault(r->fault, "\"%s\" is not a point [x,y]", key);
            } else if (!options_is_coordinate(item->valuedouble)) {
                pairs_fault(r->fault, "\"%s\" is out of range", key);
            }
            point.c[i++] = item->valuedouble;
        }
    }
    point.in_space = count == 3;
    return point;
}

// Where the value of member `number` of an object begins, in its text, which is
// good.
static const char *find_value(const char *text, size_t number)
{
    size_t depth = 0;
    const char *c = text;
    for (; depth != 1 || number > 0 || *c != ':'; c++) {
        if (*c == '"') {
            for (c++; *c != '"'; c++) {
                c += *c == '\\';
            }
        } else if (*c == '[' || *c == '{') {
            depth++;
        } else if (*c == ']' || *c == '}') {
            depth--;
        } else if (*c == ',' && depth == 1) {
            number--;
        }
    }
    return c + 1 + strspn(c + 1, " \t\r\n");
}

// The text of a number in the object of a text, and its size.
static const char *number_text(const char *text, const cJSON *object,
                               const cJSON *item, size_t *size)
{
    size_t before = 0;
    for (const cJSON *m = object->child; m != item; m = m->next) {
        before++;
    }
    const char *digits = find_value(text, before);
    *size = strspn(digits, "+-.0123456789eE");
    return digits;
}

// Keeps the id of the object in a text, which goes with its tree.  Of a whole
// number that is written with digits alone those are the id: a double has not
// room for all of them.  False without memory.
static bool keep_id(pairs_in *in, const char *text, const cJSON *object,
                    request *r)
{
    char number[NAV_NUMBER_SIZE];
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const char *chars = NULL;
    size_t size = 0;
    if (id == NULL) {
        return true;
    }
    if (cJSON_IsString(id)) {
        chars = id->valuestring;
        size = strlen(chars);
    } else if (cJSON_IsNumber(id)) {
        chars = number_text(text, object, id, &size);
        if (strcspn(chars, ".eE") < size) {
            bool whole = fabs(id->valuedouble) <= WHOLE_MAX &&
                         floor(id->valuedouble) == id->valuedouble;
            size = whole ? nav_number_write(id->valuedouble, number) : 0;
            chars = whole ? number : NULL;
        }
    }
    if (chars == NULL) {
        pairs_fault(r->fault, "\"id\" is neither a string nor a whole number");
        return true;
    }
    text_clear(&in->id);
    if (!text_reserve(&in->id, size + 1)) {
        return false;
    }
    memcpy(in->id.bytes, chars, size);
    in->id.bytes[size] = '\0';
    r->id = in->id.bytes;
    r->id_is_number = cJSON_IsNumber(id);
    return true;
}

void pairs_refuse(const pairs_in *in, request *r, const nav_error *error)
{
    pairs_fault(r->fault, "%s", error->message);
    if (error->line > 0) {
        // The first line of the text may begin within a line of the file.
        r->column =
            error->column + (error->line == 1 ? in->json.column - 1 : 0);
        r->line += error->line - 1;
    }
}

// Checks the text of a row, of so many bytes.  False without memory.
static bool check_text(const pairs_in *in, const char *text, size_t size,
                       request *r)
{
    nav_error error = {.status = NAV_OK};
    if (nav_json_check(text, size, memory_allocator(), &error) != NAV_OK &&
        error.status != NAV_NOMEM) {
        pairs_refuse(in, r, &error);
    }
    return error.status != NAV_NOMEM;
}

// Reads the object in a good text of so many bytes, the closing NUL included.
// False without memory.
static bool read_object(pairs_in *in, const char *text, size_t size, request *r)
{
    cJSON *object = cJSON_ParseWithLength(text, size);
    if (object == NULL && json_memory_ran_out()) {
        return false;
    }
    if (object == NULL) {
        // Versions before that of Debian 12 have no room for it.
        pairs_fault(r->fault, "a number has more than 63 characters");
        return true;
    }
    bool kept = true;
    if (!cJSON_IsObject(object)) {
        pairs_fault(r->fault, "this is not an object");
    } else {
        kept = keep_id(in, text, object, r);
        r->start = json_point(object, in->points ? "point" : "start", r);
        if (!in->points) {
            r->end = json_point(object, "end", r);
        }
    }
    cJSON_Delete(object);
    return kept;
}

// Reads the text of the next object, and tells of a fault in its form.
static pairs_outcome next_element(pairs_in *in, request *r)
{
    json_outcome outcome = json_read(&in->json, &in->file);
    if (outcome == JSON_END) {
        return PAIRS_END;
    }
    r->line = in->json.line;
    if (outcome == JSON_ELEMENT && in->json.fault != NULL) {
        pairs_fault(r->fault, "%s", in->json.fault);
        r->line = in->json.fault_line;
    }
    return outcome == JSON_MEMORY ? no_memory(in) : PAIRS_ROW;
}

static pairs_outcome next_json(pairs_in *in, request *r)
{
    const text_buffer *text = &in->json.bytes;
    pairs_outcome outcome = next_element(in, r);
    bool remembered = true;
    if (outcome == PAIRS_ROW && r->fault[0] == '\0') {
        remembered = check_text(in, text->bytes, text->size - 1, r);
    }
    if (outcome == PAIRS_ROW && r->fault[0] == '\0' && remembered) {
        remembered = read_object(in, text->bytes, text->size, r);
    }
    return remembered ? outcome : no_memory(in);
}

// --- all forms -------------------------------------------------------------

void pairs_from_arguments(pairs_in *in, bool points,
                          const given_point *argument, size_t count)
{
    memset(in, 0, sizeof *in);
    in->form = PAIRS_ARGUMENTS;
    in->points = points;
    in->argument = argument;
    in->arguments = count;
    in->file.fd = -1;
}

exit_code pairs_from_file(pairs_in *in, bool points, const char *path)
{
    pairs_from_arguments(in, points, NULL, 0);
    in->form = PAIRS_UNKNOWN;
    // Points may be called as the starts of pairs are.
    in->header = csv_header_of(column_names(in), pair_columns, PAIRS_COLUMNS,
                               settle_header);
    csv_init(&in->record);
    return source_open(&in->file, path);
}

void pairs_close(pairs_in *in)
{
    source_close(&in->file);
    csv_free(&in->record);
    json_free(&in->json);
    text_free(&in->id);
}

const char *pairs_name(const pairs_in *in)
{
    return in->form == PAIRS_ARGUMENTS ? NULL : in->file.name;
}

// Goes to the first character that is no blank; gives it.
static int skip_to_text(pairs_in *in)
{
    source_skip_mark(&in->file);
    int c = source_peek(&in->file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        (void)source_next(&in->file);
        c = source_peek(&in->file);
    }
    return c;
}

static void tell_form(pairs_in *in)
{
    int c = skip_to_text(in);
    in->form = c == '[' || c == '{' ? PAIRS_JSON : PAIRS_CSV;
    if (in->form == PAIRS_JSON) {
        json_init(&in->json, &in->file);
    }
}

static pairs_outcome next_argument(pairs_in *in, request *r)
{
    if (in->taken == in->arguments) {
        return PAIRS_END;
    }
    r->start = in->argument[in->taken++];
    if (!in->points) {
        r->end = in->argument[in->taken++];
    }
    return PAIRS_ROW;
}

exit_code pairs_report_failure(const pairs_in *in)
{
    return csv_header_report(&in->header, &in->file, &in->record,
                             in->no_memory);
}

// A request without a fault whose id is the number of its row.
static void begin_request(pairs_in *in, request *r)
{
    r->id = text_of_count(in->rows, in->row_id);
    r->id_is_number = true;
    r->row = in->rows;
    r->event = NULL;
    r->start = (given_point){{0, 0, 0}, false};
    r->end = r->start;
    r->line = 0;
    r->column = 0;
    r->fault[0] = '\0';
}

pairs_outcome pairs_next(pairs_in *in, request *r)
{
    pairs_outcome outcome;
    if (in->form == PAIRS_UNKNOWN) {
        tell_form(in);
    }
    begin_request(in, r);
    if (in->form == PAIRS_ARGUMENTS) {
        outcome = next_argument(in, r);
    } else if (in->form == PAIRS_CSV) {
        outcome = next_csv(in, r);
    } else {
        outcome = next_json(in, r);
    }
    if (in->file.error != 0) {
        return PAIRS_FAILED;
    }
    in->rows += outcome == PAIRS_ROW;
    return outcome;
}

pairs_outcome pairs_next_event(pairs_in *in, request *r)
{
    if (in->form == PAIRS_UNKNOWN) {
        (void)skip_to_text(in);
        in->form = PAIRS_JSON;
        json_init(&in->json, &in->file);
    }
    begin_request(in, r);
    r->event = r->id;
    pairs_outcome outcome = next_element(in, r);
    if (in->file.error != 0) {
        return PAIRS_FAILED;
    }
    in->rows += outcome == PAIRS_ROW;
    return outcome;
}

const char *pairs_event(const pairs_in *in, size_t *size)
{
    // There is a NUL behind it.
    *size = in->json.bytes.size - 1;
    return in->json.bytes.bytes;
}

bool pairs_read_query(pairs_in *in, size_t at, size_t size, request *r)
{
    char *text = in->json.bytes.bytes + at;
    text[size] = '\0';
    return read_object(in, text, size + 1, r);
}
