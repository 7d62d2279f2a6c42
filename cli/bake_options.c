// bake_options.c - navbake's command line.
//
// Some options are about faces in space.  Whether the input has any is known
// only when it has been read, unless --from says so: they are checked then.
#include "bake_options.h"

#include <stdlib.h>
#include <string.h>

#include "depfile.h"
#include "out.h"
#include "slope.h"
#include "source.h"

enum {
    KEY_FROM = OPTIONS_LONG_ONLY,
    KEY_MAX_VERTS,
    KEY_NO_MERGE,
    KEY_LANDMARKS,
    KEY_AGENT_RADIUS,
    KEY_ARC_TOLERANCE,
    KEY_OBSTACLES,
    KEY_OBSTACLE_CELLS,
    KEY_STRICT,
    KEY_REPORT,
    KEY_SVG,
    KEY_LABELS,
    KEY_MD,
    KEY_MF,
    KEY_MT,
    KEY_DEPFILE,
    KEY_LINKS,
    KEY_UP,
    KEY_WELD,
    KEY_MAX_SLOPE,
    KEY_STEP,
    KEY_SEED,
    KEY_SKIP_BAD_FACES,
    KEY_PLANAR_TOLERANCE
};

#define LEAST OPTIONS_TEXT(NAV_MAX_VERTS_LEAST)
#define MOST OPTIONS_TEXT(NAV_MAX_VERTS_MOST)
#define DEFAULT OPTIONS_TEXT(NAV_MAX_VERTS_DEFAULT)
#define ARC_LEAST OPTIONS_TEXT(NAV_ARC_TOLERANCE_LEAST)
#define ARC_MOST OPTIONS_TEXT(NAV_ARC_TOLERANCE_MOST)
#define ARC_DEFAULT OPTIONS_TEXT(NAV_ARC_TOLERANCE_DEFAULT)
#define AUTO_LEAST OPTIONS_TEXT(LANDMARKS_AUTO_LEAST)
#define AUTO_MOST OPTIONS_TEXT(LANDMARKS_AUTO_MOST)

static const option_row rows[] = {
    {'o', "output", "FILE", "write the mesh to FILE; - is standard output"},
    {KEY_FROM, "from", "FORMAT",
     "what INPUT is: json or obj (by default its extension\nor its beginning "
     "tells)"},
    {KEY_MAX_VERTS, "max-verts", "N",
     "most corners of a polygon, " LEAST " to " MOST "\n(default " DEFAULT ")"},
    {KEY_NO_MERGE, "no-merge", NULL,
     "keep the triangles of JSON, the convex faces of OBJ"},
    {KEY_LANDMARKS, "landmarks", "WHEN",
     "make exact searches faster: on, off or auto\n(the default: "
     "with " AUTO_LEAST " to " AUTO_MOST " vertices)"},
    {KEY_LINKS, "links", "FILE",
     "add the links of FILE, a JSON list of objects with from\nand to, and "
     "cost, oneway, kind"},
    {KEY_AGENT_RADIUS, "agent-radius", "R",
     "keep only what is at least R away from the boundary"},
    {KEY_ARC_TOLERANCE, "arc-tolerance", "T",
     "at corners keep R (1 + T) away at most, T from " ARC_LEAST
     "\nto " ARC_MOST " (default " ARC_DEFAULT ")"},
    {KEY_OBSTACLES, "obstacles", "FILE",
     "take the obstacles in FILE away; may be given again"},
    {KEY_OBSTACLE_CELLS, "obstacle-cells", "S",
     "mark obstacles in a grid of cells of side S, by the\ncentres of the "
     "cells (for comparison; default 0: exact)"},
    {KEY_UP, "up", "AXIS", "OBJ: which axis points up: y (the default) or z"},
    {KEY_WELD, "weld", "D",
     "OBJ: vertices within D of each other are one, and those\nwithin D of an "
     "edge split it (default 0: where that is\nexact)"},
    {KEY_MAX_SLOPE, "max-slope", "DEG",
     "OBJ: keep the faces that look up and are no steeper,\n0 to 90 degrees "
     "(default: all faces that are not\nvertical)"},
    {KEY_STEP, "step", "H",
     "OBJ: join edges that lie over each other, up to H apart"},
    {KEY_SEED, "seed", "X,Y,Z",
     "OBJ: keep only what can be reached from there; may be\ngiven again"},
    {KEY_SKIP_BAD_FACES, "skip-bad-faces", NULL,
     "OBJ: leave out faces that cannot be used, with a warning"},
    {KEY_PLANAR_TOLERANCE, "planar-tolerance", "D",
     "OBJ: merge faces within D of one plane (default 0:\nexactly in one)"},
    {KEY_STRICT, "strict", NULL,
     "take warnings for errors: exit 1, write nothing"},
    {KEY_REPORT, "report", "FILE", "write counts and times to FILE as JSON"},
    {KEY_SVG, "svg", "FILE", "write a picture of the mesh to FILE"},
    {KEY_LABELS, "labels", NULL, "write their numbers into the polygons there"},
    {KEY_MD, "-MD", NULL,
     "write what OUTPUT depends on, as a rule for make and\nninja, to a file "
     "named after it that ends in .d"},
    {KEY_MF, "-MF", "FILE", "write that rule to FILE"},
    {KEY_MT, "-MT", "TARGET", "the target of that rule (default: OUTPUT)"},
    {KEY_DEPFILE, "depfile", "FILE", "the same as -MF FILE"},
    COMMON_MEMORY_ROW,
    COMMON_LAST_ROWS};

