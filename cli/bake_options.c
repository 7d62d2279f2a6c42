// bake_options.c - navbake's command line.
#include "bake_options.h"

#include <string.h>

#include "out.h"

enum {
    KEY_FROM = OPTIONS_LONG_ONLY,
    KEY_MAX_VERTS,
    KEY_NO_MERGE,
    KEY_STRICT,
    KEY_REPORT,
    KEY_SVG
};

#define LEAST OPTIONS_TEXT(NAV_MAX_VERTS_LEAST)
#define MOST OPTIONS_TEXT(NAV_MAX_VERTS_MOST)
#define DEFAULT OPTIONS_TEXT(NAV_MAX_VERTS_DEFAULT)

static const option_row rows[] = {
    {'o', "output", "FILE", "write the mesh to FILE; - is standard output"},
    {KEY_FROM, "from", "FORMAT", "what INPUT is: json (the default)"},
    {KEY_MAX_VERTS, "max-verts", "N",
     "most corners of a polygon, " LEAST " to " MOST "\n(default " DEFAULT ")"},
    {KEY_NO_MERGE, "no-merge", NULL, "keep the triangles"},
    {KEY_STRICT, "strict", NULL,
     "take warnings for errors: exit 1, write nothing"},
    {KEY_REPORT, "report", "FILE", "write counts and times to FILE as JSON"},
    {KEY_SVG, "svg", "FILE", "write a picture of the mesh to FILE"},
    {'q', "quiet", NULL, "print no warnings"},
    {'v', "verbose", NULL, "say on standard error how long the stages take"},
    {'V', "version", NULL, "print the version and exit"},
    {'h', "help", NULL, "print this help and exit"}};

static const option_set set = {
    "navbake [OPTION]... INPUT -o OUTPUT.nav",
    "Bake polygons with holes into a navigation mesh.  INPUT is a file, or - "
    "for\nstandard input.",
    "INPUT is JSON: a list of rings (the first is the outer one, the others "
    "are\n"
    "holes), an object with \"polygons\", or GeoJSON.  Files are replaced only "
    "when\neverything has succeeded.\n\n"
    "Exit status: 0 done, 1 warnings with --strict, 2 usage, 3 bad input,\n"
    "4 a file cannot be read or written, 5 out of memory.",
    rows, sizeof rows / sizeof rows[0]};

static exit_code take(void *context, int key, const char *argument)
{
    bake_options *options = context;
    switch (key) {
    case 'o':
        options->output = argument;
        break;
    case KEY_FROM:
        if (strcmp(argument, "json") != 0) {
            return diag_usage("--from must be json, not '%s'", argument);
        }
        break;
    case KEY_MAX_VERTS:
        if (!options_count(argument, NAV_MAX_VERTS_LEAST, NAV_MAX_VERTS_MOST,
                           &options->max_verts)) {
            return diag_usage("--max-verts must be a whole number from %d to "
                              "%d, not '%s'",
                              NAV_MAX_VERTS_LEAST, NAV_MAX_VERTS_MOST,
                              argument);
        }
        break;
    case KEY_NO_MERGE:
        options->merge = false;
        break;
    case KEY_STRICT:
        options->strict = true;
        break;
    case KEY_REPORT:
        options->report = argument;
        break;
    case KEY_SVG:
        options->svg = argument;
        break;
    case 'q':
        options->quiet = true;
        break;
    case 'v':
        options->verbose = true;
        break;
    default:
        break;
    }
    return EXIT_DONE;
}

// No file may be written twice, nor over the input.
static exit_code check_files(const bake_options *options)
{
    const char *written[] = {options->output, options->report, options->svg};
    for (size_t i = 0; i < 3; i++) {
        if (written[i] == NULL) {
            continue;
        }
        if (written[i][0] == '\0') {
            return diag_usage("the name of an output file is empty");
        }
        if (strcmp(options->input, "-") != 0 && strcmp(written[i], "-") != 0 &&
            out_same_file(options->input, written[i])) {
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
    return check_files(options);
}

exit_code bake_options_read(bake_options *options, int argc, char **argv,
                            bool *stop)
{
    *options = (bake_options){.merge = true};
    options_result result = options_read(&set, argc, argv, take, options);
    if (!result.stop) {
        result.code = check(options, &result);
        diag_levels(options->quiet, options->verbose);
    }
    *stop = result.stop || result.code != EXIT_DONE;
    return result.code;
}
