// carved.h - obstacles laid over the loaded mesh.
#ifndef CLI_CARVED_H
#define CLI_CARVED_H

#include "query_options.h"
#include "text.h"

// A mesh and what lies over it.
typedef struct carved {
    nav_mesh *mesh;
    nav_obstacles *obstacles; // NULL: none were asked for
    nav_carving *carving;     // likewise
    const text_buffer *file;  // that the mesh was read from; pages alone
} carved;

// Lays the obstacles that the options name over a mesh; with a scenario, be it
// none.  Reports failures, and warns of obstacles that reach nothing walkable.
exit_code carved_lay(carved *c, nav_mesh *mesh, query_options *options);

// Takes them off.  The mesh is the caller's.
void carved_take_off(carved *c);

// Whether an obstacle lies where nothing is walkable.
bool carved_is_idle(const carved *c, size_t number);
// A point of an obstacle, for messages about it.
nav_vec2 carved_point(const carved *c, size_t number);

#endif
