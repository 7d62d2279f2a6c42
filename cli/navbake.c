// navbake.c - bakes polygons with holes, or floors in space, into a navigation
// mesh.
//
// Read, bake, measure landmarks, write.  What can be refused is refused before
// anything is written; the mesh, the picture and the report are all finished
// before the first of them takes the place of an old file.
#include "bake_options.h"

#include <math.h>

#include "depfile.h"
#include "json_memory.h"
#include "memory.h"
#include "report.h"
#include "source.h"
#include "stopwatch.h"
#include "svg_picture.h"

// One run, from input to outputs.
typedef struct job {
    bake_options options;
    const char *input; // its name in messages
    size_t input_bytes;
    double begun;
    nav_shape *shape;     // of JSON, else NULL
    nav_model *model;     // of OBJ, else NULL
    nav_link_list *links; // those of --links, else NULL
    nav_mesh *mesh;
    report report;
    out mesh_file, svg_file, report_file, depfile;
    bool mesh_open, svg_open, report_open, depfile_open;
} job;

static void warn_of_face(void *context, size_t line, const char *message)
{
    const job *j = context;
    diag_remark(j->options.strict, j->input, line, "%s: the face is left out",
                message);
}

static exit_code read_model(job *j, const text_buffer *bytes)
{
    nav_error error = {.status = NAV_OK};
    nav_obj_options options = {.skip_bad_faces = j->options.skip_bad_faces,
                               .warn = warn_of_face,
                               .warn_context = j};
    if (nav_model_new(memory_allocator(), &j->model) != NAV_OK) {
        return diag_memory();
    }
    if (nav_model_read_obj(j->model, bytes->bytes, bytes->size, &options,
                           &error) != NAV_OK) {
        return diag_library(j->input, &error);
    }
    j->report.model = nav_model_get_info(j->model);
    return EXIT_DONE;
}

static exit_code read_shape(job *j, const text_buffer *bytes)
{
    nav_error error = {.status = NAV_OK};
    if (nav_shape_new(memory_allocator(), &j->shape) != NAV_OK) {
        return diag_memory();
    }
    if (nav_shape_read_json(j->shape, bytes->bytes, bytes->size, &error) !=
        NAV_OK) {
        // The library sees no difference between that and malformed JSON.
        return json_memory_ran_out() ? diag_memory()
                                     : diag_library(j->input, &error);
    }
    j->report.input = nav_shape_get_info(j->shape);
    return EXIT_DONE;
}

static exit_code parse_links(job *j, const text_buffer *bytes)
{
    nav_error error = {.status = NAV_OK};
    if (nav_link_list_new(memory_allocator(), &j->links) != NAV_OK) {
        return diag_memory();
    }
    if (nav_link_list_read_json(j->links, bytes->bytes, bytes->size,
                                j->model != NULL, &error) != NAV_OK) {
        return json_memory_ran_out()
                   ? diag_memory()
                   : diag_library(source_name(j->options.links), &error);
    }
    return EXIT_DONE;
}

static exit_code read_links(job *j)
{
    text_buffer bytes = {NULL, 0, 0};
    if (j->options.links == NULL) {
        return EXIT_DONE;
    }
    exit_code code = source_read_all(j->options.links, &bytes);
    if (code == EXIT_DONE) {
        code = parse_links(j, &bytes);
    }
    text_free(&bytes);
    return code;
}

static nav_obstacles *obstacles_of(const job *j)
{
    return j->model != NULL ? nav_model_obstacles(j->model)
                            : nav_shape_obstacles(j->shape);
}

static exit_code read_obstacles(job *j)
{
    obstacle_files *files = &j->options.obstacles;
    if (files->count == 0) {
        return EXIT_DONE;
    }
    nav_obstacles *obstacles = obstacles_of(j);
    exit_code code = obstacle_files_read(files, obstacles);
    if (j->shape != NULL) {
        j->report.input = nav_shape_get_info(j->shape);
    } else {
        j->report.input.obstacles = nav_obstacles_count(obstacles);
    }
    return code;
}

// What is left to do once the input is read, and what is done before, in
// microseconds as they were measured: only their proportions matter.
#define COST_READ_BYTE 0.05
#define COST_BAKE_VERTEX 1.5
#define COST_LANDMARK_VERTEX 8.0
#define COST_WRITE_VERTEX 0.4
// The bytes that a vertex takes in the input.
#define BYTES_A_VERTEX 14.0

enum { STAGE_READ, STAGE_BAKE, STAGE_LANDMARKS, STAGE_WRITE, STAGES };