static const char *const kinds[] = {"json", "obj", NULL};
static const char *const choices[] = {[LANDMARKS_AUTO] = "auto",
                                      [LANDMARKS_ON] = "on",
                                      [LANDMARKS_OFF] = "off",
                                      NULL};
static const char *const axes[] = {"y", "z", NULL};

static const option_words words[] = {
    {KEY_FROM, kinds}, {KEY_LANDMARKS, choices}, {KEY_UP, axes}, COMMON_WORDS};

const option_set bake_option_set = {
    "navbake [OPTION]... INPUT -o OUTPUT.nav",
    "Bake polygons with holes, or floors in space, into a navigation mesh.  "
    "INPUT is\na file, or - for standard input.",
    "INPUT is JSON: a list of rings (the first is the outer one, the others "
    "are\n"
    "holes), an object with \"polygons\", or GeoJSON; or Wavefront OBJ.  Files "
    "are\nreplaced only when everything has succeeded.\n\n"
    "Exit status: 0 done, 1 warnings with --strict, 2 usage, 3 bad input,\n"
    "4 a file cannot be read or written, 5 out of memory.",
    rows,
    sizeof rows / sizeof rows[0],
    words};

static const char *name_of(int key)
{
    return rows[options_place(&bake_option_set, key)].name;
}

// Each of the functions below that give a bool takes some of the options: it
// says whether the one at hand is among them, and tells in `code` what came of
// it.

// Options that take one of some words.
static bool take_word(bake_options *options, int key, const char *argument,
                      exit_code *code)
{
    size_t word = 0;
    if (options_words(&bake_option_set, key) == NULL) {
        return false;
    }
    *code = options_take_word(&bake_option_set, key, argument, &word);
    if (*code != EXIT_DONE) {
        return true;
    }
    switch (key) {
    case KEY_FROM:
        options->from = word == 0 ? KIND_JSON : KIND_OBJ;
        break;
    case KEY_LANDMARKS:
        options->landmarks = (landmark_choice)word;
        break;
    case KEY_UP:
        options->model_option = name_of(key);
        options->model.up = word == 0 ? NAV_UP_Y : NAV_UP_Z;
        break;
    default:
        return false;
    }
    return true;
}

static exit_code take_max_verts(bake_options *options, const char *argument)
{
    if (!options_count(argument, NAV_MAX_VERTS_LEAST, NAV_MAX_VERTS_MOST,
                       &options->max_verts)) {
        return diag_usage("--max-verts must be a whole number from %d to %d, "
                          "not '%s'",
                          NAV_MAX_VERTS_LEAST, NAV_MAX_VERTS_MOST, argument);
    }
    return EXIT_DONE;
}

static exit_code take_radius(bake_options *options, const char *argument)
{
    if (!options_distance(argument, &options->agent_radius) ||
        !options_is_coordinate(options->agent_radius)) {
        return diag_usage("--agent-radius must be 0 or a length from 1e-100 to "
                          "1e100, not '%s'",
                          argument);
    }
    return EXIT_DONE;
}

static exit_code take_arc_tolerance(bake_options *options, const char *argument)
{
    if (!options_distance(argument, &options->arc_tolerance) ||
        options->arc_tolerance < NAV_ARC_TOLERANCE_LEAST ||
        options->arc_tolerance > NAV_ARC_TOLERANCE_MOST) {
        return diag_usage("--arc-tolerance must be a number from " ARC_LEAST
                          " to " ARC_MOST ", not '%s'",
                          argument);
    }
    return EXIT_DONE;
}

