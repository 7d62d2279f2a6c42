// obstacle_files.c - the files that --obstacles names.
//
// All of them go into one set, in which an obstacle has the number that it got
// there.  Messages name the file, and the number in that file.
#include "obstacle_files.h"

#include <stdlib.h>

#include "json_memory.h"
#include "options.h"
#include "out.h"
#include "source.h"

exit_code obstacle_files_add(obstacle_files *files, const char *path)
{
    const char **paths = options_grow(files->path, files->count, sizeof *paths);
    if (paths == NULL) {
        return diag_memory();
    }
    paths[files->count++] = path;
    files->path = paths;
    return EXIT_DONE;
}

void obstacle_files_free(obstacle_files *files)
{
    free(files->path);
    free(files->before);
    *files = (obstacle_files){NULL, 0, NULL};
}

static exit_code read_file(const char *path, nav_obstacles *set)
{
    text_buffer bytes = {NULL, 0, 0};
    nav_error error = {.status = NAV_OK};
    exit_code code = source_read_all(path, &bytes);
    if (code == EXIT_DONE &&
        nav_obstacles_read_json(set, bytes.bytes, bytes.size, &error) !=
            NAV_OK) {
        code = json_memory_ran_out() ? diag_memory()
                                     : diag_library(source_name(path), &error);
    }
    text_free(&bytes);
    return code;
}

exit_code obstacle_files_read(obstacle_files *files, nav_obstacles *set)
{
    exit_code code = EXIT_DONE;
    if (files->count == 0) {
        return code;
    }
    files->before = malloc(files->count * sizeof *files->before);
    if (files->before == NULL) {
        return diag_memory();
    }
    for (size_t i = 0; i < files->count && code == EXIT_DONE; i++) {
        files->before[i] = nav_obstacles_count(set);
        code = read_file(files->path[i], set);
    }
    return code;
}

const char *obstacle_files_name(const obstacle_files *files, size_t *number)
{
    size_t i = files->count;
    while (i > 0 && *number < files->before[i - 1]) {
        i--;
    }
    if (i == 0) {
        return NULL;
    }
    *number -= files->before[i - 1];
    return source_name(files->path[i - 1]);
}

size_t obstacle_files_on_stdin(const obstacle_files *files)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++) {
        count += source_is_stdin(files->path[i]);
    }
    return count;
}

bool obstacle_files_have(const obstacle_files *files, const char *written)
{
    for (size_t i = 0; i < files->count; i++) {
        if (out_is_input(files->path[i], written)) {
            return true;
        }
    }
    return false;
}

exit_code obstacle_files_take_cells(const char *argument, double *side)
{
    if (!options_distance(argument, side) ||
        (*side != 0 && (*side < NAV_COORD_MIN || *side > NAV_COORD_MAX))) {
        return diag_usage("--obstacle-cells must be 0 or a length from 1e-100 "
                          "to 1e100, not '%s'",
                          argument);
    }
    return EXIT_DONE;
}
