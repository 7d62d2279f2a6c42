// query_options.h - navquery's command line.
#ifndef CLI_QUERY_OPTIONS_H
#define CLI_QUERY_OPTIONS_H

#include "agent_options.h"
#include "answer.h"
#include "area_rules.h"
#include "common_options.h"
#include "field_options.h"
#include "obstacle_files.h"
#include "pairs_in.h"

// What is to be done.
typedef enum query_task {
    TASK_PATH,
    TASK_LOCATE,
    TASK_RAYCAST,
    TASK_FIELD,
    TASK_AGENTS, // through a field
    TASK_INFO,
    TASK_OBJ,
    TASK_SVG,       // the mesh alone
    TASK_SVG_PATHS, // with paths
    TASK_JSON,
    TASK_GEOJSON, // the mesh alone
    TASK_GEOJSON_PATHS,
    TASK_MATRIX,
    TASK_CHECK,
    TASK_HTML,      // the mesh alone
    TASK_HTML_PATHS // with paths
} query_task;

typedef enum query_format {
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_JSONL,
    FORMAT_GEOJSON,
    FORMAT_NPY, // these for fields alone
    FORMAT_PGM,
    FORMAT_SVG
} query_format;

typedef struct query_options {
    query_task task;
    query_format format;
    answer_style style;
    nav_path_options path;
    nav_floor floor;   // meant by points without a height
    const char *mesh;  // "-" is standard input
    const char *input; // where the pairs are, "-" is standard input; NULL: none
    obstacle_files obstacles;
    double obstacle_cells; // 0: exact
    const char *scenario;  // file of events, "-" is standard input; NULL: none
    const char *matrix;    // file of points, "-" likewise; NULL: none
    const char *output;    // "-" is standard output
    given_point *points;   // those given as arguments
    size_t point_count;
    area_rules areas;
    field_options field;
    agent_options agents;
    const double *area_cost; // [areas of the mesh] once it is read; NULL: all 1
    uint32_t threads;        // 1 or more
    common_options common;
    bool labels; // the numbers of polygons in a picture
    bool exit_negative;
    uint64_t given; // set of options, for the checks
} query_options;

// The options there are.
extern const option_set query_option_set;

// Reads the command line.  `stop` says that nothing is to be done, and the
// result is then the exit status.  `argv` is permuted.
exit_code query_options_read(query_options *options, int argc, char **argv,
                             bool *stop);
void query_options_free(query_options *options);

#endif
