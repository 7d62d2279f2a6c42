// query_options.c - navquery's command line.
//
// An option that would have no effect on the task at hand is refused: a table
// says which options go with which tasks (query_table.c).
#include "query_options.h"

#include <stdlib.h>

#include "batch.h"
#include "out.h"
#include "pairs_in.h"
#include "query_table.h"
#include "source.h"

// In the order of query_exports.
static const query_task export_tasks[] = {TASK_OBJ, TASK_JSON, TASK_GEOJSON,
                                          TASK_SVG, TASK_HTML};

#define IN(format) (1u << (format))
#define PATH_FORMATS                                                           \
    (IN(FORMAT_CSV) | IN(FORMAT_JSON) | IN(FORMAT_JSONL) | IN(FORMAT_GEOJSON))

// The formats that --format may ask for, of tasks that it goes with.
static const uint32_t formats_of_task[] = {
    [TASK_PATH] = PATH_FORMATS,
    [TASK_LOCATE] = PATH_FORMATS,
    [TASK_RAYCAST] = PATH_FORMATS & ~IN(FORMAT_GEOJSON),
    [TASK_FIELD] = IN(FORMAT_CSV) | IN(FORMAT_JSON) | IN(FORMAT_NPY) |
                   IN(FORMAT_PGM) | IN(FORMAT_SVG),
    [TASK_AGENTS] = IN(FORMAT_CSV) | IN(FORMAT_SVG),
    [TASK_MATRIX] = IN(FORMAT_CSV) | IN(FORMAT_JSON),
    // What it says without the option is no CSV.
    [TASK_INFO] = IN(FORMAT_JSON),
    [TASK_HTML_PATHS] = 0};

static exit_code take_task(query_options *options, query_task task)
{
    if (options->task != TASK_PATH && options->task != task) {
        return diag_usage("%s and %s exclude each other",
                          query_task_name(options->task),
                          query_task_name(task));
    }
    options->task = task;
    return EXIT_DONE;
}

// Each of the functions below takes some of the options: it says whether the
// one at hand is among them, and tells in `code` what came of it.

// Options that take one of some words.
static bool take_word(query_options *options, int key, const char *argument,
                      exit_code *code)
{
    size_t word = 0;
    if (options_words(&query_option_set, key) == NULL) {
        return false;
    }
    *code = options_take_word(&query_option_set, key, argument, &word);
    if (*code != EXIT_DONE) {
        return true;
    }
    switch (key) {
    case 'f':
        options->format = (query_format)word;
        break;
    case KEY_ROWS:
        options->style.rows = (answer_rows)word;
        break;
    case KEY_SEARCH:
        options->path.search = (nav_search)word;
        break;
    case KEY_FLOOR:
        options->floor = word == 0 ? NAV_FLOOR_LOWEST : NAV_FLOOR_HIGHEST;
        break;
    case KEY_FIELD_METHOD:
        options->field.build.method = (nav_field_method)word;
        break;
    case KEY_CELL_TEST:
        options->field.build.test = (nav_cell_test)word;
        break;
    case KEY_EXPORT:
        *code = take_task(options, export_tasks[word]);
        break;
    default:
        return false;
    }
    return true;
}

static exit_code take_threads(query_options *options, const char *argument)
{
    if (!options_count(argument, 0, BATCH_THREADS_MOST, &options->threads)) {
        return diag_usage("--threads must be a whole number from 0 to %d, not "
                          "'%s'",
                          BATCH_THREADS_MOST, argument);
    }
    return EXIT_DONE;
}

static exit_code take_snap(query_options *options, const char *argument)
{
    return options_distance(argument, &options->path.snap)
               ? EXIT_DONE
               : diag_usage("--snap must be a distance, not '%s'", argument);
}

static exit_code take_precision(query_options *options, const char *argument)
{
    uint32_t digits;
    if (!options_count(argument, 0, NAV_NUMBER_FIXED_MAX, &digits)) {
        return diag_usage("--precision must be a whole number from 0 to %d, "
                          "not '%s'",
                          NAV_NUMBER_FIXED_MAX, argument);
    }
    options->style.precision = (int)digits;
    return EXIT_DONE;
}