// Shows that a stage begins, and what part of the work came before.
static void begin_stage(job *j, int stage)
{
    static const char *const names[] = {"read", "bake", "landmarks", "write"};
    // Faces have no vertices of their own: the bytes tell as well.
    double vertices = (double)j->input_bytes / BYTES_A_VERTEX;
    uint32_t baked = stage > STAGE_BAKE ? j->report.mesh.vertices
                                        : (uint32_t)fmin(vertices, UINT32_MAX);
    bool landmarks = bake_options_want_landmarks(&j->options, baked);
    const double cost[STAGES] = {COST_READ_BYTE * (double)j->input_bytes,
                                 COST_BAKE_VERTEX * vertices,
                                 landmarks ? COST_LANDMARK_VERTEX * baked : 0,
                                 COST_WRITE_VERTEX * baked};
    double before = 0;
    double all = 0;
    if (cost[stage] == 0 && stage == STAGE_LANDMARKS) {
        return;
    }
    for (int i = 0; i < STAGES; i++) {
        before += i < stage ? cost[i] : 0;
        all += cost[i];
    }
    progress_stage(names[stage], all > 0 ? before / all : 0);
}

static exit_code read_input(job *j)
{
    text_buffer bytes = {NULL, 0, 0};
    input_kind kind = j->options.from;
    exit_code code = source_read_all(j->options.input, &bytes);
    j->input_bytes = bytes.size;
    begin_stage(j, STAGE_READ);
    if (code == EXIT_DONE && kind == KIND_UNKNOWN) {
        kind = kind_of(j->options.input, bytes.bytes, bytes.size);
        code = bake_options_check_kind(&j->options, kind);
    }
    if (code == EXIT_DONE) {
        code = kind == KIND_OBJ ? read_model(j, &bytes) : read_shape(j, &bytes);
    }
    text_free(&bytes);
    if (code == EXIT_DONE) {
        code = read_links(j);
    }
    if (code == EXIT_DONE) {
        code = read_obstacles(j);
    }
    j->report.seconds_read = stopwatch_seconds(NULL) - j->begun;
    return code;
}

static void warn(void *context, const nav_warning *warning)
{
    const job *j = context;
    char at[DIAG_POINT_SIZE];
    (void)diag_point(warning->at, at);
    if (warning->of_obstacle) {
        size_t number = warning->ring;
        const char *file = obstacle_files_name(&j->options.obstacles, &number);
        diag_remark(j->options.strict, file != NULL ? file : j->input, 0,
                    "obstacle %zu at %s: %s", number, at,
                    nav_warning_text(warning->kind));
        return;
    }
    diag_remark(j->options.strict, j->input, 0,
                "polygon %zu ring %zu at %s: %s", warning->polygon,
                warning->ring, at, nav_warning_text(warning->kind));
}

static void warn_of_link(void *context, const nav_link_warning *warning)
{
    const job *j = context;
    size_t own = j->report.input.links; // those of the map come first
    bool is_own = warning->link < own;
    char at[3][NAV_NUMBER_SIZE];
    (void)nav_number_write(warning->at.x, at[0]);
    (void)nav_number_write(warning->at.y, at[1]);
    (void)nav_number_write(warning->at.z, at[2]);
    bool in_space = j->model != NULL;
    diag_remark(j->options.strict,
                is_own ? j->input : source_name(j->options.links), 0,
                "link %zu: \"%s\" at (%s, %s%s%s) is not on the mesh: the link "
                "is left out",
                is_own ? warning->link : warning->link - own,
                warning->at_start ? "from" : "to", at[0], at[1],
                in_space ? ", " : "", in_space ? at[2] : "");
}

// What is not in the mesh although nobody has asked for that.  Walls, and faces
// that are left out because of --max-slope or --seed, are no loss.
static void warn_of_losses(const job *j)
{
    const report *r = &j->report;
    bool strict = j->options.strict;
    if (r->floors.degenerate > 0) {
        diag_remark(strict, j->input, 0, "faces left out, having no area: %zu",
                    r->floors.degenerate);
    }
    if (r->floors.crooked > 0) {
        diag_remark(strict, j->input, 0,
                    "faces left out, crossing themselves in plan: %zu",
                    r->floors.crooked);
    }
    if (r->floors.vertical + r->floors.steep + r->floors.unreachable > 0) {
        diag_note("faces that are no floor: %zu vertical, %zu steep, %zu "
                  "unreachable",
                  r->floors.vertical, r->floors.steep, r->floors.unreachable);
    }
}

// GeoJSON may hold points and lines, on which nobody can walk.
static void warn_ignored(const job *j)
{
    if (j->report.input.ignored > 0) {
        diag_remark(j->options.strict, j->input, 0,
                    "%zu geometries that are not polygons were left out",
                    j->report.input.ignored);
    }
}

