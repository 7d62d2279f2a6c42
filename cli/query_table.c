// query_table.c - navquery's options: what they are called, what they take, and
// what they go with.
#include "query_table.h"

#include "batch.h"

#define THREADS_MOST OPTIONS_TEXT(BATCH_THREADS_MOST)
#define DIGITS_MOST OPTIONS_TEXT(NAV_NUMBER_FIXED_MAX)

static const option_row rows[] = {
    {'i', "input", "FILE",
     "read pairs from FILE, as CSV or JSON; - is standard\ninput"},
    {'o', "output", "FILE",
     "write to FILE; - is standard output (the default)"},
    {'f', "format", "FORMAT",
     "csv (the default), json (one array), jsonl (one\nobject a line) or "
     "geojson; of a field csv, json (one\nobject), npy, pgm or svg; of agents "
     "csv or svg; of a\nmatrix csv or json; of --info json"},
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
    COMMON_MEMORY_ROW,
    {'e', "exit-status", NULL, "exit 1 unless the status of every row is ok"},
    COMMON_LAST_ROWS};

const char *const query_formats[] = {
    [FORMAT_CSV] = "csv",     [FORMAT_JSON] = "json",
    [FORMAT_JSONL] = "jsonl", [FORMAT_GEOJSON] = "geojson",
    [FORMAT_NPY] = "npy",     [FORMAT_PGM] = "pgm",
    [FORMAT_SVG] = "svg",     NULL};
const char *const query_row_kinds[] = {"waypoints", "portals", "summary", NULL};
const char *const query_searches[] = {"optimal", "midpoint", "centroid", NULL};
const char *const query_exports[] = {"obj", "json", "geojson",
                                     "svg", "html", NULL};
const char *const query_floors[] = {"lowest", "highest", NULL};

static const option_words words[] = {{'f', query_formats},
                                     {KEY_ROWS, query_row_kinds},
                                     {KEY_SEARCH, query_searches},
                                     {KEY_EXPORT, query_exports},
                                     {KEY_FLOOR, query_floors},
                                     {KEY_FIELD_METHOD, field_methods},
                                     {KEY_CELL_TEST, field_cell_tests},
                                     COMMON_WORDS};

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
    {COMMON_PROGRESS, ON_ROWS},
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

const char *query_task_name(query_task task)
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

void query_note_given(query_options *options, int key)
{
    options->given |= UINT64_C(1) << place_of(key);
}

bool query_is_given(const query_options *options, int key)
{
    return (options->given >> place_of(key) & 1) != 0;
}

const char *query_find_misfit(const query_options *options)
{
    for (size_t i = 0; i < COMBINATIONS; i++) {
        if (query_is_given(options, combinations[i].key) &&
            (combinations[i].tasks & ON(options->task)) == 0) {
            return rows[place_of(combinations[i].key)].name;
        }
    }
    return NULL;
}

bool query_asks_rows(query_task task)
{
    return (ON_ROWS & ON(task)) != 0;
}

bool query_asks_field(query_task task)
{
    return (ON_FIELD & ON(task)) != 0;
}