static exit_code take_seed(bake_options *options, const char *argument)
{
    double c[3];
    if (options_coordinates(argument, c) != 3) {
        return diag_usage("--seed must be a point X,Y,Z, not '%s'", argument);
    }
    nav_vec3 *seeds =
        options_grow(options->seeds, options->seed_count, sizeof *seeds);
    if (seeds == NULL) {
        return diag_memory();
    }
    seeds[options->seed_count++] = (nav_vec3){c[0], c[1], c[2]};
    options->seeds = seeds;
    return EXIT_DONE;
}

static exit_code take_slope(bake_options *options, const char *argument)
{
    return slope_rise(argument, &options->model.max_rise)
               ? EXIT_DONE
               : diag_usage("--max-slope must be an angle from 0 to 90, not "
                            "'%s'",
                            argument);
}

static exit_code take_length(int key, const char *argument, double *length)
{
    if (!options_distance(argument, length) || *length > NAV_COORD_MAX) {
        return diag_usage("--%s must be a distance, not '%s'", name_of(key),
                          argument);
    }
    return EXIT_DONE;
}

// Options about faces in space, but for --up.
static bool take_model_option(bake_options *options, int key,
                              const char *argument, exit_code *code)
{
    nav_model_options *model = &options->model;
    switch (key) {
    case KEY_SEED:
        *code = take_seed(options, argument);
        break;
    case KEY_MAX_SLOPE:
        *code = take_slope(options, argument);
        break;
    case KEY_WELD:
        *code = take_length(key, argument, &model->weld);
        break;
    case KEY_STEP:
        *code = take_length(key, argument, &model->step);
        break;
    case KEY_PLANAR_TOLERANCE:
        *code = take_length(key, argument, &model->planar_tolerance);
        break;
    case KEY_SKIP_BAD_FACES:
        options->skip_bad_faces = true;
        break;
    default:
        return false;
    }
    options->model_option = name_of(key);
    return true;
}

// Options about the rule for make and ninja.
static bool take_depfile(bake_options *options, int key, const char *argument)
{
    switch (key) {
    case KEY_MD:
        options->want_depfile = true;
        return true;
    case KEY_MF:
    case KEY_DEPFILE:
        options->depfile = argument;
        options->want_depfile = true;
        return true;
    case KEY_MT:
        options->depfile_target = argument;
        return true;
    default:
        return false;
    }
}

// Names of files, but for those above.
static bool take_file(bake_options *options, int key, const char *argument,
                      exit_code *code)
{
    switch (key) {
    case 'o':
        options->output = argument;
        return true;
    case KEY_OBSTACLES:
        *code = obstacle_files_add(&options->obstacles, argument);
        return true;
    case KEY_LINKS:
        options->links = argument;
        return true;
    case KEY_REPORT:
        options->report = argument;
        return true;
    case KEY_SVG:
        options->svg = argument;
        return true;
    default:
        return false;
    }
}

// Numbers and switches about the mesh, the report and the picture.
static bool take_setting(bake_options *options, int key, const char *argument,
                         exit_code *code)
{
    switch (key) {
    case KEY_MAX_VERTS:
        *code = take_max_verts(options, argument);
        return true;
    case KEY_NO_MERGE:
        options->merge = false;
        return true;
    case KEY_AGENT_RADIUS:
        *code = take_radius(options, argument);
        return true;
    case KEY_ARC_TOLERANCE:
        *code = take_arc_tolerance(options, argument);
        return true;
    case KEY_OBSTACLE_CELLS:
        *code = obstacle_files_take_cells(argument, &options->obstacle_cells);
        return true;
    case KEY_STRICT:
        options->strict = true;
        return true;
    case KEY_LABELS:
        options->labels = true;
        return true;
    default:
        return false;
    }
}

static exit_code take(void *context, int key, const char *argument)
{
    bake_options *options = context;
    exit_code code = EXIT_DONE;
    bool taken = common_options_take(&options->common, &bake_option_set, key,
                                     argument, &code) ||
                 take_word(options, key, argument, &code) ||
                 take_model_option(options, key, argument, &code) ||
                 take_depfile(options, key, argument) ||
                 take_file(options, key, argument, &code) ||
                 take_setting(options, key, argument, &code);
    return taken ? code : options_left_over(&bake_option_set, key);
}

// Whether a file that is written is one that is read.
static bool is_input(const bake_options *options, const char *written)
{
    const char *read[] = {options->input, options->links};
    for (size_t i = 0; i < 2; i++) {
        if (read[i] != NULL && out_is_input(read[i], written)) {
            return true;
        }
    }
    return obstacle_files_have(&options->obstacles, written);
}

