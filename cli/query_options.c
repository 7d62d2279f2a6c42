// query_options.c - navquery's command line.
//
// An option that would have no effect on the task at hand is refused: one table
// says which options go with which tasks.
#include "query_options.h"

#include <stdlib.h>

#include "batch.h"
#include "completion.h"
#include "out.h"
#include "pairs_in.h"
#include "source.h"

enum {
    KEY_ROWS = OPTIONS_LONG_ONLY,
    KEY_SEARCH,
    KEY_SNAP,
    KEY_LOCATE,
    KEY_RAYCAST,
    KEY_INFO,
    KEY_EXPORT,
    KEY_LABELS,
    KEY_PROGRESS,
    KEY_PRECISION,
    KEY_FLOOR,
    KEY_CROSSINGS,
    KEY_FORBID,
    KEY_COST,
    KEY_OBSTACLES,
    KEY_OBSTACLE_CELLS,
    KEY_SCENARIO,
    KEY_PARTIAL,
    KEY_MAX_MEMORY,
    KEY_MATRIX,
    KEY_CHECK,
    KEY_FIELD, // from here on: take_field
    KEY_CELL,
    KEY_FIELD_METHOD,
    KEY_CELL_TEST,
    KEY_FIELD_CHECK,
    KEY_COMPARE,
    KEY_SVG,
    KEY_AGENTS, // from here on: take_agents
    KEY_STEPS,
    KEY_DT,
    KEY_NO_SMOOTH,
    KEY_SEPARATION,
    KEY_ARRIVAL
};

#define THREADS_MOST OPTIONS_TEXT(BATCH_THREADS_MOST)
#define DIGITS_MOST OPTIONS_TEXT(NAV_NUMBER_FIXED_MAX)

