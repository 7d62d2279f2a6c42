// visibility_oracle.h - lengths of shortest paths by other means.
//
// Shares no code with the library, so that both can only be wrong in different
// ways.
#ifndef NAV_VISIBILITY_ORACLE_H
#define NAV_VISIBILITY_ORACLE_H

#include "vis_map.h"

typedef struct vis_oracle vis_oracle;

// O(n^3) for n points.
vis_oracle *vis_oracle_new(const vis_map *map);
void vis_oracle_free(vis_oracle *oracle);

// How many parts of the region meet at a place: 0 when it is not walkable, 1
// nearly always, more where parts only touch.
uint32_t vis_oracle_parts(const vis_oracle *oracle, vis_point halves);

// Length of the shortest path between two places, in the map's unit.  Infinite
// when there is none, negative when an end is not walkable.  O(n^2).
double vis_oracle_length(const vis_oracle *oracle, vis_point start,
                         vis_point goal);

// The same from one place to many: O(n^2) once, and O(n) to O(n^2) for each.
void vis_oracle_lengths(const vis_oracle *oracle, vis_point start,
                        const vis_point *goals, size_t count, double *lengths);

#endif