static exit_code take_goal(query_options *options, const char *argument)
{
    exit_code code = take_task(options, TASK_FIELD);
    return code == EXIT_DONE ? field_options_add_goal(&options->field, argument)
                             : code;
}

// Options about fields, but for those that take words.
static bool take_field(query_options *options, int key, const char *argument,
                       exit_code *code)
{
    field_options *field = &options->field;
    switch (key) {
    case KEY_FIELD:
        *code = take_goal(options, argument);
        return true;
    case KEY_CELL:
        *code = field_options_take_cell(field, argument);
        return true;
    case KEY_FIELD_CHECK:
        *code = field_options_take_checks(field, argument);
        return true;
    case KEY_COMPARE:
        field->compare = true;
        return true;
    case KEY_SVG:
        field->svg = argument;
        return true;
    default:
        return false;
    }
}

static bool take_agents(agent_options *options, int key, const char *argument,
                        exit_code *code)
{
    switch (key) {
    case KEY_AGENTS:
        options->file = argument;
        return true;
    case KEY_STEPS:
        *code = agent_options_take_steps(options, argument);
        return true;
    case KEY_DT:
        *code = agent_options_take_dt(options, argument);
        return true;
    case KEY_SEPARATION:
        *code = agent_options_take_separation(options, argument);
        return true;
    case KEY_ARRIVAL:
        *code = agent_options_take_arrival(options, argument);
        return true;
    case KEY_NO_SMOOTH:
        options->crowd.no_smooth = true;
        return true;
    default:
        return false;
    }
}

// Options that say what is to be done, or how, without an argument.
static bool take_flag(query_options *options, int key, exit_code *code)
{
    switch (key) {
    case KEY_LOCATE:
        options->style.kind = ANSWER_LOCATION;
        *code = take_task(options, TASK_LOCATE);
        return true;
    case KEY_RAYCAST:
        options->style.kind = ANSWER_RAY;
        *code = take_task(options, TASK_RAYCAST);
        return true;
    case KEY_INFO:
        *code = take_task(options, TASK_INFO);
        return true;
    case KEY_CHECK:
        *code = take_task(options, TASK_CHECK);
        return true;
    case KEY_CROSSINGS:
        options->path.crossings = true;
        return true;
    case KEY_LABELS:
        options->labels = true;
        return true;
    case KEY_PARTIAL:
        options->path.partial = true;
        return true;
    case 'e':
        options->exit_negative = true;
        return true;
    default:
        return false;
    }
}

// Names of files.
static bool take_file(query_options *options, int key, const char *argument,
                      exit_code *code)
{
    switch (key) {
    case 'i':
        options->input = argument;
        return true;
    case 'o':
        options->output = argument;
        return true;
    case KEY_MATRIX:
        options->matrix = argument;
        *code = take_task(options, TASK_MATRIX);
        return true;
    case KEY_OBSTACLES:
        *code = obstacle_files_add(&options->obstacles, argument);
        return true;
    case KEY_SCENARIO:
        options->scenario = argument;
        return true;
    default:
        return false;
    }
}

// Numbers, and the names of areas.
static bool take_value(query_options *options, int key, const char *argument,
                       exit_code *code)
{
    switch (key) {
    case KEY_SNAP:
        *code = take_snap(options, argument);
        return true;
    case KEY_PRECISION:
        *code = take_precision(options, argument);
        return true;
    case KEY_COST:
        options->style.costs = true;
        *code = area_rules_add_cost(&options->areas, argument);
        return true;
    case KEY_FORBID:
        *code = area_rules_add_ban(&options->areas, argument);
        return true;
    case KEY_OBSTACLE_CELLS:
        *code = obstacle_files_take_cells(argument, &options->obstacle_cells);
        return true;
    case 'j':
        *code = take_threads(options, argument);
        return true;
    default:
        return false;
    }
}

