// obstacle_files.h - the files that --obstacles names.
#ifndef CLI_OBSTACLE_FILES_H
#define CLI_OBSTACLE_FILES_H

#include "diag.h"

// All zero is the beginning.
typedef struct obstacle_files {
    const char **path; // "-" is standard input
    size_t count;
    // [count] how many obstacles there were before those of each file; NULL
    // until they are read.
    size_t *before;
} obstacle_files;

// Adds a file; its name is lent.  Reports failures.
exit_code obstacle_files_add(obstacle_files *files, const char *path);
void obstacle_files_free(obstacle_files *files);

// Reads all of them into a set, behind those that are there.  Reports failures.
exit_code obstacle_files_read(obstacle_files *files, nav_obstacles *set);

// The name of the file that an obstacle of the set is from, for messages; its
// number becomes that in the file.  NULL when it was there before.
const char *obstacle_files_name(const obstacle_files *files, size_t *number);

// How many of them are standard input.
size_t obstacle_files_on_stdin(const obstacle_files *files);
// Whether one of them is the file that is to be written.
bool obstacle_files_have(const obstacle_files *files, const char *written);

// Takes the argument of --obstacle-cells.  Reports failures.
exit_code obstacle_files_take_cells(const char *argument, double *side);

#endif
