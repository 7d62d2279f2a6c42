// bake_options.h - navbake's command line.
#ifndef CLI_BAKE_OPTIONS_H
#define CLI_BAKE_OPTIONS_H

#include "common_options.h"
#include "kind.h"
#include "obstacle_files.h"

// Whether distances from landmarks are added to the mesh.
typedef enum landmark_choice {
    LANDMARKS_AUTO, // after the size of the mesh
    LANDMARKS_ON,
    LANDMARKS_OFF
} landmark_choice;

// Sizes of meshes, in vertices, that get landmarks without being told: smaller
// ones are searched as fast without, on larger ones the floods that measure the
// distances make baking noticeably longer.
#define LANDMARKS_AUTO_LEAST 256
#define LANDMARKS_AUTO_MOST 100000

typedef struct bake_options {
    const char *input;  // "-" is standard input
    const char *output; // "-" is standard output
    const char *report; // NULL: none
    const char *svg;    // NULL: none
    bool labels;        // the numbers of polygons in it
    common_options common;
    // What make and ninja read; NULL: none.
    const char *depfile;
    const char *depfile_target;
    char *depfile_default; // what -MD makes of the output; allocated
    bool want_depfile;
    const char *links;  // more links, "-" is standard input; NULL: none
    input_kind from;    // KIND_UNKNOWN: to be told from the input
    uint32_t max_verts; // 0: the library's default
    bool merge, strict;
    landmark_choice landmarks;
    double agent_radius;  // 0: none
    double arc_tolerance; // 0: the library's default
    obstacle_files obstacles;
    double obstacle_cells; // 0: exact
    // For OBJ alone.
    nav_model_options model; // its seeds are not set
    nav_vec3 *seeds;
    size_t seed_count;
    bool skip_bad_faces;
    const char *model_option; // one that was given; NULL: none
} bake_options;

// The options there are.
extern const option_set bake_option_set;

// Reads the command line.  `stop` says that nothing is to be done, and the
// result is then the exit status.
exit_code bake_options_read(bake_options *options, int argc, char **argv,
                            bool *stop);
void bake_options_free(bake_options *options);

// Whether a mesh of so many vertices gets landmarks.
bool bake_options_want_landmarks(const bake_options *options,
                                 uint32_t vertices);

// Refuses options that do not go with what the input turned out to be.
exit_code bake_options_check_kind(const bake_options *options, input_kind kind);

#endif