static exit_code take(void *context, int key, const char *argument)
{
    query_options *options = context;
    exit_code code = EXIT_DONE;
    query_note_given(options, key);
    bool taken = common_options_take(&options->common, &query_option_set, key,
                                     argument, &code) ||
                 take_word(options, key, argument, &code) ||
                 take_field(options, key, argument, &code) ||
                 take_agents(&options->agents, key, argument, &code) ||
                 take_flag(options, key, &code) ||
                 take_file(options, key, argument, &code) ||
                 take_value(options, key, argument, &code);
    return taken ? code : options_left_over(&query_option_set, key);
}

static exit_code check_combinations(const query_options *options)
{
    const char *misfit = query_find_misfit(options);
    if (misfit != NULL) {
        return diag_usage("--%s does not go with %s", misfit,
                          query_task_name(options->task));
    }
    if (query_is_given(options, KEY_ROWS) && options->format != FORMAT_CSV) {
        return diag_usage("--rows goes with --format csv alone");
    }
    if (query_is_given(options, KEY_OBSTACLE_CELLS) &&
        options->obstacles.count == 0 && options->scenario == NULL) {
        return diag_usage("--obstacle-cells goes with --obstacles or "
                          "--scenario alone");
    }
    return EXIT_DONE;
}

static exit_code check_format(const query_options *options)
{
    query_format format = options->format;
    if (query_is_given(options, 'f') &&
        (IN(format) & formats_of_task[options->task]) == 0) {
        return diag_usage("--format %s does not go with %s",
                          query_formats[format],
                          query_task_name(options->task));
    }
    if (query_is_given(options, KEY_PRECISION) &&
        (format == FORMAT_NPY || format == FORMAT_PGM) &&
        options->field.svg == NULL) {
        return diag_usage("--precision does not go with --format %s",
                          query_formats[format]);
    }
    return EXIT_DONE;
}

static exit_code check_field(const query_options *options)
{
    if (query_asks_field(options->task) && !query_is_given(options, KEY_CELL)) {
        return diag_usage("--field needs --cell, the side of a cell");
    }
    if (options->task == TASK_AGENTS && options->format == FORMAT_SVG &&
        options->field.svg != NULL) {
        return diag_usage("--svg does not go with --format svg of agents");
    }
    return EXIT_DONE;
}

// What is asked comes from the scenario alone, in its order.
static exit_code check_scenario(const query_options *options)
{
    if (options->scenario == NULL) {
        return EXIT_DONE;
    }
    if (options->input != NULL) {
        return diag_usage("--scenario and --input exclude each other");
    }
    if (options->point_count > 0) {
        return diag_usage("points do not go with --scenario");
    }
    // Nor as many as there are processors, be it one.
    if (options->threads != 1) {
        return diag_usage("--scenario goes with one thread alone");
    }
    return EXIT_DONE;
}

static exit_code check_pairs(const query_options *options)
{
    bool wanted = query_asks_rows(options->task);
    bool single = options->task == TASK_LOCATE;
    if (options->point_count > 0 && !wanted) {
        return diag_usage("points do not go with %s",
                          query_task_name(options->task));
    }
    if (options->point_count > 0 && options->input != NULL) {
        return diag_usage("points come from the arguments or from --input, "
                          "not from both");
    }
    if (wanted && options->point_count == 0 && options->input == NULL &&
        options->scenario == NULL) {
        return diag_usage(single ? "there are no points: give X,Y or -i FILE"
                                 : "there are no pairs: give X0,Y0 X1,Y1 or "
                                   "-i FILE");
    }
    if (!single && options->point_count % 2 != 0) {
        return diag_usage("the number of points is odd: a pair is X0,Y0 X1,Y1");
    }
    return EXIT_DONE;
}

// A file that is written, and so must not be read.
static exit_code check_written(const query_options *options, const char *output)
{
    const char *read[] = {options->mesh, options->input, options->scenario,
                          options->matrix, options->agents.file};
    if (output[0] == '\0') {
        return diag_usage("the name of the output file is empty");
    }
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
        if (read[i] != NULL && out_is_input(read[i], output)) {
            return diag_usage("'%s' is an input", output);
        }
    }
    if (obstacle_files_have(&options->obstacles, output)) {
        return diag_usage("'%s' is an input", output);
    }
    return EXIT_DONE;
}

