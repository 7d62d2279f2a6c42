// wasm_api.h - the library as the page of --export html calls it.
//
// Every function here is an export of the module; see wasm_api.c for their
// order.  Numbers of areas and kinds are those of navmesh.h.
#ifndef CLI_PAGE_WASM_API_H
#define CLI_PAGE_WASM_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room that the page fills: NULL without memory.  It is freed by the function
// that is given it next.
void *page_room(size_t size);
// Why the last call failed, ended by a NUL.
const char *page_error(void);

// Reads the bytes of a .nav file.
bool page_load(void *bytes, size_t size);
// Closes an area; sets what a unit of length costs in one.
void page_ban(uint32_t area);
void page_cost(uint32_t area, double cost);
// Begins the obstacles, then adds one: its kind, its numbers (see put_outline
// in html_out.c), and the heights that it blocks.
bool page_lay(double cell);
bool page_obstacle(uint32_t kind, double *values, size_t count,
                   bool has_heights, double low, double high);
// Makes the mesh what all this says.
bool page_finish(void);

// Says how paths are found: as nav_path_options; and whether bounds are told.
void page_options(uint32_t search, double snap, bool partial, bool with_costs);
// Sets the start (0) or the goal (1), in plan; as nav_point.
void page_end(uint32_t which, double x, double y, uint32_t floor,
              double height);
// Finds the path between them.  The text is the answer as JSON.
bool page_path(void);
const char *page_text(void);
size_t page_text_size(void);

#endif