static const option_row rows[] = {
    {'i', "input", "FILE",
     "read pairs from FILE, as CSV or JSON; - is standard\ninput"},
    {'o', "output", "FILE",
     "write to FILE; - is standard output (the default)"},
    {'f', "format", "FORMAT",
     "csv (the default), json (one array), jsonl (one\nobject a line) or "
     "geojson; of a field csv, json (one\nobject), npy, pgm or svg"},
    {KEY_ROWS, "rows", "KIND",
     "what a CSV row is: waypoints (the default), portals\nor summary"},
    {KEY_SEARCH, "search", "METHOD",
     "optimal (the default): a shortest path; or A* over\n"
     "midpoint: middles of portals, or centroid: centroids\nof polygons"},
    {KEY_SNAP, "snap", "D",
     "move an end that is off the mesh to the nearest\n"
     "walkable point within D, or inf (default 0)"},
    {KEY_FLOOR, "floor", "WHICH",
     "where floors lie over each other, a point in plan\nmeans the lowest or "
     "the highest; by default it is\nambiguous"},
    {KEY_CROSSINGS, "crossings", NULL,
     "add a waypoint where a path crosses a crease of the\nfloor, or a step"},
    {KEY_PARTIAL, "partial", NULL,
     "when the goal cannot be reached, go to the nearest\nplace that can"},
    {KEY_COST, "cost", "NAME=C",
     "a unit of length in the area NAME costs C, a number\nabove 0; elsewhere "
     "it "
     "costs 1"},
    {KEY_FORBID, "forbid", "NAME",
     "leave the area NAME out of the mesh, as if it were not\nwalkable; may be "
     "given several times"},
    {KEY_OBSTACLES, "obstacles", "FILE",
     "lay the obstacles in FILE over the mesh; may be given\nagain"},
    {KEY_OBSTACLE_CELLS, "obstacle-cells", "S",
     "mark obstacles in a grid of cells of side S, by the\ncentres of the "
     "cells (for comparison; default 0: exact)"},
    {KEY_SCENARIO, "scenario", "FILE",
     "do what FILE says, event by event: obstacles come,\nmove and go, and "
     "queries are answered in between"},
    {KEY_FIELD, "field", "X,Y",
     "tell the way to this goal from everywhere, over a grid\nof cells; the "
     "nearest of several, if given again"},
    {KEY_CELL, "cell", "S", "side of the cells of a field"},
    {KEY_FIELD_METHOD, "field-method", "METHOD",
     "exact (the default): true distances and turns, or\ngrid4: steps over "
     "neighbouring cells"},
    {KEY_CELL_TEST, "cell-test", "TEST",
     "a cell is blocked when its centre is off the mesh:\ncentre (the "
     "default), or when any part of it is: full"},
    {KEY_FIELD_CHECK, "field-check", "K",
     "compare K places of the field with paths found one by\none"},
    {KEY_COMPARE, "compare", NULL,
     "tell by how much the ways of grid4 are too long"},
    {KEY_SVG, "svg", "FILE",
     "draw the field, or the ways of agents, into FILE as\nwell"},
    {KEY_AGENTS, "agents", "FILE",
     "let the agents in FILE walk through the field; - is\nstandard input"},
    {KEY_STEPS, "steps", "N", "steps that agents make (default 100)"},
    {KEY_DT, "dt", "T", "length of a step in time (default 1)"},
    {KEY_NO_SMOOTH, "no-smooth", NULL,
     "agents do not take their velocity into account"},
    {KEY_SEPARATION, "separation", "R",
     "agents nearer than R push each other apart (default 0)"},
    {KEY_ARRIVAL, "arrival", "D",
     "an agent has arrived within D of a goal that it sees\n(default half a "
     "cell)"},
    {KEY_LOCATE, "locate", NULL,
     "tell polygon, nearest point and distance of points"},
    {KEY_RAYCAST, "raycast", NULL,
     "tell how far one can go straight from each start"},
    {KEY_MATRIX, "matrix", "FILE",
     "tell the lengths of the paths between all points in\nFILE, as a table: "
     "CSV, or one JSON object"},
    {KEY_INFO, "info", NULL, "describe the mesh and its file"},
    {KEY_CHECK, "check", NULL,
     "check everything that must be true of a mesh; name what\nis not"},
    {KEY_EXPORT, "export", "FORMAT",
     "write the mesh as obj or json, which navbake reads,\nor with the paths "
     "of "
     "the pairs as geojson, svg or\nhtml: a page to look at, and to find paths "
     "in, that\nneeds no network"},
    {KEY_LABELS, "labels", NULL,
     "write the numbers of polygons into the picture"},
    {KEY_PRECISION, "precision", "N",
     "digits after the point, 0 to " DIGITS_MOST
     "; by default the\nshortest text that reads back to the same number"},
    {'j', "threads", "N",
     "answer in N threads, 1 (the default) to " THREADS_MOST ";\n"
     "0: one for each processor"},
    {KEY_MAX_MEMORY, "max-memory", "SIZE",
     "give up, with exit status 5, rather than use more\nmemory: bytes, or K, "
     "M "
     "or G (1024, its square, its\ncube) of them"},
    {'e', "exit-status", NULL, "exit 1 unless the status of every row is ok"},
    {KEY_PROGRESS, "progress", "WHEN",
     "show how far it is: auto (the default: on a terminal,\nafter a second), "
     "always or never"},
    {'q', "quiet", NULL, "print no warnings"},
    {'v', "verbose", NULL, "say on standard error how long the stages take"},
    {OPTIONS_COMPLETION, "completion", "SHELL",
     "print what completes these options in a shell and\nexit: bash, zsh or "
     "fish"},
    {'V', "version", NULL, "print the version and exit"},
    {'h', "help", NULL, "print this help and exit"}};

static const char *const formats[] = {"csv", "json", "jsonl",   "npy",
                                      "pgm", "svg",  "geojson", NULL};
static const char *const kinds[] = {"waypoints", "portals", "summary", NULL};
static const char *const searches[] = {"optimal", "midpoint", "centroid", NULL};
static const char *const exports[] = {"obj",     "svg",  "json",
                                      "geojson", "html", NULL};
static const query_task export_tasks[] = {TASK_OBJ, TASK_SVG, TASK_JSON,
                                          TASK_GEOJSON, TASK_HTML};
static const char *const floors[] = {"lowest", "highest", NULL};

