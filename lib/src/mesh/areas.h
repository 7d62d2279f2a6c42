// areas.h - names of areas: a table of texts, and their order.
#ifndef NAV_AREAS_H
#define NAV_AREAS_H

#include "base/mem.h"
#include "navmesh.h"

// Names by number, from 0.  They may repeat, and be empty: no name.
typedef struct nav_areas {
    nav_allocator mem;
    char *text; // all names, one behind the other
    size_t text_size, text_capacity;
    size_t *end; // [count] where each one ends in text
    size_t count, capacity;
} nav_areas;

void nav_areas_init(nav_areas *areas, const nav_allocator *mem);
void nav_areas_fini(nav_areas *areas);

// Adds a name, which is copied; NAV_NOMEM leaves the table as it was.
NAV_MUST_CHECK nav_status nav_areas_add(nav_areas *areas, const char *name,
                                        size_t size);

// A name, lent; it does not end in a NUL.
const char *nav_areas_name(const nav_areas *areas, size_t number, size_t *size);

// Whether a text may be the name of an area: UTF-8 without control characters,
// of 1 to NAV_AREA_NAME_MOST bytes.
bool nav_areas_may_be(const char *name, size_t size);

// Less than 0, 0 or more than 0 as name a is before, equal to or behind name b,
// by their bytes.
int nav_areas_compare(const nav_areas *areas, size_t a, size_t b);

// The different names of a table that are not empty, in ascending order of
// their bytes.
typedef struct nav_area_ranks {
    nav_allocator mem;
    const nav_areas *names; // lent
    uint32_t *rank;  // [table] of each name among the different ones, from 0;
                     // NAV_NONE for an empty one
    uint32_t *first; // [count] a name of each rank
    size_t table, count;
} nav_area_ranks;

// O(n log n) comparisons.  Frees what it made when it fails.
NAV_MUST_CHECK nav_status nav_area_ranks_init(nav_area_ranks *ranks,
                                              const nav_areas *areas,
                                              const nav_allocator *mem);
void nav_area_ranks_fini(nav_area_ranks *ranks);

#endif