// Doubles are too coarse at the coordinates of the map for what was asked.
static void warn_of_rounding(job *j, const nav_bake_options *options)
{
    double rounding = j->report.bake.agent_rounding;
    char text[NAV_NUMBER_SIZE];
    j->report.radius_is_lost =
        rounding > options->agent_radius * options->arc_tolerance;
    if (j->report.radius_is_lost) {
        (void)nav_number_write(rounding, text);
        diag_remark(j->options.strict, j->input, 0,
                    "the agent's radius is lost in rounding: distances kept "
                    "may be off by %s",
                    text);
    }
}

static nav_status bake_input(job *j, const nav_bake_options *options,
                             nav_error *error)
{
    if (j->shape != NULL) {
        warn_ignored(j);
        return nav_bake(j->shape, options, memory_allocator(), &j->mesh,
                        &j->report.bake, error);
    }
    nav_model_options model = j->options.model;
    model.seeds = j->options.seeds;
    model.seed_count = j->options.seed_count;
    nav_status status =
        nav_bake_model(j->model, &model, options, memory_allocator(), &j->mesh,
                       &j->report.floors, &j->report.bake, error);
    if (status == NAV_OK) {
        warn_of_losses(j);
    }
    return status;
}

static exit_code bake(job *j)
{
    nav_error error = {.status = NAV_OK};
    nav_bake_options options = nav_bake_options_default();
    options.merge = j->options.merge;
    options.agent_radius = j->options.agent_radius;
    if (j->options.arc_tolerance != 0) {
        options.arc_tolerance = j->options.arc_tolerance;
    }
    j->report.arc_tolerance = options.arc_tolerance;
    options.obstacle_cells = j->options.obstacle_cells;
    if (j->options.max_verts != 0) {
        options.max_verts = j->options.max_verts;
    }
    options.warn = warn;
    options.warn_context = j;
    options.links = j->links;
    options.warn_link = warn_of_link;
    options.clock = stopwatch_seconds;
    if (bake_input(j, &options, &error) != NAV_OK) {
        return diag_library(j->input, &error);
    }
    j->report.mesh = nav_mesh_get_info(j->mesh);
    warn_of_rounding(j, &options);
    return EXIT_DONE;
}

static exit_code add_landmarks(job *j)
{
    nav_error error = {.status = NAV_OK};
    double begun = stopwatch_seconds(NULL);
    if (!bake_options_want_landmarks(&j->options, j->report.mesh.vertices)) {
        return EXIT_DONE;
    }
    if (nav_mesh_add_landmarks(j->mesh, &error) != NAV_OK) {
        return diag_library(j->input, &error);
    }
    j->report.mesh = nav_mesh_get_info(j->mesh);
    // What was not asked for in so many words is not missed.
    j->report.no_landmarks =
        j->options.landmarks == LANDMARKS_ON && !j->report.mesh.has_landmarks;
    if (j->report.no_landmarks) {
        diag_remark(j->options.strict, j->input, 0,
                    "no landmarks: floors fold back or branch at an edge, are "
                    "joined by a step, too many corners see each other, or "
                    "distances are not from 1e-30 to 1e30");
    }
    j->report.seconds_landmarks = stopwatch_seconds(NULL) - begun;
    return EXIT_DONE;
}

// After all that may warn, so that all warnings are told.
static exit_code check_strict(const job *j)
{
    bool refused = j->options.strict && report_warnings(&j->report) > 0;
    return refused ? EXIT_NEGATIVE : EXIT_DONE;
}

// Before the mesh, so that it is not newer than that: make would take a mesh
// that depends on it for out of date.
static exit_code write_depfile(job *j)
{
    if (j->options.depfile == NULL) {
        return EXIT_DONE;
    }
    exit_code code = out_open(&j->depfile, j->options.depfile);
    j->depfile_open = true;
    if (code == EXIT_DONE) {
        depfile_write(&j->depfile, &j->options);
        code = out_finish(&j->depfile);
    }
    return code;
}

static exit_code write_mesh(job *j)
{
    void *bytes = NULL;
    size_t size = 0;
    nav_error error = {.status = NAV_OK};
    double begun = stopwatch_seconds(NULL);
    exit_code code = out_open(&j->mesh_file, j->options.output);
    j->mesh_open = true;
    if (code != EXIT_DONE) {
        return code;
    }
    if (out_is_terminal(&j->mesh_file)) {
        return diag_usage("the mesh is not text: it is not written to a "
                          "terminal");
    }
    if (nav_mesh_write(j->mesh, &bytes, &size, &error) != NAV_OK) {
        return diag_library(j->options.output, &error);
    }
    out_bytes(&j->mesh_file, bytes, size);
    nav_bytes_free(j->mesh, bytes, size);
    code = out_finish(&j->mesh_file);
    j->report.file_bytes = size;
    j->report.seconds_write = stopwatch_seconds(NULL) - begun;
    return code;
}