static const option_words words[] = {{'f', formats},
                                     {KEY_ROWS, kinds},
                                     {KEY_SEARCH, searches},
                                     {KEY_EXPORT, exports},
                                     {KEY_FLOOR, floors},
                                     {KEY_FIELD_METHOD, field_methods},
                                     {KEY_CELL_TEST, field_cell_tests},
                                     {KEY_PROGRESS, progress_modes},
                                     {OPTIONS_COMPLETION, completion_shells},
                                     {0, NULL}};

const option_set query_option_set = {
    "navquery [OPTION]... MESH.nav X0,Y0 X1,Y1... | -i FILE\n"
    "       navquery --scenario FILE [OPTION]... MESH.nav\n"
    "       navquery --raycast [OPTION]... MESH.nav X0,Y0 X1,Y1... | -i FILE\n"
    "       navquery --locate [OPTION]... MESH.nav X,Y... | -i FILE\n"
    "       navquery --field X,Y... --cell S [OPTION]... MESH.nav\n"
    "       navquery --field X,Y... --cell S --agents FILE [OPTION]... "
    "MESH.nav\n"
    "       navquery --matrix FILE [OPTION]... MESH.nav\n"
    "       navquery --check [OPTION]... MESH.nav\n"
    "       navquery --info | --export obj|json [OPTION]... MESH.nav\n"
    "       navquery --export svg|geojson|html [OPTION]... MESH.nav\n"
    "                [X0,Y0 X1,Y1... | -i FILE]",
    "Find paths on a navigation mesh that navbake made.",
    "Pairs in CSV: x0,y0,x1,y1, or with a header, columns in any order and an\n"
    "optional id; in JSON: {\"id\":\"a\",\"start\":[x,y],\"end\":[x,y]}, in an "
    "array or\none a line.  An argument such as -5,3 is a point, not an "
    "option.  On a mesh with\nheights a point has its plan's two coordinates, "
    "or "
    "all three of the model.\n\n"
    "Events, in an array or one a line: {\"add\":{...}} an obstacle with an "
    "id,\n{\"move\":{\"id\":\"door\",\"by\":[dx,dy]}}, "
    "{\"remove\":\"door\"},\n"
    "{\"query\":{\"start\":[x,y],\"end\":[x,y]}}.\n\n"
    "Exit status: 0 done, 1 some row is not ok and -e is given, 2 usage,\n"
    "3 bad input, 4 a file cannot be read or written, 5 out of memory.",
    rows,
    sizeof rows / sizeof rows[0],
    words};

// Each has a bit in query_options.given.
_Static_assert(sizeof rows / sizeof rows[0] <= 64, "more options than bits");

#define ON(task) (1u << (task))
#define ON_EXPORTED_PATHS                                                      \
    (ON(TASK_SVG_PATHS) | ON(TASK_GEOJSON_PATHS) | ON(TASK_HTML_PATHS))
#define ON_ROWS                                                                \
    (ON(TASK_PATH) | ON(TASK_LOCATE) | ON(TASK_RAYCAST) | ON_EXPORTED_PATHS)
// What finds paths, be it in the page.
#define ON_PAGE (ON(TASK_HTML) | ON(TASK_HTML_PATHS))
#define ON_PICTURE (ON_EXPORTED_PATHS | ON(TASK_HTML))
#define ON_FIELD (ON(TASK_FIELD) | ON(TASK_AGENTS))