// Standard input is read once.
static exit_code check_stdin(const bake_options *options)
{
    size_t count = obstacle_files_on_stdin(&options->obstacles);
    count += source_is_stdin(options->input);
    count += source_is_stdin(options->links);
    return count > 1 ? diag_usage("standard input is named for two inputs")
                     : EXIT_DONE;
}

// The name that -MD means, and the target.
static exit_code complete_depfile(bake_options *options)
{
    if (!options->want_depfile) {
        return options->depfile_target != NULL
                   ? diag_usage("-MT needs -MD, -MF or --depfile")
                   : EXIT_DONE;
    }
    bool direct = strcmp(options->output, "-") == 0;
    if (options->depfile == NULL) {
        if (direct) {
            return diag_usage("-MD needs an OUTPUT with a name, or -MF FILE");
        }
        options->depfile_default = depfile_name(options->output);
        options->depfile = options->depfile_default;
        if (options->depfile == NULL) {
            return diag_memory();
        }
    }
    if (options->depfile_target == NULL) {
        if (direct) {
            return diag_usage("the target of the depfile has no name: give -MT "
                              "TARGET");
        }
        options->depfile_target = options->output;
    }
    return depfile_check(options);
}

// No file may be written twice, nor over an input.
static exit_code check_files(const bake_options *options)
{
    const char *written[] = {options->output, options->report, options->svg,
                             options->depfile};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        if (written[i] == NULL) {
            continue;
        }
        if (written[i][0] == '\0') {
            return diag_usage("the name of an output file is empty");
        }
        if (is_input(options, written[i])) {
            return diag_usage("'%s' is the input", written[i]);
        }
        for (size_t j = 0; j < i; j++) {
            if (written[j] != NULL && out_same_file(written[i], written[j])) {
                return diag_usage("'%s' is named for two outputs", written[i]);
            }
        }
    }
    return EXIT_DONE;
}

bool bake_options_want_landmarks(const bake_options *options, uint32_t vertices)
{
    switch (options->landmarks) {
    case LANDMARKS_ON:
        return true;
    case LANDMARKS_OFF:
        return false;
    case LANDMARKS_AUTO:
        break;
    }
    return vertices >= LANDMARKS_AUTO_LEAST && vertices <= LANDMARKS_AUTO_MOST;
}

exit_code bake_options_check_kind(const bake_options *options, input_kind kind)
{
    if (kind == KIND_JSON && options->model_option != NULL) {
        return diag_usage("--%s goes with OBJ input alone",
                          options->model_option);
    }
    return EXIT_DONE;
}

static exit_code check(bake_options *options, const options_result *result)
{
    if (result->operands == 0) {
        return diag_usage("there is no INPUT");
    }
    if (result->operands > 1) {
        return diag_usage("there is more than one INPUT: '%s'",
                          result->operand[1]);
    }
    options->input = result->operand[0];
    if (options->output == NULL) {
        return diag_usage("there is no output: give -o FILE");
    }
    if (!options->merge && options->max_verts != 0) {
        return diag_usage("--no-merge and --max-verts exclude each other");
    }
    if (options->arc_tolerance != 0 && options->agent_radius == 0) {
        return diag_usage("--arc-tolerance needs --agent-radius");
    }
    if (options->labels && options->svg == NULL) {
        return diag_usage("--labels needs --svg");
    }
    if (options->from != KIND_UNKNOWN) {
        exit_code code = bake_options_check_kind(options, options->from);
        if (code != EXIT_DONE) {
            return code;
        }
    }
    exit_code code = complete_depfile(options);
    if (code == EXIT_DONE) {
        code = check_stdin(options);
    }
    return code == EXIT_DONE ? check_files(options) : code;
}

exit_code bake_options_read(bake_options *options, int argc, char **argv,
                            bool *stop)
{
    *options =
        (bake_options){.merge = true, .model = nav_model_options_default()};
    options_result result =
        options_read(&bake_option_set, argc, argv, take, options);
    if (!result.stop) {
        result.code = check(options, &result);
        diag_levels(options->common.quiet, options->common.verbose);
    }
    *stop = result.stop || result.code != EXIT_DONE;
    return result.code;
}

void bake_options_free(bake_options *options)
{
    free(options->seeds);
    options->seeds = NULL;
    free(options->depfile_default);
    options->depfile_default = NULL;
    obstacle_files_free(&options->obstacles);
}