static exit_code write_svg(job *j)
{
    if (j->options.svg == NULL) {
        return EXIT_DONE;
    }
    exit_code code = out_open(&j->svg_file, j->options.svg);
    j->svg_open = true;
    if (code == EXIT_DONE) {
        svg_view view = svg_out_view(j->mesh, obstacles_of(j), OUT_SHORTEST);
        view.labels = j->options.labels;
        svg_picture_begin(&j->svg_file, &view);
        svg_picture_end(&j->svg_file, &view, SVG_CONTENT_NONE);
        code = out_finish(&j->svg_file);
    }
    return code;
}

static exit_code write_report(job *j)
{
    j->report.seconds_total = stopwatch_seconds(NULL) - j->begun;
    if (j->options.report == NULL) {
        return EXIT_DONE;
    }
    exit_code code = out_open(&j->report_file, j->options.report);
    j->report_open = true;
    if (code == EXIT_DONE) {
        j->report.memory_peak = memory_peak();
        report_write(&j->report_file, &j->report);
        code = out_finish(&j->report_file);
    }
    return code;
}

// Puts all files in their places, or none of those that are left.
static exit_code commit(job *j)
{
    // A mesh whose dependencies are not known yet would not be made anew.
    exit_code code = j->depfile_open ? out_commit(&j->depfile) : EXIT_DONE;
    if (code == EXIT_DONE) {
        code = out_commit(&j->mesh_file);
    }
    if (code == EXIT_DONE && j->svg_open) {
        code = out_commit(&j->svg_file);
    }
    if (code == EXIT_DONE && j->report_open) {
        code = out_commit(&j->report_file);
    }
    return code;
}

static void note_time(const char *stage, double seconds)
{
    char number[NAV_NUMBER_FIXED_SIZE];
    diag_note("%s: %s s", stage, diag_seconds(seconds, number));
}

static exit_code write_all(job *j)
{
    exit_code code = write_depfile(j);
    if (code == EXIT_DONE) {
        code = write_mesh(j);
    }
    if (code == EXIT_DONE) {
        code = write_svg(j);
    }
    if (code == EXIT_DONE) {
        code = write_report(j);
    }
    return code;
}

static exit_code run_stages(job *j)
{
    static exit_code (*const stages[STAGES])(job *) = {
        read_input, bake, add_landmarks, write_all};
    exit_code code = EXIT_DONE;
    for (int i = 0; i < STAGES && code == EXIT_DONE; i++) {
        if (i == STAGE_WRITE) {
            code = check_strict(j);
        }
        if (code == EXIT_DONE) {
            begin_stage(j, i);
            code = stages[i](j);
        }
    }
    return code;
}

static exit_code run(job *j)
{
    const common_options *common = &j->options.common;
    progress_start(common->progress, common->quiet || common->verbose);
    exit_code code = run_stages(j);
    progress_stop();
    if (code == EXIT_DONE) {
        code = commit(j);
    }
    if (code == EXIT_DONE) {
        note_time("read", j->report.seconds_read);
        note_time("triangulate", j->report.bake.seconds_triangulate);
        note_time("merge", j->report.bake.seconds_merge);
        note_time("landmarks", j->report.seconds_landmarks);
        note_time("write", j->report.seconds_write);
        note_time("total", stopwatch_seconds(NULL) - j->begun);
        diag_note("memory: %zu bytes at most", memory_peak());
    }
    return code;
}

static void release(job *j)
{
    if (j->mesh_open) {
        out_discard(&j->mesh_file);
    }
    if (j->svg_open) {
        out_discard(&j->svg_file);
    }
    if (j->report_open) {
        out_discard(&j->report_file);
    }
    if (j->depfile_open) {
        out_discard(&j->depfile);
    }
    nav_mesh_free(j->mesh);
    nav_shape_free(j->shape);
    nav_model_free(j->model);
    nav_link_list_free(j->links);
    bake_options_free(&j->options);
}

int main(int argc, char **argv)
{
    static job j;
    bool stop = false;
    diag_program("navbake");
    out_prepare();
    memory_prepare();
    json_memory_watch();
    char **arguments = options_guard(&bake_option_set, argc, argv);
    if (arguments == NULL) {
        return (int)diag_memory();
    }
    exit_code code = bake_options_read(&j.options, argc, arguments, &stop);
    if (!stop) {
        j.input = source_name(j.options.input);
        j.begun = stopwatch_seconds(NULL);
        code = run(&j);
    }
    release(&j);
    options_unguard(arguments, argc, argv);
    return (int)code;
}