// Tasks that an option goes with; options that are not listed go with all.
static const struct combination {
    int key;
    uint32_t tasks;
} combinations[] = {
    {'f', ON(TASK_PATH) | ON(TASK_LOCATE) | ON(TASK_RAYCAST) | ON_FIELD |
              ON(TASK_MATRIX) | ON(TASK_INFO)},
    {KEY_ROWS, ON(TASK_PATH)},
    {KEY_SEARCH, ON(TASK_PATH) | ON_PICTURE},
    {KEY_SNAP, ON_ROWS | ON(TASK_HTML) | ON_FIELD | ON(TASK_MATRIX)},
    {KEY_FLOOR, ON_ROWS | ON(TASK_HTML) | ON_FIELD | ON(TASK_MATRIX)},
    {KEY_CROSSINGS, ON(TASK_PATH)},
    {KEY_LABELS, ON(TASK_SVG) | ON(TASK_SVG_PATHS)},
    {KEY_PARTIAL, ON(TASK_PATH) | ON_PICTURE},
    {KEY_SCENARIO, ON(TASK_PATH) | ON(TASK_LOCATE) | ON(TASK_RAYCAST)},
    {KEY_COST, ON(TASK_PATH) | ON_PICTURE | ON(TASK_MATRIX)},
    {KEY_FORBID, ~ON(TASK_CHECK)},
    {KEY_OBSTACLES, ~ON(TASK_CHECK)},
    {KEY_PRECISION, ~(ON(TASK_CHECK) | ON_PAGE)},
    {'i', ON_ROWS},
    {'j', ON_ROWS | ON(TASK_AGENTS) | ON(TASK_MATRIX)},
    {'e', ON_ROWS | ON_FIELD | ON(TASK_MATRIX)},
    {KEY_CELL, ON_FIELD},
    {KEY_FIELD_METHOD, ON_FIELD},
    {KEY_CELL_TEST, ON_FIELD},
    {KEY_FIELD_CHECK, ON_FIELD},
    {KEY_COMPARE, ON_FIELD},
    {KEY_SVG, ON_FIELD},
    {KEY_AGENTS, ON(TASK_AGENTS)},
    {KEY_STEPS, ON(TASK_AGENTS)},
    {KEY_DT, ON(TASK_AGENTS)},
    {KEY_NO_SMOOTH, ON(TASK_AGENTS)},
    {KEY_SEPARATION, ON(TASK_AGENTS)},
    {KEY_ARRIVAL, ON(TASK_AGENTS)}};
#define COMBINATIONS (sizeof combinations / sizeof combinations[0])

#define IN(format) (1u << (format))
#define ROW_FORMATS                                                            \
    (IN(FORMAT_CSV) | IN(FORMAT_JSON) | IN(FORMAT_JSONL) | IN(FORMAT_GEOJSON))
#define MATRIX_FORMATS (IN(FORMAT_CSV) | IN(FORMAT_JSON))
#define FIELD_FORMATS                                                          \
    (IN(FORMAT_CSV) | IN(FORMAT_JSON) | IN(FORMAT_NPY) | IN(FORMAT_PGM) |      \
     IN(FORMAT_SVG))
#define AGENT_FORMATS (IN(FORMAT_CSV) | IN(FORMAT_SVG))

static const char *task_name(query_task task)
{
    static const char *const names[] = {
        [TASK_PATH] = "paths",
        [TASK_LOCATE] = "--locate",
        [TASK_RAYCAST] = "--raycast",
        [TASK_FIELD] = "--field",
        [TASK_AGENTS] = "--agents",
        [TASK_MATRIX] = "--matrix",
        [TASK_INFO] = "--info",
        [TASK_CHECK] = "--check",
        [TASK_OBJ] = "--export obj",
        [TASK_SVG] = "--export svg without pairs",
        [TASK_SVG_PATHS] = "--export svg",
        [TASK_JSON] = "--export json",
        [TASK_GEOJSON] = "--export geojson without pairs",
        [TASK_GEOJSON_PATHS] = "--export geojson",
        [TASK_HTML] = "--export html without pairs",
        [TASK_HTML_PATHS] = "--export html"};
    return names[task];
}

// Place of an option in the table, which is its bit in `given`.
static size_t place_of(int key)
{
    return options_place(&query_option_set, key);
}

static bool is_given(const query_options *options, int key)
{
    return (options->given >> place_of(key) & 1) != 0;
}

static exit_code take_task(query_options *options, query_task task)
{
    if (options->task != TASK_PATH && options->task != task) {
        return diag_usage("%s and %s exclude each other",
                          task_name(options->task), task_name(task));
    }
    options->task = task;
    return EXIT_DONE;
}