static exit_code check_files(const query_options *options)
{
    size_t on_stdin = obstacle_files_on_stdin(&options->obstacles);
    if (source_is_stdin(options->mesh) && source_is_stdin(options->input)) {
        return diag_usage("mesh and pairs cannot both be standard input");
    }
    on_stdin += source_is_stdin(options->mesh);
    on_stdin += source_is_stdin(options->input);
    on_stdin += source_is_stdin(options->scenario);
    on_stdin += source_is_stdin(options->agents.file);
    on_stdin += source_is_stdin(options->matrix);
    exit_code code = check_written(options, options->output);
    if (code == EXIT_DONE && options->field.svg != NULL) {
        code = check_written(options, options->field.svg);
        if (code == EXIT_DONE &&
            out_same_file(options->field.svg, options->output)) {
            code =
                diag_usage("'%s' is named for two outputs", options->field.svg);
        }
    }
    if (code != EXIT_DONE) {
        return code;
    }
    return on_stdin > 1 ? diag_usage("standard input is named for two inputs")
                        : EXIT_DONE;
}

static exit_code read_points(query_options *options,
                             const options_result *result)
{
    options->point_count = result->operands - 1;
    options->points = calloc(options->point_count + 1, sizeof *options->points);
    if (options->points == NULL) {
        return diag_memory();
    }
    for (size_t i = 0; i < options->point_count; i++) {
        const char *argument = result->operand[i + 1];
        if (!pairs_read_point(argument, &options->points[i])) {
            return diag_usage("'%s' is not a point X,Y or X,Y,Z", argument);
        }
    }
    return EXIT_DONE;
}

// With pairs an export has their paths too; tells how a page has its answers.
static void take_pairs(query_options *options)
{
    if (options->point_count > 0 || options->input != NULL) {
        options->task = options->task == TASK_SVG       ? TASK_SVG_PATHS
                        : options->task == TASK_GEOJSON ? TASK_GEOJSON_PATHS
                        : options->task == TASK_HTML    ? TASK_HTML_PATHS
                                                        : options->task;
    }
    if (options->task == TASK_HTML_PATHS) {
        options->format = FORMAT_JSON;
        options->style.in_page = true;
    }
}

static exit_code check(query_options *options, const options_result *result)
{
    if (result->operands == 0) {
        return diag_usage("there is no MESH.nav");
    }
    options->mesh = result->operand[0];
    exit_code code = read_points(options, result);
    take_pairs(options);
    if (options->task == TASK_FIELD && options->agents.file != NULL) {
        options->task = TASK_AGENTS;
    }
    if (code == EXIT_DONE) {
        code = check_combinations(options);
    }
    if (code == EXIT_DONE) {
        code = check_format(options);
    }
    if (code == EXIT_DONE) {
        code = check_field(options);
    }
    if (code == EXIT_DONE) {
        code = check_scenario(options);
    }
    if (code == EXIT_DONE) {
        code = check_pairs(options);
    }
    if (code == EXIT_DONE) {
        code = check_files(options);
    }
    if (options->threads == 0) {
        options->threads = batch_processors();
    }
    return code;
}

exit_code query_options_read(query_options *options, int argc, char **argv,
                             bool *stop)
{
    *options = (query_options){.task = TASK_PATH,
                               .output = "-",
                               .threads = 1,
                               .style.precision = OUT_SHORTEST,
                               .agents = agent_options_default(),
                               .path.search = NAV_SEARCH_OPTIMAL};
    options_result result =
        options_read(&query_option_set, argc, argv, take, options);
    if (!result.stop) {
        result.code = check(options, &result);
        diag_levels(options->common.quiet, options->common.verbose);
    }
    *stop = result.stop || result.code != EXIT_DONE;
    return result.code;
}

void query_options_free(query_options *options)
{
    free(options->points);
    options->points = NULL;
    area_rules_free(&options->areas);
    obstacle_files_free(&options->obstacles);
    field_options_free(&options->field);
}