static exit_code take_word(query_options *options, int key,
                           const char *argument)
{
    size_t word = 0;
    if (key == 'f') {
        if (!options_word(formats, argument, &word)) {
            return diag_usage("--format must be csv, json, jsonl, geojson, "
                              "npy, pgm or svg, not '%s'",
                              argument);
        }
        options->format = (query_format)word;
    } else if (key == KEY_ROWS) {
        if (!options_word(kinds, argument, &word)) {
            return diag_usage("--rows must be waypoints, portals or summary, "
                              "not '%s'",
                              argument);
        }
        options->style.rows = (answer_rows)word;
    } else if (key == KEY_SEARCH) {
        if (!options_word(searches, argument, &word)) {
            return diag_usage("--search must be optimal, midpoint or centroid, "
                              "not '%s'",
                              argument);
        }
        options->path.search = (nav_search)word;
    } else if (key == KEY_FLOOR) {
        if (!options_word(floors, argument, &word)) {
            return diag_usage("--floor must be lowest or highest, not '%s'",
                              argument);
        }
        options->floor = word == 0 ? NAV_FLOOR_LOWEST : NAV_FLOOR_HIGHEST;
    } else {
        if (!options_word(exports, argument, &word)) {
            return diag_usage("--export must be obj, json, geojson, svg or "
                              "html, not '%s'",
                              argument);
        }
        return take_task(options, export_tasks[word]);
    }
    return EXIT_DONE;
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

static exit_code take_number(query_options *options, int key,
                             const char *argument)
{
    uint32_t digits;
    if (key == KEY_SNAP) {
        if (!options_distance(argument, &options->path.snap)) {
            return diag_usage("--snap must be a distance, not '%s'", argument);
        }
        return EXIT_DONE;
    }
    if (!options_count(argument, 0, NAV_NUMBER_FIXED_MAX, &digits)) {
        return diag_usage("--precision must be a whole number from 0 to %d, "
                          "not '%s'",
                          NAV_NUMBER_FIXED_MAX, argument);
    }
    options->style.precision = (int)digits;
    return EXIT_DONE;
}

static exit_code take_field(query_options *options, int key,
                            const char *argument)
{
    switch (key) {
    case KEY_FIELD: {
        exit_code code = take_task(options, TASK_FIELD);
        return code == EXIT_DONE
                   ? field_options_add_goal(&options->field, argument)
                   : code;
    }
    case KEY_CELL:
        return field_options_take_cell(&options->field, argument);
    case KEY_FIELD_METHOD:
        return field_options_take_method(&options->field, argument);
    case KEY_CELL_TEST:
        return field_options_take_test(&options->field, argument);
    case KEY_FIELD_CHECK:
        return field_options_take_checks(&options->field, argument);
    case KEY_COMPARE:
        options->field.compare = true;
        break;
    default:
        options->field.svg = argument;
        break;
    }
    return EXIT_DONE;
}

static exit_code take_agents(agent_options *options, int key,
                             const char *argument)
{
    switch (key) {
    case KEY_STEPS:
        return agent_options_take_steps(options, argument);
    case KEY_DT:
        return agent_options_take_dt(options, argument);
    case KEY_SEPARATION:
        return agent_options_take_separation(options, argument);
    case KEY_ARRIVAL:
        return agent_options_take_arrival(options, argument);
    case KEY_NO_SMOOTH:
        options->crowd.no_smooth = true;
        break;
    default:
        options->file = argument;
        break;
    }
    return EXIT_DONE;
}

// Options without an argument.
static exit_code take_flag(query_options *options, int key)
{
    switch (key) {
    case KEY_LOCATE:
        options->style.kind = ANSWER_LOCATION;
        return take_task(options, TASK_LOCATE);
    case KEY_RAYCAST:
        options->style.kind = ANSWER_RAY;
        return take_task(options, TASK_RAYCAST);
    case KEY_INFO:
        return take_task(options, TASK_INFO);
    case KEY_CHECK:
        return take_task(options, TASK_CHECK);
    case KEY_CROSSINGS:
        options->path.crossings = true;
        break;
    case KEY_LABELS:
        options->labels = true;
        break;
    case KEY_PARTIAL:
        options->path.partial = true;
        break;
    case 'e':
        options->exit_negative = true;
        break;
    case 'q':
        options->quiet = true;
        break;
    default:
        options->verbose = true;
        break;
    }
    return EXIT_DONE;
}

static exit_code take(void *context, int key, const char *argument)
{
    query_options *options = context;
    options->given |= UINT64_C(1) << place_of(key);
    if (key >= KEY_AGENTS) {
        return take_agents(&options->agents, key, argument);
    }
    if (key >= KEY_FIELD) {
        return take_field(options, key, argument);
    }
    if (argument == NULL) {
        return take_flag(options, key);
    }
    switch (key) {
    case 'i':
        options->input = argument;
        break;
    case 'o':
        options->output = argument;
        break;
    case KEY_MATRIX:
        options->matrix = argument;
        return take_task(options, TASK_MATRIX);
    case KEY_SNAP:
    case KEY_PRECISION:
        return take_number(options, key, argument);
    case KEY_COST:
        options->style.costs = true;
        return area_rules_add_cost(&options->areas, argument);
    case KEY_FORBID:
        return area_rules_add_ban(&options->areas, argument);
    case KEY_OBSTACLES:
        return obstacle_files_add(&options->obstacles, argument);
    case KEY_OBSTACLE_CELLS:
        return obstacle_files_take_cells(argument, &options->obstacle_cells);
    case KEY_SCENARIO:
        options->scenario = argument;
        break;
    case 'j':
        return take_threads(options, argument);
    case KEY_MAX_MEMORY:
        return options_take_memory(argument);
    case KEY_PROGRESS:
        return progress_take(argument, &options->progress);
    default:
        return take_word(options, key, argument);
    }
    return EXIT_DONE;
}

static exit_code check_combinations(const query_options *options)
{
    for (size_t i = 0; i < COMBINATIONS; i++) {
        if (is_given(options, combinations[i].key) &&
            (combinations[i].tasks & ON(options->task)) == 0) {
            return diag_usage("--%s does not go with %s",
                              rows[place_of(combinations[i].key)].name,
                              task_name(options->task));
        }
    }
    if (is_given(options, KEY_ROWS) && options->format != FORMAT_CSV) {
        return diag_usage("--rows goes with --format csv alone");
    }
    if (is_given(options, KEY_OBSTACLE_CELLS) &&
        options->obstacles.count == 0 && options->scenario == NULL) {
        return diag_usage("--obstacle-cells goes with --obstacles or "
                          "--scenario alone");
    }
    return EXIT_DONE;
}

static exit_code check_format(const query_options *options)
{
    uint32_t formats_of_task = options->task == TASK_FIELD    ? FIELD_FORMATS
                               : options->task == TASK_AGENTS ? AGENT_FORMATS
                               : options->task == TASK_MATRIX ? MATRIX_FORMATS
                               : options->task == TASK_INFO   ? MATRIX_FORMATS
                                                              : ROW_FORMATS;
    query_format format = options->format;
    // What --info says without the option is no CSV.
    bool text = options->task == TASK_INFO && format == FORMAT_CSV &&
                is_given(options, 'f');
    if ((IN(format) & formats_of_task) == 0 || text) {
        return diag_usage("--format %s does not go with %s", formats[format],
                          task_name(options->task));
    }
    if (format == FORMAT_GEOJSON && options->task == TASK_RAYCAST) {
        return diag_usage("--format geojson does not go with --raycast");
    }
    if (is_given(options, KEY_PRECISION) &&
        (format == FORMAT_NPY || format == FORMAT_PGM) &&
        options->field.svg == NULL) {
        return diag_usage("--precision does not go with --format %s",
                          formats[format]);
    }
    return EXIT_DONE;
}

static exit_code check_field(const query_options *options)
{
    if ((ON_FIELD & ON(options->task)) != 0 && !is_given(options, KEY_CELL)) {
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
    bool wanted = (ON_ROWS & ON(options->task)) != 0;
    bool single = options->task == TASK_LOCATE;
    if (options->point_count > 0 && !wanted) {
        return diag_usage("points do not go with %s", task_name(options->task));
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
        if (read[i] != NULL && !source_is_stdin(read[i]) &&
            out_same_file(read[i], output)) {
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
        diag_levels(options->quiet, options->verbose);
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
